//! Answers as objects of Python. Their comments are what `help` shows.

use std::fs;
use std::path::PathBuf;

use nim_engine::games::position::{self, Position, WinningMove};
use nim_engine::sequence::certificate::Certificate;
use nim_engine::theory::game::Decision;
use nim_explain::plot::picture::Picture;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::heaps::Number;

/// Who wins a position, and why.
#[pyclass(frozen, eq, get_all, module = "nim_toolkit")]
#[derive(PartialEq, Eq)]
pub struct Outcome {
    /// Whether the player to move wins.
    first_wins: bool,
    /// The value of each component; None where it is not known.
    grundy: Vec<Option<u64>>,
    /// Their XOR, where all are known.
    nim_sum: Option<u64>,
    /// Whether it is misère play.
    misere: bool,
    /// The reason.
    reason: String,
}

impl From<position::Outcome> for Outcome {
    fn from(outcome: position::Outcome) -> Self {
        let position::Outcome { first_wins, grundy, nim_sum, misere, reason, .. } = outcome;
        Self { first_wins, grundy, nim_sum, misere, reason: reason.to_string() }
    }
}

impl Outcome {
    /// Returns the outcome in misère play of so many heaps, which a quotient decides.
    pub fn by_quotient(heaps: usize, decision: Decision) -> Self {
        let Decision { first_wins, reason } = decision;
        Self {
            first_wins,
            grundy: vec![None; heaps],
            nim_sum: None,
            misere: true,
            reason: reason.to_string(),
        }
    }
}

#[pymethods]
impl Outcome {
    /// The winner: "first", who is to move, or "second".
    #[getter]
    fn winner(&self) -> &'static str {
        if self.first_wins { "first" } else { "second" }
    }

    fn __repr__(&self) -> String {
        format!("<Outcome: {} wins: {}>", self.winner(), self.reason)
    }
}

/// A winning move.
#[pyclass(frozen, eq, module = "nim_toolkit")]
#[derive(PartialEq, Eq)]
pub struct Move {
    /// The index of the component that is moved, from 0 on.
    #[pyo3(get)]
    component: usize,
    before: Vec<Number>,
    after: Vec<Number>,
    values: Option<(u64, u64)>,
    /// A further effect of the move.
    #[pyo3(get)]
    note: Option<String>,
}

impl Move {
    /// Returns a winning move of a position.
    pub fn new(position: &Position, winning: WinningMove) -> Self {
        let game = position.game_of(winning.component);
        let numbers = |numbers: &[u64]| numbers.iter().map(|&number| Number::new(game, number)).collect();
        Self {
            component: winning.component,
            before: numbers(&winning.from),
            after: numbers(&winning.to),
            values: winning.values,
            note: winning.note,
        }
    }
}

#[pymethods]
impl Move {
    /// The numbers of the component before the move.
    #[getter]
    fn before<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.before)
    }

    /// The numbers after the move; none where nothing is left, but for single heaps, of which 0 is left.
    #[getter]
    fn after<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.after)
    }

    /// The value of the component before the move, where it is known.
    #[getter]
    fn grundy_before(&self) -> Option<u64> {
        self.values.map(|(before, _)| before)
    }

    /// Its value after the move, where it is known.
    #[getter]
    fn grundy_after(&self) -> Option<u64> {
        self.values.map(|(_, after)| after)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Move: component {}: {} to {}>", self.component, self.before(py)?, self.after(py)?))
    }
}

/// The proved period of a game: G(n + period) = G(n) + saltus for all n >= preperiod.
#[pyclass(frozen, eq, hash, get_all, module = "nim_toolkit")]
#[derive(PartialEq, Eq, Hash)]
pub struct Period {
    /// The smallest n from which on the values are regular.
    preperiod: u64,
    /// The smallest period.
    period: u64,
    /// The increase from one period to the next.
    saltus: u64,
    /// The theorem that proves it.
    theorem: String,
    /// The number of values, from G(0), on which the proof rests.
    values: u64,
    /// The checksum of these values.
    checksum: String,
}

impl From<Certificate> for Period {
    fn from(certificate: Certificate) -> Self {
        let Certificate { period, theorem, values, checksum, .. } = certificate;
        Self {
            preperiod: period.preperiod,
            period: period.period,
            saltus: period.saltus,
            theorem,
            values,
            checksum,
        }
    }
}

#[pymethods]
impl Period {
    fn __repr__(&self) -> String {
        format!("Period(preperiod={}, period={}, saltus={})", self.preperiod, self.period, self.saltus)
    }
}

/// A picture of values. Notebooks show it.
#[pyclass(frozen, get_all, module = "nim_toolkit")]
pub struct Plot {
    /// Its title.
    title: String,
    /// The picture as SVG.
    svg: String,
}

impl From<&Picture> for Plot {
    fn from(picture: &Picture) -> Self {
        Self { title: picture.title().to_owned(), svg: picture.svg() }
    }
}

#[pymethods]
impl Plot {
    fn _repr_svg_(&self) -> &str {
        &self.svg
    }

    /// Writes the picture to a file, as SVG.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        Ok(fs::write(path, &self.svg)?)
    }

    fn __repr__(&self) -> String {
        format!("<Plot: {}>", self.title)
    }
}
