//! The solutions and the validators of a task of CMS or task-maker.

use std::path::{Path, PathBuf};

use super::formats::{cms, is_task};
use super::input_validators::InputValidator;

/// The file that makes a folder a task.
pub const FILE: &str = "task.yaml";

/// The solutions of a task, and the names that their comments use.
#[derive(Clone, Debug)]
pub struct Task {
    /// The solutions: the path below the task, and the file.
    pub solutions: Vec<(String, PathBuf)>,
    /// The names of the subtasks, in order; `None` for one without a name.
    pub subtasks: Vec<Option<String>>,
}

impl Task {
    /// Returns whether a folder is a task with solutions.
    pub fn is_in(folder: &Path) -> bool {
        let file = folder.join(FILE);
        folder.join(cms::SOLUTIONS).is_dir() && file.is_file() && is_task(&file, folder)
    }

    /// Reads the task in a folder; `None` where there is none.
    pub fn of(folder: &Path) -> Option<Self> {
        let solutions = || cms::solutions(folder).into_iter().map(|name| (name.clone(), folder.join(name)));
        Self::is_in(folder)
            .then(|| Self { solutions: solutions().collect(), subtasks: cms::subtasks(folder) })
    }

    /// Returns the validators of each of so many inputs of the task in a folder, as task-maker calls them.
    pub fn validators(folder: &Path, tests: usize) -> Vec<Vec<InputValidator>> {
        cms::validators(folder, tests)
    }
}
