//! The text about a counterexample, or about none, and the pair of files.

use std::ffi::OsString;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use anyhow::Context;
use serde::Serialize;

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
use crate::terminal::style::Colours;
use crate::terminal::{say, shell};
use nim_ground::append::Append as _;
use nim_ground::visible;
use nim_inputs::document::Document;
use nim_judge::NamedProgram;
use nim_judge::records::Cases;
use nim_judge::report::results::{Location, Mistake, ProgramReport};
use nim_task::verdict::Verdict;

/// Most bytes of an input that a command repeats.
const MOST_REPEATED: usize = 300;

/// The name and version of the JSON; see docs/stress.md.
pub const SCHEMA: &str = "toolkit-stress/1";

/// What is printed as JSON.
#[derive(Serialize)]
pub struct StressJson<'a> {
    problem: Option<&'a str>,
    seed: u64,
    programs: Vec<ProgramJson>,
    positions: u64,
    inputs: u64,
    seconds: f64,
    /// The inputs that had no right answer, and why the first had none.
    without_answer: u64,
    why_without_answer: Option<&'a str>,
}

/// What was found of a program.
#[derive(Serialize)]
pub struct ProgramJson {
    program: String,
    /// The greatest size all of whose cases were tried.
    right_on: Option<String>,
    counterexample: Option<CounterexampleJson>,
    /// The input on which it took the most time, where that is kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    slowest: Option<SlowestJson>,
}

impl ProgramJson {
    /// Adds what the tests of the problem show of a program with a counterexample.
    pub fn add_checked(&mut self, checked: Option<ProgramReport>) {
        if let (Some(found), Some(checked)) = (&mut self.counterexample, checked) {
            (found.mistake, found.locations) = (checked.mistake, checked.locations);
        }
    }

    /// Adds where a program with a counterexample goes wrong on the inputs of the search.
    pub fn add_locations(&mut self, locations: Vec<Location>) {
        if let Some(found) = &mut self.counterexample {
            found.locations = locations;
        }
    }

    /// Returns whether it is known where the program goes wrong.
    pub fn has_location(&self) -> bool {
        self.counterexample.as_ref().is_some_and(|found| !found.locations.is_empty())
    }
}

/// The input on which a program took the most time.
#[derive(Serialize)]
pub struct SlowestJson {
    /// CPU time.
    seconds: f64,
    /// Where it comes from, and its size.
    about: String,
    written: Option<String>,
    repeat: String,
    found_by: String,
}

impl SlowestJson {
    /// Returns it as text.
    pub fn text(&self) -> String {
        let mut text = format!("slowest: {:.3} s of CPU time, on {}\n", self.seconds, self.about);
        if let Some(pair) = &self.written {
            writeln!(text, "written: {} and its .ans", visible::line(pair));
        }
        writeln!(text, "repeat: {}", visible::lines(&self.repeat));
        writeln!(text, "found by: {}", visible::lines(&self.found_by));
        text
    }
}

#[derive(Serialize)]
struct CounterexampleJson {
    verdict: &'static str,
    message: String,
    input: String,
    expected: String,
    got: String,
    cases: Option<usize>,
    /// What decides the first case with a wrong answer.
    why: Option<String>,
    runs: u32,
    failures: u32,
    deterministic: bool,
    minimal: bool,
    /// The mistake that its answers show on the tests of the problem.
    #[serde(skip_serializing_if = "Option::is_none")]
    mistake: Option<Mistake>,
    /// Where it goes wrong on them, else on the inputs of the search.
    #[serde(rename = "where", skip_serializing_if = "Vec::is_empty")]
    locations: Vec<Location>,
    /// The input's file, where it is kept.
    written: Option<String>,
    /// The command that repeats the run.
    repeat: String,
}

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
        let mut lines = Vec::new();
        if let Some(problem) = self.target.built_in {
            lines.extend(reason(self.target, problem, found).map(|why| format!("why: {why}")));
            lines.push(format!("rule: {}", problem.entry.quoting(problem.entry.rule)));
            lines.push(format!("idea: {}", problem.entry.idea));
        }
        lines.push(self.repeated(found));
        lines.extend(found.shrinking.map(|shrinking| minimum(shrinking, found)));
        lines.extend(pair.map(|pair| format!("written: {} and its .ans", pair.display())));
        lines.push(format!("repeat: {}", self.command(program, &found.text, pair)));
        for line in lines {
            writeln!(text, "{}", visible::lines(&line));
        }
        text
    }

    /// Writes the input on which a program took the most time, and describes it.
    pub fn slowest(&self, program: usize, slowest: &Slowest) -> anyhow::Result<SlowestJson> {
        let Slowest { input: TrialInput { text: input, origin }, answer, cpu } = slowest;
        let pair = self.write("slowest", input, answer)?;
        let cases = self.target.about.as_ref().and_then(|about| Document::parse(about, input).ok());
        let size = match cases {
            Some(document) => say::counted(document.cases(), "case"),
            None => say::counted(lines_of(input), "line"),
        };
        Ok(SlowestJson {
            seconds: cpu.as_secs_f64(),
            about: format!("an input{origin} with {size}"),
            written: pair.as_ref().map(|pair| pair.display().to_string()),
            repeat: self.command(program, input, pair.as_deref()),
            found_by: self.typed(),
        })
    }

    /// Says that no counterexample to a program was found.
    pub fn survival_verdict(&self, program: usize, was_interrupted: bool) -> String {
        let how = if was_interrupted { "interrupted without a counterexample" } else { "no counterexample" };
        format!("{}: {how}\n", visible::line(self.name(program)))
    }

    /// Says that a counterexample to a program was found.
    pub fn counterexample_verdict(&self, program: usize, found: &Counterexample) -> String {
        let verdict = Colours::of_stdout().verdict(found.judged.report.verdict);
        format!("{}: counterexample, {}\n", visible::line(self.name(program)), verdict.trim_end())
    }

    /// Says on which sizes a program without a counterexample is right.
    pub fn survival(&self) -> String {
        match self.proved {
            Some(size) => format!("right on {size}\n"),
            None if self.args.generator.is_some() => String::new(),
            None => "no size was completed\n".to_owned(),
        }
    }

    /// Returns all as JSON.
    pub fn json(&self, programs: Vec<ProgramJson>) -> StressJson<'_> {
        let Searched { took, without_answer: (inputs, why), .. } = self.searched;
        StressJson {
            problem: Some(&*self.target.name).filter(|name| !name.is_empty()),
            seed: self.args.seed,
            programs,
            positions: self.counters.positions.load(Ordering::Relaxed),
            inputs: self.counters.inputs.load(Ordering::Relaxed),
            seconds: took.as_secs_f64(),
            without_answer: *inputs,
            why_without_answer: why.as_deref(),
        }
    }

    /// Returns a program without a counterexample as JSON.
    pub fn survivor_json(&self, program: usize, slowest: Option<SlowestJson>) -> ProgramJson {
        let (program, right_on) = (self.programs[program].name.clone(), self.proved.map(str::to_owned));
        ProgramJson { program, right_on, counterexample: None, slowest }
    }

    /// Returns a program with its counterexample as JSON.
    pub fn counterexample_json(
        &self,
        program: usize,
        found: &Counterexample,
        pair: Option<&Path>,
    ) -> ProgramJson {
        let Counterexample { judged, repeated, shrinking, .. } = found;
        let counterexample = CounterexampleJson {
            verdict: judged.report.verdict.short(),
            message: judged.report.message.clone(),
            input: String::from_utf8_lossy(&found.text).into_owned(),
            expected: String::from_utf8_lossy(&judged.expected).into_owned(),
            got: String::from_utf8_lossy(&judged.got).into_owned(),
            cases: found.cases,
            why: self.target.built_in.and_then(|problem| reason(self.target, problem, found)),
            runs: repeated.runs,
            failures: repeated.failures,
            deterministic: repeated.is_stable(),
            mistake: None,
            locations: Vec::new(),
            minimal: shrinking.is_some_and(|shrinking| shrinking.is_minimal),
            written: pair.map(|pair| pair.display().to_string()),
            repeat: self.command(program, &found.text, pair),
        };
        let program = self.programs[program].name.clone();
        ProgramJson { program, right_on: None, counterexample: Some(counterexample), slowest: None }
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
        if let Some(source) = self.programs[program].main_file() {
            let problem = self.target.built_in.as_ref();
            let problem =
                problem.map_or_else(String::new, |problem| format!("--problem {} ", problem.entry.slug));
            return match pair {
                Some(pair) => {
                    format!("toolkit check {problem}{} {}", shell::quoted(pair), shell::quoted(source))
                }
                None => self.typed(),
            };
        }
        let command = shell::line(&self.args.command);
        match pair {
            Some(pair) => format!("{command} < {}", shell::quoted(pair)),
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
        let mut words: Vec<OsString> = std::env::args_os().skip(1).collect();
        let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
        let mut options = words[..end].iter().map(|word| word.as_encoded_bytes());
        if options.all(|option| option != b"--seed" && !option.starts_with(b"--seed=")) {
            words.splice(end..end, ["--seed".into(), self.args.seed.to_string().into()]);
        }
        format!("toolkit {}", shell::line(words))
    }
}

/// Returns whether `printf` prints an input unchanged, apart from line ends.
fn is_plain(input: &[u8]) -> bool {
    input.iter().all(|&byte| byte.is_ascii_graphic() && !b"%\\'".contains(&byte) || b" \n".contains(&byte))
}

/// Returns what decides the first case with a wrong answer.
fn reason(target: &Tried, problem: BuiltIn, found: &Counterexample) -> Option<String> {
    let TrialResult { report, expected, got, .. } = &*found.judged;
    let is_wrong = report.verdict == Verdict::WrongAnswer;
    let case = is_wrong.then(|| first_difference(target.records(), expected, got)).flatten()? as u64 + 1;
    let reason = problem.reason(found.text.clone(), case)?;
    Some(if found.cases == Some(1) { reason } else { format!("case {case}: {reason}") })
}

/// Returns the number of lines; the last may lack its end.
fn lines_of(input: &[u8]) -> usize {
    input.split_inclusive(|&byte| byte == b'\n').count()
}

/// Says how far an input was shrunk.
fn minimum(shrinking: Shrinking, found: &Counterexample) -> String {
    let Shrinking { is_minimal, steps, runs } = shrinking;
    let size = match found.cases {
        Some(cases) => say::counted(cases, "case"),
        None => say::counted(lines_of(&found.text), "line"),
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
