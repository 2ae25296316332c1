//! The fingerprint of a check: named parts, equal where results are comparable.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::Metadata;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use nim_ground::commands::on_path;
use nim_ground::content::Content;
use nim_ground::error::named;
use nim_ground::files::{changed, identity, sorted};
use nim_ground::presence::{find, real_path};
use nim_task::formats::{Manifests, hash_of};
use nim_task::source::Source;

/// The parts of a fingerprint by name: a short text, or the hash of a longer one.
pub type FingerprintParts = BTreeMap<String, String>;

/// The limit of files and folders in a tree, including those behind links.
const MOST_FILES: usize = 200_000;

/// The errors of a word that is no path, and of a link to nothing.
const NO_PATH: [ErrorKind; 3] = [ErrorKind::InvalidInput, ErrorKind::InvalidFilename, ErrorKind::NotFound];

/// The prefix of hashes made with BLAKE3.
pub(crate) const HASH: &str = "blake3:";

/// Returns the hash of all parts.
pub fn digest(parts: &FingerprintParts) -> String {
    let mut hasher = blake3::Hasher::new();
    for (name, value) in parts {
        add(&mut hasher, name.as_bytes());
        add(&mut hasher, value.as_bytes());
    }
    text(&hasher)
}

/// Returns a part that has a value for each test: the value itself where all agree, and else a hash.
pub fn of_values(values: &[String]) -> String {
    match values.split_first() {
        None => "none".to_owned(),
        Some((first, rest)) if rest.iter().all(|value| value == first) => first.clone(),
        Some(_) => {
            let mut hasher = blake3::Hasher::new();
            values.iter().for_each(|value| add(&mut hasher, value.as_bytes()));
            text(&hasher)
        }
    }
}

/// Returns the hash of the contents of files, in this order; their names do not count.
///
/// # Errors
/// When one cannot be read.
pub fn of_files<'a>(files: impl IntoIterator<Item = &'a Path>) -> io::Result<String> {
    of_hashes(files.into_iter().map(hash_of))
}

/// Returns the hash of contents, in this order.
///
/// # Errors
/// When a file cannot be read.
pub fn of_contents<'a>(contents: impl IntoIterator<Item = &'a Content>) -> io::Result<String> {
    of_hashes(contents.into_iter().map(|content| {
        let mut hasher = blake3::Hasher::new();
        content.copy_to(&mut hasher)?;
        Ok(hasher.finalize())
    }))
}

fn of_hashes(hashes: impl Iterator<Item = io::Result<blake3::Hash>>) -> io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    for hash in hashes {
        add(&mut hasher, hash?.as_bytes());
    }
    Ok(text(&hasher))
}

/// Returns the fingerprint of the files that the compiler of a source sees.
///
/// # Errors
/// When a file cannot be read.
pub fn of_source(source: &Source) -> io::Result<String> {
    let included = source.included.values().map(|included| &included.file);
    let files = of_files(source.files.iter().chain(&source.beside).chain(included).map(PathBuf::as_path))?;
    let made = source.made.iter().cloned().collect();
    Ok(if source.made.is_empty() { files } else { format!("{files} {}", digest(&made)) })
}

/// Returns the fingerprint of a command's words. A file or folder is represented by its contents, so that its path may differ between
/// machines; any other word, and a program installed with the system, by itself. The first word is also searched for in `PATH`.
///
/// # Errors
/// When a file cannot be read.
pub fn of_command<'a>(words: impl IntoIterator<Item = &'a OsStr>) -> io::Result<String> {
    let words = words.into_iter().enumerate().map(|(index, word)| {
        let found = if index == 0 { on_path(word)? } else { None };
        let path = found.as_deref().unwrap_or(Path::new(word));
        let is_shown = !is_installed(path) && is_there(path)?;
        if is_shown { of_tree(path, &Manifests::default()) } else { Ok(format!("{word:?}")) }
    });
    Ok(words.collect::<io::Result<Vec<_>>>()?.join(" "))
}

/// Returns the state of the installed programs that [`of_command`] represents by their names: on one machine, an updated program is another
/// file.
///
/// # Errors
/// When the system does not tell it.
pub fn of_installed<'a>(words: impl IntoIterator<Item = &'a OsStr>) -> io::Result<String> {
    let mut states = Vec::new();
    for (index, word) in words.into_iter().enumerate() {
        let path = if index == 0 { on_path(word)? } else { None }.unwrap_or_else(|| PathBuf::from(word));
        if is_installed(&path) && is_there(&path)? {
            states.push(state(&path, find(&path)?.as_ref())?);
        }
    }
    Ok(states.join(" "))
}

/// Returns the system's data on a path, which differ after a change. `None` stands for a missing file.
///
/// # Errors
/// When the system does not tell it.
pub fn state(path: &Path, found: Option<&Metadata>) -> io::Result<String> {
    let Some(found) = found else { return Ok(format!("{path:?} is absent")) };
    let (modified, changed) =
        (found.modified().map_err(named(path.display()))?, changed(found).map_err(named(path.display()))?);
    let (id, _) = identity(path, found)?;
    Ok(format!("{path:?} {} {id:?} {modified:?} {changed:?}", found.len()))
}

/// Returns whether something is at a path; a word that cannot be a path names nothing.
fn is_there(path: &Path) -> io::Result<bool> {
    match find(path) {
        Err(error) if NO_PATH.contains(&error.kind()) => Ok(false),
        found => Ok(found?.is_some()),
    }
}

/// Returns a file or folder as [`of_tree`] does, or that nothing is there.
///
/// # Errors
/// As of [`of_tree`].
pub fn of_tree_if_there(path: &Path, manifests: &Manifests) -> io::Result<String> {
    if find(path)?.is_some() { of_tree(path, manifests) } else { Ok("none".to_owned()) }
}

/// Returns the fingerprint of a file by its contents, or of a folder by the names and contents of all files below, including those behind
/// links; of anything else, by its path.
///
/// # Errors
/// When one cannot be read, or there are too many.
pub fn of_tree(path: &Path, manifests: &Manifests) -> io::Result<String> {
    let metadata = path.metadata().map_err(named(path.display()))?;
    if metadata.is_file() {
        let real = path.canonicalize().map_err(named(path.display()))?;
        return Ok(format!("{HASH}{}", manifests.hash(path, real)?.to_hex()));
    }
    if !metadata.is_dir() {
        return Ok(format!("{path:?}"));
    }
    let root = path.canonicalize().map_err(named(path.display()))?;
    let mut hasher = blake3::Hasher::new();
    let mut files = BTreeMap::new();
    let mut room = MOST_FILES;
    // Each folder comes with the real folders around it: a link to one of them adds nothing.
    let mut folders = vec![(path.to_path_buf(), vec![root.clone()])];
    while let Some((folder, around)) = folders.pop() {
        for entry in sorted(&folder).map_err(named(folder.display()))? {
            room = room.checked_sub(1).ok_or_else(|| {
                named(path.display())(io::Error::other(format!("more than {MOST_FILES} files")))
            })?;
            // Python writes this folder when it reads the modules beside.
            if entry.ends_with("__pycache__") {
                continue;
            }
            // A link to nothing has no contents.
            let Some(real) = real_path(&entry)? else { continue };
            if around.contains(&real) {
                continue;
            }
            let metadata = real.metadata().map_err(named(entry.display()))?;
            if is_installed(&real) && !real.starts_with(&root) {
                // Installed programs may differ between machines, so only name and path count.
                add(&mut hasher, name_below(path, &entry));
                add(&mut hasher, real.as_os_str().as_encoded_bytes());
            } else if metadata.is_dir() {
                let around = around.iter().cloned().chain([real]).collect();
                folders.push((entry, around));
            } else if metadata.is_file() {
                files.insert(entry, real);
            }
        }
    }
    for (file, real) in files {
        add(&mut hasher, name_below(path, &file));
        add(&mut hasher, manifests.hash(&file, real)?.as_bytes());
    }
    Ok(text(&hasher))
}

/// Returns the name of a file below a folder.
fn name_below<'a>(folder: &Path, file: &'a Path) -> &'a [u8] {
    file.strip_prefix(folder).unwrap_or(file).as_os_str().as_encoded_bytes()
}

/// Returns whether a path is that of a program or library installed with the system, which may differ from machine to machine. Other places
/// below `/usr`, such as `/usr/local`, hold the users' own files.
fn is_installed(path: &Path) -> bool {
    const FOLDERS: [&str; 7] = ["bin", "sbin", "lib", "lib32", "lib64", "libx32", "libexec"];
    let within = path.strip_prefix("/usr").or_else(|_| path.strip_prefix("/"));
    let is_of_system = within.is_ok_and(|within| FOLDERS.iter().any(|folder| within.starts_with(folder)));
    is_of_system || ["/proc", "/sys"].iter().any(|folder| path.starts_with(folder))
}

/// Adds bytes with a length prefix, so that the concatenation is unambiguous.
fn add(hasher: &mut blake3::Hasher, bytes: &[u8]) {
    hasher.update(&(bytes.len() as u64).to_le_bytes());
    hasher.update(bytes);
}

fn text(hasher: &blake3::Hasher) -> String {
    format!("{HASH}{}", hasher.finalize().to_hex())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn of_tree(path: &Path) -> io::Result<String> {
        super::of_tree(path, &Manifests::default())
    }

    #[test]
    fn contents_count_and_places_do_not() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, text).unwrap();
            path
        };
        let (a, b, c) = (write("x/a", "1"), write("y/b", "1"), write("y/c", "2"));
        let command = |path: &Path| of_command([path.as_os_str(), OsStr::new("-x")]).unwrap();
        assert_eq!(command(&a), command(&b));
        assert_ne!(command(&a), command(&c));
        for command in ["/bin/sh", "sh"] {
            assert_eq!(of_command([OsStr::new(command)]).unwrap(), format!("{command:?}"));
        }
        assert_ne!(of_files([&*a, &*c]).unwrap(), of_files([&*c, &*a]).unwrap());
        let (p, q) = (write("p/f", "1"), write("q/f", "1"));
        assert_eq!(of_tree(p.parent().unwrap()).unwrap(), of_tree(q.parent().unwrap()).unwrap());
        write("q/sub/g", "1");
        assert_ne!(of_tree(p.parent().unwrap()).unwrap(), of_tree(q.parent().unwrap()).unwrap());
        assert!(of_files([Path::new("/no/such/file")]).unwrap_err().to_string().contains("/no/such/file"));
    }

    #[cfg(unix)]
    #[test]
    fn a_tree_has_what_lies_behind_its_links() {
        use std::os::unix::fs::symlink;
        let around = tempfile::tempdir().unwrap();
        let path = |name: &str| around.path().join(name);
        for folder in ["tree/within", "shared/deep"] {
            fs::create_dir_all(path(folder)).unwrap();
        }
        symlink("../shared", path("tree/link")).unwrap();
        symlink("..", path("tree/within/up")).unwrap();
        symlink("..", path("shared/deep/up")).unwrap();
        symlink("missing", path("tree/dangling")).unwrap();
        let mut seen = vec![of_tree(&path("tree")).unwrap()];
        for (file, text) in
            [("shared/a", "1"), ("shared/a", "2"), ("shared/deep/b", "1"), ("tree/within/c", "1")]
        {
            fs::write(path(file), text).unwrap();
            seen.push(of_tree(&path("tree")).unwrap());
        }
        assert_eq!(seen.iter().collect::<std::collections::BTreeSet<_>>().len(), seen.len(), "{seen:?}");
        assert_eq!(of_tree(&path("tree")).unwrap(), seen[4]);
    }

    #[test]
    fn values_that_agree_can_be_read() {
        let values =
            |values: &[&str]| of_values(&values.iter().map(|&value| value.to_owned()).collect::<Vec<_>>());
        assert_eq!(values(&["tokens", "tokens"]), "tokens");
        assert!(values(&["tokens", "exact"]).starts_with(HASH));
        assert_ne!(values(&["ab", "c"]), values(&["a", "bc"]));
    }
}
