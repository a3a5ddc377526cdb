//! Monte-Carlo tree search (Kocsis and Szepesvári 2006; Coulom 2007) for any number of players.
//!
//! Each simulation goes down the tree by UCT, adds one node, plays a random game and notes
//! everybody's points on the way back. Who a node's moves are chosen for makes the variant
//! (Nijssen and Winands 2013): the mover himself (max^n), everybody but the root player against
//! him (paranoid), or, between two turns of the root player, only one opponent (best-reply).
//!
//! * [`choice`]: which move a simulation tries next;
//! * [`bounds`]: results that are proven;
//! * [`abstraction`]: one's own moves whatever the opponents do;
//! * [`reuse`]: the tree from move to move;
//! * [`threads`]: several at once in one tree;
//! * [`answer`]: what the tree says in the end.

mod abstraction;
mod answer;
mod bounds;
mod choice;
mod reuse;
mod settings;
mod threads;
mod tree;

use melee_core::{Game, MAX_PLAYERS, OrderView, Player, stable_hash};

use self::abstraction::{Abstraction, NONE};
use self::bounds::{Aims, Family, PointBounds};
use self::reuse::Searched;
pub use self::settings::{Backup, MctsSettings};
use self::tree::{Beside, Node, Tree};
use super::playout::{Playouts, Points, margins, points_of};
use crate::options::Opt;
use crate::{
    Algorithm, AnyTimeSearch, Best, CommonSettings, Method, Move, Observer, OnProgress, Pace, Ply, Search, SearchError,
    Stopped, Variant, Walk, World,
};

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
        settings::options()
    }

    /// Which of the options help depends on the game: it says so itself.
    fn make_best(&self, settings: &mut MctsSettings, _common: &mut CommonSettings) {
        settings.simulations = settings.simulations.max(1_000_000);
    }

    fn memory(&self, settings: &MctsSettings) -> u64 {
        (settings.memory as u64).saturating_mul(tree::node_bytes(settings))
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
    tree: Tree<G::Move>,
    /// No more nodes may be added.
    is_full: bool,
    /// Points and plays of each player's moves anywhere, for progressive history.
    history: Vec<(f64, u64)>,
    abstraction: Abstraction,
    /// Where the tree was begun, if it is kept.
    searched: Option<Searched<G::State>>,
}

impl<G: Game> Mcts<G> {
    fn new(settings: MctsSettings, seed: u64) -> Self {
        let tree = Tree {
            nodes: Vec::new(),
            bounds: Beside::new(settings.solver, PointBounds::UNKNOWN),
            guesses: Beside::new(settings.implicit_permille > 0, None),
            abstractions: Beside::new(settings.abstraction > 0.0, NONE),
            keys: Beside::new(settings.reuse, None),
            pending: Beside::new(false, 0),
        };
        let (history, abstraction) = (Vec::new(), Abstraction::default());
        Mcts { settings, seed, tree, is_full: false, history, abstraction, searched: None }
    }

    /// A tree that knows nothing yet but the moves of the root.
    fn begin<W: World<Game = G>>(&mut self, walk: &mut Walk<W>) {
        let game = walk.game;
        self.tree.plant();
        self.history.clear();
        if self.settings.history > 0.0 {
            self.history.resize(game.players() * game.move_indices(), (0.0, 0));
        }
        if self.tree.abstractions.is_wanted() {
            self.abstraction.clear(game.players());
        }
    }

    fn aims<W: World<Game = G>>(&self, walk: &Walk<W>) -> Aims {
        Aims { players: walk.game.players(), root: walk.root, is_paranoid: self.settings.backup != Backup::MaxN }
    }

    fn simulate<W: World<Game = G>>(
        &mut self,
        walk: &mut Walk<W>,
        playouts: &mut Playouts<G>,
        path: &mut Vec<usize>,
    ) -> Result<(), Stopped> {
        self.descend(walk, playouts, path)?;
        let points = playouts.play(walk)?;
        self.note(walk, path, &points);
        Ok(())
    }

    /// Goes down the tree to where a random game begins, and lets it grow there.
    fn descend<W: World<Game = G>>(
        &mut self,
        walk: &mut Walk<W>,
        playouts: &mut Playouts<G>,
        path: &mut Vec<usize>,
    ) -> Result<(), Stopped> {
        walk.restart();
        path.clear();
        let mut node = 0;
        let mut own_moves = self.abstraction.root();
        path.push(node);
        walk.enter()?;
        while self.tree.nodes[node].is_expanded && !self.tree.nodes[node].children.is_empty() {
            node = self.select(walk, node, playouts.rng());
            let ply = self.tree.nodes[node].ply.expect("only the root has none");
            follow(walk, ply);
            walk.enter()?;
            path.push(node);
            if self.tree.abstractions.is_wanted() {
                own_moves[ply.player.index()] = self.tree.abstractions[node];
            }
        }
        self.look(walk, path);
        if !self.tree.nodes[node].is_expanded && !self.is_full {
            self.expand(walk, node, &own_moves);
        }
        Ok(())
    }

    /// What is to be seen of the position at the end of the path at once.
    fn look<W: World<Game = G>>(&mut self, walk: &mut Walk<W>, path: &[usize]) {
        let node = path[path.len() - 1];
        if self.tree.nodes[node].visits > 0 {
            return;
        }
        if self.tree.keys.is_wanted() {
            self.tree.keys[node] = Some(walk.game.key(&walk.state));
        }
        if self.tree.bounds.is_wanted() {
            self.look_for_end(walk, path);
        }
        if self.tree.guesses.is_wanted() && self.tree.guesses[node].is_none() {
            let points = if let Some(outcome) = walk.game.outcome(&walk.state) {
                points_of(&outcome)
            } else {
                let leaves = walk.counts.leaves;
                let points = margins(walk);
                walk.counts.leaves = leaves;
                points
            };
            self.tree.guesses[node] = Some(points.map(|point| point as f32));
            self.take_guesses_up(walk.root, path);
        }
    }

    fn look_for_end<W: World<Game = G>>(&mut self, walk: &mut Walk<W>, path: &[usize]) {
        let node = path[path.len() - 1];
        let known = match walk.game.outcome(&walk.state) {
            Some(outcome) => PointBounds::of_outcome(&outcome),
            None => PointBounds::without(walk.game.players(), |player| walk.game.has_lost(&walk.state, player)),
        };
        self.tree.bounds[node] = known.with_place(self.tree.bounds[node].place);
        for &node in path.iter().rev().skip(1) {
            let found = self.family(walk, node).bounds().with_place(self.tree.bounds[node].place);
            if found == self.tree.bounds[node] {
                break;
            }
            self.tree.bounds[node] = found;
        }
    }

    /// What the solver knows of a node that has children.
    fn family<W: World<Game = G>>(&self, walk: &Walk<W>, node: usize) -> Family<'_> {
        let children = self.tree.bounds.of(self.tree.nodes[node].children.clone());
        Family::new(self.aims(walk), self.chooser_of(node), children)
    }

    /// Who chooses among the children of a node that has some; of several opponents the first.
    fn chooser_of(&self, node: usize) -> Player {
        let first = &self.tree.nodes[self.tree.nodes[node].children.start];
        first.ply.expect("only the root has none").player
    }

    /// Every node of the path has the evaluation of the child that would be chosen by it, as far as they were visited.
    fn take_guesses_up(&mut self, root: Player, path: &[usize]) {
        let is_paranoid = self.settings.backup != Backup::MaxN;
        for &node in path.iter().rev().skip(1) {
            let chooser = self.chooser_of(node);
            let children = self.tree.guesses.of(self.tree.nodes[node].children.clone());
            let mut best: Option<(f32, usize)> = None;
            for (i, guess) in children.iter().enumerate() {
                let Some(guess) = guess else { continue };
                let worth = if !is_paranoid || chooser == root { guess[chooser.index()] } else { -guess[root.index()] };
                if best.is_none_or(|(most, _)| worth > most) {
                    best = Some((worth, i));
                }
            }
            let found = best.and_then(|(_, i)| children[i]);
            if found == self.tree.guesses[node] {
                break;
            }
            self.tree.guesses[node] = found;
        }
    }

    fn expand<W: World<Game = G>>(&mut self, walk: &mut Walk<W>, node: usize, own_moves: &[u32; MAX_PLAYERS]) {
        if walk.game.outcome(&walk.state).is_some() {
            self.tree.nodes[node].is_expanded = true;
            return;
        }
        let moves = self.moves_below(walk, node);
        let start = self.tree.nodes.len();
        // The moves of the root are needed for any answer.
        if node != 0 && start + moves.len() > self.settings.memory {
            self.is_full = true;
            return;
        }
        self.tree.nodes.extend(moves.iter().map(|(_, ply)| Node::new(Some(*ply))));
        self.tree.fit();
        self.tree.nodes[node].is_expanded = true;
        self.tree.nodes[node].children = start..start + moves.len();
        if self.tree.bounds.is_wanted() {
            // Who has lost before a move has lost after it.
            let known = self.tree.bounds[node];
            for (child, (place, _)) in (start..).zip(&moves) {
                self.tree.bounds[child] = known.with_place(*place as u32);
            }
        }
        if self.tree.abstractions.is_wanted() {
            for (child, (_, Ply { player, mv })) in (start..).zip(&moves) {
                let before = own_moves[player.index()];
                let number = self.abstraction.number(before, stable_hash(mv), self.settings.memory);
                self.tree.abstractions[child] = number;
            }
        }
    }

    /// The moves that may be chosen at a node, in static order, each with its place in the generator's.
    fn moves_below<W: World<Game = G>>(&self, walk: &mut Walk<W>, node: usize) -> Vec<(usize, Ply<G::Move>)> {
        if self.settings.backup != Backup::BestReply {
            let mover = walk.game.to_move(&walk.state);
            return moves_of(walk, mover);
        }
        let own_turn = self.tree.nodes[node].ply.is_none_or(|ply| ply.player != walk.root);
        let lists: Vec<_> = choosers(walk, own_turn).into_iter().map(|player| moves_of(walk, player)).collect();
        if self.settings.widening == 0.0 && self.settings.prior == 0.0 {
            return lists.concat();
        }
        // Every player's first move comes before anybody's second.
        let longest = lists.iter().map(Vec::len).max().unwrap_or(0);
        let mut moves = Vec::new();
        for place in 0..longest {
            for list in &lists {
                if let Some(&mv) = list.get(place) {
                    moves.push(mv);
                }
            }
        }
        moves
    }

    /// Adds everybody's points to the nodes of the path, and to what is known of their moves elsewhere.
    fn note<W: World<Game = G>>(&mut self, walk: &Walk<W>, path: &[usize], points: &Points) {
        for &node in path {
            let node = &mut self.tree.nodes[node];
            node.visits += 1;
            for (sum, point) in node.points.iter_mut().zip(points) {
                *sum += point;
            }
        }
        if self.settings.history > 0.0 {
            for &node in &path[1..] {
                let ply = self.tree.nodes[node].ply.expect("only the root has none");
                let index = history_index(walk.game, ply);
                let (sum, plays) = &mut self.history[index];
                *sum += points[ply.player.index()];
                *plays += 1;
            }
        }
        if self.tree.abstractions.is_wanted() {
            for &node in &path[1..] {
                let ply = self.tree.nodes[node].ply.expect("only the root has none");
                let number = self.tree.abstractions[node];
                self.abstraction.note(number, self.worth(ply.player, walk.root, |player| points[player.index()]));
            }
        }
    }

    /// What a player makes of everybody's points: his own or, against the root player, what that one has not got.
    fn worth(&self, chooser: Player, root: Player, points: impl Fn(Player) -> f64) -> f64 {
        if self.settings.backup == Backup::MaxN || chooser == root { points(chooser) } else { 1.0 - points(root) }
    }

    /// All simulations, one after another.
    fn simulate_all<W: World<Game = G>>(&mut self, walk: &mut Walk<W>, progress: &mut OnProgress<W>) {
        let key = walk.game.key(&walk.state);
        let mut playouts = Playouts::new(self.settings.playout, self.seed, key);
        let mut path = Vec::new();
        for simulation in 1..=self.settings.simulations {
            if self.is_proven(walk, 0) || self.simulate(walk, &mut playouts, &mut path).is_err() {
                break;
            }
            if simulation >= FIRST_PROGRESS && simulation.is_power_of_two() {
                progress(walk, &self.best(walk));
            }
        }
    }

    fn is_proven<W: World<Game = G>>(&self, walk: &Walk<W>, node: usize) -> bool {
        self.settings.solver && self.aims(walk).is_proven(&self.tree.bounds[node])
    }
}

fn history_index<G: Game>(game: &G, ply: Ply<G::Move>) -> usize {
    ply.player.index() * game.move_indices() + game.move_index(ply.mv)
}

/// A player's moves in static order, each with its place in the generator's.
fn moves_of<W: World>(walk: &mut Walk<W>, player: Player) -> Vec<(usize, Ply<Move<W>>)> {
    let game = walk.game;
    let handed = (game.to_move(&walk.state) != player).then(|| game.hand_turn_to(&mut walk.state, player));
    let moves = walk.ordered_moves_with_places(OrderView::Against(walk.root));
    if let Some(undo) = handed {
        game.undo(&mut walk.state, undo);
    }
    moves.into_iter().map(|(place, mv)| (place, Ply { player, mv })).collect()
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
        walk.observer.samples(walk.root);
        if !self.take_over(walk) {
            self.begin(walk);
        }
        self.is_full = false;
        if !self.tree.nodes[0].is_expanded {
            if self.settings.solver {
                self.look_for_end(walk, &[0]);
            }
            self.expand(walk, 0, &self.abstraction.root());
        }
        if walk.limits().threads > 1 {
            self.simulate_together(walk, progress);
        } else {
            self.simulate_all(walk, progress);
        }
        walk.restart();
        if W::Observer::LOOKS {
            self.tell_tree(walk);
        }
        self.remember(walk);
        Ok(self.best(walk))
    }

    fn tells_points(&self) -> bool {
        true
    }

    fn tells_tree_afterwards(&self) -> bool {
        true
    }

    /// If only one opponent a round moves, nothing holds against them all.
    fn proves(&self) -> bool {
        self.settings.solver && self.settings.backup != Backup::BestReply
    }

    fn forget(&mut self, seed: u64) {
        self.seed = seed;
        self.searched = None;
    }
}

/// Progress is told after so many simulations, and whenever there were twice as many.
const FIRST_PROGRESS: u64 = 1024;
