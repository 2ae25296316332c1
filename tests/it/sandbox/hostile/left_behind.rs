//! Files and processes left behind if a sandbox cannot start, or its judge is killed.

use rustix::process::{Pid, Signal, kill_process};

use super::{Attack, User, allowed, stage};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

/// Returns the control groups of a process's sandboxes.
fn groups(pid: u32) -> Vec<PathBuf> {
    let (mut left, mut found) = (vec![PathBuf::from("/sys/fs/cgroup")], Vec::new());
    while let Some(folder) = left.pop() {
        for path in entries(&folder).into_iter().filter(|path| path.is_dir()) {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if name.starts_with(&format!("toolkit-{pid}-")) {
                found.push(path.clone());
            }
            left.push(path);
        }
    }
    found
}

fn wait_until(is_done: impl Fn() -> bool) {
    let begin = Instant::now();
    while !is_done() {
        assert!(begin.elapsed() < Duration::from_secs(60));
        sleep(Duration::from_millis(5));
    }
}

fn check(attack: &Attack, temporary: &Path, deed: &str) -> Command {
    let mut command = Command::new("prlimit");
    command.arg("--nofile=512").arg(stage().join("toolkit"));
    command.args(["check", &attack.path("data"), "--"]).arg(stage().join("hostile")).arg(deed);
    command.env("TMPDIR", temporary).current_dir(attack.folder.path());
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn folder_for_files(attack: &Attack) -> PathBuf {
    let temporary = attack.folder.path().join("tmp");
    fs::create_dir(&temporary).unwrap();
    temporary
}

#[test]
fn nothing_is_left_however_few_descriptors_there_are() {
    let attack = Attack::new("ok");
    let temporary = folder_for_files(&attack);
    for most in 3..40 {
        let mut command = Command::new("prlimit");
        command.arg(format!("--nofile={most}"));
        let inner = check(&attack, &temporary, "ok");
        command.args(inner.get_args().skip(1)).env("TMPDIR", &temporary);
        command.current_dir(attack.folder.path()).stdin(Stdio::null());
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let pid = child.id();
        child.wait().unwrap();
        wait_until(|| !PathBuf::from(format!("/proc/{pid}")).exists());
        assert_eq!(groups(pid), [] as [PathBuf; 0], "with {most} descriptors");
        assert_eq!(entries(&temporary), [] as [PathBuf; 0], "with {most} descriptors");
    }
}

#[test]
fn what_a_killed_judge_leaves_is_removed_by_the_next() {
    for user in allowed(&[User::Caller]) {
        let attack = Attack::new("sleeper");
        let temporary = folder_for_files(&attack);
        let mut judge = check(&attack, &temporary, "sleeper").spawn().unwrap();
        wait_until(|| !entries(&temporary).is_empty());
        judge.kill().unwrap();
        judge.wait().unwrap();
        let left = entries(&temporary);
        assert!(!left.is_empty(), "{user:?}");
        check(&attack, &temporary, "ok").status().unwrap();
        assert_eq!(entries(&temporary), [] as [PathBuf; 0], "{user:?}: {left:?}");
    }
}

/// Returns the processes that descend from one, each with its parent before it.
fn descendants(pid: u32) -> Vec<u32> {
    let mut found = vec![pid];
    let mut place = 0;
    while let Some(&parent) = found.get(place) {
        for thread in entries(Path::new(&format!("/proc/{parent}/task"))) {
            let children = fs::read_to_string(thread.join("children")).unwrap_or_default();
            found.extend(children.split_whitespace().map(|pid| pid.parse::<u32>().unwrap()));
        }
        place += 1;
    }
    found
}

/// Returns the name and the parent of a process; none where it has ended, awaited or not.
fn process(pid: u32) -> Option<(String, u32)> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (before, after) = stat.rsplit_once(") ")?;
    let parent = after.split(' ').nth(1)?.parse().ok()?;
    (!after.starts_with(['Z', 'X'])).then(|| (before.split_once('(').unwrap().1.to_owned(), parent))
}

#[test]
fn a_killed_keeper_takes_the_program_along() {
    for system in [&["env"][..], &["hostile", "without-namespaces"]] {
        let attack = Attack::new("ok");
        let temporary = folder_for_files(&attack);
        let program = if system[0] == "hostile" { stage().join("hostile") } else { system[0].into() };
        let mut command = Command::new(program);
        command.args(&system[1..]).arg(stage().join("toolkit"));
        command.args(["check", "--time-limit=90s", &attack.path("data"), "--"]);
        command.arg(stage().join("hostile")).arg("sleeper").env("TMPDIR", &temporary);
        command.current_dir(attack.folder.path()).stdin(Stdio::null());
        let mut judge = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // The program's parent is the proxy, the first of its namespaces, and that one's the keeper.
        let sleeper = || {
            descendants(judge.id()).into_iter().find_map(|pid| {
                let (name, proxy) = process(pid)?;
                let (of_proxy, keeper) = process(proxy)?;
                (name == "hostile" && of_proxy == "toolkit").then_some((pid, keeper))
            })
        };
        wait_until(|| sleeper().is_some());
        let (program, keeper) = sleeper().unwrap();
        let (name, toolkit) = process(keeper).unwrap();
        assert_eq!(name, "toolkit", "{system:?}");
        kill_process(Pid::from_raw(keeper.cast_signed()).unwrap(), Signal::KILL).unwrap();
        wait_until(|| process(program).is_none());
        judge.wait().unwrap();
        wait_until(|| groups(toolkit).is_empty());
        assert_eq!(entries(&temporary), [] as [PathBuf; 0], "{system:?}");
    }
}
