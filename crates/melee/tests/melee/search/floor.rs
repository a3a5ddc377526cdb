//! The minimal tree against closed forms and against all sets of leaves of small trees.

use std::sync::Arc;

use melee::core::{Game, Value};
use melee::games::Uniform;
use melee::search::record::RecordedTree;
use melee::search::{Chooser, Engine, Limits, Watch, minimal_leaves};
use melee_testkit::tree::{TreeGame, TreeKnowledge};

use crate::searched::engine;

fn floor(players: usize, branching: usize, spec: &str, depth: u32) -> Option<u64> {
    let game = Arc::new(Uniform::new(players, branching, 1).expect("in range"));
    let engine = engine(&*game, spec, 0);
    engine.minimal_leaves(&game.initial(), depth, 1_500_000, Watch::new()).expect("searched")
}

/// The product of the layers of the root player, plus that of the others, minus one.
#[test]
fn layers_of_one_width_have_the_floor_of_knuth_and_moore() {
    assert_eq!(floor(2, 5, "alphabeta", 5), Some(125 + 25 - 1));
    assert_eq!(floor(2, 5, "pvs:tt=deep/64KiB,killers=2", 5), Some(125 + 25 - 1));
    assert_eq!(floor(3, 10, "paranoid", 6), Some(10_099));
    assert_eq!(floor(4, 3, "paranoid", 6), Some(9 + 81 - 1));
    // One of three opponents moves: a layer of nine for each of three.
    assert_eq!(floor(4, 3, "brs", 4), Some(9 + 81 - 1));
}

#[test]
fn where_the_tree_depends_on_the_search_there_is_no_floor() {
    for spec in ["paranoid:late=2", "paranoid:nullmove=2", "brs+:bmom=killers,killers=2", "maxn", "mcts:playouts=50"] {
        assert_eq!(floor(3, 3, spec, 4), None, "{spec}");
    }
    let game = Arc::new(Uniform::new(3, 4, 1).expect("in range"));
    let engine = engine(&*game, "paranoid", 0);
    assert_eq!(engine.minimal_leaves(&game.initial(), 6, 1000, Watch::new()), Ok(None), "too large");
    let pruned = engine.record(&game.initial(), Limits::depth(4), 10_000, Watch::new()).expect("searched");
    assert_eq!(minimal_leaves(&pruned), None, "not the whole tree");
}

/// The value of a node if only some leaves are known and the others are worth this.
fn value<M: Copy>(
    tree: &RecordedTree<M>,
    children: &[Vec<usize>],
    node: usize,
    known: &[usize],
    other: Value,
) -> Value {
    let below = children[node].iter().map(|&child| value(tree, children, child, known, other));
    match tree.visits[node].chooser {
        _ if children[node].is_empty() && !known.contains(&node) => other,
        _ if children[node].is_empty() => tree.visits[node].value.expect("known"),
        Some(Chooser::Max(_)) => below.max().expect("not empty"),
        _ => below.min().expect("not empty"),
    }
}

#[test]
fn no_fewer_leaves_decide_a_small_tree() {
    let mut checked = 0;
    for seed in 0..150 {
        let players = 2 + seed as usize % 3;
        // Few different values, so that there are ties.
        let game = Arc::new(TreeGame::random(seed, 4, 3, 3, players));
        for policy in ["paranoid", "brs", "brs+"] {
            let spec = format!("{policy}:prune=off").as_str().into();
            let engine = Engine::with_knowledge(&spec, game.clone(), TreeKnowledge::default(), 0).expect("known");
            let tree = engine.record(&game.initial(), Limits::depth(4), 1000, Watch::new()).expect("searched");
            let children = tree.children();
            let leaves: Vec<usize> = (0..children.len()).filter(|&i| children[i].is_empty()).collect();
            if leaves.len() > 12 {
                continue;
            }
            let decides = |set: u32| {
                let known: Vec<usize> = (0..leaves.len()).filter(|i| set >> i & 1 == 1).map(|i| leaves[i]).collect();
                value(&tree, &children, 0, &known, -1_000_000) == value(&tree, &children, 0, &known, 1_000_000)
            };
            let fewest = (0..1 << leaves.len()).filter(|&set| decides(set)).map(u32::count_ones).min();
            assert_eq!(minimal_leaves(&tree), fewest.map(u64::from), "{policy} on tree {seed}");
            checked += 1;
        }
    }
    assert!(checked > 50, "{checked}");
}
