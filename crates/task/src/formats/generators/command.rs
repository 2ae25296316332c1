//! Commands that make inputs, and their seeds.

use sha2::{Digest, Sha512};

/// A command with a place for a seed.
#[derive(Clone, Debug, PartialEq)]
pub struct Command {
    before: String,
    /// What follows the seed; `None` where it has no place.
    after: Option<String>,
    seed: u32,
    retries: u32,
}

impl Command {
    /// Reads a command, the `number`th of its rule.
    pub(super) fn new(text: &str, (salt, retries): (&str, u32), number: i64) -> Result<Self, &'static str> {
        let text = text.trim();
        if text.is_empty() {
            return Err("the command is empty");
        }
        let of_count = if number == 1 { String::new() } else { format!(":{}", number - 1) };
        let digest = Sha512::digest(format!("{salt}{of_count}{text}"));
        let seed = digest.last_chunk().map_or(0, |last| u32::from_be_bytes(*last));
        let (before, after) = around_seed(&text.replace("{name}", "testcase"))?;
        Ok(Self { before, after, seed, retries })
    }

    /// Returns it with the seed of each try: the first that succeeds makes the input. Without a place for one, there is one try.
    pub fn tries(&self) -> impl Iterator<Item = String> {
        let tries = if self.after.is_some() { self.retries } else { 1 };
        (0..tries).map(|retry| match &self.after {
            Some(after) => format!("{}{}{after}", self.before, self.seed.wrapping_add(retry) % (1 << 31)),
            None => self.before.clone(),
        })
    }
}

/// Returns the place of the seed in a command: what is before it, and what follows.
fn around_seed(text: &str) -> Result<(String, Option<String>), &'static str> {
    let mut parts = text.split("{seed");
    let mut before = parts.next().unwrap_or_default().to_owned();
    let mut after: Option<String> = None;
    for part in parts {
        match part.split_once('}') {
            Some((own, rest)) if own.is_empty() || own.strip_prefix(':').is_some_and(is_digits) => {
                if after.replace(rest.to_owned()).is_some() {
                    return Err("a command has {seed} once");
                }
            }
            _ => {
                let end = after.as_mut().unwrap_or(&mut before);
                end.push_str("{seed");
                end.push_str(part);
            }
        }
    }
    Ok((before, after))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
