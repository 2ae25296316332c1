//! ICPC and Kattis packages, legacy and 2025-09, and what `DOMjudge` adds to them. Times in seconds, sizes in MiB.

use serde_json::Value;

use crate::layout::config::{Config, FolderScores, Version};
use crate::layout::input_validators::InputArgs;
use crate::layout::settings::{Scope, SettingsReader, mapping, number, text, words};
use crate::time_rule::TimeRule;
use nim_ground::limits::{LimitOverrides, MIB, factor};

/// `problem.yaml`.
pub fn problem(value: &Value, reader: &mut SettingsReader<'_>) -> Config {
    reader.check("", value, "icpc-problem");
    let limits = &value["limits"];
    reader.check("limits.", limits, "icpc-limits");
    let mut config = Config { validator_args: words(&value["validator_flags"]), ..Config::default() };
    for word in words(&value["validation"]) {
        match word.as_str() {
            "default" => {}
            "custom" => config.custom_validator = true,
            "score" => (config.has_scores, config.custom_scores) = (true, true),
            "interactive" => config.interactive = true,
            "multi-pass" | "multipass" => config.multi_pass = true,
            _ => reader.refuse("validation", &value["validation"], Scope::Judging),
        }
    }
    for word in words(&value["type"]) {
        match word.as_str() {
            "pass-fail" => {}
            "scoring" => config.has_scores = true,
            "interactive" => config.interactive = true,
            "multi-pass" => config.multi_pass = true,
            _ => reader.refuse("type", &value["type"], Scope::Judging),
        }
    }
    let version = match text(&value["problem_format_version"]).as_str() {
        "" | "legacy" | "legacy-icpc" => Version::Legacy,
        _ => Version::Current,
    };
    config.version = Some(version);
    if config.has_scores && value["grading"]["custom_scoring"] == true {
        reader.refuse("grading.custom_scoring", &value["grading"]["custom_scoring"], Scope::Judging);
    }
    let limits = ("limits.", limits);
    config.time_rule = Some(time_rule(limits, version, reader));
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

/// Returns how the time limit follows from the accepted submissions. The keys have other names in each version, and tools read both.
fn time_rule(limits: (&str, &Value), version: Version, reader: &mut SettingsReader<'_>) -> TimeRule {
    let multipliers = ("limits.time_multipliers.", &limits.1["time_multipliers"]);
    let mut read = |settings, key| reader.get(settings, key, Scope::Time, |value| factor(number(value)?));
    let usual = if version == Version::Legacy { TimeRule::LEGACY } else { TimeRule::CURRENT };
    TimeRule {
        multiplier: read(multipliers, "ac_to_time_limit")
            .or_else(|| read(limits, "time_multiplier"))
            .unwrap_or(usual.multiplier),
        margin: read(multipliers, "time_limit_to_tle")
            .or_else(|| read(limits, "time_safety_margin"))
            .unwrap_or(usual.margin),
        resolution: read(limits, "time_resolution").unwrap_or(usual.resolution),
    }
}

/// `testdata.yaml` and `test_group.yaml` of a folder, or the file of a single test.
pub fn group(value: &Value, reader: &mut SettingsReader<'_>) -> Config {
    reader.check("", value, "icpc-group");
    let mut validator_args = words(&value["output_validator_flags"]);
    validator_args.extend(words(&value["output_validator_args"]));
    let mut input_args = InputArgs::default();
    for key in ["input_validator_flags", "input_validator_args"] {
        match &value[key] {
            Value::Object(named) => {
                input_args.named.extend(named.iter().map(|(name, args)| (name.clone(), words(args))));
            }
            args => input_args.all.extend(words(args)),
        }
    }
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
        let ends: Option<Vec<f64>> = words(range).iter().map(|end| end.parse().ok()).collect();
        let ends: [f64; 2] = ends?.try_into().ok()?;
        (ends[0] <= ends[1]).then_some(ends)
    });
    let [least, most] =
        range.map_or([None; 2], |ends| ends.map(|end| Some(end).filter(|end| end.is_finite())));
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
        range: (least, most),
        flags: value.get("grader_flags").map(words),
        is_custom: reader
            .get(settings, "grading", Scope::Judging, names(&["default", "custom"]))
            .map(|grading| grading == "custom"),
        continues: on_reject.map(|word| word == "continue"),
    };
    Config { validator_args, input_args, folder: Some(folder), ..Config::default() }
}

/// `.timelimit`: nothing but a number.
pub fn time_limit(content: &str, reader: &mut SettingsReader<'_>) -> Config {
    let value = mapping([("time limit", content.trim())]);
    with_time(&value, "time limit", reader)
}

/// `domjudge-problem.ini`: lines such as `timelimit='3'`. Only in a package, the programs that it names can be found.
pub fn domjudge(content: &str, is_of_package: bool, reader: &mut SettingsReader<'_>) -> Config {
    let entries = content.lines().filter_map(|line| {
        let line = line.trim();
        let (key, value) = line.split_once('=').filter(|_| !line.starts_with(['#', ';', '[']))?;
        Some((key.trim(), value.trim().trim_matches(['\'', '"'])))
    });
    let value = mapping(entries);
    reader.check("", &value, "icpc-domjudge");
    let mut program = |key, scope| {
        let name = text(&value[key]);
        if !is_of_package && !name.is_empty() {
            reader.refuse(key, &value[key], scope);
        }
        Some(name).filter(|name| !name.is_empty())
    };
    Config {
        special_compare: program("special_compare", Scope::Judging),
        special_run: program("special_run", Scope::Running),
        validator_args: words(&value["special_compare_args"]),
        ..with_time(&value, "timelimit", reader)
    }
}

fn with_time(value: &Value, key: &str, reader: &mut SettingsReader<'_>) -> Config {
    let cpu = reader.time(("", value), key, 1.0);
    Config { limits: LimitOverrides { cpu, ..LimitOverrides::default() }, ..Config::default() }
}
