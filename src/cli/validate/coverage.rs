//! What several inputs cover together: the bounds that they reach, and which of them are the same.

use std::collections::BTreeMap;

use nim_inputs::Description;
use nim_inputs::reached::{NeverReached, Reached};
use nim_inputs::strict::Reading;
use nim_io::Whole;

/// Bytes that are hashed before their memory is released.
const PART: usize = 2 << 20;

/// What several inputs cover together.
pub struct Coverage {
    reached: Reached,
    /// The names of inputs by their contents.
    contents: BTreeMap<[u8; 32], Vec<String>>,
}

impl Coverage {
    /// No input is covered yet.
    pub fn new(description: &Description) -> Self {
        Self { reached: Reached::new(description), contents: BTreeMap::new() }
    }

    /// Adds an input.
    pub fn add(&mut self, name: &str, whole: &Whole, reading: &Reading) {
        self.reached.add(reading);
        let mut hasher = blake3::Hasher::new();
        for (part, bytes) in whole.chunks(PART).enumerate() {
            hasher.update(bytes);
            whole.release(part * PART..part * PART + bytes.len());
        }
        self.contents.entry(*hasher.finalize().as_bytes()).or_default().push(name.to_owned());
    }

    /// Returns the bounds that no input reaches.
    pub fn never_reached(&self) -> Vec<NeverReached> {
        self.reached.never()
    }

    /// Returns the names of inputs with the same contents.
    pub fn same(&self) -> Vec<Vec<String>> {
        let mut same: Vec<_> = self.contents.values().filter(|names| names.len() > 1).cloned().collect();
        same.sort();
        same
    }
}
