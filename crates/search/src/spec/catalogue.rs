//! All algorithms and options, with the words that describe them.

use crate::montecarlo::{PlayoutScore, PlayoutSettings};

/// SSS* remembers at most so many nodes unless told otherwise.
pub const SSS_MEMORY: usize = 5_000_000;
/// `MemSSS`* remembers at most so many nodes unless told otherwise.
pub const MEMSSS_MEMORY: usize = 100_000;

/// Flat Monte-Carlo plays so many games per move unless told otherwise or stopped.
pub const MC_PLAYOUTS: u64 = 1_000;
/// MCTS makes so many simulations unless told otherwise or stopped.
pub const MCTS_SIMULATIONS: u64 = 100_000;
/// MCTS keeps at most so many nodes unless told otherwise.
pub const MCTS_MEMORY: usize = 2_000_000;
/// The weight of exploration in UCT.
pub const MCTS_EXPLORATION: f64 = 0.5;
/// Random games end after so many plies (Chorus 2009).
pub const PLAYOUT: PlayoutSettings = PlayoutSettings {
    cutoff: 200,
    bias_percent: 0,
    score: PlayoutScore::Leader,
};

/// An algorithm in words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AlgorithmInfo {
    /// Its name.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
    /// Only for games of two players.
    pub two_players: bool,
    /// The names of its options.
    pub options: &'static [&'static str],
}

/// An option in words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionInfo {
    /// Its name.
    pub name: &'static str,
    /// What it takes.
    pub values: &'static str,
    /// A value it takes.
    pub example: &'static str,
    /// What it does and what holds without it.
    pub summary: &'static str,
}

/// A player known by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NamedPlayer {
    /// The name.
    pub name: &'static str,
    /// What it stands for.
    pub spec: &'static str,
    /// Who that is.
    pub summary: &'static str,
}

const SIMPLE: &[&str] = &["eval", "order", "noise"];
const PLAIN: &[&str] = &["eval", "order", "noise", "depth", "deepen"];
const LISTED: &[&str] = &["eval", "order", "noise", "depth", "deepen", "memory"];
const TABLED: &[&str] = &["eval", "order", "noise", "depth", "deepen", "tt"];
const TREE: &[&str] = &[
    "eval",
    "order",
    "noise",
    "depth",
    "deepen",
    "prune",
    "scout",
    "tt",
    "cut",
    "ttmove",
    "symmetry",
    "killers",
    "history",
    "quiescence",
    "aspiration",
    "beam",
    "frontier",
    "nullmove",
    "late",
    "multicut",
    "rounds",
    "bmom",
    "bmoms",
];
const MAXN: &[&str] = &[
    "eval",
    "order",
    "noise",
    "depth",
    "deepen",
    "rounds",
    "tt",
    "prune",
    "frontier",
    "quiescence",
];
const MC: &[&str] = &[
    "eval", "order", "noise", "playouts", "cutoff", "bias", "score",
];
const MCTS: &[&str] = &[
    "eval",
    "order",
    "noise",
    "playouts",
    "cutoff",
    "bias",
    "score",
    "backup",
    "exploration",
    "progressive",
    "memory",
];

const fn two(
    name: &'static str,
    options: &'static [&'static str],
    summary: &'static str,
) -> AlgorithmInfo {
    AlgorithmInfo {
        name,
        summary,
        two_players: true,
        options,
    }
}

const fn many(
    name: &'static str,
    options: &'static [&'static str],
    summary: &'static str,
) -> AlgorithmInfo {
    AlgorithmInfo {
        name,
        summary,
        two_players: false,
        options,
    }
}

/// All algorithms.
pub const ALGORITHMS: [AlgorithmInfo; 20] = [
    many(
        "random",
        SIMPLE,
        "a random move, the same for the same seed and position",
    ),
    many("greedy", SIMPLE, "the best evaluation after one ply"),
    two(
        "minimax",
        PLAIN,
        "every move of every node (Pantel 1997, Figure 2.1)",
    ),
    two("solve", PLAIN, "minimax that stops at a win (Figure 2.2)"),
    two(
        "alphabeta",
        TREE,
        "alpha-beta (Figure 3.1): the two-player case of paranoid",
    ),
    two(
        "scout",
        PLAIN,
        "evaluate the first child, test the others (Figure 3.5)",
    ),
    two(
        "pvs",
        TREE,
        "principal-variation search: alpha-beta with null windows",
    ),
    two("sss", LISTED, "SSS* with an OPEN list (Stockman 1979)"),
    two("idsss", LISTED, "SSS* with iterative deepening"),
    two(
        "memsss",
        LISTED,
        "SSS* that remembers a limited number of nodes",
    ),
    two(
        "mtd(+inf)",
        TABLED,
        "MT driver from above, the same leaves as SSS* (Figure 3.9)",
    ),
    two("mtd(-inf)", TABLED, "MT driver from below, DUAL*"),
    two(
        "mtd(f)",
        TABLED,
        "MT driver from a first guess (Plaat et al. 1994)",
    ),
    many("paranoid", TREE, "all opponents against the root player"),
    many(
        "brs",
        TREE,
        "best-reply search: one opponent moves, the others pass",
    ),
    many(
        "brs+",
        TREE,
        "brs(1,C-1): one opponent searches, the others play their BMOM",
    ),
    many(
        "brs(s,m)",
        TREE,
        "s opponents search; m = 0: the rest pass, m = C minus s: they play their BMOM",
    ),
    many(
        "maxn",
        MAXN,
        "max^n: every player for himself (Luckhardt and Irani 1986)",
    ),
    many(
        "mc",
        MC,
        "flat Monte-Carlo: the same number of random games for every move",
    ),
    many("mcts", MCTS, "Monte-Carlo tree search (UCT)"),
];

/// All options.
pub const OPTIONS: [OptionInfo; 31] = [
    OptionInfo {
        name: "eval",
        values: "the name of one of the game's evaluations",
        example: "pear",
        summary: "the evaluation; the game's first by default",
    },
    OptionInfo {
        name: "order",
        values: "the name of one of the game's orderings",
        example: "none",
        summary: "the static move ordering; the game's first by default",
    },
    OptionInfo {
        name: "noise",
        values: "a share such as 5%",
        example: "5%",
        summary: "evaluations vary by this much, always the same for a seed and position; default 0%",
    },
    OptionInfo {
        name: "depth",
        values: "a depth from 1 to 250",
        example: "5",
        summary: "never search deeper than this; a depth of its own for a player",
    },
    OptionInfo {
        name: "deepen",
        values: "on or off",
        example: "on",
        summary: "iterative deepening under a depth limit too; always on under other limits",
    },
    OptionInfo {
        name: "scout",
        values: "on or off",
        example: "on",
        summary: "try all but the first move with a null window first; default off, for pvs on",
    },
    OptionInfo {
        name: "tt",
        values: "off or SCHEME/SIZE with SCHEME old, new, deep, two-deep or path and SIZE such as 64MiB",
        example: "two-deep/1MiB",
        summary: "transposition table; default off, for the MT drivers deep/64MiB (max^n: any scheme means deep)",
    },
    OptionInfo {
        name: "cut",
        values: "equal or deeper",
        example: "equal",
        summary: "which table entries end a search: of equal depth only, or deeper too (default)",
    },
    OptionInfo {
        name: "ttmove",
        values: "on or off",
        example: "off",
        summary: "search the table's move first; default on",
    },
    OptionInfo {
        name: "symmetry",
        values: "on or off",
        example: "on",
        summary: "look positions three plies and more before the horizon up in the table together with their rotations and reflections; default off",
    },
    OptionInfo {
        name: "killers",
        values: "a number from 0 to 8",
        example: "2",
        summary: "killer moves per ply; default 0",
    },
    OptionInfo {
        name: "history",
        values: "off, plain, butterfly, relative or aged",
        example: "relative",
        summary: "history heuristic among moves of equal static rank; default off",
    },
    OptionInfo {
        name: "quiescence",
        values: "off, on or a number of plies up to 250",
        example: "4",
        summary: "search noisy moves so many plies beyond the horizon, or (on) until the position is quiet; default off",
    },
    OptionInfo {
        name: "aspiration",
        values: "off or a margin above 0",
        example: "20",
        summary: "begin iterations with a window this far around the last value; default off",
    },
    OptionInfo {
        name: "memory",
        values: "a number of nodes above 0",
        example: "1000",
        summary: "the most nodes to remember; default 5000000 (sss, idsss), 100000 (memsss), 2000000 (mcts)",
    },
    OptionInfo {
        name: "beam",
        values: "off or a number of moves above 0",
        example: "10",
        summary: "search only the first moves of the static order at every node; default off",
    },
    OptionInfo {
        name: "frontier",
        values: "on or off",
        example: "on",
        summary: "one ply before the horizon search only the first move, where the game's order is that of the evaluation itself: the same values with fewer nodes; default off",
    },
    OptionInfo {
        name: "nullmove",
        values: "off or a number of plies from 0 to 8",
        example: "2",
        summary: "selective: a side that stands well even after passing, searched so many plies less deep, is not searched further; default off",
    },
    OptionInfo {
        name: "late",
        values: "off or a number of moves above 0",
        example: "4",
        summary: "selective: moves after the first so many are tested a ply less deep, those after four times as many two plies; default off",
    },
    OptionInfo {
        name: "multicut",
        values: "off or NEEDED/TRIED, two numbers of moves",
        example: "3/6",
        summary: "selective: so many of the first so many moves that are too good, searched two plies less deep, end the search of a node in a null window; default off",
    },
    OptionInfo {
        name: "rounds",
        values: "all or whole",
        example: "whole",
        summary: "whole: deepen only to depths of whole rounds, or one ply more; default all",
    },
    OptionInfo {
        name: "bmom",
        values: "against, own, table, killers, history or dynamic",
        example: "own",
        summary: "an opponent's best move-ordering move: by the static order against the root player (default), in his own interest, or against the root player with the table's move, killers or history, or (dynamic) all three",
    },
    OptionInfo {
        name: "bmoms",
        values: "a number above 0",
        example: "2",
        summary: "how many best move-ordering moves an opponent has; default 1",
    },
    OptionInfo {
        name: "prune",
        values: "on or off",
        example: "off",
        summary: "cut off what cannot matter (max^n: where scores have a constant sum); default on",
    },
    OptionInfo {
        name: "playouts",
        values: "a number above 0",
        example: "500",
        summary: "the most random games: per root move (mc, default 1000), in all (mcts, default 100000)",
    },
    OptionInfo {
        name: "cutoff",
        values: "a number of plies above 0",
        example: "50",
        summary: "after so many plies of a random game the evaluation decides; default 200",
    },
    OptionInfo {
        name: "bias",
        values: "a share such as 90%",
        example: "90%",
        summary: "moves of a random game that are the first of the static order; default 0%",
    },
    OptionInfo {
        name: "score",
        values: "leader, draw or margin",
        example: "margin",
        summary: "a random game that is cut off is won by who has the best evaluation (default), drawn, or worth the evaluation itself",
    },
    OptionInfo {
        name: "backup",
        values: "maxn, paranoid or brs",
        example: "paranoid",
        summary: "for whom moves are chosen in the tree: the mover (default), all against the root player, or one opponent a round against him",
    },
    OptionInfo {
        name: "exploration",
        values: "a weight from 0 to 1000",
        example: "0.7",
        summary: "the weight of exploration in UCT; default 0.5",
    },
    OptionInfo {
        name: "progressive",
        values: "a weight from 0 to 1000",
        example: "3",
        summary: "the weight of progressive history; default 0",
    },
];

/// Players of the seeds.
pub const NAMED_PLAYERS: [NamedPlayer; 7] = [
    NamedPlayer {
        name: "maximilian",
        spec: "minimax:depth=5",
        summary: "Pear's minimax player (Pantel 1997, 5.1)",
    },
    NamedPlayer {
        name: "solomon",
        spec: "solve:depth=5",
        summary: "Pear's Solve player (5.2)",
    },
    NamedPlayer {
        name: "annabelle",
        spec: "alphabeta:depth=8",
        summary: "Pear's alpha-beta player (5.3)",
    },
    NamedPlayer {
        name: "scott",
        spec: "scout:depth=9",
        summary: "Pear's Scout player (5.4)",
    },
    NamedPlayer {
        name: "aiba",
        spec: "alphabeta:eval=aiba-final,order=ordering2,tt=deep/16MiB,killers=2,quiescence=30,deepen=on,depth=10",
        summary: "AIBA's alpha-beta player for Abalone (Chorus 2009, 4.1)",
    },
    NamedPlayer {
        name: "aiba-mc-basic",
        spec: "mc:score=draw,cutoff=200,playouts=1000000000",
        summary: "AIBA's Monte-Carlo player, games that are cut off are drawn (4.3.1)",
    },
    NamedPlayer {
        name: "aiba-mc",
        spec: "mc:score=margin,eval=marbles,cutoff=200,playouts=1000000000",
        summary: "AIBA's improved Monte-Carlo player, which counts lost marbles (4.3.2)",
    },
];

/// The algorithm of this name, which must be in the catalogue.
pub(super) fn algorithm(name: &str) -> &'static AlgorithmInfo {
    let info = ALGORITHMS.iter().find(|a| a.name == name);
    info.expect("every algorithm the parser knows is in the catalogue")
}

/// The option of this name, which must be in the catalogue.
pub(super) fn option(name: &str) -> &'static OptionInfo {
    let info = OPTIONS.iter().find(|o| o.name == name);
    info.expect("every option of an algorithm is in the catalogue")
}
