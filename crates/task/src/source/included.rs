//! Files that a source names and that lie in folders of the command line, not in its own.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::path::{Path, PathBuf};

use super::{Source, all_real};
use crate::by_path::{Naming, found_at, named_below, text_of};
use nim_ground::files::folder_of;

/// Most files that are included; a library of templates may have hundreds.
const MOST_INCLUDED: usize = 1024;
/// The folder of included headers beside the sources, as the compiler sees it: they have names of their own.
const HEADERS: &str = ".include";

/// A file that a source names, found in a folder of the command line.
#[derive(Clone, Debug)]
pub struct IncludedFile {
    /// The path of the file.
    pub file: PathBuf,
    /// The real folder in which it was found. Links may lead to any file in it.
    pub folder: PathBuf,
}

impl Source {
    /// Includes the files below these real folders that the source names, directly or in turn; files in its own folders take precedence.
    /// Returns false if the naming of the language is not known.
    ///
    /// # Errors
    /// When a file cannot be looked at.
    pub fn include(&mut self, folders: &[PathBuf]) -> io::Result<bool> {
        let Some(naming) = Naming::of(&self.language) else { return Ok(false) };
        self.add_around(folders)?;
        let own = [all_real(&self.files)?, all_real(&self.beside)?].concat();
        let Some(main) = own.first().cloned() else { return Ok(true) };
        let mut left: VecDeque<(PathBuf, Option<&PathBuf>)> =
            own.into_iter().map(|path| (path, None)).collect();
        let mut included = BTreeMap::new();
        while let Some((path, of)) = left.pop_front() {
            // An unreadable file is reported when it is copied.
            let Some(text) = text_of(&path) else { continue };
            for name in naming.searched(&path, &text) {
                let around = folder_of(if naming.is_of_file(&name) { &path } else { &main });
                let near = found_at(around, &name)?;
                let candidates = match of {
                    _ if near.is_empty() => folders.iter().collect(),
                    Some(folder) => vec![folder],
                    None => continue,
                };
                for folder in candidates {
                    let found = if near.is_empty() { found_at(folder, &name)? } else { near.clone() };
                    let found = found.into_iter().filter(|file| file.starts_with(folder)).collect::<Vec<_>>();
                    let is_here = !found.is_empty();
                    for file in found {
                        let below = file.strip_prefix(folder).unwrap_or(&file).to_path_buf();
                        if included.len() == MOST_INCLUDED || included.contains_key(&below) {
                            continue;
                        }
                        left.push_back((file.clone(), Some(folder)));
                        included.insert(below, IncludedFile { file, folder: folder.clone() });
                    }
                    if is_here {
                        break;
                    }
                }
            }
        }
        let begin = if naming == Naming::Include {
            self.language.include(Path::new(HEADERS));
            PathBuf::from(HEADERS)
        } else {
            self.name_of(&self.main).parent().map(Path::to_path_buf).unwrap_or_default()
        };
        self.included = included.into_iter().map(|(below, file)| (begin.join(below), file)).collect();
        Ok(true)
    }

    /// Adds the files of these folders that the source names by a path out of its own folder: `#include "../lib/f.h"`.
    fn add_around(&mut self, folders: &[PathBuf]) -> io::Result<()> {
        let files = all_real(&self.files)?;
        let Some(main) = files.first() else { return Ok(()) };
        let own = self.root.clone().unwrap_or_else(|| folder_of(main).to_path_buf());
        for folder in folders {
            let Some(around) = own.ancestors().find(|around| folder.starts_with(around)) else { continue };
            let Some(named) = named_below(around, &self.language, &files, &self.beside)? else { continue };
            let (mut beside, around) = (all_real(&self.beside)?, around.to_path_buf());
            let known = beside.len();
            beside.extend(named.into_iter().filter(|file| file.starts_with(folder)));
            if beside.len() > known {
                (self.root, self.beside) = (Some(around), beside);
                (self.main, self.files) = (files[0].clone(), files.clone());
            }
        }
        Ok(())
    }
}
