//! The verdict on a run without regard to its output, and its words.

use std::time::Duration;

use super::compare::shorten;
use super::sanitizer;
use nim_ground::limits::Limits;
use nim_sandbox::run::{Ended, RunResult, Stopped};
use nim_sandbox::system::process::{is_for_size, signal_name, status_name};
use nim_task::verdict::Verdict;

/// Returns the verdict on the run itself, with its reason; `None` if the output decides.
pub fn run_verdict(run: &RunResult, limits: &Limits) -> Option<(Verdict, String)> {
    let memory = run.memory.unwrap_or(0);
    if run.stopped == Some(Stopped::Memory) || memory > limits.memory {
        let stack = match run.stack > limits.memory / 2 {
            true => ", most of it stack: a recursion goes too deep, or does not end",
            false => "",
        };
        return Some((Verdict::MemoryLimit, format!("more than {} of memory{stack}", mib(limits.memory))));
    }
    if run.stopped == Some(Stopped::Starved) {
        let had = mib(memory.next_multiple_of(1 << 10));
        let message = format!("the machine ran out of memory: the system killed the program at {had}");
        return Some((Verdict::JudgeError, message));
    }
    if run.stopped == Some(Stopped::Cpu) || run.cpu > limits.cpu {
        return Some((Verdict::TimeLimit, over_time(limits.cpu)));
    }
    let killed_for_size = matches!(run.ended, Ended::Signalled(signal) if is_for_size(signal));
    match (run.stopped, run.ended) {
        (Some(Stopped::Wall), _) => {
            let used = seconds(run.cpu);
            let message =
                format!("more than {} of wall-clock time ({used} of CPU time)", seconds(limits.wall));
            Some((Verdict::TimeLimit, message))
        }
        (Some(Stopped::Output), _) => {
            Some((Verdict::OutputLimit, format!("more than {} of output", mib(limits.output))))
        }
        (Some(Stopped::Processes), _) => {
            Some((Verdict::RuntimeError, "too many processes and threads".to_owned()))
        }
        _ if killed_for_size => {
            Some((Verdict::OutputLimit, format!("a file of more than {}", mib(limits.output))))
        }
        (_, Ended::NotStarted) => {
            let why = String::from_utf8_lossy(&run.stderr);
            Some((Verdict::RuntimeError, format!("not started: {why}")))
        }
        (_, Ended::Exited(0)) => Some((Verdict::WrongAnswer, run.no_output.clone()?)),
        (_, Ended::Exited(status)) => {
            Some((Verdict::RuntimeError, with_stderr(status_name(status), &run.stderr)))
        }
        (_, Ended::Signalled(signal)) => {
            Some((Verdict::RuntimeError, with_stderr(signal_name(signal), &run.stderr)))
        }
    }
}

/// Returns the message of a run that took more CPU time than this limit.
pub(crate) fn over_time(limit: Duration) -> String {
    format!("more than {} of CPU time", seconds(limit))
}

/// Returns the message with the last line of standard error that may state the reason: neither a frame of a stack nor a line that a
/// language's runtime adds to every error.
pub(crate) fn with_stderr(message: String, stderr: &[u8]) -> String {
    if let Some(report) = sanitizer::report(&String::from_utf8_lossy(stderr)) {
        return format!("{message}: {}", shorten(report.as_bytes()));
    }
    let mut lines = stderr.split(|&b| b == b'\n').rev().filter(|line| !line.trim_ascii().is_empty());
    let last = lines.clone().next();
    match lines.find(|line| !is_added_by_runtime(line)).or(last) {
        Some(line) => format!("{message}: {}", shorten(line)),
        None => message,
    }
}

/// Returns whether Node.js, Rust or Java adds this line after the reason of an error.
fn is_added_by_runtime(line: &[u8]) -> bool {
    let trimmed = line.trim_ascii_start();
    let is_frame = trimmed.len() < line.len() && trimmed.starts_with(b"at ");
    is_frame || line.starts_with(b"Node.js v") || line.starts_with(b"note: run with ")
}

pub(crate) fn seconds(time: Duration) -> String {
    let text = format!("{:.3}", time.as_secs_f64());
    format!("{} s", text.trim_end_matches('0').trim_end_matches('.'))
}

pub(crate) fn mib(bytes: u64) -> String {
    if bytes.is_multiple_of(1 << 20) {
        format!("{} MiB", bytes >> 20)
    } else {
        format!("{} KiB", bytes >> 10)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nim_ground::limits::{LimitOverrides, MIB};

    #[test]
    fn the_message_has_the_line_with_the_reason() {
        for (stderr, line) in [
            (
                "Error: no\n    at Object.<anonymous> (sol.js:1:7)\n    at node:1\n\nNode.js v20.20.2\n",
                "Error: no",
            ),
            (
                "thread 'main' panicked at sol.rs:1:13:\nno\nnote: run with `RUST_BACKTRACE=1` environment variable\n",
                "no",
            ),
            (
                "Exception in thread \"main\" Error: no\n\tat Main.main(Main.java:3)\n",
                "Exception in thread \"main\" Error: no",
            ),
            ("Traceback\nValueError: no\n", "ValueError: no"),
            ("at last\n", "at last"),
            ("\tat Main.main\n \n", "\tat Main.main"),
        ] {
            let shown = shorten(line.as_bytes());
            assert_eq!(with_stderr("exit 1".to_owned(), stderr.as_bytes()), format!("exit 1: {shown}"));
        }
        assert_eq!(with_stderr("exit 1".to_owned(), b"\n"), "exit 1");
    }

    #[test]
    fn more_memory_than_the_limit_is_found_at_the_end() {
        let limits = LimitOverrides { memory: Some(32 * MIB), ..LimitOverrides::default() }.resolve();
        let run = |memory| RunResult {
            ended: Ended::Exited(0),
            stopped: None,
            cpu: Duration::ZERO,
            wall: Duration::ZERO,
            memory: Some(memory),
            stack: 0,
            stderr: Vec::new(),
            no_output: None,
        };
        assert_eq!(run_verdict(&run(limits.memory + 1), &limits).unwrap().0, Verdict::MemoryLimit);
        assert_eq!(run_verdict(&run(limits.memory), &limits), None);
    }
}
