//! `i2:1,o4:0,x3|l12:1,i4:1,x3 1`: the players' pieces as tile and crossings, `xK` for K pieces
//! already off, pieces not listed still in hand; then the player to move.
//!
//! Moves are `j3` (placing), `l5-k4`, `i2-h2+`, `h2-i2-` (racing, with a sign for the line),
//! `i2-off` (finishing) and `pass`. The thesis writes `i2 h2 +`; that is read too.

use melee_core::{Game, Notation, NotationError, Player, Setup, Start};

use super::board::{COLUMNS, ROWS, Tile, column, is_lake, row, tile};
use super::{Billabong, Move, PIECES, Piece, Side, State};

pub(super) fn tile_name(tile: Tile) -> String {
    format!("{}{}", char::from(b'a' + column(tile) as u8), row(tile) + 1)
}

/// A tile of land.
fn parse_tile(text: &str) -> Result<Tile, NotationError> {
    let off_board = || NotationError::new(format!("'{text}' is not a tile, expected a1 to p14"));
    let mut chars = text.chars();
    let letter = chars.next().ok_or_else(off_board)?;
    let column = (letter as usize).checked_sub('a' as usize).filter(|&c| c < COLUMNS).ok_or_else(off_board)?;
    let digits = chars.as_str();
    let row = digits
        .parse::<usize>()
        .ok()
        .filter(|r| (1..=ROWS).contains(r) && !digits.starts_with(['0', '+']))
        .ok_or_else(off_board)?;
    let tile = tile(column, row - 1);
    if is_lake(tile) {
        return Err(NotationError::new(format!("'{text}' lies in the lake")));
    }
    Ok(tile)
}

impl Billabong {
    fn parse_side(text: &str, state: &mut State, player: usize) -> Result<(), NotationError> {
        let at = |e: NotationError| NotationError::new(format!("player {}: {e}", player + 1));
        let mut pieces = Vec::new();
        for item in text.split(',').map(str::trim).filter(|i| !i.is_empty()) {
            if let Some(count) = item.strip_prefix('x') {
                let count: usize = count.parse().map_err(|_| {
                    at(NotationError::new(format!("'{item}': expected x and the number of pieces off the board")))
                })?;
                pieces.extend(std::iter::repeat_n(Piece::OFF, count.min(PIECES + 1)));
            } else {
                let piece = parse_piece(item).map_err(at)?;
                if state.occupied.contains(piece.tile()) {
                    return Err(at(NotationError::new(format!("'{item}': there is a piece on that tile already"))));
                }
                state.occupied.toggle(piece.tile());
                pieces.push(piece);
            }
        }
        if pieces.len() > PIECES {
            return Err(at(NotationError::new(format!("{} pieces or more, expected at most {PIECES}", pieces.len()))));
        }
        let side = &mut state.sides[player];
        for piece in pieces {
            side.replace(Piece::IN_HAND, piece);
        }
        Ok(())
    }

    /// Racing moves of the thesis: two tiles and perhaps signs, in separate words.
    fn thesis_move<'t>(words: &[&'t str], record: &'t str) -> (&'t str, usize) {
        let start = offset(words[0], record);
        let mut used = 1;
        let is_complete = words[0].contains('-') || words[0] == "pass";
        if !is_complete && words.len() > 1 {
            used = 2;
            while used < words.len() && words[used].chars().all(|c| c == '+' || c == '-') {
                used += 1;
            }
        }
        let last = words[used - 1];
        let end = offset(last, record) + last.len();
        (&record[start..end], used)
    }
}

/// Where a word that was split from a text begins in it.
fn offset(word: &str, text: &str) -> usize {
    word.as_ptr() as usize - text.as_ptr() as usize
}

fn parse_piece(item: &str) -> Result<Piece, NotationError> {
    let (name, crossings) = item
        .split_once(':')
        .ok_or_else(|| NotationError::new(format!("'{item}': expected tile:crossings, such as i2:1")))?;
    let tile = parse_tile(name)?;
    match crossings {
        "0" => Ok(Piece::on(tile, 0)),
        "1" => Ok(Piece::on(tile, 1)),
        _ => Err(NotationError::new(format!("'{item}': {crossings} crossings, expected 0 or 1"))),
    }
}

impl Notation for Billabong {
    fn parse_position(&self, text: &str) -> Result<Setup<Self>, NotationError> {
        let (sides, turn) = text.trim_end().rsplit_once(' ').ok_or_else(|| {
            NotationError::new(format!("position '{text}' does not end with a space and the player to move"))
        })?;
        let sides: Vec<&str> = sides.split('|').collect();
        if sides.len() != self.players {
            return Err(NotationError::new(format!(
                "the position has {} players, the game {}",
                sides.len(),
                self.players
            )));
        }
        let mut state = self.initial();
        for (player, side) in sides.iter().enumerate() {
            Self::parse_side(side.trim(), &mut state, player)?;
        }
        state.turn = turn
            .parse::<usize>()
            .ok()
            .filter(|t| (1..=self.players).contains(t))
            .map(|t| Player::new(t - 1))
            .ok_or_else(|| {
                NotationError::new(format!("'{turn}' is not the player to move, expected 1 to {}", self.players))
            })?;
        let finished = |p: &Player| state.sides[p.index()].off() == PIECES as u8;
        let winners: Vec<Player> = Player::all(self.players).filter(finished).collect();
        if let [first, second, ..] = winners[..] {
            return Err(NotationError::new(format!("players {first} and {second} have both finished")));
        }
        state.winner = winners.first().copied();
        state.key = self.key_from_scratch(&state);
        Ok(Setup::new(state))
    }

    fn position_text(&self, state: &State) -> String {
        let sides: Vec<String> = state.sides[..self.players].iter().map(side_text).collect();
        format!("{} {}", sides.join("|"), state.turn)
    }

    fn parse_move(&self, state: &State, text: &str) -> Result<Move, NotationError> {
        if self.outcome(state).is_some() {
            return Err(NotationError::new(format!("no move '{text}': the game is over")));
        }
        let given = text.split_whitespace().collect::<Vec<_>>();
        let given = match given[..] {
            [from, to] => format!("{from}-{to}"),
            [from, to, sign] => format!("{from}-{to}{sign}"),
            _ => given.concat(),
        };
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        let is_given = |&&mv: &&Move| self.move_text(state, mv) == given;
        if let Some(&mv) = moves.iter().find(is_given) {
            return Ok(mv);
        }
        Self::finishing_by_tile(&moves, &given).ok_or_else(|| Self::refusal(state, text, &given))
    }

    fn move_text(&self, _state: &State, mv: Move) -> String {
        if mv == Move::PASS {
            return "pass".to_string();
        }
        let to = if mv.to.is_on_board() { tile_name(mv.to.tile()) } else { "off".to_string() };
        if mv.from == Piece::IN_HAND {
            return to;
        }
        let sign = match (mv.from.counter(), mv.to) {
            (_, Piece::OFF) => "",
            (0, to) if to.counter() == 1 => "+",
            (1, to) if to.counter() == 0 => "-",
            _ => "",
        };
        format!("{}-{to}{sign}", tile_name(mv.from.tile()))
    }

    fn record_moves<'t>(&self, state: &State, record: &'t str) -> Vec<&'t str> {
        let words: Vec<&str> = record.split_whitespace().collect();
        let sides = &state.sides[..self.players];
        let placings: usize = sides.iter().map(|s| s.in_hand as usize).sum();
        let mut moves: Vec<&str> = words.iter().copied().take(placings).collect();
        let mut rest = &words[moves.len()..];
        while !rest.is_empty() {
            let (mv, used) = Self::thesis_move(rest, record);
            moves.push(mv);
            rest = &rest[used..];
        }
        moves
    }

    fn starts(&self) -> Vec<Start> {
        let summary = "all pieces in hand, the placing phase begins";
        let position = self.position_text(&self.initial());
        vec![Start::new("empty", summary, position)]
    }
}

impl Billabong {
    /// The thesis writes a finishing move by the tile it would have reached: `i2 h2 +`.
    fn finishing_by_tile(moves: &[Move], given: &str) -> Option<Move> {
        let (from, _) = given.strip_suffix('+')?.split_once('-')?;
        let from = Piece::on(parse_tile(from).ok()?, 1);
        let finishing = Move { from, to: Piece::OFF };
        moves.contains(&finishing).then_some(finishing)
    }

    fn refusal(state: &State, text: &str, given: &str) -> NotationError {
        let tiles = given.trim_end_matches(['+', '-']);
        let (from, to) = tiles.split_once('-').unwrap_or((tiles, "off"));
        for name in [from, to] {
            if name != "off"
                && let Err(error) = parse_tile(name)
            {
                return NotationError::new(format!("move '{text}': {error}"));
            }
        }
        let side = &state.sides[state.turn.index()];
        let problem = match parse_tile(from) {
            Ok(_) if side.in_hand > 0 && tiles.contains('-') => {
                "pieces are still to be placed, expected a tile".to_string()
            }
            Ok(tile) if side.in_hand > 0 => {
                format!("{} is taken", tile_name(tile))
            }
            Ok(tile) if !side.on_board().iter().any(|p| p.tile() == tile) => {
                format!("player {} has no piece there", state.turn)
            }
            _ => "not a legal move".to_string(),
        };
        NotationError::new(format!("move '{text}': {problem}"))
    }
}

fn side_text(side: &Side) -> String {
    let mut items: Vec<String> =
        side.on_board().iter().map(|piece| format!("{}:{}", tile_name(piece.tile()), piece.counter())).collect();
    if side.off() > 0 {
        items.push(format!("x{}", side.off()));
    }
    items.join(",")
}
