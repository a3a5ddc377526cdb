//! Searches of games that go nowhere, against a plain recursion with the evaluation that they should have.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use melee::core::{Game, Knowledge, Notation, PlayableGame, Player, Value};
use melee::games::Abalone;
use melee::history::History;
use melee::search::{Engine, Limits, Watch};

use crate::searched::engine;

type State = <Abalone as Game>::State;
type Knows = <Abalone as PlayableGame>::Knowledge;

const SIDES: u32 = 6;

/// The Standard start, Black a marble ahead.
fn ahead(game: &Abalone) -> State {
    game.parse_position("wwww1/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0 1").expect("a position").start
}

/// The root player's value; his marbles are drawn to a side, if one is given.
fn minimax(game: &Abalone, knows: &Knows, state: &mut State, root: Player, depth: u32, side: Option<u32>) -> Value {
    if depth == 0 {
        let lie = |state| side.map_or(0, |side| knows.lie(game, state, root, side));
        return knows.scores(game, state, root)[root] + lie(state) - lie(&ahead(game));
    }
    let is_own = game.to_move(state) == root;
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let values = moves.into_iter().map(|mv| {
        let undo = game.play(state, mv);
        let value = minimax(game, knows, state, root, depth - 1, side);
        game.undo(state, undo);
        value
    });
    if is_own { values.max() } else { values.min() }.expect("nobody is ever without a move")
}

fn value(engine: &mut Engine<Abalone, Knows>, state: &State) -> (Value, u64) {
    let report = engine.search(state, Limits::depth(2), Watch::new(), &mut |_| {}).expect("not over");
    (report.value, report.counts.nodes)
}

#[test]
fn who_has_lost_patience_goes_to_a_side() {
    let game = Abalone::new(2).expect("two players");
    let knows = game.knowledge(None, None).expect("the default");
    let state = ahead(&game);
    let root = game.to_move(&state);
    let of_side = |side| minimax(&game, &knows, &mut { state }, root, 2, side);
    let sides: Vec<Value> = (0..SIDES).map(|side| of_side(Some(side))).collect();
    for spec in ["alphabeta", "pvs:tt=deep/1MiB,killers=2,symmetry=on"] {
        let options = if spec.contains(':') { "," } else { ":" };
        let mut patient = engine(&game, spec, 0);
        let mut taken = Vec::new();
        for seed in 0..24 {
            let mut searched = engine(&game, &format!("{spec}{options}patience=20"), seed);
            searched.note_standstill(19, 50);
            assert_eq!(value(&mut searched, &state), value(&mut patient, &state), "{spec}: not yet");
            patient.forget(0);
            for plies in [20, 40, 41] {
                // The table must not remember what was found on the way to another side.
                searched.note_standstill(plies, 50);
                let mut anew = engine(&game, &format!("{spec}{options}patience=20"), seed);
                anew.note_standstill(plies, 50);
                let (found, _) = value(&mut searched, &state);
                assert_eq!(found, value(&mut anew, &state).0, "{spec}, seed {seed}, {plies} plies");
                assert!(sides.contains(&found), "{spec}: {found} is not among {sides:?}");
                taken.push(found);
            }
        }
        assert!(sides.iter().all(|value| taken.contains(value)), "{spec}: sides {sides:?}, taken {taken:?}");
    }
    let plain = of_side(None);
    assert!(sides.iter().filter(|&&value| value != plain).count() > 3, "{plain} and {sides:?}");
}

#[test]
fn all_threads_go_to_the_same_side() {
    let game = Abalone::new(2).expect("two players");
    for spec in ["alphabeta:patience=20", "pvs:patience=20,tt=deep/1MiB,cut=equal,killers=2"] {
        let found = |plies, threads| {
            let mut engine = engine(&game, spec, 0);
            engine.note_standstill(plies, 50);
            let limits = Limits { threads, ..Limits::depth(3) };
            let report = engine.search(&ahead(&game), limits, Watch::new(), &mut |_| {}).expect("not over");
            (report.value, report.threads)
        };
        let (alone, _) = found(20, 1);
        assert_ne!(alone, found(0, 1).0, "{spec}");
        for _ in 0..5 {
            assert_eq!(found(20, 3), (alone, 3), "{spec}");
        }
    }
}

#[test]
fn who_stands_no_better_stays() {
    let game = Abalone::new(2).expect("two players");
    // Turned half round, Black's marbles are White's: his own evaluation is far above nothing all the same.
    let even = game.parse_position("5/6/2www2/2wwww2/2ww1bb2/2bbbb2/2bbb2/6/5 b 0 0").expect("a position").start;
    for eval in ["melee", "aiba"] {
        let values = ["", ",patience=20"].map(|patience| {
            let mut engine = engine(&game, &format!("pvs:eval={eval}{patience}"), 0);
            engine.note_standstill(20, 50);
            [value(&mut engine, &even), value(&mut engine, &ahead(&game))]
        });
        assert_eq!(values[0][0], values[1][0], "{eval}");
        assert_ne!(values[0][1], values[1][1], "{eval}");
    }
}

#[test]
fn a_tree_goes_to_a_side_too() {
    let game = Abalone::new(2).expect("two players");
    let state = ahead(&game);
    let values = |spec: &str, plies| {
        let mut engine = engine(&game, spec, 0);
        engine.note_standstill(plies, plies);
        let report = engine.search(&state, Limits::nodes(2_000), Watch::new(), &mut |_| {}).expect("not over");
        report.values.expect("of everybody").as_slice().to_vec()
    };
    let (plain, patient) =
        ("mcts:cutoff=0,score=margin,eval=melee", "mcts:cutoff=0,score=margin,eval=melee,patience=30");
    assert_eq!(values(patient, 29), values(plain, 29));
    assert_ne!(values(patient, 30), values(plain, 30));
    assert!((2..9).any(|times| values(patient, 30 * times) != values(patient, 30)), "always the same side");
}

#[test]
fn a_standstill_lasts_from_the_last_marble_that_was_pushed_off() {
    let game = Arc::new(Abalone::new(2).expect("two players"));
    let setup = game.parse_position("5/6/7/8/3bbb2w/8/7/6/5 b 0 0").expect("a position");
    let mut history = History::from_setup(game, setup);
    assert_eq!(history.standstill(), 0);
    for (mv, plies) in [("E4E5", 1), ("E9F9", 2), ("E5E6", 3), ("F9E9", 4), ("E6E7", 0)] {
        history.play_text(mv).unwrap_or_else(|error| panic!("{mv}: {error}"));
        assert_eq!(history.standstill(), plies, "{mv}");
    }
    history.undo();
    assert_eq!(history.standstill(), 4);
}

#[test]
fn games_without_anything_for_good_have_no_standstill() {
    let mut history = History::new(melee::games::Connect4::default());
    history.play_text("4").expect("legal");
    assert_eq!(history.standstill(), 0);
}

#[test]
fn who_studies_a_standstill_is_told_what_it_is_worth() {
    let game = melee::open("abalone").expect("known");
    let ahead = "wwww1/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0 1";
    let mut position = game.position(ahead).expect("a position");
    for _ in 0..4 {
        let mv = position.moves().pop().expect("there are some");
        position.play(&mv).expect("legal");
    }
    let value = |spec: &str, is_study: bool| {
        let task = melee::Task::from(Limits::depth(2));
        let task = if is_study { task.for_study() } else { task };
        position.search(spec, task).expect("not over").value
    };
    let plain = value("alphabeta", false);
    assert_eq!(value("alphabeta", true), plain);
    assert_ne!(value("alphabeta:patience=3", false), plain);
    assert_eq!(value("alphabeta:patience=3", true), plain);
    // Who asks for several lines, or sets no end, studies too.
    let limits = Limits { lines: 2, ..Limits::depth(2) };
    assert_eq!(position.search("alphabeta:patience=3", limits).expect("not over").value, plain);
    let stop = AtomicBool::new(false);
    let mut values = Vec::new();
    let mut note = |report: &melee::Report| {
        values.push(report.value);
        stop.store(values.len() == 2, Ordering::Relaxed);
    };
    let endless = melee::Task::new(Limits { deepen: true, ..Limits::endless() })
        .watch(Watch::new().stopping_on(&stop))
        .on_report(&mut note);
    position.search("alphabeta:patience=3", endless).expect("not over");
    assert_eq!(values[1], plain);
}
