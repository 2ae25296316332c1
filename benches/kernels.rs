//! `cargo bench --bench kernels`: how fast each kernel turns bytes into numbers, and numbers into bytes, in the cache.

use nim_ground::random::Random;
use nim_io::{DecodeMode, DecoderState, Kernel, Lines, Stop};
use nim_simd::Level;
use std::hint::black_box;
use std::io;
use std::time::{Duration, Instant};

/// Bytes of a text: what a second-level cache holds beside the numbers.
const TEXT: usize = 256 << 10;
/// Numbers decoded at a time.
const ROOM: usize = 2048;
/// Passes over the text that are timed together.
const PASSES: usize = 16;
/// Times, of which the median counts.
const RUNS: usize = 31;

/// A text of tokens, each followed by a gap.
fn text(mut token: impl FnMut(&mut Random) -> String, mut gap: impl FnMut(&mut Random) -> String) -> Vec<u8> {
    let mut random = Random::new(1901);
    let mut text = String::with_capacity(TEXT + 256);
    while text.len() < TEXT {
        text += &token(&mut random);
        text += &gap(&mut random);
    }
    text.into_bytes()
}

/// A number of as many digits as asked for.
fn digits(random: &mut Random, count: u32) -> String {
    let first = 10u64.pow(count - 1);
    random.within(if count == 1 { 0 } else { first }, first.saturating_mul(10) - 1).to_string()
}

/// The texts, by name.
fn texts() -> Vec<(&'static str, Vec<u8>)> {
    let space = |_: &mut Random| " ".to_owned();
    let any_digits = |random: &mut Random| {
        let count = random.within(1, 19) as u32;
        digits(random, count)
    };
    let white = |random: &mut Random| {
        let len = random.within(1, 12);
        (0..len).map(|_| char::from(b" \t\n\x0b\x0c\r"[random.within(0, 5) as usize])).collect()
    };
    vec![
        ("1 digit", text(|random| digits(random, 1), space)),
        ("1 to 4 digits", text(|random| random.within(0, 9999).to_string(), space)),
        ("8 digits", text(|random| digits(random, 8), space)),
        ("10 digits", text(|random| digits(random, 10), space)),
        ("16 digits", text(|random| digits(random, 16), space)),
        ("20 digits", text(|random| random.within(10_u64.pow(19), u64::MAX).to_string(), space)),
        ("1 to 19 digits", text(any_digits, space)),
        ("10 digits, a line each, CRLF", text(|random| digits(random, 10), |_| "\r\n".to_owned())),
        ("1 to 19 digits, 1 to 12 of any white space", text(any_digits, white)),
        ("1 to 4 digits, 64 spaces", text(|random| random.within(0, 9999).to_string(), |_| " ".repeat(64))),
        ("cases of 1 to 9 numbers up to 10^9", {
            let mut left = 0;
            text(
                |random| {
                    let number =
                        if left == 0 { random.within(1, 9) } else { random.within(0, 1_000_000_000) };
                    left = if left == 0 { number } else { left - 1 };
                    number.to_string()
                },
                space,
            )
        }),
        ("3 zeros before 10 digits", text(|random| "000".to_owned() + &digits(random, 10), space)),
        ("40 zeros before 10 digits", text(|random| "0".repeat(40) + &digits(random, 10), space)),
        (
            "4 digits, every 50th token 20",
            text(
                |random| match random.within(1, 50) {
                    1 => u64::MAX.to_string(),
                    _ => digits(random, 4),
                },
                space,
            ),
        ),
    ]
}

/// Reads the text once, and takes the numbers of each batch.
fn pass(kernel: Kernel, text: &[u8], room: &mut [u64], mut take: impl FnMut(&[u64])) {
    let mut state = DecoderState::new(DecodeMode::Numbers);
    let mut at = 0;
    loop {
        let batch = kernel.decode(&mut state, text, at, true, room);
        at += batch.bytes;
        take(&room[..batch.numbers]);
        if batch.stop != Stop::Room {
            assert_eq!((at, batch.stop), (text.len(), Stop::Bytes));
            return;
        }
    }
}

/// How many numbers there are, and a hash of them.
fn summary(kernel: Kernel, text: &[u8], room: &mut [u64]) -> (usize, u64) {
    let (mut count, mut hash) = (0, 0u64);
    pass(kernel, text, room, |numbers| {
        count += numbers.len();
        hash = numbers.iter().fold(hash, |hash, number| hash.wrapping_mul(31).wrapping_add(*number));
    });
    (count, hash)
}

/// Numbers to be written, by name.
fn numbers() -> Vec<(&'static str, Vec<u64>)> {
    let mut random = Random::new(1902);
    let mut within = |least, most| (0..ROOM).map(|_| random.within(least, most)).collect();
    vec![
        ("up to 9999", within(0, 9999)),
        ("up to 10^9", within(0, 1_000_000_000)),
        ("up to 10^15 - 1", within(0, 999_999_999_999_999)),
        ("20 digits", within(10_u64.pow(19), u64::MAX)),
    ]
}

/// Writes each number in a line with another.
fn write(kernel: Kernel, numbers: &[u64], lines: &mut Lines<'_>) {
    lines.use_kernel(kernel);
    lines.rows(numbers, |number| [number, number ^ 1]);
}

fn median(mut pass: impl FnMut()) -> Duration {
    let mut times: Vec<Duration> = (0..RUNS)
        .map(|_| {
            let begin = Instant::now();
            for _ in 0..PASSES {
                pass();
            }
            begin.elapsed() / PASSES as u32
        })
        .collect();
    times.sort_unstable();
    times[RUNS / 2]
}

/// Prints the beginning of a table.
fn head(what: &str, kernels: &[(&str, Kernel)]) {
    print!("| {what} ");
    for (name, _) in kernels {
        print!("| {name} ");
    }
    println!("|\n|{}", "---|".repeat(kernels.len() + 1));
}

/// Prints a field of a table.
fn field(bytes: usize, numbers: usize, time: Duration) {
    let time = time.as_secs_f64();
    print!("| {:.2} ({:.0}) ", bytes as f64 / time / 1e9, numbers as f64 / time / 1e6);
}

fn main() {
    if !std::env::args().any(|arg| arg == "--bench") {
        return println!("nothing to test; cargo bench --bench kernels measures");
    }
    let kernels: Vec<(&str, Kernel)> =
        Level::available().map(|(name, level)| (name, Kernel::new(level))).collect();
    println!("GB/s, medians; in brackets, million numbers a second.\n");
    head("reading", &kernels);
    let mut room = vec![0; ROOM];
    for (name, text) in texts() {
        print!("| {name} ");
        let expected = summary(Kernel::SCALAR, &text, &mut room);
        for &(_, kernel) in &kernels {
            assert_eq!(summary(kernel, &text, &mut room), expected, "{name}");
            let take = |numbers: &[u64]| {
                black_box(numbers);
            };
            let time = median(|| pass(kernel, black_box(&text), &mut room, take));
            field(text.len(), expected.0, time);
        }
        println!("|");
    }
    println!();
    head("writing, two in a line", &kernels);
    for (name, numbers) in numbers() {
        print!("| {name} ");
        let written = |kernel| {
            let mut text = Vec::new();
            let mut lines = Lines::new(&mut text);
            write(kernel, &numbers, &mut lines);
            assert!(lines.flush().is_ok());
            text
        };
        let expected = written(Kernel::SCALAR);
        for &(_, kernel) in &kernels {
            assert!(written(kernel) == expected, "{name}");
            let mut nowhere = io::sink();
            let mut lines = Lines::new(&mut nowhere);
            let time = median(|| write(kernel, black_box(&numbers), &mut lines));
            field(expected.len(), 2 * numbers.len(), time);
        }
        println!("|");
    }
}
