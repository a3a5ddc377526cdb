//! Sorting, compiled once for all: a sort for every game's moves would be a fifth of what is compiled for it.

/// The places of a list from the highest key to the lowest, equal ones as they stand.
pub(crate) fn places_by_key(len: usize, key: &dyn Fn(usize) -> (i64, i64)) -> Vec<usize> {
    let mut places: Vec<_> = (0..len).map(|place| (key(place), place)).collect();
    sort_places(&mut places);
    places.into_iter().map(|(_, place)| place).collect()
}

/// The places of these ranks from the highest to the lowest, equal ones as they stand; `keys` is room to sort in.
pub(crate) fn places_by_rank<'k>(ranks: &[i32], keys: &'k mut Vec<u64>) -> impl Iterator<Item = usize> + use<'k> {
    keys.clear();
    let key = |(place, &rank): (usize, &i32)| u64::from(!(rank as u32) ^ 1 << 31) << 32 | place as u64;
    keys.extend(ranks.iter().enumerate().map(key));
    keys.sort_unstable();
    keys.iter().map(|&key| key as u32 as usize)
}

fn sort_places(places: &mut [((i64, i64), usize)]) {
    places.sort_unstable_by(|(a, i), (b, j)| b.cmp(a).then(i.cmp(j)));
}

/// Puts the highest first.
pub(crate) fn sort_down(keys: &mut [i128]) {
    keys.sort_unstable_by(|a, b| b.cmp(a));
}

/// A number that is ordered as the fraction is.
pub(crate) fn order_of(fraction: f64) -> i64 {
    let bits = fraction.to_bits() as i64;
    bits ^ (((bits >> 63) as u64) >> 1) as i64
}

/// Moves the element at this place to the front, those before it one back.
pub(crate) fn to_front<T>(list: &mut [T], place: usize) {
    for i in (0..place).rev() {
        list.swap(i, i + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_come_first_and_equal_ones_as_they_stand() {
        let keys = [(1, 5), (2, 0), (1, 5), (-3, 9), (2, 1)];
        assert_eq!(places_by_key(keys.len(), &|i| keys[i]), [4, 1, 0, 2, 3]);
    }

    #[test]
    fn ranks_of_any_size_are_in_order() {
        let ranks = [0, i32::MIN, 7, -1, i32::MAX, 7, 0, -1];
        let by_key = places_by_key(ranks.len(), &|i| (ranks[i].into(), 0));
        assert_eq!(places_by_rank(&ranks, &mut vec![1]).collect::<Vec<_>>(), by_key);
    }

    #[test]
    fn fractions_are_ordered_by_their_numbers() {
        let sorted = [f64::NEG_INFINITY, -2.5, -1e-300, -0.0, 0.0, 1e-300, 0.5, 1.0, f64::INFINITY];
        assert!(sorted.windows(2).all(|pair| order_of(pair[0]) < order_of(pair[1])));
    }

    #[test]
    fn what_comes_to_the_front_keeps_the_others_in_order() {
        let mut list = [1, 2, 3, 4];
        to_front(&mut list, 2);
        assert_eq!(list, [3, 1, 2, 4]);
    }
}
