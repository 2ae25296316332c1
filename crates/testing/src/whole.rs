//! The part of long tests that an ordinary run executes: a fixed part, with every kind of check in it, so that a failure repeats tomorrow.
//! `TURN` selects another part, and `TOOLKIT_TEST_ALL=1` runs the tests whole.

use std::env;
use std::io::{self, Write};

/// Whether the tests run whole, however long that takes.
pub fn is_whole() -> bool {
    env::var_os("TOOLKIT_TEST_ALL").is_some()
}

/// Returns all items in a whole run, otherwise the first and every `every`-th after it.
pub fn part<T>(all: impl IntoIterator<Item = T>, every: usize) -> impl Iterator<Item = T> {
    all.into_iter().step_by(if is_whole() { 1 } else { every })
}

/// Returns the number in `TURN`, which chooses the part that an ordinary run takes; 0 without it.
pub fn turn_number() -> usize {
    parse_turn(env::var("TURN").ok().as_deref())
}

fn parse_turn(turn: Option<&str>) -> usize {
    turn.and_then(|turn| turn.parse().ok()).unwrap_or_default()
}

/// Returns all items in a whole run, otherwise every `turns`-th item, beginning with the first or by `TURN`.
pub fn turn<T>(all: impl IntoIterator<Item = T>, turns: usize) -> impl Iterator<Item = T> {
    let skipped = if is_whole() { 0 } else { turn_number() % turns };
    part(all.into_iter().skip(skipped), turns)
}

/// Returns whether a test, or a part of it, is left to whole runs, and says so.
pub fn is_skipped(what: &str) -> bool {
    let is_skipped = !is_whole();
    if is_skipped {
        // Not by a macro, whose text the test harness would keep to itself.
        let _ = writeln!(io::stderr(), "skipped: {what}: only with TOOLKIT_TEST_ALL=1");
    }
    is_skipped
}

#[cfg(test)]
mod tests {
    use super::parse_turn;

    /// Only `TURN` chooses the part, not the date, so that a bisect over midnight runs the same tests.
    #[test]
    fn the_part_is_fixed_unless_turn_says_otherwise() {
        assert_eq!(parse_turn(None), 0);
        assert_eq!(parse_turn(Some("6")), 6);
    }
}
