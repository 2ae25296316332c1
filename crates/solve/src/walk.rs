//! Walks the tokens of a case by its grammar, of any shape.
//!
//! A [`Walk`] is a compiled grammar: names have become places, and fields that share a line, lists and rows of single fields have become
//! spans. It runs over any source of tokens: numbers of a batch, an input read token by token, a text whose lines are guessed, or one that
//! is read strictly.

pub use super::size::Size;

use super::checks::{Check, Seen, check_case, checks, pairs_hold};
use crate::problem::{Condition, Field, Fields, Grammar, Kind, Part, Span, Spans};
use std::ops::{Range, RangeInclusive};

/// A source of a case's tokens, in order.
pub trait Tokens {
    /// The reason why a walk ends early.
    type Error;

    /// Whether every token that breaks a condition is refused, not only the first of a span.
    const REFUSES_ALL: bool = false;

    /// Whether tokens beyond those asked for may have been read.
    const READS_AHEAD: bool = false;

    /// Reads the tokens of a case up to the end of this span. A span may be cut short: the walk continues after it.
    fn have(&mut self, span: &Span) -> Result<(), Self::Error>;

    /// Reads at least one more token of this span, unless all have been read.
    fn have_more(&mut self, span: &Span) -> Result<(), Self::Error> {
        self.have(span)
    }

    /// Returns the tokens read so far, from number `from` of the case on; words and signed numbers as in [`Fields`]. Tokens before the last
    /// span may have been dropped, and then the slice is empty.
    fn values(&self, from: usize) -> &[u64];

    /// Returns the words of the case as in [`Fields`], and the text around them.
    fn words(&self) -> (&[Range<usize>], &[u8]) {
        (&[], &[])
    }

    /// Refuses the token before `end`, which breaks a condition.
    fn refuse(&mut self, end: usize, expected: String) -> Result<(), Self::Error>;

    /// Refuses a whole case, with the reason.
    fn refuse_case(&mut self, why: String) -> Result<(), Self::Error>;

    /// Notes that the grammar ends a line here, behind at least one token.
    fn end_line(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Notes the next part of the case, for sources that keep its structure.
    fn note(&mut self, _part: Noted<'_>) {}
}

/// A part of a case, in the order of the walk.
pub enum Noted<'a> {
    /// A span after its tokens: single fields with the slot of the first, or a list or rows with their count.
    Span(&'a Span, Option<usize>, Size),
    /// The start of rows of other parts, with their count.
    Rows(Size),
    /// The start of one of these rows.
    Row,
    /// The end of the innermost rows.
    End,
}

/// The compiled grammar of a case.
pub struct Walk {
    steps: Vec<Step>,
    /// The conditions on whole cases.
    cases: Vec<Condition>,
    /// The numbers of the header and the single numbers of the case, for counts.
    slots: Vec<u64>,
    /// The spans of the last case.
    spans: Spans,
    seen: Seen,
}

enum Step {
    /// Single fields, a list, or rows of single fields.
    Span {
        /// The index among the spans of the grammar.
        kind: usize,
        rows: Option<&'static str>,
        fields: &'static [Field],
        count: Size,
        slot: Option<usize>,
        checks: Vec<Check>,
    },
    /// The end of a line, if the fields on it had any tokens.
    LineEnd,
    /// Rows of other parts.
    Rows { name: &'static str, count: Size, steps: Vec<Step> },
}

impl Walk {
    /// Creates a walk that checks the conditions which make an input malformed.
    pub fn new(grammar: &Grammar, header: &[u64]) -> Self {
        Self::with(grammar, grammar.conditions, header)
    }

    /// Creates a walk that checks every condition of the statement.
    pub fn strict(grammar: &Grammar, header: &[u64]) -> Self {
        Self::with(grammar, &grammar.all_conditions(), header)
    }

    /// Creates a walk that checks these conditions.
    pub fn with(grammar: &Grammar, conditions: &[Condition], header: &[u64]) -> Self {
        let mut names = grammar.header.to_vec();
        let mut kinds = Vec::new();
        let steps = compile(conditions, grammar.case, &mut names, &mut kinds);
        let mut slots = header.to_vec();
        slots.resize(names.len(), 0);
        let cases = conditions.iter().copied().filter(|condition| {
            matches!(condition, Condition::Case(..) | Condition::Without { .. } | Condition::Above { .. })
        });
        Self { steps, cases: cases.collect(), slots, spans: Spans::new(kinds), seen: Seen::default() }
    }

    /// Walks over one case, and returns the number of its tokens.
    pub fn run<T: Tokens>(&mut self, tokens: &mut T) -> Result<usize, T::Error> {
        let len = self.lay_out(tokens)?;
        if let Some(values) = tokens.values(0).get(..len) {
            let (words, text) = tokens.words();
            let broken = self.broken(&self.fields(values, words, text));
            broken.into_iter().try_for_each(|why| tokens.refuse_case(why))?;
        }
        Ok(len)
    }

    /// Like [`Walk::run`], without the conditions on the case as a whole.
    pub(crate) fn lay_out<T: Tokens>(&mut self, tokens: &mut T) -> Result<usize, T::Error> {
        self.spans.clear();
        let Self { steps, slots, spans, seen, .. } = self;
        run(steps, &mut State { slots, spans, seen, at: 0, line: 0, empty: 0 }, tokens)
    }

    /// Returns the conditions on whole cases that a case breaks, in words.
    pub(crate) fn broken(&self, case: &Fields<'_>) -> Vec<String> {
        let broken = self.cases.iter().filter_map(|condition| check_case(condition, case).err());
        broken.map(|error| error.to_string()).collect()
    }

    /// Returns whether there are conditions on whole cases, for which all tokens of a case are needed.
    pub const fn needs_cases(&self) -> bool {
        !self.cases.is_empty()
    }

    /// Returns the memory for the spans of a case that is not walked over.
    pub(crate) fn spans_mut(&mut self) -> &mut Spans {
        &mut self.spans
    }

    /// Returns the fields of a case that is one word, at the beginning of the text.
    pub(crate) fn field_of_word<'a>(&'a mut self, word: &'a Range<usize>, text: &'a [u8]) -> Fields<'a> {
        self.spans.clear();
        self.spans.push(0, 1);
        self.fields(&[0], std::slice::from_ref(word), text)
    }

    /// Returns the fields of the case walked over last.
    pub fn fields<'a>(&'a self, values: &'a [u64], words: &'a [Range<usize>], text: &'a [u8]) -> Fields<'a> {
        Fields { values, spans: &self.spans, words, text }
    }

    /// Returns the range of the numbers in the list that ends a case; the walk must have passed all fields before it.
    pub(crate) fn item_range(&self) -> RangeInclusive<u64> {
        let Some(Step::Span { slot: None, checks, .. }) =
            self.steps.iter().rfind(|step| !matches!(step, Step::LineEnd))
        else {
            return 0..=u64::MAX;
        };
        let ranges = checks.iter().filter_map(|check| match check {
            Check::Range { from, to, .. } => Some((from.value(&self.slots), to.value(&self.slots))),
            _ => None,
        });
        let (from, to) =
            ranges.fold((0, u64::MAX), |(least, most), (from, to)| (from.max(least), to.min(most)));
        from..=to
    }

    /// Returns the place of the token after the first `len` of a case, which begins with `values`; the values after these are no single
    /// numbers.
    #[cold]
    pub(crate) fn place_after(&self, values: &[u64], len: usize) -> CasePlace {
        let mut rows = Vec::new();
        let place = find_place(&self.steps, values, len, &mut 0, &mut self.slots.clone(), &mut rows);
        let rows: String = rows.iter().map(|(row, number)| format!("{row} {number}: ")).collect();
        let place = place.unwrap_or_else(|| CasePlace { name: "token".to_owned(), list: None });
        CasePlace { name: rows.clone() + &place.name, list: place.list.map(|list| rows + &list) }
    }
}

/// A place in a case, in words.
pub(crate) struct CasePlace {
    /// The name in words: `row 2: heap 3`.
    pub(crate) name: String,
    /// The message if the input ends there, in a list: `row 2: expected 5 heaps, found 2 before the end of the input`.
    pub(crate) list: Option<String>,
}

impl Step {
    /// Returns the name of the items or rows counted by this slot alone.
    fn counted_by(&self, slot: usize) -> Option<&'static str> {
        let (count, name) = match self {
            Self::Span { rows, fields: [field, ..], count, slot: None, .. } => {
                (count, rows.unwrap_or(field.name))
            }
            Self::Rows { name, count, .. } => (count, *name),
            Self::Span { .. } | Self::LineEnd => return None,
        };
        (count.slot == Some(slot) && count.times == 1 && count.plus == 0).then_some(name)
    }
}

/// The rows and fields of a span.
type SpanKind = (Option<&'static str>, &'static [Field]);

/// Compiles the parts to steps; `names` are those of the slots, `kinds` those of spans.
fn compile(
    conditions: &[Condition],
    parts: &[Part],
    names: &mut Vec<&'static str>,
    kinds: &mut Vec<SpanKind>,
) -> Vec<Step> {
    let mut steps = Vec::new();
    for part in parts {
        match *part {
            Part::Line(fields) => line(conditions, fields, names, kinds, &mut steps),
            Part::Rows { name, count, parts: [Part::Line(fields)] } if !fields.iter().any(Field::is_list) => {
                let count = Size::new(count, names);
                let checks = checks(conditions, Some(name), fields, names);
                steps.push(Step::Span {
                    kind: kinds.len(),
                    rows: Some(name),
                    fields,
                    count,
                    slot: None,
                    checks,
                });
                kinds.push((Some(name), fields));
            }
            Part::Rows { name, count, parts } => {
                let count = Size::new(count, names);
                steps.push(Step::Rows { name, count, steps: compile(conditions, parts, names, kinds) });
            }
        }
    }
    steps
}

/// Makes the steps of a line: runs of single fields, and lists.
fn line(
    conditions: &[Condition],
    fields: &'static [Field],
    names: &mut Vec<&'static str>,
    kinds: &mut Vec<SpanKind>,
    steps: &mut Vec<Step>,
) {
    for fields in fields.chunk_by(|one, next| !one.is_list() && !next.is_list()) {
        let (count, slot) = match fields {
            [Field { kind: Kind::List(count), .. }] => (Size::new(*count, names), None),
            _ => (Size::ONE, Some(names.len())),
        };
        if slot.is_some() {
            names.extend(fields.iter().map(|field| field.name));
        }
        let checks = checks(conditions, None, fields, names);
        steps.push(Step::Span { kind: kinds.len(), rows: None, fields, count, slot, checks });
        kinds.push((None, fields));
    }
    steps.push(Step::LineEnd);
}

struct State<'a> {
    slots: &'a mut [u64],
    spans: &'a mut Spans,
    seen: &'a mut Seen,
    at: usize,
    /// The first token of the line.
    line: usize,
    /// The number of rows without tokens so far.
    empty: usize,
}

/// Rows without tokens that are counted in a case: of more, the walk takes no notice.
const EMPTY_ROWS: usize = 1 << 12;

fn run<T: Tokens>(steps: &[Step], state: &mut State<'_>, tokens: &mut T) -> Result<usize, T::Error> {
    for step in steps {
        match step {
            Step::LineEnd => {
                if state.at > state.line {
                    tokens.end_line()?;
                }
                state.line = state.at;
            }
            Step::Rows { count, steps, .. } => {
                tokens.note(Noted::Rows(*count));
                for _ in 0..count.value(state.slots) {
                    let before = state.at;
                    tokens.note(Noted::Row);
                    run(steps, state, tokens)?;
                    // Rows without tokens are not bounded by the input's size, whatever their count claims.
                    state.empty += usize::from(state.at == before);
                    if state.empty > EMPTY_ROWS {
                        break;
                    }
                }
                tokens.note(Noted::End);
            }
            Step::Span { kind, rows, fields, count, slot, checks } => {
                let times = usize::try_from(count.value(state.slots)).unwrap_or(usize::MAX);
                let len = times.saturating_mul(fields.len()).min(usize::MAX - state.at);
                let span = Span { rows: *rows, fields, at: state.at, len };
                if checks.is_empty() {
                    tokens.have(&span)?;
                } else {
                    check_each(&span, checks, *slot, state, tokens)?;
                }
                if let Some(slot) = slot {
                    state.slots[*slot..][..len].copy_from_slice(&tokens.values(span.at)[..len]);
                }
                tokens.note(Noted::Span(&span, *slot, *count));
                state.at += len;
                state.spans.push(*kind, span.len);
            }
        }
    }
    Ok(state.at)
}

/// Checks the tokens of a span as they arrive, and refuses the first that breaks a condition.
fn check_each<T: Tokens>(
    span: &Span,
    checks: &[Check],
    slot: Option<usize>,
    state: &mut State<'_>,
    tokens: &mut T,
) -> Result<(), T::Error> {
    state.seen.clear();
    let mut from = 0;
    while from < span.len {
        // A condition on one single number may name the one before it.
        let part = if slot.is_some() { Span { len: from + 1, ..*span } } else { *span };
        if !T::READS_AHEAD || tokens.values(span.at).len() <= from {
            tokens.have_more(&part)?;
        }
        let values = tokens.values(span.at);
        let values = &values[..values.len().min(part.len)];
        if values.len() == from {
            // The span has been cut short.
            break;
        }
        if let Some(slot) = slot {
            state.slots[slot + from] = values[from];
        }
        let end = values.len();
        if from == 0
            && let (Some(_), [_, _], (pairs, [])) = (span.rows, span.fields, values.as_chunks())
            && pairs_hold(checks, pairs, state.slots)
        {
            from = end;
            continue;
        }
        let mut broken = Vec::new();
        for check in checks {
            let mut next = from;
            while let Some((at, expected)) = check.broken(span, values, next, state.slots, state.seen) {
                broken.push((at, expected));
                next = if T::REFUSES_ALL { at + 1 } else { end };
                if next == end {
                    break;
                }
            }
        }
        broken.sort_by_key(|&(at, _)| at);
        for (at, expected) in broken {
            tokens.refuse(span.at + at + 1, expected)?;
        }
        from = end;
    }
    Ok(())
}

/// Finds the place of the token after `values`, and the rows around it.
fn find_place(
    steps: &[Step],
    values: &[u64],
    len: usize,
    at: &mut usize,
    slots: &mut [u64],
    path: &mut Vec<(&'static str, u64)>,
) -> Option<CasePlace> {
    for (i, step) in steps.iter().enumerate() {
        match step {
            Step::LineEnd => {}
            Step::Rows { name, count, steps } => {
                for row in 1..=count.value(slots) {
                    let before = *at;
                    path.push((name, row));
                    let found = find_place(steps, values, len, at, slots, path);
                    if found.is_some() {
                        return found;
                    }
                    path.pop();
                    // Rows without tokens are all alike.
                    if *at == before {
                        break;
                    }
                }
            }
            Step::Span { rows, fields, count, slot, .. } => {
                let (count, found) = (count.value(slots), (len - *at) as u64);
                let width = fields.len() as u64;
                if found < count.saturating_mul(width) {
                    let (column, row) = ((found % width) as usize, found / width + 1);
                    let field = fields[column].name;
                    return Some(match (rows, slot) {
                        (Some(rows), _) => CasePlace { name: format!("{rows} {row}: {field}"), list: None },
                        (None, Some(slot)) => {
                            let mut after =
                                steps[i + 1..].iter().filter(|step| !matches!(step, Step::LineEnd));
                            let next = after.next().filter(|_| column + 1 == fields.len());
                            let counted = next.and_then(|next| next.counted_by(slot + column));
                            let name =
                                counted.map_or_else(|| field.to_owned(), |item| format!("{item} count"));
                            CasePlace { name, list: None }
                        }
                        (None, None) => {
                            let list = Some(too_short(count, field, found));
                            CasePlace { name: format!("{field} {row}"), list }
                        }
                    });
                }
                let part = (count * width) as usize;
                if let Some(slot) = slot {
                    slots[*slot..][..part].copy_from_slice(&values[*at..][..part]);
                }
                *at += part;
            }
        }
    }
    None
}

/// Returns the message for a list that the input ends in.
pub(crate) fn too_short(count: u64, item: &str, found: u64) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("expected {count} {item}{plural}, found {found} before the end of the input")
}
