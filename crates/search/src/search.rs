//! What an algorithm is: it describes itself, and builds itself for any game.
//!
//! A file with a type that implements [`Algorithm`] and [`Search`] is a whole algorithm: its names and options are
//! listed, parsed and documented from there, and it is compiled for every game that it is put
//! together with. How it works is one of two ways, [`Method`].

use std::fmt::Debug;

use melee_core::{Game, Knowledge, Scores, Value};

use crate::options::{Opt, OptionInfo};
use crate::{Line, Move, SearchError, Silent, SpecError, Stopped, Walk, World};

/// An algorithm that describes itself.
///
/// A family that differs in settings only, such as paranoid and best-reply search, is one type with
/// several [variants](Algorithm::variants).
pub trait Algorithm: Clone + Send + Sync + 'static {
    /// What can be set about it.
    type Settings: Clone + Debug + Send + Sync + 'static;

    /// Whether it is asked for depth after depth, or once.
    const PACE: Pace;

    /// The names it goes by, each with the settings of the bare name.
    fn variants(&self) -> Vec<Variant<Self::Settings>>;

    /// The settings of a name that is not listed but follows a pattern, such as `brs(2,0)`; with the
    /// name of the variant that stands for the pattern.
    fn read_name(&self, _name: &str) -> Option<Result<(&'static str, Self::Settings), SpecError>> {
        None
    }

    /// Its own options, beyond the [common](CommonSettings) ones.
    fn options(&self) -> Vec<Opt<Self::Settings>> {
        Vec::new()
    }

    /// Its strongest settings for any game.
    fn make_best(&self, _settings: &mut Self::Settings, _common: &mut CommonSettings) {}

    /// Options that a game recommends to all searches, but that are none of its strongest: `NAME`, or `NAME=VALUE` alone.
    fn declines(&self) -> &'static [&'static str] {
        &[]
    }

    /// Does it end by itself, without any limit?
    fn ends(&self, _settings: &Self::Settings) -> bool {
        Self::PACE == Pace::AnyTime
    }

    /// Is what it finds the exact result of the game?
    const EXACT: bool = false;

    /// Settings that search the same tree and all of it, leaving out nothing that cannot matter; none where there are no such,
    /// or what is searched depends on what was found before.
    fn whole_tree(&self, _settings: &Self::Settings) -> Option<Self::Settings> {
        None
    }

    /// The only number of players it is for, if its settings say one.
    fn only_for(&self, _settings: &Self::Settings) -> Option<usize> {
        None
    }

    /// How many bytes its tables may take.
    fn memory(&self, _settings: &Self::Settings) -> u64 {
        0
    }
}

/// An algorithm for every game.
pub trait Search: Algorithm {
    /// Builds it for a world. The same seed gives the same search.
    fn build<W: World>(&self, settings: &Self::Settings, game: &W::Game, seed: u64) -> Result<Method<W>, SearchError>;
}

/// An algorithm for one game only, such as its solver. It keeps no tree that could be looked at.
pub trait SearchOf<G: Game, K: Knowledge<G> + 'static>: Algorithm {
    /// Builds it for this game. The same seed gives the same search.
    fn build(&self, settings: &Self::Settings, game: &G, seed: u64) -> Result<Method<(G, K, Silent)>, SearchError>;
}

/// How an algorithm spends its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// To a given depth; deeper and deeper under other limits.
    ByDepth,
    /// As long as it may, with an answer at any time.
    AnyTime,
}

/// A name of an algorithm.
#[derive(Clone, Debug)]
pub struct Variant<S> {
    pub name: &'static str,
    pub summary: &'static str,
    pub settings: S,
    /// Only for games of two players.
    pub two_players: bool,
    /// It deepens iteratively, even to a given depth.
    pub deepens: bool,
}

impl<S> Variant<S> {
    /// A name for any number of players.
    pub fn new(name: &'static str, settings: S, summary: &'static str) -> Self {
        Variant { name, summary, settings, two_players: false, deepens: false }
    }

    /// A name for two players.
    pub fn for_two(name: &'static str, settings: S, summary: &'static str) -> Self {
        Variant { two_players: true, ..Variant::new(name, settings, summary) }
    }
}

/// A search, built.
pub enum Method<W: World> {
    /// Asked for depth after depth.
    ByDepth(Box<dyn DepthSearch<W>>),
    /// Asked once.
    AnyTime(Box<dyn AnyTimeSearch<W>>),
}

/// The best that a search knows.
#[derive(Clone, Debug)]
pub struct Best<M> {
    /// The root player's value.
    pub value: Value,
    /// The line that leads to it; at least the best move.
    pub line: Line<M>,
    /// No leaf of the tree was a guess: the value is the game's.
    pub complete: bool,
    /// One value per player, from searches that know them.
    pub values: Option<Scores>,
    /// The next best root moves, best first, from searches at any time that are asked for several
    /// [lines](crate::Limits::lines); those by depth are asked again without the moves they have named.
    pub others: Vec<Best<M>>,
}

impl<M> Best<M> {
    /// A value and the line that leads to it, a guess.
    pub fn guess(value: Value, line: Line<M>) -> Self {
        Best { value, line, complete: false, values: None, others: Vec::new() }
    }

    /// The same, but the game's own value if no leaf was a guess.
    #[must_use]
    pub fn complete_if(self, complete: bool) -> Self {
        Best { complete, ..self }
    }

    /// The same with everybody's values.
    #[must_use]
    pub fn with_values(self, values: Scores) -> Self {
        Best { values: Some(values), ..self }
    }

    /// The first of several, with as many of the others as are asked for; `ranked` has the best first, and `told` says
    /// what was found of each.
    pub fn first_of(ranked: &[usize], lines: usize, told: &dyn Fn(usize) -> Self) -> Option<Self> {
        let (&first, others) = ranked.split_first()?;
        let mut best = told(first);
        for &other in others.iter().take(lines.saturating_sub(1)) {
            best.others.push(told(other));
        }
        Some(best)
    }
}

/// A search to a given depth.
pub trait DepthSearch<W: World>: Send {
    /// Searches from the walk's root. `previous` is the result of the iteration before, if there
    /// was one. Returns `Err` when stopped; the walk is then left where it was.
    fn search(
        &mut self,
        walk: &mut Walk<W>,
        depth: u32,
        previous: Option<&Best<Move<W>>>,
    ) -> Result<Best<Move<W>>, Stopped>;

    /// Does a win or loss it finds with two players hold against every reply?
    fn proves(&self) -> bool {
        true
    }

    /// Are its values shares of one whole, in millionths, and not in the evaluation's units?
    fn tells_points(&self) -> bool {
        false
    }

    /// Did it stop because it would have to remember more than it may?
    fn ran_out_of_memory(&self) -> bool {
        false
    }

    /// The best that a search which was stopped has found, if it is better than nothing.
    fn partial(&self) -> Option<Best<Move<W>>> {
        None
    }

    /// Forgets everything learned, as if built anew.
    fn forget(&mut self) {}
}

/// Is told from time to time what a search would answer now.
pub type OnProgress<'p, W> = dyn FnMut(&mut Walk<W>, &Best<Move<W>>) + 'p;

/// The exact score of every move, unless it was stopped.
pub type MoveScores<W> = Result<Vec<(Move<W>, Value)>, Stopped>;

/// A search that has an answer at any time.
pub trait AnyTimeSearch<W: World>: Send {
    /// Searches from the walk's root until it is done or the walk says stop, and answers with what it
    /// has then; `progress` is told now and then what it would be. `Err` only if there is nothing yet.
    fn search(&mut self, walk: &mut Walk<W>, progress: &mut OnProgress<W>) -> Result<Best<Move<W>>, Stopped>;

    /// What every legal move is worth to the player to move, from searches that are
    /// [exact](Algorithm::EXACT).
    fn move_scores(&mut self, _walk: &mut Walk<W>) -> Option<MoveScores<W>> {
        None
    }

    /// Is its tree told in the end, not while it grows?
    fn tells_tree_afterwards(&self) -> bool {
        false
    }

    /// Are its values mean points of games, in millionths, and not in the evaluation's units?
    fn tells_points(&self) -> bool {
        false
    }

    /// Does a complete result, a win or a loss hold against every reply?
    fn proves(&self) -> bool {
        false
    }

    /// After how many greedy moves one after another is an opponent taken for a greedy player? `None`: never.
    fn finds_out_after(&self) -> Option<u32> {
        None
    }

    /// Forgets everything learned, as if built anew with another seed.
    fn forget(&mut self, _seed: u64) {}
}

/// What can be set about every search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CommonSettings {
    /// The evaluation by name; empty for the game's default.
    pub evaluation: String,
    /// The static ordering by name; empty for the game's default.
    pub ordering: String,
    /// Noise of the evaluation, in thousandths.
    pub noise_permille: u32,
    /// How often a random move is played instead, in thousandths.
    pub blunders_permille: u32,
    /// A depth of its own, whatever the limits say.
    pub depth: Option<u32>,
    /// Search depth by depth even if only a depth is given.
    pub deepen: bool,
    /// Only depths that make whole rounds.
    pub whole_rounds: bool,
}

impl CommonSettings {
    /// The common options of searches of this pace.
    pub(crate) fn options(pace: Pace) -> Vec<Opt<CommonSettings>> {
        let name = |text: &str| (!text.is_empty()).then(|| text.to_string());
        let mut options = vec![
            Opt::new(
                "eval",
                "the name of one of the game's evaluations, net, net:FILE or best",
                "best",
                "the evaluation, the game's first by default; net is the network that comes with the game or lies in a file, \
                 best that network where there is one",
                |s: &mut CommonSettings| &mut s.evaluation,
                name,
                String::clone,
            )
            .trying(|now, game| other_names(game.evaluations, now, "best")),
            Opt::new(
                "order",
                "the name of one of the game's orderings",
                "none",
                "the static move ordering; the game's first by default",
                |s: &mut CommonSettings| &mut s.ordering,
                name,
                String::clone,
            )
            .trying(|now, game| other_names(game.orderings, now, "")),
            Opt::share(
                "noise",
                "evaluations vary by this much, always the same for a seed and position",
                |s: &mut CommonSettings| &mut s.noise_permille,
            )
            .fixed(),
            Opt::share(
                "blunders",
                "so often a random move is played instead, always the same for a seed and position",
                |s: &mut CommonSettings| &mut s.blunders_permille,
            )
            .fixed(),
        ];
        if pace == Pace::ByDepth {
            options.extend([
                Opt::number_or_off(
                    "depth",
                    1..=crate::driver::MAX_DEPTH,
                    "never search deeper than this; a depth of its own for a player",
                    |s: &mut CommonSettings| &mut s.depth,
                )
                .fixed(),
                Opt::switch(
                    "deepen",
                    "iterative deepening under a depth limit too; always on under other limits",
                    |s: &mut CommonSettings| &mut s.deepen,
                )
                .fixed(),
                Opt::choice(
                    "rounds",
                    &[("all", false), ("whole", true)],
                    "whole: deepen only to depths of whole rounds, or one ply more",
                    |s: &mut CommonSettings| &mut s.whole_rounds,
                ),
            ]);
        }
        options
    }
}

/// The names of a game's evaluations or orderings but the one that is set, which is the first where none is; and one more.
fn other_names(names: &[&str], now: &str, more: &str) -> Vec<String> {
    let now = if now.is_empty() { names.first().copied().unwrap_or_default() } else { now };
    let mut names = crate::options::others(names, now);
    if !more.is_empty() && more != now {
        names.push(more.to_string());
    }
    names
}

/// An algorithm in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AlgorithmInfo {
    pub name: &'static str,
    pub summary: &'static str,
    /// Only for games of two players.
    pub two_players: bool,
    /// How it spends its time.
    pub pace: Pace,
    /// What it finds is the exact result of the game.
    pub exact: bool,
    pub options: Vec<OptionInfo>,
}
