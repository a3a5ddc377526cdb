//! What positions of a walk are worth: finished games, evaluations, and what bends these.

use melee_core::value::{loss_in, win_in};
use melee_core::zobrist::mix;
use melee_core::{Bounded, Game, Knowledge, Outcome, Player, Scores, Value, Verdict, Window};

use super::Walk;
use crate::standstill::Course;
use crate::{Observer, World};

/// Random changes of evaluations: the value is multiplied by a factor in `1 +- share` that
/// depends only on the seed and the position, so that tables stay sound.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Noise {
    /// Parts in a thousand.
    pub permille: u32,
    /// Different seeds, different noise.
    pub seed: u64,
}

impl Noise {
    fn apply(self, value: Value, key: u64) -> Value {
        let random = (mix(key ^ mix(self.seed)) >> 32) as i64; // 0 ..= 2^32 - 1
        let swing = (2 * random - i64::from(u32::MAX)) * i64::from(self.permille) / 1000;
        value + (i64::from(value) * swing / i64::from(u32::MAX)) as Value
    }
}

impl<W: World> Walk<'_, W> {
    /// The root player's evaluation of an inner node, to decide how to search it.
    pub fn peek(&mut self) -> Value {
        let counts = self.counts;
        let value = self.evaluate();
        self.counts = counts;
        self.counts.evaluations += 1;
        value
    }

    /// The root player's value if the tree ends here: the game is over, he has lost it already, or `depth` is 0.
    #[inline]
    pub fn leaf(&mut self, depth: u32) -> Option<Value> {
        if let Some(value) = self.finished() {
            return Some(value);
        }
        (depth == 0).then(|| self.evaluate())
    }

    /// The root player's value if the game has ended for him.
    #[inline]
    pub fn finished(&mut self) -> Option<Value> {
        let outcome = self.game.outcome(&self.state);
        self.finished_by(outcome.as_ref())
    }

    /// The same for a game whose outcome is known, if it has one.
    #[inline]
    pub(crate) fn finished_by(&mut self, outcome: Option<&Outcome>) -> Option<Value> {
        if let Some(outcome) = outcome {
            Some(self.finished_value(outcome))
        } else if self.game.has_lost(&self.state, self.root) {
            self.counts.leaves += 1;
            self.observer.over();
            Some(loss_in(self.ply))
        } else {
            None
        }
    }

    fn finished_value(&mut self, outcome: &Outcome) -> Value {
        self.counts.leaves += 1;
        self.observer.over();
        match self.knowledge.verdict(self.game, &self.state, outcome, self.root) {
            Verdict::Win => win_in(self.ply),
            Verdict::Loss => loss_in(self.ply),
            Verdict::Score(value) => value,
        }
    }

    /// The root player's evaluation of a position that is not over.
    #[inline]
    pub fn evaluate(&mut self) -> Value {
        match self.evaluate_within(Window::FULL) {
            Bounded::Exact(value) | Bounded::AtLeast(value) | Bounded::AtMost(value) => value,
        }
    }

    /// Everybody's evaluation of a position that is not over.
    pub fn evaluate_all(&mut self) -> Scores {
        self.counts.leaves += 1;
        self.counts.evaluations += 1;
        self.guesses += 1;
        let mut scores = self.knowledge.scores(self.game, &self.state, self.root);
        if self.noise.permille != 0 {
            let key = self.game.key(&self.state);
            for player in Player::all(self.game.players()) {
                let own_key = key ^ player.index() as u64;
                scores[player] = self.noise.apply(scores[player], own_key);
            }
        }
        if self.course.is_some() {
            scores[self.root] = self.drawn_aside(scores[self.root]);
        }
        if W::Observer::LOOKS {
            let own = scores[self.root];
            self.observer.evaluated(Bounded::Exact(own));
        }
        scores
    }

    /// The same, exact only inside the window.
    #[inline]
    pub fn evaluate_within(&mut self, window: Window) -> Bounded {
        self.counts.leaves += 1;
        self.counts.evaluations += 1;
        self.guesses += 1;
        let score = if self.is_bent {
            self.evaluate_bent()
        } else {
            self.knowledge.score(self.game, &self.state, self.root, window)
        };
        self.observer.evaluated(score);
        score
    }

    fn evaluate_bent(&mut self) -> Bounded {
        let score = self.knowledge.score(self.game, &self.state, self.root, Window::FULL);
        match score {
            Bounded::Exact(value) => {
                let value = self.noise.apply(value, self.game.key(&self.state));
                Bounded::Exact(self.drawn_aside(value))
            }
            bounded => bounded,
        }
    }

    /// The root player's score with how much nearer his pieces are to where they are drawn.
    fn drawn_aside(&self, score: Value) -> Value {
        let Some(Course { way, from }) = self.course else {
            return score;
        };
        let nearer = self.knowledge.lie(self.game, &self.state, self.root, way.side) - from;
        // Scores that are shares of a point stay some.
        self.knowledge.max_sum(self.game).map_or(score + nearer, |whole| (score + nearer).clamp(0, whole))
    }

    /// Do equal positions have equal evaluations only if they are the same?
    #[inline]
    pub fn has_noise(&self) -> bool {
        self.is_bent
    }

    /// Is the first move of the static order the best one ply before the horizon?
    #[inline]
    pub fn is_order_exact(&self) -> bool {
        !self.is_bent && self.knowledge.ranks_evaluation()
    }

    /// A stamp of how many guesses were made; unchanged over a subtree that ends in finished games.
    #[inline]
    pub fn guesses(&self) -> u64 {
        self.guesses
    }

    /// What was guessed after so many guesses does not matter any more.
    pub(crate) fn forget_guesses_since(&mut self, guesses: u64) {
        self.guesses = guesses;
    }

    /// Notes that a value from memory rests on a guess.
    #[inline]
    pub fn note_guess(&mut self) {
        self.guesses += 1;
    }

    /// Does the root player stand better than all on the mean at the root, by a tenth of what wins? Who does not has more to
    /// lose than to win by leaving a position that nobody can improve. Who is on his way turns back at half as much.
    pub(super) fn stands_better(&self, is_on_the_way: bool) -> bool {
        let players = self.game.players();
        let scores = self.knowledge.scores(self.game, &self.start, self.root);
        let even = Player::all(players).map(|player| i64::from(scores[player])).sum::<i64>() / players as i64;
        let enough = self.knowledge.worth_of_win() / if is_on_the_way { 20 } else { 10 };
        i64::from(scores[self.root]) - even >= i64::from(enough)
    }
}
