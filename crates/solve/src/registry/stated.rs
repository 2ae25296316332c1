//! The statements of `problem.yaml` files, as constants that the build script of `nim-problems` writes.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use crate::problem::{Cases, ValueError};

/// Cases that no judge's own data has: programs that fail on them are accepted there.
#[derive(Clone, Copy, Debug)]
pub struct KnownCases {
    /// The numbers of each, separated by a space.
    pub cases: &'static [&'static str],
    /// The programs that fail there, in words.
    pub why: &'static str,
}

/// The statement of a judge about the problem that it has under a name.
#[derive(Clone, Copy, Debug)]
pub struct JudgesName {
    /// The name.
    pub name: &'static str,
    /// The judge, and where the bounds come from; empty for an abbreviation of the slug.
    pub source: &'static str,
    /// The lines of answers that are others there, each with the line in its place.
    pub answers: &'static [(&'static str, &'static str)],
    /// The name of its layout of cases; empty where that is the problem's own.
    pub layout: &'static str,
    /// How many cases an input holds there, if not as many as the problem has.
    pub framing: Option<Cases>,
    /// Whether the count of a list and the list share a line there.
    pub is_on_one_line: bool,
    /// Whether each answer begins with the number of its case there: `Case 3: `.
    pub is_numbered: bool,
    /// The switches of the problem that are always on there.
    pub switches: &'static [&'static str],
    /// The bounds that are not those of the problem.
    pub bounds: &'static [(&'static str, Bound)],
}

/// The values that a statement allows, written `least..=most`; either may be missing, or negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The least value, if it is bounded.
    pub least: Option<i128>,
    /// The greatest value, if it is bounded.
    pub most: Option<i128>,
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ends = [self.least, self.most].map(|end| end.map_or_else(String::new, |end| end.to_string()));
        f.write_str(&ends.join("..="))
    }
}

impl FromStr for Bound {
    type Err = ValueError;

    fn from_str(range: &str) -> Result<Self, ValueError> {
        let side = |text: &str| Some(text).filter(|text| !text.is_empty()).map(str::parse).transpose();
        let sides = range.split_once("..=").map(|(least, most)| (side(least), side(most)));
        match sides {
            Some((Ok(least), Ok(most))) if least.zip(most).is_none_or(|(least, most)| least <= most) => {
                Ok(Self { least, most })
            }
            _ => Err(format!("expected a range such as 1..=50, found {range:?}").into()),
        }
    }
}

/// Returns the ends of bounds, by the names that statements call them: `min_heap`, `max_heap`.
pub fn constants(bounds: &BTreeMap<String, Bound>) -> BTreeMap<String, i128> {
    let ends = bounds.iter().flat_map(|(name, bound)| {
        [("min", bound.least), ("max", bound.most)].map(|(side, end)| Some((format!("{side}_{name}"), end?)))
    });
    ends.flatten().collect()
}

/// The limits of a solution.
#[derive(Clone, Copy, Debug)]
pub struct ProblemLimits {
    /// CPU time, in seconds.
    pub time_limit: Option<f64>,
    /// Memory, in MiB.
    pub memory: Option<u64>,
    /// Output, in MiB.
    pub output: Option<u64>,
}

impl JudgesName {
    /// Returns whether programs for the problem are programs for the judge, but for the words of the answers.
    #[must_use]
    pub const fn has_the_same_programs(&self) -> bool {
        self.layout.is_empty()
            && self.framing.is_none()
            && !self.is_on_one_line
            && !self.is_numbered
            && self.switches.is_empty()
    }

    /// Returns whether the judge's inputs or answers are laid out otherwise than those of the problem, or have other words.
    #[must_use]
    pub const fn has_form(&self) -> bool {
        !self.has_the_same_programs() || !self.answers.is_empty()
    }

    /// Returns whether the judge's inputs or answers are not all of those of the problem.
    #[must_use]
    pub const fn differs(&self) -> bool {
        !self.bounds.is_empty() || self.has_form()
    }

    /// Returns a text that quotes answers, with these in the judge's words.
    #[must_use]
    pub fn quoting(&self, text: &str) -> String {
        self.answers.iter().fold(text.to_owned(), |text, (line, own)| quoted_as(&text, line, own))
    }
}

/// Replaces an answer in a text by another, but not where it is a part of a word: `No` in `Notes`.
fn quoted_as(text: &str, line: &str, own: &str) -> String {
    let mut parts = text.split(line);
    let mut replaced = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let mut around = [replaced.chars().next_back(), part.chars().next()].into_iter().flatten();
        let is_whole = around.all(|letter| !letter.is_alphanumeric());
        replaced += if is_whole { own } else { line };
        replaced += part;
    }
    replaced
}
