//! The exact distances of all placements, five bits each: eight in five bytes.
//!
//! A file is a line with its name, a byte that says how far it was made, the distances, and eight bytes
//! of a check sum over everything before them.

use melee_core::zobrist::mix;

use super::placements::{Placement, count};

const NAME: &[u8] = b"melee chinese-checkers small solo 1\n";
/// A placement whose distance is not known yet.
pub(super) const UNKNOWN: u8 = 31;
/// The byte of a table that is done.
pub(super) const DONE: u8 = u8::MAX;
const CHECK: usize = size_of::<u64>();

/// The distances of all placements of `N` pieces.
#[derive(Debug)]
pub(super) struct SoloTable<const N: usize> {
    holes: usize,
    packed: Vec<u8>,
    /// The distance from which the search goes on, or [`DONE`].
    pub(super) layer: u8,
}

impl<const N: usize> SoloTable<N> {
    /// From a distance for every placement.
    pub(super) fn pack(holes: usize, layer: u8, distances: impl Iterator<Item = u8>) -> Self {
        let mut packed = Vec::with_capacity(packed_len(count(holes, N)));
        let (mut group, mut bits) = (0_u64, 0);
        for distance in distances {
            group |= u64::from(distance) << bits;
            bits += 5;
            if bits == 40 {
                packed.extend_from_slice(&group.to_le_bytes()[..5]);
                (group, bits) = (0, 0);
            }
        }
        if bits > 0 {
            packed.extend_from_slice(&group.to_le_bytes()[..5]);
        }
        SoloTable { holes, packed, layer }
    }

    /// The distance of a placement.
    #[inline]
    pub(super) fn get(&self, placement: &Placement<N>) -> u8 {
        self.at(placement.number())
    }

    fn at(&self, number: usize) -> u8 {
        let mut group = [0; 8];
        let first = number / 8 * 5;
        group[..5].copy_from_slice(&self.packed[first..first + 5]);
        (u64::from_le_bytes(group) >> (number % 8 * 5)) as u8 & 31
    }

    /// The distances of all placements.
    pub(super) fn iter(&self) -> impl Iterator<Item = u8> {
        (0..count(self.holes, N)).map(|number| self.at(number))
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(NAME.len() + 1 + self.packed.len() + CHECK);
        bytes.extend_from_slice(NAME);
        bytes.push(self.layer);
        bytes.extend_from_slice(&self.packed);
        bytes.extend_from_slice(&check_sum(&bytes).to_le_bytes());
        bytes
    }

    pub(super) fn from_bytes(holes: usize, bytes: &[u8]) -> Result<Self, String> {
        let content = bytes.strip_prefix(NAME).ok_or("does not begin like a table of solo distances")?;
        let expected = 1 + packed_len(count(holes, N)) + CHECK;
        if content.len() != expected {
            let (has, needs) = (bytes.len(), NAME.len() + expected);
            return Err(format!("has {has} bytes, a table of solo distances has {needs}"));
        }
        let (checked, sum) = bytes.split_at(bytes.len() - CHECK);
        if check_sum(checked).to_le_bytes() != *sum {
            return Err("is damaged: its check sum is another".to_string());
        }
        Ok(SoloTable { holes, packed: content[1..content.len() - CHECK].to_vec(), layer: content[0] })
    }
}

fn packed_len(placements: usize) -> usize {
    placements.div_ceil(8) * 5
}

fn check_sum(bytes: &[u8]) -> u64 {
    let words = bytes.chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    });
    words.fold(bytes.len() as u64, |sum, word| mix(sum ^ word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> SoloTable<2> {
        SoloTable::pack(21, 3, (0..210).map(|number| (number * 7 % 32) as u8))
    }

    #[test]
    fn what_is_packed_is_found_again() {
        let table = table();
        assert!(table.iter().eq((0..210).map(|number| (number * 7 % 32) as u8)));
        assert_eq!(table.get(&Placement::of(3)), 21);
        let again = SoloTable::<2>::from_bytes(21, &table.to_bytes()).expect("as written");
        assert!(again.layer == 3 && again.iter().eq(table.iter()));
    }

    #[test]
    fn other_bytes_are_refused() {
        let bytes = table().to_bytes();
        let read = |bytes: &[u8]| SoloTable::<2>::from_bytes(21, bytes).expect_err("damaged");
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut changed = bytes.clone();
                changed[at] ^= 1 << bit;
                read(&changed);
            }
            let told = read(&bytes[..at]) + &read(&[&bytes[..at], b"x", &bytes[at..]].concat());
            assert!(!told.contains(char::is_control), "{told:?}");
        }
        assert_eq!(read(&bytes[1..]), "does not begin like a table of solo distances");
        let short = format!("has {} bytes, a table of solo distances has {}", bytes.len() - 1, bytes.len());
        assert_eq!(read(&bytes[..bytes.len() - 1]), short);
        assert_eq!(read(&[]), "does not begin like a table of solo distances");
    }
}
