//! The examples that a package has for its validators: inputs, answers and outputs that they must refuse or accept.

use std::path::Path;

use super::checker::{CheckInput, Checker};
use super::error::{Context as _, Result};
use super::output_check::OutputChecks;
use super::selected_test::{OutputCheck, SelectedTest};
use super::trusted::TrustedPrograms;
use super::validators::Validators;
use nim_ground::content::Content;
use nim_task::formats::{Example, Manifests, Part};
use nim_task::layout::{Expected, RunFiles, Test, TestSet, Validation};
use nim_task::verdict::Verdict;

/// Options of output validators for answers.
const STRICT: [&str; 2] = ["case_sensitive", "space_change_sensitive"];

/// Returns warnings of examples of inputs that a package's validators judge wrongly. `first` is one of its tests.
///
/// # Errors
/// When a file cannot be read, or a validator crashes.
pub fn inputs(programs: TrustedPrograms<'_>, test_set: &TestSet, first: &Test) -> Result<Vec<String>> {
    let (examples, _) = of_test_set(test_set)?;
    let all: Vec<Test> = examples
        .into_iter()
        .filter(|example| example.part == Part::Input)
        .map(|own| test(first, &own))
        .collect::<Result<_>>()?;
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

/// Returns warnings of examples of answers and outputs that a package's validators, or its comparison, judge wrongly.
///
/// # Errors
/// When a file cannot be read, or a validator cannot be built or crashes.
pub fn outputs(
    programs: TrustedPrograms<'_>,
    test_set: &TestSet,
    first: &SelectedTest<'_>,
) -> Result<Vec<String>> {
    let (examples, incomplete) = of_test_set(test_set)?;
    let all: Vec<(Example, Test)> = examples
        .into_iter()
        .filter(|example| example.part != Part::Input)
        .map(|example| Ok((example.clone(), test(first.test, &example)?)))
        .collect::<Result<_>>()?;
    let (refused, mut warnings) = refused_answers(programs, test_set, first.test)?;
    warnings.extend(incomplete);
    let selected: Vec<SelectedTest<'_>> =
        all.iter().map(|(_, test)| SelectedTest { test, ..first.clone() }).collect();
    let mut checks = OutputChecks::new(programs);
    for ((example, test), selected) in all.iter().zip(checks.choose(&selected)?) {
        if refused.contains(&example.name) {
            continue;
        }
        let (answer, output) =
            (Content::File(example.file(Part::Answer)), Content::File(example.file(example.part)));
        let files = CheckInput { input: &test.input, output: &output, answer: &answer, feedback: None };
        let result = match &selected.check {
            OutputCheck::Compare(comparison) => comparison.check(files),
            OutputCheck::Check(checker) => checker.check(files),
            OutputCheck::Interact(_) | OutputCheck::Referee(_) => continue,
        };
        let verdict = result.with_context(|| example.name.clone())?.verdict(None);
        let is_as_said = (verdict == Verdict::Accepted) == example.is_valid && verdict != Verdict::JudgeError;
        if !is_as_said {
            let to_be = if example.is_valid { "accepted" } else { "refused" };
            let ending = example.part.ending();
            warnings.push(format!("{}.{ending} is to be {to_be}, and gets {verdict}", example.name));
        }
    }
    Ok(warnings)
}

/// Returns the names of the answers that a package's validators of answers refuse, and notes on validators that cannot be built.
fn refused_answers(
    programs: TrustedPrograms<'_>,
    test_set: &TestSet,
    like: &Test,
) -> Result<(Vec<String>, Vec<String>)> {
    let mut answers = Vec::new();
    for package in test_set.packages.keys() {
        let (examples, _) = Manifests::examples(package)?;
        for own in examples.into_iter().filter(|own| own.part == Part::Answer) {
            let validators = Manifests::answer_validators(package, &own.input)?;
            let (name, input) = (own.name.clone(), Content::File(own.file(Part::Answer)));
            answers.push(Test { name, input, validators, run_files: None, ..like.clone() });
        }
    }
    let answers: Vec<&Test> = answers.iter().collect();
    let validators = Validators::build(&answers, programs);
    let refused = validators.refused(programs, &answers)?;
    let refused = refused.into_iter().map(|(name, _)| name.to_owned()).collect();
    Ok((refused, validators.notes))
}

/// Returns the examples of all packages, and notes on files that are not examples.
fn of_test_set(test_set: &TestSet) -> Result<(Vec<Example>, Vec<String>)> {
    let (mut all, mut warnings) = (Vec::new(), Vec::new());
    for package in test_set.packages.keys() {
        let (examples, own) = Manifests::examples(package)?;
        all.extend(examples);
        warnings.extend(own);
    }
    Ok((all, warnings))
}

/// Returns an example as a test like another one.
fn test(like: &Test, example: &Example) -> Result<Test> {
    let (name, input) = (example.name.clone(), Content::File(example.input.clone()));
    let expected = Expected::Answer(Content::File(example.file(Part::Answer)));
    let package = example.input.ancestors().find(|folder| folder.ends_with("data")).and_then(Path::parent);
    let run_files = package.map_or(Ok(None), |package| RunFiles::beside(&example.input, package))?;
    let mut test = Test { name, input, expected, run_files, ..like.clone() };
    // An answer is judged more strictly than an output.
    if let (Part::Answer, Some(Validation::Program { args, .. })) = (example.part, &mut test.validation) {
        args.extend(STRICT.map(str::to_owned));
    }
    Ok(test)
}
