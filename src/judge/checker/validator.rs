//! The output validator that a package brings: found, and built where it is source code.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tempfile::TempDir;

use crate::judge::portable::{Bounds, run};
use crate::judge::run::Stopped;

/// A build that takes longer than this hangs.
const LONGEST_BUILD: Duration = Duration::from_secs(600);
/// A build that prints more than this, in bytes, is broken.
const MOST_PRINTED: u64 = 16 << 20;

/// A validator that can be called.
#[derive(Debug)]
pub struct Validator {
    /// Its command.
    pub command: Vec<OsString>,
    /// Where it was built; kept as long as it is called.
    _folder: Option<TempDir>,
}

impl Validator {
    /// Makes the validator in `place`, a file or a folder, callable.
    ///
    /// A folder may hold a program `run`, a script `build` that makes one, a Python or shell script, C or C++ files that
    /// make one program, or one folder of these.
    ///
    /// # Errors
    /// When there is none, or it cannot be built, and what the compiler said.
    pub fn prepare(place: &Path, interrupted: &AtomicBool) -> Result<Self, String> {
        let told = |error: io::Error| format!("{}: {error}", place.display());
        if place.is_file() {
            return from_files(&[place.to_path_buf()], interrupted)
                .map_err(|error| format!("{}: {error}", place.display()));
        }
        let mut entries: Vec<PathBuf> = fs::read_dir(place)
            .and_then(Iterator::collect::<io::Result<Vec<_>>>)
            .map_err(told)?
            .iter()
            .map(fs::DirEntry::path)
            .collect();
        entries.sort();
        let find = |name: &str| entries.iter().find(|path| path.file_name().is_some_and(|own| own == name));
        if let Some(run) = find("run") {
            return from_files(std::slice::from_ref(run), interrupted);
        }
        if find("build").is_some() {
            return build(place, interrupted);
        }
        let files: Vec<PathBuf> = entries.iter().filter(|path| path.is_file()).cloned().collect();
        if files.is_empty()
            && let [folder] = entries.as_slice()
        {
            return Self::prepare(folder, interrupted);
        }
        from_files(&files, interrupted).map_err(|error| format!("{}: {error}", place.display()))
    }
}

/// The script `build` makes the program `run` beside it; it works on a copy.
fn build(place: &Path, interrupted: &AtomicBool) -> Result<Validator, String> {
    let told = |error: io::Error| format!("{}: {error}", place.display());
    let folder = temporary()?;
    for entry in fs::read_dir(place).map_err(told)? {
        let entry = entry.map_err(told)?;
        if entry.path().is_file() {
            fs::copy(entry.path(), folder.path().join(entry.file_name())).map_err(told)?;
        }
    }
    compile(Command::new("./build").current_dir(folder.path()), interrupted)?;
    let command = vec![folder.path().join("run").into_os_string()];
    Ok(Validator { command, _folder: Some(folder) })
}

fn from_files(files: &[PathBuf], interrupted: &AtomicBool) -> Result<Validator, String> {
    let ending = |path: &PathBuf| path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let with = |endings: &[&str]| -> Vec<PathBuf> {
        let fits = |path: &&PathBuf| ending(path).is_some_and(|ending| endings.contains(&ending.as_str()));
        files.iter().filter(fits).cloned().collect()
    };
    let sources = with(&["cc", "cpp", "cxx", "c++"]);
    if !sources.is_empty() {
        return compiled(Command::new("c++").args(["-std=c++17", "-O2"]), &sources, interrupted);
    }
    let sources = with(&["c"]);
    if !sources.is_empty() {
        return compiled(Command::new("cc").arg("-O2"), &sources, interrupted);
    }
    let scripts = with(&["py", "py3"]);
    if let Some(script) = scripts.first() {
        let command = vec!["python3".into(), script.clone().into_os_string()];
        return Ok(Validator { command, _folder: None });
    }
    let is_executable =
        |path: &&PathBuf| path.metadata().is_ok_and(|metadata| metadata.permissions().mode() & 0o111 != 0);
    let program = files.iter().find(is_executable).ok_or("no output validator that could be run")?;
    let program = program.canonicalize().map_err(|error| error.to_string())?;
    Ok(Validator { command: vec![program.into_os_string()], _folder: None })
}

fn compiled(
    compiler: &mut Command,
    sources: &[PathBuf],
    interrupted: &AtomicBool,
) -> Result<Validator, String> {
    let folder = temporary()?;
    let program = folder.path().join("validator");
    compile(compiler.args(sources).arg("-o").arg(&program), interrupted)?;
    Ok(Validator { command: vec![program.into_os_string()], _folder: Some(folder) })
}

fn compile(command: &mut Command, interrupted: &AtomicBool) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let bounds = Bounds { wall: LONGEST_BUILD, output: MOST_PRINTED, interrupted };
    let finished = run(command.stdin(Stdio::null()), &bounds, &mut io::sink())
        .map_err(|error| format!("{name}: {error}"))?;
    match finished.stopped {
        Some(Stopped::Interrupted) => return Err(format!("{name}: interrupted")),
        Some(Stopped::Wall) => {
            return Err(format!("{name} took more than {} s", LONGEST_BUILD.as_secs()));
        }
        Some(_) => return Err(format!("{name} printed more than {} MiB", MOST_PRINTED >> 20)),
        None if finished.status.success() => return Ok(()),
        None => {}
    }
    let said = String::from_utf8_lossy(&finished.stderr);
    Err(format!(
        "{name} failed: {}",
        said.lines().find(|line| line.contains("error")).unwrap_or("no reason given")
    ))
}

fn temporary() -> Result<TempDir, String> {
    crate::judge::private::folder("toolkit-validator-").map_err(|error| error.to_string())
}
