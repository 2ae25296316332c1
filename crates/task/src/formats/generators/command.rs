//! Commands that make inputs, and their seeds.

use sha2::{Digest, Sha512};

use crate::Error;
use crate::layout::test_source::{Run, SEED, Seeds};
use nim_ground::folder::is_below;

/// Reads a command, the `number`th of its rule; its program is a name below `generators`.
pub fn read(text: &str, salt: &str, retries: u32, number: i64) -> Result<Run, Error> {
    let text = text.trim();
    let marked = with_marked_seed(&text.replace("{name}", "testcase"))?;
    let words = shell_words::split(&marked).map_err(|error| malformed(&format!("{text}: {error}")))?;
    match words.split_first() {
        None => Err(malformed("the command is empty")),
        Some((name, _)) if !is_below(name) => Err(malformed(&format!("{name} is not below generators"))),
        Some((name, args)) => {
            let seeds = marked
                .contains(SEED)
                .then(|| Seeds { first: first_seed(text, salt, number), more: retries - 1 });
            Ok(Run { seeds, ..Run::new(name, name, args.to_vec()) })
        }
    }
}

/// Returns the seed of the first try.
fn first_seed(text: &str, salt: &str, number: i64) -> u32 {
    let of_count = if number == 1 { String::new() } else { format!(":{}", number - 1) };
    let digest = Sha512::digest(format!("{salt}{of_count}{text}"));
    digest.last_chunk().map_or(0, |last| u32::from_be_bytes(*last))
}

/// Returns a command with [`SEED`] in place of `{seed}`, which may occur once.
fn with_marked_seed(text: &str) -> Result<String, Error> {
    let mut parts = text.split("{seed");
    let mut marked = parts.next().unwrap_or_default().to_owned();
    if text.contains(SEED) {
        return Err(malformed("a command has no NUL"));
    }
    for part in parts {
        match part.split_once('}') {
            Some((own, rest)) if own.is_empty() || own.strip_prefix(':').is_some_and(is_digits) => {
                if marked.contains(SEED) {
                    return Err(malformed("a command has {seed} once"));
                }
                marked.push(SEED);
                marked.push_str(rest);
            }
            _ => {
                marked.push_str("{seed");
                marked.push_str(part);
            }
        }
    }
    Ok(marked)
}

fn malformed(why: &str) -> Error {
    Error::Malformed(why.to_owned())
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
