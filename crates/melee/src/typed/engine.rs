//! An engine of a known game behind its object.

use std::sync::Arc;

use melee_core::PlayableGame;
use melee_search::{
    Engine as TypedEngine, ExactScores, Limits, Pace, Ply, Report as TypedReport, SearchError, Spec, Watch,
};

use super::{TypedPosition, refused, unreadable};
use crate::engine::AnyEngine;
use crate::position::AnyPosition;
use crate::search_tree::{self, SearchTree};
use crate::{Error, Position, Report, Task};

pub(super) struct GameEngine<G: PlayableGame> {
    pub(super) engine: TypedEngine<G, G::Knowledge>,
    /// What chances follow from its scores by.
    pub(super) chance_scale: Option<f64>,
}

impl<G: PlayableGame> GameEngine<G> {
    /// Is the position one of the engine's own game, with the same parameters?
    fn is_of_game(&self, position: &TypedPosition<G>) -> bool {
        let (own, other) = (self.engine.game(), position.history.game());
        Arc::ptr_eq(own, other) || own == other
    }

    /// The typed position, if it is of the engine's game.
    fn own<'p>(&self, position: &'p Position) -> Result<&'p TypedPosition<G>, Error> {
        let typed = position.as_any().downcast_ref();
        let own = typed.filter(|position| self.is_of_game(position));
        own.ok_or(Error::OtherGame { game: G::NAME })
    }

    fn run(&mut self, position: &TypedPosition<G>, task: Task) -> Result<TypedReport<G::Move>, Error> {
        let (game, state) = (position.rules(), position.state());
        if position.history.is_over() {
            return Err(refused::<G>(SearchError::GameOver));
        }
        let mut moves = Vec::with_capacity(task.moves.len());
        for mv in &task.moves {
            moves.push(game.parse_move(state, mv).map_err(unreadable::<G>)?);
        }
        self.engine.recall(position.history.keys());
        let standstill = if task.is_study() { 0 } else { position.history.standstill() };
        self.engine.note_standstill(standstill, position.history.len());
        let watch = task.watch.unwrap_or_default();
        let history = &position.history;
        let backwards = (0..history.len()).rev();
        let root = game.to_move(state);
        self.engine.study_opponents(root, &mut backwards.map(|ply| (history.before(ply), history.played()[ply])));
        let mut on_report = task.on_report;
        let chance_scale = self.chance_scale;
        let mut tell = |report: &TypedReport<G::Move>| {
            if let Some(on_report) = &mut on_report {
                on_report(&Report { chance_scale, ..as_text(game, state, report) });
            }
        };
        let report = self.engine.search_among(state, &moves, task.limits, watch, &mut tell).map_err(refused::<G>)?;
        Ok(TypedReport { chance_scale, ..report })
    }
}

impl<G: PlayableGame> AnyEngine for GameEngine<G> {
    fn spec(&self) -> &Spec {
        self.engine.spec()
    }

    fn evaluation(&self) -> &str {
        &self.engine.configuration().common.evaluation
    }

    fn pace(&self) -> Pace {
        self.engine.configuration().pace
    }

    fn check(&self, limits: Limits) -> Result<(), Error> {
        let checked = self.engine.configuration().limits(limits);
        checked.map(|_| ()).map_err(refused::<G>)
    }

    fn search(&mut self, position: &Position, task: Task) -> Result<Report, Error> {
        let position = self.own(position)?;
        let report = self.run(position, task)?;
        Ok(as_text(position.rules(), position.state(), &report))
    }

    fn take_turn(&mut self, position: &mut Position, task: Task) -> Result<Report, Error> {
        let own = self.own(position)?;
        let mut limits = Limits { lines: 1, ..task.limits };
        if limits.time.is_some() && self.pace() == Pace::ByDepth && own.count_moves() == 1 {
            // Who has no choice keeps nobody waiting.
            limits.depth = Some(1);
        }
        let report = self.run(own, Task { limits, ..task })?;
        let &Ply { player, mv } = report.best();
        let text = own.rules().move_text(own.state(), mv);
        let typed: Option<&mut TypedPosition<G>> = position.as_any_mut().downcast_mut();
        typed.expect("just looked at").history.push(mv);
        Ok(report.with_lines(&|_| vec![Ply { player, mv: text.clone() }]))
    }

    fn move_scores(&mut self, position: &Position, limits: Limits, watch: Watch) -> Result<ExactScores<String>, Error> {
        let position = self.own(position)?;
        let (game, state) = (position.rules(), position.state());
        let scores = self.engine.move_scores(state, limits, watch).map_err(refused::<G>)?;
        let in_text = |scores: Vec<(G::Move, i32)>| {
            let scores = scores.into_iter();
            scores.map(|(mv, score)| (game.move_text(state, mv), score)).collect()
        };
        Ok(scores.map(in_text))
    }

    fn record(&self, position: &Position, limits: Limits, most: usize, watch: Watch) -> Result<SearchTree, Error> {
        let position = self.own(position)?;
        let (game, start) = (position.rules(), position.state());
        if position.history.is_over() {
            return Err(refused::<G>(SearchError::GameOver));
        }
        let recorded = self.engine.record(start, limits, most, watch);
        let recorded = recorded.map_err(refused::<G>)?;
        Ok(search_tree::describe(game, self.spec(), start, &recorded))
    }

    fn minimal_leaves(&self, position: &Position, depth: u32, most: usize, watch: Watch) -> Result<Option<u64>, Error> {
        let position = self.own(position)?;
        self.engine.minimal_leaves(position.state(), depth, most, watch).map_err(refused::<G>)
    }

    fn forget(&mut self, seed: u64) {
        self.engine.forget(seed);
    }
}

/// A report with its moves in the game's notation.
fn as_text<G: PlayableGame>(game: &G, state: &G::State, report: &TypedReport<G::Move>) -> Report {
    report.with_lines(&|line| line_text(game, state.clone(), line))
}

/// A line in the game's notation, as far as the game goes; where the search skipped players the turn is handed on as it did.
pub(crate) fn line_text<G: PlayableGame>(game: &G, mut state: G::State, line: &[Ply<G::Move>]) -> Vec<Ply<String>> {
    let mut plies = Vec::new();
    for &Ply { player, mv } in line {
        if game.outcome(&state).is_some() {
            break;
        }
        if game.to_move(&state) != player {
            game.hand_turn_to(&mut state, player);
        }
        let text = game.move_text(&state, mv);
        plies.push(Ply { player, mv: text });
        game.play(&mut state, mv);
    }
    plies
}
