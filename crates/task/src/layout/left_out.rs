//! Files that are no tests: what packages hold beside their data, and the tests of validators.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::family::{self, Family, Role, folder_of};
use super::files::File;
use super::formats;
use super::search::Search;
use super::suite::{NOT_RECOGNISED, Unmatched};

/// Folders of an ICPC package's data that do not test programs.
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

impl Search {
    fn leave_out(&mut self, is_no_test: impl Fn(&Self, &File) -> bool) {
        let all = self.files.iter().enumerate();
        let found: Vec<usize> =
            all.filter(|(_, file)| is_no_test(self, file)).map(|(index, _)| index).collect();
        self.used.extend(found);
    }

    /// Leaves out the files of a package outside `data`, without a note.
    pub(super) fn leave_out_of_packages(&mut self) {
        self.leave_out(|search, file| {
            search.package_of(&file.name).is_some_and(|(folder, root)| {
                !file.name[folder.len()..].starts_with("data/")
                    && file.path.starts_with(root)
                    && !file.path.starts_with(root.join("data"))
            })
        });
    }

    /// Leaves out the files of Hydro's packages that are no data, without a note: statements, submissions, programs.
    pub(super) fn leave_out_of_hydro(&mut self) {
        let folders = self.files.iter().filter_map(|file| file.name.strip_suffix("problem.yaml"));
        let folders = folders.filter(|folder| folder.is_empty() || folder.ends_with('/'));
        let folders: Vec<(String, String)> = folders
            .map(|folder| (folder.to_owned(), format!("{folder}testdata/")))
            .filter(|(_, data)| self.files.iter().any(|file| file.name.starts_with(data)))
            .collect();
        self.leave_out(|_, File { name, .. }| {
            let is_outside = |data: &String| !name.starts_with(data) || is_program(name);
            folders.iter().any(|(folder, data)| name.starts_with(folder) && is_outside(data))
        });
    }

    /// Leaves out the files of packages whose configuration names every test: no other file below its folder is one. Of those that hold
    /// other things in other folders (statements with samples, tests of checkers and validators), only files beside tests are named.
    pub(super) fn leave_out_unnamed(&mut self) {
        for (folder, configs) in &self.configs {
            let pairs: Vec<_> = configs.iter().flat_map(|config| &config.pairs).collect();
            let Some(first) = pairs.first() else { continue };
            let has_folders =
                matches!(first.family, Family::Polygon | Family::Cms | Family::Rbx | Family::LibraryChecker);
            let names = pairs.iter().flat_map(|pair| [&pair.input, &pair.answer]);
            let named: Vec<String> = names.map(|name| format!("{folder}{name}")).collect();
            let folders: HashSet<String> = named.iter().map(|name| folder_of(name).to_lowercase()).collect();
            let named: HashSet<usize> = named.iter().filter_map(|name| self.find(name)).collect();
            for (index, file) in self.files.iter().enumerate() {
                if !file.name.starts_with(folder.as_str()) || named.contains(&index) {
                    continue;
                }
                let is_beside = folders.contains(&folder_of(&file.name).to_lowercase());
                if self.used.insert(index) && (is_beside || !has_folders) {
                    let is_of_test = has_folders || family::role(&file.name) != Role::Unknown;
                    let reason = if is_of_test { "not a test of its package" } else { NOT_RECOGNISED };
                    self.suite.unmatched.push(Unmatched {
                        file: file.name.clone(),
                        reason: reason.to_owned(),
                        path: Some(file.path.clone()),
                        is_input: false,
                    });
                }
            }
        }
    }

    /// Leaves out tests of validators: those in folders of that name, and the unit tests of rbx's packages.
    pub(super) fn leave_out_for_validators(&mut self) {
        self.skip("that test validators, not programs", |_, name| {
            let part = folder_of(name).split('/').find(|part| FOR_VALIDATORS.contains(part))?;
            let end = name.find(part).map_or(0, |start| start + part.len());
            Some(name[..end].to_owned())
        });
        self.skip("outside sample and secret", |search, name| search.without_tests(name).map(str::to_owned));
        let configs = self.files.iter().filter(|file| file.name.ends_with(formats::RBX));
        let units: BTreeSet<String> = configs.map(|file| format!("{}unit/", folder_of(&file.name))).collect();
        self.skip("that test checkers and validators, not programs", |_, name| {
            let unit = units.iter().find(|unit| name.starts_with(unit.as_str()))?;
            Some(unit.trim_end_matches('/').to_owned())
        });
    }

    /// Leaves out the files for which `folder` names a folder, and notes these folders.
    fn skip(&mut self, what: &str, folder: impl Fn(&Self, &str) -> Option<String>) {
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
            self.suite.notes.push(format!("{folder}: skipped, {} {files_or_file} {what}", files.len()));
            self.used.extend(files);
        }
    }
}

/// Returns whether a file is a program's source, by its ending.
fn is_program(name: &str) -> bool {
    [".py", ".cc", ".cpp", ".c", ".h"].iter().any(|ending| name.ends_with(ending))
}
