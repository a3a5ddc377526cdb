//! Several lines: each has the value that a search finds for its move alone.

use std::fmt::Debug;
use std::sync::Arc;

use melee::core::{Game, Knowledge, OrderView, Outcome, PlayableGame, Player, Rng, Scores, Value, Verdict};
use melee::games::{Connect4, connect4};
use melee::search::{Engine, Limits, RankedLine, Report, Watch};
use melee_testkit::positions::random_positions;
use melee_testkit::tree::{TreeGame, TreeKnowledge};

use super::hashed::Hashed;
use crate::searched::Searched;

/// A game in which one position may have one move only: the slow way to ask what that move is worth.
#[derive(Clone)]
struct Forced<G: Game> {
    game: G,
    only: Option<(G::State, G::Move)>,
}

impl<G: Game> Game for Forced<G> {
    const NAME: &'static str = G::NAME;
    type State = G::State;
    type Move = G::Move;
    type Undo = G::Undo;

    fn players(&self) -> usize {
        self.game.players()
    }

    fn initial(&self) -> G::State {
        self.game.initial()
    }

    fn to_move(&self, state: &G::State) -> Player {
        self.game.to_move(state)
    }

    fn alive(&self, state: &G::State, player: Player) -> bool {
        self.game.alive(state, player)
    }

    fn has_lost(&self, state: &G::State, player: Player) -> bool {
        self.game.has_lost(state, player)
    }

    fn can_act(&self, state: &G::State, player: Player) -> bool {
        self.game.can_act(state, player)
    }

    fn moves(&self, state: &G::State, out: &mut Vec<G::Move>) {
        match &self.only {
            Some((place, mv)) if place == state => out.push(*mv),
            _ => self.game.moves(state, out),
        }
    }

    fn play(&self, state: &mut G::State, mv: G::Move) -> G::Undo {
        self.game.play(state, mv)
    }

    fn hand_turn_to(&self, state: &mut G::State, player: Player) -> G::Undo {
        self.game.hand_turn_to(state, player)
    }

    fn undo(&self, state: &mut G::State, undo: G::Undo) {
        self.game.undo(state, undo);
    }

    fn outcome(&self, state: &G::State) -> Option<Outcome> {
        self.game.outcome(state)
    }

    fn key(&self, state: &G::State) -> u64 {
        self.game.key(state)
    }

    fn move_index(&self, mv: G::Move) -> usize {
        self.game.move_index(mv)
    }

    fn move_indices(&self) -> usize {
        self.game.move_indices()
    }

    fn random_move<R: Rng>(&self, state: &G::State, buffer: &mut Vec<G::Move>, rng: &mut R) -> G::Move {
        self.game.random_move(state, buffer, rng)
    }
}

/// What is known about the game itself.
struct Known<K>(K);

impl<G: Game, K: Knowledge<G>> Knowledge<Forced<G>> for Known<K> {
    fn scores(&self, game: &Forced<G>, state: &G::State, root: Player) -> Scores {
        self.0.scores(&game.game, state, root)
    }

    fn verdict(&self, game: &Forced<G>, state: &G::State, outcome: &Outcome, player: Player) -> Verdict {
        self.0.verdict(&game.game, state, outcome, player)
    }

    fn max_sum(&self, game: &Forced<G>) -> Option<Value> {
        self.0.max_sum(&game.game)
    }

    fn sum_bound(&self, game: &Forced<G>) -> Option<Value> {
        self.0.sum_bound(&game.game)
    }

    fn rank_all(&self, game: &Forced<G>, state: &mut G::State, view: OrderView, moves: &[G::Move], out: &mut Vec<i32>) {
        self.0.rank_all(&game.game, state, view, moves, out);
    }
}

type Column = <Connect4 as Game>::Move;
type ConnectFour = Engine<Forced<Connect4>, Known<<Connect4 as PlayableGame>::Knowledge>>;

fn engine(spec: &str, only: Option<(connect4::State, Column)>) -> ConnectFour {
    let game = Connect4::default();
    let knowledge = Known(game.knowledge(None, None).expect("known"));
    let game = Arc::new(Forced { game, only });
    Engine::with_knowledge(&spec.into(), game, knowledge, 0).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

fn search(engine: &mut ConnectFour, state: &connect4::State, limits: Limits) -> Report<Column> {
    engine.search(state, limits, Watch::new(), &mut |_| {}).expect("a position that is not over")
}

fn search_tree(game: &TreeGame, spec: &str, limits: Limits) -> Report<u16> {
    let mut engine = game.engine(spec, &TreeKnowledge::by(Hashed), 0);
    let mut report = engine.search(&game.initial(), limits, Watch::new(), &mut |_| {}).expect("a tree with moves");
    // Who sees one move alone may have seen all there is.
    report.proven = None;
    report.others.iter_mut().for_each(|line| line.proven = None);
    report
}

/// How a position is searched by a new engine: with all its moves, or with one alone.
type Ask<'a, M> = &'a dyn Fn(Option<M>, Limits) -> Report<M>;

/// A line against a search of its move alone, to the same depth.
fn check_line<M: Copy + Debug>(what: &str, ask: Ask<M>, line: &RankedLine<M>) {
    let alone = ask(Some(line.line[0].mv), Limits::depth(line.depth));
    let place = format!("{what} to depth {} after {:?}", line.depth, line.line[0].mv);
    assert_eq!(line.value, alone.value, "{place}");
    assert_eq!(line.values, alone.values, "{place}");
    assert_eq!(line.proven, alone.proven, "{place}");
}

fn check<M: Copy + Eq + Debug>(what: &str, moves: usize, ask: Ask<M>, depth: u32) {
    let lines = ask(None, Limits { lines: 4, ..Limits::depth(depth) }).lines();
    let best = ask(None, Limits::depth(depth));
    assert_eq!((lines[0].value, &lines[0].line), (best.value, &best.line), "{what}: the first is the best");
    assert!(best.others.is_empty(), "nobody asked for others");
    assert_eq!(lines.len(), moves.min(4), "{what}");
    for (i, line) in lines.iter().enumerate() {
        check_line(what, ask, line);
        // MP-Mix ranks by a leader's score where it holds him down.
        let is_ranked_by_value = !what.starts_with("mpmix");
        assert!(!is_ranked_by_value || i == 0 || line.value <= lines[i - 1].value, "{what}: the best comes first");
        let is_new = |other: &RankedLine<M>| other.line[0].mv != line.line[0].mv;
        assert!(lines[..i].iter().all(is_new), "{what}: no move twice");
    }
}

fn check_tree(game: &TreeGame, spec: &str, depth: u32) {
    let mut moves = Vec::new();
    game.moves(&game.initial(), &mut moves);
    let ask = |only: Option<u16>, limits| match only {
        Some(mv) => search_tree(&game.clone().only(mv), spec, limits),
        None => search_tree(game, spec, limits),
    };
    check(spec, moves.len(), &ask, depth);
}

#[test]
fn each_line_is_worth_what_its_move_alone_is_under_every_policy() {
    let policies = ["paranoid", "brs", "brs+", "brs(C-1,0)", "brs(C-1,1)", "brs(0,C)", "maxn", "mpmix", "opps(1,2,1)"];
    for players in 2..=4 {
        for seed in 0..6 {
            let game = TreeGame::random(seed, 6, 5, 20_000, players);
            for spec in policies {
                for depth in 1..=5 {
                    check_tree(&game, spec, depth);
                }
            }
            for spec in [
                "paranoid:tt=deep/1MiB,killers=2,deepen=on",
                "maxn:tt=deep/1MiB",
                "maxn:prune=speculative,scores=share,tt=deep/1MiB",
                "brs+:bmoms=2,history=relative",
                "mpmix:tt=deep/1MiB,deepen=on",
            ] {
                check_tree(&game, spec, 4);
            }
        }
    }
}

#[test]
fn each_line_is_worth_what_its_move_alone_is_where_positions_meet_again() {
    let game = Connect4::default();
    for state in random_positions(&game, 5, 12, 36) {
        for spec in [
            "minimax",
            "alphabeta",
            "pvs:tt=deep/1MiB,killers=2,history=relative,aspiration=20,deepen=on",
            "alphabeta:tt=deep/1MiB,symmetry=on",
            "scout",
            "sss",
            "idsss",
            "memsss:memory=50",
            "mtd(+inf):tt=deep/1MiB",
            "mtd(-inf):tt=deep/1MiB",
            "mtd(f):tt=deep/1MiB,deepen=on",
            "maxn:tt=deep/1MiB",
        ] {
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            let ask =
                |only: Option<Column>, limits| search(&mut engine(spec, only.map(|mv| (state, mv))), &state, limits);
            check(spec, moves.len(), &ask, 4);
        }
    }
}

#[test]
fn what_the_best_move_is_missing_from_is_not_remembered() {
    let game = Connect4::default();
    for spec in ["alphabeta:tt=deep/8MiB", "maxn:tt=deep/8MiB", "mtd(f):tt=deep/8MiB"] {
        for state in random_positions(&game, 9, 20, 20) {
            // The same player is to move two plies later, so both searches share their entries; and what is expected
            // comes about, so the later position decides.
            let expected = search(&mut engine(spec, None), &state, Limits::depth(5));
            if expected.line.len() < 3 {
                continue;
            }
            let mut later = state;
            for ply in &expected.line[..2] {
                game.play(&mut later, ply.mv);
            }
            let mut learned = engine(spec, None);
            search(&mut learned, &later, Limits { lines: 7, ..Limits::depth(3) });
            let value = search(&mut learned, &state, Limits::depth(5)).value;
            assert_eq!(value, expected.value, "{spec} in {state:?}");
        }
    }
}

/// Once the best move of an iteration that was broken off stood with a lower value above the others of the one before.
#[test]
fn a_search_that_is_stopped_tells_lines_of_one_depth() {
    let game = TreeGame::random(1, 9, 5, 20_000, 3);
    let ask = |only: Option<u16>, limits| match only {
        Some(mv) => search_tree(&game.clone().only(mv), "brs", limits),
        None => search_tree(&game, "brs", limits),
    };
    let mut whole = 0;
    for nodes in (5..2_000).step_by(97) {
        let limits = Limits { lines: 3, ..Limits::nodes(nodes) };
        let report = ask(None, limits);
        assert!(report.counts.nodes <= nodes);
        let lines = report.lines();
        assert!(lines.iter().all(|line| line.depth == report.depth), "{nodes} nodes");
        whole += u32::from(lines.len() == 3);
        for (i, line) in lines.iter().enumerate() {
            assert!(lines[..i].iter().all(|other| other.line[0] != line.line[0]), "no move twice");
            if line.depth > 0 && !(i == 0 && report.partial) {
                check_line("brs", &ask, line);
            }
        }
    }
    assert!(whole > 10, "most have come to three lines");
}

/// Is the move looked at most the best?
fn is_by_visits(spec: &str) -> bool {
    spec == "mcts" || spec.starts_with("ubfm")
}

#[test]
fn searches_at_any_time_rank_the_moves_of_the_root() {
    let game = Connect4::default();
    for (spec, limits) in [
        ("mc:playouts=50", Limits::NONE),
        ("mcts", Limits::nodes(20_000)),
        ("ubfm", Limits::nodes(20_000)),
        ("ubfm:backup=paranoid", Limits::nodes(20_000)),
        ("greedy", Limits::NONE),
    ] {
        let best = search(&mut engine(spec, None), &game.initial(), limits);
        let report = search(&mut engine(spec, None), &game.initial(), Limits { lines: 3, ..limits });
        assert_eq!(report.lines().len(), 3, "{spec}");
        assert_eq!((report.value, &report.line), (best.value, &best.line), "{spec}: the first is the best");
        assert_eq!(report.counts.nodes, best.counts.nodes, "{spec}: one search for all lines");
        for other in &report.others {
            assert!(other.line[0] != report.line[0], "{spec}");
            assert_eq!(other.values.is_some(), report.values.is_some(), "{spec}");
            assert!(is_by_visits(spec) || other.value <= report.value, "{spec}");
        }
    }
}
