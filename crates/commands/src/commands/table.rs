//! `melee table`

use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;

use anyhow::{Context, bail};
use melee::core::{GameTable, TableBuild, TableFile, TableTrouble};
use melee::{Registry, table_path};
use serde_json::{Map, Value, json};

use crate::interrupt::Interrupt;
use crate::numbers::{grouped, parse_threads};
use crate::output::Progress;
use crate::{Answer, outfile, output};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game
    game: String,
    /// The evaluation that needs the table (default: the game's only one)
    #[arg(value_name = "NAME")]
    evaluation: Option<String>,
    /// Where it goes (default: the usual name, in the folder that `MELEE_TABLES` names or in this one)
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// So many threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_threads)]
    threads: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Makes a table; what an interrupted run had is in `FILE.part`, and the next one goes on from there.
pub(crate) fn run(args: &Args, registry: &Registry, interrupt: &Interrupt) -> anyhow::Result<Answer> {
    let table = find(args, registry)?;
    let path = args.out.clone().unwrap_or_else(|| table_path(&table));
    if path.exists() {
        bail!("{}: is there already; remove it, or give another --out", path.display());
    }
    outfile::check(&[], &[("--out", Some(&path))])?;
    let part = outfile::beside(&path, ".part");
    let before = match fs::read(&part) {
        Ok(bytes) => Some(bytes),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error).with_context(|| part.display().to_string()),
    };
    interrupt.advise(format!("what there is lies in {}; the same command goes on", part.display()));
    let mut progress = Progress::new();
    let stop = interrupt.flag().clone();
    // To keep what there is takes longer than others wait after a signal.
    interrupt.settle();
    let made = (table.make)(
        before.as_deref(),
        &mut TableBuild {
            threads: args.threads,
            stop: &stop,
            on_progress: &mut |text| progress.show(text),
            keep: &mut |bytes| {
                outfile::write_soon("--out", &part, bytes).map_err(|error| error.root_cause().to_string())
            },
        },
    );
    drop(progress);
    match made {
        Ok(made) => {
            outfile::write("--out", &path, &made.bytes)?;
            let _ = fs::remove_file(&part);
            print(args, &path.display().to_string(), &made)?;
            Ok(Answer::Yes)
        }
        Err(TableTrouble::Stopped) => Ok(interrupt.answer()),
        Err(TableTrouble::Other(what)) => bail!("{}: {what}", part.display()),
    }
}

fn find(args: &Args, registry: &Registry) -> anyhow::Result<GameTable> {
    let game = registry.game(&args.game)?;
    let tables = game.description.tables;
    let names: Vec<&str> = tables.iter().map(|table| table.evaluation).collect();
    match (&args.evaluation, tables) {
        (_, []) => bail!("{}: the game has no tables to make", game.name),
        (None, [table]) => Ok(*table),
        (None, _) => bail!("{}: which table? {}", game.name, names.join(", ")),
        (Some(name), _) => {
            let table = tables.iter().find(|table| table.evaluation == name);
            table.copied().with_context(|| format!("{}: no table {name}; known: {}", game.name, names.join(", ")))
        }
    }
}

fn print(args: &Args, path: &str, made: &TableFile) -> anyhow::Result<()> {
    if args.json {
        return output::print_json(&as_json(path, made));
    }
    let mut text = format!("{path}: {} bytes\n", grouped(made.bytes.len() as u64));
    let width = made.facts.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, number) in &made.facts {
        text += &format!("  {name:<width$} {:>11}\n", grouped(*number));
    }
    output::print(&text)
}

fn as_json(path: &str, made: &TableFile) -> Value {
    let facts: Map<String, Value> = made.facts.iter().map(|(name, number)| (name.clone(), json!(number))).collect();
    json!({"table": path, "bytes": made.bytes.len(), "facts": facts})
}

#[cfg(test)]
mod tests {
    use super::*;

    /// To make one takes a hundred megabytes.
    #[test]
    fn what_is_told_of_a_table_is_as_described() {
        let made = TableFile { bytes: vec![1, 2], facts: vec![("positions".to_string(), 3)] };
        let schema: Value = serde_json::from_str(super::super::schema::SCHEMA).expect("JSON");
        melee_testkit::schema::check(&schema, &schema["$defs"]["table"], &as_json("a.table", &made))
            .expect("described");
    }
}
