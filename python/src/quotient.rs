//! The misère quotient of a game on heaps.

use nim_engine::sequence::period::Period;
use nim_engine::theory::quotient::described::{Described, is_tame, letter};
use nim_engine::theory::quotient::heaps::{HeapQuotient, theorem_of};
use nim_engine::theory::quotient::limits::Limits;
use nim_engine::theory::quotient::monoid::{Element, IDENTITY, Monoid};
use nim_engine::theory::refusal::Refusal;
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
    /// The number of elements.
    #[pyo3(get)]
    order: usize,
    /// Whether it is the quotient of all heaps; otherwise it is that of the heaps up to `largest`.
    #[pyo3(get)]
    proved: bool,
    /// The largest heap whose element is computed.
    #[pyo3(get)]
    largest: u64,
    /// Whether it is the quotient of heaps of Nim below some power of 2.
    #[pyo3(get)]
    tame: bool,
    /// The name of each generator, and the first heap that is this element.
    #[pyo3(get)]
    generators: Vec<(String, u64)>,
    /// Pairs of products: replacing left sides by right sides turns every product into that of `elements`.
    #[pyo3(get)]
    relations: Vec<(String, String)>,
    /// All elements, "1" the identity, as products of the lowest degree, then first in the alphabet.
    #[pyo3(get)]
    elements: Vec<String>,
    /// Those that are P-positions.
    #[pyo3(get)]
    p_portion: Vec<String>,
    /// The element of each heap from 0 on, up to the end of the first period.
    #[pyo3(get)]
    pretending: Vec<String>,
    /// Why no quotient of the heap after `largest` is known, where one was looked for in vain.
    #[pyo3(get)]
    refusal: Option<String>,
    monoid: Monoid,
    heaps: Vec<Element>,
    proof: Option<Period>,
}

/// A game as an argument.
#[derive(FromPyObject)]
enum Asked<'py> {
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
        let (name, theorem) = (game.name(), theorem_of(game));
        let mut quotient = HeapQuotient::new(vec![(&*game, theorem)], Limits::SEARCH)
            .ok_or_else(|| wrong(format!("{name} is not played on single heaps")))?;
        let refusal = match quotient.reach(&[(0, up_to)], &mut |progress| cancelled.watch(progress)) {
            Ok(()) => None,
            Err(Refusal::Interrupted) => return Err(wrong(Refusal::Interrupted)),
            Err(refusal) => Some(refusal.to_string()),
        };
        Ok(Self::new(name, &quotient, refusal))
    }

    fn new(game: String, quotient: &HeapQuotient<'_>, refusal: Option<String>) -> Self {
        let (monoid, proof) = (quotient.monoid(), quotient.period(0));
        let heaps: Vec<_> = (0..).map_while(|heap| quotient.element(0, heap)).take(quotient.len(0)).collect();
        let described = Described::new(monoid, &heaps);
        let written = |&element: &Element| described.written(element);
        let first = |element: &Element| heaps.iter().position(|heap| heap == element).unwrap_or(0) as u64;
        let generators = described.generators().iter().enumerate();
        let ordered = described.elements();
        // Heaps beyond the period repeat these.
        let shown = proof.map_or(heaps.len(), |period| (period.preperiod + period.period) as usize);
        Self {
            game,
            order: monoid.order(),
            proved: proof.is_some(),
            largest: heaps.len().saturating_sub(1) as u64,
            tame: is_tame(monoid),
            generators: generators.map(|(index, element)| (letter(index), first(element))).collect(),
            relations: described.relations().collect(),
            elements: ordered.iter().map(written).collect(),
            p_portion: ordered.iter().filter(|&&element| monoid.is_lost(element)).map(written).collect(),
            pretending: heaps.iter().take(shown).map(written).collect(),
            refusal,
            monoid: monoid.clone(),
            heaps,
            proof,
        }
    }

    /// Returns the element of a heap.
    fn element(&self, heap: u64) -> PyResult<Element> {
        let equal = self.proof.map_or(heap, |period| period.reduce(heap).0);
        let known = usize::try_from(equal).ok().and_then(|equal| self.heaps.get(equal)).copied();
        known.ok_or_else(|| {
            wrong(format!("heap {heap} lies beyond {}, the last of the quotient", self.largest))
        })
    }
}

#[pymethods]
impl Quotient {
    #[new]
    #[pyo3(signature = (game, *, up_to = None))]
    fn of(py: Python<'_>, game: Asked<'_>, up_to: Option<u64>) -> PyResult<Self> {
        let source = match game {
            Asked::Game(game) => game.get().read_from().0.clone(),
            Asked::Notation(text) => Source::Notation(text),
        };
        let up_to = up_to.unwrap_or(USUAL);
        if up_to > LARGEST {
            return Err(wrong(format!("{up_to} is more than {LARGEST}, the last heap of a quotient")));
        }
        worker::run(py, move |cancelled| Self::compute(&source, up_to, cancelled))
    }

    /// The preperiod of the pretending function, where it is proved.
    #[getter]
    fn preperiod(&self) -> Option<u64> {
        self.proof.map(|period| period.preperiod)
    }

    /// Its period, where it is proved.
    #[getter]
    fn period(&self) -> Option<u64> {
        self.proof.map(|period| period.period)
    }

    /// Who wins a sum of heaps, if whoever cannot move wins.
    #[pyo3(signature = (*heaps))]
    fn outcome(&self, heaps: Vec<u64>) -> PyResult<Outcome> {
        let (count, mut product) = (heaps.len(), IDENTITY);
        for heap in heaps {
            product = self.monoid.product(product, self.element(heap)?);
        }
        Ok(Outcome::by_quotient(count, self.order, self.monoid.is_lost(product)))
    }

    fn __repr__(&self) -> String {
        let kind = if self.tame { "tame" } else { "wild" };
        let reach = match self.proved {
            true => "proved for all heaps".to_owned(),
            false => format!("partial: heaps up to {}", self.largest),
        };
        format!("<Quotient: {}: order {}, {kind}, {reach}>", self.game, self.order)
    }
}
