//! Lemon's `X.cdf`, as `LemonLime` writes it, in JSON: a contest, whose data lie in `data`. Times in ms, sizes in MiB. A contest of one task is
//! a package.

use std::io;
use std::path::Path;

use serde_json::Value;

use super::checkers::{WORDS, lines, near};
use super::{Format, ManifestFile, ManifestKind};
use crate::Error;
use crate::comparison::{Comparison, WhitespaceRules};
use crate::formats::manifest::Manifest;
use crate::layout::naming_scheme::NamingScheme;
use crate::layout::scoring_config::ScoringConfig;
use crate::layout::settings::{Scope, SettingsReader, number, text, words};
use crate::layout::test::Test;
use crate::protocol::Protocol;
use crate::score::{Group, Rule};
use nim_ground::file_io::FileIo;
use nim_ground::folder::file_below;
use nim_ground::limits::MIB;

pub const FORMAT: Format = Format { manifests: &[ManifestKind::any("*.cdf", read)], ..Format::PLAIN };

const LISTED: NamingScheme = NamingScheme::Listed("Lemon (X.cdf)");
/// The folder of all data.
const DATA: &str = "data/";
/// The ending of an entry that is not an input: the number before it names a case that must be accepted too.
const DEPENDENCE: &str = "_lemon_SUbtaskDEPENDENCE_fLAg";
/// Endings of the source code of checkers; a contest names the compiled program.
const SOURCES: [&str; 4] = ["cpp", "cc", "c", "py"];

/// Reads an `X.cdf`.
fn read(file: &ManifestFile<'_>, reader: &mut SettingsReader<'_>) -> Result<Manifest, Error> {
    let value = file.contents()?;
    reader.check("", value, "lemon-contest");
    let tasks = value["tasks"].as_array().map_or(&[][..], Vec::as_slice);
    let [task] = tasks else {
        let names: Vec<String> = tasks.iter().map(|task| text(&task["problemTitle"])).collect();
        let (count, names) = (tasks.len(), names.join(", "));
        return Err(Error::Unsupported(format!(
            "a contest of Lemon is read where it has one task, not {count}: {names}"
        )));
    };
    reader.check("tasks.", task, "lemon-task");
    let mut manifest = Manifest { has_folders: true, ..Manifest::default() };
    manifest.files = FileIo {
        input: name_of_file(task, "inputFileName", "standardInputCheck", reader),
        output: name_of_file(task, "outputFileName", "standardOutputCheck", reader),
    };
    judging(task, file.folder, &mut manifest, reader)?;
    tests(task, &mut manifest, reader);
    Ok(manifest)
}

/// Returns the name of an input or output file, unless programs use a standard stream.
fn name_of_file(
    task: &Value,
    key: &str,
    is_standard: &str,
    reader: &mut SettingsReader<'_>,
) -> Option<String> {
    if task[is_standard] == true { None } else { reader.file(("tasks.", task), key) }
}

/// Reads the way in which outputs are judged.
fn judging(
    task: &Value,
    folder: &Path,
    manifest: &mut Manifest,
    reader: &mut SettingsReader<'_>,
) -> io::Result<()> {
    let precision = number(&task["realPrecision"]).map(|digits| 10_f64.powf(-digits));
    match task["comparisonMode"].as_i64() {
        // A program may omit the last line end, which Lemon rejects.
        Some(0) => {
            manifest.comparison = Some(lines(WhitespaceRules { end: false, ..WhitespaceRules::EXACT }));
        }
        Some(1) => manifest.comparison = Some(lines(WORDS)),
        Some(3) => manifest.comparison = precision.map(|within| near(Some(within), Some(within))),
        Some(mode @ (4 | 5)) => {
            let style = if mode == 4 { Protocol::LEMON } else { Protocol::TESTLIB_OF_ONE };
            manifest.validator = Some(checker(folder, &format!("{DATA}{}", text(&task["specialJudge"])))?);
            manifest.validator_style = Some(style);
        }
        _ => reader.refuse("tasks.comparisonMode", &task["comparisonMode"], Scope::Judging),
    }
    if manifest.validator.is_none() && manifest.comparison.is_none() {
        manifest.comparison = Some(Comparison::TOKENS);
    }
    Ok(())
}

/// Returns the source code beside a compiled checker if there is one, otherwise the checker.
fn checker(folder: &Path, name: &str) -> io::Result<String> {
    for ending in SOURCES {
        let source = Path::new(name).with_extension(ending).display().to_string();
        if file_below(folder, &source)?.is_some() {
            return Ok(source);
        }
    }
    Ok(name.to_owned())
}

/// Reads the cases: a case of several files has the least of their scores, and of those of the cases that it depends on.
fn tests(task: &Value, manifest: &mut Manifest, reader: &mut SettingsReader<'_>) {
    let at = "tasks.testCases.";
    let mut scoring = ScoringConfig::default();
    for (number, case) in (1..).zip(task["testCases"].as_array().into_iter().flatten()) {
        reader.check(at, case, "lemon-case");
        let settings = (at, case);
        let limits = reader.limits(settings, ("timeLimit", 1e-3), ("memoryLimit", MIB), None);
        let (mut inputs, answers) = (words(&case["inputFiles"]), words(&case["outputFiles"]));
        let dependences = inputs.iter().filter_map(|name| name.strip_suffix(DEPENDENCE));
        let capped_by: Vec<String> = dependences.map(str::to_owned).collect();
        inputs.retain(|name| !name.ends_with(DEPENDENCE));
        if inputs.len() != answers.len() {
            reader.refuse("tasks.testCases.outputFiles", &case["outputFiles"], Scope::Running);
        }
        let name = number.to_string();
        for (input, answer) in inputs.into_iter().zip(answers) {
            let (input, answer) = (format!("{DATA}{input}"), format!("{DATA}{answer}"));
            manifest.lines.extend([input.clone(), answer.clone()]);
            let group = Some(name.clone());
            manifest.tests.push(Test { group, limits, ..Test::listed(LISTED, input, answer) });
        }
        let points = reader.points(settings, "fullScore");
        scoring.root.groups.push(Group { name, rule: Rule::Min, points, capped_by, ..Group::default() });
    }
    reader.check_dependencies(&scoring.root, |_, _| None);
    manifest.scoring = Some(scoring);
}
