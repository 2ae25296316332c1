//! DMOJ's `init.yml`: a list of cases, some of them in batches. Times in seconds, sizes in KiB.

mod package;
mod patterns;
mod programs;

use serde_json::Value;

use super::checkers::{WORDS_OF_FILLED_LINES, lines, near};
use super::{Format, ManifestFile, ManifestKind, is_ours};
use crate::Error;
use crate::comparison::{Comparison, WhitespaceRules};
use crate::layout::naming_scheme::NamingScheme;
use crate::layout::scoring_config::ScoringConfig;
use crate::layout::settings::lines;
use crate::layout::settings::{Scope, SettingsReader, number, text, words};
use crate::layout::test::{Test, Validation};
use crate::layout::test_source::{AnswerBy, NamedSource, Origin};
use crate::score::{Group, Rule};
use crate::task::Task;
use nim_ground::file_io::FileIo;
use nim_ground::limits::{KIB, LimitOverrides, factor};

/// The format.
pub const FORMAT: Format = Format {
    manifests: &[ManifestKind::any("init.yml", read)],
    packages: &[package::FORMAT],
    ..Format::PLAIN
};

/// Reads an `init.yml`. A checker in Python is a module of DMOJ; only one that was written here is a program too.
fn read(file: &ManifestFile<'_>, reader: &mut SettingsReader<'_>) -> Result<Task, Error> {
    let value = file.contents()?;
    reader.check("", value, "dmoj-top");
    let settings = ("", value);
    let cpu = reader.time(settings, "time_limit", 1.0);
    let factor = reader.get(settings, "wall_time_factor", Scope::Time, |value| factor(number(value)?));
    let limits = LimitOverrides {
        cpu,
        wall: cpu.zip(factor).map(|(cpu, factor)| cpu.mul_f64(factor)),
        memory: reader.size(settings, "memory_limit", KIB, Scope::Memory),
        output: reader.size(settings, "output_limit_length", 1, Scope::Output),
    };
    let archive = reader.name(settings, "archive");
    let files = &value["file_io"];
    reader.check("file_io.", files, "dmoj-file-io");
    let files = FileIo {
        input: reader.file(("file_io.", files), "input"),
        output: reader.file(("file_io.", files), "output"),
    };
    let mut task = Task { limits, archive, files, ..Task::default() };
    match value["checker"].as_str() {
        Some(program) if is_ours(&file.path.with_file_name(program))? => {
            task.validator = Some(program.to_owned());
        }
        _ if programs::checker(value, &mut task, reader) => {}
        _ => task.comparison = reader.get(settings, "checker", Scope::Judging, checker),
    }
    programs::grader(value, &mut task, reader);
    programs::interactor(value, &mut task, reader);
    let mut scoring = ScoringConfig::default();
    let found = patterns::cases(value, file.folder, task.archive.as_deref(), reader)?;
    for list in ["pretest_test_cases", "test_cases"] {
        let prefix = if list == "test_cases" { "" } else { PRETEST };
        let cases = match &found {
            Some(found) if prefix.is_empty() => Some(found.clone()),
            // What finds them is read, or refused, already.
            None if prefix.is_empty() && value[list].is_object() => None,
            _ => reader.get(settings, list, Scope::Running, |cases| cases.as_array().cloned()),
        };
        batches(value, &cases.unwrap_or_default(), prefix, &mut task, &mut scoring, reader);
    }
    reader.check_dependencies(&scoring.root, |text, [_, on]| {
        let batch = on.strip_prefix(PRETEST).unwrap_or(on);
        lines::find_item(text, "dependencies", batch)
    });
    task.scoring = points(reader.points(settings, "points"), &mut task.tests, scoring);
    Ok(task)
}

/// Gives points to cases and batches that have none, of a package in which others have some: those of the whole file, else 1, and
/// pretests nothing. Returns the rules, if there are points.
fn points(of_all: Option<f64>, tests: &mut [Test], mut scoring: ScoringConfig) -> Option<ScoringConfig> {
    if of_all.is_none() && tests.iter().all(|test| test.points.is_none()) {
        return None;
    }
    let usual = of_all.unwrap_or(1.0);
    for test in tests {
        let usual = if test.is_sample { 0.0 } else { usual };
        test.points.get_or_insert(usual);
    }
    for group in &mut scoring.root.groups {
        let usual = if group.name.starts_with(PRETEST) { 0.0 } else { usual };
        group.points.get_or_insert(usual);
    }
    Some(scoring)
}

/// What the names of batches of pretests begin with.
const PRETEST: &str = "pretest ";

fn batches(
    top: &Value,
    cases: &[Value],
    prefix: &str,
    task: &mut Task,
    scoring: &mut ScoringConfig,
    reader: &mut SettingsReader<'_>,
) {
    let mut batches = 0;
    for case in cases {
        reader.check("test_cases.", case, "dmoj-case");
        let outer = with_settings(case, reader);
        // Pretests are run before the tests, and have no points beside them.
        let points = outer.points.map(|points| if prefix.is_empty() { points } else { 0.0 });
        let batched = case["batched"].as_array();
        batches += usize::from(batched.is_some());
        let group = batched.map(|_| format!("{prefix}{batches}"));
        if let Some(name) = group.clone() {
            let requires =
                words(&case["dependencies"]).iter().map(|batch| format!("{prefix}{batch}")).collect();
            let group = Group { name, rule: Rule::Min, points, requires, ..Group::default() };
            scoring.root.groups.push(Group { accepts_parts: true, ..group });
        }
        for own in batched.map_or(std::slice::from_ref(case), Vec::as_slice) {
            reader.check("test_cases.batched.", own, "dmoj-case");
            let inner = if batched.is_some() { with_settings(own, reader) } else { outer.clone() };
            let (mut input, mut answer) = (text(&own["in"]), text(&own["out"]));
            let around = [own, case, top];
            if programs::setting(around, "binary_data").is_none_or(|is_binary| is_binary != true) {
                task.lines.extend([input.clone(), answer.clone()]);
            }
            let plan = plan(around, &mut input, &mut answer, task, reader);
            task.test_sources.extend(plan);
            task.tests.push(Test {
                group: group.clone(),
                limits: inner.limits.or(outer.limits),
                validation: inner.validation.or_else(|| outer.validation.clone()),
                points,
                is_sample: !prefix.is_empty(),
                ..Test::listed(NamingScheme::Dmoj, input, answer)
            });
        }
    }
}

/// Names the files of a case that has none, and returns how they are made: by a generator, else they are empty.
fn plan(
    around: [&Value; 3],
    input: &mut String,
    answer: &mut String,
    task: &mut Task,
    reader: &mut SettingsReader<'_>,
) -> Option<NamedSource> {
    let generator = programs::setting(around, "generator");
    if let Some(generator) = generator.filter(|_| !input.is_empty()) {
        // Beside a file, DMOJ takes the answer alone from a generator, and has no arguments of cases for it.
        let has = |key| programs::setting(around, key).is_some();
        if has("generator_args") || has("generator_in") {
            reader.refuse("generator", generator, Scope::Running);
            return None;
        }
    }
    let is_made = input.is_empty() || answer.is_empty();
    let generated = is_made.then(|| programs::generated(around, task, reader)).flatten();
    let nothing = || Origin::Text(String::new());
    let by = match (answer.is_empty(), &generated) {
        (false, _) => AnswerBy::Stored,
        (true, Some(run)) if !input.is_empty() => AnswerBy::Errors(run.clone()),
        (true, Some(_)) => AnswerBy::Generator,
        (true, None) => AnswerBy::From(nothing()),
    };
    let origin = input.is_empty().then(|| generated.map_or_else(nothing, Origin::Run));
    for (name, ending) in [(&mut *input, "in"), (&mut *answer, "out")] {
        if name.is_empty() {
            *name = format!("generated/{}.{ending}", task.tests.len() + 1);
        }
    }
    Some(NamedSource { input: input.clone(), answer: answer.clone(), origin, by })
        .filter(NamedSource::makes_any)
}

/// Returns a test with the settings of a case or a batch, and without files.
fn with_settings(case: &Value, reader: &mut SettingsReader<'_>) -> Test {
    let settings = ("test_cases.", case);
    let output = reader.size(settings, "output_limit_length", 1, Scope::Output);
    Test {
        limits: LimitOverrides { output, ..LimitOverrides::default() },
        validation: reader.get(settings, "checker", Scope::Judging, checker).map(Validation::Compare),
        points: reader.points(settings, "points"),
        ..Test::listed(NamingScheme::Dmoj, String::new(), String::new())
    }
}

/// Returns a checker by name, or with arguments.
fn checker(value: &Value) -> Option<Comparison> {
    let name = value.as_str().or_else(|| value["name"].as_str())?;
    let args = value["args"].as_object();
    let known: &[&str] = match name {
        "floats" => &["error_mode", "precision"],
        "floatsabs" | "floatsrel" => &["precision"],
        "identical" => &["pe_allowed"],
        _ => &[],
    };
    if args.is_some_and(|args| args.keys().any(|key| !known.contains(&key.as_str()))) {
        return None;
    }
    let arg = |key: &str| args.and_then(|args| args.get(key));
    let floats = |mode: &str| {
        let digits = arg("precision").map_or(Some(6), Value::as_i64)?;
        let near_enough = Some(10_f64.powi(-i32::try_from(digits).ok()?));
        let tolerance = match mode {
            "default" => near(near_enough, near_enough),
            "absolute" => near(near_enough, None),
            "relative" => near(None, near_enough),
            _ => return None,
        };
        Some(Comparison { format: Some(WORDS_OF_FILLED_LINES), ..tolerance })
    };
    match name {
        "standard" => Some(lines(WORDS_OF_FILLED_LINES)),
        "identical" | "identical_with_pe" => Some(lines(WhitespaceRules::EXACT)),
        "rstripped" => Some(lines(WhitespaceRules::LINES)),
        "floats" => floats(&arg("error_mode").map_or("default".to_owned(), text)),
        "floatsabs" => floats("absolute"),
        "floatsrel" => floats("relative"),
        _ => None,
    }
}
