//! Test data on disk: inputs, their answers, and unmatched files. Begin with [`discover`].

pub(crate) mod archive;
pub(crate) mod files;
mod graders;
pub(crate) mod input_validators;
pub(crate) mod judging;
mod left_out;
pub(crate) mod naming_scheme;
pub(crate) mod order;
mod pairs;
mod recipe;
pub(crate) mod run_files;
pub(crate) mod scoring_config;
pub(crate) mod search;
pub(crate) mod settings;
pub(crate) mod test;
pub(crate) mod test_set;
pub(crate) mod test_source;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use self::archive::{ArchiveFormat, LeftOut, UnpackBudget, may_hold_tests, unpack, unpack_within};
use self::archive::{refuse_others, without_archive_ending};
pub use self::input_validators::{InputArgs, InputValidator};
pub use self::naming_scheme::NamingScheme;
pub use self::order::natural;
pub use self::run_files::RunFiles;
pub use self::scoring_config::ScoreRule;
use self::search::search;
pub use self::settings::{Refused, Scope};
pub use self::test::{Expected, LanguageLimits, SolverOnly, Test, Validation};
pub use self::test_set::{TestSet, Unmatched, UnmatchedReason};
pub use self::test_source::{AnswerBy, Origin, Run, TestSource};
use crate::formats::Manifests;
use nim_ground::error::named;
use nim_ground::presence::real_path;

/// The depth to which archives within archives are unpacked.
const MOST_NESTED: usize = 2;

/// Finds the tests of an archive; if it has none itself, those of the archives in it.
fn discover_archive(
    path: &Path,
    manifests: &Manifests,
    room: &mut UnpackBudget,
    nested: usize,
) -> io::Result<TestSet> {
    let (folder, left_out) = unpack_within(path, room)?;
    let root = folder.path().to_path_buf();
    let mut test_set = TestSet::new(manifests);
    test_set.unmatched.extend(left_out.into_iter().map(|LeftOut { entry, reason }| Unmatched {
        file: entry,
        reason: UnmatchedReason::LeftOut(reason),
        path: None,
    }));
    test_set.unpacked.push(Arc::new(folder));
    let mut test_set = search(test_set, &root, None)?;
    let has_tests = !test_set.tests.is_empty();
    for unmatched in std::mem::take(&mut test_set.unmatched) {
        let Some(inner) = unmatched.path.as_deref().filter(|path| ArchiveFormat::from_path(path).is_some())
        else {
            test_set.unmatched.push(unmatched);
            continue;
        };
        let reason = if has_tests {
            UnmatchedReason::ArchiveBesideTests
        } else if nested == 0 {
            UnmatchedReason::ArchiveTooDeep(MOST_NESTED)
        } else {
            let own = discover_archive(inner, manifests, room, nested - 1).map_err(named(&unmatched.file))?;
            test_set.append(own, &format!("{}/", without_archive_ending(&unmatched.file)));
            continue;
        };
        test_set.unmatched.push(Unmatched { reason, ..unmatched });
    }
    Ok(test_set)
}

/// Finds the tests below `path`: a folder, an archive, or a single input with its answer beside it.
///
/// # Errors
/// When `path`, or anything below it that may be a test or hold some, cannot be read; when it is an archive that is damaged or too
/// big, or holds one; when a signal ends the command.
pub fn discover(path: &Path) -> io::Result<TestSet> {
    discover_by(path, &Manifests::default())
}

/// Like [`discover`], with the cache of manifests of a command.
///
/// # Errors
/// As of [`discover`].
pub fn discover_by(path: &Path, manifests: &Manifests) -> io::Result<TestSet> {
    let mut test_set = discover_readable(path, manifests)?;
    test_set.check_lost(false)?;
    Ok(test_set)
}

/// Like [`discover_by`], without unreadable parts: [`TestSet::check_lost`] returns them as an error.
///
/// # Errors
/// When `path` itself cannot be read, and for all that concerns archives and settings, as [`discover`].
pub fn discover_readable(path: &Path, manifests: &Manifests) -> io::Result<TestSet> {
    let test_set = TestSet::new(manifests);
    let found = std::fs::metadata(path)?;
    if found.is_dir() {
        return search(test_set, path, None);
    }
    if ArchiveFormat::from_path(path).is_some() {
        return discover_archive(path, manifests, &mut UnpackBudget::default(), MOST_NESTED);
    }
    refuse_others(path)?;
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut test_set = search(test_set, folder, Some(path))?;
    let of_test = |test: &Test| test.input.file().map(Path::to_path_buf).unwrap_or_default();
    retain_file(&mut test_set.tests, path, of_test)?;
    // One test has no score, and needs no others.
    test_set.scorings.clear();
    test_set.missing.clear();
    retain_file(&mut test_set.unmatched, path, |unmatched| folder.join(&unmatched.file))?;
    retain_file(&mut test_set.unanswered, path, of_test)?;
    Ok(test_set)
}

/// Removes all entries for other files than this one.
fn retain_file<T>(all: &mut Vec<T>, path: &Path, file: impl Fn(&T) -> PathBuf) -> io::Result<()> {
    let mut kept = Vec::new();
    for one in all.drain(..) {
        if same_file(&file(&one), path)? {
            kept.push(one);
        }
    }
    *all = kept;
    Ok(())
}

/// Returns whether two paths lead to the same existing file or folder.
///
/// # Errors
/// When one cannot be looked at.
pub fn same_file(a: &Path, b: &Path) -> io::Result<bool> {
    let a = real_path(a)?;
    Ok(a.is_some() && a == real_path(b)?)
}
