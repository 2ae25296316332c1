//! What is refused before any program runs.

use std::path::PathBuf;

use itertools::Itertools;

use super::Args;
use super::programs::NamedProgram;
use super::sandboxing::SandboxArg;
use super::selection::Selected;
use crate::cli::Misuse;
use nim_judge::layout::{Package, Scope, Suite};
use nim_judge::source::Source;
use nim_judge::visible;
use nim_problems::PROBLEMS;

/// Refuses tests whose packages have unsupported settings, unless an option of the command line overrides them.
pub fn settings(args: &Args, tests: &[Selected<'_>]) -> anyhow::Result<()> {
    let option = |scope: Scope| match scope {
        Scope::Judging => (
            "--compare, --checker or --interactor",
            args.compare.is_some() || args.checker.is_some() || args.interaction.is_asked(),
        ),
        _ => args.limits.overriding(scope).unwrap_or(("", false)),
    };
    let mut refused: Vec<(String, Vec<&str>)> = Vec::new();
    for setting in tests.iter().flat_map(|selected| &selected.test.refused) {
        let (option, is_given) = option(setting.scope);
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
    let line = |(reason, options): (String, Vec<&str>)| match options.join(" and ") {
        options if options.is_empty() => reason,
        options => format!("{reason}; override it with {options}"),
    };
    let lines = refused.into_iter().map(line).join("\n");
    anyhow::ensure!(lines.is_empty(), lines);
    Ok(())
}

/// Refuses tests of which a configuration names more than there are: a score of the rest would be wrong.
pub fn incomplete(suite: &Suite) -> anyhow::Result<()> {
    suite.incomplete().map_or(Ok(()), |what| Err(anyhow::anyhow!("{}", visible::line(&what))))
}

/// Refuses a package of whose configured tests none is there, with what else says why.
pub fn without_tests(suite: &Suite) -> anyhow::Result<()> {
    let Some(missing) = suite.incomplete() else { return Ok(()) };
    let lines = suite.reasons.iter().chain([&missing]).map(|line| visible::line(line)).join("\n  ");
    anyhow::bail!(lines)
}

/// Refuses the submissions of a package with an input or an answer whose partner is missing: what they are worth depends on it.
pub fn without_partner(suite: &Suite) -> anyhow::Result<()> {
    const MOST: usize = 3;
    let files = suite.unmatched.iter().filter(|unmatched| {
        let is_in = |package: &Package| unmatched.file.starts_with(&package.name);
        unmatched.is_part_of_test() && suite.packages.iter().any(is_in)
    });
    let lines = files.map(|file| format!("{} ({})", visible::line(&file.file), file.reason)).collect_vec();
    let more = if lines.len() > MOST { ", …" } else { "" };
    let list = lines.iter().take(MOST).join(", ");
    anyhow::ensure!(
        lines.is_empty(),
        "a part of a test is missing: {list}{more}; add it, or remove the file"
    );
    Ok(())
}

/// Refuses sources beside `--submissions`.
pub fn sources_beside_submissions(sources: &[(PathBuf, Source)]) -> Result<(), Misuse> {
    refuse(!sources.is_empty(), "--submissions checks the package's own programs, and no others")
}

/// Refuses `--built-in` beside programs.
pub fn programs_beside_built_in(args: &Args, programs: &[NamedProgram]) -> Result<(), Misuse> {
    refuse(args.built_in && !programs.is_empty(), "--built-in checks the built-in solvers, and no program")
}

/// Refuses a header that does not exist, whether or not a program needs it.
pub fn missing_header(args: &Args) -> Result<(), Misuse> {
    let missing = args.testlib.iter().find(|header| !header.exists());
    missing.map_or(Ok(()), |header| Err(Misuse(format!("--testlib: there is no file {}", header.display()))))
}

/// Refuses tests on which these programs, or the built-in solvers, cannot be run as the command line asks.
pub fn tests(args: &Args, programs: &[NamedProgram], tests: &[Selected<'_>]) -> Result<(), Misuse> {
    if !programs.is_empty() {
        return refuse(
            args.sandbox.mode == SandboxArg::Off && tests.iter().any(|test| !test.files.is_standard()),
            "input and output files are those of a private folder, which --sandbox off does not have",
        );
    }
    if !tests.is_empty() && tests.iter().all(|selected| selected.problem.is_none()) {
        let slugs = PROBLEMS.iter().map(|entry| entry.slug).join(", ");
        let message = "no folder of these tests is named after a problem: name it with --problem";
        return Err(Misuse(format!("{message} (one of {slugs})")));
    }
    refuse(
        args.interaction.is_asked(),
        "name the program that is to talk: a source file, or a command after --",
    )
}

fn refuse(condition: bool, why: &str) -> Result<(), Misuse> {
    if condition { Err(Misuse(why.to_owned())) } else { Ok(()) }
}
