//! The search for an input on which the program fails, on several threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::feed::{Feed, Origin, TrialInput};
use super::trial::{Outcome, Trial, TrialResult};
use crate::terminal::say;
use nim_ground::limits::Limits;
use nim_ground::lock::locked;
use nim_ground::threads;
use nim_judge::records::Cases;

/// The findings of a search.
pub struct Searched {
    /// The first failure of each program.
    pub failures: Vec<Option<Failed>>,
    /// The input on which each program took the most time, where that is kept.
    pub slowest: Vec<Option<Slowest>>,
    /// The inputs without a right answer, and why the first had none.
    pub without_answer: (u64, Option<String>),
    /// The CPU time of the longest run that was accepted.
    pub longest: Duration,
    /// What was running last when the time was over.
    pub stuck: Option<&'static str>,
    /// Wall time.
    pub took: Duration,
}

impl Searched {
    fn new(programs: usize) -> Self {
        Self {
            failures: (0..programs).map(|_| None).collect(),
            slowest: (0..programs).map(|_| None).collect(),
            without_answer: (0, None),
            longest: Duration::ZERO,
            stuck: None,
            took: Duration::ZERO,
        }
    }

    /// Returns whether anything was tried. An input counts when all programs have run on it; one may have failed before another hangs.
    /// One without a right answer tells nothing of a program.
    pub fn has_tried(&self, counters: &Counters) -> bool {
        self.failures.iter().any(Option::is_some) || counters.inputs.load(Ordering::Relaxed) > 0
    }

    /// Returns whether a time is longer than that of a program's slowest run.
    fn is_slowest(&self, program: usize, cpu: Duration) -> bool {
        self.slowest[program].as_ref().is_none_or(|slowest| slowest.cpu < cpu)
    }

    /// Returns why no input was tried, behind a colon.
    pub fn why_nothing(&self, time: Duration) -> String {
        match (&self.without_answer, self.stuck) {
            ((count @ 1.., Some(why)), _) => {
                format!(": {} had no right answer: {why}", say::counted(*count, "input"))
            }
            (_, Some(stuck)) => format!(": {stuck} does not end within {} s", time.as_secs_f64()),
            (_, None) => format!(" within {} s", time.as_secs_f64()),
        }
    }
}

/// A failure of a program.
pub struct Failed {
    /// The input.
    pub text: Vec<u8>,
    /// The run.
    pub judged: Box<TrialResult>,
}

/// The input on which a right program took the most time.
pub struct Slowest {
    /// The input.
    pub input: TrialInput,
    /// Its answer.
    pub answer: Vec<u8>,
    /// The lesser CPU time of two runs: other programs can make one longer.
    pub cpu: Duration,
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
    pub feed: &'s Mutex<Box<dyn Feed + 'a>>,
    /// The number of programs.
    pub programs: usize,
    /// The limits of a run.
    pub limits: Limits,
    /// Set when the time is over or a signal has come.
    pub stop: &'s AtomicBool,
    /// Whether the input on which a program takes the most time is kept.
    pub keeps_slowest: bool,
    /// The counters.
    pub counters: &'s Counters,
    /// Prepares the means of one thread, on that thread.
    pub start: &'s (dyn Fn() -> anyhow::Result<Trial<'a>> + Sync),
}

impl Search<'_, '_> {
    /// Tries so many inputs at a time, until every program has failed, there are no more, or the search is stopped.
    pub fn run(&self, jobs: usize) -> anyhow::Result<Searched> {
        let begin = Instant::now();
        let searched = Mutex::new(Searched::new(self.programs));
        let is_over = AtomicBool::new(false);
        let results: Vec<anyhow::Result<()>> = thread::scope(|scope| {
            let work = || {
                let worked = (self.start)().and_then(|trial| self.work(trial, &searched, &is_over));
                is_over.fetch_or(worked.is_err(), Ordering::Relaxed);
                worked
            };
            let threads = match threads::start_some(scope, jobs, work) {
                Ok(threads) => threads,
                Err(error) => return vec![Err(error.into())],
            };
            let results = threads.into_iter().map(|thread| {
                thread.join().unwrap_or_else(|_| Err(anyhow::anyhow!("a thread of the search panicked")))
            });
            results.collect()
        });
        let mut searched = searched.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        if searched.failures.iter().all(Option::is_none) {
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
            let Some(mut input) = locked(self.feed).next() else { break };
            let begin = Instant::now();
            if !trial.generate(&mut input)? {
                locked(searched).stuck = Some("the generator");
                break;
            }
            let outcome = trial.expected(&input.text, &self.limits)?;
            let expected = match outcome {
                Outcome::Done(expected) => expected,
                Outcome::Interrupted => {
                    locked(searched).stuck = Some("the program of --against");
                    break;
                }
                Outcome::NoAnswer { why, is_failure: true } => {
                    anyhow::bail!("the program of --against fails on an input{}: {why}", input.origin)
                }
                Outcome::NoAnswer { why, .. } => {
                    locked(self.feed).done(input.origin, begin.elapsed(), false);
                    let (count, first) = &mut locked(searched).without_answer;
                    *count += 1;
                    first.get_or_insert(why);
                    continue;
                }
            };
            for program in 0..self.programs {
                if locked(searched).failures[program].is_some() {
                    continue;
                }
                let Outcome::Done(judged) =
                    trial.judge(program, &input.text, expected.clone(), &self.limits)?
                else {
                    locked(searched).stuck = Some("the program");
                    return Ok(());
                };
                self.note(&mut trial, &input, program, judged, searched, is_over)?;
            }
            self.counters.positions.fetch_add(trial.target.records().count(&expected), Ordering::Relaxed);
            self.counters.inputs.fetch_add(1, Ordering::Relaxed);
            locked(self.feed).done(input.origin, begin.elapsed(), true);
        }
        Ok(())
    }

    /// Notes a run of a program; the search is over when all have failed.
    fn note(
        &self,
        trial: &mut Trial<'_>,
        input: &TrialInput,
        program: usize,
        judged: Box<TrialResult>,
        searched: &Mutex<Searched>,
        is_over: &AtomicBool,
    ) -> anyhow::Result<()> {
        if judged.is_failure() {
            if let Some(why) = trial.refusal(&input.text)? {
                anyhow::bail!("the validator refuses an input{}: {why}", input.origin);
            }
            let mut searched = locked(searched);
            let other = &mut searched.failures[program];
            // The smaller one says more, where two threads find one at once.
            if other.as_ref().is_none_or(|other| input.text.len() < other.text.len()) {
                *other = Some(Failed { text: input.text.clone(), judged });
            }
            is_over.fetch_or(searched.failures.iter().all(Option::is_some), Ordering::Relaxed);
            return Ok(());
        }
        if !matches!(input.origin, Origin::Family(_)) {
            let longest = &mut locked(searched).longest;
            *longest = judged.cpu.max(*longest);
        }
        if self.keeps_slowest { self.note_slowest(trial, input, program, judged, searched) } else { Ok(()) }
    }

    /// Notes an input on which a program takes more time than on all before, also when it runs once more.
    fn note_slowest(
        &self,
        trial: &mut Trial<'_>,
        input: &TrialInput,
        program: usize,
        judged: Box<TrialResult>,
        searched: &Mutex<Searched>,
    ) -> anyhow::Result<()> {
        if !locked(searched).is_slowest(program, judged.cpu) {
            return Ok(());
        }
        let Outcome::Done(again) = trial.judge(program, &input.text, judged.expected, &self.limits)? else {
            return Ok(());
        };
        let cpu = judged.cpu.min(again.cpu);
        // Under one lock: another thread may find a slower one meanwhile.
        let mut searched = locked(searched);
        if searched.is_slowest(program, cpu) {
            let input = TrialInput { text: input.text.clone(), origin: input.origin };
            searched.slowest[program] = Some(Slowest { input, answer: again.expected, cpu });
        }
        Ok(())
    }
}
