//! The files of programs, which others must not read.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};

use super::command;
use super::programs::{Code, NamedProgram};
use nim_ground::commands::on_path;
use nim_ground::presence::{absent_is_none, names_file, reachable};
use nim_sandbox::secrets::Secrets;

/// The names under which the toolkit is installed: as a command, and as a module for Python.
const COMMAND: &str = "toolkit";
const MODULE: &str = "nim_toolkit";

/// Adds the files of a checker's command.
///
/// # Errors
/// When one is there, but cannot be looked at.
pub fn add_checker(secrets: &mut Secrets, checker: &str) -> io::Result<()> {
    // Words that are none are refused where the checker is made.
    let words = command::words("--checker", checker).unwrap_or_default();
    files_of(&words)?.iter().try_for_each(|file| secrets.add(file))
}

/// Returns the files hidden from one program: besides these also the other programs, the one that answers inputs, and this executable,
/// unless the program's command names them.
///
/// # Errors
/// When one is there, but cannot be looked at: it would be shown.
pub fn of_program(
    secrets: &Secrets,
    program: &NamedProgram,
    programs: &[NamedProgram],
    against: Option<&str>,
) -> io::Result<Secrets> {
    let mut secrets = secrets.clone();
    let own = files_of_code(&program.code)?;
    let mut own = own.iter().filter_map(|file| real(file).transpose()).collect::<io::Result<Vec<_>>>()?;
    if let Code::Command(command) = &program.code
        && let Some(name) = command.first()
    {
        own.extend(real(&on_path(name)?.unwrap_or_else(|| PathBuf::from(name)))?);
    }
    let answers = against.and_then(|against| command::words("--against", against).ok()).unwrap_or_default();
    let mut others = toolkits()?;
    for other in programs {
        others.extend(files_of_code(&other.code)?);
    }
    for file in files_of(&answers)? {
        if names_file(&file)? {
            others.push(file);
        }
    }
    for file in others {
        if real(&file)?.is_some_and(|file| !own.contains(&file)) {
            secrets.add(&file)?;
        }
    }
    secrets.add_module(MODULE);
    Ok(secrets)
}

/// Returns the files hidden from the compilers of programs: all of these, and every toolkit.
///
/// # Errors
/// As for [`of_program`].
pub fn of_compilers(secrets: &Secrets, programs: &[NamedProgram]) -> io::Result<Secrets> {
    let mut secrets = secrets.clone();
    let mut files = toolkits()?;
    for program in programs {
        files.extend(files_of_code(&program.code)?);
    }
    files.iter().try_for_each(|file| secrets.add(file))?;
    secrets.add_module(MODULE);
    Ok(secrets)
}

/// Returns this executable, and others of its name in `PATH`.
fn toolkits() -> io::Result<Vec<PathBuf>> {
    let own = absent_is_none(std::env::current_exe(), Path::new("/proc/self/exe"))?;
    let names: Vec<_> = own.iter().filter_map(|own| own.file_name()).chain([OsStr::new(COMMAND)]).collect();
    let mut found: Vec<PathBuf> = own.iter().cloned().collect();
    for folder in std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()) {
        for file in names.iter().map(|name| folder.join(name)) {
            if names_file(&file)? {
                found.push(file);
            }
        }
    }
    Ok(found)
}

/// Returns the files of a program: its sources, or the files that its command names.
///
/// # Errors
/// When a word names a file that cannot be looked at.
pub fn files_of_code(code: &Code) -> io::Result<Vec<PathBuf>> {
    match code {
        Code::Command(command) => files_of(command),
        Code::Source(source) => Ok(source.files.clone()),
    }
}

/// Returns whether a file is a command in a folder of `PATH`, such as an interpreter: everybody may use it, so it is no secret.
fn is_installed(path: &Path) -> io::Result<bool> {
    let Some(folder) = path.parent() else { return Ok(false) };
    let Some(folder) = real(folder)? else { return Ok(false) };
    for known in std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()) {
        if real(&known)?.is_some_and(|known| known == folder) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the real path of a file, if there is one that the user may look at.
fn real(file: &Path) -> io::Result<Option<PathBuf>> {
    reachable(file.canonicalize(), file)
}

/// Returns the files that a command names, except an interpreter of others.
fn files_of(command: &[OsString]) -> io::Result<Vec<PathBuf>> {
    let Some((name, args)) = command.split_first() else { return Ok(Vec::new()) };
    let mut files = Vec::new();
    for path in args.iter().map(PathBuf::from) {
        if names_file(&path)? {
            files.push(path);
        }
    }
    let is_path = name.as_encoded_bytes().contains(&b'/');
    if files.is_empty() && is_path && !is_installed(Path::new(name))? {
        files.push(PathBuf::from(name));
    }
    Ok(files)
}
