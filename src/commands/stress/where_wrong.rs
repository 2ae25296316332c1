//! Where a program goes wrong on the inputs of a search: it is run on these for some time, as its first failure says little of the others.

use std::cell::RefCell;
use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use itertools::Itertools as _;

use super::feed::{Feed, TrialInput};
use super::trial::{Outcome, Trial};
use crate::commands::check::further_inputs;
use crate::commands::check::locations::{RightAnswers, location};
use nim_ground::content::Content;
use nim_ground::limits::Limits;
use nim_inputs::conditions::Language;
use nim_judge::TestReport;
use nim_judge::answers::AnswerLayout;
use nim_judge::observed::AnswerObserver;
use nim_judge::records::Cases;
use nim_judge::report::results::Location;
use nim_judge::selected_test::OutputCheck;
use nim_task::verdict::Verdict;

/// The time for the runs, and for those that confirm what they show.
const TIME: Duration = Duration::from_secs(2);
const FOR_FURTHER: Duration = Duration::from_secs(1);
/// Most inputs, and most bytes of them and their answers.
const MOST_INPUTS: usize = 500;
const MOST_BYTES: usize = 16 << 20;

/// A program that fails, and the means to run it.
pub struct FailingProgram<'s, 'a> {
    /// Its place among the programs.
    pub program: usize,
    /// The means.
    pub trial: Trial<'a>,
    /// The limits of a run.
    pub limits: Limits,
    /// Set when the time is over or a signal has come.
    pub stop: &'s AtomicBool,
}

/// A run on an input.
struct InputRun {
    input: Content,
    answer: Content,
    report: TestReport,
}

impl FailingProgram<'_, '_> {
    /// Returns where it goes wrong, and on how many inputs of a feed.
    pub fn locations(mut self, feed: &mut dyn Feed) -> anyhow::Result<(Vec<Location>, usize)> {
        let runs = self.runs(feed)?;
        let layout = self.layout();
        let description = self.trial.target.about.as_ref();
        let compares = matches!(self.trial.check, OutputCheck::Compare(_));
        let answers = if description.is_some() && compares {
            RightAnswers::read(runs.iter().map(|run| (&run.answer, layout.clone())))?
        } else {
            RightAnswers::none(runs.len())
        };
        let inputs = runs.iter().map(|run| &run.input).collect_vec();
        let conditions = answers.conditions(description, &inputs)?;
        let outcomes = runs.iter().map(|run| answers.outcome(Some(&run.report))).collect_vec();
        let program = RefCell::new(&mut self);
        let lines = conditions.lines(&outcomes, Language::English, &|| {
            let Some(description) = description.filter(|_| compares) else { return Ok(Vec::new()) };
            let until = Instant::now() + FOR_FURTHER;
            let mut further = Vec::new();
            for input in further_inputs::make(description) {
                let text = input.bytes()?;
                let run = program.borrow_mut().run(&text, until).map_err(io::Error::other)?;
                let Some(InputRun { input, answer, report }) = run else { continue };
                further.push(answers.further_run(&input, &answer, &layout, &report)?);
            }
            Ok(further)
        })?;
        Ok((lines.into_iter().map(location).collect(), runs.len()))
    }

    fn layout(&self) -> AnswerLayout {
        let target = self.trial.target;
        let cases = target.built_in.as_ref().map_or(target as &dyn Cases, |problem| problem);
        AnswerLayout::new(Some(cases), false)
    }

    /// Runs the program on one input after another.
    fn runs(&mut self, feed: &mut dyn Feed) -> anyhow::Result<Vec<InputRun>> {
        let until = Instant::now() + TIME;
        let (mut runs, mut bytes) = (Vec::new(), 0);
        while runs.len() < MOST_INPUTS && bytes < MOST_BYTES {
            let Some(mut input) = feed.next() else { break };
            let begin = Instant::now();
            if !self.trial.generate(&mut input)? {
                break;
            }
            let TrialInput { text, origin } = input;
            bytes += text.len();
            let run = self.run(&text, until)?;
            feed.done(origin, begin.elapsed(), run.is_some());
            runs.extend(run);
            if Instant::now() > until || self.stop.load(Ordering::Relaxed) {
                break;
            }
        }
        Ok(runs)
    }

    /// Runs the program on an input; `None` where that has no right answer or is refused, or the time is over.
    fn run(&mut self, text: &[u8], until: Instant) -> anyhow::Result<Option<InputRun>> {
        if Instant::now() > until {
            return Ok(None);
        }
        let limits = self.limits;
        let Outcome::Done(judged) = self.trial.try_input(self.program, text, &limits)? else {
            return Ok(None);
        };
        if judged.is_failure() && self.trial.refusal(text)?.is_some() {
            return Ok(None);
        }
        let (answer, mut report) = (Content::from(judged.expected), judged.report);
        if report.verdict == Verdict::WrongAnswer {
            let mut observer = AnswerObserver::new(&answer, &self.layout())?;
            observer.write_all(&judged.got)?;
            report.answers = Some(observer.finish()?);
        }
        Ok(Some(InputRun { input: Content::from(text), answer, report }))
    }
}
