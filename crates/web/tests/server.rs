//! The server as a stranger meets it: over a socket, with whatever he sends.

mod running;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use melee_web::Config;
use running::Running;
use serde_json::{Value, json};

fn server() -> Running {
    Running::start(Config::default())
}

fn think(game: &str, algo: &str, limit: &Value) -> String {
    json!({"place": {"game": game}, "algo": algo, "limit": limit}).to_string()
}

#[test]
fn the_page_and_its_modules_are_served() {
    let server = server();
    let page = server.get("/");
    assert_eq!(page.status, 200);
    assert!(page.head.contains("content-type: text/html"));
    assert!(page.body.contains("/js/main.js"));
    assert!(
        page.head
            .contains("content-security-policy: default-src 'self'")
    );
    let module = server.get("/js/board.js");
    assert!(module.head.contains("content-type: text/javascript"));
    let tag = module
        .head
        .lines()
        .find_map(|line| line.strip_prefix("etag: "));
    let tag = tag.expect("a tag").to_string();
    let again = server.send(
        "GET",
        "/js/board.js",
        &format!("If-None-Match: {tag}\r\n"),
        "",
    );
    assert_eq!((again.status, again.body.as_str()), (304, ""));
}

#[test]
fn the_whole_page_is_smaller_than_500_kb() {
    let bytes = melee_web::asset_bytes();
    assert!(bytes < 500_000, "{bytes}");
}

#[test]
fn nothing_beside_the_page_is_served() {
    let server = server();
    for path in [
        "/Cargo.toml",
        "/../Cargo.toml",
        "/js/../../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/js/..%5c..%5cCargo.toml",
        "//etc/passwd",
        "/etc/passwd",
        "/js",
        "/js/",
        "/index.html/",
        "/js/main.js%00.html",
        "/.git/config",
    ] {
        let answer = server.get(path);
        assert_eq!(answer.status, 404, "{path}");
        assert_eq!(answer.body, "not found\n", "{path}");
    }
    // Without the first slash it is no request at all.
    let answer = server.send("GET", "../../etc/passwd", "", "");
    assert_eq!(answer.status, 400);
}

#[test]
fn requests_of_other_pages_are_not_obeyed() {
    let server = server();
    let body = json!({"place": {"game": "connect4"}}).to_string();
    let json_type = "Content-Type: application/json\r\n";
    let refused = |headers: &str| {
        let headers = format!("{json_type}{headers}");
        let answer = server.send("POST", "/api/position", &headers, &body);
        assert_eq!(answer.status, 403, "{headers}");
        assert!(!answer.head.contains("access-control-allow"), "{headers}");
    };
    refused("Origin: http://evil.example\r\n");
    refused("Origin: null\r\n");
    refused("Origin: http://127.0.0.1:1\r\n");
    refused(&format!("Origin: https://{}\r\n", server.address));
    refused("Sec-Fetch-Site: cross-site\r\n");
    refused("Sec-Fetch-Site: same-site\r\n");
    let own = format!("{json_type}Origin: http://{}\r\n", server.address);
    assert_eq!(
        server.send("POST", "/api/position", &own, &body).status,
        200
    );
    // A form of another page cannot send JSON; what it can send is not read.
    let form = server.send(
        "POST",
        "/api/position",
        "Content-Type: text/plain\r\n",
        &body,
    );
    assert_eq!(form.status, 415);
    // No permission is given to a browser that asks for it first.
    let asked = server.send(
        "OPTIONS",
        "/api/position",
        "Origin: http://evil.example\r\nAccess-Control-Request-Method: POST\r\n",
        "",
    );
    assert_eq!(asked.status, 403);
    // A name that resolves to this machine is not this machine.
    let rebound =
        server.raw(b"GET /api/games HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    assert!(rebound.starts_with("HTTP/1.1 403"), "{rebound}");
    let nameless = server.raw(b"GET /api/games HTTP/1.0\r\n\r\n");
    assert!(nameless.starts_with("HTTP/1.0 403"), "{nameless}");
}

#[test]
fn garbage_gets_one_line_that_says_what_is_wrong() {
    let server = server();
    let position = |body: &str| server.post("/api/position", body);
    for garbage in [
        "",
        "{",
        "null",
        "[]",
        "\u{0}\u{1}\u{2}",
        "{\"place\":7}",
        "{\"place\":{}}",
        "\"\"",
    ] {
        let answer = position(garbage);
        assert!(
            (400..500).contains(&answer.status),
            "{garbage}: {}",
            answer.status
        );
        assert!(!answer.error().contains('\n'), "{garbage}");
    }
    let deep = "[".repeat(200_000);
    assert!((400..500).contains(&position(&deep).status));
}

#[test]
fn places_that_are_none_are_refused_by_name() {
    let server = server();
    let position = |body: &str| server.post("/api/position", body);
    for (place, said) in [
        (json!({"game": "chess"}), "unknown game 'chess'"),
        (
            json!({"game": "connect4", "moves": ["9"]}),
            "move 1 of the list",
        ),
        (
            json!({"game": "connect4", "moves": ["4", "x"]}),
            "move 2 of the list",
        ),
        (json!({"game": "connect4", "size": "99x99"}), "size"),
        (json!({"game": "connect4", "players": 3}), "players"),
        (json!({"game": "billabong", "players": 9}), "2 to 4"),
        (
            json!({"game": "abalone", "start": "nowhere"}),
            "unknown start",
        ),
        (json!({"game": "chess4", "pos": "R-0,0-"}), "chess4"),
        (json!({"game": "reversixt", "map": "no map"}), "reversixt"),
        (json!({"game": "connect4", "wings": 2}), "wings"),
        (
            json!({"game": "connect4", "moves": vec!["1"; 6_000]}),
            "at most 5000",
        ),
    ] {
        let answer = position(&json!({"place": place}).to_string());
        let error = answer.error();
        assert!((400..500).contains(&answer.status), "{place}: {error}");
        assert!(error.contains(said), "{place}: {error}");
    }
}

#[test]
fn searches_that_cannot_be_are_refused_by_name() {
    let server = server();
    for (request, said) in [
        (
            json!({"place": {"game": "connect4"}, "algo": "deepblue"}),
            "unknown algorithm",
        ),
        (
            json!({"place": {"game": "connect4"}, "algo": "pvs:tt=deep/900GiB"}),
            "memory",
        ),
        (
            json!({"place": {"game": "connect4"}, "algo": "sss:memory=99999999999"}),
            "memory",
        ),
        (
            json!({"place": {"game": "connect4"}, "algo": "mcts:memory=99999999999"}),
            "memory",
        ),
        (
            json!({"place": {"game": "connect4"}, "algo": "pvs", "limit": {"time": -1}}),
            "time",
        ),
        (
            json!({"place": {"game": "connect4"}, "algo": "pvs", "limit": {"hope": 1}}),
            "hope",
        ),
        (
            json!({"place": {"game": "connect4", "moves": ["1", "2", "1", "2", "1", "2", "1"]}, "algo": "pvs"}),
            "over",
        ),
        (
            json!({"place": {"game": "abalone"}, "algo": "perfect"}),
            "only connect4",
        ),
    ] {
        let answer = server.post("/api/think", &request.to_string());
        let error = answer.error();
        assert!((400..500).contains(&answer.status), "{request}: {error}");
        assert!(error.contains(said), "{request}: {error}");
    }
    // What only the search finds out comes as an event.
    let answer = server.post(
        "/api/think",
        &think("chess4", "alphabeta", &json!({"depth": 1})),
    );
    let error = answer.event("error")["error"].to_string();
    assert!(error.contains("two players"), "{error}");
    let zero = server.post(
        "/api/think",
        &think("connect4", "pvs", &json!({"depth": 0})),
    );
    assert!(zero.event("error")["error"].to_string().contains("depth 0"));
    assert_eq!(
        server.get("/api/nothing").error(),
        "there is no /api/nothing"
    );
    assert_eq!(server.get("/api/position").status, 405);
    assert_eq!(server.send("DELETE", "/", "", "").status, 200);
}

#[test]
fn a_huge_body_is_refused_unread() {
    let server = server();
    let huge = format!("{{\"place\":{{\"game\":\"{}\"}}}}", "x".repeat(5_000_000));
    let answer = server.post("/api/position", &huge);
    // The server may close while it is still being sent.
    assert!(
        answer.status == 413 || answer.status == 0,
        "{}",
        answer.status
    );
    // One that only says that it will be huge is not waited for.
    let host = server.address;
    let mut stream = server.connect();
    let head = format!(
        "POST /api/position HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).expect("sent");
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).expect("an answer");
    assert_eq!(&answer, b"HTTP/1.1 413");
    assert_eq!(server.get("/").status, 200);
}

#[test]
fn bytes_that_are_no_request_do_no_harm() {
    let server = server();
    for bytes in [
        &b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"[..],
        b"GET",
        b"GET / HTTP/9.9\r\n\r\n",
        b"\r\n\r\n\r\n\r\n",
        &[0xff; 4096],
        b"POST /api/position HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ] {
        let mut stream = server.connect();
        let _ = stream.write_all(bytes);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let _ = stream.read_to_end(&mut Vec::new());
    }
    let long = format!(
        "GET /{} HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "a".repeat(1_000_000)
    );
    server.raw(long.as_bytes());
    assert_eq!(server.get("/").status, 200);
}

#[test]
fn positions_of_every_game_can_be_drawn_and_played() {
    let server = server();
    for game in melee_arena::game_names() {
        let mut moves: Vec<String> = Vec::new();
        let mut key = Value::Null;
        for ply in 0..12 {
            let body = json!({"place": {"game": game, "moves": moves}, "board": key});
            let view = server.post("/api/position", &body.to_string()).json();
            assert_eq!(
                view["board"]["cells"].is_array(),
                ply == 0,
                "{game}: sent once"
            );
            key = view["board"]["key"].clone();
            assert_eq!(view["plies"].as_array().map(Vec::len), Some(ply), "{game}");
            let legal = view["moves"].as_array().expect("moves");
            let mv = &legal[legal.len() * 2 / 3]["move"];
            moves.push(mv.as_str().expect("a move").to_string());
        }
    }
}

#[test]
fn a_line_of_a_search_that_skips_players_can_be_shown() {
    let server = server();
    let body = json!({
        "place": {"game": "billabong", "players": 3},
        "line": [{"player": 1, "move": "i1"}, {"player": 3, "move": "i2"}, {"player": 1, "move": "i3"}],
    });
    let view = server.post("/api/position", &body.to_string()).json();
    assert_eq!(view["pieces"].as_array().map(Vec::len), Some(3));
    assert_eq!(view["to_move"], 2);
    assert_eq!(view["moves"], json!([]));
    let wrong = json!({"place": {"game": "billabong"}, "line": [{"player": 9, "move": "i1"}]});
    assert!(
        server
            .post("/api/position", &wrong.to_string())
            .error()
            .contains("player 9")
    );
}

#[test]
fn records_come_back_as_they_went() {
    let server = server();
    for (game, moves) in [
        ("connect4", vec!["4", "4", "3"]),
        ("chess4", vec!["h2h3", "b7c7", "g13g12", "m8l8"]),
        ("billabong", vec!["i1", "i2", "i3"]),
    ] {
        let place = json!({"game": game, "moves": moves});
        let out = server
            .post("/api/export", &json!({"place": place}).to_string())
            .json();
        assert!(
            out["svg"]
                .as_str()
                .is_some_and(|svg| svg.starts_with("<svg"))
        );
        for text in ["record", "moves"] {
            let body = json!({"place": {"game": game}, "text": out[text]});
            let read = server.post("/api/import", &body.to_string()).json();
            assert_eq!(read["place"]["moves"], json!(moves), "{game} by its {text}");
        }
        let body = json!({"place": {"game": game}, "text": out["pos"]});
        let read = server.post("/api/import", &body.to_string()).json()["place"].clone();
        let view = server
            .post("/api/position", &json!({"place": read}).to_string())
            .json();
        assert_eq!(view["pos"], out["pos"], "{game} by its position");
    }
    let illegal = json!({"place": {"game": "connect4"}, "text": "4 4 9 1"});
    let read = server.post("/api/import", &illegal.to_string()).json();
    assert_eq!(read["place"]["moves"], json!(["4", "4"]));
    assert!(
        read["problem"]
            .as_str()
            .is_some_and(|problem| problem.contains("move 3"))
    );
    let endless = ["A1B1", "I9H9", "B1A1", "H9I9"].repeat(8_000).join(" ");
    let request = json!({"place": {"game": "abalone", "rules": "endless"}, "text": endless});
    let read = server.post("/api/import", &request.to_string()).json();
    assert_eq!(read["place"]["moves"].as_array().map(Vec::len), Some(5_000));
    assert!(
        read["problem"]
            .as_str()
            .is_some_and(|problem| problem.contains("too long"))
    );
    let nonsense = json!({"place": {"game": "abalone"}, "text": "to be or not to be"});
    assert_eq!(
        server.post("/api/import", &nonsense.to_string()).status,
        400
    );
}

#[test]
fn a_search_tells_what_it_finds() {
    let server = server();
    let answer = server.post(
        "/api/think",
        &think("connect4", "pvs:best", &json!({"nodes": 20_000})),
    );
    assert!(answer.head.contains("content-type: text/event-stream"));
    let done = answer.event("done");
    assert!(done["nodes"].as_u64().is_some_and(|nodes| nodes <= 20_000));
    assert_eq!(done["best_move"], done["line"][0]["move"]);
    let again = server.post(
        "/api/think",
        &think("connect4", "pvs:best", &json!({"nodes": 20_000})),
    );
    let mut again = again.event("done");
    again["seconds"] = done["seconds"].clone();
    assert_eq!(again, done, "the same question, the same answer");
    let many = server.post(
        "/api/think",
        &think("billabong", "maxn", &json!({"depth": 2})),
    );
    assert_eq!(
        many.event("done")["values"].as_array().map(Vec::len),
        Some(2)
    );
}

#[test]
fn the_perfect_opponent_is_the_solver() {
    let server = server();
    // A small board is solved at once: 5x4 is a draw.
    let place = json!({"game": "connect4", "size": "5x4"});
    let request = json!({"place": place, "algo": "perfect"}).to_string();
    let done = server.post("/api/think", &request).event("done");
    assert_eq!(
        (&done["value"], &done["proven"]),
        (&json!(0), &json!("draw"))
    );
    let solved = server
        .post("/api/solve", &json!({"place": place}).to_string())
        .event("done");
    assert_eq!(solved["score"], 0);
    let columns: Vec<i64> = solved["columns"]
        .as_array()
        .expect("columns")
        .iter()
        .map(|v| v.as_i64().expect("open"))
        .collect();
    assert_eq!(columns.iter().max(), Some(&0));
    assert_eq!(columns[0], columns[4], "the board is symmetric");
    // 3, 3, 2, 2 lets the first player have three in a row with both ends open.
    let game = json!({"game": "connect4", "size": "5x4", "moves": ["3", "3", "2", "2", "4"]});
    let request = json!({"place": game}).to_string();
    let review = server.post("/api/review", &request).event("done");
    let plies = review["plies"].as_array().expect("plies");
    assert_eq!((plies.len(), &review["first"]), (5, &json!(1)));
    let verdicts: Vec<bool> = plies.iter().map(|ply| ply["perfect"] == true).collect();
    assert_eq!(
        verdicts[3..],
        [false, true],
        "the fourth move loses, the fifth wins"
    );
    let perfect = &review["perfect"];
    assert_eq!((&perfect[0][1], &perfect[1][1]), (&json!(3), &json!(2)));
}

#[test]
fn a_search_keeps_to_the_longest_time() {
    let server = Running::start(Config {
        longest: Duration::from_millis(300),
        ..Config::default()
    });
    for request in [
        think("abalone", "alphabeta", &json!({"depth": 40})),
        think("chess4", "maxn:best", &json!({})),
        think("connect4", "perfect", &json!({})),
    ] {
        let answer = server.post("/api/think", &request);
        // A search answers with what it has, the solver that it has nothing.
        if !answer.body.contains("event: error") {
            answer.event("done");
        }
        server.wait_for_load((0, 0));
    }
}

#[test]
fn of_a_thousand_searches_the_queue_takes_what_it_holds() {
    let server = Running::start(Config {
        workers: 2,
        queue: 8,
        ..Config::default()
    });
    let request = think("abalone", "pvs", &json!({"time": 100_000}));
    let host = server.address;
    let head = format!(
        "POST /api/think HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{request}",
        request.len()
    );
    let streams: Vec<TcpStream> = (0..1_000)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(head.as_bytes()).expect("sent");
            stream
        })
        .collect();
    let mut statuses = [0, 0];
    for mut stream in &streams {
        let mut status = [0; 12];
        stream.read_exact(&mut status).expect("an answer");
        match &status {
            b"HTTP/1.1 200" => statuses[0] += 1,
            b"HTTP/1.1 429" => statuses[1] += 1,
            other => panic!("{}", String::from_utf8_lossy(other)),
        }
    }
    assert_eq!(statuses, [10, 990]);
    assert_eq!(server.load(), (2, 8));
    // The refusal says why.
    let refused = server.post("/api/think", &request);
    assert_eq!(refused.status, 429);
    assert!(refused.error().contains("too many searches"));
    // All go away: so do their searches.
    drop(streams);
    server.wait_for_load((0, 0));
}

#[test]
fn a_client_that_goes_away_stops_its_search() {
    let server = Running::start(Config {
        workers: 1,
        queue: 4,
        ..Config::default()
    });
    for request in [
        think("chess4", "paranoid", &json!({"time": 100_000})),
        think("reversixt", "mcts", &json!({"time": 100_000})),
        json!({"place": {"game": "connect4"}, "algo": "perfect"}).to_string(),
    ] {
        let host = server.address;
        let head = format!(
            "POST /api/think HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{request}",
            request.len()
        );
        let mut stream = server.connect();
        stream.write_all(head.as_bytes()).expect("sent");
        server.wait_for_load((1, 0));
        let mut waiting = server.connect();
        waiting.write_all(head.as_bytes()).expect("sent");
        server.wait_for_load((1, 1));
        drop(waiting);
        server.wait_for_load((1, 0));
        drop(stream);
        server.wait_for_load((0, 0));
    }
}

#[test]
fn mangled_requests_are_refused_or_answered_but_never_break_the_server() {
    let server = Running::start(Config {
        longest: Duration::from_millis(20),
        ..Config::default()
    });
    let sane = [
        (
            "/api/position",
            json!({"place": {"game": "chess4", "moves": ["h2h3", "b7c7"]}, "board": "0", "line": [{"player": 3, "move": "g13g12"}]}),
        ),
        (
            "/api/position",
            json!({"place": {"game": "billabong", "players": 3, "pos": "i2:1,x4|a14:0,x4|b3:0,x4 1"}}),
        ),
        (
            "/api/position",
            json!({"place": {"game": "abalone", "rules": "endless", "start": "belgian-daisy", "moves": ["A1B2"]}}),
        ),
        (
            "/api/position",
            json!({"place": {"game": "reversixt", "start": "specials", "moves": ["3,5"]}}),
        ),
        (
            "/api/position",
            json!({"place": {"game": "uniform", "pos": "n=4,b=3,seed=7"}}),
        ),
        (
            "/api/think",
            json!({"place": {"game": "connect4", "size": "6x5", "moves": ["4", "4"]}, "algo": "brs+:tt=deep/1MiB,killers=2", "limit": {"time": 5, "clock": {"left": 9, "increment": 1}}}),
        ),
        (
            "/api/import",
            json!({"place": {"game": "chess4"}, "text": "1. h2-h3 .. b7-c7 .. g13-g12 .. m8-l8"}),
        ),
        (
            "/api/review",
            json!({"place": {"game": "connect4", "size": "4x4", "moves": ["1", "2", "3"]}}),
        ),
    ];
    // A number generator that needs nothing (Lehmer).
    let mut state: u64 = 42;
    let mut random = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize % below
    };
    let pieces = [
        "0", "9", "-1", "1e9", "\"", "{", "]", ",", ":", "null", "4", "|", "x", "é", "  ",
    ];
    for round in 0..600 {
        let (path, request) = &sane[round % sane.len()];
        let mut text: Vec<char> = request.to_string().chars().collect();
        for _ in 0..=random(3) {
            let at = random(text.len());
            let end = (at + random(4)).min(text.len());
            let piece = pieces[random(pieces.len())];
            text.splice(at..end, piece.chars());
        }
        let text: String = text.into_iter().collect();
        let answer = server.post(path, &text);
        let is_known = [200, 400, 415, 422].contains(&answer.status);
        assert!(is_known, "{path} {text}: {} {}", answer.status, answer.body);
        assert!(!answer.body.contains("error inside melee"), "{path} {text}");
    }
}
