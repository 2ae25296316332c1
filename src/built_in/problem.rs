//! The built-in problems for the judge: as solvers, as checkers, and for the cases of inputs and outputs.

mod game;

use super::{mistakes, names};
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use itertools::Itertools;

use self::game::GameOfProblem;
use super::solve;
use crate::terminal::say;
use nim_ground::content::Content;
use nim_ground::error::named;
use nim_ground::limits::{LimitOverrides, MIB, size_limit, time_limit};
use nim_inputs::reached::Reached;
use nim_inputs::{Description, named, strict};
use nim_io::{Failure, Input, STDIN};
use nim_judge::checker::{CheckInput, CheckResult, Checker};
use nim_judge::interactive::referee::Referees;
use nim_judge::known_mistakes::KnownMistakes;
use nim_judge::problem::{Problems, Solver};
use nim_judge::records::{CaseInfo, Cases, Records};
use nim_judge::{Error, NamedProgram};
use nim_simd::Level;
use nim_solve::problem::{AnswerCheck, Answers, Grammar};
use nim_solve::records::{input_case, with_case};
use nim_solve::registry::{Entry, ProblemLimits};
use nim_task::layout::TestSet;
use nim_task::verdict::Verdict;

/// The beginnings of the names of judges that answer PE where white space alone is wrong.
const JUDGES_OF_PRESENTATION: [&str; 4] = ["hdu", "poj", "uva", "zoj"];

/// A built-in problem with the settings of its solver.
#[derive(Clone, Copy)]
pub struct BuiltIn {
    /// The entry of the problem in the registry.
    pub entry: &'static Entry,
    /// The SIMD level of the kernels; `None` for the best.
    pub level: Option<Level>,
}

impl BuiltIn {
    /// Returns the reason for the answer to a case of an input, from 1, in words.
    pub fn reason(self, input: Vec<u8>, case: u64) -> Option<String> {
        let input = Input::reader(STDIN, io::Cursor::new(input));
        with_case(input, &self.entry.form.grammar, case, |_, _, fields| (self.entry.form.reason)(fields))?
    }
}

/// Returns the records of outputs of this layout.
pub fn records_of(answers: Answers) -> Records {
    match answers {
        Answers::Whole => Records::Whole,
        Answers::Line | Answers::Numbered => Records::Lines,
        Answers::BlockAfter(words) => Records::Blocks(words),
    }
}

/// Opens a solver's input under the name of standard input: messages about malformed inputs are the same everywhere.
///
/// # Errors
/// When the file cannot be opened, with its name.
pub fn opened(content: &Content) -> io::Result<Input> {
    match content.file() {
        Some(file) => Ok(Input::open(file, true).map_err(named(file.display()))?.named(STDIN)),
        None => Ok(Input::reader(STDIN, content.open()?)),
    }
}

/// Returns a case of an input, counted from 1.
pub fn case_of(grammar: &Grammar, input: &Content, number: u64) -> Option<CaseInfo> {
    let case = input_case(opened(input).ok()?, grammar, number)?;
    Some(CaseInfo { line: case.line, lines: case.lines, text: case.text, known: None })
}

/// Returns the known mistake of programs that fail on a case of these numbers.
fn known(entry: &Entry, numbers: &[u64]) -> Option<String> {
    let case = numbers.iter().join(" ");
    let known = entry.known.iter().find(|known| known.cases.contains(&case.as_str()))?;
    Some(known.why.to_owned())
}

impl Solver for BuiltIn {
    fn slug(&self) -> &'static str {
        self.entry.slug
    }

    fn limits(&self) -> LimitOverrides {
        let ProblemLimits { time_limit: cpu, memory, output } = self.entry.limits;
        let [memory, output] = [memory, output].map(|size| size_limit(size?.saturating_mul(MIB)).ok());
        LimitOverrides { cpu: cpu.and_then(|seconds| time_limit(seconds).ok()), wall: None, memory, output }
    }

    fn later_lines_are_a_set(&self) -> bool {
        self.entry.later_lines_are_a_set
    }

    fn checker(&self, name: &str) -> Option<Arc<dyn Checker>> {
        let check = *self.entry.checks.iter().find(|check| check.name == name)?;
        Some(Arc::new(AnswerChecker { problem: self.entry, check }))
    }

    fn solve(&self, input: &Content, called: &str, out: &mut (dyn Write + Send)) -> nim_judge::Result<()> {
        solve::answers(self.entry, opened(input)?.named(called), &mut { out }, self.level).map_err(
            |failure| {
                let what = failure.to_string();
                match failure {
                    Failure::Malformed(_) => Error::Malformed(what),
                    Failure::Read(_, error) | Failure::Write(error) => named(what)(error).into(),
                }
            },
        )
    }

    fn known_mistakes(&self) -> nim_judge::Result<Option<KnownMistakes>> {
        mistakes::known(self.entry).map_err(|error| Error::Failed(format!("{error:#}")))
    }

    fn referees(&self, misere: bool) -> nim_judge::Result<Arc<dyn Referees>> {
        Ok(Arc::new(GameOfProblem::new(self.entry, misere)?))
    }
}

impl Cases for BuiltIn {
    fn records(&self) -> Records {
        records_of(self.entry.form.answers)
    }

    fn two_answers(&self) -> Option<[String; 2]> {
        self.entry.form.two_answers.map(|two| two.map(|line| line.text()))
    }

    fn white_space_counts(&self) -> bool {
        JUDGES_OF_PRESENTATION.iter().any(|judge| self.entry.name.starts_with(judge))
    }

    fn case(&self, input: &Content, number: u64) -> Option<CaseInfo> {
        let case = input_case(opened(input).ok()?, &self.entry.form.grammar, number)?;
        let known = known(self.entry, &case.numbers);
        Some(CaseInfo { line: case.line, lines: case.lines, text: case.text, known })
    }
}

/// Returns the problems of tests, and the one that all programs are named after; `named` is that of all tests.
pub fn of_check(
    named: Option<&'static Entry>,
    level: Option<Level>,
    test_set: &TestSet,
    programs: &[NamedProgram],
    data: &[PathBuf],
) -> Problems {
    let inputs = test_set.inputs_without_answers().filter_map(|input| input.problem.clone());
    let names: BTreeSet<String> =
        test_set.tests.iter().filter_map(|test| test.problem.clone()).chain(inputs).collect();
    let of_tests = names.into_iter().filter_map(|name| Some((nim_problems::find(&name)?, name)));
    // Only then may a test need an unknown problem.
    let is_asked = programs.is_empty() || test_set.inputs_without_answers().next().is_some();
    let stem = data.first().and_then(|path| path.file_stem()?.to_str()).unwrap_or_default();
    Problems {
        named: named.map(|entry| solver(entry, level)),
        of_tests: of_tests.map(|(entry, name)| (name, solver(entry, level))).collect(),
        of_programs: names::of_programs(programs).map(|entry| solver(entry, level)),
        nearest: if is_asked { names::choices(stem) } else { String::new() },
    }
}

fn solver(entry: &'static Entry, level: Option<Level>) -> Box<dyn Solver> {
    Box::new(BuiltIn { entry, level })
}

/// A checker of a built-in problem.
struct AnswerChecker {
    problem: &'static Entry,
    check: AnswerCheck,
}

impl Checker for AnswerChecker {
    fn check(&self, files: CheckInput<'_>) -> io::Result<CheckResult> {
        let output = files.output.text()?;
        let tokens: Vec<&str> = output.split_ascii_whitespace().collect();
        let Some(case) = input_case(opened(files.input)?, &self.problem.form.grammar, 1) else {
            let message = "the input does not have the problem's grammar".to_owned();
            return Ok(CheckResult::new(Verdict::JudgeError, message));
        };
        Ok(match (self.check.check)(&case.numbers, &tokens) {
            Ok(()) => CheckResult::new(Verdict::Accepted, String::new()),
            Err(why) => CheckResult::new(Verdict::WrongAnswer, why.to_string()),
        })
    }
}

/// The largest input that is read here, in bytes.
const LARGEST: u64 = 1 << 24;
/// Most bytes of all inputs that are read for a note.
const ALL: u64 = 1 << 26;

/// Returns a note on the tests that are not valid inputs under a name with bounds of its own.
pub fn note_out_of_bounds(entry: &Entry, test_set: &TestSet) -> Option<String> {
    let description = named::differs(entry).then(|| Description::from_entry(entry))?;
    let found = test_set.tests.iter().filter_map(|test| {
        let is_small = test.input.size().is_ok_and(|size| size <= LARGEST);
        let input = is_small.then(|| test.input.bytes().ok()).flatten()?;
        let first = strict::violations(&description, &input, 1).pop()?;
        Some(format!("{}, line {}: {}: {}", test.name, first.line, first.field, first.message))
    });
    let found = found.collect_vec();
    let first = found.first()?;
    let (count, all, name) = (found.len(), say::counted(test_set.tests.len(), "test"), entry.name);
    Some(format!("{count} of {all} are not within the bounds of {name}; the first is {first}"))
}

/// Returns a note on the bounds that no test reaches; `None` if the tests are too large to be read.
pub fn never_reached(description: &Description, test_set: &TestSet) -> Option<String> {
    let tests = test_set.tests.iter().filter(|test| test.solver_only.is_none());
    let sizes = tests.clone().map(|test| test.input.size().unwrap_or(ALL));
    if test_set.tests.is_empty() || sizes.fold(0, u64::saturating_add) > ALL {
        return None;
    }
    let mut reached = Reached::new(description);
    for test in tests {
        reached.add(&strict::read(description, &test.input.bytes().ok()?, 1, |_| {}));
    }
    let never: Vec<String> = reached.never().iter().map(ToString::to_string).collect();
    (!never.is_empty()).then(|| format!("bounds that no test reaches: {}", never.join("; ")))
}
