//! Rules written in Python, as a [`Game`].

use std::sync::Arc;

use melee::core::Game;
use melee::{Outcome, Player};

use super::state::State;
use super::{NAME, Rules};

/// A game by rules in Python.
pub(crate) struct PythonGame(pub(super) Arc<Rules>);

impl PartialEq for PythonGame {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Game for PythonGame {
    const NAME: &'static str = NAME;
    type State = State;
    /// Its number among all that were seen.
    type Move = u32;
    type Undo = State;

    fn players(&self) -> usize {
        self.0.players
    }

    fn initial(&self) -> State {
        State::new(self.0.initial(), Player::FIRST)
    }

    fn to_move(&self, state: &State) -> Player {
        state.turn()
    }

    fn alive(&self, state: &State, player: Player) -> bool {
        self.0.is_alive(state.board(), player)
    }

    fn can_act(&self, state: &State, player: Player) -> bool {
        self.alive(state, player) && !state.handed_to(player).moves(&self.0).is_empty()
    }

    fn moves(&self, state: &State, out: &mut Vec<u32>) {
        let moves = state.moves(&self.0);
        if moves.is_empty() {
            self.0.complain(format!("no moves for player {}, and no result", state.turn().index()));
        }
        out.extend_from_slice(moves);
    }

    fn play(&self, state: &mut State, mv: u32) -> State {
        let rules = &self.0;
        let board = rules.play(state.board(), state.turn(), mv);
        let next = rules.next(&board, state.turn());
        std::mem::replace(state, State::new(board, next))
    }

    fn hand_turn_to(&self, state: &mut State, player: Player) -> State {
        let handed = state.handed_to(player);
        std::mem::replace(state, handed)
    }

    fn undo(&self, state: &mut State, undo: State) {
        *state = undo;
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.result(&self.0)
    }

    fn key(&self, state: &State) -> u64 {
        state.key(&self.0)
    }

    fn move_index(&self, mv: u32) -> usize {
        self.0.hash_of(mv) as usize % self.move_indices()
    }
}
