//! Processes of Unix: a process group with limits.

use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus};
use std::time::Duration;

use rustix::process::{Pid, Resource, Rlimit, Signal, getrlimit, kill_process_group, setrlimit};

use crate::system::usage::Usage;
use nim_ground::error::best_effort;
use nim_ground::limits::{Limits, MIB};

/// The unit of `ru_maxrss` in bytes.
const MAXRSS_UNIT: u64 = if cfg!(target_vendor = "apple") { 1 } else { 1 << 10 };
/// The data that a process may have beyond twice the limit of memory: untouched memory is not counted.
const SPARE_DATA: u64 = 256 * MIB;

/// A process with its process group, killed when dropped.
pub struct Process {
    child: Child,
    ended: Option<(ExitStatus, Usage)>,
}

impl Process {
    /// Starts a command, with limits if there are any.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn spawn(command: &mut Command, limits: Option<&Limits>) -> io::Result<Self> {
        command.process_group(0);
        if let Some(&limits) = limits {
            #[expect(unsafe_code, reason = "what runs between fork and exec must not allocate or take locks")]
            // SAFETY: the function makes system calls, and nothing else.
            unsafe {
                command.pre_exec(move || apply(&limits));
            }
        }
        Ok(Self { child: command.spawn()?, ended: None })
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
        self.reap(libc::WNOHANG)
    }

    /// Waits for its end.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn wait(&mut self) -> io::Result<ExitStatus> {
        self.reap(0)?.ok_or_else(|| io::ErrorKind::WouldBlock.into())
    }

    /// Awaits the process like [`Child::wait`], which does not return the resources used.
    fn reap(&mut self, options: libc::c_int) -> io::Result<Option<ExitStatus>> {
        while self.ended.is_none() {
            let pid = i32::try_from(self.child.id()).map_err(io::Error::other)?;
            let mut status = 0;
            #[expect(unsafe_code, reason = "the standard library has no such call")]
            // SAFETY: all zeros are a valid `rusage`, and both pointers are to live values of the right types. The child has not
            // been awaited before, so that the number is still its own.
            let (awaited, usage) = unsafe {
                let mut usage: libc::rusage = std::mem::zeroed();
                (libc::wait4(pid, &raw mut status, options, &raw mut usage), usage)
            };
            match awaited {
                0 => return Ok(None),
                -1 => match io::Error::last_os_error() {
                    error if error.kind() == io::ErrorKind::Interrupted => {}
                    error => return Err(error),
                },
                _ => {
                    let cpu = time(usage.ru_utime) + time(usage.ru_stime);
                    let memory = u64::try_from(usage.ru_maxrss).unwrap_or(0) * MAXRSS_UNIT;
                    self.ended = Some((ExitStatus::from_raw(status), Usage { cpu, memory }));
                }
            }
        }
        Ok(self.ended.map(|(status, _)| status))
    }

    /// Returns the resources used, as far as is known: all of them at the end.
    pub fn usage(&self) -> Usage {
        self.ended.map_or(Usage::default(), |(_, usage)| usage)
    }

    /// Kills it and its group, which may have ended already.
    pub fn kill(&mut self) {
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw) {
            best_effort(kill_process_group(group, Signal::KILL));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !matches!(self.try_wait(), Ok(Some(_))) {
            self.kill();
            best_effort(self.wait());
        }
    }
}

#[expect(clippy::unnecessary_cast, reason = "the types differ between systems")]
fn time(time: libc::timeval) -> Duration {
    let seconds = u64::try_from(time.tv_sec as i64).unwrap_or(0);
    let micros = u64::try_from(time.tv_usec as i64).unwrap_or(0);
    Duration::from_secs(seconds) + Duration::from_micros(micros)
}

/// Applies limits to the calling process, in which only system calls may be made. The system knows none of resident memory: more of
/// it is found at the end.
fn apply(limits: &Limits) -> io::Result<()> {
    // The system counts seconds, and the judge the rest.
    let cpu = limits.cpu.as_secs() + 1;
    let data = limits.memory.saturating_mul(2).saturating_add(SPARE_DATA);
    let most = [
        (Resource::Cpu, cpu, cpu + 1),
        (Resource::Fsize, limits.output, limits.output),
        (Resource::Core, 0, 0),
        (Resource::Data, data, data),
        (Resource::Stack, u64::MAX, u64::MAX),
    ];
    for (resource, soft, hard) in most {
        let allowed = getrlimit(resource).maximum.unwrap_or(u64::MAX);
        let limit = |most: u64| Some(most.min(allowed)).filter(|&most| most < u64::MAX);
        let limited = setrlimit(resource, Rlimit { current: limit(soft), maximum: limit(hard) });
        // A system may not have so large a stack.
        if resource != Resource::Stack {
            limited?;
        }
    }
    Ok(())
}

/// Returns the signal that killed a process.
pub fn signal(status: ExitStatus) -> Option<i32> {
    status.signal()
}

/// Returns an exit status in words.
pub fn status_name(status: i32) -> String {
    format!("exit status {status}")
}

/// Returns the name of a signal.
pub fn signal_name(signal: i32) -> String {
    let name = signal_hook::low_level::signal_name(signal);
    format!("signal {signal}{}", name.map_or_else(String::new, |name| format!(" ({name})")))
}

/// Returns whether a signal means that a program wrote too large a file.
pub fn is_for_size(signal: i32) -> bool {
    signal == libc::SIGXFSZ
}
