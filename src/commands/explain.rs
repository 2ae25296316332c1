//! `toolkit explain`: why the cases of an input, or a position of a game, are won or lost.

mod json;
mod position;
mod problem;

use crate::problem::Problem;
use crate::terminal::streams::Stdout;
use std::io::Write;
use std::path::PathBuf;

use clap::Subcommand;

use super::show;
use crate::exit::Exit;
use crate::terminal::count::number_from;
use crate::terminal::output::OutputArgs;
use crate::terminal::style as terminal;
use crate::terminal::style::Colours;
use nim_explain::picture::{self, Mark, Style};
use nim_explain::words::{Language, fill};
use nim_explain::{ExplainError, Explanation};
use nim_ground::visible;
use nim_simd::Level;

/// Explain why the player to move wins or loses, case by case
///
/// Takes the input that the problem's solver takes, and shows for each case its position, the values in binary with the odd
/// columns marked, what decides, and which moves win or answer others. Of a long input, the first case is explained.
#[derive(clap::Args)]
#[command(
    subcommand_negates_reqs = true,
    after_help = "Examples:\n  toolkit explain matches in.txt\n  toolkit explain nim-check --case 17 --lang zh\n  toolkit explain sg kayles 5 3"
)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// The problem, by slug or alias
    #[arg(required = true)]
    problem: Option<String>,
    /// Input file; standard input when it is missing or `-`
    file: Option<PathBuf>,
    /// Explain case N alone
    #[arg(long, value_name = "N", value_parser = number_from(1, u64::MAX), conflicts_with = "all")]
    case: Option<u64>,
    /// Explain every case
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    common: Common,
}

/// The arguments of both forms.
#[derive(clap::Args)]
struct Common {
    /// The language
    #[arg(long, default_value = "en", value_parser = show::languages(), global = true)]
    lang: Language,
    /// The last one loses: for games, and for problems that have this switch
    #[arg(long, global = true)]
    misere: bool,
    #[command(flatten)]
    output: OutputArgs,
}

/// The position of a case, or the reason why it is not explained.
type Explained = Result<Explanation, ExplainError>;

#[derive(Subcommand)]
enum Command {
    Sg(position::Args),
}

/// Prints the explanations of an input or a position.
pub fn run(args: &Args, level: Option<Level>) -> anyhow::Result<Exit> {
    if let Some(Command::Sg(position)) = &args.command {
        return position::run(position, &args.common);
    }
    let problem = Problem::built_in(args.problem.as_deref().unwrap_or_default())?;
    let which = match args.case {
        Some(number) => problem::Which::One(number),
        None if args.all => problem::Which::All,
        None => problem::Which::Some,
    };
    problem::run(problem, args.file.as_deref(), which, &args.common, level)
}

/// Writes a text to standard output.
fn write(text: &str) -> anyhow::Result<Exit> {
    let mut out = Stdout;
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(Exit::Success)
}

/// Appends a paragraph, broken into lines.
fn paragraph(text: &str, out: &mut String) {
    for line in picture::wrapped(text) {
        out.push_str(&line);
        out.push('\n');
    }
}

/// Appends a position, in the colours of standard output.
fn draw(explained: &Explained, style: Style<'_>, out: &mut String) {
    let explanation = match explained {
        Ok(explanation) => explanation,
        Err(error) => {
            let why = style.words.language.text(error);
            return paragraph(&fill(style.words.refused, &[("why", &why)]), out);
        }
    };
    let colours = Colours::of_stdout();
    for line in picture::lines(explanation, style) {
        for (mark, text) in line {
            let text = visible::line(&text);
            out.push_str(&match mark {
                Mark::Plain => text,
                Mark::Odd => colours.paint(terminal::Style::Red, &text),
                Mark::Winning => colours.paint(terminal::Style::Green, &text),
            });
        }
        out.truncate(out.trim_end_matches(' ').len());
        out.push('\n');
    }
}
