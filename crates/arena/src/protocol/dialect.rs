//! How the games' programs speak.

use std::time::Duration;

use melee_core::Outcome;

use crate::ThinkReport;

/// A way of writing clocks and reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dialect {
    /// UGI: players by number.
    Numbers,
    /// Four-player chess: players by the colours of FEN4.
    Colours,
}

impl Dialect {
    pub(super) fn of(game: &str) -> Self {
        if game == "chess4" {
            Dialect::Colours
        } else {
            Dialect::Numbers
        }
    }

    /// The player whose clock a word names, and whether it is the increment: `btime`, `p2inc`.
    pub(super) fn clock(self, word: &str) -> Option<(usize, bool)> {
        let (player, is_increment) = match (word.strip_suffix("time"), word.strip_suffix("inc")) {
            (Some(player), _) => (player, false),
            (None, Some(player)) => (player, true),
            (None, None) => return None,
        };
        let player = match self {
            // Blue sits in the west.
            Dialect::Colours => ["r", "b", "y", "g"].iter().position(|&c| c == player)?,
            Dialect::Numbers => {
                let number: usize = player.strip_prefix('p')?.parse().ok()?;
                number.checked_sub(1)?
            }
        };
        Some((player, is_increment))
    }

    /// The report of an iteration.
    pub(super) fn info(self, report: &ThinkReport) -> String {
        let (time, nodes) = (millis(report.elapsed), report.counts.nodes);
        let nps = (nodes as f64 / report.elapsed.as_secs_f64().max(1e-6)) as u64;
        let (depth, value) = (report.depth, report.value);
        let moves: Vec<&str> = report.line.iter().map(|(_, mv)| mv.as_str()).collect();
        let pv = moves.join(" ");
        let each: String = report.values.iter().fold(String::new(), |text, values| {
            let all = (1..).zip(values.as_slice());
            all.fold(text, |text, (i, value)| format!("{text} v{i} {value}"))
        });
        match self {
            Dialect::Colours => {
                format!(
                    "info depth {depth} time {time} nodes {nodes} pv {pv} score {value}{each} nps {nps}"
                )
            }
            Dialect::Numbers => {
                format!(
                    "info depth {depth} score cp {value}{each} time {time} nodes {nodes} nps {nps} pv {pv}"
                )
            }
        }
    }
}

fn millis(time: Duration) -> u128 {
    time.as_millis()
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
