//! `--submissions`: the package that a check's data belongs to, and its own programs.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context;
use tempfile::TempDir;

use super::programs::{Code, NamedProgram};
use crate::cli::{Misuse, checkout};
use crate::judge::language::Languages;
use crate::judge::layout::Suite;
use crate::judge::submissions::{Submission, Submissions};

/// The programs of a package.
#[derive(Default)]
pub struct PackagePrograms {
    /// The programs.
    pub programs: Vec<NamedProgram>,
    /// Notes on those that are left out.
    pub notes: Vec<String>,
    /// Copies of the sources, where the package is an archive; removed when dropped.
    pub copies: Option<TempDir>,
}

/// Finds the programs of the package that the test data is in.
///
/// # Errors
/// When there is no package, a [`Misuse`]; or when its files cannot be read.
pub fn of_package(data: &[PathBuf], suite: &Suite, languages: &Languages) -> anyhow::Result<PackagePrograms> {
    let [path] = data else {
        return Err(Misuse("--submissions needs one package or problem".to_owned()).into());
    };
    let unpacked = suite.unpacked().find_map(|folder| {
        let within = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        [folder.to_path_buf()].into_iter().chain(within).find(|folder| has_submissions(folder))
    });
    let (package, copies) = match unpacked {
        // What is unpacked there is hidden from every program.
        Some(package) => {
            let copies = tempfile::Builder::new().prefix("toolkit-submissions-").tempdir()?;
            copy(&package, copies.path(), 0).with_context(|| format!("cannot copy {}", path.display()))?;
            (copies.path().to_path_buf(), Some(copies))
        }
        None => (package_of(path).ok_or_else(|| no_package(path))?, None),
    };
    let Submissions { found, notes } = Submissions::of(&package, languages)?;
    if found.is_empty() {
        return Err(Misuse(format!("{} has no submissions that can be run here", path.display())).into());
    }
    let programs = found
        .into_iter()
        .map(|Submission { name, source, expectation }| NamedProgram {
            name,
            code: Code::Source(Box::new(source)),
            expectation,
        })
        .collect();
    Ok(PackagePrograms { programs, notes, copies })
}

fn no_package(path: &Path) -> Misuse {
    Misuse(format!("{} belongs to no package with a folder called submissions", path.display()))
}

fn has_submissions(folder: &Path) -> bool {
    folder.join("submissions").is_dir()
}

/// Returns the package of a folder with test data: itself, the one that it lies in, or in a checkout the folder of the problem.
fn package_of(path: &Path) -> Option<PathBuf> {
    let real = path.canonicalize().ok()?;
    let testdata = checkout::root().map(|root| (root.join("testdata"), root.join("problems")));
    if let Some((testdata, problems)) = testdata
        && let Ok(below) = real.strip_prefix(testdata)
    {
        let slug = below.components().next()?.as_os_str().to_str()?;
        return Some(problems.join(slug.replace('-', "_"))).filter(|package| has_submissions(package));
    }
    let is_package =
        |folder: &&Path| has_submissions(folder) && (*folder == real || folder.join("problem.yaml").exists());
    real.ancestors().find(is_package).map(Path::to_path_buf)
}

/// Copies the submissions of a package and its configuration.
fn copy(from: &Path, to: &Path, depth: usize) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        let is_wanted = depth > 0 || path.ends_with("submissions") || path.ends_with("problem.yaml");
        if !is_wanted || depth > 3 {
            continue;
        }
        if path.is_dir() {
            fs::create_dir(&target)?;
            copy(&path, &target, depth + 1)?;
        } else if path.is_file() {
            fs::copy(&path, &target)?;
        }
    }
    Ok(())
}
