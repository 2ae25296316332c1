//! The fields of one case, at hand as slices.

use super::field::{Field, Kind};
use std::iter;
use std::ops::Range;

/// The fields of one case, in the order of the grammar.
#[derive(Clone, Copy, Default)]
pub struct Fields<'a> {
    /// All tokens: numbers themselves, signed ones in two's complement, and for words the index in `words`.
    pub values: &'a [u64],
    /// The runs of tokens that belong together.
    pub spans: &'a Spans,
    /// The ranges of the words in `text`.
    pub(crate) words: &'a [Range<usize>],
    pub(crate) text: &'a [u8],
}

/// Heaps of a reason that are named one by one.
const NAMED: usize = 8;

/// Returns the reason for a sum of heaps: their Grundy values and the nim-sum of these.
pub fn grundy_reason(values: impl IntoIterator<Item = u64>) -> String {
    let values: Vec<u64> = values.into_iter().collect();
    let sum = values.iter().fold(0, |sum, value| sum ^ value);
    let named: Vec<String> = values.iter().take(NAMED).map(u64::to_string).collect();
    let more = if values.len() > NAMED { " …" } else { "" };
    format!("Grundy values {}{more}, nim-sum {sum}", named.join(" "))
}

/// Tokens that belong together: single fields on one line, a list, or rows of single fields.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// The name of one row, if the span is of rows.
    pub rows: Option<&'static str>,
    /// The fields, repeated as often as needed.
    pub fields: &'static [Field],
    /// The index of the first token.
    pub at: usize,
    /// The number of tokens.
    pub len: usize,
}

impl Span {
    /// Returns the range of the span's tokens.
    pub const fn range(&self) -> Range<usize> {
        self.at..self.at + self.len
    }
}

/// The spans of a case, in order. There may be two for each row, so that each is packed in a word.
#[derive(Debug, Default)]
pub struct Spans {
    /// The rows and fields of a span, by kind.
    kinds: Vec<(Option<&'static str>, &'static [Field])>,
    /// The length of each span, with the kind in the last bits.
    packed: Vec<u64>,
}

/// The number of bits for the kind in a packed span.
const KIND_BITS: u32 = 16;

impl Spans {
    /// Returns a list without spans, for these kinds.
    pub(crate) const fn new(kinds: Vec<(Option<&'static str>, &'static [Field])>) -> Self {
        Self { kinds, packed: Vec::new() }
    }

    #[inline]
    pub(crate) fn clear(&mut self) {
        self.packed.clear();
    }

    /// Appends a span of this kind and length.
    #[inline]
    pub(crate) fn push(&mut self, kind: usize, len: usize) {
        // Longer ones are in no memory.
        let len = (len as u64).min(u64::MAX >> KIND_BITS);
        self.packed.push(len << KIND_BITS | kind as u64);
    }

    /// Returns the first kind with this property.
    #[inline]
    fn kind(&self, is_it: impl Fn(Option<&'static str>, &'static [Field]) -> bool) -> Option<usize> {
        self.kinds.iter().position(|&(rows, fields)| is_it(rows, fields))
    }

    /// Returns the places of the spans of a kind.
    #[inline]
    fn of_kind(&self, kind: Option<usize>) -> impl Iterator<Item = Range<usize>> + use<'_> {
        let kind = kind.map_or(u64::MAX, |kind| kind as u64);
        let mut at = 0;
        self.packed.iter().filter_map(move |packed| {
            let start = at;
            at += (packed >> KIND_BITS) as usize;
            (packed & ((1 << KIND_BITS) - 1) == kind).then_some(start..at)
        })
    }

    /// Returns the spans in order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Span> {
        let mut at = 0;
        self.packed.iter().filter_map(move |packed| {
            let (rows, fields) = *self.kinds.get((packed & ((1 << KIND_BITS) - 1)) as usize)?;
            let span = Span { rows, fields, at, len: (packed >> KIND_BITS) as usize };
            at += span.len;
            Some(span)
        })
    }
}

impl Default for &Spans {
    fn default() -> Self {
        static NONE: Spans = Spans::new(Vec::new());
        &NONE
    }
}

impl<'a> Fields<'a> {
    /// Returns the first `K` numbers of the case, which stand before any list.
    #[inline]
    pub fn numbers<const K: usize>(&self) -> [u64; K] {
        debug_assert!(self.values.len() >= K, "the case has fewer numbers");
        self.values.first_chunk().copied().unwrap_or([0; K])
    }

    /// Checks that the fields have names: without, every list would be empty, and no error.
    #[inline]
    fn check_names(&self) {
        debug_assert!(!self.spans.kinds.is_empty(), "fields have names where NEEDS is Needs::Fields");
    }

    /// Returns the places of the last span, which is the list that problems summarize.
    pub(crate) fn last_range(&self) -> Range<usize> {
        self.spans.iter().last().map_or(0..0, |span| span.range())
    }

    /// Returns the numbers of the case behind the first `at`.
    #[inline]
    pub fn behind(&self, at: usize) -> &'a [u64] {
        self.values.get(at..).unwrap_or_default()
    }

    /// Returns the lists after the first `at` numbers, each preceded by its length.
    #[inline]
    pub fn lists_behind(&self, at: usize) -> impl Iterator<Item = &'a [u64]> + use<'a> {
        let mut rest = self.behind(at);
        iter::from_fn(move || {
            let (&len, after) = rest.split_first()?;
            let (list, next) = after.split_at_checked(usize::try_from(len).ok()?)?;
            rest = next;
            Some(list)
        })
    }

    /// Returns the length of a case that is one word of less than `K` bytes, and `K` bytes from its first on, which include following text;
    /// `None` if these are not at hand.
    #[inline]
    pub fn short_word<const K: usize>(&self) -> Option<(usize, &'a [u8; K])> {
        let [word] = self.words else { return None };
        let bytes = self.text.get(word.start..)?.first_chunk()?;
        (word.len() < K).then_some((word.len(), bytes))
    }

    /// Returns the first list of this name; empty if there is none.
    #[inline]
    pub fn list(&self, name: &str) -> &'a [u64] {
        self.lists(name).next().unwrap_or_default()
    }

    /// Returns every list of this name, one for each row that has one.
    #[inline]
    pub fn lists(&self, name: &str) -> impl Iterator<Item = &'a [u64]> + use<'a> {
        self.check_names();
        let values = self.values;
        let is_list = |_, fields: &[Field]| matches!(fields, [Field { name: own, .. }] if *own == name);
        let lists = self.spans.of_kind(self.spans.kind(is_list));
        lists.filter_map(move |list| values.get(list))
    }

    /// Returns the rows of this name, each of `K` numbers.
    #[inline]
    pub fn rows<const K: usize>(&self, name: &str) -> &'a [[u64; K]] {
        debug_assert!(K > 0, "rows have numbers");
        self.check_names();
        let rows = self.spans.of_kind(self.spans.kind(|rows, _| rows == Some(name))).next();
        rows.and_then(|rows| self.values.get(rows)).map_or(&[], |rows| rows.as_chunks().0)
    }

    /// Returns the single number of this name that may be negative; 0 if there is none.
    pub fn signed(&self, name: &str) -> i64 {
        self.tokens(name, |kind| kind == Kind::Signed).next().unwrap_or(0).cast_signed()
    }

    /// Returns the first word of this name; empty if there is none.
    #[inline]
    pub fn word(&self, name: &str) -> &'a [u8] {
        let place = |fields: &[Field]| {
            fields.iter().position(|field| field.name == name && matches!(field.kind, Kind::Word(_)))
        };
        let mut spans = self.spans.iter();
        let token =
            spans.find_map(|span| Some(span.at + place(span.fields).filter(|&place| place < span.len)?));
        token.and_then(|token| self.values.get(token)).map_or(&[], |&word| self.word_of(word))
    }

    /// Returns every word of this name, one for each row that has one.
    pub fn words(&self, name: &str) -> impl Iterator<Item = &'a [u8]> {
        let fields = *self;
        self.tokens(name, |kind| matches!(kind, Kind::Word(_))).map(move |word| fields.word_of(word))
    }

    /// Returns the bytes of the token of a word.
    #[inline]
    pub fn word_of(&self, token: u64) -> &'a [u8] {
        let range = usize::try_from(token).ok().and_then(|token| self.words.get(token));
        range.and_then(|range| self.text.get(range.clone())).unwrap_or_default()
    }

    /// Returns the tokens of the single fields of a name.
    fn tokens(&self, name: &str, is_kind: fn(Kind) -> bool) -> impl Iterator<Item = u64> {
        let values = self.values;
        self.spans.iter().flat_map(move |span| {
            let place = span.fields.iter().position(|field| field.name == name && is_kind(field.kind));
            let tokens = values.get(span.range()).unwrap_or_default();
            place
                .into_iter()
                .flat_map(move |place| tokens.iter().skip(place).step_by(span.fields.len()).copied())
        })
    }
}
