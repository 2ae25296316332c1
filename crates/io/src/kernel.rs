//! Kernels: conversion between bytes and numbers with the instructions of one SIMD level.
//!
//! All kernels give the same results. To add one, implement `Instructions` for its level in a file of `arch`.

use super::batch::{Batch, DecodeMode, DecoderState};
use super::canonicalizer::Canonicalizer;
use super::scalar;
use super::windows;
use nim_simd::{Level, Scalar, dispatch};

/// The operations of a kernel. The provided methods do nothing, or are portable.
pub(crate) trait Instructions: Copy {
    /// Runs a task in a function that is compiled for these instructions.
    fn run(self, task: impl KernelTask) {
        task.run();
    }

    /// Implements [`Kernel::decode`].
    fn decode(
        self,
        state: &mut DecoderState,
        text: &[u8],
        from: usize,
        ended: bool,
        room: &mut [u64],
    ) -> Batch;

    /// Implements [`Kernel::write_rows`].
    fn write_rows(self, _numbers: &[u64], _width: usize, _room: &mut [u8]) -> (usize, usize) {
        (0, 0)
    }

    /// Implements [`Canonicalizer::copy_windows`].
    fn canonicalize(
        self,
        _copy: &mut Canonicalizer,
        _text: &[u8],
        _most: usize,
        _room: &mut [u8],
    ) -> (usize, usize) {
        (0, 0)
    }

    /// Copies the numbers that have one of `bits`, and returns how many; up to [`PICK_SLACK`] places more are overwritten.
    fn pick(self, numbers: &[u64], bits: u64, room: &mut [u64]) -> usize {
        pick(numbers, bits, room)
    }
}

impl Instructions for Scalar {
    fn decode(
        self,
        state: &mut DecoderState,
        text: &[u8],
        from: usize,
        ended: bool,
        room: &mut [u64],
    ) -> Batch {
        windows::decode(self, state, text, from, ended, room)
    }
}

/// The kernel for a SIMD level.
#[derive(Clone, Copy, Debug)]
pub struct Kernel(Level);

impl Kernel {
    /// The kernel that every CPU has.
    pub const SCALAR: Self = Self(Level::SCALAR);

    /// Returns the kernel of this level.
    pub const fn new(level: Level) -> Self {
        Self(level)
    }

    /// Returns the SIMD level.
    #[inline]
    pub const fn level(self) -> Level {
        self.0
    }

    /// Decodes numbers from `text[from..]` into `room`, which need not be filled. With `ended`, a token at the end of `text`
    /// is whole. No token continues across `from`.
    pub fn decode(
        self,
        state: &mut DecoderState,
        text: &[u8],
        from: usize,
        ended: bool,
        room: &mut [u64],
    ) -> Batch {
        dispatch!(self.0, kernel => kernel.decode(state, text, from, ended, room))
    }

    /// Writes numbers in lines of `width`, which divides 8 or is [`ON_ONE_LINE`], eight at a time. Stops when fewer than eight
    /// are left, one is too long for the kernel, or there is no room. Returns how many were written, and in how many bytes.
    pub(crate) fn write_rows(self, numbers: &[u64], width: usize, room: &mut [u8]) -> (usize, usize) {
        dispatch!(self.0, kernel => kernel.write_rows(numbers, width, room))
    }

    /// Runs a task whose short loops over numbers are compiled for the kernel's instructions.
    #[inline]
    pub fn run(self, task: impl KernelTask) {
        dispatch!(self.0, kernel => kernel.run(task));
    }

    /// Copies the numbers that have one of `bits` to `room`, which has place for all and for [`PICK_SLACK`] more.
    pub fn pick<'r>(self, numbers: &[u64], bits: u64, room: &'r mut [u64]) -> &'r [u64] {
        let count = dispatch!(self.0, kernel => kernel.pick(numbers, bits, room));
        &room[..count]
    }

    /// Like `Canonicalizer::copy`, with this kernel's instructions.
    pub fn canonicalize(
        self,
        copy: &mut Canonicalizer,
        text: &[u8],
        most: usize,
        room: &mut [u8],
    ) -> (usize, usize) {
        let (used, written) = dispatch!(self.0, kernel => kernel.canonicalize(copy, text, most, room));
        let (more, and_written) = copy.copy(&text[used..], most - used, &mut room[written..]);
        (used + more, written + and_written)
    }

    /// Decodes numbers and their layout from the beginning of `text` until `room` is full.
    pub fn decode_exactly(self, text: &[u8], room: &mut [u64]) -> Batch {
        let mut batch = self.decode(&mut DecoderState::new(DecodeMode::Layout), text, 0, true, room);
        batch.add(scalar::decode(&text[batch.bytes..], true, &mut room[batch.numbers..]));
        batch
    }
}

/// A task to be compiled for the instructions of a kernel. Implementations mark `run` `#[inline(always)]`, so that it becomes
/// part of the function that enables them; a closure cannot have that attribute.
pub trait KernelTask {
    /// Runs the task.
    fn run(self);
}

/// The width of a single line.
pub(crate) const ON_ONE_LINE: usize = 0;

/// Places behind the numbers picked that may be overwritten.
pub const PICK_SLACK: usize = 8;

/// Implements [`Instructions::pick`].
pub(crate) fn pick(numbers: &[u64], bits: u64, room: &mut [u64]) -> usize {
    // Every number is stored, and overwritten by the next unless it counts: no branch to mispredict.
    let mut count = 0;
    for &number in numbers {
        room[count] = number;
        count += usize::from(number & bits != 0);
    }
    count
}

#[cfg(test)]
mod tests {
    use super::super::batch::Stop;
    use super::super::bytes::find;
    use super::super::canonicalizer::COPY_SLACK;
    use super::scalar::decode;
    use super::*;
    use nim_testing::guarded::{Edge, Guarded};
    use proptest::prelude::*;

    /// Numbers of a whole text, by the standard library.
    fn naive(text: &str) -> Result<Vec<u64>, String> {
        text.split_ascii_whitespace()
            .flat_map(|token| token.split('\x0b').filter(|token| !token.is_empty()))
            .map(|token| match token.bytes().all(|byte| byte.is_ascii_digit()) {
                true => token.parse().map_err(|_| token.to_owned()),
                false => Err(token.to_owned()),
            })
            .collect()
    }

    fn ours(text: &str) -> Result<Vec<u64>, String> {
        let mut room = vec![0; text.len() + 1];
        let batch = decode(text.as_bytes(), true, &mut room);
        match batch.stop {
            Stop::Bytes => Ok(room[..batch.numbers].to_vec()),
            Stop::Bad => {
                let (at, len) = find(&text.as_bytes()[batch.bytes..], 0);
                Err(text[batch.bytes + at..][..len].to_owned())
            }
            Stop::Room => unreachable!(),
        }
    }

    #[test]
    fn a_table_of_tokens() {
        for text in [
            "",
            " \t\n\x0b\x0c\r",
            "0",
            "00",
            "7 ",
            " 7",
            "12345678",
            "123456789",
            "1234567890123456",
            "12345678901234567",
            "18446744073709551615",
            "18446744073709551616",
            "99999999999999999999",
            "00000000000000000000000018446744073709551615",
            "x7",
            "7x",
            "+2",
            "-0",
            "0x2",
            "1e3",
            "1\u{0}2",
            "12345678x",
            "1234567/",
            "1234567:",
            "\u{80}1234567",
            "1 2\x0b3\x0c4\r\n5\t6",
        ] {
            assert_eq!(ours(text), naive(text), "{text:?}");
        }
    }

    #[test]
    fn an_unfinished_token_waits() {
        let seen = |text: &[u8], ended| {
            let batch = decode(text, ended, &mut [0; 4]);
            (batch.numbers, batch.bytes, batch.stop)
        };
        assert_eq!(seen(b"12 345", false), (1, 3, Stop::Bytes));
        assert_eq!(seen(b"12 345", true), (2, 6, Stop::Bytes));
        assert_eq!(seen(b"1 2 3 4 5", true), (4, 8, Stop::Room));
    }

    /// Returns all of a text, read in batches: the numbers, the sums of the batches' fields, and the reason why the last one ended.
    fn whole(
        mut decode: impl FnMut(&[u8], usize, bool, &mut [u64]) -> Batch,
        text: &[u8],
        ended: bool,
        room: usize,
    ) -> (Vec<u64>, Batch) {
        let mut values = vec![0; room];
        let mut all = Vec::new();
        let mut sum = Batch::EMPTY;
        loop {
            let batch = decode(text, sum.bytes, ended, &mut values);
            all.extend_from_slice(&values[..batch.numbers]);
            sum.add(batch);
            if batch.stop != Stop::Room {
                // A kernel may have seen the zeros of a token that it leaves, or the bytes after a bad one.
                sum.non_canonical &= ended && batch.stop != Stop::Bad;
                return (all, sum);
            }
        }
    }

    fn kernels() -> impl Iterator<Item = (&'static str, Kernel)> {
        Level::available().map(|(name, level)| (name, Kernel::new(level)))
    }

    fn assert_kernels_agree(text: &[u8], ended: bool, room: usize) {
        let token_by_token =
            |text: &[u8], at: usize, ended, room: &mut [u64]| decode(&text[at..], ended, room);
        let expected = whole(token_by_token, text, ended, room);
        for (name, kernel) in kernels() {
            let mut state = DecoderState::new(DecodeMode::Layout);
            let by_kernel =
                |text: &[u8], at, ended, room: &mut [u64]| kernel.decode(&mut state, text, at, ended, room);
            assert_eq!(
                whole(by_kernel, text, ended, room),
                expected,
                "{name}: {:?}",
                text.escape_ascii().to_string()
            );
        }
    }

    #[test]
    fn kernels_touch_nothing_but_their_slices() {
        let tokens =
            ["7 ", "4294967296\n", "000123 ", "18446744073709551615 ", "  1", "x ", "123456789012345 "];
        for (edge, len) in
            [Edge::Begin, Edge::End].into_iter().flat_map(|edge| (0..400).map(move |len| (edge, len)))
        {
            let token = tokens[len % tokens.len()];
            let text = Guarded::new(&token.repeat(len / token.len() + 1).as_bytes()[..len], edge);
            let count = [0, 1, 31, 33, len][len % 5];
            let mut room = Guarded::new(&vec![0; count], edge);
            let numbers = Guarded::new(&vec![len as u64 * 1_000_003; len / 3], edge);
            let mut picked = Guarded::new(&vec![0; numbers.len() + PICK_SLACK], edge);
            let mut written = Guarded::new(&vec![0; len + COPY_SLACK], edge);
            for (name, kernel) in kernels() {
                for (mode, from) in
                    [(DecodeMode::Numbers, 0), (DecodeMode::Layout, 0), (DecodeMode::Numbers, len / 2)]
                {
                    let mut state = DecoderState::new(mode);
                    let mut at = from;
                    // Not more, or a bad token would be met for ever.
                    for ended in [false, true, true, true] {
                        at += kernel.decode(&mut state, &text, at, ended, &mut room).bytes;
                    }
                    assert!(at <= len, "{name}");
                }
                if token.trim_end().bytes().all(|byte| byte == b' ' || byte.is_ascii_digit()) {
                    let mut copy = Canonicalizer::START;
                    kernel.canonicalize(&mut copy, &text, len, &mut written);
                }
                kernel.pick(&numbers, 1, &mut picked);
                kernel.write_rows(&numbers, [0, 1, 2, 4, 8][len % 5], &mut written[..len]);
            }
        }
    }

    #[test]
    fn kernels_agree_on_every_length_at_every_place() {
        for digits in 1..30 {
            for shift in 0..70 {
                let token = "7".repeat(digits.min(19));
                let token = format!("{token:0>digits$}");
                let text = " ".repeat(shift) + &format!("{token} ").repeat(40);
                assert_kernels_agree(text.as_bytes(), true, 33);
            }
        }
    }

    #[test]
    fn kernels_agree_on_any_number_of_leading_zeros() {
        for zeros in 0..140 {
            for digits in [0, 1, 9, 10, 11] {
                let token = "0".repeat(zeros) + &"98765432109"[..digits];
                let text = "5 ".repeat(zeros % 7) + &format!("{token} ").repeat(20);
                assert_kernels_agree(text.as_bytes(), true, 64);
            }
        }
    }

    #[test]
    fn kernels_agree_on_every_byte_at_every_place() {
        let text = "12 345 6 78 ".repeat(20);
        for byte in 0..=255 {
            for at in 60..130 {
                let mut text = text.clone().into_bytes();
                text[at] = byte;
                assert_kernels_agree(&text, true, 64);
            }
        }
    }

    #[test]
    fn kernels_agree_on_the_largest_numbers() {
        for last in [u64::MAX - 1, u64::MAX, 18_440_000_000_000_000_000, 18_430_000_000_000_000_000] {
            let text = format!("{} {last} 000{last} ", "1 ".repeat(30)).repeat(9);
            assert_kernels_agree(text.as_bytes(), true, 64);
        }
        let too_large = "18446744073709551615 ".repeat(9) + &"18446744073709551616 ".repeat(9);
        assert_kernels_agree(too_large.as_bytes(), true, 64);
    }

    /// Texts whose tokens are alike for a while, as in real inputs, with everything that may go wrong.
    fn text() -> impl Strategy<Value = Vec<u8>> {
        let piece = prop_oneof![
            8 => "([0-9]{1,4} ){1,40}",
            4 => "([0-9][ \n]){20,90}",
            8 => "([0-9]{1,8}\n){1,20}",
            8 => "([0-9]{9,11} ){1,20}",
            4 => "([0-9]{12,20}\r\n){1,6}",
            4 => "(0{1,9}[0-9]{1,10} ){1,20}",
            4 => "(0{1,99}[0-9]{1,11} ){1,9}",
            4 => "([0-9]{1,30}[ \t\n\x0b\x0c\r]{1,3}){1,6}",
            2 => "[ \n]{1,90}",
            1 => "0{1,90} ",
            1 => "[0-9]{30,90} ",
            1 => "[ -~]{1,3}",
        ];
        prop::collection::vec(piece, 1..12).prop_map(|pieces| pieces.concat().into_bytes())
    }

    proptest! {
        #[test]
        fn kernels_pick_alike(numbers in prop::collection::vec(0u64..16, 0..300), bits in 0u64..16) {
            let expected: Vec<u64> = numbers.iter().copied().filter(|number| number & bits != 0).collect();
            let mut room = vec![0; numbers.len() + PICK_SLACK];
            for (name, kernel) in kernels() {
                prop_assert_eq!(kernel.pick(&numbers, bits, &mut room), &expected[..], "{}", name);
            }
        }

        #[test]
        fn any_text_agrees_with_the_standard_library(text in "[0-9 \n]{0,60}|[0-9 x\t\r\u{b}\u{c}-]{0,60}|\\PC{0,20}") {
            prop_assert_eq!(ours(&text), naive(&text));
        }

        #[test]
        fn kernels_agree(text in text(), ended: bool, room in 1usize..200) {
            assert_kernels_agree(&text, ended, room);
        }

        #[test]
        fn kernels_agree_behind_a_cut(text in text(), ended: bool, skip in 0usize..50) {
            // Kernels look back on the text before a batch, and never decode it again.
            let mut room = vec![0; skip.max(1)];
            let first = decode(&text, true, &mut room);
            let mut expected = vec![0; 64];
            let rest = decode(&text[first.bytes..], ended, &mut expected);
            for (name, kernel) in kernels() {
                let mut values = vec![0; 64];
                let batch = kernel.decode(&mut DecoderState::new(DecodeMode::Numbers), &text, first.bytes, ended, &mut values);
                let common = batch.numbers.min(rest.numbers);
                prop_assert_eq!(&values[..common], &expected[..common], "{}", name);
                prop_assert!(batch.stop == rest.stop || batch.stop == Stop::Room, "{}", name);
            }
        }

        #[test]
        fn a_split_text_gives_the_same_numbers(numbers: Vec<u64>, cut in 0usize..200) {
            let text: String = numbers.iter().map(|n| format!("{n} ")).collect();
            let cut = cut.min(text.len());
            let mut room = vec![0; numbers.len()];
            let first = decode(&text.as_bytes()[..cut], false, &mut room);
            let second = decode(&text.as_bytes()[first.bytes..], true, &mut room[first.numbers..]);
            prop_assert_eq!(first.numbers + second.numbers, numbers.len());
            prop_assert_eq!(room, numbers);
        }
    }
}
