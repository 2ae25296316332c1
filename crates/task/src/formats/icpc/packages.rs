//! The ICPC packages in a search: their places, and their files of tests.

use std::io;
use std::path::Path;
use std::time::Duration;

use super::domjudge::names_scores;
use crate::formats::manifest::{Manifest, Version};
use crate::layout::files::File;
use crate::layout::naming_scheme::folder_of;
use crate::layout::search::Search;
use nim_ground::error::named;
use nim_ground::limits::{LimitOverrides, MIB};
use nim_ground::presence::is_file;

/// The files that make a folder with `data` a package: `DOMjudge` needs only one of them.
pub const MARKS: [&str; 2] = ["problem.yaml", "domjudge-problem.ini"];
/// The file of `BAPCtools` that describes generated tests.
const GENERATORS: &str = "generators/generators.yaml";
/// Folders of data that do not test programs.
const FOR_VALIDATORS: [&str; 9] = [
    "invalid_answer",
    "invalid_answers",
    "invalid_input",
    "invalid_inputs",
    "invalid_output",
    "invalid_outputs",
    "static_validation_test",
    "valid_output",
    "valid_outputs",
];
/// The folders of a package's data with its tests.
const TESTS: [&str; 2] = ["sample", "secret"];

impl Search {
    /// Finds the packages below the searched folder. A package within another is ignored: its files are examples or tests of tools.
    pub(crate) fn find_packages(&mut self, root: &Path) {
        let files = self.files.iter().map(|file| file.name.as_str());
        let marked = files.filter(|file| MARKS.contains(&&file[folder_of(file).len()..]));
        let mut folders: Vec<&str> = marked.map(folder_of).collect();
        folders.retain(|folder| {
            let data = format!("{folder}data/");
            self.files.iter().any(|file| file.name.starts_with(&data))
        });
        folders.sort_unstable();
        folders.dedup();
        for folder in folders {
            let outer = self.packages.keys().find(|outer| folder.starts_with(outer.as_str()));
            if outer.is_some() {
                let inner = folder.trim_end_matches('/');
                self.test_set.notes.push(format!("{inner}: skipped, a package within a package"));
                self.nested.push(folder.to_owned());
            } else {
                self.packages.insert(folder.to_owned(), root.join(folder));
            }
        }
    }

    /// Applies the rules of a package to a search that begins inside its folder `data`.
    pub(crate) fn enclosing_package(&mut self, root: &Path) -> io::Result<()> {
        let root = root.canonicalize().map_err(named(root.display()))?;
        let around = root.ancestors().filter(|folder| folder.file_name().is_some_and(|name| name == "data"));
        let mut marked = None;
        for package in around.filter_map(Path::parent) {
            for mark in MARKS {
                if marked.is_none() && is_file(&package.join(mark))? {
                    marked = Some(package);
                }
            }
        }
        let Some(package) = marked else { return Ok(()) };
        let data = package.join("data");
        // The nearest folder's rules come first.
        for folder in root.ancestors().skip(1).take_while(|folder| folder.starts_with(&data)) {
            self.read_enclosing(folder, &["testdata.yaml", "test_group.yaml"])?;
        }
        self.read_enclosing(package, &["problem.yaml", ".timelimit", "domjudge-problem.ini"])?;
        self.within_data = root.strip_prefix(&data).ok().map(Path::to_path_buf);
        self.packages.insert(String::new(), package.to_path_buf());
        Ok(())
    }

    fn read_enclosing(&mut self, folder: &Path, names: &[&str]) -> io::Result<()> {
        for path in names.iter().map(|name| folder.join(name)) {
            if is_file(&path)? {
                self.add_manifest("", &path);
            }
        }
        Ok(())
    }

    /// Leaves out the files of a package outside `data`, without a note.
    pub(crate) fn leave_out_of_packages(&mut self) {
        self.leave_out(|search, file| {
            search.package_of(&file.name).is_some_and(|(folder, root)| {
                !file.name[folder.len()..].starts_with("data/")
                    && file.path.starts_with(root)
                    && !file.path.starts_with(root.join("data"))
            })
        });
    }

    /// Leaves out the tests of validators, in folders of that name, and adds a note on each folder.
    pub(crate) fn leave_out_for_validators(&mut self) {
        self.skip("that test validators, not programs", |_, name| {
            let part = folder_of(name).split('/').find(|part| FOR_VALIDATORS.contains(part))?;
            let end = name.find(part).map_or(0, |start| start + part.len());
            Some(name[..end].to_owned())
        });
        self.skip("outside sample and secret", |search, name| search.without_tests(name).map(str::to_owned));
    }

    /// Finds the legacy packages with scores by `DOMjudge`'s rules; the submissions show which rules apply.
    pub(crate) fn find_named_scores(&mut self) -> io::Result<()> {
        for (folder, root) in &self.packages {
            let mut legacy = self.tasks_of(folder).iter().filter(|own| own.version == Some(Version::Legacy));
            if legacy.any(|config| config.has_scores) && names_scores(root)? {
                let note = "scores by DOMjudge's rules, as submissions name @EXPECTED_SCORE@";
                self.test_set.notes.push(format!("{folder}problem.yaml: {note}"));
                self.with_named_scores.insert(folder.clone());
            }
        }
        Ok(())
    }

    /// Adds a note on the packages with tests.
    pub(crate) fn note_packages(&mut self) {
        for (folder, root) in &self.packages {
            if !self.test_set.tests.iter().any(|test| test.name.starts_with(folder.as_str())) {
                continue;
            }
            self.test_set.packages.insert(root.clone(), folder.trim_end_matches('/').to_owned());
        }
    }

    /// Adds notes on packages with generators but no stored secret tests.
    pub(crate) fn note_generators(&mut self) {
        for File { name, .. } in &self.files {
            let Some(folder) = name.strip_suffix(GENERATORS) else { continue };
            let secret = format!("{folder}data/secret/");
            let is_marked = MARKS.iter().any(|mark| self.find(&format!("{folder}{mark}")).is_some());
            if is_marked && !self.files.iter().any(|file| file.name.starts_with(&secret)) {
                let note =
                    format!("{name} makes the secret tests, none of which is stored: toolkit gen makes them");
                self.test_set.notes.push(note.clone());
                self.test_set.reasons.push(note);
            }
        }
    }

    /// Returns the configurations of a package's own folder.
    pub(crate) fn tasks_of(&self, folder: &str) -> &[Manifest] {
        self.tasks.get(folder).map_or(&[][..], Vec::as_slice)
    }

    /// Returns the judges' default limits for a test whose package states none: `DOMjudge` has both, Kattis that of memory.
    pub(crate) fn usual_limits(&self, name: &str) -> LimitOverrides {
        let Some((folder, _)) = self.package_of(name) else { return LimitOverrides::default() };
        let is_of_kattis = self.tasks_of(folder).iter().any(|config| config.version.is_some());
        LimitOverrides {
            cpu: (!is_of_kattis).then_some(Duration::from_secs(10)),
            memory: Some(2048 * MIB),
            ..LimitOverrides::default()
        }
    }

    /// Returns the folder of a package's data without tests that contains a file, if there is one.
    pub(crate) fn without_tests<'a>(&self, name: &'a str) -> Option<&'a str> {
        let (folder, _) = self.package_of(name)?;
        let start = match &self.within_data {
            // The searched folder lies within `data`, so its files are meant to be tests.
            Some(within) if folder.is_empty() => within.as_os_str().is_empty().then_some(0)?,
            _ => name.strip_prefix(folder)?.strip_prefix("data/").map(|_| folder.len() + "data/".len())?,
        };
        let below = &name[start..];
        match below.split_once('/') {
            Some((first, _)) => (!TESTS.contains(&first)).then(|| &name[..start + first.len()]),
            None if start == 0 => Some(name),
            None => Some(&name[..start - 1]),
        }
    }
}
