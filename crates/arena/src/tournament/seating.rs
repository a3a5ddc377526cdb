//! Who sits where.

use melee_core::zobrist::mix;

/// The algorithm on each seat, by its number.
pub type Seating = Vec<usize>;

/// Every way to seat so many algorithms so that each sits at least once or, where there are more of them than seats,
/// none sits twice.
///
/// ```
/// use melee_arena::tournament::seatings;
/// let counts = [(2, 3), (3, 3), (2, 4), (3, 4), (4, 4)].map(|(k, n)| seatings(k, n).len());
/// assert_eq!(counts, [6, 6, 14, 36, 24]); // Esser 2012, Figure 6.1
/// // Of three, each meets each of the others on either seat.
/// assert_eq!(seatings(3, 2), [[0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1]]);
/// ```
pub fn seatings(algorithms: usize, seats: usize) -> Vec<Seating> {
    let mut all = vec![Vec::new()];
    for _ in 0..seats {
        let longer = |seating: &Seating| {
            let seating = seating.clone();
            (0..algorithms).map(move |a| [&seating[..], &[a]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.retain(|seating| (0..algorithms).filter(|a| seating.contains(a)).count() == algorithms.min(seats));
    all
}

/// How many ways there are, without listing them.
pub fn count_seatings(algorithms: usize, seats: usize) -> u64 {
    if algorithms > seats {
        let choices = (0..seats).map(|seated| (algorithms - seated) as u64);
        return choices.fold(1, u64::saturating_mul);
    }
    // Surjections: inclusion and exclusion over the algorithms that are left out.
    let (mut sum, mut choose) = (0i128, 1i128);
    for left_out in 0..=algorithms {
        let rest = (algorithms - left_out) as i128;
        let sign = if left_out % 2 == 0 { 1 } else { -1 };
        sum += sign * choose * rest.pow(seats as u32);
        choose = choose * (algorithms - left_out) as i128 / (left_out as i128 + 1);
    }
    sum as u64
}

/// A block has every seating, unless there are more than this.
const MOST_IN_BLOCK: u64 = 400;

/// The seatings of the blocks of a match. In every block each algorithm sits on each seat equally often,
/// so that seats favour nobody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Blocks {
    /// Every block has all seatings.
    All(Vec<Seating>),
    /// The same in an order by lot: there are more algorithms than seats, and a match that ends within a block must not
    /// favour those that are listed first.
    Drawn {
        all: Vec<Seating>,
        /// For the lot.
        seed: u64,
    },
    /// There are too many: the algorithms stand in a circle, which turns by one from game to game, in front of the seats,
    /// once round or as often as there are seats; both in an order by lot. Of more algorithms than seats some wait, of fewer
    /// some sit more often than others in a game, and in a whole turn each has sat on each seat once. Every block has
    /// another lot, so that over many blocks each meets each.
    Rotations {
        algorithms: usize,
        seats: usize,
        /// For the lot.
        seed: u64,
    },
}

impl Blocks {
    /// The blocks of a match.
    pub fn new(algorithms: usize, seats: usize, seed: u64) -> Self {
        if count_seatings(algorithms, seats) <= MOST_IN_BLOCK {
            let all = seatings(algorithms, seats);
            if algorithms > seats { Blocks::Drawn { all, seed } } else { Blocks::All(all) }
        } else {
            Blocks::Rotations { algorithms, seats, seed }
        }
    }

    /// How many games a block has.
    pub fn len(&self) -> usize {
        match self {
            Blocks::All(all) | Blocks::Drawn { all, .. } => all.len(),
            Blocks::Rotations { algorithms, .. } => *algorithms,
        }
    }

    /// Has it no games?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A seating of a block.
    pub fn seating(&self, block: u64, index: usize) -> Seating {
        match self {
            Blocks::All(all) => all[index].clone(),
            Blocks::Drawn { all, seed } => {
                let order = in_any_order(all.len(), mix(seed ^ mix(block)));
                all[order[index]].clone()
            }
            Blocks::Rotations { algorithms, seats, seed } => {
                let lot = mix(seed ^ mix(block));
                let (circle, places) = (in_any_order(*algorithms, lot), in_any_order(*seats, mix(lot)));
                places.into_iter().map(|place| circle[(place + index) % algorithms]).collect()
            }
        }
    }
}

/// The numbers below `count`, by lot.
fn in_any_order(count: usize, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    shuffle(&mut order, seed);
    order
}

fn shuffle(items: &mut [usize], mut seed: u64) {
    for i in (1..items.len()).rev() {
        seed = mix(seed.wrapping_add(i as u64));
        items.swap(i, (seed % (i as u64 + 1)) as usize);
    }
}
