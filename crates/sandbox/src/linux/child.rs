//! The steps between the fork of the proxy and the program: each applies a layer irrevocably, except for the filter of system calls, which is
//! inherited from the proxy. Until the last, the process uses the memory of the proxy, where nothing that it makes must be left.

use std::cell::{Cell, RefCell};
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;

use rustix::io::{FdFlags, fcntl_setfd};
use rustix::process::{Gid, Signal, Uid, set_parent_process_death_signal};
use rustix::thread::{
    CapabilitySet, CapabilitySets, set_capabilities, set_no_new_privs, set_thread_groups, set_thread_res_gid,
    set_thread_res_uid,
};
use rustix::time::{ClockId, clock_gettime};
use seccompiler::BpfProgram;

use super::exec_error::FOREIGN_CALLS;
use super::filter::{self, Files};
use super::message::Settings;
use super::plan::{NamespaceLevel, SandboxPlan};
use super::refusals::{Refusals, seccomp};
use super::rlimits;
use super::sys;
use crate::error::{Error, failed};

/// The start of a program's process.
pub struct Start<'a> {
    /// The plan of the sandbox.
    pub plan: &'a SandboxPlan,
    /// The command, with the arguments of this run.
    pub command: &'a sys::Command<'a>,
    /// Standard input, output and error.
    pub stdio: &'a [OwnedFd; 3],
    /// Other descriptors that it is left.
    pub left: &'a [OwnedFd],
    /// The rules of Landlock.
    pub files: Option<&'a Files>,
    /// The settings of this run.
    pub settings: &'a Settings,
    /// The outcome of the start.
    pub outcome: &'a Outcome,
}

/// The outcome of a start, as the new process reports it.
#[derive(Default)]
pub struct Outcome {
    /// The start of the program in nanoseconds of the monotonic clock; 0 if it was not started.
    pub begin: Cell<u64>,
    /// The number of the error with which the system refused to execute it.
    pub refusal: Cell<Option<i32>>,
    /// The reason why the program could not be started.
    pub error: RefCell<Option<String>>,
}

impl Start<'_> {
    /// Executes the program; returns only if that fails, after recording the error.
    pub fn run(&self) -> i32 {
        let Outcome { begin, refusal, error } = self.outcome;
        if self.plan.has_foreign_calls {
            refusal.set(Some(FOREIGN_CALLS));
            return 1;
        }
        if let Err(failure) = self.prepare() {
            error.replace(Some(failure.to_string()));
            return 1;
        }
        begin.set(now());
        let error = self.command.execute();
        refusal.set(Some(error.raw_os_error().unwrap_or(libc::EIO)));
        1
    }

    fn prepare(&self) -> Result<(), Error> {
        sys::reset_signals();
        rustix::process::setsid().map_err(failed("setsid"))?;
        let [input, output, error] = self.stdio;
        rustix::stdio::dup2_stdin(input).map_err(failed("standard input"))?;
        rustix::stdio::dup2_stdout(output).map_err(failed("standard output"))?;
        rustix::stdio::dup2_stderr(error).map_err(failed("standard error"))?;
        let directory = self.settings.directory.as_ref().map(Path::new);
        rustix::process::chdir(directory.unwrap_or(&self.plan.working_dir))
            .map_err(failed("the current folder"))?;
        rlimits::apply(&self.settings.limits, self.plan.most_processes, self.plan.unsandboxed)?;
        if self.plan.unsandboxed {
            self.end_with_proxy()?;
            return self.close_the_rest();
        }
        set_no_new_privs(true).map_err(failed("no-new-privileges"))?;
        if let Some(files) = self.files {
            files.enforce(self.settings.input_is_on_disk.then(|| input.as_fd()), &self.plan.private_dir)?;
        }
        if let Some(user) = self.plan.user {
            let (uid, gid) = (Uid::from_raw(user), Gid::from_raw(user));
            set_thread_groups(&[]).map_err(failed("groups"))?;
            set_thread_res_gid(gid, gid, gid).map_err(failed("group"))?;
            set_thread_res_uid(uid, uid, uid).map_err(failed("user"))?;
        }
        let none = CapabilitySet::empty();
        set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none })
            .map_err(failed("capabilities"))?;
        self.end_with_proxy()?;
        self.close_the_rest()?;
        if let Some(refusals) = self.plan.refusals.as_ref().filter(|_| self.plan.same_user) {
            seccompiler::apply_filter(&self.own_filter(refusals.clone())?).map_err(seccomp)?;
        }
        Ok(())
    }

    /// Makes the program end with the proxy if no namespace does so: a keeper that is killed ends both. The system forgets this setting
    /// when the user changes later.
    fn end_with_proxy(&self) -> Result<(), Error> {
        if self.plan.level != NamespaceLevel::None {
            return Ok(());
        }
        set_parent_process_death_signal(Some(Signal::KILL)).map_err(failed("the death signal"))
    }

    /// Leaves the program no descriptors but standard input, output and error, and the given ones.
    fn close_the_rest(&self) -> Result<(), Error> {
        sys::close_on_exec(3).map_err(failed("descriptors"))?;
        for fd in self.left {
            fcntl_setfd(fd, FdFlags::empty()).map_err(failed("descriptors"))?;
        }
        Ok(())
    }

    /// Returns the filter that depends on this process.
    fn own_filter(&self, mut refusals: Refusals) -> Result<BpfProgram, Error> {
        let own = std::process::id();
        if self.plan.needs_signal_filter {
            filter::refuse_foreign_signals(&mut refusals, own).map_err(seccomp)?;
        }
        filter::refuse_foreign_settings(&mut refusals, Some(own)).map_err(seccomp)?;
        refusals.compile(libc::ENOSYS).map_err(seccomp)
    }
}

/// Returns the monotonic clock, in nanoseconds.
pub fn now() -> u64 {
    let time = clock_gettime(ClockId::Monotonic);
    u64::try_from(time.tv_sec).unwrap_or(0) * 1_000_000_000 + u64::try_from(time.tv_nsec).unwrap_or(0)
}
