//! The three quiescence searches of Esser 2012, 3.4, without pruning: how a position at the horizon is
//! worth looking at noisy moves for at most so many plies.

use melee_core::{Game, Knowledge, OrderView, Player, Value};

use super::{finished_scores, leaf};

/// Noisy moves as the textbook asks for them.
pub struct Quiescence<'a, G, K> {
    pub game: &'a G,
    /// What is known about it.
    pub knowledge: &'a K,
    /// For whom it is searched.
    pub root: Player,
    /// At most so many plies.
    pub limit: u32,
}

impl<G: Game, K: Knowledge<G>> Quiescence<'_, G, K> {
    /// Everybody takes his turn; opponents look at what hurts the root player.
    pub fn paranoid(&self, state: &G::State, ply: u32, plies: u32) -> Value {
        if let Some(value) = self.over(state, ply) {
            return value;
        }
        let stand = self.evaluation(state, ply);
        if plies == self.limit {
            return stand;
        }
        let children = self.children(state, plies, OrderView::Against(self.root));
        let values = children.iter().map(|c| self.paranoid(c, ply + 1, plies + 1));
        let values = values.chain([stand]);
        let best = if self.game.to_move(state) == self.root { values.max() } else { values.min() };
        best.expect("the evaluation is there")
    }

    /// The root player and all opponents as one take turns.
    pub fn best_reply(&self, state: &G::State, is_root: bool, ply: u32, plies: u32) -> Value {
        if let Some(value) = self.over(state, ply) {
            return value;
        }
        let stand = self.evaluation(state, ply);
        if plies == self.limit {
            return stand;
        }
        let movers = Player::all(self.game.players()).filter(|&p| (p == self.root) == is_root);
        let mut values = vec![stand];
        for mover in movers.filter(|&p| self.game.can_act(state, p)) {
            let mut handed = state.clone();
            if self.game.to_move(state) != mover {
                self.game.hand_turn_to(&mut handed, mover);
            }
            if self.game.outcome(&handed).is_some() || self.game.to_move(&handed) != mover {
                continue;
            }
            for child in self.children(&handed, plies, OrderView::Against(self.root)) {
                values.push(self.best_reply(&child, !is_root, ply + 1, plies + 1));
            }
        }
        let values = values.into_iter();
        let best = if is_root { values.max() } else { values.min() };
        best.expect("the evaluation is there")
    }

    /// Everybody takes his turn and looks after himself.
    pub fn maxn(&self, state: &G::State, ply: u32, plies: u32) -> Vec<Value> {
        if let Some(scores) = finished_scores(self.game, self.knowledge, state, ply) {
            return scores;
        }
        let scores = self.knowledge.scores(self.game, state, self.root);
        let mut best = scores.as_slice().to_vec();
        if plies == self.limit {
            return best;
        }
        let (mover, root) = (self.game.to_move(state).index(), self.root.index());
        for child in self.children(state, plies, OrderView::Own) {
            let scores = self.maxn(&child, ply + 1, plies + 1);
            if (scores[mover], -scores[root]) > (best[mover], -best[root]) {
                best = scores;
            }
        }
        best
    }

    fn over(&self, state: &G::State, ply: u32) -> Option<Value> {
        leaf(self.game, self.knowledge, state, self.root, 1, ply)
    }

    fn evaluation(&self, state: &G::State, ply: u32) -> Value {
        let value = leaf(self.game, self.knowledge, state, self.root, 0, ply);
        value.expect("the depth has ended")
    }

    fn children(&self, state: &G::State, plies: u32, view: OrderView) -> Vec<G::State> {
        let mut moves = Vec::new();
        self.knowledge.noisy(self.game, state, view, plies, &mut moves);
        let after = |mv| {
            let mut child = state.clone();
            self.game.play(&mut child, mv);
            child
        };
        moves.into_iter().map(after).collect()
    }
}
