//! The examples that a package has for its validators: inputs and outputs that they are to refuse or to accept.

use std::path::Path;

use super::check::selection::Selected;
use super::checker::{CheckInput, Checker};
use super::error::{Context as _, Result};
use super::output_check::OutputChecks;
use super::session::OutputCheck;
use super::trusted::TrustedPrograms;
use super::validators::Validators;
use nim_task::formats::{Example, Manifests};
use nim_task::layout::{Expected, Test, TestSet};
use nim_task::verdict::Verdict;

/// Returns warnings of the inputs that a package's validators are to refuse and accept. `first` is one of its tests.
///
/// # Errors
/// When a file cannot be read, or a validator crashes.
pub fn inputs(programs: TrustedPrograms<'_>, suite: &TestSet, first: &Test) -> Result<Vec<String>> {
    let all: Vec<Test> =
        of_suite(suite).filter(|example| example.output.is_none()).map(|own| test(first, &own)).collect();
    let tests: Vec<&Test> = all.iter().collect();
    let Some(example) = tests.first() else { return Ok(Vec::new()) };
    if example.validators.is_empty() {
        return Ok(vec![format!(
            "no validator reads the inputs that are to be refused, as {}",
            example.name
        )]);
    }
    let validators = Validators::build(&tests, programs);
    let refused = validators.refused(programs, &tests)?;
    let accepted = tests.iter().filter(|test| !refused.iter().any(|(name, _)| *name == test.name));
    Ok(accepted.map(|test| format!("the input validators accept {}.in", test.name)).collect())
}

/// Returns warnings of the outputs that a package's validator, or comparison, judges otherwise than it is to.
///
/// # Errors
/// When a file cannot be read, or the validator cannot be built.
pub fn outputs(programs: TrustedPrograms<'_>, suite: &TestSet, first: &Selected<'_>) -> Result<Vec<String>> {
    let all: Vec<(Example, Test)> = of_suite(suite)
        .filter(|example| example.output.is_some())
        .map(|example| (example.clone(), test(first.test, &example)))
        .collect();
    let selected: Vec<Selected<'_>> = all.iter().map(|(_, test)| Selected { test, ..*first }).collect();
    let mut checks = OutputChecks::new(programs);
    let mut warnings = Vec::new();
    for ((example, test), (check, _)) in all.iter().zip(checks.choose(&selected)?) {
        let Some((answer, output)) = &example.output else { continue };
        let files = CheckInput { input: &test.input, output, answer, feedback: None };
        let result = match &check {
            OutputCheck::Compare(comparison) => comparison.check(files),
            OutputCheck::Check(checker) => checker.check(files),
            OutputCheck::Interact(_) | OutputCheck::Referee(_) => continue,
        };
        let verdict = result.with_context(|| example.name.clone())?.verdict(None);
        let is_as_said = (verdict == Verdict::Accepted) == example.is_valid && verdict != Verdict::JudgeError;
        if !is_as_said {
            let to_be = if example.is_valid { "accepted" } else { "refused" };
            warnings.push(format!("{}.out is to be {to_be}, and gets {verdict}", example.name));
        }
    }
    Ok(warnings)
}

fn of_suite(suite: &TestSet) -> impl Iterator<Item = Example> {
    suite.packages.iter().flat_map(|package| Manifests::examples(&package.root))
}

/// Returns an example as a test like another one.
fn test(like: &Test, example: &Example) -> Test {
    let none = Path::new("").to_path_buf();
    let answer = example.output.as_ref().map_or(none, |(answer, _)| answer.clone());
    let (name, input) = (example.name.clone(), example.input.clone());
    Test { name, input, expected: Expected::Answer(answer), ..like.clone() }
}
