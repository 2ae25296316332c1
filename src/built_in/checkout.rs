//! The checkout of this project that a command is run in.

use std::env;
use std::path::{Path, PathBuf};

/// The table of problems, below the checkout.
pub const TABLE: &str = "problems/mod.rs";

/// Returns the folder of the checkout that the current folder lies in.
pub fn root() -> Option<PathBuf> {
    let here = env::current_dir().ok()?;
    let is_checkout = |folder: &&Path| folder.join(TABLE).is_file() && folder.join("Cargo.toml").is_file();
    here.ancestors().find(is_checkout).map(Path::to_owned)
}
