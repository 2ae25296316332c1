//! The README and the pages of `docs` are true: their commands print what they show, their tables agree with the program, their links lead
//! somewhere.

use crate::commands::help::check_usage;
use crate::inputs::golden;
use crate::repository::spoken_of;
use crate::run::PATH;
use crate::whole;
use itertools::Itertools;
use nim_problems::{ALIASES, PROBLEMS};
use nim_solve::problem::{Cases, Theme};
use nim_solve::registry::Entry;
use nim_toolkit::exit::MEANINGS;
use regex::Regex;
use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::thread;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const README: &str = include_str!("../../../README.md");
/// Stands before a block that is not executed, with the reason.
const NOT_EXECUTED: &str = "<!-- not executed: ";
/// A line of a shown output that stands for any lines.
const OMITTED: &str = "…";

/// A block of commands, each with the lines that it prints, where the page shows them.
struct Block {
    line: usize,
    commands: Vec<(String, Option<String>)>,
    is_executed: bool,
}

/// Returns the blocks of commands of a text, also inside of lists: blocks of `console` show the output, blocks of `sh` do not.
fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = text.lines().enumerate().peekable();
    let mut before = "";
    while let Some((number, line)) = lines.next() {
        let shows = line.ends_with("```console");
        if let Some(indent) = line.strip_suffix("```console").or_else(|| line.strip_suffix("```sh")) {
            let mut commands: Vec<(String, Option<String>)> = Vec::new();
            for (_, line) in lines.by_ref().take_while(|(_, line)| line.trim_start() != "```") {
                let line = line.strip_prefix(indent).unwrap_or(line);
                match (line.strip_prefix("$ "), commands.last_mut()) {
                    (None, Some((command, None))) if command.ends_with('\\') => {
                        *command += &format!("\n{line}");
                    }
                    (None, _) if !shows => commands.push((line.to_owned(), None)),
                    (Some(command), _) => commands.push((command.to_owned(), Some(String::new()))),
                    (None, Some((_, Some(output)))) => *output += &format!("{line}\n"),
                    (None, _) => panic!("line {}: output before any command", number + 2),
                }
            }
            blocks.push(Block { line: number + 1, commands, is_executed: !before.starts_with(NOT_EXECUTED) });
        }
        before = line;
    }
    blocks
}

/// Returns the output that a user sees when the commands are typed one after another, command by command, and the exit code of each.
fn typed<'a>(folder: &Path, commands: impl IntoIterator<Item = &'a str>) -> Vec<(String, i32)> {
    // A byte that no output has ends each; the exit code stays as it was.
    let end = "status=$?; printf '\\001%d\\001' $status; (exit $status)";
    let script =
        commands.into_iter().map(|command| format!("{}\n{end}\n", spoken_of::ended(command))).join("");
    let program = Path::new(env!("CARGO_BIN_EXE_toolkit")).parent().unwrap();
    let mut path = vec![program.to_owned()];
    path.extend(env::split_paths(&*PATH));
    let output = Command::new("bash")
        .args(["-c", &format!("exec 2>&1\n{script}")])
        .current_dir(folder)
        .env("PATH", env::join_paths(path).unwrap())
        .env("HOME", folder)
        .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .env_remove("XDG_CONFIG_HOME")
        .env_remove("TOOLKIT_SIMD")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    let parts = output.split('\x01').collect_vec();
    assert_eq!(parts.last(), Some(&""), "the shell ended early: {parts:?}\n{script}");
    let (outputs, codes) = (parts.iter().step_by(2), parts.iter().skip(1).step_by(2));
    outputs.zip(codes).map(|(output, code)| ((*output).to_owned(), code.parse().unwrap())).collect()
}

/// Returns the text with every duration made the same, and without the lines that name the abilities of the system or the progress of a
/// slow one.
pub fn comparable(text: &str) -> String {
    static TIME: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\d+\.\d+ s\b(; slowest .*; most memory .* MiB)?").unwrap());
    static SYSTEM: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?m)^(sandbox \(\w+\) without: |still working after |\d+ of \d+ done, ).*\n").unwrap()
    });
    SYSTEM.replace_all(&TIME.replace_all(text, "0.00 s"), "").into_owned()
}

/// Returns whether an output is the one that a page shows.
fn is_shown(output: &str, shown: &str) -> bool {
    let lines = |text: &str| comparable(text).lines().map(str::to_owned).collect_vec();
    let (output, shown) = (lines(output), lines(shown));
    let mut parts = shown.split(|line| line == OMITTED);
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = output.strip_prefix(first) else { return false };
    let parts = parts.collect_vec();
    let Some((last, between)) = parts.split_last() else { return rest.is_empty() };
    for part in between.iter().filter(|part| !part.is_empty()) {
        let Some(place) = rest.windows(part.len()).position(|lines| lines == *part) else { return false };
        rest = &rest[place + part.len()..];
    }
    rest.ends_with(last)
}

/// Returns a checkout in which problems can be added: its folders of problems are those of this one, and their table is a copy.
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

/// A page of the documentation: its path in the checkout, and its text.
pub struct Page {
    /// The path of the file.
    pub path: String,
    /// The text of the file.
    pub text: String,
}

/// Returns the README and every page of `docs`.
pub fn pages() -> Vec<Page> {
    let docs = fs::read_dir(Path::new(ROOT).join("docs")).unwrap().map(|entry| entry.unwrap().file_name());
    let names =
        docs.map(|name| format!("docs/{}", name.to_str().unwrap())).filter(|name| name.ends_with(".md"));
    let paths = names.chain(["README.md", "CONTRIBUTING.md"].map(str::to_owned)).sorted();
    paths.map(|path| Page { text: fs::read_to_string(Path::new(ROOT).join(&path)).unwrap(), path }).collect()
}

/// Writes the files that a page shows, each under the name that stands behind the language of its block.
fn write_files(page: &Page, folder: &Path) {
    static BLOCK: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"(?ms)^```[a-z]+ ([\w.-]+)\n(.*?)^```$").unwrap());
    for block in BLOCK.captures_iter(&page.text) {
        fs::write(folder.join(&block[1]), &block[2]).unwrap();
    }
}

/// Types the commands of a page in a folder with the files that it names. The shown output is the printed one; if none is shown, the
/// command does its work, though it may report a fault of a program.
#[track_caller]
fn check_commands(page: &Page, folder: &Path) {
    spoken_of::write(&page.path, folder);
    write_files(page, folder);
    for block in blocks(&page.text).iter().filter(|block| block.is_executed) {
        let can_run = |command: &str| {
            spoken_of::missing(command).is_none_or(|tool| {
                eprintln!("skipped: {}: {command}: there is no {tool}", page.path);
                false
            })
        };
        let commands = block.commands.iter().filter(|(command, _)| can_run(command)).collect_vec();
        let outputs = typed(folder, commands.iter().map(|(command, _)| command.as_str()));
        for ((command, expected), (found, code)) in commands.into_iter().zip_eq(outputs) {
            let is_so = expected.as_ref().map_or(matches!(code, 0 | 1), |shown| is_shown(&found, shown));
            assert!(
                is_so,
                "{}, block at line {}: $ {command}\n{found}exit code {code}",
                page.path, block.line
            );
        }
    }
}

/// The page that is read first, and the next ones.
const GUIDES: [&str; 5] =
    ["README.md", "docs/contestants.md", "docs/setters.md", "docs/teachers.md", "docs/researchers.md"];

/// The pages about work on this project, which need a checkout; the commands of all others work in an empty folder.
const OF_CHECKOUTS: [&str; 2] = ["docs/adding-problems.md", "CONTRIBUTING.md"];

#[test]
fn commands_of_guides_work_outside_a_checkout_and_print_what_is_shown() {
    check_pages(|path| GUIDES.contains(&path));
}

#[test]
fn commands_of_other_pages_work_and_print_what_is_shown() {
    check_pages(|path| !GUIDES.contains(&path));
}

/// Checks that the commands of the first page and of the pages whose turn it is work, and print the text below them.
fn check_pages(is_taken: impl Fn(&str) -> bool) {
    let is_missing = |program: &str| Command::new(program).arg("--version").output().is_err();
    let tools = [("python3", "python3"), (".py ", "python3"), ("```cpp", "g++")];
    let tools = tools.into_iter().filter(|(_, program)| is_missing(program)).collect_vec();
    let has_commands = |page: &Page| blocks(&page.text).iter().any(|block| block.is_executed);
    let pages = pages().into_iter().filter(|page| is_taken(&page.path) && has_commands(page)).collect_vec();
    assert!(pages.len() >= GUIDES.len());
    let (first, others): (Vec<_>, Vec<_>) = pages.iter().partition(|page| page.path == GUIDES[0]);
    thread::scope(|scope| {
        for page in first.into_iter().chain(whole::turn(others, 4)) {
            if let Some((_, program)) = tools.iter().find(|(mark, _)| page.text.contains(mark)) {
                eprintln!("skipped: {} needs {program}, which could not be started", page.path);
                continue;
            }
            let is_of_checkouts = OF_CHECKOUTS.contains(&&*page.path);
            let folder = if is_of_checkouts { checkout() } else { tempfile::tempdir().unwrap() };
            scope.spawn(move || check_commands(page, folder.path()));
        }
    });
}

#[test]
fn commands_that_are_not_run_have_the_right_usage() {
    for page in pages() {
        let lines = page.text.lines().map(str::trim_start).scan(false, |is_shell, line| {
            *is_shell = line.starts_with("```sh") || (*is_shell && !line.starts_with("```"));
            Some((*is_shell, line))
        });
        for (_, line) in lines.filter(|(is_shell, _)| *is_shell) {
            check_usage(line);
        }
    }
}

#[test]
fn the_checker_of_commands_sees_a_wrong_output_and_a_wrong_exit_code() {
    let blocks = blocks(
        "```console\n$ echo '1  3' | toolkit matches\n3 1\n0\n$ toolkit check none\n$ echo $?\n0\n```\n",
    );
    let commands = blocks[0].commands.iter().map(|(command, _)| command.as_str());
    let outputs = typed(checkout().path(), commands);
    assert_eq!(outputs[0], ("3 1\n0\n".to_owned(), 0));
    assert_ne!(outputs[1].0, "");
    assert_eq!((outputs[1].1, &*outputs[2].0), (2, "2\n"));
}

#[test]
fn omitted_lines_are_any_lines_and_others_are_exact() {
    for shown in ["a\nb\nc\n", "…\nb\nc\n", "a\n…\n", "a\n…\nc\n", "…\nb\n…\n", "a\nb\n…\nc\n", "…\n"]
    {
        assert!(is_shown("a\nb\nc\n", shown), "{shown}");
    }
    for shown in ["a\nb\n", "…\nb\n", "b\n…\n", "a\n…\nb\n", "…\nc\nb\n…\n", "a\nb\nc\n…\nc\n", ""]
    {
        assert!(!is_shown("a\nb\nc\n", shown), "{shown}");
    }
}

#[test]
fn few_blocks_are_not_executed_and_the_test_command_is_that_of_the_ci() {
    let is_skipped = |block: &Block| !block.is_executed && block.commands[0].1.is_some();
    let skipped = blocks(README).into_iter().filter(is_skipped).collect_vec();
    let commands = skipped.iter().flat_map(|block| &block.commands).map(|(command, _)| command.as_str());
    let commands = commands.collect_vec();
    assert!(skipped.len() <= 3, "{commands:?}");
    let step = fs::read_to_string(Path::new(ROOT).join(".ci/steps/tests")).unwrap();
    assert!(
        commands.iter().any(|command| step.lines().contains(command)),
        "{commands:?}: .ci/steps/tests has none"
    );
}

/// The first command under "Install" builds for a minute: it is run as it is in the program that is built.
#[test]
fn the_first_command_of_a_checkout_prints_what_is_shown() {
    const BUILDS: &str = "cargo run --release -- ";
    let all = blocks(README).into_iter().flat_map(|block| block.commands);
    let builds = all.filter_map(|(command, shown)| Some((command.strip_prefix(BUILDS)?.to_owned(), shown?)));
    let (arguments, shown) = builds.exactly_one().ok().unwrap();
    let printed = typed(Path::new(ROOT), [&*format!("toolkit {arguments}")]);
    assert!(is_shown(&printed[0].0, &shown), "{printed:?}");
}

/// The page of all problems, and the file of judges' names: `UPDATE_GOLDEN=1` writes them.
#[test]
fn the_page_of_problems_is_the_registry() {
    let mut page = PROBLEMS_PAGE.to_owned();
    for &theme in Theme::ALL {
        let problems = PROBLEMS.iter().filter(|problem| problem.themes[0] == theme).collect_vec();
        if !problems.is_empty() {
            page +=
                &format!("\n## {}\n\n| problem | names | rule | cases |\n|---|---|---|---|\n", theme.title());
            page.extend(problems.into_iter().map(problem_row));
        }
    }
    let docs = Path::new(ROOT).join("docs");
    golden::check(&docs.join("problems.md"), page.as_bytes());
    let names = ALIASES.iter().sorted_by_key(|entry| entry.name).filter_map(name_row);
    let names = format!("name,problem,bounds,source\n{}", names.collect::<String>());
    golden::check(&docs.join("names.csv"), names.as_bytes());
}

const PROBLEMS_PAGE: &str = "# Problems

A table of all problems, made from the registry by `UPDATE_GOLDEN=1 cargo test --test it the_page_of_problems`. A title leads to the statement, and `toolkit explain`
prints the theorem. Where the rule does not say what to print, it is who wins. *Cases* says how an input holds them: one, a count first, up to the end, or up to zeros.

## Judges' names

Under a judge's name, every command keeps to that judge's bounds and form of input: `toolkit check hdu1907`. `toolkit show NAME` prints the statement with these
bounds, and [names.csv](names.csv) has the bounds of all names and what each is taken from.
";

/// Returns the row of a judge's name; other aliases have none.
fn name_row(entry: &Entry) -> Option<String> {
    let own = entry.judge?;
    let bounds = entry.bounds();
    let bounds = bounds.iter().map(|(field, bound)| format!("{field} {bound}")).join(", ");
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    Some(format!("{},{},{},{}\n", entry.name, entry.slug, quoted(&bounds), quoted(own.source)))
}

fn problem_row(problem: &Entry) -> String {
    let folder = format!("problems/{}", problem.slug.replace('-', "_"));
    for file in ["statement.en.md", "mod.rs"] {
        assert!(Path::new(ROOT).join(&folder).join(file).is_file(), "{folder}/{file}");
    }
    static WINNER: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(": print `[^`]+` when the (first|second) player wins, else `[^`]+`$").unwrap()
    });
    let names = problem.all_names().join(", ");
    let (title, rule) = (problem.title("en"), WINNER.replace(problem.rule, ""));
    let cases = match problem.form.grammar.cases {
        Cases::One => "one",
        Cases::Counted => "count",
        Cases::ToEnd => "end",
        Cases::UntilZeros(_) => "zeros",
    };
    format!("| [{title}](../{folder}/statement.en.md) | {names} | {rule} | {cases} |\n")
}

/// The page of exit codes: `UPDATE_GOLDEN=1` writes it.
#[test]
fn the_page_of_exit_codes_is_the_table_of_the_program() {
    let codes = MEANINGS.iter().map(|(code, meaning)| format!("| {code} | {} |\n", meaning.trim()));
    let page = Path::new(ROOT).join("docs/commands.md");
    let text = fs::read_to_string(&page).unwrap();
    let (head, _) = text.split_once(CODES).unwrap();
    golden::check(&page, format!("{head}{CODES}{}", codes.collect::<String>()).as_bytes());
}

/// The beginning of the table of exit codes.
const CODES: &str = "| code | meaning |\n|---|---|\n";

#[test]
fn the_archive_of_a_release_has_what_its_pages_link_to() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let script = fs::read_to_string(root.join("release/build")).unwrap();
    let packed = script.split_ascii_whitespace().map(|word| word.trim_end_matches(';')).collect_vec();
    for page in fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path()) {
        if page.extension().is_none_or(|ending| ending != "md") {
            continue;
        }
        let text = fs::read_to_string(&page).unwrap();
        for outside in links(&text).filter_map(|link| link.strip_prefix("../")) {
            let file = outside.split('#').next().unwrap();
            let parts = file.split('/').collect_vec();
            let pattern = if let ["problems", _, name] = parts[..] {
                format!("problems/*/{name}")
            } else {
                file.to_owned()
            };
            assert!(
                packed.contains(&pattern.as_str()),
                "{}: {outside} is not in the archive",
                page.display()
            );
        }
    }
}

/// Scripts that build take programs from where cargo puts them.
#[test]
#[cfg(unix)]
fn scripts_find_what_cargo_has_built_in_any_folder() {
    let root = Path::new(ROOT);
    let mut command = Command::new(root.join("release/target-folder"));
    let found = command.env("CARGO_TARGET_DIR", "/elsewhere/built").output().unwrap();
    assert_eq!(String::from_utf8_lossy(&found.stdout), "/elsewhere/built\n");
    let scripts = [".ci/instructions", ".ci/python", ".ci/run", ".ci/system", "release/build"];
    let steps = fs::read_dir(root.join(".ci/steps")).unwrap().map(|step| step.unwrap().path());
    for script in scripts.iter().map(|script| root.join(script)).chain(steps) {
        let text = fs::read_to_string(&script).unwrap();
        let mut words = text.split([' ', '"', '=']);
        assert_eq!(
            words.find(|word| word.starts_with("target/") && !word.contains("/release-files")),
            None,
            "{}",
            script.display()
        );
    }
}

/// Returns the targets of the links of a text, except links to other sites.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1).map(|rest| rest.split(')').next().unwrap());
    targets.filter(|target| !target.contains("://"))
}

/// Returns the anchor of a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

#[test]
fn the_readme_names_the_oldest_rust() {
    let sentence = concat!("With Rust (", env!("CARGO_PKG_RUST_VERSION"), " or newer)");
    assert!(include_str!("../../../README.md").contains(sentence), "README.md does not say {sentence:?}");
}

#[test]
fn links_lead_to_files_and_headings() {
    for Page { path, text } in pages() {
        let folder = Path::new(ROOT).join(&path).parent().unwrap().to_owned();
        for target in links(&text) {
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let file = if file.is_empty() { Path::new(ROOT).join(&path) } else { folder.join(file) };
            assert!(file.exists(), "{path}: {target}");
            if !heading.is_empty() {
                let linked = fs::read_to_string(&file).unwrap();
                let headings = linked.lines().filter(|line| line.starts_with('#'));
                let mut anchors = headings.map(|line| anchor(line.trim_start_matches('#').trim()));
                assert!(anchors.contains(&heading.to_owned()), "{path}: {target}");
            }
        }
    }
}

#[test]
fn every_page_is_in_the_table_of_contents() {
    let summary = fs::read_to_string(Path::new(ROOT).join("docs/SUMMARY.md")).unwrap();
    let listed = links(&summary).map(|target| format!("docs/{target}")).collect_vec();
    for Page { path, .. } in pages() {
        let is_page = path.starts_with("docs/") && path != "docs/SUMMARY.md";
        assert!(!is_page || listed.contains(&path), "{path} is not in docs/SUMMARY.md");
    }
}
