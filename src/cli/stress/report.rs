//! The text about a counterexample, or about none, and the pair of files.

use std::fmt::Write as _;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::Args;
use super::counterexample::{Counterexample, Shrinking, first_difference};
use super::progress::told;
use super::search::{Counters, Searched};
use super::target::Target;
use super::trial::Judged;
use crate::cli::problem::BuiltInProblem;
use crate::cli::{output_file, say};
use nim_ground::visible;
use nim_judge::records::ProblemHooks;
use nim_task::verdict::Verdict;

/// Most lines of an input or output that are shown.
const MOST_LINES: usize = 20;
/// Most bytes of a line that are shown.
const MOST_BYTES: usize = 200;
/// Most bytes of an input that a command repeats.
const MOST_REPEATED: usize = 300;

/// What a report tells of.
pub struct Story<'a> {
    /// The command line.
    pub args: &'a Args,
    /// The problem.
    pub target: &'a Target,
    /// The search.
    pub searched: &'a Searched,
    /// The counters of the search.
    pub counters: &'a Counters,
    /// The greatest size all of whose cases were tried.
    pub proved: Option<&'a str>,
    /// The program, where it is a source file.
    pub source: Option<&'a Path>,
    /// The input that was written.
    pub pair: Option<PathBuf>,
}

impl Story<'_> {
    /// Tells of a counterexample.
    pub fn of(&self, found: &Counterexample) -> String {
        let judged = &found.judged;
        let mut text = format!("{} {}: {}\n", judged.verdict, self.target.about.name, judged.verdict.words());
        let mut line = |line: String| {
            let _ = writeln!(text, "{}", visible::lines(&line));
        };
        for part in [&judged.message, &judged.place].into_iter().filter(|part| !part.is_empty()) {
            line(format!("  {part}"));
        }
        if let Some(problem) = &self.target.built_in {
            if let Some(why) = reason(self.target, problem, found) {
                line(format!("  why: {why}"));
            }
            line(format!("  rule: {}", problem.entry.rule));
            line(format!("  idea: {}", problem.entry.idea));
        }
        for (name, shown) in [("input", &found.text), ("expected", &judged.expected), ("got", &judged.got)] {
            line(format!("{name}:\n{}", block(shown)));
        }
        line(self.repeated(found));
        if let Some(shrinking) = found.shrinking {
            line(minimum(shrinking, found));
        }
        if let Some(pair) = &self.pair {
            line(format!("written: {} and its .ans", pair.display()));
        }
        line(format!("repeat: {}", self.command(found)));
        let _ = writeln!(text, "{}", self.counts());
        text
    }

    /// Tells that no counterexample was found.
    pub fn of_survival(&self, was_interrupted: bool) -> String {
        let how = if was_interrupted { "interrupted without a counterexample" } else { "no counterexample" };
        let proved =
            self.proved.map_or("no size was completed".to_owned(), |size| format!("right on {size}"));
        format!("{}: {how}\n{proved}\n{}\n", self.target.about.name, self.counts())
    }

    /// Returns the counters of the search in words.
    fn counts(&self) -> String {
        let Searched { took, without_answer, .. } = self.searched;
        let mut text = format!("{} ({:.2} s)", told(self.counters, *took), took.as_secs_f64());
        if let (count @ 1.., Some(why)) = without_answer {
            let _ = write!(text, "; {count} inputs had no right answer: {}", visible::line(why));
        }
        text
    }

    /// Returns how often the failure was repeated.
    fn repeated(&self, found: &Counterexample) -> String {
        let super::counterexample::Repeated { runs, failures, differ } = found.repeated;
        if runs == 0 {
            return "not run again, as the time is over".to_owned();
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
    fn command(&self, found: &Counterexample) -> String {
        let quoted = |path: &Path| shell_words::quote(&path.to_string_lossy()).into_owned();
        if let Some(source) = self.source {
            return match (&self.pair, &self.target.built_in) {
                (Some(pair), Some(problem)) => {
                    let slug = problem.entry.slug;
                    format!("toolkit check --problem {slug} {} {}", quoted(pair), quoted(source))
                }
                _ => self.typed(),
            };
        }
        let command = shell_words::join(self.args.command.iter().map(|word| word.to_string_lossy()));
        let is_plain = |text: &[u8]| {
            text.iter()
                .all(|&byte| byte.is_ascii_graphic() && !b"%\\'".contains(&byte) || b" \n".contains(&byte))
        };
        match &self.pair {
            Some(pair) => format!("{command} < {}", quoted(pair)),
            None if found.text.len() <= MOST_REPEATED && is_plain(&found.text) => {
                let text = String::from_utf8_lossy(&found.text).replace('\n', "\\n");
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
fn reason(target: &Target, problem: &BuiltInProblem, found: &Counterexample) -> Option<String> {
    let Judged { verdict: Verdict::WrongAnswer, expected, got, .. } = &*found.judged else { return None };
    let case = first_difference(target.records(), expected, got)? as u64 + 1;
    let reason = problem.reason(found.text.clone(), case)?;
    Some(if found.cases == Some(1) { reason } else { format!("case {case}: {reason}") })
}

/// Says how far an input was shrunk.
fn minimum(shrinking: Shrinking, found: &Counterexample) -> String {
    let Shrinking { is_minimal, steps, runs } = shrinking;
    let cases = say::counted(found.cases.unwrap_or(1), "case");
    if is_minimal {
        return format!(
            "minimal, with {cases}: none of the {steps} single steps to a smaller input fails ({runs} runs)"
        );
    }
    let why =
        if found.judged.verdict == Verdict::TimeLimit { "each run takes long" } else { "the time is over" };
    format!("shrunk to {cases} in {runs} runs; whether it is minimal is not known, as {why}")
}

/// Returns the beginning of a text, indented.
fn block(text: &[u8]) -> String {
    let mut lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
    lines.pop_if(|last| last.is_empty());
    let line = |line: &&[u8]| {
        let cut = if line.len() > MOST_BYTES { " …" } else { "" };
        format!("    {}{cut}", String::from_utf8_lossy(&line[..line.len().min(MOST_BYTES)]))
    };
    let mut shown: Vec<String> = lines.iter().take(MOST_LINES).map(line).collect();
    if lines.len() > MOST_LINES {
        shown.push(format!("    … ({} lines in all)", lines.len()));
    }
    if shown.is_empty() {
        shown.push("    (nothing)".to_owned());
    }
    shown.join("\n")
}

/// Writes a counterexample into a folder as a pair of files, and returns the input's.
pub fn write_pair(folder: &Path, target: &Target, found: &Counterexample) -> anyhow::Result<PathBuf> {
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let mut hasher = DefaultHasher::new();
    found.text.hash(&mut hasher);
    let hash = hasher.finish() & 0xffff_ffff;
    let verdict = found.judged.verdict.short().to_lowercase();
    let name = format!("{}-{verdict}-{hash:08x}", target.about.name);
    let input = folder.join(format!("{name}.in"));
    let answer = folder.join(format!("{name}.ans"));
    for (path, bytes) in [(&input, &found.text), (&answer, &found.judged.expected)] {
        output_file::write(path, |out| out.write_all(bytes))?;
    }
    Ok(input)
}
