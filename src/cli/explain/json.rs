//! The JSON that `toolkit explain` prints; see docs/explain.md.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use super::printing::Explained;
use crate::cli::sg::json::JsonNumber;
use nim_explain::{Explanation, Method, Reply, Shown, Step};

/// The name and version of the schema.
const SCHEMA: &str = "toolkit-explain/1";

/// The explanation of an input.
#[derive(Serialize)]
pub struct InputJson<'a> {
    /// The slug of the problem.
    pub problem: &'static str,
    /// The theorem, in the language asked for.
    pub theorem: String,
    /// The number of cases of the input.
    pub cases: u64,
    /// The cases that are explained.
    pub explained: Vec<CaseJson<'a>>,
}

/// A case.
#[derive(Serialize)]
pub struct CaseJson<'a> {
    /// Its number, from 1.
    pub case: u64,
    /// Its numbers as text, as far as they are few.
    pub text: &'a str,
    /// The solver's answer, or its beginning.
    pub answer: &'a str,
    /// The name of what decides, among the sections of the theorem.
    pub rule: Option<&'static str>,
    /// What it says of the case.
    pub words: &'a str,
    /// Its numbers, as strings.
    pub numbers: BTreeMap<&'static str, &'a str>,
    /// The positions, at most eight.
    pub positions: Vec<PositionJson>,
    /// How many more there are.
    pub more_positions: usize,
}

/// A position.
#[derive(Serialize)]
pub struct PositionJson {
    game: Option<String>,
    misere: bool,
    winner: Option<&'static str>,
    /// What decides: `nim-sum`, `misere-nim`, `theorem` or `search`.
    method: Option<&'static str>,
    reason: String,
    /// The number of components.
    components: usize,
    shown: Vec<ShownJson>,
    nim_sum: Option<JsonNumber>,
    winning_moves: Option<u64>,
    moves: Vec<StepJson>,
    replies: Vec<ReplyJson>,
}

#[derive(Serialize)]
struct ShownJson {
    component: usize,
    text: String,
    value: Option<JsonNumber>,
}

#[derive(Serialize)]
struct StepJson {
    component: usize,
    from: String,
    to: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    value_before: Option<JsonNumber>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value_after: Option<JsonNumber>,
}

#[derive(Serialize)]
struct ReplyJson {
    #[serde(rename = "move")]
    step: StepJson,
    answer: Option<StepJson>,
}

impl From<&Step> for StepJson {
    fn from(step: &Step) -> Self {
        Self {
            component: step.component,
            from: step.from.clone(),
            to: step.to.clone(),
            value_before: step.values.map(|(before, _)| JsonNumber(before)),
            value_after: step.values.map(|(_, after)| JsonNumber(after)),
        }
    }
}

impl PositionJson {
    /// Returns a position as JSON; of one that is refused, the reason alone.
    pub fn new(explained: &Explained) -> Self {
        let explanation = match explained {
            Ok(explanation) => explanation,
            Err(why) => return Self::refused(why),
        };
        let Explanation { game, misere, count, first_wins, method, reason, .. } = explanation;
        let shown = |shown: &Shown| ShownJson {
            component: shown.index,
            text: shown.text.clone(),
            value: shown.value.map(JsonNumber),
        };
        let reply = |Reply { step, answer }: &Reply| ReplyJson {
            step: step.into(),
            answer: answer.as_ref().map(StepJson::from),
        };
        Self {
            game: Some(game.clone()),
            misere: *misere,
            winner: Some(if *first_wins { "first" } else { "second" }),
            method: Some(match method {
                Method::NimSum => "nim-sum",
                Method::MisereNim { .. } => "misere-nim",
                Method::Theorem => "theorem",
                Method::Search => "search",
            }),
            reason: reason.clone(),
            components: *count,
            shown: explanation.shown.iter().map(shown).collect(),
            nim_sum: explanation.nim_sum.map(JsonNumber),
            winning_moves: explanation.winning,
            moves: explanation.moves.iter().map(StepJson::from).collect(),
            replies: explanation.replies.iter().map(reply).collect(),
        }
    }

    fn refused(why: &str) -> Self {
        Self {
            game: None,
            misere: false,
            winner: None,
            method: None,
            reason: why.to_owned(),
            components: 0,
            shown: Vec::new(),
            nim_sum: None,
            winning_moves: None,
            moves: Vec::new(),
            replies: Vec::new(),
        }
    }
}

/// An object with the schema before its own keys.
#[derive(Serialize)]
struct Named<'a, T> {
    schema: &'static str,
    #[serde(flatten)]
    object: &'a T,
}

/// Prints an object with the schema.
pub fn print(object: &impl Serialize) -> io::Result<()> {
    let mut out = io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, &Named { schema: SCHEMA, object }).map_err(io::Error::from)?;
    writeln!(out)
}
