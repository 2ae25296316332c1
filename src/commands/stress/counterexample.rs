//! From a failure to a counterexample: it is repeated, to see whether the program is deterministic, and then shrunk.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::search::Failed;
use super::trial::{Outcome, Trial, TrialResult};
use nim_ground::limits::Limits;
use nim_inputs::Description;
use nim_inputs::document::Document;
use nim_inputs::shrink::{Property, Shrunk, ShrunkText, only_case, shrink, shrink_text};
use nim_judge::records::{Cases, Records};
use nim_task::verdict::Verdict;

/// Runs by which a failure is confirmed.
const REPEATS: u32 = 10;
/// Least CPU time after which a program counts as hanging while an input is shrunk.
const SHORT: Duration = Duration::from_millis(100);

/// An input on which the program fails.
pub struct Counterexample {
    /// The input.
    pub text: Vec<u8>,
    /// The number of its cases, where it is known.
    pub cases: Option<usize>,
    /// The run.
    pub judged: Box<TrialResult>,
    /// How it was confirmed.
    pub repeated: Repeated,
    /// How it was shrunk; `None` where it was not.
    pub shrinking: Option<Shrinking>,
}

/// Repeated runs on one input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Repeated {
    /// Runs.
    pub runs: u32,
    /// Runs that failed.
    pub failures: u32,
    /// Whether the outputs were not the same.
    pub differ: bool,
}

impl Repeated {
    /// Returns whether the program did the same in every run.
    pub fn is_stable(self) -> bool {
        self.failures == self.runs && !self.differ
    }
}

/// How an input was shrunk.
#[derive(Clone, Copy, Debug)]
pub struct Shrinking {
    /// Whether every single step from it was tried.
    pub is_minimal: bool,
    /// The number of steps.
    pub steps: usize,
    /// Runs.
    pub runs: usize,
}

/// An input that is shrunk: by its grammar, where that is known.
#[derive(Clone)]
enum FailingInput<'a> {
    Document(&'a Description, Document),
    Text(Vec<u8>),
}

impl<'a> FailingInput<'a> {
    fn new(about: Option<&'a Description>, text: &[u8]) -> Self {
        let document =
            about.and_then(|about| Some(Self::Document(about, Document::parse(about, text).ok()?)));
        document.unwrap_or_else(|| Self::Text(text.to_vec()))
    }

    fn text(&self) -> Vec<u8> {
        match self {
            Self::Document(about, document) => document.text(about),
            Self::Text(text) => text.clone(),
        }
    }

    fn cases(&self) -> Option<usize> {
        match self {
            Self::Document(_, document) => Some(document.cases()),
            Self::Text(_) => None,
        }
    }

    /// Returns the input that has one case alone.
    fn only_case(&self, case: usize) -> Option<Self> {
        let Self::Document(about, document) = self else { return None };
        let single = only_case(about, document, case)?;
        (document.cases() > 1 && single.cases() == 1).then_some(Self::Document(about, single))
    }

    fn shrink(self, deadline: Instant, has: &mut Property<'_>) -> (Self, Shrinking) {
        match self {
            Self::Document(about, document) => {
                let Shrunk { document, is_minimal, steps, tried: runs } =
                    shrink(about, document, deadline, has);
                (Self::Document(about, document), Shrinking { is_minimal, steps, runs })
            }
            Self::Text(text) => {
                let ShrunkText { text, is_minimal, steps, tried: runs } = shrink_text(&text, deadline, has);
                (Self::Text(text), Shrinking { is_minimal, steps, runs })
            }
        }
    }
}

/// The smallest input found.
struct Smaller<'a> {
    input: FailingInput<'a>,
    judged: Box<TrialResult>,
    shrinking: Shrinking,
}

/// Confirms and shrinks the failures of a program, until its time is over.
pub struct Shrinker<'s, 'a> {
    /// The program.
    pub program: usize,
    /// The means to try inputs.
    pub trial: Trial<'a>,
    /// The limits of a run.
    pub limits: Limits,
    /// The CPU time of the longest small run that was accepted.
    pub longest: Duration,
    /// When the time is over.
    pub deadline: Instant,
    /// Set when the time is over or a signal has come.
    pub stop: &'s AtomicBool,
}

impl Shrinker<'_, '_> {
    /// Makes a counterexample of a failure.
    pub fn run(&mut self, failed: Failed) -> anyhow::Result<Counterexample> {
        let Failed { text, judged } = failed;
        let (repeated, again) = self.repeat(&text, &judged, 4)?;
        let input = FailingInput::new(self.trial.target.about.as_ref(), &text);
        let judged = again.unwrap_or(judged);
        let mut found = Counterexample { text, cases: input.cases(), judged, repeated, shrinking: None };
        let case = first_difference(self.trial.target.records(), &found.judged.expected, &found.judged.got);
        let single = case.and_then(|case| input.only_case(case));
        if !repeated.is_stable() {
            self.isolate(single.as_ref(), &mut found)?;
            return Ok(found);
        }
        let limits = self.limits;
        let short = self.short_limits();
        let is_slow = found.judged.report.verdict == Verdict::TimeLimit;
        let mut smallest = (input.clone(), found.judged.clone());
        if let Some(single) = single
            && let Some(judged) = self.failure(&single, if is_slow { &short } else { &limits })?
        {
            smallest = (single, judged);
        }
        let mut shrunk = self.shrink(smallest, &short, is_slow)?;
        if is_slow {
            match self.failure(&shrunk.input, &limits)? {
                Some(judged) => shrunk.judged = judged,
                // It takes long without hanging: only the whole limit tells.
                None => shrunk = self.shrink((input, found.judged.clone()), &limits, is_slow)?,
            }
        }
        found.shrinking = Some(shrunk.shrinking);
        let text = shrunk.input.text();
        if text != found.text {
            let (again, _) = self.repeat(&text, &shrunk.judged, 1)?;
            found.repeated = if again.runs > 0 { again } else { repeated };
            found.cases = shrunk.input.cases();
            found.text = text;
            found.judged = shrunk.judged;
        }
        Ok(found)
    }

    fn try_input(&mut self, text: &[u8], limits: &Limits) -> anyhow::Result<Outcome<Box<TrialResult>>> {
        self.trial.try_input(self.program, text, limits)
    }

    /// Runs the program on an input again and again, for a part of the time that is left; also returns a run that failed.
    fn repeat(
        &mut self,
        text: &[u8],
        first: &TrialResult,
        part: u32,
    ) -> anyhow::Result<(Repeated, Option<Box<TrialResult>>)> {
        let mut repeated = Repeated::default();
        let mut failure = None;
        // What a killed program has written by then is of no account.
        let is_complete = first.report.verdict == Verdict::WrongAnswer;
        let until = Instant::now() + self.deadline.saturating_duration_since(Instant::now()) / part;
        for run in 0..REPEATS {
            if run > 0 && Instant::now() > until {
                break;
            }
            let limits = self.limits;
            let Outcome::Done(judged) = self.try_input(text, &limits)? else { break };
            repeated.runs += 1;
            if judged.is_failure() {
                repeated.failures += 1;
                repeated.differ |= is_complete && judged.got != first.got;
                failure.get_or_insert(judged);
            }
        }
        Ok((repeated, failure))
    }

    /// Takes one case instead of the whole input, if it fails in some runs.
    fn isolate(
        &mut self,
        single: Option<&FailingInput<'_>>,
        found: &mut Counterexample,
    ) -> anyhow::Result<()> {
        let Some(single) = single else { return Ok(()) };
        let text = single.text();
        let (repeated, judged) = self.repeat(&text, &found.judged, 1)?;
        if let Some(judged) = judged {
            let repeated = Repeated { differ: true, ..repeated };
            *found = Counterexample { text, cases: Some(1), judged, repeated, shrinking: None };
        }
        Ok(())
    }

    /// Limits by which a hang shows soon.
    fn short_limits(&self) -> Limits {
        let cpu = SHORT.max(self.longest * 5).min(self.limits.cpu);
        Limits { cpu, wall: (cpu * 3).min(self.limits.wall), ..self.limits }
    }

    /// Shrinks an input as long as the program fails on it.
    fn shrink<'d>(
        &mut self,
        (input, mut last): (FailingInput<'d>, Box<TrialResult>),
        limits: &Limits,
        is_slow: bool,
    ) -> anyhow::Result<Smaller<'d>> {
        // Without a grammar, an input may have become none of the problem.
        let is_doubtful = matches!(input, FailingInput::Text(_));
        let ends = is_doubtful && self.trial.ends_in_time(&input.text(), &last.expected, limits)?;
        let (deadline, verdict) = (self.deadline, last.report.verdict);
        let mut error = None;
        let mut has = |text: &[u8]| match self.still_fails(text, limits, is_slow) {
            Err(why) => {
                error = Some(why);
                None
            }
            Ok(None) => None,
            Ok(Some(Outcome::Done(judged))) if judged.is_failure() => {
                let is_like = !is_doubtful
                    || judged.report.verdict == verdict
                        && judged.expected.is_empty() == last.expected.is_empty()
                        && (!ends
                            || self.trial.ends_in_time(text, &judged.expected, limits).unwrap_or(false));
                if is_like {
                    last = judged;
                }
                Some(is_like)
            }
            // Without a right answer, it is no input of the problem.
            Ok(Some(Outcome::Done(_) | Outcome::NoAnswer { .. })) => Some(false),
            Ok(Some(Outcome::Interrupted)) => None,
        };
        let (input, shrinking) = input.shrink(deadline, &mut has);
        error.map_or(Ok(Smaller { input, judged: last, shrinking }), Err)
    }

    /// Tries an input, unless the time is over; one that the validator refuses has no answer.
    fn still_fails(
        &mut self,
        text: &[u8],
        limits: &Limits,
        is_slow: bool,
    ) -> anyhow::Result<Option<Outcome<Box<TrialResult>>>> {
        if self.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let mut outcome = self.try_input(text, limits)?;
        // A program that seems to hang where it did not before gets the whole time.
        if let Outcome::Done(judged) = &outcome
            && judged.report.verdict == Verdict::TimeLimit
            && !is_slow
        {
            let whole = self.limits;
            outcome = self.try_input(text, &whole)?;
        }
        let is_failure = matches!(&outcome, Outcome::Done(judged) if judged.is_failure());
        Ok(Some(match is_failure.then(|| self.trial.refusal(text)).transpose()?.flatten() {
            Some(why) => Outcome::NoAnswer { why, is_failure: false },
            None => outcome,
        }))
    }

    /// Runs the program on an input; returns the run if it failed.
    fn failure(
        &mut self,
        input: &FailingInput<'_>,
        limits: &Limits,
    ) -> anyhow::Result<Option<Box<TrialResult>>> {
        Ok(match self.try_input(&input.text(), limits)? {
            Outcome::Done(judged) => Some(judged).filter(|judged| judged.is_failure()),
            Outcome::NoAnswer { .. } | Outcome::Interrupted => None,
        })
    }
}

/// Returns the index of the first record in which two outputs differ.
pub fn first_difference(records: Records, expected: &[u8], got: &[u8]) -> Option<usize> {
    let same = expected.iter().zip(got).take_while(|(one, other)| one == other).count();
    let begun = expected[..same].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let before = usize::try_from(records.count(&expected[..begun])).ok()?;
    let next = expected[begun..].split(|&byte| byte == b'\n').next()?;
    if records == Records::Whole {
        return Some(0);
    }
    if records.count(next) > 0 { Some(before) } else { before.checked_sub(1) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nim_judge::records::Records;

    #[test]
    fn the_case_of_a_difference_is_found() {
        let lines =
            |expected: &str, got: &str| first_difference(Records::Lines, expected.as_bytes(), got.as_bytes());
        assert_eq!(lines("a\nb\nc\n", "x\n"), Some(0));
        assert_eq!(lines("a\nb\nc\n", "a\nx\nc\n"), Some(1));
        assert_eq!(lines("a\nb\nc\n", "a\nb\n"), Some(2));
        let blocks = Records::Blocks(&["Yes", "No"]);
        assert_eq!(first_difference(blocks, b"No\nYes\n1 2\n3 4\nNo\n", b"No\nYes\n1 2\n3 5\nNo\n"), Some(1));
    }
}
