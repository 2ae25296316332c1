//! Checks that are refused before any program runs.

use itertools::Itertools;

use super::CheckInputs;
use crate::error::{Error, Result, bail};
use crate::options::Options;
use crate::selected_test::SelectedTest;
use nim_ground::visible;
use nim_sandbox::SandboxMode;
use nim_task::layout::{Refused, Scope, TestSet};

/// Refuses tests whose packages have unsupported settings, unless an option of a check overrides them.
pub fn of_tests(options: &Options, tests: &[SelectedTest<'_>]) -> Result<()> {
    let refused = tests.iter().flat_map(|selected| &selected.test.refused);
    settings(options, refused, "--compare, --checker or --interactor")
}

/// Refuses unsupported settings of packages, unless an option of the command line overrides them; those of judging are overridden by the
/// options `judging`.
///
/// # Errors
/// When one is left, with all that are.
pub fn settings<'s>(
    options: &Options,
    settings: impl Iterator<Item = &'s Refused>,
    judging: &'static str,
) -> Result<()> {
    let mut refused: Vec<(String, Vec<&str>)> = Vec::new();
    for setting in settings {
        let (option, is_given) = match setting.scope {
            Scope::Judging => (
                judging,
                options.compare.is_some() || options.checker.is_some() || options.interaction.is_wanted(),
            ),
            scope => options.overriding(scope).unwrap_or(("", false)),
        };
        if is_given {
            continue;
        }
        let reason = setting.to_string();
        match refused.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, options)) if options.contains(&option) => {}
            Some((_, options)) => options.push(option),
            None => refused.push((reason, vec![option])),
        }
    }
    let mut lines = refused.into_iter().map(|(reason, options)| match options.join(" and ") {
        options if options.is_empty() => reason,
        options => format!("{reason}; override it with {options}"),
    });
    let lines = lines.join("\n");
    if lines.is_empty() { Ok(()) } else { Err(Error::Failed(lines)) }
}

/// Refuses tests of a configuration that names more tests than there are: a score of the rest would be wrong.
pub fn incomplete(test_set: &TestSet) -> Result<()> {
    test_set.incomplete().map_or(Ok(()), |what| Err(Error::Failed(visible::line(&what))))
}

/// Refuses a package if none of its configured tests is there, or if a manifest that may list some is unreadable, with further reasons.
pub fn without_tests(test_set: &TestSet) -> Result<()> {
    let missing = test_set.incomplete();
    if missing.is_none() && test_set.check_readable().is_ok() {
        return Ok(());
    }
    let lines = test_set.reasons.iter().chain(&missing).map(|line| visible::line(line)).join("\n  ");
    Err(Error::Failed(lines))
}

/// Refuses the submissions of a package with an input or an answer without its partner: their expectations depend on it.
pub fn without_partner(test_set: &TestSet) -> Result<()> {
    const MOST: usize = 3;
    let files = test_set.unmatched.iter().filter(|unmatched| {
        unmatched.is_part_of_test()
            && test_set.packages.values().any(|package| unmatched.file.starts_with(package))
    });
    let lines = files.map(|file| format!("{} ({})", visible::line(&file.file), file.reason)).collect_vec();
    let more = if lines.len() > MOST { ", …" } else { "" };
    let list = lines.iter().take(MOST).join(", ");
    if lines.is_empty() {
        return Ok(());
    }
    bail!("a part of a test is missing: {list}{more}; add it, or remove the file")
}

/// Refuses tests on which the programs, or the built-in solvers, cannot be run as the command line asks.
pub fn tests(options: &Options, inputs: &CheckInputs, tests: &[SelectedTest<'_>]) -> Result<()> {
    if !inputs.programs.is_empty() {
        return refuse(
            options.sandbox.mode == SandboxMode::Off && tests.iter().any(|test| !test.files.is_standard()),
            "input and output files are those of a private folder, which --sandbox off does not have",
        );
    }
    if !tests.is_empty() && tests.iter().all(|selected| selected.problem.is_none()) {
        let advice = inputs.problems.advice();
        let why = "no folder of these tests is named after a problem: name it with";
        return Err(Error::Usage(format!("{why} {advice}")));
    }
    refuse(
        options.interaction.is_wanted(),
        "name the program that is to talk: a source file, or a command after --",
    )
}

fn refuse(condition: bool, why: &str) -> Result<()> {
    if condition { Err(Error::Usage(why.to_owned())) } else { Ok(()) }
}
