//! Files of a package that are compiled with every program: graders, stubs, handlers.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::included::name_of;
use super::language::Languages;
use super::own_file;
use super::source::Source;
use nim_ground::failure::named;
use nim_sandbox::secrets::Secrets;

/// Most bytes of a file.
const MOST_BYTES: u64 = 64 << 20;

/// The languages that programs of a package may mix.
const C_AND_CPP: [&str; 2] = ["C", "C++"];

/// What is compiled with every program: files, or as a configuration says it, their names below its folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graders<File = PathBuf> {
    /// The files that are compiled with a program of the same language; the first of them is the main one. A program
    /// in a language without any cannot be judged.
    pub sources: Vec<File>,
    /// The files that lie beside every program.
    pub beside: Vec<File>,
    /// The name of the program's own main file, without its ending; else as it is.
    pub submission: Option<String>,
    /// Whether a source in C or C++ is compiled as one of the program's own of these languages.
    pub either_c: bool,
    /// What is put before the text of a program in C or C++.
    pub prefix: String,
    /// What is put before the text of a file in C or C++ that is compiled with it.
    pub grader_prefix: String,
    /// Whether output is written at once, without a flush by the program, where the language has a way.
    pub unbuffered: bool,
}

/// What is put before the text of a program in C or C++ that writes its output at once.
const UNBUFFERED: &str = "#include <stdio.h>\n\
    __attribute__((constructor)) static void write_at_once(void) { setvbuf(stdout, 0, _IONBF, 0); }\n";

impl Graders<String> {
    /// Returns the same with the paths that `find` finds for names.
    pub(crate) fn with_paths(self, mut find: impl FnMut(&[String]) -> Vec<PathBuf>) -> Graders {
        let Self { sources, beside, submission, either_c, prefix, grader_prefix, unbuffered } = self;
        let (sources, beside) = (find(&sources), find(&beside));
        Graders { sources, beside, submission, either_c, prefix, grader_prefix, unbuffered }
    }
}

impl Graders {
    /// Returns whether there are files that a program which is no source file lacks.
    pub fn has_files(&self) -> bool {
        !(self.sources.is_empty() && self.beside.is_empty())
    }

    /// Completes a source, which becomes a copy in `folder`; `folder` is made. The inner error says what the package lacks for it.
    /// One whose own files cannot be copied is refused.
    ///
    /// # Errors
    /// When a file cannot be read or written.
    pub fn complete(
        &self,
        source: &mut Source,
        (languages, secrets): (&Languages, &Secrets),
        folder: &Path,
    ) -> io::Result<Result<(), String>> {
        if source.refused.is_some() {
            return Ok(Ok(()));
        }
        let graders = match self.of_language(&source.language.name, languages) {
            Ok(graders) => graders,
            Err(why) => return Ok(Err(why)),
        };
        let is_c = C_AND_CPP.contains(&source.language.name.as_str());
        let unbuffered = if self.unbuffered { UNBUFFERED } else { "" };
        let prefix = if is_c { format!("{}{unbuffered}", self.prefix) } else { String::new() };
        if self.unbuffered {
            source.language.write_at_once();
        }
        if prefix.is_empty() && !self.has_files() {
            return Ok(Ok(()));
        }
        fs::create_dir(folder)?;
        let mut written = match self.copy_own(source, secrets, &prefix, folder)? {
            Ok(written) => written,
            Err(why) => {
                source.refused = Some(why);
                return Ok(Ok(()));
            }
        };
        let compiled = source.files.len().min(written.len());
        let beside = written.split_off(compiled);
        let ending = source.main.extension().unwrap_or_default().to_owned();
        let copied = |path: &PathBuf, is_source: bool| -> io::Result<PathBuf> {
            let target = folder.join(name_of(path));
            let target = if is_source && self.either_c { target.with_extension(&ending) } else { target };
            if is_source && is_c && !self.grader_prefix.is_empty() {
                let text = fs::read(path).map_err(named(path.display()))?;
                fs::write(&target, [self.grader_prefix.as_bytes(), &text].concat())?;
            } else {
                fs::copy(path, &target).map_err(named(path.display()))?;
            }
            Ok(target)
        };
        let mut files = graders.into_iter().map(|path| copied(path, true)).collect::<io::Result<Vec<_>>>()?;
        files.extend(written);
        source.beside = beside;
        source
            .beside
            .extend(self.beside.iter().map(|path| copied(path, false)).collect::<io::Result<Vec<_>>>()?);
        source.main.clone_from(&files[0]);
        source.files = files;
        source.is_folder = true;
        source.links = None;
        Ok(Ok(()))
    }

    /// Returns the files that are compiled with a program in a language; the error says which the package lacks.
    fn of_language(&self, language: &str, languages: &Languages) -> Result<Vec<&PathBuf>, String> {
        let is_c = C_AND_CPP.contains(&language);
        let is_own = |path: &&PathBuf| {
            languages.of(path).is_some_and(|own| {
                own.name == language || self.either_c && is_c && C_AND_CPP.contains(&own.name.as_str())
            })
        };
        let own: Vec<&PathBuf> = self.sources.iter().filter(is_own).collect();
        let Some(first) = self.sources.first().filter(|_| own.is_empty()) else { return Ok(own) };
        let stem = first.file_stem().unwrap_or_default().to_string_lossy();
        Err(format!("the package has no {stem} in {language}, which is compiled with every program"))
    }

    /// Copies a program's own files into a folder, the compiled ones with this prefix; returns the copies, or which of its source
    /// files cannot be read.
    fn copy_own(
        &self,
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
            let name = if index == 0 { self.name_of(path) } else { name_of(path) };
            fs::write(folder.join(&name), text)?;
            written.push(folder.join(name));
        }
        Ok(Ok(written))
    }

    /// Returns the name of a program's own main file.
    fn name_of(&self, path: &Path) -> OsString {
        match &self.submission {
            Some(stem) => Path::new(stem).with_extension(path.extension().unwrap_or(OsStr::new(""))).into(),
            None => name_of(path),
        }
    }
}
