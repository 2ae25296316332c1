//! The table of verdicts: abbreviations, words and colours.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Declares the verdicts: the customary abbreviation, the words, and the colour on a page.
macro_rules! verdicts {
    ($($(#[doc = $doc:literal])+ $verdict:ident is $short:literal, $words:literal, $colour:literal;)+) => {
        /// The verdict on one test, or on a program that does not compile. Serialized by its [short name](Verdict::short).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Verdict {
            $($(#[doc = $doc])+ #[serde(rename = $short)] $verdict,)+
        }

        impl Verdict {
            /// Every verdict, from the best to the judge's own failure.
            pub const ALL: [Self; [$($short),+].len()] = [$(Self::$verdict),+];

            /// Returns the customary abbreviation: `AC`, `WA`, ….
            pub fn short(self) -> &'static str {
                match self {
                    $(Self::$verdict => $short,)+
                }
            }

            /// Returns the verdict in words, in lower case.
            pub fn words(self) -> &'static str {
                match self {
                    $(Self::$verdict => $words,)+
                }
            }

            /// Returns the colour in CSS, dark enough for white text.
            pub fn colour(self) -> &'static str {
                match self {
                    $(Self::$verdict => $colour,)+
                }
            }
        }
    };
}

verdicts! {
    /// The output is right.
    Accepted is "AC", "accepted", "#2e7d32";
    /// The output differs from the answer, or the checker rejected it.
    WrongAnswer is "WA", "wrong answer", "#c62828";
    /// The tokens agree, the format does not.
    PresentationError is "PE", "presentation error", "#a56300";
    /// More CPU time or more wall time was used than allowed.
    TimeLimit is "TLE", "time limit exceeded", "#6a1b9a";
    /// More memory was used than allowed.
    MemoryLimit is "MLE", "memory limit exceeded", "#4527a0";
    /// More was written than allowed.
    OutputLimit is "OLE", "output limit exceeded", "#00695c";
    /// A signal or an exit status other than 0 ended the program.
    RuntimeError is "RTE", "runtime error", "#1565c0";
    /// The program does not compile, so that no test was run.
    CompileError is "CE", "compile error", "#795548";
    /// The judge, the checker or the sandbox failed, which is no verdict on the program.
    JudgeError is "JE", "judge error", "#000";
}

impl Verdict {
    /// Returns the corresponding verdict of the ICPC format, which has fewer.
    pub(crate) fn folded(self) -> Self {
        match self {
            Self::PresentationError => Self::WrongAnswer,
            Self::MemoryLimit | Self::OutputLimit => Self::RuntimeError,
            other => other,
        }
    }
}

/// A result without a judgement is a judge's error.
impl Default for Verdict {
    fn default() -> Self {
        Self::JudgeError
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.short())
    }
}
