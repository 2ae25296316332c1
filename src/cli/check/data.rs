//! The test data of the built-in problems: that of the checkout.

use std::env;
use std::path::PathBuf;

use crate::cli::checkout;
use crate::registry::Entry;

/// Returns the folder with the test data of a problem, where the current folder lies in a checkout.
pub fn of_problem(entry: &Entry) -> Option<PathBuf> {
    let folder = checkout::root()?.join("testdata").join(entry.slug);
    folder.is_dir().then(|| shortened(folder))
}

/// Returns a path below the current folder relative to it.
fn shortened(path: PathBuf) -> PathBuf {
    let here = env::current_dir().ok();
    match here.and_then(|here| Some(path.strip_prefix(here).ok()?.to_path_buf())) {
        Some(below) if !below.as_os_str().is_empty() => below,
        _ => path,
    }
}
