//! What was wrong once and must not come back.

use crate::{json, melee_with_input, refusal, stdout};

/// It played in `play` and in the page, and was unknown everywhere else.
#[test]
fn perfect_is_a_player_like_others() {
    let search = ["search", "connect4", "--size", "5x4", "--algo", "perfect", "--json"];
    let found = json(&search);
    assert_eq!(found["proven"], "draw");
    let line_up = ["--algo", "perfect", "--algo", "random", "--games", "4"];
    let played = json(&[&["match", "connect4", "--size", "6x4", "--json"], &line_up[..]].concat());
    assert_eq!(played["algorithms"][0]["name"], "perfect");
    assert!(played["algorithms"][0]["share"].as_f64() >= Some(0.5), "{played}");
    let engine = ["engine", "connect4", "--size", "5x4", "--algo", "perfect"];
    let said = stdout(&melee_with_input(&engine, "position startpos moves 1 1 2 2 3\ngo depth 1\n"));
    assert!(said.ends_with("bestmove 4\n"), "{said}");
    let tree = refusal(&["tree", "connect4", "--algo", "perfect"]);
    assert!(tree.ends_with("perfect keeps no tree to be looked at"), "{tree}");
}

/// `position startpos` was the Standard start whatever `--start` said.
#[test]
fn startpos_is_the_start_that_was_asked_for() {
    let engine = ["engine", "abalone", "--start", "belgian-daisy"];
    let said = stdout(&melee_with_input(&engine, "d\nposition startpos\nd\nuginewgame\nd\n"));
    let daisy = "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0 0\n";
    assert_eq!(said, daisy.repeat(3));
}

/// A player of one game was part of the general catalogue, and failed with its evaluation.
#[test]
fn a_named_player_belongs_to_its_game() {
    let why = refusal(&["search", "connect4", "--algo", "aiba", "--depth", "2"]);
    let known = "connect4: unknown algorithm 'aiba'; known: random, greedy";
    assert!(why.contains(known) && why.contains("scott") && why.ends_with("best"), "{why}");
    assert!(!why.contains("aiba-mc"), "{why}");
    let abalone = json(&["search", "abalone", "--algo", "aiba", "--depth", "1", "--json"]);
    assert_eq!(abalone["depth"], 1);
}

#[test]
fn who_ends_by_himself_needs_no_limit() {
    for algorithm in ["random", "greedy"] {
        json(&["search", "connect4", "--algo", algorithm, "--json"]);
    }
    let result = json(&["match", "connect4", "--algo", "random", "--algo", "greedy", "--json"]);
    assert_eq!(result["games"], 2);
}

#[test]
fn one_text_for_seats_everywhere() {
    let search = |algo: &str| json(&["search", "connect4", "--algo", algo, "--json"]);
    assert_eq!(search("alphabeta@d3")["depth"], 3);
    assert_eq!(search("pvs:best@1234")["nodes"], 1234);
    assert_eq!(search("pvs:best@1234")["algorithm"], "pvs:best");
    let tree = json(&["tree", "connect4", "--algo", "alphabeta@d1", "--json"]);
    assert_eq!(tree["nodes"], 8);
    let tune = "tune connect4 --eval pear --algo alphabeta@1s";
    let tune: Vec<&str> = tune.split_whitespace().collect();
    assert!(refusal(&tune).contains("expected --nodes or --depth"));
    let seats = ["--seat", "alphabeta@d2", "--seat", "alphabeta@x"];
    let play = refusal(&[&["play", "connect4"], &seats[..]].concat());
    assert!(play.contains("--seat alphabeta@x: 'x' is not a limit"), "{play}");
    assert!(refusal(&["search", "connect4", "--algo", "human"]).contains("expected an algorithm"));
    assert!(refusal(&["engine", "connect4", "--algo", "pvs@5"]).contains("sets the limits"));
}

/// An option of one game is refused by another, whoever reads it first.
#[test]
fn options_of_other_games_are_refused() {
    for option in [["--rules", "modern"], ["--map", "/no/such/file"]] {
        let why = refusal(&[&["moves", "connect4"], &option[..]].concat());
        assert!(why.contains(&format!("the game has no option {}", option[0])), "{why}");
    }
}
