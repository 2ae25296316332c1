//! The JSON that `toolkit explain` prints; see docs/explain.md.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use super::Explained;
use crate::terminal::json::JsonNumber;
use nim_explain::{Explanation, Method, Reply, Step};

/// The name and version of the schema.
pub const SCHEMA: &str = "toolkit-explain/1";

/// The explanation of a position.
#[derive(Default, Serialize)]
pub struct PositionJson {
    game: Option<String>,
    misere: bool,
    winner: Option<&'static str>,
    /// The deciding method: `nim-sum`, `misere-nim`, `theorem` or `search`.
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
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
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
    /// The move in the words of the problem, and the numbers in them by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    numbers: BTreeMap<&'static str, String>,
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
            words: step.told.as_ref().map(|told| told.words.clone()),
            numbers: step.told.iter().flat_map(|told| told.numbers.iter().cloned()).collect(),
        }
    }
}

impl PositionJson {
    /// Returns a position as JSON; for a refused one, only the reason.
    pub fn new(explained: &Explained) -> Self {
        let explanation = match explained {
            Ok(explanation) => explanation,
            Err(why) => return Self { reason: why.to_string(), ..Self::default() },
        };
        let Explanation { game, misere, count, first_wins, method, reason, .. } = explanation;
        let shown = explanation.shown.iter().map(|shown| ShownJson {
            component: shown.index,
            text: shown.text.clone(),
            label: shown.label.clone(),
            value: shown.value.map(JsonNumber),
        });
        let replies = explanation.replies.iter().map(|Reply { step, answer }| ReplyJson {
            step: step.into(),
            answer: answer.as_ref().map(StepJson::from),
        });
        Self {
            game: Some(game.clone()),
            misere: *misere,
            winner: Some(if *first_wins { "first" } else { "second" }),
            method: Some(match method {
                Method::NimSum => "nim-sum",
                Method::MisereNim { .. } => "misere-nim",
                Method::Theorem => "theorem",
                Method::Quotient => "quotient",
                Method::Search => "search",
            }),
            reason: reason.to_string(),
            components: *count,
            shown: shown.collect(),
            nim_sum: explanation.nim_sum.map(JsonNumber),
            winning_moves: explanation.winning,
            moves: explanation.moves.iter().map(StepJson::from).collect(),
            replies: replies.collect(),
        }
    }
}

pub fn positions<S: Serializer>(positions: &[Explained], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(positions.iter().map(PositionJson::new))
}
