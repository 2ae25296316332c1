//! The names that judges define for the preprocessors of C and C++.

use super::layout::TestSet;

/// The macros that most judges define.
pub const USUAL: &[&str] = &["ONLINE_JUDGE"];

/// Returns the names that the judge of some test data defines.
pub fn of_test_set(test_set: &TestSet) -> &'static [&'static str] {
    test_set.defines.unwrap_or(USUAL)
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
                fs::write(path, if *file == "task.yaml" { "n_input: 1\n" } else { "" }).unwrap();
            }
            let test_set = discover(folder.path()).unwrap();
            assert_eq!(of_test_set(&test_set), names, "{files:?}");
        }
    }
}
