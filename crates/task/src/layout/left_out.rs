//! Files that are no tests: other parts of packages, and the tests of validators.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::files::File;
use super::naming_scheme::{self, Role, folder_of};
use super::search::Search;
use super::test_set::UnmatchedReason;

impl Search {
    /// Leaves out the files that are no test.
    pub(crate) fn leave_out(&mut self, is_no_test: impl Fn(&Self, &File) -> bool) {
        let all = self.files.iter().enumerate();
        let found: Vec<usize> =
            all.filter(|(_, file)| is_no_test(self, file)).map(|(index, _)| index).collect();
        self.used.extend(found);
    }

    /// Leaves out the files of packages whose configuration names every test: no other file below such a folder is a test. If the package
    /// has other folders too (statements with samples, tests of checkers and validators), only files beside tests are noted.
    pub(super) fn leave_out_unnamed(&mut self) {
        let mut unmatched = Vec::new();
        for (folder, tasks) in &self.tasks {
            let tests: Vec<_> = tasks.iter().flat_map(|task| &task.tests).collect();
            if tests.is_empty() {
                continue;
            }
            let has_folders = tasks.iter().any(|task| task.has_folders);
            let names = tests.iter().flat_map(|test| [test.name.as_str(), test.answer_name()]);
            let named: Vec<String> = names.map(|name| format!("{folder}{name}")).collect();
            let folders: HashSet<String> = named.iter().map(|name| folder_of(name).to_lowercase()).collect();
            let named: HashSet<usize> = named.iter().filter_map(|name| self.find(name)).collect();
            for (index, file) in self.files.iter().enumerate() {
                if !file.name.starts_with(folder.as_str()) || named.contains(&index) {
                    continue;
                }
                let is_beside = folders.contains(&folder_of(&file.name).to_lowercase());
                if self.used.insert(index) && (is_beside || !has_folders) {
                    let is_of_test = has_folders || naming_scheme::role(&file.name) != Role::Unknown;
                    let reason = match is_of_test {
                        true => UnmatchedReason::NotOfPackage,
                        false => UnmatchedReason::NotRecognised,
                    };
                    unmatched.push((index, reason));
                }
            }
        }
        for (index, reason) in unmatched {
            self.add_unmatched(index, reason, false);
        }
    }

    /// Leaves out the tests of checkers and validators, and notes their folders.
    pub(super) fn leave_out_unit_tests(&mut self) {
        let mut units = BTreeSet::new();
        for (name, format) in &self.manifests {
            units.extend(format.unit_tests.map(|inner| format!("{}{inner}/", folder_of(name))));
        }
        self.skip("that test checkers and validators, not programs", |_, name| {
            let unit = units.iter().find(|unit| name.starts_with(unit.as_str()))?;
            Some(unit.trim_end_matches('/').to_owned())
        });
    }

    /// Leaves out the files for which `folder` returns a folder, and adds notes on these folders.
    pub(crate) fn skip(&mut self, what: &str, folder: impl Fn(&Self, &str) -> Option<String>) {
        let mut folders: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (index, file) in self.files.iter().enumerate() {
            if self.used.contains(&index) {
                continue;
            }
            if let Some(folder) = folder(self, &file.name) {
                folders.entry(folder).or_default().push(index);
            }
        }
        for (folder, files) in folders {
            let files_or_file = if files.len() == 1 { "file" } else { "files" };
            self.test_set.notes.push(format!("{folder}: skipped, {} {files_or_file} {what}", files.len()));
            self.used.extend(files);
        }
    }
}
