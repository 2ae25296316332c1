//! The built-in problems as the judge uses them: solvers, checkers, the records of outputs and the cases of inputs.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use crate::io::{Failure, Input, Lines, STDIN, Sink};
use crate::judge::checker::{CheckInput, CheckResult, Checker};
use crate::judge::limits::{LimitOverrides, parse_size, parse_time};
use crate::judge::records::{CaseInfo, ProblemHooks, Records};
use crate::judge::session::{SolveFailure, Solver};
use crate::judge::verdict::Verdict;
use crate::problem::{AnswerCheck, Answers, Cases, Grammar, Items};
use crate::registry::Entry;
use crate::simd::Level;
use crate::solve::Tuning;

/// A built-in problem, with what the judge asks of it.
pub struct JudgedProblem {
    /// The problem.
    pub entry: &'static Entry,
    /// The SIMD level of its kernels; `None` for the best.
    pub level: Option<Level>,
    /// The limits in its `problem.yaml`.
    pub limits: LimitOverrides,
}

impl JudgedProblem {
    /// A problem whose kernels run at this level.
    pub fn new(entry: &'static Entry, level: Option<Level>) -> Self {
        let mib = |size: u64| parse_size(&format!("{size}MiB")).ok();
        let limits = entry.metadata().map_or(LimitOverrides::default(), |metadata| LimitOverrides {
            cpu: metadata.limits.time_limit.and_then(|seconds| parse_time(&seconds.to_string()).ok()),
            memory: metadata.limits.memory.and_then(mib),
            output: metadata.limits.output.and_then(mib),
            ..LimitOverrides::default()
        });
        Self { entry, level, limits }
    }
}

impl Solver for JudgedProblem {
    fn solve(&self, input: &Path, out: &mut (dyn Write + Send)) -> Result<(), SolveFailure> {
        let failed =
            |error: &dyn std::fmt::Display| SolveFailure::Failed(format!("{}: {error}", input.display()));
        // The name is that of standard input, as in the texts of the malformed inputs.
        let opened = Input::open(input, true).map_err(|error| failed(&error))?.named(STDIN);
        let mut through = Through(out);
        let mut lines = Lines::new(&mut through);
        match (self.entry.solve)(&[], opened, &mut lines, &Tuning { level: self.level, ..Tuning::default() })
        {
            Ok(()) => Ok(()),
            Err(error @ Failure::Malformed(_)) => {
                Err(SolveFailure::Malformed(format!("error: {:#}", anyhow::Error::from(error))))
            }
            Err(error) => Err(failed(&format!("{:#}", anyhow::Error::from(error)))),
        }
    }
}

/// Adapts a writer to the solvers' [`Sink`].
struct Through<'a>(&'a mut (dyn Write + Send));

impl Write for Through<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Sink for Through<'_> {}

impl ProblemHooks for JudgedProblem {
    fn records(&self) -> Records {
        match self.entry.answers {
            Answers::Whole => Records::Whole,
            Answers::Line => Records::Lines,
            Answers::BlockAfter(words) => Records::Blocks(words),
        }
    }

    fn case(&self, input: &Path, number: u64) -> Option<CaseInfo> {
        let tokens = Tokens::new(BufReader::new(File::open(input).ok()?));
        find_case(tokens, &self.entry.grammar, number)
    }
}

/// A checker of a built-in problem.
pub struct AnswerChecker {
    /// The problem.
    pub problem: &'static Entry,
    /// The check.
    pub check: AnswerCheck,
}

impl Checker for AnswerChecker {
    fn check(&self, files: CheckInput<'_>) -> io::Result<CheckResult> {
        let output = fs::read(files.output)?;
        let output = String::from_utf8_lossy(&output);
        let tokens: Vec<&str> = output.split_ascii_whitespace().collect();
        let input = Tokens::new(BufReader::new(File::open(files.input)?));
        let Some(numbers) = only_case(input, &self.problem.grammar) else {
            let message = "the input does not have the problem's grammar".to_owned();
            return Ok(CheckResult { verdict: Verdict::JudgeError, message });
        };
        Ok(match (self.check.check)(&numbers, &tokens) {
            Ok(()) => CheckResult { verdict: Verdict::Accepted, message: String::new() },
            Err(message) => CheckResult { verdict: Verdict::WrongAnswer, message },
        })
    }
}

/// The numbers of an input with one case.
fn only_case(mut tokens: Tokens<impl BufRead>, grammar: &Grammar) -> Option<Vec<u64>> {
    for _ in grammar.header {
        tokens.number()?;
    }
    let (count, _) = case_size(&mut tokens, grammar)?;
    (0..count).map(|_| Some(tokens.number()?.0)).collect()
}

/// Most numbers of a case that are shown.
const SHOWN: usize = 8;

/// Finds a case by its number, counted from 1.
fn find_case(mut tokens: Tokens<impl BufRead>, grammar: &Grammar, number: u64) -> Option<CaseInfo> {
    for _ in grammar.header {
        tokens.number()?;
    }
    if grammar.cases == Cases::Counted {
        tokens.number()?;
    }
    for _ in 1..number {
        let (count, _) = case_size(&mut tokens, grammar)?;
        for _ in 0..count {
            tokens.number()?;
        }
    }
    let (count, mut line) = case_size(&mut tokens, grammar)?;
    let mut shown = Vec::new();
    for index in 0..count {
        let (value, at) = tokens.number()?;
        if index == 0 {
            line = at;
        }
        if shown.len() == SHOWN {
            shown.push(format!("… ({count} in all)"));
            break;
        }
        shown.push(value.to_string());
    }
    let name = match grammar.items {
        Items::List { item } => item.to_owned() + "s",
        Items::Fixed(names) => names.join(" "),
    };
    let text = if shown.is_empty() { format!("no {name}") } else { format!("{name} {}", shown.join(" ")) };
    Some(CaseInfo { line, text })
}

/// The size of the next case, and the line on which it stands; `None` after the last case.
fn case_size(tokens: &mut Tokens<impl BufRead>, grammar: &Grammar) -> Option<(u64, u64)> {
    if grammar.cases == Cases::UntilZero && tokens.peek()?.0 == 0 {
        return None;
    }
    match grammar.items {
        Items::List { .. } => tokens.number(),
        Items::Fixed(names) => Some((names.len() as u64, tokens.line)),
    }
}

/// The tokens of a well-formed input.
struct Tokens<R> {
    reader: R,
    line: u64,
    /// The next number and its line, once [`Tokens::peek`] has read it.
    peeked: Option<(u64, u64)>,
}

impl<R: BufRead> Tokens<R> {
    fn new(reader: R) -> Self {
        Self { reader, line: 1, peeked: None }
    }

    /// The next number and its line, which [`Tokens::number`] returns again.
    fn peek(&mut self) -> Option<(u64, u64)> {
        self.peeked = self.number();
        self.peeked
    }

    /// The next number and its line.
    fn number(&mut self) -> Option<(u64, u64)> {
        if let Some(peeked) = self.peeked.take() {
            return Some(peeked);
        }
        let mut token = self.token()?;
        if let Some(rest) = token.strip_prefix("\u{feff}") {
            // A byte-order mark may stand alone before white space.
            token = if rest.is_empty() { self.token()? } else { rest.to_owned() };
        }
        Some((token.parse().ok()?, self.line))
    }

    /// The next token, as text.
    fn token(&mut self) -> Option<String> {
        let mut token = Vec::new();
        while let Some(&byte) = self.reader.fill_buf().ok()?.first() {
            let space = crate::judge::compare::is_space(byte);
            if space && !token.is_empty() {
                break;
            }
            self.reader.consume(1);
            if byte == b'\n' {
                self.line += 1;
            } else if !space {
                token.push(byte);
            }
        }
        (!token.is_empty()).then(|| String::from_utf8_lossy(&token).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_case_lies_behind_the_closing_zero() {
        let pairs = Grammar { items: Items::Fixed(&["a", "b"]), ..Grammar::POSITIONS_UNTIL_ZERO };
        let lists = Grammar::POSITIONS_UNTIL_ZERO;
        for (grammar, input) in [(pairs, "3 0\n4 5\n0\n6 7\n"), (lists, "1 0\n1 5\n0\n1 7\n")] {
            let case = |number| {
                let found = find_case(Tokens::new(input.as_bytes()), &grammar, number)?;
                Some((found.line, found.text))
            };
            let texts: Vec<_> = (1..5).map(|number| case(number).map(|(line, _)| line)).collect();
            assert_eq!(texts, [Some(1), Some(2), None, None], "{input:?}");
        }
        let found = find_case(Tokens::new(&b"3 0\n4 5\n0\n"[..]), &pairs, 2).map(|case| case.text);
        assert_eq!(found.as_deref(), Some("a b 4 5"));
    }
}
