//! Bad input gets one clear line and exit code 2.

use std::fs;

use super::{RunDir, done, match_args, refusal, stderr};

fn refused_with(args: &[&str], words: &[&str]) {
    let message = refusal(args);
    for word in words {
        assert!(message.contains(word), "{args:?}: {message} (expected {word})");
    }
}

#[test]
fn directories_that_are_no_runs() {
    let dir = tempfile::tempdir().expect("a directory");
    let empty = dir.path().to_str().expect("UTF-8");
    for command in ["merge", "submit"] {
        refused_with(&[command, empty], &["not a run directory", "melee plan"]);
        refused_with(&[command, "no/such"], &["no/such", "not a run directory"]);
    }
    refused_with(&["shard", "--run", empty, "--index", "0"], &["not a run directory"]);
    refused_with(&["plan", "esser-6.1"], &["--out"]);
    refused_with(&["plan", "esser-9.9", "--out", empty], &["unknown experiment", "esser-6.1"]);
    refused_with(
        &["plan", "gras-5.13", "--budget", "smoke", "--out", empty],
        &["gras-5.13, budget smoke: nothing to play"],
    );
    refused_with(&["plan", "esser-6.1", "--out", empty, "--shard-games", "0"], &["0"]);
}

#[test]
fn matches_that_cannot_be_planned() {
    let dir = tempfile::tempdir().expect("a directory");
    let run = dir.path().join("run");
    let run = run.to_str().expect("UTF-8");
    let plan = |args: &[&str], words: &[&str]| {
        let out = ["--out", run];
        refused_with(&[&["plan"], args, &out[..]].concat(), words);
    };
    let args = match_args("50", "0");
    plan(&args, &["--games <N>': expected 1 to"]);
    let args = match_args("50", "4");
    plan(&[&args[..], &["--until", "10%"]].concat(), &["--until", "many machines"]);
    plan(&["match", "connect4", "--algo", "pvs@9"], &["at least two"]);
    refused_with(&[&["plan"], &args[..]].concat(), &["--out RUN"]);
    assert!(!std::path::Path::new(run).exists());
}

#[test]
fn runs_of_other_versions_and_experiments() {
    let run = RunDir::of_match(50, 4, 2);
    let args = match_args("60", "4");
    refused_with(
        &[&["plan"][..], &args, &["--out", run.name()]].concat(),
        &["holds another run", "give another directory"],
    );
    refused_with(&["plan", "esser-6.1", "--out", run.name()], &["holds another run (4 games of connect4"]);
    let manifest = run.text("manifest.json");
    let change = |from: &str, to: &str| {
        assert!(manifest.contains(from), "{manifest}");
        fs::write(run.path("manifest.json"), manifest.replacen(from, to, 1)).expect("written");
    };
    let version = format!("\"program\": \"{}\"", env!("CARGO_PKG_VERSION"));
    change(&version, "\"program\": \"0.0.7\"");
    for command in ["merge", "submit"] {
        refused_with(&[command, run.name()], &["planned by melee 0.0.7", "use that version"]);
    }
    change("\"units\": 4", "\"units\": 5");
    refused_with(&["merge", run.name()], &["manifest.json", "its own hash"]);
    fs::write(run.path("manifest.json"), &manifest[..99]).expect("written");
    refused_with(&["merge", run.name()], &["manifest.json", "plan the run again"]);
    fs::write(run.path("manifest.json"), &manifest).expect("written");
    let plan = run.text("plan.jsonl");
    fs::write(run.path("plan.jsonl"), plan.replacen("\"to\":2", "\"to\":1", 1)).expect("written");
    refused_with(&["merge", run.name()], &["plan.jsonl", "hash"]);
}

#[test]
fn damaged_parts() {
    let run = RunDir::of_match(50, 6, 2);
    run.played_locally();
    let merge = ["merge", run.name()];
    let whole = run.text("parts/1.jsonl");
    let put = |text: &str| fs::write(run.path("parts/1.jsonl"), text).expect("written");
    let again = "--index 1` plays it again";
    put(&whole.replacen("\"seconds\":", "\"seconds\":1", 1));
    refused_with(&merge, &["parts/1.jsonl: wrong hash", again]);
    put(&whole[..whole.len() * 2 / 3]);
    refused_with(&merge, &["parts/1.jsonl: line", "is cut off", again]);
    let three = whole.split_inclusive('\n').take(3).collect::<String>();
    put(&three);
    refused_with(&merge, &["it ends after line 3, without its hash", again]);
    put("");
    refused_with(&merge, &["is cut off", again]);
    put(&run.text("parts/0.jsonl"));
    refused_with(&merge, &["holds shard 0", again]);
    let other = RunDir::of_match(51, 6, 2);
    other.played_locally();
    put(&other.text("parts/1.jsonl"));
    refused_with(&merge, &["a part of another run", again]);
    // What the message says helps.
    let played = done(&["shard", "--run", run.name(), "--index", "1"]);
    assert!(played.contains("shard 1: 2 games"), "{played}");
    done(&merge);
    fs::copy(run.path("parts/1.jsonl"), run.path("parts/01.jsonl")).expect("copied");
    refused_with(&merge, &["parts/01.jsonl: no part of this run", "move it away"]);
}

#[test]
fn two_merges_at_once() {
    let run = RunDir::of_match(50, 4, 2);
    run.played_locally();
    let lock = fs::File::create(run.path("merge.lock")).expect("created");
    lock.lock().expect("locked");
    refused_with(&["merge", run.name()], &["another merge is under way", "wait"]);
    drop(lock);
    done(&["merge", run.name()]);
}

#[test]
fn shards_that_are_none() {
    let run = RunDir::of_match(50, 4, 2);
    let shard = ["shard", "--run", run.name()];
    refused_with(&[&shard[..], &["--index", "2"]].concat(), &["no shard 2", "0 to 1"]);
    refused_with(&shard, &["which shard?", "HQ_TASK_ID or SLURM_ARRAY_TASK_ID"]);
    refused_with(&["submit", run.name(), "--engine", "local", "--shards", "1-9"], &["no shard 9"]);
    refused_with(&["submit", run.name(), "--shards", "x"], &["such as 3,7-9"]);
    refused_with(&["submit", run.name(), "--engine", "x"], &["local, hq, slurm, parallel"]);
    let output = super::command(&shard).env("HQ_TASK_ID", "x").output();
    let message = stderr(&output.expect("it runs"));
    assert_eq!(message, "melee: HQ_TASK_ID: expected the number of a shard\n");
}

#[test]
fn engines_that_are_not_there() {
    let run = RunDir::of_match(50, 4, 2);
    for (engine, program) in [("hq", "hq"), ("slurm", "sbatch"), ("parallel", "parallel")] {
        let mut command = super::command(&["submit", run.name(), "--engine", engine]);
        let output = command.env("PATH", "/nowhere").output().expect("it runs");
        assert_eq!(output.status.code(), Some(2));
        let message = stderr(&output);
        assert_eq!(message.lines().count(), 1, "{message}");
        let expected = format!("--engine {engine}: {program} is not installed");
        assert!(message.contains(&expected), "{message}");
        assert!(message.contains("--engine local needs nothing"), "{message}");
    }
    // An engine that is there and does nothing but complain: its word is passed on.
    let failing = ["--engine", "local", "--program", "/bin/false"];
    let failing = [&["submit", run.name()][..], &failing].concat();
    refused_with(&failing, &["--engine local: no shard was played (without a word)", "local.log"]);
}
