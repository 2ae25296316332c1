//! The solutions of an rbx package, and what is expected of them.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::formats::rbx::{has_points, solution_files};
use super::formats::{RBX, yaml};
use super::settings::{number, text};
use nim_ground::failure::{Failure, failed};

/// A solution of a package.
#[derive(Clone, Debug)]
pub struct Solution {
    /// Its path below the package.
    pub name: String,
    /// Its file.
    pub path: PathBuf,
    /// What is expected of it.
    pub outcome: String,
    /// What is expected of it in single groups.
    pub by_group: Vec<(String, String)>,
    /// The least and the most points.
    pub score: Option<(Option<f64>, Option<f64>)>,
    /// Whether the package has points, with which scores are compared.
    pub has_points: bool,
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
    let has_points = has_points(&value);
    let mut found: Vec<Solution> = Vec::new();
    for entry in value["solutions"].as_array().into_iter().flatten() {
        let outcome = entry["outcome"].as_str().unwrap_or("any");
        let (by_group, score) = (by_group(&value, entry), score(&entry["score"]));
        for name in solution_files(entry, package) {
            if !found.iter().any(|known| known.name == name) {
                let path = package.join(&name);
                let (outcome, by_group) = (outcome.to_owned(), by_group.clone());
                found.push(Solution { name, path, outcome, by_group, score, has_points });
            }
        }
    }
    Ok(Some(found))
}

/// Returns the outcomes that an entry expects in each group: the group's own, else that of `*`.
fn by_group(package: &Value, entry: &Value) -> Vec<(String, String)> {
    let outcomes = &entry["outcomePerGroup"];
    let groups = package["testcases"].as_array().into_iter().flatten().map(|group| text(&group["name"]));
    let expected = groups.filter_map(|group| {
        let outcome = outcomes.get(&group).or_else(|| outcomes.get("*"))?.as_str()?;
        Some((group, outcome.to_owned()))
    });
    expected.collect()
}

/// Returns the bounds of a score: a number, or two, either of which may be missing.
fn score(value: &Value) -> Option<(Option<f64>, Option<f64>)> {
    match value {
        Value::Array(bounds) => Some((number(bounds.first()?), number(bounds.get(1)?))),
        exact => number(exact).map(|score| (Some(score), Some(score))),
    }
}
