//! Unbounded best-first minimax: what it proves, and what it says before.

use std::sync::Arc;

use melee::core::value::{WIN, clamp_wins};
use melee::core::{Game, Rest, Searchers};
use melee::games::{Connect4, Uniform, connect4};
use melee::search::{Engine, Limits, ProvenResult, Report, Watch};
use melee_testkit::positions::random_positions;
use melee_testkit::textbook;
use melee_testkit::tree::{TreeGame, TreeKnowledge};

use crate::searched::engine;

fn search_tree(game: &TreeGame, spec: &str) -> Report<u16> {
    search_knowing(game, TreeKnowledge::default(), spec, Limits::NONE)
}

fn search_knowing(game: &TreeGame, knowledge: TreeKnowledge, spec: &str, limits: Limits) -> Report<u16> {
    let engine = Engine::with_knowledge(&spec.into(), Arc::new(game.clone()), knowledge, 0);
    let report = engine.and_then(|mut e| e.search(&game.initial(), limits, Watch::new(), &mut |_| {}));
    report.unwrap_or_else(|e| panic!("{spec}: {e}"))
}

#[test]
fn a_tree_searched_to_its_end_has_the_value_of_the_textbook() {
    for seed in 0..120 {
        let players = 2 + seed as usize % 4;
        let game = TreeGame::random(seed, 6, 4, [1, 5, 1000][seed as usize % 3], players);
        let knowledge = TreeKnowledge::default();
        let vector = textbook::maxn(&game, &knowledge, &game.initial(), 99);
        let own = search_tree(&game, "ubfm");
        assert_eq!(own.values.expect("a vector").as_slice(), vector, "tree {seed}");
        let value = textbook::best_reply(&game, &knowledge, &game.initial(), 99, Searchers::All, Rest::Bmom);
        let paranoid = search_tree(&game, "ubfm:backup=paranoid");
        assert_eq!((paranoid.value, paranoid.values), (value, None), "tree {seed}");
        if players == 2 {
            assert!(own.proven.is_some() && paranoid.proven.is_some(), "tree {seed} is seen to its end");
        }
    }
}

/// A win ends the search of a node, and need not be the quickest.
#[test]
fn wins_and_losses_in_trees_are_those_of_the_textbook() {
    let mut decided = 0;
    for seed in 0..200 {
        let players = 2 + seed as usize % 3;
        let game = TreeGame::random(seed, 6, 4, 10, players);
        let knowledge = || TreeKnowledge::default().with_wins_from(6);
        let value = textbook::best_reply(&game, &knowledge(), &game.initial(), 99, Searchers::All, Rest::Bmom);
        let mut specs = vec!["ubfm:backup=paranoid"];
        specs.extend((players == 2).then_some("ubfm:backup=paranoid,memory=100000"));
        for spec in specs {
            let found = search_knowing(&game, knowledge(), spec, Limits::NONE);
            assert_eq!(clamp_wins(found.value), clamp_wins(value), "{spec}, tree {seed}");
        }
        decided += u32::from(clamp_wins(value).abs() == WIN);
    }
    assert!(decided > 50, "{decided}");
}

/// Where the point is shared out a lost game is worth nothing, not a loss: the move looked at most was played although it
/// was known to lose.
#[test]
fn a_move_known_to_have_nothing_of_the_point_is_not_played() {
    let game = TreeGame::parse("(a(b(c(=0,10 =0,10))) d(=5,5 =6,4 =4,6))", 2);
    // Enough for the first move to be seen to its end, and not for the second to be looked into.
    let found = search_knowing(&game, TreeKnowledge::constant_sum(10), "ubfm", Limits::nodes(8));
    assert_eq!(found.best().mv, 1);
}

#[test]
fn endings_of_connect_four_are_proven_as_alpha_beta_proves_them() {
    let game = Arc::new(Connect4::default());
    let search = |spec: &str, state, limits| {
        let mut engine = engine(&*game, spec, 0);
        engine.search(state, limits, Watch::new(), &mut |_| {}).expect("not over")
    };
    let mut seen = [0; 3];
    for state in random_positions(game.as_ref(), 11, 3000, 39).iter().filter(|state| stones(state) >= 31) {
        let known = search("alphabeta", state, Limits::depth(12)).proven.expect("twelve plies are all");
        for spec in ["ubfm", "ubfm:backup=paranoid"] {
            let found = search(spec, state, Limits::NONE).proven.expect("the tree is small");
            assert_eq!(found.result, known.result, "{spec} on {state:?}");
        }
        let result =
            [ProvenResult::Win, ProvenResult::Draw, ProvenResult::Loss].iter().position(|&r| r == known.result);
        seen[result.expect("one of three")] += 1;
    }
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
}

#[test]
fn memory_is_bounded_and_the_search_still_answers() {
    let game = Arc::new(Uniform::new(3, 5, 1).expect("in range"));
    for memory in [1, 20, 1000] {
        let spec = format!("ubfm:memory={memory}");
        let mut engine = engine(&*game, &spec, 0);
        let report = engine.search(&game.initial(), Limits::NONE, Watch::new(), &mut |_| {}).expect("not over");
        // The root and its moves are always there.
        assert!(report.counts.nodes <= memory.max(6), "{memory}: {:?}", report.counts);
        assert!(!report.line.is_empty() && report.proven.is_none());
    }
}

#[test]
fn progress_is_told_as_it_goes_and_a_limit_of_nodes_holds() {
    let game = Arc::new(Uniform::new(3, 5, 1).expect("in range"));
    let mut engine = engine(&*game, "ubfm", 0);
    let mut told = Vec::new();
    let report = engine
        .search(&game.initial(), Limits::nodes(5000), Watch::new(), &mut |r| told.push(r.counts.nodes))
        .expect("not over");
    assert!(told.len() > 5 && told.windows(2).all(|pair| pair[0] <= pair[1]), "{told:?}");
    assert_eq!(report.counts.nodes, 5000);
    // Where it is worth it, the tree is much deeper than a search by depth of as many nodes.
    assert!(report.line.len() > 5, "{}", report.line.len());
}

fn stones(state: &connect4::State) -> u32 {
    state.stones().iter().map(|own| own.count_ones()).sum()
}
