//! What is said about Rolit.

use melee_core::diagram::Colour;
use melee_core::{Description, GameOption, Glyph, Look, PlayerCounts, SampleMoves, SeatStyle};

use super::ordering::Order;
use super::{COLOURS, FEWEST_PLAYERS};

/// The colours in the order of the box.
pub(super) const SEATS: [SeatStyle; COLOURS] = [SeatStyle::RED, SeatStyle::YELLOW, SeatStyle::GREEN, SeatStyle::BLUE];

/// Not every seat order is that of the box.
const BALLS: [Glyph; COLOURS] = [
    Glyph::painted('r', "ball", Colour::RED),
    Glyph::painted('y', "ball", Colour::YELLOW),
    Glyph::painted('g', "ball", Colour::GREEN),
    Glyph::painted('b', "ball", Colour::BLUE),
];

pub(super) const ROLIT: Description = Description {
    players: PlayerCounts::range(FEWEST_PLAYERS..=COLOURS),
    seats: &SEATS,
    options: &[GameOption {
        choices: &[("8x8", "the board of the box"), ("6x6", "smaller: 32 moves"), ("4x4", "small: 12 moves")],
        ..GameOption::new("size", "WxH", "8x8 (the default), 6x6 or 4x4")
    }],
    evaluations: &["melee", "safe", "balls", super::evaluation::SURE],
    unit: "hundredths of a ball",
    other_units: &[(super::evaluation::SURE, "balls")],
    orderings: &Order::NAMES,
    best: "cutoff=6,score=margin,exploration=0.3",
    // With three and more nobody knows whose ball a square will be: random games for some plies say more than a deep line.
    champions: &[
        (2, "pvs:best,tt=two-deep/8MiB,eval=best"),
        (3, "mcts:best,cutoff=0,eval=best,model=3"),
        (4, "mcts:best,cutoff=0,eval=best,model=3"),
    ],
    ladders: super::levels::LADDERS,
    chances: super::chances::CHANCES,
    look: Look { piece: "ball", glyphs: &BALLS, ..Look::PLAIN },
    benches: super::bench::BENCH,
    rules: include_str!("rules.md"),
    other_rules: &[("de", include_str!("rules.de.md"))],
    words: &[("de", include_str!("words.de.txt"))],
    samples: &[
        SampleMoves {
            summary: "The first round of four players: Green can turn nothing, so he plays next to any ball.",
            players: 4,
            position: "",
            moves: "d3 e3 e6 c6",
        },
        SampleMoves {
            summary: "One ball turns four in a row, up to the nearest of its colour.",
            players: 4,
            position: "8/4y3/2b1y3/3ry3/3rr3/3rrr2/6g1/8 b rygb",
            moves: "h1",
        },
        SampleMoves {
            summary: "Yellow takes the corner and the edge with it: they are his for good.",
            players: 2,
            position: "1rrry3/2r5/3y4/3ry3/3yr3/8/8/8 y ry",
            moves: "a8",
        },
        SampleMoves {
            summary: "The last ball on a small board decides: Green has nine and wins.",
            players: 3,
            position: "gggr/ggrr/rrr1/yy1r y ryg",
            moves: "d2 c1",
        },
    ],
    ..Description::new("Rolit", "Reversi in up to four colours, whoever can turn a ball must (Golad 1997)")
};
