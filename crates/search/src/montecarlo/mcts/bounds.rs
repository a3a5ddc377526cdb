//! MCTS-Solver for any number of players: bounds of everybody's points (Winands, Björnsson and Saito 2008; Nijssen and
//! Winands 2010; Cazenave and Saffidine 2010).
//!
//! A node knows for every player the least and the most he will have of the point. A finished game is known exactly; what
//! has lost has nothing. Bounds go up as values do: against the root player only his count, the root player takes the
//! highest and everybody else the lowest. Where everybody plays for himself the mover takes what is most to him. Among
//! moves that are the same to him, but not to others, he may take any, so that only what holds for all of them is known; or
//! he takes that which is worse for the root player, then the first of the generator, as in [`maxn`](crate::maxn). Real
//! opponents who have lost do not play like that, and the second supposition loses games (`docs/strength.md`).
//! A child that is beaten in this order whatever else is found plays no part any more.
//!
//! Nothing here knows a game, so it is compiled once.

use std::cmp::Reverse;

use melee_core::{MAX_PLAYERS, Outcome, Player, Scores};

use super::settings::Indifference;
use crate::montecarlo::millionths;
use crate::montecarlo::playout::Points;
use crate::order::places_by_key;

/// The point in parts that can be shared by any number of players.
pub(super) type Parts = u16;
const WHOLE: Parts = 840;

/// The least and the most of everybody's points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PointBounds {
    least: [Parts; MAX_PLAYERS],
    most: [Parts; MAX_PLAYERS],
    /// The place of the move in the order of the generator.
    pub(super) place: u32,
}

impl PointBounds {
    pub(super) const UNKNOWN: PointBounds =
        PointBounds { least: [0; MAX_PLAYERS], most: [WHOLE; MAX_PLAYERS], place: 0 };

    /// A game that has ended like this.
    pub(super) fn of_outcome(outcome: &Outcome) -> Self {
        let mut parts = [0; MAX_PLAYERS];
        for player in Player::all(outcome.players()).filter(|&player| outcome.is_first(player)) {
            parts[player.index()] = WHOLE / outcome.firsts() as Parts;
        }
        PointBounds { least: parts, most: parts, place: 0 }
    }

    /// A game that goes on without those who have lost.
    pub(super) fn without(players: usize, has_lost: &dyn Fn(Player) -> bool) -> Self {
        let mut bounds = PointBounds::UNKNOWN;
        for player in Player::all(players).filter(|&player| has_lost(player)) {
            bounds.most[player.index()] = 0;
        }
        bounds.tighten(players);
        bounds
    }

    pub(super) fn with_place(self, place: u32) -> Self {
        PointBounds { place, ..self }
    }

    /// What one has nobody else has.
    fn tighten(&mut self, players: usize) {
        let least: u32 = self.least[..players].iter().map(|&parts| u32::from(parts)).sum();
        let most: u32 = self.most[..players].iter().map(|&parts| u32::from(parts)).sum();
        let whole = u32::from(WHOLE);
        for i in 0..players {
            let (own_least, own_most) = (u32::from(self.least[i]), u32::from(self.most[i]));
            self.most[i] = own_most.min((whole + own_least).saturating_sub(least)) as Parts;
            self.least[i] = own_least.max((whole + own_most).saturating_sub(most)) as Parts;
        }
    }

    /// The least of a player's points: all of them if they are proven.
    pub(super) fn least(&self, player: Player) -> Parts {
        self.least[player.index()]
    }
}

fn points(parts: Parts) -> f64 {
    f64::from(parts) / f64::from(WHOLE)
}

/// Who plays for what.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aims {
    pub(super) players: usize,
    pub(super) root: Player,
    /// Everybody against the root player?
    pub(super) is_paranoid: bool,
    /// What is supposed of who does not care.
    pub(super) ties: Indifference,
}

impl Aims {
    /// The least and most parts that whoever chooses gets or, against the root player, keeps from him.
    fn own(&self, chooser: Player, bounds: &PointBounds) -> (Parts, Parts) {
        let root = self.root.index();
        if self.is_paranoid && chooser != self.root {
            (WHOLE - bounds.most[root], WHOLE - bounds.least[root])
        } else {
            (bounds.least[chooser.index()], bounds.most[chooser.index()])
        }
    }

    /// The same in points.
    pub(super) fn worth(&self, chooser: Player, bounds: &PointBounds) -> (f64, f64) {
        let (least, most) = self.own(chooser, bounds);
        (points(least), points(most))
    }

    /// Is everything known that counts?
    pub(super) fn is_proven(&self, bounds: &PointBounds) -> bool {
        if self.is_paranoid {
            bounds.least[self.root.index()] == bounds.most[self.root.index()]
        } else {
            bounds.least[..self.players] == bounds.most[..self.players]
        }
    }

    /// Is as much known as the answer of a search needs? What others share is nothing to the root player, unless it is
    /// known whatever they do.
    pub(super) fn is_answered(&self, bounds: &PointBounds) -> bool {
        let root = self.root.index();
        match self.ties {
            Indifference::Open => bounds.least[root] == bounds.most[root],
            Indifference::Harms => self.is_proven(bounds),
        }
    }

    /// May one of several children that are all known like this be preferred, or its mean be wrong?
    pub(super) fn may_prefer(&self, bounds: &PointBounds) -> bool {
        self.ties == Indifference::Harms || bounds.with_place(0) != PointBounds::UNKNOWN
    }

    /// Everybody's points of what is proven. If it is so against the root player, the others share what he has not got.
    pub(super) fn points(&self, bounds: &PointBounds) -> Points {
        let mut all = Points::default();
        for player in Player::all(self.players) {
            all[player.index()] = points(bounds.least(player));
        }
        if self.is_paranoid {
            let own = points(bounds.least(self.root));
            all[..self.players].fill((1.0 - own) / (self.players - 1) as f64);
            all[self.root.index()] = own;
        }
        all
    }

    /// Everybody's mean points as far as they agree with what is proven.
    pub(super) fn settled(&self, bounds: &PointBounds, mut means: Scores) -> Scores {
        if !self.is_paranoid && self.is_proven(bounds) {
            for player in Player::all(self.players) {
                means[player] = millionths(points(bounds.least(player)));
            }
            return means;
        }
        let (least, most) = (bounds.least[self.root.index()], bounds.most[self.root.index()]);
        let own = means[self.root].clamp(millionths(points(least)), millionths(points(most)));
        if own == means[self.root] {
            return means;
        }
        // The others share the rest as they do on the mean.
        let sum: i32 = means.as_slice().iter().sum();
        let (rest, all) = (f64::from(1_000_000 - own), f64::from(sum - means[self.root]));
        for player in Player::all(self.players).filter(|&player| player != self.root) {
            let part = if all > 0.0 { f64::from(means[player]) / all } else { 1.0 / (self.players - 1) as f64 };
            means[player] = (rest * part).round() as i32;
        }
        means[self.root] = own;
        means
    }
}

/// The children of a node, and who chooses among them.
#[derive(Clone, Copy)]
pub(super) struct Family<'a> {
    aims: Aims,
    chooser: Player,
    children: &'a [PointBounds],
    /// The child whose least is most to the chooser, of equal ones the one that he would choose. Once the node is proven
    /// it is the one that he does.
    pub(super) leader: usize,
    /// The most that the chooser may have of any child.
    ceiling: Parts,
}

impl<'a> Family<'a> {
    pub(super) fn new(aims: Aims, chooser: Player, children: &'a [PointBounds]) -> Self {
        let key = |child: &PointBounds| {
            let others_count = !aims.is_paranoid && chooser != aims.root && aims.ties == Indifference::Harms;
            let root_most = if others_count { child.most[aims.root.index()] } else { 0 };
            (aims.own(chooser, child).0, Reverse(root_most), Reverse(child.place))
        };
        let mut leader = 0;
        for i in 1..children.len() {
            if key(&children[i]) > key(&children[leader]) {
                leader = i;
            }
        }
        let ceiling = children.iter().map(|child| aims.own(chooser, child).1).max().unwrap_or(WHOLE);
        Family { aims, chooser, children, leader, ceiling }
    }

    /// Need a child not be visited any more? Another is at least as good whatever else is found, and may be better. What
    /// is proven but may be chosen counts in the mean of its parent, so it is visited; unless all is about the proof.
    pub(super) fn is_settled(&self, child: usize) -> bool {
        if self.aims.ties == Indifference::Harms {
            return self.aims.is_proven(&self.children[child]) || self.is_beaten(child);
        }
        let least = self.aims.own(self.chooser, &self.children[self.leader]).0;
        let most = self.aims.own(self.chooser, &self.children[child]).1;
        (most <= least && most < self.ceiling) || self.is_beaten(child)
    }

    /// Will a child not be chosen, since the leader is at least as good whatever else is found?
    pub(super) fn is_beaten(&self, child: usize) -> bool {
        let Family { aims, chooser, .. } = *self;
        let (leader, other) = (&self.children[self.leader], &self.children[child]);
        if child == self.leader {
            return false;
        }
        let (least, most) = (aims.own(chooser, leader).0, aims.own(chooser, other).1);
        if aims.ties == Indifference::Open {
            return least > most || least == WHOLE;
        }
        if least != most || aims.is_paranoid {
            return least >= most;
        }
        let root = aims.root.index();
        let (leader_root, other_root) = (leader.most[root], other.least[root]);
        if chooser != aims.root && leader_root != other_root {
            return leader_root < other_root;
        }
        // Both may be worth the same to the chooser and to the root player; then it matters to others which it is, if
        // there are such.
        let decided = if chooser == aims.root { 1 } else { 2 };
        least == WHOLE || aims.players <= decided + 1 || leader.place < other.place
    }

    /// What the children say about their parent.
    pub(super) fn bounds(&self) -> PointBounds {
        let Family { aims, chooser, children, leader, .. } = *self;
        let mut all = children[leader];
        for (i, child) in children.iter().enumerate() {
            if self.is_beaten(i) {
                continue;
            }
            for player in 0..aims.players {
                all.least[player] = all.least[player].min(child.least[player]);
                all.most[player] = all.most[player].max(child.most[player]);
            }
        }
        // The chooser has at least what the leader has.
        let root = aims.root.index();
        if !aims.is_paranoid {
            all.least[chooser.index()] = children[leader].least[chooser.index()];
            all.tighten(aims.players);
        } else if chooser == aims.root {
            all.least[root] = children[leader].least[root];
        } else {
            all.most[root] = children[leader].most[root];
        }
        all
    }
}

/// What a root move is known by when moves are ranked.
pub(super) struct Candidate {
    pub(super) visits: u64,
    /// The root player's mean points.
    pub(super) mean: f64,
    /// What he has for sure, if all is known.
    pub(super) proven: Option<Parts>,
    /// Another is at least as good.
    pub(super) is_beaten: bool,
}

/// The moves by what they promise: what is proven before the most visited one if it is more than that one's mean, and
/// then the others by visits. Of equal ones the first.
pub(super) fn ranked(candidates: &[Candidate]) -> Vec<usize> {
    let is_open = |candidate: &&Candidate| candidate.proven.is_none() && !candidate.is_beaten;
    let open = candidates.iter().filter(is_open).rev().max_by_key(|candidate| candidate.visits);
    let class = |candidate: &Candidate| match (candidate.proven, open) {
        (Some(parts), Some(open)) if points(parts) > open.mean => 3,
        (Some(_), None) if !candidate.is_beaten => 3,
        (None, _) if !candidate.is_beaten => 2,
        (Some(_), _) => 1,
        (None, _) => 0,
    };
    places_by_key(candidates.len(), &|i| {
        let candidate = &candidates[i];
        let sure = candidate.proven.map_or(0, i64::from);
        (class(candidate) * i64::from(WHOLE + 1) + sure, candidate.visits as i64)
    })
}
