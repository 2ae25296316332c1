//! Two-pass solving of single-case inputs.
//!
//! The first pass keeps no number, only a summary of each chunk of the text; the second ([`Replay`]) reads the text again, for a
//! problem that needs the heaps.

use super::cases::{CaseError, CaseRun};
use super::fields::NoToken;
use super::heaps::PlainHeaps;
use super::part::{lead, summarize};
use super::pieces::{Pages, PiecePlace, RELEASE_LATE, pieces};
use super::replay::{Chunk, Replay};
use super::resync::{BEYOND, first_space};
use crate::problem::{Case, Fields, Needs, Problem, Summary};
use nim_io::batch::DecodeMode;
use nim_io::lines::Lines;
use nim_io::numbers::{Missing, Numbers};
use nim_io::sizes::size;
use nim_io::watched::changed;
use std::convert::Infallible;
use std::io;
use std::mem;
use std::ops::{Range, RangeInclusive};

/// The least size of a chunk in bytes.
const CHUNK: usize = size(256 << 10, 128);

/// The summary of consecutive heaps, and of their chunks.
struct Gathered<S> {
    summary: S,
    chunks: Vec<Chunk>,
    heaps: u64,
    /// Whether some batch before the last is not canonical.
    non_canonical: bool,
    last: LastBatch,
}

/// The last batch of consecutive heaps.
#[derive(Default)]
struct LastBatch {
    non_canonical: bool,
    /// The offset of the batch.
    offset: usize,
    /// The end of the last heap.
    end: usize,
    /// The number of heaps.
    heaps: usize,
}

impl<S: Summary> Gathered<S> {
    fn nothing(summary: S) -> Self {
        let last = LastBatch::default();
        Self { summary, chunks: Vec::new(), heaps: 0, non_canonical: false, last }
    }

    /// Appends the result for the heaps that follow.
    fn append(&mut self, mut next: Self) {
        if next.heaps == 0 {
            return;
        }
        for chunk in &mut next.chunks {
            chunk.first += self.heaps;
        }
        self.chunks.append(&mut next.chunks);
        self.summary.merge(&next.summary);
        self.heaps += next.heaps;
        self.non_canonical |= self.last.non_canonical | next.non_canonical;
        self.last = next.last;
    }
}

/// The settings for gathering the heaps of a case.
struct Gatherer<'p, P: Problem> {
    problem: &'p P,
    /// The summary of no heaps.
    summary: P::Summary,
    /// The range that heaps must be in.
    range: RangeInclusive<u64>,
    /// The offset of the first heap.
    begin: usize,
}

impl<P: Problem> Gatherer<'_, P> {
    /// Whether the heaps are gone through again.
    const AGAIN: bool = matches!(P::NEEDS, Needs::Heaps);

    /// Reads at most `most` heaps, up to the limit. An error comes with the heaps before it.
    fn gather(
        &self,
        numbers: &mut Numbers,
        out: &mut Lines<'_>,
        most: u64,
    ) -> (Gathered<P::Summary>, Result<(), CaseError>) {
        let mut gathered = Gathered::nothing(self.summary.clone());
        while gathered.heaps < most {
            if let Err(missing) = numbers.ready_before_limit(out) {
                return (gathered, Err(CaseError::missing(missing)));
            }
            let (rest, within) = numbers.rest();
            let count = usize::try_from(most - gathered.heaps).map_or(within, |most| most.min(within));
            if count == 0 {
                break;
            }
            let heaps = &rest[..count];
            let mut of_part = self.summary.clone();
            let summarized = summarize(self.problem, &mut of_part, heaps, &self.range, numbers.kernel());
            if let Err(at) = summarized {
                gathered.heaps += at as u64;
                numbers.skip(count);
                return (gathered, Err(CaseError::Beyond { later: count - 1 - at }));
            }
            numbers.skip(count);
            gathered.summary.merge(&of_part);
            gathered.heaps += count as u64;
            if Self::AGAIN {
                self.note_layout(numbers, &mut gathered, count, of_part.bits());
            }
        }
        (gathered, Ok(()))
    }

    /// Records the chunk and the layout of the last batch, with the number and the bits of its heaps.
    fn note_layout(
        &self,
        numbers: &mut Numbers,
        gathered: &mut Gathered<P::Summary>,
        count: usize,
        bits: u64,
    ) {
        let offset = numbers.offset();
        let chunk_bytes = CHUNK.max(gathered.chunks.len() * 16);
        let first = gathered.heaps - count as u64;
        match gathered.chunks.last_mut() {
            Some(chunk) if offset - chunk.offset < chunk_bytes => chunk.bits |= bits,
            _ => gathered.chunks.push(Chunk { offset, first, bits }),
        }
        gathered.non_canonical |=
            gathered.last.non_canonical || numbers.has_gap_before(self.begin) || numbers.is_padded();
        if gathered.non_canonical {
            numbers.set_mode(DecodeMode::Numbers);
        }
        let non_canonical = numbers.used_batch().non_canonical;
        gathered.last = LastBatch { non_canonical, offset, end: numbers.used_end(), heaps: count };
    }

    /// Gathers heaps on several threads as far as possible, and leaves the reader there.
    fn gather_in_parallel(
        &self,
        numbers: &mut Numbers,
        threads: usize,
        count: u64,
        gathered: &mut Gathered<P::Summary>,
    ) {
        let Some(map) = numbers.mapping() else { return };
        let from = numbers.position();
        let mut at = from;
        let gather =
            |(numbers, buffer): &mut (Numbers, Vec<u8>), piece: Range<usize>, _: &mut dyn PiecePlace| {
                let start = if piece.start == from { from } else { first_space(map, &piece)? };
                numbers.read_between(start, piece.end, piece.end + BEYOND);
                let mut nowhere = io::sink();
                let mut out = Lines::through(mem::take(buffer), &mut nowhere);
                let (gathered, ended) = self.gather(numbers, &mut out, u64::MAX);
                *buffer = out.into_buffer();
                let next = numbers.position();
                let has_ended = matches!(ended, Err(CaseError::Token(NoToken::Missing(Missing::Ended, _))));
                let is_whole = ended.is_ok() || has_ended && next == map.len();
                is_whole.then_some((gathered, next))
            };
        let mut collect = |_, piece: Option<(Gathered<P::Summary>, usize)>| {
            let Some((piece, next)) = piece.filter(|(piece, _)| piece.heaps <= count - gathered.heaps) else {
                return Ok::<_, Infallible>(false);
            };
            gathered.append(piece);
            at = next;
            Ok(true)
        };
        let own = || Some((numbers.share(false)?, Lines::large_buffer().ok()?));
        let pages = Pages { map, at_once: RELEASE_LATE };
        let Ok(()) = pieces(Some(pages), from..map.len(), threads, own, gather, &mut collect);
        numbers.read_between(at, usize::MAX, usize::MAX);
    }
}

/// Reads and answers the case.
pub(super) fn single_case<P: Problem>(
    problem: &P,
    run: &mut CaseRun<'_>,
    numbers: &mut Numbers,
    out: &mut Lines<'_>,
    threads: usize,
) -> Result<(), CaseError> {
    if Gatherer::<P>::AGAIN {
        numbers.keep();
    }
    let (summary, count) = lead(problem, run, numbers, out)?;
    numbers.start_batch();
    let begin = numbers.offset();
    let gatherer = Gatherer { problem, summary: summary.clone(), range: run.walk.item_range(), begin };
    let mut gathered = Gathered::nothing(summary);
    if threads > 1 {
        gatherer.gather_in_parallel(numbers, threads, count, &mut gathered);
    }
    let (rest, ended) = gatherer.gather(numbers, out, count - gathered.heaps);
    gathered.append(rest);
    if let Err(error) = ended {
        run.listed = gathered.heaps;
        return Err(error);
    }
    let (summary, fields, room) = (&gathered.summary, Fields::default(), &run.room);
    if !Gatherer::<P>::AGAIN {
        let heaps = &mut PlainHeaps::nothing(&mut run.picked);
        let level = numbers.kernel().level();
        problem.answer(Case { number: 1, summary, level, heaps, fields, room }, out);
        return Ok(());
    }
    let Some(kept) = numbers.kept_text() else { return Err(CaseError::Memory(changed())) };
    let mut heaps = Replay {
        kernel: numbers.kernel(),
        kept,
        chunks: &gathered.chunks,
        heaps: count,
        text: begin..gathered.last.end.max(begin),
        canonical: false,
        threads,
        failed: None,
    };
    if count > 0 && !gathered.non_canonical {
        heaps.set_canonical(gathered.last.offset, gathered.last.heaps).map_err(CaseError::Memory)?;
    }
    let level = numbers.kernel().level();
    problem.answer(Case { number: 1, summary, level, heaps: &mut heaps, fields, room }, out);
    heaps.failed.map_or(Ok(()), |error| Err(CaseError::Memory(error)))
}
