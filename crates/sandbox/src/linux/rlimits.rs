//! The resource limits that the system enforces for each process.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::error::{Error, failed};
use nim_ground::limits::Limits;

/// The limit of open files.
const MOST_OPEN: u64 = 512;

/// Applies the limits of a run to the calling process, which will execute the program; `unsandboxed` leaves the hard limit of open files.
///
/// # Errors
/// When the system refuses.
pub fn apply(limits: &Limits, most_processes: u64, unsandboxed: bool) -> Result<(), Error> {
    // The judge itself ends a run earlier.
    let cpu_seconds = limits.cpu.as_secs() + 2;
    let stack = limits.memory.min(most_stack());
    let limits = [
        (Resource::Cpu, cpu_seconds, cpu_seconds + 1),
        (Resource::Fsize, limits.output, limits.output),
        // Dumps are larger, so none is written; with 0, a system that pipes dumps to a program would still do so.
        (Resource::Core, 1, 1),
        (Resource::Nproc, most_processes, most_processes),
        (Resource::Nofile, MOST_OPEN, MOST_OPEN.max(if unsandboxed { u64::MAX } else { 0 })),
        (Resource::Stack, stack, stack),
        (Resource::Msgqueue, 0, 0),
    ];
    for (resource, soft, hard) in limits {
        let most = getrlimit(resource).maximum.unwrap_or(u64::MAX);
        let limit = Rlimit { current: Some(soft.min(most)), maximum: Some(hard.min(most)) };
        setrlimit(resource, limit).map_err(failed("limits"))?;
    }
    Ok(())
}

/// Returns the largest stack that leaves room for others. Every thread reserves address space of the stack limit's size,
/// and fails if the machine cannot provide it.
fn most_stack() -> u64 {
    let system = rustix::system::sysinfo();
    let machine = (system.totalram as u64).saturating_mul(u64::from(system.mem_unit)) / 4;
    let addresses = getrlimit(Resource::As).current;
    addresses.map_or(machine, |addresses| machine.min(addresses / 8))
}
