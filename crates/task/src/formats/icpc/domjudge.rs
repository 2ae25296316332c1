//! The packages of `DOMjudge` among legacy ones: their submissions name scores.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::expected::EXPECTED_SCORE;
use nim_ground::error::named;
use nim_ground::files::{files_in, sorted};
use nim_ground::presence::absent_is_none;

/// Most bytes of a submission that are searched for the comment.
const MOST_READ: u64 = 64 << 10;

/// Returns whether a submission of a package has `DOMjudge`'s comment with a score.
///
/// # Errors
/// When a submission cannot be read.
pub fn names_scores(root: &Path) -> io::Result<bool> {
    let all = root.join("submissions");
    for folder in absent_is_none(sorted(&all), &all)?.unwrap_or_default() {
        // A link to nothing holds no submissions.
        if !absent_is_none(folder.metadata(), &folder)?.is_some_and(|found| found.is_dir()) {
            continue;
        }
        for file in files_in(&folder)? {
            if has_comment(&file).map_err(named(file.display()))? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

fn has_comment(file: &Path) -> io::Result<bool> {
    let mut text = Vec::new();
    File::open(file)?.take(MOST_READ).read_to_end(&mut text)?;
    Ok(text.windows(EXPECTED_SCORE.len()).any(|part| part == EXPECTED_SCORE.as_bytes()))
}
