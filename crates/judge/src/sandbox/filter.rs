//! Filters for system calls (seccomp) and rules for files (Landlock).

use std::collections::BTreeMap;
use std::os::fd::BorrowedFd;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
};
use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, sock_filter,
};

use crate::failure::Failure;

impl From<seccompiler::Error> for Failure {
    fn from(error: seccompiler::Error) -> Self {
        format!("seccomp: {error}").into()
    }
}

impl From<BackendError> for Failure {
    fn from(error: BackendError) -> Self {
        seccompiler::Error::from(error).into()
    }
}

impl From<RulesetError> for Failure {
    fn from(error: RulesetError) -> Self {
        format!("landlock: {error}").into()
    }
}

/// The newest rules requested; older systems enforce those that they know.
const RULES: ABI = ABI::V6;

/// Returns the filters for all programs: one refuses calls, another reports them as not implemented, and one those of another
/// numbering.
///
/// # Errors
/// When this processor is not supported.
pub fn system_calls() -> Result<Vec<BpfProgram>, BackendError> {
    let mut filters = vec![refused()?, unknown()?];
    if cfg!(target_arch = "x86_64") {
        filters.push(numbers_of_x32(libc::ENOSYS));
    }
    Ok(filters)
}

/// Calls that reach beyond the program: other processes' memory, mounts, namespaces, keys, the network, and anything that would
/// outlive the run.
const REFUSED: [i64; 55] = [
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_kcmp,
    libc::SYS_pidfd_getfd,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_fsopen,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_mount_setattr,
    libc::SYS_open_by_handle_at,
    libc::SYS_name_to_handle_at,
    libc::SYS_socket,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_msgget,
    libc::SYS_msgsnd,
    libc::SYS_msgrcv,
    libc::SYS_msgctl,
    libc::SYS_semget,
    libc::SYS_semop,
    libc::SYS_semtimedop,
    libc::SYS_semctl,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
    libc::SYS_kexec_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_reboot,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_syslog,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_personality,
];

/// The namespaces in which a process may not be started.
const NAMESPACES: [i32; 7] = [
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWNS,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWNET,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWCGROUP,
];

/// Refuses calls that reach beyond the program.
fn refused() -> Result<BpfProgram, BackendError> {
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> =
        REFUSED.into_iter().map(|call| (call, Vec::new())).collect();
    let has = |flag: i32| {
        let flag = u64::from(flag.unsigned_abs());
        condition(0, SeccompCmpArgLen::Qword, SeccompCmpOp::MaskedEq(flag), flag)
    };
    rules.insert(libc::SYS_clone, NAMESPACES.into_iter().map(has).collect::<Result<_, _>>()?);
    // Pairs of these kinds can send to any named socket.
    let is_type = |kind: i32| {
        condition(1, SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(0xf), u64::from(kind.unsigned_abs()))
    };
    let datagrams = [libc::SOCK_DGRAM, libc::SOCK_RAW];
    rules.insert(libc::SYS_socketpair, datagrams.into_iter().map(is_type).collect::<Result<_, _>>()?);
    compile(rules, libc::EPERM)
}

/// Refuses memory that is shared without a file, which no process may show; shared files are in the private folder.
///
/// # Errors
/// When this processor is not supported.
pub fn shared_memory() -> Result<BpfProgram, BackendError> {
    let flags = u64::from((libc::MAP_SHARED | libc::MAP_ANONYMOUS).unsigned_abs());
    let rule = condition(3, SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(flags), flags)?;
    compile(BTreeMap::from([(libc::SYS_mmap, vec![rule])]), libc::ENOMEM)
}

/// Refuses the system calls of x32: they have the architecture of all others, but numbers of their own.
fn numbers_of_x32(errno: i32) -> BpfProgram {
    const LOAD: u16 = 0x20;
    const JUMP_IF_AT_LEAST: u16 = 0x35;
    const RETURN: u16 = 0x06;
    const REFUSE: u32 = 0x0005_0000;
    const ALLOW: u32 = 0x7fff_0000;
    const FIRST: u32 = 0x4000_0000;
    let step = |code, jf, k| sock_filter { code, jt: 0, jf, k };
    vec![
        step(LOAD, 0, 0),
        step(JUMP_IF_AT_LEAST, 1, FIRST),
        step(RETURN, 0, REFUSE | errno.unsigned_abs()),
        step(RETURN, 0, ALLOW),
    ]
}

/// The commands of `fcntl` that name an owner of a descriptor: `F_SETOWN` and `F_SETOWN_EX`.
const SET_OWNER: [u64; 2] = [8, 15];
/// The requests of `ioctl` that do: `FIOSETOWN` and `SIOCSPGRP`.
const REQUEST_OWNER: [u64; 2] = [0x8901, 0x8902];

/// Refuses signals to any process but `own` and its group, for systems without another mechanism. The children of `own`
/// have the same filter, and may not signal at all.
///
/// # Errors
/// When this processor is not supported.
pub fn foreign_signals(own: u32) -> Result<BpfProgram, BackendError> {
    let is_not =
        |value: u32| SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, u64::from(value));
    let foreign = || SeccompRule::new(vec![is_not(own)?, is_not(0)?]);
    let mut rules = BTreeMap::new();
    for call in [libc::SYS_kill, libc::SYS_tkill, libc::SYS_tgkill] {
        rules.insert(call, vec![foreign()?]);
    }
    // The owner of a descriptor gets signals of its events.
    let command_is = |command: u64| condition(1, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, command);
    rules
        .insert(libc::SYS_fcntl, SET_OWNER.into_iter().map(command_is).collect::<Result<_, BackendError>>()?);
    rules.insert(
        libc::SYS_ioctl,
        REQUEST_OWNER.into_iter().map(command_is).collect::<Result<_, BackendError>>()?,
    );
    for call in [
        libc::SYS_rt_sigqueueinfo,
        libc::SYS_rt_tgsigqueueinfo,
        libc::SYS_pidfd_open,
        libc::SYS_pidfd_send_signal,
    ] {
        rules.insert(call, Vec::new());
    }
    compile(rules, libc::EPERM)
}

/// Calls that set limits, priorities or CPUs of other processes of the same user, which may be the judge's, and would pass
/// them on to later runs. With `own`, the process may name itself alone; without, anything but the first of its PID namespace.
///
/// # Errors
/// When this processor is not supported.
pub fn foreign_settings(own: Option<u32>) -> Result<BpfProgram, BackendError> {
    let int = |arg, op, value| SeccompCondition::new(arg, SeccompCmpArgLen::Dword, op, value);
    // An argument that names a foreign process.
    let foreign = |arg| match own {
        Some(own) => Ok(vec![int(arg, SeccompCmpOp::Ne, 0)?, int(arg, SeccompCmpOp::Ne, u64::from(own))?]),
        None => Ok(vec![int(arg, SeccompCmpOp::Eq, 1)?]),
    };
    let mut rules = BTreeMap::new();
    for call in [
        libc::SYS_prlimit64,
        libc::SYS_sched_setaffinity,
        libc::SYS_sched_setattr,
        libc::SYS_sched_setparam,
        libc::SYS_sched_setscheduler,
        libc::SYS_migrate_pages,
    ] {
        rules.insert(call, vec![SeccompRule::new(foreign(0)?)?]);
    }
    // These name a process, a group of processes, or all of a user, by numbers from here on.
    for (call, process) in [(libc::SYS_setpriority, 0), (libc::SYS_ioprio_set, 1)] {
        let mut one = vec![int(0, SeccompCmpOp::Eq, process)?];
        one.extend(foreign(1)?);
        let group = vec![int(0, SeccompCmpOp::Eq, process + 1)?, int(1, SeccompCmpOp::Ne, 0)?];
        let user = vec![int(0, SeccompCmpOp::Eq, process + 2)?];
        let all = [one, group, user].into_iter().map(SeccompRule::new).collect::<Result<_, _>>()?;
        rules.insert(call, all);
    }
    compile(rules, libc::EPERM)
}

/// The requests of `ioctl` that set attributes of a file, for which a descriptor to read it is enough: `FS_IOC_SETFLAGS`,
/// its 32-bit form, `FS_IOC_FSSETXATTR`, `FS_IOC_SETVERSION`, `FS_IOC_ENABLE_VERITY` and `FS_IOC_SET_ENCRYPTION_POLICY`.
const SET_ATTRIBUTES: [u64; 6] =
    [0x4008_6602, 0x4004_6602, 0x401c_5820, 0x4008_7602, 0x4080_6685, 0x800c_6613];

/// Calls that change modes, owners, times and attributes of files, for a program that is the same user as the caller, on
/// a system that shows it the caller's own files: Landlock has no rules for these.
///
/// # Errors
/// When this processor is not supported.
pub fn attributes() -> Result<BpfProgram, BackendError> {
    let everywhere = [
        libc::SYS_fchmod,
        libc::SYS_fchmodat,
        FCHMODAT2,
        libc::SYS_fchown,
        libc::SYS_fchownat,
        libc::SYS_utimensat,
        libc::SYS_setxattr,
        libc::SYS_lsetxattr,
        libc::SYS_fsetxattr,
        libc::SYS_removexattr,
        libc::SYS_lremovexattr,
        libc::SYS_fremovexattr,
        SETXATTRAT,
        REMOVEXATTRAT,
        FILE_SETATTR,
    ];
    #[cfg(target_arch = "x86_64")]
    let older = [
        libc::SYS_chmod,
        libc::SYS_chown,
        libc::SYS_lchown,
        libc::SYS_utime,
        libc::SYS_utimes,
        libc::SYS_futimesat,
    ];
    #[cfg(not(target_arch = "x86_64"))]
    let older: [i64; 0] = [];
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> =
        everywhere.into_iter().chain(older).map(|call| (call, Vec::new())).collect();
    let request_is = |request: u64| condition(1, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, request);
    rules.insert(libc::SYS_ioctl, SET_ATTRIBUTES.into_iter().map(request_is).collect::<Result<_, _>>()?);
    compile(rules, libc::EPERM)
}

/// System calls that the C library does not name yet on every processor; their numbers are the same everywhere.
const FCHMODAT2: i64 = 452;
const SETXATTRAT: i64 = 463;
const REMOVEXATTRAT: i64 = 466;
const FILE_SETATTR: i64 = 469;

/// Calls that programs can do without, as on older systems. Filters cannot inspect the arguments of some; files in
/// memory are not counted as a process's memory.
fn unknown() -> Result<BpfProgram, BackendError> {
    let calls = [
        libc::SYS_clone3,
        libc::SYS_io_uring_setup,
        libc::SYS_io_uring_enter,
        libc::SYS_io_uring_register,
        libc::SYS_memfd_create,
        libc::SYS_memfd_secret,
    ];
    compile(calls.into_iter().map(|call| (call, Vec::new())).collect(), libc::ENOSYS)
}

fn condition(
    arg: u8,
    length: SeccompCmpArgLen,
    op: SeccompCmpOp,
    value: u64,
) -> Result<SeccompRule, BackendError> {
    SeccompCondition::new(arg, length, op, value).and_then(|condition| SeccompRule::new(vec![condition]))
}

fn compile(rules: BTreeMap<i64, Vec<SeccompRule>>, errno: i32) -> Result<BpfProgram, BackendError> {
    let arch = TargetArch::try_from(std::env::consts::ARCH)?;
    let refuse = SeccompAction::Errno(errno.unsigned_abs());
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, refuse, arch)?;
    BpfProgram::try_from(filter)
}

/// Landlock's rules for the visible files, which are opened before other restrictions apply.
pub struct Files {
    rules: Vec<(PathFd, BitFlags<AccessFs>)>,
}

impl Files {
    /// Creates rules for the files that may be read and executed. In a root of its own, which holds visible files only, every folder
    /// may be listed, as interpreters do that look for modules.
    pub fn new<'a>(
        readable: impl IntoIterator<Item = &'a PathBuf>,
        own_root: bool,
        refuses_shared_memory: bool,
    ) -> Self {
        let read = AccessFs::from_read(RULES);
        let read_write = AccessFs::ReadFile | AccessFs::WriteFile;
        let of_file = AccessFs::ReadFile | AccessFs::Execute;
        let mut rules = Vec::new();
        let mut add = |path: &Path, access: BitFlags<AccessFs>| {
            // A missing file needs no rule.
            if let Ok(fd) = PathFd::new(path) {
                rules.push((fd, access));
            }
        };
        for path in readable {
            add(path, if path.is_dir() { read } else { of_file });
        }
        if own_root {
            add(Path::new("/"), AccessFs::ReadDir.into());
        }
        add(Path::new("/proc"), AccessFs::ReadFile | AccessFs::ReadDir);
        for device in ["/dev/null", "/dev/full", "/dev/random", "/dev/urandom"] {
            add(Path::new(device), read_write);
        }
        // A shared map of this one that can be written is shared memory without a file.
        let zero = if refuses_shared_memory { AccessFs::ReadFile.into() } else { read_write };
        add(Path::new("/dev/zero"), zero);
        Self { rules }
    }

    /// Restricts this process to the rules irrevocably; it may also read `input` and use `folder`.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn enforce(&self, input: Option<BorrowedFd<'_>>, folder: &Path) -> Result<(), Failure> {
        let mut ruleset = Ruleset::default()
            .handle_access(AccessFs::from_all(RULES))
            .and_then(|ruleset| ruleset.handle_access(AccessNet::from_all(RULES)))
            .and_then(|ruleset| ruleset.scope(Scope::from_all(RULES)))
            .and_then(Ruleset::create)?;
        for (fd, access) in &self.rules {
            ruleset = ruleset.add_rule(PathBeneath::new(fd, *access))?;
        }
        if let Ok(fd) = PathFd::new(folder) {
            ruleset = ruleset.add_rule(PathBeneath::new(fd, AccessFs::from_all(RULES)))?;
        }
        if let Some(input) = input {
            ruleset = ruleset.add_rule(PathBeneath::new(input, AccessFs::ReadFile))?;
        }
        let status = ruleset.restrict_self()?;
        if status.ruleset == RulesetStatus::NotEnforced {
            return Err("landlock: not enforced".into());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Ended;
    use crate::sandbox::sys;

    #[test]
    #[expect(unsafe_code, reason = "the filter can only be tried in another process")]
    fn signals_stay_in_the_process() {
        let parent = rustix::process::getpid();
        let in_child = || {
            let own = rustix::process::getpid();
            let filter = foreign_signals(own.as_raw_nonzero().get().unsigned_abs());
            let Ok(filter) = filter else { return 1 };
            if rustix::thread::set_no_new_privs(true).is_err() || seccompiler::apply_filter(&filter).is_err()
            {
                return 2;
            }
            let refused = Err(rustix::io::Errno::PERM);
            if rustix::process::test_kill_process(parent) != refused {
                return 3;
            }
            if rustix::process::test_kill_process(own).is_err() { 4 } else { 0 }
        };
        // SAFETY: the child needs nothing that another test may hold.
        let child = unsafe { sys::fork(in_child) };
        let reaped = sys::reap(child.unwrap(), true).unwrap();
        assert_eq!(reaped.ended, Ended::Exited(0));
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    #[expect(unsafe_code, reason = "the filter can only be tried in another process")]
    fn other_numbers_of_a_system_call_are_refused() {
        let in_child = || {
            // Not what a system without these calls says.
            let filter = numbers_of_x32(libc::EXDEV);
            if rustix::thread::set_no_new_privs(true).is_err() || seccompiler::apply_filter(&filter).is_err()
            {
                return 2;
            }
            // SAFETY: neither takes pointers.
            let (x32, own) =
                unsafe { (libc::syscall(0x4000_0000 | libc::SYS_getppid), libc::syscall(libc::SYS_getppid)) };
            let error = std::io::Error::last_os_error().raw_os_error();
            i32::from(x32 != -1 || own < 0 || error != Some(libc::EXDEV))
        };
        // SAFETY: the child needs nothing that another test may hold.
        let child = unsafe { sys::fork(in_child) };
        let reaped = sys::reap(child.unwrap(), true).unwrap();
        assert_eq!(reaped.ended, Ended::Exited(0));
    }
}
