//! Hydro's `config.yaml`: times and sizes with units; cases at the top or in subtasks.

use serde_json::Value;

use super::checkers::{FILLED_LINES, lines};
use crate::compare::{Comparison, WhitespaceRules};
use crate::files::FileIo;
use crate::layout::config::{Config, Pair, Remarks};
use crate::layout::family::Family;
use crate::layout::scheme::{Scheme, Share};
use crate::layout::settings::{Scope, SettingsReader, number, text, words};
use crate::layout::test::Rate;
use crate::limits::{LimitOverrides, factor, parse_size, parse_time};
use crate::score::{Group, Rule};

/// Reads a `config.yaml`.
pub fn read(value: &Value, reader: &mut SettingsReader<'_>) -> Config {
    reader.check("", value, "hydro-top");
    let limits = limits(("", value), reader);
    let mut config = Config { limits, ..Config::default() };
    config.files = reader
        .get(("", value), "filename", Scope::Running, |name| FileIo::of(&text(name)).ok())
        .unwrap_or_default();
    config.rates = rates(value, reader);
    if value["type"] == "interactive" {
        config.interactor = reader.name(("", value), "interactor");
        if config.interactor.is_none() {
            reader.refuse("type", &value["type"], Scope::Judging);
        }
    }
    if value["checker_type"] == "kattis" {
        config.validator = reader.name(("", value), "checker");
    } else {
        config.comparison = reader.get(("", value), "checker_type", Scope::Judging, checker);
        let _: Option<()> = reader.get(("", value), "checker", Scope::Judging, |_| None);
    }
    config.pairs = cases(("cases.", &value["cases"]), None, limits, reader);
    let mut scheme =
        Scheme { total: Some(100.0), share: Share::Ascending, subtask: Some(Rule::Min), ..Scheme::default() };
    for (index, subtask) in value["subtasks"].as_array().into_iter().flatten().enumerate() {
        reader.check("subtasks.", subtask, "hydro-subtask");
        let id = Some(text(&subtask["id"])).filter(|id| !id.is_empty()).unwrap_or((index + 1).to_string());
        let group = group(&id, subtask, reader);
        scheme.root.groups.push(group);
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
    config.scheme = Some(scheme);
    config
}

/// Returns the factors of limits by languages.
fn rates(value: &Value, reader: &mut SettingsReader<'_>) -> Vec<Rate> {
    let mut of = |key: &str, scope: Scope| {
        let read = reader.get(("", value), key, scope, |rates| {
            let rates = rates.as_object()?.iter();
            rates.map(|(name, rate)| Some((name.clone(), factor(number(rate)?)?))).collect::<Option<Vec<_>>>()
        });
        read.unwrap_or_default().into_iter()
    };
    let time = of("time_limit_rate", Scope::Time);
    let time = time.map(|(language, rate)| Rate { language, time: Some(rate), memory: None });
    let memory = of("memory_limit_rate", Scope::Memory);
    let memory = memory.map(|(language, rate)| Rate { language, time: None, memory: Some(rate) });
    time.chain(memory).collect()
}

/// Returns the rules of a subtask.
fn group(id: &str, subtask: &Value, reader: &mut SettingsReader<'_>) -> Group {
    let settings = ("subtasks.", subtask);
    let rule = reader.get(settings, "type", Scope::Judging, |kind| {
        Some(match kind.as_str()? {
            "min" => Rule::Min,
            "max" => Rule::Max,
            "sum" => Rule::Sum,
            _ => return None,
        })
    });
    Group {
        name: id.to_owned(),
        rule: rule.unwrap_or(Rule::Min),
        points: reader.points(settings, "score").filter(|&points| points != 0.0),
        requires: subtask.get("if").map(words).unwrap_or_default(),
        ..Group::default()
    }
}

fn cases(
    (at, cases): (&str, &Value),
    group: Option<&String>,
    weaker: LimitOverrides,
    reader: &mut SettingsReader<'_>,
) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for case in cases.as_array().into_iter().flatten() {
        reader.check(at, case, "hydro-case");
        let limits = limits((at, case), reader).or(weaker);
        let points = reader.points((at, case), "score").filter(|&points| points != 0.0);
        let remarks = Remarks { group: group.cloned(), limits, points, ..Remarks::default() };
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
