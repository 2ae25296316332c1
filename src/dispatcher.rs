//! The command line: its first word selects a problem or a command. Nothing below imports this module.

pub mod help;
mod suggest;

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};

use anyhow::Context;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::built_in::solve;
use crate::built_in::solve::SolveOptions;
use crate::commands::{
    check, completions, contest, doctor, explain, export, generate, import, learn, list, man, merge, mutants,
    new, play, precompile, receive, referee, samples, sg, show, stress, validate,
};
use crate::exit::Exit;
use crate::terminal::error::report;
use crate::terminal::pager::Pager;
use crate::terminal::streams::{Stdout, UNWRITTEN};
use crate::terminal::{ErrorKind, UsageError, output, say, version};
use nim_ground::private::RunFolder;
use nim_io::check_stdout;
use nim_problems::PROBLEMS;
use nim_simd::Level;

/// Solve, check and study Nim-like problems.
#[derive(Parser)]
#[command(name = "toolkit", version, arg_required_else_help = true)]
struct Toolkit {
    #[command(subcommand)]
    command: Tool,
}

/// The commands that are not problems.
#[derive(Subcommand)]
enum Tool {
    Check(Box<check::Args>),
    Completions(completions::Args),
    Contest(contest::Args),
    Doctor(doctor::Args),
    Explain(Box<explain::Args>),
    Export(export::Args),
    Import(import::Args),
    #[command(name = "gen", visible_alias = "generate")]
    Generate(generate::Args),
    Learn(learn::Args),
    List(list::Args),
    Man(man::Args),
    Merge(merge::Args),
    Mutants(Box<mutants::Args>),
    New(new::Args),
    Play(play::Args),
    Receive(receive::Args),
    Referee(Box<referee::Args>),
    Samples(samples::Args),
    Sg(sg::Args),
    Show(show::Args),
    Stress(Box<stress::Args>),
    Validate(validate::Args),
}

impl Tool {
    /// Returns whether the command may write temporary files.
    fn writes_temporary_files(&self) -> bool {
        matches!(
            self,
            Self::Check(_)
                | Self::Contest(_)
                | Self::Doctor(_)
                | Self::Export(_)
                | Self::Generate(_)
                | Self::Import(_)
                | Self::Mutants(_)
                | Self::Stress(_)
                | Self::Validate(_)
        )
    }

    /// Returns whether the command prints a text to be read, which may be long.
    fn may_be_paged(&self) -> bool {
        match self {
            Self::Doctor(_) | Self::List(_) | Self::Show(_) => true,
            Self::Sg(args) => args.is_catalogue(),
            _ => false,
        }
    }

    fn run(self, level: Option<Level>, may_page: bool) -> anyhow::Result<Exit> {
        let pager = Pager::start(may_page && self.may_be_paged());
        // If the folder cannot be made, commands that need it report the error.
        let _folder = self.writes_temporary_files().then(RunFolder::enter);
        match self {
            Self::Check(args) => check::run(*args, level),
            Self::Completions(args) => completions::run(&args),
            Self::Contest(args) => contest::run(&args, level),
            Self::Doctor(args) => doctor::run(&args, level, &pager),
            Self::Explain(args) => explain::run(&args, level),
            Self::Export(args) => export::run(&args),
            Self::Import(args) => import::run(&args),
            Self::Generate(args) => generate::run(&args, level),
            Self::Learn(args) => learn::run(&args),
            Self::List(args) => list::run(&args, &pager),
            Self::Man(args) => man::run(&args, command()),
            Self::Merge(args) => merge::run(args),
            Self::Mutants(args) => mutants::run(&args, level),
            Self::New(args) => new::run(&args, &command()),
            Self::Play(args) => play::run(&args),
            Self::Receive(args) => receive::run(&args),
            Self::Referee(args) => referee::run(&args),
            Self::Samples(args) => samples::run(&args),
            Self::Sg(args) => sg::run(args, level, &pager),
            Self::Show(args) => show::run(&args, &pager),
            Self::Stress(args) => stress::run(&args, level),
            Self::Validate(args) => validate::run(&args),
        }
    }
}

/// The option that is every command's, and stands anywhere before `--`.
const NO_PAGER: &str = "--no-pager";

/// Runs the program with its arguments, its own name first.
pub fn run(args: impl IntoIterator<Item = OsString>) -> Exit {
    let mut args: Vec<OsString> = args.into_iter().collect();
    let no_pager = args.iter().take_while(|arg| *arg != "--").position(|arg| arg == NO_PAGER);
    if let Some(place) = no_pager {
        args.remove(place);
    }
    match dispatch(&args, no_pager.is_none()) {
        // Text printed without a line feed at its end is still in the buffer.
        Ok(exit) => match Stdout.flush() {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => report(&error.into()),
            _ => exit,
        },
        Err(error) => {
            // Help is an error for clap.
            let _pager = Pager::start(ErrorKind::from_error(&error) == ErrorKind::Help && no_pager.is_none());
            report(&error)
        }
    }
}

fn dispatch(args: &[OsString], may_page: bool) -> anyhow::Result<Exit> {
    if completions::answer(args, command)? {
        return Ok(Exit::Success);
    }
    if let Some(exit) = precompile::answer(args)? {
        return Ok(exit);
    }
    let level = level()?;
    // Every command prints.
    check_stdout().context(UNWRITTEN)?;
    // Problems are looked up before the arguments of other commands are built, which would slow the start.
    if let Some(problem) = args.get(1).and_then(|name| nim_problems::find(name.to_str()?)) {
        if args.len() == 2 {
            return solve::run(problem, &SolveOptions::default(), level);
        }
        let command = solve::command(problem).bin_name(format!("toolkit {}", problem.slug));
        let matches = command.try_get_matches_from(&args[1..]).map_err(|error| suggested(error, args))?;
        return solve::run(problem, &SolveOptions::from_matches(problem, &matches)?, level);
    }
    let words = lossy(args);
    // Without building the arguments of every command, which takes as long as all else.
    let version = match words.get(1..) {
        Some([option]) if option == "-V" => Some(env!("CARGO_PKG_VERSION")),
        Some([option]) if option == "--version" => Some(version::long(level)),
        _ => None,
    };
    if let Some(version) = version {
        say::text(&format!("toolkit {version}\n"), false)?;
        return Ok(Exit::Success);
    }
    let tools = Toolkit::command();
    if let Some(help) = help::of_topic(&tools, &words) {
        let pager = Pager::start(may_page);
        say::text(&help, pager.is_terminal())?;
        return Ok(Exit::Success);
    }
    let tools = help::with_usual(tools, &words);
    let is_tool = args.get(1).is_some_and(|name| tools.find_subcommand(name).is_some());
    // The subcommands of the problems are there to be listed and suggested; a tool starts without them.
    let command = match is_tool {
        true => tools,
        false => help::by_role(command(), &words).long_version(version::long(level)),
    };
    let matches = command.try_get_matches_from(args).map_err(|error| suggested(error, args))?;
    output::begin(&matches);
    Toolkit::from_arg_matches(&matches)?.command.run(level, may_page)
}

fn suggested(error: clap::Error, args: &[OsString]) -> clap::Error {
    suggest::improved(error, &command(), &lossy(args))
}

fn lossy(args: &[OsString]) -> Vec<String> {
    args.iter().map(|word| word.to_string_lossy().into_owned()).collect()
}

/// The environment variable that selects a level.
const SIMD: &str = "TOOLKIT_SIMD";

/// Returns the selected level; `None` where there is none.
fn level() -> Result<Option<Level>, UsageError> {
    let Some(name) = env::var_os(SIMD) else { return Ok(None) };
    let level = Level::named(&name.to_string_lossy());
    level.map(Some).map_err(|why| UsageError(format!("{SIMD} is {name:?}: {why}")))
}

/// Returns the whole command line: the tools, then a subcommand for every problem.
pub fn command() -> clap::Command {
    let problems =
        PROBLEMS.iter().zip(1..).map(|(problem, order)| solve::command(problem).display_order(order));
    Toolkit::command().mut_subcommands(|tool| tool.display_order(0)).subcommands(problems)
}
