//! Engines for tests of the searches. Those of the standard games are the ones in the library: compiled once, for
//! users and for tests.

use std::sync::Arc;

use melee::core::{Game, Knowledge, PlayableGame};
use melee::games::{Abalone, Billabong, Chess4, Connect4, ReversiXt, Uniform};
use melee::search::Engine;
use melee::{Registry, Spec};
use melee_testkit::tree::{TreeGame, TreeKnowledge};

/// A game with engines.
pub(crate) trait Searched: Game + Clone {
    type Knows: Knowledge<Self> + Clone + 'static;

    /// The engine of this specification.
    fn engine(&self, spec: &str, knowledge: &Self::Knows, seed: u64) -> Engine<Self, Self::Knows>;
}

/// The same with the knowledge that the specification names.
pub(crate) fn engine<G: PlayableGame + Clone>(game: &G, spec: &str, seed: u64) -> Engine<G, G::Knowledge> {
    let info = Registry::standard().game(G::NAME).expect("registered");
    let engine = info.typed_engine(&Spec::from(spec), Arc::new(game.clone()), seed);
    engine.unwrap_or_else(|e| panic!("{spec}: {e}"))
}

macro_rules! searched {
    ($($game:ty),*) => {$(
        impl Searched for $game {
            type Knows = <$game as PlayableGame>::Knowledge;

            fn engine(&self, spec: &str, knowledge: &Self::Knows, seed: u64) -> Engine<Self, Self::Knows> {
                engine(self, spec, seed).knowing(knowledge.clone())
            }
        }
    )*};
}

searched!(Abalone, Billabong, Chess4, Connect4, ReversiXt, Uniform);

impl Searched for TreeGame {
    type Knows = TreeKnowledge;

    fn engine(&self, spec: &str, knowledge: &TreeKnowledge, seed: u64) -> Engine<Self, TreeKnowledge> {
        let engine = Engine::with_knowledge(&Spec::from(spec), Arc::new(self.clone()), knowledge.clone(), seed);
        engine.unwrap_or_else(|e| panic!("{spec}: {e}"))
    }
}
