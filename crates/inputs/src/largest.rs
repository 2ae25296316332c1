//! The largest inputs that the bounds of a problem allow, one at least for each kind of answer.
//!
//! They are made on demand, as their files would be large. Values come from the families in turn, until the longest cases have every
//! possible answer: a game lost by the first player is rare among random ones.

use std::collections::BTreeSet;
use std::ops::{ControlFlow, Range};

use super::Description;
use super::families::{self, Size};
use super::generate::{self, Recipe};
use super::named::{INPUT, JudgesTests, MADE, answered, unread};
use super::params::Params;
use super::roles::{Role, roles};
use nim_ground::content::Content;
use nim_ground::interruption;
use nim_io::{Failure, Input};
use nim_solve::problem::{Answers, Cases};
use nim_solve::records::each_case;
use nim_solve::registry::{Entry, Variant};
use nim_task::layout::Test;

/// The families whose values are tried, in order.
const VALUES: [&str; 8] =
    ["random", "half-zero", "nim-sum-zero", "pairs", "consecutive", "equal", "min", "small"];
/// The first seed of each test.
const SEED: u64 = 1;
/// Most seeds of each, and most bytes that are made in the search for an answer.
const SEEDS: u64 = 400;
const BYTES: usize = 1 << 23;
/// Most cases with lists, where their number is not bounded: programs may take long for each.
const CASES: u64 = 10;
/// The assumed number of kinds of answers, if it is not known.
const MOST: usize = 3;

/// Returns the largest inputs, answered by the solver; the name of each ends with its family.
///
/// # Errors
/// When the solver fails, which the tests rule out.
pub fn tests(entry: &Entry, description: &Description) -> Result<Vec<Test>, Failure> {
    Ok(made(entry, description)?.0)
}

/// Makes the tests; also returns the shapes that lack some kind of answer.
fn made(entry: &Entry, description: &Description) -> Result<(Vec<Test>, Vec<&'static str>), Failure> {
    let mut without = Vec::new();
    let judge = JudgesTests::from_entry(entry, description);
    let mut made = LargestMaker { entry, description, judge, tests: Vec::new() };
    let roles = roles(&description.grammar);
    let counts: Vec<&str> = roles.iter().filter(|role| role.is_count).map(|role| role.field.name).collect();
    // If the sum of lengths or numbers is bounded, many cases must be small.
    let is_shared = description.grammar.cases != Cases::One
        && roles.iter().any(|role| description.bounds.contains_key(&format!("total_{}", role.field.name)));
    let mut plain = Params::default();
    if description.grammar.cases != Cases::One
        && !counts.is_empty()
        && description.range("cases").end() == &u64::MAX
    {
        plain = plain.with_most("cases", CASES);
    }
    let mut singles = plain.clone();
    for role in roles.iter().filter(|role| role.is_value() && !role.is_listed() && role.row.is_none()) {
        let most = description.bounds.get(role.field.name).and_then(|bound| bound.most);
        singles = most.map_or(singles.clone(), |most| singles.with(role.field.name, most as u64));
    }
    for (name, cases) in [("largest", Size::Most), ("longest", Size::Two)] {
        let shape = Shape { name, cases };
        if name == "longest" && !is_shared {
            continue;
        }
        made.add(shape, "max", SEED, &plain, |_| true)?;
        if name == "largest" && is_shared {
            made.add(shape, VALUES[0], SEED, &plain, |_| true)?;
            continue;
        }
        let mut seen = BTreeSet::new();
        let mut missing = made.kinds(shape, &plain, 0..1, &mut seen)?;
        if roles.iter().any(Role::is_listed) && singles != plain {
            made.kinds(Shape { name: "at-most", cases }, &singles, 0..SEEDS, &mut BTreeSet::new())?;
        }
        // Some answers may never occur in the longest cases.
        for name in counts.iter().rev() {
            if let Some(most) = description.bounds.get(*name).and_then(|bound| bound.most).filter(|_| missing)
            {
                let shorter = plain.clone().with_most(name, most as u64 - 1);
                missing = made.kinds(Shape { name: "all-but-one", cases }, &shorter, 0..1, &mut seen)?;
            }
        }
        missing = missing && made.kinds(shape, &plain, 1..SEEDS, &mut seen)?;
        without.extend(missing.then_some(name));
    }
    Ok((made.tests, without))
}

/// The quantity that the inputs of a test maximise, as stated in the test's name.
#[derive(Clone, Copy)]
struct Shape {
    name: &'static str,
    /// The choice of the number of cases.
    cases: Size,
}

struct LargestMaker<'a> {
    entry: &'a Entry,
    description: &'a Description,
    judge: Option<JudgesTests<'a>>,
    tests: Vec<Test>,
}

impl LargestMaker<'_> {
    /// Adds inputs, of some seeds of each family, until their longest cases have every kind of answer; returns whether one is missing.
    fn kinds(
        &mut self,
        shape: Shape,
        params: &Params,
        seeds: Range<u64>,
        seen: &mut BTreeSet<String>,
    ) -> Result<bool, Failure> {
        let wanted = self.kinds_of_answers();
        let mut bytes = 0;
        for seed in seeds.map(|seed| SEED + seed) {
            for family in VALUES {
                if seen.len() >= wanted.unwrap_or(MOST) {
                    return Ok(false);
                }
                bytes += self.add(shape, family, seed, params, |kinds| {
                    let before = seen.len();
                    seen.extend(kinds.iter().cloned());
                    seen.len() > before
                })?;
            }
            // If the possible answers are not known, one round must do.
            if wanted.is_none() || bytes > BYTES {
                break;
            }
        }
        Ok(wanted.is_some_and(|wanted| seen.len() < wanted))
    }

    /// Returns the number of kinds of answers, if it is known and they can be found.
    fn kinds_of_answers(&self) -> Option<usize> {
        // No family makes heaps of the numbers of another layout, and few at random are lost.
        if self.entry.layout().is_some() {
            return None;
        }
        match self.entry.form.answers {
            Answers::BlockAfter(words) => Some(words.len()),
            _ => self.entry.form.two_answers.map(|_| 2),
        }
    }

    /// Adds the largest input of a family, if its longest cases have wanted kinds of answers; returns its size.
    fn add(
        &mut self,
        shape: Shape,
        family: &str,
        seed: u64,
        params: &Params,
        is_wanted: impl FnOnce(&BTreeSet<String>) -> bool,
    ) -> Result<usize, Failure> {
        interruption::check().map_err(unread)?;
        let family = families::find(family).filter(|family| family.fits(self.description));
        let Some(family) = family else { return Ok(0) };
        let recipe = Recipe { family: &family.at_largest(shape.cases), seed, number: 0, params };
        // A family may have no input within such bounds.
        let Ok(input) = generate::text(self.description, &recipe) else { return Ok(0) };
        let input = match &self.judge {
            Some(judge) => judge.without_known(input),
            None => Some(input),
        };
        let Some(input) = input else { return Ok(0) };
        let (size, input) = (input.len(), Content::from(input));
        if self.tests.iter().any(|test| test.input == input) {
            return Ok(0);
        }
        let (shape, name) = (shape.name, family.name);
        let number = if seed == SEED { String::new() } else { format!("-{seed}") };
        let test = answered(self.entry, format!("{MADE}{shape}-{name}{number}"), input)?;
        if is_wanted(&self.kinds_of_longest(&test)?) {
            self.tests.push(test);
        }
        Ok(size)
    }

    /// Returns the kinds of answers that the longest cases of a test have.
    fn kinds_of_longest(&self, test: &Test) -> Result<BTreeSet<String>, Failure> {
        let kinds = self.kinds_in(&test.expected.content().text().map_err(unread)?);
        if self.description.grammar.cases == Cases::One {
            return Ok(kinds.into_iter().collect());
        }
        let mut lengths = Vec::new();
        let text = Input::reader(INPUT, test.input.open().map_err(unread)?);
        each_case(text, &self.description.grammar, |_, _, fields| {
            lengths.push(fields.values.len());
            ControlFlow::Continue(())
        })?;
        let longest = lengths.iter().max().copied();
        let of_longest = kinds.into_iter().zip(lengths).filter(|(_, length)| Some(*length) == longest);
        Ok(of_longest.map(|(kind, _)| kind).collect())
    }

    /// Returns the kind of each case's answer.
    fn kinds_in(&self, answer: &str) -> Vec<String> {
        match self.entry.form.answers {
            Answers::Whole => vec![self.kind(answer)],
            Answers::Line | Answers::Numbered => answer.lines().map(|line| self.kind(line)).collect(),
            Answers::BlockAfter(words) => {
                answer.lines().filter(|line| words.contains(line)).map(str::to_owned).collect()
            }
        }
    }

    /// Returns the kind of an answer: its first word; all numbers other than 0 are one kind.
    fn kind(&self, answer: &str) -> String {
        let Variant { answers, two_answers, .. } = *self.entry.form;
        let mut words = answer.split_whitespace().skip(if answers == Answers::Numbered { 2 } else { 0 });
        let word = words.next().unwrap_or_default();
        let is_number = two_answers.is_none() && word != "0" && word.parse::<u64>().is_ok();
        if is_number { "a number".to_owned() } else { word.chars().take(LONGEST).collect() }
    }
}

/// Letters of a word that tell the kind of an answer.
const LONGEST: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::named;
    use nim_problems::{ALIASES, PROBLEMS, find};
    use nim_testing::whole::part;

    #[test]
    fn the_longest_cases_have_every_kind_of_answer() {
        for entry in part(PROBLEMS, 12) {
            let description = Description::from_entry(entry);
            let (tests, without) = made(entry, &description).unwrap();
            assert!(without.is_empty() && !tests.is_empty(), "{}: {without:?}", entry.slug);
        }
    }

    #[test]
    fn cases_that_no_judge_has_are_in_no_made_input_of_a_name() {
        let of = |entry: &Entry| entry.known.iter().flat_map(|known| known.cases);
        let names: Vec<_> = ALIASES.iter().filter(|entry| of(entry).next().is_some()).collect();
        assert!(!names.is_empty());
        for entry in names {
            let description = Description::from_entry(entry);
            let made =
                [named::tests(entry, &description, Vec::new()).unwrap(), tests(entry, &description).unwrap()];
            let known: Vec<&str> = of(entry).copied().collect();
            for test in made.concat() {
                let text = test.input.text().unwrap();
                let case = text.lines().find(|line| known.iter().any(|known| known == line));
                assert_eq!(case, None, "{}: {}", entry.name, test.name);
            }
        }
    }

    #[test]
    fn kinds_are_words_and_numbers_but_0() {
        for (name, answer, kinds) in [
            ("john", "John\nBrother\n", &["John", "Brother"][..]),
            ("wythoff", "1\n0\n", &["1", "0"]),
            ("nim-first-moves", "7\n0\n12\n", &["a number", "0", "a number"]),
            ("matches", "4 3\n1 2\n", &["a number"]),
            ("matches", "lose\n", &["lose"]),
            ("treblecross-cases", "Case 1: 0\nCase 2: 3 4\n", &["0", "a number"]),
            ("stones-all-moves", "No\nYes\n9 5\n", &["No", "Yes"]),
        ] {
            let entry = find(name).unwrap();
            let description = Description::from_entry(entry);
            let made = LargestMaker { entry, description: &description, judge: None, tests: Vec::new() };
            assert_eq!(made.kinds_in(answer), kinds, "{name}");
        }
    }
}
