//! The misère quotient of some components, to which others are adjoined.

use std::collections::HashMap;

use super::limits::Limits;
use super::monoid::{Element, IDENTITY, Monoid};
use super::transitions::{Rules, Transitions, Word, sorted};
use super::unanswered::{State, States};
use crate::theory::refusal::{Refusal, Unanswerable};
use crate::theory::watch::{Steps, Watch};

/// The options of a component, by its number: sums of components with smaller numbers.
pub type Options<'o> = dyn Fn(usize) -> Vec<Vec<usize>> + 'o;

/// The misère quotient of the sums of some components, which are adjoined one after another.
#[derive(Clone, Debug)]
pub struct PartialQuotient {
    limits: Limits,
    monoid: Monoid,
    components: Vec<Component>,
    generators: Vec<Generator>,
    /// The elements of components that can move, by the elements of their options.
    kinds: HashMap<Vec<Element>, Element>,
    /// The states of checked components, without those within others.
    checked: Vec<State>,
    states: States,
    rules: Vec<Rules>,
    transitions: Transitions,
    /// A sum of generators for each element.
    words: Vec<Word>,
}

#[derive(Clone, Debug)]
struct Component {
    element: Element,
    /// The sum of generators that it equals.
    word: Word,
    /// The most moves that play in it can last.
    duration: u64,
}

#[derive(Clone, Copy, Debug)]
struct Generator {
    component: usize,
    element: Element,
}

/// The result of an examination.
enum Examination {
    /// The candidate is the quotient.
    Right(Box<PartialQuotient>),
    /// This component is not a sum of the generators.
    Needs(usize),
    /// The candidate is not the quotient.
    Wrong,
}

/// The most components that become generators with another one.
const MOST_PROMOTIONS: usize = 4;

/// The number of finer sets of sums that are tried.
const MOST_REFINEMENTS: u32 = 5;

impl PartialQuotient {
    /// Returns the quotient of no components.
    pub fn new(limits: Limits) -> Self {
        let monoid = Monoid::trivial();
        Self {
            limits,
            transitions: Transitions::of_monoid(&monoid, &[], &[]),
            monoid,
            components: Vec::new(),
            generators: Vec::new(),
            kinds: HashMap::new(),
            checked: Vec::new(),
            states: States::of_end(&Monoid::trivial()),
            rules: Vec::new(),
            words: vec![Word::new()],
        }
    }

    /// Returns the monoid.
    pub fn monoid(&self) -> &Monoid {
        &self.monoid
    }

    /// Returns the number of components.
    pub fn len(&self) -> usize {
        self.components.len()
    }

    /// Returns the element of a component, by its number: the *pretending function*.
    pub fn element(&self, component: usize) -> Element {
        self.components[component].element
    }

    /// Returns the numbers of the components whose elements generate the monoid.
    fn generators(&self) -> impl Iterator<Item = usize> + '_ {
        self.generators.iter().map(|generator| generator.component)
    }

    /// Returns the element of a sum of components.
    pub fn sum(&self, components: impl IntoIterator<Item = usize>) -> Element {
        let elements = components.into_iter().map(|component| self.element(component));
        elements.fold(IDENTITY, |product, element| self.monoid.product(product, element))
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
        self.components.push(Component { element: IDENTITY, word: Word::new(), duration });
        let added = match self.place(component, &given, &mut steps) {
            Ok(true) => Ok(()),
            Ok(false) => self.grow(options, &mut steps),
            Err(refusal) => Err(refusal),
        };
        if added.is_err() {
            self.components.pop();
        }
        added
    }

    /// Makes the last component a generator, and others if they are no sums of generators beside it.
    fn grow(&mut self, options: &Options<'_>, steps: &mut Steps<'_>) -> Result<(), Refusal> {
        let mut base = self.clone();
        for _ in 0..=MOST_PROMOTIONS {
            match base.refine(options, steps)? {
                Examination::Right(next) => {
                    *self = *next;
                    return Ok(());
                }
                Examination::Needs(component) => base.promote(component, options),
                Examination::Wrong => break,
            }
        }
        Err(self.not_found())
    }

    /// Guesses the quotient with the last component by finer and finer transition algebras, until it is right.
    fn refine(&self, options: &Options<'_>, steps: &mut Steps<'_>) -> Result<Examination, Refusal> {
        let component = self.len() - 1;
        let words = self.words_of(&options(component));
        let mut rules = self.rules.clone();
        rules.push(Rules { duration: self.components[component].duration, options: words.clone() });
        let mut result = Examination::Wrong;
        for refinement in 0..=MOST_REFINEMENTS {
            let transitions = match refinement {
                0 => Some(self.transitions.clone()),
                1 => self.transitions.refined(&self.rules, self.limits, steps)?,
                slack => self.transitions.unfolded(&self.rules, slack - 2, self.limits),
            };
            let Some(transitions) = transitions else { continue };
            let Some((monoid, elements)) = transitions.extended(&words, self.limits, steps)? else {
                continue;
            };
            match self.guess(monoid, &elements, rules.clone()).examine(options, steps)? {
                Examination::Wrong => {}
                Examination::Needs(component) => result = Examination::Needs(component),
                right => return Ok(right),
            }
        }
        Ok(result)
    }

    /// Makes a component a further generator.
    fn promote(&mut self, component: usize, options: &Options<'_>) {
        self.components[component].word = vec![self.generators.len()];
        self.generators.push(Generator { component, element: self.element(component) });
        let rules = self.generators().map(|component| Rules {
            duration: self.components[component].duration,
            options: self.words_of(&options(component)),
        });
        self.rules = rules.collect();
        let elements: Vec<Element> = self.generators.iter().map(|generator| generator.element).collect();
        self.transitions = Transitions::of_monoid(&self.monoid, &elements, &self.rules);
    }

    /// Returns the quotient of the same components with the last one as a further generator, if it has this monoid.
    fn guess(&self, monoid: Monoid, elements: &[Element], rules: Vec<Rules>) -> Self {
        let transitions = Transitions::of_monoid(&monoid, elements, &rules);
        let named = self.generators().chain([self.len() - 1]).zip(elements);
        let supposed = self
            .components
            .iter()
            .map(|component| Component { element: transitions.value(&component.word), ..component.clone() });
        Self {
            generators: named.map(|(component, &element)| Generator { component, element }).collect(),
            components: supposed.collect(),
            kinds: HashMap::new(),
            checked: Vec::new(),
            states: States::of_end(&monoid),
            limits: self.limits,
            words: transitions.least_words(),
            transitions,
            rules,
            monoid,
        }
    }

    /// Checks a guess: whether its outcomes of all sums of components are right.
    fn examine(mut self, options: &Options<'_>, steps: &mut Steps<'_>) -> Result<Examination, Refusal> {
        let generators = self.generators.clone();
        let mut supposed = HashMap::new();
        for (index, (generator, rules)) in generators.iter().zip(&self.rules.clone()).enumerate() {
            let component = &mut self.components[generator.component];
            component.element = generator.element;
            component.word = vec![index];
            let values = sorted(rules.options.iter().map(|word| self.transitions.value(word)).collect());
            if !self.admit(generator.element, values.clone(), steps)? {
                return Ok(Examination::Wrong);
            }
            supposed.insert(generator.component, values);
        }
        let mut moved = vec![false; self.len()];
        for component in 0..self.len() {
            let given = options(component);
            match supposed.get(&component) {
                None => {
                    let before = self.element(component);
                    if !self.place(component, &given, steps)? {
                        return Ok(Examination::Needs(component));
                    }
                    moved[component] = self.element(component) != before;
                }
                Some(values) if *values == self.reached(&given) => {}
                Some(_) => {
                    let part = given.iter().flatten().find(|&&part| moved[part]);
                    return Ok(part.map_or(Examination::Wrong, |&part| Examination::Needs(part)));
                }
            }
        }
        Ok(Examination::Right(Box::new(self)))
    }

    /// Returns options as sums of generators.
    fn words_of(&self, options: &[Vec<usize>]) -> Vec<Word> {
        let words = options.iter().map(|option| {
            let mut word: Word =
                option.iter().flat_map(|&part| &self.components[part].word).copied().collect();
            word.sort_unstable();
            word
        });
        let mut words: Vec<Word> = words.collect();
        words.sort_unstable();
        words.dedup();
        words
    }

    /// Finds the element of a component among the existing ones; returns whether there is one.
    fn place(
        &mut self,
        component: usize,
        options: &[Vec<usize>],
        steps: &mut Steps<'_>,
    ) -> Result<bool, Refusal> {
        let reached = self.reached(options);
        let known = if reached.is_empty() { Some(IDENTITY) } else { self.kinds.get(&reached).copied() };
        let element = match known {
            Some(element) => element,
            None => {
                let words = self.words_of(options);
                let lost = self.transitions.beside_power(&words, self.transitions.lost());
                let found = self.monoid.elements().find(|&x| {
                    self.monoid.row(x).iter().zip(&lost).all(|(&xz, &lost)| self.monoid.is_lost(xz) == lost)
                });
                match found {
                    Some(element) if self.admit(element, reached, steps)? => element,
                    _ => return Ok(false),
                }
            }
        };
        let placed = &mut self.components[component];
        placed.element = element;
        placed.word.clone_from(&self.words[element as usize]);
        Ok(true)
    }

    /// Checks the outcomes of all sums with a component, given its element and those of its options; returns whether they are right.
    fn admit(
        &mut self,
        element: Element,
        options: Vec<Element>,
        steps: &mut Steps<'_>,
    ) -> Result<bool, Refusal> {
        let Some(state) = State::of_component(&self.monoid, element, &options) else { return Ok(false) };
        if !self.states.has(&state) {
            self.checked.push(state);
            match States::of_sums(&self.monoid, &self.checked, self.limits.states, steps) {
                Ok(Some(states)) => self.states = states,
                wrong => {
                    self.checked.pop();
                    return wrong.map(|_| false);
                }
            }
        }
        self.kinds.insert(options, element);
        Ok(true)
    }

    fn not_found(&self) -> Refusal {
        Unanswerable::NoQuotient(self.limits.elements).into()
    }

    /// Returns the elements of options that are given as sums of generators.
    fn reached(&self, options: &[Vec<usize>]) -> Vec<Element> {
        sorted(options.iter().map(|option| self.sum(option.iter().copied())).collect())
    }
}
