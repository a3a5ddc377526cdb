//! Stores of matches, changed by somebody else.

use std::fs;

use melee::{GameOptions, Limits, Registry, SeatSpec};
use melee_arena::tournament::{MatchPlan, PlayedGame, Run, Store, StoreError};

use crate::input::{Input, directory, foreign};

/// A small match, and the file that keeps it.
struct Kept {
    plan: MatchPlan,
    games: Vec<PlayedGame>,
    bytes: Vec<u8>,
}

fn plan() -> MatchPlan {
    let game = &Registry::standard().games()[0];
    let seat = SeatSpec::search("random", Limits::NONE);
    MatchPlan {
        game: game.name.to_string(),
        options: GameOptions::default(),
        starts: Vec::new(),
        random_plies: 1,
        entrants: vec![seat.clone(), seat],
        ply_cap: 12,
        by_processor: false,
        seed: 3,
    }
}

fn keep() -> Kept {
    let plan = plan();
    let open = plan.open(Registry::standard()).expect("a match");
    let run = Run { games: 4, threads: 1, keep_moves: true };
    let games = run.play(&open, Vec::new(), &mut |_, _| Ok(true)).expect("played");
    let path = directory().join("kept.db");
    for file in [&path, &path.with_extension("db-wal")] {
        let _ = fs::remove_file(file);
    }
    let mut store = Store::open(&path, &plan).expect("made");
    store.put(&games).expect("kept");
    drop(store);
    // Closing it has brought everything into the one file.
    Kept { bytes: fs::read(&path).expect("it is there"), plan, games }
}

/// The games of a store with their moves, if nothing in it was changed.
fn read(store: &Store) -> Result<(MatchPlan, Vec<PlayedGame>), StoreError> {
    let mut games = store.games()?;
    for game in &mut games {
        game.records = store.records(game.number)?;
    }
    Ok((store.plan()?, games))
}

/// A store whose bytes were changed is refused, or the change was in a place that nobody uses: half read it is never.
pub(crate) fn check(data: &[u8]) {
    thread_local! {
        static KEPT: Kept = keep();
    }
    KEPT.with(|kept| {
        let mut input = Input(data);
        let for_writing = input.byte() % 4 == 0;
        let mut bytes = kept.bytes.clone();
        input.patch(&mut bytes);
        let path = directory().join("store.db");
        for beside in ["db-wal", "db-shm", "db-journal"] {
            let _ = fs::remove_file(path.with_extension(beside));
        }
        fs::write(&path, &bytes).expect("written");
        let opened = if for_writing { Store::open(&path, &kept.plan) } else { Store::read(&path) };
        match opened.and_then(|store| read(&store)) {
            Ok((plan, games)) => {
                assert_eq!(plan, kept.plan);
                // A file of which nothing is left is a new one; SQLite takes a single byte for nothing.
                if !(for_writing && bytes.len() <= 1) {
                    assert_eq!(games, kept.games, "games that were never kept");
                }
            }
            Err(error) => foreign(&error),
        }
    });
}

pub(crate) fn samples() -> Vec<Vec<u8>> {
    let places = [0u16, 18, 28, 60, 68, 100, 4096, 4200, 8100, 8300, 12_290, 60_000];
    let change = |place: u16| {
        let [high, low] = place.to_be_bytes();
        vec![1, high, low, 0x41]
    };
    let mut samples: Vec<Vec<u8>> = places.into_iter().map(change).collect();
    samples.extend([vec![0], vec![1], vec![0, 16, 100, 7, 32, 9, 1]]);
    samples
}
