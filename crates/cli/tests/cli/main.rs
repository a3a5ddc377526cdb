//! The program as a user or another program meets it.

mod bench;
mod book;
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
mod opening_books;
mod packages;
mod pictures;
mod play;
mod programs;
mod refusals;
mod reversixt;
mod schema;
mod serve;
mod site;
mod solve;
mod tree;
mod tune;

use std::io::Write;
use std::process::{Output, Stdio};

use common::{command, done, json, melee, refusal, stderr, stdout};

/// Runs it with a text on standard input.
fn melee_with_input(args: &[&str], input: &str) -> Output {
    let mut command = command(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it runs");
    // Who refuses his arguments reads nothing.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    child.wait_with_output().expect("it ends")
}
