//! `toolkit new SLUG`: the files of a new problem, in a checkout of this project or, with `--plain`, in a folder of its own.

use std::env;
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::path::Path;
use std::path::PathBuf;

use anyhow::Context;
use itertools::Itertools;

use crate::built_in::checkout;
use crate::built_in::checkout::TABLE;
use crate::exit::Exit;
use crate::system::interruption::Interruption;
use crate::system::output_file::{self, Overwrite};
use crate::terminal::UsageError;
use crate::terminal::say;
use crate::terminal::streams::Stdout;
use nim_ground::presence::find_link;
use nim_ground::staging::{self, Existing};
use nim_inputs::{Description, grammar_yaml, made};
use nim_problems as problems;

mod plain;

/// Begin a new problem
///
/// In a checkout of this project, writes a folder below `problems`, a line of its table, and test data, and lists the
/// files. The problem compiles; its test fails until its oracle is written, and says so. With `--plain`, writes a folder
/// of any kind of problem, anywhere: a package in the ICPC format with a small example, to be changed file by file.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  toolkit new sums --plain batch\n  toolkit new euclid-stones --title 'Stones of Euclid'"
)]
pub struct Args {
    /// The name of the subcommand or the folder, in lower case with hyphens
    slug: String,
    /// The title; by default the slug with capitals
    #[arg(long)]
    title: Option<String>,
    /// Write a package of this kind in a folder of this name, with a small example
    #[arg(long, value_name = "KIND")]
    plain: Option<plain::Kind>,
}

/// The files of a new problem: paths, and texts with names between `@`.
const FILES: &[(&str, &str)] = &[
    ("problems/@folder@/mod.rs", include_str!("new/mod.rs.txt")),
    ("problems/@folder@/oracle.rs", include_str!("new/oracle.rs.txt")),
    ("problems/@folder@/problem.yaml", METADATA),
    ("problems/@folder@/inputs.yaml", INPUTS),
    ("problems/@folder@/statement.en.md", include_str!("new/statement.en.md.txt")),
    ("problems/@folder@/theorem.en.md", include_str!("new/theorem.en.md.txt")),
    ("testdata/@slug@/sample/1.in", "2\n0\n3\n"),
    ("testdata/@slug@/sample/1.ans", "Second\nFirst\n"),
    ("testdata/@slug@/invalid/empty.in", ""),
    ("testdata/@slug@/invalid/empty.err", EMPTY_ERROR),
];

const METADATA: &str = include_str!("new/problem.yaml.txt");
const INPUTS: &str = include_str!("new/inputs.yaml.txt");
/// The layout of inputs and answers that `mod.rs` has at first.
const LAYOUT: &str = "grammar: {cases: counted, case: [{line: [number n]}]}\nanswers: line\n";

const EMPTY_ERROR: &str =
    "error: case count: expected an integer, found the end of the input\n --> <stdin>:1:1\n  |\n1 |\n  | ^\n";

/// Writes the files of a new problem.
pub fn run(args: &Args, commands: &clap::Command) -> anyhow::Result<Exit> {
    Interruption::watch()?.end(begin(args, commands))
}

fn begin(args: &Args, commands: &clap::Command) -> anyhow::Result<Exit> {
    let slug = &args.slug;
    let is_name = slug.starts_with(|first: char| first.is_ascii_lowercase())
        && slug.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        && !slug.contains("--")
        && !slug.ends_with('-');
    UsageError::unless(is_name, format_args!("{slug:?} is not a name such as some-game"))?;
    let words = slug.split('-').map(capitalized).collect_vec();
    let title = args.title.clone().unwrap_or_else(|| words.join(" "));
    if let Some(kind) = args.plain {
        return plain::write(kind, slug, &title, &random_uuid());
    }
    let is_new = problems::find(slug).is_none() && commands.find_subcommand(slug).is_none();
    UsageError::unless(is_new, format_args!("there is a command called {slug} already"))?;
    let root = checkout()?;
    let names = [
        ("@slug@", slug.clone()),
        ("@folder@", slug.replace('-', "_")),
        ("@Type@", words.concat()),
        ("@title@", title),
        ("@uuid@", random_uuid()),
    ];
    let named =
        |text: &str| names.iter().fold(text.to_owned(), |text, (name, value)| text.replace(name, value));
    let table = with_line(
        &fs::read_to_string(root.join(TABLE))?,
        &named("    \"@slug@\" is @folder@::@Type@ with samples \"1\" and oracle in english;\n"),
    )?;
    let fixed = FILES.iter().map(|&(path, text)| (path.to_owned(), text.to_owned()));
    let files = fixed.chain(made_data(&named(METADATA))?).map(|(path, text)| (named(&path), named(&text)));
    let files = files.collect_vec();
    for path in files.iter().map(|(path, _)| root.join(path)) {
        anyhow::ensure!(find_link(&path)?.is_none(), "{} exists", path.display());
    }
    write_files(&root, &files, Existing::Others)?;
    output_file::write(&root.join(TABLE), Overwrite::Always, |out| out.write_all(table.as_bytes()))?;
    writeln!(Stdout, "{} (a line)", root.join(TABLE).display())?;
    say::note(format_args!("`cargo test -p nim-problems {}` says what to fill in next", named("@folder@")));
    Ok(Exit::Success)
}

/// Writes files below a folder, all or none, and prints their paths.
fn write_files(folder: &Path, files: &[(String, String)], existing: Existing) -> anyhow::Result<()> {
    let written = staging::write_files(folder, existing, files);
    written.with_context(|| format!("cannot write {}", folder.display()))?;
    let mut out = Stdout;
    files.iter().try_for_each(|(path, _)| Ok(writeln!(out, "{}", folder.join(path).display())?))
}

/// Returns the test data that `inputs.yaml` lists, with the answers of the example.
fn made_data(metadata: &str) -> anyhow::Result<Vec<(String, String)>> {
    let (grammar, bounds, answers) = grammar_yaml::read(&format!("{metadata}{LAYOUT}"))?;
    let description = Description { name: String::new(), grammar, bounds, answers };
    let mut files = Vec::new();
    for row in made::read(&description, INPUTS)? {
        let input = String::from_utf8(row.text(&description)?)?;
        let answers: String =
            input.lines().skip(1).map(|n| if n == "0" { "Second\n" } else { "First\n" }).collect();
        let path = format!("testdata/@slug@/{}/{}", row.group, row.name);
        files.extend([(format!("{path}.in"), input), (format!("{path}.ans"), answers)]);
    }
    Ok(files)
}

/// Returns the folder of the checkout that the current folder lies in.
pub fn checkout() -> anyhow::Result<PathBuf> {
    let here = env::current_dir().context("the current folder")?;
    checkout::root()?.ok_or_else(|| {
        let here = here.display();
        UsageError(format!("{here} is not inside a checkout of nim-toolkit: there is no {TABLE}")).into()
    })
}

/// Adds a line after the last one of the table.
fn with_line(table: &str, line: &str) -> anyhow::Result<String> {
    let end = table.rfind("\n}").with_context(|| format!("{TABLE} has no table"))?;
    Ok(format!("{}\n{line}{}", &table[..end], &table[end + 1..]))
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Makes a random UUID (RFC 9562, version 4).
fn random_uuid() -> String {
    let [high, low] = [0, 1].map(|half| u128::from(RandomState::new().hash_one(half)));
    let bits = (high << 64 | low) & !(0xf << 76 | 0x3 << 62) | 0x4 << 76 | 0x2 << 62;
    let digits = format!("{bits:032x}");
    [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]].join("-")
}
