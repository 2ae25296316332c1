//! The first line of a script, which names its interpreter.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use super::mounts::reachable;
use nim_ground::error::named;

/// The bytes of a script that the system reads.
const LONGEST: u64 = 256;

/// Returns the first bytes of a regular file, as far as the system looks at them to execute it. To open a pipe would be to
/// wait for its writer. `None` where the user cannot read such a file.
///
/// # Errors
/// When it cannot be read for another reason.
pub fn beginning(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let opened = File::options().read(true).custom_flags(libc::O_NONBLOCK).open(path);
    let Some(file) = reachable(opened, path)? else { return Ok(None) };
    if !file.metadata().map_err(named(path.display()))?.is_file() {
        return Ok(None);
    }
    let mut begin = Vec::new();
    file.take(LONGEST).read_to_end(&mut begin).map_err(named(path.display()))?;
    Ok(Some(begin))
}

/// The interpreter in the first line of a script, and the rest of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shebang {
    /// The path of the interpreter.
    pub interpreter: PathBuf,
    rest: Vec<u8>,
}

impl Shebang {
    /// Returns the shebang of a file; `None` when it has none.
    ///
    /// # Errors
    /// As for [`beginning`].
    pub fn read(path: &Path) -> io::Result<Option<Self>> {
        Ok(beginning(path)?.and_then(|begin| Self::parse(&begin)))
    }

    /// Parses the line as the system does: only blanks and tabs count as white space.
    fn parse(text: &[u8]) -> Option<Self> {
        let line = text.strip_prefix(b"#!")?.split(|&b| b == b'\n' || b == 0).next()?;
        let begin = line.iter().position(|b| !b" \t".contains(b))?;
        let line = &line[begin..];
        let end = line.iter().position(|b| b" \t".contains(b)).unwrap_or(line.len());
        let interpreter = PathBuf::from(OsString::from_vec(line[..end].to_vec()));
        Some(Self { interpreter, rest: line[end..].to_vec() })
    }

    /// Returns the name or path of the program that runs the script, which for `env` is an argument.
    pub fn program(&self) -> Option<&OsStr> {
        if self.interpreter.file_name()? != "env" {
            return Some(self.interpreter.as_os_str());
        }
        self.rest
            .split(u8::is_ascii_whitespace)
            .map(|word| word.strip_prefix(b"-S").unwrap_or(word))
            .find(|word| !word.is_empty() && !word.starts_with(b"-") && !word.contains(&b'='))
            .map(OsStr::from_bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, interpreter: &str, program: Option<&str>) {
        let shebang = Shebang::parse(text.as_bytes()).unwrap();
        assert_eq!(shebang.interpreter, Path::new(interpreter));
        assert_eq!(shebang.program(), program.map(OsStr::new));
    }

    #[test]
    fn the_interpreter_is_found_as_the_system_finds_it() {
        check("#!/bin/sh\necho", "/bin/sh", Some("/bin/sh"));
        check("#! \t/bin/sh -e x\n", "/bin/sh", Some("/bin/sh"));
        check("#!/bin/sh\r\n", "/bin/sh\r", Some("/bin/sh\r"));
        check("#!/usr/bin/env python3", "/usr/bin/env", Some("python3"));
        check("#!/usr/bin/env -S A=1 python3 -u\n", "/usr/bin/env", Some("python3"));
        check("#!/usr/bin/env -Spython3 -u\n", "/usr/bin/env", Some("python3"));
        check("#!/usr/bin/env\n", "/usr/bin/env", None);
        for none in ["", "#", "#!", "#! \n/bin/sh", "/bin/sh"] {
            assert_eq!(Shebang::parse(none.as_bytes()), None, "{none:?}");
        }
    }
}
