//! The solved exercises, kept in the user's data folder.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::course::Chapter;
use crate::system::output_file::{self, Overwrite};
use nim_ground::cache;
use nim_ground::presence::absent_is_none;

const FILE: &str = "learn.json";

/// The positions that have been solved.
#[derive(Default, Serialize, Deserialize)]
pub struct Progress {
    /// The indices of the positions, from 0, by the number of the chapter.
    solved: BTreeMap<usize, BTreeSet<usize>>,
}

/// Returns the folder of the program's data; `None` where the user has none.
fn folder() -> Option<PathBuf> {
    cache::of_user("XDG_DATA_HOME", ".local/share")
}

impl Progress {
    /// Reads the file. A missing, broken or foreign one counts as empty.
    ///
    /// # Errors
    /// When there is one that cannot be read: it would be written over.
    pub fn load() -> io::Result<Self> {
        let Some(path) = folder().map(|folder| folder.join(FILE)) else { return Ok(Self::default()) };
        let text = absent_is_none(fs::read(&path), &path)?;
        Ok(text.and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default())
    }

    /// Removes the file.
    ///
    /// # Errors
    /// When there is one that cannot be removed.
    pub fn reset() -> io::Result<()> {
        match folder().map(|folder| fs::remove_file(folder.join(FILE))) {
            Some(Err(error)) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Returns the number of solved positions in a chapter.
    pub fn solved_of(&self, chapter: &Chapter) -> usize {
        (0..chapter.exercises.len()).filter(|&index| self.is_solved(chapter, index)).count()
    }

    /// Returns whether a position is solved.
    pub fn is_solved(&self, chapter: &Chapter, index: usize) -> bool {
        self.solved.get(&chapter.number).is_some_and(|solved| solved.contains(&index))
    }

    /// Records a position, and writes the file as a whole.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, chapter: &Chapter, index: usize) -> io::Result<()> {
        if !self.solved.entry(chapter.number).or_default().insert(index) {
            return Ok(());
        }
        let why = format!("neither {} nor XDG_DATA_HOME is a folder", cache::HOME);
        let folder = folder().ok_or_else(|| io::Error::other(why))?;
        fs::create_dir_all(&folder)?;
        let text = serde_json::to_vec(self)?;
        output_file::try_write(&folder.join(FILE), Overwrite::Always, |out| out.write_all(&text))
    }
}
