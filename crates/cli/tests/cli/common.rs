//! The program, run as its users run it.

use std::process::{Command, Output};
use std::sync::LazyLock;

use melee_testkit::schema::check;
use serde_json::Value;

/// The program with arguments, not started yet. Tasks of an engine around the tests are none of its
/// business.
pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_melee"));
    command.args(args).env_remove("HQ_TASK_ID").env_remove("SLURM_ARRAY_TASK_ID");
    command
}

/// Runs it. What it prints with `--json` is as `melee schema` says, whatever a test is about.
pub(crate) fn melee(args: &[&str]) -> Output {
    let output = command(args).output().expect("it runs");
    if args.contains(&"--json") {
        check_json(args, &stdout(&output));
    }
    output
}

/// Checks lines of JSON against what is said of the command.
pub(crate) fn check_json(args: &[&str], lines: &str) {
    static SCHEMA: LazyLock<Value> = LazyLock::new(|| serde_json::from_str(&done(&["schema"])).expect("JSON"));
    let two_words = args.iter().take(2).copied().collect::<Vec<_>>().join(" ");
    let named = [two_words.as_str(), args[0]];
    let schema = named.iter().map(|name| &SCHEMA["$defs"][name]).find(|schema| !schema.is_null());
    let schema = schema.unwrap_or_else(|| panic!("{args:?} is not described"));
    for line in lines.lines() {
        let value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{args:?}: {error}: {line}"));
        check(&SCHEMA, schema, &value).unwrap_or_else(|problem| panic!("{args:?}: {problem}"));
    }
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// Runs it; it must do well.
pub(crate) fn done(args: &[&str]) -> String {
    let output = melee(args);
    assert!(output.status.success(), "{args:?}: {}", stderr(&output));
    stdout(&output)
}

/// Runs it and reads the one JSON object on standard output.
pub(crate) fn json(args: &[&str]) -> Value {
    serde_json::from_str(&done(args)).expect("one JSON object")
}

/// Runs it with something bad, which must get one line on standard error and exit code 2.
pub(crate) fn refusal(args: &[&str]) -> String {
    let output = melee(args);
    let said = stdout(&output);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
    assert_eq!(said, "", "{args:?}");
    let message = stderr(&output);
    assert_eq!(message.lines().count(), 1, "{args:?}: {message}");
    message.trim_end().to_string()
}
