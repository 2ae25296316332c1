//! A program that does, as its first argument says, the deeds that a judge must survive. It prints `ok` if it was stopped from doing harm,
//! and `harm` or worse if it was not.

mod deeds;
mod systems;

use std::ffi::CString;
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::net::{TcpStream, UdpSocket};
use std::os::fd::AsRawFd;
use std::os::unix::fs::{symlink, MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::thread::sleep;
use std::time::Duration;

extern "C" {
    fn fork() -> i32;
    fn setsid() -> i32;
    fn kill(pid: i32, signal: i32) -> i32;
    fn signal(signal: i32, handler: usize) -> usize;
    fn getppid() -> i32;
    fn getpid() -> i32;
    fn close(fd: i32) -> i32;
    fn pipe(ends: *mut i32) -> i32;
    fn ptrace(request: i64, pid: i32, address: usize, data: usize) -> i64;
    fn mount(source: *const i8, target: *const i8, kind: *const i8, flags: u64, data: *const i8) -> i32;
    fn unshare(flags: i32) -> i32;
    fn chroot(path: *const i8) -> i32;
    fn fchmod(fd: i32, mode: u32) -> i32;
    fn waitpid(pid: i32, status: *mut i32, options: i32) -> i32;
    fn abort() -> !;
    fn clock() -> i64;
    fn syscall(number: i64, ...) -> i64;
    fn prctl(option: i32, ...) -> i32;
    fn msgsnd(queue: i32, message: *const u8, length: usize, flags: i32) -> i32;
    fn fcntl(fd: i32, command: i32, ...) -> i32;
    fn setrlimit(resource: i32, limit: *const [u64; 2]) -> i32;
    fn getrlimit(resource: i32, limit: *mut [u64; 2]) -> i32;
    fn prlimit(pid: i32, resource: i32, limit: *const [u64; 2], old: usize) -> i32;
    fn ioctl(fd: i32, request: u64, flags: *mut u64) -> i32;
    fn getpriority(which: i32, who: u32) -> i32;
    fn setpriority(which: i32, who: u32, priority: i32) -> i32;
    fn sched_setscheduler(pid: i32, policy: i32, parameter: *const i32) -> i32;
    fn getxattr(path: *const i8, name: *const i8, value: *mut u8, size: usize) -> isize;
    fn setxattr(path: *const i8, name: *const i8, value: *const u8, size: usize, flags: i32) -> i32;
    fn utimensat(folder: i32, path: *const i8, times: *const [i64; 2], flags: i32) -> i32;
    fn chmod(path: *const i8, mode: u32) -> i32;
    fn chdir(path: *const i8) -> i32;
    fn mkdir(path: *const i8, mode: u32) -> i32;
    fn mmap(address: usize, length: usize, protection: i32, flags: i32, fd: i32, offset: i64) -> *mut u8;
}

/// Numbers of system calls that have no constants of their own here; from 424 on they are the same everywhere.
#[cfg(target_arch = "x86_64")]
mod calls {
    pub const EXIT: i64 = 60;
    pub const OTHERS: [i64; 10] = [41, 250, 298, 303, 310, 311, 312, 321, 323, 135];
    pub const MEMFD_CREATE: i64 = 319;
    pub const PERF_EVENT_OPEN: u32 = 298;
    pub const CLONE: u32 = 56;
    pub const SECCOMP: i64 = 317;
    pub const TRUNCATE: i64 = 76;
    pub const MINCORE: i64 = 27;
    pub const PREADV2: i64 = 327;
}
#[cfg(not(target_arch = "x86_64"))]
mod calls {
    pub const EXIT: i64 = 93;
    pub const OTHERS: [i64; 8] = [198, 219, 241, 264, 270, 271, 280, 282];
    pub const MEMFD_CREATE: i64 = 279;
    pub const PERF_EVENT_OPEN: u32 = 241;
    pub const CLONE: u32 = 220;
    pub const SECCOMP: i64 = 277;
    pub const TRUNCATE: i64 = 45;
    pub const MINCORE: i64 = 232;
    pub const PREADV2: i64 = 286;
}

/// `FS_NODUMP_FL`.
const NO_DUMP: u64 = 0x40;
/// A priority that nothing else has.
const PRIORITY: i32 = 17;

/// Longer than any test takes, on any machine.
fn forever() {
    sleep(Duration::from_secs(1000));
}

fn touch(mebibytes: usize) -> Vec<u8> {
    let mut memory = vec![0u8; mebibytes << 20];
    for page in memory.chunks_mut(4096) {
        page[0] = 1;
    }
    std::hint::black_box(memory)
}

fn answer(harmed: bool) {
    println!("{}", if harmed { "harm" } else { "ok" });
}

unsafe fn libc_write(fd: i32) {
    extern "C" {
        fn write(fd: i32, bytes: *const u8, count: usize) -> isize;
    }
    write(fd, b"x".as_ptr(), 1);
}

fn readable(path: &str) -> bool {
    fs::read(path).map(|bytes| !bytes.is_empty()).unwrap_or(false)
}

/// Looks for traces of an earlier run, and leaves as many as possible.
unsafe fn leave_traces() {
    let (mut traces, name) = (Vec::new(), CString::new("user.trace").unwrap());
    let own = std::env::args().next().unwrap();
    let places = [".", "..", "/dev/shm", "/tmp", "/dev/stdin", own.as_str()];
    let mut value = [0u8; 8];
    for place in places {
        let Ok(metadata) = fs::metadata(place) else { continue };
        let path = CString::new(place).unwrap();
        if metadata.mtime() == 12345 || metadata.atime() == 12345 {
            traces.push(format!("the time of {place}"));
        }
        if metadata.permissions().mode() & 0o7777 == 0o751 {
            traces.push(format!("the mode of {place}"));
        }
        if getxattr(path.as_ptr().cast(), name.as_ptr().cast(), value.as_mut_ptr(), 8) > 0 {
            traces.push(format!("an attribute of {place}"));
        }
        if place == "." && (metadata.permissions().mode() & 0o7777 != 0o700 || fs::read_dir(place).unwrap().count() > 0) {
            traces.push("a folder that was used".to_owned());
        }
        if place == "/dev/stdin" && metadata.atime() < metadata.mtime() {
            traces.push("an input that nobody has read".to_owned());
        }
    }
    for place in places {
        let path = CString::new(place).unwrap();
        setxattr(path.as_ptr().cast(), name.as_ptr().cast(), value.as_ptr(), 8, 0);
        let _ = fs::write(format!("{place}/trace"), b"x");
        let times = [[12345i64, 0], [12345, 0]];
        utimensat(-100, path.as_ptr().cast(), times.as_ptr(), 0);
        chmod(path.as_ptr().cast(), 0o751);
    }
    // An entry of /proc is as old as the first look at it.
    let begin = std::time::SystemTime::now();
    for entry in ["/proc/version", "/proc/sys/vm", "/proc/cpuinfo"] {
        // Times are those of the clock's last tick.
        let is_older = |time| begin.duration_since(time).is_ok_and(|age| age > Duration::from_millis(20));
        if getppid() == 1 && fs::metadata(entry).is_ok_and(|metadata| metadata.modified().is_ok_and(is_older)) {
            traces.push(format!("a look at {entry}"));
        }
    }
    // Properties that a process inherits from the judge: a limit (of locks), a priority, the CPUs; and the flags of a file.
    let mut limit = [0u64; 2];
    getrlimit(10, &mut limit);
    if limit[0] == 12345 {
        traces.push("a limit".to_owned());
    }
    if getpriority(0, 0) == PRIORITY {
        traces.push("a priority".to_owned());
    }
    let program = File::open(&own).unwrap();
    let mut flags = 0u64;
    if ioctl(program.as_raw_fd(), 0x8008_6601, &mut flags) == 0 {
        if flags & NO_DUMP != 0 {
            traces.push("a flag of the program".to_owned());
        }
        flags |= NO_DUMP;
        ioctl(program.as_raw_fd(), 0x4008_6602, &mut flags);
    }
    prlimit(getppid(), 10, &[12345, 12345], 0);
    setpriority(0, getppid() as u32, PRIORITY);
    setpriority(2, 0, PRIORITY);
    // In a namespace of its own, whose first process is the judge's, with two threads.
    if getppid() == 1 && getpid() != 3 {
        traces.push(format!("the number {}", getpid()));
    }
    for _ in 0..20 {
        match fork() {
            0 => std::process::exit(0),
            child => _ = waitpid(child, std::ptr::null_mut(), 0),
        }
    }
    if traces.is_empty() {
        println!("ok");
    } else {
        println!("{traces:?}");
    }
}

/// Looks for processes of an earlier run, and leaves some that hold on to all that they can.
unsafe fn leave_processes() {
    let mut left = fs::read_dir(".").unwrap().next().is_some();
    // In a namespace of its own, whose first process is the judge's.
    if getppid() == 1 {
        let own = getpid();
        // Whether or not it may be signalled; 3 is ESRCH.
        let exists = |pid| kill(pid, 0) == 0 || std::io::Error::last_os_error().raw_os_error() != Some(3);
        // Process 1 has two threads, with the first numbers.
        left |= (3..300).any(|pid| pid != own && exists(pid));
        left |= ["root", "cwd", "fd", "map_files"].iter().any(|of| fs::read_dir(format!("/proc/1/{of}")).is_ok());
    }
    let folder = File::open(".").unwrap();
    for stops in [true, false] {
        child(|| {
            setsid();
            for number in 1..32 {
                signal(number, 1);
            }
            // A child of the judge's, where there is one more process between.
            child(|| {
                File::create("left").unwrap();
                forever();
            });
            if stops {
                kill(getpid(), 19);
            }
            std::thread::spawn(forever);
            forever();
        });
    }
    while fs::metadata("left").is_err() {
        sleep(Duration::from_micros(100));
    }
    std::mem::forget(folder);
    answer(left);
}

/// Microseconds of CPU time of this process.
fn burn(microseconds: i64) {
    let begin = unsafe { clock() };
    while unsafe { clock() } - begin < microseconds {}
}

/// Starts a child that does something and ends.
unsafe fn child(deed: impl FnOnce()) -> i32 {
    let child = fork();
    if child == 0 {
        deed();
        syscall(calls::EXIT, 0i64);
    }
    child
}

/// Uses three seconds of CPU time in children that nobody awaits.
unsafe fn hide_time(how: &str) {
    // SIG_IGN; or SA_NOCLDWAIT, which the structure of the system has behind the handler.
    if how == "no-wait" {
        let action = [0usize, 2, 0, 0];
        let number: i64 = if cfg!(target_arch = "x86_64") { 13 } else { 134 };
        assert_eq!(syscall(number, 17i64, action.as_ptr(), 0usize, 8usize), 0);
    } else {
        signal(17, 1);
    }
    // All descendants of this process have the other end.
    let mut ends = [0i32; 2];
    pipe(ends.as_mut_ptr());
    let each = if how == "long" { 500_000 } else { 3_000 };
    let mut begun = 0;
    while begun < 3_000_000 {
        let pause = Duration::from_micros(each as u64 + 500);
        match how {
            "double" => _ = child(|| {
                setsid();
                child(|| burn(each));
                sleep(2 * pause);
            }),
            "killed" => _ = child(|| {
                burn(each);
                kill(getpid(), 9);
            }),
            "threads" => _ = child(|| {
                std::thread::spawn(forever_busy);
                burn(each);
            }),
            "awaited-too" => {
                signal(17, 0);
                let awaited = child(|| burn(200));
                waitpid(awaited, std::ptr::null_mut(), 0);
                signal(17, 1);
                child(|| burn(each));
            }
            "idle" => _ = child(|| {
                sched_setscheduler(0, 5, &0);
                burn(each);
            }),
            _ => _ = child(|| burn(each)),
        }
        begun += each;
        sleep(pause);
    }
    // On a busy machine some may still run, however long ago they were started.
    close(ends[1]);
    let mut end = std::os::fd::FromRawFd::from_raw_fd(ends[0]);
    let _ = File::read(&mut end, &mut [0]);
    println!("ok");
}

fn forever_busy() {
    loop {
        std::hint::black_box(0);
    }
}

/// Makes a child wait for its CPU, which it shares with others of this program, as long as possible.
unsafe fn stretch_time(how: &str) {
    let number: i64 = if cfg!(target_arch = "x86_64") { 203 } else { 122 };
    let cpu = 1u64 << (0..64).find(|cpu| syscall(number, 0i64, 8i64, &(1u64 << cpu)) == 0).unwrap();
    assert_eq!(syscall(number, 0i64, 8i64, &cpu), 0);
    signal(17, 1);
    let waiting = child(|| {
        match how {
            "idle" => _ = sched_setscheduler(0, 5, &0),
            "batch" => _ = sched_setscheduler(0, 3, &0),
            "nice" => _ = setpriority(0, 0, 19),
            _ => {}
        }
        forever_busy();
    });
    for _ in 0..30_000 {
        child(|| burn(500));
        sleep(Duration::from_micros(700));
    }
    kill(waiting, 9);
    println!("ok");
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let given = args.get(2).map(|text| text.trim_start_matches('@').to_owned()).unwrap_or_default();
    unsafe {
        match args[1].as_str() {
            "ok" => println!("ok"),
            "wrong" => println!("no"),
            // Not hostile, as the next.
            "without-landlock" => systems::run_without(444..447, &args[2..]),
            "without-counter" => systems::run_without(calls::PERF_EVENT_OPEN..calls::PERF_EVENT_OPEN + 1, &args[2..]),
            "without-namespaces" => systems::run_without_namespaces(&args[2..]),
            "with-landlock" => systems::run_with_landlock(args[2].parse().unwrap(), &args[3..]),
            "nearly-a-second" => {
                burn(700_000);
                println!("ok");
            }
            "hides-time" => hide_time(&given),
            "stretches-time" => stretch_time(&given),
            "fork-bomb" => loop {
                fork();
            },
            // The judge's process awaits them, more often than anything that it waits for.
            "orphans" => loop {
                let parent = child(|| _ = child(|| ()));
                waitpid(parent, std::ptr::null_mut(), 0);
                sleep(Duration::from_micros(300));
            },
            "fork-bomb-and-done" => {
                if fork() == 0 {
                    loop {
                        fork();
                    }
                }
                sleep(Duration::from_millis(200));
                println!("ok");
            }
            "count-forks" => {
                let mut forks = 0;
                loop {
                    match fork() {
                        -1 => break,
                        0 => forever(),
                        _ => forks += 1,
                    }
                    if forks > 1000 {
                        break;
                    }
                }
                answer(forks > 1000);
            }
            "memory-bomb" => {
                // Enough for every limit, and not for a machine with little memory.
                let all: Vec<_> = (0..64).map(|_| touch(16)).collect();
                std::hint::black_box(all);
                forever();
            }
            "memory-and-success" => {
                touch(300);
                println!("ok");
            }
            "memory-and-crash" => {
                touch(300);
                kill(getpid(), 11);
            }
            "memory-in-children" => {
                for _ in 0..8 {
                    if fork() == 0 {
                        let memory = touch(60);
                        forever();
                        std::hint::black_box(memory);
                        return;
                    }
                }
                forever();
            }
            "memory-untouched" => {
                // Zeroed memory comes untouched from the system.
                let mut large = vec![0u8; 1 << 30];
                large[given.len()] = 1;
                std::hint::black_box(&large);
                println!("ok");
            }
            "sleeper" => forever(),
            "busy" => loop {
                std::hint::black_box(0);
            },
            "flood" => loop {
                if std::io::stdout().write_all(&[b'x'; 65536]).is_err() {
                    return;
                }
            },
            "flood-errors" => loop {
                if std::io::stderr().write_all(&[b'x'; 65536]).is_err() {
                    return;
                }
            },
            "child-left-behind" => {
                if fork() == 0 {
                    forever();
                    println!("late");
                    return;
                }
                println!("ok");
            }
            "ignores-sigterm" => {
                for number in 1..32 {
                    signal(number, 1);
                }
                forever();
            }
            "daemon" => {
                if fork() == 0 {
                    setsid();
                    if fork() == 0 {
                        for number in 1..32 {
                            signal(number, 1);
                        }
                        forever();
                    }
                    return;
                }
                sleep(Duration::from_millis(50));
                println!("ok");
            }
            "stops-itself" => {
                kill(getpid(), 19);
            }
            "reads-passwd" => answer(readable("/etc/passwd") || readable("/etc/shadow") || readable("/etc/hostname")),
            "reads-file" => {
                let mut found = readable(&given);
                for process in fs::read_dir("/proc").into_iter().flatten().flatten() {
                    let process = process.path();
                    let root = process.join("root").join(given.trim_start_matches('/'));
                    found |= fs::read(root).is_ok();
                    for fd in fs::read_dir(process.join("fd")).into_iter().flatten().flatten() {
                        let link = fs::read_link(fd.path()).unwrap_or_default();
                        found |= link.to_string_lossy().ends_with(".ans");
                    }
                }
                for parent in [".", "..", "/dev/fd", "/proc/self/fd/0/.."] {
                    found |= fs::read(format!("{parent}/1.ans")).is_ok();
                }
                answer(found);
            }
            "reads-environment" => {
                let mut texts = Vec::new();
                texts.extend(std::env::vars_os().map(|(name, value)| format!("{name:?}={value:?}").into_bytes()));
                for process in fs::read_dir("/proc").into_iter().flatten().flatten() {
                    for file in ["environ", "cmdline", "maps"] {
                        texts.extend(fs::read(process.path().join(file)));
                    }
                }
                // The program's argument is the reversed secret, so that it does not find itself.
                let secret: String = given.chars().rev().collect();
                answer(texts.iter().any(|text| String::from_utf8_lossy(text).contains(&secret)));
            }
            "writes-outside" => {
                let mut wrote = false;
                for folder in ["/", "/usr", "/tmp", "/etc", "/dev", "/proc", "/var/tmp", &given] {
                    wrote |= File::create(format!("{folder}/written-by-hostile")).is_ok();
                }
                wrote |= OpenOptions::new().write(true).open(&args[0]).is_ok();
                answer(wrote);
            }
            "changes-input" => {
                for path in ["/proc/self/fd/0", "/dev/stdin", &given] {
                    if let Ok(mut file) = OpenOptions::new().write(true).truncate(true).open(path) {
                        let _ = file.write_all(b"changed");
                    }
                    let _ = fs::set_permissions(path, fs::Permissions::from_mode(0o777));
                }
                fchmod(0, 0o777);
                println!("ok");
            }
            // The text has a word in front for its type; IPC_NOWAIT.
            "queue" => answer(msgsnd(given.parse().unwrap(), 1i64.to_ne_bytes().as_ptr(), 0, 0o4000) == 0),
            "network" => {
                let address = format!("127.0.0.1:{given}");
                let tcp = TcpStream::connect(&address).is_ok();
                let udp = UdpSocket::bind("0.0.0.0:0").and_then(|socket| socket.send_to(b"harm", &address)).is_ok();
                answer(tcp || udp);
            }
            "symlink" => {
                let made = symlink(&given, "link").is_ok() && symlink("/", "root").is_ok();
                let read = readable("link") || readable(&format!("root{given}"));
                let wrote = File::create("link").is_ok();
                answer(!made || read || wrote);
            }
            "signals" => {
                for pid in [-1, 1, getppid()].into_iter().chain(2..300) {
                    if pid != getpid() {
                        kill(pid, 9);
                        kill(pid, 19);
                    }
                }
                println!("ok");
            }
            "closes-stdout" => {
                close(1);
            }
            "closes-stdout-and-sleeps" => {
                for fd in 0..64 {
                    close(fd);
                }
                forever();
            }
            "zombies" => {
                for _ in 0..100 {
                    if fork() == 0 {
                        return;
                    }
                }
                sleep(Duration::from_millis(100));
                println!("ok");
            }
            "ptrace" => {
                let traced = ptrace(0, 0, 0, 0) == 0 || ptrace(16, 1, 0, 0) == 0 || ptrace(16, getppid(), 0, 0) == 0;
                answer(traced || File::open("/proc/1/mem").is_ok());
            }
            "mount" => {
                let text = |text: &str| CString::new(text).unwrap();
                let (none, here, kind) = (text("none"), text("."), text("tmpfs"));
                let mounted = mount(none.as_ptr().cast(), here.as_ptr().cast(), kind.as_ptr().cast(), 0, std::ptr::null());
                let spaces = [0x1000_0000, 0x0002_0000, 0x2000_0000, 0x4000_0000].iter().any(|&space| unshare(space) == 0);
                answer(mounted == 0 || spaces || chroot(here.as_ptr().cast()) == 0);
            }
            "rare-calls" => {
                let mut room = [0u8; 4096];
                // io_uring, pidfd_getfd, new mounts, clone3, secret memory: and sockets, keys, counters, other processes' memory, bpf.
                let new = [425, 426, 427, 428, 429, 430, 431, 432, 433, 435, 438, 442, 447];
                let allowed: Vec<i64> = (calls::OTHERS.into_iter().chain(new))
                    .filter(|&call| syscall(call, 1usize, room.as_mut_ptr(), 0usize, 0usize, 0usize, 0usize) >= 0)
                    .collect();
                eprintln!("{allowed:?}");
                answer(!allowed.is_empty());
            }
            "descriptors" => answer((3..4096).any(|fd| fcntl(fd, 1) != -1)),
            "raises-limits" => {
                let more = [u64::MAX, u64::MAX];
                // File size, processes, open files, CPU time; then priority and real-time scheduling.
                let raised = [1, 6, 7, 0].into_iter().any(|resource| setrlimit(resource, &more) == 0);
                answer(raised || setpriority(0, 0, -20) == 0 || sched_setscheduler(0, 1, &1) == 0);
            }
            "memory-of-others" => {
                let own = getpid().to_string();
                let mut found = false;
                for process in fs::read_dir("/proc").into_iter().flatten().flatten() {
                    let name = process.file_name().to_string_lossy().into_owned();
                    if name != own && name.parse::<i32>().is_ok() {
                        found |= OpenOptions::new().write(true).open(process.path().join("mem")).is_ok();
                        found |= readable(&format!("{}/environ", process.path().display()));
                    }
                }
                answer(found);
            }
            "files-in-memory" => {
                // Files in memory are in nobody's resident set.
                let mut files = Vec::new();
                for _ in 0..64 {
                    let fd = syscall(calls::MEMFD_CREATE, b"x\0".as_ptr(), 0usize);
                    if fd < 0 {
                        break;
                    }
                    files.push(File::open(format!("/proc/self/fd/{fd}")));
                }
                answer(!files.is_empty());
            }
            "memory-without-leader" => {
                std::thread::spawn(|| {
                    let memory: Vec<_> = (0..64).map(|_| touch(16)).collect();
                    forever();
                    std::hint::black_box(memory);
                });
                syscall(calls::EXIT, 0usize);
            }
            "memory-shared" => {
                // Two that share 200 MiB have no more than that, if the system can tell.
                if !readable("/proc/self/smaps_rollup") {
                    return answer(false);
                }
                let length = 200 << 20;
                let memory = mmap(0, length, 3, 0x21, -1, 0);
                for page in (0..length).step_by(4096) {
                    *memory.add(page) = 1;
                }
                if fork() == 0 {
                    for page in (0..length).step_by(4096) {
                        std::hint::black_box(*memory.add(page));
                    }
                    sleep(Duration::from_millis(300));
                    return;
                }
                waitpid(-1, std::ptr::null_mut(), 0);
                println!("ok");
            }
            "sibling" => {
                // A child of the judge's, by CLONE_PARENT.
                let number = if cfg!(target_arch = "x86_64") { 56 } else { 220 };
                if syscall(number, 0x8000i64 | 17, 0usize, 0usize, 0usize, 0usize) == 0 {
                    forever();
                }
                println!("ok");
            }
            "owner-of-signals" => {
                // The owner of a descriptor gets a signal when something happens to it, which ends it by default.
                let mut ends = [0i32; 2];
                pipe(ends.as_mut_ptr());
                let processes: Vec<i32> = fs::read_dir("/proc")
                    .into_iter()
                    .flatten()
                    .flatten()
                    .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
                    .collect();
                for process in processes.into_iter().chain(1..200).filter(|&process| process != getpid()) {
                    for fd in [ends[0], 1] {
                        // F_SETOWN; F_SETFL with O_ASYNC.
                        fcntl(fd, 8, process);
                        fcntl(fd, 4, 0o20000);
                        libc_write(ends[1]);
                    }
                }
                println!("ok");
            }
            "deep-folders" => {
                // More than paths have bytes and processes have descriptors; each costs as many steps as there are above it.
                for _ in 0..2_000 {
                    let name = CString::new("folder").unwrap();
                    if mkdir(name.as_ptr().cast(), 0o777) != 0 || chdir(name.as_ptr().cast()) != 0 {
                        break;
                    }
                }
                println!("ok");
            }
            "locked-folders" => {
                for name in ["a", "a/b", "a/b/c", "d"] {
                    fs::create_dir(name).unwrap();
                    fs::write(format!("{name}/file"), b"x").unwrap();
                }
                for name in ["a/b/c", "a/b", "a", "d", "."] {
                    let name = CString::new(name).unwrap();
                    chmod(name.as_ptr().cast(), 0);
                }
                println!("ok");
            }
            "sparse-file" => {
                let file = File::create("sparse").unwrap();
                let _ = file.set_len(1 << 50);
                println!("ok");
            }
            "fills-folder" => {
                let mut written = 0;
                for number in 0..1000 {
                    if fs::write(format!("file-{number}"), vec![b'x'; 4 << 20]).is_err() {
                        break;
                    }
                    written = number;
                }
                answer(written >= 999);
            }
            "tiny-files" => {
                for number in 0..10_000 {
                    fs::write(format!("file-{number}"), b"x").unwrap();
                }
                println!("ok");
            }
            "strange-names" => {
                for name in ["a\nb", "\n", "-rf", "*", "\u{1b}[2J", "'; echo harm"] {
                    fs::create_dir(name).unwrap();
                    fs::write(format!("{name}/x\ny"), b"x").unwrap();
                }
                println!("ok");
            }
            "large-file" => {
                let mut file = File::create("large").unwrap();
                loop {
                    if file.write_all(&[0; 65536]).is_err() {
                        println!("ok");
                        return;
                    }
                }
            }
            "leaves-file" => {
                answer(fs::read_dir(".").unwrap().next().is_some());
                fs::write("left", b"x").unwrap();
            }
            "leaves-traces" => leave_traces(),
            "leaves-processes" => leave_processes(),
            "exit-3" => std::process::exit(3),
            "abort" => abort(),
            "null" => {
                *std::hint::black_box(std::ptr::null_mut::<u8>()) = 1;
            }
            "opens-stdin" => {
                let mut text = String::new();
                File::open("/dev/stdin").unwrap().read_to_string(&mut text).unwrap();
                println!("{}", text.trim());
            }
            "waits-for-child" => {
                let child = fork();
                if child == 0 {
                    // Microseconds of CPU time.
                    while clock() < 300_000 {}
                    return;
                }
                waitpid(child, std::ptr::null_mut(), 0);
                println!("ok");
            }
            other => deeds::run(other, &given),
        }
    }
}
