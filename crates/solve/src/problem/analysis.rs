//! The reason for an answer: a position of a game in the catalogue, and the numbers of the problem's theorem.

use super::labels::{Labels, Numbers, PlayedMove, TheoremText};
use nim_engine::theory::game::Component;
use std::borrow::Cow;
use std::fmt::Display;
use std::rc::Rc;

/// The words of a problem's theorem, in two languages.
///
/// Each text has sections, which begin with a line `# NAME`: `theorem`, the theorem itself; `component`, the word for a component of the
/// position, if not a heap; one for each [rule](CaseAnalysis::rule) that may decide a case; and `move`, or several with that prefix, for
/// [moves in the problem's own words](CaseAnalysis::moves). Numbers stand in braces: `{n}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theorem {
    /// The text in English, `theorem.en.md`.
    pub en: &'static str,
    /// `theorem.zh.md`; empty where the problem is in English alone.
    pub zh: &'static str,
}

impl Theorem {
    /// Returns a section of a text; `None` if there is none.
    pub fn section<'t>(text: &'t str, name: &str) -> Option<&'t str> {
        let mut parts = text.split("# ").skip(1).filter_map(|part| part.split_once('\n'));
        parts.find(|(heading, _)| *heading == name).map(|(_, body)| body.trim())
    }

    /// Returns the names of the sections of a text, in order.
    pub fn sections(text: &str) -> impl Iterator<Item = &str> {
        text.lines().filter_map(|line| line.strip_prefix("# "))
    }
}

/// The analysis of a case: the position or the rule that decides it.
#[derive(Clone, Debug, Default)]
pub struct CaseAnalysis<'a> {
    /// The positions of the case, each of a game of the catalogue; most cases are one, or none.
    pub positions: Vec<MappedPosition<'a>>,
    /// The section of the theorem that applies, if the position does not decide alone.
    pub rule: Option<&'static str>,
    /// The numbers that the section names.
    pub numbers: Numbers,
}

/// A position of a game of the catalogue.
#[derive(Clone, Debug)]
pub struct MappedPosition<'a> {
    /// The game, in the notation of the catalogue.
    pub game: Cow<'static, str>,
    /// Whether the player who cannot move wins.
    pub misere: bool,
    /// The components of the position.
    pub components: Components<'a>,
    /// Whether this is only an image of the position: a sum of the same values with other moves.
    pub is_image: bool,
    /// The problem's names for components and moves.
    pub labels: Labels<'a>,
}

impl MappedPosition<'_> {
    /// Returns a position of a game, without other names for components and moves.
    pub fn of_game(game: &str, misere: bool, components: Vec<Vec<u64>>) -> Self {
        let (game, components) = (Cow::Owned(game.to_owned()), Components::Lists(components));
        Self { game, misere, components, is_image: false, labels: Labels::default() }
    }
}

/// The components of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Components<'a> {
    /// Components of one number each.
    Heaps(Cow<'a, [u64]>),
    /// Components of several numbers each.
    Lists(Vec<Component>),
}

impl Components<'_> {
    /// Returns the number of components.
    pub fn len(&self) -> usize {
        match self {
            Self::Heaps(heaps) => heaps.len(),
            Self::Lists(lists) => lists.len(),
        }
    }

    /// Returns whether the position has no components.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the numbers of a component; none if there is no such component.
    pub fn get(&self, index: usize) -> &[u64] {
        match self {
            Self::Heaps(heaps) => heaps.get(index..index.saturating_add(1)).unwrap_or_default(),
            Self::Lists(lists) => lists.get(index).map_or(&[], Vec::as_slice),
        }
    }

    /// Returns every component.
    pub fn iter(&self) -> impl Iterator<Item = &[u64]> {
        (0..self.len()).map(|index| self.get(index))
    }
}

impl<'a> CaseAnalysis<'a> {
    /// Returns the analysis without names of components and moves, and so without the case.
    pub fn into_owned(self) -> CaseAnalysis<'static> {
        let positions = self.positions.into_iter().map(|position| {
            let MappedPosition { game, misere, components, is_image, .. } = position;
            let components = match components {
                Components::Heaps(heaps) => Components::Heaps(Cow::Owned(heaps.into_owned())),
                Components::Lists(lists) => Components::Lists(lists),
            };
            MappedPosition { game, misere, components, is_image, labels: Labels::default() }
        });
        CaseAnalysis { positions: positions.collect(), rule: self.rule, numbers: self.numbers }
    }

    /// Creates a position of heaps, each a component.
    pub fn heaps(game: impl Into<Cow<'static, str>>, heaps: impl Into<Cow<'a, [u64]>>) -> Self {
        Self::default().and(game, Components::Heaps(heaps.into()))
    }

    /// Creates a position of components that are lists.
    pub fn lists(game: impl Into<Cow<'static, str>>, lists: Vec<Component>) -> Self {
        Self::default().and(game, Components::Lists(lists))
    }

    /// Returns the analysis of a case that is no position of the catalogue.
    pub fn none() -> Self {
        Self::default()
    }

    /// Adds a position of a game.
    pub fn and(mut self, game: impl Into<Cow<'static, str>>, components: Components<'a>) -> Self {
        let (game, labels) = (game.into(), Labels::default());
        self.positions.push(MappedPosition { game, misere: false, components, is_image: false, labels });
        self
    }

    /// Marks the positions as images of the problem's, which have other moves.
    pub fn as_image(mut self) -> Self {
        self.positions.iter_mut().for_each(|laid| laid.is_image = true);
        self
    }

    /// Names the components, by their index from 0: the numbers of the section `component`.
    pub fn components(mut self, numbers: impl Fn(usize) -> Numbers + 'a) -> Self {
        let numbers = Rc::new(numbers);
        self.positions.iter_mut().for_each(|laid| laid.labels.component = Some(numbers.clone()));
        self
    }

    /// Sets the names of moves: `said` gets moves made one after the other, and names the last one.
    pub fn moves(mut self, said: impl Fn(&[&PlayedMove]) -> Option<TheoremText> + 'a) -> Self {
        let said = Rc::new(said);
        self.positions.iter_mut().for_each(|laid| laid.labels.moves = Some(said.clone()));
        self
    }

    /// Makes the player who cannot move win, if `misere`.
    pub fn misere(mut self, misere: bool) -> Self {
        self.positions.iter_mut().for_each(|laid| laid.misere = misere);
        self
    }

    /// Names the section of the theorem that applies.
    pub fn rule(self, rule: &'static str) -> Self {
        Self { rule: Some(rule), ..self }
    }

    /// Adds a number of that section.
    pub fn with(mut self, name: &'static str, number: impl Display) -> Self {
        self.numbers.push((name, number.to_string()));
        self
    }
}
