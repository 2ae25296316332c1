//! Merging the reports of shards into that of the whole check.

use std::collections::BTreeSet;

use super::fingerprint::{self, HASH, Parts};
use super::report::{Report, ShardReport, Summary};
use super::shard::Shard;

/// So many missing shards are named.
const MOST_NAMED: usize = 10;

/// Joins the reports of all shards of one check. A report without shards is whole by itself.
///
/// # Errors
/// When a shard is missing, doubled, interrupted or of another check, or lacks results.
pub fn merge(reports: Vec<(String, Report)>) -> Result<Report, String> {
    let mut parts = Vec::new();
    for (name, mut report) in reports {
        let shard = report.shard.take().unwrap_or_else(|| whole(&report));
        let own = Shard { index: shard.index, count: shard.count };
        if !(1..=own.count).contains(&own.index) {
            return Err(format!("{name}: there is no shard {}/{}", own.index, own.count));
        }
        if let Some(test) = report.tests.iter().find(|test| !own.has(test.index)) {
            return Err(format!("{name}: {} belongs to another shard", test.name));
        }
        if report.summary.interrupted {
            return Err(format!("{name}: the check was interrupted"));
        }
        parts.push((name, shard, report));
    }
    let Some((first_name, first, _)) = parts.first() else {
        return Err("there are no reports to merge".to_owned());
    };
    let (first_name, first) = (first_name.clone(), first.clone());
    let mut seen = BTreeSet::new();
    for (name, shard, _) in &parts {
        if shard.count != first.count {
            return Err(format!("{name} has {} shards, {first_name} has {}", shard.count, first.count));
        }
        if !seen.insert(shard.index) {
            return Err(format!("{name}: shard {}/{} is there twice", shard.index, shard.count));
        }
        if shard.count > 1 {
            fits(name, shard)?;
        }
        if let Some(difference) = difference(&first.parts, &shard.parts) {
            return Err(format!("{first_name} and {name} are not of the same check: {difference}"));
        }
        if shard.tests != first.tests {
            return Err(format!("{first_name} has {} tests, {name} has {}", first.tests, shard.tests));
        }
    }
    let missing: Vec<String> = (1..=first.count)
        .filter(|index| !seen.contains(index))
        .take(MOST_NAMED)
        .map(|index| format!("{index}/{}", first.count))
        .collect();
    if !missing.is_empty() {
        let more = first.count - seen.len() - missing.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        return Err(format!("missing shards: {}{more}", missing.join(", ")));
    }
    parts.sort_by_key(|(_, shard, _)| shard.index);
    let mut parts = parts.into_iter();
    let Some((_, _, mut merged)) = parts.next() else {
        return Err("there are no reports to merge".to_owned());
    };
    for (name, _, report) in parts {
        if report.sandbox != merged.sandbox {
            let layers = report.sandbox.layers.join(", ");
            merged.notes.push(format!("{name} had another sandbox: {} ({layers})", report.sandbox.mode));
        }
        merged.tests.extend(report.tests);
        merged.not_run.extend(report.not_run);
        merged.summary.not_run += report.summary.not_run;
        merged.summary.wall_ms = merged.summary.wall_ms.max(report.summary.wall_ms);
        for note in report.notes {
            if !merged.notes.contains(&note) {
                merged.notes.push(note);
            }
        }
    }
    let place = |program: &str| merged.programs.iter().position(|other| other.name == program);
    let mut places = BTreeSet::new();
    for test in &merged.tests {
        if !places.insert((place(&test.program), test.index)) {
            return Err(format!("the result of {} on {} is there twice", test.program, test.name));
        }
    }
    if merged.tests.len() + merged.summary.not_run != first.tests {
        return Err(format!(
            "{} results of {} are missing",
            first.tests.abs_diff(merged.tests.len()),
            first.tests
        ));
    }
    let programs = merged.programs.clone();
    merged
        .tests
        .sort_by_key(|test| (programs.iter().position(|other| other.name == test.program), test.index));
    let Summary { not_run, wall_ms, .. } = merged.summary;
    merged.summary = Summary { not_run, wall_ms, ..Summary::of(&merged.tests) };
    Ok(merged)
}

/// Whether a shard tells what it is a part of.
fn fits(name: &str, shard: &ShardReport) -> Result<(), String> {
    if shard.parts.is_empty() {
        let why = "its fingerprint does not cover the contents of the tests and the settings";
        return Err(format!("{name} was written by an older version: {why}; run that shard again"));
    }
    if fingerprint::of(&shard.parts) != shard.fingerprint {
        return Err(format!("{name} was altered: its fingerprint does not fit its parts"));
    }
    Ok(())
}

/// The parts in which two fingerprints differ, in words.
fn difference(first: &Parts, other: &Parts) -> Option<String> {
    let names: BTreeSet<&String> = first.keys().chain(other.keys()).collect();
    let differing = names.into_iter().filter(|&name| first.get(name) != other.get(name)).map(|name| {
        let values = [first.get(name), other.get(name)].map(|value| value.map_or("unknown", String::as_str));
        // Hashes tell nobody anything.
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

/// The only shard of a check that was not split.
fn whole(report: &Report) -> ShardReport {
    let tests = report.summary.total + report.summary.not_run;
    ShardReport { index: 1, count: 1, tests, fingerprint: String::new(), parts: Parts::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::report::{ProgramReport, SCHEMA, SandboxReport, TestReport};
    use crate::judge::verdict::Verdict;

    /// Shard `index` of `count` of a check of five tests.
    fn shard(index: usize, count: usize) -> (String, Report) {
        let tests: Vec<TestReport> = (0..5).filter(|test| test % count == index - 1).map(test).collect();
        let parts =
            Parts::from([("limits".to_owned(), "1s".to_owned()), ("inputs".to_owned(), format!("{HASH}0"))]);
        let report = Report {
            schema: SCHEMA.to_owned(),
            sandbox: SandboxReport::default(),
            programs: vec![ProgramReport { name: "p".to_owned(), command: Vec::new() }],
            summary: Summary::of(&tests),
            shard: Some(ShardReport { index, count, tests: 5, fingerprint: fingerprint::of(&parts), parts }),
            layouts: Default::default(),
            tests,
            not_run: Vec::new(),
            unmatched: Vec::new(),
            notes: Vec::new(),
        };
        (format!("{index}.json"), report)
    }

    fn test(index: usize) -> TestReport {
        TestReport {
            name: format!("t{index}"),
            program: "p".to_owned(),
            group: None,
            verdict: if index == 3 { Verdict::WrongAnswer } else { Verdict::Accepted },
            cpu_ms: 1.0,
            wall_ms: 1.0,
            memory_kib: None,
            message: String::new(),
            place: String::new(),
            limit_ms: None,
            runs_cpu_ms: Vec::new(),
            diff: Vec::new(),
            stderr: String::new(),
            index,
        }
    }

    #[test]
    fn shards_in_any_order_make_the_whole() {
        let merged = merge(vec![shard(3, 3), shard(1, 3), shard(2, 3)]).unwrap();
        let names: Vec<&str> = merged.tests.iter().map(|test| test.name.as_str()).collect();
        assert_eq!(names, ["t0", "t1", "t2", "t3", "t4"]);
        assert_eq!((merged.summary.total, merged.summary.accepted, merged.shard), (5, 4, None));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let fails = |reports: Vec<(String, Report)>, says: &str| {
            let error = merge(reports).unwrap_err();
            assert!(error.contains(says), "{error}");
        };
        fails(vec![], "no reports");
        fails(vec![shard(1, 3), shard(3, 3)], "missing shards: 2/3");
        fails(vec![shard(1, 2), shard(2, 2), shard(2, 2)], "shard 2/2 is there twice");
        fails(vec![shard(1, 2), shard(2, 3)], "shards");
        for (part, value, says) in
            [("limits", "2s", "differs: limits (1s and 2s)"), ("inputs", "blake3:1", "differs: inputs")]
        {
            let mut other = shard(2, 2);
            let own = other.1.shard.as_mut().unwrap();
            own.parts.insert(part.to_owned(), value.to_owned());
            fails(vec![shard(1, 2), other.clone()], "was altered");
            let own = other.1.shard.as_mut().unwrap();
            own.fingerprint = fingerprint::of(&own.parts);
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
        fails(vec![shard(1, 2), doubled], "is there twice");
    }
}
