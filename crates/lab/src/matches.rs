//! Tables that are made of matches: one unit, one game.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use melee::{GameOptions, Registry, SeatSpec};
use melee_arena::tournament::{
    AlgorithmStanding, Bench, MatchError, MatchPlan, OpenMatch, PlayedGame, SeatWork, Standings, block_shares,
    play_game,
};
use serde_json::Value;

use crate::sample::{Blocks, Sample};
use crate::searching::{Limits, Position};
use crate::study::{Section, Study, UnitResult, games_of};
use crate::{Budget, LabError, MeasuredTable, Row};

pub(crate) struct AskedMatch {
    /// What it is called in its experiment; also its file's name.
    pub(crate) label: String,
    pub(crate) plan: MatchPlan,
    /// So many games, rounded up to whole blocks of all seatings.
    pub(crate) games: u64,
}

pub(crate) struct PlayedMatch<'m> {
    pub(crate) open: &'m OpenMatch,
    pub(crate) games: Vec<PlayedGame>,
    /// What was counted beside each game.
    pub(crate) counts: Vec<&'m Value>,
}

impl PlayedMatch<'_> {
    /// The games that count.
    pub(crate) fn counted(&self) -> impl Iterator<Item = &PlayedGame> {
        self.games.iter().filter(|game| game.counts())
    }

    /// The standings under these names.
    pub(crate) fn standings(&self, names: &[String]) -> Standings {
        Standings::new(names, &self.games, self.open.block_len(), false)
    }

    /// What the share of an algorithm is made of; `even` is what all would have if nobody were better, in percent.
    pub(crate) fn sample(&self, algorithm: usize, standings: &Standings, even: f64) -> Sample {
        let standing = &standings.algorithms[algorithm];
        Sample {
            points: standing.points,
            games: standing.wins_draws_losses.iter().sum(),
            even,
            blocks: Blocks::Blocks(self.block_shares(algorithm)),
        }
    }

    /// The shares of an algorithm in all whole blocks.
    pub(crate) fn block_shares(&self, algorithm: usize) -> Vec<f64> {
        block_shares(&self.games, self.open.block_len(), algorithm)
    }

    /// The same for the first seat, whoever sits there.
    pub(crate) fn first_seat_shares(&self) -> Vec<f64> {
        let blocks = self.games.chunks_exact(self.open.block_len());
        let whole = blocks.filter(|block| block.iter().all(PlayedGame::counts));
        whole.map(|block| block.iter().map(|game| game.points[0]).sum::<f64>() / block.len() as f64).collect()
    }
}

/// Plays a game again; told every position with its ply, the last one too.
pub(crate) fn replay(
    open: &OpenMatch,
    game: &PlayedGame,
    visit: &mut dyn FnMut(usize, &Position) -> Result<(), LabError>,
) -> Result<(), LabError> {
    let mut position = match &game.start {
        Some(start) => open.game.named_start(start)?,
        None => open.game.opening()?,
    };
    for (ply, mv) in game.moves.iter().enumerate() {
        visit(ply, &position)?;
        position.play(mv)?;
    }
    visit(game.moves.len(), &position)
}

/// A match with the settings of most tables.
pub(crate) fn plan_match(game: &str, players: Option<usize>, entrants: Vec<SeatSpec>) -> MatchPlan {
    MatchPlan {
        game: game.to_string(),
        options: GameOptions { players, ..GameOptions::default() },
        starts: Vec::new(),
        random_plies: 2,
        entrants,
        ply_cap: 1000,
        by_processor: false,
        seed: 1,
    }
}

/// Players with the same limit a move.
pub(crate) fn entrants<'s>(specs: impl IntoIterator<Item = &'s String>, limits: Limits) -> Vec<SeatSpec> {
    let player = |spec: &String| SeatSpec::search(spec.as_str(), limits);
    specs.into_iter().map(player).collect()
}

/// A table that is made of nothing but matches.
pub(crate) trait MatchTable: Sync {
    fn matches(&self, id: &str, budget: Budget) -> Vec<AskedMatch>;

    /// Is anything counted beside the games?
    fn counts_beside_games(&self) -> bool {
        false
    }

    /// Does its outcome tell what is known before all games are played?
    fn can_be_broken_off(&self) -> bool {
        false
    }

    /// Is every match a row of its own, or several, that depend on no other match?
    fn rows_stand_alone(&self) -> bool {
        false
    }

    /// What is counted beside a game.
    fn count(&self, _open: &OpenMatch, _game: &PlayedGame) -> Result<Value, LabError> {
        Ok(Value::Null)
    }

    /// The table, from the games of all matches in their order.
    fn outcome(&self, budget: Budget, played: &[PlayedMatch]) -> Result<MeasuredTable, LabError>;
}

/// Such a table with its matches, ready to be played.
pub(crate) struct MatchStudy<T> {
    table: T,
    budget: Budget,
    matches: Vec<ReadyMatch>,
    /// Players between two games, with the number of their match, for whichever thread plays the next.
    benches: Mutex<Vec<(usize, Bench)>>,
}

struct ReadyMatch {
    label: String,
    open: OpenMatch,
    games: u64,
    registry: Registry,
}

impl<T: MatchTable> MatchStudy<T> {
    pub(crate) fn new(table: T, id: &str, budget: Budget) -> Result<Self, LabError> {
        let mut matches = Vec::new();
        for AskedMatch { label, plan, games } in table.matches(id, budget) {
            // Units are done beside each other and beside others' work, on which nobody's time must depend.
            let plan = plan.timed_by_processor();
            let mut ready = ReadyMatch::new(Registry::standard(), label, &plan, games)?;
            let block = ready.open.block_len() as u64;
            ready.games = games.max(1).div_ceil(block) * block;
            matches.push(ready);
        }
        Ok(MatchStudy { table, budget, matches, benches: Mutex::default() })
    }

    fn play(&self, section: usize, number: u64) -> PlayedGame {
        let mut bench = self.bench_of(section);
        let open = &self.matches[section].open;
        let game = play_game(open, &open.pairing(number), false, &mut bench);
        if let Ok(mut benches) = self.benches.lock() {
            benches.push((section, bench));
        }
        game
    }

    /// Players of this match who wait, or else an empty bench instead of one of another match: their tables are large, and
    /// a match that is played seldom comes back.
    fn bench_of(&self, section: usize) -> Bench {
        let Ok(mut benches) = self.benches.lock() else {
            return Bench::default();
        };
        if let Some(place) = benches.iter().position(|(own, _)| *own == section) {
            return benches.swap_remove(place).1;
        }
        benches.pop();
        Bench::default()
    }
}

impl<T: MatchTable> Study for MatchStudy<T> {
    fn sections(&self) -> Vec<Section> {
        let section = |m: &ReadyMatch| {
            let plan = serde_json::to_value(&m.open.plan).expect("plain data has a JSON value");
            Section::new(&m.label, m.games as usize, plan)
        };
        self.matches.iter().map(section).collect()
    }

    fn unit_names(&self) -> [&'static str; 2] {
        ["game", "games"]
    }

    fn unit(&self, section: usize, number: u64) -> Result<UnitResult, LabError> {
        let game = self.play(section, number);
        let counts = self.table.count(&self.matches[section].open, &game)?;
        Ok(UnitResult { counts, ..UnitResult::of_game(game) })
    }

    fn counts_beside_games(&self) -> bool {
        self.table.counts_beside_games()
    }

    fn units_together(&self, section: usize) -> Option<usize> {
        self.table.can_be_broken_off().then(|| self.matches[section].open.block_len())
    }

    fn rows_stand_alone(&self) -> bool {
        self.table.rows_stand_alone()
    }

    /// Even of processor time those have less that share a cache.
    fn is_timed(&self) -> bool {
        let mut entrants = self.matches.iter().flat_map(|ready| &ready.open.plan.entrants);
        entrants.any(|entrant| entrant.limits.time.is_some())
    }

    fn seconds_a_unit(&self, section: usize) -> Result<f64, LabError> {
        self.matches[section].seconds_a_game()
    }

    fn outcome(&self, results: &[Vec<UnitResult>]) -> Result<MeasuredTable, LabError> {
        let matches = self.matches.iter().zip(results);
        let played = matches.map(|(ready, units)| PlayedMatch {
            open: &ready.open,
            games: games_of(units),
            counts: units.iter().map(|unit| &unit.counts).collect(),
        });
        let played: Vec<PlayedMatch> = played.collect();
        self.table.outcome(self.budget, &played)
    }
}

impl ReadyMatch {
    fn new(registry: &Registry, label: String, plan: &MatchPlan, games: u64) -> Result<Self, LabError> {
        Ok(ReadyMatch { label, open: plan.open(registry)?, games, registry: registry.clone() })
    }

    /// How many plies a game has, from games with small limits, times what a ply costs with the real ones.
    fn seconds_a_game(&self) -> Result<f64, LabError> {
        const SMALL: u64 = 500;
        let plan = self.limited_to(SMALL, true);
        let (open, begin) = (plan.open(&self.registry)?, Instant::now());
        let mut bench = Bench::default();
        let (mut plies, mut games) = (0, 0);
        while games < self.games.min(5) && begin.elapsed() < Duration::from_secs(1) {
            let game = play_game(&open, &open.pairing(games), false, &mut bench);
            plies += searched_plies(&game);
            games += 1;
        }
        let length = plies as f64 / games.max(1) as f64;
        Ok(length * self.seconds_a_ply(open.game.players())?)
    }

    /// From the first plies of a game, more and more of them until two seconds are spent. Searches of very many
    /// nodes are cut short and their time multiplied.
    fn seconds_a_ply(&self, seats: usize) -> Result<f64, LabError> {
        const MANY: u64 = 100_000;
        let plan = &self.open.plan;
        let mut cap = seats as u32;
        loop {
            let begun = MatchPlan { ply_cap: cap.min(plan.ply_cap), ..self.limited_to(MANY, false) };
            let open = begun.open(&self.registry)?;
            let game = play_game(&open, &open.pairing(0), false, &mut Bench::default());
            let plies = searched_plies(&game);
            let whole = plies < u64::from(cap) || cap >= plan.ply_cap;
            if whole || game.micros > 2_000_000 {
                let seats = game.seating.iter().zip(&game.work);
                let seat_micros = |(&algorithm, work): (&usize, &SeatWork)| {
                    let nodes = plan.entrants[algorithm].limits.nodes;
                    let times = nodes.map_or(1.0, |n| n as f64 / n.min(MANY) as f64);
                    work.micros as f64 * times
                };
                let micros: f64 = seats.map(seat_micros).sum();
                return Ok(micros / 1e6 / plies.max(1) as f64);
            }
            cap *= 2;
        }
    }

    /// The same match with at most so many nodes a move, for all or for those that have such a limit.
    fn limited_to(&self, most: u64, all: bool) -> MatchPlan {
        let mut plan = self.open.plan.clone();
        for entrant in &mut plan.entrants {
            entrant.limits.nodes = match entrant.limits.nodes {
                Some(nodes) => Some(nodes.min(most)),
                None => all.then_some(most),
            };
        }
        plan
    }
}

fn searched_plies(game: &PlayedGame) -> u64 {
    game.work.iter().map(|w| w.moves).sum()
}

/// A user's own match: the standings are the table.
pub(crate) struct OwnMatch;

impl OwnMatch {
    pub(crate) fn study(registry: &Registry, plan: &MatchPlan, games: u64) -> Result<MatchStudy<OwnMatch>, LabError> {
        if games == 0 {
            return Err(MatchError::NoGames.into());
        }
        let ready = ReadyMatch::new(registry, plan.game.clone(), plan, games)?;
        Ok(MatchStudy { table: OwnMatch, budget: Budget::Paper, matches: vec![ready], benches: Mutex::default() })
    }
}

impl MatchTable for OwnMatch {
    fn matches(&self, _id: &str, _budget: Budget) -> Vec<AskedMatch> {
        Vec::new()
    }

    fn outcome(&self, _budget: Budget, played: &[PlayedMatch]) -> Result<MeasuredTable, LabError> {
        let standings = played[0].standings(&played[0].open.names());
        let row = |(number, a): (usize, &AlgorithmStanding)| {
            Row::share(&a.name, None, played[0].sample(number, &standings, 0.0))
                .with("points", format!("{:.2}", a.points))
                .with("games", standings.compared.to_string())
                .with("depth", format!("{:.1}", a.mean_depth))
        };
        Ok(MeasuredTable::of(standings.algorithms.iter().enumerate().map(row).collect())
            .in_units("share of the points in percent")
            .note("shares of the points with 95 % intervals over blocks"))
    }
}
