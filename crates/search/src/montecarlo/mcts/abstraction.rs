//! Opponent move abstraction (Baier and Kaisers 2020): what a player's own moves led to, whatever the others did between them.
//!
//! Among several players the same idea comes up below many different replies, and the tree learns it anew below each. Here
//! it is learned once: an *abstract move* is a player's move after certain moves of his own. Where he chooses, its mean is
//! mixed with that of the node, and fades as the node itself is visited.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use melee_core::zobrist::mix;
use melee_core::{MAX_PLAYERS, Player};

/// No abstract move is known, since there is no more room.
pub(super) const NONE: u32 = u32::MAX;

/// What an abstract move takes, with its place in the table.
pub(super) const BYTES: usize = size_of::<AbstractMove>() + 2 * size_of::<(u64, u32)>();

struct AbstractMove {
    /// The move before it.
    before: u32,
    key: u64,
    points: f64,
    plays: u64,
}

/// The abstract moves of all players; the first ones stand for those who have not moved yet.
#[derive(Default)]
pub(super) struct Abstraction {
    moves: Vec<AbstractMove>,
    places: HashMap<u64, u32, BuildHasherDefault<Mixed>>,
    /// Everybody's last move before the root.
    root: [u32; MAX_PLAYERS],
}

impl Abstraction {
    pub(super) fn clear(&mut self, players: usize) {
        self.places.clear();
        self.moves.clear();
        for player in 0..players {
            self.root[player] = player as u32;
            self.moves.push(AbstractMove { before: NONE, key: mix(player as u64 + 1), points: 0.0, plays: 0 });
        }
    }

    /// Everybody's last move at the root.
    pub(super) fn root(&self) -> [u32; MAX_PLAYERS] {
        self.root
    }

    /// The number of a move after others of the same player; a new one if there are fewer than `most`.
    pub(super) fn number(&mut self, before: u32, move_hash: u64, most: usize) -> u32 {
        if before == NONE {
            return NONE;
        }
        let key = mix(self.moves[before as usize].key ^ move_hash);
        if let Some(&number) = self.places.get(&key) {
            return number;
        }
        let number = self.moves.len();
        if number >= most.min(NONE as usize) {
            return NONE;
        }
        self.moves.push(AbstractMove { before, key, points: 0.0, plays: 0 });
        self.places.insert(key, number as u32);
        number as u32
    }

    /// A game in which it was played has brought so much.
    pub(super) fn note(&mut self, number: u32, points: f64) {
        if number != NONE {
            let known = &mut self.moves[number as usize];
            known.points += points;
            known.plays += 1;
        }
    }

    /// What it has brought on the mean.
    pub(super) fn mean(&self, number: u32) -> Option<f64> {
        let known = self.moves.get(number as usize)?;
        (known.plays > 0).then(|| known.points / known.plays as f64)
    }

    /// The game has gone on by these moves: only what comes after them is kept. Returns the new numbers of all; none if
    /// one of the moves is not known.
    pub(super) fn go_on(&mut self, players: usize, played: &[(Player, u32)]) -> Option<Vec<u32>> {
        let mut last = self.root;
        for &(player, number) in played {
            last[player.index()] = number;
        }
        if last[..players].contains(&NONE) {
            return None;
        }
        // Every move comes after the one before it, so one pass finds all that follow.
        let mut new_numbers: Vec<u32> = Vec::with_capacity(self.moves.len());
        let mut kept: Vec<AbstractMove> = Vec::new();
        for (number, mut known) in std::mem::take(&mut self.moves).into_iter().enumerate() {
            let before = new_numbers.get(known.before as usize).copied().unwrap_or(NONE);
            let is_last = last[..players].contains(&(number as u32));
            if is_last || before != NONE {
                new_numbers.push(kept.len() as u32);
                known.before = before;
                kept.push(known);
            } else {
                new_numbers.push(NONE);
            }
        }
        self.moves = kept;
        self.places.retain(|_, number| {
            *number = new_numbers[*number as usize];
            *number != NONE
        });
        for (player, number) in last[..players].iter().enumerate() {
            self.root[player] = new_numbers[*number as usize];
        }
        Some(new_numbers)
    }
}

/// Keys are hashes already.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are whole numbers");
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
