//! The README says what is so: its commands print what it shows, its tables are those of the program. So do the commands of the
//! guide for setters.

use crate::golden;
use itertools::Itertools;
use nim_toolkit::problem::Theme;
use nim_toolkit::problems::PROBLEMS;
use nim_toolkit::registry::Entry;
use regex::Regex;
use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const README: &str = include_str!("../../README.md");
const SETTERS: &str = include_str!("../../docs/setters.md");
/// Stands before a block that is not executed, with the reason.
const NOT_EXECUTED: &str = "<!-- not executed: ";
/// How a command that builds the program first begins; here it is built already.
const CARGO_RUN: &str = "cargo run --release -q -- ";

/// A block of commands, each with the lines that it prints.
struct Block {
    line: usize,
    commands: Vec<(String, String)>,
    is_executed: bool,
}

/// The console blocks of a text, also those inside of lists.
fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = text.lines().enumerate().peekable();
    let mut before = "";
    while let Some((number, line)) = lines.next() {
        if let Some(indent) = line.strip_suffix("```console") {
            let mut commands: Vec<(String, String)> = Vec::new();
            for (_, line) in lines.by_ref().take_while(|(_, line)| line.trim_start() != "```") {
                let line = line.strip_prefix(indent).unwrap_or(line);
                match (line.strip_prefix("$ "), commands.last_mut()) {
                    (Some(command), _) => commands.push((command.to_owned(), String::new())),
                    (None, Some((_, output))) => *output += &format!("{line}\n"),
                    (None, None) => panic!("line {}: output before any command", number + 2),
                }
            }
            blocks.push(Block { line: number + 1, commands, is_executed: !before.starts_with(NOT_EXECUTED) });
        }
        before = line;
    }
    blocks
}

/// What a user sees when the commands are typed one after another, command by command.
fn typed(folder: &Path, commands: &[(String, String)]) -> Vec<String> {
    // A byte that no output has ends each; the exit code stays as it was.
    let script = commands
        .iter()
        .map(|(command, _)| {
            let command = command.replace(CARGO_RUN, "toolkit ");
            format!("{command}\nstatus=$?; printf '\\001'; (exit $status)\n")
        })
        .join("");
    let program = Path::new(env!("CARGO_BIN_EXE_toolkit")).parent().unwrap();
    let mut path = vec![program.to_owned()];
    path.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    let output = Command::new("bash")
        .args(["-c", &format!("exec 2>&1\n{script}")])
        .current_dir(folder)
        .env("PATH", env::join_paths(path).unwrap())
        .env_remove("TOOLKIT_SIMD")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    let mut outputs = output.split('\x01').map(str::to_owned).collect_vec();
    assert_eq!(outputs.pop().as_deref(), Some(""), "the shell ended early: {outputs:?}");
    outputs
}

/// The text with every duration made the same, and without the lines that name what the system offers or how far a slow
/// one has come.
fn comparable(text: &str) -> String {
    static TIME: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\d+\.\d+ s\b(; slowest .*; most memory .* MiB)?").unwrap());
    static SYSTEM: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?m)^(sandbox \(\w+\) without: |still working after |\d+ of \d+ done, ).*\n").unwrap()
    });
    SYSTEM.replace_all(&TIME.replace_all(text, "0.00 s"), "").into_owned()
}

/// A copy of what commands may read; what they write goes with it.
fn copy() -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    for name in ["testdata", "problems"] {
        std::os::unix::fs::symlink(Path::new(ROOT).join(name), copy.path().join(name)).unwrap();
    }
    copy
}

/// A checkout in which problems can be added: the folders of problems are those of this one, and their table is a copy.
fn checkout() -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    for name in ["testdata", "problems"] {
        fs::create_dir(copy.path().join(name)).unwrap();
        for entry in fs::read_dir(Path::new(ROOT).join(name)).unwrap().map(Result::unwrap) {
            if entry.file_type().unwrap().is_dir() {
                std::os::unix::fs::symlink(entry.path(), copy.path().join(name).join(entry.file_name()))
                    .unwrap();
            }
        }
    }
    for name in ["Cargo.toml", "problems/mod.rs"] {
        fs::copy(Path::new(ROOT).join(name), copy.path().join(name)).unwrap();
    }
    copy
}

#[track_caller]
fn check_commands(text: &str, folder: &Path) {
    for block in blocks(text).iter().filter(|block| block.is_executed) {
        let outputs = typed(folder, &block.commands);
        for ((command, expected), found) in block.commands.iter().zip_eq(outputs) {
            let (found, expected) = (comparable(&found), comparable(expected));
            assert!(found == expected, "block at line {}: $ {command}\n{found}", block.line);
        }
    }
}

#[test]
fn commands_print_what_is_shown() {
    check_commands(README, copy().path());
}

#[test]
fn commands_for_setters_print_what_is_shown() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: python3 could not be started");
        return;
    }
    check_commands(SETTERS, checkout().path());
}

#[test]
fn the_checker_of_commands_sees_a_wrong_output_and_a_wrong_exit_code() {
    let blocks = blocks(
        "```console\n$ echo '1  3' | toolkit matches\n3 1\n0\n$ toolkit check none\n$ echo $?\n0\n```\n",
    );
    let outputs = typed(copy().path(), &blocks[0].commands);
    assert_eq!(outputs[0], "3 1\n0\n");
    assert_ne!(outputs[1], "");
    assert_eq!(outputs[2], "5\n");
}

#[test]
fn few_blocks_are_not_executed_and_the_test_command_is_that_of_the_ci() {
    let skipped = blocks(README).into_iter().filter(|block| !block.is_executed).collect_vec();
    let commands = skipped.iter().flat_map(|block| &block.commands).map(|(command, _)| command.as_str());
    let commands = commands.collect_vec();
    assert!(skipped.len() <= 3, "{commands:?}");
    let ci = fs::read_to_string(Path::new(ROOT).join(".ci/run")).unwrap();
    assert!(ci.lines().contains(&commands[0]), "{} is not in .ci/run", commands[0]);
}

/// The rows of the table below a header row.
fn table(header: &str) -> Vec<&'static str> {
    let below = README.lines().skip_while(|line| *line != header).skip(2);
    below.take_while(|line| line.starts_with('|')).collect()
}

#[track_caller]
fn check_table(header: &str, rows: &[String]) {
    let rows = rows.iter().map(String::as_str).collect_vec();
    assert!(table(header) == rows, "the rows below {header} should be\n{}", rows.join("\n"));
}

/// The page of all problems: `UPDATE_GOLDEN=1` writes it.
#[test]
fn the_page_of_problems_is_the_registry() {
    let mut page = PROBLEMS_PAGE.to_owned();
    for &theme in Theme::ALL {
        let problems = PROBLEMS.iter().filter(|problem| problem.themes[0] == theme).collect_vec();
        if !problems.is_empty() {
            page += &format!(
                "\n## {}\n\n| subcommand | title | source | rule, and the sense of the answer | idea |\n|---|---|---|---|---|\n",
                theme.title()
            );
            page.extend(problems.into_iter().map(problem_row));
        }
    }
    golden::check(&Path::new(ROOT).join("docs/problems.md"), page.as_bytes());
}

const PROBLEMS_PAGE: &str = "# Problems

Made from the registry by a test; `UPDATE_GOLDEN=1 cargo test --test it the_page_of_problems` writes it. The title leads to the
statement, the idea to the theorem above the solver.
";

fn problem_row(problem: &Entry) -> String {
    let names = [problem.slug].iter().chain(problem.aliases).map(|name| format!("`{name}`")).join(", ");
    let metadata = problem.metadata().unwrap();
    let folder = format!("problems/{}", problem.slug.replace('-', "_"));
    for file in ["statement.en.md", "mod.rs"] {
        assert!(Path::new(ROOT).join(&folder).join(file).is_file(), "{folder}/{file}");
    }
    let (title, source) = (metadata.title("en"), metadata.sources().join("; "));
    format!(
        "| {names} | [{title}](../{folder}/statement.en.md) | {source} | {} | [{}](../{folder}/mod.rs) |\n",
        problem.rule, problem.idea
    )
}

#[test]
fn the_table_of_exit_codes_is_that_of_the_source() {
    let source = include_str!("../../src/exit.rs");
    let row = Regex::new(r"(?m)^((?:    /// .*\n)+)    \w+ = (\d+),$").unwrap();
    let rows = row.captures_iter(source).map(|found| {
        let meaning = found[1].lines().map(|line| line.trim_start_matches("    /// ")).join(" ");
        format!("| {} | {meaning} |", &found[2])
    });
    let rows = rows.collect_vec();
    assert_eq!(rows.len(), source.matches(" = ").count());
    check_table("| code | meaning |", &rows);
}

#[test]
fn every_command_is_mentioned() {
    let command = nim_toolkit::cli::command();
    let tools = command.get_subcommands().map(clap::Command::get_name);
    // Problems have a page of their own.
    for name in tools.filter(|name| nim_toolkit::problems::find(name).is_none()) {
        let words = Regex::new(&format!(r"toolkit {name}\b|`{name}`")).unwrap();
        assert!(words.is_match(README), "toolkit {name} is not mentioned");
    }
}

#[test]
fn links_lead_to_files() {
    for target in README.split("](").skip(1).map(|rest| rest.split(')').next().unwrap()) {
        assert!(Path::new(ROOT).join(target).exists(), "{target}");
    }
}
