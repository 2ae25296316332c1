//! The programs that an `init.yml` names: checkers, interactors, handlers and generators.

use std::path::Path;

use serde_json::Value;

use crate::formats::manifest::Manifest;
use crate::graders::Graders;
use crate::layout::settings::{Scope, SettingsReader, number, text, words};
use crate::layout::test_source::Run;
use crate::protocol::{PLACEHOLDERS, Protocol, Start};
use nim_ground::limits::{KIB, LimitOverrides, time_limit};

/// The checkers that come with DMOJ and compare neither tokens nor lines in order.
const BUILT_IN: [&str; 5] = ["easy", "linecount", "linematches", "sorted", "unordered"];

/// The key of the settings of a generator.
const GENERATOR: &str = "generator.";

/// Reads a checker that is a program, a Python module, or a function that comes with DMOJ. All other checkers are comparisons.
pub fn checker(value: &Value, task: &mut Manifest, reader: &mut SettingsReader<'_>) -> bool {
    let checker = &value["checker"];
    let name = checker.as_str().or_else(|| checker["name"].as_str()).unwrap_or_default();
    let args = &checker["args"];
    if name == "bridged" {
        reader.check("checker.args.", args, "dmoj-bridged");
        task.validator = program(args, "checker.args.", task, reader);
        let style = match args["type"].as_str() {
            Some("coci") => Protocol::COCI,
            Some("peg") => Protocol::PEG,
            _ => Protocol::TESTLIB,
        };
        task.validator_style = Some(called(args, "checker.args.", style, task, reader));
        return true;
    }
    let built_in = BUILT_IN.into_iter().find(|known| *known == name);
    if built_in.is_none() && !is_module(name) {
        return false;
    }
    // A function of DMOJ is no file of the package; any existing file serves as its place.
    task.validator = Some(if built_in.is_some() { "init.yml" } else { name }.to_owned());
    task.validator_style = Some(Protocol { start: Start::PythonFunction(built_in), ..Protocol::DMOJ });
    task.validator_args.extend(args.is_object().then(|| args.to_string()));
    true
}

fn is_module(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| ending == "py")
}

/// Reads an interactor.
pub fn interactor(value: &Value, task: &mut Manifest, reader: &mut SettingsReader<'_>) {
    let interactive = &value["interactive"];
    reader.check("interactive.", interactive, "dmoj-interactive");
    if interactive.is_object() && interactive["files"].is_null() {
        let reason = "it is interactive, and names no program that talks with the others: write one";
        reader.refuse_because(reason.to_owned(), Scope::Judging);
        return;
    }
    task.interactor = program(interactive, "interactive.", task, reader);
    if task.interactor.is_none() {
        return;
    }
    // With an interactor, DMOJ runs no checker.
    (task.validator, task.validator_args) = (None, Vec::new());
    let style = if interactive["type"] == "testlib" {
        Protocol::DMOJ_TESTLIB_INTERACTOR
    } else {
        Protocol::DMOJ_INTERACTOR
    };
    task.interactor_style = Some(called(interactive, "interactive.", style, task, reader));
    if value["unbuffered"] == true {
        task.graders.get_or_insert_default().unbuffered = true;
    }
}

/// Returns the source among the files of a program, and reads the options of its compiler; the other files are headers.
fn program(
    settings: &Value,
    at: &str,
    task: &mut Manifest,
    reader: &mut SettingsReader<'_>,
) -> Option<String> {
    let sources = sources(&settings["files"]);
    if sources.len() != 1 && settings.is_object() {
        reader.refuse(&format!("{at}files"), &settings["files"], Scope::Judging);
    }
    let program = sources.into_iter().next()?;
    flags(settings, at, &program, task, reader);
    Some(program)
}

/// Reads the options with which a program is compiled.
fn flags(settings: &Value, at: &str, program: &str, task: &mut Manifest, reader: &mut SettingsReader<'_>) {
    let scope = if at == GENERATOR { Scope::Running } else { Scope::Judging };
    let flags = reader.get((at, settings), "flags", scope, |flags| {
        Some(words(flags)).filter(|flags| flags.iter().all(|flag| is_plain_option(flag)))
    });
    if let Some(flags) = flags
        && !task.compiler_options.iter().any(|(known, _)| known.as_path() == Path::new(program))
    {
        task.compiler_options.push((program.into(), flags));
    }
}

/// Returns whether an option of a compiler names no file, and no program that the compiler starts.
fn is_plain_option(option: &str) -> bool {
    let starts = ["-D", "-O", "-U", "-W", "-f", "-g", "-l", "-m", "-pedantic", "-pthread", "-std=", "-w"];
    let others = ["-Wa,", "-Wl,", "-Wp,", "-fplugin", "-wrapper"];
    starts.iter().any(|start| option.starts_with(start))
        && !others.iter().any(|other| option.starts_with(other))
        && !option.contains('/')
}

/// Returns the calling convention of a program: that of its type, or a template of its arguments.
fn called(
    settings: &Value,
    at: &str,
    usual: Protocol,
    task: &mut Manifest,
    reader: &mut SettingsReader<'_>,
) -> Protocol {
    let template = reader.get((at, settings), "args_format_string", Scope::Judging, |args| {
        let words = shell_words::split(args.as_str()?).ok()?;
        words.iter().all(|word| is_template(word)).then_some(words)
    });
    let Some(template) = template else { return usual };
    task.validator_args = template;
    Protocol { is_template: true, ..usual }
}

/// Returns whether a word is a template with a placeholder at most: braces are no text to DMOJ.
fn is_template(word: &str) -> bool {
    let filled = PLACEHOLDERS.iter().find_map(|(name, _)| word.split_once(name));
    let texts = filled.map_or([word, ""], |(before, after)| [before, after]);
    !texts.concat().contains(['{', '}'])
}

fn sources(files: &Value) -> Vec<String> {
    let mut files = words(files);
    files.retain(|name| Path::new(name).extension().is_none_or(|ending| ending != "h"));
    files
}

/// Reads a program in which a submission is called as a function.
pub fn grader(value: &Value, task: &mut Manifest, reader: &mut SettingsReader<'_>) {
    let grader = &value["signature_grader"];
    if !grader.is_object() {
        return;
    }
    reader.check("signature_grader.", grader, "dmoj-signature");
    let (Some(entry), Some(header)) = (grader["entry"].as_str(), grader["header"].as_str()) else {
        reader.refuse("signature_grader", grader, Scope::Running);
        return;
    };
    // A main function of the submission is another function.
    let main = if grader["allow_main"] == true { "" } else { "#define main main_of_submission\n" };
    task.graders = Some(Graders {
        sources: vec![entry.to_owned()],
        beside: vec![header.to_owned()],
        submission: Some("submission".to_owned()),
        either_c: true,
        prefix: format!("#define SIGNATURE_GRADER\n#include \"{header}\"\n{main}"),
        grader_prefix: String::new(),
        unbuffered: false,
    });
}

/// Returns the setting of a case: its own, its batch's or the file's.
pub fn setting<'v>(around: [&'v Value; 3], key: &str) -> Option<&'v Value> {
    around.into_iter().map(|settings| &settings[key]).find(|value| !value.is_null())
}

/// Returns the run of the generator that the case, its batch or the file names.
pub fn generated(around: [&Value; 3], task: &mut Manifest, reader: &mut SettingsReader<'_>) -> Option<Run> {
    let generator = setting(around, "generator")?;
    let mut limits = LimitOverrides::default();
    let (source, own) = match generator.get("source") {
        Some(source) => {
            reader.check(GENERATOR, generator, "dmoj-generator");
            let settings = (GENERATOR, generator);
            limits.cpu =
                reader.get(settings, "time_limit", Scope::Running, |time| time_limit(number(time)?).ok());
            limits.memory = reader.size(settings, "memory_limit", KIB, Scope::Running);
            let sources = sources(source);
            if let [program] = sources.as_slice() {
                flags(generator, GENERATOR, program, task, reader);
            }
            (sources, words(&generator["args"]))
        }
        None => (sources(generator), Vec::new()),
    };
    let [program] = source.as_slice() else {
        reader.refuse("generator", generator, Scope::Running);
        return None;
    };
    let args = setting(around, "generator_args").map(words).filter(|args| !args.is_empty()).unwrap_or(own);
    let input = setting(around, "generator_in").map(|name| text(name).into());
    Some(Run { input, limits, ..Run::new(program, program, args) })
}
