//! Sheets as Parquet files, by the format's own library.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::{ConvertedType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::{WriterProperties, WriterVersion};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{Type, TypePtr};

use super::{Column, Sheet};

/// Readers take a row group at a time into memory.
const ROWS_A_GROUP: usize = 1 << 14;

pub(super) fn write(sheet: &Sheet, out: &mut impl Write) -> io::Result<()> {
    out.write_all(&to_bytes(sheet).map_err(io::Error::other)?)
}

/// The whole file in memory, beside the sheet that is there anyway: the library writes only to what may be sent to
/// other threads.
fn to_bytes(sheet: &Sheet) -> Result<Vec<u8>, ParquetError> {
    let fields = (sheet.columns.iter()).map(|(name, column)| field(name, column));
    let schema = Type::group_type_builder("melee").with_fields(fields.collect::<Result<_, _>>()?);
    let properties = WriterProperties::builder()
        .set_writer_version(WriterVersion::PARQUET_1_0)
        .set_created_by(concat!("melee ", env!("CARGO_PKG_VERSION")).to_string());
    let schema = Arc::new(schema.build()?);
    let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties.build()))?;
    let mut first = 0;
    while first < sheet.rows {
        let end = sheet.rows.min(first + ROWS_A_GROUP);
        let mut group = writer.next_row_group()?;
        for (_, column) in &sheet.columns {
            match column {
                Column::Whole(all) => put::<Int64Type>(&mut group, &all[first..end], None)?,
                Column::Real(all) => put::<DoubleType>(&mut group, &all[first..end], None)?,
                Column::Text(all) => {
                    let texts = &all[first..end];
                    let is_there: Vec<i16> = texts.iter().map(|t| i16::from(t.is_some())).collect();
                    let texts = texts.iter().flatten().map(|t| ByteArray::from(t.as_str()));
                    let texts: Vec<ByteArray> = texts.collect();
                    put::<ByteArrayType>(&mut group, &texts, Some(&is_there))?;
                }
            }
        }
        group.close()?;
        first = end;
    }
    writer.into_inner()
}

fn field(name: &str, column: &Column) -> Result<TypePtr, ParquetError> {
    let (physical, repetition, converted) = match column {
        Column::Whole(_) => (Physical::INT64, Repetition::REQUIRED, ConvertedType::NONE),
        Column::Real(_) => (Physical::DOUBLE, Repetition::REQUIRED, ConvertedType::NONE),
        Column::Text(_) => (Physical::BYTE_ARRAY, Repetition::OPTIONAL, ConvertedType::UTF8),
    };
    let field = Type::primitive_type_builder(name, physical).with_repetition(repetition).with_converted_type(converted);
    Ok(Arc::new(field.build()?))
}

/// The next column of a row group; `is_there` says which rows have a value.
fn put<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    values: &[T::T],
    is_there: Option<&[i16]>,
) -> Result<(), ParquetError> {
    let mut column = group.next_column()?.expect("the schema has every column");
    column.typed::<T>().write_batch(values, is_there, None)?;
    column.close()
}
