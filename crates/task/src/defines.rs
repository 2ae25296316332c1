//! The names that judges define for the preprocessors of C and C++.

use std::path::{Path, PathBuf};

use super::layout::Suite;

/// What most judges define.
pub const USUAL: &[&str] = &["ONLINE_JUDGE"];

/// What the judge of a package defines, by a file in its folder.
const BY_FILE: [(&str, &[&str]); 3] =
    [("domjudge-problem.ini", &["DOMJUDGE"]), ("problem.yaml", &[]), ("task.yaml", &["EVAL"])];

/// Returns the names that the judge of some test data defines; `data` are the paths of the tests.
pub fn of_data(suite: &Suite, data: &[PathBuf]) -> &'static [&'static str] {
    let packages = suite.packages.iter().map(|package| package.root.as_path());
    let roots: Vec<&Path> =
        data.iter().map(PathBuf::as_path).chain(suite.unpacked()).chain(packages).collect();
    let is_marked = |(file, _): &&(&str, _)| roots.iter().any(|root| root.join(file).is_file());
    BY_FILE.iter().find(is_marked).map_or(USUAL, |(_, names)| names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::discover;
    use std::fs;

    #[test]
    fn a_package_has_the_names_that_its_judge_defines() {
        for (files, names) in [
            (&["1.in", "1.out"][..], USUAL),
            (&["problem.yaml", "data/secret/1.in", "data/secret/1.ans"], &[]),
            (
                &["problem.yaml", "domjudge-problem.ini", "data/secret/1.in", "data/secret/1.ans"],
                &["DOMJUDGE"],
            ),
            (&["task.yaml", "input/input0.txt", "output/output0.txt"], &["EVAL"]),
        ] {
            let folder = tempfile::tempdir().unwrap();
            for file in files {
                let path = folder.path().join(file);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, "").unwrap();
            }
            let suite = discover(folder.path()).unwrap();
            assert_eq!(of_data(&suite, &[folder.path().to_path_buf()]), names, "{files:?}");
        }
    }
}
