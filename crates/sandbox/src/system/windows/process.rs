//! Processes of Windows: a job with limits.

use std::io;
use std::os::windows::process::CommandExt;
use std::process::{Child, Command, ExitStatus};

use windows_sys::Win32::System::Threading::CREATE_NEW_PROCESS_GROUP;

use super::job::{Job, usage_of};
use crate::system::usage::Usage;
use nim_ground::error::best_effort;
use nim_ground::limits::{Limits, MIB};

/// The limit of processes in a job.
const MOST_PROCESSES: u32 = 256;
/// Memory beyond twice the limit that the system gives; the judge ends a program that has used more than the limit.
const SPARE_MEMORY: u64 = 64 * MIB;

/// A process in its own job, which is killed as a whole when dropped.
pub struct Process {
    child: Child,
    job: Job,
}

impl Process {
    /// Starts a command, with limits if there are any. Children that it starts before it is in its job are not limited.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn spawn(command: &mut Command, limits: Option<&Limits>) -> io::Result<Self> {
        let memory = limits.map(|limits| limits.memory.saturating_mul(2).saturating_add(SPARE_MEMORY));
        let job = Job::new(memory, limits.map(|_| MOST_PROCESSES))?;
        // Ctrl-C is for the judge, which ends the program.
        let mut child = command.creation_flags(CREATE_NEW_PROCESS_GROUP).spawn()?;
        match job.add(&child) {
            // A program that has ended already cannot be added to a job.
            Err(error) if !matches!(child.try_wait(), Ok(Some(_))) => {
                best_effort(child.kill());
                Err(error)
            }
            _ => Ok(Self { child, job }),
        }
    }

    /// Returns the child.
    pub fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Returns its status, if it has ended.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
        self.child.try_wait()
    }

    /// Waits for its end.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn wait(&mut self) -> io::Result<ExitStatus> {
        self.child.wait()
    }

    /// Returns the resources used so far.
    pub fn usage(&self) -> Usage {
        let (all, own) = (self.job.usage(), usage_of(&self.child));
        Usage { cpu: all.cpu.max(own.cpu), memory: all.memory.max(own.memory) }
    }

    /// Kills it and all that it has started.
    pub fn kill(&mut self) {
        self.job.kill();
    }
}

/// Returns the signal that killed a process: there are none here.
pub fn signal(_: ExitStatus) -> Option<i32> {
    None
}

/// Exit statuses that stand for an error.
const ERRORS: [(u32, &str); 6] = [
    (0xc000_0005, "access violation"),
    (0xc000_001d, "illegal instruction"),
    (0xc000_0094, "integer division by zero"),
    (0xc000_00fd, "stack overflow"),
    (0xc000_0135, "a DLL was not found"),
    (0xc000_0409, "aborted"),
];

/// Returns an exit status in words.
pub fn status_name(status: i32) -> String {
    let code = status.cast_unsigned();
    match ERRORS.iter().find(|(known, _)| *known == code) {
        Some((_, name)) => format!("exit status {code:#x} ({name})"),
        None if status < 0 => format!("exit status {code:#x}"),
        None => format!("exit status {status}"),
    }
}

/// Returns a signal in words, for reports from elsewhere.
pub fn signal_name(signal: i32) -> String {
    format!("signal {signal}")
}

/// Returns whether a signal means that a program wrote too large a file.
pub fn is_for_size(_: i32) -> bool {
    false
}
