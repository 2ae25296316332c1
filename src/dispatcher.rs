//! The command line: its first word selects a problem or a command. Nothing below imports this module.

pub mod help;
mod suggest;

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};

use anyhow::Context;
use clap::{ArgMatches, Args, Command, FromArgMatches};

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

/// What a command is told besides its own arguments.
struct Given {
    /// The selected level of SIMD instructions; `None` for the best.
    level: Option<Level>,
    /// Whether a long text may be shown by the pager.
    may_page: bool,
}

impl Given {
    /// Starts the pager, for a command that prints a text to be read.
    fn pager(&self) -> Pager {
        Pager::start(self.may_page)
    }
}

/// A command that is not a problem.
struct Tool {
    name: &'static str,
    alias: Option<&'static str>,
    /// Adds its description and its arguments.
    describe: fn(Command) -> Command,
    run: fn(&ArgMatches, &Given) -> anyhow::Result<Exit>,
    /// Whether it may write temporary files.
    writes_files: bool,
}

/// Returns the tool of this name, with the type of its arguments and the function that runs it.
macro_rules! tool {
    ($name:literal, $command:ident, $run:expr) => {
        Tool {
            name: $name,
            alias: None,
            describe: $command::Args::augment_args,
            run: |matches, given| {
                let run: fn($command::Args, &Given) -> anyhow::Result<Exit> = $run;
                run($command::Args::from_arg_matches(matches)?, given)
            },
            writes_files: false,
        }
    };
}

/// The commands that are not problems.
const TOOLS: &[Tool] = &[
    tool!("check", check, |args, given| check::run(args, given.level)).with_files(),
    tool!("completions", completions, |args, _| completions::run(&args)),
    tool!("contest", contest, |args, given| contest::run(&args, given.level)).with_files(),
    tool!("doctor", doctor, |args, given| doctor::run(&args, given.level, &given.pager())).with_files(),
    tool!("explain", explain, |args, given| explain::run(&args, given.level)),
    tool!("export", export, |args, _| export::run(&args)).with_files(),
    tool!("import", import, |args, _| import::run(&args)).with_files(),
    Tool {
        alias: Some("generate"),
        ..tool!("gen", generate, |args, given| generate::run(&args, given.level)).with_files()
    },
    tool!("learn", learn, |args, _| learn::run(&args)),
    tool!("list", list, |args, given| list::run(&args, &given.pager())),
    tool!("man", man, |args, _| man::run(&args, command())),
    tool!("merge", merge, |args, _| merge::run(args)),
    tool!("mutants", mutants, |args, given| mutants::run(&args, given.level)).with_files(),
    tool!("new", new, |args, _| new::run(&args, &command())),
    tool!("play", play, |args, _| play::run(&args)),
    tool!("receive", receive, |args, _| receive::run(&args)),
    tool!("referee", referee, |args, _| referee::run(&args)),
    tool!("samples", samples, |args, _| samples::run(&args)),
    tool!("sg", sg, |args, given| {
        let pager = Pager::start(given.may_page && args.is_catalogue());
        sg::run(args, given.level, &pager)
    }),
    tool!("show", show, |args, given| show::run(&args, &given.pager())),
    tool!("stress", stress, |args, given| stress::run(&args, given.level)).with_files(),
    tool!("validate", validate, |args, _| validate::run(&args)).with_files(),
];

impl Tool {
    const fn with_files(mut self) -> Self {
        self.writes_files = true;
        self
    }

    fn command(&self) -> Command {
        (self.describe)(Command::new(self.name)).visible_aliases(self.alias)
    }

    fn run(&self, matches: &ArgMatches, given: &Given) -> anyhow::Result<Exit> {
        // If the folder cannot be made, commands that need it report the error.
        let _folder = self.writes_files.then(RunFolder::enter);
        (self.run)(matches, given)
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
    // Only tools have topics.
    if words.get(1).is_some_and(|word| word == "help")
        && let Some(help) = help::of_topic(&tools(), &words)
    {
        let pager = Pager::start(may_page);
        say::text(&help, pager.is_terminal())?;
        return Ok(Exit::Success);
    }
    // Other commands are there to be listed and suggested; a tool starts without them.
    let command = match words.get(1).and_then(|name| tool_called(name)) {
        Some(tool) => help::with_usual(program().subcommand(tool.command()), &words),
        None => help::by_role(command(), &words).long_version(version::long(level)),
    };
    let matches = command.try_get_matches_from(args).map_err(|error| suggested(error, args))?;
    output::begin(&matches);
    let (name, arguments) = matches.subcommand().context("a command is required")?;
    let tool = tool_called(name).context("problems are found before other commands")?;
    tool.run(arguments, &Given { level, may_page })
}

fn suggested(error: clap::Error, args: &[OsString]) -> clap::Error {
    suggest::improved(error, command, &lossy(args))
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

/// Returns the tool with this name or alias.
fn tool_called(name: &str) -> Option<&'static Tool> {
    TOOLS.iter().find(|tool| tool.name == name || tool.alias == Some(name))
}

/// Returns the command line without its commands.
fn program() -> Command {
    Command::new("toolkit")
        .about("Solve, check and study Nim-like problems")
        .version(env!("CARGO_PKG_VERSION"))
        .arg_required_else_help(true)
        .subcommand_required(true)
}

/// Returns the command line with the tools, and without the problems.
fn tools() -> Command {
    program().subcommands(TOOLS.iter().map(|tool| tool.command().display_order(0)))
}

/// Returns the whole command line: the tools, then a subcommand for every problem.
pub fn command() -> Command {
    let problems =
        PROBLEMS.iter().zip(1..).map(|(problem, order)| solve::command(problem).display_order(order));
    tools().subcommands(problems)
}
