//! The solutions of an rbx package, and what is expected of them.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::formats::{RBX, yaml};
use crate::failure::{Failure, failed};
use crate::glob;

/// A solution of a package.
#[derive(Clone, Debug)]
pub struct Solution {
    /// Its path below the package.
    pub name: String,
    /// Its file.
    pub path: PathBuf,
    /// What is expected of it.
    pub outcome: String,
}

/// Returns the solutions of a package, each once; `None` where a folder is none.
///
/// # Errors
/// When its file cannot be read.
pub fn solutions(package: &Path) -> Result<Option<Vec<Solution>>, Failure> {
    let file = package.join(RBX);
    if !file.is_file() {
        return Ok(None);
    }
    let text = fs::read_to_string(&file).map_err(failed(file.display()))?;
    let value = yaml(&text).map_err(failed(file.display()))?;
    let mut found: Vec<Solution> = Vec::new();
    for entry in value["solutions"].as_array().into_iter().flatten() {
        let outcome = entry["outcome"].as_str().unwrap_or("any");
        for name in files(entry, package) {
            if !found.iter().any(|known| known.name == name) {
                let path = package.join(&name);
                found.push(Solution { name, path, outcome: outcome.to_owned() });
            }
        }
    }
    Ok(Some(found))
}

/// Returns the first solution of a package, which makes the answers.
pub fn main_solution(value: &Value, package: &Path) -> Option<String> {
    files(value["solutions"].get(0)?, package).into_iter().next()
}

fn files(entry: &Value, package: &Path) -> Vec<String> {
    entry["path"].as_str().and_then(|pattern| glob::files(package, pattern).ok()).unwrap_or_default()
}
