//! `melee tune`, stopped and resumed.

use std::process::{Command, Stdio};
use std::time::Duration;

use crate::{json, melee, stderr, stdout};

const TUNE: &str = "tune connect4 --eval three:1+pair:9 --nodes 60 --iterations 60 --blocks 2 --test-every 25 --test-blocks 10 \
                    --threads 2 --seed 4";

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    TUNE.split_whitespace().chain(more.iter().copied()).collect()
}

/// Killed again and again, it ends with the weights it would have had.
#[test]
fn a_killed_search_goes_on_where_it_was() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = |name: &str| dir.path().join(name).to_str().expect("UTF-8").to_string();
    let (whole, killed, svg) = (path("whole.tune"), path("killed.tune"), path("way.svg"));
    let expected = json(&with(&["--out", &whole, "--svg", &svg, "--json"]));
    for round in 0..12u64 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_melee"))
            .args(with(&["--out", &killed]))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it runs");
        std::thread::sleep(Duration::from_millis(5 + round * 17 % 80));
        let _ = child.kill();
        child.wait().expect("it has ended");
    }
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
