//! `toolkit SLUG [FILE]`: solve a problem's input.

use std::num::NonZero;
use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

use crate::exit::Exit;
use crate::system::output_file::check_stdout;
use crate::terminal::{UsageError, count, style as terminal};
use nim_io::{Failure, Input, STDIN, Sink};
use nim_simd::Level;
use nim_solve::Tuning;
use nim_solve::registry::Entry;

/// Returns the subcommand of a problem, built from its declarations.
pub fn command(problem: &'static Entry) -> Command {
    SolveOptions::augment_args(Command::new(problem.slug))
        .visible_aliases(problem.aliases())
        .about(problem.rule)
        .after_help(examples(problem))
        .args(problem.switches.iter().map(|switch| {
            Arg::new(switch.name).long(switch.name).action(ArgAction::SetTrue).help(switch.help)
        }))
}

/// Returns the examples in the help of a problem's subcommand.
fn examples(problem: &Entry) -> String {
    let slug = problem.slug;
    let sample = problem.texts.samples.first().map_or("1", |sample| sample.name);
    format!(
        "Examples:\n  toolkit {slug} input.txt > answers.txt\n  toolkit show {slug} --sample {sample}\n  \
         toolkit check {slug} sol.cpp"
    )
}

/// The options of a problem's subcommand; the default has none.
#[derive(Default, Args)]
pub struct SolveOptions {
    /// Input file; standard input when it is missing or `-`
    file: Option<PathBuf>,
    /// Threads for a large file [default: one per core]
    #[arg(long, value_name = "N", value_parser = count::at_least_one)]
    threads: Option<NonZero<usize>>,
    /// Read the file instead of mapping it
    #[arg(long)]
    no_mmap: bool,
    #[arg(skip)]
    switches: Vec<&'static str>,
}

impl SolveOptions {
    /// Returns the options in the arguments of a problem's subcommand.
    pub fn from_matches(problem: &'static Entry, matches: &ArgMatches) -> Result<Self, clap::Error> {
        let switches = problem.switches.iter().map(|switch| switch.name);
        let switches = switches.filter(|name| matches.get_flag(name)).collect();
        Ok(Self { switches, ..Self::from_arg_matches(matches)? })
    }
}

/// Writes the answers of a problem's solver, without switches.
pub fn answers(
    problem: &Entry,
    input: Input,
    out: &mut dyn Sink,
    level: Option<Level>,
) -> Result<(), Failure> {
    problem.write_answers(&[], input, out, &Tuning { level, ..Tuning::default() })
}

/// Solves an input.
pub fn run(problem: &Entry, asked: &SolveOptions, level: Option<Level>) -> anyhow::Result<Exit> {
    let map = !asked.no_mmap;
    let file = asked.file.as_deref().filter(|path| path.as_os_str() != "-");
    let name = file.map_or_else(|| STDIN.to_owned(), |path| path.display().to_string());
    check_stdout(file).map_err(|error| Failure::Read(name.clone(), error))?;
    let input = match file {
        Some(path) => {
            UsageError::unless_there(path)?;
            Input::open(path, map)
        }
        None => {
            terminal::announce(problem.slug);
            Input::stdin(map)
        }
    }
    .map_err(|error| Failure::Read(name, error))?;
    // Unlike `io::stdout`, this does not search for line ends.
    let mut stdout = nim_io::system::stdout().map_err(Failure::Write)?;
    let tuning = Tuning { threads: asked.threads, level };
    problem.write_answers(&asked.switches, input, &mut stdout, &tuning)?;
    Ok(Exit::Success)
}
