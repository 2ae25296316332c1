//! The contents of `problem.yaml`: keys of the ICPC problem package format, 2025-09.

use std::collections::BTreeMap;

use itertools::Itertools;
use serde::Deserialize;

/// The contents of a `problem.yaml`.
#[derive(Clone, Debug, Deserialize)]
pub struct Metadata {
    name: TitleText,
    source: Sources,
    /// The limits of a solution.
    #[serde(default)]
    pub limits: ProblemLimits,
    /// The bounds of the statement, by name.
    #[serde(default)]
    pub constants: BTreeMap<String, u64>,
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

impl Metadata {
    /// Reads a `problem.yaml`.
    ///
    /// # Errors
    /// When it is not YAML or lacks a name or a source.
    pub fn parse(yaml: &str) -> Result<Self, serde_saphyr::Error> {
        serde_saphyr::from_str(yaml)
    }

    /// Returns the title in a language, else in English, else in any language.
    #[must_use]
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
    #[must_use]
    pub fn sources(&self) -> Vec<String> {
        match &self.source {
            Sources::One(source) => vec![source.name()],
            Sources::Several(sources) => sources.iter().map(SourceName::name).collect_vec(),
        }
    }
}

impl SourceName {
    fn name(&self) -> String {
        match self {
            Self::Name(name) | Self::Linked { name } => name.clone(),
        }
    }
}
