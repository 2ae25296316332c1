//! The fingerprint of a check: named parts, equal where results are comparable.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use nim_ground::commands::on_path;
use nim_ground::error::named;
use nim_task::source::Source;

/// The parts of a fingerprint by name: a short text, or the hash of a longer one.
pub type FingerprintParts = BTreeMap<String, String>;

/// Most files and folders of a tree, those behind links included.
const MOST_FILES: usize = 200_000;

/// The prefix of a hash.
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

/// Returns the hash of parts, as the name of a file.
pub fn key<const N: usize>(parts: [(&str, String); N]) -> String {
    digest(&parts.map(|(name, value)| (name.to_owned(), value)).into()).replace(':', "-")
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
    let mut hasher = blake3::Hasher::new();
    for file in files {
        add(&mut hasher, contents(file)?.as_bytes());
    }
    Ok(text(&hasher))
}

/// Returns what the compiler of a source sees of it.
///
/// # Errors
/// When a file cannot be read.
pub fn of_source(source: &Source) -> io::Result<String> {
    let files = of_files(source.files.iter().chain(&source.beside).map(PathBuf::as_path))?;
    let made = source.made.iter().cloned().collect();
    Ok(if source.made.is_empty() { files } else { format!("{files} {}", digest(&made)) })
}

/// Returns the words of a command. A file or folder outside the system's folders is represented by its contents, so
/// that its path may differ between machines; any other word, by itself. The first word is also searched for in `PATH`.
///
/// # Errors
/// When a file cannot be read.
pub fn of_command<'a>(words: impl IntoIterator<Item = &'a OsStr>) -> io::Result<String> {
    let words = words.into_iter().enumerate().map(|(index, word)| {
        let found = if index == 0 { on_path(word) } else { None };
        let path = found.as_deref().unwrap_or(Path::new(word));
        if path.exists() && !is_of_the_system(path) { of_tree(path) } else { Ok(format!("{word:?}")) }
    });
    Ok(words.collect::<io::Result<Vec<_>>>()?.join(" "))
}

/// Returns a file by its contents, or a folder by the names and contents of all files below, those behind links included; anything
/// else, by its path.
///
/// # Errors
/// When one cannot be read, or there are too many.
pub fn of_tree(path: &Path) -> io::Result<String> {
    let metadata = path.metadata()?;
    if metadata.is_file() {
        return Ok(format!("{HASH}{}", contents(path)?.to_hex()));
    }
    if !metadata.is_dir() {
        return Ok(format!("{path:?}"));
    }
    let mut files = Vec::new();
    let mut room = MOST_FILES;
    // With the real folders around each: a link to one of them adds nothing.
    let mut folders = vec![(path.to_path_buf(), vec![path.canonicalize()?])];
    while let Some((folder, around)) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?.path();
            room = room.checked_sub(1).ok_or_else(|| {
                named(path.display())(io::Error::other(format!("more than {MOST_FILES} files")))
            })?;
            let Ok(real) = entry.canonicalize() else { continue };
            // Python writes the latter when it reads the modules beside.
            if is_of_the_system(&real) || entry.ends_with("__pycache__") || around.contains(&real) {
                continue;
            }
            if real.is_dir() {
                let around = around.iter().cloned().chain([real]).collect();
                folders.push((entry, around));
            } else if real.is_file() {
                files.push(entry);
            }
        }
    }
    files.sort();
    let mut hasher = blake3::Hasher::new();
    for file in files {
        let name: PathBuf = file.strip_prefix(path).unwrap_or(&file).to_path_buf();
        add(&mut hasher, name.as_os_str().as_encoded_bytes());
        add(&mut hasher, contents(&file)?.as_bytes());
    }
    Ok(text(&hasher))
}

/// Returns whether a path belongs to the system, whose programs may differ from machine to machine.
fn is_of_the_system(path: &Path) -> bool {
    const SYSTEM: [&str; 8] = ["/usr", "/bin", "/sbin", "/lib", "/lib64", "/dev", "/proc", "/sys"];
    SYSTEM.iter().any(|folder| path.starts_with(folder))
}

fn contents(file: &Path) -> io::Result<blake3::Hash> {
    let with_path = || named(file.display());
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(File::open(file).map_err(with_path())?).map_err(with_path())?;
    Ok(hasher.finalize())
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
