//! Connect Four, and Pear's view of it (Pantel 1997).
//!
//! Seven columns and six rows by default, any board up to 8x8 on request. Two bit boards, one per
//! player; a column is a byte, so all shifts are constants (see `board`).

mod bench;
mod board;
mod chances;
mod description;
mod diagram;
mod evaluation;
mod inputs;
mod levels;
mod notation;
mod ordering;

use melee_core::net::Learned;
use melee_core::zobrist;
use melee_core::{Description, Game, GameOptions, OptionError, Outcome, PlayableGame, Player, Rng};

use board::{Geometry, has_four};
pub use evaluation::{COLUMN_VALUE, PAIR, Pear, THREE, Weights};

/// The rules on a board of one size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Connect4 {
    board: Geometry,
}

/// The stones of both, and whose turn it is.
///
/// Equality is that of the position; how it came about is not kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    stones: [u64; 2],
    key: u64,
    turn: Player,
    winner: Option<Player>,
}

impl State {
    /// The stones of both players, a byte per column, its lowest bit the bottom cell.
    #[inline]
    pub fn stones(&self) -> [u64; 2] {
        self.stones
    }

    /// Every occupied cell.
    #[inline]
    fn occupied(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }
}

/// A column, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Column(u8);

impl Column {
    /// Its index, counted from 0 on the left.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

const STONE_KEYS: [[u64; 64]; 2] = [zobrist::table(0xC4_01), zobrist::table(0xC4_02)];
const PLAYERS: usize = 2;

impl Connect4 {
    /// The rules on a board of `width` columns and `height` rows, each 1 to 8.
    ///
    /// ```
    /// use melee_games::connect4::Connect4;
    /// assert!(Connect4::new(7, 6).is_some());
    /// assert!(Connect4::new(9, 7).is_none());
    /// ```
    pub fn new(width: usize, height: usize) -> Option<Self> {
        Some(Connect4 { board: Geometry::new(width, height)? })
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.board.width
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.board.height
    }

    /// A column by its index, counted from 0 on the left.
    pub fn column(&self, index: usize) -> Option<Column> {
        (index < self.board.width).then_some(Column(index as u8))
    }

    /// Takes back the stone that was played last, which went into this column.
    ///
    /// The rules restore the old state instead; this is its rival in the bench `undo`.
    #[inline]
    pub fn take_back(&self, state: &mut State, column: Column) {
        let mover = state.turn.index() ^ 1;
        let stones = state.occupied() & board::column(column.index());
        let cell = stones.ilog2();
        state.stones[mover] ^= 1 << cell;
        state.key ^= STONE_KEYS[mover][cell as usize & 63] ^ zobrist::TURN[0] ^ zobrist::TURN[1];
        state.turn = Player::new(mover);
        state.winner = None;
    }

    /// One bit per column that is not full, in its highest cell.
    #[inline]
    fn open_columns(&self, state: &State) -> u64 {
        !state.occupied() & self.board.top
    }
}

impl Default for Connect4 {
    fn default() -> Self {
        Connect4::new(7, 6).expect("the usual board fits")
    }
}

impl Game for Connect4 {
    const NAME: &'static str = "connect4";
    type State = State;
    type Move = Column;
    /// The old state: cheaper than taking a stone back (see `docs/performance.md`).
    type Undo = State;

    #[inline]
    fn players(&self) -> usize {
        PLAYERS
    }

    fn initial(&self) -> State {
        State { stones: [0; 2], key: zobrist::TURN[0], turn: Player::FIRST, winner: None }
    }

    #[inline]
    fn to_move(&self, state: &State) -> Player {
        state.turn
    }

    #[inline]
    fn takes_turns(&self) -> bool {
        true
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut Vec<Column>) {
        let mut open = self.open_columns(state);
        while open != 0 {
            out.push(Column((open.trailing_zeros() >> 3) as u8));
            open &= open - 1;
        }
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Column) -> State {
        let before = *state;
        let mover = state.turn.index() & 1;
        let cell = board::drop_cell(state.occupied(), mv.index());
        let stones = state.stones[mover] | cell;
        state.stones[mover] = stones;
        state.key ^= STONE_KEYS[mover][cell.trailing_zeros() as usize & 63] ^ zobrist::TURN[0] ^ zobrist::TURN[1];
        if has_four(stones) {
            state.winner = Some(state.turn);
        }
        state.turn = Player::new(mover ^ 1);
        before
    }

    fn hand_turn_to(&self, state: &mut State, player: Player) -> State {
        let before = *state;
        state.key ^= zobrist::TURN[state.turn.index()] ^ zobrist::TURN[player.index()];
        state.turn = player;
        before
    }

    #[inline]
    fn undo(&self, state: &mut State, undo: State) {
        *state = undo;
    }

    fn plies_left(&self, state: &State) -> Option<u32> {
        Some((self.board.cells & !state.occupied()).count_ones())
    }

    #[inline]
    fn outcome(&self, state: &State) -> Option<Outcome> {
        if let Some(winner) = state.winner {
            Some(Outcome::win(winner, PLAYERS))
        } else if self.open_columns(state) == 0 {
            Some(Outcome::draw(PLAYERS))
        } else {
            None
        }
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        state.key
    }

    fn key_from_scratch(&self, state: &State) -> u64 {
        let mut key = zobrist::TURN[state.turn.index()];
        for (stones, keys) in state.stones.iter().zip(&STONE_KEYS) {
            key = board::cells(*stones).fold(key, |key, cell| key ^ keys[cell]);
        }
        key
    }

    #[inline]
    fn symmetric_key(&self, state: &State) -> u64 {
        let mut mirrored = zobrist::TURN[state.turn.index()];
        for (stones, keys) in state.stones.iter().zip(&STONE_KEYS) {
            for cell in board::cells(*stones) {
                mirrored ^= keys[board::mirrored(cell, self.board.width)];
            }
        }
        mirrored.min(state.key)
    }

    #[inline]
    fn move_index(&self, mv: Column) -> usize {
        mv.index()
    }

    fn move_indices(&self) -> usize {
        self.board.width
    }

    fn moves_per_index(&self) -> usize {
        1
    }

    #[inline]
    fn count_moves(&self, state: &State, _buffer: &mut Vec<Column>) -> usize {
        self.open_columns(state).count_ones() as usize
    }

    #[inline]
    fn is_legal(&self, state: &State, mv: Column) -> bool {
        mv.index() < self.board.width && self.open_columns(state) & board::column(mv.index()) != 0
    }

    #[inline]
    fn random_move<R: Rng>(&self, state: &State, _buffer: &mut Vec<Column>, rng: &mut R) -> Column {
        let open = board::gather_columns(self.open_columns(state), self.board.height);
        let pick = (u64::from(rng.next_u32()) * u64::from(open.count_ones())) >> 32;
        Column(board::nth_set_bit(open, pick as usize))
    }
}

impl PlayableGame for Connect4 {
    type Knowledge = Learned<Pear>;

    fn describe() -> Description {
        description::CONNECT4
    }

    fn with_options(options: &GameOptions) -> Result<Self, OptionError> {
        let Some(size) = options.get("size") else {
            return Ok(Connect4::default());
        };
        size.split_once('x')
            .filter(|_| size.len() == 3)
            .and_then(|(w, h)| Connect4::new(w.parse().ok()?, h.parse().ok()?))
            .ok_or_else(|| OptionError(format!("--size {size}: expected columns x rows from 1x1 to 8x8, such as 7x6")))
    }

    fn knowledge(&self, evaluation: Option<&str>, ordering: Option<&str>) -> Option<Self::Knowledge> {
        Pear::named(self, evaluation, ordering).map(Learned::by_hand)
    }

    crate::inputs::learned! { State; best: ["nets/7x6.safetensors"], others: [] }

    fn weights(evaluation: &str) -> Option<Vec<(&'static str, f64)>> {
        Some(Weights::parse(evaluation)?.list())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use melee_core::{Notation, perft};

    #[test]
    fn published_perft_counts() {
        // Leaf counts 1-9 of the rules file; deeper ones run in the bench.
        let published: [u64; 9] = [7, 49, 343, 2401, 16_807, 117_649, 823_536, 5_673_234, 39_394_572];
        let game = Connect4::default();
        for (depth, &leaves) in (1..).zip(&published) {
            assert_eq!(perft(&game, &game.initial(), depth), leaves, "depth {depth}");
        }
    }

    #[test]
    fn sequences_that_end_in_a_win_at_ply_7_to_9() {
        let game = Connect4::default();
        let mut wins = [0u64; 10];
        let mut line = Vec::new();
        count_wins(&game, &mut game.initial(), &mut line, 9, &mut wins);
        assert_eq!(wins[..7], [0; 7]);
        assert_eq!(wins[7..], [13_032, 44_430, 1_086_882]);
    }

    fn count_wins(game: &Connect4, state: &mut State, line: &mut Vec<Column>, depth: usize, wins: &mut [u64]) {
        if state.winner.is_some() {
            wins[line.len()] += 1;
            return;
        }
        if line.len() == depth {
            return;
        }
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        for mv in moves {
            let undo = game.play(state, mv);
            line.push(mv);
            count_wins(game, state, line, depth, wins);
            line.pop();
            game.undo(state, undo);
        }
    }

    #[test]
    fn distinct_positions_per_ply() {
        let published = [1, 7, 49, 238, 1120, 4263, 16_422, 54_859, 184_275, 558_186];
        let game = Connect4::default();
        let mut layer = vec![game.initial()];
        for (ply, &count) in published.iter().enumerate() {
            assert_eq!(layer.len(), count, "ply {ply}");
            layer = next_layer(&game, &layer);
        }
    }

    fn next_layer(game: &Connect4, layer: &[State]) -> Vec<State> {
        let mut next = Vec::new();
        let mut moves = Vec::new();
        for state in layer.iter().filter(|s| game.outcome(s).is_none()) {
            game.moves(state, &mut moves);
            for mv in moves.drain(..) {
                let mut child = *state;
                game.play(&mut child, mv);
                next.push(child);
            }
        }
        next.sort_unstable_by_key(|s| s.stones);
        next.dedup_by_key(|s| s.stones);
        next
    }

    #[test]
    fn four_in_a_row_in_every_direction_and_place_wins_on_every_board() {
        // An independent check of the shifts: every line of four cells, walked by coordinates.
        for (width, height) in [(7, 6), (8, 8), (4, 4), (8, 4), (4, 8), (1, 8), (8, 1)] {
            let mut lines = 0;
            for column in 0..width {
                for row in 0..height {
                    for (dc, dr) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                        let cells: Vec<(i32, i32)> = (0..4).map(|i| (column + i * dc, row + i * dr)).collect();
                        let inside = |&(c, r): &(i32, i32)| c < width && (0..height).contains(&r);
                        if cells.iter().all(inside) {
                            lines += 1;
                            let bits = cells.iter().fold(0, |b, &(c, r)| b | 1u64 << (c * 8 + r));
                            assert!(has_four(bits), "{cells:?}");
                            let gap = bits & (bits - 1);
                            assert!(!has_four(gap), "{cells:?}");
                        }
                    }
                }
            }
            let expected = match (width, height) {
                (7, 6) => 69,
                (8, 8) => 130,
                (4, 4) => 10,
                (8, 4) | (4, 8) => 38,
                _ => 5,
            };
            assert_eq!(lines, expected, "{width}x{height}");
        }
    }

    #[test]
    fn stones_in_neighbouring_columns_do_not_wrap_into_a_line() {
        // On eight rows the top of one column and the bottom of the next are neighbouring bits.
        for s in [0b1110_0000u64 | 1 << 8, 1 << 6 | 1 << 7 | 1 << 8 | 1 << 9] {
            assert!(!has_four(s));
        }
        let diagonal = 1u64 << 6 | 1 << 15 | 1 << 24 | 1 << 33;
        assert!(!has_four(diagonal));
    }

    #[test]
    fn a_full_board_without_four_is_a_draw() {
        let game = Connect4::new(2, 2).expect("small board");
        let setup = game.parse_position("1122").expect("legal");
        assert_eq!(game.outcome(&setup.state(&game)), Some(Outcome::draw(2)));
    }

    #[test]
    fn every_legal_column_can_be_the_random_move() {
        let game = Connect4::default();
        let setup = game.parse_position("111111777777").expect("legal");
        let state = setup.state(&game);
        let mut rng = melee_core::seeded_rng(1);
        let mut seen = [0; 7];
        for _ in 0..500 {
            seen[game.random_move(&state, &mut Vec::new(), &mut rng).index()] += 1;
        }
        assert_eq!((seen[0], seen[6]), (0, 0));
        assert!(seen[1..6].iter().all(|&n| n > 50), "{seen:?}");
    }
}
