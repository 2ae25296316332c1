//! Lines on the cases of tests that a program ends: where its answers are wrong, and where it prints which word.

use std::io;

use super::atoms::Atom;
use super::features::Feature;
use super::halves;
use super::measures::LOST;
use super::phrases::Phrases;
use super::search::{Condition, Limits, Split};
use super::table::Table;
use super::{Kind, Line, Program, TestOutcome};

/// The fewest wrong cases that are explained, and the fewest tests with some.
const LEAST_WRONG: usize = 5;
const LEAST_TESTS: usize = 3;

/// The lines on the cases of a program.
pub struct CaseLines<'p> {
    /// Its runs.
    pub program: &'p Program<'p>,
    /// The features of the tests.
    pub table: &'p Table<'p>,
}

/// The cases that a target is made of, by the result of their input, its right answers and their number.
type IsInside<'f> = &'f dyn Fn(&TestOutcome, &[i64], usize) -> bool;

/// A condition that holds in every case of every test.
struct Confirmed {
    condition: Condition,
    counts: Counts,
}

/// Numbers of cases.
#[derive(Clone, Copy, Default)]
struct Counts {
    inside: usize,
    /// The cases outside in which the condition holds, and all outside.
    beyond: usize,
    outside: usize,
}

impl CaseLines<'_> {
    /// Returns whether there are enough wrong answers in enough tests.
    pub fn has_evidence(&self) -> bool {
        let wrong = self.split(&|outcome, _, case| outcome.is_wrong(case)).inside;
        wrong.len() >= LEAST_WRONG && halves::tests(self.table, &wrong) >= LEAST_TESTS
    }

    /// Says in which cases its answers are wrong.
    pub fn wrong(&self) -> io::Result<Option<Line>> {
        let is_wrong: IsInside<'_> = &|outcome, _, case| outcome.is_wrong(case);
        let split = self.split(is_wrong);
        let right = Split { table: self.table, inside: split.outside.clone(), outside: split.inside.clone() };
        for (with_answer, most) in [(false, 1), (false, 2), (true, 2)] {
            let limits = Limits { with_answer, with_obscure: false, most };
            if let Some(found) = self.exact(&split, limits, is_wrong)? {
                return Ok(Some(self.line(Kind::Wrong, "wrong", &found, "")));
            }
            if let Some(found) = self.exact(&right, limits, &|outcome, _, case| !outcome.is_wrong(case))? {
                return Ok(Some(self.line(Kind::Wrong, "right", &found, "")));
            }
        }
        let limits = Limits { with_answer: true, with_obscure: false, most: 2 };
        let Some((found, _)) = split.only(limits) else { return Ok(None) };
        if !halves::agree(&split, true, &|half| Some(half.only(limits)?.0)) {
            return Ok(None);
        }
        let confirmed = self.confirmed(found, is_wrong, true)?;
        Ok(confirmed.map(|confirmed| self.line(Kind::Only, "only", &confirmed, "")))
    }

    /// Says in which cases it prints one of two words.
    pub fn prints(&self) -> io::Result<Option<Line>> {
        let mut seen: Vec<usize> = Vec::new();
        for (test, outcome) in self.program.ended() {
            let answers = self.program.tests[test].answers;
            for case in 0..answers.len() {
                let Some(word) = outcome.word(answers, case) else { return Ok(None) };
                if !seen.contains(&word) {
                    seen.push(word);
                }
            }
        }
        if self.table.words.is_empty() || seen.len() != 2 {
            return Ok(None);
        }
        for most in [1, 2] {
            let limits = Limits { with_answer: false, with_obscure: true, most };
            for &of in &seen {
                let is_inside: IsInside<'_> =
                    &|outcome, answers, case| outcome.word(answers, case) == Some(of);
                let found = self.exact(&self.split(is_inside), limits, is_inside)?;
                if let Some((found, word)) = found.zip(self.table.words.get(of)) {
                    return Ok(Some(self.line(Kind::Prints, "prints", &found, word)));
                }
            }
        }
        Ok(None)
    }

    /// Returns the condition that holds exactly inside, if halves of the tests agree and all cases do.
    fn exact(
        &self,
        split: &Split<'_>,
        limits: Limits,
        is_inside: IsInside<'_>,
    ) -> io::Result<Option<Confirmed>> {
        let Some(found) = split.exact(limits).filter(|found| found.len() == limits.most) else {
            return Ok(None);
        };
        let is_agreed = halves::agree(split, false, &|half| half.exact(limits));
        if is_agreed { self.confirmed(found, is_inside, false) } else { Ok(None) }
    }

    /// Returns the rows of tests that were ended.
    fn split(&self, is_inside: IsInside<'_>) -> Split<'_> {
        let mut split = Split { table: self.table, inside: Vec::new(), outside: Vec::new() };
        for (number, row) in (0..).zip(&self.table.rows) {
            let (test, case) = (row.test as usize, row.case as usize);
            let outcome = &self.program.outcomes[test];
            if !outcome.has_ended() {
                continue;
            }
            match is_inside(outcome, self.program.tests[test].answers, case) {
                true => split.inside.push(number),
                false => split.outside.push(number),
            }
        }
        split
    }

    /// Counts all cases of the tests, those without a row too, and looks at those of further inputs; `None` where one contradicts.
    fn confirmed(
        &self,
        condition: Condition,
        is_inside: IsInside<'_>,
        only: bool,
    ) -> io::Result<Option<Confirmed>> {
        let (table, tests) = (self.table, self.program.tests);
        let columns: Vec<usize> = condition.iter().map(|atom| atom.column).collect();
        let features: Vec<Feature> = columns.iter().map(|&column| table.features[column]).collect();
        let mut found = Confirmed { condition, counts: Counts::default() };
        let mut is_true = true;
        for (test, outcome) in self.program.ended() {
            let answers = tests[test].answers;
            if table.is_whole(test) {
                for row in table.ranges[test].clone() {
                    let values: Vec<i64> = columns.iter().map(|&column| table.columns[column][row]).collect();
                    let case = table.rows[row].case as usize;
                    is_true &= found.add(&values, is_inside(outcome, answers, case), only);
                }
            } else {
                table.fields.each_row(&features, tests[test], |case, values| {
                    is_true &= found.add(values, is_inside(outcome, answers, case), only);
                })?;
            }
        }
        if !is_true {
            return Ok(None);
        }
        let counts = found.counts;
        for run in self.program.further()?.iter().filter(|run| run.outcome.has_ended()) {
            is_true &= run.outcome.surplus == 0;
            table.fields.each_row(&features, run.answered(), |case, values| {
                is_true &= found.add(values, is_inside(&run.outcome, &run.answers, case), only);
            })?;
        }
        Ok(is_true.then_some(Confirmed { counts, ..found }))
    }

    /// Returns a sentence on the cases of a condition, and on the word that is printed in them.
    fn line(&self, kind: Kind, key: &str, found: &Confirmed, word: &str) -> Line {
        let language = self.program.language;
        let condition = Phrases { language, table: self.table }.condition(&found.condition);
        let left = self.program.left_out();
        let left_out = if left > 0 { language.say("left out", &[("count", &left)]) } else { String::new() };
        let Counts { inside, beyond, outside } = found.counts;
        let text = language.say(
            key,
            &[
                ("word", &word),
                ("condition", &condition),
                ("inside", &inside),
                ("outside", &outside),
                ("all", &(inside + outside)),
                ("within", &(inside + beyond)),
                ("others", &(outside - beyond)),
                ("left out", &left_out),
            ],
        );
        Line { kind, condition, text }
    }
}

impl Confirmed {
    /// Counts a case with these values, and makes gaps narrower by it; returns whether it agrees.
    fn add(&mut self, values: &[i64], is_inside: bool, only: bool) -> bool {
        if values.contains(&LOST) {
            return true;
        }
        let mut unknown: Vec<usize> = Vec::new();
        let mut is_out = false;
        for (place, (Atom { test, .. }, &value)) in self.condition.iter().zip(values).enumerate() {
            match test.holds(value) {
                Some(holds) => is_out |= !holds,
                None => unknown.push(place),
            }
        }
        let is_in = !is_out && unknown.is_empty();
        if !is_out && let [first, ..] = unknown[..] {
            let narrowed = if is_inside { &unknown[..] } else { &[first] };
            for &place in narrowed {
                self.condition[place].test.narrow(values[place], is_inside);
            }
        }
        if is_inside {
            self.counts.inside += 1;
        } else {
            self.counts.outside += 1;
            self.counts.beyond += usize::from(is_in);
        }
        if is_inside { !is_out } else { only || !is_in }
    }
}
