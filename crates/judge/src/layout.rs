//! Test data on disk: inputs, their answers, and files without a partner.

mod archive;
mod beside;
mod config;
mod family;
mod files;
mod folders;
mod formats;
mod order;
mod scheme;
mod settings;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use itertools::Itertools;
use tempfile::TempDir;

pub use self::archive::{ArchiveFormat, LeftOut, create, may_hold_tests, unpack};
use self::archive::{Room, named, unpack_within, without_archive_ending};
pub use self::config::Rate;
use self::config::{Config, Remarks};
pub use self::family::Family;
use self::family::{Role, folder_of, without_ending};
use self::files::File;
pub use self::formats::MARK;
pub use self::order::natural;
use self::scheme::Scheme;
pub use self::scheme::ScoreRule;
pub use self::settings::{Refused, Scope};
use super::checker::CheckerStyle;
use super::compare::Comparison;
use super::failure::Failure;
use super::files::FileIo;
use super::interactive::interactor::InteractorStyle;
use super::limits::LimitOverrides;

/// The expected result of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// The answer file.
    Answer(PathBuf),
    /// The input is malformed: a solver must refuse it with the text in this file.
    Refusal(PathBuf),
}

impl Expected {
    /// Returns the file with the answer or the text.
    #[must_use]
    pub fn file(&self) -> &Path {
        match self {
            Self::Answer(file) | Self::Refusal(file) => file,
        }
    }
}

/// One test.
#[derive(Clone, Debug)]
pub struct Test {
    /// Path of the input below the folder that was searched, without its ending where that leaves it unique.
    pub name: String,
    /// The input.
    pub input: PathBuf,
    /// The expected result.
    pub expected: Expected,
    /// The layout of its files.
    pub family: Family,
    /// Subtask or folder.
    pub group: Option<String>,
    /// Its points, where tests have any.
    pub points: Option<f64>,
    /// The package's files in place of standard input and output.
    pub files: FileIo,
    /// The package's factors of limits for programs in some languages.
    pub rates: Vec<Rate>,
    /// The package's limits.
    pub limits: LimitOverrides,
    /// The package's way of judging outputs, if it has one.
    pub validation: Option<Validation>,
    /// Settings of the package that are not supported.
    pub refused: Vec<Refused>,
    /// The reason why it is for the built-in solvers only, if it is.
    pub reserved: Option<Reserved>,
}

/// The reason why an input is for the built-in solvers only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reserved {
    /// It exceeds the statement's limits.
    Beyond,
    /// Its white space differs from the statement's format.
    Tolerated,
    /// It is malformed.
    Invalid,
}

impl Reserved {
    /// Every reason.
    pub const ALL: [Self; 3] = [Self::Beyond, Self::Tolerated, Self::Invalid];

    /// Returns the name of the folder with these inputs.
    #[must_use]
    pub const fn folder(self) -> &'static str {
        match self {
            Self::Beyond => "beyond",
            Self::Tolerated => "tolerated",
            Self::Invalid => "invalid",
        }
    }

    /// Returns the reason by the folders of a name below the searched one: a search that begins inside `beyond`
    /// includes these inputs.
    fn of(name: &str, expected: &Expected) -> Option<Self> {
        if matches!(expected, Expected::Refusal(_)) {
            return Some(Self::Invalid);
        }
        [Self::Beyond, Self::Tolerated]
            .into_iter()
            .find(|reserved| folder_of(name).split('/').any(|part| part == reserved.folder()))
    }
}

/// A package's way of judging outputs.
#[derive(Clone, Debug, PartialEq)]
pub enum Validation {
    /// A comparison.
    Compare(Comparison),
    /// Its own output validator.
    Program {
        /// A file or a folder.
        place: PathBuf,
        /// The options for it.
        args: Vec<String>,
        /// Its calling convention.
        style: CheckerStyle,
        /// The most passes of a test: it may ask for further ones.
        passes: u32,
    },
    /// Its own interactor.
    Interactor {
        /// A file or a folder.
        place: PathBuf,
        /// The options for it.
        args: Vec<String>,
        /// Its calling convention.
        style: InteractorStyle,
        /// Its time limit, where the package has one.
        time: Option<Duration>,
        /// The most passes of a test: it may ask for further ones.
        passes: u32,
    },
}

/// The passes of a multi-pass problem whose package does not say how many there may be.
const USUAL_PASSES: u32 = 2;

impl Validation {
    /// Returns the path of the output validator, if there is one.
    #[must_use]
    pub fn program(&self) -> Option<&Path> {
        match self {
            Self::Compare(_) => None,
            Self::Program { place, .. } | Self::Interactor { place, .. } => Some(place),
        }
    }
}

/// A file that belongs to no test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmatched {
    /// Its path below the folder that was searched.
    pub file: String,
    /// The reason.
    pub reason: String,
    /// The file; `None` where it was left out of its archive.
    pub path: Option<PathBuf>,
    /// Whether it may be the input of a test whose answer is missing.
    is_input: bool,
}

/// An input without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orphan {
    /// Its path below the folder that was searched.
    pub name: String,
    /// The input.
    pub input: PathBuf,
}

/// A file that a configuration names, but which is not there.
#[derive(Debug)]
struct Missing {
    /// Its path below the folder that was searched, or what stands for a name.
    file: String,
    /// The input whose answer it is.
    input: Option<PathBuf>,
}

/// The tests of a folder or an archive.
#[derive(Debug, Default)]
pub struct Suite {
    /// The tests, in order.
    pub tests: Vec<Test>,
    /// Files without a partner.
    pub unmatched: Vec<Unmatched>,
    /// Notes on skipped folders and unreadable configuration.
    pub notes: Vec<String>,
    /// Files that a configuration names, but which are not there.
    missing: Vec<Missing>,
    /// How tests add up to a score, package by package.
    schemes: Vec<Scheme>,
    /// Folders with unpacked archives; they live as long as the suite.
    unpacked: Vec<TempDir>,
}

impl Suite {
    /// Returns the number of tests of each family.
    #[must_use]
    pub fn families(&self) -> BTreeMap<Family, usize> {
        let mut families = BTreeMap::new();
        for test in &self.tests {
            *families.entry(test.family).or_default() += 1;
        }
        families
    }

    /// Appends another suite, whose names get `prefix` in front.
    pub fn append(&mut self, other: Self, prefix: &str) {
        let put = |name: &mut String| *name = format!("{prefix}{name}");
        let has_scores = !other.schemes.is_empty();
        self.schemes.extend(other.schemes.into_iter().map(|scheme| scheme.below(prefix)));
        self.tests.extend(other.tests.into_iter().map(|mut test| {
            put(&mut test.name);
            if let Some(group) = test.group.as_mut().filter(|_| has_scores) {
                put(group);
            }
            test
        }));
        self.unmatched.extend(other.unmatched.into_iter().map(|mut unmatched| {
            put(&mut unmatched.file);
            unmatched
        }));
        self.notes.extend(other.notes);
        self.missing.extend(other.missing.into_iter().map(|mut missing| {
            put(&mut missing.file);
            missing
        }));
        self.unpacked.extend(other.unpacked);
    }

    /// Returns what is missing of the tests that configurations name: how many files, and the first of them.
    #[must_use]
    pub fn incomplete(&self) -> Option<String> {
        const MOST: usize = 3;
        let files: Vec<&str> = self.missing.iter().map(|missing| missing.file.as_str()).unique().collect();
        let first = files.iter().take(MOST).join(", ");
        let more = if files.len() > MOST { ", …" } else { "" };
        match files.len() {
            0 => None,
            1 => Some(format!("a file of the configured tests is missing: {first}")),
            count => Some(format!("{count} files of the configured tests are missing: {first}{more}")),
        }
    }

    /// Notes the unsupported settings of a configuration file.
    fn note_refused(&mut self, config: &Config) {
        let mut notes: Vec<String> = config.refused.iter().map(Refused::to_string).collect();
        notes.dedup();
        self.notes.extend(notes);
    }

    /// Returns the inputs without answers.
    pub fn orphans(&self) -> impl Iterator<Item = Orphan> {
        let inputs = self.unmatched.iter().filter(|file| file.is_input);
        inputs.filter_map(|file| Some(Orphan { name: file.file.clone(), input: file.path.clone()? }))
    }

    /// Makes tests of inputs without answers, each with its answer.
    pub fn adopt(&mut self, answered: Vec<(Orphan, PathBuf)>) {
        let inputs: HashSet<&Path> = answered.iter().map(|(orphan, _)| orphan.input.as_path()).collect();
        self.unmatched.retain(|file| file.path.as_deref().is_none_or(|path| !inputs.contains(path)));
        self.missing.retain(|missing| missing.input.as_deref().is_none_or(|input| !inputs.contains(input)));
        self.tests.extend(answered.into_iter().map(|(orphan, answer)| {
            let expected = Expected::Answer(answer);
            Test {
                name: without_ending(&orphan.name).to_owned(),
                reserved: Reserved::of(&orphan.name, &expected),
                input: orphan.input,
                expected,
                family: Family::Plain,
                points: None,
                files: FileIo::STANDARD,
                rates: Vec::new(),
                group: None,
                limits: LimitOverrides::default(),
                validation: None,
                refused: Vec::new(),
            }
        }));
    }

    /// Keeps temporary folders with test data as long as the suite, like those of archives.
    pub fn keep(&mut self, folders: Vec<TempDir>) {
        self.unpacked.extend(folders);
    }

    /// Returns the folders into which archives were unpacked.
    pub fn unpacked(&self) -> impl Iterator<Item = &Path> {
        self.unpacked.iter().map(TempDir::path)
    }
}

/// How deep archives within archives are unpacked.
const MOST_NESTED: usize = 2;

/// Finds the tests of an archive; where it has none itself, those of the archives in it.
fn discover_archive(path: &Path, room: &mut Room, nested: usize, suite: &mut Suite) -> io::Result<()> {
    let (folder, left_out) = unpack_within(path, room)?;
    let root = folder.path().to_path_buf();
    suite.unmatched.extend(left_out.into_iter().map(|LeftOut { entry, reason }| Unmatched {
        file: entry,
        reason,
        path: None,
        is_input: false,
    }));
    suite.unpacked.push(folder);
    Search::new(suite).run(&root)?;
    let has_tests = !suite.tests.is_empty();
    for unmatched in std::mem::take(&mut suite.unmatched) {
        let is_archive = |path: &&Path| ArchiveFormat::of(path).is_some();
        let Some(inner) = unmatched.path.as_deref().filter(is_archive) else {
            suite.unmatched.push(unmatched);
            continue;
        };
        let reason = if has_tests {
            "an archive beside tests, which is not unpacked".to_owned()
        } else if nested == 0 {
            format!("an archive within more than {MOST_NESTED} others")
        } else {
            let mut own = Suite::default();
            discover_archive(inner, room, nested - 1, &mut own)
                .map_err(|error| named(&unmatched.file, &error))?;
            suite.append(own, &format!("{}/", without_archive_ending(&unmatched.file)));
            continue;
        };
        suite.unmatched.push(Unmatched { reason, ..unmatched });
    }
    Ok(())
}

/// Finds the tests below `path`: a folder, an archive, or a single input with its answer beside it.
///
/// # Errors
/// When `path` cannot be read, or is an archive that is damaged or too big, or holds one; when a signal ends the command.
pub fn discover(path: &Path) -> io::Result<Suite> {
    let mut suite = Suite::default();
    if path.is_dir() {
        let root = path.to_path_buf();
        Search::new(&mut suite).run(&root)?;
    } else if ArchiveFormat::of(path).is_some() {
        discover_archive(path, &mut Room::default(), MOST_NESTED, &mut suite)?;
    } else {
        std::fs::metadata(path)?;
        let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Search::new(&mut suite).run(folder)?;
        suite.tests.retain(|test| same_file(&test.input, path));
        // One test has no score, and needs no others.
        suite.schemes.clear();
        suite.missing.clear();
        suite.unmatched.retain(|unmatched| same_file(&folder.join(&unmatched.file), path));
        for unmatched in &mut suite.unmatched {
            // Whoever names a single file means it to be an input.
            let is_answer = family::role(&unmatched.file) == Role::Answer;
            unmatched.is_input = !is_answer;
        }
    }
    Ok(suite)
}

fn same_file(a: &Path, b: &Path) -> bool {
    match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => false,
    }
}

/// A search for tests, which fills a suite.
struct Search<'a> {
    suite: &'a mut Suite,
    files: Vec<File>,
    /// The files by their names in lower case; more than one where names differ in case.
    by_name: HashMap<String, Vec<usize>>,
    /// Files of tests, and files known to be something else.
    used: HashSet<usize>,
    /// The configuration files, by their folder (ending in `/`, or empty).
    configs: BTreeMap<String, Vec<Config>>,
    /// A package's settings of single tests, by their names without `.in`.
    of_tests: HashMap<String, Config>,
    /// Folders that are ICPC packages.
    packages: BTreeMap<String, PathBuf>,
    /// The name of the searched folder, which counts like those below it.
    around: String,
    /// Inputs that a configuration file names, but whose answers are missing.
    unanswered: HashSet<usize>,
}

/// Folders of an ICPC package's data that do not test programs.
const FOR_VALIDATORS: [&str; 3] = ["invalid_input", "invalid_output", "valid_output"];

impl<'a> Search<'a> {
    fn new(suite: &'a mut Suite) -> Self {
        Self {
            suite,
            files: Vec::new(),
            by_name: HashMap::new(),
            used: HashSet::new(),
            configs: BTreeMap::new(),
            of_tests: HashMap::new(),
            packages: BTreeMap::new(),
            around: String::new(),
            unanswered: HashSet::new(),
        }
    }

    fn run(mut self, root: &Path) -> io::Result<()> {
        let (files, troubles) = files::files_below(root)?;
        self.files = files;
        let root_name =
            root.canonicalize().ok().and_then(|root| Some(root.file_name()?.to_string_lossy().into_owned()));
        self.around = root_name.unwrap_or_default();
        self.suite.notes.extend(troubles);
        self.read_configs(root)?;
        self.index();
        self.leave_out_of_packages();
        self.leave_out_for_validators();
        self.leave_out_unit_tests();
        self.leave_out_beside_tests();
        self.pair_by_config();
        self.leave_out_of_polygon();
        self.pair_by_name();
        self.miss_inputs();
        self.pair_refusals();
        self.rest();
        self.order();
        self.score_folders();
        for (folder, configs) in &mut self.configs {
            let schemes = configs.iter_mut().filter_map(|config| config.scheme.take());
            self.suite.schemes.extend(schemes.map(|scheme| Scheme { folder: folder.clone(), ..scheme }));
        }
        Ok(())
    }

    /// Returns whether a file lies in a folder of this name.
    fn is_in(&self, folder: &str, name: &str) -> bool {
        self.around == folder || folder_of(name).split('/').any(|part| part == folder)
    }

    fn index(&mut self) {
        for (index, file) in self.files.iter().enumerate() {
            self.by_name.entry(file.name.to_lowercase()).or_default().push(index);
        }
    }

    /// Returns the files of this name, which is in lower case, in letters of any case.
    fn called(&self, lower: &str) -> &[usize] {
        self.by_name.get(lower).map_or(&[], Vec::as_slice)
    }

    /// Returns the file of this name, in the same letters where there is one.
    fn find(&self, name: &str) -> Option<usize> {
        let files = self.called(&name.to_lowercase());
        files.iter().find(|&&file| self.files[file].name == name).or(files.first()).copied()
    }

    fn read_configs(&mut self, root: &Path) -> io::Result<()> {
        let mut archives = Vec::new();
        for (index, file) in self.files.iter().enumerate() {
            let Some(config) = formats::read(&file.path, &file.name) else { continue };
            self.used.insert(index);
            let folder = folder_of(&file.name).to_owned();
            if let Some(archive) = &config.archive {
                archives.push(format!("{folder}{archive}"));
            }
            self.suite.note_refused(&config);
            self.configs.entry(folder).or_default().push(config);
        }
        self.leave_out_of_hydro();
        let programs = self.configs.iter().flat_map(|(folder, configs)| {
            configs.iter().filter_map(move |config| Some(format!("{folder}{}", config.validator.as_ref()?)))
        });
        let programs: Vec<usize> = programs.filter_map(|program| self.find(&program)).collect();
        self.used.extend(programs);
        for archive in archives {
            self.unpack_named(&archive)?;
        }
        for file in self.files.iter().filter(|file| file.name.ends_with("problem.yaml")) {
            let folder = folder_of(&file.name).to_owned();
            if self.files.iter().any(|other| other.name.starts_with(&format!("{folder}data/"))) {
                self.packages.insert(folder.clone(), root.join(&folder));
            }
        }
        self.enclosing_package(root);
        // The tests of an ICPC package are those in its folders; another judge's configuration may have come along.
        let packages = &self.packages;
        for (folder, configs) in &mut self.configs {
            if packages.keys().any(|package| folder.starts_with(package.as_str())) {
                configs.retain(|config| config.pairs.is_empty() && config.inputs.is_empty());
            }
        }
        Ok(())
    }

    /// Unpacks an archive that a configuration file names; its files count as files beside it.
    fn unpack_named(&mut self, name: &str) -> io::Result<()> {
        let Some(index) = self.files.iter().position(|file| file.name == name) else {
            self.suite.missing.push(Missing { file: name.to_owned(), input: None });
            return Ok(());
        };
        let (folder, left_out) = unpack(&self.files[index].path).map_err(|error| named(name, &error))?;
        self.used.insert(index);
        self.suite.notes.extend(left_out.into_iter().map(|entry| format!("{name}: {entry}")));
        let (files, _) = files::files_below(folder.path())?;
        let prefix = folder_of(name).to_owned();
        self.files
            .extend(files.into_iter().map(|file| File { name: format!("{prefix}{}", file.name), ..file }));
        self.suite.unpacked.push(folder);
        Ok(())
    }

    /// Applies the rules of a package to a search that begins inside it (`data`, `data/secret`, `tests`).
    fn enclosing_package(&mut self, root: &Path) {
        let Ok(root) = root.canonicalize() else { return };
        if let Some(parent) = root.parent() {
            self.enclosing_test_sets(&root, &parent.join("problem.xml"));
        }
        let package = root.ancestors().filter(|folder| folder.file_name().is_some_and(|name| name == "data"));
        let package = package.filter_map(Path::parent).find(|package| package.join("problem.yaml").is_file());
        let Some(package) = package else { return };
        let data = package.join("data");
        // The nearest folder's rules come first.
        for folder in root.ancestors().skip(1).take_while(|folder| folder.starts_with(&data)) {
            self.read_enclosing(folder, &["testdata.yaml", "test_group.yaml"]);
        }
        self.read_enclosing(package, &["problem.yaml", ".timelimit", "domjudge-problem.ini"]);
        self.packages.insert(String::new(), package.to_path_buf());
    }

    fn read_enclosing(&mut self, folder: &Path, names: &[&str]) {
        for name in names {
            let path = folder.join(name);
            if let Some(config) = path.is_file().then(|| formats::read(&path, name)).flatten() {
                self.suite.note_refused(&config);
                self.configs.entry(String::new()).or_default().push(config);
            }
        }
    }

    /// Polygon's file lies beside the folders that its patterns name.
    fn enclosing_test_sets(&mut self, root: &Path, file: &Path) {
        let Some(name) = root.file_name().and_then(|name| name.to_str()).filter(|_| file.is_file()) else {
            return;
        };
        let Some(mut config) = formats::read(file, "problem.xml") else { return };
        let own = format!("{name}/");
        config.pairs.retain(|pair| pair.input.starts_with(&own) && pair.answer.starts_with(&own));
        if config.pairs.is_empty() {
            return;
        }
        for pair in &mut config.pairs {
            pair.input.drain(..own.len());
            pair.answer.drain(..own.len());
        }
        self.suite.note_refused(&config);
        self.configs.entry(String::new()).or_default().push(config);
    }

    /// Returns the package that a file belongs to: the folder nearest above it.
    fn package_of(&self, name: &str) -> Option<(&str, &PathBuf)> {
        self.packages
            .iter()
            .filter(|(folder, _)| name.starts_with(folder.as_str()))
            .max_by_key(|(folder, _)| folder.len())
            .map(|(folder, root)| (folder.as_str(), root))
    }

    /// Leaves out the files of a package outside `data`, without a note.
    fn leave_out_of_packages(&mut self) {
        for (index, file) in self.files.iter().enumerate() {
            if let Some((folder, root)) = self.package_of(&file.name) {
                let below = &file.name[folder.len()..];
                if !below.starts_with("data/")
                    && file.path.starts_with(root)
                    && !inside_data(&file.path, root)
                {
                    self.used.insert(index);
                }
            }
        }
    }

    /// Leaves out the files of Hydro's packages that are no data, without a note: statements, submissions, programs.
    fn leave_out_of_hydro(&mut self) {
        let folders: Vec<String> = self
            .files
            .iter()
            .filter_map(|file| file.name.strip_suffix("problem.yaml"))
            .filter(|folder| folder.is_empty() || folder.ends_with('/'))
            .map(|folder| format!("{folder}testdata/"))
            .filter(|data| self.files.iter().any(|file| file.name.starts_with(data.as_str())))
            .collect();
        for (index, file) in self.files.iter().enumerate() {
            let is_no_data = |data: &String| {
                let folder = &data[..data.len() - "testdata/".len()];
                file.name.starts_with(folder)
                    && (!file.name.starts_with(data.as_str()) || is_program(&file.name))
            };
            if folders.iter().any(is_no_data) {
                self.used.insert(index);
            }
        }
    }

    /// Leaves out the files of Polygon's packages outside the folders of their test sets, without a note: statements with
    /// samples, tests of checkers and validators, programs. Other files in these folders are no tests either.
    fn leave_out_of_polygon(&mut self) {
        for (folder, configs) in &self.configs {
            let pairs = configs.iter().flat_map(|config| &config.pairs);
            let named: HashSet<String> = pairs
                .filter(|pair| pair.family == Family::Polygon)
                .flat_map(|pair| [&pair.input, &pair.answer])
                .map(|name| format!("{folder}{name}").to_lowercase())
                .collect();
            let folders: HashSet<&str> = named.iter().map(|name| folder_of(name)).collect();
            for (index, file) in self.files.iter().enumerate().filter(|_| !named.is_empty()) {
                let name = file.name.to_lowercase();
                if !file.name.starts_with(folder.as_str()) || named.contains(&name) {
                    continue;
                }
                if self.used.insert(index) && folders.contains(folder_of(&name)) {
                    self.suite.unmatched.push(Unmatched {
                        file: file.name.clone(),
                        reason: "not a test of problem.xml".to_owned(),
                        path: Some(file.path.clone()),
                        is_input: false,
                    });
                }
            }
        }
    }

    fn leave_out_for_validators(&mut self) {
        let mut folders: BTreeMap<String, usize> = BTreeMap::new();
        for (index, file) in self.files.iter().enumerate() {
            if let Some(part) = folder_of(&file.name).split('/').find(|part| FOR_VALIDATORS.contains(part)) {
                let end = file.name.find(part).map_or(0, |start| start + part.len());
                *folders.entry(file.name[..end].to_owned()).or_default() += 1;
                self.used.insert(index);
            }
        }
        for (folder, count) in folders {
            self.suite
                .notes
                .push(format!("{folder}: skipped, {count} files that test validators, not programs"));
        }
    }

    /// Leaves out the unit tests of rbx's packages.
    fn leave_out_unit_tests(&mut self) {
        let configs = self.files.iter().filter(|file| file.name.ends_with(formats::RBX));
        let folders: BTreeSet<String> =
            configs.map(|file| format!("{}unit/", folder_of(&file.name))).collect();
        for folder in folders {
            let files = self.files.iter().enumerate().filter(|(_, file)| file.name.starts_with(&folder));
            let unit: Vec<usize> = files.map(|(index, _)| index).collect();
            if !unit.is_empty() {
                let (folder, count) = (folder.trim_end_matches('/'), unit.len());
                let what = "files that test checkers and validators, not programs";
                self.suite.notes.push(format!("{folder}: skipped, {count} {what}"));
                self.used.extend(unit);
            }
        }
    }

    fn pair_by_config(&mut self) {
        let configs = std::mem::take(&mut self.configs);
        let mut found = Vec::new();
        for (folder, own) in &configs {
            for config in own {
                // A file is in several tests where several subtasks list it; two configurations name the same tests.
                let mut used = HashSet::new();
                for pair in &config.pairs {
                    // UOJ and Hydro keep their data beside the configuration, others name a path from there.
                    let find = |name: &str| {
                        (!name.is_empty())
                            .then(|| [format!("{folder}{name}"), format!("{folder}testdata/{name}")])?
                            .iter()
                            .find_map(|name| self.find(name))
                    };
                    match (find(&pair.input), find(&pair.answer)) {
                        (Some(input), Some(answer)) => {
                            if !self.used.contains(&input) {
                                used.extend([input, answer]);
                                found.push((input, answer, pair.family, pair.remarks.clone()));
                            }
                        }
                        (input, _) => {
                            let file = match (&input, pair.input.as_str(), pair.answer.as_str()) {
                                (None, "", _) => "an input without a name".to_owned(),
                                (None, name, _) => format!("{folder}{name}"),
                                (Some(_), input, "") => {
                                    format!("the answer to {folder}{input}, which has no name")
                                }
                                (Some(_), _, name) => format!("{folder}{name}"),
                            };
                            self.unanswered.extend(input);
                            let input = input.map(|input| self.files[input].path.clone());
                            self.suite.missing.push(Missing { file, input });
                        }
                    }
                }
                self.used.extend(used);
            }
        }
        self.configs = configs;
        for (input, answer, family, remarks) in found {
            self.add(input, Expected::Answer(self.files[answer].path.clone()), family, remarks);
        }
    }

    fn pair_by_name(&mut self) {
        let mut candidates = Vec::new();
        for (index, file) in self.files.iter().enumerate() {
            if self.used.contains(&index) || self.is_in("invalid", &file.name) {
                continue;
            }
            for (preference, (family, answer)) in family::answers_of(&file.name).into_iter().enumerate() {
                for &answer in self.called(&answer).iter().filter(|&&answer| answer != index) {
                    let distance = distance(&file.name, &self.files[answer].name);
                    candidates.push((preference, distance, index, answer, family));
                }
            }
        }
        // The most likely pairs first: `1.out` goes to `1.in` rather than `1.txt`, and `A.out` to `A.in` rather than
        // `a.in`.
        candidates.sort_by_key(|&(preference, distance, index, ..)| (preference, distance, index));
        for (_, _, input, answer, family) in candidates {
            if self.used.contains(&input) || self.used.contains(&answer) {
                continue;
            }
            self.used.extend([input, answer]);
            let name = &self.files[input].name;
            let remarks = self.remarks_on(name);
            let family = if remarks.is_some() { Family::Luogu } else { family };
            let mut remarks = remarks.unwrap_or_default();
            remarks.group = remarks.group.or_else(|| group_of(name));
            self.add(input, Expected::Answer(self.files[answer].path.clone()), family, remarks);
        }
    }

    /// Finds what is missing of the inputs that configurations have settings for.
    fn miss_inputs(&mut self) {
        let tests: HashSet<&str> = self.suite.tests.iter().map(|test| test.name.as_str()).collect();
        let named = self.configs.iter().flat_map(|(folder, configs)| {
            let inputs = configs.iter().flat_map(|config| config.inputs.keys());
            inputs.map(move |input| format!("{folder}{input}"))
        });
        let named = named.filter(|name| !tests.contains(name.as_str())).sorted_by(|a, b| natural(a, b));
        let missing = named.map(|name| match self.find(&name) {
            Some(input) => {
                Missing { file: format!("the answer to {name}"), input: Some(self.files[input].path.clone()) }
            }
            None => Missing { file: name, input: None },
        });
        let missing: Vec<Missing> = missing.collect();
        self.suite.missing.extend(missing);
    }

    fn remarks_on(&self, name: &str) -> Option<Remarks> {
        let folder = folder_of(name);
        let configs = self.configs.get(folder)?;
        configs.iter().find_map(|config| config.inputs.get(&name[folder.len()..])).cloned()
    }

    fn pair_refusals(&mut self) {
        for index in 0..self.files.len() {
            let name = &self.files[index].name;
            if !self.is_in("invalid", name) || self.used.contains(&index) {
                continue;
            }
            let lower = name.to_lowercase();
            let Some(stem) = lower.strip_suffix(".in") else { continue };
            let texts = self.called(&format!("{stem}.err")).iter().copied();
            let free = texts.filter(|text| !self.used.contains(text));
            if let Some(text) = free.min_by_key(|&text| distance(name, &self.files[text].name)) {
                self.used.extend([index, text]);
                let remarks = Remarks { group: group_of(name), ..Remarks::default() };
                let expected = Expected::Refusal(self.files[text].path.clone());
                self.add(index, expected, Family::Invalid, remarks);
            }
        }
    }

    fn add(&mut self, input: usize, expected: Expected, family: Family, remarks: Remarks) {
        let File { name, path } = self.files[input].clone();
        let configs = || folders_above(&name).filter_map(|folder| self.configs.get(folder)).flatten();
        let limits = configs().fold(remarks.limits, |limits, config| limits.or(config.limits));
        let mut refused: Vec<Refused> = configs().flat_map(|config| config.refused.clone()).collect();
        refused.extend(self.of_test(&name).into_iter().flat_map(|config| config.refused.clone()));
        let validation = match self.package_of(&name) {
            Some((folder, root)) => self
                .validation_of_package(&name, folder, root)
                .map_err(|reason| {
                    let file = format!("{folder}problem.yaml");
                    refused.push(Refused { file, reason: reason.to_string(), scope: Scope::Judging });
                })
                .ok(),
            None => match self.validator_of(&name) {
                Some(validation) => Some(validation),
                None => remarks
                    .comparison
                    .or_else(|| configs().find_map(|config| config.comparison))
                    .map(Validation::Compare),
            },
        };
        let reserved = Reserved::of(&name, &expected);
        let (group, points) = (remarks.group, remarks.points);
        let files = configs().map(|config| &config.files).find(|files| !files.is_standard());
        let files = files.cloned().unwrap_or_default();
        let rates = configs().map(|config| &config.rates).find(|rates| !rates.is_empty());
        let rates = rates.cloned().unwrap_or_default();
        let test = Test {
            name,
            input: path,
            expected,
            family,
            group,
            points,
            files,
            rates,
            limits,
            validation,
            refused,
            reserved,
        };
        self.suite.tests.push(test);
    }

    /// Returns the output validator or interactor that the nearest configuration names.
    fn validator_of(&self, name: &str) -> Option<Validation> {
        folders_above(name).find_map(|folder| {
            let file =
                |named: &String| Some(self.files[self.find(&format!("{folder}{named}"))?].path.clone());
            let configs = self.configs.get(folder)?;
            let interactor = configs.iter().find_map(|config| config.interactor.as_ref()).and_then(file);
            let validator = configs.iter().find_map(|config| config.validator.as_ref()).and_then(file);
            let (args, passes) = (Vec::new(), 1);
            match (interactor, validator) {
                (Some(place), _) => {
                    let style = InteractorStyle::Testlib;
                    Some(Validation::Interactor { place, args, style, time: None, passes })
                }
                (None, Some(place)) => {
                    let own = configs.iter().find_map(|config| config.validator_style);
                    let style = own.unwrap_or(CheckerStyle::Kattis);
                    Some(Validation::Program { place, args, style, passes })
                }
                (None, None) => None,
            }
        })
    }

    /// Returns the package's settings of this test alone.
    fn of_test(&self, name: &str) -> Option<&Config> {
        self.of_tests.get(name.strip_suffix(".in")?)
    }

    /// Returns the package's way of judging a test: its own validator, else the options of the nearest folder.
    fn validation_of_package(&self, name: &str, folder: &str, root: &Path) -> Result<Validation, Failure> {
        let package = self.configs.get(folder).map_or(&[][..], Vec::as_slice);
        let configs = self
            .of_test(name)
            .into_iter()
            .chain(folders_above(name).filter_map(|folder| self.configs.get(folder)).flatten());
        let args = configs
            .map(|config| &config.validator_args)
            .find(|args| !args.is_empty())
            .cloned()
            .unwrap_or_default();
        let is_custom = package.iter().any(|config| config.custom_validator);
        let place = ["output_validator", "output_validators"]
            .iter()
            .map(|name| root.join(name))
            .find(|path| path.is_dir() && (is_custom || !path.ends_with("output_validators")));
        let passes = package.iter().find_map(|config| config.passes).unwrap_or(USUAL_PASSES);
        let passes = if package.iter().any(|config| config.multi_pass) { passes } else { 1 };
        let is_interactive = package.iter().any(|config| config.interactive);
        match place {
            Some(place) if is_interactive => {
                let time = package.iter().find_map(|config| config.validation_time);
                Ok(Validation::Interactor { place, args, style: InteractorStyle::Kattis, time, passes })
            }
            Some(place) => Ok(Validation::Program { place, args, style: CheckerStyle::Kattis, passes }),
            None if is_custom || is_interactive || passes > 1 => {
                Err("its validation is custom, but there is no output validator".into())
            }
            None => Ok(Validation::Compare(Comparison::of_package(&args)?)),
        }
    }

    fn rest(&mut self) {
        let answers: HashSet<&str> = self.suite.tests.iter().map(|test| without_ending(&test.name)).collect();
        for (index, file) in self.files.iter().enumerate() {
            if self.used.contains(&index) {
                continue;
            }
            let reason = if self.is_in("invalid", &file.name) {
                "an invalid input needs an .in and an .err"
            } else if self.unanswered.contains(&index) {
                reason_for("x.in", false)
            } else {
                let stem = file.name.rsplit_once('.').map_or(file.name.as_str(), |(stem, _)| stem);
                reason_for(&file.name, answers.contains(without_ending(&file.name)) || answers.contains(stem))
            };
            self.suite.unmatched.push(Unmatched {
                file: file.name.clone(),
                reason: reason.to_owned(),
                path: Some(file.path.clone()),
                is_input: family::role(&file.name) == Role::Input || self.unanswered.contains(&index),
            });
        }
    }

    /// Sorts tests: ICPC data first, by the bytes of the path, then everything else in natural order.
    fn order(&mut self) {
        let is_icpc = |test: &Test| test.family == Family::Icpc;
        self.suite.tests.sort_by(|a, b| {
            is_icpc(b)
                .cmp(&is_icpc(a))
                .then_with(|| if is_icpc(a) { a.name.cmp(&b.name) } else { natural(&a.name, &b.name) })
        });
        let mut counts: HashMap<String, usize> = HashMap::new();
        for name in self.suite.tests.iter().map(|test| &test.name).unique() {
            *counts.entry(without_ending(name).to_owned()).or_default() += 1;
        }
        for test in &mut self.suite.tests {
            let short = without_ending(&test.name);
            if counts.get(short) == Some(&1) {
                test.name = short.to_owned();
            }
        }
        number_the_same(&mut self.suite.tests);
    }
}

/// Gives tests of the same name, which have the same input, different ones: all but the first get a number.
fn number_the_same(tests: &mut [Test]) {
    let mut names: HashSet<String> = tests.iter().map(|test| test.name.clone()).collect();
    let mut numbers: HashMap<String, usize> = HashMap::new();
    for test in tests {
        let number = numbers.entry(test.name.clone()).or_default();
        *number += 1;
        while *number > 1 {
            let name = format!("{}#{number}", test.name);
            if names.insert(name.clone()) {
                test.name = name;
                break;
            }
            *number += 1;
        }
    }
}

/// Returns the folders of a file, the innermost first, the last of them empty.
fn folders_above(name: &str) -> impl Iterator<Item = &str> {
    let mut folder = Some(folder_of(name));
    std::iter::from_fn(move || {
        let current = folder?;
        folder = current.strip_suffix('/').map(folder_of);
        Some(current)
    })
}

/// Returns whether a file is a program's source, by its ending.
fn is_program(name: &str) -> bool {
    [".py", ".cc", ".cpp", ".c", ".h"].iter().any(|ending| name.ends_with(ending))
}

fn inside_data(path: &Path, package: &Path) -> bool {
    path.starts_with(package.join("data"))
}

/// Returns the subtask in names such as `data3-12.in`, else the folder.
fn group_of(name: &str) -> Option<String> {
    let folder = folder_of(name);
    let file = without_ending(name).strip_prefix(folder)?;
    let mut parts = file.rsplitn(2, ['-', '_']);
    let (case, before) = (parts.next()?, parts.next());
    let subtask =
        before.filter(|_| !case.is_empty() && case.bytes().all(|b| b.is_ascii_digit())).and_then(|before| {
            let start = before.trim_end_matches(|c: char| c.is_ascii_digit()).len();
            (start < before.len()).then(|| before[start..].to_owned())
        });
    subtask.or_else(|| folder.strip_suffix('/').map(str::to_owned))
}

/// Returns the distance of two names: the bytes of the first that are in neither a common prefix nor a common suffix.
fn distance(name: &str, other: &str) -> usize {
    let (name, other) = (name.as_bytes(), other.as_bytes());
    let start = name.iter().zip(other).take_while(|(a, b)| a == b).count();
    let end = name[start..].iter().rev().zip(other[start..].iter().rev()).take_while(|(a, b)| a == b).count();
    name.len() - start - end
}

/// Returns the reason why a file belongs to no test; `has_test` is whether there is a test of the same name.
fn reason_for(name: &str, has_test: bool) -> &'static str {
    match (family::role(name), has_test) {
        (Role::Answer, true) => "its input has another answer already",
        (Role::Answer, false) => "an answer without an input",
        (Role::Input, true) => "its answer belongs to another input",
        (Role::Input, false) => "an input without an answer",
        (Role::Unknown, _) => "not recognised as test data",
    }
}
