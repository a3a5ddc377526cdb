//! The map of who is strongest: cut into shards it is the same, and before its games are played it says so.

use std::time::Duration;

use melee::Registry;
use melee_lab::cluster::{Job, Merge, Run, ShardSize};
use melee_lab::{Budget, Experiment, LabError, LocalRun, MeasuredTable, Row, TableReport, report};

use crate::stored::{docs, is_todays, reports};

fn map() -> Experiment {
    Experiment::find("map").expect("the map")
}

fn stopped_at_once(experiment: &Experiment) -> Result<MeasuredTable, LabError> {
    let stop_after = Some(Duration::ZERO);
    experiment.run(&mut LocalRun { stop_after, ..LocalRun::new(Budget::Paper, &mut |_| {}) })
}

/// Without the time that was measured.
fn timeless(table: MeasuredTable) -> Vec<Row> {
    let mut rows = table.rows;
    for row in &mut rows {
        row.more.retain(|(name, _)| name != "ms");
    }
    rows
}

/// The games of a run in shards of so many, played from the last to the first, and the map they make.
fn in_shards(units: u64) -> (String, MeasuredTable) {
    let dir = tempfile::tempdir().expect("a directory");
    let job = Job::Experiment { id: "map".to_string(), budget: Budget::Smoke };
    let planned = Run::plan(Registry::standard(), dir.path(), &job, ShardSize::Units(units), &mut |_| {});
    let run = planned.expect("planned").run;
    for index in (0..run.shards.len() as u64).rev() {
        run.play_shard(index, &mut |_, _| {}).expect("played");
    }
    let Merge::Done(mut merged) = run.merge().expect("merged") else { panic!("all shards were played") };
    (std::fs::read_to_string(dir.path().join("games.jsonl")).expect("merged"), merged.tables.remove(0).outcome)
}

#[test]
fn shards_of_any_size_make_the_map_of_one_run() {
    let [(games, table), (other_games, other_table)] = [100, 37].map(in_shards);
    assert!(games == other_games, "other games in other shards");
    let alone = timeless(map().run(&mut LocalRun::new(Budget::Smoke, &mut |_| {})).expect("it runs"));
    for table in [table, other_table] {
        assert_eq!(timeless(table), alone);
    }
}

#[test]
fn a_map_that_was_not_played_says_so_everywhere() {
    let table = stopped_at_once(&map()).expect("a table");
    assert!(table.rows.iter().all(|row| row.measured == "not played" && row.measured_number.is_none()));
    assert!(table.notes.iter().any(|note| note.starts_with("so far: 0 of ")), "{:?}", table.notes);
    let report = TableReport::new(&map(), Budget::Paper, table);
    let page = report::map_page(std::slice::from_ref(&report), "plots").expect("a page");
    let lines: Vec<&str> =
        page.lines().filter(|line| line.ends_with("| not played | not played | not played |")).collect();
    assert_eq!(lines.len(), 25, "{page}");
    assert!(report.svg().is_some_and(|plot| plot.contains("chess4 4")));
}

#[test]
fn a_table_that_is_no_match_is_made_whole_or_not_at_all() {
    let positions = Experiment::find("gras-3.1").expect("a known table");
    let why = stopped_at_once(&positions).expect_err("nothing was done").to_string();
    assert!(why.contains("the same command goes on"), "{why}");
}

#[test]
fn docs_map_is_made_from_the_stored_results() {
    let page = report::map_page(&reports(), "reproduction").expect("a map is stored");
    assert!(
        is_todays(&docs().join("map.md"), &page),
        "docs/map.md is not what its results say: run `melee reproduce --out docs/reproduction --map docs/map.md`"
    );
}
