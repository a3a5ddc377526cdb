//! Files that are there whole or not at all.
//!
//! A file is written under a name of its own in the same directory, brought to the disk, and renamed; then the
//! directory is brought to the disk. A process that is killed at any moment leaves the old file or the new one,
//! and at worst a file that ends in `.tmp`, which nobody reads.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use super::hash::Hash;
use super::machine::host_name;

/// The end of names that nobody reads.
pub(crate) const TEMPORARY: &str = ".tmp";

/// A file on its way.
pub(crate) struct DurableFile {
    file: BufWriter<File>,
    temporary: PathBuf,
    path: PathBuf,
}

impl DurableFile {
    /// Begins a file that will have this path.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        let temporary = temporary_name(path);
        let new = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&temporary)?;
        Ok(DurableFile {
            file: BufWriter::new(new),
            temporary,
            path: path.to_path_buf(),
        })
    }

    /// Brings it to the disk under its name. From here on it is there.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        self.file.get_ref().sync_all()?;
        std::fs::rename(&self.temporary, &self.path)?;
        sync_directory(&self.path)
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

/// Writes a whole file.
pub(crate) fn write(path: &Path, text: &str) -> io::Result<()> {
    let mut file = DurableFile::create(path)?;
    file.write_all(text.as_bytes())?;
    file.finish()
}

/// A name that no other process on any machine uses.
fn temporary_name(path: &Path) -> PathBuf {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let nanos = now.map_or(0, |t| t.as_nanos());
    let who = format!("{} {} {count} {nanos}", host_name(), std::process::id());
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}{TEMPORARY}", Hash::of(&who)))
}

/// Brings the directory of a file to the disk, so that its new name is there after a power cut too.
fn sync_directory(path: &Path) -> io::Result<()> {
    let parent = path.parent().filter(|p| !p.as_os_str().is_empty());
    File::open(parent.unwrap_or(Path::new(".")))?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(dir: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(dir).expect("a directory");
        let name = |e: io::Result<std::fs::DirEntry>| e.expect("an entry").file_name();
        let mut names: Vec<String> = entries
            .map(|e| name(e).to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_there_only_when_it_is_finished() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("7.jsonl");
        let mut first = DurableFile::create(&path).expect("created");
        let mut second = DurableFile::create(&path).expect("two at once");
        first.write_all(b"one\n").expect("written");
        first.flush().expect("flushed");
        second.write_all(b"one\n").expect("written");
        assert!(!path.exists());
        assert_eq!(names(dir.path()).len(), 2);
        first.finish().expect("finished");
        assert_eq!(std::fs::read_to_string(&path).expect("there"), "one\n");
        drop(second);
        assert_eq!(names(dir.path()), ["7.jsonl"]);
    }
}
