//! How a game's programs speak: clocks and reports in the words of its dialect.

use melee::Report;
use melee::core::{Dialect, Outcome};
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
pub(super) fn infos(dialect: &Dialect, report: &Report, asked: usize) -> Vec<String> {
    let numbered = (1..).zip(report.lines());
    numbered.map(|(number, line)| info(dialect, report, &line, (asked > 1).then_some(number))).collect()
}

fn info(dialect: &Dialect, report: &Report, line: &RankedLine<String>, number: Option<usize>) -> String {
    let (time, nodes) = (report.elapsed.as_millis(), report.counts.nodes);
    let nps = (nodes as f64 / report.elapsed.as_secs_f64().max(1e-6)) as u64;
    let (depth, value) = (line.depth, line.value);
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

/// Who has won, or what everybody has.
pub(super) fn result_text(outcome: &Outcome) -> String {
    let points = outcome.all_points();
    if let Some(winner) = points.iter().position(|&p| p >= 1.0) {
        return format!("p{}win", winner + 1);
    }
    let texts: Vec<String> = points.iter().map(ToString::to_string).collect();
    format!("draw {}", texts.join(" "))
}
