//! A generator: a program that prints an input for a seed and a size.

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use super::feed::{Feed, Origin, TrialInput};
use nim_ground::presence::find;
use nim_judge::command;
use nim_judge::programs::{Code, NamedProgram};
use nim_task::language::Languages;
use nim_task::trusted_sources::TrustedSources;

/// What stands for them in the arguments of a generator.
const SEED: &str = "{seed}";
const SIZE: &str = "{size}";
/// So many inputs later, the greatest size grows by one.
const GROWTH: u64 = 16;

/// The arguments of a generator.
#[derive(Clone)]
pub struct Generator {
    args: Vec<String>,
    /// Whether the size is its last argument only because no word says where it stands.
    pub may_lack_size: bool,
}

impl Generator {
    /// Reads the program and the arguments of `--gen`: a source file or a command, called with a seed and a size where no word of
    /// its arguments stands for them.
    pub fn parse(text: &str, languages: &Languages) -> anyhow::Result<(NamedProgram, Self)> {
        let words = command::words("--gen", text)?;
        let first = words.first().map(Path::new).filter(|file| languages.for_file(file).is_some());
        let end = match first {
            Some(file) if find(file)?.is_some() => 1,
            _ => words.iter().position(is_filled).unwrap_or(words.len()),
        };
        let (command, args) = words.split_at(end);
        let mut program = NamedProgram::of_option(
            "--gen",
            &shell_words::join(command.iter().map(|word| word.to_string_lossy())),
            languages,
        )?;
        program.name = text.to_owned();
        let mut args: Vec<String> = args.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        let may_lack_size = !words.iter().any(is_filled);
        if may_lack_size {
            args.extend([SEED.to_owned(), SIZE.to_owned()]);
        }
        Ok((program, Self { args, may_lack_size }))
    }

    /// Returns the generator that is called with a seed alone.
    pub fn without_size(mut self) -> Self {
        self.args.pop();
        Self { may_lack_size: false, ..self }
    }

    /// Returns its arguments.
    pub fn args(&self, seed: u64, size: u64) -> Vec<OsString> {
        let seeded = self.args.iter().map(|arg| arg.replace(SEED, &seed.to_string()));
        seeded.map(|arg| arg.replace(SIZE, &size.to_string()).into()).collect()
    }
}

/// Returns whether a seed or a size is put into an argument.
fn is_filled(arg: &OsString) -> bool {
    [SEED, SIZE].iter().any(|what| arg.to_string_lossy().contains(what))
}

/// Lets a program be written with the header testlib, if it needs that.
pub fn with_testlib(program: &mut NamedProgram, sources: &TrustedSources<'_>) -> anyhow::Result<()> {
    if let Code::Source(source) = &mut program.code
        && let Some(complete) = sources.source(&source.main).map_err(nim_judge::Error::of_program)?
    {
        **source = complete;
    }
    Ok(())
}

/// The seeds and sizes that a generator is called with: small sizes first, and again and again.
pub struct Seeds {
    first: u64,
    given: u64,
    /// The greatest size for which there was a right answer in time.
    most: u64,
}

impl Seeds {
    pub fn new(first: u64) -> Self {
        Self { first, given: 0, most: u64::MAX }
    }
}

impl Feed for Seeds {
    fn next(&mut self) -> Option<TrialInput> {
        let size = 1 + self.given % (2 + self.given / GROWTH).min(self.most);
        let seed = self.first.checked_add(self.given)?;
        self.given += 1;
        Some(TrialInput { text: Vec::new(), origin: Origin::Generated { seed, size } })
    }

    fn done(&mut self, origin: Origin, _: Duration, has_answer: bool) {
        if let Origin::Generated { size, .. } = origin
            && !has_answer
        {
            self.most = self.most.min(size - 1).max(1);
        }
    }

    fn proved(&self) -> Option<&str> {
        None
    }
}
