//! The program as a user or another program meets it.

mod contract;
mod exports;
mod matches;
mod play;
mod programs;
mod refusals;
mod reversixt;
mod serve;
mod signatures;
mod solve;
mod tree;
mod tune;

use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;

/// Runs the program.
fn melee(args: &[&str]) -> Output {
    let mut command = Command::cargo_bin("melee").expect("the binary is built");
    command.args(args).output().expect("it runs")
}

/// Runs it with a text on standard input.
fn melee_with_input(args: &[&str], input: &str) -> Output {
    let mut command = Command::cargo_bin("melee").expect("the binary is built");
    command
        .args(args)
        .write_stdin(input)
        .output()
        .expect("it runs")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// Runs it and reads the one JSON object on standard output.
fn json(args: &[&str]) -> Value {
    let output = melee(args);
    assert!(output.status.success(), "{args:?}: {}", stderr(&output));
    serde_json::from_str(&stdout(&output)).expect("one JSON object")
}
