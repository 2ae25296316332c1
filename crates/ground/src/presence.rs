//! Whether something is at a path. Absent means that the system says so; every other failure is an error that names the path.

use super::error::named;
use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Returns the metadata of a path, links followed; `None` if nothing is there.
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

/// Returns the metadata of a path, of a link itself; `None` if nothing is there.
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

/// Returns whether a word of a command is the path of a regular file, as [`reachable`] finds it.
///
/// # Errors
/// When the path cannot be looked at.
pub fn names_file(word: &Path) -> io::Result<bool> {
    Ok(reachable(fs::metadata(word), word)?.is_some_and(|found| found.is_file()))
}

/// Returns a result for a word of a command. A word need be no path: one that no file can have, or that leads where this user, and so
/// its program, cannot look, is `None`.
///
/// # Errors
/// Every other error, with the path.
pub fn reachable<T>(result: io::Result<T>, word: &Path) -> io::Result<Option<T>> {
    use ErrorKind::{InvalidFilename, InvalidInput};
    match absent_is_none(result, word) {
        Err(error) if matches!(error.kind(), InvalidFilename | InvalidInput) => Ok(None),
        Err(error) if is_denied(&error, word) => Ok(None),
        found => found,
    }
}

/// Returns whether an error says that this user may not look at a path, or read the file there. The system is asked a second time: a
/// refusal that does not last has another reason than the permissions.
pub fn is_denied(error: &io::Error, path: &Path) -> bool {
    error.kind() == ErrorKind::PermissionDenied && is_unreadable(path)
}

#[cfg(unix)]
fn is_unreadable(path: &Path) -> bool {
    rustix::fs::access(path, rustix::fs::Access::READ_OK) == Err(rustix::io::Errno::ACCESS)
}

#[cfg(not(unix))]
fn is_unreadable(_path: &Path) -> bool {
    true
}

/// Returns the real path to which a link leads; `None` where it leads to nothing or in a circle.
///
/// # Errors
/// When it cannot be followed.
pub fn link_target(link: &Path) -> io::Result<Option<PathBuf>> {
    match link.canonicalize() {
        #[cfg(unix)]
        Err(error) if rustix::io::Errno::from_io_error(&error) == Some(rustix::io::Errno::LOOP) => Ok(None),
        target => absent_is_none(target, link),
    }
}

/// Returns the real path of what is at a path, links followed; `None` if nothing is there.
///
/// # Errors
/// When the path cannot be followed.
pub fn real_path(path: &Path) -> io::Result<Option<PathBuf>> {
    absent_is_none(path.canonicalize(), path)
}

/// Returns whether an error says that nothing is there. Below a file there can be nothing.
pub fn is_absence(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

/// Returns a result for a path; `None` for an error that says that nothing is there.
///
/// # Errors
/// Every other error, with the path.
pub fn absent_is_none<T>(result: io::Result<T>, path: &Path) -> io::Result<Option<T>> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(error) if is_absence(&error) => Ok(None),
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
        assert!(!names_file(&path(&"x".repeat(4000))).expect("a word need be no name"));
        assert!(names_file(&path("file")).expect("a file"));
    }

    // Windows says of such a name that nothing is there.
    #[cfg(unix)]
    #[test]
    fn a_name_that_no_file_can_have_is_an_error() {
        let folder = tempfile::tempdir().expect("a folder");
        let long = find(&folder.path().join("x".repeat(4000))).expect_err("a name that no file can have");
        assert!(long.to_string().contains("xxx"), "{long}");
    }

    // Elsewhere the system is not asked a second time.
    #[cfg(unix)]
    #[test]
    fn a_refusal_is_believed_where_the_permissions_say_so() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        fs::write(&file, "x").expect("a file");
        let denied: io::Result<()> = Err(ErrorKind::PermissionDenied.into());
        let error = reachable(denied, &file).expect_err("the file can be read");
        assert!(error.to_string().contains("file"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_nothing_is_not_absent() {
        let folder = tempfile::tempdir().expect("a folder");
        let link = folder.path().join("link");
        std::os::unix::fs::symlink("nothing", &link).expect("a link");
        assert!(find(&link).is_err() && is_file(&link).is_err());
        assert!(link_target(&link).expect("a link to nothing").is_none());
        std::os::unix::fs::symlink("circle", folder.path().join("circle")).expect("a link");
        assert!(link_target(&folder.path().join("circle")).expect("a circle").is_none());
        assert!(find_link(&link).expect("a link").is_some());
    }
}
