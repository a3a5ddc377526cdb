//! Writing to standard output, which may be closed at any time.

use std::ffi::OsStr;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::OnceLock;

/// Writes a text to standard output.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Writes a JSON value on a line of its own.
pub(crate) fn print_json(value: &serde_json::Value) -> anyhow::Result<()> {
    print(&format!("{value}\n"))
}

/// Did the reader of our output go away? Then there is nothing left to say.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
}

/// What messages begin with: `melee`, or the name of a program that somebody else has made of it.
static SPEAKER: OnceLock<String> = OnceLock::new();

/// Lets messages begin with the name by which the program was started, without folder and ending.
pub(crate) fn speak_as(program: Option<&OsStr>) {
    let name = program.and_then(|path| Path::new(path).file_stem()?.to_str());
    if let Some(name) = name {
        // Whoever was first stays.
        let _ = SPEAKER.set(name.to_string());
    }
}

/// Writes one line to standard error; if even that is closed, nobody is left to be told.
pub(crate) fn complain(message: &str) {
    let speaker = SPEAKER.get().map_or("melee", String::as_str);
    let _ = writeln!(io::stderr(), "{speaker}: {}", melee::core::abridged(&one_line(message)));
}

/// A message without line breaks.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// May we colour standard output? (See no-color.org.)
pub(crate) fn colour() -> bool {
    io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
}

/// A line on standard error that is rewritten while something takes long; silent if nobody
/// watches.
pub(crate) struct Progress {
    watched: bool,
    shown: bool,
}

impl Progress {
    pub(crate) fn new() -> Self {
        Progress { watched: io::stderr().is_terminal(), shown: false }
    }

    pub(crate) fn show(&mut self, line: &str) {
        if self.watched {
            let width = terminal_size::terminal_size_of(io::stderr()).map_or(80, |(width, _)| width.0 as usize);
            let line: String = line.chars().take(width.saturating_sub(1)).collect();
            let _ = write!(io::stderr(), "\r\x1b[K{line}");
            self.shown = true;
        }
    }

    /// Takes away what stands on the line, whoever wrote it.
    pub(crate) fn clear(&self) {
        if self.watched {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown {
            self.clear();
        }
    }
}
