//! The names of problems, and similar names.

use std::path::Path;

use itertools::Itertools;

use nim_inputs::params::nearest;
use nim_judge::NamedProgram;
use nim_judge::programs::Code;
use nim_problems::{PROBLEMS, find};
use nim_solve::registry::{Entry, Judge, short_name};

/// Returns the slug or alias that almost equals this name.
pub fn like(name: &str) -> Option<&'static str> {
    nearest(name, PROBLEMS.iter().flat_map(Entry::all_names))
}

/// Returns the end of the message about an unknown problem.
pub fn hint(name: &str) -> String {
    if let Some(of_judge) = of_judge(name) {
        return format!("; {of_judge}");
    }
    like(name).map_or_else(|| "; see toolkit list".to_owned(), |known| format!("; did you mean {known}?"))
}

/// Returns the advice on an unknown name: the command that lists the problems of its judge; without a judge, the most similar names.
pub fn advice(name: &str) -> String {
    of_judge(name).unwrap_or_else(|| format!("the nearest are {}; see toolkit list", choices(name)))
}

/// Returns the command that lists the problems of a name's judge. The problem with the next number is another game.
fn of_judge(name: &str) -> Option<String> {
    let Judge { title, word, .. } = Judge::of(name)?;
    Some(format!("`toolkit list --judge {word}` has the problems of {title} that are here, with their rules"))
}

/// The most names that are proposed.
pub const PROPOSED: usize = 5;

/// Returns the names of problems most like `name`: first those that end with it, a number, then those of the same judge.
pub fn choices(name: &str) -> String {
    let name = short_name(name);
    let is_number = name.starts_with(|letter: char| letter.is_ascii_digit());
    let names = PROBLEMS.iter().flat_map(Entry::all_names).map(|known| {
        let rank = (is_number && known.ends_with(&name), before_number(known) == before_number(&name));
        (rank, strsim::jaro_winkler(known, &name), known)
    });
    let by_likeness = names.sorted_by(|(rank, like, _), (other_rank, other_like, _)| {
        other_rank.cmp(rank).then(other_like.total_cmp(like))
    });
    by_likeness.take(PROPOSED).map(|(_, _, known)| known).join(", ")
}

/// Returns the part of a name before its number, which is the judge's; `None` without a number.
fn before_number(name: &str) -> Option<&str> {
    name.split_once(|letter: char| letter.is_ascii_digit()).map(|(judge, _)| judge)
}

/// Returns the problem that a file is named after (`john.py`, `nim_check2.cpp`, `hdu1848-fast.cc`): its name is in the file's, with any
/// marks between its words. Among several, the one with most words counts.
pub fn of_file(path: &Path) -> Option<&'static Entry> {
    let stem = path.file_stem()?.to_str()?.to_lowercase();
    let words: Vec<&str> =
        stem.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    (1..=words.len()).rev().find_map(|length| {
        let found = words.windows(length).filter_map(|words| {
            let name = words.join("-");
            find(&name).or_else(|| find(name.trim_end_matches(|c: char| c.is_ascii_digit())))
        });
        only(found.map(Some))
    })
}

/// Returns the problem that all programs are called after.
pub fn of_programs(programs: &[NamedProgram]) -> Option<&'static Entry> {
    only(programs.iter().map(|program| match &program.code {
        Code::Source(source) => of_file(&source.main),
        Code::Command(command) => command.iter().find_map(|word| of_file(Path::new(word))),
    }))
}

/// Returns the first problem, if all are names of it.
fn only(mut entries: impl Iterator<Item = Option<&'static Entry>>) -> Option<&'static Entry> {
    let first = entries.next()??;
    entries.all(|other| other.is_some_and(|other| other.slug == first.slug)).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_hold_slugs_and_aliases() {
        let of = |file: &str| of_file(Path::new(file));
        for (file, slug) in [
            ("john.py", "john"),
            ("a/John.java", "john"),
            ("nim_check2.cpp", "nim-check"),
            ("NIM-Check.cpp", "nim-check"),
            ("matches_game.rs", "nim-check"),
            ("matches_wrong.rs", "matches"),
            ("my stones.c", "stones-all-moves"),
            ("P4279.cpp", "john"),
            ("hdu1848_v2.cc", "fibonacci-take-away"),
            ("john.pypy.py", "john"),
            ("1848.py", "fibonacci-take-away"),
            ("1848_v2.py", "fibonacci-take-away"),
            ("768E.cpp", "nim-without-repeats"),
        ] {
            assert_eq!(of(file).map(|entry| entry.slug), Some(slug), "{file}");
        }
        for file in ["sol.cpp", "johnny.py", "john_or_bash.py", "2.py", ".py"] {
            assert!(of(file).is_none(), "{file}");
        }
    }
}
