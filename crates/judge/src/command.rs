//! Commands given in one argument, as with `--checker`.

use std::ffi::OsString;
use std::path::Path;

use super::error::{Error, Result};
use nim_ground::presence::names_file;

/// Returns the words of an option's command, split as a shell does; the name of an existing file is one word, whatever characters it has.
///
/// # Errors
/// When a quote is not closed, a usage error, or the file cannot be looked at.
pub fn words(option: &str, text: &str) -> Result<Vec<OsString>> {
    if names_file(Path::new(text))? {
        return Ok(vec![text.into()]);
    }
    let words = shell_words::split(text).map_err(|error| Error::Usage(format!("{option}: {error}")))?;
    Ok(words.into_iter().map(OsString::from).collect())
}
