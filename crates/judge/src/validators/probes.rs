//! Malformed inputs that validators should refuse, made of an input of the package in the way of problemtools.

use std::time::Duration;

use itertools::Itertools;

use super::{Validators, key_of, refusal};
use crate::author_calls::AuthorCalls;
use crate::error::Result;
use crate::trusted::{LIMITS, TrustedPrograms};
use nim_ground::content::Content;
use nim_ground::interruption;
use nim_ground::limits::Limits;
use nim_ground::random::Random;
use nim_task::layout::Test;

/// The folder of the cache with the malformed inputs that were accepted.
const PROBED: &str = "probed";
/// The largest input that others are made of.
const LARGEST: u64 = 1 << 20;
/// The limits of a validator on a malformed input, which it may read for ever.
const SHORT: Limits = Limits { cpu: Duration::from_secs(2), wall: Duration::from_secs(10), ..LIMITS };

/// Returns a warning if the validators of the first test with a small input accept malformed inputs.
///
/// # Errors
/// When an input cannot be read, or a signal ends the command.
pub fn warning(programs: TrustedPrograms<'_>, tests: &[&Test]) -> Result<Option<String>> {
    let mut validated = tests.iter().filter(|test| !test.validators.is_empty());
    let small = validated.find_map(|test| match test.input.size() {
        Ok(size) => (size <= LARGEST).then_some(Ok(*test)),
        Err(error) => Some(Err(error)),
    });
    let Some(test) = small.transpose()? else { return Ok(None) };
    let key = key_of(programs, &[test])?;
    let accepted = match key.kept(PROBED) {
        Some(kept) => String::from_utf8_lossy(&kept).into_owned(),
        None => {
            let validators = Validators::build(&[test], programs);
            let accepted = validators.accepted(programs, test)?.join(", ");
            if validators.notes.is_empty() && programs.hides_files()? {
                key.keep(PROBED, accepted.as_bytes());
            }
            accepted
        }
    };
    Ok((!accepted.is_empty()).then(|| format!("the input validators accept {} with {accepted}", test.name)))
}

impl Validators {
    /// Returns the changes that make malformed inputs of a test's which all of its validators accept.
    fn accepted(&self, programs: TrustedPrograms<'_>, test: &Test) -> Result<Vec<&'static str>> {
        let mut accepted = Vec::new();
        if self.is_empty() {
            return Ok(accepted);
        }
        let calls = AuthorCalls::new(programs);
        for (change, malformed) in malformed(&test.input.bytes()?) {
            let input = Content::from(malformed);
            let test = Test { input: input.clone(), ..test.clone() };
            let mut is_accepted = true;
            for call in &test.validators {
                let Some(built) = self.built.get(&call.program).filter(|_| is_accepted) else { continue };
                // A validator that crashes refuses the input, too.
                is_accepted = matches!(refusal(&calls, call, built, &test, &input, &SHORT), Ok(None));
                interruption::check()?;
            }
            accepted.extend(is_accepted.then_some(change));
        }
        Ok(accepted)
    }
}

/// Returns malformed inputs made of a well-formed one, each with the change that makes it.
fn malformed(text: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let mut probes = vec![
        ("nothing in it", Vec::new()),
        ("random bytes in its place", random()),
        ("leading zeros", with_zeros(text)),
        ("spaces at the ends of lines", replaced(text, b'\n', b" \n")),
        ("doubled spaces", replaced(text, b' ', b"  ")),
        ("empty lines", replaced(text, b'\n', b"\n\n")),
        ("\\r\\n at the ends of lines", replaced(text, b'\n', b"\r\n")),
        ("no end of the last line", text.strip_suffix(b"\n").unwrap_or(text).to_vec()),
        ("more text at its end", [text, b"x 1\n"].concat()),
    ];
    probes.retain(|(_, malformed)| malformed != text);
    probes
}

/// Returns random bytes, the same in every run.
fn random() -> Vec<u8> {
    const WORDS: usize = 128;
    let mut random = Random::new(42);
    std::iter::repeat_with(|| random.bits().to_be_bytes()).take(WORDS).flatten().collect()
}

/// Returns a text with other bytes in place of a byte.
fn replaced(text: &[u8], byte: u8, by: &[u8]) -> Vec<u8> {
    Itertools::intersperse(text.split(|&own| own == byte), by).flatten().copied().collect()
}

/// Returns a text with zeros before each word that is an integer.
fn with_zeros(text: &[u8]) -> Vec<u8> {
    let mut changed = Vec::with_capacity(2 * text.len());
    for word in text.split_inclusive(u8::is_ascii_whitespace) {
        let (sign, digits) = word.split_at(usize::from(word.starts_with(b"-")));
        let own = digits.trim_ascii_end();
        changed.extend(sign);
        if !own.is_empty() && own.iter().all(u8::is_ascii_digit) {
            changed.extend(b"000000000");
        }
        changed.extend(digits);
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_are_changed_in_each_way_that_makes_a_difference() {
        let found: Vec<(&str, String)> = malformed(b"2\n-3 a1 0\n")
            .into_iter()
            .map(|(change, malformed)| (change, String::from_utf8_lossy(&malformed).into_owned()))
            .filter(|(change, _)| *change != "random bytes in its place")
            .collect();
        let wanted = [
            ("nothing in it", ""),
            ("leading zeros", "0000000002\n-0000000003 a1 0000000000\n"),
            ("spaces at the ends of lines", "2 \n-3 a1 0 \n"),
            ("doubled spaces", "2\n-3  a1  0\n"),
            ("empty lines", "2\n\n-3 a1 0\n\n"),
            ("\\r\\n at the ends of lines", "2\r\n-3 a1 0\r\n"),
            ("no end of the last line", "2\n-3 a1 0"),
            ("more text at its end", "2\n-3 a1 0\nx 1\n"),
        ];
        assert_eq!(found, wanted.map(|(change, text)| (change, text.to_owned())));
        let of_nothing: Vec<&str> = malformed(b"").into_iter().map(|(change, _)| change).collect();
        assert_eq!(of_nothing, ["random bytes in its place", "more text at its end"]);
        assert!(random().iter().any(|byte| !byte.is_ascii()));
    }
}
