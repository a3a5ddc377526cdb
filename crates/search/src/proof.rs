//! Proof-number search for any number of players: can one player reach a goal against all others?
//!
//! His turns are OR nodes, everybody else's AND nodes: all others are against him, as in paranoid search (Saito and Winands
//! 2010). The search is depth-first (df-pn: Nagai 2002) with a table of proof and disproof numbers, so its memory is bounded.
//!
//! A position that repeats one on the way to it counts as a failure: a goal that is reached at all is reached without
//! repetitions. So a proof always holds. A disproof that rests on such a failure need not hold on another way (the
//! graph-history interaction problem: Palay 1985), but to remember none of them takes exponentially long. They are believed
//! at first, and in the end the positions that are said to be lost for the goal are looked at together (`is_trap`):
//! if the player cannot leave them, whatever he does, then he never reaches it.
//!
//! What a position has of its [past](Game::past), such as a clock that ends the game, is part of what the table knows it by,
//! but not of what is a repetition.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use melee_core::value::{MAX_PLIES, WIN};
use melee_core::zobrist::mix;
use melee_core::{Game, Knowledge, Player, Value};

use crate::slots::{Slots, Vacant};
use crate::{Limits, Noise, SearchError, Silent, Stopped, TableError, Walk, Watch};

/// What is to be reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// The first place alone.
    Win,
    /// The first place, alone or shared.
    First,
    /// A finished game that is worth this to the player, by the verdict of the evaluation; a win is worth more than any
    /// number, a loss less.
    AtLeast(Value),
}

/// Can it be forced?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    Yes,
    No,
    Unknown(Doubt),
}

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doubt {
    /// A limit was reached, or somebody asked to stop.
    Stopped,
    /// Only repetitions and very long games stand against it, and what failed one way does not fail another.
    Repetitions,
    /// Only repetitions stand against it, over more positions than can be looked at together in as much memory as the
    /// table has.
    Memory,
}

impl Answer {
    /// As it stands in reports.
    pub fn name(self) -> &'static str {
        match self {
            Answer::Yes => "yes",
            Answer::No => "no",
            Answer::Unknown(_) => "unknown",
        }
    }
}

/// What a search for a proof found.
#[derive(Clone, Copy, Debug)]
pub struct Proof<M> {
    pub answer: Answer,
    /// A move after which the goal can still be forced, if it is the player's turn.
    pub best: Option<M>,
    /// Positions looked at; one looked at again counts again.
    pub nodes: u64,
    pub elapsed: Duration,
}

impl<M> Proof<M> {
    /// The same with the move written differently.
    pub fn with_move<N>(self, write: impl Fn(M) -> N) -> Proof<N> {
        let Proof { answer, best, nodes, elapsed } = self;
        Proof { answer, best: best.map(write), nodes, elapsed }
    }
}

/// A question about a position.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// Who is to reach the goal.
    pub player: Player,
    pub goal: Goal,
    /// The size of the table; to make sure of a no that rests on repetitions may take as much again.
    pub table_bytes: u64,
}

/// Looks for a proof or a disproof until one is found or a limit is reached; a depth is no limit here.
///
/// ```
/// use melee_core::{Notation, PlayableGame, Player};
/// use melee_games::Connect4;
/// use melee_search::proof::{Answer, Goal, Question, prove};
/// use melee_search::{Limits, Watch};
/// let game = Connect4::default();
/// let three_in_a_row = game.parse_position("415161").unwrap().state(&game);
/// let knowledge = game.knowledge(None, None).unwrap();
/// let question = Question { player: Player::FIRST, goal: Goal::Win, table_bytes: 1 << 20 };
/// let proof = prove(&game, &knowledge, &three_in_a_row, question, Limits::NONE, Watch::new())?;
/// assert_eq!(proof.answer, Answer::Yes);
/// # Ok::<(), melee_search::SearchError>(())
/// ```
pub fn prove<G: Game, K: Knowledge<G> + 'static>(
    game: &G,
    knowledge: &K,
    state: &G::State,
    question: Question,
    limits: Limits,
    watch: Watch,
) -> Result<Proof<G::Move>, SearchError> {
    limits.check()?;
    if game.outcome(state).is_some() {
        return Err(SearchError::GameOver);
    }
    if limits.time.is_some() && !watch.has_clock() {
        return Err(SearchError::NoClock);
    }
    if let Goal::AtLeast(least) = question.goal
        && !(MAX_PLIES - WIN..=WIN - MAX_PLIES).contains(&least)
    {
        return Err(SearchError::Goal { least });
    }
    let mut walk = Walk::new(game, knowledge, state, limits, watch, Noise::default(), Silent);
    walk.root = question.player;
    let mut search = Prover {
        walk,
        goal: question.goal,
        table: ProofTable::new(question.table_bytes)?,
        most_in_trap: (question.table_bytes / bytes_in_trap::<G>()).max(FEWEST_IN_TRAP),
        on_path: HashSet::new(),
        cut: false,
        best: None,
    };
    let answer = search.answer().unwrap_or(Answer::Unknown(Doubt::Stopped));
    let best = search.best.filter(|_| answer == Answer::Yes);
    Ok(Proof { answer, best, nodes: search.walk.counts.nodes, elapsed: search.walk.watch().elapsed() })
}

/// More than any number of positions.
const INFINITE: u32 = u32::MAX;
/// Sums stay below it.
const LARGEST: u32 = INFINITE - 1;
/// Nobody proves a longer game, and the stack holds this many plies.
const LONGEST: u32 = 1000;
/// The limits of a search that ends with an answer.
const NO_LIMITS: Numbers = Numbers { proof: INFINITE, disproof: INFINITE };
/// How often a disproof is tried again that turned out not to hold.
const MOST_TRIES: usize = 20;

/// Positions of a trap for which there is always room.
const FEWEST_IN_TRAP: u64 = 1000;

/// What a position of a trap takes at most: as one that was seen, in a hash map that has just grown, and as one to look
/// at, in a vector that has just grown.
const fn bytes_in_trap<G: Game>() -> u64 {
    (4 * (size_of::<(u64, u64)>() + 1) + 2 * size_of::<(G::State, u32)>()) as u64
}

/// How many leaves at least must be proven for the goal, or disproven against it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

impl Numbers {
    const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1 };
    const PROVEN: Numbers = Numbers { proof: 0, disproof: INFINITE };
    const DISPROVEN: Numbers = Numbers { proof: INFINITE, disproof: 0 };

    fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// As seen by whoever chooses: an AND node is an OR node of the other side.
    fn for_chooser(self, is_or: bool) -> Numbers {
        if is_or { self } else { Numbers { proof: self.disproof, disproof: self.proof } }
    }

    /// Has one of the two reached its limit?
    fn exceeds(self, limits: Numbers) -> bool {
        self.proof >= limits.proof || self.disproof >= limits.disproof
    }
}

struct Prover<'a, G: Game, K: Knowledge<G> + 'static> {
    walk: Walk<'a, (G, K, Silent)>,
    goal: Goal,
    table: ProofTable,
    most_in_trap: u64,
    on_path: HashSet<u64>,
    /// Repetitions were met, or games longer than any search goes.
    cut: bool,
    best: Option<G::Move>,
}

/// A move of a node, and what is known of the position after it.
struct Child<M> {
    mv: M,
    /// What the table knows it by.
    key: u64,
    numbers: Numbers,
    /// Why nothing can change the numbers, if so.
    fixed: Option<Fixed>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fixed {
    Over,
    /// Repeated, or too deep.
    GivenUp,
}

impl<G: Game, K: Knowledge<G> + 'static> Prover<'_, G, K> {
    /// Searches until the answer is certain.
    fn answer(&mut self) -> Result<Answer, Stopped> {
        for _ in 0..MOST_TRIES {
            self.on_path.clear();
            self.walk.restart();
            if self.position(NO_LIMITS, 0)?.proof == 0 {
                return Ok(Answer::Yes);
            }
            if !self.cut {
                return Ok(Answer::No);
            }
            match self.is_trap()? {
                Some(true) => return Ok(Answer::No),
                Some(false) => {}
                None => return Ok(Answer::Unknown(Doubt::Memory)),
            }
            // Something that failed on one way was found to succeed on another: that is remembered, and what failed is not.
            self.table.forget_disproofs();
        }
        Ok(Answer::Unknown(Doubt::Repetitions))
    }

    /// Searches a position that is not over until it is settled or its numbers reach the limits.
    fn position(&mut self, limits: Numbers, ply: u32) -> Result<Numbers, Stopped> {
        let (key, table_key) = (self.walk.game.key(&self.walk.state), self.table_key());
        let is_or = self.walk.is_root_turn();
        self.on_path.insert(key);
        let before = self.walk.counts.nodes;
        let mut children = self.children(ply)?;
        let numbers = loop {
            self.recall(&mut children);
            let (numbers, best, second) = sum_up(&children, is_or);
            if self.walk.ply() == 0 {
                self.best = is_or.then_some(children[best].mv);
            }
            if numbers.is_settled() || numbers.exceeds(limits) {
                break numbers;
            }
            let child_limits = limits_below(numbers, limits, children[best].numbers, second, is_or);
            let undo = self.walk.play(children[best].mv);
            children[best].numbers = self.position(child_limits, ply + 1)?;
            self.walk.undo(undo);
        };
        self.on_path.remove(&key);
        self.table.put(table_key, numbers, self.walk.counts.nodes - before);
        Ok(numbers)
    }

    /// What the table knows the position by.
    fn table_key(&self) -> u64 {
        let (game, state) = (self.walk.game, &self.walk.state);
        match game.past(state) {
            0 => game.key(state),
            past => mix(game.key(state) ^ past),
        }
    }

    /// Takes what the table knows of positions that can still change.
    fn recall(&self, children: &mut [Child<G::Move>]) {
        for child in children.iter_mut().filter(|child| child.fixed.is_none()) {
            if let Some(known) = self.table.get(child.key) {
                child.numbers = known;
            }
        }
    }

    /// Looks at every position after the one of the walk.
    fn children(&mut self, ply: u32) -> Result<Vec<Child<G::Move>>, Stopped> {
        let mut moves = Vec::new();
        let game = self.walk.game;
        game.moves(&self.walk.state, &mut moves);
        self.walk.note_listed(moves.len());
        let mut children = Vec::with_capacity(moves.len());
        for mv in moves {
            let undo = self.walk.play(mv);
            self.walk.enter()?;
            let is_too_long = ply + 1 >= LONGEST || self.on_path.contains(&game.key(&self.walk.state));
            let (numbers, fixed) = match self.finished() {
                Some(true) => (Numbers::PROVEN, Some(Fixed::Over)),
                Some(false) => (Numbers::DISPROVEN, Some(Fixed::Over)),
                None if is_too_long => (Numbers::DISPROVEN, Some(Fixed::GivenUp)),
                None => (Numbers::UNKNOWN, None),
            };
            self.cut |= fixed == Some(Fixed::GivenUp);
            let key = self.table_key();
            self.walk.undo(undo);
            children.push(Child { mv, key, numbers, fixed });
        }
        Ok(children)
    }

    /// Is the root among positions that the player cannot leave, none of which has reached the goal?
    ///
    /// Of each that is his turn all moves lead to another of them, of each other one at least. What the table has lost is
    /// searched again, and what then turns out to be proven shows that it is no trap. None if they are too many.
    fn is_trap(&mut self) -> Result<Option<bool>, Stopped> {
        self.walk.restart();
        let mut seen = HashMap::from([(self.seen_key(), self.walk.game.past(&self.walk.state))]);
        let mut open = vec![(self.walk.state.clone(), 0)];
        while let Some((state, ply)) = open.pop() {
            self.walk.jump(&state, ply);
            let is_or = self.walk.is_root_turn();
            self.on_path.clear();
            let mut children = self.children(0)?;
            self.recall(&mut children);
            // One way out of the goal is enough where he does not choose: best one that needs no more looking at.
            let mut is_answered = false;
            let (fixed, others): (Vec<_>, Vec<_>) = children.iter().partition(|child| child.fixed.is_some());
            for child in fixed.into_iter().chain(others) {
                let undo = self.walk.play(child.mv);
                let is_lost = match child.numbers.disproof {
                    0 => true,
                    _ if child.fixed.is_some() || child.numbers.proof == 0 || !is_or && is_answered => false,
                    _ => self.position(NO_LIMITS, 0)?.disproof == 0,
                };
                if is_lost && child.fixed.is_none() && (is_or || !is_answered) {
                    let past = self.walk.game.past(&self.walk.state);
                    let known = seen.entry(self.seen_key()).or_insert(u64::MAX);
                    // With more time on a clock that ends the game there is more to play for.
                    if past < *known {
                        *known = past;
                        if seen.len() as u64 > self.most_in_trap {
                            return Ok(None);
                        }
                        open.push((self.walk.state.clone(), ply + 1));
                    }
                }
                self.walk.undo(undo);
                is_answered |= is_lost;
                if is_or && !is_lost {
                    return Ok(Some(false));
                }
                if !is_or && is_answered {
                    break;
                }
            }
            if !is_or && !is_answered {
                return Ok(Some(false));
            }
        }
        Ok(Some(true))
    }

    /// What a position of a trap is known by: a clock that ends the game in a draw is nothing to play for, but where a draw
    /// is enough it is.
    fn seen_key(&self) -> u64 {
        if self.goal == Goal::Win { self.walk.game.key(&self.walk.state) } else { self.table_key() }
    }

    /// Is the game over for the player, and has he reached the goal?
    fn finished(&mut self) -> Option<bool> {
        let (player, walk) = (self.walk.root, &mut self.walk);
        let outcome = walk.game.outcome(&walk.state);
        let value = walk.finished_by(outcome.as_ref())?;
        Some(match (self.goal, outcome) {
            (Goal::AtLeast(least), _) => value >= least,
            (_, None) => false,
            (Goal::Win, Some(outcome)) => outcome.winner() == Some(player),
            (Goal::First, Some(outcome)) => outcome.is_first(player),
        })
    }
}

/// The numbers of a node, its most promising child, and how promising the second is to whoever chooses.
fn sum_up<M>(children: &[Child<M>], is_or: bool) -> (Numbers, usize, u32) {
    let (mut best, mut least, mut second, mut sum) = (0, INFINITE, INFINITE, 0u32);
    for (i, child) in children.iter().enumerate() {
        let Numbers { proof, disproof } = child.numbers.for_chooser(is_or);
        sum =
            if disproof == INFINITE || sum == INFINITE { INFINITE } else { sum.saturating_add(disproof).min(LARGEST) };
        if proof < least {
            (best, second, least) = (i, least, proof);
        } else {
            second = second.min(proof);
        }
    }
    // A proven child settles the node, whatever the others are.
    let disproof = if least == 0 { INFINITE } else { sum };
    (Numbers { proof: least, disproof }.for_chooser(is_or), best, second)
}

/// How far the best child is searched: until another is more promising, or the node itself has gone far enough.
fn limits_below(node: Numbers, limits: Numbers, child: Numbers, second: u32, is_or: bool) -> Numbers {
    let [node, limits, child] = [node, limits, child].map(|numbers| numbers.for_chooser(is_or));
    // A quarter more than the second keeps the search from jumping to and fro (Pawlewicz and Lew 2007).
    let patience = second.saturating_add(second / 4).saturating_add(1);
    let others = node.disproof.saturating_sub(child.disproof);
    Numbers { proof: limits.proof.min(patience), disproof: limits.disproof.saturating_sub(others) }.for_chooser(is_or)
}

/// Numbers by position; of two with one place the one that took more work stays.
struct ProofTable {
    slots: Slots<Entry>,
}

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    numbers: Numbers,
    /// 0 in an empty place.
    work: u32,
}

impl Vacant for Entry {
    const VACANT: Self = Entry { key: 0, numbers: Numbers::UNKNOWN, work: 0 };
}

impl ProofTable {
    fn new(bytes: u64) -> Result<Self, TableError> {
        Ok(ProofTable { slots: Slots::new(bytes, size_of::<Entry>(), 2)? })
    }

    /// The first place of the pair where a position may be.
    fn pair(&self, key: u64) -> usize {
        2 * ((u128::from(key) * (self.slots.len() / 2) as u128) >> 64) as usize
    }

    fn get(&self, key: u64) -> Option<Numbers> {
        let pair = self.slots.pair(self.pair(key))?;
        let entry = pair.into_iter().find(|entry| entry.work > 0 && entry.key == key)?;
        Some(entry.numbers)
    }

    /// Keeps only what cannot change any more.
    fn forget_disproofs(&mut self) {
        self.slots.clear_unless(|entry| entry.numbers.proof == 0);
    }

    fn put(&mut self, key: u64, numbers: Numbers, work: u64) {
        let entry = Entry { key, numbers, work: u32::try_from(work).unwrap_or(u32::MAX).max(1) };
        let first = self.pair(key);
        let [large, recent] = self.slots.pair_mut(first);
        if large.key == key || entry.work >= large.work {
            if large.key != key && large.work > 0 {
                *recent = *large;
            }
            *large = entry;
        } else {
            *recent = entry;
        }
    }
}
