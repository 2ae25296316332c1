//! Other systems than this one, for a command and all that it starts.

use std::os::unix::process::CommandExt;
use std::process::Command;

extern "C" {
    fn poll(fds: *mut PollFd, count: u64, timeout: i32) -> i32;
}

#[repr(C)]
struct PollFd {
    fd: i32,
    events: i16,
    returned: i16,
}

/// A question of the system to a listener.
#[repr(C)]
#[derive(Default)]
struct Question {
    id: u64,
    process: u32,
    flags: u32,
    call: i32,
    architecture: u32,
    place: u64,
    args: [u64; 6],
}

/// The answer of a listener.
#[repr(C)]
struct Answer {
    id: u64,
    value: i64,
    error: i32,
    flags: u32,
}

const LOAD: u16 = 0x20;
const IF_EQUAL: u16 = 0x15;
const IF_ANY: u16 = 0x45;
const RETURN: u16 = 0x06;
const ALLOW: u32 = 0x7fff_0000;
const ASK: u32 = 0x7fc0_0000;
/// The error that a call is not known.
const UNKNOWN: u32 = 0x0005_0000 | 38;
/// The offsets of the first and the third argument in a filter's data.
const FIRST: u32 = 16;
const THIRD: u32 = 32;

struct Step {
    code: u16,
    yes: u8,
    no: u8,
    value: u32,
}

/// Applies a filter to this process and all that it starts; returns the listener, if one is asked for.
unsafe fn apply(steps: &[Step], flags: u64) -> i32 {
    let steps: Vec<u64> = steps
        .iter()
        .map(|step| {
            let [a, b] = step.code.to_ne_bytes();
            let [d, e, f, g] = step.value.to_ne_bytes();
            u64::from_ne_bytes([a, b, step.yes, step.no, d, e, f, g])
        })
        .collect();
    #[repr(C)]
    struct Program(u16, *const u64);
    let program = Program(steps.len() as u16, steps.as_ptr());
    assert_eq!(super::prctl(38, 1usize, 0usize, 0usize, 0usize), 0);
    let result = super::syscall(super::calls::SECCOMP, 1u64, flags, &program as *const Program);
    assert!(result >= 0, "{}", std::io::Error::last_os_error());
    result as i32
}

/// Runs a command as on a system that does not have some calls.
pub unsafe fn run_without(calls: std::ops::Range<u32>, command: &[String]) -> ! {
    let mut steps = vec![Step { code: LOAD, yes: 0, no: 0, value: 0 }];
    for call in calls {
        steps.push(Step { code: IF_EQUAL, yes: 0, no: 1, value: call });
        steps.push(Step { code: RETURN, yes: 0, no: 0, value: UNKNOWN });
    }
    steps.push(Step { code: RETURN, yes: 0, no: 0, value: ALLOW });
    apply(&steps, 0);
    panic!("{}", Command::new(&command[0]).args(&command[1..]).exec());
}

/// Runs a command as in a container that allows no namespaces.
pub unsafe fn run_without_namespaces(command: &[String]) -> ! {
    // The flags of a mount, user, process, network or message namespace.
    let new = 0x0002_0000 | 0x1000_0000 | 0x2000_0000 | 0x4000_0000 | 0x0800_0000;
    apply(
        &[
            Step { code: LOAD, yes: 0, no: 0, value: 0 },
            // The flags of clone3 are out of sight.
            Step { code: IF_EQUAL, yes: 4, no: 0, value: 435 },
            Step { code: IF_EQUAL, yes: 0, no: 2, value: super::calls::CLONE },
            Step { code: LOAD, yes: 0, no: 0, value: FIRST },
            Step { code: IF_ANY, yes: 1, no: 0, value: new },
            Step { code: RETURN, yes: 0, no: 0, value: ALLOW },
            Step { code: RETURN, yes: 0, no: 0, value: UNKNOWN },
        ],
        0,
    );
    panic!("{}", Command::new(&command[0]).args(&command[1..]).exec());
}

/// Runs a command as on a system with this version of Landlock: for a later one, it uses the same rules as for the real one.
pub unsafe fn run_with_landlock(version: i64, command: &[String]) -> ! {
    let listener = apply(
        &[
            Step { code: LOAD, yes: 0, no: 0, value: 0 },
            Step { code: IF_EQUAL, yes: 0, no: 3, value: 444 },
            Step { code: LOAD, yes: 0, no: 0, value: THIRD },
            // LANDLOCK_CREATE_RULESET_VERSION
            Step { code: IF_EQUAL, yes: 0, no: 1, value: 1 },
            Step { code: RETURN, yes: 0, no: 0, value: ASK },
            Step { code: RETURN, yes: 0, no: 0, value: ALLOW },
        ],
        8,
    );
    let child = super::fork();
    if child == 0 {
        panic!("{}", Command::new(&command[0]).args(&command[1..]).exec());
    }
    let mut status = 0;
    while super::waitpid(child, &mut status, 1) == 0 {
        let mut asked = PollFd { fd: listener, events: 1, returned: 0 };
        if poll(&mut asked, 1, 5) <= 0 || asked.returned & 1 == 0 {
            continue;
        }
        let mut question = Question::default();
        if super::ioctl(listener, 0xc050_2100, (&mut question as *mut Question).cast()) == 0 {
            let mut answer = Answer { id: question.id, value: version, error: 0, flags: 0 };
            super::ioctl(listener, 0xc018_2101, (&mut answer as *mut Answer).cast());
        }
    }
    std::process::exit(if status & 0x7f == 0 { status >> 8 & 0xff } else { 128 + (status & 0x7f) });
}
