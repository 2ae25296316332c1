//! The help: tools apart from problems, an example for each command, and what is said at a keyboard.

use std::process::{Command, Stdio};

use nim_problems::{self as problems, PROBLEMS};
use nim_solve::problem::Theme;
use nim_toolkit::cli::command;

use crate::run::{Test, printed};

/// Lines of a screen.
const SCREEN: usize = 30;

#[test]
fn problems_stand_by_theme_below_the_tools() {
    let help = printed(&Test::new().args(["--help"]).stderr("").run());
    let (tools, below) = help.split_once("\nProblems (").unwrap();
    for tool in command().get_subcommands().filter(|tool| problems::find(tool.get_name()).is_none()) {
        let row = format!("\n  {} ", tool.get_name());
        assert!(tools.contains(&row) || tool.is_hide_set(), "{} is not among the tools", tool.get_name());
    }
    for problem in PROBLEMS {
        assert!(!tools.contains(&format!("\n  {} ", problem.slug)), "{} is among the tools", problem.slug);
        let theme = below.find(&format!("  {} ", problem.themes[0].title())).unwrap();
        let later = Theme::ALL.iter().filter_map(|theme| below.find(&format!("  {} ", theme.title())));
        let end = later.filter(|&at| at > theme).min().unwrap_or(below.len());
        let slugs: Vec<_> = below[theme..end].split([' ', ',', '\n']).collect();
        assert!(slugs.contains(&problem.slug), "{} is not in its theme: {slugs:?}", problem.slug);
    }
    assert!(help.lines().count() <= 2 * SCREEN, "{} lines", help.lines().count());
    assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
}

/// The commands below a command, each with the words that lead to it.
pub fn commands(command: &clap::Command, path: &str) -> Vec<(String, clap::Command)> {
    let mut found = Vec::new();
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        let path = format!("{path} {}", below.get_name());
        found.extend(commands(below, &path));
        found.push((path, below.clone()));
    }
    found
}

/// The examples in a text: lines with a call of the program.
pub fn examples(text: &str) -> Vec<String> {
    let lines = text.lines().map(|line| line.trim_start().trim_start_matches("Example: "));
    lines
        .filter(|line| line.split(" | ").any(|part| part.starts_with("toolkit ")))
        .map(str::to_owned)
        .collect()
}

/// Parses the calls of the program in a line of shell.
pub fn check_usage(line: &str) {
    // A comment, or a column of explanations.
    let line = line.split("  ").find(|part| !part.is_empty()).unwrap_or(line).split(" # ").next().unwrap();
    let calls = line.split([';', '|']).flat_map(|part| part.split("&&")).map(str::trim);
    for call in calls.filter(|call| call.starts_with("toolkit ")) {
        let call = call.split_once(" > ").map_or(call, |(call, _)| call);
        let call = call.split_once(" >> ").map_or(call, |(call, _)| call);
        let words = shell_words::split(call).unwrap_or_else(|error| panic!("{line}: {error}"));
        if let Err(error) = command().try_get_matches_from(words) {
            assert!(!error.use_stderr(), "{line}: {error}");
        }
    }
}

#[test]
fn every_command_has_an_example_that_can_be_typed() {
    for (path, mut command) in commands(&command(), "toolkit") {
        let help = command.render_long_help().to_string();
        let examples = examples(&help);
        let is_group_or_about_it = path.ends_with(" help");
        assert!(is_group_or_about_it || !examples.is_empty(), "{path} has no example:\n{help}");
        for example in examples {
            check_usage(&example);
            let slug = path.split(' ').nth(1).unwrap();
            assert!(example.contains(slug), "{path}: {example}");
        }
    }
}

#[test]
fn the_version_tells_build_and_kernel() {
    let version = env!("CARGO_PKG_VERSION");
    Test::new().args(["-V"]).stdout(format!("toolkit {version}\n")).run();
    let mut command = Test::new().args(["--version"]).command();
    let long = printed(&command.env("TOOLKIT_SIMD", "scalar").output().unwrap());
    let lines: Vec<_> = long.lines().collect();
    assert_eq!(lines[0], format!("toolkit {version}"));
    assert!(lines[1].starts_with("build: ") && lines[1].contains("-linux-"), "{long}");
    assert!(lines[2].starts_with("kernel: scalar (this CPU has scalar"), "{long}");
}

#[test]
fn a_command_at_a_keyboard_says_what_it_waits_for() {
    let program = env!("CARGO_BIN_EXE_toolkit");
    let expected = "reading the input of john from the keyboard; end it with Ctrl-D";
    let mut script = Command::new("script");
    script.args(["-qec", &format!("{program} john"), "/dev/null"]).stdin(Stdio::null());
    match script.output() {
        Ok(output) => {
            let text = String::from_utf8_lossy(&output.stdout);
            assert!(text.contains(expected), "{text}");
        }
        Err(error) => eprintln!("skipped: script cannot be started: {error}"),
    }
    // In a pipe nothing is said.
    Test::new().args(["john"]).stdin("1\n1\n1\n").stdout("Brother\n").stderr("").run();
}
