//! An algorithm with its memory, ready to be asked for moves.

use melee_core::{Evaluator, Game, Knowledge, MoveOrder, NoisyMoves};

use crate::deepening::{self, Depths, MAX_DEPTH};
use crate::maxn::MaxN;
use crate::montecarlo::{FlatMonteCarlo, Mcts};
use crate::record::{Recorder, Recording};
use crate::simple::{Greedy, RandomMove};
use crate::spec::{Algorithm, Spec, SpecError};
use crate::table::TableError;
use crate::tree::TreeSearch;
use crate::twoplayer::{MemSss, Minimax, Mtd, Scout, Sss};
use crate::{DepthSearch, Limits, Noise, Observer, Report, Walk, Watch};

/// Why a search cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SearchError {
    /// The game has no such evaluation.
    #[error("unknown evaluation '{name}'; known: {known}")]
    UnknownEvaluation {
        /// As given.
        name: String,
        /// What there is.
        known: String,
    },
    /// The game has no such ordering.
    #[error("unknown ordering '{name}'; known: {known}")]
    UnknownOrdering {
        /// As given.
        name: String,
        /// What there is.
        known: String,
    },
    /// A two-player algorithm on a game of more.
    #[error("{algorithm} is for two players, the game has {players}")]
    Players {
        /// The algorithm.
        algorithm: String,
        /// How many play.
        players: usize,
    },
    /// The specification is wrong.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// No memory for the table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// There is nothing to search.
    #[error("the game is over")]
    GameOver,
    /// Neither depth nor nodes nor time.
    #[error("a search needs a limit: depth, nodes or time")]
    NoLimit,
    /// Depth 0 or a depth beyond every table.
    #[error("depth {0}: expected 1 to {MAX_DEPTH}")]
    Depth(u32),
    /// A node limit of 0.
    #[error("a search needs at least one node")]
    NoNodes,
    /// A list that outgrew its bound.
    #[error(
        "{algorithm} would have to remember more nodes than its option memory allows; raise it, or use mtd(+inf)"
    )]
    OutOfMemory {
        /// The algorithm.
        algorithm: String,
    },
}

/// A search for one game, with tables that it keeps from move to move.
pub struct Engine<G: Game, K> {
    spec: Spec,
    knowledge: K,
    search: Box<dyn DepthSearch<G, K> + Send>,
    noise: Noise,
}

impl<G: Game, K: Knowledge<G>> Engine<G, K> {
    /// Builds the algorithm with the game's own knowledge.
    pub fn new(spec: &Spec, game: &G, seed: u64) -> Result<Self, SearchError> {
        let spec = spec.for_game(K::best_options())?;
        let (evaluation, ordering) = (spec.evaluation.as_deref(), spec.ordering.as_deref());
        let knowledge = K::named(game, evaluation, ordering).ok_or_else(|| {
            if K::named(game, evaluation, None).is_none() {
                SearchError::UnknownEvaluation {
                    name: evaluation.unwrap_or_default().to_string(),
                    known: K::evaluations().join(", "),
                }
            } else {
                SearchError::UnknownOrdering {
                    name: ordering.unwrap_or_default().to_string(),
                    known: K::orderings().join(", "),
                }
            }
        })?;
        Engine::with_knowledge(&spec, game, knowledge, seed)
    }
}

impl<G, K> Engine<G, K>
where
    G: Game,
    K: Evaluator<G> + MoveOrder<G> + NoisyMoves<G> + 'static,
{
    /// Builds the algorithm with any knowledge.
    pub fn with_knowledge(
        spec: &Spec,
        game: &G,
        knowledge: K,
        seed: u64,
    ) -> Result<Self, SearchError> {
        if spec.info().two_players && game.players() != 2 {
            return Err(SearchError::Players {
                algorithm: spec.info().name.to_string(),
                players: game.players(),
            });
        }
        Ok(Engine {
            spec: spec.clone(),
            knowledge,
            search: build(spec, game, seed)?,
            noise: Noise {
                permille: spec.noise_permille,
                seed,
            },
        })
    }

    /// What it is.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// What it knows about the game.
    pub fn knowledge(&self) -> &K {
        &self.knowledge
    }

    /// Searches a position for the player to move; every completed iteration is reported.
    pub fn search(
        &mut self,
        game: &G,
        state: &G::State,
        limits: Limits,
        watch: Watch,
        on_report: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Report<G::Move>, SearchError> {
        if game.outcome(state).is_some() {
            return Err(SearchError::GameOver);
        }
        let limits = self.limits_of_spec(limits)?;
        let only_depth = limits.nodes.is_none() && limits.time.is_none();
        let last = limits.depth.unwrap_or(MAX_DEPTH);
        let depths = Depths {
            first: if only_depth && !self.spec.deepen {
                last
            } else {
                1
            },
            last,
            whole_rounds: self.spec.whole_rounds,
        };
        let mut walk = Walk::new(game, &self.knowledge, state, limits, watch, self.noise);
        let report = deepening::run(self.search.as_mut(), &mut walk, depths, on_report);
        if report.depth == 0 && self.search.ran_out_of_memory() {
            return Err(SearchError::OutOfMemory {
                algorithm: self.spec.info().name.to_string(),
            });
        }
        Ok(report)
    }

    /// Searches a position to a depth with memory of its own, and records the tree; what was learned
    /// before plays no part. The search ends early when `most` visits are recorded; a limit of nodes is
    /// for searches by random games.
    pub fn record(
        &self,
        game: &G,
        state: &G::State,
        limits: Limits,
        most: usize,
        seed: u64,
        watch: Watch,
    ) -> Result<Recording<G::Move>, SearchError> {
        if game.outcome(state).is_some() {
            return Err(SearchError::GameOver);
        }
        if most == 0 {
            return Err(SearchError::NoNodes);
        }
        let limits = self.limits_of_spec(limits)?;
        let is_sampled = matches!(
            self.spec.algorithm,
            Algorithm::Mc { .. } | Algorithm::Mcts(_)
        );
        let limits = Limits {
            nodes: if is_sampled {
                limits.nodes
            } else {
                Some(most as u64)
            },
            ..limits
        };
        let last = limits.depth.unwrap_or(MAX_DEPTH);
        let depths = Depths {
            first: if self.spec.deepen || limits.depth.is_none() {
                1
            } else {
                last
            },
            last,
            whole_rounds: self.spec.whole_rounds,
        };
        let observer = Recorder::new(most);
        let noise = self.noise;
        let mut walk = Walk::observed(game, &self.knowledge, state, limits, watch, noise, observer);
        let mut search = build(&self.spec, game, seed)?;
        let report = deepening::run(search.as_mut(), &mut walk, depths, &mut |_| {});
        if report.depth == 0 && search.ran_out_of_memory() {
            return Err(SearchError::OutOfMemory {
                algorithm: self.spec.info().name.to_string(),
            });
        }
        Ok(walk.observer.finish(report))
    }

    /// The limits with the depth that the algorithm brings itself.
    fn limits_of_spec(&self, mut limits: Limits) -> Result<Limits, SearchError> {
        let is_single = matches!(
            self.spec.algorithm,
            Algorithm::Random | Algorithm::Greedy | Algorithm::Mc { .. } | Algorithm::Mcts(_)
        );
        if is_single && limits.depth.is_none_or(|depth| depth > 0) {
            limits.depth = Some(1);
        }
        limits.depth = match (self.spec.depth, limits.depth) {
            (Some(own), Some(given)) => Some(own.min(given)),
            (own, given) => own.or(given),
        };
        limits.check()?;
        match limits {
            Limits {
                depth: None,
                nodes: None,
                time: None,
                ..
            } => Err(SearchError::NoLimit),
            limits => Ok(limits),
        }
    }
}

fn build<G, K, O>(
    spec: &Spec,
    game: &G,
    seed: u64,
) -> Result<Box<dyn DepthSearch<G, K, O> + Send>, SearchError>
where
    G: Game,
    K: Evaluator<G> + MoveOrder<G> + NoisyMoves<G>,
    O: Observer<G::Move>,
{
    Ok(match &spec.algorithm {
        Algorithm::Random => Box::new(RandomMove { seed }),
        Algorithm::Greedy => Box::new(Greedy),
        Algorithm::Minimax => Box::new(Minimax::full()),
        Algorithm::Solve => Box::new(Minimax::solve()),
        Algorithm::Scout => Box::new(Scout::default()),
        Algorithm::Tree(settings) => Box::new(TreeSearch::new(game, settings.clone())?),
        Algorithm::Sss {
            memory,
            deepening: true,
        } => Box::new(Sss::deepening(*memory)),
        Algorithm::Sss { memory, .. } => Box::new(Sss::new(*memory)),
        Algorithm::MemSss { memory } => Box::new(MemSss::new(*memory)),
        Algorithm::MaxN(settings) => Box::new(MaxN::new(*settings)?),
        Algorithm::Mc { playout, per_move } => Box::new(FlatMonteCarlo {
            playout: *playout,
            per_move: *per_move,
            seed,
        }),
        Algorithm::Mcts(settings) => Box::new(Mcts::new(*settings, seed)),
        Algorithm::Mtd {
            first,
            table: (scheme, bytes),
        } => Box::new(Mtd::new(*first, *scheme, *bytes)?),
    })
}
