//! The orderings of Chorus 2009, 4.1, and the moves that eject.

use super::State;
use super::board::{AXES, BOARD, DIRECTIONS, bit, fields, step};
use super::evaluation::Weights;
use super::knowledge::Order;
use super::moves::Move;

/// What a move along the row meets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Effect {
    /// No marble of others.
    Nothing,
    /// Others, with room behind them.
    Push,
    /// Others, the last of which goes over the edge.
    Ejection,
}

pub(super) fn effect(state: &State, mv: Move) -> Effect {
    if mv == Move::PASS || mv.axis().is_some() {
        return Effect::Nothing;
    }
    let others = state.view(state.turn.index()).others;
    let direction = mv.direction();
    let mut field = step(mv.first, direction, mv.marbles() as i32);
    if others & bit(field) == 0 {
        return Effect::Nothing;
    }
    while others & bit(field) != 0 {
        field = step(field, direction, 1);
    }
    if BOARD & bit(field) == 0 { Effect::Ejection } else { Effect::Push }
}

/// Ejections before pushes before moves along the row before others; single marbles are neither
/// along nor sideways.
fn effect_rank(state: &State, mv: Move) -> i32 {
    match effect(state, mv) {
        Effect::Ejection => 3,
        Effect::Push => 2,
        Effect::Nothing => i32::from(mv.marbles() > 1 && mv.axis().is_none()),
    }
}

/// What a move changes in the shape of the mover's marbles, with a bonus for pushing.
fn gain(state: &State, mv: Move) -> i32 {
    if mv == Move::PASS {
        return 0;
    }
    let player = state.turn.index();
    let (direction, marbles) = (mv.direction(), mv.marbles() as i32);
    let (mut own, mut shape) = (state.marbles[player], state.shapes[player]);
    let before = shape;
    let mut shift = |from: u8, to: u8| {
        own ^= bit(from);
        shape.remove(own, from);
        own ^= bit(to);
        shape.add(own, to);
    };
    match mv.axis() {
        None => shift(mv.first, step(mv.first, direction, marbles)),
        Some(axis) => {
            for i in 0..marbles {
                let from = step(mv.first, AXES[axis], i);
                shift(from, step(from, direction, 1));
            }
        }
    }
    let bonus = match effect(state, mv) {
        Effect::Ejection => 1000,
        Effect::Push => 100,
        Effect::Nothing => 0,
    };
    let weights = &Weights::MELEE;
    let change = |new: u8, old: u8| i32::from(new) - i32::from(old);
    bonus + weights.group.opening * change(shape.pairs, before.pairs)
        - weights.centre.opening * change(shape.distance, before.distance)
        - weights.edge.opening * change(shape.edge, before.edge)
}

impl Order {
    #[inline]
    pub(super) fn rank(self, state: &State, mv: Move) -> i32 {
        let marbles = mv.marbles() as i32;
        match self {
            Order::None => 0,
            Order::Marbles => marbles,
            Order::Effect => 4 * effect_rank(state, mv) + marbles,
            Order::MarblesThenEffect => 4 * marbles + effect_rank(state, mv),
            Order::Gain => gain(state, mv),
        }
    }
}

/// Moves that eject: a position is quiet if there are none (Chorus 2009, 4.2.6).
pub(super) fn noisy(state: &State, out: &mut Vec<Move>) {
    let view = state.view(state.turn.index());
    for direction in 0..DIRECTIONS.len() {
        let ejections = view.inline(direction).ejections;
        for (set, marbles) in ejections.into_iter().zip([2, 3, 3]) {
            out.extend(fields(set).map(|rear| Move::inline(rear, direction, marbles)));
        }
    }
}
