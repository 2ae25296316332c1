//! Points of outputs, and the places in which checkers and interactors write them.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::compare::shorten;
use crate::error::{Error, Result, bail};
use nim_ground::error::named;
use nim_ground::presence::absent_is_none;
use nim_task::score::finite;

/// Most bytes of a message file that are read.
const MOST_READ: u64 = 64 << 10;

/// The part of a test's points that a checker gives for an output.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Earned {
    /// Points, at most the test's.
    Points(f64),
    /// Points in place of the test's, as in the ICPC formats.
    Score(f64),
    /// A part of the test's points, from 0 to 1.
    Part(f64),
}

impl Earned {
    /// Returns the points in testlib's message, `points 7.5 …` or `points points_info=7.5 …`.
    pub fn of_testlib(message: &str) -> Option<Result<Self>> {
        let mut words = message.split_whitespace();
        let number = words.by_ref().find(|word| *word == "points").and(words.next())?;
        let number = number.strip_prefix("points_info=").unwrap_or(number);
        Some(finite(number).map(Self::Points).ok_or_else(|| not_a_number("its message", message).into()))
    }

    /// Returns the part in testlib's message: `partially correct (40) …`, of 100.
    pub fn part_of_testlib(message: &str) -> Option<Self> {
        let (number, _) = message.strip_prefix("partially correct (")?.split_once(')')?;
        finite(number).map(|percent| Self::Part(percent / 100.0))
    }

    /// Returns the points in the files of a feedback folder of the ICPC formats.
    ///
    /// # Errors
    /// When one of them is there, but cannot be read or is no number of points.
    pub fn of_feedback(folder: &Path) -> Result<Option<Self>> {
        if let Some(score) = number(folder, "score.txt")? {
            return Ok(Some(Self::Score(score)));
        }
        let Some(part) = number(folder, "score_multiplier.txt")? else { return Ok(None) };
        if !(0.0..=1.0).contains(&part) {
            bail!("score_multiplier.txt has {part}, not a number from 0 to 1");
        }
        Ok(Some(Self::Part(part)))
    }
}

/// Returns the number in a file of a feedback folder, if there is the file.
fn number(folder: &Path, name: &str) -> Result<Option<f64>> {
    let Some(text) = read(&folder.join(name))? else { return Ok(None) };
    finite(&text).map(Some).ok_or_else(|| Error::from(not_a_number(name, &text)))
}

/// Returns the message for a text that should be a number of points.
pub fn not_a_number(place: &str, text: &str) -> String {
    let text = shorten(text.trim().as_bytes());
    format!("{place} has no number of points, but \"{text}\"")
}

/// Returns the first line of a text that is not blank, shortened.
pub fn first_line(text: &[u8]) -> Option<String> {
    text.split(|&b| b == b'\n').find(|line| !line.trim_ascii().is_empty()).map(shorten)
}

/// Returns the most telling line of a program's standard error: for a Python error, the last line.
pub fn telling_line(stderr: &[u8]) -> Option<String> {
    python_error(stderr).or_else(|| first_line(stderr))
}

/// Returns the last line of the error of a Python program.
fn python_error(stderr: &[u8]) -> Option<String> {
    let first = first_line(stderr)?;
    let is_one =
        ["Traceback (most recent call last)", "  File \""].iter().any(|start| first.starts_with(start));
    let mut lines = stderr.rsplit(|&b| b == b'\n').filter(|_| is_one);
    lines.find_map(first_line)
}

/// The errors of a Python program that is broken on any input.
const BROKEN: [&str; 6] =
    ["SyntaxError", "IndentationError", "TabError", "ImportError", "ModuleNotFoundError", "NameError"];

/// Returns the error of a Python program that is broken on any input: its exit status means nothing then.
pub fn broken(stderr: &[u8]) -> Option<String> {
    python_error(stderr).filter(|line| BROKEN.iter().any(|error| line.starts_with(error)))
}

/// Returns the first line of a file that is not blank, shortened.
///
/// # Errors
/// When it is there, but cannot be read.
pub fn read_line(path: &Path) -> io::Result<Option<String>> {
    Ok(read(path)?.and_then(|text| first_line(text.as_bytes())))
}

/// Returns the text of a file, up to a bound; `None` if there is none.
///
/// # Errors
/// When it is there, but cannot be read.
pub fn read(path: &Path) -> io::Result<Option<String>> {
    let Some(file) = absent_is_none(File::open(path), path)? else { return Ok(None) };
    let mut text = Vec::new();
    file.take(MOST_READ).read_to_end(&mut text).map_err(named(path.display()))?;
    Ok(Some(String::from_utf8_lossy(&text).into_owned()))
}
