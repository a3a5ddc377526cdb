//! The star: a hexagon with six arms, its holes in four classes that chains of jumps never leave.
//!
//! A jump changes row and column by 0 or 2, so it keeps the parity of both. Each class of equal
//! parities is a smaller board on which a jump is a step to a neighbour, and fits one word: the hole
//! `(2R + r, 2C + c)` is bit `7R + C` of class `2r + c`. Seven columns are enough although the large
//! star has nine, because no two holes of a class share a bit (`every_hole_has_its_own_bit`); what lies
//! beyond an edge may look like a hole of another row, so every shift goes with a mask.

use std::sync::LazyLock;

use crate::bits::ones;

/// A hole: its class in the highest two bits, its bit in the others. No hole has the number 0.
pub(super) type Hole = u8;

pub(super) const CLASSES: usize = 4;
/// The bits from a row of a class to the next.
const STRIDE: usize = 7;

/// From the tip of an arm to that of the opposite one, on the large board.
const MOST_STEPS: usize = 16;

/// The arms clockwise from the bottom: S, SW, NW, N, NE, SE.
pub(super) const ARMS: usize = 6;

/// The directions E, NE, NW, W, SW, SE as steps of row and column; the second three are the first ones
/// back.
pub(super) const DIRECTIONS: [(i32, i32); 6] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];

/// The three axes of a class: E, NE, NW. What a step changes in the class, and in the bit.
const AXES: [(usize, u32); 3] = [(1, 1), (3, STRIDE as u32 + 1), (2, STRIDE as u32)];

/// A set of holes, a word for each class.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Holes(pub(super) [u64; CLASSES]);

impl Holes {
    pub(super) const NONE: Holes = Holes([0; CLASSES]);

    #[inline]
    pub(super) fn contains(&self, hole: Hole) -> bool {
        self.0[hole as usize >> 6] >> (hole & 63) & 1 == 1
    }

    /// Puts a hole in, or takes it out.
    #[inline]
    pub(super) fn toggle(&mut self, hole: Hole) {
        self.0[hole as usize >> 6] ^= 1 << (hole & 63);
    }

    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = Hole> {
        (0..CLASSES).flat_map(move |class| bits(class, self.0[class]))
    }

    /// The holes of both sets.
    #[inline]
    pub(super) fn within(&self, other: &Holes) -> Holes {
        Holes(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// The holes of this set that are not in the other.
    #[inline]
    pub(super) fn without(&self, other: &Holes) -> Holes {
        Holes(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// Are all holes of the other set in this one?
    #[inline]
    pub(super) fn covers(&self, other: &Holes) -> bool {
        self.0.iter().zip(other.0).all(|(own, other)| other & !own == 0)
    }

    #[inline]
    pub(super) fn meets(&self, other: &Holes) -> bool {
        self.0.iter().zip(other.0).any(|(own, other)| own & other != 0)
    }
}

impl FromIterator<Hole> for Holes {
    fn from_iter<I: IntoIterator<Item = Hole>>(holes: I) -> Self {
        let mut set = Holes::NONE;
        holes.into_iter().for_each(|hole| set.toggle(hole));
        set
    }
}

/// The holes of a word of a class.
#[inline]
pub(super) fn bits(class: usize, word: u64) -> impl Iterator<Item = Hole> {
    ones(word).map(move |bit| (class << 6) as Hole | bit as Hole)
}

/// What never changes about a board.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Board {
    /// The rows of an arm: 3 or 4.
    pub(super) arm: usize,
    pub(super) all: Holes,
    /// The holes of the rows from the bottom, from left to right.
    pub(super) rows: Vec<Vec<Hole>>,
    /// Rows and columns, counted from 0.
    places: [(u8, u8); 256],
    /// The neighbours of each hole.
    pub(super) neighbours: Box<[Holes; 256]>,
    /// By class and axis: where a jump up the axis has a hole to go over and a hole to land on.
    jumps: [[u64; 3]; CLASSES],
    /// By class and axis: where a step up the axis, and one down, has a hole to go to.
    steps: [[[u64; 2]; 3]; CLASSES],
    /// The distance of a hole to the tip of an arm.
    pub(super) to_tip: Box<[[u8; 256]; ARMS]>,
    /// By arm and distance: the holes that are nearer to the arm's tip.
    nearer: Box<[[Holes; MOST_STEPS + 1]; ARMS]>,
    /// The hole on the other side of the line from S to N.
    pub(super) mirrored: [Hole; 256],
    /// Numbers without gaps, from 1.
    pub(super) number: [u8; 256],
    /// Numbers without gaps, from 0, as each arm sees the board from its own side.
    pub(super) numbers_from: Box<[[u8; 256]; ARMS]>,
}

/// The board of the literature, 73 holes.
pub(super) static SMALL: LazyLock<Board> = LazyLock::new(|| Board::new(3));
/// The board of the box, 121 holes.
pub(super) static LARGE: LazyLock<Board> = LazyLock::new(|| Board::new(4));

impl Board {
    fn new(arm: usize) -> Self {
        let side = 4 * arm + 1;
        let mut board = Board {
            arm,
            all: Holes::NONE,
            rows: vec![Vec::new(); side],
            places: [(0, 0); 256],
            neighbours: Box::new([Holes::NONE; 256]),
            jumps: [[0; 3]; CLASSES],
            steps: [[[0; 2]; 3]; CLASSES],
            to_tip: Box::new([[0; 256]; ARMS]),
            nearer: Box::new([[Holes::NONE; MOST_STEPS + 1]; ARMS]),
            mirrored: [0; 256],
            number: [0; 256],
            numbers_from: Box::new([[0; 256]; ARMS]),
        };
        for (row, column) in (0..side * side).map(|i| (i / side, i % side)) {
            let cube = board.cube_at(row, column);
            let reach = arm as i32;
            if cube.iter().all(|&v| v <= reach) || cube.iter().all(|&v| v >= -reach) {
                let hole = hole_at(row, column);
                board.all.toggle(hole);
                board.rows[row].push(hole);
                board.places[hole as usize] = (row as u8, column as u8);
                board.number[hole as usize] = board.all.len() as u8;
            }
        }
        for hole in board.all.iter() {
            board.look_around(hole);
        }
        for hole in board.all.iter() {
            let mut turned = hole;
            for arm in (0..ARMS).rev() {
                turned = board.turned(turned);
                board.numbers_from[arm][hole as usize] = board.number[turned as usize] - 1;
            }
        }
        board
    }

    /// Fills in what is known about one hole.
    fn look_around(&mut self, hole: Hole) {
        let (row, column) = self.place(hole);
        let near = (0..6).filter_map(|direction| self.step(hole, direction));
        self.neighbours[hole as usize] = near.collect();
        let (class, bit) = (hole as usize >> 6, 1 << (hole & 63));
        for axis in 0..3 {
            let (up, down) = (self.step(hole, axis), self.step(hole, axis + 3));
            if up.is_some() {
                self.steps[class][axis][0] |= bit;
            }
            if down.is_some() {
                self.steps[class][axis][1] |= bit;
            }
            if up.and_then(|over| self.step(over, axis)).is_some() {
                self.jumps[class][axis] |= bit;
            }
        }
        for arm in 0..ARMS {
            let (tip, at) = (self.cube(self.tip(arm)), self.cube(hole));
            let apart = tip.iter().zip(at).map(|(tip, at)| (tip - at).abs());
            let steps = apart.max().unwrap_or(0) as usize;
            self.to_tip[arm][hole as usize] = steps as u8;
            for nearer in &mut self.nearer[arm][steps + 1..] {
                nearer.toggle(hole);
            }
        }
        // The mirror swaps the other two coordinates of the cube: x becomes y - x.
        let mirrored_column = 2 * self.arm + row - column;
        self.mirrored[hole as usize] = hole_at(row, mirrored_column);
    }

    /// The row and the column of a hole, counted from 0.
    pub(super) fn place(&self, hole: Hole) -> (usize, usize) {
        let (row, column) = self.places[hole as usize];
        (row as usize, column as usize)
    }

    /// The hole of a row and a column, both counted from 0.
    pub(super) fn hole(&self, row: usize, column: usize) -> Option<Hole> {
        let row = self.rows.get(row)?;
        row.iter().copied().find(|&hole| self.place(hole).1 == column)
    }

    /// The next hole in a direction.
    pub(super) fn step(&self, hole: Hole, direction: usize) -> Option<Hole> {
        let ((row, column), (dr, dc)) = (self.place(hole), DIRECTIONS[direction]);
        let row = row.checked_add_signed(dr as isize)?;
        self.hole(row, column.checked_add_signed(dc as isize)?)
    }

    /// Cube coordinates round the centre; their sum is 0.
    fn cube_at(&self, row: usize, column: usize) -> [i32; 3] {
        let centre = 2 * self.arm as i32;
        let (y, x) = (row as i32 - centre, column as i32 - centre);
        [y, x - y, -x]
    }

    fn cube(&self, hole: Hole) -> [i32; 3] {
        let (row, column) = self.place(hole);
        self.cube_at(row, column)
    }

    /// Where a hole comes to lie when every arm goes to the place of the next, clockwise.
    pub(super) fn turned(&self, hole: Hole) -> Hole {
        let [y, across, _] = self.cube(hole);
        let centre = 2 * self.arm as i32;
        hole_at((centre - across) as usize, (centre + y) as usize)
    }

    /// How far a hole lies towards an arm: twice the arm's rows at its tip, 0 in the middle.
    pub(super) fn height(&self, arm: usize, hole: Hole) -> i32 {
        let [y, across, back] = self.cube(hole);
        [-y, back, -across, y, -back, across][arm]
    }

    /// How far a hole lies from the line through an arm and the one opposite, in half steps.
    pub(super) fn off_middle(&self, arm: usize, hole: Hole) -> i32 {
        let [y, across, back] = self.cube(hole);
        match arm % 3 {
            0 => (across - back).abs(),
            1 => (y - across).abs(),
            _ => (y - back).abs(),
        }
    }

    fn tip(&self, arm: usize) -> Hole {
        let is_tip = |&hole: &Hole| self.height(arm, hole) == 2 * self.arm as i32;
        self.all.iter().find(is_tip).expect("every arm has a tip")
    }

    /// The holes of an arm; wide, with the side of the hexagon next to it.
    pub(super) fn camp(&self, arm: usize, wide: bool) -> Holes {
        let reach = self.arm as i32;
        let is_inner = |hole: Hole| self.cube(hole).iter().all(|v| v.abs() <= reach);
        let is_in = |&hole: &Hole| match self.height(arm, hole) - reach {
            1.. => true,
            0 => wide && is_inner(hole),
            _ => false,
        };
        self.all.iter().filter(is_in).collect()
    }

    /// What can be jumped over in a class.
    #[inline]
    pub(super) fn pivots(&self, occupied: &Holes, class: usize) -> Pivots {
        let mut open = [0; 3];
        for (axis, (change, _)) in AXES.into_iter().enumerate() {
            let beside = occupied.0[class ^ change] >> offset(class, change);
            open[axis] = beside & self.jumps[class][axis];
        }
        Pivots(open)
    }

    /// Calls for each of these pieces with the holes that it could go to, as long as the call says so. Who is
    /// in `kept` does not leave it.
    #[inline]
    pub(super) fn each_reach(
        &self,
        own: &Holes,
        occupied: &Holes,
        kept: &Holes,
        mut each: impl FnMut(Hole, Holes) -> bool,
    ) {
        let empty = self.all.without(occupied);
        for class in 0..CLASSES {
            if own.0[class] == 0 {
                continue;
            }
            let pivots = self.pivots(occupied, class);
            for from in bits(class, own.0[class]) {
                // Steps lead to the other classes, chains to the own one.
                let mut to = self.neighbours[from as usize];
                let is_kept = kept.contains(from);
                for (i, to) in to.0.iter_mut().enumerate() {
                    *to &= empty.0[i];
                    if is_kept {
                        *to &= kept.0[i];
                    }
                }
                let start = 1 << (from & 63);
                to.0[class] = pivots.chains(start, empty.0[class], kept.0[class]);
                if !each(from, to) {
                    return;
                }
            }
        }
    }

    /// The most steps that one move takes one of these pieces nearer to the tip of an arm. Who is in `kept` does not
    /// leave it.
    pub(super) fn longest_way(&self, own: &Holes, occupied: &Holes, kept: &Holes, arm: usize) -> usize {
        let empty = self.all.without(occupied);
        let (to_tip, nearer) = (&self.to_tip[arm], &self.nearer[arm]);
        let mut longest = 0;
        for class in 0..CLASSES {
            if own.0[class] == 0 {
                continue;
            }
            let pivots = self.pivots(occupied, class);
            let ends = empty.0[class] & pivots.hop(u64::MAX);
            for from in bits(class, own.0[class]) {
                let steps = to_tip[from as usize] as usize;
                // A step gains one, so it counts only while nothing else gains.
                if longest == 0 {
                    let to = self.neighbours[from as usize].within(&empty).within(&nearer[steps]);
                    longest = usize::from(to.meets(if kept.contains(from) { kept } else { &self.all }));
                }
                // Most pieces have no place to land that is as near: no chain needs to be followed.
                let is_longer = |longest: usize, to: u64| to & nearer[steps.saturating_sub(longest)].0[class] != 0;
                if is_longer(longest, ends) {
                    let to = pivots.chains(1 << (from & 63), empty.0[class], kept.0[class]);
                    while is_longer(longest, to) {
                        longest += 1;
                    }
                }
            }
        }
        longest
    }

    /// The number of steps that pieces can make to empty holes.
    #[inline]
    pub(super) fn count_steps(&self, pieces: &Holes, empty: &Holes) -> usize {
        let mut count = 0;
        for class in 0..CLASSES {
            for (axis, (change, shift)) in AXES.into_iter().enumerate() {
                let (beside, up) = (empty.0[class ^ change], offset(class, change));
                let [above, below] = self.steps[class][axis];
                let up_free = pieces.0[class] & above & beside >> up;
                let down_free = pieces.0[class] & below & beside << (shift - up);
                count += up_free.count_ones() + down_free.count_ones();
            }
        }
        count as usize
    }
}

/// How far the next hole up an axis has its bit beyond that of a hole: it is in the class with the other
/// parity, in the same place or, where the parity that changes is odd, in the next one.
#[inline]
const fn offset(class: usize, change: usize) -> u32 {
    let odd = class & change;
    (odd >> 1) as u32 * STRIDE as u32 + (odd & 1) as u32
}

/// The number of the hole at a row and column, both counted from 0.
fn hole_at(row: usize, column: usize) -> Hole {
    let class = (row & 1) << 1 | column & 1;
    let bit = (row >> 1) * STRIDE + (column >> 1);
    (class << 6 | bit & 63) as Hole
}

/// The pieces that can be jumped over within one class: by axis, the lower end of each jump.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pivots([u64; 3]);

impl Pivots {
    /// Where single jumps lead to, taken or not; so also from where single jumps come.
    #[inline]
    pub(super) fn hop(&self, from: u64) -> u64 {
        let mut to = 0;
        for ((_, shift), open) in AXES.into_iter().zip(self.0) {
            to |= (from & open) << shift | from >> shift & open;
        }
        to
    }

    /// Everything that chains reach within `room`, where they start included.
    #[inline]
    fn flood(&self, start: u64, room: u64) -> u64 {
        let mut reached = start;
        loop {
            let next = reached | self.hop(reached) & room;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// Where chains from one hole may end. Who is in `kept` does not leave it, not even on the way.
    #[inline]
    pub(super) fn chains(&self, start: u64, empty: u64, kept: u64) -> u64 {
        // The moving piece is lifted, so its hole can be landed on; it is no end.
        let room = empty | start;
        let reached = if kept == 0 {
            self.flood(start, room)
        } else if start & kept != 0 {
            self.flood(start, room & kept)
        } else {
            let outside = self.flood(start, room & !kept);
            let entered = self.hop(outside) & empty & kept;
            outside | self.flood(entered, empty & kept)
        };
        reached & !start
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(board: &Board, holes: Holes) -> String {
        let name = |row: usize, hole: &Hole| {
            let column = board.place(*hole).1 + 1;
            format!("{}{column}", char::from(b'a' + row as u8))
        };
        let rows = board.rows.iter().enumerate();
        let all = rows.flat_map(|(r, row)| row.iter().map(move |hole| (r, hole)));
        let inside = all.filter(|(_, hole)| holes.contains(**hole));
        inside.map(|(r, hole)| name(r, hole)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn every_hole_has_its_own_bit() {
        assert_eq!((SMALL.all.len(), LARGE.all.len()), (73, 121));
        for board in [&*SMALL, &*LARGE] {
            assert!(!board.all.contains(0), "0 is no hole");
        }
    }

    /// The rows of the rules file: first column and number of holes.
    #[test]
    fn rows_of_the_rules_file() {
        let text = |board: &Board| {
            let row = |(r, row): (usize, &Vec<Hole>)| {
                let first = board.place(row[0]).1 + 1;
                format!("{}{first}x{}", char::from(b'a' + r as u8), row.len())
            };
            let rows: Vec<String> = board.rows.iter().enumerate().map(row).collect();
            rows.join(" ")
        };
        assert_eq!(text(&SMALL), "a4x1 b4x2 c4x3 d1x10 e2x9 f3x8 g4x7 h4x8 i4x9 j4x10 k8x3 l9x2 m10x1");
        assert_eq!(
            text(&LARGE),
            "a5x1 b5x2 c5x3 d5x4 e1x13 f2x12 g3x11 h4x10 i5x9 j5x10 k5x11 l5x12 m5x13 n10x4 o11x3 \
             p12x2 q13x1"
        );
    }

    #[test]
    fn camps_of_the_rules_file() {
        let camps = [
            "a4 b4 b5 c4 c5 c6",
            "d1 d2 d3 e2 e3 f3",
            "h4 i4 i5 j4 j5 j6",
            "k8 k9 k10 l9 l10 m10",
            "h11 i11 i12 j11 j12 j13",
            "d8 d9 d10 e9 e10 f10",
        ];
        for (arm, camp) in camps.into_iter().enumerate() {
            assert_eq!(names(&SMALL, SMALL.camp(arm, false)), camp);
            assert_eq!(LARGE.camp(arm, false).len(), 10);
            assert_eq!(LARGE.camp(arm, true).len(), 15);
        }
        let wide = |arm| names(&LARGE, LARGE.camp(arm, true));
        assert!(wide(0).ends_with(" e5 e6 e7 e8 e9"), "{}", wide(0));
        assert!(wide(3).starts_with("m9 m10 m11 m12 m13 n10"), "{}", wide(3));
    }

    #[test]
    fn the_mirror_keeps_neighbours_and_the_tips_below_and_above() {
        for board in [&*SMALL, &*LARGE] {
            let mirror = |hole: Hole| board.mirrored[hole as usize];
            for hole in board.all.iter() {
                assert_eq!(mirror(mirror(hole)), hole);
                let near = board.neighbours[hole as usize];
                let mirrored: Holes = near.iter().map(mirror).collect();
                assert_eq!(mirrored, board.neighbours[mirror(hole) as usize]);
                for arm in [0, 3] {
                    let to_tip = &board.to_tip[arm];
                    assert_eq!(to_tip[hole as usize], to_tip[mirror(hole) as usize]);
                    assert_eq!(board.off_middle(arm, hole), board.off_middle(arm, mirror(hole)));
                }
            }
        }
    }
}
