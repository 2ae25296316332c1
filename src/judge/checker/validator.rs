//! The output validator that a package brings: found, and built where it is source code.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

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
    pub fn prepare(place: &Path) -> Result<Self, String> {
        let told = |error: io::Error| format!("{}: {error}", place.display());
        if place.is_file() {
            return from_files(&[place.to_path_buf()])
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
            return from_files(std::slice::from_ref(run));
        }
        if find("build").is_some() {
            return build(place);
        }
        let files: Vec<PathBuf> = entries.iter().filter(|path| path.is_file()).cloned().collect();
        if files.is_empty()
            && let [folder] = entries.as_slice()
        {
            return Self::prepare(folder);
        }
        from_files(&files).map_err(|error| format!("{}: {error}", place.display()))
    }
}

/// The script `build` makes the program `run` beside it; it works on a copy.
fn build(place: &Path) -> Result<Validator, String> {
    let told = |error: io::Error| format!("{}: {error}", place.display());
    let folder = temporary()?;
    for entry in fs::read_dir(place).map_err(told)? {
        let entry = entry.map_err(told)?;
        if entry.path().is_file() {
            fs::copy(entry.path(), folder.path().join(entry.file_name())).map_err(told)?;
        }
    }
    compile(Command::new("./build").current_dir(folder.path()))?;
    let command = vec![folder.path().join("run").into_os_string()];
    Ok(Validator { command, _folder: Some(folder) })
}

fn from_files(files: &[PathBuf]) -> Result<Validator, String> {
    let ending = |path: &PathBuf| path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let with = |endings: &[&str]| -> Vec<PathBuf> {
        let fits = |path: &&PathBuf| ending(path).is_some_and(|ending| endings.contains(&ending.as_str()));
        files.iter().filter(fits).cloned().collect()
    };
    let sources = with(&["cc", "cpp", "cxx", "c++"]);
    if !sources.is_empty() {
        return compiled(Command::new("c++").args(["-std=c++17", "-O2"]), &sources);
    }
    let sources = with(&["c"]);
    if !sources.is_empty() {
        return compiled(Command::new("cc").arg("-O2"), &sources);
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

fn compiled(compiler: &mut Command, sources: &[PathBuf]) -> Result<Validator, String> {
    let folder = temporary()?;
    let program = folder.path().join("validator");
    compile(compiler.args(sources).arg("-o").arg(&program))?;
    Ok(Validator { command: vec![program.into_os_string()], _folder: Some(folder) })
}

fn compile(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{name}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(format!(
        "{name} failed: {}",
        said.lines().find(|line| line.contains("error")).unwrap_or("no reason given")
    ))
}

fn temporary() -> Result<TempDir, String> {
    tempfile::Builder::new().prefix("toolkit-validator-").tempdir().map_err(|error| error.to_string())
}
