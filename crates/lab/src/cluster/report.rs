//! What a merge writes for people: the table, and a page about its cost.

use std::fmt::Write;

use super::cost::{Cost, LOST_ONE_IN, SLOW_ONE_IN, SLOW_TIMES};
use super::{Merged, Run};
use crate::Outcome;
use crate::report::escape;

/// `250 ms`, `90 s`, `12 min`, `3.4 h`, `12.0 d`.
pub(crate) fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 1.0 => format!("{:.0} ms", s * 1e3),
        s if s < 10.0 => format!("{s:.1} s"),
        s if s < 120.0 => format!("{s:.0} s"),
        s if s < 7200.0 => format!("{:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("{:.1} h", s / 3600.0),
        s => format!("{:.1} d", s / 86_400.0),
    }
}

fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A table of cells, for both formats.
struct Grid {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Grid {
    fn markdown(&self) -> String {
        let line = |cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|c| c.replace('|', "\\|")).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let rule = vec!["---".to_string(); self.head.len()];
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        line(&self.head) + &line(&rule) + &rows
    }

    fn html(&self) -> String {
        let line = |cells: &[String], tag: &str| {
            let cell = |text: &String| format!("<{tag}>{}</{tag}>", escape(text));
            let cells: Vec<String> = cells.iter().map(cell).collect();
            format!("<tr>{}</tr>\n", cells.concat())
        };
        let rows: String = self.rows.iter().map(|row| line(row, "td")).collect();
        format!(
            "<div class=\"wide\"><table>\n<thead>{}</thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n",
            line(&self.head, "th")
        )
    }
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(ToString::to_string).collect()
}

/// The table itself.
fn results(outcome: &Outcome) -> Grid {
    let names = outcome.more_names();
    let published = outcome.rows.iter().any(|row| !row.published.is_empty());
    let mut head = words(&["", "measured"]);
    if published {
        head.insert(1, "published".to_string());
    }
    head.extend(names.iter().map(|name| name.replace('_', " ")));
    let row = |row: &crate::Row| {
        let mut cells = vec![row.label.clone(), row.measured.clone()];
        if published {
            cells.insert(1, row.published.clone());
        }
        let value = |name: &&str| row.more.iter().find(|(known, _)| known == name);
        let more = names.iter().map(value);
        cells.extend(more.map(|found| found.map_or(String::new(), |(_, v)| v.clone())));
        cells
    };
    Grid {
        head,
        rows: outcome.rows.iter().map(row).collect(),
    }
}

impl Cost {
    /// What was spent, in a sentence.
    pub fn sentence(&self, unit: &str) -> String {
        let [shortest, median, longest] = self.shard_seconds.map(duration);
        let worked = self.cpu_hours.map_or(String::new(), |hours| {
            let share = 100.0 * hours / self.core_hours.max(1e-9);
            format!(" ({:.0} % at work)", share.min(100.0))
        });
        let nodes = match self.nodes {
            // Not every kind of unit counts them.
            0 => String::new(),
            nodes => format!(", {} nodes", grouped(nodes)),
        };
        format!(
            "{} of one core{worked}: {} {unit}{nodes}, in {} shards of {shortest} to {longest} (median {median}).",
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
            vec![
                grouped(f.cores as u64),
                duration(f.median_seconds),
                format!(
                    "{} to {}",
                    duration(f.low_seconds),
                    duration(f.high_seconds)
                ),
                format!("{:.0} %", 100.0 * f.busy),
            ]
        };
        Grid {
            head: words(&["cores", "median", "nine of ten runs", "cores in use"]),
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
    match run.job() {
        super::Job::Experiment { id, budget } => {
            let title = crate::Experiment::find(id).map(|e| e.title);
            format!("{id}: {} (budget {budget})", title.unwrap_or_default())
        }
        job @ super::Job::Match { .. } => job.name(),
    }
}

pub(crate) fn markdown(run: &Run, merged: &Merged) -> String {
    let mut text = format!("# {}\n\n", title(run));
    text += &results(&merged.outcome).markdown();
    for note in &merged.outcome.notes {
        let _ = write!(text, "\n{note}\n");
    }
    text.push('\n');
    text + &merged.cost.markdown(run.unit_names()[1])
}

pub(crate) fn html(run: &Run, merged: &Merged) -> String {
    let title = escape(&title(run));
    let mut notes = String::new();
    for note in &merged.outcome.notes {
        let _ = writeln!(notes, "<p>{}</p>", escape(note));
    }
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{}{notes}{}</body>\n</html>\n",
        results(&merged.outcome).html(),
        merged.cost.html(run.unit_names()[1]),
    )
}

const STYLE: &str = ":root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;\
margin:2rem auto;padding:0 1rem}.wide{overflow-x:auto}table{border-collapse:collapse;margin:1rem 0}th,td{text-align:left;\
padding:.25rem .75rem;border-bottom:1px solid #8886}td{font-variant-numeric:tabular-nums;white-space:nowrap}";
