//! Every algorithm gives the value of unpruned minimax, on Connect Four.

use std::sync::OnceLock;

use melee_core::value::clamp_wins;
use melee_core::{Knowledge, Value};
use melee_games::connect4::{Connect4, Pear, State};
use melee_search::{Engine, Limits, Spec, Watch};
use melee_testkit::positions::random_positions;
use melee_testkit::textbook;

const POSITIONS: usize = 500;
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
        let pear = Pear::named(&game, None, None).expect("known");
        random_positions(&game, 2, POSITIONS, 36)
            .into_iter()
            .map(|state| Case {
                state,
                values: (1..=DEPTHS)
                    .map(|depth| textbook::minimax(&game, &pear, &state, depth))
                    .collect(),
            })
            .collect()
    })
}

fn agrees(spec: &str) {
    agrees_to(spec, DEPTHS);
}

/// Solve takes any win, so wins are compared without their distance there.
fn agrees_to(spec: &str, depths: u32) {
    let spec: Spec = spec.parse().expect("a known algorithm");
    let game = Connect4::default();
    let pear = Pear::named(&game, None, None).expect("known");
    let any_win = spec.info().name == "solve";
    for case in cases() {
        for (depth, &expected) in (1..=depths).zip(&case.values) {
            let mut engine: Engine<Connect4, Pear> =
                Engine::with_knowledge(&spec, &game, pear.clone(), 0).expect("fits");
            let report = engine
                .search(
                    &game,
                    &case.state,
                    Limits::depth(depth),
                    Watch::nothing(),
                    &mut |_| {},
                )
                .expect("a position that is not over");
            let place = format!("{spec} at depth {depth} on {:?}", case.state);
            if any_win {
                assert_eq!(clamp_wins(report.value), clamp_wins(expected), "{place}");
            } else {
                assert_eq!(report.value, expected, "{place}");
            }
            assert_eq!(report.best, report.line[0]);
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
    for name in [
        "paranoid",
        "brs",
        "brs+",
        "brs(C-1,0)",
        "brs(C-1,1)",
        "brs(2,C-2)",
        "brs(2,0)",
    ] {
        agrees(name);
    }
}
