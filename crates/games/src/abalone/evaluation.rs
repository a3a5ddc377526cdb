//! The evaluation of AIBA (Chorus 2009, 4.2 and Table 5.1).
//!
//! It looks from the root player alone: a thousand for each marble he is ahead, a bonus for how near
//! his marbles are to the centre, one for how many neighbours they have among themselves, and ten
//! for every push he could make, less ten for every push against him. The final program counted
//! forty for those. Centre and grouping of the others do not count, so the evaluation is not
//! symmetric.

use melee_core::{Bounded, Evaluator, Game, Knowledge, Player, Scores, Value, Window};

use super::board::{BOARD, Bits, DIRECTIONS, OFF, behind, centre_distance, fields, opposite};
use super::{Abalone, State};

/// A marble more than the others.
const MARBLE: Value = 1000;

/// The bonus for a sum of distances below a bound.
const CENTRE: [(i32, Value); 4] = [(24, 400), (30, 300), (35, 200), (40, 100)];
/// The bonus for a sum of neighbours above a bound.
const GROUPING: [(u32, Value); 4] = [(55, 320), (50, 240), (45, 160), (40, 80)];

/// Abalone as AIBA sees it.
#[derive(Clone, Debug)]
pub struct AbaloneKnowledge {
    attack: Value,
    pub(super) order: Order,
}

/// How moves are ordered (Chorus 2009, 4.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    /// As they are generated.
    None,
    /// More marbles first.
    Marbles,
    /// Ejections, pushes, moves along the row, more marbles.
    Effect,
    /// More marbles, and among those ejections, pushes, moves along the row.
    MarblesThenEffect,
}

impl Order {
    const NAMES: [(&'static str, Order); 4] = [
        ("ordering2", Order::Effect),
        ("ordering1", Order::Marbles),
        ("ordering3", Order::MarblesThenEffect),
        ("none", Order::None),
    ];
}

/// The sum of the distances of marbles to the centre.
fn centre_sum(marbles: Bits) -> i32 {
    fields(marbles).map(centre_distance).sum()
}

/// The sum over marbles of their own neighbours: every pair counts twice.
fn grouping(marbles: Bits) -> u32 {
    (0..DIRECTIONS.len())
        .map(|d| (marbles & behind(marbles, d, 1)).count_ones())
        .sum()
}

/// In how many ways, counted by front marble and direction, one side can push the other.
fn attacks(own: Bits, others: Bits) -> u32 {
    let room = (BOARD & !(own | others)) | OFF;
    let mut count = 0;
    for d in 0..DIRECTIONS.len() {
        let back = opposite(d);
        // Fronts with one and with two own marbles behind them.
        let two = own & behind(own, back, 1);
        let three = two & behind(own, back, 2);
        let one_ahead = behind(others, d, 1);
        let pushes_one = two & one_ahead & behind(room, d, 2);
        let pushes_two = three & one_ahead & behind(others, d, 2) & behind(room, d, 3);
        count += (pushes_one | pushes_two).count_ones();
    }
    count
}

impl AbaloneKnowledge {
    fn aiba(&self, game: &Abalone, state: &State, player: Player) -> Value {
        let view = state.view(player.index());
        let lost: i32 = state.lost[..game.players()]
            .iter()
            .map(|&n| i32::from(n))
            .sum();
        let own_lost = i32::from(state.lost[player.index()]);
        let ahead = (lost - own_lost) - own_lost * (game.players() as i32 - 1);
        let distance = centre_sum(view.own);
        let neighbours = grouping(view.own);
        let centre = CENTRE.iter().find(|(bound, _)| distance < *bound);
        let group = GROUPING.iter().find(|(bound, _)| neighbours > *bound);
        let attacking = attacks(view.own, view.others) as Value;
        let attacked: u32 = Player::all(game.players())
            .filter(|&p| p != player)
            .map(|p| attacks(state.marbles[p.index()], view.own))
            .sum();
        MARBLE * ahead
            + centre.map_or(0, |(_, bonus)| *bonus)
            + group.map_or(0, |(_, bonus)| *bonus)
            + self.attack * (attacking - attacked as Value)
    }
}

impl Evaluator<Abalone> for AbaloneKnowledge {
    fn scores(&self, game: &Abalone, state: &State, _root: Player) -> Scores {
        let mut scores = Scores::new(game.players());
        for player in Player::all(game.players()) {
            scores[player] = self.aiba(game, state, player);
        }
        scores
    }

    fn score(&self, game: &Abalone, state: &State, root: Player, _window: Window) -> Bounded {
        Bounded::Exact(self.aiba(game, state, root))
    }
}

impl Knowledge<Abalone> for AbaloneKnowledge {
    fn evaluations() -> &'static [&'static str] {
        &["aiba", "aiba-final"]
    }

    fn orderings() -> &'static [&'static str] {
        &["ordering2", "ordering1", "ordering3", "none"]
    }

    fn named(_game: &Abalone, evaluation: Option<&str>, ordering: Option<&str>) -> Option<Self> {
        let attack = match evaluation.unwrap_or("aiba") {
            "aiba" => 10,
            "aiba-final" => 40,
            _ => return None,
        };
        let name = ordering.unwrap_or("ordering2");
        let order = Order::NAMES.iter().find(|(n, _)| *n == name)?.1;
        Some(AbaloneKnowledge { attack, order })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use melee_core::Notation;

    #[test]
    fn features_of_figure_4_6() {
        let game = Abalone::new(2).expect("two players");
        let fen = "5/2w3/1bbb1b1/1wbbbb2/1wwbwb3/1bwbwww1/1ww1w2/1b1wb1/5 b 0 1";
        let state = game.parse_position(fen).expect("a position").start;
        let view = state.view(0);
        assert_eq!(centre_sum(view.own), 28);
        assert_eq!(grouping(view.own), 32);
        assert_eq!(
            grouping(view.others),
            26,
            "the thesis says 23, which is odd"
        );
        assert_eq!(attacks(view.own, view.others), 6);
        assert_eq!(attacks(view.others, view.own), 3);
        let aiba = AbaloneKnowledge::named(&game, None, None).expect("known");
        assert_eq!(aiba.aiba(&game, &state, Player::FIRST), 1000 + 300 + 30);
    }
}
