//! The misère quotient of the heaps of some games, with the period of each pretending function.

use super::limits::Limits;
use super::monoid::{Element, IDENTITY, Monoid};
use super::partial::PartialQuotient;
use crate::sequence::period::Period;
use crate::sequence::theorem::{self, Theorem};
use crate::theory::game::{Game, Shape, Unanswerable, first_options};
use crate::theory::refusal::Refusal;
use crate::theory::watch::{Progress, Watch};

/// The misère quotient of the heaps of some games up to some size, or of all their heaps.
#[derive(Debug)]
pub struct HeapQuotient<'g> {
    games: Vec<GameHeaps<'g>>,
    partial: PartialQuotient,
    /// The game and the heap of each component of the quotient.
    components: Vec<(usize, usize)>,
}

/// A game, and the components that its heaps are.
#[derive(Debug)]
struct GameHeaps<'g> {
    game: &'g dyn Game,
    theorem: Option<Theorem>,
    components: Vec<usize>,
    /// The period of the pretending function, if it is proved.
    period: Option<Period>,
    /// The number of heaps at which the next proof is tried.
    next_trial: usize,
}

impl<'g> HeapQuotient<'g> {
    /// Returns the quotient of no heaps of these games, each with the theorem that may prove the period of its values; `None` if one is not
    /// played on single heaps.
    pub fn new(games: Vec<(&'g dyn Game, Option<Theorem>)>, limits: Limits) -> Option<Self> {
        if games.iter().any(|(game, _)| game.shape() != Shape::Heap) {
            return None;
        }
        let games = games.into_iter().map(|(game, theorem)| GameHeaps {
            game,
            theorem: theorem.as_ref().and_then(same_for_elements),
            components: Vec::new(),
            period: None,
            next_trial: 16,
        });
        Some(Self { games: games.collect(), partial: PartialQuotient::new(limits), components: Vec::new() })
    }

    /// Returns the monoid.
    pub fn monoid(&self) -> &Monoid {
        self.partial.monoid()
    }

    /// Returns the number of heaps of a game with computed elements, counted from heap 0.
    pub fn len(&self, game: usize) -> usize {
        self.games[game].components.len()
    }

    /// Returns the period of the pretending function of a game, if it is proved.
    pub fn period(&self, game: usize) -> Option<Period> {
        self.games[game].period
    }

    /// Returns the element of a heap, if it is known.
    pub fn element(&self, game: usize, heap: u64) -> Option<Element> {
        let GameHeaps { components, period, .. } = &self.games[game];
        let heap = period.map_or(heap, |period| period.reduce(heap).0);
        let component = components.get(usize::try_from(heap).ok()?)?;
        Some(self.partial.element(*component))
    }

    /// Returns the product of the elements of some heaps that are known, each with the index of its game.
    pub fn sum(&self, heaps: impl IntoIterator<Item = (usize, u64)>) -> Element {
        let elements = heaps.into_iter().filter_map(|(game, heap)| self.element(game, heap));
        elements.fold(IDENTITY, |product, element| self.monoid().product(product, element))
    }

    /// Adjoins heaps until these are known, each with the index of its game.
    ///
    /// # Errors
    /// A [`Refusal`], where no quotient is found, or by the watch; the quotient of the heaps before stays.
    pub fn reach(&mut self, heaps: &[(usize, u64)], watch: &mut Watch<'_>) -> Result<(), Refusal> {
        // A monoid that grows for one game may end the period of another.
        while let Some(&(game, heap)) = heaps.iter().find(|&&(game, heap)| self.element(game, heap).is_none())
        {
            let progress =
                Progress { done: self.len(game) as u64, total: heap.saturating_add(1), unit: "heaps" };
            self.adjoin(game, &mut |_| watch(progress))?;
            let games = &mut self.games[game];
            let len = games.components.len();
            if len >= games.next_trial || len as u64 > heap {
                games.next_trial = len + len / 8 + 8;
                self.prove(game);
            }
        }
        Ok(())
    }

    /// Adjoins the next heap of a game.
    fn adjoin(&mut self, game: usize, watch: &mut Watch<'_>) -> Result<(), Refusal> {
        let heap = self.len(game);
        let options = first_options(self.games[game].game, &[heap as u64], usize::MAX);
        if options.iter().flatten().any(|part| part.len() != 1 || part[0] >= heap as u64) {
            return Err(Unanswerable::LargerOptions(heap).into());
        }
        self.components.push((game, heap));
        let (components, games) = (&self.components, &self.games);
        let options = |component: usize| {
            let (game, heap) = components[component];
            let GameHeaps { game, components, .. } = &games[game];
            first_options(*game, &[heap as u64], usize::MAX)
                .iter()
                .map(|option| option.iter().flatten().map(|&part| components[part as usize]).collect())
                .collect()
        };
        let before = self.partial.monoid().order();
        if let Err(refusal) = self.partial.adjoin(&options, watch) {
            self.components.pop();
            return Err(refusal);
        }
        self.games[game].components.push(self.components.len() - 1);
        if self.partial.monoid().order() > before {
            self.games.iter_mut().for_each(|game| game.period = None);
        }
        Ok(())
    }

    /// Proves the period of a pretending function, if its values so far do.
    fn prove(&mut self, game: usize) {
        let GameHeaps { theorem, components, .. } = &self.games[game];
        let value = |heap: usize| u64::from(self.partial.element(components[heap]));
        let proved = theorem.as_ref().and_then(|theorem| theorem::prove(components.len(), value, theorem));
        self.games[game].period = proved.map(|proved| proved.period);
    }
}

/// Returns the theorem that may prove the period of a game's values.
pub fn theorem_of(game: &mut dyn Game) -> Option<Theorem> {
    let sequence = game.sequence().ok()?;
    match *sequence.theorem()? {
        // All numbers of a stretched table are multiples of the stretch.
        Theorem::Subtraction { last } => {
            Some(Theorem::Subtraction { last: last.checked_mul(sequence.stretch())? })
        }
        ref theorem => Some(theorem.clone()),
    }
}

/// Returns the theorem that proves periods of elements where this one proves periods of values.
fn same_for_elements(theorem: &Theorem) -> Option<Theorem> {
    match theorem {
        Theorem::GuySmith { .. } | Theorem::Subtraction { .. } => Some(theorem.clone()),
        Theorem::Hexadecimal(code) => Some(Theorem::GuySmith { parts: 3, last: code.last() as u64 }),
        Theorem::Repeating { .. } | Theorem::AllBut { .. } | Theorem::None => None,
    }
}
