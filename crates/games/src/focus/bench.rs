//! What is measured of Focus.

use melee_core::BenchPlan;

const TWO: &str = "4/rrggrr/1ggrrgg1/1rrggrr1/1ggrrgg1/1rrggrr1/ggrrgg/4 r 0,0 0,0/0,0 0";
const THREE: &str = "4/rrggbb/1ggbbrr1/1bbrrgg1/1rrggbb1/1ggbbrr1/bbrrgg/4 r 1,1,1 0,0,0/0,0,0/0,0,0 0";
const FOUR: &str = "rrbg/gggbgb/rrrrbgbg/ggggbgbg/yryryyyy/yryrbbbb/ryryyy/yrbb r 0,0,0,0 \
    0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 0";

pub(super) const BENCH: &[BenchPlan] = &[BenchPlan {
    perft_depth: 4,
    playouts: 2_000,
    max_plies: 300,
    position: TWO,
    random_plies: 0,
    searches: &[("alphabeta", 5), ("pvs:best", 6), ("brs:best", 6)],
    signature_positions: &[TWO, THREE, FOUR],
    signatures: &[
        ("paranoid", 3),
        ("paranoid:best", 4),
        ("brs", 3),
        ("brs:best", 3),
        ("brs+:best", 4),
        ("brs(C-1,1)", 3),
        ("maxn", 2),
        ("mc:playouts=2,cutoff=40", 1),
        ("mcts:playouts=200,cutoff=40", 1),
    ],
}];
