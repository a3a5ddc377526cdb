//! What is said about Connect Four.

use melee_core::{BoardStyle, Description, GameOption, Look, NamedPlayer, SampleMoves, SeatStyle};

pub(super) const CONNECT4: Description = Description {
    seats: &[SeatStyle::RED, SeatStyle::YELLOW],
    options: &[GameOption {
        choices: &[
            ("7x6", "the usual board"),
            ("6x5", "smaller: a draw"),
            ("5x4", "small: a draw"),
            ("6x6", "square: the second player wins"),
            ("8x7", "larger"),
            ("8x8", "the largest"),
        ],
        ..GameOption::new("size", "WxH", "columns x rows, 1x1 to 8x8 (default 7x6)")
    }],
    evaluations: &["pear", "patterns"],
    orderings: &["centre", "none"],
    // A killer column is mostly worse than the middle: over seven openings to depth 16 two killers
    // cost a third more nodes.
    best: "killers=0,symmetry=on",
    champions: &[(2, "pvs:best,eval=best")],
    named_players: &[
        NamedPlayer {
            name: "maximilian",
            spec: "minimax:depth=5",
            summary: "Pear's minimax player (Pantel 1997, 5.1)",
        },
        NamedPlayer { name: "solomon", spec: "solve:depth=5", summary: "Pear's Solve player (5.2)" },
        NamedPlayer { name: "annabelle", spec: "alphabeta:depth=8", summary: "Pear's alpha-beta player (5.3)" },
        NamedPlayer { name: "scott", spec: "scout:depth=9", summary: "Pear's Scout player (5.4)" },
    ],
    ladders: super::levels::LADDERS,
    chances: super::chances::CHANCES,
    look: Look { board: BoardStyle::Rack, turns: false, ..Look::PLAIN },
    benches: super::bench::BENCH,
    rules: include_str!("rules.md"),
    other_rules: &[("de", include_str!("rules.de.md"))],
    words: &[("de", include_str!("words.de.txt"))],
    samples: &[
        SampleMoves { summary: "Both fight for the middle.", players: 2, position: "", moves: "4 4 3 5 4 2 5" },
        SampleMoves { summary: "Four up: the first player has won.", players: 2, position: "", moves: "4 3 4 3 4 3 4" },
        SampleMoves {
            summary: "Three across with room on both sides: a stone in column 3 or 7 wins.",
            players: 2,
            position: "",
            moves: "4 4 5 5 6 6",
        },
    ],
    ..Description::new("Connect Four", "four in a row, stones fall to the bottom (Pear, Pantel 1997)")
};
