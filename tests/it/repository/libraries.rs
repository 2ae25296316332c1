//! The licences of all libraries are among those that `deny.toml` allows, also if cargo-deny is not installed.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Returns cargo's metadata of the libraries, of all platforms or of this one; `None` if they are not at hand.
fn metadata() -> Option<Value> {
    let host = concat!("--filter-platform=", env!("TOOLKIT_TARGET"));
    [&[][..], &[host]].into_iter().find_map(|filter: &[&str]| {
        let output = Command::new(env!("CARGO"))
            .args(["metadata", "--offline", "--locked", "--format-version=1", "--all-features"])
            .args(filter)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .ok()?;
        serde_json::from_slice(&output.stdout).ok()
    })
}

/// Returns the licences of `deny.toml`.
fn allowed() -> Vec<String> {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("deny.toml")).unwrap();
    let table: toml::Table = text.parse().unwrap();
    let allow = table["licenses"]["allow"].as_array().unwrap();
    allow.iter().map(|licence| licence.as_str().unwrap().to_owned()).collect()
}

/// Returns whether an SPDX expression permits use under allowed licences. `/` is an old form of `OR`.
fn is_permitted(expression: &str, allowed: &[String]) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = &words[..];
    let result = any(&mut rest, allowed);
    assert!(rest.is_empty(), "{expression}: {rest:?} is left");
    result
}

/// One or more of some terms.
fn any(words: &mut &[&str], allowed: &[String]) -> bool {
    let mut result = all(words, allowed);
    while let ["OR", rest @ ..] = *words {
        *words = rest;
        result |= all(words, allowed);
    }
    result
}

/// All of some licences.
fn all(words: &mut &[&str], allowed: &[String]) -> bool {
    let mut result = licence(words, allowed);
    while let ["AND", rest @ ..] = *words {
        *words = rest;
        result &= licence(words, allowed);
    }
    result
}

/// A licence, one with an exception, or an expression in parentheses.
fn licence(words: &mut &[&str], allowed: &[String]) -> bool {
    let is_allowed = |name: &str| allowed.iter().any(|allowed| allowed == name);
    match *words {
        ["(", rest @ ..] => {
            *words = rest;
            let result = any(words, allowed);
            *words = words.strip_prefix(&[")"]).unwrap();
            result
        }
        [name, "WITH", exception, rest @ ..] => {
            *words = rest;
            is_allowed(&format!("{name} WITH {exception}"))
        }
        [name, rest @ ..] => {
            *words = rest;
            is_allowed(name)
        }
        [] => panic!("a licence is missing"),
    }
}

#[test]
fn every_library_may_be_used_under_an_allowed_licence() {
    let Some(metadata) = metadata() else {
        eprintln!("skipped: not all libraries are at hand, and none is fetched here");
        return;
    };
    let allowed = allowed();
    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.len() > 50, "{}", packages.len());
    let name = |package: &Value| format!("{} {}", package["name"], package["version"]);
    let refused: Vec<_> = packages
        .iter()
        .filter(|package| {
            !package["license"].as_str().is_some_and(|expression| is_permitted(expression, &allowed))
        })
        .map(|package| format!("{}: {}", name(package), package["license"]))
        .collect();
    assert!(refused.is_empty(), "licences that deny.toml does not allow:\n{}", refused.join("\n"));
    let of_a_registry = |package: &Value| {
        package["source"]
            .as_str()
            .is_none_or(|source| source.starts_with("registry+https://github.com/rust-lang/"))
    };
    let foreign: Vec<_> = packages.iter().filter(|package| !of_a_registry(package)).map(name).collect();
    assert!(foreign.is_empty(), "libraries of other sources: {foreign:?}");
}

#[test]
fn expressions_of_licences_are_understood() {
    let allowed = ["MIT", "Zlib", "Apache-2.0 WITH LLVM-exception"].map(str::to_owned);
    for (expression, expected) in [
        ("MIT", true),
        ("GPL-3.0", false),
        ("GPL-3.0 OR MIT", true),
        ("GPL-3.0/MIT", true),
        ("GPL-3.0 AND MIT", false),
        ("MIT AND Zlib OR GPL-3.0", true),
        ("(MIT OR GPL-3.0) AND GPL-2.0", false),
        ("(MIT OR GPL-3.0) AND (Zlib OR GPL-2.0)", true),
        ("Apache-2.0", false),
        ("Apache-2.0 WITH LLVM-exception OR GPL-3.0", true),
    ] {
        assert_eq!(is_permitted(expression, &allowed), expected, "{expression}");
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
