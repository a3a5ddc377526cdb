//! Searches of four-player chess: the lazy evaluation, the quiescence searches, and an ending that must be won.

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

/// The search that was told nothing of bare kings and repetitions drew all of these.
#[test]
fn a_queen_mates_a_bare_king_within_fifty_rounds() {
    const NODES: u64 = 3_000;
    let endings = [
        (3, "R-0,1,1,0-0,0,0,0-0,0,0,0-0,0,0,0-0-14/14/14/gQ,13/14/14/14/1,rK,5,gK,6/14/14/14/14/14/14"),
        (1, "G-1,0,1,0-0,0,0,0-0,0,0,0-0,0,0,0-0-14/14/14/2,gK,11/bK,13/14/12,bQ,1/14/14/14/14/14/14/14"),
        (1, "Y-1,0,0,1-0,0,0,0-0,0,0,0-0,0,0,0-0-14/14/14/14/13,bQ/14/14/14/14/14/1,yK,12/14/14/6,bK,7"),
        (1, "B-1,0,1,0-0,0,0,0-0,0,0,0-0,0,0,0-0-14/14/14/14/14/bQ,13/10,gK,3/14/14/8,bK,5/14/14/14/14"),
    ];
    let game = melee::open("chess4").expect("known");
    for (winner, text) in endings {
        let mut position = game.position(text).expect("a position");
        let mut engine = game.engine("best").expect("known");
        for _ in 0..100 {
            if position.to_move().is_some() {
                engine.take_turn(&mut position, Limits::nodes(NODES)).expect("a move");
            }
        }
        let outcome = position.outcome().expect("fifty rounds are enough");
        let mut points = [0.0; 4];
        points[winner] = 1.0;
        assert_eq!(outcome.all_points(), points, "{text}");
    }
}
