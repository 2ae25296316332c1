//! The files of programs, which others must not read.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::command;
use super::programs::{Code, NamedProgram};
use nim_ground::commands::on_path;
use nim_sandbox::secrets::Secrets;

/// The toolkit's names where it is installed: as a command, and as a module for Python.
const COMMAND: &str = "toolkit";
const MODULE: &str = "nim_toolkit";

/// Adds the files of a checker's command.
pub fn add_checker(secrets: &mut Secrets, checker: &str) {
    if let Ok(checker) = command::words(checker) {
        files_of(&checker).iter().for_each(|file| secrets.add(file));
    }
}

/// Returns the files hidden from one program: also the other programs, the one that answers inputs, and this executable, unless its
/// own command names them.
pub fn of_program(
    secrets: &Secrets,
    program: &NamedProgram,
    programs: &[NamedProgram],
    against: Option<&str>,
) -> Secrets {
    let mut secrets = secrets.clone();
    let mut own: Vec<PathBuf> =
        files_of_code(&program.code).iter().filter_map(|file| file.canonicalize().ok()).collect();
    if let Code::Command(command) = &program.code
        && let Some(name) = command.first()
    {
        own.extend(on_path(name).unwrap_or_else(|| PathBuf::from(name)).canonicalize());
    }
    let answers = against.and_then(|against| command::words(against).ok()).unwrap_or_default();
    let others = programs
        .iter()
        .flat_map(|other| files_of_code(&other.code))
        .chain(files_of(&answers).into_iter().filter(|path| path.is_file()))
        .chain(toolkits());
    for file in others {
        if file.canonicalize().is_ok_and(|file| !own.contains(&file)) {
            secrets.add(&file);
        }
    }
    secrets.add_module(MODULE);
    secrets
}

/// Returns the files hidden from the compilers of programs: all of these, and every toolkit.
pub fn of_compilers(secrets: &Secrets, programs: &[NamedProgram]) -> Secrets {
    let mut secrets = secrets.clone();
    let sources = programs.iter().flat_map(|program| files_of_code(&program.code));
    sources.chain(toolkits()).for_each(|file| secrets.add(&file));
    secrets.add_module(MODULE);
    secrets
}

/// Returns this executable, and others of its name in `PATH`.
fn toolkits() -> Vec<PathBuf> {
    let own = std::env::current_exe().ok();
    let names = own.iter().filter_map(|own| own.file_name()).chain([OsStr::new(COMMAND)]);
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let installed =
        std::env::split_paths(&folders).flat_map(|folder| names.clone().map(move |name| folder.join(name)));
    let installed: Vec<PathBuf> = installed.filter(|path| path.is_file()).collect();
    own.iter().cloned().chain(installed).collect()
}

/// Returns the files of a program: its sources, or those that its command names.
pub fn files_of_code(code: &Code) -> Vec<PathBuf> {
    match code {
        Code::Command(command) => files_of(command),
        Code::Source(source) => source.files.clone(),
    }
}

/// Whether a file is a command of a folder of `PATH`, such as an interpreter: everybody may use it, and so it is no secret.
fn is_installed(path: &Path) -> bool {
    let folder = path.parent().and_then(|folder| folder.canonicalize().ok());
    let path = std::env::var_os("PATH").unwrap_or_default();
    folder.is_some_and(|folder| {
        std::env::split_paths(&path).any(|known| known.canonicalize().is_ok_and(|known| known == folder))
    })
}

/// Returns the files that a command names, except an interpreter of others.
fn files_of(command: &[OsString]) -> Vec<PathBuf> {
    let Some((name, args)) = command.split_first() else { return Vec::new() };
    let is_path = |word: &OsStr| word.as_encoded_bytes().contains(&b'/');
    let mut files: Vec<PathBuf> = args.iter().map(PathBuf::from).filter(|path| path.is_file()).collect();
    if files.is_empty() && is_path(name) && !is_installed(Path::new(name)) {
        files.push(PathBuf::from(name));
    }
    files
}
