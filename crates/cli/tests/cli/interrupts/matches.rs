//! Matches: their standings, their games, and the programs that play in them.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use melee_arena::tournament::{PlayedGame, Store};

use super::{advice, interrupted, interrupted_reading, interrupted_when, object, path_in, told};
use crate::common::{done, json, stderr, stdout};

const ENDLESS_MATCH: [&str; 11] = [
    "match",
    "connect4",
    "--algo",
    "alphabeta@300",
    "--algo",
    "pvs@200",
    "--games",
    "100000",
    "--threads",
    "2",
    "--json",
];

fn games(output: &Output) -> u64 {
    told(output)["games"].as_u64().unwrap_or(0)
}

#[test]
fn a_match_prints_its_standings() {
    for signal in ["-INT", "-TERM"] {
        let output = interrupted_when(signal, &ENDLESS_MATCH, || true, |output| games(output) > 0);
        let (standings, games) = (object(&output), games(&output));
        assert_eq!(standings["run"]["interrupted"], true);
        let first = &standings["algorithms"][0];
        assert!(first["low"].as_f64() < first["share"].as_f64(), "with its interval: {first}");
        let advice = advice(&output);
        assert!(advice.contains(&format!("{games} of 100000 games; with --out FILE")), "{advice}");
    }
}

#[test]
fn a_match_keeps_its_games_and_goes_on() {
    let dir = tempfile::tempdir().expect("a directory");
    let (store, csv) = (path_in(&dir, "match.db"), path_in(&dir, "games.csv"));
    let args = [&ENDLESS_MATCH[..], &["--out", &store, "--csv", &csv]].concat();
    let mut before = 0;
    for _ in 0..3 {
        let output = interrupted_when("-INT", &args, || true, |output| games(output) > before);
        let games = games(&output);
        before = games;
        let lines = std::fs::read_to_string(&csv).expect("written").lines().count() as u64;
        assert_eq!(lines, games + 1, "a table is written too");
        let said = advice(&output);
        assert!(said.contains("games are in ") && said.ends_with("the same command goes on"), "{said}");
    }
}

/// Before the first game has ended there is nothing to tell, and nothing goes wrong.
#[test]
fn a_match_without_a_game_says_so() {
    let slow = ["match", "chess4", "--algo", "brs+@1000s", "--algo", "paranoid@1000s", "--threads", "1"];
    let output = interrupted(&slow, |output| stdout(output) == "no game has ended\n");
    assert!(advice(&output).contains(" 0 of "), "{}", stderr(&output));
    // It was met at play and stopped by itself: it tells of its threads.
    let is_at_play = |output: &Output| told(output)["run"]["threads"] == 1;
    let output = interrupted(&[&slow[..], &["--json"]].concat(), is_at_play);
    assert_eq!(object(&output)["games"], 0);
}

/// `melee match .. | tee log`: Ctrl-C ends the reader too. The tables were not written, and the exit code was 0.
#[test]
fn who_reads_may_be_gone() {
    let dir = tempfile::tempdir().expect("a directory");
    let (csv, svg) = (path_in(&dir, "games.csv"), path_in(&dir, "weights.svg"));
    let unread = |args: &[&str], is_enough: &dyn Fn() -> bool| {
        let output = interrupted_reading(false, "-INT", args, || true, |_| is_enough());
        advice(&output)
    };
    let has_games = || std::fs::read_to_string(&csv).is_ok_and(|text| text.lines().count() > 1);
    let said = unread(&[&ENDLESS_MATCH[..], &["--csv", &csv]].concat(), &has_games);
    assert!(said.contains(" of 100000 games"), "{said}");
    let tune = "tune connect4 --eval three:1+pair:9 --nodes 60 --iterations 1000000 --blocks 2 --threads 2";
    let tune: Vec<&str> = tune.split(' ').chain(["--svg", &svg]).collect();
    let said = unread(&tune, &|| Path::new(&svg).exists());
    assert!(said.contains(" of 1000000 iterations"), "{said}");
    let said = unread(&["search", "connect4", "--algo", "alphabeta", "--depth", "42"], &|| true);
    assert!(said.contains("the best move so far"), "{said}");
}

/// Ratings and tests of very many games take long, and nobody looks at the flag then: a signal was lost.
#[test]
fn a_match_is_interrupted_while_its_standings_are_worked_out() {
    const GAMES: u64 = 60_000;
    let dir = tempfile::tempdir().expect("a directory");
    let (path, csv, games) = (path_in(&dir, "match.db"), path_in(&dir, "games.csv"), GAMES.to_string());
    let args = ["match", "connect4", "--algo", "alphabeta@50", "--algo", "random@1", "--out", &path, "--json"];
    done(&[&args[..], &["--games", "2"]].concat());
    let plan = Store::read(Path::new(&path)).and_then(|store| store.plan()).expect("a plan");
    let mut store = Store::open(Path::new(&path), &plan).expect("opened");
    let block = store.games().expect("read");
    let more = (2..GAMES).map(|number| {
        let mut game = PlayedGame { number, block: number / 2, ..block[number as usize % 2].clone() };
        // As many wins as losses, in no order that repeats.
        if number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 63 == 1 {
            game.points.reverse();
            game.ranks.reverse();
        }
        game
    });
    store.put(&more.collect::<Vec<_>>()).expect("kept");
    drop(store);
    let args = [&args[..], &["--games", &games, "--csv", &csv]].concat();
    // The table is written before the standings are worked out.
    let output = interrupted_when("-INT", &args, || Path::new(&csv).exists(), |_| true);
    assert_eq!(self::games(&output), GAMES);
    assert!(object(&output)["algorithms"][0]["rating"].is_null(), "there was no time for ratings");
    assert!(advice(&output).contains(&format!("{GAMES} of {GAMES} games are in ")));
}

/// A program in a process group of its own, which Ctrl-C does not reach, is not left behind.
#[test]
fn a_match_takes_its_programs_with_it() {
    let dir = tempfile::tempdir().expect("a directory");
    let (script, pid) = (path_in(&dir, "engine.sh"), path_in(&dir, "pid"));
    std::fs::write(&script, format!("echo $$ > {pid}.tmp; mv {pid}.tmp {pid}\nexec sleep 600\n")).expect("written");
    let program = format!("program:sh {script}@1000");
    let args = ["match", "connect4", "--algo", &program, "--algo", "random@1", "--patience", "500s"];
    interrupted_when("-INT", &args, || Path::new(&pid).exists(), |_| true);
    let pid = std::fs::read_to_string(&pid).expect("written");
    let alive = Command::new("kill").args(["-0", pid.trim()]).stderr(Stdio::null()).status().expect("kill is there");
    assert!(!alive.success(), "process {pid} is still there");
}

/// A store whose bytes were changed is refused with a line that names it, and stays as it is.
#[test]
fn a_changed_store_is_refused() {
    let dir = tempfile::tempdir().expect("a directory");
    let store = path_in(&dir, "match.db");
    let args = ["match", "connect4", "--algo", "alphabeta@50", "--algo", "random@1", "--games", "8", "--out", &store];
    json(&[&args[..], &["--json"]].concat());
    let mut bytes = std::fs::read(&store).expect("there");
    // The points of a game: nothing about the file's structure.
    let points = b"[1.0,0.0]";
    let at = bytes.windows(points.len()).position(|window| window == points).expect("a game that was won");
    bytes[at..at + points.len()].copy_from_slice(b"[0.0,1.0]");
    std::fs::write(&store, &bytes).expect("written");
    let refusal = crate::refusal(&args);
    assert!(refusal.contains("match.db: game ") && refusal.contains("is not as it was written"), "{refusal}");
    let mut after = Vec::new();
    File::open(&store).and_then(|mut file| file.read_to_end(&mut after)).expect("there");
    assert!(after == bytes, "it is left alone");
}
