//! The help of the whole program by role, that of a command by topic, and the usual options of a command with many.

use clap::{Arg, Command};
use itertools::Itertools as _;
use nim_explain::picture::wrapped_to;

use crate::terminal::style::{columns, fitted};

/// The commands, by who uses them.
pub const ROLES: &[(&str, &str)] = &[
    ("contestants", "check, stress, receive, list, show, samples, explain"),
    ("setters", "new, gen, validate, mutants, export, import, contest"),
    ("teachers", "check --class, learn, play"),
    ("researchers", "sg, referee"),
    ("many machines", "check --shard, merge"),
    ("this program", "doctor, completions, man, help"),
];

/// The text at the end of the help.
const EXAMPLES: &str = "Examples:
  echo '3  3 6 9' | toolkit matches   solve an input of a problem
  toolkit check matches sol.cpp       check a program on the problem's test data
  toolkit stress john -- ./sol        look for an input that a program fails on
  toolkit sg values kayles -n 20      print the values of a game
  toolkit new sums --plain batch      begin a problem of your own

`toolkit COMMAND -h` has the usual options, `--help` all of them, `toolkit list`
the problems. --no-pager prints long texts at once.";

/// The options of a command with many that its `-h` shows, by their id.
const USUAL: &[(&str, &[&str])] = &[(
    "check",
    &[
        "words",
        "command",
        "class",
        "submissions",
        "problem",
        "filter",
        "failed",
        "watch",
        "fail_fast",
        "time_limit",
        "against",
        "reports",
        "save_failure",
        "show",
    ],
)];

/// The usage of the whole program.
pub const USAGE: &str = "toolkit COMMAND …\n       toolkit PROBLEM [FILE]";

/// Returns the whole command line with a help that lists the commands by role, each in a line where `--help` is among the words.
pub fn by_role(command: Command, words: &[String]) -> Command {
    let is_long = words.iter().take_while(|word| *word != "--").any(|word| word == "--help");
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let columns = columns(false);
    let roles = if is_long {
        let room = columns.map_or(ROOM, |columns| columns.saturating_sub(NAMES + 2).min(ROOM));
        ROLES.iter().map(|(role, names)| in_lines(&command, role, names, room)).join("\n\n")
    } else {
        let roles = ROLES.iter().map(|(role, names)| format!("  {role:<14} {names}")).join("\n");
        format!("Commands for\n{roles}")
    };
    let help = format!("{about}\n\nUsage: {USAGE}\n\n{roles}\n\n{EXAMPLES}\n");
    command.override_usage(USAGE).override_help(fitted(&help, None, columns))
}

/// Columns of the names of commands in the long help.
const NAMES: usize = 15;
/// Columns of what they do, at most.
const ROOM: usize = 63;

/// Returns the commands of a role, each with its description in this many columns.
fn in_lines(command: &Command, role: &str, names: &str, room: usize) -> String {
    let of_role = names.split(", ").map(|name| {
        let about = about(command, name).unwrap_or_else(|| "Print the help of a command".to_owned());
        format!("  {name:<NAMES$}{}", wrapped_to(&about, room).join(&format!("\n{:NAMES$}  ", "")))
    });
    format!("For {role}:\n{}", of_role.collect_vec().join("\n"))
}

/// Returns the description of a command, or of one of its options: `check --class`.
fn about(command: &Command, name: &str) -> Option<String> {
    let (name, option) = name.split_once(" --").unwrap_or((name, ""));
    let below = command.find_subcommand(name)?;
    let of_option = below.get_arguments().find(|arg| arg.get_long() == Some(option)).and_then(Arg::get_help);
    of_option.or(below.get_about()).map(ToString::to_string)
}

/// Returns the command line with the usual options alone, where `-h` is among the words.
pub fn with_usual(command: Command, words: &[String]) -> Command {
    let own = words.iter().take_while(|word| *word != "--");
    let name = words.get(1).filter(|_| own.clone().any(|word| word == "-h"));
    let Some((name, usual)) = USUAL.iter().find(|(of, _)| name.is_some_and(|name| name == of)) else {
        return command;
    };
    let topics = command.find_subcommand(name).map(topics).unwrap_or_default().join(", ");
    let further = format!(
        "`toolkit {name} --help` has all options; `toolkit help {name} TOPIC` has those\nabout a topic:\n  {topics}"
    );
    command.mut_subcommand(name, |below| {
        let below = below.mut_args(|arg| match usual.contains(&arg.get_id().as_str()) {
            // Without headings, more fits a screen.
            true => arg.help_heading(None),
            false => arg.hide(true),
        });
        below.after_help(further)
    })
}

/// Returns the topics of a command's options, by the words of their headings.
pub fn topics(command: &Command) -> Vec<String> {
    let headings = command.get_opts().filter_map(Arg::get_help_heading).unique();
    headings
        .map(|heading| heading.to_lowercase().split(' ').next_back().unwrap_or_default().to_owned())
        .collect()
}

/// Returns the help of a command about a topic: `help COMMAND TOPIC`; `None` where the words are none.
pub fn of_topic(command: &Command, words: &[String]) -> Option<String> {
    let [_, help, names @ .., topic] = words else { return None };
    if help != "help" {
        return None;
    }
    let below = names.iter().try_fold(command, |below, name| below.find_subcommand(name))?;
    let place = topics(below).iter().position(|known| known == topic)?;
    let heading = below.get_opts().filter_map(Arg::get_help_heading).unique().nth(place)?.to_owned();
    let below = below.clone().bin_name(format!("toolkit {}", names.join(" ")));
    let below = below.mut_args(|arg| {
        let is_other = arg.get_help_heading() != Some(&heading);
        arg.hide(is_other)
    });
    Some(below.after_help(String::new()).render_long_help().to_string())
}
