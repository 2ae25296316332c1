//! The hostile program's attacks on memory, threads, sockets and users.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::fd::AsRawFd;
use std::os::unix::net::UnixStream;
use std::thread::sleep;
use std::time::Duration;

extern "C" {
    fn getuid() -> u32;
    fn mallopt(parameter: i32, value: i32) -> i32;
    fn socketpair(domain: i32, kind: i32, protocol: i32, ends: *mut i32) -> i32;
    fn sendto(fd: i32, bytes: *const u8, length: usize, flags: i32, to: *const u8, size: u32) -> isize;
    fn mmap(address: usize, length: usize, protection: i32, flags: i32, fd: i32, offset: i64) -> *mut u8;
    fn clock_gettime(clock: i32, time: *mut [i64; 2]) -> i32;
    fn madvise(address: *mut u8, length: usize, advice: i32) -> i32;
    fn flock(fd: i32, operation: i32) -> i32;
    fn getsockopt(fd: i32, level: i32, option: i32, value: *mut i32, length: *mut u32) -> i32;
}

const READ: i32 = 1;
const WRITE: i32 = 2;
const SHARED: i32 = 1;
const PRIVATE: i32 = 2;
const ANONYMOUS: i32 = 0x20;
const NO_RESERVE: i32 = 0x4000;
const DONT_NEED: i32 = 4;
const NO_HUGE_PAGES: i32 = 15;
const MIB: usize = 1 << 20;

/// Several samples.
fn be_seen() {
    sleep(Duration::from_millis(300));
}

/// Milliseconds of the monotonic clock.
unsafe fn now() -> i64 {
    let mut time = [0i64; 2];
    clock_gettime(1, &mut time);
    time[0] * 1000 + time[1] / 1_000_000
}

/// Returns the ways in which the system reveals a number that it counts up with every mount or process.
unsafe fn counted_numbers() -> Vec<&'static str> {
    let mut told = Vec::new();
    let (statx, clone) = if cfg!(target_arch = "x86_64") { (332i64, 56i64) } else { (291, 220) };
    // STATX_MNT_ID_UNIQUE; the answer begins with the fields that it has.
    let mut answer = [0u32; 64];
    if super::syscall(statx, -100i64, b"/\0".as_ptr(), 0i64, 0x4000i64, answer.as_mut_ptr()) == 0 && answer[0] & 0x4000 != 0 {
        told.push("statx");
    }
    // The calls exist, and are allowed, if an error is another one than EPERM or ENOSYS.
    for (number, name) in [(457i64, "statmount"), (458, "listmount"), (467, "open_tree_attr")] {
        let result = super::syscall(number, 0usize, 0usize, 0usize, 0usize, 0usize);
        if result >= 0 || ![1, 38].contains(&std::io::Error::last_os_error().raw_os_error().unwrap()) {
            told.push(name);
        }
    }
    if super::syscall(434, super::getpid() as i64, 0i64) >= 0 {
        told.push("pidfd_open");
    }
    // CLONE_PIDFD, SO_PEERPIDFD.
    let mut fd = -1i32;
    match super::syscall(clone, 0x1000i64 | 17, 0usize, &mut fd as *mut i32, 0usize, 0usize) {
        0 => std::process::exit(0),
        child if child > 0 && fd >= 0 => told.push("clone"),
        _ => {}
    }
    let (mut ends, mut length) = ([0i32; 2], 4u32);
    socketpair(1, 1, 0, ends.as_mut_ptr());
    if getsockopt(ends[0], 1, 77, &mut fd, &mut length) == 0 {
        told.push("getsockopt");
    }
    told
}

/// Returns the ways in which the system reveals how others use, or have used, a file that both see.
unsafe fn uses_by_others() -> Vec<&'static str> {
    let mut told = Vec::new();
    let file = File::open("/usr/bin/env").unwrap();
    let fd = file.as_raw_fd();
    let mut byte = 0u8;
    let vector = [&mut byte as *mut u8 as usize, 1];
    // RWF_NOWAIT
    if super::syscall(super::calls::PREADV2, fd as i64, vector.as_ptr(), 1i64, 0i64, 0i64, 8i64) >= 0 {
        told.push("preadv2");
    }
    let page = mmap(0, 4096, READ, SHARED, fd, 0);
    if super::syscall(super::calls::MINCORE, page, 4096usize, &mut byte) == 0 {
        told.push("mincore");
    }
    let (range, mut pages) = ([0u64, 4096], [0u64; 5]);
    if super::syscall(451, fd as i64, range.as_ptr(), pages.as_mut_ptr(), 0i64) == 0 {
        told.push("cachestat");
    }
    // F_SETLEASE and F_NOTIFY, and F_SET_RW_HINT, which stays.
    let folder = File::open("/usr/bin").unwrap();
    let notices = [(fd, 1024, 0u64, "lease"), (folder.as_raw_fd(), 1026, 1, "notice")];
    told.extend(notices.iter().filter(|notice| super::fcntl(notice.0, notice.1, notice.2) == 0).map(|notice| notice.3));
    if super::fcntl(fd, 1036, &2u64) == 0 {
        told.push("hint");
    }
    for (number, name) in [(if cfg!(target_arch = "x86_64") { 294i64 } else { 26 }, "inotify_init1"), (300, "fanotify_init")] {
        if (number != 300 || cfg!(target_arch = "x86_64")) && super::syscall(number, 0i64, 0i64) >= 0 {
            told.push(name);
        }
    }
    // Locks are taken, without an effect: another description of the same file has them, too.
    let again = File::open("/usr/bin/env").unwrap();
    for (lock, name) in [(2 | 4, "flock"), (1 | 4, "a shared lock")] {
        if flock(fd, lock) != 0 || flock(again.as_raw_fd(), 2 | 4) != 0 {
            told.push(name);
        }
    }
    // SO_COOKIE and SO_NETNS_COOKIE, and the numbers of namespaces.
    let (mut ends, mut value, mut length) = ([0i32; 2], [0i32; 2], 8u32);
    socketpair(1, 1, 0, ends.as_mut_ptr());
    for (option, name) in [(57, "SO_COOKIE"), (71, "SO_NETNS_COOKIE")] {
        if getsockopt(ends[0], 1, option, value.as_mut_ptr(), &mut length) == 0 {
            told.push(name);
        }
    }
    for (space, request) in [("mnt", 0x8008_b705u64), ("mnt", 0x8008_b70d), ("pid", 0x8008_b70d), ("net", 0x8008_b70d)] {
        let mut number = 0u64;
        let opened = File::open(format!("/proc/self/ns/{space}"));
        if opened.is_ok_and(|space| super::ioctl(space.as_raw_fd(), request, &mut number) == 0) {
            told.push("the number of a namespace");
        }
    }
    told
}

pub unsafe fn run(deed: &str, given: &str) {
    match deed {
        "uses-by-others" => {
            let told = uses_by_others();
            eprintln!("{told:?}");
            super::answer(!told.is_empty());
        }
        // Every way to empty a file without a descriptor that can write it; O_TRUNC is 0x200.
        "empties-file" => {
            let path = std::ffi::CString::new(given).unwrap();
            let open = |flags: i64| super::syscall(if cfg!(target_arch = "x86_64") { 257 } else { 56 }, -100i64, path.as_ptr(), flags, 0o644i64) >= 0;
            let openat2 = |flags: u64| super::syscall(437, -100i64, path.as_ptr(), [flags, 0, 0].as_ptr(), 24i64) >= 0;
            let emptied = super::syscall(super::calls::TRUNCATE, path.as_ptr(), 0i64) == 0;
            let opened = [0x200, 0x201, 0x202, 0x203].map(|flags| (open(flags as i64), openat2(flags)));
            eprintln!("{emptied} {opened:?}");
            super::answer(emptied || opened.iter().any(|opened| opened.0 || opened.1));
        }
        "finds-file" => super::answer(fs::symlink_metadata(given).is_ok()),
        "marks-file" => {
            let path = std::ffi::CString::new(given).unwrap();
            let times = [[12345i64, 0], [12345, 0]];
            let dated = super::utimensat(-100, path.as_ptr().cast(), times.as_ptr(), 0) == 0;
            super::answer(dated || super::chmod(path.as_ptr().cast(), 0o640) == 0);
        }
        // In a namespace of its own, the first process belongs to the sandbox, and gets no signal.
        "signals-others" => {
            let may_signal = |pid: i32| pid != super::getpid() && super::kill(pid, 0) == 0;
            super::answer(super::getppid() != 1 && (1..400).any(may_signal));
        }
        "sees-processes" => {
            let is_judge = |process: fs::DirEntry| {
                let command = fs::read(process.path().join("cmdline")).unwrap_or_default();
                command.split(|&byte| byte == 0).any(|word| word == b"check")
            };
            super::answer(fs::read_dir("/proc").into_iter().flatten().flatten().any(is_judge));
        }
        "reads-more-than-nothing" => super::answer(super::readable(given)),
        "leaves-a-file" => {
            let place = std::path::Path::new(given).join("left");
            let found = place.exists();
            let _ = fs::write(place, "x");
            super::answer(found);
        }
        "fills-much" => {
            let written = (0..100).take_while(|n| fs::write(format!("{n}"), vec![1; MIB]).is_ok()).count();
            super::answer(written == 100);
        }
        "is-the-caller" => {
            eprintln!("{}", getuid());
            super::answer(getuid().to_string() == given);
        }
        "counted-numbers" => {
            let told = counted_numbers();
            eprintln!("{told:?}");
            super::answer(!told.is_empty());
        }
        "marks-devices" => {
            // The time of now, which needs no more than the permission to write.
            let is_marked = ["null", "zero", "full", "random", "urandom"].iter().any(|name| {
                let path = format!("/dev/{name}\0");
                super::utimensat(-100, path.as_ptr().cast(), std::ptr::null(), 0) == 0
            });
            let works = fs::write("/dev/null", "x").is_ok() && fs::read("/dev/null").is_ok_and(|read| read.is_empty());
            super::answer(is_marked || !works);
        }
        "grows-input" => {
            let input = File::options().write(true).open("/dev/stdin");
            let is_grown = |file: File| file.set_len(8 << 20).is_ok() || file.set_len(0).is_ok();
            super::answer(input.is_ok_and(is_grown) || fs::metadata("/dev/stdin").is_ok_and(|input| input.len() != 3));
        }
        "killed-first" | "stays-first" => {
            if deed == "stays-first" {
                let _ = fs::write("/proc/self/oom_score_adj", "0");
            }
            let adjusted = fs::read_to_string("/proc/self/oom_score_adj").unwrap();
            eprintln!("{adjusted}");
            super::answer(adjusted.trim() != "1000");
        }
        "datagrams" => {
            // The address of a named socket: a family and a path.
            let mut address = 1u16.to_ne_bytes().to_vec();
            address.extend(given.bytes().chain([0]));
            for kind in [2, 3, 5, 1] {
                let mut ends = [0i32; 2];
                if socketpair(1, kind, 0, ends.as_mut_ptr()) == 0 {
                    sendto(ends[0], b"harm".as_ptr(), 4, 0, address.as_ptr(), address.len() as u32);
                }
            }
            println!("ok");
        }
        "name-of-input" => {
            let name = fs::read_link("/proc/self/fd/0").unwrap_or_default().to_string_lossy().into_owned();
            eprintln!("{name}");
            super::answer(name.contains(given) || name.contains("1.in"));
        }
        "user" => {
            let begin = now();
            sleep(Duration::from_millis(500));
            eprintln!("{} {begin} {}", getuid(), now());
            std::process::exit(3);
        }
        "threads" => {
            // M_ARENA_MAX: threads with heaps of their own reserve much memory.
            mallopt(-8, 1);
            let mut threads = 0;
            while threads <= 600 {
                let idle = || super::forever();
                if std::thread::Builder::new().stack_size(16 << 10).spawn(idle).is_err() {
                    break;
                }
                threads += 1;
            }
            be_seen();
            super::answer(threads > 600);
        }
        "shared-memory" => {
            // In pieces; each has left every resident set when the next is written.
            for _ in 0..30 {
                let length = 10 * MIB;
                let memory = mmap(0, length, READ | WRITE, SHARED | ANONYMOUS, -1, 0);
                if memory as isize == -1 {
                    return super::answer(false);
                }
                for page in (0..length).step_by(4096) {
                    *memory.add(page) = 1;
                    if page % (64 << 10) == 0 {
                        madvise(memory, page + 1, DONT_NEED);
                    }
                }
                madvise(memory, length, DONT_NEED);
            }
            super::answer(true);
        }
        "shared-zeros" => {
            let mapped = File::options().read(true).write(true).open("/dev/zero").is_ok_and(|zeros| {
                mmap(0, MIB, READ | WRITE, SHARED, zeros.as_raw_fd(), 0) as isize != -1
            });
            super::answer(mapped);
        }
        "files" | "deleted-files" => {
            let mut files = Vec::new();
            for number in 0..4 {
                let name = format!("file-{number}");
                let mut file = File::create(&name).unwrap();
                file.write_all(&vec![1; 12 * MIB]).unwrap();
                if deed == "deleted-files" {
                    fs::remove_file(name).unwrap();
                }
                files.push(file);
            }
            if deed == "deleted-files" {
                be_seen();
            }
            println!("ok");
        }
        "page-tables" => {
            // Pages of zeros are in no resident set, but the tables are there, of two processes.
            let (mut own, mut others) = UnixStream::pair().unwrap();
            let child = super::fork();
            if child == 0 {
                std::mem::swap(&mut own, &mut others);
            }
            drop(others);
            let length = 12 << 30;
            let memory = mmap(0, length, READ, PRIVATE | ANONYMOUS | NO_RESERVE, -1, 0);
            assert_ne!(memory as isize, -1);
            madvise(memory, length, NO_HUGE_PAGES);
            for page in (0..length).step_by(2 * MIB) {
                std::hint::black_box(std::ptr::read_volatile(memory.add(page)));
            }
            // Each has its tables while the other has, however slow one was.
            own.write_all(&[1]).unwrap();
            own.read_exact(&mut [0]).unwrap();
            // A judge that has to wait for a CPU takes its samples late.
            sleep(Duration::from_millis(given.parse().unwrap()));
            if child != 0 {
                super::waitpid(child, std::ptr::null_mut(), 0);
                println!("ok");
            }
        }
        other => panic!("unknown: {other}"),
    }
}
