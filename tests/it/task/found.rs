//! The results of a search for tests, as text.

use std::fmt::Write as _;
use std::path::Path;

use itertools::Itertools;
use nim_ground::content::Content;
use nim_ground::limits::MIB;
use nim_task::layout::{self, Expected, Test, Validation};

/// Returns the tests in a folder, an archive or a file, a line each, and the other messages about it.
pub fn tests(path: &Path) -> String {
    let test_set = match layout::discover(path) {
        Ok(test_set) => test_set,
        Err(error) => return format!("error: {error:#}\n"),
    };
    let root =
        test_set.unpacked().next().unwrap_or(if path.is_file() { path.parent().unwrap() } else { path });
    let mut text = test_set.tests.iter().map(|test| line(test, root) + "\n").collect::<String>();
    let unmatched = test_set.unmatched.iter().sorted_by_key(|file| &file.file);
    text.extend(unmatched.map(|file| format!("no test: {}: {}\n", file.file.escape_debug(), file.reason)));
    text.extend(test_set.notes.iter().map(|note| format!("note: {note}\n")));
    text + &test_set.incomplete().map_or_else(String::new, |missing| format!("incomplete: {missing}\n"))
}

/// Returns the line of a test: its name, its files below a folder, and its settings in the package.
fn line(test: &Test, root: &Path) -> String {
    let relative = |path: &Path| path.strip_prefix(root).unwrap_or(path).display().to_string();
    let shown = |content: &Content| relative(content.file().unwrap());
    let answer = match &test.expected {
        Expected::Answer(file) => shown(file),
        Expected::Refusal(file) => format!("{} (a refusal)", shown(file)),
    };
    let mut line = format!("{}: {} -> {answer}", test.name, shown(&test.input));
    let mut add = |what: &str, value: Option<String>| {
        if let Some(value) = value {
            write!(line, ", {what} {value}").unwrap();
        }
    };
    add("group", test.group.clone());
    add("CPU", test.limits.cpu.map(|time| format!("{time:?}")));
    add("wall", test.limits.wall.map(|time| format!("{time:?}")));
    add("memory", test.limits.memory.map(|bytes| format!("{} MiB", bytes as f64 / MIB as f64)));
    add("output", test.limits.output.map(|bytes| format!("{} MiB", bytes as f64 / MIB as f64)));
    add("only for solvers:", test.solver_only.map(|solver_only| solver_only.folder().to_owned()));
    add("judged by", test.validation.as_ref().map(|validation| judged_by(validation, &relative)));
    for refused in &test.refused {
        add(&format!("refused ({:?}):", refused.scope), Some(refused.reason.clone()));
    }
    line
}

fn judged_by(validation: &Validation, relative: &impl Fn(&Path) -> String) -> String {
    match validation {
        Validation::Compare(comparison) => comparison.to_string(),
        Validation::Program { place, args, .. } => {
            format!("{} {}", relative(place), args.join(" ")).trim_end().to_owned()
        }
        Validation::Interactor { place, args, .. } => {
            format!("the interactor {} {}", relative(place), args.join(" ")).trim_end().to_owned()
        }
    }
}
