//! The strongest settings of a search, found by matches at equal time.
//!
//! A [`SettingsSearch`] climbs: whatever the searches say of themselves that may be stronger than the champion (other
//! algorithms, and [values near](melee::OpenGame::neighbours) those of its options) plays against it until a sequential
//! test knows, and whoever is better is the champion from then on. Every change is tried once. In the end the last
//! champion meets the first on openings of their own: the tests have chosen him for his luck too, and this match has not.
//!
//! Everything follows from the shares of the blocks, which a journal keeps: a search that was killed goes on where it was.

mod candidates;
mod report;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use melee::core::zobrist::mix;
use melee::{Limits, OpenGame, Registry, SeatSpec, Spec, Who};
use serde::{Deserialize, Serialize};

use self::candidates::Candidate;
pub use self::report::as_markdown;
use super::TuneError;
use super::log::Log;
use crate::statistics::{Decision, Interval, SequentialTest, share_interval};
use crate::tournament::{Bench, MatchPlan, OpenMatch, PlayedGame, block_shares, play_game};
use crate::workers::do_all;

/// A search for settings. The order of its parts is that of the file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SettingsPlan {
    /// The match: openings, ply cap, seed; who plays in it is set for every test.
    pub base: MatchPlan,
    /// Where it begins: a champion for every limit.
    pub champions: Vec<SeatSpec>,
    /// Other algorithms are tried too.
    pub algorithms: bool,
    /// Only these options are tried; all if there are none.
    pub options: Vec<String>,
    /// What is tried first, beyond what searches say of themselves.
    pub also: Vec<String>,
    /// The difference of shares that is looked for.
    pub difference: f64,
    /// A test that is not decided after so many blocks has found nothing.
    pub blocks: u64,
    /// Blocks of the match between the last champion and the first.
    pub confirming: u64,
    /// Time is processor time.
    pub by_processor: bool,
}

/// A test finds a difference where there is none one time in a hundred: there are many tests.
const ALPHA: f64 = 0.01;
/// And it misses one time in ten what is there.
const BETA: f64 = 0.1;

/// What a test has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TestResult {
    /// The candidate is the champion from now on.
    Better,
    NotBetter,
    /// Still neither after the last block.
    Undecided,
    /// It was not finished.
    Unfinished,
    /// It makes the same moves at the same cost: nothing was played.
    Same,
    /// The game or the search does not take it.
    Refused,
    /// The last champion against the first: it decides nothing.
    Confirmation,
}

impl TestResult {
    /// As it stands in tables.
    pub fn name(self) -> &'static str {
        match self {
            TestResult::Better => "better",
            TestResult::NotBetter => "not better",
            TestResult::Undecided => "undecided",
            TestResult::Unfinished => "unfinished",
            TestResult::Same => "the same moves",
            TestResult::Refused => "refused",
            TestResult::Confirmation => "confirmation",
        }
    }
}

/// A block of games, as it stands in the file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Block {
    candidate: SeatSpec,
    champion: SeatSpec,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    confirms: bool,
    /// The candidate's.
    share: f64,
    games: u64,
}

/// A candidate against a champion.
#[derive(Clone, PartialEq, Debug)]
pub struct Test {
    pub candidate: SeatSpec,
    pub champion: SeatSpec,
    /// The candidate's shares of the blocks.
    pub shares: Vec<f64>,
    pub games: u64,
    pub verdict: TestResult,
}

impl Test {
    /// The candidate's share and its 95 % interval over blocks.
    pub fn share(&self) -> (f64, Interval) {
        let share = self.shares.iter().sum::<f64>() / (self.shares.len() as f64).max(1.0);
        (share, share_interval(&self.shares, share * self.games as f64, self.games))
    }
}

/// A search for settings under way.
pub struct SettingsSearch {
    registry: Registry,
    plan: SettingsPlan,
    game: OpenGame,
    known: Vec<Block>,
    tests: Vec<Test>,
    /// For so many of the limits all was tried.
    climbed: usize,
    log: Option<Log>,
    threads: usize,
    /// When this becomes true, what is being played is broken off.
    pub stop: Arc<AtomicBool>,
}

/// Is told after every block and every test what has happened so far.
type OnEvent<'t> = dyn FnMut(&SettingsSearch) + 't;

impl SettingsSearch {
    /// Begins, or goes on where the file ends.
    pub fn open(
        registry: &Registry,
        plan: SettingsPlan,
        file: Option<&Path>,
        threads: usize,
    ) -> Result<Self, TuneError> {
        // Whatever the game or a champion has against it shows now.
        for champion in &plan.champions {
            plan.versus(champion, champion, false).open(registry)?;
        }
        let game = plan.base.open(registry)?.game;
        let known_options: Vec<&str> =
            game.algorithms().iter().flat_map(|info| info.options.iter().map(|option| option.name)).collect();
        if let Some(name) = plan.options.iter().find(|name| !known_options.contains(&name.as_str())) {
            return Err(TuneError::UnknownOption(name.clone()));
        }
        let (log, known) = match file {
            Some(file) => {
                let (log, known) = Log::open::<_, Block>(file, &plan)?;
                (Some(log), known)
            }
            None => (None, Vec::new()),
        };
        let (registry, tests) = (registry.clone(), Vec::new());
        Ok(SettingsSearch { registry, plan, game, known, tests, climbed: 0, log, threads, stop: Arc::default() })
    }

    pub fn plan(&self) -> &SettingsPlan {
        &self.plan
    }

    /// What was tried so far, the test under way last.
    pub fn tests(&self) -> &[Test] {
        &self.tests
    }

    /// The champions so far, one for each limit that has been begun.
    pub fn champions(&self) -> Vec<SeatSpec> {
        let mut champions = self.plan.champions.clone();
        for test in self.tests.iter().filter(|test| test.verdict == TestResult::Better) {
            if let Some(champion) = champions.iter_mut().find(|champion| champion.limits == test.candidate.limits) {
                *champion = test.candidate.clone();
            }
        }
        champions
    }

    /// Goes on to the end, or until it is to stop.
    pub fn run(&mut self, on_event: &mut OnEvent) -> Result<(), TuneError> {
        for first in self.plan.champions.clone() {
            let Some(last) = self.climb(first.clone(), on_event)? else { break };
            self.climbed += 1;
            if last != first && !self.is_stopped() {
                self.test(last, first, true, on_event)?;
            }
            if self.is_stopped() {
                break;
            }
        }
        Ok(())
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Tries whatever may be stronger; gives who is the champion in the end, if it was not stopped before.
    fn climb(&mut self, mut champion: SeatSpec, on_event: &mut OnEvent) -> Result<Option<SeatSpec>, TuneError> {
        let mut tried: Vec<Candidate> = Vec::new();
        while let Some(candidate) = self.next_candidate(&champion, &tried)? {
            let seat = SeatSpec::search(candidate.applied_to(spec_of(&champion)), champion.limits);
            tried.push(candidate);
            let verdict = match self.difference_of(&seat, &champion) {
                None => self.test(seat.clone(), champion.clone(), false, on_event)?,
                Some(verdict) => {
                    let (candidate, champion) = (seat.clone(), champion.clone());
                    self.tests.push(Test { candidate, champion, shares: Vec::new(), games: 0, verdict });
                    verdict
                }
            };
            if self.is_stopped() {
                return Ok(None);
            }
            if verdict == TestResult::Better {
                champion = seat;
            }
        }
        Ok(Some(champion))
    }

    /// Why a candidate need not be played, if it need not.
    fn difference_of(&self, candidate: &SeatSpec, champion: &SeatSpec) -> Option<TestResult> {
        let memory = |seat: &SeatSpec| self.game.check(spec_of(seat), seat.limits);
        match (memory(candidate), memory(champion)) {
            (Err(_), _) => Some(TestResult::Refused),
            (own, other) if own != other => None,
            _ => {
                let (own, other, limits) = (spec_of(candidate), spec_of(champion), champion.limits);
                candidates::search_alike(&self.game, own, other, limits).then_some(TestResult::Same)
            }
        }
    }

    /// Plays until it is known who is better, the blocks of the file first.
    fn test(
        &mut self,
        candidate: SeatSpec,
        champion: SeatSpec,
        confirms: bool,
        on_event: &mut OnEvent,
    ) -> Result<TestResult, TuneError> {
        let mut open = self.plan.versus(&candidate, &champion, confirms).open(&self.registry)?;
        open.stop = self.stop.clone();
        let is_of_test = |b: &&Block| (&b.candidate, &b.champion, b.confirms) == (&candidate, &champion, confirms);
        let known: Vec<Block> = self.known.iter().filter(is_of_test).cloned().collect();
        self.tests.push(Test {
            shares: known.iter().map(|block| block.share).collect(),
            games: known.iter().map(|block| block.games).sum(),
            candidate,
            champion,
            verdict: TestResult::Unfinished,
        });
        let most = if confirms { self.plan.confirming } else { self.plan.blocks };
        if self.judge(confirms, most) == TestResult::Unfinished {
            self.play_blocks(&open, confirms, most, on_event)?;
        }
        let verdict = if self.is_stopped() { TestResult::Unfinished } else { self.judge(confirms, most) };
        self.last_test().verdict = verdict;
        on_event(self);
        Ok(verdict)
    }

    fn last_test(&mut self) -> &mut Test {
        self.tests.last_mut().expect("a test is under way")
    }

    /// What the blocks of the test under way say.
    fn judge(&self, confirms: bool, most: u64) -> TestResult {
        let shares = &self.tests.last().expect("a test is under way").shares;
        let is_last = shares.len() as u64 >= most;
        if confirms {
            return if is_last { TestResult::Confirmation } else { TestResult::Unfinished };
        }
        let differences: Vec<f64> = shares.iter().map(|share| 2.0 * share - 1.0).collect();
        let test = SequentialTest { difference: self.plan.difference, alpha: ALPHA, beta: BETA };
        match test.decide(&differences) {
            Decision::Better => TestResult::Better,
            Decision::NotBetter => TestResult::NotBetter,
            Decision::Continue if is_last => TestResult::Undecided,
            Decision::Continue => TestResult::Unfinished,
        }
    }

    /// Plays the blocks that are missing one after the other, the games of several at a time.
    fn play_blocks(
        &mut self,
        open: &OpenMatch,
        confirms: bool,
        most: u64,
        on_event: &mut OnEvent,
    ) -> Result<(), TuneError> {
        let len = open.block_len() as u64;
        let first = self.last_test().shares.len() as u64;
        let numbers: Vec<u64> = (first * len..most * len).collect();
        let mut waiting: BTreeMap<u64, Vec<PlayedGame>> = BTreeMap::new();
        let play = |&number: &u64, bench: &mut Bench| play_game(open, &open.pairing(number), false, bench);
        let threads = self.threads;
        do_all(&numbers, threads, play, &mut |games| -> Result<bool, TuneError> {
            for game in games {
                waiting.entry(game.block).or_default().push(game);
            }
            // In their order, so that a file goes on where the last whole block ended.
            while let Some(next) = waiting.first_entry()
                && *next.key() == self.last_test().shares.len() as u64
                && next.get().len() as u64 == len
                && self.judge(confirms, most) == TestResult::Unfinished
            {
                if open.is_stopped() {
                    return Ok(false);
                }
                self.note(&next.remove(), confirms)?;
                on_event(self);
            }
            Ok(self.judge(confirms, most) == TestResult::Unfinished && !open.is_stopped())
        })
    }

    fn note(&mut self, games: &[PlayedGame], confirms: bool) -> Result<(), TuneError> {
        if let Some(failed) = games.iter().find_map(|game| game.failure.as_ref()) {
            return Err(TuneError::Failed(failed.clone()));
        }
        let share = block_shares(games, games.len(), 0).into_iter().next().expect("the block is whole");
        let (count, test) = (games.len() as u64, self.last_test());
        test.shares.push(share);
        test.games += count;
        let (candidate, champion) = (test.candidate.clone(), test.champion.clone());
        match &mut self.log {
            Some(log) => log.write(&Block { candidate, champion, confirms, share, games: count }),
            None => Ok(()),
        }
    }
}

impl SettingsPlan {
    /// A match of a candidate and a champion; the confirmation has openings that no test has seen.
    fn versus(&self, candidate: &SeatSpec, champion: &SeatSpec, confirms: bool) -> MatchPlan {
        let seed = if confirms { mix(self.base.seed ^ 0x636f_6e66) } else { self.base.seed };
        let plan = MatchPlan { entrants: vec![candidate.clone(), champion.clone()], seed, ..self.base.clone() };
        if self.by_processor { plan.timed_by_processor() } else { plan }
    }

    /// The limits it is about.
    pub fn limits(&self) -> Vec<Limits> {
        self.champions.iter().map(|champion| champion.limits).collect()
    }
}

fn spec_of(seat: &SeatSpec) -> &Spec {
    match &seat.who {
        Who::Search(spec) => spec,
        Who::Person | Who::Program(_) => unreachable!("only searches are tuned"),
    }
}
