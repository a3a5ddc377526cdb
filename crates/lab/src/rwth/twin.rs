//! The recursion of RWTH 2019 as printed (Algorithms 1 and 2), to find out why its pruning "somehow
//! fails" where only override stones are placed.
//!
//! The text does not say what a node's value is before its first child. Algorithm 2 raises alpha
//! only where a child is *better than the node's value so far*. With minus infinity that is plain
//! alpha-beta. With the node's own evaluation, which the program has at hand because it sorted the
//! node by it, alpha is raised only where a move improves on the position as it stands.

use melee_core::value::INFINITY;
use melee_core::{Evaluator, Game, Knowledge, MoveOrder, OrderView, Player, Value};
use melee_games::reversixt::{Move, ReversiXt, ReversiXtKnowledge, State};

/// What a node's value is before its first child.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Begin {
    /// Minus infinity, or plus at the opponents' nodes.
    Infinity,
    /// Its own evaluation.
    OwnValue,
}

impl Begin {
    pub(super) const ALL: [Begin; 2] = [Begin::Infinity, Begin::OwnValue];

    pub(super) fn name(self) -> &'static str {
        match self {
            Begin::Infinity => "infinity",
            Begin::OwnValue => "its own value",
        }
    }

    pub(super) fn column(self) -> &'static str {
        match self {
            Begin::Infinity => "printed_infinity",
            Begin::OwnValue => "printed_own_value",
        }
    }
}

/// The search of Algorithm 2, or of Algorithm 1 without pruning.
pub(super) struct Twin<'g> {
    game: &'g ReversiXt,
    knowledge: ReversiXtKnowledge,
    depth: u32,
    begin: Begin,
    prune: bool,
    root: Player,
    leaves: u64,
}

impl<'g> Twin<'g> {
    pub(super) fn new(game: &'g ReversiXt, depth: u32, begin: Begin, prune: bool) -> Self {
        let knowledge = ReversiXtKnowledge::named(game, None, Some("evaluation"));
        Twin {
            game,
            knowledge: knowledge.expect("known names"),
            depth,
            begin,
            prune,
            root: Player::FIRST,
            leaves: 0,
        }
    }

    /// How many leaves it looks at from a position.
    pub(super) fn leaves(mut self, state: &State) -> u64 {
        self.root = self.game.to_move(state);
        self.node(&mut state.clone(), 0, -INFINITY, INFINITY);
        self.leaves
    }

    fn own_value(&self, state: &State) -> Value {
        self.knowledge.scores(self.game, state, self.root)[self.root]
    }

    fn node(&mut self, state: &mut State, layer: u32, mut alpha: Value, mut beta: Value) -> Value {
        let is_max = layer.is_multiple_of(2);
        let is_over = self.game.outcome(state).is_some() || state.is_bombing();
        let beam = if is_over || layer == self.depth {
            Vec::new()
        } else {
            self.beam(state, is_max)
        };
        if beam.is_empty() {
            self.leaves += 1;
            return self.own_value(state);
        }
        let mut value = match self.begin {
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
            } else if !is_max && child < value {
                value = child;
                beta = child;
            } else {
                continue;
            }
            if self.prune && alpha >= beta {
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
            self.knowledge
                .rank_all(self.game, state, view, &moves, &mut ranks);
            self.game.undo(state, handed);
            beam.extend(
                ranks
                    .iter()
                    .zip(&moves)
                    .map(|(&rank, &mv)| (rank, player, mv)),
            );
        }
        beam.sort_by_key(|&(rank, ..)| std::cmp::Reverse(rank));
        beam.into_iter()
            .map(|(_, player, mv)| (player, mv))
            .collect()
    }
}
