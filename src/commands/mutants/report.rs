//! The report on mutants: survivors, tests, and the score.

use itertools::Itertools;
use serde::Serialize;

use super::cases::{Case, MutatedProgram, Outcome};
use super::equivalents::FILE;
use crate::terminal::say;
use crate::terminal::style::{Colours, Style};
use nim_ground::append::Append as _;
use nim_ground::visible;

/// The name and version of the schema.
pub const SCHEMA: &str = "toolkit-mutants/1";

/// The results of the command.
pub struct Findings {
    /// The problem or package, as the user named it.
    pub name: String,
    /// The programs whose mutants were run.
    pub programs: Vec<MutatedProgram>,
    /// The mutants of all programs.
    pub cases: Vec<Case>,
    /// The reasons why programs were not changed, although they should be accepted.
    pub rejected: Vec<String>,
    /// Notes on entries that fit no mutant.
    pub stale: Vec<String>,
    /// The names of the tests.
    pub tests: Vec<String>,
    /// The failures of the judge.
    pub failures: Vec<String>,
}

/// The number of mutants by their results.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Score {
    /// The number of all mutants.
    pub mutants: usize,
    /// The number that a test rejected.
    pub killed: usize,
    /// The number that passed all tests and are not marked.
    pub survived: usize,
    /// The number that passed all tests and are marked as equivalent.
    pub equivalent: usize,
    /// The number that do not compile.
    pub stillborn: usize,
    /// The number whose compiled form equals that of another program.
    pub equal: usize,
    /// The number that were not run.
    pub not_run: usize,
}

impl Score {
    /// Returns the percentage of killed mutants among those that could be, rounded down; `None` if there are none.
    pub fn percent(&self) -> Option<String> {
        let all = self.killed + self.survived;
        let tenths = (self.killed * 1000).checked_div(all)?;
        Some(format!("{}.{} %", tenths / 10, tenths % 10))
    }
}

#[derive(Serialize)]
struct TestJson<'f> {
    name: &'f str,
    kills: usize,
}

#[derive(Serialize)]
struct MutantJson<'f> {
    program: &'f str,
    file: &'f str,
    line: usize,
    operator: &'static str,
    before: &'f str,
    after: &'f str,
    #[serde(flatten)]
    outcome: Option<&'f Outcome>,
    /// The reason why the mutant is equivalent.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'f str>,
}

/// The JSON output.
#[derive(Serialize)]
pub struct FindingsJson<'f> {
    name: &'f str,
    score: Score,
    percent: Option<String>,
    tests: Vec<TestJson<'f>>,
    mutants: Vec<MutantJson<'f>>,
    notes: Vec<&'f str>,
}

impl Findings {
    /// Returns the counts of results.
    pub fn score(&self) -> Score {
        let mut score = Score { mutants: self.cases.len(), ..Score::default() };
        for case in &self.cases {
            *match &case.outcome {
                Some(Outcome::Killed { .. }) => &mut score.killed,
                Some(Outcome::Survived) if case.reason.is_some() => &mut score.equivalent,
                Some(Outcome::Survived) => &mut score.survived,
                Some(Outcome::Stillborn) => &mut score.stillborn,
                Some(Outcome::Equal { .. }) => &mut score.equal,
                None => &mut score.not_run,
            } += 1;
        }
        score
    }

    /// Returns whether no mutant survives unmarked, and all programs are accepted.
    pub fn is_good(&self) -> bool {
        self.rejected.is_empty() && self.failures.is_empty() && !self.cases.iter().any(Case::survives)
    }

    /// Returns the number of mutants that each test is the first to fail, in the order of the tests.
    fn kills(&self) -> Vec<(&str, usize)> {
        let killers = self.cases.iter().filter_map(|case| match &case.outcome {
            Some(Outcome::Killed { test, .. }) => Some(test),
            _ => None,
        });
        let kills = killers.counts();
        self.tests.iter().map(|name| (name.as_str(), kills.get(name).copied().unwrap_or(0))).collect()
    }

    fn notes(&self) -> impl Iterator<Item = &str> {
        [&self.rejected, &self.failures, &self.stale].into_iter().flatten().map(String::as_str)
    }

    /// Returns the report as JSON.
    pub fn json(&self) -> FindingsJson<'_> {
        let score = self.score();
        FindingsJson {
            name: &self.name,
            percent: score.percent(),
            score,
            tests: self.kills().into_iter().map(|(name, kills)| TestJson { name, kills }).collect(),
            mutants: self.cases.iter().map(|case| self.mutant_json(case)).collect(),
            notes: self.notes().collect(),
        }
    }

    fn mutant_json<'f>(&'f self, case: &'f Case) -> MutantJson<'f> {
        MutantJson {
            program: &self.programs[case.program].name,
            file: &case.path,
            line: case.line,
            operator: case.mutant.operator,
            before: &case.lines.0,
            after: &case.lines.1,
            outcome: case.outcome.as_ref(),
            reason: case.reason.as_deref(),
        }
    }

    /// Returns the report as text.
    pub fn text(&self) -> String {
        let (mut text, score) = (String::new(), self.score());
        let programs = say::counted(self.programs.len(), "program");
        let tests = say::counted(self.tests.len(), "test");
        let name = visible::line(&self.name);
        writeln!(text, "{name}: {tests}, {programs}, {}", say::counted(score.mutants, "mutant"));
        for note in self.notes() {
            writeln!(text, "  note: {}", visible::brief(note));
        }
        for case in self.cases.iter().filter(|case| case.survives()) {
            text.push_str(&block(case));
        }
        if score.survived > 0 {
            writeln!(
                text,
                "\nEach of these passes all tests: add a test, or the lines to {FILE} with # and a reason."
            );
        }
        self.add_tests(&mut text);
        let counts = [
            (score.killed, "killed"),
            (score.survived, "survived"),
            (score.equivalent, "marked as equivalent"),
            (score.stillborn, "not compiled"),
            (score.equal, "equal to another program"),
            (score.not_run, "not run"),
        ];
        let counts =
            counts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}"));
        if score.mutants > 0 {
            let mutants = say::counted(score.mutants, "mutant");
            writeln!(text, "{mutants}: {}", counts.format(", "));
        }
        if score.percent().is_some() { text + &self.verdict() } else { text }
    }

    /// Returns the line of the score.
    pub fn verdict(&self) -> String {
        let score = self.score();
        let of = format!("{} of {}", score.killed, score.killed + score.survived);
        let Some(percent) = score.percent() else { return "score: none, as no mutant was run\n".to_owned() };
        let style = if self.is_good() { Style::Green } else { Style::Red };
        format!("{}\n", Colours::of_stdout().paint(style, &format!("score: {percent} ({of})")))
    }

    /// Adds which tests are the first to fail mutants, and which never are.
    fn add_tests(&self, text: &mut String) {
        let kills = self.kills();
        let width = kills.iter().filter(|(_, kills)| *kills > 0).map(|(name, _)| visible::width(name)).max();
        let Some(width) = width else { return };
        text.push_str("\nMutants by the first test that they fail:\n");
        for (name, kills) in kills.iter().filter(|(_, kills)| *kills > 0) {
            let pad = " ".repeat(width - visible::width(name));
            writeln!(text, "  {}{pad} {kills:>5}", visible::line(name));
        }
        let idle =
            kills.iter().filter(|(_, kills)| *kills == 0).map(|(name, _)| visible::line(name)).collect_vec();
        if !idle.is_empty() {
            writeln!(text, "kill none that an earlier test does not: {}", idle.join(", "));
        }
        text.push('\n');
    }
}

/// Returns a mutant as an entry of the file of equivalent ones.
fn block(case: &Case) -> String {
    let mut block = format!("\n{}: {}\n", visible::line(&case.place()), case.mutant.operator);
    let colours = Colours::of_stdout();
    for (sign, style, lines) in [('-', Style::Red, &case.lines.0), ('+', Style::Green, &case.lines.1)] {
        let lines = if lines.trim().is_empty() { "\n" } else { lines };
        for line in lines.lines() {
            let line = format!("{sign} {}", visible::line(line));
            writeln!(block, "{}", colours.paint(style, line.trim_end()));
        }
    }
    block
}
