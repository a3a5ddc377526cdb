//! The recorded tree is the tree that was searched.

use melee::core::{Game, Notation, PlayableGame, Player, Rest, Searchers, Value};
use melee::games::billabong::Billabong;
use melee::games::chess4::Chess4;
use melee::games::connect4::Connect4;
use melee::games::uniform::{Uniform, UniformKnowledge};
use melee::search::record::{Leaf, RecordedTree, TableUse, Visit};
use melee::search::{Bound, Chooser, Engine, Limits, Report, SearchError, Watch};
use melee_testkit::positions::random_positions;
use melee_testkit::textbook::{self, POLICIES};
use melee_testkit::tree::{TreeGame, TreeKnowledge};
use melee_testkit::usual_or_long;

use crate::searched::Searched;

/// More than any tree here has.
const ALL: usize = 1 << 20;

const TWO_PLAYERS: [&str; 18] = [
    "minimax",
    "solve",
    "alphabeta",
    "alphabeta:prune=off",
    "scout",
    "pvs",
    "sss",
    "idsss",
    "memsss",
    "memsss:memory=4",
    "mtd(+inf):tt=deep/64KiB",
    "mtd(-inf):tt=deep/64KiB",
    "mtd(f):tt=deep/64KiB",
    "mtd(f):tt=deep/64KiB,deepen=on",
    "alphabeta:tt=deep/64KiB,killers=2,history=relative,deepen=on,aspiration=2",
    "pvs:tt=two-deep/1KiB,cut=equal,deepen=on",
    "alphabeta:nullmove=1,late=2,multicut=2/3",
    "greedy",
];

struct Case<'a, G: Searched> {
    game: &'a G,
    knowledge: &'a G::Knows,
    state: &'a G::State,
}

impl<G: Searched> Case<'_, G> {
    fn engine(&self, spec: &str) -> Engine<G, G::Knows> {
        self.game.engine(spec, self.knowledge, 0)
    }

    fn search(&self, spec: &str, depth: u32) -> Report<G::Move> {
        let (limits, watch) = (Limits::depth(depth), Watch::new());
        self.engine(spec).search(self.state, limits, watch, &mut |_| {}).expect("not over")
    }

    fn record(&self, spec: &str, depth: u32) -> RecordedTree<G::Move> {
        self.engine(spec).record(self.state, Limits::depth(depth), ALL, Watch::new()).expect("not over")
    }

    /// The recorded search is the ordinary one, and its tree is whole and right.
    fn is_recorded(&self, spec: &str, depth: u32) -> RecordedTree<G::Move> {
        let tree = self.record(spec, depth);
        let report = self.search(spec, depth);
        let about = || format!("{spec}, depth {depth}, {:?}", self.state);
        assert_eq!(tree.report.counts, report.counts, "{}", about());
        assert_eq!(tree.report.value, report.value, "{}", about());
        assert_eq!(tree.report.line, report.line, "{}", about());
        assert_eq!(tree.visits.len() as u64, report.counts.nodes, "{}", about());
        assert!(!tree.cut_short, "{}", about());
        let mut roots = tree.visits.iter().filter(|v| v.parent.is_none());
        let last = roots.next_back().expect("a root");
        assert_eq!(last.value, Some(report.value), "{}", about());
        assert_eq!(last.values, report.values, "{}", about());
        // The root is solved before all is known that a best-first search has opened.
        let is_best_first = spec.contains("sss");
        let children = tree.children();
        for (i, visit) in tree.visits.iter().enumerate() {
            assert!(is_best_first || visit.value.is_some(), "{}", about());
            assert_eq!(visit.value.is_some(), visit.left.is_some(), "{}", about());
            self.is_sound(&tree, i, &children[i], &about);
        }
        tree
    }

    /// What holds for every visit of every search.
    fn is_sound(&self, tree: &RecordedTree<G::Move>, i: usize, children: &[usize], about: &dyn Fn() -> String) {
        let visit = &tree.visits[i];
        let state = tree.state(self.game, self.state, i);
        assert_eq!(self.game.to_move(&state), visit.mover, "{}", about());
        assert!(visit.left.is_none_or(|left| left > visit.entered));
        let children: Vec<_> = children.iter().map(|&c| &tree.visits[c]).collect();
        for child in &children {
            let one_deeper = child.ply == visit.ply + 1;
            assert!(one_deeper || child.ply == visit.ply && child.mv.is_none(), "{}", about());
        }
        let decided = visit.table == Some(TableUse::Decided);
        let is_leaf = visit.leaf.is_some();
        let is_open = visit.value.is_none();
        assert!(!(is_leaf || decided) || children.is_empty(), "{}", about());
        assert!(is_leaf || decided || is_open || !children.is_empty(), "{}: visit {i}", about());
        if visit.leaf == Some(Leaf::Over) {
            let root = self.game.to_move(self.state);
            let ended = self.game.outcome(&state).is_some() || self.game.has_lost(&state, root);
            assert!(ended || !visit.passed_here.is_empty(), "{}", about());
        }
        // A move is cut off or searched, never both.
        for left_out in &visit.unvisited {
            assert!(children.iter().all(|c| c.mv != Some(*left_out)), "{}", about());
        }
    }

    /// Every exact inner value is what the chooser makes of his children's last values.
    fn chooses_rightly(&self, spec: &str, depth: u32) {
        let tree = self.is_recorded(spec, depth);
        let root = self.game.to_move(self.state);
        let below = tree.children();
        let mut checked = 0;
        for (i, visit) in tree.visits.iter().enumerate() {
            if visit.bound != Bound::Exact || visit.leaf.is_some() || visit.table.is_some() {
                continue;
            }
            let children: Vec<_> = below[i].iter().map(|&c| &tree.visits[c]).collect();
            // A search after a test has the last word on a move.
            let last = |c: &&&Visit<G::Move>| {
                let later = children.iter().rev().find(|l| l.mv == c.mv);
                later.is_some_and(|l| std::ptr::eq(*l, **c))
            };
            let values = children.iter().filter(last);
            let values = values.map(|c| c.value.expect("known"));
            let expected = match visit.chooser.expect("an inner node has one") {
                Chooser::Max(player) => {
                    assert_eq!(player, root);
                    values.max()
                }
                Chooser::Min(player) => {
                    assert_ne!(player, root);
                    values.min()
                }
                Chooser::AnyMin => values.min(),
                Chooser::Own(player) => {
                    assert_eq!(player, visit.mover);
                    let own = |v: &&Visit<G::Move>| v.values.expect("max^n")[player];
                    let best = children.iter().map(own).max();
                    assert_eq!(best, visit.values.map(|v| v[player]), "{spec}");
                    let is_best = |v: &&&Visit<G::Move>| Some(own(v)) == best;
                    let best = children.iter().filter(is_best);
                    best.map(|c| c.value.expect("known")).min()
                }
            };
            assert_eq!(visit.value, expected, "{spec}, depth {depth}, visit {i}");
            checked += 1;
        }
        assert!(checked > 0, "{spec}: no exact inner value at all");
    }

    /// Without pruning, the value wherever the root player chooses is the textbook's.
    fn is_textbook(&self, name: &str, searchers: Searchers, rest: Rest, depth: u32) {
        let tree = self.is_recorded(&format!("{name}:prune=off"), depth);
        let root = self.game.to_move(self.state);
        for (i, visit) in tree.visits.iter().enumerate() {
            assert_eq!(visit.bound, Bound::Exact);
            assert!(visit.unvisited.is_empty());
            if visit.chooser != Some(Chooser::Max(root)) {
                continue;
            }
            let mut state = tree.state(self.game, self.state, i);
            if self.game.to_move(&state) != root {
                self.game.hand_turn_to(&mut state, root);
            }
            let left = depth - visit.ply;
            let value = textbook::best_reply(self.game, self.knowledge, &state, left, searchers, rest);
            assert_eq!(visit.value, Some(value), "{name}, depth {depth}, visit {i}");
        }
    }

    fn is_textbook_max_n(&self, depth: u32) {
        let tree = self.is_recorded("maxn:prune=off", depth);
        let root = self.game.to_move(self.state);
        for (i, visit) in tree.visits.iter().enumerate() {
            if visit.mover != root {
                continue;
            }
            let state = tree.state(self.game, self.state, i);
            let left = depth - visit.ply;
            let vector = textbook::maxn(self.game, self.knowledge, &state, left);
            let values = visit.values.expect("everybody's");
            assert_eq!(values.as_slice(), vector, "depth {depth}, visit {i}");
        }
    }
}

fn uniform(players: usize, moves: usize, seed: u64) -> (Uniform, UniformKnowledge) {
    let game = Uniform::new(players, moves, seed).expect("in range");
    let knowledge = game.knowledge(None, None).expect("known");
    (game, knowledge)
}

#[test]
fn two_player_searches_are_recorded_visit_by_visit() {
    for seed in 0..40 {
        let spread = [1, 3, 20, 1000][seed as usize % 4];
        let game = TreeGame::random(seed, 5, 4, spread, 2);
        let case = Case { game: &game, knowledge: &TreeKnowledge::default(), state: &game.initial() };
        for spec in TWO_PLAYERS {
            for depth in [1, 3, 5] {
                case.is_recorded(spec, depth);
            }
        }
    }
    let game = Connect4::default();
    let pear = game.knowledge(None, None).expect("known");
    for state in random_positions(&game, 7, 25, 36) {
        let case = Case { game: &game, knowledge: &pear, state: &state };
        for spec in TWO_PLAYERS {
            case.is_recorded(spec, 4);
        }
    }
}

#[test]
fn policies_are_recorded_visit_by_visit_in_games_with_deaths_passes_and_captures() {
    let options = [
        "",
        ":quiescence=2",
        ":tt=deep/64KiB,killers=2,history=relative,deepen=on",
        ":nullmove=1,late=2,multicut=2/3,scout=on",
        ":beam=3,bmoms=2",
        ":bmom=own,frontier=on",
        ":bmom=dynamic,killers=1",
    ];
    let chess = Chess4::default();
    let chess_knowledge = chess.knowledge(None, None).expect("known");
    for state in random_positions(&chess, 3, usual_or_long(1, 3), 120) {
        let case = Case { game: &chess, knowledge: &chess_knowledge, state: &state };
        for (name, ..) in POLICIES {
            for option in options {
                let depth = if option.is_empty() { 3 } else { 2 };
                case.is_recorded(&format!("{name}{option}"), depth);
            }
        }
        for spec in ["maxn", "maxn:tt=deep/64KiB,deepen=on", "maxn:quiescence=2"] {
            case.is_recorded(spec, 2);
        }
    }
    let billabong = Billabong::new(3).expect("three may play");
    let knowledge = billabong.knowledge(None, None).expect("known");
    for state in random_positions(&billabong, 3, usual_or_long(3, 6), 60) {
        let case = Case { game: &billabong, knowledge: &knowledge, state: &state };
        for (name, ..) in POLICIES {
            for option in options {
                case.is_recorded(&format!("{name}{option}"), 2);
            }
        }
    }
}

#[test]
fn exact_inner_values_are_the_choice_among_the_children() {
    for seed in 0..30 {
        let game = TreeGame::random(seed, 5, 4, 20, 2);
        let case = Case { game: &game, knowledge: &TreeKnowledge::default(), state: &game.initial() };
        for spec in ["minimax", "alphabeta", "scout", "pvs"] {
            case.chooses_rightly(spec, 5);
        }
    }
    for players in 2..=5 {
        let (game, knowledge) = uniform(players, 3, players as u64);
        let case = Case { game: &game, knowledge: &knowledge, state: &game.initial() };
        for (name, ..) in POLICIES {
            for option in ["", ":prune=off", ":scout=on,killers=2"] {
                case.chooses_rightly(&format!("{name}{option}"), 5);
            }
        }
        case.chooses_rightly("maxn", 5);
    }
}

#[test]
fn the_tree_without_pruning_is_the_textbooks() {
    for seed in 0..6 {
        for players in 2..=5 {
            let (game, knowledge) = uniform(players, 2 + seed as usize % 2, seed);
            let case = Case { game: &game, knowledge: &knowledge, state: &game.initial() };
            for (name, searchers, rest) in POLICIES {
                case.is_textbook(name, searchers, rest, 6);
            }
            case.is_textbook_max_n(5);
        }
    }
}

/// The names of the leaves of a recorded tree in the order of the visits, and what was cut where.
fn figure(text: &str, players: usize, spec: &str) -> (Vec<String>, Vec<(String, usize)>) {
    let game = TreeGame::parse(text, players);
    let knowledge = TreeKnowledge::default();
    let start = game.initial();
    let case = Case { game: &game, knowledge: &knowledge, state: &start };
    let tree = case.record(spec, 20);
    let name = |i| game.name(&tree.state(&game, &start, i)).to_string();
    let (mut leaves, mut cuts) = (Vec::new(), Vec::new());
    for (i, visit) in tree.visits.iter().enumerate() {
        if visit.leaf == Some(Leaf::Over) {
            leaves.push(name(i));
        }
        if !visit.unvisited.is_empty() {
            cuts.push((name(i), visit.unvisited.len()));
        }
    }
    assert_eq!(leaves, knowledge.visited(), "the figure's own log");
    (leaves, cuts)
}

const FIGURE_3_2: &str = "A(B(D(H=8 I=5) E(J=10 K=7)) C(F(L=2 M=4) G(N=9 O=1)))";

#[test]
fn figure_3_2_of_pantel_is_drawn_with_its_leaves_and_cuts() {
    // E is cut off by J (10 > 8), C by F (8 >= 8).
    let cut = vec![("E".to_string(), 1), ("C".to_string(), 1)];
    let (leaves, cuts) = figure(FIGURE_3_2, 2, "alphabeta");
    assert_eq!(leaves, ["H", "I", "J", "L", "M"]);
    assert_eq!(cuts, cut);
    let (leaves, cuts) = figure(FIGURE_3_2, 2, "scout");
    assert_eq!(leaves, ["H", "I", "J", "L", "M"]);
    assert_eq!(cuts, cut);
    let (leaves, cuts) = figure(FIGURE_3_2, 2, "minimax");
    assert_eq!(leaves, ["H", "I", "J", "K", "L", "M", "N", "O"]);
    assert!(cuts.is_empty());
}

/// How many edges of a tree are those of best move-ordering moves, and how many players are passed
/// over on edges and at nodes.
fn edges(text: &str, players: usize, spec: &str) -> (usize, usize) {
    let game = TreeGame::parse(text, players);
    let case = Case { game: &game, knowledge: &TreeKnowledge::default(), state: &game.initial() };
    let tree = case.record(spec, 20);
    let passed = |v: &Visit<u16>| v.passed.len() + v.passed_here.len();
    (tree.visits.iter().filter(|v| v.is_bmom).count(), tree.visits.iter().map(passed).sum())
}

#[test]
fn figures_4_9_4_10_and_4_12_of_gras_have_their_bmom_and_pass_edges() {
    // Figures 4.8 and 4.9: below each of (b) and (c) player 2's first move is his BMOM, and player 3
    // has one after either of player 2's.
    let plus = "a(b(d(g=-4,0,0 k=-5,0,0) e(l=3,0,0 m=-9,0,0)) c(n(o=-6,0,0 p=1,0,0) q(r=2,0,0 s=2,0,0)))";
    assert_eq!(edges(plus, 3, "brs+:prune=off"), (2 * 3, 0));
    assert_eq!(edges(plus, 3, "paranoid:prune=off"), (0, 0));
    let (leaves, cuts) = figure(plus, 3, "brs+");
    assert_eq!(leaves, ["g", "k", "l", "o"]);
    assert_eq!(cuts, [("c".to_string(), 1), ("n".to_string(), 1)]);
    // Figure 4.10: two of three opponents move. Player 4 after player 2 skips one, player 3 before
    // player 2 another: two edges each below (d) and (e), and the two to (f) and (g).
    let pass = "a(b(\
        2:d(3:=3,0,0,0 3:=5,0,0,0 4:=4,0,0,0 4:=6,0,0,0) \
        2:e(3:=2,0,0,0 3:=7,0,0,0 4:=1,0,0,0 4:=8,0,0,0) \
        3:f(4:=2,0,0,0 4:=5,0,0,0) \
        3:g(4:=4,0,0,0 4:=9,0,0,0)))";
    assert_eq!(edges(pass, 4, "brs(C-1,0):prune=off"), (0, 2 + 2 + 2));
    // Figures 4.11 and 4.12: c, f, h and A, C, E, G are BMOMs; the path without one is not walked.
    let all_but_one = "a(b(\
        c(f(A=3,0,0,0 B=4,0,0,0) g(C=5,0,0,0 D=6,0,0,0)) \
        d(h(E=3,0,0,0 F=7,0,0,0) i(G=8,0,0,0 H=-9,0,0,0))))";
    assert_eq!(edges(all_but_one, 4, "brs(C-1,1):prune=off"), (7, 0));
}

#[test]
fn passes_that_end_a_round_are_told_at_the_node() {
    // Four players, one reply a round: two of three opponents pass in every whole round.
    let (game, knowledge) = uniform(4, 2, 1);
    let case = Case { game: &game, knowledge: &knowledge, state: &game.initial() };
    let tree = case.record("brs:prune=off", 3);
    for (i, visit) in tree.visits.iter().enumerate() {
        if visit.ply == 2 {
            let here = visit.passed.len() + visit.passed_here.len();
            assert_eq!(here, 2, "visit {i}");
        }
    }
}

#[test]
fn an_evaluation_that_ends_a_quiescence_search_is_a_bound() {
    let chess = Chess4::default();
    let knowledge = chess.knowledge(None, None).expect("known");
    let mut bounds = 0;
    for state in random_positions(&chess, 5, 3, 120) {
        let case = Case { game: &chess, knowledge: &knowledge, state: &state };
        let tree = case.record("paranoid:quiescence=4", 2);
        for visit in tree.visits.iter().filter(|v| v.leaf == Some(Leaf::Horizon)) {
            let (Some((alpha, beta)), Some(value)) = (visit.window, visit.value) else {
                continue;
            };
            let root_chooses = visit.mover == tree.visits[0].mover;
            let stood_pat = if root_chooses { value >= beta } else { value <= alpha };
            if stood_pat && visit.ply < 2 + 4 {
                assert_ne!(visit.bound, Bound::Exact, "{visit:?}");
                bounds += 1;
            }
        }
    }
    assert!(bounds > 0);
}

#[test]
fn a_recording_is_cut_short_at_its_bound_and_says_so() {
    let (game, knowledge) = uniform(3, 5, 1);
    let case = Case { game: &game, knowledge: &knowledge, state: &game.initial() };
    for spec in ["paranoid", "maxn", "brs:deepen=on"] {
        let engine = case.engine(spec);
        let record = |nodes| engine.record(case.state, Limits::depth(9), nodes, Watch::new());
        let tree = record(500).expect("not over");
        assert_eq!(tree.visits.len(), 500, "{spec}");
        assert!(tree.cut_short, "{spec}");
        assert_eq!(record(0).expect_err("none"), SearchError::NoNodes);
    }
}

#[test]
fn random_games_are_recorded_by_their_sums() {
    let game = Connect4::default();
    let pear = game.knowledge(None, None).expect("known");
    let state = game.parse_position("444").expect("legal").state(&game);
    let case = Case { game: &game, knowledge: &pear, state: &state };
    for (spec, games) in [
        ("mc:playouts=20", 7 * 20),
        ("mcts:playouts=300", 300),
        ("mcts:playouts=300,backup=paranoid", 300),
        ("mcts:playouts=300,backup=brs", 300),
        ("mcts:playouts=300,solver=on,implicit=20%,oma=10,urgency=1", 300),
    ] {
        let tree = case.record(spec, 1);
        let report = case.search(spec, 1);
        assert_eq!(tree.report.value, report.value, "{spec}");
        assert_eq!(tree.visits[0].games, Some(games), "{spec}");
        let is_best = |&c: &usize| tree.visits[c].mv == Some(*report.best());
        let below = tree.children();
        let best = below[0].iter().copied().find(is_best).expect("a child");
        assert_eq!(tree.visits[best].value, Some(report.value), "{spec}");
        for (i, visit) in tree.visits.iter().enumerate() {
            let games = below[i].iter().map(|&c| tree.visits[c].games.expect("all"));
            assert!(games.sum::<u64>() <= visit.games.expect("all"), "{spec}");
            let points: Value = visit.values.expect("all").as_slice().iter().sum();
            assert!((points - 1_000_000).abs() <= 1, "{spec}: {points}");
        }
        if spec.starts_with("mcts") {
            knows_its_moves(&game, &state, &tree);
        }
        let few = case.engine(spec).record(&state, Limits::depth(1), 5, Watch::new());
        let few = few.expect("not over");
        assert_eq!((few.visits.len(), few.cut_short), (5, true), "{spec}");
    }
    assert_eq!(game.to_move(&state), Player::new(1));
}

/// Of every visit all moves are there: those that a game went through, and so many others.
fn knows_its_moves<G: Searched>(game: &G, state: &G::State, tree: &RecordedTree<G::Move>) {
    let mut states = vec![state.clone()];
    for visit in &tree.visits[1..] {
        let mut state = states[visit.parent.expect("no root")].clone();
        game.play(&mut state, visit.mv.expect("no root").mv);
        states.push(state);
    }
    for (i, (children, state)) in tree.children().iter().zip(&states).enumerate() {
        let is_over = game.outcome(state).is_some();
        let moves = if is_over { 0 } else { game.count_moves(state, &mut Vec::new()) };
        assert_eq!(children.len() + tree.visits[i].untried, moves, "visit {i}");
    }
}

/// Where one opponent replies for all, the root player comes after him, whoever would be next by the rules: also below
/// moves that one game alone went through.
#[test]
fn after_a_best_reply_the_root_player_chooses() {
    let (game, knowledge) = uniform(3, 5, 1);
    let case = Case { game: &game, knowledge: &knowledge, state: &game.initial() };
    let tree = case.record("mcts:playouts=200,backup=brs", 1);
    let root = game.to_move(case.state);
    for visit in &tree.visits {
        let is_next = visit.mv.is_none_or(|ply| ply.player != root);
        let expected = if is_next { Chooser::Max(root) } else { Chooser::AnyMin };
        assert_eq!(visit.chooser, Some(expected), "{visit:?}");
    }
    assert!(tree.visits.iter().any(|visit| visit.games == Some(1)));
}
