//! GNU parallel, where it is installed.

use super::{RunDir, done, is_installed};

#[test]
fn parallel_plays_the_same_games() {
    if !is_installed("parallel") {
        println!("skipped: GNU parallel is not installed");
        return;
    }
    let (run, local) = (RunDir::of_match(100, 24, 2), RunDir::of_match(100, 24, 2));
    let how = ["--engine", "parallel", "--jobs", "2"];
    done(&[&["submit", run.name()][..], &how].concat());
    assert_eq!(run.text("games.jsonl"), local.played_locally());
}
