//! Parquet files: the plainest that there can be.
//!
//! One data page a column and row group, PLAIN encoding, no compression, no dictionaries, no statistics. See the format's
//! own description (`parquet.thrift` of Apache Parquet, and Encodings.md).

use std::io::{self, Write};

use super::thrift::{Writer, varint};
use super::{Column, Sheet};

const MAGIC: &[u8; 4] = b"PAR1";
/// A page's size is an `i32`; so many rows of long games stay far below.
const ROWS_A_GROUP: usize = 1 << 14;

// Numbers of the format.
const INT64: i32 = 2;
const DOUBLE: i32 = 5;
const BYTE_ARRAY: i32 = 6;
const UTF8: i32 = 0;
const REQUIRED: i32 = 0;
const OPTIONAL: i32 = 1;
const PLAIN: i32 = 0;
const RLE: i32 = 3;
const UNCOMPRESSED: i32 = 0;
const DATA_PAGE: i32 = 0;

/// Where a column of a row group lies.
struct Chunk {
    offset: u64,
    size: u64,
    values: usize,
}

pub(super) fn write(sheet: &Sheet, out: &mut impl Write) -> io::Result<()> {
    out.write_all(MAGIC)?;
    let mut offset = MAGIC.len() as u64;
    let mut groups = Vec::new();
    let mut first = 0;
    while first < sheet.rows {
        let rows = first..sheet.rows.min(first + ROWS_A_GROUP);
        let mut chunks = Vec::new();
        for (_, column) in &sheet.columns {
            let page = page(column, rows.clone())?;
            out.write_all(&page)?;
            chunks.push(Chunk {
                offset,
                size: page.len() as u64,
                values: rows.len(),
            });
            offset += page.len() as u64;
        }
        groups.push((rows.len(), chunks));
        first = rows.end;
    }
    let footer = footer(sheet, &groups);
    out.write_all(&footer)?;
    out.write_all(&(footer.len() as u32).to_le_bytes())?;
    out.write_all(MAGIC)
}

/// A page with its header.
fn page(column: &Column, rows: std::ops::Range<usize>) -> io::Result<Vec<u8>> {
    let count = rows.len() as i32;
    let mut data = Vec::new();
    match column {
        Column::Whole(values) => {
            for value in &values[rows] {
                data.extend_from_slice(&value.to_le_bytes());
            }
        }
        Column::Real(values) => {
            for value in &values[rows] {
                data.extend_from_slice(&value.to_le_bytes());
            }
        }
        Column::Text(values) => {
            let values = &values[rows];
            let levels = definition_levels(values);
            data.extend_from_slice(&(levels.len() as u32).to_le_bytes());
            data.extend_from_slice(&levels);
            for text in values.iter().flatten() {
                data.extend_from_slice(&(text.len() as u32).to_le_bytes());
                data.extend_from_slice(text.as_bytes());
            }
        }
    }
    let size = i32::try_from(data.len())
        .map_err(|_| io::Error::other("texts of more than 2 GiB in one part of a Parquet file"))?;
    let mut header = Writer::default();
    header.structure(|w| {
        w.i32(1, DATA_PAGE);
        w.i32(2, size);
        w.i32(3, size);
        w.field_structure(5, |w| {
            w.i32(1, count);
            w.i32(2, PLAIN);
            w.i32(3, RLE);
            w.i32(4, RLE);
        });
    });
    Ok([header.bytes, data].concat())
}

/// Which values are there, as runs.
fn definition_levels(values: &[Option<String>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let runs = values.chunk_by(|a, b| a.is_some() == b.is_some());
    for run in runs {
        varint(&mut bytes, (run.len() as u64) << 1);
        bytes.push(u8::from(run[0].is_some()));
    }
    bytes
}

fn kind(column: &Column) -> i32 {
    match column {
        Column::Whole(_) => INT64,
        Column::Real(_) => DOUBLE,
        Column::Text(_) => BYTE_ARRAY,
    }
}

fn footer(sheet: &Sheet, groups: &[(usize, Vec<Chunk>)]) -> Vec<u8> {
    let mut writer = Writer::default();
    // The root of the schema, then its columns.
    let elements: Vec<Option<&(String, Column)>> = std::iter::once(None)
        .chain(sheet.columns.iter().map(Some))
        .collect();
    writer.structure(|w| {
        w.i32(1, 1);
        w.structures(2, &elements, |w, element| match element {
            None => {
                w.text(4, "melee");
                w.i32(5, sheet.columns.len() as i32);
            }
            Some((name, column)) => {
                let is_text = matches!(column, Column::Text(_));
                w.i32(1, kind(column));
                w.i32(3, if is_text { OPTIONAL } else { REQUIRED });
                w.text(4, name);
                if is_text {
                    w.i32(6, UTF8);
                }
            }
        });
        w.i64(3, sheet.rows as i64);
        w.structures(4, groups, |w, (rows, chunks)| {
            let columns: Vec<(&Chunk, &(String, Column))> =
                chunks.iter().zip(&sheet.columns).collect();
            w.structures(1, &columns, |w, (chunk, (name, column))| {
                w.i64(2, chunk.offset as i64);
                w.field_structure(3, |w| {
                    w.i32(1, kind(column));
                    w.i32s(2, &[PLAIN, RLE]);
                    w.texts(3, &[name]);
                    w.i32(4, UNCOMPRESSED);
                    w.i64(5, chunk.values as i64);
                    w.i64(6, chunk.size as i64);
                    w.i64(7, chunk.size as i64);
                    w.i64(9, chunk.offset as i64);
                });
            });
            w.i64(2, chunks.iter().map(|c| c.size as i64).sum());
            w.i64(3, *rows as i64);
        });
        w.text(6, concat!("melee ", env!("CARGO_PKG_VERSION")));
    });
    writer.bytes
}
