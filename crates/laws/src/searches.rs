//! Any algorithm with any options, on any game.

use melee::{Limits, Ply, SeatSpec, Who};

use crate::input::{Input, one_line, with_text};
use crate::specs::{self, opened};

/// Enough to look some plies deep.
const NODES: u64 = 60;
/// Larger tables take longer to lay out than to search.
const BYTES: u64 = 1 << 18;

/// A byte for the game, one for how far it has come, then the algorithm.
pub(crate) fn check(data: &[u8]) {
    let mut input = Input(data);
    let game = input.one_of(opened());
    let plies = usize::from(input.byte()) % 40;
    let Ok(SeatSpec { who: Who::Search(spec), .. }) = input.text().parse() else {
        return;
    };
    let limits = Limits::nodes(NODES);
    match game.check(&spec, limits) {
        Ok(bytes) if bytes <= BYTES => {}
        Ok(_) => return,
        Err(error) => return one_line(&error),
    }
    let mut position = game.start();
    for ply in 0..plies {
        let count = position.count_moves();
        if count == 0 || !position.play_nth(ply * 31 % count) {
            break;
        }
    }
    let mut engine = match game.seeded_engine(&spec, 1) {
        Ok(engine) => engine,
        Err(error) => return one_line(&error),
    };
    let report = match engine.search(&position, limits) {
        Ok(report) => report,
        Err(error) => return one_line(&error),
    };
    assert!(report.counts.nodes <= NODES, "{spec}: {} nodes", report.counts.nodes);
    assert!(position.moves().contains(&report.best().mv), "{spec}: {} is not legal", report.best().mv);
    let line: Vec<Ply<&str>> = report.line.iter().map(|ply| Ply { player: ply.player, mv: ply.mv.as_str() }).collect();
    let preview = position.preview(&line);
    assert!(preview.is_ok(), "{spec}: the line {line:?}: {}", preview.err().map(|e| e.to_string()).unwrap_or_default());
    engine.forget(1);
    let again = engine.search(&position, limits).expect("it was searched before");
    let told = |report: &melee::Report| (report.value, report.line.clone(), report.counts.nodes);
    assert_eq!(told(&again), told(&report), "{spec} twice");
}

pub(crate) fn samples() -> Vec<Vec<u8>> {
    let plain = specs::samples().into_iter();
    let mut samples: Vec<Vec<u8>> = plain.map(|spec| [&spec[..1], &[9], &spec[1..]].concat()).collect();
    for i in 0..opened().len() as u8 {
        samples.push(with_text(&[i, 3], "brs+:killers=2,history=plain"));
        samples.push(with_text(&[i, 12], "mcts"));
        samples.push(with_text(&[i, 30], "maxn:tt=deep/64KiB"));
    }
    samples
}
