//! Engines that are kept from move to move.

use std::io::Write;

use crate::running::Running;
use serde_json::{Value, json};

fn request(session: &str, moves: &[&str], seat: &str) -> String {
    let place = json!({"game": "connect4", "moves": moves});
    json!({"place": place, "seat": seat, "session": session}).to_string()
}

fn nodes(server: &Running, session: &str, moves: &[&str]) -> u64 {
    let request = request(session, moves, "alphabeta:tt=deep/1MiB@d9");
    let done = server.post("/api/think", &request).event("done");
    done["nodes"].as_u64().expect("nodes")
}

fn kept(server: &Running) -> Value {
    server.get("/api/load").json()["engines"].clone()
}

#[test]
fn the_second_move_of_a_game_is_searched_by_the_same_engine() {
    let server = Running::default();
    let first = nodes(&server, "one", &[]);
    assert_eq!(kept(&server), 1);
    let second = nodes(&server, "one", &["4", "4"]);
    // The engine of another game knows nothing yet: it needs more nodes for the same moves.
    assert!(second < nodes(&server, "two", &["4", "4"]));
    assert_eq!(nodes(&server, "three", &[]), first);
    assert!(nodes(&server, "one", &[]) < first / 10, "all of it is known");
    assert_eq!(kept(&server), 3);
}

#[test]
fn opponents_of_one_game_have_engines_of_their_own() {
    let server = Running::default();
    nodes(&server, "one", &[]);
    let fresh = nodes(&server, "other", &["4"]);
    assert_eq!(nodes(&server, "one", &["4"]), fresh);
    assert_eq!(kept(&server), 3);
}

#[test]
fn without_a_session_nothing_is_kept_and_with_many_only_the_last() {
    let server = Running::default();
    let bare = json!({"place": {"game": "connect4"}, "seat": "pvs:best@100"}).to_string();
    server.post("/api/think", &bare).event("done");
    assert_eq!(kept(&server), 0);
    for session in ["a", "b", "c", "d", "e", "f"] {
        let request = request(session, &[], "pvs:tt=deep/200MiB@100");
        server.post("/api/think", &request).event("done");
    }
    let load = server.get("/api/load").json();
    assert_eq!((&load["engines"], &load["engine_bytes"]), (&json!(2), &json!(400 << 20)));
}

#[test]
fn an_engine_whose_search_was_broken_off_is_given_back() {
    let server = Running::default();
    let body = request("one", &[], "pvs:best@100s");
    let (host, length) = (server.address, body.len());
    let mut stream = server.connect();
    write!(
        stream,
        "POST /api/think HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    )
    .expect("sent");
    server.wait_for_load((1, 0));
    assert_eq!(kept(&server), 0, "it is at work");
    drop(stream);
    server.wait_for_load((0, 0));
    assert_eq!(kept(&server), 1);
}

#[test]
fn the_solver_is_kept_for_the_session() {
    let server = Running::default();
    for moves in [json!(["3"]), json!(["3", "3"])] {
        let place = json!({"game": "connect4", "size": "5x4", "moves": moves});
        let request = json!({"place": place, "session": "one"}).to_string();
        server.post("/api/review", &request).event("done");
        server.post("/api/solve", &request).event("done");
    }
    assert_eq!(kept(&server), 2, "one for each player");
}
