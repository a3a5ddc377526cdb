//! The board as a drawing.

use melee_core::diagram::{Cell, Diagram, Draw, Gesture, Label, MarkKind, Piece, Point, Prompt, point};
use melee_core::{Game, NotationError, Player};

use super::board::{Square, file, rank, square_name, squares};
use super::piece::{Kind, SEATS, Seat};
use super::state::Status;
use super::{Chess4, Move, Special, State};
use super::{fen4, refusal};

fn centre(square: Square) -> Point {
    point(f32::from(file(square)), 15.0 - f32::from(rank(square)))
}

/// The squares from the top, as one reads.
fn reading_order() -> Vec<Square> {
    let mut order: Vec<Square> = squares().collect();
    order.sort_by_key(|&s| (std::cmp::Reverse(rank(s)), file(s)));
    order
}

/// The letter of a piece; a pawn points to where it heads.
fn sign(piece: super::piece::Piece) -> char {
    if piece.kind() == Kind::Pawn { ['^', '>', 'v', '<'][piece.heading() as usize] } else { piece.kind().letter() }
}

/// What is asked where a pawn may take one pawn or two.
const TAKE: &str = "what do you take";

impl Chess4 {
    /// What a player can have on the board: pawns only with headings that these rules know.
    fn pieces_of_kit(&self, seat: Seat) -> impl Iterator<Item = super::piece::Piece> {
        use super::piece::Piece;
        let bends = self.bends;
        let pieces = Kind::ALL.into_iter().rev().filter(|kind| *kind != Kind::Pawn);
        let pieces = pieces.map(move |kind| Piece::new(seat, kind));
        let pawns = (0..4).map(move |turn| (seat + turn) % 4).filter_map(move |heading| Piece::pawn(seat, heading));
        pieces.chain(pawns.filter(move |pawn| bends || !pawn.is_bent()))
    }

    fn is_checked(&self, state: &State, seat: Seat) -> bool {
        state.is_in_check(seat, state.opponents(seat), self.bends)
    }
}

impl Draw for Chess4 {
    fn diagram(&self, state: &State) -> Diagram {
        let mut diagram = Diagram::default();
        let order = reading_order();
        for (cell, &square) in order.iter().enumerate() {
            let shade = (file(square) + rank(square)) % 2;
            diagram.cells.push(Cell::square(square_name(square), centre(square), shade));
            let piece = state.at(square);
            if piece.is_piece() {
                diagram.pieces.push(Piece {
                    cell,
                    owner: Some(Player::new(piece.seat() as usize)),
                    glyph: sign(piece),
                });
            }
        }
        let checked = (0..SEATS as Seat).filter(|&seat| state.is_alive(seat) && self.is_checked(state, seat));
        let kings = checked.filter_map(|seat| order.iter().position(|&s| s == state.kings[seat as usize]));
        diagram.mark(MarkKind::Threatened, kings);
        for f in 1..=14u8 {
            diagram.labels.push(Label { at: point(f32::from(f), 15.0), text: char::from(b'a' + f - 1).to_string() });
            diagram.labels.push(Label { at: point(0.0, 15.0 - f32::from(f)), text: f.to_string() });
        }
        diagram
    }

    fn move_cells(&self, _state: &State, mv: Move) -> Vec<usize> {
        let order = reading_order();
        [mv.from, mv.to].into_iter().filter_map(|square| order.iter().position(|&s| s == square)).collect()
    }

    fn gesture(&self, state: &State, mv: Move) -> Gesture {
        let gesture = Gesture::over(self.move_cells(state, mv));
        match mv.special {
            Special::Promotion(kind) => gesture.called(kind.name()).asking("promote to"),
            Special::EnPassant if state.at(mv.to).is_piece() => gesture.called("take both").asking(TAKE),
            _ if mv == Move::PASS => gesture,
            _ => gesture.called("take one").asking(TAKE),
        }
    }

    fn prompt(&self, state: &State) -> Prompt {
        match state.status {
            Status::Passing => Prompt { phase: "", ask: "you have no move and are not in check, so you pass" },
            _ if self.is_checked(state, state.turn) => Prompt { phase: "you are in check", ask: "save your king" },
            _ => Prompt { phase: "", ask: "choose a piece, then where it goes" },
        }
    }

    fn kit(&self) -> Vec<(Option<Player>, char)> {
        let pieces = (0..SEATS as Seat).flat_map(|seat| self.pieces_of_kit(seat));
        pieces.map(|piece| (Some(Player::new(piece.seat() as usize)), sign(piece))).collect()
    }

    /// Whoever has no piece is dead; castling stays with those whose king and rook stand at home.
    fn set_up(&self, state: &State, pieces: &[Piece], to_move: Player) -> Result<String, NotationError> {
        let order = reading_order();
        let piece_of = |piece: &Piece| {
            let seat = piece.owner?.index() as Seat;
            let known = self.pieces_of_kit(seat).find(|&known| sign(known) == piece.glyph)?;
            Some((*order.get(piece.cell)?, known))
        };
        let placed: Vec<_> = pieces.iter().filter_map(piece_of).collect();
        Ok(fen4::write_board(state, &placed, to_move.index() as Seat))
    }

    fn why_not(&self, state: &State, cells: &[usize]) -> Option<String> {
        let order = reading_order();
        match *cells {
            [from] => refusal::why_stuck(self, state, *order.get(from)?),
            [from, to] => refusal::why_not(self, state, *order.get(from)?, *order.get(to)?),
            _ => None,
        }
    }

    fn ending(&self, state: &State, _plies: usize) -> &'static str {
        if state.alive.is_power_of_two() {
            "nobody else is left"
        } else if state.status == Status::Over {
            "no move, and not in check: those who are left share the point"
        } else if self.outcome(state).is_none() {
            "the position has occurred for the third time: those who are left share the point"
        } else if self.counts_plies {
            "50 moves without a capture or a pawn move: those who are left share the point"
        } else {
            "50 rounds without a capture or a pawn move: those who are left share the point"
        }
    }
}
