//! What is measured of Chinese Checkers.

use melee_core::BenchPlan;

const TWO: &str = "B/BB/BBB/10/9/8/7/8/9/10/AAA/AA/A 1 0";
const THREE: &str = "1/2/3/BBB4CCC/BB5CC/B6C/7/8/9/10/AAA/AA/A 1 0";
const FOUR: &str = "1/2/D2/1C6BA/A6D1/CA2B2B/2CB3/B1C1A2C/A1B3DD1/C1D1D5/3/2/A 3 234";

pub(super) const BENCH: &[BenchPlan] = &[BenchPlan {
    perft_depth: 6,
    playouts: 500,
    max_plies: 400,
    position: TWO,
    random_plies: 0,
    searches: &[("alphabeta", 6), ("pvs:best", 9), ("brs:best", 8)],
    signature_positions: &[TWO, THREE, FOUR],
    signatures: &[
        ("paranoid", 4),
        ("paranoid:best", 5),
        ("brs", 4),
        ("brs:best", 4),
        ("brs+:best", 5),
        ("brs(C-1,1)", 4),
        ("opps(1,8,2)", 4),
        ("maxn", 3),
        ("maxn:prune=last", 3),
        ("maxn:prune=speculative", 4),
        ("mpmix", 3),
        ("ubfm:memory=2000", 1),
        ("mc:playouts=2,cutoff=40", 1),
        ("mcts:playouts=200,cutoff=40,bias=80%", 1),
    ],
}];
