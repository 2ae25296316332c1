//! A monoid by generators and relations, and whether it belongs to a sum of heaps of Nim.

use super::monoid::{Element, IDENTITY, Monoid};

/// A product of generators: the exponent of each.
type Exponents = Vec<u32>;

/// A monoid by generators and relations.
///
/// Every element has a least product of generators: that of the lowest degree, and of those the first in the order of the alphabet. The relations
/// are those by which any product becomes the least one of its element, each part of whose left side is the least one already: a reduced
/// Gröbner basis of the congruence.
#[derive(Clone, Debug)]
pub struct Presentation {
    /// The generators: none is a product of others.
    generators: Vec<Element>,
    /// The least product of each element.
    least: Vec<Exponents>,
    relations: Vec<(Exponents, Element)>,
}

impl Presentation {
    /// Returns the monoid by some of these elements, which generate it together; among equivalent ones, the first.
    pub fn new(monoid: &Monoid, among: &[Element]) -> Self {
        let mut generators: Vec<Element> = Vec::new();
        for &element in among {
            if element != IDENTITY && !generators.contains(&element) {
                generators.push(element);
            }
        }
        for index in (0..generators.len()).rev() {
            let mut fewer = generators.clone();
            let left = fewer.remove(index);
            if generated(monoid, &fewer)[left as usize] {
                generators = fewer;
            }
        }
        let mut least: Vec<Option<Exponents>> = vec![None; monoid.order()];
        let end = vec![0; generators.len()];
        least[IDENTITY as usize] = Some(end.clone());
        let (mut layer, mut relations) = (vec![(end, IDENTITY)], Vec::new());
        while !layer.is_empty() {
            let mut next: Vec<(Exponents, Element)> = Vec::new();
            for (product, element) in &layer {
                for (index, &generator) in generators.iter().enumerate() {
                    let mut longer = product.clone();
                    longer[index] += 1;
                    next.push((longer, monoid.product(*element, generator)));
                }
            }
            // In the order of the alphabet: of equal degree, more of the first letters first.
            next.sort_unstable_by(|a, b| b.cmp(a));
            next.dedup();
            next.retain(|(product, element)| {
                let is_new = least[*element as usize].is_none();
                if is_new {
                    least[*element as usize] = Some(product.clone());
                } else if is_minimal(product, &relations) {
                    relations.push((product.clone(), *element));
                }
                is_new
            });
            layer = next;
        }
        let least = least.into_iter().map(Option::unwrap_or_default).collect();
        Self { generators, least, relations }
    }

    /// Returns the generators.
    pub fn generators(&self) -> &[Element] {
        &self.generators
    }

    /// Returns the least product of an element, as it is written: `1`, `a`, `ab^2`.
    pub fn written(&self, element: Element) -> String {
        written(&self.least[element as usize])
    }

    /// Returns the relations as they are written, each with its sides.
    pub fn relations(&self) -> impl Iterator<Item = (String, String)> + '_ {
        self.relations.iter().map(|(product, element)| (written(product), self.written(*element)))
    }

    /// Returns the elements, by the degree of their least products, then in the order of the alphabet.
    pub fn elements(&self) -> Vec<Element> {
        let mut elements: Vec<Element> = (0..self.least.len() as Element).collect();
        let degree = |element: Element| self.least[element as usize].iter().sum::<u32>();
        elements.sort_by(|&a, &b| {
            degree(a).cmp(&degree(b)).then_with(|| self.least[b as usize].cmp(&self.least[a as usize]))
        });
        elements
    }
}

/// Returns whether no relation has a left side that divides a product.
fn is_minimal(product: &[u32], relations: &[(Exponents, Element)]) -> bool {
    !relations.iter().any(|(left, _)| left.iter().zip(product).all(|(a, b)| a <= b))
}

/// Returns which elements are products of generators.
fn generated(monoid: &Monoid, generators: &[Element]) -> Vec<bool> {
    let mut found = vec![false; monoid.order()];
    found[IDENTITY as usize] = true;
    let mut waiting = vec![IDENTITY];
    while let Some(element) = waiting.pop() {
        for &generator in generators {
            let product = monoid.product(element, generator);
            if !std::mem::replace(&mut found[product as usize], true) {
                waiting.push(product);
            }
        }
    }
    found
}

/// Returns the name of a generator: a letter, or beyond `z` one with a number.
pub fn letter(index: usize) -> String {
    let letter = char::from(b'a' + (index % 26) as u8);
    if index < 26 { letter.to_string() } else { format!("{letter}_{}", index / 26) }
}

fn written(product: &[u32]) -> String {
    let mut text = String::new();
    for (index, &exponent) in product.iter().enumerate().filter(|&(_, &exponent)| exponent > 0) {
        text.push_str(&letter(index));
        if exponent > 1 {
            text.push_str(&format!("^{exponent}"));
        }
    }
    if text.is_empty() { "1".to_owned() } else { text }
}

/// Returns whether a misère quotient is that of heaps of Nim of sizes below some power of 2: whether the game is *tame*.
///
/// The quotient of heaps below 2^n has, for n > 1, the elements 1 and a, a P-position whose square is 1, and a group of 2^n elements, all
/// of which are their own inverses; in it only the neutral element is a P-position. (Plambeck and Siegel 2008 call it `T_n`.)
pub fn is_tame(monoid: &Monoid) -> bool {
    let order = monoid.order();
    let square = |x: Element| monoid.product(x, x);
    let Some(star) = monoid.elements().find(|&x| x != IDENTITY && square(x) == IDENTITY) else {
        return order == 1;
    };
    if !monoid.is_lost(star) || monoid.is_lost(IDENTITY) {
        return false;
    }
    let group: Vec<Element> = monoid.elements().filter(|&x| x != IDENTITY && x != star).collect();
    let Some(&first) = group.first() else { return true };
    let neutral = square(first);
    order.checked_sub(2).is_some_and(usize::is_power_of_two)
        && order >= 6
        && monoid.product(star, neutral) != neutral
        && group.into_iter().all(|x| {
            monoid.product(x, neutral) == x && square(x) == neutral && monoid.is_lost(x) == (x == neutral)
        })
}

#[cfg(test)]
mod tests {
    use super::super::limits::Limits;
    use super::super::partial::PartialQuotient;
    use super::*;
    use crate::theory::watch::unwatched;

    /// Returns the quotient of heaps of Nim up to this size, which are the components.
    fn nim(most: usize) -> PartialQuotient {
        let mut nim = PartialQuotient::new(Limits::QUICK);
        for _ in 0..=most {
            nim.adjoin(&|heap| (0..heap).map(|smaller| vec![smaller]).collect(), &mut unwatched).unwrap();
        }
        nim
    }

    #[test]
    fn nim_is_tame() {
        for (most, order) in [(0, 1), (1, 2), (2, 6), (3, 6), (4, 10), (7, 10), (8, 18), (15, 18)] {
            let nim = nim(most);
            assert_eq!((nim.monoid().order(), is_tame(nim.monoid())), (order, true), "up to {most}");
        }
    }

    #[test]
    fn nim_up_to_two_by_generators_and_relations() {
        let nim = nim(2);
        let described = Presentation::new(nim.monoid(), &[nim.element(0), nim.element(1), nim.element(2)]);
        let relations: Vec<_> =
            described.relations().map(|(left, right)| format!("{left}={right}")).collect();
        assert_eq!(relations, ["a^2=1", "b^3=b"]);
        let elements: Vec<_> =
            described.elements().into_iter().map(|element| described.written(element)).collect();
        assert_eq!(elements, ["1", "a", "b", "ab", "b^2", "ab^2"]);
    }
}
