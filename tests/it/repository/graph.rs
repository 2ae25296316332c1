//! The graph of crates is the drawing of `docs/architecture.md`, and the engine needs as many libraries as pages say.

use crate::repository::published::packages;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

const PAGE: &str = include_str!("../../../docs/architecture.md");

/// Returns a crate as the drawing names it.
fn drawn_name(name: &str) -> String {
    name.trim_start_matches("nim-").to_owned()
}

/// Returns the crates of the drawing, from top to bottom, each with the crates that its arrow leads to.
fn drawn() -> Vec<(String, BTreeSet<String>)> {
    let rows = PAGE.lines().filter_map(|line| line.split_once('►')).map(|(name, used)| {
        let name = name.trim_end_matches(['─', ' ']).to_owned();
        (name, used.split_whitespace().map(str::to_owned).collect())
    });
    rows.collect()
}

#[test]
fn the_graph_of_crates_is_the_drawing() {
    let found: BTreeMap<_, _> = packages()
        .iter()
        .filter(|package| package["name"] != "nim-testing")
        .map(|package| {
            let used = package["dependencies"].as_array().unwrap().iter();
            let used = used.filter(|used| !used["path"].is_null() && used["kind"].is_null());
            let used: BTreeSet<_> = used.map(|used| drawn_name(used["name"].as_str().unwrap())).collect();
            (drawn_name(package["name"].as_str().unwrap()), used)
        })
        .collect();
    assert_eq!(drawn().into_iter().collect::<BTreeMap<_, _>>(), found);
}

#[test]
fn every_arrow_of_the_drawing_leads_down() {
    let drawn = drawn();
    for (number, (name, used)) in drawn.iter().enumerate() {
        for used in used {
            let below = drawn[number + 1..].iter().any(|(below, _)| below == used);
            assert!(below, "{used} is not drawn below {name}");
        }
    }
}

/// On Linux, from a crate of a registry, with the libraries that it needs itself.
#[test]
#[cfg(target_os = "linux")]
fn the_number_of_libraries_that_the_engine_needs_is_that_of_the_docs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--offline", "--locked", "--edges=normal", "--prefix=none"])
        .args(["--package=nim-engine", concat!("--target=", env!("TOOLKIT_TARGET"))])
        .current_dir(root)
        .output()
        .unwrap();
    if !output.status.success() {
        eprintln!("skipped: cargo does not have the libraries at hand");
        return;
    }
    let text = String::from_utf8(output.stdout).unwrap();
    let names = text.lines().filter_map(|line| line.split(' ').next());
    let names: BTreeSet<&str> = names.filter(|&name| name != "nim-engine").collect();
    let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let said = words[names.len()];
    for page in ["docs/architecture.md", "docs/researchers.md", "CHANGELOG.md"] {
        let sentence = format!(" {said} dependencies");
        let text = std::fs::read_to_string(root.join(page)).unwrap();
        assert!(text.contains(&sentence), "{page} does not say {sentence:?}: {names:?}");
    }
}
