//! Other programs in matches and at the table: `melee engine` is the other program.

use crate::{json, melee, melee_with_input, stderr, stdout};

fn engine(rest: &str) -> String {
    format!("program:'{}' engine {rest}", env!("CARGO_BIN_EXE_melee"))
}

/// The moves of all games.
fn moves(args: &[&str]) -> Vec<String> {
    let dir = tempfile::tempdir().expect("a directory");
    let csv = dir.path().join("games.csv");
    let output = melee(&[args, &["--csv", csv.to_str().expect("UTF-8")]].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    let text = std::fs::read_to_string(csv).expect("written");
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().expect("names").split(',').collect();
    let place = names.iter().position(|&n| n == "moves").expect("moves");
    let verdict = names.iter().position(|&n| n == "verdict").expect("verdicts");
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            assert_eq!(fields[verdict], "", "{line}");
            fields[place].to_string()
        })
        .collect()
}

#[test]
fn the_program_plays_against_itself_as_inside() {
    for (game, algorithm, options) in [
        ("connect4", "pvs:tt=deep/1MiB", ""),
        ("chess4", "brs+:noise=3%", "--ply-cap 24"),
        ("billabong", "paranoid:noise=3%", "--players 3 --ply-cap 40"),
        ("abalone", "alphabeta", "--start belgian-daisy --ply-cap 20"),
    ] {
        let options: Vec<&str> = options.split_whitespace().collect();
        let games = |player: &str| {
            let player = format!("{player}@200");
            let line_up = ["match", game, "--algo", &player, "--algo", "random@d1"];
            moves(&[&line_up[..], &["--games", "3"], &options].concat())
        };
        let inside = games(algorithm);
        assert_eq!(inside.len(), 3);
        assert_eq!(games(&engine(&format!("{game} --algo {algorithm}"))), inside);
    }
}

#[test]
fn a_program_that_loses_by_its_conduct_is_named() {
    let result = json(&[
        "match",
        "connect4",
        "--algo",
        "alphabeta@d2",
        "--algo",
        "program:sh -c 'exit 5'@d2",
        "--games",
        "4",
        "--json",
    ]);
    assert_eq!(result["forfeits"], 4, "{result}");
    assert_eq!(result["algorithms"][1]["verdicts"]["crash"], 4);
    assert_eq!(result["algorithms"][0]["share"], 1.0);
    let output = melee(&["match", "connect4", "--algo", "alphabeta@d2", "--algo", "program:sh -c 'exit 5'@d2"]);
    assert!(stdout(&output).contains("lost games by its conduct: 2 crash"));
    let refused = melee(&["match", "connect4", "--algo", "random@d1", "--algo", "program:./nobody@d1"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("program './nobody': no such file"));
}

#[test]
fn a_program_takes_a_seat() {
    let seat = engine("connect4 --algo alphabeta");
    let args = ["play", "connect4", "--depth", "2", "--seat", &seat, "--seat", "human"];
    let output = melee_with_input(&args, "4\nquit\n");
    let text = stdout(&output);
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(text.matches("engine connect4 --algo alphabeta, plays ").count(), 2, "{text}");
    let rogue = ["play", "connect4", "--depth", "2", "--seat", "program:true", "--seat", "random"];
    let output = melee(&rogue);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("crash"), "{}", stderr(&output));
}
