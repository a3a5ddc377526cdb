//! A process with pipes that nothing it does can hold up or fill.
//!
//! Every wait has a deadline, every buffer a bound, and both directions are served while one waits for the other. The
//! process leads a group of its own, which is killed before the process is reaped: as long as it is not, no
//! other group can have its number.

use std::io::{ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use super::command::ProgramCommand;
use melee::{Fault, Offence};

/// A longer line is garbage: a long line of play is shorter.
pub const LONGEST_LINE: usize = 64 << 10;
/// Read ahead at most so much.
const MOST_AHEAD: usize = 4 * LONGEST_LINE;
/// Kept of what it says to nobody.
const LAST_WORDS: usize = 4 << 10;
/// After it has closed its output it may take so long to end.
const LEAVING: Duration = Duration::from_millis(200);
/// A killed process ends at once, unless the system itself is stuck for longer than this.
const STUCK: Duration = Duration::from_secs(5);

/// While it is waited for, the wish to stop is looked at so often.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// What is read at once.
const READ: usize = 8 << 10;
/// What a pipe holds, or more.
const PIPE: usize = 128 << 10;

/// What became of a wait.
pub(super) enum Heard {
    Line(String),
    Nothing,
}

pub(super) struct Pipes {
    child: Child,
    input: Option<ChildStdin>,
    output: Option<ChildStdout>,
    errors: Option<ChildStderr>,
    /// Read and not yet looked at.
    ahead: Vec<u8>,
    last_words: Vec<u8>,
    /// How it ended, once it is reaped.
    status: Option<ExitStatus>,
    /// When this becomes true, every deadline is past.
    stop: Arc<AtomicBool>,
}

impl Pipes {
    pub(super) fn start(command: &ProgramCommand, stop: Arc<AtomicBool>) -> Result<Self, Offence> {
        let words = command.words();
        let crash =
            |e: &dyn std::fmt::Display| Offence::new(Fault::Crash, format!("'{}' cannot be started: {e}", words[0]));
        let mut child = Command::new(&words[0])
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()
            .map_err(|e| crash(&e))?;
        let pipes = Pipes {
            input: child.stdin.take(),
            output: child.stdout.take(),
            errors: child.stderr.take(),
            child,
            ahead: Vec::new(),
            last_words: Vec::new(),
            status: None,
            stop,
        };
        let set = || -> rustix::io::Result<()> {
            never_block(pipes.input.as_ref())?;
            never_block(pipes.output.as_ref())?;
            never_block(pipes.errors.as_ref())
        };
        set().map_err(|e| crash(&e))?;
        Ok(pipes)
    }

    /// Writes a line; it listens too, so that nobody waits for the other for ever.
    pub(super) fn say(&mut self, line: &str, deadline: Instant) -> Result<(), Offence> {
        let line = format!("{line}\n");
        let mut rest = line.as_bytes();
        while !rest.is_empty() {
            let Some(input) = &mut self.input else {
                return Err(self.gone());
            };
            match input.write(rest) {
                Ok(written) => rest = &rest[written..],
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) if e.kind() == ErrorKind::WouldBlock => {
                    if !self.wait(true, deadline) {
                        return Err(Offence::new(Fault::Silence, "it does not read its input"));
                    }
                    self.gather();
                }
                Err(_) => return Err(self.gone()),
            }
        }
        Ok(())
    }

    /// The next line before the deadline.
    pub(super) fn hear(&mut self, deadline: Instant) -> Result<Heard, Offence> {
        loop {
            if let Some(end) = self.ahead.iter().position(|&b| b == b'\n') {
                let line: Vec<u8> = self.ahead.drain(..=end).collect();
                let text = String::from_utf8_lossy(&line).trim().to_string();
                return Ok(Heard::Line(text));
            }
            if self.ahead.len() >= LONGEST_LINE {
                let detail = format!("a line of more than {LONGEST_LINE} bytes");
                return Err(Offence::new(Fault::Garbage, detail));
            }
            if self.output.is_none() {
                return Err(self.gone());
            }
            if !self.wait(false, deadline) {
                return Ok(Heard::Nothing);
            }
            self.gather();
        }
    }

    /// Waits until something can be read, or written if that is wanted; false at the deadline.
    fn wait(&self, to_write: bool, deadline: Instant) -> bool {
        loop {
            if self.is_past(deadline) {
                return false;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if self.is_ready(to_write, left.min(LOOK_EVERY)) {
                return true;
            }
        }
    }

    /// Can something be read, or written if that is wanted, within this time?
    fn is_ready(&self, to_write: bool, time: Duration) -> bool {
        let mut fds = Vec::with_capacity(3);
        if let (true, Some(input)) = (to_write, &self.input) {
            fds.push(PollFd::new(input, PollFlags::OUT));
        }
        if self.ahead.len() < MOST_AHEAD
            && let Some(output) = &self.output
        {
            fds.push(PollFd::new(output, PollFlags::IN));
        }
        if let Some(errors) = &self.errors {
            fds.push(PollFd::new(errors, PollFlags::IN));
        }
        let timeout = Timespec { tv_sec: time.as_secs() as i64, tv_nsec: i64::from(time.subsec_nanos()) };
        // An interrupted wait is one that ended early.
        !matches!(poll(&mut fds, Some(&timeout)), Ok(0))
    }

    /// Takes what there is to read.
    fn gather(&mut self) {
        let mut buffer = [0; READ];
        if self.ahead.len() < MOST_AHEAD
            && let Some(output) = &mut self.output
        {
            match output.read(&mut buffer) {
                Ok(0) => self.output = None,
                Ok(read) => self.ahead.extend_from_slice(&buffer[..read]),
                Err(e) if is_for_later(&e) => {}
                Err(_) => self.output = None,
            }
        }
        if let Some(errors) = &mut self.errors {
            match errors.read(&mut buffer) {
                Ok(0) => self.errors = None,
                Ok(read) => {
                    self.last_words.extend_from_slice(&buffer[..read]);
                    let old = self.last_words.len().saturating_sub(LAST_WORDS);
                    self.last_words.drain(..old);
                }
                Err(e) if is_for_later(&e) => {}
                Err(_) => self.errors = None,
            }
        }
    }

    /// What to say of one that has left.
    fn gone(&mut self) -> Offence {
        // Whoever has much to say before he ends is listened to.
        let deadline = Instant::now() + LEAVING;
        while !self.has_ended() && !self.is_past(deadline) {
            self.gather();
            std::thread::sleep(Duration::from_millis(1));
        }
        if self.has_ended() {
            self.clear_away();
        }
        // As much as pipes hold.
        for _ in 0..PIPE / READ {
            self.gather();
        }
        let mut detail = match self.status {
            Some(status) => format!("the program ended ({status})"),
            None => "it closed its pipes".to_string(),
        };
        let words = String::from_utf8_lossy(&self.last_words);
        let last = words.lines().rev().find(|line| !line.trim().is_empty());
        if let Some(last) = last {
            let last: String = last.escape_debug().take(200).collect();
            detail = format!("{detail}, last words: {last}");
        }
        Offence::new(Fault::Crash, detail)
    }

    /// Asks it to leave, gives it a moment, and clears away whatever is left.
    pub(super) fn farewell(mut self, moment: Duration) {
        let deadline = Instant::now() + moment;
        if self.say("quit", deadline).is_ok() {
            self.input = None;
            self.wait_for_end(|| self.is_past(deadline));
        }
    }

    /// Is a deadline past, or all to stop?
    fn is_past(&self, deadline: Instant) -> bool {
        Instant::now() >= deadline || self.stop.load(Ordering::Relaxed)
    }

    /// Has it ended before it is too late? It is not reaped.
    fn wait_for_end(&self, is_too_late: impl Fn() -> bool) -> bool {
        let mut nap = Duration::from_micros(100);
        loop {
            if self.has_ended() {
                return true;
            }
            if is_too_late() {
                return false;
            }
            std::thread::sleep(nap);
            nap = (2 * nap).min(Duration::from_millis(10));
        }
    }

    fn has_ended(&self) -> bool {
        if self.status.is_some() {
            return true;
        }
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        !matches!(waitid(WaitId::Pid(self.pid()), options), Ok(None))
    }

    fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// Kills the group and reaps the process.
    fn clear_away(&mut self) {
        if self.status.is_some() {
            return;
        }
        // Nobody left in it is as good.
        let _ = kill_process_group(self.pid(), Signal::KILL);
        let begin = Instant::now();
        if self.wait_for_end(|| begin.elapsed() >= STUCK) {
            self.status = self.child.wait().ok();
        }
    }
}

impl Drop for Pipes {
    fn drop(&mut self) {
        self.clear_away();
    }
}

fn never_block(fd: Option<&impl AsFd>) -> rustix::io::Result<()> {
    let fd = fd.expect("all pipes were asked for");
    fcntl_setfl(fd, fcntl_getfl(fd)? | OFlags::NONBLOCK)
}

fn is_for_later(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(command: &str) -> Pipes {
        let command = ProgramCommand::parse(command);
        Pipes::start(&command.expect("a program"), Arc::default()).expect("it runs")
    }

    fn soon() -> Instant {
        Instant::now() + Duration::from_millis(100)
    }

    #[test]
    fn who_does_not_read_is_not_waited_for() {
        let mut pipes = start("sleep 600");
        let line = "x".repeat(1 << 20);
        let offence = pipes.say(&line, soon()).expect_err("nobody reads");
        assert_eq!(offence.fault, Fault::Silence);
        pipes.farewell(Duration::from_millis(10));
    }

    #[test]
    fn who_is_silent_is_not_waited_for_when_all_is_to_stop() {
        let mut pipes = start("sleep 600");
        let stop = pipes.stop.clone();
        let far = Instant::now() + Duration::from_secs(600);
        let heard = std::thread::scope(|scope| {
            scope.spawn(|| stop.store(true, Ordering::Relaxed));
            pipes.hear(far)
        });
        assert!(matches!(heard, Ok(Heard::Nothing)));
        assert!(Instant::now() < far);
    }

    /// Programs that stayed after `quit` outlived an interrupt by their farewell.
    #[test]
    fn who_does_not_leave_is_not_waited_for_when_all_is_to_stop() {
        let pipes = start("sleep 600");
        pipes.stop.store(true, Ordering::Relaxed);
        let far = Duration::from_secs(60);
        let begin = Instant::now();
        pipes.farewell(far);
        assert!(begin.elapsed() < far);
    }

    /// Both sides write more than a pipe holds before they read.
    #[test]
    fn who_talks_while_he_is_talked_to_is_heard() {
        let mut pipes = start("cat");
        let line = "x".repeat(LONGEST_LINE - 2);
        for _ in 0..3 {
            pipes.say(&line, Instant::now() + Duration::from_secs(60)).expect("taken");
        }
        for _ in 0..3 {
            let heard = pipes.hear(Instant::now() + Duration::from_secs(60));
            assert!(matches!(heard, Ok(Heard::Line(heard)) if heard == line));
        }
        assert!(matches!(pipes.hear(soon()), Ok(Heard::Nothing)));
    }

    #[test]
    fn errors_are_kept_in_part() {
        let mut pipes = start("sh -c 'yes nonsense | head -n 100000 >&2; echo end >&2; exit 4'");
        let heard = pipes.hear(Instant::now() + Duration::from_secs(60));
        let offence = heard.err().expect("it ended");
        assert!(offence.detail.ends_with("exit status: 4), last words: end"), "{offence}");
        assert!(pipes.last_words.len() <= LAST_WORDS);
    }
}
