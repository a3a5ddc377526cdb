//! The hash that stores, journals and parts are checked by: FNV-1a with 128 bits.
//!
//! It finds damage, not malice. It is the same on every machine and in every version, which the standard library
//! does not promise of its own.

/// A hash that is fed piece by piece.
///
/// ```
/// use melee_arena::hash::Hash;
/// let mut hash = Hash::new();
/// hash.feed(b"foo");
/// hash.feed(b"bar");
/// assert_eq!(hash, Hash::of("foobar"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hash(u128);

const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

impl Hash {
    /// Of nothing yet.
    pub const fn new() -> Self {
        Hash(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }

    pub fn of(text: &str) -> Self {
        let mut hash = Hash::new();
        hash.feed(text.as_bytes());
        hash
    }

    pub fn feed(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u128::from(byte)).wrapping_mul(PRIME);
        }
    }

    /// Half of it, where that is enough.
    pub fn low(&self) -> u64 {
        self.0 as u64
    }
}

impl Default for Hash {
    fn default() -> Self {
        Hash::new()
    }
}

impl std::fmt::Display for Hash {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values that the inventors of the hash publish.
    #[test]
    fn published_values() {
        assert_eq!(Hash::of("").to_string(), "6c62272e07bb014262b821756295c58d");
        assert_eq!(Hash::of("a").to_string(), "d228cb696f1a8caf78912b704e4a8964");
        assert_eq!(Hash::of("foobar").to_string(), "343e1662793c64bf6f0d3597ba446f18");
    }
}
