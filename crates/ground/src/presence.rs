//! Whether something is at a path. Absent means that the system says so; every other failure is an error that names the path.

use super::error::named;
use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::path::Path;

/// Returns what the system says of a path, links followed; `None` if nothing is there.
///
/// # Errors
/// When the path cannot be looked at, or is a link to nothing: data that was not fetched is not absent.
pub fn find(path: &Path) -> io::Result<Option<Metadata>> {
    let found = absent_is_none(fs::metadata(path), path)?;
    if found.is_none() && find_link(path)?.is_some() {
        return Err(named(path.display())(io::Error::new(ErrorKind::NotFound, "is a link to nothing")));
    }
    Ok(found)
}

/// Returns what the system says of a path, of a link itself; `None` if nothing is there.
///
/// # Errors
/// When the path cannot be looked at.
pub fn find_link(path: &Path) -> io::Result<Option<Metadata>> {
    absent_is_none(fs::symlink_metadata(path), path)
}

/// Returns whether a regular file is at a path, links followed.
///
/// # Errors
/// As for [`find`].
pub fn is_file(path: &Path) -> io::Result<bool> {
    Ok(find(path)?.is_some_and(|found| found.is_file()))
}

/// Returns whether a folder is at a path, links followed.
///
/// # Errors
/// As for [`find`].
pub fn is_folder(path: &Path) -> io::Result<bool> {
    Ok(find(path)?.is_some_and(|found| found.is_dir()))
}

/// Returns a result for a path; `None` for the two errors with which a system says that nothing is there.
///
/// # Errors
/// Every other error, with the path.
pub fn absent_is_none<T>(result: io::Result<T>, path: &Path) -> io::Result<Option<T>> {
    match result {
        Ok(found) => Ok(Some(found)),
        // Below a file there can be nothing.
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
        Err(error) => Err(named(path.display())(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_not_there_is_absent() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        fs::write(path("file"), "x").expect("a file");
        assert!(is_file(&path("file")).expect("a file") && is_folder(folder.path()).expect("a folder"));
        assert!(find(&path("none")).expect("none").is_none());
        assert!(find(&path("file/below")).expect("none below a file").is_none());
        let long = find(&path(&"x".repeat(4000))).expect_err("a name that no file can have");
        assert!(long.to_string().contains("xxx"), "{long}");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_nothing_is_not_absent() {
        let folder = tempfile::tempdir().expect("a folder");
        let link = folder.path().join("link");
        std::os::unix::fs::symlink("nothing", &link).expect("a link");
        assert!(find(&link).is_err() && is_file(&link).is_err());
        assert!(find_link(&link).expect("a link").is_some());
    }
}
