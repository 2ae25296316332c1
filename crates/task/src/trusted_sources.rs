//! The programs of a problem's authors as sources: checkers, interactors, validators and generators, which may need testlib.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::by_path::included;
use super::formats::Manifests;
use super::formats::manifest::Manifest;
use super::language::{CPP_17, Languages};
use super::layout::same_file;
use super::source::{HEADER, Source};
use crate::Error;
use nim_ground::presence;

/// The variable with the path of testlib's header, if a program's folder and its package have none.
const VARIABLE: &str = "TOOLKIT_TESTLIB";
/// The address from which testlib can be downloaded.
const HOME: &str = "https://github.com/MikeMirzayanov/testlib";

/// The languages and headers with which authors' programs are built.
#[derive(Clone, Copy, Debug)]
pub struct TrustedSources<'a> {
    /// The known languages.
    pub languages: &'a Languages,
    /// The path of testlib's header, if it is given.
    pub testlib: Option<&'a Path>,
    /// The manifests of the command.
    pub manifests: &'a Manifests,
}

impl TrustedSources<'_> {
    /// Returns the source of an author's program, with the headers of its folder and, if needed, that of testlib: the given one, otherwise
    /// its folder's, otherwise its package's, otherwise that of the environment. `None` if its language is not known or not compiled.
    ///
    /// # Errors
    /// When it cannot be read, or needs testlib and there is none.
    pub fn source(&self, path: &Path) -> Result<Option<Source>, Error> {
        let Some(source) = Source::of_file(path, self.languages)? else { return Ok(None) };
        self.complete(source, Some(path))
    }

    /// Like [`Self::source`], for a program whose files fill a folder: those in C++, otherwise those in C, otherwise those in the most
    /// frequent language.
    ///
    /// # Errors
    /// As of [`Self::source`].
    pub fn source_of_folder(&self, folder: &Path) -> Result<Option<Source>, Error> {
        let source = Source::of_folder_in(folder, self.languages, &["C++", "C"]);
        let Some(mut source) = source.map_err(Error::unreadable(folder.display()))? else { return Ok(None) };
        source.language.set_compiler(CPP_17);
        let Source { language, beside, .. } = &mut source;
        beside.retain(|file| language.uses(file));
        self.complete(source, None)
    }

    /// Completes a source; a source of a single file is compiled as its package says.
    fn complete(&self, mut source: Source, file: Option<&Path>) -> Result<Option<Source>, Error> {
        let package = self.manifests.around(&source.main)?;
        if let Some((package, file)) = package.as_ref().zip(file) {
            for (own, compiler) in &package.compilers {
                if same_file(&package.root.join(own), file)? {
                    source.language.set_compiler(compiler);
                    break;
                }
            }
        }
        if source.language.compile.is_none() {
            return Ok(None);
        }
        if let Some(file) = file {
            source.language.add_options(&self.manifests.compiler_options(file)?);
        }
        let path = source.main.clone();
        source.complete(package.as_ref().map(|package| package.root.as_path()))?;
        if let Some((package, complete)) = package.as_ref().and_then(|own| Some((own, own.format.complete?)))
        {
            complete(package, &mut source, false)?;
        }
        let mut needs_header = false;
        for file in &source.files {
            let text = fs::read(file).map_err(Error::unreadable(file.display()))?;
            needs_header |= includes(&String::from_utf8_lossy(&text), HEADER);
        }
        if !needs_header {
            return Ok(Some(source));
        }
        let header = self.header_of(&source, package.as_deref())?.ok_or_else(|| {
            let path = path.display();
            Error::Missing(format!(
                "{path} includes {HEADER}, which is not in its package: name it by --testlib FILE or in {VARIABLE} ({HOME})"
            ))
        })?;
        if !is_header(&header) || !presence::is_file(&header)? {
            return Err(Error::Missing(format!("{} is no file called {HEADER}", header.display())));
        }
        source.beside.retain(|file| !is_header(file));
        source.beside.push(header);
        Ok(Some(source))
    }

    /// Returns the header of testlib for a source: the given one, otherwise its folder's, its package's or that of the environment.
    fn header_of(&self, source: &Source, package: Option<&Manifest>) -> Result<Option<PathBuf>, Error> {
        if let Some(named) = self.testlib {
            return Ok(Some(header(named)?));
        }
        if let Some(beside) = source.beside.iter().find(|file| is_header(file)) {
            return Ok(Some(beside.clone()));
        }
        for file in package.iter().flat_map(|package| &package.headers) {
            if presence::is_file(file)? {
                return Ok(Some(file.clone()));
            }
        }
        let named = env::var_os(VARIABLE).filter(|file| !file.is_empty());
        Ok(named.map(|file| header(Path::new(&file))).transpose()?)
    }

    /// Returns the folder that an authors' program is part of: its package's, otherwise its own or, for a file, the one around it.
    ///
    /// # Errors
    /// When it cannot be looked at.
    pub fn surroundings(&self, place: &Path) -> io::Result<Option<PathBuf>> {
        let Some(real) = presence::real_path(place)? else { return Ok(None) };
        let folder = if presence::is_folder(&real)? { Some(real.as_path()) } else { real.parent() };
        Ok(folder.map(|folder| self.manifests.folder_around(folder).unwrap_or(folder).to_path_buf()))
    }
}

/// Returns the header that a path names: itself, or the one in a folder.
fn header(path: &Path) -> io::Result<PathBuf> {
    Ok(if presence::is_folder(path)? { path.join(HEADER) } else { path.to_path_buf() })
}

fn is_header(file: &Path) -> bool {
    file.file_name() == Some(OsStr::new(HEADER))
}

/// Returns whether a program's text includes a header of this name.
fn includes(text: &str, header: &str) -> bool {
    included(text).any(|named| named.trim_start_matches(['"', '<']).split(['"', '>']).next() == Some(header))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_included_in_either_way() {
        for line in ["#include \"testlib.h\"", "  # include <testlib.h> // here", "#include<testlib.h>\r"] {
            assert!(includes(&format!("int a;\n{line}\n"), HEADER), "{line}");
        }
        for line in ["// testlib.h", "#include \"other.h\"", "#include \"my_testlib.h\"", "#define testlib.h"]
        {
            assert!(!includes(line, HEADER), "{line}");
        }
    }
}
