//! Pieces: kind, seat, and for pawns the heading.

/// A seat by its place in the order of moves: south, west, north, east.
pub(super) type Seat = u8;

/// The number of seats.
pub(super) const SEATS: usize = 4;

/// The kinds of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Kind {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Kind {
    pub(super) const ALL: [Kind; 6] = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Kind::Pawn => "pawn",
            Kind::Knight => "knight",
            Kind::Bishop => "bishop",
            Kind::Rook => "rook",
            Kind::Queen => "queen",
            Kind::King => "king",
        }
    }

    pub(super) const fn letter(self) -> char {
        match self {
            Kind::Pawn => 'P',
            Kind::Knight => 'N',
            Kind::Bishop => 'B',
            Kind::Rook => 'R',
            Kind::Queen => 'Q',
            Kind::King => 'K',
        }
    }
}

/// What stands on a square: nothing, a wall, or a piece.
///
/// A piece is one of 32: the seat's pawn with its home heading, five other kinds, and pawns that
/// have bent to the next or to the previous heading.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Piece(u8);

/// How many pieces differ.
pub(super) const PIECES: usize = 32;

/// What a square is to a player who would move onto it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Target {
    /// A wall, a piece of his own, or a king. Kings are not captured: those that could be are gone
    /// before the turn begins, but for positions that are set up so.
    Barred,
    Empty,
    /// Somebody else's piece.
    Prey,
}

impl Target {
    #[inline]
    pub(super) fn can_be_entered(self) -> bool {
        self != Target::Barred
    }
}

/// What every cell is to each seat.
static TARGETS: [[Target; 256]; SEATS] = {
    let mut targets = [[Target::Barred; 256]; SEATS];
    let mut seat = 0;
    while seat < SEATS {
        targets[seat][0] = Target::Empty;
        let mut i = 1;
        while i <= PIECES as u8 {
            let piece = Piece(i);
            if piece.seat() as usize != seat && !matches!(piece.kind(), Kind::King) {
                targets[seat][i as usize] = Target::Prey;
            }
            i += 1;
        }
        seat += 1;
    }
    targets
};

/// What a move onto a cell counts for mobility in the lowest bit, and whether it attacks somebody's
/// piece in the next; for each seat.
static CONTACTS: [[u8; 256]; SEATS] = {
    let mut contacts = [[0; 256]; SEATS];
    let mut seat = 0;
    while seat < SEATS {
        contacts[seat][0] = 0b01;
        let mut i = 1;
        while i <= PIECES as u8 {
            if Piece(i).seat() as usize != seat {
                contacts[seat][i as usize] = 0b11;
            }
            i += 1;
        }
        seat += 1;
    }
    contacts
};

const BENT_NEXT: u8 = 6;
const BENT_PREVIOUS: u8 = 7;

impl Piece {
    pub(super) const NONE: Piece = Piece(0);
    pub(super) const WALL: Piece = Piece(64);

    pub(super) const fn new(seat: Seat, kind: Kind) -> Self {
        Piece(1 + seat * 8 + kind as u8)
    }

    /// A pawn with this heading; no pawn heads for its own side.
    pub(super) const fn pawn(seat: Seat, heading: u8) -> Option<Self> {
        match (heading + 4 - seat) % 4 {
            0 => Some(Piece(1 + seat * 8)),
            1 => Some(Piece(1 + seat * 8 + BENT_NEXT)),
            3 => Some(Piece(1 + seat * 8 + BENT_PREVIOUS)),
            _ => None,
        }
    }

    #[inline]
    pub(super) const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Is there a piece?
    #[inline]
    pub(super) const fn is_piece(self) -> bool {
        self.0.wrapping_sub(1) < PIECES as u8
    }

    /// Whose it is; only of pieces.
    #[inline]
    pub(super) const fn seat(self) -> Seat {
        (self.0 - 1) >> 3
    }

    /// Is it a piece of this seat?
    #[inline]
    pub(super) const fn is_of(self, seat: Seat) -> bool {
        self.0.wrapping_sub(1) >> 3 == seat
    }

    /// Its kind; only of pieces.
    #[inline]
    pub(super) const fn kind(self) -> Kind {
        match (self.0 - 1) & 7 {
            1 => Kind::Knight,
            2 => Kind::Bishop,
            3 => Kind::Rook,
            4 => Kind::Queen,
            5 => Kind::King,
            _ => Kind::Pawn,
        }
    }

    /// What it is to a player of this seat who would move there.
    #[inline]
    pub(super) fn target_of(self, seat: Seat) -> Target {
        TARGETS[seat as usize & 3][self.0 as usize]
    }

    /// Is a move of a player of this seat there one more he has (the lowest bit), and does it attack
    /// somebody else's piece (the next bit)?
    #[inline]
    pub(super) fn contact_with(self, seat: Seat) -> u8 {
        CONTACTS[seat as usize & 3][self.0 as usize]
    }

    /// Is it this very piece?
    #[inline]
    pub(super) const fn is(self, seat: Seat, kind: Kind) -> bool {
        self.0 == Self::new(seat, kind).0
    }

    /// The heading of a pawn.
    #[inline]
    pub(super) const fn heading(self) -> u8 {
        let seat = self.seat();
        match (self.0 - 1) & 7 {
            BENT_NEXT => (seat + 1) & 3,
            BENT_PREVIOUS => (seat + 3) & 3,
            _ => seat,
        }
    }

    /// Is it a pawn that has bent?
    #[inline]
    pub(super) const fn is_bent(self) -> bool {
        (self.0 - 1) & 7 >= BENT_NEXT
    }

    /// Is it a pawn that has not?
    #[inline]
    pub(super) const fn is_home_pawn(self) -> bool {
        let kind = self.0.wrapping_sub(1) & 7;
        kind == Kind::Pawn as u8
    }

    /// A number below [`PIECES`].
    #[inline]
    pub(super) const fn index(self) -> usize {
        (self.0.wrapping_sub(1) & 31) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pawns_know_their_headings() {
        for seat in 0..4 {
            for heading in 0..4 {
                let pawn = Piece::pawn(seat, heading);
                let own_side = (seat + 2) % 4;
                assert_eq!(pawn.is_none(), heading == own_side);
                if let Some(pawn) = pawn {
                    let facts = (pawn.seat(), pawn.kind(), pawn.heading(), pawn.is_bent());
                    assert_eq!(facts, (seat, Kind::Pawn, heading, heading != seat));
                }
            }
            for kind in Kind::ALL {
                let piece = Piece::new(seat, kind);
                assert!(piece.is(seat, kind) && piece.is_of(seat));
                assert_eq!((piece.seat(), piece.kind()), (seat, kind));
            }
        }
        for nothing in [Piece::NONE, Piece::WALL] {
            assert!(!nothing.is_piece() && (0..4).all(|seat| !nothing.is_of(seat)));
        }
    }
}
