//! `melee games` and `melee algorithms`: what the descriptions say.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::{done, melee, stdout};

/// The objects of a list, by the field that names them.
fn listed(command: &str, name: &str) -> BTreeMap<String, Value> {
    let lines = done(&[command, "--json"]);
    let object = |line: &str| {
        let object: Value = serde_json::from_str(line).expect("an object a line");
        (object[name].as_str().expect("a name").to_string(), object)
    };
    lines.lines().map(object).collect()
}

#[test]
fn games_tell_everything_that_can_be_chosen() {
    let games = listed("games", "game");
    let connect4 = &games["connect4"];
    assert_eq!(connect4["title"], "Connect Four");
    assert_eq!(connect4["players"], json!([2, 2]));
    assert_eq!(connect4["options"], json!(["--size WxH"]));
    assert_eq!(connect4["option_list"][0]["choices"][0], "7x6");
    assert_eq!(connect4["evaluations"], json!(["pear", "patterns"]));
    assert_eq!(connect4["named_players"][3]["name"], "scott");
    assert_eq!(connect4["best"], json!(["pvs:best,eval=best"]));
    let billabong = &games["billabong"];
    assert_eq!(billabong["player_counts"], json!([2, 3, 4]));
    assert_eq!(billabong["default_players"], 2);
    assert_eq!(games["blokus"]["default_players"], 4);
    assert_eq!(billabong["seats"][0], "red");
    let reversixt = &games["reversixt"];
    assert_eq!(reversixt["option_list"][0]["file"], true);
    let starts = reversixt["start_list"].as_array().expect("a list");
    let three = starts.iter().find(|start| start["name"] == "three");
    assert_eq!(three.expect("a map")["players"], 3);
    assert_eq!(games["chess4"]["record"], "PGN4");
    assert_eq!(games["rolit"]["unit"], "hundredths of a ball");
    assert_eq!(games["rolit"]["other_units"], json!({"sure": "balls"}));
}

#[test]
fn games_and_algorithms_are_listed_for_people() {
    let games = stdout(&melee(&["games"]));
    for word in ["connect4", "--size WxH", "--start belgian-daisy", "2 to 4 players (default 4)", "scott"] {
        assert!(games.contains(word), "{word}");
    }
    let algorithms = stdout(&melee(&["algorithms"]));
    for name in ["minimax", "mtd(f)", "brs(s,m)", "scott", "killers", "(connect4)"] {
        assert!(algorithms.contains(name), "{name}");
    }
}

#[test]
fn one_game_is_described_with_its_rules() {
    let about = stdout(&melee(&["games", "abalone"]));
    assert!(about.starts_with("abalone: ") && about.contains("pushed six marbles"), "{about}");
    assert!(!about.contains("connect4"));
    let object: Value = serde_json::from_str(&done(&["games", "abalone", "--json"])).expect("one object");
    assert_eq!(object["game"], "abalone");
    assert!(object["rules"].as_str().is_some_and(|rules| rules.contains("sumito")));
    let refused = melee(&["games", "nothing"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("nothing"));
}

#[test]
fn algorithms_tell_their_options_and_who_has_them() {
    let algorithms = listed("algorithms", "name");
    let alphabeta = &algorithms["alphabeta"];
    assert_eq!(alphabeta["two_players_only"], true);
    assert_eq!(alphabeta["by_depth"], true);
    assert_eq!(alphabeta["only_for"], Value::Null);
    let options = alphabeta["option_list"].as_array().expect("a list");
    let killers = options.iter().find(|option| option["name"] == "killers");
    assert_eq!(killers.expect("an option")["default"], "0");
    let perfect = &algorithms["perfect"];
    assert_eq!(perfect["exact"], true);
    assert_eq!(perfect["only_for"], json!(["connect4"]));
}

#[test]
fn one_algorithm_is_described_with_its_options() {
    let about = done(&["algorithms", "brs+"]);
    assert!(about.starts_with("brs+ ") && about.contains("\nOptions\n") && about.contains("\nkillers "), "{about}");
    assert!(about.contains("; otherwise 0\n") && !about.contains("; otherwise \n"), "{about}");
    assert!(!about.contains("minimax "), "{about}");
    let object: Value = serde_json::from_str(&done(&["algorithms", "brs+", "--json"])).expect("one object");
    assert_eq!(object["name"], "brs+");
    let refused = |name: &str| {
        let output = melee(&["algorithms", name]);
        assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(2), ""));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(said.lines().count(), 1, "{said}");
        said
    };
    assert!(refused("nobody").contains("unknown algorithm 'nobody'; known: random, "));
    assert!(refused("scott").contains("scott is a player of connect4: "), "a name that the list has below");
}

#[test]
fn help_has_the_options_of_all_games() {
    let help = done(&["show", "--help"]);
    for option in ["--size <WxH>", "--rules <NAME>", "--map <FILE>"] {
        assert!(help.contains(option), "{help}");
    }
    assert!(help.contains("abalone: plies") && help.contains("chess4: paderborn"), "{help}");
    let completions = done(&["completions", "bash"]);
    assert!(completions.contains("--rules"));
}

/// The first line is the version alone, as package managers read it; below stands what exactly was built.
#[test]
fn the_version_tells_commit_and_features() {
    let text = done(&["--version"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], concat!("melee ", env!("CARGO_PKG_VERSION")));
    assert!(lines[1].starts_with("commit ") && lines[1].len() > "commit ".len(), "{text}");
    assert!(lines[2].starts_with("features "), "{text}");
    assert_eq!(done(&["-V"]).trim(), lines[0]);
}

#[test]
fn every_command_has_a_manual_page() {
    let dir = tempfile::tempdir().expect("a directory");
    let folder = dir.path().join("man");
    done(&["man", "--out", folder.to_str().expect("plain")]);
    let page = |name: &str| std::fs::read_to_string(folder.join(name)).expect(name);
    assert!(page("melee.1").contains("Adversarial search"));
    assert!(page("melee-match.1").contains("seats"));
    assert!(page("melee-reversixt-server.1").contains("map"));
    let help = done(&["help"]);
    let (_, commands) = help.split_once("Commands:\n").expect("a list");
    let commands = commands.split("\n\n").next().expect("a list").lines();
    for name in commands.filter_map(|line| line.split_whitespace().next()).filter(|&name| name != "help") {
        assert!(folder.join(format!("melee-{name}.1")).is_file(), "{name}");
    }
}
