//! An ICPC package, as a check must know it, and what marks its folder.

use std::path::{Path, PathBuf};

use crate::time_rule::TimeRule;

/// The files that make a folder with `data` a package: `DOMjudge` needs but one of them.
pub(super) const MARKS: [&str; 2] = ["problem.yaml", "domjudge-problem.ini"];

/// What a check must know of a package.
#[derive(Clone, Debug, PartialEq)]
pub struct Package {
    /// Its path below the folder that was searched; empty for that folder, or one around it.
    pub name: String,
    /// Its folder.
    pub root: PathBuf,
    /// How its time limit follows from its accepted submissions; `None` where only `DOMjudge` knows it.
    pub time_rule: Option<TimeRule>,
}

/// Returns whether a folder is marked as a package.
pub fn is_marked(folder: &Path) -> bool {
    MARKS.iter().any(|mark| folder.join(mark).is_file())
}
