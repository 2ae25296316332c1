//! The system calls that a seccomp filter refuses, as one program. The system compiles it where it is applied, for every run if it depends on the
//! process, and works out its answer for every number of a call: so it finds a number by halving, and has no more than one filter.

use std::collections::BTreeMap;

use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, sock_filter,
};

use crate::error::{Error, failed_in};

/// Returns an error of a filter in words.
pub fn seccomp(error: impl Into<seccompiler::Error>) -> Error {
    failed_in("seccomp")(error.into())
}

/// Instructions, and the offsets of the values that they load.
const LOAD: u16 = 0x20;
const JUMP: u16 = 0x05;
const JUMP_IF_EQUAL: u16 = 0x15;
const JUMP_IF_AT_LEAST: u16 = 0x35;
const RETURN: u16 = 0x06;
const NUMBER: u32 = 0;
const ARCHITECTURE: u32 = 4;
/// The results of a filter program.
const ALLOW: u32 = 0x7fff_0000;
const REFUSE: u32 = 0x0005_0000;
const KILL_PROCESS: u32 = 0x8000_0000;
/// The first number of x32, whose calls have the architecture of all others, but numbers of their own.
const X32: u32 = 0x4000_0000;

/// System calls that are refused, each for a number of reasons.
#[derive(Clone, Debug, Default)]
pub struct Refusals(BTreeMap<i64, Vec<Refusal>>);

#[derive(Clone, Debug)]
struct Refusal {
    /// The error that a refused call returns; with 0, the call returns 0 and does nothing.
    errno: i32,
    /// The rules by which the call is refused if one applies; always, if there are none.
    rules: Vec<SeccompRule>,
    /// Whether it is refused if none of them applies instead.
    unless: bool,
}

impl Refusals {
    /// Refuses calls with any arguments.
    pub fn always(&mut self, calls: impl IntoIterator<Item = i64>, errno: i32) {
        for call in calls {
            self.0.insert(call, vec![Refusal { errno, rules: Vec::new(), unless: false }]);
        }
    }

    /// Refuses a call where one of `rules` applies.
    pub fn if_any(&mut self, call: i64, rules: impl IntoIterator<Item = SeccompRule>, errno: i32) {
        let before = self.0.entry(call).or_default();
        // A call that is always refused needs no further rules.
        if !before.iter().any(|refusal| refusal.rules.is_empty()) {
            before.push(Refusal { errno, rules: rules.into_iter().collect(), unless: false });
        }
    }

    /// Refuses a call unless `rule` applies.
    pub fn unless(&mut self, call: i64, rule: SeccompRule, errno: i32) {
        self.0.insert(call, vec![Refusal { errno, rules: vec![rule], unless: true }]);
    }

    /// Returns the filter; `x32` is the error of calls by the numbers of x32.
    ///
    /// # Errors
    /// When this processor is not supported.
    pub fn compile(&self, x32: i32) -> Result<BpfProgram, BackendError> {
        let arch = TargetArch::try_from(std::env::consts::ARCH)?;
        // The program for each range of call numbers, by the first number.
        let mut steps = BTreeMap::from([(0, vec![give(ALLOW)])]);
        for (&call, refusals) in &self.0 {
            let Ok(number) = u32::try_from(call) else { continue };
            let programs = refusals.iter().map(|refusal| refusal.program(call, arch));
            steps.insert(number, one_after_another(&programs.collect::<Result<Vec<_>, _>>()?));
            steps.insert(number + 1, vec![give(ALLOW)]);
        }
        if arch == TargetArch::x86_64 {
            steps.insert(X32, vec![give(refuse(x32))]);
        }
        let mut steps: Vec<(u32, BpfProgram)> = steps.into_iter().collect();
        steps.dedup_by(|next, step| next.1 == step.1);
        let mut program = vec![
            instruction(LOAD, 0, 0, ARCHITECTURE),
            instruction(JUMP_IF_EQUAL, 1, 0, audited(arch)),
            give(KILL_PROCESS),
            instruction(LOAD, 0, 0, NUMBER),
        ];
        program.extend(halve(&steps));
        Ok(program)
    }
}

impl Refusal {
    /// Returns the filter program for a call.
    fn program(&self, call: i64, arch: TargetArch) -> Result<BpfProgram, BackendError> {
        if self.rules.is_empty() {
            return Ok(vec![give(refuse(self.errno))]);
        }
        let rules = BTreeMap::from([(call, self.rules.clone())]);
        let refused = SeccompAction::Errno(self.errno.unsigned_abs());
        let (otherwise, applies) =
            if self.unless { (refused, SeccompAction::Allow) } else { (SeccompAction::Allow, refused) };
        SeccompFilter::new(rules, otherwise, applies, arch)?.try_into()
    }
}

/// Joins programs: a call is refused by the first program that refuses it.
fn one_after_another(programs: &[BpfProgram]) -> BpfProgram {
    let Some((last, others)) = programs.split_last() else { return Vec::new() };
    let allow = give(ALLOW);
    let mut all = Vec::new();
    for program in others {
        // A call that one program allows is decided by the next.
        for (place, step) in program.iter().enumerate() {
            let left = u32::try_from(program.len() - place - 1).unwrap_or(u32::MAX);
            all.push(if *step == allow { instruction(JUMP, 0, 0, left) } else { step.clone() });
        }
    }
    all.extend_from_slice(last);
    all
}

/// Returns a program that takes the last of the steps which begin at or below the number that is loaded.
fn halve(steps: &[(u32, BpfProgram)]) -> BpfProgram {
    let (low, high) = steps.split_at(steps.len() / 2);
    let (Some((begin, _)), false) = (high.first(), low.is_empty()) else {
        return steps.iter().flat_map(|(_, program)| program.clone()).collect();
    };
    let low = halve(low);
    // A condition jumps over less than 256 instructions.
    let mut program = match u8::try_from(low.len()) {
        Ok(length) => vec![instruction(JUMP_IF_AT_LEAST, length, 0, *begin)],
        Err(_) => vec![
            instruction(JUMP_IF_AT_LEAST, 0, 1, *begin),
            instruction(JUMP, 0, 0, u32::try_from(low.len()).unwrap_or(u32::MAX)),
        ],
    };
    program.extend(low);
    program.extend(halve(high));
    program
}

const fn instruction(code: u16, jt: u8, jf: u8, k: u32) -> sock_filter {
    sock_filter { code, jt, jf, k }
}

const fn give(value: u32) -> sock_filter {
    instruction(RETURN, 0, 0, value)
}

const fn refuse(errno: i32) -> u32 {
    REFUSE | errno.unsigned_abs()
}

/// Returns the number by which the system knows an architecture.
const fn audited(arch: TargetArch) -> u32 {
    match arch {
        TargetArch::x86_64 => 0xc000_003e,
        TargetArch::aarch64 => 0xc000_00b7,
        TargetArch::riscv64 => 0xc000_00f3,
    }
}

/// Returns a rule of one condition.
///
/// # Errors
/// When there is no such argument.
pub fn condition(
    arg: u8,
    length: SeccompCmpArgLen,
    op: SeccompCmpOp,
    value: u64,
) -> Result<SeccompRule, BackendError> {
    SeccompCondition::new(arg, length, op, value).and_then(|condition| SeccompRule::new(vec![condition]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linux::filter;

    /// Returns the system's action for a call with arguments below 2^32.
    fn answer(program: &[sock_filter], number: u32, args: [u32; 6]) -> u32 {
        let (mut place, mut value) = (0, 0_u32);
        loop {
            let step = &program[place];
            place += 1;
            let k = step.k;
            let mut jump = |is_so: bool| place += usize::from(if is_so { step.jt } else { step.jf });
            match step.code {
                LOAD if k == NUMBER => value = number,
                LOAD if k == ARCHITECTURE => {
                    value = audited(TargetArch::try_from(std::env::consts::ARCH).unwrap());
                }
                LOAD => {
                    let (arg, half) = ((k - 16) / 8, k % 8);
                    value = if half == 0 { args[arg as usize] } else { 0 };
                }
                0x54 => value &= k,
                JUMP => place += k as usize,
                JUMP_IF_EQUAL => jump(value == k),
                0x25 => jump(value > k),
                JUMP_IF_AT_LEAST => jump(value >= k),
                RETURN => return k,
                other => panic!("{other:#x}"),
            }
        }
    }

    #[test]
    fn every_call_gets_the_answer_of_the_list() {
        let Ok(mut refusals) = filter::system_calls() else { return };
        filter::refuse_attributes(&mut refusals).unwrap();
        filter::refuse_foreign_settings(&mut refusals, None).unwrap();
        let program = refusals.compile(libc::ENOSYS).unwrap();
        for number in 0..700 {
            let refusal = refusals.0.get(&i64::from(number)).map(Vec::as_slice);
            let expected = match refusal {
                Some([refusal]) if refusal.rules.is_empty() => refuse(refusal.errno),
                // Without flags and with the number 0, which is the process itself, no rule applies.
                _ => ALLOW,
            };
            assert_eq!(answer(&program, number, [0; 6]), expected, "{number}");
        }
        let call = |number: i64, args| answer(&program, u32::try_from(number).unwrap(), args);
        let refused = refuse(libc::EPERM);
        let vm = libc::CLONE_VM.unsigned_abs();
        assert_eq!(call(libc::SYS_clone, [vm, 0, 0, 0, 0, 0]), ALLOW);
        for namespace in [libc::CLONE_NEWUSER, libc::CLONE_NEWNS, libc::CLONE_NEWPID, libc::CLONE_NEWCGROUP] {
            let flags = vm | namespace.unsigned_abs();
            assert_eq!(call(libc::SYS_clone, [flags, 0, 0, 0, 0, 0]), refused, "{namespace:#x}");
        }
        let pidfd = libc::CLONE_PIDFD.unsigned_abs();
        assert_eq!(call(libc::SYS_clone, [pidfd, 0, 0, 0, 0, 0]), refused);
        assert_eq!(call(libc::SYS_statx, [0, 0, 0, 0x1fff, 0, 0]), ALLOW);
        assert_eq!(call(libc::SYS_statx, [0, 0, 0, 0x4fff, 0, 0]), refuse(libc::ENOSYS));
        assert_eq!(call(libc::SYS_getsockopt, [0, 1, 77, 0, 0, 0]), refuse(libc::ENOPROTOOPT));
        assert_eq!(call(libc::SYS_getsockopt, [0, 1, 17, 0, 0, 0]), ALLOW);
        let pair = |kind: i32| call(libc::SYS_socketpair, [1, kind.unsigned_abs(), 0, 0, 0, 0]);
        assert_eq!(pair(libc::SOCK_STREAM), ALLOW);
        assert_eq!(pair(libc::SOCK_DGRAM | libc::SOCK_CLOEXEC), refused);
        assert_eq!(call(libc::SYS_ioctl, [0, 0x4008_6602, 0, 0, 0, 0]), refused);
        assert_eq!(call(libc::SYS_prlimit64, [1, 0, 0, 0, 0, 0]), refused);
        assert_eq!(call(libc::SYS_setpriority, [0, 1, 0, 0, 0, 0]), refused);
        assert_eq!(call(libc::SYS_setpriority, [0, 7, 0, 0, 0, 0]), ALLOW);
        // Several answers of one call.
        assert_eq!(call(libc::SYS_ioctl, [0, 0x8008_b705, 0, 0, 0, 0]), refuse(libc::ENOTTY));
        assert_eq!(call(libc::SYS_ioctl, [0, 0x5401, 0, 0, 0, 0]), ALLOW);
        for (command, answer) in [(6, refuse(0)), (38, refuse(0)), (1024, refuse(libc::EINVAL)), (3, ALLOW)] {
            assert_eq!(call(libc::SYS_fcntl, [0, command, 0, 0, 0, 0]), answer, "{command}");
        }
        for (flags, answer) in [(8, refuse(libc::EOPNOTSUPP)), (9, refuse(libc::EOPNOTSUPP)), (1, ALLOW)] {
            assert_eq!(call(libc::SYS_preadv2, [0, 0, 0, 0, 0, flags]), answer, "{flags}");
        }
    }

    #[test]
    fn a_file_is_emptied_only_where_it_is_opened_for_writing() {
        let Ok(mut refusals) = filter::system_calls() else { return };
        filter::refuse_truncation(&mut refusals).unwrap();
        let program = refusals.compile(libc::ENOSYS).unwrap();
        let openat = |flags: i32| {
            let number = u32::try_from(libc::SYS_openat).unwrap();
            answer(&program, number, [0, 0, flags.unsigned_abs(), 0, 0, 0])
        };
        let refused = refuse(libc::EPERM);
        for access in [libc::O_RDONLY, libc::O_ACCMODE] {
            assert_eq!(openat(access | libc::O_TRUNC), refused);
            assert_eq!(openat(access | libc::O_TRUNC | libc::O_CREAT | libc::O_CLOEXEC), refused);
            assert_eq!(openat(access), ALLOW);
        }
        for access in [libc::O_WRONLY, libc::O_RDWR] {
            assert_eq!(openat(access | libc::O_TRUNC | libc::O_CREAT), ALLOW);
        }
        assert_eq!(answer(&program, u32::try_from(libc::SYS_truncate).unwrap(), [0; 6]), refused);
    }

    #[test]
    fn a_call_that_is_always_refused_stays_so() {
        let mut refusals = Refusals::default();
        refusals.always([libc::SYS_ioctl], libc::EPERM);
        let rule = condition(1, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, 5).unwrap();
        refusals.if_any(libc::SYS_ioctl, [rule], libc::EPERM);
        let Ok(program) = refusals.compile(libc::ENOSYS) else { return };
        let number = u32::try_from(libc::SYS_ioctl).unwrap();
        assert_eq!(answer(&program, number, [0; 6]), refuse(libc::EPERM));
    }
}
