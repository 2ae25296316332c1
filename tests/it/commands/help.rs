//! The help: tools apart from problems, an example for each command, and the messages at a keyboard.

use std::process::{Command, Stdio};

use nim_problems as problems;
use nim_toolkit::dispatcher::command;

use crate::place::Place;
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
        // Wrapped text fits the terminal, below a pager too.
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

/// Returns the commands below a command, each with the words that lead to it.
pub fn commands(command: &clap::Command, path: &str) -> Vec<(String, clap::Command)> {
    let mut found = Vec::new();
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        let path = format!("{path} {}", below.get_name());
        found.extend(commands(below, &path));
        found.push((path, below.clone()));
    }
    found
}

/// Returns the examples in a text: lines with a call of the program.
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
    // In a pipe there is no message.
    Test::new().args(["john"]).stdin("1\n1\n1\n").stdout("Brother\n").stderr("").run();
}

#[test]
fn an_unknown_option_is_answered_with_the_whole_usage() {
    for (path, below) in commands(&command(), "toolkit") {
        let is_problem = |name: &str| problems::find(name).is_some();
        let words: Vec<&str> = path.split(' ').skip(1).collect();
        let Some(long) = below.get_opts().filter_map(clap::Arg::get_long).find(|long| long.len() > 4) else {
            continue;
        };
        // One problem is as all.
        if is_problem(words[0]) && words[0] != "john" {
            continue;
        }
        let similar = format!("--{}x", &long[..long.len() - 1]);
        let output = Test::new().args(words.into_iter().chain([&*similar])).status(2).run();
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        let usage = below.bin_name(&path).render_usage().to_string();
        assert!(text.contains(&format!("\n\n{usage}\n")), "{path}: {text}");
    }
}

/// Returns the words between backquotes in the cells of a column of a table in Markdown.
fn quoted(page: &str, head: &str, column: usize) -> Vec<String> {
    let (_, table) = page.split_once(head).unwrap();
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let cells = rows.map(|row| row.split('|').nth(column + 1).unwrap().to_owned());
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// `--quiet`, `--json` and `--color` are in each command, or the page of commands says why they are not.
#[test]
fn what_people_read_is_quiet_json_or_coloured_where_that_is_asked_for() {
    let page = include_str!("../../../docs/commands.md");
    let with = quoted(page, "| command | the verdict |", 0);
    let without = quoted(page, "| command | why |\n", 0);
    for (path, below) in commands(&command(), "toolkit") {
        let name = path.split(' ').nth(1).unwrap();
        let is_problem = problems::find(name).is_some();
        let missing = ["quiet", "json", "color"].map(|long| {
            below.get_arguments().all(|arg| arg.get_long() != Some(long) || arg.get_help().is_none())
        });
        // A command that only holds other commands prints nothing itself.
        let is_excused = below.is_subcommand_required_set() || is_problem;
        let (is_with, is_without) =
            (with.iter().any(|own| own == name), without.iter().any(|own| own == name));
        assert!(is_problem || is_with != is_without, "{path} is in one of the two tables");
        if is_with && !is_excused {
            // The commands below `explain` have those of `explain`.
            assert!(missing == [false; 3] || path == "toolkit explain sg", "{path}: {missing:?}");
        } else {
            assert_eq!(missing, [true; 3], "{path}");
        }
    }
    // Each schema that is named is printed.
    let contest = Place::new(&["sol.py:print(1)\n"]);
    let source = contest.path("sol.py").display().to_string();
    contest.write("c/p/problem.yaml", "problem_format_version: 2023-07-draft\nname: p\n");
    contest.write("c/p/data/sample/1.in", "1\n");
    contest.write("c/p/data/sample/1.ans", "1\n");
    for (line, schema) in [
        (&*format!("contest {}", contest.path("c").display()), "toolkit-contest/1"),
        ("doctor", "toolkit-doctor/1"),
        ("explain sg nim 3 4 5", "toolkit-explain/1"),
        ("sg codes --digits 1 --max 1000", "toolkit-sg/1"),
        ("show john", "toolkit-show/1"),
        ("stress john --time 2s sol.py", "toolkit-stress/1"),
        ("validate john testdata/john/sample/1.in", "toolkit-validate/1"),
    ] {
        let words = line.split(' ').chain(["--json"]).map(|word| word.replace("sol.py", &source));
        let output = Test::new().args(words).command().output().unwrap();
        let object: serde_json::Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{line}: {error}: {}", String::from_utf8_lossy(&output.stdout)));
        assert_eq!(object["schema"], schema, "{line}");
        assert!(page.contains(schema), "{schema}");
    }
}

#[test]
fn a_verdict_is_printed_alone_and_in_colours_where_that_is_asked_for() {
    for (line, verdict) in [
        ("explain sg nim 3 4 5", "first\n"),
        ("sg outcome nim 3 5 6", "second\n"),
        ("sg period kayles", "preperiod 71, period 12, saltus 0\n"),
        ("sg quotient kayles", "order 40, wild, proved for all heaps\n"),
        ("sg table 0.45", "1 of 1 periods are those published\n"),
        ("show john", "John and His Brother\n"),
        ("list --judge cses", "cses1730\ncses1099\ncses1729\ncses1098\ncses2208\ncses2207\n"),
        ("stress john --time 5s -- cat", "john: counterexample, WA\n"),
        ("validate john testdata/john/sample/1.in", "1 input, 0 not valid\n"),
        ("explain matches testdata/matches/sample/1.in", "case 1: 4 3 / 3 6 5\n"),
        ("referee nim 1 --a random --b random --games 2", "2 games: a won 1, b won 1\n"),
    ] {
        for option in ["--quiet", "-q"] {
            let words = line.split(" -- ").next().unwrap().split(' ').chain([option]);
            let command = line.split(" -- ").skip(1).flat_map(|command| ["--", command]);
            let output = Test::new().args(words.chain(command)).command().output().unwrap();
            assert_eq!(String::from_utf8_lossy(&output.stdout), verdict, "{line}");
            assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{line}");
        }
    }
    for line in ["sg outcome nim 3 5 6", "explain sg nim 3 4 5", "doctor", "list --theme misere", "sg games"]
    {
        for (when, is_coloured) in [("always", true), ("never", false), ("auto", false)] {
            let words = line.split(' ').chain(["--color", when]);
            let output = Test::new().args(words).command().env_remove("NO_COLOR").output().unwrap();
            assert_eq!(output.stdout.contains(&b'\x1b'), is_coloured, "{line} --color {when}");
        }
    }
}
