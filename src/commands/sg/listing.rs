//! The lists and tables of `toolkit sg values`, in each format.

use std::io::Write;

use itertools::Itertools;

use crate::terminal::json::JsonNumber;
use nim_ground::json;

/// The formats of values.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum ListingFormat {
    /// Values on one line, with commas between them; those of pairs in a line for each first heap; a line for each position
    #[value(alias = "text")]
    Plain,
    /// A table with a header; for pairs with a row for each first heap and a column for each second one
    Csv,
    /// A list in JSON, without the object around it; for pairs a list of lists
    Json,
    /// A JSON object on a line for each heap, pair or position
    Jsonl,
}

/// Tuples of named numbers; plain lists and those in JSON show only the last ones.
pub struct List {
    columns: &'static [&'static str],
    /// The first number that is shown.
    shown: usize,
    /// The separator of plain tuples.
    between: &'static str,
}

/// The values of single heaps.
pub const VALUES: List = List { columns: &["n", "value"], shown: 1, between: "," };
/// A list of heaps.
pub const HEAPS: List = List { columns: &["n"], shown: 0, between: "\n" };
/// A list of pairs of heaps.
pub const PAIRS: List = List { columns: &["a", "b"], shown: 0, between: "\n" };
/// Pairs of heaps with their values.
const CELLS: List = List { columns: &["a", "b", "value"], shown: 2, between: "\n" };

impl List {
    /// Writes the list; one in JSON without an end of line.
    ///
    /// # Errors
    /// Those of the tuples, and of `out`.
    pub fn write<const N: usize>(
        &self,
        out: &mut impl Write,
        format: ListingFormat,
        tuples: impl IntoIterator<Item = anyhow::Result<[u64; N]>>,
    ) -> anyhow::Result<()> {
        match format {
            ListingFormat::Json => out.write_all(b"[")?,
            ListingFormat::Csv => writeln!(out, "{}", self.columns.join(","))?,
            ListingFormat::Plain | ListingFormat::Jsonl => {}
        }
        let mut is_empty = true;
        for tuple in tuples {
            let tuple = tuple?;
            let between = match format {
                _ if std::mem::replace(&mut is_empty, false) => "",
                ListingFormat::Plain => self.between,
                ListingFormat::Json => ",",
                ListingFormat::Csv | ListingFormat::Jsonl => "\n",
            };
            out.write_all(between.as_bytes())?;
            let shown = &tuple[self.shown..];
            match (format, shown) {
                (ListingFormat::Plain, [number]) => write!(out, "{number}")?,
                (ListingFormat::Plain, _) => write!(out, "{}", shown.iter().join(","))?,
                (ListingFormat::Csv, _) => write!(out, "{}", tuple.iter().join(","))?,
                (ListingFormat::Json, [number]) => json::write(out, &JsonNumber(*number))?,
                (ListingFormat::Json, _) => {
                    json::write(out, &shown.iter().copied().map(JsonNumber).collect_vec())?;
                }
                (ListingFormat::Jsonl, _) => {
                    for (index, (name, number)) in self.columns.iter().zip(tuple).enumerate() {
                        write!(out, "{}\"{name}\":", if index == 0 { '{' } else { ',' })?;
                        json::write(out, &JsonNumber(number))?;
                    }
                    out.write_all(b"}")?;
                }
            }
        }
        match format {
            ListingFormat::Json => out.write_all(b"]")?,
            _ if is_empty => {}
            ListingFormat::Plain | ListingFormat::Csv | ListingFormat::Jsonl => out.write_all(b"\n")?,
        }
        Ok(())
    }
}

/// Returns a row of values between commas.
fn line(row: &[Option<u64>], unknown: &str) -> String {
    row.iter().map(|value| value.map_or_else(|| unknown.to_owned(), |value| value.to_string())).join(",")
}

/// Writes a table of values of pairs; one in JSON without an end of line.
///
/// # Errors
/// Those of `out`.
pub fn write_table(
    out: &mut impl Write,
    format: ListingFormat,
    rows: &[Vec<Option<u64>>],
) -> anyhow::Result<()> {
    match format {
        ListingFormat::Plain => rows.iter().try_for_each(|row| writeln!(out, "{}", line(row, "-")))?,
        ListingFormat::Csv => {
            writeln!(out, "a,{}", (0..rows.len()).join(","))?;
            rows.iter().zip(0..).try_for_each(|(row, a)| writeln!(out, "{a},{}", line(row, "")))?;
        }
        ListingFormat::Json => {
            let rows = rows.iter().map(|row| row.iter().map(|value| value.map(JsonNumber)).collect_vec());
            json::write(out, &rows.collect_vec())?;
        }
        ListingFormat::Jsonl => CELLS.write(out, format, cells(rows).map(Ok))?,
    }
    Ok(())
}

/// Returns the pairs of a table with their values.
pub fn cells(rows: &[Vec<Option<u64>>]) -> impl Iterator<Item = [u64; 3]> {
    (0..)
        .zip(rows)
        .flat_map(|(a, row)| (0..).zip(row.clone()).filter_map(move |(b, value)| Some([a, b, value?])))
}
