//! The names of a grammar, which must be unique and known where they are used.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::notation;
use nim_solve::problem::{Cases, Condition, Count, Field, Kind, Part, ValueError};

/// The names of a grammar so far.
#[derive(Default)]
pub(super) struct Names {
    /// The numbers that a count may name here.
    known: Vec<&'static str>,
    /// All names, with their fields.
    all: BTreeMap<&'static str, Named>,
}

/// The thing that a name stands for.
struct Named {
    sort: Sort,
    /// The numbers that the ends of a range may refer to.
    known: Vec<&'static str>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    /// A number of the header, about which there are no conditions.
    Header,
    Number,
    List,
    Signed,
    Word,
    /// Rows of this number of single fields; `None` for rows of anything else.
    Rows(Option<usize>),
}

impl Names {
    /// Adds a number of the header.
    pub(super) fn header(&mut self, text: &str) -> Result<&'static str, ValueError> {
        let name = notation::name(text)?;
        self.add(name, Sort::Header)?;
        self.known.push(name);
        Ok(name)
    }

    /// Adds a field of a line.
    pub(super) fn field(&mut self, text: &str) -> Result<Field, ValueError> {
        let field = notation::field(text)?;
        let sort = match field.kind {
            Kind::Number => Sort::Number,
            Kind::List(count) => {
                self.check(count)?;
                Sort::List
            }
            Kind::Signed => Sort::Signed,
            Kind::Word(_) => Sort::Word,
        };
        self.add(field.name, sort)?;
        if sort == Sort::Number {
            self.known.push(field.name);
        }
        Ok(field)
    }

    /// Adds rows, whose parts `inside` adds: their numbers are known only in the rows.
    pub(super) fn rows<E>(
        &mut self,
        name: &'static str,
        count: Count,
        inside: impl FnOnce(&mut Self) -> Result<Vec<Part>, E>,
        wrong: impl Fn(ValueError) -> E,
    ) -> Result<Part, E> {
        self.check(count).map_err(&wrong)?;
        let outside = self.known.len();
        let parts = inside(self)?;
        self.known.truncate(outside);
        let fields = simple_row(&parts);
        let is_plain = !fields.is_empty() && fields.iter().all(|field| field.kind == Kind::Number);
        // The walk over such rows keeps none of their numbers.
        for field in fields {
            if let Some(named) = self.all.get_mut(field.name) {
                named.known.truncate(outside);
            }
        }
        self.add(name, Sort::Rows(is_plain.then_some(fields.len()))).map_err(wrong)?;
        Ok(Part::Rows { name, count, parts: notation::leak_all(parts) })
    }

    fn add(&mut self, name: &'static str, sort: Sort) -> Result<(), ValueError> {
        let known = self.known.clone();
        match self.all.insert(name, Named { sort, known }) {
            None => Ok(()),
            Some(_) => {
                Err(format!("the name {name:?} is taken: expected one that has not occurred before").into())
            }
        }
    }

    fn check(&self, count: Count) -> Result<(), ValueError> {
        is_known(count, &self.known).map_err(|of| {
            format!(
                "{of:?} is no number of the header or of the fields before: expected one of them as a count"
            )
            .into()
        })
    }

    /// Returns the values that a field may have, or the lengths of a word; `None` where no field has the name.
    pub(super) fn values(&self, name: &str) -> Option<RangeInclusive<i128>> {
        match self.all.get(name)?.sort {
            Sort::Header | Sort::Number | Sort::List => Some(0..=u64::MAX.into()),
            Sort::Signed => Some(i64::MIN.into()..=i64::MAX.into()),
            Sort::Word => Some(1..=u64::MAX.into()),
            Sort::Rows(_) => None,
        }
    }

    /// Checks that a condition names fields of the right kind.
    pub(super) fn condition(&self, condition: &Condition) -> Result<(), ValueError> {
        let (name, wanted, fits): (_, _, fn(Sort) -> bool) = match *condition {
            Condition::Even(name) => (name, "a number or a list", is_number),
            Condition::Range { field, .. } => (field, "a number or a list", is_number),
            Condition::Distinct(name) => (name, "a list, or rows of single numbers", |sort| {
                matches!(sort, Sort::List | Sort::Rows(Some(_)))
            }),
            Condition::Ascending(name) => (name, "a list", |sort| sort == Sort::List),
            Condition::Contains { field, .. } | Condition::Above { field, .. } => {
                (field, "a list", |sort| sort == Sort::List)
            }
            Condition::Tree(name) => {
                (name, "rows of two numbers", |sort| matches!(sort, Sort::Rows(Some(2))))
            }
            Condition::Without { field, .. } => (field, "a word", |sort| sort == Sort::Word),
            Condition::Case(..) => return Ok(()),
        };
        let named = self.all.get(name).filter(|named| fits(named.sort));
        let named =
            named.ok_or_else(|| format!("expected the name of {wanted} of the case, found {name:?}"))?;
        if let Condition::Above { other, .. } = *condition
            && !self.all.get(other).is_some_and(|named| named.sort == Sort::List)
        {
            return Err(format!("expected the name of another list of the case, found {other:?}").into());
        }
        if let Condition::Range { from, to, .. } = *condition {
            for end in [from, to] {
                is_known(end, &named.known).map_err(|of| {
                    format!("{of:?} is no number that is known before {name:?}: expected one as the end of its range")
                })?;
            }
        }
        Ok(())
    }
}

fn is_number(sort: Sort) -> bool {
    matches!(sort, Sort::Number | Sort::List)
}

/// Returns the name in a count, if it is unknown.
fn is_known(count: Count, known: &[&'static str]) -> Result<(), &'static str> {
    match count {
        Count::Of(of) | Count::Linear { of, .. } if !known.contains(&of) => Err(of),
        _ => Ok(()),
    }
}

fn fields_of(part: &Part) -> &'static [Field] {
    match *part {
        Part::Line(fields) => fields,
        Part::Rows { .. } => &[],
    }
}

/// Returns the fields of a row that is one line without lists; none for other rows.
fn simple_row(parts: &[Part]) -> &'static [Field] {
    match *parts {
        [Part::Line(fields)] if !fields.iter().any(|field| matches!(field.kind, Kind::List(_))) => fields,
        _ => &[],
    }
}

/// Checks that a case has the tokens that mark its end and the end of all cases.
pub(super) fn check_case(cases: Cases, case: &[Part]) -> Result<(), ValueError> {
    let has_token = case.iter().flat_map(fields_of).any(|field| !matches!(field.kind, Kind::List(_)));
    if cases != Cases::One && !has_token {
        return Err("expected a case with at least one number or word outside of rows".into());
    }
    let Cases::UntilZeros(zeros) = cases else { return Ok(()) };
    let first = case.first().map_or(&[] as &[Field], fields_of);
    let numbers = first.iter().take_while(|field| field.kind == Kind::Number).count();
    if numbers < zeros {
        return Err(format!(
            "expected {zeros} numbers or more at the start of the first line, found {numbers}"
        )
        .into());
    }
    Ok(())
}
