//! Why marbles cannot go where somebody wants them to.

use super::State;
use super::board::{AXES, BOARD, DIRECTIONS, Field, SIDE, bit, opposite, step};

/// So many marbles move together.
const MOST_TOGETHER: i32 = 3;

/// Why the row that begins with one's own marble on `from` does not go towards `to`; `None` if that marble is not one's
/// own, or it can.
pub(super) fn why_no_push(state: &State, from: Field, to: Field) -> Option<String> {
    let own = state.marbles[state.turn.index()];
    let others = state.marbles.iter().fold(0, |all, marbles| all | marbles) & !own;
    if own & bit(from) == 0 {
        return None;
    }
    let reaches = |direction: usize| (1..SIDE as i32).any(|n| step_on_board(from, direction, n) == Some(to));
    let Some(direction) = (0..DIRECTIONS.len()).find(|&direction| reaches(direction)) else {
        return Some("marbles move straight, to a field beside them".to_string());
    };
    let is_in = |set: u128, n: i32| step_on_board(from, direction, n).is_some_and(|field| set & bit(field) != 0);
    let first_outside = |set: u128, start: i32| (start..=SIDE as i32).find(|&n| !is_in(set, n)).unwrap_or(SIDE as i32);
    let row = first_outside(own, 1);
    if row > MOST_TOGETHER {
        return Some(format!("{row} marbles lie in that row, and at most three move together"));
    }
    if step_on_board(from, direction, row).is_none() {
        return Some("nobody pushes his own marbles off the board".to_string());
    }
    let pushed = first_outside(others, row) - row;
    if pushed >= row {
        return Some(format!("{row} against {pushed}: one pushes only fewer marbles than one's own"));
    }
    if pushed > 0 && is_in(own, row + pushed) {
        return Some("one's own marble stands behind those that would be pushed".to_string());
    }
    (step_on_board(from, direction, row) != Some(to)).then(|| "a row goes one field at a time".to_string())
}

/// Why a marble of one's own moves neither alone nor with others; the page asks of those that no move has.
pub(super) fn why_stuck(state: &State, field: Field) -> Option<String> {
    let is_own = state.marbles[state.turn.index()] & bit(field) != 0;
    is_own.then(|| "neither it nor a row with it has a free field to go to or fewer marbles to push".to_string())
}

/// Why marbles that were picked one by one do not go towards `to`; `None` if they are not all one's own.
pub(super) fn why_no_row(state: &State, marbles: &[Field], to: Field) -> Option<String> {
    let own = state.marbles[state.turn.index()];
    if marbles.iter().any(|&marble| own & bit(marble) == 0) {
        return None;
    }
    let (first, last) = (*marbles.iter().min()?, *marbles.iter().max()?);
    let steps_to = |direction: usize, marble: Field| {
        (0..SIDE as i32).find(|&n| step_on_board(first, direction, n) == Some(marble))
    };
    let is_line = |direction: &usize| marbles.iter().all(|&marble| steps_to(*direction, marble).is_some());
    let Some(direction) = AXES.into_iter().find(is_line) else {
        return Some("marbles that move together lie in one straight row".to_string());
    };
    if steps_to(direction, last)? >= MOST_TOGETHER {
        return Some("at most three marbles move together".to_string());
    }
    let ends = [first, last];
    let along = |way: usize, end: Field| (1..SIDE as i32).any(|n| step_on_board(end, way, n) == Some(to));
    if along(direction, ends[1]) {
        return why_no_push(state, ends[0], to);
    }
    if along(opposite(direction), ends[0]) {
        return why_no_push(state, ends[1], to);
    }
    Some("sideways every marble of a row goes to the field beside it, and all of these must be free".to_string())
}

fn step_on_board(field: Field, direction: usize, steps: i32) -> Option<Field> {
    let on_the_way = (1..=steps).all(|n| BOARD & bit(step(field, direction, n)) != 0);
    on_the_way.then(|| step(field, direction, steps))
}
