//! A run that was killed goes on from what it had done.

use std::path::Path;

use melee_lab::{Budget, Experiment, LocalRun, MeasuredTable};

fn run(id: &str, keep_in: &Path) -> Result<MeasuredTable, String> {
    let experiment = Experiment::find(id).expect("a known table");
    let run = experiment.run(&mut LocalRun {
        threads: 2,
        keep_in: Some(keep_in.to_path_buf()),
        ..LocalRun::new(Budget::Smoke, &mut |_| {})
    });
    run.map_err(|error| error.to_string())
}

/// Cut off in the middle of a line, with a mark in a unit before it that only the journal can know.
#[test]
fn counted_units_are_taken_from_the_journal() {
    let dir = tempfile::tempdir().expect("a directory");
    let whole = run("chorus-5.2", dir.path()).expect("it runs");
    let journal = dir.path().join("chorus-5.2-smoke.jsonl");
    let text = std::fs::read_to_string(&journal).expect("kept");
    assert_eq!(text.lines().count(), whole.rows.len() + 1);
    // Without the hashes behind its lines, as earlier versions wrote it: a mark would not fit them.
    let bare = |line: &str| line.rsplit_once(' ').map(|(line, _)| format!("{line}\n"));
    let text: String = text.lines().filter_map(bare).collect();
    let first = text.lines().nth(1).expect("a unit");
    let marked = first.replacen("\"measured\":\"", "\"measured\":\"kept ", 1);
    let half = text.replacen(first, &marked, 1);
    std::fs::write(&journal, &half[..half.len() / 2]).expect("written");
    let resumed = run("chorus-5.2", dir.path()).expect("it goes on");
    let differ = |(a, b): &(&melee_lab::Row, &melee_lab::Row)| a != b;
    let pairs = whole.rows.iter().zip(&resumed.rows).filter(differ);
    let other: Vec<_> = pairs.map(|(a, b)| (a.measured.clone(), b.measured.clone())).collect();
    assert_eq!(other.len(), 1, "{other:?}");
    assert_eq!(other[0].1, format!("kept {}", other[0].0));
    // When the table is written, nothing is left to go on from.
    let experiment = Experiment::find("chorus-5.2").expect("a known table");
    let forgotten = experiment.forget_units(dir.path(), Budget::Smoke);
    forgotten.expect("removed");
    assert!(!journal.exists());
}

#[test]
fn games_are_taken_from_their_stores() {
    let dir = tempfile::tempdir().expect("a directory");
    let first = run("esser-6.12", dir.path()).expect("it runs");
    let stores = || {
        let files = std::fs::read_dir(dir.path()).expect("a directory");
        let names = files.map(|file| file.expect("a file").file_name());
        names.filter(|name| name.to_string_lossy().ends_with(".sqlite")).count()
    };
    assert!(stores() > 0);
    assert_eq!(run("esser-6.12", dir.path()).expect("all is there"), first);
}

#[test]
fn units_of_another_program_are_refused() {
    let dir = tempfile::tempdir().expect("a directory");
    let journal = dir.path().join("gras-3.1-smoke.jsonl");
    std::fs::write(&journal, "{\"program\":\"0.0.7\"}\n").expect("written");
    let why = run("gras-3.1", dir.path()).expect_err("not ours");
    assert!(why.contains("gras-3.1-smoke.jsonl") && why.contains("move it away"), "{why}");
}

/// A claim may wait for one row of seven.
#[test]
fn a_row_can_be_played_without_the_others() {
    let run = |id: &str, rows: Vec<usize>| {
        let how = &mut |_: &str| {};
        let experiment = Experiment::find(id).expect("a known table");
        experiment.run(&mut LocalRun { rows: Some(rows), ..LocalRun::new(Budget::Smoke, how) })
    };
    let table = run("gras-5.18", vec![2]).expect("it runs");
    let is_played: Vec<bool> = table.rows.iter().map(|row| row.measured != "not played").collect();
    assert_eq!(is_played, [false, true, false]);
    assert!(table.notes.iter().all(|note| !note.contains("so far")), "{:?}", table.notes);
    // The last is about who moves first in all of its matches together.
    for (id, row) in [("gras-5.18", 0), ("gras-5.18", 4), ("gras-3.1", 1), ("chorus-5.1.5-equal", 1)] {
        let why = run(id, vec![row]).expect_err("no row").to_string();
        assert!(why.starts_with(&format!("{id}: has no such rows")), "{why}");
    }
}
