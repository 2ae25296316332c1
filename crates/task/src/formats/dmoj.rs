//! DMOJ's `init.yml`: a list of cases, some of them in batches. Times in seconds, sizes in KiB.

mod package;
mod patterns;
mod programs;

use std::collections::HashMap;

use serde_json::Value;

use super::checkers::{WORDS_OF_FILLED_LINES, lines, near};
use super::{Format, ManifestFile, ManifestKind, is_ours};
use crate::Error;
use crate::comparison::{Comparison, WhitespaceRules};
use crate::formats::manifest::Manifest;
use crate::layout::naming_scheme::NamingScheme;
use crate::layout::scoring_config::ScoringConfig;
use crate::layout::settings::lines;
use crate::layout::settings::{Scope, SettingsReader, number, text, words};
use crate::layout::test::{Test, Validation};
use crate::layout::test_source::{AnswerBy, NamedSource, Origin};
use crate::score::{Group, Rule};
use nim_ground::file_io::FileIo;
use nim_ground::limits::{KIB, LimitOverrides, factor};

pub const FORMAT: Format = Format {
    manifests: &[ManifestKind::any("init.yml", read)],
    has_compiler_options: true,
    packages: &[package::FORMAT],
    ..Format::PLAIN
};

/// Reads an `init.yml`. A checker in Python is a module of DMOJ; only the one written by this program is also a program.
fn read(file: &ManifestFile<'_>, reader: &mut SettingsReader<'_>) -> Result<Manifest, Error> {
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
    let mut task = Manifest { limits, archive, files, ..Manifest::default() };
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
    for (list, is_pretest) in [("pretest_test_cases", true), ("test_cases", false)] {
        let cases = match &found {
            Some(found) if !is_pretest => Some(found.clone()),
            // The patterns that find the tests were read, or refused, above.
            None if !is_pretest && value[list].is_object() => None,
            _ => reader.get(settings, list, Scope::Running, |cases| cases.as_array().cloned()),
        };
        batches(value, &cases.unwrap_or_default(), is_pretest, &mut task, &mut scoring, reader);
    }
    reader.check_dependencies(&scoring.root, |text, [_, on]| lines::find_item(text, "dependencies", on));
    task.scoring = points(reader.points(settings, "points"), &mut task.tests, scoring);
    Ok(task)
}

/// Gives points to cases and batches that have none, in a package in which others have some: those of the whole file, otherwise 1. A
/// pretest outside of batches has none. Returns the rules, if there are points.
fn points(of_all: Option<f64>, tests: &mut [Test], mut scoring: ScoringConfig) -> Option<ScoringConfig> {
    if of_all.is_none() && tests.iter().all(|test| test.points.is_none()) {
        return None;
    }
    let usual = of_all.unwrap_or(1.0);
    for test in &mut *tests {
        let is_free = test.is_sample && test.group.is_none();
        test.points.get_or_insert(if is_free { 0.0 } else { usual });
    }
    for group in &mut scoring.root.groups {
        group.points.get_or_insert(usual);
    }
    require_free(tests, &mut scoring.root);
    Some(scoring)
}

/// Makes all that comes after a case or batch of 0 points require it, since DMOJ runs nothing after such a case that fails. Cases outside
/// of batches get groups.
fn require_free(tests: &mut [Test], root: &mut Group) {
    let mut places: HashMap<String, usize> =
        root.groups.iter().map(|group| group.name.clone()).zip(0..).collect();
    let mut last: Option<String> = None;
    for (number, test) in (1..).zip(tests) {
        let is_free = test.points == Some(0.0);
        let name = match (&test.group, &last) {
            (Some(batch), _) => batch.clone(),
            (None, _) if is_free => format!("case {number}"),
            (None, Some(last)) => format!("after {last}"),
            (None, None) => continue,
        };
        // The further cases of a batch.
        if last.as_ref() == Some(&name) {
            continue;
        }
        let place = *places.entry(name.clone()).or_insert(root.groups.len());
        if place == root.groups.len() {
            root.groups.push(Group { name: name.clone(), ..Group::default() });
        }
        let requires = &mut root.groups[place].requires;
        if let Some(last) = last.as_ref().filter(|last| !requires.contains(last)) {
            requires.push(last.clone());
        }
        test.group = Some(name.clone());
        if is_free {
            last = Some(name);
        }
    }
}

fn batches(
    top: &Value,
    cases: &[Value],
    is_pretest: bool,
    task: &mut Manifest,
    scoring: &mut ScoringConfig,
    reader: &mut SettingsReader<'_>,
) {
    for case in cases {
        reader.check("test_cases.", case, "dmoj-case");
        let outer = with_settings(case, reader);
        let batched = case["batched"].as_array();
        let is_free = is_pretest && batched.is_none();
        let points = outer.points.map(|points| if is_free { 0.0 } else { points });
        // Batches of pretests are numbered with the others.
        let group = batched.map(|_| (scoring.root.groups.len() + 1).to_string());
        if let Some(name) = group.clone() {
            let requires = words(&case["dependencies"]);
            let group = Group { name, rule: Rule::Min, points, requires, ..Group::default() };
            scoring.root.groups.push(Group { accepts_parts: true, ..group });
        }
        for own in batched.map_or(std::slice::from_ref(case), Vec::as_slice) {
            let inner = if batched.is_some() {
                reader.check("test_cases.batched.", own, "dmoj-case");
                with_settings(own, reader)
            } else {
                outer.clone()
            };
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
                is_sample: is_pretest,
                ..Test::listed(NamingScheme::Dmoj, input, answer)
            });
        }
    }
}

/// Names the files of a case that has none, and returns their origin: a generator, or empty files.
fn plan(
    around: [&Value; 3],
    input: &mut String,
    answer: &mut String,
    task: &mut Manifest,
    reader: &mut SettingsReader<'_>,
) -> Option<NamedSource> {
    let generator = programs::setting(around, "generator");
    if let Some(generator) = generator.filter(|_| !input.is_empty()) {
        // For a stored file, DMOJ takes only the answer from a generator, without arguments of cases.
        let args = ["generator_args", "generator_in"];
        if args.into_iter().any(|key| programs::setting(around, key).is_some()) {
            reader.refuse("generator", generator, Scope::Running);
            return None;
        }
    }
    let is_made = input.is_empty() || answer.is_empty();
    let generated = is_made.then(|| programs::generated(around, task, reader)).flatten();
    let by = match (answer.is_empty(), &generated) {
        (false, _) => AnswerBy::Stored,
        (true, Some(run)) if !input.is_empty() => AnswerBy::Errors(run.clone()),
        (true, Some(_)) => AnswerBy::Generator,
        (true, None) => AnswerBy::From(Origin::Text(String::new())),
    };
    let origin = input.is_empty().then(|| generated.map_or(Origin::Text(String::new()), Origin::Run));
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
    let args = &value["args"];
    let known: &[&str] = match name {
        "floats" => &["error_mode", "precision"],
        "floatsabs" | "floatsrel" => &["precision"],
        "identical" => &["pe_allowed"],
        _ => &[],
    };
    if args.as_object().is_some_and(|args| args.keys().any(|key| !known.contains(&key.as_str()))) {
        return None;
    }
    match name {
        "standard" => Some(lines(WORDS_OF_FILLED_LINES)),
        "identical" | "identical_with_pe" => Some(lines(WhitespaceRules::EXACT)),
        "rstripped" => Some(lines(WhitespaceRules::LINES)),
        "floats" => floats(&args.get("error_mode").map_or("default".to_owned(), text), args),
        "floatsabs" => floats("absolute", args),
        "floatsrel" => floats("relative", args),
        _ => None,
    }
}

fn floats(mode: &str, args: &Value) -> Option<Comparison> {
    let digits = args.get("precision").map_or(Some(6), Value::as_i64)?;
    let near_enough = Some(10_f64.powi(-i32::try_from(digits).ok()?));
    let tolerance = match mode {
        "default" => near(near_enough, near_enough),
        "absolute" => near(near_enough, None),
        "relative" => near(None, near_enough),
        _ => return None,
    };
    Some(Comparison { format: Some(WORDS_OF_FILLED_LINES), ..tolerance })
}
