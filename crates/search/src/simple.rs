//! Players that hardly search: random and greedy.

use melee_core::zobrist::mix;
use melee_core::{Game, Rng, seeded_rng};

use crate::order::places_by_key;
use crate::{
    Algorithm, AnyTimeSearch, Best, Method, Move, NodeValue, Observer, OnProgress, Pace, Search, SearchError, Stopped,
    Variant, Walk, World,
};

/// A random move, by name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RandomSearch;

impl Algorithm for RandomSearch {
    type Settings = ();
    const PACE: Pace = Pace::AnyTime;

    fn variants(&self) -> Vec<Variant<()>> {
        let summary = "a random move, the same for the same seed and position";
        vec![Variant::new("random", (), summary)]
    }
}

impl Search for RandomSearch {
    fn build<W: World>(&self, _settings: &(), _game: &W::Game, seed: u64) -> Result<Method<W>, SearchError> {
        Ok(Method::AnyTime(Box::new(RandomMove { seed })))
    }
}

/// A uniformly random move, always the same for one seed and position.
struct RandomMove {
    seed: u64,
}

impl<W: World> AnyTimeSearch<W> for RandomMove {
    fn search(&mut self, walk: &mut Walk<W>, _progress: &mut OnProgress<W>) -> Result<Best<Move<W>>, Stopped> {
        walk.enter()?;
        let value = walk.evaluate();
        walk.observer.left(NodeValue::exact(value));
        let mut rng = seeded_rng(mix(self.seed) ^ walk.game.key(&walk.state));
        let mut moves = Vec::new();
        let mv = if walk.is_narrowed() {
            walk.list_moves(&mut moves);
            moves[rng.next_u32() as usize % moves.len()]
        } else {
            walk.game.random_move(&walk.state, &mut moves, &mut rng)
        };
        Ok(Best::guess(value, vec![walk.step(mv)]))
    }

    fn forget(&mut self, seed: u64) {
        self.seed = seed;
    }
}

/// A random move in place of a search, in so many of a thousand positions.
pub(crate) fn blunder<W: World>(permille: u32, seed: u64, key: u64) -> Option<Method<W>> {
    // Another number than the one that chooses the move.
    let chance = mix(mix(seed).rotate_left(32) ^ key) % 1000;
    (chance < u64::from(permille)).then(|| Method::AnyTime(Box::new(RandomMove { seed })))
}

/// The best evaluation after one ply, by name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GreedySearch;

impl Algorithm for GreedySearch {
    type Settings = ();
    const PACE: Pace = Pace::AnyTime;

    fn variants(&self) -> Vec<Variant<()>> {
        let summary = "the best evaluation after one ply";
        vec![Variant::new("greedy", (), summary)]
    }
}

impl Search for GreedySearch {
    fn build<W: World>(&self, _settings: &(), _game: &W::Game, _seed: u64) -> Result<Method<W>, SearchError> {
        Ok(Method::AnyTime(Box::new(Greedy)))
    }
}

/// The move after which the evaluation is best; of equal ones the first of the static order.
struct Greedy;

impl<W: World> AnyTimeSearch<W> for Greedy {
    fn search(&mut self, walk: &mut Walk<W>, _progress: &mut OnProgress<W>) -> Result<Best<Move<W>>, Stopped> {
        walk.enter()?;
        let mut found = Vec::new();
        for mv in walk.ordered_moves() {
            let undo = walk.play(mv);
            walk.enter()?;
            let value = walk.leaf(0).expect("depth 0 is a leaf");
            walk.observer.left(NodeValue::exact(value));
            walk.undo(undo);
            found.push((value, walk.step(mv)));
        }
        let order = places_by_key(found.len(), &|i| (found[i].0.into(), 0));
        let told = |i: usize| Best::guess(found[i].0, vec![found[i].1]);
        let best = Best::first_of(&order, walk.limits().lines, &told);
        let best = best.expect("a state that is not over has a move");
        walk.observer.left(NodeValue::exact(best.value));
        Ok(best)
    }

    fn proves(&self) -> bool {
        true
    }
}
