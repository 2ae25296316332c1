//! `cargo run --release --example soak -- --seconds 60`: the bodies of the fuzz targets on made-up inputs, large files on
//! several threads, and the program while files change, signals come and memory is short. Needs no fuzzer. The same seed
//! gives the same inputs everywhere, if not the same moments; a failure names the seed of the input that it is about, and
//! `--seed N --rounds 1` tries that one again.

#[path = "../../fuzz/src/lib.rs"]
mod bodies;
mod disturb;

use anyhow::Context;
use bodies::{Output, problems, solved};
use clap::Parser;
use nim_ground::error::best_effort;
use nim_ground::random::Random;
use nim_io::Input;
use nim_simd::Level;
use nim_solve::Tuning;
use nim_solve::problem::Cases;
use nim_solve::registry::Entry;
use nim_toolkit::exit::Exit;
use signal_hook::consts::SIGABRT;
use signal_hook::flag::register_conditional_shutdown;
use std::ffi::OsString;
use std::fs::File;
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use std::{env, fs, panic, process};

/// Try made-up inputs for a while.
#[derive(Parser)]
struct Options {
    /// How long
    #[arg(long, value_name = "N", default_value_t = 60)]
    seconds: u64,
    /// The seed of the first round
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many rounds at most
    #[arg(long, value_name = "N", default_value_t = u64::MAX)]
    rounds: u64,
}

/// Small inputs for each large one.
const SMALL: u64 = 300;

fn main() -> anyhow::Result<ExitCode> {
    let mut args = env::args_os();
    if args.nth(1).is_some_and(|first| first == disturb::AS_PROGRAM) {
        // The program's own `main` does the same.
        best_effort(register_conditional_shutdown(
            SIGABRT,
            Exit::Failed as i32,
            Arc::new(AtomicBool::new(true)),
        ));
        return Ok(nim_toolkit::dispatcher::run([OsString::from("toolkit")].into_iter().chain(args)).into());
    }
    soak(&Options::parse()).map(|()| ExitCode::SUCCESS)
}

fn soak(options: &Options) -> anyhow::Result<()> {
    let file = env::temp_dir().join(format!("soak-{}.in", process::id()));
    let end = Instant::now() + Duration::from_secs(options.seconds);
    let mut rounds = 0;
    while rounds < options.rounds && Instant::now() < end {
        let seed = options.seed + rounds;
        let mut random = Random::new(seed);
        let round = || {
            for _ in 0..SMALL {
                let text = small(&mut random);
                bodies::tokenizer(&text);
                bodies::solve(&text);
            }
            large(&mut random, &file)?;
            disturb::round(&mut random, &file)
        };
        let outcome = panic::catch_unwind(panic::AssertUnwindSafe(round));
        match outcome {
            Ok(result) => result.with_context(|| format!("--seed {seed} --rounds 1"))?,
            Err(_) => anyhow::bail!(
                "--seed {seed} --rounds 1; the large input, if it was that, is {}",
                file.display()
            ),
        }
        rounds += 1;
    }
    fs::remove_file(&file).or_else(|error| if rounds == 0 { Ok(()) } else { Err(error) })?;
    println!("{rounds} rounds from seed {}: every way gave the same answers, disturbed or not", options.seed);
    Ok(())
}

/// Returns a few bytes that say how, then a text of tokens: mostly numbers, alike for a while.
fn small(random: &mut Random) -> Vec<u8> {
    let mut text: Vec<u8> = (0..3).map(|_| random.within(0, 255) as u8).collect();
    for _ in 0..random.within(0, 8) {
        let digits = [1, 4, 8, 10, 16, 20, 30][random.within(0, 6) as usize];
        let gaps = [&b" "[..], b"\n", b"\r\n", b"  ", b" \t\n\x0b\x0c\r", b"\n\n\n\n\n\n"];
        let gap = gaps[random.within(0, gaps.len() as u64 - 1) as usize];
        for _ in 0..random.within(0, 40) {
            token(random, digits, &mut text);
            text.extend(gap);
        }
        if random.within(0, 6) == 0 {
            let filler = [b' ', b'0', b'9', b'\n'][random.within(0, 3) as usize];
            text.extend(vec![filler; random.within(1, 200) as usize]);
        }
    }
    spoil(random, &mut text, 3);
    text
}

/// Appends a number of at most `digits` digits; counts are small, so that cases fit together now and then.
fn token(random: &mut Random, digits: u64, text: &mut Vec<u8>) {
    let len = match random.within(0, 3) {
        0 => 1,
        1 => digits,
        _ => random.within(1, digits),
    };
    text.extend((0..len).map(|_| b'0' + random.within(0, 9) as u8));
}

/// Perhaps changes, removes or adds a byte somewhere behind the first `from`, or cuts the end off.
fn spoil(random: &mut Random, text: &mut Vec<u8>, from: usize) {
    if text.len() <= from || random.within(0, 2) > 0 {
        return;
    }
    let at = random.within(from as u64, text.len() as u64 - 1) as usize;
    let bytes = b" \n\r\t0918x-+\0\x0b\x0c\x0e\x1f\x80\xef\xff:/";
    let byte = bytes[random.within(0, bytes.len() as u64 - 1) as usize];
    match random.within(0, 3) {
        0 => text[at] = byte,
        1 => text.insert(at, byte),
        2 => drop(text.remove(at)),
        _ => text.truncate(at),
    }
}

/// Tries a large file, read by one thread and by several: cases of all sizes, laid out in ways that make it hard to guess where one begins.
fn large(random: &mut Random, path: &PathBuf) -> anyhow::Result<()> {
    let problems = problems();
    let problem = problems[random.within(0, problems.len() as u64 - 1) as usize];
    let mut text = large_text(random, problem);
    roughen(random, &mut text);
    spoil(random, &mut text, 0);
    fs::write(path, &text).with_context(|| path.display().to_string())?;
    let one = NonZero::new(1);
    let expected = solved(
        problem,
        Input::reader("in", File::open(path)?),
        &Tuning { threads: one, level: Some(Level::SCALAR) },
    );
    for (name, level) in Level::available() {
        for threads in [1, 2, 3, 8] {
            let tuning = Tuning { threads: NonZero::new(threads), level: Some(level) };
            let found = solved(problem, Input::open(path, true)?, &tuning);
            compare(&found, &expected, &format!("{}, {name}, {threads} threads", problem.slug));
        }
    }
    Ok(())
}

/// Perhaps puts white space or zeros before a few numbers, or a byte-order mark before all: the numbers stay the same.
fn roughen(random: &mut Random, text: &mut Vec<u8>) {
    for _ in 0..[0, 0, 0, 1, 5][random.within(0, 4) as usize] {
        let from = random.within(0, text.len() as u64 - 1) as usize;
        let Some(gap) = text[from..].iter().position(u8::is_ascii_whitespace) else { continue };
        let more = [" ", "\t", "\n", "\r\n", "0", "000000000000000000000000", "          "];
        let more = more[random.within(0, more.len() as u64 - 1) as usize];
        // A zero would be a number of its own in front of white space.
        let at = from + gap + 1;
        if text.get(at).is_some_and(u8::is_ascii_digit) {
            text.splice(at..at, more.bytes());
        }
    }
    if random.within(0, 5) == 0 {
        text.splice(0..0, *b"\xef\xbb\xbf");
    }
}

/// Outputs are too large to show.
fn compare(found: &Output, expected: &Output, what: &str) {
    let same = found.answers.iter().zip(&expected.answers).take_while(|(a, b)| a == b).count();
    assert!(
        found == expected,
        "{what}: {} bytes and {:?}, not {} bytes and {:?}; the first {same} bytes are the same",
        found.answers.len(),
        found.error,
        expected.answers.len(),
        expected.error,
    );
}

fn large_text(random: &mut Random, problem: &Entry) -> Vec<u8> {
    let bytes = random.within(3 << 20, 14 << 20) as usize;
    let max = [1, 3, 9, 300, 99_999, 1_000_000_000, u64::MAX - 1][random.within(0, 6) as usize];
    let most = [1, 3, 9, 60, 3000, 1_000_000][random.within(0, 5) as usize];
    // Between numbers of a case, behind a case, and behind its count.
    let layouts =
        [[" ", "\n", "\n"], ["\n", "\n", "\n"], [" ", " ", " "], [" ", "\r\n", " "], ["\n1\n", "\n", "\n"]];
    let layout = layouts[random.within(0, layouts.len() as u64 - 1) as usize];
    let trap = layout[0] == "\n1\n";
    let mut cases = Vec::new();
    let mut count = 0u64;
    while cases.len() < bytes {
        let rest = (bytes - cases.len()) as u64 / 2;
        let heaps = match problem.form.grammar.cases {
            Cases::One => rest / 3,
            Cases::ToEnd | Cases::UntilZeros(_) => random.within(1, most),
            Cases::Counted => random.within(0, most),
        }
        .min(rest);
        let heaps = if problem.form.grammar.cases == Cases::UntilZeros(1) { heaps.max(1) } else { heaps };
        // In a trap, every other heap is a 1 alone on its line: it looks like the count of a case.
        let traps = if trap { heaps.saturating_sub(1) } else { 0 };
        put(&mut cases, heaps + traps, layout[2]);
        // Some positions are lost: the last heap makes up for the others.
        let is_lost = random.within(0, 3) == 0;
        let mut sum = traps % 2;
        for left in (0..heaps).rev() {
            let heap = if left == 0 && is_lost { sum } else { random.within(0, max) };
            sum ^= heap;
            put(&mut cases, heap, if left == 0 { "" } else { layout[0] });
        }
        cases.extend(layout[1].as_bytes());
        count += 1;
        if problem.form.grammar.cases == Cases::One {
            return cases;
        }
    }
    let mut text = Vec::with_capacity(cases.len() + 20);
    match problem.form.grammar.cases {
        Cases::Counted => {
            // Now and then there are more or fewer than the input says.
            let off = [0, 0, 0, 0, 1, 2][random.within(0, 5) as usize];
            put(&mut text, (count + 1).saturating_sub(off), "\n");
            if off != 1 {
                text.extend(b"0\n");
            }
            text.extend(cases);
        }
        _ => {
            text.extend(cases);
            if random.within(0, 2) > 0 {
                text.extend(b"0\n");
            }
        }
    }
    text
}

fn put(text: &mut Vec<u8>, number: u64, after: &str) {
    text.extend(number.to_string().as_bytes());
    text.extend(after.as_bytes());
}
