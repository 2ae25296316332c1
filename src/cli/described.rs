//! The problem of a command that takes a built-in one or a folder.

use super::UsageError;
use nim_inputs::params::nearest;
use nim_inputs::{Description, LoadError};
use nim_problems::PROBLEMS;

/// Returns the slug or alias that is almost this name.
pub fn like(name: &str) -> Option<&'static str> {
    let names = PROBLEMS.iter().flat_map(|problem| problem.aliases.iter().chain([&problem.slug]));
    nearest(name, names.copied())
}

/// Returns what ends the message that a problem of this name is not known.
pub fn hint(name: &str) -> String {
    like(name).map_or_else(|| "; see toolkit list".to_owned(), |known| format!("; did you mean {known}?"))
}

/// Returns the description of a problem: a slug, an alias, or a folder whose `problem.yaml` has a grammar.
///
/// # Errors
/// [`UsageError`] when there is none; another error when the folder's file cannot be read, or does not describe inputs.
pub fn described(name: &str) -> anyhow::Result<Description> {
    Description::load(name).map_err(|error| match error {
        LoadError::Unknown(_) => UsageError(format!("{error}{}", hint(name))).into(),
        error => error.into(),
    })
}
