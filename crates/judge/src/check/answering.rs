//! Inputs without answers: the built-in solver, or another program, answers them before the check.

use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::PathBuf;
use std::time::Duration;

use itertools::Itertools;
use tempfile::TempDir;

use super::CheckInputs;
use crate::error::{Context as _, Error, Result, bail};
use crate::observer::Observer;
use crate::options::Options;
use crate::preparation::Preparation;
use crate::problem::Problems;
use crate::programs::NamedProgram;
use crate::run_files;
use crate::run_verdict::run_verdict;
use nim_ground::content::Content;
use nim_ground::limits::{Limits, MIB};
use nim_ground::private;
use nim_ground::visible;
use nim_sandbox::secrets::Secrets;
use nim_task::defines::USUAL;
use nim_task::layout::{Test, TestSet};

/// Limits of the program that answers.
const LIMITS: Limits = Limits {
    cpu: Duration::from_secs(60),
    wall: Duration::from_secs(120),
    memory: 2048 * MIB,
    output: 256 * MIB,
};

/// Most notes on the data in the error about an input without an answer.
const MOST_NOTES: usize = 3;

/// Makes tests of inputs without answers: of all inputs with `--against` or `--interactor`, otherwise of those named on the command line or
/// in a test set without tests. Returns whether an answer comes from the solver of the problem that the programs are named after.
///
/// # Errors
/// When an input is malformed, nothing answers it, or what answers fails.
pub fn answer(options: &Options, inputs: &mut CheckInputs, observer: &mut dyn Observer) -> Result<bool> {
    let CheckInputs { data, test_set, programs, problems, .. } = inputs;
    let against = options.against.as_ref();
    let talks = options.interaction.interactor.is_some();
    let are_all_wanted = talks || against.is_some() || test_set.tests.is_empty();
    let inputs = test_set.inputs_without_answers();
    let inputs =
        inputs.filter(|test| are_all_wanted || data.iter().any(|data| test.input.file() == Some(data)));
    let inputs: Vec<Test> = inputs.cloned().collect();
    if inputs.is_empty() || programs.is_empty() {
        return Ok(false);
    }
    let folder = private::folder("toolkit-answers-")?;
    let path_of = |index: usize| folder.path().join(format!("{index}.ans"));
    let mut answered_by_name = false;
    let by = match against {
        // An interactor judges without one.
        None if talks => {
            for index in 0..inputs.len() {
                let path = path_of(index);
                fs::write(&path, "").context("cannot write an answer")?;
            }
            "an empty file: --interactor judges".to_owned()
        }
        Some(against) => {
            run(options, against, &inputs, &path_of, observer)?;
            against.clone()
        }
        None => {
            let mut slug = "";
            for (index, input) in inputs.iter().enumerate() {
                let own = problems.of_test(input.problem.as_deref());
                answered_by_name |= own.is_none();
                let problem = own.or(problems.of_programs.as_deref());
                let problem = problem.ok_or_else(|| unanswered(input, test_set, problems))?;
                slug = problem.slug();
                let mut file = File::create(path_of(index)).context("cannot write an answer")?;
                problem.solve(&input.input, &input.shown(), &mut file)?;
            }
            format!("the built-in solver of {slug}")
        }
    };
    let count = match inputs.len() {
        1 => "1 input without an answer is".to_owned(),
        count => format!("{count} inputs without answers are"),
    };
    test_set.notes.push(format!("{count} answered by {by}"));
    let answers = (0..).map(|index| Content::File(path_of(index)));
    test_set.add_answered(inputs.into_iter().zip(answers));
    test_set.keep(vec![folder]);
    Ok(answered_by_name)
}

fn unanswered(input: &Test, test_set: &TestSet, problems: &Problems) -> Error {
    let mut reasons =
        test_set.reasons.iter().cloned().chain(test_set.incomplete()).take(MOST_NOTES).peekable();
    if reasons.peek().is_some() {
        let reasons = reasons.map(|reason| visible::line(&reason)).join("\n");
        let input = input.shown();
        return Error::Usage(format!(
            "{reasons}\n  {input} has no answer; --against names a program that answers it"
        ));
    }
    let notes = &test_set.notes;
    Error::Usage(format!(
        "{} has no answer: name a program that answers it with --against, or its problem with {}{}",
        input.shown(),
        problems.advice(),
        notes.iter().take(MOST_NOTES).map(|note| format!("\n  note: {note}")).collect::<String>()
    ))
}

/// Runs the program of `--against` on inputs.
fn run(
    options: &Options,
    against: &str,
    inputs: &[Test],
    path_of: &dyn Fn(usize) -> PathBuf,
    observer: &mut dyn Observer,
) -> Result<()> {
    let named = [NamedProgram::of_option("--against", against, &options.languages)?];
    let preparation = Preparation { options, secrets: Secrets::default(), defines: USUAL };
    let prepared = preparation.compile(&named, observer)?;
    let program = prepared.first().with_context(|| format!("{against} cannot be run"))?;
    if let Err(error) = &program.compiled {
        bail!("{against} does not compile: {error}");
    }
    let interrupted = &options.interrupted;
    let sandboxed = preparation.sandboxed(program, &preparation.secrets, LIMITS.output, interrupted)?;
    let sandboxed = sandboxed.with_context(|| format!("{against} cannot be run"))?;
    let mut runner = sandboxed.start()?;
    for (index, one) in inputs.iter().enumerate() {
        let mut file = BufWriter::new(File::create(path_of(index)).context("cannot write an answer")?);
        let given = run_files::copied(one.run_files.as_ref())?;
        runner.give(given.as_ref().map(TempDir::path))?;
        let result = runner.run_with_files(&one.input, &one.files, &LIMITS, &mut file)?;
        if let Some((verdict, message)) = run_verdict(&result, &LIMITS) {
            bail!("{against} gives no answer to {}: {}: {message}", one.shown(), verdict.words());
        }
        file.flush().context("cannot write an answer")?;
    }
    Ok(())
}
