//! AIBA's own search, to the node (Chorus 2009, Tables 5.2-5.13).
//!
//! The counts of the thesis depend on details that nobody would choose today: the order in which
//! moves are generated, an unstable quicksort, and a transposition table that takes a bound for the
//! exact value where no move beats it. They are copied here and used nowhere else.
//!
//! A node is the root, once, and every call of the search, leaves included.

mod mersenne;
pub(crate) mod nodes;

use melee_core::{Bounded, Game, Knowledge, PlayableGame, Player, Value, Window};
use melee_games::abalone::{Abalone, Effect, Move, State};

use mersenne::MersenneTwister;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ordering {
    /// One marble, two, three.
    None,
    /// Three marbles, two, one.
    One,
    /// Ejections, pushes, along the row, more marbles.
    Two,
    /// More marbles, then ejections, pushes, along the row.
    Three,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    pub ordering: Ordering,
    /// Iterative deepening, the last line first.
    pub deepening: bool,
    /// Killer moves per remaining depth.
    pub killers: usize,
    pub table: bool,
}

pub struct Aiba<'a> {
    game: &'a Abalone,
    knowledge: <Abalone as PlayableGame>::Knowledge,
    settings: Settings,
    root: Player,
    nodes: u64,
    killers: Vec<Vec<Move>>,
    next_killer: Vec<usize>,
    line: Vec<Move>,
    iteration: u32,
    is_following: bool,
    table: Vec<Option<Entry>>,
    keys: Keys,
}

#[derive(Clone, Copy)]
struct Entry {
    lock: u64,
    depth: u32,
    value: Value,
    bound: Bound,
    best: Option<Move>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Exact,
    Lower,
    Upper,
}

const TABLE_BITS: u32 = 20;
const WON: Value = 1_000_000;

/// A generated move with what the orderings look at.
#[derive(Clone, Copy)]
struct Listed {
    mv: Move,
    marbles: usize,
    effect: Effect,
    is_inline: bool,
    /// The place in AIBA's order of generation.
    place: (usize, usize, usize, usize),
}

impl<'a> Aiba<'a> {
    pub fn new(game: &'a Abalone, settings: Settings) -> Self {
        Aiba {
            game,
            knowledge: game.knowledge(Some("aiba"), None).expect("known"),
            settings,
            root: Player::FIRST,
            nodes: 0,
            killers: Vec::new(),
            next_killer: Vec::new(),
            line: Vec::new(),
            iteration: 0,
            is_following: false,
            table: if settings.table { vec![None; 1 << TABLE_BITS] } else { Vec::new() },
            keys: Keys::new(),
        }
    }

    /// The nodes and the value of a search to a depth.
    pub fn search(&mut self, state: &State, depth: u32) -> (u64, Value) {
        self.root = self.game.to_move(state);
        self.nodes = 1;
        self.killers = vec![Vec::new(); depth as usize + 1];
        self.next_killer = vec![0; depth as usize + 1];
        self.line.clear();
        let first = if self.settings.deepening { 1 } else { depth };
        let mut value = 0;
        for d in first..=depth {
            self.iteration = d;
            self.is_following = self.settings.deepening && d > 1;
            let mut line = Vec::new();
            value = self.node(state, d, -WON * 2, WON * 2, &mut line);
            self.line = line;
        }
        (self.nodes, value)
    }

    /// Fail-hard alpha-beta from the root player's point of view.
    fn node(&mut self, state: &State, depth: u32, mut alpha: Value, mut beta: Value, line: &mut Vec<Move>) -> Value {
        line.clear();
        if let Some(outcome) = self.game.outcome(state) {
            self.is_following = false;
            return if outcome.is_first(self.root) { WON } else { -WON };
        }
        if depth == 0 {
            self.is_following = false;
            let score = self.knowledge.score(self.game, state, self.root, Window::FULL);
            let (Bounded::Exact(value) | Bounded::AtLeast(value) | Bounded::AtMost(value)) = score;
            return value;
        }
        let is_max = self.game.to_move(state) == self.root;
        let key = if self.settings.table { self.keys.of(self.game, state) } else { 0 };
        // The root has a function of its own in AIBA, without the table.
        let is_root = depth == self.iteration;
        let mut table_move = None;
        if let Some(entry) = self.probe(key).filter(|_| !is_root) {
            if entry.depth >= depth {
                match entry.bound {
                    Bound::Exact => return entry.value,
                    Bound::Lower => alpha = alpha.max(entry.value),
                    Bound::Upper => beta = beta.min(entry.value),
                }
                if alpha >= beta {
                    return entry.value;
                }
            }
            table_move = entry.best;
        }
        let mut best = None;
        let mut cut = None;
        let mut child_line = Vec::new();
        for mv in self.ordered(state, depth, table_move) {
            let mut child = *state;
            self.game.play(&mut child, mv);
            self.nodes += 1;
            let value = self.node(&child, depth - 1, alpha, beta, &mut child_line);
            let better = if is_max { value > alpha } else { value < beta };
            if better {
                best = Some(mv);
                line.clear();
                line.push(mv);
                line.extend_from_slice(&child_line);
                if is_max {
                    alpha = value;
                } else {
                    beta = value;
                }
                if alpha >= beta {
                    cut = Some(mv);
                    break;
                }
            }
        }
        if let Some(mv) = cut {
            self.add_killer(depth, mv);
        }
        let value = if is_max { alpha } else { beta };
        let bound = match (cut.is_some(), is_max) {
            (true, true) => Bound::Lower,
            (true, false) => Bound::Upper,
            (false, _) => Bound::Exact,
        };
        if !is_root {
            self.store(key, depth, value, bound, best);
        }
        value
    }

    fn probe(&self, key: u64) -> Option<Entry> {
        let entry = self.table.get(key as usize & ((1 << TABLE_BITS) - 1));
        entry.copied().flatten().filter(|entry| entry.lock == key)
    }

    fn store(&mut self, key: u64, depth: u32, value: Value, bound: Bound, best: Option<Move>) {
        let slot = key as usize & ((1 << TABLE_BITS) - 1);
        if let Some(entry) = self.table.get_mut(slot)
            && entry.is_none_or(|old| depth >= old.depth)
        {
            *entry = Some(Entry { lock: key, depth, value, bound, best });
        }
    }

    fn add_killer(&mut self, depth: u32, mv: Move) {
        let slots = self.settings.killers;
        let killers = &mut self.killers[depth as usize];
        if slots == 0 || killers.contains(&mv) {
            return;
        }
        if killers.len() < slots {
            killers.push(mv);
        } else {
            let next = &mut self.next_killer[depth as usize];
            killers[*next] = mv;
            *next = (*next + 1) % slots;
        }
    }

    /// The moves of a node: the last line's, killers, the table's, then the sorted rest. AIBA does
    /// not notice when the table's move is the line's, and searches it again.
    fn ordered(&self, state: &State, depth: u32, table_move: Option<Move>) -> Vec<Move> {
        let rest: Vec<Move> = self.sorted(state).iter().map(|l| l.mv).collect();
        let mut moves = Vec::new();
        if self.is_following {
            let ply = (self.iteration - depth) as usize;
            moves.extend(self.line.get(ply).copied());
        }
        let of_line = moves.first().copied();
        for &killer in self.killers.get(depth as usize).into_iter().flatten() {
            if rest.contains(&killer) && !moves.contains(&killer) {
                moves.push(killer);
            }
        }
        if let Some(mv) = table_move
            && rest.contains(&mv)
            && (!moves.contains(&mv) || of_line == Some(mv))
        {
            moves.push(mv);
        }
        let first = moves.clone();
        moves.extend(rest.into_iter().filter(|mv| !first.contains(mv)));
        moves
    }

    fn sorted(&self, state: &State) -> Vec<Listed> {
        let mut generated = Vec::new();
        self.game.moves(state, &mut generated);
        let mut moves: Vec<Listed> = generated.into_iter().map(|mv| self.list(state, mv)).collect();
        let fewest_first = self.settings.ordering == Ordering::None;
        moves.sort_by_key(|l| {
            let size = if fewest_first { l.marbles } else { 3 - l.marbles };
            (size, l.place)
        });
        match self.settings.ordering {
            Ordering::None | Ordering::One => {}
            Ordering::Two => quicksort(&mut moves, &|l| {
                let along = l.marbles > 1 && l.is_inline;
                (
                    usize::from(l.effect == Effect::Ejection),
                    usize::from(l.effect >= Effect::Push),
                    usize::from(along),
                    l.marbles,
                )
            }),
            Ordering::Three => quicksort(&mut moves, &|l| {
                let along = l.marbles > 1 && l.is_inline;
                (
                    l.marbles,
                    usize::from(l.effect == Effect::Ejection),
                    usize::from(l.effect >= Effect::Push),
                    usize::from(along),
                )
            }),
        }
        moves
    }

    fn list(&self, state: &State, mv: Move) -> Listed {
        let shape = self.game.move_shape(state, mv);
        // The first marble has the smallest number, of equal ones the highest row.
        let first = shape.marbles.iter().min_by_key(|(r, n)| (*n, 8 - *r));
        let &(row, number) = first.expect("a move has marbles");
        let last = shape.marbles.iter().max_by_key(|(r, n)| (*n, 8 - *r));
        let &(last_row, last_number) = last.expect("a move has marbles");
        let axis = match (last_row.cmp(&row), last_number.cmp(&number)) {
            (std::cmp::Ordering::Greater, _) => 0,
            (std::cmp::Ordering::Equal, _) => 1,
            (std::cmp::Ordering::Less, _) => 2,
        };
        let axis = if shape.marbles.len() == 1 { 0 } else { axis };
        Listed {
            mv,
            marbles: shape.marbles.len(),
            effect: shape.effect,
            is_inline: shape.is_inline,
            place: (number, row, axis, shape.direction),
        }
    }
}

/// AIBA's unstable sort, highest rank first: the last element is the pivot, two scans meet, and
/// parts of at most nine elements are sorted by insertion.
fn quicksort<R: Ord>(moves: &mut [Listed], rank: &impl Fn(&Listed) -> R) {
    if moves.len() <= 9 {
        for i in 1..moves.len() {
            let mut j = i;
            while j > 0 && rank(&moves[j - 1]) < rank(&moves[j]) {
                moves.swap(j - 1, j);
                j -= 1;
            }
        }
        return;
    }
    let last = moves.len() - 1;
    let pivot = rank(&moves[last]);
    let (mut i, mut j) = (0, last);
    loop {
        while rank(&moves[i]) > pivot {
            i += 1;
        }
        loop {
            if j == 0 {
                break;
            }
            j -= 1;
            if rank(&moves[j]) >= pivot {
                break;
            }
        }
        if i >= j {
            break;
        }
        moves.swap(i, j);
        i += 1;
    }
    moves.swap(i, last);
    let (left, right) = moves.split_at_mut(i);
    quicksort(left, rank);
    quicksort(&mut right[1..], rank);
}

/// Zobrist keys from the Mersenne Twister, in AIBA's order.
struct Keys {
    /// By number, row and player (Black is 0).
    marbles: [[[u64; 2]; 9]; 9],
    turn: [u64; 2],
}

impl Keys {
    fn new() -> Self {
        let mut twister = MersenneTwister::by_array(&[0x123, 0x234, 0x345, 0x456]);
        let mut next = || u64::from(twister.next()) << 32 | u64::from(twister.next());
        let mut marbles = [[[0; 2]; 9]; 9];
        for field in marbles.as_flattened_mut() {
            // White first.
            field[1] = next();
            field[0] = next();
        }
        let turn = [next(), next()];
        Keys { marbles, turn }
    }

    fn of(&self, game: &Abalone, state: &State) -> u64 {
        let mut key = self.turn[game.to_move(state).index()];
        for player in 0..2 {
            for (row, number) in game.marbles(state, Player::new(player)) {
                key ^= self.marbles[number][row][player];
            }
        }
        key
    }
}
