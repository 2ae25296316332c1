//! The inputs: made from a seed, kept on disk, made anew when they are not what was made.

use crate::random::SplitMix64;
use anyhow::Context;
use rustix::fs::{Advice, fadvise};
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// What an input consists of.
#[derive(Clone, Copy)]
pub enum Shape {
    /// One position.
    Position { heaps: u64 },
    /// A number of cases, then each case with its heaps.
    Counted { cases: u64, heaps: (u64, u64) },
    /// Cases, then a 0.
    UntilZero { cases: u64, heaps: (u64, u64) },
    /// Sets of numbers to take, each with positions on rows, then a 0.
    Sets { cases: u64, positions: u64, heaps: (u64, u64) },
    /// Pairs until two zeros.
    Pairs { cases: u64 },
    /// Boards to the end, each with rows of two different places.
    Boards { cases: u64, rows: (u64, u64) },
    /// A sample of the test data.
    Sample(&'static str),
}

/// An input as it can be made again.
pub struct Recipe {
    pub shape: Shape,
    /// The largest heap.
    pub max: u64,
}

/// Other layouts of the same numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Variant {
    Crlf,
    DoubledSpaces,
    LeadingZeros,
}

impl Variant {
    pub const ALL: [(Self, &str); 3] = [
        (Self::Crlf, "CRLF"),
        (Self::DoubledSpaces, "doubled spaces"),
        (Self::LeadingZeros, "leading zeros"),
    ];
}

/// Numbers on their way to a file: fast, for there are many.
struct Numbers<W: Write> {
    out: BufWriter<W>,
}

impl<W: Write> Numbers<W> {
    fn put(&mut self, mut number: u64, after: u8) -> io::Result<()> {
        let mut text = [after; 21];
        let mut at = 20;
        loop {
            at -= 1;
            text[at] = b'0' + (number % 10) as u8;
            number /= 10;
            if number == 0 {
                return self.out.write_all(&text[at..]);
            }
        }
    }

    /// A count, then so many heaps on a line.
    fn position(&mut self, random: &mut SplitMix64, heaps: u64, max: u64) -> io::Result<()> {
        self.put(heaps, b'\n')?;
        for left in (0..heaps).rev() {
            self.put(random.within(0, max), if left == 0 { b'\n' } else { b' ' })?;
        }
        Ok(())
    }
}

const SEED: u64 = 1901;

impl Recipe {
    fn write(&self, file: &File) -> io::Result<()> {
        let mut numbers = Numbers { out: BufWriter::with_capacity(1 << 20, file) };
        let mut random = SplitMix64(SEED);
        let mut cases = |numbers: &mut Numbers<&File>, cases: u64, (min, most): (u64, u64)| {
            (0..cases).try_for_each(|_| {
                let heaps = random.within(min, most);
                numbers.position(&mut random, heaps, self.max)
            })
        };
        match self.shape {
            Shape::Position { heaps } => cases(&mut numbers, 1, (heaps, heaps))?,
            Shape::Counted { cases: count, heaps } => {
                numbers.put(count, b'\n')?;
                cases(&mut numbers, count, heaps)?;
            }
            Shape::UntilZero { cases: count, heaps } => {
                cases(&mut numbers, count, heaps)?;
                numbers.put(0, b'\n')?;
            }
            Shape::Sets { cases, positions, heaps: (min, most) } => {
                for _ in 0..cases {
                    numbers.out.write_all(b"3 1 2 5\n")?;
                    numbers.put(positions, b'\n')?;
                    for _ in 0..positions {
                        let heaps = random.within(min, most);
                        numbers.put(heaps, b' ')?;
                        for left in (0..heaps).rev() {
                            numbers.put(random.within(0, self.max), if left == 0 { b'\n' } else { b' ' })?;
                        }
                    }
                }
                numbers.put(0, b'\n')?;
            }
            Shape::Pairs { cases } => {
                for _ in 0..cases {
                    numbers.put(random.within(1, self.max), b' ')?;
                    numbers.put(random.within(1, self.max), b'\n')?;
                }
                numbers.out.write_all(b"0 0\n")?;
            }
            Shape::Boards { cases, rows: (min, most) } => {
                for _ in 0..cases {
                    let rows = random.within(min, most);
                    numbers.put(rows, b' ')?;
                    numbers.put(self.max, b'\n')?;
                    for _ in 0..rows {
                        let place = random.within(1, self.max);
                        numbers.put(place, b' ')?;
                        numbers.put(place % self.max + 1, b'\n')?;
                    }
                }
            }
            Shape::Sample(path) => {
                let sample = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata").join(path))?;
                numbers.out.write_all(&sample)?;
            }
        }
        numbers.out.flush()
    }

    fn name(&self) -> String {
        let max = self.max;
        match self.shape {
            Shape::Position { heaps } => format!("position-{heaps}-{max}"),
            Shape::Counted { cases, heaps: (min, most) } => format!("counted-{cases}-{min}-{most}-{max}"),
            Shape::UntilZero { cases, heaps: (min, most) } => {
                format!("until-zero-{cases}-{min}-{most}-{max}")
            }
            Shape::Sets { cases, positions, heaps: (min, most) } => {
                format!("sets-{cases}-{positions}-{min}-{most}-{max}")
            }
            Shape::Pairs { cases } => format!("pairs-{cases}-{max}"),
            Shape::Boards { cases, rows: (min, most) } => format!("boards-{cases}-{min}-{most}-{max}"),
            Shape::Sample(path) => path.replace('/', "-"),
        }
    }

    /// The file, made if it is not there as it was made.
    pub fn file(&self, folder: &Path) -> anyhow::Result<PathBuf> {
        let path = folder.join(self.name() + ".in");
        let seal = path.with_extension("hash");
        let is_right = || -> io::Result<bool> {
            Ok(fs::read_to_string(&seal)? == hash(&mut File::open(&path)?)?.to_string())
        };
        if !is_right().unwrap_or(false) {
            let file = File::create(&path).with_context(|| path.display().to_string())?;
            self.write(&file)?;
            // Nothing may still be on its way to the disk while programs are timed.
            file.sync_all()?;
            fs::write(&seal, hash(&mut File::open(&path)?)?.to_string())?;
        }
        read_anew(&File::open(&path)?)?;
        Ok(path)
    }
}

/// Brings a file from the disk to memory in one go: how fast its pages are mapped depends on how they got there.
fn read_anew(mut file: &File) -> io::Result<()> {
    fadvise(file, 0, None, Advice::DontNeed)?;
    let mut block = vec![0; 1 << 20];
    while file.read(&mut block)? > 0 {}
    Ok(())
}

/// Writes the same numbers in another layout.
pub fn lay_out(variant: Variant, from: &Path, to: &Path) -> io::Result<()> {
    let mut input = File::open(from)?;
    let file = File::create(to)?;
    let mut out = BufWriter::with_capacity(1 << 20, &file);
    let mut block = vec![0; 1 << 20];
    let mut before = b' ';
    loop {
        let got = input.read(&mut block)?;
        if got == 0 {
            break;
        }
        for &byte in &block[..got] {
            match variant {
                Variant::Crlf if byte == b'\n' => out.write_all(b"\r\n")?,
                Variant::DoubledSpaces if byte == b' ' => out.write_all(b"  ")?,
                Variant::LeadingZeros if byte.is_ascii_digit() && !before.is_ascii_digit() => {
                    out.write_all(&[b'0', b'0', b'0', byte])?;
                }
                _ => out.write_all(&[byte])?,
            }
            before = byte;
        }
    }
    out.flush()?;
    drop(out);
    file.sync_all()?;
    read_anew(&File::open(to)?)
}

/// A hash of everything that can be read.
pub fn hash(from: &mut impl Read) -> io::Result<u64> {
    let mut block = vec![0; 1 << 20];
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    loop {
        // Whole blocks, so that the hash does not depend on how the bytes come.
        let mut filled = 0;
        while filled < block.len() {
            match from.read(&mut block[filled..])? {
                0 => break,
                got => filled += got,
            }
        }
        let (words, rest) = block[..filled].as_chunks::<8>();
        let words = words.iter().map(|&word| u64::from_le_bytes(word));
        for word in words.chain(rest.iter().map(|&byte| u64::from(byte))) {
            hash = (hash ^ word).wrapping_mul(0x0100_0000_01b3).rotate_left(29);
        }
        if filled < block.len() {
            return Ok((hash ^ filled as u64).wrapping_mul(0x0100_0000_01b3));
        }
    }
}
