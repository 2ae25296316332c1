//! The sections of a manual page that are written here: the usage with the values of options, examples, exit codes.

use std::fmt::Write as _;

use clap::{Arg, Command};

use crate::exit::MEANINGS;

/// Returns the section with the usage.
pub fn synopsis(command: &Command) -> String {
    let mut text = format!(
        ".SH SYNOPSIS\n\\fB{}\\fR",
        escaped(command.get_bin_name().unwrap_or_else(|| command.get_name()))
    );
    for option in command.get_arguments().filter(|arg| !arg.is_positional() && !arg.is_hide_set()) {
        let value = if takes_value(option) { format!(" {}", values(option)) } else { String::new() };
        let flag = match (option.get_long(), option.get_short()) {
            (Some(long), _) => format!("--{long}"),
            (None, short) => format!("-{}", short.unwrap_or_default()),
        };
        let usage = format!("\\fB{}\\fR{value}", escaped(&flag));
        let _ = if option.is_required_set() { write!(text, " {usage}") } else { write!(text, " [{usage}]") };
    }
    for argument in command.get_positionals() {
        let dashes = if argument.is_last_set() { "\\-\\- " } else { "" };
        let usage = format!("{dashes}{}", values(argument));
        let _ =
            if argument.is_required_set() { write!(text, " {usage}") } else { write!(text, " [{usage}]") };
    }
    if command.has_subcommands() {
        text += " \\fICOMMAND\\fR";
    }
    text + "\n"
}

fn takes_value(option: &Arg) -> bool {
    option.get_action().takes_values()
}

/// Returns the names of the values of an argument, with dots where it may be repeated.
fn values(argument: &Arg) -> String {
    let names = argument.get_value_names().unwrap_or_default();
    let names: Vec<String> = names.iter().map(|name| format!("\\fI{}\\fR", escaped(name))).collect();
    let is_many =
        argument.is_positional() && argument.get_num_args().is_some_and(|count| count.max_values() > 1);
    names.join(" ") + if is_many { " ..." } else { "" }
}

/// Returns the sections of what stands below the help: examples line by line, and the exit codes.
pub fn after_help(help: &str) -> String {
    let mut examples = String::new();
    let mut codes = Vec::new();
    let mut rest = String::new();
    for part in help.split("\n\n").filter(|part| !part.is_empty()) {
        match part.split_once(':') {
            Some(("Examples" | "Example", lines)) => {
                lines.trim_matches('\n').lines().for_each(|line| {
                    let _ = writeln!(examples, "{}", escaped(line.trim()));
                });
            }
            Some(("Exit codes", lines)) => {
                codes.extend(lines.trim().lines().filter_map(|line| line.trim().split_once("  ")));
            }
            _ => {
                part.lines().for_each(|line| {
                    let _ = writeln!(rest, "{}", escaped(line));
                });
            }
        }
    }
    let all: Vec<(String, &str)> =
        MEANINGS.iter().map(|(code, meaning)| (code.to_string(), *meaning)).collect();
    if codes.is_empty() {
        codes = all.iter().map(|(code, meaning)| (code.as_str(), *meaning)).collect();
    }
    let mut text = String::new();
    if !rest.is_empty() {
        let _ = write!(text, ".SH NOTES\n.nf\n{rest}.fi\n");
    }
    if !examples.is_empty() {
        let _ = write!(text, ".SH EXAMPLES\n.nf\n{examples}.fi\n");
    }
    text += ".SH \"EXIT STATUS\"\n";
    for (code, meaning) in codes {
        let _ = write!(text, ".TP\n{code}\n{}\n", escaped(meaning.trim()));
    }
    text
}

/// Returns a text as it stands in the source of a page.
fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-");
    if text.starts_with(['.', '\'']) { format!("\\&{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_keep_their_lines_and_codes_are_listed() {
        let text = after_help("Examples:\n  toolkit a --b\n  .c\n\nExit codes:\n  0  done\n  1  not done");
        assert_eq!(
            text,
            ".SH EXAMPLES\n.nf\ntoolkit a \\-\\-b\n\\&.c\n.fi\n.SH \"EXIT STATUS\"\n.TP\n0\ndone\n.TP\n1\nnot done\n"
        );
        let text = after_help("Example: toolkit a");
        assert!(text.starts_with(".SH EXAMPLES\n.nf\ntoolkit a\n.fi\n.SH \"EXIT STATUS\"\n.TP\n0\nDone"));
    }
}
