//! The output validators of packages, built from source code if needed.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tempfile::TempDir;

use crate::constants::Constants;
use crate::failure::{Failure, failed};
use crate::files::sorted;
use crate::interruption;
use crate::portable::{Bounds, run};
use crate::private;
use crate::run::Stopped;
use crate::system::files::{is_executable, link_to_folder};

/// Longest time of a build.
const LONGEST_BUILD: Duration = Duration::from_secs(600);
/// Most output of a build, in bytes.
const MOST_PRINTED: u64 = 16 << 20;

/// Prefix of the names of temporary folders.
const PREFIX: &str = "toolkit-validator-";

/// An output validator that is ready to run.
#[derive(Debug)]
pub struct Validator {
    /// Its command.
    pub command: Vec<OsString>,
    /// The folders of the built program, and of the sources with the package's constants; removed when dropped.
    folders: Vec<TempDir>,
}

impl Validator {
    fn of(command: Vec<OsString>, folder: Option<TempDir>) -> Self {
        Self { command, folders: folder.into_iter().collect() }
    }

    /// Prepares the validator in `place`, a file or a folder.
    ///
    /// A folder may hold a script `build` that makes a program `run` or what it needs, a program `run`, a Python or shell script, C or C++ files that
    /// make one program, or one folder of these.
    ///
    /// # Errors
    /// When there is none, or it cannot be built.
    pub fn prepare(place: &Path, interrupted: &AtomicBool) -> Result<Self, Failure> {
        prepare(place, interrupted).map_err(failed(place.display()))
    }
}

/// Prepares a validator, of which a copy with the package's constants is taken if it names any.
fn prepare(place: &Path, interrupted: &AtomicBool) -> Result<Validator, Failure> {
    let constants = place.parent().map(Constants::of_package).unwrap_or_default();
    if constants.is_empty() {
        return find(place, interrupted);
    }
    let filled = private::folder(PREFIX)?;
    let copied = filled.path().join(place.file_name().unwrap_or_default());
    if place.is_dir() {
        fs::create_dir(&copied)?;
        copy(place, &copied)?;
    } else {
        fs::copy(place, &copied)?;
    }
    if !constants.fill(filled.path())? {
        return find(place, interrupted);
    }
    let mut validator = find(&copied, interrupted)?;
    validator.folders.push(filled);
    Ok(validator)
}

fn find(place: &Path, interrupted: &AtomicBool) -> Result<Validator, Failure> {
    if place.is_file() {
        return from_files(&[place.to_path_buf()], interrupted);
    }
    let entries = sorted(place)?;
    let find_entry = |name: &str| entries.iter().find(|path| path.file_name().is_some_and(|own| own == name));
    // It may make files that `run` needs, also where there is a `run` already.
    if find_entry("build").is_some_and(|build| build.is_file()) {
        return build(place, interrupted);
    }
    if let Some(run) = find_entry("run") {
        return from_files(std::slice::from_ref(run), interrupted);
    }
    let files: Vec<PathBuf> = entries.iter().filter(|path| path.is_file()).cloned().collect();
    match entries.as_slice() {
        [folder] if files.is_empty() => find(folder, interrupted),
        _ => from_files(&files, interrupted),
    }
}

/// Runs the script `build`, which completes or makes the program `run` beside it, in a copy of the folder.
fn build(place: &Path, interrupted: &AtomicBool) -> Result<Validator, Failure> {
    let folder = private::folder(PREFIX)?;
    copy(place, folder.path())?;
    compile(Command::new("./build").current_dir(folder.path()), interrupted)?;
    let program = folder.path().join("run");
    if !is_executable(&program) {
        return Err("there is no executable file run after ./build".into());
    }
    Ok(Validator::of(vec![program.into_os_string()], Some(folder)))
}

/// Copies what a folder holds. A link to a file becomes a file; one to a folder stays a link, so that no cycle is followed.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if entry.file_type()?.is_dir() {
            fs::create_dir(&target)?;
            copy(&path, &target)?;
        } else if path.is_dir() {
            link_to_folder(path.canonicalize()?, target)?;
        } else if path.is_file() {
            fs::copy(path, target)?;
        }
    }
    Ok(())
}

fn from_files(files: &[PathBuf], interrupted: &AtomicBool) -> Result<Validator, Failure> {
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
    if let Some(script) = with(&["py", "py3"]).first() {
        let command = vec!["python3".into(), script.clone().into_os_string()];
        return Ok(Validator::of(command, None));
    }
    let program = files.iter().find(|path| is_executable(path)).ok_or("no runnable output validator")?;
    let program = program.canonicalize()?;
    Ok(Validator::of(vec![program.into_os_string()], None))
}

fn compiled(
    compiler: &mut Command,
    sources: &[PathBuf],
    interrupted: &AtomicBool,
) -> Result<Validator, Failure> {
    let folder = private::folder(PREFIX)?;
    let program = folder.path().join("validator");
    compile(compiler.args(sources).arg("-o").arg(&program), interrupted)?;
    Ok(Validator::of(vec![program.into_os_string()], Some(folder)))
}

fn compile(command: &mut Command, interrupted: &AtomicBool) -> Result<(), Failure> {
    let name = command.get_program().to_string_lossy().into_owned();
    let bounds = Bounds { wall: LONGEST_BUILD, output: MOST_PRINTED, limits: None, interrupted };
    let finished = run(command.stdin(Stdio::null()), &bounds, &mut io::sink()).map_err(failed(&name))?;
    Err(match finished.stopped {
        Some(Stopped::Interrupted) => format!("{name}: {}", interruption::WORD),
        Some(Stopped::Wall) => format!("{name} took more than {} s", LONGEST_BUILD.as_secs()),
        Some(_) => format!("{name} printed more than {} MiB", MOST_PRINTED >> 20),
        None if finished.status.success() => return Ok(()),
        None => {
            let text = String::from_utf8_lossy(&finished.stderr);
            let why = text.lines().find(|line| line.contains("error")).unwrap_or("no reason given");
            format!("{name} failed: {why}")
        }
    }
    .into())
}
