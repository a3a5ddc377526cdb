//! Search trees and matches over the JSON interface, with good requests and bad ones.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use crate::running::Running;
use melee_arena::tournament::Store;
use melee_web::Config;
use serde_json::{Value, json};
use tempfile::TempDir;

/// A server with a directory of its own for matches.
struct MatchServer {
    server: Running,
    directory: TempDir,
}

impl MatchServer {
    fn open() -> Self {
        Self::on(tempfile::tempdir().expect("a directory"))
    }

    fn on(directory: TempDir) -> Self {
        let server = Running::start(Config { matches: directory.path().join("matches"), ..Config::default() });
        MatchServer { server, directory }
    }

    /// Ends the server in the middle of whatever it does, and starts another one on the same stores.
    fn restart(self, name: &str) -> Self {
        let MatchServer { server, directory } = self;
        drop(server);
        // The old one may still be writing: it lets go of the store when its games are broken off.
        let store = directory.path().join(format!("matches/{name}.db"));
        let begin = Instant::now();
        loop {
            let plan = Store::read(&store).and_then(|store| store.plan()).expect("a store");
            match Store::open(&store, &plan) {
                Ok(_) => return Self::on(directory),
                Err(error) => assert!(begin.elapsed() < Duration::from_secs(60), "{error}"),
            }
            thread::sleep(Duration::from_millis(10));
        }
    }

    fn stores(&self) -> PathBuf {
        self.directory.path().join("matches")
    }

    fn get(&self, path: &str) -> (u16, Value) {
        let answer = self.server.get(path);
        let value = serde_json::from_str(&answer.body);
        (answer.status, value.unwrap_or(Value::String(answer.body)))
    }

    fn send(&self, path: &str, body: &str) -> (u16, Value) {
        let answer = self.server.post(path, body);
        let value = serde_json::from_str(&answer.body);
        (answer.status, value.unwrap_or(Value::String(answer.body)))
    }

    fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        self.send(path, &body.to_string())
    }

    /// Waits until a match is no longer played; returns how it stands.
    fn wait(&self, name: &str) -> Value {
        let begin = Instant::now();
        loop {
            let (status, detail) = self.get(&format!("/api/matches/{name}"));
            assert_eq!(status, 200, "{detail}");
            if detail["running"] == false {
                return detail;
            }
            assert!(begin.elapsed() < Duration::from_secs(120), "{detail}");
            thread::sleep(Duration::from_millis(20));
        }
    }
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().expect("a list")
}

fn is_refused(status: u16) -> bool {
    (400..500).contains(&status)
}

fn tree_request(place: &Value, algo: &str, depth: u32) -> Value {
    json!({"place": place, "seat": format!("{algo}@d{depth}")})
}

#[test]
fn a_tree_is_that_of_the_search_and_its_positions_can_be_shown() {
    let web = MatchServer::open();
    let place = json!({"game": "uniform", "pos": "n=4,b=3,seed=7"});
    let (status, tree) = web.post("/api/tree", &tree_request(&place, "brs+", 5));
    assert_eq!(status, 200, "{tree}");
    let nodes = list(&tree["tree"]);
    assert_eq!(json!(nodes.len()), tree["nodes"]);
    assert_eq!(nodes[0]["value"], tree["value"]);
    assert_eq!(nodes[0]["layer"], "max");
    assert!(nodes.iter().any(|n| n["bmom"] == true));
    assert!(nodes.iter().any(|n| !list(&n["cut"]).is_empty()));
    let deep = nodes.iter().rposition(|n| n["ply"] == 5).expect("a leaf");
    let mut line = Vec::new();
    let mut at = Some(deep);
    while let Some(i) = at {
        if nodes[i]["move"].is_string() {
            line.insert(0, json!({"player": nodes[i]["player"], "move": nodes[i]["move"]}));
        }
        at = nodes[i]["parent"].as_u64().map(|p| p as usize);
    }
    assert_eq!(line.len(), 5);
    let (status, view) = web.post("/api/position", &json!({"place": place, "line": line}));
    assert_eq!(status, 200, "{view}");
}

#[test]
fn every_algorithm_has_a_tree_for_every_game_it_plays() {
    let web = MatchServer::open();
    let (_, known) = web.get("/api/algorithms");
    let (_, games) = web.get("/api/games");
    let mut drawn = 0;
    for algorithm in list(&known["algorithms"]) {
        let name = algorithm["name"].as_str().expect("a name");
        if algorithm["exact"] == true {
            let small = json!({"game": "connect4", "size": "4x4"});
            let (status, refusal) = web.post("/api/tree", &tree_request(&small, name, 1));
            assert_eq!(status, 400);
            assert!(refusal["error"].to_string().contains("keeps no tree"), "{refusal}");
            continue;
        }
        let spec = match name {
            "brs(s,m)" => "brs(2,C-2)".to_string(),
            "opps(n,a,b)" => "opps(1,8,2)".to_string(),
            "mc" | "mcts" => format!("{name}:playouts=3"),
            name => name.to_string(),
        };
        for game in list(&games) {
            let place = json!({"game": game["name"]});
            let (status, tree) = web.post("/api/tree", &tree_request(&place, &spec, 1));
            let refused = tree["error"].as_str().unwrap_or_default();
            if refused.contains("is for two players") {
                assert_eq!(status, 400);
                continue;
            }
            assert_eq!(status, 200, "{spec} on {}: {tree}", game["name"]);
            assert!(!list(&tree["tree"]).is_empty());
            drawn += 1;
        }
    }
    assert!(drawn > 60, "{drawn}");
}

#[test]
fn bad_trees_are_refused_with_a_line() {
    let web = MatchServer::open();
    let place = json!({"game": "connect4"});
    let with_nodes = |nodes: u32| json!({"place": place, "seat": "alphabeta@d2", "nodes": nodes});
    for (body, expected) in [
        (tree_request(&place, "alphabeta", 0), "'d0' is not a limit"),
        (tree_request(&place, "alphabeta", 61), "depth 61"),
        (tree_request(&place, "nonsense", 2), "unknown algorithm"),
        (tree_request(&place, "alphabeta:tt=deep/999GiB", 2), "more memory"),
        (tree_request(&json!({"game": "chess4"}), "sss", 2), "two players"),
        (tree_request(&json!({"game": "../etc"}), "sss", 2), "unknown game"),
        (with_nodes(0), "0 nodes"),
        (with_nodes(5001), "5001 nodes"),
        (json!({"place": place, "seat": "alphabeta@300"}), "needs a depth"),
        (json!({"place": place, "seat": "alphabeta@d2", "more": 1}), "more"),
    ] {
        let (status, answer) = web.post("/api/tree", &body);
        assert!(is_refused(status), "{body}: {status}");
        let message = answer["error"].as_str().unwrap_or_default();
        assert!(message.contains(expected), "{body}: {answer}");
    }
    for garbage in ["", "{", "null", "[]", "\"\"", "{\"place\":7}", "\u{0}\u{1}"] {
        let (status, answer) = web.send("/api/tree", garbage);
        assert!(is_refused(status), "{garbage}: {status}");
        assert!(answer["error"].is_string(), "{garbage}: {answer}");
    }
    let chess = json!({"game": "chess4"});
    let (status, tree) = web.post("/api/tree", &tree_request(&chess, "paranoid", 9));
    assert_eq!((status, &tree["cut_short"]), (200, &json!(true)));
    assert_eq!(list(&tree["tree"]).len(), 5000);
}

fn new_match(name: &str, games: u64) -> Value {
    json!({
        "name": name, "place": {"game": "connect4", "size": "5x4"}, "games": games, "seed": 3,
        "entrants": ["alphabeta@d2", "random@d1"],
    })
}

#[test]
fn a_match_is_played_stored_resumed_and_browsed() {
    let web = MatchServer::open();
    let (_, none) = web.get("/api/matches");
    assert_eq!(none, json!({"running": null, "matches": []}));
    assert!(!web.stores().exists(), "made only when it is needed");
    let (status, started) = web.post("/api/matches", &new_match("first", 6));
    assert_eq!(status, 201, "{started}");
    let detail = web.wait("first");
    assert_eq!(detail["standings"]["games"], 6);
    assert_eq!(detail["names"], json!(["alphabeta", "random"]));
    let shares = list(&detail["standings"]["algorithms"]).iter();
    let sum: f64 = shares.map(|a| a["share"].as_f64().expect("a number")).sum();
    assert!((sum - 1.0).abs() < 1e-9);
    assert_eq!(list(&detail["history"]).last().expect("some")["games"], 6);
    let (_, games) = web.post("/api/matches/first/games", &json!({"from": 4}));
    assert_eq!(games["total"], 6);
    assert_eq!(list(&games["games"]).len(), 2);
    let (status, game) = web.get("/api/matches/first/games/5");
    assert_eq!(status, 200);
    let (_, view) = web.post("/api/position", &json!({"place": game["place"]}));
    assert_eq!(view["outcome"]["points"], game["game"]["points"]);
    assert!(!list(&game["records"]).is_empty());
    assert_eq!(web.get("/api/matches").1["matches"][0]["games"], 6);
    // A name once taken stays taken; resuming goes on where it ended.
    let (status, answer) = web.post("/api/matches", &new_match("first", 6));
    assert_eq!(status, 409, "{answer}");
    let (status, _) = web.post("/api/matches/first/resume", &json!({"games": 8}));
    assert_eq!(status, 200);
    assert_eq!(web.wait("first")["standings"]["games"], 8);
    let (_, again) = web.get("/api/matches/first/games/5");
    assert_eq!(again["game"]["moves"], game["game"]["moves"]);
}

/// A match that does not end by itself while a test looks.
fn endless(name: &str) -> Value {
    json!({
        "name": name, "place": {"game": "chess4"}, "games": 100_000, "threads": 1,
        "entrants": ["brs+@300", "paranoid@300"],
    })
}

#[test]
fn one_match_at_a_time_which_is_watched_and_stops_when_asked() {
    let web = MatchServer::open();
    assert_eq!(web.post("/api/matches", &endless("long")).0, 201);
    let (status, answer) = web.post("/api/matches", &new_match("other", 2));
    assert_eq!(status, 409);
    let message = answer["error"].as_str().expect("a line");
    assert!(message.contains("match 'long' is running"), "{message}");
    assert!(!web.stores().join("other.db").exists());
    let mut stream = web.server.connect();
    let host = web.server.address;
    write!(stream, "GET /api/matches/long/live HTTP/1.1\r\nHost: {host}\r\n\r\n").expect("sent");
    let mut seen = String::new();
    let mut buffer = vec![0; 65536];
    while !seen.contains("\"pieces\"") {
        let read = stream.read(&mut buffer).expect("news");
        assert!(read > 0, "{seen}");
        seen.push_str(&String::from_utf8_lossy(&buffer[..read]));
    }
    assert!(seen.contains("event: standings") && seen.contains("event: boards"));
    drop(stream);
    assert_eq!(web.post("/api/matches/long/stop", &json!({})).0, 200);
    let detail = web.wait("long");
    assert_eq!(detail["failure"], Value::Null, "{detail}");
    // What was broken off is not among the games, so it will be played.
    let (_, games) = web.post("/api/matches/long/games", &json!({}));
    for game in list(&games["games"]) {
        assert_eq!(game["failure"], Value::Null);
    }
    assert_eq!(web.post("/api/matches/long/stop", &json!({})).0, 409);
    assert_eq!(web.get("/api/matches/long/live").0, 409);
    assert_eq!(web.post("/api/matches", &new_match("other", 2)).0, 201);
    web.wait("other");
}

#[test]
fn a_match_that_was_played_goes_on_when_the_server_is_started_anew() {
    let web = MatchServer::open();
    assert_eq!(web.post("/api/matches", &endless("long")).0, 201);
    let web = web.restart("long");
    // The first question waits until it is known what is played.
    let (_, detail) = web.get("/api/matches/long");
    assert_eq!((&detail["running"], &detail["target"]), (&json!(true), &json!(100_000)));
    // Whoever stops it wants no more of it.
    assert_eq!(web.post("/api/matches/long/stop", &json!({})).0, 200);
    assert_eq!(web.wait("long")["target"], Value::Null);
    let web = web.restart("long");
    let (_, detail) = web.get("/api/matches/long");
    assert_eq!((&detail["running"], &detail["target"]), (&json!(false), &Value::Null));
}

/// Once the match went on in half of the cases: whoever ended the server was taken for whoever had it stopped.
#[test]
fn a_match_that_was_stopped_stays_so_even_if_the_server_ends_at_once() {
    let web = MatchServer::open();
    let slow = json!({
        "name": "slow", "place": {"game": "chess4"}, "games": 5_000, "threads": 1,
        "entrants": ["maxn@20s", "paranoid@20s"],
    });
    assert_eq!(web.post("/api/matches", &slow).0, 201);
    assert_eq!(web.post("/api/matches/slow/stop", &json!({})).0, 200);
    let web = web.restart("slow");
    let (_, detail) = web.get("/api/matches/slow");
    assert_eq!((&detail["running"], &detail["target"]), (&json!(false), &Value::Null));
}

/// A store may come from elsewhere, and be resumed with more games at a time.
#[test]
fn what_the_machine_cannot_bear_is_not_resumed_either() {
    let web = MatchServer::open();
    let plan = |entrants: &[&str], game: &str| melee_arena::tournament::MatchPlan {
        game: game.to_string(),
        options: melee::GameOptions::default(),
        starts: Vec::new(),
        random_plies: 2,
        entrants: entrants.iter().map(|seat| seat.parse().expect("a seat")).collect(),
        ply_cap: 300,
        by_processor: false,
        seed: 1,
    };
    std::fs::create_dir_all(web.stores()).expect("a directory");
    for (name, plan, expected) in [
        ("tables", plan(&["brs+:tt=deep/250MiB@100"; 9], "chess4"), "at most 2048 MiB in all"),
        ("table", plan(&["brs+:tt=deep/1GiB@100", "random"], "chess4"), "more memory"),
        ("nodes", plan(&["alphabeta@9000000000", "random"], "connect4"), "nodes a move"),
        ("time", plan(&["alphabeta@20min", "random"], "connect4"), "seconds"),
        ("depth", plan(&["alphabeta@d30", "random"], "connect4"), "a depth alone may take for ever"),
    ] {
        let path = web.stores().join(format!("{name}.db"));
        drop(melee_arena::tournament::Store::open(&path, &plan).expect("a store"));
        let (status, answer) = web.post(&format!("/api/matches/{name}/resume"), &json!({"games": 2}));
        assert_eq!(status, 400, "{name}: {answer}");
        assert!(answer["error"].as_str().is_some_and(|line| line.contains(expected)), "{name}: {answer}");
    }
}

#[test]
fn a_match_without_games_has_tables_with_a_head() {
    let web = MatchServer::open();
    let slow = json!({
        "name": "slow", "place": {"game": "chess4"}, "games": 50, "threads": 1, "entrants": ["maxn@20s", "paranoid@20s"],
    });
    assert_eq!(web.post("/api/matches", &slow).0, 201);
    let file = |name: &str| web.server.get(&format!("/api/matches/slow/export/{name}")).body;
    let games = file("games.csv");
    assert!(games.starts_with("game,block,") && games.contains("seat4_nodes") && games.lines().count() == 1, "{games}");
    assert_eq!(file("moves.csv"), "game,ply,seat,algorithm,move,value,depth,nodes,micros\n");
    assert_eq!(web.post("/api/matches/slow/stop", &json!({})).0, 200);
    web.wait("slow");
}

#[test]
fn a_match_is_taken_away_in_files() {
    let web = MatchServer::open();
    let entrants = json!(["alphabeta@d2", "random@d1", "alphabeta@50"]);
    let mut request = new_match("three", 6);
    request["entrants"] = entrants;
    assert_eq!(web.post("/api/matches", &request).0, 201);
    let detail = web.wait("three");
    assert_eq!((&detail["block"], &detail["standings"]["games"]), (&json!(6), &json!(6)));
    assert_eq!(list(&detail["standings"]["meetings"]).len(), 3, "each against each");
    let file = |name: &str| web.server.get(&format!("/api/matches/three/export/{name}"));
    let games = file("games.csv");
    assert!(games.head.contains("attachment; filename=\"three-games.csv\""), "{}", games.head);
    assert_eq!(games.body.lines().count(), 7);
    let (_, listed) = web.post("/api/matches/three/games", &json!({}));
    let plies: u64 = list(&listed["games"]).iter().map(|game| game["plies"].as_u64().expect("a number")).sum();
    // Two random plies a game are nobody's.
    assert_eq!(file("moves.csv").body.lines().count() as u64, 1 + plies - 12);
    let standings = file("standings.json").json();
    assert_eq!((&standings["games"], &standings["game"]), (&json!(6), &json!("connect4")));
    assert_eq!(standings["algorithms"], detail["standings"]["algorithms"]);
    let records = file("records.tar.gz");
    assert!(records.status == 200 && records.head.contains("content-type: application/gzip"));
    let mut archive = Vec::new();
    flate2::read::GzDecoder::new(&records.bytes[..]).read_to_end(&mut archive).expect("whole");
    // A head and the moves for each of six games, and the end.
    assert_eq!(archive.len(), (2 * 6 + 2) * 512);
    let start = melee::open("connect4").expect("a game").start();
    for game in list(&listed["games"]) {
        let number = game["number"].as_u64().expect("a number") as usize;
        let [head, text] = [0, 512].map(|at| &archive[1024 * number + at..][..512]);
        assert!(head.starts_with(format!("game-{:04}.", number + 1).as_bytes()), "{number}");
        let text = String::from_utf8_lossy(text);
        let record = text.trim_end_matches('\0');
        let record = start.read_record(record).expect("a record");
        assert_eq!(record.moves.len() as u64, game["plies"].as_u64().expect("a number"));
    }
    let (status, answer) = web.get("/api/matches/three/export/games.xls");
    assert_eq!(status, 400);
    assert!(answer["error"].as_str().is_some_and(|line| line.contains("games.csv")), "{answer}");
    let (status, answer) = web.get("/api/matches/none/export/games.csv");
    assert_eq!(status, 404);
    assert_eq!(answer["error"], "there is no match 'none'");
}

#[test]
fn hostile_names_reach_no_file() {
    let web = MatchServer::open();
    let outside = web.directory.path().join("outside.db");
    std::fs::write(&outside, "not a store").expect("written");
    let long = "x".repeat(100_000);
    for name in [
        "../outside",
        "..%2foutside",
        "%2e%2e%2foutside",
        "..\\outside",
        "/etc/passwd",
        "a.db",
        ".",
        "..",
        "",
        "con/x",
        "a b",
        "a\u{0}b",
        "ä",
        &long,
    ] {
        let mut request = new_match("x", 2);
        request["name"] = json!(name);
        let (status, answer) = web.post("/api/matches", &request);
        assert!(is_refused(status), "{name:.40}: {status} {answer}");
    }
    for path in [
        "/api/matches/..%2foutside",
        "/api/matches/%2e%2e%2foutside/games/0",
        "/api/matches/../outside",
        "/api/matches/outside",
        "/api/matches/a%00b",
        "/api/matches/%ff%fe",
        "/api/matches//",
        "/api/matches/nothing/games/0",
        "/api/matches/nothing/games/x",
        "/api/matches/nothing/live",
    ] {
        let (status, answer) = web.get(path);
        assert!(is_refused(status), "{path}: {status} {answer}");
    }
    let untouched = std::fs::read_to_string(&outside).expect("there");
    assert_eq!(untouched, "not a store");
    assert!(!web.stores().exists(), "nothing was made");
}

#[test]
fn bad_matches_are_refused_with_a_line() {
    let web = MatchServer::open();
    let with = |field: &str, value: Value| {
        let mut request = new_match("bad", 2);
        request[field] = value;
        request
    };
    let random = json!("random@d1");
    let against = |entrant: &str| with("entrants", json!([entrant, random]));
    for (request, expected) in [
        (with("games", json!(0)), "0 games"),
        (with("games", json!(1_000_000_000)), "1000000000 games"),
        (with("games", json!(-1)), "games"),
        (with("ply_cap", json!(0)), "ply_cap 0: expected 1 to"),
        (with("threads", json!(0)), "at least one"),
        (with("entrants", json!([])), "at least two"),
        (with("entrants", json!([random])), "at least two"),
        (with("entrants", json!(vec![random.clone(); 500])), "at most 16"),
        (against("alphabeta"), "limit"),
        (against("alphabeta@n5"), "'n5' is not a limit"),
        (against("human"), "human is no algorithm"),
        (against("program:/bin/sh -c true@5"), "is no algorithm"),
        (against("alphabeta@1440min"), "at most"),
        (against("alphabeta@9000000000"), "at most"),
        (against("alphabeta:tt=deep/8GiB@d2"), "memory"),
        (with("place", json!({"game": "nothing"})), "unknown game"),
        (with("place", json!({"game": "connect4", "moves": ["4"]})), "named start"),
        (with("place", json!({"game": "abalone", "start": "nowhere"})), "unknown start"),
        (with("more", json!(1)), "more"),
    ] {
        let (status, answer) = web.post("/api/matches", &request);
        assert!(is_refused(status), "{request}: {status} {answer}");
        let message = answer["error"].as_str().unwrap_or_default();
        assert!(message.contains(expected), "{request}: {answer}");
    }
    for garbage in ["", "{", "null", "[1,2]"] {
        let (status, answer) = web.send("/api/matches", garbage);
        assert!(is_refused(status) && answer["error"].is_string(), "{answer}");
    }
    let huge = format!("{{\"name\":\"{}\"}}", "x".repeat(2 << 20));
    let (status, _) = web.send("/api/matches", &huge);
    assert!(matches!(status, 0 | 413), "{status}");
    assert_eq!(web.get("/api/matches").1["matches"], json!([]));
}

/// A file that the page did not make.
fn put(directory: &Path, name: &str, bytes: &[u8]) {
    std::fs::create_dir_all(directory).expect("made");
    std::fs::write(directory.join(name), bytes).expect("written");
}

#[test]
fn files_that_are_no_stores_do_no_harm() {
    let web = MatchServer::open();
    put(&web.stores(), "broken.db", &[b'x'; 5000]);
    put(&web.stores(), "empty.db", b"");
    put(&web.stores(), "notes.txt", b"hello");
    let (status, all) = web.get("/api/matches");
    assert_eq!(status, 200);
    let names: Vec<_> = list(&all["matches"]).iter().map(|m| m["name"].clone()).collect();
    assert_eq!(names, ["broken", "empty"]);
    assert!(all["matches"][0]["error"].is_string());
    for name in ["broken", "empty", "notes"] {
        let (status, answer) = web.get(&format!("/api/matches/{name}"));
        assert!(is_refused(status), "{name}: {status} {answer}");
        let (status, _) = web.post(&format!("/api/matches/{name}/resume"), &json!({"games": 2}));
        assert!(is_refused(status), "{name}");
    }
}
