//! From a failure to a counterexample: it is repeated, to see whether the program is deterministic, and then shrunk.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::search::{Failed, count};
use super::trial::{Judged, Outcome, Trial};
use nim_ground::limits::Limits;
use nim_inputs::document::Document;
use nim_inputs::shrink::{only_case, shrink};
use nim_judge::records::{ProblemHooks, Records};
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
    pub judged: Box<Judged>,
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

/// The smallest input found.
struct Smaller {
    document: Document,
    judged: Box<Judged>,
    shrinking: Shrinking,
}

/// Confirms and shrinks failures, until its time is over.
pub struct Shrinker<'s, 'a> {
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
        let Failed { task, judged } = failed;
        let (repeated, again) = self.repeat(&task.text, &judged, 4)?;
        let document = Document::parse(&self.trial.target.about, &task.text).ok();
        let mut found = Counterexample {
            text: task.text,
            cases: document.as_ref().map(Document::cases),
            judged: again.unwrap_or(judged),
            repeated,
            shrinking: None,
        };
        let Some(document) = document else { return Ok(found) };
        let single = self.suspect(&document, &found.judged);
        if !repeated.is_stable() {
            self.isolate(single.as_ref(), &mut found)?;
            return Ok(found);
        }
        let limits = self.limits;
        let short = self.short_limits();
        let is_slow = found.judged.verdict == Verdict::TimeLimit;
        let mut smallest = (document.clone(), found.judged.clone());
        if let Some(single) = single
            && let Some(judged) = self.failure(&single, if is_slow { &short } else { &limits })?
        {
            smallest = (single, judged);
        }
        let mut shrunk = self.shrink(smallest, &short, is_slow)?;
        if is_slow {
            match self.failure(&shrunk.document, &limits)? {
                Some(judged) => shrunk.judged = judged,
                // It takes long without hanging: only the whole limit tells.
                None => shrunk = self.shrink((document, found.judged.clone()), &limits, is_slow)?,
            }
        }
        found.shrinking = Some(shrunk.shrinking);
        let text = shrunk.document.text(&self.trial.target.about);
        if text != found.text {
            let (again, _) = self.repeat(&text, &shrunk.judged, 1)?;
            found.repeated = if again.runs > 0 { again } else { repeated };
            found.cases = Some(shrunk.document.cases());
            found.text = text;
            found.judged = shrunk.judged;
        }
        Ok(found)
    }

    /// Returns the input of the one case on which a program seems to fail.
    fn suspect(&self, document: &Document, judged: &Judged) -> Option<Document> {
        let target = self.trial.target;
        let case = first_difference(target.records(), &judged.expected, &judged.got)?;
        let single = only_case(&target.about, document, case)?;
        (document.cases() > 1 && single.cases() == 1).then_some(single)
    }

    /// Runs the program on an input again and again, for a part of the time that is left; also returns a run that failed.
    fn repeat(
        &mut self,
        text: &[u8],
        first: &Judged,
        part: u32,
    ) -> anyhow::Result<(Repeated, Option<Box<Judged>>)> {
        let mut repeated = Repeated::default();
        let mut failure = None;
        // What a killed program has written by then is of no account.
        let is_complete = |judged: &Judged| judged.verdict == Verdict::WrongAnswer;
        let until = Instant::now() + self.deadline.saturating_duration_since(Instant::now()) / part;
        for run in 0..REPEATS {
            if run > 0 && Instant::now() > until {
                break;
            }
            let limits = self.limits;
            let Outcome::Judged(judged) = self.trial.try_input(text, &limits)? else { break };
            repeated.runs += 1;
            if judged.is_failure() {
                repeated.failures += 1;
                repeated.differ |= is_complete(first) && judged.got != first.got;
                failure.get_or_insert(judged);
            }
        }
        Ok((repeated, failure))
    }

    /// Takes one case instead of the whole input, if it fails in some runs.
    fn isolate(&mut self, single: Option<&Document>, found: &mut Counterexample) -> anyhow::Result<()> {
        let Some(single) = single else { return Ok(()) };
        let text = single.text(&self.trial.target.about);
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
    fn shrink(
        &mut self,
        (document, mut last): (Document, Box<Judged>),
        limits: &Limits,
        is_slow: bool,
    ) -> anyhow::Result<Smaller> {
        let target = self.trial.target;
        let (deadline, stop, whole) = (self.deadline, self.stop, self.limits);
        let mut error = None;
        let mut has = |text: &[u8]| {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let mut outcome = self.trial.try_input(text, limits);
            // A program that seems to hang where it did not before gets the whole time.
            if let Ok(Outcome::Judged(judged)) = &outcome
                && judged.verdict == Verdict::TimeLimit
                && !is_slow
            {
                outcome = self.trial.try_input(text, &whole);
            }
            match outcome {
                Ok(Outcome::Judged(judged)) if judged.is_failure() => {
                    last = judged;
                    Some(true)
                }
                // Without a right answer, it is no input of the problem.
                Ok(Outcome::Judged(_) | Outcome::NoAnswer(_)) => Some(false),
                Ok(Outcome::Interrupted) => None,
                Err(why) => {
                    error = Some(why);
                    None
                }
            }
        };
        let shrunk = shrink(&target.about, document, deadline, &mut has);
        let shrinking = Shrinking { is_minimal: shrunk.is_minimal, steps: shrunk.steps, runs: shrunk.tried };
        error.map_or(Ok(Smaller { document: shrunk.document, judged: last, shrinking }), Err)
    }

    /// Runs the program on an input; returns the run if it failed.
    fn failure(&mut self, document: &Document, limits: &Limits) -> anyhow::Result<Option<Box<Judged>>> {
        let text = document.text(&self.trial.target.about);
        Ok(match self.trial.try_input(&text, limits)? {
            Outcome::Judged(judged) => Some(judged).filter(|judged| judged.is_failure()),
            Outcome::NoAnswer(_) | Outcome::Interrupted => None,
        })
    }
}

/// Returns the index of the first record in which two outputs differ.
pub fn first_difference(records: Records, expected: &[u8], got: &[u8]) -> Option<usize> {
    let same = expected.iter().zip(got).take_while(|(one, other)| one == other).count();
    let begun = expected[..same].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let before = usize::try_from(count(records, &expected[..begun])).ok()?;
    let next = expected[begun..].split(|&byte| byte == b'\n').next()?;
    if records == Records::Whole {
        return Some(0);
    }
    if count(records, next) > 0 { Some(before) } else { before.checked_sub(1) }
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
