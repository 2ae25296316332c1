//! `--times`: shards of the tests that take about the same time, by an earlier report.

use std::collections::HashMap;

use super::selection::Selected;
use crate::options::Selection;
use nim_report::shard;

/// Returns the shard of each test, by its index; `None` without a report.
pub fn shards(Selection { times, shard, .. }: &Selection, all: &[Selected<'_>]) -> Option<Vec<usize>> {
    let (report, count) = (times.as_ref()?, shard.as_ref()?.count);
    let mut known: HashMap<&str, f64> = HashMap::new();
    for test in &report.tests {
        *known.entry(&test.name).or_default() += test.wall_ms;
    }
    // A test that is not in the report takes as long as the others do on average.
    let average = known.values().sum::<f64>() / known.len().max(1) as f64;
    let time = |selected: &Selected<'_>| known.get(selected.test.name.as_str()).copied().unwrap_or(average);
    let times: Vec<f64> = all.iter().map(time).collect();
    Some(shard::balanced(&times, count))
}
