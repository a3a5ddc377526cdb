//! The evaluation of AIBA (Chorus 2009, 4.2 and Table 5.1).
//!
//! It looks from the root player alone: a thousand for each marble he is ahead, a bonus for how near
//! his marbles are to the centre, one for how many neighbours they have among themselves, and ten
//! for every push he could make, less ten for every push against him. The final program counted
//! forty for those. Centre and grouping of the others do not count, so the evaluation is not
//! symmetric.

use melee_core::{Game, Player, Value};

use super::shape::attacks;
use super::{Abalone, State};

/// What AIBA counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Aiba {
    /// A marble that another has lost, and one of one's own.
    pub(super) taken: Value,
    pub(super) lost: Value,
    /// A push that could be made.
    pub(super) attack: Value,
    /// In percent of Table 5.1.
    pub(super) centre: Value,
    pub(super) grouping: Value,
    /// The others' grouping counts against the player.
    pub(super) others_grouping: bool,
}

impl Aiba {
    /// Table 5.1.
    const TABLE_5_1: Aiba =
        Aiba { taken: 1000, lost: 1000, attack: 10, centre: 100, grouping: 100, others_grouping: false };

    /// The first weights, the final ones, the variants that section 5.1.5 tells of (it gives no
    /// figures for `aiba-grouping`), and what the Monte-Carlo player counts (4.3.2).
    pub(super) const NAMED: [(&'static str, Aiba); 6] = [
        ("aiba", Aiba::TABLE_5_1),
        ("aiba-final", Aiba { attack: 40, ..Aiba::TABLE_5_1 }),
        ("aiba-opposing", Aiba { others_grouping: true, ..Aiba::TABLE_5_1 }),
        ("aiba-defensive", Aiba { lost: 3000, ..Aiba::TABLE_5_1 }),
        ("aiba-grouping", Aiba { centre: 50, grouping: 200, ..Aiba::TABLE_5_1 }),
        ("marbles", Aiba { attack: 0, centre: 0, grouping: 0, ..Aiba::TABLE_5_1 }),
    ];
}

/// The bonus for a sum of distances below a bound.
const CENTRE: [(u8, Value); 4] = [(24, 400), (30, 300), (35, 200), (40, 100)];
/// The bonus for a sum of neighbours above a bound.
const GROUPING: [(u8, Value); 4] = [(55, 320), (50, 240), (45, 160), (40, 80)];

/// The bonus for grouping; every pair of neighbours counts twice.
fn grouping(pairs: u8) -> Value {
    let bonus = GROUPING.iter().find(|(bound, _)| 2 * pairs > *bound);
    bonus.map_or(0, |(_, bonus)| *bonus)
}

impl Aiba {
    pub(super) fn counts_marbles_only(&self) -> bool {
        self.attack == 0 && self.centre == 0 && self.grouping == 0
    }

    pub(super) fn score(&self, game: &Abalone, state: &State, player: Player) -> Value {
        let others = || Player::all(game.players()).filter(|&p| p != player);
        let shape = &state.shapes[player.index()];
        let own = state.marbles[player.index()];
        let lost = |p: Player| Value::from(state.lost[p.index()]);
        let taken: Value = others().map(lost).sum();
        let rivals = game.players() as Value - 1;
        let centre = CENTRE.iter().find(|(bound, _)| shape.distance < *bound);
        let attacking = attacks(own, state.view(player.index()).others);
        let attacked: u32 = others().map(|p| attacks(state.marbles[p.index()], own)).sum();
        let mut score = self.taken * taken - self.lost * lost(player) * rivals
            + centre.map_or(0, |(_, bonus)| *bonus) * self.centre / 100
            + grouping(shape.pairs) * self.grouping / 100
            + self.attack * (attacking as Value - attacked as Value);
        if self.others_grouping {
            let theirs = others().map(|p| grouping(state.shapes[p.index()].pairs));
            score -= theirs.sum::<Value>();
        }
        score
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
        let [black, white, _] = state.shapes;
        assert_eq!(black.distance, 28);
        assert_eq!(2 * black.pairs, 32);
        assert_eq!(2 * white.pairs, 26, "the thesis says 23, which is odd");
        assert_eq!(attacks(view.own, view.others), 6);
        assert_eq!(attacks(view.others, view.own), 3);
        let value = Aiba::TABLE_5_1.score(&game, &state, Player::FIRST);
        assert_eq!(value, 1000 + 300 + 30);
    }
}
