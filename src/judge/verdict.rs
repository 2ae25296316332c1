//! Verdicts.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The verdict on one test. Serialized by its [short name](Verdict::short).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Verdict {
    /// The output is right.
    #[serde(rename = "AC")]
    Accepted,
    /// The output differs from the answer, or the checker rejected it.
    #[serde(rename = "WA")]
    WrongAnswer,
    /// The tokens agree, the format does not.
    #[serde(rename = "PE")]
    PresentationError,
    /// More CPU time or more wall time was used than allowed.
    #[serde(rename = "TLE")]
    TimeLimit,
    /// More memory was used than allowed.
    #[serde(rename = "MLE")]
    MemoryLimit,
    /// More was written than allowed.
    #[serde(rename = "OLE")]
    OutputLimit,
    /// A signal or an exit status other than 0 ended the program.
    #[serde(rename = "RTE")]
    RuntimeError,
    /// The judge, the checker or the sandbox failed; this says nothing about the program.
    #[serde(rename = "JE")]
    JudgeError,
}

impl Verdict {
    /// Every verdict, from the best to the judge's own failure.
    pub const ALL: [Self; 8] = [
        Self::Accepted,
        Self::WrongAnswer,
        Self::PresentationError,
        Self::TimeLimit,
        Self::MemoryLimit,
        Self::OutputLimit,
        Self::RuntimeError,
        Self::JudgeError,
    ];

    /// The customary abbreviation: `AC`, `WA`, `PE`, `TLE`, `MLE`, `OLE`, `RTE` or `JE`.
    #[must_use]
    pub fn short(self) -> &'static str {
        match self {
            Self::Accepted => "AC",
            Self::WrongAnswer => "WA",
            Self::PresentationError => "PE",
            Self::TimeLimit => "TLE",
            Self::MemoryLimit => "MLE",
            Self::OutputLimit => "OLE",
            Self::RuntimeError => "RTE",
            Self::JudgeError => "JE",
        }
    }

    /// The verdict in words, in lower case.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::WrongAnswer => "wrong answer",
            Self::PresentationError => "presentation error",
            Self::TimeLimit => "time limit exceeded",
            Self::MemoryLimit => "memory limit exceeded",
            Self::OutputLimit => "output limit exceeded",
            Self::RuntimeError => "runtime error",
            Self::JudgeError => "judge error",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.short())
    }
}
