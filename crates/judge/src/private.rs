//! Temporary folders with mode 0700, instead of the default mode.

use std::fs::Permissions;
use std::io;
use std::os::unix::fs::PermissionsExt;

use tempfile::TempDir;

/// Creates a folder whose name begins with `prefix`, removed when dropped.
///
/// # Errors
/// When the system refuses.
pub fn folder(prefix: &str) -> io::Result<TempDir> {
    tempfile::Builder::new().prefix(prefix).permissions(Permissions::from_mode(0o700)).tempdir()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_else_can_look_into_it() {
        let mode = folder("toolkit-test-").unwrap().path().metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o7777, 0o700);
    }
}
