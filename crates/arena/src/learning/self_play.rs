//! One game of self-play, and what is kept of it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use melee::core::net::seen_by;
use melee::core::zobrist::mix;
use melee::core::{Rng, seeded_rng};
use melee::{Engine, Limits, OpenGame, Player, Position, Spec, Task, Watch, share_of_mover, standing_shares};

use super::{DataError, OpenPlan};
use crate::tournament::play_random_plies;

/// A position with what came of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    pub game: u32,
    pub ply: u16,
    /// The best move is not one that changes the evaluation violently.
    pub is_quiet: bool,
    /// The mover's share by the search that chose the move, in millionths; none if the move was drawn.
    pub value: Option<i32>,
    /// Everybody's points from the mover on.
    pub points: Vec<f64>,
    /// What the evaluation made by hand says of everybody, from the mover on.
    pub by_hand: Vec<i32>,
    /// The active inputs as the mover sees them, ascending.
    pub inputs: Vec<usize>,
}

/// The searches of a thread; their memory is laid out once for each board.
#[derive(Default)]
pub(super) struct Players {
    /// The board they sit at, by its number.
    board: Option<(u64, OpenGame)>,
    engines: HashMap<Spec, Engine>,
}

impl Players {
    /// Takes them to the board of a game.
    fn sit_down(&mut self, open: &OpenPlan, game: u64) -> Result<OpenGame, DataError> {
        let number = open.plan.board_of(game);
        if let Some((_, board)) = self.board.as_ref().filter(|(known, _)| *known == number) {
            return Ok(board.clone());
        }
        let board = if number == 0 { open.game.clone() } else { open.plan.board(number, &open.registry)? };
        self.engines.clear();
        self.board = Some((number, board.clone()));
        Ok(board)
    }
}

impl OpenPlan {
    /// Plays a game; `None` if it is to stop.
    pub(super) fn play(
        &self,
        number: u64,
        players: &mut Players,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Sample>>, DataError> {
        let (plan, board) = (&self.plan, players.sit_down(self, number)?);
        let engines = &mut players.engines;
        let seed = mix(plan.seed ^ mix(number));
        let mut rng = seeded_rng(seed);
        let mut draw = |choices: u64| rng.next_u64() % choices.max(1);
        let mut position = board.opening()?;
        play_random_plies(draw(u64::from(plan.random_plies) + 1) as u32, &mut position, mix(seed));
        let seats: Vec<(&Spec, u64)> = (0..board.players())
            .map(|_| {
                let spec = &plan.seats[draw(plan.seats.len() as u64) as usize];
                (spec, u64::from(plan.blunders_permille) * draw(3) / 2)
            })
            .collect();
        for (spec, _) in &seats {
            match engines.get_mut(spec) {
                Some(engine) => engine.forget(seed),
                None => drop(engines.insert((*spec).clone(), board.seeded_engine(*spec, seed)?)),
            }
        }
        let mut samples: Vec<(Player, Sample)> = Vec::new();
        for ply in 0..plan.ply_cap {
            let Some(mover) = position.to_move() else { break };
            let (spec, blunders) = seats[mover.index()];
            let is_kept = draw(1000) < u64::from(plan.keep_permille);
            let inputs = if is_kept { position.active_inputs(mover) } else { Vec::new() };
            let by_hand = position.scores_by_hand();
            let value = if draw(1000) < blunders {
                let moves = position.count_moves() as u64;
                position.play_nth(draw(moves) as usize);
                None
            } else {
                let engine = engines.get_mut(spec).expect("seated above");
                let scores = position.scores();
                let task = Task::new(Limits::nodes(plan.nodes)).watch(Watch::new().stopping_on(stop));
                let report = engine.take_turn(&mut position, task)?;
                Some((share_of_mover(&report, scores) * 1e6).round() as i32)
            };
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            if is_kept {
                let is_quiet = !position.was_noisy();
                let count = board.players();
                let by_hand = seen_by(&by_hand, mover, count)[..count].to_vec();
                let (game, ply, points) = (number as u32, ply as u16, Vec::new());
                let sample = Sample { game, ply, is_quiet, value, points, by_hand, inputs };
                samples.push((mover, sample));
            }
        }
        let points = points_of(&position);
        let with_points = samples.into_iter().map(|(mover, sample)| {
            let mut points = points.clone();
            points.rotate_left(mover.index());
            Sample { points, ..sample }
        });
        Ok(Some(with_points.collect()))
    }
}

/// Everybody's points; those of a game that was broken off are shared out by the game's own evaluation.
fn points_of(position: &Position) -> Vec<f64> {
    match position.outcome() {
        Some(outcome) => outcome.all_points(),
        None => standing_shares(position),
    }
}
