//! The manifests of a command: each is opened, read and parsed once, whatever asks for it.

use std::collections::HashMap;
use std::fmt::Debug;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use blake3::Hash;

use super::manifest::{Manifest, Solution, Version};
use super::{Contents, Example, FORMATS, Format, ManifestFile, icpc, yaml};
use crate::Error;
use crate::constants::Constants;
use crate::expected::Expectation;
use crate::language::Languages;
use crate::layout::input_validators::InputValidator;
use crate::layout::settings::SettingsReader;
use crate::submissions::{Submission, Submissions, runnable};
use nim_ground::error::{ValueError, malformed, named};
use nim_ground::files::read_regular;
use nim_ground::folder::{FolderRoot, is_below, is_refused, read_below};
use nim_ground::lock::locked;
use nim_ground::presence;

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

    /// Returns the hash of the contents of a file, with its real path. A file that the command has read, or hashed, is not read again.
    ///
    /// # Errors
    /// As of [`hash_of`].
    pub fn hash(&self, file: &Path, real: PathBuf) -> io::Result<Hash> {
        if let Some(known) = locked(&self.hashes).get(&real) {
            return Ok(*known);
        }
        let hash = hash_of(file)?;
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

/// The number of folders above a program in which its package is searched.
pub(super) const MOST_ABOVE: usize = 3;

/// Returns whether a folder has this manifest, readable or not. A link out of the folder does not count.
pub(super) fn has_manifest(folder: &Path, name: &str) -> bool {
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

/// Returns the hash of the contents of a file.
///
/// # Errors
/// When it cannot be read, with its path.
pub fn hash_of(file: &Path) -> io::Result<Hash> {
    let mut hasher = blake3::Hasher::new();
    let opened = File::open(file).map_err(named(file.display()))?;
    hasher.update_reader(opened).map_err(named(file.display()))?;
    Ok(hasher.finalize())
}

/// Returns a manifest, unless it is unreadable.
fn readable(manifest: Arc<Manifest>) -> io::Result<Arc<Manifest>> {
    match &manifest.unreadable {
        Some(why) => Err(malformed(&manifest.path.display().to_string(), why)),
        None => Ok(manifest),
    }
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
