//! Conversations.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use melee_arena::protocol::{Flow, Session};

/// Keeps what is said.
#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Vec<u8>>>);

impl Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The answers to some lines, once all searches have ended.
fn answers(game: &str, lines: &[&str]) -> Vec<String> {
    let game = melee::open(game).expect("known");
    let heard = Heard::default();
    let mut session = Session::new(game, "brs+".into(), heard.clone()).expect("fits");
    for line in lines {
        session.tell(line);
    }
    session.finish();
    let bytes = heard.0.lock().expect("no panic").clone();
    let text = String::from_utf8(bytes).expect("text");
    text.lines().map(str::to_string).collect()
}

const START: &str = "R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-3,yR,yN,yB,yK,yQ,yB,yN,yR,3/\
    3,yP,yP,yP,yP,yP,yP,yP,yP,3/14/bR,bP,10,gP,gR/bN,bP,10,gP,gN/bB,bP,10,gP,gB/bQ,bP,10,gP,gK/\
    bK,bP,10,gP,gQ/bB,bP,10,gP,gB/bN,bP,10,gP,gN/bR,bP,10,gP,gR/14/\
    3,rP,rP,rP,rP,rP,rP,rP,rP,3/3,rR,rN,rB,rQ,rK,rB,rN,rR,3";

#[test]
fn a_conversation_about_four_player_chess() {
    let said = answers("chess4", &["uci", "isready", "ucinewgame"]);
    assert!(said[0].starts_with("id name Melee"));
    assert!(said.iter().any(|l| l.starts_with("option name Algorithm ")));
    assert_eq!(said[said.len() - 2..], ["uciok", "readyok"]);

    let said = answers("chess4", &["position startpos moves h2h3 b7-c7", "go depth 2"]);
    let info = said.iter().find(|l| l.starts_with("info depth 2 time "));
    let info: Vec<&str> = info.expect("told").split(' ').collect();
    let pv = info.iter().position(|&w| w == "pv").expect("a line");
    let score = info.iter().position(|&w| w == "score").expect("a score");
    assert!(pv < score && info.contains(&"nps"), "as 4pchess prints it: {info:?}");
    assert_eq!(said.last(), Some(&format!("bestmove {}", info[pv + 1])));
}

#[test]
fn several_lines_are_told_by_number() {
    let said = answers("connect4", &["position startpos moves 4 4", "setoption name MultiPV value 3", "go depth 3"]);
    for number in 1..=3 {
        let begin = format!("info depth 3 multipv {number} score cp ");
        assert!(said.iter().any(|line| line.starts_with(&begin)), "{begin}: {said:?}");
    }
    let first = said.iter().find(|line| line.contains(" multipv 1 ")).expect("told");
    let (_, pv) = first.split_once(" pv ").expect("a line");
    let best = pv.split(' ').next().expect("a move");
    assert_eq!(said.last(), Some(&format!("bestmove {best}")));
    let said = answers("chess4", &["setoption name MultiPV value 2", "go depth 1"]);
    assert!(said.iter().any(|line| line.starts_with("info depth 1 multipv 2 time ")), "{said:?}");
    let said = answers("connect4", &["go depth 2"]);
    assert!(said.iter().all(|line| !line.contains("multipv")), "nobody asked: {said:?}");
}

#[test]
fn both_ways_to_give_a_position() {
    for word in ["fen", "fen4"] {
        let position = format!("position {word} {START} moves h2-h3 b7c7");
        let said = answers("chess4", &[&position, "d", "perft 2"]);
        assert!(said[0].starts_with("Y-0,0,0,0-"), "{}", said[0]);
        assert!(said[1].starts_with("nodes "));
        let again = format!("position fen4 {}", said[0]);
        assert_eq!(answers("chess4", &[&again, "d"])[0], said[0]);
    }
}

#[test]
fn what_cannot_be_done_is_said_and_changes_nothing() {
    for (line, why) in [
        ("jump", "unknown command 'jump'"),
        ("position fen 14/14", "chess4: FEN4"),
        ("position startpos moves h2h9", "chess4: move 1 of the list: move 'h2h9'"),
        ("position", "expected position startpos"),
        ("go fast", "go: unknown word 'fast'"),
        ("go wtime 100", "go: unknown word 'wtime'"),
        ("setoption name Hash value 16", "unknown option 'hash'"),
        ("setoption name MultiPV value 0", "MultiPV '0': expected 1 to 500"),
        ("setoption name MultiPV value x", "MultiPV 'x': expected 1 to 500"),
        ("setoption name Algorithm value mtd(f)", "mtd(f) is for two players"),
        ("setoption name Algorithm value nobody", "unknown algorithm"),
        ("perft x", "expected a depth"),
        ("query weather", "unknown query"),
    ] {
        let said = answers("chess4", &[line, "query p1turn"]);
        assert!(said[0].starts_with("info string "), "{line}: {said:?}");
        assert!(said[0].contains(why), "{line}: {}", said[0]);
        assert_eq!(said[1..], ["response true"], "{line}");
    }
}

#[test]
fn a_search_without_end_is_stopped() {
    let table = melee::open("connect4").expect("known");
    let heard = Heard::default();
    let mut session = Session::new(table, "alphabeta".into(), heard.clone()).expect("fits");
    assert_eq!(session.tell("go infinite"), Flow::Continue);
    session.tell("isready");
    session.tell("position startpos moves 4");
    session.tell("stop");
    session.tell("position startpos moves 4 4 3 3 5 5");
    session.tell("go depth 4");
    assert_eq!(session.tell("quit"), Flow::Quit);
    let text = String::from_utf8(heard.0.lock().expect("no panic").clone()).expect("text");
    assert!(text.contains("readyok"));
    assert!(text.contains("info string still thinking: send stop first"));
    assert_eq!(text.matches("bestmove ").count(), 2, "{text}");
}

#[test]
fn queries_of_the_universal_interface() {
    let line = "position startpos moves 4 3 4 3 4 3 4";
    let queries = ["query gameover", "query result", "query p1turn", "go depth 3"];
    let lines = [&["ugi", line][..], &queries[..]].concat();
    let said = answers("connect4", &lines);
    assert!(said.contains(&"ugiok".to_string()));
    let last: Vec<&str> = said.iter().rev().take(5).map(String::as_str).collect();
    assert_eq!(
        last,
        ["bestmove (none)", "info string the game is over", "response false", "response p1win", "response true"]
    );
    let said = answers("connect4", &["query gameover", "query legalmoves"]);
    assert_eq!(said, ["response false", "response 1 2 3 4 5 6 7"]);
}

#[test]
fn the_start_is_the_one_the_program_was_started_with() {
    let options = melee::GameOptions::default().from_start("belgian-daisy");
    let game = melee::open_with("abalone", &options).expect("known");
    let daisy = game.opening().expect("a start").text();
    let heard = Heard::default();
    let mut session = Session::new(game, "greedy".into(), heard.clone()).expect("fits");
    for line in ["position startpos", "d", "uginewgame", "d"] {
        session.tell(line);
    }
    let bytes = heard.0.lock().expect("no panic").clone();
    assert_eq!(String::from_utf8(bytes).expect("text"), format!("{daisy}\n{daisy}\n"));
}

#[test]
fn counts_without_an_end_are_refused() {
    let said = answers("connect4", &["perft 2", "perft 1000000", "go perft 251"]);
    let expected = "expected a depth from 0 to 250";
    assert!(said.len() == 3 && said[0] == "nodes 49", "{said:?}");
    assert!(said[1..].iter().all(|line| line.ends_with(expected)), "{said:?}");
}
