//! Sets of squares as words.

/// The places of the ones in a word, in ascending order.
#[inline]
pub(crate) fn ones(mut word: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let place = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (place < u64::BITS).then_some(place as u8)
    })
}
