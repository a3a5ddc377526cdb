//! One position, with progress while it takes long.

use std::time::Duration;

use melee_solve::connect4::{SolveStatus, Solver};

use super::Plan;
use super::report::solve;
use crate::numbers::{grouped, rate};
use crate::output::Progress;
use crate::{Answer, output};

pub(super) const TICK: Duration = Duration::from_millis(250);

pub(super) fn run(plan: &Plan, text: &str) -> anyhow::Result<Answer> {
    let position = plan.position(text)?;
    let mut solver = plan.solver(plan.settings.threads)?;
    let solved = watched(&mut solver, "", |solver| solve(plan, solver, text, &position));
    if plan.json {
        output::print_json(&solved.as_json())?;
    } else {
        output::print(&solved.as_text())?;
    }
    Ok(Answer::Yes)
}

/// Does something with a solver while a line on standard error tells how far it has come.
pub(crate) fn watched<T>(solver: &mut Solver, what: &str, work: impl FnOnce(&mut Solver) -> T) -> T {
    let mut progress = Progress::new();
    solver.watched(
        TICK,
        |SolveStatus { nodes, bounds: (lower, upper), elapsed }, _| {
            let seconds = elapsed.as_secs_f64();
            progress.show(&format!(
                "{what}score {lower} to {upper}, {} nodes, {seconds:.0} s, {}",
                grouped(nodes),
                rate(nodes, seconds)
            ));
        },
        work,
    )
}
