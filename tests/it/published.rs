//! What is published: the package for cargo holds every file that the program is built from, and no tests.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The files of the package.
fn listed() -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .args(["package", "--list", "--allow-dirty", "--offline"])
        .current_dir(ROOT)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn the_package_holds_what_the_program_is_built_from() {
    let listed = listed();
    // The compiler's list of everything that it has read, and of what the build script watches: folders, too.
    let built = fs::read_to_string(Path::new(env!("CARGO_BIN_EXE_toolkit")).with_extension("d")).unwrap();
    let paths = built.split_whitespace().skip(1).filter_map(|path| Path::new(path).strip_prefix(ROOT).ok());
    let read: Vec<_> =
        paths.filter(|path| !path.starts_with("target") && Path::new(ROOT).join(path).exists()).collect();
    assert!(read.len() > 300, "{} files", read.len());
    for path in read {
        let path = path.to_str().unwrap();
        let is_in = listed.contains(path) || listed.iter().any(|file| file.starts_with(&format!("{path}/")));
        assert!(is_in, "{path} is not in the package; see `include` in Cargo.toml");
    }
    for file in &listed {
        let is_a_test =
            ["tests/", "benches/", "fuzz/", "docs/", ".ci/"].iter().any(|folder| file.starts_with(folder));
        let is_a_submission = file.starts_with("problems/") && file.contains("/submissions/");
        assert!(!is_a_test && !is_a_submission, "{file} is in the package");
    }
}
