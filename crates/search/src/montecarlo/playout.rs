//! Random games to the end, or to a cut-off where the evaluation decides.

use melee_core::zobrist::mix;
use melee_core::{Game, Knowledge, MAX_PLAYERS, OrderView, Outcome, Player, Rng, Xoshiro256PlusPlus, seeded_rng};

use crate::options::{Field, Opt};
use crate::{Stopped, Walk, World};

/// How random games are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayoutSettings {
    /// After so many plies the evaluation decides (Chorus 2009, 4.3: 200).
    pub cutoff: u32,
    /// Moves in a thousand that are the first of the static order instead of random.
    pub bias_permille: u32,
    /// What a game is worth that is cut off.
    pub score: PlayoutScore,
    /// Where all opponents are known a game is followed for so many plies, in whole rounds, before anything is left to
    /// chance or an evaluation.
    pub follow: u32,
}

impl PlayoutSettings {
    /// Uniformly random moves (Chorus 2009).
    pub const PLAIN: PlayoutSettings =
        PlayoutSettings { cutoff: 200, bias_permille: 0, score: PlayoutScore::Leader, follow: 8 };
}

/// The options of random games, of a search that has such settings in this field.
pub(super) fn playout_options<S: Clone + 'static>(field: impl Field<S, PlayoutSettings>) -> Vec<Opt<S>> {
    let (cutoff, bias, score) = (field.clone(), field.clone(), field);
    vec![
        Opt::number(
            "cutoff",
            0..=u32::MAX,
            "after so many plies of a random game the evaluation decides; 0: no random game is played",
            move |s: &mut S| &mut cutoff(s).cutoff,
        ),
        Opt::share("bias", "moves of a random game that are the first of the static order", move |s: &mut S| {
            &mut bias(s).bias_permille
        }),
        Opt::choice(
            "score",
            &PlayoutScore::NAMES,
            "a random game that is cut off is won by who has the best evaluation, drawn, or worth the evaluation itself",
            move |s: &mut S| &mut score(s).score,
        ),
    ]
}

/// What a random game is worth that is cut off before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayoutScore {
    /// Whoever stands best by the evaluation has won.
    Leader,
    /// Nobody has won (Chorus 2009, 4.3.1).
    Draw,
    /// The evaluation itself counts (4.3.2, there the marbles lost): from an even share of the
    /// point up or down by how far a player stands from the mean.
    Margin,
}

impl PlayoutScore {
    /// All with their names, the default first.
    pub const NAMES: [(&'static str, PlayoutScore); 3] =
        [("leader", PlayoutScore::Leader), ("draw", PlayoutScore::Draw), ("margin", PlayoutScore::Margin)];
}

/// Everybody's points of one game.
pub(super) type Points = [f64; MAX_PLAYERS];

/// The generator and buffers of a series of random games.
pub(super) struct Playouts<G: Game> {
    settings: PlayoutSettings,
    rng: Xoshiro256PlusPlus,
    buffer: Vec<G::Move>,
    ranks: Vec<i32>,
}

impl<G: Game> Playouts<G> {
    /// The same seed and position give the same games.
    pub(super) fn new(settings: PlayoutSettings, seed: u64, key: u64) -> Self {
        Playouts { settings, rng: seeded_rng(mix(seed) ^ key), buffer: Vec::new(), ranks: Vec::new() }
    }

    pub(super) fn rng(&mut self) -> &mut Xoshiro256PlusPlus {
        &mut self.rng
    }

    /// Plays from the walk's position, which counts as visited already, and leaves the walk there.
    pub(super) fn play<W: World<Game = G>>(&mut self, walk: &mut Walk<W>) -> Result<Points, Stopped> {
        let mut plies = 0;
        let players = walk.game.players() as u32;
        // Whole rounds while all are in the game, so that everybody has moved as often.
        let foreseen = if walk.is_all_foreseen() { self.settings.follow / players * players } else { 0 };
        for _ in 0..foreseen {
            if walk.game.outcome(&walk.state).is_some() {
                break;
            }
            let (_, mv) = walk.greedy_move(&mut self.buffer);
            walk.play(mv);
            walk.enter()?;
        }
        loop {
            if let Some(outcome) = walk.game.outcome(&walk.state) {
                walk.counts.leaves += 1;
                return Ok(points_of(&outcome));
            }
            if plies == self.settings.cutoff {
                return Ok(match self.settings.score {
                    PlayoutScore::Leader => decided(walk),
                    PlayoutScore::Draw => drawn(walk),
                    PlayoutScore::Margin => margins(walk),
                });
            }
            let mv = self.choose(walk);
            walk.play(mv);
            walk.enter()?;
            plies += 1;
        }
    }

    fn choose<W: World<Game = G>>(&mut self, walk: &mut Walk<W>) -> G::Move {
        // Whole percents, so that a seed means the same games as ever.
        let bias = self.settings.bias_permille / 10;
        self.buffer.clear();
        if bias == 0 || self.rng.next_u32() % 100 >= bias {
            return walk.game.random_move(&walk.state, &mut self.buffer, &mut self.rng);
        }
        walk.game.moves(&walk.state, &mut self.buffer);
        self.ranks.clear();
        walk.knowledge.rank_all(walk.game, &mut walk.state, OrderView::Own, &self.buffer, &mut self.ranks);
        let best = self.ranks.iter().max().expect("there is a move");
        let first = self.ranks.iter().position(|r| r == best);
        self.buffer[first.expect("it is there")]
    }
}

/// Everybody's points of a finished game.
pub(super) fn points_of(outcome: &Outcome) -> Points {
    let mut points = [0.0; MAX_PLAYERS];
    for player in Player::all(outcome.players()) {
        points[player.index()] = outcome.points(player);
    }
    points
}

/// Everybody gets the same.
fn drawn<W: World>(walk: &mut Walk<W>) -> Points {
    walk.counts.leaves += 1;
    walk.note_guess();
    [1.0 / walk.game.players() as f64; MAX_PLAYERS]
}

/// Everybody gets what he stands above or below the others.
pub(super) fn margins<W: World>(walk: &mut Walk<W>) -> Points {
    let won = f64::from(walk.knowledge.worth_of_win().max(1));
    let scores = walk.evaluate_all();
    let scores = scores.as_slice().iter().map(|&score| f64::from(score));
    let players = walk.game.players() as f64;
    let mean = scores.clone().sum::<f64>() / players;
    let mut points = [0.0; MAX_PLAYERS];
    for (point, score) in points.iter_mut().zip(scores) {
        *point = (1.0 / players + (score - mean) / (2.0 * won)).clamp(0.0, 1.0);
    }
    points
}

/// Those who have not lost share the point of a position that the game has seen before. The root player has so much less of
/// it, but not less than nothing.
pub(super) fn repeated<W: World>(walk: &mut Walk<W>, contempt: f64) -> Points {
    walk.counts.leaves += 1;
    // Nothing is proven by it: those before may do otherwise this time.
    walk.note_guess();
    let living = || Player::all(walk.game.players()).filter(|&player| !walk.game.has_lost(&walk.state, player));
    let share = 1.0 / living().count().max(1) as f64;
    let mut points = [0.0; MAX_PLAYERS];
    for player in living() {
        let contempt = if player == walk.root { contempt } else { 0.0 };
        points[player.index()] = (share - contempt).max(0.0);
    }
    points
}

/// Whoever stands best by the evaluation has won; those who share that share the point.
fn decided<W: World>(walk: &mut Walk<W>) -> Points {
    let scores = walk.evaluate_all();
    let best = scores.as_slice().iter().max().expect("there are players");
    let firsts = scores.as_slice().iter().filter(|s| *s == best).count();
    let mut points = [0.0; MAX_PLAYERS];
    for (point, score) in points.iter_mut().zip(scores.as_slice()) {
        *point = if score == best { 1.0 / firsts as f64 } else { 0.0 };
    }
    points
}
