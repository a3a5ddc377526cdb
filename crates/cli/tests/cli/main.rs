//! The program as a user or another program meets it.

mod cluster;
mod common;
mod contract;
mod defects;
mod exports;
mod interrupts;
mod kills;
mod learn;
mod listing;
mod matches;
mod new_game;
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
use common::{command, done, json, melee, refusal, stderr, stdout};

/// Runs it with a text on standard input.
fn melee_with_input(args: &[&str], input: &str) -> Output {
    let mut command = Command::cargo_bin("melee").expect("the binary is built");
    command.args(args).write_stdin(input).output().expect("it runs")
}
