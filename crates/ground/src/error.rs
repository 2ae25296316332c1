//! Errors of texts and of files.

use std::error::Error;
use std::fmt::{self, Display};
use std::io;

/// The reason why a value, or a text that should be one, is refused: a lowercase fragment without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ValueError(String);

impl<Text: Into<String>> From<Text> for ValueError {
    fn from(text: Text) -> Self {
        Self(text.into())
    }
}

/// Passes over a failure that cannot occur, or on which nothing depends: of cleaning up, or of a hint to the system or the user.
pub fn best_effort<T, E>(_: Result<T, E>) {}

/// Returns an error of a file's content.
pub fn malformed(file: &str, why: impl Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("{file}: {why}"))
}

/// An error of the system with the file, the entry of an archive or the step in which it occurred.
#[derive(Debug)]
struct Named {
    place: String,
    error: io::Error,
}

impl Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.error)
    }
}

impl Error for Named {
    /// The text ends with that of the error, so a printed chain goes on with the error's own source and says nothing twice.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.error.source()
    }
}

/// Names the place in which an error of the system occurred; [`unnamed`] finds that error again. Its kind stays.
pub fn named(place: impl Display) -> impl FnOnce(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), Named { place: place.to_string(), error })
}

/// Returns the error of the system itself, without the places that [`named`] added.
pub fn unnamed(mut error: &io::Error) -> &io::Error {
    while let Some(Named { error: inner, .. }) = error.get_ref().and_then(|inner| inner.downcast_ref()) {
        error = inner;
    }
    error
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_named_error_has_its_kind_and_source_and_a_chain_says_each_text_once() {
        #[derive(Debug, thiserror::Error)]
        #[error("damaged")]
        struct Damaged(#[source] ValueError);

        let error = io::Error::new(io::ErrorKind::InvalidData, Damaged("line 1".into()));
        let error = named("an archive")(named("an entry")(error));
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        assert!(matches!(unnamed(&error).get_ref(), Some(inner) if inner.is::<Damaged>()));
        let chain = std::iter::successors(Some(&error as &dyn Error), |&error| error.source());
        let chain: Vec<String> = chain.map(ToString::to_string).collect();
        assert_eq!(chain, ["an archive: an entry: damaged", "line 1"]);
        assert_eq!(unnamed(&named("a file")(io::Error::from_raw_os_error(5))).raw_os_error(), Some(5));
    }
}
