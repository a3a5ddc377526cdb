//! Several lines: each has the value that a search finds for its move alone.

use std::fmt::Debug;

use melee::core::value::{is_win, loss_in, plies_to_end, win_in};
use melee::core::{Game, PlayableGame, Player, Scores, Value};
use melee::games::{Connect4, Rolit, connect4};
use melee::search::{Engine, Limits, Proven, ProvenResult, RankedLine, Report, Watch};
use melee_testkit::positions::random_positions;
use melee_testkit::tree::{TreeGame, TreeKnowledge};

use super::hashed::Hashed;
use crate::searched::{Searched, engine};

type Column = <Connect4 as Game>::Move;
type ConnectFour = Engine<Connect4, <Connect4 as PlayableGame>::Knowledge>;

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

/// What a search says about a move.
#[derive(PartialEq, Debug)]
struct Worth {
    value: Value,
    values: Option<Scores>,
    proven: Option<Proven>,
}

impl<M> From<Report<M>> for Worth {
    fn from(report: Report<M>) -> Self {
        Worth { value: report.value, values: report.values, proven: report.proven }
    }
}

impl Worth {
    /// What is known after a move of two players, as its player sees it before.
    fn a_ply_before(self) -> Self {
        let later = |value| match plies_to_end(value) {
            Some(plies) if is_win(value) => win_in(plies + 1),
            Some(plies) => loss_in(plies + 1),
            None => value,
        };
        let turned = |result| match result {
            ProvenResult::Win => ProvenResult::Loss,
            ProvenResult::Draw => ProvenResult::Draw,
            ProvenResult::Loss => ProvenResult::Win,
        };
        let before = |proven: Proven| Proven { result: turned(proven.result), plies: proven.plies.map(|p| p + 1) };
        Worth {
            value: -later(self.value),
            values: self.values.map(|values| scores(|player| later(values[player]))),
            proven: self.proven.map(before),
        }
    }
}

/// The values of two players.
fn scores(of: impl Fn(Player) -> Value) -> Scores {
    let mut scores = Scores::new(2);
    Player::all(2).for_each(|player| scores[player] = of(player));
    scores
}

/// A position searched by a new engine.
struct Case<'a, M> {
    what: &'a str,
    /// With all its moves.
    search: &'a dyn Fn(Limits) -> Report<M>,
    /// With one move alone, so deep.
    alone: &'a dyn Fn(M, u32) -> Worth,
}

impl<M: Copy + Eq + Debug> Case<'_, M> {
    /// A line against a search of its move alone, to the same depth.
    fn check_line(&self, line: &RankedLine<M>) {
        let mv = line.line[0].mv;
        let found = Worth { value: line.value, values: line.values, proven: line.proven };
        assert_eq!(found, (self.alone)(mv, line.depth), "{} to depth {} after {mv:?}", self.what, line.depth);
    }

    fn check(&self, moves: usize, depth: u32) {
        let what = self.what;
        let lines = (self.search)(Limits { lines: 4, ..Limits::depth(depth) }).lines();
        let best = (self.search)(Limits::depth(depth));
        assert_eq!((lines[0].value, &lines[0].line), (best.value, &best.line), "{what}: the first is the best");
        assert!(best.others.is_empty(), "nobody asked for others");
        assert_eq!(lines.len(), moves.min(4), "{what}");
        for (i, line) in lines.iter().enumerate() {
            self.check_line(line);
            // MP-Mix ranks by a leader's score where it holds him down.
            let is_ranked_by_value = !what.starts_with("mpmix");
            assert!(!is_ranked_by_value || i == 0 || line.value <= lines[i - 1].value, "{what}: the best comes first");
            let is_new = |other: &RankedLine<M>| other.line[0].mv != line.line[0].mv;
            assert!(lines[..i].iter().all(is_new), "{what}: no move twice");
        }
    }
}

fn check_tree(game: &TreeGame, spec: &str, depth: u32) {
    let mut moves = Vec::new();
    game.moves(&game.initial(), &mut moves);
    let search = |limits| search_tree(game, spec, limits);
    let alone = |mv, depth| search_tree(&game.clone().only(mv), spec, Limits::depth(depth)).into();
    Case { what: spec, search: &search, alone: &alone }.check(moves.len(), depth);
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
            let search_from = |state: &connect4::State, limits| search(&mut engine(&game, spec, 0), state, limits);
            let alone = |mv, depth| {
                let mut after = state;
                game.play(&mut after, mv);
                if game.outcome(&after).is_some() {
                    let of = |player| if player == game.to_move(&state) { win_in(1) } else { loss_in(1) };
                    let values = spec.starts_with("maxn").then(|| scores(of));
                    let proven = Some(Proven { result: ProvenResult::Win, plies: Some(1) });
                    return Worth { value: win_in(1), values, proven };
                }
                Worth::from(search_from(&after, Limits::depth(depth - 1))).a_ply_before()
            };
            let search = |limits| search_from(&state, limits);
            Case { what: spec, search: &search, alone: &alone }.check(moves.len(), 4);
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
            let expected = search(&mut engine(&game, spec, 0), &state, Limits::depth(5));
            if expected.line.len() < 3 {
                continue;
            }
            let mut later = state;
            for ply in &expected.line[..2] {
                game.play(&mut later, ply.mv);
            }
            let mut learned = engine(&game, spec, 0);
            search(&mut learned, &later, Limits { lines: 7, ..Limits::depth(3) });
            let value = search(&mut learned, &state, Limits::depth(5)).value;
            assert_eq!(value, expected.value, "{spec} in {state:?}");
        }
    }
}

/// Asked again, the table ends the search behind the first move. For more than two players that was the whole line.
#[test]
fn a_line_that_the_table_cut_short_goes_on_from_it() {
    for players in 2..=4 {
        let game = Rolit::new(players, 6).expect("in range");
        for policy in ["paranoid", "brs", "brs(C-1,0)"] {
            let mut engine = engine(&game, &format!("{policy}:tt=deep/4MiB"), 0);
            let mut line = || {
                let report = engine.search(&game.initial(), Limits::depth(5), Watch::new(), &mut |_| {});
                report.expect("a position that is not over").line
            };
            let first = line();
            assert_eq!(first.len(), 5, "{policy}, {players} players");
            assert_eq!(line(), first, "{policy}, {players} players");
        }
    }
}

/// Once the best move of an iteration that was broken off stood with a lower value above the others of the one before.
#[test]
fn a_search_that_is_stopped_tells_lines_of_one_depth() {
    let game = TreeGame::random(1, 9, 5, 20_000, 3);
    let search = |limits| search_tree(&game, "brs", limits);
    let alone = |mv, depth| search_tree(&game.clone().only(mv), "brs", Limits::depth(depth)).into();
    let case = Case { what: "brs", search: &search, alone: &alone };
    let mut whole = 0;
    for nodes in (5..2_000).step_by(97) {
        let limits = Limits { lines: 3, ..Limits::nodes(nodes) };
        let report = search(limits);
        assert!(report.counts.nodes <= nodes);
        let lines = report.lines();
        assert!(lines.iter().all(|line| line.depth == report.depth), "{nodes} nodes");
        whole += u32::from(lines.len() == 3);
        for (i, line) in lines.iter().enumerate() {
            assert!(lines[..i].iter().all(|other| other.line[0] != line.line[0]), "no move twice");
            if line.depth > 0 && !(i == 0 && report.partial) {
                case.check_line(line);
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
        let best = search(&mut engine(&game, spec, 0), &game.initial(), limits);
        let report = search(&mut engine(&game, spec, 0), &game.initial(), Limits { lines: 3, ..limits });
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
