//! ICPC and Kattis packages, legacy and 2025-09, and what `DOMjudge` adds to them. Times in seconds, sizes in MiB.

use serde_json::Value;

use crate::judge::layout::config::Config;
use crate::judge::layout::settings::Rule::{Harmless, Obeyed, Only, Refused};
use crate::judge::layout::settings::{KeyTable, Scope, SettingsReader, mapping, words};
use crate::judge::limits::{LimitOverrides, MIB};

const PROBLEM: KeyTable = &[
    (Obeyed, &["limits", "type", "validation", "validator_flags"]),
    (
        Harmless,
        &[
            "allow_file_writing",
            "author",
            "authors",
            "constants",
            "credits",
            "embargo_until",
            // How tests add up to the score of a problem.
            "grading",
            "grader_flags",
            "keywords",
            "languages",
            "license",
            "name",
            "problem_format_version",
            "rights_owner",
            "source",
            "source_url",
            "uuid",
            "version",
        ],
    ),
    // They describe inputs and outputs; the toolkit's own.
    (Harmless, &["answers", "grammar"]),
    // Hydro has a file of the same name beside the data.
    (
        Harmless,
        &[
            "content",
            "difficulty",
            "hidden",
            "nAccept",
            "nSubmit",
            "owner",
            "pid",
            "reference",
            "tag",
            "title",
        ],
    ),
];

const LIMITS: KeyTable = &[
    (Obeyed, &["memory", "output", "time_limit"]),
    // About the jury's programs, compilers and validators, and the source code.
    (
        Harmless,
        &[
            "code",
            "compilation_memory",
            "compilation_time",
            "time_multiplier",
            "time_multipliers",
            "time_resolution",
            "time_safety_margin",
            "validation_memory",
            "validation_output",
            "validation_time",
        ],
    ),
];

/// `problem.yaml`.
pub fn problem(value: &Value, reader: &mut SettingsReader<'_>) -> Config {
    reader.check("", value, PROBLEM);
    let limits = &value["limits"];
    reader.check("limits.", limits, LIMITS);
    let mut config = Config { validator_args: words(&value["validator_flags"]), ..Config::default() };
    for word in words(&value["validation"]) {
        match word.as_str() {
            "default" => {}
            "custom" => config.custom_validator = true,
            "score" => config.has_scores = true,
            _ => reader.refuse("validation", &value["validation"], Scope::Judging),
        }
    }
    for word in words(&value["type"]) {
        match word.as_str() {
            "pass-fail" => {}
            "scoring" => config.has_scores = true,
            _ => reader.refuse("type", &value["type"], Scope::Judging),
        }
    }
    let limits = ("limits.", limits);
    config.limits = LimitOverrides {
        cpu: reader.time(limits, "time_limit", 1.0),
        memory: reader.size(limits, "memory", MIB, Scope::Memory),
        output: reader.size(limits, "output", MIB, Scope::Output),
        ..LimitOverrides::default()
    };
    config
}

const GROUP: KeyTable = &[
    (Obeyed, &["output_validator_args", "output_validator_flags"]),
    // How tests add up, what is shown of them, and what is checked of the data itself.
    (
        Harmless,
        &[
            "accept_score",
            "accept_if_any_accepted",
            "description",
            "full_feedback",
            "grader_flags",
            "grading",
            "hint",
            "input_validator_args",
            "input_validator_flags",
            "input_visualizer_args",
            "on_reject",
            "output_visualizer_args",
            "range",
            "reject_score",
            "require_pass",
            "scoring",
        ],
    ),
    (Refused(Scope::Running), &["args", "files"]),
];

/// `testdata.yaml` and `test_group.yaml` of a folder, or the file of a single test.
pub fn group(value: &Value, reader: &mut SettingsReader<'_>) -> Config {
    reader.check("", value, GROUP);
    let mut validator_args = words(&value["output_validator_flags"]);
    validator_args.extend(words(&value["output_validator_args"]));
    Config { validator_args, ..Config::default() }
}

/// `.timelimit`: nothing but a number.
pub fn time_limit(content: &str, reader: &mut SettingsReader<'_>) -> Config {
    let value = mapping([("time limit", content.trim())]);
    with_time(&value, "time limit", reader)
}

const DOMJUDGE: KeyTable = &[
    (Obeyed, &["timelimit"]),
    (
        Harmless,
        &["allow_judge", "allow_submit", "color", "externalid", "name", "points", "probid", "short-name"],
    ),
    (Refused(Scope::Judging), &["special_compare", "special_compare_args"]),
    (Refused(Scope::Running), &["special_run"]),
    (Only(&["0", "false"], Scope::Judging), &["combined_run_compare"]),
];

/// `domjudge-problem.ini`: lines such as `timelimit='3'`.
pub fn domjudge(content: &str, reader: &mut SettingsReader<'_>) -> Config {
    let entries = content.lines().filter_map(|line| {
        let line = line.trim();
        let (key, value) = line.split_once('=').filter(|_| !line.starts_with(['#', ';', '[']))?;
        Some((key.trim(), value.trim().trim_matches(['\'', '"'])))
    });
    let value = mapping(entries);
    reader.check("", &value, DOMJUDGE);
    with_time(&value, "timelimit", reader)
}

fn with_time(value: &Value, key: &str, reader: &mut SettingsReader<'_>) -> Config {
    let cpu = reader.time(("", value), key, 1.0);
    Config { limits: LimitOverrides { cpu, ..LimitOverrides::default() }, ..Config::default() }
}
