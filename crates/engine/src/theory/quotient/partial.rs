//! The misère quotient of some components, to which others are adjoined.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap};

use super::folded::{Exponents, Folded};
use super::monoid::{Element, IDENTITY, Monoid};
use super::unanswered::{State, States};
use crate::theory::refusal::Refusal;
use crate::theory::watch::{Steps, Watch};

/// The options of a component, by its number: sums of components with smaller numbers.
pub type Options<'o> = dyn Fn(usize) -> Vec<Vec<usize>> + 'o;

/// The misère quotient of the sums of some components, which are adjoined one after another.
#[derive(Clone, Debug)]
pub struct Partial {
    monoid: Monoid,
    components: Vec<Component>,
    generators: Vec<Generator>,
    /// The elements of components that can move, by the elements of their options.
    kinds: HashMap<Vec<Element>, Element>,
    /// The states of components that are no product of others.
    checked: Vec<State>,
    states: States,
    /// For each element the elements of the options of a sum that has it, so that each comes after its options.
    sums: Vec<(Element, Vec<Element>)>,
    /// A sum of generators for each element.
    words: Vec<Word>,
}

#[derive(Clone, Debug)]
struct Component {
    element: Element,
    /// The most moves that play in it can last.
    duration: u64,
    /// The generators whose sum it is.
    word: Word,
}

/// The numbers of components that are generators, with exponents.
type Word = BTreeMap<usize, u32>;

#[derive(Clone, Debug)]
struct Generator {
    component: usize,
    element: Element,
    /// The elements of its options.
    options: Vec<Element>,
}

/// The most elements of a monoid.
const MOST_ELEMENTS: usize = 1024;

/// How far the exponents of a guess may exceed those in the quotient before.
const SLACK: [u32; 3] = [1, 2, 3];

/// The most guesses with the same slack.
const MOST_GUESSES: usize = 40;

/// The result of an examination of a guess.
enum Examined {
    Right,
    /// Generators have other options.
    Stale,
    /// This component is no sum of the generators.
    Needs(usize),
    Wrong,
}

impl Default for Partial {
    fn default() -> Self {
        Self {
            monoid: Monoid::trivial(),
            components: Vec::new(),
            generators: Vec::new(),
            kinds: HashMap::new(),
            checked: Vec::new(),
            states: States::of_end(),
            sums: vec![(IDENTITY, Vec::new())],
            words: vec![Word::new()],
        }
    }
}

impl Partial {
    /// Returns the monoid.
    pub fn monoid(&self) -> &Monoid {
        &self.monoid
    }

    /// Returns the number of components.
    pub fn len(&self) -> usize {
        self.components.len()
    }

    /// Returns whether there are no components.
    pub fn is_empty(&self) -> bool {
        self.components.is_empty()
    }

    /// Returns the element of a component, by its number: the *pretending function*.
    pub fn element(&self, component: usize) -> Element {
        self.components[component].element
    }

    /// Returns the numbers of the components whose elements generate the monoid.
    pub fn generators(&self) -> impl Iterator<Item = usize> + '_ {
        self.generators.iter().map(|generator| generator.component)
    }

    /// Returns the element of a sum of components.
    pub fn sum(&self, components: impl IntoIterator<Item = usize>) -> Element {
        let product = |product, component| self.monoid.product(product, self.element(component));
        components.into_iter().fold(IDENTITY, product)
    }

    /// Adjoins the next component. Elements change their numbers where the monoid grows.
    ///
    /// # Errors
    /// A [`Refusal`], where no quotient is found, or by the watch; then nothing has changed.
    pub fn adjoin(&mut self, options: &Options<'_>, watch: &mut Watch<'_>) -> Result<(), Refusal> {
        let mut steps = Steps::new(watch, 0, "sums checked");
        let component = self.len();
        let given = options(component);
        let durations = given.iter().map(|option| {
            option.iter().fold(1_u64, |sum, &part| sum.saturating_add(self.components[part].duration))
        });
        let duration = durations.max().unwrap_or(0);
        self.components.push(Component { element: IDENTITY, duration, word: Word::new() });
        let added = match self.place(component, &given, &mut steps) {
            Ok(Examined::Right) => Ok(()),
            Ok(_) => self.guess(options, &mut steps),
            Err(refusal) => Err(refusal),
        };
        if added.is_err() {
            self.components.pop();
        }
        added
    }

    /// Makes guesses with more generators until one is right.
    fn guess(&mut self, options: &Options<'_>, steps: &mut Steps<'_>) -> Result<(), Refusal> {
        let last = self.len() - 1;
        for slack in SLACK {
            let mut next = self.clone();
            let mut generators: Vec<usize> = self.generators().collect();
            generators.push(last);
            for _ in 0..MOST_GUESSES {
                if !next.rebuild(&generators, slack, &self.indices(), options, steps)? {
                    break;
                }
                match next.examine(options, steps)? {
                    Examined::Right => {
                        *self = next;
                        return Ok(());
                    }
                    Examined::Stale => {}
                    Examined::Needs(component) => {
                        generators.push(component);
                        generators.sort_unstable();
                    }
                    Examined::Wrong => break,
                }
            }
        }
        Err(not_found())
    }

    /// Returns for each generator the largest exponent with a power that no other power is, in this quotient.
    fn indices(&self) -> HashMap<usize, u32> {
        let index = |generator: &Generator| {
            let powers = std::iter::successors(Some(IDENTITY), |&power| {
                Some(self.monoid.product(power, generator.element))
            });
            let mut seen = HashMap::new();
            for (exponent, power) in (0..).zip(powers) {
                if let Some(first) = seen.insert(power, exponent) {
                    return (generator.component, first);
                }
            }
            (generator.component, 0)
        };
        self.generators.iter().map(index).collect()
    }

    /// Guesses the monoid that these components generate; returns whether there is a guess.
    fn rebuild(
        &mut self,
        generators: &[usize],
        slack: u32,
        indices: &HashMap<usize, u32>,
        options: &Options<'_>,
        steps: &mut Steps<'_>,
    ) -> Result<bool, Refusal> {
        for &component in generators {
            self.components[component].word = Word::from([(component, 1)]);
        }
        let place = |component: &usize| generators.binary_search(component).unwrap_or(0);
        let sum = |option: &Vec<usize>| {
            let mut exponents: Exponents = vec![0; generators.len()];
            for part in option {
                for (generator, exponent) in &self.components[*part].word {
                    exponents[place(generator)] += exponent;
                }
            }
            exponents
        };
        let mut sums: Vec<Vec<Exponents>> = Vec::new();
        let mut largest = Vec::new();
        for &component in generators {
            let mut words: Vec<Exponents> = options(component).iter().map(sum).collect();
            words.sort_unstable();
            words.dedup();
            // A heap of Nim of size 1 is its own inverse.
            let is_one = words.iter().all(|word| word.iter().all(|&exponent| exponent == 0));
            largest.push(if is_one { 1 } else { indices.get(&component).unwrap_or(&1) + 1 + slack });
            sums.push(words);
        }
        let Some(folded) = Folded::new(&largest) else { return Ok(false) };
        let (monoid, elements) = match folded.reduced(&sums, MOST_ELEMENTS, steps) {
            Err(Refusal::Interrupted) => return Err(Refusal::Interrupted),
            Err(_) => return Ok(false),
            Ok(reduced) => reduced,
        };
        let value = |word: &Exponents| {
            let powers = word.iter().zip(&elements);
            powers.fold(IDENTITY, |value, (&exponent, &element)| {
                monoid.product(value, monoid.power(element, u64::from(exponent)))
            })
        };
        let named = generators.iter().zip(&elements).zip(&sums);
        self.generators = named
            .map(|((&component, &element), words)| Generator {
                component,
                element,
                options: sorted(words.iter().map(value).collect()),
            })
            .collect();
        self.monoid = monoid;
        Ok(true)
    }

    /// Checks a guess: whether the outcomes that it tells of all sums of components are right.
    fn examine(&mut self, options: &Options<'_>, steps: &mut Steps<'_>) -> Result<Examined, Refusal> {
        self.kinds.clear();
        self.checked.clear();
        for Generator { component, element, options } in &self.generators {
            let Some(state) = State::of_component(&self.monoid, *element, options) else {
                return Ok(Examined::Wrong);
            };
            self.checked.push(state);
            self.kinds.insert(options.clone(), *element);
            self.components[*component].element = *element;
        }
        match States::of_sums(&self.monoid, &self.checked, steps)? {
            Some(states) => self.states = states,
            None => return Ok(Examined::Wrong),
        }
        self.sums = self.shortest_sums();
        self.words = self.least_words();
        for component in 0..self.len() {
            let given = options(component);
            match self.generators.iter().find(|generator| generator.component == component) {
                Some(generator) if generator.options != self.reached(&given) => return Ok(Examined::Stale),
                Some(_) => {}
                None => match self.place(component, &given, steps)? {
                    Examined::Right => {}
                    other => return Ok(other),
                },
            }
        }
        Ok(Examined::Right)
    }

    /// Returns the elements of options.
    fn reached(&self, options: &[Vec<usize>]) -> Vec<Element> {
        sorted(options.iter().map(|option| self.sum(option.iter().copied())).collect())
    }

    /// Finds the element of a component among those that there are.
    fn place(
        &mut self,
        component: usize,
        options: &[Vec<usize>],
        steps: &mut Steps<'_>,
    ) -> Result<Examined, Refusal> {
        let reached = self.reached(options);
        let known = if reached.is_empty() { Some(IDENTITY) } else { self.kinds.get(&reached).copied() };
        let element = match known {
            Some(element) => element,
            None => {
                let Some(element) = self.beside(&reached) else { return Ok(Examined::Needs(component)) };
                let Some(state) = State::of_component(&self.monoid, element, &reached) else {
                    return Ok(Examined::Needs(component));
                };
                let is_later = self.words[element as usize].keys().any(|&generator| generator > component);
                if is_later {
                    return Ok(Examined::Needs(component));
                }
                if !self.states.has(&state) {
                    self.checked.push(state);
                    match States::of_sums(&self.monoid, &self.checked, steps)? {
                        Some(states) => self.states = states,
                        None => {
                            self.checked.pop();
                            return Ok(Examined::Needs(component));
                        }
                    }
                }
                self.kinds.insert(reached, element);
                element
            }
        };
        let placed = &mut self.components[component];
        placed.element = element;
        placed.word = self.words[element as usize].clone();
        Ok(Examined::Right)
    }

    /// Returns the only element that a component with these options can have: beside every element it has the right outcome, where
    /// sums of an element have that of the shortest one.
    fn beside(&self, options: &[Element]) -> Option<Element> {
        let mut lost = vec![false; self.monoid.order()];
        for (element, reached) in &self.sums {
            let row = self.monoid.row(*element);
            let wins = reached.iter().any(|&next| lost[next as usize])
                || options.iter().any(|&option| self.monoid.is_lost(row[option as usize]));
            lost[*element as usize] = !wins;
        }
        let is_right = |&x: &Element| {
            self.monoid.row(x).iter().zip(&lost).all(|(&xz, &lost)| self.monoid.is_lost(xz) == lost)
        };
        self.monoid.elements().find(is_right)
    }

    /// Returns for each element the options of the sum of generators that has it in which play is the shortest, by rising
    /// duration, so that each element comes after those of its options.
    fn shortest_sums(&self) -> Vec<(Element, Vec<Element>)> {
        let mut found = vec![false; self.monoid.order()];
        let mut sums = Vec::new();
        let mut waiting = BinaryHeap::from([Reverse((0, IDENTITY, Vec::new()))]);
        while let Some(Reverse((duration, element, reached))) = waiting.pop() {
            if std::mem::replace(&mut found[element as usize], true) {
                continue;
            }
            for Generator { component, element: by, options } in &self.generators {
                let sum = self.monoid.product(element, *by);
                if !found[sum as usize] {
                    let moved = options.iter().map(|&option| self.monoid.product(element, option));
                    let beside = reached.iter().map(|&option| self.monoid.product(option, *by));
                    let longer = self.components[*component].duration;
                    waiting.push(Reverse((duration + longer, sum, sorted(moved.chain(beside).collect()))));
                }
            }
            sums.push((element, reached));
        }
        sums
    }

    /// Returns a sum of generators for each element, of the first ones if possible.
    fn least_words(&self) -> Vec<Word> {
        let mut words: Vec<Option<Word>> = vec![None; self.monoid.order()];
        words[IDENTITY as usize] = Some(Word::new());
        let mut known = vec![IDENTITY];
        for Generator { component, element, .. } in &self.generators {
            let mut next = 0;
            while let Some(&before) = known.get(next) {
                let product = self.monoid.product(before, *element);
                if words[product as usize].is_none() {
                    let mut word = words[before as usize].clone().unwrap_or_default();
                    *word.entry(*component).or_default() += 1;
                    words[product as usize] = Some(word);
                    known.push(product);
                }
                next += 1;
            }
        }
        words.into_iter().map(Option::unwrap_or_default).collect()
    }
}

fn sorted(mut elements: Vec<Element>) -> Vec<Element> {
    elements.sort_unstable();
    elements.dedup();
    elements
}

fn not_found() -> Refusal {
    Refusal::Unanswerable(format!("no misère quotient of at most {MOST_ELEMENTS} elements was found"))
}
