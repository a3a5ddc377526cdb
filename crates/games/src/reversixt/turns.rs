//! Whose turn it is: skipping, the two phases, the end.

use melee_core::{Outcome, Player};

use super::ReversiXt;
use super::state::{Phase, State};

impl ReversiXt {
    /// Has this player a move in the first phase?
    #[inline]
    pub(super) fn can_place(&self, state: &State, player: usize) -> bool {
        let tally = &state.tally;
        let colour = tally.colour(player);
        if tally.mobility[colour] > 0 {
            return true;
        }
        if tally.overrides[player] == 0 {
            return false;
        }
        if tally.expansions > 0 {
            return true;
        }
        // Without a stone of his own nobody captures.
        tally.stones[colour] > 0 && self.has_override_move(state, colour)
    }

    /// Does a colour capture from any stone?
    fn has_override_move(&self, state: &State, colour: usize) -> bool {
        let mut cells = state.cells.iter().enumerate();
        cells.any(|(tile, cell)| cell.is_occupied() && self.can_override(state, tile, colour))
    }

    /// Could this player move if it were his turn?
    #[inline]
    pub(super) fn may_act(&self, state: &State, player: usize) -> bool {
        !state.tally.is_out(player) && self.has_move(state, player)
    }

    /// The same, whether or not he is out.
    #[inline]
    fn has_move(&self, state: &State, player: usize) -> bool {
        match state.tally.phase {
            Phase::Stones => self.can_place(state, player),
            Phase::Bombs => state.tally.bombs[player] > 0 && state.tally.tiles > 0,
        }
    }

    /// Gives the turn to the next player after `from` who can act; ends the phase or the game.
    #[inline]
    pub(super) fn pass_turn_on(&self, state: &mut State, from: usize) {
        let players = self.map.players;
        if state.tally.out != 0 && players - state.tally.out.count_ones() as usize <= 1 {
            return end(state);
        }
        if let Some(next) = self.next_to_act(state, from) {
            state.tally.turn = next as u8;
        } else if state.tally.phase == Phase::Stones {
            // The order goes on from the last stone that was placed.
            state.tally.phase = Phase::Bombs;
            match self.next_to_act(state, state.tally.last as usize) {
                Some(next) => state.tally.turn = next as u8,
                None => end(state),
            }
        } else {
            end(state);
        }
    }

    #[inline]
    fn next_to_act(&self, state: &State, from: usize) -> Option<usize> {
        let mut player = from;
        for _ in 0..self.map.players {
            player = if player + 1 == self.map.players { 0 } else { player + 1 };
            if self.may_act(state, player) {
                return Some(player);
            }
        }
        None
    }

    /// Excludes a player. His stones stay.
    pub(super) fn disqualify(&self, state: &mut State, player: usize) {
        state.tally.out |= 1 << player;
        let left = self.map.players - state.tally.out.count_ones() as usize;
        if left <= 1 || state.tally.turn as usize == player {
            self.pass_turn_on(state, player);
        }
    }

    /// Gives the turn to a player though these rules say otherwise, even if he is out or the game is
    /// over: for those who follow another's game. Says whether he has a move.
    pub fn give_turn_to(&self, state: &mut State, player: Player) -> bool {
        state.tally.is_over = false;
        state.tally.turn = player.index() as u8;
        self.has_move(state, player.index())
    }

    /// Ends the first phase though these rules say that it goes on.
    pub fn begin_bombing(&self, state: &mut State) {
        state.tally.phase = Phase::Bombs;
        self.pass_turn_on(state, state.tally.last as usize);
    }

    /// Takes a disqualification back.
    pub fn readmit(&self, state: &mut State, player: Player) {
        state.tally.out &= !(1 << player.index());
    }

    /// Ranks by stones; those who were disqualified share the last rank.
    pub(super) fn ranking(&self, state: &State) -> Outcome {
        let players = self.map.players;
        let stones = |p: usize| state.tally.stones[state.tally.colour(p)];
        let is_in = |&p: &usize| !state.tally.is_out(p);
        let mut ranks = [1; melee_core::MAX_PLAYERS];
        for (player, rank) in ranks.iter_mut().enumerate().take(players) {
            let better = (0..players).filter(is_in).filter(|&q| !is_in(&player) || stones(q) > stones(player)).count();
            *rank += better as u8;
        }
        Outcome::from_ranks(&ranks[..players])
    }
}

fn end(state: &mut State) {
    state.tally.is_over = true;
    state.tally.turn = 0;
}
