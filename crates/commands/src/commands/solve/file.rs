//! Many positions, several at once; the answers come in the order of the file.

use std::io::Read;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;

use anyhow::Context;
use melee_solve::connect4::{Position, Solver};

use super::Plan;
use super::one::TICK;
use super::report::{Attempt, Solved, solve};
use crate::interrupt::Interrupt;
use crate::numbers::{grouped, utf8};
use crate::output::Progress;
use crate::{Answer, output};

/// A line of the file.
struct Task {
    line: usize,
    text: String,
    position: Position,
    expected: Option<i32>,
}

pub(super) fn run(plan: &Plan, path: &Path, interrupt: &Interrupt) -> anyhow::Result<Answer> {
    let name = path.display().to_string();
    let tasks = tasks(plan, &name, &read(path).with_context(|| name.clone())?)?;
    let (mut answer, mut done) = (Answer::Yes, 0);
    let leave_word = |done: usize| {
        let all = tasks.len();
        interrupt.advise(format!("{done} of {all} positions; give those that are left in another file"));
    };
    leave_word(done);
    solve_all(plan, &tasks, interrupt, &mut |task, solved| {
        print(plan, task, solved)?;
        done += 1;
        leave_word(done);
        let expected = task.expected.unwrap_or(solved.score);
        if expected != solved.score {
            let line = task.line;
            let score = solved.score;
            output::complain(&format!("{name}, line {line}: {score}, the file says {expected}"));
            answer = Answer::No;
        }
        Ok(())
    })?;
    if interrupt.settle() {
        return Ok(interrupt.answer());
    }
    Ok(answer)
}

fn read(path: &Path) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    if path.as_os_str() == "-" {
        std::io::stdin().read_to_end(&mut bytes)?;
    } else {
        bytes = std::fs::read(path)?;
    }
    utf8(bytes)
}

/// Reads all lines before anything is solved.
fn tasks(plan: &Plan, name: &str, text: &str) -> anyhow::Result<Vec<Task>> {
    let mut tasks = Vec::new();
    for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let place = || format!("{name}, line {}", i + 1);
        let (text, expected) = split(line);
        let expected = match expected {
            Some(score) => Some(score.parse().map_err(|_| anyhow::anyhow!("{}: '{score}' is no score", place()))?),
            None => None,
        };
        tasks.push(Task {
            line: i + 1,
            position: plan.position(text).with_context(place)?,
            text: text.to_string(),
            expected: expected.map(|score: i32| match plan.goal {
                melee_solve::connect4::Goal::Score => score,
                melee_solve::connect4::Goal::Outcome => score.signum(),
            }),
        });
    }
    if tasks.is_empty() {
        anyhow::bail!("{name}: holds no positions");
    }
    Ok(tasks)
}

/// The columns and what comes after them; a line that begins with a space is about the empty board.
fn split(line: &str) -> (&str, Option<&str>) {
    let is_columns = |text: &str| text.chars().all(|c| c.is_ascii_digit());
    match line.split_once(char::is_whitespace) {
        Some((columns, score)) if is_columns(columns) => {
            (columns, Some(score.trim()).filter(|score| !score.is_empty()))
        }
        _ => (line.trim(), None),
    }
}

fn print(plan: &Plan, task: &Task, solved: &Solved) -> anyhow::Result<()> {
    if plan.json {
        let mut object = solved.as_json();
        if let Some(expected) = task.expected {
            object["expected"] = expected.into();
        }
        output::print_json(&object)
    } else {
        output::print(&solved.as_line())
    }
}

/// Every thread takes the next position; a solver and a table of its own make the node counts of a
/// position the same however many threads there are.
fn solve_all(
    plan: &Plan,
    tasks: &[Task],
    interrupt: &Interrupt,
    on_solved: &mut dyn FnMut(&Task, &Solved) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let threads = plan.settings.threads.min(tasks.len());
    let mut solvers = Vec::new();
    for _ in 0..threads {
        solvers.push(plan.solver(1)?);
    }
    let gauges: Vec<_> = solvers.iter().map(Solver::monitor).collect();
    let mut progress = Progress::new();
    let mut show = |count: usize| {
        let nodes = gauges.iter().map(|monitor| monitor.nodes()).sum();
        let (all, nodes) = (tasks.len(), grouped(nodes));
        progress.show(&format!("{count} of {all} positions, {nodes} nodes"));
    };
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for mut solver in solvers {
            let (sender, next, stop) = (sender.clone(), &next, &stop);
            scope.spawn(move || {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    let Some(task) = tasks.get(i).filter(|_| !stop.load(Ordering::Relaxed)) else {
                        return;
                    };
                    let found = solve(plan, &mut solver, &task.text, &task.position);
                    let Attempt::Score(solved) = found else {
                        return;
                    };
                    if solver.is_cancelled() || sender.send((i, solved)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting: Vec<Option<Solved>> = tasks.iter().map(|_| None).collect();
        let (mut count, mut printed) = (0, 0);
        loop {
            if interrupt.is_set() {
                for monitor in &gauges {
                    monitor.cancel();
                }
            }
            let (i, solved) = match receiver.recv_timeout(TICK) {
                Ok(found) => found,
                Err(RecvTimeoutError::Timeout) => {
                    show(count);
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            };
            count += 1;
            show(count);
            waiting[i] = Some(solved);
            while let Some(solved) = waiting.get_mut(printed).and_then(Option::take) {
                if let Err(error) = on_solved(&tasks[printed], &solved) {
                    stop.store(true, Ordering::Relaxed);
                    return Err(error);
                }
                printed += 1;
            }
        }
    })
}
