//! The files below a folder.

use std::fmt::Display;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::archive::{LeftOut, may_hold_tests};
use super::order::natural;
use crate::formats::is_manifest;
use nim_ground::interruption;
use nim_ground::visible;

/// Deepest nesting of folders; deeper ones are skipped.
const DEEPEST: usize = 64;

/// One file below the folder that is searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its path below that folder, with `/` between the parts; bytes that are not UTF-8 are written as `\xff`.
    pub name: String,
    /// Its path.
    pub path: PathBuf,
}

/// Returns every file below `root`, in natural order, and what is left out.
///
/// Files and folders whose names begin with a dot are left out, but for manifests. A link to a file counts as
/// a file, unless it leads out of the folder and its package; a link to a folder is not followed, so that no link makes a cycle.
/// With the path of a `single` input, only links of its name matter.
///
/// # Errors
/// When `root` itself cannot be read, a link that leads out may be a part of a test, or a signal ends the command.
pub fn files_below(root: &Path, single: Option<&Path>) -> io::Result<(Vec<File>, Vec<LeftOut>)> {
    let mut files = Vec::new();
    let mut left_out = Vec::new();
    let mut leave_out = |entry: &str, reason: &dyn Display| {
        left_out.push(LeftOut { entry: entry.to_owned(), reason: reason.to_string() });
    };
    let home = home(root)?;
    let mut folders = vec![(root.to_path_buf(), String::new(), 0)];
    while let Some((folder, prefix, depth)) = folders.pop() {
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if depth == 0 => return Err(error),
            Err(error) => {
                leave_out(&prefix, &error);
                continue;
            }
        };
        for entry in entries {
            interruption::check()?;
            let Ok(entry) = entry.inspect_err(|error| leave_out(&prefix, error)) else {
                continue;
            };
            let own_name = visible::name(&entry.file_name());
            if own_name.starts_with('.') && !is_manifest(&own_name) {
                continue;
            }
            let name = format!("{prefix}{own_name}");
            let path = entry.path();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && depth < DEEPEST => {
                    folders.push((path, format!("{name}/"), depth + 1));
                }
                Ok(kind) if kind.is_dir() => leave_out(&name, &"nested too deep"),
                // A pipe or a device would block its reader; a dangling link has no metadata.
                Ok(kind) if kind.is_symlink() && leads_out(&path, &home) => {
                    if single.is_some_and(|single| single.file_stem() != path.file_stem()) {
                        continue;
                    }
                    let reason = "a link that leads out of the folder";
                    if may_hold_tests(&name) {
                        let lost = format!("{name}: {reason}, so that a test may be lost");
                        return Err(io::Error::new(io::ErrorKind::PermissionDenied, lost));
                    }
                    leave_out(&name, &reason);
                }
                Ok(_) => match fs::metadata(&path) {
                    Ok(metadata) if metadata.is_file() => files.push(File { name, path }),
                    Ok(metadata) if metadata.is_dir() => {
                        leave_out(&name, &"a link to a folder, in which no tests are looked for");
                    }
                    Ok(_) => leave_out(&name, &"not a regular file"),
                    Err(error) => leave_out(&name, &error),
                },
                Err(error) => leave_out(&name, &error),
            }
        }
    }
    files.sort_by(|a, b| natural(&a.name, &b.name));
    Ok((files, left_out))
}

/// Folders above test data in which the package is looked for that it belongs to.
const NEAR: usize = 4;

/// Returns the real path that links may not leave: that of the package around a folder, or of the folder.
fn home(root: &Path) -> io::Result<PathBuf> {
    let real = root.canonicalize()?;
    let package = real.ancestors().take(NEAR).find(|around| around.join("problem.yaml").is_file());
    Ok(package.unwrap_or(&real).to_path_buf())
}

/// Whether a link leads to a file outside of a folder. A dangling one leads nowhere.
fn leads_out(link: &Path, home: &Path) -> bool {
    let is_file = fs::metadata(link).is_ok_and(|metadata| metadata.is_file());
    is_file && link.canonicalize().is_ok_and(|real| !real.starts_with(home))
}
