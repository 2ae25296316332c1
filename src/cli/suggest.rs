//! What helps after a mistyped command line: names that are near, and what a word probably means.

use std::path::Path;

use clap::Command;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use itertools::Itertools as _;

use super::show;
use nim_engine::games::CATALOGUE;
use nim_judge::programs::is_source;

/// Words that are no commands, and what is meant by them.
const MEANT: &[(&[&str], &str)] = &[
    (&["solve", "answer"], "`toolkit PROBLEM [FILE]` solves an input, as in toolkit john in.txt"),
    (
        &["run", "test", "judge", "submit", "grade", "verify"],
        "`toolkit check PROBLEM SOURCE` checks a program",
    ),
    (
        &["fuzz", "hack", "brute", "counterexample"],
        "`toolkit stress PROBLEM SOURCE` looks for an input on which a program is wrong",
    ),
    (&["create", "init", "begin", "add"], "`toolkit new SLUG` begins a problem"),
    (&["search", "find", "problems", "ls"], "`toolkit list` lists the problems"),
    (&["statement", "view", "print", "read", "open"], "`toolkit show PROBLEM` prints a statement"),
    (
        &["download", "fetch", "get", "parse", "companion"],
        "`toolkit receive` makes a folder of a problem in the browser",
    ),
    (
        &["grundy", "nimber", "values", "period", "outcome", "moves"],
        "`toolkit sg values GAME` prints values, and `toolkit sg` lists further commands",
    ),
    (&["game", "games", "match"], "`toolkit sg games` lists the games, and `toolkit play GAME` plays one"),
    (&["why", "reason", "hint"], "`toolkit explain PROBLEM [FILE]` explains why a position is won"),
    (&["tutorial", "course", "lesson", "teach"], "`toolkit learn` is a course"),
    (
        &["convert", "package", "polygon"],
        "`toolkit export` writes a package for another judge, and `toolkit import` reads one",
    ),
    (&["version"], "`toolkit --version` prints the version"),
];

/// Returns an error with what helps, in place of names and of tips that mislead.
pub fn improved(mut error: clap::Error, command: &Command, words: &[String]) -> clap::Error {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    let tips = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let word = text(ContextKind::InvalidSubcommand).unwrap_or_default();
            error.remove(ContextKind::SuggestedSubcommand);
            of_command(&word, &within(command, words).0)
        }
        ErrorKind::UnknownArgument => {
            let argument = text(ContextKind::InvalidArg).unwrap_or_default();
            of_argument(&argument, &within(command, words))
        }
        _ => return error,
    };
    error.remove(ContextKind::Suggested);
    error.remove(ContextKind::SuggestedArg);
    if !tips.is_empty() {
        let tips = tips.into_iter().map(StyledStr::from).collect();
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
    }
    error
}

/// Returns the command that the words lead to, and the words.
fn within(command: &Command, words: &[String]) -> (Command, String) {
    let (mut command, mut path) = (command.clone(), "toolkit".to_owned());
    for word in words.iter().skip(1) {
        let Some(below) = command.find_subcommand(word).cloned() else { break };
        path += &format!(" {}", below.get_name());
        command = below;
    }
    (command, path)
}

/// Returns what may be meant by a word that is no command.
fn of_command(word: &str, command: &Command) -> Vec<String> {
    let lower = word.to_lowercase();
    let is_root = command.find_subcommand("check").is_some();
    let mut tips: Vec<String> = game(&lower).filter(|_| is_root).into_iter().collect();
    let leads =
        |tip: &str| is_root || tip.contains("sg values") && command.find_subcommand("values").is_some();
    let meant = MEANT.iter().filter(|(words, tip)| words.contains(&&*lower) && leads(tip));
    tips.extend(meant.map(|(_, tip)| (*tip).to_owned()));
    if is_root && is_source(Path::new(word)) {
        tips.push(format!("to check a program: toolkit check PROBLEM {word}"));
    } else if is_root && Path::new(word).is_file() {
        tips.push(format!("to solve an input: toolkit PROBLEM {word}"));
    }
    if !tips.is_empty() {
        return tips;
    }
    let names = command.get_subcommands().flat_map(|below| below.get_all_aliases().chain([below.get_name()]));
    let near = near(&lower, names);
    if !near.is_empty() {
        return vec![format!("similar: {}", near.join(", "))];
    }
    if is_root && lower.contains(|c: char| c.is_ascii_digit()) {
        return vec![format!(
            "if it is a problem, it is none of those here; the nearest are {}",
            show::choices(word)
        )];
    }
    vec![
        if is_root {
            "`toolkit --help` lists the commands, `toolkit list` the problems"
        } else {
            "add --help for the commands"
        }
        .to_owned(),
    ]
}

/// Returns how a game is played, and its winner found.
fn game(word: &str) -> Option<String> {
    let game = CATALOGUE.iter().find(|game| game.example.split(':').next() == Some(word))?;
    let (game, heaps) = (game.example, game.example_heaps.join(" "));
    Some(format!("{word} is a game: toolkit play {game} {heaps}, toolkit sg outcome {game} {heaps}"))
}

/// Returns what may be meant by an argument that is unknown: the value of an option, or an option of another name.
fn of_argument(argument: &str, (command, path): &(Command, String)) -> Vec<String> {
    if let Some(option) = argument.strip_prefix("--") {
        let longs =
            command.get_opts().filter(|option| !option.is_hide_set()).filter_map(|option| option.get_long());
        let near = near(option, longs);
        let all = format!("`{path} -h` lists the options");
        return vec![if near.is_empty() { all } else { format!("similar: --{}", near.join(", --")) }];
    }
    let takes =
        |option: &&clap::Arg| option.get_possible_values().iter().any(|value| value.matches(argument, true));
    let of_value = command.get_opts().find(takes).and_then(|option| option.get_long());
    let of_value = of_value.map(|option| format!("to choose it: --{option} {argument}"));
    let mut options = command.get_arguments().filter_map(|option| option.get_long());
    let of_name =
        || options.find(|option| *option == argument).map(|option| format!("to choose it: --{option}"));
    let of_game = || game(path.rsplit(' ').next()?);
    of_value.or_else(of_name).or_else(of_game).into_iter().collect()
}

/// Returns the names that differ from a word by few letters, or begin with it.
fn near<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let distance = |name: &&str| strsim::osa_distance(name, word);
    let most = (word.chars().count() / 3).clamp(1, 3);
    let is_near = |name: &&str| distance(name) <= most || word.len() > 2 && name.starts_with(word);
    names.filter(is_near).unique().sorted_by_key(distance).take(show::PROPOSED).collect()
}
