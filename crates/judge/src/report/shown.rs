//! Keys of cached results. A key is made of a run's inputs, and of nothing else; an entry of the cache is found by its key alone.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::time::SystemTime;

use nim_ground::cache;

use super::fingerprint::{self, FingerprintParts};
use nim_ground::content::Content;
use nim_task::formats::Manifests;
use nim_task::layout::Test;

/// The inputs that a run depends on, by contents: files, words, settings, and the version of the toolkit.
#[derive(Clone, Debug)]
pub struct Shown {
    parts: FingerprintParts,
    /// What the command has read, where its files are not read again.
    manifests: Option<Manifests>,
}

/// The name of a kept result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key(String);

/// Variables by which sessions and terminals differ, and no program that makes a result; of an entry that ends with `_`, all that begin
/// so.
const OF_SESSIONS: [&str; 16] = [
    "_",
    "COLUMNS",
    "COLORTERM",
    "DBUS_",
    "DISPLAY",
    "LINES",
    "OLDPWD",
    "PWD",
    "SHLVL",
    "SSH_",
    "STY",
    "TERM",
    "TERM_",
    "TMUX",
    "TMUX_",
    "XDG_",
];

impl Default for Shown {
    fn default() -> Self {
        let own = Self { parts: FingerprintParts::new(), manifests: None };
        own.with("toolkit version", env!("CARGO_PKG_VERSION"))
    }
}

impl Shown {
    /// Like the default, but no file is read that the command has read or hashed.
    pub fn of_command(manifests: &Manifests) -> Self {
        Self { manifests: Some(manifests.clone()), ..Self::default() }
    }

    /// Adds a named value.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.parts.insert(name.to_owned(), value.into());
        self
    }

    /// Adds files or folders by their contents; a missing one counts as missing.
    ///
    /// # Errors
    /// When one cannot be read.
    pub fn with_trees<'a>(self, name: &str, paths: impl IntoIterator<Item = &'a Path>) -> io::Result<Self> {
        let manifests = self.manifests.clone().unwrap_or_default();
        let trees = paths.into_iter().map(|path| fingerprint::of_tree_if_there(path, &manifests));
        let trees = trees.collect::<io::Result<Vec<_>>>()?;
        Ok(self.with(name, trees.join(" ")))
    }

    /// Adds contents, in this order.
    ///
    /// # Errors
    /// When one cannot be read.
    pub fn with_contents<'a>(
        self,
        name: &str,
        contents: impl IntoIterator<Item = &'a Content>,
    ) -> io::Result<Self> {
        Ok(self.with(name, fingerprint::of_contents(contents)?))
    }

    /// Adds the files that lie where programs run on tests.
    ///
    /// # Errors
    /// When one cannot be read.
    pub fn with_run_files<'a>(self, tests: impl IntoIterator<Item = &'a Test>) -> io::Result<Self> {
        let mut all = Vec::new();
        for (index, test) in tests.into_iter().enumerate() {
            let Some(files) = &test.run_files else { continue };
            for (name, path) in files.list()? {
                all.push(format!("{index} {name:?} {}", fingerprint::of_contents([&Content::File(path)])?));
            }
        }
        // Without files, the key stays that of earlier results.
        Ok(if all.is_empty() { self } else { self.with("files of tests", all.join(" ")) })
    }

    /// Adds a command of this machine: its words, the contents of files among them, and the state of an installed program.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn with_command<'a>(
        self,
        name: &str,
        words: impl IntoIterator<Item = &'a OsStr> + Clone,
    ) -> io::Result<Self> {
        let installed = fingerprint::of_installed(words.clone())?;
        Ok(self.with(name, format!("{} {installed}", fingerprint::of_command(words)?)))
    }

    /// Adds the environment of the caller, which a run without a sandbox has too.
    #[must_use]
    pub fn with_environment(self) -> Self {
        let mut variables: Vec<_> = std::env::vars_os().collect();
        variables.retain(|(name, _)| !name.to_str().is_some_and(is_of_sessions));
        variables.sort();
        self.with("environment", format!("{variables:?}"))
    }

    /// Returns the key of the cached result.
    pub fn key(&self) -> Key {
        Key(fingerprint::digest(&self.parts).replace(':', "-"))
    }
}

/// Returns whether a variable of the environment is of the caller's session.
fn is_of_sessions(name: &str) -> bool {
    OF_SESSIONS.iter().any(|own| name == *own || (own.ends_with('_') && name.starts_with(own)))
}

impl Key {
    /// Returns the key as a file name.
    pub fn name(&self) -> &str {
        &self.0
    }

    /// Returns the cached result in a folder of the cache; `None` if there is none, or if it is incomplete or unreadable.
    pub fn kept(&self, folder: &str) -> Option<Vec<u8>> {
        let path = cache::folder(folder)?.join(&self.0);
        let mut text = fs::read(&path).ok()?;
        let digest = text.split_off(text.len().checked_sub(blake3::OUT_LEN)?);
        // The time of last use is renewed, since the cache removes old entries. Failure to set it does no harm.
        if let Ok(file) = File::open(path) {
            drop(file.set_modified(SystemTime::now()));
        }
        (blake3::hash(&text).as_bytes() == digest.as_slice()).then_some(text)
    }

    /// Stores contents under the key, whole or not at all; a failure costs another run.
    pub fn keep(&self, folder: &str, contents: &[u8]) {
        cache::put(folder, &self.0, &[contents, blake3::hash(contents).as_bytes()].concat());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_each_part() {
        let folder = tempfile::tempdir().unwrap();
        let (file, absent) = (folder.path().join("file"), folder.path().join("absent"));
        fs::write(&file, "1").unwrap();
        let shown = Shown::default().with("a", "b");
        let with = |path: &Path| shown.clone().with_trees("tree", [path]).unwrap().key();
        let mut keys = vec![shown.key(), shown.clone().with("a", "c").key(), with(&file), with(&absent)];
        fs::write(&file, "2").unwrap();
        keys.push(with(&file));
        fs::write(&absent, "").unwrap();
        keys.push(with(&absent));
        for (index, key) in keys.iter().enumerate() {
            assert!(!keys[..index].contains(key), "{index}");
        }
    }
}
