//! The ICPC packages of a search: where they are, and which of their files are tests.

use std::path::Path;
use std::time::Duration;

use super::config::{Config, Version};
use super::domjudge::names_scores;
use super::family::folder_of;
use super::files::File;
use super::package::{MARKS, Package};
use super::search::Search;
use nim_ground::limits::{LimitOverrides, MIB};

/// The file of `BAPCtools` that says how tests are made.
const GENERATORS: &str = "generators/generators.yaml";
/// The folders of a package's data with its tests.
const TESTS: [&str; 2] = ["sample", "secret"];

impl Search {
    /// Finds the packages below the searched folder. One within another is no package: its files are examples or tests of tools.
    pub(super) fn find_packages(&mut self, root: &Path) {
        let name = |file: &str| file[folder_of(file).len()..].to_owned();
        let marked = self.files.iter().filter(|file| MARKS.contains(&name(&file.name).as_str()));
        let mut folders: Vec<&str> = marked.map(|file| folder_of(&file.name)).collect();
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
                self.suite.notes.push(format!("{inner}: skipped, a package within a package"));
                self.nested.push(folder.to_owned());
            } else {
                self.packages.insert(folder.to_owned(), root.join(folder));
            }
        }
    }

    /// Finds the legacy packages with scores by `DOMjudge`'s rules, which its submissions tell from those of problemtools.
    pub(super) fn find_packages_of_domjudge(&mut self) {
        let is_scored = |config: &Config| config.has_scores && config.version == Some(Version::Legacy);
        for (folder, root) in &self.packages {
            if self.configs_of(folder).iter().any(is_scored) && names_scores(root) {
                let note = "scores by DOMjudge's rules, as submissions name @EXPECTED_SCORE@";
                self.suite.notes.push(format!("{folder}problem.yaml: {note}"));
                self.of_domjudge.insert(folder.clone());
            }
        }
    }

    /// Notes the packages with tests.
    pub(super) fn list_packages(&mut self) {
        for (folder, root) in &self.packages {
            if !self.suite.tests.iter().any(|test| test.name.starts_with(folder.as_str())) {
                continue;
            }
            let time_rule = self.configs_of(folder).iter().find_map(|config| config.time_rule);
            let name = folder.trim_end_matches('/').to_owned();
            self.suite.packages.push(Package { name, root: root.clone(), time_rule });
        }
    }

    /// Notes the packages of whose generators' secret tests none is stored.
    pub(super) fn note_generators(&mut self) {
        for File { name, .. } in &self.files {
            let Some(folder) = name.strip_suffix(GENERATORS) else { continue };
            let secret = format!("{folder}data/secret/");
            let is_marked = MARKS.iter().any(|mark| self.find(&format!("{folder}{mark}")).is_some());
            if is_marked && !self.files.iter().any(|file| file.name.starts_with(&secret)) {
                let note =
                    format!("{name} makes the secret tests, none of which is stored: toolkit gen makes them");
                self.suite.notes.push(note.clone());
                self.suite.reasons.push(note);
            }
        }
    }

    /// Returns the configurations of a package's own folder.
    pub(super) fn configs_of(&self, folder: &str) -> &[Config] {
        self.configs.get(folder).map_or(&[][..], Vec::as_slice)
    }

    /// Returns the limits of the judges where the package of a test states none: `DOMjudge` has both, Kattis that of memory.
    pub(super) fn usual_limits(&self, name: &str) -> LimitOverrides {
        let Some((folder, _)) = self.package_of(name) else { return LimitOverrides::default() };
        let is_of_kattis = self.configs_of(folder).iter().any(|config| config.version.is_some());
        LimitOverrides {
            cpu: (!is_of_kattis).then_some(Duration::from_secs(10)),
            memory: Some(2048 * MIB),
            ..LimitOverrides::default()
        }
    }

    /// Returns the folder of a package's data without tests that a file lies in, if it does.
    pub(super) fn without_tests<'a>(&self, name: &'a str) -> Option<&'a str> {
        let (folder, _) = self.package_of(name)?;
        let start = match &self.within_data {
            // The folder that is searched lies within `data`; whoever names it means its files.
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
