//! What is measured of Blokus.

use melee_core::BenchPlan;

const CLASSIC: &str = "20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20 b * * * *";
const DUO: &str = "14/14/14/14/14/14/14/14/14/14/14/14/14/14 b * *";

pub(super) const BENCH: &[BenchPlan] = &[
    BenchPlan {
        perft_depth: 4,
        playouts: 300,
        max_plies: 100,
        position: CLASSIC,
        random_plies: 0,
        searches: &[("paranoid:best", 4), ("brs:best", 4), ("maxn", 2)],
        signature_positions: &[CLASSIC, DUO],
        signatures: &[
            ("paranoid", 2),
            ("paranoid:best", 3),
            ("brs:best", 2),
            ("brs+:best", 3),
            ("maxn", 2),
            ("mc:playouts=1,cutoff=10", 1),
            ("mcts:playouts=50,cutoff=10", 1),
        ],
    },
    BenchPlan {
        perft_depth: 1,
        playouts: 300,
        max_plies: 100,
        position: CLASSIC,
        random_plies: 24,
        searches: &[("paranoid:best", 2), ("brs+:best", 3)],
        signature_positions: &[],
        signatures: &[],
    },
];
