//! Bytes as inputs: a few that choose, then a text or patches.

use std::borrow::Cow;
use std::fmt::Display;
use std::path::PathBuf;

use tempfile::TempDir;

/// The bytes that are left.
pub(crate) struct Input<'d>(pub(crate) &'d [u8]);

impl<'d> Input<'d> {
    /// The next byte; 0 when there is none.
    pub(crate) fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        first
    }

    /// One of these, by the next byte.
    pub(crate) fn one_of<'t, T>(&mut self, all: &'t [T]) -> &'t T {
        &all[self.byte() as usize % all.len()]
    }

    /// All that is left, as text.
    pub(crate) fn text(&self) -> Cow<'d, str> {
        String::from_utf8_lossy(self.0)
    }

    /// Changes these bytes where and how the input says: three bytes a change, two for the place and one for what is
    /// there instead. A place behind the end cuts the bytes off there.
    pub(crate) fn patch(&self, bytes: &mut Vec<u8>) {
        for change in self.0.chunks_exact(3) {
            let place = usize::from(u16::from_be_bytes([change[0], change[1]]));
            match bytes.get_mut(place) {
                Some(byte) => *byte = change[2],
                None => bytes.truncate(place % (bytes.len() + 1)),
            }
        }
    }
}

/// An input of bytes that choose and a text.
pub(crate) fn with_text(choices: &[u8], text: &str) -> Vec<u8> {
    [choices, text.as_bytes()].concat()
}

/// What is refused is refused in one line that is not too long.
pub(crate) fn one_line(error: &impl Display) {
    let line = error.to_string();
    let is_line = !line.is_empty() && !line.contains(char::is_control);
    assert!(is_line, "not one line: {line:?}");
    assert!(line.len() < 8_000, "{} bytes: {line}", line.len());
}

/// What somebody else's library says has whatever form it has; where it is shown it is brought into one line.
pub(crate) fn foreign(error: &impl Display) {
    assert!(!error.to_string().is_empty());
}

/// A directory of this thread, in memory where the system has such a place.
pub(crate) fn directory() -> PathBuf {
    thread_local! {
        static OWN: TempDir = tempfile::tempdir_in("/dev/shm")
            .or_else(|_| tempfile::tempdir())
            .expect("a directory for files");
    }
    OWN.with(|own| own.path().to_path_buf())
}
