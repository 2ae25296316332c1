//! The left-out files, and the number of tests and of submissions in a written package.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::{Files, Notes};
use crate::language::is_code;

/// The reason for leaving out files that a reader does not use.
pub const NOT_READ: &str = "is not read";

/// Returns why files are left out for which a format has no place.
pub fn not_carried(format: &str) -> String {
    format!("is not carried by {format}")
}

/// Notes the files that are left out, folder by folder.
pub fn note_left_out<'a>(paths: impl Iterator<Item = &'a String>, why: &str, notes: &mut Notes) {
    // Each format has its own form of the rules in these files.
    let paths = paths.filter(|path| !path.ends_with("/test_group.yaml") && !path.ends_with("/testdata.yaml"));
    notes.extend(tops(paths).into_iter().map(|top| format!("{top} {why}, and is left out")));
}

/// Returns the folders of some files, each with the number of its files if there are several.
pub fn tops<'a>(paths: impl Iterator<Item = &'a String>) -> Vec<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for path in paths {
        // Every format has tests in data/, so folders below it are listed one by one.
        let depth = if path.starts_with("data/") { 2 } else { 1 };
        let end: usize = path.split_inclusive('/').take(depth).map(str::len).sum();
        *counts.entry(&path[..end]).or_default() += 1;
    }
    let shown = counts.into_iter().map(|(top, count)| match (top, count) {
        ("data/sample/" | "data/secret/", 1) => format!("{top} (a file beside its tests)"),
        ("data/sample/" | "data/secret/", _) => format!("{top} ({count} files beside its tests)"),
        (_, 1) => top.to_owned(),
        _ => format!("{top} ({count} files)"),
    });
    shown.collect()
}

/// Returns the number of tests in the files of a package: inputs with an answer beside them.
pub fn tests_in(files: &Files) -> usize {
    let folders = ["data/sample/", "data/secret/", "testdata/", "tests/"];
    let placed = files
        .keys()
        .filter(|path| !path.contains('/') || folders.iter().any(|folder| path.starts_with(folder)));
    let answered = placed.filter(|path| match path.strip_suffix(".in") {
        Some(stem) => [".ans", ".out"].iter().any(|ending| files.contains_key(&format!("{stem}{ending}"))),
        // Polygon's inputs have no ending.
        None => files.contains_key(&format!("{path}.a")),
    });
    answered.count()
}

/// Returns the number of submissions in the files of a package: a folder with source code in it is one.
pub fn submissions_in(files: &Files) -> usize {
    let code = files.keys().filter(|path| is_code(Path::new(path)));
    let names = code.filter_map(|path| {
        // Polygon's solutions lie in one folder.
        let depth = if path.starts_with("submissions/") { 3 } else { 2 };
        let is_one = depth == 3 || path.starts_with("solutions/");
        let parts: Vec<&str> = path.split('/').take(depth).collect();
        (is_one && parts.len() == depth).then(|| parts.join("/"))
    });
    names.collect::<BTreeSet<_>>().len()
}
