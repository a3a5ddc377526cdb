//! Proof numbers for everybody (Kowalski, Soemers, Kosakowski and Winands 2025).
//!
//! A player's proof number of a node is how many leaves must still be shown to be won by him, at the least, to show that he
//! wins there whatever the others do: at his own nodes that of his easiest move, at everybody else's those of all moves
//! together. So nobody needs numbers for what cannot be proven, and any number of players can play. Moves whose number is
//! small beside that of their siblings are tried more often.
//!
//! If all play against the root player there are two sides: he has the point alone, or he has not.

use melee_core::{MAX_PLAYERS, Outcome, Player};

use super::bounds::Aims;
use super::tree::Tree;

/// Leaves to be shown to be won, by player.
pub(super) type ProofNumbers = [u32; MAX_PLAYERS];

/// Nothing is known.
pub(super) const UNKNOWN: ProofNumbers = [1; MAX_PLAYERS];

/// It cannot be proven.
const NEVER: u32 = u32::MAX;

impl Aims {
    /// The place of a player's number.
    fn side(&self, player: Player) -> usize {
        let root = self.root.index();
        match player.index() {
            own if own == root || !self.is_paranoid => own,
            _ => (root + 1) % self.players,
        }
    }

    /// The numbers of a game that has ended like this.
    pub(super) fn proofs_of_outcome(&self, outcome: &Outcome) -> ProofNumbers {
        let mut numbers = [NEVER; MAX_PLAYERS];
        match outcome.winner() {
            Some(winner) => numbers[self.side(winner)] = 0,
            // Whoever keeps the root player from the whole point has done it.
            None if self.is_paranoid => numbers[(self.root.index() + 1) % self.players] = 0,
            None => {}
        }
        numbers
    }
}

impl Tree {
    /// The node at the end of the path is known better, and so are those above it.
    pub(super) fn take_proofs_up(&mut self, path: &[usize], known: Option<ProofNumbers>) {
        for (i, &node) in path.iter().rev().enumerate() {
            let found = match known {
                Some(known) if i == 0 => known,
                _ => self.proofs_of_children(node),
            };
            if found == self.proofs[node] {
                return;
            }
            self.proofs[node] = found;
        }
    }

    fn proofs_of_children(&self, node: usize) -> ProofNumbers {
        let children = self.nodes[node].children.clone();
        if children.is_empty() {
            return self.proofs[node];
        }
        let own = self.aims.side(self.chooser_of(node));
        let mut all = [0_u32; MAX_PLAYERS];
        all[own] = NEVER;
        for child in self.proofs.of(children) {
            for (side, &number) in child.iter().enumerate() {
                all[side] = if side == own { all[side].min(number) } else { all[side].saturating_add(number) };
            }
        }
        all
    }

    /// The largest number of a node's children for whoever chooses among them, of those that can be proven.
    pub(super) fn hardest_proof(&self, node: usize) -> u32 {
        let side = self.aims.side(self.chooser_of(node));
        let children = self.proofs.of(self.nodes[node].children.clone());
        children.iter().map(|child| child[side]).filter(|&number| number != NEVER).max().unwrap_or(0)
    }

    /// How easily a child is proven to be won by whoever chooses it, from 0 to 1.
    pub(super) fn ease(&self, child: usize, hardest: u32) -> f64 {
        match self.proofs[child][self.aims.side(self.nodes[child].chooser)] {
            NEVER => 0.0,
            number => 1.0 - f64::from(number) / f64::from(hardest.max(1)),
        }
    }
}
