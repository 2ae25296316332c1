//! Messages for programs that the system refuses to execute.

use std::fs::File;
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::error::{SandboxError, failed};
use super::program::Program;
use super::shebang::Shebang;

/// The offset of the machine in the header of an ELF file.
const ELF_MACHINE: usize = 18;

impl Program {
    /// Returns the reason why the system refused to execute the program with this error.
    ///
    /// # Errors
    /// When the program is not the reason, so that the failure is the judge's.
    pub fn explain(&self, number: i32) -> Result<String, SandboxError> {
        let path = self.working_dir.join(&self.executable);
        let name = self.executable.display();
        let of_judge =
            || Err(failed(format!("{name} could not be started"))(io::Error::from_raw_os_error(number)));
        if !path.exists() {
            return of_judge();
        }
        if path.is_dir() {
            return Ok(format!("{name} is a folder"));
        }
        match number {
            // The fault is the script's own if it lacks the permission.
            libc::EACCES | libc::EPERM => Ok(self
                .explain_interpreter(&path)
                .filter(|_| path.metadata().is_ok_and(|metadata| metadata.permissions().mode() & 0o111 != 0))
                .unwrap_or_else(|| format!("{name} may not be executed: it lacks the permission"))),
            libc::ENOENT | libc::ENOTDIR | libc::ELOOP | libc::ENAMETOOLONG => self
                .explain_interpreter(&path)
                .or_else(|| {
                    explain_format(&path).map(|format| format!("{name}: no loader here for {format}"))
                })
                .map_or_else(of_judge, Ok),
            libc::ENOEXEC | libc::EINVAL | libc::ELIBBAD => {
                let format = explain_format(&path).unwrap_or_else(|| {
                    "neither a program nor a script whose first line names an interpreter (#!)".to_owned()
                });
                Ok(format!("{name} cannot be executed: it is {format}"))
            }
            _ => of_judge(),
        }
    }

    /// Returns the fault of the interpreter that a script names.
    fn explain_interpreter(&self, script: &Path) -> Option<String> {
        let shebang = Shebang::of(script)?;
        let interpreter = &shebang.interpreter;
        let shown = interpreter.display().to_string();
        let Some(shown) = shown.strip_suffix('\r') else {
            let place = self.working_dir.join(interpreter);
            let why = if !place.exists() {
                "does not exist"
            } else if place.canonicalize().is_ok_and(|real| self.view.is_open(&real)) {
                "cannot be executed"
            } else {
                "is not shown to programs; it is if its folder is on the path for commands, or with --allow-read"
            };
            return Some(format!("its interpreter {shown} {why}"));
        };
        Some(format!("the line that names its interpreter {shown} ends with a carriage return (CRLF)"))
    }
}

/// Returns the format of a file that cannot be executed; `None` where it is unknown.
fn explain_format(path: &Path) -> Option<String> {
    let mut begin = Vec::new();
    File::open(path).ok()?.take(64).read_to_end(&mut begin).ok()?;
    if begin.is_empty() {
        return Some("an empty file".to_owned());
    }
    if begin.starts_with(b"MZ") {
        return Some("a program for Windows".to_owned());
    }
    if !begin.starts_with(b"\x7fELF") {
        return None;
    }
    let bytes = [*begin.get(ELF_MACHINE)?, *begin.get(ELF_MACHINE + 1)?];
    let is_big_endian = begin.get(5) == Some(&2);
    let machine = if is_big_endian { u16::from_be_bytes(bytes) } else { u16::from_le_bytes(bytes) };
    let name = match machine {
        3 => "32-bit x86",
        8 => "MIPS",
        20 | 21 => "PowerPC",
        22 => "s390",
        40 => "32-bit ARM",
        62 => "x86-64",
        183 => "64-bit ARM",
        243 => "RISC-V",
        258 => "LoongArch",
        _ => return Some(format!("a program for another machine (number {machine})")),
    };
    Some(format!("a program for {name}"))
}
