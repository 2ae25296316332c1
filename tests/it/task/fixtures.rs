//! Cases as folders: `tests/fixtures/AREA/CASE/cmd` is what a shell shows in a copy of that folder, with the files of `AREA/common`.
//!
//! `$ ` begins a command, which `> ` continues, and below it stands what it prints: lines of standard output with two spaces before them,
//! those of standard error with `! `, then `? ` and the exit code unless it is 0. `# ` begins a comment. Times are `0.00 s`, and the folder
//! is `HERE`. `UPDATE_GOLDEN=1` writes the output, and shows the difference. Some commands are this file's own:
//!
//! | command | what it does |
//! |---|---|
//! | `needs PROGRAM…` | skips the case unless all are installed |
//! | `tests PATH` | prints the tests that are found there, without a start of the program |
//! | `values FILE KEY…` | prints what stands in a JSON file: `tests/*/verdict` |
//! | `zip ARCHIVE PATH…` | packs files and folders, each under its name |

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use itertools::Itertools;
use regex::Regex;
use serde_json::Value;

use crate::inputs::golden;
use crate::repository::readme;
use crate::run::{PATH, Test};
use crate::task::found;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures");

/// A test of each part of each area, and the list of all areas.
macro_rules! areas {
    ($($area:ident: $($part:ident)*;)*) => {
        const AREAS: &[&str] = &[$(stringify!($area)),*];
        $(mod $area {
            const PARTS: &[&str] = &[$(stringify!($part)),*];
            $(#[test]
            fn $part() {
                super::check(stringify!($area), PARTS, stringify!($part));
            })*
        })*
    };
}

// Each part takes less than two seconds.
areas! {
    check: all;
    contest: first second third fourth;
    converted: first second third;
    foreign: first second third fourth;
    formats: first second third fourth fifth;
    kattis: first second third;
    layouts: all;
    polygon: first second;
    scores: first second third;
    settings: first second;
    submissions: first second;
}

#[test]
fn every_folder_is_an_area() {
    let names = folders(Path::new(ROOT));
    assert_eq!(names, AREAS.iter().map(|area| Path::new(ROOT).join(area)).collect_vec());
}

/// Runs a part of the cases of an area, and reports all that differ.
#[track_caller]
fn check(area: &str, parts: &[&str], part: &str) {
    let area = Path::new(ROOT).join(area);
    let common = area.join("common");
    let cases = folders(&area).into_iter().filter(|case| *case != common);
    let first = parts.iter().position(|other| *other == part).unwrap();
    let stale = |case: PathBuf| golden::stale(&case.join("cmd"), shown(&common, &case)?.as_bytes());
    let stale = cases.skip(first).step_by(parts.len()).filter_map(stale).join("\n\n");
    assert!(stale.is_empty(), "{stale}");
}

/// Returns the folders in a folder, in order.
fn folders(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.filter(|path| path.is_dir()).sorted().collect()
}

/// Returns the files of all cases.
pub fn files() -> Vec<PathBuf> {
    let (mut files, mut left) = (Vec::new(), vec![PathBuf::from(ROOT)]);
    while let Some(folder) = left.pop() {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let (folders, others): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
        left.extend(folders);
        files.extend(others);
    }
    files
}

/// Returns the transcript of a case as it is now; `None` where it cannot be run here.
fn shown(common: &Path, case: &Path) -> Option<String> {
    let place = tempfile::tempdir().unwrap();
    let here = fs::canonicalize(place.path()).unwrap();
    for files in [common, case] {
        copy(files, &here);
    }
    let written = fs::read_to_string(case.join("cmd")).unwrap();
    let mut shown = String::new();
    let mut lines = written.lines().peekable();
    while let Some(line) = lines.next() {
        let Some(command) = line.strip_prefix("$ ") else {
            assert!(
                line.is_empty() || line.starts_with(['#', ' ', '!', '?']),
                "{}: {line:?}",
                case.display()
            );
            if line.is_empty() || line.starts_with('#') {
                shown += &format!("{line}\n");
            }
            continue;
        };
        let mut command = command.to_owned();
        shown += &format!("{line}\n");
        while let Some(more) = lines.next_if(|line| line.starts_with('>')) {
            shown += &format!("{more}\n");
            command += &format!("\n{}", more[1..].strip_prefix(' ').unwrap_or_default());
        }
        shown += &run(&here, &command)?;
    }
    Some(shown)
}

/// Copies the contents of a folder, except for its transcript.
fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).into_iter().flatten().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            fs::create_dir_all(&target).unwrap();
            copy(&entry.path(), &target);
        } else if entry.file_name() != "cmd" {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Returns the output of a command in a folder; `None` if a program is not installed.
fn run(here: &Path, command: &str) -> Option<String> {
    let words = shell_words::split(command).unwrap_or_default();
    let words = words.iter().map(String::as_str).collect_vec();
    let own = match words[..] {
        ["needs", ref programs @ ..] => {
            programs.iter().all(|program| is_installed(program)).then(String::new)?
        }
        ["tests", path] => found::tests(&here.join(path)),
        ["values", file, ref keys @ ..] => values(&here.join(file), keys),
        ["zip", archive, ref paths @ ..] => {
            zip(here, archive, paths);
            String::new()
        }
        _ => {
            let output = shell(here, command).output().unwrap();
            let [stdout, stderr] =
                [output.stdout, output.stderr].map(|text| comparable(&String::from_utf8(text).unwrap()));
            let code = output.status.code().unwrap_or(-1);
            let code = if code == 0 { String::new() } else { format!("? {code}\n") };
            return Some(below("  ", &stdout, here) + &below("! ", &stderr, here) + &code);
        }
    };
    Some(below("  ", &own, here))
}

/// Returns a command by the shell, with the program of this checkout and the folder `config` for the user's settings.
fn shell(here: &Path, command: &str) -> Command {
    static FOLDERS: LazyLock<Vec<PathBuf>> = LazyLock::new(|| {
        let program = Path::new(env!("CARGO_BIN_EXE_toolkit")).parent().unwrap().to_owned();
        [program].into_iter().chain(env::split_paths(&*PATH)).collect()
    });
    let mut shell = Test::new().folder(here).config(here.join("config")).command_of("sh");
    shell.args(["-c", command]).stdin(Stdio::null()).env("PATH", env::join_paths(&*FOLDERS).unwrap());
    shell
}

fn is_installed(program: &str) -> bool {
    let is_there = env::split_paths(&*PATH).any(|folder| folder.join(program).is_file());
    if !is_there {
        // Not by a macro, whose text the test harness would keep to itself.
        let _ = writeln!(std::io::stderr(), "skipped: a case needs {program}, which is not installed");
    }
    is_there
}

/// Returns a text without the parts that depend on the time of a run.
fn comparable(text: &str) -> String {
    static MEASURED: LazyLock<[(Regex, &str); 2]> = LazyLock::new(|| {
        let with = |pattern, replacement| (Regex::new(pattern).unwrap(), replacement);
        [
            with(r"(?m)^.*(time limit: .* the slowest accepted submission|^ *seconds +).*\n", ""),
            with(
                r"time limit:? \d+ s(, kept [^:]*)?: \S+ takes .* s for \S+, the most of",
                "time limit 0 s$1: one takes 0.00 s for a test, the most of",
            ),
        ]
    });
    let mut text = readme::comparable(text);
    for (pattern, replacement) in &*MEASURED {
        text = pattern.replace_all(&text, *replacement).into_owned();
    }
    text
}

/// Printed lines as they stand in a transcript.
fn below(sign: &str, text: &str, here: &Path) -> String {
    let text = text.replace(here.to_str().unwrap(), "HERE");
    text.lines().map(|line| format!("{}\n", format!("{sign}{line}").trim_end())).collect()
}

/// Returns the values under keys of a JSON file, a line each; `*` is every element of a list.
fn values(file: &Path, keys: &[&str]) -> String {
    let file: Value = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
    let under = |key: &str| {
        let mut values = vec![&file];
        for part in key.split('/') {
            values = values
                .into_iter()
                .flat_map(|value| match (part, value) {
                    ("*", Value::Array(all)) => all.iter().collect_vec(),
                    (index, Value::Array(all)) => vec![&all[index.parse::<usize>().unwrap()]],
                    (name, value) => vec![&value[name]],
                })
                .collect();
        }
        values
            .into_iter()
            .map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned))
            .join(", ")
    };
    keys.iter().fold(String::new(), |mut text, key| {
        writeln!(text, "{key}: {}", under(key)).unwrap();
        text
    })
}

/// Packs files, and the contents of folders.
fn zip(here: &Path, archive: &str, paths: &[&str]) {
    let mut zip = zip::ZipWriter::new(fs::File::create(here.join(archive)).unwrap());
    let mut left = paths.iter().rev().map(|&path| path.to_owned()).collect_vec();
    while let Some(path) = left.pop() {
        if here.join(&path).is_dir() {
            let names = fs::read_dir(here.join(&path)).unwrap().map(|entry| entry.unwrap().file_name());
            left.extend(names.map(|name| format!("{path}/{}", name.to_str().unwrap())).sorted().rev());
        } else {
            zip.start_file(path.trim_start_matches("./"), zip::write::SimpleFileOptions::default()).unwrap();
            zip.write_all(&fs::read(here.join(path)).unwrap()).unwrap();
        }
    }
    zip.finish().unwrap();
}
