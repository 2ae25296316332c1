//! The `task.yaml` of CMS and task-maker, in the Italian format. Times in seconds, sizes in MiB.

mod checks;
mod controllers;
mod generated;
mod scores;

use std::fs;
use std::io;
use std::path::Path;

use itertools::Itertools;
use serde_json::Value;

use self::generated::{Generated, GeneratedSubtask};
use self::scores::Scores;
use super::checkers::{WORDS, lines};
use super::{Format, ManifestFile, ManifestKind};
use crate::Error;
use crate::expected::Expectation;
use crate::formats::manifest::{Manifest, Solution};
use crate::graders::Graders;
use crate::layout::input_validators::InputValidator;
use crate::layout::naming_scheme::NamingScheme;
use crate::layout::settings::{Scope, SettingsReader, processes, text};
use crate::layout::test::Test;
use crate::layout::test_source::{AnswerBy, NamedSource};
use crate::protocol::{Protocol, Start};
use crate::verdict::Verdict;
use nim_ground::file_io::{FileIo, PipeOrder};
use nim_ground::files::{file_names, is_executable, is_file_name};
use nim_ground::folder::{read_below, read_text_below};
use nim_ground::limits::{LimitOverrides, MIB};
use nim_ground::presence;

pub const FORMAT: Format = Format {
    manifests: &[
        ManifestKind { name: "task.yaml", detect: is_replaced, read: note_replaced },
        ManifestKind { name: "task.yaml", detect: is_task, read },
        ManifestKind {
            name: "task.yaml",
            detect: is_of_terry,
            read: |_, _| Err(Error::Unsupported(TERRY.into())),
        },
        ManifestKind::any(ORIGINAL, read_original),
        ManifestKind {
            name: "task.toml",
            detect: |file| {
                let made = presence::is_file(&file.folder.join("task.yaml"));
                has_cases_in_toml(file.folder) && !made.unwrap_or(true)
            },
            read: |_, _| Err(Error::Unsupported(MADE_OF_TOML.into())),
        },
    ],
    replacement: Some(ORIGINAL),
    has_programs: true,
    solutions: Some(SOLUTIONS),
    needed: &["gen"],
    comments: Some(checks::read),
    ..Format::PLAIN
};

/// The reason why a task of Terry is not read.
const TERRY: &str = "tasks of Terry, whose inputs are made for each contestant, are not supported";
/// The file from which task-maker makes a `task.yaml`, replacing an existing one.
const ORIGINAL: &str = "task.yaml.orig";
/// The text that marks a `task.yaml` as made by task-maker, which may overwrite it.
const MADE: &str = "tm-allow-delete";
/// The reason why a `task.toml` alone is not read.
const MADE_OF_TOML: &str =
    "run task-maker-rust, which makes of it and of gen/gen.toml a task.yaml and tests that a check reads";
/// Keys that no other tool's `task.yaml` has.
const KEYS: [&str; 16] = [
    "feedback_level",
    "infile",
    "memlimit",
    "n_input",
    "nome",
    "nome_breve",
    "num_processes",
    "outfile",
    "output_only",
    "public_testcases",
    "risultati",
    "score_mode",
    "score_type",
    "timeout",
    "token_mode",
    "total_value",
];
/// Folders that a task has beside its `task.yaml`.
const BESIDE: [&str; 4] = ["gen", "sol", "check", "cor"];
/// The folder of the solutions.
const SOLUTIONS: &str = "sol";
/// The names of the solution that makes the answers, without its ending.
const MASTERS: [&str; 2] = ["solution", "soluzione"];
/// Endings of the source code of authors' programs.
const SOURCES: [&str; 12] = ["c", "cc", "cpp", "cxx", "go", "java", "js", "pas", "py", "rb", "rs", "sh"];
/// Endings of files that programs include.
const HEADERS: [&str; 3] = ["h", "hh", "hpp"];
/// The macro by which programs in C and C++ read from files instead of a terminal.
const DEFINED: &str = "#define EVAL\n#line 1\n";
/// The list of tests that names generators and validators.
const CASES: &str = "gen/cases.gen";
/// The most tests of a task.
const MOST_TESTS: usize = 100_000;

/// Returns whether a `task.yaml` belongs to a task, or cannot be read: other tools have files of the same name.
fn is_task(file: &ManifestFile<'_>) -> bool {
    let value = file.value();
    file.parsed.is_err()
        || KEYS.iter().any(|key| value.get(key).is_some())
        || value.get("name").is_some() && BESIDE.iter().any(|name| has_folder(file.folder, name))
}

/// Returns whether there is such a folder beside a `task.yaml`. An unreadable one counts as present, so that reading it reports the error.
fn has_folder(folder: &Path, name: &str) -> bool {
    presence::is_folder(&folder.join(name)).unwrap_or(true)
}

/// Returns whether a file belongs to a task of Terry, task-maker's other kind, whose inputs are made for each contestant.
fn is_of_terry(file: &ManifestFile<'_>) -> bool {
    has_folder(file.folder, "managers") && has_folder(file.folder, "solutions")
}

/// Returns whether task-maker does not read this `task.yaml`.
fn is_replaced(file: &ManifestFile<'_>) -> bool {
    presence::is_file(&file.folder.join(ORIGINAL)).unwrap_or(true)
}

/// Notes that a `task.yaml` is not read, unless task-maker has made it.
fn note_replaced(file: &ManifestFile<'_>, reader: &mut SettingsReader<'_>) -> Result<Manifest, Error> {
    if !file.text.contains(MADE) {
        reader.notes.push(format!("{}: it is not read: task-maker-rust takes {ORIGINAL}", reader.file));
    }
    Ok(Manifest::default())
}

/// Returns whether the tests of a task are in a file that is not read here.
fn has_cases_in_toml(folder: &Path) -> bool {
    presence::is_file(&folder.join("gen/gen.toml")).unwrap_or(true)
}

/// Reads a `task.yaml`.
fn read(file: &ManifestFile<'_>, reader: &mut SettingsReader<'_>) -> Result<Manifest, Error> {
    let value = file.contents()?;
    reader.check("", value, "cms-task");
    task(value, file.folder, generated(file.folder, reader)?, reader)
}

/// Reads a `task.yaml.orig`, which has other defaults for missing keys.
fn read_original(file: &ManifestFile<'_>, reader: &mut SettingsReader<'_>) -> Result<Manifest, Error> {
    let mut value = file.contents()?.clone();
    reader.check("", &value, "task-maker-original");
    let generated = generated(file.folder, reader)?;
    let is_whole = generated.as_ref().is_none_or(|own| own.subtasks.len() < 2);
    let name = presence::real_path(file.folder)?;
    let name = name.as_deref().and_then(Path::file_name).and_then(|name| name.to_str());
    if let Some(settings) = value.as_object_mut() {
        settings.insert("name".to_owned(), Value::from(name));
        let usual = [
            ("infile", ""),
            ("outfile", ""),
            ("user_io", "std_io"),
            ("score_type", if is_whole { "Sum" } else { "GroupMin" }),
        ];
        for (key, value) in usual {
            let own = settings.entry(key).or_insert(Value::Null);
            if own.is_null() {
                *own = Value::from(value);
            }
        }
    }
    task(&value, file.folder, generated, reader)
}

/// Reads a task from its settings and the files in its folder.
fn task(
    value: &Value,
    folder: &Path,
    generated: Option<Generated>,
    reader: &mut SettingsReader<'_>,
) -> Result<Manifest, Error> {
    let settings = ("", value);
    let scores = Scores::read(value, generated.as_ref(), reader);
    let (cpu, old) = (reader.time(settings, "time_limit", 1.0), reader.time(settings, "timeout", 1.0));
    let memory = reader.size(settings, "memory_limit", MIB, Scope::Memory);
    let memory = memory.or(reader.size(settings, "memlimit", MIB, Scope::Memory));
    let mut task = Manifest {
        limits: LimitOverrides { cpu: cpu.or(old), memory, ..LimitOverrides::default() },
        graders: Some(graders(value, folder)?),
        has_folders: true,
        defines: Some(&["EVAL"]),
        ..Manifest::default()
    };
    if let Some(controller) = program(folder, &["controller"], "controllers", reader)? {
        task.interactor = Some(controller);
        controllers::read(settings, &mut task, reader);
    } else if let Some(manager) = program(folder, &["manager"], "managers", reader)? {
        let processes = reader.get(settings, "num_processes", Scope::Running, processes).unwrap_or(1);
        let has_stub = task.graders.as_ref().is_some_and(|graders| !graders.sources.is_empty());
        let fifos = value.get("user_io").map_or(has_stub, |kind| kind == "fifo_io");
        let names = fifos.then(|| pipe_order(&folder.join(&manager))).transpose()?;
        task.interactor = Some(manager);
        task.interactor_style = Some(Protocol {
            start: Start::Manager { names, processes, sums_time: true },
            ..Protocol::CMS_MANAGER
        });
    } else {
        task.files = FileIo {
            input: file_or(settings, "infile", "input.txt", reader),
            output: file_or(settings, "outfile", "output.txt", reader),
        };
        task.validator = program(folder, &["checker", "correttore"], "checkers", reader)?;
        task.validator_style = task.validator.as_ref().map(|_| Protocol::CMS);
        task.comparison = Some(lines(WORDS));
    }
    task.subtasks =
        generated.iter().flat_map(|own| &own.subtasks).map(|subtask| subtask.name.clone()).collect();
    // The stem of a hidden file is empty.
    let names = files_in(folder, SOLUTIONS, |name| !["", "grader", "stub"].contains(&stem(name)))?;
    for name in names.into_iter().filter(|name| !has_ending(name, &HEADERS)) {
        let expectation = is_accepted_solution(&task, folder, &name).then(accepted_by_name);
        task.solutions.push(Solution { name, expectation, ..Solution::default() });
    }
    if has_cases_in_toml(folder) {
        task.maker = Some("task-maker-rust");
        reader.notes.push("gen/gen.toml is not read: inputs are not made, and not validated".to_owned());
    }
    name_tests(value, folder, generated, &mut task)?;
    scores.place(&mut task.tests, reader);
    task.scoring = scores.config;
    Ok(task)
}

/// Returns whether a solution makes the answers, by its name. A comment may say that it fails.
fn is_accepted_solution(task: &Manifest, folder: &Path, name: &str) -> bool {
    let file = name.rsplit_once('/').map_or(name, |(_, file)| file);
    // An unreadable solution cannot be compiled either, which is reported there.
    MASTERS.contains(&stem(file))
        && has_ending(name, &SOURCES)
        && read_below(folder, name).is_ok_and(|text| {
            let (comments, _) = checks::read(task, &String::from_utf8_lossy(&text));
            comments.is_none_or(|comments| comments.rules.iter().all(|rule| rule.required.is_none()))
        })
}

/// Returns the expectation of a solution that makes the answers.
fn accepted_by_name() -> Expectation {
    Expectation::of_verdicts("its name", &[Verdict::Accepted], &[])
}

/// Returns the order of the pipes for programs of a manager. Older ones write to the first pipe: pipes with names have no direction
/// of their own.
fn pipe_order(manager: &Path) -> Result<PipeOrder, Error> {
    let text = fs::read(manager).map_err(Error::unreadable(manager.display()))?;
    let text = String::from_utf8_lossy(&text);
    let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let is_crossed = plain.contains("argv[1],\"w") || plain.contains("argv[1],O_WRONLY");
    Ok(if is_crossed { PipeOrder::OutputFirst } else { PipeOrder::InputFirst })
}

/// Reads the file in `gen` that lists the tests.
fn generated(folder: &Path, reader: &mut SettingsReader<'_>) -> Result<Option<Generated>, Error> {
    let cases = presence::absent_is_none(read_text_below(folder, CASES), &folder.join(CASES))?;
    let (name, read) = if let Some(text) = cases {
        (CASES, Generated::of_cases(&text, folder))
    } else {
        let name = "gen/GEN";
        let text = presence::absent_is_none(read_text_below(folder, name), &folder.join(name))?;
        let Some(text) = text else { return Ok(None) };
        let generator = author_program(folder, &["generator", "generatore"])?;
        (name, Generated::of_gen(&text, generator.as_deref().unwrap_or("gen/generator.*")))
    };
    match read {
        Err(error @ Error::Unreadable(_)) => Err(error),
        Err(error) => {
            reader.refuse(name, &Value::from(error.to_string()), Scope::Running);
            Ok(None)
        }
        read => read.map(Some),
    }
}

/// Returns the validators of each input: those that subtasks name, or one for all, which gets the number of the subtask from 1.
fn validators(
    folder: &Path,
    mut generated: Generated,
    tests: usize,
) -> Result<Vec<Vec<InputValidator>>, Error> {
    if generated.subtasks.is_empty() {
        generated.subtasks.push(GeneratedSubtask { tests, ..GeneratedSubtask::default() });
    }
    if !presence::is_file(&folder.join(CASES))?
        && !has_cases_in_toml(folder)
        && let Some(program) = author_program(folder, &["validator", "valida"])?
    {
        for (number, subtask) in generated.subtasks.iter_mut().enumerate() {
            let args = vec![INPUT_FILE.to_owned(), (number + 1).to_string()];
            subtask.validator = Some(validator((folder, &program), args, (number, subtask.name.as_deref()))?);
        }
    }
    let of_tests = generated.validators().into_iter().enumerate();
    Ok(of_tests.map(|(test, calls)| calls.into_iter().map(|call| call_on(call, test)).collect()).collect())
}

/// Returns the call of a validator as task-maker makes it: in a folder with the input, and with variables for the subtask.
fn validator(
    (folder, program): (&Path, &str),
    args: Vec<String>,
    (subtask, name): (usize, Option<&str>),
) -> io::Result<InputValidator> {
    let own = InputValidator::new(folder, program);
    let generators = folder.join("gen");
    let name = name.map(|name| format!(" TM_SUBTASK_NAME={}", shell_words::quote(name))).unwrap_or_default();
    let script = format!("export TM_SUBTASK={subtask}{name}; {AROUND}");
    // The validator reads its own folder and `gen`; no link leads out of the task.
    let root = presence::real_path(folder)?.unwrap_or_else(|| folder.to_path_buf());
    let real_generators = presence::real_path(&generators)?;
    let around = own.program.parent().map_or(Ok(None), presence::real_path)?;
    let readable = around.into_iter().chain(real_generators.clone());
    let readable = readable.filter(|folder| folder.starts_with(&root)).unique().collect();
    let script = Some((script, real_generators.unwrap_or(generators)));
    Ok(InputValidator { args, readable, script, input_file: Some(INPUT_FILE), ..own })
}

/// Returns a call with a variable for the test.
fn call_on(mut call: InputValidator, test: usize) -> InputValidator {
    if let Some((script, _)) = &mut call.script {
        script.insert_str(0, &format!("export TM_TESTCASE={test}; "));
    }
    call
}

/// The file that a validator reads, in its working folder.
const INPUT_FILE: &str = "tm_validation_file";
/// The script that runs a validator beside the files that task-maker puts there from the folder `gen`.
const AROUND: &str = "for file in limiti.yaml constraints.yaml gen.toml; do [ ! -f \"$0/$file\" ] || cp \"$0/$file\" .; done; exec \"$@\"";

/// Returns the author's program of one of these names in `gen`: its source code if possible.
fn author_program(folder: &Path, stems: &[&str]) -> io::Result<Option<String>> {
    let found = files_beside(folder, &["gen"], stems)?;
    let source = found.iter().find(|name| has_ending(name, &SOURCES));
    Ok(source.or(found.first()).cloned())
}

/// Names the tests: as many as are generated or as `n_input` says, otherwise the existing ones. Missing files are made.
fn name_tests(
    value: &Value,
    folder: &Path,
    generated: Option<Generated>,
    task: &mut Manifest,
) -> Result<(), Error> {
    let known = generated.as_ref().map(|generated| generated.inputs.len());
    let known = known.or_else(|| usize::try_from(value.get("n_input")?.as_u64()?).ok());
    let mut count = known.unwrap_or(0).min(MOST_TESTS);
    while known.is_none() && count < MOST_TESTS && presence::is_file(&folder.join(input_name(count)))? {
        count += 1;
    }
    let solution = files_beside(folder, &[SOLUTIONS], &MASTERS)?.into_iter().next();
    let talks = task.interactor.is_some();
    let inputs = generated.as_ref().map(|generated| generated.inputs.clone()).unwrap_or_default();
    let mut validators = validators(folder, generated.unwrap_or_default(), count)?.into_iter();
    for test in 0..count {
        let input = input_name(test);
        let has_input = presence::is_file(&folder.join(&input))?;
        let origin = inputs.get(test).filter(|_| !has_input).cloned();
        let output = format!("output/output{test}.txt");
        // A manager knows the answer by itself.
        let has_output = presence::is_file(&folder.join(&output))?;
        let answer = if talks && !has_output { input.clone() } else { output };
        let by = match &solution {
            Some(solution) if !talks && !has_output => AnswerBy::Solution(solution.into()),
            _ => AnswerBy::Stored,
        };
        let plan = NamedSource { input: input.clone(), answer: answer.clone(), origin, by };
        task.test_sources.extend(Some(plan).filter(NamedSource::makes_any));
        let validators = validators.next().unwrap_or_default();
        task.tests.push(Test { validators, ..Test::listed(NamingScheme::Cms, input, answer) });
    }
    Ok(())
}

fn input_name(test: usize) -> String {
    format!("input/input{test}.txt")
}

/// Returns the files compiled with every program: a grader, or the stub of a task with a manager, for each language.
fn graders(value: &Value, folder: &Path) -> io::Result<Graders<String>> {
    let (prefix, grader_prefix) = (DEFINED.to_owned(), DEFINED.to_owned());
    let sources = files_beside(folder, &["sol"], &["grader", "stub"])?;
    if sources.is_empty() {
        return Ok(Graders { prefix, grader_prefix, ..Graders::default() });
    }
    let own = value.get("name").or_else(|| value.get("nome_breve")).map(text);
    let beside = files_in(folder, "sol", |name| has_ending(name, &HEADERS))?;
    let submission = own.filter(|name| is_file_name(name));
    Ok(Graders { sources, beside, submission, prefix, grader_prefix, ..Graders::default() })
}

/// Returns a program of these names that runs with the judged one: preferably its source code, which runs on any machine. A file of another
/// kind is refused.
fn program(
    folder: &Path,
    stems: &[&str],
    what: &str,
    reader: &mut SettingsReader<'_>,
) -> io::Result<Option<String>> {
    let found = files_beside(folder, &["check", "cor"], stems)?;
    let mut runnable = found.iter().find(|name| has_ending(name, &["c", "cc", "cpp", "cxx", "py"]));
    for name in &found {
        if runnable.is_none() && is_executable(&folder.join(name))? {
            runnable = Some(name);
        }
    }
    if let (None, Some(file)) = (runnable, found.first()) {
        let what = format!("{what} that are neither programs nor source code in C, C++ or Python");
        reader.refuse_file(file, &what, Scope::Judging);
    }
    Ok(runnable.cloned())
}

/// Returns the name of a program's file; without the key it is `usual`, and an empty one stands for a standard stream.
fn file_or(
    settings: (&str, &Value),
    key: &str,
    usual: &str,
    reader: &mut SettingsReader<'_>,
) -> Option<String> {
    if settings.1.get(key).is_none() { Some(usual.to_owned()) } else { reader.file(settings, key) }
}

/// Returns the programs of these stems in folders beside a `task.yaml`, sorted, the first folder's first; without headers.
fn files_beside(folder: &Path, folders: &[&str], stems: &[&str]) -> io::Result<Vec<String>> {
    let mut found = Vec::new();
    for inner in folders {
        let named = files_in(folder, inner, |name| stems.contains(&stem(name)))?;
        found.extend(named.into_iter().filter(|name| !has_ending(name, &HEADERS)));
    }
    Ok(found)
}

/// Returns the paths of the files in a folder beside a `task.yaml` that `is_wanted` by their names, sorted.
fn files_in(folder: &Path, inner: &str, is_wanted: impl Fn(&str) -> bool) -> io::Result<Vec<String>> {
    let names = file_names(&folder.join(inner))?.into_iter().filter(|name| is_wanted(name));
    Ok(names.map(|name| format!("{inner}/{name}")).collect())
}

/// Returns a file's name up to its first dot.
fn stem(name: &str) -> &str {
    name.split_once('.').map_or(name, |(stem, _)| stem)
}

fn has_ending(name: &str, endings: &[&str]) -> bool {
    name.rsplit_once('.').is_some_and(|(_, ending)| endings.contains(&ending))
}
