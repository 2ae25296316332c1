//! Long lists: blocks of numbers that several threads make and format, written in order.

use std::num::NonZero;
use std::ops::Range;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::{Builder, scope};

use nim_ground::error::best_effort;
use nim_ground::random::Random;
use nim_io::{Kernel, KernelTask, Lines};

/// The numbers of a list, each computable from its index.
pub(super) enum Numbers<'a> {
    /// The outputs of a generator in this state, from a least to a greatest.
    Random { random: &'a Random, range: (u64, u64) },
    /// Numbers in memory.
    Kept(&'a [u64]),
}

/// Numbers that one thread makes and formats at a time.
const BLOCK: usize = 1 << 16;
/// Numbers from which threads are worth their start.
const PARALLEL: usize = 8 * BLOCK;
/// Numbers that a single thread makes at a time, which fit the fastest cache.
const SMALL_BLOCK: usize = 1 << 12;
/// Blocks of a thread that wait to be written.
const WAITING: usize = 2;

/// Writes the first `len` numbers, each followed by a space, on up to `threads` threads.
pub(super) fn write(numbers: &Numbers<'_>, len: usize, threads: NonZero<usize>, out: &mut Lines<'_>) {
    let kernel = out.kernel();
    if threads.get() == 1 || len < PARALLEL {
        append(numbers, 0..len, kernel, out);
        return;
    }
    let blocks = len.div_ceil(BLOCK);
    let threads = threads.get().min(blocks);
    let block = |index: usize| index * BLOCK..((index + 1) * BLOCK).min(len);
    scope(|scope| {
        let mut receivers: Vec<Receiver<Vec<u8>>> = Vec::new();
        for first in 0..threads {
            let (sender, receiver) = sync_channel(WAITING);
            receivers.push(receiver);
            // Blocks of a thread that cannot be started are made below.
            best_effort(Builder::new().spawn_scoped(scope, move || {
                for index in (first..blocks).step_by(threads) {
                    if sender.send(text(numbers, block(index), kernel)).is_err() {
                        break;
                    }
                }
            }));
        }
        for index in (0..blocks).take_while(|&index| index + 1 < blocks) {
            if out.has_failed() {
                return;
            }
            let made = receivers[index % threads].recv();
            out.copy(&made.unwrap_or_else(|_| text(numbers, block(index), kernel)));
        }
        // The line may end behind the last block, which therefore stays in the writer's buffer.
        append(numbers, block(blocks - 1), kernel, out);
    });
}

/// Returns the text of some of the numbers.
fn text(numbers: &Numbers<'_>, range: Range<usize>, kernel: Kernel) -> Vec<u8> {
    let mut text = Vec::with_capacity(12 * range.len());
    let mut lines = Lines::new(&mut text);
    lines.use_kernel(kernel);
    append(numbers, range, kernel, &mut lines);
    // A vector takes everything.
    best_effort(lines.flush());
    drop(lines);
    text
}

/// Appends the text of some of the numbers.
fn append(numbers: &Numbers<'_>, range: Range<usize>, kernel: Kernel, out: &mut Lines<'_>) {
    match *numbers {
        Numbers::Kept(kept) => out.numbers(&kept[range]),
        Numbers::Random { random, range: (least, most) } => {
            let mut random = random.clone();
            random.skip(range.start as u64);
            let mut block = vec![0; SMALL_BLOCK.min(range.len())];
            let mut left = range.len();
            while left > 0 && !out.has_failed() {
                let count = left.min(block.len());
                kernel.run(Fill { random: &mut random, least, most, block: &mut block[..count] });
                out.numbers(&block[..count]);
                left -= count;
            }
        }
    }
}

/// Fills a block with random numbers.
struct Fill<'a> {
    random: &'a mut Random,
    least: u64,
    most: u64,
    block: &'a mut [u64],
}

impl KernelTask for Fill<'_> {
    #[inline(always)]
    fn run(self) {
        self.random.fill(self.least, self.most, self.block);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bytes_are_the_same_on_any_number_of_threads() {
        let random = Random::new(5);
        let len = PARALLEL + 17;
        let kept = random.clone().list(len as u64, 3, 2_000_000_000);
        let written = |numbers: &Numbers<'_>, threads: usize| {
            let mut text = Vec::new();
            let mut lines = Lines::new(&mut text);
            write(numbers, len, NonZero::new(threads).unwrap(), &mut lines);
            lines.end_row();
            lines.flush().unwrap();
            drop(lines);
            text
        };
        let expected: Vec<String> = kept.iter().map(u64::to_string).collect();
        let expected = expected.join(" ") + "\n";
        for threads in [1, 2, 3] {
            for numbers in
                [Numbers::Kept(&kept), Numbers::Random { random: &random, range: (3, 2_000_000_000) }]
            {
                assert!(written(&numbers, threads) == expected.as_bytes(), "{threads} threads");
            }
        }
    }
}
