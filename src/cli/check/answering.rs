//! Inputs without answers: the built-in solver, or another program, answers them before the check.

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use itertools::Itertools;

use super::preparation::Preparation;
use super::programs::{self, Code, NamedProgram};
use super::selection::problem_around;
use super::{Asked, Given, file_name, jobs};
use crate::cli::{Misuse, show, solve};
use nim_ground::private;
use nim_io::Input;
use nim_judge::layout::{Orphan, Suite};
use nim_judge::run_verdict::run_verdict;
use nim_judge::visible;
use nim_sandbox::limits::{Limits, MIB};
use nim_sandbox::secrets::Secrets;
use nim_solve::registry::Entry;

/// Limits of the program that answers.
const LIMITS: Limits = Limits {
    cpu: Duration::from_secs(60),
    wall: Duration::from_secs(120),
    memory: 2048 * MIB,
    output: 256 * MIB,
};

/// Most notes on the data in the error about an input without an answer.
const MOST_NOTES: usize = 3;

/// Makes tests of inputs without answers: of all with `--against`, else of those that the command line names, and of a suite
/// without tests. Returns the problem that the programs are called after, if an answer comes from its solver.
///
/// # Errors
/// When an input is malformed, nothing answers it, or what answers fails.
pub fn answer(asked: Asked<'_>, given: &mut Given) -> anyhow::Result<Option<&'static Entry>> {
    let Given { data, suite, programs, named, .. } = given;
    let against = asked.args.against.as_ref();
    let is_wanted =
        |path: &Path| against.is_some() || suite.tests.is_empty() || data.iter().any(|data| data == path);
    let orphans: Vec<Orphan> = suite.orphans().filter(|orphan| is_wanted(&orphan.input)).collect();
    if orphans.is_empty() || programs.is_empty() {
        return Ok(None);
    }
    let folder = private::folder("toolkit-answers-").context("cannot create a temporary folder")?;
    let path_of = |index: usize| folder.path().join(format!("{index}.ans"));
    let mut called = None;
    let by = match against {
        Some(against) => {
            run(asked, against, orphans.iter().map(|orphan| orphan.input.as_path()), &path_of)?;
            against.clone()
        }
        None => {
            let roots: Vec<PathBuf> = data.iter().filter_map(|path| path.canonicalize().ok()).collect();
            let mut slug = "";
            for (index, orphan) in orphans.iter().enumerate() {
                let around = || problem_around(&orphan.name, &orphan.input, &roots);
                let entry = match named.or_else(around) {
                    Some(entry) => entry,
                    None => {
                        called = called_after(programs);
                        called.ok_or_else(|| unanswered(data, orphan, suite))?
                    }
                };
                slug = entry.slug;
                let mut file = File::create(path_of(index)).context("cannot write an answer")?;
                let input = Input::open(&orphan.input, true)
                    .with_context(|| format!("cannot read {}", orphan.input.display()))?;
                solve::answers(entry, input, &mut file, asked.level)?;
            }
            format!("the built-in solver of {slug}")
        }
    };
    let count = match orphans.len() {
        1 => "1 input without an answer is".to_owned(),
        count => format!("{count} inputs without answers are"),
    };
    suite.notes.push(format!("{count} answered by {by}"));
    suite.adopt(orphans.into_iter().enumerate().map(|(index, orphan)| (orphan, path_of(index))).collect());
    suite.keep(vec![folder]);
    Ok(called)
}

/// Returns the problem that all programs are called after.
fn called_after(programs: &[NamedProgram]) -> Option<&'static Entry> {
    let mut entries = programs.iter().map(|program| match &program.code {
        Code::Source(source) => file_name::problem_of(&source.main),
        Code::Command(command) => command.iter().find_map(|word| file_name::problem_of(Path::new(word))),
    });
    let first = entries.next()??;
    entries.all(|other| other.is_some_and(|other| other.slug == first.slug)).then_some(first)
}

fn unanswered(data: &[PathBuf], orphan: &Orphan, suite: &Suite) -> Misuse {
    let mut reasons = suite.reasons.iter().cloned().chain(suite.incomplete()).take(MOST_NOTES).peekable();
    if reasons.peek().is_some() {
        let reasons = reasons.map(|reason| visible::line(&reason)).join("\n");
        let input = orphan.input.display();
        return Misuse(format!(
            "{reasons}\n  {input} has no answer; --against names a program that answers it"
        ));
    }
    let notes = &suite.notes;
    let stem = data.first().and_then(|path| path.file_stem()?.to_str()).unwrap_or_default();
    Misuse(format!(
        "{} has no answer: name a program that answers it with --against, or its problem with --problem (such as {}; see toolkit list){}",
        orphan.input.display(),
        show::choices(stem),
        notes.iter().take(MOST_NOTES).map(|note| format!("\n  note: {note}")).collect::<String>()
    ))
}

/// Runs the program of `--against` on inputs.
fn run<'p>(
    Asked { args, languages, interruption, .. }: Asked<'_>,
    against: &str,
    inputs: impl Iterator<Item = &'p Path>,
    path_of: &dyn Fn(usize) -> PathBuf,
) -> anyhow::Result<()> {
    let named = programs::given(&[], &[format!("--against={against}")], &[], languages)?;
    let (args, secrets, interrupted) = (&args.sandbox, Secrets::default(), &*interruption.happened);
    let preparation = Preparation { args, languages, secrets, jobs: jobs(None), interrupted };
    let prepared = preparation.compile(&named)?;
    let program = prepared.first().with_context(|| format!("{against} cannot be run"))?;
    if let Err(message) = &program.compiled {
        bail!("{against} does not compile: {message}");
    }
    let sandboxed = preparation.sandboxed(program, &preparation.secrets, LIMITS.output, interrupted)?;
    let sandboxed = sandboxed.with_context(|| format!("{against} cannot be run"))?;
    let mut runner = sandboxed.launch()()?;
    for (index, input) in inputs.enumerate() {
        let mut file = BufWriter::new(File::create(path_of(index)).context("cannot write an answer")?);
        let result = runner.run(input, &LIMITS, &mut file)?;
        if let Some((verdict, message)) = run_verdict(&result, &LIMITS) {
            bail!("{against} gives no answer to {}: {}: {message}", input.display(), verdict.words());
        }
        std::io::Write::flush(&mut file).context("cannot write an answer")?;
    }
    Ok(())
}
