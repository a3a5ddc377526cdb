//! What a merge writes for people: the table, and a page about its cost.

use std::fmt::Write;

use super::cost::{Cost, LOST_ONE_IN, SLOW_ONE_IN, SLOW_TIMES};
use super::{Job, Merged, MergedTable, Run};
use crate::numbers::{duration, grouped};
use crate::report::{Grid, escape, html};

impl Cost {
    /// What was spent, in a sentence.
    pub fn sentence(&self, unit: &str) -> String {
        let [shortest, median, longest] = self.shard_seconds.map(duration);
        let worked = self.cpu_hours.map_or(String::new(), |hours| {
            let share = 100.0 * hours / self.core_hours.max(1e-9);
            format!(" ({:.0} % at work)", share.min(100.0))
        });
        let planned = self.planned_hours.map_or(String::new(), |hours| {
            let used = self
                .cpu_hours
                .map_or(String::new(), |hours| format!(" of a processor, used {}", duration(hours * 3600.0)));
            format!(" Planned were {}{used}.", duration(hours * 3600.0))
        });
        let nodes = match self.nodes {
            // Not every kind of unit counts them.
            0 => String::new(),
            nodes => format!(", {} nodes", grouped(nodes)),
        };
        format!(
            "{} of one core{worked}: {} {unit}{nodes}, in {} shards of {shortest} to {longest} (median {median}).{planned}",
            duration(self.core_hours * 3600.0),
            grouped(self.units),
            grouped(self.shards),
        )
    }

    /// How long the run would take on other numbers of cores, in a sentence.
    pub fn forecast_sentence(&self) -> String {
        let one = |f: &super::Forecast| {
            let cores = grouped(f.cores as u64);
            let unit = if f.cores == 1 { "core" } else { "cores" };
            format!("{} on {cores} {unit}", duration(f.median_seconds))
        };
        let all: Vec<String> = self.forecasts.iter().map(one).collect();
        format!("The same run would take about {}.", all.join(", "))
    }

    /// What the forecast takes for granted.
    pub fn assumptions() -> String {
        format!(
            "Shards in their order, each on the core that is free first; times drawn with replacement from the measured \
             ones of the same row; one shard in {SLOW_ONE_IN} takes {SLOW_TIMES:.0} times as long, one in {LOST_ONE_IN} is \
             lost with its machine and played again. The time of the engine itself is not counted."
        )
    }

    fn grid(&self) -> Grid {
        let row = |f: &super::Forecast| {
            let range = [f.low_seconds, f.high_seconds].map(duration);
            vec![
                grouped(f.cores as u64).into(),
                duration(f.median_seconds).into(),
                range.join(" to ").into(),
                format!("{:.0} %", 100.0 * f.busy).into(),
            ]
        };
        Grid {
            head: ["cores", "median", "nine of ten runs", "cores in use"].map(str::to_string).to_vec(),
            rows: self.forecasts.iter().map(row).collect(),
        }
    }

    /// The page as a fragment of HTML, for any report.
    pub fn html(&self, unit: &str) -> String {
        format!(
            "<h2>Cost</h2>\n<p>{}</p>\n<h3>The same run on other numbers of cores</h3>\n{}<p>{}</p>\n",
            escape(&self.sentence(unit)),
            self.grid().html(),
            escape(&Self::assumptions()),
        )
    }

    /// The page as Markdown.
    pub fn markdown(&self, unit: &str) -> String {
        format!(
            "## Cost\n\n{}\n\n### The same run on other numbers of cores\n\n{}\n{}\n",
            self.sentence(unit),
            self.grid().markdown(),
            Self::assumptions(),
        )
    }
}

fn title(run: &Run) -> String {
    match &run.job {
        Job::Experiment { id, budget } => {
            let title = crate::Experiment::find(id).map(|e| e.title);
            format!("{id}: {} (budget {budget})", title.unwrap_or_default())
        }
        Job::Experiments { ids, budget } => format!("{} tables (budget {budget})", ids.len()),
        job @ Job::Match { .. } => job.name(),
    }
}

/// What stands above a table that is not alone.
fn heading(table: &MergedTable) -> String {
    table.experiment.as_ref().map_or(String::new(), |experiment| format!("{}: {}", experiment.id, experiment.title))
}

pub(crate) fn markdown(run: &Run, merged: &Merged) -> String {
    let mut text = format!("# {}\n\n", title(run));
    for table in &merged.tables {
        if merged.tables.len() > 1 {
            let _ = write!(text, "## {}\n\n", heading(table));
        }
        text += &Grid::of(&table.outcome).markdown();
        for note in &table.outcome.notes {
            let _ = write!(text, "\n{note}\n");
        }
        text.push('\n');
    }
    text + &merged.cost.markdown(run.unit_names()[1])
}

pub(crate) fn page(run: &Run, merged: &Merged) -> String {
    let mut body = String::new();
    for table in &merged.tables {
        if merged.tables.len() > 1 {
            let _ = writeln!(body, "<h2>{}</h2>", escape(&heading(table)));
        }
        body += &(Grid::of(&table.outcome).html() + &html::notes(&table.outcome.notes));
    }
    html::page(&title(run), &(body + &merged.cost.html(run.unit_names()[1])))
}
