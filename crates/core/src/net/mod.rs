//! Small networks that tell everybody's share of the point: exact integer arithmetic, the same on every machine.
//!
//! ```text
//! F yes-or-no inputs -> H (clipped ReLU) -> M (clipped ReLU) -> one logit a player -> shares in millionths
//! ```
//!
//! The first layer is a sum over the active inputs and is kept from position to position ([`Accumulators`]); the rest is
//! computed anew. Weights are whole numbers, 127 units for one in the first layer and 64 in the others, so nothing
//! depends on the order of additions or on how wide a machine's registers are. [`NetFile`] reads and checks the file.
//!
//! A network may build on the evaluation made by hand (`hand.rs`): then that is added to the logits.

mod accumulators;
mod file;
mod hand;
mod learned;
mod shares;
mod source;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

pub use accumulators::Accumulators;
pub use file::{NetError, NetFile};
pub use hand::seen_by;
pub use learned::Learned;
pub use source::{NetChoice, ShippedNet};

use crate::{MAX_PLAYERS, Marks};
use hand::Hand;
use shares::Exponentials;

/// The shares of a position together, but for rounding.
pub const WHOLE: i32 = 1_000_000;

/// The largest activation, and what the first layer has for one.
const ONE: i32 = 127;
/// Halvings from a product of an activation and a weight back to an activation.
const SHIFT: u32 = 6;
/// The hidden layers are padded with zeros to whole vectors of this many numbers.
const LANES: usize = 32;
/// Some numbers of a hidden layer.
type Vector = [i16; LANES];

/// A network in memory, ready to be evaluated.
#[derive(Debug)]
pub struct Net {
    facts: NetFacts,
    /// The width of the first hidden layer in vectors.
    vectors: usize,
    /// By input, then by hidden unit.
    first_weights: Vec<i16>,
    first_biases: Vec<i16>,
    /// With at most so many active inputs, whichever they are, the sums of the first layer fit 16 bits.
    most_active: u32,
    /// By vector of the second layer, then by two hidden units: the weights of the first of them, then of the second.
    second_weights: Vec<i16>,
    second_biases: Vec<i32>,
    /// By player, then by unit of the second layer; the weight of the evaluation made by hand is a player more.
    last_weights: Vec<i16>,
    last_biases: Vec<i32>,
    hand: Option<Hand>,
    exponentials: Exponentials,
}

/// What a network is and what it is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetFacts {
    pub game: String,
    pub players: usize,
    /// The name of the list of inputs.
    pub inputs: String,
    /// Does it build on the evaluation made by hand?
    pub by_hand: bool,
    /// How many inputs there are, and units in the two hidden layers.
    pub features: usize,
    pub hidden: usize,
    pub second: usize,
    /// Everything else that its maker wrote down.
    pub card: BTreeMap<String, String>,
}

/// Everybody's share in millionths, from the viewer on.
pub type Shares = [i32; MAX_PLAYERS];

/// The widest layers that a file may have.
const WIDEST: usize = 512;
const WIDEST_SECOND: usize = 128;

impl Net {
    /// Its game, sizes and origin, as its file tells them.
    pub fn facts(&self) -> &NetFacts {
        &self.facts
    }

    /// Does it want the scores of the evaluation made by hand?
    #[inline]
    pub fn builds_on_hand(&self) -> bool {
        self.hand.is_some()
    }

    /// The shares of a position with these inputs and scores by hand from the viewer on, computed from nothing.
    pub fn shares(&self, marks: &Marks, by_hand: &[i32; MAX_PLAYERS]) -> Shares {
        let mut sums: Vec<i32> = self.first_biases.iter().copied().map(i32::from).collect();
        for input in marks.iter() {
            for (sum, &weight) in sums.iter_mut().zip(self.row(input).as_flattened()) {
                *sum += i32::from(weight);
            }
        }
        let mut hidden = [0; WIDEST];
        for (active, &sum) in hidden.iter_mut().zip(&sums) {
            *active = sum.clamp(0, ONE) as i16;
        }
        self.shares_of_hidden(&hidden, by_hand)
    }

    /// The weights of an input.
    #[inline]
    fn row(&self, input: usize) -> &[Vector] {
        &self.first_weights.as_chunks().0[input * self.vectors..][..self.vectors]
    }

    /// The layers above the sums of the first.
    #[inline]
    fn shares_of_sums(&self, sums: &[i16], by_hand: &[i32; MAX_PLAYERS]) -> Shares {
        let mut hidden = [0; WIDEST];
        let vectors = hidden.as_chunks_mut::<LANES>().0.iter_mut().zip(sums.as_chunks::<LANES>().0);
        for (active, sums) in vectors {
            *active = sums.map(|sum| sum.clamp(0, ONE as i16));
        }
        self.shares_of_hidden(&hidden, by_hand)
    }

    /// The layers above the first.
    #[inline]
    fn shares_of_hidden(&self, hidden: &[i16; WIDEST], by_hand: &[i32; MAX_PLAYERS]) -> Shares {
        let hidden = &hidden.as_chunks().0[..self.vectors * LANES / 2];
        let mut second = [0; WIDEST_SECOND];
        let (biases, _) = self.second_biases.as_chunks();
        let weights = self.second_weights.chunks_exact(2 * LANES * hidden.len());
        for ((active, biases), weights) in second.as_chunks_mut().0.iter_mut().zip(biases).zip(weights) {
            *active = second_layer(weights, biases, hidden);
        }
        let (second, width) = (second.as_chunks().0, self.second_biases.len());
        let mut logits = [0; MAX_PLAYERS + 1];
        let rows = self.last_weights.chunks_exact(width).zip(&self.last_biases);
        for (logit, (row, bias)) in logits.iter_mut().zip(rows) {
            let vectors = row.as_chunks().0.iter().zip(second);
            *logit = bias + vectors.map(|(weights, active)| dot(weights, active)).sum::<i32>();
        }
        let (logits, rest) = logits.split_at_mut(self.facts.players);
        if let Some(hand) = self.hand {
            hand.add_to(logits, rest[0], by_hand);
        }
        self.exponentials.shares(logits)
    }
}

/// Some units of the second layer. Column by column, since many hidden units are off, and two of them at a time: both
/// products together fit 16 bits, 127 * 127 twice.
#[inline]
fn second_layer(weights: &[i16], biases: &[i32; LANES], hidden: &[[i16; 2]]) -> Vector {
    let mut sums = *biases;
    let (pairs, _) = weights.as_chunks::<{ 2 * LANES }>();
    for (weights, &[one, other]) in pairs.iter().zip(hidden) {
        if one | other == 0 {
            continue;
        }
        let (of_one, of_other) = weights.split_at(LANES);
        for ((sum, &by_one), &by_other) in sums.iter_mut().zip(of_one).zip(of_other) {
            *sum += i32::from(by_one.wrapping_mul(one).wrapping_add(by_other.wrapping_mul(other)));
        }
    }
    sums.map(|sum| (sum >> SHIFT).clamp(0, ONE) as i16)
}

#[inline]
fn dot(weights: &Vector, active: &Vector) -> i32 {
    weights.iter().zip(active).map(|(&weight, &active)| i32::from(weight) * i32::from(active)).sum()
}
