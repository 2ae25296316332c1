//! `toolkit show SLUG`: a problem's statement, or one of its samples.

use std::io::{self, Write};

use anyhow::Context;
use clap::ValueEnum;
use itertools::Itertools;

use super::Misuse;
use crate::exit::Exit;
use nim_problems::{self as problems, PROBLEMS};
use nim_solve::registry::Entry;

/// Show a problem's statement, or one of its samples
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  toolkit show john\n  toolkit show john --lang zh\n  toolkit show john --sample 1"
)]
pub struct Args {
    /// The problem, by slug or alias
    slug: String,
    /// The language of the statement
    #[arg(long, value_enum, default_value_t = Language::En)]
    lang: Language,
    /// Print the input of this sample instead
    #[arg(long, value_name = "NAME", conflicts_with = "lang")]
    sample: Option<String>,
    /// Print the answer of the sample
    #[arg(long, requires = "sample")]
    answer: bool,
}

/// A language in which statements are written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// English
    En,
    /// Chinese
    Zh,
}

/// Prints the statement.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let problem = find(&args.slug)?;
    if let Some(name) = &args.sample {
        let samples = problem.texts.samples;
        let sample = samples.iter().find(|sample| sample.name == name).ok_or_else(|| {
            let names = samples.iter().map(|sample| sample.name).join(", ");
            Misuse(format!("{} has no sample {name:?}; there are {names}", problem.slug))
        })?;
        let text = if args.answer { sample.answer } else { sample.input };
        io::stdout().lock().write_all(text.as_bytes())?;
        return Ok(Exit::Success);
    }
    io::stdout().lock().write_all(statement(problem, args.lang)?.as_bytes())?;
    Ok(Exit::Success)
}

/// Returns the problem called `name`.
///
/// # Errors
/// [`Misuse`] when there is none, with the names there are.
pub fn find(name: &str) -> Result<&'static Entry, Misuse> {
    problems::find(name)
        .ok_or_else(|| Misuse(format!("unknown problem {name:?}; there are {}", choices(name))))
}

/// Returns the slugs of all problems, the one most like `name` first.
pub fn choices(name: &str) -> String {
    let likeness = |slug: &&str| strsim::jaro_winkler(slug, name);
    let mut slugs: Vec<&str> = PROBLEMS.iter().map(|problem| problem.slug).collect();
    slugs.sort_by(|one, other| likeness(other).total_cmp(&likeness(one)));
    slugs.join(", ")
}

/// Returns the statement with its bounds and samples filled in.
pub fn statement(problem: &Entry, language: Language) -> anyhow::Result<String> {
    let (text, input, output) = match language {
        Language::En => (problem.texts.statement_en, "Sample input", "Sample output"),
        Language::Zh => (problem.texts.statement_zh, "样例输入", "样例输出"),
    };
    let samples = problem.texts.samples.iter().map(|sample| {
        let block =
            |title, text: &str| format!("### {title} {}\n\n```text\n{}\n```", sample.name, text.trim_end());
        format!("{}\n\n{}", block(input, sample.input), block(output, sample.answer))
    });
    let metadata = problem.metadata().with_context(|| format!("problem.yaml of {}", problem.slug))?;
    let statement = text.replace("{{samples}}", &samples.collect_vec().join("\n\n"));
    Ok(metadata
        .constants()
        .iter()
        .fold(statement, |text, (name, value)| text.replace(&format!("{{{{{name}}}}}"), &value.to_string())))
}
