//! What a walk may spend: nodes, time, and the patience of whoever may stop it. Alone it looks at its own counters; together
//! with others it draws nodes from what all of them have.

use std::sync::Arc;
use std::time::Duration;

use super::Stopped;
use crate::team::Team;
use crate::{Limits, Watch};

/// The limits of a walk, and when they are looked at next.
pub(super) struct Allowance<'a> {
    pub(super) limits: Limits,
    pub(super) watch: Watch<'a>,
    /// The node count at which limits are looked at next, and how many nodes that is from now.
    next_check: u64,
    interval: u64,
    last_check: Duration,
    /// Those who search together with this walk, and up to which count of its own it may go on before it asks them.
    team: Option<Arc<Team>>,
    drawn: u64,
}

/// The clock is looked at every so many nodes, a power of two.
const CHECK_EVERY: u64 = 1024;
/// Who searches with others looks more often: they may have the answer.
const TEAM_CHECKS_EVERY: u64 = 256;
/// Where time matters it is looked at more often where that many nodes take longer than this.
const LONGEST_INTERVAL: Duration = Duration::from_millis(2);
/// Or than one of so many parts of the limit: a millisecond must not become two.
const PARTS_OF_LIMIT: u32 = 32;

impl<'a> Allowance<'a> {
    pub(super) fn new(limits: Limits, watch: Watch<'a>) -> Self {
        let mut allowance = Allowance {
            limits,
            watch,
            next_check: 0,
            // How long a node takes is not known yet.
            interval: if limits.time.is_some() || watch.may_be_stopped() { 16 } else { CHECK_EVERY },
            last_check: Duration::ZERO,
            team: None,
            drawn: 0,
        };
        allowance.plan_next_check(0);
        allowance
    }

    /// May one more be visited after so many nodes?
    #[inline]
    pub(super) fn ask(&mut self, nodes: u64) -> Result<(), Stopped> {
        if nodes == self.next_check { self.check(nodes) } else { Ok(()) }
    }

    /// After so many nodes something was done that takes as long as some more: limits are looked at so much earlier.
    #[inline]
    pub(super) fn look_sooner(&mut self, by: u64, nodes: u64) {
        self.next_check = self.next_check.saturating_sub(by).max(nodes);
    }

    #[cold]
    fn check(&mut self, nodes: u64) -> Result<(), Stopped> {
        let out_of_nodes = match &self.team {
            None => {
                self.watch.note_nodes(nodes);
                self.limits.nodes.is_some_and(|most| nodes >= most)
            }
            Some(team) => {
                let left = self.drawn - nodes;
                let more = team.draw(self.interval.min(TEAM_CHECKS_EVERY).saturating_sub(left));
                self.drawn += more;
                self.watch.note_nodes(team.nodes());
                left + more == 0 || team.is_over()
            }
        };
        if out_of_nodes || self.watch.is_over(self.limits.time) {
            return Err(Stopped);
        }
        if self.limits.time.is_some() || self.watch.may_be_stopped() {
            self.adapt_interval();
        }
        self.plan_next_check(nodes);
        Ok(())
    }

    /// Nodes of large boards, or with long lists of moves, take thousands of times as long as others.
    fn adapt_interval(&mut self) {
        let now = self.watch.elapsed();
        let took = now.saturating_sub(self.last_check);
        self.last_check = now;
        let longest = self.limits.time.map_or(LONGEST_INTERVAL, |time| LONGEST_INTERVAL.min(time / PARTS_OF_LIMIT));
        if took > longest {
            self.interval = (self.interval / 4).max(1);
        } else if took < longest / 4 {
            self.interval = (self.interval * 2).min(CHECK_EVERY);
        }
    }

    fn plan_next_check(&mut self, nodes: u64) {
        if self.team.is_some() {
            self.next_check = self.drawn;
            return;
        }
        let poll = (nodes / self.interval + 1) * self.interval;
        self.next_check = poll.min(self.limits.nodes.unwrap_or(u64::MAX));
    }

    /// From now on, after so many nodes, this is one of several threads' walks.
    pub(super) fn join(&mut self, team: Arc<Team>, nodes: u64) {
        self.team = Some(team);
        self.drawn = nodes;
        self.next_check = nodes;
    }

    /// The walk goes on alone, after so many nodes of all.
    pub(super) fn leave(&mut self, nodes: u64) {
        self.team = None;
        self.plan_next_check(nodes);
    }
}
