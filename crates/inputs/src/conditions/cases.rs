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
                return Ok(Some(self.wrong_line(&found)));
            }
            if let Some(found) = self.exact(&right, limits, &|outcome, _, case| !outcome.is_wrong(case))? {
                return Ok(Some(self.right_line(&found)));
            }
        }
        let limits = Limits { with_answer: true, with_obscure: false, most: 2 };
        let only = |split: &Split<'_>| split.only(limits).map(|(condition, _)| condition);
        let Some(found) = only(&split).filter(|_| halves::agree(&split, true, &only)) else {
            return Ok(None);
        };
        let confirmed = self.confirmed(found, is_wrong, true)?;
        Ok(confirmed.map(|confirmed| self.only_line(&confirmed)))
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
                    let (condition, Counts { inside, outside, .. }) = (self.text(&found), found.counts);
                    let all = inside + outside;
                    let text = self.program.language.of(
                        format!("prints {word} exactly where {condition} ({inside} of {all} cases)"),
                        format!("只在{condition}时输出 {word}（{all} 组中的 {inside} 组）"),
                    );
                    return Ok(Some(Line { kind: Kind::Prints, condition, text }));
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
        let find = |split: &Split<'_>| split.exact(limits);
        let found =
            find(split).filter(|found| found.len() == limits.most && halves::agree(split, false, &find));
        found.map_or(Ok(None), |found| self.confirmed(found, is_inside, false))
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
            let is_inside = |case| is_inside(outcome, tests[test].answers, case);
            if table.is_whole(test) {
                for row in table.ranges[test].clone() {
                    let values: Vec<i64> = columns.iter().map(|&column| table.columns[column][row]).collect();
                    is_true &= found.add(&values, is_inside(table.rows[row].case as usize), only);
                }
            } else {
                table.fields.each_row(&features, tests[test], |case, values| {
                    is_true &= found.add(values, is_inside(case), only);
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

    fn text(&self, found: &Confirmed) -> String {
        Phrases { language: self.program.language, table: self.table }.condition(&found.condition)
    }

    /// Returns a note on tests that are not compared.
    fn left_out(&self) -> String {
        let left = self.program.left_out();
        let note = self.program.language.of(
            format!("; without the {left} tests that do not end"),
            format!("；未正常结束的 {left} 个测试不计"),
        );
        if left > 0 { note } else { String::new() }
    }

    fn wrong_line(&self, found: &Confirmed) -> Line {
        let (condition, Counts { inside: wrong, outside, .. }) = (self.text(found), found.counts);
        let (all, left_out) = (wrong + outside, self.left_out());
        let text = self.program.language.of(
            format!("wrong exactly where {condition} ({wrong} of {all} cases){left_out}"),
            format!("只在{condition}时答错（{all} 组中的 {wrong} 组）{left_out}"),
        );
        Line { kind: Kind::Wrong, condition, text }
    }

    fn right_line(&self, found: &Confirmed) -> Line {
        let (condition, Counts { inside, outside: wrong, .. }) = (self.text(found), found.counts);
        let (all, left_out) = (inside + wrong, self.left_out());
        let text = self.program.language.of(
            format!("right exactly where {condition}, wrong in the {wrong} other cases of {all}{left_out}"),
            format!("只在{condition}时答对，其余 {wrong} 组全错（共 {all} 组）{left_out}"),
        );
        Line { kind: Kind::Wrong, condition, text }
    }

    fn only_line(&self, found: &Confirmed) -> Line {
        let (condition, Counts { inside: wrong, beyond, outside }) = (self.text(found), found.counts);
        let (within, others, left_out) = (wrong + beyond, outside - beyond, self.left_out());
        let text = self.program.language.of(
            format!(
                "wrong only where {condition} ({wrong} of {within} cases); right in all {others} others{left_out}"
            ),
            format!("只在{condition}时答错（{within} 组中的 {wrong} 组）；其余 {others} 组全对{left_out}"),
        );
        Line { kind: Kind::Only, condition, text }
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
