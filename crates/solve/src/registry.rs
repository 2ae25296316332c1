//! The entries of the registry, and the macro that builds it.

mod metadata;

pub use metadata::{Bound, Metadata, ProblemLimits};

use crate::by_case::{ByCase, prepare};
use crate::problem::{AnswerCheck, Answers, Fields, Grammar, Problem, Switch, Theme, Theorem};
use crate::{Tuning, solve};
use nim_io::{Failure, Input, Lines};

/// A problem without its type: its declarations, texts and solver.
pub struct Entry {
    /// The name of the subcommand and of the folder in `testdata`.
    pub slug: &'static str,
    /// [`Problem::ALIASES`].
    pub aliases: &'static [&'static str],
    /// [`Problem::THEMES`].
    pub themes: &'static [Theme],
    /// [`Problem::RULE`].
    pub rule: &'static str,
    /// [`Problem::IDEA`].
    pub idea: &'static str,
    /// [`Problem::THEOREM`].
    pub theorem: Theorem,
    /// [`Problem::GRAMMAR`].
    pub grammar: Grammar,
    /// [`Problem::ANSWERS`].
    pub answers: Answers,
    /// [`Problem::SWITCHES`].
    pub switches: &'static [Switch],
    /// [`Problem::CHECKS`].
    pub checks: &'static [AnswerCheck],
    /// The texts of its folder.
    pub texts: Texts,
    /// Solves an input.
    pub solve: Solve,
    /// Prepares the problem for single cases.
    pub by_case: Prepare,
    /// [`Problem::reason`], without switches.
    pub reason: Reason,
}

/// Solves an input with the switches given, writing the answers.
pub type Solve = fn(&[&str], Input, &mut Lines<'_>, &Tuning) -> Result<(), Failure>;

/// Prepares a problem, with switches and the numbers of a header, for single cases; refuses a header that the problem refuses.
pub type Prepare = fn(&[&str], &[u64]) -> Result<Box<dyn ByCase>, String>;

/// Says what decides a case.
pub type Reason = fn(&Fields<'_>) -> Option<String>;

/// The texts of a problem's folder.
#[derive(Clone, Copy, Debug)]
pub struct Texts {
    /// `problem.yaml`: title, source, limits, bounds.
    pub metadata: &'static str,
    /// `statement.en.md`.
    pub statement_en: &'static str,
    /// `statement.zh.md`.
    pub statement_zh: &'static str,
    /// The samples, from the test data.
    pub samples: &'static [Sample],
}

/// A sample input and its answer.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The name of its files, without the ending.
    pub name: &'static str,
    /// The input.
    pub input: &'static str,
    /// The answer.
    pub answer: &'static str,
}

impl Entry {
    /// Returns the entry of problem `P`.
    #[must_use]
    pub const fn of<P: Problem + 'static>(slug: &'static str, texts: Texts) -> Self {
        assert!(P::GRAMMAR.is_sound(), "a count or a condition names no number of the grammar");
        Self {
            slug,
            aliases: P::ALIASES,
            themes: P::THEMES,
            rule: P::RULE,
            idea: P::IDEA,
            theorem: P::THEOREM,
            grammar: P::GRAMMAR,
            answers: P::ANSWERS,
            switches: P::SWITCHES,
            checks: P::CHECKS,
            texts,
            solve: solve::<P>,
            by_case: prepare::<P>,
            reason: |case| P::default().reason(case),
        }
    }

    /// Parses its `problem.yaml`.
    ///
    /// # Errors
    /// When the file is malformed, which the tests rule out.
    pub fn metadata(&self) -> Result<Metadata, serde_saphyr::Error> {
        Metadata::parse(self.texts.metadata)
    }

    /// Returns whether `name` is its slug or one of its aliases, in letters of any case, with or without `-`, `_` and blanks.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        self.aliases.iter().chain([&self.slug]).any(|known| plain(known).eq(plain(name)))
    }
}

/// Returns what counts of a name.
fn plain(name: &str) -> impl Iterator<Item = u8> {
    name.bytes().filter(|byte| !matches!(byte, b'-' | b'_' | b' ')).map(|byte| byte.to_ascii_lowercase())
}

/// Declares the problem folders and gathers them, with their texts and samples, in one table.
#[macro_export]
macro_rules! registry {
    ($($slug:literal is $folder:ident :: $solver:ident with samples $($sample:literal)* $(and $oracle:ident)?;)+) => {
        $(pub mod $folder;)+

        /// Every problem, in the order in which they are listed.
        pub const PROBLEMS: &[$crate::registry::Entry] = &[$(
            $crate::registry::Entry::of::<$folder::$solver>($slug, $crate::registry::Texts {
                metadata: include_str!(concat!(stringify!($folder), "/problem.yaml")),
                statement_en: include_str!(concat!(stringify!($folder), "/statement.en.md")),
                statement_zh: include_str!(concat!(stringify!($folder), "/statement.zh.md")),
                samples: &[$($crate::registry::Sample {
                    name: $sample,
                    input: include_str!(concat!("testdata/", $slug, "/sample/", $sample, ".in")),
                    answer: include_str!(concat!("testdata/", $slug, "/sample/", $sample, ".ans")),
                }),*],
            }),
        )+];

        /// Inputs of the problems that have an oracle, however they are cut.
        #[cfg(test)]
        mod seam {
            $($(
                #[test]
                fn $folder() {
                    super::seams::check(super::find($slug).unwrap(), super::$folder::$oracle::small);
                }
            )?)+
        }

        /// The solvers of the problems that have one against their oracles.
        #[cfg(test)]
        mod trial {
            $($(
                #[test]
                fn $folder() {
                    use super::$folder::$oracle::{answer, small};
                    super::trials::check(super::find($slug).unwrap(), &super::trials::Oracle { small, answer });
                }
            )?)+
        }

        /// Returns the problem with this slug or alias, however it is written.
        #[must_use]
        pub fn find(name: &str) -> Option<&'static $crate::registry::Entry> {
            PROBLEMS.iter().find(|problem| problem.is_called(name))
        }
    };
}
