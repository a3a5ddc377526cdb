//! Positions for networks: the same bytes in one go or in pieces, on one thread or several.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use melee::{GameOptions, Registry};
use melee_arena::learning::{DataPlan, GAMES_A_CHUNK, Totals};
use tempfile::TempDir;

fn plan(game: &str, players: usize) -> DataPlan {
    DataPlan {
        game: game.to_string(),
        options: GameOptions::default().for_players(players),
        games_a_board: None,
        seats: DataPlan::usual_seats(players),
        nodes: 20,
        random_plies: 6,
        blunders_permille: 100,
        keep_permille: 500,
        ply_cap: 100,
        seed: 3,
    }
}

fn collect(plan: DataPlan, file: &Path, games: u64, threads: usize) -> Result<Totals, String> {
    let open = plan.open(Registry::standard()).expect("it opens");
    open.collect(file, games, threads, &AtomicBool::new(false), &mut |_| {}).map_err(|error| error.to_string())
}

#[test]
fn the_same_bytes_in_one_go_or_in_pieces() {
    let folder = TempDir::new().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    for (game, players) in [("connect4", 2), ("rolit", 3)] {
        let (whole, pieces) = (file(&format!("{game}-whole")), file(&format!("{game}-pieces")));
        let totals = collect(plan(game, players), &whole, 40, 2).expect("it runs");
        assert_eq!(totals.chunks, 40_u64.div_ceil(GAMES_A_CHUNK));
        assert!(totals.positions > 200, "{totals:?}");
        let bytes = fs::read(&whole).expect("it is there");
        assert_eq!(bytes.len() as u64, totals.bytes);
        // Killed anywhere: what is whole is kept, the rest is played again.
        let head = bytes.iter().position(|&byte| byte == b'\n').expect("a first line");
        for cut in [0, 10, head, head + 1, head + 30, bytes.len() / 2, bytes.len() - 1, bytes.len()] {
            fs::write(&pieces, &bytes[..cut]).expect("written");
            collect(plan(game, players), &pieces, 40, 1).expect("it goes on");
            assert!(fs::read(&pieces).expect("it is there") == bytes, "{game}: cut at {cut}");
        }
    }
}

#[test]
fn files_of_others_and_changed_ones_stay_as_they_are() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("data");
    collect(plan("connect4", 2), &file, 16, 1).expect("it runs");
    let bytes = fs::read(&file).expect("it is there");
    let other = DataPlan { seed: 4, ..plan("connect4", 2) };
    let refusal = collect(other, &file, 16, 1).expect_err("another seed");
    assert!(refusal.ends_with("it begins with another first line: of another plan, or something else"), "{refusal}");
    // The size of the body, the number of positions, the hash, the body.
    let head = bytes.iter().position(|&byte| byte == b'\n').expect("a first line") + 1;
    for place in [head + 4, head + 8, head + 12, head + 20, bytes.len() - 1] {
        let mut bytes = bytes.clone();
        bytes[place] ^= 1;
        fs::write(&file, &bytes).expect("written");
        let refusal = collect(plan("connect4", 2), &file, 16, 1).expect_err("changed");
        assert!(refusal.ends_with("chunk 0 is not as it was written; move the file away to begin anew"), "{refusal}");
        assert!(fs::read(&file).expect("it is there") == bytes);
    }
}

#[test]
fn boards_made_at_random_differ_and_come_again() {
    let folder = TempDir::new().expect("a folder");
    let plan = || DataPlan { games_a_board: Some(8), keep_permille: 100, ..plan("reversixt", 2) };
    let (whole, pieces) = (folder.path().join("whole"), folder.path().join("pieces"));
    collect(plan(), &whole, 48, 2).expect("it runs");
    let bytes = fs::read(&whole).expect("it is there");
    // A thread that begins in the middle of it finds the same boards.
    fs::write(&pieces, &bytes[..bytes.len() / 2]).expect("written");
    collect(plan(), &pieces, 48, 1).expect("it goes on");
    assert!(fs::read(&pieces).expect("it is there") == bytes);
    let head = bytes.split(|&byte| byte == b'\n').next().expect("a first line");
    assert!(String::from_utf8_lossy(head).contains(r#""games_a_board":8"#));
    let info = Registry::standard().game("reversixt").expect("a game");
    let options = GameOptions::default().for_players(3);
    let drawn = |seed| info.drawn_board(&options, seed).expect("any board");
    assert_eq!(drawn(1), drawn(1));
    assert_ne!(drawn(1), drawn(2));
    assert_eq!(info.open(&drawn(1)).expect("it opens").players(), 3);
}

#[test]
fn a_game_with_one_board_has_none_at_random() {
    let plan = DataPlan { games_a_board: Some(8), ..plan("connect4", 2) };
    let refusal = plan.open(Registry::standard()).err().expect("one board").to_string();
    assert_eq!(refusal, "connect4: no boards are made at random for the game with these options");
}

#[test]
fn a_game_without_inputs_says_so() {
    let refusal = plan("uniform", 2).open(Registry::standard()).err().expect("no inputs").to_string();
    assert_eq!(refusal, "uniform: the game has no inputs for networks");
}
