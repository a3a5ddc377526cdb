//! The program with a game and a search of somebody else in it: listed, searched, played, served.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

const PROGRAM: &str = env!("CARGO_BIN_EXE_own-game");

/// Runs the program; `~` is a space that does not end an argument.
fn run(args: &str) -> Output {
    let mut command = Command::new(PROGRAM);
    command.args(args.split_whitespace().map(|arg| arg.replace('~', " ")));
    command.output().expect("it runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn lines(args: &str) -> Vec<Value> {
    let output = run(args);
    assert!(output.status.success(), "{args}: {}", text(&output.stderr));
    let said = text(&output.stdout);
    let lines = said.lines().map(serde_json::from_str);
    lines.collect::<Result<_, _>>().expect("JSON")
}

fn json(args: &str) -> Value {
    let mut lines = lines(&format!("{args} --json"));
    assert_eq!(lines.len(), 1, "{args}");
    lines.remove(0)
}

fn refusal(args: &str) -> String {
    let output = run(args);
    assert_eq!(output.status.code(), Some(2), "{args}");
    text(&output.stderr)
}

/// What the server answers.
fn served(path: &str) -> String {
    let mut server =
        Command::new(PROGRAM).args(["serve", "--port", "0"]).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut line = String::new();
    let output = server.stdout.take().expect("its output");
    BufReader::new(output).read_line(&mut line).expect("a line");
    let after = line.split("http://").nth(1).expect("an address");
    let address = after.split('/').next().expect("an address");
    let mut stream = TcpStream::connect(address).expect("it listens");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    server.kill().expect("it ends");
    server.wait().expect("it has ended");
    answer
}

#[test]
fn a_strangers_game_and_search_are_part_of_the_whole_program() {
    let games = lines("games --json");
    let own = games.iter().find(|game| game["game"] == "isolation");
    let own = own.expect("it is listed");
    assert_eq!(own["player_counts"], json!([2, 3, 4]));
    assert_eq!(own["options"], json!(["--players N", "--walk NAME"]));
    let knows = |game: &Value| game["algorithms"].as_array().is_some_and(|all| all.contains(&json!("narrow")));
    assert!(games.len() > 5 && games.iter().all(knows));

    let found = json("search isolation --walk knight --players 3 --algo narrow:width=3@d3");
    assert_eq!((&found["game"], &found["depth"]), (&json!("isolation"), &json!(3)));
    let shut_in = "......./......./......./......./##...../1.#..../2#.....~1";
    let solved = json(&format!("search isolation --algo pvs@d2 --pos {shut_in}"));
    assert_eq!((&solved["best_move"], &solved["proven"]), (&json!("b2"), &json!("win")));
    let hermit = json("search isolation --algo hermit");
    assert_eq!(hermit["depth"], 4);

    let played = json("match isolation --players 3 --algo narrow@200 --algo random --games 6");
    assert_eq!((&played["game"], &played["games"]), (&json!("isolation"), &json!(6)));
    let elsewhere = json("match connect4 --algo narrow@100 --algo random --games 2");
    assert_eq!(elsewhere["algorithms"][0]["name"], "narrow");

    let answer = served("/api/games");
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("Isolation"), "{answer}");

    assert!(refusal("show isolation --walk rook").contains("unknown walk 'rook'; known: queen"));
    assert!(refusal("show connect4 --walk king").contains("the game has no option --walk"));
    assert!(refusal("show isolation --players 5").contains("the game is for 2 to 4 players"));
    assert!(refusal("search isolation --algo narrow:width=0 --depth 1").contains("width=0"));
}
