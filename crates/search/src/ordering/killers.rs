//! The killer heuristic (Akl and Newborn 1977): moves that caused a cut-off at the same ply.

use crate::Ply;
use crate::order::to_front;

/// A few killer moves per ply, the latest first.
#[derive(Debug)]
pub(crate) struct Killers<M> {
    per_ply: usize,
    moves: Vec<Option<Ply<M>>>,
}

impl<M: Copy + Eq> Killers<M> {
    pub(crate) fn new(per_ply: usize) -> Self {
        Killers { per_ply, moves: Vec::new() }
    }

    /// The killers of a ply.
    #[inline]
    pub(crate) fn at(&self, ply: u32) -> &[Option<Ply<M>>] {
        let start = ply as usize * self.per_ply;
        self.moves.get(start..start + self.per_ply).unwrap_or(&[])
    }

    /// Remembers a move; the one not used for the longest time goes.
    #[inline]
    pub(crate) fn add(&mut self, ply: u32, killer: Ply<M>) {
        if self.per_ply == 0 {
            return;
        }
        let start = ply as usize * self.per_ply;
        let end = start + self.per_ply;
        if self.moves.len() < end {
            self.moves.resize(end, None);
        }
        let slots = &mut self.moves[start..end];
        let old = slots.iter().position(|&k| k == Some(killer));
        to_front(slots, old.unwrap_or(self.per_ply - 1));
        slots[0] = Some(killer);
    }

    pub(crate) fn clear(&mut self) {
        self.moves.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use melee_core::Player;

    #[test]
    fn the_least_recently_used_killer_is_replaced() {
        let ply = |mv: u8| Ply { player: Player::FIRST, mv };
        let mut killers = Killers::new(2);
        for mv in [1, 2, 1, 3] {
            killers.add(4, ply(mv));
        }
        assert_eq!(killers.at(4), [Some(ply(3)), Some(ply(1))]);
        assert!(killers.at(5).is_empty());
        assert_eq!(killers.at(3), [None, None]);
    }
}
