//! The inputs of a search, in the order in which they are tried: small ones by size, and between them those of families.

use std::fmt;
use std::time::{Duration, Instant};

use nim_inputs::Description;
use nim_inputs::batch::{Batches, Next};
use nim_inputs::document::Document;
use nim_inputs::families::{self, Family};
use nim_inputs::generate::{self, Recipe};
use nim_inputs::params::Params;
use nim_solve::problem::{Cases, Condition};

/// For so long, small inputs come first.
const SMALL_FIRST: Duration = Duration::from_millis(500);
/// The share of the time for small inputs.
const SMALL_SHARE: u32 = 4;
/// The lanes of families, the first of which has short lists: most numbers of an input, as many as families make in the last; and shares of the time.
const LANES: [(Option<u64>, u32); 4] = [(Some(30), 2), (Some(300), 2), (Some(5000), 1), (None, 1)];

/// An input to be tried.
pub struct TrialInput {
    /// The input.
    pub text: Vec<u8>,
    /// Its origin.
    pub origin: Origin,
}

/// The origin of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The small inputs of the size at this index.
    Small(usize),
    /// The families of the lane at this index.
    Family(usize),
    /// A generator, called with these.
    Generated { seed: u64, size: u64 },
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Generated { seed, size } => write!(f, " of seed {seed} and size {size}"),
            _ => Ok(()),
        }
    }
}

/// The inputs of a search.
pub trait Feed: Send {
    /// Returns the next input; `None` where there are no more.
    fn next(&mut self) -> Option<TrialInput>;

    /// Notes that an input is done, and whether it has a right answer.
    fn done(&mut self, origin: Origin, took: Duration, has_answer: bool);

    /// Returns the greatest size up to which every case has been tried.
    fn proved(&self) -> Option<&str>;
}

/// The inputs of a grammar.
///
/// They come from lanes, each of which gets its share of the time: small inputs, and families with inputs of a few numbers, of
/// some, and so on.
pub struct GrammarFeed<'a> {
    small: Option<Batches<'a>>,
    small_load: Load,
    /// Whether every input has one case.
    has_single_cases: bool,
    lanes: Vec<(Series<'a>, Load)>,
    begun: Instant,
    sizes: Vec<SizeState>,
}

/// What has been spent on the inputs of a lane.
struct Load {
    share: u32,
    time: Duration,
    /// The inputs that have been given out and are not done.
    pending: u32,
}

impl Load {
    const fn new(share: u32) -> Self {
        Self { share, time: Duration::ZERO, pending: 0 }
    }

    /// Returns its order among lanes: the least comes next.
    fn order(&self) -> (Duration, u32) {
        (self.time * (self.pending + 1) / self.share, self.pending)
    }

    fn done(&mut self, took: Duration) {
        self.time += took;
        self.pending -= 1;
    }
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

impl<'a> GrammarFeed<'a> {
    /// Begins with the smallest inputs.
    pub fn new(about: &'a Description, seed: u64) -> Self {
        let lanes = (0..LANES.len()).map(|lane| (Series::new(about, seed, lane), Load::new(LANES[lane].1)));
        Self {
            small: Some(Batches::new(about)),
            small_load: Load::new(SMALL_SHARE),
            has_single_cases: about.grammar.cases == Cases::One,
            lanes: lanes.collect(),
            begun: Instant::now(),
            sizes: vec![SizeState::default()],
        }
    }

    fn next_small(&mut self) -> Option<TrialInput> {
        loop {
            let Some(next) = self.small.as_mut().and_then(Iterator::next) else {
                self.small = None;
                if self.has_single_cases {
                    // There is nothing beyond every case.
                    self.lanes.clear();
                }
                return None;
            };
            let size = self.sizes.len() - 1;
            match next {
                Next::Batch(batch) => {
                    self.sizes[size].pending += 1;
                    self.small_load.pending += 1;
                    return Some(TrialInput { text: batch.text, origin: Origin::Small(size) });
                }
                Next::Size(described) => {
                    self.sizes[size].described = Some(described);
                    self.sizes.push(SizeState::default());
                }
            }
        }
    }
}

impl Feed for GrammarFeed<'_> {
    fn next(&mut self) -> Option<TrialInput> {
        let small_first = self.begun.elapsed() < SMALL_FIRST;
        if small_first && let Some(input) = self.next_small() {
            return Some(input);
        }
        loop {
            let lanes = self.lanes.iter().enumerate().filter(|(_, (series, _))| !series.is_over);
            let least = lanes.min_by_key(|(_, (_, load))| load.order());
            let least = least.map(|(lane, (_, load))| (lane, load.order()));
            let is_turn_of_small = least.is_none_or(|(_, order)| self.small_load.order() <= order);
            if is_turn_of_small && let Some(input) = self.next_small() {
                return Some(input);
            }
            let (lane, _) = least?;
            let (series, load) = self.lanes.get_mut(lane)?;
            if let Some(text) = series.next() {
                load.pending += 1;
                return Some(TrialInput { text, origin: Origin::Family(lane) });
            }
            series.is_over = true;
        }
    }

    fn done(&mut self, origin: Origin, took: Duration, has_answer: bool) {
        match origin {
            Origin::Small(size) => {
                self.small_load.done(took);
                self.sizes[size].pending -= 1;
                self.sizes[size].has_gaps |= !has_answer;
            }
            Origin::Family(lane) => {
                if let Some((_, load)) = self.lanes.get_mut(lane) {
                    load.done(took);
                }
            }
            Origin::Generated { .. } => {}
        }
    }

    fn proved(&self) -> Option<&str> {
        let done = self.sizes.iter().take_while(|size| size.pending == 0 && !size.has_gaps);
        done.filter_map(|size| size.described.as_deref()).last()
    }
}

/// The inputs of a lane: each family in turn, again and again, with as many cases as there may be and with two cases.
struct Series<'a> {
    about: &'a Description,
    families: Vec<Family>,
    params: Params,
    seed: u64,
    lane: usize,
    given: usize,
    is_over: bool,
}

/// The family that has every small input, which the search has already.
const EXHAUSTIVE: &str = "tiny-exhaustive";

impl<'a> Series<'a> {
    fn new(about: &'a Description, seed: u64, lane: usize) -> Self {
        let families = families::for_description(about).filter(|family| family.name != EXHAUSTIVE);
        let mut families: Vec<Family> = families.copied().collect();
        let params = Params::default();
        if lane == 0 {
            families.iter_mut().for_each(|family| *family = family.with_short_lists());
        }
        let params = match LANES[lane].0 {
            Some(size) => params.with_most("size", size),
            None => {
                // Those that most often take too long.
                families.sort_by_key(|family| !family.is_longest());
                params
            }
        };
        let has_cases = about.grammar.cases != Cases::One;
        let with_two = families.iter().filter(|_| has_cases).map(Family::with_two_cases);
        let mut families = [families.clone(), with_two.collect()].concat();
        // Lanes begin with different families, so that each comes soon in one of them.
        let first = families.len() * ((lane + 1) % LANES.len()) / LANES.len();
        families.rotate_left(first);
        Self { about, families, params, seed, lane, given: 0, is_over: false }
    }

    /// Returns whether an input keeps the conditions on words, which families do not know.
    fn is_valid(&self, text: &[u8]) -> bool {
        let mut conditions = self.about.grammar.unchecked.iter();
        !conditions.any(|condition| matches!(condition, Condition::Without { .. }))
            || Document::parse(self.about, text).is_ok()
    }
}

impl Iterator for Series<'_> {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Self::Item> {
        for _ in 0..self.families.len() {
            let family = &self.families[self.given % self.families.len()];
            let number = (self.given * LANES.len() + self.lane) as u64;
            self.given += 1;
            let recipe = Recipe { family, seed: self.seed, number, params: &self.params };
            if let Ok(text) = generate::text(self.about, &recipe)
                && self.is_valid(&text)
            {
                return Some(text);
            }
            // The bounds or conditions leave no such input.
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nim_problems as problems;

    #[test]
    fn lanes_get_their_shares_of_the_time() {
        let about = Description::from_entry(problems::find("bash").unwrap());
        let mut feed = GrammarFeed::new(&about, 0);
        feed.begun -= SMALL_FIRST;
        let mut spent = vec![0; LANES.len() + 1];
        for _ in 0..300 {
            let input = feed.next().unwrap();
            let (lane, cost) = match input.origin {
                Origin::Small(_) => (LANES.len(), 1),
                Origin::Family(lane) => (lane, 1 + 3 * lane as u64),
                Origin::Generated { .. } => unreachable!(),
            };
            spent[lane] += cost;
            feed.done(input.origin, Duration::from_millis(cost), true);
        }
        let shares: Vec<u32> = LANES.iter().map(|(_, share)| *share).chain([SMALL_SHARE]).collect();
        let (all, total) = (shares.iter().sum::<u32>(), spent.iter().sum::<u64>());
        for (share, spent) in shares.into_iter().zip(spent) {
            let due = total * u64::from(share) / u64::from(all);
            assert!(due.abs_diff(spent) < 20, "{spent} of {total}, {due} is due");
        }
    }

    #[test]
    fn a_size_is_proved_when_its_last_input_is_done() {
        let about = Description::from_entry(problems::find("nim-without-repeats").unwrap());
        let mut feed = GrammarFeed::new(&about, 0);
        let input = feed.next().unwrap();
        assert_eq!((input.text.as_slice(), input.origin), (&b"1\n1\n"[..], Origin::Small(0)));
        let second = feed.next().unwrap();
        assert_eq!(second.origin, Origin::Small(1));
        assert_eq!(feed.proved(), None);
        feed.done(input.origin, Duration::ZERO, true);
        assert_eq!(feed.proved(), Some("every case with heaps ≤ 1, stones ≤ 1"));
    }
}
