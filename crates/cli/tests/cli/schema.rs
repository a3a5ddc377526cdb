//! `melee schema`, and that it is true of every command. Whatever other tests run with `--json` is checked too, by
//! `common::melee`.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::{done, json, refusal};

/// What takes a client, or what another test runs anyway, or a hundred megabytes (`table`, in its own file).
const ELSEWHERE: [&str; 3] = ["bench", "reversixt server", "table"];

#[test]
fn every_command_prints_what_its_schema_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_string();
    std::fs::write(path("game.txt"), "4 4 4 5").expect("written");
    let commands = [
        "games connect4",
        "algorithms",
        "moves abalone",
        "perft connect4 --depth 3 --divide",
        "replay connect4 {game.txt}",
        "search rolit --players 3 --algo maxn --depth 2 --lines 2",
        "review connect4 {game.txt} --nodes 50",
        "tree connect4 --algo brs+ --depth 2",
        "match connect4 --algo random@d1 --algo greedy@d1 --games 4",
        "tune connect4 --eval three:1 --nodes 10 --iterations 1 --blocks 1 --test-every 1 --test-blocks 1",
        "tune settings connect4 --limits 20 --options killers --blocks 1 --test-blocks 1 --algo alphabeta",
        "learn data connect4 --size 5x4 --nodes 5 --games 1 --out {data}",
        "learn card connect4 --positions 50",
        "book make connect4 --size 5x4 --nodes 50 --plies 2 --out {book}",
        "solve connect4 --size 4x4 --table 1MiB --analyse --pv",
        "reproduce gras-3.4 --out {tables}",
        "plan gras-3.4 --out {run}",
        "shard --run {run} --index 0",
        "merge {run}",
        "submit --engine local {run}",
        "plan match connect4 --algo random@d1 --algo greedy@d1 --games 2 --shard-games 2 --out {run2}",
    ];
    let schema: Value = serde_json::from_str(&done(&["schema"])).expect("JSON");
    let mut seen: BTreeSet<String> = ELSEWHERE.map(str::to_string).into();
    for command in commands {
        let given = |word: &str| {
            let name = word.strip_prefix('{').and_then(|word| word.strip_suffix('}'));
            name.map_or_else(|| word.to_string(), path)
        };
        let words: Vec<String> = command.split(' ').map(given).chain(["--json".to_string()]).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        assert!(!done(&words).is_empty(), "{command}");
        let names = [words[..2].join(" "), words[0].to_string()];
        seen.extend(names.into_iter().find(|name| schema["$defs"][name].is_object()));
    }
    let known = refusal(&["schema", "serve"]);
    let (_, known) = known.split_once("known: ").expect("a list");
    assert_eq!(seen, known.split(", ").map(str::to_string).collect::<BTreeSet<_>>());
}

#[test]
fn a_schema_stands_alone() {
    let schema = json(&["schema", "tune", "settings"]);
    assert_eq!(schema["title"], "melee tune settings --json");
    assert_eq!(schema["properties"]["champions"]["items"]["type"], "string");
    let merged = json(&["schema", "merge"]);
    for needed in ["merged", "table_again", "standings", "rating", "cost"] {
        assert!(merged["$defs"][needed].is_object(), "{needed}");
    }
    assert!(merged["$defs"]["search"].is_null(), "only what it needs");
}
