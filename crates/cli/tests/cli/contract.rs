//! What other programs parse.

use serde_json::{Value, json};

use crate::{done, json, melee, melee_with_input, refusal, stderr, stdout};

#[test]
fn moves_tell_game_position_player_and_moves() {
    assert_eq!(
        json(&["moves", "connect4", "--pos", "44453", "--json"]),
        json!({
            "game": "connect4",
            "position": "44453",
            "to_move": 2,
            "moves": ["1", "2", "3", "4", "5", "6", "7"],
        })
    );
    let full = json(&["moves", "connect4", "--pos", "444444", "--moves", "1 2", "--json"]);
    assert_eq!(full["position"], "44444412");
    assert_eq!(full["moves"], json!(["1", "2", "3", "5", "6", "7"]));
}

#[test]
fn a_finished_game_has_no_moves_and_nobody_to_move() {
    let over = json(&["moves", "connect4", "--pos", "1212121", "--json"]);
    assert_eq!(over["to_move"], Value::Null);
    assert_eq!(over["moves"], json!([]));
}

#[test]
fn perft_counts_leaves() {
    for (depth, nodes) in [("0", 1), ("1", 7), ("7", 823_536), ("8", 5_673_234)] {
        let count = json(&["perft", "connect4", "--depth", depth, "--json"]);
        assert_eq!(count["game"], "connect4");
        assert_eq!(count["depth"], depth.parse::<u32>().expect("a number"));
        assert_eq!(count["nodes"], nodes);
        assert!(count["seconds"].is_f64());
    }
}

#[test]
fn perft_divides_by_moves() {
    let divided = json(&["perft", "connect4", "--depth", "4", "--divide", "--json"]);
    assert_eq!(divided["nodes"], 2401);
    assert_eq!(divided["divide"]["7"], 343);
}

#[test]
fn search_reports_every_field() {
    let report = json(&["search", "connect4", "--algo", "alphabeta", "--depth", "6", "--json"]);
    for field in
        ["game", "algorithm", "best_move", "value", "values", "depth", "nodes", "leaves", "seconds", "pv", "proven"]
    {
        assert!(report.get(field).is_some(), "{field}");
    }
    assert_eq!(report["depth"], 6);
    assert_eq!(report["algorithm"], "alphabeta");
    assert_eq!(report["pv"][0], report["best_move"]);
}

/// A search to a depth has one value, whoever helps; one that cannot be helped says so.
#[test]
fn several_threads_find_the_value_of_one() {
    let search = |algo: &str, threads: &str| {
        json(&["search", "connect4", "--pos", "4453", "--algo", algo, "--depth", "8", "--threads", threads, "--json"])
    };
    for algo in ["alphabeta", "pvs:tt=deep/1MiB", "paranoid", "maxn"] {
        let (one, two) = (search(algo, "1"), search(algo, "2"));
        assert_eq!((&one["value"], &one["threads"]), (&two["value"], &1.into()), "{algo}");
        assert_eq!(two["threads"], 2, "{algo}");
    }
    assert_eq!(search("scout", "2")["threads"], 1);
}

#[test]
fn search_lists_as_many_lines_as_are_asked_for() {
    let search = ["search", "connect4", "--pos", "112233", "--algo", "pvs", "--depth", "5"];
    let with = |more: &[&'static str]| [&search[..], more].concat();
    let report = json(&with(&["--lines", "3", "--json"]));
    let lines = report["lines"].as_array().expect("a list");
    assert_eq!(lines.len(), 3);
    for field in ["move", "value", "values", "depth", "pv", "proven", "plies"] {
        assert!(lines[2].get(field).is_some(), "{field}");
    }
    assert_eq!((&lines[0]["move"], &lines[0]["proven"], &lines[0]["plies"]), (&json!("4"), &json!("win"), &json!(1)));
    assert_eq!((&lines[0]["value"], &lines[0]["pv"]), (&report["value"], &report["pv"]));
    assert!(lines[1]["value"].as_i64() < lines[0]["value"].as_i64());
    let text = done(&with(&["--lines", "2"]));
    let second = lines[1]["move"].as_str().expect("a move");
    let last = text.lines().last().expect("a line");
    assert!(last.trim_start().starts_with("2.  depth  5 ") && last.contains(&format!("  {second}")), "{text}");
    assert_eq!(json(&with(&["--json"])).get("lines"), None, "nobody asked");
    assert!(refusal(&with(&["--lines", "0"])).contains("--lines"));
    // The solver ranks moves by what it knows of each.
    let solved = json(&["search", "connect4", "--pos", "112233", "--algo", "perfect", "--lines", "7", "--json"]);
    let values: Vec<i64> =
        solved["lines"].as_array().expect("a list").iter().filter_map(|l| l["value"].as_i64()).collect();
    assert_eq!((values.len(), values[0]), (7, 999_999_999));
    assert!(values.is_sorted_by(|a, b| a >= b));
}

#[test]
fn review_tells_what_every_move_has_cost() {
    let game = ["review", "connect4", "--moves", "1 7 2 7 3 6 4", "--algo", "pvs", "--depth", "5"];
    let review = json(&[&game[..], &["--json"]].concat());
    assert_eq!(
        (&review["game"], &review["algorithm"], &review["limit"]),
        (&json!("connect4"), &json!("pvs"), &json!("d5"))
    );
    let plies = review["plies"].as_array().expect("plies");
    assert_eq!(plies.len(), 7);
    assert_eq!(
        (&plies[5]["player"], &plies[5]["move"], &plies[5]["slip"]),
        (&json!(2), &json!("6"), &json!("blunder"))
    );
    assert_eq!(plies[5]["best"][0]["line"][0]["move"], "4");
    assert_eq!(review["players"][1]["moves"], 3);
    let text = done(&game);
    assert!(text.contains("   6  6 ") && text.contains("blunder") && text.contains("accuracy"), "{text}");
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("game.txt");
    std::fs::write(&file, "1 7 2\n7 3 6 4\n").expect("written");
    let file = file.to_str().expect("a path");
    let read = json(&["review", "connect4", file, "--algo", "pvs@d5", "--json"]);
    assert_eq!(read, review);
    assert!(refusal(&["review", "connect4"]).contains("a review needs a game"));
    let hasty = refusal(&["review", "connect4", "--moves", "1 7", "--algo", "pvs:deepen=on", "--nodes", "2"]);
    assert!(hasty.contains("pvs:deepen=on found nothing about any move within 2"), "{hasty}");
    assert!(refusal(&["review", "connect4", "--moves", "1 9"]).contains("move 2 of the list"));
    assert!(refusal(&["review", "connect4", "--moves", "1", "--algo", "nobody"]).contains("unknown algorithm"));
}

#[test]
fn search_says_what_it_proved() {
    let win = json(&["search", "connect4", "--pos", "112233", "--algo", "pvs", "--depth", "5", "--json"]);
    assert_eq!((&win["best_move"], &win["proven"], &win["plies"]), (&json!("4"), &json!("win"), &json!(1)));
    assert_eq!(win["value"], 999_999_999);
    // Three in a row with both ends open: one of them cannot be stopped.
    let loss = json(&["search", "connect4", "--pos", "33445", "--algo", "alphabeta", "--depth", "4", "--json"]);
    assert_eq!((&loss["proven"], &loss["plies"]), (&json!("loss"), &json!(2)));
    assert_eq!(loss["value"], -999_999_998);
    let draw =
        json(&["search", "connect4", "--size", "4x4", "--algo", "alphabeta:tt=deep/16MiB", "--depth", "16", "--json"]);
    assert_eq!((&draw["proven"], &draw["value"]), (&json!("draw"), &json!(0)));
}

#[test]
fn all_depths_print_one_object_a_line() {
    let output = melee(&["search", "connect4", "--algo", "scout", "--depth", "5", "--all-depths", "--json"]);
    let depths: Vec<Value> = stdout(&output)
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("an object")["depth"].clone())
        .collect();
    assert_eq!(depths, [1, 2, 3, 4, 5]);
}

#[test]
fn a_node_limit_is_exact_and_the_same_search_is_the_same() {
    let search = || {
        let mut report = json(&["search", "connect4", "--algo", "pvs:best", "--nodes", "54321", "--json"]);
        report.as_object_mut().expect("an object").remove("seconds");
        report
    };
    let report = search();
    assert_eq!(report["nodes"], 54_321);
    assert_eq!(report, search());
}

#[test]
fn a_random_move_depends_on_the_seed_alone() {
    let random =
        |seed: &str| json(&["search", "connect4", "--algo", "random", "--seed", seed, "--json"])["best_move"].clone();
    assert_eq!(random("7"), random("7"));
    let seeds = ["1", "2", "3", "4", "5", "6", "7", "8"];
    assert!(seeds.iter().any(|s| random(s) != random("7")));
}

#[test]
fn replay_plays_a_record_and_names_the_first_illegal_ply() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("game.txt");
    let path = file.to_str().expect("UTF-8");
    std::fs::write(&file, "4 4 4\n53").expect("written");
    assert_eq!(
        json(&["replay", "connect4", path, "--json"]),
        json!({"plies": 5, "position": "44453", "to_move": 2, "outcome": null, "illegal_ply": null})
    );
    std::fs::write(&file, "1212121").expect("written");
    let won = json(&["replay", "connect4", path, "--json"]);
    assert_eq!(won["outcome"], json!({"ranks": [1, 2], "points": [1.0, 0.0]}));
    assert_eq!(won["to_move"], Value::Null);
    std::fs::write(&file, "4 4 4 4 4 4 4 1").expect("written");
    let output = melee(&["replay", "connect4", path, "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let report: Value = serde_json::from_str(&stdout(&output)).expect("still JSON");
    assert_eq!((&report["plies"], &report["illegal_ply"]), (&json!(6), &json!(7)));
}

#[test]
fn boards_are_shown_as_text_svg_and_png() {
    let text = stdout(&melee(&["show", "connect4", "--pos", "1212121"]));
    assert!(text.contains("[x]") || text.contains("{x}"), "{text}");
    assert!(text.ends_with("player 1 has won\n"));
    let dir = tempfile::tempdir().expect("a directory");
    let (svg, png) = (dir.path().join("b.svg"), dir.path().join("b.png"));
    let output = melee(&[
        "show",
        "connect4",
        "--pos",
        "443",
        "--svg",
        svg.to_str().expect("UTF-8"),
        "--png",
        png.to_str().expect("UTF-8"),
    ]);
    assert!(output.status.success());
    assert!(std::fs::read_to_string(svg).expect("written").contains("data-cell=\"d1\""));
    assert!(std::fs::read(png).expect("written").starts_with(b"\x89PNG"));
}

#[test]
fn every_two_player_algorithm_finds_the_win() {
    for algorithm in [
        "minimax",
        "solve",
        "alphabeta",
        "scout",
        "pvs",
        "sss",
        "idsss",
        "memsss",
        "mtd(+inf)",
        "mtd(-inf)",
        "mtd(f)",
        "paranoid",
        "brs",
        "brs+",
        "brs(C-1,1)",
        "greedy",
    ] {
        let report = json(&["search", "connect4", "--pos", "112233", "--algo", algorithm, "--depth", "3", "--json"]);
        assert_eq!(report["best_move"], "4", "{algorithm}");
    }
}

#[test]
fn billabong_speaks_its_notation() {
    let race = json(&["moves", "billabong", "--pos", "i2:1,x4|a14:0,x4 1", "--json"]);
    assert_eq!(race["position"], "i2:1,x4|a14:0,x4 1");
    assert_eq!(race["moves"], json!(["i2-i1", "i2-j1", "i2-j2", "i2-i3", "i2-j3", "i2-off"]));
    let placing = json(&["moves", "billabong", "--players", "4", "--moves", "j3 k4", "--json"]);
    assert_eq!(placing["position"], "j3:0|k4:0|| 3");
    assert_eq!(placing["moves"].as_array().expect("a list").len(), 214);
    let win = json(&[
        "search",
        "billabong",
        "--pos",
        "i2:1,x4|a14:0,x4|b14:0,x4 1",
        "--algo",
        "brs+",
        "--depth",
        "2",
        "--json",
    ]);
    assert_eq!((&win["best_move"], &win["value"]), (&json!("i2-off"), &json!(999_999_999)));
}

/// Scores and the static order, by the definition of the synthetic game, in 64-bit arithmetic of
/// this test's own.
#[test]
fn uniform_follows_its_definition() {
    fn mix(x: u64) -> u64 {
        let z = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
    let (seed, moves) = (7u64, 5u64);
    // One ply of player 1: the best of his scores after each move.
    let score = |mv: u64| {
        let digest = mix(seed + 1 + (mv * 4096 + 1));
        (mix(digest ^ mix(seed ^ 1)) % 2001) as i64 - 1000
    };
    let best = (0..moves).map(score).max().expect("moves");
    let report = json(&["search", "uniform", "--pos", "n=3,b=5,seed=7", "--algo", "maxn", "--depth", "1", "--json"]);
    assert_eq!(report["value"], best);
    // The BMOM of player 2 after the move 0 of player 1.
    let digest = mix(seed + 1 + 1);
    let rank = |mv: u64| mix(digest ^ mix(seed ^ (100 + 64 + mv))) % 1000;
    let bmom = (0..moves).rev().max_by_key(|&mv| rank(mv)).expect("moves");
    let report = json(&[
        "search",
        "uniform",
        "--pos",
        "n=2,b=5,seed=7",
        "--moves",
        "0",
        "--algo",
        "alphabeta",
        "--depth",
        "1",
        "--nodes",
        "1",
        "--json",
    ]);
    assert_eq!(report["best_move"], bmom.to_string(), "the first of the static order");
    assert_eq!(json(&["perft", "uniform", "--pos", "n=4,b=3,seed=7", "--depth", "6", "--json"])["nodes"], 729);
}

#[test]
fn published_state_counts_are_reproduced_to_the_digit() {
    let directory = tempfile::tempdir().expect("a directory");
    let out = directory.path().to_str().expect("a plain name");
    for id in ["gras-3.1", "gras-3.2", "gras-3.3", "gras-3.4"] {
        let table = json(&["reproduce", id, "--json", "--out", out]);
        assert_eq!(table["id"], id);
        let rows = table["rows"].as_array().expect("rows");
        assert_eq!(rows.len(), 3);
        for row in rows {
            assert_eq!(row["published"], row["measured"], "{id} {}", row["label"]);
            assert_ne!(row["corrected"], row["measured"]);
        }
    }
}

#[test]
fn claims_are_judged_by_the_results_of_the_directory() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = |name: &str| directory.path().join(name).to_str().expect("a plain name").to_string();
    let (out, page, claims) = (path("out"), path("page.md"), path("claims.md"));
    done(&["reproduce", "gras-3.4", "--out", &out, "--report", &page, "--claims", &claims]);
    let claims = std::fs::read_to_string(claims).expect("written");
    let line = claims.lines().find(|line| line.starts_with("| The state-space complexity is exact")).expect("a line");
    assert!(line.contains("| **refuted** |") && line.contains("[gras-3.4](page.md#gras-3.4)"), "{line}");
    assert!(claims.contains("not run: gras-5.15"));
}

#[test]
fn the_map_has_a_page_with_a_line_for_every_game() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = |name: &str| directory.path().join(name).to_str().expect("a plain name").to_string();
    let (out, page) = (path("out"), path("map.md"));
    assert!(refusal(&["reproduce", "--out", &out, "--map", &page]).contains("no results"));
    done(&["reproduce", "gras-3.1", "--out", &out]);
    assert!(refusal(&["reproduce", "--out", &out, "--map", &page]).contains("has no map"));
    done(&["reproduce", "map", "--budget", "smoke", "--out", &out, "--map", &page]);
    let refused = refusal(&["reproduce", "map", "--rows", "1", "--budget", "quick", "--out", &out]);
    assert!(refused.contains("--budget smoke, whose other rows would be lost"), "{refused}");
    let text = std::fs::read_to_string(&page).expect("written");
    for line in ["| connect4 | 2 |", "| chess4 | 4 |", "| reversixt | 8 |", "| focus | 3 |"] {
        assert!(text.contains(line), "{line}");
    }
    assert!(text.contains("(out/map.svg)") && directory.path().join("out/map.svg").exists());
}

#[test]
fn costs_of_tables_are_measured_and_kept() {
    let directory = tempfile::tempdir().expect("a directory");
    let out = directory.path().to_str().expect("a plain name");
    let said = done(&["reproduce", "gras-5.1", "--costs", "--budget", "smoke", "--out", out]);
    assert!(said.contains("gras-5.1") && said.contains("on 4,096 cores"), "{said}");
    let said = done(&["reproduce", "gras-3.4", "--costs", "--budget", "smoke", "--out", out]);
    assert!(said.contains("gras-5.1") && said.contains("gras-3.4"), "what was measured before counts in: {said}");
    let kept = std::fs::read_to_string(directory.path().join("costs.json")).expect("kept");
    assert_eq!(kept.matches("\"budget\": \"smoke\"").count(), 2);
}

#[test]
fn node_tables_are_measured_beside_the_published_ones() {
    let directory = tempfile::tempdir().expect("a directory");
    let out = directory.path().to_str().expect("a plain name");
    let table = json(&["reproduce", "gras-5.3", "--budget", "smoke", "--json", "--out", out]);
    for ending in ["json", "csv", "svg", "html"] {
        let file = directory.path().join(format!("gras-5.3.{ending}"));
        assert!(file.is_file(), "{ending}");
    }
    let rows = table["rows"].as_array().expect("rows");
    assert!(rows.iter().any(|row| row["label"] == "depth 2, paranoid alphabeta"));
    for row in rows {
        assert!(row["measured"].as_u64().is_some_and(|nodes| nodes > 0), "{row}");
        assert_eq!(row["measured_number"]["value"].as_f64().map(f64::round), row["measured"].as_f64(), "{row}");
    }
}

/// The third time a position occurs the living share the point; clocks do not keep positions apart.
#[test]
fn repetition_ends_a_game_of_four_player_chess() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("game.txt");
    let path = file.to_str().expect("UTF-8");
    let fen = "R-0,0,1,1-0,0,0,0-0,0,0,0-0,0,0,0-0-14/14/14/14/14/14/14/bK,13/14/14/14/14/14/7,rK,6";
    let round = "h1h2 a7a8 h2h1 a8a7 ";
    for (rounds, points) in [(1, Value::Null), (2, json!([0.5, 0.5, 0.0, 0.0]))] {
        std::fs::write(&file, round.repeat(rounds)).expect("written");
        let report = json(&["replay", "chess4", path, "--pos", fen, "--json"]);
        assert_eq!(report["outcome"]["points"], points, "{rounds} rounds");
    }
}

#[test]
fn replay_reads_and_writes_pgn4() {
    let dir = tempfile::tempdir().expect("a directory");
    let (file, out) = (dir.path().join("game.pgn4"), dir.path().join("out.pgn4"));
    let (path, out_path) = (file.to_str().expect("UTF-8"), out.to_str().expect("UTF-8"));
    let text = "[Variant \"FFA\"]\n[StartFen4 \"4PC\"]\n\n\
        1. h2-h3 .. b7-c7 .. g13-g12 .. m8-l8 { clock=7 }\n2. Qg1-k5 .. S .. O-O\n";
    std::fs::write(&file, text).expect("written");
    let output = melee(&["replay", "chess4", path, "--export", out_path, "--json"]);
    let report: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    // West does not have to pass, and cannot castle.
    assert_eq!((output.status.code(), &report["illegal_ply"]), (Some(1), &json!(6)));
    let written = std::fs::read_to_string(&out).expect("written");
    assert!(written.contains("[RuleVariants \"Paderborn\"]"), "{written}");
    assert!(written.ends_with("1. h2-h3 .. b7-c7 .. g13-g12 .. m8-l8\n2. Qg1-k5\n"), "{written}");
    assert_eq!(json(&["replay", "chess4", out_path, "--json"])["plies"], 5);
    std::fs::write(&file, "1. h2-h3 { open").expect("written");
    let refused = melee(&["replay", "chess4", path]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("PGN4 line 1: a comment without '}'"));
}

#[test]
fn engine_answers_other_programs() {
    let input = "uci\nposition startpos moves h2h3\ngo depth 2\n";
    let output = melee_with_input(&["engine", "chess4", "--algo", "paranoid"], input);
    assert!(output.status.success(), "{}", stderr(&output));
    let said = stdout(&output);
    assert!(said.contains("uciok\n") && said.contains("info depth 2 time "), "{said}");
    let last = said.lines().last().expect("an answer");
    assert!(last.starts_with("bestmove "), "{said}");
    let output = melee_with_input(&["engine", "connect4", "--pos", "44"], "d\nquit\n");
    assert_eq!(stdout(&output), "44\n");
    let refused = melee_with_input(&["engine", "connect4", "--pos", "48"], "");
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn one_leaf_is_no_leaves() {
    let output = melee(&["search", "connect4", "--algo", "random", "--depth", "1"]);
    let text = stdout(&output);
    assert!(text.contains(" 1 (1 leaf, 0 cut-offs),"), "{text}");
}
