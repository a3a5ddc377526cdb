//! Every experiment runs, in its smallest version, and puts a number beside each printed one.

use melee_lab::{Budget, Experiment, LocalRun, Reproducibility};

#[test]
fn one_half_of_the_experiments_runs() {
    every_other_from(0);
}

#[test]
fn the_other_half_runs() {
    every_other_from(1);
}

/// In halves, which are done at the same time.
fn every_other_from(first: usize) {
    let all = Experiment::all().expect("the files are read");
    // The node tables have tests of their own.
    let quick = all.iter().filter(|e| {
        let is_nodes = e.title.starts_with("Nodes");
        !is_nodes && e.id != "gras-5.14"
    });
    for experiment in quick.skip(first).step_by(2) {
        let outcome = experiment
            .run(&mut LocalRun { threads: 1, ..LocalRun::new(Budget::Smoke, &mut |_| {}) })
            .unwrap_or_else(|e| panic!("{}: {e}", experiment.id));
        assert!(!outcome.rows.is_empty(), "{}", experiment.id);
        let can_be_run = experiment.state() != Reproducibility::NotReproducible;
        assert!(outcome.rows.iter().all(|row| row.measured.is_empty() != can_be_run), "{}", experiment.id);
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
