//! Playing in the terminal.

use crate::{json, melee, melee_with_input, stdout};

fn human_against(opponent: &str, input: &str) -> String {
    let args = ["play", "connect4", "--seat", "human", "--seat", opponent, "--depth", "4"];
    let output = melee_with_input(&args, input);
    assert!(output.status.success());
    stdout(&output)
}

#[test]
fn mistakes_are_forgiven_and_moves_can_be_taken_back() {
    let text = human_against("alphabeta", "help\nx\n9\n4\nundo\nundo\nrecord\nmoves\n3\nrecord\nquit\n");
    assert!(text.contains("take back your last move"));
    assert!(text.contains("'x' is no column"));
    assert!(text.contains("'9' is no column"));
    assert!(text.contains("There is nothing to take back."));
    assert!(text.contains("player 2, alphabeta:best, plays"));
    assert!(text.contains("depth  4"), "the engine's thinking is shown");
    assert!(text.lines().any(|l| l.contains("[1 2 3 4 5 6 7]: 3 ")), "{text}");
    assert!(text.ends_with("Good bye.\n"));
}

#[test]
fn the_end_of_the_input_is_a_good_bye() {
    assert!(human_against("random", "4\n").ends_with("Good bye.\n"));
}

#[test]
fn a_hint_is_a_legal_move() {
    let text = human_against("random", "hint\n");
    let hint = text.split("hint: ").nth(1).expect("a hint");
    assert!(hint.starts_with(|c| ('1'..='7').contains(&c)), "{hint}");
}

#[test]
fn two_people_finish_a_game() {
    let args = ["play", "connect4", "--seat", "human", "--seat", "human"];
    let text = stdout(&melee_with_input(&args, "1\n2\n1\n2\n1\n2\n1\n"));
    assert!(text.contains("The game is over: player 1 has won.\n"), "{text}");
}

#[test]
fn engines_play_each_other_by_name() {
    let args = ["play", "connect4", "--seat", "maximilian", "--seat", "greedy"];
    let text = stdout(&melee(&args));
    assert!(text.contains("The game is over: "), "{text}");
}

#[test]
fn a_finished_game_can_be_taken_back_and_garbage_is_only_a_bad_move() {
    let args = ["play", "connect4", "--seat", "human", "--seat", "human"];
    let text = stdout(&melee_with_input(&args, "1\n2\n1\n2\n1\n2\n1\nUNDO\n3\n\u{fffd}\nQuit\n"));
    assert!(text.contains("The game is over"), "{text}");
    assert!(text.ends_with("Good bye.\n"), "{text}");
}

#[test]
fn named_players_play_as_they_are() {
    let args = ["play", "connect4", "--seat", "human", "--seat", "maximilian"];
    let text = stdout(&melee_with_input(&args, "4\n"));
    assert!(text.contains("player 2, maximilian, plays"), "{text}");
    assert!(text.contains("depth  5"), "his own depth: {text}");
}

/// Whatever limit the others have: a level is its limit.
#[test]
fn levels_of_the_page_have_their_names_at_the_table() {
    let help = stdout(&melee(&["play", "--help"]));
    for level in melee::core::levels::LEVELS {
        assert!(help.contains(level), "{level}");
    }
    let text = human_against("novice", "4\n");
    assert!(text.contains("player 2, novice, plays"), "{text}");
    let standings = json(&["match", "connect4", "--algo", "casual", "--algo", "beginner", "--games", "2", "--json"]);
    let names = [0, 1].map(|i| standings["algorithms"][i]["name"].as_str().map(str::to_string));
    let levels = melee::open("connect4").expect("known").description().levels(2);
    let who = |seat: &String| seat.rsplit_once('@').map(|(who, _)| who.to_string());
    assert_eq!(names, [who(&levels[2]), who(&levels[0])], "a match tells and keeps what a level is");
}

#[test]
fn a_name_that_is_no_level_and_a_level_that_is_changed_are_refused_in_a_line() {
    let refused = |who: &str| {
        let output = melee(&["play", "connect4", "--seat", "human", "--seat", who]);
        assert_eq!(output.status.code(), Some(2), "{who}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(said.lines().count(), 1, "{said}");
        said
    };
    let unknown = refused("begginer");
    assert!(unknown.contains("unknown algorithm 'begginer'") && unknown.contains("levels: beginner, "), "{unknown}");
    assert!(unknown.ends_with("; a person: human\n"), "{unknown}");
    for changed in ["novice@5s", "novice:killers=2"] {
        assert!(refused(changed).contains(&format!("{changed}: a level has neither options nor a limit")));
    }
}

#[test]
fn moves_are_taken_as_they_are_listed() {
    let seats = ["--seat", "human", "--seat", "human"];
    let args = [&["play", "abalone"], &seats[..]].concat();
    // In lower case A3B3 would be read as PlayStrategy's notation, where it is no move.
    let text = stdout(&melee_with_input(&args, "A3B3\nI7H7\nRecord\nquit\n"));
    assert!(text.contains("A3B3 I7H7\n"), "{text}");
}

#[test]
fn a_hint_comes_in_time_whoever_plays() {
    let args = ["play", "connect4", "--seat", "human", "--seat", "maximilian"];
    let output = melee_with_input(&args, "hint\nquit\n");
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).contains("hint: 4"));
}

#[test]
fn engines_have_a_clock_for_the_whole_game() {
    let seats = ["--seat", "alphabeta", "--seat", "human"];
    let args = [&["play", "connect4", "--clock", "2s"], &seats[..]].concat();
    let output = melee_with_input(&args, "quit\n");
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).contains(" s left)"), "{}", stdout(&output));
    let long = ["play", "connect4", "--clock", "1s+1000000000000000000s"];
    let seats = ["--seat", "random", "--seat", "human"];
    let output = melee_with_input(&[&long[..], &seats[..]].concat(), "quit\n");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_depth_holds_for_players_with_their_own() {
    let search = ["search", "connect4", "--algo", "scott", "--json", "--depth"];
    let depth = |n: &str| json(&[&search[..], &[n]].concat())["depth"].clone();
    assert_eq!(depth("2"), 2);
    assert_eq!(depth("20"), 9);
}
