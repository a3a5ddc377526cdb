//! How often the algorithms of a match played a perfect move, where the game can be solved.

use std::sync::atomic::AtomicBool;

use anyhow::Context;
use melee::{Engine, Limits, Position, Registry, Watch};
use melee_arena::tournament::{OpenMatch, PlayedGame};

use crate::output::Progress;

/// Earlier positions take long to solve, and nearly all of them are openings by chance.
const FIRST_PLY: usize = 12;

/// Perfect moves of an algorithm, and all that were looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Rate {
    pub(super) perfect: u64,
    pub(super) moves: u64,
}

impl Rate {
    pub(super) fn share(self) -> Option<f64> {
        (self.moves > 0).then(|| self.perfect as f64 / self.moves as f64)
    }
}

/// The solver of the game that a match plays.
pub(super) fn solver(open: &OpenMatch, registry: &Registry) -> anyhow::Result<Engine> {
    let Some(name) = open.game.solver() else {
        let games = registry.games().iter();
        let solved = games.filter(|game| game.algorithms().iter().any(|known| known.exact));
        let solved: Vec<&str> = solved.map(|game| game.name).collect();
        let game = open.game.name();
        anyhow::bail!("--perfect: {game} cannot be solved; games that can: {}", solved.join(", "));
    };
    Ok(open.game.engine(name)?)
}

/// Solves the positions of all games from the thirteenth ply on, or from where chance had its last move. Nothing if the
/// match is to stop before all are solved.
pub(super) fn rates(open: &OpenMatch, games: &[PlayedGame], solver: &mut Engine) -> anyhow::Result<Option<Vec<Rate>>> {
    let mut rates = vec![Rate::default(); open.plan.entrants.len()];
    let mut progress = Progress::new();
    for (done, played) in games.iter().filter(|game| game.counts()).enumerate() {
        progress.show(&format!("solving game {} of {}", done + 1, games.len()));
        let mut position = open.opening(played.block, played.start.as_deref())?;
        let start = position.ply_count();
        let first_ply = FIRST_PLY.max(start + open.plan.random_plies as usize);
        for (ply, mv) in played.moves.iter().enumerate().skip(start) {
            if ply >= first_ply {
                let player = position.to_move().context("the game goes on")?;
                let rate = &mut rates[played.seating[player.index()]];
                let Some(is_perfect) = is_perfect(solver, &position, mv, &open.stop)? else {
                    return Ok(None);
                };
                rate.moves += 1;
                rate.perfect += u64::from(is_perfect);
            }
            position.play(mv)?;
        }
    }
    Ok(Some(rates))
}

/// Is no move better than this one? Nothing if the solver was stopped.
fn is_perfect(solver: &mut Engine, position: &Position, mv: &str, stop: &AtomicBool) -> anyhow::Result<Option<bool>> {
    let scores = solver.move_scores(position, Limits::NONE, Watch::new().stopping_on(stop))?;
    Ok(scores.map(|scores| {
        let best = scores.iter().map(|(_, score)| *score).max();
        let played = scores.iter().find(|(known, _)| known == mv);
        played.is_some_and(|(_, score)| Some(*score) == best)
    }))
}
