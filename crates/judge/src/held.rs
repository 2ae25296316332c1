//! The program in a file or folder of a package: a build script, source code, or an executable.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::error::{Context as _, Result};
use crate::own_file;
use nim_ground::error::named;
use nim_ground::files::sorted;
use nim_ground::files::{is_executable, link_to_folder};
use nim_ground::limits::MIB;
use nim_ground::presence::{absent_is_none, is_file, is_folder};
use nim_ground::private;
use nim_sandbox::is_copied;
use nim_sandbox::secrets::Secrets;
use nim_task::constants::Constants;
use nim_task::formats::Manifests;
use nim_task::source::Source;
use nim_task::trusted_sources::TrustedSources;

/// Prefix of the names of temporary folders.
const PREFIX: &str = "toolkit-validator-";
/// The limit of a copied file's size in bytes.
const MOST_BYTES: u64 = 256 * MIB;
/// The script that builds a program.
pub const BUILD: &str = "build";

/// The program of a file or a folder.
#[derive(Debug)]
pub enum Held {
    /// A copy of a folder whose script `build` makes a program `run` there, or files that `run` needs.
    Build(TempDir),
    /// Source code.
    Source(Box<Source>),
    /// A program.
    Program(PathBuf),
}

impl Held {
    /// Finds the program in `place`, a file or a folder.
    ///
    /// A folder may hold a script `build` that makes a program `run` or files for it, a program `run`, files in C++, in C or in another
    /// language that make one program, or one such folder.
    ///
    /// No file behind a link that leads out of the folder `links` is copied.
    ///
    /// # Errors
    /// When there is none, or a file cannot be read.
    pub fn find(place: &Path, sources: TrustedSources<'_>, links: &Path) -> Result<Self> {
        find(place, sources, links).context(place.display())
    }
}

/// Returns the paths that an authors' program is shown in the sandbox: not a package that would be copied, as that of all tests is too
/// large.
///
/// # Errors
/// When one is there, but cannot be looked at.
pub fn shown(readable: &[PathBuf], manifests: &Manifests) -> io::Result<Vec<PathBuf>> {
    let mut shown = Vec::new();
    for path in readable {
        if !is_copied(path)? || !manifests.is_package(path) {
            shown.push(path.clone());
        }
    }
    Ok(shown)
}

/// Returns a copy of a validator with the package's constants, if it names any: the folder that holds it, and its place there. No file
/// behind a link that leads out of the folder `links` is copied.
///
/// # Errors
/// When a file cannot be copied.
pub fn filled(place: &Path, constants: &Constants, links: &Path) -> io::Result<Option<(TempDir, PathBuf)>> {
    if constants.is_empty() {
        return Ok(None);
    }
    let filled = private::folder(PREFIX)?;
    let copied = filled.path().join(place.file_name().unwrap_or_default());
    if is_folder(place)? {
        fs::create_dir(&copied)?;
        copy(place, &copied, links)?;
    } else {
        copy_file(place, &copied, links)?;
    }
    Ok(constants.fill(filled.path())?.then_some((filled, copied)))
}

fn find(place: &Path, sources: TrustedSources<'_>, links: &Path) -> Result<Held> {
    if is_file(place)? {
        return program(&[place.to_path_buf()]);
    }
    let entries = sorted(place)?;
    let find_entry = |name: &str| entries.iter().find(|path| path.file_name().is_some_and(|own| own == name));
    // The build script may make files that `run` needs, even if there is a `run` already.
    if find_entry(BUILD).map_or(Ok(false), |build| is_file(build))? {
        let folder = private::folder(PREFIX)?;
        copy(place, folder.path(), links)?;
        return Ok(Held::Build(folder));
    }
    if let Some(run) = find_entry("run") {
        return program(std::slice::from_ref(run));
    }
    let mut files = Vec::new();
    for entry in &entries {
        if absent_is_none(entry.metadata(), entry)?.is_some_and(|found| found.is_file()) {
            files.push(entry.clone());
        }
    }
    match entries.as_slice() {
        [folder] if files.is_empty() => find(folder, sources, links),
        _ => match sources.source_of_folder(place)? {
            Some(source) => Ok(Held::Source(Box::new(source))),
            None => program(&files),
        },
    }
}

/// Copies the contents of a folder. A link to a file becomes a file; one to a folder stays a link, so that no cycle is followed.
fn copy(from: &Path, to: &Path, links: &Path) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if entry.file_type()?.is_dir() {
            fs::create_dir(&target)?;
            copy(&path, &target, links)?;
            continue;
        }
        // A link to nothing has nothing to copy.
        let Some(found) = absent_is_none(path.metadata(), &path)? else { continue };
        if found.is_dir() {
            link_to_folder(path.canonicalize()?, target)?;
        } else if found.is_file() {
            copy_file(&path, &target, links)?;
        }
    }
    Ok(())
}

/// Copies a file with its permissions; a file behind a link that leads out of `links` is left out.
fn copy_file(from: &Path, to: &Path, links: &Path) -> io::Result<()> {
    match own_file::read(from, Some(links), &Secrets::default(), MOST_BYTES) {
        Err(error) if own_file::is_refused(&error) => Ok(()),
        Ok(contents) if contents.len() as u64 > MOST_BYTES => {
            Err(io::Error::other(format!("{} has more than {MOST_BYTES} bytes", from.display())))
        }
        contents => {
            fs::write(to, contents?)?;
            fs::set_permissions(to, from.metadata()?.permissions())
        }
    }
}

fn program(files: &[PathBuf]) -> Result<Held> {
    for path in files {
        if is_executable(path)? {
            return Ok(Held::Program(path.canonicalize().map_err(named(path.display()))?));
        }
    }
    Err("no runnable output validator".into())
}
