//! One game of a match.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use melee_search::{Limits, Watch};
use serde::{Deserialize, Serialize};

use super::plan::{Entrant, OpenMatch, Pairing};
use crate::facade::{ArenaError, Position, Thinker};
use crate::program::{Offence, Program, Verdict};
use crate::{Stopwatch, ThinkReport};

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// By the rules.
    Finished,
    /// By the cap on plies.
    Capped,
    /// A program lost it by what it did; see the verdict.
    Forfeit,
    /// It could not be played on; it does not count.
    Failed,
}

impl Ending {
    /// As it stands in tables.
    pub fn name(self) -> &'static str {
        match self {
            Ending::Finished => "finished",
            Ending::Capped => "capped",
            Ending::Forfeit => "forfeit",
            Ending::Failed => "failed",
        }
    }
}

/// A move that was played, for those who ask for all of them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The seat that moved, from 0.
    pub seat: usize,
    /// What it played.
    pub mv: String,
    /// What it thought of it.
    pub value: i64,
    /// How deep it looked.
    pub depth: u32,
    /// How many nodes.
    pub nodes: u64,
    /// How long, in millionths of a second.
    pub micros: u64,
}

/// A game that was played. All but the times depends only on the plan and the number, unless a limit is a
/// time.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayedGame {
    /// Its number.
    pub number: u64,
    /// Its block.
    pub block: u64,
    /// Which algorithm sat where.
    pub seating: Vec<usize>,
    /// The start, if it was not the game's own.
    pub start: Option<String>,
    /// All moves, the random ones first.
    pub moves: Vec<String>,
    /// What each seat got.
    pub points: Vec<f64>,
    /// The rank of each seat, from 1.
    pub ranks: Vec<u8>,
    /// How it ended.
    pub ending: Ending,
    /// Why it could not be played on.
    pub failure: Option<String>,
    /// Who lost it by other means than the rules, and why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// For each seat its moves, and the sums of their depths, nodes and millionths of a second.
    pub work: Vec<SeatWork>,
    /// Every move, if asked for.
    pub records: Vec<MoveRecord>,
    /// The time for everything, searches and all else, in millionths of a second.
    pub micros: u64,
}

/// What a seat did in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SeatWork {
    /// Its moves.
    pub moves: u64,
    /// The sum of their depths.
    pub depths: u64,
    /// All nodes.
    pub nodes: u64,
    /// All the time.
    pub micros: u64,
}

impl PlayedGame {
    /// A number that equal games share.
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.start, &self.moves).hash(&mut hasher);
        hasher.finish()
    }

    /// Does it count?
    pub fn counts(&self) -> bool {
        self.ending != Ending::Failed
    }

    /// The points of an algorithm, over all seats it had.
    pub fn points_of(&self, algorithm: usize) -> f64 {
        let seats = self.seating.iter().zip(&self.points);
        let own = seats.filter(|(seat, _)| **seat == algorithm);
        own.map(|(_, points)| points).sum()
    }
}

/// Plays a game. What goes wrong in it, even a panic, ends this game and no other.
pub fn play_game(open: &OpenMatch, pairing: &Pairing, keep_moves: bool) -> PlayedGame {
    let begin = Instant::now();
    let seats = pairing.seating.len();
    let mut game = PlayedGame {
        number: pairing.number,
        block: pairing.block,
        seating: pairing.seating.clone(),
        start: pairing.start.clone(),
        moves: Vec::new(),
        points: vec![0.0; seats],
        ranks: vec![1; seats],
        ending: Ending::Failed,
        failure: None,
        verdict: None,
        work: vec![SeatWork::default(); seats],
        records: Vec::new(),
        micros: 0,
    };
    let played = catch_unwind(AssertUnwindSafe(|| {
        play(open, pairing, keep_moves, &mut game)
    }));
    game.failure = match played {
        Ok(Ok(())) => None,
        Ok(Err(error)) => Some(error.to_string()),
        Err(_) => Some("the program panicked".to_string()),
    };
    if game.failure.is_some() {
        game.ending = Ending::Failed;
    }
    game.micros = begin.elapsed().as_micros() as u64;
    game
}

/// Who makes the moves of a seat.
enum Mover {
    Search(Box<dyn Thinker>),
    Program(Box<Program>),
}

/// Why a game ends before its time.
enum Stop {
    Failure(ArenaError),
    Offence(usize, Offence),
}

impl From<ArenaError> for Stop {
    fn from(error: ArenaError) -> Self {
        Stop::Failure(error)
    }
}

fn play(
    open: &OpenMatch,
    pairing: &Pairing,
    keep_moves: bool,
    game: &mut PlayedGame,
) -> Result<(), ArenaError> {
    let table = open.table_of(pairing.block);
    let mut position = table.position(None, pairing.start.as_deref(), &[])?;
    let start = position.boxed_clone();
    play_random_plies(open, position.as_mut(), pairing.opening_seed)?;
    let played = play_on(
        open,
        pairing,
        keep_moves,
        game,
        start.as_ref(),
        position.as_mut(),
    );
    game.moves = position.plies();
    let seats = pairing.seating.len();
    match played {
        Err(Stop::Failure(error)) => return Err(error),
        Err(Stop::Offence(seat, offence)) => {
            // The game is lost for him; the others share it.
            game.ending = Ending::Forfeit;
            game.points = vec![1.0 / (seats - 1) as f64; seats];
            game.points[seat] = 0.0;
            game.ranks[seat] = seats as u8;
            game.verdict = Some(Verdict {
                seat,
                fault: offence.fault,
                detail: offence.detail,
            });
        }
        Ok(()) => {
            if let Some(outcome) = position.outcome() {
                game.ending = Ending::Finished;
                game.points = outcome.all_points();
                game.ranks = outcome.ranks().to_vec();
            } else {
                game.ending = Ending::Capped;
                game.points = vec![1.0 / seats as f64; seats];
            }
        }
    }
    Ok(())
}

/// Lets the players play from here.
fn play_on(
    open: &OpenMatch,
    pairing: &Pairing,
    keep_moves: bool,
    game: &mut PlayedGame,
    start: &dyn Position,
    position: &mut dyn Position,
) -> Result<(), Stop> {
    let mut movers = Vec::new();
    for seat in 0..pairing.seating.len() {
        movers.push(mover(open, pairing, seat, start)?);
    }
    let mut plies = 0;
    while let Some(player) = position.to_move() {
        if plies == open.plan.ply_cap {
            break;
        }
        let seat = player.index();
        let limits = open.plan.players_in[pairing.seating[seat]].limits();
        let report = match &mut movers[seat] {
            Mover::Search(thinker) => think(thinker.as_mut(), position, limits)?,
            Mover::Program(program) => program
                .choose(position, limits)
                .map_err(|offence| Stop::Offence(seat, offence))?,
        };
        let work = &mut game.work[seat];
        work.moves += 1;
        work.depths += u64::from(report.depth);
        work.nodes += report.counts.nodes;
        work.micros += report.elapsed.as_micros() as u64;
        if keep_moves {
            game.records.push(record_of(seat, &report));
        }
        position.play(&report.best_move)?;
        open.tell_move(pairing, position)?;
        plies += 1;
    }
    for mover in movers {
        if let Mover::Program(program) = mover {
            program.end();
        }
    }
    Ok(())
}

fn mover(
    open: &OpenMatch,
    pairing: &Pairing,
    seat: usize,
    start: &dyn Position,
) -> Result<Mover, Stop> {
    let table = open.table_of(pairing.block);
    let seed = pairing.seed.wrapping_add(seat as u64);
    match &open.entrants[pairing.seating[seat]] {
        Entrant::Search(spec) => Ok(Mover::Search(table.thinker(spec, seed)?)),
        Entrant::Program(command) => {
            let started = Program::start(command, table.game(), open.patience);
            let begun = started.and_then(|mut program| {
                let from = open.has_own_start().then_some(start);
                program.begin(seed, from).map(|()| program)
            });
            let program = begun.map_err(|offence| Stop::Offence(seat, offence))?;
            Ok(Mover::Program(Box::new(program)))
        }
    }
}

fn think(
    thinker: &mut dyn Thinker,
    position: &dyn Position,
    limits: Limits,
) -> Result<ThinkReport, ArenaError> {
    let (clock, stop) = (
        Stopwatch::start(),
        std::sync::atomic::AtomicBool::new(false),
    );
    thinker.think(position, limits, Watch::new(&clock, &stop), &mut |_| {})
}

fn record_of(seat: usize, report: &ThinkReport) -> MoveRecord {
    MoveRecord {
        seat,
        mv: report.best_move.clone(),
        value: i64::from(report.value),
        depth: report.depth,
        nodes: report.counts.nodes,
        micros: report.elapsed.as_micros() as u64,
    }
}

fn play_random_plies(
    open: &OpenMatch,
    position: &mut dyn Position,
    seed: u64,
) -> Result<(), ArenaError> {
    for ply in 0..open.plan.random_plies {
        let moves = position.moves();
        if moves.is_empty() {
            break;
        }
        let lot = melee_core::zobrist::mix(seed.wrapping_add(u64::from(ply)));
        position.play(&moves[(lot % moves.len() as u64) as usize])?;
    }
    Ok(())
}
