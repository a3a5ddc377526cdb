//! Blokus: Classic for four, two or three players on 20x20 squares, and Duo for two on 14x14.
//!
//! A move lays one piece of the colour to move so that it touches its colour at corners and nowhere at an
//! edge. Who plays a colour is another matter: with two players each has two colours, with three the
//! fourth colour goes round (see [`Variant`]). Colours without a move are skipped, and because other colours
//! only take squares away they are out for good: being out follows from the position.

mod bench;
mod blksgf;
mod chances;
mod description;
mod diagram;
mod evaluation;
mod foresight;
mod inputs;
mod levels;
mod notation;
mod ordering;
mod pieces;
mod placing;
mod variant;

use melee_core::net::Learned;
use melee_core::zobrist::{self, TURN};

use crate::weights::NamedWeights;
use melee_core::{Description, Game, GameOptions, OptionError, Outcome, PlayableGame, Player, Rng, Start};

pub use evaluation::{BlokusKnowledge, Weights};
use ordering::Order;
use pieces::{FULL_HAND, MONOMINO, ORIENTATIONS, PIECES, squares};
use placing::{COLUMN, Ground, MAX_SIDE, Rows};
pub use variant::Variant;

/// The most colours: blue, yellow, red, green.
const COLOURS: usize = 4;
const GREEN: usize = 3;
/// Whose turn it is when nobody can move.
const OVER: usize = COLOURS;

/// The rules of one variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blokus {
    variant: Variant,
    /// An empty hand earns points, more if the smallest piece was the last.
    bonus: bool,
    /// The columns of the board in each of its rows.
    open: [u32; MAX_SIDE],
    /// The number of the first placement of each orientation.
    placements: Vec<usize>,
}

/// The squares and the hand of each colour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    own: [Rows; COLOURS],
    hands: [u32; COLOURS],
    key: u64,
    /// The colour to move, or [`OVER`].
    turn: u8,
    /// Colours that have no move, as bits.
    out: u8,
    /// Colours whose hand is empty and whose last piece was the smallest.
    last_was_one: u8,
}

/// An orientation of a piece, and where its box has its lower left corner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    orientation: u8,
    x: u8,
    y: u8,
}

/// What cannot be computed back.
#[derive(Debug)]
pub struct Undo {
    mv: Option<Move>,
    key: u64,
    turn: u8,
    out: u8,
    last_was_one: u8,
}

static SQUARE_KEYS: [[u64; MAX_SIDE * MAX_SIDE]; COLOURS] =
    [zobrist::table(0xB7_01), zobrist::table(0xB7_02), zobrist::table(0xB7_03), zobrist::table(0xB7_04)];
const LAST_WAS_ONE_KEYS: [u64; COLOURS] = zobrist::table(0xB7_11);

impl State {
    #[inline]
    fn taken(&self) -> Rows {
        std::array::from_fn(|y| {
            let [a, b, c, d] = &self.own;
            a[y] | b[y] | c[y] | d[y]
        })
    }

    #[inline]
    fn is_out(&self, colour: usize) -> bool {
        self.out >> colour & 1 == 1
    }

    #[inline]
    fn has_laid(&self, colour: usize) -> bool {
        self.hands[colour] != FULL_HAND
    }

    /// Lays a piece or takes it up again.
    #[inline]
    fn toggle(&mut self, colour: usize, mv: Move) {
        let orientation = &ORIENTATIONS[mv.orientation as usize];
        let rows = &mut self.own[colour][mv.y as usize + 1..];
        for (row, cells) in rows.iter_mut().zip(orientation.rows) {
            *row ^= cells << (mv.x as usize + COLUMN);
        }
        self.hands[colour] ^= 1 << orientation.piece;
    }

    /// The squares of a colour as columns and rows.
    fn squares_of(&self, colour: usize) -> impl Iterator<Item = (usize, usize)> {
        self.own[colour].iter().enumerate().flat_map(|(y, &row)| {
            let columns = (0..MAX_SIDE).filter(move |x| row >> (x + COLUMN) & 1 == 1);
            columns.map(move |x| (x, y - 1))
        })
    }
}

#[inline]
fn square_key(colour: usize, x: usize, y: usize) -> u64 {
    SQUARE_KEYS[colour][y * MAX_SIDE + x]
}

impl Blokus {
    /// The rules of a variant, with a bonus for an empty hand or without.
    ///
    /// ```
    /// use melee_core::{Game, perft};
    /// use melee_games::blokus::{Blokus, Variant};
    /// let duo = Blokus::new(Variant::Duo, true);
    /// assert_eq!(perft(&duo, &duo.initial(), 1), 414);
    /// ```
    pub fn new(variant: Variant, bonus: bool) -> Self {
        let side = variant.side();
        let mut open = [0; MAX_SIDE];
        open[..side].fill(((1 << side) - 1) << COLUMN);
        let mut next = 0;
        let placements = ORIENTATIONS.iter().map(|o| {
            let first = next;
            next += (side + 1 - o.width) * (side + 1 - o.height);
            first
        });
        let mut placements: Vec<usize> = placements.collect();
        placements.push(next);
        Blokus { variant, bonus, open, placements }
    }

    #[inline]
    fn colours(&self) -> usize {
        self.variant.colours()
    }

    /// Who plays a colour now.
    #[inline]
    fn player_of(&self, state: &State, colour: usize) -> Player {
        Player::new(match self.variant {
            Variant::Classic | Variant::Duo => colour,
            Variant::Classic2 => colour & 1,
            Variant::Classic3 if colour < GREEN => colour,
            Variant::Classic3 => (PIECES - state.hands[GREEN].count_ones() as usize) % GREEN,
        })
    }

    /// Whose score a colour counts for.
    #[inline]
    fn owner(&self, colour: usize) -> Option<Player> {
        match self.variant {
            Variant::Classic | Variant::Duo => Some(Player::new(colour)),
            Variant::Classic2 => Some(Player::new(colour & 1)),
            Variant::Classic3 => (colour < GREEN).then(|| Player::new(colour)),
        }
    }

    /// Where a colour could lay pieces.
    #[inline]
    fn ground(&self, state: &State, taken: &Rows, colour: usize) -> Ground {
        if state.has_laid(colour) {
            Ground::new(&self.open, taken, &state.own[colour])
        } else {
            Ground::first(&self.open, taken, self.variant.start_square(colour))
        }
    }

    /// Finds the colours that have no move any more; those that were out stay so.
    #[inline]
    fn look_for_moves(&self, state: &mut State) {
        let taken = state.taken();
        for colour in 0..self.colours() {
            if !state.is_out(colour) && !self.has_move(state, &taken, colour) {
                state.out |= 1 << colour;
            }
        }
    }

    #[inline]
    fn has_move(&self, state: &State, taken: &Rows, colour: usize) -> bool {
        let hand = state.hands[colour];
        if state.has_laid(colour) && hand >> MONOMINO & 1 == 1 {
            return Ground::has_contact(&self.open, taken, &state.own[colour]);
        }
        self.ground(state, taken, colour).has_move(hand)
    }

    /// The first colour that can move, from this one on.
    #[inline]
    fn next_from(&self, state: &State, colour: usize) -> usize {
        let order = (colour..self.colours()).chain(0..colour);
        let mut order = order.filter(|&colour| !state.is_out(colour));
        order.next().unwrap_or(OVER)
    }

    /// The points of a colour: minus what is left in hand, or a bonus.
    fn colour_score(&self, state: &State, colour: usize) -> i32 {
        match state.hands[colour] {
            0 if !self.bonus => 0,
            0 if state.last_was_one >> colour & 1 == 1 => 20,
            0 => 15,
            hand => -squares(hand),
        }
    }

    /// The points of the players.
    fn player_scores(&self, state: &State) -> Vec<i32> {
        let mut scores = vec![0; self.players()];
        for colour in 0..self.colours() {
            if let Some(owner) = self.owner(colour) {
                scores[owner.index()] += self.colour_score(state, colour);
            }
        }
        scores
    }

    fn before(state: &State, mv: Option<Move>) -> Undo {
        Undo { mv, key: state.key, turn: state.turn, out: state.out, last_was_one: state.last_was_one }
    }
}

impl Game for Blokus {
    const NAME: &'static str = "blokus";
    type State = State;
    type Move = Move;
    type Undo = Undo;

    #[inline]
    fn players(&self) -> usize {
        self.variant.players()
    }

    fn initial(&self) -> State {
        let mut state = State {
            own: [[0; MAX_SIDE + 2]; COLOURS],
            hands: [FULL_HAND; COLOURS],
            key: 0,
            turn: 0,
            out: 0,
            last_was_one: 0,
        };
        state.key = self.key_from_scratch(&state);
        state
    }

    #[inline]
    fn to_move(&self, state: &State) -> Player {
        match state.turn as usize {
            OVER => Player::FIRST,
            colour => self.player_of(state, colour),
        }
    }

    /// In `classic3` also who waits for his turn with green.
    fn alive(&self, state: &State, player: Player) -> bool {
        let may_play = |colour: usize| match self.owner(colour) {
            Some(owner) => owner == player,
            None => true,
        };
        (0..self.colours()).any(|colour| !state.is_out(colour) && may_play(colour))
    }

    /// The points decide: who has laid his last piece may well win.
    fn has_lost(&self, _state: &State, _player: Player) -> bool {
        false
    }

    fn can_act(&self, state: &State, player: Player) -> bool {
        let mut colours = (0..self.colours()).filter(|&colour| !state.is_out(colour));
        colours.any(|colour| self.player_of(state, colour) == player)
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        let colour = state.turn as usize;
        let mut ground = self.ground(state, &state.taken(), colour);
        ground.each_move(state.hands[colour], |mv| out.push(mv));
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) -> Undo {
        let undo = Self::before(state, Some(mv));
        let colour = state.turn as usize;
        state.toggle(colour, mv);
        let orientation = &ORIENTATIONS[mv.orientation as usize];
        for &(x, y) in &orientation.cells {
            state.key ^= square_key(colour, (mv.x + x) as usize, (mv.y + y) as usize);
        }
        // Before the hand is empty, which piece was the last has no effect.
        if state.hands[colour] == 0 && orientation.piece == MONOMINO {
            state.last_was_one |= 1 << colour;
            state.key ^= LAST_WAS_ONE_KEYS[colour];
        }
        self.look_for_moves(state);
        let next = self.next_from(state, (colour + 1) % self.colours());
        state.turn = next as u8;
        state.key ^= TURN[colour] ^ TURN[next];
        undo
    }

    /// Of several colours the one whose turn would come first.
    fn hand_turn_to(&self, state: &mut State, player: Player) -> Undo {
        let undo = Self::before(state, None);
        let turn = state.turn as usize;
        let order = (turn..self.colours()).chain(0..turn);
        let mut order = order.filter(|&colour| !state.is_out(colour));
        let colour = order.find(|&colour| self.player_of(state, colour) == player);
        if let Some(colour) = colour {
            state.turn = colour as u8;
            state.key ^= TURN[turn] ^ TURN[colour];
        }
        undo
    }

    #[inline]
    fn undo(&self, state: &mut State, undo: Undo) {
        if let Some(mv) = undo.mv {
            state.toggle(undo.turn as usize, mv);
        }
        state.key = undo.key;
        state.turn = undo.turn;
        state.out = undo.out;
        state.last_was_one = undo.last_was_one;
    }

    #[inline]
    fn outcome(&self, state: &State) -> Option<Outcome> {
        if state.turn as usize != OVER {
            return None;
        }
        let scores = self.player_scores(state);
        let rank = |own: &i32| 1 + scores.iter().filter(|&other| other > own).count() as u8;
        let ranks: Vec<u8> = scores.iter().map(rank).collect();
        Some(Outcome::from_ranks(&ranks))
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        state.key
    }

    fn key_from_scratch(&self, state: &State) -> u64 {
        self.key_with(state, square_key)
    }

    /// In Duo the reflection in the line through both start squares keeps everything. On the large board
    /// every symmetry changes the order of the colours.
    fn symmetric_key(&self, state: &State) -> u64 {
        if self.variant != Variant::Duo {
            return state.key;
        }
        let last = self.variant.side() - 1;
        let reflected = |colour, x, y| square_key(colour, last - y, last - x);
        self.key_with(state, reflected).min(state.key)
    }

    #[inline]
    fn move_index(&self, mv: Move) -> usize {
        let orientation = &ORIENTATIONS[mv.orientation as usize];
        let columns = self.variant.side() + 1 - orientation.width;
        let first = self.placements[mv.orientation as usize];
        first + mv.y as usize * columns + mv.x as usize
    }

    /// Every placement on the empty board has its own.
    fn move_indices(&self) -> usize {
        self.placements[ORIENTATIONS.len()]
    }

    fn moves_per_index(&self) -> usize {
        1
    }

    fn count_moves(&self, state: &State, _buffer: &mut Vec<Move>) -> usize {
        let colour = state.turn as usize;
        let mut ground = self.ground(state, &state.taken(), colour);
        ground.count(state.hands[colour])
    }

    fn is_legal(&self, state: &State, mv: Move) -> bool {
        let colour = state.turn as usize;
        colour != OVER && self.fault(state, colour, mv).is_none()
    }

    fn random_move<R: Rng>(&self, state: &State, _buffer: &mut Vec<Move>, rng: &mut R) -> Move {
        let (colour, taken) = (state.turn as usize, state.taken());
        let hand = state.hands[colour];
        let count = self.ground(state, &taken, colour).count(hand);
        let number = (u64::from(rng.next_u32()) * count as u64) >> 32;
        let found = self.ground(state, &taken, colour).nth_move(hand, number as usize);
        found.expect("a colour to move has a move")
    }
}

/// Why a piece cannot be laid somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    NotInHand,
    Taken,
    NotOnStart,
    AtAnEdge,
    NoCorner,
}

impl Blokus {
    /// The hash of a position with these keys for its squares.
    fn key_with(&self, state: &State, key_of: impl Fn(usize, usize, usize) -> u64) -> u64 {
        let mut key = TURN[state.turn as usize];
        for (colour, last_was_one) in LAST_WAS_ONE_KEYS[..self.colours()].iter().enumerate() {
            for (x, y) in state.squares_of(colour) {
                key ^= key_of(colour, x, y);
            }
            if state.last_was_one >> colour & 1 == 1 {
                key ^= last_was_one;
            }
        }
        key
    }

    /// Why this colour may not make a move, if it may not. The piece lies on the board.
    fn fault(&self, state: &State, colour: usize, mv: Move) -> Option<Fault> {
        let orientation = &ORIENTATIONS[mv.orientation as usize];
        if state.hands[colour] >> orientation.piece & 1 == 0 {
            return Some(Fault::NotInHand);
        }
        let taken = state.taken();
        let ground = self.ground(state, &taken, colour);
        let rows = || (mv.y as usize..).zip(&orientation.rows[..orientation.height]);
        let shift = mv.x as usize + COLUMN;
        let covers = |of: &dyn Fn(usize) -> u32| rows().any(|(y, &row)| row << shift & of(y) != 0);
        if covers(&|y| taken[y + 1]) {
            Some(Fault::Taken)
        } else if covers(&|y| !ground.free(y)) {
            Some(Fault::AtAnEdge)
        } else if covers(&|y| ground.contacts()[y]) {
            None
        } else if state.has_laid(colour) {
            Some(Fault::NoCorner)
        } else {
            Some(Fault::NotOnStart)
        }
    }
}

impl PlayableGame for Blokus {
    type Knowledge = Learned<BlokusKnowledge>;

    fn describe() -> Description {
        description::BLOKUS
    }

    fn with_options(options: &GameOptions) -> Result<Self, OptionError> {
        let problem = |text: String| Err(OptionError(text));
        let bonus = match options.get("scoring").unwrap_or("bonus") {
            "bonus" => true,
            "squares" => false,
            other => {
                return problem(format!("--scoring {other}: unknown, expected one of bonus, squares"));
            }
        };
        let mut start = match options.start.as_deref() {
            None | Some("classic" | "duo") => options.start.as_deref(),
            Some(name) => return problem(format!("unknown start '{name}'; known: classic, duo")),
        };
        if let Some(text) = &options.position {
            let given = notation::start_of(text).map_err(|e| OptionError(e.to_string()))?;
            if let Some(asked) = start.filter(|&asked| asked != given) {
                return problem(format!("the position is one of {given}, --start says {asked}"));
            }
            start = Some(given);
        }
        let start = start.unwrap_or("classic");
        let players = options.players.unwrap_or(if start == "duo" { 2 } else { 4 });
        let fits = |v: &Variant| v.start_name() == start && v.players() == players;
        match Variant::ALL.into_iter().find(fits) {
            Some(variant) => Ok(Blokus::new(variant, bonus)),
            None => problem(format!("--start {start} is not for {players} players")),
        }
    }

    fn knowledge(&self, evaluation: Option<&str>, ordering: Option<&str>) -> Option<Self::Knowledge> {
        let own = BlokusKnowledge {
            weights: Weights::parse(evaluation.unwrap_or(Weights::NAMED[0].0))?,
            order: Order::named(ordering.unwrap_or(Order::NAMES[0]))?,
        };
        Some(Learned::by_hand(own))
    }

    crate::inputs::learned! { State; best: [], others: ["nets/classic-2p.safetensors", "nets/classic-4p.safetensors"] }

    fn weights(evaluation: &str) -> Option<Vec<(&'static str, f64)>> {
        Some(Weights::parse(evaluation)?.list())
    }

    fn options_of_record(record: &str) -> Option<GameOptions> {
        let variant = blksgf::variant_of(record)?;
        let start = Some(variant.start_name().to_string());
        Some(GameOptions { start, players: Some(variant.players()), ..GameOptions::default() })
    }

    /// The two boards; the large one as it is where nothing else is said, for four.
    fn all_starts() -> Option<Vec<Start>> {
        let start = |variant| {
            let game = Blokus::new(variant, true);
            melee_core::Notation::starts(&game).remove(0)
        };
        let mut duo = start(Variant::Duo);
        duo.players = Some(2);
        Some(vec![start(Variant::Classic), duo])
    }
}
