//! The destination of an output: a comparison, or a file for a checker.

use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::Path;

use tempfile::NamedTempFile;

use crate::checker::CheckInput;
use crate::compare::{Comparer, ComparisonResult};
use crate::input_excerpt;
use crate::observed::AnswerObserver;
use crate::records::Cases;
use crate::report::results::TestReport;
use crate::selected_test::{OutputCheck, SelectedTest};
use nim_ground::content::Content;
use nim_task::verdict::Verdict;

/// The files of one pass of a test.
#[derive(Clone, Copy)]
pub struct PassFiles<'f> {
    pub input: &'f Content,
    pub answer: &'f Content,
    /// The folder for feedback, if there are several passes.
    pub feedback: Option<&'f Path>,
}

/// The sink of an output: a comparison, or a file for a checker.
pub enum OutputSink<'a> {
    Compare(Box<Comparer<'a>>),
    Store(NamedTempFile),
}

impl<'a> OutputSink<'a> {
    pub fn new(case: &SelectedTest<'a>, answer: &Content) -> io::Result<Self> {
        Ok(match &case.check {
            OutputCheck::Compare(comparison) => {
                let cases = case.problem.map(|problem| problem as &dyn Cases);
                Self::Compare(Box::new(Comparer::new(*comparison, answer, cases, case.options.columns)?))
            }
            _ => Self::Store(tempfile::Builder::new().prefix("toolkit-output-").tempfile()?),
        })
    }

    /// Judges an output that was written.
    pub fn finish(
        self,
        case: &SelectedTest<'_>,
        PassFiles { input, answer, feedback }: PassFiles<'_>,
        result: &mut TestReport,
    ) -> io::Result<()> {
        match (self, &case.check) {
            (Self::Store(file), OutputCheck::Check(checker)) => {
                let output = Content::File(file.path().to_path_buf());
                let checked = checker.check(CheckInput { input, output: &output, answer, feedback })?;
                result.score = case.test.points.map(|points| checked.score(points));
                (result.verdict, result.message) = (checked.verdict(case.test.points), checked.message);
                if result.verdict == Verdict::WrongAnswer {
                    let mut observer = AnswerObserver::new(answer, &case.answer_layout())?;
                    io::copy(&mut output.open()?, &mut observer)?;
                    result.answers = Some(observer.finish()?);
                }
            }
            (Self::Compare(comparer), _) => {
                let ComparisonResult { verdict, difference, observed } = comparer.finish(input)?;
                result.answers = observed;
                result.verdict = verdict;
                result.score = case.test.points.filter(|_| verdict == Verdict::Accepted).or(result.score);
                if let Some(difference) = difference {
                    result.message = difference.message;
                    (result.place, result.difference) = (difference.place, difference.kind);
                    result.diff = difference.diff;
                    if let Some((number, lines)) = &difference.case {
                        result.case = Some(*number);
                        add_input(case, lines, result)?;
                    }
                }
            }
            (Self::Store(_), OutputCheck::Compare(_)) => {}
            // The built-in solvers do not talk: their outputs cannot be judged.
            (Self::Store(_), OutputCheck::Interact(_) | OutputCheck::Referee(_)) => {
                result.verdict = Verdict::JudgeError;
                "the problem is interactive: name a program".clone_into(&mut result.message);
            }
        }
        Ok(())
    }
}

impl Write for OutputSink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Compare(comparer) => comparer.write(bytes),
            Self::Store(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Adds the beginning of these lines of a test's input, and their size.
///
/// # Errors
/// When it cannot be read.
pub fn add_input(
    case: &SelectedTest<'_>,
    lines: &RangeInclusive<u64>,
    result: &mut TestReport,
) -> io::Result<()> {
    let input = &case.test.input;
    let excerpt = input_excerpt::of_lines(input, lines, case.options.columns)?;
    let all = *lines == (1..=u64::MAX);
    let size = if all { input.size() } else { input_excerpt::size(input, lines) };
    result.input_bytes = Some(size?);
    result.input = excerpt;
    Ok(())
}
