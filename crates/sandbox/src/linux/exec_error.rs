//! Messages for programs that the system refuses to execute.

use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::mounts::{is_on_noexec, reachable};
use super::program::Program;
use super::shebang::{Shebang, beginning};
use crate::error::{Error, failed};
use nim_ground::files::folder_of;

/// The offset of the machine in the header of an ELF file.
const ELF_MACHINE: usize = 18;
/// The offset of the class there, and its value for 32 bits.
const ELF_CLASS: (usize, u8) = (4, 1);

/// The error of an executable that uses 32-bit system calls, which the sandbox refuses; no number of a system's error.
pub const FOREIGN_CALLS: i32 = 1 << 16;

impl Program {
    /// Returns whether the executable is for the 32-bit system calls of this processor, or another.
    ///
    /// # Errors
    /// When it cannot be read, unless it is closed to this user.
    pub fn is_32_bit(&self) -> io::Result<bool> {
        let header = elf_header(&self.working_dir.join(&self.executable))?;
        let is_32_bit = header.is_some_and(|header| header.get(ELF_CLASS.0) == Some(&ELF_CLASS.1));
        Ok(cfg!(target_pointer_width = "64") && is_32_bit)
    }

    /// Returns whether the executable is a program of its own, not a script.
    ///
    /// # Errors
    /// As for [`Self::is_32_bit`].
    pub fn is_elf(&self) -> io::Result<bool> {
        Ok(elf_header(&self.working_dir.join(&self.executable))?.is_some())
    }

    /// Returns the reason why the system refused to execute the program with this error.
    ///
    /// # Errors
    /// When the program is not the reason, so that the failure is the judge's.
    pub fn explain(&self, number: i32) -> Result<String, Error> {
        let path = self.working_dir.join(&self.executable);
        let name = self.executable.display();
        let of_judge =
            || Err(failed(format!("{name} could not be started"))(io::Error::from_raw_os_error(number)));
        let Some(metadata) = reachable(path.metadata(), &path)? else { return of_judge() };
        if metadata.is_dir() {
            return Ok(format!("{name} is a folder"));
        }
        match number {
            FOREIGN_CALLS => {
                let format = explain_format(&path)?.unwrap_or_else(|| "a 32-bit program".to_owned());
                Ok(format!(
                    "{name} is {format}, and the sandbox runs 64-bit programs only (--sandbox off runs it)"
                ))
            }
            libc::EACCES | libc::EPERM if is_on_noexec(&path)? => {
                let folder = folder_of(&path).display();
                Err(Error::Failed(format!(
                    "{name} could not be started: {folder} is on a file system on which nothing may be executed (noexec)"
                )))
            }
            // The fault is the script's own if it lacks the permission.
            libc::EACCES | libc::EPERM => Ok(self
                .explain_interpreter(&path)?
                .filter(|_| metadata.permissions().mode() & 0o111 != 0)
                .unwrap_or_else(|| format!("{name} may not be executed: it lacks the permission"))),
            libc::ENOENT | libc::ENOTDIR | libc::ELOOP | libc::ENAMETOOLONG => {
                if let Some(why) = self.explain_interpreter(&path)? {
                    return Ok(why);
                }
                let format = explain_format(&path)?;
                format.map_or_else(of_judge, |format| Ok(format!("{name}: no loader here for {format}")))
            }
            libc::ENOEXEC | libc::EINVAL | libc::ELIBBAD | libc::EIO if is_cut_off(&path)? => Ok(format!(
                "{name} cannot be executed: it is damaged, since it ends before what its header names"
            )),
            libc::ENOEXEC | libc::EINVAL | libc::ELIBBAD => {
                let format = explain_format(&path)?.unwrap_or_else(|| {
                    "neither a program nor a script whose first line names an interpreter (#!)".to_owned()
                });
                Ok(format!("{name} cannot be executed: it is {format}"))
            }
            // The executable can be read, so the loader is the unreadable file.
            libc::EIO if elf_header(&path)?.is_some() => {
                Ok(format!("{name} cannot be executed: the loader that it names cannot be read"))
            }
            _ => of_judge(),
        }
    }

    /// Returns the fault of the interpreter that a script names.
    fn explain_interpreter(&self, script: &Path) -> io::Result<Option<String>> {
        let Some(shebang) = Shebang::read(script)? else { return Ok(None) };
        let interpreter = &shebang.interpreter;
        let shown = interpreter.display().to_string();
        let Some(shown) = shown.strip_suffix('\r') else {
            let place = self.working_dir.join(interpreter);
            let why = if reachable(place.metadata(), &place)?.is_none() {
                "does not exist"
            } else if reachable(place.canonicalize(), &place)?.is_some_and(|real| self.view.is_open(&real)) {
                "cannot be executed"
            } else {
                "is not shown to programs; it is if its folder is on the path for commands, or with --allow-read"
            };
            return Ok(Some(format!("its interpreter {shown} {why}")));
        };
        Ok(Some(format!("the line that names its interpreter {shown} ends with a carriage return (CRLF)")))
    }
}

/// Returns the header of an ELF file.
fn elf_header(path: &Path) -> io::Result<Option<Vec<u8>>> {
    Ok(beginning(path)?.filter(|begin| begin.starts_with(b"\x7fELF")))
}

/// Returns whether an ELF file ends before its header does, or before a table that the header of a 64-bit one names.
fn is_cut_off(path: &Path) -> io::Result<bool> {
    let Some(header) = elf_header(path)? else { return Ok(false) };
    let Some(header) = header.first_chunk::<64>() else { return Ok(true) };
    let number = |at: usize, size: usize| {
        header[at..at + size].iter().rev().fold(0_u64, |number, &byte| number << 8 | u64::from(byte))
    };
    // For the tables of segments and of sections: the fields with the offset, the size of an entry, and the number of entries.
    let ends = [(32, 54, 56), (40, 58, 60)]
        .map(|(begin, size, count)| number(begin, 8).saturating_add(number(size, 2) * number(count, 2)));
    let is_little_64_bit = header[4..6] == [2, 1];
    let length = path.metadata()?.len();
    Ok(is_little_64_bit && ends.iter().any(|&end| end > length))
}

/// Returns the format of a file that cannot be executed; `None` if it is unknown.
fn explain_format(path: &Path) -> io::Result<Option<String>> {
    Ok(beginning(path)?.and_then(|begin| format_of(&begin)))
}

fn format_of(begin: &[u8]) -> Option<String> {
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
        62 if begin.get(ELF_CLASS.0) == Some(&ELF_CLASS.1) => "x86-64 with 32-bit pointers (x32)",
        62 => "x86-64",
        183 => "64-bit ARM",
        243 => "RISC-V",
        258 => "LoongArch",
        _ => return Some(format!("a program for another machine (number {machine})")),
    };
    Some(format!("a program for {name}"))
}
