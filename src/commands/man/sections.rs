//! The sections of a manual page that are written here: the usage with the values of options, examples, exit codes.

use clap::{Arg, Command};

use crate::exit::MEANINGS;

/// Returns the usage of an argument, in brackets if the argument may be left out.
fn usage_part(argument: &Arg, usage: &str) -> String {
    if argument.is_required_set() { format!(" {usage}") } else { format!(" [{usage}]") }
}

/// Returns the section with the usage.
pub fn synopsis(command: &Command) -> String {
    let mut text = format!(
        ".SH SYNOPSIS\n\\fB{}\\fR",
        escaped(command.get_bin_name().unwrap_or_else(|| command.get_name()))
    );
    for option in command.get_arguments().filter(|arg| !arg.is_positional() && !arg.is_hide_set()) {
        let takes_value = option.get_action().takes_values();
        let value = if takes_value { format!(" {}", values(option)) } else { String::new() };
        let flag = match option.get_long() {
            Some(long) => format!("--{long}"),
            None => format!("-{}", option.get_short().unwrap_or_default()),
        };
        text += &usage_part(option, &format!("\\fB{}\\fR{value}", escaped(&flag)));
    }
    for argument in command.get_positionals() {
        let dashes = if argument.is_last_set() { "\\-\\- " } else { "" };
        text += &usage_part(argument, &format!("{dashes}{}", values(argument)));
    }
    if command.has_subcommands() {
        text += " \\fICOMMAND\\fR";
    }
    text + "\n"
}

/// Returns the names of an argument's values, with dots if it may be repeated.
fn values(argument: &Arg) -> String {
    let names = argument.get_value_names().unwrap_or_default();
    let names: Vec<String> = names.iter().map(|name| format!("\\fI{}\\fR", escaped(name))).collect();
    let is_many =
        argument.is_positional() && argument.get_num_args().is_some_and(|count| count.max_values() > 1);
    names.join(" ") + if is_many { " ..." } else { "" }
}

/// Returns the sections of the text below the help: examples line by line, and the exit codes.
pub fn after_help(help: &str) -> String {
    let (mut examples, mut rest) = (String::new(), String::new());
    let mut codes: Vec<(String, &str)> = Vec::new();
    for part in help.split("\n\n").filter(|part| !part.is_empty()) {
        match part.split_once(':') {
            Some(("Examples" | "Example", lines)) => {
                examples.extend(lines.trim_matches('\n').lines().map(|line| escaped(line.trim()) + "\n"));
            }
            Some(("Exit codes", lines)) => {
                let lines = lines.trim().lines().filter_map(|line| line.trim().split_once("  "));
                codes.extend(lines.map(|(code, meaning)| (code.to_owned(), meaning)));
            }
            _ => rest.extend(part.lines().map(|line| escaped(line) + "\n")),
        }
    }
    if codes.is_empty() {
        codes = MEANINGS.iter().map(|(code, meaning)| (code.to_string(), *meaning)).collect();
    }
    let mut text = String::new();
    for (title, lines) in [("NOTES", rest), ("EXAMPLES", examples)] {
        if !lines.is_empty() {
            text += &format!(".SH {title}\n.nf\n{lines}.fi\n");
        }
    }
    text += ".SH \"EXIT STATUS\"\n";
    for (code, meaning) in codes {
        text += &format!(".TP\n{code}\n{}\n", escaped(meaning.trim()));
    }
    text
}

/// Returns a text in the form of a page's source.
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
