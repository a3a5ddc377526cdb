//! Repetitions of the game before the root, against a plain recursion that asks of every position.

use std::sync::Arc;

use melee::core::{Game, Knowledge, PlayableGame, Player, Value};
use melee::games::Abalone;
use melee::search::{Engine, Limits, Watch};

use crate::searched::engine;

type State = <Abalone as Game>::State;

/// The root player's value, where what was seen before is worth so much.
fn minimax(game: &Abalone, state: &mut State, root: Player, depth: u32, past: &[u64], is_root: bool) -> Value {
    const DRAW: Value = -7;
    if !is_root && past.contains(&game.key(state)) {
        return DRAW;
    }
    if depth == 0 {
        return game.knowledge(None, None).expect("the default").scores(game, state, root)[root];
    }
    let is_own = game.to_move(state) == root;
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let values = moves.into_iter().map(|mv| {
        let undo = game.play(state, mv);
        let value = minimax(game, state, root, depth - 1, past, false);
        game.undo(state, undo);
        value
    });
    if is_own { values.max() } else { values.min() }.expect("nobody is ever without a move")
}

#[test]
fn positions_of_the_game_so_far_are_worth_a_draw_less_contempt() {
    let game = Arc::new(Abalone::new(2).expect("two players"));
    let mut state = game.initial();
    // Marbles go forth and back, so that every second position was seen before.
    let mut past = vec![game.key(&state)];
    let mut differs = 0;
    for ply in 0..12 {
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        let seen = |mv: &<Abalone as Game>::Move| {
            let mut after = state;
            game.play(&mut after, *mv);
            past.contains(&game.key(&after))
        };
        let back = moves.iter().copied().filter(|_| ply % 3 == 2).find(seen);
        let mv = back.unwrap_or(moves[7 * ply % moves.len()]);
        game.play(&mut state, mv);
        past.push(game.key(&state));
        let root = game.to_move(&state);
        let expected = minimax(&game, &mut { state }, root, 2, &past, true);
        for spec in ["alphabeta:repetition=7", "pvs:repetition=7,tt=deep/1MiB,killers=2"] {
            let mut engine = engine(&*game, spec, 0);
            engine.recall(past.clone());
            let value = |engine: &mut Engine<Abalone, _>| {
                let report = engine.search(&state, Limits::depth(2), Watch::new(), &mut |_| {});
                report.expect("not over").value
            };
            assert_eq!(value(&mut engine), expected, "{spec}, ply {ply}");
            engine.forget(0);
            engine.recall(Vec::new());
            differs += u32::from(value(&mut engine) != expected);
        }
    }
    assert!(differs > 0, "repetitions mattered nowhere");
}

/// Where all that a player can do was seen before, a tree that asks the evaluation at once finds nothing but draws, less
/// what the root player has against them; and where nothing was seen it searches as it always does.
#[test]
fn a_tree_takes_positions_of_the_game_so_far_for_draws() {
    let game = Arc::new(Abalone::new(3).expect("three players"));
    let state = game.initial();
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    let after = |mv: &<Abalone as Game>::Move| {
        let mut after = state;
        game.play(&mut after, *mv);
        game.key(&after)
    };
    let past: Vec<u64> = moves.iter().map(after).collect();
    let values = |spec: &str, past: &[u64]| {
        let mut engine = engine(&*game, spec, 0);
        engine.recall(past.to_vec());
        let report = engine.search(&state, Limits::nodes(2_000), Watch::new(), &mut |_| {}).expect("not over");
        report.values.expect("of everybody").as_slice().to_vec()
    };
    let plain = "mcts:cutoff=0,score=margin";
    assert_eq!(values(&format!("{plain},repetition=0"), &past), [333_333; 3]);
    assert_eq!(values(&format!("{plain},repetition=0.1"), &past), [233_333, 333_333, 333_333]);
    assert_eq!(values(&format!("{plain},repetition=1"), &past), [0, 333_333, 333_333], "less than nothing is none");
    assert_eq!(values(plain, &past), values(plain, &[]));
    assert_eq!(values(&format!("{plain},repetition=0"), &[]), values(plain, &[]));
    assert_ne!(values(plain, &past), [333_333; 3]);
}
