//! How a game's programs speak: clocks and reports in the words of its dialect.

use melee::Report;
use melee::core::value::plies_to_end;
use melee::core::{Dialect, Outcome, Value};
use melee::search::RankedLine;

/// The player whose clock a word names, and whether it is the increment: `btime`, `p2inc`.
pub(super) fn clock(dialect: &Dialect, word: &str) -> Option<(usize, bool)> {
    let (player, is_increment) = match (word.strip_suffix("time"), word.strip_suffix("inc")) {
        (Some(player), _) => (player, false),
        (None, Some(player)) => (player, true),
        (None, None) => return None,
    };
    let player = if dialect.clocks.is_empty() {
        let number: usize = player.strip_prefix('p')?.parse().ok()?;
        number.checked_sub(1)?
    } else {
        dialect.clocks.iter().position(|&clock| clock == player)?
    };
    Some((player, is_increment))
}

/// The report of an iteration: a line each where several were asked for.
pub(super) fn infos(dialect: &Dialect, report: &Report, players: usize, asked: usize) -> Vec<String> {
    let numbered = (1..).zip(report.lines());
    numbered.map(|(number, line)| info(dialect, report, players, &line, (asked > 1).then_some(number))).collect()
}

fn info(
    dialect: &Dialect,
    report: &Report,
    players: usize,
    line: &RankedLine<String>,
    number: Option<usize>,
) -> String {
    let (time, nodes) = (report.elapsed.as_millis(), report.counts.nodes);
    let nps = (nodes as f64 / report.elapsed.as_secs_f64().max(1e-6)) as u64;
    let (depth, value) = (line.depth, line.value);
    let value = if report.are_points { as_score(value, players) } else { value };
    let number = number.map_or(String::new(), |number| format!(" multipv {number}"));
    let moves: Vec<&str> = line.line.iter().map(|ply| ply.mv.as_str()).collect();
    let pv = moves.join(" ");
    let each: String = line.values.iter().fold(String::new(), |text, values| {
        let all = (1..).zip(values.as_slice());
        all.fold(text, |text, (i, value)| format!("{text} v{i} {value}"))
    });
    if dialect.bare_scores {
        format!("info depth {depth}{number} time {time} nodes {nodes} pv {pv} score {value}{each} nps {nps}")
    } else {
        format!("info depth {depth}{number} score cp {value}{each} time {time} nodes {nodes} nps {nps} pv {pv}")
    }
}

/// What others expect as a score: a share of the point in hundredths of what is worth a hundred points of rating, nothing
/// at an even share. A proven end stays as it is.
fn as_score(value: Value, players: usize) -> Value {
    const POINT: f64 = 1e6;
    if plies_to_end(value).is_some() {
        return value;
    }
    let share = (f64::from(value) / POINT).clamp(1e-6, 1.0 - 1e-6);
    let odds = share / (1.0 - share) * (players as f64 - 1.0);
    (400.0 * odds.log10()).round() as Value
}

/// Who has won, or what everybody has.
pub(super) fn result_text(outcome: &Outcome) -> String {
    let points = outcome.all_points();
    if let Some(winner) = points.iter().position(|&p| p >= 1.0) {
        return format!("p{}win", winner + 1);
    }
    let texts: Vec<String> = points.iter().map(ToString::to_string).collect();
    format!("draw {}", texts.join(" "))
}

#[cfg(test)]
mod tests {
    use melee::core::value::{loss_in, win_in};

    use super::*;

    #[test]
    fn shares_are_told_as_scores() {
        // By the usual formula of ratings 64 % are 100 points and 76 % are 200.
        let two: Vec<Value> = [500_000, 640_065, 759_747, 240_253].map(|share| as_score(share, 2)).into();
        assert_eq!(two, [0, 100, 200, -200]);
        assert_eq!([250_000, 500_000].map(|share| as_score(share, 4)), [0, 191], "three to one is even among four");
        assert_eq!([0, 1_000_000].map(|share| as_score(share, 2)), [-2400, 2400]);
        assert_eq!([win_in(3), loss_in(4)].map(|end| as_score(end, 2)), [win_in(3), loss_in(4)]);
    }
}
