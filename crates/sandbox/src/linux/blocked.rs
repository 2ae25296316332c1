//! The reason why a program waits, by the system calls in which its threads are blocked, as `/proc/PID/task/TID/syscall` shows them.

use crate::run::Waiting;

/// The number -1 of 32 bits, as a time-out is.
const MINUS_ONE: u64 = 0xffff_ffff;
/// The file of a thread that is in no system call.
pub const RUNNING: &str = "running";

/// Returns the reason why a program waits, given the calls of all its threads; `None` stands for an unreadable one.
///
/// A program waits for its input when one of its threads reads it and no other can run on: the others wait for threads,
/// processes or signals. A thread that sleeps for a time may run on.
pub fn waiting(threads: impl Iterator<Item = Option<BlockedCall>>) -> Waiting {
    let mut waits = None;
    for thread in threads {
        let Some(call) = thread else { return Waiting::Unknown };
        match call {
            BlockedCall::Write => waits = Some(Waiting::Output),
            BlockedCall::Read if waits.is_none() => waits = Some(Waiting::Input),
            BlockedCall::Read | BlockedCall::Others => {}
            BlockedCall::Running => return Waiting::Nothing,
        }
    }
    waits.unwrap_or(Waiting::Nothing)
}

/// The call in which a thread is blocked.
pub enum BlockedCall {
    /// Reading its input, or waiting for some descriptor without end.
    Read,
    /// A write to standard output.
    Write,
    /// Waiting for other threads or processes, or for signals.
    Others,
    /// None of these calls.
    Running,
}

impl BlockedCall {
    /// Parses the file of a thread; `is_input` returns whether a descriptor other than standard input is the input, too.
    pub fn parse(text: &str, is_input: impl Fn(u64) -> bool) -> Self {
        let mut words = text.split_whitespace();
        let Some(number) = words.next().and_then(|word| word.parse::<libc::c_long>().ok()) else {
            return Self::Running;
        };
        let mut words = words
            .map_while(|word| u64::from_str_radix(word.strip_prefix("0x").unwrap_or(word), 16).ok())
            .fuse();
        let args: [u64; 6] = std::array::from_fn(|_| words.next().unwrap_or(0));
        // A missing time is a null pointer.
        match number {
            libc::SYS_read | libc::SYS_readv if args[0] == 0 || is_input(args[0]) => Self::Read,
            libc::SYS_write | libc::SYS_writev if args[0] == 1 => Self::Write,
            libc::SYS_epoll_pwait if args[3] & MINUS_ONE == MINUS_ONE => Self::Read,
            libc::SYS_ppoll if args[2] == 0 => Self::Read,
            libc::SYS_pselect6 if args[4] == 0 => Self::Read,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_epoll_wait if args[3] & MINUS_ONE == MINUS_ONE => Self::Read,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_poll if args[2] & MINUS_ONE == MINUS_ONE => Self::Read,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_select if args[4] == 0 => Self::Read,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_pause => Self::Others,
            libc::SYS_futex | libc::SYS_wait4 | libc::SYS_waitid | libc::SYS_rt_sigsuspend => Self::Others,
            _ => Self::Running,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(calls: &[Option<(libc::c_long, &str)>], expected: Waiting) {
        let text = |&(number, args): &(libc::c_long, &str)| format!("{number} {args} 0x7ffe 0x7f00\n");
        let parsed = |call| BlockedCall::parse(&text(call), |descriptor| descriptor == 5);
        assert_eq!(waiting(calls.iter().map(|call| call.as_ref().map(parsed))), expected);
    }

    #[test]
    fn a_program_waits_where_none_of_its_threads_can_run_on() {
        let read = Some((libc::SYS_read, "0x0 0x55 0x1000 0x0 0x0 0x0"));
        let of_pipe = Some((libc::SYS_read, "0x5 0x55 0x1000 0x0 0x0 0x0"));
        let of_file = Some((libc::SYS_read, "0x3 0x55 0x1000 0x0 0x0 0x0"));
        let write = Some((libc::SYS_write, "0x1 0x55 0x1000 0x0 0x0 0x0"));
        let futex = Some((libc::SYS_futex, "0x7f 0x0 0x0 0x0 0x0 0x0"));
        let sleep = Some((libc::SYS_clock_nanosleep, "0x0 0x0 0x7f 0x7f 0x0 0x0"));
        let endless = Some((libc::SYS_epoll_pwait, "0x4 0x7f 0x400 0xffffffff 0x0 0x8"));
        let timed = Some((libc::SYS_epoll_pwait, "0x4 0x7f 0x400 0x64 0x0 0x8"));
        check(&[read], Waiting::Input);
        check(&[futex, read, futex], Waiting::Input);
        check(&[of_pipe, futex], Waiting::Input);
        check(&[endless], Waiting::Input);
        check(&[write, read], Waiting::Output);
        for other in [of_file, sleep, timed] {
            check(&[read, other], Waiting::Nothing);
        }
        check(&[futex], Waiting::Nothing);
        check(&[], Waiting::Nothing);
        check(&[read, None], Waiting::Unknown);
        let running = BlockedCall::parse("running\n", |_| false);
        assert_eq!(waiting([Some(running)].into_iter()), Waiting::Nothing);
    }
}
