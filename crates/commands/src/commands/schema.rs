//! `melee schema`: what `--json` prints, as JSON Schema for other programs.

use anyhow::{Context, bail};
use serde_json::{Map, Value, json};

use crate::{Answer, output};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The command, such as search or tune settings; without it everything is described at once
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,
}

/// All definitions: those named after commands, and their parts.
pub(crate) const SCHEMA: &str = include_str!("../schema.json");

pub(crate) fn run(args: &Args, command_line: &clap::Command) -> anyhow::Result<Answer> {
    if args.command.is_empty() {
        output::print(SCHEMA)?;
        return Ok(Answer::Yes);
    }
    let name = args.command.join(" ");
    let known = with_json(command_line);
    if !known.contains(&name) {
        bail!("{name}: not a command with --json; known: {}", known.join(", "));
    }
    let all: Value = serde_json::from_str(SCHEMA)?;
    output::print(&format!("{:#}\n", one(&all, &name)?))?;
    Ok(Answer::Yes)
}

/// Commands that have `--json`, each by its words.
pub(crate) fn with_json(command: &clap::Command) -> Vec<String> {
    let mut found = Vec::new();
    for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
        let name = below.get_name();
        if below.get_arguments().any(|argument| argument.get_long() == Some("json")) {
            found.push(name.to_string());
        }
        found.extend(with_json(below).iter().map(|rest| format!("{name} {rest}")));
    }
    found
}

/// The definition of a command with what it refers to: a document of its own.
fn one(all: &Value, name: &str) -> anyhow::Result<Value> {
    let definitions = all["$defs"].as_object().context("the schema has definitions")?;
    let find = |name: &str| definitions.get(name).with_context(|| format!("{name} is not described"));
    let (mut needed, mut wanted) = (Map::new(), Vec::new());
    references(find(name)?, &mut wanted);
    while let Some(name) = wanted.pop() {
        if needed.contains_key(&name) {
            continue;
        }
        let definition = find(&name)?;
        references(definition, &mut wanted);
        needed.insert(name, definition.clone());
    }
    let mut document = json!({"$schema": all["$schema"], "title": format!("melee {name} --json")});
    for (word, value) in find(name)?.as_object().into_iter().flatten() {
        document[word] = value.clone();
    }
    if !needed.is_empty() {
        document["$defs"] = needed.into();
    }
    Ok(document)
}

/// The names of all definitions that are referred to.
fn references(schema: &Value, found: &mut Vec<String>) {
    match schema {
        Value::Object(fields) => {
            let name = fields.get("$ref").and_then(Value::as_str).and_then(|path| path.strip_prefix("#/$defs/"));
            found.extend(name.map(str::to_string));
            fields.values().for_each(|field| references(field, found));
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn every_command_with_json_is_described_and_every_definition_is_needed() {
        let all: Value = serde_json::from_str(SCHEMA).expect("JSON");
        let commands = with_json(&crate::Cli::command());
        assert!(commands.len() > 20 && commands.contains(&"tune settings".to_string()), "{commands:?}");
        let mut needed: Vec<String> = Vec::new();
        for command in &commands {
            let document = one(&all, command).expect("described");
            needed.extend(document["$defs"].as_object().into_iter().flat_map(Map::keys).cloned());
        }
        needed.extend(commands);
        let definitions = all["$defs"].as_object().expect("definitions");
        let unused: Vec<&String> = definitions.keys().filter(|name| !needed.contains(name)).collect();
        assert!(unused.is_empty(), "{unused:?}");
    }
}
