//! Flat Monte-Carlo and MCTS.

use melee::core::{Game, Notation, Player};
use melee::games::Billabong;
use melee::games::Connect4;
use melee::search::{Limits, Report, Watch};

use crate::searched::engine;

const SEARCHES: [&str; 11] = [
    "mc:playouts=200",
    "mcts:playouts=3000",
    "mcts:playouts=3000,backup=paranoid",
    "mcts:playouts=3000,backup=brs",
    "mcts:playouts=3000,progressive=3",
    "mcts:playouts=3000,cutoff=4,bias=50%",
    "mcts:playouts=3000,widening=1",
    "mcts:playouts=3000,widening=1,backup=brs",
    "mcts:playouts=3000,solver=on",
    "mcts:playouts=3000,backup=paranoid,solver=on,reuse=on,oma=20",
    "mcts:playouts=3000,urgency=1,prior=0.5,implicit=20%,oma=20",
];

fn connect4(spec: &str, position: &str, limits: Limits, seed: u64) -> Report<<Connect4 as Game>::Move> {
    let game = Connect4::default();
    let state = game.parse_position(position).expect("legal").state(&game);
    let mut engine = engine(&game, spec, seed);
    engine.search(&state, limits, Watch::new(), &mut |_| {}).expect("not over")
}

#[test]
fn wins_are_taken_and_losses_prevented() {
    for spec in SEARCHES {
        let win = connect4(spec, "112233", Limits::depth(1), 1);
        assert_eq!(win.best().mv.index(), 3, "{spec} wins");
        assert_eq!(win.value, 1_000_000, "{spec}: all of the point");
        let block = connect4(spec, "11223", Limits::depth(1), 1);
        assert_eq!(block.best().mv.index(), 3, "{spec} blocks");
    }
}

/// The middle column is the first of the static order; the win at the edge comes into sight as the root widens.
#[test]
fn a_node_widens_from_the_first_moves_of_the_static_order() {
    let column = |widening: &str| {
        let spec = format!("mcts:playouts=400,widening={widening}");
        connect4(&spec, "171717", Limits::depth(1), 1).best().mv.index()
    };
    assert_eq!(column("0.01"), 3);
    assert_eq!(column("1"), 0);
}

#[test]
fn the_same_seed_gives_the_same_search_and_another_another() {
    for spec in SEARCHES {
        let run = |seed| {
            let report = connect4(spec, "443", Limits::nodes(20_000), seed);
            (*report.best(), report.value, report.counts)
        };
        assert_eq!(run(5), run(5), "{spec}");
        assert_ne!(run(5), run(6), "{spec}");
    }
}

#[test]
fn a_node_limit_is_kept() {
    for spec in SEARCHES {
        for nodes in [1, 10, 5_000] {
            let report = connect4(spec, "443", Limits::nodes(nodes), 0);
            assert!(report.counts.nodes <= nodes, "{spec}");
        }
    }
}

#[test]
fn mean_points_of_all_players_sum_to_one() {
    let game = Billabong::new(4).expect("four players");
    let text = "j4:0,x4|o3:0,x4|l6:0,x4|n3:0,x4 1";
    let state = game.parse_position(text).expect("a position").start;
    for spec in ["mc:playouts=5,cutoff=40", "mcts:playouts=200,cutoff=40", "mcts:playouts=200,backup=brs,cutoff=40"] {
        let mut engine = engine(&game, spec, 0);
        let report = engine.search(&state, Limits::depth(1), Watch::new(), &mut |_| {}).expect("not over");
        let values = report.values.expect("everybody's");
        let sum: i32 = values.as_slice().iter().sum();
        assert!((sum - 1_000_000).abs() <= 4, "{spec}: {values:?}");
        assert_eq!(values[Player::FIRST], report.value);
    }
}

/// Games tell their trees to evaluate without random games; a flat search would see the same positions again and again.
#[test]
fn a_flat_search_plays_random_games_also_where_trees_do_not() {
    let position = melee::open("billabong").expect("known").start();
    let nodes = |spec: &str| position.search(spec, Limits::NONE).expect("not over").counts.nodes;
    assert!(nodes("mc:best,playouts=1") > 10 * nodes("mc:best,playouts=1,cutoff=0"));
    assert_eq!(nodes("mcts:best,playouts=50"), nodes("mcts:best,playouts=50,cutoff=0"));
}
