//! Four-player chess, everybody for himself, by the Paderborn rules (Esser 2012).
//!
//! Seats are south, west, north and east and move in that order. Pawns may bend off on the main
//! diagonals. When a turn begins, everybody whose king the player on turn attacks is out, and a
//! player who is mated goes when his turn comes; his pieces leave the board.

mod attacks;
mod bench;
mod board;
mod chances;
mod description;
mod diagram;
mod evaluation;
mod fen4;
mod generate;
mod inputs;
mod levels;
mod moves;
mod notation;
mod ordering;
mod pgn4;
mod piece;
mod refusal;
mod state;
mod turn;

use std::ops::ControlFlow;

use melee_core::net::Learned;
use melee_core::{Description, Game, GameOptions, OptionError, Outcome, PlayableGame, Player};

use board::CELLS;
pub use evaluation::{Chess4Knowledge, Weights};
pub use moves::Move;
use moves::Special;
use piece::{SEATS, Seat};
pub use state::State;
use state::Status;

/// The rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chess4 {
    /// May pawns bend?
    bends: bool,
    /// Is a player who is mated out at once, and not when his turn comes?
    mates_at_once: bool,
    /// Is the game drawn after 50 quiet plies, and not after 50 rounds of them?
    counts_plies: bool,
}

impl Default for Chess4 {
    fn default() -> Self {
        Chess4 { bends: true, mates_at_once: false, counts_plies: false }
    }
}

/// Rounds without capture, pawn move or elimination after which the living share the point.
const QUIET_ROUNDS: u32 = 50;

impl Chess4 {
    /// The same without bending pawns, as other programs count their trees.
    pub fn modern() -> Self {
        Chess4 { bends: false, ..Chess4::default() }
    }

    /// `paderborn` or `modern`, and after it what differs: `paderborn+mate-at-once+fifty-plies`.
    ///
    /// ```
    /// use melee_games::chess4::Chess4;
    /// assert_eq!(Chess4::with_rules("modern"), Some(Chess4::modern()));
    /// assert!(Chess4::with_rules("paderborn+mate-at-once").is_some());
    /// assert_eq!(Chess4::with_rules("paderborn+dice"), None);
    /// ```
    pub fn with_rules(text: &str) -> Option<Self> {
        let mut parts = text.split('+');
        let mut game = match parts.next()? {
            "paderborn" => Chess4::default(),
            "modern" => Chess4::modern(),
            _ => return None,
        };
        for part in parts {
            match part {
                "mate-at-once" => game.mates_at_once = true,
                "fifty-plies" => game.counts_plies = true,
                _ => return None,
            }
        }
        Some(game)
    }

    /// After so many quiet plies the living share the point.
    #[inline]
    fn quiet_plies(&self, state: &State) -> u32 {
        let round = if self.counts_plies { 1 } else { state.alive.count_ones() };
        QUIET_ROUNDS * round
    }

    /// What a move does before the next turn begins.
    #[inline]
    fn move_pieces(&self, state: &mut State, mv: Move) {
        if mv == Move::PASS {
            state.clock += 1;
        } else {
            self.make(state, mv);
        }
    }

    fn share(state: &State) -> Outcome {
        let rank = |seat: usize| if state.is_alive(seat as Seat) { 1 } else { 2 };
        Outcome::from_ranks(&std::array::from_fn::<u8, SEATS, _>(rank))
    }
}

impl Game for Chess4 {
    const NAME: &'static str = "chess4";
    type State = State;
    type Move = Move;
    type Undo = State;

    fn players(&self) -> usize {
        SEATS
    }

    fn initial(&self) -> State {
        fen4::start(self)
    }

    #[inline]
    fn to_move(&self, state: &State) -> Player {
        Player::new(state.turn as usize)
    }

    #[inline]
    fn alive(&self, state: &State, player: Player) -> bool {
        state.is_alive(player.index() as Seat)
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        if state.status == Status::Passing {
            out.push(Move::PASS);
            return;
        }
        let all = self.generate(state, &mut |mv| {
            out.push(mv);
            ControlFlow::Continue(())
        });
        debug_assert!(all.is_continue());
    }

    fn play(&self, state: &mut State, mv: Move) -> State {
        let before = *state;
        self.move_pieces(state, mv);
        let next = state.next_alive(state.turn);
        self.begin_turn(state, next);
        before
    }

    fn hand_turn_to(&self, state: &mut State, player: Player) -> State {
        let before = *state;
        self.begin_turn(state, player.index() as Seat);
        before
    }

    #[inline]
    fn undo(&self, state: &mut State, undo: State) {
        *state = undo;
    }

    #[inline]
    fn outcome(&self, state: &State) -> Option<Outcome> {
        let is_quiet = u32::from(state.clock) >= self.quiet_plies(state);
        (state.status == Status::Over || is_quiet).then(|| Self::share(state))
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        state.key
    }

    fn key_from_scratch(&self, state: &State) -> u64 {
        state.key_from_scratch()
    }

    fn past(&self, state: &State) -> u64 {
        state.clock.into()
    }

    fn forget_past(&self, state: &mut State) {
        state.clock = 0;
    }

    fn move_index(&self, mv: Move) -> usize {
        mv.from as usize * CELLS + mv.to as usize
    }

    fn move_indices(&self) -> usize {
        CELLS * CELLS
    }

    fn moves_per_index(&self) -> usize {
        generate::PROMOTIONS.len()
    }

    fn count_moves(&self, state: &State, _buffer: &mut Vec<Move>) -> usize {
        if state.status == Status::Passing {
            return 1;
        }
        let mut count = 0;
        let all = self.generate(state, &mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        debug_assert!(all.is_continue());
        count
    }
}

impl PlayableGame for Chess4 {
    type Knowledge = Learned<Chess4Knowledge>;

    fn describe() -> Description {
        description::CHESS4
    }

    fn with_options(options: &GameOptions) -> Result<Self, OptionError> {
        let name = options.get("rules").unwrap_or("paderborn");
        Chess4::with_rules(name).ok_or_else(|| {
            OptionError(format!(
                "unknown rules '{name}'; known: paderborn, modern, each with +mate-at-once or +fifty-plies"
            ))
        })
    }

    fn knowledge(&self, evaluation: Option<&str>, ordering: Option<&str>) -> Option<Self::Knowledge> {
        Chess4Knowledge::named(evaluation, ordering).map(Learned::by_hand)
    }

    crate::inputs::learned! { State; best: [], others: ["nets/4p.safetensors"] }

    fn weights(evaluation: &str) -> Option<Vec<(&'static str, f64)>> {
        Some(Weights::parse(evaluation)?.list())
    }

    fn adjudicate(&self, state: &State, _plies: usize, occurrences: usize) -> Option<Outcome> {
        (occurrences >= 3).then(|| Self::share(state))
    }
}
