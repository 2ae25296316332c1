//! An input as a value: its tokens, their lines, and the numbers that count others.
//!
//! A document is read by the one walker of grammars from any `Source`: from a text, from the changed tokens of another document, or from
//! choices. It is written back in the layout of the grammar.

use std::collections::HashMap;
use std::iter::Peekable;
use std::ops::Range;

use super::Description;
use super::roles::tree;
use super::token::{Token, Value, Word, close, write};
use nim_solve::problem::{Cases, Field, Grammar, Kind, Span, ValueError, number};
use nim_solve::walk::{Noted, Size, Tokens, Walk};

/// An input as tokens with the counts that bind them.
#[derive(Clone, Debug)]
pub struct Document {
    tokens: Vec<Token>,
    /// The counted groups; the cases come first.
    groups: Vec<Group>,
}

/// Items with a common count: the cases of an input, the items of lists, or rows.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    /// The number that counts the items, unless the input itself ends them.
    pub count: Option<usize>,
    /// The number of items for each unit of the count.
    pub times: u64,
    /// Whether the number of items may change.
    pub is_free: bool,
    /// Whether the items are the edges of a tree.
    pub is_tree: bool,
    members: Vec<Member>,
}

/// The places of the items of one list, or of rows.
#[derive(Clone, Debug)]
enum Member {
    /// Items of `width` tokens each.
    Even { start: usize, width: usize, len: usize },
    /// Items of any lengths, between these tokens.
    Between(Vec<usize>),
}

impl Member {
    fn len(&self) -> usize {
        match self {
            Self::Even { len, .. } => *len,
            Self::Between(ends) => ends.len().saturating_sub(1),
        }
    }

    /// Returns the tokens of the items in a range.
    fn tokens(&self, items: &Range<usize>) -> Range<usize> {
        match self {
            Self::Even { start, width, .. } => start + width * items.start..start + width * items.end,
            Self::Between(ends) => ends[items.start]..ends[items.end],
        }
    }
}

impl Group {
    pub(crate) fn len(&self) -> usize {
        self.members.iter().map(Member::len).min().unwrap_or(0)
    }

    /// Returns whether the items are the numbers of one list.
    pub(crate) fn items_are_numbers(&self, tokens: &[Token]) -> bool {
        let [Member::Even { start, width: 1, len }] = self.members[..] else { return false };
        tokens[start..start + len].iter().all(|token| matches!(token.value, Value::Number(_)))
    }

    /// Returns the tokens of the items in a range, in each list and in the rows that have the count.
    pub(crate) fn tokens(&self, items: Range<usize>) -> impl Iterator<Item = Range<usize>> {
        self.members.iter().map(move |member| member.tokens(&items))
    }
}

/// A source of the tokens in a document.
pub(crate) trait Source {
    /// Takes note of the tokens that come next.
    fn begin(&mut self, _span: &Span) {}

    /// Returns the next value, of this field.
    ///
    /// # Errors
    /// When there is none, or it is not of the field's kind.
    fn value(&mut self, field: &Field) -> Result<Value, ValueError>;

    /// Returns whether another case follows, if cases are not counted; this number of zeros ends the input.
    ///
    /// # Errors
    /// When the rest of the input is no case.
    fn has_case(&mut self, zeros: usize) -> Result<bool, ValueError>;

    /// Checks that nothing is left.
    ///
    /// # Errors
    /// When there is.
    fn end(&mut self) -> Result<(), ValueError> {
        Ok(())
    }
}

impl Document {
    /// Reads an input.
    ///
    /// # Errors
    /// When the text does not have the problem's grammar.
    pub fn parse(about: &Description, text: &[u8]) -> Result<Self, ValueError> {
        let words = text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        Self::read(about, &mut OfText(words.peekable()))
    }

    /// Makes a document of changed tokens; `None` if they break the problem's grammar, conditions or bounds.
    pub(crate) fn within(about: &Description, mut tokens: Vec<Token>) -> Option<Self> {
        tokens.reverse();
        let document = Self::read(about, &mut OfTokens(tokens)).ok()?;
        about.allows(document.cases(), &document.tokens).then_some(document)
    }

    /// Reads a document from a source.
    ///
    /// # Errors
    /// When the source does not have the problem's grammar.
    pub(crate) fn read(about: &Description, source: &mut impl Source) -> Result<Self, ValueError> {
        let grammar = &about.grammar;
        let mut reader = Reader::new(grammar, source);
        let header = reader.header(grammar.header)?;
        let count = (grammar.cases == Cases::Counted).then(|| reader.header(&["cases"])).transpose()?;
        reader.groups.push(Group {
            count: count.as_ref().map(|_| reader.tokens.len() - 1),
            times: 1,
            is_free: grammar.cases != Cases::One,
            is_tree: false,
            members: Vec::new(),
        });
        let walk = &mut Walk::strict(grammar, &header);
        let mut ends = vec![reader.tokens.len()];
        loop {
            let cases = ends.len() as u64 - 1;
            let goes_on = match grammar.cases {
                Cases::One => cases < 1,
                Cases::Counted => count.as_ref().is_some_and(|count| cases < count[0]),
                Cases::ToEnd => reader.source.has_case(0)?,
                Cases::UntilZeros(zeros) => reader.source.has_case(zeros)?,
            };
            if !goes_on {
                break;
            }
            reader.case(walk)?;
            ends.push(reader.tokens.len());
        }
        reader.source.end()?;
        reader.groups[0].members.push(Member::Between(ends));
        let Reader { tokens, groups, .. } = reader;
        Ok(Self { tokens, groups })
    }

    /// Returns the tokens in order.
    pub(crate) fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// Returns the counted groups; the cases come first.
    pub(crate) fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// Returns the number of cases.
    pub fn cases(&self) -> usize {
        self.groups[0].len()
    }

    /// Returns the text of each case, without the text before and after it.
    pub(super) fn each_case(&self) -> impl Iterator<Item = Vec<u8>> {
        (0..self.cases()).map(|case| self.case(case))
    }

    /// Returns the text of a case, counted from 0.
    fn case(&self, case: usize) -> Vec<u8> {
        let mut text = Vec::new();
        self.groups[0].tokens(case..case + 1).for_each(|tokens| write(&self.tokens[tokens], &mut text));
        text
    }

    /// Returns the input without known cases; `None` if no case would be left.
    pub(super) fn without(&self, about: &Description, is_known: impl Fn(&[u8]) -> bool) -> Option<Vec<u8>> {
        let left: Vec<Vec<u8>> = self.each_case().filter(|case| !is_known(case)).collect();
        let begin = self.groups[0].tokens(0..1).next().map_or(0, |first| first.start);
        let mut before = self.tokens.get(..begin)?.to_vec();
        if let Some(count) = self.groups[0].count {
            before.get_mut(count)?.value = Value::Number(left.len() as u64);
        }
        let mut text = Vec::new();
        write(&before, &mut text);
        text.extend(left.concat());
        close(about, &mut text);
        (!left.is_empty()).then_some(text)
    }

    /// Returns the document as text in the layout of the grammar.
    pub fn text(&self, about: &Description) -> Vec<u8> {
        let mut text = Vec::with_capacity(self.tokens.len() * 4);
        write(&self.tokens, &mut text);
        close(about, &mut text);
        text
    }
}

/// Reads header and cases, and keeps their structure.
pub(crate) struct Reader<'s, S> {
    source: &'s mut S,
    /// The rows that are the edges of trees.
    tree: Option<&'static str>,
    tokens: Vec<Token>,
    /// The first token of the case.
    case: usize,
    /// The values of the case, as walks read them.
    values: Vec<u64>,
    words: Vec<Range<usize>>,
    text: Vec<u8>,
    line: u32,
    groups: Vec<Group>,
    /// The groups by the number that counts them.
    counted: HashMap<usize, usize>,
    /// The token of each slot of the walk.
    slots: Vec<usize>,
    /// Rows that have begun: their groups, and where the rows begin.
    open: Vec<(usize, Vec<usize>)>,
}

impl<'s, S: Source> Reader<'s, S> {
    /// Creates a reader of a source.
    pub(crate) fn new(grammar: &Grammar, source: &'s mut S) -> Self {
        Self {
            source,
            tree: tree(grammar),
            tokens: Vec::new(),
            case: 0,
            values: Vec::new(),
            words: Vec::new(),
            text: Vec::new(),
            line: 0,
            groups: Vec::new(),
            counted: HashMap::new(),
            slots: Vec::new(),
            open: Vec::new(),
        }
    }

    /// Reads the header numbers, which share a line.
    ///
    /// # Errors
    /// When the source lacks one.
    pub(crate) fn header(&mut self, names: &[&'static str]) -> Result<Vec<u64>, ValueError> {
        let mut header = Vec::new();
        for name in names {
            self.slots.push(self.tokens.len());
            header.push(self.push(&number(name))?);
        }
        self.line += 1;
        Ok(header)
    }

    /// Reads a case.
    ///
    /// # Errors
    /// When the source has none.
    pub(crate) fn case(&mut self, walk: &mut Walk) -> Result<(), ValueError> {
        self.case = self.tokens.len();
        self.values.clear();
        self.words.clear();
        self.text.clear();
        walk.run(self)?;
        self.line += 1;
        Ok(())
    }

    /// Returns the tokens read so far.
    pub(crate) fn into_tokens(self) -> Vec<Token> {
        self.tokens
    }

    /// Reads a token and returns its value, as walks read it.
    fn push(&mut self, field: &Field) -> Result<u64, ValueError> {
        let value = self.source.value(field)?;
        let walked = match &value {
            Value::Number(number) => *number,
            Value::Signed(number) => number.cast_unsigned(),
            Value::Word(word) => {
                let start = self.text.len();
                self.text.extend_from_slice(&word.text);
                self.words.push(start..self.text.len());
                self.words.len() as u64 - 1
            }
        };
        self.tokens.push(Token { name: field.name, value, line: self.line });
        Ok(walked)
    }

    /// Returns the group with this count, which may be new.
    fn group(&mut self, count: Size, is_tree: bool) -> usize {
        let token = count.slot.and_then(|slot| self.slots.get(slot)).copied();
        if let Some(group) = token.and_then(|token| self.counted.get(&token)) {
            return *group;
        }
        let group = self.groups.len();
        let is_free = token.is_some() && count.times > 0;
        self.groups.push(Group { count: token, times: count.times, is_free, is_tree, members: Vec::new() });
        self.counted.extend(token.map(|token| (token, group)));
        group
    }
}

impl<S: Source> Tokens for Reader<'_, S> {
    type Error = ValueError;

    fn have(&mut self, span: &Span) -> Result<(), ValueError> {
        if self.values.len() == span.at {
            self.source.begin(span);
        }
        let width = span.fields.len();
        while self.values.len() < span.at + span.len {
            let column = (self.values.len() - span.at) % width;
            let value = self.push(&span.fields[column])?;
            self.values.push(value);
            if span.rows.is_some() && column + 1 == width {
                self.line += 1;
            }
        }
        Ok(())
    }

    fn values(&self, from: usize) -> &[u64] {
        &self.values[from..]
    }

    fn words(&self) -> (&[Range<usize>], &[u8]) {
        (&self.words, &self.text)
    }

    fn refuse(&mut self, _: usize, expected: String) -> Result<(), ValueError> {
        Err(expected.into())
    }

    fn refuse_case(&mut self, why: String) -> Result<(), ValueError> {
        Err(why.into())
    }

    fn end_line(&mut self) -> Result<(), ValueError> {
        self.line += 1;
        Ok(())
    }

    fn note(&mut self, part: Noted<'_>) {
        match part {
            Noted::Span(span, Some(slot), _) => {
                self.slots.resize(self.slots.len().max(slot + span.len), 0);
                for i in 0..span.len {
                    self.slots[slot + i] = self.case + span.at + i;
                }
            }
            Noted::Span(span, None, count) => {
                let group = self.group(count, span.rows.is_some() && span.rows == self.tree);
                let width = span.fields.len();
                let (start, len) = (self.case + span.at, span.len / width);
                self.groups[group].members.push(Member::Even { start, width, len });
            }
            Noted::Rows(count) => {
                let group = self.group(count, false);
                self.open.push((group, Vec::new()));
            }
            Noted::Row => {
                let at = self.tokens.len();
                if let Some((_, starts)) = self.open.last_mut() {
                    starts.push(at);
                }
            }
            Noted::End => {
                if let Some((group, mut ends)) = self.open.pop() {
                    ends.push(self.tokens.len());
                    self.groups[group].members.push(Member::Between(ends));
                }
            }
        }
    }
}

/// A source that reads the words of a text.
struct OfText<'a, I: Iterator<Item = &'a [u8]>>(Peekable<I>);

impl<'a, I: Iterator<Item = &'a [u8]> + Clone> Source for OfText<'a, I> {
    fn value(&mut self, field: &Field) -> Result<Value, ValueError> {
        let word = self.0.next().ok_or_else(|| format!("expected {}, found the end", field.name))?;
        let text = String::from_utf8_lossy(word);
        let value = match field.kind {
            Kind::Word(letters) => Some(Value::Word(Box::new(Word { text: word.to_vec(), letters }))),
            Kind::Signed => text.parse().ok().map(Value::Signed),
            Kind::Number | Kind::List(_) => text.parse().ok().map(Value::Number),
        };
        value.ok_or_else(|| format!("{}: expected a number, found {text:?}", field.name).into())
    }

    fn has_case(&mut self, zeros: usize) -> Result<bool, ValueError> {
        if zeros > 0 && self.0.clone().take(zeros).all(|word| word == b"0") {
            self.0.nth(zeros - 1);
            return Ok(false);
        }
        Ok(self.0.peek().is_some())
    }

    fn end(&mut self) -> Result<(), ValueError> {
        self.0.next().map_or(Ok(()), |_| Err("expected the end".into()))
    }
}

/// The tokens of another document, which may have been changed, in reverse.
struct OfTokens(Vec<Token>);

impl Source for OfTokens {
    fn value(&mut self, field: &Field) -> Result<Value, ValueError> {
        let token = self.0.pop();
        token.map(|token| token.value).ok_or_else(|| format!("expected {}, found the end", field.name).into())
    }

    fn has_case(&mut self, zeros: usize) -> Result<bool, ValueError> {
        let mut first = self.0.iter().rev().take(zeros);
        if zeros > 0 && !self.0.is_empty() && first.all(|token| token.value == Value::Number(0)) {
            return Err("a case that begins with the zeros of the end".into());
        }
        Ok(!self.0.is_empty())
    }

    fn end(&mut self) -> Result<(), ValueError> {
        if self.0.is_empty() { Ok(()) } else { Err("expected the end".into()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nim_problems::PROBLEMS;
    use std::fs;
    use std::path::Path;

    #[test]
    fn every_input_within_the_statement_is_written_as_it_was_read() {
        let mut inputs = 0;
        for entry in PROBLEMS {
            let about = Description::from_entry(entry);
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(entry.slug);
            for files in ["sample", "secret"].iter().flat_map(|part| fs::read_dir(folder.join(part))) {
                for path in files.map(|file| file.unwrap().path()) {
                    if path.extension().is_none_or(|ending| ending != "in") {
                        continue;
                    }
                    let text = fs::read(&path).unwrap();
                    let document = Document::parse(&about, &text).unwrap();
                    assert!(document.text(&about) == text, "{}", path.display());
                    let again = Document::within(&about, document.tokens().to_vec());
                    assert!(again.is_some_and(|it| it.tokens() == document.tokens()), "{}", path.display());
                    inputs += 1;
                }
            }
        }
        assert!(inputs > 100, "{inputs}");
    }

    #[test]
    fn numbers_govern_what_they_count() {
        let about = Description::from_entry(nim_problems::find("s-nim").unwrap());
        let document = Document::parse(&about, b"2 1 3\n2\n1 5\n0\n1 4\n1\n2 6 7\n0\n").unwrap();
        let lens: Vec<usize> = document.groups().iter().map(Group::len).collect();
        // The cases; then for the first: numbers, positions, and the heaps of both; for the second the same.
        assert_eq!(lens, [2, 2, 2, 1, 0, 1, 1, 2]);
        assert_eq!(document.groups()[2].tokens(0..1).next(), Some(4..6));
        for malformed in [&b"2 1 3\n2\n1 5\n"[..], b"1 x\n", b"1 1\n0\n0\n9\n"] {
            assert!(Document::parse(&about, malformed).is_err());
        }
    }
}
