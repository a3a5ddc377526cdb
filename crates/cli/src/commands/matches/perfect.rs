//! How often the algorithms of a match played a perfect move, where the game can be solved.

use melee_arena::tournament::{MatchPlan, OpenMatch, PlayedGame};
use melee_core::{Notation, PlayableGame};
use melee_games::connect4::Connect4;
use melee_solve::connect4::{self, Settings, Solver};

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

/// Solves the positions of all games from the thirteenth ply on, or from where chance had its last move.
pub(super) fn rates(
    plan: &MatchPlan,
    open: &OpenMatch,
    games: &[PlayedGame],
) -> anyhow::Result<Vec<Rate>> {
    let game = Connect4::with_options(&melee_arena::GameOptions {
        size: plan.size.clone(),
        ..melee_arena::GameOptions::default()
    })
    .map_err(|error| anyhow::anyhow!("connect4: {error}"))?;
    let mut solver = Solver::new(game.width(), game.height(), Settings::default())?;
    let first_ply = FIRST_PLY.max(plan.random_plies as usize);
    let mut rates = vec![Rate::default(); open.entrants.len()];
    let mut progress = Progress::new();
    for (done, played) in games.iter().filter(|g| g.counts()).enumerate() {
        progress.show(&format!("solving game {} of {}", done + 1, games.len()));
        let Some((early, late)) = played.moves.split_at_checked(first_ply) else {
            continue;
        };
        if late.is_empty() {
            continue;
        }
        let setup = game.parse_position(&early.concat())?;
        let start = connect4::Position::new(&game, &setup.state(&game))?;
        let columns = late.iter().filter_map(|mv| mv.parse::<usize>().ok());
        let columns: Vec<usize> = columns.map(|column| column - 1).collect();
        let review = solver.review(&start, &columns);
        for (ply, reviewed) in review.plies.iter().enumerate() {
            let rate = &mut rates[played.seating[(first_ply + ply) % 2]];
            rate.moves += 1;
            rate.perfect += u64::from(reviewed.is_perfect());
        }
    }
    Ok(rates)
}
