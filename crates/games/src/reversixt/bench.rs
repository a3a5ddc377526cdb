//! What is measured of `ReversiXT`.

use melee_core::BenchPlan;

pub(super) const BENCH: &[BenchPlan] = &[
    BenchPlan {
        perft_depth: 9,
        playouts: 10_000,
        max_plies: 1_000,
        position: "classic",
        random_plies: 0,
        searches: &[("alphabeta", 11), ("pvs:best", 10), ("brs", 11), ("brs:order=evaluation,beam=6", 9)],
        signature_positions: &["classic", "specials", "torus", "tube"],
        signatures: &[
            ("alphabeta", 5),
            ("pvs:best", 5),
            ("brs:order=evaluation,beam=6", 5),
            ("mtd(f):tt=deep/1MiB", 5),
            ("mcts:playouts=200,cutoff=50", 1),
        ],
    },
    BenchPlan {
        perft_depth: 3,
        playouts: 20,
        max_plies: 3_000,
        position: "grand",
        random_plies: 600,
        searches: &[("paranoid", 4), ("brs", 2), ("brs:best", 2), ("brs+", 4), ("maxn", 2)],
        signature_positions: &["three", "four", "six", "bombs"],
        signatures: &[
            ("paranoid", 3),
            ("brs", 3),
            ("brs:best", 3),
            ("brs:order=evaluation,beam=6", 4),
            ("brs+", 3),
            ("brs(C-1,0)", 3),
            ("maxn", 2),
        ],
    },
];
