//! Crates of other people: `examples/own-game`, and what `melee new-game` writes. Both are built as their
//! authors would build them, and used through the whole program.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

use crate::{melee, refusal, stderr, stdout};

/// The folder of Melee.
fn checkout() -> PathBuf {
    let cli = Path::new(env!("CARGO_MANIFEST_DIR"));
    cli.ancestors().nth(2).expect("crates/cli is in it").to_path_buf()
}

/// An empty folder for a crate, beside what was built before.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// Tests and builds a crate; both crates share what they depend on.
fn build(folder: &Path, name: &str) -> PathBuf {
    // The versions that are here, so that nothing need be fetched.
    fs::copy(checkout().join("Cargo.lock"), folder.join("Cargo.lock")).expect("copied");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("strangers");
    for command in ["test", "build"] {
        let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
        let output = Command::new(cargo)
            .args([command, "--offline", "--quiet"])
            .current_dir(folder)
            .env("CARGO_TARGET_DIR", &target)
            .env("CARGO_PROFILE_DEV_DEBUG", "0")
            .output();
        let output = output.expect("cargo runs");
        let said = stdout(&output) + &stderr(&output);
        assert!(output.status.success(), "{command}: {said}");
    }
    target.join("debug").join(name)
}

/// A program that was built.
struct Program(PathBuf);

impl Program {
    /// Runs it; `~` is a space that does not end an argument.
    fn run(&self, args: &str) -> Output {
        let mut command = Command::new(&self.0);
        command.args(args.split_whitespace().map(|arg| arg.replace('~', " ")));
        command.output().expect("it runs")
    }

    fn lines(&self, args: &str) -> Vec<Value> {
        let output = self.run(args);
        assert!(output.status.success(), "{args}: {}", stderr(&output));
        let text = stdout(&output);
        let lines = text.lines().map(serde_json::from_str);
        lines.collect::<Result<_, _>>().expect("JSON")
    }

    fn json(&self, args: &str) -> Value {
        let mut lines = self.lines(&format!("{args} --json"));
        assert_eq!(lines.len(), 1, "{args}");
        lines.remove(0)
    }

    fn refusal(&self, args: &str) -> String {
        let output = self.run(args);
        assert_eq!(output.status.code(), Some(2), "{args}");
        stderr(&output)
    }

    /// What the server answers.
    fn served(&self, path: &str) -> String {
        let mut server =
            Command::new(&self.0).args(["serve", "--port", "0"]).stdout(Stdio::piped()).spawn().expect("it starts");
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
}

#[test]
fn a_strangers_game_and_search_are_part_of_the_whole_program() {
    let (example, copy) = (checkout().join("examples/own-game"), folder("own-game"));
    for part in ["src", "tests"] {
        fs::create_dir_all(copy.join(part)).expect("made");
        for file in fs::read_dir(example.join(part)).expect("a folder") {
            let file = file.expect("a file");
            fs::copy(file.path(), copy.join(part).join(file.file_name())).expect("copied");
        }
    }
    let manifest = fs::read_to_string(example.join("Cargo.toml")).expect("a manifest");
    let manifest = manifest.replace("../..", checkout().to_str().expect("UTF-8"));
    fs::write(copy.join("Cargo.toml"), manifest).expect("written");
    let program = Program(build(&copy, "own-game"));

    let games = program.lines("games --json");
    let own = games.iter().find(|game| game["game"] == "isolation");
    let own = own.expect("it is listed");
    assert_eq!(own["player_counts"], json!([2, 3, 4]));
    assert_eq!(own["options"], json!(["--players N", "--walk NAME"]));
    let knows = |game: &Value| game["algorithms"].as_array().is_some_and(|all| all.contains(&json!("narrow")));
    assert!(games.len() > 5 && games.iter().all(knows));

    let found = program.json("search isolation --walk knight --players 3 --algo narrow:width=3@d3");
    assert_eq!((&found["game"], &found["depth"]), (&json!("isolation"), &json!(3)));
    let shut_in = "......./......./......./......./##...../1.#..../2#.....~1";
    let solved = program.json(&format!("search isolation --algo pvs@d2 --pos {shut_in}"));
    assert_eq!((&solved["best_move"], &solved["proven"]), (&json!("b2"), &json!("win")));
    let hermit = program.json("search isolation --algo hermit");
    assert_eq!(hermit["depth"], 4);

    let played = program.json("match isolation --players 3 --algo narrow@200 --algo random --games 6");
    assert_eq!((&played["game"], &played["games"]), (&json!("isolation"), &json!(6)));
    let elsewhere = program.json("match connect4 --algo narrow@100 --algo random --games 2");
    assert_eq!(elsewhere["algorithms"][0]["name"], "narrow");

    let answer = program.served("/api/games");
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("Isolation"), "{answer}");

    assert!(program.refusal("show isolation --walk rook").contains("unknown walk 'rook'; known: queen"));
    assert!(program.refusal("show connect4 --walk king").contains("the game has no option --walk"));
    assert!(program.refusal("show isolation --players 5").contains("the game is for 2 to 4 players"));
    assert!(program.refusal("search isolation --algo narrow:width=0 --depth 1").contains("width=0"));
}

#[test]
fn the_template_of_a_new_game_passes_its_own_tests_and_plays() {
    let folder = folder("new-game");
    let (out, path) = (folder.to_str().expect("UTF-8"), checkout());
    let path = path.to_str().expect("UTF-8");
    let args = ["new-game", "row-of-three", "--out", out, "--path", path];
    let made = melee(&args);
    assert!(made.status.success(), "{}", stderr(&made));
    assert!(refusal(&args).ends_with("is there already"));

    let program = Program(build(&folder, "row-of-three"));
    let found = program.json("search row-of-three --players 3 --algo careful");
    assert_eq!(found["game"], "row-of-three");
    let played = program.json("match row-of-three --algo careful --algo alphabeta@d2 --games 2");
    assert_eq!(played["games"], 2);
}

#[test]
fn names_of_new_games() {
    for (name, why) in [
        ("My-Game", "expected words of lower-case letters"),
        ("../game", "expected words of lower-case letters"),
        ("4chess", "expected words of lower-case letters"),
        ("connect4", "there is a game called connect4 already"),
        ("melee-two", "Melee's own crates"),
    ] {
        let refused = refusal(&["new-game", name]);
        assert!(refused.contains(why), "{refused}");
    }
    let nowhere = refusal(&["new-game", "go", "--path", "/no/such/checkout"]);
    assert!(nowhere.contains("--path /no/such/checkout: No such file"), "{nowhere}");
}
