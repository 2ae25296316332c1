//! Verdicts do not depend on the other work of the machine: a run that ended because of it is repeated, alone.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};

use crate::inputs::submissions::SHELL;
use crate::judge::{sleep_of_its_own, sleepers};
use crate::place::{Place, one};
use crate::wait::until;

/// Sleeps when it runs for the first time in a folder, in which only programs without a sandbox find their files again.
const ONCE_LATE: &str =
    "#!/bin/sh\n[ -e ran ] || { touch ran; exec sleep 1000; }\nwhile read -r line; do echo \"$line\"; done\n";

#[test]
fn a_result_by_wall_clock_time_alone_is_believed_of_a_second_run() {
    let check = |more: &[&str], code: i32, verdict: &str, says: &str| {
        let place = one(&[&format!("late:{ONCE_LATE}"), "sleeps:#!/bin/sh\nexec sleep 1000\n"]);
        let args = ["t", "--sandbox", "off", "--wall-limit", "0.2"];
        let (found, message) = place.verdict(code, &[&args, more].concat());
        assert!(found == verdict && message.starts_with(says), "{more:?}: {found} {message}");
    };
    let late = "more than 0.2 s of wall-clock time";
    check(&["--", "./late"], 0, "AC", &format!("run again alone, after TLE: {late}"));
    check(&["--rerun-flaky=no", "--", "./late"], 1, "TLE", late);
    check(&["--", "./sleeps"], 1, "TLE", late);
}

/// A control group of memory, in which a command is run; removed when dropped.
struct Group(PathBuf);

impl Drop for Group {
    fn drop(&mut self) {
        until("the control group is empty", || fs::remove_dir(&self.0).is_ok() || !self.0.exists());
    }
}

impl Group {
    /// Makes a group whose limit is that many bytes below that of this process, in the first version, where groups may hold groups and
    /// processes.
    fn new(bytes: u64) -> Option<Self> {
        let own = fs::read_to_string("/proc/self/cgroup").ok()?;
        let below = own.lines().find_map(|line| line.split_once(":memory:/"))?.1;
        let name = format!("toolkit-test-{}", std::process::id());
        let group = Self(PathBuf::from("/sys/fs/cgroup/memory").join(below).join(name));
        fs::create_dir(&group.0).ok()?;
        fs::write(group.0.join("memory.limit_in_bytes"), bytes.to_string()).ok()?;
        let _ = fs::write(group.0.join("memory.memsw.limit_in_bytes"), bytes.to_string());
        Some(group)
    }
}

#[test]
fn a_program_is_not_blamed_for_the_memory_that_others_lack() {
    let Some(group) = Group::new(96 << 20) else {
        return eprintln!("skipped: no control groups of memory can be made here");
    };
    let place = one(&["fills:#!/bin/sh\nexec tail /dev/zero\n"]);
    let check = |limit: &str| {
        let args = ["check", "t", "--memory-limit", limit, "--report", "json=r.json", "--", "./fills"];
        let toolkit = place.toolkit(&args);
        let mut command = Command::new("sh");
        command.args(["-c", "echo $$ > \"$0/cgroup.procs\" && exec \"$@\""]).arg(&group.0);
        command.arg(toolkit.get_program()).args(toolkit.get_args()).current_dir(place.path(""));
        command.envs(toolkit.get_envs().filter_map(|(name, value)| Some((name, value?))));
        let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap();
        let report = fs::read(place.path("r.json")).unwrap();
        let report: serde_json::Value = serde_json::from_slice(&report).unwrap();
        let test = &report["tests"][0];
        let text = |key: &str| test[key].as_str().unwrap().to_owned();
        (status.code(), text("verdict"), text("message"))
    };
    // The program's own limit comes first.
    let (code, verdict, message) = check("32M");
    assert_eq!((code, verdict.as_str(), message.as_str()), (Some(1), "MLE", "more than 32 MiB of memory"));
    let (code, verdict, message) = check("512M");
    assert_eq!((code, verdict.as_str()), (Some(5), "JE"), "{message}");
    assert!(message.starts_with("the machine ran out of memory: "), "{message}");
    assert!(message.ends_with("run again alone, after JE: as before"), "{message}");
}

#[test]
fn submissions_that_were_not_run_are_not_called_failures() {
    let seconds = sleep_of_its_own(0);
    let place = Place::new(&[
        "p/problem.yaml:name: x\n",
        &format!("config/nim-toolkit/languages.toml:{SHELL}"),
        "p/data/secret/1.in:1\n",
        "p/data/secret/1.ans:1\n",
        "p/submissions/accepted/a.sh:read n; echo $n\n",
        &format!("p/submissions/accepted/b.sh:exec sleep {seconds}\n"),
        "p/submissions/wrong_answer/w.sh:echo 2\n",
    ]);
    let args = ["check", "p", "--submissions", "-j1", "--wall-limit", "900s", "--report", "json=r.json"];
    let child = place.toolkit(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    until("the second one sleeps", || sleepers(&seconds) > 0);
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let text = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    for line in [
        "ok   accepted/a.sh      AC 1\n",
        "     accepted/b.sh      1 not run\n",
        "     wrong_answer/w.sh  1 not run\n",
    ] {
        assert!(text.contains(line), "{line}{text}");
    }
    assert!(!text.contains("FAIL"), "{text}");
}
