//! The files that a configuration wants compiled with every program, by their names.

use std::path::PathBuf;

use super::search::Search;
use super::test_set::Missing;

impl Search {
    /// Finds the files of graders, all within the searched folder.
    pub(super) fn find_graders(&mut self) {
        let own = self.each_task().filter_map(|(folder, task)| Some((folder.clone(), task.graders.clone()?)));
        for (folder, names) in own.collect::<Vec<_>>() {
            let graders = names.with_paths(|names| self.named(&folder, names));
            self.test_set.graders.push(graders);
        }
    }

    /// Returns the paths of files with these names below a folder; missing ones are noted.
    fn named(&mut self, folder: &str, names: &[String]) -> Vec<PathBuf> {
        let mut paths = Vec::new();
        for name in names {
            let file = format!("{folder}{name}");
            match self.find(&file) {
                Some(found) => paths.push(self.files[found].path.clone()),
                None => self.test_set.missing.push(Missing { file, input: None }),
            }
        }
        paths
    }
}
