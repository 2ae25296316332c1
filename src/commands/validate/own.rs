//! The inputs of a package whose own validators tell what is valid.

use anyhow::Context;

use super::{Args, FileJson, SCHEMA, Validated};
use crate::exit::Exit;
use crate::problem::{Problem, tests};
use crate::system::interruption::Interruption;
use crate::terminal::say;
use nim_ground::presence::{is_file, is_folder};
use nim_ground::visible;
use nim_judge::trusted::TrustedPrograms;
use nim_judge::validators::{self, Validators, probes};
use nim_judge::{Options, examples};
use nim_task::layout::{ArchiveFormat, Test, TestSet};

/// Validates the inputs of a package by its own validators; `None` where it has none.
///
/// # Errors
/// When a file cannot be read, or none of the validators can be built.
pub fn validate(args: &Args, problem: &Problem, has_grammar: bool) -> anyhow::Result<Option<Exit>> {
    let Problem::There { path, manifests } = problem else { return Ok(None) };
    if !is_folder(path)? && ArchiveFormat::from_path(path).is_none() {
        return Ok(None);
    }
    // The grammar, which only a folder has, would read a stream, which must end at a signal, as it does until one is watched for. What is
    // unpacked of an archive must be removed.
    let interruption = if has_grammar { None } else { Some(Interruption::watch()?) };
    let test_set = tests(path, manifests)?;
    let has_validators = test_set.has_validators();
    if has_grammar && !has_validators {
        return Ok(None);
    }
    // An unreadable manifest may name validators, or their arguments.
    test_set.check_readable().with_context(|| format!("cannot read {}", path.display()))?;
    if !has_validators {
        return Ok(None);
    }
    let interruption = interruption.map_or_else(Interruption::watch, Ok)?;
    say::missing_sandbox();
    let options = Options { manifests: manifests.clone(), ..Options::new(crate::system::languages()?) };
    interruption.end(by(args, TrustedPrograms::new(&options), &test_set)).map(Some)
}

/// Builds the validators of all tests, and prints notes on those that cannot be built.
fn built(programs: TrustedPrograms<'_>, test_set: &TestSet) -> nim_judge::Result<Validators> {
    let validators = Validators::build(&test_set.tests.iter().collect::<Vec<_>>(), programs);
    if validators.is_empty() && !validators.notes.is_empty() {
        return Err(validators.notes.join("\n").into());
    }
    validators.notes.iter().for_each(say::note);
    Ok(validators)
}

fn by(args: &Args, programs: TrustedPrograms<'_>, test_set: &TestSet) -> anyhow::Result<Exit> {
    let mut stored: Vec<&Test> = Vec::new();
    for test in &test_set.tests {
        if test.input.file().map_or(Ok(true), is_file)? {
            stored.push(test);
        }
    }
    let refused = validators::refused(programs, &stored, || built(programs, test_set))?;
    let missing = test_set.tests.len() - stored.len();
    if missing > 0 {
        let missing = say::counted(missing, "input");
        say::note(format_args!("{missing} not stored: check --submissions validates those that it can make"));
    }
    if stored.is_empty() {
        say::error("no inputs found");
        return Ok(Exit::NoTests);
    }
    let accepted = examples::inputs(programs, test_set, stored[0])?;
    probes::warning(programs, &stored)?.iter().for_each(say::note);
    let mut names: Vec<&str> = refused.iter().map(|(name, _)| *name).collect();
    names.dedup();
    let exit = if names.is_empty() && accepted.is_empty() { Exit::Success } else { Exit::NotAccepted };
    let verdict = super::verdict(stored.len(), names.len()) + " by the package's own validators";
    let files = stored.iter().map(|test| {
        let of_test = refused.iter().filter(|(name, _)| *name == test.name);
        let messages: Vec<String> = of_test.map(|(_, why)| why.to_string()).collect();
        let (file, valid) = (test.name.clone(), messages.is_empty());
        FileJson { file, valid, violations: Vec::new(), more: 0, messages }
    });
    let validated = Validated {
        problem: args.slug.clone(),
        files: files.collect(),
        left_out: Vec::new(),
        never_reached: Vec::new(),
        same: Vec::new(),
        examples: accepted.clone(),
    };
    let text = || {
        let of_inputs =
            refused.iter().map(|(name, why)| format!("{}: {}\n", visible::line(name), visible::brief(why)));
        of_inputs.chain(accepted.iter().map(|why| visible::brief(why) + "\n")).collect()
    };
    args.output.answer(SCHEMA, &validated, || verdict.clone() + "\n", text)?;
    if args.output.is_whole() {
        say::message(verdict);
    }
    test_set.incomplete().iter().for_each(say::note);
    Ok(exit)
}
