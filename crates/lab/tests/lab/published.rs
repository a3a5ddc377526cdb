//! The printed numbers in `experiments/` are those that were read off the theses.

use std::collections::BTreeSet;
use std::path::PathBuf;

use melee_testkit::shared::data_file;
use toml::Value;

/// Numbers of a file, as text without needless zeros.
fn numbers(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Integer(number) => {
            found.insert(number.to_string());
        }
        Value::Float(number) => {
            found.insert(number.to_string());
        }
        Value::Array(list) => list.iter().for_each(|v| numbers(v, found)),
        Value::Table(table) => table.values().for_each(|v| numbers(v, found)),
        Value::String(_) | Value::Boolean(_) | Value::Datetime(_) => {}
    }
}

/// Shares that were printed with an interval: those are what the matches of an experiment are compared with.
#[test]
fn every_printed_share_stands_with_its_interval_in_its_experiment() {
    let top = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let Some(published) = data_file("published") else {
        return;
    };
    let (mut tables, mut checked) = (0, 0);
    for experiment in melee_lab::Experiment::all().expect("the files are read") {
        let id = experiment.id.as_str();
        let Ok(text) = std::fs::read_to_string(published.join(format!("{id}.toml"))) else {
            continue;
        };
        let theirs: Value = toml::from_str(&text).expect("TOML");
        let ours = std::fs::read_to_string(top.join(format!("experiments/{id}.toml")));
        let ours = toml::from_str(&ours.expect("every experiment has its file")).expect("TOML");
        let mut own = BTreeSet::new();
        numbers(&ours, &mut own);
        let rows = theirs.get("row").and_then(Value::as_array);
        let before = checked;
        for row in rows.into_iter().flatten() {
            let halves = row.get("ci95").and_then(Value::as_table);
            for (column, half) in halves.into_iter().flatten() {
                for number in [&row["values"][column], half] {
                    let mut wanted = BTreeSet::new();
                    numbers(number, &mut wanted);
                    assert!(wanted.is_subset(&own), "{id}, {column}: {wanted:?}");
                    checked += 1;
                }
            }
        }
        tables += usize::from(checked > before);
    }
    assert!(tables >= 32, "{tables} tables");
    println!("{checked} numbers of {tables} tables");
}
