//! Golden data that is not part of the project.
//!
//! Some tests compare with data sets that lie beside a developer's checkout in `shared/`. Where
//! they are missing the test says so and passes.

use std::path::PathBuf;

/// The path of a data file, or `None` with a printed notice if it is not there.
pub fn data_file(relative: &str) -> Option<PathBuf> {
    let shared = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let path = shared.join(relative);
    if path.exists() {
        Some(path)
    } else {
        println!("skipped: no data file {relative} beside this checkout");
        None
    }
}

/// The lines of a data file in fields, without those that are not data; none, with a printed notice, if it is not
/// there.
pub fn data_rows(relative: &str) -> Vec<Vec<String>> {
    let Some(path) = data_file(relative) else {
        return Vec::new();
    };
    let text = std::fs::read_to_string(path).expect("readable");
    let data = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let rows: Vec<Vec<String>> = data.map(|line| line.split('\t').map(str::to_string).collect()).collect();
    assert!(!rows.is_empty(), "{relative} has no data");
    rows
}
