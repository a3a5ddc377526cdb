//! The games of a match in files for other programs.

use crate::{json, melee, refusal, stderr, stdout};

/// A match of Connect Four against moves by chance.
fn against_chance(algorithm: &str) -> [&str; 6] {
    let second = "random@d1";
    ["match", "connect4", "--algo", algorithm, "--algo", second]
}

#[test]
fn records_are_in_the_games_own_format_and_replay() {
    let dir = tempfile::tempdir().expect("a directory");
    for (game, options, ending) in [
        ("chess4", "--ply-cap 30", "pgn4"),
        ("abalone", "--ply-cap 20 --start belgian-daisy", "txt"),
        ("billabong", "--players 3 --ply-cap 40", "txt"),
        ("connect4", "", "txt"),
        ("reversixt", "--start torus", "txt"),
    ] {
        let folder = dir.path().join(game);
        let folder = folder.to_str().expect("UTF-8");
        let csv = format!("{folder}.csv");
        let options: Vec<&str> = options.split_whitespace().collect();
        let args = ["match", game, "--algo", "greedy@d1", "--algo", "random@d1", "--games", "2"];
        let output = melee(&[&args[..], &options, &["--records", folder, "--csv", &csv]].concat());
        assert!(output.status.success(), "{game}: {}", stderr(&output));
        let csv = std::fs::read_to_string(csv).expect("written");
        for (number, line) in (1..=2).zip(csv.lines().skip(1)) {
            let plies = line.split(',').nth(5).expect("plies");
            let file = format!("{folder}/game-{number:04}.{ending}");
            let own: Vec<&str> = options.chunks(2).filter(|pair| pair[0] != "--ply-cap").flatten().copied().collect();
            let replayed = json(&[&["replay", game, &file, "--json"], &own[..]].concat());
            assert_eq!(replayed["plies"].to_string(), plies, "{file}");
            assert!(replayed["illegal_ply"].is_null(), "{file}: {replayed}");
        }
    }
    let pgn4 = std::fs::read_to_string(dir.path().join("chess4/game-0001.pgn4"));
    assert!(pgn4.expect("written").starts_with('['), "PGN4 has tags");
}

#[test]
fn every_move_with_what_it_cost() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = |name: &str| dir.path().join(name).to_str().expect("UTF-8").to_string();
    let (store, table) = (path("match.db"), path("moves.csv"));
    let args = against_chance("alphabeta@50");
    let with = |more: &[&str]| {
        let output = melee(&[&args[..], more].concat());
        assert!(output.status.success(), "{}", stderr(&output));
        let table = std::fs::read_to_string(&table).expect("written");
        // All but the time.
        let cut = |line: &str| line.rsplit_once(',').expect("fields").0.to_string();
        table.lines().map(cut).collect::<Vec<_>>()
    };
    let lines = with(&["--games", "4", "--move-table", &table]);
    assert_eq!(lines[0], "game,ply,seat,algorithm,move,value,depth,nodes");
    assert!(lines[1].starts_with("0,3,1,alphabeta,"), "{}", lines[1]);
    assert!(lines.iter().any(|line| line.ends_with(",50")), "nodes");
    // The same from a store that was filled in two goes.
    with(&["--games", "2", "--out", &store, "--move-table", &table]);
    let again = with(&["--games", "4", "--out", &store, "--move-table", &table]);
    assert_eq!(again, lines);
    let refused = melee(&[&args[..], &["--move-table", "moves.xls"]].concat());
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("ends with .csv or .parquet"));
    let nowhere = path("no/such/folder.csv");
    let refused = melee(&[&args[..], &["--csv", &nowhere]].concat());
    assert_eq!(refused.status.code(), Some(2), "{}", stdout(&refused));
    assert!(stderr(&refused).contains("--csv "));
}

/// The library is large, so few programs have it; those that have it not say how to get it.
#[test]
fn parquet_is_written_or_the_way_to_build_it_is_told() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("games.parquet");
    let file = file.to_str().expect("UTF-8");
    for option in ["--parquet", "--move-table"] {
        let args = [&against_chance("greedy@d1")[..], &[option, file]].concat();
        if cfg!(feature = "parquet") {
            assert!(melee(&args).status.success());
            let bytes = std::fs::read(file).expect("written");
            assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
        } else {
            let why = refusal(&args);
            assert!(why.contains(option) && why.contains("--features parquet"), "{why}");
        }
    }
}

#[test]
fn files_are_tried_before_the_first_game_and_no_two_options_share_one() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = |name: &str| dir.path().join(name).to_str().expect("UTF-8").to_string();
    let (store, table, folder) = (path("games.db"), path("table"), path(""));
    let args = [&against_chance("greedy@d1")[..], &["--out", &store]].concat();
    assert!(melee(&args).status.success());
    let before = std::fs::read(&store).expect("written");
    let files = || {
        let all = std::fs::read_dir(dir.path()).expect("a folder");
        let names = all.map(|file| file.expect("a file").file_name());
        names.collect::<std::collections::BTreeSet<_>>()
    };
    let names = files();
    let refused = |more: &[&str]| refusal(&[&args[..], more].concat());
    // The same file by another name too.
    let dotted = format!("{folder}./games.db");
    for name in [&store, &dotted] {
        let why = refused(&["--csv", name]);
        assert!(why.ends_with("is the file of --out already"), "{why}");
    }
    let why = refused(&["--csv", &table, "--parquet", &table]);
    assert!(why.ends_with("is the file of --csv already"), "{why}");
    assert!(refused(&["--csv", &folder]).contains("--csv"));
    let nowhere = path("no/such/folder.csv");
    assert!(refused(&["--csv", &nowhere]).contains("folder.csv: No such file"));
    assert!(refused(&["--games", "4", "--records", &store]).contains("--records"), "a file, and no folder");
    assert!(refusal(&["show", "connect4", "--svg", &table, "--png", &table]).contains("--png"));
    assert_eq!(std::fs::read(&store).expect("still there"), before);
    assert_eq!(files(), names);
}

/// Who is killed while he writes a record leaves the one that was there: another takes its place when it is whole. One that
/// is there already is left alone.
#[test]
fn records_are_replaced_whole() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = |name: &str| dir.path().join(name).to_str().expect("UTF-8").to_string();
    let (records, old) = (path("records"), path("old"));
    let args = [&against_chance("greedy@d1")[..], &["--games", "2", "--records", &records]].concat();
    assert!(melee(&args).status.success());
    let [first, second] = ["records/game-0001.txt", "records/game-0002.txt"].map(path);
    let [whole, untouched] = [&first, &second].map(|file| std::fs::read(file).expect("written"));
    std::fs::write(&first, "half a rec").expect("written");
    // Another name of the file that is there: it would show what is written into that.
    std::fs::hard_link(&first, &old).expect("a link");
    let before = std::fs::metadata(&second).and_then(|known| known.modified()).expect("known");
    assert!(melee(&args).status.success());
    assert_eq!(std::fs::read_to_string(&old).expect("there"), "half a rec");
    assert_eq!(std::fs::read(&first).expect("there"), whole);
    assert_eq!(std::fs::read(&second).expect("there"), untouched);
    assert_eq!(std::fs::metadata(&second).and_then(|known| known.modified()).expect("known"), before);
    assert_eq!(std::fs::read_dir(&records).expect("a folder").count(), 2);
}

/// A link stays a link, and files with names like ours stay as they are.
#[cfg(unix)]
#[test]
fn only_the_file_that_was_named_is_written() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = |name: &str| dir.path().join(name).to_str().expect("UTF-8").to_string();
    std::fs::write(path("board.svg.tmp"), "mine").expect("written");
    std::fs::write(path("board.svg"), "old").expect("written");
    std::os::unix::fs::symlink(path("board.svg"), path("link.svg")).expect("a link");
    assert!(melee(&["show", "connect4", "--svg", &path("link.svg")]).status.success());
    let text = |name: &str| std::fs::read_to_string(path(name)).expect("there");
    assert!(text("board.svg").starts_with("<svg"));
    assert!(std::fs::symlink_metadata(path("link.svg")).expect("there").is_symlink());
    assert_eq!(text("board.svg.tmp"), "mine");
    assert_eq!(std::fs::read_dir(dir.path()).expect("a folder").count(), 3);
}

#[test]
fn what_a_store_does_not_have_is_said() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = |name: &str| dir.path().join(name).to_str().expect("UTF-8").to_string();
    let (store, table) = (path("games.db"), path("moves.csv"));
    let args = [&against_chance("greedy@d1")[..], &["--out", &store]].concat();
    let run = |more: &[&str]| {
        let output = melee(&[&args[..], more].concat());
        assert!(output.status.success());
        stderr(&output)
    };
    assert_eq!(run(&["--games", "4"]), "");
    let missing = run(&["--games", "4", "--move-table", &table]);
    assert!(missing.contains("4 of 4 games were stored without"), "{missing}");
    assert!(run(&["--games", "2"]).contains("--games 2: 4 are stored, and all count"));
}

/// Once the whole match was played, and then lost.
#[test]
fn a_place_that_is_no_directory_is_refused_before_anything_is_played() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("file");
    std::fs::write(&file, "").expect("written");
    let file = file.to_str().expect("UTF-8");
    let args = against_chance("alphabeta@50");
    let refused = refusal(&[&args[..], &["--games", "10000000", "--records", file]].concat());
    assert!(refused.contains(&format!("--records {file}")), "{refused}");
    let refused = refusal(&["serve", "--port", "0", "--matches", file]);
    assert!(refused.contains("is no directory"), "{refused}");
}
