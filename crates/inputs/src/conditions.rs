//! Where a program goes wrong: a short condition that tells the cases or tests on which it fails from all others.
//!
//! Nothing here runs a program or knows a game. [`Conditions`] reads the inputs of the tests once, and [`Conditions::lines`] says what tells
//! the failures of a program from the rest: an observation that holds in every case of every test, never a reason. A line that is found is
//! said only if it holds on further inputs, too.
//!
//! | file | holds |
//! |---|---|
//! | `measures` | what is known of a case: values, prices and words, in a table |
//! | `features` | the measures of the fields of a grammar, and of the cases before |
//! | `table` | the features of the cases of all tests |
//! | `atoms` | conditions on one feature |
//! | `search` | the cheapest condition that holds exactly in some cases, or only in them |
//! | `halves` | whether what one half of the tests shows holds on the other |
//! | `cases` | lines on the cases of tests that are ended |
//! | `whole_tests` | tests that are not ended, and answers too many or too few |
//! | `phrases` | conditions in words |

mod atoms;
mod cases;
mod features;
mod halves;
mod measures;
mod phrases;
mod search;
mod table;
mod whole_tests;

use std::cell::OnceCell;
use std::io;

use self::cases::CaseLines;
pub use self::features::AnsweredInput;
pub use self::phrases::Language;
use self::table::Table;
pub use self::whole_tests::Size;
use crate::Description;
use nim_ground::content::Content;
use nim_task::verdict::Verdict;

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

impl TestOutcome {
    /// Returns whether the program ended the test by itself.
    const fn has_ended(&self) -> bool {
        matches!(self.verdict, Verdict::Accepted | Verdict::WrongAnswer)
    }

    /// Returns whether the answer to a case is wrong.
    fn is_wrong(&self, case: usize) -> bool {
        self.wrong.get(case).copied().unwrap_or(false)
    }

    /// Returns the place of the word that was printed for a case.
    fn word(&self, answers: &[i64], case: usize) -> Option<usize> {
        match self.printed.get(case) {
            Some(&word) => Some(usize::from(word)),
            None => usize::try_from(*answers.get(case)?).ok(),
        }
    }
}

/// A run of a program on an input that is none of its tests.
#[derive(Clone, Debug)]
pub struct FurtherRun {
    /// The input.
    pub input: Content,
    /// Its right answers.
    pub answers: Vec<i64>,
    /// The result.
    pub outcome: TestOutcome,
}

impl FurtherRun {
    fn answered(&self) -> AnsweredInput<'_> {
        AnsweredInput { input: &self.input, answers: &self.answers }
    }
}

/// Makes further runs of a program: once, and only where there is a line to confirm.
pub type MakeRuns<'r> = &'r dyn Fn() -> io::Result<Vec<FurtherRun>>;

/// The subject of a line.
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
    /// Its subject.
    pub kind: Kind,
    /// The condition.
    pub condition: String,
    /// The sentence.
    pub text: String,
}

/// The tests of a check.
pub struct Conditions<'a> {
    tests: Vec<AnsweredInput<'a>>,
    table: Option<Table<'a>>,
    sizes: Vec<Size>,
}

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
        let table = description.map(|description| Table::new(description, &tests, words)).transpose()?;
        Ok(Self { tests, table, sizes })
    }

    /// Says what tells the failures of a program from the rest; `outcomes` has each test in order.
    ///
    /// # Errors
    /// When an input cannot be read again, or a further run cannot be made.
    pub fn lines(
        &self,
        outcomes: &[TestOutcome],
        language: Language,
        make_runs: MakeRuns<'_>,
    ) -> io::Result<Vec<Line>> {
        use Verdict::{MemoryLimit, OutputLimit, RuntimeError, TimeLimit};
        let program = Program { tests: &self.tests, outcomes, language, make_runs, runs: OnceCell::new() };
        let mut lines = Vec::new();
        for verdict in [RuntimeError, TimeLimit, MemoryLimit, OutputLimit] {
            lines.extend(self.limit(&program, verdict)?);
        }
        let Some(table) = &self.table else { return Ok(lines) };
        if program.ended().any(|(test, _)| table.cases[test] != Some(self.tests[test].answers.len())) {
            return Ok(lines);
        }
        let of_cases = CaseLines { program: &program, table };
        if program.ended().any(|(_, outcome)| outcome.surplus != 0) {
            lines.extend(of_cases.surplus()?);
        } else if of_cases.has_evidence() {
            lines.extend(of_cases.wrong()?);
            lines.extend(of_cases.prints()?);
        }
        Ok(lines)
    }
}

/// The runs of a program.
struct Program<'p> {
    tests: &'p [AnsweredInput<'p>],
    outcomes: &'p [TestOutcome],
    language: Language,
    make_runs: MakeRuns<'p>,
    runs: OnceCell<Vec<FurtherRun>>,
}

impl Program<'_> {
    /// Returns the tests that it ended by itself.
    fn ended(&self) -> impl Iterator<Item = (usize, &TestOutcome)> {
        self.outcomes.iter().enumerate().filter(|(_, outcome)| outcome.has_ended())
    }

    /// Returns the number of tests that it did not end.
    fn left_out(&self) -> usize {
        let left_out = self.outcomes.iter().filter(|outcome| !outcome.has_ended());
        left_out.filter(|outcome| outcome.verdict != Verdict::JudgeError).count()
    }

    /// Returns the further runs.
    fn further(&self) -> io::Result<&[FurtherRun]> {
        match self.runs.get() {
            Some(runs) => Ok(runs),
            None => (self.make_runs)().map(|runs| &**self.runs.get_or_init(|| runs)),
        }
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
        confirmed_lines(&tests(), language, of, &[])
    }

    /// The lines on a program, with the cases of a further input.
    fn confirmed_lines(
        tests: &[Vec<Case>],
        language: Language,
        of: impl Fn(usize, &[Case]) -> TestOutcome,
        further: &[Case],
    ) -> Vec<String> {
        let about = Description::from_entry(nim_problems::find("john").unwrap());
        let inputs: Vec<Content> = tests.iter().map(|cases| text(cases)).collect();
        let right = |heaps: &Case| i64::from(heaps.iter().fold(0, |sum, heap| sum ^ heap) != 0);
        let answers: Vec<Vec<i64>> = tests.iter().map(|cases| cases.iter().map(right).collect()).collect();
        let answered = inputs.iter().zip(&answers).map(|(input, answers)| AnsweredInput { input, answers });
        let words = vec!["Brother".to_owned(), "John".to_owned()];
        let conditions = Conditions::new(Some(&about), answered.collect(), words, Vec::new()).unwrap();
        let outcomes: Vec<TestOutcome> =
            tests.iter().enumerate().map(|(number, cases)| of(number, cases)).collect();
        let make_runs = || {
            let answers = further.iter().map(right).collect();
            Ok(vec![FurtherRun { input: text(further), answers, outcome: of(tests.len(), further) }])
        };
        let lines = conditions.lines(&outcomes, language, &make_runs).unwrap();
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
    fn nothing_is_said_that_a_further_input_contradicts() {
        let lines = |is_wrong: fn(&Case) -> bool, further: &[Case]| {
            let outcome = |_, cases: &[Case]| ended(0, cases.iter().map(is_wrong).collect());
            confirmed_lines(&tests(), Language::English, outcome, further)
        };
        let line = "wrong exactly where no heap is above 1 (";
        let has_small = |heaps: &Case| heaps.iter().all(|&heap| heap < 2);
        check(&lines(has_small, &[vec![1], vec![2, 2]]), line);
        let or_large = |heaps: &Case| heaps.iter().all(|&heap| !(2..=90).contains(&heap));
        check(&lines(or_large, &[vec![1], vec![2, 2]]), line);
        assert_eq!(lines(or_large, &[vec![91], vec![2, 2]]), [""; 0]);
    }

    #[test]
    fn nothing_is_said_of_numbers_that_do_not_fit() {
        let with = |large: u64| {
            let mut tests = tests();
            tests[4].push(vec![large]);
            let outcome = |_, cases: &[Case]| {
                ended(0, cases.iter().map(|heaps| heaps.iter().all(|&heap| heap < 2)).collect())
            };
            confirmed_lines(&tests, Language::English, outcome, &[])
        };
        check(&with(1 << 62), "wrong exactly where no heap is above 1 (");
        assert_eq!(with(u64::MAX), [""; 0]);
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

    /// A wrong program: whether it is wrong in a case, by its heaps and those of the case before.
    type IsWrong = fn(&[u64], &[u64]) -> bool;

    fn sum(heaps: &[u64]) -> u64 {
        heaps.iter().sum()
    }

    fn xor(heaps: &[u64]) -> u64 {
        heaps.iter().fold(0, |xor, heap| xor ^ heap)
    }

    fn largest(heaps: &[u64]) -> u64 {
        heaps.iter().copied().max().unwrap_or(0)
    }

    fn above(heaps: &[u64], limit: u64) -> usize {
        heaps.iter().filter(|&&heap| heap > limit).count()
    }

    /// A sum with weights, that nobody would say aloud.
    fn weighted(heaps: &[u64]) -> u64 {
        (1..).zip(heaps).map(|(place, heap)| place * heap).sum()
    }

    fn bits(heaps: &[u64]) -> u32 {
        heaps.iter().map(|heap| heap.count_ones()).sum()
    }

    fn hash(heaps: &[u64]) -> u64 {
        heaps.iter().fold(5, |hash: u64, heap| (hash ^ heap).wrapping_mul(0x9e37_79b9_7f4a_7c15)) >> 40
    }

    fn said(is_wrong: IsWrong) -> Vec<String> {
        wrong(|heaps, before| is_wrong(heaps, before.map_or(&[], |before| before)))
    }

    /// Programs whose cause is a condition, and what is said of them.
    const WITH: [(&str, IsWrong); 30] = [
        ("no heap is above 1", |heaps, _| largest(heaps) < 2),
        ("a heap is 0", |heaps, _| heaps.contains(&0)),
        ("the number of heaps is 1", |heaps, _| heaps.len() == 1),
        ("the number of heaps is above 4", |heaps, _| heaps.len() > 4),
        ("a heap is above 5", |heaps, _| largest(heaps) > 5),
        ("the sum of the heaps is even", |heaps, _| sum(heaps).is_multiple_of(2)),
        ("the sum of the heaps mod 3 is 1", |heaps, _| sum(heaps) % 3 == 1),
        ("the heaps are not in ascending order", |heaps, _| !heaps.is_sorted()),
        ("all heaps are equal", |heaps, _| heaps.iter().all(|heap| *heap == heaps[0])),
        ("two heaps are equal", |heaps, _| {
            (1..heaps.len()).any(|place| heaps[..place].contains(&heaps[place]))
        }),
        ("the XOR of the heaps is 0", |heaps, _| xor(heaps) == 0),
        ("the XOR of the heaps is 1", |heaps, _| xor(heaps) == 1),
        ("the XOR of the heaps is above 3", |heaps, _| xor(heaps) > 3),
        ("the first heap is 0", |heaps, _| heaps[0] == 0),
        ("the last heap is 0", |heaps, _| heaps.last() == Some(&0)),
        ("every heap is above 1", |heaps, _| heaps.iter().all(|&heap| heap > 1)),
        ("the number of heaps above 1 is above 1", |heaps, _| above(heaps, 1) >= 2),
        ("the number of heaps is even", |heaps, _| heaps.len().is_multiple_of(2)),
        ("the number of heaps mod 3 is 1", |heaps, _| heaps.len() % 3 == 1),
        ("every heap is even", |heaps, _| heaps.iter().all(|heap| heap.is_multiple_of(2))),
        ("the number of heaps above 1 is 1", |heaps, _| above(heaps, 1) == 1),
        ("a heap is 1 and all heaps are equal", |heaps, _| largest(heaps) < 2 && !heaps.contains(&0)),
        ("the number of heaps is 2 and the sum of the heaps is even", |heaps, _| {
            heaps.len() == 2 && sum(heaps).is_multiple_of(2)
        }),
        ("a heap is above 1 and the XOR of the heaps is 0", |heaps, _| xor(heaps) == 0 && largest(heaps) > 1),
        ("the number of heaps is above 3 and the heaps are not in ascending order", |heaps, _| {
            heaps.len() > 3 && !heaps.is_sorted()
        }),
        ("the number of heaps is above 4 in the case before", |_, before| before.len() > 4),
        ("a heap is 0 in the case before", |_, before| before.contains(&0)),
        ("the number of heaps is above 2 and a heap is 0", |heaps, _| heaps.contains(&0) && heaps.len() > 2),
        ("the largest heap is a power of two", |heaps, _| largest(heaps).is_power_of_two()),
        ("the XOR of the heaps is 0 and a heap is 1", |heaps, _| xor(heaps) == 0 && heaps.contains(&1)),
    ];

    /// Programs without one: mixtures, and what nobody would say aloud.
    const WITHOUT: [IsWrong; 30] = [
        |heaps, _| hash(heaps).is_multiple_of(2),
        |heaps, _| hash(heaps).is_multiple_of(3),
        |heaps, _| hash(heaps).is_multiple_of(5),
        |heaps, _| hash(heaps).is_multiple_of(9),
        |heaps, before| hash(heaps) & 4 == hash(before) & 4,
        |heaps, _| weighted(heaps).is_multiple_of(2),
        |heaps, _| weighted(heaps).is_multiple_of(3),
        |heaps, _| weighted(heaps) % 7 == 4,
        |heaps, _| bits(heaps) % 3 == 1,
        |heaps, _| bits(heaps) % 5 == 2,
        |heaps, _| sum(heaps) % 5 == 2,
        |heaps, _| sum(heaps) % 7 == 3,
        |heaps, _| xor(heaps) % 5 == 1,
        |heaps, _| xor(heaps) == 1 || heaps.len() == 5,
        |heaps, _| heaps.contains(&3) || sum(heaps).is_multiple_of(3),
        |heaps, _| heaps[0] > heaps[heaps.len() / 2],
        |heaps, _| heaps[0] & 2 == heaps[heaps.len() - 1] & 2,
        |heaps, _| heaps.windows(2).filter(|pair| pair[0] > pair[1]).count() % 2 == 1,
        |heaps, _| heaps.windows(2).any(|pair| pair[0] == pair[1]),
        |heaps, _| heaps.windows(2).any(|pair| pair[0] + 1 == pair[1]),
        |heaps, _| heaps.iter().map(|heap| heap * heap).sum::<u64>() % 5 == 1,
        |heaps, _| heaps.iter().map(|heap| heap + 1).product::<u64>() % 7 == 2,
        |heaps, _| heaps.iter().fold(0, |xor, heap| xor ^ (heap * 3 + 1)) % 5 == 0,
        |heaps, before| sum(heaps) > sum(before),
        |heaps, before| heaps.len() == before.len(),
        |heaps, before| (sum(heaps) + sum(before)) % 3 == 1,
        |heaps, before| xor(heaps) == xor(before),
        |heaps, _| heaps.len() as u64 > sum(heaps) + 1,
        |heaps, _| heaps.contains(&(heaps.len() as u64)),
        |heaps, _| largest(heaps) == heaps.len() as u64 || heaps[0] == 2,
    ];

    #[test]
    fn causes_are_told_from_mixtures() {
        for (condition, is_wrong) in WITH {
            check(&said(is_wrong), &format!("wrong exactly where {condition} ("));
        }
        for is_wrong in WITHOUT {
            let found = said(is_wrong);
            assert!(found.iter().all(|line| line.starts_with("wrong only where ")), "{found:?}");
        }
    }
}
