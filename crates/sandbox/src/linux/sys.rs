//! The system calls for which there is no safe wrapper: the one file of the judge with unsafe code.

#![expect(unsafe_code, reason = "processes are forked, awaited and replaced here, and nowhere else")]

use std::ffi::CString;
use std::fs::File;
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, FromRawFd, IntoRawFd, OwnedFd, RawFd};
use std::os::unix::fs::FileExt;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::ptr;
use std::time::Duration;

use rustix::fs::{MemfdFlags, memfd_create};
use rustix::param::page_size;
use rustix::process::{Resource, getrlimit};

use crate::run::Ended;
use nim_ground::error::best_effort;

/// A process that was started here.
pub type Pid = libc::pid_t;

/// The namespaces of a sandbox, except for the user namespace.
pub const NAMESPACES: i32 = libc::CLONE_NEWPID | libc::CLONE_NEWNS | libc::CLONE_NEWNET | libc::CLONE_NEWIPC;
/// The user namespace.
pub const USER_NAMESPACE: i32 = libc::CLONE_NEWUSER;

/// Forks a process that runs `keeper` with `plan` and `socket`, and exits with its result. The null device becomes its standard input,
/// output and error, unless an error is passed to `keeper`, and all but `socket` and `lock` is closed in it.
///
/// # Errors
/// When the system refuses to fork.
pub fn start<Plan>(
    plan: &Plan,
    socket: OwnedFd,
    lock: Option<OwnedFd>,
    keeper: fn(&Plan, OwnedFd, io::Result<()>) -> i32,
) -> io::Result<Pid> {
    let mut kept = Some((socket, lock));
    let child = || {
        let Some((socket, lock)) = kept.take() else { return 1 };
        // SAFETY: a function has no descriptors of its parent's but those that it is given, a plan holds none, and the
        // child ends without dropping what its parent owns.
        let (socket, _lock, ready) = unsafe { keep_only(socket, lock) };
        keeper(plan, socket, ready)
    };
    // SAFETY: likewise, it has no locks of its parent's, and a plan holds none.
    unsafe { fork(child) }
}

/// Forks a process that runs `child` and exits with its result, without running anything of its parent's.
///
/// # Safety
/// If the caller has several threads, `child` must not need anything that another of them may have held at
/// that moment, but the allocator, which the C library keeps usable. It starts threads by [`start_thread`] alone.
///
/// # Errors
/// When the system refuses.
pub unsafe fn fork(child: impl FnOnce() -> i32) -> io::Result<Pid> {
    // SAFETY: the child has one thread, runs `child`, of which the caller promises the rest, and leaves by `_exit`.
    let pid = unsafe { libc::fork() };
    continue_as(pid, child)
}

/// Forks, from a process with one thread, a process in new namespaces that runs `child` and exits with its result.
///
/// # Errors
/// When the caller has more threads than one, or the system refuses.
pub fn fork_in_namespaces(namespaces: i32, child: impl FnOnce() -> i32) -> io::Result<Pid> {
    if !has_one_thread() {
        return Err(io::Error::other("a process with several threads cannot be copied"));
    }
    let flags = libc::c_long::from(namespaces | libc::SIGCHLD);
    // SAFETY: with no stack given, clone forks: the child has a copy of the memory. The caller has one thread, as was
    // just found, so that no lock can be held by a thread that the child lacks.
    let pid = unsafe { libc::syscall(libc::SYS_clone, flags, 0, 0, 0, 0) };
    continue_as(Pid::try_from(pid).unwrap_or(-1), child)
}

/// Starts a process that runs `child` in this one's memory, and exits with its result. This thread stands still until the other has
/// executed a program or ended, so that nothing is copied, and `child` may write where it is allowed to. Only this thread stands still: for
/// others, the child is this thread.
///
/// # Errors
/// When the system refuses.
pub fn spawn(stack: &mut Stack, child: &mut dyn FnMut() -> i32) -> io::Result<Pid> {
    extern "C" fn begin(child: *mut libc::c_void) -> libc::c_int {
        // SAFETY: the pointer is to the reference below, which lives on while its thread stands still.
        let child = unsafe { &mut *child.cast::<&mut dyn FnMut() -> i32>() };
        let status = panic::catch_unwind(AssertUnwindSafe(child)).unwrap_or(101);
        // SAFETY: ends the process at once and touches nothing.
        unsafe { libc::_exit(status) }
    }
    let mut child = child;
    // SAFETY: the stack is large and aligned enough, and nobody else's until the call returns, when the child has left this
    // memory; below it is a page that ends a process which touches it. To other threads, the child is the one that stands still.
    let pid = unsafe {
        let top = stack.0.cast::<u8>().add(page_size() + STACK);
        let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD;
        libc::clone(begin, top.cast(), flags, (&raw mut child).cast())
    };
    if pid < 0 { Err(io::Error::last_os_error()) } else { Ok(pid) }
}

/// The stack of a process that is being started, with a page below it that may not be touched.
#[derive(Debug)]
pub struct Stack(*mut libc::c_void);

/// The size of the stack in bytes; few of them are used.
const STACK: usize = 256 << 10;

impl Stack {
    /// Maps the memory.
    ///
    /// # Errors
    /// When there is none.
    pub fn new() -> io::Result<Self> {
        let (size, flags) = (page_size() + STACK, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_STACK);
        // SAFETY: a new anonymous mapping, to whose first page nothing else refers.
        let (memory, guarded) = unsafe {
            let memory = libc::mmap(ptr::null_mut(), size, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0);
            (memory, memory != libc::MAP_FAILED && libc::mprotect(memory, page_size(), libc::PROT_NONE) == 0)
        };
        if guarded { Ok(Self(memory)) } else { Err(io::Error::last_os_error()) }
    }
}

/// Returns whether this process has one thread: only then may it leave its thread group, and nothing changes by it.
fn has_one_thread() -> bool {
    // SAFETY: the call takes no pointers, and with this flag alone it only checks.
    let left = unsafe { libc::unshare(libc::CLONE_THREAD) };
    // If the call is forbidden, the links of this folder count the threads: two of the folder itself, and one for each thread.
    left == 0
        || io::Error::last_os_error().raw_os_error() != Some(libc::EINVAL)
            && std::fs::metadata("/proc/self/task")
                .is_ok_and(|folder| std::os::unix::fs::MetadataExt::nlink(&folder) == 3)
}

/// Starts a thread, which is not awaited, in a process that may be a copy of one with more threads. The standard library's threads take
/// a lock of its own when they begin and end: a copy in which another thread held it would stand still for ever.
///
/// # Errors
/// When the system refuses.
pub fn start_thread(stack: usize, body: impl FnOnce() + Send + 'static) -> io::Result<()> {
    type Body = Box<dyn FnOnce() + Send>;
    extern "C" fn begin(body: *mut libc::c_void) -> *mut libc::c_void {
        // SAFETY: the pointer is that of the box below, which was given to this thread alone.
        let body = unsafe { Box::from_raw(body.cast::<Body>()) };
        best_effort(panic::catch_unwind(AssertUnwindSafe(*body)));
        ptr::null_mut()
    }
    let body: *mut Body = Box::into_raw(Box::new(Box::new(body)));
    // SAFETY: the attributes are live from one call to the other; the thread gets the box, and ends it.
    let error = unsafe {
        let (mut attributes, mut thread) = (MaybeUninit::uninit(), MaybeUninit::uninit());
        let mut error = libc::pthread_attr_init(attributes.as_mut_ptr());
        if error == 0 {
            libc::pthread_attr_setstacksize(attributes.as_mut_ptr(), stack);
            libc::pthread_attr_setdetachstate(attributes.as_mut_ptr(), libc::PTHREAD_CREATE_DETACHED);
            error = libc::pthread_create(thread.as_mut_ptr(), attributes.as_ptr(), begin, body.cast());
            libc::pthread_attr_destroy(attributes.as_mut_ptr());
        }
        error
    };
    if error != 0 {
        // SAFETY: no thread has begun that the box could belong to.
        drop(unsafe { Box::from_raw(body) });
        return Err(io::Error::from_raw_os_error(error));
    }
    Ok(())
}

fn continue_as(pid: Pid, child: impl FnOnce() -> i32) -> io::Result<Pid> {
    match pid {
        -1 => Err(io::Error::last_os_error()),
        0 => {
            let status = panic::catch_unwind(AssertUnwindSafe(child)).unwrap_or(101);
            // SAFETY: ends the process at once and touches nothing.
            unsafe { libc::_exit(status) }
        }
        pid => Ok(pid),
    }
}

/// Returns the pages of this process's code to the system, which reads them again from their files on demand, and restarts its count of
/// peak memory: that of a program started next begins with it.
pub fn release_code() {
    for line in std::fs::read_to_string("/proc/self/maps").unwrap_or_default().lines() {
        let (place, rest) = line.split_once(' ').unwrap_or_default();
        let ends = place.split_once('-').map(|(begin, end)| {
            [begin, end].map(|address| usize::from_str_radix(address, 16).unwrap_or_default())
        });
        if let Some([begin, end]) = ends.filter(|_| rest.starts_with("r-xp ") && rest.contains(" /")) {
            // SAFETY: code that is mapped from a file and cannot be written is the same when it is read again.
            unsafe { libc::madvise(ptr::without_provenance_mut(begin), end - begin, libc::MADV_DONTNEED) };
        }
    }
    best_effort(std::fs::write("/proc/self/clear_refs", "5"));
}

/// Moves the memory of this process, which is a copy with one thread, into files in memory that are mapped in its place: untouched parts no
/// longer count as its own, nor as that of its children. Only large regions matter.
///
/// # Errors
/// When the system refuses; what was not moved stays as it is.
pub fn set_memory_aside() -> io::Result<()> {
    let on_stack = 0_u8;
    let stack = (&raw const on_stack).addr();
    let largest_file = getrlimit(Resource::Fsize).current.unwrap_or(u64::MAX);
    let states = File::open("/proc/self/pagemap")?;
    for line in std::fs::read_to_string("/proc/self/maps")?.lines() {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let is_plain = matches!(fields[..], [_, "rw-p", _, _, _] | [_, "rw-p", _, _, _, "[heap]"]);
        let place = fields.first().and_then(|place| place.split_once('-')).filter(|_| is_plain);
        let Some((begin, end)) = place else { continue };
        let [begin, end] = [begin, end].map(|address| usize::from_str_radix(address, 16).unwrap_or(0));
        let bytes = end.saturating_sub(begin);
        if bytes < LEAST_REGION || bytes as u64 > largest_file || (begin..end).contains(&stack) {
            continue;
        }
        let mut pages = vec![0; bytes / page_size() * 8];
        states.read_exact_at(&mut pages, (begin / page_size() * 8) as u64)?;
        let file = File::from(memfd_create("memory", MemfdFlags::CLOEXEC)?);
        file.set_len(bytes as u64)?;
        // From here on nothing may be written to the region, in which all allocations lie.
        for (page, state) in pages.chunks_exact(8).enumerate() {
            // Neither in memory nor swapped out: it has never been touched.
            if state[7] >> 6 == 0 {
                continue;
            }
            let offset = page * page_size();
            let from = ptr::without_provenance(begin + offset);
            // SAFETY: the region is mapped and can be read, and the system copies it.
            let written = unsafe {
                libc::pwrite(file.as_raw_fd(), from, page_size(), libc::off_t::try_from(offset).unwrap_or(0))
            };
            if usize::try_from(written) != Ok(page_size()) {
                return Err(io::Error::last_os_error());
            }
        }
        let (place, flags) = (ptr::without_provenance_mut(begin), libc::MAP_PRIVATE | libc::MAP_FIXED);
        // SAFETY: the file has the bytes of the region, which this thread, the only one, has not written since; it does not hold the stack.
        let mapped = unsafe {
            libc::mmap(place, bytes, libc::PROT_READ | libc::PROT_WRITE, flags, file.as_raw_fd(), 0)
        };
        if mapped == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(())
}

/// The least bytes of a region that is set aside.
const LEAST_REGION: usize = 256 << 10;

/// A child process that has ended and was awaited.
#[derive(Clone, Copy, Debug)]
pub struct Reaped {
    /// The number of the process.
    pub pid: Pid,
    /// The way in which it ended.
    pub ended: Ended,
    /// CPU time of it and of its children that it awaited.
    pub cpu: Duration,
    /// The peak of memory of the process, or of one of those children, in bytes.
    pub memory: u64,
}

/// Awaits a child: `which` as for `waitpid`. `None` when there is none, or, unless `block`, none that has ended.
pub fn reap(which: Pid, block: bool) -> Option<Reaped> {
    let options = if block { 0 } else { libc::WNOHANG };
    loop {
        let mut status = 0;
        // SAFETY: all zeros are a valid `rusage`.
        let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
        // SAFETY: both pointers are to live values of the right types.
        let pid = unsafe { libc::wait4(which, &raw mut status, options | libc::__WALL, &raw mut usage) };
        match pid {
            -1 if io::Error::last_os_error().kind() == io::ErrorKind::Interrupted => {}
            -1 | 0 => return None,
            pid => {
                let ended = if libc::WIFSIGNALED(status) {
                    Ended::Signalled(libc::WTERMSIG(status))
                } else {
                    Ended::Exited(libc::WEXITSTATUS(status))
                };
                let memory = u64::try_from(usage.ru_maxrss).unwrap_or(0) * MAXRSS_UNIT;
                return Some(Reaped { pid, ended, cpu: time(usage.ru_utime) + time(usage.ru_stime), memory });
            }
        }
    }
}

/// Returns whether this process has children, ended or not.
pub fn has_children() -> bool {
    // SAFETY: all zeros are a valid `siginfo_t`, which outlives the call; nothing is reaped.
    let found = unsafe {
        let mut info: libc::siginfo_t = std::mem::zeroed();
        libc::waitid(
            libc::P_ALL,
            0,
            &raw mut info,
            libc::WEXITED | libc::WNOHANG | libc::WNOWAIT | libc::__WALL,
        )
    };
    found == 0 || io::Error::last_os_error().raw_os_error() != Some(libc::ECHILD)
}

/// The unit of `ru_maxrss`, in bytes.
const MAXRSS_UNIT: u64 = 1024;

fn time(value: libc::timeval) -> Duration {
    Duration::from_secs(u64::try_from(value.tv_sec).unwrap_or(0))
        + Duration::from_micros(u64::try_from(value.tv_usec).unwrap_or(0))
}

/// Sends a signal to one process, or with a negative number to a process group.
pub fn kill(pid: Pid, signal: i32) {
    // -1, 0 and 1 would address everything, our own group, or init.
    if !(-1..=1).contains(&pid) {
        // SAFETY: sends a signal; no memory is involved.
        unsafe { libc::kill(pid, signal) };
    }
}

/// Kills every other process of this PID namespace; does nothing unless the caller is its first process.
pub fn kill_all_others() {
    if std::process::id() == 1 {
        // SAFETY: sends a signal. The caller is the first process of a PID namespace, beyond which it cannot reach.
        unsafe { libc::kill(-1, libc::SIGKILL) };
    }
}

/// Returns pointers to texts, and the null pointer at which the system ends.
fn pointers<'a>(texts: impl IntoIterator<Item = &'a CString>) -> Vec<*const libc::c_char> {
    texts.into_iter().map(|text| text.as_ptr()).chain([ptr::null()]).collect()
}

/// A program with its arguments and environment, ready to be executed.
pub struct Command<'a> {
    path: &'a CString,
    /// The open file of the path.
    file: Option<&'a OwnedFd>,
    args: Vec<*const libc::c_char>,
    env: Vec<*const libc::c_char>,
}

impl<'a> Command<'a> {
    /// Prepares a command; its first argument is its name.
    pub fn new(path: &'a CString, args: impl IntoIterator<Item = &'a CString>, env: &'a [CString]) -> Self {
        Self { path, file: None, args: pointers(args), env: pointers(env) }
    }

    /// Executes an open file instead of the path.
    pub fn opened(self, file: Option<&'a OwnedFd>) -> Self {
        Self { file, ..self }
    }

    /// Replaces this process by it; returns only when that fails.
    pub fn execute(&self) -> io::Error {
        let (args, env) = (self.args.as_ptr(), self.env.as_ptr());
        // SAFETY: both arrays end with a null pointer and point to strings that outlive the command.
        unsafe {
            match self.file {
                None => _ = libc::execve(self.path.as_ptr(), args, env),
                Some(file) => {
                    let (fd, flags) = (file.as_raw_fd(), libc::AT_EMPTY_PATH);
                    libc::syscall(libc::SYS_execveat, fd, c"".as_ptr(), args, env, flags);
                }
            }
        }
        io::Error::last_os_error()
    }
}

/// Sets the close-on-exec flag of every descriptor from `first` on.
///
/// # Errors
/// When the open descriptors cannot be found.
pub fn close_on_exec(first: RawFd) -> io::Result<()> {
    // SAFETY: sets a flag of descriptors, and closes none.
    let marked =
        unsafe { libc::syscall(libc::SYS_close_range, first, libc::c_uint::MAX, libc::CLOSE_RANGE_CLOEXEC) };
    if marked != 0 {
        for entry in std::fs::read_dir("/proc/self/fd")? {
            if let Some(fd) = entry?.file_name().to_str().and_then(|name| name.parse().ok())
                && fd >= first
            {
                // SAFETY: as above.
                unsafe { libc::fcntl(fd, libc::F_SETFD, libc::FD_CLOEXEC) };
            }
        }
    }
    Ok(())
}

/// Makes `socket` descriptor 3, `lock` the one behind it, the null device the three before, and closes all others. Needs no
/// descriptors but these, so that it only fails without a null device, which is returned.
///
/// # Safety
/// Nothing in this process may use another descriptor that was open before, nor drop its owner.
unsafe fn keep_only(socket: OwnedFd, lock: Option<OwnedFd>) -> (OwnedFd, Option<OwnedFd>, io::Result<()>) {
    let kept: Vec<RawFd> = std::iter::once(socket).chain(lock).map(OwnedFd::into_raw_fd).collect();
    // SAFETY: duplicates over and closes descriptors that nothing in this process uses again, as the caller promises. The
    // sources are open and behind the first three, which the standard library opens at the start. Each of the new ones
    // gets exactly one owner.
    unsafe {
        for (low, &fd) in (0..).zip(&kept) {
            libc::dup2(fd, low);
        }
        let first = RawFd::from(kept.len() > 1) + 1;
        if libc::syscall(libc::SYS_close_range, first, libc::c_uint::MAX, 0) != 0 {
            (first..4096).for_each(|fd| _ = libc::close(fd));
        }
        for low in 0..first {
            libc::dup3(low, 3 + low, libc::O_CLOEXEC);
        }
        // The lowest that is free: one of the first three.
        let null = libc::open(c"/dev/null".as_ptr(), libc::O_RDWR);
        let ready = if null < 0 { Err(io::Error::last_os_error()) } else { Ok(()) };
        for fd in (0..3).filter(|_| null >= 0) {
            libc::dup2(null, fd);
        }
        (OwnedFd::from_raw_fd(3), (first > 1).then(|| OwnedFd::from_raw_fd(4)), ready)
    }
}

/// `perf_event_attr`, as far as its first version goes.
#[repr(C)]
#[derive(Default)]
struct EventAttributes {
    kind: u32,
    size: u32,
    config: u64,
    sample_period: u64,
    sample_type: u64,
    read_format: u64,
    flags: u64,
    wakeup_events: u32,
    breakpoint_type: u32,
    config1: u64,
}

/// Returns a counter of the CPU time, in nanoseconds, of this process and of everything that it starts from now on.
///
/// # Errors
/// When the system does not allow one.
pub fn cpu_time_event() -> io::Result<OwnedFd> {
    const SOFTWARE: u32 = 1;
    const TASK_CLOCK: u64 = 1;
    const CLOSE_ON_EXEC: libc::c_ulong = 8;
    // `inherit`; without `exclude_kernel` and `exclude_hv`, ordinary users may not, and this counter counts all the same.
    let flags: u64 = 1 << 1 | 1 << 5 | 1 << 6;
    let attributes = EventAttributes {
        kind: SOFTWARE,
        size: u32::try_from(size_of::<EventAttributes>()).unwrap_or(0),
        config: TASK_CLOCK,
        // Bit fields are in reverse order there.
        flags: if cfg!(target_endian = "big") { flags.reverse_bits() } else { flags },
        ..EventAttributes::default()
    };
    // SAFETY: the attributes have the size that they name; this process, any CPU, no group.
    let fd =
        unsafe { libc::syscall(libc::SYS_perf_event_open, &raw const attributes, 0, -1, -1, CLOSE_ON_EXEC) };
    match RawFd::try_from(fd) {
        // SAFETY: the descriptor is new.
        Ok(fd) if fd >= 0 => Ok(unsafe { OwnedFd::from_raw_fd(fd) }),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Returns a descriptor that becomes readable when a child ends; the signal is blocked from now on.
///
/// # Errors
/// When the system refuses.
pub fn child_events() -> io::Result<OwnedFd> {
    // SAFETY: the set is initialised before use and outlives the calls; the descriptor is new.
    unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        libc::sigaddset(&raw mut set, libc::SIGCHLD);
        libc::sigprocmask(libc::SIG_BLOCK, &raw const set, ptr::null_mut());
        let fd = libc::signalfd(-1, &raw const set, libc::SFD_CLOEXEC | libc::SFD_NONBLOCK);
        if fd < 0 { Err(io::Error::last_os_error()) } else { Ok(OwnedFd::from_raw_fd(fd)) }
    }
}

/// The signals of a terminal and of a shutdown.
const IGNORED: [i32; 6] =
    [libc::SIGINT, libc::SIGTERM, libc::SIGHUP, libc::SIGQUIT, libc::SIGPIPE, libc::SIGTSTP];

/// Ignores the signals of a terminal and of a shutdown, and resets all others. `SIGCHLD` must not stay ignored: the system would not report
/// the resources of children.
pub fn ignore_signals() {
    for signal in 1..32 {
        // SAFETY: sets a disposition that needs no handler.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
    for signal in IGNORED {
        // SAFETY: sets a disposition that needs no handler.
        unsafe { libc::signal(signal, libc::SIG_IGN) };
    }
}

/// Gives the signals that are [ignored](ignore_signals) back their default meaning and unblocks all, as a new program expects.
pub fn reset_signals() {
    // SAFETY: sets dispositions that need no handler; the set is initialised before use.
    unsafe {
        for signal in IGNORED {
            libc::signal(signal, libc::SIG_DFL);
        }
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        libc::sigprocmask(libc::SIG_SETMASK, &raw const set, ptr::null_mut());
    }
}

/// Makes this thread access files as another user while it works. Other threads stay as they are.
pub fn as_user<T>(user: u32, work: impl FnOnce() -> T) -> T {
    // SAFETY: sets two numbers of this thread, and takes no pointers. Root may take back its own, which are those before.
    let set = |user: u32, group: u32| unsafe { [libc::setfsgid(group), libc::setfsuid(user)] };
    let [group, own] = set(user, user);
    let done = work();
    set(own.unsigned_abs(), group.unsigned_abs());
    done
}

/// Makes a mount and those below it read-only, without devices and set-user-ID programs.
///
/// # Errors
/// When the system refuses or is too old for it.
pub fn make_read_only(path: &Path) -> io::Result<()> {
    use std::os::unix::ffi::OsStrExt;
    let path = CString::new(path.as_os_str().as_bytes())?;
    let attributes = libc::mount_attr {
        attr_set: libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID | libc::MOUNT_ATTR_NODEV,
        attr_clr: 0,
        propagation: 0,
        userns_fd: 0,
    };
    // SAFETY: the path ends with a zero byte and the attributes have the size that is given.
    let result = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            libc::AT_FDCWD,
            path.as_ptr(),
            libc::AT_RECURSIVE,
            &raw const attributes,
            size_of::<libc::mount_attr>(),
        )
    };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Returns the version of Landlock that the system offers, 0 when it has none.
pub fn landlock_version() -> i64 {
    // SAFETY: with no attributes and this flag the call only answers with a number.
    let version = unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, ptr::null::<u8>(), 0, 1) };
    version.max(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use nim_testing::whole::part;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::mpsc::channel;
    use std::thread;

    #[test]
    fn a_program_has_none_of_the_memory_of_its_judge() {
        use crate::run::Runner as _;
        use crate::{Program, Sandbox, SandboxMode, secrets::Secrets};
        use nim_ground::content::Content;
        let of_judge = std::hint::black_box(vec![1_u8; 96 << 20]);
        let limits = nim_ground::limits::LimitOverrides::default().resolve();
        for mode in [SandboxMode::Auto, SandboxMode::Off] {
            let program = Program::resolve(&["true".into()], &[], &Secrets::default()).unwrap();
            let never = AtomicBool::new(false);
            let sandbox = Sandbox::new(program, mode, 0, &never);
            let run = sandbox.start().unwrap().0.run(&Content::from(""), &limits, &mut io::sink()).unwrap();
            assert!(run.memory.is_some_and(|bytes| bytes < 32 << 20), "{mode:?}: {run:?}");
        }
        assert_eq!(of_judge.last(), Some(&1));
    }

    #[test]
    fn a_thread_starts_in_a_copy_of_a_process_whose_other_threads_begin_and_end() {
        let child = || {
            // SAFETY: the call takes no pointers; the signal ends a copy that stands still.
            unsafe { libc::alarm(60) };
            let (sender, receiver) = channel();
            let started = start_thread(64 << 10, move || _ = sender.send(()));
            i32::from(started.is_err() || receiver.recv().is_err())
        };
        let is_done = AtomicBool::new(false);
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    while !is_done.load(Ordering::Relaxed) {
                        best_effort(thread::spawn(|| ()).join());
                    }
                });
            }
            let ended = part(0..600, 3).map(|_| {
                // SAFETY: the child uses the allocator, a channel of its own, and what is tested here.
                let pid = unsafe { fork(child) }.unwrap();
                reap(pid, true).map(|reaped| reaped.ended)
            });
            let wrong = ended.filter(|ended| *ended != Some(Ended::Exited(0))).count();
            is_done.store(true, Ordering::Relaxed);
            assert_eq!(wrong, 0);
        });
    }
}
