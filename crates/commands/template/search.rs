//! A search that plays every game: it looks at each of its moves, and at each reply of whoever is next.
//!
//! Names, options and how it works are all here; lists, menus and error messages are made from it.

use melee::core::Value;
use melee::core::value::INFINITY;
use melee::search::{
    Algorithm, AnyTimeSearch, Best, Method, Move, NodeValue, Observer, OnProgress, Opt, Pace, Search, SearchError,
    Stopped, Variant, Walk, World,
};

/// The search by name.
#[derive(Clone, Copy, Debug)]
pub struct CarefulSearch;

/// What can be set about it.
#[derive(Clone, Copy, Debug)]
pub struct CarefulSettings {
    /// How many replies are looked at; the static order of the game says which.
    replies: usize,
}

impl Algorithm for CarefulSearch {
    type Settings = CarefulSettings;
    // It has an answer at any time. A search that is asked for depth after depth is `ByDepth`.
    const PACE: Pace = Pace::AnyTime;

    fn variants(&self) -> Vec<Variant<CarefulSettings>> {
        let usual = CarefulSettings { replies: 1000 };
        let summary = "the move after which the best reply is worth least to the next player";
        vec![Variant::new("careful", usual, summary)]
    }

    fn options(&self) -> Vec<Opt<CarefulSettings>> {
        vec![Opt::number("replies", 1..=1000, "how many replies to look at", |settings: &mut CarefulSettings| {
            &mut settings.replies
        })]
    }
}

impl Search for CarefulSearch {
    fn build<W: World>(
        &self,
        settings: &CarefulSettings,
        _game: &W::Game,
        _seed: u64,
    ) -> Result<Method<W>, SearchError> {
        Ok(Method::AnyTime(Box::new(Careful(*settings))))
    }
}

struct Careful(CarefulSettings);

impl Careful {
    /// What the root player has after the reply that is worst for him.
    fn worst_reply<W: World>(&self, walk: &mut Walk<W>) -> Result<Value, Stopped> {
        // Every node is entered, which counts it and looks at the limits, and left with its value.
        walk.enter()?;
        let mut worst = walk.finished();
        if worst.is_none() {
            for mv in walk.ordered_moves().into_iter().take(self.0.replies) {
                let undo = walk.play(mv);
                walk.enter()?;
                let value = walk.leaf(0).unwrap_or(INFINITY);
                walk.observer.left(NodeValue::exact(value));
                walk.undo(undo);
                worst = Some(worst.map_or(value, |worst: Value| worst.min(value)));
            }
        }
        let worst = worst.unwrap_or(INFINITY);
        walk.observer.left(NodeValue::exact(worst));
        Ok(worst)
    }
}

impl<W: World> AnyTimeSearch<W> for Careful {
    fn search(&mut self, walk: &mut Walk<W>, progress: &mut OnProgress<W>) -> Result<Best<Move<W>>, Stopped> {
        walk.enter()?;
        let mut best: Option<Best<Move<W>>> = None;
        for mv in walk.ordered_moves() {
            let step = walk.step(mv);
            let undo = walk.play(mv);
            let Ok(value) = self.worst_reply(walk) else {
                break;
            };
            walk.undo(undo);
            if best.as_ref().is_none_or(|best| value > best.value) {
                let better = Best::guess(value, vec![step]);
                progress(walk, &better);
                best = Some(better);
            }
        }
        let best = best.ok_or(Stopped)?;
        walk.observer.left(NodeValue::exact(best.value));
        Ok(best)
    }
}
