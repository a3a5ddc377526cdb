//! Chinese Checkers for two, three, four or six players, on the large star and the literature's small one.
//!
//! Everybody brings his pieces to the arm opposite his own, by steps and by chains of jumps over
//! pieces. A move is where a piece starts and where it ends: different routes are one move, and the
//! ends of all chains of a piece come out of one flood fill (see `board`). The rules are those of
//! `free`, `stay` and `strict` play (see [`Rules`]).

mod bench;
mod board;
mod chances;
mod description;
mod diagram;
mod evaluation;
mod inputs;
mod levels;
mod notation;
mod ordering;
mod route;
mod solo;

use melee_core::net::Learned;
use melee_core::zobrist::{self, TURN};

use crate::weights::NamedWeights;
use melee_core::{Description, Game, GameOptions, OptionError, Outcome, PlayableGame, Player, Start};

use board::{ARMS, Board, CLASSES, Hole, Holes, LARGE, SMALL, bits};
pub use evaluation::{CheckersKnowledge, Weights};
use notation::Arrangement;
use ordering::Order;

/// The most players.
const MAX_SEATS: usize = 6;
/// The game is drawn after so many plies.
const LAST_PLY: u32 = 1000;
/// Nobody's goal.
const NOBODY: u8 = u8::MAX;

/// May pieces leave their goal, and when is it reached?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rules {
    /// Pieces go where they like; who has a piece in his goal wins when the goal is full.
    Free,
    /// As `Free`, but a piece in its goal stays there.
    Stay,
    /// Pieces go where they like; who has all his pieces in his goal wins.
    Strict,
}

impl Rules {
    const NAMED: [(&'static str, Rules); 3] = [("free", Rules::Free), ("stay", Rules::Stay), ("strict", Rules::Strict)];
}

/// The boards and how many pieces go on them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// 121 holes and ten pieces each.
    Large,
    /// 73 holes and six pieces each.
    Small,
    /// 121 holes and fifteen pieces each, for two players.
    Large15,
}

impl Size {
    const ALL: [Size; 3] = [Size::Large, Size::Small, Size::Large15];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Size::Large => "large",
            Size::Small => "small",
            Size::Large15 => "large-15",
        }
    }

    fn summary(self) -> &'static str {
        match self {
            Size::Large => "121 holes, ten pieces each",
            Size::Small => "73 holes, six pieces each: the board of the literature",
            Size::Large15 => "121 holes, fifteen pieces each, for two players",
        }
    }

    fn board(self) -> &'static Board {
        match self {
            Size::Large | Size::Large15 => &LARGE,
            Size::Small => &SMALL,
        }
    }

    /// May so many play on it?
    fn seats(self, players: usize) -> bool {
        match self {
            Size::Large15 => players == 2,
            _ => seats(players).is_some(),
        }
    }
}

/// The arms of the players, clockwise.
fn seats(players: usize) -> Option<&'static [usize]> {
    match players {
        2 => Some(&[0, 3]),
        3 => Some(&[0, 2, 4]),
        4 => Some(&[0, 1, 3, 4]),
        6 => Some(&[0, 1, 2, 3, 4, 5]),
        _ => None,
    }
}

/// The rules on one board for a number of players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChineseCheckers {
    size: Size,
    rules: Rules,
    players: usize,
    board: &'static Board,
    homes: [Holes; MAX_SEATS],
    goals: [Holes; MAX_SEATS],
    /// What pieces do not leave: the goals if pieces have to stay there.
    kept: [Holes; MAX_SEATS],
    /// Whose goal each hole is in.
    goal_of: [u8; 256],
}

/// Everybody's pieces, and whose turn it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    pieces: [Holes; MAX_SEATS],
    occupied: Holes,
    key: u64,
    ply: u32,
    turn: Player,
    winner: Option<Player>,
}

/// A piece goes from one hole to another; or the pass of a player whose pieces are all blocked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    from: Hole,
    to: Hole,
}

impl Move {
    const PASS: Move = Move { from: 0, to: 0 };
}

/// What cannot be computed back.
#[derive(Debug)]
pub struct Undo {
    mv: Move,
    key: u64,
    ply: u32,
    turn: Player,
    winner: Option<Player>,
}

static PIECE_KEYS: [[u64; 256]; MAX_SEATS] = [
    zobrist::table(0xCC_01),
    zobrist::table(0xCC_02),
    zobrist::table(0xCC_03),
    zobrist::table(0xCC_04),
    zobrist::table(0xCC_05),
    zobrist::table(0xCC_06),
];

impl ChineseCheckers {
    /// The rules for 2, 3, 4 or 6 players; fifteen pieces each are for two only.
    ///
    /// ```
    /// use melee_games::chinese_checkers::{ChineseCheckers, Rules, Size};
    /// assert!(ChineseCheckers::new(Size::Small, 6, Rules::Free).is_some());
    /// assert!(ChineseCheckers::new(Size::Small, 5, Rules::Free).is_none());
    /// assert!(ChineseCheckers::new(Size::Large15, 3, Rules::Free).is_none());
    /// ```
    pub fn new(size: Size, players: usize, rules: Rules) -> Option<Self> {
        let seats = seats(players).filter(|_| size.seats(players))?;
        let (board, wide) = (size.board(), size == Size::Large15);
        let mut game = ChineseCheckers {
            size,
            rules,
            players,
            board,
            homes: [Holes::NONE; MAX_SEATS],
            goals: [Holes::NONE; MAX_SEATS],
            kept: [Holes::NONE; MAX_SEATS],
            goal_of: [NOBODY; 256],
        };
        for (player, &arm) in seats.iter().enumerate() {
            game.homes[player] = board.camp(arm, wide);
            game.goals[player] = board.camp((arm + 3) % ARMS, wide);
            if rules == Rules::Stay {
                game.kept[player] = game.goals[player];
            }
            for hole in game.goals[player].iter() {
                game.goal_of[hole as usize] = player as u8;
            }
        }
        Some(game)
    }

    /// The arm that a player's pieces go to.
    fn goal_arm(&self, player: usize) -> usize {
        let seats = seats(self.players).expect("the game is for so many");
        (seats[player] + 3) % ARMS
    }

    /// Has this player reached his goal?
    #[inline]
    fn has_won(&self, state: &State, player: usize) -> bool {
        let (goal, own) = (&self.goals[player], &state.pieces[player]);
        if self.rules == Rules::Strict { own.covers(goal) } else { state.occupied.covers(goal) && own.meets(goal) }
    }

    /// A position with these pieces.
    fn set_up(&self, pieces: [Holes; MAX_SEATS], turn: Player, ply: u32) -> State {
        let mut state = State {
            pieces,
            occupied: pieces.iter().flat_map(|own| own.iter()).collect(),
            key: 0,
            ply,
            turn,
            winner: None,
        };
        state.key = self.key_from_scratch(&state);
        // Of two who have won, the one who moved last, then in turn order.
        let last = turn.previous(self.players);
        let order = std::iter::successors(Some(last), |p| Some(p.next(self.players)));
        let mut order = order.take(self.players);
        state.winner = order.find(|p| self.has_won(&state, p.index()));
        state
    }

    /// Calls for every piece of a player with the holes that it could go to, as long as the call says
    /// so.
    #[inline]
    fn each_reach(&self, state: &State, player: usize, each: impl FnMut(Hole, Holes) -> bool) {
        self.board.each_reach(&state.pieces[player], &state.occupied, &self.kept[player], each);
    }

    /// The holes that a piece of the player to move can go to.
    fn reach(&self, state: &State, from: Hole) -> Holes {
        let mut found = Holes::NONE;
        self.each_reach(state, state.turn.index(), |piece, to| {
            if piece == from {
                found = to;
            }
            piece != from
        });
        found
    }

    fn has_move(&self, state: &State) -> bool {
        let mut found = false;
        self.each_reach(state, state.turn.index(), |_, to| {
            found = to != Holes::NONE;
            !found
        });
        found
    }
}

impl Game for ChineseCheckers {
    const NAME: &'static str = "chinese-checkers";
    type State = State;
    type Move = Move;
    type Undo = Undo;

    #[inline]
    fn players(&self) -> usize {
        self.players
    }

    fn initial(&self) -> State {
        self.set_up(self.homes, Player::FIRST, 0)
    }

    #[inline]
    fn to_move(&self, state: &State) -> Player {
        state.turn
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        let base = out.len();
        self.each_reach(state, state.turn.index(), |from, to| {
            for class in 0..CLASSES {
                out.extend(bits(class, to.0[class]).map(|to| Move { from, to }));
            }
            true
        });
        if out.len() == base {
            out.push(Move::PASS);
        }
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) -> Undo {
        let player = state.turn.index();
        let undo = Undo { mv, key: state.key, ply: state.ply, turn: state.turn, winner: state.winner };
        state.ply += 1;
        state.turn = state.turn.next(self.players);
        state.key ^= TURN[player] ^ TURN[state.turn.index()];
        if mv == Move::PASS {
            return undo;
        }
        let Move { from, to } = mv;
        for hole in [from, to] {
            state.pieces[player].toggle(hole);
            state.occupied.toggle(hole);
            state.key ^= PIECE_KEYS[player][hole as usize];
        }
        // Only the goal that the piece came to can be full now, and was not before.
        let entered = self.goal_of[to as usize];
        if entered != NOBODY && self.has_won(state, entered as usize) {
            state.winner = Some(Player::new(entered as usize));
        }
        undo
    }

    fn hand_turn_to(&self, state: &mut State, player: Player) -> Undo {
        let undo = Undo { mv: Move::PASS, key: state.key, ply: state.ply, turn: state.turn, winner: state.winner };
        state.key ^= TURN[state.turn.index()] ^ TURN[player.index()];
        state.turn = player;
        undo
    }

    #[inline]
    fn undo(&self, state: &mut State, undo: Undo) {
        let player = undo.turn.index();
        if undo.mv != Move::PASS {
            for hole in [undo.mv.from, undo.mv.to] {
                state.pieces[player].toggle(hole);
                state.occupied.toggle(hole);
            }
        }
        state.key = undo.key;
        state.ply = undo.ply;
        state.turn = undo.turn;
        state.winner = undo.winner;
    }

    #[inline]
    fn outcome(&self, state: &State) -> Option<Outcome> {
        if let Some(winner) = state.winner {
            return Some(Outcome::win(winner, self.players));
        }
        (state.ply >= LAST_PLY).then(|| Outcome::draw(self.players))
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        state.key
    }

    /// The ply is not part of it: searches meet a position by many routes, and the draw is far.
    fn key_from_scratch(&self, state: &State) -> u64 {
        let mut key = TURN[state.turn.index()];
        for (own, keys) in state.pieces.iter().zip(&PIECE_KEYS) {
            key = own.iter().fold(key, |key, hole| key ^ keys[hole as usize]);
        }
        key
    }

    fn past(&self, state: &State) -> u64 {
        state.ply.into()
    }

    /// With two players left and right are the same. More players would sit in another order.
    fn symmetric_key(&self, state: &State) -> u64 {
        if self.players > 2 {
            return state.key;
        }
        let mut mirrored = TURN[state.turn.index()];
        for (own, keys) in state.pieces.iter().zip(&PIECE_KEYS) {
            for hole in own.iter() {
                mirrored ^= keys[self.board.mirrored[hole as usize] as usize];
            }
        }
        mirrored.min(state.key)
    }

    #[inline]
    fn move_index(&self, mv: Move) -> usize {
        let number = |hole: Hole| self.board.number[hole as usize] as usize;
        number(mv.from) * (self.board.all.len() + 1) + number(mv.to)
    }

    fn move_indices(&self) -> usize {
        (self.board.all.len() + 1) * (self.board.all.len() + 1)
    }

    fn moves_per_index(&self) -> usize {
        1
    }

    fn count_moves(&self, state: &State, _buffer: &mut Vec<Move>) -> usize {
        let player = state.turn.index();
        let (own, kept) = (&state.pieces[player], &self.kept[player]);
        let empty = self.board.all.without(&state.occupied);
        let mut count = if self.rules == Rules::Stay {
            let (inside, outside) = (own.within(kept), own.without(kept));
            let inner_steps = self.board.count_steps(&inside, &empty.within(kept));
            self.board.count_steps(&outside, &empty) + inner_steps
        } else {
            self.board.count_steps(own, &empty)
        };
        for class in 0..CLASSES {
            let pivots = self.board.pivots(&state.occupied, class);
            let (empty, kept) = (empty.0[class], kept.0[class]);
            let mut jumpers = own.0[class] & pivots.hop(empty);
            while jumpers != 0 {
                let start = jumpers & jumpers.wrapping_neg();
                jumpers ^= start;
                count += pivots.chains(start, empty, kept).count_ones() as usize;
            }
        }
        count.max(1)
    }

    fn is_legal(&self, state: &State, mv: Move) -> bool {
        if mv == Move::PASS {
            return !self.has_move(state);
        }
        let own = &state.pieces[state.turn.index()];
        own.contains(mv.from) && self.reach(state, mv.from).contains(mv.to)
    }
}

impl PlayableGame for ChineseCheckers {
    type Knowledge = Learned<CheckersKnowledge>;

    fn describe() -> Description {
        description::CHINESE_CHECKERS
    }

    fn with_options(options: &GameOptions) -> Result<Self, OptionError> {
        let problem = |text: String| Err(OptionError(text));
        let rules = options.get("rules").unwrap_or("free");
        let known = Rules::NAMED.into_iter().find(|(name, _)| *name == rules);
        let Some((_, rules)) = known else {
            let known = Rules::NAMED.map(|(name, _)| name).join(", ");
            return problem(format!("--rules {rules}: unknown, expected one of {known}"));
        };
        let mut size = None;
        if let Some(name) = &options.start {
            size = Size::ALL.into_iter().find(|size| size.name() == name);
            if size.is_none() {
                let known = Size::ALL.map(Size::name).join(", ");
                return problem(format!("unknown start '{name}'; known: {known}"));
            }
        }
        let mut given = None;
        if let Some(text) = &options.position {
            let position = Arrangement::parse(text).map_err(|e| OptionError(e.to_string()))?;
            if let Some(asked) = size.filter(|&asked| asked != position.size) {
                let (given, asked) = (position.size.name(), asked.name());
                return problem(format!("the position is one of {given}, --start says {asked}"));
            }
            (size, given) = (Some(position.size), Some(position.players));
        }
        let size = size.unwrap_or(Size::Large);
        let players = options.players_with(given)?.unwrap_or(2);
        ChineseCheckers::new(size, players, rules).ok_or_else(|| {
            let name = size.name();
            OptionError(format!("--start {name} is not for {players} players"))
        })
    }

    fn knowledge(&self, evaluation: Option<&str>, ordering: Option<&str>) -> Option<Self::Knowledge> {
        let order = Order::named(ordering.unwrap_or(Order::NAMES[0]))?;
        CheckersKnowledge::named(self, evaluation.unwrap_or("melee"), order).map(Learned::by_hand)
    }

    crate::inputs::learned! {
        State;
        best: [
            "nets/large-3p.safetensors",
            "nets/large-4p.safetensors",
            "nets/large-6p.safetensors",
            "nets/small-6p.safetensors",
        ],
        others: []
    }

    fn weights(evaluation: &str) -> Option<Vec<(&'static str, f64)>> {
        Some(Weights::parse(evaluation)?.list())
    }

    /// The boards; each for two players, as the game is where nothing else is said.
    fn all_starts() -> Option<Vec<Start>> {
        let start = |size: Size| {
            let game = ChineseCheckers::new(size, 2, Rules::Free).expect("all are for two");
            let mut start = melee_core::Notation::starts(&game).remove(0);
            start.players = (size == Size::Large15).then_some(2);
            start
        };
        Some(Size::ALL.into_iter().map(start).collect())
    }
}
