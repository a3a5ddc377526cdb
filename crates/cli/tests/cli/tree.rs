//! `melee tree`: the tree of a small search.

use serde_json::{Value, json};

use crate::{json, melee, stderr, stdout};

/// The nodes of a tree.
fn nodes(tree: &Value) -> &Vec<Value> {
    tree["tree"].as_array().expect("a list")
}

#[test]
fn the_tree_has_the_nodes_and_the_value_of_the_search() {
    for (game, options, algo, depth) in [
        ("connect4", vec!["--pos", "4445"], "alphabeta", "3"),
        ("connect4", vec!["--pos", "4445"], "mtd(f)", "3"),
        ("connect4", vec!["--pos", "4445"], "sss", "2"),
        ("uniform", vec!["--pos", "n=4,b=3,seed=7"], "brs+", "5"),
        ("uniform", vec!["--pos", "n=4,b=3,seed=7"], "brs", "4"),
        ("uniform", vec!["--pos", "n=3,b=3,seed=7"], "maxn", "4"),
        ("billabong", vec!["--players", "3"], "paranoid", "1"),
        ("chess4", vec![], "brs(2,0)", "2"),
        ("abalone", vec![], "pvs", "2"),
        ("reversixt", vec![], "brs+", "2"),
    ] {
        let run = |command: &str| {
            let mut args = vec![command, game];
            args.extend(&options);
            args.extend(["--algo", algo, "--depth", depth, "--json"]);
            json(&args)
        };
        let (tree, search) = (run("tree"), run("search"));
        for field in ["game", "algorithm", "best_move", "value", "values", "depth", "nodes", "leaves", "pv"] {
            assert_eq!(tree[field], search[field], "{game} {algo}: {field}");
        }
        let nodes = nodes(&tree);
        assert_eq!(json!(nodes.len()), search["nodes"], "{game} {algo}");
        let last = nodes.iter().rev().find(|n| n["parent"].is_null());
        assert_eq!(last.expect("a root")["value"], search["value"], "{game} {algo}");
        assert_eq!(tree["cut_short"], false);
    }
}

#[test]
fn a_tree_that_is_too_large_is_cut_short() {
    let tree = json(&["tree", "chess4", "--algo", "paranoid", "--depth", "4", "--nodes", "100", "--json"]);
    assert_eq!(nodes(&tree).len(), 100);
    assert_eq!(tree["cut_short"], true);
}

#[test]
fn text_and_drawing_show_every_node() {
    let common = ["tree", "uniform", "--pos", "n=3,b=2,seed=1", "--algo", "brs+:prune=off", "--depth", "3"];
    let mut with_json = common.to_vec();
    with_json.push("--json");
    let count = nodes(&json(&with_json)).len();
    let text = stdout(&melee(&common));
    assert_eq!(text.lines().count(), 1 + count);
    assert!(text.contains("MAX") && text.contains("MIN 2") && text.contains("bmom"), "{text}");
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("tree.svg");
    let mut with_svg = common.to_vec();
    let name = file.to_str().expect("a name");
    with_svg.extend(["--svg", name]);
    assert!(melee(&with_svg).status.success());
    let svg = std::fs::read_to_string(&file).expect("written");
    assert_eq!(svg.matches("data-node=").count(), count);
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
}

#[test]
fn refusals_are_one_line() {
    for (args, expected) in [
        (vec!["tree", "connect4", "--algo", "alphabeta", "--depth", "0"], "expected 1 to 250"),
        (vec!["tree", "connect4", "--algo", "nonsense"], "unknown algorithm 'nonsense'"),
        (vec!["tree", "connect4", "--pos", "1212121", "--algo", "alphabeta"], "the game is over"),
        (vec!["tree", "chess4", "--algo", "sss"], "sss is for two players"),
        (vec!["tree", "connect4", "--algo", "alphabeta", "--nodes", "0"], "expected 1 to 1000000"),
        (
            vec!["tree", "connect4", "--algo", "alphabeta", "--svg", "/no/such/dir/x.svg"],
            "--svg /no/such/dir/x.svg: No such file",
        ),
    ] {
        let output = melee(&args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let message = stderr(&output);
        assert!(message.contains(expected), "{args:?}: {message}");
        assert_eq!(message.lines().count(), 1, "{message}");
    }
}
