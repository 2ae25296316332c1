//! Filters for system calls (seccomp) and rules for files (Landlock).

use std::os::fd::{BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreated,
    RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
};
use rustix::fs::{FileType, Mode, OFlags, fstat, open};
use rustix::io::Errno;
use seccompiler::{BackendError, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompRule, TargetArch};

use super::refusals::{Refusals, condition};
use crate::error::{Error, failed, failed_in};
use crate::layers::LANDLOCK;

/// The newest rules requested; older systems enforce the ones that they know.
const RULES: ABI = ABI::V6;

/// Returns the calls refused to all programs: those that reach beyond the program, and some that are reported as not implemented.
///
/// # Errors
/// When this processor is not supported.
pub fn system_calls() -> Result<Refusals, BackendError> {
    TargetArch::try_from(std::env::consts::ARCH)?;
    let mut refusals = Refusals::default();
    refusals.always(REFUSED, libc::EPERM);
    let flags = NAMESPACES.into_iter().chain([libc::CLONE_PIDFD]);
    let flags = flags.fold(0, |flags, flag| flags | u64::from(flag.unsigned_abs()));
    let with_none = condition(0, SeccompCmpArgLen::Qword, SeccompCmpOp::MaskedEq(flags), 0)?;
    refusals.unless(libc::SYS_clone, with_none, libc::EPERM);
    // Pairs of these kinds can send to any named socket.
    let datagrams = [libc::SOCK_DGRAM, libc::SOCK_RAW].into_iter().map(|kind| {
        condition(1, SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(0xf), u64::from(kind.unsigned_abs()))
    });
    refusals.if_any(libc::SYS_socketpair, datagrams.collect::<Result<Vec<_>, _>>()?, libc::EPERM);
    refusals.always(UNKNOWN, libc::ENOSYS);
    refuse_counted_ids(&mut refusals)?;
    refuse_shared_files(&mut refusals)?;
    refuse_uncounted_memory(&mut refusals)?;
    Ok(refusals)
}

/// Returns a rule that an argument is this number of 32 bits.
fn equals(arg: u8, value: u64) -> Result<SeccompRule, BackendError> {
    condition(arg, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, value)
}

/// Returns a condition on an argument of 32 bits.
fn int(arg: u8, op: SeccompCmpOp, value: u64) -> Result<SeccompCondition, BackendError> {
    SeccompCondition::new(arg, SeccompCmpArgLen::Dword, op, value)
}

/// Refuses requests whose answer has a number that the system gives once, and counts up with every mount or process: by it,
/// a program could count the runs before its own.
fn refuse_counted_ids(refusals: &mut Refusals) -> Result<(), BackendError> {
    // The C library then answers as on older systems, without this field.
    let unique = SeccompCmpOp::MaskedEq(STATX_MNT_ID_UNIQUE);
    let unique = condition(3, SeccompCmpArgLen::Dword, unique, STATX_MNT_ID_UNIQUE)?;
    refusals.if_any(libc::SYS_statx, [unique], libc::ENOSYS);
    let counted = [SO_PEERPIDFD, SO_COOKIE, SO_NETNS_COOKIE].map(|option| equals(2, option));
    let counted = counted.into_iter().collect::<Result<Vec<_>, _>>()?;
    refusals.if_any(libc::SYS_getsockopt, counted, libc::ENOPROTOOPT);
    refusals.if_any(libc::SYS_setsockopt, [equals(2, SO_PASSPIDFD)?], libc::ENOPROTOOPT);
    // Every question about a namespace, since new ones keep being added.
    let of_namespaces = SeccompCmpOp::MaskedEq(IOCTL_TYPE);
    let of_namespaces = condition(1, SeccompCmpArgLen::Dword, of_namespaces, NAMESPACE_IOCTLS)?;
    refusals.if_any(libc::SYS_ioctl, [of_namespaces], libc::ENOTTY);
    Ok(())
}

/// Refuses calls that reveal other programs' use of shared files: pages in memory, notices, and locks, which also reach programs outside of
/// the sandbox. Locks succeed without an effect, since runtimes such as .NET lock the files that they open.
fn refuse_shared_files(refusals: &mut Refusals) -> Result<(), BackendError> {
    let without_waiting = SeccompCmpOp::MaskedEq(RWF_NOWAIT);
    let without_waiting = condition(5, SeccompCmpArgLen::Dword, without_waiting, RWF_NOWAIT)?;
    refusals.if_any(libc::SYS_preadv2, [without_waiting], libc::EOPNOTSUPP);
    refusals.always([libc::SYS_flock], 0);
    for (commands, errno) in [(&LOCK_COMMANDS[..], 0), (&NOTICE_COMMANDS[..], libc::EINVAL)] {
        let rules = commands.iter().map(|command| equals(1, u64::from(command.unsigned_abs())));
        refusals.if_any(libc::SYS_fcntl, rules.collect::<Result<Vec<_>, _>>()?, errno);
    }
    Ok(())
}

/// The flag of `preadv2` for bytes that are in memory alone.
const RWF_NOWAIT: u64 = 8;
/// The commands of `fcntl` that lock a file.
const LOCK_COMMANDS: [i32; 4] = [libc::F_SETLK, libc::F_SETLKW, libc::F_OFD_SETLK, libc::F_OFD_SETLKW];
/// The commands of `fcntl` that ask for a notice of the file's use by others, or leave a hint in it: `F_SETDELEG` is of Linux 6.19, and
/// `F_SET_RW_HINT` is the file's, not the descriptor's.
const NOTICE_COMMANDS: [i32; 4] = [libc::F_SETLEASE, libc::F_NOTIFY, F_SETDELEG, F_SET_RW_HINT];
const F_SETDELEG: i32 = 1040;
const F_SET_RW_HINT: i32 = 1036;

/// The field of `statx` for the number of a mount that no other mount ever has.
const STATX_MNT_ID_UNIQUE: u64 = 0x4000;
/// The options of sockets that return descriptors of processes, and numbers of sockets and their namespaces.
const SO_PASSPIDFD: u64 = 76;
const SO_PEERPIDFD: u64 = 77;
const SO_COOKIE: u64 = 57;
const SO_NETNS_COOKIE: u64 = 71;
/// The bits of a request of `ioctl` that name its subject, and those of namespaces.
const IOCTL_TYPE: u64 = 0xff00;
const NAMESPACE_IOCTLS: u64 = 0xb700;

/// Calls that programs can do without, as on older systems. Filters cannot inspect the arguments of some; files in memory are not counted
/// as a process's memory; mounts, namespaces and descriptors of processes have shared numbers; notices and pages in memory reveal other
/// programs.
const UNKNOWN: [i64; 16] = [
    libc::SYS_clone3,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
    libc::SYS_pidfd_open,
    STATMOUNT,
    LISTMOUNT,
    LISTNS,
    libc::SYS_mincore,
    CACHESTAT,
    libc::SYS_inotify_init1,
    libc::SYS_inotify_add_watch,
    libc::SYS_fanotify_init,
    libc::SYS_fanotify_mark,
];

/// Calls that reach beyond the program: other processes' memory, mounts, namespaces, keys, the network, and anything that would
/// outlive the run.
const REFUSED: [i64; 57] = [
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
    OPEN_TREE_ATTR,
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
    libc::SYS_quotactl_fd,
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

/// Returns the rule for `mmap` of memory that is shared without a file, which no process may show; shared files are in the
/// private folder.
///
/// # Errors
/// When this processor is not supported.
pub fn shared_memory() -> Result<SeccompRule, BackendError> {
    let flags = u64::from((libc::MAP_SHARED | libc::MAP_ANONYMOUS).unsigned_abs());
    condition(3, SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(flags), flags)
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
pub fn refuse_foreign_signals(refusals: &mut Refusals, own: u32) -> Result<(), BackendError> {
    let foreign = vec![int(0, SeccompCmpOp::Ne, u64::from(own))?, int(0, SeccompCmpOp::Ne, 0)?];
    let foreign = SeccompRule::new(foreign)?;
    for call in [libc::SYS_kill, libc::SYS_tkill, libc::SYS_tgkill] {
        refusals.if_any(call, [foreign.clone()], libc::EPERM);
    }
    // The owner of a descriptor gets signals of its events.
    for (call, commands) in [(libc::SYS_fcntl, SET_OWNER), (libc::SYS_ioctl, REQUEST_OWNER)] {
        let commands = commands.into_iter().map(|command| equals(1, command));
        refusals.if_any(call, commands.collect::<Result<Vec<_>, _>>()?, libc::EPERM);
    }
    let others = [libc::SYS_rt_sigqueueinfo, libc::SYS_rt_tgsigqueueinfo, libc::SYS_pidfd_send_signal];
    refusals.always(others, libc::EPERM);
    Ok(())
}

/// The threads of the proxy, whose numbers are the first.
const PROXY_THREADS: u64 = 2;

/// Refuses calls that set limits, priorities or CPUs of other processes of the same user, such as the judge, and so of later runs. With
/// `own`, the process may name only itself; without, any process except the proxy's threads, the first of its PID namespace.
///
/// # Errors
/// When this processor is not supported.
pub fn refuse_foreign_settings(refusals: &mut Refusals, own: Option<u32>) -> Result<(), BackendError> {
    // An argument that is not 0 names a foreign process if it compares so.
    let (op, process) = own.map_or((SeccompCmpOp::Le, PROXY_THREADS), |own| (SeccompCmpOp::Ne, own.into()));
    for call in [
        libc::SYS_prlimit64,
        libc::SYS_sched_setaffinity,
        libc::SYS_sched_setattr,
        libc::SYS_sched_setparam,
        libc::SYS_sched_setscheduler,
        libc::SYS_migrate_pages,
    ] {
        let foreign = vec![int(0, SeccompCmpOp::Ne, 0)?, int(0, op.clone(), process)?];
        refusals.if_any(call, [SeccompRule::new(foreign)?], libc::EPERM);
    }
    // The other arguments of these calls name a process, a group of processes, or all processes of a user.
    for (call, kind) in [(libc::SYS_setpriority, 0), (libc::SYS_ioprio_set, 1)] {
        let is_one = int(0, SeccompCmpOp::Eq, kind)?;
        let one = vec![is_one, int(1, SeccompCmpOp::Ne, 0)?, int(1, op.clone(), process)?];
        let group = vec![int(0, SeccompCmpOp::Eq, kind + 1)?, int(1, SeccompCmpOp::Ne, 0)?];
        let user = vec![int(0, SeccompCmpOp::Eq, kind + 2)?];
        let all = [one, group, user].into_iter().map(SeccompRule::new).collect::<Result<Vec<_>, _>>()?;
        refusals.if_any(call, all, libc::EPERM);
    }
    Ok(())
}

/// The requests of `ioctl` that set attributes of a file, for which a descriptor to read it is enough: `FS_IOC_SETFLAGS`,
/// its 32-bit form, `FS_IOC_FSSETXATTR`, `FS_IOC_SETVERSION`, `FS_IOC_ENABLE_VERITY` and `FS_IOC_SET_ENCRYPTION_POLICY`.
const SET_ATTRIBUTES: [u64; 6] =
    [0x4008_6602, 0x4004_6602, 0x401c_5820, 0x4008_7602, 0x4080_6685, 0x800c_6613];

/// Refuses calls that change modes, owners, times and attributes of files, for a program with the caller's user, on a system that shows it
/// the caller's own files: Landlock has no rules for these.
///
/// # Errors
/// When this processor is not supported.
pub fn refuse_attributes(refusals: &mut Refusals) -> Result<(), BackendError> {
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
    refusals.always(everywhere.into_iter().chain(older), libc::EPERM);
    let requests = SET_ATTRIBUTES.into_iter().map(|request| equals(1, request));
    let requests = requests.collect::<Result<Vec<_>, _>>()?;
    refusals.if_any(libc::SYS_ioctl, requests, libc::EPERM);
    Ok(())
}

/// Refuses calls that empty a file without a descriptor for writing, on systems whose Landlock has no rule for that. The flags of `openat2`
/// cannot be seen.
///
/// # Errors
/// When this processor is not supported.
pub fn refuse_truncation(refusals: &mut Refusals) -> Result<(), BackendError> {
    refusals.always([libc::SYS_truncate], libc::EPERM);
    refusals.always([libc::SYS_openat2], libc::ENOSYS);
    let flags = u64::from((libc::O_TRUNC | libc::O_ACCMODE).unsigned_abs());
    // Neither for reading nor as a mere place does `open` ask for the right to write.
    let empties = |access: i32| {
        let given = u64::from((libc::O_TRUNC | access).unsigned_abs());
        move |arg| condition(arg, SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(flags), given)
    };
    let [read, place] = [empties(libc::O_RDONLY), empties(libc::O_ACCMODE)];
    refusals.if_any(libc::SYS_openat, [read(2)?, place(2)?], libc::EPERM);
    #[cfg(target_arch = "x86_64")]
    refusals.if_any(libc::SYS_open, [read(1)?, place(1)?], libc::EPERM);
    Ok(())
}

/// Refuses memory that is not counted for any process: attributes of files, whole pages in pipes for one byte, and huge pages of a pool.
/// Programs can do without each, as on systems that lack it.
fn refuse_uncounted_memory(refusals: &mut Refusals) -> Result<(), BackendError> {
    let attributes = [libc::SYS_setxattr, libc::SYS_lsetxattr, libc::SYS_fsetxattr, SETXATTRAT];
    refusals.always(attributes, libc::EOPNOTSUPP);
    refusals.always([libc::SYS_vmsplice], libc::ENOSYS);
    let huge = u64::from(libc::MAP_HUGETLB.unsigned_abs());
    let huge = condition(3, SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(huge), huge)?;
    refusals.if_any(libc::SYS_mmap, [huge], libc::ENOMEM);
    Ok(())
}

/// System calls that the C library does not name yet on every processor; their numbers are the same everywhere.
const CACHESTAT: i64 = 451;
const FCHMODAT2: i64 = 452;
const STATMOUNT: i64 = 457;
const LISTMOUNT: i64 = 458;
const SETXATTRAT: i64 = 463;
const REMOVEXATTRAT: i64 = 466;
const OPEN_TREE_ATTR: i64 = 467;
const FILE_SETATTR: i64 = 469;
const LISTNS: i64 = 470;

/// Landlock's rules for the visible files, which are opened before other restrictions apply.
pub struct Files {
    rules: Vec<(OwnedFd, BitFlags<AccessFs>)>,
    /// The rules in the system, including those for the private folders of earlier runs, which are gone.
    ruleset: RulesetCreated,
    uses: u32,
}

/// The number of runs after which the rules are made anew.
const MOST_USES: u32 = 16;

impl Files {
    /// Creates rules for the files that may be read and executed. In a root of its own, which holds visible files only, every folder
    /// may be listed, as interpreters do that look for modules.
    pub fn new<'a>(
        readable: impl IntoIterator<Item = &'a PathBuf>,
        own_root: bool,
        refuses_shared_memory: bool,
    ) -> Result<Self, Error> {
        let read = AccessFs::from_read(RULES);
        let read_write = AccessFs::ReadFile | AccessFs::WriteFile;
        let of_file = AccessFs::ReadFile | AccessFs::Execute;
        let mut rules = Vec::new();
        let mut add = |path: &Path, of_folder: BitFlags<AccessFs>, of_file: BitFlags<AccessFs>| {
            let Some(fd) = place(path).map_err(failed(path.display()))? else { return Ok(()) };
            let access = match FileType::from_raw_mode(fstat(&fd).map_err(failed(path.display()))?.st_mode) {
                // The target of the link has a rule of its own, or is hidden.
                FileType::Symlink => return Ok(()),
                FileType::Directory => of_folder,
                _ => of_file,
            };
            rules.push((fd, access));
            Ok::<_, Error>(())
        };
        for path in readable {
            add(path, read, of_file)?;
        }
        if own_root {
            add(Path::new("/"), AccessFs::ReadDir.into(), of_file)?;
        }
        add(Path::new("/proc"), AccessFs::ReadFile | AccessFs::ReadDir, of_file)?;
        for device in ["/dev/null", "/dev/full", "/dev/random", "/dev/urandom"] {
            add(Path::new(device), read, read_write)?;
        }
        // A shared map of this one that can be written is shared memory without a file.
        let zero = if refuses_shared_memory { AccessFs::ReadFile.into() } else { read_write };
        add(Path::new("/dev/zero"), read, zero)?;
        Ok(Self { ruleset: ruleset(&rules).map_err(failed_in(LANDLOCK))?, rules, uses: 0 })
    }

    /// Prepares for the next run.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn prepare(&mut self) -> Result<(), Error> {
        self.uses += 1;
        if self.uses == MOST_USES {
            (self.ruleset, self.uses) = (ruleset(&self.rules).map_err(failed_in(LANDLOCK))?, 0);
        }
        Ok(())
    }

    /// Restricts this process to the rules irrevocably; it may also read `input` and use `folder`.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn enforce(&self, input: Option<BorrowedFd<'_>>, folder: &Path) -> Result<(), Error> {
        let ruleset = match input {
            // Rules for later runs must not keep it on the disk.
            Some(input) => ruleset(&self.rules)
                .and_then(|rules| rules.add_rule(PathBeneath::new(input, AccessFs::ReadFile)))
                .map_err(failed_in(LANDLOCK))?,
            None => self.ruleset.try_clone().map_err(failed(LANDLOCK))?,
        };
        let folder = PathFd::new(folder).map_err(failed_in("the private folder"))?;
        let ruleset = ruleset.add_rule(PathBeneath::new(folder, AccessFs::from_all(RULES)));
        let status = ruleset.and_then(RulesetCreated::restrict_self).map_err(failed_in(LANDLOCK))?;
        if status.ruleset == RulesetStatus::NotEnforced {
            return Err("landlock: not enforced".into());
        }
        Ok(())
    }
}

/// Opens a file, a folder or a link as a place; `None` if there is none, or none that this user can reach.
fn place(path: &Path) -> Result<Option<OwnedFd>, Errno> {
    match open(path, OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC, Mode::empty()) {
        Ok(fd) => Ok(Some(fd)),
        Err(Errno::NOENT | Errno::NOTDIR | Errno::ACCESS) => Ok(None),
        Err(error) => Err(error),
    }
}

fn ruleset(rules: &[(OwnedFd, BitFlags<AccessFs>)]) -> Result<RulesetCreated, RulesetError> {
    let mut ruleset = Ruleset::default()
        .handle_access(AccessFs::from_all(RULES))?
        .handle_access(AccessNet::from_all(RULES))?
        .scope(Scope::from_all(RULES))?
        .create()?;
    for (fd, access) in rules {
        ruleset = ruleset.add_rule(PathBeneath::new(fd, *access))?;
    }
    Ok(ruleset)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linux::sys;
    use crate::run::Ended;

    #[test]
    fn a_visible_file_that_cannot_be_opened_is_an_error_by_its_path() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("file"), "").unwrap();
        std::os::unix::fs::symlink("circle", path("circle")).unwrap();
        let readable = |path: &PathBuf| Files::new([path], true, false).map(drop);
        for absent in ["none", "file/none"] {
            assert!(place(&path(absent)).unwrap().is_none(), "{absent}");
        }
        for failing in ["circle/file".to_owned(), "n".repeat(256)] {
            let refused = readable(&path(&failing)).unwrap_err().to_string();
            assert!(refused.contains(&path(&failing).display().to_string()), "{refused}");
        }
    }

    #[test]
    #[expect(unsafe_code, reason = "the filter can only be tried in another process")]
    fn signals_stay_in_the_process() {
        let parent = rustix::process::getpid();
        let in_child = || {
            let own = rustix::process::getpid();
            let mut refusals = Refusals::default();
            let set = refuse_foreign_signals(&mut refusals, own.as_raw_nonzero().get().unsigned_abs());
            let Ok(filter) = set.and_then(|()| refusals.compile(libc::ENOSYS)) else { return 1 };
            if rustix::thread::set_no_new_privs(true).is_err() || seccompiler::apply_filter(&filter).is_err()
            {
                return 2;
            }
            let refused = Err(Errno::PERM);
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
            // The error differs from that of a system without these calls.
            let Ok(filter) = Refusals::default().compile(libc::EXDEV) else { return 1 };
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
