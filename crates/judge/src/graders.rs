//! Sources completed by the files of a package that are compiled with every program.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::included::name_of;
use super::own_file;
use nim_ground::failure::named;
use nim_sandbox::secrets::Secrets;
use nim_task::graders::Graders;
use nim_task::language::Languages;
use nim_task::source::Source;

/// Most bytes of a file.
const MOST_BYTES: u64 = 64 << 20;

/// The languages that programs of a package may mix.
const C_AND_CPP: [&str; 2] = ["C", "C++"];

/// What is put before the text of a program in C or C++ that writes its output at once.
const UNBUFFERED: &str = "#include <stdio.h>\n\
    __attribute__((constructor)) static void write_at_once(void) { setvbuf(stdout, 0, _IONBF, 0); }\n";

/// Completes a source, which becomes a copy in `folder`; `folder` is made. The inner error says what the package lacks for it.
/// One whose own files cannot be copied is refused.
///
/// # Errors
/// When a file cannot be read or written.
pub fn complete(
    graders: &Graders,
    source: &mut Source,
    (languages, secrets): (&Languages, &Secrets),
    folder: &Path,
) -> io::Result<Result<(), String>> {
    if source.refused.is_some() {
        return Ok(Ok(()));
    }
    let compiled = match of_language(graders, &source.language.name, languages) {
        Ok(compiled) => compiled,
        Err(why) => return Ok(Err(why)),
    };
    let is_c = C_AND_CPP.contains(&source.language.name.as_str());
    let unbuffered = if graders.unbuffered { UNBUFFERED } else { "" };
    let prefix = if is_c { format!("{}{unbuffered}", graders.prefix) } else { String::new() };
    if graders.unbuffered {
        source.language.write_at_once();
    }
    if prefix.is_empty() && !graders.has_files() {
        return Ok(Ok(()));
    }
    fs::create_dir(folder)?;
    let mut written = match copy_own(graders, source, secrets, &prefix, folder)? {
        Ok(written) => written,
        Err(why) => {
            source.refused = Some(why);
            return Ok(Ok(()));
        }
    };
    let count = source.files.len().min(written.len());
    let beside = written.split_off(count);
    let ending = source.main.extension().unwrap_or_default().to_owned();
    let copied = |path: &PathBuf, is_source: bool| -> io::Result<PathBuf> {
        let target = folder.join(name_of(path));
        let target = if is_source && graders.either_c { target.with_extension(&ending) } else { target };
        if is_source && is_c && !graders.grader_prefix.is_empty() {
            let text = fs::read(path).map_err(named(path.display()))?;
            fs::write(&target, [graders.grader_prefix.as_bytes(), &text].concat())?;
        } else {
            fs::copy(path, &target).map_err(named(path.display()))?;
        }
        Ok(target)
    };
    let mut files = compiled.into_iter().map(|path| copied(path, true)).collect::<io::Result<Vec<_>>>()?;
    files.extend(written);
    source.beside = beside;
    source
        .beside
        .extend(graders.beside.iter().map(|path| copied(path, false)).collect::<io::Result<Vec<_>>>()?);
    source.main.clone_from(&files[0]);
    source.files = files;
    source.is_folder = true;
    source.links = None;
    Ok(Ok(()))
}

/// Returns the files that are compiled with a program in a language; the error says which the package lacks.
fn of_language<'g>(
    all: &'g Graders,
    language: &str,
    languages: &Languages,
) -> Result<Vec<&'g PathBuf>, String> {
    let is_c = C_AND_CPP.contains(&language);
    let is_own = |path: &&PathBuf| {
        languages.of(path).is_some_and(|own| {
            own.name == language || all.either_c && is_c && C_AND_CPP.contains(&own.name.as_str())
        })
    };
    let own: Vec<&PathBuf> = all.sources.iter().filter(is_own).collect();
    let Some(first) = all.sources.first().filter(|_| own.is_empty()) else { return Ok(own) };
    let stem = first.file_stem().unwrap_or_default().to_string_lossy();
    Err(format!("the package has no {stem} in {language}, which is compiled with every program"))
}

/// Copies a program's own files into a folder, the compiled ones with this prefix; returns the copies, or which of its source
/// files cannot be read.
fn copy_own(
    graders: &Graders,
    source: &Source,
    secrets: &Secrets,
    prefix: &str,
    folder: &Path,
) -> io::Result<Result<Vec<PathBuf>, String>> {
    let mut written = Vec::new();
    for (index, path) in source.files.iter().chain(&source.beside).enumerate() {
        let is_source = index < source.files.len();
        let mut text = match own_file::read(path, source.links.as_deref(), secrets, MOST_BYTES) {
            Err(error) if is_source => return Ok(Err(own_file::not_compiled(path, &error))),
            Err(error) if own_file::is_refused(&error) => continue,
            read => read.map_err(named(path.display()))?,
        };
        if is_source {
            text.splice(..0, prefix.bytes());
        }
        let name = if index == 0 { main_name(graders, path) } else { name_of(path) };
        fs::write(folder.join(&name), text)?;
        written.push(folder.join(name));
    }
    Ok(Ok(written))
}

/// Returns the name of a program's own main file.
fn main_name(graders: &Graders, path: &Path) -> OsString {
    match &graders.submission {
        Some(stem) => Path::new(stem).with_extension(path.extension().unwrap_or(OsStr::new(""))).into(),
        None => name_of(path),
    }
}
