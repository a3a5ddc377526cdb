//! The description of the interface is what the server does.

use crate::running::{Running, games};
use melee_testkit::schema::check;
use serde_json::{Map, Value, json};

/// The description, as the server gives it.
struct Description(Value);

impl Description {
    fn of(server: &Running) -> Self {
        Description(server.get("/api/openapi.json").json())
    }

    /// What is said of `GET /api/games` and its like.
    fn operation(&self, endpoint: &str) -> &Value {
        let (method, path) = endpoint.split_once(' ').expect("method and path");
        let operation = &self.0["paths"][path][method.to_lowercase()];
        assert!(operation.is_object(), "{endpoint} is described");
        operation
    }

    fn request(&self, endpoint: &str, value: &Value) {
        let schema = &self.operation(endpoint)["requestBody"]["content"]["application/json"]["schema"];
        self.check(schema, value, endpoint);
    }

    fn answer(&self, endpoint: &str, status: u16, value: &Value) {
        let answer = &self.operation(endpoint)["responses"][status.to_string()];
        self.check(&answer["content"]["application/json"]["schema"], value, endpoint);
    }

    /// Events by name, where that is the answer.
    fn events(&self, endpoint: &str) -> Option<&Map<String, Value>> {
        self.operation(endpoint)["responses"]["200"]["content"]["text/event-stream"]["x-events"].as_object()
    }

    fn check(&self, schema: &Value, value: &Value, at: &str) {
        check(&self.0, schema, value).unwrap_or_else(|problem| panic!("{at}: {problem}"));
    }
}

fn answers(server: &Running, described: &Description, endpoint: &str, request: &Value) {
    let (method, path) = endpoint.split_once(' ').expect("method and path");
    if method == "GET" {
        described.answer(endpoint, 200, &server.get(path).json());
        return;
    }
    described.request(endpoint, request);
    let answer = server.post(path, &request.to_string());
    assert_eq!(answer.status, 200, "{endpoint}: {}", answer.body);
    let Some(known) = described.events(endpoint) else {
        described.answer(endpoint, 200, &answer.json());
        return;
    };
    let events = answer.events();
    assert_eq!(events.last().map(|(name, _)| name.as_str()), Some("done"), "{endpoint}");
    for (name, data) in events {
        described.check(&known[&name], &data, &format!("{endpoint} {name}"));
    }
}

#[test]
fn every_answer_is_as_described() {
    let server = Running::default();
    let doc = Description::of(&server);
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
    doc.check(&json!({"$ref": "#/components/schemas/error"}), &refused, "a refusal");
}

#[test]
fn answers_about_matches_are_as_described() {
    let directory = tempfile::tempdir().expect("a directory");
    let server =
        Running::start(melee_web::Config { matches: directory.path().to_path_buf(), ..melee_web::Config::default() });
    let doc = Description::of(&server);
    let described = |endpoint: &str, value: &Value| doc.answer(endpoint, 200, value);
    let request = json!({
        "name": "one", "place": {"game": "connect4", "size": "5x4"}, "games": 2,
        "entrants": ["random@d1", "greedy@d1"],
    });
    doc.request("POST /api/matches", &request);
    let started = server.post("/api/matches", &request.to_string());
    assert_eq!(started.status, 201, "{}", started.body);
    doc.answer("POST /api/matches", 201, &started.json());
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
    described("GET /api/matches/{name}/games/{number}", &server.get("/api/matches/one/games/1").json());
}

#[test]
fn every_endpoint_that_is_described_is_there() {
    let server = Running::default();
    let doc = Description::of(&server);
    for (path, methods) in doc.0["paths"].as_object().expect("paths") {
        for method in methods.as_object().expect("methods").keys().map(|method| method.to_uppercase()) {
            let answer = server.send(&method, path, "Content-Type: application/json\r\n", "{}");
            assert!(![404, 405].contains(&answer.status), "{method} {path}: {}", answer.status);
        }
    }
    let moved = server.get("/api/schema");
    assert_eq!(moved.status, 308);
    assert!(moved.head.contains("location: /api/openapi.json"), "{}", moved.head);
}
