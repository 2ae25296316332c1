//! The only case of an input, of which the text is kept and no number.

use super::batch::{DecoderState, Look};
use super::bytes::{find, is_space};
use super::cases::{Number, short};
use super::error::Failure;
use super::heaps::{Chunk, Replay};
use super::kernel::Kernel;
use super::lines::Lines;
use super::numbers::{Missing, Numbers};
use super::pieces::{Early, RELEASE_LATE, pieces};
use crate::problem::{Case, Items, Problem, Summary};
use std::io;
use std::mem;
use std::ops::Range;

/// Bytes of text that are looked at again together, at least.
const CHUNK: usize = 256 << 10;

/// What is known of a stretch of heaps.
struct Gathered<S> {
    summary: S,
    chunks: Vec<Chunk>,
    heaps: u64,
    /// Whether some batch but the last is not what its numbers are written as.
    odd: bool,
    last: Last,
}

/// What is known of the last batch.
#[derive(Default)]
struct Last {
    odd: bool,
    /// Where it begins.
    offset: usize,
    /// How many numbers it has, up to the last heap.
    numbers: usize,
}

impl<S: Summary> Gathered<S> {
    fn nothing() -> Self {
        Self { summary: S::default(), chunks: Vec::new(), heaps: 0, odd: false, last: Last::default() }
    }

    /// Adds what is known of the heaps that follow.
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
        self.odd |= self.last.odd | next.odd;
        self.last = next.last;
    }
}

/// Whether there is other white space than one space around `at`, where a batch begins: of two spaces each batch may have
/// seen one, and some may have been passed over when there was no number yet.
fn is_parted(text: &[u8], at: usize) -> bool {
    let (before, after) = text.split_at(at);
    match before {
        [.., one, other] if is_space(*other) => {
            *other != b' ' || is_space(*one) || after.first().is_some_and(|&byte| is_space(byte))
        }
        _ => false,
    }
}

/// Reads at most `most` heaps, up to the limit, of those from `begin` on; an error comes with what was read before it.
fn gather<P: Problem>(
    problem: &P,
    numbers: &mut Numbers,
    out: &mut Lines<'_>,
    most: u64,
    begin: usize,
) -> (Gathered<P::Summary>, Result<(), Missing>) {
    let mut gathered = Gathered::<P::Summary>::nothing();
    while gathered.heaps < most {
        if let Err(missing) = numbers.ready(out) {
            return (gathered, Err(missing));
        }
        let (rest, within) = numbers.rest();
        let count = usize::try_from(most - gathered.heaps).map_or(within, |most| most.min(within));
        if count == 0 {
            break;
        }
        let mut of_part = P::Summary::default();
        problem.summarize(&mut of_part, &rest[..count], numbers.kernel().level());
        let (batch, skip) = (numbers.batch_of(count), numbers.used());
        let (text, offset) = numbers.kept();
        let parted = offset > begin && is_parted(text, offset);
        let chunk_bytes = CHUNK.max(gathered.chunks.len() * 16);
        match gathered.chunks.last_mut() {
            Some(chunk) if offset - chunk.offset < chunk_bytes => chunk.bits |= of_part.bits(),
            _ => gathered.chunks.push(Chunk { offset, skip, first: gathered.heaps, bits: of_part.bits() }),
        }
        gathered.summary.merge(&of_part);
        gathered.heaps += count as u64;
        gathered.odd |= gathered.last.odd || parted;
        if gathered.odd {
            numbers.look_at(Look::Numbers);
        }
        gathered.last = Last { odd: batch.non_canonical, offset, numbers: skip + count };
        numbers.skip(count);
    }
    (gathered, Ok(()))
}

/// Reads and answers the case.
pub(super) fn kept_case<P: Problem>(
    problem: &P,
    numbers: &mut Numbers,
    out: &mut Lines<'_>,
    threads: usize,
) -> Result<(), Failure> {
    numbers.keep();
    let count = match P::GRAMMAR.items {
        Items::Fixed(names) => names.len() as u64,
        Items::List { item } => {
            numbers.next(out).map_err(|missing| numbers.missing(missing, &format!("{item} count")))?
        }
    };
    numbers.start_batch();
    let begin = numbers.kept().1;
    let mut gathered = Gathered::nothing();
    if threads > 1 {
        gather_in_parallel(problem, numbers, threads, count, &mut gathered)?;
    }
    let (rest, ended) = gather(problem, numbers, out, count - gathered.heaps, begin);
    gathered.append(rest);
    if let Err(missing) = ended {
        return Err(short::<P>(numbers, missing, Number(None), count, count - gathered.heaps));
    }
    let (text, _) = numbers.kept();
    let (heaps_text, plain) = layout(&gathered, text, begin);
    let mut heaps = Replay {
        kernel: numbers.kernel(),
        text,
        chunks: &gathered.chunks,
        heaps: count,
        heaps_text,
        plain,
        map: numbers.mapping().map(|map| &**map),
        threads,
    };
    problem.answer(Case { summary: &gathered.summary, heaps: &mut heaps }, out);
    Ok(())
}

/// Where the heaps stand, and whether they do as they would be written: one space between two of them and no leading zero.
fn layout<S>(gathered: &Gathered<S>, text: &[u8], begin: usize) -> (Range<usize>, bool) {
    let Some(before_last) = gathered.last.numbers.checked_sub(1) else { return (begin..begin, true) };
    // What follows the last heap does not count, so the last batch is looked at once more without it.
    let last = &text[gathered.last.offset..];
    let (at, len) = find(last, before_last);
    let mut room = vec![0; gathered.last.numbers];
    let batch =
        Kernel::SCALAR.decode(&mut DecoderState::new(Look::Layout), &last[..at + len], 0, true, &mut room);
    let is_plain = !gathered.odd && !batch.non_canonical && !is_space(text[begin]);
    (begin..gathered.last.offset + at + len, is_plain)
}

/// Gathers all that several threads can, and leaves the numbers where that ends.
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
    let gather = |(numbers, buffer): &mut (Numbers, Vec<u8>), piece: Range<usize>, _: &mut Early<'_>| {
        let start = numbers.token_at(piece.start, piece.start == from);
        numbers.go_between(start, piece.end, usize::MAX);
        // Nothing is written to it.
        let mut nowhere = io::sink();
        let mut out = Lines::through(mem::take(buffer), &mut nowhere);
        let (gathered, ended) = gather(problem, numbers, &mut out, u64::MAX, from);
        *buffer = out.into_buffer();
        (gathered, matches!(ended, Ok(()) | Err(Missing::Ended)), numbers.position())
    };
    let mut put_together = |_, (piece, is_whole, next): (Gathered<P::Summary>, bool, usize)| {
        if !is_whole || piece.heaps > count - gathered.heaps {
            return Ok(false);
        }
        gathered.append(piece);
        at = next;
        Ok(true)
    };
    let own = || Some((numbers.share()?, Lines::large_buffer()));
    pieces(map, from..map.len(), threads, RELEASE_LATE, own, gather, &mut put_together)?;
    numbers.go_between(at, usize::MAX, usize::MAX);
    Ok(())
}
