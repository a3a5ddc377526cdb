//! What is measured of four-player chess.

use melee_core::BenchPlan;

const START: &str = "R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-3,yR,yN,yB,yK,yQ,yB,yN,yR,3/\
    3,yP,yP,yP,yP,yP,yP,yP,yP,3/14/bR,bP,10,gP,gR/bN,bP,10,gP,gN/bB,bP,10,gP,gB/bQ,bP,10,gP,gK/\
    bK,bP,10,gP,gQ/bB,bP,10,gP,gB/bN,bP,10,gP,gN/bR,bP,10,gP,gR/14/3,rP,rP,rP,rP,rP,rP,rP,rP,3/\
    3,rR,rN,rB,rQ,rK,rB,rN,rR,3";
/// Seven moves of each player into a game of brs+ against itself.
const MIDGAME: &str = "R-0,0,0,0-0,1,1,1-0,1,1,1-0,0,0,0-1-3,yR,yN,1,yK,1,yB,yN,yR,3/3,yP,yP,yP,1,yP,yP,yP,yP,3/14/\
    bR,bP,6,yQ,3,gP,gR/bN,bP,10,gP,gN/bB,bP,4,yP,5,gP,gB/bQ,bP,7,yB,2,gP,gK/bK,bP,10,gP,gQ/\
    1,bP,9,gP,1,gB/bN,bB,1,rR,6,gP,2,gN/bR,1,bP,1,re,rP,4,gP,2,gR/14/4,rP,1,rP,rP,rP,rP,rP,3/4,rN,rB,rQ,rK,rB,rR,4";

pub(super) const BENCH: &[BenchPlan] = &[BenchPlan {
    perft_depth: 5,
    playouts: 200,
    max_plies: 400,
    position: START,
    random_plies: 0,
    searches: &[
        ("paranoid", 5),
        ("paranoid:eval=lazy:1", 5),
        ("paranoid:eval=material", 6),
        ("brs", 4),
        ("brs+:best", 10),
        ("maxn", 4),
    ],
    signature_positions: &[START, MIDGAME],
    signatures: &[
        ("paranoid", 3),
        ("paranoid:eval=lazy:1", 3),
        ("paranoid:order=capturing", 3),
        ("paranoid:order=difference", 3),
        ("paranoid:order=checks", 3),
        ("paranoid:order=squares", 3),
        ("paranoid:quiescence=4", 3),
        ("paranoid:tt=path/1MiB,history=aged", 3),
        ("brs:quiescence=4", 2),
        ("maxn:quiescence=2", 1),
        ("brs", 3),
        ("brs+", 5),
        ("brs+:best", 5),
        ("brs(C-1,0)", 3),
        ("brs(C-1,1)", 4),
        ("maxn", 2),
    ],
}];
