//! The files that a compiler read outside of its sources. Their contents are the second half of a compiled program's key: the first half
//! finds the list of them, and a program is reused only if each of them is unchanged.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::report::fingerprint;
use crate::report::shown::{Key, Shown};
use itertools::Itertools;
use nim_ground::files::{self, sorted};
use nim_ground::presence::{find, is_folder};
use nim_sandbox::SandboxMode;
use serde::{Deserialize, Serialize};

/// The folder of these lists in the cache.
const LISTS: &str = "compiled";
/// The file in which compilers list the files that they read, beside their output files.
pub const LIST: &str = ".read";
/// The variables by which GCC (in the form of make) and Clang (a line each) write that list, also for several sources.
pub const VARIABLES: [(&str, &str); 3] = [
    ("SUNPRO_DEPENDENCIES", "../out/.read"),
    ("CC_PRINT_HEADERS", "1"),
    ("CC_PRINT_HEADERS_FILE", "../out/.read"),
];
/// A folder that GCC and Clang search before those of the system.
const LOCAL: &str = "/usr/local/include";
/// Variables with further folders that compilers search for headers.
const SEARCHED: [&str; 5] =
    ["CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "OBJC_INCLUDE_PATH", "OBJCPLUS_INCLUDE_PATH"];
/// Variables with files and folders that compilers read and list nowhere.
const UNLISTED: [&str; 5] = ["CLASSPATH", "LIBRARY_PATH", "OCAMLPATH", "GHC_PACKAGE_PATH", "PYTHONPATH"];
/// Most folders in which a header may come to lie that a compiler would find first.
const MOST_FOLDERS: usize = 5000;
/// A file that was changed more recently may change again without another time.
const SETTLED: Duration = Duration::from_secs(2);

/// The files that a compiler read outside of its sources.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct ReadFiles {
    files: Vec<PathBuf>,
    /// Folders that a header of another name may be added to.
    folders: Vec<PathBuf>,
    /// The hash of the files' contents.
    contents: String,
    /// The hash of the files' metadata while they have these contents; `None` if a change would not show in it.
    state: Option<String>,
}

impl ReadFiles {
    /// Returns the key of the program stored under the first half of its key, by the present contents of the files; `None` if no list is
    /// known, or a file is gone.
    pub fn key(first: &Shown) -> Option<Key> {
        Some(Self::known(first)?.second(first))
    }

    /// Returns the list stored under the first half of a key, with the present contents.
    pub fn known(first: &Shown) -> Option<Self> {
        let half = first.key();
        let mut known: Self = serde_json::from_slice(&half.kept(LISTS)?).ok()?;
        if known.state.is_none() || known.state != known.state_now().ok()? {
            known.look().ok()?;
            known.keep(&half);
        }
        Some(known)
    }

    /// Returns the paths of the files.
    pub fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// Reads the list that a compiler wrote since this time, and the files that a precompiled header stands for; `None` if the list is
    /// incomplete, or a file changed meanwhile.
    pub fn new(list: &[u8], precompiled: &[PathBuf], mode: SandboxMode, since: SystemTime) -> Option<Self> {
        let temporary = [env::temp_dir(), PathBuf::from("/tmp")];
        let mut files: Vec<PathBuf> = Vec::new();
        for name in names(list).into_iter().chain(precompiled.iter().cloned()) {
            if !name.is_absolute() {
                is_below(&name).then_some(())?;
            } else if let Some(found) = find(&name).ok()? {
                (files::changed(&found).ok()? < since).then_some(())?;
                files.push(name);
            } else {
                // Compilers remove their own temporary files.
                temporary.iter().any(|folder| name.starts_with(folder)).then_some(())?;
            }
        }
        files.sort();
        files.dedup();
        let mut searched = vec![PathBuf::from(LOCAL)];
        if mode == SandboxMode::Off {
            searched.extend(SEARCHED.iter().flat_map(|name| paths(name)));
        }
        let mut folders = Vec::new();
        for folder in searched {
            add_folders(folder, &mut folders).ok()?;
        }
        Self { files, folders, ..Self::default() }.looked_at()
    }

    /// Returns what is known of a compiler that lists no files.
    pub fn unlisted() -> Option<Self> {
        Self::default().looked_at()
    }

    fn looked_at(mut self) -> Option<Self> {
        self.look().ok()?;
        Some(self)
    }

    /// Stores the list of a program, and returns its key.
    pub fn kept(&self, first: &Shown) -> Key {
        self.keep(&first.key());
        self.second(first)
    }

    fn keep(&self, half: &Key) {
        if let Ok(text) = serde_json::to_vec(self) {
            half.keep(LISTS, &text);
        }
    }

    /// Returns the whole key, given its first half.
    pub fn second(&self, first: &Shown) -> Key {
        first.clone().with("read files", self.contents.clone()).key()
    }

    /// Hashes the contents as they are now.
    fn look(&mut self) -> io::Result<()> {
        self.state = self.state_now()?;
        let mut parts = vec![fingerprint::of_files(self.files.iter().map(PathBuf::as_path))?];
        for folder in &self.folders {
            let names = if is_folder(folder)? { sorted(folder)? } else { Vec::new() };
            parts.push(format!("{folder:?} {names:?}"));
        }
        self.contents = fingerprint::of_values(&[vec![format!("{:?}", self.files)], parts].concat());
        Ok(())
    }

    /// Returns the hash of the files' present metadata.
    fn state_now(&self) -> io::Result<Option<String>> {
        let mut states = Vec::new();
        for path in self.files.iter().chain(&self.folders) {
            let found = find(path)?;
            let changed = found.as_ref().map(files::changed).transpose()?;
            if changed.is_some_and(|at| at.elapsed().is_ok_and(|age| age < SETTLED)) {
                return Ok(None);
            }
            states.push(fingerprint::state(path, found.as_ref())?);
        }
        Ok(Some(fingerprint::of_values(&[vec![String::new()], states].concat())))
    }
}

/// Adds the inputs that a compiler may read without a sandbox and does not list: its environment, and the files that this names.
pub fn with_surroundings(shown: Shown) -> io::Result<Shown> {
    let unlisted = UNLISTED.iter().flat_map(|name| paths(name)).collect_vec();
    shown.with_environment().with_trees("unlisted files", unlisted.iter().map(PathBuf::as_path))
}

/// Returns the absolute paths that a variable names.
fn paths(variable: &str) -> Vec<PathBuf> {
    let value = env::var_os(variable).unwrap_or_default();
    env::split_paths(&value).filter(|path| path.is_absolute()).collect()
}

/// Adds a folder and those below it; a missing one may be created later.
fn add_folders(folder: PathBuf, folders: &mut Vec<PathBuf>) -> io::Result<()> {
    if folders.len() >= MOST_FOLDERS {
        return Err(io::Error::other("too many folders"));
    }
    let below = if is_folder(&folder)? { sorted(&folder)? } else { Vec::new() };
    folders.push(folder);
    for entry in below {
        // A link to a folder above would have no end.
        if fs::symlink_metadata(&entry)?.is_dir() {
            add_folders(entry, folders)?;
        }
    }
    Ok(())
}

/// Returns the names of files in a list, in either form.
fn names(list: &[u8]) -> Vec<PathBuf> {
    let mut names = Vec::new();
    for line in list.split(|&byte| byte == b'\n') {
        let mut name = Vec::new();
        let mut bytes = line.iter().copied().peekable();
        while let Some(byte) = bytes.next() {
            match (byte, bytes.peek().copied()) {
                // The compiler escapes characters that are special to make, and the line feed of a continued line.
                (b'\\', Some(next @ (b' ' | b'#' | b'\\' | b':'))) | (b'$', Some(next @ b'$')) => {
                    name.push(next);
                    bytes.next();
                }
                (b'\\', None) => {}
                (b' ' | b'\t' | b'\r', _) => names.push(std::mem::take(&mut name)),
                // Names before the colon are targets; the compiler wrote them.
                (b':', Some(b' ' | b'\t') | None) => name.clear(),
                (other, _) => name.push(other),
            }
        }
        names.push(name);
    }
    names.into_iter().filter(|name| !name.is_empty()).map(|name| PathBuf::from(files::name(&name))).collect()
}

/// Returns whether a relative path stays below the folder that it starts from, which holds the copies of sources.
fn is_below(name: &Path) -> bool {
    let mut depth = 0_usize;
    name.components().all(|part| match part {
        Component::ParentDir if depth == 0 => false,
        Component::ParentDir => {
            depth -= 1;
            true
        }
        Component::CurDir => true,
        Component::Normal(part) => {
            depth += usize::from(part != OsStr::new("."));
            true
        }
        Component::RootDir | Component::Prefix(_) => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_of_lists_are_read() {
        let of_make = b"a.o: a.cpp /usr/include/stdio.h \\\n /x/with\\ blank.h ../b.h $$c.h\n\nb.o: b.cpp\n";
        let read = names(of_make).into_iter().map(|name| name.to_string_lossy().into_owned()).collect_vec();
        assert_eq!(read, ["a.cpp", "/usr/include/stdio.h", "/x/with blank.h", "../b.h", "$c.h", "b.cpp"]);
        assert_eq!(names(b"/usr/include/stdio.h\n/x.h\n").len(), 2);
        assert!(is_below(Path::new("a/../b.h")) && !is_below(Path::new("a/../../b.h")));
    }
}
