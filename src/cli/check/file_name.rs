//! The problem that a program is called after: `john.py`, `nim_check2.cpp`, `hdu1848-fast.cc`.

use std::path::Path;

use nim_problems as problems;
use nim_solve::registry::Entry;

/// Returns the problem whose slug or alias is in the name of a file, with any marks between its words; where there are several, that
/// of most words.
pub fn problem_of(path: &Path) -> Option<&'static Entry> {
    let stem = path.file_stem()?.to_str()?.to_lowercase();
    let words: Vec<&str> =
        stem.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    (1..=words.len()).rev().find_map(|length| {
        let mut found = words.windows(length).filter_map(|words| {
            let name = words.join("-");
            let unnumbered = name.trim_end_matches(|c: char| c.is_ascii_digit());
            problems::find(&name).or_else(|| problems::find(unnumbered))
        });
        let first = found.next()?;
        found.all(|other| other.slug == first.slug).then_some(first)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_hold_slugs_and_aliases() {
        for (file, slug) in [
            ("john.py", "john"),
            ("a/John.java", "john"),
            ("nim_check2.cpp", "nim-check"),
            ("NIM-Check.cpp", "nim-check"),
            ("matches_game.rs", "matches-game"),
            ("matches_wrong.rs", "matches"),
            ("my stones.c", "stones-all-moves"),
            ("P4279.cpp", "john"),
            ("hdu1848_v2.cc", "fibonacci-take-away"),
            ("john.pypy.py", "john"),
        ] {
            assert_eq!(problem_of(Path::new(file)).map(|entry| entry.slug), Some(slug), "{file}");
        }
        for file in ["sol.cpp", "johnny.py", "john_or_bash.py", "2.py", ".py"] {
            assert!(problem_of(Path::new(file)).is_none(), "{file}");
        }
    }
}
