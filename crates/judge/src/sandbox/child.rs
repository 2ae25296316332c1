//! The steps between the fork of the proxy and the program: each applies a layer irrevocably.

use std::ffi::CString;
use std::os::fd::{AsFd, OwnedFd};

use rustix::process::{Gid, Uid};
use rustix::thread::{
    CapabilitySet, CapabilitySets, set_capabilities, set_no_new_privs, set_thread_groups, set_thread_res_gid,
    set_thread_res_uid,
};
use rustix::time::{ClockId, clock_gettime};
use seccompiler::BpfProgram;

use super::exec_error::FOREIGN_CALLS;
use super::filter::{self, Files};
use super::message::Settings;
use super::plan::SandboxPlan;
use super::rlimits;
use super::sys;
use crate::failure::{Failure, failed};

/// The start of a program's process.
pub struct Start<'a> {
    /// The plan of its sandbox.
    pub plan: &'a SandboxPlan,
    /// Standard input, output and error.
    pub stdio: &'a [OwnedFd; 3],
    /// Rules for files.
    pub files: Option<&'a Files>,
    /// The settings of this run.
    pub settings: &'a Settings,
    /// The page that records start and failure.
    pub shared: &'a sys::SharedPage,
}

impl Start<'_> {
    /// Executes the program; returns only if that fails, after recording the error.
    pub fn run(&self) -> i32 {
        if self.plan.has_foreign_calls {
            self.shared.set_refusal(FOREIGN_CALLS);
            return 1;
        }
        if let Err(error) = self.prepare() {
            self.shared.set_error(&error.to_string());
            return 1;
        }
        let args = self.settings.args.iter().filter_map(|arg| CString::new(arg.as_bytes()).ok());
        let command: Vec<CString> = self.plan.command.iter().cloned().chain(args).collect();
        self.shared.set_start(now());
        let error = sys::exec(&self.plan.executable, &command, &self.plan.env);
        self.shared.set_refusal(error.raw_os_error().unwrap_or(libc::EIO));
        1
    }

    fn prepare(&self) -> Result<(), Failure> {
        sys::reset_signals();
        rustix::process::setsid().map_err(failed("setsid"))?;
        let [input, output, error] = self.stdio;
        rustix::stdio::dup2_stdin(input).map_err(failed("standard input"))?;
        rustix::stdio::dup2_stdout(output).map_err(failed("standard output"))?;
        rustix::stdio::dup2_stderr(error).map_err(failed("standard error"))?;
        rustix::process::chdir(&self.plan.working_dir).map_err(failed("the current folder"))?;
        rlimits::apply(&self.settings.limits, self.plan.most_processes, self.plan.unsandboxed)?;
        if self.plan.unsandboxed {
            return close_the_rest();
        }
        // When memory runs out, the kernel should kill the program, not the judge. Failing is harmless.
        let _ = std::fs::write("/proc/self/oom_score_adj", "1000");
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
        close_the_rest()?;
        for filter in self.own_filters()?.iter().chain(&self.plan.filters) {
            seccompiler::apply_filter(filter)?;
        }
        Ok(())
    }

    /// Returns the filters that depend on this process and its user, where there are filters at all.
    fn own_filters(&self) -> Result<Vec<BpfProgram>, Failure> {
        let (own, mut filters) = (std::process::id(), Vec::new());
        if self.plan.needs_signal_filter {
            filters.push(filter::foreign_signals(own)?);
        }
        if self.plan.same_user {
            filters.push(filter::attributes()?);
        }
        if self.plan.user.is_none() && !self.plan.filters.is_empty() {
            // A program that can reach the caller's files can reach the caller's processes, too.
            filters.push(filter::foreign_settings(self.plan.same_user.then_some(own))?);
        }
        Ok(filters)
    }
}

/// Leaves the program no descriptors but standard input, output and error.
fn close_the_rest() -> Result<(), Failure> {
    sys::close_on_exec(3).map_err(failed("descriptors"))
}

/// Returns the monotonic clock, in nanoseconds.
pub fn now() -> u64 {
    let time = clock_gettime(ClockId::Monotonic);
    u64::try_from(time.tv_sec).unwrap_or(0) * 1_000_000_000 + u64::try_from(time.tv_nsec).unwrap_or(0)
}
