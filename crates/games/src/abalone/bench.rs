//! What is measured of Abalone.

use melee_core::BenchPlan;

const STANDARD: &str = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0 0";
const DAISY: &str = "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0 0";
const MIDGAME: &str = "5/2w3/1bbb1b1/1wbbbb2/1wwbwb3/1bwbwww1/1ww1w2/1b1wb1/5 b 0 1";

pub(super) const BENCH: &[BenchPlan] = &[BenchPlan {
    perft_depth: 5,
    playouts: 2_000,
    max_plies: 200,
    position: STANDARD,
    random_plies: 0,
    searches: &[("alphabeta", 6), ("pvs:tt=two-deep/64MiB,killers=2,history=relative,deepen=on", 7), ("pvs:best", 12)],
    signature_positions: &[STANDARD, DAISY, MIDGAME],
    signatures: &[
        ("alphabeta", 4),
        ("alphabeta:order=ordering3", 4),
        ("alphabeta:quiescence=8", 3),
        ("pvs:best", 5),
        ("mtd(f):tt=deep/1MiB", 4),
        ("mc:playouts=2,cutoff=50", 1),
    ],
}];
