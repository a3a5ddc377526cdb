//! The laws of [`Game`].

use std::collections::HashSet;

use melee_core::{Game, MAX_PLAYERS, Player, Xoshiro256PlusPlus};

use super::Effort;

/// Plays a random game and checks all its positions, with `also` for what else is to be checked.
pub(super) fn random_game<G: Game>(
    game: &G,
    mut state: G::State,
    effort: Effort,
    rng: &mut Xoshiro256PlusPlus,
    also: impl Fn(&G::State),
) {
    let mut buffer = Vec::new();
    let mut lost = Vec::new();
    let limit = effort.ply_cap.unwrap_or(200);
    for _ in 0..limit {
        check(game, &state);
        also(&state);
        check_lost(game, &state, &mut lost);
        if game.outcome(&state).is_some() {
            return;
        }
        let mv = game.random_move(&state, &mut buffer, rng);
        game.play(&mut state, mv);
    }
    check(game, &state);
    also(&state);
    assert!(
        effort.ply_cap.is_none() || game.outcome(&state).is_some(),
        "a random game was not over after {limit} plies"
    );
}

/// Who has lost a game that goes on does not come back, and is not first at its end.
fn check_lost<G: Game>(game: &G, state: &G::State, lost: &mut Vec<Player>) {
    if let Some(outcome) = game.outcome(state) {
        assert!(!lost.iter().any(|&player| outcome.is_first(player)), "{lost:?} had lost: {outcome:?}");
        return;
    }
    assert!(lost.iter().all(|&player| game.has_lost(state, player)), "{lost:?} had lost: {state:?}");
    lost.clear();
    lost.extend(Player::all(game.players()).filter(|&player| game.has_lost(state, player)));
    assert!(!lost.iter().any(|&player| game.alive(state, player)), "who takes part has not lost: {state:?}");
}

/// All laws of a position, its moves and the turns that may be handed on.
pub(super) fn check<G: Game>(game: &G, state: &G::State) {
    check_state(game, state);
    if game.outcome(state).is_none() {
        check_moves(game, state);
        check_handing(game, state);
    }
}

/// The laws of a position by itself.
pub(super) fn check_state<G: Game>(game: &G, state: &G::State) {
    assert!((2..=MAX_PLAYERS).contains(&game.players()));
    assert_eq!(game.key(state), game.key_from_scratch(state), "incremental key of {state:?}");
    if let Some(outcome) = game.outcome(state) {
        assert_eq!(outcome.players(), game.players());
        let sum: f64 = outcome.all_points().iter().sum();
        assert!((sum - 1.0).abs() < 1e-9, "points sum to {sum}");
    } else {
        assert!(game.alive(state, game.to_move(state)), "the dead do not move");
    }
}

fn check_moves<G: Game>(game: &G, state: &G::State) {
    let mut moves = Vec::new();
    check_list(game, state, &mut moves);
    let mut buffer = moves.clone();
    assert_eq!(game.count_moves(state, &mut buffer), moves.len(), "count_moves agrees with moves");
    assert_eq!(buffer, moves, "the caller's buffer keeps what it held");
    for &mv in &moves {
        let after = check_move(game, state, mv);
        check_turn(game, state, mv, &after);
        assert_eq!(game.key(&after), game.key_from_scratch(&after), "key after {mv:?}");
    }
}

/// A game that says so gives the turn to the next player who can act.
fn check_turn<G: Game>(game: &G, state: &G::State, mv: G::Move, after: &G::State) {
    if game.takes_turns() && game.outcome(after).is_none() {
        let mut next = game.to_move(state).next(game.players());
        while !game.can_act(after, next) && next != game.to_move(state) {
            next = next.next(game.players());
        }
        assert_eq!(game.to_move(after), next, "takes_turns() says that player {next} moves after {mv:?}");
    }
}

/// The laws of a list of moves, which is left in `moves`.
pub(super) fn check_list<G: Game>(game: &G, state: &G::State, moves: &mut Vec<G::Move>) {
    moves.clear();
    game.moves(state, moves);
    assert!(!moves.is_empty(), "a state that is not over has a move");
    let distinct: HashSet<_> = moves.iter().collect();
    assert_eq!(distinct.len(), moves.len(), "no move twice");
    let mut indices: Vec<usize> = moves.iter().map(|&mv| game.move_index(mv)).collect();
    indices.sort_unstable();
    let most = indices.chunk_by(|a, b| a == b).map(<[usize]>::len).max();
    assert!(most <= Some(game.moves_per_index()), "{most:?} moves share an index");
}

/// The laws of one listed move; returns the position after it.
pub(super) fn check_move<G: Game>(game: &G, state: &G::State, mv: G::Move) -> G::State {
    assert!(game.is_legal(state, mv), "{mv:?} is listed, so legal");
    assert!(game.move_index(mv) < game.move_indices(), "index of {mv:?}");
    let after = restores(game, state, |g, s| g.play(s, mv), &|| format!("{mv:?}"));
    if let Some(left) = game.plies_left(state) {
        let then = game.plies_left(&after);
        assert!(then.is_some_and(|then| then < left), "{mv:?} leaves {then:?} plies of {left}");
    }
    after
}

fn check_handing<G: Game>(game: &G, state: &G::State) {
    for player in Player::all(game.players()).filter(|&p| game.can_act(state, p)) {
        let after =
            restores(game, state, |g, s| g.hand_turn_to(s, player), &|| format!("handing the turn to player {player}"));
        assert_eq!(game.key(&after), game.key_from_scratch(&after), "key after handing the turn");
        if game.outcome(&after).is_none() && game.alive(&after, player) {
            assert_eq!(game.to_move(&after), player, "the turn was handed over");
            let moves = game.count_moves(&after, &mut Vec::new());
            assert!(moves > 0, "player {player} can act but has no move");
        }
    }
}

/// Changes a copy, takes the change back, and returns what was in between.
fn restores<G: Game>(
    game: &G,
    state: &G::State,
    change: impl Fn(&G, &mut G::State) -> G::Undo,
    what: &dyn Fn() -> String,
) -> G::State {
    let mut copy = state.clone();
    let undo = change(game, &mut copy);
    let after = copy.clone();
    game.undo(&mut copy, undo);
    assert_eq!(&copy, state, "undo restores the state after {}", what());
    assert_eq!(game.key(&copy), game.key(state), "undo restores the key after {}", what());
    after
}
