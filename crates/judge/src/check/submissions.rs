//! `--submissions`: the package that a check's data belongs to, and its own programs.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::error::{Context as _, Error, Result, bail};
use tempfile::TempDir;

use super::{CheckInputs, name_of};
use crate::completion::{Additions, INCLUDE};
use crate::options::Options;
use crate::programs::{Code, NamedProgram};
use nim_ground::error::named;
use nim_ground::files::folder_of;
use nim_ground::files::sorted;
use nim_ground::presence::{absent_is_none, is_folder, real_path};
use nim_ground::private;
use nim_ground::visible;
use nim_sandbox::secrets::Secrets;
use nim_task::formats::{self, Manifests};
use nim_task::layout::TestSet;
use nim_task::submissions::{LeftOutProgram, Submission, Submissions};

impl CheckInputs {
    /// Adds the submissions of the package that the tests belong to: `package`, otherwise the one around them.
    ///
    /// # Errors
    /// When there is no package or no submission, a usage error; or when a file cannot be read.
    pub fn add_submissions(&mut self, options: &Options, package: Option<PathBuf>) -> Result<()> {
        let (test_set, manifests) = (&self.test_set, &options.manifests);
        let [path] = self.data.as_slice() else {
            return Err(Error::Usage("--submissions needs one package or problem".to_owned()));
        };
        let unpacked = test_set
            .unpacked()
            .find_map(|folder| within(folder, |folder| Ok(manifests.has_submissions(folder))).transpose())
            .transpose()?;
        let package = match unpacked {
            // Submissions are copied, because the folder of an unpacked package is hidden from every program.
            Some(package) => {
                let copies = private::folder("toolkit-submissions-")?;
                copy(&package, copies.path(), 0)
                    .with_context(|| format!("cannot copy {}", path.display()))?;
                self.copies.insert(copies).path().to_path_buf()
            }
            None => {
                let package = package.map_or_else(|| package_of(path, manifests), |own| Ok(Some(own)))?;
                package.ok_or_else(|| no_package(path, test_set))?
            }
        };
        let Submissions { found, left_out, notes } = manifests.submissions(&package, &options.languages)?;
        if found.is_empty() {
            let why = format!("{} has no submissions that can be run here", path.display());
            if let Some(reason) = test_set.reasons.first() {
                bail!("{}\n  {why}", visible::line(reason));
            }
            return Err(Error::Usage(why));
        }
        self.programs.extend(found.into_iter().map(|Submission { name, source, expectation, is_timed }| {
            NamedProgram { name, code: Code::Source(Box::new(source)), expectation, is_timed }
        }));
        self.left_out.extend(left_out);
        self.notes.extend(notes);
        self.package = Some(package);
        Ok(())
    }
}

/// Returns a warning where an ICPC package has samples alone.
pub fn without_secrets(test_set: &TestSet) -> Option<String> {
    let is_open = !test_set.packages.is_empty()
        && !test_set.tests.is_empty()
        && !test_set.tests.iter().any(|test| test.name.split('/').any(|part| part == "secret"));
    is_open.then(|| "no secret tests: the samples alone are checked".to_owned())
}

/// Returns the first package: the folder, or one in it.
///
/// # Errors
/// When the folder cannot be read, or `is_package` fails.
pub fn within(folder: &Path, is_package: impl Fn(&Path) -> io::Result<bool>) -> io::Result<Option<PathBuf>> {
    if is_package(folder)? {
        return Ok(Some(folder.to_path_buf()));
    }
    for inner in sorted(folder).map_err(named(folder.display()))? {
        if is_package(&inner)? {
            return Ok(Some(inner));
        }
    }
    Ok(None)
}

/// Adds the package's files to the sources: graders, included files, and constants for its own sources. A program without a grader for its
/// language is left out with a note. Returns the folder of the completed sources.
///
/// # Errors
/// When a file cannot be read or written, or a usage error when no program is left, or several packages add files.
pub fn complete(
    CheckInputs { programs, package, data, test_set, left_out, .. }: &mut CheckInputs,
    options: &Options,
    secrets: &Secrets,
) -> Result<Option<TempDir>> {
    test_set.graders.dedup();
    if test_set.graders.len() > 1 {
        let why = "several packages have files that are compiled with every program: check each alone";
        return Err(Error::Usage(why.to_owned()));
    }
    let graders = test_set.graders.first().cloned().unwrap_or_default();
    let mut packages = match package {
        Some(package) => vec![package.clone()],
        None => around(data, test_set, &options.manifests)?,
    };
    packages.dedup();
    let mut including = None;
    for package in &packages {
        if including.is_none() && is_folder(&package.join(INCLUDE))? {
            including = Some(package);
        }
    }
    if let Some(package) = including.filter(|_| packages.len() > 1) {
        let why = "has included files: check its tests alone";
        return Err(Error::Usage(format!("{} {why}", package.display())));
    }
    let package = if let [only] = packages.as_slice() { Some(only.as_path()) } else { None };
    let what = match (including, graders.has_files()) {
        (Some(_), _) => Some("none of the package's included files, as a source file has"),
        (None, true) => Some("none of the files that the package compiles with source files"),
        (None, false) => None,
    };
    if programs.is_empty() && left_out.is_empty() {
        return Ok(None);
    }
    let real = |path: PathBuf| real_path(&path);
    let own = package.map_or(Ok(None), |package| real(package.join("submissions")))?;
    let constants =
        package.map(|package| options.manifests.constants(package)).transpose()?.unwrap_or_default();
    let additions = Additions { languages: &options.languages, secrets, package, constants, graders };
    let folder = private::folder("toolkit-submissions-")?;
    for (index, mut program) in std::mem::take(programs).into_iter().enumerate() {
        let Code::Source(source) = &mut program.code else {
            test_set.notes.extend(what.map(|what| format!("{}: a command has {what}", program.name)));
            programs.push(program);
            continue;
        };
        let around = real(folder_of(&source.main).to_path_buf())?;
        let lies_there = own.as_ref().zip(around).is_some_and(|(own, around)| around.starts_with(own));
        let is_own = options.mutants || lies_there;
        let target = folder.path().join(index.to_string());
        let completed = additions.complete(source, is_own, &target);
        match completed.with_context(|| format!("cannot add the package's files to {}", program.name))? {
            Ok(replaced) => {
                test_set.notes.extend(replaced.into_iter().map(|name| {
                    let (program, file) = (&program.name, name.display());
                    format!("{program}: the package's included file {file} replaces its own")
                }));
                programs.push(program);
            }
            Err(error) => {
                let own = LeftOutProgram { name: program.name, why: error.message };
                test_set.notes.push(own.to_string());
                left_out.push(own);
            }
        }
    }
    match left_out.last().filter(|_| programs.is_empty()) {
        Some(own) => Err(Error::Usage(own.to_string())),
        None => Ok(Some(folder)),
    }
}

/// Returns the packages around test data, each once if they are adjacent.
fn around(data: &[PathBuf], test_set: &TestSet, manifests: &Manifests) -> io::Result<Vec<PathBuf>> {
    let is_package = |folder: &Path| Ok(manifests.package(folder)?.is_some_and(|own| own.version.is_some()));
    let mut found = Vec::new();
    for path in data {
        let Some(real) = real_path(path)? else { continue };
        // A package counts as data only below its folder `data`.
        for around in
            real.ancestors().filter(|around| *around == real || real.starts_with(around.join("data")))
        {
            if is_package(around)? {
                found.push(around.to_path_buf());
                break;
            }
        }
    }
    for folder in test_set.unpacked() {
        found.extend(within(folder, is_package)?);
    }
    Ok(found)
}

fn no_package(path: &Path, test_set: &TestSet) -> Error {
    let name = name_of(path, test_set);
    // Without tests, the notes are on configurations that cannot be read.
    let notes = if test_set.tests.is_empty() { test_set.notes.as_slice() } else { &[] };
    let why: String = notes.iter().map(|note| format!("\n  {note}")).collect();
    Error::Usage(format!("{name} belongs to no package with a folder called submissions{why}"))
}

/// Returns the package of a folder with test data: the folder itself, or the one around it.
fn package_of(path: &Path, manifests: &Manifests) -> io::Result<Option<PathBuf>> {
    let Some(real) = real_path(path)? else { return Ok(None) };
    let package = real.ancestors().find(|folder| {
        manifests.has_submissions(folder) && (*folder == real || manifests.is_package(folder))
    });
    Ok(package.map(Path::to_path_buf))
}

/// The depth at which copying stops.
const DEEPEST: usize = 10;

/// Copies the submissions of a package, its included files and its configuration.
fn copy(from: &Path, to: &Path, depth: usize) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        let is_wanted = depth > 0 || path.ends_with(INCLUDE) || formats::is_of_submissions(&path);
        if !is_wanted || depth > DEEPEST {
            continue;
        }
        // A link to nothing has nothing to copy.
        let Some(found) = absent_is_none(path.metadata(), &path)? else { continue };
        if found.is_dir() {
            fs::create_dir(&target)?;
            copy(&path, &target, depth + 1)?;
        } else if found.is_file() {
            fs::copy(&path, &target)?;
        }
    }
    Ok(())
}
