//! Ctrl-C and `kill`: what they do to every long command.
//!
//! The first signal sets a flag. Searches look at it, and so do matches and solvers: such a command stops by itself and
//! tells what it knows. One that is in the middle of something that nobody can break off has told before what it knows
//! ([`Interrupt::remember`], [`Interrupt::advise`]); that is said in its place, and the process ends. Everything that is
//! kept is on the disk by then, as it must be for a `kill -9`. The second signal ends the process at once, unless it is an
//! echo of the first: whoever signals a process and then its group, as `timeout` does, means one wish.
//!
//! A terminal sends Ctrl-C to all of a pipeline. Who reads from us may be gone by the time we speak: that is no reason to
//! keep nothing, nor to call it a success.

use std::io::{self, Write};
use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use tokio::runtime::{Builder, Runtime};

use crate::output::{self, Progress};
use crate::{Answer, INTERRUPTED};

/// So long a command that looks at the flag may take to stop by itself. It usually takes 20 ms; on a machine that is
/// busy with other things it is better waited for than spoken for.
const GRACE: Duration = Duration::from_secs(1);

/// Signals that come so soon after the first are that one once more.
const ECHO: Duration = Duration::from_millis(200);

/// Words for standard output, found when they are said.
type Known = Box<dyn Fn() -> String + Send>;

/// The wish to stop, and what is to be said then.
pub(crate) struct Interrupt {
    flag: Arc<AtomicBool>,
    last_words: Arc<Mutex<LastWords>>,
}

#[derive(Default)]
struct LastWords {
    /// For standard output.
    known: Option<Known>,
    /// How to go on.
    advice: String,
    /// Somebody looks at the flag, and may stop by himself.
    is_watched: bool,
    /// The work is over: the command speaks for itself.
    is_settled: bool,
}

impl Interrupt {
    /// Runs a command that signals may stop.
    pub(crate) fn around(command: impl FnOnce(&Interrupt) -> anyhow::Result<Answer>) -> anyhow::Result<Answer> {
        let interrupt = Interrupt::listen()?;
        match command(&interrupt) {
            Err(error) if output::is_broken_pipe(&error) && interrupt.settle() => Ok(interrupt.answer()),
            done => done,
        }
    }

    /// From here on signals are ours.
    fn listen() -> anyhow::Result<Self> {
        let interrupt = Interrupt { flag: Arc::default(), last_words: Arc::default() };
        let (flag, last_words) = (interrupt.flag.clone(), interrupt.last_words.clone());
        let runtime = Builder::new_current_thread().enable_io().build().context("signals")?;
        let mut signals = Signals::new(&runtime).context("signals")?;
        thread::spawn(move || {
            runtime.block_on(signals.next());
            let first = Instant::now();
            flag.store(true, Ordering::Relaxed);
            thread::spawn(move || {
                if lock(&last_words).is_watched {
                    thread::sleep(GRACE);
                }
                speak_for(&last_words);
            });
            while first.elapsed() < ECHO {
                runtime.block_on(signals.next());
            }
            exit(INTERRUPTED.into());
        });
        Ok(interrupt)
    }

    /// Becomes true when the command is to stop.
    pub(crate) fn flag(&self) -> &Arc<AtomicBool> {
        lock(&self.last_words).is_watched = true;
        &self.flag
    }

    /// Is the command to stop?
    pub(crate) fn is_set(&self) -> bool {
        self.flag().load(Ordering::Relaxed)
    }

    /// From here on nobody looks at the flag, until it is asked for again: a signal is answered at once by what is
    /// known. Was there one before?
    pub(crate) fn unwatch(&self) -> bool {
        lock(&self.last_words).is_watched = false;
        self.flag.load(Ordering::Relaxed)
    }

    /// Does something that must not be broken off in the middle, such as writing a file; it must not ask anything of
    /// this interrupt.
    pub(crate) fn undisturbed<T>(&self, work: impl FnOnce() -> T) -> T {
        let _words = lock(&self.last_words);
        work()
    }

    /// What standard output is to get if the command does not stop by itself.
    pub(crate) fn remember(&self, known: String) {
        self.remember_as(move || known.clone());
    }

    /// The same where the words depend on the moment, such as the time that something took.
    pub(crate) fn remember_as(&self, known: impl Fn() -> String + Send + 'static) {
        lock(&self.last_words).known = Some(Box::new(known));
    }

    /// What is to be said of an interrupt from now on: how to go on.
    pub(crate) fn advise(&self, advice: String) {
        lock(&self.last_words).advice = advice;
    }

    /// The work is over, and the command says what came of it. Was it interrupted?
    pub(crate) fn settle(&self) -> bool {
        lock(&self.last_words).is_settled = true;
        self.flag.load(Ordering::Relaxed)
    }

    /// The last line of a command that was interrupted, as it was [advised](Self::advise), and its answer.
    pub(crate) fn answer(&self) -> Answer {
        complain(&lock(&self.last_words).advice);
        Answer::Interrupted
    }
}

fn lock(words: &Mutex<LastWords>) -> MutexGuard<'_, LastWords> {
    words.lock().unwrap_or_else(PoisonError::into_inner)
}

fn complain(advice: &str) {
    let colon = if advice.is_empty() { "" } else { ": " };
    output::complain(&format!("interrupted{colon}{advice}"));
}

/// Ends the process with what a command that still works has told before.
fn speak_for(last_words: &Mutex<LastWords>) {
    let words = lock(last_words);
    if words.is_settled {
        return;
    }
    // What the command is just printing is not torn, and nothing comes behind our words.
    let mut out = io::stdout().lock();
    Progress::new().clear();
    let known = words.known.as_ref().map(|known| known()).unwrap_or_default();
    let _ = out.write_all(known.as_bytes()).and_then(|()| out.flush());
    complain(&words.advice);
    exit(INTERRUPTED.into());
}

/// Ctrl-C, and what `kill` sends.
struct Signals {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn new(runtime: &Runtime) -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        let _inside = runtime.enter();
        Ok(Signals { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())? })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

#[cfg(not(unix))]
impl Signals {
    fn new(_: &Runtime) -> io::Result<Self> {
        Ok(Signals {})
    }

    async fn next(&mut self) {
        // Without a signal to wait for it runs until it is killed.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
