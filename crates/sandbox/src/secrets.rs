//! The files hidden from every program, such as a judge's test data and reports.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use nim_ground::files::{FileId, folder_of, identity};

/// The most files of hidden folders that are compared with hard links.
const MOST_FILES: usize = 100_000;

/// Paths that are hidden from programs. All are real paths: links are resolved when they are added.
#[derive(Clone, Debug, Default)]
pub struct Secrets {
    folders: BTreeSet<PathBuf>,
    files: BTreeSet<PathBuf>,
    inodes: BTreeSet<FileId>,
    /// Real paths of folders, by the paths under which they were added.
    known: HashMap<PathBuf, PathBuf>,
}

impl Secrets {
    /// Hides a folder of test data. Other files in it are shown where the command line names them.
    pub fn add_folder(&mut self, folder: &Path) {
        self.folders.extend(folder.canonicalize());
    }

    /// Hides a file of test data, under all of its names, and its folder.
    pub fn add_data(&mut self, file: &Path) {
        let around = folder_of(file);
        let (Some(name), Ok(metadata)) = (file.file_name(), file.symlink_metadata()) else { return };
        let folder = match self.known.get(around) {
            Some(folder) => folder.clone(),
            None => {
                let Ok(folder) = around.canonicalize() else { return };
                self.folders.insert(folder.clone());
                self.known.insert(around.to_path_buf(), folder.clone());
                folder
            }
        };
        self.files.insert(folder.join(name));
        if metadata.is_symlink() {
            self.add(file);
        } else {
            self.inodes.extend(identity(file, &metadata).map(|(id, _)| id));
        }
    }

    /// Hides the other names of all files that lie beside test data, such as answers to inputs that are not used, but not of those
    /// at the real paths `shown`.
    pub fn add_files_beside(&mut self, shown: &[PathBuf]) {
        let folders: BTreeSet<&PathBuf> = self.known.values().collect();
        let files =
            folders.into_iter().flat_map(|folder| fs::read_dir(folder).into_iter().flatten().flatten());
        for entry in files.take(MOST_FILES) {
            let Ok(metadata) = entry.metadata() else { continue };
            if metadata.is_file()
                && let Some((id, 2..)) = identity(&entry.path(), &metadata)
                && !shown.contains(&entry.path())
            {
                self.inodes.insert(id);
            }
        }
    }

    /// Hides a file or a whole folder, even if the command line names it.
    pub fn add(&mut self, path: &Path) {
        let Ok(real) = path.canonicalize() else { return };
        let mut left = vec![real.clone()];
        while let Some(path) = left.pop() {
            let Ok(metadata) = path.symlink_metadata() else { continue };
            if metadata.is_dir() {
                left.extend(fs::read_dir(&path).into_iter().flatten().flatten().map(|entry| entry.path()));
            } else if self.inodes.len() < MOST_FILES {
                self.inodes.extend(identity(&path, &metadata).map(|(id, _)| id));
            }
        }
        self.files.insert(real);
    }

    /// Returns every path that is hidden.
    pub fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.folders.iter().chain(&self.files)
    }

    /// Describes what is hidden in these folders: equal texts hide the same. Other names of hidden files count only where `own` has a
    /// folder.
    pub fn described_within(&self, own: &[PathBuf], others: &[PathBuf]) -> String {
        let within = |path: &&PathBuf| own.iter().chain(others).any(|folder| path.starts_with(folder));
        let inodes = (!own.is_empty()).then_some(&self.inodes);
        format!("{:?}{inodes:?}", self.paths().filter(within).collect::<Vec<_>>())
    }

    /// Returns whether the file or folder at a real path is never shown, under this name or another.
    pub fn has(&self, real: &Path) -> bool {
        real.ancestors().any(|path| self.files.contains(path)) || self.has_inode(real)
    }

    /// Returns whether a file with this metadata is hidden under some name.
    pub fn has_file(&self, path: &Path, metadata: &fs::Metadata) -> bool {
        identity(path, metadata).is_some_and(|(id, _)| self.inodes.contains(&id))
    }

    fn has_inode(&self, real: &Path) -> bool {
        real.symlink_metadata().is_ok_and(|metadata| !metadata.is_dir() && self.has_file(real, &metadata))
    }

    /// Returns whether a folder is, or is around, something hidden.
    #[cfg(target_os = "linux")]
    pub(crate) fn are_within(&self, folder: &Path) -> bool {
        let begins = |set: &BTreeSet<PathBuf>| {
            set.range(folder.to_path_buf()..).next().is_some_and(|path| path.starts_with(folder))
        };
        begins(&self.folders) || begins(&self.files)
    }

    /// Returns whether a folder lies in a hidden one.
    pub fn are_around(&self, folder: &Path) -> bool {
        folder.ancestors().any(|around| self.folders.contains(around) || self.files.contains(around))
    }

    /// Hidden files in a folder under other names: hard links to files, and other mounts of folders.
    #[cfg(target_os = "linux")]
    pub(crate) fn other_names_within(&self, folder: &Path) -> Vec<PathBuf> {
        let inode = |path: &Path| Some(identity(path, &path.symlink_metadata().ok()?)?.0);
        let folders: BTreeSet<FileId> = self.paths().filter_map(|path| inode(path)).collect();
        let numbers: BTreeSet<u64> = self.inodes.iter().map(|&(_, number)| number).collect();
        let mut found = Vec::new();
        let mut left = vec![folder.to_path_buf()];
        let mut seen = 0;
        while let Some(folder) = left.pop() {
            for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
                seen += 1;
                let Ok(kind) = entry.file_type() else { continue };
                let path = entry.path();
                if kind.is_dir() {
                    if inode(&path).is_some_and(|inode| folders.contains(&inode)) {
                        found.push(path);
                    } else if seen < MOST_FILES {
                        left.push(path);
                    }
                } else if numbers.contains(&std::os::unix::fs::DirEntryExt::ino(&entry))
                    && self.has_inode(&path)
                {
                    found.push(path);
                }
            }
        }
        found
    }
}

#[cfg(target_os = "linux")]
#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn data_is_known_by_every_name() {
        let around = tempfile::tempdir().unwrap();
        let around = around.path().canonicalize().unwrap();
        let path = |name: &str| around.join(name);
        for folder in ["tests/deep", "elsewhere", "other"] {
            fs::create_dir_all(path(folder)).unwrap();
        }
        for file in ["tests/deep/1.in", "elsewhere/real", "elsewhere/own", "other/own"] {
            fs::write(path(file), "x").unwrap();
        }
        symlink(path("elsewhere/real"), path("tests/deep/1.ans")).unwrap();
        fs::hard_link(path("tests/deep/1.in"), path("other/link")).unwrap();
        let mut secrets = Secrets::default();
        secrets.add_folder(&path("tests"));
        secrets.add_data(&path("tests/deep/../deep/1.in"));
        secrets.add_data(&path("tests/deep/1.ans"));
        for hidden in ["tests/deep/1.in", "tests/deep/1.ans", "elsewhere/real", "other/link"] {
            assert!(secrets.has(&path(hidden)), "{hidden}");
        }
        for shown in ["tests/deep", "elsewhere/own", "other/own", "other"] {
            assert!(!secrets.has(&path(shown)), "{shown}");
        }
        assert!(secrets.are_within(&around) && secrets.are_within(&path("tests")));
        assert!(secrets.are_within(&path("elsewhere")) && !secrets.are_within(&path("other")));
        assert_eq!(secrets.other_names_within(&path("other")), [path("other/link")]);
        secrets.add(&path("other"));
        assert!(secrets.has(&path("other/own")) && !secrets.has(&path("elsewhere/own")));
    }
}
