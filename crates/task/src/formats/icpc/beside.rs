//! Files that packages keep beside a test: descriptions, hints, pictures and settings.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use super::{FORMAT, of_test};
use crate::formats::manifest::Version;
use crate::layout::naming_scheme::folder_of;
use crate::layout::run_files::RunFiles;
use crate::layout::search::Search;

/// Endings of files that belong to a test with `.in` in their place.
const ENDINGS: [&str; 13] = [
    ".ans.download",
    ".ans.statement",
    ".desc",
    ".hint",
    ".in.download",
    ".in.statement",
    ".interaction",
    ".jpeg",
    ".jpg",
    ".out.statement",
    ".png",
    ".svg",
    ".yaml",
];
/// Ending of a folder with files for one test.
const FOLDER: &str = ".files";

impl Search {
    /// Returns the files for the runs of a test, which only the current version of the format has.
    ///
    /// # Errors
    /// When they cannot be looked at.
    pub(crate) fn run_files_of(&self, name: &str, input: &Path) -> io::Result<Option<RunFiles>> {
        match self.package_of(name) {
            Some((folder, root)) if self.has_run_files(folder) => RunFiles::beside(input, root),
            _ => Ok(None),
        }
    }

    fn has_run_files(&self, package: &str) -> bool {
        self.tasks_of(package).iter().any(|config| config.version == Some(Version::Current))
    }

    /// Leaves out the files beside tests, and reads a package's settings of single tests.
    pub(crate) fn leave_out_beside_tests(&mut self) {
        let mut unused = BTreeSet::new();
        for index in 0..self.files.len() {
            let file = self.files[index].clone();
            if self.used.contains(&index) {
                continue;
            }
            let Some(stem) = stem(&file.name) else { continue };
            let stem = stem.to_owned();
            let has_test = self.find(&format!("{stem}.in")).is_some();
            if !has_test && self.package_of(&file.name).is_none() {
                continue;
            }
            if file.name.ends_with(".yaml") && has_test && self.package_of(&file.name).is_some() {
                let read = self.test_set.manifests.open_part(&file.path, &FORMAT, of_test);
                let folder = folder_of(&file.name).to_owned();
                if let Some(part) = read {
                    let task = part.below(&folder);
                    self.test_set.note_settings(&task);
                    self.of_tests.insert(stem.clone(), task);
                }
            }
            if folder_of(&file.name).starts_with(&format!("{stem}{FOLDER}/")) {
                let is_given = self.package_of(&file.name).is_some_and(|(own, _)| self.has_run_files(own));
                if has_test && !is_given {
                    unused.insert(stem);
                }
            }
            self.used.insert(index);
        }
        let why = "are for packages of the format 2025-09, and are ignored";
        self.test_set.notes.extend(unused.iter().map(|stem| format!("the files in {stem}{FOLDER} {why}")));
    }
}

/// Returns the name, without `.in`, of the test that a file would belong to.
fn stem(name: &str) -> Option<&str> {
    let inside = format!("{FOLDER}/");
    if let Some(end) = folder_of(name).find(&inside) {
        return Some(&name[..end]);
    }
    ENDINGS
        .iter()
        .find_map(|ending| name.strip_suffix(ending))
        .filter(|stem| !stem.ends_with('/') && !stem.is_empty())
}
