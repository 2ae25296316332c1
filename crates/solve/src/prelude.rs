//! What the folder of a problem names: `use nim_solve::prelude::*;`.

pub use crate::problem::{
    AnswerCheck, Answers, Case, CaseAnalysis, CaseCheck, Cases, Components, Condition, Count, Fields,
    Grammar, Needs, PlayedMove, Problem, Summary, Switch, Theme, Theorem, TheoremText, ValueError,
    grundy_reason, letters, line, list, number, rows, signed, word,
};
pub use nim_io::{Line, Lines};
