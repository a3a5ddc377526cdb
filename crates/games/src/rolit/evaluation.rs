//! What a position is worth: balls, and what keeps them.
//!
//! A ball is safe if on each of its four lines it lies at the edge, beside a safe ball of its own
//! colour, or the line is full: nobody can turn it any more, whatever the number of colours. The
//! evaluations remembered of the literature count safe balls or all balls; `melee` weighs both with
//! corners, the squares beside them, and who will have to move where.

use melee_core::{Bounded, Game, Knowledge, OrderView, Outcome, Player, Scores, Value, Verdict, Window};

use super::board::{self, around, beside, lines_through};
use super::ordering::{self, Order};
use super::{COLOURS, Rolit, Square, State};
use crate::bits::ones;
use crate::weights::{NamedWeights, named_weights};

/// The weights of the evaluation, in thousandths of a ball.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// A ball.
    pub balls: i64,
    /// A ball more once the board is half full, growing to this at its end.
    pub late: i64,
    /// A ball that cannot be turned any more.
    pub safe: i64,
    /// A ball in a corner.
    pub corner: i64,
    /// A ball on the edge.
    pub edge: i64,
    /// A ball diagonally next to an empty corner, taken off.
    pub diagonal: i64,
    /// A ball on the edge next to an empty corner, taken off.
    pub beside: i64,
    /// A ball that touches an empty square, taken off.
    pub open: i64,
    /// A square from which balls can be turned.
    pub captures: i64,
    /// The share of the others' mean that counts against a player.
    pub balance: i64,
}

impl Weights {
    const NONE: Weights = Weights {
        balls: 0,
        late: 0,
        safe: 0,
        corner: 0,
        edge: 0,
        diagonal: 0,
        beside: 0,
        open: 0,
        captures: 0,
        balance: 1000,
    };

    /// Ours, safe balls, and balls.
    pub const NAMED: [(&'static str, Weights); 3] = [
        (
            "melee",
            // By games of two plies for two to four players, each weight against half and twice.
            Weights {
                safe: 2800,
                corner: 8000,
                edge: 1000,
                diagonal: 4000,
                beside: 2000,
                open: 500,
                captures: 250,
                ..Weights::NONE
            },
        ),
        ("safe", Weights { safe: 1000, ..Weights::NONE }),
        ("balls", Weights { balls: 1000, ..Weights::NONE }),
    ];

    /// One of the named sets, or weights given one by one, the others as in `melee`.
    ///
    /// ```
    /// use melee_games::rolit::Weights;
    /// let weights = Weights::parse("safe:3.5+edge:0").unwrap();
    /// assert_eq!((weights.safe, weights.edge), (3500, 0));
    /// assert_eq!(Weights::parse("speed:1"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        NamedWeights::read(text)
    }
}

named_weights! { Weights: i64, 1000.0;
    "balls" => balls,
    "late" => late,
    "safe" => safe,
    "corner" => corner,
    "edge" => edge,
    "diagonal" => diagonal,
    "beside" => beside,
    "open" => open,
    "captures" => captures,
    "balance" => balance,
}

/// What a finished game is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Goal {
    /// The first place.
    First,
    /// As many own balls as possible (Saito & Winands 2010): `sure`.
    Balls,
}

/// The name of the evaluation for which every ball at the end counts.
pub(super) const SURE: &str = "sure";

/// What a search of Rolit knows.
#[derive(Clone, Debug)]
pub struct RolitKnowledge {
    weights: Weights,
    goal: Goal,
    pub(super) order: Order,
    pub(super) places: Places,
}

/// The squares of a board that are special.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places {
    /// Squares with a neighbour on one side only, by axis.
    ends: [u64; 4],
    pub(super) edge: u64,
    pub(super) corners: u64,
    /// Each corner with the square diagonally next to it and the two beside it on the edges.
    around_corners: [Corner; 4],
}

#[derive(Clone, Copy, Debug)]
struct Corner {
    square: u64,
    diagonal: u64,
    beside: u64,
}

impl Places {
    fn new(board: u64) -> Self {
        let ends = line_ends(board);
        let (edge, corners) = (ends[0] | ends[2], ends[0] & ends[2]);
        let mut around_corners = [Corner { square: 0, diagonal: 0, beside: 0 }; 4];
        for (place, square) in around_corners.iter_mut().zip(ones(corners)) {
            let corner = 1 << square;
            let touching = around(corner) & board & !corner;
            *place = Corner { square: corner, diagonal: touching & !edge, beside: touching & edge };
        }
        Places { ends, edge, corners, around_corners }
    }

    /// All squares diagonally next to a corner, and all beside one.
    pub(super) fn next_to_corners(&self) -> (u64, u64) {
        self.next_to(|_| true)
    }

    #[inline]
    fn next_to(&self, mut is_meant: impl FnMut(u64) -> bool) -> (u64, u64) {
        let (mut diagonal, mut beside) = (0, 0);
        for place in &self.around_corners {
            if is_meant(place.square) {
                diagonal |= place.diagonal;
                beside |= place.beside;
            }
        }
        (diagonal, beside)
    }
}

/// What all players' features share.
struct View {
    occupied: u64,
    empty: u64,
    /// On each axis the squares that are at the end of their line or whose line is full.
    held: [u64; 4],
    diagonal: u64,
    beside: u64,
    /// Squares that touch an empty one.
    open: u64,
    late: i64,
}

impl RolitKnowledge {
    pub(super) fn named(game: &Rolit, evaluation: Option<&str>, ordering: Option<&str>) -> Option<Self> {
        let (goal, weights) = match evaluation.unwrap_or("melee") {
            SURE => (Goal::Balls, Weights::NONE),
            other => (Goal::First, Weights::parse(other)?),
        };
        Some(RolitKnowledge {
            weights,
            goal,
            order: Order::named(ordering.unwrap_or(Order::NAMES[0]))?,
            places: Places::new(game.board),
        })
    }

    fn view(&self, game: &Rolit, state: &State) -> View {
        let occupied = state.occupied();
        let empty = game.board & !occupied;
        let (diagonal, beside) = self.places.next_to(|corner| corner & empty != 0);
        let (taken, all) = (i64::from(occupied.count_ones()), i64::from(game.board.count_ones()));
        View {
            occupied,
            empty,
            held: held(self.places.ends, game.board, empty),
            diagonal,
            beside,
            open: around(empty),
            late: (2 * taken - all).max(0) * self.weights.late / all,
        }
    }

    /// What a player's balls are worth to him, in thousandths.
    #[inline]
    fn worth(&self, view: &View, own: u64) -> i64 {
        let w = &self.weights;
        let count = |squares: u64| i64::from((own & squares).count_ones());
        let mut worth = (w.balls + view.late) * count(u64::MAX)
            + w.corner * count(self.places.corners)
            + w.edge * count(self.places.edge)
            - w.diagonal * count(view.diagonal)
            - w.beside * count(view.beside)
            - w.open * count(view.open);
        if w.safe != 0 {
            worth += w.safe * i64::from(safe(own, &view.held).count_ones());
        }
        if w.captures != 0 {
            let captures = board::captures(own, view.occupied & !own, view.empty);
            worth += w.captures * i64::from(captures.count_ones());
        }
        worth
    }

    /// Everybody's worth, in thousandths.
    fn worths(&self, game: &Rolit, state: &State) -> [i64; COLOURS] {
        let view = self.view(game, state);
        let mut worths = [0; COLOURS];
        for player in Player::all(game.players()) {
            worths[player.index()] = self.worth(&view, game.own(state, player));
        }
        worths
    }

    /// From thousandths to hundredths, less the share of the others' mean.
    #[inline]
    fn utility(&self, worths: &[i64; COLOURS], players: usize, player: Player) -> Value {
        let own = worths[player.index()];
        let others: i64 = worths.iter().sum::<i64>() - own;
        let mean = self.weights.balance * others / (players as i64 - 1) / 1000;
        ((own - mean) / 10) as Value
    }
}

/// The squares with a neighbour on one side only, by axis.
#[inline]
pub(super) fn line_ends(board: u64) -> [u64; 4] {
    board::AXES.map(|(shift, up, down)| board & !((board << shift & up) & (board >> shift & down)))
}

/// On each axis the squares at the ends of lines, and those whose line is full.
#[inline]
pub(super) fn held(mut ends: [u64; 4], board: u64, empty: u64) -> [u64; 4] {
    for (axis, held) in ends.iter_mut().enumerate() {
        *held |= board & !lines_through(empty, axis);
    }
    ends
}

/// The balls of one colour that nobody can turn any more.
#[inline]
pub(super) fn safe(own: u64, held: &[u64; 4]) -> u64 {
    let mut safe = own & held[0] & held[1] & held[2] & held[3];
    loop {
        let before = safe;
        let mut next = own;
        for (axis, held) in held.iter().enumerate() {
            next &= held | beside(safe, axis);
        }
        safe |= next;
        if safe == before {
            return safe;
        }
    }
}

impl Knowledge<Rolit> for RolitKnowledge {
    fn scores(&self, game: &Rolit, state: &State, _root: Player) -> Scores {
        let mut scores = Scores::new(game.players());
        if self.goal == Goal::Balls {
            for (player, balls) in Player::all(game.players()).zip(game.counts(state)) {
                scores[player] = balls as Value;
            }
            return scores;
        }
        let worths = self.worths(game, state);
        for player in Player::all(game.players()) {
            scores[player] = self.utility(&worths, game.players(), player);
        }
        scores
    }

    #[inline]
    fn score(&self, game: &Rolit, state: &State, root: Player, _window: Window) -> Bounded {
        Bounded::Exact(match self.goal {
            Goal::Balls => game.own(state, root).count_ones() as Value,
            Goal::First => self.utility(&self.worths(game, state), game.players(), root),
        })
    }

    fn verdict(&self, game: &Rolit, state: &State, outcome: &Outcome, player: Player) -> Verdict {
        match self.goal {
            Goal::Balls => Verdict::Score(game.own(state, player).count_ones() as Value),
            Goal::First => Verdict::by_first_place(outcome, player),
        }
    }

    fn tells_who_is_first(&self) -> bool {
        self.goal == Goal::First
    }

    /// Balls on the board.
    fn max_sum(&self, game: &Rolit) -> Option<Value> {
        (self.goal == Goal::Balls).then_some(game.board.count_ones() as Value)
    }

    /// Differences from the others' mean add up to nothing; each may be rounded up by less than two.
    fn sum_bound(&self, game: &Rolit) -> Option<Value> {
        match self.goal {
            Goal::Balls => self.max_sum(game),
            Goal::First => (self.weights.balance == 1000).then_some(2 * game.players() as Value),
        }
    }

    fn worth_of_win(&self) -> Value {
        match self.goal {
            Goal::First => 4_000,
            Goal::Balls => 32,
        }
    }

    #[inline]
    fn rank_all(&self, game: &Rolit, state: &mut State, _view: OrderView, moves: &[Square], out: &mut Vec<i32>) {
        self.rank_squares(game, state, moves, out);
    }

    fn noisy(&self, game: &Rolit, state: &State, _view: OrderView, _ply: u32, out: &mut Vec<Square>) {
        ordering::noisy(game, &self.places, state, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use melee_core::{Notation, PlayableGame, random_playout, seeded_rng};

    fn scores(text: &str, evaluation: &str) -> Vec<Value> {
        let options = melee_core::GameOptions::default().at(text);
        let game = Rolit::with_options(&options).expect("a position");
        let state = game.parse_position(text).expect("a position").start;
        let knowledge = game.knowledge(Some(evaluation), None).expect("known");
        let scores = knowledge.scores(&game, &state, Player::FIRST);
        scores.as_slice().to_vec()
    }

    #[test]
    fn safe_balls_by_hand() {
        let one_sided = "safe:1+balls:0+late:0+corner:0+edge:0+diagonal:0+beside:0+open:0+captures:0\
                         +balance:0";
        // From the corner a1 along the row; b2 has a1 beside it on one diagonal only.
        assert_eq!(scores("4/1ry1/1ry1/rr2 y ry", one_sided), [200, 0]);
        // A full row holds its balls on that line, not on the others.
        assert_eq!(scores("4/yrry/1bg1/4 r ry", one_sided), [0, 0]);
        assert_eq!(scores("4/4/rr2/rrry r ry", one_sided), [500, 100]);
        // One square is empty: its row, its column and the long diagonal, where b3 and c2 lean on a4.
        assert_eq!(scores("yryr/ryry/yryr/ryr1 r ry", one_sided), [600, 500]);
    }

    /// A ball that was called safe keeps its colour in every game that follows.
    #[test]
    fn safe_balls_are_never_turned() {
        let mut rng = seeded_rng(5);
        let mut found = 0;
        for (players, side) in [(2, 8), (3, 8), (4, 8), (4, 6), (2, 4)] {
            let game = Rolit::new(players, side).expect("in range");
            let knowledge = game.knowledge(None, None).expect("known");
            for _ in 0..200 {
                let mut state = game.initial();
                let mut kept = [0; COLOURS];
                while game.outcome(&state).is_none() {
                    random_playout(&game, &mut state, 1, &mut Vec::new(), &mut rng);
                    let view = knowledge.view(&game, &state);
                    for (kept, balls) in kept.iter_mut().zip(state.balls) {
                        assert_eq!(*kept & !balls, 0, "{}", game.position_text(&state));
                        *kept = safe(balls, &view.held);
                        found += kept.count_ones();
                    }
                }
                assert_eq!(kept, state.balls, "a full board is safe");
            }
        }
        assert!(found > 100_000, "{found}");
    }

    #[test]
    fn whoever_holds_the_corner_stands_better() {
        let worths = scores("7r/6r1/8/3ry3/3bg3/8/1y6/8 r rygb", "melee");
        assert!(worths[0] > worths[1] && worths[0] > worths[2], "{worths:?}");
        assert!(worths[1] < worths[2], "beside an empty corner: {worths:?}");
    }
}
