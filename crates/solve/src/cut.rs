//! Cuts whole cases from a batch of numbers, by code that is compiled for the grammar of a problem.
//!
//! A [`Plan`] is a grammar with places for names, made when the program is compiled. All properties of a span are constants ([`SpanAt`],
//! [`BoundAt`]), so that the code for a problem has neither names nor a choice of the next step: it reads counts, compares with bounds, and
//! checks lists in passes without branches.
//!
//! The design stops at cases that lie whole in a batch, which is extended for them, and break no condition. Others, and grammars with
//! deeper rows than lists in rows, are left to the [`Walk`](super::walk::Walk), which finds their faults.

use super::size::Size;
use crate::problem::{Condition, Count, Field, Grammar, Kind, Needs, Part, Problem, Spans, is_same};

/// The limit of spans in a plan.
const SPANS: usize = 5;
/// The limit of single numbers in a grammar, including those of the header.
const SLOTS: usize = 8;
/// The limit of bounds for a span.
const BOUNDS: usize = 3;
/// The limit of marking words for each number of a list; sparser lists are sorted.
const DENSE: usize = 16;
/// A list up to this length is compared pair by pair.
const SHORT: usize = 16;

/// A grammar compiled to a plan of spans.
#[derive(Clone, Copy)]
struct CompiledGrammar {
    spans: [Option<Planned>; SPANS],
    len: usize,
    /// The number of the span that rows of two spans, single numbers and a list, begin with, and how many rows there are.
    rows: Option<(usize, Size)>,
    names: [&'static str; SLOTS],
    slots: usize,
}

/// Rows of numbers: one row of single numbers, a list, which has rows of one, or several rows.
#[derive(Clone, Copy)]
struct Planned {
    count: Size,
    width: usize,
    /// The slot of the first value, for single numbers.
    slot: Option<usize>,
    bounds: [Option<Bound>; BOUNDS],
    /// The column of numbers that are even.
    even: Option<usize>,
    /// Whether no number occurs twice, in a list or in a row.
    distinct: bool,
}

/// The range of the numbers in a column.
#[derive(Clone, Copy)]
struct Bound {
    column: usize,
    from: Size,
    to: Size,
}

impl CompiledGrammar {
    /// Compiles a grammar; `None` if the walk has to read its cases.
    const fn new(grammar: &Grammar) -> Option<Self> {
        let mut plan = Self { spans: [None; SPANS], len: 0, rows: None, names: [""; SLOTS], slots: 0 };
        let mut i = 0;
        while i < grammar.header.len() {
            if !plan.name(grammar.header[i]) {
                return None;
            }
            i += 1;
        }
        let mut i = 0;
        while i < grammar.case.len() {
            let is_planned = match grammar.case[i] {
                // Rows are the last.
                _ if plan.rows.is_some() => false,
                Part::Line(fields) => plan.line(grammar, fields),
                Part::Rows { name, count, parts: [Part::Line(fields)] } => {
                    plan.rows(grammar, name, count, fields)
                }
                Part::Rows { .. } => false,
            };
            if !is_planned {
                return None;
            }
            i += 1;
        }
        Some(plan)
    }

    /// Gives a name a slot; returns whether one was free.
    const fn name(&mut self, name: &'static str) -> bool {
        if self.slots == SLOTS {
            return false;
        }
        self.names[self.slots] = name;
        self.slots += 1;
        true
    }

    /// Adds the spans of a line: runs of single numbers, and lists.
    const fn line(&mut self, grammar: &Grammar, fields: &'static [Field]) -> bool {
        let mut rest = fields;
        while !rest.is_empty() {
            let (count, len) = match rest[0].kind {
                Kind::List(count) => (Some(count), 1),
                _ => (None, singles(rest)),
            };
            let (these, after) = rest.split_at(len);
            if !self.span(grammar, None, count, these) {
                return false;
            }
            rest = after;
        }
        true
    }

    /// Adds the spans of rows.
    const fn rows(&mut self, grammar: &Grammar, name: &str, rows: Count, fields: &'static [Field]) -> bool {
        let single = singles(fields);
        if single == fields.len() {
            return self.span(grammar, Some(name), Some(rows), fields);
        }
        self.rows = Some((self.len, Size::new(rows, self.names.split_at(self.slots).0)));
        // Rows of lists alone may be any number.
        single > 0 && single + 1 == fields.len() && self.line(grammar, fields)
    }

    /// Adds a span: single numbers without a count, else a list or the rows of a name.
    const fn span(
        &mut self,
        grammar: &Grammar,
        rows: Option<&str>,
        count: Option<Count>,
        fields: &'static [Field],
    ) -> bool {
        let slot = if count.is_none() { Some(self.slots) } else { None };
        let mut i = 0;
        while i < fields.len() {
            if !fields[i].kind.is_natural() || slot.is_some() && !self.name(fields[i].name) {
                return false;
            }
            i += 1;
        }
        let names = self.names.split_at(self.slots).0;
        let count = match count {
            Some(count) => Size::new(count, names),
            None => Size::ONE,
        };
        let width = fields.len();
        let mut span = Planned { count, width, slot, ..Planned::NOTHING };
        let is_planned = self.len < SPANS && span.check(grammar, rows, fields, names);
        if is_planned {
            self.spans[self.len] = Some(span);
            self.len += 1;
        }
        is_planned
    }
}

/// Returns the number of fields before the first list.
const fn singles(fields: &[Field]) -> usize {
    let mut i = 0;
    while i < fields.len() && !fields[i].is_list() {
        i += 1;
    }
    i
}

impl Planned {
    /// A placeholder for a missing span.
    const NOTHING: Self =
        Self { count: Size::ONE, width: 1, slot: None, bounds: [None; BOUNDS], even: None, distinct: false };

    /// Adds the conditions on the fields; returns false if they are too many, or of another kind.
    const fn check(
        &mut self,
        grammar: &Grammar,
        rows: Option<&str>,
        fields: &[Field],
        names: &[&str],
    ) -> bool {
        let (mut bounds, mut i) = (0, 0);
        while i < grammar.conditions.len() {
            match grammar.conditions[i] {
                Condition::Range { field, from, to } => {
                    if let Some(column) = column(fields, field) {
                        if bounds == BOUNDS {
                            return false;
                        }
                        let (from, to) = (Size::new(from, names), Size::new(to, names));
                        self.bounds[bounds] = Some(Bound { column, from, to });
                        bounds += 1;
                    }
                }
                Condition::Even(name) => {
                    if let Some(column) = column(fields, name) {
                        self.even = Some(column);
                    }
                }
                Condition::Distinct(name) => self.distinct |= is_named(rows, fields, name),
                Condition::Ascending(name)
                | Condition::Contains { field: name, .. }
                | Condition::Tree(name) => {
                    if is_named(rows, fields, name) {
                        return false;
                    }
                }
                Condition::Without { .. } | Condition::Above { .. } | Condition::Case(..) => {}
            }
            i += 1;
        }
        true
    }
}

const fn column(fields: &[Field], name: &str) -> Option<usize> {
    let mut i = 0;
    while i < fields.len() {
        if is_same(fields[i].name, name) {
            return Some(i);
        }
        i += 1;
    }
    None
}

const fn is_named(rows: Option<&str>, fields: &[Field], name: &str) -> bool {
    matches!(rows, Some(rows) if is_same(rows, name)) || column(fields, name).is_some()
}

/// The plan of a problem, as a constant.
pub(super) struct PlanOf<P>(P);

impl<P: Problem> PlanOf<P> {
    const PLAN: Option<CompiledGrammar> = CompiledGrammar::new(&P::GRAMMAR);
    /// The number of values before the summarised ones: the single numbers, in a case of single numbers and a list.
    pub(super) const LEAD: Option<usize> = match Self::PLAN {
        Some(CompiledGrammar { len: 1, spans: [Some(Planned { slot: Some(_), .. }), ..], .. }) => Some(0),
        Some(CompiledGrammar { rows: None, len: 2, spans: [Some(lead), Some(list), ..], .. })
            if lead.slot.is_some()
                && list.slot.is_none()
                && list.width == 1
                && !list.distinct
                && list.even.is_none() =>
        {
            Some(lead.width)
        }
        _ => None,
    };
    /// Whether the grammar has a plan.
    pub(super) const IS_COMPILED: bool = Self::PLAN.is_some();
    const ROWS: Option<(usize, Size)> = match Self::PLAN {
        Some(plan) => plan.rows,
        None => None,
    };
    /// Whether the spans of a case are recorded: they are needed, and differ between cases.
    const NOTES: bool = match Self::PLAN {
        _ if !matches!(P::NEEDS, Needs::Fields) => false,
        Some(plan) => plan.len > 1 || !matches!(plan.spans[0], Some(Planned { slot: Some(_), .. })),
        None => false,
    };
}

/// A span of the plan of a problem, in constants.
struct SpanAt<P, const SPAN: usize>(P);

impl<P: Problem, const SPAN: usize> SpanAt<P, SPAN> {
    const SPAN: Option<Planned> = match PlanOf::<P>::PLAN {
        Some(plan) => plan.spans[SPAN],
        None => None,
    };
    const IS_THERE: bool = Self::SPAN.is_some();
    const THIS: Planned = match Self::SPAN {
        Some(span) => span,
        None => Planned::NOTHING,
    };
}

/// A bound of a span, in constants.
struct BoundAt<P, const SPAN: usize, const BOUND: usize>(P);

impl<P: Problem, const SPAN: usize, const BOUND: usize> BoundAt<P, SPAN, BOUND> {
    const BOUND: Option<Bound> = SpanAt::<P, SPAN>::THIS.bounds[BOUND];
    const IS_THERE: bool = Self::BOUND.is_some();
    const THIS: Bound = match Self::BOUND {
        Some(bound) => bound,
        None => Bound { column: 0, from: Size::ONE, to: Size::ONE },
    };
}

/// A case that is being cut.
pub(super) struct Cut<'n, 'c> {
    numbers: &'n [u64],
    /// The number of values cut so far.
    len: usize,
    /// The numbers of the header, then the single ones of the case.
    slots: [u64; SLOTS],
    spans: &'c mut Spans,
    /// Room for a list to be sorted in.
    room: &'c mut Vec<u64>,
}

impl<'n, 'c> Cut<'n, 'c> {
    /// Cuts the case at the beginning of the numbers, if it is complete and breaks no condition except one on the whole case; returns its
    /// length.
    #[inline(always)] // See `KernelTask`.
    pub(super) fn case<P: Problem>(
        numbers: &'n [u64],
        header: &[u64],
        spans: &'c mut Spans,
        room: &'c mut Vec<u64>,
    ) -> Option<usize> {
        if !PlanOf::<P>::IS_COMPILED {
            return None;
        }
        let mut cut = Self { numbers, len: 0, slots: [0; SLOTS], spans, room };
        for slot in 0..const { P::GRAMMAR.header.len() } {
            cut.slots[slot] = *header.get(slot)?;
        }
        if PlanOf::<P>::NOTES {
            cut.spans.clear();
        }
        match const { PlanOf::<P>::ROWS } {
            None => {
                cut.span::<P, 0>()?;
                cut.span::<P, 1>()?;
                cut.span::<P, 2>()?;
                cut.span::<P, 3>()?;
                cut.span::<P, 4>()?;
            }
            Some((0, count)) => cut.rows::<P, 0, 1>(count)?,
            Some((1, count)) => {
                cut.span::<P, 0>()?;
                cut.rows::<P, 1, 2>(count)?;
            }
            Some((2, count)) => {
                cut.span::<P, 0>()?;
                cut.span::<P, 1>()?;
                cut.rows::<P, 2, 3>(count)?;
            }
            Some((3.., count)) => {
                cut.span::<P, 0>()?;
                cut.span::<P, 1>()?;
                cut.span::<P, 2>()?;
                cut.rows::<P, 3, 4>(count)?;
            }
        }
        Some(cut.len)
    }

    /// Cuts rows of single numbers and a list.
    #[inline(always)] // See `KernelTask`.
    fn rows<P: Problem, const ONE: usize, const OTHER: usize>(&mut self, count: Size) -> Option<()> {
        for _ in 0..count.value(&self.slots) {
            self.span::<P, ONE>()?;
            self.span::<P, OTHER>()?;
        }
        Some(())
    }

    #[inline(always)] // See `KernelTask`.
    fn span<P: Problem, const SPAN: usize>(&mut self) -> Option<()> {
        if !SpanAt::<P, SPAN>::IS_THERE {
            return Some(());
        }
        let width = const { SpanAt::<P, SPAN>::THIS.width };
        let count = const { SpanAt::<P, SPAN>::THIS.count }.value(&self.slots);
        let len = usize::try_from(count).ok()?.checked_mul(width)?;
        let numbers = self.numbers.get(self.len..)?.get(..len)?;
        self.len += len;
        if PlanOf::<P>::NOTES {
            self.spans.push(SPAN, len);
        }
        if let Some(slot) = const { SpanAt::<P, SPAN>::THIS.slot } {
            self.slots.get_mut(slot..slot + width)?.copy_from_slice(numbers);
        }
        let (first, second, third) =
            (self.bound::<P, SPAN, 0>(), self.bound::<P, SPAN, 1>(), self.bound::<P, SPAN, 2>());
        let is_even = const { SpanAt::<P, SPAN>::THIS.even };
        let distinct = const { SpanAt::<P, SPAN>::THIS.distinct };
        // In a list, all rows together are checked instead.
        let are_apart = |row: &[u64]| !distinct || width == 1 || are_distinct_in_pairs(row);
        let is_right = |row: &[u64]| {
            first(row)
                & second(row)
                & third(row)
                & is_even.is_none_or(|column| row[column].is_multiple_of(2))
                & are_apart(row)
        };
        let is_right = match const { SpanAt::<P, SPAN>::THIS.width } {
            1 => all_chunks::<1>(numbers, is_right),
            2 => all_chunks::<2>(numbers, is_right),
            3 => all_chunks::<3>(numbers, is_right),
            _ => numbers.chunks_exact(width).fold(true, |all, row| all & is_right(row)),
        };
        (is_right && (!distinct || width > 1 || are_distinct(numbers, self.room))).then_some(())
    }

    /// Returns whether the number of a row lies within a bound of a span.
    #[inline(always)] // See `KernelTask`.
    fn bound<P: Problem, const SPAN: usize, const BOUND: usize>(
        &self,
    ) -> impl Fn(&[u64]) -> bool + use<P, SPAN, BOUND> {
        let column = const { BoundAt::<P, SPAN, BOUND>::THIS.column };
        let (from, to) = const {
            let bound = BoundAt::<P, SPAN, BOUND>::THIS;
            (bound.from, bound.to)
        };
        let (from, to) = (from.value(&self.slots), to.value(&self.slots));
        move |row| !BoundAt::<P, SPAN, BOUND>::IS_THERE || (from <= row[column]) & (row[column] <= to)
    }
}

/// Returns whether all rows of `N` numbers are right. Loops over single numbers and pairs become vector code.
#[inline(always)] // See `KernelTask`.
fn all_chunks<const N: usize>(numbers: &[u64], is_right: impl Fn(&[u64]) -> bool) -> bool {
    let mut all = true;
    for row in numbers.as_chunks::<N>().0 {
        all &= is_right(row);
    }
    all
}

#[inline(always)] // See `KernelTask`.
fn are_distinct_in_pairs(numbers: &[u64]) -> bool {
    match numbers {
        [one, other] => one != other,
        _ => (1..numbers.len()).all(|i| !numbers[..i].contains(&numbers[i])),
    }
}

/// Returns whether a list has no number twice.
#[inline(always)] // See `KernelTask`.
fn are_distinct(numbers: &[u64], room: &mut Vec<u64>) -> bool {
    let (mut or, mut seen) = (0, 0_u64);
    for number in numbers {
        or |= number;
        seen |= 1 << (number % 64);
    }
    if or < 64 { seen.count_ones() as usize == numbers.len() } else { are_far_distinct(numbers, room) }
}

/// Like [`are_distinct`], for numbers that are not all below 64; marks or sorts those of a long list in `room`.
fn are_far_distinct(numbers: &[u64], room: &mut Vec<u64>) -> bool {
    if numbers.len() <= SHORT {
        return are_distinct_in_pairs(numbers);
    }
    if numbers.is_sorted_by(|one, next| one < next) {
        return true;
    }
    room.clear();
    // Numbers close to each other are marked, which takes less time than sorting.
    if let Ok(words) = usize::try_from(numbers.iter().fold(0, |most, &number| most.max(number)) / 64 + 1)
        && words <= DENSE * numbers.len()
    {
        room.resize(words, 0);
        for number in numbers {
            room[(number / 64) as usize] |= 1 << (number % 64);
        }
        return room.iter().map(|word| word.count_ones() as usize).sum::<usize>() == numbers.len();
    }
    room.extend_from_slice(numbers);
    room.sort_unstable();
    room.is_sorted_by(|one, next| one < next)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{list, number, rows};

    #[test]
    fn grammars_up_to_rows_of_lists_are_compiled() {
        const ROW: &[Part] = &[Part::Line(&[number("heaps"), list("heap", Count::Of("heaps"))])];
        const CASES: [&[Part]; 3] = [
            &[Part::Line(&[number("a"), number("b"), number("c")])],
            &[
                Part::Line(&[number("rows")]),
                rows("row", Count::Of("rows"), &[Part::Line(&[number("a"), number("b")])]),
            ],
            &[
                Part::Line(&[number("n"), list("take", Count::Of("n"))]),
                Part::Line(&[number("rows")]),
                rows("row", Count::Of("rows"), ROW),
            ],
        ];
        for case in CASES {
            assert!(CompiledGrammar::new(&Grammar { case, ..Grammar::NOTHING }).is_some(), "{case:?}");
        }
        const DEEP: &[Part] = &[Part::Line(&[number("n")]), rows("deep", Count::Of("n"), CASES[2])];
        assert!(CompiledGrammar::new(&Grammar { case: DEEP, ..Grammar::NOTHING }).is_none());
    }
}
