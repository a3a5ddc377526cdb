//! The sums of the first layer, kept from position to position.
//!
//! Positions that a search evaluates one after the other differ in a few pieces. So the inputs of a new one are compared
//! with those of the last one that the same player looked at, word by word, and only the difference is added. The result
//! is exact whatever was evaluated before, and nothing has to be taken back.

use super::{Net, Shares};
use crate::inputs::{Marks, ones};
use crate::{MAX_PLAYERS, Player};

/// What is known of the last position that each player looked at.
#[derive(Debug, Default)]
pub struct Accumulators {
    /// Of the position that is evaluated now.
    marks: Marks,
    views: [View; MAX_PLAYERS],
    added: Vec<u32>,
    removed: Vec<u32>,
}

#[derive(Clone, Debug, Default)]
struct View {
    /// Empty before the first position.
    sums: Vec<i32>,
    marks: Marks,
}

impl Accumulators {
    /// The shares of a position as `viewer` sees it, whose inputs `mark` marks; `by_hand` is what the evaluation made by
    /// hand says, from him on, for a network that [builds on it](Net::builds_on_hand).
    #[inline]
    pub fn shares(
        &mut self,
        net: &Net,
        viewer: Player,
        by_hand: &[i32; MAX_PLAYERS],
        mark: impl FnOnce(&mut Marks),
    ) -> Shares {
        let Accumulators { marks, views, added, removed } = self;
        if marks.words().is_empty() {
            *marks = Marks::new(net.facts.features);
        }
        marks.clear();
        mark(marks);
        let view = &mut views[viewer.index()];
        view.move_to(net, marks, added, removed);
        net.shares_of_sums(&view.sums, by_hand)
    }
}

impl View {
    fn move_to(&mut self, net: &Net, marks: &Marks, added: &mut Vec<u32>, removed: &mut Vec<u32>) {
        let is_new = self.sums.is_empty();
        if is_new {
            self.marks = marks.clone();
            self.sums.resize(net.hidden, 0);
        }
        let pairs = marks.words().iter().zip(self.marks.words());
        let (mut active, mut changed) = (0, 0);
        for (&new, &old) in pairs.clone() {
            active += new.count_ones();
            changed += (new ^ old).count_ones();
        }
        added.clear();
        removed.clear();
        if is_new || changed > active {
            self.sums.copy_from_slice(&net.first_biases);
            added.extend(marks.iter().map(|input| input as u32));
        } else {
            for (place, (&new, &old)) in pairs.enumerate() {
                let at = |bit: usize| (64 * place + bit) as u32;
                if new != old {
                    added.extend(ones(new & !old).map(at));
                    removed.extend(ones(old & !new).map(at));
                }
            }
        }
        net.add_to(&mut self.sums, added, removed);
        self.marks.clone_from(marks);
    }
}
