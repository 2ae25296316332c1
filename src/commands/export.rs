//! `toolkit export`: a problem as a package of another judge.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::builder::PossibleValuesParser;
use itertools::Itertools;
use serde::Serialize;

use super::show;
use crate::commands::show::typeset;
use crate::exit::Exit;
use crate::problem::{Problem, manifests};
use crate::system::interruption::Interruption;
use crate::system::output_file::{self, Overwrite, Reading};
use crate::terminal::UsageError;
use crate::terminal::json;
use crate::terminal::output::OutputArgs;
use crate::terminal::say;
use crate::terminal::streams::Stdout;
use nim_ground::interruption;
use nim_ground::presence::is_folder;
use nim_ground::private;
use nim_judge::check::time_limit::OpenTime;
use nim_task::conversion;
use nim_task::formats::{PackageFormat, package_formats};
use nim_task::layout::same_file;
use nim_task::package::{self, Files, Package};

/// Write a problem as a package of another judge
///
/// The package holds what the format has a place for: statements, test data, limits, submissions, and validators in
/// Python that run without this program. Whatever it cannot hold is named on standard error. The same problem gives the
/// same bytes.
#[derive(clap::Args)]
#[command(after_help = "Example: toolkit export john --format icpc -o john.zip")]
pub struct Args {
    /// A built-in problem, or a folder or archive of a package
    problem: String,
    /// The format of the package
    #[arg(long, value_parser = PossibleValuesParser::new(package_formats().map(|format| format.name)))]
    format: String,
    /// The archive; or a folder, which exists or ends with `/`, in which the folder SHORTNAME is made, or SHORTNAME.zip if that folder is the problem itself [default: SHORTNAME.zip]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace an archive of the same name
    #[arg(long)]
    force: bool,
    /// Write the package although a judge of this format would judge differently
    #[arg(long)]
    lossy: bool,
    /// Add an output validator: `any-order` accepts the lines of an answer in any order, others are the problem's own
    #[arg(long, value_name = "NAME")]
    checker: Option<String>,
    /// Add the statement in English, else in its only language, as problem.pdf: for the ICPC formats, whose judges show it
    #[arg(long)]
    pdf: bool,
    #[command(flatten)]
    screen: OutputArgs,
}

/// The name and version of the JSON.
const SCHEMA: &str = "toolkit-export/1";

/// The JSON output.
#[derive(Serialize)]
struct ExportJson<'e> {
    place: String,
    format: &'static str,
    tests: usize,
    /// Tests that the format has no place for.
    left_out: usize,
    submissions: usize,
    notes: &'e [String],
}

/// Writes a package in another format.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    Interruption::watch()?.end(export(args))
}

fn export(args: &Args) -> anyhow::Result<Exit> {
    let format = package_formats().find(|format| format.name == args.format).context("no such format")?;
    let why = format!("{} has no place for problem.pdf: --pdf is for the ICPC formats", format.name);
    UsageError::unless(!args.pdf || format.name.starts_with("icpc"), why)?;
    let mut notes = Vec::new();
    let exported = convert(args, format, &mut notes);
    // The left-out parts may be the cause of an error.
    if !args.screen.json || exported.is_err() {
        notes.iter().for_each(say::note);
    }
    let (package, mut files) = exported?;
    if args.pdf {
        let pdf = typeset::pdf(&show::sheet(&package, "en")?)?;
        files.insert("problem.pdf".to_owned(), pdf.into());
    }
    let place = write(&files, args, &package)?;
    let tests = package::pairs::tests_in(&files);
    let left_out = package.tests.len().saturating_sub(tests);
    let submissions = package::pairs::submissions_in(&files);
    let place = place.display().to_string();
    if args.screen.json {
        let exported = ExportJson { place, format: format.name, tests, left_out, submissions, notes: &notes };
        json::print(&mut Stdout, SCHEMA, &exported)?;
        return Ok(Exit::Success);
    }
    let left_out = if left_out > 0 { format!(" ({left_out} left out)") } else { String::new() };
    let (tests, submissions) = (say::counted(tests, "test"), say::counted(submissions, "submission"));
    say::message(format_args!("{place}: {tests}{left_out} and {submissions}, for {}", format.about));
    Ok(Exit::Success)
}

/// Returns the package, and its files in a format.
fn convert(args: &Args, format: &PackageFormat, notes: &mut Vec<String>) -> anyhow::Result<(Package, Files)> {
    let manifests = manifests()?;
    let problem = Problem::open(&args.problem, &manifests, None)?;
    let package = problem.package(notes);
    let mut package = package.with_context(|| format!("cannot read {}", args.problem))?;
    let folder = package.folder.clone();
    package.state_limits(Some(format.name), || OpenTime::kept_of(&folder, &manifests), notes)?;
    add_checker(args, &mut package, notes)?;
    let losses = conversion::losses(&package, format)?;
    if !losses.is_empty() && !args.lossy {
        let what = losses.iter().join("; ");
        anyhow::bail!(
            "{} would judge differently: {what}; --lossy writes the package nevertheless",
            format.name
        );
    }
    let said = losses.iter().map(|loss| format!("judged differently: {loss}"));
    notes.retain(|note| !losses.contains(note));
    notes.extend(said);
    let files = nim_inputs::package::export(&package, Some(format), notes)?;
    Ok((package, files))
}

fn add_checker(args: &Args, package: &mut Package, notes: &mut Vec<String>) -> anyhow::Result<()> {
    let checks = nim_problems::find(&args.problem).map_or(&[][..], |entry| entry.checks);
    let names = checks.iter().map(|check| check.name);
    let Some(name) = &args.checker else {
        if !checks.is_empty() {
            let only = "outputs are compared with the only answer of the statement";
            notes.push(format!("{only}; --checker can be {}", names.clone().join(", ")));
        }
        return Ok(());
    };
    match checks.iter().find(|check| check.name == name) {
        Some(check) => nim_inputs::package::accept_by(package, check.name, check.python),
        None if name == "any-order" => nim_inputs::package::accept_any_order(package)?,
        None => {
            let names = names.chain(["any-order"]).join(", ");
            let why = format!("{:?} has no checker {name:?}; there are {names}", args.problem);
            return Err(UsageError(why).into());
        }
    }
    Ok(())
}

/// Writes an archive or a folder, and returns its path.
fn write(files: &Files, args: &Args, package: &Package) -> anyhow::Result<PathBuf> {
    let short = package.short_name();
    let place = args.output.clone().unwrap_or_else(|| PathBuf::from(format!("{short}.zip")));
    if place.as_os_str().as_encoded_bytes().ends_with(b"/") || is_folder(&place)? {
        let folder = place.join(&short);
        // The package itself has the name already, as in `export sums -o .`.
        if same_file(&folder, Path::new(&args.problem))? {
            return write_archive(files, args, place.join(format!("{short}.zip")));
        }
        package::write_folder(files, &folder)
            .with_context(|| format!("cannot write {}", folder.display()))?;
        return Ok(folder);
    }
    write_archive(files, args, place)
}

fn write_archive(files: &Files, args: &Args, place: PathBuf) -> anyhow::Result<PathBuf> {
    let why =
        "an archive is written to a file: `-o ./-` for one called `-`, `-o /dev/stdout` for standard output";
    UsageError::unless(place.as_os_str() != "-", why)?;
    let overwrite = Overwrite::new(args.force);
    output_file::refuse_existing(&place, overwrite)?;
    output_file::refuse_inputs(&[(&place, None)], [(Path::new(&args.problem), Reading::Package)])?;
    // An archive is written with seeking, and so not to a pipe at once.
    let archive = private::file()?;
    package::write_archive(files, &archive)?;
    output_file::write(&place, overwrite, |out| copy(&archive, out))?;
    Ok(place)
}

fn copy(archive: &File, mut out: &mut dyn Write) -> io::Result<()> {
    let mut archive = archive.try_clone()?;
    io::Seek::rewind(&mut archive)?;
    interruption::copy(&mut archive, &mut out).map(drop)
}
