//! One position, with progress while it takes long.

use std::time::Duration;

use melee_solve::connect4::{SolveStatus, Solver};
use serde_json::{Value, json};

use super::Plan;
use super::report::{Attempt, solve};
use crate::interrupt::Interrupt;
use crate::numbers::{grouped, rate};
use crate::output::Progress;
use crate::{Answer, output};

/// How often progress is shown, and the wish to stop looked at.
pub(super) const TICK: Duration = Duration::from_millis(50);

pub(super) fn run(plan: &Plan, text: &str, interrupt: &Interrupt) -> anyhow::Result<Answer> {
    let (json, words) = unsolved(text, None);
    interrupt.remember(if plan.json { format!("{json}\n") } else { words });
    let position = plan.position(text)?;
    interrupt.advise("a solve cannot be resumed; a larger --table and more --threads shorten it".to_string());
    let mut solver = plan.solver(plan.settings.threads)?;
    let (found, cancelled_at) = watched(&mut solver, interrupt, |solver| solve(plan, solver, text, &position));
    let is_interrupted = interrupt.settle();
    let (json, words) = match (found, cancelled_at) {
        (Attempt::Score(solved), _) => (solved.as_json(), solved.as_text()),
        (Attempt::Nothing, status) => unsolved(text, status),
    };
    if plan.json {
        output::print_json(&json)?;
    } else {
        output::print(&words)?;
    }
    if is_interrupted {
        return Ok(interrupt.answer());
    }
    Ok(Answer::Yes)
}

/// What is known of a score that was not found.
fn unsolved(position: &str, status: Option<SolveStatus>) -> (Value, String) {
    let nodes = status.map_or(0, |status| status.nodes);
    let seconds = status.map_or(0.0, |status| status.elapsed.as_secs_f64());
    // Before the first question is asked there are none.
    let bounds = status.map(|status| status.bounds).filter(|(low, high)| low < high);
    let json = json!({
        "position": position,
        "score": null,
        "low": bounds.map(|(low, _)| low),
        "high": bounds.map(|(_, high)| high),
        "nodes": nodes,
        "seconds": seconds,
    });
    let score = bounds.map_or("unknown".to_string(), |(low, high)| format!("{low} to {high}"));
    (json, format!("score      {score}\nnodes      {}, {seconds:.3} s, {}\n", grouped(nodes), rate(nodes, seconds)))
}

/// Does something with a solver while a line on standard error tells how far it has come, until it is done or cancelled
/// by an interrupt; then with how far it had come.
pub(super) fn watched<T>(
    solver: &mut Solver,
    interrupt: &Interrupt,
    work: impl FnOnce(&mut Solver) -> T,
) -> (T, Option<SolveStatus>) {
    let mut progress = Progress::new();
    let mut cancelled_at = None;
    let done = solver.watched(
        TICK,
        |status, monitor| {
            if interrupt.is_set() {
                cancelled_at.get_or_insert(status);
                monitor.cancel();
            }
            let SolveStatus { nodes, bounds: (lower, upper), elapsed } = status;
            let seconds = elapsed.as_secs_f64();
            progress.show(&format!(
                "score {lower} to {upper}, {} nodes, {seconds:.0} s, {}",
                grouped(nodes),
                rate(nodes, seconds)
            ));
        },
        work,
    );
    (done, cancelled_at)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Interrupted before anything was known of the score, "0 to 0" looked like a draw.
    #[test]
    fn a_score_of_which_nothing_is_known_is_unknown() {
        let status = |bounds| SolveStatus { nodes: 0, bounds, elapsed: Duration::ZERO };
        for nothing in [None, Some(status((0, 0)))] {
            let (json, words) = unsolved("44", nothing);
            assert!(json["low"].is_null() && json["high"].is_null(), "{json}");
            assert!(words.starts_with("score      unknown\n"), "{words}");
        }
        let (json, words) = unsolved("44", Some(status((-3, 18))));
        assert_eq!((&json["low"], &json["high"]), (&(-3).into(), &18.into()));
        assert!(words.starts_with("score      -3 to 18\n"), "{words}");
    }
}
