//! The search for tests below a folder: it reads the configuration files, leaves out what is no test, and pairs the rest.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};

use itertools::Itertools;

use super::archive::unpack;
use super::config::Config;
use super::family::{self, Family, Role, folder_of, without_ending};
use super::files::{File, files_below};
use super::formats;
use super::order::natural;
use super::package::is_marked;
use super::scheme::Scheme;
use super::suite::{Missing, NOT_RECOGNISED, Suite, Unmatched, number_the_same};
use super::test::Test;
use nim_ground::failure::named;

/// Adds the tests below a folder to a suite; with the path of a `single` input in it, links elsewhere do not matter.
///
/// # Errors
/// When the folder, or an archive that a configuration names, cannot be read; when a signal ends the command.
pub fn search(suite: Suite, root: &Path, single: Option<&Path>) -> io::Result<Suite> {
    let mut search = Search { suite, ..Search::default() };
    search.run(root, single)?;
    Ok(search.suite)
}

/// A search for tests, which fills a suite.
#[derive(Default)]
pub struct Search {
    pub suite: Suite,
    pub files: Vec<File>,
    /// The files by their names in lower case; more than one where names differ in case.
    by_name: HashMap<String, Vec<usize>>,
    /// Files of tests, and files known to be something else.
    pub used: HashSet<usize>,
    /// The configuration files, by their folder (ending in `/`, or empty).
    pub configs: BTreeMap<String, Vec<Config>>,
    /// A package's settings of single tests, by their names without `.in`.
    pub of_tests: HashMap<String, Config>,
    /// Folders that are ICPC packages.
    pub packages: BTreeMap<String, PathBuf>,
    /// Those whose scores follow the rules of `DOMjudge`.
    pub of_domjudge: HashSet<String>,
    /// Folders that are packages within these.
    pub nested: Vec<String>,
    /// The path of the searched folder below `data` of the package around it, if there is one.
    pub within_data: Option<PathBuf>,
    /// The name of the searched folder, which counts like those below it.
    around: String,
    /// Inputs that a configuration file names, but whose answers are missing.
    pub unanswered: HashSet<usize>,
}

impl Search {
    fn run(&mut self, root: &Path, single: Option<&Path>) -> io::Result<()> {
        let (files, troubles) = files_below(root, single)?;
        self.files = files;
        let root_name =
            root.canonicalize().ok().and_then(|root| Some(root.file_name()?.to_string_lossy().into_owned()));
        self.around = root_name.unwrap_or_default();
        self.suite.notes.extend(troubles);
        self.find_packages(root);
        self.read_configs(root)?;
        self.find_packages_of_domjudge();
        self.end_lines()?;
        self.plan()?;
        self.index();
        self.find_graders();
        self.refuse_missing_programs();
        self.refuse_missing_graders();
        self.leave_out_of_packages();
        self.leave_out_for_validators();
        self.leave_out_beside_tests();
        self.pair_by_config();
        self.leave_out_unnamed();
        self.pair_by_name();
        self.miss_inputs();
        self.pair_refusals();
        self.rest();
        self.order();
        self.score_folders();
        self.list_packages();
        self.note_generators();
        for (folder, configs) in &mut self.configs {
            let schemes = configs.iter_mut().filter_map(|config| config.scheme.take());
            self.suite.schemes.extend(schemes.map(|scheme| Scheme { folder: folder.clone(), ..scheme }));
        }
        Ok(())
    }

    /// Returns whether a file lies in a folder of this name.
    pub fn is_in(&self, folder: &str, name: &str) -> bool {
        self.around == folder || folder_of(name).split('/').any(|part| part == folder)
    }

    fn index(&mut self) {
        for (index, file) in self.files.iter().enumerate() {
            self.by_name.entry(file.name.to_lowercase()).or_default().push(index);
        }
    }

    /// Returns the files of this name, which is in lower case, in letters of any case.
    pub fn called(&self, lower: &str) -> &[usize] {
        self.by_name.get(lower).map_or(&[], Vec::as_slice)
    }

    /// Returns the file of this name, in the same letters where there is one, else the only one in letters of any case.
    pub fn find(&self, name: &str) -> Option<usize> {
        let files = self.called(&name.to_lowercase());
        let only = if let [only] = files { Some(only) } else { None };
        files.iter().find(|&&file| self.files[file].name == name).or(only).copied()
    }

    fn read_configs(&mut self, root: &Path) -> io::Result<()> {
        let mut archives = Vec::new();
        for (index, file) in self.files.iter().enumerate() {
            if self.nested.iter().any(|nested| file.name.starts_with(nested)) {
                continue;
            }
            let Some(config) = formats::read(&file.path, &file.name) else { continue };
            self.used.insert(index);
            let folder = folder_of(&file.name).to_owned();
            if let Some(archive) = &config.archive {
                archives.push(format!("{folder}{archive}"));
            }
            self.suite.note_settings(&config);
            self.configs.entry(folder).or_default().push(config);
        }
        self.leave_out_of_hydro();
        for archive in archives {
            self.unpack_named(&archive)?;
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
        let (folder, left_out) = unpack(&self.files[index].path).map_err(named(name))?;
        self.used.insert(index);
        self.suite.notes.extend(left_out.into_iter().map(|entry| format!("{name}: {entry}")));
        let (files, _) = files_below(folder.path(), None)?;
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
        let package = package.filter_map(Path::parent).find(|package| is_marked(package));
        let Some(package) = package else { return };
        let data = package.join("data");
        // The nearest folder's rules come first.
        for folder in root.ancestors().skip(1).take_while(|folder| folder.starts_with(&data)) {
            self.read_enclosing(folder, &["testdata.yaml", "test_group.yaml"]);
        }
        self.read_enclosing(package, &["problem.yaml", ".timelimit", "domjudge-problem.ini"]);
        self.within_data = root.strip_prefix(&data).ok().map(Path::to_path_buf);
        self.packages.insert(String::new(), package.to_path_buf());
    }

    fn read_enclosing(&mut self, folder: &Path, names: &[&str]) {
        for name in names {
            let path = folder.join(name);
            if let Some(config) = path.is_file().then(|| formats::read(&path, name)).flatten() {
                self.suite.note_settings(&config);
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
        self.suite.note_settings(&config);
        self.configs.entry(String::new()).or_default().push(config);
    }

    /// Returns the package that a file belongs to: the folder nearest above it.
    pub fn package_of(&self, name: &str) -> Option<(&str, &PathBuf)> {
        self.packages
            .iter()
            .filter(|(folder, _)| name.starts_with(folder.as_str()))
            .max_by_key(|(folder, _)| folder.len())
            .map(|(folder, root)| (folder.as_str(), root))
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

/// Returns the reason why a file belongs to no test; `has_test` is whether there is a test of the same name.
fn reason_for(name: &str, has_test: bool) -> &'static str {
    match (family::role(name), has_test) {
        (Role::Answer, true) => "its input has another answer already",
        (Role::Answer, false) => "an answer without an input",
        (Role::Input, true) => "its answer belongs to another input",
        (Role::Input, false) => "an input without an answer",
        (Role::Unknown, _) => NOT_RECOGNISED,
    }
}
