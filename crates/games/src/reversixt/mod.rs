//! `ReversiXT`, the Reversi++ of RWTH 2019: two to eight players on any map.
//!
//! Reversi on maps with holes and transitions, with override stones, tiles that swap, shift or
//! give, and a second phase in which bombs make holes. Each module has one part: `map` reads and
//! writes map files, `board` compiles a map into flat tables, `sight` keeps up to date who captures
//! where, `moves` makes moves and takes them back, `turns` knows whose turn it is, `bombs` the
//! second phase. The rules here are those of the 2020 tournament's server (`docs/reversixt.md`).

mod bench;
mod board;
mod bombs;
mod cell;
mod chances;
mod description;
mod diagram;
mod evaluation;
pub mod generator;
mod inputs;
mod levels;
mod map;
mod maps;
mod moves;
mod notation;
mod ordering;
mod patterns;
mod place;
mod sight;
mod state;
mod turns;

use melee_core::net::Learned;
use melee_core::{Description, Game, GameOptions, OptionError, Outcome, PlayableGame, Player, Start};

use board::{Board, NONE};
pub use cell::Cell;
pub use evaluation::ReversiXtKnowledge;
use evaluation::Weights;
pub use map::{Exit, MAX_SIDE, Map, MapError, Transition};
pub use maps::{named as named_map, names as map_names};
pub use moves::{BONUS_BOMB, BONUS_OVERRIDE, Fault, Move, Undo};
use patterns::Patterns;
use sight::Sight;
pub use state::State;
use state::{COLOURS, Journal, Phase, Tally};

/// The rules on one map.
#[derive(Clone, PartialEq, Debug)]
pub struct ReversiXt {
    map: Map,
    board: Board,
    patterns: Patterns,
    /// What the map is called in lists.
    name: String,
    initial: State,
}

impl ReversiXt {
    /// The game on a map.
    pub fn new(map: Map) -> Self {
        Self::with_name(map, "map")
    }

    fn with_name(map: Map, name: &str) -> Self {
        let board = Board::new(&map);
        let patterns = Patterns::new(&board, &map);
        let players = map.players;
        let empty_state = State {
            tally: blank_tally(&map),
            cells: Vec::new(),
            sights: Vec::new(),
            legal: Vec::new(),
            gaps: Vec::new(),
            journal: Journal::default(),
        };
        let mut game = ReversiXt { map, board, patterns, name: name.to_string(), initial: empty_state };
        let mut state = game.set_up(game.map.cells.clone(), blank_tally(&game.map));
        game.pass_turn_on(&mut state, players - 1);
        game.initial = state;
        game
    }

    /// The board as it was before the first move, and the stocks of all players.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// The move that places a stone or a bomb; legal or not.
    ///
    /// ```
    /// use melee_core::Game;
    /// use melee_games::reversixt::{ReversiXt, named_map};
    /// let game = ReversiXt::new(named_map("classic").unwrap());
    /// let legal = game.move_at(3, 2, 0).unwrap();
    /// assert!(game.is_legal(&game.initial(), legal));
    /// assert_eq!(game.move_at(8, 0, 0), None);
    /// ```
    pub fn move_at(&self, x: usize, y: usize, special: u8) -> Option<Move> {
        let is_inside = x < self.map.width && y < self.map.height;
        is_inside.then(|| Move { tile: (y * self.map.width + x) as u32, special })
    }

    /// The move that takes a player out of the game.
    pub fn disqualification(&self, player: Player) -> Move {
        Move::disqualify(player.index())
    }

    /// The column and row of a move; `None` for a disqualification.
    pub fn place_of(&self, mv: Move) -> Option<(usize, usize)> {
        let tile = mv.tile as usize;
        let is_move = mv.disqualified().is_none();
        is_move.then_some((tile % self.map.width, tile / self.map.width))
    }

    /// Why a move is against the rules, if it is. The special byte of a bomb does not matter.
    pub fn fault_of(&self, state: &State, mv: Move) -> Option<Fault> {
        self.fault(state, mv)
    }

    /// Does this move cost an override stone?
    pub fn is_override(&self, state: &State, mv: Move) -> bool {
        let cell = state.cells.get(mv.tile as usize);
        !state.is_bombing() && cell.is_some_and(|cell| cell.is_occupied())
    }

    /// The ranks if the game ended now.
    pub fn ranks_now(&self, state: &State) -> Outcome {
        self.ranking(state)
    }

    /// A position with these tiles, stones by owner, and a tally that says what tiles do not.
    fn set_up(&self, cells: Vec<Cell>, mut tally: Tally) -> State {
        let (tiles, words) = (cells.len(), self.board.words);
        let mut gaps = vec![0; self.board.cycles.len()];
        for (tile, &cell) in cells.iter().enumerate() {
            tally.count(&self.board, tile, cell, true);
            tally.tiles += u32::from(cell != Cell::HOLE);
            if cell.is_empty() {
                tally.empties += 1;
                for slot in tile * 8..tile * 8 + 8 {
                    match self.board.cycle_of(slot as u32) {
                        NONE => {}
                        cycle => gaps[cycle as usize] += 1,
                    }
                }
            }
        }
        let mut state = State {
            tally,
            cells,
            sights: vec![Sight::default(); tiles],
            legal: vec![0; COLOURS * words],
            gaps,
            journal: Journal::default(),
        };
        state.look_around(&self.board);
        state
    }
}

/// The tally before any tile is counted.
fn blank_tally(map: &Map) -> Tally {
    let mut stocks = [[0; COLOURS]; 2];
    stocks[0][..map.players].fill(map.overrides);
    stocks[1][..map.players].fill(map.bombs);
    Tally {
        colour_of: [0, 1, 2, 3, 4, 5, 6, 7],
        overrides: stocks[0],
        bombs: stocks[1],
        turn: 0,
        last: map.players as u8 - 1,
        out: 0,
        phase: Phase::Stones,
        is_over: false,
        stones: [0; COLOURS],
        mobility: [0; COLOURS],
        bonus_moves: [0; COLOURS],
        choice_moves: [0; COLOURS],
        places: [0; COLOURS],
        keys: [0; COLOURS],
        ground: 0,
        expansions: 0,
        tiles: 0,
        empties: 0,
        choices: 0,
        inversions: 0,
        bonuses: 0,
    }
}

impl Game for ReversiXt {
    const NAME: &'static str = "reversixt";
    type State = State;
    type Move = Move;
    type Undo = Undo;

    fn players(&self) -> usize {
        self.map.players
    }

    fn initial(&self) -> State {
        self.initial.clone()
    }

    #[inline]
    fn to_move(&self, state: &State) -> Player {
        Player::new(state.tally.turn as usize)
    }

    #[inline]
    fn alive(&self, state: &State, player: Player) -> bool {
        !state.tally.is_out(player.index())
    }

    #[inline]
    fn can_act(&self, state: &State, player: Player) -> bool {
        self.may_act(state, player.index())
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        self.each_move(state, |mv| out.push(mv));
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) -> Undo {
        self.make(state, mv)
    }

    #[inline]
    fn hand_turn_to(&self, state: &mut State, player: Player) -> Undo {
        Self::change(state, |state| state.tally.turn = player.index() as u8)
    }

    #[inline]
    fn undo(&self, state: &mut State, undo: Undo) {
        self.take_back(state, &undo);
    }

    #[inline]
    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.tally.is_over.then(|| self.ranking(state))
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        state.position_key()
    }

    fn key_from_scratch(&self, state: &State) -> u64 {
        let cells: Vec<Cell> = (0..state.cells.len()).map(|t| state.owned_cell(t)).collect();
        let fresh = self.set_up(cells, blank_tally(&self.map)).tally;
        let mut again = state.clone();
        again.tally = Tally {
            overrides: state.tally.overrides,
            bombs: state.tally.bombs,
            turn: state.tally.turn,
            out: state.tally.out,
            phase: state.tally.phase,
            ..fresh
        };
        again.position_key()
    }

    #[inline]
    fn move_index(&self, mv: Move) -> usize {
        match mv.disqualified() {
            Some(_) => 0,
            None => mv.tile as usize,
        }
    }

    fn move_indices(&self) -> usize {
        self.map.cells.len()
    }

    fn moves_per_index(&self) -> usize {
        self.players().max(2)
    }

    fn count_moves(&self, state: &State, _buffer: &mut Vec<Move>) -> usize {
        self.move_count(state)
    }

    /// Stones on empty tiles, override stones and bombs; a bonus tile adds one of those.
    fn plies_left(&self, state: &State) -> Option<u32> {
        let tally = &state.tally;
        let all = |stocks: &[u8; COLOURS]| stocks.iter().map(|&stock| u32::from(stock)).sum::<u32>();
        let stones = if state.is_bombing() { 0 } else { tally.empties + all(&tally.overrides) + tally.bonuses };
        Some(stones + all(&tally.bombs))
    }

    fn is_legal(&self, state: &State, mv: Move) -> bool {
        mv.disqualified().is_none() && self.fault(state, mv).is_none()
    }
}

impl PlayableGame for ReversiXt {
    type Knowledge = Learned<ReversiXtKnowledge>;

    fn describe() -> Description {
        description::REVERSIXT
    }

    fn with_options(options: &GameOptions) -> Result<Self, OptionError> {
        let given = match (options.get("map"), &options.position, &options.start) {
            (Some(_), _, Some(_)) => {
                let problem = "a map of --map FILE and one of --start NAME: expected one of them";
                return Err(OptionError(problem.to_string()));
            }
            (Some(text), _, _) => {
                let map = Map::parse(text).map_err(|e| OptionError(e.to_string()))?;
                Some(ReversiXt::new(map))
            }
            (None, Some(text), _) if !text.is_empty() => {
                let map = notation::map_of_position(text);
                let map = map.map_err(|e| OptionError(e.to_string()))?;
                Some(ReversiXt::with_name(map, "position"))
            }
            (None, _, Some(name)) => {
                let map = maps::named(name).ok_or_else(|| {
                    let known = maps::names().join(", ");
                    OptionError(format!("unknown start '{name}'; known: {known}"))
                })?;
                Some(ReversiXt::with_name(map, name))
            }
            _ => None,
        };
        let players = given.as_ref().map(|game| game.map.players);
        let asked = options.players_with(players)?.unwrap_or(2);
        if let Some(game) = given {
            return Ok(game);
        }
        let name = maps::first_for(asked)
            .ok_or_else(|| OptionError(format!("there is no shipped map for {asked} players, give --map")))?;
        let map = maps::named(name).expect("a shipped map");
        Ok(ReversiXt::with_name(map, name))
    }

    fn knowledge(&self, evaluation: Option<&str>, ordering: Option<&str>) -> Option<Self::Knowledge> {
        ReversiXtKnowledge::named(self, evaluation, ordering).map(Learned::by_hand)
    }

    crate::inputs::learned! { State; best: [], others: ["nets/2p.safetensors", "nets/3p.safetensors", "nets/4p.safetensors"] }

    fn weights(evaluation: &str) -> Option<Vec<(&'static str, f64)>> {
        Some(Weights::parse(evaluation)?.list())
    }

    fn drawn_board(options: &GameOptions, seed: u64) -> Option<GameOptions> {
        let is_open = options.get("map").is_none() && options.start.is_none() && options.position.is_none();
        let recipe = generator::Recipe::drawn(options.players.unwrap_or(2), seed);
        let map = generator::generate(&recipe).ok().filter(|_| is_open)?;
        Some(options.clone().with("map", map.to_text()))
    }

    fn all_starts() -> Option<Vec<Start>> {
        Some(maps::starts())
    }
}
