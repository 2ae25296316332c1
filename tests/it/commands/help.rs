//! The help: tools apart from problems, an example for each command, and what is said at a keyboard.

use std::process::{Command, Stdio};

use nim_problems as problems;
use nim_toolkit::dispatcher::command;

use crate::run::{Test, printed};

/// Lines of a screen.
const SCREEN: usize = 24;

#[test]
fn the_commands_stand_by_role_on_a_screen() {
    let help = printed(&Test::new().args(["-h"]).stderr("").run());
    assert!(help.lines().count() <= SCREEN, "{} lines", help.lines().count());
    let long = printed(&Test::new().args(["--help"]).stderr("").run());
    let names: Vec<&str> = help.split(|c: char| !c.is_alphanumeric()).collect();
    for tool in command().get_subcommands().filter(|tool| problems::find(tool.get_name()).is_none()) {
        assert!(names.contains(&tool.get_name()) || tool.is_hide_set(), "{} has no role", tool.get_name());
    }
    let commands = command();
    let listed = nim_toolkit::dispatcher::help::ROLES.iter().flat_map(|(_, names)| names.split(", "));
    for name in listed.map(|name| name.split(' ').next().unwrap()) {
        assert!(name == "help" || commands.find_subcommand(name).is_some(), "{name}");
    }
    // The long help has a line for each.
    for (_, names) in nim_toolkit::dispatcher::help::ROLES {
        for name in names.split(", ") {
            let line = long.lines().find(|line| line.trim_start().starts_with(&format!("{name} ")));
            assert!(line.is_some_and(|line| line.trim().len() > name.len() + 10), "{name}: {long}");
        }
    }
}

#[test]
fn the_usual_options_of_check_fit_a_page_and_the_others_stand_by_topic() {
    let help = |words: &[&str]| {
        let mut command = Test::new().args(words).command();
        let output = command.env("COLUMNS", "80").output().unwrap();
        assert!(output.status.success(), "{words:?}");
        printed(&output)
    };
    let (short, long) = (help(&["check", "-h"]), help(&["check", "--help"]));
    assert!(short.lines().count() <= 40, "{}", short.lines().count());
    assert!(long.lines().count() > 120 && long.contains("--rerun-flaky"), "{long}");
    let (_, topics) = short.rsplit_once("\nabout a topic:\n").unwrap();
    let is_option = |line: &&str| line.trim_start().starts_with('-') && !line.contains("--help");
    let options = |text: &str| text.lines().filter(is_option).count();
    let mut by_topic = 0;
    for topic in topics.trim().split(", ") {
        let text = help(&["help", "check", topic]);
        assert!(
            text.starts_with("Check a program,") && text.contains("Usage: toolkit check "),
            "{topic}: {text}"
        );
        by_topic += options(&text);
    }
    assert_eq!(by_topic, options(&long));
    assert!(help(&["help", "check", "interaction"]).contains("--interactor"));
    Test::new().args(["help", "check", "nonsense"]).status(2).run();
}

/// Runs a command line on a terminal, if `script` is there.
fn on_terminal(line: &str) -> Option<String> {
    let line = format!("stty cols 80 rows 10; {}", line.replace("toolkit", env!("CARGO_BIN_EXE_toolkit")));
    let mut script = Command::new("script");
    script
        .args(["-qec", &line, "/dev/null"])
        .env("TERM", "xterm")
        .env("PAGER", "sed s/^/paged:/")
        .env_remove("COLUMNS");
    match script.stdin(Stdio::null()).output() {
        Ok(output) => Some(String::from_utf8_lossy(&output.stdout).replace('\r', "")),
        Err(error) => {
            eprintln!("skipped: script cannot be started: {error}");
            None
        }
    }
}

#[test]
fn long_texts_on_a_terminal_go_through_the_pager() {
    for line in [
        "toolkit list",
        "toolkit sg games",
        "toolkit show john",
        "toolkit check --help",
        "toolkit help check sandbox",
    ] {
        let Some(text) = on_terminal(line) else { return };
        assert!(
            text.lines().all(|line| line.starts_with("paged:")) && text.lines().count() > 8,
            "{line}: {text}"
        );
        // What is wrapped fits the terminal, below a pager too.
        assert!(
            line.contains("show") || text.lines().all(|line| nim_ground::visible::width(line) <= 86),
            "{line}: {text}"
        );
        for plain in [
            format!("{line} --no-pager"),
            format!("{line} | cat"),
            format!("TERM=dumb {line}"),
            format!("PAGER=cat {line}"),
        ] {
            let Some(text) = on_terminal(&plain) else { return };
            assert!(!text.contains("paged:") && text.lines().count() > 8, "{plain}: {text}");
        }
    }
    assert!(
        !on_terminal("toolkit john testdata/john/sample/1.in").is_some_and(|text| text.contains("paged:"))
    );
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
