//! The entries of the registry, and the macro that builds it.

mod form;
mod judges;
mod own_case;
mod stated;

pub use form::{Form, Formed, Variant};
pub use judges::{JUDGES, Judge, is_number_of, short_name};
pub use stated::{Bound, JudgesName, KnownCases, ProblemLimits, constants};

use self::judges::plain;
use crate::Tuning;
use crate::by_case::ByCase;
use crate::problem::{AnswerCheck, Fields, Layout, Problem, Switch, Theme, Theorem, ValueError};
use nim_io::{Failure, Input, Lines, Sink};
use std::collections::BTreeMap;
use std::iter;
use std::sync::LazyLock;

/// A problem without its type, under one of its names, of which a judge's may have bounds and a form of its own: its declarations, texts
/// and solver.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The slug, or one of the aliases.
    pub name: &'static str,
    /// The statement of the judge whose name this is, if it is one.
    pub judge: Option<&'static JudgesName>,
    /// What is compiled of it in the form of the name.
    pub form: &'static Variant,
    /// What is compiled of it under its slug.
    pub own: &'static Variant,
    /// The name of the subcommand and of the folder in `testdata`.
    pub slug: &'static str,
    /// [`Problem::THEMES`].
    pub themes: &'static [Theme],
    /// [`Problem::RULE`].
    pub rule: &'static str,
    /// [`Problem::IDEA`].
    pub idea: &'static str,
    /// [`Problem::LATER_LINES_ARE_A_SET`].
    pub later_lines_are_a_set: bool,
    /// [`Problem::LAYOUTS`].
    pub layouts: &'static [Layout],
    /// [`Problem::SWITCHES`].
    pub switches: &'static [Switch],
    /// [`Problem::CHECKS`].
    pub checks: &'static [AnswerCheck],
    /// Its title by language; the first is taken for others.
    pub titles: &'static [(&'static str, &'static str)],
    /// Its source.
    pub sources: &'static [&'static str],
    /// The limits of a solution.
    pub limits: ProblemLimits,
    /// The bounds of the statement by the name of a field, of `cases`, or of the sum of a field: `total_heaps`. A judge's name may have
    /// others: [`Self::bounds`].
    pub own_bounds: &'static [(&'static str, Bound)],
    /// Cases that no judge's own data has.
    pub known: &'static [KnownCases],
    /// Its other names, each with what is compiled of it under that.
    pub names: &'static [(JudgesName, Variant)],
    /// The texts of its folder.
    pub texts: Texts,
}

/// Solves an input with the switches given, writing the answers.
pub type Solve = fn(&[&str], Input, &mut Lines<'_>, &Tuning) -> Result<(), Failure>;

/// Prepares a problem, with switches and the numbers of a header, for single cases; refuses a header that the problem refuses.
pub type Prepare = fn(&[&str], &[u64]) -> Result<Box<dyn ByCase>, ValueError>;

/// Says what decides a case.
pub type Reason = fn(&Fields<'_>) -> Option<String>;

/// The texts of a problem's folder.
#[derive(Clone, Copy, Debug)]
pub struct Texts {
    /// `problem.yaml`.
    pub manifest: &'static str,
    /// `statement.en.md`.
    pub statement_en: &'static str,
    /// `statement.zh.md`; empty where the problem is in English alone.
    pub statement_zh: &'static str,
    /// The words of its theorem, from its folder or from that of a problem with the same theorem.
    pub theorem: Theorem,
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
    /// Returns what the type of problem `P` declares, under its slug; a `problem.yaml` states the rest.
    pub const fn new<P: Problem + 'static>(slug: &'static str, texts: Texts) -> Self {
        let own = &const { Variant::new::<P>() };
        Self {
            name: slug,
            judge: None,
            form: own,
            own,
            slug,
            themes: P::THEMES,
            rule: P::RULE,
            idea: P::IDEA,
            later_lines_are_a_set: P::LATER_LINES_ARE_A_SET,
            layouts: P::LAYOUTS,
            switches: P::SWITCHES,
            checks: P::CHECKS,
            titles: &[],
            sources: &[],
            limits: ProblemLimits { time_limit: None, memory: None, output: None },
            own_bounds: &[],
            known: &[],
            names: &[],
            texts,
        }
    }

    /// Returns all its names, the slug first.
    pub fn all_names(&self) -> impl Iterator<Item = &'static str> {
        iter::once(self.slug).chain(self.aliases())
    }

    /// Returns its other names.
    pub fn aliases(&self) -> impl Iterator<Item = &'static str> {
        self.names.iter().map(|(own, _)| own.name)
    }

    /// Returns the title in a language, else in English.
    pub fn title(&self, language: &str) -> &'static str {
        let own = self.titles.iter().find(|(own, _)| *own == language);
        own.or(self.titles.first()).map_or("", |(_, title)| title)
    }

    /// Returns the problem under its slug.
    pub fn under_slug(&self) -> Self {
        Self { name: self.slug, judge: None, form: self.own, ..*self }
    }

    /// Returns the problem under each of its aliases.
    pub fn under_aliases(&self) -> impl Iterator<Item = Self> {
        self.names.iter().map(|(own, form)| Self {
            name: own.name,
            judge: Some(own).filter(|own| !own.source.is_empty()),
            form,
            ..*self
        })
    }

    /// Returns whether the name has a form of its own.
    pub fn is_formed(&self) -> bool {
        self.judge.is_some_and(JudgesName::has_form)
    }

    /// Returns whether inputs are laid out otherwise than those of the problem under its slug.
    pub fn has_own_grammar(&self) -> bool {
        self.form.grammar != self.own.grammar
    }

    /// Returns the layout of its name, if that is not the problem's own.
    pub fn layout(&self) -> Option<&'static Layout> {
        let name = self.judge?.layout;
        self.layouts.iter().find(|layout| layout.name == name)
    }

    /// Returns the bounds that its name has: those of the problem, but for what the judge says otherwise.
    pub fn bounds(&self) -> BTreeMap<String, Bound> {
        let (own, is_framed) = self.judge.map_or((&[][..], false), |own| (own.bounds, own.framing.is_some()));
        // How many cases an input has is said anew, and so are the bounds of another layout.
        let of_problem = self.own_bounds.iter().filter(|(field, _)| match *field {
            "cases" => !is_framed,
            _ => self.layout().is_none(),
        });
        of_problem.chain(own).map(|&(field, bound)| (field.to_owned(), bound)).collect()
    }

    /// Returns a text that quotes answers, with these in the words of the judge whose name this is.
    pub fn quoting(&self, text: &str) -> String {
        self.judge.map_or_else(|| text.to_owned(), |judge| judge.quoting(text))
    }

    /// Writes the answers to an input.
    ///
    /// # Errors
    /// When the input is malformed, or cannot be read, or the answers cannot be written.
    pub fn write_answers(
        &self,
        switches: &[&str],
        input: Input,
        out: &mut dyn Sink,
        tuning: &Tuning,
    ) -> Result<(), Failure> {
        let mut lines = Lines::new(out);
        (self.form.solve)(switches, input, &mut lines, tuning)?;
        lines.flush().map_err(Failure::Write)
    }
}

/// A text of a problem's folder, or of that of the problem which explains it; Chinese is empty where it is in English alone.
#[doc(hidden)]
#[macro_export]
macro_rules! folder_text {
    ($file:literal, $folder:ident) => {
        include_str!(concat!(stringify!($folder), "/", $file))
    };
    ($file:literal, $folder:ident explained by $other:ident) => {
        $crate::folder_text!($file, $other)
    };
    (in english $file:literal, $($folder:ident)+) => {
        ""
    };
}

/// Returns whether a word is a name here without its `-`; names have no other letters that [`plain`] changes.
fn is_plain_of(word: &str, name: &str) -> bool {
    name.bytes().filter(|&letter| letter != b'-').eq(word.bytes())
}

/// Returns the problem that is called so, of those under their slugs and under their aliases; of a number alone, the only one that has it.
pub fn find(
    problems: &'static [Entry],
    aliases: &'static LazyLock<Vec<Entry>>,
    name: &str,
) -> Option<&'static Entry> {
    let (whole, short) = (plain(name), short_name(name));
    let is_called = |entry: &&Entry| [&whole, &short].iter().any(|word| is_plain_of(word, entry.name));
    // The table of aliases is not made for a slug.
    let called = problems.iter().find(is_called).or_else(|| aliases.iter().find(is_called));
    called.or_else(|| {
        let mut numbered = aliases.iter().filter(|entry| is_number_of(name, entry.name));
        numbered.next().filter(|_| numbered.next().is_none())
    })
}

/// Declares the problem folders and gathers them, with their texts and samples, in one table.
#[macro_export]
macro_rules! registry {
    ($($slug:literal is $folder:ident :: $solver:ident $(explained by $theorem:ident)? with samples $($sample:literal)* $(and $oracle:ident $(by $rules:ident)? $(with $layouts:ident)?)? $(in $english:ident)?;)+) => {
        $(pub mod $folder;)+

        /// What the `problem.yaml` of each problem states, which the build script writes.
        mod stated {
            use $crate::problem::{Cases, Problem};
            use $crate::registry::{
                Bound, Entry, Form, JudgesName, KnownCases, ProblemLimits, Texts, Variant,
            };

            include!(concat!(env!("OUT_DIR"), "/stated.rs"));
        }

        // A static: what names a constant compiles the solvers in it once more.
        /// Every problem, in the order in which they are listed.
        pub static PROBLEMS: &[$crate::registry::Entry] = &[$(
            stated::$folder::entry::<$folder::$solver>($slug, $crate::registry::Texts {
                manifest: $crate::folder_text!("problem.yaml", $folder),
                statement_en: $crate::folder_text!("statement.en.md", $folder),
                statement_zh: $crate::folder_text!($(in $english)? "statement.zh.md", $folder),
                theorem: $crate::problem::Theorem {
                    en: $crate::folder_text!("theorem.en.md", $folder $(explained by $theorem)?),
                    zh: $crate::folder_text!($(in $english)? "theorem.zh.md", $folder $(explained by $theorem)?),
                },
                samples: &[$($crate::registry::Sample {
                    name: $sample,
                    input: include_str!(concat!("testdata/", $slug, "/sample/", $sample, ".in")),
                    answer: include_str!(concat!("testdata/", $slug, "/sample/", $sample, ".ans")),
                }),*],
            }),
        )+];

        /// Every problem under each of its aliases.
        pub static ALIASES: std::sync::LazyLock<Vec<$crate::registry::Entry>> =
            std::sync::LazyLock::new(|| PROBLEMS.iter().flat_map($crate::registry::Entry::under_aliases).collect());

        /// Inputs of the problems that have an oracle, however they are cut.
        #[cfg(test)]
        mod seam {
            $($(
                #[test]
                fn $folder() {
                    let laid_out = None$(.or(Some(super::$folder::$oracle::$layouts as super::trials::LaidOut)))?;
                    super::seams::check(super::find($slug).unwrap(), super::$folder::$oracle::small, laid_out);
                }
            )?)+
        }

        /// The solvers of the problems that have one against their oracles.
        #[cfg(test)]
        mod trial {
            /// The problems that have an oracle.
            pub(super) const CHECKED: &[&str] = &[$($((stringify!($oracle), $slug).1,)?)+];

            $($(
                #[test]
                fn $folder() {
                    use super::$folder::$oracle::{answer, small};
                    let by = None$(.or(Some(super::$folder::$oracle::$rules as super::trials::ByRules)))?;
                    let laid_out = None$(.or(Some(super::$folder::$oracle::$layouts as super::trials::LaidOut)))?;
                    let oracle = super::trials::Oracle { small, answer, by, laid_out };
                    super::trials::check(super::find($slug).unwrap(), &oracle);
                }
            )?)+
        }

        /// Returns the problem with this slug or alias, however it is written, under that name; of a number alone, the only one that has it.
        pub fn find(name: &str) -> Option<&'static $crate::registry::Entry> {
            $crate::registry::find(PROBLEMS, &ALIASES, name)
        }
    };
}
