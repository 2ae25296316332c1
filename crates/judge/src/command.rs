//! Commands that are given in one argument, as `--checker` has them.

use std::ffi::OsString;
use std::path::Path;

/// Returns the words of a command, split as a shell does; the name of a file is one word, whatever is in it.
///
/// # Errors
/// When a quote is not closed.
pub fn words(text: &str) -> Result<Vec<OsString>, shell_words::ParseError> {
    if Path::new(text).is_file() {
        return Ok(vec![text.into()]);
    }
    Ok(shell_words::split(text)?.into_iter().map(OsString::from).collect())
}
