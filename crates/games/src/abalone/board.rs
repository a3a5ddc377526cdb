//! Bit boards of the hexagonal board.
//!
//! A field is its row (A is 0) times nine plus its number minus one, with ten spare bits below and
//! some above. On this grid the six neighbours are the constant distances 1, 9 and 10 either way,
//! and a step over the edge always lands on a bit that is no field: numbers run out on the right
//! of the lower rows and on the left of the upper ones. So no shift ever wraps onto the board.

/// A set of fields.
pub(super) type Bits = u128;

/// A field by its bit.
pub(super) type Field = u8;

/// Rows A to I and numbers 1 to 9.
pub(super) const SIDE: usize = 9;
const SPARE: usize = 10;
/// Bits from 0 up to the last field.
pub(super) const PLACES: usize = SPARE + SIDE * SIDE;

/// The field at a row and a number, both counted from 0; it need not be on the board.
pub(super) const fn field(row: usize, number: usize) -> Field {
    (SPARE + row * SIDE + number) as Field
}

pub(super) const fn row(field: Field) -> usize {
    (field as usize - SPARE) / SIDE
}

pub(super) const fn number(field: Field) -> usize {
    (field as usize - SPARE) % SIDE
}

/// The numbers of a row, counted from 0.
pub(super) const fn numbers(row: usize) -> std::ops::Range<usize> {
    let first = row.saturating_sub(4);
    let last = if row > 4 { 8 } else { row + 4 };
    first..last + 1
}

/// All 61 fields.
pub(super) const BOARD: Bits = {
    let mut bits = 0;
    let mut r = 0;
    while r < SIDE {
        let mut n = numbers(r).start;
        while n < numbers(r).end {
            bits |= 1 << field(r, n);
            n += 1;
        }
        r += 1;
    }
    bits
};

/// Everything beside the board: where ejected marbles go.
pub(super) const OFF: Bits = !BOARD;

#[inline]
pub(super) const fn bit(field: Field) -> Bits {
    1 << field
}

/// The six directions as distances of bits: up, up right, left, right, down left, down.
/// The first three rows up of the grid are also the three axes of a line.
pub(super) const DIRECTIONS: [i32; 6] = [9, 10, -1, 1, -10, -9];

/// The sides of the board: what a row and what a number more counts towards each.
pub(super) const SIDES: [(i32, i32); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

/// The direction of each axis in which bits grow.
pub(super) const AXES: [usize; 3] = [3, 0, 1];

pub(super) const fn opposite(direction: usize) -> usize {
    5 - direction
}

/// The fields whose neighbour `steps` away in a direction is in the set.
#[inline]
pub(super) const fn behind(set: Bits, direction: usize, steps: i32) -> Bits {
    let distance = DIRECTIONS[direction] * steps;
    if distance > 0 { set >> distance } else { set << -distance }
}

/// The field `steps` away; it need not be on the board.
#[inline]
pub(super) const fn step(field: Field, direction: usize, steps: i32) -> Field {
    (field as i32 + DIRECTIONS[direction] * steps) as Field
}

/// How far from the middle the fields of a set lie to a side of the board, in lines and together.
pub(super) fn to_side(set: Bits, side: usize) -> i32 {
    let (up, right) = SIDES[side];
    let middle = (SIDE / 2) as i32;
    fields(set).map(|field| up * (row(field) as i32 - middle) + right * (number(field) as i32 - middle)).sum()
}

/// The fields of a set in order.
pub(super) fn fields(mut set: Bits) -> impl Iterator<Item = Field> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let field = set.trailing_zeros() as Field;
        set &= set - 1;
        Some(field)
    })
}

/// The least number of steps to the centre E5.
pub(super) const fn centre_distance(field: Field) -> i32 {
    let (dr, dn) = (row(field) as i32 - 4, number(field) as i32 - 4);
    if (dr < 0) == (dn < 0) { if dr.abs() > dn.abs() { dr.abs() } else { dn.abs() } } else { dr.abs() + dn.abs() }
}

/// The rotations and reflections of the board.
pub(super) const SYMMETRIES: usize = 12;

/// Where each symmetry takes each field.
static IMAGES: [[Field; SYMMETRIES]; PLACES] = {
    let mut images = [[0; SYMMETRIES]; PLACES];
    let mut place = 0;
    while place < PLACES {
        if BOARD >> place & 1 == 1 {
            // From the centre: rows up and numbers right; a row up is half a field to the left.
            let mut dr = row(place as Field) as i32 - 4;
            let mut dn = number(place as Field) as i32 - 4;
            let mut i = 0;
            while i < SYMMETRIES {
                images[place][i] = field((4 + dr) as usize, (4 + dn) as usize);
                // A sixth of a turn; a reflection after the sixth.
                (dr, dn) = (dn, dn - dr);
                if i == 5 {
                    (dr, dn) = (dn, dr);
                }
                i += 1;
            }
        }
        place += 1;
    }
    images
};

/// Where the symmetries of the board take a field.
#[inline]
pub(super) fn images(field: Field) -> [Field; SYMMETRIES] {
    IMAGES[field as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_61_fields() {
        assert_eq!(BOARD.count_ones(), 61);
    }

    #[test]
    fn no_step_from_the_board_wraps_onto_it() {
        for from in fields(BOARD) {
            for (direction, (dr, dn)) in [(1, 0), (1, 1), (0, -1), (0, 1), (-1, -1), (-1, 0)].into_iter().enumerate() {
                let (r, n) = (row(from) as i32 + dr, number(from) as i32 + dn);
                let inside = (0..9).contains(&r) && numbers(r as usize).contains(&(n as usize));
                let to = step(from, direction, 1);
                assert_eq!(BOARD & bit(to) != 0, inside, "{from} {direction}");
                if inside {
                    assert_eq!(to, field(r as usize, n as usize));
                }
            }
        }
    }

    #[test]
    fn a_side_has_five_fields_four_lines_from_the_middle_and_two_steps_lead_to_it() {
        for side in 0..SIDES.len() {
            assert_eq!(to_side(BOARD, side), 0, "as many fields lie to the other side");
            assert_eq!(fields(BOARD).filter(|&f| to_side(bit(f), side) == 4).count(), 5);
            assert_eq!(fields(BOARD).map(|f| to_side(bit(f), side)).max(), Some(4));
            let from = field(4, 4);
            let steps = |lines| (0..6).filter(|&d| to_side(bit(step(from, d, 1)), side) == lines).count();
            assert_eq!([steps(1), steps(0), steps(-1)], [2, 2, 2]);
        }
    }

    #[test]
    fn symmetries_keep_neighbours_and_differ() {
        let neighbours = |a: Field, b: Field| (0..6).any(|d| step(a, d, 1) == b);
        for a in fields(BOARD) {
            let images_of_a = images(a);
            assert_eq!(images_of_a[0], a, "the first is the identity");
            for b in fields(BOARD) {
                for (image_a, image_b) in images_of_a.into_iter().zip(images(b)) {
                    assert!(BOARD & bit(image_a) != 0);
                    assert_eq!(neighbours(a, b), neighbours(image_a, image_b));
                }
            }
        }
        // A field without symmetry of its own has twelve images.
        let mut all = images(field(0, 1)).to_vec();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 12);
    }

    #[test]
    fn distances_to_the_centre() {
        let at = |r: usize, n: usize| centre_distance(field(r, n));
        assert_eq!((at(4, 4), at(0, 0), at(0, 4), at(8, 8), at(4, 0), at(5, 4)), (0, 4, 4, 4, 4, 1));
        assert_eq!(
            (0..=4).map(|d| fields(BOARD).filter(|&f| centre_distance(f) == d).count()).collect::<Vec<_>>(),
            [1, 6, 12, 18, 24]
        );
    }
}
