//! The Connect Four solver on fixed positions, its table cleared before each.

use melee::core::Notation;
use melee_games::connect4::Connect4;
use melee_solve::connect4::{Goal, Position, Settings, Solver};

use super::time::Time;
use super::{Results, Signature, Speed};
use crate::output::Progress;

/// The game that it solves.
pub(super) const GAME: &str = "connect4";

const POSITIONS: &str = include_str!("connect4.txt");

/// What is solved: its kind in the file of positions and its name in the report.
const KINDS: [(&str, &str); 4] = [
    ("easy", "solve 60 openings near their end"),
    ("middle", "solve 100 middle games"),
    ("medium", "solve 30 openings"),
    ("hard", "solve 10 hard openings"),
];

/// Times are those of the processor where the system tells, so that other work on the machine
/// counts little; with two threads those of the clock on the wall.
pub(super) fn measure(results: &mut Results) -> anyhow::Result<()> {
    let mut progress = Progress::new();
    let game = Connect4::default();
    let mut add = |work: &str, positions: &[Position], goal, threads| {
        progress.show(&format!("{GAME}: {work}"));
        let settings = Settings { threads, ..Settings::default() };
        let mut solver = Solver::new(game.width(), game.height(), settings)?;
        let start = Time::now(threads);
        for position in positions {
            solver.clear();
            solver.score(position, goal);
        }
        results.add_speed(Speed {
            game: GAME,
            work: work.to_string(),
            unit: "solved",
            count: positions.len() as u64,
            seconds: start.elapsed(),
        });
        anyhow::Ok(())
    };
    for (kind, work) in KINDS {
        add(work, &positions(kind)?, Goal::Score, 1)?;
    }
    let empty = [Position::empty(game.width(), game.height())?];
    add("solve the empty board, weak", &empty, Goal::Outcome, 1)?;
    add("solve the empty board", &empty, Goal::Score, 1)?;
    add("solve the empty board, two threads", &empty, Goal::Score, 2)?;
    Ok(())
}

/// The nodes of the middle games.
pub(super) fn sign() -> anyhow::Result<Signature> {
    let game = Connect4::default();
    let mut solver = Solver::new(game.width(), game.height(), Settings::default())?;
    for position in positions("middle")? {
        solver.clear();
        solver.score(&position, Goal::Score);
    }
    Ok(Signature { game: GAME, algorithm: "exact solver", depth: 0, nodes: solver.nodes() })
}

fn positions(kind: &str) -> anyhow::Result<Vec<Position>> {
    let game = Connect4::default();
    let mut positions = Vec::new();
    for line in POSITIONS.lines() {
        if let Some(columns) = line.strip_prefix(kind).and_then(|l| l.strip_prefix(' ')) {
            let setup = game.parse_position(columns)?;
            positions.push(Position::new(&game, &setup.state(&game))?);
        }
    }
    Ok(positions)
}
