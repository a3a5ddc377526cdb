//! The places of a large table, laid out a page at a time when something is first put there: a short
//! search does not pay for a table it never fills.

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use crate::TableError;

/// How many places a page has; the fewer, the less a search of a few nodes pays, the more, the fewer
/// pages there are to find. Even, so that no pair is torn apart.
const PAGE: usize = 1024;

/// What stands in a place where nothing was put. A constant, because that is filled in three times as
/// fast as a value.
pub(crate) trait Vacant: Copy {
    const VACANT: Self;
}

/// A fixed number of places.
#[derive(Debug)]
pub(crate) struct Slots<T> {
    /// Those where something was put.
    pages: Vec<Option<Box<[T; PAGE]>>>,
    count: usize,
}

impl<T: Vacant> Slots<T> {
    /// As many places as `bytes` hold if each takes `entry`, in groups of `group`, which is 1 or 2.
    pub(crate) fn new(bytes: u64, entry: usize, group: usize) -> Result<Self, TableError> {
        let groups = bytes / (entry * group) as u64;
        if groups == 0 {
            return Err(TableError::TooSmall { bytes, entry });
        }
        let too_large = || TableError::TooLarge { bytes };
        let count = usize::try_from(groups).ok().and_then(|groups| groups.checked_mul(group)).ok_or_else(too_large)?;
        // Memory that is not there is better refused now than missed later.
        Vec::<T>::new().try_reserve_exact(count).map_err(|_| too_large())?;
        let pages = (0..count.div_ceil(PAGE)).map(|_| None).collect();
        Ok(Slots { pages, count })
    }

    /// How many places there are.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// The places where something may have been put.
    pub(crate) fn touched(&self) -> impl Iterator<Item = &T> {
        self.pages.iter().flatten().flat_map(|page| page.iter())
    }

    /// What is there; none on a page where nothing was ever put.
    #[inline]
    pub(crate) fn get(&self, place: usize) -> Option<&T> {
        self.pages[place / PAGE].as_ref().map(|page| &page[place % PAGE])
    }

    /// What is there and in the next place; the first is even.
    #[inline]
    pub(crate) fn pair(&self, first: usize) -> Option<[&T; 2]> {
        let at = first % PAGE;
        self.pages[first / PAGE].as_ref().map(|page| [&page[at], &page[at | 1]])
    }

    /// What is there, to be changed.
    #[inline]
    pub(crate) fn get_mut(&mut self, place: usize) -> &mut T {
        &mut self.page_mut(place)[place % PAGE]
    }

    /// What is there and in the next place, to be changed; the first is even.
    #[inline]
    pub(crate) fn pair_mut(&mut self, first: usize) -> [&mut T; 2] {
        let at = first % PAGE;
        let pair = self.page_mut(first).get_disjoint_mut([at, at | 1]);
        pair.expect("the first is even")
    }

    #[inline]
    fn page_mut(&mut self, place: usize) -> &mut [T; PAGE] {
        self.pages[place / PAGE].get_or_insert_with(vacant_page)
    }

    /// Makes all places vacant but those to be kept.
    pub(crate) fn clear_unless(&mut self, is_kept: impl Fn(&T) -> bool) {
        for slot in self.pages.iter_mut().flatten().flat_map(|page| page.iter_mut()) {
            if !is_kept(slot) {
                *slot = T::VACANT;
            }
        }
    }

    /// Makes all places vacant.
    pub(crate) fn clear(&mut self) {
        for page in self.pages.iter_mut().flatten() {
            page.fill(T::VACANT);
        }
    }
}

/// Two places, and who may change them.
type Pair<T> = Mutex<[T; 2]>;

/// How many pairs a page of shared places has.
const PAIRS: usize = PAGE / 2;

/// Pairs of places that several threads use at once. Every pair has a lock of its own, which lies in the same line of the
/// processor's memory: to take it costs two instructions where the line has to be fetched anyway, and hardly ever
/// anybody waits.
#[derive(Debug)]
pub(crate) struct SharedSlots<T> {
    pages: Vec<OnceLock<Box<[Pair<T>]>>>,
    pairs: usize,
}

impl<T: Vacant> SharedSlots<T> {
    /// As many pairs as `bytes` hold, but at least one.
    pub(crate) fn new(bytes: u64) -> Self {
        let pairs = usize::try_from(bytes / size_of::<Pair<T>>() as u64).unwrap_or(usize::MAX).max(1);
        SharedSlots { pages: (0..pairs.div_ceil(PAIRS)).map(|_| OnceLock::new()).collect(), pairs }
    }

    /// How many pairs there are.
    pub(crate) fn pairs(&self) -> usize {
        self.pairs
    }

    /// What they take when all are laid out.
    pub(crate) fn bytes(&self) -> u64 {
        (self.pairs * size_of::<Pair<T>>()) as u64
    }

    /// A pair to be looked at; none on a page where nothing was ever put.
    #[inline]
    pub(crate) fn look(&self, pair: usize) -> Option<MutexGuard<'_, [T; 2]>> {
        let page = self.pages[pair / PAIRS].get()?;
        Some(lock(&page[pair % PAIRS]))
    }

    /// A pair to be changed.
    #[inline]
    pub(crate) fn change(&self, pair: usize) -> MutexGuard<'_, [T; 2]> {
        let page = self.pages[pair / PAIRS].get_or_init(|| (0..PAIRS).map(|_| Mutex::new([T::VACANT; 2])).collect());
        lock(&page[pair % PAIRS])
    }
}

/// What a thread that panicked has left is whole: a pair is changed at once.
#[inline]
fn lock<T>(pair: &Pair<T>) -> MutexGuard<'_, [T; 2]> {
    pair.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cold]
#[expect(clippy::unnecessary_box_returns, reason = "a page does not belong on the stack")]
fn vacant_page<T: Vacant>() -> Box<[T; PAGE]> {
    // Said inside, the constant is known wherever this is compiled.
    let page: Vec<T> = (0..PAGE).map(|_| T::VACANT).collect();
    page.into_boxed_slice().try_into().ok().expect("as long as a page")
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Vacant for u64 {
        const VACANT: Self = 7;
    }

    #[test]
    fn only_pages_in_use_are_laid_out() {
        let mut slots: Slots<u64> = Slots::new(64 << 20, 8, 2).expect("64 MiB");
        assert_eq!(slots.len(), 8 << 20);
        assert_eq!(slots.get(0), None);
        let last = slots.len() - 2;
        *slots.pair_mut(last)[1] = 1;
        *slots.get_mut(0) += 1;
        assert_eq!(slots.touched().count(), 2 * PAGE);
        assert_eq!((slots.pair(0), slots.pair(last)), (Some([&8, &7]), Some([&7, &1])));
        slots.clear();
        assert!(slots.touched().all(|&slot| slot == 7));
    }

    #[test]
    fn a_size_is_refused_before_it_is_needed() {
        let small = Slots::<u64>::new(15, 8, 2).expect_err("less than a pair");
        assert_eq!(small, TableError::TooSmall { bytes: 15, entry: 8 });
        let large = Slots::<u64>::new(u64::MAX, 8, 1).expect_err("more than there is");
        assert_eq!(large, TableError::TooLarge { bytes: u64::MAX });
    }
}
