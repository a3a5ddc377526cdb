//! Monte-Carlo tree search (Kocsis and Szepesvári 2006; Coulom 2007) for any number of players.
//!
//! Each simulation goes down the tree by UCT, adds one node, plays a random game and notes
//! everybody's points on the way back. Who a node's moves are chosen for makes the variant
//! (Nijssen and Winands 2013): the mover himself (max^n), everybody but the root player against
//! him (paranoid), or, between two turns of the root player, only one opponent (best-reply).
//!
//! * [`choice`]: which move a simulation tries next;
//! * [`bounds`]: results that are proven;
//! * [`proofs`]: how much is missing to prove a win;
//! * [`abstraction`]: one's own moves whatever the opponents do;
//! * [`reuse`]: the tree from move to move;
//! * [`threads`]: several at once in one tree, and [`forest`]: each in its own;
//! * [`answer`]: what the tree says in the end.

mod abstraction;
mod answer;
mod bounds;
mod choice;
mod forest;
mod proofs;
mod reuse;
mod settings;
mod threads;
mod tree;

use melee_core::{Game, MAX_PLAYERS, OrderView, Player, stable_hash};

use self::bounds::{Aims, PointBounds};
use self::reuse::Searched;
pub use self::settings::{Backup, Indifference, MctsSettings, Trees};
use self::tree::{Node, Tree};
use super::playout::{Playouts, Points, margins, points_of, repeated};
use crate::options::Opt;
use crate::standstill::Course;
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
    seed: u64,
    tree: Tree,
    /// The move that leads to each node; none at the root.
    moves: Vec<Option<G::Move>>,
    /// No more nodes may be added.
    is_full: bool,
    /// Where the tree was begun, if it is kept.
    searched: Option<Searched<G::State>>,
    /// Where the root player's pieces were drawn in the last search.
    course: Option<Course>,
}

impl<G: Game> Mcts<G> {
    fn new(settings: MctsSettings, seed: u64) -> Self {
        Mcts { seed, tree: Tree::new(settings), moves: Vec::new(), is_full: false, searched: None, course: None }
    }

    /// A tree that knows nothing yet.
    fn begin<W: World<Game = G>>(&mut self, walk: &mut Walk<W>) {
        self.tree.aims = Aims { players: walk.game.players(), root: walk.root, ..self.tree.aims };
        self.tree.plant(walk.game.move_indices());
        self.moves.clear();
        self.moves.push(None);
    }

    /// The moves of the root, if the tree has not got them yet.
    fn grow_root<W: World<Game = G>>(&mut self, walk: &mut Walk<W>) {
        self.is_full = false;
        if !self.tree.nodes[0].is_expanded {
            if self.tree.bounds.is_wanted() {
                self.look_for_end(walk, &[0]);
            }
            self.expand(walk, 0, &self.tree.abstraction.root());
        }
    }

    /// The move that leads to a node; none at the root.
    #[inline]
    fn ply(&self, node: usize) -> Option<Ply<G::Move>> {
        self.moves[node].map(|mv| Ply { player: self.tree.nodes[node].chooser, mv })
    }

    fn simulate<W: World<Game = G>>(
        &mut self,
        walk: &mut Walk<W>,
        playouts: &mut Playouts<G>,
        path: &mut Vec<usize>,
    ) -> Result<(), Stopped> {
        let points = match self.descend(walk, playouts, path)? {
            Some(proven) => proven,
            None => playouts.play(walk)?,
        };
        self.tree.note(path, &points);
        Ok(())
    }

    /// Goes down the tree to where a random game begins, and lets it grow there. What is proven needs none: then
    /// everybody's points are told.
    fn descend<W: World<Game = G>>(
        &mut self,
        walk: &mut Walk<W>,
        playouts: &mut Playouts<G>,
        path: &mut Vec<usize>,
    ) -> Result<Option<Points>, Stopped> {
        walk.restart();
        path.clear();
        let mut node = 0;
        let mut own_moves = self.tree.abstraction.root();
        path.push(node);
        walk.enter()?;
        loop {
            if self.is_to_grow(node) {
                self.expand(walk, node, &own_moves);
            }
            if self.tree.nodes[node].children.is_empty() {
                break;
            }
            node = self.tree.select(node, playouts.rng());
            let ply = self.ply(node).expect("only the root has none");
            follow(walk, ply);
            walk.enter()?;
            path.push(node);
            if self.tree.is_proven(node) {
                walk.counts.leaves += 1;
                return Ok(Some(self.tree.aims.points(&self.tree.bounds[node])));
            }
            if let Some(contempt) = self.tree.settings.repetition
                && walk.is_repeated()
            {
                return Ok(Some(repeated(walk, contempt)));
            }
            if self.tree.abstractions.is_wanted() {
                own_moves[ply.player.index()] = self.tree.abstractions[node];
            }
        }
        self.look(walk, path);
        if self.tree.proofs.is_wanted() {
            // How many moves there are says how much is missing.
            if !self.tree.nodes[node].is_expanded && !self.is_full {
                self.expand(walk, node, &own_moves);
            }
            let outcome = walk.game.outcome(&walk.state);
            let known = outcome.map(|outcome| self.tree.aims.proofs_of_outcome(&outcome));
            self.tree.take_proofs_up(path, known);
        }
        Ok(None)
    }

    /// Does a node get its children now? Not before somebody comes for the second time: most are visited once.
    fn is_to_grow(&self, node: usize) -> bool {
        let Node { is_expanded, visits, .. } = self.tree.nodes[node];
        !is_expanded && !self.is_full && (visits > 0 || self.tree.pending(node) > 0)
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
            self.tree.take_guesses_up(path, &points);
        }
    }

    fn look_for_end<W: World<Game = G>>(&mut self, walk: &mut Walk<W>, path: &[usize]) {
        let known = match walk.game.outcome(&walk.state) {
            Some(outcome) => PointBounds::of_outcome(&outcome),
            None => PointBounds::without(walk.game.players(), &|player| walk.game.has_lost(&walk.state, player)),
        };
        self.tree.take_bounds_up(path, known);
    }

    fn expand<W: World<Game = G>>(&mut self, walk: &mut Walk<W>, node: usize, own_moves: &[u32; MAX_PLAYERS]) {
        if walk.game.outcome(&walk.state).is_some() {
            self.tree.nodes[node].is_expanded = true;
            return;
        }
        let moves = self.moves_below(walk, node);
        let start = self.tree.nodes.len();
        // The moves of the root are needed for any answer.
        if node != 0 && start + moves.len() > self.tree.settings.memory {
            self.is_full = true;
            return;
        }
        self.moves.extend(moves.iter().map(|(_, ply)| Some(ply.mv)));
        let children = self.tree.expand(node, moves.iter().map(|(_, ply)| ply.player));
        if self.tree.bounds.is_wanted() {
            // Who has lost before a move has lost after it.
            let known = self.tree.bounds[node];
            for (child, (place, _)) in children.clone().zip(&moves) {
                self.tree.bounds[child] = known.with_place(*place as u32);
            }
        }
        if self.tree.history_places.is_wanted() {
            for (child, (_, Ply { player, mv })) in children.clone().zip(&moves) {
                let place = player.index() * walk.game.move_indices() + walk.game.move_index(*mv);
                self.tree.history_places[child] = place as u32;
            }
        }
        if self.tree.abstractions.is_wanted() {
            for (child, (_, Ply { player, mv })) in children.zip(&moves) {
                let (before, most) = (own_moves[player.index()], self.tree.settings.memory);
                self.tree.abstractions[child] = self.tree.abstraction.number(before, stable_hash(mv), most);
            }
        }
    }

    /// The moves that may be chosen at a node, in static order, each with its place in the generator's.
    fn moves_below<W: World<Game = G>>(&self, walk: &mut Walk<W>, node: usize) -> Vec<(usize, Ply<G::Move>)> {
        if self.tree.settings.backup != Backup::BestReply {
            let mover = walk.game.to_move(&walk.state);
            if walk.is_foreseen() {
                let (place, mv) = walk.greedy_move(&mut Vec::new());
                return vec![(place, Ply { player: mover, mv })];
            }
            return moves_of(walk, mover, self.tree.settings.backup);
        }
        let own_turn = self.ply(node).is_none_or(|ply| ply.player != walk.root);
        let lists: Vec<_> = choosers(walk, own_turn)
            .into_iter()
            .map(|player| moves_of(walk, player, self.tree.settings.backup))
            .collect();
        if self.tree.settings.widening == 0.0 && self.tree.settings.prior == 0.0 {
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

    /// All simulations, one after another.
    fn simulate_all<W: World<Game = G>>(&mut self, walk: &mut Walk<W>, progress: &mut OnProgress<W>) {
        let key = walk.game.key(&walk.state);
        let mut playouts = Playouts::new(self.tree.settings.playout, self.seed, key);
        let mut path = Vec::new();
        for simulation in 1..=self.tree.settings.simulations {
            if self.tree.is_answered(0) || self.simulate(walk, &mut playouts, &mut path).is_err() {
                break;
            }
            if simulation >= FIRST_PROGRESS && simulation.is_power_of_two() {
                progress(walk, &self.best(walk.limits().lines));
            }
        }
    }
}

/// A player's moves in static order, each with its place in the generator's.
fn moves_of<W: World>(walk: &mut Walk<W>, player: Player, backup: Backup) -> Vec<(usize, Ply<Move<W>>)> {
    let game = walk.game;
    let handed = (game.to_move(&walk.state) != player).then(|| game.hand_turn_to(&mut walk.state, player));
    let view = if backup == Backup::MaxN { OrderView::Own } else { OrderView::Against(walk.root) };
    let moves = walk.ordered_moves_with_places(view);
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
    let mut choosers = Vec::new();
    for player in Player::all(game.players()) {
        if player != walk.root && game.can_act(state, player) {
            choosers.push(player);
        }
    }
    choosers
}

/// Makes a ply, handing the turn over first if the tree skipped players.
fn follow<W: World>(walk: &mut Walk<W>, ply: Ply<Move<W>>) {
    walk.give_turn_to(ply.player);
    walk.play(ply.mv);
}

impl<W: World> AnyTimeSearch<W> for Mcts<W::Game> {
    fn search(&mut self, walk: &mut Walk<W>, progress: &mut OnProgress<W>) -> Result<Best<Move<W>>, Stopped> {
        walk.observer.samples(walk.root);
        let course = walk.set_out(self.tree.settings.patience, self.course);
        if course != self.course {
            // A tree that is kept was made on the way elsewhere.
            self.course = course;
            self.searched = None;
        }
        if !self.take_over(walk) {
            self.begin(walk);
        }
        self.grow_root(walk);
        match self.tree.settings.trees {
            _ if !walk.has_threads() => self.simulate_all(walk, progress),
            Trees::Each if self.may_grow_apart() => self.simulate_apart(walk, progress),
            _ => self.simulate_together(walk, progress),
        }
        walk.restart();
        if W::Observer::LOOKS {
            self.tell_tree(walk);
        }
        self.remember(walk);
        Ok(self.best(walk.limits().lines))
    }

    fn tells_points(&self) -> bool {
        true
    }

    fn tells_tree_afterwards(&self) -> bool {
        true
    }

    /// If only one opponent a round moves, nothing holds against them all.
    fn proves(&self) -> bool {
        self.tree.settings.solver.is_some() && self.tree.settings.backup != Backup::BestReply
    }

    fn finds_out_after(&self) -> Option<u32> {
        // What is proven must hold against every reply, and if only one opponent a round moves nobody's turn is foreseen.
        let MctsSettings { model, solver, backup, .. } = self.tree.settings;
        model.filter(|_| solver.is_none() && backup != Backup::BestReply)
    }

    fn forget(&mut self, seed: u64) {
        self.seed = seed;
        self.searched = None;
        self.course = None;
    }
}

/// Progress is told after so many simulations, and whenever there were twice as many.
const FIRST_PROGRESS: u64 = 1024;
