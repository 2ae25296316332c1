//! The contents of `problem.yaml`: keys of the ICPC problem package format, 2025-09.

use std::collections::BTreeMap;
use std::fmt;

use itertools::Itertools;
use serde::Deserialize;

use crate::problem::ValueError;

/// The contents of a `problem.yaml`.
#[derive(Clone, Debug, Deserialize)]
pub struct Metadata {
    name: TitleText,
    source: Sources,
    /// The limits of a solution.
    #[serde(default)]
    pub limits: ProblemLimits,
    /// The bounds of the statement by the name of a field, of `cases`, or of the sum of a field: `total_heaps`.
    #[serde(default, rename = "constants")]
    pub bounds: BTreeMap<String, Bound>,
    /// The judges' names of the problem.
    #[serde(default)]
    pub names: BTreeMap<String, JudgesName>,
    /// Cases that no judge's own data has.
    #[serde(default)]
    pub known: Vec<KnownCases>,
}

/// Cases that no judge's own data has: programs that fail on them are accepted there.
#[derive(Clone, Debug, Deserialize)]
pub struct KnownCases {
    /// The numbers of each, separated by a space.
    pub cases: Vec<String>,
    /// The programs that fail there, in words.
    pub why: String,
}

/// What a judge says of the problem that it has under a name.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct JudgesName {
    /// The judge, and where the bounds come from; empty for an abbreviation of the slug.
    #[serde(default)]
    pub source: String,
    /// The lines of answers that are others there, each with the line in its place.
    #[serde(default)]
    pub answers: BTreeMap<String, String>,
    /// How many cases an input holds there, in the words of a grammar: `one`, `counted`, `to-end`, `until-zeros 1`.
    pub framing: Option<String>,
    /// Whether the count of a list and the list share a line there.
    #[serde(default)]
    pub on_one_line: bool,
    /// Whether each answer begins with the number of its case there.
    #[serde(default)]
    pub numbered: bool,
    /// The switches of the problem that are always on there.
    #[serde(default)]
    pub switches: Vec<String>,
    /// The bounds that are not those of [`Metadata::bounds`].
    #[serde(flatten)]
    pub bounds: BTreeMap<String, Bound>,
}

/// The values that a statement allows, written `least..=most`; either may be missing, or negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Bound {
    /// The least value, if it is bounded.
    pub least: Option<i128>,
    /// The greatest value, if it is bounded.
    pub most: Option<i128>,
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = |value: Option<i128>| value.map_or_else(String::new, |value| value.to_string());
        write!(f, "{}..={}", end(self.least), end(self.most))
    }
}

impl TryFrom<String> for Bound {
    type Error = ValueError;

    fn try_from(range: String) -> Result<Self, ValueError> {
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
    let ends = |(name, bound): (&String, &Bound)| {
        let end = |side: &str, value: Option<i128>| Some((format!("{side}_{name}"), value?));
        [end("min", bound.least), end("max", bound.most)]
    };
    bounds.iter().flat_map(ends).flatten().collect()
}

/// The limits of a solution.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub struct ProblemLimits {
    /// CPU time, in seconds.
    pub time_limit: Option<f64>,
    /// Memory, in MiB.
    pub memory: Option<u64>,
    /// Output, in MiB.
    pub output: Option<u64>,
}

/// A text, or one for each language.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum TitleText {
    One(String),
    Each(BTreeMap<String, String>),
}

/// The sources of a problem: one or several.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Sources {
    One(SourceName),
    Several(Vec<SourceName>),
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum SourceName {
    Name(String),
    Linked { name: String },
}

impl JudgesName {
    /// Returns whether programs for the problem are programs for the judge, but for the words of the answers.
    #[must_use]
    pub fn has_the_same_programs(&self) -> bool {
        self.framing.is_none() && !self.on_one_line && !self.numbered && self.switches.is_empty()
    }

    /// Returns whether the judge's inputs or answers are laid out otherwise than those of the problem, or have other words.
    #[must_use]
    pub fn has_form(&self) -> bool {
        !self.has_the_same_programs() || !self.answers.is_empty()
    }

    /// Returns whether the judge's inputs or answers are not all of those of the problem.
    #[must_use]
    pub fn differs(&self) -> bool {
        !self.bounds.is_empty() || self.has_form()
    }

    /// Returns a text that quotes answers, with these in the judge's words.
    #[must_use]
    pub fn quoting(&self, text: &str) -> String {
        self.answers.iter().fold(text.to_owned(), |text, (line, own)| quoted_as(&text, line, own))
    }
}

impl Metadata {
    /// Reads a `problem.yaml`.
    ///
    /// # Errors
    /// When it is not YAML or lacks a name or a source.
    pub fn parse(yaml: &str) -> Result<Self, nim_yaml::Error> {
        nim_yaml::from_str(yaml)
    }

    /// Returns the title in a language, else in English, else in any language.
    pub fn title(&self, language: &str) -> &str {
        match &self.name {
            TitleText::One(name) => name,
            TitleText::Each(names) => names
                .get(language)
                .or_else(|| names.get("en"))
                .or(names.values().next())
                .map_or("", String::as_str),
        }
    }

    /// Returns the names of its sources.
    pub fn sources(&self) -> Vec<String> {
        match &self.source {
            Sources::One(source) => vec![source.name()],
            Sources::Several(sources) => sources.iter().map(SourceName::name).collect_vec(),
        }
    }
}

/// Replaces an answer in a text by another, but not where it is a part of a word: `No` in `Notes`.
fn quoted_as(text: &str, line: &str, own: &str) -> String {
    let is_of_word = |next: Option<char>| next.is_some_and(char::is_alphanumeric);
    let mut parts = text.split(line);
    let mut replaced = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_whole = !is_of_word(replaced.chars().next_back()) && !is_of_word(part.chars().next());
        replaced += if is_whole { own } else { line };
        replaced += part;
    }
    replaced
}

impl SourceName {
    fn name(&self) -> String {
        match self {
            Self::Name(name) | Self::Linked { name } => name.clone(),
        }
    }
}
