//! Every algorithm gives the value of unpruned minimax, on Connect Four.

use std::sync::OnceLock;

use melee::core::value::{clamp_wins, is_loss, is_win, win_in};
use melee::core::{Game, Notation, PlayableGame, Value};
use melee::games::connect4::{Connect4, State};
use melee::search::{Limits, ProvenResult, Watch};
use melee_testkit::positions::random_positions;
use melee_testkit::{textbook, usual_or_long};

use crate::searched::{Searched, engine};

const DEPTHS: u32 = 7;

struct Case {
    state: State,
    /// The textbook's values at depths 1 to 7.
    values: Vec<Value>,
}

fn cases() -> &'static [Case] {
    static CASES: OnceLock<Vec<Case>> = OnceLock::new();
    CASES.get_or_init(|| {
        let game = Connect4::default();
        let pear = game.knowledge(None, None).expect("known");
        random_positions(&game, 2, usual_or_long(40, 500), 36)
            .into_iter()
            .map(|state| Case {
                state,
                values: (1..=DEPTHS).map(|depth| textbook::minimax(&game, &pear, &state, depth)).collect(),
            })
            .collect()
    })
}

fn agrees(spec: &str) {
    agrees_to(spec, DEPTHS);
}

/// Solve takes any win, so wins are compared without their distance there.
fn agrees_to(spec: &str, depths: u32) {
    let game = Connect4::default();
    let pear = game.knowledge(None, None).expect("known");
    let any_win = spec.starts_with("solve");
    for case in cases() {
        for (depth, &expected) in (1..=depths).zip(&case.values) {
            let mut engine = game.engine(spec, &pear, 0);
            let report = engine
                .search(&case.state, Limits::depth(depth), Watch::new(), &mut |_| {})
                .expect("a position that is not over");
            let place = format!("{spec} at depth {depth} on {:?}", case.state);
            if any_win {
                assert_eq!(clamp_wins(report.value), clamp_wins(expected), "{place}");
            } else {
                assert_eq!(report.value, expected, "{place}");
            }
            assert_eq!(*report.best(), report.line[0]);
            assert!(!report.partial);
        }
    }
}

#[test]
fn minimax() {
    agrees("minimax");
}

#[test]
fn solve() {
    agrees("solve");
}

#[test]
fn alphabeta() {
    agrees("alphabeta");
    agrees("alphabeta:order=none");
}

#[test]
fn alphabeta_with_everything() {
    for scheme in ["old", "new", "deep", "two-deep"] {
        agrees(&format!("alphabeta:tt={scheme}/16KiB"));
    }
    agrees("alphabeta:killers=2");
    for history in ["plain", "butterfly", "relative"] {
        agrees(&format!("alphabeta:history={history}"));
    }
    agrees("alphabeta:tt=deep/64KiB,symmetry=on");
    agrees("alphabeta:deepen=on,aspiration=3");
    agrees("alphabeta:tt=deep/64KiB,killers=2,history=relative,deepen=on,aspiration=8");
}

#[test]
fn pvs() {
    agrees("pvs");
    agrees("pvs:tt=two-deep/64KiB,killers=1,history=relative,deepen=on,aspiration=5");
}

#[test]
fn scout() {
    agrees("scout");
}

#[test]
fn sss_and_its_kin() {
    agrees("sss");
    agrees("idsss");
    agrees("memsss");
    agrees("memsss:memory=200");
    agrees_to("memsss:memory=1", 5);
}

#[test]
fn mt_drivers() {
    for name in ["mtd(+inf)", "mtd(-inf)", "mtd(f)"] {
        agrees(&format!("{name}:tt=deep/1MiB"));
        agrees_to(&format!("{name}:tt=new/4KiB"), 5);
        agrees(&format!("{name}:tt=two-deep/256KiB,deepen=on"));
    }
}

#[test]
fn paranoid_and_best_reply_search_are_alpha_beta_for_two_players() {
    for name in ["paranoid", "brs", "brs+", "brs(C-1,0)", "brs(C-1,1)", "brs(2,C-2)", "brs(2,0)"] {
        agrees(name);
    }
}

#[test]
fn the_best_move_attains_the_value_even_if_the_table_forgets_the_root() {
    let game = Connect4::default();
    let pear = game.knowledge(None, None).expect("known");
    let specs = [
        "mtd(f):tt=old/48",
        "mtd(+inf):tt=old/500",
        "mtd(-inf):tt=deep/100",
        "alphabeta:tt=old/48",
        "pvs:tt=new/48",
        "sss",
        "memsss:memory=20",
        "scout",
    ];
    for case in cases().iter().take(60) {
        for spec in specs {
            let mut engine = game.engine(spec, &pear, 0);
            let (limits, watch) = (Limits::depth(4), Watch::new());
            let report = engine.search(&case.state, limits, watch, &mut |_| {}).expect("not over");
            let mut child = case.state;
            game.play(&mut child, report.best().mv);
            let value = match game.outcome(&child) {
                // The textbook counts plies from its own root, one further down.
                None => one_ply_later(-textbook::minimax(&game, &pear, &child, 3)),
                Some(outcome) if outcome.firsts() == 1 => win_in(1),
                Some(_) => 0,
            };
            assert_eq!(value, case.values[3], "{spec} plays {:?} on {:?}", *report.best(), case.state);
        }
    }
}

fn one_ply_later(value: Value) -> Value {
    match () {
        () if is_win(value) => value - 1,
        () if is_loss(value) => value + 1,
        () => value,
    }
}

#[test]
fn a_search_that_was_stopped_proves_no_loss() {
    let game = Connect4::default();
    let state = game.parse_position("12121").expect("legal").state(&game);
    for nodes in [10, 100, 1000, 10_000, 150_000] {
        let mut engine = engine(&game, "annabelle", 0);
        let report = engine.search(&state, Limits::nodes(nodes), Watch::new(), &mut |_| {}).expect("not over");
        assert_eq!(report.proven, None, "{nodes} nodes");
    }
}

#[test]
fn opponents_who_never_search_prove_nothing() {
    let game = Connect4::default();
    for name in ["brs(0,C)", "brs(0,0)"] {
        let mut engine = engine(&game, name, 0);
        let report = engine.search(&game.initial(), Limits::depth(8), Watch::new(), &mut |_| {}).expect("not over");
        assert!(is_win(report.value), "{name}: nobody stops the root player");
        assert_eq!(report.proven, None, "{name}");
    }
}

#[test]
fn a_proven_draw_ends_with_the_board_full() {
    let game = Connect4::default();
    let text = "1411336565366745274216712274733426532";
    let state = game.parse_position(text).expect("legal").state(&game);
    for spec in ["alphabeta", "alphabeta:tt=deep/1MiB", "memsss", "mtd(f):tt=deep/1MiB", "pvs:best"] {
        let mut engine = engine(&game, spec, 0);
        let report = engine.search(&state, Limits::depth(5), Watch::new(), &mut |_| {}).expect("not over");
        let proven = report.proven.expect("five empty cells");
        assert_eq!(proven.result, ProvenResult::Draw, "{spec}");
        assert!(proven.plies.is_none_or(|plies| plies == 5), "{spec}: {proven:?}");
    }
}
