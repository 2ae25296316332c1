//! Games whose rules are a text.

use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::game::Game;
use crate::source::Source;

/// A game whose rules are a text, in the language of docs/rules.md. It answers what any `Game` answers.
#[pyclass(frozen, extends = Game, module = "nim_toolkit")]
pub struct Rules;

#[pymethods]
impl Rules {
    /// Reads the text of a game; its parameters have their defaults.
    #[classmethod]
    #[pyo3(signature = (text, threads = 1))]
    fn parse(class: &Bound<'_, PyType>, text: String, threads: usize) -> PyResult<Py<Self>> {
        let game = Game::read(class.py(), Source::Rules(text), threads)?;
        Py::new(class.py(), PyClassInitializer::from(game).add_subclass(Self))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String, usize))> {
        let (source, threads) = slf.as_super().get().read_from();
        Ok((slf.get_type().getattr("parse")?, (source.text().to_owned(), threads)))
    }

    fn __repr__(slf: &Bound<'_, Self>) -> String {
        format!("<Rules: {}>", slf.as_super().get().name())
    }
}
