//! Help after a mistyped command line: similar names, and the probable meaning of a word.

use std::path::Path;

use clap::Command;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use itertools::Itertools as _;

use super::help;
use crate::built_in::names as problem_names;
use nim_engine::games::CATALOGUE;
use nim_ground::presence::is_file;
use nim_ground::visible;
use nim_judge::programs::is_source;

/// Words that are no commands, and the commands meant by them.
const MEANT: &[(&[&str], &str)] = &[
    (&["solve", "answer"], "`toolkit PROBLEM [FILE]` solves an input, as in toolkit john in.txt"),
    (
        &["run", "test", "judge", "submit", "verify", "compile", "watch", "diff"],
        "`toolkit check PROBLEM SOURCE` checks a program",
    ),
    (
        &["class", "grade", "grades", "students", "moss", "plagiarism"],
        "`toolkit check PROBLEM --class FOLDER` checks the programs of a class",
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
    (
        &["xor", "mex", "nimsum", "nim-sum"],
        "`toolkit sg outcome nim 3 5 7` prints the nim-sum and the winner",
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

/// Judges that have no format of their name, and the one that they read.
const READ_BY: &[(&str, &str)] =
    &[("kattis", "icpc-legacy"), ("domjudge", "icpc-legacy"), ("codeforces", "polygon")];

/// Returns an error with what helps, in place of names and of tips that mislead.
pub fn improved(mut error: clap::Error, command: fn() -> Command, words: &[String]) -> clap::Error {
    let tips = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let word = text_of(&error, ContextKind::InvalidSubcommand);
            error.remove(ContextKind::SuggestedSubcommand);
            let next = words.iter().skip_while(|other| **other != word).nth(1);
            of_command(&word, next, &within(&command(), words).0)
        }
        ErrorKind::UnknownArgument => {
            let argument = text_of(&error, ContextKind::InvalidArg);
            let named = within(&command(), words);
            // The parser's usage has the option that is similar, and leaves out what else the command takes.
            error.insert(ContextKind::Usage, ContextValue::StyledStr(usage(&named)));
            of_argument(&argument, &named, words)
        }
        ErrorKind::InvalidValue => {
            let value = text_of(&error, ContextKind::InvalidValue);
            let Some(format) = read_by(&value) else { return error };
            error.remove(ContextKind::SuggestedValue);
            vec![format!("{value} reads {format}")]
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

/// Returns the text of a part of an error; empty if the error has no such part.
fn text_of(error: &clap::Error, kind: ContextKind) -> String {
    error.get(kind).map_or_else(String::new, ToString::to_string)
}

/// Returns the usage of the command that the words lead to.
fn usage((command, path): &(Command, String)) -> StyledStr {
    let mut command = command.clone().bin_name(path);
    if path == "toolkit" {
        command = command.override_usage(help::USAGE);
    }
    command.render_usage()
}

/// Returns the command that the words lead to, and the words.
fn within(command: &Command, words: &[String]) -> (Command, String) {
    let (mut command, mut path) = (command.clone(), "toolkit".to_owned());
    let is_help = words.get(1).is_some_and(|word| word == "help");
    for word in words.iter().skip(1 + usize::from(is_help)) {
        let Some(below) = command.find_subcommand(word).cloned() else { break };
        path += &format!(" {}", below.get_name());
        command = below;
    }
    (command, path)
}

/// Returns what may be meant by a word that is no command, and the word behind it.
fn of_command(word: &str, next: Option<&String>, command: &Command) -> Vec<String> {
    let lower = word.to_lowercase();
    let is_root = command.find_subcommand("check").is_some();
    let is_about_games = is_root || command.find_subcommand("values").is_some();
    let mut tips: Vec<String> = game(&lower).filter(|_| is_about_games).into_iter().collect();
    // A judge, and the number of its problem.
    let name = next.filter(|_| is_root).map(|next| format!("{lower}{next}"));
    let of_judge = name.filter(|name| nim_problems::find(name).is_some());
    tips.extend(of_judge.map(|name| format!("a problem is one word: toolkit {name}")));
    let meant = MEANT.iter().filter(|(words, _)| words.contains(&&*lower));
    let meant = meant.filter(|(_, tip)| is_root || is_about_games && tip.contains("sg "));
    tips.extend(meant.map(|(_, tip)| (*tip).to_owned()));
    if is_root && is_source(Path::new(word)) {
        tips.push(format!("to check a program: toolkit check PROBLEM {word}"));
    // A tip is no more than that: a word that cannot be looked at gets none.
    } else if is_root && is_file(Path::new(word)).is_ok_and(|is_file| is_file) {
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
            "if it is a problem, it is none of those here; {}",
            problem_names::advice(word)
        )];
    }
    let topics = help::topics(command);
    vec![if is_root {
        "`toolkit --help` lists the commands, `toolkit list` the problems".to_owned()
    } else if command.has_subcommands() || topics.is_empty() {
        "add --help for the commands".to_owned()
    } else {
        format!("its topics are {}", topics.join(", "))
    }]
}

fn read_by(judge: &str) -> Option<&'static str> {
    READ_BY.iter().find(|(name, _)| *name == judge).map(|(_, format)| *format)
}

/// Returns how a game is played, and its winner found.
fn game(word: &str) -> Option<String> {
    let game = CATALOGUE.iter().find(|game| game.example.split(':').next() == Some(word))?;
    let (game, heaps) = (game.example, game.example_heaps.join(" "));
    Some(format!("{word} is a game: toolkit play {game} {heaps}, toolkit sg outcome {game} {heaps}"))
}

/// Returns what may be meant by an argument that is unknown: the value of an option, an option of another name, a game, or an input.
fn of_argument(argument: &str, (command, path): &(Command, String), words: &[String]) -> Vec<String> {
    if let Some(option) = argument.strip_prefix("--") {
        let longs =
            command.get_opts().filter(|option| !option.is_hide_set()).filter_map(|option| option.get_long());
        let near = near(option, longs);
        let all = format!("`{path} -h` lists the options");
        return vec![if near.is_empty() { all } else { format!("similar: --{}", near.join(", --")) }];
    }
    let argument = read_by(argument).unwrap_or(argument);
    let mut options = command
        .get_opts()
        .filter(|option| option.get_possible_values().iter().any(|value| value.matches(argument, true)));
    let option = options.next().and_then(|option| option.get_long());
    let (name, rest) = (command.get_name(), visible::line(&words.iter().skip(2).join(" ")));
    vec![match (option, game(name)) {
        (Some(option), _) => format!("to choose it: --{option} {argument}"),
        _ if command.get_arguments().any(|option| option.get_long() == Some(argument)) => {
            format!("to choose it: --{argument}")
        }
        (None, Some(tip)) => tip,
        _ if name == "explain" && words.get(2).is_some_and(|word| game(word).is_some()) => {
            format!("to explain a position of a game: toolkit explain sg {rest}")
        }
        _ if nim_problems::find(name).is_some() => {
            format!("to solve an input: echo '{rest}' | toolkit {name}")
        }
        _ if name == "list" && nim_problems::find(argument).is_some() => {
            format!("to read its statement: toolkit show {argument}")
        }
        _ => format!("`{path} -h` lists the options"),
    }]
}

/// Returns the names that differ from a word by few letters, or begin with it.
fn near<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let most = (word.chars().count() / 3).clamp(1, 3);
    let names = names.map(|name| (strsim::osa_distance(name, word), name));
    let near = names.filter(|(distance, name)| *distance <= most || word.len() > 2 && name.starts_with(word));
    let nearest = near.unique().sorted_by_key(|(distance, _)| *distance).take(problem_names::PROPOSED);
    nearest.map(|(_, name)| name).collect()
}
