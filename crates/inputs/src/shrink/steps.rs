//! The steps that make an input smaller, and the tokens that remain.

use std::collections::HashSet;
use std::ops::Range;

use crate::Description;
use crate::document::{Document, Group};
use crate::token::{Token, Value, Word};

/// A change that makes an input smaller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Drops items of a group, from each list and from the rows that have its count.
    Drop { group: usize, items: Range<usize> },
    /// Sets a number to a lower value, or to one nearer to 0.
    Set { token: usize, value: Value },
    /// Drops letters of a word.
    Shorten { token: usize, letters: Range<usize> },
    /// Replaces a letter of a word by the first allowed letter.
    Plain { token: usize, at: usize },
    /// Replaces two items of a list of numbers by their sum or their XOR, which keeps a nim-sum.
    Merge { group: usize, item: usize, into: usize, join: Join },
    /// Takes a leaf and its edge off a tree.
    Leaf { group: usize, edge: usize, vertex: u64 },
}

impl Step {
    /// Returns the step that sets a number to a lower value.
    pub(super) const fn lower(token: usize, value: u64) -> Self {
        Self::Set { token, value: Value::Number(value) }
    }
}

/// The number that replaces two others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Join {
    Sum,
    Xor,
}

/// The limit of items in a list whose pairs are all merged by XOR; longer ones would have too many single steps.
const MOST_XOR: usize = 16;
/// Returns every single step from a document; some break its grammar or bounds, and steps to equal inputs occur once.
pub(super) fn steps<'d>(document: &'d Document, about: &'d Description) -> impl Iterator<Item = Step> + 'd {
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
    let tokens = document.tokens().iter().enumerate();
    of_groups.chain(tokens.flat_map(move |(place, token)| match token.value {
        Value::Number(_) if counts.contains(&place) => Vec::new(),
        _ => smaller(about, place, token),
    }))
}

/// Returns the steps that make a token smaller.
fn smaller(about: &Description, token: usize, Token { name, value, .. }: &Token) -> Vec<Step> {
    match value {
        Value::Number(number) => {
            let least = *about.range(name).start();
            let mut lower = vec![least, (number / 2).max(least)];
            // A failure that depends on one bit still shows with that bit alone.
            let bits = (0..u64::BITS).rev().map(|bit| 1 << bit).filter(|bit| number & bit != 0);
            lower.extend(bits.clone().take(1).chain(bits.map(|bit| number ^ bit)));
            lower.push(number.saturating_sub(1));
            lower.retain(|value| (least..*number).contains(value));
            let mut seen = HashSet::new();
            lower.retain(|value| seen.insert(*value));
            lower.into_iter().map(|value| Step::lower(token, value)).collect()
        }
        Value::Signed(number) => {
            let mut nearer = vec![0, number / 2, number - number.signum()];
            nearer.dedup();
            nearer.retain(|value| value != number);
            nearer.into_iter().map(|value| Step::Set { token, value: Value::Signed(value) }).collect()
        }
        Value::Word(word) => {
            let first = first_letter(word);
            let shorter = (0..word.text.len()).map(|at| Step::Shorten { token, letters: at..at + 1 });
            let other = (0..word.text.len()).filter(|&at| word.text[at] != first);
            shorter.chain(other.map(|at| Step::Plain { token, at })).collect()
        }
    }
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
    let last = starts.filter(move |&item| {
        unit > 1 || item + 1 == found.len() || !are_equal(document, found, item, item + 1)
    });
    last.map(move |item| Step::Drop { group, items: item..item + unit })
}

/// Returns whether two items have the same values.
fn are_equal(document: &Document, group: &Group, one: usize, other: usize) -> bool {
    group.tokens(one..one + 1).zip(group.tokens(other..other + 1)).all(|(one, other)| {
        let (one, other) = (&document.tokens()[one], &document.tokens()[other]);
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
        let mut merges = Vec::new();
        for into in (0..item).filter(|&into| is_last && values[item] > 0 && values[into] > 0) {
            merges.push(Step::Merge { group, item, into, join: Join::Sum });
            // Without common bits, the XOR is the sum.
            if values[item] & values[into] != 0 && values.len() <= MOST_XOR {
                merges.push(Step::Merge { group, item, into, join: Join::Xor });
            }
        }
        merges
    })
}

fn item_value(document: &Document, group: &Group, item: usize) -> Option<u64> {
    let range = group.tokens(item..item + 1).next()?;
    document.tokens().get(range.start)?.value.number()
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
    let ranges = (0..group.len()).filter_map(|edge| group.tokens(edge..edge + 1).next());
    let edges = ranges.filter_map(|range| match document.tokens().get(range) {
        Some([Token { value: Value::Number(a), .. }, Token { value: Value::Number(b), .. }]) => {
            Some([*a, *b])
        }
        _ => None,
    });
    edges.collect()
}

/// Returns the tokens of a document after some steps; `None` where the counts do not allow one.
pub(super) fn changed(document: &Document, steps: &[Step]) -> Option<Vec<Token>> {
    let mut tokens = document.tokens().to_vec();
    let mut dropped: Vec<Range<usize>> = Vec::new();
    for step in steps {
        match step {
            Step::Drop { group, items } => {
                dropped.extend(drop_items(&mut tokens, &document.groups()[*group], items.clone())?);
            }
            Step::Set { token, value } => tokens[*token].value = value.clone(),
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
                dropped.extend(drop_items(&mut tokens, group, *item..*item + 1)?);
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
                dropped.extend(drop_items(&mut tokens, group, *edge..*edge + 1)?);
            }
        }
    }
    Some(without(tokens, dropped))
}

/// Lowers the count of a group by some items, and returns their tokens; `None` where the count does not allow it.
fn drop_items(tokens: &mut [Token], group: &Group, items: Range<usize>) -> Option<Vec<Range<usize>>> {
    if let Some(count) = group.count {
        let Value::Number(number) = &mut tokens[count].value else { return None };
        let items = items.len() as u64;
        if !items.is_multiple_of(group.times) {
            return None;
        }
        *number = number.checked_sub(items / group.times)?;
    }
    Some(group.tokens(items).collect())
}

fn without(mut tokens: Vec<Token>, dropped: Vec<Range<usize>>) -> Vec<Token> {
    if !dropped.is_empty() {
        let mut is_kept = vec![true; tokens.len()];
        dropped.into_iter().flatten().for_each(|token| is_kept[token] = false);
        let mut kept = is_kept.into_iter();
        tokens.retain(|_| kept.next() == Some(true));
    }
    tokens
}
