//! What a search has found, told program by program: counterexamples are shrunk first, and it is looked where the program goes wrong.

use std::io::{self, Write as _};
use std::time::{Duration, Instant};

use super::counterexample::{Counterexample, Shrinker};
use super::feed::Feed;
use super::mistake;
use super::progress::watch;
use super::report::{FailureReport, ProgramJson, SCHEMA};
use super::search::Failed;
use super::trial::Trial;
use super::where_wrong::FailingProgram;
use crate::exit::Exit;
use crate::system::clock::Clock;
use crate::system::interruption::Interruption;
use crate::terminal::streams::Stdout;
use nim_ground::limits::Limits;
use nim_judge::Options;
use nim_task::verdict::Verdict;

/// What a search has found, and the means to tell more of it.
pub struct Findings<'s, 'a> {
    /// What is told.
    pub report: FailureReport<'s>,
    /// The settings.
    pub options: &'s Options,
    /// The clock of the command.
    pub clock: &'s Clock,
    /// The signals that came.
    pub interruption: &'s Interruption,
    /// The limits of a run.
    pub limits: Limits,
    /// Prepares the means to run programs.
    pub start: &'s dyn Fn() -> anyhow::Result<Trial<'a>>,
    /// Makes the inputs of the search from their beginning.
    pub feed: &'s dyn Fn() -> Box<dyn Feed + 's>,
}

/// What is told of a program, and why something was not kept.
type Told = (ProgramJson, Option<anyhow::Error>);

impl Findings<'_, '_> {
    /// Tells of all programs.
    pub fn tell(&self, failures: Vec<Option<Failed>>) -> anyhow::Result<Exit> {
        let exit = if failures.iter().any(Option::is_some) { Exit::NotAccepted } else { Exit::Success };
        let mut programs = Vec::new();
        let mut not_written = None;
        for (program, failure) in failures.into_iter().enumerate() {
            let (json, error) = match failure {
                Some(failed) => self.failed(program, failed)?,
                None => self.survived(program)?,
            };
            programs.push(json);
            not_written = not_written.or(error);
        }
        let FailureReport { args, .. } = self.report;
        let json = self.report.json(programs);
        unless_closed(args.screen.answer(SCHEMA, &json, String::new, || self.report.counts()))?;
        if let Some(error) = not_written {
            let what = if exit == Exit::Success { "the slowest input" } else { "a counterexample" };
            return Err(error.context(format!("{what} was found, but is not kept")));
        }
        Ok(self.interruption.exit().unwrap_or(exit))
    }

    /// Tells of a program without a counterexample.
    fn survived(&self, program: usize) -> anyhow::Result<Told> {
        let FailureReport { args, searched, .. } = self.report;
        let verdict = self.report.survival_verdict(program, self.is_interrupted());
        print(&args.screen.shown(|| verdict.clone(), || verdict.clone() + &self.report.survival()))?;
        let slowest = searched.slowest[program].as_ref();
        let slowest = slowest.map(|slowest| self.report.slowest(program, slowest)).transpose();
        let (slowest, not_written) = match slowest {
            Ok(slowest) => (slowest, None),
            Err(error) => (None, Some(error)),
        };
        if let Some(slowest) = &slowest {
            print(&args.screen.shown(String::new, || slowest.text()))?;
        }
        Ok((self.report.survivor_json(program, slowest), not_written))
    }

    /// Tells of a counterexample.
    fn failed(&self, program: usize, failed: Failed) -> anyhow::Result<Told> {
        let FailureReport { args, searched, .. } = self.report;
        let limits = self.limits;
        let time = self.time();
        let (deadline, longest, stop) = (Instant::now() + time, searched.longest, &*self.clock.stop);
        let mut shrinker = Shrinker { program, trial: (self.start)()?, limits, longest, deadline, stop };
        let found = self.watch(|| shrinker.run(failed))?;
        // It is shown first: a disk that is full by now must not lose it.
        let written = self.report.write_pair(&found);
        let pair = written.as_ref().ok().and_then(|pair| pair.as_deref());
        print(&args.screen.shown(
            || self.report.counterexample_verdict(program, &found),
            || self.report.counterexample(program, &found, pair),
        ))?;
        let mut json = self.report.counterexample_json(program, &found, pair);
        self.tell_more(program, &found, &mut json)?;
        Ok((json, written.err()))
    }

    /// Tells which mistake a program makes, and where it goes wrong: on the tests of the problem, else on the inputs of the search.
    fn tell_more(
        &self,
        program: usize,
        found: &Counterexample,
        json: &mut ProgramJson,
    ) -> anyhow::Result<()> {
        let FailureReport { args, target, programs, .. } = self.report;
        let is_wrong = found.judged.report.verdict == Verdict::WrongAnswer;
        if is_wrong && mistake::is_sought(args, target) && !self.is_interrupted() {
            let checked =
                self.watch(|| mistake::find(args, target, &programs[program], self.options, self.clock))?;
            if let Some(checked) = &checked {
                print(&args.screen.shown(String::new, || mistake::lines(checked, target)))?;
            }
            json.add_checked(checked);
        }
        if json.has_location() || self.is_interrupted() {
            return Ok(());
        }
        let (trial, limits, stop) = ((self.start)()?, self.limits, &*self.clock.stop);
        let failing = FailingProgram { program, trial, limits, stop };
        let (locations, inputs) = self.watch(|| failing.locations(&mut *(self.feed)()))?;
        print(&args.screen.shown(String::new, || mistake::lines_of_search(&locations, inputs)))?;
        json.add_locations(locations);
        Ok(())
    }

    /// Does some work in the time of a program.
    fn watch<T>(&self, work: impl FnOnce() -> anyhow::Result<T>) -> anyhow::Result<T> {
        self.clock.give(self.time());
        watch(self.clock, self.report.counters, work)?
    }

    /// Returns the time for each thing that is told of a program.
    fn time(&self) -> Duration {
        self.report.args.time / 2 / u32::try_from(self.report.programs.len()).unwrap_or(u32::MAX)
    }

    fn is_interrupted(&self) -> bool {
        self.interruption.exit().is_some()
    }
}

/// Prints a text, unless the output is closed.
fn print(text: &str) -> anyhow::Result<()> {
    unless_closed(Stdout.write_all(text.as_bytes()))
}

fn unless_closed(printed: io::Result<()>) -> anyhow::Result<()> {
    match printed {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}
