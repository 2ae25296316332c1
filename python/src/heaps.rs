//! Positions as Python writes them, and numbers as it shows them.

use itertools::Itertools as _;
use nim_engine::theory::game::Game;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

/// Returns heaps in the notation of the command line: numbers and names of vertices as they are, other sequences with
/// commas, an empty one as nothing.
pub fn written(heaps: &Bound<'_, PyTuple>) -> PyResult<Vec<String>> {
    heaps.iter().map(|heap| write(&heap)).collect()
}

fn write(heap: &Bound<'_, PyAny>) -> PyResult<String> {
    if heap.is_instance_of::<PyString>() {
        return heap.extract();
    }
    let Ok(numbers) = heap.try_iter() else { return Ok(heap.str()?.to_string()) };
    let numbers: Vec<String> =
        numbers.map(|number| Ok(number?.str()?.to_string())).collect::<PyResult<_>>()?;
    Ok(if numbers.is_empty() { "-".to_owned() } else { numbers.iter().join(",") })
}

/// A number of a component: itself, or the name of a vertex.
#[derive(Clone, Debug, PartialEq, Eq, Hash, IntoPyObjectRef)]
pub enum Number {
    /// A number.
    Plain(u64),
    /// The name of a vertex.
    Name(String),
}

impl Number {
    /// Returns a number of a game.
    pub fn new(game: &dyn Game, number: u64) -> Self {
        game.label(number).map_or(Self::Plain(number), |name| Self::Name(name.to_owned()))
    }
}
