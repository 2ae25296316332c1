//! The features of the cases of all tests: a column for each, and of large tests a sample.

use std::io;
use std::num::NonZero;
use std::ops::{ControlFlow, Range};
use std::thread;

use super::features::{AnsweredInput, CaseFields, Feature, NONE, When};
use super::measures::{LOST, Value};
use crate::description::Description;
use nim_ground::threads;

/// Most cases of a test that have a row.
const MOST_CASES: usize = 4000;
/// Most values of a table: 16 MiB, or twice as much while it grows.
const MOST_VALUES: usize = 2 << 20;

/// The features of cases.
pub struct Table<'a> {
    /// The fields of a case.
    pub fields: CaseFields<'a>,
    /// The columns.
    pub features: Vec<Feature>,
    /// The values of each column, a row for each case.
    pub columns: Vec<Vec<i64>>,
    /// The right answers, where they are words: values of the answer are their places here.
    pub words: Vec<String>,
    /// About how many bits tell one value of a column from the others.
    pub bits: Vec<u32>,
    /// The test and the case of each row.
    pub rows: Vec<Row>,
    /// The rows of each test.
    pub ranges: Vec<Range<usize>>,
    /// The number of cases of each test; `None` of one that cannot be read.
    pub cases: Vec<Option<usize>>,
    /// The greatest value of each column in a test.
    pub greatest: Vec<Vec<i64>>,
    /// How many values of each column are 0 and how many are 1, of all cases of a test.
    pub counts: Vec<Vec<[i64; 2]>>,
}

/// The place of a case.
#[derive(Clone, Copy)]
pub struct Row {
    /// Its test.
    pub test: u32,
    /// Its number in the input, from 0.
    pub case: u32,
}

impl<'a> Table<'a> {
    /// Reads the tests.
    ///
    /// # Errors
    /// When one cannot be read.
    pub fn new(
        description: &'a Description,
        tests: &[AnsweredInput<'_>],
        words: Vec<String>,
    ) -> io::Result<Self> {
        let fields = CaseFields::new(description);
        let mut features = fields.features();
        if tests.iter().all(|test| test.answers.is_empty()) {
            features.retain(|feature| !matches!(feature.measure.value, Value::Answer));
        }
        let most = (MOST_VALUES / features.len().max(1) / tests.len().max(1)).clamp(1, MOST_CASES);
        let read = |_: &mut (), test: usize| {
            ControlFlow::Continue(Some(TestTable::read(&fields, &features, tests[test], most)))
        };
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        let parts = threads::results(threads, tests.len(), || (), read);
        let mut table = Self {
            columns: vec![Vec::new(); features.len()],
            words,
            bits: Vec::new(),
            rows: Vec::new(),
            ranges: Vec::new(),
            cases: Vec::new(),
            greatest: Vec::new(),
            counts: Vec::new(),
            fields,
            features,
        };
        for (test, part) in (0..).zip(parts.into_iter().flatten()) {
            let TestTable { columns, numbers, cases, greatest, counts } = part?;
            let first = table.rows.len();
            table.rows.extend(numbers.iter().map(|&case| Row { test, case }));
            table.columns.iter_mut().zip(&columns).for_each(|(all, own)| all.extend(own));
            table.ranges.push(first..table.rows.len());
            table.cases.push(cases);
            table.greatest.push(greatest);
            table.counts.push(counts);
        }
        table.drop_lost();
        table.bits = table.columns.iter().map(|column| bits(column)).collect();
        Ok(table)
    }

    /// Drops the columns with a value that does not fit.
    fn drop_lost(&mut self) {
        let lost: Vec<bool> = (0..self.features.len())
            .map(|column| self.greatest.iter().any(|values| values[column] == LOST))
            .collect();
        fn keep<T>(values: &mut Vec<T>, lost: &[bool]) {
            let mut column = 0..;
            values.retain(|_| column.next().is_none_or(|column| !lost[column]));
        }
        keep(&mut self.features, &lost);
        keep(&mut self.columns, &lost);
        self.greatest.iter_mut().for_each(|values| keep(values, &lost));
        self.counts.iter_mut().for_each(|values| keep(values, &lost));
    }

    /// Returns whether all cases of a test have a row.
    pub fn is_whole(&self, test: usize) -> bool {
        self.cases[test] == Some(self.ranges[test].len())
    }

    /// Returns whether the feature of a column is of the case itself.
    pub fn is_here(&self, column: usize) -> bool {
        self.features[column].when == When::Here
    }

    /// Returns whether a column is that of the right answers.
    pub fn is_answer(&self, column: usize) -> bool {
        matches!(self.features[column].measure.value, Value::Answer)
    }
}

/// The features of the cases of one test; the numbers are those of the cases that have a row.
struct TestTable {
    columns: Vec<Vec<i64>>,
    numbers: Vec<u32>,
    cases: Option<usize>,
    greatest: Vec<i64>,
    counts: Vec<[i64; 2]>,
}

impl TestTable {
    fn read(
        fields: &CaseFields<'_>,
        features: &[Feature],
        test: AnsweredInput<'_>,
        most: usize,
    ) -> io::Result<Self> {
        let all = test.answers.len().max(1);
        let mut table = Self {
            columns: vec![Vec::new(); features.len()],
            numbers: Vec::new(),
            cases: None,
            greatest: vec![NONE; features.len()],
            counts: vec![[0; 2]; features.len()],
        };
        table.cases = fields.each_row(features, test, |case, values| {
            for ((greatest, counts), &value) in table.greatest.iter_mut().zip(&mut table.counts).zip(values) {
                *greatest = value.max(*greatest);
                counts[0] += i64::from(value == 0);
                counts[1] += i64::from(value == 1);
            }
            if is_in_sample(case, most, all) {
                table.columns.iter_mut().zip(values).for_each(|(column, &value)| column.push(value));
                table.numbers.push(case as u32);
            }
        })?;
        Ok(table)
    }
}

/// Returns whether a case of a test of so many is in a sample of about `most`. Inputs may have a period, so that cases are drawn by a hash.
fn is_in_sample(case: usize, most: usize, all: usize) -> bool {
    let hash = (case as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    all <= most || (hash as usize).wrapping_mul(all) >> 32 < most
}

/// Returns the logarithm of the number of values in a column.
fn bits(column: &[i64]) -> u32 {
    let mut values = column.to_vec();
    values.sort_unstable();
    values.dedup();
    values.len().max(1).ilog2()
}
