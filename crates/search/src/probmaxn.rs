//! Prob-max^n (Sturtevant, Zinkevich and Bowling 2006): max^n that is not sure what its opponents play for.
//!
//! An opponent is one of several models, each with a utility of its own and a probability. At his nodes every model chooses
//! for itself, and everybody's value is the mean of what they choose, weighted by their probabilities. Here an opponent has
//! two models: he looks for his own highest share of the point, as in max^n, or for the root player's lowest, as in
//! paranoid search; so one option leads from one of these searches to the other. Of equal moves the one that is worse for
//! the root player is expected, then the first of the generator.
//!
//! Both utilities are linear in the shares, so the mean vector of a child is all that a model has to know of it. Shares and
//! not scores are what is taken the mean of: the score of a won game would drown all others. Nothing is pruned, since every
//! model's choice counts. Not here: the probabilities are set, not learned from an opponent's moves.

use melee_core::{Game, MAX_PLAYERS, OrderView, Player, Scores, Value};

use crate::line::Lines;
use crate::maxn::{evaluated_shares, finished_shares};
use crate::options::Opt;
use crate::{
    Algorithm, Best, Chooser, CommonSettings, DepthSearch, Method, Move, NodeValue, Observer, Pace, Search,
    SearchError, Stopped, Variant, Walk, World,
};

/// What is supposed of opponents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ProbMaxNSettings {
    /// How likely an opponent plays against the root player and not for himself, in thousandths.
    against: u32,
}

/// The algorithm by name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProbMaxNSearch;

impl Algorithm for ProbMaxNSearch {
    type Settings = ProbMaxNSettings;
    const PACE: Pace = Pace::ByDepth;

    fn variants(&self) -> Vec<Variant<ProbMaxNSettings>> {
        let summary =
            "prob-max^n: opponents may play for themselves or against the root player (Sturtevant et al. 2006)";
        vec![Variant::new("probmaxn", ProbMaxNSettings { against: 300 }, summary)]
    }

    fn options(&self) -> Vec<Opt<ProbMaxNSettings>> {
        let summary = "how likely an opponent plays against the root player: 0% is max^n, 100% is paranoid search";
        vec![Opt::share("against", summary, |s: &mut ProbMaxNSettings| &mut s.against)]
    }

    fn make_best(&self, _settings: &mut ProbMaxNSettings, common: &mut CommonSettings) {
        common.deepen = true;
    }
}

impl Search for ProbMaxNSearch {
    fn build<W: World>(
        &self,
        settings: &ProbMaxNSettings,
        _game: &W::Game,
        _seed: u64,
    ) -> Result<Method<W>, SearchError> {
        Ok(Method::ByDepth(Box::new(ProbMaxN { settings: *settings, lines: Lines::new() })))
    }
}

/// Everybody's mean share, in millionths.
type Means = [f64; MAX_PLAYERS];

/// What a model has chosen so far: the move's place in the generator's order, and its means.
type Chosen = Option<(usize, Means)>;

struct ProbMaxN<G: Game> {
    settings: ProbMaxNSettings,
    lines: Lines<G::Move>,
}

impl<G: Game> ProbMaxN<G> {
    fn node<W: World<Game = G>>(&mut self, walk: &mut Walk<W>, depth: u32) -> Result<Means, Stopped> {
        walk.enter()?;
        self.lines.clear(walk.ply());
        let means = match finished_shares(walk) {
            Some(shares) => exact(&shares),
            None if depth == 0 => exact(&evaluated_shares(walk)),
            None => self.expand(walk, depth)?,
        };
        if W::Observer::LOOKS {
            let values = rounded(&means, walk.game.players());
            walk.observer.left(NodeValue { values: Some(values), ..NodeValue::exact(values[walk.root]) });
        }
        Ok(means)
    }

    fn expand<W: World<Game = G>>(&mut self, walk: &mut Walk<W>, depth: u32) -> Result<Means, Stopped> {
        let (mover, root) = (walk.game.to_move(&walk.state), walk.root);
        walk.observer.chooser(Chooser::Own(mover));
        let is_opponent = mover != root;
        // The line goes by what is likelier.
        let goes_against = is_opponent && self.settings.against > 500;
        let (mut own, mut against): (Chosen, Chosen) = (None, None);
        for (place, mv) in walk.ordered_moves_with_places(OrderView::Own) {
            let undo = walk.play(mv);
            let means = self.node(walk, depth - 1)?;
            walk.undo(undo);
            let is_better_own = chooses(&mut own, place, means, |m| (m[mover.index()], -m[root.index()]));
            let is_better_against = is_opponent && chooses(&mut against, place, means, |m| (-m[root.index()], 0.0));
            if if goes_against { is_better_against } else { is_better_own } {
                self.lines.improve(walk.ply(), walk.step(mv));
            }
        }
        let (_, mut means) = own.expect("a state that is not over has a move");
        if let Some((_, harm)) = against {
            let weight = f64::from(self.settings.against) / 1000.0;
            for (mean, harm) in means.iter_mut().zip(harm) {
                *mean = (1.0 - weight) * *mean + weight * harm;
            }
        }
        Ok(means)
    }
}

/// Takes a child if a model prefers it; then the answer is true. Of equal ones it takes the first of the generator.
fn chooses(chosen: &mut Chosen, place: usize, means: Means, utility: impl Fn(&Means) -> (f64, f64)) -> bool {
    let is_better = chosen.as_ref().is_none_or(|(best_place, best)| {
        let (new, old) = (utility(&means), utility(best));
        new > old || (new == old && place < *best_place)
    });
    if is_better {
        *chosen = Some((place, means));
    }
    is_better
}

fn exact(shares: &Scores) -> Means {
    let mut means = [0.0; MAX_PLAYERS];
    for (mean, &share) in means.iter_mut().zip(shares.as_slice()) {
        *mean = f64::from(share);
    }
    means
}

fn rounded(means: &Means, players: usize) -> Scores {
    let mut scores = Scores::new(players);
    for player in Player::all(players) {
        scores[player] = means[player.index()].round() as Value;
    }
    scores
}

impl<W: World> DepthSearch<W> for ProbMaxN<W::Game> {
    fn search(
        &mut self,
        walk: &mut Walk<W>,
        depth: u32,
        _previous: Option<&Best<Move<W>>>,
    ) -> Result<Best<Move<W>>, Stopped> {
        let guesses = walk.guesses();
        let values = rounded(&self.node(walk, depth)?, walk.game.players());
        let best = Best::guess(values[walk.root], self.lines.best()).with_values(values);
        Ok(best.complete_if(walk.guesses() == guesses))
    }

    /// What is likely is not certain.
    fn proves(&self) -> bool {
        false
    }

    fn tells_points(&self) -> bool {
        true
    }
}
