//! Searches of Abalone: exact settings agree with the textbook, selective ones behave.

use melee::core::{Game, Notation, PlayableGame, Rest, Searchers, seeded_rng};
use melee::games::abalone::{Abalone, State};
use melee::search::{Limits, Report, Watch};
use melee_testkit::{textbook, usual_or_long};

use crate::searched::Searched;

fn search(
    game: &Abalone,
    knowledge: &<Abalone as PlayableGame>::Knowledge,
    state: &State,
    spec: &str,
    depth: u32,
) -> Report<<Abalone as Game>::Move> {
    let mut engine = game.engine(spec, knowledge, 0);
    let (limits, watch) = (Limits::depth(depth), Watch::new());
    engine.search(state, limits, watch, &mut |_| {}).expect("not over")
}

/// Starts, some symmetric, and positions a few random plies on.
fn positions(game: &Abalone) -> Vec<State> {
    let mut rng = seeded_rng(11);
    let mut positions = Vec::new();
    for start in game.starts().into_iter().step_by(17) {
        let mut state = game.parse_position(&start.position).expect("a start").state(game);
        positions.push(state);
        for _ in 0..30 {
            let mv = game.random_move(&state, &mut Vec::new(), &mut rng);
            game.play(&mut state, mv);
        }
        positions.push(state);
    }
    positions
}

const EXACT: [&str; 4] = [
    "alphabeta:tt=deep/256KiB,cut=equal,symmetry=on",
    "pvs:killers=2,history=relative",
    "pvs:tt=two-deep/1MiB,cut=equal,symmetry=on,killers=2,history=relative,deepen=on",
    "alphabeta:tt=two-deep/16KiB,cut=equal,symmetry=on,deepen=on,aspiration=50,order=gain",
];

#[test]
fn exact_settings_agree_with_the_textbook() {
    let game = Abalone::new(2).expect("two players");
    for evaluation in ["aiba", "melee"] {
        let knowledge = game.knowledge(Some(evaluation), None).expect("known");
        for state in positions(&game) {
            for depth in 1..=2 {
                let (all, rest) = (Searchers::All, Rest::Bmom);
                let value = textbook::best_reply(&game, &knowledge, &state, depth, all, rest);
                for spec in EXACT.into_iter().chain(["alphabeta"]) {
                    let report = search(&game, &knowledge, &state, spec, depth);
                    assert_eq!(report.value, value, "{spec}, depth {depth}, {state:?}");
                }
            }
        }
    }
}

#[test]
fn exact_settings_agree_with_plain_alpha_beta_where_it_is_slow() {
    let game = Abalone::new(2).expect("two players");
    let knowledge = game.knowledge(Some("melee"), None).expect("known");
    for state in positions(&game) {
        let plain = search(&game, &knowledge, &state, "alphabeta", 4);
        for spec in EXACT {
            let report = search(&game, &knowledge, &state, spec, 4);
            assert_eq!(report.value, plain.value, "{spec}, {state:?}");
        }
    }
}

#[test]
fn policies_for_three_players_agree_with_the_textbook() {
    let game = Abalone::new(3).expect("three players");
    let knowledge = game.knowledge(Some("melee"), None).expect("known");
    for state in positions(&game) {
        for (name, searchers, rest) in [
            ("paranoid", Searchers::All, Rest::Bmom),
            ("brs", Searchers::Count(1), Rest::Pass),
            ("brs+", Searchers::Count(1), Rest::Bmom),
        ] {
            let value = textbook::best_reply(&game, &knowledge, &state, 3, searchers, rest);
            for options in ["", ":tt=deep/256KiB,cut=equal,symmetry=on,killers=2"] {
                let spec = format!("{name}{options}");
                let report = search(&game, &knowledge, &state, &spec, 3);
                assert_eq!(report.value, value, "{spec}, {state:?}");
            }
        }
    }
}

#[test]
fn selective_search_visits_less_and_proves_nothing() {
    let game = Abalone::new(2).expect("two players");
    let knowledge = game.knowledge(Some("melee"), None).expect("known");
    let (mut plain, mut selective) = (0, [0; 4]);
    for state in positions(&game).into_iter().step_by(usual_or_long(3, 1)) {
        plain += search(&game, &knowledge, &state, "pvs", 5).counts.nodes;
        for (i, option) in ["nullmove=2", "late=4", "multicut=3/6", "nullmove=1,late=3"].into_iter().enumerate() {
            let report = search(&game, &knowledge, &state, &format!("pvs:{option}"), 5);
            selective[i] += report.counts.nodes;
            assert!(game.is_legal(&state, report.best().mv));
        }
    }
    for nodes in selective {
        assert!(nodes < plain, "{nodes} of {plain}");
    }
    // Black pushes the sixth marble off.
    let won = game.parse_position("5/6/7/8/5bbbw/8/7/6/w4 b 0 5").expect("a position").start;
    let report = search(&game, &knowledge, &won, "pvs:nullmove=2,late=4", 3);
    assert!(melee::core::value::is_win(report.value));
    assert_eq!(report.proven, None);
    assert!(search(&game, &knowledge, &won, "pvs", 3).proven.is_some());
}

#[test]
fn selective_options_work_under_every_policy() {
    let game = Abalone::new(3).expect("three players");
    let knowledge = game.knowledge(None, None).expect("known");
    for state in positions(&game) {
        for name in ["paranoid", "brs", "brs+", "brs(C-1,0)", "brs(0,C)"] {
            let spec = format!("{name}:nullmove=1,late=3,multicut=2/4,tt=deep/64KiB,scout=on");
            let report = search(&game, &knowledge, &state, &spec, 5);
            assert!(game.is_legal(&state, report.best().mv), "{spec}");
        }
    }
}

/// A side that passes must not move twice: values of shallow searches hardly change.
#[test]
fn a_null_move_hands_the_turn_over() {
    let game = Abalone::new(2).expect("two players");
    let knowledge = game.knowledge(Some("melee"), None).expect("known");
    let mut rng = seeded_rng(23);
    let (mut state, mut same) = (game.initial(), 0);
    let all = usual_or_long(20, 60);
    for _ in 0..all {
        for _ in 0..7 {
            if game.outcome(&state).is_some() {
                state = game.initial();
            }
            let mv = game.random_move(&state, &mut Vec::new(), &mut rng);
            game.play(&mut state, mv);
        }
        let value = |spec: &str| search(&game, &knowledge, &state, spec, 4).value;
        same += usize::from(value("pvs:quiescence=8") == value("pvs:quiescence=8,nullmove=2"));
    }
    assert!(same * 20 >= all * 19, "{same} of {all}");
}
