//! The positions of a game before the one that is searched.

/// The keys of positions that a game has seen, to be asked of at every node.
#[derive(Clone, Debug)]
pub(crate) struct Past {
    keys: Vec<u64>,
    /// A bit for each key, so that nearly every node is answered by one look.
    bits: Vec<u64>,
}

const BITS: u64 = 1 << 13;

/// The word and the bit of a key.
#[inline]
fn place(key: u64) -> (usize, u64) {
    let bit = key % BITS;
    ((bit / 64) as usize, 1 << (bit % 64))
}

impl Past {
    /// Of a game that begins at the root.
    pub(crate) const NONE: Past = Past { keys: Vec::new(), bits: Vec::new() };

    pub(crate) fn new(mut keys: Vec<u64>) -> Self {
        if keys.is_empty() {
            return Past::NONE;
        }
        keys.sort_unstable();
        let mut bits = vec![0; (BITS / 64) as usize];
        for (word, bit) in keys.iter().map(|&key| place(key)) {
            bits[word] |= bit;
        }
        Past { keys, bits }
    }

    /// Is nothing known of the game?
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Was there a position of this key?
    #[inline]
    pub(crate) fn has(&self, key: u64) -> bool {
        let (word, bit) = place(key);
        self.bits.get(word).is_some_and(|bits| bits & bit != 0) && self.keys.binary_search(&key).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_keys_that_were_seen_are_known() {
        let keys: Vec<u64> = (1..500u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        let past = Past::new(keys.clone());
        for key in keys {
            assert!(past.has(key));
            assert!(!past.has(key + BITS), "the same bit, another key");
        }
        assert!(!Past::NONE.has(0));
    }
}
