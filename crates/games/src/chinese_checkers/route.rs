//! The way of a move over the holes, for people; it may be slow.

use super::board::Hole;
use super::{ChineseCheckers, Move, State};

impl ChineseCheckers {
    /// Where a single jump of the moving piece leads to, if it may go there. The piece is lifted: its
    /// own hole is free.
    fn jump(&self, state: &State, start: Hole, from: Hole, direction: usize) -> Option<Hole> {
        let over = self.board.step(from, direction)?;
        let to = self.board.step(over, direction)?;
        let is_taken = |hole: Hole| hole != start && state.occupied.contains(hole);
        let kept = &self.kept[state.turn.index()];
        let may_go = !kept.contains(from) || kept.contains(to);
        (is_taken(over) && !is_taken(to) && may_go).then_some(to)
    }

    /// Does a single jump lead from one hole to the other?
    pub(super) fn is_jump(&self, state: &State, start: Hole, from: Hole, to: Hole) -> bool {
        (0..6).any(|direction| self.jump(state, start, from, direction) == Some(to))
    }

    /// The holes of a legal move, from the first to the last: a step, or the shortest chain, of
    /// equal ones the first by the directions E, NE, NW, W, SW, SE.
    pub(super) fn route(&self, state: &State, mv: Move) -> Vec<Hole> {
        if mv == Move::PASS {
            return Vec::new();
        }
        if self.board.neighbours[mv.from as usize].contains(mv.to) {
            return vec![mv.from, mv.to];
        }
        // Breadth first: a hole with the index of the one before.
        let mut ways = vec![(mv.from, 0)];
        let mut next = 0;
        while next < ways.len() && ways[ways.len() - 1].0 != mv.to {
            for direction in 0..6 {
                if let Some(to) = self.jump(state, mv.from, ways[next].0, direction)
                    && ways.iter().all(|&(hole, _)| hole != to)
                {
                    ways.push((to, next));
                    if to == mv.to {
                        break;
                    }
                }
            }
            next += 1;
        }
        let mut at = ways.len() - 1;
        let mut holes = vec![ways[at].0];
        while at != 0 {
            at = ways[at].1;
            holes.push(ways[at].0);
        }
        holes.reverse();
        holes
    }
}
