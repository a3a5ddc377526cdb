//! What finished games are worth to everybody.

use melee_core::value::{loss_in, win_in};
use melee_core::{Game, Knowledge, Outcome, Player, Scores, Value, Verdict};

use crate::{Observer, Walk, World};

/// How the game has ended, if it has.
pub(super) fn over<W: World>(walk: &mut Walk<W>) -> Option<Outcome> {
    let outcome = walk.game.outcome(&walk.state)?;
    walk.counts.leaves += 1;
    walk.observer.over();
    Some(outcome)
}

/// The vector of a finished game.
pub(crate) fn finished_scores<W: World>(walk: &mut Walk<W>) -> Option<Scores> {
    let outcome = over(walk)?;
    Some(scores_of(walk, &outcome))
}

/// The end of a game for everybody; where scores have a constant sum it is shared out.
fn scores_of<W: World>(walk: &Walk<W>, outcome: &Outcome) -> Scores {
    let mut scores = Scores::new(walk.game.players());
    let sum = walk.knowledge.max_sum(walk.game);
    for player in Player::all(walk.game.players()) {
        let verdict = walk.knowledge.verdict(walk.game, &walk.state, outcome, player);
        scores[player] = match (verdict, sum) {
            (Verdict::Score(value), _) => value,
            (_, Some(sum)) => (f64::from(sum) * outcome.points(player)).round() as Value,
            (Verdict::Win, None) => win_in(walk.ply()),
            (Verdict::Loss, None) => loss_in(walk.ply()),
        };
    }
    scores
}
