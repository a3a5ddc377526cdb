//! Ctrl-C and `kill` in every long command: it stops, says what it knows and how to go on, and exits with 130.

mod making;
mod matches;

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use crate::common::{check_json, command, done, stderr, stdout};

/// Long enough for any machine; reached only by a program that does not stop.
const FOR_EVER: Duration = Duration::from_secs(60);

/// A program that does not outlive its test.
struct Running(Child, Vec<String>);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start(args: &[&str]) -> Running {
    let mut command = command(args);
    let command = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Running(command.spawn().expect("it runs"), args.iter().map(ToString::to_string).collect())
}

impl Running {
    fn send(&self, signal: &str) {
        let sent = Command::new("kill").args([signal, &self.0.id().to_string()]).status();
        assert!(sent.expect("kill is there").success());
    }

    fn is_over(&mut self) -> bool {
        self.0.try_wait().expect("a child").is_some()
    }

    /// Waits for the end, and gives what was said; nothing where somebody else listens.
    fn ended(mut self) -> Output {
        let begin = Instant::now();
        while !self.is_over() {
            assert!(begin.elapsed() < FOR_EVER, "it did not stop");
            std::thread::sleep(Duration::from_millis(2));
        }
        println!("ended {} ms after the signal", begin.elapsed().as_millis());
        let status = self.0.wait().expect("it has ended");
        let stdout = self.0.stdout.take().map_or_else(Vec::new, all_of);
        let stderr = self.0.stderr.take().map_or_else(Vec::new, all_of);
        if self.1.iter().any(|arg| arg == "--json") {
            let args: Vec<&str> = self.1.iter().map(String::as_str).collect();
            check_json(&args, &String::from_utf8_lossy(&stdout));
        }
        Output { status, stdout, stderr }
    }
}

fn all_of(mut source: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    source.read_to_end(&mut bytes).expect("it is read");
    bytes
}

/// Runs a command that would go on for ever and sends it a signal when something has happened; gives what it said. One
/// that was met before it had begun, when signals still have their usual effect, or before it had anything to tell is
/// started again and given more time. One that ends by itself was not interrupted.
fn interrupted_when(
    signal: &str,
    args: &[&str],
    has_happened: impl Fn() -> bool,
    is_enough: impl Fn(&Output) -> bool,
) -> Output {
    interrupted_reading(true, signal, args, has_happened, is_enough)
}

/// The same; if nobody reads its standard output, the pipe is broken before the signal comes.
fn interrupted_reading(
    is_read: bool,
    signal: &str,
    args: &[&str],
    has_happened: impl Fn() -> bool,
    is_enough: impl Fn(&Output) -> bool,
) -> Output {
    let mut wait = Duration::from_millis(200);
    loop {
        let mut child = start(args);
        if !is_read {
            drop(child.0.stdout.take());
        }
        let begin = Instant::now();
        while begin.elapsed() < wait || !has_happened() {
            assert!(begin.elapsed() < FOR_EVER, "{args:?}: nothing happens");
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(!child.is_over(), "{args:?} ended by itself");
        child.send(signal);
        let output = child.ended();
        let is_known = output.status.code().is_some();
        if is_known {
            assert_eq!(output.status.code(), Some(130), "{args:?}: {}", stderr(&output));
        }
        if is_known && is_enough(&output) {
            return output;
        }
        assert!(wait < FOR_EVER, "{args:?}: {output:?}");
        wait *= 3;
    }
}

/// Interrupted when it has something to tell.
fn interrupted(args: &[&str], is_enough: impl Fn(&Output) -> bool) -> Output {
    interrupted_when("-INT", args, || true, is_enough)
}

/// The last line on standard error, which says what becomes of the work.
fn advice(output: &Output) -> String {
    let said = stderr(output);
    let last = said.lines().last().unwrap_or_default().to_string();
    assert!(last.starts_with("melee: interrupted: "), "{said}");
    last
}

/// The one JSON object on standard output.
fn object(output: &Output) -> Value {
    serde_json::from_str(&stdout(output)).expect("one JSON object")
}

/// The same, or nothing of a command that was met before it had anything to tell.
fn told(output: &Output) -> Value {
    if output.stdout.is_empty() { Value::Null } else { object(output) }
}

fn path_in(dir: &TempDir, name: &str) -> String {
    dir.path().join(name).to_str().expect("UTF-8").to_string()
}

#[test]
fn a_search_prints_the_best_move_so_far() {
    let deep = ["search", "connect4", "--algo", "alphabeta", "--depth", "42"];
    interrupted(&deep, |output| stdout(output).starts_with("best move  "));
    let json = [&deep[..], &["--json"]].concat();
    let has_searched = |output: &Output| told(output)["nodes"].as_u64() > Some(1000);
    for signal in ["-INT", "-TERM"] {
        let output = interrupted_when(signal, &json, || true, has_searched);
        let report = object(&output);
        assert!(report["best_move"].is_string() && report["partial"] == true, "{report}");
        advice(&output);
    }
}

#[test]
fn a_count_prints_what_is_counted() {
    // Each of the first moves takes a moment, and all of them many.
    let deep = ["perft", "connect4", "--depth", "11", "--pos", "4444"];
    let has_counted = |output: &Output| told(output)["nodes"].as_u64() > Some(0);
    let output = interrupted(&[&deep[..], &["--json"]].concat(), has_counted);
    let count = object(&output);
    assert_eq!((&count["depth"], &count["partial"]), (&11.into(), &true.into()), "{count}");
    assert!(advice(&output).contains(" of 7 moves are counted"), "{}", stderr(&output));
    let nothing = ["perft", "chess4", "--depth", "12"];
    let output = interrupted(&nothing, |output| stdout(output).starts_with("depth 12: at least 0 leaves"));
    assert!(advice(&output).contains("no move is counted"), "{}", stderr(&output));
}

#[test]
fn a_solve_prints_between_which_scores_it_lies() {
    let empty = ["solve", "connect4", "--size", "8x7", "--no-book", "--table", "1MiB"];
    let is_bounded = |output: &Output| told(output)["low"].is_number();
    let output = interrupted(&[&empty[..], &["--json"]].concat(), is_bounded);
    let solved = object(&output);
    let (low, high) = (solved["low"].as_i64().expect("a number"), solved["high"].as_i64().expect("a number"));
    assert!(solved["score"].is_null() && low < high, "{solved}");
    advice(&output);
    interrupted(&empty, |output| stdout(output).starts_with("score      -"));
}

#[test]
fn a_proof_that_is_interrupted_is_unknown() {
    let args = ["solve", "connect4", "--player", "1", "--table", "1MiB", "--json"];
    let output = interrupted(&args, |output| told(output)["answer"] == "unknown");
    assert!(object(&output)["nodes"].as_u64().is_some_and(|nodes| nodes > 0));
    assert!(advice(&output).contains("a larger --table"), "{}", stderr(&output));
}

/// A position that is won at once, and then the empty board, which takes for ever.
#[test]
fn a_solve_of_many_has_printed_those_that_are_done() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = path_in(&dir, "positions.txt");
    std::fs::write(&file, "121212\n 0\n").expect("written");
    let args = ["solve", "connect4", "--size", "8x7", "--no-book", "--table", "1MiB", "--file", &file];
    let output = interrupted(&args, |output| stdout(output).starts_with("121212 "));
    assert!(advice(&output).contains("1 of 2 positions"), "{}", stderr(&output));
}

#[test]
fn a_review_and_a_rating_end() {
    let size = ["solve", "connect4", "--size", "8x7", "--no-book", "--table", "1MiB"];
    // Two columns after the other, with empty ones between: nobody has four, and only the last moves are solved soon.
    let game = ["1", "2", "4", "5", "7", "8"].map(|column| column.repeat(7)).concat();
    let review = [&size[..], &["--review", "--pos", &game, "--json"]].concat();
    let rated = |output: &Output| told(output)["plies"].as_array().map_or(0, Vec::len);
    let output = interrupted(&review, |output| rated(output) > 0);
    let (object, rated) = (object(&output), rated(&output));
    assert_eq!((&object["plies"][0]["ply"], &object["plies"][rated - 1]["ply"]), (&(43 - rated).into(), &42.into()));
    assert!(advice(&output).contains(&format!("the last {rated} of 42 moves")), "{}", stderr(&output));
    let rate = [&size[..], &["--rate", "random@1", "--positions", "1000000"]].concat();
    let output = interrupted(&rate, |output| stderr(output).contains("a rating"));
    assert!(advice(&output).contains("--positions"), "{}", stderr(&output));
}

#[test]
fn a_review_by_a_search_ends_with_the_last_moves() {
    let moves = "4 4 4 4 4 3 3 3 3 3 5 5 5";
    let slow = ["review", "connect4", "--moves", moves, "--algo", "alphabeta", "--nodes", "2000000", "--json"];
    let rated = |output: &Output| told(output)["plies"].as_array().map_or(0, Vec::len);
    let output = interrupted(&slow, |output| rated(output) > 0);
    let (object, rated) = (object(&output), rated(&output));
    assert_eq!(object["plies"][rated - 1]["ply"], 13);
    assert!(advice(&output).contains("a review cannot be resumed"), "{}", stderr(&output));
}

#[test]
fn a_book_goes_on_where_it_was() {
    let dir = tempfile::tempdir().expect("a directory");
    let (book, part) = (path_in(&dir, "a.book"), path_in(&dir, "a.book.part"));
    let args = ["solve", "connect4", "--size", "7x5", "--make-book", "6", "--table", "16MiB", "--out", &book];
    let lines = || std::fs::read_to_string(&part).map_or(0, |text| text.lines().count());
    let output = interrupted_when("-INT", &args, || lines() > 20, |_| true);
    assert!(lines() > 20 && advice(&output).ends_with("a.book.part; the same command goes on"));
}

#[test]
fn a_reproduction_keeps_its_tables_and_units_and_the_page_over_them() {
    let dir = tempfile::tempdir().expect("a directory");
    let (out, page) = (path_in(&dir, "out"), path_in(&dir, "page.md"));
    let args = ["reproduce", "gras-3.1", "esser-6.12", "--budget", "paper", "--out", &out, "--report", &page];
    let has_page = || Path::new(&page).exists();
    let output = interrupted_when("-INT", &args, has_page, |output| stderr(output).contains("esser-6.12"));
    assert!(stdout(&output).starts_with("gras-3.1: "), "{}", stdout(&output));
    let page = std::fs::read_to_string(&page).expect("written");
    assert!(page.contains("(#gras-3.1)") && !page.contains("(#esser-6.12)"), "the page is over what was done");
    let said = advice(&output);
    assert!(said.contains("esser-6.12, ") && said.ends_with("the same command goes on"), "{said}");
}

/// What comes after a table may go wrong: the page over it is there.
#[test]
fn a_page_over_tables_is_there_when_a_later_table_fails() {
    let dir = tempfile::tempdir().expect("a directory");
    let (out, page) = (path_in(&dir, "out"), path_in(&dir, "page.md"));
    std::fs::create_dir_all(format!("{out}/games/gras-3.2-smoke.jsonl")).expect("made");
    let args = ["reproduce", "gras-3.1", "gras-3.2", "--budget", "smoke", "--out", &out, "--report", &page];
    let output = command(&args).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(std::fs::read_to_string(&page).expect("written").contains("(#gras-3.1)"));
}

#[test]
fn shards_are_stopped_with_who_submitted_them() {
    let dir = tempfile::tempdir().expect("a directory");
    let run = path_in(&dir, "run");
    let plan = "plan match connect4 --algo alphabeta@300 --algo pvs@200 --games 100000 --shard-games 20";
    done(&plan.split(' ').chain(["--out", &run]).collect::<Vec<_>>());
    let has_parts = || {
        let parts = std::fs::read_dir(format!("{run}/parts")).into_iter().flatten().flatten();
        parts.filter(|part| !part.file_name().to_string_lossy().starts_with('.')).count() > 2
    };
    let submit = ["submit", &run, "--engine", "local", "--jobs", "2"];
    let output = interrupted_when("-TERM", &submit, has_parts, |_| true);
    let said = advice(&output);
    assert!(said.contains(" of 5000 shards are played; the same command goes on"), "{said}");
    let merged = command(&["merge", &run]).output().expect("it runs");
    assert_eq!(merged.status.code(), Some(1), "what is there is whole: {}", stderr(&merged));
}

/// All shards are played and only the table is missing: a signal was lost by `submit`, and `merge` died without a word.
#[test]
fn a_merge_is_interrupted() {
    let dir = tempfile::tempdir().expect("a directory");
    let run = path_in(&dir, "run");
    let plan = "plan match connect4 --algo random@1 --algo greedy@1 --games 8000 --shard-games 4000";
    done(&plan.split(' ').chain(["--out", &run]).collect::<Vec<_>>());
    let submit = ["submit", &run, "--engine", "local", "--jobs", "2"];
    done(&[&submit[..], &["--no-merge"]].concat());
    for (args, said) in [
        (&submit[..], "2 of 2 shards are played; the same command goes on"),
        (&["merge", &run], "2 of 2 shards are there; the same command makes the table"),
    ] {
        // Written at the beginning of a merge.
        let games = format!("{run}/games.jsonl");
        let output = interrupted_when("-INT", args, || Path::new(&games).exists(), |_| true);
        assert!(advice(&output).contains(said), "{}", stderr(&output));
        assert!(!Path::new(&run).join("report.html").exists());
        std::fs::remove_file(games).expect("there");
    }
}

#[test]
fn a_plan_that_is_interrupted_is_not_there() {
    let dir = tempfile::tempdir().expect("a directory");
    let run = path_in(&dir, "run");
    let slow = ["plan", "match", "chess4", "--algo", "brs+@1000s", "--algo", "paranoid@1000s", "--out", &run];
    let output = interrupted_when("-TERM", &slow, || true, |output| stderr(output).contains("measuring"));
    assert!(advice(&output).contains("nothing is planned"), "{}", stderr(&output));
    assert!(!Path::new(&run).join("manifest.json").exists());
}

/// A search by random games has no end but that of its limits, and nodes are not all that limits it.
#[test]
fn a_tree_is_shown_as_far_as_it_was_searched() {
    let endless = ["tree", "connect4", "--algo", "mcts:playouts=1000000000@1000000000", "--nodes", "50", "--json"];
    let has_searched = |output: &Output| told(output)["nodes"].as_u64() > Some(1000);
    let output = interrupted(&endless, has_searched);
    assert!(object(&output)["tree"].as_array().is_some_and(|nodes| nodes.len() == 50));
    assert!(advice(&output).contains("as far as it was searched"), "{}", stderr(&output));
}

/// While engines think they look at the flag.
#[test]
fn a_game_of_engines_is_told() {
    let args = ["play", "connect4", "--seat", "random", "--seat", "alphabeta@1000s", "--moves", "4 4"];
    let last = |output: &Output| stdout(output).lines().last().unwrap_or_default().to_string();
    let output = interrupted(&args, |output| last(output).split(' ').count() == 3);
    assert!(last(&output).starts_with("4 4 "), "{}", stdout(&output));
    assert!(advice(&output).contains("--moves goes on from there"), "{}", stderr(&output));
}

/// While a person thinks nobody does.
#[test]
fn a_game_of_people_is_told() {
    let args = ["play", "connect4", "--seat", "human", "--seat", "human", "--moves", "4 4"];
    let piped = command(&args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut game = Running(piped.expect("it runs"), Vec::new());
    let mut input = game.0.stdin.take().expect("piped");
    writeln!(input, "3").expect("it reads");
    let mut shown = game.0.stdout.take().expect("piped");
    for _ in ["the first", "the second"] {
        read_until(&mut shown, "your move");
    }
    game.send("-INT");
    let output = game.ended();
    assert_eq!(output.status.code(), Some(130));
    let told = String::from_utf8(all_of(shown)).expect("UTF-8");
    assert!(told.ends_with("\n4 4 3\n"), "{told}");
    assert!(advice(&output).contains("--moves goes on from there"), "{}", stderr(&output));
}

/// Reads so far as this was said.
fn read_until(source: &mut impl Read, words: &str) {
    let mut said = Vec::new();
    while !said.ends_with(words.as_bytes()) {
        let mut byte = [0];
        source.read_exact(&mut byte).expect("it goes on");
        said.push(byte[0]);
    }
}

#[test]
fn a_bench_prints_what_was_measured() {
    let has_measured = |output: &Output| told(output)["speeds"].as_array().is_some_and(|speeds| !speeds.is_empty());
    let output = interrupted(&["bench", "connect4", "--json"], has_measured);
    advice(&output);
}

/// The first line that a server says.
fn first_line(source: impl Read) -> (String, impl BufRead) {
    let mut source = BufReader::new(source);
    let mut line = String::new();
    source.read_line(&mut line).expect("a line");
    (line, source)
}

#[test]
fn the_web_app_ends() {
    let mut server = start(&["serve", "--port", "0"]);
    let (line, _rest) = first_line(server.0.stdout.take().expect("piped"));
    assert!(line.contains("http://"), "{line}");
    server.send("-TERM");
    let output = server.ended();
    assert_eq!(output.status.code(), Some(130));
    // It points to no folder that is not there.
    assert!(advice(&output).contains("no match was played"));
}

#[test]
fn the_server_of_the_network_game_prints_its_standings() {
    let mut server = start(&["reversixt", "server", "--map", "classic", "--port", "0", "--json"]);
    let (line, mut rest) = first_line(server.0.stderr.take().expect("piped"));
    let port = line.trim().rsplit(':').next().expect("a port");
    let client = start(&["reversixt", "client", "--port", port]);
    let mut seated = String::new();
    rest.read_line(&mut seated).expect("a line");
    assert!(seated.contains("player 1"), "{seated}");
    for (child, left) in [(client, "left game 1 of 1"), (server, "")] {
        child.send("-INT");
        let output = child.ended();
        assert_eq!(output.status.code(), Some(130), "{left}");
        assert!(stderr(&output).contains(left));
        if left.is_empty() {
            assert_eq!(object(&output)["standings"], Value::Array(Vec::new()));
        }
    }
    let mut said = String::new();
    rest.read_to_string(&mut said).expect("text");
    assert!(said.contains("interrupted: game 1 of 1 is broken off"), "{said}");
}

/// A command that is stuck in printing for somebody who does not read cannot end by itself; the second signal ends it. What
/// comes with the first, as `timeout` signals a process and then its group, is no second one.
#[test]
fn a_second_signal_ends_at_once() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = path_in(&dir, "positions.txt");
    // More than a pipe holds, and nobody reads.
    std::fs::write(&file, "121212\n".repeat(20_000)).expect("written");
    let mut child = start(&["solve", "connect4", "--no-book", "--table", "1MiB", "--json", "--file", &file]);
    let mut output = child.0.stdout.take().expect("piped");
    output.read_exact(&mut [0]).expect("it has begun");
    std::thread::sleep(Duration::from_secs(1));
    let twice = format!("kill -INT {0}; sleep 0.02; kill -INT {0}", child.0.id());
    assert!(Command::new("sh").args(["-c", &twice]).status().expect("a shell").success());
    std::thread::sleep(Duration::from_secs(1));
    assert!(!child.is_over(), "it waits for its reader");
    child.send("-INT");
    assert_eq!(child.ended().status.code(), Some(130));
    drop(output);
}
