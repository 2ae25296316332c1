//! Library Checker's `info.toml`: the time limit in seconds, the checker, the number of tests of each generator, solutions, and the values
//! that programs are compiled with, as its `generate.py` does.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{Format, ManifestFile, ManifestKind};
use crate::Error;
use crate::expected::Expectation;
use crate::formats::manifest::{Manifest, Solution};
use crate::glob;
use crate::language::CPP_17;
use crate::layout::input_validators::InputValidator;
use crate::layout::naming_scheme::NamingScheme;
use crate::layout::settings::{Scope, SettingsReader, text};
use crate::layout::test::Test;
use crate::layout::test_source::{AnswerBy, NamedSource, Origin, Run};
use crate::protocol::Protocol;
use crate::source::Source;
use crate::verdict::Verdict::{self, Accepted, RuntimeError, TimeLimit, WrongAnswer};
use nim_ground::folder::file_below;
use nim_ground::limits::LimitOverrides;

pub const FORMAT: Format = Format {
    manifests: &[ManifestKind { name: FILE, detect: is_problem, read }],
    has_programs: true,
    solutions: Some(SOLUTIONS),
    needed: &[GRADER],
    complete: Some(complete),
    ..Format::PLAIN
};

const FILE: &str = "info.toml";
/// The folder of the solutions.
const SOLUTIONS: &str = "sol";
/// The folder of the generators.
const GENERATORS: &str = "gen";
/// The folder of the program that calls solutions which are functions.
const GRADER: &str = "grader";
/// The header with the values of `params`.
const PARAMS: &str = "params.h";
/// The solution that makes the answers, listed or not.
const CORRECT: &str = "correct.cpp";
/// The program that validates inputs, if no other is named.
const VERIFIER: &str = "verifier.cpp";
/// The checker of a problem that names none.
const CHECKER: &str = "checker.cpp";
/// The folder of the repository with the headers of all problems.
const COMMON: &str = "common";
/// The number of folders between a problem and its repository: problems are in folders of their categories.
const REPOSITORY: usize = 2;

/// Returns whether a file belongs to a problem, or cannot be read.
fn is_problem(file: &ManifestFile<'_>) -> bool {
    let is_unreadable = file.text.is_empty() && file.parsed.is_err();
    is_unreadable || file.text.lines().any(|line| line.trim() == "[[tests]]")
}

/// Reads an `info.toml`; its tests are in `in` and `out`, or are made as `generate.py` makes them.
fn read(file: &ManifestFile<'_>, reader: &mut SettingsReader<'_>) -> Result<Manifest, Error> {
    let (value, folder) = (file.contents()?, file.folder);
    reader.check("", value, "library-checker");
    let cpu = reader.time(("", value), "timelimit", 1.0);
    let correct = format!("{SOLUTIONS}/{CORRECT}");
    let has_correct = file_below(folder, &correct)?.is_some();
    let (mut tests, mut test_sources) = (Vec::new(), Vec::new());
    for test in value["tests"].as_array().into_iter().flatten() {
        let name = text(&test["name"]);
        let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
        for number in 0..test["number"].as_u64().unwrap_or(0).min(MOST_TESTS) {
            let (input, answer) =
                (format!("in/{stem}_{number:02}.in"), format!("out/{stem}_{number:02}.out"));
            let has_input = file_below(folder, &input)?.is_some();
            let origin = (!has_input).then(|| origin(&name, stem, number));
            let by = if has_correct && file_below(folder, &answer)?.is_none() {
                AnswerBy::Solution(correct.clone().into())
            } else {
                AnswerBy::Stored
            };
            // Without its generator, the files themselves are missing.
            let is_made = match &origin {
                Some(Origin::Run(Run { program: file, .. }) | Origin::File(file)) => {
                    file_below(folder, file.display().to_string())?.is_some()
                }
                _ => true,
            };
            let plan = NamedSource { input: input.clone(), answer: answer.clone(), origin, by };
            test_sources.extend(Some(plan).filter(|plan| is_made && plan.makes_any()));
            tests.push(Test::listed(NamingScheme::LibraryChecker, input, answer));
        }
    }
    let (params, refused) = params(value);
    for (name, value) in refused {
        reader.refuse(&format!("params.{name}"), value, Scope::Running);
    }
    let verifier = value["verifier"].as_str().unwrap_or(VERIFIER);
    let verifier = file_below(folder, verifier)?.map(|_| InputValidator::new(folder, verifier));
    Ok(Manifest {
        tests,
        test_sources,
        has_folders: true,
        limits: LimitOverrides { cpu, ..LimitOverrides::default() },
        validator: Some(value["checker"].as_str().unwrap_or(CHECKER).to_owned()),
        validator_style: Some(Protocol::TESTLIB),
        maker: Some(MAKER),
        validators: verifier.into_iter().collect(),
        solutions: solutions(value, folder)?,
        made: file_below(folder, PARAMS)?.is_none().then_some((PARAMS, params)),
        ..Manifest::default()
    })
}

/// Returns where the input of a test comes from: a generator gets the test's number, and a name of inputs stands for files.
fn origin(name: &str, stem: &str, number: u64) -> Origin {
    if name.ends_with(".in") {
        return Origin::File(format!("{GENERATORS}/{stem}_{number:02}.in").into());
    }
    Origin::Run(Run::new(name, format!("{GENERATORS}/{name}"), vec![number.to_string()]))
}

/// Returns the solutions: the one that makes the answers, and the listed ones.
fn solutions(info: &Value, folder: &Path) -> Result<Vec<Solution>, Error> {
    let mut solutions: Vec<Solution> =
        info["solutions"].as_array().into_iter().flatten().map(solution).collect();
    let correct = solution(&serde_json::json!({ "name": CORRECT }));
    let is_listed = solutions.iter().any(|solution| solution.name == correct.name);
    if !is_listed && file_below(folder, &correct.name)?.is_some() {
        solutions.insert(0, correct);
    }
    Ok(solutions)
}

/// Reads an entry of `solutions`: one of the required verdicts must occur, and no others than required, allowed or accepted ones.
fn solution(entry: &Value) -> Solution {
    let mut solution =
        Solution { name: format!("{SOLUTIONS}/{}", text(&entry["name"])), ..Solution::default() };
    let (mut required, mut allowed) = (Vec::new(), Vec::new());
    for (key, value) in entry.as_object().into_iter().flatten() {
        let is_set = value == true;
        match key.as_str() {
            "name" => {}
            "expect" => match (text(value), of_short_name(&text(value))) {
                (_, Some(verdict)) => required.push(verdict),
                (name, None) if name.is_empty() => {}
                (name, None) => solution.left_out = Some(format!("its verdict {name} is not known")),
            },
            // `wrong` means that some verdict is not accepted.
            "wrong" if is_set => required.extend([WrongAnswer, RuntimeError, TimeLimit]),
            "function" => solution.is_function = is_set,
            "wrong" => {}
            other => match other.strip_prefix("allow_").map(|name| of_short_name(&name.to_uppercase())) {
                Some(Some(verdict)) if is_set => allowed.push(verdict),
                Some(Some(_)) => {}
                _ => solution.left_out = Some(format!("its key {other:?} in {FILE} is not known")),
            },
        }
    }
    if required.is_empty() && allowed.is_empty() {
        required.push(Accepted);
    }
    allowed.push(Accepted);
    solution.expectation = Some(Expectation::of_verdicts(FILE, &required, &allowed));
    solution
}

fn of_short_name(name: &str) -> Option<Verdict> {
    let known = [("AC", Accepted), ("WA", WrongAnswer), ("RE", RuntimeError), ("TLE", TimeLimit)];
    known.into_iter().find(|(short, _)| *short == name).map(|(_, verdict)| verdict)
}

/// Returns the files in a folder below another one, which no link leads out of.
fn files_in(root: &Path, folder: &str) -> Result<Vec<PathBuf>, Error> {
    let names = glob::files(root, &format!("{folder}/*"))?;
    Ok(names.into_iter().map(|name| root.join(name)).collect())
}

/// Adds the headers of the repository and the values of the problem to a program, unless it has files of the same names; and to a function
/// the grader.
fn complete(manifest: &Manifest, source: &mut Source, is_function: bool) -> Result<(), Error> {
    let folder = &manifest.root;
    if is_function {
        let of_grader = files_in(folder, GRADER)?.into_iter();
        let (compiled, others): (Vec<_>, Vec<_>) =
            of_grader.partition(|path| path.extension() == source.main.extension());
        source.beside.extend(others.into_iter().filter(|path| source.language.uses(path)));
        source.files.extend(compiled);
    }
    source.language.set_compiler(CPP_17);
    let own = source.files.iter().chain(&source.beside).filter_map(|file| file.file_name());
    let names: Vec<_> = own.map(OsStr::to_owned).collect();
    let repository = folder.ancestors().nth(REPOSITORY);
    let common = repository.map(|repository| files_in(repository, COMMON)).transpose()?;
    let common = common.into_iter().flatten().filter(|file| source.language.uses(file));
    let new = common.filter(|file| file.file_name().is_some_and(|name| !names.iter().any(|own| own == name)));
    source.beside.extend(new);
    if !source.language.uses(Path::new(PARAMS)) {
        return Ok(());
    }
    source.made.extend(manifest.made.iter().map(|(name, text)| ((*name).to_owned(), text.clone())));
    // The headers of the repository lie beside the main file.
    let main = source.name_of(&source.main);
    if let Some(folder) = main.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        source.language.include(folder);
    }
    Ok(())
}

/// Returns the text of the header with the values of `params`, and the values that it cannot have.
fn params(info: &Value) -> (String, Vec<(&str, &Value)>) {
    let (mut header, mut refused) = (String::new(), Vec::new());
    for (name, value) in info["params"].as_object().into_iter().flatten() {
        let defined = match value {
            Value::Number(number) if number.is_f64() => Some(number.to_string()),
            Value::Number(number) => Some(format!("(long long){number}")),
            Value::String(text) if !text.contains(['"', '\\', '\n', '\r']) => Some(format!("\"{text}\"")),
            _ => None,
        };
        match defined.filter(|_| is_identifier(name)) {
            Some(defined) => header += &format!("#define {name} {defined}\n"),
            None => refused.push((name.as_str(), value)),
        }
    }
    (header, refused)
}

fn is_identifier(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && name.bytes().next().is_some_and(|byte| !byte.is_ascii_digit())
}

/// The command that makes the tests that are not stored.
const MAKER: &str = "generate.py -p NAME in its repository";
/// The most tests of one generator.
const MOST_TESTS: u64 = 10_000;
