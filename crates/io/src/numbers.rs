//! The numbers of an input, a batch at a time.

mod extend;

use super::arch::FileMap;
use super::batch::{Batch, DecodeMode, DecoderState, Stop};
use super::bounds::ReadBounds;
use super::bytes::{find, is_nothing_but_zeros, is_space, leading_letters, skippable};
use super::error::{Failure, Malformed, not_a_number};
use super::kept_text::KeptText;
use super::kernel::Kernel;
use super::lines::Lines;
use super::sizes::size;
use super::source::{ByteSource, Input};
use super::text::{Excerpt, Location, quoted};
use memchr::memchr;
use nim_simd::Level;
use std::io;
use std::sync::Arc;

/// Numbers of a batch: with their text they fit the first-level cache.
const BATCH: usize = size(2048, 24);
/// Numbers of a batch of the scalar kernel, before the CPU is detected.
const FIRST_BATCH: usize = size(256, 8);

/// Bytes of text from which a vector kernel repays detecting the CPU.
const DETECT_FROM: usize = size(8 << 10, 100);

/// Most bytes of a line, from the token on, in an error message.
const SHOWN: usize = 80;
/// Bytes of a bad token after which its end is not looked for.
const LONGEST: usize = 64 << 10;

/// A reader of the numbers of an input.
pub struct Numbers {
    source: ByteSource,
    /// The kernel; `None` before the CPU is detected.
    kernel: Option<Kernel>,
    state: DecoderState,
    values: Box<[u64]>,
    /// Numbers of the batch that have been used.
    used: usize,
    batch: Batch,
    /// The batch as it was before it was extended last, and as it was at some time before that when all of it had been used.
    before: [Batch; 2],
    bounds: ReadBounds,
    /// The first token of the window, if some of its leading zeros have been skipped.
    padded: Option<PaddedToken>,
}

/// A token whose leading zeros have been skipped.
struct PaddedToken {
    /// The offset in the input.
    offset: usize,
    /// The place, if it cannot be found later.
    place: Option<(Location, Excerpt)>,
}

/// The reason why there is no next number.
pub enum Missing {
    /// The input ends.
    Ended,
    /// The next token is not a number.
    Bad,
    /// The input could not be read.
    Failed(Failure),
}

impl Numbers {
    /// Opens an input and skips a UTF-8 byte-order mark.
    pub fn new(input: Input, level: Option<Level>, out: &mut Lines<'_>) -> Result<Self, Failure> {
        let kernel = level.map(Kernel::new);
        out.use_kernel(kernel.unwrap_or(Kernel::SCALAR));
        let mut numbers = Self::over(ByteSource::new(input)?, kernel, DecoderState::new(DecodeMode::Numbers));
        numbers.skip_mark(out)?;
        Ok(numbers)
    }

    /// Creates a reader at the beginning of a source.
    fn over(source: ByteSource, kernel: Option<Kernel>, state: DecoderState) -> Self {
        Self {
            source,
            kernel,
            state,
            values: vec![0; if kernel.is_some() { BATCH } else { FIRST_BATCH }].into(),
            used: 0,
            batch: Batch::EMPTY,
            before: [Batch::EMPTY; 2],
            bounds: ReadBounds::NONE,
            padded: None,
        }
    }

    fn skip_mark(&mut self, out: &mut Lines<'_>) -> Result<(), Failure> {
        const MARK: &[u8] = b"\xef\xbb\xbf";
        loop {
            let (window, ended) = self.source.window();
            if window.starts_with(MARK) {
                self.source.skip_mark(MARK.len());
                return Ok(());
            }
            if window.starts_with(b"\xff\xfe") || window.starts_with(b"\xfe\xff") {
                self.complete(0, out)?;
                return Err(self.malformed("the input is UTF-16, convert it to UTF-8".to_owned(), 0, 2));
            }
            let undecided = [MARK, b"\xff\xfe", b"\xfe\xff"].iter().any(|mark| mark.starts_with(window));
            if ended || !undecided {
                return Ok(());
            }
            self.grow(out)?;
        }
    }

    /// Returns the next number.
    #[inline]
    pub fn next(&mut self, out: &mut Lines<'_>) -> Result<u64, Missing> {
        self.ready(out)?;
        self.used += 1;
        Ok(self.values[self.used - 1])
    }

    /// At least one and at most `most` of the next numbers.
    #[inline]
    pub fn take(&mut self, most: u64, out: &mut Lines<'_>) -> Result<&[u64], Missing> {
        self.ready(out)?;
        let from = self.used;
        let left = self.batch.numbers - from;
        self.used += usize::try_from(most).map_or(left, |most| most.min(left));
        Ok(&self.values[from..self.used])
    }

    /// Reads the next token up to its end, or to its first byte that is none of its letters; it stays the next one.
    pub fn word(&mut self, out: &mut Lines<'_>, is_letter: impl Fn(u8) -> bool) -> Result<&[u8], Missing> {
        self.start_batch();
        // Examined bytes of the token: each is examined once, however often the window grows.
        let mut len = 0;
        loop {
            if len == 0 {
                self.skip_blanks();
            }
            let (window, ended) = self.source.window();
            len += window[len..].iter().take_while(|&&byte| !is_space(byte) && is_letter(byte)).count();
            match window.get(len) {
                Some(&byte) => {
                    len += usize::from(!is_space(byte));
                    break;
                }
                None if ended && len > 0 => break,
                None if ended || self.bounds.must_stop(self.place_in_mapping() + window.len()) => {
                    return Err(Missing::Ended);
                }
                None => self.grow(out).map_err(Missing::Failed)?,
            }
        }
        Ok(&self.source.window().0[..len])
    }

    /// Skips the white space at the beginning of the window, and further white space that comes in as the window moves.
    fn skip_blanks(&mut self) {
        loop {
            let (window, _) = self.source.window();
            match window.iter().take_while(|&&byte| is_space(byte)).count() {
                0 => return,
                blanks => self.source.advance(blanks),
            }
        }
    }

    /// Hands on the next words, as long as they lie in the window whole, begin before the limit and have no other letters than these, until
    /// one is not taken: the text from a word on, and its length.
    #[inline(always)] // What is done with words is compiled for the CPU that it runs on.
    pub fn each_word(&mut self, letters: &[u8], mut take: impl FnMut(&[u8], usize) -> bool) {
        self.start_batch();
        let (window, _) = self.source.window();
        let last = self.bounds.cut(self.place_in_mapping(), window.len()).unwrap_or(window.len());
        let mut used = 0;
        // The last word may reach beyond the limit.
        let to_word = |used| window.get(used..last)?.iter().position(|&byte| !is_space(byte));
        while let Some(spaces) = to_word(used) {
            let text = &window[used + spaces..];
            let len = leading_letters(text, letters);
            if len == 0 || !text.get(len).is_some_and(|&byte| is_space(byte)) || !take(text, len) {
                break;
            }
            used += spaces + len;
        }
        self.source.advance(used);
    }

    /// Returns whether the next token, found by [`Numbers::word`], begins behind the limit.
    pub fn is_behind_limit(&self) -> bool {
        self.bounds.may_stop(self.place_in_mapping())
    }

    /// Refuses the token that was read last by [`Numbers::word`], and reads on until it can be shown in its line.
    pub fn bad_word(&mut self, out: &mut Lines<'_>) -> Missing {
        self.complete(0, out).map_or_else(Missing::Failed, |()| Missing::Bad)
    }

    /// Passes over the token that was read last by [`Numbers::word`].
    pub fn pass_word(&mut self) {
        let (_, len) = find(self.source.window().0, 0);
        self.source.advance(len);
    }

    /// Reads a batch if all numbers of the last one have been used.
    #[inline]
    pub(crate) fn ready(&mut self, out: &mut Lines<'_>) -> Result<(), Missing> {
        if self.used == self.batch.numbers { self.refill(out, false) } else { Ok(()) }
    }

    /// Like `Numbers::ready`; at the limit the batch may stay empty.
    #[inline]
    pub fn ready_before_limit(&mut self, out: &mut Lines<'_>) -> Result<(), Missing> {
        if self.used == self.batch.numbers { self.refill(out, true) } else { Ok(()) }
    }

    /// Returns the unused numbers of the batch, and how many of them begin before the limit.
    #[inline]
    pub fn rest(&self) -> (&[u64], usize) {
        let rest = &self.values[self.used..self.batch.numbers];
        (rest, self.bounds.count_before(self.used, rest.len()))
    }

    /// Most numbers of a batch that has not been extended.
    const fn most(&self) -> usize {
        if self.kernel.is_some() { BATCH } else { FIRST_BATCH }
    }

    /// Uses up numbers of the batch.
    #[inline]
    pub fn skip(&mut self, numbers: usize) {
        self.used += numbers;
    }

    /// Takes back the last numbers used of the batch.
    pub fn unread(&mut self, numbers: usize) {
        self.used = self.used.saturating_sub(numbers);
    }

    /// Reads the next batch. It stays empty if the reader `may_stop` at the limit and is there.
    #[cold]
    fn refill(&mut self, out: &mut Lines<'_>, may_stop: bool) -> Result<(), Missing> {
        self.advance(self.batch.bytes);
        loop {
            let at = self.place_in_mapping();
            if self.bounds.must_stop(at) {
                return Err(Missing::Ended);
            }
            if may_stop && self.bounds.may_stop(at) && self.padded.is_none() {
                return Ok(());
            }
            self.detect_kernel(out);
            let ended = self.decode(at);
            if self.batch.numbers > 0 {
                return Ok(());
            }
            match self.batch.stop {
                Stop::Bad => {
                    self.complete(0, out).map_err(Missing::Failed)?;
                    return Err(Missing::Bad);
                }
                _ if ended => return Err(Missing::Ended),
                _ => {
                    self.skip_padding();
                    self.grow(out).map_err(Missing::Failed)?;
                }
            }
        }
    }

    /// Chooses the kernel as soon as there is much text.
    fn detect_kernel(&mut self, out: &mut Lines<'_>) {
        if self.kernel.is_none() && self.source.window().0.len() >= DETECT_FROM {
            let kernel = Kernel::new(Level::detected());
            self.kernel = Some(kernel);
            out.use_kernel(kernel);
            self.values = vec![0; BATCH].into();
        }
    }

    /// Decodes a batch at the beginning of the window, which is at `at` in a mapping. Returns whether the input ends with the
    /// window.
    fn decode(&mut self, at: usize) -> bool {
        let kernel = self.kernel();
        let (mut text, mut from, ended) = self.source.text();
        if self.padded.is_some() {
            // A kernel would take skipped zeros for another token.
            (text, from) = (&text[from..], 0);
            if !ended && is_nothing_but_zeros(text) {
                return ended;
            }
        }
        let mut most = self.most();
        if let Some(before) = self.bounds.cut(at, text.len() - from) {
            self.bounds.stay_before();
            let text = &text[..from + before];
            self.batch = kernel.decode(&mut self.state, text, from, false, &mut self.values[..most]);
            if self.batch.numbers > 0 {
                return ended;
            }
            let token = self.padded.as_ref().map_or(at + self.batch.bytes, |padded| padded.offset);
            most = self.bounds.go_behind(token, most);
        }
        self.batch = kernel.decode(&mut self.state, text, from, ended, &mut self.values[..most]);
        ended
    }

    /// Skips white space and leading zeros at the beginning of a window without a whole token, so that they take no memory
    /// however many there are.
    fn skip_padding(&mut self) {
        let (window, _) = self.source.window();
        let token = self.batch.bytes;
        let skippable = skippable(window, token, self.padded.is_some());
        if skippable > token && self.padded.is_none() {
            let offset = self.source.offset() + token;
            let place = match self.source.mapped() {
                Some(_) => None,
                None => Some(self.source.locate(token, window.len() - token)),
            };
            self.padded = Some(PaddedToken { offset, place });
        }
        self.source.advance(skippable);
        self.batch = Batch::EMPTY;
    }

    /// Reads on until the window has the whole token behind `skip` others, and the part of its line that a message shows.
    fn complete(&mut self, skip: usize, out: &mut Lines<'_>) -> Result<(), Failure> {
        loop {
            let (window, ended) = self.source.window();
            let (at, len) = find(window, skip);
            let rest = &window[at..];
            let is_whole = len < rest.len() && (rest.len() > SHOWN || memchr(b'\n', rest).is_some());
            if ended || is_whole || len >= LONGEST {
                return Ok(());
            }
            self.grow(out)?;
        }
    }

    fn grow(&mut self, out: &mut Lines<'_>) -> Result<(), Failure> {
        let mut written = Ok(());
        let before_wait = || {
            if out.has_unwritten() {
                written = out.flush();
            }
        };
        if let Err(error) = self.source.grow(before_wait) {
            return Err(self.unreadable(error));
        }
        written.map_err(Failure::Write)
    }

    /// Returns the kernel in use.
    pub fn kernel(&self) -> Kernel {
        self.kernel.unwrap_or(Kernel::SCALAR)
    }

    /// Keeps all text from now on, and decodes the layout, too.
    pub fn keep(&mut self) {
        self.state = DecoderState::new(DecodeMode::Layout);
        self.source.keep();
    }

    /// Sets the mode for the next batches.
    pub fn set_mode(&mut self, mode: DecodeMode) {
        self.state.mode = mode;
    }

    /// Returns the text since [`Numbers::keep`].
    pub fn kept_text(&self) -> Option<KeptText<'_>> {
        self.source.kept_text()
    }

    /// Returns the offset of the batch in the input.
    pub fn offset(&self) -> usize {
        self.padded.as_ref().map_or_else(|| self.source.offset(), |padded| padded.offset)
    }

    /// Returns the offset at which the last used number ends.
    pub fn used_end(&self) -> usize {
        self.source.offset() + self.used_bytes()
    }

    /// Bytes of the window up to the end of the number used last.
    fn used_bytes(&self) -> usize {
        let text = &self.source.window().0[..self.used_batch().bytes];
        text.iter().rposition(|&byte| !is_space(byte)).map_or(0, |last| last + 1)
    }

    /// Returns the used numbers of the batch, as a batch of their own. If these are not all, they are decoded again.
    pub fn used_batch(&self) -> Batch {
        if self.used == self.batch.numbers {
            return self.batch;
        }
        let (kernel, (text, _), mut room) = (self.kernel(), self.source.window(), [0; BATCH]);
        let [_, mut batch] = self.before;
        if batch.numbers > self.used {
            batch = Batch::EMPTY;
        }
        while batch.numbers < self.used {
            let room = &mut room[..(self.used - batch.numbers).min(BATCH)];
            batch.add(kernel.decode_exactly(&text[batch.bytes..], room));
        }
        batch
    }

    /// Returns whether leading zeros of the batch's first token have been skipped.
    pub const fn is_padded(&self) -> bool {
        self.padded.is_some()
    }

    /// Returns whether the batch, if it is behind `begin`, is separated from the one before by anything but one space: of two spaces each
    /// batch may have seen one, and some may have been skipped when there was no number yet.
    pub fn has_gap_before(&self, begin: usize) -> bool {
        if self.padded.is_some() || self.source.offset() <= begin {
            return false;
        }
        let (text, at, _) = self.source.text();
        let (before, after) = text.split_at(at);
        match before {
            [.., one, other] if is_space(*other) => {
                *other != b' ' || is_space(*one) || after.first().is_some_and(|&byte| is_space(byte))
            }
            _ => false,
        }
    }

    /// Returns another reader of the same mapping, if there is one. If it `owns` its part, it releases the pages behind it.
    pub fn share(&self, owns: bool) -> Option<Self> {
        Some(Self::over(self.source.share(owns)?, self.kernel, self.state))
    }

    /// Returns the whole mapping, if there is one.
    pub fn mapping(&self) -> Option<&Arc<FileMap>> {
        self.source.mapped().map(|(map, _)| map)
    }

    /// Returns the offset of the window in the mapping; 0 if there is none.
    fn place_in_mapping(&self) -> usize {
        self.source.mapped().map_or(0, |(_, at)| at)
    }

    /// Returns the offset of the next token in the mapping.
    pub fn position(&self) -> usize {
        match &self.padded {
            Some(padded) if self.used == 0 => padded.offset,
            _ => self.place_in_mapping() + self.to_next(),
        }
    }

    /// Bytes of the window before the next token.
    fn to_next(&self) -> usize {
        let (window, _) = self.source.window();
        let used = self.used_bytes();
        used + find(&window[used..], 0).0
    }

    /// Moves to `from` in the mapping, where a token or white space begins. The reader may stop before the first token from
    /// `limit` on, and takes `end` for the end of the input.
    pub fn read_between(&mut self, from: usize, limit: usize, end: usize) {
        self.drop_batch();
        self.bounds = ReadBounds::new(limit, end);
        self.source.seek(from);
    }

    /// Starts a new batch at the next token, if that has begun.
    pub fn start_batch(&mut self) {
        self.advance(self.to_next());
    }

    /// Drops the batch and moves the window behind the used part of it.
    fn advance(&mut self, bytes: usize) {
        // Zeros that have been skipped belong to the batch's first token.
        let padded = self.padded.take().filter(|_| self.used == 0);
        self.source.advance(bytes);
        self.drop_batch();
        self.padded = padded;
    }

    /// Drops the batch, and all that is known of it.
    fn drop_batch(&mut self) {
        self.batch = Batch::EMPTY;
        self.before = [Batch::EMPTY; 2];
        self.used = 0;
        self.padded = None;
    }

    /// Returns the failure of an input that cannot be read.
    pub fn unreadable(&self, error: io::Error) -> Failure {
        Failure::Read(self.source.name.clone(), error)
    }

    /// Returns the failure of a number that is missing, `place` being its name.
    pub fn missing(&self, missing: Missing, place: &str) -> Failure {
        match missing {
            Missing::Failed(failure) => failure,
            Missing::Bad => self.refuse(|token| format!("{place}: {}", not_a_number(token))),
            Missing::Ended => {
                self.at_end(format!("{place}: expected an integer, found the end of the input"))
            }
        }
    }

    /// Returns the failure of a token of another kind that is not there.
    pub fn missing_token(&self, missing: Missing, place: &str, expected: &str) -> Failure {
        match missing {
            Missing::Failed(failure) => failure,
            Missing::Bad => self.refuse(|token| format!("{place}: {expected}, found {}", quoted(token))),
            Missing::Ended => self.at_end(format!("{place}: {expected}, found the end of the input")),
        }
    }

    /// Returns a failure at the end of the input.
    pub fn at_end(&self, what: String) -> Failure {
        self.malformed(what, self.source.window().0.len(), 0)
    }

    /// Returns a failure at the token that follows the numbers used so far.
    pub fn refuse(&self, what: impl FnOnce(&[u8]) -> String) -> Failure {
        self.refuse_token(self.used, what)
    }

    /// Returns a failure at the number used last.
    pub fn refuse_last(&mut self, out: &mut Lines<'_>, what: impl FnOnce(&[u8]) -> String) -> Failure {
        self.refuse_used(0, out, what)
    }

    /// Returns a failure at a number of the batch, behind which `later` numbers have been used.
    pub fn refuse_used(
        &mut self,
        later: usize,
        out: &mut Lines<'_>,
        what: impl FnOnce(&[u8]) -> String,
    ) -> Failure {
        let skip = self.used.saturating_sub(later + 1);
        match self.complete(skip, out) {
            Ok(()) => self.refuse_token(skip, what),
            Err(failure) => failure,
        }
    }

    /// Returns the place of a number of the batch, behind which `later` numbers have been used.
    pub fn place_of_used(
        &mut self,
        later: usize,
        out: &mut Lines<'_>,
    ) -> Result<(Location, Excerpt), Failure> {
        let skip = self.used.saturating_sub(later + 1);
        self.complete(skip, out)?;
        Ok(self.place(skip))
    }

    fn refuse_token(&self, skip: usize, what: impl FnOnce(&[u8]) -> String) -> Failure {
        let (window, _) = self.source.window();
        let (at, len) = find(window, skip);
        let token = &window[at..at + len];
        let what = match &self.padded {
            Some(_) if skip == 0 => what(&[&[b'0'; SHOWN], token].concat()),
            _ => what(token),
        };
        let (at, excerpt) = self.place(skip);
        self.malformed_at(what, at, excerpt)
    }

    /// Returns the place of the token that follows `skip` others of the batch.
    fn place(&self, skip: usize) -> (Location, Excerpt) {
        let padded = self.padded.as_ref().filter(|_| skip == 0);
        let before = padded.and_then(|padded| {
            padded.place.clone().or_else(|| self.source.locate_before(padded.offset, LONGEST))
        });
        before.unwrap_or_else(|| {
            let (at, len) = find(self.source.window().0, skip);
            self.source.locate(at, len)
        })
    }

    /// Returns the line of the next token.
    pub fn next_line(&mut self, out: &mut Lines<'_>) -> Option<u64> {
        self.word(out, |_| false).ok()?;
        Some(self.place(0).0.line)
    }

    fn malformed(&self, what: String, at: usize, len: usize) -> Failure {
        let (at, excerpt) = self.source.locate(at, len);
        self.malformed_at(what, at, excerpt)
    }

    /// Returns a failure at a place that was found before.
    pub fn malformed_at(&self, what: String, at: Location, excerpt: Excerpt) -> Failure {
        Failure::Malformed(Box::new(Malformed { what, input: self.source.name.clone(), at, excerpt }))
    }
}
