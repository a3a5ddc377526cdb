//! A game read from a tree written as text.
//!
//! `A(B(D=8 E=3) C=5)`: an inner node is a name (optional) with its children in brackets, a leaf a
//! name (optional) with the first player's score, or one score per player: `=3,-1,4`. Players move
//! in turn; a child written `3:name` is reached by a move of player 3 only, which best-reply search
//! may ask for out of turn. A leaf is a finished game whose verdict is its score, so a search sees
//! exactly the values of the figure; an inner node cut off by the depth limit is worth 0.
//!
//! [`TreeKnowledge`] writes down which leaves were looked at, in order.

use std::sync::{Arc, Mutex};

use melee_core::value::WIN;
use melee_core::zobrist::{TURN, mix};
use melee_core::{Game, Knowledge, NotationError, OrderView, Outcome, Player, Rng, Scores, Value, Verdict, seeded_rng};

#[derive(Clone, Debug)]
pub struct TreeGame {
    players: usize,
    nodes: Vec<Node>,
    /// Leaves are won by who has the highest score; else they are draws.
    is_ranked: bool,
}

#[derive(Clone, Debug, Default)]
struct Node {
    name: String,
    depth: usize,
    /// The child, and whose move leads to it if only his does.
    children: Vec<(usize, Option<Player>)>,
    scores: Vec<Value>,
}

/// A node and whose turn it is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TreeState {
    node: usize,
    turn: Player,
}

impl TreeGame {
    /// Reads a tree for `players`; panics on a broken text. For tests, which write them.
    pub fn parse(text: &str, players: usize) -> Self {
        TreeGame::read(text, players).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Reads a tree for `players`; the error names the place.
    pub fn read(text: &str, players: usize) -> Result<Self, NotationError> {
        let mut game = TreeGame { players, nodes: Vec::new(), is_ranked: false };
        let rest = game.read_node(text.trim(), 0)?;
        match rest.trim() {
            "" => Ok(game),
            rest => Err(wrong(rest, "expected nothing after the tree")),
        }
    }

    fn read_node<'t>(&mut self, text: &'t str, depth: usize) -> Result<&'t str, NotationError> {
        if depth > DEEPEST {
            return Err(wrong(text, "the tree is too deep"));
        }
        let index = self.nodes.len();
        let end = text.find(|c: char| "()= \n\t".contains(c)).unwrap_or(text.len());
        let (name, mut rest) = text.split_at(end);
        self.nodes.push(Node { name: name.to_string(), depth, ..Node::default() });
        if let Some(scores) = rest.strip_prefix('=') {
            let end = scores.find(|c: char| "() \n\t".contains(c)).unwrap_or(scores.len());
            self.nodes[index].scores = self.read_scores(&scores[..end])?;
            return Ok(&scores[end..]);
        }
        rest = rest.strip_prefix('(').ok_or_else(|| wrong(rest, "expected ( or a score"))?;
        loop {
            rest = rest.trim_start();
            if let Some(after) = rest.strip_prefix(')') {
                return Ok(after);
            }
            let child = self.nodes.len();
            let mut mover = None;
            if let Some((digit, after)) = rest.split_once(':')
                && let Ok(number) = digit.parse::<usize>()
            {
                if !(1..=self.players).contains(&number) {
                    return Err(wrong(rest, "there is no such player"));
                }
                mover = Some(Player::new(number - 1));
                rest = after;
            }
            self.nodes[index].children.push((child, mover));
            rest = self.read_node(rest, depth + 1)?;
        }
    }

    /// One score for each player; of two players the first one's is enough.
    fn read_scores(&self, text: &str) -> Result<Vec<Value>, NotationError> {
        let number =
            |score: &str| score.parse().ok().filter(|score: &Value| score.unsigned_abs() < WIN.unsigned_abs() / 2);
        let scores: Option<Vec<Value>> = text.split(',').map(number).collect();
        let scores = scores.ok_or_else(|| wrong(text, "expected scores such as 3 or 3,-1,4"))?;
        if scores.len() == self.players || (scores.len() == 1 && self.players == 2) {
            return Ok(scores);
        }
        Err(wrong(text, "expected a score for each player"))
    }

    /// A random tree: inner nodes have 1 to `max_branch` children down to `depth`, some stop
    /// early, and leaf scores lie in `-spread..=spread`, so that a small spread makes many ties.
    pub fn random(seed: u64, depth: usize, max_branch: u32, spread: u32, players: usize) -> Self {
        let mut game = TreeGame { players, nodes: vec![Node::default()], is_ranked: false };
        let mut rng = seeded_rng(seed);
        let mut next = 0;
        while next < game.nodes.len() {
            let level = game.nodes[next].depth;
            if level == depth || (level > 1 && rng.next_u32().is_multiple_of(8)) {
                game.nodes[next].scores =
                    (0..players).map(|_| (rng.next_u32() % (2 * spread + 1)) as Value - spread as Value).collect();
            } else {
                for _ in 0..=(rng.next_u32() % max_branch) {
                    let child = game.nodes.len();
                    game.nodes[next].children.push((child, None));
                    game.nodes.push(Node { name: child.to_string(), depth: level + 1, ..Node::default() });
                }
            }
            next += 1;
        }
        game
    }

    /// The same tree, but a leaf is won by who has the highest score; several share it.
    #[must_use]
    pub fn ranked(self) -> Self {
        TreeGame { is_ranked: true, ..self }
    }

    /// The same tree with only this move at its root.
    #[must_use]
    pub fn only(mut self, mv: u16) -> Self {
        self.nodes[0].children = vec![self.nodes[0].children[mv as usize]];
        self
    }

    /// Every way that a game can go, for games with few: a leaf has the points of its result, in millionths.
    pub fn of<G: Game>(game: &G) -> Self {
        fn text<G: Game>(game: &G, state: &G::State) -> String {
            if let Some(outcome) = game.outcome(state) {
                let points = |player| (1e6 * outcome.points(player)).round().to_string();
                return format!("={}", Player::all(game.players()).map(points).collect::<Vec<_>>().join(","));
            }
            let mut moves = Vec::new();
            game.moves(state, &mut moves);
            let children = moves.into_iter().map(|mv| {
                let mut child = state.clone();
                game.play(&mut child, mv);
                text(game, &child)
            });
            format!("({})", children.collect::<Vec<_>>().join(" "))
        }
        TreeGame::parse(&text(game, &game.initial()), game.players()).ranked()
    }

    /// The name of a node.
    pub fn name(&self, state: &TreeState) -> &str {
        &self.nodes[state.node].name
    }

    /// The state of the node with this name.
    pub fn find(&self, name: &str) -> Option<TreeState> {
        let node = self.nodes.iter().position(|n| n.name == name)?;
        Some(self.at(node))
    }

    fn at(&self, node: usize) -> TreeState {
        TreeState { node, turn: Player::new(self.nodes[node].depth % self.players) }
    }

    fn score(&self, node: usize, player: Player) -> Value {
        match self.nodes[node].scores.as_slice() {
            [] => 0,
            // Two players, one number: the second player's is the opposite.
            [first] if self.players == 2 && player.index() == 1 => -first,
            scores => scores[player.index()],
        }
    }
}

/// Deeper than any tree that somebody writes.
const DEEPEST: usize = 100;

fn wrong(place: &str, what: &str) -> NotationError {
    NotationError::new(format!("tree: {what} at '{}'", melee_core::shortened(place)))
}

impl Game for TreeGame {
    const NAME: &'static str = "tree";
    type State = TreeState;
    type Move = u16;
    type Undo = TreeState;

    fn players(&self) -> usize {
        self.players
    }

    fn initial(&self) -> TreeState {
        self.at(0)
    }

    fn to_move(&self, state: &TreeState) -> Player {
        state.turn
    }

    fn can_act(&self, state: &TreeState, player: Player) -> bool {
        let children = &self.nodes[state.node].children;
        children.iter().any(|&(_, mover)| may_move(mover, player))
    }

    fn moves(&self, state: &TreeState, out: &mut Vec<u16>) {
        let children = self.nodes[state.node].children.iter().enumerate();
        let own = children.filter(|(_, (_, mover))| may_move(*mover, state.turn));
        out.extend(own.map(|(i, _)| i as u16));
    }

    fn play(&self, state: &mut TreeState, mv: u16) -> TreeState {
        let before = *state;
        state.node = self.nodes[state.node].children[mv as usize].0;
        state.turn = state.turn.next(self.players);
        before
    }

    fn hand_turn_to(&self, state: &mut TreeState, player: Player) -> TreeState {
        let before = *state;
        state.turn = player;
        before
    }

    fn undo(&self, state: &mut TreeState, undo: TreeState) {
        *state = undo;
    }

    fn outcome(&self, state: &TreeState) -> Option<Outcome> {
        self.nodes[state.node].children.is_empty().then(|| {
            if !self.is_ranked {
                return Outcome::draw(self.players);
            }
            let score = |player| self.score(state.node, player);
            let best = Player::all(self.players).map(score).max();
            let rank = |player| if Some(score(player)) == best { 1 } else { 2 };
            Outcome::from_ranks(&Player::all(self.players).map(rank).collect::<Vec<u8>>())
        })
    }

    fn key(&self, state: &TreeState) -> u64 {
        mix(state.node as u64) ^ TURN[state.turn.index()]
    }

    fn move_index(&self, mv: u16) -> usize {
        mv as usize
    }

    fn move_indices(&self) -> usize {
        self.nodes.iter().map(|n| n.children.len()).max().unwrap_or(0)
    }
}

fn may_move(mover: Option<Player>, player: Player) -> bool {
    mover.is_none_or(|mover| mover == player)
}

/// The values of a tree, and a log of the leaves that were asked for.
#[derive(Clone, Default)]
pub struct TreeKnowledge {
    other: Option<Arc<dyn Knowledge<TreeGame>>>,
    visited: Arc<Mutex<Vec<String>>>,
    sum: Option<Value>,
    sum_bound: Option<Value>,
    won_from: Option<Value>,
}

impl TreeKnowledge {
    /// For a tree whose scores are never negative and have this sum at every leaf.
    pub fn constant_sum(sum: Value) -> Self {
        TreeKnowledge { sum: Some(sum), ..TreeKnowledge::default() }
    }

    /// For a tree whose scores add up to no more than this at any leaf, and to no less than nothing where it is cut off.
    pub fn bounded_sum(most: Value) -> Self {
        TreeKnowledge { sum_bound: Some(most), ..TreeKnowledge::default() }
    }

    /// What another says of positions, ends of games and orders of moves. One type for all, so that every search is
    /// compiled for trees once.
    pub fn by(other: impl Knowledge<TreeGame> + 'static) -> Self {
        TreeKnowledge { other: Some(Arc::new(other)), ..TreeKnowledge::default() }
    }

    /// A leaf that is worth so much to exactly one player is a game that he has won and all others have lost.
    #[must_use]
    pub fn with_wins_from(self, least: Value) -> Self {
        TreeKnowledge { won_from: Some(least), ..self }
    }

    fn winner(&self, game: &TreeGame, state: &TreeState) -> Option<Player> {
        let least = self.won_from?;
        let mut winners = Player::all(game.players).filter(|&player| game.score(state.node, player) >= least);
        winners.next().filter(|_| winners.next().is_none())
    }

    /// The names of the leaves looked at so far, in order.
    pub fn visited(&self) -> Vec<String> {
        self.visited.lock().expect("no test panics while holding it").clone()
    }
}

/// Moves are tried in the order of the text unless somebody else orders them, and every node is quiet.
impl Knowledge<TreeGame> for TreeKnowledge {
    fn scores(&self, game: &TreeGame, state: &TreeState, root: Player) -> Scores {
        if let Some(other) = &self.other {
            return other.scores(game, state, root);
        }
        let mut scores = Scores::new(game.players);
        for player in Player::all(game.players) {
            scores[player] = game.score(state.node, player);
        }
        scores
    }

    fn verdict(&self, game: &TreeGame, state: &TreeState, outcome: &Outcome, player: Player) -> Verdict {
        if let Some(other) = &self.other {
            return other.verdict(game, state, outcome, player);
        }
        let mut visited = self.visited.lock().expect("no test panics while holding it");
        visited.push(game.name(state).to_string());
        match self.winner(game, state) {
            Some(winner) if winner == player => Verdict::Win,
            Some(_) => Verdict::Loss,
            None => Verdict::Score(game.score(state.node, player)),
        }
    }

    fn max_sum(&self, _game: &TreeGame) -> Option<Value> {
        self.sum
    }

    fn sum_bound(&self, _game: &TreeGame) -> Option<Value> {
        self.sum_bound.or(self.sum)
    }

    fn rank_all(&self, game: &TreeGame, state: &mut TreeState, view: OrderView, moves: &[u16], out: &mut Vec<i32>) {
        match &self.other {
            Some(other) => other.rank_all(game, state, view, moves, out),
            None => out.resize(out.len() + moves.len(), 0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_texts_are_refused_in_one_line() {
        let deep = "(".repeat(100_000);
        for text in [
            "",
            "A",
            "A(",
            "A(B=1",
            "A=x",
            "A=1,2,3",
            "(a=1) b",
            "(3:a=1)",
            "(0:a=1)",
            "=9999999999",
            "(a=-2147483648)",
            &deep,
        ] {
            let error = TreeGame::read(text, 2).expect_err(text).to_string();
            assert!(error.starts_with("tree: ") && !error.contains('\n'), "{error}");
        }
        assert!(TreeGame::read("(a=1)", 3).is_err(), "a score for each of three");
    }
}
