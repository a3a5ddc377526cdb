//! Which move a simulation tries next: UCT (Kocsis and Szepesvári 2006), and what else is known about moves.
//!
//! To the mean of a move's games is added what it deserves for having been tried seldom. Progressive history (Nijssen and
//! Winands 2011) prefers moves that did well anywhere, progressive bias (Chaslot et al. 2008) the first of the static
//! order; both fade with visits. Progressive widening (Coulom 2007; Chaslot et al. 2008) lets a node choose among few
//! moves, the first of the static order, and among more the oftener it is visited: where moves are many, the rest would
//! take all simulations for one try each. First-play urgency (Gelly and Wang 2006) lets a good move be tried again before
//! all others were tried once. Implicit minimax backups (Lanctot et al. 2014) mix the mean with the evaluation that best
//! play leads to, [proof numbers](super::proofs) prefer what is nearly proven; opponent move abstraction with what is known of [one's own moves](super::abstraction).

use std::ops::Range;

use melee_core::{Player, Rng};

use super::MctsSettings;
use super::tree::{Node, Tree};

impl Tree {
    /// How many of a node's children may be chosen, those left out that need not be visited any more.
    fn width(&self, parent: usize) -> usize {
        if self.settings.widening == 0.0 {
            return usize::MAX;
        }
        1 + (self.settings.widening * (self.nodes[parent].visits as f64).sqrt()) as usize
    }

    /// Is nothing known of a node's moves but their games?
    fn is_plain(&self, parent: usize) -> bool {
        let MctsSettings { urgency, widening, history, prior, .. } = self.settings;
        let (abstractions, guesses) = (&self.abstractions, &self.guesses);
        let beside =
            abstractions.is_wanted() || guesses.is_wanted() || self.proofs.is_wanted() || self.pending.is_wanted();
        !beside
            && !self.knows_children(parent)
            && urgency.is_none()
            && widening == 0.0
            && history == 0.0
            && prior == 0.0
    }

    /// UCT alone: the same as [`select`](Self::select) where there is nothing else to add, in two thirds of the time.
    fn select_by_uct(&self, parent: &Node, rng: &mut impl Rng) -> usize {
        let (first, children) = (parent.children.start, &self.nodes[parent.children.clone()]);
        let untried = children.iter().filter(|child| child.visits == 0).count();
        if untried > 0 {
            let pick = (u64::from(rng.next_u32()) * untried as u64) >> 32;
            let mut places = (first..).zip(children).filter(|(_, child)| child.visits == 0).map(|(place, _)| place);
            return places.nth(pick as usize).expect("below the count");
        }
        let log = (parent.visits.max(1) as f64).ln();
        let exploration = self.exploration(children[0].chooser);
        let mut best = (first, f64::NEG_INFINITY);
        for (place, child) in (first..).zip(children) {
            let mean = self.worth(child.chooser, |player| child.mean(player));
            let value = mean + exploration * (log / child.visits as f64).sqrt();
            if value > best.1 {
                best = (place, value);
            }
        }
        best.0
    }

    /// The child with the highest value; children never tried come first, at random, unless they have an urgency.
    pub(super) fn select(&self, parent: usize, rng: &mut impl Rng) -> usize {
        if self.is_plain(parent) {
            return self.select_by_uct(&self.nodes[parent], rng);
        }
        let children = self.nodes[parent].children.clone();
        let family = self.knows_children(parent).then(|| self.family(parent));
        let is_open = |c: &usize| family.is_none_or(|family| !family.is_settled(c - children.start));
        let offered = children.clone().filter(is_open).take(self.width(parent));
        if self.settings.urgency.is_none() {
            let untried = offered.clone().filter(|&c| self.nodes[c].visits == 0 && self.pending(c) == 0);
            let count = untried.clone().count();
            if count > 0 {
                let pick = (u64::from(rng.next_u32()) * count as u64) >> 32;
                return untried.clone().nth(pick as usize).expect("below the count");
            }
        }
        let visits = self.nodes[parent].visits + u64::from(self.pending(parent));
        let log = (visits.max(1) as f64).ln();
        let hardest = if self.proofs.is_wanted() { self.hardest_proof(parent) } else { 0 };
        let mut best = (children.start, f64::NEG_INFINITY);
        for child in offered {
            let mut value = self.value(child, &children, log);
            if self.proofs.is_wanted() {
                value += self.settings.proofs * self.ease(child, hardest);
            }
            if value > best.1 {
                best = (child, value);
            }
        }
        best.0
    }

    /// The weight of exploration where somebody chooses.
    fn exploration(&self, chooser: Player) -> f64 {
        let MctsSettings { exploration, exploration_of_others, .. } = self.settings;
        exploration_of_others.filter(|_| chooser != self.aims.root).unwrap_or(exploration)
    }

    /// How much a child should be tried; `log` is the logarithm of its parent's visits.
    fn value(&self, child: usize, siblings: &Range<usize>, log: f64) -> f64 {
        let node = &self.nodes[child];
        // What other threads have not ended yet counts as lost, so that not all follow one line (Chaslot et al. 2008).
        let visits = (node.visits + u64::from(self.pending(child))) as f64;
        let mean = self.mean(child) * (node.visits.max(1) as f64 / visits.max(1.0));
        let mut value = match self.settings.urgency {
            Some(urgency) if visits == 0.0 => self.estimate(child, urgency, 0.0),
            _ => {
                let estimate = self.estimate(child, mean, visits);
                estimate + self.exploration(node.chooser) * (log / visits).sqrt()
            }
        };
        if self.settings.history > 0.0 {
            let (points, plays) = self.history[self.history_places[child] as usize];
            let known = points / plays.max(1) as f64;
            value += known * self.settings.history / (visits * (1.0 - mean) + 1.0);
        }
        if self.settings.prior > 0.0 {
            let place = (child - siblings.start) as f64 / siblings.len() as f64;
            value += self.settings.prior * (1.0 - place) / (visits + 1.0);
        }
        value
    }

    /// The mean of a child to whoever chooses it, as far as it agrees with what is proven.
    fn mean(&self, child: usize) -> f64 {
        let node = &self.nodes[child];
        let mean = self.worth(node.chooser, |player| node.mean(player));
        if !self.bounds.is_wanted() {
            return mean;
        }
        let (least, most) = self.aims.worth(node.chooser, &self.bounds[child]);
        mean.clamp(least, most)
    }

    /// A mean, mixed with what else is known of a child.
    fn estimate(&self, child: usize, mean: f64, visits: f64) -> f64 {
        let mut estimate = mean;
        if self.abstractions.is_wanted()
            && let Some(known) = self.abstraction.mean(self.abstractions[child])
        {
            let weight = self.settings.abstraction / (self.settings.abstraction + visits);
            estimate = (1.0 - weight) * estimate + weight * known;
        }
        if self.guesses.is_wanted()
            && let Some(guess) = self.guesses[child]
        {
            let weight = f64::from(self.settings.implicit_permille) / 1000.0;
            let guess = self.worth(self.nodes[child].chooser, |player| f64::from(guess[player.index()]));
            estimate = (1.0 - weight) * estimate + weight * guess;
        }
        estimate
    }
}
