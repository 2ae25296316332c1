//! Hydro's `config.yaml`: times and sizes with units; cases at the top or in subtasks.

use serde_json::Value;

use super::checkers::{FILLED_LINES, lines};
use crate::judge::compare::{Comparison, WhitespaceRules};
use crate::judge::layout::config::{Config, Pair, Remarks};
use crate::judge::layout::family::Family;
use crate::judge::layout::settings::Rule::{Harmless, Obeyed, Only, Refused};
use crate::judge::layout::settings::{KeyTable, Scope, SettingsReader, text};
use crate::judge::limits::{LimitOverrides, parse_size, parse_time};

const TOP: KeyTable = &[
    (Obeyed, &["cases", "checker", "checker_type", "memory", "subtasks", "time"]),
    (Only(&["default"], Scope::Judging), &["type"]),
    // `judge_extra_files` are those of a checker, which is refused by its own key.
    (
        Harmless,
        &["count", "detail", "hackable", "judge_extra_files", "key", "langs", "score", "target", "validator"],
    ),
    (Refused(Scope::Judging), &["answers", "interactor", "manager", "num_processes", "subType"]),
    (Refused(Scope::Running), &["filename", "redirect", "template", "user_extra_files"]),
    (Refused(Scope::Time), &["time_limit_rate"]),
    (Refused(Scope::Memory), &["memory_limit_rate"]),
];

const SUBTASK: KeyTable =
    &[(Obeyed, &["cases", "id", "memory", "time"]), (Harmless, &["if", "score", "type"])];

const CASE: KeyTable = &[(Obeyed, &["input", "memory", "output", "time"]), (Harmless, &["id", "score"])];

/// Reads a `config.yaml`.
pub fn read(value: &Value, reader: &mut SettingsReader<'_>) -> Config {
    reader.check("", value, TOP);
    let limits = limits(("", value), reader);
    let mut config = Config { limits, ..Config::default() };
    if value["checker_type"] == "kattis" {
        config.validator = reader.name(("", value), "checker");
    } else {
        config.comparison = reader.get(("", value), "checker_type", Scope::Judging, checker);
        let _: Option<()> = reader.get(("", value), "checker", Scope::Judging, |_| None);
    }
    config.pairs = cases(("cases.", &value["cases"]), None, limits, reader);
    for (index, subtask) in value["subtasks"].as_array().into_iter().flatten().enumerate() {
        reader.check("subtasks.", subtask, SUBTASK);
        let id = Some(text(&subtask["id"])).filter(|id| !id.is_empty()).unwrap_or((index + 1).to_string());
        let limits = self::limits(("subtasks.", subtask), reader).or(limits);
        let own = cases(("subtasks.cases.", &subtask["cases"]), Some(&id), limits, reader);
        if own.is_empty() {
            // Its limits would be for files that are found by their names.
            for (key, scope) in [("time", Scope::Time), ("memory", Scope::Memory)] {
                let _: Option<()> = reader.get(("subtasks.", subtask), key, scope, |_| None);
            }
        }
        config.pairs.extend(own);
    }
    config
}

fn cases(
    (at, cases): (&str, &Value),
    group: Option<&String>,
    weaker: LimitOverrides,
    reader: &mut SettingsReader<'_>,
) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for case in cases.as_array().into_iter().flatten() {
        reader.check(at, case, CASE);
        let limits = limits((at, case), reader).or(weaker);
        let remarks = Remarks { group: group.cloned(), limits, comparison: None };
        let (input, answer) = (text(&case["input"]), text(&case["output"]));
        pairs.push(Pair { family: Family::Hydro, input, answer, remarks });
    }
    pairs
}

fn limits(settings: (&str, &Value), reader: &mut SettingsReader<'_>) -> LimitOverrides {
    LimitOverrides {
        cpu: reader.get(settings, "time", Scope::Time, |time| parse_time(&text(time)).ok()),
        memory: reader.get(settings, "memory", Scope::Memory, |memory| parse_size(&text(memory)).ok()),
        ..LimitOverrides::default()
    }
}

/// Returns the comparison of a built-in checker of Hydro: `diff -BZ`, or `diff`.
fn checker(kind: &Value) -> Option<Comparison> {
    match text(kind).as_str() {
        "default" => Some(lines(FILLED_LINES)),
        "strict" => Some(lines(WhitespaceRules::EXACT)),
        _ => None,
    }
}
