//! The walk through a round between two turns of the root player, under a
//! [`Policy`]. It needs two things: who is still to act, and how many of them may still search.

use melee_core::zobrist::mix;
use melee_core::{Game, MAX_PLAYERS, Player, Policy, Rest};

/// The round that begins when the root player has moved, with the opponents who lived when it was his
/// turn.
#[inline]
pub(super) fn new_round<G: Game>(policy: Policy, game: &G, state: &G::State, root: Player) -> Round {
    let players = game.players();
    let mut pending = 0;
    let mut seat = root.next(players);
    for i in 0..players - 1 {
        pending |= u8::from(game.alive(state, seat)) << i;
        seat = seat.next(players);
    }
    Round { pending, budget: policy.budget(pending.count_ones()) }
}

/// Where a round stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Round {
    /// The opponents still to act: bit 0 sits next after the root player.
    pending: u8,
    /// How many of them may still choose.
    budget: u8,
}

impl Round {
    /// It is the root player's turn.
    pub(super) const OVER: Round = Round { pending: 0, budget: 0 };

    /// The budget left.
    #[inline]
    pub(super) fn budget(self) -> u8 {
        self.budget
    }

    /// Is it the root player's turn?
    #[inline]
    pub(super) fn is_over(self) -> bool {
        self.pending == 0
    }

    /// Steps over opponents who cannot act and, if the rest passes, ends a round without budget.
    #[inline]
    pub(super) fn settle<G: Game>(mut self, game: &G, state: &G::State, root: Player, rest: Rest) -> Round {
        while let Some(next) = self.next_to_act(root, game.players()) {
            if rest == Rest::Pass && self.budget == 0 {
                return Round::OVER;
            }
            if can_act(game, state, next) {
                break;
            }
            self = self.after_first(self.budget);
        }
        self
    }

    /// The next opponent to act, dead or alive.
    #[inline]
    pub(super) fn next_to_act(self, root: Player, players: usize) -> Option<Player> {
        (self.pending != 0).then(|| seat_after(root, self.pending.trailing_zeros(), players))
    }

    /// The round after the next opponent acted or was stepped over, with the budget then left.
    #[inline]
    pub(super) fn after_first(self, budget: u8) -> Round {
        let pending = self.pending & (self.pending - 1);
        Round { pending, budget: budget.min(pending.count_ones() as u8) }
    }

    /// What is left of a round when it is this player's turn; nothing if he is the root player.
    pub(super) fn from(self, player: Player, root: Player, players: usize) -> Round {
        if player == root {
            return Round::OVER;
        }
        let seats_between = (player.index() + players - root.index() - 1) % players;
        let pending = self.pending & (u8::MAX << seats_between);
        Round { pending, budget: self.budget.min(pending.count_ones() as u8) }
    }

    /// For passing rest: who may act next. An opponent may if enough are left behind him to use up
    /// the budget; one who cannot act is stepped over, and takes from the budget if too few are
    /// left to use it.
    #[inline]
    pub(super) fn choices(self, root: Player, players: usize, mut can_act: impl FnMut(Player) -> bool) -> Choices {
        let Round { mut pending, mut budget } = self;
        let mut choices = Choices::NONE;
        while pending != 0 && budget > 0 {
            let player = seat_after(root, pending.trailing_zeros(), players);
            pending &= pending - 1;
            let left = pending.count_ones() as u8;
            if !can_act(player) {
                budget = budget.min(left);
                continue;
            }
            let after = Round { pending, budget: budget - 1 };
            choices.list[choices.count] = (player, after);
            choices.count += 1;
            if left < budget {
                return choices;
            }
        }
        choices.may_all_pass = true;
        choices
    }

    /// Distinguishes positions in the table that differ only in the state of the round.
    #[inline]
    pub(super) fn key(self, root: Player) -> u64 {
        mix(u64::from(self.pending) | u64::from(self.budget) << 8 | (root.index() as u64) << 16)
    }
}

/// Who may act next where the rest passes.
pub(super) struct Choices {
    list: [(Player, Round); MAX_PLAYERS],
    count: usize,
    /// May all who are left pass?
    pub(super) may_all_pass: bool,
}

impl Choices {
    /// Nobody.
    pub(super) const NONE: Choices =
        Choices { list: [(Player::FIRST, Round::OVER); MAX_PLAYERS], count: 0, may_all_pass: false };

    /// Each with the round after his move.
    #[inline]
    pub(super) fn list(&self) -> &[(Player, Round)] {
        &self.list[..self.count]
    }
}

/// Who is to move by the rules can act; others are asked about.
#[inline]
pub(super) fn can_act<G: Game>(game: &G, state: &G::State, player: Player) -> bool {
    game.to_move(state) == player || game.can_act(state, player)
}

#[inline]
fn seat_after(root: Player, seats: u32, players: usize) -> Player {
    let index = root.index() + 1 + seats as usize;
    Player::new(if index >= players { index - players } else { index })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(pending: u8, budget: u8) -> Round {
        Round { pending, budget }
    }

    #[test]
    fn passing_opponents_leave_enough_behind_to_use_the_budget() {
        let next = |budget| -> Vec<usize> {
            let choices = round(0b111, budget).choices(Player::new(1), 4, |_| true);
            assert!(!choices.may_all_pass);
            let players = choices.list().iter();
            players.map(|(player, _)| player.index()).collect()
        };
        assert_eq!(next(1), [2, 3, 0]);
        assert_eq!(next(2), [2, 3]);
        assert_eq!(next(3), [2]);
    }

    #[test]
    fn those_who_cannot_act_take_from_the_budget() {
        let without = |out: usize, budget| {
            let can_act = |player: Player| player.index() != out;
            let choices = round(0b111, budget).choices(Player::new(0), 4, can_act);
            let rounds = choices.list().iter().map(|(p, r)| (p.index(), r.budget));
            (rounds.collect::<Vec<_>>(), choices.may_all_pass)
        };
        assert_eq!(without(2, 2), (vec![(1, 1), (3, 0)], false));
        assert_eq!(without(3, 1), (vec![(1, 0), (2, 0)], true));
        assert_eq!(without(3, 2), (vec![(1, 1), (2, 1)], false));
    }
}
