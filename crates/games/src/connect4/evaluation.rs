//! Pear's evaluation (Pantel 1997, 4.3).
//!
//! For each player, 16 for every row of exactly three and 4 for every row of exactly two of his
//! stones that can still become four; the opponent's count negatively, so the evaluation is
//! symmetric. A stone may be part of patterns in several directions, a pattern counts once, in its
//! highest class.
//!
//! Pear also adds a small bonus for the column of each move it makes in the search, and subtracts
//! it for the opponent's moves. Summed along a path that is the bonus of the stones placed since
//! the root, so here it is counted for all stones at the leaf: the two differ by the bonus of the
//! root position, which is the same for every line, and wins stay wins. The seed does not print
//! its numbers; ours are in [`COLUMN_VALUE`].

use melee_core::{Bounded, Knowledge, OrderView, Player, Scores, Value, Window};

use super::board::{self, DIRECTIONS, Direction};
use super::{Column, Connect4, PLAYERS, State, ordering};

/// A row of three that can become four.
pub const THREE: Value = 16;
/// A row of two that can become four.
pub const PAIR: Value = 4;
/// The bonus of a stone by its distance from the nearer side of the board.
pub const COLUMN_VALUE: [Value; 4] = [0, 1, 2, 3];

/// The weights of the evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// A row of three that can become four.
    pub three: Value,
    /// A row of two that can become four.
    pub pair: Value,
    /// A step of a stone from the side towards the middle, up to three.
    pub column: Value,
}

impl Weights {
    /// Pear's.
    pub const PEAR: Weights = Weights { three: THREE, pair: PAIR, column: COLUMN_VALUE[1] };

    /// `pear`, `patterns` without the bonus of columns, or weights that differ from `pear`: `three:20+column:0`.
    ///
    /// ```
    /// use melee_games::connect4::Weights;
    /// assert_eq!(Weights::parse("three:20").map(|w| (w.three, w.pair)), Some((20, 4)));
    /// assert_eq!(Weights::parse("speed:1"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        let mut weights = Self::PEAR;
        match text {
            "pear" => return Some(weights),
            "patterns" => {
                return Some(Weights { column: 0, ..weights });
            }
            _ => {}
        }
        for (name, value) in crate::weights::parse(text)? {
            let weight = match name {
                "three" => &mut weights.three,
                "pair" => &mut weights.pair,
                "column" => &mut weights.column,
                _ => return None,
            };
            *weight = value.round() as Value;
        }
        Some(weights)
    }

    pub(super) fn list(&self) -> Vec<(&'static str, f64)> {
        let all = [("three", self.three), ("pair", self.pair), ("column", self.column)];
        all.map(|(name, weight)| (name, f64::from(weight))).to_vec()
    }
}

/// Connect Four as Pear sees it.
#[derive(Clone, Debug)]
pub struct Pear {
    weights: Weights,
    /// Stones at least this many columns from both sides, for 1, 2 and 3.
    inner_columns: [u64; 3],
    pub(super) centre_first: bool,
}

impl Pear {
    pub(super) fn named(game: &Connect4, evaluation: Option<&str>, ordering: Option<&str>) -> Option<Self> {
        let weights = Weights::parse(evaluation.unwrap_or("pear"))?;
        let centre_first = match ordering.unwrap_or("centre") {
            "centre" => true,
            "none" => false,
            _ => return None,
        };
        let mut inner_columns = [0; 3];
        for column in 0..game.width() {
            for (margin, inner) in (1..).zip(&mut inner_columns) {
                if from_side(game, column) >= margin {
                    *inner |= board::column(column);
                }
            }
        }
        Some(Pear { weights, inner_columns, centre_first })
    }

    /// The row patterns of one side: his stones `own`, and the cells `open` the other has not taken.
    #[inline]
    fn patterns(&self, own: u64, open: u64) -> Value {
        let mut threes = 0;
        let mut pairs = 0;
        for direction in DIRECTIONS {
            let Rows { three, pair } = rows(own, open, direction);
            threes += three.count_ones();
            pairs += pair.count_ones();
        }
        self.weights.three * threes as Value + self.weights.pair * pairs as Value
    }

    #[inline]
    fn column_bonus(&self, stones: u64) -> Value {
        let mut bonus = 0;
        for inner in self.inner_columns {
            bonus += (stones & inner).count_ones();
        }
        self.weights.column * bonus as Value
    }

    /// The first player's score.
    #[inline]
    fn first_player(&self, game: &Connect4, state: &State) -> Value {
        let [first, second] = state.stones;
        self.patterns(first, game.board.cells & !second) - self.patterns(second, game.board.cells & !first)
            + self.column_bonus(first)
            - self.column_bonus(second)
    }
}

/// The first cells of the live rows in one direction.
struct Rows {
    three: u64,
    pair: u64,
}

#[inline]
fn rows(own: u64, open: u64, direction: Direction) -> Rows {
    let Direction { shift, starts } = direction;
    // Four cells in a row that the opponent has not touched.
    let open_pairs = open & (open >> shift);
    let windows = open_pairs & (open_pairs >> (2 * shift)) & starts[0];

    let pairs = own & (own >> shift) & starts[2];
    let threes = pairs & (own >> (2 * shift)) & starts[1];
    let pairs_alone = pairs & !(threes | threes << shift);

    let from_here_or_one_before = windows | windows << shift;
    Rows {
        three: threes & from_here_or_one_before,
        pair: pairs_alone & (from_here_or_one_before | windows << (2 * shift)),
    }
}

impl Knowledge<Connect4> for Pear {
    fn scores(&self, game: &Connect4, state: &State, _root: Player) -> Scores {
        let first = self.first_player(game, state);
        let mut scores = Scores::new(PLAYERS);
        scores[Player::new(0)] = first;
        scores[Player::new(1)] = -first;
        scores
    }

    /// What one has, the other has not.
    fn sum_bound(&self, _game: &Connect4) -> Option<Value> {
        Some(0)
    }

    #[inline]
    fn score(&self, game: &Connect4, state: &State, root: Player, _window: Window) -> Bounded {
        let first = self.first_player(game, state);
        Bounded::Exact(if root == Player::FIRST { first } else { -first })
    }

    /// Four rows of three. Of 70 random positions with 14 to 26 stones the solver's results are told best, by searches
    /// to depth 4, if 60 is as good as won; 30 and 200 are clearly worse.
    fn worth_of_win(&self) -> Value {
        self.weights.three.saturating_mul(4).max(1)
    }

    #[inline]
    fn rank_all(&self, game: &Connect4, _state: &mut State, _view: OrderView, moves: &[Column], out: &mut Vec<i32>) {
        self.rank_columns(game, moves, out);
    }

    fn noisy(&self, game: &Connect4, state: &State, _view: OrderView, _ply: u32, out: &mut Vec<Column>) {
        ordering::noisy(game, state, out);
    }
}

/// How many columns lie between this one and the nearer side.
#[inline]
pub(super) fn from_side(game: &Connect4, column: usize) -> usize {
    column.min(game.width() - 1 - column)
}

#[cfg(test)]
mod tests {
    use super::*;
    use melee_core::Notation;

    fn patterns_of_first(rows: &str) -> Value {
        let game = Connect4::default();
        let pear = Pear::named(&game, Some("patterns"), None).expect("known");
        let state = game.parse_position(rows).expect("a board").start;
        pear.first_player(&game, &state)
    }

    #[test]
    fn figure_4_4_a_three_stacked_with_room_above() {
        assert_eq!(patterns_of_first("......./......./......./...x.../...x.../...x... o"), 16);
    }

    #[test]
    fn figure_4_4_b_the_same_blocked() {
        assert_eq!(patterns_of_first("......./......./...o.../...x.../...x.../...x... x"), 0);
    }

    #[test]
    fn figure_4_4_c_three_live_pairs() {
        // The figure itself is lost. This board has its three patterns and no others that live:
        // [1,5]-[2,4] and [2,5]-[3,4] diagonally and [2,4]-[2,5] across.
        assert_eq!(patterns_of_first("......./...o.../...x.../...xo../...xx../.o.ox.. o"), 12);
    }

    #[test]
    fn figure_4_4_d_three_live_pairs_and_one_of_the_opponent() {
        assert_eq!(patterns_of_first("......./...o.../...x.../.x.xo../.ooxx../.xoox.. o"), 8);
    }

    #[test]
    fn a_row_of_three_is_not_two_rows_of_two() {
        assert_eq!(patterns_of_first("......./......./......./......./......./xxx.... o"), 16);
    }

    #[test]
    fn the_evaluation_is_symmetric() {
        let game = Connect4::default();
        let pear = Pear::named(&game, None, None).expect("known");
        let state = game.parse_position("4455344").expect("legal").state(&game);
        let scores = pear.scores(&game, &state, Player::FIRST);
        assert_eq!(scores[Player::new(0)], -scores[Player::new(1)]);
        assert_ne!(scores[Player::new(0)], 0);
    }

    /// The definition, cell by cell and without bit tricks.
    fn textbook(game: &Connect4, state: &State) -> Value {
        let (width, height) = (game.width() as i32, game.height() as i32);
        let at = |c: i32, r: i32| -> Option<usize> {
            if !(0..width).contains(&c) || !(0..height).contains(&r) {
                return None;
            }
            let bit = 1u64 << (8 * c + r);
            Some(match () {
                () if state.stones[0] & bit != 0 => 1,
                () if state.stones[1] & bit != 0 => 2,
                () => 0,
            })
        };
        let mut total = 0;
        for (me, sign) in [(1, 1), (2, -1)] {
            for (dc, dr) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                for c in 0..width {
                    for r in 0..height {
                        if at(c, r) != Some(me) || at(c - dc, r - dr) == Some(me) {
                            continue;
                        }
                        let length = (0..).take_while(|i| at(c + i * dc, r + i * dr) == Some(me));
                        let length = length.count() as i32;
                        // A window of four cells that holds the row and none of the opponent's.
                        let live = (length - 4..=0).any(|first| {
                            (first..first + 4).all(|i| at(c + i * dc, r + i * dr).is_some_and(|o| o == 0 || o == me))
                        });
                        total += match length {
                            2 if live => sign * PAIR,
                            3 if live => sign * THREE,
                            _ => 0,
                        };
                    }
                }
            }
            for c in 0..width {
                let stones = (0..height).filter(|&r| at(c, r) == Some(me)).count() as Value;
                total += sign * stones * COLUMN_VALUE[from_side(game, c as usize).min(3)];
            }
        }
        total
    }

    #[test]
    fn bit_tricks_agree_with_the_definition_on_random_positions() {
        use melee_core::{Game, random_playout, seeded_rng};
        let mut rng = seeded_rng(44);
        for (width, height) in [(7, 6), (8, 8), (5, 4), (4, 7)] {
            let game = Connect4::new(width, height).expect("fits");
            let pear = Pear::named(&game, None, None).expect("known");
            for plies in 0..500 {
                let mut state = game.initial();
                random_playout(&game, &mut state, plies % 50, &mut Vec::new(), &mut rng);
                if game.outcome(&state).is_none() {
                    assert_eq!(
                        pear.first_player(&game, &state),
                        textbook(&game, &state),
                        "{}",
                        game.position_text(&state)
                    );
                }
            }
        }
    }
}
