//! Files that an author's program includes by a path, such as `#include "../lib/x.h"`, as far as they are of its package.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use nim_ground::error::named;
use nim_ground::files::folder_of;
use nim_ground::presence::{absent_is_none, names_file};

use crate::source::{MOST_BESIDE, Source, included};

/// Adds the files that a source includes by a path, and those that they include. Links among its files may lead to any file of the
/// package, or of its folder.
///
/// # Errors
/// When a file cannot be looked at or read.
pub fn complete(source: &mut Source, package: Option<&Path>) -> io::Result<()> {
    let Some(main) = real(&source.main)? else { return Ok(()) };
    let Some(folder) = main.parent() else { return Ok(()) };
    let root = package.unwrap_or(folder);
    source.links = Some(root.to_path_buf());
    let own: BTreeSet<PathBuf> = all_real(source.files.iter().chain(&source.beside))?;
    let (mut found, mut left) = (BTreeSet::new(), Vec::from_iter(own.iter().cloned()));
    let mut is_by_path = false;
    while let Some(path) = left.pop() {
        let around = path.parent().unwrap_or(root);
        let text = fs::read(&path).map_err(named(path.display()))?;
        for name in quoted(&String::from_utf8_lossy(&text)) {
            // What is made for the compiler is not there yet.
            is_by_path |= name.contains('/');
            let Some(named) = real(&around.join(name))? else { continue };
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
        source.files = all_real(&source.files)?;
        source.beside = all_real(&source.beside)?;
        source.beside.extend(found);
        source.root = Some(root.to_path_buf());
        source.main = main;
    }
    Ok(())
}

fn all_real<'a, All: FromIterator<PathBuf>>(paths: impl IntoIterator<Item = &'a PathBuf>) -> io::Result<All> {
    paths.into_iter().filter_map(|path| real(path).transpose()).collect()
}

/// Returns a file in its real folder; a link stays one, which is judged where it is read.
fn real(path: &Path) -> io::Result<Option<PathBuf>> {
    let folder = folder_of(path);
    // A name that no file can have is for the compiler to refuse.
    if !names_file(path)? {
        return Ok(None);
    }
    let real = absent_is_none(folder.canonicalize(), folder)?;
    Ok(real.and_then(|folder| Some(folder.join(path.file_name()?))))
}

/// Returns the names that a text includes in quotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    included(text).filter_map(|named| named.strip_prefix('"')?.split('"').next())
}
