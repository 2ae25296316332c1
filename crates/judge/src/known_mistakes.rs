//! The record of the wrong programs of a problem, by which mistakes are named.

use std::collections::BTreeMap;

/// What is on record of the wrong programs of a problem.
#[derive(Clone, Debug, Default)]
pub struct KnownMistakes {
    /// The digests of the right answers, by the name of the test.
    pub right: BTreeMap<String, String>,
    /// The wrong programs.
    pub programs: Vec<KnownMistake>,
    /// The number of tests of the problem; 0 where a check has all that there are.
    pub tests: usize,
    /// Where more is said of the problem.
    pub further: String,
}

/// A wrong program.
#[derive(Clone, Debug)]
pub struct KnownMistake {
    /// Its name.
    pub name: String,
    /// Its mistake, to be read behind "a program that".
    pub english: String,
    /// The same in Chinese.
    pub chinese: String,
    /// The digests of its answers where they are not right, by the name of the test.
    pub wrong: BTreeMap<String, String>,
}
