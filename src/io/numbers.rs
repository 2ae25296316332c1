//! The numbers of an input, a batch at a time.

use super::again::Again;
use super::arch::Map;
use super::batch::{Batch, DecoderState, Look, Stop};
use super::bytes::{find, is_nothing_but_zeros, is_space, passable};
use super::error::{Failure, Malformed, not_a_number};
use super::kernel::Kernel;
use super::lines::Lines;
use super::source::{Input, Source};
use super::text::{Excerpt, Location};
use crate::simd::Level;
use memchr::memchr;
use std::io;
use std::ops::Range;
use std::sync::Arc;

/// Numbers of a batch: with their text they fit the first-level cache. Fewer while no text was long.
const BATCH: usize = 2048;
const FIRST_BATCH: usize = 256;
/// Numbers of the first batch behind a limit.
const FIRST_BEYOND: usize = 256;

/// Bytes at which a vector kernel is worth asking the CPU what it has.
const ASK_CPU: usize = 8 << 10;

/// Bytes of a line, from the token on, that an error message shows at most.
const SHOWN: usize = 80;
/// Bytes of a bad token at which it is long enough to be told what is wrong with it.
const LONGEST: usize = 64 << 10;

/// Reads numbers off a source.
pub(crate) struct Numbers {
    source: Source,
    /// Unknown while no text was long enough to ask the CPU.
    kernel: Option<Kernel>,
    state: DecoderState,
    values: Box<[u64]>,
    /// Numbers of the batch that have been used.
    used: usize,
    batch: Batch,
    /// Where in a mapping the reader means to stop.
    limit: usize,
    /// Where in a mapping the reader must stop.
    end: usize,
    /// How many numbers of the batch begin before the limit.
    within: usize,
    /// Numbers of a batch behind the limit: few at first, since mostly one case ends there.
    beyond: usize,
    /// The token that the window begins in the midst of.
    begun: Option<Begun>,
}

/// A token of which zeros have been passed over.
struct Begun {
    /// Where in the input it begins.
    offset: usize,
    /// The place, where it cannot be found later.
    shown: Option<(Location, Excerpt)>,
}

/// Why there is no next number.
pub(crate) enum Missing {
    /// The input ends.
    Ended,
    /// The next token is not a number.
    Bad,
    /// The input could not be read.
    Failed(Failure),
}

impl Numbers {
    /// Opens the numbers of an input and looks at its first bytes: a UTF-8 mark is passed over.
    pub(crate) fn new(input: Input, level: Option<Level>, out: &mut Lines<'_>) -> Result<Self, Failure> {
        let kernel = level.map(Kernel::new);
        out.use_kernel(kernel.unwrap_or(Kernel::SCALAR));
        let mut numbers = Self::over(Source::new(input)?, kernel, DecoderState::new(Look::Numbers));
        numbers.skip_mark(out)?;
        Ok(numbers)
    }

    /// The numbers of a source, none of them read.
    fn over(source: Source, kernel: Option<Kernel>, state: DecoderState) -> Self {
        Self {
            source,
            kernel,
            state,
            values: vec![0; if kernel.is_some() { BATCH } else { FIRST_BATCH }].into(),
            used: 0,
            batch: Batch::EMPTY,
            limit: usize::MAX,
            end: usize::MAX,
            within: usize::MAX,
            beyond: FIRST_BEYOND,
            begun: None,
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

    /// The next number.
    #[inline]
    pub(crate) fn next(&mut self, out: &mut Lines<'_>) -> Result<u64, Missing> {
        self.ready(out)?;
        self.used += 1;
        Ok(self.values[self.used - 1])
    }

    /// At least one and at most `most` of the next numbers.
    #[inline]
    pub(crate) fn take(&mut self, most: u64, out: &mut Lines<'_>) -> Result<&[u64], Missing> {
        self.ready(out)?;
        let from = self.used;
        let left = self.batch.numbers - from;
        self.used += usize::try_from(most).map_or(left, |most| most.min(left));
        Ok(&self.values[from..self.used])
    }

    /// Sees to it that there is a next number.
    #[inline]
    pub(crate) fn ready(&mut self, out: &mut Lines<'_>) -> Result<(), Missing> {
        if self.used == self.batch.numbers { self.refill(out, usize::MAX) } else { Ok(()) }
    }

    /// The same, or that none begins before the limit.
    #[inline]
    pub(crate) fn ready_before_limit(&mut self, out: &mut Lines<'_>) -> Result<(), Missing> {
        if self.used == self.batch.numbers { self.refill(out, self.limit) } else { Ok(()) }
    }

    /// The numbers of the batch that have not been used, and how many of them begin before the limit.
    #[inline]
    pub(crate) fn rest(&self) -> (&[u64], usize) {
        let rest = &self.values[self.used..self.batch.numbers];
        (rest, self.within.saturating_sub(self.used).min(rest.len()))
    }

    /// Uses up numbers of the batch.
    #[inline]
    pub(crate) fn skip(&mut self, numbers: usize) {
        self.used += numbers;
    }

    /// Reads the next batch; none if nothing but white space is before `enough`.
    #[cold]
    fn refill(&mut self, out: &mut Lines<'_>, enough: usize) -> Result<(), Missing> {
        self.begun = None;
        loop {
            self.source.advance(self.batch.bytes);
            self.batch = Batch::EMPTY;
            self.used = 0;
            let (text, from, ended) = self.source.text();
            if self.kernel.is_none() && text.len() - from >= ASK_CPU {
                let kernel = Kernel::new(Level::detected());
                self.kernel = Some(kernel);
                out.use_kernel(kernel);
                self.values = vec![0; BATCH].into();
            }
            let kernel = self.kernel.unwrap_or(Kernel::SCALAR);
            // Batches end at the limit but for the one with the token there, if a token lies across it.
            let at = self.source.mapped().map_or(0, |(_, at)| at);
            if at >= self.end {
                return Err(Missing::Ended);
            }
            if at >= enough && self.begun.is_none() {
                return Ok(());
            }
            // What has been passed over is not to be looked back on.
            let (text, from) = if self.begun.is_some() { (&text[from..], 0) } else { (text, from) };
            if self.begun.is_some() && !ended && is_nothing_but_zeros(text) {
                self.pass_over();
                self.grow(out).map_err(Missing::Failed)?;
                continue;
            }
            let before = self.limit.saturating_sub(at);
            let mut most = self.values.len();
            if before < text.len() - from {
                let text = &text[..from + before];
                self.batch = kernel.decode(&mut self.state, text, from, false, &mut self.values);
                self.within = usize::MAX;
                if self.batch.numbers > 0 {
                    return Ok(());
                }
                let begins = self.begun.as_ref().map_or(at + self.batch.bytes, |begun| begun.offset);
                self.within = usize::from(begins < self.limit);
                most = self.beyond.min(most);
                self.beyond = 2 * most;
            }
            self.batch = kernel.decode(&mut self.state, text, from, ended, &mut self.values[..most]);
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
                    self.pass_over();
                    self.grow(out).map_err(Missing::Failed)?;
                }
            }
        }
    }

    /// Passes over what says nothing in a window without a whole token, so that white space and zeros take no memory
    /// however many there are.
    fn pass_over(&mut self) {
        let (window, _) = self.source.window();
        let token = self.batch.bytes;
        let passable = passable(window, token, self.begun.is_some());
        if passable > token && self.begun.is_none() {
            let offset = self.source.offset() + token;
            let shown = match self.source.mapped() {
                Some(_) => None,
                None => Some(self.source.locate(token, window.len() - token)),
            };
            self.begun = Some(Begun { offset, shown });
        }
        self.source.advance(passable);
        self.batch = Batch::EMPTY;
    }

    /// Reads on until the token behind `skip` others can be named whole and shown in its line.
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
            if out.is_waiting() {
                written = out.flush();
            }
        };
        if let Err(error) = self.source.grow(before_wait) {
            return Err(self.unreadable(error));
        }
        written.map_err(Failure::Write)
    }

    /// The kernel in use.
    pub(crate) fn kernel(&self) -> Kernel {
        self.kernel.unwrap_or(Kernel::SCALAR)
    }

    /// From now on no byte is given up, and batches say how they are laid out.
    pub(crate) fn keep(&mut self) {
        self.state = DecoderState::new(Look::Layout);
        self.source.keep();
    }

    /// Looks at this from the next batch on.
    pub(crate) fn look_at(&mut self, look: Look) {
        self.state.look = look;
    }

    /// The text since [`Numbers::keep`], to be read again.
    pub(crate) fn again(&self) -> Option<Again<'_>> {
        self.source.again()
    }

    /// Where in the input the batch begins.
    pub(crate) fn offset(&self) -> usize {
        self.begun.as_ref().map_or_else(|| self.source.offset(), |begun| begun.offset)
    }

    /// Where in the input the batch ends.
    pub(crate) fn batch_end(&self) -> usize {
        self.source.offset() + self.batch.bytes
    }

    /// Whether the batch begins with a token of which leading zeros have been passed over.
    pub(crate) const fn has_passed_zeros(&self) -> bool {
        self.begun.is_some()
    }

    /// Whether there is other white space than one space around the beginning of the batch, which is behind `begin`: of two
    /// spaces each batch may have seen one, and some may have been passed over when there was no number yet.
    pub(crate) fn is_parted(&self, begin: usize) -> bool {
        if self.begun.is_some() || self.source.offset() <= begin {
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

    /// Another reader of the same mapping, if it is one; it gives back the memory that it reads if it `owns` it.
    pub(crate) fn share(&self, owns: bool) -> Option<Self> {
        Some(Self::over(self.source.share(owns)?, self.kernel, self.state))
    }

    /// The whole mapping, if there is one.
    pub(crate) fn mapping(&self) -> Option<&Arc<Map>> {
        self.source.mapped().map(|(map, _)| map)
    }

    /// Where in the mapping the next token begins.
    pub(crate) fn position(&self) -> usize {
        if let Some(begun) = self.begun.as_ref().filter(|_| self.used == 0) {
            return begun.offset;
        }
        self.source.mapped().map_or(0, |(_, at)| at) + self.to_next()
    }

    /// Bytes of the window before the next token.
    fn to_next(&self) -> usize {
        let (window, _) = self.source.window();
        let used = if self.used == self.batch.numbers {
            self.batch.bytes
        } else {
            self.kernel().bytes_of(window, &mut [0; BATCH][..self.used])
        };
        used + find(&window[used..], 0).0
    }

    /// Goes on in the mapping at `from`, where a token begins, or white space; means to stop before the first token
    /// from `limit` on, and takes `end`, if it gets there, for the end of the input.
    pub(crate) fn go_between(&mut self, from: usize, limit: usize, end: usize) {
        self.batch = Batch::EMPTY;
        self.begun = None;
        self.used = 0;
        self.within = usize::MAX;
        self.beyond = FIRST_BEYOND;
        self.limit = limit;
        self.end = end;
        self.source.seek(from);
    }

    /// Where in a piece a token begins, which its beginning may lie in the midst of unless it `is_start`; nothing where
    /// that token is very long.
    pub(crate) fn token_in(&self, piece: &Range<usize>, is_start: bool) -> Option<usize> {
        if is_start || piece.start == 0 {
            return Some(piece.start);
        }
        let before = self.mapping()?.get(piece.start - 1..piece.end)?;
        Some(piece.start - 1 + before.iter().position(|&byte| is_space(byte))?)
    }

    /// Starts a new batch with the next token, if its beginning is known.
    pub(crate) fn start_batch(&mut self) {
        self.source.advance(self.to_next());
        self.batch = Batch::EMPTY;
        self.used = 0;
    }

    /// What is to be said of the first `count` numbers of the batch.
    pub(crate) fn batch_of(&self, count: usize) -> Batch {
        if count == self.batch.numbers {
            return self.batch;
        }
        Kernel::SCALAR.decode(
            &mut DecoderState::new(Look::Layout),
            self.source.window().0,
            0,
            true,
            &mut vec![0; count],
        )
    }

    /// How many numbers from the beginning of the window have been used.
    pub(crate) fn used(&self) -> usize {
        self.used
    }

    /// The failure of an input that cannot be read.
    pub(crate) fn unreadable(&self, error: io::Error) -> Failure {
        Failure::Read(self.source.name.clone(), error)
    }

    /// The failure of a number that is not there, `place` being what it is called.
    pub(crate) fn missing(&self, missing: Missing, place: &str) -> Failure {
        match missing {
            Missing::Failed(failure) => failure,
            Missing::Bad => self.refuse(|token| format!("{place}: {}", not_a_number(token))),
            Missing::Ended => {
                self.at_end(format!("{place}: expected an integer, found the end of the input"))
            }
        }
    }

    /// A failure at the end of the input.
    pub(crate) fn at_end(&self, what: String) -> Failure {
        self.malformed(what, self.source.window().0.len(), 0)
    }

    /// A failure at the token that follows the numbers used so far.
    pub(crate) fn refuse(&self, what: impl FnOnce(&[u8]) -> String) -> Failure {
        self.refuse_token(self.used, what)
    }

    /// A failure at the number used last.
    pub(crate) fn refuse_last(&mut self, out: &mut Lines<'_>, what: impl FnOnce(&[u8]) -> String) -> Failure {
        let skip = self.used.saturating_sub(1);
        match self.complete(skip, out) {
            Ok(()) => self.refuse_token(skip, what),
            Err(failure) => failure,
        }
    }

    fn refuse_token(&self, skip: usize, what: impl FnOnce(&[u8]) -> String) -> Failure {
        let (window, _) = self.source.window();
        let (at, len) = find(window, skip);
        let token = &window[at..at + len];
        let what = match &self.begun {
            Some(_) if skip == 0 => what(&[&[b'0'; SHOWN], token].concat()),
            _ => what(token),
        };
        self.malformed_at(what, self.place(skip))
    }

    /// The place of the token that follows `skip` others of the batch.
    fn place(&self, skip: usize) -> (Location, Excerpt) {
        let (at, len) = find(self.source.window().0, skip);
        let begun = self.begun.as_ref().filter(|_| skip == 0);
        let before = begun.and_then(|begun| {
            begun.shown.clone().or_else(|| self.source.locate_before(begun.offset, LONGEST))
        });
        before.unwrap_or_else(|| self.source.locate(at, len))
    }

    /// The line of the number used last.
    pub(crate) fn last_line(&self) -> u64 {
        self.place(self.used.saturating_sub(1)).0.line
    }

    fn malformed(&self, what: String, at: usize, len: usize) -> Failure {
        self.malformed_at(what, self.source.locate(at, len))
    }

    fn malformed_at(&self, what: String, (at, excerpt): (Location, Excerpt)) -> Failure {
        Failure::Malformed(Box::new(Malformed { what, input: self.source.name.clone(), at, excerpt }))
    }
}
