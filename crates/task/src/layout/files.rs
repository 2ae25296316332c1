//! Listing of the files below a folder.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Display;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::archive::{LeftOut, NOT_REGULAR, may_hold_tests};
use super::order::natural;
use crate::formats::is_manifest;
use crate::layout::naming_scheme::folder_of;
use nim_ground::error::named;
use nim_ground::interruption;
use nim_ground::presence;
use nim_ground::visible;

/// Deepest nesting of folders; deeper ones are skipped.
const DEEPEST: usize = 64;

/// A file below the searched folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// The path below the searched folder, with `/` between the parts; bytes that are not UTF-8 are written as `\xff`.
    pub name: String,
    /// The path of the file.
    pub path: PathBuf,
    /// The size in bytes; 0 for a file that is still to be made.
    pub size: u64,
}

/// The files below a folder.
#[derive(Debug, Default)]
pub struct Listing {
    /// The files, in natural order.
    pub files: Vec<File>,
    /// Files that are not tests, by kind or name.
    pub left_out: Vec<LeftOut>,
    /// Unreadable files that may be or hold tests.
    pub lost: Vec<LeftOut>,
    /// All names in each folder that was listed whole, including those of what is left out.
    pub names: BTreeMap<PathBuf, Vec<OsString>>,
}

/// Lists the files below `root`.
///
/// Files and folders whose names begin with a dot are left out, except manifests. A link to a file counts as a file. A link that leads out
/// of the folder and its package counts only in a folder that `is_plain`: a stranger's package may read nothing outside of itself. A link
/// to a folder is not followed, so that no link makes a cycle. With the path of a `single` input, unreadable files matter only if they
/// share its name.
///
/// # Errors
/// When `root` itself cannot be listed, a manifest is there but no regular file that can be found, a link leads out of a
/// package and may be a part of a test, or a signal ends the command.
pub fn list_below(
    root: &Path,
    single: Option<&Path>,
    is_plain: impl FnOnce(&Path) -> bool,
) -> io::Result<Listing> {
    let mut listing = Listing::default();
    let mut outside = Vec::new();
    let home = home(root)?;
    let is_needed = |path: &Path| single.is_none_or(|single| single.file_stem() == path.file_stem());
    let mut folders = vec![(root.to_path_buf(), String::new(), 0)];
    while let Some((folder, prefix, depth)) = folders.pop() {
        let mut names = Some(Vec::new());
        let entries = match fs::read_dir(&folder) {
            Err(error) if depth > 0 => {
                listing.lose(&prefix, is_needed(&folder), &error);
                continue;
            }
            entries => entries?,
        };
        for entry in entries {
            interruption::check()?;
            let entry = match entry {
                Err(error) if depth > 0 => {
                    names = None;
                    listing.lose(&prefix, is_needed(&folder), &error);
                    continue;
                }
                entry => entry?,
            };
            names.iter_mut().for_each(|names| names.push(entry.file_name()));
            let own_name = visible::name(&entry.file_name());
            let is_manifest = is_manifest(&own_name.to_lowercase());
            if own_name.starts_with('.') && !is_manifest {
                continue;
            }
            let name = format!("{prefix}{own_name}");
            let path = entry.path();
            let kind = match entry.file_type() {
                Err(error) => {
                    listing.lose(&name, is_needed(&path), &error);
                    continue;
                }
                Ok(kind) => kind,
            };
            if kind.is_dir() && depth < DEEPEST {
                folders.push((path, format!("{name}/"), depth + 1));
                continue;
            }
            let leads_out = if kind.is_symlink() {
                path.canonicalize().map(|real| !real.starts_with(&home))
            } else {
                Ok(false)
            };
            match leads_out.and_then(|leads_out| Ok((fs::metadata(&path)?, leads_out))) {
                _ if kind.is_dir() => listing.lose(&name, is_needed(&path), &"nested too deep"),
                Ok((found, leads_out)) if found.is_file() => {
                    let file = File { name, path, size: found.len() };
                    if leads_out { outside.push(file) } else { listing.files.push(file) }
                }
                // Unreadable settings must not count as missing ones.
                Ok(_) if is_manifest => return Err(named(name)(io::Error::other("is no regular file"))),
                Ok((found, _)) if found.is_dir() => {
                    listing.leave_out(&name, &"a link to a folder, in which no tests are looked for");
                }
                Ok(_) => listing.lose(&name, is_needed(&path), &NOT_REGULAR),
                Err(error) => {
                    let is_dangling = kind.is_symlink() && error.kind() == io::ErrorKind::NotFound;
                    let error = if is_dangling { io::Error::new(error.kind(), DANGLING) } else { error };
                    if is_manifest {
                        return Err(named(name)(error));
                    }
                    listing.lose(&name, is_needed(&path), &error);
                }
            }
        }
        listing.names.extend(names.map(|names| (folder, names)));
    }
    listing.take_outside(outside, || is_plain(&home), is_needed)?;
    listing.files.sort_by(|a, b| natural(&a.name, &b.name));
    Ok(listing)
}

/// The reason given for a link to a missing file, as in data that was not fetched.
const DANGLING: &str = "a link to nothing";

impl Listing {
    fn leave_out(&mut self, entry: &str, reason: &dyn Display) {
        self.left_out.push(LeftOut { entry: entry.to_owned(), reason: reason.to_string() });
    }

    /// Leaves out an unreadable entry; it is lost if it `is_needed` and may hold tests.
    fn lose(&mut self, entry: &str, is_needed: bool, reason: &dyn Display) {
        self.leave_out(entry, reason);
        if is_needed && may_hold_tests(entry) {
            self.lost.extend(self.left_out.pop());
        }
    }

    /// Takes the files behind links that lead out of a plain folder without manifests. Others are left out, if no needed one may be a part
    /// of a test.
    fn take_outside(
        &mut self,
        mut outside: Vec<File>,
        is_plain: impl FnOnce() -> bool,
        is_needed: impl Fn(&Path) -> bool,
    ) -> io::Result<()> {
        let files = self.files.iter().chain(&outside);
        let mut names = files.map(|file| file.name[folder_of(&file.name).len()..].to_lowercase());
        if !outside.is_empty() && !names.any(|name| is_manifest(&name)) && is_plain() {
            self.files.append(&mut outside);
        }
        for File { name, .. } in outside.into_iter().filter(|file| is_needed(&file.path)) {
            let reason = "a link that leads out of the folder";
            if may_hold_tests(&name) {
                let lost = format!("{name}: {reason}, so that a test may be lost");
                return Err(io::Error::new(io::ErrorKind::PermissionDenied, lost));
            }
            self.leave_out(&name, &reason);
        }
        Ok(())
    }
}

/// The number of folders above test data in which their package is searched.
const NEAR: usize = 4;

/// Returns the real path that links may not leave: of the package around a folder, or of the folder.
fn home(root: &Path) -> io::Result<PathBuf> {
    let real = root.canonicalize()?;
    for around in real.ancestors().take(NEAR) {
        if presence::is_file(&around.join("problem.yaml"))? {
            return Ok(around.to_path_buf());
        }
    }
    Ok(real)
}
