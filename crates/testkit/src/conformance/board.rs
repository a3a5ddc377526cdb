//! The laws of [`Notation`] and [`Draw`]: texts read back, and drawings can be clicked.

use std::collections::HashSet;

use melee_core::diagram::{Cell, Prompt};
use melee_core::{Draw, Notation};

pub(super) fn check<G: Notation + Draw>(game: &G, state: &G::State) {
    check_text(game, state);
    let mut moves = Vec::new();
    if game.outcome(state).is_none() {
        game.moves(state, &mut moves);
    }
    check_move_texts(game, state, &moves);
    check_diagram(game, state, &moves);
}

/// The text of a position reads back. What a game keeps up to date while it is played is computed anew for that, so
/// that it is compared too.
pub(super) fn check_text<G: Notation>(game: &G, state: &G::State) {
    let text = game.position_text(state);
    let again = game.parse_position(&text).unwrap_or_else(|e| panic!("'{text}' does not read back: {e}"));
    assert_eq!(&again.state(game), state, "'{text}' reads back differently");
}

/// The text of a legal move reads back.
pub(super) fn check_move_text<G: Notation>(game: &G, state: &G::State, mv: G::Move) -> String {
    let text = game.move_text(state, mv);
    assert_eq!(game.parse_move(state, &text), Ok(mv), "'{text}' reads back");
    text
}

fn check_move_texts<G: Notation>(game: &G, state: &G::State, moves: &[G::Move]) {
    let mut texts = HashSet::new();
    for &mv in moves {
        let text = check_move_text(game, state, mv);
        assert!(texts.insert(text), "two moves with one text");
    }
}

fn check_diagram<G: Draw>(game: &G, state: &G::State, moves: &[G::Move]) {
    let diagram = game.diagram(state);
    let ids: HashSet<_> = diagram.cells.iter().map(|c| &c.id).collect();
    assert_eq!(ids.len(), diagram.cells.len(), "cell ids are unique");
    let centres: HashSet<_> = diagram.cells.iter().map(Cell::centre).map(|p| (p.x.to_bits(), p.y.to_bits())).collect();
    assert_eq!(centres.len(), diagram.cells.len(), "cells lie apart");
    assert!(diagram.cells.iter().all(|cell| cell.polygon.len() > 2), "every cell has an area");
    let is_colour =
        |text: &str| text.len() == 7 && text.starts_with('#') && u32::from_str_radix(&text[1..], 16).is_ok();
    let colours = diagram.colours.iter().flat_map(|colour| [colour.fill, colour.ink]);
    assert!({ colours }.all(is_colour), "colours are written as #rrggbb");
    let in_range = |cell: usize| cell < diagram.cells.len();
    assert!(diagram.pieces.iter().all(|p| in_range(p.cell)));
    assert!(diagram.marks.iter().all(|m| in_range(m.cell)));
    for &mv in moves {
        let cells = game.move_cells(state, mv);
        assert!(cells.into_iter().all(in_range), "cells of {mv:?}");
    }
    check_gestures(game, state, moves, diagram.cells.len());
    for counter in game.counters(state) {
        assert_eq!(counter.values.len(), game.players(), "{}", counter.name);
    }
    let Prompt { phase, ask } = game.prompt(state);
    for words in [phase, ask, game.ending(state, 0)] {
        assert!(words.trim() == words && !words.ends_with('.'), "'{words}' is part of a sentence");
    }
}

/// Clicks mean one move, or a choice among moves with different names, and never leave it open
/// whether more clicks follow. Only moves without cells have no clicks: they get a button.
fn check_gestures<G: Draw>(game: &G, state: &G::State, moves: &[G::Move], cells: usize) {
    let mut meanings = HashSet::new();
    let mut paths = HashSet::new();
    for &mv in moves {
        let gesture = game.gesture(state, mv);
        assert!(gesture.route.iter().all(|&cell| cell < cells), "way of {mv:?}");
        assert!(gesture.shifts.iter().all(|&(from, to)| from < cells && to < cells), "pieces of {mv:?}");
        let is_button = moves.len() == 1 || game.move_cells(state, mv).is_empty();
        assert!(is_button || !gesture.paths.is_empty(), "{mv:?} is made by clicks");
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
            assert!(!paths.contains(begun), "{begun:?} is a move and begins another");
        }
    }
}
