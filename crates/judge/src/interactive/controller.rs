//! A dialogue that a controller leads, as task-maker-rust has it: the controller asks for each process of the program on its standard
//! output, gets the numbers of two descriptors on its standard input, and talks with that process by them.

use std::time::{Duration, Instant};

use itertools::Itertools;

use super::interactor::{CallFiles, InteractorCall};
use super::processes::{Process, Processes, Sums};
use super::relay::{DEADLOCK, Dialogue, END_DELAY, END_POLL, SILENCE};
use super::side::{Ear, Input, Side};
use super::transcript::{Transcript, Voice};
use super::waits::{Waits, deadlock, out_of_time};
use crate::checker::CheckResult;
use crate::compare::shorten;
use crate::error::Result;
use crate::report::transcript::Speaker;
use nim_ground::limits::Limits;
use nim_sandbox::run::{Channel, Ended, Ready, RunResult, Sources, Started, Stopped, Waiting};
use nim_sandbox::system::pipes::{Direction, wait_for};
use nim_task::verdict::Verdict;

/// The line with which a controller asks for a process.
const START: &str = "START_SOLUTION";
/// The longest line that it may write to the judge, in bytes.
const LONGEST_LINE: usize = 64 << 10;
/// The time for each process between two checks of its limits.
const CHECK_TIME: Duration = Duration::from_millis(1);
/// The kind of pipe by which the controller writes to a process, after the three of a side.
const CHANNEL: usize = 3;
/// The longest wait between two looks at everything.
const LONGEST_WAIT: Duration = Duration::from_secs(1);
/// The name in messages of the program's other side.
const WHO: &str = "the controller";

/// A controller that was started.
pub struct StartedController<'r> {
    /// How it is called.
    pub call: &'r InteractorCall,
    /// The files of the call.
    pub files: CallFiles<'r>,
    /// Its run.
    pub started: Started<'r>,
    /// Its pipes to the processes that it may start.
    pub channels: Vec<Channel>,
    /// Whether the processes run at the same time, so that their memory is added up; else it is their wall time.
    pub is_concurrent: bool,
}

/// Starts the next process of the program.
pub type StartNext<'s, 'r> = dyn FnMut() -> Result<Started<'r>> + 's;

/// Lets a controller start processes and talk with them to the end of all, and returns the result. Each process has the limits.
///
/// # Errors
/// When a sandbox or a pipe fails.
pub fn run_controlled<'r>(
    controller: StartedController<'r>,
    limits: &'r Limits,
    start: &mut StartNext<'_, 'r>,
) -> Result<Dialogue> {
    let StartedController { call, files, started, channels, is_concurrent } = controller;
    let sums = Sums { cpu: false, wall: !is_concurrent, memory: is_concurrent };
    let (most, now) = (channels.len(), Instant::now());
    let unknown = (Waiting::Unknown, Waiting::Unknown);
    let controlled = Controlled {
        side: Side::with_channels(started, channels)?,
        call,
        files,
        limits,
        processes: Processes::new(Vec::new(), limits, sums),
        start,
        most,
        begun: now,
        said: Vec::new(),
        descriptors: Vec::new(),
        starting: Duration::ZERO,
        checked: Vec::new(),
        transcript: Transcript::default(),
        spoken: now,
        looked: now,
        waits: unknown,
        waits_since: now,
        lasting: unknown,
        outcome: None,
    };
    controlled.run()
}

/// The outputs that are ready to be read.
struct Heard {
    /// Of each process, and of the controller, which comes last.
    sides: Vec<Ready>,
    /// Whether the controller has written to each process.
    channels: Vec<bool>,
    is_any: bool,
}

struct Controlled<'r, 's> {
    /// The controller. Its first input and output are those of the judge, and the others those of the processes in turn.
    side: Side<'r>,
    call: &'r InteractorCall,
    files: CallFiles<'r>,
    limits: &'r Limits,
    processes: Processes<'r>,
    start: &'s mut StartNext<'s, 'r>,
    /// The most processes that it may start.
    most: usize,
    begun: Instant,
    /// The line to the judge that it has begun.
    said: Vec<u8>,
    /// The answers to its questions: the numbers of its descriptors for each process.
    descriptors: Vec<String>,
    /// The time that starting processes took, for which the others have waited.
    starting: Duration,
    /// When the limits of each process were last checked.
    checked: Vec<Instant>,
    transcript: Transcript,
    /// When a side last wrote something.
    spoken: Instant,
    /// When it was last looked at what all wait for.
    looked: Instant,
    /// The waits of the processes and the controller at that time.
    waits: Waits,
    /// Since when they wait for that.
    waits_since: Instant,
    /// The last waits that lasted for a whole [`DEADLOCK`].
    lasting: Waits,
    /// The result, when it is settled.
    outcome: Option<CheckResult>,
}

impl<'r> Controlled<'r, '_> {
    fn run(mut self) -> Result<Dialogue> {
        while self.side.result.is_none() || !self.processes.have_ended() {
            let Heard { mut sides, channels, .. } = self.wait(LONGEST_WAIT)?;
            self.processes.extend_deadlines(|| self.side.spent() + self.starting);
            let of_controller = sides.pop().unwrap_or_default();
            for (index, ready) in sides.into_iter().enumerate() {
                self.read_process(index, ready)?;
            }
            for (index, _) in channels.into_iter().enumerate().filter(|&(_, is_ready)| is_ready) {
                self.read_channel(index)?;
            }
            self.read_controller(of_controller)?;
            self.pass_ends_on()?;
            self.deliver()?;
            self.look()?;
            self.end_late()?;
        }
        self.finish()
    }

    /// Waits until a side has something to say or there is something to check, at most for this time.
    fn wait(&self, most: Duration) -> Result<Heard> {
        let count = self.processes.all.len();
        let (mut pipes, mut places) = (Vec::new(), Vec::new());
        let mut deadline = Instant::now() + most;
        let sides = self.processes.all.iter().map(|process| &process.side).chain([&self.side]);
        for (index, side) in sides.enumerate() {
            let blocked = side.inputs.iter().filter_map(Input::blocked);
            pipes.extend(blocked.map(|pipe| (pipe, Direction::Write)));
            places.resize(pipes.len(), None);
            if side.result.is_some() {
                continue;
            }
            deadline = deadline.min(self.next_check(index, side));
            let Sources { events, output, errors } = side.run.sources()?;
            // The judge takes whatever the controller says to it.
            let output = output.filter(|_| index == count || self.side.inputs[index + 1].has_room());
            for (kind, pipe) in [events, output, errors].into_iter().enumerate() {
                if let Some(pipe) = pipe {
                    pipes.push((pipe, Direction::Read));
                    places.push(Some((index, kind)));
                }
            }
        }
        for (index, process) in self.processes.all.iter().enumerate() {
            let said = self.side.further_output(index + 1).filter(|_| process.side.inputs[0].has_room());
            pipes.extend(said.map(|pipe| (pipe, Direction::Read)));
            places.resize(pipes.len(), Some((index, CHANNEL)));
            let is_told = self.side.inputs[index + 1].was_told_the_end();
            if let Some(silent) = process.silent.filter(|_| !is_told) {
                deadline = deadline.min((silent + END_DELAY).max(Instant::now() + END_POLL));
            }
        }
        let found = wait_for(&pipes, deadline.saturating_duration_since(Instant::now()).min(most))?;
        let (mut sides, mut channels) = (vec![Ready::default(); count + 1], vec![false; count]);
        let is_any = found.contains(&true);
        for (is_ready, place) in found.into_iter().zip(places) {
            match place {
                Some((index, 0)) => sides[index].events = is_ready,
                Some((index, 1)) => sides[index].output = is_ready,
                Some((index, CHANNEL)) => channels[index] = is_ready,
                Some((index, _)) => sides[index].errors = is_ready,
                None => {}
            }
        }
        Ok(Heard { sides, channels, is_any })
    }

    /// Returns when the limits of a side are to be checked next: the more processes there are, the less often, so that checking them does
    /// not take the time in which they could run.
    fn next_check(&self, index: usize, side: &Side<'_>) -> Instant {
        let checked =
            self.checked.get(index).map(|&checked| checked + CHECK_TIME * self.checked.len() as u32);
        checked.map_or(side.run.next_check(), |least| least.max(side.run.next_check()))
    }

    /// Returns who speaks, with the number of the process where there may be several.
    fn voice(&self, by: Speaker, index: usize) -> Voice {
        Voice { by, process: (self.most > 1).then_some(index) }
    }

    fn read_process(&mut self, index: usize, ready: Ready) -> Result<()> {
        let by = self.voice(Speaker::Program, index);
        let side = &self.processes.all[index].side;
        if side.result.is_some() || ready == Ready::default() && Instant::now() < self.next_check(index, side)
        {
            return Ok(());
        }
        self.checked[index] = Instant::now();
        let Process { side, ended, .. } = &mut self.processes.all[index];
        let (transcript, spoken) = (&mut self.transcript, &mut self.spoken);
        let mut ear =
            Ear { by, transcript, spoken, told: &mut |bytes| self.side.inputs[index + 1].send(bytes) };
        let Some(result) = side.run.advance(ready, &mut ear)? else { return Ok(()) };
        let stopped = result.stopped;
        (side.result, *ended) = (Some(result), Some(Instant::now()));
        match self.processes.failure_of(index, by.process).filter(|_| self.outcome.is_none()) {
            // A program may have said all that it was asked for before it crashes.
            Some(failure) if failure.0 != Verdict::RuntimeError => {
                let (verdict, why) = out_of_time(failure, stopped, self.lasting, self.limits, WHO);
                self.settle(CheckResult::new(verdict, why))?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns why the first process that has crashed did so. One that exceeds a limit settles the result.
    fn crash(&self) -> Option<(Verdict, String)> {
        (0..self.processes.all.len())
            .find_map(|index| self.processes.failure_of(index, self.voice(Speaker::Program, index).process))
    }

    /// Reads what the controller has written to a process.
    fn read_channel(&mut self, index: usize) -> Result<()> {
        let by = self.voice(Speaker::Interactor, index);
        let input = &mut self.processes.all[index].side.inputs[0];
        let (transcript, spoken) = (&mut self.transcript, &mut self.spoken);
        let mut ear = Ear { by, transcript, spoken, told: &mut |bytes| input.send(bytes) };
        Ok(self.side.read_further(index + 1, &mut ear)?)
    }

    fn read_controller(&mut self, ready: Ready) -> Result<()> {
        if self.side.result.is_some() {
            return Ok(());
        }
        let result = self.side.run.advance(ready, &mut self.said)?;
        self.obey()?;
        if let Some(result) = result {
            let given = self.judged(&result);
            self.side.result = Some(result);
            self.settle(given)?;
        }
        Ok(())
    }

    /// Does what the controller asks for in the lines that it has written.
    fn obey(&mut self) -> Result<()> {
        while self.outcome.is_none()
            && let Some(end) = self.said.iter().position(|&byte| byte == b'\n')
        {
            let line: Vec<u8> = self.said.drain(..=end).collect();
            let line = String::from_utf8_lossy(line.trim_ascii_end());
            if self.descriptors.is_empty() {
                // The first line is of the script by which it is called.
                self.descriptors = answers(&line);
            } else if line == START {
                self.start_process()?;
            } else {
                self.refuse(&line)?;
            }
        }
        if self.outcome.is_none() && self.said.len() > LONGEST_LINE {
            self.refuse(&shorten(&self.said))?;
        }
        Ok(())
    }

    /// Settles that the controller has failed, by a line that it has written. No program can cause that, although task-maker-rust has it
    /// lose its points.
    fn refuse(&mut self, line: &str) -> Result<()> {
        let why = format!("the controller says {line:?} to the judge, which is not {START}");
        self.settle(CheckResult::failed(why))
    }

    fn start_process(&mut self) -> Result<()> {
        // As with task-maker-rust, which starts no process after one that has failed.
        if let Some((verdict, why)) = self.crash() {
            return self.settle(CheckResult::new(verdict, why));
        }
        let Some(answer) = self.descriptors.get(self.processes.all.len()) else {
            let why = format!("the controller starts more processes than {}", self.most);
            return self.settle(CheckResult::failed(why));
        };
        let begin = Instant::now();
        let side = Side::new((self.start)()?)?;
        self.processes.add(side);
        self.side.inputs[0].send(answer.as_bytes());
        self.spoken = Instant::now();
        self.checked.push(self.spoken);
        self.starting += self.spoken - begin;
        Ok(())
    }

    /// Returns what the end of the controller means. As with task-maker-rust, one that gives a score has the last word, and of one that
    /// fails, a process that has failed before is the reason.
    fn judged(&self, run: &RunResult) -> CheckResult {
        let given = self.call.judge(run, self.files, false);
        let Some((verdict, why)) = self.crash() else { return given };
        match (given.verdict, run.ended) {
            (Verdict::Accepted | Verdict::JudgeError, _) => given,
            (_, Ended::Exited(0)) => CheckResult { message: format!("{} ({why})", given.message), ..given },
            _ => CheckResult::new(verdict, why),
        }
    }

    /// Settles the result, and ends all that still run.
    fn settle(&mut self, result: CheckResult) -> Result<()> {
        if self.outcome.is_some() {
            return Ok(());
        }
        self.outcome = Some(result);
        self.transcript.close();
        if self.side.result.is_none() {
            self.side.run.kill(Stopped::Settled)?;
        }
        self.processes.kill(Stopped::Settled)
    }

    /// Passes on that a side has closed what it writes to another. Of a process that ends, the controller sees the end after the judge has
    /// its result, so that it asks for no other one before a failure is known.
    fn pass_ends_on(&mut self) -> Result<()> {
        for (index, process) in self.processes.all.iter_mut().enumerate() {
            if self.side.is_silent_for(index + 1)? {
                process.side.inputs[0].complete();
            }
            if process.side.result.is_none() {
                if !process.side.is_silent_for(0)? {
                    continue;
                }
                let silent = *process.silent.get_or_insert_with(Instant::now);
                if silent.elapsed() <= END_DELAY || !process.side.run.is_running() {
                    continue;
                }
            }
            self.side.inputs[index + 1].complete();
        }
        Ok(())
    }

    fn deliver(&mut self) -> Result<()> {
        self.processes.all.iter_mut().try_for_each(|process| process.side.deliver())?;
        Ok(self.side.deliver()?)
    }

    /// Looks what all wait for, and ends a deadlock.
    fn look(&mut self) -> Result<()> {
        let is_over = self.outcome.is_some() || self.processes.have_ended();
        if is_over || self.spoken.elapsed() < SILENCE || self.looked.elapsed() < SILENCE {
            return Ok(());
        }
        self.looked = Instant::now();
        let waits = (self.processes.waiting(), self.side.waiting());
        if waits != self.waits {
            (self.waits, self.waits_since) = (waits, self.looked);
        }
        if self.waits_since.max(self.spoken + SILENCE).elapsed() < DEADLOCK {
            return Ok(());
        }
        self.lasting = waits;
        // A side that was slow may have written, and waited again, since the pipes were last looked at.
        if let Some(result) = deadlock(waits, WHO)
            && !self.wait(Duration::ZERO)?.is_any
        {
            self.settle(result)?;
        }
        Ok(())
    }

    /// Ends a controller that goes on without a process: only its CPU time is limited otherwise. The limit is the one that
    /// task-maker-rust has for its wall time.
    fn end_late(&mut self) -> Result<()> {
        if self.side.result.is_some() || !self.processes.have_ended() {
            return Ok(());
        }
        let most = self.call.limits.cpu * 3 + Duration::from_secs(1);
        if self.processes.ended().unwrap_or(self.begun).elapsed() > most {
            self.settle(self.call.is_late(most))?;
        }
        Ok(())
    }

    fn finish(self) -> Result<Dialogue> {
        let mut run = self.processes.result()?;
        if self.side.result.as_ref().is_some_and(|result| result.stopped == Some(Stopped::Interrupted)) {
            run.stopped = Some(Stopped::Interrupted);
        }
        let result = self.outcome.ok_or("the controller has no result")?;
        Ok(Dialogue { run, result, transcript: self.transcript.lines() })
    }
}

/// Returns the answers to the questions of a controller by the names of its descriptors, two for each process: the one to write to, and
/// the one to read.
fn answers(names: &str) -> Vec<String> {
    let numbers = names.split(' ').map(|name| name.rsplit_once('/').map_or(name, |(_, number)| number));
    numbers.tuples().map(|(to, from)| format!("{to} {from}\n")).collect()
}
