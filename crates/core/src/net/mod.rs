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
pub use source::{NetChoice, read_files_with};

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

/// A network in memory, ready to be evaluated.
#[derive(Debug)]
pub struct Net {
    facts: NetFacts,
    /// The width of the hidden layers, padded.
    hidden: usize,
    second: usize,
    /// By input, then by hidden unit.
    first_weights: Vec<i16>,
    first_biases: Vec<i32>,
    /// By unit of the second layer, then by hidden unit. Two bytes each: so products are added in pairs.
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
        let mut sums = self.first_biases.clone();
        let active: Vec<u32> = marks.iter().map(|input| input as u32).collect();
        self.add_to(&mut sums, &active, &[]);
        self.shares_of_sums(&sums, by_hand)
    }

    /// Adds the weights of some inputs to the sums of the first layer and takes others off.
    #[inline]
    fn add_to(&self, sums: &mut [i32], added: &[u32], removed: &[u32]) {
        let row = |input: u32| &self.first_weights[input as usize * self.hidden..][..self.hidden];
        // A vector of sums stays in registers while all inputs are gone through.
        for (block, sums) in sums.chunks_exact_mut(LANES).enumerate() {
            let sums: &mut [i32; LANES] = sums.try_into().expect("a whole vector");
            let at = block * LANES;
            let mut kept = *sums;
            for &input in added {
                let weights: &[i16; LANES] = row(input)[at..at + LANES].try_into().expect("a whole vector");
                for (sum, &weight) in kept.iter_mut().zip(weights) {
                    *sum += i32::from(weight);
                }
            }
            for &input in removed {
                let weights: &[i16; LANES] = row(input)[at..at + LANES].try_into().expect("a whole vector");
                for (sum, &weight) in kept.iter_mut().zip(weights) {
                    *sum -= i32::from(weight);
                }
            }
            *sums = kept;
        }
    }

    /// The layers above the first.
    fn shares_of_sums(&self, sums: &[i32], by_hand: &[i32; MAX_PLAYERS]) -> Shares {
        let mut hidden = [0i16; WIDEST];
        let hidden = &mut hidden[..self.hidden];
        for (active, &sum) in hidden.iter_mut().zip(sums) {
            *active = sum.clamp(0, ONE) as i16;
        }
        let mut second = [0; WIDEST_SECOND];
        layer(&self.second_weights, &self.second_biases, hidden, &mut second);
        let mut active = [0i16; WIDEST_SECOND];
        let active = &mut active[..self.second];
        for (active, &sum) in active.iter_mut().zip(&second) {
            *active = (sum >> SHIFT).clamp(0, ONE) as i16;
        }
        let mut logits = [0; MAX_PLAYERS + 1];
        layer(&self.last_weights, &self.last_biases, active, &mut logits);
        let (logits, rest) = logits.split_at_mut(self.facts.players);
        if let Some(hand) = self.hand {
            hand.add_to(logits, rest[0], by_hand);
        }
        self.exponentials.shares(logits)
    }
}

/// The sums of a layer: for every bias a row of weights, as long as the layer below is wide.
#[inline]
fn layer(weights: &[i16], biases: &[i32], active: &[i16], sums: &mut [i32]) {
    // A loop of known length becomes pairs of products in registers; for the usual widths it is known.
    match active.len() {
        32 => layer_of::<32>(weights, biases, active, sums),
        64 => layer_of::<64>(weights, biases, active, sums),
        96 => layer_of::<96>(weights, biases, active, sums),
        128 => layer_of::<128>(weights, biases, active, sums),
        256 => layer_of::<256>(weights, biases, active, sums),
        width => {
            for ((sum, row), bias) in sums.iter_mut().zip(weights.chunks_exact(width)).zip(biases) {
                *sum = bias + dot(row, active);
            }
        }
    }
}

fn layer_of<const WIDTH: usize>(weights: &[i16], biases: &[i32], active: &[i16], sums: &mut [i32]) {
    let (rows, _) = weights.as_chunks::<WIDTH>();
    let active: &[i16; WIDTH] = active.try_into().expect("the width was looked at");
    for ((sum, row), bias) in sums.iter_mut().zip(rows).zip(biases) {
        *sum = bias + dot(row, active);
    }
}

#[inline]
fn dot(weights: &[i16], active: &[i16]) -> i32 {
    weights.iter().zip(active).map(|(&weight, &active)| i32::from(weight) * i32::from(active)).sum()
}
