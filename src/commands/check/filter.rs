//! The regular expression of `--filter`; its errors are shown like those of inputs.

use std::error::Error;
use std::fmt;

use regex::Regex;

use nim_io::Location;
use nim_io::text::Excerpt;

/// An error in a regular expression.
#[derive(Clone, Debug)]
pub struct FilterError {
    reason: String,
    /// The place of the error, unless the expression is too large.
    place: Option<(Location, Excerpt)>,
}

impl fmt::Display for FilterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)?;
        let Some((at, excerpt)) = &self.place else { return Ok(()) };
        writeln!(f)?;
        excerpt.print(f, "<regex>", *at)
    }
}

impl Error for FilterError {}

/// Reads a regular expression.
pub fn parse(text: &str) -> Result<Regex, FilterError> {
    Regex::new(text).map_err(|error| {
        let (reason, span) = match regex_syntax::parse(text) {
            Err(regex_syntax::Error::Parse(error)) => (error.kind().to_string(), *error.span()),
            Err(regex_syntax::Error::Translate(error)) => (error.kind().to_string(), *error.span()),
            _ => return FilterError { reason: error.to_string(), place: None },
        };
        let (start, end) = (span.start.offset, span.end.offset);
        let excerpt = Excerpt::around(text.as_bytes(), start, end - start, true);
        let at = Location::START.after(&text.as_bytes()[..start]);
        FilterError { reason, place: Some((at, excerpt)) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_show_the_place_as_those_of_inputs_do() {
        let error = parse("a(b").unwrap_err().to_string();
        assert_eq!(error, "unclosed group\n --> <regex>:1:2\n  |\n1 | a(b\n  |  ^");
        assert_eq!(parse("a{99999}{99999}").unwrap_err().to_string().lines().count(), 1);
        assert!(parse("^(john|matches)/").is_ok());
    }
}
