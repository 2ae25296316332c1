//! Numbers from one text to another, as they would be written: one space between two, no leading zeros.

use super::token::is_space;

/// Where in a text of numbers a copy stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tidy {
    /// The byte before is white space, or it is the beginning.
    pub(super) between: bool,
    /// The bytes before are zeros that were left out.
    pub(super) zeros: bool,
}

impl Tidy {
    /// The beginning of a text.
    pub(super) const START: Self = Self { between: true, zeros: false };

    /// Copies at most `most` bytes of `text`, which has numbers and white space only, and says how many were used and how
    /// many written. Each byte takes at most one.
    pub(super) fn copy(&mut self, text: &[u8], most: usize, room: &mut [u8]) -> (usize, usize) {
        let used = most.min(text.len());
        let mut written = 0;
        for at in 0..used {
            let byte = text[at];
            let space = is_space(byte);
            let next_is_digit = text.get(at + 1).is_some_and(u8::is_ascii_digit);
            let zero = byte == b'0' && (self.between || self.zeros) && next_is_digit;
            room[written] = if space { b' ' } else { byte };
            written += usize::from(!(zero || space && self.between));
            *self = Self { between: space, zeros: zero };
        }
        (used, written)
    }
}

#[cfg(test)]
mod tests {
    use super::super::token::{Kernel, Simd};
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn copies_are_what_the_numbers_are_written_as(
            tokens in prop::collection::vec("0{0,70}[0-9]{1,12}|0|00", 1..60),
            gaps in prop::collection::vec("[ \t\r\n\x0b\x0c]{1,3}| ", 60),
            before: bool,
            behind: bool,
            most in 1usize..200,
        ) {
            let mut text = String::new();
            for (n, (token, gap)) in tokens.iter().zip(&gaps).enumerate() {
                if n > 0 || before {
                    text += gap;
                }
                text += token;
            }
            let mut expected: Vec<String> = tokens.iter().map(|token| {
                let digits = token.trim_start_matches('0');
                if digits.is_empty() { "0".to_owned() } else { digits.to_owned() }
            }).collect();
            if behind {
                text += "\n \n";
                expected.push(String::new());
            }
            for (name, kernel) in Simd::NAMES.into_iter().filter_map(|(name, simd)| Some((name, Kernel::new(simd)?))) {
                let (mut tidy, mut at, mut found) = (Tidy::START, 0, Vec::new());
                while at < text.len() {
                    let mut room = vec![0; most + 64];
                    let (used, written) = kernel.tidy(&mut tidy, &text.as_bytes()[at..], most, &mut room);
                    found.extend_from_slice(&room[..written]);
                    at += used;
                }
                prop_assert_eq!(String::from_utf8_lossy(&found), expected.join(" "), "{}", name);
            }
        }
    }
}
