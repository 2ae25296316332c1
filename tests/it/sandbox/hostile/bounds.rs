//! The bounds of memory, threads, users, sockets and names, by every way to exceed them.

use super::{Attack, User, allowed, offers, sample, stage, users};
use itertools::Itertools;
use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixDatagram;
use std::path::Path;
use std::process::Command;

use nim_sandbox::sys::landlock_version;
use rustix::fs::{CWD, Mode, mkfifoat};
use rustix::process::geteuid;

/// Returns all users, with namespaces and without.
fn all() -> Vec<User> {
    users().into_iter().chain(allowed(&[User::Restricted, User::WithoutLandlock])).collect()
}

fn has_layer(outcome: &Value, layer: &str, list: &str) -> bool {
    outcome["sandbox"][list].as_array().unwrap().iter().any(|name| name == layer)
}

#[test]
fn files_of_the_private_folder_are_memory() {
    for deed in ["files", "deleted-files"] {
        Attack::new(deed).option("--memory-limit=32M").check("MLE", "32 MiB");
        Attack::new(deed).option("--memory-limit=64M").check_for(&sample(users()), "AC", "");
    }
}

#[test]
fn page_tables_are_memory() {
    let users = sample(all());
    // The first ends as soon as it is seen; the second must be seen a few times.
    let attack = |held: &str| Attack::new("page-tables").argument(held);
    attack("8000").option("--memory-limit=32M").check_for(&users, "MLE", "32 MiB");
    attack("300").option("--memory-limit=128M").check_for(&users, "AC", "");
}

#[test]
fn shared_memory_is_bounded_or_named_as_unbounded() {
    for user in all() {
        let outcome = Attack::new("shared-memory").option("--memory-limit=32M").run(user);
        let is_bounded = has_layer(&outcome.report, "shared-memory-limit", "layers");
        assert_ne!(is_bounded, has_layer(&outcome.report, "shared-memory-limit", "missing"), "{user:?}");
        if is_bounded {
            assert_eq!(outcome.result["verdict"], "MLE", "{user:?}: {}", outcome.result);
        }
    }
}

#[test]
fn shared_memory_is_bounded_in_strict_mode() {
    for user in users().into_iter().filter(|&user| offers(user).own_users) {
        let attack = Attack::new("shared-memory").option("--memory-limit=32M").option("--sandbox=strict");
        let outcome = attack.run(user);
        // Either the system counts it, or it is refused.
        let verdict = &outcome.result["verdict"];
        assert!(verdict == "MLE" || verdict == "AC", "{user:?}: {}", outcome.result);
        assert!(has_layer(&outcome.report, "shared-memory-limit", "layers"), "{user:?}");
        if verdict == "AC" {
            let outcome = Attack::new("shared-zeros").option("--sandbox=strict").run(user);
            assert_eq!(outcome.result["verdict"], "AC", "{user:?}: {}", outcome.result);
        }
    }
}

#[test]
fn threads_count_as_processes_do() {
    for user in sample(users()).into_iter().chain(allowed(&[User::Restricted, User::RestrictedRoot])) {
        // Either the system refuses more, or the judge ends a run with too many.
        let result = Attack::new("threads").run(user).result;
        assert!(result["verdict"] == "AC" || result["verdict"] == "RTE", "{user:?}: {result}");
    }
}

#[test]
fn programs_at_the_same_time_are_different_users() {
    if !geteuid().is_root() {
        return;
    }
    let attack = Attack::new("user");
    // Two judges, each with two programs.
    let judges = r#"for judge in 1 2; do "$@" --report=json=$judge.json & done; wait"#;
    let mut command = Command::new("sh");
    command.args(["-c", judges, "sh"]).arg(stage().join("toolkit")).args(["check", &attack.path("data")]);
    for name in ["one", "other"] {
        command.arg(format!("--run={name}={} user", stage().join("hostile").display()));
    }
    command.current_dir(attack.folder.path()).output().unwrap();
    let reports = ["1.json", "2.json"].map(|report| fs::read(attack.path(report)).unwrap());
    let results = reports.iter().flat_map(|report| {
        let report: Value = serde_json::from_slice(report).unwrap();
        report["tests"].as_array().unwrap().clone()
    });
    // The user, and when it began and ended.
    let runs = results.map(|result| {
        let message = result["message"].as_str().unwrap().rsplit(": ").next().unwrap();
        message.split(' ').map(|number| number.parse().unwrap()).collect::<Vec<u64>>()
    });
    let mut overlapping = 0;
    for [one, other] in runs.array_combinations() {
        if one[1].max(other[1]) < one[2].min(other[2]) {
            overlapping += 1;
            assert!(one[0] != other[0] || one[0] == 0, "{one:?} {other:?}");
        }
    }
    assert!(overlapping > 0);
}

#[test]
fn named_sockets_are_out_of_reach() {
    for user in all() {
        let attack = Attack::new("datagrams").option("--allow-read=.");
        let path = attack.path("socket");
        let socket = UnixDatagram::bind(&path).unwrap();
        socket.set_nonblocking(true).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o777)).unwrap();
        attack.argument(&path).check_for(&[user], "AC", "");
        assert!(socket.recv(&mut [0; 8]).is_err(), "{user:?}");
    }
}

#[test]
fn the_input_does_not_tell_its_name() {
    for user in all() {
        let attack = Attack::new("name-of-input");
        let folder = attack.path("data");
        // The copy of one is in memory, the copy of the other on a disk.
        let attack = attack.argument(&folder);
        for lines in [1, 1 << 19] {
            fs::write(attack.path("data/1.in"), "ok\n".repeat(lines)).unwrap();
            attack.check_for(&[user], "AC", "");
        }
    }
}

#[test]
fn no_number_counts_the_runs_before() {
    Attack::new("counted-numbers").check_for(&all(), "AC", "");
}

#[test]
fn devices_stay_as_they_are_for_others() {
    Attack::new("marks-devices").check("AC", "");
}

#[test]
fn the_input_does_not_grow() {
    Attack::new("grows-input").check_for(&all(), "AC", "");
}

#[test]
fn the_program_is_the_first_that_the_system_ends() {
    Attack::new("killed-first").check_for(&all(), "AC", "");
    // Either /proc is read-only, or Landlock has no rule for it.
    let mut users = [users(), allowed(&[User::NamespacesAlone])].concat();
    users.extend(allowed(&[User::Restricted]).into_iter().filter(|_| landlock_version() > 0));
    Attack::new("stays-first").check_for(&users, "AC", "");
}

#[test]
fn what_the_system_cannot_execute_is_a_runtime_error() {
    // A loader that is standard input, whose few bytes are no header.
    let attack = Attack::new("ok");
    let program = attack.path("program");
    let text = fs::read(stage().join("hostile")).unwrap();
    let is_loader = |bytes: &[u8]| [b"/lib64/ld-", &b"/lib/ld-li"[..]].contains(&bytes);
    let Some(place) = text.windows(10).position(is_loader) else { return };
    let mut changed = text;
    let loader = b"/proc/self/fd/0\0";
    changed[place..place + loader.len()].copy_from_slice(loader);
    fs::write(&program, changed).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    for user in sample(all()) {
        let result = attack.run_program(user, Path::new(&program)).result;
        assert_eq!(result["verdict"], "RTE", "{user:?}: {result}");
        assert!(result["message"].as_str().unwrap().contains("loader"), "{user:?}: {result}");
    }
}

#[test]
fn nobody_waits_for_the_writer_of_a_pipe() {
    let attack = Attack::new("ok");
    for name in ["pipe", "pipe.cpp"] {
        mkfifoat(CWD, attack.path(name), Mode::from_raw_mode(0o777)).unwrap();
        let program = format!("./{name}");
        let run = format!("--run=x={program}");
        for command in [&["--", program.as_str()][..], &[run.as_str()]] {
            let mut judge = Command::new("timeout");
            judge.arg("60").arg(stage().join("toolkit")).args(["check", &attack.path("data")]).args(command);
            let output = judge.current_dir(attack.folder.path()).output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{command:?}: {said}");
            assert!(said.contains("neither a file nor a folder"), "{command:?}: {said}");
        }
    }
}

/// Returns the header of a program for a machine, of a class: 1 for 32 bits.
fn header(machine: u8, class: u8) -> Vec<u8> {
    let mut header = b"\x7fELF".to_vec();
    header.extend([class, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, machine, 0, 1, 0, 0, 0]);
    header.resize(64, 0);
    header
}

#[test]
#[cfg(target_arch = "x86_64")]
fn programs_with_other_system_calls_are_refused_by_name() {
    for (machine, name) in [(3, "32-bit x86"), (62, "x32")] {
        for user in sample(all()) {
            let attack = Attack::new("ok");
            let program = attack.path("program");
            fs::write(&program, header(machine, 1)).unwrap();
            fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
            let result = attack.run_program(user, Path::new(&program)).result;
            assert_eq!(result["verdict"], "RTE", "{user:?}: {result}");
            let message = result["message"].as_str().unwrap();
            assert!(
                message.contains(name) && message.contains("64-bit programs only"),
                "{user:?}: {message}"
            );
        }
    }
}
