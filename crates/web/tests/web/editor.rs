//! Boards that are set up by hand, over the JSON interface.

use serde_json::{Value, json};

use crate::running::{Running, games};

#[test]
fn a_board_set_up_by_hand_is_played_from() {
    let server = Running::default();
    let request = json!({
        "place": {"game": "connect4", "size": "5x4"},
        "pieces": [[15, 1, "x"], [16, 2, "o"], [10, 1, "x"]], "to_move": 2,
    });
    let answer = server.post("/api/setup", &request.to_string()).json();
    assert_eq!(answer["place"]["size"], "5x4", "the rules stay");
    let view = server.post("/api/position", &json!({"place": answer["place"]}).to_string()).json();
    assert_eq!((&view["to_move"], &view["pos"]), (&json!(2), &answer["pos"]));
    assert_eq!(view["pieces"].as_array().map(Vec::len), Some(3));
}

/// The text of such a board does not say whether two, three or four play.
#[test]
fn as_many_play_from_a_text_as_before() {
    let server = Running::default();
    let place = json!({"game": "blokus", "players": 2});
    let view = server.post("/api/position", &json!({"place": place}).to_string()).json();
    let import = json!({"place": place, "text": view["pos"]}).to_string();
    let setup = json!({"place": place, "pieces": [], "to_move": 2}).to_string();
    for (path, request) in [("/api/import", import), ("/api/setup", setup)] {
        let there = server.post(path, &request).json();
        let view = server.post("/api/position", &json!({"place": there["place"]}).to_string()).json();
        assert_eq!(view["players"], 2, "{path}: {there}");
    }
}

#[test]
fn what_is_no_board_is_refused_in_a_line() {
    let server = Running::default();
    let place = json!({"game": "connect4"});
    let with = |pieces: Value, to_move: usize| json!({"place": place, "pieces": pieces, "to_move": to_move});
    for (request, expected) in [
        (with(json!([[0, 1, "x"]]), 1), "floats"),
        (with(json!([[99, 1, "x"]]), 1), "cell 99: the board has 42"),
        (with(json!([[41, 3, "x"]]), 1), "player 3: there are 2"),
        (with(json!([[41, 1, "q"]]), 1), "'q' is no piece"),
        (with(json!([[41, 1, "x"], [41, 2, "o"]]), 1), "two pieces on cell 41"),
        (with(json!([]), 0), "to_move 0"),
        (with(json!([]), 3), "player 3"),
        (with(json!([[41, 1, "xx"]]), 1), "character"),
        (json!({"place": {"game": "uniform"}, "pieces": [], "to_move": 1}), "not set up by hand"),
    ] {
        let answer = server.post("/api/setup", &request.to_string());
        assert!(answer.status >= 400 && answer.status < 500, "{request}: {}", answer.status);
        assert!(answer.error().contains(expected), "{request}: {}", answer.error());
    }
}

#[test]
fn every_game_that_is_played_has_a_kit() {
    let server = Running::default();
    for game in games() {
        let about = melee::Registry::standard().game(game).expect("known");
        let answer = server.post("/api/kit", &json!({"place": {"game": game}}).to_string()).json();
        let kit = answer["kit"].as_array().expect("a list");
        assert_eq!(kit.is_empty(), about.description.is_study, "{game}");
    }
}
