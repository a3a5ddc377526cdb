//! `melee match`, stopped and resumed.

use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::{json, melee, stderr, stdout};

const MATCH: [&str; 12] = [
    "match",
    "connect4",
    "--algo",
    "alphabeta@900",
    "--algo",
    "pvs:noise=9%@700",
    "--games",
    "60",
    "--threads",
    "2",
    "--seed",
    "3",
];

/// The results without what depends on the clock.
fn results(store: &str) -> Value {
    let mut result = json(&[&MATCH[..], &["--out", store, "--json"]].concat());
    let object = result.as_object_mut().expect("an object");
    for timed in ["overhead", "search_seconds", "game_seconds", "run"] {
        assert!(object.remove(timed).is_some(), "{timed}");
    }
    result
}

#[test]
fn refusals_of_matches() {
    let refused = |args: &[&str]| {
        let output = melee(&[&["match", "connect4"], args].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        stderr(&output)
    };
    let two = ["--algo", "alphabeta@d2", "--algo", "random@d1"];
    assert!(refused(&[&two[..], &["--games", "0"]].concat()).contains("--games <N>': expected 1 to"));
    assert!(refused(&two[..2]).contains("at least two algorithms"));
    assert!(refused(&["--algo", "a@d2", "--algo", "b@d2"]).contains("unknown algorithm 'a'"));
    assert!(
        refused(&["--algo", "alphabeta@x", "--algo", "random"])
            .contains("--algo alphabeta@x: 'x' is not a limit, expected one such as 5000")
    );
    assert!(refused(&["--algo", "alphabeta", "--algo", "random"]).contains("give a limit"));
    assert!(refused(&[&two[..], &["--until", "x"]].concat()).contains("such as 10%"));
    let dir = tempfile::tempdir().expect("a directory");
    let dir = dir.path().to_str().expect("UTF-8");
    assert!(refused(&[&two[..], &["--out", dir]].concat()).contains("store "));
}

/// The verdict was "the first is no than the second by that much".
#[test]
fn the_verdict_is_a_sentence() {
    let equals = ["match", "connect4", "--algo", "alphabeta@d1", "--algo", "alphabeta:killers=2@d1", "--threads", "1"];
    // Games may end together: it stops after ten blocks or soon after.
    let stopped = melee(&[&equals[..], &["--games", "90", "--until", "10%"]].concat());
    assert_eq!(stopped.status.code(), Some(1));
    let text = stdout(&stopped);
    assert!(text.contains("\nthe first is not better by 10 points: stopped after "), "{text}");
    let short = melee(&[&equals[..], &["--games", "4", "--until", "2.5%"]].concat());
    assert_eq!(short.status.code(), Some(0));
    let text = stdout(&short);
    assert!(text.contains("\nit is not known after 4 games whether the first is better by 2.5 points\n"), "{text}");
    let unequal = ["match", "connect4", "--algo", "alphabeta@d4", "--algo", "random", "--threads", "1"];
    let text = stdout(&melee(&[&unequal[..], &["--games", "90", "--until", "10%"]].concat()));
    assert!(text.contains("\nthe first is better by 10 points: stopped after "), "{text}");
}

/// Shares once came from all games, and their intervals, ratings and tests from those of whole blocks.
#[test]
fn all_figures_come_from_the_same_games() {
    let unequal = ["match", "connect4", "--algo", "alphabeta@d4", "--algo", "random", "--threads", "1"];
    let text = stdout(&melee(&[&unequal[..], &["--games", "5"]].concat()));
    assert!(text.contains("    4.00 points  100.0 % (39.6-100.0)  +4 =0 -0"), "{text}");
    assert!(text.contains(" or more), Weng-Lin"), "{text}");
    assert!(text.contains("\nall figures above come from the 4 games of whole blocks\n"), "{text}");
    let result = json(&[&unequal[..], &["--games", "5", "--json"]].concat());
    assert_eq!((&result["games"], &result["compared"]), (&5.into(), &4.into()));
    let rating = &result["algorithms"][0]["rating"];
    assert!(rating["low"].as_f64() < Some(0.0) && rating["high"].is_null(), "{rating}");
    let one = stdout(&melee(&[&unequal[..], &["--games", "1"]].concat()));
    assert!(one.contains("\nno block of all seatings is whole yet: no ratings, no tests\n"), "{one}");
}

/// A perfect player would have all his moves perfect; one by chance has fewer than one who searches.
#[test]
fn perfect_moves_are_counted_where_a_game_is_solved() {
    let args =
        ["match", "connect4", "--algo", "alphabeta@d6", "--algo", "random@d1", "--games", "6", "--perfect", "--json"];
    let result = json(&args);
    let rate = |i: usize| {
        let perfect = &result["algorithms"][i]["perfect"];
        assert!(perfect["moves"].as_u64() > Some(5), "{result}");
        perfect["rate"].as_f64().expect("a share")
    };
    assert!(rate(0) > rate(1), "{result}");
    let refused = melee(&["match", "billabong", "--algo", "brs@9", "--algo", "random@9", "--perfect"]);
    assert!(stderr(&refused).contains("--perfect: billabong cannot be solved; games that can: connect4"));
}

/// Who searches to the end never errs, and moves by chance before are not his.
#[test]
fn perfect_moves_are_counted_from_the_last_random_ply() {
    let rates = |more: &[&str]| {
        let head = ["match", "connect4", "--games", "8", "--perfect", "--json"];
        let result = json(&[&head[..], more].concat());
        [0, 1].map(|i| result["algorithms"][i]["perfect"].clone())
    };
    let full = ["--size", "5x4", "--algo", "alphabeta@d20", "--algo", "alphabeta:killers=2@d20"];
    for perfect in rates(&[&full[..], &["--random-plies", "13"]].concat()) {
        assert!(perfect["moves"].as_u64() > Some(0));
        assert_eq!(perfect["rate"], 1.0);
    }
    // All games are over by the twelfth ply: there is nothing to tell.
    for perfect in rates(&["--size", "4x3", "--algo", "random@d1", "--algo", "greedy@d1"]) {
        assert_eq!(perfect, serde_json::json!({"moves": 0, "perfect": 0, "rate": null}));
    }
}

/// A disk that is full: one clear line, and the store goes on when there is room again.
#[test]
fn a_full_disk_leaves_the_store_whole() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = |name: &str| dir.path().join(name).to_str().expect("UTF-8").to_string();
    let (whole, full) = (path("whole.db"), path("full.db"));
    let expected = results(&whole);
    // No file may grow beyond so many blocks of 512 bytes; the signal about it is not wanted.
    let mut refusals = 0;
    for blocks in [1, 40, 70, 100, 130] {
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
        let output = Command::new("sh")
            .args(["-c", &script, "sh", env!("CARGO_BIN_EXE_melee")])
            .args(MATCH)
            .args(["--out", &full])
            .output()
            .expect("it runs");
        if output.status.success() {
            continue;
        }
        refusals += 1;
        assert_eq!(output.status.code(), Some(2), "{blocks}: {output:?}");
        let why = stderr(&output);
        assert_eq!(why.lines().count(), 1, "{why}");
        assert!(why.contains("full.db: ") && why.contains("no room"), "{why}");
    }
    assert!(refusals >= 2, "the limits are met");
    assert_eq!(results(&full), expected);
}

/// The same on a real file system, where one may be mounted.
#[test]
fn a_full_file_system_leaves_the_store_whole() {
    let dir = tempfile::tempdir().expect("a directory");
    let folder = dir.path().to_str().expect("UTF-8").to_string();
    let script = "mount -t tmpfs -o size=128k melee \"$1\" || exit 77; dd if=/dev/zero of=\"$1/ballast\" bs=1k count=60 \
                  2>/dev/null; shift; \"$@\"; code=$?; rm -f \"$FOLDER/ballast\"; mount -o remount,size=16m \"$FOLDER\" && \
                  \"$@\" >/dev/null 2>&1; exit $((code * 10 + $?))";
    let store = format!("{folder}/match.db");
    let output = Command::new("unshare")
        .args(["--mount", "--map-root-user", "sh", "-c", script, "sh", &folder])
        .arg(env!("CARGO_BIN_EXE_melee"))
        .args(MATCH)
        .args(["--out", &store])
        .env("FOLDER", &folder)
        .output();
    match output {
        Ok(output) if output.status.code() == Some(20) => {
            // First refused with code 2, then done.
            assert!(stderr(&output).contains("no room"), "{}", stderr(&output));
        }
        Ok(output) if output.status.code() == Some(0) => panic!("it was not full: {output:?}"),
        other => println!("skipped: no file system can be mounted here ({other:?})"),
    }
}

#[test]
fn two_processes_do_not_share_a_store() {
    let dir = tempfile::tempdir().expect("a directory");
    let store = dir.path().join("match.db");
    let store = store.to_str().expect("UTF-8");
    let long = ["match", "chess4", "--algo", "brs+@5s", "--algo", "paranoid@5s", "--out", store];
    let mut first = Command::new(env!("CARGO_BIN_EXE_melee"))
        .args(long)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it runs");
    // It has the store as soon as that is there.
    while std::fs::metadata(store).map_or(0, |about| about.len()) == 0 {
        std::thread::sleep(Duration::from_millis(5));
    }
    let second = melee(&long);
    let _ = first.kill();
    first.wait().expect("it has ended");
    assert_eq!(second.status.code(), Some(2));
    assert!(stderr(&second).contains("another process is writing it"));
}

#[test]
fn more_algorithms_than_seats_meet_each_other() {
    let args = ["match", "connect4", "--size", "5x4", "--algo", "alphabeta@d2", "--algo", "random", "--algo", "greedy"];
    let text = stdout(&melee(&args));
    for line in ["alphabeta : random  ", "alphabeta : greedy  ", "random : greedy  ", "6 games, 1 whole block"] {
        assert!(text.contains(line), "{line}: {text}");
    }
    let result = json(&[&args[..], &["--json"]].concat());
    assert_eq!(result["meetings"].as_array().map(Vec::len), Some(3));
    assert_eq!(result["meetings"][0]["games"], 2);
}
