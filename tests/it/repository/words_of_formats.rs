//! No word of a format stands in code outside the file of that format. Comments, messages and unit tests do not count.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use itertools::Itertools as _;
use regex::Regex;

use crate::repository::circles::code_of;
use nim_task::formats::{FORMATS, package_formats};

/// The judges and tools whose formats have other names, as identifiers name them.
const OTHERS: &str = "kattis|domjudge|bapc|task_?maker|terry|vijos|hustoj";

/// Returns the formats, as their files are called.
fn formats() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/task/src/formats");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = files.filter(|path| path.extension().is_some_and(|ending| ending == "rs"));
    let names = files.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned());
    names.filter(|name| !SHARED.contains(&name.as_str())).collect()
}

/// Returns the words of formats, as identifiers name them.
fn words() -> String {
    format!("(?i){OTHERS}|{}", formats().join("|").replace('_', "_?"))
}

/// Manifests whose names say nothing of one format: `problem.yaml` is this program's own, too.
const ANYBODYS: [&str; 5] = ["problem.yaml", "problem.yml", "config.yaml", "config.yml", "config.ini"];

/// Returns the manifests, as texts name them.
fn manifests() -> String {
    let kinds =
        FORMATS.iter().flat_map(|format| format.manifests).map(|kind| kind.name.trim_start_matches('*'));
    let named = kinds.filter(|name| !ANYBODYS.contains(name)).chain(["generators.yaml"]);
    named.map(regex::escape).join("|")
}

/// The files that may have them: the formats, the rows of protocols, and the names of naming schemes. A whole package is held as in one of
/// the formats.
const MAY: [&str; 6] = [
    "crates/task/src/formats.rs",
    "crates/task/src/formats/",
    "crates/task/src/layout/naming_scheme.rs",
    "crates/task/src/protocol.rs",
    "crates/task/src/package",
    "src/commands/receive/message.rs",
];

/// Finds the words in the code of a file, and the manifests in its texts.
struct Finder {
    words: Regex,
    manifests: Regex,
    /// A file that calls programs names a row of the protocols.
    row: Regex,
    comment: Regex,
}

impl Finder {
    fn new() -> Self {
        let [words, manifests, row, comment] = [&words(), &manifests(), r"Protocol::\w+", r"(?m)//.*$"]
            .map(|pattern| Regex::new(pattern).unwrap());
        Self { words, manifests, row, comment }
    }

    fn words(&self, text: &str) -> Vec<String> {
        let code = code_of(text);
        let code = self.row.replace_all(&code, "");
        let texts = self.comment.replace_all(text.split("#[cfg(test)]").next().unwrap(), "");
        let found = self.words.find_iter(&code).chain(self.manifests.find_iter(&texts));
        found.map(|word| word.as_str().to_owned()).collect()
    }
}

#[test]
fn no_word_of_a_format_stands_outside_its_file() {
    let finder = Finder::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut found, mut used) = (Vec::new(), BTreeSet::new());
    let crates = ["src", "crates/task/src", "crates/judge/src", "crates/inputs/src"];
    let mut folders = crates.map(|own| root.join(own)).to_vec();
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            let name = path.strip_prefix(root).unwrap().display().to_string();
            if path.is_dir() {
                folders.push(path);
            } else if name.ends_with(".rs") {
                let own = finder.words(&fs::read_to_string(&path).unwrap());
                match MAY.iter().find(|may| name.starts_with(**may)) {
                    Some(may) if !own.is_empty() => _ = used.insert(may),
                    Some(_) => {}
                    None => found.extend(own.iter().map(|word| format!("{name}: {word}"))),
                }
            }
        }
    }
    assert!(found.is_empty(), "{}", found.iter().sorted().dedup().join("\n"));
    assert_eq!(used.len(), MAY.len(), "only {used:?} have such words");
}

/// The files that several formats share.
const SHARED: [&str; 5] = ["checkers", "compiler_options", "generators", "manifest", "manifests"];

#[test]
fn every_format_has_words_that_are_looked_for() {
    let words = Regex::new(&words()).unwrap();
    // One row stands for formats that are refused.
    assert_eq!(formats().len(), FORMATS.len() - 1, "{:?}", formats());
    for format in package_formats() {
        assert!(words.is_match(format.name), "{}", format.name);
    }
}
