//! A game in progress: where it began, what was played since, and the rules that look at both.
//!
//! The rules of a [`Game`](melee_core::Game) know only the position. What depends on more (a third
//! repetition, a number of plies after which a game is drawn) a game says in
//! [`adjudicate`](PlayableGame::adjudicate), and a [`History`] applies it. It also holds a cap on plies
//! and the players' clocks, for whoever wants them.
//!
//! ```
//! use melee::games::Connect4;
//! use melee::history::History;
//! let mut history = History::new(Connect4::default());
//! history.play_text("4")?;
//! assert_eq!(history.moves().len(), 7);
//! assert!(history.undo());
//! # Ok::<(), melee::core::NotationError>(())
//! ```

use std::sync::Arc;
use std::time::Duration;

use melee_core::{NotationError, Outcome, PlayableGame, Player, Setup};
use melee_search::GameClock;

/// A game in progress. All positions since the start are kept, so that undo is exact.
pub struct History<G: PlayableGame> {
    game: Arc<G>,
    start: G::State,
    moves: Vec<G::Move>,
    /// What came of each.
    steps: Vec<Step<G>>,
    ply_cap: Option<usize>,
    clocks: Vec<GameClock>,
}

/// The position after a move.
struct Step<G: PlayableGame> {
    state: G::State,
    /// By the position, or by the rules about the whole game.
    result: Option<Outcome>,
}

impl<G: PlayableGame> Clone for Step<G> {
    fn clone(&self) -> Self {
        Step { state: self.state.clone(), result: self.result }
    }
}

impl<G: PlayableGame> Clone for History<G> {
    fn clone(&self) -> Self {
        History {
            game: self.game.clone(),
            start: self.start.clone(),
            moves: self.moves.clone(),
            steps: self.steps.clone(),
            ply_cap: self.ply_cap,
            clocks: self.clocks.clone(),
        }
    }
}

impl<G: PlayableGame> History<G> {
    /// A game from its usual start.
    pub fn new(game: impl Into<Arc<G>>) -> Self {
        let game = game.into();
        let start = game.initial();
        History { game, start, moves: Vec::new(), steps: Vec::new(), ply_cap: None, clocks: Vec::new() }
    }

    /// A game that begins elsewhere, the moves of its position played.
    pub fn from_setup(game: impl Into<Arc<G>>, setup: Setup<G>) -> Self {
        let mut history = History { start: setup.start, ..History::new(game) };
        for mv in setup.moves {
            history.push(mv);
        }
        history
    }

    /// Ends the game after so many plies; everybody then shares the point.
    #[must_use]
    pub fn with_ply_cap(mut self, plies: usize) -> Self {
        self.ply_cap = Some(plies);
        self
    }

    /// Gives every player a clock.
    #[must_use]
    pub fn with_clocks(mut self, clock: GameClock) -> Self {
        self.clocks = vec![clock; self.game.players()];
        self
    }

    /// The game with its options.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The position the game has come to.
    pub fn state(&self) -> &G::State {
        self.steps.last().map_or(&self.start, |step| &step.state)
    }

    /// The position it began with.
    pub fn start(&self) -> &G::State {
        &self.start
    }

    /// How many plies were played.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Was nothing played yet?
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The moves since the start.
    pub fn played(&self) -> &[G::Move] {
        &self.moves
    }

    /// The position before ply `i`, counted from 0; there is one after the last ply, and none later.
    pub(crate) fn before(&self, i: usize) -> &G::State {
        match i.checked_sub(1) {
            None => &self.start,
            Some(last) => &self.steps[last].state,
        }
    }

    /// The keys of all positions, the last included; none while there is only one.
    pub fn keys(&self) -> Vec<u64> {
        let mut keys = Vec::new();
        if !self.is_empty() {
            for i in 0..=self.len() {
                keys.push(self.game.key(self.before(i)));
            }
        }
        keys
    }

    /// Start and moves, as notations and records take them.
    pub fn setup(&self) -> Setup<G> {
        Setup { start: self.start.clone(), moves: self.moves.clone() }
    }

    /// How many plies were played since anything was won or lost [for good](PlayableGame::headway); none where nothing is.
    pub fn standstill(&self) -> usize {
        let headway = self.game.headway(self.state());
        let is_as_far = |ply: &usize| self.game.headway(self.before(*ply)) == headway;
        headway.map_or(0, |_| (0..self.len()).rev().take_while(is_as_far).count())
    }

    /// The result, by the position or by the rules about the whole game.
    pub fn result(&self) -> Option<Outcome> {
        match self.steps.last() {
            Some(step) => step.result,
            None => self.judge(&self.start, 0, || self.occurrences()),
        }
    }

    /// Is the game over?
    pub fn is_over(&self) -> bool {
        self.result().is_some()
    }

    /// Who moves next; `None` when the game is over.
    pub fn to_move(&self) -> Option<Player> {
        (!self.is_over()).then(|| self.game.to_move(self.state()))
    }

    /// The legal moves; none when the game is over.
    pub fn moves(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        if !self.is_over() {
            self.game.moves(self.state(), &mut moves);
        }
        moves
    }

    /// Makes a move in the game's notation.
    pub fn play_text(&mut self, text: &str) -> Result<(), NotationError> {
        if self.is_over() {
            let text = melee_search::shortened(text);
            let problem = format!("no move '{text}': the game is over");
            return Err(NotationError::new(problem));
        }
        let mv = self.game.parse_move(self.state(), text)?;
        self.push(mv);
        Ok(())
    }

    /// Makes a move; refuses one that is not legal.
    pub fn play(&mut self, mv: G::Move) -> Result<(), NotationError> {
        if self.is_over() || !self.game.is_legal(self.state(), mv) {
            return Err(NotationError::new(format!("{mv:?} is not a legal move")));
        }
        self.push(mv);
        Ok(())
    }

    /// Makes a move that is known to be legal, such as one that a search has chosen here.
    pub(crate) fn push(&mut self, mv: G::Move) {
        let mut state = self.state().clone();
        self.game.play(&mut state, mv);
        // Judged before it is part of the game: rules that panic here, as those written in Python may, leave the game as it was.
        let result = self.judge(&state, self.len() + 1, || self.count_alike(&state) + 1);
        self.moves.push(mv);
        self.steps.push(Step { state, result });
    }

    /// Takes the last move back; false if there is none.
    pub fn undo(&mut self) -> bool {
        self.steps.pop();
        self.moves.pop().is_some()
    }

    /// What the clock of a player leaves for his next move, if there are clocks.
    pub fn clock(&self, player: Player) -> Option<&GameClock> {
        self.clocks.get(player.index())
    }

    /// A move has taken this player so long; false if that was more than he had.
    pub fn spend(&mut self, player: Player, time: Duration) -> bool {
        let clock = self.clocks.get_mut(player.index());
        clock.is_none_or(|clock| clock.spend(time))
    }

    /// How often the position has occurred, now included.
    pub fn occurrences(&self) -> usize {
        self.count_alike(self.state())
    }

    /// How many positions of the game are this one, whatever its past.
    fn count_alike(&self, state: &G::State) -> usize {
        let bare = |state: &G::State| {
            let mut state = state.clone();
            self.game.forget_past(&mut state);
            state
        };
        let now = bare(state);
        let key = self.game.key(&now);
        let mut alike = 0;
        for i in 0..=self.len() {
            let past = self.before(i);
            if self.game.key(past) == key && bare(past) == now {
                alike += 1;
            }
        }
        alike
    }

    /// The result in a position after so many plies.
    fn judge(&self, state: &G::State, plies: usize, occurrences: impl Fn() -> usize) -> Option<Outcome> {
        let by_rules = || self.game.adjudicate(state, plies, occurrences());
        let by_cap = || {
            let is_capped = self.ply_cap.is_some_and(|cap| plies >= cap);
            is_capped.then(|| Outcome::draw(self.game.players()))
        };
        self.game.outcome(state).or_else(by_rules).or_else(by_cap)
    }
}
