//! The names of problems, and those that are like a word.

use itertools::Itertools;
use nim_inputs::params::nearest;
use nim_problems::PROBLEMS;
use nim_solve::registry::short_name;

/// Returns the slug or alias that is almost this name.
pub fn like(name: &str) -> Option<&'static str> {
    let names = PROBLEMS.iter().flat_map(|problem| problem.aliases.iter().chain([&problem.slug]));
    nearest(name, names.copied())
}

/// Returns what ends the message that a problem of this name is not known.
pub fn hint(name: &str) -> String {
    like(name).map_or_else(|| "; see toolkit list".to_owned(), |known| format!("; did you mean {known}?"))
}

/// The most names that are proposed.
pub const PROPOSED: usize = 5;

/// Returns the names of problems that are most like `name`: first those that end with it, a number, then those of the same judge.
pub fn choices(name: &str) -> String {
    let name = short_name(name);
    let judge =
        |name: &str| name.find(|letter: char| letter.is_ascii_digit()).map(|end| name[..end].to_owned());
    let is_number = name.starts_with(|letter: char| letter.is_ascii_digit());
    let likeness = |known: &str| {
        let rank = (is_number && known.ends_with(&name), judge(known) == judge(&name));
        (rank, strsim::jaro_winkler(known, &name))
    };
    let names = PROBLEMS.iter().flat_map(|problem| problem.aliases.iter().chain([&problem.slug]));
    let by_likeness = names.copied().sorted_by(|one, other| {
        let ((rank, like), (other_rank, other_like)) = (likeness(one), likeness(other));
        other_rank.cmp(&rank).then(other_like.total_cmp(&like))
    });
    by_likeness.take(PROPOSED).join(", ")
}
