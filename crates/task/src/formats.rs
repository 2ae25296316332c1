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
mod polygon;
mod rbx;
mod syzoj;
mod uoj;

use std::collections::HashMap;
use std::fmt::Debug;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use blake3::Hash;
use nim_yaml::Node;
use serde_json::Value;

pub use self::icpc::examples::{Example, Part};
pub use self::icpc::{note_unknown, uuid_of, write_own};
use self::manifest::{Manifest, Solution, Version};
use crate::Error;
use crate::constants::Constants;
use crate::expected::Expectation;
use crate::language::Languages;
use crate::layout::input_validators::InputValidator;
use crate::layout::settings::{SettingsReader, is_text};
use crate::package::scoring::Unscored;
use crate::package::{Files, MARK, Notes, Package};
use crate::source::Source;
use crate::submissions::{Submission, Submissions, runnable};
use nim_ground::error::{ValueError, malformed};
use nim_ground::files::read_regular;
use nim_ground::folder::{FolderRoot, is_below, is_refused, read_below};
use nim_ground::lock::locked;
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

/// A format and the manifest read by it; `None` for a file of no format.
type Read = Option<(&'static Format, Result<Manifest, Error>)>;

impl Manifest {
    /// Returns the submission of a solution, or why it is left out; notes expectations that are not compared.
    fn submission(
        &self,
        solution: &Solution,
        folder: &Path,
        languages: &Languages,
        notes: &mut Vec<String>,
    ) -> Result<Submission, Error> {
        let Solution { name, compiler, expectation, is_function, note, left_out } = solution;
        notes.extend(note.map(|note| format!("{name}: {note}")));
        if let Some(why) = left_out {
            return Err(Error::Unsupported(why.clone()));
        }
        let path = folder.join(name);
        if !is_below(name) || !presence::is_file(&path)? {
            return Err(Error::Missing("it is not there".to_owned()));
        }
        let mut source = runnable(&path, compiler, folder, languages)?;
        if let Some(complete) = self.format.complete {
            source.complete(Some(&self.root))?;
            complete(self, &mut source, *is_function)?;
        }
        let mut expectation = expectation.clone();
        if let Some(read) = self.format.comments {
            let text = match read_below(folder, name) {
                // Compiling the solution reports the error.
                Err(error) if is_refused(&error) => Vec::new(),
                text => text.map_err(Error::unreadable(name))?,
            };
            let (expected, own) = read(self, &String::from_utf8_lossy(&text));
            notes.extend(own.iter().map(|note| format!("{name}: {note}")));
            expectation = expected.or(expectation);
        }
        Ok(Submission { name: name.clone(), source, expectation, is_timed: false })
    }
}

/// Runs programs of packages that print a list of tests: nothing here starts a program.
pub trait ScriptRunner: Debug + Send + Sync {
    /// Returns the output of a program.
    ///
    /// # Errors
    /// When it cannot be built, or fails.
    fn printed(&self, program: &Path) -> Result<Vec<u8>, String>;
}

/// The manifests that a command has opened, each once.
#[derive(Clone, Debug, Default)]
pub struct Manifests {
    opened: Arc<Mutex<HashMap<PathBuf, Option<Arc<Manifest>>>>>,
    /// The hashes of the contents of files that were read, by real paths.
    hashes: Arc<Mutex<HashMap<PathBuf, Hash>>>,
    scripts: Option<Arc<dyn ScriptRunner>>,
}

impl Manifests {
    /// Creates a cache without manifests that runs programs which list tests.
    pub fn with_scripts(scripts: impl ScriptRunner + 'static) -> Self {
        Self { scripts: Some(Arc::new(scripts)), ..Self::default() }
    }

    /// Returns the list of tests that a program prints; `None` where the command runs none.
    ///
    /// # Errors
    /// When it fails, or prints no text.
    pub fn printed(&self, program: &Path) -> Option<Result<String, String>> {
        let printed = self.scripts.as_ref()?.printed(program);
        Some(printed.and_then(|text| String::from_utf8(text).map_err(|error| error.to_string())))
    }

    /// Returns the manifest at a path; `None` where the file is of no format.
    ///
    /// # Errors
    /// When it cannot be read or is malformed, with its path.
    pub fn open(&self, path: &Path) -> io::Result<Option<Arc<Manifest>>> {
        self.open_or_refuse(path).map(readable).transpose()
    }

    /// Like [`Self::open`]; an unreadable manifest is one that refuses all tests, for a search, which lists them nevertheless.
    pub fn open_or_refuse(&self, path: &Path) -> Option<Arc<Manifest>> {
        let name = path.file_name()?.to_str()?.to_ascii_lowercase();
        let kinds =
            FORMATS.iter().flat_map(|format| format.manifests.iter().map(move |kind| (*format, kind)));
        let mut known = kinds.filter(|(_, kind)| kind.is_called(&name)).peekable();
        known.peek()?;
        self.once(path, |file, reader| {
            let (format, kind) = known.find(|(_, kind)| (kind.detect)(file))?;
            Some((format, (kind.read)(file, reader)))
        })
    }

    /// Returns the contents of a file that belongs to a manifest, whose reader this is.
    pub fn open_part(
        &self,
        path: &Path,
        format: &'static Format,
        read: impl FnOnce(&ManifestFile<'_>, &mut SettingsReader<'_>) -> Result<Manifest, Error>,
    ) -> Option<Arc<Manifest>> {
        self.once(path, |file, reader| Some((format, read(file, reader))))
    }

    /// Opens a file once.
    fn once(
        &self,
        path: &Path,
        read: impl FnOnce(&ManifestFile<'_>, &mut SettingsReader<'_>) -> Read,
    ) -> Option<Arc<Manifest>> {
        // What was opened by this path is not looked for again: that might fail.
        if let Some(known) = locked(&self.opened).get(path) {
            return known.clone();
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        // A folder that cannot be resolved counts as present and unreadable, for this time.
        let real = presence::real_path(folder).transpose()?;
        let key = match &real {
            Ok(real) => real.join(path.file_name()?),
            Err(_) => return self.read(path, folder, real, read).map(Arc::new),
        };
        let known = locked(&self.opened).get(&key).cloned();
        let opened = known.unwrap_or_else(|| self.read(path, folder, real, read).map(Arc::new));
        let mut all = locked(&self.opened);
        all.insert(key, opened.clone());
        all.insert(path.to_path_buf(), opened.clone());
        opened
    }

    fn read(
        &self,
        path: &Path,
        folder: &Path,
        real: io::Result<PathBuf>,
        read: impl FnOnce(&ManifestFile<'_>, &mut SettingsReader<'_>) -> Read,
    ) -> Option<Manifest> {
        let (real, text) = match real {
            Ok(real) => {
                let text = read_regular(path);
                if let (Ok(text), Some(name)) = (&text, path.file_name()) {
                    locked(&self.hashes).insert(real.join(name), blake3::hash(text));
                }
                (real, text)
            }
            Err(error) => (folder.to_path_buf(), Err(error)),
        };
        let opened = text.and_then(|text| String::from_utf8(text).map_err(io::Error::other));
        let unreadable = opened.as_ref().err().map(ToString::to_string);
        let text = opened.as_deref().unwrap_or_default();
        let parsed = unreadable.clone().map_or_else(|| parse(path, text), |why| Err(why.into()));
        let file = ManifestFile { path, folder, text, parsed: &parsed, manifests: self };
        let name = path.file_name()?.to_string_lossy();
        let mut reader = SettingsReader::new(&name, text);
        let (format, read) = read(&file, &mut reader)?;
        let read = unreadable.map_or_else(|| read.map_err(|error| error.to_string()), Err);
        let manifest = read.unwrap_or_else(|why| {
            reader.refuse_all(&why);
            Manifest { unreadable: Some(why), ..Manifest::default() }
        });
        let (refused, notes) = (reader.refused, reader.notes);
        let contents = Arc::new(parsed.unwrap_or_default());
        Some(Manifest { path: path.to_path_buf(), root: real, format, contents, refused, notes, ..manifest })
    }

    /// Returns the hash of a file's contents. A file that the command has read, or hashed, is not read again.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn hash(&self, file: &Path) -> io::Result<Hash> {
        let real = file.canonicalize()?;
        if let Some(known) = locked(&self.hashes).get(&real) {
            return Ok(*known);
        }
        let mut hasher = blake3::Hasher::new();
        hasher.update_reader(File::open(&real)?)?;
        let hash = hasher.finalize();
        locked(&self.hashes).insert(real, hash);
        Ok(hash)
    }

    /// Returns the manifest of the package in a folder, if its format has programs of authors.
    ///
    /// # Errors
    /// When it cannot be read or is malformed, with its path: that is no folder without a package.
    pub fn package(&self, folder: &Path) -> io::Result<Option<Arc<Manifest>>> {
        self.package_or_refuse(folder).map(readable).transpose()
    }

    /// Returns whether there is a package in a folder, whose manifest may be unreadable.
    pub fn is_package(&self, folder: &Path) -> bool {
        self.package_or_refuse(folder).is_some()
    }

    /// Like [`Self::package`], as [`Self::open_or_refuse`] opens its manifest.
    pub(crate) fn package_or_refuse(&self, folder: &Path) -> Option<Arc<Manifest>> {
        let formats = FORMATS.iter().filter(|format| format.has_programs);
        let names = formats.flat_map(|format| format.main_manifests());
        let mut files = names.map(|name| (folder.join(name), name));
        files.find_map(|(file, name)| {
            let opened = has_manifest(folder, name).then(|| self.open_or_refuse(&file))?;
            opened.filter(|manifest| manifest.format.has_programs)
        })
    }

    /// Returns the package around a program, near above it.
    ///
    /// # Errors
    /// When the program cannot be looked at; as of [`Self::package`].
    pub fn around(&self, program: &Path) -> io::Result<Option<Arc<Manifest>>> {
        let real = presence::real_path(program)?;
        let package = real.as_deref().and_then(Path::parent).and_then(|folder| self.folder_around(folder));
        package.map_or(Ok(None), |package| self.package(package))
    }

    /// Returns the folder of the package in a real folder, or near above it; its manifest may be unreadable.
    pub fn folder_around<'f>(&self, folder: &'f Path) -> Option<&'f Path> {
        folder.ancestors().take(MOST_ABOVE).find(|folder| self.is_package(folder))
    }

    /// Returns the submissions of the package in a folder: the solutions that its manifest lists, or those in folders.
    ///
    /// # Errors
    /// When a file cannot be read or is malformed.
    pub fn submissions(&self, folder: &Path, languages: &Languages) -> Result<Submissions, Error> {
        let Some(package) = self.package(folder)?.filter(|package| package.format.solutions.is_some()) else {
            return icpc::submissions::find(folder, self.is_legacy(folder)?, languages);
        };
        let mut submissions = Submissions::default();
        for solution in &package.solutions {
            let found = package.submission(solution, folder, languages, &mut submissions.notes);
            submissions.add(&solution.name, found)?;
        }
        Ok(submissions)
    }

    /// Returns the first submission of the package in a folder that must be accepted.
    ///
    /// # Errors
    /// As of [`Self::submissions`].
    pub fn accepted(&self, folder: &Path, languages: &Languages) -> Result<Option<Submission>, Error> {
        let lists = self.package_or_refuse(folder).is_some_and(|package| package.format.solutions.is_some());
        if !lists && !presence::is_folder(&folder.join(icpc::submissions::SUBMISSIONS))? {
            return Ok(None);
        }
        let mut found = self.submissions(folder, languages)?.found.into_iter();
        Ok(found.find(|own| own.expectation.as_ref().is_some_and(Expectation::is_of_accepted)))
    }

    /// Returns the examples that a package has for its validators, and notes on files that are not examples.
    ///
    /// # Errors
    /// When a folder or a file cannot be read.
    pub fn examples(package: &Path) -> io::Result<(Vec<Example>, Vec<String>)> {
        icpc::examples::examples(package)
    }

    /// Returns the calls of a package's validators for the answer of an input.
    ///
    /// # Errors
    /// When their folder cannot be read.
    pub fn answer_validators(package: &Path, input: &Path) -> Result<Vec<InputValidator>, Error> {
        icpc::answer_validators(package, input)
    }

    /// Returns the names in a package that its format has replaced, each with its new name.
    ///
    /// # Errors
    /// When the package cannot be looked at; as of [`Self::package`].
    pub fn replaced(&self, package: &Path) -> io::Result<Vec<(&'static str, &'static str)>> {
        icpc::examples::replaced(package, self.is_legacy(package)?)
    }

    /// Returns the expectation for a program by the package around it, if it is one of its submissions; `None` for a word that names no
    /// file.
    ///
    /// # Errors
    /// When the program, the manifest of the package, or the program's entry in it cannot be read.
    pub fn expectation_of(&self, program: &Path) -> Result<Option<Expectation>, Error> {
        if !presence::names_file(program)? {
            return Ok(None);
        }
        let Some(real) = presence::real_path(program)? else { return Ok(None) };
        if let Some(package) = self.around(&real)?.filter(|package| package.format.solutions.is_some()) {
            let mut solutions = package.solutions.iter();
            let own = solutions.find(|solution| real.ends_with(&solution.name));
            return Ok(own.and_then(|solution| solution.expectation.clone()));
        }
        match icpc::submissions::package_of(&real).filter(|package| self.is_package(package)) {
            Some(package) => icpc::submissions::expectation_of(&real, package, self.is_legacy(package)?),
            None => Ok(None),
        }
    }

    fn is_legacy(&self, folder: &Path) -> io::Result<bool> {
        Ok(self.package(folder)?.is_none_or(|package| package.version != Some(Version::Current)))
    }

    /// Returns the constants of the package in a folder; none where there is no package.
    ///
    /// # Errors
    /// As of [`Self::package`].
    pub fn constants(&self, folder: &Path) -> io::Result<Constants> {
        Ok(self.package(folder)?.map(|package| package.constants.clone()).unwrap_or_default())
    }

    /// Returns whether a folder is a package with solutions or submissions.
    pub fn has_submissions(&self, folder: &Path) -> bool {
        // A folder that cannot be read counts as present, so that reading it reports the error.
        presence::is_folder(&folder.join(icpc::submissions::SUBMISSIONS)).unwrap_or(true)
            || self.package_or_refuse(folder).is_some_and(|package| package.format.has_solutions(folder))
    }
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

/// Returns whether a folder has this manifest, readable or not. A link out of the folder does not count.
fn has_manifest(folder: &Path, name: &str) -> bool {
    match presence::find_link(&folder.join(name)) {
        Ok(None) => false,
        Ok(Some(found)) if found.is_symlink() => {
            let found = FolderRoot::open(folder).and_then(|folder| folder.metadata_below(name));
            !found.is_err_and(|error| is_refused(&error))
        }
        Ok(Some(found)) => !found.is_dir(),
        Err(_) => true,
    }
}

/// Returns a manifest, unless it is unreadable.
fn readable(manifest: Arc<Manifest>) -> io::Result<Arc<Manifest>> {
    match &manifest.unreadable {
        Some(why) => Err(malformed(&manifest.path.display().to_string(), why)),
        None => Ok(manifest),
    }
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

/// The number of folders above a program in which its package is searched.
const MOST_ABOVE: usize = 3;

/// Returns whether a file, which may be absent, was written by this program.
fn is_ours(path: &Path) -> io::Result<bool> {
    let program = presence::absent_is_none(fs::read(path), path)?.unwrap_or_default();
    Ok(program.split(|&byte| byte == b'\n').take(2).any(|line| line.trim_ascii_end() == MARK.as_bytes()))
}

/// Parses a text in the language of its file's ending.
fn parse(path: &Path, text: &str) -> Result<Contents, ValueError> {
    let mut ending = path.extension().unwrap_or_default().to_ascii_lowercase();
    if ending == "orig" {
        ending = path.with_extension("").extension().unwrap_or_default().to_ascii_lowercase();
    }
    match ending.to_str() {
        // JSON is YAML.
        Some("yaml" | "yml" | "cdf") => yaml(text),
        Some("toml") => {
            let value = toml::from_str(text).map_err(|error| error.message().to_owned())?;
            Ok(Contents { value, node: None })
        }
        _ => Ok(Contents::default()),
    }
}

/// Reads a text in YAML.
pub fn yaml(text: &str) -> Result<Contents, ValueError> {
    if text.trim().is_empty() {
        return Ok(Contents::default());
    }
    let node = nim_yaml::parse(text).map_err(|error| visible::brief(&error.brief()))?;
    Ok(Contents { value: node.json_with_texts(&is_text), node: Some(node) })
}
