//! The processes of the judged program that take part in a dialogue: one, or as many as a manager talks with or a controller starts.

use std::ops::Add;
use std::time::{Duration, Instant};

use super::side::Side;
use crate::error::Result;
use crate::run_verdict::{over_time, run_verdict};
use nim_ground::limits::Limits;
use nim_sandbox::run::{Ended, RunResult, Stopped, Waiting};
use nim_task::verdict::Verdict;

/// A process of the program.
pub struct Process<'r> {
    pub side: Side<'r>,
    /// When it ended.
    pub ended: Option<Instant>,
    /// When it closed its output without having ended.
    pub silent: Option<Instant>,
    /// When the interactor closed what this process reads.
    pub left: Option<Instant>,
}

/// All processes of the program.
pub struct Processes<'r> {
    pub all: Vec<Process<'r>>,
    limits: &'r Limits,
    sums: Sums,
}

/// The amounts of processes that are added up; of the others, the most counts.
#[derive(Clone, Copy, Default)]
pub struct Sums {
    /// CPU time, whose limit is then that of all together.
    pub cpu: bool,
    pub wall: bool,
    pub memory: bool,
}

impl<'r> Process<'r> {
    fn new(side: Side<'r>) -> Self {
        Self { side, ended: None, silent: None, left: None }
    }

    fn is_late(&self) -> bool {
        self.side.result.is_none() && self.side.run.is_late()
    }
}

impl<'r> Processes<'r> {
    /// Takes the sides of the processes, each of which has these limits.
    pub fn new(sides: Vec<Side<'r>>, limits: &'r Limits, sums: Sums) -> Self {
        Self { all: sides.into_iter().map(Process::new).collect(), limits, sums }
    }

    /// Adds a process.
    pub fn add(&mut self, side: Side<'r>) {
        self.all.push(Process::new(side));
    }

    /// Returns the number of a process, from 0, where there are several.
    pub fn number(&self, index: usize) -> Option<usize> {
        (self.all.len() > 1).then_some(index)
    }

    /// Returns whether all have ended.
    pub fn have_ended(&self) -> bool {
        self.all.iter().all(|process| process.side.result.is_some())
    }

    /// Returns when the last of them ended, after all have.
    pub fn ended(&self) -> Option<Instant> {
        self.all.iter().map(|process| process.ended).max().flatten().filter(|_| self.have_ended())
    }

    /// Returns the results of those that have ended, with their places.
    fn results(&self) -> impl Iterator<Item = (usize, &RunResult)> {
        self.all
            .iter()
            .enumerate()
            .filter_map(|(index, process)| Some((index, process.side.result.as_ref()?)))
    }

    /// Returns whether one was stopped for this reason.
    pub fn was_stopped(&self, why: &[Stopped]) -> bool {
        self.results().any(|(_, result)| result.stopped.is_some_and(|stopped| why.contains(&stopped)))
    }

    /// Kills those that run.
    ///
    /// # Errors
    /// When a sandbox fails.
    pub fn kill(&mut self, why: Stopped) -> Result<()> {
        for process in self.all.iter_mut().filter(|process| process.side.result.is_none()) {
            process.side.run.kill(why)?;
        }
        Ok(())
    }

    /// Returns what they wait for, where those that run all wait for the same.
    pub fn waiting(&self) -> Waiting {
        let running = self.all.iter().filter(|process| process.side.result.is_none());
        let mut waits = running.map(|process| process.side.waiting());
        let first = waits.next().unwrap_or(Waiting::Nothing);
        waits.fold(first, |all, one| if one == all { all } else { Waiting::Nothing })
    }

    /// Excludes the time of the interactor, and of other processes, from the wall-clock limits of those that would be too late.
    pub fn extend_deadlines(&mut self, partner: impl Fn() -> Duration) {
        if !self.all.iter().any(Process::is_late) {
            return;
        }
        let partner = partner();
        let spent: Vec<Duration> = self.all.iter().map(|process| process.side.spent()).collect();
        for (index, process) in self.all.iter_mut().enumerate().filter(|(_, process)| process.is_late()) {
            let others = spent.iter().enumerate().filter(|&(other, _)| other != index);
            process.side.run.extend_deadline(partner + others.map(|(_, spent)| *spent).sum::<Duration>());
        }
    }

    /// Returns the first that failed, unless another failure was the reason to kill it.
    fn failed(&self) -> Option<(usize, Verdict, String)> {
        // The only process is killed for reasons that decide before its failure.
        let results = self.results();
        let mut results =
            results.filter(|(_, result)| self.all.len() == 1 || result.stopped != Some(Stopped::Settled));
        results.find_map(|(index, result)| {
            let (verdict, why) = run_verdict(result, self.limits)?;
            Some((index, verdict, why))
        })
    }

    /// Returns why a process has failed, if it has, with its number where there may be several.
    pub fn failure_of(&self, index: usize, number: Option<usize>) -> Option<(Verdict, String)> {
        let (verdict, why) = run_verdict(self.all[index].side.result.as_ref()?, self.limits)?;
        let process = number.map(|number| format!("process {number}: ")).unwrap_or_default();
        Some((verdict, format!("{process}{why}")))
    }

    /// Returns why the program failed, if it did.
    pub fn failure(&self) -> Option<(Verdict, String)> {
        if let Some((index, ..)) = self.failed() {
            return self.failure_of(index, self.number(index));
        }
        let time: Duration = self.results().map(|(_, result)| result.cpu).sum();
        let is_over = self.sums.cpu && self.have_ended() && time > self.limits.cpu;
        is_over.then(|| (Verdict::TimeLimit, format!("{} in all processes", over_time(self.limits.cpu))))
    }

    /// Returns the results of all as one: that of the first that failed, with the time and memory of all. Without a process, nothing was used.
    ///
    /// # Errors
    /// When one has not ended.
    pub fn result(self) -> Result<RunResult> {
        let failed = self.failed().map_or(0, |(index, ..)| index);
        let sums = self.sums;
        let sides = self.all.into_iter().map(|process| process.side.result);
        let results = sides.collect::<Option<Vec<_>>>().ok_or("the program has no result")?;
        let cpu = total(sums.cpu, results.iter().map(|result| result.cpu)).unwrap_or_default();
        let wall = total(sums.wall, results.iter().map(|result| result.wall)).unwrap_or_default();
        let memory = total(sums.memory, results.iter().filter_map(|result| result.memory));
        let is_interrupted = results.iter().any(|result| result.stopped == Some(Stopped::Interrupted));
        let mut whole = results.into_iter().nth(failed).unwrap_or(NOTHING);
        if is_interrupted {
            whole.stopped = Some(Stopped::Interrupted);
        }
        Ok(RunResult { cpu, wall, memory, ..whole })
    }
}

/// The result of a program of which no process was started.
const NOTHING: RunResult = RunResult {
    ended: Ended::Exited(0),
    stopped: None,
    cpu: Duration::ZERO,
    wall: Duration::ZERO,
    memory: None,
    stack: 0,
    stderr: Vec::new(),
    no_output: None,
};

/// Returns the sum of some amounts, or the most; `None` where there are none.
fn total<T: Add<Output = T> + Ord>(is_summed: bool, amounts: impl Iterator<Item = T>) -> Option<T> {
    amounts.reduce(|total, one| if is_summed { total + one } else { total.max(one) })
}
