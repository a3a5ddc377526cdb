//! `ReversiXT` on the command line: maps, positions, records, and a game over the network.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::common::{check_json, refusal};
use crate::{json, melee, stderr, stdout};

/// The refusal of a map file with this text.
fn map_refusal(dir: &Path, text: &[u8]) -> String {
    let file = dir.join("a.map");
    std::fs::write(&file, text).expect("written");
    let output = melee(&["show", "reversixt", "--map", file.to_str().expect("UTF-8")]);
    assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
    let message = stderr(&output);
    assert_eq!(message.lines().count(), 1, "{message}");
    message
}

#[test]
fn malformed_maps_are_refused_with_line_and_column() {
    let dir = tempfile::tempdir().expect("a directory");
    for (text, expected) in [
        (&b""[..], "line 1, column 1: the map ends here"),
        (b"2\n0\n0 0\n0 0\n", "line 4, column 1: '0' is not the height"),
        (b"2\n0\n0 0\n1 2\n1 3\n", "line 5, column 3: stone 3, but there are 2 players"),
        (b"2\n0\n0 0\n1 2\n1\n", "expected the tile of row 0, column 1"),
        (b"2\n0\n0 0\n1 2\n1 2 hello", "line 5, column 5: 'hello' after the last tile"),
        (b"2\n0\n0 0\n1 2\n1 -\n0 0 0 <-> 1 0 0", "line 6, column 11: a transition cannot begin"),
        (
            b"2\n0\n0 0\n1 2\n1 2\n0 0 0 <-> 1 0 0\n0 0 0 <-> 1 0 1",
            "line 7, column 1: tile 0,0 has a transition in direction 0 already",
        ),
        (b"2\n0\n0 0\n1 2\n1 \xff\n", "line 5, column 3"),
    ] {
        let message = map_refusal(dir.path(), text);
        assert!(message.contains(expected), "{message}");
    }
    let huge = dir.path().join("huge.map");
    std::fs::File::create(&huge).and_then(|file| file.set_len(2 << 30)).expect("a sparse file");
    let output = melee(&["show", "reversixt", "--map", huge.to_str().expect("UTF-8")]);
    assert!(stderr(&output).contains("expected at most 16777216 bytes"));
}

#[test]
fn positions_and_moves_that_are_none() {
    let refusal = |args: &[&str]| {
        let output = melee(&[&["moves", "reversixt"], args].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        stderr(&output)
    };
    assert!(refusal(&["--start", "nowhere"]).contains("known: classic, specials"));
    assert!(refusal(&["--players", "5"]).contains("no shipped map for 5 players"));
    assert!(refusal(&["--start", "four", "--players", "3"]).contains("has 4 players"));
    assert!(refusal(&["--pos", "12/21"]).contains("'' where o= was expected"));
    assert!(
        refusal(&["--pos", "12/2 o=0,0 b=0,0 r=0 phase=1 turn=1 last=2 out=- t=-"])
            .contains("row 1 has 1 columns, expected 2")
    );
    assert!(
        refusal(&["--pos", "12/21 o=0,0 b=0,0 r=0 phase=1 turn=1 last=2 out=- t=-"])
            .contains("turn=1: this player cannot move")
    );
    assert!(refusal(&["--moves", "0,0"]).contains("player 1 captures nothing there"));
    assert!(refusal(&["--moves", "3,3"]).contains("has no override stone"));
    assert!(refusal(&["--moves", "9,9"]).contains("a column from 0 to 7"));
    assert!(refusal(&["--moves", "3,2,4"]).contains("expected x,y"));
    assert!(refusal(&["--moves", "dq:3"]).contains("is no move"));
}

#[test]
fn positions_round_trip_and_searches_run_on_them() {
    let moves = json(&["moves", "reversixt", "--start", "islands", "--json"]);
    let position = moves["position"].as_str().expect("a position");
    let again = json(&["moves", "reversixt", "--pos", position, "--json"]);
    assert_eq!(moves, again);
    let found = json(&["search", "reversixt", "--start", "four", "--algo", "maxn", "--depth", "2", "--json"]);
    assert_eq!(found["values"].as_array().map(Vec::len), Some(4));
    let perft = json(&["perft", "reversixt", "--depth", "6", "--json"]);
    assert_eq!(perft["nodes"], 8200);
}

#[test]
fn random_maps_are_the_same_for_a_seed_and_can_be_drawn() {
    let dir = tempfile::tempdir().expect("a directory");
    let make = |seed: &str| {
        let args = ["reversixt", "map", "--players", "8", "--size", "30x30", "--seed", seed];
        stdout(&melee(&args))
    };
    let map = make("1");
    assert_eq!(map, make("1"));
    assert_ne!(map, make("2"));
    let (file, svg) = (dir.path().join("a.map"), dir.path().join("a.svg"));
    std::fs::write(&file, &map).expect("written");
    let (file, picture) = (file.to_str().expect("UTF-8"), svg.to_str().expect("UTF-8"));
    let output = melee(&["show", "reversixt", "--map", file, "--svg", picture]);
    assert!(output.status.success(), "{}", stderr(&output));
    let svg = std::fs::read_to_string(&svg).expect("a picture");
    let transitions = map.lines().filter(|line| line.contains("<->")).count();
    assert_eq!(svg.matches("stroke=\"#b00020\"").count(), transitions);
    let small = melee(&["reversixt", "map", "--players", "8", "--size", "5x5"]);
    assert_eq!(small.status.code(), Some(2));
}

/// A server as a program, killed when the test is over.
struct Server {
    process: Child,
    port: String,
    listener: Option<std::thread::JoinHandle<usize>>,
}

impl Server {
    fn new(args: &[&str]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_melee"))
            .args(["reversixt", "server", "-p", "0", "--time", "30s"])
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it runs");
        let mut log = BufReader::new(process.stderr.take().expect("piped")).lines();
        let first = log.next().expect("a line").expect("UTF-8");
        let port = first.rsplit(':').next().expect("a port").to_string();
        // Somebody has to read what the server tells.
        let listener = Some(std::thread::spawn(move || log.count()));
        Server { process, port, listener }
    }

    fn client(&self, group: &str, algo: &str) -> Child {
        Command::new(env!("CARGO_BIN_EXE_melee"))
            .args(["reversixt", "client", "-p", &self.port, "-g", group, "--algo", algo, "-q", "--ahead", "always"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("it runs")
    }

    /// The most memory it has had in bytes, where the system tells.
    fn peak_memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
        Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? * 1024)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
        if let Some(listener) = self.listener.take() {
            let _ = listener.join();
        }
    }
}

fn comes_to_a_rank(client: Child) {
    let output = client.wait_with_output().expect("it ends");
    assert!(output.status.success());
    assert!(stdout(&output).starts_with("game 1: rank "));
}

/// A server and two clients as programs: the server's record replays to the same result.
#[test]
fn a_game_over_the_network_is_recorded_and_replays() {
    let dir = tempfile::tempdir().expect("a directory");
    let records = dir.path().to_str().expect("UTF-8");
    let mut server = Server::new(&["--map", "specials", "--records", records, "--json"]);
    for client in [server.client("6", "alphabeta:depth=2"), server.client("7", "greedy")] {
        comes_to_a_rank(client);
    }
    let mut text = String::new();
    server.process.stdout.take().expect("piped").read_to_string(&mut text).expect("UTF-8");
    check_json(&["reversixt", "server"], &text);
    let game: serde_json::Value = serde_json::from_str(text.lines().next().expect("a line")).expect("JSON");
    let record = dir.path().join("game-0001.txt");
    let record = record.to_str().expect("UTF-8");
    let replayed = json(&["replay", "reversixt", "--start", "specials", record, "--json"]);
    assert_eq!(replayed["outcome"]["ranks"], game["ranks"]);
    assert_eq!(replayed["plies"], game["plies"]);
}

/// Thousands of connections that say nothing, half a frame or nonsense, hundreds of them at a time:
/// the game begins while they are there, and the server stays small.
#[test]
fn a_flood_costs_a_server_little_memory() {
    let server = Server::new(&["--map", "classic", "--games", "2"]);
    let before = server.peak_memory();
    let address = format!("127.0.0.1:{}", server.port);
    let nonsense = vec![9; 1 << 16];
    let mut flood = Vec::new();
    for _ in 0..10 {
        flood = (0..300)
            .map(|i| {
                let mut stream = TcpStream::connect(&address).expect("connected");
                stream.set_nonblocking(true).expect("set");
                let words: &[u8] = [&[][..], &[1, 0, 0], &nonsense, &[2, 0, 0, 0, 200, 7]][i % 4];
                // Whoever talks nonsense may be turned away while he talks.
                let _ = stream.write(words);
                stream
            })
            .collect();
    }
    for client in [server.client("6", "greedy"), server.client("7", "greedy")] {
        comes_to_a_rank(client);
    }
    drop(flood);
    if let (Some(before), Some(after)) = (before, server.peak_memory()) {
        println!("peak memory {} KiB before the flood, {} KiB after", before >> 10, after >> 10);
        assert!(after - before < 16 << 20, "from {before} to {after} bytes");
    }
}

/// The games that were played were forgotten.
#[test]
fn standings_are_told_when_a_later_game_cannot_be_recorded() {
    let dir = tempfile::tempdir().expect("a directory");
    std::fs::create_dir(dir.path().join("game-0002.txt")).expect("made");
    let records = dir.path().to_str().expect("UTF-8");
    let mut server = Server::new(&["--map", "classic", "--games", "2", "--json", "--records", records]);
    for _ in 0..2 {
        for client in [server.client("6", "greedy"), server.client("7", "greedy")] {
            comes_to_a_rank(client);
        }
    }
    let mut text = String::new();
    server.process.stdout.take().expect("piped").read_to_string(&mut text).expect("UTF-8");
    let last: serde_json::Value = serde_json::from_str(text.lines().last().expect("a line")).expect("JSON");
    assert_eq!(last["standings"].as_array().map(Vec::len), Some(2), "{text}");
    assert_eq!(server.process.wait().expect("it ends").code(), Some(2));
}

/// A client came to a game, and then there was none.
#[test]
fn what_cannot_be_played_is_refused_before_anybody_waits() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("a.map");
    std::fs::write(&file, "2 0 0 0 1 2 1 7").expect("written");
    let file = file.to_str().expect("UTF-8");
    let refused = refusal(&["reversixt", "server", "-p", "0", "--map", "classic", "--map", file]);
    assert!(refused.contains(file) && !refused.contains("listening"), "{refused}");
    let client = |algo| refusal(&["reversixt", "client", "--patience", "0", "-p", "1", "--algo", algo]);
    assert!(client("brs+:tt=7").contains("tt=7"), "{}", client("brs+:tt=7"));
    // For the players of a map that it has not seen yet.
    assert!(client("brs(2,1)").contains("connect"), "{}", client("brs(2,1)"));
}

/// A server without a socket for one more client ended with an error.
#[test]
fn a_server_waits_for_sockets() {
    let script = "ulimit -n 16; exec \"$0\" reversixt server -p 0 --map eight";
    let process = Command::new("sh")
        .args(["-c", script])
        .arg(env!("CARGO_BIN_EXE_melee"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut server = Server { process, port: String::new(), listener: None };
    let mut log = BufReader::new(server.process.stderr.take().expect("piped")).lines().map_while(Result::ok);
    let first = log.next().expect("a line");
    let port = first.rsplit(':').next().expect("a port");
    let mut guests = Vec::new();
    loop {
        let mut stream = TcpStream::connect(format!("127.0.0.1:{port}")).expect("connected");
        // The group; who is not let in is not heard.
        stream.write_all(&[1, 0, 0, 0, 1, 6]).expect("sent");
        guests.push(stream);
        let line = log.next().expect("a line about each");
        if line.contains("nobody can be let in for the moment") {
            break;
        }
        assert!(line.contains("player "), "{line}");
    }
    assert!(guests.len() < 8, "there is a seat left");
    assert!(server.process.try_wait().expect("a child").is_none(), "it waits");
}

#[test]
fn what_is_wrong_is_printed_once() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = listener.local_addr().expect("bound").port().to_string();
    // Somebody who hangs up.
    let server = std::thread::spawn(move || drop(listener.accept()));
    let output = melee(&["reversixt", "client", "-p", &port, "--algo", "greedy"]);
    server.join().expect("no panic");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stderr(&output).matches("connection").count(), 1, "{}", stderr(&output));

    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("a.map");
    std::fs::write(&file, "2 0 0 0 1 2 1 7").expect("written");
    let output = melee(&["reversixt", "server", "-q", "-p", "0", "--map", file.to_str().expect("UTF-8")]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stderr(&output).matches("stone 7").count(), 1, "{}", stderr(&output));
}
