//! The features of a problem's cases: the measures of the fields that its grammar declares, in a case, in the case before, and in all before.

use std::io;
use std::ops::ControlFlow;

use super::measures::{LOST, List, MEASURES, Measure, Value, Words};
use crate::description::Description;
use crate::roles::{Role, roles};
use nim_ground::content::Content;
use nim_io::Input;
use nim_solve::problem::{Fields, Kind};
use nim_solve::records::each_case;

/// A feature of a case.
#[derive(Clone, Copy)]
pub struct Feature {
    /// The measure.
    pub measure: &'static Measure,
    /// The fields, by their places among the numbers or the lists.
    pub fields: [usize; 2],
    /// In which case of the input.
    pub when: When,
}

impl Feature {
    /// Returns whether it is a number, and no fact.
    pub const fn is_number(&self) -> bool {
        !matches!(self.measure.words, [Words::Fact(..), _])
    }
}

/// The case that a feature is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// The case itself.
    Here,
    /// The one before it in the input.
    Before,
    /// The greatest value in all cases before it.
    Earlier,
}

/// The value of a feature of a case before the first one.
pub const NONE: i64 = i64::MIN;

/// Most pairs of numbers that are compared.
const MOST_PAIRS: usize = 6;
/// The highest price of a measure that is looked at in cases before, too.
const CHEAP: u32 = 3;

/// The fields of a problem's cases.
pub struct CaseFields<'a> {
    description: &'a Description,
    /// The names of numbers, and the lengths of words.
    pub numbers: Vec<&'static str>,
    /// Those of lists, and of numbers in rows.
    pub lists: Vec<&'static str>,
    /// The number of fields of the header, which come first.
    header: usize,
    /// Those of the numbers that count the elements of a list.
    pub counts: Vec<&'static str>,
}

impl<'a> CaseFields<'a> {
    /// Returns the fields of a grammar.
    pub fn new(description: &'a Description) -> Self {
        let roles = roles(&description.grammar);
        let (mut lists, numbers): (Vec<&Role>, Vec<&Role>) =
            roles.iter().partition(|role| role.field.is_list() || role.row.is_some());
        lists.retain(|role| !matches!(role.field.kind, Kind::Word(_)));
        Self {
            description,
            numbers: numbers.iter().map(|role| role.field.name).collect(),
            lists: lists.iter().map(|role| role.field.name).collect(),
            header: description.grammar.header.len(),
            counts: numbers.iter().filter(|role| role.is_count).map(|role| role.field.name).collect(),
        }
    }

    /// Returns the features of a case.
    pub fn features(&self) -> Vec<Feature> {
        let mut features = Vec::new();
        let numbers = self.numbers.len();
        let pairs = (0..numbers).flat_map(|one| (one + 1..numbers).map(move |other| [one, other]));
        let pairs: Vec<[usize; 2]> = pairs.take(MOST_PAIRS).collect();
        for measure in MEASURES.iter() {
            let fields: Vec<[usize; 2]> = match measure.value {
                Value::Number => (0..numbers).map(|field| [field; 2]).collect(),
                Value::Pair(_) => pairs.clone(),
                Value::List(_) | Value::Obscure(_) => (0..self.lists.len()).map(|field| [field; 2]).collect(),
                Value::Answer => vec![[0; 2]],
            };
            features.extend(fields.into_iter().map(|fields| Feature { measure, fields, when: When::Here }));
        }
        let cheap = features.iter().filter(|feature| feature.measure.price <= CHEAP);
        let cheap = cheap.filter(|feature| matches!(feature.measure.value, Value::Number | Value::List(_)));
        let cheap: Vec<Feature> = cheap.copied().collect();
        for when in [When::Before, When::Earlier] {
            features.extend(cheap.iter().map(|feature| Feature { when, ..*feature }));
        }
        features
    }
}

/// The values of a case's fields.
struct CaseValues<'a> {
    fields: &'a CaseFields<'a>,
    numbers: Vec<i64>,
    lists: Vec<Vec<i64>>,
}

impl CaseValues<'_> {
    fn fill(&mut self, header: &[u64], fields: &Fields<'_>) {
        self.numbers.fill(0);
        self.lists.iter_mut().for_each(Vec::clear);
        let fitting = |value: u64| i64::try_from(value).unwrap_or(LOST);
        for (number, &value) in self.numbers.iter_mut().zip(header) {
            *number = fitting(value);
        }
        for span in fields.spans.iter() {
            let values = &fields.values[span.range()];
            for (place, field) in span.fields.iter().enumerate() {
                let of_field = values.iter().skip(place).step_by(span.fields.len());
                let numbers = of_field.map(|&value| match field.kind {
                    Kind::Signed => Some(value.cast_signed()).filter(|&value| value > NONE).unwrap_or(LOST),
                    Kind::Word(_) => fields.word_of(value).len() as i64,
                    Kind::Number | Kind::List(_) => fitting(value),
                });
                let names = self.fields;
                if let Some(list) = names.lists.iter().position(|name| *name == field.name) {
                    self.lists[list].extend(numbers);
                } else if let Some(number) = names.numbers.iter().position(|name| *name == field.name) {
                    numbers.take(1).for_each(|value| self.numbers[number] = value);
                }
            }
        }
    }

    fn value(&self, feature: &Feature, lists: &[List<'_>], answer: i64) -> i64 {
        let [one, other] = feature.fields.map(|field| self.numbers.get(field).copied().unwrap_or(LOST));
        let list = lists.get(feature.fields[0]).filter(|list| list.is_whole);
        match feature.measure.value {
            Value::Number => one,
            Value::Pair(_) if one == LOST || other == LOST => LOST,
            Value::Pair(value) => value(one, other),
            Value::List(value) | Value::Obscure(value) => list.map_or(LOST, value),
            Value::Answer => answer,
        }
    }
}

/// An input, with its right answers as numbers.
#[derive(Clone, Copy)]
pub struct AnsweredInput<'a> {
    /// The input.
    pub input: &'a Content,
    /// The answers; empty where cases cannot be told apart.
    pub answers: &'a [i64],
}

impl CaseFields<'_> {
    /// Hands on the values of features of the cases of an input, each with its number from 0; returns how many cases there are, or
    /// `None` where the input has not the problem's grammar.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn each_row(
        &self,
        features: &[Feature],
        AnsweredInput { input, answers }: AnsweredInput<'_>,
        mut take: impl FnMut(usize, &[i64]),
    ) -> io::Result<Option<usize>> {
        let (numbers, lists) = (vec![0; self.numbers.len()], vec![Vec::new(); self.lists.len()]);
        let mut values = CaseValues { fields: self, numbers, lists };
        let mut row = vec![0; features.len()];
        let mut before = vec![NONE; features.len()];
        let opened = Input::reader("input", input.open()?);
        let read = each_case(opened, &self.description.grammar, |number, header, fields| {
            let case = number as usize - 1;
            values.fill(&header[..self.header.min(header.len())], fields);
            let lists: Vec<List<'_>> = values.lists.iter().map(|list| List::new(list)).collect();
            let answer = answers.get(case).copied().unwrap_or(NONE);
            for (at, feature) in features.iter().enumerate() {
                let here = values.value(feature, &lists, answer);
                row[at] = if feature.when == When::Here { here } else { before[at] };
                before[at] = if feature.when == When::Earlier { before[at].max(here) } else { here };
            }
            take(case, &row);
            ControlFlow::Continue(())
        });
        Ok(read.ok().map(|cases| cases as usize))
    }
}
