//! The heaps of a case once more, after their summary is known.

use super::held::Held;
use super::pieces::{Early, Pool, pieces};
use crate::io::again::Again;
use crate::io::batch::{DecodeMode, DecoderState, Stop};
use crate::io::bytes::{find, is_nothing_but_zeros, is_space, skippable};
use crate::io::canonicalizer::{COPY_SLACK, Canonicalizer};
use crate::io::kernel::{Kernel, PICK_SLACK};
use crate::io::lines::Lines;
use crate::io::watched::changed;
use crate::problem::Heaps;
use std::convert::Infallible;
use std::io;
use std::ops::Range;
use std::thread;

/// Heaps at hand as numbers.
pub(super) struct AtHand<'a> {
    pub(super) heaps: &'a [u64],
    pub(super) kernel: Kernel,
    /// Room that goes from one case to the next: to clear it would take as long as the heaps of most.
    pub(super) picked: &'a mut Vec<u64>,
}

/// Heaps picked out at a time.
const PART: usize = 1024;

impl Heaps for AtHand<'_> {
    fn first_with(&mut self, bits: u64) -> Option<(u64, u64)> {
        self.heaps.iter().zip(0..).find(|(heap, _)| *heap & bits != 0).map(|(&heap, index)| (index, heap))
    }

    fn each_with(&mut self, bits: u64, take: &mut dyn FnMut(&[u64])) {
        self.picked.resize(PART + PICK_SLACK, 0);
        for part in self.heaps.chunks(PART) {
            take(self.kernel.pick(part, bits, self.picked));
        }
    }

    fn write_with(&mut self, index: u64, heap: u64, out: &mut Lines<'_>) {
        write_with(self.heaps, index, heap, out);
        out.end_row();
    }
}

/// Appends heaps, the one at `index`, if it is among them, replaced by `heap`.
fn write_with(heaps: &[u64], index: u64, heap: u64, out: &mut Lines<'_>) {
    let index = usize::try_from(index).map_or(heaps.len(), |index| index.min(heaps.len()));
    let (before, rest) = heaps.split_at(index);
    out.numbers(before);
    if let Some((_, after)) = rest.split_first() {
        out.put(heap, b' ');
        out.numbers(after);
    }
}

/// Heaps of a case so long that they are packed.
pub(super) struct Packed<'a> {
    pub(super) heaps: &'a Held,
    pub(super) kernel: Kernel,
}

impl Heaps for Packed<'_> {
    fn first_with(&mut self, bits: u64) -> Option<(u64, u64)> {
        let (mut first, mut index) = (None, 0);
        self.heaps.parts(|part| {
            first =
                part.iter().zip(index..).find(|(heap, _)| *heap & bits != 0).map(|(&heap, at)| (at, heap));
            index += part.len() as u64;
            first.is_none()
        });
        first
    }

    fn each_with(&mut self, bits: u64, take: &mut dyn FnMut(&[u64])) {
        let mut room = [0; PART + PICK_SLACK];
        self.heaps.parts(|part| {
            part.chunks(PART).for_each(|part| take(self.kernel.pick(part, bits, &mut room)));
            true
        });
    }

    fn write_with(&mut self, index: u64, heap: u64, out: &mut Lines<'_>) {
        let mut first = 0;
        self.heaps.parts(|part| {
            write_with(part, index.checked_sub(first).unwrap_or(u64::MAX), heap, out);
            first += part.len() as u64;
            !out.has_failed()
        });
        out.end_row();
    }
}

/// A run of heaps in the text of a case that was kept as bytes.
pub(super) struct Chunk {
    /// Where among the kept bytes it begins.
    pub(super) offset: usize,
    /// Numbers there that come before its first heap.
    pub(super) skip: usize,
    /// The index of its first heap.
    pub(super) first: u64,
    /// The bits that its heaps may have.
    pub(super) bits: u64,
}

/// The heaps of a case by its text, which is read again, with what is known of each run of them.
pub(super) struct Replay<'a> {
    pub(super) kernel: Kernel,
    pub(super) again: Again<'a>,
    pub(super) chunks: &'a [Chunk],
    pub(super) heaps: u64,
    /// Where the text of the heaps stands.
    pub(super) text: Range<usize>,
    /// Whether it is exactly what they would be written as.
    pub(super) plain: bool,
    /// Threads to use where the text is in a file.
    pub(super) threads: usize,
    /// Why the text could not be read again.
    pub(super) failed: Option<io::Error>,
}

/// Heaps that have been read again.
struct Found<'t> {
    heaps: &'t [u64],
    /// The text of the batch that they are in, where it stands, and numbers there that come before them.
    text: &'t [u8],
    at: usize,
    skipped: usize,
    /// Where the first token of the batch begins, if that is before the text.
    begun: Option<usize>,
}

impl Found<'_> {
    /// Where the text of a heap stands.
    fn text_of(&self, heap: usize) -> Range<usize> {
        let token = self.skipped + heap;
        let (offset, len) = find(self.text, token);
        let start = self.begun.filter(|_| token == 0).unwrap_or(self.at + offset);
        start..self.at + offset + len
    }
}

impl Replay<'_> {
    /// Finds the end of the last heap, which is the last of `numbers` in a batch at `batch`, and whether the text is plain,
    /// if it `may_be`: one space between two heaps and no leading zero. What follows the last heap does not count.
    pub(super) fn set_layout(&mut self, may_be: bool, batch: usize, numbers: usize) -> io::Result<()> {
        if self.heaps == 0 {
            self.text.end = self.text.start;
            return Ok(());
        }
        let last = Chunk { offset: batch, skip: numbers - 1, first: self.heaps - 1, bits: 0 };
        let mut end = None;
        self.go_from(&last, |found| {
            end = Some(found.text_of(0).end).filter(|_| !found.heaps.is_empty());
            end.is_none()
        })?;
        self.text.end = end.ok_or_else(changed)?;
        if may_be {
            let (mut room, mut values) = (Vec::new(), vec![0; numbers]);
            let text = self.again.part(batch..self.text.end, &mut room)?;
            let last =
                Kernel::SCALAR.decode(&mut DecoderState::new(DecodeMode::Layout), text, 0, true, &mut values);
            let is_plain = !last.non_canonical && last.numbers == numbers;
            let first = self.again.part(self.text.start..self.text.start + 1, &mut room)?;
            self.plain = is_plain && !is_space(first[0]);
        }
        Ok(())
    }

    /// Goes through the heaps of a chunk, and on to the last one, until `take` returns false.
    fn go_from(&self, chunk: &Chunk, mut take: impl FnMut(&Found<'_>) -> bool) -> io::Result<()> {
        let (mut values, mut room) = ([0; PART], Vec::new());
        let mut state = DecoderState::new(DecodeMode::Numbers);
        let (mut at, mut skip, mut begun) = (chunk.offset, chunk.skip, None);
        let mut left = self.heaps - chunk.first;
        while left > 0 {
            let text = self.again.part(at..self.text.end.min(at + PIECE), &mut room)?;
            let ended = at + text.len() >= self.text.end;
            if begun.is_some() && !ended && is_nothing_but_zeros(text) {
                at += skippable(text, 0, true);
                continue;
            }
            let mut used = 0;
            loop {
                let batch = self.kernel.decode(&mut state, text, used, ended, &mut values);
                if batch.numbers == 0 {
                    let token = used + batch.bytes;
                    let passed = skippable(text, token, begun.is_some());
                    if ended || batch.stop == Stop::Bad || passed == 0 {
                        return Err(changed());
                    }
                    begun = begun.or((passed > token).then_some(at + token));
                    at += passed;
                    break;
                }
                let skipped = skip.min(batch.numbers);
                skip -= skipped;
                let heaps = &values[skipped..batch.numbers];
                let heaps = &heaps[..usize::try_from(left).map_or(heaps.len(), |left| left.min(heaps.len()))];
                left -= heaps.len() as u64;
                let found = Found { heaps, text: &text[used..], at: at + used, skipped, begun: begun.take() };
                if !take(&found) || left == 0 {
                    return Ok(());
                }
                used += batch.bytes;
            }
        }
        Ok(())
    }

    /// Writes a part of the text, tidied up unless it is plain.
    fn write(&self, part: Range<usize>, out: &mut Lines<'_>) -> io::Result<()> {
        if !self.plain {
            return self.write_tidy(part, out);
        }
        let mut at = part.start;
        let mut room = Vec::new();
        // What nobody gets need not be read.
        while at < part.end && !out.go_nowhere() {
            let text = self.again.part(at..part.end.min(at + COPY), &mut room)?;
            out.copy(text);
            at += text.len();
        }
        Ok(())
    }

    /// Writes a part of the text, tidied up.
    fn write_tidy(&self, part: Range<usize>, out: &mut Lines<'_>) -> io::Result<()> {
        let mut at = part.start;
        if self.threads > 1 && !self.again.is_held() {
            at = self.tidy_in_parallel(part.clone(), out);
        }
        let mut tidy = Canonicalizer::START;
        let (mut room, mut tidied) = (Vec::new(), vec![0; TIDY + COPY_SLACK]);
        while at < part.end && !out.has_failed() {
            let text = self.again.part(at..part.end.min(at + PIECE), &mut room)?;
            let is_last = at + text.len() == part.end;
            // Of what follows the last byte is asked whether it is a digit.
            let stop = if is_last { text.len() } else { text.len().saturating_sub(COPY_SLACK).max(1) };
            let mut used = 0;
            while used < stop {
                let most = TIDY.min(stop - used);
                let (read, written) = self.kernel.canonicalize(&mut tidy, &text[used..], most, &mut tidied);
                out.copy(&tidied[..written]);
                used += read;
            }
            at += used;
        }
        Ok(())
    }

    /// Tidies up a part of the text of a file from its beginning on, and says how far: to its end, or to where a token is so
    /// long that nobody looks for its end, or what cannot be read.
    fn tidy_in_parallel(&self, part: Range<usize>, out: &mut Lines<'_>) -> usize {
        let rooms = Pool::new();
        let tidied = |read: &mut Vec<u8>, piece: Range<usize>, _: &mut Early<'_>| {
            let from = piece.start.saturating_sub(1).max(part.start);
            let text = self.again.part(from..part.end.min(piece.end + NEARBY), read).ok()?;
            // Pieces begin behind white space.
            let begin = |at: usize| {
                if at == part.start || at == part.end {
                    return Some(at);
                }
                Some(at + text[at - 1 - from..].iter().position(|&byte| is_space(byte))?)
            };
            let piece = begin(piece.start)?..begin(piece.end)?;
            let (text, mut tidy) = (&text[piece.start - from..piece.end - from], Canonicalizer::START);
            let mut room = rooms.take(|| Ok(Vec::new())).ok()?;
            room.try_reserve((text.len() + COPY_SLACK).saturating_sub(room.len())).ok()?;
            room.resize(room.len().max(text.len() + COPY_SLACK), 0);
            let (_, written) = self.kernel.canonicalize(&mut tidy, text, text.len(), &mut room);
            Some((room, written, piece.end, thread::current().id()))
        };
        let mut at = part.start;
        let mut take = |_, piece| {
            let Some((room, written, end, by)) = piece else { return Ok(false) };
            let room: Vec<u8> = room;
            out.copy(&room[..written]);
            rooms.give_back(room, by);
            at = end;
            Ok(!out.has_failed())
        };
        let Ok::<(), Infallible>(()) =
            pieces(None, part.clone(), self.threads, || Some(Vec::new()), tidied, &mut take);
        at
    }

    /// Where the text of the heap at `index` stands.
    fn place(&self, index: u64) -> io::Result<Range<usize>> {
        let behind = self.chunks.partition_point(|chunk| chunk.first <= index);
        let chunk = behind.checked_sub(1).map(|chunk| &self.chunks[chunk]).ok_or_else(changed)?;
        let mut first = chunk.first;
        let mut place = None;
        self.go_from(chunk, |found| {
            let in_batch = usize::try_from(index - first).ok().filter(|&ahead| ahead < found.heaps.len());
            first += found.heaps.len() as u64;
            place = in_batch.map(|ahead| found.text_of(ahead));
            place.is_none()
        })?;
        place.ok_or_else(changed)
    }

    fn find_first_with(&self, bits: u64) -> io::Result<Option<(u64, u64)>> {
        let Some(chunk) = self.chunks.iter().find(|chunk| chunk.bits & bits != 0) else { return Ok(None) };
        let mut index = chunk.first;
        let mut first = None;
        self.go_from(chunk, |found| {
            let mut heaps = found.heaps.iter().zip(index..);
            first = heaps.find(|(heap, _)| *heap & bits != 0).map(|(&heap, at)| (at, heap));
            index += found.heaps.len() as u64;
            first.is_none()
        })?;
        // The summary says that there is one.
        first.map(Some).ok_or_else(changed)
    }

    fn write_replaced(&self, index: u64, heap: u64, out: &mut Lines<'_>) -> io::Result<()> {
        let old = self.place(index)?;
        self.write(self.text.start..old.start, out)?;
        out.put(heap, b' ');
        // The space behind the old heap, if it was not the last, has been written already.
        let rest = self.text.end.min(old.end + usize::from(self.plain))..self.text.end;
        self.write(rest, out)?;
        out.end_row();
        Ok(())
    }

    /// Remembers why the text could not be read.
    fn noted<T>(&mut self, read: io::Result<T>) -> Option<T> {
        read.map_err(|error| self.failed = Some(error)).ok()
    }
}

/// Text read and copied at a time: it stays in the second-level cache.
const COPY: usize = 256 << 10;
/// Text read again at a time.
const PIECE: usize = 256 << 10;
/// Bytes in which the end of a token is looked for.
const NEARBY: usize = 4 << 10;
/// Text tidied up at a time: what it becomes is written before it leaves the first-level cache.
const TIDY: usize = 32 << 10;

impl Heaps for Replay<'_> {
    fn first_with(&mut self, bits: u64) -> Option<(u64, u64)> {
        let first = self.find_first_with(bits);
        self.noted(first).flatten()
    }

    fn each_with(&mut self, bits: u64, take: &mut dyn FnMut(&[u64])) {
        let mut room = [0; PART + PICK_SLACK];
        let gone_through = self.chunks.first().map_or(Ok(()), |first| {
            self.go_from(first, |found| {
                take(self.kernel.pick(found.heaps, bits, &mut room));
                true
            })
        });
        self.noted(gone_through);
    }

    fn write_with(&mut self, index: u64, heap: u64, out: &mut Lines<'_>) {
        let written = self.write_replaced(index, heap, out);
        self.noted(written);
    }
}
