//! The test data of a problem that is made: `inputs.yaml` in its folder.
//!
//! ```yaml
//! secret:
//!   random-small-1: {family: small, seed: 1, cases: 50, heap: 0..=9}
//! ```
//!
//! Each row makes the input of this name, in the folder of its group. Keys besides `family`, `seed` and `number` are parameters.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::Description;
use super::families::{self, Family};
use super::generate::{self, GenerateError, Recipe};
use super::params::{Params, nearest};
use nim_solve::problem::ValueError;

/// An input of the test data that can be made again.
#[derive(Debug)]
pub struct GeneratedInput {
    /// The folder of the input: `secret`.
    pub group: String,
    /// The file name, without the ending.
    pub name: String,
    family: &'static Family,
    seed: u64,
    number: u64,
    params: Params,
}

#[derive(Deserialize)]
struct Row {
    family: String,
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    number: u64,
    #[serde(flatten)]
    params: BTreeMap<String, Value>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Value {
    Number(u64),
    Negative(i64),
    Range(String),
}

/// The groups, and the rows of each.
type Document = BTreeMap<String, BTreeMap<String, Row>>;

/// Reads an `inputs.yaml`.
///
/// # Errors
/// When it is malformed, or names a family or a parameter that the problem does not have.
pub fn read(description: &Description, yaml: &str) -> Result<Vec<GeneratedInput>, ValueError> {
    let document: Document = nim_yaml::from_str(yaml).map_err(|error| error.to_string())?;
    let rows = document
        .into_iter()
        .flat_map(|(group, rows)| rows.into_iter().map(move |(name, row)| (group.clone(), name, row)));
    rows.map(|(group, name, row)| {
        made(description, &group, &name, &row).map_err(|why| format!("{group}: {name}: {why}").into())
    })
    .collect()
}

fn made(description: &Description, group: &str, name: &str, row: &Row) -> Result<GeneratedInput, ValueError> {
    let family = families::find(&row.family).ok_or_else(|| {
        let near = nearest(&row.family, families::FAMILIES.iter().map(|family| family.name));
        let hint = near.map_or_else(String::new, |near| format!("; did you mean {near}?"));
        format!("there is no family {:?}{hint}", row.family)
    })?;
    let mut params = Params::default();
    for (key, value) in &row.params {
        let value = match value {
            Value::Number(number) => number.to_string(),
            Value::Negative(number) => number.to_string(),
            Value::Range(range) => range.clone(),
        };
        params.read(description, &format!("{key}={value}"))?;
    }
    let (group, name) = (group.to_owned(), name.to_owned());
    Ok(GeneratedInput { group, name, family, seed: row.seed, number: row.number, params })
}

impl GeneratedInput {
    /// Makes the input.
    ///
    /// # Errors
    /// When the bounds and conditions allow no such input.
    pub fn text(&self, description: &Description) -> Result<Vec<u8>, GenerateError> {
        let recipe =
            Recipe { family: self.family, seed: self.seed, number: self.number, params: &self.params };
        generate::text(description, &recipe)
    }
}
