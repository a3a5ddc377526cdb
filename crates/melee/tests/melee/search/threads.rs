//! Searches on several threads: values, proofs and vectors as with one, limits kept, and nothing left behind.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use melee::core::{Game, Knowledge, PlayableGame, Player, Scores, seeded_rng};
use melee::games::reversixt::named_map;
use melee::games::{Connect4, ReversiXt, Rolit, Uniform};
use melee::search::{Clock, Engine, Limits, MAX_THREADS, Report, SearchError, Watch};
use melee_testkit::tree::{TreeGame, TreeKnowledge, TreeState};
use melee_testkit::usual_or_long;

use crate::searched::{Searched, engine};

const POLICIES: [&str; 8] =
    ["paranoid", "brs", "brs+", "brs(C-1,0)", "brs(2,0)", "opps(1,3,1)", "opps(C,2,1)", "brs(C-1,1)"];

const OPTIONS: [&str; 4] = [
    "",
    ":scout=on,killers=2",
    ":tt=deep/64KiB,cut=equal,killers=2,scout=on,history=relative",
    ":tt=two-deep/1KiB,cut=equal,deepen=on,aspiration=50",
];

fn on_tree(game: &TreeGame, spec: &str, limits: Limits) -> Report<u16> {
    let engine = Engine::with_knowledge(&spec.into(), Arc::new(game.clone()), TreeKnowledge::default(), 0);
    let report = engine.and_then(|mut e| e.search(&game.initial(), limits, Watch::new(), &mut |_| {}));
    report.unwrap_or_else(|e| panic!("{spec}: {e}"))
}

fn on_game<G: PlayableGame + Clone>(game: &Arc<G>, state: &G::State, spec: &str, limits: Limits) -> Report<G::Move> {
    let report = engine(&**game, spec, 0).search(state, limits, Watch::new(), &mut |_| {});
    report.unwrap_or_else(|e| panic!("{spec}: {e}"))
}

fn random_position<G: Game>(game: &G, seed: u64, plies: u32) -> Option<G::State> {
    let (mut rng, mut buffer) = (seeded_rng(seed), Vec::new());
    let mut state = game.initial();
    for _ in 0..plies {
        if game.outcome(&state).is_some() {
            return None;
        }
        buffer.clear();
        let mv = game.random_move(&state, &mut buffer, &mut rng);
        game.play(&mut state, mv);
    }
    game.outcome(&state).is_none().then_some(state)
}

#[test]
fn values_to_a_depth_are_those_of_one_thread_under_every_policy() {
    for seed in 0..12 {
        let players = 2 + seed as usize % 4;
        let game = TreeGame::random(seed, 7, 4, 50, players);
        for policy in POLICIES {
            for option in OPTIONS {
                let spec = format!("{policy}{option}");
                let alone = on_tree(&game, &spec, Limits::depth(7));
                for threads in [2, 4] {
                    let together = on_tree(&game, &spec, Limits { threads, ..Limits::depth(7) });
                    let who = format!("{spec}, {players} players, tree {seed}, {threads} threads");
                    assert_eq!(together.value, alone.value, "{who}");
                    assert_eq!(together.complete, alone.complete, "{who}");
                    assert_eq!(together.depth, alone.depth, "{who}");
                }
            }
        }
    }
}

#[test]
fn values_on_uniform_trees_are_those_of_one_thread() {
    for (players, branching, depth) in [(2, 4, 6), (3, 5, 5), (4, 3, 6), (6, 3, 6)] {
        for seed in 0..3 {
            let game = Arc::new(Uniform::new(players, branching, seed).expect("in range"));
            for spec in
                ["paranoid", "brs+:scout=on", "brs:tt=deep/16KiB,cut=equal", "maxn", "maxn:tt=deep/16KiB,scores=share"]
            {
                let alone = on_game(&game, &game.initial(), spec, Limits::depth(depth));
                let together = on_game(&game, &game.initial(), spec, Limits { threads: 3, ..Limits::depth(depth) });
                assert_eq!(
                    (together.value, together.values),
                    (alone.value, alone.values),
                    "{spec} on {players}, {seed}"
                );
                assert_eq!(together.threads, 3, "{spec}");
            }
        }
    }
}

/// Its moves are taken back by a journal that a copy of the position does not have: what a thread breaks off it has to take
/// back move by move.
#[test]
fn values_in_a_game_with_a_journal_are_those_of_one_thread() {
    for (name, depth, specs) in [
        ("classic", 8, ["pvs:tt=deep/1MiB,cut=equal", "alphabeta:killers=2"]),
        ("four", 6, ["brs:killers=2", "brs+:tt=deep/1MiB,cut=equal,scout=on"]),
        ("duel", 6, ["paranoid:killers=2", "paranoid:quiescence=1"]),
    ] {
        let game = Arc::new(ReversiXt::new(named_map(name).expect("a shipped map")));
        for state in (0..usual_or_long(8, 80)).filter_map(|seed| random_position(&*game, seed, 4)) {
            for spec in specs {
                let alone = on_game(&game, &state, spec, Limits::depth(depth));
                for threads in [2, 4, 4, 4] {
                    let together = on_game(&game, &state, spec, Limits { threads, ..Limits::depth(depth) });
                    assert_eq!(together.value, alone.value, "{spec} on {name} with {threads} threads");
                }
            }
        }
    }
}

#[test]
fn vectors_of_max_n_are_those_of_one_thread() {
    for seed in 0..8 {
        let players = 2 + seed as usize % 4;
        let game = TreeGame::random(seed, 7, 4, 6, players);
        for option in [
            "prune=off",
            "prune=on",
            "prune=last",
            "prune=speculative",
            "tt=deep/1KiB,deepen=on",
            "scores=share,prune=speculative",
        ] {
            let spec = format!("maxn:{option}");
            let alone = on_tree(&game, &spec, Limits::depth(7));
            let together = on_tree(&game, &spec, Limits { threads: 4, ..Limits::depth(7) });
            assert_eq!(together.values, alone.values, "{spec}, {players} players, tree {seed}");
        }
    }
}

/// Sixteen plies before the end of a game everything is seen, whatever the table forgets.
#[test]
fn proofs_are_those_of_one_thread_with_tables_far_too_small() {
    let game = Arc::new(Connect4::default());
    let mut proven = 0;
    for state in (0..150).filter_map(|seed| random_position(&*game, seed, 28)) {
        let alone = on_game(&game, &state, "pvs:deepen=on", Limits::depth(16));
        for spec in ["pvs:best", "pvs:tt=new/256,killers=2,deepen=on", "alphabeta", "maxn:deepen=on"] {
            for threads in [2, 8] {
                let together = on_game(&game, &state, spec, Limits { threads, ..Limits::depth(16) });
                let result = |report: &Report<_>| report.proven.map(|proven| proven.result);
                assert_eq!(result(&together), result(&alone), "{spec} with {threads} threads");
                proven += u32::from(together.proven.is_some());
            }
        }
    }
    assert!(proven > 60, "{proven}");
}

#[test]
fn random_games_on_several_threads_prove_what_one_proves() {
    let game = Arc::new(Connect4::default());
    for state in (0..12).filter_map(|seed| random_position(&*game, seed, 32)) {
        let alone = on_game(&game, &state, "alphabeta", Limits::depth(10)).proven.map(|proven| proven.result);
        for spec in ["mcts:solver=on,playouts=200000", "mcts:solver=on,playouts=200000,trees=one"] {
            let together = on_game(&game, &state, spec, Limits { threads: 4, ..Limits::NONE });
            assert_eq!(together.proven.map(|proven| proven.result), alone, "{spec}");
        }
    }
}

#[test]
fn random_games_are_shared_out_with_every_option() {
    let game = Arc::new(Rolit::new(3, 4).expect("a small board"));
    for option in [
        "",
        ",oma=5",
        ",implicit=20%,prior=0.3",
        ",progressive=2,widening=2,urgency=0.6",
        ",reuse=on",
        ",backup=brs",
        ",backup=paranoid",
        ",memory=50",
        ",trees=one",
        ",trees=one,reuse=on,oma=5",
        ",trees=one,memory=50,backup=brs",
        ",trees=one,progressive=2,widening=2,urgency=0.6",
    ] {
        let spec = format!("mcts:playouts=3000,cutoff=20{option}");
        let report = on_game(&game, &game.initial(), &spec, Limits { threads: 4, ..Limits::NONE });
        assert!(report.threads == 4 && report.counts.leaves > 2900, "{spec}: {} of {}", report.counts.leaves, 3000);
        assert!((0..=1_000_000).contains(&report.value), "{spec}");
    }
}

#[test]
fn together_threads_visit_no_more_nodes_than_allowed() {
    let game = Arc::new(Connect4::default());
    for spec in ["pvs:best", "maxn:best", "mcts:best", "alphabeta"] {
        for nodes in [1, 100, 5000, 50_001] {
            let limits = Limits { threads: 4, ..Limits::nodes(nodes) };
            let report = on_game(&game, &game.initial(), spec, limits);
            assert!(report.counts.nodes <= nodes, "{spec}: {} of {nodes}", report.counts.nodes);
            // What a thread has drawn and not used when the others are done is left over, which may be most of a few nodes.
            let expected = if nodes < 10_000 { 1 } else { nodes / 4 };
            assert!(report.counts.nodes >= expected, "{spec}: {} of {nodes}", report.counts.nodes);
        }
    }
}

/// A clock that is looked at, and so moves on.
struct Ticks(AtomicU64);

impl Clock for Ticks {
    fn elapsed(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

#[test]
fn all_threads_stop_when_the_time_is_up_or_somebody_says_so() {
    let game = Arc::new(Connect4::default());
    for spec in ["pvs:best", "maxn:best", "mcts:best"] {
        let mut engine = engine(&*game, spec, 0);
        let clock = Ticks(AtomicU64::new(0));
        let limits = Limits { threads: 4, ..Limits::time(Duration::from_millis(200)) };
        let report = engine.search(&game.initial(), limits, Watch::new().by_clock(&clock), &mut |_| {});
        assert!(report.expect("searched").counts.nodes > 0, "{spec}");
        let stop = AtomicBool::new(false);
        let limits = Limits { threads: 4, deepen: true, ..Limits::endless() };
        let mut reports = 0;
        let report = engine.search(&game.initial(), limits, Watch::new().stopping_on(&stop), &mut |_| {
            reports += 1;
            stop.store(reports == 5, Ordering::Relaxed);
        });
        assert!(report.is_ok() && reports >= 5, "{spec}");
    }
}

/// Knowledge that breaks after a while, on whichever thread asks.
struct Broken(AtomicU64);

impl Knowledge<TreeGame> for Broken {
    fn scores(&self, game: &TreeGame, _state: &TreeState, _root: Player) -> Scores {
        assert!(self.0.fetch_add(1, Ordering::Relaxed) < 100, "broken");
        Scores::new(game.players())
    }
}

#[test]
fn a_thread_that_panics_ends_the_search() {
    // With one move there is nothing to search.
    let has_choice = |game: &TreeGame| {
        let mut moves = Vec::new();
        game.moves(&game.initial(), &mut moves);
        moves.len() > 3
    };
    let game = (0..99).map(|seed| TreeGame::random(seed, 9, 6, 50, 2)).find(has_choice).expect("one of many");
    for spec in ["alphabeta", "maxn", "mcts:cutoff=3"] {
        let mut engine = game.engine(spec, &TreeKnowledge::by(Broken(AtomicU64::new(0))), 0);
        let limits = Limits { threads: 4, deepen: true, ..Limits::endless() };
        let search = || engine.search(&game.initial(), limits, Watch::new(), &mut |_| {});
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(search));
        assert!(outcome.is_err(), "{spec}");
    }
}

#[test]
fn after_several_threads_one_is_as_it_ever_was() {
    let game = Arc::new(Connect4::default());
    for spec in ["pvs:best", "maxn:best", "mcts:playouts=500", "paranoid"] {
        let fresh = on_game(&game, &game.initial(), spec, Limits::depth(7));
        let mut engine = engine(&*game, spec, 0);
        let limits = Limits { threads: 3, ..Limits::depth(7) };
        engine.search(&game.initial(), limits, Watch::new(), &mut |_| {}).expect("searched");
        engine.forget(0);
        let again = engine.search(&game.initial(), Limits::depth(7), Watch::new(), &mut |_| {}).expect("searched");
        assert_eq!((again.counts, again.value, again.line), (fresh.counts, fresh.value, fresh.line), "{spec}");
        assert_eq!(again.threads, 1);
    }
}

#[test]
fn numbers_of_threads_that_nobody_has_are_refused() {
    let game = Arc::new(Connect4::default());
    let mut engine = engine(&*game, "pvs", 0);
    for threads in [0, MAX_THREADS + 1] {
        let limits = Limits { threads, ..Limits::depth(3) };
        let refused = engine.search(&game.initial(), limits, Watch::new(), &mut |_| {});
        assert_eq!(refused.map(|_| ()), Err(SearchError::Threads(threads)));
    }
}
