//! The judge beside a program and its interactor, or between them: relays a dialogue until both processes end.

use std::io;
use std::time::{Duration, Instant};

use super::interactor::{CallFiles, InteractorCall};
use super::processes::{Processes, Sums};
use super::referee::{LONGEST_LINE, Referee};
use super::side::{Ear, Link, Side};
use super::transcript::{Transcript, Voice};
use super::waits::{deadlock, out_of_time};
use crate::checker::CheckResult;
use crate::error::Result;
use crate::report::transcript::{Speaker, TranscriptLine};
use nim_ground::limits::Limits;
use nim_sandbox::run::{Channel, Loan, Ready, RunResult, Runner, Started, Stopped, Waiting};
use nim_sandbox::system::pipes::{Direction, wait_for};
use nim_task::verdict::Verdict;

/// Idle time before deadlock detection.
pub(super) const SILENCE: Duration = Duration::from_millis(50);
/// The time for which both sides must have waited for each other in a deadlock.
pub(super) const DEADLOCK: Duration = Duration::from_millis(200);
/// The time after which the end of one side's output is passed on, where it is not known earlier what that end means.
pub(super) const END_DELAY: Duration = Duration::from_millis(50);
/// The same for what an interactor was sent, where the system does not tell what it waits for.
const READ_DELAY: Duration = Duration::from_millis(200);
/// Interval at which the relay looks whether it is known, at first and at most.
pub(super) const END_POLL: Duration = Duration::from_millis(1);
const LONGEST_END_POLL: Duration = Duration::from_millis(16);

/// The result of a dialogue.
#[derive(Clone, Debug)]
pub struct Dialogue {
    /// The run of the program. [`Stopped::Interrupted`] where the check was interrupted, so that there is no verdict.
    pub run: RunResult,
    /// The verdict and its reason.
    pub result: CheckResult,
    /// The lines of both sides.
    pub transcript: Vec<TranscriptLine>,
}

/// The side of the judge.
pub enum Partner<'r> {
    /// A program that was started for this call.
    Interactor(StartedInteractor<'r>),
    /// A referee inside the judge.
    Referee(Box<dyn Referee>),
}

/// An interactor that was started for this call.
pub struct StartedInteractor<'r> {
    /// How it is called.
    pub call: &'r InteractorCall,
    /// The files of the call.
    pub files: CallFiles<'r>,
    /// Its run.
    pub started: Started<'r>,
    /// Its pipes to the processes of the program after the first.
    pub channels: Vec<Channel>,
}

/// Lets the processes of a program, which were started in their order, talk with their partner to the end of all, and returns the
/// result. Each process has the limits; a referee talks with one.
///
/// # Errors
/// When a sandbox or a pipe fails.
pub fn run_dialogue<'r>(
    processes: Vec<Started<'r>>,
    limits: &'r Limits,
    partner: Partner<'r>,
) -> Result<Dialogue> {
    let (other, sums) = match partner {
        Partner::Interactor(StartedInteractor { call, files, started, channels }) => {
            let side = Side::with_channels(started, channels)?;
            let is_summed = call.protocol.sums_time();
            let sums = Sums { cpu: is_summed, wall: false, memory: is_summed };
            (Other::Process { side, call, files }, sums)
        }
        Partner::Referee(referee) => {
            (Other::Referee { referee, received: Vec::new(), busy: Duration::ZERO }, Sums::default())
        }
    };
    let sides = processes.into_iter().map(Side::new).collect::<Result<_>>()?;
    Relay::new(sides, limits, sums, other).run()
}

/// Starts a program and an interactor that write to each other directly, and returns the result, without a transcript.
///
/// # Errors
/// When one of them cannot be started, or a sandbox or a pipe fails.
pub fn run_direct_dialogue<'r>(
    program: &'r mut dyn Runner,
    limits: &'r Limits,
    interactor: &'r mut dyn Runner,
    call: &'r InteractorCall,
    files: CallFiles<'r>,
) -> Result<Dialogue> {
    let (to_program, to_interactor) = (Link::new()?, Link::new()?);
    let (reader, writer) = (to_interactor.reader()?, to_program.writer()?);
    let loan = call.loan(files, interactor.place())?;
    let interactor = interactor.start_between(&loan, &call.limits, reader, writer)?;
    let (reader, writer) = (to_program.reader()?, to_interactor.writer()?);
    let program = program.start_between(&Loan::default(), limits, reader, writer)?;
    let side = Side::linked(interactor, to_interactor);
    let other = Other::Process { side, call, files };
    let mut relay = Relay::new(vec![Side::linked(program, to_program)], limits, Sums::default(), other);
    relay.direct = Some(DirectMode { transferred: None, looked: Instant::now(), has_closed_pipes: false });
    relay.run()
}

/// The state of a dialogue whose sides write to each other directly.
struct DirectMode {
    /// The bytes that both sides had read and written at the last look.
    transferred: Option<u64>,
    /// When that was.
    looked: Instant,
    /// Whether the judge has closed both pipes, so that each side sees whether the other has closed its output.
    has_closed_pipes: bool,
}

/// The partner of the program.
enum Other<'r> {
    Process {
        side: Side<'r>,
        call: &'r InteractorCall,
        files: CallFiles<'r>,
    },
    Referee {
        referee: Box<dyn Referee>,
        /// A line that the program has begun.
        received: Vec<u8>,
        /// The time that it has used.
        busy: Duration,
    },
}

impl<'r> Other<'r> {
    /// The interactor, unless it is a referee.
    fn side(&self) -> Option<&Side<'r>> {
        match self {
            Self::Process { side, .. } => Some(side),
            Self::Referee { .. } => None,
        }
    }

    /// Returns its name in messages.
    fn name(&self) -> &'static str {
        match self {
            Self::Process { .. } => "the interactor",
            Self::Referee { .. } => "the judge",
        }
    }
}

struct Relay<'r> {
    processes: Processes<'r>,
    limits: &'r Limits,
    other: Other<'r>,
    transcript: Transcript,
    direct: Option<DirectMode>,
    /// When a side last wrote something.
    spoken: Instant,
    /// The waits of the program and the interactor at the last look.
    waits: (Waiting, Waiting),
    /// Since when they wait for that.
    waits_since: Instant,
    /// The last waits that lasted for a whole [`DEADLOCK`].
    lasting: (Waiting, Waiting),
    /// When the relay next looks whether the interactor waits for more of a process that has ended, and the pause after that.
    end_look: (Instant, Duration),
    /// Since when an interactor has read everything that a program said which has ended.
    all_read: Option<Instant>,
    /// The verdict of the interactor.
    verdict: Option<CheckResult>,
    /// Whether it is a verdict on what the program said, and not on its end: then it decides, whatever ended first.
    is_of_words: bool,
    /// The result that neither side gave: both waited for each other, or one for too long.
    deadlock: Option<CheckResult>,
}

impl<'r> Relay<'r> {
    fn new(sides: Vec<Side<'r>>, limits: &'r Limits, sums: Sums, other: Other<'r>) -> Self {
        Self {
            processes: Processes::new(sides, limits, sums),
            limits,
            other,
            transcript: Transcript::default(),
            direct: None,
            spoken: Instant::now(),
            waits: (Waiting::Unknown, Waiting::Unknown),
            waits_since: Instant::now(),
            lasting: (Waiting::Unknown, Waiting::Unknown),
            end_look: (Instant::now(), END_POLL),
            all_read: None,
            verdict: None,
            is_of_words: false,
            deadlock: None,
        }
    }

    fn run(mut self) -> Result<Dialogue> {
        self.begin();
        loop {
            let mut ready = self.wait()?;
            let other = ready.pop().unwrap_or_default();
            for (index, ready) in ready.into_iter().enumerate() {
                self.read_process(index, ready)?;
            }
            self.read_interactor(other)?;
            self.pass_ends_on()?;
            self.deliver()?;
            self.look()?;
            self.end_sides()?;
            if self.processes.have_ended() && self.is_other_over() {
                return self.finish();
            }
        }
    }

    /// Lets a referee say its first words.
    fn begin(&mut self) {
        if let Other::Referee { referee, busy, .. } = &mut self.other {
            let begin = Instant::now();
            let mut say = Vec::new();
            self.verdict = referee.begin(&mut say);
            *busy += begin.elapsed();
            self.is_of_words = self.verdict.is_some();
            self.say(&say);
        }
    }

    /// Passes on what a referee says.
    fn say(&mut self, bytes: &[u8]) {
        self.transcript.add(Voice { by: Speaker::Interactor, process: None }, bytes);
        self.processes.all[0].side.inputs[0].send(bytes);
    }

    fn is_other_over(&self) -> bool {
        match &self.other {
            Other::Process { side, .. } => side.result.is_some(),
            Other::Referee { .. } => self.verdict.is_some() || self.deadlock.is_some(),
        }
    }

    /// Waits until a side has something to say or there is something to check; returns what is ready of all, the interactor last.
    fn wait(&mut self) -> Result<Vec<Ready>> {
        let other = self.other.side();
        let mut pipes = Vec::with_capacity(8);
        let mut places = Vec::with_capacity(8);
        let mut deadline = Instant::now() + Duration::from_secs(1);
        let count = self.processes.all.len();
        let sides = self.processes.all.iter().map(|process| &process.side).chain(other);
        for (index, side) in sides.enumerate() {
            for input in &side.inputs {
                let blocked = input.blocked().map(|pipe| (pipe, Direction::Write));
                let abandoned = input.abandoned().map(|pipe| (pipe, Direction::Read));
                for pipe in blocked.into_iter().chain(abandoned) {
                    pipes.push(pipe);
                    places.push((index, 3));
                }
            }
            for listener in 1..count {
                if let Some(pipe) = side.further_output(listener).filter(|_| self.has_room(count, listener)) {
                    pipes.push((pipe, Direction::Read));
                    places.push((index, 3));
                }
            }
            if side.result.is_some() {
                continue;
            }
            deadline = deadline.min(side.run.next_check());
            let sources = side.run.sources()?;
            let output = sources.output.filter(|_| self.has_room(index, 0));
            for (kind, pipe) in [sources.events, output, sources.errors].into_iter().enumerate() {
                if let Some(pipe) = pipe {
                    pipes.push((pipe, Direction::Read));
                    places.push((index, kind));
                }
            }
        }
        for (index, process) in self.processes.all.iter().enumerate() {
            let knows_end =
                other.map_or(self.verdict.is_some(), |side| side.inputs[index].was_told_the_end());
            if process.ended.is_some() && !knows_end {
                deadline = deadline.min(self.end_look.0);
            }
            if let Some(since) = process.silent.filter(|_| !knows_end) {
                let pause = if since.elapsed() > END_DELAY { LONGEST_END_POLL } else { END_POLL };
                deadline = deadline.min(Instant::now() + pause);
            }
        }
        if self.is_end_pending() {
            deadline = deadline.min(Instant::now() + END_POLL);
        }
        let left = deadline.saturating_duration_since(Instant::now());
        let found = wait_for(&pipes, left)?;
        let mut ready = vec![Ready::default(); count + 1];
        for (is_ready, (index, kind)) in found.into_iter().zip(places) {
            match kind {
                0 => ready[index].events = is_ready,
                1 => ready[index].output = is_ready,
                2 => ready[index].errors = is_ready,
                _ => {}
            }
        }
        drop(pipes);
        self.extend_deadline();
        Ok(ready)
    }

    /// Returns whether there is room for what a side writes: a process to the interactor, or the interactor, which comes last, to this
    /// process.
    fn has_room(&self, by: usize, listener: usize) -> bool {
        let (side, input) = match self.processes.all.get(by) {
            Some(_) => (self.other.side(), by),
            None => (self.processes.all.get(listener).map(|process| &process.side), 0),
        };
        side.is_none_or(|side| side.result.is_some() || side.inputs[input].has_room())
    }

    /// Excludes the time of the partner, and its waits for a CPU, from the wall-clock limit of the program, which may have waited for it.
    /// To find out takes a while, so that only a program that would be too late is asked for.
    fn extend_deadline(&mut self) {
        self.processes.extend_deadlines(|| match &self.other {
            Other::Process { side, .. } => side.spent(),
            Other::Referee { busy, .. } => *busy,
        });
    }

    fn read_process(&mut self, index: usize, ready: Ready) -> Result<()> {
        let voice = Voice { by: Speaker::Program, process: self.processes.number(index) };
        let process = &mut self.processes.all[index];
        if process.side.result.is_some() {
            return Ok(());
        }
        let mut lines = Vec::new();
        let mut told = |bytes: &[u8]| match &mut self.other {
            Other::Process { side, .. } => side.inputs[index].send(bytes),
            Other::Referee { .. } => lines.extend_from_slice(bytes),
        };
        let mut ear =
            Ear { by: voice, transcript: &mut self.transcript, spoken: &mut self.spoken, told: &mut told };
        if let Some(result) = process.side.run.advance(ready, &mut ear)? {
            process.side.result = Some(result);
            process.ended = Some(Instant::now());
            self.end_look = (Instant::now() + END_POLL, END_POLL);
            self.all_read = None;
        }
        self.answer(&lines);
        Ok(())
    }

    /// Lets a referee answer what the program has written.
    fn answer(&mut self, bytes: &[u8]) {
        let Other::Referee { referee, received, busy } = &mut self.other else { return };
        let begin = Instant::now();
        let mut say = Vec::new();
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            if self.verdict.is_some() {
                break;
            }
            let (text, is_ended) = match part.split_last() {
                Some((b'\n', text)) => (text, true),
                _ => (part, false),
            };
            received.extend_from_slice(text);
            if is_ended || received.len() > LONGEST_LINE {
                self.verdict = referee.read_line(received, &mut say);
                self.is_of_words = self.verdict.is_some();
                received.clear();
            }
        }
        *busy += begin.elapsed();
        self.say(&say);
    }

    fn read_interactor(&mut self, ready: Ready) -> Result<()> {
        let rooms: Vec<bool> = (0..self.processes.all.len())
            .map(|listener| self.has_room(self.processes.all.len(), listener))
            .collect();
        let Other::Process { side, call, files } = &mut self.other else { return Ok(()) };
        for (listener, has_room) in rooms.into_iter().enumerate() {
            let voice = Voice { by: Speaker::Interactor, process: self.processes.number(listener) };
            let mut ear = Ear {
                by: voice,
                transcript: &mut self.transcript,
                spoken: &mut self.spoken,
                told: &mut |bytes| self.processes.all[listener].side.inputs[0].send(bytes),
            };
            if listener > 0 {
                if has_room {
                    side.read_further(listener, &mut ear)?;
                }
                continue;
            }
            if side.result.is_some() {
                continue;
            }
            let Some(result) = side.run.advance(ready, &mut ear)? else { continue };
            if self.verdict.is_none() && self.deadlock.is_none() && result.stopped != Some(Stopped::Settled) {
                self.verdict = Some(call.judge(&result, *files, side.was_told_an_end()));
                self.is_of_words = !side.was_told_an_end() || !self.processes.have_ended();
            }
            side.result = Some(result);
        }
        Ok(())
    }

    /// Returns whether a process has ended, or has closed its output and runs on. While it ends, its output is closed before its
    /// result is there.
    fn has_left(&mut self, index: usize) -> Result<bool> {
        let process = &mut self.processes.all[index];
        if process.side.result.is_some() {
            return Ok(true);
        }
        if !process.side.is_silent_for(0)? {
            return Ok(false);
        }
        let since = *process.silent.get_or_insert_with(Instant::now);
        let runs_on = since.elapsed() > END_DELAY && process.side.run.is_running();
        // To learn what both wait for takes a look at each of their threads.
        Ok(runs_on && !self.are_waits_known())
    }

    /// Returns whether it is known what the program and its interactor wait for. Then the interactor sees the end of a program
    /// that runs on when both wait for each other, as it does where they are connected directly.
    fn are_waits_known(&self) -> bool {
        let Other::Process { side, call, .. } = &self.other else { return false };
        !call.protocol.is_manager()
            && self.processes.waiting() != Waiting::Unknown
            && side.waiting() != Waiting::Unknown
    }

    fn is_end_pending(&self) -> bool {
        let mut processes = self.processes.all.iter();
        processes.any(|process| process.left.is_some() && !process.side.was_told_an_end())
    }

    /// Passes on that a side has closed its output.
    ///
    /// The program sees the end of the interactor's output when the interactor has ended, so that a program which fails
    /// for that has failed after the verdict. The interactor sees the end of a program when it waits for more: what it says before is
    /// about the program's words alone, and decides, however late it comes. The end of a program that has failed is not passed on,
    /// as that failure is the result.
    fn pass_ends_on(&mut self) -> Result<()> {
        for index in 0..self.processes.all.len() {
            let has_left = self.has_left(index)?;
            if self.other.side().is_some() {
                self.pass_end_of_interactor_on(index)?;
                self.pass_end_of_process_on(index, has_left)?;
            } else {
                self.close_for_referee(has_left);
            }
        }
        Ok(())
    }

    fn pass_end_of_interactor_on(&mut self, index: usize) -> Result<()> {
        let Other::Process { side, .. } = &self.other else { return Ok(()) };
        if side.is_silent_for(index)? {
            let process = &mut self.processes.all[index];
            let since = *process.left.get_or_insert_with(Instant::now);
            if side.result.is_some() || since.elapsed() > END_DELAY {
                process.side.complete();
            }
        }
        Ok(())
    }

    fn pass_end_of_process_on(&mut self, index: usize, has_left: bool) -> Result<()> {
        let has_failed = self.processes.failure().is_some();
        let Other::Process { side, call, .. } = &mut self.other else { return Ok(()) };
        if side.result.is_some() || side.inputs[index].was_told_the_end() || !has_left {
            return Ok(());
        }
        let now = Instant::now();
        let is_time = match self.processes.all[index].ended {
            None => true,
            Some(_) if now < self.end_look.0 => false,
            Some(ended) => {
                let (_, pause) = self.end_look;
                self.end_look = (now + pause, (pause * 2).min(LONGEST_END_POLL));
                match side.waiting() {
                    Waiting::Input => true,
                    Waiting::Unknown if side.has_unread() => false,
                    Waiting::Unknown => self.all_read.get_or_insert_with(Instant::now).elapsed() > READ_DELAY,
                    // A manager may wait for its pipe in a way of its own.
                    Waiting::Nothing if call.protocol.is_manager() => ended.elapsed() > call.limits.cpu / 2,
                    Waiting::Output | Waiting::Nothing => false,
                }
            }
        };
        // It has judged all that a program said which has failed: that failure is the result.
        if is_time && has_failed {
            side.run.kill(Stopped::Settled)?;
        } else if is_time {
            side.inputs[index].complete();
        }
        Ok(())
    }

    /// As [`pass_ends_on`](Self::pass_ends_on), for a referee.
    fn close_for_referee(&mut self, has_left: bool) {
        let Other::Referee { referee, .. } = &mut self.other else { return };
        if self.verdict.is_none() && has_left {
            self.verdict = Some(referee.closed());
            self.is_of_words = !self.processes.have_ended();
        }
        if self.verdict.is_some() {
            self.processes.all.iter_mut().for_each(|process| process.side.complete());
        }
    }

    fn deliver(&mut self) -> io::Result<()> {
        self.processes.all.iter_mut().try_for_each(|process| process.side.deliver())?;
        match &mut self.other {
            Other::Process { side, .. } => side.deliver(),
            Other::Referee { .. } => Ok(()),
        }
    }

    /// Detects a deadlock, and ends it.
    fn look(&mut self) -> Result<()> {
        let is_over = self.processes.have_ended() || self.verdict.is_some() || self.deadlock.is_some();
        if is_over || !self.is_quiet() {
            return Ok(());
        }
        let other = match &self.other {
            Other::Process { side, .. } => side.waiting(),
            Other::Referee { .. } => Waiting::Input,
        };
        let waits = (self.processes.waiting(), other);
        if waits != self.waits {
            self.waits = waits;
            self.waits_since = Instant::now();
        }
        if self.waits_since.max(self.spoken + SILENCE).elapsed() < DEADLOCK {
            return Ok(());
        }
        let do_both_read = waits == (Waiting::Input, Waiting::Input);
        // A side that was slow may have written, and waited again, since the pipes were last looked at.
        if do_both_read && self.has_unread()? {
            return Ok(());
        }
        self.lasting = waits;
        if do_both_read && self.close_pipes() {
            self.waits_since = Instant::now();
            return Ok(());
        }
        self.deadlock = deadlock(waits, self.other.name());
        if self.deadlock.is_some() {
            self.transcript.close();
            self.processes.kill(Stopped::Settled)?;
        }
        Ok(())
    }

    /// Returns whether a side has written what the judge has not read yet.
    fn has_unread(&self) -> Result<bool> {
        let mut outputs = Vec::with_capacity(2);
        let sides = self.processes.all.iter().map(|process| &process.side).chain(self.other.side());
        for side in sides.filter(|side| side.result.is_none()) {
            let further = (1..self.processes.all.len()).filter_map(|listener| side.further_output(listener));
            outputs.extend(side.run.sources()?.output.into_iter().chain(further));
        }
        let outputs: Vec<_> = outputs.into_iter().map(|output| (output, Direction::Read)).collect();
        Ok(wait_for(&outputs, Duration::ZERO)?.into_iter().any(|is_ready| is_ready))
    }

    /// Returns whether neither side has written for a while: in direct mode, by what both have read and written.
    fn is_quiet(&mut self) -> bool {
        if let (Some(direct), Other::Process { side, .. }) = (&mut self.direct, &self.other) {
            if direct.looked.elapsed() < SILENCE {
                return false;
            }
            direct.looked = Instant::now();
            let transferred = self.processes.all[0].side.run.transferred().zip(side.run.transferred());
            let transferred = transferred.map(|(program, other)| program.wrapping_add(other));
            if transferred.is_none() || transferred != direct.transferred {
                self.spoken = direct.looked;
            }
            direct.transferred = transferred;
        }
        self.spoken.elapsed() >= SILENCE
    }

    /// Closes the pipes of two sides that both wait, where one may have closed its output, so that each sees the end of the other.
    /// Returns whether that is new.
    fn close_pipes(&mut self) -> bool {
        if let Other::Process { side, .. } = &mut self.other {
            let silent = self.processes.all.iter().zip(&mut side.inputs);
            let mut silent =
                silent.filter(|(process, input)| process.silent.is_some() && !input.was_told_the_end());
            if let Some((_, input)) = silent.next() {
                input.complete();
                return true;
            }
        }
        let Some(direct) = self.direct.as_mut().filter(|direct| !direct.has_closed_pipes) else {
            return false;
        };
        direct.has_closed_pipes = true;
        self.processes.all.iter_mut().for_each(|process| process.side.complete());
        if let Other::Process { side, .. } = &mut self.other {
            side.complete();
        }
        true
    }

    /// Kills a side whose end cannot change the result.
    fn end_sides(&mut self) -> Result<()> {
        const HOPELESS: [Stopped; 3] = [Stopped::Wall, Stopped::Starved, Stopped::Interrupted];
        let has_failed = self.processes.failure().is_some();
        let is_hopeless = self.processes.was_stopped(&HOPELESS);
        if !self.processes.have_ended() {
            let is_rejected = self.verdict.as_ref().is_some_and(|given| given.verdict != Verdict::Accepted);
            let other = self.other.side().and_then(|side| side.result.as_ref());
            let is_other_interrupted =
                other.is_some_and(|result| result.stopped == Some(Stopped::Interrupted));
            // A failure of one process is that of the program, whatever the others would do.
            let is_failure = is_hopeless || has_failed && other.is_some();
            if is_rejected || is_other_interrupted || is_failure {
                self.processes.kill(Stopped::Settled)?;
            }
            return Ok(());
        }
        // No verdict on its words would change that.
        let is_settled = self.deadlock.is_some() || is_hopeless;
        let ended = self.processes.ended();
        match &mut self.other {
            Other::Process { side, call, .. } if side.result.is_none() => {
                let is_late = ended.is_some_and(|ended| ended.elapsed() > call.limits.cpu);
                if is_late && !has_failed && self.verdict.is_none() {
                    self.verdict = Some(call.is_late(call.limits.cpu));
                }
                if is_settled || is_late || self.verdict.is_some() {
                    side.run.kill(Stopped::Settled)?;
                }
            }
            Other::Process { .. } => {}
            Other::Referee { referee, .. } => {
                if self.verdict.is_none() {
                    self.verdict = Some(referee.closed());
                }
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<Dialogue> {
        let failure = self.processes.failure();
        let mut run = self.processes.result()?;
        if let Other::Process { side, .. } = &self.other
            && side.result.as_ref().is_some_and(|result| result.stopped == Some(Stopped::Interrupted))
        {
            run.stopped = Some(Stopped::Interrupted);
        }
        let result = match (self.deadlock, self.verdict, failure) {
            (Some(deadlock), ..) => deadlock,
            (None, Some(given), None) => given,
            (None, Some(given), Some((verdict, why))) if self.is_of_words => match given.verdict {
                Verdict::Accepted => {
                    CheckResult::new(verdict, format!("{why}, after the interactor had accepted"))
                }
                _ => given,
            },
            (None, _, Some(failure)) => {
                let who = self.other.name();
                let (verdict, why) = out_of_time(failure, run.stopped, self.lasting, self.limits, who);
                CheckResult::new(verdict, why)
            }
            (None, None, None) => CheckResult::failed("the interactor gave no verdict".to_owned()),
        };
        Ok(Dialogue { run, result, transcript: self.transcript.lines() })
    }
}
