//! What makes something over hours: weights, settings, data, tables, books.

use std::path::Path;
use std::process::Output;

use super::{advice, interrupted_when, object, path_in, told};
use crate::stderr;

#[test]
fn a_tuning_tells_its_weights_and_goes_on() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = path_in(&dir, "weights.tune");
    let tune = "tune connect4 --eval three:1+pair:9 --nodes 60 --iterations 1000000 --blocks 2 --threads 2 --json";
    let args: Vec<&str> = tune.split(' ').chain(["--out", &file]).collect();
    let mut before = 0;
    for _ in 0..2 {
        let iterations = |output: &Output| told(output)["iterations"].as_u64().unwrap_or(0);
        let output = interrupted_when("-INT", &args, || true, |output| iterations(output) > before);
        let iterations = iterations(&output);
        assert!(object(&output)["tuned"].is_string());
        before = iterations;
        assert!(advice(&output).contains(&format!("{iterations} of 1000000 iterations are in ")));
    }
}

#[test]
fn data_for_networks_is_kept_and_gone_on_with() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = path_in(&dir, "data");
    let data = "learn data connect4 --nodes 30 --games 1000000 --threads 2 --json --out";
    let args: Vec<&str> = data.split(' ').chain([&*file]).collect();
    let mut before = 0;
    for _ in 0..2 {
        let games = |output: &Output| told(output)["games"].as_u64().unwrap_or(0);
        let output = interrupted_when("-INT", &args, || true, |output| games(output) > before);
        before = games(&output);
        let said = advice(&output);
        assert!(said.contains(" of 1,000,000 games are in ") && said.ends_with("the same command goes on"), "{said}");
    }
}

#[test]
fn a_search_for_settings_tells_what_was_tried_and_goes_on() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = path_in(&dir, "settings.tune");
    let tune = "tune settings connect4 --algo pvs --limits 2000 --until 1% --blocks 1000000 --threads 2 --out";
    let args: Vec<&str> = tune.split(' ').chain([&*file]).collect();
    let kept = || std::fs::metadata(&file).map_or(0, |file| file.len());
    let mut before = 0;
    for _ in 0..2 {
        let said = advice(&interrupted_when("-INT", &args, || kept() > before, |_| true));
        assert!(said.contains("settings.tune") && said.ends_with("the same command goes on"), "{said}");
        assert!(kept() > before);
        before = kept();
    }
}

#[test]
fn a_table_of_a_game_is_kept_in_part_and_gone_on_with() {
    let dir = tempfile::tempdir().expect("a directory");
    let (file, part) = (path_in(&dir, "solo"), path_in(&dir, "solo.part"));
    let args = ["table", "chinese-checkers", "--out", &file];
    for _ in 0..2 {
        let has_part = |output: &Output| stderr(output).contains("solo.part");
        let said = advice(&interrupted_when("-TERM", &args, || true, has_part));
        assert!(said.ends_with("the same command goes on"), "{said}");
        assert!(Path::new(&part).exists() && !Path::new(&file).exists());
    }
}

#[test]
fn an_opening_book_is_kept_in_part_and_gone_on_with() {
    let dir = tempfile::tempdir().expect("a directory");
    let (file, part) = (path_in(&dir, "opening"), path_in(&dir, "opening.part"));
    let make = "book make abalone --nodes 3000 --plies 200 --replies 20 --json --out";
    let args: Vec<&str> = make.split(' ').chain([&*file]).collect();
    let mut before = 0;
    for _ in 0..2 {
        let positions = |output: &Output| told(output)["positions"].as_u64().unwrap_or(0);
        let output = interrupted_when("-INT", &args, || true, |output| positions(output) > before);
        before = positions(&output);
        assert!(object(&output)["finished"] == false && Path::new(&part).exists() && !Path::new(&file).exists());
        let said = advice(&output);
        assert!(said.contains(&format!("interrupted: {before} position")), "{said}");
        assert!(said.ends_with("opening.part; the same command goes on"), "{said}");
    }
}
