//! Waiting for other processes: until their work is done, however slow the machine, and not for a time.

#[cfg(target_os = "linux")]
use std::process::Child;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A condition that is not true after this long never will be.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// Waits until a condition is true.
#[track_caller]
pub fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < PATIENCE, "in vain: {what}");
        sleep(Duration::from_millis(10));
    }
}

/// CPU time that a process has used.
#[cfg(target_os = "linux")]
pub fn cpu_time(process: u32) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    // The name before them may hold anything.
    let fields = stat.rsplit_once(')').unwrap().1.split_whitespace();
    let ticks: u64 = fields.skip(11).take(2).map(|ticks| ticks.parse::<u64>().unwrap()).sum();
    Duration::from_millis(ticks * 1000 / rustix::param::clock_ticks_per_second())
}

/// Waits until a run of the program has ended, and returns the most memory that it had resident, in bytes. It is not reaped, so
/// that its CPU time can be read.
#[cfg(target_os = "linux")]
pub fn peak(child: &Child) -> usize {
    let path = format!("/proc/{}/status", child.id());
    let (mut peak, mut has_begun) = (0, false);
    loop {
        let status = std::fs::read_to_string(&path).unwrap();
        let field = |name: &str| status.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        if field("State:").is_some_and(|state| state.starts_with('Z')) {
            return peak;
        }
        let kib = field("VmHWM:").and_then(|kib| kib.strip_suffix(" kB")?.parse::<usize>().ok());
        if has_begun {
            peak = peak.max(kib.unwrap_or(0) << 10);
        }
        // Until there is a reading after its name, the memory may belong to the process which started it.
        has_begun |= field("Name:") == Some("toolkit");
        sleep(Duration::from_millis(1));
    }
}
