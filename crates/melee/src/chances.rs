//! What a value means to people: everybody's chance to win, or rather his share of the point.
//!
//! A search tells values in the evaluation's own units, which differ from game to game. What a player may hope for is made
//! of them like this, and adds up to 1 over all players:
//!
//! * A game whose result is proven has its points.
//! * Means of random games, and shares, are points already.
//! * A line that ends the game has the points of that end, unless it passes somebody over.
//! * Scores are weighed against each other: a player's chance is `exp(score / scale)` divided by the sum of that over
//!   all players. The game says the [scale](melee_core::chances) of its evaluations, fitted to games of its own player.
//!   Of others it is two thirds of the [worth](Report::worth_of_win) of a game that is as good as won: of two players
//!   with scores of `worth` and `-worth` the better then has 95 %.
//!
//! Paranoid and best-reply searches tell the root player's value only. The others then have their scores at the end of the
//! best line, also beside moves that are worse: so the mover's chances follow his values.

use melee_core::value::{is_loss, is_win};
use melee_core::{Outcome, Player, Scores, Value};
use melee_search::{Ply, ProvenResult, RankedLine};

use crate::{Position, Report};

/// The scale of an evaluation that nobody has fitted, as a part of the worth of a won game.
const CONVENTION: f64 = 1.0 / 1.5;

/// Everybody's chance after each line of a report about this position, the best line first.
///
/// ```
/// use melee::{Limits, chances};
/// let position = melee::open("connect4")?.position("112233")?;
/// let report = position.search("alphabeta", Limits { lines: 2, ..Limits::depth(3) })?;
/// assert_eq!(chances(&position, &report)[0], [1.0, 0.0]);
/// # Ok::<(), melee::Error>(())
/// ```
pub fn chances(position: &Position, report: &Report) -> Vec<Vec<f64>> {
    chances_beside(position, report, report)
}

/// The same for a report about some of the moves, beside one about all.
pub(crate) fn chances_beside(position: &Position, report: &Report, best: &Report) -> Vec<Vec<f64>> {
    let others = best.standing.unwrap_or_else(|| position.scores());
    let lines = report.lines();
    lines.iter().map(|line| of_line(position, report, line, others)).collect()
}

/// Everybody's chance as the game stands, by the game's own evaluation alone.
pub fn standing_shares(position: &Position) -> Vec<f64> {
    if let Some(outcome) = position.outcome() {
        return outcome.all_points();
    }
    let scale = position.chance_scale().unwrap_or_else(|| by_convention(position.worth_of_win()));
    weighed(position.scores().as_slice(), scale)
}

/// The scores that are weighed against each other for the best line: what a scale is fitted to. `None` where chances
/// follow from something else.
pub fn weighed_scores(position: &Position, report: &Report) -> Option<Scores> {
    let line = &report.lines()[0];
    let is_open = line.proven.is_none() && report.are_scores && end_of_game(position, &line.line).is_none();
    is_open.then(|| scores_of(line, report.standing.unwrap_or_else(|| position.scores())))
}

/// The scale where nobody has fitted one.
pub(crate) fn by_convention(worth_of_win: Value) -> f64 {
    f64::from(worth_of_win.max(1)) * CONVENTION
}

/// What the values of a report are weighed by; `None` if they are points already.
fn scale_of(report: &Report) -> Option<f64> {
    let usual = || (!report.are_points).then(|| by_convention(report.worth_of_win));
    if report.are_scores { report.chance_scale.or_else(usual) } else { None }
}

/// What the player to move may hope for after a search, where the end of its line is not looked at: the position need not
/// be there any more. The others stand as `others` says where the search does not know.
pub fn share_of_mover(report: &Report, others: Scores) -> f64 {
    let [line, ..] = &report.lines()[..] else { unreachable!("a report has a line") };
    let shares = of_values(report, line, report.standing.unwrap_or(others));
    shares[line.line[0].player.index()]
}

fn of_line(position: &Position, report: &Report, line: &RankedLine<String>, others: Scores) -> Vec<f64> {
    if line.proven.is_none()
        && (scale_of(report).is_some() || line.values.is_none())
        && let Some(outcome) = end_of_game(position, &line.line)
    {
        return outcome.all_points();
    }
    of_values(report, line, others)
}

/// By the values of a line alone.
fn of_values(report: &Report, line: &RankedLine<String>, others: Scores) -> Vec<f64> {
    let mover = line.line[0].player;
    if let Some(proven) = line.proven {
        return of_two(
            mover,
            match proven.result {
                ProvenResult::Win => 1.0,
                ProvenResult::Draw => 0.5,
                ProvenResult::Loss => 0.0,
            },
        );
    }
    let scale = scale_of(report);
    if scale.is_none()
        && let Some(values) = line.values
    {
        return shares(values.as_slice());
    }
    if scale.is_none() && !is_win(line.value) && !is_loss(line.value) {
        return beside(mover, line.value, others);
    }
    weighed(scores_of(line, others).as_slice(), scale.unwrap_or_else(|| by_convention(report.worth_of_win)))
}

/// Everybody's scores after a line: the mover's value, and how the others stand where the search does not tell.
fn scores_of(line: &RankedLine<String>, others: Scores) -> Scores {
    let mover = line.line[0].player;
    line.values.unwrap_or_else(|| {
        let mut scores = others;
        // What one of two wins by such an evaluation the other loses; a race in which both get on is none.
        let is_zero_sum = scores.as_slice().len() == 2 && scores.as_slice().iter().sum::<Value>().abs() <= 1;
        for player in Player::all(scores.as_slice().len()) {
            if player == mover {
                scores[player] = line.value;
            } else if is_zero_sum {
                scores[player] = -line.value;
            }
        }
        scores
    })
}

/// Points as parts of one; what was lost by rounding is shared out.
fn shares(points: &[Value]) -> Vec<f64> {
    let sum: f64 = points.iter().map(|&value| f64::from(value)).sum();
    if sum <= 0.0 {
        return vec![1.0 / points.len() as f64; points.len()];
    }
    points.iter().map(|&value| f64::from(value) / sum).collect()
}

/// The mover's points; the others share what is left as they stand.
fn beside(mover: Player, points: Value, others: Scores) -> Vec<f64> {
    let own = (f64::from(points) / 1e6).clamp(0.0, 1.0);
    let mut rest = others;
    rest[mover] = 0;
    let others = shares(rest.as_slice());
    let left = 1.0 - others[mover.index()];
    let share = |(i, share): (usize, f64)| if i == mover.index() { own } else { (1.0 - own) * share / left };
    others.into_iter().enumerate().map(share).collect()
}

fn of_two(mover: Player, own: f64) -> Vec<f64> {
    Player::all(2).map(|player| if player == mover { own } else { 1.0 - own }).collect()
}

/// The result of the game if it goes on like this to its end.
fn end_of_game(position: &Position, line: &[Ply<String>]) -> Option<Outcome> {
    let plies: Vec<Ply<&str>> =
        line.iter().map(|Ply { player, mv }| Ply { player: *player, mv: mv.as_str() }).collect();
    let end = position.preview(&plies).ok()?;
    end.outcome.filter(|_| !end.skips)
}

/// Scores against each other. Who has won has everything, who has lost nothing.
pub(crate) fn weighed(scores: &[Value], scale: f64) -> Vec<f64> {
    let wins = scores.iter().filter(|&&score| is_win(score)).count();
    if wins > 0 {
        return scores.iter().map(|&score| if is_win(score) { 1.0 / wins as f64 } else { 0.0 }).collect();
    }
    let open = scores.iter().filter(|&&score| !is_loss(score));
    // The best has the weight 1, so that no weight is too large for a number.
    let Some(&best) = open.max() else {
        return vec![1.0 / scores.len() as f64; scores.len()];
    };
    let weight = |&score: &Value| {
        let behind = f64::from(score) - f64::from(best);
        if is_loss(score) { 0.0 } else { (behind / scale).exp() }
    };
    let weights: Vec<f64> = scores.iter().map(weight).collect();
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}
