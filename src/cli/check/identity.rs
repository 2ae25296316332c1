//! What makes the shards of one check: the parts of its fingerprint, for all tests and not only for those of one shard.

use std::ffi::OsStr;
use std::io;

use super::lend::Lent;
use super::programs::Named;
use super::{Args, Shutting};
use crate::judge::compare::Comparison;
use crate::judge::fingerprint::{self, Parts};
use crate::judge::layout::{Expected, Test, Validation};
use crate::judge::limits::Limits;

/// The parts of the fingerprint of a check of these tests, each with its problem and its limits. Nothing that may differ
/// between the machines of one check is in it: places, layers of the sandbox, threads, times.
///
/// # Errors
/// When a file cannot be read.
pub fn parts(
    args: &Args,
    programs: &[Named],
    tests: &[&Test],
    problems: &[Option<&Lent>],
    limits: &[Limits],
) -> io::Result<Parts> {
    let texts =
        |text: &dyn Fn(&Test) -> String| -> Vec<String> { tests.iter().map(|test| text(test)).collect() };
    let judging = tests.iter().map(|test| judging(args, test)).collect::<io::Result<Vec<_>>>()?;
    let slug = |problem: &Option<&Lent>| problem.map_or("none", |lent| lent.entry.slug).to_owned();
    let names = [
        ("toolkit version", env!("CARGO_PKG_VERSION").to_owned()),
        ("names of the tests", fingerprint::of_values(&texts(&|test| test.name.clone()))),
        ("inputs", fingerprint::of_files(tests.iter().map(|test| test.input.as_path()))?),
        ("answers", fingerprint::of_files(tests.iter().map(|test| partner(test)))?),
        ("kinds of the tests", fingerprint::of_values(&texts(&|test| kind(test).to_owned()))),
        ("problems", fingerprint::of_values(&problems.iter().map(slug).collect::<Vec<_>>())),
        ("limits", fingerprint::of_values(&limits.iter().map(shown).collect::<Vec<_>>())),
        ("comparison or checker", fingerprint::of_values(&judging)),
        ("sandbox mode", mode(args.sandbox, programs).to_owned()),
        ("readable files", fingerprint::of_command(args.allow_read.iter().map(|path| path.as_os_str()))?),
        ("programs", commands(programs)?),
        ("--fail-fast", args.fail_fast.to_string()),
    ];
    Ok(names.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

fn partner(test: &Test) -> &std::path::Path {
    let (Expected::Answer(partner) | Expected::Refusal(partner)) = &test.expected;
    partner
}

fn kind(test: &Test) -> &'static str {
    match test.expected {
        Expected::Answer(_) => "answer",
        Expected::Refusal(_) => "refusal",
    }
}

fn shown(limits: &Limits) -> String {
    let Limits { cpu, wall, memory, output } = limits;
    format!("{cpu:?} CPU, {wall:?} wall, {memory} bytes of memory, {output} bytes of output")
}

fn mode(mode: Shutting, programs: &[Named]) -> &'static str {
    match mode {
        _ if programs.is_empty() => "none",
        Shutting::Auto => "auto",
        Shutting::Strict => "strict",
        Shutting::Off => "off",
    }
}

/// How a test is judged, with the contents of its checker.
fn judging(args: &Args, test: &Test) -> io::Result<String> {
    if let Some(comparison) = args.compare {
        return Ok(comparison.to_string());
    }
    if let Some(checker) = &args.checker {
        let words = shell_words::split(checker).map_err(io::Error::other)?;
        let command = fingerprint::of_command(words.iter().map(OsStr::new))?;
        return Ok(format!("{command} as {:?}", args.checker_style));
    }
    Ok(match &test.validation {
        None => Comparison::TOKENS.to_string(),
        Some(Validation::Compare(comparison)) => comparison.to_string(),
        Some(Validation::Program { place, args }) => format!("{args:?} {}", fingerprint::of_tree(place)?),
    })
}

fn commands(programs: &[Named]) -> io::Result<String> {
    let commands = programs.iter().map(|program| {
        let command = fingerprint::of_command(program.command.iter().map(AsRef::as_ref))?;
        Ok(format!("{}: {command}", program.name))
    });
    let commands = commands.collect::<io::Result<Vec<_>>>()?;
    Ok(if commands.is_empty() { "built-in".to_owned() } else { commands.join("; ") })
}
