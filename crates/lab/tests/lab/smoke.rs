//! Every experiment runs, in its smallest version, and puts a number beside each printed one.

use melee_lab::{Budget, Experiment, LocalRun};

#[test]
fn every_experiment_runs() {
    let all = Experiment::all().expect("the files are read");
    // The node tables have tests of their own.
    let quick = all.iter().filter(|e| {
        let is_nodes = e.title.starts_with("Nodes");
        !is_nodes && e.id != "gras-5.14"
    });
    for experiment in quick {
        let outcome = experiment
            .run(&mut LocalRun { threads: 2, ..LocalRun::new(Budget::Smoke, &mut |_| {}) })
            .unwrap_or_else(|e| panic!("{}: {e}", experiment.id));
        assert!(!outcome.rows.is_empty(), "{}", experiment.id);
        assert!(outcome.rows.iter().all(|row| !row.measured.is_empty()));
    }
}

#[test]
fn ids_are_unique() {
    let mut ids: Vec<String> = (Experiment::all().expect("the files are read").into_iter()).map(|e| e.id).collect();
    let count = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), count);
}
