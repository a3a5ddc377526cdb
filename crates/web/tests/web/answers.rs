//! What the server answers to a page that asks properly: positions, records, searches and their ends.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use crate::running::{Running, games, think};
use melee_web::Config;
use serde_json::{Value, json};

#[test]
fn positions_of_every_game_can_be_drawn_and_played() {
    let server = Running::default();
    for game in games() {
        let mut moves: Vec<String> = Vec::new();
        let mut key = Value::Null;
        for ply in 0..12 {
            let body = json!({"place": {"game": game, "moves": moves}, "board": key});
            let view = server.post("/api/position", &body.to_string()).json();
            assert_eq!(view["board"]["cells"].is_array(), ply == 0, "{game}: sent once");
            key = view["board"]["key"].clone();
            assert_eq!(view["plies"].as_array().map(Vec::len), Some(ply), "{game}");
            let legal = view["moves"].as_array().expect("moves");
            let mv = &legal[legal.len() * 2 / 3]["move"];
            moves.push(mv.as_str().expect("a move").to_string());
        }
    }
}

#[test]
fn a_position_tells_its_phase_and_what_is_asked() {
    let server = Running::default();
    let prompt =
        |place: Value| server.post("/api/position", &json!({"place": place}).to_string()).json()["prompt"].clone();
    let placing = prompt(json!({"game": "billabong", "players": 2}));
    let race = prompt(json!({"game": "billabong", "pos": "i2:1,x4|a14:0,x4 1"}));
    assert_eq!([&placing["phase"], &race["phase"]], ["placing", "race"]);
    assert_ne!(placing["ask"], race["ask"]);
    // A game without parts has nothing to name, a king in check much to ask.
    assert_eq!(prompt(json!({"game": "connect4"})), json!({"phase": "", "ask": "choose a column for your stone"}));
}

#[test]
fn a_game_that_is_over_says_why() {
    let server = Running::default();
    let view = |moves: &str| {
        let moves: Vec<&str> = moves.split_whitespace().collect();
        let place = json!({"place": {"game": "connect4", "moves": moves}});
        server.post("/api/position", &place.to_string()).json()
    };
    assert_eq!(view("4 5 4 5 4 5 4")["outcome"]["reason"], "four in a row");
    assert_eq!(view("4")["outcome"], Value::Null);
    assert_eq!(view("4 5")["recent"], json!([{"player": 2, "route": [39]}]));
}

#[test]
fn hands_and_groups_reach_the_page() {
    let server = Running::default();
    let view = |place: Value| server.post("/api/position", &json!({"place": place}).to_string()).json();
    let duo = view(json!({"game": "blokus", "players": 2, "start": "duo"}));
    assert_eq!(duo["hands"].as_array().map(Vec::len), Some(2));
    assert_eq!(duo["hands"][0]["to_move"], true);
    assert_eq!(duo["hands"][0]["pieces"].as_array().map(Vec::len), Some(21));
    let marbles = view(json!({"game": "abalone"}));
    let moves = marbles["moves"].as_array().expect("moves");
    assert!(moves.iter().all(|mv| mv["shifts"].as_array().is_some_and(|shifts| shifts.len() <= 3)));
}

#[test]
fn levels_are_seats() {
    let server = Running::default();
    let games = server.get("/api/games").json();
    for game in games.as_array().expect("games") {
        for (players, levels) in game["levels"].as_object().expect("by players") {
            let levels = levels.as_array().expect("a ladder");
            assert_eq!(levels.len(), 8, "{} for {players}", game["name"]);
            for level in levels {
                let seat = level["seat"].as_str().expect("a seat");
                assert!(seat.parse::<melee::SeatSpec>().is_ok(), "{seat}");
            }
        }
    }
}

#[test]
fn rules_come_in_the_language_of_the_reader() {
    let server = Running::default();
    let lesson = |body: serde_json::Value| server.post("/api/lesson", &body.to_string());
    let german = lesson(json!({"game": "connect4", "language": "de"})).json();
    assert_eq!(german["language"], "de");
    assert!(german["rules"].as_str().is_some_and(|rules| rules.contains("Spalte")), "{german}");
    for language in [json!(null), json!("en"), json!("tlh")] {
        let english = lesson(json!({"game": "connect4", "language": language})).json();
        assert_eq!(english["language"], "en");
        assert!(english["rules"].as_str().is_some_and(|rules| rules.contains("column")), "{english}");
        assert_eq!(english["samples"], german["samples"]);
    }
    let words = server.post("/api/words", &json!({"language": "de"}).to_string()).json();
    assert_eq!(words["connect4"]["stone"], "Stein");
    assert!(lesson(json!({"game": "nonesuch"})).error().contains("nonesuch"));
}

#[test]
fn a_line_of_a_search_that_skips_players_can_be_shown() {
    let server = Running::default();
    let body = json!({
        "place": {"game": "billabong", "players": 3},
        "line": [{"player": 1, "move": "i1"}, {"player": 3, "move": "i2"}, {"player": 1, "move": "i3"}],
    });
    let view = server.post("/api/position", &body.to_string()).json();
    assert_eq!(view["pieces"].as_array().map(Vec::len), Some(3));
    assert_eq!(view["to_move"], 2);
    assert_eq!(view["moves"], json!([]));
    let wrong = json!({"place": {"game": "billabong"}, "line": [{"player": 9, "move": "i1"}]});
    assert!(server.post("/api/position", &wrong.to_string()).error().contains("player 9"));
}

#[test]
fn records_come_back_as_they_went() {
    let server = Running::default();
    for (game, moves) in [
        ("connect4", vec!["4", "4", "3"]),
        ("chess4", vec!["h2h3", "b7c7", "g13g12", "m8l8"]),
        ("billabong", vec!["i1", "i2", "i3"]),
    ] {
        let place = json!({"game": game, "moves": moves});
        let out = server.post("/api/export", &json!({"place": place}).to_string()).json();
        assert!(out["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg")));
        for text in ["record", "moves"] {
            let body = json!({"place": {"game": game}, "text": out[text]});
            let read = server.post("/api/import", &body.to_string()).json();
            assert_eq!(read["place"]["moves"], json!(moves), "{game} by its {text}");
        }
        let body = json!({"place": {"game": game}, "text": out["pos"]});
        let read = server.post("/api/import", &body.to_string()).json()["place"].clone();
        let view = server.post("/api/position", &json!({"place": read}).to_string()).json();
        assert_eq!(view["pos"], out["pos"], "{game} by its position");
    }
    let illegal = json!({"place": {"game": "connect4"}, "text": "4 4 9 1"});
    let read = server.post("/api/import", &illegal.to_string()).json();
    assert_eq!(read["place"]["moves"], json!(["4", "4"]));
    assert!(read["problem"].as_str().is_some_and(|problem| problem.contains("move 3")));
    let endless = ["A1B1", "I9H9", "B1A1", "H9I9"].repeat(8_000).join(" ");
    let request = json!({"place": {"game": "abalone", "rules": "endless"}, "text": endless});
    let read = server.post("/api/import", &request.to_string()).json();
    assert_eq!(read["place"]["moves"].as_array().map(Vec::len), Some(5_000));
    assert!(read["problem"].as_str().is_some_and(|problem| problem.contains("too long")));
    let nonsense = json!({"place": {"game": "abalone"}, "text": "to be or not to be"});
    assert_eq!(server.post("/api/import", &nonsense.to_string()).status, 400);
}

#[test]
fn a_search_tells_what_it_finds() {
    let server = Running::default();
    let request = think("connect4", "pvs:best@20000");
    let answer = server.post("/api/think", &request);
    assert!(answer.head.contains("content-type: text/event-stream"));
    let done = answer.event("done");
    assert!(done["nodes"].as_u64().is_some_and(|nodes| nodes <= 20_000));
    assert_eq!(done["best_move"], done["line"][0]["move"]);
    let mut again = server.post("/api/think", &request).event("done");
    again["seconds"] = done["seconds"].clone();
    assert_eq!(again, done, "the same question, the same answer");
    let many = server.post("/api/think", &think("billabong", "maxn@d2"));
    assert_eq!(many.event("done")["values"].as_array().map(Vec::len), Some(2));
}

#[test]
fn the_perfect_opponent_is_the_solver() {
    let server = Running::default();
    // A small board is solved at once: 5x4 is a draw.
    let place = json!({"game": "connect4", "size": "5x4"});
    let request = json!({"place": place, "seat": "perfect"}).to_string();
    let done = server.post("/api/think", &request).event("done");
    assert_eq!((&done["value"], &done["proven"]), (&json!(0), &json!("draw")));
    let solved = server.post("/api/solve", &json!({"place": place}).to_string()).event("done");
    assert_eq!(solved["score"], 0);
    let moves = solved["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 5);
    assert_eq!((&moves[0]["move"], &moves[4]["move"]), (&json!("1"), &json!("5")));
    assert_eq!(moves.iter().filter_map(|mv| mv["score"].as_i64()).max(), Some(0));
    assert_eq!(moves[0]["score"], moves[4]["score"], "the board is symmetric");
    // 3, 3, 2, 2 lets the first player have three in a row with both ends open.
    let game = json!({"game": "connect4", "size": "5x4", "moves": ["3", "3", "2", "2", "4"]});
    let request = json!({"place": game}).to_string();
    let review = server.post("/api/review", &request).event("done");
    let plies = review["plies"].as_array().expect("plies");
    assert_eq!((plies.len(), &review["first"]), (5, &json!(1)));
    let verdicts: Vec<bool> = plies.iter().map(|ply| ply["perfect"] == true).collect();
    assert_eq!(verdicts[3..], [false, true], "the fourth move loses, the fifth wins");
    let best = plies[4]["best"].as_array().expect("lines");
    assert_eq!(best[0]["line"][0]["move"], "4", "the other end is closed by the edge");
    assert!(best[1]["value"].as_i64() < best[0]["value"].as_i64());
    assert_eq!((&plies[3]["slip"], &plies[4]["slip"]), (&json!("blunder"), &Value::Null));
    assert_eq!((&plies[3]["chances"], &plies[3]["kept"]), (&json!([0.0, 1.0]), &json!(0.0)), "it was won");
    assert_eq!(review["end"], json!([1.0, 0.0]));
    let players = &review["players"];
    assert_eq!((&players[0]["moves"], &players[1]["moves"]), (&json!(3), &json!(2)));
}

#[test]
fn several_lines_come_with_chances_for_everybody() {
    let server = Running::default();
    for (game, players, seat) in [("billabong", 3, "brs+@d2"), ("billabong", 4, "maxn@d2"), ("rolit", 4, "mcts@2000")] {
        let request = json!({"place": {"game": game, "players": players}, "seat": seat, "lines": 3});
        let done = server.post("/api/think", &request.to_string()).event("done");
        let lines = done["lines"].as_array().expect("lines");
        assert_eq!(lines.len(), 3, "{seat}");
        assert_eq!((&lines[0]["line"], &lines[0]["chances"]), (&done["line"], &done["chances"]), "{seat}");
        for line in lines {
            let chances: Vec<f64> =
                line["chances"].as_array().expect("a list").iter().filter_map(Value::as_f64).collect();
            assert_eq!(chances.len(), players, "{seat}");
            assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-4, "{seat}: {chances:?}");
        }
        assert_eq!(done["are_points"], seat.starts_with("mcts"), "{seat}");
    }
    // The unit is that of the evaluation that the algorithm looks at.
    for (seat, unit) in [("paranoid@d1", "hundredths of a ball"), ("paranoid:eval=sure@d1", "balls")] {
        let request = json!({"place": {"game": "rolit"}, "seat": seat}).to_string();
        assert_eq!(server.post("/api/think", &request).event("done")["unit"], unit, "{seat}");
    }
    for lines in [0, 11] {
        let request = json!({"place": {"game": "connect4"}, "seat": "pvs@d1", "lines": lines}).to_string();
        assert!(server.post("/api/think", &request).error().contains("expected 1 to 10"), "{lines}");
    }
}

#[test]
fn games_of_any_number_of_players_are_reviewed_within_the_longest_time() {
    let server = Running::start(Config { longest: Duration::from_secs(2), ..Config::default() });
    let moves = ["i3", "j3", "k4", "i1", "j1"];
    let place = json!({"game": "billabong", "players": 3, "moves": moves});
    let request = json!({"place": place, "seat": "maxn@1min", "lines": 2}).to_string();
    let answer = server.post("/api/review", &request);
    let review = answer.event("done");
    let plies = review["plies"].as_array().expect("plies");
    assert_eq!(plies.len(), 5, "every move has its share of the time");
    assert_eq!((&review["limit"], &review["moves"]), (&json!("125ms"), &json!(5)), "in whole milliseconds");
    let movers: Vec<&Value> = plies.iter().map(|ply| &ply["player"]).collect();
    assert_eq!(movers, [1, 2, 3, 1, 2]);
    assert!(plies.iter().all(|ply| ply["chances"].as_array().map(Vec::len) == Some(3)));
    assert_eq!(review["players"].as_array().map(Vec::len), Some(3));
    // On the way the page hears of every move once, from the last to the first.
    let reports: Vec<Value> =
        answer.events().into_iter().filter(|event| event.0 == "report").map(|event| event.1).collect();
    let told: Vec<u64> = reports.iter().filter_map(|report| report["ply"].as_u64()).collect();
    assert!(told.len() >= 4 && told.windows(2).all(|pair| pair[1] == pair[0] - 1), "{told:?}");
    assert!(reports.iter().all(|report| report["chances"].as_array().map(Vec::len) == Some(3)), "{reports:?}");
    let hasty = json!({"place": place, "seat": "maxn@2"}).to_string();
    let refused = server.post("/api/review", &hasty).event("error");
    let reason = refused["error"].as_str().expect("a reason");
    assert!(reason.contains("maxn found nothing about any move within"), "{reason}");
    let empty = json!({"place": {"game": "billabong"}}).to_string();
    assert!(server.post("/api/review", &empty).error().contains("a review needs a game"));
}

/// A board that takes long to solve, and for which no book is shipped.
fn hard_to_solve() -> String {
    json!({"place": {"game": "connect4", "size": "8x7"}, "seat": "perfect"}).to_string()
}

#[test]
fn a_search_keeps_to_the_longest_time() {
    let server = Running::start(Config { longest: Duration::from_millis(300), ..Config::default() });
    for request in [think("abalone", "alphabeta@d40"), think("chess4", "maxn:best"), think("abalone", "pvs@1min")] {
        server.post("/api/think", &request).event("done");
        server.wait_for_load((0, 0));
    }
    // The solver has nothing to answer. No book helps it on this board.
    let answer = server.post("/api/think", &hard_to_solve());
    let error = answer.event("error")["error"].to_string();
    assert!(error.contains("not solved within"), "{error}");
    server.wait_for_load((0, 0));
}

#[test]
fn of_a_thousand_searches_the_queue_takes_what_it_holds() {
    let server = Running::start(Config { workers: 2, queue: 8, ..Config::default() });
    let request = think("abalone", "pvs@100s");
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
    // One of the two workers is left to searches that are soon done.
    assert_eq!(server.load(), (1, 9));
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
    let server = Running::start(Config { workers: 1, queue: 4, ..Config::default() });
    for request in [think("chess4", "paranoid@100s"), think("reversixt", "mcts@100s"), hard_to_solve()] {
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
