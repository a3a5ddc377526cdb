//! Files that commands write: tried before the work begins, and then whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use melee_arena::files::{DurableFile, lock};

use crate::numbers::utf8;

/// Options and the files they name.
pub(crate) type Named<'a> = [(&'static str, Option<&'a Path>)];

/// Says what cannot be written before anything is done: a file that another option, or one of the
/// `others`, names too, or a place where nothing can be.
pub(crate) fn check(others: &Named, files: &Named) -> anyhow::Result<()> {
    let given = |files: &Named| -> Vec<(&'static str, PathBuf)> {
        let file = |&(option, file): &(&'static str, Option<&Path>)| Some((option, file?.to_path_buf()));
        files.iter().filter_map(file).collect()
    };
    let mut known = given(others);
    for (option, file) in given(files) {
        if let Some((other, _)) = known.iter().find(|(_, other)| is_same(other, &file)) {
            bail!("{option} {}: is the file of {other} already", file.display());
        }
        try_to_write(&file).with_context(|| about(option, &file))?;
        known.push((option, file));
    }
    Ok(())
}

/// Writes a file; what was there stays if that fails.
pub(crate) fn write(option: &str, file: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    write_with(option, file, |out| out.write_all(bytes))
}

/// The same where the disk is not waited for: files are many, or somebody waits for the end, and it can be made again.
pub(crate) fn write_soon(option: &str, file: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let written = (|| {
        let mut out = DurableFile::create(file)?;
        out.write_all(bytes)?;
        out.finish_soon()
    })();
    written.with_context(|| about(option, file))
}

/// The same for what is written bit by bit.
pub(crate) fn write_with(
    option: &str,
    file: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> anyhow::Result<()> {
    let written = (|| {
        if is_special(file) {
            let mut out = BufWriter::new(OpenOptions::new().write(true).open(file)?);
            content(&mut out)?;
            return out.flush();
        }
        // A link stays one: what it leads to is replaced.
        let file = file.canonicalize().unwrap_or(file.to_path_buf());
        let mut out = DurableFile::create(&file)?;
        content(&mut out)?;
        out.finish()
    })();
    written.with_context(|| about(option, file))
}

fn about(option: &str, file: &Path) -> String {
    format!("{option} {}", file.display())
}

/// A pipe, a terminal and the like: nothing that another file could take the place of.
fn is_special(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|known| !known.is_file() && !known.is_dir())
}

/// A file beside another, with this added to its name.
pub(crate) fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(ending);
    PathBuf::from(name)
}

/// What a long command has found so far, line by line in `FILE.part` beside the file that it makes. One process has it at
/// a time.
pub(crate) struct PartFile {
    file: File,
    path: PathBuf,
}

impl PartFile {
    /// Opens it, or makes an empty one; gives what an earlier run has left there.
    pub(crate) fn open(whole: &Path) -> anyhow::Result<(Self, String)> {
        let path = beside(whole, ".part");
        let opened = (|| {
            let mut options = OpenOptions::new();
            let mut file = options.read(true).write(true).create(true).truncate(false).open(&path)?;
            match lock(&file) {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => bail!("another process is writing it"),
                Err(TryLockError::Error(error)) => return Err(error.into()),
            }
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes)?;
            Ok((file, utf8(bytes)?))
        })();
        let (file, text) = opened.with_context(|| path.display().to_string())?;
        Ok((PartFile { file, path }, text))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Goes on behind so many bytes: what stands there was broken off.
    pub(crate) fn cut(&mut self, len: usize) -> io::Result<()> {
        self.file.set_len(len as u64)?;
        self.file.seek(SeekFrom::Start(len as u64)).map(drop)
    }

    pub(crate) fn add(&mut self, lines: &str) -> io::Result<()> {
        self.file.write_all(lines.as_bytes())
    }

    /// All of it stands elsewhere.
    pub(crate) fn remove(self) {
        let _ = fs::remove_file(&self.path);
    }
}

fn try_to_write(file: &Path) -> io::Result<()> {
    if file.is_dir() {
        return Err(io::Error::from(io::ErrorKind::IsADirectory));
    }
    if is_special(file) {
        return OpenOptions::new().write(true).open(file).map(drop);
    }
    DurableFile::create(file).map(drop)
}

fn is_same(one: &Path, other: &Path) -> bool {
    let place = |file: &Path| {
        let folder = match file.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder.canonicalize().ok()?,
            _ => Path::new(".").canonicalize().ok()?,
        };
        Some(file.canonicalize().unwrap_or(folder.join(file.file_name()?)))
    };
    one == other || place(one).is_some_and(|own| place(other) == Some(own))
}
