//! Packages of other judges: exported ones are imported again, and their validators agree with this program.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Cursor, Read, Write};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use nim_ground::content::Content;
use nim_inputs::{Description, strict};
use nim_judge::checker::any_order::AnyOrder;
use nim_judge::checker::{CheckInput, Checker};
use nim_judge::records::{CaseInfo, Cases, Records};
use nim_problems::{self as problems, PROBLEMS};
use nim_solve::problem::{Condition, Grammar};
use nim_task::formats::package_formats;
use nim_task::verdict::Verdict;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::place::Place;
use crate::run::Test;
use crate::wait;
use crate::whole;

/// A problem for each format, for an ordinary `cargo test`. `TOOLKIT_TEST_ALL` takes every problem in every format.
const SOME: &[(&str, &str)] = &[
    ("treblecross", "icpc"),
    ("nim-first-moves", "icpc-legacy"),
    ("donations", "hydro"),
    ("euclid", "luogu"),
    ("corner-coin", "dmoj"),
    ("euclid-game", "polygon"),
];

/// The formats without a place for a validator in Python.
const WITHOUT_PYTHON: [&str; 2] = ["luogu", "polygon"];

/// Returns the problems and formats of this run.
fn chosen() -> Vec<(&'static str, &'static str)> {
    if !whole::is_whole() {
        return SOME.to_vec();
    }
    let formats = |slug| package_formats().map(move |format| (slug, format.name));
    // The validator of the problem is in Python.
    let is_held = |(slug, format): &_| *slug != "wythoff-first-moves" || !WITHOUT_PYTHON.contains(format);
    PROBLEMS.iter().flat_map(|problem| formats(problem.slug)).filter(is_held).collect()
}

/// Runs the program in an empty folder, far from any checkout, and returns its output.
#[track_caller]
fn toolkit(args: &[&str]) -> String {
    let outside = tempfile::tempdir().unwrap();
    let run = Test::new().args(args).folder(outside.path()).status(0).run();
    crate::run::printed(&run)
}

fn path(place: &Place, name: &str) -> String {
    place.path(name).to_str().unwrap().to_owned()
}

#[test]
fn what_is_exported_and_imported_is_exported_as_the_same_bytes() {
    for (slug, format) in chosen() {
        let place = Place::new(&[]);
        // Polygon's package has the name of the archive in it.
        let name: String = slug.chars().filter(char::is_ascii_alphanumeric).collect();
        for folder in ["other", "again"] {
            fs::create_dir(place.path(folder)).unwrap();
        }
        let names = ["NAME.zip", "other/NAME.zip", "NAME", "again/NAME.zip"];
        let [one, other, folder, again] = names.map(|path| self::path(&place, &path.replace("NAME", &name)));
        let export = |from: &str, to: &str| toolkit(&["export", from, "--format", format, "-o", to]);
        export(slug, &one);
        toolkit(&["import", &one, "-o", &folder]);
        export(&folder, &again);
        assert_same(&one, &again, (slug, format));
        // An archive is a source as well as the folder that is made of it.
        export(&one, &other);
        assert_same(&one, &other, (slug, format));
    }
}

#[track_caller]
fn assert_same(one: &str, other: &str, what: (&str, &str)) {
    assert!(fs::read(one).unwrap() == fs::read(other).unwrap(), "{what:?}: {one} and {other} differ");
}

#[test]
fn a_format_goes_through_any_other_that_holds_as_much() {
    let place = Place::new(&[]);
    let [icpc, hydro, folder, again] =
        ["john.zip", "hydro.zip", "folder", "again.zip"].map(|name| path(&place, name));
    toolkit(&["export", "john", "--format", "hydro", "-o", &hydro]);
    toolkit(&["import", &hydro, "-o", &folder]);
    toolkit(&["export", &folder, "--format", "icpc-legacy", "-o", &icpc]);
    toolkit(&["export", "john", "--format", "icpc-legacy", "-o", &again]);
    assert_same(&icpc, &again, ("john", "hydro to icpc-legacy"));
}

#[test]
fn links_of_a_package_are_imported_as_files() {
    let place = Place::new(&[
        "p/problem.yaml:name: x\n",
        "p/data/secret/1.in:1\n",
        "p/data/secret/1.ans:1\n",
        "outside.in:1\n",
    ]);
    symlink("1.in", place.path("p/data/secret/2.in")).unwrap();
    symlink("../secret/1.ans", place.path("p/data/secret/2.ans")).unwrap();
    symlink("secret", place.path("p/data/sample")).unwrap();
    symlink("/etc/passwd", place.path("p/notes.txt")).unwrap();
    toolkit(&["import", &path(&place, "p"), "-o", &path(&place, "folder")]);
    for name in ["sample/1.in", "sample/2.ans", "secret/2.in", "secret/2.ans"] {
        let metadata = fs::symlink_metadata(place.path(&format!("folder/data/{name}")));
        assert!(metadata.is_ok_and(|metadata| metadata.is_file()), "{name}");
    }
    assert!(!place.path("folder/notes.txt").exists());
    fs::remove_file(place.path("p/data/sample")).unwrap();
    for (target, name) in [("../../../outside.in", "3.in"), ("none", "3.ans"), ("../..", "all"), (".", "own")]
    {
        symlink(target, place.path(&format!("p/data/secret/{name}"))).unwrap();
        let output = place.toolkit(&["import", "p", "-o", "other"]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        let why =
            format!("data/secret/{name}: a link that leads out of the package, to nothing or in a circle");
        assert!(!output.status.success() && said.contains(&why), "{said}");
        fs::remove_file(place.path(&format!("p/data/secret/{name}"))).unwrap();
    }
}

/// The verdicts of a check, by the names that tests have in formats without folders. The sandbox would hide this program.
fn verdicts(place: &Place, package: &str, program: &str) -> BTreeMap<String, String> {
    let checked =
        place.test(&["check", package, "--sandbox", "off", "--report", "json=report.json", "--", program]);
    let run = checked.command().output().unwrap();
    let report = fs::read(place.path("report.json"));
    let report = report.unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&run.stderr)));
    let report: Value = serde_json::from_slice(&report).unwrap();
    let verdict = |test: &Value| {
        let [name, verdict] = ["name", "verdict"].map(|key| test[key].as_str().unwrap().to_owned());
        let below = ["testdata/", "data/"].iter().find_map(|folder| name.strip_prefix(folder));
        let name = below.unwrap_or(&name);
        (name.strip_prefix("secret/").unwrap_or(name).replace('/', "-"), verdict)
    };
    report["tests"].as_array().unwrap().iter().map(verdict).collect()
}

#[test]
fn a_check_of_each_format_gives_the_same_verdicts() {
    let solver = env!("CARGO_BIN_EXE_toolkit");
    for (slug, format) in whole::turn(chosen(), 3) {
        // The second is wrong on every answer of more than 40 bytes.
        let right = format!("right:#!/bin/sh\nexec {solver} {slug}\n");
        let wrong = format!("wrong:#!/bin/sh\n{solver} {slug} | head -c 40\n");
        let place = Place::new(&[&right, &wrong]);
        toolkit(&["export", slug, "--format", format, "-o", &path(&place, "package.zip")]);
        toolkit(&["import", &path(&place, "package.zip"), "-o", &path(&place, "folder")]);
        toolkit(&["samples", slug, "--all", "-o", &path(&place, "tests")]);
        let programs = if whole::is_whole() { &["./right", "./wrong"][..] } else { &["./wrong"] };
        for &program in programs {
            let mut expected = BTreeMap::new();
            for (group, prefix) in [("sample", "sample-"), ("secret", "")] {
                let own = verdicts(&place, &format!("tests/{group}"), program);
                expected.extend(own.into_iter().map(|(name, verdict)| (format!("{prefix}{name}"), verdict)));
            }
            let found = verdicts(&place, "package.zip", program);
            let imported = verdicts(&place, "folder", program);
            if matches!(format, "luogu" | "polygon") {
                // The tests have numbers for names; samples come first.
                assert!(in_order(&imported).eq(found.values()), "{slug} {program}: {found:?} {imported:?}");
                assert!(found.values().eq(in_order(&expected)), "{slug} {program}: {found:?} {expected:?}");
                continue;
            }
            assert_eq!(found, imported, "{slug} {format} {program}");
            for (name, verdict) in &found {
                assert_eq!(expected.get(name), Some(verdict), "{slug} {format} {program}: {name}");
            }
            let missing = expected.len() - found.len();
            assert!(missing == 0 || format.starts_with("icpc") && found.len() > missing, "{slug} {format}");
        }
    }
}

/// Returns verdicts in the order of a package: the samples first.
fn in_order(verdicts: &BTreeMap<String, String>) -> impl Iterator<Item = &String> {
    let (samples, others): (Vec<_>, Vec<_>) =
        verdicts.iter().partition(|(name, _)| name.starts_with("sample-"));
    samples.into_iter().chain(others).map(|(_, verdict)| verdict)
}

#[test]
fn a_package_with_a_validator_is_checked_by_it() {
    let problem = "problems/matches/submissions/wrong_answer/largest_heap.py";
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(problem);
    let holding = package_formats().filter(|format| !WITHOUT_PYTHON.contains(&format.name));
    for (n, format) in whole::turn(holding.enumerate(), 4) {
        let place = Place::new(&[]);
        // In its own folder, a wrong answer would be expected of it.
        fs::copy(&source, place.path("program.py")).unwrap();
        let archive = path(&place, "package.zip");
        let export = ["export", "matches", "--format", format.name, "--checker", "any-move", "-o", &archive];
        toolkit(&export);
        // The archive of one format is tried, and the folder of another.
        for package in whole::part(["package.zip", "folder"].into_iter().cycle().skip(n / 2).take(2), 2) {
            if package == "folder" {
                toolkit(&["import", &archive, "-o", &path(&place, "folder")]);
            }
            // The program moves in another heap than the statement says, and wins all the same.
            let text = place.run(0, &["check", package, "program.py", "--filter", "winning-heaps-2"]);
            assert!(text.contains(": 1 accepted"), "{}: {text}", format.name);
        }
    }
}

#[test]
fn what_a_format_cannot_hold_is_said() {
    let place = Place::new(&[]);
    for (format, said) in [
        ("icpc", "the key"),
        ("icpc-legacy", "the source \"UVA 1566\" is left out"),
        ("hydro", "Hydro has no output limit"),
        ("luogu", "Luogu's data hold no statement"),
        ("polygon", "is not carried by Polygon, and is left out"),
        ("dmoj", "DMOJ takes the title, statements and the limits of time and memory from its site"),
    ] {
        let archive = path(&place, &format!("{format}.zip"));
        let text = toolkit(&["export", "john", "--format", format, "-o", &archive]);
        // The format of this program's own problems holds everything.
        assert_eq!(text.contains(said), format != "icpc", "{format}: {text}");
    }
    for (format, has_validator) in [("icpc", true), ("hydro", true), ("luogu", false)] {
        let archive = path(&place, &format!("calendar-{format}.zip"));
        let text = toolkit(&["export", "calendar-game", "--format", format, "-o", &archive]);
        let said = "the input validator does not check that there is such a date";
        assert_eq!(text.contains(said), has_validator, "{format}: {text}");
    }
    let text = toolkit(&["import", &path(&place, "luogu.zip"), "-o", &path(&place, "folder")]);
    assert!(text.contains("no grammar was recognised"), "{text}");
}

#[test]
fn packages_are_never_written_over_files() {
    let place = Place::new(&["john/notes.txt:mine"]);
    let john = path(&place, "john.zip");
    toolkit(&["export", "john", "--format", "dmoj", "-o", &john]);
    let text = place.run(5, &["import", "john.zip"]);
    assert!(text.contains("cannot write john: there are files in it already"), "{text}");
    let text = place.run(5, &["import", "john"]);
    assert!(text.contains("cannot import john: no tests were found"), "{text}");
    let place = Place::new(&["all/a/data.yml:", "all/a/1.in:1", "all/a/1.out:1", "all/b/1.in:1"]);
    let text = place.run(5, &["import", "all", "-o", "own"]);
    assert!(
        text.contains("cannot import all: it is no package, but holds some, such as that of a/data.yml"),
        "{text}"
    );
}

/// Returns a package as a zip archive, not compressed.
fn stored_package() -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, text) in [
        ("problem.yaml", "problem_format_version: 2025-09\n"),
        ("data/secret/1.in", "1\n1\n5\n"),
        ("data/secret/1.ans", "John\n"),
        ("data/secret/2.in", "1\n1\n4\n"),
        ("data/secret/2.ans", "John\n"),
    ] {
        zip.start_file(name, options).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

#[test]
fn an_archive_that_has_lost_a_file_is_an_error_of_every_command() {
    let place = Place::new(&[]);
    let whole = stored_package();
    let replaced = |from: &[u8], to: &[u8]| {
        let mut bytes = whole.clone();
        for start in 0..=bytes.len() - from.len() {
            if bytes[start..].starts_with(from) {
                bytes[start..start + from.len()].copy_from_slice(to);
            }
        }
        bytes
    };
    fs::write(place.path("damaged.zip"), replaced(b"1\n1\n4\n", b"1\n1\n3\n")).unwrap();
    fs::write(place.path("twice.zip"), replaced(b"secret/2.in", b"secret/1.in")).unwrap();
    for (archive, error) in
        [("damaged.zip", "data/secret/2.in: "), ("twice.zip", "data/secret/1.in: this name occurs twice")]
    {
        for command in [
            &["validate", "john", archive][..],
            &["check", "--problem", "john", archive],
            &["import", archive, "-o", "made"],
            &["export", archive, "--format", "dmoj", "-o", "made.zip"],
        ] {
            let text = place.run(5, command);
            assert!(text.contains(error), "{command:?}: {text}");
        }
        assert!(!place.path("made").exists() && !place.path("made.zip").exists());
    }
}

#[test]
fn a_signal_while_an_archive_is_unpacked_leaves_nothing() {
    let place = Place::new(&[]);
    // A gibibyte, the same zeros again and again.
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file("data/secret/0.in", zip::write::SimpleFileOptions::default()).unwrap();
    zip.write_all(&vec![0; 1 << 24]).unwrap();
    let mut seed = zip::ZipArchive::new(zip.finish().unwrap()).unwrap();
    let mut zip = zip::ZipWriter::new(fs::File::create(place.path("big.zip")).unwrap());
    for part in 0..64 {
        let name = format!("data/secret/{part}.in");
        zip.raw_copy_file_rename(seed.by_index_raw(0).unwrap(), name).unwrap();
    }
    zip.finish().unwrap();
    fs::create_dir(place.path("temporary")).unwrap();
    let is_empty = || fs::read_dir(place.path("temporary")).unwrap().next().is_none();
    // The folder of the run is there before signals are caught, and the archive's in it is not.
    let has_begun = || {
        let runs = fs::read_dir(place.path("temporary")).unwrap().flatten();
        runs.filter_map(|run| fs::read_dir(run.path()).ok()).flatten().next().is_some()
    };
    for (command, signal, code) in [
        (&["import", "big.zip", "-o", "made"][..], Signal::INT, 130),
        (&["validate", "john", "big.zip"], Signal::TERM, 143),
        (&["export", "big.zip", "--format", "dmoj", "-o", "made.zip"], Signal::INT, 130),
        (&["check", "--problem", "john", "big.zip"], Signal::TERM, 143),
    ] {
        let mut run = place.toolkit(command);
        let mut child = run.env("TMPDIR", place.path("temporary")).stderr(Stdio::piped()).spawn().unwrap();
        wait::until("the archive is unpacked", has_begun);
        kill_process(Pid::from_child(&child), signal).unwrap();
        let status = child.wait().unwrap();
        let mut text = String::new();
        child.stderr.unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(status.code(), Some(code), "{command:?}: {text}");
        assert!(text.starts_with("error: interrupted: "), "{command:?}: {text}");
        assert!(is_empty() && !place.path("made").exists(), "{command:?}");
    }
}

/// Runs inputs through functions of Python programs: `check(program, arguments)` returns whether one is right.
///
/// The programs are run without their last line, in which they end.
const DRIVER: &str = r#"
import struct, sys

def load(path):
    names = {"__name__": "validator"}
    with open(path) as file:
        program = file.read().replace("\nsys.exit(main())\n", "\n")
    exec(compile(program, path, "exec"), names)
    return names

def check(names, texts):
    if "wrong" in names:
        return names["wrong"](*texts) is None
    try:
        given = names["Input"](names["DESCRIPTION"], texts[0])
        cases = given.read()
        if len(texts) > 1:
            names["check_answer"](cases, given, texts[1].decode("ascii", "replace"))
        return True
    except names["Invalid"]:
        return False

def text(file):
    size = file.read(4)
    return size and file.read(*struct.unpack("<I", size))

programs = {}
while path := text(sys.stdin.buffer):
    count = len(text(sys.stdin.buffer))
    texts = [text(sys.stdin.buffer) for _ in range(count)]
    if path not in programs:
        programs[path] = load(path)
    sys.stdout.write("1" if check(programs[path], texts) else "0")
"#;

/// Returns whether Python programs accept texts; `None` where there is no Python.
fn python(questions: &[(PathBuf, Vec<Vec<u8>>)]) -> Option<Vec<bool>> {
    let mut child = match Command::new("python3")
        .args(["-c", DRIVER])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
    {
        Ok(child) => child,
        Err(_) => {
            eprintln!("skipped: python3 could not be started");
            return None;
        }
    };
    let mut bytes = Vec::new();
    let mut add = |text: &[u8]| {
        bytes.extend(u32::try_from(text.len()).unwrap().to_le_bytes());
        bytes.extend(text);
    };
    for (program, texts) in questions {
        add(program.to_str().unwrap().as_bytes());
        add(&vec![b'x'; texts.len()]);
        texts.iter().for_each(|text| add(text));
    }
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || input.write_all(&bytes));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success());
    let answers: Vec<bool> = output.stdout.iter().map(|&answer| answer == b'1').collect();
    assert_eq!(answers.len(), questions.len());
    Some(answers)
}

/// Random numbers: `SplitMix64` (Steele, Lea and Flood, 2014).
pub(super) struct Random(pub u64);

impl Random {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ mixed >> 31) % end as u64) as usize
    }
}

/// Changes a text in one place.
fn mutate(text: &[u8], random: &mut Random) -> Vec<u8> {
    const PIECES: &[&[u8]] = &[
        b" ",
        b"\n",
        b"0",
        b"1",
        b"9",
        b"-",
        b"\t",
        b"\r",
        b"x",
        b".",
        b"X",
        b"0 ",
        b" 0",
        b"\n0\n",
        b"18446744073709551616",
        b"\xef\xbb\xbf",
        b"\0",
        b"1 1\n",
    ];
    let mut text = text.to_vec();
    let at = random.below(text.len() + 1);
    let piece = PIECES[random.below(PIECES.len())];
    let end = (at + random.below(4)).min(text.len());
    match random.below(6) {
        0 => drop(text.splice(at..at, piece.iter().copied())),
        1 => drop(text.drain(at..end)),
        2 => drop(text.splice(at..end, piece.iter().copied())),
        3 => text.truncate(at),
        4 => {
            let line =
                text[at..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |len| at + len + 1);
            let copy = text[at..line].to_vec();
            drop(text.splice(line..line, copy));
        }
        _ => {
            if let Some(digit) = text.get_mut(at).filter(|byte| byte.is_ascii_digit()) {
                *digit = b'0' + random.below(10) as u8;
            } else {
                text.extend(piece);
            }
        }
    }
    text
}

/// Mutations of inputs, of a part of the problems, and of all with `TOOLKIT_TEST_ALL`.
const MUTATIONS: (usize, usize) = (300, 10_000);
/// Largest file that is read and changed without `TOOLKIT_TEST_ALL`.
const SMALL: u64 = 5_000;

#[test]
fn input_validators_agree_with_the_strict_reading() {
    let place = Place::new(&[]);
    let mutations = if whole::is_whole() { MUTATIONS.1 } else { MUTATIONS.0 };
    let mut random = Random(16);
    let (mut questions, mut expected) = (Vec::new(), Vec::new());
    let problems: Vec<_> = whole::part(PROBLEMS, 6).collect();
    let of_each = mutations / problems.len();
    for problem in problems {
        let folder = path(&place, &format!("{}/", problem.slug));
        toolkit(&["export", problem.slug, "--format", "icpc", "-o", &folder]);
        let package = place.path(problem.slug).join(problem.slug.replace('-', ""));
        let validator = package.join("input_validators/validate.py");
        let mut description = Description::from_entry(problem);
        // Conditions on whole cases have no form in a grammar, as `export` says.
        let conditions = problem.form.grammar.all_conditions().into_iter();
        let conditions: Vec<_> = conditions.filter(|own| !matches!(own, Condition::Case(..))).collect();
        description.grammar =
            Grammar { conditions: &[], unchecked: conditions.leak(), ..problem.form.grammar };
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata").join(problem.slug);
        let mut fixtures = Vec::new();
        for group in ["sample", "secret", "beyond", "tolerated", "invalid"] {
            for entry in fs::read_dir(data.join(group)).into_iter().flatten() {
                let entry = entry.unwrap();
                if entry.path().extension().is_some_and(|ending| ending == "in")
                    && (whole::is_whole() || entry.metadata().unwrap().len() <= SMALL)
                {
                    fixtures.push(fs::read(entry.path()).unwrap());
                }
            }
        }
        fixtures.sort();
        let mut ask = |input: Vec<u8>| {
            expected.push(strict::is_valid(&description, &input));
            questions.push((validator.clone(), vec![input]));
        };
        let small: Vec<_> = fixtures.iter().filter(|fixture| fixture.len() < 2000).cloned().collect();
        for _ in 0..of_each {
            let mut input = small[random.below(small.len())].clone();
            for _ in 0..=random.below(2) {
                input = mutate(&input, &mut random);
            }
            ask(input);
        }
        fixtures.into_iter().for_each(ask);
    }
    assert!(expected.iter().any(|&valid| valid) && questions.len() > of_each);
    let Some(answers) = python(&questions) else { return };
    for ((answer, expected), (validator, texts)) in answers.iter().zip(&expected).zip(&questions) {
        let text = String::from_utf8_lossy(&texts[0]);
        let name = validator.display();
        assert_eq!(
            answer,
            expected,
            "{name}: expected {expected} for {:?}",
            &text[..text.floor_char_boundary(300)]
        );
    }
}

#[test]
fn answer_validators_accept_the_answers_and_refuse_damaged_ones() {
    let place = Place::new(&[]);
    let (mut questions, mut expected) = (Vec::new(), Vec::new());
    // The answers of the last one begin with integers.
    let some: Vec<&str> = SOME.iter().map(|(slug, _)| *slug).chain(["wythoff-first-moves"]).collect();
    for problem in PROBLEMS.iter().filter(|problem| whole::is_whole() || some.contains(&problem.slug)) {
        let folder = path(&place, &format!("{}/", problem.slug));
        toolkit(&["export", problem.slug, "--format", "icpc", "-o", &folder]);
        let package = place.path(problem.slug).join(problem.slug.replace('-', ""));
        let files = fs::read_dir(package.join("data/secret")).unwrap().map(|entry| entry.unwrap().path());
        let mut inputs: Vec<_> =
            files.filter(|file| file.extension().is_some_and(|ending| ending == "in")).collect();
        inputs.sort();
        for input in whole::part(inputs, 3) {
            let answer = fs::read(input.with_extension("ans")).unwrap();
            for end in [&b""[..], b"x\n", b"01\n", b" ", b"\xff\n"] {
                expected.push(end.is_empty());
                let texts = vec![fs::read(&input).unwrap(), [&answer, end].concat()];
                questions.push((package.join("answer_validators/validate.py"), texts));
            }
        }
    }
    let Some(answers) = python(&questions) else { return };
    for ((answer, expected), (validator, texts)) in answers.iter().zip(&expected).zip(&questions) {
        let text = String::from_utf8_lossy(&texts[1]);
        assert_eq!(answer, expected, "{}: expected {expected} for {text:?}", validator.display());
    }
}

#[test]
fn output_validators_agree_with_the_built_in_checkers() {
    let place = Place::new(&[]);
    let matches = problems::find("matches").unwrap();
    let export = |slug: &str, checker: &str| {
        let folder = path(&place, &format!("{slug}/"));
        toolkit(&["export", slug, "--format", "icpc", "--checker", checker, "-o", &folder]);
        place.path(slug).join(slug.replace('-', "")).join("output_validator/validate.py")
    };
    let any_move = export("matches", "any-move");
    let any_order = [
        ("stones-all-moves", &["Yes", "No"], "No\nYes\n5 1\n7 3\n7 3\nNo\nYes\n1 0\n"),
        ("wythoff-first-moves", &["0", "1"], "0\n1\n1 2\n0 1\n4 7\n0\n1\n1 1\n"),
    ]
    .map(|(slug, words, right)| (export(slug, "any-order"), Moves(Records::Blocks(words)), right));
    let mut random = Random(17);
    let (mut questions, mut expected) = (Vec::new(), Vec::new());
    let (single, orders) = if whole::is_whole() { (2000, 500) } else { (200, 50) };
    for _ in 0..single {
        let heaps: Vec<u64> = (0..=random.below(3)).map(|_| random.below(5) as u64).collect();
        let output = match random.below(10) {
            0 => "lose".to_owned(),
            1 => "lose\x0b 1".to_owned(),
            _ => {
                let (heap, taken) = (random.below(heaps.len()), random.below(5) as u64);
                let mut after = heaps.clone();
                after[heap] = after[heap].saturating_sub(taken);
                let after: Vec<String> = after.iter().map(u64::to_string).collect();
                format!("{taken} {}\n{}\n", heap + 1, after.join(" "))
            }
        };
        let output =
            if random.below(4) == 0 { mutate(output.as_bytes(), &mut random) } else { output.into_bytes() };
        let text = String::from_utf8_lossy(&output).into_owned();
        let tokens: Vec<&str> = text.split_ascii_whitespace().collect();
        expected.push((matches.checks[0].check)(&heaps, &tokens).is_ok());
        let heaps: Vec<String> = heaps.iter().map(u64::to_string).collect();
        let input = format!("{}\n{}\n", heaps.len(), heaps.join(" "));
        questions.push((any_move.clone(), vec![input.into_bytes(), Vec::new(), output]));
    }
    for round in 0..orders {
        let (validator, moves, right) = &any_order[round % 2];
        let mut lines: Vec<&str> = right.lines().collect();
        let (one, other) = (random.below(lines.len()), random.below(lines.len()));
        lines.swap(one, other);
        let mut given = (lines.join("\n") + "\n").into_bytes();
        if random.below(2) == 0 {
            given = mutate(&given, &mut random);
        }
        let (answer, output) = (Content::from(*right), Content::from(&*given));
        let files = CheckInput { input: &answer, output: &output, answer: &answer, feedback: None };
        let verdict = AnyOrder { cases: moves, is_set: false }.check(files).unwrap().verdict;
        expected.push(matches!(verdict, Verdict::Accepted | Verdict::PresentationError));
        questions.push((validator.clone(), vec![Vec::new(), right.as_bytes().to_vec(), given]));
    }
    assert!(
        [true, false]
            .iter()
            .all(|each| expected[single..].contains(each) && expected[..single].contains(each))
    );
    let Some(answers) = python(&questions) else { return };
    for ((answer, expected), (_, texts)) in answers.iter().zip(&expected).zip(&questions) {
        let texts: Vec<_> = texts.iter().map(|text| String::from_utf8_lossy(text)).collect();
        assert_eq!(answer, expected, "expected {expected} for {texts:?}");
    }
}

/// A problem with these records.
struct Moves(Records);

impl Cases for Moves {
    fn records(&self) -> Records {
        self.0
    }
    fn case(&self, _: &Content, _: u64) -> Option<CaseInfo> {
        None
    }
}
