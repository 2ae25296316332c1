//! The heaps of a case once more, after their summary is known.

use super::arch::{Map, RELEASE};
use super::batch::{DecoderState, Look, Stop};
use super::bytes::{find, is_space};
use super::canonicalizer::{COPY_SLACK, Canonicalizer};
use super::kernel::{Kernel, PICK_SLACK};
use super::lines::Lines;
use super::pieces::{Early, Pool, RELEASE_LATE, pieces};
use std::convert::Infallible;
use std::ops::Range;
use std::thread;

/// The heaps of one case, to be gone through again.
pub trait Heaps {
    /// The first heap that has one of `bits`, and its index from 0.
    fn first_with(&mut self, bits: u64) -> Option<(u64, u64)>;

    /// Hands on, in order and in parts, the heaps that have one of `bits`.
    fn each_with(&mut self, bits: u64, take: &mut dyn FnMut(&[u64]));

    /// Writes all heaps in a line, the one at `index` replaced by `heap`.
    fn write_with(&mut self, index: u64, heap: u64, out: &mut Lines<'_>);
}

/// Heaps at hand as numbers.
pub(super) struct Held<'a> {
    pub(super) heaps: &'a [u64],
    pub(super) kernel: Kernel,
    /// Room that goes from one case to the next: to clear it would take as long as the heaps of most.
    pub(super) picked: &'a mut Vec<u64>,
}

/// Heaps picked out at a time.
const PART: usize = 1024;

impl Heaps for Held<'_> {
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
        let index = usize::try_from(index).map_or(self.heaps.len(), |index| index.min(self.heaps.len()));
        let (before, rest) = self.heaps.split_at(index);
        out.numbers(before);
        if let Some((_, after)) = rest.split_first() {
            out.put(heap, b' ');
            out.numbers(after);
        }
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

/// Heaps kept as text, with what is known of each run of them.
pub(super) struct Replay<'a> {
    pub(super) kernel: Kernel,
    pub(super) text: &'a [u8],
    pub(super) chunks: &'a [Chunk],
    pub(super) heaps: u64,
    /// Where the text of the heaps stands.
    pub(super) heaps_text: Range<usize>,
    /// Whether it is exactly what they would be written as.
    pub(super) plain: bool,
    /// The mapping that the text is in, if it is in one, to give back what has been used again.
    pub(super) map: Option<&'a Map>,
    /// Threads to use where the text is in a mapping.
    pub(super) threads: usize,
}

impl Replay<'_> {
    /// Goes through the heaps of a chunk, and on to the last one, until `take` returns false; `take` also gets the
    /// place of the batch that they are in and how many numbers come before them there.
    fn go_from(&self, chunk: &Chunk, mut take: impl FnMut(&[u64], usize, usize) -> bool) {
        let mut values = [0; PART];
        let mut state = DecoderState::new(Look::Numbers);
        let mut at = chunk.offset;
        let mut skip = chunk.skip;
        let mut left = self.heaps - chunk.first;
        let mut held = at;
        while left > 0 {
            let batch = self.kernel.decode(&mut state, self.text, at, true, &mut values);
            let skipped = skip.min(batch.numbers);
            let heaps = &values[skipped..batch.numbers];
            skip -= skipped;
            let heaps = &heaps[..usize::try_from(left).map_or(heaps.len(), |left| left.min(heaps.len()))];
            left -= heaps.len() as u64;
            if !take(heaps, at, skipped) || batch.stop != Stop::Room {
                return;
            }
            at += batch.bytes;
            self.release_behind(&mut held, at);
        }
    }

    /// Writes a part of the text, tidied up unless it is plain.
    fn write(&self, part: Range<usize>, out: &mut Lines<'_>) {
        let mut at = part.start;
        if !self.plain
            && self.threads > 1
            && let Some(map) = self.map
        {
            at = self.tidy_in_parallel(map, part.clone(), out);
        }
        let mut held = at;
        let mut tidy = Canonicalizer::START;
        let mut room = if self.plain { Vec::new() } else { vec![0; TIDY + COPY_SLACK] };
        while at < part.end {
            if self.plain {
                let to = (at + COPY).min(part.end);
                out.copy(&self.text[at..to]);
                at = to;
            } else {
                let (used, written) =
                    self.kernel.canonicalize(&mut tidy, &self.text[at..part.end], TIDY, &mut room);
                out.copy(&room[..written]);
                at += used;
            }
            self.release_behind(&mut held, at);
        }
    }

    /// Tidies up a part of the text from its beginning on, and says how far: to its end, or to where a token is so long that
    /// nobody looks for its end.
    fn tidy_in_parallel(&self, map: &Map, part: Range<usize>, out: &mut Lines<'_>) -> usize {
        // Pieces begin behind white space.
        let begin = |at: usize| {
            if at == part.start || at == part.end {
                return Some(at);
            }
            let nearby = &self.text[at - 1..part.end.min(at + NEARBY)];
            Some(at + nearby.iter().position(|&byte| is_space(byte))?)
        };
        let rooms = Pool::new();
        let tidied = |(): &mut (), piece: Range<usize>, _: &mut Early<'_>| {
            let piece = begin(piece.start)?..begin(piece.end)?;
            let (text, mut tidy) = (&self.text[piece.clone()], Canonicalizer::START);
            let mut room = rooms.take(Vec::new);
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
        // The rooms take memory, too.
        let Ok::<(), Infallible>(()) =
            pieces(map, part.clone(), self.threads, RELEASE_LATE / 2, || Some(()), tidied, &mut take);
        at
    }

    fn release_behind(&self, held: &mut usize, at: usize) {
        if let Some(map) = self.map {
            map.release_behind(held, at, RELEASE);
        }
    }

    /// The place of the heap at `index`, and how many digits it has.
    fn place(&self, index: u64) -> Option<(usize, usize)> {
        let chunk = &self.chunks[self.chunks.partition_point(|chunk| chunk.first <= index).checked_sub(1)?];
        let mut first = chunk.first;
        let mut place = None;
        self.go_from(chunk, |heaps, at, skipped| {
            let in_batch = usize::try_from(index - first).ok().filter(|&ahead| ahead < heaps.len());
            first += heaps.len() as u64;
            place = in_batch.map(|ahead| {
                let (offset, len) = find(&self.text[at..], skipped + ahead);
                (at + offset, len)
            });
            place.is_none()
        });
        place
    }
}

/// Text copied at a time.
const COPY: usize = 4 << 20;
/// Bytes in which the end of a token is looked for.
const NEARBY: usize = 64 << 10;
/// Text tidied up at a time: what it becomes is written before it leaves the first-level cache.
const TIDY: usize = 32 << 10;

impl Heaps for Replay<'_> {
    fn first_with(&mut self, bits: u64) -> Option<(u64, u64)> {
        let chunk = self.chunks.iter().find(|chunk| chunk.bits & bits != 0)?;
        let mut index = chunk.first;
        let mut found = None;
        self.go_from(chunk, |heaps, _, _| {
            found =
                heaps.iter().zip(index..).find(|(heap, _)| *heap & bits != 0).map(|(&heap, at)| (at, heap));
            index += heaps.len() as u64;
            found.is_none()
        });
        found
    }

    fn each_with(&mut self, bits: u64, take: &mut dyn FnMut(&[u64])) {
        let mut room = [0; PART + PICK_SLACK];
        if let Some(first) = self.chunks.first() {
            self.go_from(first, |heaps, _, _| {
                take(self.kernel.pick(heaps, bits, &mut room));
                true
            });
        }
    }

    fn write_with(&mut self, index: u64, heap: u64, out: &mut Lines<'_>) {
        let Some((at, len)) = self.place(index) else { return };
        let Range { start, end } = self.heaps_text;
        self.write(start..at, out);
        out.put(heap, b' ');
        // The space behind the old heap, if it was not the last, has been written already.
        self.write(end.min(at + len + usize::from(self.plain))..end, out);
        out.end_row();
    }
}
