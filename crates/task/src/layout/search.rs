//! The search for tests below a folder: it reads the configuration files, leaves out files that are not tests, and pairs the rest.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use itertools::Itertools;

use super::archive::{LeftOut, other_format, unpack};
use super::files::{File, Listing, list_below};
use super::naming_scheme::{self, NamingScheme, Role, folder_of, without_ending};
use super::order::natural;
use super::scoring_config::ScoringConfig;
use super::test::{Expected, Test};
use super::test_set::{Missing, TestSet, Unmatched, UnmatchedReason, number_the_same};
use crate::formats::manifest::Manifest;
use crate::formats::{FORMATS, Format};
use nim_ground::content::Content;
use nim_ground::error::named;

/// Adds the tests below a folder to a test set; with the path of a `single` input in it, links elsewhere do not matter.
///
/// # Errors
/// When the folder, or an archive that a configuration names, cannot be read; when a signal ends the command.
pub fn search(test_set: TestSet, root: &Path, single: Option<&Path>) -> io::Result<TestSet> {
    let mut search = Search { test_set, is_single: single.is_some(), ..Search::default() };
    search.run(root, single)?;
    Ok(search.test_set)
}

/// A search for tests, which fills a test set.
#[derive(Default)]
pub struct Search {
    pub test_set: TestSet,
    pub files: Vec<File>,
    /// The files by their names in lower case; more than one where names differ in case.
    by_name: HashMap<String, Vec<usize>>,
    /// Files of tests, and files known to be something else.
    pub used: HashSet<usize>,
    /// The manifests of each folder; its name ends in `/`, or is empty.
    pub tasks: BTreeMap<String, Vec<Manifest>>,
    /// The names of manifests, with their formats.
    pub manifests: Vec<(String, &'static Format)>,
    /// A package's settings of single tests, by their names without `.in`.
    pub of_tests: HashMap<String, Manifest>,
    /// Folders that are packages with a folder `data`.
    pub packages: BTreeMap<String, PathBuf>,
    /// Packages whose submissions state expected scores.
    pub with_named_scores: HashSet<String>,
    /// Packages within other packages.
    pub nested: Vec<String>,
    /// The path of the searched folder below `data` of the package around it, if there is one.
    pub within_data: Option<PathBuf>,
    /// The name of the searched folder, which counts like those below it.
    around: String,
    /// Files and folders that are not searched.
    pub left_out: Vec<LeftOut>,
    /// Listed inputs without answers, with the tests of their configurations.
    pub unanswered: HashMap<usize, Vec<Test>>,
    /// Whether the search is for a single input.
    is_single: bool,
}

impl Search {
    fn run(&mut self, root: &Path, single: Option<&Path>) -> io::Result<()> {
        let manifests = self.test_set.manifests.clone();
        let listing = list_below(root, single, |folder| manifests.folder_around(folder).is_none());
        let Listing { files, left_out, lost, names } = listing?;
        self.files = files;
        self.test_set.lost = lost;
        self.test_set.names = names;
        let real = root.canonicalize()?;
        self.around = real.file_name().unwrap_or_default().to_string_lossy().into_owned();
        self.test_set.notes.extend(left_out.iter().map(LeftOut::to_string));
        self.left_out = left_out;
        self.read_packages(root)?;
        self.leave_out_others();
        self.pair_by_config();
        self.leave_out_unnamed();
        self.pair_by_name()?;
        self.miss_inputs();
        self.pair_refusals();
        self.rest();
        self.order();
        self.list_packages();
        Ok(())
    }

    /// Detects formats, and reads the manifests.
    fn read_packages(&mut self, root: &Path) -> io::Result<()> {
        self.find_packages(root);
        self.read_tasks(root)?;
        self.find_named_scores()?;
        self.copy_files()?;
        self.plan()?;
        for (index, file) in self.files.iter().enumerate() {
            self.by_name.entry(file.name.to_lowercase()).or_default().push(index);
        }
        self.find_graders();
        self.refuse_missing_programs();
        self.refuse_missing_graders();
        Ok(())
    }

    /// Leaves out files that are not tests of programs.
    fn leave_out_others(&mut self) {
        self.leave_out_of_packages();
        self.leave_out_for_validators();
        self.leave_out_unit_tests();
        self.leave_out_beside_tests();
    }

    /// Records the packages with tests, and their rules of scoring.
    fn list_packages(&mut self) {
        self.score_folders();
        self.note_packages();
        self.note_generators();
        for (folder, tasks) in &mut self.tasks {
            // If a folder has several manifests, the first that lists tests gives the scoring, with or without rules.
            let first = tasks.iter_mut().min_by_key(|task| (task.tests.is_empty(), task.scoring.is_none()));
            let scoring = first.and_then(|task| task.scoring.take());
            let scoring = scoring.map(|scoring| ScoringConfig { folder: folder.clone(), ..scoring });
            self.test_set.scorings.extend(scoring);
        }
    }

    /// Returns whether a file lies in a folder of this name.
    pub fn is_in(&self, folder: &str, name: &str) -> bool {
        self.around == folder || folder_of(name).split('/').any(|part| part == folder)
    }

    /// Returns the files of this name, which is in lower case, in letters of any case.
    pub fn called(&self, lower: &str) -> &[usize] {
        self.by_name.get(lower).map_or(&[], Vec::as_slice)
    }

    /// Returns the file of this name, preferably in the same letter case, otherwise the only one in any case.
    pub fn find(&self, name: &str) -> Option<usize> {
        let files = self.called(&name.to_lowercase());
        let only = if let [only] = files { Some(only) } else { None };
        files.iter().find(|&&file| self.files[file].name == name).or(only).copied()
    }

    /// Reads the manifests of all folders.
    fn read_tasks(&mut self, root: &Path) -> io::Result<()> {
        for index in 0..self.files.len() {
            let File { name, path, .. } = self.files[index].clone();
            let is_nested = self.nested.iter().any(|nested| name.starts_with(nested));
            if !is_nested && self.add_manifest(folder_of(&name), &path) {
                self.used.insert(index);
            }
        }
        let names: Vec<&str> = self.files.iter().map(|file| file.name.as_str()).collect();
        let left_out = FORMATS.iter().filter_map(|format| format.leave_out);
        self.used.extend(left_out.flat_map(|leave_out| leave_out(&names)));
        let archives =
            self.each_task().filter_map(|(folder, task)| Some(format!("{folder}{}", task.archive.as_ref()?)));
        for archive in archives.collect::<Vec<_>>() {
            self.unpack_named(&archive)?;
        }
        self.enclosing_test_sets(root)?;
        self.enclosing_package(root)?;
        // The tests of a package are those in its folders; a configuration of another judge may be a leftover.
        let packages = &self.packages;
        for (folder, tasks) in &mut self.tasks {
            if packages.keys().any(|package| folder.starts_with(package.as_str())) {
                tasks.retain(|task| task.tests.is_empty() && task.inputs.is_empty());
            }
        }
        Ok(())
    }

    /// Adds the settings of a file for the tests below a folder, if it is a manifest.
    pub fn add_manifest(&mut self, folder: &str, path: &Path) -> bool {
        let Some(manifest) = self.test_set.manifests.open_or_refuse(path) else { return false };
        let name = format!("{folder}{}", path.file_name().unwrap_or_default().to_string_lossy());
        let unreadable = manifest.unreadable.as_ref().map(|why| format!("{name}: {why}"));
        self.test_set.unreadable.extend(unreadable);
        self.manifests.push((name, manifest.format));
        self.add_task(folder, manifest.below(folder));
        true
    }

    /// Returns each manifest with its folder.
    pub fn each_task(&self) -> impl Iterator<Item = (&String, &Manifest)> {
        self.tasks.iter().flat_map(|(folder, own)| own.iter().map(move |task| (folder, task)))
    }

    fn add_task(&mut self, folder: &str, task: Manifest) {
        self.test_set.note_settings(&task);
        self.tasks.entry(folder.to_owned()).or_default().push(task);
    }

    /// Applies a manifest beside the searched folder that lists its tests.
    fn enclosing_test_sets(&mut self, root: &Path) -> io::Result<()> {
        let root = root.canonicalize()?;
        let named = root.parent().zip(root.file_name().and_then(|name| name.to_str()));
        let Some((package, own)) = named.and_then(|(parent, name)| {
            Some((self.test_set.manifests.package_or_refuse(parent)?, format!("{name}/")))
        }) else {
            return Ok(());
        };
        // It may list tests of any folder, except in a format whose tests have a folder of their own.
        if package.unreadable.is_some() && package.format.solutions.is_some() {
            self.add_manifest("", &package.path);
            return Ok(());
        }
        let mut task = Manifest::clone(&package);
        task.tests = task.tests.iter().filter_map(|test| test.below(&own)).collect();
        if task.tests.is_empty() {
            return Ok(());
        }
        task.test_sources.clear();
        task.copied.clear();
        self.add_task("", task);
        Ok(())
    }

    /// Unpacks an archive that a configuration file names; its files count as files beside it.
    fn unpack_named(&mut self, name: &str) -> io::Result<()> {
        let Some(index) = self.files.iter().position(|file| file.name == name) else {
            self.test_set.missing.push(Missing { file: name.to_owned(), input: None });
            return Ok(());
        };
        let (folder, left_out) = unpack(&self.files[index].path).map_err(named(name))?;
        self.used.insert(index);
        self.test_set.archives.push(self.files[index].path.clone());
        self.test_set.notes.extend(left_out.into_iter().map(|entry| format!("{name}: {entry}")));
        let files = list_below(folder.path(), None, |_| false)?.files;
        let prefix = folder_of(name).to_owned();
        self.files
            .extend(files.into_iter().map(|file| File { name: format!("{prefix}{}", file.name), ..file }));
        self.test_set.unpacked.push(Arc::new(folder));
        Ok(())
    }

    /// Returns the package of a file: the folder nearest above it.
    pub fn package_of(&self, name: &str) -> Option<(&str, &PathBuf)> {
        self.packages
            .iter()
            .filter(|(folder, _)| name.starts_with(folder.as_str()))
            .max_by_key(|(folder, _)| folder.len())
            .map(|(folder, root)| (folder.as_str(), root))
    }

    fn rest(&mut self) {
        let answers: HashSet<&str> =
            self.test_set.tests.iter().map(|test| without_ending(&test.name)).collect();
        let mut unmatched = Vec::new();
        for (index, file) in self.files.iter().enumerate() {
            if self.used.contains(&index) {
                continue;
            }
            let reason = if let Some(format) = other_format(Path::new(&file.name)) {
                let reason = UnmatchedReason::Compressed(format);
                self.test_set.reasons.push(format!("{}: {reason}", file.name));
                reason
            } else if self.is_in("invalid", &file.name) {
                UnmatchedReason::InvalidHalf
            } else if self.unanswered.contains_key(&index) {
                UnmatchedReason::NoAnswer
            } else {
                let stem = file.name.rsplit_once('.').map_or(file.name.as_str(), |(stem, _)| stem);
                reason_for(
                    naming_scheme::role(&file.name),
                    answers.contains(without_ending(&file.name)) || answers.contains(stem),
                )
            };
            unmatched.push((index, reason));
        }
        for (index, reason) in unmatched {
            let is_input = naming_scheme::role(&self.files[index].name) == Role::Input;
            self.add_unmatched(index, reason, is_input || self.unanswered.contains_key(&index));
        }
    }

    /// Adds a file that belongs to no test; an input becomes a test once it is answered.
    pub fn add_unmatched(&mut self, index: usize, reason: UnmatchedReason, is_input: bool) {
        let File { name, path, .. } = self.files[index].clone();
        // A single named file is meant to be an input.
        let is_named = self.is_single && naming_scheme::role(&name) != Role::Answer;
        if is_named || !self.is_single && is_input {
            let tests = self.unanswered.get(&index).cloned();
            let tests = tests.unwrap_or_else(|| vec![self.listed_by_name(&name, NamingScheme::Plain)]);
            let expected = Expected::Answer(Content::File(PathBuf::new()));
            let tests = tests.into_iter().map(|listed| self.test(index, expected.clone(), listed));
            let tests: Vec<Test> = tests.collect();
            self.test_set.unanswered.extend(tests);
        }
        self.test_set.unmatched.push(Unmatched { file: name, reason, path: Some(path) });
    }

    /// Sorts tests: those of packages first, by the bytes of the path, then all others in natural order.
    fn order(&mut self) {
        self.test_set.tests.sort_by(|a, b| {
            let [first, second] = [a, b].map(|test| test.naming == NamingScheme::PACKAGE);
            second
                .cmp(&first)
                .then_with(|| if first { a.name.cmp(&b.name) } else { natural(&a.name, &b.name) })
        });
        let mut counts: HashMap<String, usize> = HashMap::new();
        for name in self.test_set.tests.iter().map(|test| &test.name).unique() {
            *counts.entry(without_ending(name).to_owned()).or_default() += 1;
        }
        for test in &mut self.test_set.tests {
            let short = without_ending(&test.name);
            if counts.get(short) == Some(&1) {
                test.name = short.to_owned();
            }
        }
        number_the_same(&mut self.test_set.tests);
    }
}

/// Returns the reason why a file of this role belongs to no test; `has_test` says whether there is a test of the same name.
const fn reason_for(role: Role, has_test: bool) -> UnmatchedReason {
    match (role, has_test) {
        (Role::Answer, true) => UnmatchedReason::SecondAnswer,
        (Role::Answer, false) => UnmatchedReason::NoInput,
        (Role::Input, true) => UnmatchedReason::SecondInput,
        (Role::Input, false) => UnmatchedReason::NoAnswer,
        (Role::Unknown, _) => UnmatchedReason::NotRecognised,
    }
}
