//! The built-in problems as the judge uses them: as solvers, as checkers, and for the records of outputs and inputs.

mod game;

use super::names;
use std::io::{self, Write};
use std::sync::{Arc, OnceLock};

use itertools::Itertools;

use self::game::GameOfProblem;
use super::solve;
use nim_ground::content::Content;
use nim_ground::error::named;
use nim_ground::limits::{LimitOverrides, parse_size, parse_time};
use nim_inputs::reached::Reached;
use nim_inputs::{Description, named, strict};
use nim_io::{Failure, Input, STDIN};
use nim_judge::Error;
use nim_judge::checker::any_order::AnyOrder;
use nim_judge::checker::{CheckInput, CheckResult, Checker};
use nim_judge::interactive::referee::Referees;
use nim_judge::problem::{Problem, Problems};
use nim_judge::records::{CaseInfo, ProblemHooks, Records};
use nim_judge::session::Solver;
use nim_problems::{ALIASES, PROBLEMS};
use nim_simd::Level;
use nim_solve::problem::{AnswerCheck, Answers, Grammar};
use nim_solve::records::{input_case, with_case};
use nim_solve::registry::{Entry, ProblemLimits};
use nim_task::layout::{Test, TestSet};
use nim_task::verdict::Verdict;

/// The beginnings of the names of judges that answer PE where white space alone is wrong.
const JUDGES_OF_PRESENTATION: [&str; 4] = ["hdu", "poj", "uva", "zoj"];

/// A built-in problem as the judge runs it.
pub struct BuiltInProblem {
    /// The problem.
    pub entry: &'static Entry,
    /// The SIMD level of its kernels; `None` for the best.
    pub level: Option<Level>,
    limits: OnceLock<LimitOverrides>,
}

impl BuiltInProblem {
    /// A problem whose kernels run at this level.
    pub fn new(entry: &'static Entry, level: Option<Level>) -> Self {
        Self { entry, level, limits: OnceLock::new() }
    }

    /// Returns what decides a case of an input, counted from 1, in words.
    pub fn reason(&self, input: Vec<u8>, case: u64) -> Option<String> {
        let input = Input::reader(STDIN, io::Cursor::new(input));
        with_case(input, &self.entry.grammar, case, |_, _, fields| (self.entry.reason)(fields))?
    }
}

/// Returns the limits in a `problem.yaml` as the judge has them.
pub fn limits_of(limits: &ProblemLimits) -> LimitOverrides {
    let mib = |size: u64| parse_size(&format!("{size}MiB")).ok();
    LimitOverrides {
        cpu: limits.time_limit.and_then(|seconds| parse_time(&seconds.to_string()).ok()),
        memory: limits.memory.and_then(mib),
        output: limits.output.and_then(mib),
        ..LimitOverrides::default()
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

/// Opens what a solver reads, under the name of standard input: messages about malformed inputs are the same everywhere.
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

/// Returns what is known of programs that fail on a case of these numbers.
fn known(entry: &Entry, numbers: &[u64]) -> Option<String> {
    let case = numbers.iter().join(" ");
    let known = entry.metadata().ok()?.known.iter().find(|known| known.cases.contains(&case))?;
    Some(known.why.clone())
}

impl Solver for BuiltInProblem {
    fn solve(&self, input: &Content, called: &str, out: &mut (dyn Write + Send)) -> nim_judge::Result<()> {
        solve::answers(self.entry, opened(input)?.named(called), &mut { out }, self.level).map_err(|error| {
            let is_malformed = matches!(error, Failure::Malformed(_));
            let text = format!("{:#}", anyhow::Error::from(error));
            if is_malformed { Error::Malformed(text) } else { Error::Failed(text) }
        })
    }
}

impl ProblemHooks for BuiltInProblem {
    fn records(&self) -> Records {
        records_of(self.entry.answers)
    }

    fn white_space_counts(&self) -> bool {
        JUDGES_OF_PRESENTATION.iter().any(|judge| self.entry.name.starts_with(judge))
    }

    fn case(&self, input: &Content, number: u64) -> Option<CaseInfo> {
        let case = input_case(opened(input).ok()?, &self.entry.grammar, number)?;
        let known = known(self.entry, &case.numbers);
        Some(CaseInfo { line: case.line, lines: case.lines, text: case.text, known })
    }
}

impl Problem for BuiltInProblem {
    fn slug(&self) -> &str {
        self.entry.slug
    }

    /// Returns the limits in its `problem.yaml`, which is parsed once, and only for the problems of a run.
    fn limits(&self) -> LimitOverrides {
        let parse = || self.entry.metadata().map(|metadata| limits_of(&metadata.limits)).unwrap_or_default();
        *self.limits.get_or_init(parse)
    }

    fn checker<'a>(&'a self, name: &str) -> Option<Arc<dyn Checker + 'a>> {
        if name == "any-order" && matches!(self.records(), Records::Blocks(_)) {
            return Some(Arc::new(AnyOrder { hooks: self, is_set: self.entry.later_lines_are_a_set }));
        }
        let check = self.entry.checks.iter().find(|check| check.name == name)?;
        Some(Arc::new(AnswerChecker { problem: self.entry, check: *check }))
    }

    fn own_checker<'a>(&'a self) -> Option<Arc<dyn Checker + 'a>> {
        self.entry.later_lines_are_a_set.then(|| self.checker("any-order")).flatten()
    }

    fn game(&self, misere: bool) -> nim_judge::Result<Arc<dyn Referees>> {
        Ok(Arc::new(GameOfProblem::new(self.entry, misere)?))
    }
}

/// All built-in problems, under each of their names.
pub struct BuiltInProblems(Vec<BuiltInProblem>);

impl BuiltInProblems {
    /// Problems whose kernels run at this level.
    pub fn new(level: Option<Level>) -> Self {
        let entries = PROBLEMS.iter().chain(&*ALIASES);
        Self(entries.map(|entry| BuiltInProblem::new(entry, level)).collect())
    }
}

impl Problems for BuiltInProblems {
    fn find(&self, name: &str) -> Option<&dyn Problem> {
        let name = nim_problems::find(name)?.name;
        self.0.iter().find(|problem| problem.entry.name == name).map(|problem| problem as &dyn Problem)
    }

    fn slugs(&self) -> Vec<&str> {
        PROBLEMS.iter().map(|entry| entry.slug).collect()
    }

    fn like(&self, name: &str) -> String {
        names::choices(name)
    }
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
        let Some(case) = input_case(opened(files.input)?, &self.problem.grammar, 1) else {
            let message = "the input does not have the problem's grammar".to_owned();
            return Ok(CheckResult::new(Verdict::JudgeError, message));
        };
        Ok(match (self.check.check)(&case.numbers, &tokens) {
            Ok(()) => CheckResult::new(Verdict::Accepted, String::new()),
            Err(why) => CheckResult::new(Verdict::WrongAnswer, why.to_string()),
        })
    }
}

/// The largest input that is read.
const LARGEST: u64 = 1 << 24;
/// Most bytes of all inputs that are read for a note.
const ALL: u64 = 1 << 26;

/// Returns a note about the tests that are no inputs under a name with bounds of its own.
pub fn note_out_of_bounds(entry: &Entry, test_set: &TestSet) -> Option<String> {
    let description = Description::from_entry(entry).ok().filter(|_| named::differs(entry))?;
    let violation = |test: &Test| {
        let is_small = test.input.size().is_ok_and(|size| size <= LARGEST);
        let input = is_small.then(|| test.input.bytes().ok()).flatten()?;
        let first = strict::violations(&description, &input, 1).pop()?;
        Some(format!("{}, line {}: {}: {}", test.name, first.line, first.field, first.message))
    };
    let found: Vec<String> = test_set.tests.iter().filter_map(violation).collect();
    let first = found.first()?;
    let (count, all, name) = (found.len(), test_set.tests.len(), entry.name);
    Some(format!("{count} of {all} tests are not within the bounds of {name}; the first is {first}"))
}

/// Returns a note on the bounds that no test reaches; `None` where they are too large to be read.
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use nim_judge::file_name::problem_of;

    #[test]
    fn names_of_files_hold_slugs_and_aliases() {
        let of = |file: &str| problem_of(Path::new(file), nim_problems::find, |entry| entry.slug);
        for (file, slug) in [
            ("john.py", "john"),
            ("a/John.java", "john"),
            ("nim_check2.cpp", "nim-check"),
            ("NIM-Check.cpp", "nim-check"),
            ("matches_game.rs", "matches-game"),
            ("matches_wrong.rs", "matches"),
            ("my stones.c", "stones-all-moves"),
            ("P4279.cpp", "john"),
            ("hdu1848_v2.cc", "fibonacci-take-away"),
            ("john.pypy.py", "john"),
        ] {
            assert_eq!(of(file).map(|entry| entry.slug), Some(slug), "{file}");
        }
        for file in ["sol.cpp", "johnny.py", "john_or_bash.py", "2.py", ".py"] {
            assert!(of(file).is_none(), "{file}");
        }
    }
}
