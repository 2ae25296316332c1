//! The formats of packages: a row and a file for each. [`Manifests`] is the door through which their manifests are opened.

pub mod checkers;
mod cms;
mod compiler_options;
mod dmoj;
pub mod generators;
mod hydro;
mod icpc;
mod lemon;
mod library_checker;
mod luogu;
pub mod manifest;
mod manifests;
mod polygon;
mod rbx;
mod syzoj;
mod uoj;

use std::fmt::Debug;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use nim_yaml::Node;
use serde_json::Value;

pub use self::icpc::examples::{Example, Part};
pub use self::icpc::{note_unknown, uuid_of, write_own};
use self::manifest::Manifest;
pub use self::manifests::{Manifests, ScriptRunner, hash_of};
use crate::Error;
use crate::expected::Expectation;
use crate::layout::settings::{SettingsReader, is_text};
use crate::package::scoring::Unscored;
use crate::package::{Files, MARK, Notes, Package};
use crate::source::Source;
use nim_ground::error::{ValueError, malformed};
use nim_ground::presence;
use nim_ground::visible;

/// All formats. If two share a manifest name, the first whose `detect` accepts it wins.
pub static FORMATS: &[&Format] = &[
    &polygon::FORMAT,
    &rbx::FORMAT,
    &cms::FORMAT,
    &library_checker::FORMAT,
    &icpc::FORMAT,
    &dmoj::FORMAT,
    &luogu::FORMAT,
    &hydro::FORMAT,
    &syzoj::FORMAT,
    &uoj::FORMAT,
    &lemon::FORMAT,
    &UNSUPPORTED,
];

/// A package format: its manifests and the parts of its packages.
#[derive(Debug)]
pub struct Format {
    /// The manifests; the first makes a folder a package.
    pub manifests: &'static [ManifestKind],
    /// The manifest that makes a folder a package in place of the first, if it exists.
    pub replacement: Option<&'static str>,
    /// Whether packages of the format contain programs of their authors.
    pub has_programs: bool,
    /// The folder of the solutions named by the manifest, empty if they may lie anywhere; `None` if it names none.
    pub solutions: Option<&'static str>,
    /// Files and folders that solutions need besides their folder and the manifest.
    pub needed: &'static [&'static str],
    /// Whether manifests of the format name options of compilers.
    pub has_compiler_options: bool,
    /// The folder of tests of checkers and validators.
    pub unit_tests: Option<&'static str>,
    /// Returns the files of a search, by their indices, that are not data of the format's packages.
    pub leave_out: Option<LeaveOut>,
    /// Reads the expectation of a solution from the comments in its text; returns notes on it, too.
    pub comments: Option<ReadComments>,
    /// Adds the files and options that a program is compiled with; a solution may be a function.
    pub complete: Option<Complete>,
    /// The formats in which packages are written.
    pub packages: &'static [PackageFormat],
}

/// A format in which whole packages are read and written.
#[derive(Debug)]
pub struct PackageFormat {
    /// The name on the command line.
    pub name: &'static str,
    /// The judges that read the format, for the help.
    pub about: &'static str,
    /// Returns whether files are of this format.
    pub detect: fn(&PackageReader<'_>) -> io::Result<bool>,
    /// Reads the parts that `check` has no use for: statements, titles, a grammar; without it, these are left out. The read files are
    /// removed from the reader's, and notes tell the parts that were not recognised.
    pub describe: Option<Describe>,
    /// Writes a package; notes tell the parts that the format cannot hold.
    pub write: fn(&Package, &mut Notes) -> io::Result<Files>,
    /// Whether a package keeps its own files about scores, limits and programs.
    pub is_native: bool,
    /// The way of writing a package without points.
    pub unscored: Unscored,
    /// Whether judges of the format take a checker written with testlib.
    pub takes_testlib: bool,
    /// Whether judges of the format take a checker that is a Python function, as DMOJ calls it.
    pub takes_functions: bool,
    /// The places of validators made from a grammar, in packages of the format.
    pub validators: &'static [&'static str],
    /// Returns the differences in judging, for parts that only other formats can hold.
    pub losses: fn(&Package) -> io::Result<Vec<String>>,
}

/// Chooses among files by their names.
type LeaveOut = fn(&[&str]) -> Vec<usize>;
/// Reads the comments in the text of a solution.
type ReadComments = fn(&Manifest, &str) -> (Option<Expectation>, Vec<String>);
/// Adds to a program of a package, which may be a function.
type Complete = fn(&Manifest, &mut Source, bool) -> Result<(), Error>;
/// Reads a package's files into it; its tests are already there.
type Describe = fn(&mut PackageReader<'_>, &mut Package) -> io::Result<()>;

impl Default for &Format {
    fn default() -> Self {
        &Format::PLAIN
    }
}

impl Format {
    /// A format of tests alone.
    const PLAIN: Self = Self {
        manifests: &[],
        replacement: None,
        has_programs: false,
        solutions: None,
        needed: &[],
        has_compiler_options: false,
        unit_tests: None,
        leave_out: None,
        comments: None,
        complete: None,
        packages: &[],
    };

    /// Returns the names of the manifests that make a folder a package; the first existing one counts.
    fn main_manifests(&self) -> impl Iterator<Item = &'static str> {
        self.replacement.into_iter().chain([self.manifests[0].name])
    }

    /// Returns whether a folder is a package with solutions.
    fn has_solutions(&self, folder: &Path) -> bool {
        // A folder that cannot be read counts as present, so that reading it reports the error.
        self.solutions.is_some_and(|solutions| presence::is_folder(&folder.join(solutions)).unwrap_or(true))
    }
}

/// Packages of unknown formats, which share a manifest name.
const UNSUPPORTED: Format = Format {
    manifests: &[ManifestKind::any("problem.yml", |_, _| {
        Err(Error::Unsupported("its format is not supported".into()))
    })],
    ..Format::PLAIN
};

/// A kind of manifest: its name and its reader.
#[derive(Debug)]
pub struct ManifestKind {
    /// The file name in lower case; a leading `*` stands for any beginning.
    pub name: &'static str,
    /// Returns whether a file of that name is such a manifest: other tools have files of the same name.
    pub detect: fn(&ManifestFile<'_>) -> bool,
    /// Reads the manifest.
    pub read: fn(&ManifestFile<'_>, &mut SettingsReader<'_>) -> Result<Manifest, Error>,
}

impl ManifestKind {
    /// Returns a manifest that is recognised by its name alone.
    const fn any(
        name: &'static str,
        read: fn(&ManifestFile<'_>, &mut SettingsReader<'_>) -> Result<Manifest, Error>,
    ) -> Self {
        Self { name, detect: |_| true, read }
    }

    fn is_called(&self, name: &str) -> bool {
        fits(self.name, name)
    }
}

/// Returns whether a file name fits that of a kind of manifest, which may be an ending.
fn fits(kind: &str, name: &str) -> bool {
    kind.strip_prefix('*').map_or(name == kind, |ending| name.ends_with(ending))
}

/// A file that may be a manifest.
pub struct ManifestFile<'a> {
    /// The path of the file.
    pub path: &'a Path,
    /// The folder of the file.
    pub folder: &'a Path,
    /// The text of the file.
    pub text: &'a str,
    /// The parsed text of a YAML or TOML file.
    pub parsed: &'a Result<Contents, ValueError>,
    /// The manifests of the command.
    pub manifests: &'a Manifests,
}

impl ManifestFile<'_> {
    /// Returns the parsed contents.
    ///
    /// # Errors
    /// When it is malformed.
    pub fn contents(&self) -> Result<&Value, Error> {
        Ok(self.parsed.as_ref().map(|contents| &contents.value).map_err(ValueError::clone)?)
    }

    /// Returns the parsed contents; null if they are malformed.
    pub fn value(&self) -> &Value {
        self.parsed.as_ref().map_or(&Value::Null, |contents| &contents.value)
    }
}

/// The contents of a YAML or TOML file; empty for other files.
#[derive(Debug, Default)]
pub struct Contents {
    /// The contents as JSON.
    pub value: Value,
    /// The YAML tree with line numbers.
    pub(crate) node: Option<Node>,
}

/// A package while it is being read: its files, and the manifests by which its tests were found.
pub struct PackageReader<'a> {
    /// The folder of the package.
    pub root: PathBuf,
    /// The files of the package that no reader has taken yet.
    pub files: Files,
    /// The manifests of the command.
    pub manifests: &'a Manifests,
    /// Collects notes on parts that were not recognised.
    pub notes: &'a mut Notes,
}

impl PackageReader<'_> {
    /// Returns a manifest of the package; `None` if there is none of this name.
    ///
    /// # Errors
    /// When it is malformed.
    pub fn manifest(&self, name: &str) -> io::Result<Option<Arc<Manifest>>> {
        // An error names the file below the package, which may have been unpacked.
        let opened = self.files.get(name).and_then(|_| self.manifests.open_or_refuse(&self.root.join(name)));
        match opened.as_deref().and_then(|manifest| manifest.unreadable.as_ref()) {
            Some(why) => Err(malformed(name, why)),
            None => Ok(opened),
        }
    }

    /// Like [`Self::manifest`], for a file that is then taken as read.
    ///
    /// # Errors
    /// When it is malformed.
    pub fn take_manifest(&mut self, name: &str) -> io::Result<Option<Arc<Manifest>>> {
        let manifest = self.manifest(name)?;
        self.files.remove(name);
        Ok(manifest)
    }
}

/// Returns every format in which packages are written.
pub fn package_formats() -> impl Iterator<Item = &'static PackageFormat> {
    FORMATS.iter().flat_map(|format| format.packages)
}

/// Returns the names of the manifests that make a folder a package.
pub fn main_manifests() -> impl Iterator<Item = &'static str> {
    FORMATS.iter().flat_map(|format| format.main_manifests())
}

/// Returns the format of the files of a package.
///
/// # Errors
/// When a file cannot be read.
pub fn recognise(package: &PackageReader<'_>) -> io::Result<Option<&'static PackageFormat>> {
    for format in package_formats() {
        if (format.detect)(package)? {
            return Ok(Some(format));
        }
    }
    Ok(None)
}

/// Returns whether a file, by its path in a package, makes the folder a package.
pub fn is_main_manifest(path: &str) -> bool {
    !path.contains('/') && main_manifests().any(|kind| fits(kind, path))
}

/// Returns whether a file name fits a manifest.
pub fn is_manifest(name: &str) -> bool {
    FORMATS.iter().flat_map(|format| format.manifests).any(|kind| kind.is_called(name))
}

/// Returns whether a path in a package's folder is needed by its submissions: a manifest, or a folder.
pub fn is_of_submissions(path: &Path) -> bool {
    let named = FORMATS.iter().filter(|format| format.has_programs).flat_map(|format| {
        format
            .manifests
            .iter()
            .map(|kind| kind.name)
            .chain(format.solutions)
            .chain(format.needed.iter().copied())
    });
    named.chain([icpc::submissions::SUBMISSIONS]).any(|name| !name.is_empty() && path.ends_with(name))
}

/// Returns whether a file, which may be absent, was written by this program.
fn is_ours(path: &Path) -> io::Result<bool> {
    let program = presence::absent_is_none(fs::read(path), path)?.unwrap_or_default();
    Ok(program.split(|&byte| byte == b'\n').take(2).any(|line| line.trim_ascii_end() == MARK.as_bytes()))
}

/// Reads a text in YAML.
pub fn yaml(text: &str) -> Result<Contents, ValueError> {
    if text.trim().is_empty() {
        return Ok(Contents::default());
    }
    let node = nim_yaml::parse(text).map_err(|error| visible::brief(&error.brief()))?;
    Ok(Contents { value: node.json_with_texts(&is_text), node: Some(node) })
}
