//! Patterns in a wrong output's answers, found in one pass and in constant memory.

use std::io::{self, BufRead, BufReader, Read as _, Write};

use serde::{Deserialize, Serialize};

use super::answers::{Answer, AnswerLayout, AnswerReader, ShownText};
use nim_ground::content::{Content, Opened};

/// The number of pairs of right and printed answers that are counted at most.
const MOST_PAIRS: usize = 16;
/// Most answers of an output that are recorded one by one.
const MOST_RECORDED: usize = 1 << 18;

/// The answers of an output beside the right ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObservedAnswers {
    /// The digest of the output's answers: equal outputs have equal ones.
    pub digest: String,
    /// The digest of the right answers.
    pub right: String,
    /// The number of right answers in the test.
    pub cases: u64,
    /// The number of answers that are wrong, missing or too many.
    pub wrong: u64,
    /// The number of answers that were printed.
    pub printed: u64,
    /// The printed answer for each right answer, with counts; `None` if one right answer was answered in different ways.
    #[serde(skip)]
    pub pairs: Option<Vec<AnswerPair>>,
    /// The first answer that differs only in letter case, as expected and as printed.
    #[serde(skip)]
    pub in_other_case: Option<(String, String)>,
    /// Whether `Case #k:` is printed although the problem has none, or the reverse.
    #[serde(skip)]
    pub is_numbered_otherwise: bool,
    /// Whether more is printed than answers.
    #[serde(skip)]
    pub has_other_text: bool,
    /// The answers one by one; `None` if there are too many.
    #[serde(skip)]
    pub record: Option<CaseRecord>,
}

/// The wrong answers of an output by case, up to the shorter of output and answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaseRecord {
    /// The printed answers, if there are few different ones.
    pub words: Vec<ShownAnswer>,
    /// One byte for each case.
    cases: Vec<u8>,
}

/// The bit of a wrong answer, and the index that stands for a word that is not kept.
const WRONG: u8 = 0x80;
const OTHER: u8 = 0x7f;

impl CaseRecord {
    /// Returns for each case whether its answer is wrong, and the index of the printed answer in `words`, if it is there.
    pub fn iter(&self) -> impl Iterator<Item = (bool, Option<usize>)> {
        self.cases
            .iter()
            .map(|&case| (case & WRONG > 0, Some(case & OTHER).filter(|&word| word < OTHER).map(usize::from)))
    }

    fn add(&mut self, is_wrong: bool, printed: Answer) {
        let known = self.words.iter().position(|word| word.hash == printed.hash);
        let word = match known {
            None if self.words.len() < MOST_PAIRS => {
                self.words.push(ShownAnswer::new(printed));
                self.words.len() - 1
            }
            known => known.unwrap_or(usize::from(OTHER)),
        };
        self.cases.push(word as u8 | if is_wrong { WRONG } else { 0 });
    }
}

/// A right answer and the answer printed in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerPair {
    /// The right answer.
    pub answer: ShownAnswer,
    /// The printed answer.
    pub printed: ShownAnswer,
    /// The number of cases with this pair.
    pub count: u64,
}

/// An answer with its text. Answers are compared by their hashes, as their texts may differ in letter case.
#[derive(Clone, Debug, Eq)]
pub struct ShownAnswer {
    hash: u64,
    /// The first bytes of the answer's text.
    pub text: String,
}

impl PartialEq for ShownAnswer {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash
    }
}

impl ShownAnswer {
    fn new(answer: Answer) -> Self {
        Self { hash: answer.hash, text: answer.text.text() }
    }
}

impl ObservedAnswers {
    /// Returns the observation of a right output.
    ///
    /// # Errors
    /// When the answer cannot be read.
    pub fn right(answer: &Content, layout: &AnswerLayout) -> io::Result<Self> {
        let mut observer = AnswerObserver::new(answer, layout)?;
        io::copy(&mut answer.open()?, &mut observer)?;
        observer.finish()
    }

    /// Returns the sum of the pairs of other tests and of this one; `None` if one right answer was answered in different ways.
    pub fn added_to(&self, mut sum: Vec<AnswerPair>) -> Option<Vec<AnswerPair>> {
        for pair in self.pairs.as_ref()? {
            let mut known = sum.iter_mut();
            match known.find(|known| known.answer == pair.answer && known.printed == pair.printed) {
                Some(known) => known.count += pair.count,
                None => sum.push(pair.clone()),
            }
        }
        (sum.len() <= MOST_PAIRS).then_some(sum)
    }
}

/// Reads an output, written piece by piece, beside the right answers.
#[derive(Debug)]
pub struct AnswerObserver {
    output: AnswerReader,
    answer: Content,
    layout: AnswerLayout,
    expected: ExpectedAnswers,
    wrong: u64,
    seen: SeenAnswers,
    in_other_case: Option<(ShownText, ShownText)>,
}

/// The answers seen, in pairs and one by one.
#[derive(Debug)]
struct SeenAnswers {
    /// `None` if one right answer was answered in different ways.
    pairs: Option<Vec<Counted>>,
    /// The wrong answers by case; `None` if there are too many.
    record: Option<CaseRecord>,
}

impl Default for SeenAnswers {
    fn default() -> Self {
        Self { pairs: Some(Vec::new()), record: Some(CaseRecord::default()) }
    }
}

impl SeenAnswers {
    fn add(&mut self, answer: Answer, printed: Answer) {
        self.record.take_if(|record| record.cases.len() == MOST_RECORDED);
        if let Some(record) = &mut self.record {
            record.add(answer.hash != printed.hash, printed);
        }
        let Some(pairs) = &mut self.pairs else { return };
        let mut known = pairs.iter();
        match known.position(|pair| pair.answer.hash == answer.hash && pair.printed.hash == printed.hash) {
            Some(place) => pairs[place].count += 1,
            None if pairs.len() == MOST_PAIRS => self.pairs = None,
            None => pairs.push(Counted { answer, printed, count: 1 }),
        }
    }
}

/// A pair of hashes with the number of its occurrences.
#[derive(Clone, Copy, Debug)]
struct Counted {
    answer: Answer,
    printed: Answer,
    count: u64,
}

impl AnswerObserver {
    /// Creates an observer of an output, with its answer.
    ///
    /// # Errors
    /// When the answer cannot be opened.
    pub fn new(answer: &Content, layout: &AnswerLayout) -> io::Result<Self> {
        Ok(Self {
            output: AnswerReader::new(layout),
            expected: ExpectedAnswers::new(answer, layout)?,
            answer: answer.clone(),
            layout: layout.clone(),
            wrong: 0,
            seen: SeenAnswers::default(),
            in_other_case: None,
        })
    }

    /// Like [`Self::new`], for an output whose first `same` bytes equal the answer's: they are read once, for both.
    ///
    /// # Errors
    /// When the answer cannot be read.
    fn behind(same: u64, answer: &Content, layout: &AnswerLayout) -> io::Result<Self> {
        let mut observer = Self::new(answer, layout)?;
        let (output, seen) = (&mut observer.output, &mut observer.seen);
        each_chunk(observer.expected.file.by_ref().take(same), |mut chunk| {
            while let Some(answer) = output.next(&mut chunk) {
                if output.is_first_of_two() {
                    *seen = SeenAnswers::default();
                }
                seen.add(answer, answer);
            }
            Ok(())
        })?;
        observer.expected.reader = observer.output.clone();
        Ok(observer)
    }

    /// Returns the observation at the end of the output.
    ///
    /// # Errors
    /// When the answer cannot be read.
    pub fn finish(mut self) -> io::Result<ObservedAnswers> {
        while let Some(answer) = self.output.finish() {
            self.see(answer)?;
        }
        while self.expected.next()?.is_some() {
            self.wrong += 1;
        }
        let expected = &self.expected.reader;
        let pair = |Counted { answer, printed, count }: Counted| AnswerPair {
            answer: ShownAnswer::new(answer),
            printed: ShownAnswer::new(printed),
            count,
        };
        Ok(ObservedAnswers {
            digest: self.output.digest(),
            right: expected.digest(),
            cases: expected.count,
            wrong: self.wrong,
            printed: self.output.count,
            pairs: self.seen.pairs.map(|pairs| pairs.into_iter().map(pair).collect()),
            in_other_case: self.in_other_case.map(|(answer, printed)| (answer.text(), printed.text())),
            is_numbered_otherwise: self.output.is_numbered != expected.is_numbered,
            has_other_text: self.output.has_other_text,
            record: self.seen.record,
        })
    }

    fn see(&mut self, printed: Answer) -> io::Result<()> {
        if self.output.is_first_of_two() {
            self.expected = ExpectedAnswers::new(&self.answer, &self.layout)?;
            (self.wrong, self.seen, self.in_other_case) = (0, SeenAnswers::default(), None);
        }
        let Some(answer) = self.expected.next()? else {
            self.wrong += 1;
            return Ok(());
        };
        self.wrong += u64::from(answer.hash != printed.hash);
        if answer.hash == printed.hash && answer.in_own_case != printed.in_own_case {
            self.in_other_case.get_or_insert((answer.text, printed.text));
        }
        self.seen.add(answer, printed);
        Ok(())
    }
}

impl Write for AnswerObserver {
    fn write(&mut self, chunk: &[u8]) -> io::Result<usize> {
        let mut rest = chunk;
        while let Some(answer) = self.output.next(&mut rest) {
            self.see(answer)?;
        }
        Ok(chunk.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Calls a function with each chunk of a text.
pub fn each_chunk(mut text: impl BufRead, mut take: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
    loop {
        let chunk = text.fill_buf()?;
        if chunk.is_empty() {
            return Ok(());
        }
        take(chunk)?;
        let taken = chunk.len();
        text.consume(taken);
    }
}

/// The limit of bytes kept before they are examined.
const MOST_KEPT: usize = 4 << 20;

/// An observer of an output that begins like its answer. It examines the output only when necessary: most outputs that differ from their
/// answers do so in white space alone.
#[derive(Debug)]
pub struct DeferredObserver {
    answer: Content,
    layout: AnswerLayout,
    /// The number of bytes that equal the answer's.
    same: u64,
    /// The output after the equal bytes, until the observer reads it.
    kept: Vec<u8>,
    observer: Option<AnswerObserver>,
}

impl DeferredObserver {
    /// Creates an observer of an output whose first `same` bytes equal the answer's.
    pub fn new(answer: &Content, layout: AnswerLayout, same: u64) -> Self {
        Self { answer: answer.clone(), layout, same, kept: Vec::new(), observer: None }
    }

    /// Returns the observation at the end of the output.
    ///
    /// # Errors
    /// When the answer cannot be read.
    pub fn finish(mut self) -> io::Result<ObservedAnswers> {
        self.take_observer()?.finish()
    }

    /// Returns the observer of all that was written.
    fn take_observer(&mut self) -> io::Result<AnswerObserver> {
        if let Some(observer) = self.observer.take() {
            return Ok(observer);
        }
        let mut observer = AnswerObserver::behind(self.same, &self.answer, &self.layout)?;
        observer.write_all(&std::mem::take(&mut self.kept))?;
        Ok(observer)
    }
}

impl Write for DeferredObserver {
    fn write(&mut self, chunk: &[u8]) -> io::Result<usize> {
        if self.observer.is_none() && self.kept.len() + chunk.len() <= MOST_KEPT {
            self.kept.extend_from_slice(chunk);
            return Ok(chunk.len());
        }
        let mut observer = self.take_observer()?;
        observer.write_all(chunk)?;
        self.observer = Some(observer);
        Ok(chunk.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The right answers, one by one.
#[derive(Debug)]
struct ExpectedAnswers {
    file: BufReader<Opened>,
    reader: AnswerReader,
}

impl ExpectedAnswers {
    fn new(answer: &Content, layout: &AnswerLayout) -> io::Result<Self> {
        Ok(Self { file: BufReader::new(answer.open()?), reader: AnswerReader::new(layout) })
    }

    fn next(&mut self) -> io::Result<Option<Answer>> {
        loop {
            let buffer = self.file.fill_buf()?;
            if buffer.is_empty() {
                return Ok(self.reader.finish());
            }
            let mut rest = buffer;
            let found = self.reader.next(&mut rest);
            let taken = buffer.len() - rest.len();
            self.file.consume(taken);
            if found.is_some() {
                return Ok(found);
            }
        }
    }
}
