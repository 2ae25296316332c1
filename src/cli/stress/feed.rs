//! The inputs of a search, in the order in which they are tried: small ones by size, and between them those of families.

use std::time::{Duration, Instant};

use crate::inputs::Description;
use crate::inputs::batch::{Batches, Next};
use crate::inputs::document::Document;
use crate::inputs::families::{self, Family};
use crate::inputs::generate::{self, Recipe};
use crate::inputs::params::Params;
use crate::problem::{Cases, Condition};

/// For so long, small inputs come first.
const SMALL_FIRST: Duration = Duration::from_millis(500);

/// An input to be tried.
pub struct Task {
    /// The input.
    pub text: Vec<u8>,
    /// Where it comes from.
    pub origin: Origin,
}

/// Where an input comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The small inputs of the size at this index.
    Small(usize),
    /// A family, by its name.
    Family(&'static str),
}

/// The inputs of a search.
pub struct Feed<'a> {
    small: Option<Batches<'a>>,
    /// Whether every input has one case.
    has_single_cases: bool,
    families: Option<Series<'a>>,
    begun: Instant,
    small_time: Duration,
    family_time: Duration,
    sizes: Vec<SizeState>,
}

/// The inputs of one size.
#[derive(Default)]
struct SizeState {
    /// The size in words, once all of its inputs have been given out.
    described: Option<String>,
    /// The inputs that have been given out and are not done.
    pending: usize,
    /// Whether an input of it had no right answer.
    has_gaps: bool,
}

impl<'a> Feed<'a> {
    /// Begins with the smallest inputs.
    pub fn new(about: &'a Description, seed: u64) -> Self {
        Self {
            small: Some(Batches::new(about)),
            has_single_cases: about.grammar.cases == Cases::One,
            families: Some(Series::new(about, seed)),
            begun: Instant::now(),
            small_time: Duration::ZERO,
            family_time: Duration::ZERO,
            sizes: vec![SizeState::default()],
        }
    }

    /// Returns the next input; `None` where there are no more.
    pub fn next(&mut self) -> Option<Task> {
        let is_turn_of_small = self.families.is_none()
            || self.begun.elapsed() < SMALL_FIRST
            || self.small_time <= self.family_time / 2;
        if is_turn_of_small && let Some(task) = self.next_small() {
            return Some(task);
        }
        if let Some(families) = &mut self.families {
            if let Some((family, text)) = families.next() {
                return Some(Task { text, origin: Origin::Family(family) });
            }
            self.families = None;
        }
        self.next_small()
    }

    fn next_small(&mut self) -> Option<Task> {
        loop {
            let Some(next) = self.small.as_mut().and_then(Iterator::next) else {
                self.small = None;
                if self.has_single_cases {
                    // There is nothing beyond every case.
                    self.families = None;
                }
                return None;
            };
            let size = self.sizes.len() - 1;
            match next {
                Next::Batch(batch) => {
                    self.sizes[size].pending += 1;
                    return Some(Task { text: batch.text, origin: Origin::Small(size) });
                }
                Next::Size(described) => {
                    self.sizes[size].described = Some(described);
                    self.sizes.push(SizeState::default());
                }
            }
        }
    }

    /// Notes that an input is done, and whether it said something about the program.
    pub fn done(&mut self, origin: &Origin, took: Duration, has_answer: bool) {
        match origin {
            Origin::Small(size) => {
                self.small_time += took;
                self.sizes[*size].pending -= 1;
                self.sizes[*size].has_gaps |= !has_answer;
            }
            Origin::Family(_) => self.family_time += took,
        }
    }

    /// Returns the greatest size up to which every case has been tried.
    pub fn proved(&self) -> Option<&str> {
        let is_done = |size: &&SizeState| size.pending == 0 && !size.has_gaps;
        self.sizes.iter().take_while(is_done).filter_map(|size| size.described.as_deref()).last()
    }
}

/// Inputs of the families, in rounds: each family once, at first of a few numbers.
struct Series<'a> {
    about: &'a Description,
    families: Vec<&'static Family>,
    seed: u64,
    round: u64,
    next: usize,
}

/// Most numbers of an input in the first rounds.
const FIRST_SIZES: [u64; 2] = [300, 5000];
/// The family that has every small input, which the search has already.
const EXHAUSTIVE: &str = "tiny-exhaustive";

impl Series<'_> {
    /// Returns whether an input keeps the conditions on words, which families do not know.
    fn is_valid(&self, text: &[u8]) -> bool {
        let mut conditions = self.about.grammar.unchecked.iter();
        let is_on_cases = |condition: &Condition| matches!(condition, Condition::Case(_));
        !conditions.any(is_on_cases) || Document::parse(self.about, text).is_ok()
    }
}

impl<'a> Series<'a> {
    fn new(about: &'a Description, seed: u64) -> Self {
        let families = families::for_description(about).filter(|family| family.name != EXHAUSTIVE);
        Self { about, families: families.collect(), seed, round: 0, next: 0 }
    }
}

impl Iterator for Series<'_> {
    type Item = (&'static str, Vec<u8>);

    fn next(&mut self) -> Option<Self::Item> {
        let mut refused = 0;
        while refused < self.families.len() {
            if self.next == self.families.len() {
                self.next = 0;
                self.round += 1;
            }
            let family = self.families[self.next];
            self.next += 1;
            let size = usize::try_from(self.round).ok().and_then(|round| FIRST_SIZES.get(round));
            let params = size.map_or_else(Params::default, |&size| Params::default().with_most("size", size));
            let recipe = Recipe { family, seed: self.seed, number: self.round, params: &params };
            match generate::text(self.about, &recipe) {
                Ok(text) if self.is_valid(&text) => return Some((family.name, text)),
                // The bounds or conditions leave no such input.
                _ => refused += 1,
            }
        }
        None
    }
}
