//! `melee merge`

use std::path::PathBuf;

use melee::Registry;
use melee_lab::cluster::{Indices, Job, Merge, Merged, Run};
use melee_lab::{Experiment, TableReport};
use serde_json::{Value, json};

use super::{matches, reproduce};
use crate::interrupt::Interrupt;
use crate::{Answer, output};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The directory that `melee plan` made
    run: PathBuf,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, registry: &Registry, interrupt: &Interrupt) -> anyhow::Result<Answer> {
    let run = Run::open(registry, &args.run)?;
    let (there, all) = (run.count_parts(), run.shards.len());
    interrupt.advise(format!("{there} of {all} shards are there; the same command makes the table"));
    merge(&run, args.json, interrupt)
}

/// Merges a run and tells what came of it. Nobody looks at the flag meanwhile: every file is there whole or not at all, so
/// a signal may end it anywhere.
pub(super) fn merge(run: &Run, as_json: bool, interrupt: &Interrupt) -> anyhow::Result<Answer> {
    let merge = run.merge()?;
    interrupt.settle();
    match &merge {
        Merge::Missing(missing) => {
            tell_missing(run, missing, as_json)?;
            Ok(Answer::No)
        }
        Merge::Done(merged) => {
            if as_json {
                output::print_json(&to_json(run, merged)?)?;
            } else {
                output::print(&to_text(run, merged))?;
            }
            Ok(Answer::Yes)
        }
    }
}

fn tell_missing(run: &Run, missing: &Indices, as_json: bool) -> anyhow::Result<()> {
    let shards = run.shards.len();
    if as_json {
        return output::print_json(&json!({
            "run": run.name(), "shards": shards, "missing": missing.to_string(),
            "missing_count": missing.len(),
        }));
    }
    output::complain(&format!(
        "{}: {} of {shards} shards are missing; `melee submit` plays them",
        run.name(),
        missing.len()
    ));
    // Alone on standard output, for an engine's --array.
    output::print(&format!("{missing}\n"))
}

fn to_text(run: &Run, merged: &Merged) -> String {
    let mut text = String::new();
    for (experiment, report) in reports(run, merged) {
        text += &reproduce::as_text(experiment, &report);
    }
    if let Job::Match { .. } = &run.job {
        let standings = &merged.standings[0];
        let names: Vec<String> = standings.algorithms.iter().map(|a| a.name.clone()).collect();
        text += &(matches::as_text(standings, None, &names) + "\n");
    }
    text += &format!("{}\n", merged.cost.sentence(run.unit_names()[1]));
    text += &format!("{}\n", merged.cost.forecast_sentence());
    text += &format!("{0}/report.html, {0}/games.jsonl", run.name());
    if !merged.standings.is_empty() {
        text += &format!(", {}/store", run.name());
    }
    if !matches!(run.job, Job::Match { .. }) {
        text += &format!(", {}/tables", run.name());
    }
    text.push('\n');
    text
}

/// The published tables that were merged.
fn reports<'m>(run: &Run, merged: &'m Merged) -> impl Iterator<Item = (&'m Experiment, TableReport)> {
    let experiments = merged.tables.iter().filter_map(|table| table.experiment.as_ref());
    experiments.zip(merged.reports(&run.job))
}

fn to_json(run: &Run, merged: &Merged) -> anyhow::Result<Value> {
    let mut tables: Vec<Value> =
        reports(run, merged).map(|(experiment, report)| reproduce::as_json(experiment, &report)).collect();
    let mut json = json!({
        "run": run.name(), "job": run.job.name(), "shards": run.shards.len(), "missing": "",
        "missing_count": 0, "cost": serde_json::to_value(&merged.cost)?,
    });
    match &run.job {
        Job::Experiment { .. } => json["table"] = tables.remove(0),
        Job::Experiments { .. } => json["tables"] = tables.into(),
        Job::Match { .. } => json["table"] = serde_json::to_value(&merged.standings[0])?,
    }
    Ok(json)
}
