//! Monte-Carlo tree search that remembers nothing but its simulations: whatever it wants to know it counts anew.

mod solver;

use std::cmp::Reverse;
use std::collections::HashMap;

use melee_core::zobrist::mix;
use melee_core::{Game, Knowledge, OrderView, Player, Rng, seeded_rng};
use solver::Interval;

/// What the search does; by default UCT for the mover with uniformly random games.
#[derive(Clone, Copy, Debug)]
pub struct MctsRules {
    /// All against the root player?
    pub paranoid: bool,
    pub exploration: f64,
    /// Where another than the root player chooses, if it is not the same there.
    pub exploration_of_others: Option<f64>,
    /// What a move is worth that was never tried; without, such moves come first.
    pub urgency: Option<f64>,
    /// Weights of progressive history, the static order, widening and opponent move abstraction.
    pub history: f64,
    pub prior: f64,
    pub widening: f64,
    pub abstraction: f64,
    /// The weight of proof numbers.
    pub proofs: f64,
    /// The part of the evaluation.
    pub implicit: f64,
    pub solver: bool,
    /// Does the solver suppose that who has several moves of the same worth harms the root player?
    pub harms: bool,
}

impl Default for MctsRules {
    fn default() -> Self {
        MctsRules {
            paranoid: false,
            exploration: 0.5,
            exploration_of_others: None,
            urgency: None,
            history: 0.0,
            prior: 0.0,
            widening: 0.0,
            abstraction: 0.0,
            proofs: 0.0,
            implicit: 0.0,
            solver: false,
            harms: false,
        }
    }
}

/// What the search says.
#[derive(Clone, PartialEq, Debug)]
pub struct MctsAnswer<M> {
    pub best: M,
    /// Everybody's mean points after it, the root player's as far as they are proven; all if all are.
    pub means: Vec<f64>,
    /// How many positions were visited.
    pub nodes: u64,
    pub is_proven: bool,
}

type Path<M> = Vec<(Player, M)>;

struct Simulation<M> {
    /// From the very first root, the moves that were played before included.
    path: Path<M>,
    /// How many those were.
    began: usize,
    points: Vec<f64>,
}

/// The search of one player. It goes on with its simulations if it is asked about a position that follows by moves.
pub struct Mcts<'a, G: Game, K> {
    game: &'a G,
    knowledge: &'a K,
    rules: MctsRules,
    seed: u64,
    /// Where the first simulation began, what was played since, and for whom it is.
    start: G::State,
    played: Path<G::Move>,
    root: Player,
    log: Vec<Simulation<G::Move>>,
    /// Everything below is counted anew for every simulation.
    visits: HashMap<Path<G::Move>, (usize, Vec<f64>)>,
    intervals: HashMap<Path<G::Move>, Interval>,
    guesses: HashMap<Path<G::Move>, Vec<f32>>,
}

impl<'a, G: Game, K: Knowledge<G>> Mcts<'a, G, K> {
    pub fn new(game: &'a G, knowledge: &'a K, rules: MctsRules, start: &G::State, seed: u64) -> Self {
        Mcts {
            game,
            knowledge,
            rules,
            seed,
            start: start.clone(),
            played: Vec::new(),
            root: game.to_move(start),
            log: Vec::new(),
            visits: HashMap::new(),
            intervals: HashMap::new(),
            guesses: HashMap::new(),
        }
    }

    /// The game goes on by moves of all players. True if the position was visited before.
    pub fn go_on(&mut self, moves: &[G::Move]) -> bool {
        for &mv in moves {
            let player = self.game.to_move(&self.state_at(&self.played));
            self.played.push((player, mv));
        }
        self.log.iter().any(|simulation| simulation.path.starts_with(&self.played))
    }

    /// Makes so many simulations, or fewer if the result is proven.
    pub fn search(&mut self, simulations: usize) -> MctsAnswer<G::Move> {
        let root = self.state_at(&self.played);
        let mut rng = seeded_rng(mix(self.seed) ^ self.game.key(&root));
        let mut nodes = 0;
        for _ in 0..simulations {
            self.count();
            if self.rules.solver && self.is_answered(&self.intervals[&self.played]) {
                break;
            }
            nodes += self.simulate(&mut rng);
        }
        self.count();
        self.answer(nodes)
    }

    fn simulate(&mut self, rng: &mut impl Rng) -> u64 {
        let mut path = self.played.clone();
        let mut state = self.state_at(&path);
        let mut nodes = 1;
        while (path == self.played || self.visits.contains_key(&path)) && self.game.outcome(&state).is_none() {
            let step = (self.game.to_move(&state), self.choose(&state, &path, rng));
            self.game.play(&mut state, step.1);
            path.push(step);
            nodes += 1;
            if let Some(points) = self.proven_points(&path) {
                self.log.push(Simulation { path, began: self.played.len(), points });
                return nodes;
            }
        }
        let mut buffer = Vec::new();
        while self.game.outcome(&state).is_none() {
            buffer.clear();
            let mv = self.game.random_move(&state, &mut buffer, rng);
            self.game.play(&mut state, mv);
            nodes += 1;
        }
        let points = self.game.outcome(&state).map_or_else(Vec::new, |outcome| outcome.all_points());
        self.log.push(Simulation { path, began: self.played.len(), points });
        nodes
    }

    fn choose(&self, state: &G::State, path: &Path<G::Move>, rng: &mut impl Rng) -> G::Move {
        let parent_visits = self.visits.get(path).map_or(0, |(visits, _)| *visits);
        let mover = self.game.to_move(state);
        let moves = self.static_order(state);
        let width = match self.rules.widening {
            0.0 => usize::MAX,
            widening => 1 + (widening * (parent_visits as f64).sqrt()) as usize,
        };
        let is_open = |&(_, mv): &(usize, G::Move)| !self.rules.solver || !self.is_settled(state, path, mv);
        let offered: Vec<(usize, G::Move)> = moves.iter().copied().enumerate().filter(is_open).take(width).collect();
        let tried = |mv: G::Move| self.visits.get(&extended(path, mover, mv)).map_or(0, |(visits, _)| *visits);
        let untried: Vec<G::Move> = offered.iter().map(|&(_, mv)| mv).filter(|&mv| tried(mv) == 0).collect();
        if self.rules.urgency.is_none() && !untried.is_empty() {
            return untried[((u64::from(rng.next_u32()) * untried.len() as u64) >> 32) as usize];
        }
        let weight = match self.rules.exploration_of_others {
            Some(weight) if mover != self.root => weight,
            _ => self.rules.exploration,
        };
        let mut best: Option<(f64, G::Move)> = None;
        for (place, mv) in offered {
            let child = extended(path, mover, mv);
            let (visits, mean) = (tried(mv) as f64, self.clamped_mean(&child, mover));
            let mut value = match self.rules.urgency {
                Some(urgency) if visits == 0.0 => self.estimate(&child, mover, urgency, 0.0),
                _ => {
                    let exploration = ((parent_visits.max(1) as f64).ln() / visits).sqrt();
                    self.estimate(&child, mover, mean, visits) + weight * exploration
                }
            };
            if self.rules.history > 0.0 {
                let known = self.history(mover, mv);
                value += known * self.rules.history / (visits * (1.0 - mean) + 1.0);
            }
            if self.rules.prior > 0.0 {
                value += self.rules.prior * (1.0 - place as f64 / moves.len() as f64) / (visits + 1.0);
            }
            if self.rules.proofs > 0.0 {
                value += self.rules.proofs * self.ease(state, path, mv);
            }
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, mv));
            }
        }
        best.expect("a node that is not proven has an open move").1
    }

    /// The mean of all games in which a player made a move that means the same.
    fn history(&self, mover: Player, mv: G::Move) -> f64 {
        let index = self.game.move_index(mv);
        let (mut sum, mut plays) = (0.0, 0);
        for Simulation { path, began, points } in &self.log {
            for &(player, other) in &path[*began..] {
                if player == mover && self.game.move_index(other) == index {
                    sum += points[mover.index()];
                    plays += 1;
                }
            }
        }
        sum / f64::from(plays.max(1))
    }

    /// The mean of all games in which a player made the same moves as on this path, whatever the others did.
    fn abstract_mean(&self, path: &Path<G::Move>, mover: Player) -> Option<f64> {
        let own = |path: &Path<G::Move>| -> Vec<G::Move> {
            path.iter().filter(|(player, _)| *player == mover).map(|(_, mv)| *mv).collect()
        };
        let meant = own(path);
        let same = self.log.iter().filter(|simulation| own(&simulation.path).starts_with(&meant));
        let values: Vec<f64> = same.map(|simulation| self.worth(mover, &simulation.points)).collect();
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    }

    fn worth(&self, chooser: Player, points: &[f64]) -> f64 {
        if self.rules.paranoid && chooser != self.root {
            1.0 - points[self.root.index()]
        } else {
            points[chooser.index()]
        }
    }

    fn estimate(&self, child: &Path<G::Move>, mover: Player, mean: f64, visits: f64) -> f64 {
        let mut estimate = mean;
        if self.rules.abstraction > 0.0
            && let Some(known) = self.abstract_mean(child, mover)
        {
            let weight = self.rules.abstraction / (self.rules.abstraction + visits);
            estimate = (1.0 - weight) * estimate + weight * known;
        }
        if self.rules.implicit > 0.0
            && let Some(guess) = self.guesses.get(child)
        {
            let guess: Vec<f64> = guess.iter().map(|&share| f64::from(share)).collect();
            estimate = (1.0 - self.rules.implicit) * estimate + self.rules.implicit * self.worth(mover, &guess);
        }
        estimate
    }

    fn mean(&self, path: &Path<G::Move>) -> Vec<f64> {
        match self.visits.get(path) {
            Some((visits, sums)) => sums.iter().map(|sum| sum / *visits as f64).collect(),
            None => vec![0.0; self.game.players()],
        }
    }

    fn clamped_mean(&self, child: &Path<G::Move>, mover: Player) -> f64 {
        let mean = self.worth(mover, &self.mean(child));
        if !self.rules.solver {
            return mean;
        }
        let (least, most) = self.own(mover, &self.intervals[child]);
        mean.clamp(f64::from(least) / 840.0, f64::from(most) / 840.0)
    }

    /// Counts everything anew.
    fn count(&mut self) {
        self.visits.clear();
        for Simulation { path, began, points } in &self.log {
            for len in *began..=path.len() {
                let none = (0, vec![0.0; points.len()]);
                let (visits, sums) = self.visits.entry(path[..len].to_vec()).or_insert(none);
                *visits += 1;
                for (sum, point) in sums.iter_mut().zip(points) {
                    *sum += point;
                }
            }
        }
        self.intervals.clear();
        self.guesses.clear();
        let (root, path) = (self.state_at(&self.played), self.played.clone());
        if self.rules.solver {
            self.find_intervals(&root, &path, 0, None);
        }
        if self.rules.implicit > 0.0 {
            self.find_guesses(&root, &path);
        }
    }

    /// The evaluation that best play among the visited positions leads to.
    fn find_guesses(&mut self, state: &G::State, path: &Path<G::Move>) -> Vec<f32> {
        let mover = self.game.to_move(state);
        let mut best: Option<Vec<f32>> = None;
        if self.game.outcome(state).is_none() {
            for mv in self.static_order(state) {
                let child = extended(path, mover, mv);
                if self.visits.contains_key(&child) {
                    let mut after = state.clone();
                    self.game.play(&mut after, mv);
                    let guess = self.find_guesses(&after, &child);
                    let worth = |guess: &[f32]| {
                        let is_own = !self.rules.paranoid || mover == self.root;
                        if is_own { guess[mover.index()] } else { -guess[self.root.index()] }
                    };
                    if best.as_ref().is_none_or(|best| worth(&guess) > worth(best)) {
                        best = Some(guess);
                    }
                }
            }
        }
        let guess = best.unwrap_or_else(|| self.evaluation(state));
        self.guesses.insert(path.clone(), guess.clone());
        guess
    }

    /// Everybody's share of the point as he stands above or below the mean.
    fn evaluation(&self, state: &G::State) -> Vec<f32> {
        if let Some(outcome) = self.game.outcome(state) {
            return outcome.all_points().iter().map(|&point| point as f32).collect();
        }
        let scores = self.knowledge.scores(self.game, state, self.root);
        let players = scores.as_slice().len() as f64;
        let mean = scores.as_slice().iter().map(|&score| f64::from(score)).sum::<f64>() / players;
        let worth = f64::from(self.knowledge.worth_of_win().max(1));
        let share = |&score: &i32| (1.0 / players + (f64::from(score) - mean) / (2.0 * worth)).clamp(0.0, 1.0) as f32;
        scores.as_slice().iter().map(share).collect()
    }

    /// The most visited move, unless one is proven to be better than its mean. Of a proven root it is the best one.
    fn answer(&self, nodes: u64) -> MctsAnswer<G::Move> {
        let state = self.state_at(&self.played);
        let is_proven = self.rules.solver && self.is_answered(&self.intervals[&self.played]);
        let child = |mv: G::Move| extended(&self.played, self.root, mv);
        let visits = |mv: G::Move| self.visits.get(&child(mv)).map_or(0, |(visits, _)| *visits);
        let moves = self.static_order(&state);
        let first_most = |moves: &mut dyn Iterator<Item = G::Move>| {
            let mut best: Option<G::Move> = None;
            for mv in moves {
                if best.is_none_or(|best| visits(mv) > visits(best)) {
                    best = Some(mv);
                }
            }
            best
        };
        let is_open = |&mv: &G::Move| {
            !self.rules.solver
                || !self.is_answered(&self.intervals[&child(mv)]) && !self.is_beaten(&state, &self.played, mv)
        };
        let mut open = moves.iter().copied().filter(is_open);
        let most_visited = if is_proven { None } else { first_most(&mut open) };
        let mut best = most_visited;
        if self.rules.solver {
            let least = |mv: G::Move| self.intervals[&child(mv)].least[self.root.index()];
            let promise = most_visited.map(|mv| self.mean(&child(mv))[self.root.index()]);
            let is_wanted = |mv: G::Move| most_visited.is_some() || !self.is_beaten(&state, &self.played, mv);
            let is_known = |&mv: &G::Move| self.is_answered(&self.intervals[&child(mv)]) && is_wanted(mv);
            let proven = moves.iter().rev().copied().filter(is_known);
            let place = |mv: G::Move| self.rules.harms.then(|| Reverse(self.intervals[&child(mv)].place));
            let surest = proven.max_by_key(|&mv| (least(mv), place(mv), visits(mv)));
            let is_better = |mv: &G::Move| promise.is_none_or(|mean| f64::from(least(*mv)) / 840.0 > mean);
            best = surest.filter(is_better).or(best);
        }
        let best = best.expect("a state that is not over has a move");
        let mut means = self.mean(&child(best));
        if let Some(interval) = self.intervals.get(&child(best)) {
            let points = |parts: &[i32]| -> Vec<f64> { parts.iter().map(|&parts| f64::from(parts) / 840.0).collect() };
            let (least, most, root) = (points(&interval.least), points(&interval.most), self.root.index());
            means[root] = means[root].clamp(least[root], most[root]);
            if !self.rules.paranoid && self.is_proven(interval) {
                means = least;
            }
        }
        MctsAnswer { best, means, nodes, is_proven }
    }

    fn static_order(&self, state: &G::State) -> Vec<G::Move> {
        let (mut moves, mut ranks) = (Vec::new(), Vec::new());
        self.game.moves(state, &mut moves);
        let view = if self.rules.paranoid { OrderView::Against(self.root) } else { OrderView::Own };
        self.knowledge.rank_all(self.game, &mut state.clone(), view, &moves, &mut ranks);
        let mut ranked: Vec<(i32, G::Move)> = ranks.into_iter().zip(moves).collect();
        ranked.sort_by_key(|&(rank, _)| Reverse(rank));
        ranked.into_iter().map(|(_, mv)| mv).collect()
    }

    fn state_at(&self, path: &Path<G::Move>) -> G::State {
        let mut state = self.start.clone();
        for &(_, mv) in path {
            self.game.play(&mut state, mv);
        }
        state
    }
}

fn extended<M: Copy>(path: &Path<M>, player: Player, mv: M) -> Path<M> {
    let mut path = path.clone();
    path.push((player, mv));
    path
}
