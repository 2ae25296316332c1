//! Packages read from a folder or an archive by their format, and written in another.
//!
//! | file | holds |
//! |---|---|
//! | `found` | packages of which only the tests are known |

mod found;

use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::sync::Arc;

use itertools::Itertools as _;

use crate::formats::{
    Manifests, PackageFormat, PackageReader, generators, main_manifests, recognise, write_own,
};
use crate::graders::Graders;
use crate::layout::archive::{LeftOut, unpack};
use crate::layout::discover_by;
use crate::layout::test::{Test, Validation};
use crate::layout::test_set::TestSet;
use crate::package::files::{of_folder, without_common_folder};
use crate::package::testlib::{Testlib, uncalled};
use crate::package::{Files, GrammarReader, Notes, Package};
use crate::protocol::{Protocol, Start};
use nim_ground::error::named;
use nim_ground::file_io::FileIo;
use nim_ground::presence;

/// The reason why there is no package.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// A file cannot be read, or is malformed.
    #[error("{0}")]
    Io(io::Error),
    /// Its tests are not stored, or not all of them: the text says which.
    #[error("{0}")]
    NotStored(String),
    /// There are no tests.
    #[error("no tests were found")]
    NoTests,
    /// It holds packages, such as the one with this file.
    #[error("it is no package, but holds some, such as that of {0}")]
    Several(String),
}

impl From<io::Error> for SourceError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Returns what a judge would do otherwise with a package in a format.
///
/// # Errors
/// When a file cannot be read.
pub fn losses(package: &Package, format: &PackageFormat) -> io::Result<Vec<String>> {
    let mut losses = if package.own == format.name { Vec::new() } else { package.lost.clone() };
    losses.extend(package.testlib.as_ref().filter(|_| !format.takes_testlib).map(Testlib::loss));
    losses.extend((format.losses)(package)?);
    Ok(losses)
}

/// Reads the package in a folder or an archive; returns it and what it is. Of a format that only `check` knows, the tests and
/// limits are read.
///
/// # Errors
/// When it cannot be read, is malformed, or has no tests.
pub fn import(
    path: &Path,
    manifests: &Manifests,
    grammars: GrammarReader,
    notes: &mut Notes,
) -> Result<(Package, &'static str), SourceError> {
    let unpacked = if presence::is_folder(path)? {
        None
    } else {
        let (folder, left_out) = unpack(path)?;
        notes.extend(left_out.iter().map(LeftOut::to_string));
        Some(folder)
    };
    let root = unpacked.as_ref().map_or(path, tempfile::TempDir::path);
    let (files, left_out) = of_folder(root)?;
    notes.extend(left_out.into_iter().map(|file| format!("{file}, and is left out")));
    let (mut files, around) = without_common_folder(files);
    files.remove(generators::MADE);
    let mut test_set = discover_by(root, manifests)?;
    check_stored(&test_set)?;
    let rules = test_set.score(None);
    let judged = std::mem::take(&mut test_set.tests);
    let testlib = Testlib::take(&judged, &mut files)?;
    let reader = PackageReader { root: root.join(around), files, manifests, grammars, notes };
    let (mut package, about, own) =
        if let Some((format, read)) = recognise(&reader)?.and_then(|format| Some((format, format.read?))) {
            (read(reader)?, format.about, format.name)
        } else if let Some(file) = of_inner_package(&reader.files) {
            return Err(SourceError::Several(file));
        } else {
            (found::read(&judged, &reader.files, reader.notes)?, "no format that is read whole", "")
        };
    package.testlib = testlib;
    package.name = path
        .canonicalize()
        .map_err(named(path.display()))?
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    if package.tests.is_empty() {
        return Err(SourceError::NoTests);
    }
    if own.starts_with("icpc") {
        package.own = own;
    } else {
        package.take_limits(&judged, notes);
    }
    if let Some(rules) = rules {
        package.take_scoring(&judged, &rules, test_set.unpacked())?;
    }
    package.take_used_limits(&judged);
    if package.own.is_empty() {
        package.state_limits(None, || Ok::<_, SourceError>(None), notes)?;
    }
    package.take_comparison(&judged, notes);
    let with_args = judged.iter().filter(|test| !test.input_args.is_empty());
    let own = |test: &Test| Some((test.name.strip_prefix("data/")?.to_owned(), test.input_args.clone()));
    package.input_args = with_args.filter_map(own).collect();
    let lost = lost(&judged, &test_set.graders, &package);
    notes.extend(lost.iter().cloned());
    package.lost = lost;
    package.has_input_validators = test_set.has_validators;
    package.unpacked.extend(unpacked.into_iter().chain(test_set.unpacked).map(Arc::new));
    Ok((package, about))
}

/// Refuses tests that are not stored or not there, as a check does, and tests of which a manifest cannot be read: what the others are
/// worth depends on them. A test set without tests says why.
fn check_stored(test_set: &TestSet) -> Result<(), SourceError> {
    if let Some(why) = test_set.unreadable.first() {
        return Err(io::Error::other(why.clone()).into());
    }
    if !test_set.recipes.is_empty() {
        let why = "some of its tests are not stored: its own tool makes them, as check does";
        return Err(SourceError::NotStored(why.to_owned()));
    }
    let made = |what| format!("{what}; tests that the package makes must be made and stored first");
    let incomplete = test_set.incomplete();
    let is_incomplete = incomplete.is_some();
    let why: Vec<String> = test_set.reasons.iter().cloned().chain(incomplete.map(made)).unique().collect();
    if is_incomplete || test_set.tests.is_empty() && !why.is_empty() {
        return Err(SourceError::NotStored(why.join("; ")));
    }
    Ok(())
}

/// Returns what the settings of tests say that has no form in a package.
fn lost(judged: &[Test], graders: &[Graders], package: &Package) -> Vec<String> {
    let refused = judged.iter().flat_map(|test| &test.refused).map(ToString::to_string);
    let mut lost: Vec<String> = refused.collect::<BTreeSet<_>>().into_iter().collect();
    let name = |validation: &Validation| match validation {
        Validation::Program { style: Protocol { start: Start::PythonFunction(Some(name)), .. }, .. } => {
            Some((*name).to_owned())
        }
        other => Some(other.programs().first()?.file_name()?.to_string_lossy().into_owned()),
    };
    let program = judged.iter().find_map(|test| name(test.validation.as_ref()?));
    if let Some(name) = program.filter(|_| !package.has_validator() && package.testlib.is_none()) {
        lost.push(uncalled(&name));
    }
    let is_other = |args: &&[String]| package.has_validator() && *args != package.validator_args;
    if judged.iter().filter_map(|test| test.validation.as_ref()?.args()).any(|args| is_other(&args)) {
        lost.push("the output validator has arguments that are not those of all tests".to_owned());
    }
    for path in graders.iter().flat_map(|graders| graders.sources.iter().chain(&graders.beside)) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        lost.push(format!("{name}: it is not compiled with programs here"));
    }
    if judged.iter().any(|test| test.files != FileIo::STANDARD) {
        lost.push("programs that read and write files use the standard streams here".to_owned());
    }
    lost
}

/// Returns the description of a package in a folder of these files, which have none themselves.
fn of_inner_package(files: &Files) -> Option<String> {
    if main_manifests().any(|name| files.contains_key(name)) {
        return None;
    }
    let describes = |path: &&String| {
        let name = path.rsplit_once('/').map(|(_, name)| name);
        name.is_some_and(|name| main_manifests().any(|known| known == name))
    };
    files.keys().find(describes).cloned()
}

/// Writes a package in a format, or as the folder that [`import`] makes.
///
/// # Errors
/// When a file cannot be read.
pub fn export(package: &Package, format: Option<&PackageFormat>, notes: &mut Notes) -> io::Result<Files> {
    match format {
        Some(format) => (format.write)(package, notes),
        None => {
            notes.extend(package.testlib.as_ref().map(Testlib::loss));
            write_own(package, notes)
        }
    }
}

/// Returns the files that differ between a package and what is written of it in the same format.
///
/// # Errors
/// When a file cannot be read.
pub fn changed(files: &Files, again: &Files) -> io::Result<Vec<String>> {
    let mut changed = Vec::new();
    for path in files.keys().chain(again.keys().filter(|path| !files.contains_key(*path))) {
        let is_same = match (files.get(path), again.get(path)) {
            (Some(one), Some(other)) => one.is(other)?,
            _ => false,
        };
        if !is_same {
            changed.push(path.clone());
        }
    }
    Ok(changed)
}
