//! Files that an author's program includes by a path, such as `#include "../lib/x.h"`, as far as they are of its package.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::source::{MOST_BESIDE, Source, included};

/// Adds the files that a source includes by a path, and those that they include. Links among its files may lead to any file of the
/// package, or of its folder.
pub fn complete(source: &mut Source, package: Option<&Path>) {
    let Some(main) = real(&source.main) else { return };
    let Some(folder) = main.parent() else { return };
    let root = package.unwrap_or(folder);
    source.links = Some(root.to_path_buf());
    let own: BTreeSet<PathBuf> =
        source.files.iter().chain(&source.beside).filter_map(|path| real(path)).collect();
    let (mut found, mut left) = (BTreeSet::new(), Vec::from_iter(own.iter().cloned()));
    let mut is_by_path = false;
    while let Some(path) = left.pop() {
        let around = path.parent().unwrap_or(root);
        let text = fs::read(&path).unwrap_or_default();
        for name in quoted(&String::from_utf8_lossy(&text)) {
            // What is made for the compiler is not there yet.
            is_by_path |= name.contains('/');
            let Some(named) = real(&around.join(name)) else { continue };
            if named.starts_with(root)
                && !own.contains(&named)
                && found.len() < MOST_BESIDE
                && found.insert(named.clone())
            {
                left.push(named);
            }
        }
    }
    if is_by_path {
        source.files = source.files.iter().filter_map(|path| real(path)).collect();
        source.beside = source.beside.iter().filter_map(|path| real(path)).chain(found).collect();
        source.root = Some(root.to_path_buf());
        source.main = main;
    }
}

/// Returns a file in its real folder; a link stays one, which is judged where it is read.
fn real(path: &Path) -> Option<PathBuf> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Some(folder.canonicalize().ok()?.join(path.file_name()?)).filter(|path| path.is_file())
}

/// Returns the names that a text includes in quotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    included(text).filter_map(|named| named.strip_prefix('"')?.split('"').next())
}
