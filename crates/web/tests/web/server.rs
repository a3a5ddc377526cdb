//! The server as a stranger meets it: over a socket, with whatever he sends.

use std::io::{Read, Write};
use std::time::Duration;

use crate::running::Running;
use melee_web::Config;
use serde_json::json;

#[test]
fn the_page_and_its_modules_are_served() {
    let server = Running::default();
    let page = server.get("/");
    assert_eq!(page.status, 200);
    assert!(page.head.contains("content-type: text/html"));
    assert!(page.body.contains("\"js/main.js\""));
    assert!(page.head.contains("content-security-policy: default-src 'self'"));
    let module = server.get("/js/board.js");
    assert!(module.head.contains("content-type: text/javascript"));
    let tag = module.head.lines().find_map(|line| line.strip_prefix("etag: "));
    // The head is in small letters here.
    let tag = tag.expect("a tag").replace("w/", "W/");
    let again = server.send("GET", "/js/board.js", &format!("If-None-Match: {tag}\r\n"), "");
    assert_eq!((again.status, again.body.as_str()), (304, ""));
}

#[test]
fn the_whole_page_is_smaller_than_550_kb() {
    let bytes = melee_web::asset_bytes();
    assert!(bytes < 550_000, "{bytes}");
}

#[test]
fn long_answers_are_compressed_for_whoever_takes_that() {
    let server = Running::default();
    let plain = server.get("/js/board.js");
    assert!(!plain.head.contains("content-encoding"));
    assert!(plain.head.contains("vary: accept-encoding"), "a cache must know: {}", plain.head);
    let refused = server.send("GET", "/js/board.js", "Accept-Encoding: gzip;q=0\r\n", "");
    assert_eq!(refused.body, plain.body);
    // What was compressed once is the same the next time.
    for _ in 0..2 {
        let mut stream = server.connect();
        let host = stream.peer_addr().expect("an address");
        let request = format!(
            "GET /js/board.js HTTP/1.1\r\nHost: {host}\r\nAccept-Encoding: br, gzip;q=0.8\r\nConnection: close\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).expect("sent");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("an end of the head");
        let head = String::from_utf8_lossy(&answer[..end]).to_lowercase();
        assert!(head.contains("content-encoding: gzip") && head.contains("vary: accept-encoding"), "{head}");
        // The bytes differ from those of the plain answer, so the tag that they share must be a weak one.
        assert!(head.contains("etag: w/\""), "{head}");
        let mut body = String::new();
        flate2::read::GzDecoder::new(&answer[end + 4..]).read_to_string(&mut body).expect("gzip");
        assert_eq!(body, plain.body);
        assert!(answer.len() - end < body.len() / 2, "{} of {}", answer.len() - end, body.len());
    }
    // Events arrive one by one, as they are.
    let events = server.send(
        "POST",
        "/api/think",
        "Content-Type: application/json\r\nAccept-Encoding: gzip\r\n",
        &crate::running::think("connect4", "pvs@d4"),
    );
    assert!(!events.head.contains("content-encoding"), "{}", events.head);
    assert_eq!(events.status, 200, "{}", events.body);
}

#[test]
fn a_position_that_is_only_looked_at_has_no_moves() {
    let server = Running::default();
    let body = json!({"place": {"game": "blokus"}, "still": true}).to_string();
    let view = server.post("/api/position", &body).json();
    assert_eq!([&view["moves"], &view["hands"]], [&json!([]), &json!([])]);
    assert_eq!(view["to_move"], 1);
}

#[test]
fn nothing_beside_the_page_is_served() {
    let server = Running::default();
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
    for method in ["POST", "PUT", "DELETE"] {
        assert_eq!(server.send(method, "/", "", "").status, 405, "{method}");
    }
    for path in ["/api/", "/api/nope"] {
        let answer = server.get(path);
        assert_eq!(answer.status, 404, "{path}");
        assert_eq!(answer.error(), format!("there is no {path}"));
    }
}

#[test]
fn requests_of_other_pages_are_not_obeyed() {
    let server = Running::default();
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
    assert_eq!(server.send("POST", "/api/position", &own, &body).status, 200);
    // A form of another page cannot send JSON; what it can send is not read.
    let form = server.send("POST", "/api/position", "Content-Type: text/plain\r\n", &body);
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
    let rebound = server.raw(b"GET /api/games HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    assert!(rebound.starts_with("HTTP/1.1 403"), "{rebound}");
    let nameless = server.raw(b"GET /api/games HTTP/1.0\r\n\r\n");
    assert!(nameless.starts_with("HTTP/1.0 403"), "{nameless}");
}

#[test]
fn garbage_gets_one_line_that_says_what_is_wrong() {
    let server = Running::default();
    let position = |body: &str| server.post("/api/position", body);
    for garbage in ["", "{", "null", "[]", "\u{0}\u{1}\u{2}", "{\"place\":7}", "{\"place\":{}}", "\"\""] {
        let answer = position(garbage);
        assert!((400..500).contains(&answer.status), "{garbage}: {}", answer.status);
        assert!(!answer.error().contains('\n'), "{garbage}");
    }
    let deep = "[".repeat(200_000);
    assert!((400..500).contains(&position(&deep).status));
}

#[test]
fn places_that_are_none_are_refused_by_name() {
    let server = Running::default();
    let position = |body: &str| server.post("/api/position", body);
    for (place, said) in [
        (json!({"game": "chess"}), "unknown game 'chess'"),
        (json!({"game": "connect4", "moves": ["9"]}), "move 1 of the list"),
        (json!({"game": "connect4", "moves": ["4", "x"]}), "move 2 of the list"),
        (json!({"game": "connect4", "size": "99x99"}), "size"),
        (json!({"game": "connect4", "players": 3}), "players"),
        (json!({"game": "billabong", "players": 9}), "2 to 4"),
        (json!({"game": "abalone", "start": "nowhere"}), "unknown start"),
        (json!({"game": "chess4", "pos": "R-0,0-"}), "chess4"),
        (json!({"game": "reversixt", "map": "no map"}), "reversixt"),
        (json!({"game": "connect4", "wings": "2"}), "no option --wings"),
        (json!({"game": "connect4", "size": 7}), "expected a string"),
        (json!({"game": "connect4", "moves": vec!["1"; 6_000]}), "at most 5000"),
    ] {
        let answer = position(&json!({"place": place}).to_string());
        let error = answer.error();
        assert!((400..500).contains(&answer.status), "{place}: {error}");
        assert!(error.contains(said), "{place}: {error}");
    }
}

#[test]
fn searches_that_cannot_be_are_refused_by_name() {
    let server = Running::default();
    let connect4 = json!({"game": "connect4"});
    let over = json!({"game": "connect4", "moves": ["1", "2", "1", "2", "1", "2", "1"]});
    for (place, seat, said) in [
        (&connect4, "deepblue", "unknown algorithm"),
        (&connect4, "pvs:tt=deep/900GiB", "memory"),
        (&connect4, "perfect:mib=1000000", "memory"),
        (&connect4, "pvs:wings=2", "no option 'wings'"),
        (&connect4, "pvs@-1", "'-1' is not a limit"),
        (&connect4, "pvs@n5000", "'n5000' is not a limit"),
        (&connect4, "pvs@d0", "'d0' is not a limit"),
        (&connect4, "human", "human is no algorithm"),
        (&connect4, "program:/bin/true@1s", "is no algorithm"),
        (&over, "pvs@1s", "over"),
        (&json!({"game": "abalone"}), "perfect", "unknown algorithm 'perfect'"),
        (&json!({"game": "chess4"}), "alphabeta@d1", "two players"),
    ] {
        let request = json!({"place": place, "seat": seat});
        let answer = server.post("/api/think", &request.to_string());
        let error = answer.error();
        assert!((400..500).contains(&answer.status), "{request}: {error}");
        assert!(error.contains(said), "{request}: {error}");
    }
    for (field, value) in [("hope", json!(1)), ("clock", json!({"left": -1})), ("session", json!("x".repeat(100)))] {
        let mut request = json!({"place": connect4, "seat": "pvs@1s"});
        request[field] = value;
        let answer = server.post("/api/think", &request.to_string());
        assert!((400..500).contains(&answer.status), "{field}");
        assert!(answer.error().contains(field), "{field}: {}", answer.error());
    }
    let unsolved = json!({"place": {"game": "abalone"}}).to_string();
    let error = server.post("/api/solve", &unsolved).error();
    assert!(error.contains("nobody solves this game"), "{error}");
    assert_eq!(server.get("/api/nothing").error(), "there is no /api/nothing");
    assert_eq!(server.get("/api/position").status, 405);
}

#[test]
fn searches_that_would_remember_too_many_nodes_are_refused() {
    let server = Running::default();
    for name in ["sss", "memsss", "mcts"] {
        let seat = format!("{name}:memory=99999999999@100");
        let request = json!({"place": {"game": "connect4"}, "seat": seat});
        let error = server.post("/api/think", &request.to_string()).error();
        assert!(error.contains("memory"), "{error}");
    }
}

#[test]
fn a_huge_body_is_refused_unread() {
    let server = Running::default();
    let huge = format!("{{\"place\":{{\"game\":\"{}\"}}}}", "x".repeat(5_000_000));
    let answer = server.post("/api/position", &huge);
    // The server may close while it is still being sent.
    assert!(answer.status == 413 || answer.status == 0, "{}", answer.status);
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
    let server = Running::default();
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
    let long = format!("GET /{} HTTP/1.1\r\nHost: localhost\r\n\r\n", "a".repeat(1_000_000));
    server.raw(long.as_bytes());
    assert_eq!(server.get("/").status, 200);
}

#[test]
fn mangled_requests_are_refused_or_answered_but_never_break_the_server() {
    let server = Running::start(Config { longest: Duration::from_millis(20), ..Config::default() });
    let sane = [
        (
            "/api/position",
            json!({"place": {"game": "chess4", "moves": ["h2h3", "b7c7"]}, "board": "0", "line": [{"player": 3, "move": "g13g12"}]}),
        ),
        ("/api/position", json!({"place": {"game": "billabong", "players": 3, "pos": "i2:1,x4|a14:0,x4|b3:0,x4 1"}})),
        (
            "/api/position",
            json!({"place": {"game": "abalone", "rules": "endless", "start": "belgian-daisy", "moves": ["A1B2"]}}),
        ),
        ("/api/position", json!({"place": {"game": "reversixt", "start": "specials", "moves": ["3,5"]}})),
        ("/api/position", json!({"place": {"game": "uniform", "pos": "n=4,b=3,seed=7"}})),
        (
            "/api/think",
            json!({"place": {"game": "connect4", "size": "6x5", "moves": ["4", "4"]}, "seat": "brs+:tt=deep/1MiB,killers=2@5ms", "clock": {"left": 9, "increment": 1}, "session": "x"}),
        ),
        ("/api/import", json!({"place": {"game": "chess4"}, "text": "1. h2-h3 .. b7-c7 .. g13-g12 .. m8-l8"})),
        ("/api/review", json!({"place": {"game": "connect4", "size": "4x4", "moves": ["1", "2", "3"]}})),
    ];
    // A number generator that needs nothing (Lehmer).
    let mut state: u64 = 42;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % below
    };
    let pieces = ["0", "9", "-1", "1e9", "\"", "{", "]", ",", ":", "null", "4", "|", "x", "é", "  "];
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
