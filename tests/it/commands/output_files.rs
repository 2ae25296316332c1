//! Files that the program writes by name: old or new content, never neither, and nothing else is touched.

use crate::run::Test;
use itertools::Itertools;
use nim_task::package::{Files, write_archive};
use rustix::fs::{CWD, FileType, Mode, mknodat};
use std::fs::{self, File, Permissions};
use std::io::{self, Cursor, Seek, SeekFrom, Write};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use tempfile::TempDir;

/// A folder with test data and a shard's report, for commands that need them.
struct Place(TempDir);

/// Every command that writes a file, which is `OUT` here.
const COMMANDS: [&str; 5] = [
    "sg values 0.6 -n 2000 --save OUT",
    "sg plot kayles -n 2000 --force -o OUT",
    "check data --problem john --report html=OUT",
    "check data --problem john --class class --roster roster.csv --grades OUT",
    "merge shard.json --report html=OUT",
];

impl Place {
    fn new() -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        fs::create_dir(place.path("data")).unwrap();
        fs::write(place.path("data/1.in"), "1\n1 1\n").unwrap();
        fs::write(place.path("data/1.ans"), "Brother\n").unwrap();
        for (name, text) in [
            ("class/ann/a.sh", "echo Brother\n".to_owned()),
            (
                "config/nim-toolkit/languages.toml",
                "[sh]\nname = 'sh'\nendings = ['sh']\nrun = '/bin/sh {source}'\n".to_owned(),
            ),
            ("roster.csv", format!("name,notes\nann,{}\n", "x".repeat(3000))),
        ] {
            fs::create_dir_all(place.path(name).parent().unwrap()).unwrap();
            fs::write(place.path(name), text).unwrap();
        }
        let output = place.run("check data --problem john --shard 1/1 --report json=shard.json", "");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        fs::create_dir(place.path("out")).unwrap();
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn command(&self, line: &str, out: &str) -> Command {
        let test = Test::new().line(&line.replace("OUT", out)).folder(self.0.path());
        test.config(self.path("config")).command()
    }

    fn run(&self, line: &str, out: &str) -> Output {
        self.command(line, out).output().unwrap()
    }

    /// Runs a command that must succeed, and returns the length of its new file.
    fn expected(&self, line: &str) -> usize {
        let fresh = self.path("fresh");
        self.writes(line, "fresh");
        let expected = fs::read(&fresh).unwrap();
        fs::remove_file(fresh).unwrap();
        assert!(expected.len() > 2048);
        expected.len()
    }

    #[track_caller]
    fn writes(&self, line: &str, out: &str) {
        let output = self.run(line, out);
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    }

    /// Returns the names in the folder of outputs.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path("out")).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).sorted().collect()
    }
}

/// Returns whether a file is as long as expected; times in a report may differ by some digits.
fn is_about(content: usize, expected: usize) -> bool {
    content.abs_diff(expected) < 32
}

#[test]
fn a_file_is_replaced_and_nothing_beside_it() {
    let place = Place::new();
    for line in COMMANDS {
        let expected = place.expected(line);
        let (file, partial) = (place.path("out/q.svg"), place.path("out/q.partial"));
        place.writes(line, "out/q.svg");
        fs::write(&partial, "mine").unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o604)).unwrap();
        place.writes(line, "out/q.svg");
        assert!(is_about(fs::read(&file).unwrap().len(), expected), "{line}");
        assert_eq!(fs::metadata(&file).unwrap().mode() & 0o7777, 0o604, "{line}");
        assert_eq!(fs::read(&partial).unwrap(), b"mine");
        assert_eq!(place.names(), ["q.partial", "q.svg"], "{line}");
        fs::remove_file(file).unwrap();
    }
}

#[test]
fn a_link_stays_and_what_it_points_to_is_written() {
    let place = Place::new();
    for line in COMMANDS {
        let expected = place.expected(line);
        fs::create_dir(place.path("elsewhere")).unwrap();
        symlink("../elsewhere/file", place.path("out/first")).unwrap();
        symlink("first", place.path("out/second")).unwrap();
        // At first it points nowhere.
        for _ in 0..2 {
            place.writes(line, "out/second");
            assert_eq!(fs::read_link(place.path("out/second")).unwrap(), Path::new("first"));
            assert_eq!(fs::read_link(place.path("out/first")).unwrap(), Path::new("../elsewhere/file"));
            assert!(is_about(fs::read(place.path("elsewhere/file")).unwrap().len(), expected), "{line}");
            assert_eq!(fs::read_dir(place.path("elsewhere")).unwrap().count(), 1);
            assert_eq!(place.names(), ["first", "second"], "{line}");
        }
        fs::remove_dir_all(place.path("elsewhere")).unwrap();
        fs::remove_file(place.path("out/first")).unwrap();
        fs::remove_file(place.path("out/second")).unwrap();
    }
}

#[test]
fn a_pipe_with_a_name_is_written_to() {
    let place = Place::new();
    let pipe = place.path("out/pipe");
    mknodat(CWD, &pipe, FileType::Fifo, Mode::from_raw_mode(0o600), 0).unwrap();
    symlink("pipe", place.path("out/link")).unwrap();
    for (line, name) in COMMANDS.into_iter().cartesian_product(["out/pipe", "out/link"]) {
        let expected = place.expected(line);
        let reader = thread::spawn({
            let pipe = pipe.clone();
            move || fs::read(pipe).unwrap().len()
        });
        place.writes(line, name);
        assert!(is_about(reader.join().unwrap(), expected), "{line}");
        assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
    }
    assert_eq!(place.names(), ["link", "pipe"]);
}

#[cfg(target_os = "linux")]
#[test]
fn open_files_and_devices_are_written_to() {
    let place = Place::new();
    for line in COMMANDS {
        let expected = place.expected(line);
        for out in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
            // Output to a pipe, and after the contents of a file.
            let piped = place.run(line, out).stdout.len();
            let file = File::options()
                .append(true)
                .read(true)
                .create_new(true)
                .open(place.path("out/file"))
                .unwrap();
            fs::write(place.path("out/file"), "old\n").unwrap();
            let status = place.command(line, out).stdout(file).status().unwrap();
            let text = fs::read_to_string(place.path("out/file")).unwrap();
            assert!(status.success() && text.starts_with("old\n"), "{line} {out}");
            assert!(piped >= expected - 32 && is_about(text.len(), piped), "{line} {out}");
            assert_eq!(place.names(), ["file"], "{line} {out}");
            fs::remove_file(place.path("out/file")).unwrap();
        }
        let full = place.run(line, "/dev/full");
        assert_eq!(full.status.code(), Some(5), "{line}");
        assert!(String::from_utf8_lossy(&full.stderr).contains("cannot write /dev/full"), "{line}");
        assert!(fs::metadata("/dev/full").unwrap().file_type().is_char_device());
    }
}

#[test]
fn what_cannot_be_written_is_refused_and_kept() {
    let place = Place::new();
    fs::create_dir(place.path("out/folder")).unwrap();
    for line in COMMANDS {
        for out in ["missing/file", "out/folder", "shard.json/file"] {
            let output = place.run(line, out);
            assert_eq!(output.status.code(), Some(5), "{line} {out}");
            assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write"), "{line} {out}");
        }
        assert_eq!(place.names(), ["folder"], "{line}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn no_error_tells_the_names_of_temporary_files() {
    let place = Place::new();
    symlink("/sys", place.path("closed")).unwrap();
    for line in COMMANDS {
        let error = String::from_utf8(place.run(line, "closed/file").stderr).unwrap();
        assert!(error.contains("cannot write closed/file: "), "{line}: {error}");
        assert!(!error.contains("toolkit-") && !error.contains("/sys"), "{line}: {error}");
    }
    for line in ["check john -- cat", "validate john -", "export john --format icpc"] {
        let mut command = place.command(line, "");
        if line.starts_with("export") {
            command.current_dir(env!("CARGO_MANIFEST_DIR")).arg("-o").arg(place.path("john.zip"));
        }
        let mut child = command
            .env("TMPDIR", "/sys/missing")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // More text than fits in memory buffers; a program that does not read it breaks the pipe.
        let _ = child.stdin.take().unwrap().write_all(&vec![b'1'; 5 << 20]);
        let output = child.wait_with_output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(5), "{line}: {error}");
        assert!(error.contains("cannot create a temporary f"), "{line}: {error}");
        assert!(
            error.trim_end().ends_with(" in /sys/missing") || error.contains(" in /sys/missing: "),
            "{line}: {error}"
        );
        assert!(!error.contains("toolkit-"), "{line}: {error}");
    }
    let error = String::from_utf8(place.run("check john --submissions", "").stderr).unwrap();
    assert_eq!(error.trim_end(), "error: john belongs to no package with a folder called submissions");
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_that_is_killed_leaves_the_old_file_and_nothing_else() {
    let place = Place::new();
    for line in COMMANDS {
        place.writes(line, "out/q");
        let old = fs::read(place.path("out/q")).unwrap();
        let toolkit = place.command(line, "out/q");
        let mut limited = Command::new("prlimit");
        // More than a kilobyte ends the program, at the first write that goes there.
        limited.arg("--fsize=1024").arg(toolkit.get_program()).args(toolkit.get_args());
        let output = limited.current_dir(place.0.path()).output().unwrap();
        assert!(!output.status.success(), "{line}");
        assert_eq!(fs::read(place.path("out/q")).unwrap(), old, "{line}");
        assert_eq!(place.names(), ["q"], "{line}");
        fs::remove_file(place.path("out/q")).unwrap();
    }
}

/// Returns the names and contents of all files below a folder.
fn tree(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(tree(&path));
        } else {
            found.push((path.clone(), fs::read(&path).unwrap()));
        }
    }
    found.sort();
    found
}

/// Commands that make something new refuse what exists before they write anything; `--force` replaces files of these names,
/// and never leaves a file that would be taken for the answer to a new input.
#[test]
fn what_exists_is_not_lost_unless_it_may_be_replaced() {
    for (line, existing, is_replaceable) in [
        ("samples john -o tests", "tests/1.in", true),
        ("samples john -o tests", "tests/1.ans", true),
        ("samples john -o tests", "tests/1.out", false),
        ("samples john --all -o tests", "tests/secret/a-win-empties-the-heap.in", true),
        ("gen john --family all -o tests", "tests/02-small.ans", true),
        ("gen john -o tests", "tests/01-random.in", true),
        ("gen john -o tests", "tests/01-random.out", false),
        ("sg plot kayles -n 9 -o tests/x.svg", "tests/x.svg", true),
        ("export john --format icpc -o tests/john.zip", "tests/john.zip", true),
        ("sg values kayles -n 9 --save tests/x", "tests/x", true),
        ("check john --filter sample --report html=tests/x", "tests/x", true),
        ("check john --filter sample --report json=tests/x", "tests/x", true),
        ("man tests", "tests/toolkit-sg-plot.1", true),
    ] {
        let place = crate::place::Place::new(&[&format!("{existing}:mine"), "tests/other.in:kept"]);
        let before = tree(&place.path("."));
        let mut args = line.split(' ').map(str::to_owned).collect_vec();
        // The folder of tests is that of the place.
        let last = args.last_mut().unwrap();
        *last = last.replace("tests", place.path("tests").to_str().unwrap());
        let run = |args: &[String]| Test::new().args(args).command().output().unwrap();
        let refused = run(&args);
        assert_eq!(refused.status.code(), Some(5), "{line}: {refused:?}");
        let said = crate::run::printed(&refused);
        assert!(said.contains(existing) && said.contains("exists"), "{line}: {said}");
        assert_eq!(tree(&place.path(".")), before, "{line}");
        args.push("--force".to_owned());
        let forced = run(&args);
        assert_eq!(forced.status.success(), is_replaceable, "{line}: {forced:?}");
        assert_eq!(fs::read(place.path("tests/other.in")).unwrap(), b"kept");
        assert_eq!(fs::read(place.path(existing)).unwrap() != b"mine", is_replaceable, "{line}");
    }
}

/// A file that an earlier run wrote in the same form is replaced without `--force`.
#[test]
fn what_the_program_wrote_itself_is_replaced() {
    let place = Place::new();
    for line in ["json", "junit", "html", "md", "csv"]
        .map(|kind| format!("check data --problem john --report {kind}=OUT"))
        .into_iter()
        .chain(["sg values 0.6 -n 20 --save OUT".to_owned(), "man OUT".to_owned()])
        .chain(
            ["--pages OUT", "--roster roster.csv --grades OUT"]
                .map(|to| format!("check data --class class --problem john {to}")),
        )
    {
        (0..2).for_each(|_| place.writes(&line, "again"));
        let again = place.path("again");
        if again.is_dir() { fs::remove_dir_all(again) } else { fs::remove_file(again) }.unwrap();
    }
}

#[test]
fn an_archive_is_not_written_to_a_file_called_dash() {
    let place = Place::new();
    let output = place.run("export john --format icpc -o -", "");
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && error.contains("an archive is written to a file"), "{error}");
    assert!(!place.path("-").exists());
}

/// `--force` is for files that nobody else needs: what the command itself reads is named and kept.
#[test]
fn no_output_replaces_what_is_read() {
    let place = Place::new();
    fs::write(place.path("s.sh"), "echo Brother\n").unwrap();
    fs::hard_link(place.path("s.sh"), place.path("other-name")).unwrap();
    let check = "check data --problem john";
    for (line, kept) in [
        (format!("{check} s.sh --report json=s.sh --force"), "s.sh"),
        (format!("{check} s.sh --report json=other-name --force"), "s.sh"),
        (format!("{check} s.sh --report html=data/1.ans --force"), "data/1.ans"),
        (format!("{check} s.sh --save-failure data/1.in --force"), "data/1.in"),
        (format!("{check} --class class --report csv=class/ann/a.sh --force"), "class/ann/a.sh"),
        (format!("{check} --class class --roster roster.csv --report json=roster.csv --force"), "roster.csv"),
        (
            format!("{check} --class class --roster roster.csv --grades class/ann/a.sh --force"),
            "class/ann/a.sh",
        ),
        (format!("{check} s.sh --against s.sh --report md=s.sh --force"), "s.sh"),
        ("merge shard.json --report json=shard.json".to_owned(), "shard.json"),
    ] {
        let before = fs::read(place.path(kept)).unwrap();
        let output = place.run(&line, "");
        let said = crate::run::printed(&output);
        assert!(output.status.code() == Some(5) && said.contains(kept), "{line}: {said}");
        assert_eq!(fs::read(place.path(kept)).unwrap(), before, "{line}");
    }
    // A file beside the tests that is read by nothing may be replaced.
    fs::write(place.path("mine.json"), "mine").unwrap();
    place.writes(&format!("{check} s.sh --report json=mine.json --force"), "");
}

#[test]
fn two_outputs_are_not_one_file() {
    let place = Place::new();
    symlink("r", place.path("link")).unwrap();
    for line in [
        "check data --problem john --report json=r --report html=r",
        "check data --problem john --report json=r --report html=./link",
        "check data --problem john --report json=r --save-failure r",
        "merge shard.json --report json=r --report md=r",
    ] {
        let output = place.run(line, "");
        let said = crate::run::printed(&output);
        assert!(output.status.code() == Some(2) && said.contains("written twice"), "{line}: {said}");
        assert!(!place.path("r").exists(), "{line}");
    }
    // The null device can be written to repeatedly.
    place.writes("check data --problem john --report json=/dev/null --report html=/dev/null", "");
}

/// If two commands write one name at once without `--force`, the later is refused.
#[test]
fn two_archives_do_not_get_one_name() {
    let place = Place::new();
    for _ in 0..5 {
        let runs = ["bash", "euclid"]
            .map(|name| place.command(&format!("export {name} --format icpc -o out/both.zip"), ""))
            .map(|mut command| command.stderr(Stdio::null()).spawn().unwrap());
        let codes = runs.map(|mut run| run.wait().unwrap().code().unwrap());
        assert!(codes.into_iter().sorted().eq([0, 5]), "{codes:?}");
        assert_eq!(place.names(), ["both.zip"]);
        fs::remove_file(place.path("out/both.zip")).unwrap();
    }
}

/// A pipe may wait for its reader, but not longer than the user does.
#[test]
fn a_pipe_that_nobody_reads_ends_by_a_signal() {
    let place = Place::new();
    let pipe = place.path("out/pipe");
    mknodat(CWD, &pipe, FileType::Fifo, Mode::from_raw_mode(0o600), 0).unwrap();
    let mut child = place
        .command("check data --problem john --report json=OUT", "out/pipe")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut printed = String::new();
    let mut reader = io::BufReader::new(child.stdout.take().unwrap());
    while !printed.contains("1 test") {
        assert_ne!(io::BufRead::read_line(&mut reader, &mut printed).unwrap(), 0, "{printed}");
    }
    rustix::process::kill_process(rustix::process::Pid::from_child(&child), rustix::process::Signal::INT)
        .unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

/// A file that may not grow is an error like a full disk, and no end without a word.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_may_not_grow_is_an_error() {
    let place = Place::new();
    for line in COMMANDS.into_iter().chain(["export bash --format icpc -o OUT"]) {
        let toolkit = place.command(line, "out/q");
        let mut limited = Command::new("prlimit");
        limited.arg("--fsize=1024:unlimited").arg(toolkit.get_program()).args(toolkit.get_args());
        let output = limited.current_dir(place.0.path()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(5) && said.contains("File too large"), "{line}: {said}");
        assert!(place.names().is_empty(), "{line}");
    }
}

/// A file of which one call fails.
struct FailsOnce {
    file: Cursor<Vec<u8>>,
    calls_before: usize,
    has_failed: bool,
}

impl FailsOnce {
    fn count(&mut self) -> io::Result<()> {
        if self.calls_before == 0 && !self.has_failed {
            self.has_failed = true;
            return Err(io::Error::other("full"));
        }
        self.calls_before = self.calls_before.saturating_sub(1);
        Ok(())
    }
}

impl Write for FailsOnce {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.count()?;
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.count()
    }
}

impl Seek for FailsOnce {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.count()?;
        self.file.seek(to)
    }
}

#[test]
fn an_archive_of_which_any_call_fails_is_an_error() {
    let files: Files = ["1.ans", "1.in"].map(|name| (name.to_owned(), "1 2\n".repeat(1000).into())).into();
    for calls_before in 0.. {
        let mut out = FailsOnce { file: Cursor::new(Vec::new()), calls_before, has_failed: false };
        let written = write_archive(&files, &mut out);
        assert_eq!(written.is_err(), out.has_failed, "{calls_before}: {written:?}");
        if !out.has_failed {
            assert!(calls_before > 10, "{calls_before}");
            break;
        }
    }
}
