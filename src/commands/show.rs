//! `toolkit show PROBLEM`: a problem's statement, or one of its samples.

pub mod typeset;

use crate::problem::Problem;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use itertools::Itertools;
use serde::Serialize;

use crate::system::interruption::Interruption;
use crate::terminal::pager::Pager;

use crate::exit::Exit;
use crate::system::output_file::{self, Overwrite, Reading};
use crate::terminal::UsageError;
use crate::terminal::json;
use crate::terminal::output::OutputArgs;
use crate::terminal::say;
use crate::terminal::streams::Stdout;
use nim_explain::words::Language;
use nim_inputs::Description;
use nim_inputs::named as inputs;
use nim_solve::registry::Entry;
use nim_task::formats::Manifests;
use nim_task::layout::Test;
use nim_task::package::{Package, SAMPLE, Sheet};

/// Show a problem's statement, or one of its samples
///
/// The statement is printed as it is written, with its bounds filled in. With -o, it becomes a page of HTML or a PDF, with
/// the samples. A PDF needs lualatex, and a page of a statement in TeX needs pandoc.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  toolkit show john\n  toolkit show john --lang zh\n  toolkit show john --sample 1\n  toolkit show my-problem -o statement.pdf"
)]
pub struct Args {
    /// The problem, by slug or alias, or a folder or archive of a package
    #[arg(value_name = "PROBLEM")]
    slug: String,
    /// The language of the statement; English where there is no statement in it
    #[arg(long, default_value = "en")]
    lang: String,
    /// Write the statement to this file, such as statement.html or statement.pdf
    #[arg(short, long, value_name = "FILE", conflicts_with = "sample")]
    output: Option<PathBuf>,
    /// Replace a file of the same name
    #[arg(long, requires = "output")]
    force: bool,
    /// Print the input of this sample instead
    #[arg(long, value_name = "NAME", conflicts_with = "lang")]
    sample: Option<String>,
    /// Print the answer of the sample
    #[arg(long, requires = "sample")]
    answer: bool,
    #[command(flatten)]
    screen: OutputArgs,
}

/// The name and version of the JSON.
const SCHEMA: &str = "toolkit-show/1";

/// The JSON output: a statement, or the input or answer of a sample.
#[derive(Serialize)]
struct ShownJson<'s> {
    problem: &'s str,
    #[serde(skip_serializing_if = "Option::is_none")]
    sample: Option<&'s str>,
    text: &'s str,
}

/// Returns the parser of the languages in which statements, explanations and the course are written.
pub fn languages() -> impl TypedValueParser<Value = Language> {
    let values =
        [("en", "English"), ("zh", "Chinese")].map(|(code, name)| PossibleValue::new(code).help(name));
    PossibleValuesParser::new(values)
        .map(|code| if code == "zh" { Language::Chinese } else { Language::English })
}

/// A function that typesets a statement.
type Typeset = fn(&Sheet) -> anyhow::Result<Vec<u8>>;

/// Returns how a statement is typeset, by the ending of the file.
fn typesetter(path: &Path) -> Result<Typeset, UsageError> {
    match path.extension().and_then(OsStr::to_str) {
        Some("html" | "htm") => Ok(typeset::html),
        Some("pdf") => Ok(typeset::pdf),
        _ => Err(UsageError(format!("{} is neither .html nor .pdf", path.display()))),
    }
}

/// Prints or writes the statement.
pub fn run(args: &Args, pager: &Pager) -> anyhow::Result<Exit> {
    if let Some(file) = &args.output {
        return Interruption::watch()?.end(write(args, file));
    }
    if let Some(problem @ Problem::There { .. }) =
        Problem::find(Path::new(&args.slug), &Manifests::default(), None)?
    {
        let package = package(&problem, &args.slug)?;
        let text = match &args.sample {
            Some(name) => sample_of(&package.tests, name, &args.slug, args.answer)?,
            None => sheet(&package, &args.lang)?.text().to_owned(),
        };
        return args.print(&args.slug, &text, pager);
    }
    let problem = Problem::built_in(&args.slug)?;
    let text = match &args.sample {
        Some(name) => sample_of(&samples(problem)?, name, problem.slug, args.answer)?,
        None => statement(problem, language(problem, &args.lang)?)?,
    };
    args.print(problem.slug, &text, pager)
}

impl Args {
    /// Prints a statement or a part of a sample; the verdict of a statement is its title.
    fn print(&self, problem: &str, text: &str, pager: &Pager) -> anyhow::Result<Exit> {
        if self.screen.json {
            json::print(&mut Stdout, SCHEMA, &ShownJson { problem, sample: self.sample.as_deref(), text })?;
            return Ok(Exit::Success);
        }
        let title = text.lines().find(|line| !line.trim().is_empty());
        let title = title.map(|line| format!("{}\n", line.trim_start_matches(['#', ' '])));
        let shown = title.filter(|_| self.screen.quiet && self.sample.is_none());
        say::text(shown.as_deref().unwrap_or(text), pager.is_terminal())?;
        Ok(Exit::Success)
    }
}

/// Returns the package of the problem that a word names.
fn package(problem: &Problem, word: &str) -> anyhow::Result<Package> {
    problem.package(&mut Vec::new()).with_context(|| format!("cannot read {word}"))
}

/// Returns the input or the answer of the sample of this name.
fn sample_of(tests: &[Test], name: &str, problem: &str, is_answer: bool) -> anyhow::Result<String> {
    let mut names = Vec::new();
    for test in tests {
        let Some(own) = test.name.strip_prefix(SAMPLE) else { continue };
        if own == name {
            return Ok(if is_answer { test.expected.content() } else { &test.input }.text()?);
        }
        names.push(own);
    }
    Err(UsageError(format!("{problem} has no sample {name:?}; there are {}", names.join(", "))).into())
}

/// Returns the language of a built-in problem's statement.
fn language(problem: &Entry, code: &str) -> Result<Language, UsageError> {
    match code {
        "zh" if problem.texts.statement_zh.is_empty() => {
            say::note(format_args!("there is no statement in {code:?}: this one is in \"en\""));
            Ok(Language::English)
        }
        "zh" => Ok(Language::Chinese),
        "en" => Ok(Language::English),
        _ => Err(UsageError(format!("{} has no statement in {code:?}; there are en, zh", problem.slug))),
    }
}

/// Returns the statement of a package in a language, or with a note in English or the only language that there is.
///
/// # Errors
/// When there is none of these.
pub fn sheet(package: &Package, code: &str) -> anyhow::Result<Sheet> {
    if let Some(sheet) = Sheet::open(package, code)? {
        return Ok(sheet);
    }
    let languages = package.statements.keys().join(", ");
    let other = package.statements.keys().exactly_one().map_or("en", |only| only);
    let other = Sheet::open(package, other)?.ok_or_else(|| {
        let there =
            if languages.is_empty() { "there is none".to_owned() } else { format!("there are {languages}") };
        UsageError(format!("{} has no statement in {code:?}; {there}", package.name))
    })?;
    say::note(format_args!("there is no statement in {code:?}: this one is in {:?}", other.language));
    Ok(other)
}

fn write(args: &Args, file: &Path) -> anyhow::Result<Exit> {
    let typeset = typesetter(file)?;
    let overwrite = Overwrite::new(args.force);
    output_file::refuse_existing(file, overwrite)?;
    output_file::refuse_inputs(&[(file, None)], [(Path::new(&args.slug), Reading::Package)])?;
    let problem = Problem::open(&args.slug, &Manifests::default(), None)?;
    let package = package(&problem, &args.slug)?;
    let sheet = sheet(&package, &args.lang)?;
    let bytes = typeset(&sheet)?;
    output_file::write(file, overwrite, |out| out.write_all(&bytes))?;
    Ok(Exit::Success)
}

/// Returns the samples of a problem, as the judge has them whose name it is called by.
fn samples(problem: &Entry) -> anyhow::Result<Vec<Test>> {
    Ok(inputs::samples(problem, &Description::from_entry(problem))?)
}

/// Returns the statement with its bounds and samples filled in; under a judge's name, with that judge's bounds, their source and answers.
pub fn statement(problem: &Entry, language: Language) -> anyhow::Result<String> {
    let (text, code, input, output) = match language {
        Language::English => (problem.texts.statement_en, "en", "Sample input", "Sample output"),
        Language::Chinese => (problem.texts.statement_zh, "zh", "样例输入", "样例输出"),
    };
    let mut blocks = Vec::new();
    for Test { name, input: given, expected, .. } in samples(problem)? {
        for (title, content) in [(input, &given), (output, expected.content())] {
            let (name, text) = (name.trim_start_matches(SAMPLE), content.text()?);
            blocks.push(format!("### {title} {name}\n\n```text\n{}\n```", text.trim_ascii_end()));
        }
    }
    let statement = nim_inputs::package::filled(problem, text, code);
    let mut statement = statement.replace("{{samples}}", &blocks.join("\n\n"));
    if let Some(own) = problem.judge {
        let bounds = problem.bounds();
        let bounds = bounds.iter().map(|(field, bound)| format!("`{field}` {bound}")).join(", ");
        let (name, source) = (problem.name, own.source);
        statement += &match language {
            Language::English => format!("\n## {name}\n\nBounds: {bounds}. Source: {source}.\n"),
            Language::Chinese => format!("\n## {name}\n\n范围：{bounds}。来源：{source}。\n"),
        };
    }
    Ok(statement)
}
