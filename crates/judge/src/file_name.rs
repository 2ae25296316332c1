//! The problem that a program is called after: `john.py`, `nim_check2.cpp`, `hdu1848-fast.cc`.

use std::path::Path;

/// Returns the problem whose name is in the name of a file, with any marks between its words; where there are several, that
/// of most words. `find` finds a problem by its name, and `slug` is what two names of one problem have in common.
pub fn problem_of<'p, P: ?Sized>(
    path: &Path,
    find: impl Fn(&str) -> Option<&'p P>,
    slug: impl Fn(&P) -> &str,
) -> Option<&'p P> {
    let stem = path.file_stem()?.to_str()?.to_lowercase();
    let words: Vec<&str> =
        stem.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    (1..=words.len()).rev().find_map(|length| {
        let mut found = words.windows(length).filter_map(|words| {
            let name = words.join("-");
            find(&name).or_else(|| find(name.trim_end_matches(|c: char| c.is_ascii_digit())))
        });
        let first = found.next()?;
        found.all(|other| slug(other) == slug(first)).then_some(first)
    })
}
