//! Submissions in a folder for each expectation, with programs that are a file or a folder.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::rules::{self, Details, Rules};
use crate::Error;
use crate::expected::{EXPECTED_GRADES, Expectation};
use crate::language::Languages;
use crate::layout::order::natural;
use crate::source::{PYTHON_2, Source, is_python_2};
use crate::submissions::{Submission, Submissions, require_installed, unknown_language};
use nim_ground::files::sorted;
use nim_ground::folder::read_text_below;
use nim_ground::presence;

/// The folder of the submissions.
pub const SUBMISSIONS: &str = "submissions";

/// Finds the submissions of a package, which may be of the legacy format.
///
/// # Errors
/// When a folder cannot be read, or `submissions.yaml` is malformed.
pub fn find(package: &Path, legacy: bool, languages: &Languages) -> Result<Submissions, Error> {
    let mut submissions = Submissions::default();
    let all = package.join(SUBMISSIONS);
    let (rules, mut groups) = (read_rules(package)?, None);
    let mut names = BTreeSet::new();
    for folder in entries(&all)? {
        if !presence::is_folder(&folder)? {
            continue;
        }
        for path in entries(&folder)? {
            let name = format!("{}/{}", name_of(&folder), name_of(&path));
            names.insert(name.clone());
            let mut found = submission(&path, &name, &rules, legacy, languages);
            if let Ok(found) = &mut found {
                let why = add_grades(found, package, &mut groups)?;
                submissions.notes.extend(why.map(|why| format!("{name}: {why}")));
            }
            submissions.add(&name, found)?;
        }
    }
    let unused = rules.unused(&names);
    let notes = unused.map(|pattern| format!("{}: {pattern:?} matches no submission", rules::FILE));
    submissions.notes.extend(notes);
    Ok(submissions)
}

/// Returns the groups of secret tests, by their folders below `data`, in the order of their numbers.
fn groups(package: &Path) -> Result<Vec<String>, Error> {
    const SECRET: &str = "secret";
    let secret = package.join("data").join(SECRET);
    if !presence::is_folder(&secret)? {
        return Ok(Vec::new());
    }
    let mut groups = Vec::new();
    for folder in entries(&secret)? {
        if presence::is_folder(&folder)? {
            groups.push(format!("{SECRET}/{}", name_of(&folder)));
        }
    }
    groups.sort_by(|one, other| natural(one, other));
    Ok(groups)
}

/// Adds the expectations for groups in a submission's comment; returns the reason if they are not compared. The groups are sought for the
/// first submission that needs them.
fn add_grades(
    submission: &mut Submission,
    package: &Path,
    known: &mut Option<Vec<String>>,
) -> Result<Option<String>, Error> {
    let main = &submission.source.main;
    let text = fs::read(main).map_err(unreadable(main))?;
    let text = String::from_utf8_lossy(&text);
    if !text.contains(EXPECTED_GRADES) {
        return Ok(None);
    }
    let groups = match known {
        Some(groups) => groups,
        None => known.insert(groups(package)?),
    };
    let mut expectation = submission.expectation.clone().unwrap_or_else(|| Expectation::any("its comment"));
    let why = expectation.add_grades(&text, groups);
    if !expectation.grades.is_empty() {
        submission.expectation = Some(expectation);
    }
    Ok(why)
}

/// The folder of the submissions whose times give the time limit.
const TIMED: &str = "accepted/";

/// Returns the submission of a path, or why it is left out.
fn submission(
    path: &Path,
    name: &str,
    rules: &Rules,
    legacy: bool,
    languages: &Languages,
) -> Result<Submission, Error> {
    // A link to another submission is a submission, too.
    let is_link = presence::find_link(path)?.is_some_and(|found| found.is_symlink());
    let real = if is_link { presence::real_path(path)? } else { None };
    let all = folder_of_submissions(path)?;
    let real = real.filter(|real| all.as_ref().is_some_and(|all| real.starts_with(all)));
    let path = real.as_deref().unwrap_or(path);
    let found = presence::absent_is_none(path.metadata(), path)?;
    let source = if found.is_some_and(|found| found.is_dir()) {
        Source::of_folder(path, languages).map_err(unreadable(path))?
    } else {
        Source::of_file(path, languages)?.map(|source| Source { beside: Vec::new(), ..source })
    };
    let mut source = source.ok_or_else(unknown_language)?;
    source.links = folder_of_submissions(path)?;
    let details = rules.details(name);
    let is_timed = details.is_timed.unwrap_or(name.starts_with(TIMED));
    apply(&details, &mut source)?;
    require_installed(&source)?;
    let text = fs::read(&source.main).map_err(unreadable(path))?;
    if source.language.name == "Python" && is_python_2(&String::from_utf8_lossy(&text)) {
        return Err(Error::Unsupported(PYTHON_2.to_owned()));
    }
    let expectation = expectation(&text, name, rules, legacy);
    Ok(Submission { name: name.to_owned(), source, expectation, is_timed })
}

/// Returns the real folder of the submissions that a submission is among.
fn folder_of_submissions(submission: &Path) -> Result<Option<PathBuf>, Error> {
    let all = submission.parent().and_then(Path::parent);
    all.map(|all| all.canonicalize().map_err(unreadable(all))).transpose()
}

/// Returns the expectation of a submission, by the comment in its text, its folder and `submissions.yaml`.
fn expectation(text: &[u8], name: &str, rules: &Rules, legacy: bool) -> Option<Expectation> {
    let folder = name.split('/').next().unwrap_or_default();
    let own = Expectation::of_comment(&String::from_utf8_lossy(text))
        .or_else(|| Expectation::of_folder(folder, legacy));
    rules.expectation(name, own)
}

/// Returns the package that a program is a submission of, by its path.
pub fn package_of(real: &Path) -> Option<&Path> {
    real.ancestors().skip(2).find(|folder| folder.ends_with(SUBMISSIONS))?.parent()
}

/// Returns the package's expectation for a program, if it is one of its submissions.
///
/// # Errors
/// When the program or `submissions.yaml` cannot be read.
pub fn expectation_of(real: &Path, package: &Path, legacy: bool) -> Result<Option<Expectation>, Error> {
    let all = package.join(SUBMISSIONS);
    let below = real.strip_prefix(&all).unwrap_or(Path::new(""));
    let mut below = below.iter().map(|part| part.to_string_lossy());
    let (Some(folder), Some(own)) = (below.next(), below.next()) else { return Ok(None) };
    let rules = match read_rules(package) {
        Err(error @ Error::Unreadable(_)) => return Err(error),
        Ok(rules) => rules,
        // A malformed one is refused where all submissions are checked.
        Err(_) => return Ok(None),
    };
    let text = fs::read(real).map_err(unreadable(real))?;
    Ok(expectation(&text, &format!("{folder}/{own}"), &rules, legacy))
}

/// Applies the settings in `submissions.yaml` to a source.
///
/// # Errors
/// When that cannot be applied, in words.
fn apply(details: &Details, source: &mut Source) -> Result<(), Error> {
    if details.has_score {
        return Err(Error::Unsupported(format!("its score in {} cannot be checked", rules::FILE)));
    }
    if let Some(code) = &details.language
        && !source.language.has_code(code)
    {
        let (file, name) = (rules::FILE, &source.language.name);
        return Err(Error::Unsupported(format!(
            "{file} says that its language is {code:?}, its name {name}"
        )));
    }
    if let Some(entry) = &details.entrypoint {
        let mut files = source.files.iter();
        let at = files.position(|file| [file.file_name(), file.file_stem()].contains(&Some(entry.as_ref())));
        let Some(at) = at else {
            let why = format!("its entrypoint {entry:?} in {} is none of its files", rules::FILE);
            return Err(Error::Unsupported(why));
        };
        source.files[..=at].rotate_right(1);
        source.main.clone_from(&source.files[0]);
    }
    Ok(())
}

/// Reads a package's `submissions.yaml`, if there is one.
fn read_rules(package: &Path) -> Result<Rules, Error> {
    let name = Path::new(SUBMISSIONS).join(rules::FILE);
    let path = package.join(&name);
    if presence::find(&path)?.is_none() {
        return Ok(Rules::default());
    }
    let text = read_text_below(package, name).map_err(unreadable(&path))?;
    Rules::read(&text).map_err(|error| error.within(path.display()))
}

/// Returns the paths in a folder, in order; without those that begin with a dot.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut entries = sorted(folder).map_err(unreadable(folder))?;
    entries.retain(|path| !name_of(path).starts_with('.'));
    Ok(entries)
}

fn unreadable(path: &Path) -> impl FnOnce(io::Error) -> Error {
    Error::unreadable(format!("cannot read {}", path.display()))
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
