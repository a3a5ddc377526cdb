//! What all searches share while they walk the tree: the position and the counters, its `allowance` and what positions are
//! worth in it (`values`).

mod allowance;
mod values;

use std::sync::Arc;

use melee_core::value::INFINITY;
use melee_core::{Game, Knowledge, OrderView, Player, Value};

use self::allowance::Allowance;
pub use self::values::Noise;
use crate::opponents::FoundOut;
use crate::order::places_by_rank;
use crate::past::Past;
use crate::standstill::{Course, Standstill};
use crate::team::Team;
use crate::{Counts, Limits, Move, Observer, Ply, Silent, State, Undo, Watch, World};

/// A limit was reached or somebody asked to stop. The position of the walk is then anywhere;
/// [`Walk::restart`] brings it back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// A position below a root, with everything a search needs to know about it.
pub struct Walk<'a, W: World> {
    pub game: &'a W::Game,
    /// What is known about the game.
    pub knowledge: &'a W::Knowledge,
    /// The position the walk has come to.
    pub state: State<W>,
    /// For whom the search is made.
    pub root: Player,
    /// What was done so far.
    pub counts: Counts,
    /// Who looks on.
    pub observer: W::Observer,
    ply: u32,
    start: State<W>,
    /// Root moves that are not listed: nobody asks for them, or their lines are known and the next best is asked for.
    left_out: Vec<Move<W>>,
    /// How many of them nobody asks for.
    unasked: usize,
    allowance: Allowance<'a>,
    noise: Noise,
    /// On how many threads was the search divided at most?
    threads: usize,
    /// How often a leaf was a guess rather than a finished game.
    guesses: u64,
    ranks: Vec<i32>,
    /// Room to sort them in.
    keys: Vec<u64>,
    /// The game before the root, if repetitions of it matter.
    past: &'a Past,
    /// Who is taken for a greedy player.
    pub(crate) found_out: FoundOut,
    /// How long the game has gone nowhere.
    pub(crate) standstill: Standstill,
    /// Where the root player's pieces are drawn.
    course: Option<Course>,
    /// Are evaluations changed by that, or by noise?
    is_bent: bool,
}

/// Of a game that begins here.
static NO_PAST: Past = Past::NONE;

impl<'a, W: World> Walk<'a, W> {
    /// A walk from `state` for the player to move there, with somebody who looks on.
    pub fn new(
        game: &'a W::Game,
        knowledge: &'a W::Knowledge,
        state: &State<W>,
        limits: Limits,
        watch: Watch<'a>,
        noise: Noise,
        observer: W::Observer,
    ) -> Self {
        Walk {
            game,
            knowledge,
            state: state.clone(),
            root: game.to_move(state),
            counts: Counts::default(),
            observer,
            ply: 0,
            start: state.clone(),
            left_out: Vec::new(),
            unasked: 0,
            allowance: Allowance::new(limits, watch),
            noise,
            threads: 1,
            guesses: 0,
            ranks: Vec::new(),
            keys: Vec::new(),
            past: &NO_PAST,
            found_out: FoundOut::default(),
            standstill: Standstill::default(),
            course: None,
            is_bent: noise.permille != 0,
        }
    }

    /// The root.
    pub(crate) fn start(&self) -> &State<W> {
        &self.start
    }

    /// The root and these positions are known from the game.
    pub(crate) fn remember(&mut self, past: &'a Past) {
        self.past = past;
    }

    /// Has the game seen this position below the root before?
    #[inline]
    pub(crate) fn is_repeated(&self) -> bool {
        !self.past.is_empty() && self.ply > 0 && self.past.has(self.game.key(&self.state))
    }

    /// The root player is patient for so many plies, if there is an end to it: then his pieces are drawn to a side, as long as
    /// he stands better than all on the mean. Tells the course, which is that of the search before as long as it
    /// leads the same player to the same side in the same standstill, so that tables stay sound.
    pub(crate) fn set_out(&mut self, patience: Option<u32>, before: Option<Course>) -> Option<Course> {
        let way = patience.and_then(|patience| self.standstill.way(patience, self.root, self.noise.seed));
        let before = before.filter(|before| way.is_some_and(|way| before.way.is_of_one_standstill_with(way)));
        self.course = way.filter(|_| self.stands_better(before.is_some())).map(|way| {
            let from = || self.knowledge.lie(self.game, &self.start, self.root, way.side);
            before.filter(|before| before.way == way).unwrap_or_else(|| Course { way, from: from() })
        });
        self.is_bent = self.course.is_some() || self.noise.permille != 0;
        self.course
    }

    /// Goes back to the root.
    pub fn restart(&mut self) {
        self.state.clone_from(&self.start);
        self.ply = 0;
        self.observer.restarted();
    }

    /// The root has only these of its moves. False if it has none of them.
    pub(crate) fn ask_only(&mut self, moves: &[Move<W>]) -> bool {
        let mut others = Vec::new();
        self.game.moves(&self.start, &mut others);
        let all = others.len();
        others.retain(|mv| !moves.contains(mv));
        self.unasked = others.len();
        self.left_out = others;
        self.unasked < all
    }

    /// From now on the root has all moves that are asked for but these.
    pub(crate) fn leave_out(&mut self, moves: impl IntoIterator<Item = Move<W>>) {
        self.left_out.truncate(self.unasked);
        self.left_out.extend(moves);
    }

    /// Are moves of this node left out? What is found here is then not the value of the position, and
    /// no table may remember it.
    #[inline]
    pub fn is_narrowed(&self) -> bool {
        self.ply == 0 && !self.left_out.is_empty()
    }

    /// Lists the moves of the player to move that are searched.
    #[inline]
    pub fn list_moves(&self, out: &mut Vec<Move<W>>) {
        self.game.moves(&self.state, out);
        if self.is_narrowed() {
            out.retain(|mv| !self.left_out.contains(mv));
        }
    }

    /// Goes to a position `ply` plies below the root.
    pub fn jump(&mut self, state: &State<W>, ply: u32) {
        self.state.clone_from(state);
        self.ply = ply;
    }

    /// How many plies below the root the position is.
    #[inline]
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// Counts a visit; every position is entered before anything else is done with it.
    #[inline]
    pub fn enter(&mut self) -> Result<(), Stopped> {
        self.allowance.ask(self.counts.nodes)?;
        self.counts.nodes += 1;
        if W::Observer::LOOKS {
            let mover = self.game.to_move(&self.state);
            self.observer.entered(self.ply, mover);
        }
        Ok(())
    }

    /// So many moves were listed and ranked, which takes time too: the clock is looked at so much
    /// earlier.
    #[inline]
    pub fn note_listed(&mut self, moves: usize) {
        self.allowance.look_sooner(moves as u64, self.counts.nodes);
    }

    /// From now on this is one of several threads' walks.
    pub(crate) fn join(&mut self, team: Arc<Team>) {
        self.allowance.join(team, self.counts.nodes);
    }

    /// The others are done, and what they did counts here.
    pub(crate) fn leave(&mut self, others: &[Counts]) {
        self.threads = self.threads.max(1 + others.len());
        for &counts in others {
            self.counts += counts;
        }
        self.allowance.leave(self.counts.nodes);
    }

    /// On how many threads was the search divided at most?
    pub(crate) fn threads(&self) -> usize {
        self.threads
    }

    /// What a helping thread needs to begin a walk of its own from the same root.
    pub(crate) fn fork(&self, team: &Arc<Team>) -> Fork<'a, W> {
        Fork {
            game: self.game,
            knowledge: self.knowledge,
            start: self.start.clone(),
            left_out: self.left_out.clone(),
            limits: self.allowance.limits,
            watch: self.allowance.watch,
            noise: self.noise,
            past: self.past,
            found_out: self.found_out,
            course: self.course,
            team: team.clone(),
        }
    }

    /// Is it to be divided among threads? In a browser there are none, and every byte of what they need would travel.
    #[inline]
    pub(crate) fn has_threads(&self) -> bool {
        !cfg!(target_family = "wasm") && self.allowance.limits.threads > 1
    }

    /// The limits of this walk.
    pub fn limits(&self) -> Limits {
        self.allowance.limits
    }

    /// The watch of this walk.
    pub fn watch(&self) -> Watch<'a> {
        self.allowance.watch
    }

    /// Makes a move.
    #[inline]
    pub fn play(&mut self, mv: Move<W>) -> Undo<W> {
        self.ply += 1;
        if W::Observer::LOOKS {
            let step = self.step(mv);
            self.observer.moved(self.ply, Some(step));
        }
        self.game.play(&mut self.state, mv)
    }

    /// Takes the last move back.
    #[inline]
    pub fn undo(&mut self, undo: Undo<W>) {
        self.ply -= 1;
        self.game.undo(&mut self.state, undo);
    }

    /// Gives the turn to a player who has not got it.
    #[inline]
    pub fn give_turn_to(&mut self, player: Player) -> Option<Undo<W>> {
        if W::Observer::LOOKS {
            self.tell_passed_over(player);
        }
        (self.game.to_move(&self.state) != player).then(|| self.game.hand_turn_to(&mut self.state, player))
    }

    /// Gives the turn back to whoever had it.
    #[inline]
    pub fn take_turn_back(&mut self, undo: Option<Undo<W>>) {
        self.observer.turn_back();
        if let Some(undo) = undo {
            self.game.undo(&mut self.state, undo);
        }
    }

    /// Tells who is passed over when the turn goes to another player.
    #[cold]
    fn tell_passed_over(&mut self, to: Player) {
        let players = self.game.players();
        let mut over = Vec::new();
        let mut seat = self.game.to_move(&self.state);
        while seat != to {
            if self.game.alive(&self.state, seat) {
                over.push(seat);
            }
            seat = seat.next(players);
        }
        self.observer.passed_over(&over);
    }

    /// Goes a ply deeper without a move.
    #[inline]
    pub fn pass(&mut self) {
        self.ply += 1;
        self.observer.moved(self.ply, None);
    }

    /// Goes back after a [`pass`](Walk::pass).
    #[inline]
    pub fn take_back_pass(&mut self) {
        self.ply -= 1;
    }

    /// The first legal move in static order, and its rank.
    pub fn first_move(&mut self, view: OrderView, buffer: &mut Vec<Move<W>>) -> (Move<W>, i32) {
        if !self.is_narrowed()
            && let Some(first) = self.knowledge.first(self.game, &mut self.state, view)
        {
            return first;
        }
        buffer.clear();
        self.ranks.clear();
        self.list_moves(buffer);
        self.knowledge.rank_all(self.game, &mut self.state, view, buffer, &mut self.ranks);
        let mut best = 0;
        for i in 1..self.ranks.len() {
            if self.ranks[i] > self.ranks[best] {
                best = i;
            }
        }
        (buffer[best], self.ranks[best])
    }

    /// Is it the root player's turn?
    #[inline]
    pub fn is_root_turn(&self) -> bool {
        self.game.to_move(&self.state) == self.root
    }

    /// A move of the player to move, as a step of a line.
    #[inline]
    pub fn step(&self, mv: Move<W>) -> Ply<Move<W>> {
        Ply { player: self.game.to_move(&self.state), mv }
    }

    /// The legal moves in static order, ties in the order of the generator.
    pub fn ordered_moves(&mut self) -> Vec<Move<W>> {
        let moves = self.ordered_moves_with_places(OrderView::Against(self.root));
        moves.into_iter().map(|(_, mv)| mv).collect()
    }

    /// The same for this view, each with its place in the generator's order.
    pub fn ordered_moves_with_places(&mut self, view: OrderView) -> Vec<(usize, Move<W>)> {
        let mut moves = Vec::new();
        self.list_moves(&mut moves);
        self.note_listed(moves.len());
        self.ranks.clear();
        self.knowledge.rank_all(self.game, &mut self.state, view, &moves, &mut self.ranks);
        let ordered: Vec<_> = places_by_rank(&self.ranks, &mut self.keys).map(|i| (i, moves[i])).collect();
        if W::Observer::LOOKS {
            let steps: Vec<_> = ordered.iter().map(|&(_, mv)| self.step(mv)).collect();
            self.observer.listed(&steps);
        }
        ordered
    }
}

/// A walk that another thread will begin.
pub(crate) struct Fork<'a, W: World> {
    game: &'a W::Game,
    knowledge: &'a W::Knowledge,
    start: State<W>,
    left_out: Vec<Move<W>>,
    limits: Limits,
    watch: Watch<'a>,
    noise: Noise,
    past: &'a Past,
    found_out: FoundOut,
    course: Option<Course>,
    team: Arc<Team>,
}

impl<'a, W: World> Fork<'a, W> {
    /// The walk; none where somebody looks on who cannot follow two.
    pub(crate) fn walk(self) -> Option<Walk<'a, W>> {
        let Fork { game, knowledge, start, left_out, limits, watch, noise, past, found_out, course, team } = self;
        let mut walk = Walk::new(game, knowledge, &start, limits, watch, noise, W::Observer::beside()?);
        walk.left_out = left_out;
        walk.past = past;
        walk.found_out = found_out;
        walk.course = course;
        walk.is_bent |= course.is_some();
        walk.join(team);
        Some(walk)
    }
}

impl<'a, G: Game, K: Knowledge<G> + 'static> Walk<'a, (G, K, Silent)> {
    /// A walk without limits or noise, and with nobody to look on.
    pub fn unlimited(game: &'a G, knowledge: &'a K, state: &G::State) -> Self {
        let (limits, noise) = (Limits::default(), Noise::default());
        Walk::new(game, knowledge, state, limits, Watch::new(), noise, Silent)
    }
}

/// The worst value of a side, below everything a leaf can be worth.
pub(crate) const WORST: Value = -INFINITY;
