//! ICPC and Kattis packages, legacy and 2025-09, and what `DOMjudge` adds to them. Times in seconds, sizes in MiB.

use serde_json::Value;

use crate::layout::config::Config;
use crate::layout::folders::{FolderScores, Version};
use crate::layout::settings::Rule::{Harmless, Obeyed, Only, Refused};
use crate::layout::settings::{KeyTable, Scope, SettingsReader, mapping, number, text, words};
use crate::limits::{LimitOverrides, MIB};

const PROBLEM: KeyTable = &[
    (Obeyed, &["grading", "limits", "problem_format_version", "type", "validation", "validator_flags"]),
    // Options of a package's own graders, which are refused.
    (Harmless, &["grader_flags"]),
    (
        Harmless,
        &[
            "allow_file_writing",
            "author",
            "authors",
            "constants",
            "credits",
            "embargo_until",
            "keywords",
            "languages",
            "license",
            "name",
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
    (Obeyed, &["memory", "output", "time_limit", "validation_passes", "validation_time"]),
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
        ],
    ),
];

/// `problem.yaml`.
pub fn problem(value: &Value, reader: &mut SettingsReader<'_>) -> Config {
    reader.check("", value, PROBLEM);
    let limits = &value["limits"];
    reader.check("limits.", limits, LIMITS);
    let mut config = Config { validator_args: words(&value["validator_flags"]), ..Config::default() };
    let mut has_scores = false;
    for word in words(&value["validation"]) {
        match word.as_str() {
            "default" => {}
            "custom" => config.custom_validator = true,
            "score" => has_scores = true,
            "interactive" => config.interactive = true,
            "multi-pass" | "multipass" => config.multi_pass = true,
            _ => reader.refuse("validation", &value["validation"], Scope::Judging),
        }
    }
    for word in words(&value["type"]) {
        match word.as_str() {
            "pass-fail" => {}
            "scoring" => has_scores = true,
            "interactive" => config.interactive = true,
            "multi-pass" => config.multi_pass = true,
            _ => reader.refuse("type", &value["type"], Scope::Judging),
        }
    }
    let version = match text(&value["problem_format_version"]).as_str() {
        "" | "legacy" | "legacy-icpc" => Version::Legacy,
        _ => Version::Current,
    };
    config.scores = has_scores.then_some(version);
    if has_scores && value["grading"]["custom_scoring"] == true {
        reader.refuse("grading.custom_scoring", &value["grading"]["custom_scoring"], Scope::Judging);
    }
    let limits = ("limits.", limits);
    config.validation_time = reader.time(limits, "validation_time", 1.0);
    config.passes = reader.get(limits, "validation_passes", Scope::Judging, |passes| {
        text(passes).parse().ok().filter(|&passes| passes > 0)
    });
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
    (Obeyed, &["accept_score", "grader_flags", "max_score", "on_reject", "range"]),
    (Obeyed, &["require_pass", "score_aggregation"]),
    (Only(&["default"], Scope::Judging), &["grading"]),
    // Tests that are not accepted have no points here.
    (Only(&["0", "0.0"], Scope::Judging), &["reject_score"]),
    // What is shown of tests, and what is checked of the data itself.
    (
        Harmless,
        &[
            "description",
            "full_feedback",
            "hint",
            "input_validator_args",
            "input_validator_flags",
            "input_visualizer_args",
            "output_visualizer_args",
            "scoring",
            "static_validator_args",
        ],
    ),
    (Refused(Scope::Running), &["args", "files"]),
];

/// `testdata.yaml` and `test_group.yaml` of a folder, or the file of a single test.
pub fn group(value: &Value, reader: &mut SettingsReader<'_>) -> Config {
    reader.check("", value, GROUP);
    let mut validator_args = words(&value["output_validator_flags"]);
    validator_args.extend(words(&value["output_validator_args"]));
    let settings = ("", value);
    let names = |known: &'static [&'static str]| {
        move |value: &Value| value.as_str().filter(|name| known.contains(name)).map(str::to_owned)
    };
    let max_score = reader.get(settings, "max_score", Scope::Judging, |value| match value.as_str() {
        Some("unbounded") => Some(None),
        _ => number(value).map(Some),
    });
    let on_reject = reader.get(settings, "on_reject", Scope::Judging, names(&["break", "continue"]));
    let range = reader.get(settings, "range", Scope::Judging, |range| {
        words(range).get(1)?.parse::<f64>().ok().filter(|most| !most.is_nan())
    });
    let folder = FolderScores {
        max_score,
        aggregation: reader.get(
            settings,
            "score_aggregation",
            Scope::Judging,
            names(&["pass-fail", "sum", "min"]),
        ),
        require_pass: words(&value["require_pass"]),
        accept_score: reader.points(settings, "accept_score"),
        most: range.filter(|most| most.is_finite()),
        flags: value.get("grader_flags").map(words),
        continues: on_reject.map(|word| word == "continue"),
    };
    Config { validator_args, folder: Some(folder), ..Config::default() }
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
