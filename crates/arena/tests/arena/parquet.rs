//! Parquet files read back as the sheets they were made from.

use std::fs::File;

use melee_arena::export::{Column, Sheet};
use melee_core::{Rng, seeded_rng};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;

/// What the library reads from our file, as a table again.
fn read_back(sheet: &Sheet) -> Sheet {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("sheet.parquet");
    let mut file = File::create(&path).expect("made");
    sheet.write_parquet(&mut file).expect("written");
    let reader = SerializedFileReader::new(File::open(&path).expect("there")).expect("Parquet");
    let metadata = reader.metadata().file_metadata();
    assert_eq!(metadata.num_rows() as usize, sheet.rows());
    let mut columns: Vec<(String, Column)> = sheet
        .columns()
        .iter()
        .map(|(name, column)| {
            let empty = match column {
                Column::Whole(_) => Column::Whole(Vec::new()),
                Column::Real(_) => Column::Real(Vec::new()),
                Column::Text(_) => Column::Text(Vec::new()),
            };
            (name.clone(), empty)
        })
        .collect();
    for row in reader.get_row_iter(None).expect("rows") {
        let row = row.expect("a row");
        for ((name, field), (own, column)) in row.get_column_iter().zip(&mut columns) {
            assert_eq!(name, own);
            match (field, column) {
                (Field::Long(value), Column::Whole(list)) => list.push(*value),
                (Field::Double(value), Column::Real(list)) => list.push(*value),
                (Field::Str(text), Column::Text(list)) => list.push(Some(text.clone())),
                (Field::Null, Column::Text(list)) => list.push(None),
                (field, _) => panic!("{name}: {field:?}"),
            }
        }
    }
    Sheet::new(columns)
}

fn random_sheet(rows: usize, seed: u64) -> Sheet {
    let mut rng = seeded_rng(seed);
    let mut lot = || rng.next_u64();
    let text = |lot: u64| match lot % 4 {
        0 => None,
        1 => Some(String::new()),
        2 => Some("ä → 八 \u{0}\"".repeat((lot >> 8) as usize % 40)),
        _ => Some(lot.to_string()),
    };
    let texts: Vec<_> = (0..rows).map(|_| text(lot())).collect();
    let mut columns = vec![
        ("whole".to_string(), Column::Whole((0..rows).map(|_| lot() as i64).collect())),
        ("text".to_string(), Column::Text(texts)),
        ("none".to_string(), Column::Text(vec![None; rows])),
        ("real".to_string(), Column::Real((0..rows).map(|_| lot() as f64 / 3.0 - 1e18).collect())),
    ];
    for i in 0..20 {
        let values = (0..rows).map(|row| (row * i) as i64).collect();
        columns.push((format!("column {i}"), Column::Whole(values)));
    }
    Sheet::new(columns)
}

#[test]
fn a_sheet_reads_back_from_parquet() {
    // None, one, a few, and more than a row group.
    for (rows, seed) in [(0, 1), (1, 2), (7, 3), (1000, 4), (40_000, 5)] {
        let sheet = random_sheet(rows, seed);
        assert_eq!(read_back(&sheet), sheet, "{rows} rows");
    }
}
