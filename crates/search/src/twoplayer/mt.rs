//! Memory-enhanced Test (Plaat et al. 1994; Pantel 1997, Figure 3.8): on which side of a bound
//! does the value lie? A table remembers the bounds found so far.
//!
//! Values are integers, so the seed's y = bound - epsilon is the test "value >= bound".

use melee_core::value::INFINITY;
use melee_core::zobrist::mix;
use melee_core::{Game, Value};

use crate::order::to_front;
use crate::table::{Entry, TranspositionTable, from_table, to_table};
use crate::walk::WORST;
use crate::{NodeValue, Observer, Ply, Stopped, Walk, World};

/// A bound and the move that gives it.
type Tested<M> = (Value, Option<Ply<M>>);

/// MT with its table.
pub(super) struct Mt<G: Game> {
    pub(super) table: TranspositionTable<G::Move>,
    /// The move that passed the last test at the root; the table may not have kept it.
    pub(super) root_best: Option<Ply<G::Move>>,
}

impl<G: Game> Mt<G> {
    /// Returns a bound on the value for the player to move: a lower bound if it is at least
    /// `bound`, else an upper bound.
    pub(super) fn test<W: World<Game = G>>(
        &mut self,
        walk: &mut Walk<W>,
        depth: u32,
        bound: Value,
    ) -> Result<Value, Stopped> {
        walk.enter()?;
        walk.counts.tests += 1;
        let side = if walk.is_root_turn() { 1 } else { -1 };
        let (alpha, beta) = match side {
            1 => (bound - 1, bound),
            _ => (-bound, 1 - bound),
        };
        walk.observer.window(alpha, beta);
        let (value, is_exact) = self.visit(walk, depth, bound)?;
        walk.observer.left(if is_exact {
            NodeValue::exact(side * value)
        } else {
            NodeValue::within(side * value, alpha, beta)
        });
        Ok(value)
    }

    /// The bound, and whether it is the value of a leaf.
    #[expect(clippy::inline_always, reason = "one function but for the observer: a call more a node costs 3 %")]
    #[inline(always)]
    fn visit<W: World<Game = G>>(
        &mut self,
        walk: &mut Walk<W>,
        depth: u32,
        bound: Value,
    ) -> Result<(Value, bool), Stopped> {
        let ply = walk.ply();
        let key = key(walk);
        let mut entry = Entry::new(key, depth);
        let mut first = None;
        if let Some(known) = self.table.get(key).copied() {
            walk.counts.table_hits += 1;
            walk.observer.in_table(false);
            if u32::from(known.depth) == depth {
                let (lower, upper) = (from_table(known.lower, ply), from_table(known.upper, ply));
                if (lower >= bound || upper < bound) && ply > 0 {
                    walk.counts.table_cuts += 1;
                    walk.observer.in_table(true);
                    if !known.is_complete() {
                        walk.note_guess();
                    }
                    return Ok((if lower >= bound { lower } else { upper }, false));
                }
            } else {
                // The best move of a shallower search goes first; at the same depth the order of
                // the moves must stay, or the passes would not continue each other.
                first = known.best;
            }
        }
        let guesses = walk.guesses();
        if let Some(value) = walk.leaf(depth) {
            let value = if walk.is_root_turn() { value } else { -value };
            (entry.lower, entry.upper) = (to_table(value, ply), to_table(value, ply));
            entry.set_past(0, walk.guesses() == guesses);
            self.table.put(entry);
            return Ok((value, true));
        }
        let (g, best) = self.test_moves(walk, depth, bound, first)?;
        if g < bound {
            entry.upper = to_table(g, ply);
        } else {
            entry.lower = to_table(g, ply);
            if ply == 0 {
                self.root_best = best;
            }
        }
        entry.best = best;
        entry.set_past(0, walk.guesses() == guesses);
        if !walk.is_narrowed() {
            self.table.put(entry);
        }
        Ok((g, false))
    }

    /// Tries moves until one passes; returns the highest bound and its move.
    fn test_moves<W: World<Game = G>>(
        &mut self,
        walk: &mut Walk<W>,
        depth: u32,
        bound: Value,
        first: Option<Ply<G::Move>>,
    ) -> Result<Tested<G::Move>, Stopped> {
        let is_max = walk.is_root_turn();
        let (mut g, mut best) = (WORST, None);
        for mv in first_to_front(walk.ordered_moves(), first) {
            let undo = walk.play(mv);
            let value = if walk.is_root_turn() == is_max {
                self.test(walk, depth - 1, bound)?
            } else {
                -self.test(walk, depth - 1, opposite(bound))?
            };
            walk.undo(undo);
            if value > g {
                g = value;
                best = Some(walk.step(mv));
            }
            if g >= bound {
                walk.counts.cutoffs += 1;
                break;
            }
        }
        Ok((g, best))
    }
}

/// "At least `bound`" for one side is "not at least this" for the other.
fn opposite(bound: Value) -> Value {
    (1 - bound).clamp(-INFINITY, INFINITY)
}

/// Values belong to a root player, so he is part of the key.
pub(super) fn key<W: World>(walk: &Walk<W>) -> u64 {
    walk.game.key(&walk.state) ^ mix(walk.root.index() as u64)
}

fn first_to_front<M: Copy + Eq>(mut moves: Vec<M>, first: Option<Ply<M>>) -> Vec<M> {
    if let Some(i) = first.and_then(|first| moves.iter().position(|&mv| mv == first.mv)) {
        to_front(&mut moves, i);
    }
    moves
}
