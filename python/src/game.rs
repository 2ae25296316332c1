//! Games, and the questions about them. The comments of classes and functions are what `help` shows.

use itertools::Itertools as _;
use nim_engine::games::position::Position;
use nim_engine::games::{CATALOGUE, notation};
use nim_engine::sequence::certificate::Certificate;
use nim_engine::theory::budget::Budget;
use nim_engine::theory::game;
use nim_engine::theory::refusal::Refusal;
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{IntoPyDict, PyByteArray, PyDict, PyMemoryView, PyTuple};

use crate::answers::{Move, Outcome, Period, Plot};
use crate::heaps;
use crate::source::Source;
use crate::worker::{Cancelled, Worker};

/// A game, or a sum of games with "+" between them, in the notation of `toolkit sg games`, or files with rules.
///
/// What was computed for an answer is kept for the next one. `threads` threads compute values where that is faster.
#[pyclass(frozen, subclass, module = "nim_toolkit")]
pub struct Game {
    source: Source,
    threads: usize,
    /// The canonical notation.
    #[pyo3(get)]
    name: String,
    worker: Worker<Result<State, String>>,
}

/// The games of a notation, twice: for values of single heaps, and for positions.
struct State {
    games: Vec<Box<dyn game::Game>>,
    position: Position,
}

/// A `ValueError` with a text of the program.
#[expect(clippy::needless_pass_by_value, reason = "`map_err` passes a value")]
pub fn wrong(why: impl ToString) -> PyErr {
    PyValueError::new_err(why.to_string())
}

/// Returns the game, where it is no sum.
pub fn single(games: &mut [Box<dyn game::Game>]) -> PyResult<&mut dyn game::Game> {
    match games {
        [game] => Ok(game.as_mut()),
        games => {
            let text = games.iter().map(|game| game.name()).join("+");
            Err(wrong(format!("{text} is a sum: it has no single G(n); use each term alone")))
        }
    }
}

impl State {
    fn new(source: &Source, threads: usize) -> Result<Self, String> {
        Ok(Self { games: source.games(threads)?, position: Position::from_games(source.games(threads)?) })
    }

    fn single(&mut self) -> PyResult<&mut dyn game::Game> {
        single(&mut self.games)
    }

    /// Computes values up to that of heap `last`, or until a period is proved.
    fn reach(&mut self, last: u64, cancelled: &Cancelled) -> PyResult<()> {
        let sequence = self.single()?.sequence().map_err(wrong)?;
        sequence.reach(last.saturating_add(1), &mut |progress| cancelled.watch(progress)).map_err(wrong)
    }

    /// Returns the position with these heaps.
    fn place(&mut self, heaps: &[String]) -> PyResult<&mut Position> {
        let terms = self.games.iter().map(AsRef::as_ref);
        let games = terms.chain(std::iter::repeat(self.games[0].as_ref()));
        let components = games.zip(heaps).map(|(game, heap)| notation::component(game, heap));
        let components = components.collect::<Result<Vec<_>, _>>().map_err(wrong)?;
        self.position.place(components).map_err(wrong)?;
        Ok(&mut self.position)
    }
}

/// Values between two looks at whether they are still wanted.
const BATCH: u64 = 1 << 16;

impl Game {
    /// Reads a game.
    ///
    /// # Errors
    /// `ValueError`, where the text is wrong or there are no threads.
    pub fn read(py: Python<'_>, source: Source, threads: usize) -> PyResult<Self> {
        if threads == 0 {
            return Err(wrong("threads must be at least 1"));
        }
        let read = source.clone();
        let worker = Worker::new(move || State::new(&read, threads));
        let mut game = Self { source, threads, name: String::new(), worker };
        game.name = game.ask(py, |state, _| Ok(state.games.iter().map(|game| game.name()).join("+")))?;
        Ok(game)
    }

    /// Returns what it was read from, and its threads.
    pub fn read_from(&self) -> (&Source, usize) {
        (&self.source, self.threads)
    }

    /// Returns the canonical notation.
    pub fn name(&self) -> &str {
        &self.name
    }

    fn ask<T: Send + 'static>(
        &self,
        py: Python<'_>,
        job: impl FnOnce(&mut State, &Cancelled) -> PyResult<T> + Send + 'static,
    ) -> PyResult<T> {
        self.worker.ask(py, |state, cancelled| job(state.as_mut().map_err(wrong)?, cancelled))
    }

    /// Evaluates a position, whose values are computed up to heap `max`.
    fn evaluate<T: Send + 'static>(
        &self,
        heaps: &Bound<'_, PyTuple>,
        max: u64,
        evaluate: impl FnOnce(&mut Position, &mut Budget<'_>) -> Result<T, Refusal> + Send + 'static,
    ) -> PyResult<T> {
        let written = heaps::written(heaps)?;
        self.ask(heaps.py(), move |state, cancelled| {
            let position = state.place(&written)?;
            let mut watch = |progress| cancelled.watch(progress);
            evaluate(position, &mut Budget { heap: max, ..Budget::new(&mut watch) }).map_err(wrong)
        })
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (notation, *, threads = 1))]
    fn new(py: Python<'_>, notation: String, threads: usize) -> PyResult<Self> {
        Self::read(py, Source::Notation(notation), threads)
    }

    /// The values G(start), ..., G(n): a numpy array of uint64, where there is numpy, else a memoryview of such numbers. Both share
    /// the memory that the values were written to.
    #[pyo3(signature = (n, *, start = 0))]
    fn values<'py>(&self, py: Python<'py>, n: u64, start: u64) -> PyResult<Bound<'py, PyAny>> {
        if start > n {
            return Err(wrong(format!("the first heap, {start}, lies beyond the last, {n}")));
        }
        let values = self.ask(py, move |state, cancelled| {
            let sequence = state.single()?.sequence().map_err(wrong)?;
            if start < sequence.first() {
                return Err(wrong(format!(
                    "heaps of this game begin with {}: pass it as start",
                    sequence.first()
                )));
            }
            state.reach(n, cancelled)?;
            let sequence = state.single()?.sequence().map_err(wrong)?;
            let mut values = Vec::new();
            let count = usize::try_from(n - start).ok().and_then(|count| count.checked_add(1));
            let reserved = count.map(|count| values.try_reserve_exact(count));
            reserved
                .and_then(Result::ok)
                .ok_or_else(|| PyMemoryError::new_err(format!("{} values", n - start)))?;
            for heap in start..=n {
                if heap % BATCH == 0 && cancelled.is_set() {
                    return Err(wrong(Refusal::Interrupted));
                }
                let value = sequence.known(heap);
                values.push(value.ok_or_else(|| wrong(format!("G({heap}) needs more than 64 bits")))?);
            }
            Ok(values)
        })?;
        shared(py, &values)
    }

    /// The period of the values, proved by those of heaps up to `max` at most; None where nothing is proved.
    #[pyo3(signature = (*, max = 100_000))]
    fn period(&self, py: Python<'_>, max: u64) -> PyResult<Option<Period>> {
        self.ask(py, move |state, cancelled| {
            state.reach(max, cancelled)?;
            let game = state.single()?;
            let name = game.name();
            Ok(Certificate::from_sequence(name, game.sequence().map_err(wrong)?).map(Period::from))
        })
    }

    /// Who wins a position: a heap for each term of a sum, or any number of heaps of one game. A heap is a number, a sequence of
    /// numbers, or its notation. Values are computed up to heap `max`.
    #[pyo3(signature = (*heaps, misere = false, max = 1_000_000))]
    fn outcome(&self, heaps: &Bound<'_, PyTuple>, misere: bool, max: u64) -> PyResult<Outcome> {
        self.evaluate(heaps, max, move |position, budget| {
            Ok(position.outcome(misere || position.is_misere(), budget)?.into())
        })
    }

    /// All winning moves of a position, which is given as for `outcome`.
    #[pyo3(signature = (*heaps, misere = false, max = 1_000_000))]
    fn moves(&self, heaps: &Bound<'_, PyTuple>, misere: bool, max: u64) -> PyResult<Vec<Move>> {
        self.evaluate(heaps, max, move |position, budget| {
            let moves = position.winning_moves(misere || position.is_misere(), false, budget)?;
            Ok(moves.into_iter().map(|winning| Move::new(position, winning)).collect())
        })
    }

    /// A picture of G(0), ..., G(n), with the period; of a game of pairs, of the values of all pairs up to n.
    fn plot(&self, py: Python<'_>, n: u64) -> PyResult<Plot> {
        let (source, threads) = (self.source.clone(), self.threads);
        self.ask(py, move |state, cancelled| {
            let game = state.single()?;
            let picture = if nim_engine::games::pairs::is_of_pairs(game) {
                let own = source.games(threads).map_err(wrong)?.swap_remove(0);
                nim_explain::plot::of_pairs(own, n, &mut |progress| cancelled.watch(progress))
            } else {
                refuse_above(n)?;
                state.reach(n, cancelled)?;
                let game = state.single()?;
                let name = game.name();
                nim_explain::plot::of_sequence(&name, game.sequence().map_err(wrong)?, n)
            };
            Ok(Plot::from(&picture.map_err(wrong)?))
        })
    }

    fn __repr__(&self) -> String {
        format!("Game({:?})", self.name)
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((&str,), Bound<'py, PyDict>)> {
        Ok(((self.source.text(),), [("threads", self.threads)].into_py_dict(py)?))
    }
}

/// The last heap of a picture, at most.
const LAST_OF_PICTURE: u64 = 10_000_000;

fn refuse_above(n: u64) -> PyResult<()> {
    if n > LAST_OF_PICTURE {
        return Err(wrong(format!("{n} is more than {LAST_OF_PICTURE}, the last heap that can be drawn")));
    }
    Ok(())
}

/// Returns numbers as a view of Python's own memory, which is a numpy array where there is numpy.
fn shared<'py>(py: Python<'py>, numbers: &[u64]) -> PyResult<Bound<'py, PyAny>> {
    static AS_ARRAY: PyOnceLock<Option<Py<PyAny>>> = PyOnceLock::new();
    let bytes = PyByteArray::new_with(py, size_of_val(numbers), |bytes| {
        let (places, _) = bytes.as_chunks_mut();
        for (place, number) in places.iter_mut().zip(numbers) {
            *place = number.to_ne_bytes();
        }
        Ok(())
    })?;
    let view = PyMemoryView::from(&bytes)?.call_method1("cast", ("Q",))?;
    let as_array = AS_ARRAY.get_or_init(py, || {
        py.import("numpy").and_then(|numpy| numpy.getattr("asarray")).ok().map(Bound::unbind)
    });
    match as_array {
        Some(as_array) => as_array.bind(py).call1((view,)),
        None => Ok(view),
    }
}

/// The values G(start), ..., G(n) of a game: `Game(game).values(n)`.
#[pyfunction]
#[pyo3(signature = (game, n, *, start = 0))]
pub fn values<'py>(py: Python<'py>, game: String, n: u64, start: u64) -> PyResult<Bound<'py, PyAny>> {
    Game::new(py, game, 1)?.values(py, n, start)
}

/// A picture of the values of a game: `Game(game).plot(n)`.
#[pyfunction]
pub fn plot(py: Python<'_>, game: String, n: u64) -> PyResult<Plot> {
    Game::new(py, game, 1)?.plot(py, n)
}

/// The notation of every game, with its rule.
#[pyfunction]
pub fn games() -> Vec<(&'static str, &'static str)> {
    CATALOGUE.iter().map(|entry| (entry.notation, entry.rule)).collect()
}
