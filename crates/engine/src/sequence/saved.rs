//! Values of a game as text, to be kept in a file.
//!
//! ```text
//! toolkit sg values 2
//! game 0.6
//! values 8
//! blake3 0123…
//! 0 0 1 2 0 1 2 3
//! ```
//!
//! There are 64 values on a line, with single spaces between them. The BLAKE3 hash covers everything but its own line. It finds
//! damage, not forgery: anybody can compute it. That is why values that are read prove nothing (see
//! [`Sequence::resume`](super::source::Sequence::resume)), and are [rechecked](recheck) by the definition, all of them or at random
//! places.

use std::hash::{BuildHasher, RandomState};

use itertools::Itertools as _;

use super::definition::{Definition, longest_play};
use crate::theory::refusal::{Refusal, Unanswerable};
use crate::theory::watch::{Steps, Watch};

/// The first line, with the version of the format.
pub const MAGIC: &str = "toolkit sg values 2";
/// The number of values on a line.
const ROW: usize = 64;

sentences! {
    /// An error in a text of saved values; lines count from 1.
    SavedError {
        Line(line: usize, why: String) = "line {line}: {why}";
        Game(game: String) = "the values are those of {game}";
    }
}

/// Returns the text of a file with these values.
pub fn write(game: &str, values: &[u64]) -> String {
    let (head, rows) = (head(game, values.len()), rows(values));
    let hash = hash(&head, &rows);
    format!("{head}blake3 {hash}\n{rows}")
}

/// Returns whether saved values may begin with these bytes.
pub fn is_begun(bytes: &[u8]) -> bool {
    bytes.iter().zip(MAGIC.as_bytes()).all(|(found, expected)| found == expected)
}

fn head(game: &str, count: usize) -> String {
    format!("{MAGIC}\ngame {game}\nvalues {count}\n")
}

fn rows(values: &[u64]) -> String {
    values.chunks(ROW).map(|row| row.iter().join(" ") + "\n").collect()
}

fn hash(head: &str, rows: &str) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(head.as_bytes()).update(rows.as_bytes());
    hasher.finalize().to_hex().to_string()
}

/// Returns the values that a text holds for a game.
///
/// # Errors
/// [`SavedError`], unless the text is exactly the one that [`write()`] makes of values that a heap may have.
pub fn read(game: &str, text: &str) -> Result<Vec<u64>, SavedError> {
    let wrong = SavedError::Line;
    let mut lines = text.lines();
    let mut field = |line: usize, name: &str| match lines.next().and_then(|found| found.strip_prefix(name)) {
        Some(value) => Ok(value),
        None => Err(wrong(line, format!("expected `{name}`"))),
    };
    if !field(1, MAGIC)?.is_empty() {
        return Err(wrong(1, format!("expected `{MAGIC}`")));
    }
    let saved = field(2, "game ")?;
    if saved != game {
        return Err(SavedError::Game(saved.to_owned()));
    }
    let (count, claimed) = (field(3, "values ")?, field(4, "blake3 ")?);
    let mut values: Vec<u64> = Vec::new();
    for (line, row) in (5..).zip(lines) {
        for token in row.split(' ') {
            let value = token
                .parse()
                .map_err(|_| wrong(line, format!("expected a value, found {}", shortened(token))))?;
            if value > longest_play(values.len() as u64) {
                return Err(wrong(line, format!("heap {} cannot have the value {value}", values.len())));
            }
            values.push(value);
        }
    }
    if *count != *values.len().to_string() {
        return Err(wrong(3, format!("expected {} values, found {}", shortened(count), values.len())));
    }
    // The hash finds every other difference.
    if *claimed != *hash(&head(game, values.len()), &rows(&values)) || text != write(game, &values) {
        return Err(wrong(4, "the values do not agree with the hash here".to_owned()));
    }
    Ok(values)
}

fn shortened(text: &str) -> String {
    let shown: String = text.chars().take(24).collect();
    if shown.len() < text.len() { format!("{shown:?}…") } else { format!("{shown:?}") }
}

/// The most options visited to recheck values: a second or two.
const RECHECKED: u64 = 200_000_000;

/// Checks the values of the heaps 0, `stretch`, twice `stretch`, … against the definition: all of them where that takes a second,
/// else at random places.
///
/// Returns the number of values checked.
///
/// # Errors
/// [`Refusal::Interrupted`]; or the first heap found whose value is not that of the definition.
pub fn recheck(
    definition: &dyn Definition,
    values: &[u64],
    stretch: u64,
    watch: &mut Watch<'_>,
) -> Result<u64, Refusal> {
    let len = values.len() as u64;
    let mut steps = Steps::new(watch, len, "values checked");
    let mut check = |n: u64| {
        let value = definition.defined_value(n, stretch, values, &mut steps)?;
        steps.step(64)?;
        if values.get(n as usize) == Some(&value) {
            return Ok(());
        }
        Err(Unanswerable::OtherValueByDefinition(n.saturating_mul(stretch), value).into())
    };
    if definition.total_options(len, stretch) <= RECHECKED {
        return (0..len).try_for_each(check).map(|()| len);
    }
    let random = RandomState::new();
    let (mut checked, mut spent) = (0, 0_u64);
    while checked < len && spent < RECHECKED {
        let n = random.hash_one(checked) % len;
        check(n)?;
        spent = spent.saturating_add(definition.options_count(n, stretch).max(64));
        checked += 1;
    }
    Ok(checked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn values_are_written_and_read() {
        for len in [0, 1, 63, 64, 65, 300] {
            let values: Vec<u64> = (0..len).map(|n| n % 7).map(|n| n.min(len / 2)).collect();
            let values: Vec<u64> = values.iter().enumerate().map(|(n, &v)| v.min(n as u64)).collect();
            assert_eq!(read("0.6", &write("0.6", &values)), Ok(values));
        }
    }

    #[test]
    fn a_value_that_no_heap_can_have_is_refused() {
        assert!(read("0.6", &write("0.6", &[0, 3])).is_err());
        assert!(read("0.6", &write("0.6", &[1])).is_err());
    }

    #[test]
    fn another_game_is_named() {
        assert_eq!(read("0.7", &write("0.6", &[0])), Err(SavedError::Game("0.6".to_owned())));
    }

    proptest! {
        #[test]
        fn damage_is_found_and_never_a_panic(
            values in prop::collection::vec(0_u64..3, 1..200),
            cut in any::<prop::sample::Index>(),
            put in prop::collection::vec(any::<char>(), 0..4),
            drop in 0_usize..70,
        ) {
            let values: Vec<u64> = values.iter().enumerate().map(|(n, &value)| value.min(n as u64)).collect();
            let text = write("0.6", &values);
            let at = cut.index(text.len() + 1);
            let end = (at + drop).min(text.len());
            let changed = format!("{}{}{}", &text[..at], put.into_iter().collect::<String>(), &text[end..]);
            prop_assume!(changed != text);
            prop_assert!(read("0.6", &changed).is_err());
        }

        #[test]
        fn any_text_is_no_panic(text in ".{0,200}") {
            let _ = read("0.6", &text);
            let _ = read("0.6", &format!("{MAGIC}\ngame 0.6\n{text}"));
        }
    }
}
