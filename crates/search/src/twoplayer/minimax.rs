//! Minimax (Pantel 1997, Figure 2.1) and Solve (Figure 2.2).
//!
//! Solve is minimax that looks no further once a side has a move that wins: nothing can be better.
//! It takes *any* win, as the seed does, so where there are several its value may speak of a
//! slower one than minimax finds.

use melee_core::value::{is_loss, is_win};
use melee_core::{Game, Value};

use crate::line::Lines;
use crate::{
    Algorithm, Best, DepthSearch, Method, Move, NodeValue, Observer, Pace, Search, SearchError, Stopped, Variant, Walk,
    World,
};

/// The two algorithms by name.
#[derive(Clone, Copy, Debug)]
pub struct MinimaxSearch;

/// What can be set: whether to stop at wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StopsAtWins(bool);

impl Algorithm for MinimaxSearch {
    type Settings = StopsAtWins;
    const PACE: Pace = Pace::ByDepth;

    fn variants(&self) -> Vec<Variant<StopsAtWins>> {
        vec![
            Variant::for_two("minimax", StopsAtWins(false), "every move of every node (Pantel 1997, Figure 2.1)"),
            Variant::for_two("solve", StopsAtWins(true), "minimax that stops at a win (Figure 2.2)"),
        ]
    }
}

impl Search for MinimaxSearch {
    fn build<W: World>(
        &self,
        &StopsAtWins(stop_at_wins): &StopsAtWins,
        _game: &W::Game,
        _seed: u64,
    ) -> Result<Method<W>, SearchError> {
        let lines = Lines::new();
        Ok(Method::ByDepth(Box::new(Minimax { stop_at_wins, lines })))
    }
}

/// Figure 2.1, every move of every node; or Figure 2.2, until a win is found.
struct Minimax<G: Game> {
    stop_at_wins: bool,
    lines: Lines<G::Move>,
}

impl<G: Game> Minimax<G> {
    fn value<W: World<Game = G>>(&mut self, walk: &mut Walk<W>, depth: u32) -> Result<Value, Stopped> {
        walk.enter()?;
        self.lines.clear(walk.ply());
        if let Some(value) = walk.leaf(depth) {
            walk.observer.left(NodeValue::exact(value));
            return Ok(value);
        }
        let is_max = walk.is_root_turn();
        let mut best = None;
        for mv in walk.ordered_moves() {
            let undo = walk.play(mv);
            let value = self.value(walk, depth - 1)?;
            walk.undo(undo);
            if best.is_none_or(|best| if is_max { value > best } else { value < best }) {
                best = Some(value);
                self.lines.improve(walk.ply(), walk.step(mv));
            }
            let wins = if is_max { is_win(value) } else { is_loss(value) };
            if self.stop_at_wins && wins {
                walk.counts.cutoffs += 1;
                break;
            }
        }
        let best = best.expect("a state that is not over has a move");
        walk.observer.left(NodeValue::exact(best));
        Ok(best)
    }
}

impl<W: World> DepthSearch<W> for Minimax<W::Game> {
    fn search(
        &mut self,
        walk: &mut Walk<W>,
        depth: u32,
        _previous: Option<&Best<Move<W>>>,
    ) -> Result<Best<Move<W>>, Stopped> {
        let guesses = walk.guesses();
        let value = self.value(walk, depth)?;
        Ok(Best::guess(value, self.lines.best()).complete_if(walk.guesses() == guesses))
    }
}
