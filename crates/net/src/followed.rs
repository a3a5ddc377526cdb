//! The position of a game that somebody else referees.
//!
//! The server is right about whose turn it is, even where our rules say otherwise: it may know of a
//! disqualification that we were not told of, or tell things in another order than we expect. As long
//! as what it says can be played on our board it is followed, and that we do is said once.
//!
//! Who is passed over though he has a move must be out, since nobody may pass; if he moves later he is
//! back. Who was told to be out and moves has moved before he was out, so he stays out.

use std::sync::Arc;

use melee_core::{Game, Outcome, Player};
use melee_games::reversixt::{Move, ReversiXt, State};

pub(crate) struct Followed {
    game: Arc<ReversiXt>,
    state: State,
    /// Who seems to be out, though nobody said so.
    missing: Vec<Player>,
    has_said_so: bool,
}

impl Followed {
    pub(crate) fn new(game: Arc<ReversiXt>) -> Self {
        Followed { state: game.initial(), game, missing: Vec::new(), has_said_so: false }
    }

    pub(crate) fn game(&self) -> &ReversiXt {
        &self.game
    }

    pub(crate) fn state(&self) -> &State {
        &self.state
    }

    /// The ranks at the end, or so far: the server may know more than we do.
    pub(crate) fn ranks(&self) -> Outcome {
        self.game.outcome(&self.state).unwrap_or_else(|| self.game.ranks_now(&self.state))
    }

    /// Plays the move that a player made.
    pub(crate) fn play(
        &mut self,
        mover: Player,
        (x, y, special): (u16, u16, u8),
        log: &mut dyn FnMut(&str),
    ) -> Result<(), &'static str> {
        let mv = self.game.move_at(x.into(), y.into(), special).ok_or("outside the map")?;
        self.give_turn_to(mover, Some(mv), log)?;
        self.game.play(&mut self.state, mv);
        self.state.forget_past();
        Ok(())
    }

    /// Makes it the turn of a player who was asked for a move.
    pub(crate) fn turn_of(&mut self, player: Player, log: &mut dyn FnMut(&str)) -> Result<(), &'static str> {
        self.give_turn_to(player, None, log)
    }

    /// Takes a player out.
    pub(crate) fn disqualify(&mut self, player: Player) {
        self.missing.retain(|&missing| missing != player);
        if !self.state.is_disqualified(player) && self.game.outcome(&self.state).is_none() {
            self.game.play(&mut self.state, self.game.disqualification(player));
        }
    }

    /// Ends the first phase.
    pub(crate) fn begin_bombing(&mut self, log: &mut dyn FnMut(&str)) {
        if self.state.is_bombing() || self.game.outcome(&self.state).is_some() {
            return;
        }
        let mover = self.game.to_move(&self.state);
        self.say_so(&format!("player {mover} can still place a stone"), log);
        self.game.begin_bombing(&mut self.state);
    }

    /// Makes it a player's turn, if he then has this move, or any.
    fn give_turn_to(
        &mut self,
        player: Player,
        mv: Option<Move>,
        log: &mut dyn FnMut(&str),
    ) -> Result<(), &'static str> {
        let fits = |state: &State| mv.is_none_or(|mv| self.game.fault_of(state, mv).is_none());
        let is_over = self.game.outcome(&self.state).is_some();
        let on_turn = self.game.to_move(&self.state);
        if !is_over && on_turn == player && fits(&self.state) {
            return Ok(());
        }
        for is_somebody_missing in [!is_over, false] {
            let mut state = self.state.clone();
            let mut missing = self.missing.clone();
            if missing.contains(&player) {
                self.game.readmit(&mut state, player);
                missing.retain(|&other| other != player);
            }
            if is_somebody_missing {
                self.miss_those_before(player, &mut state, &mut missing);
            }
            // The server tells when bombs are thrown; that somebody is missing does not.
            let is_same_phase = state.is_bombing() == self.state.is_bombing();
            if is_same_phase && self.game.give_turn_to(&mut state, player) && fits(&state) {
                let ours = if is_over {
                    "the game is over".to_string()
                } else if !self.game.alive(&self.state, player) {
                    format!("player {player} is out")
                } else {
                    format!("it is the turn of player {on_turn}")
                };
                (self.state, self.missing) = (state, missing);
                self.say_so(&ours, log);
                return Ok(());
            }
        }
        Err(match mv {
            Some(_) => "against the rules",
            None => "we have none",
        })
    }

    /// Takes out those who should have moved before a player, if that leaves him an opponent.
    fn miss_those_before(&self, player: Player, state: &mut State, missing: &mut Vec<Player>) {
        let players = self.game.players();
        let on_turn = self.game.to_move(state);
        let between = (players + player.index() - on_turn.index()) % players;
        let passed_over = (0..between).map(|i| Player::new((on_turn.index() + i) % players));
        let passed_over: Vec<Player> = passed_over.filter(|&other| self.game.can_act(state, other)).collect();
        let left =
            Player::all(players).filter(|&p| p != player && self.game.alive(state, p) && !passed_over.contains(&p));
        if left.count() > 0 {
            for &other in &passed_over {
                self.game.play(state, self.game.disqualification(other));
            }
            missing.extend(passed_over);
        }
    }

    fn say_so(&mut self, ours: &str, log: &mut dyn FnMut(&str)) {
        if !self.has_said_so {
            self.has_said_so = true;
            log(&format!("by our rules {ours}; we follow the server, and do not say so again"));
        }
    }
}
