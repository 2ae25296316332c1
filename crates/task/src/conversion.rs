//! Packages read from a folder or an archive, and written in another format.
//!
//! Tests, limits, scores and judging are those of a check, in every format. Parts without a use for a check are read by the format alone:
//! [`PackageFormat::describe`].

use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::sync::Arc;

use itertools::Itertools as _;

use crate::formats::{
    Manifests, PackageFormat, PackageReader, generators, is_main_manifest, is_manifest, main_manifests,
    note_unknown, recognise, write_own,
};
use crate::graders::Graders;
use crate::layout::archive::{LeftOut, unpack};
use crate::layout::discover_by;
use crate::layout::test::{Test, Validation};
use crate::layout::test_set::{TestSet, Unmatched};
use crate::package::files::{of_folder, without_common_folder};
use crate::package::function_checker::FunctionChecker;
use crate::package::pairs::{NOT_READ, note_left_out};
use crate::package::scoring::Unscored;
use crate::package::testlib::{Testlib, uncalled};
use crate::package::{Files, Notes, Package};
use crate::protocol::{Protocol, Start};
use nim_ground::error::named;
use nim_ground::file_io::FileIo;
use nim_ground::presence;

/// The reason why there is no package.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// A file cannot be read, or is malformed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Some or all tests are missing: the text says which.
    #[error("{0}")]
    Incomplete(String),
    /// The package has no tests.
    #[error("no tests were found")]
    NoTests,
    /// The folder holds several packages, such as the one with this file.
    #[error("it is no package, but holds some, such as that of {0}")]
    Several(String),
}

/// Returns the differences in judging that a package has in a format.
///
/// # Errors
/// When a file cannot be read.
pub fn losses(package: &Package, format: &PackageFormat) -> io::Result<Vec<String>> {
    let mut losses = if package.own == format.name { Vec::new() } else { package.lost.clone() };
    losses.extend(package.testlib.as_ref().filter(|_| !format.takes_testlib).map(Testlib::loss));
    losses.extend(package.function.as_ref().filter(|_| !format.takes_functions).map(FunctionChecker::loss));
    losses.extend((format.losses)(package)?);
    Ok(losses)
}

/// Makes the files of tests that a package does not store; returns a note on them.
pub type MakeTests<'a> = &'a mut dyn FnMut(&TestSet) -> io::Result<Option<String>>;

/// Reads the package in a folder or an archive. A format without `describe` gives only tests, limits, scores, titles and solutions.
///
/// # Errors
/// When it cannot be read, is malformed, or has no tests; when `make` fails.
pub fn import(
    path: &Path,
    manifests: &Manifests,
    make: MakeTests<'_>,
    notes: &mut Notes,
) -> Result<Package, SourceError> {
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
    let mut reader = PackageReader { root: root.join(around), files, manifests, notes };
    let format = recognise(&reader)?;
    if format.is_none()
        && let Some(file) = of_inner_package(&reader.files)
    {
        return Err(SourceError::Several(file));
    }
    let mut test_set = discover_by(root, manifests)?;
    check_complete(&test_set)?;
    reader.notes.extend(make(&test_set)?);
    let native = format.filter(|format| format.is_native);
    let own = native.map_or("", |format| format.name);
    let mut package = Package { name: name_of(path)?, own, ..Package::default() };
    let rules = test_set.score(None);
    let folder = reader.root.clone();
    package.about = convert(&test_set, format, &mut reader, &mut package)?;
    if let Some(rules) = rules {
        let unscored = format.map_or(Unscored::OneSubtask, |format| format.unscored);
        package.take_scoring(&test_set.tests, &rules, unscored)?;
    }
    if native.is_none() {
        package.state_limits(None, || Ok::<_, SourceError>(None), reader.notes)?;
    }
    package.lost = lost(&test_set.tests, &test_set.graders, &package);
    notes.extend(package.lost.iter().cloned());
    package.folder = folder;
    package.unpacked.extend(unpacked.map(Arc::new).into_iter().chain(test_set.unpacked));
    Ok(package)
}

/// Reads tests, programs and the rest of the files into a package; returns what it is.
fn convert(
    test_set: &TestSet,
    format: Option<&PackageFormat>,
    reader: &mut PackageReader<'_>,
    package: &mut Package,
) -> Result<&'static str, SourceError> {
    let tests = &test_set.tests;
    package.take_tests(test_set, &mut reader.files);
    if package.tests.is_empty() {
        return Err(SourceError::NoTests);
    }
    note_rest_of_archives(test_set, reader.notes);
    package.testlib = Testlib::take(tests, &mut reader.files)?;
    if package.own.is_empty() {
        package.validator_args = vec!["case_sensitive".to_owned()];
        package.take_validator(tests, &mut reader.files)?;
    }
    package.take_comparison(reader.notes);
    if let Some((format, describe)) = format.and_then(|format| Some((format, format.describe?))) {
        describe(reader, package)?;
        if !package.has_validator() {
            package.function = FunctionChecker::take(tests, &mut reader.files)?;
        }
        package.files.append(&mut reader.files);
        return Ok(format.about);
    }
    if let Some(manifest) = reader.manifests.package(&reader.root)? {
        package.take_solutions(&manifest.solutions, &mut reader.files, reader.notes);
        package.titles.clone_from(&manifest.titles);
    }
    note_rest(&reader.files, reader.notes);
    let has_manifest = reader.files.keys().any(|path| is_manifest(&path.to_lowercase()));
    Ok(if has_manifest { "no format that is read whole" } else { "a folder without a manifest" })
}

/// Returns the name of a folder or an archive, without its ending.
fn name_of(path: &Path) -> io::Result<String> {
    let real = path.canonicalize().map_err(named(path.display()))?;
    Ok(real.file_stem().unwrap_or_default().to_string_lossy().into_owned())
}

/// Notes the files of archives in a package that are not part of tests: these archives are dropped.
fn note_rest_of_archives(test_set: &TestSet, notes: &mut Notes) {
    for Unmatched { file, reason, path } in &test_set.unmatched {
        if path.as_ref().is_some_and(|path| test_set.unpacked().any(|folder| path.starts_with(folder))) {
            notes.push(format!("{file}: {reason}, and is left out"));
        }
    }
}

/// Notes the files that are not part of tests, for a package that is not read whole.
fn note_rest(files: &Files, notes: &mut Notes) {
    let configuration = files.keys().find(|path| is_main_manifest(path));
    if let Some(name) = configuration {
        notes.push(format!("{name}: its tests, limits and scores are read, and everything else is left out"));
    }
    note_left_out(files.keys().filter(|path| Some(*path) != configuration), NOT_READ, notes);
}

/// Refuses missing tests, as a check does, and tests whose manifest cannot be read: the worth of the others depends on them. A test set
/// without tests states the reason.
fn check_complete(test_set: &TestSet) -> Result<(), SourceError> {
    test_set.check_readable()?;
    let incomplete = test_set.incomplete();
    let is_incomplete = incomplete.is_some();
    let why: Vec<String> = test_set.reasons.iter().cloned().chain(incomplete).unique().collect();
    if is_incomplete || test_set.tests.is_empty() && !why.is_empty() {
        return Err(SourceError::Incomplete(why.join("; ")));
    }
    Ok(())
}

/// Returns the settings of tests that cannot be represented in a package.
fn lost(judged: &[Test], graders: &[Graders], package: &Package) -> Vec<String> {
    let refused = judged.iter().flat_map(|test| &test.refused).map(ToString::to_string);
    let mut lost: Vec<String> = refused.collect::<BTreeSet<_>>().into_iter().collect();
    let program = judged.iter().find_map(|test| program_name(test.validation.as_ref()?));
    let is_held = package.has_validator() || package.testlib.is_some() || package.function.is_some();
    if let Some(name) = program.filter(|_| !is_held) {
        lost.push(uncalled(&name));
    }
    let mut args = judged.iter().filter_map(|test| test.validation.as_ref()?.args());
    if args.any(|args| package.has_validator() && args != package.validator_args) {
        lost.push("the output validator has arguments that are not those of all tests".to_owned());
    }
    for path in graders.iter().flat_map(|graders| graders.sources.iter().chain(&graders.beside)) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        lost.push(format!("{name}: it is not compiled with programs here"));
    }
    if judged.iter().any(|test| test.files != FileIo::STANDARD) {
        lost.push("programs that read and write files use the standard streams here".to_owned());
    }
    if !judged.iter().map(|test| &test.language_limits).all_equal() {
        lost.push("limits by language differ between tests".to_owned());
    }
    lost
}

/// Returns the name of the program or function that judges.
fn program_name(validation: &Validation) -> Option<String> {
    match validation {
        Validation::Program { style: Protocol { start: Start::PythonFunction(Some(name)), .. }, .. } => {
            Some((*name).to_owned())
        }
        other => Some(other.programs().first()?.file_name()?.to_string_lossy().into_owned()),
    }
}

/// Returns the description of a package in a folder of these files, if they have none themselves.
fn of_inner_package(files: &Files) -> Option<String> {
    if main_manifests().any(|name| files.contains_key(name)) {
        return None;
    }
    let mut names = files.keys().filter_map(|path| Some((path, path.rsplit_once('/')?.1)));
    names.find(|(_, name)| main_manifests().any(|known| known == *name)).map(|(path, _)| path.clone())
}

const NO_GRAMMAR: &str =
    "no grammar was recognised: `grammar` in problem.yaml would say what inputs look like";

/// Writes a package in a format, or as the folder that [`import`] makes.
///
/// # Errors
/// When a file cannot be read.
pub fn export(package: &Package, format: Option<&PackageFormat>, notes: &mut Notes) -> io::Result<Files> {
    let left_out = package.tests_without_points(format.map_or("icpc", |format| format.name));
    notes.extend(left_out.map(|test| format!("data/{}: it has no points, and is left out", test.name)));
    match format {
        Some(format) => {
            if format.is_native {
                note_unknown(package, notes);
            }
            (format.write)(package, notes)
        }
        None => {
            notes.extend(package.testlib.as_ref().map(Testlib::loss));
            notes.extend(package.function.as_ref().map(FunctionChecker::loss));
            note_unknown(package, notes);
            if package.grammar.is_none() && package.below("input_validators/").is_empty() {
                notes.push(NO_GRAMMAR.to_owned());
            }
            write_own(package, notes)
        }
    }
}

/// Returns the files that differ between a package and its written form in the same format.
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
