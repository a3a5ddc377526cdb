//! Hash keys for positions (Zobrist 1970), from a fixed generator so that keys, and with them
//! node counts under a table, are the same on every machine.

/// One step of splitmix64 on the state `x`: a good 64-bit mixer.
#[inline]
pub const fn mix(x: u64) -> u64 {
    let z = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A table of `N` random numbers for the features of one kind; `domain` keeps kinds apart.
///
/// ```
/// const STONES: [u64; 64] = melee_core::zobrist::table(1);
/// assert_ne!(STONES[0], STONES[1]);
/// ```
pub const fn table<const N: usize>(domain: u64) -> [u64; N] {
    let mut numbers = [0; N];
    let mut i = 0;
    while i < N {
        numbers[i] = feature(domain, i as u64);
        i += 1;
    }
    numbers
}

/// The random number of one feature, for games whose features are too many for a constant table.
pub const fn feature(domain: u64, index: u64) -> u64 {
    mix(mix(domain) ^ index)
}

/// The random number that says whose turn it is; shared by all games.
pub const TURN: [u64; crate::MAX_PLAYERS] = table(0x7475_726e);
