//! Files that survive a kill at any moment: one that is replaced whole or not at all ([`DurableFile`]), and one that
//! grows line by line ([`Journal`]).

use std::fs::{File, OpenOptions, TryLockError};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::hash::Hash;

/// The end of the names under which files grow; nobody reads them.
pub const TEMPORARY: &str = ".tmp";

/// A file that is written under a hidden name beside its own, brought to the disk, and renamed; then its directory is
/// brought to the disk. Until [`finish`](Self::finish) the old file stays as it was.
pub struct DurableFile {
    file: BufWriter<File>,
    temporary: PathBuf,
    path: PathBuf,
}

impl DurableFile {
    /// Begins a file that will have this path.
    pub fn create(path: &Path) -> io::Result<Self> {
        let temporary = temporary_name(path);
        Ok(DurableFile { file: BufWriter::new(File::create_new(&temporary)?), temporary, path: path.to_path_buf() })
    }

    /// Puts it in its place. Only after this has returned is it safe from a power cut.
    pub fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        self.file.get_ref().sync_all()?;
        self.put_in_place()?;
        // The new name is an entry of the directory, which has a cache of its own.
        let parent = self.path.parent().filter(|p| !p.as_os_str().is_empty());
        File::open(parent.unwrap_or(Path::new(".")))?.sync_all()
    }

    /// The same, safe from a kill but not from a power cut: for many small files that can be written again.
    pub fn finish_soon(mut self) -> io::Result<()> {
        self.file.flush()?;
        self.put_in_place()
    }

    fn put_in_place(&self) -> io::Result<()> {
        std::fs::rename(&self.temporary, &self.path)
    }
}

impl Write for DurableFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for DurableFile {
    fn drop(&mut self) {
        // Gone already if it was finished.
        let _ = std::fs::remove_file(&self.temporary);
    }
}

/// Replaces a whole file.
pub fn write_durably(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = DurableFile::create(path)?;
    file.write_all(bytes)?;
    file.finish()
}

/// Machines may share the directory, so the name is drawn from the system's randomness.
fn temporary_name(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let lot = RandomState::new().hash_one(std::process::id());
    path.with_file_name(format!(".{name}.{lot:016x}{TEMPORARY}"))
}

/// Takes the lock of a file. A program that is just being started has a copy of it for a moment: that is waited for.
pub fn lock(file: &File) -> Result<(), TryLockError> {
    for _ in 0..40 {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(5)),
            taken => return taken,
        }
    }
    file.try_lock()
}

/// Why a journal cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// One process has it at a time.
    #[error("another process is writing it")]
    Locked,
    /// It begins otherwise than it should.
    #[error("it begins with another first line")]
    OtherHead(String),
    /// A line that was finished, but not by us.
    #[error("line {0} cannot be read: {1}")]
    BadLine(usize, serde_json::Error),
    /// It does not fit its hash.
    #[error("line {0} is not as it was written; nothing of the file is used, move it away to begin anew")]
    Changed(usize),
    /// The system refused.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// A file of JSON lines: a first one that says what it is about, then what happened. A line is on the disk before it
/// counts; one that a killed process left unfinished is cut off when the file is opened again.
///
/// Behind every line stands the hash of all lines up to it, as a JSON text of its own, so that bytes that were changed
/// and lines that are missing are found.
pub struct Journal {
    file: File,
    /// Of all lines so far; none in a journal of an earlier version, whose lines had no hashes.
    hash: Option<Hash>,
}

impl Journal {
    /// Opens the journal that begins with `head`, or makes it; gives the lines after the head. A file that is refused
    /// stays as it is.
    pub fn open<L: DeserializeOwned>(path: &Path, head: &impl Serialize) -> Result<(Journal, Vec<L>), JournalError> {
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path)?;
        lock(&file).map_err(|error| match error {
            TryLockError::WouldBlock => JournalError::Locked,
            TryLockError::Error(error) => error.into(),
        })?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        let expected = json(head);
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let is_new = whole == 0;
        // New, or killed in the middle of the head.
        if is_new && !hashed(&expected, &mut Hash::new()).starts_with(&text) {
            return Err(JournalError::OtherHead(text));
        }
        let mut lines = text[..whole].lines();
        let mut hash = Some(Hash::new());
        match lines.next() {
            Some(first) if first == expected => hash = None,
            Some(first) => {
                let without = parts(first).map_or(first, |(line, _)| line);
                if without != expected {
                    return Err(JournalError::OtherHead(without.to_string()));
                }
                checked(first, 1, hash.as_mut())?;
            }
            None => {}
        }
        let mut known = Vec::new();
        for (number, line) in (2..).zip(lines) {
            let line = checked(line, number, hash.as_mut())?;
            known.push(serde_json::from_str(line).map_err(|e| JournalError::BadLine(number, e))?);
        }
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::Start(whole as u64))?;
        let mut journal = Journal { file, hash };
        if is_new {
            journal.append([head])?;
        }
        Ok((journal, known))
    }

    /// Adds lines for good, with one wait for the disk.
    pub fn append<L: Serialize>(&mut self, lines: impl IntoIterator<Item = L>) -> io::Result<()> {
        let mut text = String::new();
        for line in lines {
            let line = json(&line);
            match &mut self.hash {
                Some(hash) => text += &hashed(&line, hash),
                None => text += &line,
            }
            text.push('\n');
        }
        self.file.write_all(text.as_bytes())?;
        self.file.sync_data()
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data has a JSON text")
}

/// A line with the hash of all lines up to it.
fn hashed(line: &str, hash: &mut Hash) -> String {
    hash.feed(line.as_bytes());
    hash.feed(b"\n");
    format!("{line} \"{hash}\"")
}

/// A line and its hash.
fn parts(line: &str) -> Option<(&str, &str)> {
    line.strip_suffix('"')?.rsplit_once(" \"")
}

/// What stands before the hash, which must be right, unless the journal has none.
fn checked<'l>(line: &'l str, number: usize, hash: Option<&mut Hash>) -> Result<&'l str, JournalError> {
    let Some(hash) = hash else {
        return Ok(line);
    };
    let (without, _) = parts(line).ok_or(JournalError::Changed(number))?;
    if hashed(without, hash) != line {
        return Err(JournalError::Changed(number));
    }
    Ok(without)
}
