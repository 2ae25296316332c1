//! The bounds of the fields of an input, and its size.

use super::{GenerateError, Recipe};
use crate::Description;
use crate::description::natural;
use crate::families::{Family, Size, Values};
use crate::params::{CASES, LENGTH, MAX, Params, SIZE};
use crate::roles::{Role, conditions, name_of, roles, value_of};
use nim_solve::problem::{Cases, Condition, Count, Field, Kind, Part};
use nim_solve::registry::Bound;

/// The sizes and bounds of an input to be made.
pub(super) struct InputPlan<'a> {
    pub(super) description: &'a Description,
    pub(super) family: &'a Family,
    params: &'a Params,
    /// The fields, each with its least and greatest value, or length of a word.
    fields: Vec<(Role, (u64, u64))>,
    /// The number of tokens in a case for each unit of a count, if other lists are typical.
    tokens: Vec<(&'static str, u64)>,
    /// The number of tokens in the smallest case.
    pub(super) least_case: u64,
    /// The number of tokens in the largest case.
    most_case: u64,
    pub(super) conditions: Vec<&'static Condition>,
    /// The limit of tokens.
    pub(super) size: u64,
}

/// Greatest values where the statement has none.
const CASES_MOST: i128 = 100;
const LENGTH_MOST: i128 = 100;
const VALUE_MOST: i128 = i32::MAX as i128;

/// Tokens of an input, where nothing else is asked for.
const SIZE_DEFAULT: u64 = 20_000;
/// The bounds of an input's tokens, as large as the bounds of the problem allow, unless more are asked for.
const SIZE_OF_MOST: u64 = 1_000_000;
pub(crate) const SIZE_LARGEST: u64 = 2_200_000;
/// The length of a list that other counts are weighed with.
const TYPICAL: u64 = 8;

impl<'a> InputPlan<'a> {
    pub(super) fn new(description: &'a Description, recipe: &Recipe<'a>) -> Self {
        let params = recipe.params;
        let roles = roles(&description.grammar);
        let ranges: Vec<_> = roles.iter().map(|role| limits(description, params, role)).collect();
        let fields: Vec<_> = roles.into_iter().zip(ranges).collect();
        let is_sized = params.has(CASES)
            || params.has(LENGTH)
            || fields.iter().any(|(role, _)| role.is_count && params.has(role.field.name));
        let conditions = conditions(&description.grammar).collect();
        let mut plan = Self {
            description,
            family: recipe.family,
            params,
            fields,
            tokens: Vec::new(),
            least_case: 0,
            most_case: 0,
            conditions,
            size: 0,
        };
        plan.least_case = tokens(description.grammar.case, &|name| plan.least(name));
        plan.most_case = tokens(description.grammar.case, &|name| plan.most(name));
        let default = if is_sized {
            u64::MAX
        } else if recipe.family.is_large() {
            plan.largest_size()
        } else {
            SIZE_DEFAULT
        };
        plan.size = params.get(SIZE).and_then(|size| size.most).map_or(default, natural);
        let counts = plan.fields.iter().filter(|(role, _)| role.is_count).map(|(role, _)| role.field.name);
        plan.tokens = counts.map(|name| (name, plan.weigh(name))).collect();
        plan
    }

    /// Returns the role and the bounds of a field.
    pub(super) fn field(&self, name: &str) -> Option<&(Role, (u64, u64))> {
        self.fields.iter().find(|(role, _)| role.field.name == name)
    }

    fn least(&self, name: &str) -> u64 {
        self.field(name).map_or(0, |&(_, (least, _))| least)
    }

    fn most(&self, name: &str) -> u64 {
        self.field(name).map_or(0, |&(_, (_, most))| most)
    }

    /// Returns the least and the greatest number of cases.
    fn case_range(&self) -> (u64, u64) {
        if self.description.grammar.cases == Cases::One {
            return (1, 1);
        }
        let (least, most) = range(self.description, self.params, CASES, 1, CASES_MOST);
        (natural(least), natural(most))
    }

    /// Returns the number of tokens in inputs as large as the bounds allow. If not all cases can be as long as possible, one is.
    fn largest_size(&self) -> u64 {
        let cases = self.case_range().1;
        let whole = self.most_case.saturating_mul(cases);
        let others = if whole > SIZE_LARGEST { cases.saturating_mul(self.least_case) } else { whole };
        // The last case is made with the longest rows, whatever the lengths before.
        let size = self.most_case.saturating_add(others);
        // The letters of words are counted, too.
        size.clamp(SIZE_OF_MOST, SIZE_LARGEST)
    }

    /// Returns the average share of a case in a size, if it may have from `least` to `most` of it. With a bounded sum of lengths, cases of
    /// the least length would leave none for longer ones.
    fn typical(&self, size: u64, least: u64, most: u64) -> u64 {
        let most = least.midpoint(most.max(least));
        let is_shared =
            self.totals().iter().any(|(name, _)| self.field(name).is_some_and(|(role, _)| role.is_count));
        match self.family.counts {
            _ if !is_shared => least,
            Size::Any | Size::Edges | Size::Every => size.isqrt().clamp(least, most),
            Size::Tiny => most.min(least.saturating_add(1)),
            Size::Least | Size::Most | Size::One | Size::Two => least,
        }
        .max(1)
    }

    /// Returns the least and the greatest sum of a field over an input, if one is bounded; none where a parameter asks for
    /// more.
    fn total(&self, name: &str) -> Option<(u64, u64)> {
        let total = format!("total_{name}");
        let (least, most) = range(self.description, self.params, &total, 0, u64::MAX.into());
        let (least, most) = (natural(least), natural(most));
        let asked = self.params.get(name).and_then(|bound| bound.most).map(natural);
        let cases = self.params.get(CASES).and_then(|cases| cases.least).map_or(1, natural);
        let (role, (smallest, _)) = self.field(name)?;
        ((least, most) != (0, u64::MAX)
            && asked.is_none_or(|asked| asked <= most)
            && cases.saturating_mul(*smallest) <= most
            && role.field.kind != Kind::Signed)
            .then_some((least, most))
    }

    /// Returns the sums that are bounded, by field.
    pub(super) fn totals(&self) -> Vec<(&'static str, (u64, u64))> {
        let names = self.fields.iter().map(|(role, _)| role.field.name);
        names.filter_map(|name| Some((name, self.total(name)?))).collect()
    }

    /// Returns the number of cases in the input.
    pub(super) fn cases(&self) -> Result<u64, GenerateError> {
        let grammar = &self.description.grammar;
        if grammar.cases == Cases::One {
            return Ok(1);
        }
        let (least, most) = self.case_range();
        let mut room = self.size / self.typical(self.size, self.least_case, self.most_case);
        let mut needed = 1;
        let mut longest = u64::MAX;
        for (name, (least_sum, most_sum)) in self.totals() {
            room = room.min(most_sum / self.typical(most_sum, self.least(name), self.most(name)));
            longest = longest.min(most_sum / self.most(name).max(1));
            if let Some((role, (_, greatest))) = self.field(name)
                && role.row.is_none()
                && !role.is_listed()
            {
                needed = needed.max(least_sum.div_ceil((*greatest).max(1)));
            }
        }
        let asked = match self.family.cases {
            Size::Least | Size::One => least,
            // The number of cases that can all be as long as possible.
            Size::Two | Size::Tiny => longest.clamp(1, 2).clamp(least, most),
            Size::Most | Size::Any | Size::Edges | Size::Every => most,
        };
        Ok(asked.min(room.max(1)).max(needed.min(most)).max(least))
    }

    /// Returns the number of tokens in a case for each unit of a count, if other lists are typical.
    pub(super) fn tokens_of(&self, count: &str) -> u64 {
        self.tokens.iter().find(|&&(name, _)| name == count).map_or(1, |&(_, tokens)| tokens)
    }

    fn weigh(&self, count: &str) -> u64 {
        let least = self.least(count).max(1);
        self.tokens_with(count, least + 1).saturating_sub(self.tokens_with(count, least)).max(1)
    }

    /// Returns the number of tokens in a case with a value of a count, if other lists are typical.
    fn tokens_with(&self, count: &str, value: u64) -> u64 {
        tokens(self.description.grammar.case, &|name| match self.field(name) {
            _ if name == count => value,
            Some(&(_, (_, most))) if self.family.counts == Size::Most => most,
            Some(&(_, (least, most))) => TYPICAL.clamp(least, most),
            None => 0,
        })
    }

    /// Returns whether the statement has a condition.
    pub(super) fn has(&self, condition: Condition) -> bool {
        self.conditions.iter().any(|own| **own == condition)
    }

    /// Returns whether a list need not be kept: it ends the case, and neither a condition nor the family needs its numbers together.
    pub(super) fn is_unkept(&self, name: &'static str) -> bool {
        let Some(Part::Line([.., Field { name: last, kind: Kind::List(_) }])) =
            self.description.grammar.case.last()
        else {
            return false;
        };
        self.family.values == Values::Any
            && *last == name
            && self.total(name).is_none()
            && self.conditions.iter().all(|condition| matches!(condition, Condition::Range { .. }))
    }

    /// Returns whether a field is in rows, so that a case may have several of its name.
    pub(super) fn is_repeated(&self, name: &str) -> bool {
        self.field(name).is_some_and(|(role, _)| role.row.is_some())
    }

    /// Returns the list of distinct numbers that a count is the length of, and the count's factor.
    pub(super) fn distinct_list(&self, count: &str) -> Option<(Field, u64)> {
        let lists = self.fields.iter().filter(|(role, _)| role.is_distinct);
        let mut counted = lists.filter_map(|(role, _)| match role.field.kind {
            Kind::List(by) if name_of(by) == Some(count) => {
                Some((role.field, if let Count::Linear { times, .. } = by { times } else { 1 }))
            }
            _ => None,
        });
        counted.next()
    }
}

/// Returns the bounds of a field: the statement's, or the parameters'. For a signed field they are places in the order of all such numbers.
fn limits(description: &Description, params: &Params, role: &Role) -> (u64, u64) {
    let is_length = role.is_count || matches!(role.field.kind, Kind::Word(_));
    let is_signed = role.field.kind == Kind::Signed;
    let (least, most) = match (is_length, is_signed) {
        (true, _) => (1, LENGTH_MOST),
        (false, true) => (-VALUE_MOST, VALUE_MOST),
        (false, false) => (0, VALUE_MOST),
    };
    let (mut least, mut most) = range(description, params, role.field.name, least, most);
    if let Some(narrowed) = params.get(if is_length { LENGTH } else { MAX }) {
        let from = if is_length { narrowed.least.unwrap_or(least).clamp(least, most) } else { least };
        (least, most) = (from, narrowed.most.unwrap_or(most).clamp(least, most));
    }
    if is_signed {
        (least, most) = (least - i128::from(i64::MIN), most - i128::from(i64::MIN));
    }
    (natural(least), natural(most))
}

/// Returns the range of a name: of the parameters, else of the statement, else the default.
fn range(description: &Description, params: &Params, name: &str, least: i128, most: i128) -> (i128, i128) {
    let none = Bound { least: None, most: None };
    let bound = description.bounds.get(name).copied().unwrap_or(none);
    let asked = params.get(name).unwrap_or(none);
    let (least, most) = (bound.least.unwrap_or(least), bound.most.unwrap_or(most));
    match (asked.least, asked.most) {
        (None, None) => (least, most.max(least)),
        (Some(asked), None) => (asked, most.max(asked)),
        (None, Some(asked)) => (least.min(asked), asked),
        (Some(least), Some(most)) => (least, most),
    }
}

/// Returns the number of tokens in parts, with counts computed by a function.
fn tokens(parts: &[Part], value: &dyn Fn(&str) -> u64) -> u64 {
    parts.iter().fold(0_u64, |sum, part| {
        sum.saturating_add(match *part {
            Part::Line(fields) => fields.iter().fold(0_u64, |sum, field| {
                sum.saturating_add(if let Kind::List(of) = field.kind { value_of(of, value) } else { 1 })
            }),
            Part::Rows { count, parts, .. } => value_of(count, value).saturating_mul(tokens(parts, value)),
        })
    })
}
