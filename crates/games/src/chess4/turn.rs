//! What happens when a turn begins: kings that hang, mates, forced passes, the end of the game.

use std::ops::ControlFlow;

use super::Chess4;
use super::attacks::Threats;
use super::piece::{SEATS, Seat};
use super::state::{State, Status};

/// How a player leaves the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Leaving {
    /// His king hung.
    Hanging(Seat),
    /// He was mated.
    Mated(Seat),
}

impl Chess4 {
    /// Gives the turn to a living player, or to whoever moves when he is mated.
    pub(super) fn begin_turn(&self, state: &mut State, player: Seat) {
        self.begin_turn_telling(state, player, &mut |_| {});
    }

    /// The same, telling who leaves on the way, in order.
    #[inline]
    pub(super) fn begin_turn_telling(&self, state: &mut State, player: Seat, tell: &mut impl FnMut(Leaving)) {
        let mut player = player;
        loop {
            state.set_double_step(player, None);
            state.set_turn(player);
            self.take_hanging_kings(state, player, tell);
            if self.mates_at_once {
                self.take_mated(state, player, tell);
            }
            match self.settle_turn(state) {
                None => return,
                Some(next) => {
                    tell(Leaving::Mated(player));
                    player = next;
                }
            }
        }
    }

    /// What happens when the hanging kings are gone: the player on turn moves, passes, or is out.
    pub(super) fn continue_turn(&self, state: &mut State) {
        if let Some(next) = self.settle_turn(state) {
            self.begin_turn(state, next);
        }
    }

    /// Finds out what the player on turn can do; if he is mated he leaves, and another is next.
    #[inline]
    fn settle_turn(&self, state: &mut State) -> Option<Seat> {
        let (player, others) = (state.turn, state.opponents(state.turn));
        state.threats = Threats::to_king_of(state, player, self.bends);
        if others == 0 {
            state.set_status(Status::Over);
        } else if self.has_move(state) {
            state.set_status(Status::Moving);
        } else if state.threats.checkers > 0 {
            let next = state.next_alive(player);
            state.eliminate(player);
            return Some(next);
        } else if others.count_ones() > 1 {
            state.set_status(Status::Passing);
        } else {
            state.set_status(Status::Over);
        }
        None
    }

    /// Everybody whose king the player on turn attacks is out, until no king hangs.
    fn take_hanging_kings(&self, state: &mut State, player: Seat, tell: &mut impl FnMut(Leaving)) {
        loop {
            let others = state.opponents(player);
            let mut victims = 0u8;
            for seat in (0..SEATS as Seat).filter(|seat| others >> seat & 1 == 1) {
                let hangs = state.is_in_check(seat, 1 << player, self.bends);
                victims |= u8::from(hangs) << seat;
            }
            if victims == 0 {
                return;
            }
            for seat in (0..SEATS as Seat).filter(|seat| victims >> seat & 1 == 1) {
                state.eliminate(seat);
                tell(Leaving::Hanging(seat));
            }
        }
    }

    /// Everybody else who is mated is out, where that does not wait for his turn.
    fn take_mated(&self, state: &mut State, player: Seat, tell: &mut impl FnMut(Leaving)) {
        let is_mated = |state: &State, seat: Seat| {
            let mut his_turn = *state;
            his_turn.turn = seat;
            his_turn.threats = Threats::to_king_of(state, seat, self.bends);
            his_turn.threats.checkers > 0 && !self.has_move(&his_turn)
        };
        loop {
            let others = state.opponents(player);
            let mut living = (0..SEATS as Seat).filter(|seat| others >> seat & 1 == 1);
            let Some(mated) = living.find(|&seat| is_mated(state, seat)) else {
                return;
            };
            state.eliminate(mated);
            tell(Leaving::Mated(mated));
            // His pieces may have stood between a king and the player on turn.
            self.take_hanging_kings(state, player, tell);
        }
    }

    /// Has the player on turn a legal move?
    fn has_move(&self, state: &State) -> bool {
        self.generate(state, &mut |_| ControlFlow::Break(())).is_break()
    }
}
