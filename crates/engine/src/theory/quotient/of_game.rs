//! The misère quotient of one game, with its elements as they are written.

use super::heaps::{HeapQuotient, theorem_of};
use super::limits::Limits;
use super::monoid::{Element, IDENTITY, Monoid};
use super::nimbers;
use super::presentation::{Presentation, is_tame, letter};
use crate::sequence::period::Period;
use crate::theory::budget::Budget;
use crate::theory::game::{Decision, Game, Shape, Unanswerable};
use crate::theory::refusal::Refusal;
use crate::theory::watch::Watch;

/// The misère quotient of the heaps of a game.
#[derive(Clone, Debug)]
pub struct GameQuotient {
    /// The number of elements.
    pub order: usize,
    /// Whether this is the quotient of heaps of Nim below some power of 2.
    pub tame: bool,
    /// The period of the pretending function, if it is proved: then this is the quotient of all heaps.
    pub period: Option<Period>,
    /// The name of each generator, and the first heap that is this element.
    pub generators: Vec<(String, u64)>,
    /// Pairs of products: replacing left sides by right sides turns every product into one of `elements`.
    pub relations: Vec<(String, String)>,
    /// All elements as products of the lowest degree, then first in the alphabet; `1` is the identity.
    pub elements: Vec<String>,
    /// The elements that are P-positions.
    pub p_portion: Vec<String>,
    /// The element of each heap from 0 on, up to the end of the first period.
    pub pretending: Vec<String>,
    /// The reason why no quotient of the next heap is known, if a search for it failed.
    pub refusal: Option<Refusal>,
    monoid: Monoid,
    heaps: Vec<Element>,
}

impl GameQuotient {
    /// Returns the quotient of the heaps up to `up_to`, or of all heaps, if it is proved before; of fewer where no larger one
    /// is found. `None` for a game that is not played on single heaps.
    ///
    /// # Errors
    /// [`Refusal::Interrupted`] by the watch, [`Refusal::Broken`], and a refusal of heaps that are heaps of Nim of too many sizes.
    pub fn find(game: &mut dyn Game, up_to: u64, watch: &mut Watch<'_>) -> Result<Option<Self>, Refusal> {
        if game.shape() != Shape::Heap {
            return Ok(None);
        }
        if let Err(why) = game.check(&[0]) {
            return Err(Unanswerable::QuotientFromZero(why).into());
        }
        if game.may_break() {
            check_rules(game, up_to, watch)?;
        }
        nimbers::refuse_large(game, up_to, Limits::SEARCH, watch)?;
        let theorem = theorem_of(game);
        let Some(mut quotient) = HeapQuotient::new(vec![(&*game, theorem)], Limits::SEARCH) else {
            return Ok(None);
        };
        let refusal = match quotient.reach(&[(0, up_to)], watch) {
            Ok(()) => None,
            Err(Refusal::Interrupted) => return Err(Refusal::Interrupted),
            Err(refusal) => Some(refusal),
        };
        Ok(Some(Self::new(&quotient, refusal)))
    }

    fn new(quotient: &HeapQuotient<'_>, refusal: Option<Refusal>) -> Self {
        let (monoid, period) = (quotient.monoid(), quotient.period(0));
        let heaps: Vec<_> = (0..).map_while(|heap| quotient.element(0, heap)).take(quotient.len(0)).collect();
        let described = Presentation::new(monoid, &heaps);
        let written = |&element: &Element| described.written(element);
        let first = |element: &Element| heaps.iter().position(|heap| heap == element).unwrap_or(0) as u64;
        let generators = described.generators().iter().enumerate();
        let ordered = described.elements();
        // Heaps beyond the period repeat these.
        let shown = period.map_or(heaps.len(), |period| (period.preperiod + period.period) as usize);
        Self {
            order: monoid.order(),
            tame: is_tame(monoid),
            period,
            generators: generators.map(|(index, element)| (letter(index), first(element))).collect(),
            relations: described.relations().collect(),
            elements: ordered.iter().map(written).collect(),
            p_portion: ordered.iter().filter(|&&element| monoid.is_lost(element)).map(written).collect(),
            pretending: heaps.iter().take(shown).map(written).collect(),
            refusal,
            monoid: monoid.clone(),
            heaps,
        }
    }

    /// Returns the largest heap whose element is computed.
    pub fn largest(&self) -> u64 {
        self.unknown().saturating_sub(1)
    }

    /// Returns the number of heaps, from 0 on, whose elements are computed: the first that is not.
    pub fn unknown(&self) -> u64 {
        self.heaps.len() as u64
    }

    /// Decides a sum of heaps.
    ///
    /// # Errors
    /// A heap that is not known.
    pub fn decide(&self, heaps: &[u64]) -> Result<Decision, u64> {
        let mut product = IDENTITY;
        for &heap in heaps {
            product = self.monoid.product(product, self.element(heap).ok_or(heap)?);
        }
        Ok(self.monoid.decision(product))
    }

    fn element(&self, heap: u64) -> Option<Element> {
        let equal = self.period.map_or(heap, |period| period.reduce(heap).0);
        self.heaps.get(usize::try_from(equal).ok()?).copied()
    }
}

/// Checks that no move from the heaps breaks the rules, which only their values reveal.
fn check_rules(game: &mut dyn Game, up_to: u64, watch: &mut Watch<'_>) -> Result<(), Refusal> {
    let mut budget = Budget::new(watch);
    for heap in 0..=up_to {
        match game.grundy(&[heap], &mut budget) {
            Err(refusal @ (Refusal::Broken(_) | Refusal::Interrupted)) => return Err(refusal),
            Err(_) => break,
            Ok(_) => {}
        }
    }
    Ok(())
}
