//! `--times`: shards of the tests that take about the same time, by an earlier report.

use std::collections::HashMap;

use super::Args;
use super::selection::Selected;
use crate::cli::reports;
use nim_judge::shard;

/// Returns the shard of each test, by its index; `None` where the command line names no report.
///
/// # Errors
/// When the report cannot be read.
pub fn shards(args: &Args, all: &[Selected<'_>]) -> anyhow::Result<Option<Vec<usize>>> {
    let (Some(path), Some(count)) = (&args.times, args.shard.map(|shard| shard.count)) else {
        return Ok(None);
    };
    let report = reports::read(path)?;
    let mut known: HashMap<&str, f64> = HashMap::new();
    for test in &report.tests {
        *known.entry(&test.name).or_default() += test.wall_ms;
    }
    // A test that is not in the report takes as long as the others do on average.
    let average = known.values().sum::<f64>() / known.len().max(1) as f64;
    let time = |selected: &Selected<'_>| known.get(selected.test.name.as_str()).copied().unwrap_or(average);
    let times: Vec<f64> = all.iter().map(time).collect();
    Ok(Some(shard::balanced(&times, count)))
}
