//! What is said about the uniform tree.

use melee_core::{Description, Look, PlayerCounts, SampleMoves, SeatStyle};

pub(super) const UNIFORM: Description = Description {
    players: PlayerCounts::range(2..=8),
    seats: &SeatStyle::EIGHT,
    evaluations: &["hash"],
    orderings: &["hash", "none"],
    look: Look { turns: false, piece: "count", ..Look::PLAIN },
    benches: super::bench::BENCH,
    rules: include_str!("rules.md"),
    samples: &[
        SampleMoves { summary: "Two rounds for three players.", players: 3, position: "", moves: "0 2 1 0 3 1" },
        SampleMoves {
            summary: "A tree for two players with three moves each.",
            players: 2,
            position: "n=2,b=3,seed=5",
            moves: "0 2 1 1",
        },
        SampleMoves {
            summary: "A tree for three players with two moves each.",
            players: 3,
            position: "n=3,b=2,seed=4",
            moves: "0 1 1",
        },
        SampleMoves {
            summary: "A tree for four players with two moves each.",
            players: 4,
            position: "n=4,b=2,seed=3",
            moves: "0 1 1 0",
        },
        SampleMoves {
            summary: "A tree for four players with three moves each.",
            players: 4,
            position: "n=4,b=3,seed=7",
            moves: "0 2 1 1",
        },
    ],
    words: &[("de", include_str!("words.de.txt"))],
    is_study: true,
    ..Description::new("Uniform tree", "a synthetic tree with pseudo-random values, for studying searches")
};
