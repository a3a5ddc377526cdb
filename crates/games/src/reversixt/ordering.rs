//! The order in which moves are tried.
//!
//! `static` looks at the tile alone; `evaluation` makes each move and evaluates what comes of it,
//! as RWTH 2019 does; both put ordinary moves before overrides. Bombs are ranked by what they
//! destroy in both.

use melee_core::{Game, Knowledge, OrderView, Player, Value, Verdict};

use super::evaluation::ReversiXtKnowledge;
use super::moves::BONUS_BOMB;
use super::state::Phase;
use super::{Cell, Move, ReversiXt, State};

/// How moves are ranked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    Static,
    Evaluation,
    None,
}

impl Order {
    pub(super) const NAMES: [&'static str; 3] = ["static", "evaluation", "none"];

    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "static" => Order::Static,
            "evaluation" => Order::Evaluation,
            "none" => Order::None,
            _ => return None,
        })
    }
}

/// An override is behind every ordinary move.
const OVERRIDE: i32 = 1 << 24;
/// So many tiles are destroyed, all moves together, when bombs are ranked; with larger bombs only
/// some are tried.
const LARGEST_SURVEY: usize = 2_000_000;

pub(super) fn rank_all(
    knowledge: &ReversiXtKnowledge,
    game: &ReversiXt,
    state: &mut State,
    view: OrderView,
    moves: &[Move],
    out: &mut Vec<i32>,
) {
    match (knowledge.order, state.tally.phase) {
        (Order::None, _) => out.extend(moves.iter().map(|_| 0)),
        (_, Phase::Bombs) => rank_bombs(game, state, view, moves, out),
        (Order::Static, _) => out.extend(moves.iter().map(|&mv| by_tile(game, state, mv))),
        (Order::Evaluation, _) => {
            for &mv in moves {
                let rank = after(knowledge, game, state, view, mv);
                let is_override = state.cells[mv.tile as usize].is_occupied();
                out.push(rank - if is_override { OVERRIDE } else { 0 });
            }
        }
    }
}

/// A rank by what is known of the tile.
fn by_tile(game: &ReversiXt, state: &State, mv: Move) -> i32 {
    let tally = &state.tally;
    let tile = mv.tile as usize;
    let player = tally.turn as usize;
    let stones = |p: usize| tally.stones[tally.colour(p)] as i32;
    let place = 4 * i32::from(game.board.places[tile]);
    match state.cells[tile] {
        Cell::CHOICE => place + 20 * (stones(mv.special as usize - 1) - stones(player)),
        Cell::INVERSION => {
            let giver = (player + game.players() - 1) % game.players();
            place + 20 * (stones(giver) - stones(player))
        }
        Cell::BONUS => place + 200 - i32::from(mv.special == BONUS_BOMB),
        cell if cell.is_occupied() => place - OVERRIDE,
        _ => {
            let colour = tally.colour(player);
            place + state.sights[tile].taken_by(colour).count_ones() as i32
        }
    }
}

/// The evaluation after a move, for whom it is made or against whom.
fn after(knowledge: &ReversiXtKnowledge, game: &ReversiXt, state: &mut State, view: OrderView, mv: Move) -> Value {
    let mover = game.to_move(state);
    let (player, sign) = match view {
        OrderView::Against(root) if root != mover => (root, -1),
        _ => (mover, 1),
    };
    let undo = game.play(state, mv);
    let value = match game.outcome(state) {
        Some(outcome) => match knowledge.verdict(game, state, &outcome, player) {
            Verdict::Win => OVERRIDE / 2,
            Verdict::Loss => -OVERRIDE / 2,
            Verdict::Score(value) => value,
        },
        None => knowledge.scores(game, state, player)[player],
    };
    game.undo(state, undo);
    sign * value
}

/// Bombs by the stones they destroy: his own count most, then those of whom it is thrown at.
fn rank_bombs(game: &ReversiXt, state: &mut State, view: OrderView, moves: &[Move], out: &mut Vec<i32>) {
    let mover = game.to_move(state).index();
    let target = match view {
        OrderView::Against(root) if root.index() != mover => Some(root),
        _ => rival(game, state, mover),
    };
    let side = 2 * usize::from(game.map.radius) + 1;
    let blast = (side * side).min(state.tally.tiles as usize);
    let stride = (moves.len() * blast).div_ceil(LARGEST_SURVEY).max(1);
    for (i, mv) in moves.iter().enumerate() {
        if i % stride != 0 {
            out.push(-OVERRIDE);
            continue;
        }
        let before = state.tally;
        let undo = ReversiXt::change(state, |state| {
            state.explode(&game.board, mv.tile as usize, game.map.radius);
        });
        let lost = |player: usize| {
            let colour = before.colour(player);
            (before.stones[colour] - state.tally.stones[colour]) as i32
        };
        let mut rank = -4 * lost(mover);
        for player in (0..game.players()).filter(|&p| p != mover && !before.is_out(p)) {
            let is_target = target == Some(Player::new(player));
            rank += if is_target { 3 } else { 1 } * lost(player);
        }
        game.undo(state, undo);
        out.push(rank);
    }
}

/// Whom it pays most to hurt: the next one ahead, or who follows closest.
fn rival(game: &ReversiXt, state: &State, mover: usize) -> Option<Player> {
    let stones = |p: usize| state.tally.stones[state.tally.colour(p)];
    let others = (0..game.players()).filter(|&p| p != mover && !state.tally.is_out(p));
    let own = stones(mover);
    let ahead = others.clone().filter(|&p| stones(p) >= own).min_by_key(|&p| stones(p));
    let rival = ahead.or_else(|| others.max_by_key(|&p| stones(p)));
    rival.map(Player::new)
}
