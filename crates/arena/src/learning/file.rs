//! The file of positions: a line of JSON, then chunks of compressed records. `docs/learning.md` describes it byte by byte.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

use super::Sample;
use crate::files::lock;
use crate::hash::Hash;

/// Everybody's points are kept in these parts of one.
const POINT: f64 = 60_000.0;
/// What stands before a chunk: bytes compressed, bytes, positions, hash.
const CHUNK_HEAD: usize = 20;
/// No chunk is larger.
const LARGEST_CHUNK: u32 = 1 << 30;

/// Games as they go to the file.
#[derive(Clone, Debug, Default)]
pub(super) struct Chunk {
    body: Vec<u8>,
    positions: u32,
}

impl Chunk {
    pub(super) fn add(&mut self, sample: &Sample) {
        let body = &mut self.body;
        body.extend(sample.game.to_le_bytes());
        body.extend(sample.ply.to_le_bytes());
        body.push(u8::from(sample.is_quiet));
        body.push(sample.points.len() as u8);
        body.extend(sample.value.unwrap_or(-1).to_le_bytes());
        for points in &sample.points {
            body.extend(((points * POINT) as u16).to_le_bytes());
        }
        for score in &sample.by_hand {
            body.extend(score.to_le_bytes());
        }
        body.extend((sample.inputs.len() as u16).to_le_bytes());
        let mut last = 0;
        for &input in &sample.inputs {
            let gap = input - last;
            body.extend(std::iter::repeat_n(255, gap / 255));
            body.push((gap % 255) as u8);
            last = input;
        }
        self.positions += 1;
    }

    fn bytes(&self) -> io::Result<Vec<u8>> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(&self.body)?;
        let packed = encoder.finish()?;
        let mut bytes = Vec::with_capacity(CHUNK_HEAD + packed.len());
        bytes.extend((packed.len() as u32).to_le_bytes());
        bytes.extend((self.body.len() as u32).to_le_bytes());
        bytes.extend(self.positions.to_le_bytes());
        bytes.extend(hash_of(&packed).to_le_bytes());
        bytes.extend(packed);
        Ok(bytes)
    }
}

fn hash_of(bytes: &[u8]) -> u64 {
    let mut hash = Hash::new();
    hash.feed(bytes);
    hash.low()
}

/// How much there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    pub chunks: u64,
    pub positions: u64,
    pub bytes: u64,
}

/// A file that grows chunk by chunk.
pub struct DataFile {
    file: File,
    totals: Totals,
}

impl DataFile {
    /// Opens the file that begins with this line, or makes it. What a killed process left unfinished at its end is cut
    /// off; a file that begins otherwise or was changed stays as it is and is refused.
    pub fn open(path: &Path, head: &str) -> Result<Self, String> {
        let mut options = OpenOptions::new();
        let opened = options.read(true).write(true).create(true).truncate(false).open(path);
        let mut file = opened.map_err(|error| error.to_string())?;
        lock(&file).map_err(|error| match error {
            TryLockError::WouldBlock => "another process is writing it".to_string(),
            TryLockError::Error(error) => error.to_string(),
        })?;
        let totals = read_all(&file, head)?;
        let trouble = |error: io::Error| error.to_string();
        if totals.bytes == 0 {
            file.set_len(0).map_err(trouble)?;
            file.seek(SeekFrom::Start(0)).map_err(trouble)?;
            file.write_all(head.as_bytes()).map_err(trouble)?;
            return Ok(DataFile { file, totals: Totals { bytes: head.len() as u64, ..totals } });
        }
        file.set_len(totals.bytes).map_err(trouble)?;
        file.seek(SeekFrom::Start(totals.bytes)).map_err(trouble)?;
        Ok(DataFile { file, totals })
    }

    pub fn totals(&self) -> Totals {
        self.totals
    }

    /// Adds a chunk. It survives a kill; the disk is not waited for, since games are soon played again.
    pub(super) fn append(&mut self, chunk: &Chunk) -> io::Result<()> {
        let bytes = chunk.bytes()?;
        self.file.write_all(&bytes)?;
        self.totals.chunks += 1;
        self.totals.positions += u64::from(chunk.positions);
        self.totals.bytes += bytes.len() as u64;
        Ok(())
    }

    /// Brings everything to the disk.
    pub(super) fn finish(self) -> io::Result<Totals> {
        self.file.sync_all()?;
        Ok(self.totals)
    }
}

/// The whole chunks of a file; no bytes if not even its first line is whole.
fn read_all(file: &File, head: &str) -> Result<Totals, String> {
    let trouble = |error: io::Error| error.to_string();
    let mut reader = BufReader::new(file);
    let mut first = Vec::new();
    reader.by_ref().take(head.len() as u64).read_to_end(&mut first).map_err(trouble)?;
    if !head.as_bytes().starts_with(&first) {
        return Err("it begins with another first line: of another plan, or something else".to_string());
    }
    if first.len() < head.len() {
        return Ok(Totals::default());
    }
    let mut totals = Totals { bytes: head.len() as u64, ..Totals::default() };
    loop {
        let mut bytes = Vec::new();
        reader.by_ref().take(CHUNK_HEAD as u64).read_to_end(&mut bytes).map_err(trouble)?;
        let Some(ChunkHead { packed, size, positions, hash }) = ChunkHead::read(&bytes) else {
            return Ok(totals);
        };
        let changed = || format!("chunk {} is not as it was written; move the file away to begin anew", totals.chunks);
        if packed.max(size) > LARGEST_CHUNK {
            return Err(changed());
        }
        let mut body = Vec::new();
        reader.by_ref().take(packed.into()).read_to_end(&mut body).map_err(trouble)?;
        if body.len() < packed as usize {
            return Ok(totals);
        }
        // The hash is of the body alone: what stands before it must be true of it.
        if hash_of(&body) != hash || count_positions(&body, size) != Some(positions) {
            return Err(changed());
        }
        totals.chunks += 1;
        totals.positions += u64::from(positions);
        totals.bytes += (CHUNK_HEAD + body.len()) as u64;
    }
}

/// What stands before a chunk.
struct ChunkHead {
    /// Bytes of the body, compressed.
    packed: u32,
    /// And as it is.
    size: u32,
    positions: u32,
    hash: u64,
}

impl ChunkHead {
    /// Nothing if it is not whole.
    fn read(bytes: &[u8]) -> Option<Self> {
        let number = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
        let hash = u64::from_le_bytes(bytes.get(12..CHUNK_HEAD)?.try_into().ok()?);
        Some(ChunkHead { packed: number(0)?, size: number(4)?, positions: number(8)?, hash })
    }
}

/// How many records the body of a chunk is; `None` if it has another size or does not end with one.
fn count_positions(packed: &[u8], size: u32) -> Option<u32> {
    let mut body = Vec::new();
    ZlibDecoder::new(packed).take(u64::from(size) + 1).read_to_end(&mut body).ok()?;
    let mut rest = &body[..];
    let mut positions = 0;
    while !rest.is_empty() {
        let players = usize::from(*rest.get(7)?);
        let inputs_at = 12 + 6 * players;
        let inputs = u16::from_le_bytes(rest.get(inputs_at..inputs_at + 2)?.try_into().ok()?);
        rest = &rest[inputs_at + 2..];
        for _ in 0..inputs {
            let gap = rest.iter().position(|&byte| byte != 255)?;
            rest = &rest[gap + 1..];
        }
        positions += 1;
    }
    (body.len() == size as usize).then_some(positions)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn a_record_by_hand() {
        let sample = Sample {
            game: 7,
            ply: 300,
            is_quiet: true,
            value: None,
            points: vec![0.5, 0.0, 0.5],
            by_hand: vec![1, -2, 65536],
            inputs: vec![3, 4, 259, 514, 1280],
        };
        let mut chunk = Chunk::default();
        chunk.add(&sample);
        let expected = [
            &[7, 0, 0, 0, 44, 1, 1, 3, 255, 255, 255, 255][..],
            &[48, 117, 0, 0, 48, 117, 1, 0, 0, 0, 254, 255, 255, 255, 0, 0, 1, 0, 5, 0],
            &[3, 1, 255, 0, 255, 0, 255, 255, 255, 1],
        ];
        assert_eq!(chunk.body, expected.concat());
        let bytes = chunk.bytes().expect("memory");
        let mut body = Vec::new();
        flate2::read::ZlibDecoder::new(&bytes[CHUNK_HEAD..]).read_to_end(&mut body).expect("zlib");
        assert_eq!(body, chunk.body);
    }
}
