//! The names that a problem's folder uses: `use nim_solve::prelude::*;`.

pub use crate::problem::{
    AnswerCheck, Answers, Case, CaseAnalysis, CaseCheck, Cases, Components, Condition, Count, Fields,
    Grammar, Layout, Needs, Part, PlayedMove, Problem, Summary, Switch, Theme, TheoremText, ValueError,
    grundy_reason, letters, line, list, number, rows, signed, word,
};
pub use nim_io::{Line, Lines};
