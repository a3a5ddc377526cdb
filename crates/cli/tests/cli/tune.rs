//! `melee tune`, stopped and resumed.

use std::ffi::OsStr;
use std::process::Stdio;
use std::time::Duration;

use crate::{command, json, melee, stderr, stdout};

const TUNE: &str = "tune connect4 --eval three:1+pair:9 --nodes 60 --iterations 60 --blocks 2 --test-every 25 --test-blocks 10 \
                    --threads 2 --seed 4";

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    TUNE.split_whitespace().chain(more.iter().copied()).collect()
}

/// Starts the program so many times and kills it after a moment, each time another.
fn kill_often<S: AsRef<OsStr>>(args: &[S], times: u64) {
    for round in 0..times {
        let mut tuning = command(&[]);
        let mut child = tuning.args(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
        std::thread::sleep(Duration::from_millis(5 + round * 17 % 80));
        let _ = child.kill();
        child.wait().expect("it has ended");
    }
}

/// Killed again and again, it ends with the weights it would have had.
#[test]
fn a_killed_search_goes_on_where_it_was() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = |name: &str| dir.path().join(name).to_str().expect("UTF-8").to_string();
    let (whole, killed, svg) = (path("whole.tune"), path("killed.tune"), path("way.svg"));
    let expected = json(&with(&["--out", &whole, "--svg", &svg, "--json"]));
    kill_often(&with(&["--out", &killed]), 12);
    assert_eq!(json(&with(&["--out", &killed, "--json"])), expected);
    let read = |file: &str| std::fs::read(file).expect("written");
    assert_eq!(read(&killed), read(&whole), "byte for byte");
    assert_eq!(expected["iterations"], 60);
    assert_eq!(expected["against_start"]["games"], 20);
    let svg = String::from_utf8(read(&svg)).expect("text");
    // Three weights, tests after 25, 50 and 60 iterations.
    assert_eq!((svg.matches("<polyline").count(), svg.matches("<circle").count()), (3, 3));
    let text = stdout(&melee(&with(&["--out", &whole])));
    assert!(text.contains("start  three:1+pair:9+column:1\ntuned  three:"), "{text}");
}

#[test]
fn refusals_of_tune() {
    let refused = |args: &str| {
        let args: Vec<&str> = args.split_whitespace().collect();
        let output = melee(&args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        stderr(&output)
    };
    assert!(refused("tune go --eval x").contains("unknown game"));
    let aiba = refused("tune abalone --eval aiba");
    assert!(aiba.contains("'aiba' has no weights; known: melee, or weights of marble,"), "{aiba}");
    assert!(refused("tune connect4 --eval pear --weights speed").contains("known: three, pair, column"));
    assert!(refused("tune connect4 --eval pear --algo pvs:eval=pear").contains("given by --eval"));
    assert!(refused("tune connect4 --eval pear --algo nobody").contains("unknown algorithm"));
    assert!(refused("tune connect4 --eval pear --time 1s").contains("expected --nodes or --depth"));
    assert!(refused("tune connect4 --eval pear --step 9").contains("expected a part"));
    assert!(refused("tune connect4 --eval pear --iterations 0").contains("--iterations"));
    assert!(refused("tune connect4 --eval pear --out /").contains("file /"));
}

const SETTINGS: &str = "tune settings connect4 --algo pvs --limits 150 --options killers,late,bmoms --also random --until 30% --blocks 12 \
                        --test-blocks 4 --threads 1 --seed 3";

/// Killed again and again, it has tried what it would have tried.
#[test]
fn a_killed_search_for_settings_goes_on_where_it_was() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = |name: &str| dir.path().join(name).to_str().expect("UTF-8").to_string();
    let (whole, killed, report) = (path("whole.tune"), path("killed.tune"), path("report.md"));
    let with = |more: &[&str]| -> Vec<String> {
        SETTINGS.split_whitespace().chain(more.iter().copied()).map(str::to_string).collect()
    };
    let run = |more: &[&str]| {
        let args = with(more);
        json(&args.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let expected = run(&["--out", &whole, "--report", &report, "--json"]);
    kill_often(&with(&["--out", &killed]), 8);
    assert_eq!(run(&["--out", &killed, "--json"]), expected);
    let read = |file: &str| std::fs::read(file).expect("written");
    assert!(read(&killed) == read(&whole), "byte for byte");
    let tests = expected["tests"].as_array().expect("a list");
    let tried: Vec<&str> = tests.iter().map(|test| test["candidate"].as_str().expect("a name")).collect();
    assert_eq!(tried[0], "random@150");
    assert!(tried.iter().any(|name| name.contains("killers=")), "{tried:?}");
    assert!(tests[0]["high"].as_f64().expect("a number") < 0.5, "random moves are not better: {}", tests[0]);
    // With two players nobody has best move-ordering moves: nothing was played, so there is no share.
    let same = tests.iter().find(|test| test["verdict"] == "the same moves").expect("other bmoms");
    assert!(same["games"] == 0 && ["share", "low", "high"].iter().all(|part| same[part].is_null()), "{same}");
    let report = String::from_utf8(read(&report)).expect("text");
    assert!(report.contains("| `random` | `pvs` |") && report.contains("not better"), "{report}");
}

#[test]
fn refusals_of_tune_settings() {
    let refused = |args: &str| {
        let args: Vec<&str> = args.split_whitespace().collect();
        let output = melee(&args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        stderr(&output)
    };
    assert!(refused("tune settings go").contains("unknown game"));
    assert!(refused("tune settings connect4 --options speed --limits 50").contains("has an option 'speed'"));
    assert!(refused("tune settings connect4 --limits 10ms,10ms").contains("10ms is given twice"));
    assert!(refused("tune settings connect4 --limits soon").contains("--limits soon"));
    assert!(refused("tune settings connect4 --algo pvs@5").contains("given by --limits"));
    assert!(refused("tune settings connect4 --also nobody").contains("unknown algorithm"));
    assert!(refused("tune settings connect4 --blocks 0").contains("expected 1 to"));
    assert!(refused("tune settings").contains("<GAME>"));
}
