//! The recursion of RWTH 2019 as printed (Algorithms 1 and 2, with the beam of 1.4).
//!
//! MAX has the moves of the player who searches, MIN those of everybody else, merged; both are
//! sorted by the evaluation after one step, and override stones are only looked at where there is
//! nothing else ("it's a good heuristic to save override moves for last").
//!
//! The text does not say what a node's value is before its first child. Algorithm 2 raises alpha
//! only where a child is *better than the node's value so far*. With minus infinity that is plain
//! alpha-beta. With the node's own evaluation, which the program has at hand because the node was
//! sorted by it, alpha is raised only where a move improves on the position as it stands.

use melee_core::value::INFINITY;
use melee_core::{Game, Knowledge, OrderView, PlayableGame, Player, Value};
use melee_games::reversixt::{Move, ReversiXt, State};

/// What a node's value is before its first child.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Begin {
    /// Minus infinity, or plus at the opponents' nodes.
    Infinity,
    /// Its own evaluation.
    OwnValue,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    pub(super) depth: u32,
    pub(super) begin: Begin,
    pub(super) prune: bool,
    pub(super) beam: usize,
    /// Are moves sorted?
    pub(super) sort: bool,
    /// The evaluation, by name or weights.
    pub(super) evaluation: &'static str,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Searched {
    pub(super) leaves: u64,
    pub(super) states: u64,
    pub(super) best: Move,
    /// Had the root nothing but override stones to place?
    pub(super) is_override: bool,
}

pub(super) struct Twin<'g> {
    game: &'g ReversiXt,
    knowledge: <ReversiXt as PlayableGame>::Knowledge,
    settings: Settings,
    root: Player,
    leaves: u64,
    states: u64,
    best: Option<Move>,
}

impl<'g> Twin<'g> {
    pub(super) fn new(game: &'g ReversiXt, settings: Settings) -> Self {
        let knowledge = game.knowledge(Some(settings.evaluation), Some("evaluation"));
        Twin {
            game,
            knowledge: knowledge.expect("known names"),
            settings,
            root: Player::FIRST,
            leaves: 0,
            states: 0,
            best: None,
        }
    }

    /// Searches a position of the first phase for the player to move.
    pub(super) fn search(mut self, state: &State) -> Searched {
        self.root = self.game.to_move(state);
        let mut state = state.clone();
        let (_, first) = self.beam(&mut state, true)[0];
        self.node(&mut state, 0, -INFINITY, INFINITY);
        Searched {
            leaves: self.leaves,
            states: self.states,
            // Where no move is better than the position itself there is no best one.
            best: self.best.unwrap_or(first),
            is_override: self.game.is_override(&state, first),
        }
    }

    /// The first move of a player's beam: how the opponents of the experiment play.
    pub(super) fn first_move(mut self, state: &State) -> Move {
        self.root = self.game.to_move(state);
        self.beam(&mut state.clone(), true)[0].1
    }

    fn own_value(&self, state: &State) -> Value {
        self.knowledge.scores(self.game, state, self.root)[self.root]
    }

    fn node(&mut self, state: &mut State, layer: u32, mut alpha: Value, mut beta: Value) -> Value {
        self.states += 1;
        let is_max = layer.is_multiple_of(2);
        let is_over = self.game.outcome(state).is_some() || state.is_bombing();
        let beam = if is_over || layer == self.settings.depth { Vec::new() } else { self.beam(state, is_max) };
        if beam.is_empty() {
            self.leaves += 1;
            return self.own_value(state);
        }
        let mut value = match self.settings.begin {
            Begin::OwnValue => self.own_value(state),
            Begin::Infinity if is_max => -INFINITY,
            Begin::Infinity => INFINITY,
        };
        for (player, mv) in beam {
            let handed = self.game.hand_turn_to(state, player);
            let undo = self.game.play(state, mv);
            let child = self.node(state, layer + 1, alpha, beta);
            self.game.undo(state, undo);
            self.game.undo(state, handed);
            if is_max && child > value {
                value = child;
                alpha = child;
                if layer == 0 {
                    self.best = Some(mv);
                }
            } else if !is_max && child < value {
                value = child;
                beta = child;
            } else {
                continue;
            }
            if self.settings.prune && alpha >= beta {
                break;
            }
        }
        value
    }

    /// The moves of a layer, best first for whom it belongs to.
    fn beam(&self, state: &mut State, is_max: bool) -> Vec<(Player, Move)> {
        let players = Player::all(self.game.players());
        let movers = players.filter(|&p| (p == self.root) == is_max);
        let mut beam = Vec::new();
        let (mut moves, mut ranks) = (Vec::new(), Vec::new());
        for player in movers {
            if !self.game.can_act(state, player) {
                continue;
            }
            let handed = self.game.hand_turn_to(state, player);
            moves.clear();
            ranks.clear();
            self.game.moves(state, &mut moves);
            let view = OrderView::Against(self.root);
            self.knowledge.rank_all(self.game, state, view, &moves, &mut ranks);
            self.game.undo(state, handed);
            let ranked = ranks.iter().zip(&moves);
            beam.extend(ranked.map(|(&rank, &mv)| (rank, player, mv)));
        }
        let is_ordinary = |mv: Move| !self.game.is_override(state, mv);
        if beam.iter().any(|&(.., mv)| is_ordinary(mv)) {
            beam.retain(|&(.., mv)| is_ordinary(mv));
        }
        if self.settings.sort {
            beam.sort_by_key(|&(rank, ..)| std::cmp::Reverse(rank));
        }
        beam.truncate(self.settings.beam);
        let without_rank = |(_, player, mv)| (player, mv);
        beam.into_iter().map(without_rank).collect()
    }
}
