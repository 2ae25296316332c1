//! `toolkit validate SLUG`: every place in which inputs differ from the statement.

mod inputs;
mod own;

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use itertools::Itertools;
use serde::Serialize;

use self::inputs::{FoundInputs, NamedInput, find};
use crate::exit::Exit;
use crate::problem::{Problem, unknown};
use crate::system::interruption::Interruption;
use crate::terminal::count::number_up_to;
use crate::terminal::output::OutputArgs;
use crate::terminal::say;
use crate::terminal::streams::Stdout;
use nim_ground::{interruption, private, visible};
use nim_inputs::Description;
use nim_inputs::reached::{NeverReached, Reached};
use nim_inputs::strict::{self, Reading, Violation};
use nim_io::Whole;
use nim_task::formats::Manifests;
use nim_task::layout::ArchiveFormat;

/// Check inputs strictly against a problem's statement
///
/// Prints a line for every violation: the file, line, column in bytes and field, and what was expected and found. Of folders
/// and archives, the inputs of tests are read, but not those in `beyond`, `tolerated` and `invalid`, which are not for
/// programs; a file that is named is always read. Exits with 1 if there is a violation.
#[derive(clap::Args)]
#[command(after_help = "Example: toolkit validate john testdata/john")]
pub struct Args {
    /// The problem, by slug or alias; a folder whose `problem.yaml` has a grammar; or a package with validators of its own,
    /// which are run on its inputs where no others are named
    slug: String,
    /// Inputs, folders or archives; standard input for `-`, or where none is named and no package has validators
    #[arg(value_name = "FILE|DIR|ZIP")]
    paths: Vec<PathBuf>,
    /// Print at most this many violations of a file
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = number_up_to(1 << 32))]
    max_errors: u64,
    #[command(flatten)]
    output: OutputArgs,
}

/// The name and version of the schema.
const SCHEMA: &str = "toolkit-validate/1";

/// The results, as in JSON.
#[derive(Serialize)]
struct Validated {
    problem: String,
    files: Vec<FileJson>,
    left_out: Vec<String>,
    never_reached: Vec<NeverReached>,
    same: Vec<Vec<String>>,
    /// Where a package's own validators tell what is valid: examples of the package that they should not accept, or should.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    examples: Vec<String>,
}

/// The result of a file, as in JSON.
#[derive(Serialize)]
struct FileJson {
    file: String,
    valid: bool,
    violations: Vec<Violation>,
    more: u64,
    /// The messages of a package's own validators.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    messages: Vec<String>,
}

/// Validates the inputs.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let manifests = Manifests::default();
    let problem = Problem::open(&args.slug, &manifests, None)?;
    let description = problem.description();
    if args.paths.is_empty()
        && let Some(exit) = own::validate(args, &problem, matches!(description, Ok(Some(_))))?
    {
        return Ok(exit);
    }
    let description = description?.ok_or_else(|| unknown(&args.slug))?;
    // Only what is unpacked must be removed after a signal, which ends everything else at once.
    if args.paths.iter().any(|path| ArchiveFormat::from_path(path).is_some()) {
        Interruption::watch()?.end(validate_all(args, &description, &manifests))
    } else {
        validate_all(args, &description, &manifests)
    }
}

fn validate_all(args: &Args, description: &Description, manifests: &Manifests) -> anyhow::Result<Exit> {
    let found = find(&args.paths, manifests)?;
    for error in &found.unreadable {
        say::error(error);
    }
    let mut failed = !found.unreadable.is_empty();
    if found.inputs.is_empty() && !failed {
        say::error(format_args!("no inputs found{}", found.left_out_in_words("; left out: ")));
        return Ok(Exit::NoTests);
    }
    let mut out = BufWriter::new(Stdout);
    let mut coverage = Coverage::new(description);
    let mut files = Vec::new();
    let is_one = found.inputs.len() == 1;
    for input in &found.inputs {
        interruption::check()?;
        match validate(description, input, args.max_errors, (!is_one).then_some(&mut coverage)) {
            Ok(reading) => {
                if args.output.is_whole() {
                    show(&mut out, &input.name, &reading)?;
                }
                let Reading { violations, more, .. } = reading;
                let valid = violations.is_empty() && more == 0;
                files.push(FileJson {
                    file: input.name.clone(),
                    valid,
                    violations,
                    more,
                    messages: Vec::new(),
                });
            }
            Err(error) => {
                failed = true;
                out.flush()?;
                say::error(format_args!("{error:#}"));
            }
        }
    }
    let invalid = files.iter().filter(|file| !file.valid).count();
    let validated = Validated {
        problem: description.name.clone(),
        files,
        left_out: found.left_out(),
        never_reached: coverage.never_reached(),
        same: coverage.same(),
        examples: Vec::new(),
    };
    out.flush()?;
    let verdict = verdict(validated.files.len(), invalid);
    args.output.answer(SCHEMA, &validated, || verdict.clone() + "\n", String::new)?;
    if args.output.is_whole() && (!is_one || !validated.left_out.is_empty()) {
        summarize(&found, &validated, &verdict);
    }
    Ok(match (failed, invalid) {
        (true, _) => Exit::Failed,
        (false, 0) => Exit::Success,
        (false, _) => Exit::NotAccepted,
    })
}

/// Reads one input.
fn validate(
    description: &Description,
    input: &NamedInput,
    most: u64,
    coverage: Option<&mut Coverage>,
) -> anyhow::Result<Reading> {
    let whole = input.open()?.whole(private::file)?;
    let mut released = 0;
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let reading = strict::read(description, &whole, most, |at| {
        // The second pass begins at the beginning.
        let from = if at < released { 0 } else { released };
        whole.release(from..at);
        released = at;
    });
    whole.check()?;
    if let Some(coverage) = coverage {
        coverage.add(&input.name, &whole, &reading);
    }
    Ok(reading)
}

/// Prints the violations of a file.
fn show(out: &mut impl Write, name: &str, reading: &Reading) -> io::Result<()> {
    let name = visible::line(name);
    for Violation { line, column, field, message } in &reading.violations {
        writeln!(out, "{name}:{line}:{column}: {field}: {}", visible::brief(message))?;
    }
    if reading.more > 0 {
        out.flush()?;
        let more = reading.more;
        let are = if more == 1 { "violation is" } else { "violations are" };
        say::message(format_args!("{name}: {more} more {are} not shown"));
    }
    Ok(())
}

/// Prints what concerns all inputs to standard error.
fn summarize(found: &FoundInputs, validated: &Validated, verdict: &str) {
    found.notes.iter().for_each(say::note);
    if !validated.never_reached.is_empty() {
        let never = validated.never_reached.iter().join("; ");
        say::note(format_args!("bounds that no input reaches: {never}"));
    }
    for same in &validated.same {
        say::note(format_args!("the same contents: {}", same.join(", ")));
    }
    let left_out = found.left_out_in_words("; left out: ");
    say::message(format_args!("{verdict}{left_out}"));
}

/// Returns how many inputs there are, and how many of them are not valid.
fn verdict(inputs: usize, invalid: usize) -> String {
    format!("{}, {invalid} not valid", say::counted(inputs, "input"))
}

/// Bytes that are hashed before their memory is released.
const PART: usize = 2 << 20;

/// The bounds that several inputs reach together.
pub struct Coverage {
    reached: Reached,
    /// The names of inputs by their contents.
    contents: BTreeMap<[u8; 32], Vec<String>>,
}

impl Coverage {
    /// No input is covered yet.
    pub fn new(description: &Description) -> Self {
        Self { reached: Reached::new(description), contents: BTreeMap::new() }
    }

    /// Adds an input.
    pub fn add(&mut self, name: &str, whole: &Whole, reading: &Reading) {
        self.reached.add(reading);
        let mut hasher = blake3::Hasher::new();
        for (part, bytes) in whole.chunks(PART).enumerate() {
            hasher.update(bytes);
            whole.release(part * PART..part * PART + bytes.len());
        }
        self.contents.entry(*hasher.finalize().as_bytes()).or_default().push(name.to_owned());
    }

    /// Returns the bounds that no input reaches.
    pub fn never_reached(&self) -> Vec<NeverReached> {
        self.reached.never()
    }

    /// Returns the names of inputs with the same contents.
    pub fn same(&self) -> Vec<Vec<String>> {
        let mut same: Vec<_> = self.contents.values().filter(|names| names.len() > 1).cloned().collect();
        same.sort();
        same
    }
}
