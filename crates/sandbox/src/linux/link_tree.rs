//! A copy of the caller's folder, made of links, if there is no mount namespace.
//!
//! Below the private folder, every path of the command line has a copy that links to the real one. In the copy of the caller's folder,
//! relative paths have the same meaning, `..` included.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::DirBuilder;
use std::io;
use std::os::unix::fs::{DirBuilderExt, chown, symlink};
use std::path::{Path, PathBuf};

use super::mounts::{self, MOST_ENTRIES, Mounts};
use nim_ground::clear;
use nim_ground::presence::{find_link, is_folder};

/// The folders in a private folder and their links to the caller's files, created for every run.
pub struct LinkTree {
    top: PathBuf,
    user: Option<u32>,
    folders: BTreeSet<PathBuf>,
    links: BTreeMap<PathBuf, PathBuf>,
}

impl LinkTree {
    /// Creates the links to `view` in the folder `top`, which belongs to `user`, if that is not the caller.
    ///
    /// # Errors
    /// When a visible folder cannot be listed.
    pub fn new(view: &Mounts, top: &Path, user: Option<u32>) -> io::Result<Self> {
        let mut tree =
            Self { top: top.to_path_buf(), user, folders: BTreeSet::new(), links: BTreeMap::new() };
        for folder in view.folders.iter().flat_map(|folder| folder.ancestors()) {
            tree.add_folder(folder);
            if view.is_open(folder) {
                let entries = mounts::entries(folder)?.into_iter();
                entries.take(MOST_ENTRIES).for_each(|entry| tree.add_link(entry.path()));
            }
        }
        let of_system = Mounts::system()?.links;
        let links = view.links.keys().filter(|link| !of_system.contains_key(*link));
        for path in view.named.iter().chain(links) {
            tree.add_link(path.clone());
        }
        Ok(tree)
    }

    fn inside(&self, path: &Path) -> PathBuf {
        self.top.join(path.strip_prefix("/").unwrap_or(path))
    }

    fn add_folder(&mut self, folder: &Path) {
        let folders: Vec<PathBuf> = folder.ancestors().map(|folder| self.inside(folder)).collect();
        self.folders.extend(folders.into_iter().filter(|folder| *folder != self.top));
    }

    fn add_link(&mut self, path: PathBuf) {
        if let Some(parent) = path.parent() {
            self.add_folder(parent);
        }
        self.links.insert(self.inside(&path), path);
    }

    /// Creates the folders and links.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn make(&self) -> io::Result<()> {
        for folder in &self.folders {
            // The target of a link has its folders already.
            if is_folder(folder)? {
                continue;
            }
            DirBuilder::new().mode(0o700).create(folder)?;
            if let Some(user) = self.user {
                chown(folder, Some(user), Some(user))?;
            }
        }
        for (place, path) in &self.links {
            if find_link(place)?.is_none() {
                symlink(path, place)?;
            }
        }
        Ok(())
    }

    /// Replaces the folder by an empty one.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn clear(&self) -> io::Result<()> {
        clear::renew(&self.top, self.user)
    }
}
