//! The plan of a sandbox: plain data, without descriptors and locks, so that a process forked from the judge can work
//! on it.

use std::ffi::CString;
use std::path::PathBuf;

use super::cgroup::Groups;
use super::mounts::Mounts;
use super::refusals::Refusals;

/// The user number of root in a user namespace where it is the only user.
pub const NOT_ROOT: u32 = 1000;

/// The namespaces that a sandbox has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamespaceLevel {
    /// All namespaces, the user namespace included.
    User,
    /// All but the user namespace, which needs privileges.
    Privileged,
    /// No namespaces.
    None,
}

/// The settings of one variant of a sandbox.
pub struct SandboxPlan {
    /// The namespaces.
    pub level: NamespaceLevel,
    pub executable: CString,
    /// Whether the file is executed by a descriptor, as the program's user may not enter its folder.
    pub opens_executable: bool,
    /// The command and its arguments.
    pub command: Vec<CString>,
    /// The environment of the program.
    pub env: Vec<CString>,
    /// The files that the program sees.
    pub view: Mounts,
    /// The user who runs the judge.
    pub caller: (u32, u32),
    /// The user that the program becomes, where the caller may choose.
    pub user: Option<u32>,
    /// Whether Landlock's rules are applied.
    pub landlock: bool,
    /// Whether only a filter can keep signals from other processes of the same user.
    pub needs_signal_filter: bool,
    /// Whether only a filter can keep the program from changing times, modes and attributes of the caller's files.
    pub same_user: bool,
    /// The refused system calls, if there are filters; those that depend on the process are still missing.
    pub refusals: Option<Refusals>,
    /// Whether the calls include those for shared memory without a file.
    pub refuses_shared_memory: bool,
    /// Whether the executable would be killed by them, as it is for the 32-bit system calls, which they do not know.
    pub has_foreign_calls: bool,
    /// The control groups of the sandbox.
    pub groups: Groups,
    /// The private folder if there is no mount namespace, removed at the end.
    pub folder: Option<PathBuf>,
    /// The folder in which the program may write.
    pub private_dir: PathBuf,
    /// The folder in which it runs.
    pub working_dir: PathBuf,
    /// Whether the program is only measured, without layers.
    pub unsandboxed: bool,
    /// The capacity of the private folder in bytes.
    pub folder_bytes: u64,
    /// Processes and threads that the program may have.
    pub most_processes: u64,
}

impl SandboxPlan {
    /// Returns the owner of the private folder, by the number inside the namespace.
    pub fn owner(&self) -> u32 {
        self.inside(self.caller.0)
    }

    /// Returns the group of the owner of the program's files.
    pub fn owner_group(&self) -> u32 {
        self.inside(self.caller.1)
    }

    fn inside(&self, own: u32) -> u32 {
        match self.user {
            Some(user) => user,
            None if own == 0 && self.level == NamespaceLevel::User => NOT_ROOT,
            None => own,
        }
    }
}
