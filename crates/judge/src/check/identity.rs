//! The parts of a check's fingerprint, equal for all its shards.

use std::io;

use itertools::Itertools;

use super::fingerprints::{Fingerprints, Purpose};
use crate::compile::Executable;
use crate::options::Options;
use crate::preparation::Prepared;
use crate::programs::Code;
use crate::report::fingerprint::{self, FingerprintParts};
use crate::report::results::SandboxReport;
use crate::report::shard::{IN_TURN, SHARDS};
use crate::report::shown::{Key, Shown};
use crate::selected_test::SelectedTest;
use crate::trusted::TrustedPrograms;
use nim_task::layout::Expected;
use nim_task::score::Group;

/// Returns the parts of the fingerprint of a check of these tests. Properties that may differ between the machines of
/// one check are excluded: paths, layers of the sandbox, threads, times.
///
/// # Errors
/// When a file cannot be read.
pub fn parts(
    options: &Options,
    programs: &[Prepared<'_>],
    all: &[SelectedTest<'_>],
    shards: Option<&[usize]>,
    scoring: Option<&Group>,
) -> io::Result<FingerprintParts> {
    let values = |value: &dyn Fn(&SelectedTest<'_>) -> String| {
        fingerprint::of_values(&all.iter().map(value).collect_vec())
    };
    let shards =
        shards.map(|shards| fingerprint::of_values(&shards.iter().map(usize::to_string).collect_vec()));
    let prints = Fingerprints::new(options, Purpose::Shards);
    let judging = all.iter().map(|selected| Ok(prints.of_test(selected.test)?.unwrap_or_default()));
    let judging = judging.collect::<io::Result<Vec<_>>>()?;
    let mode = if programs.is_empty() { "none" } else { options.sandbox.mode.name() };
    let run_files = Shown::default().with_run_files(all.iter().map(|selected| selected.test))?;
    let parts = [
        ("toolkit version", env!("CARGO_PKG_VERSION").to_owned()),
        ("names of the tests", values(&|selected| selected.test.name.clone())),
        ("inputs", fingerprint::of_contents(all.iter().map(|selected| &selected.test.input))?),
        ("answers", fingerprint::of_contents(all.iter().map(|selected| selected.test.expected.content()))?),
        ("kinds of the tests", values(&|selected| kind(&selected.test.expected).to_owned())),
        ("problems", values(&|test| test.problem.map_or("none", |known| known.slug()).to_owned())),
        ("limits", values(&|selected| selected.limits.to_string())),
        ("points", values(&|selected| format!("{:?} {:?}", selected.test.group, selected.test.points))),
        ("input and output files", values(&|selected| format!("{:?}", selected.files))),
        ("files of tests", run_files.key().name().to_owned()),
        (
            "time factors",
            values(&|selected| format!("{:?} {:?}", options.time_factors, selected.test.language_limits)),
        ),
        ("rules of scores", fingerprint::of_values(&[serde_json::to_string(&scoring)?])),
        ("comparison or checker", fingerprint::of_values(&judging)),
        ("sandbox mode", mode.to_owned()),
        ("--trust-package", options.trust_package.to_string()),
        (
            "readable files",
            fingerprint::of_command(options.sandbox.allow_read.iter().map(|path| path.as_os_str()))?,
        ),
        ("programs", commands(programs)?),
        (SHARDS, shards.unwrap_or_else(|| IN_TURN.to_owned())),
        ("--fail-fast", options.fail_fast.to_string()),
    ];
    Ok(parts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

/// Returns the names of tests, each with its fingerprint and its limits; `None` if the files that judge a test are not known.
///
/// # Errors
/// When a file cannot be read.
pub fn of_tests(options: &Options, tests: &[SelectedTest<'_>]) -> io::Result<Vec<(String, Option<String>)>> {
    let prints = Fingerprints::new(options, Purpose::Kept);
    let of_tests = tests.iter().map(|test| {
        let print = of_test(options, &prints, test)?;
        Ok((test.test.name.clone(), print.map(|print| format!("{print} {}", test.limits))))
    });
    of_tests.collect()
}

/// Returns the fingerprint of a test, without its limits; `None` if the files that judge it are not known.
///
/// # Errors
/// When a file cannot be read.
pub fn of_test(
    options: &Options,
    prints: &Fingerprints<'_>,
    selected: &SelectedTest<'_>,
) -> io::Result<Option<String>> {
    let test = selected.test;
    let Some(judging) = prints.of_test(test)? else { return Ok(None) };
    let shown = Shown::default()
        .with_contents("files", [&test.input, test.expected.content()])?
        .with_run_files([test])?
        .with("judging", judging)
        .with("packages are trusted", options.trust_package.to_string())
        .with("points", format!("{:?}", test.points))
        .with("input and output files", format!("{:?}", selected.files))
        .with("time factors", format!("{:?} {:?}", options.time_factors, test.language_limits))
        .with("problem", selected.problem.map_or("none", |known| known.slug()))
        .with("repeat", format!("{} {}", options.repeat, options.rerun_flaky));
    Ok(Some(shown.key().name().to_owned()))
}

/// Returns the fingerprint of a program and its surroundings: its abilities depend on the active layers.
///
/// # Errors
/// When a file cannot be read.
pub fn of_program(options: &Options, prepared: &Prepared<'_>, sandbox: &SandboxReport) -> io::Result<Key> {
    let language = match &prepared.program.code {
        Code::Source(source) => Some(&source.language),
        Code::Command(_) => None,
    };
    let made = prepared.compiled.as_ref().ok();
    let digest = made.map_or(Ok(None), Executable::digest)?;
    // An interpreter is a command of the system; a compiled program may have another path the next time.
    let command = made.filter(|_| digest.is_none()).and_then(|made| made.command.first());
    let copy = made.and_then(|made| made.copy.as_ref()).map(|copy| copy.folder.as_path());
    Ok(TrustedPrograms::new(options)
        .shown()?
        .with("program", commands(std::slice::from_ref(prepared))?)
        .with("compiled", format!("{digest:?} {language:?}"))
        .with_command("command", command.map(AsRef::as_ref))?
        .with_trees("copy", copy)?
        .with("sandbox", format!("{} {:?}", sandbox.mode, sandbox.layers))
        .key())
}

fn kind(expected: &Expected) -> &'static str {
    match expected {
        Expected::Answer(_) => "answer",
        Expected::Refusal(_) => "refusal",
    }
}

fn commands(programs: &[Prepared<'_>]) -> io::Result<String> {
    let commands = programs.iter().map(|Prepared { program, compiled }| {
        let command = match &program.code {
            Code::Command(command) => fingerprint::of_command(command.iter().map(AsRef::as_ref))?,
            // Sources are compared, because a compiler's output may differ between machines.
            Code::Source(source) => {
                format!("{} {}", source.language.name, fingerprint::of_source(source)?)
            }
        };
        let failed = if compiled.is_err() { " (does not compile)" } else { "" };
        Ok(format!("{}: {command}{failed}", program.name))
    });
    let commands = commands.collect::<io::Result<Vec<_>>>()?;
    Ok(if commands.is_empty() { "built-in".to_owned() } else { commands.join("; ") })
}
