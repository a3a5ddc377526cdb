//! Searches of four-player chess: the lazy evaluation and the quiescence searches.

use melee::core::{Game, PlayableGame, seeded_rng};
use melee::games::chess4::{Chess4, State};
use melee::search::{Limits, Report, Watch};
use melee_testkit::textbook::Quiescence;

use crate::searched::Searched;

/// Positions from random games.
fn positions(count: usize) -> Vec<State> {
    let game = Chess4::default();
    let mut rng = seeded_rng(12);
    let (mut state, mut found) = (game.initial(), Vec::new());
    while found.len() < count {
        for _ in 0..9 {
            let mv = game.random_move(&state, &mut Vec::new(), &mut rng);
            game.play(&mut state, mv);
            if game.outcome(&state).is_some() {
                state = game.initial();
            }
        }
        found.push(state);
    }
    found
}

type Found = Report<<Chess4 as Game>::Move>;

fn search(evaluation: &str, state: &State, spec: &str, depth: u32) -> Found {
    let game = Chess4::default();
    let knowledge = game.knowledge(Some(evaluation), None).expect("known");
    let mut engine = game.engine(spec, &knowledge, 0);
    let (limits, watch) = (Limits::depth(depth), Watch::new());
    engine.search(state, limits, watch, &mut |_| {}).expect("not over")
}

/// With a margin that bounds what is left out, nothing changes; with the thesis's margin of a pawn
/// it may, and how often is printed.
#[test]
fn a_lazy_evaluation_that_bounds_changes_nothing() {
    let long = melee_testkit::usual_or_long(false, true);
    let positions = positions(if long { 200 } else { 40 });
    let (mut searches, mut changed) = (0, 0);
    for state in &positions {
        for spec in ["paranoid", "brs", "brs+"] {
            let full = search("esser", state, spec, 3);
            let bounded = search("bound:15", state, spec, 3);
            assert_eq!((bounded.value, *bounded.best()), (full.value, *full.best()), "{spec}: {state:?}");
            let lazy = search("lazy:1", state, spec, 3);
            searches += 1;
            changed += usize::from((lazy.value, *lazy.best()) != (full.value, *full.best()));
        }
    }
    println!("a margin of a pawn changed {changed} of {searches} searches to depth 3");
}

/// Each kind of player looks at noisy moves in his own way (Esser 2012, 3.4): against slow searches
/// of the same tree.
#[test]
fn quiescence_is_that_of_the_textbook() {
    let game = Chess4::default();
    let knowledge = game.knowledge(None, None).expect("known");
    let mut looked = 0;
    for state in positions(if cfg!(debug_assertions) { 12 } else { 60 }) {
        let root = game.to_move(&state);
        let slow = Quiescence { game: &game, knowledge: &knowledge, root, limit: 3 };
        let mut children = Vec::new();
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        for mv in moves {
            let mut child = state;
            game.play(&mut child, mv);
            children.push(child);
        }
        let fast = |name: &str| search("esser", &state, &format!("{name}:quiescence=3"), 1);
        let paranoid = children.iter().map(|c| slow.paranoid(c, 1, 0)).max();
        let brs = children.iter().map(|c| slow.best_reply(c, false, 1, 0)).max();
        assert_eq!(Some(fast("paranoid").value), paranoid, "{state:?}");
        assert_eq!(Some(fast("brs").value), brs, "{state:?}");
        let vectors = children.iter().map(|c| slow.maxn(c, 1, 0));
        let maxn = vectors.map(|scores| scores[root.index()]).max();
        assert_eq!(Some(fast("maxn").value), maxn, "{state:?}");
        let plain = search("esser", &state, "paranoid", 1).value;
        looked += usize::from(paranoid != Some(plain));
    }
    assert!(looked > 3, "noisy moves mattered in {looked} positions");
}
