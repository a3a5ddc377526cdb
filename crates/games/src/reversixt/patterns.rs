//! Local patterns of stones as sets of tiles, for who has to count them quickly.
//!
//! A set has a bit for each tile, 64 to a word, and some words of zeros before and behind: a whole set is moved a step in
//! one of the eight directions by shifting it, and whoever would leave the grid or come to a hole is masked out. Steps by
//! transitions are few and done one by one.

use super::map::{DIRECTIONS, Map, STEPS};
use super::place::{self, Kind};
use super::{Board, Cell, State};

const LINES: usize = DIRECTIONS / 2;
const WORD: usize = u64::BITS as usize;

/// The tables of one map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Patterns {
    /// The words of a set, and the zeros on each side of it.
    words: usize,
    margin: usize,
    /// How far apart in a set a tile is from its neighbour in each direction.
    steps: [isize; DIRECTIONS],
    /// All tiles; those of each kind; those with a neighbour on the grid in each direction; those that cannot be turned along
    /// each line.
    tiles: Vec<u64>,
    kinds: [Vec<u64>; Kind::COUNT],
    inner: [Vec<u64>; DIRECTIONS],
    blocked: [Vec<u64>; LINES],
    /// Tiles that are neighbours by a transition.
    joined: Vec<[u32; 2]>,
}

/// What there is of a colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Counts {
    /// Its stones on tiles of each kind, and the empty ones where it captures.
    pub(super) stones: [u32; Kind::COUNT],
    pub(super) moves: [u32; Kind::COUNT],
    /// Stones that nobody can turn without an override stone, whatever happens.
    pub(super) safe: u32,
    /// Stones beside an empty tile.
    pub(super) frontier: u32,
}

impl Patterns {
    pub(super) fn new(board: &Board, map: &Map) -> Self {
        let tiles = map.cells.len();
        let words = tiles.div_ceil(WORD);
        let set = |holds: &dyn Fn(usize) -> bool| {
            let mut set = vec![0; words];
            for tile in (0..tiles).filter(|&tile| map.cells[tile] != Cell::HOLE && holds(tile)) {
                set[tile / WORD] |= 1 << (tile % WORD);
            }
            set
        };
        let kinds = place::kinds(board, map);
        let has_neighbour = |tile: usize, direction: usize| {
            let (x, y) = (tile % map.width, tile / map.width);
            map.geometric_neighbour(super::Exit { x, y, direction }).is_some()
        };
        let place_of = |exit: super::Exit| (exit.y * map.width + exit.x) as u32;
        Patterns {
            words,
            margin: (map.width + 1).div_ceil(WORD) + 1,
            steps: STEPS.map(|(dx, dy)| dy as isize * map.width as isize + dx as isize),
            tiles: set(&|_| true),
            kinds: Kind::ALL.map(|kind| set(&|tile| kinds[tile] == kind)),
            inner: std::array::from_fn(|direction| set(&|tile| has_neighbour(tile, direction))),
            blocked: std::array::from_fn(|line| set(&|tile| place::is_blocked(board, tile, line))),
            joined: map.transitions.iter().map(|&(one, other)| [place_of(one), place_of(other)]).collect(),
        }
    }

    /// Counts what there is of each of the first colours, as long as stones are placed.
    pub(super) fn count(&self, state: &State, counts: &mut [Counts]) {
        let mut sets = vec![0; 3 * (self.words + 2 * self.margin)];
        let (beside_empty, rest) = sets.split_at_mut(self.words + 2 * self.margin);
        let (own, safe) = rest.split_at_mut(self.words + 2 * self.margin);
        let occupied = |word: u64| !(word + 0x77 * EACH_BYTE);
        self.fill(own, state, occupied);
        for (word, &tiles) in own[self.margin..].iter_mut().zip(&self.tiles) {
            *word = tiles & !*word;
        }
        self.touch(own, beside_empty);
        for (colour, counts) in counts.iter_mut().enumerate() {
            let stone = Cell::stone(colour).index() as u64 * EACH_BYTE;
            self.fill(own, state, |word| !((word ^ stone) + 0x7f * EACH_BYTE));
            let within = self.margin..self.margin + self.words;
            let legal = &state.legal[colour * self.words..][..self.words];
            for (kind, tiles) in self.kinds.iter().enumerate() {
                counts.stones[kind] = common(&own[within.clone()], tiles);
                counts.moves[kind] = common(legal, tiles);
            }
            counts.frontier = common(&own[within.clone()], &beside_empty[within.clone()]);
            self.find_safe(own, safe);
            counts.safe = safe[within].iter().map(|word| word.count_ones()).sum();
        }
    }

    /// The tiles whose bytes, eight at a time, get their highest bit.
    fn fill(&self, set: &mut [u64], state: &State, holds: impl Fn(u64) -> u64) {
        for (word, cells) in set[self.margin..].iter_mut().zip(state.cells.chunks(WORD)) {
            *word = 0;
            let (eights, rest) = cells.as_chunks::<8>();
            let mut put = |place: usize, cells: [Cell; 8]| {
                let bytes = u64::from_le_bytes(cells.map(|cell| cell.index() as u8));
                // The bits of eight bytes side by side.
                let bits = ((holds(bytes) >> 7 & EACH_BYTE).wrapping_mul(0x0102_0408_1020_4080)) >> 56;
                *word |= bits << (8 * place);
            };
            for (place, &cells) in eights.iter().enumerate() {
                put(place, cells);
            }
            if !rest.is_empty() {
                let mut cells = [Cell::HOLE; 8];
                cells[..rest.len()].copy_from_slice(rest);
                put(eights.len(), cells);
            }
        }
    }

    /// A word of the tiles whose neighbour in a direction is in a set, by the grid.
    #[inline]
    fn looking_at(&self, set: &[u64], word: usize, direction: usize) -> u64 {
        let from = (WORD * (self.margin + word)).wrapping_add_signed(self.steps[direction]);
        let (first, bit) = (from / WORD, from % WORD);
        // In two steps, since nothing can be shifted by 64.
        let moved = set[first] >> bit | (set[first + 1] << 1) << (WORD - 1 - bit);
        moved & self.inner[direction][word]
    }

    /// The tiles beside those of a set.
    fn touch(&self, set: &[u64], beside: &mut [u64]) {
        for word in 0..self.words {
            let directions = (0..DIRECTIONS).map(|direction| self.looking_at(set, word, direction));
            beside[self.margin + word] = directions.fold(0, |all, some| all | some);
        }
        for &[one, other] in &self.joined {
            for (from, to) in [(one as usize, other as usize), (other as usize, one as usize)] {
                let is_in = set[self.margin + from / WORD] >> (from % WORD) & 1;
                beside[self.margin + to / WORD] |= is_in << (to % WORD);
            }
        }
    }

    /// The stones of a colour that cannot be turned: along each line the way ends beside them, or there is another such stone.
    fn find_safe(&self, own: &[u64], safe: &mut [u64]) {
        let within = self.margin..self.margin + self.words;
        let mut are_any = false;
        for (word, (safe, own)) in safe[within.clone()].iter_mut().zip(&own[within]).enumerate() {
            *safe = self.blocked.iter().fold(*own, |left, line| left & line[word]);
            are_any |= *safe != 0;
        }
        // Each of them may make its neighbours safe.
        while std::mem::take(&mut are_any) {
            for word in 0..self.words {
                let left = own[self.margin + word] & !safe[self.margin + word];
                if left == 0 {
                    continue;
                }
                let more = (0..LINES).fold(left, |left, line| {
                    let held = self.looking_at(safe, word, line) | self.looking_at(safe, word, line + LINES);
                    left & (held | self.blocked[line][word])
                });
                safe[self.margin + word] |= more;
                are_any |= more != 0;
            }
        }
    }
}

/// One in each of eight bytes.
const EACH_BYTE: u64 = u64::MAX / 255;

/// How many tiles two sets share.
#[inline]
fn common(one: &[u64], other: &[u64]) -> u32 {
    one.iter().zip(other).map(|(one, other)| (one & other).count_ones()).sum()
}

#[cfg(test)]
mod tests {
    use melee_core::{Game, seeded_rng};

    use super::super::generator::{Recipe, generate};
    use super::super::place::blocked_lines;
    use super::super::state::Phase;
    use super::super::{NONE, ReversiXt, map_names, named_map};
    use super::*;

    /// Maps of all kinds, some of them wider than a word.
    fn maps() -> Vec<Map> {
        let drawn = (0..24).map(|seed| Recipe::drawn(2 + seed as usize % 3, seed));
        let wide = (0..4).map(|seed| Recipe { width: 61 + 4 * seed as usize, height: 8, ..Recipe::drawn(2, seed) });
        let generated = drawn.chain(wide).map(|recipe| generate(&recipe).expect("it fits"));
        let small = map_names().into_iter().filter(|&name| name != "grand");
        small.map(|name| named_map(name).expect("shipped")).chain(generated).collect()
    }

    /// The tile that a direction leads to.
    fn neighbour(game: &ReversiXt, tile: usize, direction: usize) -> Option<usize> {
        let next = game.board.next[tile * DIRECTIONS + direction];
        (next != NONE).then_some((next >> 3) as usize)
    }

    /// The neighbour on the grid, if the way does not lead elsewhere.
    fn beside(game: &ReversiXt, tile: usize, direction: usize) -> Option<usize> {
        let (x, y) = (tile % game.map.width, tile / game.map.width);
        let (x, y) = game.map.geometric_neighbour(crate::reversixt::Exit { x, y, direction })?;
        Some(y * game.map.width + x)
    }

    /// The safe stones of a colour, tile by tile until nothing changes.
    fn safe_stones(game: &ReversiXt, state: &State, colour: usize) -> Vec<usize> {
        let own: Vec<usize> = (0..state.cells.len()).filter(|&t| state.cells[t] == Cell::stone(colour)).collect();
        let mut safe: Vec<usize> = Vec::new();
        loop {
            let is_held = |tile: usize, line: usize| {
                let end = |d: usize| neighbour(game, tile, d).is_none();
                let held = |d: usize| beside(game, tile, d).is_some_and(|next| safe.contains(&next));
                [line, line + LINES].into_iter().any(|d| end(d) || held(d))
            };
            let more: Vec<usize> = own
                .iter()
                .copied()
                .filter(|&t| !safe.contains(&t) && (0..LINES).all(|line| is_held(t, line)))
                .collect();
            if more.is_empty() {
                return safe;
            }
            safe.extend(more);
        }
    }

    fn counts_tile_by_tile(game: &ReversiXt, state: &State, colour: usize) -> Counts {
        let kinds = place::kinds(&game.board, &game.map);
        let mut counts = Counts::default();
        for tile in (0..state.cells.len()).filter(|&tile| state.cells[tile] != Cell::HOLE) {
            let cell = state.cells[tile];
            let is_empty = |next: usize| state.cells[next].is_empty();
            if cell == Cell::stone(colour) {
                counts.stones[kinds[tile] as usize] += 1;
                let mut ways = (0..DIRECTIONS).filter_map(|d| neighbour(game, tile, d));
                counts.frontier += u32::from(ways.any(is_empty));
            } else if cell.is_empty() && state.capturing(&game.board, tile, colour) != 0 {
                counts.moves[kinds[tile] as usize] += 1;
            }
        }
        counts.safe = safe_stones(game, state, colour).len() as u32;
        counts
    }

    #[test]
    fn patterns_are_those_counted_tile_by_tile_and_safe_stones_stay() {
        let mut most_safe = 0;
        for (number, map) in maps().into_iter().enumerate() {
            let game = ReversiXt::new(map);
            let (mut state, mut buffer, mut rng) = (game.initial(), Vec::new(), seeded_rng(number as u64));
            while game.outcome(&state).is_none() && state.tally.phase == Phase::Stones {
                let mut counts = [Counts::default(); super::super::COLOURS];
                game.patterns.count(&state, &mut counts[..game.map.players]);
                for (colour, counts) in counts.iter().enumerate().take(game.map.players) {
                    assert_eq!(*counts, counts_tile_by_tile(&game, &state, colour), "map {number}: {state:?}");
                }
                let mv = game.random_move(&state, &mut buffer, &mut rng);
                let safe: Vec<Vec<usize>> =
                    (0..game.map.players).map(|colour| safe_stones(&game, &state, colour)).collect();
                game.play(&mut state, mv);
                for (colour, safe) in safe.iter().enumerate() {
                    most_safe = most_safe.max(safe.len());
                    // Whoever overrides a stone takes it whatever it is.
                    let turned = |&&tile: &&usize| state.cells[tile] != Cell::stone(colour) && tile != mv.tile as usize;
                    assert_eq!(safe.iter().find(turned), None, "map {number}: {state:?}");
                }
            }
        }
        assert!(most_safe > 10, "{most_safe}");
    }

    #[test]
    fn the_square_has_four_corners_and_its_edges_are_edges() {
        let game = ReversiXt::new(named_map("classic").expect("shipped"));
        let kinds = place::kinds(&game.board, &game.map);
        let count = |kind: Kind| kinds.iter().filter(|&&known| known == kind).count();
        assert_eq!(Kind::ALL.map(count), [4, 8, 4, 16, 0, 0, 32]);
        assert!((0..64).all(|tile| (kinds[tile] == Kind::Corner) == (blocked_lines(&game.board, tile) == 4)));
    }
}
