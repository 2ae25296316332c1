//! Hydro's `config.yaml`: times and sizes with units; cases at the top or in subtasks.

mod package;

use std::path::Path;

use itertools::Itertools as _;
use serde_json::Value;

use super::checkers::{FILLED_LINES, lines, testlib};
use super::{Format, ManifestFile, ManifestKind};
use crate::Error;
use crate::comparison::{Comparison, WhitespaceRules};
use crate::formats::manifest::Manifest;
use crate::graders::Graders;
use crate::layout::naming_scheme::NamingScheme;
use crate::layout::scoring_config::{ScoringConfig, Share};
use crate::layout::settings::lines;
use crate::layout::settings::{Scope, SettingsReader, number, processes, text, words};
use crate::layout::test::{LanguageLimits, Test};
use crate::layout::test_source::{AnswerBy, NamedSource, Origin};
use crate::protocol::{Protocol, Start};
use crate::score::{Group, Rule};
use nim_ground::file_io::FileIo;
use nim_ground::folder::file_below;
use nim_ground::limits::{KIB, LimitOverrides, MIB, factor, parse_size, parse_time, size_limit, time_limit};

/// The formats of Hydro and of Vijos.
pub const FORMAT: Format = Format {
    manifests: &[
        ManifestKind::any("config.yaml", read),
        ManifestKind::any("config.yml", read),
        ManifestKind::any("config.ini", |file, _| vijos(file.text, file.folder)),
    ],
    leave_out: Some(outside_data),
    packages: &[package::FORMAT],
    ..Format::PLAIN
};

/// Reads Vijos' `Config.ini`: the number of tests, and for each a line of input, output, seconds, points and KiB, with bars between
/// them. Every test is a subtask. The files may lie in folders of their own.
fn vijos(text: &str, folder: &Path) -> Result<Manifest, Error> {
    let mut lines = text.lines();
    let count: usize = lines
        .next()
        .and_then(|line| line.trim().parse().ok())
        .ok_or_else(|| Error::Malformed("line 1 is no number".into()))?;
    let mut task = Manifest::default();
    let mut scoring =
        ScoringConfig { total: Some(100.0), share: Share::Ascending, ..ScoringConfig::default() };
    for test in 1..=count {
        let line = lines.next().ok_or_else(|| format!("it has {} of {count} tests", test - 1))?;
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [points, kib] = [3, 4].map(|at| fields.get(at).and_then(|field| field.parse::<f64>().ok()));
        let [input, output, time, ..] = fields[..] else {
            return Err(format!("line {} has no input, output and time", test + 1).into());
        };
        let limits = LimitOverrides {
            cpu: Some(parse_time(&format!("{time}s"))?),
            memory: Some(kib.map_or(Ok(256 * MIB), |kib| size_limit((kib * KIB as f64) as u64))?),
            ..LimitOverrides::default()
        };
        let group = Group { name: test.to_string(), rule: Rule::Min, points, ..Group::default() };
        scoring.root.groups.push(group);
        let (input, answer) = (within(folder, "Input", input)?, within(folder, "Output", output)?);
        let files = Test::listed(NamingScheme::Hydro, input, answer);
        task.tests.push(Test { group: Some(test.to_string()), limits, ..files });
    }
    task.scoring = Some(scoring);
    Ok(task)
}

/// Returns the path of a file in its folder of this name, if it lies only there; otherwise its own name.
fn within(folder: &Path, inner: &str, name: &str) -> Result<String, Error> {
    let own = format!("{inner}/{name}");
    let is_within = file_below(folder, name)?.is_none() && file_below(folder, &own)?.is_some();
    Ok(if is_within { own } else { name.to_owned() })
}

/// Returns the files of packages that are no data: statements, submissions, programs.
fn outside_data(names: &[&str]) -> Vec<usize> {
    let folders = names.iter().filter_map(|name| name.strip_suffix("problem.yaml"));
    let folders = folders.filter(|folder| folder.is_empty() || folder.ends_with('/'));
    let folders: Vec<(&str, String)> = folders
        .map(|folder| (folder, format!("{folder}testdata/")))
        .filter(|(_, data)| names.iter().any(|name| name.starts_with(data)))
        .collect();
    let outside = names.iter().positions(|name| {
        let is_program = [".py", ".cc", ".cpp", ".c", ".h"].iter().any(|ending| name.ends_with(ending));
        let mut around = folders.iter().filter(|(folder, _)| name.starts_with(folder));
        around.any(|(_, data)| is_program || !name.starts_with(data))
    });
    outside.collect()
}

/// Reads a `config.yaml`.
fn read(file: &ManifestFile<'_>, reader: &mut SettingsReader<'_>) -> Result<Manifest, Error> {
    let value = file.contents()?;
    reader.check("", value, "hydro-top");
    let limits = limits(("", value), reader);
    let mut task = Manifest { limits, ..Manifest::default() };
    task.files = reader
        .get(("", value), "filename", Scope::Running, |name| FileIo::from_name(&text(name)).ok())
        .unwrap_or_default();
    task.language_limits = language_limits(value, reader);
    programs(value, &mut task, reader);
    cases("cases.", &value["cases"], None, limits, &mut task, reader);
    let mut scoring = ScoringConfig {
        total: Some(100.0),
        share: Share::Ascending,
        subtask: Some(Rule::Min),
        ..ScoringConfig::default()
    };
    for (index, subtask) in value["subtasks"].as_array().into_iter().flatten().enumerate() {
        reader.check("subtasks.", subtask, "hydro-subtask");
        let id = Some(text(&subtask["id"])).filter(|id| !id.is_empty()).unwrap_or((index + 1).to_string());
        let group = group(&id, subtask, reader);
        scoring.root.groups.push(group);
        let limits = self::limits(("subtasks.", subtask), reader).or(limits);
        let cases_of_files = task.tests.len();
        cases("subtasks.cases.", &subtask["cases"], Some(&id), limits, &mut task, reader);
        if task.tests.len() == cases_of_files {
            // The limits of such a subtask would apply to files found by their names.
            for (key, scope) in [("time", Scope::Time), ("memory", Scope::Memory)] {
                let _: Option<()> = reader.get(("subtasks.", subtask), key, scope, |_| None);
            }
        }
    }
    reader.check_dependencies(&scoring.root, |text, [_, on]| lines::find_item(text, "if", on));
    task.scoring = Some(scoring);
    Ok(task)
}

/// Reads the programs that judge the outputs, and those that are compiled with submissions.
fn programs(value: &Value, task: &mut Manifest, reader: &mut SettingsReader<'_>) {
    match value["type"].as_str() {
        Some("interactive") => task.interactor = file(value, "interactor", reader),
        Some("communication") => {
            task.interactor = file(value, "manager", reader);
            let processes = reader.get(("", value), "num_processes", Scope::Running, processes);
            let processes = processes.unwrap_or(1);
            let start = Start::Manager { names: None, processes, sums_time: false };
            task.interactor_style = Some(Protocol { start, ..Protocol::CMS_MANAGER });
        }
        _ => {}
    }
    if matches!(value["type"].as_str(), Some("interactive" | "communication")) && task.interactor.is_none() {
        reader.refuse("type", &value["type"], Scope::Judging);
    }
    let beside = words(&value["user_extra_files"]);
    if beside.iter().any(|name| matches!(name.as_str(), "compile.sh" | "execute.sh")) {
        reader.refuse("user_extra_files", &value["user_extra_files"], Scope::Running);
    } else if !beside.is_empty() {
        task.graders = Some(Graders { beside, ..Graders::default() });
    }
    let style = match value["checker_type"].as_str() {
        Some("kattis") => Protocol::KATTIS,
        Some("testlib") => Protocol::TESTLIB,
        Some("hustoj") => Protocol::HUSTOJ,
        Some("lemon") => Protocol::LEMON,
        Some("syzoj") => Protocol::SYZOJ,
        Some("qduoj") => Protocol::QDUOJ,
        _ => {
            task.comparison = reader.get(("", value), "checker_type", Scope::Judging, checker);
            let _: Option<()> = reader.get(("", value), "checker", Scope::Judging, |_| None);
            return;
        }
    };
    match file(value, "checker", reader) {
        // A name without a dot is a checker of testlib.
        Some(name) if !name.contains('.') => {
            task.comparison = reader.get(("", value), "checker", Scope::Judging, |_| testlib(&name));
        }
        Some(name) => (task.validator, task.validator_style) = (Some(name), Some(style)),
        None => reader.refuse("checker_type", &value["checker_type"], Scope::Judging),
    }
}

/// Returns the file of a program, which may have a language beside it.
fn file(value: &Value, key: &str, reader: &mut SettingsReader<'_>) -> Option<String> {
    match value[key]["file"].as_str() {
        Some(file) => Some(file.to_owned()),
        None => reader.name(("", value), key),
    }
}

/// Returns the factors of limits by languages.
fn language_limits(value: &Value, reader: &mut SettingsReader<'_>) -> Vec<LanguageLimits> {
    let time = rates(value, "time_limit_rate", Scope::Time, reader).into_iter();
    let time = time.map(|(language, rate)| LanguageLimits { language, time: Some(rate), memory: None });
    let memory = rates(value, "memory_limit_rate", Scope::Memory, reader).into_iter();
    let memory = memory.map(|(language, rate)| LanguageLimits { language, time: None, memory: Some(rate) });
    time.chain(memory).collect()
}

/// Returns the factors of one limit by languages.
fn rates(value: &Value, key: &str, scope: Scope, reader: &mut SettingsReader<'_>) -> Vec<(String, f64)> {
    let rates = reader.get(("", value), key, scope, |rates| {
        let rates = rates.as_object()?.iter();
        rates.map(|(name, rate)| Some((name.clone(), factor(number(rate)?)?))).collect()
    });
    rates.unwrap_or_default()
}

/// Returns the rules of a subtask.
fn group(id: &str, subtask: &Value, reader: &mut SettingsReader<'_>) -> Group {
    let settings = ("subtasks.", subtask);
    let rule = reader.get(settings, "type", Scope::Scoring, |kind| {
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

/// Adds the cases of a list. A file that a case does not name, or that is `/dev/null`, is empty.
fn cases(
    at: &str,
    cases: &Value,
    group: Option<&String>,
    weaker: LimitOverrides,
    task: &mut Manifest,
    reader: &mut SettingsReader<'_>,
) {
    for case in cases.as_array().into_iter().flatten() {
        reader.check(at, case, "hydro-case");
        let limits = limits((at, case), reader).or(weaker);
        let points = reader.points((at, case), "score").filter(|&points| points != 0.0);
        let number = task.tests.len() + 1;
        let [input, answer] = ["input", "output"]
            .map(|key| Some(text(&case[key])).filter(|name| !name.is_empty() && name != NO_FILE));
        let source = NamedSource {
            origin: input.is_none().then_some(Origin::Text(String::new())),
            by: answer.as_ref().map_or(AnswerBy::From(Origin::Text(String::new())), |_| AnswerBy::Stored),
            input: input.unwrap_or_else(|| format!("case-{number}.in")),
            answer: answer.unwrap_or_else(|| format!("case-{number}.out")),
        };
        let files = Test::listed(NamingScheme::Hydro, source.input.clone(), source.answer.clone());
        task.tests.push(Test { group: group.cloned(), limits, points, ..files });
        task.test_sources.extend(Some(source).filter(NamedSource::makes_any));
    }
}

/// The file name in a case that stands for a missing file.
const NO_FILE: &str = "/dev/null";

fn limits(settings: (&str, &Value), reader: &mut SettingsReader<'_>) -> LimitOverrides {
    LimitOverrides {
        cpu: reader.get(settings, "time", Scope::Time, |time| match time.as_f64() {
            Some(seconds) => time_limit(seconds).ok(),
            None => parse_time(time.as_str()?).ok(),
        }),
        memory: reader.get(settings, "memory", Scope::Memory, |memory| match memory.as_f64() {
            Some(mebibytes) => size_limit((mebibytes * MIB as f64) as u64).ok(),
            None => parse_size(memory.as_str()?).ok(),
        }),
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
