//! Checkers written with testlib: one file in C++, which several judges take unchanged.

use std::io;
use std::path::Path;

use crate::layout::test::{Test, Validation};
use crate::protocol::{Protocol, ScoreChannel};

use super::Files;
use crate::by_path::included;
use crate::source::HEADER;
use nim_ground::content::Content;

/// The checker's file name in formats that state one.
pub const CHECKER: &str = "checker.cpp";

/// The words by which a checker gives points, which judges read in different ways.
const POINTS: [&str; 4] = ["quitp", "_points", "_pc", "_partially"];

/// A checker written with testlib that accepts or rejects.
#[derive(Clone, Debug)]
pub struct Testlib {
    /// The name of the checker's file.
    pub name: String,
    /// The checker's source, a single file.
    pub program: Content,
    /// The header of testlib, if the package has it.
    pub header: Option<Content>,
}

impl Testlib {
    /// Takes the checker of all tests out of the files, if it is one file that gives no points.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn take(tests: &[Test], files: &mut Files) -> io::Result<Option<Self>> {
        let Some(place) = tests.first().and_then(place) else { return Ok(None) };
        let is_same = tests.iter().all(|test| self::place(test) == Some(place));
        let key = files.iter().find(|(_, file)| matches!(file, Content::File(own) if own == place));
        let Some((path, program)) = key.map(|(path, file)| (path.clone(), file.clone())) else {
            return Ok(None);
        };
        if !is_same || !is_alone(&program.text()?) {
            return Ok(None);
        }
        files.remove(&path);
        let (folder, name) =
            path.rsplit_once('/').map_or(("", path.as_str()), |(folder, name)| (folder, name));
        let beside = if folder.is_empty() { HEADER.to_owned() } else { format!("{folder}/{HEADER}") };
        Ok(Some(Self { name: name.to_owned(), program, header: files.get(&beside).cloned() }))
    }

    /// Returns the difference in judging without the checker.
    pub fn loss(&self) -> String {
        uncalled(&self.name)
    }

    /// Puts the files into a folder, whose name ends with a slash or is empty; returns their names.
    pub fn write(&self, folder: &str, files: &mut Files) -> Vec<&'static str> {
        let own = [(CHECKER, Some(&self.program)), (HEADER, self.header.as_ref())];
        let own = own.into_iter().filter_map(|(name, file)| Some((name, file?)));
        own.map(|(name, file)| {
            files.insert(format!("{folder}{name}"), file.clone());
            name
        })
        .collect()
    }
}

/// Returns the difference in judging without a program that has its own calling convention.
pub fn uncalled(name: &str) -> String {
    format!("{name}: it is not called as output validators of the ICPC format")
}

/// Returns the file of a checker with testlib's calling convention.
fn place(test: &Test) -> Option<&Path> {
    match test.validation.as_ref()? {
        Validation::Program {
            place,
            args,
            style: Protocol { score: ScoreChannel::Message { .. }, .. },
            passes: 1,
        } if args.is_empty() => {
            let ending = place.extension()?;
            (ending == "cpp" || ending == "cc").then_some(place)
        }
        _ => None,
    }
}

/// Returns whether a program includes testlib and no other file of its package, and gives no points.
fn is_alone(text: &str) -> bool {
    let (own, others): (Vec<&str>, Vec<&str>) =
        included(text).partition(|named| named.trim_start_matches(['"', '<']).starts_with(HEADER));
    !own.is_empty()
        && !others.iter().any(|named| named.starts_with('"'))
        && !POINTS.iter().any(|word| text.contains(word))
}
