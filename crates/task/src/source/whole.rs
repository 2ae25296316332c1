//! Whole programs: the files in a folder that make one, and the file in which it begins.

use std::io;
use std::path::{Path, PathBuf};

use itertools::Itertools as _;

use super::{Source, is_main_name};
use crate::by_path::{names, text_of};
use crate::language::{Language, Languages};
use nim_ground::error::named;
use nim_ground::files::folder_of;
use nim_ground::presence::{is_file, is_folder};

/// The limit of entries in a program's folder. A folder of tests may have thousands, which are not worth a look.
const MOST_FILES: usize = 64;

/// The manifest of a cargo package, and the file in which its program begins.
const CARGO: [&str; 2] = ["Cargo.toml", "src/main.rs"];

impl Source {
    /// Returns the program that a word names: a source file as of [`Self::of_file`], or a folder as of [`Self::only_in`].
    ///
    /// # Errors
    /// When it, or a file in its folder, cannot be looked at.
    pub fn of_word(path: &Path, languages: &Languages) -> io::Result<Option<Self>> {
        if is_folder(path)? { Self::only_in(path, languages) } else { Self::of_file(path, languages) }
    }

    /// Returns the program in a folder: the only one that begins in a file there, otherwise the one in a file called `main`; in a cargo
    /// package that in `src/main.rs`. `None` if there is no program, or if the choice is unclear.
    ///
    /// # Errors
    /// When the folder or a source in it cannot be read.
    pub fn only_in(folder: &Path, languages: &Languages) -> io::Result<Option<Self>> {
        let [manifest, main] = CARGO.map(|file| folder.join(file));
        if is_file(&manifest)? && is_file(&main)? {
            return Self::of_file(&main, languages);
        }
        let files = sources_in(folder, languages)?;
        let mut mains = Vec::new();
        for file in &files {
            if begins(file, &files, languages)? {
                mains.push(file);
            }
        }
        let called_main = mains.iter().filter(|file| file.file_stem().is_some_and(is_main_name));
        let main = mains.iter().exactly_one().ok().or_else(|| called_main.exactly_one().ok());
        main.map_or(Ok(None), |main| Self::with_parts(main, &files, languages))
    }

    /// Returns the program that a file is a part of. If none begins in the file, the newest of `files` in its folder in which one begins;
    /// these are sorted from the newest to the oldest.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn around(path: &Path, files: &[PathBuf], languages: &Languages) -> io::Result<Option<Self>> {
        let Some(language) = languages.for_file(path) else { return Ok(None) };
        let near = files.iter().filter(|file| folder_of(file) == folder_of(path));
        let near = near.filter(|file| is_in(file, language, languages)).cloned().collect_vec();
        if !begins(path, &near, languages)? {
            for file in &near {
                if begins(file, &near, languages)? {
                    return Self::with_parts(file, &near, languages);
                }
            }
        }
        Self::with_parts(path, &near, languages)
    }

    /// Returns the program that begins in a file. If the compiler takes several files, those in which no program begins are parts of it.
    fn with_parts(main: &Path, files: &[PathBuf], languages: &Languages) -> io::Result<Option<Self>> {
        let Some(mut source) = Self::of_file(main, languages)? else { return Ok(None) };
        if !source.language.takes_parts() {
            return Ok(Some(source));
        }
        let mut parts = vec![main.to_path_buf()];
        for file in files.iter().filter(|file| is_in(file, &source.language, languages) && *file != main) {
            if !begins(file, files, languages)? {
                parts.push(file.clone());
            }
        }
        if parts.len() > 1 {
            source.files = parts;
            source.add_named(None)?;
        }
        Ok(Some(source))
    }
}

fn is_in(file: &Path, language: &Language, languages: &Languages) -> bool {
    languages.for_file(file).is_some_and(|own| own.name == language.name)
}

/// Returns the sources in a folder; none if it has more than [`MOST_FILES`] entries.
fn sources_in(folder: &Path, languages: &Languages) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for (count, entry) in folder.read_dir().map_err(named(folder.display()))?.enumerate() {
        if count == MOST_FILES {
            return Ok(Vec::new());
        }
        let path = entry.map_err(named(folder.display()))?.path();
        let is_hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        let is_source = !is_hidden && languages.for_file(&path).is_some();
        if is_source && is_file(&path)? {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Returns whether a program begins in a file. In some languages its text tells; in the others, a program begins in a file that no other
/// file names.
fn begins(file: &Path, files: &[PathBuf], languages: &Languages) -> io::Result<bool> {
    let Some(language) = languages.for_file(file) else { return Ok(false) };
    // An unreadable file is reported when it is copied.
    let Some(text) = text_of(file) else { return Ok(true) };
    if let Some(begins) = language.begins(&text) {
        return Ok(begins);
    }
    for other in files.iter().filter(|other| *other != file) {
        if names(language, other, file)? {
            return Ok(false);
        }
    }
    Ok(true)
}
