//! Running an engine's commands and watching the parts come in.

use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::{ClusterEngine, Submission, find_program};

#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    #[error("--engine {engine}: {program} is not installed ({from}); --engine local needs nothing")]
    NotInstalled { engine: &'static str, program: &'static str, from: &'static str },
    #[error("{program}: {why}")]
    Start { program: String, why: String },
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Followed {
    /// So many ended badly.
    pub failed: usize,
    pub last_line: String,
}

/// How often the parts are counted.
const TICK: Duration = Duration::from_millis(200);
/// How often an ended process is looked for: a shard should not wait for a core.
const POLL: Duration = Duration::from_millis(5);

/// Runs the commands of an engine until the last has ended, or until it is to stop: then those that run are killed.
/// `tick` is called now and then. What they write goes to a file.
pub fn follow(
    engine: &ClusterEngine,
    submission: &Submission,
    log: &Path,
    stop: &AtomicBool,
    tick: &mut dyn FnMut(),
) -> Result<Followed, EngineError> {
    if let Some((program, from)) = engine.needs
        && find_program(program).is_none()
    {
        return Err(EngineError::NotInstalled { engine: engine.name, program, from });
    }
    let opened = OpenOptions::new().create(true).append(true).open(log);
    let log_file =
        opened.map_err(|error| EngineError::Start { program: log.display().to_string(), why: error.to_string() })?;
    // Engines keep to time limits themselves; processes of our own are stopped by us.
    let limit = engine.needs.is_none().then_some(submission.time_limit);
    let mut waiting: VecDeque<_> = (engine.commands)(submission).into();
    let (mut running, mut failed): (Running, usize) = (Running(Vec::new()), 0);
    let mut last_tick = None::<Instant>;
    while (!waiting.is_empty() || !running.0.is_empty()) && !stop.load(Ordering::Relaxed) {
        while running.0.len() < (engine.at_a_time)(submission)
            && let Some(argv) = waiting.pop_front()
        {
            running.0.push((start(&argv, &log_file)?, Instant::now()));
        }
        failed += running.reap(limit);
        if last_tick.is_none_or(|last| last.elapsed() >= TICK) {
            tick();
            last_tick = Some(Instant::now());
        }
        std::thread::sleep(POLL);
    }
    // Those that are to stop do so before anything else takes its time.
    drop(running);
    tick();
    Ok(Followed { failed, last_line: last_line(log) })
}

fn start(argv: &[String], log: &File) -> Result<Child, EngineError> {
    let output = || -> std::io::Result<Stdio> { Ok(log.try_clone()?.into()) };
    let child =
        (|| Command::new(&argv[0]).args(&argv[1..]).stdin(Stdio::null()).stdout(output()?).stderr(output()?).spawn())();
    child.map_err(|error| EngineError::Start { program: argv[0].clone(), why: error.to_string() })
}

/// Processes and when they began; none outlives us by our own fault.
struct Running(Vec<(Child, Instant)>);

impl Running {
    /// Takes out those that have ended, or should have; says how many of them ended badly.
    fn reap(&mut self, limit: Option<Duration>) -> usize {
        let mut failed = 0;
        self.0.retain_mut(|(child, begin)| match child.try_wait() {
            Ok(None) => {
                if limit.is_some_and(|limit| begin.elapsed() > limit) {
                    let _ = child.kill();
                }
                true
            }
            ended => {
                let well = ended.is_ok_and(|status| status.is_some_and(|s| s.success()));
                failed += usize::from(!well);
                false
            }
        });
        failed
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        for (child, _) in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// The last line of a file that says something.
fn last_line(path: &Path) -> String {
    let text = std::fs::read(path).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let lines = text.lines().map(str::trim);
    lines.rev().find(|l| !l.is_empty()).unwrap_or("").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A process that says who it is and stays.
    fn commands(submission: &Submission) -> Vec<Vec<String>> {
        let script = format!("cd {}; echo $$ > new; mv new pid; exec sleep 600", submission.run);
        vec![["sh", "-c", &script].map(str::to_string).to_vec()]
    }

    /// Parts were counted, which takes a while on a disk far away, before processes were told to stop.
    #[test]
    fn processes_have_ended_before_the_last_look() {
        let dir = tempfile::tempdir().expect("a directory");
        let submission = Submission {
            program: String::new(),
            run: dir.path().to_str().expect("UTF-8").to_string(),
            name: String::new(),
            shards: std::iter::once(0).collect(),
            time_limit: Duration::from_secs(60),
            jobs: 1,
            options: Vec::new(),
        };
        let engine = ClusterEngine { name: "test", needs: None, commands, at_a_time: |_| 1 };
        let stop = AtomicBool::new(false);
        let mut was_there_last = None;
        let mut look = || {
            let Ok(pid) = std::fs::read_to_string(dir.path().join("pid")) else {
                return;
            };
            stop.store(true, Ordering::Relaxed);
            let asked = Command::new("kill").args(["-0", pid.trim()]).stderr(Stdio::null()).status();
            was_there_last = Some(asked.expect("kill is there").success());
        };
        follow(&engine, &submission, &dir.path().join("log"), &stop, &mut look).expect("followed");
        assert_eq!(was_there_last, Some(false));
    }
}
