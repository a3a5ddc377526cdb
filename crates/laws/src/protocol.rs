//! The lines that another program sends to an engine.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use melee::{Limits, Spec};
use melee_arena::protocol::{Flow, Session};

use crate::input::{Input, with_text};
use crate::specs::opened;

/// Deeper trees take too long to count.
const DEEPEST: u32 = 1;
/// Larger tables take too long to lay out.
const BYTES: u64 = 1 << 18;
/// More lines of one input say nothing new.
const LINES: usize = 12;

/// Everything that was answered.
#[derive(Clone, Default)]
struct Answers(Arc<Mutex<Vec<u8>>>);

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nobody panics while writing").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Whatever a session is told, it answers with lines of text and is ready afterwards.
pub(crate) fn check(data: &[u8]) {
    let mut input = Input(data);
    let game = input.one_of(opened());
    let answers = Answers::default();
    let mut session = Session::new(game.clone(), "random".into(), answers.clone()).expect("everybody plays at random");
    for line in input.text().lines().take(LINES) {
        if is_short(line) && session.tell(line) == Flow::Quit {
            break;
        }
    }
    session.tell("stop");
    session.tell("isready");
    drop(session);
    let said = answers.0.lock().expect("nobody panics while writing");
    let said = std::str::from_utf8(&said).expect("text");
    assert!(said.ends_with("readyok\n"), "{said:?}");
    assert!(!said.contains(|c: char| c.is_control() && c != '\n'), "{said:?}");
}

/// Counting deep trees and laying out large tables is what was asked for, and takes its time.
fn is_short(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let counts_leaves = words.clone().any(|word| word == "perft");
    let is_shallow = words.clone().filter_map(|word| word.parse().ok()).all(|number: u32| number <= DEEPEST);
    let is_small = match (words.next(), line.split_once(" value ")) {
        (Some("setoption"), Some((_, spec))) => {
            let bytes = |game: &melee::OpenGame| game.check(&Spec::from(spec.trim()), Limits::depth(1)).unwrap_or(0);
            opened().iter().all(|game| bytes(game) <= BYTES)
        }
        _ => true,
    };
    (!counts_leaves || is_shallow) && is_small
}

pub(crate) fn samples() -> Vec<Vec<u8>> {
    let mut samples = Vec::new();
    for (i, game) in (0u8..).zip(opened()) {
        let start = game.start();
        let (moves, text) = (start.moves(), start.text());
        let first = &moves[0];
        samples
            .push(with_text(&[i], &format!("ugi\nisready\nposition startpos moves {first}\ngo nodes 20\nstop\nd\n")));
        samples.push(with_text(&[i], &format!("position fen {text}\nquery legalmoves\ngo perft 1\nquery p1turn\n")));
    }
    samples.push(with_text(&[0], "uci\nsetoption name Algorithm value pvs:killers=1\nuginewgame\ngo depth 2\nstop\n"));
    samples
        .push(with_text(&[0], "setoption name Seed value 7\ngo p1time 100 p1inc 10 movestogo 3\nquery result\nquit\n"));
    samples
}

pub(crate) fn words() -> Vec<String> {
    let words = "uci ugi isready stop quit ucinewgame uginewgame setoption name value Algorithm Seed position startpos \
                 fen fen4 moves go depth nodes movetime infinite perft movestogo p1time p2inc query gameover result \
                 legalmoves p1turn d print debug";
    words.split_whitespace().map(|word| format!("{word} ")).collect()
}
