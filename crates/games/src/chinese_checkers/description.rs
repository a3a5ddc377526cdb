//! What is said about Chinese Checkers.

use melee_core::{BoardStyle, Description, GameOption, Look, PlayerCounts, SampleMoves, SeatStyle};

use super::ordering::Order;

pub(super) const CHINESE_CHECKERS: Description = Description {
    players: PlayerCounts::of(&[2, 3, 4, 6]),
    seats: &[SeatStyle::RED, SeatStyle::YELLOW, SeatStyle::BLUE, SeatStyle::GREEN, SeatStyle::PINK, SeatStyle::ORANGE],
    options: &[GameOption {
        choices: &[
            ("free", "pieces may leave the goal; a full goal wins"),
            ("stay", "pieces in the goal stay there"),
            ("strict", "all own pieces must be in the goal"),
        ],
        ..GameOption::new(
            "rules",
            "NAME",
            "free (the default), stay or strict: when a goal is reached, and whether pieces leave it",
        )
    }],
    evaluations: &["melee", "tip", "rows", "spread", "camp", "solo"],
    tables: &[super::solo::TABLE],
    unit: "hundredths of a step",
    other_units: &[
        ("camp", "points of TAG"),
        ("solo", "hundredths of a move"),
        (super::solo::TABLE.evaluation, "hundredths of a move"),
    ],
    orderings: &Order::NAMES,
    best: "cutoff=2,score=margin,exploration=0.2,widening=1",
    // Best-reply search sees its own next move after two plies; the small table is laid out at once. For four the tree
    // asks the network at once (`docs/strength.md`).
    champions: &[
        (2, "pvs:best,tt=two-deep/8MiB"),
        (3, "brs:best,tt=two-deep/8MiB,eval=best"),
        (4, "mcts:best,cutoff=0,eval=best,model=3"),
        (6, "mcts:best,cutoff=0,eval=best,exploration=0.08,model=2"),
    ],
    ladders: super::levels::LADDERS,
    chances: super::chances::CHANCES,
    look: Look { board: BoardStyle::Dimples, piece: "marble", ..Look::PLAIN },
    benches: super::bench::BENCH,
    rules: include_str!("rules.md"),
    other_rules: &[("de", include_str!("rules.de.md"))],
    words: &[("de", include_str!("words.de.txt"))],
    samples: &[
        SampleMoves {
            summary: "Three players leave home, and the first jumps over two of his own.",
            players: 3,
            position: "",
            moves: "c7-e9 k5-k7 m15-m13 a5-e7",
        },
        SampleMoves {
            summary: "A chain of three jumps, over an own piece and two of the other player's, into the goal.",
            players: 2,
            position: "B/2/BB1/5B4/3B5/4B3/7/5AA1/6A2/10/AA1/2/A 1 8",
            moves: "e8-k10",
        },
        SampleMoves {
            summary: "One of the second player's pieces stayed at home: the goal is full, and the first player wins.",
            players: 2,
            position: "B/AA/AA1/4AA4/9/8/7/8/9/10/BBB/BB/1 1 80",
            moves: "j9-k10",
        },
        SampleMoves {
            summary: "Everything is blocked: a pass.",
            players: 3,
            position: "1/2/3/6C3/6C2/6C1/7/8/2BBCCC2/3BBBB3/AAA/AA/A 1 0",
            moves: "pass",
        },
    ],
    ..Description::new("Chinese Checkers", "a race across a star by steps and chains of jumps (Sturtevant 2003)")
};
