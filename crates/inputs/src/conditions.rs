//! Where a program goes wrong: a short condition that tells the cases or tests on which it fails from all others.
//!
//! Nothing here runs a program or knows a game. [`Conditions`] reads the inputs of the tests once, and [`Conditions::lines`] says what tells
//! the failures of a program from the rest: an observation that holds in every case of every test, never a reason.
//!
//! | file | holds |
//! |---|---|
//! | `measures` | what is known of a case: values, prices and words, in a table |
//! | `features` | the measures of the fields of a grammar, and of the cases before |
//! | `table` | the features of the cases of all tests |
//! | `atoms` | conditions on one feature |
//! | `search` | the cheapest condition that holds exactly in some cases, or only in them |
//! | `halves` | whether what one half of the tests shows holds on the other |
//! | `whole_tests` | tests that are not ended, and answers too many or too few |
//! | `phrases` | conditions in words |

mod atoms;
mod features;
mod halves;
mod measures;
mod phrases;
mod search;
mod table;
mod whole_tests;

use std::io;

pub use self::features::AnsweredInput;
use self::features::{Feature, FieldNames, each_row};
pub use self::phrases::Language;
use self::phrases::Phrases;
use self::search::{Condition, Limits, Split};
use self::table::Table;
pub use self::whole_tests::Size;
use crate::Description;
use nim_task::verdict::Verdict;

/// The fewest wrong cases that are explained, and the fewest tests with some.
const LEAST_WRONG: usize = 5;
const LEAST_TESTS: usize = 3;

/// The result of a program on a test.
#[derive(Clone, Debug)]
pub struct TestOutcome {
    /// The verdict.
    pub verdict: Verdict,
    /// Whether it ended by a signal.
    pub by_signal: bool,
    /// How many answers it printed beyond the right ones.
    pub surplus: i64,
    /// For each case whether its answer is wrong; empty where all are right.
    pub wrong: Vec<bool>,
    /// For each case which of the words was printed; empty where the right ones were.
    pub printed: Vec<u8>,
}

/// What a line is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Tests that the program does not end by itself.
    Limit,
    /// Answers too many or too few.
    Surplus,
    /// Exactly the cases with wrong answers.
    Wrong,
    /// Some cases, among them all with wrong answers.
    Only,
    /// The cases in which one of two words is printed.
    Prints,
}

/// A sentence on a program, to be read behind its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it is about.
    pub kind: Kind,
    /// The condition.
    pub condition: String,
    /// The sentence.
    pub text: String,
}

/// The tests of a check.
pub struct Conditions<'a> {
    tests: Vec<AnsweredInput<'a>>,
    about: Option<(&'a Description, FieldNames, Table)>,
    sizes: Vec<Size>,
}

/// The rows that a target is made of.
type IsInside<'f> = &'f dyn Fn(usize, usize) -> bool;

impl<'a> Conditions<'a> {
    /// Reads the tests of a problem, with a grammar or without. The right answers are places among `words`, or numbers where there are none.
    ///
    /// # Errors
    /// When an input cannot be read.
    pub fn new(
        description: Option<&'a Description>,
        tests: Vec<AnsweredInput<'a>>,
        words: Vec<String>,
        sizes: Vec<Size>,
    ) -> io::Result<Self> {
        let about = description.map(|description| {
            let names = FieldNames::new(description);
            let table = Table::new(description, &names, &tests, words)?;
            io::Result::Ok((description, names, table))
        });
        Ok(Self { about: about.transpose()?, tests, sizes })
    }

    fn features(&self) -> Option<(&FieldNames, &Table)> {
        self.about.as_ref().map(|(_, names, table)| (names, table))
    }

    /// Says what tells the failures of a program from the rest; `outcomes` has each test in order.
    ///
    /// # Errors
    /// When an input cannot be read again.
    pub fn lines(&self, outcomes: &[TestOutcome], language: Language) -> io::Result<Vec<Line>> {
        use Verdict::{MemoryLimit, OutputLimit, RuntimeError, TimeLimit};
        let limits = [RuntimeError, TimeLimit, MemoryLimit, OutputLimit];
        let mut lines: Vec<Line> =
            limits.into_iter().filter_map(|verdict| self.limit(outcomes, verdict, language)).collect();
        let Some((description, names, table)) = &self.about else { return Ok(lines) };
        let is_known = |test: usize| table.cases[test] == Some(self.tests[test].answers.len());
        if !(0..outcomes.len()).all(|test| is_known(test) || !ended(&outcomes[test])) {
            return Ok(lines);
        }
        if outcomes.iter().any(|outcome| ended(outcome) && outcome.surplus != 0) {
            lines.extend(self.surplus(outcomes, language));
            return Ok(lines);
        }
        let program = Program { conditions: self, description, names, table, outcomes, language };
        if program.has_evidence() {
            lines.extend(program.wrong()?);
            lines.extend(program.prints()?);
        }
        Ok(lines)
    }
}

/// Returns whether a program ended a test by itself.
const fn ended(outcome: &TestOutcome) -> bool {
    matches!(outcome.verdict, Verdict::Accepted | Verdict::WrongAnswer)
}

impl TestOutcome {
    /// Returns whether all printed answers are right, but one is missing at the end.
    fn is_cut_short(&self) -> bool {
        self.surplus == -1 && !self.wrong.iter().any(|&wrong| wrong)
    }
}

/// A program whose answers are all compared case by case.
struct Program<'p> {
    conditions: &'p Conditions<'p>,
    description: &'p Description,
    names: &'p FieldNames,
    table: &'p Table,
    outcomes: &'p [TestOutcome],
    language: Language,
}

/// A condition that holds in every case of every test, and how many cases there are.
struct Confirmed {
    condition: Condition,
    inside: usize,
    /// The cases outside in which it holds, and all outside.
    beyond: usize,
    outside: usize,
}

impl Program<'_> {
    fn is_wrong(&self, test: usize, case: usize) -> bool {
        self.outcomes[test].wrong.get(case).copied().unwrap_or(false)
    }

    /// Returns whether there are enough wrong answers in enough tests.
    fn has_evidence(&self) -> bool {
        let wrong = self.split(&|test, case| self.is_wrong(test, case)).inside;
        wrong.len() >= LEAST_WRONG && halves::tests(self.table, &wrong) >= LEAST_TESTS
    }

    /// Says in which cases its answers are wrong.
    fn wrong(&self) -> io::Result<Option<Line>> {
        let is_wrong = |test: usize, case: usize| self.is_wrong(test, case);
        let split = self.split(&is_wrong);
        let right = Split { table: self.table, inside: split.outside.clone(), outside: split.inside.clone() };
        for (with_answer, most) in [(false, 1), (false, 2), (true, 2)] {
            let limits = Limits { with_answer, with_obscure: false, most };
            for (split, is_of_wrong) in [(&split, true), (&right, false)] {
                let is_inside = |test: usize, case: usize| is_wrong(test, case) == is_of_wrong;
                let found = self.exact(split, limits, &is_inside)?;
                if let Some(found) = found {
                    return Ok(Some(self.wrong_line(&found, is_of_wrong)));
                }
            }
        }
        let limits = Limits { with_answer: true, with_obscure: false, most: 2 };
        let only = |split: &Split<'_>| split.only(limits).map(|(condition, _)| condition);
        let Some(found) = only(&split).filter(|_| halves::agree(&split, true, &only)) else {
            return Ok(None);
        };
        let confirmed = self.confirmed(found, &is_wrong, true)?;
        Ok(confirmed.map(|confirmed| self.only_line(&confirmed)))
    }

    /// Says in which cases it prints one of two words.
    fn prints(&self) -> io::Result<Option<Line>> {
        let word = |test: usize, case: usize| match self.outcomes[test].printed.get(case) {
            Some(&word) => Some(usize::from(word)),
            None => usize::try_from(self.conditions.tests[test].answers[case]).ok(),
        };
        if self.table.words.is_empty() {
            return Ok(None);
        }
        let mut seen: Vec<usize> = Vec::new();
        for (test, _) in self.outcomes.iter().enumerate().filter(|(_, outcome)| ended(outcome)) {
            for case in 0..self.conditions.tests[test].answers.len() {
                let Some(word) = word(test, case) else { return Ok(None) };
                if !seen.contains(&word) {
                    seen.push(word);
                }
            }
            if seen.len() > 2 {
                return Ok(None);
            }
        }
        for most in [1, 2] {
            let limits = Limits { with_answer: false, with_obscure: true, most };
            for &of in seen.iter().filter(|_| seen.len() == 2) {
                let is_inside = |test: usize, case: usize| word(test, case) == Some(of);
                let found = self.exact(&self.split(&is_inside), limits, &is_inside)?;
                let said = found.zip(self.table.words.get(of));
                if let Some((found, word)) = said {
                    let condition = self.text(&found.condition);
                    let (inside, all) = (found.inside, found.inside + found.outside);
                    let text = match self.language {
                        Language::English => {
                            format!("prints {word} exactly where {condition} ({inside} of {all} cases)")
                        }
                        Language::Chinese => {
                            format!("只在{condition}时输出 {word}（{all} 组中的 {inside} 组）")
                        }
                    };
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
        let rows = (0..).zip(&self.table.rows).filter(|(_, row)| ended(&self.outcomes[row.test as usize]));
        let (inside, outside): (Vec<_>, Vec<_>) =
            rows.partition(|(_, row)| is_inside(row.test as usize, row.case as usize));
        let numbers = |rows: Vec<(u32, _)>| rows.into_iter().map(|(number, _)| number).collect();
        Split { table: self.table, inside: numbers(inside), outside: numbers(outside) }
    }

    /// Counts all cases, those without a row too; `None` where one contradicts.
    fn confirmed(
        &self,
        condition: Condition,
        is_inside: IsInside<'_>,
        only: bool,
    ) -> io::Result<Option<Confirmed>> {
        let columns: Vec<usize> = condition.iter().map(|atom| atom.column).collect();
        let features: Vec<Feature> = columns.iter().map(|&column| self.table.features[column]).collect();
        let mut counted = Confirmed { condition, inside: 0, beyond: 0, outside: 0 };
        let mut is_true = true;
        for (test, _) in self.outcomes.iter().enumerate().filter(|(_, outcome)| ended(outcome)) {
            if self.table.is_whole(test) {
                for row in self.table.ranges[test].clone() {
                    let values: Vec<i64> =
                        columns.iter().map(|&column| self.table.columns[column][row]).collect();
                    is_true &=
                        counted.add(&values, is_inside(test, self.table.rows[row].case as usize), only);
                }
                continue;
            }
            let input = self.conditions.tests[test];
            each_row(self.description, self.names, &features, input, |case, values| {
                is_true &= counted.add(values, is_inside(test, case), only);
            })?;
        }
        Ok(is_true.then_some(counted))
    }

    fn text(&self, condition: &Condition) -> String {
        Phrases { language: self.language, names: self.names, table: self.table }.condition(condition)
    }

    /// Returns a note on tests that are not compared.
    fn left_out(&self) -> String {
        let is_left_out = |of: &&TestOutcome| !ended(of) && of.verdict != Verdict::JudgeError;
        let left = self.outcomes.iter().filter(is_left_out).count();
        match (left, self.language) {
            (0, _) => String::new(),
            (_, Language::English) => format!("; without the {left} tests that do not end"),
            (_, Language::Chinese) => format!("；未正常结束的 {left} 个测试不计"),
        }
    }

    fn wrong_line(&self, found: &Confirmed, is_of_wrong: bool) -> Line {
        let condition = self.text(&found.condition);
        let all = found.inside + found.outside;
        let wrong = if is_of_wrong { found.inside } else { found.outside };
        let left_out = self.left_out();
        let text = match (self.language, is_of_wrong) {
            (Language::English, true) => {
                format!("wrong exactly where {condition} ({wrong} of {all} cases){left_out}")
            }
            (Language::English, false) => {
                format!(
                    "right exactly where {condition}, wrong in the {wrong} other cases of {all}{left_out}"
                )
            }
            (Language::Chinese, true) => {
                format!("只在{condition}时答错（{all} 组中的 {wrong} 组）{left_out}")
            }
            (Language::Chinese, false) => {
                format!("只在{condition}时答对，其余 {wrong} 组全错（共 {all} 组）{left_out}")
            }
        };
        Line { kind: Kind::Wrong, condition, text }
    }

    fn only_line(&self, found: &Confirmed) -> Line {
        let condition = self.text(&found.condition);
        let (wrong, within, others) =
            (found.inside, found.inside + found.beyond, found.outside - found.beyond);
        let left_out = self.left_out();
        let text = match self.language {
            Language::English => {
                format!(
                    "wrong only where {condition} ({wrong} of {within} cases); right in all {others} others{left_out}"
                )
            }
            Language::Chinese => {
                format!("只在{condition}时答错（{within} 组中的 {wrong} 组）；其余 {others} 组全对{left_out}")
            }
        };
        Line { kind: Kind::Only, condition, text }
    }
}

impl Confirmed {
    /// Counts a case with these values, and makes gaps narrower by it; returns whether it agrees.
    fn add(&mut self, values: &[i64], is_inside: bool, only: bool) -> bool {
        let mut unknown: Vec<usize> = Vec::new();
        let mut is_out = false;
        for (place, (atom, &value)) in self.condition.iter().zip(values).enumerate() {
            match atom.test.holds(value) {
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
            self.inside += 1;
        } else {
            self.outside += 1;
            self.beyond += usize::from(is_in);
        }
        if is_inside { !is_out } else { only || !is_in }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nim_ground::content::Content;
    use nim_ground::random::Random;

    /// The heaps of a case, and what it is asked of it.
    type Case = Vec<u64>;

    /// Tests of `john`: small heaps, and in every other test larger ones; no two of a length.
    fn tests() -> Vec<Vec<Case>> {
        let mut random = Random::new(7);
        let mut heaps =
            |most: u64| -> Case { (0..random.within(1, 6)).map(|_| random.within(0, most)).collect() };
        (0..12_u64)
            .map(|test| (0..40 + test).map(|_| heaps([2, 3, 9, 1, 40][test as usize % 5])).collect())
            .collect()
    }

    fn text(cases: &[Case]) -> Content {
        let case = |heaps: &Case| {
            let heaps: Vec<String> = heaps.iter().map(u64::to_string).collect();
            format!("{}\n{}\n", heaps.len(), heaps.join(" "))
        };
        let cases_text: String = cases.iter().map(case).collect();
        Content::from(format!("{}\n{cases_text}", cases.len()))
    }

    /// The lines on a program, of which a function says the outcome on each test.
    fn lines(language: Language, of: impl Fn(usize, &[Case]) -> TestOutcome) -> Vec<String> {
        let about = Description::from_entry(nim_problems::find("john").unwrap());
        let tests = tests();
        let inputs: Vec<Content> = tests.iter().map(|cases| text(cases)).collect();
        let right = |heaps: &Case| i64::from(heaps.iter().fold(0, |sum, heap| sum ^ heap) != 0);
        let answers: Vec<Vec<i64>> = tests.iter().map(|cases| cases.iter().map(right).collect()).collect();
        let answered = inputs.iter().zip(&answers).map(|(input, answers)| AnsweredInput { input, answers });
        let words = vec!["Brother".to_owned(), "John".to_owned()];
        let conditions = Conditions::new(Some(&about), answered.collect(), words, Vec::new()).unwrap();
        let outcomes: Vec<TestOutcome> =
            tests.iter().enumerate().map(|(number, cases)| of(number, cases)).collect();
        let lines = conditions.lines(&outcomes, language).unwrap();
        lines.into_iter().map(|line| line.text).collect()
    }

    fn ended(surplus: i64, wrong: Vec<bool>) -> TestOutcome {
        let verdict =
            if surplus != 0 || wrong.contains(&true) { Verdict::WrongAnswer } else { Verdict::Accepted };
        let printed = vec![u8::MAX; wrong.len()];
        TestOutcome { verdict, by_signal: false, surplus, wrong, printed }
    }

    /// The line on a program that is wrong in some cases.
    fn wrong(is_wrong: impl Fn(&Case, Option<&Case>) -> bool) -> Vec<String> {
        lines(Language::English, |_, cases| {
            let case = |at: usize| is_wrong(&cases[at], at.checked_sub(1).map(|before| &cases[before]));
            ended(0, (0..cases.len()).map(case).collect())
        })
    }

    #[track_caller]
    fn check(found: &[String], begin: &str) {
        assert!(found.len() == 1 && found[0].starts_with(begin), "{found:?}");
    }

    #[test]
    fn a_condition_is_found_where_cases_are_wrong() {
        let largest = |heaps: &Case| heaps.iter().copied().max().unwrap_or(0);
        check(&wrong(|heaps, _| largest(heaps) < 2), "wrong exactly where no heap is above 1 (");
        check(
            &wrong(|heaps, _| largest(heaps) < 2 && heaps.contains(&0)),
            "wrong exactly where no heap is above 1 and a heap is 0 (",
        );
        check(
            &wrong(|heaps, _| !heaps.is_sorted()),
            "wrong exactly where the heaps are not in ascending order (",
        );
        check(
            &wrong(|heaps, before| {
                before.is_some_and(|before| before.len() > heaps.len() && before.len() > 4)
            }),
            "wrong only where the number of heaps is ",
        );
    }

    #[test]
    fn nothing_is_said_of_what_has_no_condition() {
        let random = |heaps: &Case| {
            heaps.iter().fold(5_u64, |sum, heap| (sum ^ heap).wrapping_mul(0x9e37_79b9_7f4a_7c15))
        };
        assert_eq!(wrong(|heaps, _| random(heaps) >> 62 == 0), [""; 0]);
        assert_eq!(wrong(|_, _| false), [""; 0]);
        assert_eq!(wrong(|_, before| before.is_none()), [""; 0]);
        // Four cases are no evidence, and one test is none.
        let found = lines(Language::English, |test, cases| {
            ended(0, cases.iter().map(|heaps| test == 3 && heaps.len() == 2).collect())
        });
        assert_eq!(found, [""; 0]);
    }

    #[test]
    fn whole_tests_are_told_apart_by_a_number() {
        let end = |language| {
            lines(language, |_, cases| {
                let is_large = cases.iter().flatten().any(|&heap| heap > 5);
                let verdict = if is_large { Verdict::RuntimeError } else { Verdict::Accepted };
                TestOutcome { verdict, by_signal: true, ..ended(0, Vec::new()) }
            })
        };
        check(&end(Language::English), "ends by a signal in all 4 tests with the largest heap of ");
        check(&end(Language::Chinese), "最大的 heap 不小于 ");
    }

    #[test]
    fn answers_too_many_or_too_few_are_counted() {
        let of = |surplus: &dyn Fn(&[Case]) -> i64| {
            lines(Language::English, |_, cases| ended(surplus(cases), Vec::new()))
        };
        let equal = |cases: &[Case]| cases.iter().filter(|heaps| heaps.contains(&0)).count() as i64;
        check(&of(&equal), "one answer too many for every case in which a heap is 0 (");
        check(&of(&|_| -1), "does not answer the last case of every input (12 of 12 tests)");
        check(
            &of(&|cases| (cases.len() as i64 - 45).max(0)),
            "prints too many answers in 6 of 12 tests (21 in all)",
        );
    }
}
