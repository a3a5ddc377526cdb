//! The moves of a node, handed out best first without sorting those that are never reached.

use melee_core::Player;

use super::settings::Learned;
use crate::Ply;
use crate::order::sort_down;

/// A move with what decides its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<M> {
    pub(super) ply: Ply<M>,
    key: i64,
    /// One of the mover's best move-ordering moves.
    pub(super) is_bmom: bool,
}

impl<M> Candidate<M> {
    /// Its place in the static order: the history between rank and place does not belong to it.
    fn static_key(&self) -> (i64, i64) {
        (self.key >> 32, self.key & 0xffff)
    }
}

/// The candidates of all nodes on the current path, one list above the other.
#[derive(Debug)]
pub(super) struct Candidates<M> {
    stack: Vec<Candidate<M>>,
    /// Room to sort in.
    unsorted: Vec<Candidate<M>>,
    keys: Vec<i128>,
}

/// So many moves are selected before the rest is sorted.
const SELECTED: usize = 3;

/// Of a list no longer than this all are selected.
const FEW: usize = 12;

const TABLE_MOVE: i64 = i64::MAX;
const FIRST_KILLER: i64 = i64::MAX - 1;

impl<M: Copy + Eq> Candidates<M> {
    pub(super) fn new() -> Self {
        Candidates { stack: Vec::new(), unsorted: Vec::new(), keys: Vec::new() }
    }

    /// Where the list of a new node will begin.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.stack.len()
    }

    /// Adds a player's moves with their static ranks and, among equals, their ranks by history.
    #[inline]
    pub(super) fn extend(
        &mut self,
        base: usize,
        player: Player,
        moves: &[M],
        ranks: &[i32],
        history: impl Fn(M) -> u16,
    ) {
        // Of equal moves the one listed first: a unique key keeps every order deterministic.
        let listed = (self.stack.len() - base) as i64;
        let moves = (listed..).zip(moves.iter().zip(ranks));
        self.stack.extend(moves.map(|(listed, (&mv, &rank))| {
            let place = 0xffff - listed.min(0xffff);
            Candidate {
                ply: Ply { player, mv },
                key: i64::from(rank) << 32 | i64::from(history(mv)) << 16 | place,
                is_bmom: false,
            }
        }));
    }

    /// Adds the only move of a node.
    #[inline]
    pub(super) fn push_only(&mut self, ply: Ply<M>) {
        self.stack.push(Candidate { ply, key: 0, is_bmom: true });
    }

    /// Marks the first moves of the static order in the list from `base`.
    pub(super) fn mark_first_static(&mut self, base: usize, count: usize) {
        self.mark(base, count, |_, c| c.static_key());
    }

    /// Marks the first moves of the static order and of what was learned, in a list where neither table move nor
    /// killers are in front yet.
    pub(super) fn mark_first_learned(
        &mut self,
        base: usize,
        count: usize,
        learned: Learned,
        table_move: Option<Ply<M>>,
        killers: &[Option<Ply<M>>],
    ) {
        self.mark(base, count, |_, c| {
            let ply = Some(c.ply);
            let killer = killers.iter().position(|killer| *killer == ply);
            let rank = match killer {
                _ if learned.table && table_move == ply => TABLE_MOVE,
                Some(slot) if learned.killers => FIRST_KILLER - slot as i64,
                _ => c.key >> 32,
            };
            let mask = if learned.history { 0xffff_ffff } else { 0xffff };
            (rank, c.key & mask)
        });
    }

    /// Marks the moves with the highest of other ranks, given in the order the moves were added.
    pub(super) fn mark_ranked(&mut self, base: usize, ranks: &[i32], count: usize) {
        self.mark(base, count, |i, _| (i64::from(ranks[i]), -(i as i64)));
    }

    fn mark(&mut self, base: usize, count: usize, key: impl Fn(usize, &Candidate<M>) -> (i64, i64)) {
        if count >= self.stack.len() - base {
            for candidate in &mut self.stack[base..] {
                candidate.is_bmom = true;
            }
            return;
        }
        for _ in 0..count {
            let mut best = None;
            for (i, candidate) in self.stack[base..].iter().enumerate() {
                if !candidate.is_bmom {
                    best = best.max(Some((key(i, candidate), base + i)));
                }
            }
            if let Some((_, place)) = best {
                self.stack[place].is_bmom = true;
            }
        }
    }

    /// Keeps only the marked moves of the list from `base`.
    pub(super) fn keep_marked(&mut self, base: usize) {
        let mut kept = base;
        for i in base..self.stack.len() {
            if self.stack[i].is_bmom {
                self.stack.swap(kept, i);
                kept += 1;
            }
        }
        self.stack.truncate(kept);
    }

    /// Keeps only the marked moves and the first others of the order as it stands, `count` in all.
    pub(super) fn keep_first(&mut self, base: usize, count: usize) {
        self.keep(base, count, 0xffff_ffff);
    }

    /// The same by the static order alone.
    pub(super) fn keep_first_static(&mut self, base: usize, count: usize) {
        self.keep(base, count, 0xffff);
    }

    /// By rank and, among equals, by these of the bits below it.
    fn keep(&mut self, base: usize, count: usize, below: i64) {
        if self.stack.len() - base > count {
            self.sort(base, |c| (i128::from(c.is_bmom) << 65) + i128::from(c.key >> 32 << 32 | c.key & below));
            self.stack.truncate(base + count);
        }
    }

    /// Sorts the list from this place on, the highest keys first; they have at most 95 bits.
    fn sort(&mut self, from: usize, key: impl Fn(&Candidate<M>) -> i128) {
        let Candidates { stack, unsorted, keys } = self;
        unsorted.clear();
        unsorted.extend_from_slice(&stack[from..]);
        keys.clear();
        keys.extend(unsorted.iter().zip(0..).map(|(c, place)| key(c) << 32 | i128::from(u32::MAX - place)));
        sort_down(keys);
        for (slot, key) in stack[from..].iter_mut().zip(&*keys) {
            *slot = unsorted[(u32::MAX - *key as u32) as usize];
        }
    }

    /// Puts the table's move first, if it is in the list: a stale one never is.
    #[inline]
    pub(super) fn promote_table_move(&mut self, base: usize, best: Option<Ply<M>>) {
        if let Some(best) = best {
            self.promote(base, best, TABLE_MOVE);
        }
    }

    /// Puts killers right behind it.
    #[inline]
    pub(super) fn promote_killers(&mut self, base: usize, killers: &[Option<Ply<M>>]) {
        for (slot, killer) in killers.iter().enumerate() {
            if let Some(killer) = killer {
                self.promote(base, *killer, FIRST_KILLER - slot as i64);
            }
        }
    }

    fn promote(&mut self, base: usize, ply: Ply<M>, key: i64) {
        if let Some(c) = self.stack[base..].iter_mut().find(|c| c.ply == ply) {
            c.key = c.key.max(key);
        }
    }

    /// The `index`-th best candidate of the list from `base`; asked for in order.
    ///
    /// Most nodes are cut off by their first moves, so those are selected one by one; a node that
    /// goes on past them is likely to need all, so then the rest is sorted.
    #[inline]
    pub(super) fn pick(&mut self, base: usize, index: usize) -> Candidate<M> {
        let from = base + index;
        if index < SELECTED || self.stack.len() - base <= FEW {
            let (mut best, mut highest) = (0, i64::MIN);
            for (i, candidate) in self.stack[from..].iter().enumerate() {
                if candidate.key > highest {
                    (best, highest) = (i, candidate.key);
                }
            }
            self.stack.swap(from, from + best);
        } else if index == SELECTED {
            self.sort(from, |c| c.key.into());
        }
        self.stack[from]
    }

    /// The candidates from this place to the end, as they stand.
    pub(super) fn from(&self, place: usize) -> impl Iterator<Item = Ply<M>> {
        self.stack[place..].iter().map(|c| c.ply)
    }

    /// Drops the list that began at `base`.
    #[inline]
    pub(super) fn truncate(&mut self, base: usize) {
        self.stack.truncate(base);
    }
}
