//! One position, with progress while it takes long.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use melee_solve::connect4::Solver;

use super::Plan;
use super::report::solve;
use crate::numbers::{grouped, rate};
use crate::output::Progress;
use crate::{Answer, output};

const TICK: Duration = Duration::from_millis(250);

pub(super) fn run(plan: &Plan, text: &str) -> anyhow::Result<Answer> {
    let position = plan.position(text)?;
    let mut solver = plan.solver(plan.settings.threads)?;
    let solved = watched(&mut solver, "", |solver| {
        solve(plan, solver, text, &position)
    });
    if plan.json {
        output::print_json(&solved.as_json())?;
    } else {
        output::print(&solved.as_text())?;
    }
    Ok(Answer::Yes)
}

/// Does something with a solver while a line on standard error tells how far it has come.
pub(crate) fn watched<T>(
    solver: &mut Solver,
    what: &str,
    work: impl FnOnce(&mut Solver) -> T,
) -> T {
    let (gauge, done) = (solver.gauge(), AtomicBool::new(false));
    thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            let mut progress = Progress::new();
            let start = Instant::now();
            loop {
                thread::park_timeout(TICK);
                if done.load(Ordering::Relaxed) {
                    return;
                }
                let ((lower, upper), nodes) = (gauge.bounds(), gauge.nodes());
                let seconds = start.elapsed().as_secs_f64();
                progress.show(&format!(
                    "{what}score {lower} to {upper}, {} nodes, {seconds:.0} s, {}",
                    grouped(nodes),
                    rate(nodes, seconds)
                ));
            }
        });
        let result = work(solver);
        done.store(true, Ordering::Relaxed);
        watcher.thread().unpark();
        result
    })
}
