//! What is measured of Rolit.

use melee_core::BenchPlan;

const START: &str = "8/8/8/3ry3/3bg3/8/8/8 r rygb";
const MIDGAME: &str = "8/4y3/2b1y3/3ry3/3rr3/3rrr2/6g1/8 b rygb";
const TWO: &str = "1rrry3/2r5/3y4/3ry3/3yr3/8/8/8 y ry";

pub(super) const BENCH: &[BenchPlan] = &[BenchPlan {
    perft_depth: 7,
    playouts: 5_000,
    max_plies: 100,
    position: START,
    random_plies: 0,
    searches: &[("paranoid", 7), ("paranoid:best", 8), ("brs", 6), ("brs+:best", 9), ("maxn", 5)],
    signature_positions: &[START, MIDGAME, TWO],
    signatures: &[
        ("paranoid", 5),
        ("paranoid:best", 5),
        ("brs", 4),
        ("brs:best", 4),
        ("brs+:best", 6),
        ("brs(C-1,1)", 5),
        ("opps(1,4,2)", 5),
        ("maxn", 4),
        ("maxn:prune=speculative", 4),
        ("ubfm:memory=2000,backup=paranoid", 1),
        ("mc:playouts=2", 1),
        ("mcts:playouts=300", 1),
    ],
}];
