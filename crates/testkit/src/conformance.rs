//! The laws of [`Game`], [`Notation`] and [`Draw`], checked over random games.
//!
//! Every game calls [`check`] in its tests; a law that a game breaks is named in the panic.

use std::collections::HashSet;
use std::fmt::Debug;

use melee_core::{Draw, Game, Notation, Player, Xoshiro256PlusPlus, seeded_rng};

/// How much to check.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Random games from every named start.
    pub games: u32,
    /// A random game must be over by then; `None` for games that need not end at random.
    pub ply_cap: Option<u32>,
    /// The seed of the random games.
    pub seed: u64,
}

/// Checks every law on every position of the random games.
pub fn check<G: Notation + Draw>(game: &G, effort: Effort) {
    let mut rng = seeded_rng(effort.seed);
    let starts = game.starts();
    assert!(!starts.is_empty(), "a game has a start");
    for start in &starts {
        let setup = game
            .parse_position(&start.position)
            .unwrap_or_else(|e| panic!("start {} does not parse: {e}", start.name));
        let state = setup.state(game);
        for _ in 0..effort.games {
            random_game(game, state.clone(), effort, &mut rng);
        }
    }
    let default = game
        .parse_position(&starts[0].position)
        .map(|s| s.state(game));
    assert_eq!(
        default.ok(),
        Some(game.initial()),
        "the first start is the initial state"
    );
}

fn random_game<G: Notation + Draw>(
    game: &G,
    mut state: G::State,
    effort: Effort,
    rng: &mut Xoshiro256PlusPlus,
) {
    let mut buffer = Vec::new();
    let limit = effort.ply_cap.unwrap_or(200);
    for _ in 0..limit {
        check_state(game, &state);
        if game.outcome(&state).is_some() {
            return;
        }
        check_moves(game, &state);
        check_handing(game, &state);
        let mv = game.random_move(&state, &mut buffer, rng);
        game.play(&mut state, mv);
    }
    check_state(game, &state);
    assert!(
        effort.ply_cap.is_none() || game.outcome(&state).is_some(),
        "a random game was not over after {limit} plies"
    );
}

fn check_state<G: Notation + Draw>(game: &G, state: &G::State) {
    assert!((2..=melee_core::MAX_PLAYERS).contains(&game.players()));
    assert_eq!(
        game.key(state),
        game.key_from_scratch(state),
        "incremental key of {state:?}"
    );
    let text = game.position_text(state);
    let again = game
        .parse_position(&text)
        .unwrap_or_else(|e| panic!("'{text}' does not read back: {e}"));
    assert_eq!(&again.state(game), state, "'{text}' reads back differently");
    check_diagram(game, state);
    if let Some(outcome) = game.outcome(state) {
        assert_eq!(outcome.players(), game.players());
        let sum: f64 = outcome.all_points().iter().sum();
        assert!((sum - 1.0).abs() < 1e-9, "points sum to {sum}");
    } else {
        assert!(
            game.alive(state, game.to_move(state)),
            "the dead do not move"
        );
    }
}

fn check_diagram<G: Draw>(game: &G, state: &G::State) {
    let diagram = game.diagram(state);
    let ids: HashSet<_> = diagram.cells.iter().map(|c| &c.id).collect();
    assert_eq!(ids.len(), diagram.cells.len(), "cell ids are unique");
    let centres: HashSet<_> = diagram
        .cells
        .iter()
        .map(melee_core::diagram::Cell::centre)
        .map(|p| (p.x.to_bits(), p.y.to_bits()))
        .collect();
    assert_eq!(centres.len(), diagram.cells.len(), "cells lie apart");
    let in_range = |cell: usize| cell < diagram.cells.len();
    assert!(diagram.pieces.iter().all(|p| in_range(p.cell)));
    assert!(diagram.marks.iter().all(|m| in_range(m.cell)));
    if game.outcome(state).is_none() {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        for mv in moves {
            let cells = game.move_cells(state, mv);
            assert!(cells.into_iter().all(in_range), "cells of {mv:?}");
        }
        check_gestures(game, state, diagram.cells.len());
    }
    for counter in game.counters(state) {
        assert_eq!(counter.values.len(), game.players(), "{}", counter.name);
    }
}

/// Clicks mean one move, or a choice among moves with different names, and never leave it open
/// whether more clicks follow.
fn check_gestures<G: Draw>(game: &G, state: &G::State, cells: usize) {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let mut meanings = HashSet::new();
    let mut paths = HashSet::new();
    for &mv in &moves {
        let gesture = game.gesture(state, mv);
        assert!(
            gesture.route.iter().all(|&cell| cell < cells),
            "way of {mv:?}"
        );
        assert!(
            moves.len() == 1 || !gesture.paths.is_empty(),
            "{mv:?} is made by clicks"
        );
        for path in gesture.paths {
            assert!(!path.is_empty(), "clicks of {mv:?}");
            assert!(path.iter().all(|&cell| cell < cells), "clicks of {mv:?}");
            let meaning = (path.clone(), gesture.choice.clone());
            assert!(meanings.insert(meaning), "{path:?} means two moves");
            paths.insert(path);
        }
    }
    for path in &paths {
        for shorter in 1..path.len() {
            let begun = &path[..shorter];
            assert!(
                !paths.contains(begun),
                "{begun:?} is a move and begins another"
            );
        }
    }
}

fn check_moves<G: Notation>(game: &G, state: &G::State) {
    let mut buffer = Vec::new();
    game.moves(state, &mut buffer);
    assert!(!buffer.is_empty(), "a state that is not over has a move");
    let distinct: HashSet<_> = buffer.iter().collect();
    assert_eq!(distinct.len(), buffer.len(), "no move twice");
    let moves = buffer.clone();
    assert_eq!(
        game.count_moves(state, &mut buffer),
        moves.len(),
        "count_moves agrees with moves"
    );
    assert_eq!(buffer, moves, "the caller's buffer keeps what it held");
    let mut texts = HashSet::new();
    for &mv in &moves {
        assert!(game.is_legal(state, mv), "{mv:?} is listed, so legal");
        assert!(game.move_index(mv) < game.move_indices(), "index of {mv:?}");
        let text = game.move_text(state, mv);
        assert_eq!(game.parse_move(state, &text), Ok(mv), "'{text}' reads back");
        assert!(texts.insert(text), "two moves with one text");
        let after = restores(game, state, |g, s| g.play(s, mv), &format!("{mv:?}"));
        assert_eq!(
            game.key(&after),
            game.key_from_scratch(&after),
            "key after {mv:?}"
        );
    }
}

fn check_handing<G: Game>(game: &G, state: &G::State) {
    for player in Player::all(game.players()).filter(|&p| game.can_act(state, p)) {
        let after = restores(
            game,
            state,
            |g, s| g.hand_turn_to(s, player),
            &format!("handing the turn to player {player}"),
        );
        assert_eq!(
            game.key(&after),
            game.key_from_scratch(&after),
            "key after handing the turn"
        );
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
    what: &str,
) -> G::State
where
    G::State: Debug,
{
    let mut copy = state.clone();
    let undo = change(game, &mut copy);
    let after = copy.clone();
    game.undo(&mut copy, undo);
    assert_eq!(&copy, state, "undo restores the state after {what}");
    assert_eq!(
        game.key(&copy),
        game.key(state),
        "undo restores the key after {what}"
    );
    after
}
