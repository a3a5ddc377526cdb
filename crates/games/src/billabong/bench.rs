//! What is measured of Billabong.

use melee_core::BenchPlan;

/// Four players in the race: the random positions 9.1 and 8 of the rules' samples.
const RACE: &str = "i2:1,o4:0,g12:0,a4:1,f2:1|l12:1,i4:1,o9:1,f14:1,n10:1|\
    g5:1,e7:1,e10:1,b10:1,c3:1|a11:0,i6:1,b6:1,p13:1,l10:0 1";
const START: &str = "j4:0,p6:0,l2:0,j3:0,l1:0|o3:0,l3:0,m6:0,k2:0,o1:0|\
    l6:0,k4:0,i4:0,n6:0,n2:0|n3:0,j2:0,j1:0,k3:0,n1:0 1";

pub(super) const BENCH: &[BenchPlan] = &[BenchPlan {
    perft_depth: 4,
    playouts: 2_000,
    max_plies: 200,
    position: RACE,
    random_plies: 0,
    searches: &[
        ("paranoid", 6),
        ("paranoid:best", 6),
        ("brs", 6),
        ("brs:best", 6),
        ("brs+:best", 9),
        ("brs(C-1,0):best", 5),
        ("brs(C-1,1):best", 6),
        ("maxn", 4),
    ],
    signature_positions: &[RACE, START],
    signatures: &[
        ("paranoid", 5),
        ("paranoid:best", 5),
        ("brs", 4),
        ("brs:best", 4),
        ("brs+", 7),
        ("brs+:best", 7),
        ("brs(C-1,0)", 4),
        ("brs(C-1,1)", 5),
        ("brs(2,0)", 4),
        ("brs(2,C-2)", 5),
        ("brs(0,C)", 9),
        ("brs:beam=10", 6),
        ("brs+:bmoms=2", 5),
        ("maxn", 3),
        ("maxn:tt=deep/16MiB", 3),
        ("mc:playouts=2,cutoff=30,bias=80%", 1),
        ("mcts:playouts=500,cutoff=30", 1),
        ("mcts:playouts=500,cutoff=30,backup=paranoid,progressive=3", 1),
        ("mcts:playouts=500,cutoff=30,backup=brs", 1),
    ],
}];
