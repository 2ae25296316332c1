//! The inputs: made from a seed, kept on disk, made anew when they are not what was made.

use crate::shapes::{self, Param};
use anyhow::Context;
use rustix::fs::{Advice, fadvise};
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// An input as it can be made again.
pub enum Recipe {
    /// A sample of the test data.
    Sample(&'static str),
    /// Random numbers of a problem, within these parameters.
    Random { slug: &'static str, params: Vec<Param> },
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

impl Recipe {
    fn write(&self, file: &mut File) -> anyhow::Result<()> {
        match self {
            Self::Sample(path) => {
                let sample = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata").join(path))?;
                file.write_all(&sample)?;
            }
            Self::Random { slug, params } => shapes::write(slug, params, file)?,
        }
        Ok(())
    }

    fn name(&self) -> String {
        match self {
            Self::Sample(path) => path.replace('/', "-"),
            Self::Random { slug, params } => {
                let params = params.iter();
                let params = params.map(|(key, range)| format!("-{key}-{}-{}", range.start(), range.end()));
                params.fold((*slug).to_owned(), |name, part| name + &part)
            }
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
            let mut file = File::create(&path).with_context(|| path.display().to_string())?;
            self.write(&mut file)?;
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
