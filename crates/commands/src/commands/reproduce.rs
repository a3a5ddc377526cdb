//! `melee reproduce`

use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use anyhow::bail;
use melee::search::parse_duration;
use melee_lab::cluster::{Costs, Forecast, TableCost};
use melee_lab::numbers::{duration, grouped};
use melee_lab::{Agreement, Budget, Experiment, LabError, LocalRun, TableReport, claims, report};
use serde_json::{Value, json};

use crate::interrupt::Interrupt;
use crate::numbers::parse_threads;
use crate::output::Progress;
use crate::{Answer, outfile, output};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Ids such as gras-5.3
    ids: Vec<String>,
    /// List all published tables that can be run again
    #[arg(long)]
    list: bool,
    /// How much to spend: smoke (seconds), quick (minutes), standard (ten times that) or paper (as the thesis did)
    #[arg(long, default_value = "quick")]
    budget: Budget,
    /// Where results go (ID.json, .csv, .svg, .html), and finished games and other units, from which a run that was stopped goes on
    #[arg(long, value_name = "DIR", default_value = "reproduction")]
    out: PathBuf,
    /// Write one Markdown page over all results in the directory; with a name that ends in .html a page for a browser,
    /// and beside it one for each document, with its claims
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Write what the documents claim, judged by all results in the directory, as a second Markdown page
    #[arg(long, value_name = "FILE", requires = "report")]
    claims: Option<PathBuf>,
    /// Write the map of who is strongest, from what the directory has of the table `map`, as a Markdown page
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// Play only these matches of a table, by their numbers from 1 (each is a row of the table, or several); the others stay
    /// as DIR has them
    #[arg(long, value_name = "N,N", value_delimiter = ',', requires = "ids")]
    rows: Option<Vec<usize>>,
    /// Of each table begin nothing new after so long, and make the tables of what is there: the map, and matches over all seatings. The same
    /// command goes on
    #[arg(long, value_name = "D", value_parser = parse_duration)]
    stop_after: Option<Duration>,
    /// Instead of running the tables (without ids, all) measure what they would cost, keep it in DIR/costs.json, and tell how
    /// long all that stand there would take on 16, 256 and 4,096 cores
    #[arg(long, conflicts_with_all = ["list", "report", "claims", "map", "rows", "stop_after", "threads", "json"])]
    costs: bool,
    /// Games or other units at a time; they are the same with any number
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    threads: Option<usize>,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, interrupt: &Interrupt) -> anyhow::Result<Answer> {
    if args.list {
        for experiment in Experiment::all()? {
            list(&experiment, args.json)?;
        }
        return Ok(Answer::Yes);
    }
    if args.costs {
        return measure_costs(args, interrupt);
    }
    if args.ids.is_empty() && args.report.is_none() && args.map.is_none() {
        bail!("which table? Give ids, or --list to see them");
    }
    if let Some(first) = args.report.as_deref().filter(|file| is_html(file)) {
        if args.claims.is_some() {
            bail!("--claims: pages that end in .html have the claims on them");
        }
        if claims::Document::all()?.iter().any(|document| first.file_stem() == Some(document.name.as_ref())) {
            bail!("--report {}: the page of a document has this name; choose another", first.display());
        }
    }
    let pages = [("--report", &args.report), ("--claims", &args.claims), ("--map", &args.map)];
    outfile::check(&[], &pages.map(|(option, file)| (option, file.as_deref())))?;
    let experiments = args.ids.iter().map(|id| Experiment::find(id));
    let experiments = experiments.collect::<Result<Vec<_>, _>>()?;
    if args.rows.is_some() {
        check_stored(&experiments, args)?;
    }
    let mut made = 0;
    for experiment in &experiments {
        if reproduce(experiment, args, interrupt)? {
            made += 1;
            // After each table, so that a run that ends before its time has a page over what is done.
            write_pages(args)?;
        }
    }
    interrupt.settle();
    if experiments.is_empty() {
        write_pages(args)?;
    } else if made == 0 {
        bail!("no table is made yet; the same command goes on");
    }
    Ok(Answer::Yes)
}

/// The numbers of cores that are asked about.
const CORES: [usize; 3] = [16, 256, 4096];

fn measure_costs(args: &Args, interrupt: &Interrupt) -> anyhow::Result<Answer> {
    let experiments = match &args.ids[..] {
        [] => Experiment::all()?,
        ids => ids.iter().map(|id| Experiment::find(id)).collect::<Result<_, _>>()?,
    };
    let mut costs = Costs::read(&args.out)?;
    interrupt.advise(format!("the costs of tables that were measured whole are in {}", args.out.display()));
    let mut progress = Progress::new();
    for experiment in &experiments {
        progress.show(&format!("measuring {}", experiment.id));
        let table = TableCost::measure(experiment, args.budget)?;
        costs.put(table);
        interrupt.undisturbed(|| costs.write(&args.out))?;
    }
    drop(progress);
    interrupt.settle();
    let (mut units, mut seconds) = (0, 0.0);
    for table in costs.of(args.budget) {
        let words = [grouped(table.units()), duration(table.seconds())];
        output::print(&format!("{:<22} {:>9} units {:>8} of one core\n", table.id, words[0], words[1]))?;
        units += table.units();
        seconds += table.seconds();
    }
    let words = [grouped(units), duration(seconds)];
    output::print(&format!("{:<22} {:>9} units {:>8} of one core\n", "all", words[0], words[1]))?;
    for cores in CORES {
        let Forecast { median_seconds, low_seconds, high_seconds, busy, .. } = costs.forecast(args.budget, cores);
        let [median, low, high] = [median_seconds, low_seconds, high_seconds].map(duration);
        let (cores, busy) = (grouped(cores as u64), 100.0 * busy);
        output::print(&format!("on {cores:>5} cores {median:>8} ({low} to {high}), {busy:.0} % at work\n"))?;
    }
    Ok(Answer::Yes)
}

/// Writes the pages over all results that are there, if they are wanted.
fn write_pages(args: &Args) -> anyhow::Result<()> {
    if args.report.is_none() && args.map.is_none() {
        return Ok(());
    }
    let reports = TableReport::read_all(&args.out)?;
    if reports.is_empty() {
        bail!("--out {}: there are no results of tables in it", args.out.display());
    }
    if let Some(file) = &args.map {
        let Some(page) = report::map_page(&reports, &link(file, &args.out)) else {
            bail!("--map {}: {} has no map; `melee reproduce map` makes one", file.display(), args.out.display());
        };
        outfile::write("--map", file, page.as_bytes())?;
    }
    let Some(file) = &args.report else {
        return Ok(());
    };
    if is_html(file) {
        let first = file.file_name().unwrap_or_default().to_string_lossy();
        for (name, page) in report::pages(&reports, &first)? {
            outfile::write("--report", &file.with_file_name(name), page.as_bytes())?;
        }
        return Ok(());
    }
    for curve in report::CURVES {
        if let Some(plot) = curve.plot(&reports) {
            outfile::write("--out", &args.out.join(curve.file), plot.as_bytes())?;
        }
    }
    let page = report::overview(&reports, &link(file, &args.out))?;
    outfile::write("--report", file, page.as_bytes())?;
    if let Some(second) = &args.claims {
        let page = claims::page(&reports, &link(second, file))?;
        outfile::write("--claims", second, page.as_bytes())?;
    }
    Ok(())
}

fn is_html(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("html"))
}

/// How a page refers to a file or directory: by the path from where the page is.
fn link(page: &Path, to: &Path) -> String {
    let (page, to) = (plain(page), plain(to));
    let common = page.iter().zip(&to).take_while(|(a, b)| a == b).count();
    // The last part is the page itself.
    let up = page.len().saturating_sub(common + 1);
    let steps = std::iter::repeat_n("..".to_string(), up).chain(to[common..].iter().cloned());
    steps.collect::<Vec<_>>().join("/")
}

/// The parts of a path from the root, without `.` and `..`.
fn plain(path: &Path) -> Vec<String> {
    let whole = std::path::absolute(path).unwrap_or(path.to_path_buf());
    let mut parts = Vec::new();
    for part in whole.components() {
        match part {
            Component::ParentDir => {
                parts.pop();
            }
            Component::Normal(name) => parts.push(name.to_string_lossy().into_owned()),
            Component::Prefix(_) | Component::RootDir | Component::CurDir => {}
        }
    }
    parts
}

/// Makes a table, unless time is over before there is one.
fn reproduce(experiment: &Experiment, args: &Args, interrupt: &Interrupt) -> anyhow::Result<bool> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut progress = Progress::new();
    let keep_in = args.out.join("games");
    let leave_word = |work: &str| {
        let kept = keep_in.display();
        interrupt.advise(format!("{}, {work}; what is done is in {kept}, and the same command goes on", experiment.id));
    };
    leave_word("at its beginning");
    let outcome = match experiment.run(&mut LocalRun {
        budget: args.budget,
        threads: args.threads.unwrap_or(cores),
        keep_in: Some(keep_in.clone()),
        rows: args.rows.clone(),
        stop_after: args.stop_after,
        progress: &mut |work| {
            progress.show(work);
            leave_word(work);
        },
    }) {
        // Others of the list may have a table.
        Err(error @ LabError::Unfinished(_)) if args.stop_after.is_some() => {
            drop(progress);
            output::complain(&error.to_string());
            return Ok(false);
        }
        outcome => outcome?,
    };
    drop(progress);
    let mut report = TableReport::new(experiment, args.budget, outcome);
    if args.rows.is_some() {
        report = report.filled_up_from(&args.out)?;
    }
    let files = report.write(&args.out)?;
    experiment.forget_units(&keep_in, args.budget)?;
    if args.json {
        output::print_json(&as_json(experiment, &report))?;
    } else {
        output::print(&as_text(experiment, &report))?;
        let names: Vec<String> = files.iter().map(|f| f.display().to_string()).collect();
        output::complain(&format!("written: {}", names.join(", ")));
    }
    Ok(true)
}

/// Rows that are not played stay as the directory has them, if it has them at this budget.
fn check_stored(experiments: &[Experiment], args: &Args) -> anyhow::Result<()> {
    let is_asked = |report: &TableReport| experiments.iter().any(|experiment| experiment.id == report.id);
    let stored = TableReport::read_all(&args.out)?;
    if let Some(other) = stored.iter().find(|report| is_asked(report) && report.budget != args.budget) {
        let (id, directory, budget) = (&other.id, args.out.display(), other.budget);
        bail!(
            "--rows: {directory} has {id} with --budget {budget}, whose other rows would be lost; give that, or another --out"
        );
    }
    Ok(())
}

fn list(experiment: &Experiment, json: bool) -> anyhow::Result<()> {
    let Experiment { id, title, source, .. } = experiment;
    let state = experiment.state().name();
    if json {
        output::print_json(&json!({"id": id, "title": title, "source": source, "state": state}))
    } else {
        output::print(&format!("{id:<22} {state:<16} {title}\n"))
    }
}

pub(super) fn as_json(experiment: &Experiment, report: &TableReport) -> Value {
    let outcome = &report.outcome;
    let notes = report.notes();
    let rows: Vec<Value> = outcome
        .rows
        .iter()
        .map(|row| {
            let mut object = json!({
                "label": row.label,
                "published": cell(&row.published),
                "measured": cell(&row.measured),
                "published_number": row.published_number,
                "measured_number": row.measured_number,
                "direction": row.direction.word(),
                "size": row.size.word(),
            });
            for (name, value) in &row.more {
                object[name] = cell(value);
            }
            object
        })
        .collect();
    json!({"id": experiment.id, "rows": rows, "notes": notes})
}

/// A cell as a number if it is one and nothing else. Whole numbers with more digits than readers of JSON keep stay texts.
fn cell(text: &str) -> Value {
    const EXACT: u64 = 1 << 53;
    let is_whole = text.strip_prefix('-').unwrap_or(text).bytes().all(|byte| byte.is_ascii_digit());
    let number = if is_whole {
        text.parse::<i64>().ok().filter(|number| number.unsigned_abs() <= EXACT).map(Value::from)
    } else {
        let begins = text.starts_with(|c: char| c.is_ascii_digit() || c == '-');
        text.parse::<f64>().ok().filter(|number| begins && number.is_finite()).map(Value::from)
    };
    number.unwrap_or_else(|| json!(text))
}

pub(super) fn as_text(experiment: &Experiment, report: &TableReport) -> String {
    let outcome = &report.outcome;
    let mut out = format!("{}: {}\n{}\n\n", experiment.id, experiment.title, experiment.source);
    let widest = |column: &dyn Fn(&melee_lab::Row) -> usize, header: usize| {
        outcome.rows.iter().map(column).max().unwrap_or(0).max(header)
    };
    let label = widest(&|r| r.label.len(), 0);
    let published = widest(&|r| r.published.len(), 9);
    let measured = widest(&|r| r.measured.len(), 8);
    out += &format!("{:<label$}  {:>published$}  {:>measured$}\n", "", "published", "measured");
    for row in &outcome.rows {
        let judged = [("direction", row.direction), ("size", row.size)];
        let judged = judged.into_iter().filter(|(_, a)| *a != Agreement::Unsaid);
        let judged = judged.map(|(name, agreement)| format!("{name} {}", agreement.word()));
        let more = row.more.iter().map(|(name, value)| format!("{name} {value}"));
        let more: Vec<String> = judged.chain(more).collect();
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
    for note in report.notes() {
        out += &format!("\n{note}\n");
    }
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_that_are_numbers_become_numbers() {
        for (text, number) in [("45", json!(45)), ("-3", json!(-3)), ("5.2", json!(5.2)), ("4.63e42", json!(4.63e42))] {
            assert_eq!(cell(text), number, "{text}");
        }
        let texts =
            ["", "-", "62.5 %", "20.73 us", "+20 =6 -14", "3.5 : 6.2", "294 (12936)", "13037019203193512720311"];
        for text in texts.into_iter().chain(["inf", "nan", "infinity", "better"]) {
            assert_eq!(cell(text), json!(text));
        }
    }

    #[test]
    fn pages_refer_to_each_other_wherever_they_are() {
        let from = |page: &str, to: &str| link(Path::new(page), Path::new(to));
        assert_eq!(from("docs/claims.md", "docs/reproduction.md"), "reproduction.md");
        assert_eq!(from("docs/reproduction.md", "docs/reproduction"), "reproduction");
        assert_eq!(from("sub/claims.md", "./reproduction.md"), "../reproduction.md");
        assert_eq!(from("a/b/claims.md", "c/../a/d/tables.md"), "../d/tables.md");
        assert_eq!(from("claims.md", "sub/tables.md"), "sub/tables.md");
    }
}
