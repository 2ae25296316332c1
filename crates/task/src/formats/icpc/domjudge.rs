//! The packages of `DOMjudge` among legacy ones: their submissions name scores.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::expected::EXPECTED_SCORE;
use nim_ground::files::sorted;

/// Most bytes of a submission that are searched for the comment.
const MOST_READ: u64 = 64 << 10;

/// Returns whether a submission of a package has `DOMjudge`'s comment with a score.
pub fn names_scores(root: &Path) -> bool {
    let below = |folder: &Path| sorted(folder).unwrap_or_default();
    let folders = below(&root.join("submissions"));
    let mut files = folders.iter().filter(|folder| folder.is_dir()).flat_map(|folder| below(folder));
    files.any(|file| file.is_file() && has_comment(&file).unwrap_or(false))
}

fn has_comment(file: &Path) -> io::Result<bool> {
    let mut text = Vec::new();
    File::open(file)?.take(MOST_READ).read_to_end(&mut text)?;
    Ok(text.windows(EXPECTED_SCORE.len()).any(|part| part == EXPECTED_SCORE.as_bytes()))
}
