//! Shrinks an input that has a property, such as that a program fails on it, to a minimal one.
//!
//! A step makes a smaller input: it drops an item, lowers a number, shortens a word, merges two items or takes a leaf off a tree. While it
//! works, many steps are taken at once, by halves; then every single step is tried, and if none leads to an input with the property, the
//! input is minimal.

use std::collections::HashSet;
use std::time::Instant;

mod lines;
mod steps;
mod trials;

pub use self::lines::{ShrunkText, shrink_text};
use self::steps::{Join, Step, changed, steps};
pub use self::trials::Property;
use self::trials::Trials;
use super::Description;
use super::document::{Document, Group};
use super::token::Value;

/// The number of failures in a row after which merging neighbours is left to single steps.
const MERGES_GIVEN_UP: u32 = 6;

/// The smallest failing input found.
#[derive(Clone, Debug)]
pub struct Shrunk {
    /// The smallest input.
    pub document: Document,
    /// Whether no single step leads to an input with the property.
    pub is_minimal: bool,
    /// The number of single steps tried from the result.
    pub steps: usize,
    /// The number of inputs tried.
    pub tried: usize,
}

/// Returns an input with one case of a document alone; `None` if that is not valid.
pub fn only_case(about: &Description, document: &Document, case: usize) -> Option<Document> {
    let cases = document.cases();
    let steps = [Step::Drop { group: 0, items: 0..case }, Step::Drop { group: 0, items: case + 1..cases }];
    let is_there = document.groups().first().is_some_and(|group| group.is_free) && case < cases;
    Document::within(about, changed(document, is_there.then_some(&steps)?)?)
}

/// Shrinks a document that has a property, until it is minimal or the deadline is over.
pub fn shrink(about: &Description, document: Document, deadline: Instant, has: &mut Property<'_>) -> Shrunk {
    let mut shrinker = Shrinker { about, document, trials: Trials::new(deadline, has) };
    loop {
        shrinker.by_halves();
        if let Some(steps) = shrinker.single_step() {
            let Shrinker { document, trials: Trials { tried, is_out_of_time, .. }, .. } = shrinker;
            return Shrunk { document, is_minimal: !is_out_of_time, steps, tried };
        }
    }
}

struct Shrinker<'s, 'p> {
    about: &'s Description,
    document: Document,
    trials: Trials<'s, 'p>,
}

impl Shrinker<'_, '_> {
    /// Takes some steps at once, if the input keeps the property.
    fn take(&mut self, steps: &[Step]) -> bool {
        // Even untried large inputs take long to build.
        if self.trials.is_over() {
            return false;
        }
        let Some(tokens) = changed(&self.document, steps) else { return false };
        let Some(candidate) = Document::within(self.about, tokens) else { return false };
        // An input without cases, which some statements allow, says little.
        if candidate.cases() == 0 {
            return false;
        }
        let has = self.trials.has(&candidate.text(self.about));
        if has {
            self.document = candidate;
        }
        has
    }

    /// Makes the input smaller by large steps.
    fn by_halves(&mut self) {
        let mut group = 0;
        while group < self.document.groups().len() {
            self.drop_items(group);
            self.merge_items(group);
            group += 1;
        }
        while self.halve_all() {}
        self.lower_together();
        self.bisect_each();
        self.shorten_words();
    }

    /// Drops parts of a group: halves, quarters, and so on.
    fn drop_items(&mut self, group: usize) {
        let Some(found) = self.document.groups().get(group).filter(|found| found.is_free) else { return };
        let unit = usize::try_from(found.times).unwrap_or(usize::MAX).max(1);
        let mut size = found.len();
        while size >= unit && size > 0 {
            let mut at = 0;
            while let Some(len) = self.document.groups().get(group).map(Group::len)
                && at < len
            {
                let items = at..(at + size).min(len);
                if !self.take(&[Step::Drop { group, items }]) {
                    at += size;
                }
                if self.trials.is_out_of_time {
                    return;
                }
            }
            size = (size / 2).next_multiple_of(unit).min(size - 1);
        }
    }

    /// Merges neighbours of a list of numbers, the last ones first.
    fn merge_items(&mut self, group: usize) {
        let found = self.document.groups().get(group).filter(|found| found.is_free);
        let list = found.filter(|found| found.items_are_numbers(self.document.tokens()));
        let len = list.map_or(0, Group::len);
        let mut failures = 0;
        for item in (1..len).rev() {
            let mut joins = [Join::Xor, Join::Sum].into_iter();
            if joins.any(|join| self.take(&[Step::Merge { group, item, into: item - 1, join }])) {
                failures = 0;
            } else {
                failures += 1;
            }
            if self.trials.is_out_of_time || failures == MERGES_GIVEN_UP {
                return;
            }
        }
    }

    /// Returns the numbers that count nothing, with their tokens.
    fn numbers(&self) -> Vec<(usize, u64)> {
        let counts: HashSet<usize> = self.document.groups().iter().filter_map(|group| group.count).collect();
        let tokens = self.document.tokens().iter().enumerate();
        let numbers = tokens.filter_map(|(at, token)| match token.value {
            Value::Number(number) if !counts.contains(&at) => {
                (number > *self.about.range(token.name).start()).then_some((at, number))
            }
            _ => None,
        });
        numbers.collect()
    }

    fn least(&self, token: usize) -> u64 {
        *self.about.range(self.document.tokens()[token].name).start()
    }

    /// Halves all numbers at once, which preserves relations between their upper bits.
    fn halve_all(&mut self) -> bool {
        let halves =
            self.numbers().into_iter().map(|(token, value)| (token, (value / 2).max(self.least(token))));
        let steps: Vec<Step> = halves.map(|(token, half)| Step::lower(token, half)).collect();
        steps.len() > 1 && self.take(&steps)
    }

    /// Sets many numbers to their least values at once: all, halves, quarters, and so on.
    fn lower_together(&mut self) {
        let mut size = self.numbers().len();
        while size > 0 && !self.trials.is_out_of_time {
            let numbers = self.numbers();
            for part in numbers.chunks(size) {
                let steps: Vec<Step> =
                    part.iter().map(|&(token, _)| Step::lower(token, self.least(token))).collect();
                self.take(&steps);
            }
            size /= 2;
        }
    }

    /// Lowers each number as far as bisection finds.
    fn bisect_each(&mut self) {
        for (token, value) in self.numbers() {
            let (mut low, mut high) = (self.least(token), value);
            // The least value has been tried before.
            while high - low > 1 && !self.trials.is_out_of_time {
                let value = low + (high - low) / 2;
                if self.take(&[Step::lower(token, value)]) { high = value } else { low = value }
            }
        }
    }

    /// Returns the length of a word; 0 of another token.
    fn word_len(&self, token: usize) -> usize {
        match &self.document.tokens()[token].value {
            Value::Word(word) => word.text.len(),
            _ => 0,
        }
    }

    /// Drops parts of words, and makes their letters plain.
    fn shorten_words(&mut self) {
        for token in 0..self.document.tokens().len() {
            let mut size = self.word_len(token) / 2;
            while size > 0 && !self.trials.is_out_of_time {
                let mut at = 0;
                while at + size <= self.word_len(token) && !self.trials.is_out_of_time {
                    if !self.take(&[Step::Shorten { token, letters: at..at + size }]) {
                        at += size;
                    }
                }
                size /= 2;
            }
        }
    }

    /// Tries every single step, and takes the first that keeps the property; else returns how many there are.
    fn single_step(&mut self) -> Option<usize> {
        let mut tried = 0;
        let document = self.document.clone();
        for step in steps(&document, self.about) {
            if self.take(&[step]) {
                return None;
            }
            if self.trials.is_out_of_time {
                break;
            }
            tried += 1;
        }
        Some(tried)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nim_problems as problems;
    use proptest::prelude::*;
    use std::time::Duration;

    /// Long after the end of the test.
    fn later() -> Instant {
        Instant::now() + Duration::from_secs(1000)
    }

    fn about(slug: &str) -> Description {
        Description::from_entry(problems::find(slug).unwrap())
    }

    /// Shrinks a text that has a property of its numbers or of its text.
    #[track_caller]
    fn check(slug: &str, text: &str, expect: &str, has: impl Fn(&str) -> bool) -> Shrunk {
        let about = about(slug);
        let document = Document::parse(&about, text.as_bytes()).unwrap();
        let shrunk =
            shrink(&about, document, later(), &mut |text| Some(has(std::str::from_utf8(text).unwrap())));
        assert_eq!(String::from_utf8(shrunk.document.text(&about)).unwrap(), expect);
        assert!(shrunk.is_minimal);
        shrunk
    }

    fn numbers(text: &str) -> Vec<u64> {
        text.split_ascii_whitespace().filter_map(|word| word.parse().ok()).collect()
    }

    #[test]
    fn cases_items_and_values_go_as_far_as_they_can() {
        let shrunk = check("john", "3\n3\n3 5 1\n1\n1\n2\n700 4000\n", "1\n1\n2\n", |text| {
            numbers(text).iter().skip(2).any(|&heap| heap > 1)
        });
        assert!(shrunk.tried < 20, "{}", shrunk.tried);
        // A sum too large for 32 bits.
        let stones = "2\n2000000000 2000000000\n3\n1 2 2147483647\n0\n";
        let sum = |text: &str| numbers(text).iter().skip(1).sum::<u64>() > 1 << 31;
        check("stones", stones, "2\n2 2147483647\n0\n", |text| sum(text) && text.lines().count() == 3);
    }

    #[test]
    fn a_nim_sum_is_kept_by_merging() {
        let has = |text: &str| {
            let heaps = &numbers(text)[2..];
            heaps.iter().any(|&heap| heap > 1) && heaps.iter().fold(0, |sum, heap| sum ^ heap) == 0
        };
        let shrunk = check("john", "1\n7\n1 2 4 8 16 3 28\n", "1\n2\n3 3\n", has);
        assert!(shrunk.tried < 60, "{}", shrunk.tried);
    }

    #[test]
    fn rows_words_and_trees_shrink() {
        let northcott = "3 5\n1 5\n4 3\n2 1\n";
        check("northcott", northcott, "1 2\n2 1\n", |text| {
            numbers(text)[2..].chunks(2).any(|row| row[0] > row[1])
        });
        check("treblecross", "2\n.X..X..\n....\n", "1\n.X.\n", |text| text.contains(".X"));
        // A vertex with three neighbours.
        let tree = "7\n1 2\n2 3\n3 4\n3 5\n5 6\n6 7\n";
        let degree = |text: &str| {
            let ends = numbers(text)[1..].to_vec();
            ends.iter().any(|end| ends.iter().filter(|other| *other == end).count() == 3)
        };
        check("tree-cutting", tree, "4\n1 2\n1 3\n1 4\n", degree);
    }

    #[test]
    fn what_is_out_of_time_is_not_minimal() {
        let about = about("john");
        let document = Document::parse(&about, b"1\n2\n7 9\n").unwrap();
        let mut left = 2;
        let shrunk = shrink(&about, document, later(), &mut |_| {
            left -= 1;
            (left > 0).then_some(true)
        });
        assert!(!shrunk.is_minimal);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn no_single_step_from_a_minimum_keeps_the_property(
            cases in prop::collection::vec(prop::collection::vec(0_u64..60, 1..8), 1..6),
            modulus in 2_u64..7,
            rest in 0_u64..7,
            least in 0_usize..4,
        ) {
            let about = about("john");
            let lines = cases.iter().map(|heaps| {
                let line: Vec<String> = heaps.iter().map(u64::to_string).collect();
                format!("{}\n{}\n", heaps.len(), line.join(" "))
            });
            let text = format!("{}\n{}", cases.len(), lines.collect::<String>());
            // Some arbitrary property, not kept by most steps.
            let has = |text: &[u8]| {
                let numbers = numbers(std::str::from_utf8(text).unwrap());
                numbers.iter().sum::<u64>() % modulus == rest % modulus && numbers.len() > least
            };
            prop_assume!(has(text.as_bytes()));
            let document = Document::parse(&about, text.as_bytes()).unwrap();
            let shrunk = shrink(&about, document, later(), &mut |text| Some(has(text)));
            prop_assert!(shrunk.is_minimal);
            prop_assert!(has(&shrunk.document.text(&about)));
            for step in steps(&shrunk.document, &about) {
                let Some(tokens) = changed(&shrunk.document, &[step]) else { continue };
                let Some(smaller) = Document::within(&about, tokens) else { continue };
                prop_assert!(!has(&smaller.text(&about)));
            }
        }
    }
}
