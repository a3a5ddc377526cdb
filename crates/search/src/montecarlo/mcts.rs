//! Monte-Carlo tree search (Kocsis and Szepesvári 2006; Coulom 2007) for any number of players.
//!
//! Each simulation goes down the tree by UCT, adds one node, plays a random game and notes
//! everybody's points on the way back. Who a node's moves are chosen for makes the variant
//! (Nijssen and Winands 2013): the mover himself (max^n), everybody but the root player against
//! him (paranoid), or, between two turns of the root player, only one opponent (best-reply).
//!
//! Progressive history (Nijssen and Winands 2011) prefers moves that did well anywhere. Progressive widening (Coulom 2007;
//! Chaslot et al. 2008) lets a node choose among few moves, the first of the static order, and among more the oftener it
//! is visited: where moves are many, the rest would take all simulations for one try each.

use std::collections::HashMap;
use std::ops::Range;

use melee_core::{Game, MAX_PLAYERS, Player, Rng};

use super::playout::{PlayoutSettings, Playouts, Points, playout_options};
use super::{mean_scores, millionths};
use crate::options::Opt;
use crate::order::places_by_key;
use crate::{
    Algorithm, AnyTimeSearch, Best, Chooser, Line, Method, Move, Observer, OnProgress, Pace, Ply, Sampled, Search,
    SearchError, Stopped, Variant, Walk, World,
};

/// For whom moves are chosen in the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Backup {
    /// For the mover.
    MaxN,
    /// Against the root player.
    Paranoid,
    /// Against the root player, by one opponent a round.
    BestReply,
}

/// What MCTS does.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MctsSettings {
    /// For whom moves are chosen.
    pub backup: Backup,
    /// The weight of exploration in UCT.
    pub exploration: f64,
    /// The weight of progressive history; 0 switches it off.
    pub history: f64,
    /// How fast nodes widen: so many moves, times the root of a node's visits, may be chosen; 0 offers all at once.
    pub widening: f64,
    /// How random games are played.
    pub playout: PlayoutSettings,
    /// The most simulations.
    pub simulations: u64,
    /// The most nodes in the tree.
    pub memory: usize,
}

impl MctsSettings {
    /// UCT for the mover, with uniformly random games.
    pub const PLAIN: MctsSettings = MctsSettings {
        backup: Backup::MaxN,
        exploration: 0.5,
        history: 0.0,
        widening: 0.0,
        playout: PlayoutSettings::PLAIN,
        simulations: 100_000,
        memory: 2_000_000,
    };
}

/// The algorithm by name.
#[derive(Clone, Copy, Debug)]
pub struct MctsSearch;

impl Algorithm for MctsSearch {
    type Settings = MctsSettings;
    const PACE: Pace = Pace::AnyTime;

    fn variants(&self) -> Vec<Variant<MctsSettings>> {
        let summary = "Monte-Carlo tree search (UCT)";
        vec![Variant::new("mcts", MctsSettings::PLAIN, summary)]
    }

    fn options(&self) -> Vec<Opt<MctsSettings>> {
        type S = MctsSettings;
        let mut options =
            vec![Opt::number("playouts", 1..=u64::MAX, "the most random games in all", |s: &mut S| &mut s.simulations)];
        options.extend(playout_options(|s: &mut S| &mut s.playout));
        options.extend([
            Opt::choice(
                "backup",
                &[
                    ("maxn", Backup::MaxN),
                    ("paranoid", Backup::Paranoid),
                    ("brs", Backup::BestReply),
                ],
                "for whom moves are chosen in the tree: the mover, all against the root player, or one opponent a round against him",
                |s: &mut S| &mut s.backup,
            ),
            Opt::weight(
                "exploration",
                "the weight of exploration in UCT",
                |s: &mut S| &mut s.exploration,
            ),
            Opt::weight(
                "progressive",
                "the weight of progressive history",
                |s: &mut S| &mut s.history,
            ),
            Opt::weight(
                "widening",
                "so many moves, the first of the static order, times the root of a node's visits may be chosen; 0: all",
                |s: &mut S| &mut s.widening,
            ),
            Opt::number(
                "memory",
                1..=usize::MAX,
                "the most nodes to remember",
                |s: &mut S| &mut s.memory,
            ),
        ]);
        options
    }

    fn memory(&self, settings: &MctsSettings) -> u64 {
        (settings.memory as u64).saturating_mul(size_of::<Node<u64>>() as u64)
    }
}

impl Search for MctsSearch {
    fn build<W: World>(&self, settings: &MctsSettings, _game: &W::Game, seed: u64) -> Result<Method<W>, SearchError> {
        Ok(Method::AnyTime(Box::new(Mcts::new(*settings, seed))))
    }
}

struct Mcts<G: Game> {
    settings: MctsSettings,
    seed: u64,
    nodes: Vec<Node<G::Move>>,
    /// Points and plays of each player's moves anywhere, for progressive history.
    history: Vec<(f64, u64)>,
    path: Vec<usize>,
}

struct Node<M> {
    /// The move that leads here; none at the root.
    ply: Option<Ply<M>>,
    points: Points,
    visits: u64,
    /// Where the children are; none yet, or the game is over here.
    children: Range<usize>,
    is_expanded: bool,
}

impl<M> Node<M> {
    fn new(ply: Option<Ply<M>>) -> Self {
        Node { ply, points: Points::default(), visits: 0, children: 0..0, is_expanded: false }
    }

    fn mean(&self, player: Player) -> f64 {
        self.points[player.index()] / self.visits.max(1) as f64
    }
}

impl<G: Game> Mcts<G> {
    fn new(settings: MctsSettings, seed: u64) -> Self {
        Mcts { settings, seed, nodes: Vec::new(), history: Vec::new(), path: Vec::new() }
    }

    fn simulate<W: World<Game = G>>(&mut self, walk: &mut Walk<W>, playouts: &mut Playouts<G>) -> Result<(), Stopped> {
        walk.restart();
        self.path.clear();
        let mut node = 0;
        self.path.push(node);
        walk.enter()?;
        while self.nodes[node].is_expanded && !self.nodes[node].children.is_empty() {
            node = self.select(walk, node, playouts.rng());
            let ply = self.nodes[node].ply.expect("only the root has none");
            follow(walk, ply);
            walk.enter()?;
            self.path.push(node);
        }
        if !self.nodes[node].is_expanded && self.nodes.len() < self.settings.memory {
            self.expand(walk, node);
        }
        let points = playouts.play(walk)?;
        self.note(walk, &points);
        Ok(())
    }

    /// The children that may be chosen.
    fn offered(&self, parent: usize) -> Range<usize> {
        let Node { children, visits, .. } = &self.nodes[parent];
        if self.settings.widening == 0.0 {
            return children.clone();
        }
        let wide = 1 + (self.settings.widening * (*visits as f64).sqrt()) as usize;
        children.start..children.end.min(children.start + wide)
    }

    /// The child with the highest UCT value; children never tried come first, at random.
    fn select<W: World<Game = G>>(&self, walk: &Walk<W>, parent: usize, rng: &mut impl Rng) -> usize {
        let children = self.offered(parent);
        let untried = children.clone().filter(|&c| self.nodes[c].visits == 0);
        let count = untried.clone().count();
        if count > 0 {
            let pick = (u64::from(rng.next_u32()) * count as u64) >> 32;
            return untried.clone().nth(pick as usize).expect("below the count");
        }
        let log = (self.nodes[parent].visits as f64).ln();
        let mut best = (children.start, f64::NEG_INFINITY);
        for child in children {
            let node = &self.nodes[child];
            let ply = node.ply.expect("only the root has none");
            let mean = self.mean_for_chooser(node, ply.player, walk.root);
            let visits = node.visits as f64;
            let mut value = mean + self.settings.exploration * (log / visits).sqrt();
            if self.settings.history > 0.0 {
                let (points, plays) = self.history[history_index(walk.game, ply)];
                let known = points / plays.max(1) as f64;
                value += known * self.settings.history / (visits * (1.0 - mean) + 1.0);
            }
            if value > best.1 {
                best = (child, value);
            }
        }
        best.0
    }

    fn mean_for_chooser(&self, node: &Node<G::Move>, chooser: Player, root: Player) -> f64 {
        if self.settings.backup == Backup::MaxN || chooser == root { node.mean(chooser) } else { 1.0 - node.mean(root) }
    }

    fn expand<W: World<Game = G>>(&mut self, walk: &mut Walk<W>, node: usize) {
        self.nodes[node].is_expanded = true;
        if walk.game.outcome(&walk.state).is_some() {
            return;
        }
        let start = self.nodes.len();
        let mover = walk.game.to_move(&walk.state);
        if self.settings.backup == Backup::BestReply {
            let own_turn = self.nodes[node].ply.is_none_or(|ply| ply.player != walk.root);
            for player in choosers(walk, own_turn) {
                self.add_children(walk, player);
            }
            if self.settings.widening > 0.0 {
                self.take_turns(start);
            }
        } else {
            self.add_children(walk, mover);
        }
        self.nodes[node].children = start..self.nodes.len();
    }

    fn add_children<W: World<Game = G>>(&mut self, walk: &mut Walk<W>, player: Player) {
        let game = walk.game;
        let handed = (game.to_move(&walk.state) != player).then(|| game.hand_turn_to(&mut walk.state, player));
        let moves = walk.ordered_moves();
        let nodes = moves.into_iter().map(|mv| Node::new(Some(Ply { player, mv })));
        self.nodes.extend(nodes);
        if let Some(undo) = handed {
            game.undo(&mut walk.state, undo);
        }
    }

    /// Orders the children from here so that every player's first move comes before anybody's second.
    fn take_turns(&mut self, start: usize) {
        let mut seen = [0; MAX_PLAYERS];
        let turn = |node: &Node<G::Move>| {
            let player = node.ply.map_or(0, |ply| ply.player.index());
            seen[player] += 1;
            seen[player]
        };
        let turns: Vec<i64> = self.nodes[start..].iter().map(turn).collect();
        let children: Vec<Option<Ply<G::Move>>> = self.nodes.drain(start..).map(|node| node.ply).collect();
        let order = places_by_key(children.len(), |i| (-turns[i], 0));
        self.nodes.extend(order.into_iter().map(|i| Node::new(children[i])));
    }

    /// Adds everybody's points to the nodes of the path, and to the history of their moves.
    fn note<W: World<Game = G>>(&mut self, walk: &Walk<W>, points: &Points) {
        for &node in &self.path {
            let node = &mut self.nodes[node];
            node.visits += 1;
            for (sum, point) in node.points.iter_mut().zip(points) {
                *sum += point;
            }
        }
        if self.settings.history > 0.0 {
            for i in 1..self.path.len() {
                let ply = self.nodes[self.path[i]].ply.expect("only the root has none");
                let index = history_index(walk.game, ply);
                let (sum, plays) = &mut self.history[index];
                *sum += points[ply.player.index()];
                *plays += 1;
            }
        }
    }

    /// Who chooses among the children of a node.
    fn chooser(&self, root: Player, mover: Player, node: &Node<G::Move>) -> Chooser {
        let first = self.nodes[node.children.clone()].first();
        let player = first.and_then(|n| n.ply).map_or(mover, |ply| ply.player);
        match self.settings.backup {
            Backup::MaxN => Chooser::Own(player),
            _ if player == root => Chooser::Max(player),
            Backup::Paranoid => Chooser::Min(player),
            Backup::BestReply => Chooser::AnyMin,
        }
    }

    /// Tells the tree, the most visited nodes first; so parents come before their children.
    fn tell_tree<W: World<Game = G>>(&self, walk: &mut Walk<W>) {
        let players = walk.game.players();
        let mut parents = vec![None; self.nodes.len()];
        for (i, node) in self.nodes.iter().enumerate() {
            parents[node.children.clone()].fill(Some(i));
        }
        let is_visited = |&i: &usize| self.nodes[i].visits > 0;
        let order = places_by_key(self.nodes.len(), |i| (self.nodes[i].visits as i64, 0));
        let mut told: HashMap<usize, (usize, G::State)> = HashMap::new();
        for i in order.into_iter().take_while(is_visited) {
            let node = &self.nodes[i];
            let parent = parents[i].map(|parent| &told[&parent]);
            walk.restart();
            if let (Some((_, state)), Some(ply)) = (parent, node.ply) {
                walk.state.clone_from(state);
                follow(walk, ply);
            }
            let sampled = Sampled {
                visits: node.visits,
                values: mean_scores(&node.points[..players], node.visits),
                untried: node.children.clone().filter(|c| !is_visited(c)).count(),
            };
            let mover = walk.game.to_move(&walk.state);
            let parent = parent.map(|(number, _)| *number);
            let chooser = self.chooser(walk.root, mover, node);
            let grown = walk.observer.grown(parent, node.ply, mover, chooser, sampled);
            let Some(number) = grown else {
                break;
            };
            told.insert(i, (number, walk.state.clone()));
        }
        walk.restart();
    }

    /// The most visited moves of the root.
    fn best<W: World<Game = G>>(&self, walk: &Walk<W>) -> Best<G::Move> {
        let players = walk.game.players();
        let children = self.nodes[0].children.clone();
        let nodes = &self.nodes[children.clone()];
        // Of equal ones the first of the static order.
        let mut ranked = places_by_key(nodes.len(), |i| (nodes[i].visits as i64, 0));
        let visited = ranked.partition_point(|&i| nodes[i].visits > 0);
        ranked.truncate(visited.max(1));
        let found = ranked.into_iter().map(|i| {
            let node = &nodes[i];
            let best = Best::guess(millionths(node.mean(walk.root)), self.line(children.start + i));
            best.with_values(mean_scores(&node.points[..players], node.visits))
        });
        let best = Best::first_of(found, walk.limits().lines);
        best.expect("a state that is not over has a move")
    }

    /// A node's move, and the most visited ones after it.
    fn line(&self, mut node: usize) -> Line<G::Move> {
        let mut line: Line<G::Move> = self.nodes[node].ply.into_iter().collect();
        loop {
            let best = self.nodes[node].children.clone().rev().max_by_key(|&c| self.nodes[c].visits);
            match best {
                Some(child) if self.nodes[child].visits > 0 => {
                    line.extend(self.nodes[child].ply);
                    node = child;
                }
                _ => return line,
            }
        }
    }
}

fn history_index<G: Game>(game: &G, ply: Ply<G::Move>) -> usize {
    ply.player.index() * game.move_indices() + game.move_index(ply.mv)
}

/// Who may move next when only one opponent moves between two turns of the root player.
fn choosers<W: World>(walk: &Walk<W>, own_turn: bool) -> Vec<Player> {
    let (game, state) = (walk.game, &walk.state);
    if own_turn && game.can_act(state, walk.root) {
        return vec![walk.root];
    }
    let can_act = |&p: &Player| p != walk.root && game.can_act(state, p);
    Player::all(game.players()).filter(can_act).collect()
}

/// Makes a ply, handing the turn over first if the tree skipped players.
fn follow<W: World>(walk: &mut Walk<W>, ply: Ply<Move<W>>) {
    walk.give_turn_to(ply.player);
    walk.play(ply.mv);
}

impl<W: World> AnyTimeSearch<W> for Mcts<W::Game> {
    fn search(&mut self, walk: &mut Walk<W>, progress: &mut OnProgress<W>) -> Result<Best<Move<W>>, Stopped> {
        let game = walk.game;
        walk.observer.samples(walk.root);
        self.nodes.clear();
        self.nodes.push(Node::new(None));
        self.history.clear();
        if self.settings.history > 0.0 {
            let size = game.players() * game.move_indices();
            self.history.resize(size, (0.0, 0));
        }
        self.expand(walk, 0);
        let key = game.key(&walk.state);
        let mut playouts = Playouts::new(self.settings.playout, self.seed, key);
        for simulation in 1..=self.settings.simulations {
            if self.simulate(walk, &mut playouts).is_err() {
                break;
            }
            if simulation >= FIRST_PROGRESS && simulation.is_power_of_two() {
                progress(walk, &self.best(walk));
            }
        }
        walk.restart();
        if W::Observer::LOOKS {
            self.tell_tree(walk);
        }
        Ok(self.best(walk))
    }

    fn tells_points(&self) -> bool {
        true
    }

    fn tells_tree_afterwards(&self) -> bool {
        true
    }

    fn forget(&mut self, seed: u64) {
        self.seed = seed;
    }
}

/// Progress is told after so many simulations, and whenever there were twice as many.
const FIRST_PROGRESS: u64 = 1024;
