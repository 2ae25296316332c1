//! Finds the mistake behind wrong answers: one that shows by itself, otherwise a recorded one with the same answers.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::io;

use super::apparent::FinishedTests;
use super::error::Result;
use super::known_mistakes::{KnownMistake, KnownMistakes};
use super::observed::ObservedAnswers;
use super::problem::Solver;
use super::selected_test::SelectedTest;
use crate::report::results::{Mistake, MistakeGroup, Report, TestReport};
use nim_task::layout::{Expected, TestSet};
use nim_task::verdict::Verdict;

/// The least number of wrong cases by which a recorded mistake is recognised.
const FEWEST_WRONG: u64 = 5;

/// Finds the mistakes of programs on the tests of a check.
pub struct Mistakes<'a> {
    tests: HashMap<usize, &'a SelectedTest<'a>>,
    /// The number of all tests, including those that were not selected.
    of: usize,
    /// The record of the problem that all tests are of.
    known: Option<KnownMistakes>,
    in_chinese: bool,
    /// The observations of right outputs, by the index of the test.
    right: HashMap<usize, ObservedAnswers>,
}

impl<'a> Mistakes<'a> {
    /// Takes the tests of a check.
    ///
    /// # Errors
    /// When the record of the problem is damaged.
    pub fn new(tests: &'a [SelectedTest<'a>], test_set: &TestSet) -> Result<Self> {
        let problem = tests.first().and_then(|test| test.problem);
        let problem = problem.filter(|of| {
            tests.iter().all(|test| {
                let is_own = test.options.compare.is_none() && test.test.validation.is_none();
                is_own && test.has_one_answer() && test.problem.is_some_and(|own| own.slug() == of.slug())
            })
        });
        Ok(Self {
            tests: tests.iter().map(|test| (test.index, test)).collect(),
            of: test_set.tests.len(),
            known: problem.map(Solver::known_mistakes).transpose()?.flatten(),
            in_chinese: tests.first().is_some_and(|test| test.options.in_chinese),
            right: HashMap::new(),
        })
    }

    /// Returns the mistake of a program with these results.
    ///
    /// # Errors
    /// When an answer cannot be read.
    pub fn of_program(&mut self, results: &[&TestReport]) -> io::Result<Option<Mistake>> {
        let wrong: Vec<&TestReport> =
            results.iter().copied().filter(|result| self.is_wrong(result)).collect();
        if wrong.is_empty() {
            return Ok(None);
        }
        let accepted = results.iter().filter(|result| result.verdict == Verdict::Accepted);
        let accepted: Vec<&TestReport> = accepted.copied().collect();
        for result in &accepted {
            self.see_right(result.index)?;
        }
        let finished = FinishedTests {
            wrong: wrong.iter().filter_map(|result| result.answers.as_ref()).collect(),
            right: accepted.iter().filter_map(|result| self.right.get(&result.index)).collect(),
            has_two_answers: self.tests.values().any(|test| test.answer_layout().has_two_answers()),
        };
        let agrees = finished.wrong.len() + finished.right.len();
        if let Some(apparent) = finished.mistake() {
            let text = if self.in_chinese { format!("{apparent:#}") } else { apparent.to_string() };
            let (name, what) = (String::new(), text.clone());
            return Ok(Some(Mistake { name, agrees, of: results.len(), what, text }));
        }
        Ok(self.on_record(&wrong, &accepted, results.len()))
    }

    /// Returns whether a result has wrong answers that no checker might accept.
    fn is_wrong(&self, result: &TestReport) -> bool {
        result.verdict == Verdict::WrongAnswer
            && result.answers.is_some()
            && self.tests.get(&result.index).is_some_and(|test| test.has_one_answer())
    }

    /// Looks at the right answers of a test.
    fn see_right(&mut self, index: usize) -> io::Result<()> {
        let Some(test) = self.tests.get(&index).filter(|_| !self.right.contains_key(&index)) else {
            return Ok(());
        };
        if let Expected::Answer(answer) = &test.test.expected {
            self.right.insert(index, ObservedAnswers::right(answer, &test.answer_layout())?);
        }
        Ok(())
    }

    /// Returns the recorded mistake with the same answers on every comparable test, if these are most of all tests.
    fn on_record(&self, wrong: &[&TestReport], accepted: &[&TestReport], run: usize) -> Option<Mistake> {
        let known = self.known.as_ref()?;
        let of_right = accepted.iter().filter_map(|test| Some((*test, self.right.get(&test.index)?)));
        let of_wrong = wrong.iter().filter_map(|test| Some((*test, test.answers.as_ref()?)));
        let compared = of_wrong.chain(of_right);
        let compared: Vec<(&TestReport, &ObservedAnswers)> =
            compared.filter(|(test, seen)| known.right.get(&test.name) == Some(&seen.right)).collect();
        let of = self.of.max(known.tests);
        let wrong_cases: u64 = compared.iter().map(|(_, seen)| seen.wrong).sum();
        if compared.len() * 4 < of * 3 || wrong_cases < FEWEST_WRONG {
            return None;
        }
        let fitting = known.programs.iter().filter(|mistake| {
            let mut compared = compared.iter();
            compared.all(|(test, seen)| *mistake.wrong.get(&test.name).unwrap_or(&seen.right) == seen.digest)
        });
        let fitting: Vec<&KnownMistake> = fitting.collect();
        let name = match fitting[..] {
            [one] => one.name.clone(),
            [one, other] => format!("{} or {}", one.name, other.name),
            _ => return None,
        };
        let what = fitting.iter().map(|one| if self.in_chinese { &one.chinese } else { &one.english });
        let what: Vec<String> = what.cloned().collect();
        let sentence =
            Sentence { what: &what, tests: compared.len(), is_all: compared.len() == run, wrong_cases };
        let text = if self.in_chinese { sentence.chinese() } else { sentence.english() };
        let text = format!("{text} ({})", known.further);
        let or = if self.in_chinese { "”或“" } else { "; or that " };
        Some(Mistake { name, agrees: compared.len(), of, what: what.join(or), text })
    }
}

/// Groups programs by their mistakes, and those without one by equal wrong answers: the largest group first. A single program makes no
/// group.
pub fn groups(report: &Report, in_chinese: bool) -> Vec<MistakeGroup> {
    let mut of_key: BTreeMap<String, (Option<&Mistake>, Vec<String>)> = BTreeMap::new();
    let results = report.results_by_program();
    for program in &report.programs {
        let Some(results) = results.get(&*program.name) else { continue };
        let key = program.mistake.as_ref().map(|mistake| mistake.what.clone());
        let Some(key) = key.or_else(|| wrong_answers(results)) else { continue };
        let group = of_key.entry(key).or_insert((program.mistake.as_ref(), Vec::new()));
        group.1.push(program.name.clone());
    }
    let all = report.programs.len();
    let mut groups: Vec<_> = of_key.into_values().filter(|(_, programs)| programs.len() > 1).collect();
    groups.sort_by_key(|(mistake, programs)| (Reverse(programs.len()), mistake.is_none()));
    let groups = groups.into_iter().map(|(mistake, programs)| MistakeGroup {
        text: common(mistake, programs.len(), all, in_chinese),
        programs,
    });
    groups.collect()
}

/// Returns the digests of a program's answers on all tests, if enough of them are wrong to distinguish it.
fn wrong_answers(results: &[&TestReport]) -> Option<String> {
    let seen = results.iter().filter_map(|result| result.answers.as_ref());
    if seen.map(|answers| answers.wrong).sum::<u64>() < FEWEST_WRONG {
        return None;
    }
    let of_tests = results.iter().map(|result| match &result.answers {
        Some(answers) => format!("{} {}\n", result.index, answers.digest),
        None => format!("{} {}\n", result.index, result.verdict),
    });
    Some(of_tests.collect())
}

/// Describes the common property of programs: a mistake, or wrong answers.
fn common(mistake: Option<&Mistake>, programs: usize, all: usize, in_chinese: bool) -> String {
    let head = if in_chinese {
        format!("{all} 个程序中有 {programs} 个")
    } else {
        format!("{programs} of {all} programs")
    };
    match (mistake, in_chinese) {
        (None, true) => format!("{head}的错误答案相同，不是已知的错误"),
        (None, false) => format!("{head} print the same wrong answers, of no known mistake"),
        (Some(Mistake { name, what, .. }), true) if name.is_empty() => format!("{head}：{what}"),
        (Some(Mistake { name, what, .. }), false) if name.is_empty() => format!("{head}: {what}"),
        (Some(Mistake { what, .. }), true) => format!("{head}的输出与“{what}”的程序相同"),
        (Some(Mistake { what, .. }), false) => format!("{head} print what a program prints that {what}"),
    }
}

/// Returns the lines of a report on mistakes: one for each group, and one for each other program with a mistake.
pub fn lines(report: &Report) -> impl Iterator<Item = String> {
    let alone = report.programs.iter().filter_map(move |program| {
        let is_grouped = report.mistakes.iter().any(|group| group.programs.contains(&program.name));
        let mistake = program.mistake.as_ref().filter(|_| !is_grouped)?;
        Some(format!("{}: {}", program.name, mistake.text))
    });
    report.mistakes.iter().map(|group| format!("{}: {}", group.text, group.programs.join(", "))).chain(alone)
}

/// The sentence on a program whose answers equal those of one or two recorded programs.
struct Sentence<'a> {
    what: &'a [String],
    tests: usize,
    is_all: bool,
    wrong_cases: u64,
}

impl Sentence<'_> {
    fn english(&self) -> String {
        let Self { tests, wrong_cases, .. } = self;
        let which = if self.is_all {
            format!("all {tests} tests")
        } else {
            format!("the {tests} tests that it finishes")
        };
        let program = match self.what {
            [one, other] => format!("two known programs print: one that {one}; or one that {other}"),
            what => format!("a program prints that {}", what.concat()),
        };
        format!("prints, in {which}, what {program}; {wrong_cases} cases are wrong")
    }

    fn chinese(&self) -> String {
        let Self { tests, wrong_cases, .. } = self;
        let which = if self.is_all { "全部" } else { "它完成的" };
        let program = match self.what {
            [one, other] => format!("两个已知的程序相同：“{one}”，或“{other}”"),
            what => format!("“{}”的程序相同", what.concat()),
        };
        format!("在{which} {tests} 个测试中的输出，都与{program}；共有 {wrong_cases} 组答错")
    }
}
