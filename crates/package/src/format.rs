//! The formats of packages: one table, and a writer and a reader for each.

mod dmoj;
mod hydro;
mod icpc;
mod legacy;
mod luogu;
mod polygon;

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use serde_json::Value;

use super::metadata::Metadata;
use super::names::{unique, valid_name};
use super::notes::Notes;
use super::testlib::Testlib;
use super::{Content, Files, Package, PackageTest, SAMPLE, SECRET, validators};

pub(super) use self::icpc::{uuid_of, write_own};

/// A format of packages.
pub struct Format {
    /// Its name on the command line.
    pub name: &'static str,
    /// The judges that read it, for the help.
    pub about: &'static str,
    /// Writes a package; notes say what the format cannot hold.
    pub write: fn(&Package, &mut Notes) -> io::Result<Files>,
    /// Reads a package; notes say what was not recognised. Without it, what `check` finds is read.
    pub read: Option<fn(Files, &mut Notes) -> io::Result<Package>>,
    /// Whether its judges take a checker written with testlib.
    takes_testlib: bool,
    /// Returns what would be judged otherwise in this format, of what other formats hold.
    losses: fn(&Package) -> io::Result<Vec<String>>,
    /// Returns whether files are of this format.
    is_format_of: fn(&Files) -> io::Result<bool>,
}

/// Every format; the first that fits is that of a package.
pub const FORMATS: &[Format] = &[
    Format {
        name: "icpc",
        about: "ICPC problem package format, 2025-09: DOMjudge, Kattis, BAPCtools",
        write: icpc::write,
        read: Some(icpc::read),
        takes_testlib: false,
        losses: icpc::losses,
        is_format_of: |files| Ok(icpc::version(files)?.is_some_and(|version| !version.starts_with("legacy"))),
    },
    Format {
        name: "icpc-legacy",
        about: "ICPC problem package format before it had versions: Kattis, DOMjudge, Hydro",
        write: legacy::write,
        read: Some(legacy::read),
        takes_testlib: false,
        losses: legacy::losses,
        is_format_of: |files| {
            let is_package = files.keys().any(|path| path.starts_with("data/"));
            Ok(is_package && files.contains_key("problem.yaml"))
        },
    },
    Format {
        name: "hydro",
        about: "Hydro's own format",
        write: hydro::write,
        read: Some(hydro::read),
        takes_testlib: true,
        losses: hydro::losses,
        is_format_of: |files| Ok(files.keys().any(|path| path.starts_with("testdata/"))),
    },
    Format {
        name: "dmoj",
        about: "DMOJ: test data with an init.yml",
        write: dmoj::write,
        read: Some(dmoj::read),
        takes_testlib: true,
        losses: dmoj::losses,
        is_format_of: |files| Ok(files.contains_key("init.yml")),
    },
    Format {
        name: "luogu",
        about: "Luogu: test data with a config.yml",
        write: luogu::write,
        read: Some(luogu::read),
        takes_testlib: true,
        losses: luogu::losses,
        is_format_of: |files| {
            let has_input = files.keys().any(|path| !path.contains('/') && path.ends_with(".in"));
            Ok(has_input && configuration(files).is_none())
        },
    },
    Format {
        name: "polygon",
        about: "Polygon's full package, for programs that import it",
        write: polygon::write,
        read: None,
        takes_testlib: true,
        losses: polygon::losses,
        is_format_of: |files| Ok(files.contains_key("problem.xml")),
    },
];

/// Returns what a judge would do otherwise with a package in a format.
///
/// # Errors
/// When a file cannot be read.
pub fn losses(package: &Package, format: &Format) -> io::Result<Vec<String>> {
    let mut losses = if package.own == format.name { Vec::new() } else { package.lost.clone() };
    losses.extend(package.testlib.as_ref().filter(|_| !format.takes_testlib).map(Testlib::loss));
    losses.extend((format.losses)(package)?);
    Ok(losses)
}

/// Returns the number of tests in the files of a package.
#[must_use]
pub fn tests_in(files: &Files) -> usize {
    let folders = ["data/sample/", "data/secret/", "testdata/"];
    let is_input = |path: &str| {
        let is_there = !path.contains('/') || folders.iter().any(|folder| path.starts_with(folder));
        // Polygon's inputs have no ending.
        let is_numbered = path.strip_prefix("tests/").is_some_and(|name| !name.contains('.'));
        is_numbered || is_there && path.ends_with(".in")
    };
    files.keys().filter(|path| is_input(path)).count()
}

/// The configurations of formats that `check` reads, and for which there is no reader of packages.
pub(super) const CONFIGURATIONS: &[&str] =
    &["config.yaml", "data.yaml", "data.yml", "problem.conf", "problem.xml", "task.yaml"];

/// Returns the configuration among files by which `check` finds the tests, if there is one.
pub(super) fn configuration(files: &Files) -> Option<&'static str> {
    CONFIGURATIONS.iter().copied().find(|name| files.contains_key(*name))
}

/// Returns the format of files.
///
/// # Errors
/// When a file cannot be read.
pub fn recognise(files: &Files) -> io::Result<Option<&'static Format>> {
    for format in FORMATS {
        if (format.is_format_of)(files)? {
            return Ok(Some(format));
        }
    }
    Ok(None)
}

/// Takes a file of YAML, which may be missing.
fn take_yaml(files: &mut Files, name: &str) -> io::Result<Metadata> {
    let text = files.remove(name).map_or(Ok(String::new()), |file| file.text())?;
    parse_yaml(name, &text)
}

fn parse_yaml(name: &str, text: &str) -> io::Result<Metadata> {
    // The other lines of the message repeat the place.
    Metadata::parse(text)
        .map_err(|error| malformed(name, error.to_string().lines().next().unwrap_or_default()))
}

/// Notes a key of a file that the reader does not know.
fn note_key(file: &str, key: &str, notes: &mut Notes) {
    notes.push(format!("{file}: the key {key:?} was not recognised, and is left out"));
}

/// Takes the tests below `sample` and `secret` in a folder.
pub(super) fn take_tests(files: &mut Files, folder: &str) -> Vec<PackageTest> {
    let is_test = |path: &str| path.starts_with(SAMPLE) || path.starts_with(SECRET);
    let paths = files.keys().filter_map(|path| path.strip_prefix(folder)?.strip_suffix(".in"));
    let paths: Vec<String> = paths.filter(|path| is_test(path)).map(str::to_owned).collect();
    let mut tests = Vec::new();
    for path in paths {
        if let Some(answer) = files.remove(&format!("{folder}{path}.ans"))
            && let Some(input) = files.remove(&format!("{folder}{path}.in"))
        {
            tests.push(PackageTest { path, input, answer });
        }
    }
    tests.sort_by(|a, b| a.path.cmp(&b.path));
    tests
}

/// An error of a file's content.
fn malformed(file: &str, why: impl std::fmt::Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("{file}: {why}"))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "sizes are whole and positive")]
fn whole(size: f64) -> Value {
    Value::from(size as u64)
}

/// Removes files that the writer makes again with the same bytes.
fn forget_made(
    package: &mut Package,
    made: &[&str],
    write: fn(&Package, &mut Notes) -> io::Result<Files>,
) -> io::Result<()> {
    let found: Vec<(String, Content)> =
        made.iter().filter_map(|path| package.files.remove_entry(*path)).collect();
    let again = write(package, &mut Notes::new())?;
    for (path, content) in found {
        let is_same = again.get(&path).map_or(Ok(false), |made| made.is(&content))?;
        if !is_same {
            package.files.insert(path, content);
        }
    }
    Ok(())
}

/// Returns the names of the tests for formats without folders: those of samples begin with `sample-`.
fn flat_names(tests: &[PackageTest]) -> Vec<String> {
    let mut taken = BTreeSet::new();
    tests.iter().map(|test| unique(&flat_name(&test.path), &mut taken)).collect()
}

fn flat_name(path: &str) -> String {
    let path = path.strip_prefix(SECRET).unwrap_or(path);
    path.split('/').map(valid_name).collect::<Vec<_>>().join("-")
}

/// Returns the path of a test by its name in a format without folders.
fn path_of(name: &str) -> String {
    match name.strip_prefix("sample-") {
        Some(name) => format!("{SAMPLE}{name}"),
        None => format!("{SECRET}{name}"),
    }
}

/// Notes the files that a format has no place for, folder by folder.
pub(super) fn note_left_out<'a>(paths: impl Iterator<Item = &'a String>, notes: &mut Notes) {
    // What these say of scores and of outputs is written in the way of each format.
    let is_group = |path: &str| path.ends_with("/test_group.yaml") || path.ends_with("/testdata.yaml");
    let paths = paths.filter(|path| !is_group(path));
    // Every format holds the tests in data/, so that its other folders are named one by one.
    let depth = |path: &str| if path.starts_with("data/") { 2 } else { 1 };
    let tops: BTreeSet<String> =
        paths.map(|path| path.split_inclusive('/').take(depth(path)).collect()).collect();
    notes.extend(tops.into_iter().map(|top| format!("{top} has no place in this format, and is left out")));
}

/// Returns the only file of the output validator, if it is one file; notes what cannot be held.
fn checker(package: &Package, notes: &mut Notes) -> Option<(String, Content)> {
    let files = package.below("output_validator/");
    if files.len() > 1 {
        notes.push(
            "output_validator/ has several files, for which this format has no place; it is left out"
                .to_owned(),
        );
        return None;
    }
    files.into_iter().next()
}

/// The name of an interactor that is written here.
const INTERACTOR: &str = "interactor.py";

/// Returns an interactor with the calling convention of testlib, where the package has a validator in one file of Python.
fn interactor(package: &Package) -> io::Result<Option<String>> {
    let programs = package.below("output_validator/");
    match programs.iter().next() {
        Some((path, program)) if package.is_interactive() && programs.len() == 1 && is_python(path) => {
            Ok(Some(validators::interactor(&program.text()?)))
        }
        _ => Ok(None),
    }
}

/// Takes the interactor of a package, where it is one that is written here.
fn take_interactor(path: &str, files: &mut Files, package: &mut Package) -> io::Result<()> {
    let Some(program) = files.get(path) else { return Ok(()) };
    if let Some(validator) = validators::validator_of(&program.text()?) {
        files.remove(path);
        package.metadata.set("type", "interactive");
        package.validator_args.clear();
        package.files.insert(validators::OUTPUT.to_owned(), validator.into());
    }
    Ok(())
}

fn is_python(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|ending| ending == "py")
}

/// Returns why the outputs of a package are judged otherwise in a format that is not called as the ICPC format calls programs;
/// some formats have its interactor.
fn lost_dialogue(package: &Package, has_interactor: bool) -> Vec<String> {
    let kinds = package.metadata.list("type");
    let lost = kinds.iter().filter(|kind| match kind.as_str() {
        "interactive" => !has_interactor,
        kind => matches!(kind, "multi-pass" | "submit-answer"),
    });
    lost.map(|kind| format!("it is {kind}")).collect()
}

/// Returns the loss of an output validator where the judge takes programs of another kind alone.
fn testlib_alone(path: &str, judge: &str) -> String {
    format!(
        "{path}: {judge} takes programs of testlib in C++ alone, one of which must be added to what is exported"
    )
}

/// Returns the loss of the arguments of an output validator, in a format that has none.
fn lost_args(package: &Package, judge: &str) -> Option<String> {
    let args = package.validator_args.join(" ");
    let is_lost = package.has_validator() && !args.is_empty();
    is_lost.then(|| format!("{judge} calls no output validator with `{args}`"))
}

/// Returns whole points as such.
fn points_of(points: f64) -> Value {
    if points.fract() == 0.0 && points >= 0.0 { whole(points) } else { Value::from(points) }
}

/// Pairs the inputs and answers of a folder without subfolders, by name.
fn pairs(files: &mut Files, folder: &str, names: Option<Vec<(String, String)>>) -> Vec<PackageTest> {
    let names = names.unwrap_or_else(|| {
        let inputs = files.keys().filter_map(|path| path.strip_prefix(folder)?.strip_suffix(".in"));
        let answer = |name: &str| {
            [".out", ".ans"]
                .iter()
                .map(|end| format!("{name}{end}"))
                .find(|answer| files.contains_key(&format!("{folder}{answer}")))
        };
        inputs.filter_map(|name| Some((format!("{name}.in"), answer(name)?))).collect()
    });
    let mut tests = Vec::new();
    for (input, answer) in names {
        let (input_path, answer) = (format!("{folder}{input}"), format!("{folder}{answer}"));
        if files.contains_key(&input_path)
            && let Some(answer) = files.remove(&answer)
            && let Some(content) = files.remove(&input_path)
        {
            let name = input.rsplit_once('.').map_or(input.as_str(), |(name, _)| name).replace('/', "-");
            tests.push(PackageTest { path: path_of(&name), input: content, answer });
        }
    }
    tests.sort_by(|a, b| a.path.cmp(&b.path));
    tests
}
