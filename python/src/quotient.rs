//! The misère quotient of a game on heaps.

use nim_engine::theory::quotient::of_game::GameQuotient;
use pyo3::prelude::*;

use crate::answers::Outcome;
use crate::game::{Game, single, wrong};
use crate::source::Source;
use crate::worker::{self, Cancelled};

/// The misère quotient of a game on heaps: what decides every sum of its heaps, where the last move loses.
///
/// The game is a notation or a `Game`. The heaps are those up to `up_to`, or up to 1000, unless the quotient of all heaps is proved
/// before.
#[pyclass(frozen, module = "nim_toolkit")]
pub struct Quotient {
    /// The game.
    #[pyo3(get)]
    game: String,
    found: GameQuotient,
}

/// A game as an argument.
#[derive(FromPyObject)]
enum GameArgument<'py> {
    Game(Bound<'py, Game>),
    Notation(String),
}

/// The largest heap unless another is given, and the largest that may be given.
const USUAL: u64 = 1000;
const LARGEST: u64 = 10_000;

impl Quotient {
    fn compute(source: &Source, up_to: u64, cancelled: &Cancelled) -> PyResult<Self> {
        let mut games = source.games(1).map_err(wrong)?;
        let game = single(&mut games)?;
        let found =
            GameQuotient::find(game, up_to, &mut |progress| cancelled.watch(progress)).map_err(wrong)?;
        let name = game.name();
        let found = found.ok_or_else(|| wrong(format!("{name} is not played on single heaps")))?;
        Ok(Self { game: name, found })
    }
}

#[pymethods]
impl Quotient {
    #[new]
    #[pyo3(signature = (game, *, up_to = None))]
    fn new(py: Python<'_>, game: GameArgument<'_>, up_to: Option<u64>) -> PyResult<Self> {
        let source = match game {
            GameArgument::Game(game) => game.get().read_from().0.clone(),
            GameArgument::Notation(text) => Source::Notation(text),
        };
        let up_to = up_to.unwrap_or(USUAL);
        if up_to > LARGEST {
            return Err(wrong(format!("{up_to} is more than {LARGEST}, the last heap of a quotient")));
        }
        worker::run(py, move |cancelled| Self::compute(&source, up_to, cancelled))
    }

    /// The number of elements.
    #[getter]
    fn order(&self) -> usize {
        self.found.order
    }

    /// Whether it is the quotient of all heaps; otherwise it is that of the heaps up to `largest`.
    #[getter]
    fn proved(&self) -> bool {
        self.found.period.is_some()
    }

    /// The largest heap whose element is computed.
    #[getter]
    fn largest(&self) -> u64 {
        self.found.largest()
    }

    /// Whether it is the quotient of heaps of Nim below some power of 2.
    #[getter]
    fn tame(&self) -> bool {
        self.found.tame
    }

    /// The name of each generator, and the first heap that is this element.
    #[getter]
    fn generators(&self) -> Vec<(String, u64)> {
        self.found.generators.clone()
    }

    /// Pairs of products: replacing left sides by right sides turns every product into that of `elements`.
    #[getter]
    fn relations(&self) -> Vec<(String, String)> {
        self.found.relations.clone()
    }

    /// All elements, "1" the identity, as products of the lowest degree, then first in the alphabet.
    #[getter]
    fn elements(&self) -> Vec<String> {
        self.found.elements.clone()
    }

    /// Those that are P-positions.
    #[getter]
    fn p_portion(&self) -> Vec<String> {
        self.found.p_portion.clone()
    }

    /// The element of each heap from 0 on, up to the end of the first period.
    #[getter]
    fn pretending(&self) -> Vec<String> {
        self.found.pretending.clone()
    }

    /// Why no quotient of the heap after `largest` is known, where one was looked for in vain.
    #[getter]
    fn refusal(&self) -> Option<String> {
        self.found.refusal.as_ref().map(ToString::to_string)
    }

    /// The preperiod of the pretending function, where it is proved.
    #[getter]
    fn preperiod(&self) -> Option<u64> {
        self.found.period.map(|period| period.preperiod)
    }

    /// Its period, where it is proved.
    #[getter]
    fn period(&self) -> Option<u64> {
        self.found.period.map(|period| period.period)
    }

    /// The outcome of a sum of heaps in misère play.
    #[pyo3(signature = (*heaps))]
    #[expect(clippy::needless_pass_by_value, reason = "Python's arguments are converted to it")]
    fn outcome(&self, heaps: Vec<u64>) -> PyResult<Outcome> {
        let decision = self.found.decide(&heaps).map_err(|heap| {
            wrong(format!("heap {heap} lies beyond {}, the last of the quotient", self.largest()))
        })?;
        Ok(Outcome::by_quotient(heaps.len(), decision))
    }

    fn __repr__(&self) -> String {
        let kind = if self.tame() { "tame" } else { "wild" };
        let reach = match self.proved() {
            true => "proved for all heaps".to_owned(),
            false => format!("partial: heaps up to {}", self.largest()),
        };
        format!("<Quotient: {}: order {}, {kind}, {reach}>", self.game, self.order())
    }
}
