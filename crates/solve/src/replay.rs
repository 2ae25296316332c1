//! The second pass over the heaps of a single case: its text is read again.
//!
//! The first pass leaves a summary of each chunk of the text. A question about heaps decodes only the chunks that the summaries do not rule
//! out. To write the heaps, canonical text is copied unchanged, other text through a [`Canonicalizer`].

use super::heaps::PART;
use super::pieces::{PiecePlace, Pool, pieces};
use crate::problem::Heaps;
use nim_io::batch::{DecodeMode, DecoderState, Stop};
use nim_io::bytes::{find, is_nothing_but_zeros, is_space, skippable};
use nim_io::canonicalizer::{COPY_SLACK, Canonicalizer};
use nim_io::kept_text::KeptText;
use nim_io::kernel::{Kernel, PICK_SLACK};
use nim_io::lines::Lines;
use nim_io::sizes::size;
use nim_io::watched::changed;
use std::convert::Infallible;
use std::io;
use std::ops::Range;
use std::thread;

/// The size of text copied at a time: it stays in the second-level cache.
const COPIED: usize = size(256 << 10, 100);
/// Text read again at a time.
const READ: usize = size(256 << 10, 150);
/// Bytes in which the end of a token is looked for.
const NEARBY: usize = size(4 << 10, 40);
/// The size of text canonicalized at a time: the result is written before it leaves the first-level cache.
const CANONICALIZED: usize = size(32 << 10, 90);

/// A stretch of the text of a case, and the summary of its heaps.
pub(super) struct Chunk {
    /// The offset in the input.
    pub(super) offset: usize,
    /// The index of the first heap.
    pub(super) first: u64,
    /// The mask of bits that heaps may have.
    pub(super) bits: u64,
}

/// The heaps of a case, decoded again from its text.
pub(super) struct Replay<'a> {
    pub(super) kernel: Kernel,
    pub(super) kept: KeptText<'a>,
    pub(super) chunks: &'a [Chunk],
    /// The number of heaps.
    pub(super) heaps: u64,
    /// The range of the heaps' text, from the end of the count to that of the last heap.
    pub(super) text: Range<usize>,
    /// Whether this text is canonical: single spaces, no leading zeros.
    pub(super) canonical: bool,
    /// The limit of threads.
    pub(super) threads: usize,
    /// The reason why the text could not be read again.
    pub(super) failed: Option<io::Error>,
}

struct HeapBatch<'t> {
    heaps: &'t [u64],
    /// The text from the first of these heaps on, and its offset in the input.
    text: &'t [u8],
    at: usize,
    /// The offset of the first heap if that is before the text, since some leading zeros were skipped.
    padded: Option<usize>,
}

impl HeapBatch<'_> {
    /// Returns the range of a heap's text in the input.
    fn text_of(&self, heap: usize) -> Range<usize> {
        let (offset, len) = find(self.text, heap);
        let start = self.padded.filter(|_| heap == 0).unwrap_or(self.at + offset);
        start..self.at + offset + len
    }
}

impl Replay<'_> {
    /// Notes whether the text is canonical, given the last batch of the case: `numbers` heaps from `offset` on. All other batches are
    /// canonical, but the text after the last heap must not count.
    pub(super) fn set_canonical(&mut self, offset: usize, numbers: usize) -> io::Result<()> {
        let (mut room, mut values) = (Vec::new(), vec![0; numbers]);
        let text = self.kept.part(offset..self.text.end, &mut room)?;
        let last = Kernel::SCALAR.decode_exactly(text, &mut values);
        let is_canonical = !last.non_canonical && last.numbers == numbers;
        let first = self.kept.part(self.text.start..self.text.start + 1, &mut room)?;
        self.canonical = is_canonical && !is_space(first[0]);
        Ok(())
    }

    /// Decodes the heaps of a chunk, and on to the last one, until `take` returns false.
    fn decode_from(&self, chunk: &Chunk, mut take: impl FnMut(&HeapBatch<'_>) -> bool) -> io::Result<()> {
        let (mut values, mut room) = ([0; PART], Vec::new());
        let mut state = DecoderState::new(DecodeMode::Numbers);
        let (mut at, mut padded) = (chunk.offset, None);
        let mut left = self.heaps - chunk.first;
        while left > 0 {
            let text = self.kept.part(at..self.text.end.min(at + READ), &mut room)?;
            let ended = at + text.len() >= self.text.end;
            if padded.is_some() && !ended && is_nothing_but_zeros(text) {
                at += skippable(text, 0, true);
                continue;
            }
            let mut used = 0;
            loop {
                let batch = self.kernel.decode(&mut state, text, used, ended, &mut values);
                if batch.numbers == 0 {
                    let token = used + batch.bytes;
                    let skipped = skippable(text, token, padded.is_some());
                    if ended || batch.stop == Stop::Bad || skipped == 0 {
                        return Err(changed());
                    }
                    padded = padded.or((skipped > token).then_some(at + token));
                    at += skipped;
                    break;
                }
                let count = usize::try_from(left).map_or(batch.numbers, |left| left.min(batch.numbers));
                left -= count as u64;
                let (heaps, text) = (&values[..count], &text[used..]);
                if !take(&HeapBatch { heaps, text, at: at + used, padded: padded.take() }) || left == 0 {
                    return Ok(());
                }
                used += batch.bytes;
            }
        }
        Ok(())
    }

    /// Writes a part of the text in canonical form.
    fn write(&self, part: Range<usize>, out: &mut Lines<'_>) -> io::Result<()> {
        if !self.canonical {
            return self.canonicalize(part, out);
        }
        let mut at = part.start;
        let mut room = Vec::new();
        // If the output is discarded, the text need not be read.
        while at < part.end && !out.is_discarded() {
            let text = self.kept.part(at..part.end.min(at + COPIED), &mut room)?;
            out.copy(text);
            at += text.len();
        }
        Ok(())
    }

    /// Canonicalizes a part of the text, and writes it.
    fn canonicalize(&self, part: Range<usize>, out: &mut Lines<'_>) -> io::Result<()> {
        let mut at = part.start;
        if self.threads > 1 {
            at = self.canonicalize_in_parallel(part.clone(), out);
        }
        let mut copy = Canonicalizer::START;
        let (mut room, mut canonical) = (Vec::new(), vec![0; CANONICALIZED + COPY_SLACK]);
        while at < part.end && !out.has_failed() {
            let text = self.kept.part(at..part.end.min(at + READ), &mut room)?;
            let is_last = at + text.len() == part.end;
            // The copy needs a further byte after the copied ones.
            let stop = if is_last { text.len() } else { text.len().saturating_sub(COPY_SLACK).max(1) };
            let mut used = 0;
            while used < stop {
                let most = CANONICALIZED.min(stop - used);
                let (read, written) =
                    self.kernel.canonicalize(&mut copy, &text[used..], most, &mut canonical);
                out.copy(&canonical[..written]);
                used += read;
            }
            at += used;
        }
        Ok(())
    }

    /// Canonicalizes a part of the text on several threads, and returns the reached offset: its end, a token longer than [`NEARBY`], or a
    /// failed read.
    fn canonicalize_in_parallel(&self, part: Range<usize>, out: &mut Lines<'_>) -> usize {
        let rooms = Pool::new();
        let canonical = |read: &mut Vec<u8>, piece: Range<usize>, _: &mut dyn PiecePlace| {
            let from = piece.start.saturating_sub(1).max(part.start);
            let text = self.kept.part(from..part.end.min(piece.end + NEARBY), read).ok()?;
            // Pieces begin behind white space.
            let begin = |at: usize| {
                if at == part.start || at == part.end {
                    return Some(at);
                }
                Some(at + text[at - 1 - from..].iter().position(|&byte| is_space(byte))?)
            };
            let piece = begin(piece.start)?..begin(piece.end)?;
            let (text, mut copy) = (&text[piece.start - from..piece.end - from], Canonicalizer::START);
            let mut room = rooms.take(|| Ok(Vec::new())).ok()?;
            room.try_reserve((text.len() + COPY_SLACK).saturating_sub(room.len())).ok()?;
            room.resize(room.len().max(text.len() + COPY_SLACK), 0);
            let (_, written) = self.kernel.canonicalize(&mut copy, text, text.len(), &mut room);
            Some((room, written, piece.end, thread::current().id()))
        };
        let mut at = part.start;
        let mut collect = |_, piece| {
            let Some((room, written, end, by)) = piece else { return Ok(false) };
            let room: Vec<u8> = room;
            out.copy(&room[..written]);
            rooms.give_back(room, by);
            at = end;
            Ok(!out.has_failed())
        };
        let Ok::<(), Infallible>(()) =
            pieces(None, part.clone(), self.threads, || Some(Vec::new()), canonical, &mut collect);
        at
    }

    /// Returns the range of the text of the heap at `index` in the input.
    fn text_of(&self, index: u64) -> io::Result<Range<usize>> {
        let behind = self.chunks.partition_point(|chunk| chunk.first <= index);
        let chunk = behind.checked_sub(1).map(|chunk| &self.chunks[chunk]).ok_or_else(changed)?;
        let mut first = chunk.first;
        let mut text = None;
        self.decode_from(chunk, |batch| {
            let in_batch = usize::try_from(index - first).ok().filter(|&ahead| ahead < batch.heaps.len());
            first += batch.heaps.len() as u64;
            text = in_batch.map(|ahead| batch.text_of(ahead));
            text.is_none()
        })?;
        text.ok_or_else(changed)
    }

    fn find_first_with(&self, bits: u64) -> io::Result<Option<(u64, u64)>> {
        let Some(chunk) = self.chunks.iter().find(|chunk| chunk.bits & bits != 0) else { return Ok(None) };
        let mut index = chunk.first;
        let mut first = None;
        self.decode_from(chunk, |batch| {
            let mut heaps = batch.heaps.iter().zip(index..);
            first = heaps.find(|(heap, _)| *heap & bits != 0).map(|(&heap, at)| (at, heap));
            index += batch.heaps.len() as u64;
            first.is_none()
        })?;
        // By the summary, there is such a heap.
        first.map(Some).ok_or_else(changed)
    }

    fn write_replaced(&self, index: u64, heap: u64, out: &mut Lines<'_>) -> io::Result<()> {
        let old = self.text_of(index)?;
        self.write(self.text.start..old.start, out)?;
        out.put(heap, b' ');
        // The space after the old heap, unless it was the last, has been written already.
        let rest = self.text.end.min(old.end + usize::from(self.canonical))..self.text.end;
        self.write(rest, out)?;
        out.end_row();
        Ok(())
    }

    /// Keeps the error of a read.
    fn note_failure<T>(&mut self, read: io::Result<T>) -> Option<T> {
        read.map_err(|error| self.failed = Some(error)).ok()
    }
}

impl Heaps for Replay<'_> {
    fn first_with(&mut self, bits: u64) -> Option<(u64, u64)> {
        let first = self.find_first_with(bits);
        self.note_failure(first).flatten()
    }

    fn each_with(&mut self, bits: u64, take: &mut dyn FnMut(&[u64])) {
        let mut room = [0; PART + PICK_SLACK];
        let decoded = self.chunks.first().map_or(Ok(()), |first| {
            self.decode_from(first, |batch| {
                take(self.kernel.pick(batch.heaps, bits, &mut room));
                true
            })
        });
        self.note_failure(decoded);
    }

    fn write_with(&mut self, index: u64, heap: u64, out: &mut Lines<'_>) {
        let written = self.write_replaced(index, heap, out);
        self.note_failure(written);
    }
}
