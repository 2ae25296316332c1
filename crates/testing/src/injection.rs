//! A run of a program in which one system call fails, or brings a signal: a tracer by ptrace.
//!
//! Calls count from `main` on, which begins by a handler for SIGXFSZ; earlier calls of the loader and the standard library are not the
//! program's. Threads and children count, until they execute another file.

#![expect(unsafe_code, reason = "a tracer is made of system calls")]

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File};
use std::io::{self, Read, Seek};
use std::os::unix::fs::FileExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use libc::{c_int, c_long, c_void, pid_t, user_regs_struct};

/// The fault injected at a system call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The call of this number and this place among its kind, from 1, fails.
    Error {
        /// The number of the system call.
        call: c_long,
        /// The index among the calls of this number, from 1.
        place: u64,
        /// The error that the call returns.
        errno: c_int,
    },
    /// Every call of this number fails whose path contains this.
    Path {
        /// The number of the system call.
        call: c_long,
        /// A part of the path.
        part: &'static str,
        /// The error that the call returns.
        errno: c_int,
    },
    /// All calls of these numbers fail from one of them on: a shortage lasts.
    Lasting {
        /// The numbers of the system calls.
        calls: &'static [c_long],
        /// The first that fails, from 1.
        from: u64,
        /// The error that the calls return.
        errno: c_int,
    },
    /// The program gets a signal at the call of this place among all.
    Signal {
        /// The number of the signal.
        signal: c_int,
        /// The index among all calls, from 1.
        place: u64,
    },
}

/// The result of a traced run.
#[derive(Debug, Default)]
pub struct Traced {
    /// The exit code; 128 and the signal's number where one ended it.
    pub code: c_int,
    /// The text of standard output.
    pub stdout: String,
    /// The text of standard error.
    pub stderr: String,
    /// The number of calls of each system call.
    pub calls: BTreeMap<c_long, u64>,
    /// Whether the fault was injected.
    pub has_happened: bool,
    /// Whether the run was ended, since it took too long.
    pub is_endless: bool,
}

/// A handler for this signal is the first that `main` does.
const FIRST_SIGNAL: u64 = libc::SIGXFSZ as u64;
/// The options of waiting for children of this thread alone.
const WAIT: c_int = libc::__WALL | 0x2000_0000;

/// The state of a traced thread.
#[derive(Default)]
struct Thread {
    is_in_call: bool,
    /// The result for a call that is suppressed.
    result: Option<c_int>,
}

fn ptrace(request: libc::c_uint, pid: pid_t, address: usize, data: usize) -> io::Result<()> {
    // SAFETY: requests of this file read and write registers and numbers whose addresses are of live values.
    let done = unsafe { libc::ptrace(request, pid, address as *mut c_void, data as *mut c_void) };
    if done == -1 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

fn registers(pid: pid_t) -> io::Result<user_regs_struct> {
    // SAFETY: the registers are numbers.
    let mut registers: user_regs_struct = unsafe { std::mem::zeroed() };
    ptrace(libc::PTRACE_GETREGS, pid, 0, &raw mut registers as usize)?;
    Ok(registers)
}

fn set_registers(pid: pid_t, registers: &user_regs_struct) -> io::Result<()> {
    ptrace(libc::PTRACE_SETREGS, pid, 0, std::ptr::from_ref(registers) as usize)
}

/// Runs a command with at most one fault.
///
/// # Errors
/// When it cannot be started or traced.
pub fn run(command: &mut Command, fault: Option<Fault>, longest: Duration) -> io::Result<Traced> {
    let program = fs::canonicalize(command.get_program())?;
    let (mut stdout, mut stderr) = (tempfile::tempfile()?, tempfile::tempfile()?);
    command.stdin(Stdio::null()).stdout(stdout.try_clone()?).stderr(stderr.try_clone()?);
    // SAFETY: the function makes a system call and nothing else.
    unsafe {
        command.pre_exec(|| ptrace(libc::PTRACE_TRACEME, 0, 0, 0));
    }
    let child = command.spawn()?;
    let main = child.id().cast_signed();
    let (end, is_ended) = mpsc::channel::<()>();
    let watch = thread::spawn(move || {
        let is_endless = is_ended.recv_timeout(longest) == Err(mpsc::RecvTimeoutError::Timeout);
        if is_endless {
            // SAFETY: the child has not been waited for.
            unsafe { libc::kill(main, libc::SIGKILL) };
        }
        is_endless
    });
    let mut traced = Traced::default();
    let followed = follow(main, &program, fault, &mut traced);
    drop(end);
    traced.is_endless = watch.join().unwrap_or_default();
    followed?;
    for (file, text) in [(&mut stdout, &mut traced.stdout), (&mut stderr, &mut traced.stderr)] {
        *text = read(file)?;
    }
    Ok(traced)
}

fn read(file: &mut File) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn follow(main: pid_t, program: &Path, fault: Option<Fault>, traced: &mut Traced) -> io::Result<()> {
    let options = libc::PTRACE_O_TRACESYSGOOD
        | libc::PTRACE_O_TRACECLONE
        | libc::PTRACE_O_TRACEFORK
        | libc::PTRACE_O_TRACEVFORK
        | libc::PTRACE_O_TRACEEXEC
        | libc::PTRACE_O_EXITKILL;
    let mut threads: HashMap<pid_t, Thread> = HashMap::new();
    let (mut has_begun, mut all) = (false, 0);
    loop {
        let mut status = 0;
        // SAFETY: the status is a live number.
        let pid = unsafe { libc::waitpid(-1, &raw mut status, WAIT) };
        if pid < 0 {
            return Ok(());
        }
        if !libc::WIFSTOPPED(status) {
            threads.remove(&pid);
            if pid == main {
                let signal = || 128 + libc::WTERMSIG(status);
                traced.code = if libc::WIFEXITED(status) { libc::WEXITSTATUS(status) } else { signal() };
            }
            continue;
        }
        let is_new = !threads.contains_key(&pid);
        let thread = threads.entry(pid).or_default();
        let mut signal = libc::WSTOPSIG(status);
        let mut request = libc::PTRACE_SYSCALL;
        if is_new {
            // The stop at its birth; of the first one, at its execution.
            signal = 0;
            if pid == main {
                ptrace(libc::PTRACE_SETOPTIONS, pid, 0, options as usize)?;
            }
        } else if signal == libc::SIGTRAP | 0x80 {
            signal = 0;
            thread.is_in_call = !thread.is_in_call;
            // One that was killed meanwhile has no registers.
            let Ok(mut registers) = registers(pid) else { continue };
            if !thread.is_in_call {
                if let Some(errno) = thread.result.take() {
                    registers.rax = i64::from(-errno).cast_unsigned();
                    set_registers(pid, &registers).ok();
                }
            } else if !has_begun {
                let call = registers.orig_rax.cast_signed();
                has_begun = call == libc::SYS_rt_sigaction && registers.rdi == FIRST_SIGNAL;
            } else {
                let call = registers.orig_rax.cast_signed();
                let count = traced.calls.entry(call).or_default();
                *count += 1;
                let count = *count;
                all += 1;
                let failure = match fault {
                    Some(Fault::Error { call: chosen, place, errno }) => {
                        (chosen == call && place == count).then_some(errno)
                    }
                    Some(Fault::Lasting { calls, from, errno }) => {
                        let made: u64 = calls.iter().filter_map(|call| traced.calls.get(call)).sum();
                        (calls.contains(&call) && made >= from).then_some(errno)
                    }
                    Some(Fault::Path { call: chosen, part, errno }) => {
                        (chosen == call && path(pid, &registers)?.contains(part)).then_some(errno)
                    }
                    _ => None,
                };
                if failure.is_some() {
                    traced.has_happened = true;
                    thread.result = failure;
                    // No call has this number.
                    registers.orig_rax = u64::MAX;
                    set_registers(pid, &registers).ok();
                }
                match fault {
                    Some(Fault::Signal { signal, place }) if place == all => {
                        traced.has_happened = true;
                        // SAFETY: the child has not been waited for.
                        unsafe { libc::kill(main, signal) };
                    }
                    _ => {}
                }
            }
        } else if status >> 16 != 0 {
            signal = 0;
            let executed = status >> 16 == libc::PTRACE_EVENT_EXEC;
            if executed && fs::read_link(format!("/proc/{pid}/exe")).is_ok_and(|file| file != program) {
                request = libc::PTRACE_DETACH;
                threads.remove(&pid);
            }
        }
        // One that was killed meanwhile goes on to its end.
        ptrace(request, pid, 0, usize::try_from(signal).unwrap_or_default()).ok();
    }
}

/// Returns the path of a call: its first argument, or the second behind the descriptor of a folder.
fn path(pid: pid_t, registers: &user_regs_struct) -> io::Result<String> {
    const WITHOUT_FOLDER: [c_long; 4] = [libc::SYS_open, libc::SYS_stat, libc::SYS_lstat, libc::SYS_readlink];
    let is_first = WITHOUT_FOLDER.contains(&registers.orig_rax.cast_signed());
    let address = if is_first { registers.rdi } else { registers.rsi };
    let mut bytes = [0; 4096];
    // A call by a descriptor alone may have no path.
    let read = File::open(format!("/proc/{pid}/mem"))?.read_at(&mut bytes, address).unwrap_or(0);
    let end = bytes[..read].iter().position(|&byte| byte == 0).unwrap_or(read);
    Ok(String::from_utf8_lossy(&bytes[..end]).into_owned())
}
