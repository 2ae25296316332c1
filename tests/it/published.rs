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

/// The files and folders of this checkout that builds of the library have read, by the compiler, or have watched, by the build
/// script. Cargo itself lists them for the program, but only after `cargo build`.
fn read_by_builds() -> BTreeSet<String> {
    let target = Path::new(env!("CARGO_BIN_EXE_toolkit")).parent().unwrap();
    let entries =
        |folder: &str| fs::read_dir(target.join(folder)).unwrap().map(|entry| entry.unwrap().path());
    let mut read = BTreeSet::new();
    for list in entries("deps").filter(|path| path.extension().is_some_and(|ending| ending == "d")) {
        let list = fs::read_to_string(list).unwrap();
        // Tests read more.
        let of_library =
            list.lines().find(|line| line.contains("libnim_toolkit-") && line.contains(".rlib:"));
        let files = of_library.and_then(|line| line.split_once(": ")).map_or("", |(_, files)| files);
        read.extend(files.split_whitespace().map(str::to_owned));
    }
    for script in entries("build").filter(|path| path.to_string_lossy().contains("/nim-toolkit-")) {
        let output = fs::read_to_string(script.join("output")).unwrap_or_default();
        read.extend(
            output.lines().filter_map(|line| Some(line.strip_prefix("cargo::rerun-if-changed=")?.to_owned())),
        );
    }
    let root = Path::new(ROOT).canonicalize().unwrap();
    let whole =
        read.iter().filter(|path| Path::new(path).is_relative()).map(|path| root.join(path).canonicalize());
    // A list of an older build may name what is gone.
    let within = whole.filter_map(|path| Some(path.ok()?.strip_prefix(&root).ok()?.to_str()?.to_owned()));
    within.collect()
}

#[test]
fn the_package_holds_what_the_program_is_built_from() {
    let listed = listed();
    let read = read_by_builds();
    assert!(read.len() > 300, "{} files", read.len());
    for path in &read {
        let is_in =
            listed.contains(path.as_str()) || listed.iter().any(|file| file.starts_with(&format!("{path}/")));
        assert!(is_in, "{path} is not in the package; see `include` in Cargo.toml");
    }
    for file in &listed {
        let is_a_test =
            ["tests/", "benches/", "fuzz/", "docs/", ".ci/"].iter().any(|folder| file.starts_with(folder));
        let is_a_submission = file.starts_with("problems/") && file.contains("/submissions/");
        assert!(!is_a_test && !is_a_submission, "{file} is in the package");
    }
}
