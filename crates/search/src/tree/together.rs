//! The moves of a node that several threads search.
//!
//! Each leaves alone what another is at. As soon as a move is the best, all hear of it: those at the same node search the
//! rest against it, and those below break off what they began with older bounds.

use std::sync::{Mutex, PoisonError};

use melee_core::Value;

use super::kernel::{AlphaBeta, BestSoFar, Kernel, Moves};
use crate::busy::Busy;
use crate::table::{Entry, from_table, to_table};
use crate::{Best, Move, Stopped, World};

/// What the threads of an iteration tell each other beside the table.
pub(super) struct Together<M> {
    busy: Busy,
    /// The best of the root so far, with its line, which no table has.
    best: Mutex<Option<Best<M>>>,
}

impl<M: Clone> Together<M> {
    pub(super) fn new() -> Self {
        Together { busy: Busy::new(), best: Mutex::new(None) }
    }

    /// The root has a move that is worth as much.
    fn tell(&self, found: Best<M>) {
        let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        if best.as_ref().is_none_or(|best| best.value < found.value) {
            *best = Some(found);
        }
    }

    /// What the root has that is worth more than this.
    fn better_than(&self, value: Value) -> Option<Best<M>> {
        let best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        best.as_ref().filter(|best| best.value > value).cloned()
    }
}

/// A node of which this thread searches a move.
pub(super) struct Above {
    ply: u32,
    key: u64,
    depth: u32,
    /// What that move is searched against.
    alpha: Value,
}

impl<W: World> Kernel<'_, '_, W> {
    /// May other threads search some of the moves of a node? Browsers have none, and nothing of it is compiled for them.
    #[inline]
    pub(super) fn is_shared(&self, depth: u32) -> bool {
        !cfg!(target_family = "wasm") && depth >= self.tree.shared_from
    }

    /// Searches the moves of a node, those last that another thread is at.
    #[cold]
    pub(super) fn try_all_among_others(
        &mut self,
        node: &Moves,
        count: usize,
        found: &mut BestSoFar<Move<W>>,
    ) -> Result<(), Stopped> {
        let Some(together) = self.tree.together.clone() else {
            return Ok(());
        };
        let key = self.key(node.round);
        let here = Here { key, ply: self.walk.ply(), guesses: self.walk.guesses(), moves_end: node.base + count };
        let mut deferred = Vec::new();
        let mut tried = 0;
        loop {
            let (i, candidate) = if tried < count {
                (tried, self.tree.candidates.pick(node.base, tried))
            } else if let Some(&deferred) = deferred.get(tried - count) {
                deferred
            } else {
                return Ok(());
            };
            tried += 1;
            let mark = Busy::mark(self.walk.game, key, candidate.ply, node.depth);
            if 0 < i && tried <= count && together.busy.is_taken(mark) {
                deferred.push((i, candidate));
                continue;
            }
            together.busy.take(mark);
            let is_done = loop {
                let (alpha, guesses) = (found.alpha, self.walk.guesses());
                self.tree.above.push(Above { ply: here.ply, key, depth: node.depth, alpha });
                let result = self.try_move(node, i, &candidate, found);
                self.tree.above.pop();
                match result {
                    Ok(is_cut) => {
                        if found.alpha > alpha {
                            self.tell_others(&together, &here, node.depth, found);
                        }
                        break Ok(is_cut || self.hear_of_others(&together, &here, node, found));
                    }
                    Err(Stopped) if self.tree.outdated.take_if(|ply| *ply == here.ply).is_some() => {
                        self.come_back(&here, node, guesses);
                        if self.hear_of_others(&together, &here, node, found) {
                            break Ok(true);
                        }
                    }
                    Err(Stopped) => break Err(Stopped),
                }
            };
            together.busy.release(mark);
            if is_done? {
                return Ok(());
            }
            self.look_up(&together)?;
        }
    }

    /// Breaks off what is searched with bounds that are no longer those of a node above.
    fn look_up(&mut self, together: &Together<Move<W>>) -> Result<(), Stopped> {
        if !self.tree.settings.prune {
            return Ok(());
        }
        let table = self.tree.table.as_ref().expect("threads have a table");
        let outdated = self.tree.above.iter().find(|above| {
            let Above { ply, key, depth, alpha } = **above;
            if ply == 0 {
                return together.better_than(alpha).is_some();
            }
            table.get(key, depth).filter(|entry| self.may_cut(entry.depth, depth)).is_some_and(|entry| {
                let (lower, upper) = (from_table(entry.lower, ply), from_table(entry.upper, ply));
                lower > alpha || upper <= alpha
            })
        });
        self.tree.outdated = outdated.map(|above| above.ply);
        if self.tree.outdated.is_some() { Err(Stopped) } else { Ok(()) }
    }

    /// Comes back to a node from somewhere below it, where so many leaves had been guesses.
    fn come_back(&mut self, here: &Here, node: &Moves, guesses: u64) {
        debug_assert_eq!((self.walk.ply(), self.key(node.round)), (here.ply, here.key), "all moves are taken back");
        self.walk.forget_guesses_since(guesses);
        self.tree.candidates.truncate(here.moves_end);
    }

    /// Tells the others that a node is worth at least what its best move so far is.
    fn tell_others(&mut self, together: &Together<Move<W>>, here: &Here, depth: u32, found: &BestSoFar<Move<W>>) {
        let is_complete = self.walk.guesses() == here.guesses;
        if here.ply == 0 {
            let line = self.tree.lines.best();
            return together.tell(Best::guess(found.alpha, line).complete_if(is_complete));
        }
        let mut entry = Entry::new(here.key, depth);
        entry.lower = to_table(found.alpha, here.ply);
        entry.best = found.ply;
        entry.set_past(self.tree.played + here.ply, is_complete);
        self.tree.table.as_mut().expect("threads have a table").put(entry);
    }

    /// Hears what others have found of a node meanwhile; true if nothing else matters.
    fn hear_of_others(
        &mut self,
        together: &Together<Move<W>>,
        here: &Here,
        node: &Moves,
        found: &mut BestSoFar<Move<W>>,
    ) -> bool {
        if here.ply == 0 {
            if let Some(best) = together.better_than(found.alpha) {
                self.take_over(best, node, found);
            }
            return found.alpha >= node.bounds.beta;
        }
        let (mut bounds, mut known) = (node.bounds, AlphaBeta::FULL);
        let (ply, value) = self.probe(here.key, node.depth, &mut bounds, &mut known);
        let best = value.unwrap_or(known.alpha);
        if value.is_some() || best > found.alpha {
            *found = BestSoFar { alpha: best.max(found.alpha), best, ply };
            self.tree.lines.cut_short(here.ply, ply);
        }
        value.is_some() || found.alpha >= bounds.beta
    }

    /// Takes over what another thread has found of the root.
    fn take_over(&mut self, best: Best<Move<W>>, node: &Moves, found: &mut BestSoFar<Move<W>>) {
        if !best.complete {
            self.walk.note_guess();
        }
        *found = BestSoFar { alpha: best.value, best: best.value, ply: best.line.first().copied() };
        self.tree.lines.replace_best(&best.line);
        let first = self.tree.candidates.pick(node.base, 0).ply;
        self.keep_partial(Best { complete: false, ..best }, found.ply == Some(first));
    }
}

/// A node to which the search comes back from anywhere below.
struct Here {
    key: u64,
    ply: u32,
    /// How many leaves had been guesses.
    guesses: u64,
    /// Where the list of its moves ends.
    moves_end: usize,
}
