//! Positions in one line, and moves.
//!
//! `00000000/...  o=0,0 b=0,0 r=0 phase=1 turn=1 last=2 out=- t=-`: the rows as in a map file,
//! joined by `/`; override stones and bombs of each player; the radius of bombs; the phase; who is
//! to move (`-` if nobody); who placed the last stone; who is disqualified; the transitions as
//! `x.y.r-x.y.r`. It says everything a map file says, so a position needs no map beside it; a
//! game that was opened with a map refuses what cannot have come from that one. The name of a shipped map
//! stands for its start.
//!
//! Moves are `x,y`, or `x,y,special` on a choice tile (the player to swap with) and on a bonus tile
//! (20 a bomb, 21 an override stone). `dq:3` takes player 3 out of the game.

use melee_core::{Notation, NotationError, Setup, Start};

use super::map::{Exit, Joined, MAX_SIDE, Map};
use super::moves::{BONUS_BOMB, BONUS_OVERRIDE, Fault, Move};
use super::state::{Phase, State, Tally};
use super::{Cell, ReversiXt, blank_tally};

fn problem<T>(text: impl std::fmt::Display) -> Result<T, NotationError> {
    Err(NotationError::new(text))
}

/// A position as it was written.
struct Written {
    map: Map,
    overrides: Vec<u8>,
    bombs: Vec<u8>,
    phase: Phase,
    turn: Option<usize>,
    last: usize,
    out: u8,
}

const FIELDS: [&str; 8] = ["o", "b", "r", "phase", "turn", "last", "out", "t"];

impl Written {
    fn parse(text: &str) -> Result<Self, NotationError> {
        let mut words = text.split_whitespace();
        let rows = words.next().unwrap_or_default();
        let mut values = [""; FIELDS.len()];
        for (i, name) in FIELDS.iter().enumerate() {
            let word = words.next().unwrap_or_default();
            let value = word.strip_prefix(name).and_then(|w| w.strip_prefix('='));
            values[i] = match value {
                Some(value) => value,
                None => return problem(format!("'{}' where {name}= was expected", short(word))),
            };
        }
        if let Some(word) = words.next() {
            return problem(format!("'{}' after the end of the position", short(word)));
        }
        let [overrides, bombs, radius, phase, turn, last, out, transitions] = values;
        let overrides = stocks("o", overrides)?;
        let bombs = stocks("b", bombs)?;
        let players = overrides.len();
        if !(2..=8).contains(&players) || bombs.len() != players {
            return problem(format!(
                "o= has {players} and b= {} players, expected the same number from 2 to 8",
                bombs.len()
            ));
        }
        let Ok(radius) = radius.parse() else {
            return problem(format!("r={}: expected 0 to 255", short(radius)));
        };
        let mut map = parse_rows(rows, players)?;
        map.radius = radius;
        parse_transitions(&mut map, transitions)?;
        let phase = match phase {
            "1" => Phase::Stones,
            "2" => Phase::Bombs,
            other => return problem(format!("phase={}: expected 1 or 2", short(other))),
        };
        let player = |field: &str, text: &str| match text.parse::<usize>() {
            Ok(p) if (1..=players).contains(&p) => Ok(p - 1),
            _ => problem(format!("{field}={}: expected a player from 1 to {players}", short(text))),
        };
        let mut out_bits = 0;
        for text in out.split(',').filter(|_| out != "-") {
            out_bits |= 1 << player("out", text)?;
        }
        Ok(Written {
            overrides,
            bombs,
            phase,
            turn: match turn {
                "-" => None,
                text => Some(player("turn", text)?),
            },
            last: player("last", last)?,
            out: out_bits,
            map,
        })
    }
}

/// A text short enough for an error.
fn short(text: &str) -> String {
    let mut short: String = text.chars().take(24).collect();
    if short.len() < text.len() {
        short.push_str("...");
    }
    short
}

fn stocks(field: &str, text: &str) -> Result<Vec<u8>, NotationError> {
    let number = |n: &str| match n.parse() {
        Ok(number) => Ok(number),
        Err(_) => problem(format!("{field}=: '{}' is no number from 0 to 255", short(n))),
    };
    text.split(',').map(number).collect()
}

fn parse_rows(rows: &str, players: usize) -> Result<Map, NotationError> {
    let width = rows.split('/').next().unwrap_or_default().chars().count();
    let mut cells = Vec::new();
    let mut height = 0;
    for (y, row) in rows.split('/').enumerate() {
        for (x, c) in row.chars().enumerate() {
            let cell = Cell::from_char(c);
            let is_known = |cell: &Cell| cell.colour().is_none_or(|colour| colour < players);
            match cell.filter(is_known) {
                Some(cell) => cells.push(cell),
                None => {
                    return problem(format!(
                        "row {y}, column {x}: '{}' is no tile, expected one of 0 to {players}, -, \
                         c, i, b, x",
                        c.escape_debug()
                    ));
                }
            }
        }
        let columns = row.chars().count();
        if columns != width {
            return problem(format!("row {y} has {columns} columns, expected {width}"));
        }
        height += 1;
    }
    if !(1..=MAX_SIDE).contains(&width) || height > MAX_SIDE {
        return problem(format!("{width} columns and {height} rows, expected 1 to {MAX_SIDE} of both"));
    }
    Ok(Map { players, overrides: 0, bombs: 0, radius: 0, height, width, cells, transitions: Vec::new() })
}

fn parse_transitions(map: &mut Map, text: &str) -> Result<(), NotationError> {
    let mut joined = Joined::new();
    for item in text.split(',').filter(|_| text != "-") {
        let wrong = |what: &str| NotationError::new(format!("t=: '{}': {what}", short(item)));
        let exit = |text: &str| {
            let numbers: Option<Vec<usize>> = text.split('.').map(|n| n.parse().ok()).collect();
            match numbers.as_deref() {
                Some(&[x, y, direction]) if x < map.width && y < map.height && direction < 8 => {
                    Ok(Exit { x, y, direction })
                }
                _ => Err(wrong("expected x.y.r-x.y.r on the board, r from 0 to 7")),
            }
        };
        let (one, other) = item.split_once('-').ok_or_else(|| wrong("expected x.y.r-x.y.r"))?;
        let (one, other) = (exit(one)?, exit(other)?);
        for exit in [one, other] {
            map.check_exit(exit).map_err(|e| wrong(&e))?;
        }
        map.join(&mut joined, one, other).map_err(|(_, e)| wrong(&e))?;
    }
    Ok(())
}

/// The map that a position describes.
pub(super) fn map_of_position(text: &str) -> Result<Map, NotationError> {
    if let Some(map) = super::maps::named(text) {
        return Ok(map);
    }
    Written::parse(text).map(|written| written.map)
}

impl ReversiXt {
    /// The transitions between tiles that are left.
    fn transitions_left<'s>(&'s self, cells: impl Fn(usize) -> Cell + 's) -> impl Iterator<Item = (Exit, Exit)> + 's {
        let is_tile = move |exit: Exit| cells(exit.y * self.map.width + exit.x) != Cell::HOLE;
        let all = self.map.transitions.iter().copied();
        all.filter(move |&(a, b)| is_tile(a) && is_tile(b))
    }

    fn check_written(&self, written: &Written) -> Result<(), NotationError> {
        let (map, own) = (&written.map, &self.map);
        if (map.players, map.width, map.height) != (own.players, own.width, own.height) {
            return problem(format!(
                "a position of {}x{} tiles for {} players, but the map has {}x{} for {}",
                map.width, map.height, map.players, own.width, own.height, own.players
            ));
        }
        if map.radius != own.radius {
            return problem(format!("r={}, but the map says {}", map.radius, own.radius));
        }
        for (tile, &cell) in map.cells.iter().enumerate() {
            let (x, y) = (tile % own.width, tile / own.width);
            match (own.cells[tile] == Cell::HOLE, cell == Cell::HOLE) {
                (true, false) => return problem(format!("row {y}, column {x}: a tile where the map has a hole")),
                // Bombs make holes. Before they fall, ways end where those of the map end.
                (false, true) if written.phase == Phase::Stones => {
                    return problem(format!("row {y}, column {x}: a hole in phase 1 where the map has a tile"));
                }
                _ => {}
            }
        }
        let left = self.transitions_left(|tile| map.cells[tile]);
        if !left.eq(map.transitions.iter().copied()) {
            return problem("the transitions are not those of the map between the tiles left");
        }
        Ok(())
    }

    fn state_of(&self, written: &Written) -> Result<State, NotationError> {
        self.check_written(written)?;
        let mut tally =
            Tally { last: written.last as u8, out: written.out, phase: written.phase, ..blank_tally(&self.map) };
        tally.overrides[..self.map.players].copy_from_slice(&written.overrides);
        tally.bombs[..self.map.players].copy_from_slice(&written.bombs);
        if written.out.count_ones() as usize >= self.map.players {
            return problem("out=: everybody is disqualified");
        }
        let mut state = self.set_up(written.map.cells.clone(), tally);
        let Some(turn) = written.turn else {
            let is_alone = written.out.count_ones() as usize + 1 == self.map.players;
            let is_idle = (0..self.map.players).all(|p| !self.may_act(&state, p));
            if is_alone || (written.phase == Phase::Bombs && is_idle) {
                state.tally.is_over = true;
                return Ok(state);
            }
            return problem("turn=-, but the game is not over");
        };
        if !self.may_act(&state, turn) {
            return problem(format!("turn={}: this player cannot move", turn + 1));
        }
        if written.out.count_ones() as usize + 1 == self.map.players {
            return problem("only one player is left: expected turn=-");
        }
        state.tally.turn = turn as u8;
        Ok(state)
    }

    /// What is wrong with a move, for a person.
    fn fault_text(&self, state: &State, fault: Fault) -> String {
        let player = state.tally.turn + 1;
        match fault {
            Fault::OutOfBoard => format!(
                "expected a column from 0 to {} and a row from 0 to {}",
                self.map.width - 1,
                self.map.height - 1
            ),
            Fault::Hole => "there is a hole".to_string(),
            Fault::NoOverrideStone => {
                format!("the tile is taken, and player {player} has no override stone")
            }
            Fault::NoCapture => format!("player {player} captures nothing there"),
            Fault::Special(Cell::CHOICE) => {
                format!("a choice tile: expected x,y,P with a player P from 1 to {} to swap with", self.map.players)
            }
            Fault::Special(Cell::BONUS) => format!(
                "a bonus tile: expected x,y,{BONUS_BOMB} for a bomb or x,y,{BONUS_OVERRIDE} for \
                 an override stone"
            ),
            Fault::Special(_) => "neither a choice nor a bonus tile: expected x,y".to_string(),
            Fault::AlreadyOut => "this player is out of the game already".to_string(),
        }
    }

    fn read_move(&self, text: &str) -> Option<Result<Move, Fault>> {
        if let Some(player) = text.strip_prefix("dq:") {
            let player: usize = player.parse().ok()?;
            let is_seat = (1..=self.map.players).contains(&player);
            return is_seat.then(|| Ok(Move::disqualify(player - 1)));
        }
        let mut numbers = text.split(',');
        let x: usize = numbers.next()?.parse().ok()?;
        let y: usize = numbers.next()?.parse().ok()?;
        let special = numbers.next().map_or(Some(0), |s| s.parse().ok())?;
        if numbers.next().is_some() {
            return None;
        }
        Some(self.move_at(x, y, special).ok_or(Fault::OutOfBoard))
    }
}

impl Notation for ReversiXt {
    fn parse_position(&self, text: &str) -> Result<Setup<Self>, NotationError> {
        let is_own_start = || super::maps::named(text).is_some_and(|map| map == self.map);
        if text.is_empty() || is_own_start() {
            return Ok(Setup::new(self.initial.clone()));
        }
        let written = Written::parse(text)?;
        self.state_of(&written).map(Setup::new)
    }

    fn position_text(&self, state: &State) -> String {
        let players = self.map.players;
        let mut out = String::with_capacity(state.cells.len() + 100);
        for tile in 0..state.cells.len() {
            if tile > 0 && tile % self.map.width == 0 {
                out.push('/');
            }
            out.push(state.owned_cell(tile).to_char());
        }
        let list = |items: Vec<String>| {
            if items.is_empty() { "-".to_string() } else { items.join(",") }
        };
        let numbers = |stocks: &[u8]| list(stocks.iter().map(u8::to_string).collect());
        let tally = &state.tally;
        let turn = if tally.is_over { "-".to_string() } else { (tally.turn + 1).to_string() };
        let disqualified = (0..players).filter(|&p| tally.is_out(p));
        let exit = |e: Exit| format!("{}.{}.{}", e.x, e.y, e.direction);
        let transitions = self.transitions_left(|tile| state.cells[tile]);
        out += &format!(
            " o={} b={} r={} phase={} turn={turn} last={} out={} t={}",
            numbers(&tally.overrides[..players]),
            numbers(&tally.bombs[..players]),
            self.map.radius,
            if tally.phase == Phase::Stones { 1 } else { 2 },
            tally.last + 1,
            list(disqualified.map(|p| (p + 1).to_string()).collect()),
            list(transitions.map(|(a, b)| format!("{}-{}", exit(a), exit(b))).collect()),
        );
        out
    }

    fn parse_move(&self, state: &State, text: &str) -> Result<Move, NotationError> {
        let mv = match self.read_move(text) {
            None => {
                return problem(format!("'{}' is no move, expected x,y or x,y,special", short(text)));
            }
            Some(Err(fault)) => Err(fault),
            Some(Ok(mv)) => match self.fault(state, mv) {
                Some(fault) => Err(fault),
                None => Ok(mv),
            },
        };
        mv.or_else(|fault| problem(format!("'{}': {}", short(text), self.fault_text(state, fault))))
    }

    fn move_text(&self, _state: &State, mv: Move) -> String {
        match (mv.disqualified(), self.place_of(mv)) {
            (Some(player), _) => format!("dq:{}", player + 1),
            (None, Some((x, y))) if mv.special == 0 => format!("{x},{y}"),
            (None, Some((x, y))) => format!("{x},{y},{}", mv.special),
            (None, None) => unreachable!("a move has a place or excludes somebody"),
        }
    }

    /// Moves separated by white space; what follows a `#` is a comment.
    fn record_moves<'t>(&self, _state: &State, record: &'t str) -> Vec<&'t str> {
        let lines = record.lines();
        let without_comment = lines.map(|line| line.split('#').next().unwrap_or(line));
        without_comment.flat_map(str::split_whitespace).collect()
    }

    fn starts(&self) -> Vec<Start> {
        let position = self.position_text(&self.initial);
        vec![Start {
            players: Some(self.map.players),
            ..Start::new(&self.name, super::maps::summary(&self.map), position)
        }]
    }
}
