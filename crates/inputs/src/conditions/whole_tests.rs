//! What tells whole tests apart: those that a program does not end by itself, and those with answers too many or too few.

use std::fmt::Display;
use std::io;

use super::atoms::{Atom, Test};
use super::cases::CaseLines;
use super::features::NONE;
use super::measures::{Measure, Value};
use super::phrases::{Language, Phrases};
use super::table::Table;
use super::{Conditions, Kind, Line, Program, TestOutcome};
use nim_task::verdict::Verdict;

/// The fewest tests on either side of a threshold.
const LEAST_TESTS: usize = 3;
/// The fewest answers too many or too few that are explained.
const LEAST_SURPLUS: i64 = 5;

/// The kind of a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Number,
    Count,
    Fact,
}

/// A number of whole tests.
pub struct Size {
    /// Its price, as of a condition.
    price: u32,
    /// Its words in English and in Chinese.
    words: [String; 2],
    /// Whether it is a fact of some case, or counts something.
    form: Form,
    /// Its value in each test.
    values: Vec<i64>,
    /// The column whose greatest value it is.
    column: Option<usize>,
}

impl Size {
    /// A number that no grammar tells: its price, its words, and its values.
    pub fn new(price: u32, words: [&str; 2], values: Vec<i64>) -> Self {
        Self { price, words: words.map(str::to_owned), form: Form::Number, values, column: None }
    }
}

impl Conditions<'_> {
    /// Says in which tests a program ends with a verdict that is no answer.
    pub(super) fn limit(&self, program: &Program<'_>, verdict: Verdict) -> io::Result<Option<Line>> {
        let failed = program.outcomes.iter().enumerate().filter(|(_, outcome)| outcome.verdict == verdict);
        let failed: Vec<(usize, &TestOutcome)> = failed.collect();
        let passed: Vec<usize> = program.ended().map(|(test, _)| test).collect();
        if failed.len() < LEAST_TESTS || passed.len() < LEAST_TESTS {
            return Ok(None);
        }
        let of_columns = self.table.as_ref().map(|table| sizes(table, program.language)).unwrap_or_default();
        let mut sizes: Vec<&Size> = self.sizes.iter().chain(&of_columns).collect();
        sizes.sort_by_key(|size| size.price);
        for size in sizes {
            let high = failed.iter().map(|&(test, _)| size.values[test]).min().unwrap_or(NONE);
            let low = passed.iter().map(|&test| size.values[test]).max().unwrap_or(NONE);
            if NONE < low && low < high && self.is_confirmed(program, size, verdict, [low, high])? {
                let is_killed =
                    verdict == Verdict::RuntimeError && failed.iter().all(|(_, run)| run.by_signal);
                let ends = program.language.say(if is_killed { "signal" } else { verdict.short() }, &[]);
                return Ok(Some(size.line([low, high], failed.len(), &ends, program.language)));
            }
        }
        Ok(None)
    }

    /// Returns whether further runs that fail so lie above the threshold of a size, and those that are ended below.
    fn is_confirmed(
        &self,
        program: &Program<'_>,
        size: &Size,
        verdict: Verdict,
        [low, high]: [i64; 2],
    ) -> io::Result<bool> {
        let Some((table, column)) = self.table.as_ref().zip(size.column) else { return Ok(true) };
        for run in program.further()? {
            let mut greatest = NONE;
            table.fields.each_row(&[table.features[column]], run.answered(), |_, values| {
                greatest = greatest.max(values[0]);
            })?;
            let has_failed = run.outcome.verdict == verdict;
            if has_failed && greatest <= low || run.outcome.has_ended() && greatest >= high {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Returns the greatest values of features in tests.
fn sizes(table: &Table<'_>, language: Language) -> Vec<Size> {
    let phrases = Phrases { language, table };
    let mut sizes = Vec::new();
    for (column, feature) in table.features.iter().enumerate() {
        let Measure { price, value, .. } = *feature.measure;
        if !table.is_here(column) || !matches!(value, Value::Number | Value::Pair(_) | Value::List(_)) {
            continue;
        }
        let (words, form) = match phrases.count(column) {
            Some(count) => (count.to_owned(), Form::Count),
            None if feature.is_number() => (phrases.noun(column), Form::Number),
            None => (phrases.noun(column), Form::Fact),
        };
        let values = table.greatest.iter().map(|values| values[column]).collect();
        sizes.push(Size { price, words: [words.clone(), words], form, values, column: Some(column) });
    }
    sizes
}

impl Size {
    /// Says that so many tests end so: those with at least the upper end of a gap.
    fn line(&self, [low, high]: [i64; 2], count: usize, ends: &str, language: Language) -> Line {
        let words = &self.words[language.of(0, 1)];
        let key = match self.form {
            Form::Fact => "with a fact",
            Form::Count => "with a count",
            Form::Number => "with a number",
        };
        let values: [(&str, &dyn Display); 5] =
            [("ends", &ends), ("count", &count), ("words", words), ("high", &high), ("low", &low)];
        let condition = if self.form == Form::Fact { words.clone() } else { format!("{words} ≥ {high}") };
        Line { kind: Kind::Limit, condition, text: language.say(key, &values) }
    }
}

impl CaseLines<'_> {
    /// Says what outputs have too many or too few answers; `None` where some have too many and others too few.
    pub fn surplus(&self) -> io::Result<Option<Line>> {
        let Program { language, .. } = *self.program;
        let all = self.program.ended().count();
        let other: Vec<i64> = self
            .program
            .ended()
            .map(|(_, outcome)| outcome.surplus)
            .filter(|&surplus| surplus != 0)
            .collect();
        let sum = other.iter().fold(0_i64, |sum, surplus| sum.saturating_add(surplus.saturating_abs()));
        let is_many = other.iter().all(|&surplus| surplus > 0);
        if !is_many && !other.iter().all(|&surplus| surplus < 0) {
            return Ok(None);
        }
        let tests = other.len();
        let is_one = tests == all && other.iter().all(|surplus| surplus.abs() == 1);
        let which = language.say(if is_many { "too many" } else { "too few" }, &[]);
        let mut condition = String::new();
        let key = if is_one && tests >= LEAST_TESTS && self.lacks_last()? {
            "last"
        } else if let Some(found) = self.counted(sum, if is_many { 1 } else { -1 })? {
            condition = found;
            "one for each"
        } else if is_one {
            "one in each"
        } else {
            "some"
        };
        let values: [(&str, &dyn Display); 5] =
            [("tests", &tests), ("all", &all), ("sum", &sum), ("which", &which), ("condition", &condition)];
        Ok(Some(Line { kind: Kind::Surplus, text: language.say(key, &values), condition }))
    }

    /// Returns whether every output ends one answer before the right one does.
    fn lacks_last(&self) -> io::Result<bool> {
        let lacks_last = |outcome: &TestOutcome| outcome.surplus == -1 && !outcome.wrong.contains(&true);
        if !self.program.ended().all(|(_, outcome)| lacks_last(outcome)) {
            return Ok(false);
        }
        let mut further = self.program.further()?.iter().map(|run| &run.outcome);
        Ok(further.all(|outcome| !outcome.has_ended() || lacks_last(outcome)))
    }

    /// Returns the cheapest condition whose cases are as many as the answers too many in every test, or too few.
    fn counted(&self, sum: i64, sign: i64) -> io::Result<Option<String>> {
        let CaseLines { program, table } = *self;
        let tests = program.ended().filter(|(_, outcome)| outcome.surplus != 0).count();
        if sum < LEAST_SURPLUS || tests < LEAST_TESTS {
            return Ok(None);
        }
        let mut found: Vec<Atom> = Vec::new();
        for column in 0..table.features.len() {
            let feature = &table.features[column];
            if matches!(feature.measure.value, Value::Obscure(_)) {
                continue;
            }
            for value in [0, 1] {
                let tests = [Test::Is(value), Test::Not(value)];
                let tests = tests.into_iter().take(if feature.is_number() { 2 } else { 1 });
                let atoms = tests.map(|test| Atom { column, test });
                found.extend(atoms.filter(|atom| {
                    program.ended().all(|(test, outcome)| outcome.surplus == sign * atom.count(table, test))
                }));
            }
        }
        found.sort_by_key(|atom| atom.price(table));
        for atom in found {
            if self.counts_further(atom, sign)? {
                return Ok(Some(Phrases { language: program.language, table }.condition(&[atom])));
            }
        }
        Ok(None)
    }

    /// Returns whether the cases of further inputs in which a condition holds are as many as the answers too many, or too few.
    fn counts_further(&self, atom: Atom, sign: i64) -> io::Result<bool> {
        let features = [self.table.features[atom.column]];
        for run in self.program.further()?.iter().filter(|run| run.outcome.has_ended()) {
            let mut count = 0;
            self.table.fields.each_row(&features, run.answered(), |_, values| {
                count += i64::from(atom.test.holds(values[0]) == Some(true));
            })?;
            if run.outcome.surplus != sign * count {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
