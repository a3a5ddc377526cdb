//! AIBA's published node counts, to the node.

use melee_lab::{Budget, Experiment, LocalRun};

/// The cheap cells to depth 5 by default; all 216 to depth 6 with `MELEE_LONG_TESTS=1`.
#[test]
fn every_cell_of_tables_5_2_to_5_13_is_equal() {
    let long = std::env::var_os("MELEE_LONG_TESTS").is_some();
    let (budget, cells) = if long { (Budget::Quick, 216) } else { (Budget::Smoke, 142) };
    let mut equal = 0;
    for table in 2..=13 {
        let id = format!("chorus-5.{table}");
        let outcome =
            Experiment::find(&id).and_then(|e| e.run(&mut LocalRun::new(budget, &mut |_| {}))).expect("it runs");
        for row in outcome.rows {
            assert_eq!(row.measured, row.published, "{id}: {}", row.label);
            equal += 1;
        }
    }
    assert_eq!(equal, cells);
}
