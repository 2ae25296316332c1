//! `toolkit show SLUG`: a problem's statement, or one of its samples.

use std::io::{self, Write};

use anyhow::Context;
use clap::ValueEnum;
use itertools::Itertools;

use super::Misuse;
use crate::exit::Exit;
use nim_explain::words;
use nim_problems::{self as problems, PROBLEMS};
use nim_solve::registry::{Entry, short_name};

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

impl Language {
    /// Returns it as the language of explanations.
    pub fn of_words(self) -> words::Language {
        match self {
            Self::En => words::Language::English,
            Self::Zh => words::Language::Chinese,
        }
    }
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
/// [`Misuse`] when there is none, with those most like it.
pub fn find(name: &str) -> Result<&'static Entry, Misuse> {
    problems::find(name).ok_or_else(|| {
        Misuse(format!("unknown problem {name:?}; the nearest are {}; see toolkit list", choices(name)))
    })
}

/// The most names that are proposed.
pub const PROPOSED: usize = 5;

/// Returns the names of problems that are most like `name`, those of the same judge first.
pub fn choices(name: &str) -> String {
    let name = short_name(name);
    let judge =
        |name: &str| name.find(|letter: char| letter.is_ascii_digit()).map(|end| name[..end].to_owned());
    let likeness = |known: &str| (judge(known) == judge(&name), strsim::jaro_winkler(known, &name));
    let names = PROBLEMS.iter().flat_map(|problem| problem.aliases.iter().chain([&problem.slug]));
    let by_likeness = names.copied().sorted_by(|one, other| {
        let ((judge, like), (other_judge, other_like)) = (likeness(one), likeness(other));
        other_judge.cmp(&judge).then(other_like.total_cmp(&like))
    });
    by_likeness.take(PROPOSED).join(", ")
}

/// Returns the statement with its bounds and samples filled in; under a judge's name, with that judge's bounds and their source.
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
    let mut statement = metadata
        .constants()
        .iter()
        .fold(statement, |text, (name, value)| text.replace(&format!("{{{{{name}}}}}"), &value.to_string()));
    if let Some(own) = metadata.names.get(problem.name) {
        let bounds = metadata.bounds.iter().map(|(field, bound)| format!("`{field}` {bound}")).join(", ");
        let (name, source) = (problem.name, &own.source);
        statement += &match language {
            Language::En => format!("\n## {name}\n\nBounds: {bounds}. Source: {source}.\n"),
            Language::Zh => format!("\n## {name}\n\n范围：{bounds}。来源：{source}。\n"),
        };
    }
    Ok(statement)
}
