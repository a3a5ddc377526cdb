//! What a game knows about itself, with a network in place of its evaluation if one is given.

use std::cell::Cell;
use std::ops::Deref;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Accumulators, Net, WHOLE, seen_by};
use crate::{
    Bounded, Game, Inputs, Knowledge, MAX_PLAYERS, Marks, OrderView, Outcome, Player, Scores, Value, Verdict, Window,
};

/// No evaluation comes closer to the whole: that is left to games that are won, fewer plies away or more.
const MOST: Value = WHOLE - 1000;

/// Hand-made knowledge whose scores a network may replace; the order of moves and what is noisy stay as they are.
///
/// One type for both, so that searches are compiled once. Without a network it costs one comparison an evaluation.
#[derive(Clone, Debug)]
pub struct Learned<K> {
    own: K,
    net: Option<Box<Evaluator>>,
}

impl<K> Learned<K> {
    /// As it is, without a network.
    pub fn by_hand(own: K) -> Self {
        Learned { own, net: None }
    }

    /// With the scores of a network, which must be for the game.
    #[must_use]
    pub fn with_net(self, net: Arc<Net>) -> Self {
        Learned { net: Some(Box::new(Evaluator::new(net))), ..self }
    }

    /// The network, if it has one.
    pub fn net(&self) -> Option<&Arc<Net>> {
        self.net.as_ref().map(|evaluator| &evaluator.net)
    }
}

impl<K> Deref for Learned<K> {
    type Target = K;
    fn deref(&self) -> &K {
        &self.own
    }
}

impl<G: Game + Inputs<G::State>, K: Knowledge<G>> Knowledge<G> for Learned<K> {
    #[inline]
    fn scores(&self, game: &G, state: &G::State, root: Player) -> Scores {
        match &self.net {
            None => self.own.scores(game, state, root),
            Some(net) => net.scores(&self.own, game, state),
        }
    }

    #[inline]
    fn score(&self, game: &G, state: &G::State, root: Player, window: Window) -> Bounded {
        match &self.net {
            None => self.own.score(game, state, root, window),
            Some(net) => Bounded::Exact(net.scores(&self.own, game, state)[root]),
        }
    }

    #[inline]
    fn plain_score(&self, game: &G, state: &G::State, player: Player) -> Value {
        self.own.plain_score(game, state, player)
    }

    #[inline]
    fn plain_verdict(&self, game: &G, state: &G::State, outcome: &Outcome, player: Player) -> Verdict {
        self.own.plain_verdict(game, state, outcome, player)
    }

    fn greediest(&self, game: &G, state: &mut G::State, moves: &[G::Move], places: &mut Vec<usize>) {
        self.own.greediest(game, state, moves, places);
    }

    #[inline]
    fn verdict(&self, game: &G, state: &G::State, outcome: &Outcome, player: Player) -> Verdict {
        if self.net.is_none() {
            return self.own.verdict(game, state, outcome, player);
        }
        match outcome.firsts() {
            firsts if firsts > 1 && outcome.is_first(player) => Verdict::Score(WHOLE / firsts as Value),
            _ => Verdict::by_first_place(outcome, player),
        }
    }

    fn tells_who_is_first(&self) -> bool {
        self.net.is_some() || self.own.tells_who_is_first()
    }

    /// For a network: so that random games which are cut off have its shares for points.
    fn worth_of_win(&self) -> Value {
        if self.net.is_some() { WHOLE / 2 } else { self.own.worth_of_win() }
    }

    /// To a network a repetition is worth nothing, as it was to the network of Abalone when that was measured.
    #[inline]
    fn worth_of_draw(&self, game: &G, state: &G::State) -> Value {
        if self.net.is_some() { 0 } else { self.own.worth_of_draw(game, state) }
    }

    /// What is a part of a win by hand is the same part of one to a network.
    fn lie(&self, game: &G, state: &G::State, player: Player, side: u32) -> Value {
        let own = self.own.lie(game, state, player, side);
        if self.net.is_none() {
            return own;
        }
        let win = i64::from(self.own.worth_of_win().max(1));
        (i64::from(own) * i64::from(WHOLE / 2) / win) as Value
    }

    #[inline]
    fn max_sum(&self, game: &G) -> Option<Value> {
        if self.net.is_some() { Some(WHOLE) } else { self.own.max_sum(game) }
    }

    #[inline]
    fn sum_bound(&self, game: &G) -> Option<Value> {
        if self.net.is_some() { Some(WHOLE) } else { self.own.sum_bound(game) }
    }

    #[inline]
    fn rank_all(&self, game: &G, state: &mut G::State, view: OrderView, moves: &[G::Move], out: &mut Vec<i32>) {
        self.own.rank_all(game, state, view, moves, out);
    }

    #[inline]
    fn first(&self, game: &G, state: &mut G::State, view: OrderView) -> Option<(G::Move, i32)> {
        self.own.first(game, state, view)
    }

    #[inline]
    fn ranks_evaluation(&self) -> bool {
        self.net.is_none() && self.own.ranks_evaluation()
    }

    #[inline]
    fn noisy(&self, game: &G, state: &G::State, view: OrderView, ply: u32, out: &mut Vec<G::Move>) {
        self.own.noisy(game, state, view, ply, out);
    }
}

/// So many threads evaluate without waiting for each other.
const SLOTS: usize = 16;

/// A network with the sums of the positions that were evaluated last, for each thread its own.
#[derive(Debug)]
struct Evaluator {
    net: Arc<Net>,
    slots: [Slot; SLOTS],
}

/// In a cache line of its own: a thread that takes its lock does not disturb the others.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Slot(Mutex<Accumulators>);

impl Evaluator {
    fn new(net: Arc<Net>) -> Self {
        Evaluator { net, slots: Default::default() }
    }

    /// The accumulators that this thread mostly has; others if somebody else is at them.
    fn accumulators(&self) -> MutexGuard<'_, Accumulators> {
        let own = thread_number();
        let free = (0..SLOTS).find_map(|i| self.slots[(own + i) % SLOTS].0.try_lock().ok());
        free.unwrap_or_else(|| self.slots[own % SLOTS].0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    #[inline(never)]
    fn scores<G: Game + Inputs<G::State>>(&self, own: &impl Knowledge<G>, game: &G, state: &G::State) -> Scores {
        let (viewer, players) = (game.to_move(state), game.players());
        let mut by_hand = [0; MAX_PLAYERS];
        if self.net.builds_on_hand() {
            by_hand = seen_by(&own.scores(game, state, viewer), viewer, players);
        }
        let mark = |marks: &mut Marks| game.mark_inputs(state, viewer, marks);
        let shares = self.accumulators().shares(&self.net, viewer, &by_hand, mark);
        let mut scores = Scores::new(players);
        let mut player = viewer;
        for share in &shares[..players] {
            scores[player] = (*share).min(MOST);
            player = player.next(players);
        }
        scores
    }
}

impl Clone for Evaluator {
    fn clone(&self) -> Self {
        Evaluator::new(self.net.clone())
    }
}

/// A small number that differs between threads.
fn thread_number() -> usize {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    thread_local!(static NUMBER: Cell<usize> = const { Cell::new(usize::MAX) });
    NUMBER.with(|number| {
        if number.get() == usize::MAX {
            number.set(NEXT.fetch_add(1, Ordering::Relaxed) % SLOTS);
        }
        number.get()
    })
}
