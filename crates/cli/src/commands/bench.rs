//! `melee bench`: speeds, and a node signature per game and algorithm.
//!
//! A signature is the number of nodes over fixed positions at a fixed depth: a change of the code
//! leaves the searches as they were if, and only if, all signatures stay.

mod solver;

use std::time::Instant;

use melee_arena::{GameOptions, Limits, Watch, open, open_position};
use serde_json::{Value, json};

use crate::numbers::{grouped, rate};
use crate::options::parse_spec;
use crate::output::Progress;
use crate::{Answer, output};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only this game
    game: Option<String>,
    /// Only the node signatures, no times
    #[arg(long)]
    signatures: bool,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

/// What is measured for one game.
struct Plan {
    game: &'static str,
    perft_depth: u32,
    playouts: u64,
    max_plies: u32,
    /// Where speeds are measured.
    start: &'static str,
    /// After so many random plies.
    random_plies: u32,
    /// Algorithm and depth, from there.
    searches: &'static [(&'static str, u32)],
    signature_positions: &'static [&'static str],
    /// Algorithm and depth, from each of those positions.
    signatures: &'static [(&'static str, u32)],
}

/// Four players in the race: the random positions 9.1 and 8 of the rules' samples.
const BILLABONG_RACE: &str = "i2:1,o4:0,g12:0,a4:1,f2:1|l12:1,i4:1,o9:1,f14:1,n10:1|\
    g5:1,e7:1,e10:1,b10:1,c3:1|a11:0,i6:1,b6:1,p13:1,l10:0 1";
const BILLABONG_START: &str = "j4:0,p6:0,l2:0,j3:0,l1:0|o3:0,l3:0,m6:0,k2:0,o1:0|\
    l6:0,k4:0,i4:0,n6:0,n2:0|n3:0,j2:0,j1:0,k3:0,n1:0 1";

const ABALONE_STANDARD: &str = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0 0";
const ABALONE_DAISY: &str = "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0 0";
const ABALONE_MIDGAME: &str = "5/2w3/1bbb1b1/1wbbbb2/1wwbwb3/1bwbwww1/1ww1w2/1b1wb1/5 b 0 1";

const CHESS4_START: &str = "R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-3,yR,yN,yB,yK,yQ,yB,yN,yR,3/\
    3,yP,yP,yP,yP,yP,yP,yP,yP,3/14/bR,bP,10,gP,gR/bN,bP,10,gP,gN/bB,bP,10,gP,gB/bQ,bP,10,gP,gK/\
    bK,bP,10,gP,gQ/bB,bP,10,gP,gB/bN,bP,10,gP,gN/bR,bP,10,gP,gR/14/3,rP,rP,rP,rP,rP,rP,rP,rP,3/\
    3,rR,rN,rB,rQ,rK,rB,rN,rR,3";
/// Seven moves of each player into a game of brs+ against itself.
const CHESS4_MIDGAME: &str = "R-0,0,0,0-0,1,1,1-0,1,1,1-0,0,0,0-1-3,yR,yN,1,yK,1,yB,yN,yR,3/3,yP,yP,yP,1,yP,yP,yP,yP,3/14/\
    bR,bP,6,yQ,3,gP,gR/bN,bP,10,gP,gN/bB,bP,4,yP,5,gP,gB/bQ,bP,7,yB,2,gP,gK/bK,bP,10,gP,gQ/\
    1,bP,9,gP,1,gB/bN,bB,1,rR,6,gP,2,gN/bR,1,bP,1,re,rP,4,gP,2,gR/14/4,rP,1,rP,rP,rP,rP,rP,3/4,rN,rB,rQ,rK,rB,rR,4";

const PLANS: [Plan; 7] = [
    Plan {
        game: "connect4",
        perft_depth: 10,
        playouts: 1_000_000,
        max_plies: 64,
        start: "",
        random_plies: 0,
        searches: &[
            ("alphabeta", 12),
            ("pvs", 12),
            ("pvs:tt=two-deep/1MiB", 14),
            ("alphabeta:tt=two-deep/64MiB", 15),
            ("pvs:best", 16),
        ],
        signature_positions: &["", "4444", "444352223", "1234567"],
        signatures: &[
            ("random", 1),
            ("greedy", 1),
            ("minimax", 6),
            ("solve", 6),
            ("alphabeta", 9),
            ("alphabeta:tt=old/64KiB", 9),
            ("alphabeta:tt=new/64KiB", 9),
            ("alphabeta:tt=deep/64KiB", 9),
            ("alphabeta:tt=two-deep/64KiB", 9),
            ("alphabeta:killers=2", 9),
            ("alphabeta:history=plain", 9),
            ("alphabeta:history=butterfly", 9),
            ("alphabeta:history=relative", 9),
            ("alphabeta:deepen=on,aspiration=10", 9),
            ("alphabeta:quiescence=4", 8),
            ("scout", 9),
            ("pvs", 9),
            ("pvs:best", 10),
            ("sss", 8),
            ("idsss", 8),
            ("memsss", 8),
            ("memsss:memory=500", 7),
            ("mtd(+inf):tt=deep/1MiB", 9),
            ("mtd(-inf):tt=deep/1MiB", 9),
            ("mtd(f):tt=deep/1MiB", 9),
            ("maxn", 6),
            ("mc:playouts=100", 1),
            ("mcts:playouts=2000", 1),
        ],
    },
    Plan {
        game: "billabong",
        perft_depth: 4,
        playouts: 2_000,
        max_plies: 200,
        start: BILLABONG_RACE,
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
        signature_positions: &[BILLABONG_RACE, BILLABONG_START],
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
            (
                "mcts:playouts=500,cutoff=30,backup=paranoid,progressive=3",
                1,
            ),
            ("mcts:playouts=500,cutoff=30,backup=brs", 1),
        ],
    },
    Plan {
        game: "abalone",
        perft_depth: 5,
        playouts: 2_000,
        max_plies: 200,
        start: ABALONE_STANDARD,
        random_plies: 0,
        searches: &[
            ("alphabeta", 6),
            (
                "pvs:tt=two-deep/64MiB,killers=2,history=relative,deepen=on",
                7,
            ),
            ("pvs:best", 12),
        ],
        signature_positions: &[ABALONE_STANDARD, ABALONE_DAISY, ABALONE_MIDGAME],
        signatures: &[
            ("alphabeta", 4),
            ("alphabeta:order=ordering3", 4),
            ("alphabeta:quiescence=8", 3),
            ("pvs:best", 5),
            ("mtd(f):tt=deep/1MiB", 4),
            ("mc:playouts=2,cutoff=50", 1),
        ],
    },
    Plan {
        game: "chess4",
        perft_depth: 5,
        playouts: 200,
        max_plies: 400,
        start: CHESS4_START,
        random_plies: 0,
        searches: &[
            ("paranoid", 5),
            ("paranoid:eval=lazy:1", 5),
            ("paranoid:eval=material", 6),
            ("brs", 4),
            ("brs+:best", 10),
            ("maxn", 4),
        ],
        signature_positions: &[CHESS4_START, CHESS4_MIDGAME],
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
    },
    Plan {
        game: "reversixt",
        perft_depth: 9,
        playouts: 10_000,
        max_plies: 1_000,
        start: "classic",
        random_plies: 0,
        searches: &[
            ("alphabeta", 11),
            ("pvs:best", 10),
            ("brs", 11),
            ("brs:order=evaluation,beam=6", 9),
        ],
        signature_positions: &["classic", "specials", "torus", "tube"],
        signatures: &[
            ("alphabeta", 5),
            ("pvs:best", 5),
            ("brs:order=evaluation,beam=6", 5),
            ("mtd(f):tt=deep/1MiB", 5),
            ("mcts:playouts=200,cutoff=50", 1),
        ],
    },
    Plan {
        game: "reversixt",
        perft_depth: 3,
        playouts: 20,
        max_plies: 3_000,
        start: "grand",
        random_plies: 600,
        searches: &[
            ("paranoid", 4),
            ("brs", 2),
            ("brs:best", 2),
            ("brs+", 4),
            ("maxn", 2),
        ],
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
    Plan {
        game: "uniform",
        perft_depth: 10,
        playouts: 10_000,
        max_plies: 100,
        start: "n=4,b=5,seed=1",
        random_plies: 0,
        searches: &[("paranoid", 9), ("brs+", 12), ("maxn", 8)],
        signature_positions: &[
            "n=2,b=6,seed=1",
            "n=3,b=5,seed=2",
            "n=5,b=4,seed=3",
            "n=8,b=3,seed=4",
        ],
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
            ("maxn", 6),
        ],
    },
];

struct Speed {
    game: &'static str,
    work: String,
    unit: &'static str,
    count: u64,
    seconds: f64,
}

impl Speed {
    /// How many a second; for what takes long, how long each.
    fn pace(&self) -> String {
        match (self.unit, 1e3 * self.seconds / self.count as f64) {
            ("solved", ms) if ms < 1e3 => format!("{ms:.3} ms each"),
            ("solved", ms) => format!("{:.2} s each", ms / 1e3),
            _ => rate(self.count, self.seconds),
        }
    }
}

struct Signature {
    game: &'static str,
    algorithm: &'static str,
    depth: u32,
    nodes: u64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let mut speeds = Vec::new();
    let mut signatures = Vec::new();
    if let Some(game) = &args.game {
        open(game, &GameOptions::default())?;
    }
    let wanted = |plan: &&Plan| args.game.as_deref().is_none_or(|game| game == plan.game);
    for plan in PLANS.iter().filter(wanted) {
        if !args.signatures {
            speeds.extend(measure(plan)?);
            if plan.game == "connect4" {
                speeds.extend(solver::measure()?);
            }
        }
        signatures.extend(sign(plan)?);
        if plan.game == "connect4" {
            signatures.push(solver::sign()?);
        }
    }
    if args.json {
        output::print_json(&as_json(&speeds, &signatures))?;
    } else {
        output::print(&as_text(&speeds, &signatures))?;
    }
    Ok(Answer::Yes)
}

fn measure(plan: &Plan) -> anyhow::Result<Vec<Speed>> {
    let mut progress = Progress::new();
    let (table, mut start) = open_position(plan.game, plan.start)?;
    let mut random = table.thinker(&parse_spec("random")?, 1)?;
    for _ in 0..plan.random_plies {
        let (limits, watch) = (Limits::depth(1), Watch::nothing());
        let report = random.think(start.as_ref(), limits, watch, &mut |_| {})?;
        start.play(&report.best_move)?;
    }
    let on_start = match plan.random_plies {
        0 => String::new(),
        plies => format!(", {} after {plies} plies", plan.start),
    };
    let mut speeds = Vec::new();
    let mut add = |work: String, unit, run: &mut dyn FnMut() -> anyhow::Result<u64>| {
        let work = work + &on_start;
        progress.show(&format!("{}: {work}", plan.game));
        let (count, seconds) = best_of_three(run)?;
        speeds.push(Speed {
            game: plan.game,
            work,
            unit,
            count,
            seconds,
        });
        anyhow::Ok(())
    };
    let depth = plan.perft_depth;
    add(format!("perft {depth}"), "leaves", &mut || {
        Ok(start.perft(depth, &mut |_, _| {}))
    })?;
    add("random playouts".to_string(), "playouts", &mut || {
        start.playouts(plan.playouts, 1, plan.max_plies);
        Ok(plan.playouts)
    })?;
    for &(algorithm, depth) in plan.searches {
        let spec = parse_spec(algorithm)?;
        add(
            format!("{algorithm} to depth {depth}"),
            "nodes",
            &mut || {
                let mut thinker = table.thinker(&spec, 0)?;
                let limits = Limits::depth(depth);
                let report =
                    thinker.think(start.as_ref(), limits, Watch::nothing(), &mut |_| {})?;
                Ok(report.counts.nodes)
            },
        )?;
    }
    Ok(speeds)
}

/// The fastest of three runs: the machine's other work only ever adds time.
fn best_of_three(run: &mut dyn FnMut() -> anyhow::Result<u64>) -> anyhow::Result<(u64, f64)> {
    let mut best = f64::INFINITY;
    let mut count = 0;
    for _ in 0..3 {
        let start = Instant::now();
        count = run()?;
        best = best.min(start.elapsed().as_secs_f64());
    }
    Ok((count, best))
}

fn sign(plan: &Plan) -> anyhow::Result<Vec<Signature>> {
    let mut progress = Progress::new();
    let mut signatures = Vec::new();
    for &(algorithm, depth) in plan.signatures {
        progress.show(&format!("{}: signature of {algorithm}", plan.game));
        let spec = parse_spec(algorithm)?;
        let mut nodes = 0;
        for text in plan.signature_positions {
            let (table, position) = open_position(plan.game, text)?;
            let mut thinker = table.thinker(&spec, 0)?;
            let limits = Limits::depth(depth);
            let report = thinker.think(position.as_ref(), limits, Watch::nothing(), &mut |_| {})?;
            nodes += report.counts.nodes;
        }
        signatures.push(Signature {
            game: plan.game,
            algorithm,
            depth,
            nodes,
        });
    }
    Ok(signatures)
}

fn as_json(speeds: &[Speed], signatures: &[Signature]) -> Value {
    let speeds: Vec<Value> = speeds
        .iter()
        .map(|s| {
            json!({
                "game": s.game,
                "work": s.work,
                "unit": s.unit,
                "count": s.count,
                "seconds": s.seconds,
                "per_second": s.count as f64 / s.seconds,
            })
        })
        .collect();
    let signatures: Vec<Value> = signatures
        .iter()
        .map(|s| {
            json!({
                "game": s.game,
                "algorithm": s.algorithm,
                "depth": s.depth,
                "nodes": s.nodes,
            })
        })
        .collect();
    json!({"speeds": speeds, "signatures": signatures})
}

fn as_text(speeds: &[Speed], signatures: &[Signature]) -> String {
    let mut out = String::new();
    for s in speeds {
        out += &format!(
            "{:<10} {:<44} {:>15} {:<8} {:>8.3} s  {:>13}\n",
            s.game,
            s.work,
            grouped(s.count),
            s.unit,
            s.seconds,
            s.pace()
        );
    }
    if !speeds.is_empty() {
        out.push('\n');
    }
    for s in signatures {
        let work = format!("{} depth {}", s.algorithm, s.depth);
        out += &format!("{:<10} {work:<44} {:>15} nodes\n", s.game, grouped(s.nodes));
    }
    out
}
