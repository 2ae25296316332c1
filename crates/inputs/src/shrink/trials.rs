//! The inputs that are tried while one is shrunk.

use std::collections::HashSet;
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};
use std::time::Instant;

/// Returns whether an input has the property; `None` if no time is left.
pub type Property<'a> = dyn FnMut(&[u8]) -> Option<bool> + 'a;

/// Tries inputs until a deadline, none of them twice.
pub(super) struct Trials<'s, 'p> {
    deadline: Instant,
    /// The hashes of inputs that do not have the property.
    without: HashSet<u64>,
    pub tried: usize,
    pub is_out_of_time: bool,
    has: &'s mut Property<'p>,
}

impl<'s, 'p> Trials<'s, 'p> {
    pub fn new(deadline: Instant, has: &'s mut Property<'p>) -> Self {
        Self { deadline, without: HashSet::new(), tried: 0, is_out_of_time: false, has }
    }

    pub fn is_over(&mut self) -> bool {
        self.is_out_of_time |= Instant::now() > self.deadline;
        self.is_out_of_time
    }

    /// Returns whether an input has the property; false if it was tried before, or no time is left.
    pub fn has(&mut self, text: &[u8]) -> bool {
        let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(text);
        if self.is_over() || self.without.contains(&hash) {
            return false;
        }
        self.tried += 1;
        let has = (self.has)(text);
        match has {
            Some(true) => {}
            Some(false) => _ = self.without.insert(hash),
            None => self.is_out_of_time = true,
        }
        has == Some(true)
    }
}
