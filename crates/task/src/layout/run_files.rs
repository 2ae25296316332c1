//! The files of a package for the runs of one test, beside its input.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use nim_ground::error::named;
use nim_ground::folder::{FolderRoot, files_below};
use nim_ground::presence::find_link;

/// The ending of the folder, in place of the input's ending.
pub const ENDING: &str = "files";

/// A folder whose files lie beside the program while it runs on a test. They are read below the package, and no link leads out of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunFiles {
    package: PathBuf,
    /// The folder's path below the package.
    below: PathBuf,
}

impl RunFiles {
    /// Returns the folder beside an input of a package, if it exists.
    ///
    /// # Errors
    /// When it cannot be looked at, or leads out of the package.
    pub fn beside(input: &Path, package: &Path) -> io::Result<Option<Self>> {
        let (Some(around), Some(stem)) = (input.parent(), input.file_stem()) else { return Ok(None) };
        let mut name = stem.to_owned();
        name.push(format!(".{ENDING}"));
        let package = package.canonicalize().map_err(named(package.display()))?;
        let folder = around.canonicalize().map_err(named(around.display()))?.join(name);
        let Ok(below) = folder.strip_prefix(&package) else { return Ok(None) };
        if find_link(&folder)?.is_none() {
            return Ok(None);
        }
        let found = FolderRoot::open(&package).and_then(|root| root.metadata_below(below));
        match found.map_err(named(folder.display()))? {
            found if found.is_dir() => Ok(Some(Self { below: below.to_path_buf(), package })),
            _ => Err(named(folder.display())(io::Error::other("is no folder"))),
        }
    }

    /// Returns the paths of the files, by their paths below the folder.
    ///
    /// # Errors
    /// When the folder cannot be read, or a link leads out of the package.
    pub fn list(&self) -> io::Result<BTreeMap<PathBuf, PathBuf>> {
        files_below(&self.package, &self.below)
    }

    /// Returns the bytes of all files.
    ///
    /// # Errors
    /// As of [`Self::list`].
    pub fn size(&self) -> io::Result<u64> {
        let mut bytes = 0;
        for path in self.list()?.values() {
            bytes += path.metadata().map_err(named(path.display()))?.len();
        }
        Ok(bytes)
    }

    /// Copies the files into a folder.
    ///
    /// # Errors
    /// As of [`Self::list`], and when one cannot be written.
    pub fn copy_to(&self, target: &Path) -> io::Result<()> {
        let package = FolderRoot::open(&self.package)?;
        for (name, path) in self.list()? {
            let place = target.join(&name);
            place.parent().map_or(Ok(()), std::fs::create_dir_all).map_err(named(place.display()))?;
            copy(&package, &self.below.join(&name), &place).map_err(named(path.display()))?;
        }
        Ok(())
    }
}

fn copy(package: &FolderRoot, name: &Path, target: &Path) -> io::Result<()> {
    let mut from = package.open_below(name)?;
    let mut to = File::create_new(target)?;
    io::copy(&mut from, &mut to)?;
    to.set_permissions(from.metadata()?.permissions())
}
