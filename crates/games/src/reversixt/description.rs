//! What is said about `ReversiXT`.

use melee_core::{BoardStyle, Description, GameOption, Glyph, Look, PlayerCounts, SampleMoves, SeatStyle};

use super::ordering::Order;

pub(super) const REVERSIXT: Description = Description {
    players: PlayerCounts::range(2..=8),
    seats: &SeatStyle::EIGHT,
    options: &[GameOption {
        is_file: true,
        ..GameOption::new("map", "FILE", "a map file (default: the map of --start)")
    }],
    evaluations: &["strength", "mobility", "stones", "prospects"],
    unit: "ten-thousandths of a win",
    orderings: &Order::NAMES,
    // A table small enough to be ready when a server asks for the first move.
    best: "eval=prospects,tt=two-deep/8MiB",
    ladders: super::levels::LADDERS,
    chances: super::chances::CHANCES,
    look: Look {
        board: BoardStyle::Felt,
        glyphs: &[
            Glyph::sign('c', "choice tile", "⇄"),
            Glyph::sign('i', "inversion tile", "↻"),
            Glyph::sign('b', "bonus tile", "+"),
            Glyph::sign('x', "expansion stone", "×"),
        ],
        ..Look::PLAIN
    },
    start_word: "map",
    benches: super::bench::BENCH,
    rules: include_str!("rules.md"),
    other_rules: &[("de", include_str!("rules.de.md"))],
    words: &[("de", include_str!("words.de.txt"))],
    samples: &[
        SampleMoves { summary: "An opening of plain Reversi.", players: 2, position: "", moves: "3,2 2,2 2,3 2,4" },
        SampleMoves {
            summary: "7,4 is an inversion tile: with two players all stones change hands.",
            players: 2,
            position: "specials",
            moves: "6,4 4,3 3,5 7,4",
        },
        SampleMoves {
            summary: "Three players; 7,11,21 takes one more override stone from a bonus tile.",
            players: 3,
            position: "three",
            moves: "10,9 6,1 8,10 7,11,21",
        },
        SampleMoves {
            summary: "Nothing but bombs: each makes a crater of everything within two steps.",
            players: 4,
            position: "bombs",
            moves: "12,3 3,3",
        },
    ],
    ..Description::new(
        "ReversiXT",
        "Reversi for many on any map, with transitions, override stones and bombs (RWTH 2019)",
    )
};
