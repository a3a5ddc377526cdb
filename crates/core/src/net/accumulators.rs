//! The sums of the first layer, kept from position to position.
//!
//! Positions that a search evaluates one after the other differ in a few pieces. So the inputs of a new one are compared
//! with those of the last one that the same player looked at, word by word, and only the difference is added. The result
//! is exact whatever was evaluated before, and nothing has to be taken back.

use super::{LANES, Net, Shares, Vector};
use crate::inputs::{Marks, ones};
use crate::{MAX_PLAYERS, Player};

/// What is known of the last position that each player looked at.
#[derive(Debug, Default)]
pub struct Accumulators {
    /// Of the position that is evaluated now.
    marks: Marks,
    views: [View; MAX_PLAYERS],
}

#[derive(Clone, Debug, Default)]
struct View {
    /// Empty before the first position. Overflow on the way to a sum that fits does no harm.
    sums: Vec<i16>,
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
        let Accumulators { marks, views } = self;
        if marks.words().is_empty() {
            *marks = Marks::new(net.facts.features);
        }
        marks.clear();
        mark(marks);
        let view = &mut views[viewer.index()];
        if view.move_to(net, marks) { net.shares_of_sums(&view.sums, by_hand) } else { net.shares(marks, by_hand) }
    }
}

impl View {
    /// Brings the sums up to date; not if they might not fit.
    fn move_to(&mut self, net: &Net, marks: &Marks) -> bool {
        if self.sums.is_empty() {
            self.marks = Marks::new(net.facts.features);
            self.sums.clone_from(&net.first_biases);
        }
        let (mut active, mut changed) = (0, 0);
        for (&new, &old) in marks.words().iter().zip(self.marks.words()) {
            active += new.count_ones();
            changed += (new ^ old).count_ones();
        }
        if active > net.most_active {
            return false;
        }
        if changed > active {
            self.marks.clear();
            self.sums.copy_from_slice(&net.first_biases);
        }
        let (sums, _) = self.sums.as_chunks_mut::<LANES>();
        for (place, (&new, old)) in marks.words().iter().zip(self.marks.words_mut()).enumerate() {
            if new == *old {
                continue;
            }
            for input in ones(new & !*old) {
                add(sums, net.row(64 * place + input), i16::wrapping_add);
            }
            for input in ones(*old & !new) {
                add(sums, net.row(64 * place + input), i16::wrapping_sub);
            }
            *old = new;
        }
        true
    }
}

#[inline]
fn add(sums: &mut [Vector], weights: &[Vector], add: impl Fn(i16, i16) -> i16) {
    for (sums, weights) in sums.iter_mut().zip(weights) {
        for (sum, &weight) in sums.iter_mut().zip(weights) {
            *sum = add(*sum, weight);
        }
    }
}
