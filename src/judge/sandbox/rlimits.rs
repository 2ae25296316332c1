//! The limits that the system itself enforces, process by process.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use super::error::{SandboxError, failed};
use crate::judge::limits::Limits;

/// The limit of open files.
const MOST_OPEN: u64 = 512;

/// Applies the limits of a run to the calling process, which is to become the program; `bare` leaves it its descriptors.
///
/// # Errors
/// When the system refuses.
pub fn apply(limits: &Limits, most_processes: u64, bare: bool) -> Result<(), SandboxError> {
    // The judge itself ends a run earlier.
    let cpu_seconds = limits.cpu.as_secs() + 2;
    let stack = limits.memory.min(most_stack());
    let limits = [
        (Resource::Cpu, cpu_seconds, cpu_seconds + 1),
        (Resource::Fsize, limits.output, limits.output),
        // No file is as small as this; and with 0, a system that pipes dumps into a program would do so.
        (Resource::Core, 1, 1),
        (Resource::Nproc, most_processes, most_processes),
        (Resource::Nofile, MOST_OPEN, MOST_OPEN.max(if bare { u64::MAX } else { 0 })),
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

/// The largest stack that leaves room for others. Every thread gets as much address space for its stack as the limit for
/// stacks says, and none where that is more than the machine could give.
fn most_stack() -> u64 {
    let system = rustix::system::sysinfo();
    let machine = (system.totalram as u64).saturating_mul(u64::from(system.mem_unit)) / 4;
    let addresses = getrlimit(Resource::As).current;
    addresses.map_or(machine, |addresses| machine.min(addresses / 8))
}
