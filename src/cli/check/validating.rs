//! The inputs of a Polygon package are validated before its solutions are run.

use super::selection::Selected;
use super::submissions::polygon_of;
use super::validators::{Validators, in_words};
use super::{Asked, Given};

/// Validates the inputs of tests by the package's validators. Returns notes on validators that cannot be built, or which inputs are
/// invalid.
///
/// # Errors
/// When an input cannot be read.
pub fn inputs(
    asked: Asked<'_>,
    given: &Given,
    tests: &[Selected<'_>],
) -> anyhow::Result<Result<Vec<String>, String>> {
    let [path] = given.data.as_slice() else { return Ok(Ok(Vec::new())) };
    let Some(package) = polygon_of(path, &given.suite)? else { return Ok(Ok(Vec::new())) };
    let jury = asked.jury();
    let validators = Validators::of_polygon(package, &jury);
    let refused = validators.refused(&jury, tests.iter().map(|selected| selected.test))?;
    Ok(if refused.is_empty() { Ok(validators.notes) } else { Err(in_words(&refused)) })
}
