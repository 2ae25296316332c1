//! ICPC and Kattis packages, legacy and 2025-09, with the additions of `DOMjudge`. Times in seconds, sizes in MiB.

mod beside;
mod domjudge;
pub(super) mod examples;
mod judging;
mod legacy;
mod package;
mod packages;
mod rules;
mod scores;
pub(super) mod submissions;

use std::path::Path;
use std::sync::Arc;

use serde_json::{Map, Value};

pub use self::package::{note_unknown, take_statements, uuid_of, write_own};

use super::{Format, ManifestFile, ManifestKind, yaml};
use crate::Error;
use crate::constants::Constants;
use crate::formats::manifest::{FolderScores, Manifest, OutputArgs, Version};
use crate::language::is_code;
use crate::layout::input_validators::{InputArgs, InputValidator, is_called};
use crate::layout::settings::{Scope, SettingsReader, mapping, number, text, words};
use crate::time_rule::TimeRule;
use nim_ground::files::{is_executable, sorted};
use nim_ground::limits::{LimitOverrides, MIB};
use nim_ground::presence;

pub const FORMAT: Format = Format {
    manifests: &[
        ManifestKind::any("problem.yaml", problem),
        ManifestKind::any("testdata.yaml", |file, reader| group(file.contents()?, file, reader)),
        ManifestKind::any("test_group.yaml", of_test),
        ManifestKind::any(".timelimit", time_limit),
        ManifestKind::any("domjudge-problem.ini", domjudge),
    ],
    has_programs: true,
    packages: &[package::FORMAT, legacy::FORMAT],
    ..Format::PLAIN
};

/// Reads a `problem.yaml`.
fn problem(file: &ManifestFile<'_>, reader: &mut SettingsReader<'_>) -> Result<Manifest, Error> {
    let value = file.contents()?;
    reader.check("", value, "icpc-problem");
    let limits = &value["limits"];
    reader.check("limits.", limits, "icpc-limits");
    let mut task = Manifest { validator_args: words(&value["validator_flags"]), ..Manifest::default() };
    for key in ["validation", "type"] {
        for word in words(&value[key]) {
            match (key, word.as_str()) {
                ("validation", "default") | ("type", "pass-fail") => {}
                ("validation", "custom") => task.custom_validator = true,
                ("validation", "score") => (task.has_scores, task.custom_scores) = (true, true),
                ("type", "scoring") => task.has_scores = true,
                (_, "interactive") => task.interactive = true,
                (_, "multi-pass") | ("validation", "multipass") => task.multi_pass = true,
                ("type", _) => reader.refuse(key, &value[key], Scope::Running),
                _ => reader.refuse(key, &value[key], Scope::Judging),
            }
        }
    }
    let version = match text(&value["problem_format_version"]).as_str() {
        "" | "legacy" | "legacy-icpc" => Version::Legacy,
        _ => Version::Current,
    };
    task.version = Some(version);
    // A constant is put into texts in its spelling; in exported files, a number stays a number.
    let node = file.parsed.as_ref().ok().and_then(|contents| contents.node.as_ref());
    let written = node.map(|node| node.json_with_texts(&|_, key| key == "constants"));
    task.constants = Constants::from_config(written.as_ref().unwrap_or(value));
    task.defines = Some(&[]);
    task.has_grammar = !value["grammar"].is_null();
    task.validators = validators(file.folder, &VALIDATORS)?;
    if task.has_scores && value["grading"]["custom_scoring"] == true {
        reader.refuse("grading.custom_scoring", &value["grading"]["custom_scoring"], Scope::Scoring);
    }
    let limits = ("limits.", limits);
    task.time_rule = Some(time_rule(limits, version, reader));
    task.validation_time = reader.time(limits, "validation_time", 1.0);
    task.passes = reader.get(limits, "validation_passes", Scope::Running, |passes| {
        text(passes).parse().ok().filter(|&passes| passes > 0)
    });
    task.limits = reader.limits(limits, ("time_limit", 1.0), ("memory", MIB), Some(("output", MIB)));
    Ok(task)
}

/// The folders of validators.
const VALIDATORS: [&str; 3] = ["input_validators", "input_validator", "input_format_validators"];
/// The folders of output validators.
const OUTPUT_VALIDATORS: [&str; 2] = ["output_validator", "output_validators"];
const ANSWER_VALIDATORS: &str = "answer_validators";
/// The status with which a validator accepts an input; a script of checktestdata has the usual one.
const ACCEPTED: i32 = 42;

/// Returns the validators of a package's answers: each gets the input as its argument, and the answer on standard input.
pub(super) fn answer_validators(package: &Path, input: &Path) -> Result<Vec<InputValidator>, Error> {
    let mut calls = validators(package, &[ANSWER_VALIDATORS])?;
    for call in &mut calls {
        call.args.push(input.display().to_string());
        call.readable.extend(input.parent().map(Path::to_path_buf));
    }
    Ok(calls)
}

/// Returns the validators in the first existing folder of these. A shell script without the right to be executed, beside others, is a
/// helper of the authors.
fn validators(package: &Path, folders: &[&str]) -> Result<Vec<InputValidator>, Error> {
    let mut own = None;
    for folder in folders {
        if presence::is_folder(&package.join(folder))? {
            own = Some(folder);
            break;
        }
    }
    let Some(folder) = own else { return Ok(Vec::new()) };
    let paths = sorted(&package.join(folder)).map_err(Error::unreadable(folder))?;
    let (mut helpers, mut own) = (Vec::new(), Vec::new());
    for path in paths {
        let is_script = path.extension().is_some_and(|own| own == "sh" || own == "bash");
        let is_helper = is_script && !is_executable(&path)?;
        if is_helper { &mut helpers } else { &mut own }.push(path);
    }
    let mut has_program = false;
    for path in &own {
        has_program |= presence::is_folder(path)? || is_executable(path)? || is_code(path);
    }
    if !has_program {
        own.extend(helpers);
        own.sort();
    }
    let names = own.iter().filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()));
    let validators = names.filter(|name| !name.starts_with('.')).map(|name| {
        let accepted = if name.ends_with(".ctd") { 0 } else { ACCEPTED };
        InputValidator { accepted, ..InputValidator::new(package, &format!("{folder}/{name}")) }
    });
    Ok(validators.collect())
}

/// Returns the rule by which the time limit follows from the accepted submissions. The keys have other names in each version, and tools
/// read both.
fn time_rule(limits: (&str, &Value), version: Version, reader: &mut SettingsReader<'_>) -> TimeRule {
    let multipliers = ("limits.time_multipliers.", &limits.1["time_multipliers"]);
    let usual = if version == Version::Legacy { TimeRule::LEGACY } else { TimeRule::CURRENT };
    let multiplier = reader.factor(multipliers, "ac_to_time_limit");
    let multiplier = multiplier.or_else(|| reader.factor(limits, "time_multiplier"));
    let margin = reader.factor(multipliers, "time_limit_to_tle");
    let margin = margin.or_else(|| reader.factor(limits, "time_safety_margin"));
    TimeRule {
        multiplier: multiplier.unwrap_or(usual.multiplier),
        margin: margin.unwrap_or(usual.margin),
        resolution: reader.factor(limits, "time_resolution").unwrap_or(usual.resolution),
    }
}

/// `testdata.yaml` and `test_group.yaml` of a folder, or the file of a single test.
fn group(value: &Value, file: &ManifestFile<'_>, reader: &mut SettingsReader<'_>) -> Result<Manifest, Error> {
    reader.check("", value, "icpc-group");
    let package = package_around(file)?;
    let output_args = output_args(value, package.as_deref(), reader)?;
    let (input_args, has_input_args) = input_args(value, package.as_deref(), reader);
    let settings = ("", value);
    let max_score = reader.get(settings, "max_score", Scope::Scoring, |value| match value.as_str() {
        Some("unbounded") => Some(None),
        _ => number(value).map(Some),
    });
    let on_reject = reader.get(settings, "on_reject", Scope::Scoring, one_of(&["break", "continue"]));
    let range = reader.get(settings, "range", Scope::Scoring, |range| {
        let ends: Option<Vec<f64>> = words(range).iter().map(|end| end.parse().ok()).collect();
        let ends: [f64; 2] = ends?.try_into().ok()?;
        (ends[0] <= ends[1]).then_some(ends)
    });
    let [least, most] =
        range.map_or([None; 2], |ends| ends.map(|end| Some(end).filter(|end| end.is_finite())));
    let rules = one_of(&["pass-fail", "sum", "min"]);
    let folder = FolderScores {
        max_score,
        aggregation: reader.get(settings, "score_aggregation", Scope::Scoring, rules),
        require_pass: words(&value["require_pass"]),
        require_line: reader.line("require_pass"),
        accept_score: reader.points(settings, "accept_score"),
        range: (least, most),
        flags: value.get("grader_flags").map(words),
        is_custom: reader
            .get(settings, "grading", Scope::Scoring, one_of(&["default", "custom"]))
            .map(|grading| grading == "custom"),
        continues: on_reject.map(|word| word == "continue"),
    };
    let validator_args = output_args.as_ref().map(|said| said.args.clone()).unwrap_or_default();
    let folder = Some(folder);
    Ok(Manifest { validator_args, output_args, input_args, has_input_args, folder, ..Manifest::default() })
}

/// Returns a reader of words, of which only these are known.
fn one_of(known: &[&str]) -> impl Fn(&Value) -> Option<String> {
    move |value| value.as_str().filter(|name| known.contains(name)).map(str::to_owned)
}

/// Returns the arguments of the output validator: in the legacy format a text, or a mapping from its name to a text.
fn output_args(
    value: &Value,
    package: Option<&Manifest>,
    reader: &mut SettingsReader<'_>,
) -> Result<Option<OutputArgs>, Error> {
    const KEY: &str = "output_validator_flags";
    let mut said: Option<OutputArgs> = None;
    for key in [KEY, "output_validator_args"] {
        match value.get(key) {
            None | Some(Value::Null) => {}
            Some(Value::Object(named)) => {
                let Some((name, args)) = of_named(named) else {
                    reader.refuse_type(
                        key,
                        &value[key],
                        "a text, or a mapping with the texts name and flags",
                    );
                    continue;
                };
                let is_there =
                    package.map_or(Ok(true), |package| has_output_validator(&package.root, &name))?;
                if !is_there {
                    reader.refuse_name(key, &name, "the output validator", Scope::Judging);
                }
                said = Some(OutputArgs { name: Some(name).filter(|_| is_there), args });
            }
            Some(args) => said.get_or_insert_default().args.extend(words(args)),
        }
    }
    Ok(said)
}

/// Returns whether a package has an output validator of this name, with or without its ending.
fn has_output_validator(package: &Path, name: &str) -> Result<bool, Error> {
    for folder in OUTPUT_VALIDATORS {
        let place = package.join(folder);
        let all = presence::absent_is_none(sorted(&place), &place).map_err(Error::unreadable(folder))?;
        if all.into_iter().flatten().any(|path| is_called(&path, name)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the name and the flags of a validator in a mapping of the legacy format.
fn of_named(named: &Map<String, Value>) -> Option<(String, Vec<String>)> {
    let is_one = named.keys().all(|key| ["name", "flags"].contains(&key.as_str()));
    let name = named.get("name")?.as_str().filter(|name| is_one && !name.is_empty())?;
    let flags = named.get("flags").unwrap_or(&Value::Null);
    (flags.is_null() || flags.is_string()).then(|| (name.to_owned(), words(flags)))
}

/// Returns the arguments of the input validators: of all, or of one by its name and flags, or of several by their names. Also returns
/// whether the file states any.
fn input_args(
    value: &Value,
    package: Option<&Manifest>,
    reader: &mut SettingsReader<'_>,
) -> (InputArgs, bool) {
    let (mut own, mut is_said) = (InputArgs::default(), false);
    for key in ["input_validator_flags", "input_validator_args"] {
        is_said |= value.get(key).is_some_and(|args| !args.is_null());
        match &value[key] {
            Value::Object(named) => {
                let of_one = of_named(named);
                let others = if of_one.is_none() { Some(named) } else { None };
                own.named.extend(of_one);
                for (name, args) in others.into_iter().flatten() {
                    let is_listed = args.as_array().is_some_and(|args| args.iter().all(Value::is_string));
                    if args.is_null() || args.is_string() || is_listed {
                        own.named.insert(name.clone(), words(args));
                    } else {
                        reader.refuse_type(&format!("{key}.{name}"), args, "a text or a list of texts");
                    }
                }
                let Some(package) = package else { continue };
                for name in own.named.keys() {
                    if !package.validators.iter().any(|own| is_called(Path::new(&own.name), name)) {
                        reader.refuse_name(key, name, "the input validator", Scope::Running);
                    }
                }
            }
            args => own.all.extend(words(args)),
        }
    }
    (own, is_said)
}

/// Returns the package that a file of its data belongs to.
fn package_around(file: &ManifestFile<'_>) -> Result<Option<Arc<Manifest>>, Error> {
    let real = file.path.canonicalize().map_err(Error::unreadable(file.path.display()))?;
    let package = real.ancestors().find(|folder| folder.ends_with("data")).and_then(Path::parent);
    let Some(package) = package else { return Ok(None) };
    Ok(file.manifests.open(&package.join(FORMAT.manifests[0].name))?)
}

/// Reads the settings of one test, in a file beside it, or of a folder; they may name constants.
fn of_test(file: &ManifestFile<'_>, reader: &mut SettingsReader<'_>) -> Result<Manifest, Error> {
    if !file.text.contains("{{") {
        return group(file.contents()?, file, reader);
    }
    let text = package_around(file)?
        .map_or_else(|| file.text.to_owned(), |package| package.constants.filled(file.text));
    group(&yaml(&text)?.value, file, reader)
}

/// Reads a `.timelimit`: nothing but a number.
fn time_limit(file: &ManifestFile<'_>, reader: &mut SettingsReader<'_>) -> Result<Manifest, Error> {
    let value = mapping([("time limit", file.text.trim())]);
    Ok(with_time(&value, "time limit", reader))
}

/// Reads a `domjudge-problem.ini`: lines such as `timelimit='3'`. The programs that it names are searched only in a package.
fn domjudge(file: &ManifestFile<'_>, reader: &mut SettingsReader<'_>) -> Result<Manifest, Error> {
    let is_of_package = presence::is_folder(&file.folder.join("data"))?;
    let entries = file.text.lines().filter_map(|line| {
        let line = line.trim();
        let (key, value) = line.split_once('=').filter(|_| !line.starts_with(['#', ';', '[']))?;
        Some((key.trim(), value.trim().trim_matches(['\'', '"'])))
    });
    let value = mapping(entries);
    reader.check("", &value, "icpc-domjudge");
    let is_alone = !presence::is_file(&file.folder.join(FORMAT.manifests[0].name))?;
    let validators = if is_alone { validators(file.folder, &VALIDATORS)? } else { Vec::new() };
    let programs = [("special_compare", Scope::Judging), ("special_run", Scope::Running)];
    let [special_compare, special_run] = programs.map(|(key, scope)| {
        let name = text(&value[key]);
        if !is_of_package && !name.is_empty() {
            reader.refuse(key, &value[key], scope);
        }
        Some(name).filter(|name| !name.is_empty())
    });
    Ok(Manifest {
        validators,
        defines: Some(&["DOMJUDGE"]),
        special_compare,
        special_run,
        validator_args: words(&value["special_compare_args"]),
        ..with_time(&value, "timelimit", reader)
    })
}

fn with_time(value: &Value, key: &str, reader: &mut SettingsReader<'_>) -> Manifest {
    let cpu = reader.time(("", value), key, 1.0);
    Manifest { limits: LimitOverrides { cpu, ..LimitOverrides::default() }, ..Manifest::default() }
}
