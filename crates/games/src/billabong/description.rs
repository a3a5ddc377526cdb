//! What is said about Billabong.

use melee_core::{Description, Glyph, Look, PieceStyle, PlayerCounts, SampleMoves, SeatStyle};

use super::MAX_SEATS;
use super::ordering::Order;

const RACE: &str = "i2:0,j3:0,k2:0,l4:0,m3:0|i4:0,j5:0,k4:0,m5:0,n2:0|j2:0,l2:0,k5:0,n4:0,o3:0 1";

pub(super) const BILLABONG: Description = Description {
    players: PlayerCounts::range(2..=MAX_SEATS),
    seats: &[SeatStyle::RED, SeatStyle::YELLOW, SeatStyle::ORANGE, SeatStyle::WHITE],
    evaluations: &["config1", "config2", "config3", "config4", "config5", "mobility"],
    unit: "hundredths of a degree",
    orderings: &Order::NAMES,
    // Over 125 positions to depth 9, brs+ needs 601,747 nodes with two killers, 467,247 with four and
    // null windows (`docs/billabong.md`).
    best: "order=progress,scout=on,killers=4,cutoff=0,score=margin,exploration=0.06,widening=1",
    // A tree that asks a network at once takes nine of ten points from the searches by depth (`docs/strength.md`). The rules
    // know no draw by repetition, so that one is worth nothing: who is behind must not wait for it.
    champions: &[
        (2, "mcts:best,eval=best,repetition=1"),
        (3, "mcts:best,eval=best,repetition=1"),
        (4, "mcts:best,eval=best,repetition=1"),
    ],
    ladders: super::levels::LADDERS,
    chances: super::chances::CHANCES,
    look: Look {
        pieces: PieceStyle::Ringed,
        piece: "piece",
        glyphs: &[
            Glyph::new('R', "piece, crossed once"),
            Glyph::new('Y', "piece, crossed once"),
            Glyph::new('O', "piece, crossed once"),
            Glyph::new('W', "piece, crossed once"),
        ],
        ..Look::PLAIN
    },
    benches: super::bench::BENCH,
    rules: include_str!("rules.md"),
    other_rules: &[("de", include_str!("rules.de.md"))],
    words: &[("de", include_str!("words.de.txt"))],
    samples: &[
        SampleMoves {
            summary: "Three players put their first pieces on the board.",
            players: 3,
            position: "",
            moves: "i3 j3 k4 i5 l3 j6 k2 m4 i6",
        },
        SampleMoves {
            summary: "All are placed to the right of the line, and the race begins.",
            players: 3,
            position: RACE,
            moves: "i2-h2+",
        },
        SampleMoves {
            summary: "h5-j13, a jump of three leaps: over g5 to f5, over f7 to f9, over h11 to j13.",
            players: 2,
            position: "h5:0,x4|g5:0,f7:0,h11:0,x2 1",
            moves: "h5-j13",
        },
        SampleMoves {
            summary: "The second crossing: the last piece leaves the board, and Red has won.",
            players: 2,
            position: "i2:1,x4|a14:0,x4 1",
            moves: "i2-off",
        },
    ],
    ..Description::new("Billabong", "a race round a lake with long jumps (Solomon 1984, Gras 2012)")
};
