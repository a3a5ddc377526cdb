//! What max^n need not search where the scores of all players together never exceed a sum.
//!
//! Every node on the way to the current one has a best vector so far, and its mover ends with no less than his own part of
//! that. If the parts of different players on the path add up to more than the sum, then no vector from below can be as good
//! for all of them: whatever the current node is worth, one of these nodes *rejects* it. The *rejecter* found is the
//! topmost node that has to be asked for that.
//!
//! * Shallow (Luckhardt and Irani 1986; Korf 1991): the rejecter is the parent itself, which simply goes on.
//! * Last-branch (Sturtevant 2003): it is further up, and every node between has nothing else to choose any more.
//! * Speculative (Sturtevant 2003): nodes between may still find something better. Then what was skipped would have to be
//!   compared with it after all, and is searched again. Only within one round: from further up it is searched again so
//!   often that more is lost than gained.
//!
//! In both of the latter the best vector of every node between must be rejected too, or it would be taken for the value
//! of a node that in truth has another.

use melee_core::{MAX_PLAYERS, Player, Scores, Value};

/// How much max^n prunes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pruning {
    /// Nothing.
    Off,
    /// What the parent rejects.
    Shallow,
    /// What somebody further up rejects, if nobody between can change his mind.
    LastBranch,
    /// The same even if somebody can.
    Speculative,
}

/// What is known of the sum of everybody's scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SumBound {
    pub(super) most: Value,
    /// No score is negative: a player of whom nothing is known has at least nothing.
    pub(super) never_negative: bool,
}

/// A node on the way to the current one.
#[derive(Clone, Copy, Debug)]
struct Step {
    mover: Player,
    /// The best of its moves so far, exact.
    best: Option<Scores>,
    /// Its mover looks for the highest score of his own.
    is_own: bool,
    /// The move that is searched is the last one.
    is_last: bool,
}

impl Step {
    /// What the mover is sure of.
    fn bound(&self) -> Option<Value> {
        self.best.filter(|_| self.is_own).map(|best| best[self.mover])
    }

    /// Is this vector worse for the mover than what he has?
    fn rejects(&self, scores: &Scores) -> bool {
        self.bound().is_some_and(|bound| scores[self.mover] < bound)
    }
}

/// The nodes from the root to the current one.
#[derive(Debug, Default)]
pub(super) struct Path {
    steps: Vec<Step>,
}

impl Path {
    /// A node is entered so many plies below the root.
    pub(super) fn enter(&mut self, ply: usize, mover: Player, is_own: bool) {
        self.steps.truncate(ply);
        self.steps.push(Step { mover, best: None, is_own, is_last: false });
    }

    /// The search comes to a move of the node at this ply, the last one or not.
    pub(super) fn follow(&mut self, ply: usize, is_last: bool) {
        self.steps[ply].is_last = is_last;
    }

    /// The search is back at this ply, where it has found a better vector.
    pub(super) fn improve(&mut self, ply: usize, best: Scores) {
        self.steps.truncate(ply + 1);
        self.steps[ply].best = Some(best);
    }

    /// Is this vector rejected by a node from ply `top` to the one above `ply`?
    pub(super) fn is_rejected(&self, scores: &Scores, top: usize, ply: usize) -> bool {
        self.steps[top..ply].iter().any(|step| step.rejects(scores))
    }

    /// The ply of the node that rejects, or whose descendants do, whatever the last node of the path is worth; not above
    /// ply `floor`.
    pub(super) fn rejecter(&self, sum: SumBound, pruning: Pruning, floor: usize) -> Option<usize> {
        let here = self.steps.len() - 1;
        let players = self.steps[here].best?.as_slice().len();
        let mut bounds: [Option<Value>; MAX_PLAYERS] = [None; MAX_PLAYERS];
        let (mut total, mut missing) = (0, players);
        for (ply, step) in self.steps.iter().enumerate().skip(floor).rev() {
            if let Some(bound) = step.bound() {
                let known = &mut bounds[step.mover.index()];
                missing -= usize::from(known.is_none());
                let more = i64::from(bound) - known.map_or(0, i64::from);
                if known.is_none() || more > 0 {
                    *known = Some(bound);
                    total += more;
                }
            }
            let is_exceeded = total > i64::from(sum.most) && (missing == 0 || sum.never_negative);
            if ply < here && is_exceeded && self.may_skip(ply, here, pruning, players) {
                return Some(ply);
            }
            if pruning == Pruning::Shallow && ply < here {
                return None;
            }
        }
        None
    }

    /// May the nodes between a rejecter and the current one do without it?
    fn may_skip(&self, rejecter: usize, here: usize, pruning: Pruning, players: usize) -> bool {
        let is_speculative = pruning == Pruning::Speculative && here - rejecter < players;
        (rejecter + 1..here).all(|ply| {
            let step = &self.steps[ply];
            (is_speculative || step.is_last) && step.best.is_none_or(|best| self.is_rejected(&best, rejecter, ply))
        })
    }
}
