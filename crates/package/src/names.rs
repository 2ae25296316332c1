//! Names of files that every format takes.

use std::collections::BTreeSet;

/// Returns a name that has not been taken before, which is taken now.
pub(crate) fn unique(name: &str, taken: &mut BTreeSet<String>) -> String {
    let mut own = name.to_owned();
    let mut number = 2;
    while !taken.insert(own.clone()) {
        own = format!("{name}-{number}");
        number += 1;
    }
    own
}

/// Returns a file name of letters, digits, `_`, `.` and `-`, the first a letter, a digit or `_`.
pub(crate) fn valid_name(name: &str) -> String {
    let is_valid = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
    let name: String = name.chars().map(|c| if is_valid(c) { c } else { '_' }).take(255).collect();
    if name.starts_with(['.', '-']) { format!("_{}", &name[1..]) } else { name }
}
