//! What an ordinary run takes of tests that are long: a fixed part, with every kind of check in it, so that a failure is there again
//! tomorrow. `TURN` takes another part, and `TOOLKIT_TEST_ALL=1` runs them whole.

use std::env;
use std::io::{self, Write};

/// Whether the tests run whole, however long that takes.
pub fn is_whole() -> bool {
    env::var_os("TOOLKIT_TEST_ALL").is_some()
}

/// Everything in a whole run, else the first and every so many behind it.
pub fn part<T>(all: impl IntoIterator<Item = T>, every: usize) -> impl Iterator<Item = T> {
    all.into_iter().step_by(if is_whole() { 1 } else { every })
}

/// Everything in a whole run, else what has its turn of so many turns: the first, or that of `TURN`.
pub fn turn<T>(all: impl IntoIterator<Item = T>, turns: usize) -> impl Iterator<Item = T> {
    let turn: usize = env::var("TURN").ok().and_then(|turn| turn.parse().ok()).unwrap_or_default();
    let skipped = if is_whole() { 0 } else { turn % turns };
    part(all.into_iter().skip(skipped), turns)
}

/// Whether a test, or a part of it, is left to whole runs, which is said.
pub fn is_skipped(what: &str) -> bool {
    let is_skipped = !is_whole();
    if is_skipped {
        // Not by a macro, whose text the test harness would keep to itself.
        let _ = writeln!(io::stderr(), "skipped: {what}: only with TOOLKIT_TEST_ALL=1");
    }
    is_skipped
}
