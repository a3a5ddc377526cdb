//! Files that commands read: no more of them than what is expected can have.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, bail};

/// Reads a whole file of at most so many bytes. What has no length of its own, such as a device, is read no further either.
pub(crate) fn read(option: &str, file: &Path, most: u64) -> anyhow::Result<Vec<u8>> {
    let about = || format!("{option} {}", file.display());
    let opened = File::open(file).with_context(about)?;
    if opened.metadata().with_context(about)?.is_dir() {
        bail!("{}: is a directory", about());
    }
    let mut bytes = Vec::new();
    opened.take(most + 1).read_to_end(&mut bytes).with_context(about)?;
    if bytes.len() as u64 > most {
        bail!("{}: expected at most {most} bytes", about());
    }
    Ok(bytes)
}
