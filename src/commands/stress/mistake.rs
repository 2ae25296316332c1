//! The mistake of a program by its wrong answers. What is on record of wrong programs are their answers on the tests of the problem, so the
//! program is run on these once more, as by `toolkit check`.

use std::path::PathBuf;
use std::sync::Arc;

use super::tried::Tried;
use super::{Args, Clock};
use crate::built_in::own_tests;
use crate::built_in::problem::of_check;
use crate::commands::check::locations::FailureLocator;
use nim_ground::visible;
use nim_inputs::Description;
use nim_judge::locations;
use nim_judge::observer::Silent;
use nim_judge::report::results::{Location, ProgramReport};
use nim_judge::{CheckInputs, NamedProgram, Options};

/// Returns whether wrong answers are judged as those on record were.
pub fn is_sought(args: &Args, target: &Tried) -> bool {
    let is_judged_otherwise = args.against.is_some() || args.compare.is_some() || args.checker.is_some();
    target.built_in.is_some() && !is_judged_otherwise
}

/// Checks a program on the tests of the problem until the time of the clock is over; returns what shows on all of them.
///
/// # Errors
/// Those of a check.
pub fn find(
    args: &Args,
    target: &Tried,
    program: &NamedProgram,
    options: &Options,
    clock: &Clock,
) -> anyhow::Result<Option<ProgramReport>> {
    let Some(problem) = target.built_in else { return Ok(None) };
    let folder = own_tests::folder(problem.entry)?;
    let test_set = own_tests::load(problem.entry, folder.as_deref(), &options.manifests, &mut Vec::new())?;
    let data = folder.unwrap_or_else(|| PathBuf::from(problem.entry.name));
    let mut inputs = CheckInputs::new(vec![data], test_set);
    inputs.programs = vec![program.clone()];
    inputs.problems =
        of_check(Some(problem.entry), problem.level, &inputs.test_set, &inputs.programs, &inputs.data);
    inputs.locator =
        Some(Arc::new(FailureLocator { description: Some(Description::from_entry(problem.entry)) }));
    let limits = args.limits.overrides();
    let options = Options { limits, interrupted: Arc::clone(&clock.stop), ..options.clone() };
    let report = match nim_judge::check(&options, inputs, &mut Silent) {
        Err(_) if clock.has_stopped() => None,
        report => report?,
    };
    let Some(report) = report else { return Ok(None) };
    // A part of the tests would not be all that it says.
    let whole = report.programs.into_iter().next().filter(|_| !report.summary.interrupted);
    Ok(whole)
}

/// Returns the lines about a program: its mistake, and where it goes wrong.
pub fn lines(program: &ProgramReport, target: &Tried) -> String {
    let problem = target.built_in.map_or("", |problem| problem.entry.name);
    let mistake = program.mistake.iter().map(|mistake| ("mistake", &mistake.text));
    let locations = locations::of_single(&program.locations).map(|location| ("where", &location.text));
    let lines = mistake.chain(locations).map(|(title, text)| {
        format!("{title}: on the tests of toolkit check {problem}, {}\n", visible::line(text))
    });
    lines.collect()
}

/// Returns the lines on where a program goes wrong on so many inputs of the search.
pub fn lines_of_search(locations: &[Location], inputs: usize) -> String {
    let lines = locations::of_single(locations).map(|location| {
        format!("where: on {inputs} inputs of the search, {}\n", visible::line(&location.text))
    });
    lines.collect()
}
