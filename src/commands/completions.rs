//! `toolkit completions`: scripts that let a shell request completions from the program itself.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io::Write;

use clap::builder::{PossibleValuesParser, ValueHint};
use clap::{Arg, Command};
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter as _};
use clap_complete::env::{CompleteEnv, Shells};

use crate::exit::Exit;
use crate::terminal::streams::Stdout;
use nim_engine::games::CATALOGUE;
use nim_inputs::families::FAMILIES;
use nim_judge::report::format::ReportFormat;
use nim_problems::PROBLEMS;
use nim_solve::registry::Entry;

/// Print a script that completes commands, problems by any judge's name, files, games and families in a shell
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  toolkit completions bash > ~/.local/share/bash-completion/completions/toolkit\n  toolkit completions zsh > \"${fpath[1]}/_toolkit\"\n  toolkit completions fish > ~/.config/fish/completions/toolkit.fish\n  toolkit completions powershell >> $PROFILE"
)]
pub struct Args {
    /// The shell
    #[arg(value_parser = PossibleValuesParser::new(Shells::builtins().names().collect::<Vec<_>>()))]
    shell: String,
}

/// The variable by which a script requests completions.
const REQUEST: &str = "TOOLKIT_COMPLETE";
/// The name of the program.
const NAME: &str = "toolkit";

/// A function that returns the words for an argument.
type Offered = fn(&OsStr) -> Vec<CompletionCandidate>;

/// The arguments with words of their own, by their id.
const OFFERS: &[(&str, Offered)] = &[
    ("slug", problems_and_files),
    ("problem", problems_and_files),
    ("words", problems_and_files),
    ("game", |word| words(CATALOGUE.iter().map(|game| game.example), word)),
    ("families", |word| words(FAMILIES.iter().map(|family| family.name).chain(["all"]), word)),
    ("reports", |word| words(ReportFormat::ALL.iter().map(|format| format!("{}=", format.name)), word)),
];

/// Arguments by their id that may name files, though they are not paths.
const FILES: &[&str] = &["a", "against", "b", "checker", "command", "generator", "validator"];

/// Makes bash quote names of files that need it.
const QUOTING: &str =
    "    IFS=; [[ \"${COMPREPLY[*]}\" == *[^[:alnum:]_./:=+,@-]* ]] && compopt -o filenames 2>/dev/null\n}\n";
/// Makes zsh complete with the script if it is a file in `fpath`.
const AUTOLOADED: &str = "[ \"$funcstack[1]\" = _toolkit ] && _clap_dynamic_completer_toolkit \"$@\"\n";

/// Prints the completion script.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    if let Some(shell) = Shells::builtins().completer(&args.shell) {
        shell.write_registration(REQUEST, NAME, NAME, NAME, &mut script)?;
    }
    let mut script = String::from_utf8_lossy(&script).into_owned();
    match args.shell.as_str() {
        "bash" => script = script.replacen("\n}\n", &format!("\n{QUOTING}"), 1),
        "zsh" => script += AUTOLOADED,
        _ => {}
    }
    Stdout.write_all(script.as_bytes())?;
    Ok(Exit::Success)
}

/// Prints the completions of a command line, if a script requests them.
pub fn answer(args: &[OsString], command: fn() -> Command) -> anyhow::Result<bool> {
    if env::var_os(REQUEST).is_none() {
        return Ok(false);
    }
    let here = env::current_dir().ok();
    let request = CompleteEnv::with_factory(|| below(command()).disable_version_flag(true)).var(REQUEST);
    Ok(request.try_complete(args.iter().cloned(), here.as_deref())?)
}

/// Returns a command with the offered words of its arguments. Problems as commands, and options, are offered if no other word begins with
/// the typed one.
fn below(command: Command) -> Command {
    let is_problem = nim_problems::find(command.get_name()).is_some();
    command.mut_args(with_offer).mut_subcommands(below).hide(is_problem).disable_help_flag(true)
}

fn with_offer(arg: Arg) -> Arg {
    let id = arg.get_id().as_str();
    let is_option = !arg.is_positional();
    let offer = OFFERS.iter().find(|(name, _)| *name == id).map(|(_, offer)| *offer);
    let is_file = FILES.contains(&id);
    let arg = arg.hide(is_option);
    match offer {
        Some(offer) => arg.add(ArgValueCompleter::new(offer)),
        None if is_file => arg.value_hint(ValueHint::AnyPath),
        None => arg,
    }
}

/// Returns the words that begin with the typed one.
fn words(words: impl Iterator<Item = impl Into<String>>, begun: &OsStr) -> Vec<CompletionCandidate> {
    let begun = begun.to_string_lossy();
    words.map(Into::into).filter(|word| word.starts_with(&*begun)).map(CompletionCandidate::new).collect()
}

/// Returns problems, by judges' names where one is begun, and files.
fn problems_and_files(begun: &OsStr) -> Vec<CompletionCandidate> {
    let aliases = PROBLEMS.iter().flat_map(Entry::aliases).filter(|_| !begun.is_empty());
    let names = PROBLEMS.iter().map(|problem| problem.slug).chain(aliases);
    let mut offered = words(names, begun);
    offered.extend(PathCompleter::any().complete(begun));
    offered
}
