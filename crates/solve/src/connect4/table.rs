//! The transposition table: 64-bit entries in small buckets, with exact keys.
//!
//! A key is scrambled by an invertible function, so different positions stay different. Its high
//! part chooses the bucket; of the rest an entry keeps as many low bits as tell all keys of one
//! bucket apart. No position is ever taken for another.
//!
//! An entry also holds a lower and an upper bound of the score, the work that went into them (the
//! logarithm of the nodes) and, where bits are left, the number of the solve that wrote it, so that
//! clearing the table is one addition. Entries are atomic words: threads share the table without
//! locks, and since a word holds everything, none can see half an entry.
//!
//! Positions near the end of the game are most of a search, soon needed again or never: they live
//! in a small part of the table that stays in the processor's cache. Every thread has such a part of
//! its own, or the caches would keep taking it from each other.

use std::sync::atomic::{AtomicU64, Ordering};

use super::huge_pages;

/// Entries of a bucket.
const SLOTS: usize = 2;
/// Bits of a bound; scores of boards up to 64 cells fit.
const BOUND_BITS: u32 = 6;
const BOUND_MASK: u64 = (1 << BOUND_BITS) - 1;
/// What is added to a bound, so that it is positive and no entry is zero.
const BOUND_OFFSET: i32 = 32;

#[repr(align(16))]
struct Bucket([AtomicU64; SLOTS]);

/// The bounds of a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    pub(super) lower: i8,
    pub(super) upper: i8,
}

/// Where a key lives, and what tells it apart there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Place {
    bucket: u32,
    tag: u64,
}

impl Place {
    /// A number that hardly any other place has.
    pub(super) fn name(self) -> u64 {
        // The tag fills the high bits of its word, the bucket the low ones.
        (self.tag ^ u64::from(self.bucket)) | 1 << 32
    }
}

/// How many bits of an entry are used for what: tag, bounds, work, generation, from the top.
#[derive(Clone, Debug)]
struct Layout {
    /// Of a whole key.
    key: u32,
    tag: u32,
    work: u32,
    generation: u32,
}

impl Layout {
    fn tag_shift(&self) -> u32 {
        64 - self.tag
    }

    fn work_shift(&self) -> u32 {
        self.generation
    }

    fn bound_shift(&self) -> u32 {
        self.generation + self.work
    }
}

pub(super) struct Table {
    buckets: Vec<Bucket>,
    layout: Layout,
    generation: u64,
    /// How many buckets a thread's part for positions near the end has. Those parts come first.
    near: usize,
    /// How many buckets all of them have.
    all_near: usize,
}

/// The bytes of a part for positions near the end: about a cache of the second level.
const NEAR_BYTES: u64 = 1 << 20;
/// At most one in so many buckets is in such parts.
const NEAR_SHARE: u64 = 4;

/// Odd multipliers of the scrambling function.
const MIX: [u64; 2] = [0x9E37_79B9_7F4A_7C15, 0xD6E8_FEB8_6659_FD93];

impl Table {
    /// The fewest bytes with which keys of so many bits are still exact.
    pub(super) fn smallest(key_bits: u32, threads: usize) -> u64 {
        let index_bits = (key_bits + 2 * BOUND_BITS).saturating_sub(64);
        (NEAR_SHARE * threads as u64 * size_of::<Bucket>() as u64) << index_bits
    }

    /// A table of at most `bytes` bytes, and at least the smallest, for keys of `key_bits` bits.
    pub(super) fn new(bytes: u64, key_bits: u32, threads: usize) -> Self {
        let size = size_of::<Bucket>() as u64;
        let bytes = bytes.max(Self::smallest(key_bits, threads));
        let count = (bytes / size).min(u64::from(u32::MAX));
        let near = (NEAR_BYTES / size).min(count / NEAR_SHARE / threads as u64);
        let keys_per_bucket = (1u128 << key_bits).div_ceil(u128::from(near));
        let tag_bits = (128 - (keys_per_bucket - 1).leading_zeros()).max(1);
        let spare = 64 - tag_bits - 2 * BOUND_BITS;
        let work_bits = spare.min(5);
        let generation_bits = (spare - work_bits).min(16);
        let mut buckets = Vec::with_capacity(count as usize);
        huge_pages::wish_for(&mut buckets);
        buckets.resize_with(count as usize, || Bucket(Default::default()));
        Table {
            buckets,
            layout: Layout { key: key_bits, tag: tag_bits, work: work_bits, generation: generation_bits },
            generation: 0,
            near: near as usize,
            all_near: near as usize * threads,
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.generation += 1;
        if self.generation >> self.layout.generation != 0 {
            for bucket in &mut self.buckets {
                *bucket = Bucket(Default::default());
            }
            self.generation = 0;
        }
    }

    /// Finds a key's place; in a thread's own part for positions near the end.
    #[inline]
    pub(super) fn place(&self, key: u64, near: Option<usize>) -> Place {
        let bits = self.layout.key;
        let mask = u64::MAX >> (64 - bits);
        let mut mixed = key.wrapping_mul(MIX[0]) & mask;
        mixed ^= mixed >> (bits / 2);
        mixed = mixed.wrapping_mul(MIX[1]) & mask;
        let high = mixed << (64 - bits);
        // The parts do not overlap: tags only tell keys of one part apart.
        let (first, buckets) = match near {
            Some(thread) => (thread * self.near, self.near),
            None => (self.all_near, self.buckets.len() - self.all_near),
        };
        let bucket = first as u64 + ((u128::from(high) * buckets as u128) >> 64) as u64;
        Place { bucket: bucket as u32, tag: mixed << self.layout.tag_shift() }
    }

    /// Asks the processor to fetch a place.
    #[inline]
    #[cfg_attr(
        target_arch = "x86_64",
        expect(unsafe_code, reason = "the hint has no safe interface; without it solves take 19 to 35 % longer")
    )]
    pub(super) fn prefetch(&self, place: Place) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket = self.buckets.as_ptr().wrapping_add(place.bucket as usize);
            // SAFETY: a prefetch is a hint; it reads nothing and cannot fault, whatever the address.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = place;
    }

    /// The bits of an entry that belong to the tag and the generation.
    #[inline]
    fn name_mask(&self) -> u64 {
        u64::MAX << self.layout.tag_shift() | self.generation_mask()
    }

    #[inline]
    fn generation_mask(&self) -> u64 {
        (1 << self.layout.generation) - 1
    }

    /// The bounds of a key, if they are known.
    #[inline]
    pub(super) fn get(&self, place: Place) -> Option<Bounds> {
        let (name, mask) = (place.tag | self.generation, self.name_mask());
        let bucket = &self.buckets[place.bucket as usize];
        for slot in &bucket.0 {
            let entry = slot.load(Ordering::Relaxed);
            // Bounds are never all zeros, so an empty slot is told from the key with a tag of zeros.
            if (entry ^ name) & mask == 0 && entry & !mask != 0 {
                return Some(self.bounds(entry));
            }
        }
        None
    }

    #[inline]
    fn bounds(&self, entry: u64) -> Bounds {
        let bounds = entry >> self.layout.bound_shift();
        Bounds {
            lower: ((bounds & BOUND_MASK) as i32 - BOUND_OFFSET) as i8,
            upper: ((bounds >> BOUND_BITS & BOUND_MASK) as i32 - BOUND_OFFSET) as i8,
        }
    }

    /// Keeps the bounds of a key that took `nodes` nodes; what took least goes.
    #[inline]
    pub(super) fn put(&self, place: Place, bounds: Bounds, nodes: u64) {
        let layout = &self.layout;
        let (mask, generation) = (self.name_mask(), self.generation_mask());
        let most_work = (1u64 << layout.work) - 1;
        let work = u64::from(64 - nodes.leading_zeros()).min(most_work);
        let lower = (i32::from(bounds.lower) + BOUND_OFFSET) as u64;
        let upper = (i32::from(bounds.upper) + BOUND_OFFSET) as u64;
        let new = place.tag
            | (upper << BOUND_BITS | lower) << layout.bound_shift()
            | work << layout.work_shift()
            | self.generation;
        let bucket = &self.buckets[place.bucket as usize];
        let mut least = u64::MAX;
        let mut victim = 0;
        for (i, slot) in bucket.0.iter().enumerate() {
            let entry = slot.load(Ordering::Relaxed);
            if (entry ^ new) & mask == 0 {
                victim = i;
                break;
            }
            let is_old = (entry ^ new) & generation != 0 || entry == 0;
            let work = if is_old { 0 } else { 1 + (entry >> layout.work_shift() & most_work) };
            if work < least {
                (victim, least) = (i, work);
            }
        }
        bucket.0[victim].store(new, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: Bounds = Bounds { lower: -3, upper: 21 };

    #[test]
    fn a_fresh_table_knows_nothing_not_even_key_zero() {
        for key_bits in [8, 49, 64] {
            let mut table = Table::new(0, key_bits, 2);
            for near in [None, Some(0), Some(1)] {
                let place = table.place(0, near);
                assert_eq!(table.get(place), None);
                table.put(place, BOUNDS, 1);
                assert_eq!(table.get(place), Some(BOUNDS));
                table.clear();
                assert_eq!(table.get(place), None);
            }
        }
    }

    #[test]
    fn all_keys_of_a_small_board_stay_apart_in_all_parts() {
        let table = Table::new(1 << 20, 16, 2);
        let parts = [None, Some(0), Some(1)];
        let mut places: Vec<_> = (0..1u64 << 16)
            .flat_map(|key| parts.map(|part| table.place(key, part)))
            .map(|place| (place.bucket, place.tag))
            .collect();
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), 3 << 16);
    }

    #[test]
    fn clearing_works_for_ever() {
        let mut table = Table::new(1 << 12, 49, 1);
        let place = table.place(12345, None);
        for _ in 0..200_000 {
            table.put(place, BOUNDS, 9);
            table.clear();
            assert_eq!(table.get(place), None);
        }
    }

    #[test]
    fn the_least_work_goes() {
        let table = Table::new(0, 20, 1);
        let first = table.place(0, None).bucket;
        let bucket = |key: &u64| table.place(*key, None).bucket == first;
        let keys: Vec<u64> = (0..1 << 20).filter(bucket).take(SLOTS + 1).collect();
        for (i, &key) in keys.iter().enumerate() {
            table.put(table.place(key, None), BOUNDS, 1 << (10 - 2 * i));
        }
        let known = |key: &u64| table.get(table.place(*key, None)).is_some();
        assert!(known(&keys[0]) && known(&keys[SLOTS]));
        assert!(!known(&keys[SLOTS - 1]));
    }
}
