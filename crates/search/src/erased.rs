//! Any game as one type, so that searches which need not be fast are compiled once for all games.
//!
//! A search whose tree is [recorded](crate::record) keeps every position it visits; what a virtual call costs
//! does not matter there. It sees the game, its knowledge and its positions behind objects, and moves
//! as numbers. Everything it asks is answered by the game itself, so it walks the very same tree.

use std::any::Any;
use std::collections::HashMap;
use std::fmt::{self, Debug};
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use melee_core::{Bounded, Game, Knowledge, OrderView, Outcome, Player, Rng, Scores, Value, Verdict, Window};

use crate::options::TableSize;
use crate::record::Recorder;
use crate::table::{Entry, TranspositionTable};
use crate::{TableError, World};

/// The world of searches that are recorded.
pub(crate) struct RecordedWorld;

impl World for RecordedWorld {
    type Game = ErasedGame;
    type Knowledge = ErasedKnowledge;
    type Observer = Recorder<MoveNumber>;

    /// As many entries as the game's own moves leave room for: what is forgotten shapes the tree.
    fn table(game: &ErasedGame, size: TableSize) -> Result<TranspositionTable<MoveNumber>, TableError> {
        TranspositionTable::with_entries_of(game.0.entry_bytes(), size.scheme, size.bytes)
    }
}

/// A game with its knowledge.
#[derive(Clone)]
pub(crate) struct ErasedGame(Arc<dyn Rules>);

/// The knowledge of an [`ErasedGame`].
pub(crate) struct ErasedKnowledge(Arc<dyn Rules>);

/// Moves in the order in which they were first seen.
pub(crate) type MoveNumber = u32;

/// The moves behind the numbers.
pub(crate) struct SeenMoves<G: Game, K>(Arc<Typed<G, K>>);

impl<G: Game, K> SeenMoves<G, K> {
    pub(crate) fn get(&self, number: MoveNumber) -> G::Move {
        self.0.seen().list[number as usize]
    }
}

/// Hides the types of a game, its knowledge and a position.
pub(crate) fn erase<G: Game, K: Knowledge<G> + 'static>(
    game: Arc<G>,
    knowledge: Arc<K>,
    state: &G::State,
) -> (ErasedGame, ErasedKnowledge, ErasedState, SeenMoves<G, K>) {
    let seen = Mutex::new(Seen { list: Vec::new(), numbers: HashMap::new() });
    let typed = Arc::new(Typed { game, knowledge, seen });
    let state = ErasedState(Box::new(state.clone()));
    (ErasedGame(typed.clone()), ErasedKnowledge(typed.clone()), state, SeenMoves(typed))
}

/// A state of any game.
pub(crate) struct ErasedState(Box<dyn AnyState>);

trait AnyState: Any + Debug + Send + Sync {
    fn copy(&self) -> Box<dyn AnyState>;
    fn equals(&self, other: &dyn AnyState) -> bool;
}

impl<S: Clone + Eq + Debug + Send + Sync + 'static> AnyState for S {
    fn copy(&self) -> Box<dyn AnyState> {
        Box::new(self.clone())
    }

    fn equals(&self, other: &dyn AnyState) -> bool {
        (other as &dyn Any).downcast_ref() == Some(self)
    }
}

impl Clone for ErasedState {
    fn clone(&self) -> Self {
        ErasedState(self.0.as_ref().copy())
    }
}

impl PartialEq for ErasedState {
    fn eq(&self, other: &Self) -> bool {
        self.0.as_ref().equals(other.0.as_ref())
    }
}

impl Eq for ErasedState {}

impl Debug for ErasedState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

const OWN: &str = "a game is given positions and moves of its own only";

impl ErasedState {
    fn get<S: 'static>(&self) -> &S {
        (self.0.as_ref() as &dyn Any).downcast_ref().expect(OWN)
    }

    fn get_mut<S: 'static>(&mut self) -> &mut S {
        (self.0.as_mut() as &mut dyn Any).downcast_mut().expect(OWN)
    }
}

/// What searches ask of a game and its knowledge, as [`Game`] and [`Knowledge`] have it.
trait Rules: Send + Sync {
    fn entry_bytes(&self) -> usize;

    fn players(&self) -> usize;
    fn initial(&self) -> ErasedState;
    fn to_move(&self, state: &ErasedState) -> Player;
    fn alive(&self, state: &ErasedState, player: Player) -> bool;
    fn has_lost(&self, state: &ErasedState, player: Player) -> bool;
    fn past(&self, state: &ErasedState) -> u64;
    fn can_act(&self, state: &ErasedState, player: Player) -> bool;
    fn moves(&self, state: &ErasedState, out: &mut Vec<MoveNumber>);
    fn play(&self, state: &mut ErasedState, mv: MoveNumber) -> Box<dyn Any>;
    fn hand_turn_to(&self, state: &mut ErasedState, player: Player) -> Box<dyn Any>;
    fn undo(&self, state: &mut ErasedState, undo: Box<dyn Any>);
    fn outcome(&self, state: &ErasedState) -> Option<Outcome>;
    fn key(&self, state: &ErasedState) -> u64;
    fn symmetric_key(&self, state: &ErasedState) -> u64;
    fn move_index(&self, mv: MoveNumber) -> usize;
    fn move_indices(&self) -> usize;
    fn count_moves(&self, state: &ErasedState) -> usize;
    fn is_legal(&self, state: &ErasedState, mv: MoveNumber) -> bool;
    fn random_move(&self, state: &ErasedState, rng: &mut dyn Rng) -> MoveNumber;

    fn scores(&self, state: &ErasedState, root: Player) -> Scores;
    fn score(&self, state: &ErasedState, root: Player, window: Window) -> Bounded;
    fn plain_score(&self, state: &ErasedState, player: Player) -> Value;
    fn verdict(&self, state: &ErasedState, outcome: &Outcome, player: Player) -> Verdict;
    fn plain_verdict(&self, state: &ErasedState, outcome: &Outcome, player: Player) -> Verdict;
    fn tells_who_is_first(&self) -> bool;
    fn worth_of_win(&self) -> Value;
    fn worth_of_draw(&self, state: &ErasedState) -> Value;
    fn lie(&self, state: &ErasedState, player: Player, side: u32) -> Value;
    fn max_sum(&self) -> Option<Value>;
    fn sum_bound(&self) -> Option<Value>;
    fn rank_all(&self, state: &mut ErasedState, view: OrderView, moves: &[MoveNumber], out: &mut Vec<i32>);
    fn first(&self, state: &mut ErasedState, view: OrderView) -> Option<(MoveNumber, i32)>;
    fn ranks_evaluation(&self) -> bool;
    fn noisy(&self, state: &ErasedState, view: OrderView, ply: u32, out: &mut Vec<MoveNumber>);
}

struct Typed<G: Game, K> {
    game: Arc<G>,
    knowledge: Arc<K>,
    seen: Mutex<Seen<G::Move>>,
}

struct Seen<M> {
    list: Vec<M>,
    numbers: HashMap<M, MoveNumber>,
}

impl<M: Copy + Eq + Hash> Seen<M> {
    fn number(&mut self, mv: M) -> MoveNumber {
        *self.numbers.entry(mv).or_insert_with(|| {
            self.list.push(mv);
            self.list.len() as MoveNumber - 1
        })
    }
}

impl<G: Game, K> Typed<G, K> {
    fn seen(&self) -> MutexGuard<'_, Seen<G::Move>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn mv(&self, number: MoveNumber) -> G::Move {
        self.seen().list[number as usize]
    }

    fn number(&self, mv: G::Move) -> MoveNumber {
        self.seen().number(mv)
    }

    fn number_all(&self, moves: &[G::Move], out: &mut Vec<MoveNumber>) {
        let mut seen = self.seen();
        out.extend(moves.iter().map(|&mv| seen.number(mv)));
    }
}

impl<G: Game, K: Knowledge<G> + 'static> Rules for Typed<G, K> {
    fn entry_bytes(&self) -> usize {
        size_of::<Entry<G::Move>>()
    }

    fn players(&self) -> usize {
        self.game.players()
    }

    fn initial(&self) -> ErasedState {
        ErasedState(Box::new(self.game.initial()))
    }

    fn to_move(&self, state: &ErasedState) -> Player {
        self.game.to_move(state.get())
    }

    fn alive(&self, state: &ErasedState, player: Player) -> bool {
        self.game.alive(state.get(), player)
    }

    fn has_lost(&self, state: &ErasedState, player: Player) -> bool {
        self.game.has_lost(state.get(), player)
    }

    fn past(&self, state: &ErasedState) -> u64 {
        self.game.past(state.get())
    }

    fn can_act(&self, state: &ErasedState, player: Player) -> bool {
        self.game.can_act(state.get(), player)
    }

    fn moves(&self, state: &ErasedState, out: &mut Vec<MoveNumber>) {
        let mut moves = Vec::new();
        self.game.moves(state.get(), &mut moves);
        self.number_all(&moves, out);
    }

    fn play(&self, state: &mut ErasedState, mv: MoveNumber) -> Box<dyn Any> {
        Box::new(self.game.play(state.get_mut(), self.mv(mv)))
    }

    fn hand_turn_to(&self, state: &mut ErasedState, player: Player) -> Box<dyn Any> {
        Box::new(self.game.hand_turn_to(state.get_mut(), player))
    }

    fn undo(&self, state: &mut ErasedState, undo: Box<dyn Any>) {
        self.game.undo(state.get_mut(), *undo.downcast().expect(OWN));
    }

    fn outcome(&self, state: &ErasedState) -> Option<Outcome> {
        self.game.outcome(state.get())
    }

    fn key(&self, state: &ErasedState) -> u64 {
        self.game.key(state.get())
    }

    fn symmetric_key(&self, state: &ErasedState) -> u64 {
        self.game.symmetric_key(state.get())
    }

    fn move_index(&self, mv: MoveNumber) -> usize {
        self.game.move_index(self.mv(mv))
    }

    fn move_indices(&self) -> usize {
        self.game.move_indices()
    }

    fn count_moves(&self, state: &ErasedState) -> usize {
        self.game.count_moves(state.get(), &mut Vec::new())
    }

    fn is_legal(&self, state: &ErasedState, mv: MoveNumber) -> bool {
        self.game.is_legal(state.get(), self.mv(mv))
    }

    fn random_move(&self, state: &ErasedState, mut rng: &mut dyn Rng) -> MoveNumber {
        self.number(self.game.random_move(state.get(), &mut Vec::new(), &mut rng))
    }

    fn scores(&self, state: &ErasedState, root: Player) -> Scores {
        self.knowledge.scores(&self.game, state.get(), root)
    }

    fn score(&self, state: &ErasedState, root: Player, window: Window) -> Bounded {
        self.knowledge.score(&self.game, state.get(), root, window)
    }

    fn plain_score(&self, state: &ErasedState, player: Player) -> Value {
        self.knowledge.plain_score(&self.game, state.get(), player)
    }

    fn verdict(&self, state: &ErasedState, outcome: &Outcome, player: Player) -> Verdict {
        self.knowledge.verdict(&self.game, state.get(), outcome, player)
    }

    fn plain_verdict(&self, state: &ErasedState, outcome: &Outcome, player: Player) -> Verdict {
        self.knowledge.plain_verdict(&self.game, state.get(), outcome, player)
    }

    fn tells_who_is_first(&self) -> bool {
        self.knowledge.tells_who_is_first()
    }

    fn worth_of_win(&self) -> Value {
        self.knowledge.worth_of_win()
    }

    fn worth_of_draw(&self, state: &ErasedState) -> Value {
        self.knowledge.worth_of_draw(&self.game, state.get())
    }

    fn lie(&self, state: &ErasedState, player: Player, side: u32) -> Value {
        self.knowledge.lie(&self.game, state.get(), player, side)
    }

    fn max_sum(&self) -> Option<Value> {
        self.knowledge.max_sum(&self.game)
    }

    fn sum_bound(&self) -> Option<Value> {
        self.knowledge.sum_bound(&self.game)
    }

    fn rank_all(&self, state: &mut ErasedState, view: OrderView, moves: &[MoveNumber], out: &mut Vec<i32>) {
        let moves: Vec<G::Move> = moves.iter().map(|&mv| self.mv(mv)).collect();
        self.knowledge.rank_all(&self.game, state.get_mut(), view, &moves, out);
    }

    fn first(&self, state: &mut ErasedState, view: OrderView) -> Option<(MoveNumber, i32)> {
        let (mv, rank) = self.knowledge.first(&self.game, state.get_mut(), view)?;
        Some((self.number(mv), rank))
    }

    fn ranks_evaluation(&self) -> bool {
        self.knowledge.ranks_evaluation()
    }

    fn noisy(&self, state: &ErasedState, view: OrderView, ply: u32, out: &mut Vec<MoveNumber>) {
        let mut moves = Vec::new();
        self.knowledge.noisy(&self.game, state.get(), view, ply, &mut moves);
        self.number_all(&moves, out);
    }
}

impl Game for ErasedGame {
    const NAME: &'static str = "";

    type State = ErasedState;
    type Move = MoveNumber;
    type Undo = Box<dyn Any>;

    fn players(&self) -> usize {
        self.0.players()
    }

    fn initial(&self) -> ErasedState {
        self.0.initial()
    }

    fn to_move(&self, state: &ErasedState) -> Player {
        self.0.to_move(state)
    }

    fn alive(&self, state: &ErasedState, player: Player) -> bool {
        self.0.alive(state, player)
    }

    fn has_lost(&self, state: &ErasedState, player: Player) -> bool {
        self.0.has_lost(state, player)
    }

    fn past(&self, state: &ErasedState) -> u64 {
        self.0.past(state)
    }

    fn can_act(&self, state: &ErasedState, player: Player) -> bool {
        self.0.can_act(state, player)
    }

    fn moves(&self, state: &ErasedState, out: &mut Vec<MoveNumber>) {
        self.0.moves(state, out);
    }

    fn play(&self, state: &mut ErasedState, mv: MoveNumber) -> Box<dyn Any> {
        self.0.play(state, mv)
    }

    fn hand_turn_to(&self, state: &mut ErasedState, player: Player) -> Box<dyn Any> {
        self.0.hand_turn_to(state, player)
    }

    fn undo(&self, state: &mut ErasedState, undo: Box<dyn Any>) {
        self.0.undo(state, undo);
    }

    fn outcome(&self, state: &ErasedState) -> Option<Outcome> {
        self.0.outcome(state)
    }

    fn key(&self, state: &ErasedState) -> u64 {
        self.0.key(state)
    }

    fn symmetric_key(&self, state: &ErasedState) -> u64 {
        self.0.symmetric_key(state)
    }

    fn move_index(&self, mv: MoveNumber) -> usize {
        self.0.move_index(mv)
    }

    fn move_indices(&self) -> usize {
        self.0.move_indices()
    }

    fn count_moves(&self, state: &ErasedState, _buffer: &mut Vec<MoveNumber>) -> usize {
        self.0.count_moves(state)
    }

    fn is_legal(&self, state: &ErasedState, mv: MoveNumber) -> bool {
        self.0.is_legal(state, mv)
    }

    fn random_move<R: Rng>(&self, state: &ErasedState, _buffer: &mut Vec<MoveNumber>, rng: &mut R) -> MoveNumber {
        self.0.random_move(state, rng)
    }
}

impl Knowledge<ErasedGame> for ErasedKnowledge {
    fn scores(&self, _game: &ErasedGame, state: &ErasedState, root: Player) -> Scores {
        self.0.scores(state, root)
    }

    fn score(&self, _game: &ErasedGame, state: &ErasedState, root: Player, window: Window) -> Bounded {
        self.0.score(state, root, window)
    }

    fn plain_score(&self, _game: &ErasedGame, state: &ErasedState, player: Player) -> Value {
        self.0.plain_score(state, player)
    }

    fn verdict(&self, _game: &ErasedGame, state: &ErasedState, outcome: &Outcome, player: Player) -> Verdict {
        self.0.verdict(state, outcome, player)
    }

    fn plain_verdict(&self, _game: &ErasedGame, state: &ErasedState, outcome: &Outcome, player: Player) -> Verdict {
        self.0.plain_verdict(state, outcome, player)
    }

    fn tells_who_is_first(&self) -> bool {
        self.0.tells_who_is_first()
    }

    fn worth_of_win(&self) -> Value {
        self.0.worth_of_win()
    }

    fn worth_of_draw(&self, _game: &ErasedGame, state: &ErasedState) -> Value {
        self.0.worth_of_draw(state)
    }

    fn lie(&self, _game: &ErasedGame, state: &ErasedState, player: Player, side: u32) -> Value {
        self.0.lie(state, player, side)
    }

    fn max_sum(&self, _game: &ErasedGame) -> Option<Value> {
        self.0.max_sum()
    }

    fn sum_bound(&self, _game: &ErasedGame) -> Option<Value> {
        self.0.sum_bound()
    }

    fn rank_all(
        &self,
        _game: &ErasedGame,
        state: &mut ErasedState,
        view: OrderView,
        moves: &[MoveNumber],
        out: &mut Vec<i32>,
    ) {
        self.0.rank_all(state, view, moves, out);
    }

    fn first(&self, _game: &ErasedGame, state: &mut ErasedState, view: OrderView) -> Option<(MoveNumber, i32)> {
        self.0.first(state, view)
    }

    fn ranks_evaluation(&self) -> bool {
        self.0.ranks_evaluation()
    }

    fn noisy(&self, _game: &ErasedGame, state: &ErasedState, view: OrderView, ply: u32, out: &mut Vec<MoveNumber>) {
        self.0.noisy(state, view, ply, out);
    }
}
