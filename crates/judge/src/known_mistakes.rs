//! The record of the wrong programs of a problem, by which mistakes are named.

use std::collections::BTreeMap;

/// A problem's recorded wrong programs and their answers.
#[derive(Clone, Debug, Default)]
pub struct KnownMistakes {
    /// The digests of the right answers, by the name of the test.
    pub right: BTreeMap<String, String>,
    /// The recorded wrong programs.
    pub programs: Vec<KnownMistake>,
    /// The number of tests of the problem; 0 where a check has all that there are.
    pub tests: usize,
    /// The command that explains the problem.
    pub further: String,
}

/// A recorded wrong program.
#[derive(Clone, Debug)]
pub struct KnownMistake {
    /// The name of the program.
    pub name: String,
    /// The mistake in English, to follow "a program that".
    pub english: String,
    /// The mistake in Chinese.
    pub chinese: String,
    /// The digests of the program's wrong answers, by the name of the test.
    pub wrong: BTreeMap<String, String>,
}
