//! The text about a counterexample, or about none, and the pair of files.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::Args;
use super::counterexample::{Counterexample, Shrinking, first_difference};
use super::feed::TrialInput;
use super::progress::told;
use super::search::{Counters, Searched, Slowest};
use super::trial::TrialResult;
use super::tried::Tried;
use crate::built_in::problem::BuiltIn;
use crate::commands::check::{Screen, ScreenArgs};
use crate::system::output_file::{self, Overwrite};
use crate::terminal::say;
use nim_ground::append::Append as _;
use nim_ground::visible;
use nim_inputs::document::Document;
use nim_judge::NamedProgram;
use nim_judge::records::Cases;
use nim_task::verdict::Verdict;

/// Most bytes of an input that a command repeats.
const MOST_REPEATED: usize = 300;

/// What a search has found, to be written.
pub struct FailureReport<'a> {
    /// The command line.
    pub args: &'a Args,
    /// The problem.
    pub target: &'a Tried,
    /// The search.
    pub searched: &'a Searched,
    /// The counters of the search.
    pub counters: &'a Counters,
    /// The greatest size all of whose cases were tried.
    pub proved: Option<&'a str>,
    /// The programs.
    pub programs: &'a [NamedProgram],
}

impl FailureReport<'_> {
    /// Writes a counterexample as a pair of files, if they are kept; returns the input's.
    pub fn write_pair(&self, found: &Counterexample) -> anyhow::Result<Option<PathBuf>> {
        let verdict = found.judged.report.verdict.short().to_lowercase();
        self.write(&verdict, &found.text, &found.judged.expected)
    }

    /// Writes an input and its answer, if they are kept; returns the input's file, whose name says what it is.
    fn write(&self, what: &str, text: &[u8], expected: &[u8]) -> anyhow::Result<Option<PathBuf>> {
        let Some(folder) = super::kept_in(self.args, self.target)? else { return Ok(None) };
        fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        let hash = hasher.finish() & 0xffff_ffff;
        let name = if self.target.name.is_empty() { "stress" } else { &self.target.name };
        let name = format!("{name}-{what}-{hash:08x}");
        let input = folder.join(format!("{name}.in"));
        let answer = folder.join(format!("{name}.ans"));
        for (path, bytes) in [(&input, text), (&answer, expected)] {
            output_file::write(path, Overwrite::Always, |out| out.write_all(bytes))?;
        }
        Ok(Some(input))
    }

    /// Returns what is told of: the program where there are several, or no problem has a name.
    fn name(&self, program: usize) -> &str {
        let is_alone = self.programs.len() == 1 && !self.target.name.is_empty();
        if is_alone { &self.target.name } else { &self.programs[program].name }
    }

    /// Describes a counterexample to a program, which was written to a file.
    pub fn counterexample(&self, program: usize, found: &Counterexample, pair: Option<&Path>) -> String {
        let mut report = found.judged.report.clone();
        self.name(program).clone_into(&mut report.name);
        let mut text = Screen::new(&ScreenArgs::default(), &[]).failure_text(&report);
        let mut line = |line: String| {
            writeln!(text, "{}", visible::lines(&line));
        };
        if let Some(problem) = self.target.built_in {
            if let Some(why) = reason(self.target, problem, found) {
                line(format!("why: {why}"));
            }
            line(format!("rule: {}", problem.entry.quoting(problem.entry.rule)));
            line(format!("idea: {}", problem.entry.idea));
        }
        line(self.repeated(found));
        if let Some(shrinking) = found.shrinking {
            line(minimum(shrinking, found));
        }
        if let Some(pair) = pair {
            line(format!("written: {} and its .ans", pair.display()));
        }
        line(format!("repeat: {}", self.command(program, &found.text, pair)));
        text
    }

    /// Writes the input on which a program took the most time, and describes it.
    pub fn slowest(&self, program: usize, slowest: &Slowest) -> anyhow::Result<String> {
        let Slowest { input: TrialInput { text: input, origin }, answer, cpu } = slowest;
        let pair = self.write("slowest", input, answer)?;
        let cases = self.target.about.as_ref().and_then(|about| Document::parse(about, input).ok());
        let size = match cases {
            Some(document) => say::counted(document.cases(), "case"),
            None => say::counted(input.split(|&byte| byte == b'\n').count() - 1, "line"),
        };
        let mut text =
            format!("slowest: {:.3} s of CPU time, on an input{origin} with {size}\n", cpu.as_secs_f64());
        if let Some(pair) = &pair {
            writeln!(text, "written: {} and its .ans", visible::line(&pair.display().to_string()));
        }
        let again = self.command(program, input, pair.as_deref());
        writeln!(text, "repeat: {}", visible::lines(&again));
        writeln!(text, "found by: {}", visible::lines(&self.typed()));
        Ok(text)
    }

    /// Says that no counterexample to a program was found.
    pub fn survival(&self, program: usize, was_interrupted: bool) -> String {
        let how = if was_interrupted { "interrupted without a counterexample" } else { "no counterexample" };
        let proved = match self.proved {
            Some(size) => format!("right on {size}\n"),
            None if self.args.generator.is_some() => String::new(),
            None => "no size was completed\n".to_owned(),
        };
        format!("{}: {how}\n{proved}", visible::line(self.name(program)))
    }

    /// Returns the counters of the search in words.
    pub fn counts(&self) -> String {
        let Searched { took, without_answer, .. } = self.searched;
        let mut text = format!("{} ({:.2} s)", told(self.counters, *took), took.as_secs_f64());
        if let (count @ 1.., Some(why)) = without_answer {
            let inputs = say::counted(*count, "input");
            write!(text, "; {inputs} had no right answer: {}", visible::line(why));
        }
        text + "\n"
    }

    /// Returns how often the failure was repeated.
    fn repeated(&self, found: &Counterexample) -> String {
        let super::counterexample::Repeated { runs, failures, differ } = found.repeated;
        if runs == 0 {
            return "not run again, as time for shrinking ran out".to_owned();
        }
        if found.repeated.is_stable() {
            return format!("deterministic: failed in {failures} of {runs} more runs");
        }
        let outputs = if differ { ", with different outputs" } else { "" };
        format!(
            "non-deterministic: failed in {failures} of {runs} more runs{outputs}; not shrunk by runs that are not stable"
        )
    }

    /// Returns the command that repeats the run.
    fn command(&self, program: usize, input: &[u8], pair: Option<&Path>) -> String {
        let quoted = |path: &Path| shell_words::quote(&path.to_string_lossy()).into_owned();
        if let Some(source) = self.programs[program].main_file() {
            let problem = self.target.built_in.as_ref();
            let problem =
                problem.map_or_else(String::new, |problem| format!("--problem {} ", problem.entry.slug));
            return match pair {
                Some(pair) => format!("toolkit check {problem}{} {}", quoted(pair), quoted(source)),
                None => self.typed(),
            };
        }
        let command = shell_words::join(self.args.command.iter().map(|word| word.to_string_lossy()));
        let is_plain = |text: &[u8]| {
            text.iter()
                .all(|&byte| byte.is_ascii_graphic() && !b"%\\'".contains(&byte) || b" \n".contains(&byte))
        };
        match pair {
            Some(pair) => format!("{command} < {}", quoted(pair)),
            None if input.len() <= MOST_REPEATED && is_plain(input) => {
                let text = String::from_utf8_lossy(input).replace('\n', "\\n");
                // What begins with a dash would be an option.
                let end = if text.starts_with('-') { "-- " } else { "" };
                format!("printf {end}'{text}' | {command}")
            }
            None => self.typed(),
        }
    }

    /// Returns the search's own command line, with its seed.
    fn typed(&self) -> String {
        let mut words: Vec<String> =
            std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
        let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
        if !words[..end].iter().any(|word| word == "--seed" || word.starts_with("--seed=")) {
            words.splice(end..end, ["--seed".to_owned(), self.args.seed.to_string()]);
        }
        format!("toolkit {}", shell_words::join(words))
    }
}

/// Returns what decides the first case with a wrong answer.
fn reason(target: &Tried, problem: BuiltIn, found: &Counterexample) -> Option<String> {
    let TrialResult { report, expected, got, .. } = &*found.judged;
    let is_wrong = report.verdict == Verdict::WrongAnswer;
    let case = is_wrong.then(|| first_difference(target.records(), expected, got)).flatten()? as u64 + 1;
    let reason = problem.reason(found.text.clone(), case)?;
    Some(if found.cases == Some(1) { reason } else { format!("case {case}: {reason}") })
}

/// Says how far an input was shrunk.
fn minimum(shrinking: Shrinking, found: &Counterexample) -> String {
    let Shrinking { is_minimal, steps, runs } = shrinking;
    let size = match found.cases {
        Some(cases) => say::counted(cases, "case"),
        None => say::counted(found.text.split(|&byte| byte == b'\n').count() - 1, "line"),
    };
    let runs = say::counted(runs, "run");
    if is_minimal {
        let variants = say::counted(steps, "smaller variant");
        return format!("minimal, with {size}: none of {variants} fails ({runs})");
    }
    let is_slow = found.judged.report.verdict == Verdict::TimeLimit;
    let why = if is_slow { "each run takes long" } else { "time for shrinking ran out" };
    format!("shrunk to {size} in {runs}; whether it is minimal is not known, as {why}")
}
