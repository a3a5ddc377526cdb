//! `ReversiXT` on the command line: maps, positions, records, and a game over the network.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::{json, melee, stderr, stdout};

/// The refusal of a map file with this text.
fn map_refusal(dir: &Path, text: &[u8]) -> String {
    let file = dir.join("a.map");
    std::fs::write(&file, text).expect("written");
    let output = melee(&["show", "reversixt", "--map", file.to_str().expect("UTF-8")]);
    assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
    let message = stderr(&output);
    assert_eq!(message.lines().count(), 1, "{message}");
    message
}

#[test]
fn malformed_maps_are_refused_with_line_and_column() {
    let dir = tempfile::tempdir().expect("a directory");
    for (text, expected) in [
        (&b""[..], "line 1, column 1: the map ends here"),
        (b"2\n0\n0 0\n0 0\n", "line 4, column 1: '0' is not the height"),
        (b"2\n0\n0 0\n1 2\n1 3\n", "line 5, column 3: stone 3, but there are 2 players"),
        (b"2\n0\n0 0\n1 2\n1\n", "expected the tile of row 0, column 1"),
        (b"2\n0\n0 0\n1 2\n1 2 hello", "line 5, column 5: 'hello' after the last tile"),
        (b"2\n0\n0 0\n1 2\n1 -\n0 0 0 <-> 1 0 0", "line 6, column 11: a transition cannot begin"),
        (
            b"2\n0\n0 0\n1 2\n1 2\n0 0 0 <-> 1 0 0\n0 0 0 <-> 1 0 1",
            "line 7, column 1: tile 0,0 has a transition in direction 0 already",
        ),
        (b"2\n0\n0 0\n1 2\n1 \xff\n", "line 5, column 3"),
    ] {
        let message = map_refusal(dir.path(), text);
        assert!(message.contains(expected), "{message}");
    }
    let huge = dir.path().join("huge.map");
    std::fs::File::create(&huge).and_then(|file| file.set_len(2 << 30)).expect("a sparse file");
    let output = melee(&["show", "reversixt", "--map", huge.to_str().expect("UTF-8")]);
    assert!(stderr(&output).contains("expected at most 16777216 bytes"));
}

#[test]
fn positions_and_moves_that_are_none() {
    let refusal = |args: &[&str]| {
        let output = melee(&[&["moves", "reversixt"], args].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        stderr(&output)
    };
    assert!(refusal(&["--start", "nowhere"]).contains("known: classic, specials"));
    assert!(refusal(&["--players", "5"]).contains("no shipped map for 5 players"));
    assert!(refusal(&["--start", "four", "--players", "3"]).contains("has 4 players"));
    assert!(refusal(&["--pos", "12/21"]).contains("'' where o= was expected"));
    assert!(
        refusal(&["--pos", "12/2 o=0,0 b=0,0 r=0 phase=1 turn=1 last=2 out=- t=-"])
            .contains("row 1 has 1 columns, expected 2")
    );
    assert!(
        refusal(&["--pos", "12/21 o=0,0 b=0,0 r=0 phase=1 turn=1 last=2 out=- t=-"])
            .contains("turn=1: this player cannot move")
    );
    assert!(refusal(&["--moves", "0,0"]).contains("player 1 captures nothing there"));
    assert!(refusal(&["--moves", "3,3"]).contains("has no override stone"));
    assert!(refusal(&["--moves", "9,9"]).contains("a column from 0 to 7"));
    assert!(refusal(&["--moves", "3,2,4"]).contains("expected x,y"));
    assert!(refusal(&["--moves", "dq:3"]).contains("is no move"));
}

#[test]
fn positions_round_trip_and_searches_run_on_them() {
    let moves = json(&["moves", "reversixt", "--start", "islands", "--json"]);
    let position = moves["position"].as_str().expect("a position");
    let again = json(&["moves", "reversixt", "--pos", position, "--json"]);
    assert_eq!(moves, again);
    let found = json(&["search", "reversixt", "--start", "four", "--algo", "maxn", "--depth", "2", "--json"]);
    assert_eq!(found["values"].as_array().map(Vec::len), Some(4));
    let perft = json(&["perft", "reversixt", "--depth", "6", "--json"]);
    assert_eq!(perft["nodes"], 8200);
}

#[test]
fn random_maps_are_the_same_for_a_seed_and_can_be_drawn() {
    let dir = tempfile::tempdir().expect("a directory");
    let make = |seed: &str| {
        let args = ["reversixt", "map", "--players", "8", "--size", "30x30", "--seed", seed];
        stdout(&melee(&args))
    };
    let map = make("1");
    assert_eq!(map, make("1"));
    assert_ne!(map, make("2"));
    let (file, svg) = (dir.path().join("a.map"), dir.path().join("a.svg"));
    std::fs::write(&file, &map).expect("written");
    let (file, picture) = (file.to_str().expect("UTF-8"), svg.to_str().expect("UTF-8"));
    let output = melee(&["show", "reversixt", "--map", file, "--svg", picture]);
    assert!(output.status.success(), "{}", stderr(&output));
    let svg = std::fs::read_to_string(&svg).expect("a picture");
    let transitions = map.lines().filter(|line| line.contains("<->")).count();
    assert_eq!(svg.matches("stroke=\"#b00020\"").count(), transitions);
    let small = melee(&["reversixt", "map", "--players", "8", "--size", "5x5"]);
    assert_eq!(small.status.code(), Some(2));
}

/// A server and two clients as programs: the server's record replays to the same result.
#[test]
fn a_game_over_the_network_is_recorded_and_replays() {
    let dir = tempfile::tempdir().expect("a directory");
    let records = dir.path().to_str().expect("UTF-8");
    let program = assert_cmd::cargo::cargo_bin("melee");
    let server_args =
        ["reversixt", "server", "--map", "specials", "-p", "0", "--time", "30s", "--records", records, "--json"];
    let mut server = Command::new(&program)
        .args(server_args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut log = BufReader::new(server.stderr.take().expect("piped")).lines();
    let first = log.next().expect("a line").expect("UTF-8");
    let port = first.rsplit(':').next().expect("a port").to_string();
    // Somebody has to read what the server tells.
    let listener = std::thread::spawn(move || log.count());
    let client = |group: &str, algo: &str| {
        Command::new(&program)
            .args(["reversixt", "client", "-p", &port, "-g", group, "--algo", algo, "-q"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("it runs")
    };
    let clients = [client("6", "alphabeta:depth=2"), client("7", "greedy")];
    for client in clients {
        let output = client.wait_with_output().expect("it ends");
        assert!(output.status.success());
        assert!(stdout(&output).starts_with("game 1: rank "));
    }
    let output = server.wait_with_output().expect("it ends");
    listener.join().expect("no panic");
    let text = stdout(&output);
    let game: serde_json::Value = serde_json::from_str(text.lines().next().expect("a line")).expect("JSON");
    let record = dir.path().join("game-0001.txt");
    let record = record.to_str().expect("UTF-8");
    let replayed = json(&["replay", "reversixt", "--start", "specials", record, "--json"]);
    assert_eq!(replayed["outcome"]["ranks"], game["ranks"]);
    assert_eq!(replayed["plies"], game["plies"]);
}
