//! `melee reproduce`

use anyhow::bail;
use melee_lab::{Budget, Experiment, Outcome};
use serde_json::{Value, json};

use crate::output::Progress;
use crate::{Answer, output};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Ids such as gras-5.3
    ids: Vec<String>,
    /// List all published tables that can be run again
    #[arg(long)]
    list: bool,
    /// How much to spend: smoke (seconds), quick (minutes) or paper (as the thesis did)
    #[arg(long, default_value = "quick")]
    budget: Budget,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    if args.list {
        for experiment in Experiment::all()? {
            list(&experiment, args.json)?;
        }
        return Ok(Answer::Yes);
    }
    if args.ids.is_empty() {
        bail!("which table? Give ids, or --list to see them");
    }
    let experiments = args.ids.iter().map(|id| Experiment::find(id));
    for experiment in experiments.collect::<Result<Vec<_>, _>>()? {
        let mut progress = Progress::new();
        let outcome = experiment.run(args.budget, &mut |work| progress.show(work))?;
        drop(progress);
        if args.json {
            output::print_json(&as_json(&experiment, &outcome))?;
        } else {
            output::print(&as_text(&experiment, &outcome))?;
        }
    }
    Ok(Answer::Yes)
}

fn list(experiment: &Experiment, json: bool) -> anyhow::Result<()> {
    let Experiment {
        id, title, source, ..
    } = experiment;
    let state = experiment.state();
    if json {
        output::print_json(&json!({"id": id, "title": title, "source": source, "state": state}))
    } else {
        output::print(&format!("{id:<12} {state:<16} {title}\n"))
    }
}

pub(super) fn as_json(experiment: &Experiment, outcome: &Outcome) -> Value {
    let rows: Vec<Value> = outcome
        .rows
        .iter()
        .map(|row| {
            let mut object = json!({
                "label": row.label,
                "published": row.published,
                "measured": row.measured,
            });
            for (name, value) in &row.more {
                object[*name] = json!(value);
            }
            object
        })
        .collect();
    json!({"id": experiment.id, "rows": rows, "notes": outcome.notes})
}

pub(super) fn as_text(experiment: &Experiment, outcome: &Outcome) -> String {
    let mut out = format!(
        "{}: {}\n{}\n\n",
        experiment.id, experiment.title, experiment.source
    );
    let widest = |column: &dyn Fn(&melee_lab::Row) -> usize, header: usize| {
        outcome
            .rows
            .iter()
            .map(column)
            .max()
            .unwrap_or(0)
            .max(header)
    };
    let label = widest(&|r| r.label.len(), 0);
    let published = widest(&|r| r.published.len(), 9);
    let measured = widest(&|r| r.measured.len(), 8);
    out += &format!(
        "{:<label$}  {:>published$}  {:>measured$}\n",
        "", "published", "measured"
    );
    for row in &outcome.rows {
        let more: Vec<String> = row
            .more
            .iter()
            .map(|(name, value)| format!("{name} {value}"))
            .collect();
        let line = format!(
            "{:<label$}  {:>published$}  {:>measured$}  {}",
            row.label,
            row.published,
            row.measured,
            more.join(", ")
        );
        out += line.trim_end();
        out.push('\n');
    }
    for note in &outcome.notes {
        out += &format!("\n{note}\n");
    }
    out.push('\n');
    out
}
