//! Positions to learn from: files that somebody else has changed, and chunks of any content.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use melee::{GameOptions, Registry, Spec};
use melee_arena::hash::Hash;
use melee_arena::learning::{DataError, DataPlan, GAMES_A_CHUNK, OpenPlan, Totals};

use crate::input::{Input, directory, one_line};

/// A file of two chunks, and what it was made by.
struct Kept {
    plan: OpenPlan,
    bytes: Vec<u8>,
    /// The length of its first line.
    head: usize,
}

fn keep() -> Kept {
    let registry = Registry::standard();
    let plan = |game: &str| DataPlan {
        game: game.to_string(),
        options: GameOptions::default(),
        games_a_board: None,
        seats: vec![Spec::new("random")],
        nodes: 1,
        random_plies: 1,
        blunders_permille: 0,
        keep_permille: 100,
        ply_cap: 12,
        seed: 5,
    };
    let mut plans = registry.games().iter().filter_map(|game| plan(game.name).open(registry).ok());
    let plan = plans.next().expect("a game with inputs for networks");
    let path = directory().join("kept.data");
    let _ = fs::remove_file(&path);
    open(&plan, &path, 2 * GAMES_A_CHUNK).expect("played");
    let bytes = fs::read(&path).expect("it is there");
    let head = bytes.iter().position(|&byte| byte == b'\n').expect("a first line") + 1;
    Kept { plan, bytes, head }
}

/// Opens a file to go on with it until it has so many games.
fn open(plan: &OpenPlan, path: &Path, games: u64) -> Result<Totals, DataError> {
    plan.collect(path, games, 1, &AtomicBool::new(false), &mut |_| {})
}

/// A chunk of this content whose hash is right, which chance never would be.
fn chunk(positions: u8, body: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(body).expect("memory");
    let packed = encoder.finish().expect("memory");
    let mut hash = Hash::new();
    hash.feed(&packed);
    let numbers = [packed.len() as u32, body.len() as u32, positions.into()];
    let mut bytes: Vec<u8> = numbers.into_iter().flat_map(u32::to_le_bytes).collect();
    bytes.extend(hash.low().to_le_bytes());
    bytes.extend(packed);
    bytes
}

/// A file that was changed is refused as it is, or cut off where its last whole chunk ends, as after a kill. An odd first byte
/// puts a chunk behind a file that is as it was written: it holds as many positions as it says, or is refused.
pub(crate) fn check(data: &[u8]) {
    thread_local! {
        static KEPT: Kept = keep();
    }
    KEPT.with(|kept| {
        let mut input = Input(data);
        let has_own_chunk = input.byte() % 2 == 1;
        let mut bytes = kept.bytes.clone();
        if has_own_chunk {
            let positions = input.byte();
            bytes.extend(chunk(positions, input.0));
        } else {
            input.patch(&mut bytes);
        }
        let path = directory().join("changed.data");
        fs::write(&path, &bytes).expect("written");
        let opened = open(&kept.plan, &path, 0);
        let left = fs::read(&path).expect("it is there");
        match opened {
            Ok(totals) => {
                assert_eq!(totals.bytes, left.len() as u64);
                let written = if has_own_chunk { &bytes } else { &kept.bytes };
                assert!(written.starts_with(&left), "something is read that was never written");
                assert!(left.len() >= kept.head, "the first line is there");
            }
            Err(error) => {
                one_line(&error);
                assert_eq!(left, bytes, "a file that is refused stays as it is");
            }
        }
    });
}

pub(crate) fn samples() -> Vec<Vec<u8>> {
    // A record of two players with two inputs, one of them behind a gap of more than a byte.
    let record = [&[1, 0, 0, 0, 2, 0, 1, 2, 255, 255, 255, 255][..], &[0; 12], &[2, 0, 3, 255, 7]].concat();
    let own = |positions: u8, body: &[u8]| [&[1, positions], body].concat();
    let mut samples = vec![vec![0], own(1, &record), own(2, &record.repeat(2)), own(2, &record), own(0, &[])];
    for place in [0_u16, 40, 400, 700, 900, 1000, 1200, 60_000] {
        let [high, low] = place.to_be_bytes();
        samples.push(vec![0, high, low, 0x41]);
    }
    samples
}
