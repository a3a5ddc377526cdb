//! What the textbook's search proves: bounds of everybody's points by going through all that was visited, and proof
//! numbers by their definition.

use std::cmp::Ordering;

use melee_core::{Game, Knowledge, Player};

use super::{Mcts, Path, extended};

/// The least and most points of everybody, in 840ths; and the place of the move in the generator's order.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Interval {
    pub(super) least: Vec<i32>,
    pub(super) most: Vec<i32>,
    pub(super) place: usize,
}

impl<G: Game, K: Knowledge<G>> Mcts<'_, G, K> {
    /// Everybody's points at a position that was visited, if they are proven. Where only the root player's are, the others
    /// share the rest.
    pub(super) fn proven_points(&self, path: &Path<G::Move>) -> Option<Vec<f64>> {
        let interval = self.intervals.get(path).filter(|_| self.visits.contains_key(path))?;
        if !self.is_proven(interval) {
            return None;
        }
        let mut points: Vec<f64> = interval.least.iter().map(|&parts| f64::from(parts) / 840.0).collect();
        if self.rules.paranoid {
            let own = points[self.root.index()];
            let rest = (1.0 - own) / (points.len() - 1) as f64;
            points.fill(rest);
            points[self.root.index()] = own;
        }
        Some(points)
    }

    /// How few leaves must be shown to be won by the mover after a move, beside those after the move with most of them.
    pub(super) fn ease(&self, state: &G::State, path: &Path<G::Move>, mv: G::Move) -> f64 {
        let mover = self.game.to_move(state);
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        let number = |mv: G::Move| {
            let mut after = state.clone();
            self.game.play(&mut after, mv);
            self.proof_number(&after, &extended(path, mover, mv), mover)
        };
        let hardest = moves.iter().filter_map(|&mv| number(mv)).max();
        match (number(mv), hardest) {
            (Some(number), Some(hardest)) => 1.0 - number as f64 / hardest.max(1) as f64,
            _ => 0.0,
        }
    }

    /// How many leaves of the visited tree must be shown to be won by a player, if he can win at all. If all play against
    /// the root player, for another one that he does not win.
    pub(super) fn proof_number(&self, state: &G::State, path: &Path<G::Move>, player: Player) -> Option<u64> {
        if !self.visits.contains_key(path) {
            return Some(1);
        }
        let is_same = |one: Player, other: Player| {
            if self.rules.paranoid { (one == self.root) == (other == self.root) } else { one == other }
        };
        if let Some(outcome) = self.game.outcome(state) {
            let is_won = match outcome.winner() {
                Some(winner) => is_same(winner, player),
                None => self.rules.paranoid && player != self.root,
            };
            return is_won.then_some(0);
        }
        let mover = self.game.to_move(state);
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        let below = moves.into_iter().map(|mv| {
            let mut after = state.clone();
            self.game.play(&mut after, mv);
            self.proof_number(&after, &extended(path, mover, mv), player)
        });
        if is_same(mover, player) { below.flatten().min() } else { below.sum() }
    }

    /// What is known of everybody's points, from the end of the visited tree up. What was never visited is known by who had
    /// lost before.
    pub(super) fn find_intervals(
        &mut self,
        state: &G::State,
        path: &Path<G::Move>,
        place: usize,
        before: Option<&Interval>,
    ) -> Interval {
        let players = self.game.players();
        let is_visited = path == &self.played || self.visits.contains_key(path);
        let mut known = Interval { least: vec![0; players], most: vec![840; players], place };
        if let (false, Some(before)) = (is_visited, before) {
            known = Interval { place, ..before.clone() };
        } else if let Some(outcome) = self.game.outcome(state) {
            known.least = outcome.all_points().iter().map(|point| (840.0 * point).round() as i32).collect();
            known.most.clone_from(&known.least);
        } else {
            for player in Player::all(players).filter(|&player| self.game.has_lost(state, player)) {
                known.most[player.index()] = 0;
            }
            tighten(&mut known);
            let mover = self.game.to_move(state);
            let mut moves = Vec::new();
            self.game.moves(state, &mut moves);
            let mut below = Vec::new();
            for (place, mv) in moves.into_iter().enumerate() {
                let mut after = state.clone();
                self.game.play(&mut after, mv);
                below.push(self.find_intervals(&after, &extended(path, mover, mv), place, Some(&known)));
            }
            known = Interval { place, ..self.of_children(mover, &below) };
        }
        self.intervals.insert(path.clone(), known.clone());
        known
    }

    /// A child matters unless another will be preferred to it whatever is found.
    pub(super) fn of_children(&self, chooser: Player, children: &[Interval]) -> Interval {
        let matters = |child: &&Interval| !children.iter().any(|other| self.is_preferred(chooser, other, child));
        let open: Vec<&Interval> = children.iter().filter(matters).collect();
        let mut all = open[0].clone();
        for player in 0..self.game.players() {
            let least = open.iter().map(|child| child.least[player]);
            let most = open.iter().map(|child| child.most[player]);
            (all.least[player], all.most[player]) = (least.min().expect("one"), most.max().expect("one"));
        }
        let root = self.root.index();
        if !self.rules.paranoid {
            all.least[chooser.index()] = children.iter().map(|c| c.least[chooser.index()]).max().expect("one");
            tighten(&mut all);
        } else if chooser == self.root {
            all.least[root] = children.iter().map(|c| c.least[root]).max().expect("one");
        } else {
            all.most[root] = children.iter().map(|c| c.most[root]).min().expect("one");
        }
        all
    }

    pub(super) fn own(&self, chooser: Player, interval: &Interval) -> (i32, i32) {
        let root = self.root.index();
        if self.rules.paranoid && chooser != self.root {
            (840 - interval.most[root], 840 - interval.least[root])
        } else {
            (interval.least[chooser.index()], interval.most[chooser.index()])
        }
    }

    /// Is a move left alone for another? Of two that are as good as each other the first stays.
    pub(super) fn is_preferred(&self, chooser: Player, one: &Interval, other: &Interval) -> bool {
        let is_first = one.place < other.place;
        one.place != other.place
            && self.is_as_good(chooser, one, other)
            && (is_first || !self.is_as_good(chooser, other, one))
    }

    /// Will one move be preferred to another for sure? Whoever may do anything prefers only what is more. Who harms does so by what the chooser has of it, then by what the root player has not,
    /// then by its place; but if both come to the same for everybody then, any one is as good.
    pub(super) fn is_as_good(&self, chooser: Player, one: &Interval, other: &Interval) -> bool {
        let (least, most) = (self.own(chooser, one).0, self.own(chooser, other).1);
        if !self.rules.harms {
            return least > most || least == 840;
        }
        if self.rules.paranoid || least != most {
            return least >= most;
        }
        let (root, players) = (self.root.index(), self.game.players());
        if chooser == self.root {
            return least == 840 || players == 2 || one.place < other.place;
        }
        match one.most[root].cmp(&other.least[root]) {
            Ordering::Less => true,
            Ordering::Equal => least == 840 || players <= 3 || one.place < other.place,
            Ordering::Greater => false,
        }
    }

    pub(super) fn is_beaten(&self, state: &G::State, path: &Path<G::Move>, mv: G::Move) -> bool {
        let mover = self.game.to_move(state);
        let interval = |mv| &self.intervals[&extended(path, mover, mv)];
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        moves.iter().any(|&other| self.is_preferred(mover, interval(other), interval(mv)))
    }

    /// Another move is as good whatever else is found, and may be better.
    pub(super) fn is_settled(&self, state: &G::State, path: &Path<G::Move>, mv: G::Move) -> bool {
        let mover = self.game.to_move(state);
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        if self.rules.harms {
            return self.is_proven(&self.intervals[&extended(path, mover, mv)]) || self.is_beaten(state, path, mv);
        }
        let own = |mv| self.own(mover, &self.intervals[&extended(path, mover, mv)]);
        let may_be_more = moves.iter().any(|&other| own(other).1 > own(mv).1);
        let is_as_much = moves.iter().any(|&other| own(other).0 >= own(mv).1);
        (may_be_more && is_as_much) || self.is_beaten(state, path, mv)
    }

    pub(super) fn is_answered(&self, interval: &Interval) -> bool {
        if self.rules.harms {
            return self.is_proven(interval);
        }
        interval.least[self.root.index()] == interval.most[self.root.index()]
    }

    pub(super) fn is_proven(&self, interval: &Interval) -> bool {
        if self.rules.paranoid {
            interval.least[self.root.index()] == interval.most[self.root.index()]
        } else {
            interval.least == interval.most
        }
    }
}

/// Nobody has what another has, and everything goes to somebody.
pub(super) fn tighten(interval: &mut Interval) {
    let (least, most) = (interval.least.clone(), interval.most.clone());
    let (all_least, all_most): (i32, i32) = (least.iter().sum(), most.iter().sum());
    for player in 0..least.len() {
        interval.most[player] = most[player].min(840 - (all_least - least[player]));
        interval.least[player] = least[player].max(840 - (all_most - most[player]));
    }
}
