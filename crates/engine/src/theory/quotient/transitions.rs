//! Transition algebras: finer and finer monoids of the sums of some generators, and their extension by a new one.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::limits::Limits;
use super::monoid::{Element, IDENTITY, Monoid};
use crate::theory::refusal::Refusal;
use crate::theory::watch::Steps;

/// A computed value; `None` if it is too large.
type OrTooMany<T> = Result<Option<T>, Refusal>;

/// A sum of generators: their indices.
pub(super) type Word = Vec<usize>;

/// A generator of a monoid: how long play in it can last, and its options, as sums of generators before it.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub(super) duration: u64,
    pub(super) options: Vec<Word>,
}

/// A finite set on which generators act, so that each of its elements stands for some of their sums, in which a move
/// leads to a sum of some other element.
///
/// The *transition algebra* of such a set (Plambeck and Siegel 2008) has an element for each pair of an element x and the set of elements that can be
/// moved to from a sum of x.
#[derive(Clone, Debug)]
pub(super) struct Transitions {
    /// For each element the product with each generator.
    next: Vec<Vec<Element>>,
    /// Whether an element is a P-position.
    lost: Vec<bool>,
    /// Elements by rising duration of their shortest sums, with the elements of the options of these.
    sums: Vec<(Element, Vec<Element>)>,
}

/// The exponents of a generator in sums that are numbered: the distance of sums whose exponents differ by 1, and the largest exponent.
struct Axis {
    distance: usize,
    most: usize,
}

impl Axis {
    fn exponent(&self, sum: usize) -> usize {
        sum / self.distance % (self.most + 1)
    }

    /// Returns the sum with one more of the generator; beyond the largest exponent, with one less.
    fn next(&self, sum: usize) -> usize {
        if self.exponent(sum) < self.most { sum + self.distance } else { sum - self.distance }
    }
}

impl Transitions {
    /// Returns the products of a monoid with its generators.
    pub(super) fn of_monoid(monoid: &Monoid, generators: &[Element], rules: &[Rules]) -> Self {
        let rows = monoid.elements().map(|x| generators.iter().map(|&by| monoid.product(x, by)).collect());
        let next: Vec<Vec<Element>> = rows.collect();
        let lost = monoid.elements().map(|x| monoid.is_lost(x)).collect();
        let sums = shortest_sums(&next, rules);
        Self { next, lost, sums }
    }

    /// Returns the sums in which each generator occurs at most as often as the powers of its element in this set differ, and `slack` times more;
    /// beyond that exponents alternate. `None` if there are too many.
    pub(super) fn unfolded(&self, rules: &[Rules], slack: u32, limits: Limits) -> Option<Self> {
        let mut axes: Vec<Axis> = Vec::new();
        let mut size: usize = 1;
        for (generator, rules) in rules.iter().enumerate() {
            // A heap of Nim of size 1 is its own inverse.
            let is_one = rules.options.iter().all(Vec::is_empty);
            let most = if is_one { 1 } else { (self.index(generator) + 1 + slack) as usize };
            axes.push(Axis { distance: size, most });
            size = size.checked_mul(most + 1).filter(|&size| size <= limits.sums)?;
        }
        let next: Vec<Vec<Element>> =
            (0..size).map(|sum| axes.iter().map(|axis| axis.next(sum) as Element).collect()).collect();
        let mut value = vec![IDENTITY; size];
        for sum in 1..size {
            // The sum with one of its generators less comes before it.
            let generator = axes.iter().position(|axis| axis.exponent(sum) > 0).unwrap_or(0);
            let before = sum - axes[generator].distance;
            value[sum] = self.next[value[before] as usize][generator];
        }
        let lost = value.iter().map(|&x| self.lost[x as usize]).collect();
        let sums = shortest_sums(&next, rules);
        Some(Self { next, lost, sums })
    }

    /// Returns the smallest exponent whose power of a generator occurs again.
    fn index(&self, generator: usize) -> u32 {
        let powers = std::iter::successors(Some(IDENTITY), |&x| Some(self.next[x as usize][generator]));
        let mut seen = HashMap::new();
        (0..).zip(powers).find_map(|(exponent, power)| seen.insert(power, exponent)).unwrap_or(0)
    }

    /// Returns the element of a sum.
    pub(super) fn value(&self, word: &Word) -> Element {
        walk(&self.next, IDENTITY, word)
    }

    /// Returns a sum of generators for each element, of the first ones if possible.
    pub(super) fn least_words(&self) -> Vec<Word> {
        least_words(&self.next)
    }

    /// Returns the transition algebra; `None` if it is too large.
    pub(super) fn refined(&self, rules: &[Rules], limits: Limits, steps: &mut Steps<'_>) -> OrTooMany<Self> {
        type Pair = (Element, Vec<Element>);
        let end: Pair = (IDENTITY, Vec::new());
        let mut numbers: HashMap<Pair, Element> = HashMap::from([(end.clone(), 0)]);
        let mut pairs = vec![end];
        let mut next: Vec<Vec<Element>> = Vec::new();
        while let Some((x, reached)) = pairs.get(next.len()).cloned() {
            let mut row = Vec::with_capacity(rules.len());
            for (index, generator) in rules.iter().enumerate() {
                let moved = generator.options.iter().map(|option| walk(&self.next, x, option));
                let beside = reached.iter().map(|&option| self.next[option as usize][index]);
                let pair = (self.next[x as usize][index], sorted(moved.chain(beside).collect()));
                steps.spend(16 * pair.1.len() as u64)?;
                let fresh = pairs.len() as Element;
                let number = *numbers.entry(pair).or_insert_with_key(|pair| {
                    pairs.push(pair.clone());
                    fresh
                });
                row.push(number);
            }
            next.push(row);
            if pairs.len() > limits.sums {
                return Ok(None);
            }
        }
        let lost = pairs.iter().map(|(x, _)| self.lost[*x as usize]).collect();
        let sums = shortest_sums(&next, rules);
        Ok(Some(Self { next, lost, sums }))
    }

    /// Returns which elements are P-positions beside a power of a new component with these options, where `before` has that for the power
    /// before, and sums of an element have the outcome of the shortest one.
    pub(super) fn beside_power(&self, options: &[Word], before: &[bool]) -> Vec<bool> {
        let mut lost = vec![false; before.len()];
        for (element, reached) in &self.sums {
            let wins = reached.iter().any(|&next| lost[next as usize])
                || options.iter().any(|option| before[walk(&self.next, *element, option) as usize]);
            lost[*element as usize] = !wins;
        }
        lost
    }

    /// Returns which elements are P-positions beside the powers of a new component with these options, and the power that equals the one
    /// after the last; `None` if there are too many.
    fn beside_powers(
        &self,
        options: &[Word],
        limits: Limits,
        steps: &mut Steps<'_>,
    ) -> OrTooMany<(Vec<Vec<bool>>, usize)> {
        let (size, mut outcomes) = (self.next.len(), Vec::new());
        // Each power is found from the one before, so that they recur.
        let mut powers: HashMap<Vec<bool>, usize> = HashMap::new();
        let mut next = self.lost.clone();
        loop {
            if let Some(&back) = powers.get(&next) {
                return Ok(Some((outcomes, back)));
            }
            powers.insert(next.clone(), outcomes.len());
            outcomes.push(next);
            if outcomes.len() * size > limits.sums {
                return Ok(None);
            }
            steps.spend((size * options.len()) as u64 * 16)?;
            next = self.beside_power(options, &outcomes[outcomes.len() - 1]);
        }
    }

    /// Returns which elements are P-positions.
    pub(super) fn lost(&self) -> &[bool] {
        &self.lost
    }

    /// Returns the reduced monoid of the sums with a new generator that has these options, and the elements of the generators, the new one
    /// last; `None` if it is too large.
    ///
    /// It is reduced by refinement (Moore 1956): elements are the same where with every sum beside them they are P-positions
    /// together.
    pub(super) fn extended(
        &self,
        options: &[Word],
        limits: Limits,
        steps: &mut Steps<'_>,
    ) -> OrTooMany<(Monoid, Vec<Element>)> {
        let size = self.next.len();
        let Some((outcomes, back)) = self.beside_powers(options, limits, steps)? else { return Ok(None) };
        let axes = self.next.first().map_or(0, Vec::len);
        let after = |pair: usize, axis: usize| {
            let (power, x) = (pair / size, pair % size);
            match self.next[x].get(axis) {
                Some(&next) => power * size + next as usize,
                None if power + 1 < outcomes.len() => pair + size,
                None => back * size + x,
            }
        };
        let lost = outcomes.iter().flatten().map(|&lost| Element::from(lost)).collect();
        let Some((class, members)) = classes(lost, axes, after, limits, steps)? else { return Ok(None) };
        let next: Vec<Vec<Element>> =
            members.iter().map(|&pair| (0..=axes).map(|axis| class[after(pair, axis)]).collect()).collect();
        let lost = members.iter().map(|&pair| outcomes[pair / size][pair % size]).collect();
        let words = least_words(&next);
        let products = (0..members.len() as Element)
            .flat_map(|x| words.iter().map(move |word| (x, word)))
            .map(|(x, word)| walk(&next, x, word))
            .collect();
        let generators = next[IDENTITY as usize].clone();
        Ok(Some((Monoid::new(products, lost), generators)))
    }
}

/// Returns the classes of elements that with every sum beside them are P-positions together, by refinement of those of `class`, and the
/// first member of each; `None` if they are too many. `after` is the product of an element and the generator of an axis.
fn classes(
    mut class: Vec<Element>,
    axes: usize,
    after: impl Fn(usize, usize) -> usize,
    limits: Limits,
    steps: &mut Steps<'_>,
) -> OrTooMany<(Vec<Element>, Vec<usize>)> {
    let mut members: Vec<usize> = Vec::new();
    let mut unchanged = 0;
    for axis in (0..=axes).cycle() {
        let mut numbers: HashMap<(Element, Element), Element> = HashMap::new();
        let mut firsts = Vec::new();
        let refined = (0..class.len()).map(|pair| {
            *numbers.entry((class[pair], class[after(pair, axis)])).or_insert_with(|| {
                firsts.push(pair);
                firsts.len() as Element - 1
            })
        });
        class = refined.collect();
        steps.spend(class.len() as u64 * 16)?;
        if firsts.len() > limits.elements {
            return Ok(None);
        }
        unchanged = if firsts.len() == members.len() { unchanged + 1 } else { 0 };
        members = firsts;
        if unchanged > axes {
            break;
        }
    }
    Ok(Some((class, members)))
}

/// Returns the product of an element and a sum of generators.
fn walk(next: &[Vec<Element>], from: Element, word: &Word) -> Element {
    word.iter().fold(from, |element, &generator| next[element as usize][generator])
}

fn least_words(next: &[Vec<Element>]) -> Vec<Word> {
    let mut words: Vec<Option<Word>> = vec![None; next.len()];
    words[IDENTITY as usize] = Some(Word::new());
    let mut known = vec![IDENTITY];
    (0..next.first().map_or(0, Vec::len)).for_each(|generator| {
        let mut index = 0;
        while let Some(&before) = known.get(index) {
            let product = next[before as usize][generator];
            if words[product as usize].is_none() {
                let mut word = words[before as usize].clone().unwrap_or_default();
                word.push(generator);
                words[product as usize] = Some(word);
                known.push(product);
            }
            index += 1;
        }
    });
    words.into_iter().map(Option::unwrap_or_default).collect()
}

/// Returns for each element the options of the sum of generators that has it in which play is the shortest, by rising duration, so that
/// each element comes after those of its options.
fn shortest_sums(next: &[Vec<Element>], rules: &[Rules]) -> Vec<(Element, Vec<Element>)> {
    let mut found = vec![false; next.len()];
    let mut sums = Vec::new();
    let mut waiting = BinaryHeap::from([Reverse((0, IDENTITY, Vec::new()))]);
    while let Some(Reverse((duration, element, reached))) = waiting.pop() {
        if std::mem::replace(&mut found[element as usize], true) {
            continue;
        }
        for (index, generator) in rules.iter().enumerate() {
            let sum = next[element as usize][index];
            if !found[sum as usize] {
                let moved = generator.options.iter().map(|option| walk(next, element, option));
                let beside = reached.iter().map(|&option: &Element| next[option as usize][index]);
                let options = sorted(moved.chain(beside).collect());
                waiting.push(Reverse((duration + generator.duration, sum, options)));
            }
        }
        sums.push((element, reached));
    }
    sums
}

/// Returns elements in rising order, each once.
pub(super) fn sorted(mut elements: Vec<Element>) -> Vec<Element> {
    elements.sort_unstable();
    elements.dedup();
    elements
}
