//! Merges the reports of shards into one report of the whole check.

use std::collections::BTreeSet;

use super::fingerprint::{self, FingerprintParts, HASH};
use super::results::{Report, ReportSummary, ShardReport};
use super::shard::{IN_TURN, SHARDS, Shard};
use crate::report::Error::{self, Unmergeable};

const NO_REPORTS: &str = "there are no reports to merge";

/// Most missing shards that are named.
const MOST_NAMED: usize = 10;

/// A report to merge, with its shard.
struct NamedShard {
    name: String,
    shard: Shard,
    of: ShardReport,
    report: Report,
}

/// Merges the reports of all shards of one check. A report without a shard counts as the only one.
///
/// # Errors
/// When a shard is missing, doubled, interrupted or of another check, or lacks results.
pub fn merge(reports: Vec<(String, Report)>) -> Result<Report, Error> {
    let mut parts =
        reports.into_iter().map(|(name, report)| part(name, report)).collect::<Result<Vec<_>, _>>()?;
    let tests = require_all_shards(&parts)?;
    let is_whole = parts.len() == 1;
    parts.sort_by_key(|part| part.shard.index);
    let mut parts = parts.into_iter();
    let mut merged = parts.next().ok_or_else(|| Unmergeable(NO_REPORTS.to_owned()))?.report;
    for part in parts {
        append(&mut merged, part);
    }
    let program =
        |program: &str, merged: &Report| merged.programs.iter().position(|other| other.name == program);
    let mut seen = BTreeSet::new();
    for test in &merged.tests {
        if !seen.insert((program(&test.program, &merged), test.index)) {
            return Err(Unmergeable(format!("the result of {} on {} occurs twice", test.program, test.name)));
        }
    }
    if merged.tests.len() + merged.summary.not_run != tests {
        let missing = tests.abs_diff(merged.tests.len());
        return Err(Unmergeable(format!("{missing} results of {tests} are missing")));
    }
    let mut results = std::mem::take(&mut merged.tests);
    results.sort_by_key(|test| (program(&test.program, &merged), test.index));
    merged.tests = results;
    let ReportSummary { tests, not_run, wall_ms, .. } = merged.summary;
    merged.summary = ReportSummary {
        tests,
        not_run,
        wall_ms,
        ..ReportSummary::from_results(&merged.programs, &merged.tests)
    };
    // The only report has the scores of graders, which are not run here.
    if !is_whole {
        let _ = merged.score(None);
    }
    Ok(merged)
}

/// Checks that a report is a valid shard.
fn part(name: String, mut report: Report) -> Result<NamedShard, Error> {
    let of = report.shard.take().unwrap_or_else(|| whole(&report));
    let shard = Shard { index: of.index, count: of.count };
    if !(1..=shard.count).contains(&shard.index) {
        return Err(Unmergeable(format!("{name}: there is no shard {shard}")));
    }
    // Only tests assigned in turn can be checked here; other assignments are checked with all shards.
    let in_turn = of.parts.get(SHARDS).is_none_or(|shards| shards == IN_TURN);
    if let Some(test) = report.tests.iter().find(|test| in_turn && !shard.has(test.index)) {
        return Err(Unmergeable(format!("{name}: {} belongs to another shard", test.name)));
    }
    if report.summary.interrupted {
        return Err(Unmergeable(format!("{name}: the check was interrupted")));
    }
    if shard.count > 1 && of.parts.is_empty() {
        return Err(Unmergeable(format!(
            "{name} was written by an older version: its fingerprint does not cover the contents of the tests \
             and the settings; run that shard again"
        )));
    }
    if shard.count > 1 && fingerprint::digest(&of.parts) != of.fingerprint {
        return Err(Unmergeable(format!("{name} was altered: its fingerprint does not match its parts")));
    }
    Ok(NamedShard { name, shard, of, report })
}

/// Checks that the reports are all the shards of one check, and returns the number of its results.
fn require_all_shards(parts: &[NamedShard]) -> Result<usize, Error> {
    let first = parts.first().ok_or_else(|| Unmergeable(NO_REPORTS.to_owned()))?;
    let different = |what, count: fn(&ShardReport) -> usize, part: &NamedShard| {
        let (one, other) = (count(&first.of), count(&part.of));
        if one == other {
            return Ok(());
        }
        Err(Unmergeable(format!("{} has {one} {what}, {} has {other}", first.name, part.name)))
    };
    let mut seen = BTreeSet::new();
    for part in parts {
        different("shards", |of| of.count, part)?;
        if !seen.insert(part.shard.index) {
            return Err(Unmergeable(format!("{}: shard {} occurs twice", part.name, part.shard)));
        }
        if let Some(difference) = difference(&first.of.parts, &part.of.parts) {
            let (one, other) = (&first.name, &part.name);
            return Err(Unmergeable(format!("{one} and {other} are not of the same check: {difference}")));
        }
        different("tests", |of| of.tests, part)?;
    }
    let count = first.shard.count;
    let missing: Vec<String> = (1..=count)
        .filter(|index| !seen.contains(index))
        .take(MOST_NAMED)
        .map(|index| Shard { index, count }.to_string())
        .collect();
    let more = match count - seen.len() - missing.len() {
        _ if missing.is_empty() => return Ok(first.of.tests),
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Err(Unmergeable(format!("missing shards: {}{more}", missing.join(", "))))
}

/// Adds the results of a shard.
fn append(merged: &mut Report, NamedShard { name, report, .. }: NamedShard) {
    if report.sandbox != merged.sandbox {
        let layers = report.sandbox.layers.join(", ");
        merged.notes.push(format!("{name} had another sandbox: {} ({layers})", report.sandbox.mode));
    }
    merged.tests.extend(report.tests);
    merged.not_run.extend(report.not_run);
    merged.summary.tests += report.summary.tests;
    merged.summary.not_run += report.summary.not_run;
    merged.summary.wall_ms = merged.summary.wall_ms.max(report.summary.wall_ms);
    for note in report.notes {
        if !merged.notes.contains(&note) {
            merged.notes.push(note);
        }
    }
}

/// Returns the parts in which two fingerprints differ, in words.
fn difference(first: &FingerprintParts, other: &FingerprintParts) -> Option<String> {
    let names: BTreeSet<&String> = first.keys().chain(other.keys()).collect();
    let differing = names.into_iter().filter(|&name| first.get(name) != other.get(name)).map(|name| {
        let values = [first.get(name), other.get(name)].map(|value| value.map_or("unknown", String::as_str));
        // Hashes are not readable.
        if values.iter().any(|value| value.contains(HASH)) {
            name.clone()
        } else {
            format!("{name} ({} and {})", values[0], values[1])
        }
    });
    let differing: Vec<String> = differing.collect();
    let verb = if differing.len() == 1 { "differs" } else { "differ" };
    (!differing.is_empty()).then(|| format!("{verb}: {}", differing.join(", ")))
}

/// Returns the only shard of a check that was not split.
fn whole(report: &Report) -> ShardReport {
    let tests = report.tests.len() + report.summary.not_run;
    ShardReport { index: 1, count: 1, tests, fingerprint: String::new(), parts: FingerprintParts::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::results::{ProgramReport, SCHEMA, SandboxReport, TestReport};
    use nim_task::verdict::Verdict;

    /// Shard `index` of `count` of a check of five tests.
    fn shard(index: usize, count: usize) -> (String, Report) {
        let tests: Vec<TestReport> = (0..5).filter(|test| test % count == index - 1).map(test).collect();
        let parts = FingerprintParts::from([
            ("limits".to_owned(), "1s".to_owned()),
            ("inputs".to_owned(), format!("{HASH}0")),
        ]);
        let programs = vec![ProgramReport { name: "p".to_owned(), ..ProgramReport::default() }];
        let report = Report {
            schema: SCHEMA.to_owned(),
            title: String::new(),
            sandbox: SandboxReport::default(),
            summary: ReportSummary { tests: tests.len(), ..ReportSummary::from_results(&programs, &tests) },
            programs,
            shard: Some(ShardReport {
                index,
                count,
                tests: 5,
                fingerprint: fingerprint::digest(&parts),
                parts,
            }),
            layouts: Default::default(),
            tests,
            not_run: Vec::new(),
            scoring: None,
            matrix: None,
            similar: Vec::new(),
            mistakes: Vec::new(),
            unmatched: Vec::new(),
            notes: Vec::new(),
            warnings: Vec::new(),
            left_out: Vec::new(),
        };
        (format!("{index}.json"), report)
    }

    fn test(index: usize) -> TestReport {
        TestReport {
            name: format!("t{index}"),
            program: "p".to_owned(),
            verdict: if index == 3 { Verdict::WrongAnswer } else { Verdict::Accepted },
            cpu_ms: 1.0,
            wall_ms: 1.0,
            index,
            ..TestReport::default()
        }
    }

    #[test]
    fn shards_in_any_order_make_the_whole() {
        let merged = merge(vec![shard(3, 3), shard(1, 3), shard(2, 3)]).unwrap();
        let names: Vec<&str> = merged.tests.iter().map(|test| test.name.as_str()).collect();
        assert_eq!(names, ["t0", "t1", "t2", "t3", "t4"]);
        assert_eq!((merged.summary.total, merged.summary.accepted, merged.shard), (5, 4, None));
        assert_eq!(merged.summary.tests, 5);
    }

    #[test]
    fn shards_that_do_not_belong_together_are_refused() {
        let fails = |reports: Vec<(String, Report)>, says: &str| {
            let error = merge(reports).unwrap_err().to_string();
            assert!(error.contains(says), "{error}");
        };
        fails(vec![], "no reports");
        fails(vec![shard(1, 3), shard(3, 3)], "missing shards: 2/3");
        fails(vec![shard(1, 2), shard(2, 2), shard(2, 2)], "shard 2/2 occurs twice");
        fails(vec![shard(1, 2), shard(2, 3)], "shards");
        for (part, value, says) in
            [("limits", "2s", "differs: limits (1s and 2s)"), ("inputs", "blake3:1", "differs: inputs")]
        {
            let mut other = shard(2, 2);
            let own = other.1.shard.as_mut().unwrap();
            own.parts.insert(part.to_owned(), value.to_owned());
            fails(vec![shard(1, 2), other.clone()], "was altered");
            let own = other.1.shard.as_mut().unwrap();
            own.fingerprint = fingerprint::digest(&own.parts);
            fails(vec![shard(1, 2), other], says);
        }
        for (index, count) in [(0, 2), (3, 2), (1, 0)] {
            let mut none = shard(2, 2);
            let own = none.1.shard.as_mut().unwrap();
            (own.index, own.count) = (index, count);
            fails(vec![none], "there is no shard");
        }
        let mut many = shard(1, 2);
        many.1.shard.as_mut().unwrap().count = 1 << 60;
        many.1.tests.clear();
        fails(vec![many], "and 1152921504606846965 more");
        let mut old = shard(2, 2);
        old.1.shard.as_mut().unwrap().parts.clear();
        fails(vec![shard(1, 2), old], "older version");
        let mut more = shard(2, 2);
        more.1.shard.as_mut().unwrap().tests = 6;
        fails(vec![shard(1, 2), more], "has 5 tests");
        let mut foreign = shard(2, 2);
        foreign.1.tests[0].index = 2;
        fails(vec![shard(1, 2), foreign], "belongs to another shard");
        let mut interrupted = shard(2, 2);
        interrupted.1.summary.interrupted = true;
        fails(vec![shard(1, 2), interrupted], "interrupted");
        let mut short = shard(2, 2);
        short.1.tests.pop();
        fails(vec![shard(1, 2), short], "missing");
        let mut doubled = shard(2, 2);
        doubled.1.tests[1] = doubled.1.tests[0].clone();
        fails(vec![shard(1, 2), doubled], "occurs twice");
    }
}
