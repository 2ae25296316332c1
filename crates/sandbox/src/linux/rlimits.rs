//! The resource limits that the system enforces for each process.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use super::MOST_PROCESSES;
use crate::error::{Error, failed};
use nim_ground::error::best_effort;
use nim_ground::limits::{Limits, MIB};

/// The limit of open files.
const MOST_OPEN: u64 = 512;

/// The number of bytes that a process may map beyond twice the limit of memory, since untouched memory is not counted.
const SPARE_ADDRESSES: u64 = 256 * MIB;

/// A limit of the system for each process of a run.
struct ProcessLimit {
    resource: Resource,
    soft: u64,
    hard: u64,
    /// The least that the caller must leave to the run: with less, a right program could fail.
    needed: u64,
}

/// Applies the limits of a run to the calling process, which will execute the program; `unsandboxed` leaves the hard limit of open files.
///
/// # Errors
/// When the system refuses, or a hard limit of the caller is below the run's own, by its name: a program that fails by it is not at fault.
pub fn apply(limits: &Limits, most_processes: u64, unsandboxed: bool) -> Result<(), Error> {
    for limit in of_run(limits, most_processes, unsandboxed) {
        let most = most(limit.resource);
        if most < limit.needed {
            return Err(too_low(&limit, most).into());
        }
        let bounded = |value: u64| Some(value.min(most)).filter(|&value| value < u64::MAX);
        let set = Rlimit { current: bounded(limit.soft), maximum: bounded(limit.hard) };
        setrlimit(limit.resource, set).map_err(failed("limits"))?;
    }
    Ok(())
}

/// Raises the caller's own limit of open files as far as it may be: a judge holds the ends of all pipes of the programs that it runs.
pub fn raise_open_files() {
    let own = getrlimit(Resource::Nofile);
    best_effort(setrlimit(Resource::Nofile, Rlimit { current: own.maximum, ..own }));
}

/// Returns the caller's hard limits that are below those of a run.
pub fn lowered(limits: &Limits) -> Vec<String> {
    let of_run = of_run(limits, MOST_PROCESSES, false).into_iter();
    let limits = of_run.map(|limit| (most(limit.resource), limit));
    limits.filter(|(most, limit)| *most < limit.needed).map(|(most, limit)| too_low(&limit, most)).collect()
}

fn of_run(limits: &Limits, most_processes: u64, unsandboxed: bool) -> [ProcessLimit; 9] {
    // The judge itself ends a run earlier.
    let cpu_seconds = limits.cpu.as_secs() + 2;
    let stack = limits.memory.min(most_stack());
    let addresses = limits.memory.saturating_mul(2).saturating_add(SPARE_ADDRESSES);
    let least_processes = if unsandboxed { 0 } else { MOST_PROCESSES };
    [
        // A caller's limit above that of the run ends only programs that exceed both.
        (Resource::Cpu, cpu_seconds, cpu_seconds + 1, limits.cpu.as_secs() + 1),
        (Resource::Fsize, limits.output, limits.output, limits.output),
        // Dumps are larger, so none is written; with 0, a system that pipes dumps to a program would still do so.
        (Resource::Core, 1, 1, 0),
        (Resource::Nproc, most_processes, most_processes, least_processes),
        (Resource::Nofile, MOST_OPEN, MOST_OPEN.max(if unsandboxed { u64::MAX } else { 0 }), MOST_OPEN),
        (Resource::Stack, stack, stack, stack),
        (Resource::Msgqueue, 0, 0, 0),
        (Resource::As, u64::MAX, u64::MAX, addresses),
        (Resource::Data, u64::MAX, u64::MAX, addresses),
    ]
    .map(|(resource, soft, hard, needed)| ProcessLimit { resource, soft, hard, needed })
}

fn most(resource: Resource) -> u64 {
    getrlimit(resource).maximum.unwrap_or(u64::MAX)
}

fn too_low(limit: &ProcessLimit, most: u64) -> String {
    let (name, letter, unit, unit_name) = match limit.resource {
        Resource::Cpu => ("CPU time", 't', 1, " s"),
        Resource::Fsize => ("the size of files", 'f', 1024, " KiB"),
        Resource::Nproc => ("processes", 'u', 1, ""),
        Resource::Nofile => ("open files", 'n', 1, ""),
        Resource::Stack => ("the stack", 's', 1024, " KiB"),
        Resource::As => ("virtual memory", 'v', 1024, " KiB"),
        _ => ("data", 'd', 1024, " KiB"),
    };
    let (most, needed) = (most / unit, limit.needed / unit);
    format!(
        "the caller's hard limit of {name} (ulimit -{letter}) is {most}{unit_name}, and a run needs {needed}{unit_name}"
    )
}

/// Returns the largest stack that leaves room for others. Every thread reserves address space of the stack limit's size,
/// and fails if the machine cannot provide it.
fn most_stack() -> u64 {
    let system = rustix::system::sysinfo();
    let machine = (system.totalram as u64).saturating_mul(u64::from(system.mem_unit)) / 4;
    let addresses = getrlimit(Resource::As).maximum;
    addresses.map_or(machine, |addresses| machine.min(addresses / 8))
}
