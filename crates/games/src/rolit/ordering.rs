//! Corners first, then edges, the squares next to corners last; and what is too hot to evaluate.

use super::evaluation::Places;
use super::{Rolit, RolitKnowledge, Square, State};
use crate::bits::ones;

/// In which order moves are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    /// By the kind of square, then by the balls turned: few while the board is emptier than half,
    /// many later.
    Turned,
    /// By the kind of square alone, as remembered of Nijssen 2013.
    Squares,
    None,
}

impl Order {
    pub(super) const NAMES: [&'static str; 3] = ["turned", "squares", "none"];

    pub(super) fn named(name: &str) -> Option<Self> {
        let orders = [Order::Turned, Order::Squares, Order::None];
        let place = Self::NAMES.iter().position(|known| *known == name)?;
        Some(orders[place])
    }
}

/// More than can be turned at once.
const KIND: i32 = 32;

impl Places {
    /// The kind of a square: corner, edge, inside, beside a corner, diagonally next to one.
    #[inline]
    fn kind(&self, square: Square, next_to_corners: (u64, u64)) -> i32 {
        let bit = 1 << (square.0 & 63);
        let (diagonal, beside) = next_to_corners;
        match () {
            () if self.corners & bit != 0 => 4,
            () if diagonal & bit != 0 => 0,
            () if beside & bit != 0 => 1,
            () if self.edge & bit != 0 => 3,
            () => 2,
        }
    }
}

impl RolitKnowledge {
    #[inline]
    pub(super) fn rank_squares(&self, game: &Rolit, state: &State, moves: &[Square], out: &mut Vec<i32>) {
        let next_to_corners = self.places.next_to_corners();
        let kind = |square: Square| self.places.kind(square, next_to_corners) * KIND;
        match self.order {
            Order::None => out.resize(out.len() + moves.len(), 0),
            Order::Squares => out.extend(moves.iter().map(|&square| kind(square))),
            Order::Turned => {
                let is_late = 2 * state.occupied().count_ones() > game.board.count_ones();
                out.extend(moves.iter().map(|&square| {
                    let turned = game.turned(state, square).count_ones() as i32;
                    kind(square) + if is_late { turned } else { -turned }
                }));
            }
        }
    }
}

/// Moves into corners: what they hold is held for good.
pub(super) fn noisy(game: &Rolit, places: &Places, state: &State, out: &mut Vec<Square>) {
    let open_corners = places.corners & game.board & !state.occupied();
    if open_corners != 0 {
        let moves = ones(game.targets(state) & open_corners);
        out.extend(moves.map(Square));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use melee_core::{Game, Knowledge, Notation, OrderView, PlayableGame};

    /// The moves of a position in the order in which they are tried.
    fn ordered(text: &str, order: &str) -> Vec<String> {
        let options = melee_core::GameOptions::default().at(text);
        let game = Rolit::with_options(&options).expect("a position");
        let mut state = game.parse_position(text).expect("a position").start;
        let knowledge = game.knowledge(None, Some(order)).expect("known");
        let (mut moves, mut ranks) = (Vec::new(), Vec::new());
        game.moves(&state, &mut moves);
        knowledge.rank_all(&game, &mut state, OrderView::Own, &moves, &mut ranks);
        let mut ranked: Vec<_> = moves.into_iter().zip(ranks).collect();
        ranked.sort_by_key(|(_, rank)| -rank);
        let text = |(mv, _): (Square, i32)| game.move_text(&state, mv);
        ranked.into_iter().map(text).collect()
    }

    #[test]
    fn corners_then_edges_and_next_to_corners_last() {
        let text = "1yyr4/8/6y1/2ry2r1/8/1r6/1y5y/7r r ry";
        assert_eq!(ordered(text, "squares"), ["a8", "h3", "e5", "b1", "g7"]);
        assert_eq!(ordered(text, "none"), ["b1", "h3", "e5", "g7", "a8"]);
    }

    #[test]
    fn few_are_turned_early_and_many_late() {
        let early = "8/8/8/8/r1yyyyr1/2y5/2r5/8 r ry";
        assert_eq!(ordered(early, "turned"), ["c5", "b4"]);
    }

    #[test]
    fn only_corners_are_noisy() {
        let noisy = |text: &str| {
            let options = melee_core::GameOptions::default().at(text);
            let game = Rolit::with_options(&options).expect("a position");
            let state = game.parse_position(text).expect("a position").start;
            let knowledge = game.knowledge(None, None).expect("known");
            let mut moves = Vec::new();
            knowledge.noisy(&game, &state, OrderView::Own, 0, &mut moves);
            let texts = moves.iter().map(|&mv| game.move_text(&state, mv));
            texts.collect::<Vec<_>>()
        };
        assert_eq!(noisy("1yyr4/8/8/8/2y5/1y5y/8/r6r r ry"), ["a8"]);
        assert!(noisy("8/8/8/3ry3/3bg3/8/8/8 r rygb").is_empty());
    }
}
