//! The file of a network: safetensors, with what it is for in the metadata.
//!
//! A file comes from anywhere, so everything about it is checked, and what is wrong is said in one line.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::hand::{Hand, LARGEST_UNIT};
use super::{Exponentials, LANES, Net, NetFacts, WIDEST, WIDEST_SECOND};
use crate::{MAX_PLAYERS, abridged};

/// What stands in the metadata of our files: of networks that stand alone, and of those that build on the evaluation made
/// by hand.
const ALONE: &str = "melee-net-1";
const BY_HAND: &str = "melee-net-2";
/// The type of a tensor of numbers of two bytes that stand as all their low bytes and then all their high ones: gzip packs
/// a network to four fifths of what it packs it to otherwise.
const PLANES: &str = "U8";
/// A header is a few lines.
const LONGEST_HEADER: usize = 1 << 20;
/// More inputs than any game has; so many weights of two bytes do not overflow a sum.
const MOST_INPUTS: usize = 1 << 15;

/// Why there is no network.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NetError {
    /// The bytes are no network.
    #[error("not a network: {}", abridged(.0))]
    Malformed(String),
    /// It is for something else.
    #[error("the network is for {}, here it is {}", abridged(.theirs), .ours)]
    Foreign { theirs: String, ours: String },
    /// The game has no inputs.
    #[error("this game has no inputs for networks")]
    NoInputs,
    /// None comes with the game.
    #[error("no network for this board and number of players comes with the program; eval=net:FILE takes one")]
    NotShipped,
    /// Nobody said how files are read.
    #[error("files are not read here")]
    NoFiles,
    /// The file cannot be read.
    #[error("{}", abridged(.0))]
    Unreadable(String),
    /// The game has no such ordering.
    #[error("unknown ordering")]
    NoOrdering,
}

fn malformed(what: impl Into<String>) -> NetError {
    NetError::Malformed(what.into())
}

/// A file that was opened: what it is for is known, its numbers are not read yet.
pub struct NetFile<'a> {
    facts: NetFacts,
    tensors: BTreeMap<String, Tensor>,
    data: &'a [u8],
}

#[derive(Deserialize)]
struct Tensor {
    dtype: String,
    shape: Vec<usize>,
    data_offsets: [usize; 2],
}

impl<'a> NetFile<'a> {
    /// Reads the header.
    pub fn read(bytes: &'a [u8]) -> Result<Self, NetError> {
        let (length, rest) = bytes.split_first_chunk().ok_or_else(|| malformed("it is too short"))?;
        let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX);
        if length > LONGEST_HEADER.min(rest.len()) {
            return Err(malformed("it does not begin like a file of safetensors"));
        }
        let (header, data) = rest.split_at(length);
        let header: BTreeMap<String, serde_json::Value> =
            serde_json::from_slice(header).map_err(|error| malformed(format!("its header: {error}")))?;
        let mut tensors = BTreeMap::new();
        let mut card = BTreeMap::new();
        for (name, value) in header {
            let wrong = |error| malformed(format!("its header: {name}: {error}"));
            if name == "__metadata__" {
                card = serde_json::from_value(value).map_err(wrong)?;
            } else {
                let tensor = serde_json::from_value(value).map_err(wrong)?;
                tensors.insert(name, tensor);
            }
        }
        let facts = facts(card, &tensors)?;
        Ok(NetFile { facts, tensors, data })
    }

    /// Its game, sizes and origin, as its file tells them.
    pub fn facts(&self) -> &NetFacts {
        &self.facts
    }

    /// Is it for this game, so many players and these inputs?
    pub fn check(&self, game: &str, players: usize, inputs: &str, features: usize) -> Result<(), NetError> {
        let about = |game: &str, players: usize, inputs: &str, features: usize| {
            format!("{game}, {players} players, {features} inputs {inputs}")
        };
        let NetFacts { game: own, players: own_players, inputs: own_inputs, features: own_features, .. } = &self.facts;
        let theirs = about(own, *own_players, own_inputs, *own_features);
        let ours = about(game, players, inputs, features);
        if theirs == ours { Ok(()) } else { Err(NetError::Foreign { theirs, ours }) }
    }

    /// Reads the numbers.
    pub fn net(&self) -> Result<Net, NetError> {
        let NetFacts { players, by_hand, features, hidden, second, .. } = self.facts;
        let outputs = players + usize::from(by_hand);
        let (wide, wide_second) = (hidden.next_multiple_of(LANES), second.next_multiple_of(LANES));
        let small = |numbers: Vec<i32>| numbers.into_iter().map(|number| number as i16).collect::<Vec<i16>>();
        let rows = |name, count, length, wide| {
            let numbers = self.numbers(name, &[count, length])?;
            Ok::<_, NetError>(small(padded(&numbers, length, wide)))
        };
        let first_weights = rows("w1", features, hidden, wide)?;
        let first_biases = small(padded(&self.numbers("b1", &[hidden])?, hidden, wide));
        Ok(Net {
            vectors: wide / LANES,
            most_active: most_active(&first_weights, &first_biases),
            first_weights,
            first_biases,
            second_weights: by_columns(&rows("w2", second, hidden, wide)?, wide, wide_second),
            second_biases: padded(&self.numbers("b2", &[second])?, second, wide_second),
            last_weights: rows("w3", outputs, second, wide_second)?,
            last_biases: self.numbers("b3", &[outputs])?,
            hand: self.hand()?,
            exponentials: Exponentials::new(),
            facts: self.facts.clone(),
        })
    }

    /// How it takes the evaluation made by hand, if it does.
    fn hand(&self) -> Result<Option<Hand>, NetError> {
        if !self.facts.by_hand {
            return Ok(None);
        }
        let unit = self.numbers("hand", &[1])?[0];
        if !(1..=LARGEST_UNIT).contains(&unit) {
            return Err(malformed(format!("tensor hand is {unit}, expected 1 to {LARGEST_UNIT}")));
        }
        Ok(Some(Hand { unit }))
    }

    /// The numbers of a tensor.
    fn numbers(&self, name: &str, shape: &[usize]) -> Result<Vec<i32>, NetError> {
        let tensor = self.tensors.get(name).ok_or_else(|| malformed(format!("there is no tensor {name}")))?;
        let (dtype, size) = dtype_of(name);
        let in_planes = name == "w1" && tensor.dtype == PLANES && tensor.shape.split_first() == Some((&2, shape));
        if !in_planes && (tensor.dtype != dtype || tensor.shape != shape) {
            let Tensor { dtype: given, shape: given_shape, .. } = tensor;
            let what = format!("tensor {name} is {given} {given_shape:?}, expected {dtype} {shape:?}");
            return Err(malformed(what));
        }
        let [begin, end] = tensor.data_offsets;
        let bytes = self.data.get(begin..end).ok_or_else(|| malformed(format!("tensor {name} is cut off")))?;
        if bytes.len() != size * shape.iter().product::<usize>() {
            return Err(malformed(format!("tensor {name} has {} bytes", bytes.len())));
        }
        let number = |bytes: &[u8]| match *bytes {
            [a] => i32::from(a as i8),
            [a, b] => i32::from(i16::from_le_bytes([a, b])),
            [a, b, c, d] => i32::from_le_bytes([a, b, c, d]),
            _ => unreachable!("numbers have one, two or four bytes"),
        };
        let numbers: Vec<i32> = if in_planes {
            let (low, high) = bytes.split_at(bytes.len() / 2);
            low.iter().zip(high).map(|(&low, &high)| from_planes(low, high)).collect()
        } else {
            bytes.chunks_exact(size).map(number).collect()
        };
        // Far from what sums of 127 * 127 could make overflow.
        if numbers.iter().any(|number| number.unsigned_abs() > 1 << 28) {
            return Err(malformed(format!("tensor {name} has a number that is too large")));
        }
        Ok(numbers)
    }
}

/// The type of a tensor's numbers and their size.
fn dtype_of(name: &str) -> (&'static str, usize) {
    match name {
        "w1" | "b1" => ("I16", 2),
        "w2" | "w3" => ("I8", 1),
        _ => ("I32", 4),
    }
}

/// A number of two bytes from the two planes of a tensor: 0, -1, 1, -2 are 0, 1, 2, 3 there, so that small numbers of
/// either sign have a high byte of zero.
pub(super) fn from_planes(low: u8, high: u8) -> i32 {
    let folded = i32::from(u16::from_le_bytes([low, high]));
    (folded >> 1) ^ -(folded & 1)
}

fn facts(mut card: BTreeMap<String, String>, tensors: &BTreeMap<String, Tensor>) -> Result<NetFacts, NetError> {
    let mut take = |name: &str| card.remove(name).ok_or_else(|| malformed(format!("its metadata has no {name}")));
    let format = take("format")?;
    let by_hand = format == BY_HAND;
    if !by_hand && format != ALONE {
        return Err(malformed(format!("its format is {format}, expected {ALONE} or {BY_HAND}")));
    }
    let number = |name: &str, text: String, most: usize| {
        let number = text.parse().ok().filter(|number| (1..=most).contains(number));
        number.ok_or_else(|| malformed(format!("{name} is {text}, expected 1 to {most}")))
    };
    let game = take("game")?;
    let inputs = take("inputs")?;
    let players = number("players", take("players")?, MAX_PLAYERS)?;
    let features = number("features", take("features")?, MOST_INPUTS)?;
    let known = ["w1", "b1", "w2", "b2", "w3", "b3", "hand"];
    let known = &known[..if by_hand { 7 } else { 6 }];
    if let Some(name) = tensors.keys().find(|name| !known.contains(&name.as_str())) {
        return Err(malformed(format!("it has a tensor {name}")));
    }
    let width = |name: &str, widest: usize| {
        let width = tensors.get(name).and_then(|tensor| tensor.shape.first().copied());
        let width = width.ok_or_else(|| malformed(format!("there is no tensor {name}")))?;
        number(&format!("the length of {name}"), width.to_string(), widest)
    };
    let (hidden, second) = (width("b1", WIDEST)?, width("b2", WIDEST_SECOND)?);
    Ok(NetFacts { game, players, inputs, by_hand, features, hidden, second, card })
}

/// Rows of this length with zeros behind them.
fn padded(numbers: &[i32], length: usize, wide: usize) -> Vec<i32> {
    let rows = numbers.chunks_exact(length);
    rows.flat_map(|row| row.iter().copied().chain(std::iter::repeat_n(0, wide - length))).collect()
}

/// How many inputs may be active at least before a sum of the first layer needs more than 16 bits.
fn most_active(weights: &[i16], biases: &[i16]) -> u32 {
    let mut largest = vec![0; biases.len()];
    for row in weights.chunks_exact(biases.len()) {
        for (largest, weight) in largest.iter_mut().zip(row) {
            *largest = weight.unsigned_abs().max(*largest);
        }
    }
    let room = |bias: &i16| (i16::MAX.unsigned_abs()).saturating_sub(bias.unsigned_abs());
    let most = biases.iter().zip(largest).map(|(bias, largest)| u32::from(room(bias) / largest.max(1)));
    most.min().unwrap_or(0)
}

/// Weights of the second layer, which come by unit, as its vectors take them: by vector, then by two units of the first
/// hidden layer.
fn by_columns(weights: &[i16], wide: usize, wide_second: usize) -> Vec<i16> {
    let mut columns = Vec::with_capacity(wide * wide_second);
    for first in (0..wide_second).step_by(LANES) {
        for unit in 0..wide {
            let rows = weights[first * wide..].chunks_exact(wide).take(LANES);
            let column = rows.map(|row| row[unit]);
            columns.extend(column.chain(std::iter::repeat(0)).take(LANES));
        }
    }
    columns
}
