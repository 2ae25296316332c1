//! The paths of test data on the command line, and errors for paths without any.

use nim_ground::error::named;
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use itertools::Itertools;

use crate::terminal::UsageError;
use nim_ground::commands::on_path;
use nim_ground::files::{folder_of, is_executable};
use nim_ground::presence::{find, find_link, is_file, is_folder, real_path};
use nim_judge::check::name_of;
use nim_judge::programs::is_source;
use nim_judge::students;
use nim_solve::registry::Entry;
use nim_task::formats::{Manifests, is_manifest};
use nim_task::layout::{self, ArchiveFormat, TestSet};

/// The folder that is searched where none is named.
pub const DEFAULT: &str = "testdata";

/// What the tests of a command may be without.
#[derive(Clone, Copy)]
pub struct May {
    /// Whether inputs may have no answers, which something else gives.
    pub answer: bool,
    /// Whether tests that cannot be read are left out.
    pub lack_tests: bool,
}

impl May {
    /// Programs answer inputs, and every test is read.
    pub const ANSWERED: Self = Self { answer: true, lack_tests: false };
}

/// Returns the tests of all paths; with several, names begin with the path.
///
/// Every path must hold tests. The exception is that none does, each is a folder, an archive or an input, and none
/// looks like a program: then the test set is empty.
///
/// Data whose tests are `held` already is not looked for.
///
/// Each test has the name of its built-in problem, where one is known.
///
/// `typed` are the words of the command line that the paths come from. Where these `may.answer`, there are programs, for which a path must not hold several packages, and inputs without answers count as tests.
///
/// # Errors
/// When a path cannot be read, or a [`UsageError`] when one holds no tests.
pub fn discover(
    paths: &[PathBuf],
    held: &HashMap<PathBuf, TestSet>,
    may: May,
    typed: &[PathBuf],
    manifests: &Manifests,
) -> anyhow::Result<TestSet> {
    let mut all = TestSet::new(manifests);
    let mut empty = Vec::new();
    for (index, path) in paths.iter().enumerate() {
        let prefix = (paths.len() > 1).then(|| format!("{}/", name_of(path, &all).trim_end_matches('/')));
        let prefix = prefix.unwrap_or_default();
        if let Some(held) = held.get(path) {
            let mut test_set = held.clone();
            let whole = test_set.check_lost(may.lack_tests);
            whole.with_context(|| format!("cannot read {}", path.display()))?;
            all.append(test_set, &prefix);
            continue;
        }
        if find(path)?.is_none() && on_path(path.as_os_str())?.is_some() {
            return Err(misused(typed, path, "is a command"));
        }
        if find_link(path)?.is_none() {
            return Err(UsageError(format!("there is no file, folder or problem {}", shown(path))).into());
        }
        let metadata = path.metadata().with_context(|| format!("cannot read {}", path.display()))?;
        if !metadata.is_dir() && !metadata.is_file() {
            return Err(misused(typed, path, "is neither a file nor a folder"));
        }
        let test_set = layout::discover_readable(path, manifests).and_then(|mut test_set| {
            test_set.check_lost(may.lack_tests)?;
            Ok(test_set)
        });
        let test_set = test_set.with_context(|| format!("cannot read {}", path.display()))?;
        if may.answer {
            many_packages(path, &test_set)?;
        }
        let is_program = metadata.is_file() && (is_executable(path)? || is_source(path));
        let may_be_answered = may.answer && test_set.inputs_without_answers().next().is_some() && !is_program;
        if test_set.tests.is_empty() && !may_be_answered && test_set.incomplete().is_none() {
            empty.push((index, NoTests::new(path, &test_set)?));
        }
        all.append(test_set, &prefix);
    }
    // A pattern such as `secret/*` names the answers with the inputs.
    empty.retain(|(index, _)| !is_answer(&paths[*index], &all));
    if all.tests.is_empty() && empty.iter().all(|(_, kind)| matches!(kind, NoTests::Empty(_))) {
        return with_problems(all, paths, held);
    }
    match empty.iter().min_by_key(|(index, kind)| (!matches!(kind, NoTests::Program(_) | NoTests::Class | NoTests::Other), *index)) {
        None => with_problems(all, paths, held),
        Some((index, NoTests::Program(what))) => Err(misused(typed, &paths[*index], what)),
        Some((index, NoTests::Class)) => Err(class_without_option(typed, &paths[*index])),
        Some((index, NoTests::Other)) => Err(UsageError(format!(
            "{} holds no test data: it is no test's input\n  a program is a source file whose ending is known, such as sol.cpp, or a command after `--`",
            shown(&paths[*index])
        ))
        .into()),
        Some((index, NoTests::Empty(what) | NoTests::Partner(what))) => {
            Err(UsageError(format!("{} holds no test data: it {what}", shown(&paths[*index]))).into())
        }
    }
}

/// Returns the real paths of data; none of what is in memory.
///
/// # Errors
/// When one cannot be looked at.
fn roots(data: &[PathBuf]) -> io::Result<Vec<PathBuf>> {
    data.iter().filter_map(|path| real_path(path).transpose()).collect()
}

/// Says of which built-in problem each test of some paths is: of the one that the nearest enclosing folder, or the archive, is named after,
/// else of the one whose own tests are among the paths.
///
/// # Errors
/// When a folder cannot be looked at.
fn with_problems(
    mut test_set: TestSet,
    paths: &[PathBuf],
    held: &HashMap<PathBuf, TestSet>,
) -> anyhow::Result<TestSet> {
    let roots = roots(paths)?;
    let beside = held.values().flat_map(|held| &held.tests).filter_map(|test| test.problem.clone());
    let beside = beside.unique().exactly_one().ok();
    // Most tests lie in few folders.
    let mut known: HashMap<PathBuf, Option<&'static Entry>> = HashMap::new();
    let mut of_folder = |folder: Option<&Path>| {
        let folder = folder.unwrap_or(Path::new(""));
        if let Some(found) = known.get(folder) {
            return *found;
        }
        let found = folder.ancestors().find_map(|folder| nim_problems::find(folder.file_stem()?.to_str()?));
        known.insert(folder.to_path_buf(), found);
        found
    };
    test_set.name_problems(|name, input| {
        let of_name = of_folder(Path::new(name).parent());
        if of_name.is_some() {
            return Ok(of_name.map(|entry| entry.name.to_owned()));
        }
        let real = real_path(input)?;
        // Unpacked archives lie elsewhere, but with a single path the origin of a test is clear.
        let of_root = if let [root] = &*roots { Some(&**root) } else { None };
        let found = of_folder(real.as_deref().unwrap_or(input).parent()).or_else(|| of_folder(of_root));
        Ok(found.map(|entry| entry.name.to_owned()).or_else(|| beside.clone()))
    })?;
    Ok(test_set)
}

/// Refuses a path with several packages, each of which has programs of its own.
fn many_packages(path: &Path, test_set: &TestSet) -> Result<(), UsageError> {
    const MOST: usize = 5;
    let packages = test_set.packages.values().take(MOST);
    let names = packages.map(|package| nim_ground::visible::line(package)).collect_vec();
    let [first, _, ..] = &names[..] else { return Ok(()) };
    let more = if test_set.packages.len() > MOST { ", …" } else { "" };
    let shown = nim_ground::visible::line(&path.display().to_string());
    let (count, list) = (test_set.packages.len(), names.join(", "));
    // Only the advice depends on it.
    let how = if is_folder(path).is_ok_and(|is_folder| is_folder) {
        format!("check one of them, as in toolkit check {}/{first}", shown.trim_end_matches('/'))
    } else {
        "unpack it, and check one of them".to_owned()
    };
    Err(UsageError(format!("{shown} holds {count} packages ({list}{more}): {how}")))
}

/// The kind of a path without tests.
enum NoTests {
    /// It could hold tests.
    Empty(&'static str),
    /// It is the answer of a test.
    Partner(&'static str),
    /// It is probably a program.
    Program(&'static str),
    /// It has a folder for each student.
    Class,
    /// It may be a program in a language that is not known by its ending.
    Other,
}

impl NoTests {
    /// # Errors
    /// When a folder cannot be listed whole.
    fn new(path: &Path, test_set: &TestSet) -> io::Result<Self> {
        Self::of(path, test_set, is_folder(path)?.then(|| paths_in(path)).transpose()?)
    }

    /// Returns the kind of a path; of a folder, by its `entries`.
    fn of(path: &Path, test_set: &TestSet, entries: Option<Vec<PathBuf>>) -> io::Result<Self> {
        if let Some(entries) = entries {
            let holds_program = entries.iter().any(|path| is_program(path));
            let students = students::number(path)?;
            let is_package = entries
                .iter()
                .any(|path| path.file_name().and_then(|name| name.to_str()).is_some_and(is_manifest));
            // A folder with notes has been understood as a package.
            return Ok(if is_package {
                Self::Empty("is a package without tests")
            } else if test_set.notes.is_empty() && students > usize::from(holds_program) {
                Self::Class
            } else if holds_program && test_set.notes.is_empty() {
                Self::Program("is a folder with a program")
            } else {
                Self::Empty("is a folder without tests")
            });
        }
        if ArchiveFormat::from_path(path).is_some() {
            return Ok(Self::Empty("is an archive without tests"));
        }
        if layout::discover(folder_of(path)).is_ok_and(|test_set| is_answer(path, &test_set)) {
            return Ok(Self::Partner("is the answer of a test, not its input"));
        }
        if test_set.unmatched.first().is_some_and(|unmatched| unmatched.reason.is_half()) {
            return Ok(Self::Empty("is an input or an answer whose partner is missing"));
        }
        Ok(if is_executable(path)? {
            Self::Program("is a program")
        } else if is_source(path) {
            Self::Program("is source code")
        } else {
            Self::Other
        })
    }
}

fn paths_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    folder.read_dir().map_err(named(folder.display()))?.map(|entry| Ok(entry?.path())).collect()
}

/// Returns whether a path seems to be a program's. Only advice depends on it, and so one that cannot be looked at is none.
fn is_program(path: &Path) -> bool {
    is_file(path).unwrap_or(false) && (is_executable(path).unwrap_or(false) || is_source(path))
}

/// Returns the error about a path that holds no tests, with the command line that was probably meant, of the words as they were
/// typed.
fn misused(typed: &[PathBuf], path: &Path, what: &str) -> anyhow::Error {
    let index = typed.iter().position(|word| word == path).unwrap_or(typed.len());
    let words = typed.iter().map(|word| format!(" {}", shown(word))).collect_vec();
    let before = if index == 0 { format!(" {DEFAULT}") } else { words[..index].concat() };
    // A command without a folder would be searched for in `PATH`.
    let is_here = path.file_name() == Some(path.as_os_str())
        && is_program(path)
        && is_executable(path).unwrap_or(false);
    let program = if is_here { shown(&Path::new(".").join(path)) } else { shown(path) };
    let message = format!(
        "{} holds no test data: it {what}\n  the program to check comes after `--`: toolkit check{before} -- {program}{}",
        shown(path),
        words.get(index + 1..).unwrap_or_default().concat()
    );
    anyhow!(UsageError(message))
}

/// Returns the error about a folder of students' programs among the paths of tests.
fn class_without_option(typed: &[PathBuf], path: &Path) -> anyhow::Error {
    let others = typed.iter().filter(|word| *word != path).map(|word| shown(word)).join(" ");
    let others = if others.is_empty() { "PROBLEM".to_owned() } else { others };
    let class = shown(path);
    anyhow!(UsageError(format!(
        "{class} holds no test data: it is a folder with folders of programs\n  those of a class are checked by `--class`: toolkit check {others} --class {class}"
    )))
}

/// Returns a path, quoted for a shell.
fn shown(path: &Path) -> String {
    let text = nim_ground::visible::line(&path.display().to_string());
    if !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "/._-+=:,@%".contains(c)) {
        text
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

/// Returns whether a file is the answer of a test.
fn is_answer(path: &Path, test_set: &TestSet) -> bool {
    let Ok(path) = path.canonicalize() else { return false };
    test_set.tests.iter().any(|test| {
        let Some(partner) = test.expected.content().file() else { return false };
        partner.file_name() == path.file_name() && partner.canonicalize().is_ok_and(|partner| partner == path)
    })
}
