//! Principal variations.

use melee_core::Player;

/// One step of a line: best-reply searches skip players, so the mover is part of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ply<M> {
    pub player: Player,
    pub mv: M,
}

/// A sequence of plies from the root.
pub type Line<M> = Vec<Ply<M>>;

/// The best lines below each ply of the current path (the triangular table of chess programs).
pub(crate) struct Lines<M> {
    below: Vec<Line<M>>,
}

impl<M: Copy> Lines<M> {
    pub(crate) fn new() -> Self {
        Lines { below: Vec::new() }
    }

    /// Forgets what was known below this ply; every node does so when it is entered.
    #[inline]
    pub(crate) fn clear(&mut self, ply: u32) {
        let ply = ply as usize;
        if self.below.len() <= ply + 1 {
            self.below.resize_with(ply + 2, Vec::new);
        }
        self.below[ply].clear();
    }

    /// The best line at this ply is now `first` and the best line after it.
    pub(crate) fn improve(&mut self, ply: u32, first: Ply<M>) {
        let (head, tail) = self.below.split_at_mut(ply as usize + 1);
        let line = &mut head[ply as usize];
        line.clear();
        line.push(first);
        line.extend_from_slice(&tail[0]);
    }

    /// Of the best line at this ply only the first is known, if at all.
    pub(crate) fn cut_short(&mut self, ply: u32, first: Option<Ply<M>>) {
        self.clear(ply);
        self.below[ply as usize].extend(first);
    }

    /// How long the best line from the root is.
    pub(crate) fn best_len(&self) -> usize {
        self.below.first().map_or(0, Vec::len)
    }

    /// One ply of the best line from the root.
    pub(crate) fn best_ply(&self, index: usize) -> Ply<M> {
        self.below[0][index]
    }

    /// Makes the best line from the root longer.
    pub(crate) fn extend_best(&mut self, ply: Ply<M>) {
        self.below[0].push(ply);
    }

    /// The best line from the root is this one.
    pub(crate) fn replace_best(&mut self, line: &[Ply<M>]) {
        self.below[0].clear();
        self.below[0].extend_from_slice(line);
    }

    /// The best line from the root.
    pub(crate) fn best(&self) -> Line<M> {
        self.below.first().cloned().unwrap_or_default()
    }
}
