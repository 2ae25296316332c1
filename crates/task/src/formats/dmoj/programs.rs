//! The programs that an `init.yml` names: checkers, interactors, handlers and generators.

use std::path::Path;

use serde_json::Value;

use crate::graders::Graders;
use crate::layout::settings::{Scope, SettingsReader, number, text, words};
use crate::layout::test_source::{Origin, Run};
use crate::protocol::{Protocol, Start};
use crate::task::Task;
use nim_ground::limits::{KIB, LimitOverrides, parse_time};

/// The checkers that come with DMOJ and compare neither tokens nor lines in order.
const BUILT_IN: [&str; 5] = ["easy", "linecount", "linematches", "sorted", "unordered"];

/// Reads a checker that is a program, a module in Python, or a function that comes with DMOJ. The only other ones are comparisons.
pub fn checker(value: &Value, task: &mut Task, reader: &mut SettingsReader<'_>) -> bool {
    let checker = &value["checker"];
    let name = checker.as_str().or_else(|| checker["name"].as_str()).unwrap_or_default();
    let args = &checker["args"];
    if name == "bridged" {
        reader.check("checker.args.", args, "dmoj-bridged");
        task.validator = program(args, reader, "checker.args.files");
        task.validator_style = Some(match args["type"].as_str() {
            Some("coci") => Protocol::COCI,
            Some("peg") => Protocol::PEG,
            _ => Protocol::TESTLIB,
        });
        return true;
    }
    let built_in = BUILT_IN.into_iter().find(|known| *known == name);
    if built_in.is_none() && !is_module(name) {
        return false;
    }
    // One that comes with DMOJ is no file of the package; any file that is there will do.
    task.validator = Some(if built_in.is_some() { "init.yml" } else { name }.to_owned());
    task.validator_style = Some(Protocol { start: Start::PythonFunction(built_in), ..Protocol::DMOJ });
    task.validator_args.extend(args.is_object().then(|| args.to_string()));
    true
}

fn is_module(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| ending == "py")
}

/// Reads an interactor.
pub fn interactor(value: &Value, task: &mut Task, reader: &mut SettingsReader<'_>) {
    let interactive = &value["interactive"];
    reader.check("interactive.", interactive, "dmoj-interactive");
    task.interactor = program(interactive, reader, "interactive.files");
    let style = if interactive["type"] == "testlib" {
        Protocol::DMOJ_TESTLIB_INTERACTOR
    } else {
        Protocol::DMOJ_INTERACTOR
    };
    task.interactor_style = task.interactor.is_some().then_some(style);
    if task.interactor.is_some() && value["unbuffered"] == true {
        task.graders.get_or_insert_default().unbuffered = true;
    }
}

/// Returns the source among the files of a program; the others are headers.
fn program(settings: &Value, reader: &mut SettingsReader<'_>, at: &str) -> Option<String> {
    let sources = sources(&settings["files"]);
    if sources.len() != 1 && settings.is_object() {
        reader.refuse(at, &settings["files"], Scope::Judging);
    }
    sources.into_iter().next()
}

fn sources(files: &Value) -> Vec<String> {
    let mut files = words(files);
    files.retain(|name| Path::new(name).extension().is_none_or(|ending| ending != "h"));
    files
}

/// Reads a program in which a submission is called as a function.
pub fn grader(value: &Value, task: &mut Task, reader: &mut SettingsReader<'_>) {
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

/// Returns the setting of a case that the case, its batch or the file names.
pub fn setting<'v>(around: [&'v Value; 3], key: &str) -> Option<&'v Value> {
    around.into_iter().map(|settings| &settings[key]).find(|value| !value.is_null())
}

/// Returns the origin of the input of a case by a generator, which the case, its batch or the file names.
pub fn generated(around: [&Value; 3], reader: &mut SettingsReader<'_>) -> Option<Origin> {
    let setting = |key: &str| setting(around, key);
    let generator = setting("generator")?;
    let mut limits = LimitOverrides::default();
    let (source, own) = match generator.get("source") {
        Some(source) => {
            reader.check("generator.", generator, "dmoj-generator");
            let settings = ("generator.", generator);
            limits.cpu = reader.get(settings, "time_limit", Scope::Running, |time| {
                parse_time(&number(time)?.to_string()).ok()
            });
            limits.memory = reader.size(settings, "memory_limit", KIB, Scope::Running);
            (sources(source), words(&generator["args"]))
        }
        None => (sources(generator), Vec::new()),
    };
    let [program] = source.as_slice() else {
        reader.refuse("generator", generator, Scope::Running);
        return None;
    };
    let args = setting("generator_args").map(words).filter(|args| !args.is_empty()).unwrap_or(own);
    let input = setting("generator_in").map(|name| text(name).into());
    Some(Origin::Run(Run { input, limits, ..Run::new(program, program, args) }))
}
