//! The files hidden from every program, such as a judge's test data and reports.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
#[cfg(target_os = "linux")]
use std::sync::{Arc, Mutex};

#[cfg(target_os = "linux")]
use nim_ground::error::named;
use nim_ground::files::{FileId, folder_of, identity};
#[cfg(target_os = "linux")]
use nim_ground::lock::locked;
use nim_ground::presence::{absent_is_none, find_link, real_path};

/// Names of the folders of modules that are installed for an interpreter.
#[cfg(target_os = "linux")]
const MODULES: [&str; 2] = ["site-packages", "dist-packages"];
/// The most files of hidden folders that are compared with hard links.
const MOST_FILES: usize = 100_000;

/// Paths that are hidden from programs. All are real paths: links are resolved when they are added.
#[derive(Clone, Debug, Default)]
pub struct Secrets {
    folders: BTreeSet<PathBuf>,
    files: BTreeSet<PathBuf>,
    inodes: BTreeSet<FileId>,
    /// The hidden files that have further names, with one of these names and the number of all.
    linked: BTreeMap<FileId, (PathBuf, u64)>,
    /// The beginnings of the names of modules that are hidden where they are installed.
    modules: BTreeSet<String>,
    /// Real paths of folders, by the paths under which they were added.
    known: HashMap<PathBuf, PathBuf>,
    /// The names of files with others in the system's folders; shared by all copies, as it takes a walk through the whole system.
    #[cfg(target_os = "linux")]
    names_in_system: Arc<Mutex<BTreeMap<FileId, Vec<PathBuf>>>>,
}

impl Secrets {
    /// Hides a folder of test data. Other files in it are shown where the command line names them.
    ///
    /// # Errors
    /// When it is there, but cannot be looked at: it would be shown.
    pub fn add_folder(&mut self, folder: &Path) -> io::Result<()> {
        self.folders.extend(real_path(folder)?);
        Ok(())
    }

    /// Hides a file of test data, under all of its names, and its folder.
    ///
    /// # Errors
    /// As for [`Self::add_folder`].
    pub fn add_data(&mut self, file: &Path) -> io::Result<()> {
        let around = folder_of(file);
        let (Some(name), Some(metadata)) = (file.file_name(), find_link(file)?) else { return Ok(()) };
        let folder = match self.known.get(around) {
            Some(folder) => folder.clone(),
            None => {
                let Some(folder) = real_path(around)? else { return Ok(()) };
                self.folders.insert(folder.clone());
                self.known.insert(around.to_path_buf(), folder.clone());
                folder
            }
        };
        self.files.insert(folder.join(name));
        if metadata.is_symlink() {
            self.add(file)?;
        } else {
            self.add_inode(file, &metadata)?;
        }
        Ok(())
    }

    fn add_inode(&mut self, file: &Path, metadata: &fs::Metadata) -> io::Result<()> {
        let (id, names) = identity(file, metadata)?;
        self.inodes.insert(id);
        if names > 1 {
            self.linked.insert(id, (file.to_path_buf(), names));
        }
        Ok(())
    }

    /// Hides the modules whose names begin so, where they are installed for an interpreter that is shown.
    pub fn add_module(&mut self, name: &str) {
        self.modules.insert(name.to_owned());
    }

    /// Hides the other names of all files that lie beside test data, such as answers to unused inputs, but not of those at the real paths
    /// `shown`. `names` has the names in folders that were listed already.
    ///
    /// # Errors
    /// When a folder cannot be listed whole, or a file not be looked at.
    pub fn add_files_beside(
        &mut self,
        names: &BTreeMap<PathBuf, Vec<OsString>>,
        shown: &[PathBuf],
    ) -> io::Result<()> {
        let mut left = MOST_FILES;
        let folders: BTreeMap<_, _> =
            self.known.iter().map(|(given, real)| (real.clone(), names.get(given))).collect();
        for (folder, names) in folders {
            let paths = match names {
                Some(names) => names.iter().take(left).map(|name| folder.join(name)).collect(),
                None => listed(&folder, left)?,
            };
            left -= paths.len();
            self.add_others(paths, shown)?;
        }
        Ok(())
    }

    fn add_others(&mut self, paths: Vec<PathBuf>, shown: &[PathBuf]) -> io::Result<()> {
        for path in paths {
            if let Some(metadata) = find_link(&path)?
                && metadata.is_file()
                && let (_, 2..) = identity(&path, &metadata)?
                && !shown.contains(&path)
            {
                self.add_inode(&path, &metadata)?;
            }
        }
        Ok(())
    }

    /// Hides a file or a whole folder, even if the command line names it.
    ///
    /// # Errors
    /// When it is there, but cannot be looked at whole: names of its files elsewhere would be shown.
    pub fn add(&mut self, path: &Path) -> io::Result<()> {
        let Some(real) = real_path(path)? else { return Ok(()) };
        let mut left = vec![real.clone()];
        while let Some(path) = left.pop() {
            let Some(metadata) = find_link(&path)? else { continue };
            if metadata.is_dir() {
                left.extend(listed(&path, usize::MAX)?);
            } else if self.inodes.len() < MOST_FILES {
                self.add_inode(&path, &metadata)?;
            }
        }
        self.files.insert(real);
        Ok(())
    }

    /// Returns every path that is hidden.
    pub fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.folders.iter().chain(&self.files)
    }

    /// Describes the hidden files in these folders: equal texts hide the same files. Other names of hidden files count only if `own` has a
    /// folder.
    pub fn described_within(&self, own: &[PathBuf], others: &[PathBuf]) -> String {
        let paths =
            self.paths().filter(|path| own.iter().chain(others).any(|folder| path.starts_with(folder)));
        let inodes = (!own.is_empty()).then_some(&self.inodes);
        format!("{:?}{inodes:?}", paths.collect::<Vec<_>>())
    }

    /// Returns whether the file or folder at a real path is never shown, under this name or another.
    ///
    /// # Errors
    /// When it cannot be looked at.
    pub fn has(&self, real: &Path) -> io::Result<bool> {
        Ok(real.ancestors().any(|path| self.files.contains(path)) || self.has_inode(real)?)
    }

    /// Returns whether a file with this metadata is hidden under some name.
    ///
    /// # Errors
    /// When the system does not tell which file it is.
    pub fn has_file(&self, path: &Path, metadata: &fs::Metadata) -> io::Result<bool> {
        Ok(self.inodes.contains(&identity(path, metadata)?.0))
    }

    fn has_inode(&self, real: &Path) -> io::Result<bool> {
        let found = find_link(real)?;
        found
            .filter(|metadata| !metadata.is_dir())
            .map_or(Ok(false), |metadata| self.has_file(real, &metadata))
    }

    /// Returns whether a folder is, or is around, something hidden.
    #[cfg(target_os = "linux")]
    pub(crate) fn are_within(&self, folder: &Path) -> bool {
        [&self.folders, &self.files]
            .into_iter()
            .any(|set| set.range(folder.to_path_buf()..).next().is_some_and(|path| path.starts_with(folder)))
    }

    /// Returns whether a folder lies in a hidden one.
    pub fn are_around(&self, folder: &Path) -> bool {
        folder.ancestors().any(|around| self.folders.contains(around) || self.files.contains(around))
    }

    /// Returns the names of hidden files in the system's folders, such as those of test data that is a hard link of a file there.
    ///
    /// # Errors
    /// When a folder cannot be listed.
    #[cfg(target_os = "linux")]
    pub(crate) fn names_in_system(&self, folders: &BTreeSet<PathBuf>) -> io::Result<Vec<PathBuf>> {
        let mut known = locked(&self.names_in_system);
        let sought = self.sought_in(folders, &known)?;
        let mut found: BTreeMap<FileId, Vec<PathBuf>> =
            self.linked.keys().map(|&id| (id, Vec::new())).collect();
        if !sought.is_empty() {
            for folder in folders {
                for name in names_within(folder, &sought)? {
                    found.entry(name.id).or_default().push(name.path);
                }
            }
        }
        for (id, names) in found {
            known.entry(id).or_insert(names);
        }
        Ok(self.linked.keys().filter_map(|id| known.get(id)).flatten().cloned().collect())
    }

    /// Returns the names of hidden files that have several, in a folder.
    ///
    /// # Errors
    /// When a folder cannot be listed.
    #[cfg(target_os = "linux")]
    pub(crate) fn links_within(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let sought = self.sought_in(&BTreeSet::from([folder.to_path_buf()]), &BTreeMap::new())?;
        if sought.is_empty() {
            return Ok(Vec::new());
        }
        Ok(names_within(folder, &sought)?.into_iter().map(|name| name.path).collect())
    }

    /// Returns the hidden files that may have a name in these folders, but for those `known`. Most files with several names have them side by
    /// side: these are not sought, as that takes a walk through all of the folders.
    #[cfg(target_os = "linux")]
    fn sought_in(
        &self,
        folders: &BTreeSet<PathBuf>,
        known: &BTreeMap<FileId, Vec<PathBuf>>,
    ) -> io::Result<BTreeSet<FileId>> {
        let mut sought = BTreeSet::new();
        for (&id, (path, names)) in self.linked.iter().filter(|(id, _)| !known.contains_key(id)) {
            if names_near(path, id, folders)? < *names {
                sought.insert(id);
            }
        }
        Ok(sought)
    }

    /// Returns the hidden modules that are installed in a folder.
    ///
    /// # Errors
    /// When a folder cannot be listed.
    #[cfg(target_os = "linux")]
    pub(crate) fn modules_within(&self, installation: &Path) -> io::Result<Vec<PathBuf>> {
        let mut found = Vec::new();
        if self.modules.is_empty() {
            return Ok(found);
        }
        for library in ["", "lib", "lib64", "local/lib"] {
            for version in entries(&installation.join(library))? {
                if !version.file_name().as_encoded_bytes().starts_with(b"py") {
                    continue;
                }
                for modules in MODULES {
                    let installed = entries(&version.path().join(modules))?.into_iter();
                    let hidden = installed.filter(|entry| {
                        let name = entry.file_name();
                        self.modules.iter().any(|own| name.as_encoded_bytes().starts_with(own.as_bytes()))
                    });
                    found.extend(hidden.map(|entry| entry.path()));
                }
            }
        }
        Ok(found)
    }

    /// Hidden files in a folder under other names: hard links to files, and other mounts of folders.
    ///
    /// # Errors
    /// When a folder cannot be listed whole, or a file not be looked at.
    #[cfg(target_os = "linux")]
    pub(crate) fn other_names_within(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let folders = self.paths().filter_map(|path| inode(path).transpose());
        let folders = folders.collect::<io::Result<BTreeSet<FileId>>>()?;
        let numbers: BTreeSet<u64> = self.inodes.iter().map(|&(_, number)| number).collect();
        let mut found = Vec::new();
        let mut left = vec![folder.to_path_buf()];
        let mut seen = 0;
        while let Some(folder) = left.pop() {
            for entry in entries(&folder)? {
                seen += 1;
                let path = entry.path();
                if entry.file_type().map_err(named(path.display()))?.is_dir() {
                    if inode(&path)?.is_some_and(|inode| folders.contains(&inode)) {
                        found.push(path);
                    } else if seen < MOST_FILES {
                        left.push(path);
                    }
                } else if numbers.contains(&std::os::unix::fs::DirEntryExt::ino(&entry))
                    && self.has_inode(&path)?
                {
                    found.push(path);
                }
            }
        }
        Ok(found)
    }
}

/// Returns the paths of up to `most` entries of a folder; none if it is gone.
fn listed(folder: &Path, most: usize) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).map(|entries| entries.take(most));
    let paths = entries.and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
    Ok(absent_is_none(paths, folder)?.unwrap_or_default())
}

/// A name of a file with several.
#[cfg(target_os = "linux")]
struct Name {
    path: PathBuf,
    id: FileId,
}

/// Returns the names of files in a folder and all folders within.
#[cfg(target_os = "linux")]
fn names_within(folder: &Path, sought: &BTreeSet<FileId>) -> io::Result<Vec<Name>> {
    let numbers: BTreeSet<u64> = sought.iter().map(|&(_, number)| number).collect();
    let mut found = Vec::new();
    let mut left = vec![folder.to_path_buf()];
    while let Some(folder) = left.pop() {
        for entry in entries(&folder)? {
            // Only entries with a sought number need a further system call.
            let is_alike = numbers.contains(&std::os::unix::fs::DirEntryExt::ino(&entry));
            let path = entry.path();
            if entry.file_type()?.is_dir() {
                left.push(path);
            } else if is_alike
                && let Some(metadata) = find_link(&path)?
                && let (id, _) = identity(&path, &metadata)?
                && sought.contains(&id)
            {
                found.push(Name { path, id });
            }
        }
    }
    Ok(found)
}

/// Counts the names of a file in its own folder and those directly within, except for names in the system's folders.
#[cfg(target_os = "linux")]
fn names_near(file: &Path, id: FileId, system: &BTreeSet<PathBuf>) -> io::Result<u64> {
    let Some(around) = absent_is_none(folder_of(file).canonicalize(), file)? else { return Ok(0) };
    if around.ancestors().any(|path| system.contains(path)) {
        return Ok(0);
    }
    let mut names = 0;
    let mut near = Vec::new();
    for entry in entries(&around)? {
        let path = entry.path();
        if entry.file_type().map_err(named(path.display()))?.is_dir() && !system.contains(&path) {
            near.extend(entries(&path)?);
        }
        near.push(entry);
    }
    for entry in near.iter().filter(|entry| std::os::unix::fs::DirEntryExt::ino(*entry) == id.1) {
        names += u64::from(inode(&entry.path())? == Some(id));
    }
    Ok(names)
}

#[cfg(target_os = "linux")]
fn inode(path: &Path) -> io::Result<Option<FileId>> {
    let found = find_link(path)?.map(|metadata| identity(path, &metadata)).transpose()?;
    Ok(found.map(|(id, _)| id))
}

/// Returns the entries of a folder; none if there is no such folder, or the user may not list it.
#[cfg(target_os = "linux")]
fn entries(folder: &Path) -> io::Result<Vec<fs::DirEntry>> {
    let listed = fs::read_dir(folder).and_then(Iterator::collect);
    match absent_is_none(listed, folder) {
        Err(error) if nim_ground::presence::is_denied(&error, folder) => Ok(Vec::new()),
        listed => Ok(listed?.unwrap_or_default()),
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
        secrets.add_folder(&path("tests")).unwrap();
        secrets.add_data(&path("tests/deep/../deep/1.in")).unwrap();
        secrets.add_data(&path("tests/deep/1.ans")).unwrap();
        for hidden in ["tests/deep/1.in", "tests/deep/1.ans", "elsewhere/real", "other/link"] {
            assert!(secrets.has(&path(hidden)).unwrap(), "{hidden}");
        }
        for shown in ["tests/deep", "elsewhere/own", "other/own", "other"] {
            assert!(!secrets.has(&path(shown)).unwrap(), "{shown}");
        }
        assert!(secrets.are_within(&around) && secrets.are_within(&path("tests")));
        assert!(secrets.are_within(&path("elsewhere")) && !secrets.are_within(&path("other")));
        assert_eq!(secrets.other_names_within(&path("other")).unwrap(), [path("other/link")]);
        // A name elsewhere is found in a folder of the system, and one beside the file is not sought there.
        fs::create_dir_all(path("system/deep")).unwrap();
        let system = BTreeSet::from([path("system")]);
        assert!(secrets.names_in_system(&system).unwrap().is_empty());
        // Nor in an installation, which is not even listed.
        assert!(secrets.links_within(&path("other/own")).unwrap().is_empty());
        let mut secrets = secrets.clone();
        secrets.names_in_system = Arc::default();
        fs::hard_link(path("tests/deep/1.in"), path("system/deep/hard")).unwrap();
        secrets.add_data(&path("tests/deep/1.in")).unwrap();
        assert_eq!(secrets.names_in_system(&system).unwrap(), [path("system/deep/hard")]);
        assert_eq!(secrets.links_within(&path("system")).unwrap(), [path("system/deep/hard")]);
        fs::create_dir_all(path("system/lib/python3.9/site-packages/secret_1")).unwrap();
        assert!(secrets.modules_within(&path("system")).unwrap().is_empty());
        secrets.add_module("secret");
        let module = path("system/lib/python3.9/site-packages/secret_1");
        assert_eq!(secrets.modules_within(&path("system")).unwrap(), [module]);
        secrets.add(&path("other")).unwrap();
        assert!(secrets.has(&path("other/own")).unwrap() && !secrets.has(&path("elsewhere/own")).unwrap());
    }

    #[test]
    fn what_cannot_be_looked_at_is_an_error_that_names_it() {
        let (none, long) = (Path::new("/none/there"), PathBuf::from(format!("/{}", "x".repeat(4000))));
        let mut secrets = Secrets::default();
        for add in [Secrets::add, Secrets::add_folder, Secrets::add_data] {
            assert!(add(&mut secrets, none).is_ok());
            let error = add(&mut secrets, &long).unwrap_err();
            assert!(error.to_string().contains("xxx"), "{error}");
        }
        assert!(!secrets.has(none).unwrap());
        assert!(secrets.has(&long).is_err());
    }
}
