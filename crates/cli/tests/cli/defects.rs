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

/// Six balls of sixteen were told as a draw.
#[test]
fn balls_that_are_sure_prove_no_draw() {
    let sure = ["search", "rolit", "--size", "4x4", "--algo", "alphabeta:eval=sure", "--depth", "12"];
    let found = json(&[&sure[..], &["--json"]].concat());
    assert_eq!((&found["value"], &found["proven"]), (&6.into(), &serde_json::Value::Null));
    assert!(crate::done(&sure).contains("value      +6\n"));
    let first = json(&["search", "rolit", "--size", "4x4", "--algo", "alphabeta", "--depth", "12", "--json"]);
    assert!(first["proven"].is_string(), "who is first is proven: {first}");
}

/// A record names its board; one had to name it again.
#[test]
fn a_record_says_of_which_board_it_is() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("duo.blksgf");
    std::fs::write(&file, "(;GM[Blokus Duo];B[e8,d9,e9,f9,e10];W[j5])").expect("written");
    let file = file.to_str().expect("UTF-8");
    assert_eq!(json(&["replay", "blokus", file, "--json"])["plies"], 2);
    let review = json(&["review", "blokus", file, "--algo", "alphabeta@d1", "--json"]);
    assert_eq!(review["moves"], 2);
    let other = refusal(&["replay", "blokus", "--start", "classic", file]);
    assert!(other.ends_with("line 1: a game of Blokus Duo, expected Blokus"), "{other}");
}

/// A start that is for others was unknown.
#[test]
fn a_start_for_other_numbers_of_players_is_told_as_that() {
    let why = refusal(&["show", "rolit", "--players", "4", "--start", "othello"]);
    assert_eq!(why, "melee: rolit: the start 'othello' is for 2 players, not for 4");
    assert!(refusal(&["show", "rolit", "--start", "middle"]).contains("unknown start 'middle'; known: box, othello"));
}

/// What is in hand, captured or scored cannot be seen on a board of text.
#[test]
fn boards_of_text_tell_what_is_counted() {
    let duo = crate::done(&["show", "blokus", "--start", "duo", "--moves", "e8,d9,e9,f9,e10"]);
    assert!(duo.contains("\npieces in hand: blue 20, yellow 21\nsquares in hand: blue 84, yellow 89\n"), "{duo}");
    let focus = crate::done(&["show", "focus", "--players", "4"]);
    assert!(focus.contains("in reserve: ") && focus.contains("captured: "), "{focus}");
}

#[test]
fn one_of_something_is_no_plural() {
    let told = crate::done(&["match", "connect4", "--algo", "random", "--algo", "greedy", "--random-plies", "1"]);
    assert!(told.contains("\n2 games, 1 whole block, mean length "), "{told}");
    assert!(told.contains("\n1 random ply before each game\n"), "{told}");
}

/// They were printed as bare millionths, such as `+523000`.
#[test]
fn means_of_random_games_are_told_as_points() {
    let search = |algo: &str| crate::done(&["search", "connect4", "--pos", "112233", "--algo", algo, "--lines", "2"]);
    let plain = search("mcts:playouts=200");
    assert!(plain.contains("value      1.000 points\n"), "{plain}");
    let proven = search("mcts:playouts=200,solver=on");
    assert!(proven.contains("value      win in 1 ply\n"), "{proven}");
    let args = ["search", "connect4", "--pos", "112233", "--algo", "mcts:playouts=200,solver=on", "--json"];
    let report = json(&args);
    assert_eq!(
        (&report["value"], &report["are_points"], &report["complete"]),
        (&1_000_000.into(), &true.into(), &true.into())
    );
    assert_eq!(report["proven"], "win");
    let whole = json(&["search", "connect4", "--pos", "112233", "--algo", "alphabeta", "--depth", "2", "--json"]);
    assert_eq!(whole["are_points"], false);
}
