//! `melee learn`, and networks as evaluations.

use std::fs;
use std::path::Path;

use melee_testkit::net::RandomNet;
use tempfile::TempDir;

use crate::{done, json, refusal};

/// A network with random weights for Connect Four.
fn net_file(folder: &Path, inputs: &str, features: usize) -> String {
    let file = folder.join("net.safetensors");
    fs::write(&file, RandomNet::new("connect4", 2, (inputs, features), [32, 32], 1).file()).expect("written");
    file.to_str().expect("UTF-8").to_string()
}

#[test]
fn a_network_of_a_file_evaluates_in_every_kind_of_search() {
    let folder = TempDir::new().expect("a folder");
    let net = net_file(folder.path(), "connect4-7x6-1", 257);
    for algorithm in ["pvs:best", "brs+", "maxn:best", "maxn:scores=share", "mcts:cutoff=4", "ubfm"] {
        let separator = if algorithm.contains(':') { "," } else { ":" };
        let spec = format!("{algorithm}{separator}eval=net:{net}");
        let report = json(&["search", "connect4", "--pos", "445", "--algo", &spec, "--nodes", "300", "--json"]);
        assert_eq!(report["are_points"], true, "{spec}");
        let value = report["value"].as_i64().expect("a number");
        assert!((1..1_000_000).contains(&value), "{spec}: {value}");
    }
    let card = json(&["learn", "card", "connect4", &net, "--positions", "2000", "--json"]);
    assert_eq!((&card["features"], &card["card"]["seed"]), (&257.into(), &"random".into()));
}

#[test]
fn what_is_no_network_for_the_game_is_refused_in_one_line() {
    let folder = TempDir::new().expect("a folder");
    let search = |eval: &str| refusal(&["search", "connect4", "--algo", &format!("pvs:eval={eval}"), "--depth", "3"]);
    let shipped = "no network for this board and number of players comes with the program; eval=net:FILE takes one";
    assert_eq!(
        refusal(&["search", "connect4", "--size", "4x4", "--algo", "pvs:eval=net", "--depth", "3"]),
        format!("melee: connect4: eval=net: {shipped}")
    );
    assert!(search("net:").contains("eval=net:: "));
    let missing = search("net:/nowhere/net");
    assert!(missing.contains("eval=net:/nowhere/net: No such file"), "{missing}");
    let other = net_file(folder.path(), "connect4-5x4-1", 257);
    let foreign = search(&format!("net:{other}"));
    assert!(
        foreign.contains("the network is for connect4, 2 players, 257 inputs connect4-5x4-1, here it is"),
        "{foreign}"
    );
    fs::write(&other, "text").expect("written");
    assert!(search(&format!("net:{other}")).ends_with("not a network: it is too short"));
    let text = refusal(&["search", "uniform", "--algo", "paranoid:eval=net", "--depth", "3"]);
    assert!(text.ends_with("this game has no inputs for networks"), "{text}");
}

#[test]
fn data_is_gone_on_with() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("data");
    let file = file.to_str().expect("UTF-8");
    let data = |games: &str| {
        let args = ["learn", "data", "connect4", "--size", "5x4", "--nodes", "20", "--out", file, "--json"];
        json(&[&args[..], &["--games", games]].concat())
    };
    assert_eq!(data("1")["games"], 16);
    let more = data("20");
    assert_eq!(more["games"], 32);
    assert!(more["new_positions"].as_u64() < more["positions"].as_u64());
    assert_eq!(data("20")["new_positions"], 0);
    let head = fs::read(file).expect("it is there");
    let head = head.split(|&byte| byte == b'\n').next().expect("a first line");
    let head: serde_json::Value = serde_json::from_slice(head).expect("JSON");
    assert_eq!((&head["format"], &head["inputs"]), (&"melee-data-2".into(), &"connect4-5x4-1".into()));
    let text = done(&[
        "learn",
        "data",
        "connect4",
        "--nodes",
        "20",
        "--games",
        "1",
        "--keep",
        "10%",
        "--out",
        &format!("{file}2"),
    ]);
    assert!(text.contains("positions of 16 games"), "{text}");
    assert!(refusal(&["learn", "data", "connect4", "--games", "1", "--out", file]).contains("another first line"));
    let limit = refusal(&["learn", "data", "connect4", "--games", "1", "--out", "x", "--seat", "pvs@5"]);
    assert_eq!(limit, "melee: --seat pvs@5: the limit of all seats is --nodes");
}
