//! Files that packages keep beside a test: descriptions, hints, pictures and settings.

use super::{FORMAT, of_test};
use crate::layout::naming_scheme::folder_of;
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
    /// Leaves out the files beside tests, and reads a package's settings of single tests.
    pub(crate) fn leave_out_beside_tests(&mut self) {
        for index in 0..self.files.len() {
            let file = self.files[index].clone();
            if self.used.contains(&index) {
                continue;
            }
            let Some(stem) = stem(&file.name) else { continue };
            let has_test = self.find(&format!("{stem}.in")).is_some();
            if !has_test && self.package_of(&file.name).is_none() {
                continue;
            }
            if file.name.ends_with(".yaml") && has_test && self.package_of(&file.name).is_some() {
                let read = self.test_set.manifests.open_part(&file.path, &FORMAT, of_test);
                let folder = folder_of(&file.name).to_owned();
                if let Some(part) = read {
                    let task = part.task.below(&folder);
                    self.test_set.note_settings(&task);
                    self.of_tests.insert(stem.to_owned(), task);
                }
            }
            self.used.insert(index);
        }
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
