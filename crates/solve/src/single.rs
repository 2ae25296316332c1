//! Two-pass solving of single-case inputs.
//!
//! The first pass keeps no number, only a summary of each chunk of the text; the second ([`Replay`]) reads the text again.

use super::cases::{CaseLabel, short};
use super::pieces::{Pages, Place, RELEASE_LATE, pieces};
use super::replay::{Chunk, Replay};
use super::resync::{BEYOND, first_space};
use crate::problem::{Case, Fields, Problem, Shape, Summary};
use nim_io::batch::DecodeMode;
use nim_io::error::Failure;
use nim_io::lines::Lines;
use nim_io::numbers::{Missing, Numbers};
use nim_io::sizes::size;
use nim_io::watched::changed;
use std::io;
use std::mem;
use std::ops::Range;

/// Least bytes of a chunk.
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
    /// Where it begins.
    offset: usize,
    /// Where its last heap ends.
    end: usize,
    /// How many heaps it has.
    heaps: usize,
}

impl<S: Summary> Gathered<S> {
    fn nothing() -> Self {
        let last = LastBatch::default();
        Self { summary: S::default(), chunks: Vec::new(), heaps: 0, non_canonical: false, last }
    }

    /// Appends the heaps that follow.
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

/// Reads at most `most` heaps, up to the limit, of those from `begin` on. An error comes with the heaps before it.
fn gather<P: Problem>(
    problem: &P,
    numbers: &mut Numbers,
    out: &mut Lines<'_>,
    most: u64,
    begin: usize,
) -> (Gathered<P::Summary>, Result<(), Missing>) {
    let mut gathered = Gathered::<P::Summary>::nothing();
    while gathered.heaps < most {
        if let Err(missing) = numbers.ready_before_limit(out) {
            return (gathered, Err(missing));
        }
        let (rest, within) = numbers.rest();
        let count = usize::try_from(most - gathered.heaps).map_or(within, |most| most.min(within));
        if count == 0 {
            break;
        }
        let mut of_part = P::Summary::default();
        problem.summarize(&mut of_part, &rest[..count], numbers.kernel().level());
        numbers.skip(count);
        let offset = numbers.offset();
        let chunk_bytes = CHUNK.max(gathered.chunks.len() * 16);
        match gathered.chunks.last_mut() {
            Some(chunk) if offset - chunk.offset < chunk_bytes => chunk.bits |= of_part.bits(),
            _ => gathered.chunks.push(Chunk { offset, first: gathered.heaps, bits: of_part.bits() }),
        }
        gathered.summary.merge(&of_part);
        gathered.heaps += count as u64;
        gathered.non_canonical |=
            gathered.last.non_canonical || numbers.has_gap_before(begin) || numbers.is_padded();
        if gathered.non_canonical {
            numbers.set_mode(DecodeMode::Numbers);
        }
        let non_canonical = numbers.used_batch().non_canonical;
        gathered.last = LastBatch { non_canonical, offset, end: numbers.used_end(), heaps: count };
    }
    (gathered, Ok(()))
}

/// Reads and answers the case.
pub(super) fn single_case<P: Problem>(
    problem: &P,
    numbers: &mut Numbers,
    out: &mut Lines<'_>,
    threads: usize,
) -> Result<(), Failure> {
    numbers.keep();
    let count = match P::GRAMMAR.shape() {
        Shape::Fixed(fields) => fields.len() as u64,
        Shape::General => 0,
        Shape::List { item } => {
            numbers.next(out).map_err(|missing| numbers.missing(missing, &format!("{item} count")))?
        }
    };
    numbers.start_batch();
    let begin = numbers.offset();
    let mut gathered = Gathered::nothing();
    if threads > 1 {
        gather_in_parallel(problem, numbers, threads, count, &mut gathered)?;
    }
    let (rest, ended) = gather(problem, numbers, out, count - gathered.heaps, begin);
    gathered.append(rest);
    if let Err(missing) = ended {
        return Err(short::<P>(numbers, missing, CaseLabel(None), count, count - gathered.heaps));
    }
    let unreadable = |error| numbers.unreadable(error);
    let Some(kept) = numbers.kept_text() else { return Err(unreadable(changed())) };
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
        heaps.set_canonical(gathered.last.offset, gathered.last.heaps).map_err(unreadable)?;
    }
    let (summary, fields) = (&gathered.summary, Fields::default());
    problem.answer(Case { number: 1, summary, heaps: &mut heaps, fields }, out);
    heaps.failed.map_or(Ok(()), |error| Err(unreadable(error)))
}

/// Gathers heaps on several threads as far as possible, and leaves the reader there.
fn gather_in_parallel<P: Problem>(
    problem: &P,
    numbers: &mut Numbers,
    threads: usize,
    count: u64,
    gathered: &mut Gathered<P::Summary>,
) -> Result<(), Failure> {
    let Some(map) = numbers.mapping() else { return Ok(()) };
    let from = numbers.position();
    let mut at = from;
    let gather = |(numbers, buffer): &mut (Numbers, Vec<u8>), piece: Range<usize>, _: &mut dyn Place| {
        let start = if piece.start == from { from } else { first_space(map, &piece)? };
        numbers.read_between(start, piece.end, piece.end + BEYOND);
        let mut nowhere = io::sink();
        let mut out = Lines::through(mem::take(buffer), &mut nowhere);
        let (gathered, ended) = gather(problem, numbers, &mut out, u64::MAX, from);
        *buffer = out.into_buffer();
        let next = numbers.position();
        let is_whole = ended.is_ok() || matches!(ended, Err(Missing::Ended)) && next == map.len();
        is_whole.then_some((gathered, next))
    };
    let mut collect = |_, piece: Option<(Gathered<P::Summary>, usize)>| {
        let Some((piece, next)) = piece.filter(|(piece, _)| piece.heaps <= count - gathered.heaps) else {
            return Ok(false);
        };
        gathered.append(piece);
        at = next;
        Ok(true)
    };
    let own = || Some((numbers.share(false)?, Lines::large_buffer().ok()?));
    let pages = Pages { map, at_once: RELEASE_LATE };
    pieces(Some(pages), from..map.len(), threads, own, gather, &mut collect)?;
    numbers.read_between(at, usize::MAX, usize::MAX);
    Ok(())
}
