//! The tokenizer: white-space separated bytes to numbers, a batch at a time.
//!
//! A token is a maximal run of bytes other than space, `\t`, `\n`, `\v`, `\f` and `\r`. It is a number when it
//! is digits only and at most 2^64−1; leading zeros of any length are fine.

use super::lines::Lines;
use super::tidy::Tidy;
#[cfg(target_arch = "x86_64")]
use crate::engine::theory::nim::use_vectors;

use super::arch::lanes::Lane;
#[cfg(target_arch = "x86_64")]
use super::arch::{Vector, lanes::Until};

/// Whether a byte separates tokens.
#[must_use]
pub const fn is_space(byte: u8) -> bool {
    // One bit for each: cheaper than comparing with six bytes.
    const SPACES: u64 = 1 << b' ' | 1 << b'\t' | 1 << b'\n' | 1 << 0x0b | 1 << 0x0c | 1 << b'\r';
    byte <= b' ' && SPACES >> byte & 1 != 0
}

/// Why a batch of numbers ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Nothing but white space, or the beginning of a token that may go on, is left.
    Bytes,
    /// No room is left for another number.
    Room,
    /// The next token is not a number.
    Bad,
}

/// A batch of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Batch {
    /// How many numbers were found.
    pub numbers: usize,
    /// How many bytes they took, with the white space before each; on [`Stop::Bad`] and when an unfinished
    /// token is left, this is where that token begins.
    pub bytes: usize,
    /// Whether there is white space other than one space between two numbers, or a number with a leading zero; perhaps
    /// also when only what is left has. Of no meaning unless [`Look::Layout`] was asked for.
    pub odd: bool,
    /// Why the batch ended.
    pub stop: Stop,
}

impl Batch {
    /// Nothing found yet.
    pub(super) const EMPTY: Self = Self { numbers: 0, bytes: 0, odd: false, stop: Stop::Bytes };

    /// Adds what was found behind this batch.
    #[cfg(target_arch = "x86_64")]
    fn add(&mut self, next: Self) {
        self.numbers += next.numbers;
        self.bytes += next.bytes;
        self.odd |= next.odd;
        self.stop = next.stop;
    }
}

/// What a reader wants to know of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Its numbers.
    Numbers,
    /// How they are laid out as well: [`Batch::odd`].
    Layout,
}

/// How a text is being read: what is wanted of it, and what it was like so far.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    pub(super) look: Look,
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "the scalar kernel has no lanes"))]
    lane: Lane,
}

impl Reading {
    /// Begins to read a text.
    #[must_use]
    pub fn new(look: Look) -> Self {
        Self { look, lane: Lane::default() }
    }
}

/// A way to turn bytes into numbers. All give the same numbers; a faster one asks more of the CPU.
#[derive(Clone, Copy, Debug)]
pub struct Kernel(Kind);

#[derive(Clone, Copy, Debug)]
enum Kind {
    Scalar,
    #[cfg(target_arch = "x86_64")]
    Vector(Vector),
}

/// The kernels by name, as a user can ask for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Simd {
    /// Eight bytes at a time, on any CPU.
    Scalar,
    /// AVX2.
    Avx2,
    /// AVX-512 with VBMI2.
    Avx512,
}

impl Simd {
    /// All of them, with their names.
    pub const NAMES: [(&'static str, Self); 3] =
        [("scalar", Self::Scalar), ("avx2", Self::Avx2), ("avx512", Self::Avx512)];
}

impl Kernel {
    /// The kernel that every CPU has.
    pub const SCALAR: Self = Self(Kind::Scalar);

    /// The kernel of this name, if the CPU has it.
    #[must_use]
    pub fn new(simd: Simd) -> Option<Self> {
        match simd {
            Simd::Scalar => Some(Self::SCALAR),
            #[cfg(target_arch = "x86_64")]
            simd => Vector::new(simd).map(|vector| Self(Kind::Vector(vector))),
            #[cfg(not(target_arch = "x86_64"))]
            _ => None,
        }
    }

    /// The fastest kernel that the CPU has.
    #[must_use]
    pub fn fastest() -> Self {
        [Simd::Avx512, Simd::Avx2].into_iter().find_map(Self::new).unwrap_or(Self::SCALAR)
    }

    /// Lets what comes before and behind the tokenizer use what the kernel uses.
    pub(super) fn equip(self, out: &mut Lines<'_>) -> Self {
        out.use_kernel(self);
        #[cfg(target_arch = "x86_64")]
        if let Kind::Vector(_) = self.0 {
            use_vectors();
        }
        self
    }

    /// Writes numbers in lines of `width`, which divides 8 or is [`ON_ONE_LINE`], eight at a time while there are
    /// eight that are not too long for the kernel and there is room. Says how many were written, and in how many bytes.
    #[cfg_attr(
        not(target_arch = "x86_64"),
        expect(unused_variables, reason = "the scalar kernel has no rows")
    )]
    pub(super) fn write_rows(self, numbers: &[u64], width: usize, room: &mut [u8]) -> (usize, usize) {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Kind::Vector(vector) => vector.write_rows(numbers, width, room),
            Kind::Scalar => (0, 0),
        }
    }

    /// Does `work`, in which short folds over numbers can use what the kernel uses without a call for each.
    #[inline]
    pub(super) fn run(self, work: impl Work) {
        match self.0 {
            Kind::Scalar => work.go(),
            #[cfg(target_arch = "x86_64")]
            Kind::Vector(vector) => vector.run(work),
        }
    }

    /// The numbers that have one of `bits`, in `room`, which has place for all and for [`PICK_SLACK`] more.
    pub(super) fn pick<'r>(self, numbers: &[u64], bits: u64, room: &'r mut [u64]) -> &'r [u64] {
        let count = match self.0 {
            #[cfg(target_arch = "x86_64")]
            Kind::Vector(vector) => vector.pick(numbers, bits, room),
            Kind::Scalar => pick(numbers, bits, room),
        };
        &room[..count]
    }

    /// As [`Tidy::copy`].
    pub(super) fn tidy(self, tidy: &mut Tidy, text: &[u8], most: usize, room: &mut [u8]) -> (usize, usize) {
        let (used, written) = match self.0 {
            #[cfg(target_arch = "x86_64")]
            Kind::Vector(vector) => vector.tidy(tidy, text, most, room),
            Kind::Scalar => (0, 0),
        };
        let (more, and_written) = tidy.copy(&text[used..], most - used, &mut room[written..]);
        (used + more, written + and_written)
    }

    /// How many bytes the numbers at the beginning of `text` take that fill `room`.
    pub(super) fn bytes_of(self, text: &[u8], room: &mut [u64]) -> usize {
        let most = self.decode(&mut Reading::new(Look::Numbers), text, 0, true, room);
        most.bytes + decode(&text[most.bytes..], true, &mut room[most.numbers..]).bytes
    }

    /// Reads numbers from `text[from..]` into `room`, until it is nearly full at the latest. With `ended`, a token
    /// at the end of `text` is whole. The byte before `from` is the end of a token, or there is none.
    #[must_use]
    #[cfg_attr(
        not(target_arch = "x86_64"),
        expect(unused_variables, reason = "the scalar kernel has no lanes")
    )]
    pub fn decode(
        self,
        reading: &mut Reading,
        text: &[u8],
        from: usize,
        ended: bool,
        room: &mut [u64],
    ) -> Batch {
        match self.0 {
            Kind::Scalar => decode(&text[from..], ended, room),
            #[cfg(target_arch = "x86_64")]
            Kind::Vector(vector) => {
                // What is wrong with a bad token, and where it is, is for the scalar kernel to say.
                vectored(vector, reading, text, from, ended, room)
                    .unwrap_or_else(|| decode(&text[from..], ended, room))
            }
        }
    }
}

/// Work that has to become part of the function that it is handed to, to be compiled for what that may use: `go` is
/// to be inlined always, which no attribute can ask of a closure.
pub(super) trait Work {
    fn go(self);
}

/// The width of lines that do not end.
pub(super) const ON_ONE_LINE: usize = 0;

/// What may be written behind the numbers that are picked.
pub(super) const PICK_SLACK: usize = 8;

/// Picks numbers that have one of `bits` and says how many.
pub(super) fn pick(numbers: &[u64], bits: u64, room: &mut [u64]) -> usize {
    // Every number is stored and the place moves on only behind one that stays: no branch to mispredict.
    let mut count = 0;
    for &number in numbers {
        room[count] = number;
        count += usize::from(number & bits != 0);
    }
    count
}

/// Numbers read by the scalar kernel where a vector kernel cannot go on.
#[cfg(target_arch = "x86_64")]
const STEP: usize = 8;

/// Reads numbers by a vector kernel, and by the scalar one where there is no room for a window. `None` if there is
/// a bad byte somewhere.
#[cfg(target_arch = "x86_64")]
fn vectored(
    vector: Vector,
    reading: &mut Reading,
    text: &[u8],
    from: usize,
    ended: bool,
    room: &mut [u64],
) -> Option<Batch> {
    let mut batch = Batch::EMPTY;
    // Trying a narrower lane costs one window where it does not do.
    reading.lane.narrow();
    loop {
        let at = from + batch.bytes;
        let stretch = vector.stretch(reading.lane, reading.look, text, at, &mut room[batch.numbers..]);
        if stretch.bad {
            return None;
        }
        batch.add(stretch.batch(text, at));
        let step = match stretch.until {
            Until::Room if batch.numbers > 0 => {
                batch.stop = Stop::Room;
                break;
            }
            Until::Lane if vector.has_lanes() && reading.lane.widen() => continue,
            Until::Room => room.len(),
            // Before the first window there are not yet the bytes that it looks back on.
            Until::Text if text.len() > from + batch.bytes + vector.window() => STEP,
            Until::Text => room.len(),
            Until::Lane => STEP,
        };
        let rest = &mut room[batch.numbers..];
        let most = step.min(rest.len());
        let is_last = most == rest.len();
        batch.add(decode(&text[from + batch.bytes..], ended, &mut rest[..most]));
        if is_last || batch.stop != Stop::Room {
            break;
        }
    }
    Some(batch)
}

/// Reads numbers from `text` into `room`. With `ended`, a token at the end of `text` is whole.
#[must_use]
pub fn decode(text: &[u8], ended: bool, room: &mut [u64]) -> Batch {
    let mut batch = Batch::EMPTY;
    // Where the token before ended.
    let mut end = 0;
    loop {
        while let Some(&byte) = text.get(batch.bytes)
            && is_space(byte)
        {
            batch.odd |= byte != b' ';
            batch.bytes += 1;
        }
        batch.odd |= batch.bytes > end + 1;
        if batch.bytes == text.len() {
            return Batch { stop: Stop::Bytes, ..batch };
        }
        let Some(slot) = room.get_mut(batch.numbers) else {
            return Batch { stop: Stop::Room, ..batch };
        };
        let rest = &text[batch.bytes..];
        let (value, len) = match short_number(rest) {
            Some(found) => found,
            None => match long_number(rest) {
                Some((_, len)) if len == rest.len() && !ended => return Batch { stop: Stop::Bytes, ..batch },
                Some(found) => found,
                None => return Batch { stop: Stop::Bad, ..batch },
            },
        };
        *slot = value;
        batch.odd |= rest[0] == b'0' && len > 1;
        batch.numbers += 1;
        batch.bytes += len;
        end = batch.bytes;
    }
}

/// The number of at most 15 digits at the beginning of `text` and its length, if white space and the bytes of
/// two words follow: the common case.
#[inline]
fn short_number(text: &[u8]) -> Option<(u64, usize)> {
    let [low, high] = text.first_chunk::<16>()?.as_chunks::<8>().0 else { return None };
    let low = u64::from_le_bytes(*low);
    let low_digits = leading_digits(low);
    let (value, len, next) = if low_digits < 8 {
        (first_digits(low, low_digits), low_digits, low >> (8 * low_digits))
    } else {
        let high = u64::from_le_bytes(*high);
        let digits = leading_digits(high);
        if digits == 8 {
            return None;
        }
        let value = eight_digits(low) * POWERS[digits] + first_digits(high, digits);
        (value, 8 + digits, high >> (8 * digits))
    };
    (len > 0 && is_space(next as u8)).then_some((value, len))
}

/// The powers of ten that eight digits are scaled by.
const POWERS: [u64; 8] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000];

/// One byte in each of eight places.
pub(super) const fn eight_times(byte: u8) -> u64 {
    byte as u64 * 0x0101_0101_0101_0101
}

/// How many of eight bytes in memory order are digits before the first that is not.
#[inline]
const fn leading_digits(bytes: u64) -> usize {
    let digits = bytes ^ eight_times(b'0');
    // Below 10, adding 0x76 keeps the top bit clear. A carry spoils only bytes behind the first that is no digit.
    let others = (digits | digits.wrapping_add(eight_times(0x76))) & eight_times(0x80);
    others.trailing_zeros() as usize / 8
}

/// The value of the first `count` < 8 of eight bytes, which are digits.
#[inline]
const fn first_digits(bytes: u64, count: usize) -> u64 {
    // The digits move to the end; the zero bytes before them count as zeros. In two steps: by 64 is no shift.
    eight_digits(bytes << (32 - 4 * count) << (32 - 4 * count))
}

/// The value of eight digits in memory order: 8 digits join to 4 pairs, 2 fours, 1 eight.
#[inline]
const fn eight_digits(bytes: u64) -> u64 {
    let digits = bytes & eight_times(0x0f);
    let pairs = (digits * 10 + (digits >> 8)) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs * 100 + (pairs >> 16)) & 0x0000_ffff_0000_ffff;
    (fours * 10_000 + (fours >> 32)) & 0xffff_ffff
}

/// Digits that cannot exceed 2^64−1.
const SAFE_DIGITS: usize = 19;

/// The number at the beginning of `text` and its length, of any number of digits; `None` if the token is not one.
#[cold]
fn long_number(text: &[u8]) -> Option<(u64, usize)> {
    let mut value: u64 = 0;
    let mut len = 0;
    for &byte in text.iter().take_while(|&&byte| !is_space(byte)) {
        if !byte.is_ascii_digit() {
            return None;
        }
        let digit = u64::from(byte - b'0');
        value =
            if len < SAFE_DIGITS { value * 10 + digit } else { value.checked_mul(10)?.checked_add(digit)? };
        len += 1;
    }
    Some((value, len))
}

/// Where the token after the first `skip` tokens of `text` begins, and how long it is: `text.len()` and 0 when
/// there is none.
#[must_use]
pub fn find(text: &[u8], skip: usize) -> (usize, usize) {
    let mut at = 0;
    let mut left = skip;
    loop {
        at += text[at..].iter().take_while(|&&byte| is_space(byte)).count();
        let len = text[at..].iter().take_while(|&&byte| !is_space(byte)).count();
        if left == 0 || len == 0 {
            return (at, len);
        }
        left -= 1;
        at += len;
    }
}

#[cfg(test)]
mod tests {
    use super::super::tidy::TIDY_SLACK;
    use super::*;
    use crate::simd::guarded::{Edge, Guarded};
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

    /// All of a text, read in batches: the numbers, the sums of what the batches say, and why the last one ended.
    fn whole(kernel: Kernel, text: &[u8], ended: bool, room: usize) -> (Vec<u64>, Batch) {
        let mut values = vec![0; room];
        let mut reading = Reading::new(Look::Layout);
        let mut all = Vec::new();
        let mut sum = Batch::EMPTY;
        loop {
            let batch = kernel.decode(&mut reading, text, sum.bytes, ended, &mut values);
            all.extend_from_slice(&values[..batch.numbers]);
            sum.add(batch);
            if batch.stop != Stop::Room {
                // A kernel may have seen the zeros of a token that it leaves, or what follows a bad one.
                sum.odd &= ended && batch.stop != Stop::Bad;
                return (all, sum);
            }
        }
    }

    fn kernels() -> impl Iterator<Item = (&'static str, Kernel)> {
        Simd::NAMES.into_iter().filter_map(|(name, simd)| Some((name, Kernel::new(simd)?)))
    }

    fn assert_kernels_agree(text: &[u8], ended: bool, room: usize) {
        let expected = whole(Kernel::SCALAR, text, ended, room);
        for (name, kernel) in kernels() {
            assert_eq!(
                whole(kernel, text, ended, room),
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
            let mut written = Guarded::new(&vec![0; len + TIDY_SLACK], edge);
            for (name, kernel) in kernels() {
                for (look, from) in [(Look::Numbers, 0), (Look::Layout, 0), (Look::Numbers, len / 2)] {
                    let mut reading = Reading::new(look);
                    let mut at = from;
                    // Not more, or a bad token would be met for ever.
                    for ended in [false, true, true, true] {
                        at += kernel.decode(&mut reading, &text, at, ended, &mut room).bytes;
                    }
                    assert!(at <= len, "{name}");
                }
                if token.trim_end().bytes().all(|byte| byte == b' ' || byte.is_ascii_digit()) {
                    let mut tidy = Tidy::START;
                    kernel.tidy(&mut tidy, &text, len, &mut written);
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
            // What stands before a batch is looked back on, never read again.
            let mut room = vec![0; skip.max(1)];
            let first = decode(&text, true, &mut room);
            let mut expected = vec![0; 64];
            let rest = decode(&text[first.bytes..], ended, &mut expected);
            for (name, kernel) in kernels() {
                let mut values = vec![0; 64];
                let batch = kernel.decode(&mut Reading::new(Look::Numbers), &text, first.bytes, ended, &mut values);
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
