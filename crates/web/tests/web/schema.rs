//! The description of the interface is what the server does.

use crate::running::{Running, games};
use serde_json::{Value, json};

/// Checks a value against the part of JSON Schema that the description uses.
fn check(doc: &Value, schema: &Value, value: &Value, at: &str) {
    if let Some(name) = schema["$ref"].as_str() {
        let target = name.strip_prefix('#').and_then(|path| doc.pointer(path));
        let target = target.unwrap_or_else(|| panic!("{name} is described"));
        return check(doc, target, value, at);
    }
    if let Some(any) = schema["anyOf"].as_array() {
        let fits = any.iter().any(|one| one["type"] == "null" && value.is_null());
        if !fits {
            check(doc, &any[any.len() - 1], value, at);
        }
        return;
    }
    if let Some(known) = schema["enum"].as_array() {
        assert!(known.contains(value), "{at}: {value}");
        return;
    }
    let of_type = |name: &Value| match name.as_str() {
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        Some("null") => value.is_null(),
        _ => panic!("{at}: type {name}"),
    };
    let fits = match &schema["type"] {
        Value::Array(types) => types.iter().any(of_type),
        one => of_type(one),
    };
    assert!(fits, "{at} is not {}: {value}", schema["type"]);
    if let Some(items) = value.as_array() {
        let length = |name: &str, none: u64| schema[name].as_u64().unwrap_or(none) as usize;
        let allowed = length("minItems", 0)..=length("maxItems", u64::MAX);
        assert!(allowed.contains(&items.len()), "{at}: {}", items.len());
        if !schema["items"].is_null() {
            for (i, item) in items.iter().enumerate() {
                check(doc, &schema["items"], item, &format!("{at}/{i}"));
            }
        }
    }
    // Where no fields are described, any are allowed.
    if let Some(fields) = value.as_object()
        && !schema["properties"].is_null()
    {
        for name in schema["required"].as_array().into_iter().flatten() {
            let name = name.as_str().expect("a name");
            assert!(fields.contains_key(name), "{at} has no {name}");
        }
        for (name, field) in fields {
            let mut described = &schema["properties"][name];
            if described.is_null() {
                described = &schema["additionalProperties"];
            }
            assert!(described.is_object(), "{at}/{name} is not described");
            check(doc, described, field, &format!("{at}/{name}"));
        }
    }
}

fn answers(server: &Running, doc: &Value, endpoint: &str, request: &Value) {
    let (method, path) = endpoint.split_once(' ').expect("method and path");
    let described = &doc["endpoints"][endpoint];
    if method == "GET" {
        check(doc, &described["answer"], &server.get(path).json(), endpoint);
        return;
    }
    check(doc, &described["request"], request, endpoint);
    let answer = server.post(path, &request.to_string());
    assert_eq!(answer.status, 200, "{endpoint}: {}", answer.body);
    if described["events"].is_null() {
        check(doc, &described["answer"], &answer.json(), endpoint);
        return;
    }
    let events = answer.events();
    assert_eq!(events.last().map(|(name, _)| name.as_str()), Some("done"), "{endpoint}");
    for (name, data) in events {
        check(doc, &described["events"][&name], &data, &format!("{endpoint} {name}"));
    }
}

#[test]
fn every_answer_is_as_described() {
    let server = Running::default();
    let doc = server.get("/api/schema").json();
    for endpoint in ["GET /api/games", "GET /api/algorithms", "GET /api/load"] {
        answers(&server, &doc, endpoint, &Value::Null);
    }
    answers(&server, &doc, "POST /api/words", &json!({"language": "de"}));
    for game in games() {
        let place = json!({"game": game});
        answers(&server, &doc, "POST /api/position", &json!({"place": place}));
        answers(&server, &doc, "POST /api/export", &json!({"place": place}));
        answers(&server, &doc, "POST /api/kit", &json!({"place": place}));
        answers(&server, &doc, "POST /api/lesson", &json!({"game": game}));
        answers(&server, &doc, "POST /api/inside", &json!({"place": place}));
        answers(&server, &doc, "POST /api/why", &json!({"place": place, "cells": [0, 1]}));
        let search = json!({
            "place": place, "seat": "maxn@300", "seed": 1,
            "clock": {"left": 60_000, "increment": 0}, "session": "one",
        });
        answers(&server, &doc, "POST /api/think", &search);
        for algo in ["maxn", "brs+", "mcts:playouts=20"] {
            let tree = json!({"place": place, "seat": format!("{algo}@d1")});
            answers(&server, &doc, "POST /api/tree", &tree);
        }
    }
    let small = json!({"game": "connect4", "size": "5x4", "moves": ["3", "3", "2"]});
    for endpoint in ["POST /api/solve", "POST /api/review"] {
        answers(&server, &doc, endpoint, &json!({"place": small}));
    }
    let perfect = json!({"place": small, "seat": "perfect"});
    answers(&server, &doc, "POST /api/think", &perfect);
    let over = json!({"game": "connect4", "moves": ["1", "2", "1", "2", "1", "2", "1"]});
    answers(&server, &doc, "POST /api/position", &json!({"place": over}));
    let text = json!({"place": {"game": "connect4"}, "text": "4 4 9"});
    answers(&server, &doc, "POST /api/import", &text);
    let board = json!({"place": {"game": "connect4"}, "pieces": [[35, 1, "x"], [36, 2, "o"]], "to_move": 1});
    answers(&server, &doc, "POST /api/setup", &board);
    let refused = server.post("/api/position", "{").json();
    check(&doc, &json!({"$ref": "#/$defs/error"}), &refused, "a refusal");
}

#[test]
fn answers_about_matches_are_as_described() {
    let directory = tempfile::tempdir().expect("a directory");
    let server =
        Running::start(melee_web::Config { matches: directory.path().to_path_buf(), ..melee_web::Config::default() });
    let doc = server.get("/api/schema").json();
    let described = |endpoint: &str, value: &Value| {
        check(&doc, &doc["endpoints"][endpoint]["answer"], value, endpoint);
    };
    let request = json!({
        "name": "one", "place": {"game": "connect4", "size": "5x4"}, "games": 2,
        "entrants": ["random@d1", "greedy@d1"],
    });
    let whole = &doc["endpoints"]["POST /api/matches"]["request"];
    check(&doc, whole, &request, "a new match");
    let started = server.post("/api/matches", &request.to_string());
    assert_eq!(started.status, 201, "{}", started.body);
    described("POST /api/matches", &started.json());
    let mut detail = server.get("/api/matches/one").json();
    described("GET /api/matches/{name}", &detail);
    while detail["running"] == true {
        std::thread::sleep(std::time::Duration::from_millis(10));
        detail = server.get("/api/matches/one").json();
    }
    described("GET /api/matches/{name}", &detail);
    described("GET /api/matches", &server.get("/api/matches").json());
    let games = server.post("/api/matches/one/games", "{}").json();
    described("POST /api/matches/{name}/games", &games);
    let game = server.get("/api/matches/one/games/1").json();
    let parts = ["place", "names", "records"];
    let schema = &doc["endpoints"]["GET /api/matches/{name}/games/{number}"]["answer"];
    for part in parts {
        check(&doc, &schema["properties"][part], &game[part], part);
    }
}

#[test]
fn every_endpoint_that_is_described_is_there() {
    let server = Running::default();
    let doc = server.get("/api/schema").json();
    for endpoint in doc["endpoints"].as_object().expect("endpoints").keys() {
        let (method, path) = endpoint.split_once(' ').expect("method and path");
        let answer = server.send(method, path, "Content-Type: application/json\r\n", "{}");
        assert!(![404, 405].contains(&answer.status), "{endpoint}: {}", answer.status);
    }
}
