//! Command lines that a user can type again, whatever bytes their words have.

use std::ffi::OsStr;

use itertools::Itertools as _;

use nim_ground::append::Append as _;
use nim_ground::visible;

/// Returns words as a command line of a shell.
pub fn line(words: impl IntoIterator<Item = impl AsRef<OsStr>>) -> String {
    words.into_iter().map(quoted).join(" ")
}

/// Returns a word in the form that a shell reads: as `$'…'` if it is no text, or one that a terminal would not show unchanged.
pub fn quoted(word: impl AsRef<OsStr>) -> String {
    let word = word.as_ref();
    if let Some(text) = word.to_str().filter(|text| visible::line(text) == *text) {
        return shell_words::quote(text).into_owned();
    }
    let mut quoted = "$'".to_owned();
    for byte in word.as_encoded_bytes() {
        match byte {
            b'\'' | b'\\' => quoted.extend(['\\', char::from(*byte)]),
            b' '..=b'~' => quoted.push(char::from(*byte)),
            // The code always has three digits, so that a following digit does not belong to it.
            _ => write!(quoted, "\\{byte:03o}"),
        }
    }
    quoted + "'"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(line(["toolkit", "stress", "a b", "it's"]), "toolkit stress 'a b' 'it'\\''s'");
        assert_eq!(quoted(OsStr::new("é.cpp")), "é.cpp");
        assert_eq!(quoted(OsStr::new("a\u{202e}'b")), "$'a\\342\\200\\256\\'b'");
    }

    #[cfg(unix)]
    #[test]
    fn a_word_that_is_no_text_is_read_by_a_shell_as_it_is() {
        use std::os::unix::ffi::OsStrExt as _;
        let word = b"s\xf6l '\\\n7\xff0.cpp";
        let command = format!("printf %s {}", quoted(OsStr::from_bytes(word)));
        // Without bash, the assertions above must suffice.
        if let Ok(output) = std::process::Command::new("bash").args(["-c", &command]).output() {
            assert_eq!(output.stdout, word);
        }
    }
}
