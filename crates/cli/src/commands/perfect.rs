//! An opponent who never errs, where a game can be solved.

use anyhow::{Context, bail};
use melee_arena::{GameOptions, Position, Table};
use melee_core::{Notation, PlayableGame};
use melee_games::connect4::Connect4;
use melee_solve::connect4::{self, Goal, Settings, Solver};

use super::solve::watched;

/// The name of the seat.
pub(crate) const PERFECT: &str = "perfect";

/// Plays a best move in every position: it wins as soon as it can and loses as late as it can.
pub(crate) struct Perfect {
    game: Connect4,
    solver: Solver,
}

impl Perfect {
    /// Sits down at a table; the board size as given.
    pub(crate) fn new(table: &dyn Table, size: Option<&str>) -> anyhow::Result<Self> {
        if table.game() != "connect4" {
            bail!("--seat {PERFECT}: only connect4 can be solved");
        }
        let game = Connect4::with_options(&GameOptions {
            size: size.map(str::to_string),
            ..GameOptions::default()
        })
        .map_err(|error| anyhow::anyhow!("connect4: {error}"))?;
        let settings = Settings {
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            ..Settings::default()
        };
        let mut solver = Solver::new(game.width(), game.height(), settings)
            .with_context(|| format!("--seat {PERFECT}"))?;
        solver.use_shipped_book();
        Ok(Perfect { game, solver })
    }

    /// A best move, and the score.
    pub(crate) fn choose(&mut self, position: &dyn Position) -> anyhow::Result<(String, i32)> {
        let setup = self.game.parse_position(&position.text())?;
        let position = connect4::Position::new(&self.game, &setup.state(&self.game))?;
        let (column, score) = watched(&mut self.solver, "solving: ", |solver| {
            let score = solver.score(&position, Goal::Score);
            (solver.best_column(&position, score), score)
        });
        let column = column.context("connect4: no column is left")?;
        Ok(((column + 1).to_string(), score))
    }
}
