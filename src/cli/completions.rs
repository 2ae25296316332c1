//! `toolkit completions`: scripts that complete the command line in a shell.

use std::io::{self, Write};

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, ValueHint};
use clap_complete::Shell;

use crate::exit::Exit;
use nim_engine::games::CATALOGUE;
use nim_inputs::families::FAMILIES;
use nim_problems::PROBLEMS;
use nim_report::format::ReportFormat;

/// Print a script that completes commands, problems, games and families in a shell
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  toolkit completions bash > ~/.local/share/bash-completion/completions/toolkit\n  toolkit completions zsh > \"${fpath[1]}/_toolkit\"\n  toolkit completions fish > ~/.config/fish/completions/toolkit.fish\n  toolkit completions powershell >> $PROFILE"
)]
pub struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// The words that a shell offers for an argument.
type Suggested = fn() -> Vec<&'static str>;

/// The arguments with such words, by their id.
const SUGGESTIONS: &[(&str, Suggested)] = &[
    ("slug", problems),
    ("problem", problems),
    ("words", problems),
    ("game", games),
    ("families", families),
    ("reports", reports),
];

/// Arguments that name files and folders, by their id.
const FILES: &[&str] = &[
    "a",
    "against",
    "b",
    "checker",
    "command",
    "file",
    "files",
    "inputs",
    "output",
    "package",
    "source",
    "submissions_from",
    "times",
];

/// Prints the script.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let mut command = suggesting(super::command());
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "toolkit", &mut script);
    let mut script = String::from_utf8_lossy(&script).into_owned();
    match args.shell {
        Shell::Bash => script = offering_files(&command, &script),
        Shell::Zsh => script = with_files(&script),
        Shell::Fish => add_positional(&command, &mut Vec::new(), &mut script),
        _ => {}
    }
    io::stdout().lock().write_all(script.as_bytes())?;
    Ok(Exit::Success)
}

/// Returns a command whose arguments have the words that a shell offers.
fn suggesting(command: Command) -> Command {
    command.mut_args(offering).mut_subcommands(suggesting)
}

/// Returns the words that a shell offers for an argument.
fn suggested(arg: &Arg) -> Option<Suggested> {
    let id = arg.get_id().as_str();
    SUGGESTIONS.iter().find(|(name, _)| *name == id).map(|(_, words)| *words)
}

fn offering(arg: Arg) -> Arg {
    match suggested(&arg) {
        Some(words) => arg.value_parser(PossibleValuesParser::new(words())),
        None if FILES.contains(&arg.get_id().as_str()) => arg.value_hint(ValueHint::AnyPath),
        None => arg,
    }
}

/// What offers the words of a command in bash.
const OFFER: &str = "COMPREPLY=( $(compgen -W \"${opts}\" -- \"${cur}\") )";

/// Lets bash offer options only where one is begun, and files beside problems.
fn offering_files(command: &Command, script: &str) -> String {
    let mut with_files = Vec::new();
    add_with_files(command, "toolkit", &mut with_files);
    let function = format!(
        "_toolkit_offer() {{
    local word words=() IFS=$' \\t\\n'
    if [[ ${{cur}} == -* ]]; then
        {OFFER}
        return
    fi
    for word in ${{opts}}; do
        [[ ${{word}} == -* ]] || words+=(\"${{word}}\")
    done
    COMPREPLY=( $(compgen -W \"${{words[*]}}\" -- \"${{cur}}\") )
    case \"${{cmd}}\" in
        {})
            IFS=$'\\n'
            COMPREPLY+=( $(compgen -f -- \"${{cur}}\") )
            ;;
    esac
}}

",
        with_files.join("|")
    );
    function + &script.replace(OFFER, "_toolkit_offer")
}

/// Adds the commands that take files, by their names in the script.
fn add_with_files(command: &Command, name: &str, names: &mut Vec<String>) {
    let is_file =
        |arg: &Arg| matches!(arg.get_id().as_str(), "words") || FILES.contains(&arg.get_id().as_str());
    if command.get_positionals().any(is_file) {
        names.push(name.to_owned());
    }
    for below in command.get_subcommands() {
        add_with_files(
            below,
            &format!("{name}__subcmd__{}", below.get_name().replace('-', "__subcmd__")),
            names,
        );
    }
}

/// Lets zsh offer files beside problems.
fn with_files(script: &str) -> String {
    let words = problems().join(" ");
    let both = format!("{{_alternative \"problems\\:problem\\:({words})\" \"files\\:file\\:_files\"}}");
    script.replace(&format!("({words})"), &both)
}

/// Adds the words of arguments without a name for fish, whose script has those of options alone.
fn add_positional(command: &Command, path: &mut Vec<String>, script: &mut String) {
    for words in command.get_positionals().filter_map(suggested) {
        let condition = match path.as_slice() {
            [] => continue,
            [name] => format!("__fish_toolkit_using_subcommand {name}"),
            [name, below @ ..] => {
                format!(
                    "__fish_toolkit_using_subcommand {name}; and __fish_seen_subcommand_from {}",
                    below.join(" ")
                )
            }
        };
        let words = words().join(" ");
        script.push_str(&format!("complete -c toolkit -n \"{condition}\" -a \"{words}\"\n"));
    }
    for below in command.get_subcommands() {
        path.push(below.get_name().to_owned());
        add_positional(below, path, script);
        path.pop();
    }
}

fn problems() -> Vec<&'static str> {
    PROBLEMS.iter().map(|problem| problem.slug).collect()
}

fn games() -> Vec<&'static str> {
    CATALOGUE.iter().map(|game| game.example).collect()
}

fn families() -> Vec<&'static str> {
    FAMILIES.iter().map(|family| family.name).chain(["all"]).collect()
}

fn reports() -> Vec<&'static str> {
    // Words of arguments live as long as the program.
    ReportFormat::ALL.iter().map(|format| &*format!("{}=", format.name).leak()).collect()
}
