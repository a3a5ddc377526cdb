//! What is said about Blokus.

use melee_core::diagram::Colour;
use melee_core::{
    Description, GameOption, Glyph, Look, PieceStyle, PlayerCounts, RecordFormat, SampleMoves, SeatStyle,
};

use super::ordering::Order;

pub(super) const BLOKUS: Description = Description {
    players: PlayerCounts::of(&[2, 3, 4]),
    seats: &[SeatStyle::BLUE, SeatStyle::YELLOW, SeatStyle::RED, SeatStyle::GREEN],
    options: &[GameOption {
        choices: &[
            ("bonus", "15 points for an empty hand, 20 if the single square was last"),
            ("squares", "only the squares left in hand count"),
        ],
        ..GameOption::new(
            "scoring",
            "NAME",
            "bonus (the default): an empty hand earns 15 or 20 points; squares: it does not",
        )
    }],
    evaluations: &["melee", "squares", "frontier", "mobility", "reach"],
    unit: "hundredths of a square",
    orderings: &Order::NAMES,
    // What can be reached is cheap to know: best-reply search with it takes 61 to 68 % of the points from itself with
    // `melee` in equal time (docs/strength.md).
    best: "eval=reach,cutoff=0,score=margin,exploration=0.2,widening=1",
    // Three hundred moves a ply: a tree that grows where it is good sees two rounds where the others see half of one.
    // Greedy players are found out, and among three and more what one would do is tried first.
    champions: &[
        (2, "mcts:best,model=2,follow=0"),
        (3, "mcts:best,order=greedy,model=2,follow=0"),
        (4, "mcts:best,order=greedy,model=2,follow=0"),
    ],
    record: RecordFormat { name: "Blokus SGF", extension: "blksgf" },
    ladders: super::levels::LADDERS,
    chances: super::chances::CHANCES,
    look: Look {
        pieces: PieceStyle::Tile,
        piece: "piece",
        // Two players have two colours each, and green may be everybody's.
        glyphs: &[
            Glyph::painted('b', "blue square", Colour::BLUE),
            Glyph::painted('y', "yellow square", Colour::YELLOW),
            Glyph::painted('r', "red square", Colour::RED),
            Glyph::painted('g', "green square", Colour::GREEN),
        ],
        ..Look::PLAIN
    },
    benches: super::bench::BENCH,
    rules: include_str!("rules.md"),
    other_rules: &[("de", include_str!("rules.de.md"))],
    words: &[("de", include_str!("words.de.txt"))],
    samples: &[
        SampleMoves {
            summary: "Each colour begins in its corner, then goes on from corner to corner.",
            players: 4,
            position: "",
            moves: "b18,a19,b19,a20 t19,r20,s20,t20 r1,s1,t1,s2 a1,b1,b2,b3,b4 c17,d17,d18,d19,d20",
        },
        SampleMoves {
            summary: "Duo: both begin near the middle and race for it.",
            players: 2,
            position: "14/14/14/14/14/14/14/14/14/14/14/14/14/14 b * *",
            moves: "d10,e10,e11,f11,e12 j5,k5,l5,j6,k6 g10,h10,i10,i11,i12 h3,i3,h4,i4",
        },
        SampleMoves {
            summary: "Yellow is out. Blue lays two squares and then, as the last piece, the single one: 20 points.",
            players: 2,
            position: DUO_END,
            moves: "m13,n13 f14",
        },
    ],
    ..Description::new("Blokus", "pieces of one to five squares, corner to corner (Tavitian 2000)")
};

const DUO_END: &str = "7bbbbb2/3bb1b1yyy3/b2bb1byb1y1yy/b4bbybbbyyb/bbb1b1by3b1b/3bbb1ybbbb1b/1bb1b1bbyyy1b1/2bb3bby2bb/bb2bbb1b1yybb/b1bb1b1b1ybbyy/3b1b1bbb1b1y/3bb1b1b1bby1/1bb2bbb4y1/2bbb3bbbby1 b 2,1 V5,L5,Z5,N,W,X,F,I5,T5,Y,P,U,O!";
