//! The rows of `analyse games` as a Parquet file, uncompressed. Only in builds with the feature
//! `parquet`.

use std::path::Path;
use std::sync::Arc;

use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use rummilab::runs::{BUILD, replace_whole};
use rummilab::stats::{BreakdownRow, GamePhase, Interval};

use crate::error::Error;

/// The columns, named as in the CSV.
const SCHEMA: &str = "message figures {
    OPTIONAL BYTE_ARRAY rules (UTF8);
    OPTIONAL INT64 players;
    OPTIONAL BYTE_ARRAY bot (UTF8);
    OPTIONAL INT64 seat;
    OPTIONAL BYTE_ARRAY phase (UTF8);
    OPTIONAL BYTE_ARRAY figure (UTF8);
    OPTIONAL INT64 n;
    OPTIONAL INT64 blocks;
    OPTIONAL DOUBLE mean;
    OPTIONAL DOUBLE se;
    OPTIONAL DOUBLE low;
    OPTIONAL DOUBLE high;
}";

/// Writes the rows.
pub fn write(file: &Path, rows: &[BreakdownRow]) -> Result<(), Error> {
    let bytes = bytes(rows);
    let bytes = bytes.map_err(|cause| Error::about(file.display().to_string(), cause))?;
    Ok(replace_whole(file, &bytes)?)
}

fn bytes(rows: &[BreakdownRow]) -> Result<Vec<u8>, ParquetError> {
    let schema = Arc::new(parse_message_type(SCHEMA)?);
    let properties = WriterProperties::builder().set_created_by(BUILD.to_owned());
    let properties = Arc::new(properties.build());
    let mut writer = SerializedFileWriter::new(Vec::new(), schema, properties)?;
    let mut group = writer.next_row_group()?;
    let whole = |number: usize| number as i64;
    texts(&mut group, rows, |row| row.group.rules.as_deref())?;
    column::<Int64Type>(&mut group, rows, |row| row.group.players.map(whole))?;
    texts(&mut group, rows, |row| row.group.bot.as_deref())?;
    column::<Int64Type>(&mut group, rows, |row| {
        row.group.seat.map(|seat| whole(seat.index()))
    })?;
    texts(&mut group, rows, |row| row.group.phase.map(GamePhase::word))?;
    texts(&mut group, rows, |row| Some(row.figure))?;
    column::<Int64Type>(&mut group, rows, |row| i64::try_from(row.n).ok())?;
    column::<Int64Type>(&mut group, rows, |row| i64::try_from(row.blocks).ok())?;
    column::<DoubleType>(&mut group, rows, |row| row.mean)?;
    column::<DoubleType>(&mut group, rows, |row| row.se)?;
    column::<DoubleType>(&mut group, rows, |row| row.ci.map(Interval::low))?;
    column::<DoubleType>(&mut group, rows, |row| row.ci.map(Interval::high))?;
    group.close()?;
    writer.into_inner()
}

fn texts<'r>(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    rows: &'r [BreakdownRow],
    text: impl Fn(&'r BreakdownRow) -> Option<&'r str>,
) -> Result<(), ParquetError> {
    column::<ByteArrayType>(group, rows, |row| text(row).map(ByteArray::from))
}

/// Writes the next column.
fn column<'r, T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    rows: &'r [BreakdownRow],
    value: impl Fn(&'r BreakdownRow) -> Option<T::T>,
) -> Result<(), ParquetError> {
    let values: Vec<Option<T::T>> = rows.iter().map(value).collect();
    let levels: Vec<i16> = values.iter().map(|value| value.is_some().into()).collect();
    let values: Vec<T::T> = values.into_iter().flatten().collect();
    let missing = || ParquetError::General("the schema has too few columns".to_owned());
    let mut writer = group.next_column()?.ok_or_else(missing)?;
    writer
        .typed::<T>()
        .write_batch(&values, Some(&levels), None)?;
    writer.close()
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;
    use rummilab::core::Seat;
    use rummilab::stats::Group;

    use super::*;

    #[test]
    fn a_file_reads_back_as_what_was_written() {
        let whole = BreakdownRow {
            group: Group {
                bot: Some("hold:h=3".to_owned()),
                seat: Some(Seat(1)),
                ..Group::default()
            },
            figure: "score",
            n: 40,
            blocks: 20,
            mean: Some(-1.5),
            se: Some(0.25),
            ci: Interval::new(-2.0, -1.0),
        };
        let empty = BreakdownRow {
            group: Group::default(),
            se: None,
            ci: None,
            ..whole.clone()
        };
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("figures.parquet");
        write(&file, &[whole, empty]).unwrap();
        let reader = SerializedFileReader::new(std::fs::File::open(&file).unwrap()).unwrap();
        let rows: Vec<_> = reader
            .get_row_iter(None)
            .unwrap()
            .map(Result::unwrap)
            .collect();
        let fields = |row: usize| -> Vec<(String, Field)> {
            let columns = rows[row].get_column_iter();
            columns
                .map(|(name, field)| (name.clone(), field.clone()))
                .collect()
        };
        let text = |text: &str| Field::Str(text.to_owned());
        let expected = [
            Field::Null,
            Field::Null,
            text("hold:h=3"),
            Field::Long(1),
            Field::Null,
            text("score"),
            Field::Long(40),
            Field::Long(20),
            Field::Double(-1.5),
            Field::Double(0.25),
            Field::Double(-2.0),
            Field::Double(-1.0),
        ];
        let names = BreakdownRow::COLUMNS.map(str::to_owned);
        assert_eq!(
            fields(0),
            names.clone().into_iter().zip(expected).collect::<Vec<_>>()
        );
        assert_eq!(fields(1)[2], (names[2].clone(), Field::Null));
        assert_eq!(
            (&fields(1)[8].1, &fields(1)[9].1),
            (&Field::Double(-1.5), &Field::Null)
        );
        assert_eq!(rows.len(), 2);
    }
}
