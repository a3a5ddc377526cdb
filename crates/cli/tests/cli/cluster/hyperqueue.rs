//! A real `HyperQueue` server with two workers, from its Python package.

use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use tempfile::TempDir;

use super::{RunDir, command, long_tests, sorted, stderr};

const PACKAGE: &str = "hyperqueue==0.27.0";
const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/cluster/hq.py");

/// A Python with the package, made once and kept with the build; or why there is none.
fn python() -> Result<PathBuf, String> {
    static PYTHON: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    PYTHON.get_or_init(make_python).clone()
}

fn make_python() -> Result<PathBuf, String> {
    if std::env::var_os("MELEE_DOWNLOADS").is_none() {
        return Err("it downloads a Python package; MELEE_DOWNLOADS=1 runs it".to_string());
    }
    let venv = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hyperqueue-venv");
    let python = venv.join("bin/python");
    let imports = |python: &Path| {
        let mut command = Command::new(python);
        command.args(["-c", "import hyperqueue"]);
        succeeds(&mut command)
    };
    if imports(&python) {
        return Ok(python);
    }
    let mut make = Command::new("python3");
    if !succeeds(make.args(["-m", "venv", "--clear"]).arg(&venv)) {
        return Err("Python 3 with venv is not installed".to_string());
    }
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "--quiet", "--retries", "1", "--timeout", "20", PACKAGE]);
    if !succeeds(&mut install) || !imports(&python) {
        return Err(format!("pip cannot install {PACKAGE} (no network?)"));
    }
    Ok(python)
}

fn succeeds(command: &mut Command) -> bool {
    let quiet = command.stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// A process and all that it has started, killed in the end.
struct Group(Child);

impl Group {
    fn kill(&mut self) {
        let group = format!("-{}", self.0.id());
        let mut kill = Command::new("kill");
        let _ = succeeds(kill.args(["-9", "--", &group]));
        let _ = self.0.wait();
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A server, two workers with a core each, and a directory with a program `hq`.
struct Cluster {
    dir: TempDir,
    workers: Vec<Group>,
    _server: Group,
}

impl Cluster {
    fn start(python: &Path) -> Cluster {
        let dir = tempfile::tempdir().expect("a directory");
        let start = |what: &str| start(python, dir.path(), what);
        let server = start("server");
        let workers = vec![start("worker"), start("worker")];
        let hq = dir.path().join("hq");
        let text = format!("#!/bin/sh\nexec '{}' '{SCRIPT}' \"$@\"\n", python.display());
        std::fs::write(&hq, text).expect("written");
        let executable = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(&hq, executable).expect("set");
        Cluster { _server: server, workers, dir }
    }

    /// Starts `melee submit --engine hq`.
    fn submit(&self, run: &RunDir) -> Child {
        let old = std::env::var("PATH").unwrap_or_default();
        command(&["submit", "--engine", "hq", run.name()])
            .env("PATH", format!("{}:{old}", self.dir.path().display()))
            .env("HQ_SERVER_DIR", self.dir.path().join("server"))
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it runs")
    }
}

/// Starts a server or a worker, and waits until it is ready.
fn start(python: &Path, dir: &Path, what: &str) -> Group {
    let mut child = Command::new(python)
        .args([SCRIPT, what, "start"])
        .env("HQ_SERVER_DIR", dir.join("server"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .expect("it runs");
    let output = child.stdout.take().expect("piped");
    let group = Group(child);
    let mut lines = BufReader::new(output).lines().map_while(Result::ok);
    assert!(lines.any(|line| line == "ready"), "{what} is not ready");
    group
}

fn finish(submit: Child) {
    let output = submit.wait_with_output().expect("it has ended");
    assert!(output.status.success(), "{}", stderr(&output));
}

#[test]
fn hyperqueue_plays_the_same_games_even_when_a_worker_is_killed() {
    let python = match python() {
        Ok(python) => python,
        Err(why) => {
            println!("skipped: {why}");
            return;
        }
    };
    let (shards, nodes) = if long_tests() { (100, 5000) } else { (100, 300) };
    let local = RunDir::of_match(nodes, 3 * shards, 3);
    let games = local.played_locally();

    let mut cluster = Cluster::start(&python);
    let run = RunDir::of_match(nodes, 3 * shards, 3);
    finish(cluster.submit(&run));
    assert_eq!(run.parts() as u64, shards);
    assert_eq!(sorted(&run.text("games.jsonl")), sorted(&games));
    assert_eq!(run.text("games.jsonl"), games);

    let killed = RunDir::of_match(nodes, 3 * shards, 3);
    let submit = cluster.submit(&killed);
    while killed.parts() < 20 {
        std::thread::sleep(Duration::from_millis(2));
    }
    cluster.workers[0].kill();
    println!("a worker was killed after {} shards", killed.parts());
    finish(submit);
    assert_eq!(killed.text("games.jsonl"), games);
}
