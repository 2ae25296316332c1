//! No word of a format stands in code outside the file of that format. Comments, messages and unit tests do not count.

use std::fs;
use std::path::Path;

use itertools::Itertools;
use regex::Regex;

use crate::circles::code_of;

/// The formats and judges, as identifiers name them.
const WORDS: &str = "(?i)polygon|rbx|cms|kattis|icpc|domjudge|bapc|dmoj|hydro|luogu|uoj|syzoj|library_?checker|task_?maker|terry|vijos|lemon|hustoj";

/// The manifests, as texts name them; `problem.yaml` is this program's own, too.
const MANIFESTS: &str = r"problem\.xml|problem\.rbx|task\.yaml|info\.toml|init\.yml|problem\.conf|data\.yml|test_group\.yaml|testdata\.yaml|\.timelimit|generators\.yaml";

/// What may have them: the formats, the rows of protocols, and the names of naming schemes. The crate of what is exported holds packages
/// as one of the formats does.
const MAY: [&str; 6] = [
    "crates/task/src/formats.rs",
    "crates/task/src/formats/",
    "crates/task/src/layout/family.rs",
    "crates/task/src/protocol.rs",
    "crates/package/src",
    "src/cli/new/plain.rs",
];

#[test]
fn no_word_of_a_format_stands_outside_its_file() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (words, manifests) = (Regex::new(WORDS).unwrap(), Regex::new(MANIFESTS).unwrap());
    let rows = Regex::new(r"Protocol::\w+").unwrap();
    let mut found = Vec::new();
    let mut folders =
        ["src", "crates/task/src", "crates/judge/src", "crates/report/src", "crates/package/src"]
            .map(|own| root.join(own))
            .to_vec();
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            let name = path.strip_prefix(root).unwrap().display().to_string();
            if path.is_dir() {
                folders.push(path);
            } else if name.ends_with(".rs") && !MAY.iter().any(|may| name.starts_with(may)) {
                let text = fs::read_to_string(&path).unwrap();
                // Whoever calls a program names a row.
                let code = rows.replace_all(&code_of(&text), "").into_owned();
                let comments = Regex::new(r"(?m)//.*$").unwrap();
                let texts = comments.replace_all(text.split("#[cfg(test)]").next().unwrap(), "").into_owned();
                let both = words.find_iter(&code).chain(manifests.find_iter(&texts));
                found.extend(both.map(|word| format!("{name}: {}", word.as_str())));
            }
        }
    }
    let found = found.into_iter().sorted().dedup().collect_vec();
    assert!(found.is_empty(), "{}", found.join("\n"));
}
