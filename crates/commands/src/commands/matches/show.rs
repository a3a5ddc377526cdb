//! The standings of a match for people and programs.

use std::fmt::Write;

use melee_arena::statistics::{Comparison, Decision, Interval, Rating};
use melee_arena::tournament::{OpenMatch, Standings};
use serde_json::{Value, json};

use super::perfect::Rate;
use crate::numbers::counted;

pub(super) fn progress_line(standings: &Standings, games: u64, seconds: f64) -> String {
    let mut line = format!("{}/{games} games", standings.games);
    for algorithm in &standings.algorithms {
        let _ = write!(line, ", {} {:.1} %", algorithm.name, 100.0 * algorithm.share);
    }
    let minutes = (seconds / 60.0).max(0.0);
    let _ = write!(line, ", {minutes:.1} min left");
    line
}

/// What `--until` has come to.
#[derive(Clone, Copy)]
pub(in crate::commands) struct SequentialResult {
    /// The difference of shares that was looked for.
    pub(super) difference: f64,
    pub(super) decision: Decision,
}

impl SequentialResult {
    /// For programs.
    fn word(self) -> &'static str {
        match self.decision {
            Decision::Better => "yes",
            Decision::NotBetter => "no",
            Decision::Continue => "not known yet",
        }
    }

    fn sentence(self, games: u64) -> String {
        // Without the traces of a hundredth in binary.
        let points = (1e6 * self.difference).round() / 1e4;
        let games = counted(games, "game", "games");
        match self.decision {
            Decision::Better => format!("the first is better by {points} points: stopped after {games}"),
            Decision::NotBetter => format!("the first is not better by {points} points: stopped after {games}"),
            Decision::Continue => {
                format!("it is not known after {games} whether the first is better by {points} points")
            }
        }
    }
}

/// A rating and how far it may be from the truth.
fn rating_text(rating: Rating) -> String {
    let range = match (rating.low, rating.high) {
        (Some(low), Some(high)) => format!("{:+.0} to {:+.0}", whole(low), whole(high)),
        (Some(low), None) => format!("{:+.0} or more", whole(low)),
        (None, Some(high)) => format!("{:+.0} or less", whole(high)),
        (None, None) => "may be any".to_string(),
    };
    format!("  rating {:+.0} ({range})", whole(rating.value))
}

/// Rounded, and never a zero with a minus.
fn whole(value: f64) -> f64 {
    value.round() + 0.0
}

fn comparison_text(comparison: &Comparison, names: &[String]) -> String {
    let (first, second) = (&names[comparison.first], &names[comparison.second]);
    let mut text = format!("{first} - {second}: {:+.1} points of a hundred", 100.0 * comparison.difference);
    if let Some(Interval { low, high }) = comparison.interval {
        let _ = write!(text, " ({:+.1} to {:+.1})", 100.0 * low, 100.0 * high);
    }
    if let Some(p) = comparison.p {
        let _ = write!(text, ", p = {p:.4} if they are equal");
    }
    text
}

fn has_games(standings: &Standings) -> bool {
    standings.games + standings.failed > 0
}

pub(in crate::commands) fn as_text(
    standings: &Standings,
    verdict: Option<SequentialResult>,
    names: &[String],
) -> String {
    let width = names.iter().map(String::len).max().unwrap_or(0);
    if !has_games(standings) {
        return "no game has ended\n".to_string();
    }
    let mut text = String::new();
    for a in &standings.algorithms {
        let [wins, draws, losses] = a.wins_draws_losses;
        let _ = write!(
            text,
            "{:<width$}  {:>8.2} points  {:>5.1} % ({:.1}-{:.1})  +{wins} ={draws} -{losses}  depth {:.1}",
            a.name,
            a.points,
            100.0 * a.share,
            100.0 * a.low,
            100.0 * a.high,
            a.mean_depth,
        );
        if let Some(rating) = a.rating {
            text += &rating_text(rating);
        }
        if let Some(check) = a.weng_lin {
            let _ = write!(text, ", Weng-Lin {:+.0}", whole(check.value));
        }
        text.push('\n');
    }
    for comparison in standings.comparisons.iter().filter(|_| standings.blocks > 0) {
        let _ = writeln!(text, "{}", comparison_text(comparison, names));
    }
    // Of two the line above says it all.
    for meeting in standings.meetings.iter().filter(|_| names.len() > 2) {
        let [first, second] = meeting.pair.map(|a| &names[a]);
        let [wins, draws, losses] = meeting.wins_draws_losses;
        let (share, games) = (100.0 * meeting.share, counted(meeting.games, "game", "games"));
        let _ = writeln!(text, "{first} : {second}  {share:.1} %  +{wins} ={draws} -{losses} in {games}");
    }
    let seats: Vec<String> = standings.seats.iter().map(|s| format!("{:.1} %", 100.0 * s)).collect();
    let _ = writeln!(
        text,
        "{}, {}, mean length {:.1} plies; seats {}{}",
        counted(standings.games, "game", "games"),
        counted(standings.blocks, "whole block", "whole blocks"),
        standings.mean_plies,
        seats.join(", "),
        standings
            .seat_bias
            .as_ref()
            .and_then(|bias| bias.p)
            .map_or(String::new(), |p| format!(" (p = {p:.4} if they are alike)"))
    );
    if standings.compared < standings.games {
        let _ = writeln!(
            text,
            "all figures above come from the {} of whole blocks",
            counted(standings.compared, "game", "games")
        );
    } else if standings.blocks == 0 {
        text += "no block of all seatings is whole yet: no ratings, no tests\n";
    }
    for a in standings.algorithms.iter().filter(|a| !a.verdicts.is_empty()) {
        let list: Vec<String> = a.verdicts.iter().map(|(f, n)| format!("{n} {f}")).collect();
        let _ = writeln!(text, "{} lost games by its conduct: {}", a.name, list.join(", "));
    }
    for (count, what) in [
        (standings.duplicates, "played before, move for move"),
        (standings.capped, "shared at the cap on plies"),
        (standings.failed, "could not be played on and do not count"),
    ] {
        if count > 0 {
            let _ = writeln!(text, "{} {what}", counted(count, "game", "games"));
        }
    }
    if let Some(verdict) = verdict {
        let _ = writeln!(text, "{}", verdict.sentence(standings.games));
    }
    text
}

/// All that is told of a match.
pub(super) fn standings_text(
    open: &OpenMatch,
    standings: &Standings,
    verdict: Option<SequentialResult>,
    rates: Option<&[Rate]>,
) -> String {
    let names = open.names();
    let mut text = as_text(standings, verdict, &names);
    if has_games(standings) {
        let plies = counted(open.plan.random_plies.into(), "random ply", "random plies");
        let _ = writeln!(text, "{plies} before each game");
    }
    for (name, rate) in names.iter().zip(rates.unwrap_or_default()) {
        let share = 100.0 * rate.share().unwrap_or_default();
        let (perfect, moves) = (rate.perfect, rate.moves);
        let _ = writeln!(text, "{name}: {perfect} of {moves} moves perfect ({share:.1} %)");
    }
    text
}

pub(super) fn as_json(
    open: &OpenMatch,
    standings: &Standings,
    verdict: Option<SequentialResult>,
    rates: Option<&[Rate]>,
    run: Value,
) -> Value {
    let mut value = serde_json::to_value(standings).unwrap_or_default();
    for (i, rate) in rates.unwrap_or_default().iter().enumerate() {
        value["algorithms"][i]["perfect"] = json!({"moves": rate.moves, "perfect": rate.perfect, "rate": rate.share()});
    }
    if let Value::Object(map) = &mut value {
        map.insert("game".into(), json!(open.game.name()));
        map.insert("run".into(), run);
        map.insert("verdict".into(), json!(verdict.map(SequentialResult::word)));
    }
    value
}
