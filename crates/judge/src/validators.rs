//! The validators that a package has for its inputs.

pub mod probes;

use std::collections::HashMap;
use std::ffi::OsString;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::{Context as _, Error, Result};
use crate::options::{Options, jobs};
use itertools::Itertools;

use super::author_calls::{AuthorCalls, Call};
use super::held;
use super::trusted::{Built, LIMITS, TrustedPrograms};
use crate::check::fingerprints::{Fingerprints, Purpose};
use crate::report::shown::Key;
use nim_ground::content::Content;
use nim_ground::file_io::FileIo;
use nim_ground::interruption;
use nim_ground::limits::Limits;
use nim_ground::presence::is_folder;
use nim_ground::threads;
use nim_ground::words::counted;
use nim_task::layout::{InputValidator, Test};

/// The folder of the cache that records accepted inputs.
const VALIDATED: &str = "validated";
/// Most invalid inputs that are named.
const MOST: usize = 10;

/// The validators of tests, ready to run.
pub struct Validators {
    built: HashMap<PathBuf, Built>,
    /// Notes on validators that cannot be built.
    pub notes: Vec<String>,
}

impl Validators {
    /// Builds the validators of tests.
    pub fn build(tests: &[&Test], programs: TrustedPrograms<'_>) -> Self {
        let mut validators = Self { built: HashMap::new(), notes: Vec::new() };
        let all = tests.iter().flat_map(|test| &test.validators).unique_by(|call| &call.program);
        for InputValidator { program, name, .. } in all.sorted_by(|a, b| a.program.cmp(&b.program)) {
            match programs.build(program) {
                Ok(built) => _ = validators.built.insert(program.clone(), built),
                Err(why) => validators.notes.push(format!("{why:#}: {name} validates nothing")),
            }
        }
        validators
    }

    /// Records that all validators accepted the inputs of a key, if they saw nothing else.
    fn keep(&self, programs: TrustedPrograms<'_>, key: &Key) -> Result<()> {
        if self.notes.is_empty() && programs.hides_files()? {
            key.keep(VALIDATED, b"");
        }
        Ok(())
    }

    /// Returns whether none could be built.
    pub fn is_empty(&self) -> bool {
        self.built.is_empty()
    }

    /// Returns the tests with refused inputs, each with the reasons; several are validated at a time.
    ///
    /// # Errors
    /// When an input cannot be read, a validator crashes, or a signal ends the command.
    pub fn refused<'t>(
        &self,
        programs: TrustedPrograms<'_>,
        tests: &[&'t Test],
    ) -> Result<Vec<(&'t str, String)>> {
        let calls = AuthorCalls::new(programs);
        let has_failed = AtomicBool::new(false);
        let validate = |(): &mut (), place: usize| {
            if has_failed.load(Ordering::Relaxed) {
                return ControlFlow::Break(());
            }
            let refusals = self.refusals(&calls, tests[place]);
            has_failed.fetch_or(refusals.is_err(), Ordering::Relaxed);
            ControlFlow::Continue(Some(refusals))
        };
        let refused = threads::results(jobs(programs.options.jobs).get(), tests.len(), || (), validate);
        Ok(refused.into_iter().flatten().collect::<Result<Vec<_>>>()?.concat())
    }

    /// Returns the reasons for which the input of a test is refused, each with the name of the test.
    fn refusals<'t>(&self, calls: &AuthorCalls<'_>, test: &'t Test) -> Result<Vec<(&'t str, String)>> {
        let mut refused = Vec::new();
        let plain = with_plain_ends(&test.input)?;
        let plain = plain.as_ref().unwrap_or(&test.input);
        for call in &test.validators {
            let Some(built) = self.built.get(&call.program) else { continue };
            let (name, refusal) = (&call.name, refusal(calls, call, built, test, plain, &LIMITS));
            // A validator that a signal ended has refused nothing.
            interruption::check()?;
            if let Some(why) = refusal.with_context(|| format!("{name}, on {}", test.name))? {
                refused.push((test.name.as_str(), format!("{why} ({name})")));
            }
        }
        Ok(refused)
    }
}

/// Validates the inputs of tests by the package's validators, unless they are known to be valid. Returns notes on validators that cannot be
/// built.
///
/// # Errors
/// When an input is invalid or cannot be read.
pub fn check_inputs(programs: TrustedPrograms<'_>, tests: &[&Test]) -> Result<Vec<String>> {
    if tests.iter().all(|test| test.validators.is_empty()) {
        return Ok(Vec::new());
    }
    let mut notes = Vec::new();
    let refused = refused(programs, tests, || {
        let validators = Validators::build(tests, programs);
        notes.clone_from(&validators.notes);
        Ok(validators)
    })?;
    if refused.is_empty() { Ok(notes) } else { Err(Error::InvalidInputs(in_words(&refused))) }
}

/// Returns the tests with refused inputs, each with the reasons; `validators` is called to build the validators, unless the cache has that
/// all inputs are valid.
///
/// # Errors
/// As of [`Validators::refused`], and when there are no validators.
pub fn refused<'t>(
    programs: TrustedPrograms<'_>,
    tests: &[&'t Test],
    validators: impl FnOnce() -> Result<Validators>,
) -> Result<Vec<(&'t str, String)>> {
    // Unreadable files are reported by the validators that need them.
    let key = if tests.is_empty() { None } else { key_of(programs, tests).ok() };
    if key.as_ref().is_some_and(|key| key.kept(VALIDATED).is_some()) {
        return Ok(Vec::new());
    }
    let validators = validators()?;
    let refused = validators.refused(programs, tests)?;
    if let Some(key) = key.filter(|_| refused.is_empty()) {
        validators.keep(programs, &key)?;
    }
    Ok(refused)
}

/// Returns the key of a verdict on the inputs, by contents.
fn key_of(programs: TrustedPrograms<'_>, tests: &[&Test]) -> Result<Key> {
    let calls = tests.iter().map(|test| &test.validators).collect_vec();
    let all = calls.iter().flat_map(|calls| calls.iter()).collect_vec();
    let Options { manifests, .. } = programs.options;
    let prints = Fingerprints::new(programs.options, Purpose::Kept);
    let mut own = Vec::new();
    for place in all.iter().map(|call| &call.program).unique() {
        own.push(prints.of_program(place).context(place.display())?);
    }
    let around = all
        .iter()
        .filter_map(|call| programs.options.trusted_sources().surroundings(&call.program).transpose())
        .collect::<io::Result<Vec<_>>>()?;
    let folders = all.iter().flat_map(|call| {
        call.program.parent().map(Path::to_path_buf).into_iter().chain(call.readable.clone())
    });
    let shown = held::shown(&around.into_iter().unique().collect_vec(), manifests)?;
    let folders = folders.chain(shown).unique().collect_vec();
    let shown = programs.shown()?;
    Ok(shown
        .with("validators", own.join(" "))
        .with_trees("folders", folders.iter().map(PathBuf::as_path))?
        .with("calls", format!("{calls:?}"))
        .with_contents("inputs", tests.iter().map(|test| &test.input))?
        .with_run_files(tests.iter().copied())?
        .key())
}

/// Runs a validator on the input of a test, beside the files of the test; returns the reason of a refusal. A validator that reads standard
/// input gets the input with plain ends of lines.
fn refusal(
    calls: &AuthorCalls<'_>,
    call: &InputValidator,
    built: &Built,
    test: &Test,
    plain: &Content,
    limits: &Limits,
) -> Result<Option<String>> {
    let script = call
        .script
        .iter()
        .flat_map(|(script, first)| ["/bin/sh".into(), "-c".into(), script.into(), first.into()]);
    let command: Vec<OsString> = script.chain(built.command().iter().cloned()).collect();
    let args: Vec<OsString> = call.args.iter().map(OsString::from).collect();
    // A validator that is a folder has modules and data beside its program.
    let is_folder = is_folder(&call.program)?;
    let own = built.command().last().filter(|_| is_folder);
    let own = own.and_then(|program| Path::new(program).parent()).map(Path::to_path_buf);
    let readable: Vec<PathBuf> =
        call.readable.iter().cloned().chain(own).chain(built.own().iter().cloned()).collect();
    let files = FileIo { input: call.input_file.map(str::to_owned), output: None };
    let input = if files.input.is_some() { &test.input } else { plain };
    let run = Call { command: &command, words: &args, readable: &readable, input: (input, &files) };
    calls.refusal(&run, test.run_files.as_ref(), call.accepted, limits)
}

/// Returns the sentence on refused inputs, with the first of them.
fn in_words(refused: &[(&str, String)]) -> String {
    let more = refused.len().saturating_sub(MOST);
    let more = if more > 0 { format!("\n  and {more} more") } else { String::new() };
    let shown = refused.iter().take(MOST).map(|(name, why)| format!("\n  {name}: {why}")).join("");
    let count = counted(refused.len(), "input");
    format!("the package's validators refuse {count}:{shown}{more}")
}

/// Returns a copy of an input with plain line ends in place of those of Windows, which validators there read as line ends too; `None` if
/// there are none.
fn with_plain_ends(input: &Content) -> Result<Option<Content>> {
    let text = input.bytes()?;
    if !text.windows(2).any(|two| two == b"\r\n") {
        return Ok(None);
    }
    let mut plain = Vec::with_capacity(text.len());
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        match line.strip_suffix(b"\r\n") {
            Some(line) => plain.extend([line, b"\n"].concat()),
            None => plain.extend(line),
        }
    }
    Ok(Some(plain.into()))
}
