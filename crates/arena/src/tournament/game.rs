//! One game of a match.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use melee::{EngineSeat, Error, Fault, Offence, Position, Report, Seat, SeatError, Task, Watch, Who};
use serde::{Deserialize, Serialize};

use super::moves::MoveList;
use super::plan::{OpenMatch, Pairing};
use super::processor::ProcessorClock;
use crate::program::{ProgramCommand, ProgramSeat};

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

/// Why a game was lost by other means than the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Forfeit {
    /// The seat that lost it, from 0.
    pub seat: usize,
    /// The kind of its fault.
    pub fault: Fault,
    pub detail: String,
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
    pub nodes: u64,
    /// How long, in millionths of a second.
    pub micros: u64,
}

/// A game that was played. All but the times depends only on the plan and the number, unless a limit is a
/// time.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayedGame {
    pub number: u64,
    pub block: u64,
    /// Which algorithm sat where.
    pub seating: Vec<usize>,
    /// The start, if it was not the game's own.
    pub start: Option<String>,
    /// All moves, the random ones first.
    pub moves: MoveList,
    /// What each seat got.
    pub points: Vec<f64>,
    /// The rank of each seat, from 1.
    pub ranks: Vec<u8>,
    pub ending: Ending,
    /// Why it could not be played on.
    pub failure: Option<String>,
    /// Who lost it by other means than the rules, and why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Forfeit>,
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
    pub moves: u64,
    /// The sum of their depths.
    pub depths: u64,
    pub nodes: u64,
    /// All the time.
    pub micros: u64,
}

impl SeatWork {
    /// Adds the work of other games.
    pub(super) fn add(&mut self, other: &SeatWork) {
        self.moves += other.moves;
        self.depths += other.depths;
        self.nodes += other.nodes;
        self.micros += other.micros;
    }
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

    /// The mean points of a seat of an algorithm.
    pub fn mean_points_of(&self, algorithm: usize) -> f64 {
        self.points_of(algorithm) / self.seats_of(algorithm)
    }

    /// The mean rank of an algorithm over the seats it had.
    pub fn mean_rank_of(&self, algorithm: usize) -> f64 {
        let seats = self.seating.iter().zip(&self.ranks);
        let own = seats.filter(|(seat, _)| **seat == algorithm);
        own.map(|(_, &rank)| f64::from(rank)).sum::<f64>() / self.seats_of(algorithm)
    }

    fn seats_of(&self, algorithm: usize) -> f64 {
        self.seating.iter().filter(|&&seat| seat == algorithm).count() as f64
    }
}

/// The players of a thread between two games. Their memory is laid out once; in a new game they begin
/// as if they were new.
#[derive(Default)]
pub struct Bench {
    idle: Vec<(Reserved, Box<dyn Seat>)>,
}

/// For which player of which game a seat is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Reserved {
    entrant: usize,
    start: u64,
}

impl Bench {
    fn take(&mut self, reserved: Reserved) -> Option<Box<dyn Seat>> {
        let place = self.idle.iter().position(|(kept, _)| *kept == reserved)?;
        Some(self.idle.swap_remove(place).1)
    }
}

/// Plays a game. What goes wrong in it, even a panic, ends this game and no other.
pub fn play_game(open: &OpenMatch, pairing: &Pairing, keep_moves: bool, bench: &mut Bench) -> PlayedGame {
    let begin = Instant::now();
    let seats = pairing.seating.len();
    let mut game = PlayedGame {
        number: pairing.number,
        block: pairing.block,
        seating: pairing.seating.clone(),
        start: pairing.start.clone(),
        moves: MoveList::default(),
        points: vec![0.0; seats],
        ranks: vec![1; seats],
        ending: Ending::Failed,
        failure: None,
        verdict: None,
        work: vec![SeatWork::default(); seats],
        records: Vec::new(),
        micros: 0,
    };
    let played = catch_unwind(AssertUnwindSafe(|| play(open, pairing, keep_moves, bench, &mut game)));
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

/// Why a game ends before its time.
enum Stop {
    Failure(Error),
    Offence(usize, Offence),
}

impl Stop {
    fn of(seat: usize) -> impl Fn(SeatError) -> Stop {
        move |error| match error {
            SeatError::Failed(error) => Stop::Failure(error),
            SeatError::Fault(offence) => Stop::Offence(seat, offence),
        }
    }
}

fn play(
    open: &OpenMatch,
    pairing: &Pairing,
    keep_moves: bool,
    bench: &mut Bench,
    game: &mut PlayedGame,
) -> Result<(), Error> {
    let mut position = open.opening(pairing.block, pairing.start.as_deref())?;
    let start = position.clone();
    let random_plies = open.plan.random_plies;
    play_random_plies(random_plies, &mut position, pairing.opening_seed);
    let played = play_on(open, pairing, keep_moves, bench, game, &start, &mut position);
    game.moves = position.plies().into_iter().collect();
    let seats = pairing.seating.len();
    match played {
        Err(Stop::Failure(error)) => return Err(error),
        // Nobody waits for a program any more: what looks like its fault is ours.
        Err(Stop::Offence(..)) if open.is_stopped() => return Err(Error::Stopped),
        Err(Stop::Offence(seat, offence)) => {
            // The game is lost for him; the others share it.
            game.ending = Ending::Forfeit;
            game.points = vec![1.0 / (seats - 1) as f64; seats];
            game.points[seat] = 0.0;
            game.ranks[seat] = seats as u8;
            game.verdict = Some(Forfeit { seat, fault: offence.fault, detail: offence.detail });
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
    bench: &mut Bench,
    game: &mut PlayedGame,
    start: &Position,
    position: &mut Position,
) -> Result<(), Stop> {
    let mut seats = Vec::new();
    for seat in 0..pairing.seating.len() {
        let mut player = seated(open, pairing, seat, bench).map_err(Stop::Failure)?;
        let seed = pairing.seed.wrapping_add(seat as u64);
        player.begin(start, seed).map_err(Stop::of(seat))?;
        seats.push(player);
    }
    let mut plies = 0;
    while let Some(player) = position.to_move() {
        if plies == open.plan.ply_cap {
            break;
        }
        let seat = player.index();
        let task = Task::new(open.plan.entrants[pairing.seating[seat]].limits);
        let processor = open.plan.by_processor.then(ProcessorClock::start);
        let watch = Watch::new().stopping_on(&open.stop);
        let watch = processor.as_ref().map_or(watch, |clock| watch.by_clock(clock));
        let task = task.watch(watch);
        let turn = seats[seat].take_turn(position, task);
        let report = turn.map_err(Stop::of(seat))?;
        // A search that was stopped has played what it had.
        if open.is_stopped() {
            return Err(Stop::Failure(Error::Stopped));
        }
        let work = &mut game.work[seat];
        work.moves += 1;
        work.depths += u64::from(report.depth);
        work.nodes += report.counts.nodes;
        work.micros += report.elapsed.as_micros() as u64;
        if keep_moves {
            game.records.push(record_of(seat, &report));
        }
        open.tell_move(pairing, position);
        plies += 1;
    }
    for (seat, mut player) in seats.into_iter().enumerate() {
        player.end();
        bench.idle.push((reserved(open, pairing, seat), player));
    }
    Ok(())
}

fn reserved(open: &OpenMatch, pairing: &Pairing, seat: usize) -> Reserved {
    Reserved { entrant: pairing.seating[seat], start: open.start_of(pairing.block) }
}

/// Who sits there: somebody from the bench, or somebody new.
fn seated(open: &OpenMatch, pairing: &Pairing, seat: usize, bench: &mut Bench) -> Result<Box<dyn Seat>, Error> {
    if let Some(idle) = bench.take(reserved(open, pairing, seat)) {
        return Ok(idle);
    }
    let game = open.game_of(pairing.block);
    let seed = pairing.seed.wrapping_add(seat as u64);
    match &open.plan.entrants[pairing.seating[seat]].who {
        Who::Search(spec) => Ok(Box::new(EngineSeat::new(game, spec, seed)?)),
        Who::Program(command) => {
            let command = ProgramCommand::parse(command).expect("checked when the match was opened");
            let tells_start = open.has_own_start();
            let seat = ProgramSeat::new(command, open.patience, tells_start);
            Ok(Box::new(seat.stopping_on(open.stop.clone())))
        }
        Who::Person => unreachable!("refused when the match was opened"),
    }
}

fn record_of(seat: usize, report: &Report) -> MoveRecord {
    MoveRecord {
        seat,
        mv: report.best().mv.clone(),
        value: i64::from(report.value),
        depth: report.depth,
        nodes: report.counts.nodes,
        micros: report.elapsed.as_micros() as u64,
    }
}

/// Plays random moves; the seed decides which.
pub(crate) fn play_random_plies(plies: u32, position: &mut Position, seed: u64) {
    for ply in 0..plies {
        let moves = position.count_moves() as u64;
        let lot = melee::core::zobrist::mix(seed.wrapping_add(u64::from(ply)));
        if moves == 0 || !position.play_nth((lot % moves) as usize) {
            break;
        }
    }
}
