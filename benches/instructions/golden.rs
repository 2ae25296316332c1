//! The counts that are expected.

use anyhow::{Context, bail};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};

/// The file of expected counts.
pub const FILE: &str = "benches/instructions/counts.txt";

/// By how much a count may be above the expected one: of a problem, whose users pay it for each byte.
const OF_PROBLEM: f64 = 0.03;
/// The same for other commands and their engines, which a change elsewhere may shift by what the compiler inlines.
const OF_COMMAND: f64 = 0.08;

/// A smaller difference counts as none: hash tables have another seed in every run.
const NOISE: f64 = 0.01;

/// A row with a kernel.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    pub name: String,
    pub level: String,
}

impl Key {
    /// By how much its count may be above the expected one.
    fn tolerance(&self) -> f64 {
        let (subject, _) = self.name.split_once(',').unwrap_or((&self.name, ""));
        if nim_problems::find(subject).is_some() { OF_PROBLEM } else { OF_COMMAND }
    }
}

/// Instructions, by row and kernel.
pub type Counts = BTreeMap<Key, f64>;

/// The file: the compiler that built what was counted, and the counts.
struct Golden {
    compiler: String,
    counts: Counts,
}

const HEAD: &str =
    "# Instructions of each byte, value or test, or of a run, by `.ci/instructions`; docs/speed.md has more.";

impl Golden {
    fn parse(text: &str) -> Option<Self> {
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        let compiler = lines.next()?.to_owned();
        let row = |line: &str| {
            let mut cells = line.split('|').map(str::trim);
            let (name, level, count) = (cells.next()?, cells.next()?, cells.next()?);
            Some((Key { name: name.to_owned(), level: level.to_owned() }, count.parse().ok()?))
        };
        Some(Self { compiler, counts: lines.map(row).collect::<Option<_>>()? })
    }

    fn text(&self) -> String {
        let mut text = format!("{HEAD}\n{}\n", self.compiler);
        for (Key { name, level }, count) in &self.counts {
            text.push_str(&format!("{name:44} | {level:6} | {:>12}\n", shown(*count)));
        }
        text
    }
}

/// A count as the file has it: a whole number where it is large.
fn shown(count: f64) -> String {
    if count < 1e4 { format!("{count:.4}") } else { format!("{count:.0}") }
}

/// A count that is not as expected.
struct Difference {
    key: Key,
    expected: Option<f64>,
    found: Option<f64>,
}

impl Difference {
    /// Whether both are the same, but for what differs from run to run.
    fn is_noise(&self) -> bool {
        let both = self.expected.zip(self.found);
        both.is_some_and(|(expected, found)| (found - expected).abs() <= expected * NOISE)
    }

    /// Returns whether it is too high, or one of both is missing.
    fn is_wrong(&self) -> bool {
        let both = self.expected.zip(self.found);
        both.is_none_or(|(expected, found)| found > expected * (1.0 + self.key.tolerance()))
    }

    /// Whether it is lower than expected.
    fn has_fallen(&self) -> bool {
        self.expected.zip(self.found).is_some_and(|(expected, found)| found < expected)
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Key { name, level } = &self.key;
        let cell = |count: Option<f64>| count.map_or("missing".to_owned(), shown);
        let change = self.expected.zip(self.found).map(|(expected, found)| (found / expected - 1.0) * 100.0);
        let change = change.map_or(String::new(), |change| format!("{change:+.2} %"));
        let sign = if self.is_wrong() { '!' } else { ' ' };
        write!(
            out,
            "{sign} {name:44} | {level:6} | {:>12} | {:>12} | {change:>9}",
            cell(self.expected),
            cell(self.found)
        )
    }
}

/// The counts that are not as expected; what was not counted is missing where all were.
fn differing(counted: &Counts, expected: &Counts, all: bool) -> Vec<Difference> {
    let uncounted = expected.keys().filter(|key| all && !counted.contains_key(key));
    let keys: BTreeSet<&Key> = counted.keys().chain(uncounted).collect();
    let rows = keys.into_iter().map(|key| {
        let (expected, found) = (expected.get(key).copied(), counted.get(key).copied());
        Difference { key: key.clone(), expected, found }
    });
    rows.filter(|row| !row.is_noise()).collect()
}

/// Compares counts with the file, or writes it where `UPDATE_GOLDEN` is set; all rows were counted, or some.
pub fn check(counted: &Counts, all: bool) -> anyhow::Result<()> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(FILE);
    let compiler = Command::new("rustc").arg("--version").output().context("rustc")?;
    let compiler = String::from_utf8_lossy(&compiler.stdout).trim().to_owned();
    let found = fs::read_to_string(&path).ok().and_then(|text| Golden::parse(&text));
    let updates = env::var_os("UPDATE_GOLDEN").is_some();
    let Some(golden) =
        found.or_else(|| updates.then(|| Golden { compiler: compiler.clone(), counts: Counts::new() }))
    else {
        bail!("{FILE} cannot be read");
    };
    let differing = differing(counted, &golden.counts, all);
    println!("{} counts, {} as expected", counted.len(), counted.len().saturating_sub(differing.len()));
    if !differing.is_empty() {
        println!("  {:44} | {:6} | {:>12} | {:>12} |", "row", "kernel", "expected", "found");
    }
    for difference in &differing {
        println!("{difference}");
    }
    if updates {
        let mut counts = golden.counts;
        for Difference { key, found, .. } in differing {
            match found {
                Some(count) => counts.insert(key, count),
                None => counts.remove(&key),
            };
        }
        fs::write(&path, Golden { compiler, counts }.text())?;
        println!("{FILE} is written");
        return Ok(());
    }
    if golden.compiler != compiler {
        println!("skipped: {FILE} was made with {}, and this is {compiler}", golden.compiler);
        return Ok(());
    }
    let fallen = differing.iter().filter(|row| row.has_fallen()).count();
    if fallen > 0 {
        println!("{fallen} counts have fallen: UPDATE_GOLDEN=1 .ci/instructions holds that");
    }
    let wrong = differing.iter().filter(|row| row.is_wrong()).count();
    if wrong > 0 {
        bail!(
            "{wrong} counts are above those of {FILE} by more than {:.0} % of a problem or {:.0} % of a command, or one of both is missing; UPDATE_GOLDEN=1 writes it",
            OF_PROBLEM * 100.0,
            OF_COMMAND * 100.0
        );
    }
    Ok(())
}
