//! The help of the whole program: tools first, then the problems by theme.

use clap::Command;
use itertools::Itertools as _;

use nim_problems::{self as problems, PROBLEMS};
use nim_solve::problem::Theme;

/// The width of the table of problems.
const WIDTH: usize = 80;

/// What is shown at the end.
const EXAMPLES: &str = "Examples:
  echo '3  3 6 9' | toolkit matches   solve an input of a problem
  toolkit check matches sol.cpp       check a program on the problem's test data
  toolkit stress john -- ./sol        look for an input that a program fails on
  toolkit sg values kayles -n 20      print the values of a game
  toolkit new sums --plain batch      begin a problem of your own
  toolkit check --help                the options of a command, with examples";

/// Returns the whole command line with a help that lists the problems by theme, apart from the tools.
pub fn grouped(command: Command) -> Command {
    let hide = |below: Command| {
        let is_problem = problems::find(below.get_name()).is_some();
        below.hide(is_problem)
    };
    command
        .mut_subcommands(hide)
        .override_usage("toolkit COMMAND …\n       toolkit PROBLEM [FILE]")
        .after_help(themes())
}

/// Returns the problems by theme, then examples.
fn themes() -> String {
    let titles = Theme::ALL.iter().map(|theme| theme.title());
    let indent = titles.map(|title| title.chars().count()).max().unwrap_or(0) + 4;
    let mut text =
        "Problems (described by `toolkit list`; `toolkit show PROBLEM`, the statement):\n".to_owned();
    for theme in Theme::ALL {
        let slugs = PROBLEMS.iter().filter(|problem| problem.themes.first() == Some(theme));
        let slugs = slugs.map(|problem| problem.slug).collect_vec();
        if slugs.is_empty() {
            continue;
        }
        let mut line = format!("  {:<1$}", theme.title(), indent - 2);
        for (index, slug) in slugs.iter().enumerate() {
            let end = if index + 1 < slugs.len() { "," } else { "" };
            if line.chars().count() + slug.len() + 1 > WIDTH {
                text += &format!("{}\n", line.trim_end());
                line = " ".repeat(indent);
            }
            line += &format!("{slug}{end} ");
        }
        text += &format!("{}\n", line.trim_end());
    }
    format!("{text}\n{EXAMPLES}")
}
