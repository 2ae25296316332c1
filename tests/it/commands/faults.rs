//! Every system call of a command fails in turn: the same output, or an error with files whole or as before. Signals at any of them
//! likewise.
//!
//! An ordinary run takes a few calls of each command, `FAULT_SECONDS=60` as many as there is time for, `TOOLKIT_TEST_ALL=1` those of
//! ten seconds, and `FAULT_SECONDS=all`, which takes hours, all. Not tried: calls of the loader and the standard library before `main`, of
//! programs that the command starts, and `futex` and `sched_yield`.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use itertools::Itertools as _;
use libc::{EACCES, EAGAIN, EINTR, EIO, EMFILE, ENOMEM, ENOSPC, c_int, c_long};
use nim_ground::random::Random;
use nim_testing::injection::{Fault, Traced, run};
use regex::Regex;
use tempfile::TempDir;

use crate::place::Place;
use crate::run::Test;
use crate::whole;

/// The errors that each call can have.
const ERRORS: &[(&[c_long], &[c_int])] = &[
    (&[libc::SYS_open, libc::SYS_openat], &[EIO, EMFILE, EACCES, EINTR]),
    (&[libc::SYS_read, libc::SYS_pread64, libc::SYS_readv, libc::SYS_lseek], &[EIO, EINTR]),
    (&[libc::SYS_write, libc::SYS_pwrite64, libc::SYS_writev, libc::SYS_ftruncate], &[EIO, ENOSPC, EINTR]),
    (
        &[libc::SYS_stat, libc::SYS_lstat, libc::SYS_fstat, libc::SYS_newfstatat, libc::SYS_statx],
        &[EIO, EACCES],
    ),
    (&[libc::SYS_getdents64, libc::SYS_readlink, libc::SYS_readlinkat, libc::SYS_fsync], &[EIO]),
    (&[libc::SYS_rename, libc::SYS_renameat, libc::SYS_renameat2, libc::SYS_linkat], &[EIO, EACCES]),
    (&[libc::SYS_mkdir, libc::SYS_mkdirat], &[ENOSPC, EACCES]),
    (&[libc::SYS_unlink, libc::SYS_unlinkat, libc::SYS_rmdir], &[EIO]),
    (&[libc::SYS_mmap, libc::SYS_mprotect], &[ENOMEM]),
    (&[libc::SYS_clone, libc::SYS_clone3, libc::SYS_fork, libc::SYS_vfork], &[EAGAIN]),
    (&[libc::SYS_fchmod, libc::SYS_chmod, libc::SYS_getcwd, libc::SYS_copy_file_range], &[EIO]),
    (&[libc::SYS_pipe2, libc::SYS_socketpair, libc::SYS_memfd_create], &[EMFILE]),
    (&[libc::SYS_flock, libc::SYS_poll, libc::SYS_wait4, libc::SYS_waitid], &[EINTR]),
];

/// The longest that a run may take.
const LONGEST: Duration = Duration::from_secs(30);
/// Runs of a command in an ordinary run of the tests.
const FEW: usize = 6;
/// Commands that run many programs; fewer runs of them are made.
const LONG: &[&str] = &["mutants", "stress", "contest"];

/// Commands that may leave some of their files after an error: a next run completes them.
const RESUMED: &[&str] = &["gen made", "sg values"];
/// The standard library panics where a new thread cannot have a stack for its signals.
const PANIC_OF_STD: &str = "alternative stack";

/// The files of a command's folder.
const FILES: &[&str] = &[
    "p:#!/bin/sh\ncat\n",
    "t/1.in:1\n",
    "t/1.ans:1\n",
    "t/more/2.in:2\n",
    "t/more/2.ans:2\n",
    "john.in:1\n2\n1 1\n",
    "pkg/problem.yaml:problem_format_version: 2025-09\nname: p\nuuid: 7d2c6cb9-6a5c-4ed5-8f4f-0a2cf5d4a111\n",
    "pkg/data/sample/1.in:1\n",
    "pkg/data/sample/1.ans:1\n",
    "pkg/data/secret/2.in:2\n",
    "pkg/data/secret/2.ans:2\n",
    "pkg/submissions/accepted/a.sh:cat\n",
    "made/problem.yaml:problem_format_version: 2025-09\nname: m\nuuid: 7d2c6cb9-6a5c-4ed5-8f4f-0a2cf5d4a112\n",
    "made/generators/generators.yaml:data:\n  secret:\n    data:\n      1: {in: \"1\\n\", ans: \"1\\n\"}\n      2: {in: \"2\\n\", ans: \"2\\n\"}\n",
    "class/ann/a.sh:cat\n",
    "class/bob/a.sh:echo 1\n",
    "round/one/problem.yaml:problem_format_version: 2025-09\nname: o\nuuid: 7d2c6cb9-6a5c-4ed5-8f4f-0a2cf5d4a113\n",
    "round/one/data/sample/1.in:1\n",
    "round/one/data/sample/1.ans:1\n",
    "round/one/data/secret/2.in:2\n",
    "round/one/data/secret/2.ans:2\n",
    "round/one/submissions/accepted/a.sh:cat\n",
    "round/one/input_validators/v/run:#!/bin/sh\nexit 42\n",
    "got/notes:mine\n",
    "small.py:print(int(input()) + 0)\n",
    "make:#!/bin/sh\necho $1\n",
    "filed:#!/bin/sh\ncat x.in > x.out\n",
    "wrong:#!/bin/sh\nexit 0\n",
    "config/nim-toolkit/languages.toml:[shell]\nendings = ['sh']\nrun = 'sh {source}'\n",
];

/// In a line, the port at which a message is sent until the command has ended.
const PORT: &str = "PORT";
/// The message, as the browser's extension sends it.
const MESSAGE: &str = r#"{"name":"Sum","group":"Judge - Round","url":"https://example.org/sum","interactive":false,"memoryLimit":256,"timeLimit":1000,"tests":[{"input":"1\n","output":"1\n"},{"input":"2\n","output":"2\n"}],"testType":"single","input":{"type":"stdin"},"output":{"type":"stdout"},"languages":{},"batch":{"id":"1","size":1}}"#;

/// Text that commands print in place of an error if they continue: a verdict, a part of `doctor`, a verdict on a mutant.
const SAID: [&str; 3] = ["JE  ", "\ndoes not work\n", ": JE on "];

type Tree = BTreeMap<PathBuf, Option<Vec<u8>>>;

/// Returns the files and folders below a folder.
fn tree(folder: &Path) -> Tree {
    let mut found = Tree::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(around) = folders.pop() {
        for entry in fs::read_dir(around).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                found.insert(path.clone(), None);
                folders.push(path);
            } else {
                found.insert(path.clone(), Some(fs::read(&path).unwrap()));
            }
        }
    }
    found
}

/// Returns whether a path is, or lies in, a hidden folder that a command makes beside its output.
fn is_hidden(path: &Path) -> bool {
    path.iter().any(|name| name.to_string_lossy().starts_with(".toolkit-"))
}

/// Removes new files, and restores changed ones.
fn restore(folder: &Path, before: &Tree) {
    let now = tree(folder);
    for (path, contents) in now.iter().rev().filter(|(path, _)| !before.contains_key(*path)) {
        if contents.is_none() { fs::remove_dir(path) } else { fs::remove_file(path) }.unwrap();
    }
    for (path, contents) in before.iter().filter(|(path, contents)| now.get(*path) != Some(*contents)) {
        match contents {
            Some(contents) => fs::write(path, contents).unwrap(),
            None => fs::create_dir_all(path).unwrap(),
        }
    }
}

/// Sends the message again and again, as one whose connection was cut does.
fn send_until(has_ended: &AtomicBool, port: u16) {
    let length = MESSAGE.len();
    let head = format!(
        "POST / HTTP/1.1\r\nHost: localhost:{port}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n"
    );
    while !has_ended.load(Ordering::Relaxed) {
        if let Ok(mut stream) = TcpStream::connect(("127.0.0.1", port)) {
            let sent = stream.write_all(format!("{head}\r\n{MESSAGE}").as_bytes());
            // The answer does not matter, only that there is one.
            sent.and_then(|()| stream.read_to_end(&mut Vec::new())).ok();
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// A command in its folder, and its result without a fault.
struct Tried {
    place: Place,
    /// The cache of the command: another test's faults must not change it.
    cache: TempDir,
    line: String,
    /// The port of a line that names one.
    port: Option<u16>,
    before: Tree,
    after: Tree,
    expected: Traced,
    /// Text that differs from run to run: times and memory. An incomplete sandbox is reported with it.
    measured: Regex,
    /// Random names in written files.
    drawn: Regex,
}

impl Tried {
    fn new(line: &'static str) -> Self {
        let place = Place::new(FILES);
        for name in ["t", "pkg"] {
            let archive = fs::File::create(place.path(&format!("{name}.zip"))).unwrap();
            let mut zip = zip::ZipWriter::new(archive);
            for (path, contents) in tree(&place.path(name)) {
                let inside = path.strip_prefix(place.path(".")).unwrap().to_string_lossy().into_owned();
                if let Some(contents) = contents {
                    zip.start_file(inside, zip::write::SimpleFileOptions::default()).unwrap();
                    zip.write_all(&contents).unwrap();
                }
            }
            zip.finish().unwrap();
        }
        for shard in ["1", "2"].iter().filter(|_| line.starts_with("merge")) {
            let report = format!("json={shard}.json");
            place.run(0, &["check", "t", "--shard", &format!("{shard}/2"), "--report", &report, "--", "./p"]);
        }
        let before = tree(&place.path("."));
        let measured = Regex::new(
            r"[0-9.]+ (ms|s|KiB|MiB|µs)\b|[0-9]+ a second|(slowest|takes) [^;\n]*|sandbox \(auto\) without: .*\n",
        )
        .unwrap();
        let free = || TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let port = line.contains(PORT).then(free);
        let line = port.map_or_else(|| line.to_owned(), |port| line.replace(PORT, &port.to_string()));
        let drawn = Regex::new("uuid: .*").unwrap();
        let (after, expected) = (Tree::new(), Traced::default());
        let cache = tempfile::tempdir().unwrap();
        let mut tried = Self { place, cache, line, port, before, after, expected, measured, drawn };
        // The first one fills the cache.
        for _ in 0..2 {
            tried.expected = tried.run(None).0;
            tried.after = tried.now();
            tried.restore();
        }
        let Traced { code, stderr, .. } = &tried.expected;
        assert!([0, 1].contains(code), "{}: {code}: {stderr}", tried.line);
        tried
    }

    /// Returns the contents of the folder, without random names.
    fn now(&self) -> Tree {
        let mut now = tree(&self.place.path("."));
        for (path, contents) in &mut now {
            if let Some(bytes) = contents
                && path.ends_with("problem.yaml")
                && !self.before.contains_key(path)
            {
                *bytes =
                    self.drawn.replace_all(&String::from_utf8_lossy(bytes), "").into_owned().into_bytes();
            }
        }
        now
    }

    fn is_resumed(&self) -> bool {
        RESUMED.iter().any(|command| self.line.starts_with(command))
    }

    fn restore(&self) {
        restore(&self.place.path("."), &self.before);
    }

    /// Returns a run, and whether it leaves temporary files.
    fn run(&self, fault: Option<Fault>) -> (Traced, bool) {
        // Some commands print its name.
        let temporary = self.cache.path().join("tmp");
        fs::create_dir(&temporary).unwrap();
        let test = Test::new().line(&self.line).folder(self.place.path("."));
        let mut command = test.config(self.place.path("config")).command();
        command.env("TMPDIR", &temporary).env("XDG_CACHE_HOME", self.cache.path());
        let has_ended = AtomicBool::new(false);
        let traced = thread::scope(|scope| {
            if let Some(port) = self.port {
                let has_ended = &has_ended;
                scope.spawn(move || send_until(has_ended, port));
            }
            let traced = run(&mut command, fault, LONGEST);
            has_ended.store(true, Ordering::Relaxed);
            traced.unwrap()
        });
        let leaves = fs::read_dir(&temporary).unwrap().next().is_some();
        fs::remove_dir_all(temporary).unwrap();
        (traced, leaves)
    }

    /// Describes the fault of a run.
    fn fault(&self, fault: Fault) -> Option<String> {
        let (run, leaves_temporary) = self.run(Some(fault));
        let mut shown = self.now();
        let is_stopped = matches!(fault, Fault::Signal { signal: libc::SIGINT | libc::SIGTERM, .. });
        let is_killed = run.code == 128 + libc::SIGKILL;
        // Files that cannot be removed, or that a killed command leaves behind, are hidden.
        if !is_stopped {
            shown.retain(|path, _| !is_hidden(path));
        }
        let says_why = SAID.iter().any(|said| run.stdout.contains(said));
        // A contest goes on with its other problems, and a class with its other students.
        let is_row =
            run.code == 1 && [": fails: ", "not checked: "].iter().any(|row| run.stdout.contains(row));
        // A search that is interrupted prints its results, after fewer runs.
        let is_early = is_stopped && self.line.starts_with("stress");
        let is_whole = shown == self.after;
        let is_before = shown == self.before;
        // Columns are as wide as the measured values.
        let output = |text: &str| self.measured.replace_all(text, "").split_whitespace().join(" ");
        let other: Vec<&PathBuf> = shown
            .iter()
            .filter(|(path, what)| self.before.get(*path) != Some(*what))
            .map(|(path, _)| path)
            .collect();
        let other = format!("{other:?}");
        let wrong = if run.is_endless {
            Some("does not end")
        } else if run.stderr.contains("panicked") && !run.stderr.contains(PANIC_OF_STD) {
            Some("panics")
        } else if run.code == self.expected.code
            && !is_row
            && (!is_whole || !is_early && output(&run.stdout) != output(&self.expected.stdout))
        {
            Some("succeeds with another result")
        } else if !(is_whole || is_before || self.is_resumed()) {
            Some("leaves a part")
        } else if is_stopped && leaves_temporary && !run.stderr.is_empty() {
            Some("leaves temporary files")
        } else if !([self.expected.code, 5].contains(&run.code)
            || is_row
            || is_killed
            || is_stopped && [130, 143].contains(&run.code))
        {
            Some("has another exit code")
        } else if run.code == 5 && run.stderr.trim().is_empty() && !says_why {
            Some("says nothing")
        } else if is_killed && is_before || !(is_whole || is_before) {
            // Files left behind must not make the next run fail.
            let (again, _) = self.run(None);
            let mut now = self.now();
            now.retain(|path, _| !is_hidden(path));
            (again.code != self.expected.code || now != self.after).then_some("makes the next run fail")
        } else {
            None
        };
        self.restore();
        wrong.map(|why| {
            let expected = &self.expected.stdout;
            let (line, code, stdout, stderr) = (&self.line, run.code, run.stdout, run.stderr);
            format!("{line}: {fault:?}: {why}: {code}: {stdout}{stderr}{other}\nexpected: {expected}")
        })
    }

    /// Returns every fault.
    fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        for (calls, errors) in ERRORS {
            for &call in *calls {
                for place in 1..=self.expected.calls.get(&call).copied().unwrap_or_default() {
                    faults.extend(errors.iter().map(|&errno| Fault::Error { call, place, errno }));
                }
            }
        }
        let all: u64 = self.expected.calls.values().sum();
        for signal in [libc::SIGKILL, libc::SIGINT, libc::SIGTERM] {
            faults.extend((1..=all).map(|place| Fault::Signal { signal, place }));
        }
        faults
    }
}

/// The time for which the whole of tests tries the faults of a command.
const SECONDS_OF_WHOLE: u64 = 10;

/// Tries a part of all faults of a command, or all of them.
#[track_caller]
fn tries(line: &'static str) {
    let tried = Tried::new(line);
    let mut faults = tried.faults();
    let asked = env::var("FAULT_SECONDS").ok();
    let seconds = match &asked {
        Some(seconds) => seconds.parse().ok(),
        None => whole::is_whole().then_some(SECONDS_OF_WHOLE),
    };
    let until = seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    if asked.as_deref() != Some("all") {
        let mut order: Vec<u64> = (0..faults.len() as u64).collect();
        Random::new(whole::turn_number() as u64).shuffle(&mut order);
        let few = if LONG.iter().any(|command| line.starts_with(command)) { 2 } else { FEW };
        order.truncate(if seconds.is_some() { usize::MAX } else { few });
        faults = order.iter().map(|&index| faults[usize::try_from(index).unwrap()]).collect();
    }
    let (mut wrong, mut count) = (Vec::new(), 0);
    for fault in faults {
        if until.is_some_and(|until| Instant::now() > until) {
            break;
        }
        count += 1;
        wrong.extend(tried.fault(fault));
    }
    assert!(wrong.is_empty(), "{} of {count} faults:\n{}", wrong.len(), wrong.join("\n"));
}

macro_rules! commands {
    ($($name:ident: $line:literal,)+) => {
        $(#[test]
        fn $name() {
            tries($line);
        })+
    };
}

commands! {
    a_check_of_a_folder: "check t -- ./p",
    a_check_of_a_package: "check pkg -- ./p",
    a_check_by_files: "check t --file-io x -- ./filed",
    a_check_of_an_archive: "check t.zip -- ./p",
    an_import: "import pkg.zip -o out/imported",
    an_export: "export pkg --format icpc -o out.zip",
    an_export_to_a_folder: "export pkg --format icpc -o out/",
    samples: "samples john --all -o out/samples",
    a_new_package: "new abc --plain scoring",
    made_inputs: "gen john --family all -o out/made",
    a_package_whose_tests_are_made: "gen made",
    a_validation: "validate john john.in",
    a_merge: "merge 1.json 2.json --report json=merged.json",
    an_explanation: "explain john john.in",
    an_explanation_of_every_case: "explain john john.in --all",
    a_check_of_submissions: "check pkg --submissions",
    a_check_of_a_class: "check t --class class",
    a_contest: "contest round",
    mutants: "mutants t small.py -j 1",
    a_search_for_an_input: "stress --gen ./make --against ./p -j 1 -o out/found -- ./wrong",
    a_package_validated: "validate round/one",
    a_statement: "show john -o out.html",
    a_package_of_its_own: "new sums --plain batch",
    a_problem_received: "receive got --port PORT",
    values: "sg values kayles -n 50 --save values",
}

/// Expects for each fault the result that is expected of any.
#[track_caller]
fn stands(line: &'static str, faults: impl Fn(&Tried) -> Vec<Fault>) {
    let tried = Tried::new(line);
    let faults = faults(&tried);
    assert!(!faults.is_empty(), "{line}: {:?}", tried.expected.calls);
    let wrong: Vec<String> = faults.into_iter().filter_map(|fault| tried.fault(fault)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

macro_rules! without_threads {
    ($($name:ident: $line:literal,)+) => {
        mod threads_that_cannot_be_started {
            use super::*;

            // The fault hits all threads or processes, or those after the first.
            $(#[test]
            fn $name() {
                const CALLS: &[c_long] = &[libc::SYS_clone, libc::SYS_clone3];
                stands($line, |_| [1, 3].map(|from| Fault::Lasting { calls: CALLS, from, errno: EAGAIN }).into());
            })+
        }
    };
}

without_threads! {
    of_a_check: "check t small.py",
    of_submissions: "check pkg --submissions",
    of_a_contest: "contest round",
    of_mutants: "mutants t small.py",
    of_stress: "stress --gen ./make --against ./p -o out/found -- ./wrong",
    of_gen: "gen john --family all -o out/made",
    of_doctor: "doctor",
}
