//! Searches for more than two players: textbook twins, closed formulas, the figures of Gras 2012.

use melee::core::{Game, Notation, PlayableGame, Rng, Value, seeded_rng};
use melee::games::billabong::{Billabong, State};
use melee::games::chess4::{self, Chess4};
use melee::games::uniform::Uniform;
use melee::search::{Limits, Report, Watch};
use melee_testkit::textbook::{self, MAXN_OPTIONS, OPPONENT_PRUNING, POLICIES};
use melee_testkit::tree::{TreeGame, TreeKnowledge};

use crate::searched::Searched;

const OPTIONS: [&str; 7] = [
    "",
    ":frontier=on",
    ":frontier=on,tt=deep/64KiB,cut=equal,killers=2,scout=on",
    ":prune=off",
    ":tt=deep/256KiB,cut=equal",
    ":killers=2,history=relative",
    ":tt=two-deep/8KiB,cut=equal,killers=1,history=plain,deepen=on,aspiration=500",
];

fn search<G: Searched>(game: &G, knowledge: &G::Knows, state: &G::State, spec: &str, depth: u32) -> Report<G::Move> {
    let mut engine = game.engine(spec, knowledge, 0);
    let (limits, watch) = (Limits::depth(depth), Watch::new());
    engine.search(state, limits, watch, &mut |_| {}).expect("not over")
}

fn agree_with_textbook<G: Searched>(
    game: &G,
    knowledge: &G::Knows,
    state: &G::State,
    depths: std::ops::RangeInclusive<u32>,
) {
    for depth in depths {
        for (name, searchers, rest) in POLICIES {
            let value = textbook::best_reply(game, knowledge, state, depth, searchers, rest);
            for option in OPTIONS {
                let report = search(game, knowledge, state, &format!("{name}{option}"), depth);
                assert_eq!(report.value, value, "{name}{option}, depth {depth}, {state:?}");
            }
        }
        for (name, searchers, widths) in OPPONENT_PRUNING {
            let value = textbook::opponent_pruning(game, knowledge, state, depth, searchers, widths);
            for option in OPTIONS {
                let report = search(game, knowledge, state, &format!("{name}{option}"), depth);
                assert_eq!(report.value, value, "{name}{option}, depth {depth}, {state:?}");
            }
        }
        let vector = textbook::maxn(game, knowledge, state, depth);
        for option in MAXN_OPTIONS {
            let report = search(game, knowledge, state, &format!("maxn{option}"), depth);
            let values = report.values.expect("max^n knows everybody's");
            assert_eq!(values.as_slice(), vector, "maxn{option}, depth {depth}, {state:?}");
        }
    }
}

#[test]
fn every_policy_equals_its_textbook_on_uniform_trees_of_two_to_six_players() {
    for players in 2..=6 {
        for (moves, seed) in [(3, 7), (2, 1), (4, 99)] {
            let game = Uniform::new(players, moves, seed).expect("in range");
            let knowledge = game.knowledge(None, None).expect("known");
            agree_with_textbook(&game, &knowledge, &game.initial(), 1..=6);
        }
    }
}

/// A random position of the race with `pieces` pieces of each player left on the board: few
/// enough for an unpruned search.
fn race(game: &Billabong, pieces: usize, rng: &mut impl Rng) -> State {
    loop {
        let mut tiles = Vec::new();
        let sides: Vec<String> = (0..game.players())
            .map(|_| {
                let mut side: Vec<String> = (0..pieces)
                    .map(|_| {
                        let mut draw = |n: u32| rng.next_u32() % n;
                        // Close together, so that there is something to jump over.
                        let (column, row) = (draw(6) as u8, draw(5));
                        let tile = format!("{}{}", (b'g' + column) as char, row + 1);
                        tiles.push(tile.clone());
                        format!("{tile}:{}", draw(2))
                    })
                    .collect();
                side.push(format!("x{}", 5 - pieces));
                side.join(",")
            })
            .collect();
        let text = format!("{} 1", sides.join("|"));
        tiles.sort();
        tiles.dedup();
        if tiles.len() == pieces * game.players() {
            return game.parse_position(&text).expect("distinct tiles").start;
        }
    }
}

#[test]
fn every_policy_equals_its_textbook_on_billabong() {
    let mut rng = seeded_rng(5);
    for players in 2..=4 {
        let game = Billabong::new(players).expect("in range");
        for order in ["angle", "progress"] {
            let knowledge = game.knowledge(None, Some(order)).expect("known");
            for _ in 0..melee_testkit::usual_or_long(1, 6) {
                let one_each = race(&game, 1, &mut rng);
                agree_with_textbook(&game, &knowledge, &one_each, 1..=5);
            }
            for _ in 0..2 {
                let two_each = race(&game, 2, &mut rng);
                agree_with_textbook(&game, &knowledge, &two_each, 1..=3);
            }
        }
    }
}

/// A random position of four-player chess with a king and two other pieces each, where checks,
/// mates and hanging kings are common.
fn few_pieces(game: &Chess4, rng: &mut impl Rng) -> Option<chess4::State> {
    let mut cells = vec![vec!["1".to_string(); 14]; 14];
    for colour in ["r", "b", "y", "g"] {
        for kinds in ["K", "QRBN", "QRNP"] {
            let mut draw = |n: u32| (rng.next_u32() % n) as usize;
            let kind = &kinds[draw(kinds.len() as u32)..][..1];
            let (row, column) = (draw(14), draw(14));
            cells[row][column] = format!("{colour}{kind}");
        }
    }
    let rows: Vec<String> = cells.iter().map(|row| row.join(",")).collect();
    let fen = format!("R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-{}", rows.join("/"));
    // Pieces on corners or on top of a king make no position.
    let state = game.parse_position(&fen).ok()?.start;
    game.outcome(&state).is_none().then_some(state)
}

#[test]
fn every_policy_equals_its_textbook_on_chess_for_four() {
    let game = Chess4::default();
    let knowledge = game.knowledge(None, None).expect("known");
    let mut rng = seeded_rng(8);
    let mut positions = 0;
    while positions < melee_testkit::usual_or_long(3, 40) {
        if let Some(state) = few_pieces(&game, &mut rng) {
            agree_with_textbook(&game, &knowledge, &state, 1..=3);
            positions += 1;
        }
    }
}

#[test]
fn variants_that_are_the_same_with_fewer_players() {
    let same = |game: &Uniform, a: &str, b: &str| {
        let knowledge = game.knowledge(None, None).expect("known");
        for depth in 1..=8 {
            let [a, b] = [a, b].map(|spec| search(game, &knowledge, &game.initial(), spec, depth));
            assert_eq!((a.value, a.counts.nodes), (b.value, b.counts.nodes));
        }
    };
    for seed in 0..20 {
        let two = Uniform::new(2, 4, seed).expect("in range");
        for name in ["brs", "brs+", "brs(C-1,0)", "brs(C-1,1)", "brs(2,C-2)", "brs(2,0)"] {
            same(&two, name, "alphabeta");
        }
        let three = Uniform::new(3, 3, seed).expect("in range");
        same(&three, "brs(C-1,0)", "brs");
        same(&three, "brs(C-1,1)", "brs+");
    }
}

/// Leaves of a tree that ends when the root player is to move again, without pruning.
fn leaves_of_a_round(spec: &str, players: usize, moves: usize, depth: u32) -> u64 {
    let game = Uniform::new(players, moves, 3).expect("in range");
    let knowledge = game.knowledge(None, None).expect("known");
    let spec = format!("{spec}:prune=off");
    search(&game, &knowledge, &game.initial(), &spec, depth).counts.leaves
}

#[test]
fn trees_without_pruning_have_the_size_of_the_closed_formulas() {
    for n in 3..=6u32 {
        for b in 2..=4u64 {
            let round = |spec: &str, depth: u32| leaves_of_a_round(spec, n as usize, b as usize, depth);
            let opponents = u64::from(n) - 1;
            // Each of the root player's b moves is followed by one merged MIN node.
            assert_eq!(round("paranoid", n), b * b.pow(n - 1));
            assert_eq!(round("brs+", n), b * ((b - 1) * opponents + 1), "equation 4.3");
            assert_eq!(round("brs", 2), b * b * opponents);
            assert_eq!(round("brs(C-1,0)", n - 1), b * opponents * b.pow(n - 2), "equation 4.6");
            assert_eq!(round("brs(C-1,1)", n), b * (b.pow(n - 1) - (b - 1).pow(n - 1)), "section 4.7.3");
            let pairs = opponents * (opponents - 1) / 2;
            assert_eq!(round("brs(2,0)", 3), b * pairs * b * b);
            let at_most_two = 1 + opponents * (b - 1) + pairs * (b - 1) * (b - 1);
            assert_eq!(round("brs(2,C-2)", n), b * at_most_two);
            assert_eq!(round("brs(0,C)", n), b);
            assert_eq!(round("maxn", n), b.pow(n));
        }
    }
}

/// A tree with `b` moves and depth `d`, the best move of every node first, all leaves different.
fn perfectly_ordered(b: usize, d: u32) -> String {
    fn grow(b: usize, depth: u32, is_max: bool, next: &mut impl Rng) -> (Value, String) {
        if depth == 0 {
            let value = (next.next_u32() >> 2) as Value % 1_000_000;
            return (value, format!("={value}"));
        }
        let mut children: Vec<(Value, String)> = (0..b).map(|_| grow(b, depth - 1, !is_max, next)).collect();
        children.sort_by_key(|&(value, _)| if is_max { -value } else { value });
        let texts: Vec<&str> = children.iter().map(|(_, text)| text.as_str()).collect();
        (children[0].0, format!("({})", texts.join(" ")))
    }
    grow(b, d, true, &mut seeded_rng(u64::from(d) * 100 + b as u64)).1
}

#[test]
fn alpha_beta_searches_the_minimal_tree_of_knuth_and_moore() {
    for b in 2..=5u64 {
        for d in 1..=5u32 {
            let game = TreeGame::parse(&perfectly_ordered(b as usize, d), 2);
            let minimal = b.pow(d.div_ceil(2)) + b.pow(d / 2) - 1;
            for spec in ["alphabeta", "pvs", "paranoid", "brs", "brs+"] {
                let report = search(&game, &TreeKnowledge::default(), &game.initial(), spec, d);
                assert_eq!(report.counts.leaves, minimal, "{spec}, b = {b}, d = {d}");
            }
        }
    }
}

fn tree(text: &str, players: usize, spec: &str) -> (Report<u16>, Vec<String>) {
    let game = TreeGame::parse(text, players);
    let knowledge = TreeKnowledge::default();
    let report = search(&game, &knowledge, &game.initial(), spec, 9);
    (report, knowledge.visited())
}

#[test]
fn figure_4_1_minimax() {
    let text = "a(b(=8 =3) c(=4 =5))";
    assert_eq!(tree(text, 2, "minimax").0.value, 4);
    assert_eq!(tree("b(=8 =3)", 2, "minimax").0.value, 8, "as a MAX node");
}

#[test]
fn figure_4_2_alpha_beta() {
    // (c) is worth 3; (d) is cut off by its first child of 5, (e) by (f), which is worth 2.
    let text = "a(b(c(=3 =1) d(d1=5 d2=9)) e(f(=2 =0) g(g1=7 g2=8)))";
    let (report, leaves) = tree(text, 2, "alphabeta");
    assert_eq!(report.value, 3);
    assert!(!leaves.contains(&"d2".to_string()) && !leaves.contains(&"g1".to_string()));
    assert_eq!(report.counts.cutoffs, 2);
}

#[test]
fn figure_4_5_max_n_with_the_tie_break_against_the_root_player() {
    // At (c) both children are 5 for player 2; he takes the one that is worse for player 1, so
    // player 1 prefers (b): (8, 5, 3) instead of (12, 5, 13).
    let text = "a(b(=8,5,3 =6,3,9) c(=12,5,13 =4,5,7))";
    let (report, _) = tree(text, 3, "maxn");
    assert_eq!(report.values.expect("a vector").as_slice(), [8, 5, 3]);
    assert_eq!(report.best().mv, 0);
}

#[test]
fn figure_4_6_paranoid() {
    // (b) is worth -5; the first child of (c) is no better, so the rest of (c) is pruned.
    let text = "a(b(d(=-5,0,0 =2,0,0) e(=1,0,0 =-3,0,0)) c(f(=-7,0,0 =4,0,0) g(g1=9,0,0 g2=9,0,0)))";
    let (report, leaves) = tree(text, 3, "paranoid");
    assert_eq!(report.value, -5);
    assert_eq!(leaves.len(), 5, "{leaves:?}");
}

#[test]
fn figure_4_7_best_reply_search() {
    // At (b) players 2 and 3 have two moves each; the second of player 3 is the smallest.
    let text = "a(b(2:=4,0,0 2:=6,0,0 3:=5,0,0 3:=2,0,0) c(2:=3,0,0 3:=7,0,0 2:x=1,0,0 3:y=0,0,0))";
    let (report, leaves) = tree(text, 3, "brs");
    assert_eq!(report.value, 2);
    assert!(leaves.contains(&"x".to_string()) && !leaves.contains(&"y".to_string()));
    assert_eq!(report.counts.cutoffs, 1, "the cut-off at (c)");
}

#[test]
fn figures_4_8_and_4_9_brs_plus() {
    // The first move listed is the BMOM. (b): player 2 searches (the BMOM of player 3 follows), or
    // plays his BMOM and player 3 searches: -5 at (f). At (c) the first pair is enough.
    let text = "a(b(d(g=-4,0,0 k=-5,0,0) e(l=3,0,0 m=-9,0,0)) c(n(o=-6,0,0 p=1,0,0) q(r=2,0,0 s=2,0,0)))";
    let (report, leaves) = tree(text, 3, "brs+");
    assert_eq!(report.value, -5);
    assert_eq!(leaves, ["g", "k", "l", "o"], "no leaf twice, and never m or s");
    let (unpruned, leaves) = tree(text, 3, "brs+:prune=off");
    assert_eq!(unpruned.value, -5);
    assert_eq!(leaves.len(), 2 * 3, "(b-1)(n-1)+1 = 3 under each of (b) and (c)");
}

#[test]
fn figure_4_10_brs_with_all_but_one_who_moves() {
    // Player 1 has one move; of the three others exactly two move. (d) is worth 3, (e) 1; at (f)
    // and (g), where player 2 was skipped, the left child is chosen.
    let text = "a(b(\
        2:d(3:=3,0,0,0 3:=5,0,0,0 4:=4,0,0,0 4:=6,0,0,0) \
        2:e(3:=2,0,0,0 3:=7,0,0,0 4:=1,0,0,0 4:=8,0,0,0) \
        3:f(4:=2,0,0,0 4:=5,0,0,0) \
        3:g(4:=4,0,0,0 4:=9,0,0,0)))";
    let (report, leaves) = tree(text, 4, "brs(C-1,0):prune=off");
    assert_eq!(report.value, 1);
    assert_eq!(leaves.len(), 12, "(n-1) b^(n-2)");
}

#[test]
fn figures_4_11_and_4_12_brs_with_all_but_one_who_search() {
    // A uniform tree below (b) with two moves each, the BMOM first: all paths but those without
    // any BMOM, which is one of eight.
    let text = "a(b(\
        c(f(A=3,0,0,0 B=4,0,0,0) g(C=5,0,0,0 D=6,0,0,0)) \
        d(h(E=3,0,0,0 F=7,0,0,0) i(G=8,0,0,0 H=-9,0,0,0))))";
    let (report, leaves) = tree(text, 4, "brs(C-1,1):prune=off");
    assert_eq!(report.value, 3, "the path to H is not searched");
    assert_eq!(leaves, ["A", "B", "C", "D", "E", "F", "G"], "b^(n-1) - (b-1)^(n-1) = 7");
    assert_eq!(tree(text, 4, "paranoid").0.value, -9);
}

#[test]
fn shallow_pruning_changes_no_vector() {
    // Scores that sum to 100 at every leaf.
    let mut rng = seeded_rng(8);
    let mut cut = 0;
    for _ in 0..300 {
        let text = constant_sum_tree(4, &mut rng);
        let game = TreeGame::parse(&text, 3);
        let knowledge = TreeKnowledge::constant_sum(100);
        let vector = textbook::maxn(&game, &knowledge, &game.initial(), 9);
        let report = search(&game, &knowledge, &game.initial(), "maxn", 9);
        assert_eq!(report.values.expect("a vector").as_slice(), vector, "{text}");
        cut += report.counts.cutoffs;
        let whole = search(&game, &knowledge, &game.initial(), "maxn:prune=off", 9);
        assert_eq!(whole.counts.cutoffs, 0);
    }
    assert!(cut > 0, "it does prune");
}

fn constant_sum_tree(depth: u32, rng: &mut impl Rng) -> String {
    if depth == 0 {
        let first = rng.next_u32() % 101;
        let second = rng.next_u32() % (101 - first);
        return format!("={first},{second},{}", 100 - first - second);
    }
    let children: Vec<String> = (0..3).map(|_| constant_sum_tree(depth - 1, rng)).collect();
    format!("({})", children.join(" "))
}

#[test]
fn a_beam_as_wide_as_the_node_changes_nothing_and_a_narrow_one_saves() {
    let game = Uniform::new(4, 6, 11).expect("in range");
    let knowledge = game.knowledge(None, None).expect("known");
    for name in ["paranoid", "brs", "brs+"] {
        let run = |option: &str| search(&game, &knowledge, &game.initial(), &format!("{name}{option}"), 6);
        let whole = run(":prune=off");
        let wide = run(":beam=100,prune=off");
        assert_eq!((whole.value, whole.counts.nodes), (wide.value, wide.counts.nodes));
        assert!(run(":beam=3,prune=off").counts.nodes < whole.counts.nodes / 4, "{name}");
        // A beam of one follows the static order, whoever searches.
        assert_eq!(run(":beam=1,prune=off").counts.nodes, 7);
    }
}

#[test]
fn more_bmoms_come_closer_to_paranoid() {
    let game = Uniform::new(4, 3, 5).expect("in range");
    let knowledge = game.knowledge(None, None).expect("known");
    let run = |spec: &str| search(&game, &knowledge, &game.initial(), spec, 7);
    let all = run("brs(0,C):bmoms=3,prune=off");
    let paranoid = run("paranoid:prune=off");
    assert_eq!((all.value, all.counts.nodes), (paranoid.value, paranoid.counts.nodes));
    assert!(run("brs(0,C):bmoms=2,prune=off").counts.nodes < all.counts.nodes);
    // Both flavours of the order are one in this game.
    assert_eq!(run("brs+:bmom=own").value, run("brs+").value);
    assert_eq!(run("brs+:bmom=dynamic").value, run("brs+").value);
}

#[test]
fn what_is_learned_decides_bmoms_only_where_it_is_kept() {
    let nodes = |seed: u64, spec: &str| {
        let game = Uniform::new(4, 4, seed).expect("in range");
        let knowledge = game.knowledge(None, None).expect("known");
        search(&game, &knowledge, &game.initial(), spec, 6).counts.nodes
    };
    for (option, kept) in [("table", "tt=deep/1MiB"), ("killers", "killers=2"), ("history", "history=plain")] {
        let mut changed = 0;
        for seed in 0..20 {
            let without = nodes(seed, "brs+:deepen=on");
            let nothing = format!("brs+:deepen=on,bmom={option}");
            assert_eq!(nodes(seed, &nothing), without, "{option}, seed {seed}");
            let plain = format!("brs+:deepen=on,{kept}");
            let learned = format!("{plain},bmom={option}");
            changed += u32::from(nodes(seed, &plain) != nodes(seed, &learned));
        }
        // The static ranks of this game are all different, so its history decides nothing.
        assert_eq!(changed > 0, option != "history", "{option}");
    }
}

#[test]
fn whole_rounds_leave_out_the_depths_between() {
    let game = Uniform::new(4, 3, 5).expect("in range");
    let knowledge = game.knowledge(None, None).expect("known");
    let mut engine = game.engine("paranoid:rounds=whole,deepen=on", &knowledge, 0);
    let mut depths = Vec::new();
    let (limits, watch) = (Limits::depth(10), Watch::new());
    engine
        .search(&game.initial(), limits, watch, &mut |r| {
            depths.push(r.depth);
        })
        .expect("not over");
    assert_eq!(depths, [1, 4, 5, 8, 9]);
}
