//! Runs on many machines, played on one: shards that are killed, engines that are real, input that is bad.

mod bad_input;
mod hyperqueue;
mod kills;
mod parallel;
mod shards;
mod slurm;

use std::path::{Path, PathBuf};

use crate::common::{command, done, json, melee, refusal, stderr, stdout};
use tempfile::TempDir;

/// A run directory that goes away with its test.
struct RunDir {
    dir: TempDir,
}

/// A small match; nodes say how long a game takes.
fn match_args<'a>(nodes: &'a str, games: &'a str) -> Vec<&'a str> {
    let players = ["--algo", "alphabeta", "--algo", "pvs:noise=9%"];
    let size = ["--nodes", nodes, "--games", games, "--seed", "5"];
    [&["match", "connect4"][..], &players, &size].concat()
}

impl RunDir {
    /// A match in shards of so many games.
    fn of_match(nodes: u64, games: u64, shard_games: u64) -> RunDir {
        let dir = tempfile::tempdir().expect("a directory");
        let run = RunDir { dir };
        let numbers = [nodes, games, shard_games].map(|n| n.to_string());
        let args = match_args(&numbers[0], &numbers[1]);
        let more = ["--out", run.name(), "--shard-games", &numbers[2]];
        done(&[&["plan"][..], &args, &more].concat());
        run
    }

    /// A published table in its smallest version.
    fn of_experiment(id: &str) -> RunDir {
        let dir = tempfile::tempdir().expect("a directory");
        let run = RunDir { dir };
        let size = ["--budget", "smoke", "--shard-games", "3"];
        done(&[&["plan", id, "--out", run.name()][..], &size].concat());
        run
    }

    fn name(&self) -> &str {
        self.dir.path().to_str().expect("UTF-8")
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).expect("it is there")
    }

    /// Plays everything on this machine and gives the games in order.
    fn played_locally(&self) -> String {
        let how = ["--engine", "local", "--jobs", "2"];
        done(&[&["submit", self.name()][..], &how].concat());
        self.text("games.jsonl")
    }

    /// How many parts there are.
    fn parts(&self) -> usize {
        names(&self.path("parts")).iter().filter(|n| !n.starts_with('.')).count()
    }
}

fn names(dir: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(dir).expect("a directory");
    let name = |entry: std::io::Result<std::fs::DirEntry>| {
        let name = entry.expect("an entry").file_name();
        name.to_string_lossy().into_owned()
    };
    entries.map(name).collect()
}

/// The lines of a text in order.
fn sorted(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines
}

/// Are the long versions of tests asked for? They take minutes.
fn long_tests() -> bool {
    std::env::var_os("MELEE_LONG_CLUSTER_TESTS").is_some()
}

fn is_installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|dir| dir.join(program).is_file())
}
