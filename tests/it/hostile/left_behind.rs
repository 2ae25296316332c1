//! What is left behind where a sandbox cannot start, or its judge is killed.

use super::{Attack, User, allowed, stage};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

/// The control groups of a process's sandboxes.
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
