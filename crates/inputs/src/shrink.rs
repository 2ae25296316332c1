//! Shrinks an input that has a property, such as that a program fails on it, to a minimal one.
//!
//! A step makes a smaller input: it drops an item, lowers a number, shortens a word, merges two items or takes a
//! leaf off a tree. Many steps are taken at once as long as that works, by halves; then every single step is tried, and
//! where none leads to an input with the property, the input is minimal.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::time::Instant;

use super::Description;
use super::bounds::Bounds;
use super::document::{Document, Group};
use super::token::{Token, Value, Word};

/// A change that makes an input smaller.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    /// Drops items of a group, from each list and from the rows that have its count.
    Drop { group: usize, items: Range<usize> },
    /// Sets a number to a lower value.
    Lower { token: usize, value: u64 },
    /// Sets a number that may be negative to a value nearer to 0.
    Approach { token: usize, value: i64 },
    /// Drops letters of a word.
    Shorten { token: usize, letters: Range<usize> },
    /// Replaces a letter of a word by the first of its letters.
    Plain { token: usize, at: usize },
    /// Replaces two items of a list of numbers by their sum or their XOR, which keeps a nim-sum.
    Merge { group: usize, item: usize, into: usize, join: Join },
    /// Takes a leaf and its edge off a tree.
    Leaf { group: usize, edge: usize, vertex: u64 },
}

/// What becomes of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Join {
    Sum,
    Xor,
}

/// Most items of a list whose every pair is merged by XOR; in longer ones there would be too many single steps.
const MOST_XOR: usize = 16;
/// Failures in a row to merge neighbours after which it is left to single steps.
const MERGES_GIVEN_UP: u32 = 6;

/// The smallest input found.
#[derive(Clone, Debug)]
pub struct Shrunk {
    /// The input.
    pub document: Document,
    /// Whether no single step leads to an input with the property.
    pub is_minimal: bool,
    /// The number of single steps tried from it.
    pub steps: usize,
    /// The number of inputs tried.
    pub tried: usize,
}

/// Tells whether an input has the property; `None` where there is no time left.
pub type Property<'a> = dyn FnMut(&[u8]) -> Option<bool> + 'a;

/// Returns the input that has one case of a document alone; `None` where it is none.
#[must_use]
pub fn only_case(about: &Description, document: &Document, case: usize) -> Option<Document> {
    let cases = document.cases();
    let steps = [Step::Drop { group: 0, items: 0..case }, Step::Drop { group: 0, items: case + 1..cases }];
    let is_there = document.groups().first().is_some_and(|group| group.is_free) && case < cases;
    Document::within(about, &Bounds::of(about), changed(document, is_there.then_some(&steps)?)?)
}

/// Shrinks a document that has a property, until it is minimal or the deadline is over.
pub fn shrink(about: &Description, document: Document, deadline: Instant, has: &mut Property<'_>) -> Shrunk {
    let mut shrinker = Shrinker {
        about,
        deadline,
        bounds: Bounds::of(about),
        document,
        without: HashSet::new(),
        tried: 0,
        is_out_of_time: false,
        has,
    };
    loop {
        shrinker.by_halves();
        if let Some(steps) = shrinker.single_step() {
            let Shrinker { document, tried, is_out_of_time, .. } = shrinker;
            return Shrunk { document, is_minimal: !is_out_of_time, steps, tried };
        }
    }
}

struct Shrinker<'s, 'p> {
    about: &'s Description,
    deadline: Instant,
    bounds: Bounds,
    document: Document,
    /// The hashes of inputs that do not have the property.
    without: HashSet<u64>,
    tried: usize,
    is_out_of_time: bool,
    has: &'s mut Property<'p>,
}

impl Shrinker<'_, '_> {
    /// Takes some steps at once, if the input keeps the property.
    fn take(&mut self, steps: &[Step]) -> bool {
        // Large inputs take long, even those that are not tried.
        self.is_out_of_time |= Instant::now() > self.deadline;
        if self.is_out_of_time {
            return false;
        }
        let Some(tokens) = changed(&self.document, steps) else { return false };
        let Some(candidate) = Document::within(self.about, &self.bounds, tokens) else { return false };
        // An input without cases, which some statements allow, says little.
        if candidate.cases() == 0 {
            return false;
        }
        let text = candidate.text(self.about);
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        let hash = hasher.finish();
        if self.without.contains(&hash) {
            return false;
        }
        self.tried += 1;
        match (self.has)(&text) {
            Some(true) => {
                self.document = candidate;
                true
            }
            Some(false) => {
                self.without.insert(hash);
                false
            }
            None => {
                self.is_out_of_time = true;
                false
            }
        }
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
        let unit = |group: &Group| usize::try_from(group.times).unwrap_or(usize::MAX).max(1);
        let Some(found) = self.document.groups().get(group).filter(|found| found.is_free) else { return };
        let unit = unit(found);
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
                if self.is_out_of_time {
                    return;
                }
            }
            size = (size / 2).next_multiple_of(unit).min(size - 1);
        }
    }

    /// Merges neighbours of a list of numbers, the last ones first.
    fn merge_items(&mut self, group: usize) {
        let len = |document: &Document| {
            let found = document.groups().get(group).filter(|found| found.is_free);
            let list = found.filter(|found| found.items_are_numbers(document.tokens()));
            list.map_or(0, Group::len)
        };
        let mut failures = 0;
        for item in (1..len(&self.document)).rev() {
            let merge = |join| [Step::Merge { group, item, into: item - 1, join }];
            if self.take(&merge(Join::Xor)) || self.take(&merge(Join::Sum)) {
                failures = 0;
            } else {
                failures += 1;
            }
            if self.is_out_of_time || failures == MERGES_GIVEN_UP {
                return;
            }
        }
    }

    /// The numbers that count nothing.
    fn numbers(&self) -> Vec<(usize, u64)> {
        let counts: HashSet<usize> = self.document.groups().iter().filter_map(|group| group.count).collect();
        let number = |(at, token): (usize, &Token)| match token.value {
            Value::Number(number) if !counts.contains(&at) => {
                (number > *self.bounds.each(token.name).start()).then_some((at, number))
            }
            _ => None,
        };
        self.document.tokens().iter().enumerate().filter_map(number).collect()
    }

    fn least(&self, token: usize) -> u64 {
        *self.bounds.each(self.document.tokens()[token].name).start()
    }

    /// Halves all numbers at once, which keeps what their common bits say.
    fn halve_all(&mut self) -> bool {
        let half = |(token, value): (usize, u64)| {
            let value = (value / 2).max(self.least(token));
            Step::Lower { token, value }
        };
        let steps: Vec<Step> = self.numbers().into_iter().map(half).collect();
        steps.len() > 1 && self.take(&steps)
    }

    /// Sets many numbers to their least values at once: all, halves, quarters, and so on.
    fn lower_together(&mut self) {
        let mut size = self.numbers().len();
        while size > 0 && !self.is_out_of_time {
            let numbers = self.numbers();
            for part in numbers.chunks(size) {
                let lower = |&(token, _): &(usize, u64)| Step::Lower { token, value: self.least(token) };
                let steps: Vec<Step> = part.iter().map(lower).collect();
                self.take(&steps);
            }
            size /= 2;
        }
    }

    /// Lowers each number as far as bisection finds.
    fn bisect_each(&mut self) {
        for (token, value) in self.numbers() {
            let (mut low, mut high) = (self.least(token), value);
            // Its least value has been tried before.
            while high - low > 1 && !self.is_out_of_time {
                let value = low + (high - low) / 2;
                if self.take(&[Step::Lower { token, value }]) { high = value } else { low = value }
            }
        }
    }

    /// Drops parts of words, and makes their letters plain.
    fn shorten_words(&mut self) {
        for token in 0..self.document.tokens().len() {
            let length = |document: &Document| match &document.tokens()[token].value {
                Value::Word(word) => word.text.len(),
                _ => 0,
            };
            let mut size = length(&self.document) / 2;
            while size > 0 && !self.is_out_of_time {
                let mut at = 0;
                while at + size <= length(&self.document) && !self.is_out_of_time {
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
        let (document, bounds) = (self.document.clone(), self.bounds.clone());
        for step in steps(&document, &bounds) {
            if self.take(&[step]) {
                return None;
            }
            if self.is_out_of_time {
                break;
            }
            tried += 1;
        }
        Some(tried)
    }
}

/// Returns every single step from a document; some break its grammar or bounds, and of those to equal inputs there is
/// one.
fn steps<'d>(document: &'d Document, bounds: &'d Bounds) -> impl Iterator<Item = Step> + 'd {
    let counts: HashSet<usize> = document.groups().iter().filter_map(|group| group.count).collect();
    let of_groups = document.groups().iter().enumerate().flat_map(move |(group, found)| {
        let steps: Box<dyn Iterator<Item = Step> + 'd> = if found.is_tree {
            Box::new(leaves(document, group))
        } else if found.is_free {
            Box::new(drops(document, group).chain(merges(document, group)))
        } else {
            Box::new(std::iter::empty())
        };
        steps
    });
    let lower = move |(token, Token { name, value, .. }): (usize, &'d Token)| match value {
        Value::Number(_) if counts.contains(&token) => Vec::new(),
        Value::Number(number) => {
            let least = *bounds.each(name).start();
            let mut lower = vec![least, (number / 2).max(least)];
            // What depends on a bit shows with that bit alone.
            let bits = (0..u64::BITS).rev().map(|bit| 1 << bit).filter(|bit| number & bit != 0);
            lower.extend(bits.clone().take(1).chain(bits.map(|bit| number ^ bit)));
            lower.push(number.saturating_sub(1));
            lower.retain(|value| (least..*number).contains(value));
            let mut seen = HashSet::new();
            lower.retain(|value| seen.insert(*value));
            lower.into_iter().map(|value| Step::Lower { token, value }).collect()
        }
        Value::Signed(number) => {
            let mut nearer = vec![0, number / 2, number - number.signum()];
            nearer.dedup();
            nearer.retain(|value| value != number);
            nearer.into_iter().map(|value| Step::Approach { token, value }).collect()
        }
        Value::Word(word) => {
            let first = first_letter(word);
            let shorter = (0..word.text.len()).map(|at| Step::Shorten { token, letters: at..at + 1 });
            let other = (0..word.text.len()).filter(|&at| word.text[at] != first);
            shorter.chain(other.map(|at| Step::Plain { token, at })).collect()
        }
    };
    of_groups.chain(document.tokens().iter().enumerate().flat_map(lower))
}

/// Returns the letter that others of a word are replaced by.
fn first_letter(word: &Word) -> u8 {
    word.letters.and_then(|letters| letters.bytes().next()).unwrap_or(b'a')
}

/// Returns the drops of every item, or of as many as one unit of the count has; of equal neighbours, of the last.
fn drops(document: &Document, group: usize) -> impl Iterator<Item = Step> + '_ {
    let found = &document.groups()[group];
    let unit = usize::try_from(found.times).unwrap_or(usize::MAX);
    let starts = 0..(found.len() + 1).saturating_sub(unit);
    let is_last = move |&item: &usize| {
        unit > 1 || item + 1 == found.len() || !are_equal(document, found, item, item + 1)
    };
    starts.filter(is_last).map(move |item| Step::Drop { group, items: item..item + unit })
}

/// Returns whether two items have the same values.
fn are_equal(document: &Document, group: &Group, one: usize, other: usize) -> bool {
    let values = |item: usize| group.tokens(item..item + 1).map(|range| &document.tokens()[range]);
    values(one).zip(values(other)).all(|(one, other)| {
        one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one.value == other.value)
    })
}

/// Returns the merges of every two items of a list of numbers. Merging with 0 is dropping; of equal neighbours, the last is
/// merged.
fn merges(document: &Document, group: usize) -> impl Iterator<Item = Step> + '_ {
    let found = &document.groups()[group];
    let is_list = found.items_are_numbers(document.tokens());
    let len = if is_list { found.len() } else { 0 };
    let values: Vec<u64> = (0..len).filter_map(|item| item_value(document, found, item)).collect();
    (1..values.len()).flat_map(move |item| {
        let is_last = values.get(item + 1) != Some(&values[item]);
        let other = |&into: &usize| is_last && values[item] > 0 && values[into] > 0;
        let into: Vec<usize> = (0..item).filter(other).collect();
        // Without common bits, the XOR is the sum.
        let joins = |into: &usize| match values[item] & values[*into] {
            common if common == 0 || values.len() > MOST_XOR => &[Join::Sum][..],
            _ => &[Join::Sum, Join::Xor],
        };
        let merges: Vec<Step> = into
            .iter()
            .flat_map(|into| joins(into).iter().map(|&join| Step::Merge { group, item, into: *into, join }))
            .collect();
        merges
    })
}

fn item_value(document: &Document, group: &Group, item: usize) -> Option<u64> {
    let range = group.tokens(item..item + 1).next()?;
    match document.tokens().get(range.start)?.value {
        Value::Number(number) => Some(number),
        _ => None,
    }
}

/// Returns the leaves of a tree.
fn leaves(document: &Document, group: usize) -> impl Iterator<Item = Step> + '_ {
    let edges: Vec<[u64; 2]> = edges(document, &document.groups()[group]);
    let mut degrees = vec![0_u32; edges.len() + 2];
    edges.iter().flatten().for_each(|&vertex| degrees[vertex as usize] += 1);
    edges.into_iter().enumerate().flat_map(move |(edge, ends)| {
        let leaves = ends.map(|vertex| (degrees[vertex as usize] == 1).then_some(vertex));
        leaves.into_iter().flatten().map(move |vertex| Step::Leaf { group, edge, vertex })
    })
}

/// Returns the edges of a tree.
fn edges(document: &Document, group: &Group) -> Vec<[u64; 2]> {
    let ends = |range: Range<usize>| match document.tokens().get(range) {
        Some([Token { value: Value::Number(a), .. }, Token { value: Value::Number(b), .. }]) => {
            Some([*a, *b])
        }
        _ => None,
    };
    (0..group.len()).filter_map(|edge| ends(group.tokens(edge..edge + 1).next()?)).collect()
}

/// Returns the tokens of a document after some steps; `None` where the counts do not allow one.
fn changed(document: &Document, steps: &[Step]) -> Option<Vec<Token>> {
    let mut tokens = document.tokens().to_vec();
    let mut dropped: Vec<Range<usize>> = Vec::new();
    let mut drop_items = |tokens: &mut Vec<Token>, group: &Group, items: Range<usize>| {
        if let Some(count) = group.count {
            let Value::Number(number) = &mut tokens[count].value else { return None };
            let items = items.len() as u64;
            if !items.is_multiple_of(group.times) {
                return None;
            }
            *number = number.checked_sub(items / group.times)?;
        }
        dropped.extend(group.tokens(items));
        Some(())
    };
    for step in steps {
        match step {
            Step::Drop { group, items } => {
                drop_items(&mut tokens, &document.groups()[*group], items.clone())?;
            }
            Step::Lower { token, value } => tokens[*token].value = Value::Number(*value),
            Step::Approach { token, value } => tokens[*token].value = Value::Signed(*value),
            Step::Shorten { token, letters } => {
                let Value::Word(word) = &mut tokens[*token].value else { return None };
                // A word has a byte.
                if letters.len() >= word.text.len() {
                    return None;
                }
                word.text.drain(letters.clone());
            }
            Step::Plain { token, at } => {
                let Value::Word(word) = &mut tokens[*token].value else { return None };
                word.text[*at] = first_letter(word);
            }
            Step::Merge { group, item, into, join } => {
                let group = &document.groups()[*group];
                let value = item_value(document, group, *item)?;
                let into = group.tokens(*into..*into + 1).next()?.start;
                let Value::Number(number) = &mut tokens[into].value else { return None };
                *number = match join {
                    Join::Sum => number.checked_add(value)?,
                    Join::Xor => *number ^ value,
                };
                drop_items(&mut tokens, group, *item..*item + 1)?;
            }
            Step::Leaf { group, edge, vertex } => {
                let group = &document.groups()[*group];
                for token in group.tokens(0..group.len()).flatten() {
                    if let Value::Number(number) = &mut tokens[token].value
                        && *number > *vertex
                    {
                        *number -= 1;
                    }
                }
                drop_items(&mut tokens, group, *edge..*edge + 1)?;
            }
        }
    }
    Some(without(tokens, dropped))
}

/// Tokens without some of them.
fn without(mut tokens: Vec<Token>, dropped: Vec<Range<usize>>) -> Vec<Token> {
    if !dropped.is_empty() {
        let mut is_kept = vec![true; tokens.len()];
        dropped.into_iter().flatten().for_each(|token| is_kept[token] = false);
        let mut kept = is_kept.into_iter();
        tokens.retain(|_| kept.next() == Some(true));
    }
    tokens
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
        Description::of(problems::find(slug).unwrap()).unwrap()
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
            let bounds = Bounds::of(&about);
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
            for step in steps(&shrunk.document, &bounds) {
                let Some(tokens) = changed(&shrunk.document, &[step]) else { continue };
                let Some(smaller) = Document::within(&about, &bounds, tokens) else { continue };
                prop_assert!(!has(&smaller.text(&about)));
            }
        }
    }
}
