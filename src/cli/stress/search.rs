//! The search for an input on which the program fails, on several threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::feed::{Feed, Origin, Task};
use super::trial::{Judged, Outcome, Trial};
use nim_ground::limits::Limits;
use nim_ground::lock::locked;
use nim_judge::records::{ProblemHooks, Records};

/// What a search has found and seen.
#[derive(Default)]
pub struct Searched {
    /// The first failure.
    pub failure: Option<Failed>,
    /// The inputs without a right answer, and why the first had none.
    pub without_answer: (u64, Option<String>),
    /// The CPU time of the longest run that was accepted.
    pub longest: Duration,
    /// Wall time.
    pub took: Duration,
}

/// A failure of the program.
pub struct Failed {
    /// The input and its origin.
    pub task: Task,
    /// The run.
    pub judged: Box<Judged>,
}

/// The counters of a search, for its progress.
#[derive(Default)]
pub struct Counters {
    /// The cases tried.
    pub positions: AtomicU64,
    /// The inputs tried.
    pub inputs: AtomicU64,
}

/// A search that is ready to run.
pub struct Search<'s, 'a> {
    /// The inputs.
    pub feed: &'s Mutex<Feed<'a>>,
    /// The limits of a run.
    pub limits: Limits,
    /// Set when the time is over or a signal has come.
    pub stop: &'s AtomicBool,
    /// The counters.
    pub counters: &'s Counters,
    /// Prepares the means of one thread, on that thread.
    pub start: &'s (dyn Fn() -> anyhow::Result<Trial<'a>> + Sync),
}

impl Search<'_, '_> {
    /// Tries so many inputs at a time, until one fails, there are no more, or the search is stopped.
    pub fn run(&self, jobs: usize) -> anyhow::Result<Searched> {
        let begin = Instant::now();
        let searched = Mutex::new(Searched::default());
        let is_over = AtomicBool::new(false);
        let results: Vec<anyhow::Result<()>> = thread::scope(|scope| {
            let work = || {
                let worked = (self.start)().and_then(|trial| self.work(trial, &searched, &is_over));
                is_over.store(true, Ordering::Relaxed);
                worked
            };
            let threads: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
            let failed = || anyhow::anyhow!("a thread of the search panicked");
            threads.into_iter().map(|thread| thread.join().unwrap_or_else(|_| Err(failed()))).collect()
        });
        let mut searched = searched.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        if searched.failure.is_none() {
            results.into_iter().collect::<anyhow::Result<()>>()?;
        }
        searched.took = begin.elapsed();
        Ok(searched)
    }

    /// Tries one input after another.
    fn work(
        &self,
        mut trial: Trial<'_>,
        searched: &Mutex<Searched>,
        is_over: &AtomicBool,
    ) -> anyhow::Result<()> {
        while !self.stop.load(Ordering::Relaxed) && !is_over.load(Ordering::Relaxed) {
            let Some(task) = locked(self.feed).next() else { break };
            let begin = Instant::now();
            let outcome = trial.try_input(&task.text, &self.limits)?;
            let has_answer = matches!(&outcome, Outcome::Judged(judged) if !judged.is_failure());
            locked(self.feed).done(task.origin, begin.elapsed(), has_answer);
            match outcome {
                Outcome::Interrupted => break,
                Outcome::NoAnswer(why) => {
                    let (count, first) = &mut locked(searched).without_answer;
                    *count += 1;
                    first.get_or_insert(why);
                }
                Outcome::Judged(judged) => {
                    let positions = count(trial.target.records(), &judged.expected);
                    self.counters.positions.fetch_add(positions, Ordering::Relaxed);
                    self.counters.inputs.fetch_add(1, Ordering::Relaxed);
                    let mut searched = locked(searched);
                    if judged.is_failure() {
                        // The smaller one says more, where two threads find one at once.
                        let other = searched.failure.as_ref();
                        if other.is_none_or(|other| task.text.len() < other.task.text.len()) {
                            searched.failure = Some(Failed { task, judged });
                        }
                        break;
                    }
                    if matches!(task.origin, Origin::Small(_)) {
                        searched.longest = searched.longest.max(judged.cpu);
                    }
                }
            }
        }
        Ok(())
    }
}

/// Returns the number of cases that an answer answers.
pub fn count(records: Records, answer: &[u8]) -> u64 {
    if records == Records::Whole {
        return 1;
    }
    let begins = |line: &&[u8]| {
        records.begins_with(line.split(u8::is_ascii_whitespace).filter(|token| !token.is_empty()))
    };
    answer.split(|&byte| byte == b'\n').filter(begins).count() as u64
}
