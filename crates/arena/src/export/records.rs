//! The games of a match in their own record format, a file each.

use std::io::{self, Write};

use crate::tournament::{OpenMatch, PlayedGame};

/// A file: its name, and what is in it.
pub struct RecordFile {
    /// `game-0001.txt`, numbered from 1.
    pub name: String,
    pub text: String,
}

/// A game as its own kind of game writes it down.
pub fn record_file(open: &OpenMatch, game: &PlayedGame) -> Result<RecordFile, melee::Error> {
    let mut position = open.opening(game.block, game.start.as_deref())?;
    let there = position.ply_count();
    position.play_all(game.moves.iter().skip(there))?;
    let extension = open.game.description().record.extension;
    Ok(RecordFile { name: format!("game-{:04}.{extension}", game.number + 1), text: position.record() })
}

/// An archive is made of pieces of this size.
const CHUNK: usize = 512;

/// Writes files as one archive that every `tar` reads (POSIX ustar). Nothing in it depends on the clock or on who made it.
///
/// ```
/// use melee_arena::export::{RecordFile, write_tar};
/// let mut archive = Vec::new();
/// write_tar([Ok(RecordFile { name: "game-0001.txt".into(), text: "4 4 5".into() })], &mut archive)?;
/// assert_eq!((archive.len(), &archive[512..517]), (2048, &b"4 4 5"[..]));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write_tar(files: impl IntoIterator<Item = io::Result<RecordFile>>, out: &mut impl Write) -> io::Result<()> {
    for file in files {
        let RecordFile { name, text } = file?;
        out.write_all(&tar_head(&name, text.len()))?;
        out.write_all(text.as_bytes())?;
        let room = text.len().next_multiple_of(CHUNK) - text.len();
        out.write_all(&[0; CHUNK][..room])?;
    }
    out.write_all(&[0; 2 * CHUNK])
}

fn tar_head(name: &str, len: usize) -> [u8; CHUNK] {
    let mut head = [0; CHUNK];
    let mut put = |at: usize, text: &str| head[at..at + text.len()].copy_from_slice(text.as_bytes());
    put(0, name);
    put(100, "0000644\0");
    put(108, "0000000\0");
    put(116, "0000000\0");
    put(124, &format!("{len:011o}\0"));
    put(136, "00000000000\0");
    // The sum is made as if spaces stood in its own place.
    put(148, "        ");
    put(156, "0");
    put(257, "ustar\x0000");
    let sum: u32 = head.iter().copied().map(u32::from).sum();
    head[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    head
}
