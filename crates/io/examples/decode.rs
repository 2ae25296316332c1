//! `decode KERNEL TEXT PASSES`: decodes a made-up text of 256 KiB `PASSES` times with a kernel, for tools that count instructions.

use nim_io::{DecodeMode, DecoderState, Kernel, Stop};
use nim_simd::Level;
use std::hint::black_box;

/// The size of a text in bytes.
const TEXT: usize = 256 << 10;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().collect();
    let [_, kernel, text, passes] = &args[..] else { return Err("usage: decode KERNEL TEXT PASSES".into()) };
    let text = made_up(text).ok_or("expected digits, four, random, large or tiny")?;
    let (kernel, passes) = (Kernel::new(Level::named(kernel)?), passes.parse::<u32>()?);
    println!("{}", (0..passes).fold(0, |all, _| all | xor(kernel, black_box(text.as_bytes()))));
    Ok(())
}

/// Returns a text of this kind.
fn made_up(kind: &str) -> Option<String> {
    let mut state: u64 = 88_172_645_463_325_252;
    let mut random = |least: u64, most: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        least + state % (most - least + 1)
    };
    let mut text = String::new();
    while text.len() < TEXT {
        match kind {
            "digits" => text += &format!("{} ", random(0, 9)),
            "four" => text += &format!("{} ", random(0, 9999)),
            "random" => text += &format!("{} ", random(0, 1_000_000_000)),
            "large" => text += &format!("{} ", random(100_000_000, 4_000_000_000)),
            "tiny" => {
                let heaps: Vec<String> = (0..random(1, 3)).map(|_| random(1, 20).to_string()).collect();
                text += &format!("{}\n{}\n", heaps.len(), heaps.join(" "));
            }
            _ => return None,
        }
    }
    Some(text)
}

/// Returns the XOR of all numbers of a text.
fn xor(kernel: Kernel, text: &[u8]) -> u64 {
    let (mut state, mut room) = (DecoderState::new(DecodeMode::Numbers), [0; 2048]);
    let (mut at, mut sum) = (0, 0);
    loop {
        let batch = kernel.decode(&mut state, text, at, true, &mut room);
        at += batch.bytes;
        sum = room[..batch.numbers].iter().fold(sum, |sum, number| sum ^ number);
        if batch.stop != Stop::Room {
            return sum;
        }
    }
}
