//! The process outside the namespaces: it starts the proxy, sets up its users and control groups, and cleans up after it, even
//! when the judge is killed.

use std::fs;
use std::io::{self, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};

use super::cgroup::Groups;
use super::message::{self, Handshake};
use super::plan::{NOT_ROOT, NamespaceLevel, SandboxPlan};
use super::proxy::proxy;
use super::sys::{self, Pid};
use crate::error::{Error, failed};
use nim_ground::clear;
use nim_ground::error::best_effort;

/// Starts a sandbox and returns its keeper. The other end of `socket` is connected to the proxy. The keeper and the proxy hold `lock`,
/// which reserves the program's user, until the sandbox is gone.
///
/// # Errors
/// When the system refuses to fork.
pub fn start(plan: &SandboxPlan, socket: OwnedFd, lock: Option<OwnedFd>) -> io::Result<Pid> {
    let started = sys::start(plan, socket, lock, keeper);
    if started.is_err() {
        clean_up(&plan.groups, plan.folder.as_deref());
    }
    started
}

fn keeper(plan: &SandboxPlan, socket: OwnedFd, ready: io::Result<()>) -> i32 {
    sys::ignore_signals();
    // A keeper that stays in the caller's session works as well.
    best_effort(rustix::process::setsid());
    // The judge's memory is set aside, since it would count as the program's: the system counts from the moment before execution.
    best_effort(sys::set_memory_aside());
    match ready.map_err(failed("/dev/null")).and_then(|()| start_proxy(plan, &socket)) {
        Ok(proxy) => {
            drop(socket);
            sys::reap(proxy, true);
        }
        Err(error) => {
            best_effort(message::send(socket.as_fd(), &Handshake::Failed(error.to_string()), &[]));
        }
    }
    clean_up(&plan.groups, plan.folder.as_deref());
    0
}

/// Removes the control groups and the private folder of a sandbox.
pub fn clean_up(groups: &Groups, folder: Option<&Path>) {
    groups.remove();
    if let Some(folder) = folder {
        // An empty folder can be removed without a descriptor; there may be none left.
        best_effort(
            fs::remove_dir(folder).or_else(|_| clear::empty(folder).and_then(|()| fs::remove_dir(folder))),
        );
    }
}

fn start_proxy(plan: &SandboxPlan, socket: &OwnedFd) -> Result<Pid, Error> {
    let (go, mut go_writer) = io::pipe().map_err(failed("a pipe"))?;
    let namespaces = match plan.level {
        NamespaceLevel::User => sys::NAMESPACES | sys::USER_NAMESPACE,
        NamespaceLevel::Privileged => sys::NAMESPACES,
        NamespaceLevel::None => 0,
    };
    let mut go = Some(go);
    let proxy = sys::fork_in_namespaces(namespaces, || go.take().map_or(1, |go| proxy(plan, socket, go)));
    let proxy = proxy.map_err(failed("namespaces"))?;
    let mapped = if plan.level == NamespaceLevel::User { write_maps(plan, proxy) } else { Ok(()) };
    let set_up = mapped.and_then(|()| plan.groups.add(proxy)).and_then(|()| go_writer.write_all(b"g"));
    set_up.map_err(|error| {
        sys::kill(proxy, libc::SIGKILL);
        sys::reap(proxy, true);
        failed("users and groups")(error)
    })?;
    Ok(proxy)
}

/// Maps the caller and the program's user to their own numbers, except root, whose number would give the program
/// privileges in its namespace.
fn write_maps(plan: &SandboxPlan, proxy: Pid) -> io::Result<()> {
    let folder = PathBuf::from(format!("/proc/{proxy}"));
    if plan.user.is_none() {
        fs::write(folder.join("setgroups"), "deny")?;
    }
    for (name, own) in [("uid_map", plan.caller.0), ("gid_map", plan.caller.1)] {
        let inside = if plan.user.is_none() && own == 0 { NOT_ROOT } else { own };
        let mut map = format!("{inside} {own} 1\n");
        if let Some(user) = plan.user {
            map.push_str(&format!("{user} {user} 1\n"));
        }
        fs::write(folder.join(name), map)?;
    }
    Ok(())
}
