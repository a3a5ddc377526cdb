//! What is said about Focus.

use melee_core::{Description, GameOption, Glyph, Look, PieceStyle, PlayerCounts, SampleMoves, SeatStyle};

use super::ordering::Order;
use super::{FEWEST_PLAYERS, MAX_SEATS};

pub(super) const SEATS: [SeatStyle; MAX_SEATS] = [SeatStyle::RED, SeatStyle::GREEN, SeatStyle::BLUE, SeatStyle::YELLOW];

pub(super) const FOCUS: Description = Description {
    players: PlayerCounts::range(FEWEST_PLAYERS..=MAX_SEATS),
    seats: &SEATS,
    options: &[
        GameOption {
            choices: &[("short", "enough captures win"), ("full", "only the last who can move wins")],
            ..GameOption::new(
                "rules",
                "NAME",
                "short (the default): enough captures win; full: only the last who can move",
            )
        },
        GameOption {
            choices: &[("1000", "drawn after 1000 moves"), ("300", "drawn after 300 moves")],
            ..GameOption::new("cap", "N", "drawn after so many moves (default 1000)")
        },
    ],
    evaluations: &["melee", "nijssen"],
    unit: "hundredths of a piece",
    orderings: &Order::NAMES,
    champions: &[
        (2, "pvs:best,tt=two-deep/8MiB"),
        (3, "brs:best,tt=two-deep/8MiB"),
        (4, "mcts:best,cutoff=0,score=margin,exploration=0.2,widening=1,model=3"),
    ],
    ladders: super::levels::LADDERS,
    chances: super::chances::CHANCES,
    look: Look {
        pieces: PieceStyle::Ringed,
        piece: "piece",
        glyphs: &[
            Glyph::new('R', "top piece"),
            Glyph::new('G', "top piece"),
            Glyph::new('B', "top piece"),
            Glyph::new('Y', "top piece"),
        ],
        // Stacks are read from the lower left.
        turns: false,
        ..Look::PLAIN
    },
    benches: super::bench::BENCH,
    rules: include_str!("rules.md"),
    other_rules: &[("de", include_str!("rules.de.md"))],
    words: &[("de", include_str!("words.de.txt"))],
    samples: &[
        SampleMoves {
            summary: "A stack of two is made and moves two squares, onto a stack of Green.",
            players: 2,
            position: "",
            moves: "b7-b6 g6-h6 b6-b4",
        },
        SampleMoves {
            summary: "Three players enter their reserves on empty squares before the stacks move.",
            players: 3,
            position: "",
            moves: "r:a4 r:d1 r:h4 d2-d3",
        },
        SampleMoves {
            summary: "Four on two make six: Red captures the lowest piece. Green then puts a reserve on top.",
            players: 2,
            position: "4/6/8/1(gr)6/8/1(grgr)6/1g3r/4 r 0,1 0,0/0,0 40",
            moves: "b5-b3 r:b3",
        },
        SampleMoves {
            summary: "The sixth capture wins.",
            players: 2,
            position: "4/6/8/1(rgr)2(ggrr)3/8/8/1g4/4 r 0,0 0,5/0,0 60",
            moves: "b5-e5",
        },
    ],
    ..Description::new("Focus", "stacks that move as far as they are high, and capture from below (Sackson 1963)")
};
