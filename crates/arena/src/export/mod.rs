//! Games and moves as tables for other programs: CSV, and Parquet with the feature of that name; games as records.

#[cfg(feature = "parquet")]
mod parquet;
mod records;
mod sheets;

use std::io::{self, Write};

pub use records::{RecordFile, record_file, write_tar};
pub use sheets::{games_sheet, moves_sheet};

/// The values of a column.
#[derive(Clone, PartialEq, Debug)]
pub enum Column {
    /// Whole numbers.
    Whole(Vec<i64>),
    /// Numbers.
    Real(Vec<f64>),
    /// Texts, some of which may be missing.
    Text(Vec<Option<String>>),
}

impl Column {
    fn len(&self) -> usize {
        match self {
            Column::Whole(values) => values.len(),
            Column::Real(values) => values.len(),
            Column::Text(values) => values.len(),
        }
    }
}

/// A table: columns of equal length with their names.
///
/// ```
/// use melee_arena::export::{Column, Sheet};
/// let sheet = Sheet::new(vec![
///     ("game".to_string(), Column::Whole(vec![0, 1])),
///     ("start".to_string(), Column::Text(vec![None, Some("a \"b\", c".to_string())])),
/// ]);
/// let mut csv = Vec::new();
/// sheet.write_csv(&mut csv)?;
/// assert_eq!(String::from_utf8_lossy(&csv), "game,start\n0,\n1,\"a \"\"b\"\", c\"\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Sheet {
    columns: Vec<(String, Column)>,
    rows: usize,
}

impl Sheet {
    /// A table of columns, which must be equally long.
    pub fn new(columns: Vec<(String, Column)>) -> Self {
        let rows = columns.first().map_or(0, |(_, column)| column.len());
        assert!(columns.iter().all(|(_, column)| column.len() == rows), "columns of a table are equally long");
        Sheet { columns, rows }
    }

    /// The columns with their names.
    pub fn columns(&self) -> &[(String, Column)] {
        &self.columns
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Writes it as CSV (RFC 4180, lines end with a line feed).
    pub fn write_csv(&self, out: &mut impl Write) -> io::Result<()> {
        let names: Vec<String> = self.columns.iter().map(|(name, _)| quoted(name)).collect();
        writeln!(out, "{}", names.join(","))?;
        self.write_csv_rows(out)
    }

    /// The same without the names of the columns, to go on with a table that has them.
    pub fn write_csv_rows(&self, out: &mut impl Write) -> io::Result<()> {
        for row in 0..self.rows {
            for (i, (_, column)) in self.columns.iter().enumerate() {
                if i > 0 {
                    write!(out, ",")?;
                }
                match column {
                    Column::Whole(values) => write!(out, "{}", values[row])?,
                    Column::Real(values) => write!(out, "{}", values[row])?,
                    Column::Text(values) => {
                        let text = values[row].as_deref().unwrap_or_default();
                        write!(out, "{}", quoted(text))?;
                    }
                }
            }
            writeln!(out)?;
        }
        Ok(())
    }

    /// Writes it as Parquet, uncompressed.
    #[cfg(feature = "parquet")]
    pub fn write_parquet(&self, out: &mut impl Write) -> io::Result<()> {
        parquet::write(self, out)
    }
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_string() }
}
