//! An algorithm with its memory, bound to a game and ready to be asked for moves.

use std::sync::Arc;

use melee_core::net::NetChoice;
use melee_core::{Game, GameTable, Knowledge, PlayableGame, Player, Value};

use crate::driver::{self, Depths, MAX_DEPTH};
use crate::erased::{MoveNumber, SeenMoves, erase};
use crate::opponents::{FoundOut, Opponents};
use crate::past::Past;
use crate::record::{RecordedTree, Recorder};
use crate::simple;
use crate::standstill::Standstill;
use crate::{
    Catalogue, CommonSettings, Configuration, Configured, Limits, Method, Noise, Report, SearchError, Silent, Spec,
    Walk, Watch, World, minimal_leaves,
};

/// The exact score of every move; none if the search was ended before.
pub type ExactScores<M> = Option<Vec<(M, Value)>>;

/// A search for one game, with tables that it keeps from move to move.
///
/// ```
/// use std::sync::Arc;
/// use melee_core::Game;
/// use melee_games::Connect4;
/// use melee_search::{Engine, Limits, Watch};
/// let game = Arc::new(Connect4::default());
/// let mut engine = Engine::new(&"alphabeta:killers=2".parse()?, game.clone(), 0)?;
/// let report = engine.search(&game.initial(), Limits::depth(6), Watch::new(), &mut |_| {})?;
/// assert_eq!(report.depth, 6);
/// # Ok::<(), melee_search::SearchError>(())
/// ```
pub struct Engine<G: Game, K: Knowledge<G> + 'static> {
    game: Arc<G>,
    knowledge: Arc<K>,
    configured: Configured<G, K>,
    method: Method<(G, K, Silent)>,
    seed: u64,
    past: Past,
    standstill: Standstill,
    opponents: Opponents<G>,
    found_out: FoundOut,
}

impl<G: PlayableGame> Engine<G, G::Knowledge> {
    /// One of the standard searches, with the game's own knowledge.
    pub fn new(spec: &Spec, game: Arc<G>, seed: u64) -> Result<Self, SearchError> {
        let description = G::describe();
        let configured = Catalogue::standard().configure_for(spec, &description, game.players())?;
        Engine::configured(configured, game, seed)
    }

    /// A search out of a catalogue, with the knowledge of the game that it names.
    pub fn configured(configured: Configured<G, G::Knowledge>, game: Arc<G>, seed: u64) -> Result<Self, SearchError> {
        let knowledge = Self::knowledge_of(&configured.configuration, &game)?;
        Engine::build(configured, game, knowledge, seed)
    }

    /// The knowledge that a configuration names.
    pub fn knowledge_of(configuration: &Configuration, game: &G) -> Result<G::Knowledge, SearchError> {
        let common = &configuration.common;
        let named = |name: &String| (!name.is_empty()).then(|| name.clone());
        let (evaluation, ordering) = (named(&common.evaluation), named(&common.ordering));
        named_knowledge(game, evaluation.as_deref(), ordering.as_deref())
    }
}

/// The evaluation of champions: the network that has won its match on this board with so many players, or else the game's
/// best evaluation made by hand.
pub const BEST_EVALUATION: &str = "best";

/// The knowledge of these names, or the game's first.
pub fn named_knowledge<G: PlayableGame>(
    game: &G,
    evaluation: Option<&str>,
    ordering: Option<&str>,
) -> Result<G::Knowledge, SearchError> {
    if evaluation == Some(BEST_EVALUATION) {
        let best = NetChoice::Best.knowledge(game, ordering).ok();
        return best.map_or_else(|| named_knowledge(game, G::describe().best_evaluation(), ordering), Ok);
    }
    if let Some(net) = evaluation.and_then(NetChoice::of) {
        let evaluation = crate::shortened(evaluation.unwrap_or_default());
        return net
            .knowledge(game, ordering)
            .map_err(|error| SearchError::Other(format!("eval={evaluation}: {error}")));
    }
    let is_needed = |table: &&GameTable| Some(table.evaluation) == evaluation;
    if let Some(table) = G::describe().tables.iter().find(is_needed) {
        let (evaluation, file) = (table.evaluation, table.file);
        let refused = |why: String| SearchError::Other(format!("eval={evaluation}: {why}"));
        if !(table.is_installed)() {
            return Err(refused(format!("the table {file} is not installed")));
        }
        let knowledge = game.knowledge(Some(evaluation), ordering);
        let order = ordering.unwrap_or_default();
        return knowledge.ok_or_else(|| refused(format!("not for this board, or order={order}")));
    }
    let knowledge = game.knowledge(evaluation, ordering);
    knowledge.ok_or_else(|| {
        let description = G::describe();
        if game.knowledge(evaluation, None).is_none() {
            SearchError::UnknownEvaluation {
                name: crate::shortened(evaluation.unwrap_or_default()),
                known: description.evaluations.join(", "),
            }
        } else {
            SearchError::UnknownOrdering {
                name: crate::shortened(ordering.unwrap_or_default()),
                known: description.orderings.join(", "),
            }
        }
    })
}

impl<G: Game, K: Knowledge<G> + 'static> Engine<G, K> {
    /// One of the standard searches, with any knowledge.
    pub fn with_knowledge(spec: &Spec, game: Arc<G>, knowledge: K, seed: u64) -> Result<Self, SearchError> {
        Engine::build(Catalogue::standard().configure(spec)?, game, knowledge, seed)
    }

    /// A search out of a catalogue, with any knowledge.
    pub fn build(configured: Configured<G, K>, game: Arc<G>, knowledge: K, seed: u64) -> Result<Self, SearchError> {
        configured.configuration.check_players(game.players())?;
        let method = configured.build(&game, seed)?;
        Ok(Engine {
            game,
            knowledge: Arc::new(knowledge),
            configured,
            method,
            seed,
            past: Past::NONE,
            standstill: Standstill::default(),
            opponents: Opponents::default(),
            found_out: FoundOut::default(),
        })
    }

    /// The same engine with other knowledge of its game.
    #[must_use]
    pub fn knowing(mut self, knowledge: K) -> Self {
        self.knowledge = Arc::new(knowledge);
        self
    }

    /// The positions of the game so far by their [keys](Game::key), for searches that are told what a repetition is
    /// worth. They hold until others are told.
    pub fn recall(&mut self, keys: Vec<u64>) {
        self.past = Past::new(keys);
    }

    /// So many plies were played since anything was won or lost for good, after so many in all, for searches that are told
    /// to leave a standstill behind. That holds until another is told of.
    pub fn note_standstill(&mut self, plies: usize, all: usize) {
        self.standstill = Standstill::new(plies, all);
    }

    /// The game so far, told backwards as positions and the moves made in them, for searches that make up their minds
    /// about the opponents of this player by it. That holds until another game is told.
    pub fn study_opponents<'s>(
        &mut self,
        root: Player,
        game_backwards: &mut dyn Iterator<Item = (&'s G::State, G::Move)>,
    ) where
        G::State: 's,
    {
        let greedy_moves = match &self.method {
            Method::ByDepth(_) => None,
            Method::AnyTime(search) => search.finds_out_after(),
        };
        self.found_out = greedy_moves.map_or(FoundOut::default(), |in_a_row| {
            let (game, knowledge) = (self.game.as_ref(), self.knowledge.as_ref());
            self.opponents.study(game, knowledge, (root, in_a_row), game_backwards)
        });
    }

    /// The game it plays.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The algorithm with its options.
    pub fn spec(&self) -> &Spec {
        &self.configuration().spec
    }

    /// What it knows about the game.
    pub fn knowledge(&self) -> &K {
        &self.knowledge
    }

    /// How it was configured.
    pub fn configuration(&self) -> &Configuration {
        &self.configured.configuration
    }

    /// What every legal move is worth to the player to move, from a search that is exact; `None` if the
    /// watch or a limit ended it before.
    pub fn move_scores(
        &mut self,
        state: &G::State,
        limits: Limits,
        watch: Watch,
    ) -> Result<ExactScores<G::Move>, SearchError> {
        let limits = self.limits_at(state, limits, &watch)?;
        let (game, noise) = (self.game.as_ref(), self.noise());
        let mut walk = Walk::new(game, self.knowledge.as_ref(), state, limits, watch, noise, Silent);
        let scores = match &mut self.method {
            Method::ByDepth(_) => None,
            Method::AnyTime(search) => search.move_scores(&mut walk),
        };
        let name = &self.configuration().spec.name;
        let scores = scores.ok_or_else(|| SearchError::Other(format!("{name} does not solve the game")))?;
        Ok(scores.ok())
    }

    /// Forgets everything learned: from here on it searches as if built anew with this seed.
    pub fn forget(&mut self, seed: u64) {
        self.seed = seed;
        self.opponents = Opponents::default();
        self.found_out = FoundOut::default();
        match &mut self.method {
            Method::ByDepth(search) => search.forget(),
            Method::AnyTime(search) => search.forget(seed),
        }
    }

    /// Searches a position for the player to move; every completed iteration is reported.
    pub fn search(
        &mut self,
        state: &G::State,
        limits: Limits,
        watch: Watch,
        on_report: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Report<G::Move>, SearchError> {
        self.search_among(state, &[], limits, watch, on_report)
    }

    /// The same among some moves only; among all if none are named. What is no legal move is passed over.
    pub fn search_among(
        &mut self,
        state: &G::State,
        moves: &[G::Move],
        limits: Limits,
        watch: Watch,
        on_report: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Report<G::Move>, SearchError> {
        let limits = self.limits_at(state, limits, &watch)?;
        let only_depth = limits.nodes.is_none() && limits.time.is_none();
        let depths = depths(&self.configuration().common, limits, only_depth);
        let (game, noise) = (self.game.as_ref(), self.noise());
        let mut walk = Walk::new(game, self.knowledge.as_ref(), state, limits, watch, noise, Silent);
        walk.remember(&self.past);
        walk.standstill = self.standstill;
        walk.found_out = self.found_out;
        if !moves.is_empty() && !walk.ask_only(moves) {
            return Err(SearchError::NoSuchMove);
        }
        let permille = self.configured.configuration.common.blunders_permille;
        let mut blunder = simple::blunder(permille, self.seed, game.key(state));
        let method = blunder.as_mut().unwrap_or(&mut self.method);
        let report = driver::run(method, &mut walk, depths, on_report);
        // After a blunder the method only knows of the search before.
        if blunder.is_none() {
            self.check_memory(&self.method, report.depth)?;
        }
        Ok(report)
    }

    /// Searches a position to a depth with memory of its own, and records the tree; what was learned
    /// before plays no part. The search ends early when `most` visits are recorded; a limit of nodes is
    /// for searches by random games.
    pub fn record(
        &self,
        state: &G::State,
        limits: Limits,
        most: usize,
        watch: Watch,
    ) -> Result<RecordedTree<G::Move>, SearchError> {
        let (tree, seen) = self.record_as(self.configuration(), state, limits, most, watch)?;
        Ok(tree.with_moves(&|number| seen.get(number)))
    }

    /// The fewest leaves that prove the value of a position at a depth, whatever the order of moves: the
    /// [minimal tree](crate::minimal_leaves) of what this search looks at. None where that is not defined, or if the whole
    /// tree has more than `most` nodes.
    pub fn minimal_leaves(
        &self,
        state: &G::State,
        depth: u32,
        most: usize,
        watch: Watch,
    ) -> Result<Option<u64>, SearchError> {
        let configuration = self.configuration();
        let Some(settings) = configuration.whole_tree.clone() else {
            return Ok(None);
        };
        let common = CommonSettings { deepen: false, depth: None, ..configuration.common.clone() };
        let whole = Configuration { common, settings, ..configuration.clone() };
        let (tree, _) = self.record_as(&whole, state, Limits::depth(depth), most, watch)?;
        Ok(minimal_leaves(&tree))
    }

    /// Records the tree of a configuration; moves are numbers.
    fn record_as(
        &self,
        configuration: &Configuration,
        state: &G::State,
        limits: Limits,
        most: usize,
        watch: Watch,
    ) -> Result<(RecordedTree<MoveNumber>, SeenMoves<G, K>), SearchError> {
        if most == 0 {
            return Err(SearchError::NoNodes);
        }
        // The tree is that of the best line, and one thread walks it.
        let mut limits = Limits { lines: 1, threads: 1, ..self.limits_at(state, limits, &watch)? };
        let (game, knowledge, state, seen) = erase(self.game.clone(), self.knowledge.clone(), state);
        let mut method = self.configured.build_recorded(configuration, &game, self.seed)?;
        let is_told_afterwards = match &method {
            Method::ByDepth(_) => false,
            Method::AnyTime(search) => search.tells_tree_afterwards(),
        };
        if !is_told_afterwards {
            limits.nodes = Some(most as u64);
        }
        let depths = depths(&configuration.common, limits, limits.depth.is_some());
        let recorder = Recorder::new(most);
        let mut walk = Walk::new(&game, &knowledge, &state, limits, watch, self.noise(), recorder);
        let report = driver::run(&mut method, &mut walk, depths, &mut |_| {});
        self.check_memory(&method, report.depth)?;
        Ok((walk.observer.finish(report), seen))
    }

    fn noise(&self) -> Noise {
        Noise { permille: self.configuration().common.noise_permille, seed: self.seed }
    }

    /// The limits of a search of this position, if there can be one.
    fn limits_at(&self, state: &G::State, limits: Limits, watch: &Watch) -> Result<Limits, SearchError> {
        if self.game.outcome(state).is_some() {
            return Err(SearchError::GameOver);
        }
        if limits.time.is_some() && !watch.has_clock() {
            return Err(SearchError::NoClock);
        }
        if limits.threads > 1 && cfg!(target_family = "wasm") {
            return Err(SearchError::NoThreads);
        }
        self.configuration().limits(limits)
    }

    fn check_memory<W: World>(&self, method: &Method<W>, depth: u32) -> Result<(), SearchError> {
        match method {
            Method::ByDepth(search) if depth == 0 && search.ran_out_of_memory() => {
                let algorithm = self.spec().name.clone();
                Err(SearchError::OutOfMemory { algorithm })
            }
            _ => Ok(()),
        }
    }
}

fn depths(common: &CommonSettings, limits: Limits, is_one_depth: bool) -> Depths {
    let last = limits.depth.unwrap_or(MAX_DEPTH);
    Depths {
        first: if is_one_depth && !common.deepen && !limits.deepen { last } else { 1 },
        last,
        whole_rounds: common.whole_rounds,
    }
}
