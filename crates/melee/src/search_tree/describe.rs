//! From the search's own recording to a tree with its moves in the game's notation.

use melee_core::value::INFINITY;
use melee_core::{PlayableGame, Player};
use melee_search::record::{RecordedTree, Visit};
use melee_search::{Chooser, Ply, Spec};

use super::{Layer, SearchTree, TreeNode};

fn give_turn_to<G: PlayableGame>(game: &G, state: &mut G::State, player: Player) {
    if game.to_move(state) != player {
        game.hand_turn_to(state, player);
    }
}

/// A recording with its moves in the game's notation.
pub(crate) fn describe<G: PlayableGame>(
    game: &G,
    spec: &Spec,
    start: &G::State,
    recording: &RecordedTree<G::Move>,
) -> SearchTree {
    let report = &recording.report;
    let mut states: Vec<G::State> = Vec::with_capacity(recording.visits.len());
    let mut tree: Vec<TreeNode> = Vec::with_capacity(recording.visits.len());
    for visit in &recording.visits {
        let mut state = visit.parent.map_or(start, |p| &states[p]).clone();
        let text = visit.mv.map(|ply| {
            let text = move_text(game, &state, ply);
            give_turn_to(game, &mut state, ply.player);
            game.play(&mut state, ply.mv);
            text
        });
        if visit.mv.is_none() && game.outcome(&state).is_none() {
            // A null move has given him the turn.
            give_turn_to(game, &mut state, visit.mover);
        }
        let mut cut = Vec::with_capacity(visit.unvisited.len());
        for &ply in &visit.unvisited {
            cut.push(move_text(game, &state, ply));
        }
        let line_from_root = match visit.parent {
            None => true,
            Some(parent) => {
                let expected = report.line.get(visit.ply as usize - 1);
                tree[parent].on_line && visit.mv.is_some() && visit.mv.as_ref() == expected
            }
        };
        let is_over = game.outcome(&state).is_some();
        tree.push(node(visit, text, cut, is_over, line_from_root));
        states.push(state);
    }
    SearchTree {
        game: G::NAME,
        algorithm: spec.to_string(),
        players: game.players(),
        root: seat(game.to_move(start)),
        best_move: move_text(game, start, *report.best()),
        value: report.value,
        values: report.values.map(|v| v.as_slice().to_vec()),
        depth: report.depth,
        nodes: report.counts.nodes,
        leaves: report.counts.leaves,
        cutoffs: report.counts.cutoffs,
        pv: texts(crate::typed::line_text(game, start.clone(), &report.line)),
        cut_short: recording.cut_short,
        tree,
    }
}

fn texts(line: Vec<Ply<String>>) -> Vec<String> {
    line.into_iter().map(|ply| ply.mv).collect()
}

fn seat(player: Player) -> usize {
    player.index() + 1
}

fn seats(players: &[Player]) -> Vec<usize> {
    players.iter().copied().map(seat).collect()
}

fn move_text<G: PlayableGame>(game: &G, state: &G::State, ply: Ply<G::Move>) -> String {
    if game.to_move(state) == ply.player {
        return game.move_text(state, ply.mv);
    }
    let mut handed = state.clone();
    game.hand_turn_to(&mut handed, ply.player);
    game.move_text(&handed, ply.mv)
}

fn node<M: Copy>(visit: &Visit<M>, mv: Option<String>, cut: Vec<String>, is_over: bool, on_line: bool) -> TreeNode {
    let (layer, chooser) = match visit.chooser {
        _ if visit.leaf.is_some() => (None, None),
        None => (None, None),
        Some(Chooser::Max(player)) => (Some(Layer::Max), Some(seat(player))),
        Some(Chooser::Min(player)) => (Some(Layer::Min), Some(seat(player))),
        Some(Chooser::AnyMin) => (Some(Layer::Any), None),
        Some(Chooser::Own(player)) => (Some(Layer::Own), Some(seat(player))),
    };
    let alpha = visit.window.map(|(alpha, _)| alpha);
    let beta = visit.window.map(|(_, beta)| beta);
    TreeNode {
        parent: visit.parent,
        mv,
        player: visit.mv.map(|ply| seat(ply.player)),
        bmom: visit.is_bmom,
        passed: seats(&visit.passed),
        passed_here: seats(&visit.passed_here),
        ply: visit.ply,
        to_move: (!is_over).then(|| seat(visit.mover)),
        layer,
        chooser,
        alpha: alpha.filter(|&a| a > -INFINITY),
        beta: beta.filter(|&b| b < INFINITY),
        test: visit.window.is_some_and(|(a, b)| a.checked_add(1) == Some(b)),
        value: visit.value,
        bound: visit.bound,
        values: visit.values.map(|v| v.as_slice().to_vec()),
        cut,
        leaf: visit.leaf,
        table: visit.table,
        again: visit.again,
        games: visit.games,
        untried: visit.untried,
        entered: visit.entered,
        left: visit.left,
        on_line,
    }
}
