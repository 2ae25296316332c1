//! An attempt of a program at a test, in one pass or in several.

use std::path::Path;
use std::time::Duration;

use super::Workers;
use crate::error::Result;
use crate::interactive::interactor::next_pass;
use crate::report::results::TestReport;
use crate::selected_test::SelectedTest;
use nim_ground::content::Content;
use nim_ground::limits::Limits;
use nim_ground::private;
use nim_sandbox::run::{Launch, RunResult, Runner, Stopped};
use nim_task::verdict::Verdict;

/// One attempt of a program at a test.
#[derive(Clone)]
pub struct Attempt {
    pub cpu: Duration,
    pub stopped: Option<Stopped>,
    /// The result; `None` where only the time matters.
    pub result: Option<TestReport>,
}

impl Attempt {
    pub fn is_accepted(&self) -> bool {
        self.result.as_ref().is_some_and(|result| result.verdict == Verdict::Accepted)
    }

    /// Returns the reason why the verdict may be the machine's fault: the program did not run for some time, or the machine had too little
    /// memory.
    pub fn doubt(&self) -> Option<&str> {
        let result = self.result.as_ref()?;
        let is_doubtful = match self.stopped? {
            Stopped::Wall => result.verdict != Verdict::MemoryLimit && result.cpu_ms <= result.limit_ms?,
            Stopped::Starved => result.verdict == Verdict::JudgeError,
            _ => false,
        };
        is_doubtful.then_some(&result.message)
    }

    /// Adds the transcript of a second attempt, made after this one failed. Its verdict counts if this one's may be due to the direct
    /// connection: the judge then only estimates outputs, does not see which side has closed its input, and programs can change the shared
    /// pipe.
    pub fn told_again(mut self, again: Self) -> Self {
        let (Some(first), Some(told)) = (&mut self.result, &again.result) else { return self };
        if matches!(first.verdict, Verdict::OutputLimit | Verdict::JudgeError) {
            return again;
        }
        first.transcript.clone_from(&told.transcript);
        // An attempt that took too long through the judge proves nothing.
        if told.verdict != first.verdict && again.doubt().is_none() {
            let verdict = told.verdict.short();
            first.add_to_message(&format!("run again for the dialogue, with another result: {verdict}"));
        }
        self
    }

    /// Adds the attempts before this one; each has the limits for itself, so that the largest amounts count.
    pub fn after(mut self, before: Option<Self>) -> Self {
        let Some(before) = before else { return self };
        if let (Some(before), Some(result)) = (before.result, &mut self.result) {
            result.cpu_ms = result.cpu_ms.max(before.cpu_ms);
            result.wall_ms += before.wall_ms;
            result.memory_kib = result.memory_kib.max(before.memory_kib);
        }
        Self { cpu: self.cpu.max(before.cpu), ..self }
    }

    /// Names the pass in the message of a failure; a pass after the last one is the judge's failure.
    fn name_pass(&mut self, pass: u32, passes: u32, goes_on: bool) {
        let Some(result) = &mut self.result else { return };
        if goes_on && pass == passes {
            result.verdict = Verdict::JudgeError;
            result.score = result.score.map(|_| 0.0);
            result.message = format!("the validator asks for more than {passes} passes");
        } else if passes > 1 && result.verdict != Verdict::Accepted {
            result.message = format!("pass {pass}: {}", result.message);
        }
    }
}

/// The attempts of one program at one test.
pub struct Attempts<'r, 'a, 's> {
    pub case: &'r SelectedTest<'a>,
    pub workers: &'r mut Workers<'s>,
    /// Starts a runner of the program.
    pub launch: &'r Launch<'s>,
    pub watched: Limits,
    /// Whether an attempt before has failed for a reason that may be the machine's.
    pub is_repeat: bool,
    pub answer: &'r Content,
    pub blank: &'r TestReport,
}

impl<'s> Attempts<'_, '_, 's> {
    /// Returns the runner of the program.
    pub fn program(&mut self) -> Result<&mut (dyn Runner + 's)> {
        let (_, program) = self.workers.program.as_mut().ok_or("the program was not started")?;
        Ok(program.as_mut())
    }

    /// Makes an attempt in passes: on the test's input, then on the files that the validator or interactor leaves in a folder that lasts
    /// from pass to pass. `None` if the check was interrupted.
    pub fn in_passes(
        &mut self,
        prefix: &str,
        mut pass: impl FnMut(&mut Self, &Content, &Path) -> Result<Option<Attempt>>,
    ) -> Result<Option<Attempt>> {
        let passes = self.case.passes;
        let folder = private::folder(prefix)?;
        // The interactor must not be able to overwrite the next pass's program.
        let next = (passes > 1).then(|| private::folder("toolkit-pass-")).transpose()?;
        let mut input = self.case.test.input.clone();
        let mut whole = None;
        for number in 1..=passes {
            let Some(mut attempt) = pass(self, &input, folder.path())? else { return Ok(None) };
            let file = next.as_ref().map(|next| next.path().join(number.to_string()));
            let goes_on = match &file {
                Some(file) if attempt.is_accepted() => next_pass(folder.path(), file)?,
                _ => false,
            };
            attempt.name_pass(number, passes, goes_on);
            let attempt = attempt.after(whole);
            match file {
                Some(file) if goes_on && attempt.is_accepted() => input = Content::File(file),
                _ => return Ok(Some(attempt)),
            }
            whole = Some(attempt);
        }
        Ok(whole)
    }
}

/// Returns a result with the time and memory of a run.
pub fn measured(run: &RunResult, result: TestReport) -> TestReport {
    TestReport {
        cpu_ms: millis(run.cpu),
        wall_ms: millis(run.wall),
        memory_kib: run.memory.map(|bytes| bytes.div_ceil(1024)),
        ..result
    }
}

pub fn millis(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}
