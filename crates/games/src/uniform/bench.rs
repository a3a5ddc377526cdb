//! What is measured of the uniform tree.

use melee_core::BenchPlan;

pub(super) const BENCH: &[BenchPlan] = &[BenchPlan {
    perft_depth: 10,
    playouts: 10_000,
    max_plies: 100,
    position: "n=4,b=5,seed=1",
    random_plies: 0,
    searches: &[("paranoid", 9), ("brs+", 12), ("maxn", 8)],
    signature_positions: &["n=2,b=6,seed=1", "n=3,b=5,seed=2", "n=5,b=4,seed=3", "n=8,b=3,seed=4"],
    signatures: &[
        ("paranoid", 6),
        ("paranoid:tt=deep/1MiB", 6),
        ("brs", 6),
        ("brs+", 7),
        ("brs(C-1,0)", 5),
        ("brs(C-1,1)", 6),
        ("brs(2,0)", 6),
        ("brs(2,C-2)", 6),
        ("brs(0,C)", 8),
        ("opps(1,3,2)", 7),
        ("maxn", 6),
        ("maxn:scores=share,prune=speculative", 6),
        ("mpmix:defend=2%,attack=5%", 5),
        ("ubfm:memory=2000", 1),
    ],
}];
