//! Searches that are obviously right: no pruning, no memory, no ordering tricks.
//!
//! Every optimised search is compared with one of these on random positions.

mod mcts;
mod quiescence;
mod shared;

pub use mcts::{Mcts, MctsAnswer, MctsRules};
pub use quiescence::Quiescence;
pub use shared::{Shared, shares};

use melee_core::value::{loss_in, win_in};
use melee_core::{Bounded, Game, Knowledge, OrderView, Player, Rest, Searchers, Value, Verdict, Window};

/// Best-reply policies by their names in the searches.
pub const POLICIES: [(&str, Searchers, Rest); 10] = [
    ("paranoid", Searchers::All, Rest::Bmom),
    ("brs", Searchers::Count(1), Rest::Pass),
    ("brs+", Searchers::Count(1), Rest::Bmom),
    ("brs(C-1,0)", Searchers::AllButOne, Rest::Pass),
    ("brs(C-1,1)", Searchers::AllButOne, Rest::Bmom),
    ("brs(2,C-2)", Searchers::Count(2), Rest::Bmom),
    ("brs(2,0)", Searchers::Count(2), Rest::Pass),
    ("brs(0,C)", Searchers::Count(0), Rest::Bmom),
    ("brs(3,C-3)", Searchers::Count(3), Rest::Bmom),
    ("brs(3,0)", Searchers::Count(3), Rest::Pass),
];

/// Opponent pruning with some numbers, by its names in the searches.
pub const OPPONENT_PRUNING: [(&str, Searchers, Widths); 5] = [
    ("opps(1,3,1)", Searchers::Count(1), Widths { searching: 3, others: 1 }),
    ("opps(1,4,2)", Searchers::Count(1), Widths { searching: 4, others: 2 }),
    ("opps(2,2,1)", Searchers::Count(2), Widths { searching: 2, others: 1 }),
    ("opps(C-1,inf,2)", Searchers::AllButOne, Widths { searching: usize::MAX, others: 2 }),
    ("opps(C,3,1)", Searchers::All, Widths { searching: 3, others: 1 }),
];

/// Options of max^n that change no vector.
pub const MAXN_OPTIONS: [&str; 7] = [
    "",
    ":tt=deep/256KiB",
    ":deepen=on",
    ":frontier=on",
    ":prune=last",
    ":prune=speculative",
    ":prune=speculative,tt=deep/256KiB,frontier=on,deepen=on",
];

/// Plain minimax for two players, the value for the player to move.
pub fn minimax<G: Game, K: Knowledge<G>>(game: &G, knowledge: &K, state: &G::State, depth: u32) -> Value {
    assert_eq!(game.players(), 2);
    minimax_below(game, knowledge, state, game.to_move(state), depth, 0)
}

fn minimax_below<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    state: &G::State,
    root: Player,
    depth: u32,
    ply: u32,
) -> Value {
    if let Some(value) = leaf(game, knowledge, state, root, depth, ply) {
        return value;
    }
    let values = children(game, state)
        .into_iter()
        .map(|(_, child)| minimax_below(game, knowledge, &child, root, depth - 1, ply + 1));
    let best = if game.to_move(state) == root { values.max() } else { values.min() };
    best.expect("a state that is not over has a move")
}

/// The value of a best-reply policy for the player to move: the normative recursion.
///
/// Between two turns of the root player exactly `searchers` of the living opponents choose among
/// all their moves, minimising his value; what the others do is `rest`. All choices of who
/// searches are tried. Paranoid search is `Searchers::All`.
pub fn best_reply<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    state: &G::State,
    depth: u32,
    searchers: Searchers,
    rest: Rest,
) -> Value {
    let widths = Widths { searching: usize::MAX, others: 1 };
    let walk = BestReply { game, knowledge, root: game.to_move(state), searchers, rest, widths };
    walk.root_turn(state, depth, 0)
}

/// The value of opponent pruning (Baier and Kaisers 2020) for the player to move: of the opponents between two of his
/// turns at most `searchers` choose among their first `widths.searching` moves, the others among their first
/// `widths.others`. All choices of who searches are tried.
pub fn opponent_pruning<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    state: &G::State,
    depth: u32,
    searchers: Searchers,
    widths: Widths,
) -> Value {
    let walk = BestReply { game, knowledge, root: game.to_move(state), searchers, rest: Rest::Bmom, widths };
    walk.root_turn(state, depth, 0)
}

/// How many moves of the static order opponents choose among.
#[derive(Clone, Copy, Debug)]
pub struct Widths {
    pub searching: usize,
    pub others: usize,
}

/// Max^n: the vector of the child that is best for the player to move; of equal ones the one with
/// the lower score of the root player, then the earlier in the generator's order.
pub fn maxn<G: Game, K: Knowledge<G>>(game: &G, knowledge: &K, state: &G::State, depth: u32) -> Vec<Value> {
    maxn_below(game, knowledge, state, (game.to_move(state), None), depth, 0)
}

/// The same if the player to move looks for the lowest score of another at all his turns, then for his own highest
/// (the directed offence of Zuckerman, Felner and Kraus 2009).
pub fn directed_offence<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    state: &G::State,
    depth: u32,
    target: Player,
) -> Vec<Value> {
    maxn_below(game, knowledge, state, (game.to_move(state), Some(target)), depth, 0)
}

fn maxn_below<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    state: &G::State,
    (root, target): (Player, Option<Player>),
    depth: u32,
    ply: u32,
) -> Vec<Value> {
    if let Some(scores) = finished_scores(game, knowledge, state, ply) {
        return scores;
    }
    if depth == 0 {
        return knowledge.scores(game, state, root).as_slice().to_vec();
    }
    let mover = game.to_move(state).index();
    let mut best: Option<Vec<Value>> = None;
    for (_, child) in children(game, state) {
        let scores = maxn_below(game, knowledge, &child, (root, target), depth - 1, ply + 1);
        let key = |s: &[Value]| match target {
            Some(target) if mover == root.index() => (-s[target.index()], s[mover]),
            _ => (s[mover], -s[root.index()]),
        };
        if best.as_ref().is_none_or(|best| key(&scores) > key(best)) {
            best = Some(scores);
        }
    }
    best.expect("a state that is not over has a move")
}

/// Prob-max^n (Sturtevant, Zinkevich and Bowling 2006): everybody's mean share if each opponent of the player to move plays
/// against him with this probability and otherwise for himself.
pub fn prob_maxn<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    state: &G::State,
    depth: u32,
    against: f64,
) -> Vec<f64> {
    prob_maxn_below(game, &Shared(knowledge), state, (game.to_move(state), against), depth, 0)
}

fn prob_maxn_below<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    state: &G::State,
    (root, against): (Player, f64),
    depth: u32,
    ply: u32,
) -> Vec<f64> {
    let exact = |scores: &[Value]| shares(scores).into_iter().map(f64::from).collect();
    if let Some(scores) = finished_scores(game, knowledge, state, ply) {
        return exact(&scores);
    }
    if depth == 0 {
        return exact(knowledge.scores(game, state, root).as_slice());
    }
    let mut below: Vec<Vec<f64>> = Vec::new();
    for (_, child) in children(game, state) {
        below.push(prob_maxn_below(game, knowledge, &child, (root, against), depth - 1, ply + 1));
    }
    let mover = game.to_move(state);
    let first_best = |utility: &dyn Fn(&[f64]) -> (f64, f64)| {
        below.iter().rev().max_by(|a, b| utility(a).partial_cmp(&utility(b)).expect("numbers")).expect("a move").clone()
    };
    let own = first_best(&|means| (means[mover.index()], -means[root.index()]));
    if mover == root {
        return own;
    }
    let harm = first_best(&|means| (-means[root.index()], 0.0));
    own.iter().zip(harm).map(|(own, harm)| (1.0 - against) * own + against * harm).collect()
}

/// The end of a game for everybody; where scores have a constant sum it is shared out.
fn finished_scores<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    state: &G::State,
    ply: u32,
) -> Option<Vec<Value>> {
    let outcome = game.outcome(state)?;
    let sum = knowledge.max_sum(game);
    let value = |p| match (knowledge.verdict(game, state, &outcome, p), sum) {
        (Verdict::Score(value), _) => value,
        (_, Some(sum)) => (f64::from(sum) * outcome.points(p)).round() as Value,
        (Verdict::Win, None) => win_in(ply),
        (Verdict::Loss, None) => loss_in(ply),
    };
    Some(Player::all(game.players()).map(value).collect())
}

struct BestReply<'a, G: Game, K> {
    game: &'a G,
    knowledge: &'a K,
    root: Player,
    searchers: Searchers,
    rest: Rest,
    widths: Widths,
}

impl<G: Game, K: Knowledge<G>> BestReply<'_, G, K> {
    /// The root player chooses.
    fn root_turn(&self, state: &G::State, depth: u32, ply: u32) -> Value {
        if let Some(value) = leaf(self.game, self.knowledge, state, self.root, depth, ply) {
            return value;
        }
        let opponents = self.living_opponents(state);
        let count = opponents.len();
        let budget = match self.searchers {
            Searchers::All => count,
            Searchers::AllButOne => count.saturating_sub(1).max(1),
            Searchers::Count(s) => s.into(),
        }
        .min(count);
        if !self.game.can_act(state, self.root) {
            return self.reply(state, depth, ply, &opponents, budget);
        }
        // A turn that begins may end the game, or the root player's part in it.
        let state = self.handed(state, self.root);
        if let Some(value) = leaf(self.game, self.knowledge, &state, self.root, depth, ply) {
            return value;
        }
        children(self.game, &state)
            .into_iter()
            .map(|(_, child)| self.reply(&child, depth - 1, ply + 1, &opponents, budget))
            .max()
            .expect("a state that is not over has a move")
    }

    /// The opponents still to act in this round have their chance.
    fn reply(&self, state: &G::State, depth: u32, ply: u32, to_act: &[Player], budget: usize) -> Value {
        if let Some(value) = leaf(self.game, self.knowledge, state, self.root, depth, ply) {
            return value;
        }
        if self.is_paranoid() {
            return self.by_rules(state, depth, ply);
        }
        let Some((&opponent, later)) = to_act.split_first() else {
            return self.root_turn(state, depth, ply);
        };
        if !self.game.can_act(state, opponent) {
            return self.reply(state, depth, ply, later, budget.min(later.len()));
        }
        match self.rest {
            Rest::Bmom => self.reply_or_bmom(&self.handed(state, opponent), depth, ply, later, budget),
            Rest::Pass if budget == 0 => self.root_turn(state, depth, ply),
            Rest::Pass => self.act_or_pass(state, depth, ply, (opponent, later), budget),
        }
    }

    /// Does everybody choose among all his moves?
    fn is_paranoid(&self) -> bool {
        self.searchers == Searchers::All && self.rest == Rest::Bmom && self.widths.searching == usize::MAX
    }

    /// Where all choose the rules say whose turn it is: plain minimax with one against all.
    fn by_rules(&self, state: &G::State, depth: u32, ply: u32) -> Value {
        if let Some(value) = leaf(self.game, self.knowledge, state, self.root, depth, ply) {
            return value;
        }
        let children = children(self.game, state).into_iter();
        let values = children.map(|(_, child)| self.by_rules(&child, depth - 1, ply + 1));
        let best = if self.game.to_move(state) == self.root { values.max() } else { values.min() };
        best.expect("a state that is not over has a move")
    }

    /// An opponent acts, or leaves that to later ones. He is stepped over if to get the turn already
    /// ends the game or his part in it.
    fn act_or_pass(
        &self,
        state: &G::State,
        depth: u32,
        ply: u32,
        (opponent, later): (Player, &[Player]),
        budget: usize,
    ) -> Value {
        let handed = self.handed(state, opponent);
        let can_move = self.game.outcome(&handed).is_none() && self.game.to_move(&handed) == opponent;
        if !can_move {
            return self.reply(state, depth, ply, later, budget.min(later.len()));
        }
        let acts = children(self.game, &handed)
            .into_iter()
            .map(|(_, child)| self.reply(&child, depth - 1, ply + 1, later, budget - 1));
        // If nobody after him can act, nor the root player, he has to.
        let can_act = |&player: &Player| self.game.can_act(state, player);
        let is_needed = !can_act(&self.root) && !later.iter().any(can_act);
        let may_pass = later.len() >= budget && !is_needed;
        let passes = may_pass.then(|| self.reply(state, depth, ply, later, budget));
        let values = acts.chain(passes);
        values.min().expect("a player who acts has a move")
    }

    fn reply_or_bmom(&self, state: &G::State, depth: u32, ply: u32, later: &[Player], budget: usize) -> Value {
        let Widths { searching, others } = self.widths;
        let in_order = self.static_order(state).into_iter().enumerate();
        in_order
            .take(if budget > 0 { searching } else { others })
            .map(|(place, mv)| {
                let mut child = state.clone();
                self.game.play(&mut child, mv);
                let left = if place < others { budget } else { budget - 1 };
                self.reply(&child, depth - 1, ply + 1, later, left)
            })
            .min()
            .expect("a player who acts has a move")
    }

    /// The moves in static order against the root player, of equal ones the first of the generator.
    fn static_order(&self, state: &G::State) -> Vec<G::Move> {
        let mut moves = Vec::new();
        let mut ranks = Vec::new();
        self.game.moves(state, &mut moves);
        let view = OrderView::Against(self.root);
        self.knowledge.rank_all(self.game, &mut state.clone(), view, &moves, &mut ranks);
        let mut ranked: Vec<(i32, G::Move)> = ranks.into_iter().zip(moves).collect();
        ranked.sort_by_key(|&(rank, _)| std::cmp::Reverse(rank));
        ranked.into_iter().map(|(_, mv)| mv).collect()
    }

    fn living_opponents(&self, state: &G::State) -> Vec<Player> {
        let mut opponents = Vec::new();
        let mut player = self.root.next(self.game.players());
        while player != self.root {
            if self.game.alive(state, player) {
                opponents.push(player);
            }
            player = player.next(self.game.players());
        }
        opponents
    }

    fn handed(&self, state: &G::State, player: Player) -> G::State {
        let mut state = state.clone();
        if self.game.to_move(&state) != player {
            self.game.hand_turn_to(&mut state, player);
        }
        state
    }
}

fn children<G: Game>(game: &G, state: &G::State) -> Vec<(G::Move, G::State)> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let after = |mv| {
        let mut child = state.clone();
        game.play(&mut child, mv);
        (mv, child)
    };
    moves.into_iter().map(after).collect()
}

/// The value where the tree ends: the game is over, the root player has lost it already, or depth 0.
fn leaf<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    state: &G::State,
    root: Player,
    depth: u32,
    ply: u32,
) -> Option<Value> {
    if let Some(outcome) = game.outcome(state) {
        return Some(match knowledge.verdict(game, state, &outcome, root) {
            Verdict::Win => win_in(ply),
            Verdict::Loss => loss_in(ply),
            Verdict::Score(value) => value,
        });
    }
    if game.has_lost(state, root) {
        return Some(loss_in(ply));
    }
    (depth == 0).then(|| match knowledge.score(game, state, root, Window::FULL) {
        Bounded::Exact(value) | Bounded::AtLeast(value) | Bounded::AtMost(value) => value,
    })
}
