//! Published packages: those for cargo hold every file that the program is built from, and no tests; each begins with an example.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::whole;
use nim_ground::folder::portable_name;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Returns the metadata that cargo has of each crate of the workspace.
pub fn packages() -> Vec<Value> {
    let metadata: Value =
        serde_json::from_slice(&cargo(&["metadata", "--no-deps", "--format-version=1"])).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}

/// Returns the folders of the crates that are published, below the checkout, and their names.
fn published() -> Vec<(String, String)> {
    let packages = packages();
    let published = packages.iter().filter(|package| package["publish"].is_null()).map(|package| {
        let manifest = Path::new(package["manifest_path"].as_str().unwrap());
        let folder = manifest.parent().unwrap().strip_prefix(root()).unwrap().to_str().unwrap().to_owned();
        (folder, package["name"].as_str().unwrap().to_owned())
    });
    published.collect()
}

fn cargo(args: &[&str]) -> Vec<u8> {
    let output = Command::new(env!("CARGO")).args(args).arg("--offline").current_dir(ROOT).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

fn root() -> PathBuf {
    Path::new(ROOT).canonicalize().unwrap()
}

/// Returns the files of the packages, below the checkout.
fn listed() -> BTreeSet<String> {
    let mut files = BTreeSet::new();
    for (folder, name) in published() {
        let list = cargo(&["package", "--list", "--allow-dirty", "--package", &name]);
        for file in String::from_utf8(list).unwrap().lines() {
            let path = root().join(&folder).join(file);
            // The samples of the problems lie elsewhere; what cargo makes itself, nowhere.
            let path = path.canonicalize().unwrap_or(path);
            files.insert(path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned());
        }
    }
    files
}

/// Returns the files and folders of this checkout that builds of the crates have read, by the compiler, or have watched, by build scripts.
/// Cargo itself lists them for the program, but only after `cargo build`.
fn read_by_builds() -> BTreeSet<String> {
    let program = Path::new(env!("CARGO_BIN_EXE_toolkit"));
    let target = program.parent().unwrap();
    let entries =
        |folder: &str| fs::read_dir(target.join(folder)).unwrap().map(|entry| entry.unwrap().path());
    let mut read = BTreeSet::new();
    for list in entries("deps").filter(|path| path.extension().is_some_and(|ending| ending == "d")) {
        let list = fs::read_to_string(list).unwrap();
        // Tests read more.
        let of_library = list.lines().find(|line| {
            line.contains("libnim_") && !line.contains("nim_testing") && line.contains(".rlib:")
        });
        let files = of_library.and_then(|line| line.split_once(": ")).map_or("", |(_, files)| files);
        read.extend(files.split_whitespace().map(str::to_owned));
    }
    for script in entries("build").filter(|path| path.to_string_lossy().contains("/nim-toolkit-")) {
        let output = fs::read_to_string(script.join("output")).unwrap_or_default();
        read.extend(
            output.lines().filter_map(|line| Some(line.strip_prefix("cargo::rerun-if-changed=")?.to_owned())),
        );
    }
    // A list of an older build may name missing files.
    let whole = read.iter().filter_map(|path| root().join(path).canonicalize().ok());
    let within = whole
        .filter(|path| !path.starts_with(root().join("target")))
        // Clippy's own, which builds the libraries of build scripts as well.
        .filter(|path| !path.ends_with("clippy.toml"))
        .filter_map(|path| Some(path.strip_prefix(root()).ok()?.to_str()?.to_owned()));
    within.collect()
}

#[test]
fn the_packages_hold_what_the_program_is_built_from() {
    let listed = listed();
    let read = read_by_builds();
    assert!(read.len() > 300, "{} files", read.len());
    for path in &read {
        let is_in =
            listed.contains(path.as_str()) || listed.iter().any(|file| file.starts_with(&format!("{path}/")));
        assert!(is_in, "{path} is in no package; see `include` in Cargo.toml");
    }
    for file in &listed {
        let is_a_test =
            ["tests/", "benches/", "fuzz/", "docs/", ".ci/"].iter().any(|folder| file.starts_with(folder));
        assert!(!is_a_test, "{file} is in a package");
        for name in file.split('/') {
            // Windows takes `nul.in` for its device, too.
            let stem = name.split('.').next().unwrap_or_default().to_lowercase();
            assert!(portable_name(&stem, "") != format!("{stem}-"), "{file}: {name} is a device on Windows");
        }
    }
}

#[test]
fn the_first_page_of_every_library_has_an_example() {
    for (folder, name) in published() {
        let library = root().join(&folder).join(if name == "nim-problems" { "mod.rs" } else { "src/lib.rs" });
        let library = fs::read_to_string(library).unwrap();
        let page = library.lines().take_while(|line| line.starts_with("//!")).chain(
            // A page of its own is a doctest.
            library.lines().filter(|line| line.starts_with("#[doc = include_str!(\"../README.md\")]")),
        );
        let has_example = page.into_iter().any(|line| line == "//! ```" || line.starts_with("#[doc"));
        assert!(has_example, "{name} begins without an example");
    }
}

/// The lines that judge a folder, in the documentation of `nim-judge`, are a program of a package that depends on it alone. It is built
/// apart from this workspace, which takes a minute.
#[test]
fn lines_that_judge_a_folder_are_a_program_outside_the_project() {
    if whole::is_skipped("a program outside the project") {
        return;
    }
    let documentation = fs::read_to_string(root().join("crates/judge/src/lib.rs")).unwrap();
    let lines = documentation.lines().skip_while(|line| *line != "//! ```").skip(1);
    let lines = lines.take_while(|line| *line != "//! ```").map(|line| line.trim_start_matches("//!"));
    let program: String =
        lines.map(|line| line.trim_start().trim_start_matches("# ").to_owned() + "\n").collect();
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    fs::create_dir(place("src")).unwrap();
    fs::write(place("src/main.rs"), program).unwrap();
    let manifest = format!(
        "[package]\nname = \"outside\"\nedition = \"2024\"\n[workspace]\n[dependencies]\nnim-judge = {{ path = {:?} }}\n",
        root().join("crates/judge")
    );
    fs::write(place("Cargo.toml"), manifest).unwrap();
    fs::copy(root().join("Cargo.lock"), place("Cargo.lock")).unwrap();
    let mut cargo = Command::new(env!("CARGO"));
    let output = cargo.args(["run", "--offline"]).current_dir(folder.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().last(), Some("1 of 2 accepted"));
}
