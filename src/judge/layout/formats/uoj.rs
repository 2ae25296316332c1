//! UOJ's `problem.conf`: lines of a key and a value. Times in seconds, sizes in MiB; files are numbered from 1.

use serde_json::Value;

use super::checkers::testlib;
use crate::judge::layout::config::{Config, Pair, Remarks};
use crate::judge::layout::family::Family;
use crate::judge::layout::settings::Rule::{Harmless, Obeyed, Only, Refused};
use crate::judge::layout::settings::{KeyTable, Scope, SettingsReader, mapping, text};
use crate::judge::limits::{LimitOverrides, MIB};

const CONF: KeyTable = &[
    (Obeyed, &["input_pre", "input_suf", "output_pre", "output_suf"]),
    (Obeyed, &["n_ex_tests", "n_subtasks", "n_tests", "subtask_end_#", "use_builtin_checker"]),
    (Obeyed, &["memory_limit", "memory_limit_#", "output_limit", "output_limit_#"]),
    (Obeyed, &["time_limit", "time_limit_#"]),
    (Only(&["on"], Scope::Judging), &["use_builtin_judger"]),
    (Only(&["off"], Scope::Judging), &["interaction_mode"]),
    (Only(&["off"], Scope::Running), &["submit_answer", "with_implementer", "subtask_in_folder"]),
    // The points of tests, and the limits of the jury's programs.
    (
        Harmless,
        &[
            "checker_memory_limit",
            "checker_output_limit",
            "checker_time_limit",
            "n_sample_tests",
            "point_score_#",
            "score_type",
            "show_in_compressed",
            "standard_memory_limit",
            "standard_output_limit",
            "standard_time_limit",
            "subtask_score_#",
            "subtask_type_#",
            "subtask_used_time_type_#",
            "validator_memory_limit",
            "validator_output_limit",
            "validator_time_limit",
        ],
    ),
    (Refused(Scope::Running), &["token"]),
];

/// The most tests of a package.
const MOST_TESTS: usize = 100_000;

/// Reads a `problem.conf`.
pub fn read(content: &str, reader: &mut SettingsReader<'_>) -> Config {
    let lines = content.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with(['#', '/']));
    let value = mapping(lines.map(|line| {
        let (key, value) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        (key, value.trim())
    }));
    // Several groups depend on `subtask_dependence_2_1` and so on.
    reader.check("", &without_dependences(&value), CONF);
    let settings = ("", &value);
    let mut count = |key: &str| {
        let parse = |count: &Value| text(count).parse::<usize>().ok().filter(|&count| count <= MOST_TESTS);
        reader.get(settings, key, Scope::Running, parse).unwrap_or(0)
    };
    let (tests, examples) = (count("n_tests"), count("n_ex_tests"));
    let ends: Vec<usize> = (1..=count("n_subtasks")).map(|i| count(&format!("subtask_end_{i}"))).collect();
    let name = |kind: &str, test: usize| {
        let part = |part: &str, usual: &str| {
            value.get(format!("{kind}_{part}")).map_or_else(|| usual.to_owned(), text)
        };
        format!("{}{test}.{}", part("pre", kind), part("suf", "txt"))
    };
    let mut pairs = Vec::new();
    for test in 1..=tests {
        let group = ends.iter().position(|&end| test <= end).map(|index| (index + 1).to_string());
        let limits = limits(settings, &format!("_{test}"), reader);
        let (input, answer) = (name("input", test), name("output", test));
        pairs.push(Pair {
            family: Family::Uoj,
            input,
            answer,
            remarks: Remarks { group, limits, comparison: None },
        });
    }
    for test in 1..=examples {
        let (input, answer) = (format!("ex_{}", name("input", test)), format!("ex_{}", name("output", test)));
        pairs.push(Pair { family: Family::Uoj, input, answer, remarks: Remarks::default() });
    }
    let comparison = reader.get(settings, "use_builtin_checker", Scope::Judging, |name| testlib(&text(name)));
    let is_own = value["use_builtin_judger"] == "on" && value.get("use_builtin_checker").is_none();
    if is_own {
        reader.refuse("use_builtin_checker", &Value::from("none, but a program called chk"), Scope::Judging);
    }
    Config { limits: limits(settings, "", reader), pairs, comparison, ..Config::default() }
}

fn limits(settings: (&str, &Value), ending: &str, reader: &mut SettingsReader<'_>) -> LimitOverrides {
    let key = |kind: &str| format!("{kind}_limit{ending}");
    LimitOverrides {
        cpu: reader.time(settings, &key("time"), 1.0),
        memory: reader.size(settings, &key("memory"), MIB, Scope::Memory),
        output: reader.size(settings, &key("output"), MIB, Scope::Output),
        ..LimitOverrides::default()
    }
}

fn without_dependences(value: &Value) -> Value {
    let mut value = value.clone();
    if let Some(entries) = value.as_object_mut() {
        entries.retain(|key, _| !key.starts_with("subtask_dependence_"));
    }
    value
}
