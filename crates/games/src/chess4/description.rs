//! What is said about four-player chess.

use melee_core::{
    Description, Dialect, GameOption, Glyph, Look, PieceStyle, PlayerCounts, RecordFormat, SampleMoves, SeatStyle,
};

use super::ordering::Order;
use super::piece::SEATS;

pub(super) const CHESS4: Description = Description {
    players: PlayerCounts::of(&[SEATS]),
    // The colours of FEN4. The thesis has other names for the same seats, so only these are used.
    seats: &[SeatStyle::RED, SeatStyle::BLUE, SeatStyle::YELLOW, SeatStyle::GREEN],
    options: &[GameOption {
        choices: &[
            ("paderborn", "Paderborn: pawns bend"),
            ("modern", "modern: pawns do not bend"),
            ("paderborn+mate-at-once", "Paderborn, who is mated is out at once"),
        ],
        ..GameOption::new(
            "rules",
            "NAME",
            "paderborn (the default) or modern (the same without bending pawns); +mate-at-once: who is \
             mated is out at once, +fifty-plies: drawn after 50 quiet plies instead of rounds",
        )
    }],
    champions: &[(SEATS, "brs+:best,eval=melee,repetition=0,order=exchange")],
    evaluations: &["esser", "material", "melee"],
    unit: "millionths of the share",
    orderings: &Order::NAMES,
    record: RecordFormat { name: "PGN4", extension: "pgn4" },
    dialect: Dialect {
        protocol: "uci",
        // Blue sits in the west.
        clocks: &["r", "b", "y", "g"],
        bare_scores: true,
    },
    ladders: super::levels::LADDERS,
    chances: super::chances::CHANCES,
    look: Look {
        pieces: PieceStyle::Chess,
        piece: "piece",
        glyphs: &[
            Glyph::new('K', "king"),
            Glyph::new('Q', "queen"),
            Glyph::new('R', "rook"),
            Glyph::new('B', "bishop"),
            Glyph::new('N', "knight"),
            Glyph::new('^', "pawn"),
            Glyph::new('>', "pawn"),
            Glyph::new('v', "pawn"),
            Glyph::new('<', "pawn"),
        ],
        ..Look::PLAIN
    },
    benches: super::bench::BENCH,
    rules: include_str!("rules.md"),
    other_rules: &[("de", include_str!("rules.de.md"))],
    words: &[("de", include_str!("words.de.txt"))],
    samples: &[
        SampleMoves {
            summary: "A first round: everybody closes the diagonal from a neighbour's queen to his king.",
            players: SEATS,
            position: "",
            moves: "j2j3 b5c5 e13e12 m10l10",
        },
        SampleMoves {
            summary: "A pawn on a long diagonal bends: from k4 it might have gone on to k5.",
            players: SEATS,
            position: "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-6,yK,7/14/14/14/14/14/13,gK/bK,13/14/14/10,rP,3/14/\
                       14/7,rK,6",
            moves: "k4j4",
        },
        SampleMoves {
            summary: "The bishop opens the line from Blue's queen to Yellow's king. It hangs when Blue's turn \
                      begins, so Yellow is out.",
            players: SEATS,
            position: "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-3,yR,2,yK,7/14/14/14/14/6,rB,7/13,gK/bK,13/14/14/\
                       6,bQ,7/14/14/7,rK,6",
            moves: "g9h10",
        },
    ],
    ..Description::new("Four-player chess", "four-player chess, everybody for himself (Paderborn rules, Esser 2012)")
};
