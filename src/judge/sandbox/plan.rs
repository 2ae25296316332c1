//! The plan of a sandbox: plain data, without descriptors and locks, so that a process forked from the judge can work
//! on it.

use std::ffi::CString;
use std::path::PathBuf;

use seccompiler::BpfProgram;

use super::cgroup::Groups;
use super::mounts::Mounts;

/// The user number of root in a user namespace where it is the only user.
pub const NOT_ROOT: u32 = 1000;

/// Which namespaces a sandbox has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamespaceLevel {
    /// All, the user namespace included.
    User,
    /// All but the user namespace, which takes privileges.
    Privileged,
    /// None.
    None,
}

/// The settings of one variant of a sandbox.
pub struct SandboxPlan {
    /// Which namespaces it has.
    pub level: NamespaceLevel,
    /// The file that is executed.
    pub executable: CString,
    /// Command and arguments.
    pub command: Vec<CString>,
    /// Environment.
    pub env: Vec<CString>,
    /// The files that the program sees.
    pub view: Mounts,
    /// The user who runs the judge.
    pub caller: (u32, u32),
    /// The user that the program becomes, where the caller may choose.
    pub user: Option<u32>,
    /// Whether Landlock's rules are applied.
    pub landlock: bool,
    /// Whether nothing but a filter keeps signals from other processes of the same user.
    pub signals_are_loose: bool,
    /// Whether nothing but a filter keeps the program from changing times, modes and attributes of the caller's files.
    pub owns_files: bool,
    /// Filters for system calls.
    pub filters: Vec<BpfProgram>,
    /// Control groups.
    pub groups: Groups,
    /// The private folder where there is no mount namespace, which is removed in the end.
    pub folder: Option<PathBuf>,
    /// The folder in which the program may write.
    pub place: PathBuf,
    /// The folder in which it runs.
    pub here: PathBuf,
    /// Whether the program is only watched, without layers.
    pub bare: bool,
    /// Bytes that the private folder may hold.
    pub folder_bytes: u64,
    /// Processes and threads that the program may have.
    pub most_processes: u64,
}

impl SandboxPlan {
    /// The user to whom the private folder belongs, by the number inside.
    #[must_use]
    pub fn owner(&self) -> u32 {
        self.inside(self.caller.0)
    }

    /// Their group, likewise.
    #[must_use]
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
