//! The programs of a problem's authors as sources: checkers, interactors, validators and generators, which may need testlib.

mod by_path;
pub mod library;

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use super::language::Languages;
use super::layout::is_package;
use super::layout::library_checker::LibraryProblem;
use super::layout::polygon::Polygon;
use super::source::{HEADER, Source};
use nim_ground::failure::{Failure, failed};

/// The variable that names it, where a program's folder and its package have none.
const VARIABLE: &str = "TOOLKIT_TESTLIB";
/// The standard of C++ in folders, by Polygon's name of a compiler.
const FOLDERS: &str = "cpp.g++17";
/// Where people get it.
const HOME: &str = "https://github.com/MikeMirzayanov/testlib";

/// Returns the source of an author's program, with the headers of its folder and, where it needs one, that of testlib: the one that
/// is named, else its folder's, else its package's, else that of the environment. `None` where its language is not known or not compiled.
///
/// # Errors
/// When it cannot be read, or needs testlib and there is none.
pub fn source(path: &Path, languages: &Languages, testlib: Option<&Path>) -> Result<Option<Source>, Failure> {
    let Some(mut source) = Source::of_file(path, languages) else { return Ok(None) };
    if let Some(compiler) = Polygon::around(path).as_ref().and_then(|package| package.compiler_of(path)) {
        source.language.obey(compiler);
    }
    complete(source, testlib)
}

/// As [`source`], of a program whose files fill a folder: those in C++, else those in C, else those in the language that most have.
///
/// # Errors
/// As for [`source`].
pub fn source_of_folder(
    folder: &Path,
    languages: &Languages,
    testlib: Option<&Path>,
) -> Result<Option<Source>, Failure> {
    let source = Source::of_folder_in(folder, languages, &["C++", "C"]).map_err(failed(folder.display()))?;
    let Some(mut source) = source else { return Ok(None) };
    source.language.obey(FOLDERS);
    let Source { language, beside, .. } = &mut source;
    beside.retain(|file| language.uses(file));
    complete(source, testlib)
}

fn complete(mut source: Source, testlib: Option<&Path>) -> Result<Option<Source>, Failure> {
    if source.language.compile.is_none() {
        return Ok(None);
    }
    let path = source.main.clone();
    let package = Polygon::around(&path);
    by_path::complete(&mut source);
    if let Some(problem) = LibraryProblem::around(&path) {
        library::complete(&mut source, &problem);
    }
    let mut needs_header = false;
    for file in &source.files {
        let text = fs::read(file).map_err(failed(file.display()))?;
        needs_header |= includes(&String::from_utf8_lossy(&text), HEADER);
    }
    if !needs_header {
        return Ok(Some(source));
    }
    let is_header = |file: &PathBuf| file.file_name() == Some(OsStr::new(HEADER));
    let beside = source.beside.iter().find(|file| is_header(file)).cloned();
    let of_package = package
        .into_iter()
        .flat_map(|Polygon { folder, .. }| [folder.join("files").join(HEADER), folder.join(HEADER)]);
    let of_environment =
        env::var_os(VARIABLE).filter(|file| !file.is_empty()).map(|file| header(Path::new(&file)));
    let header = testlib
        .map(header)
        .or(beside)
        .or_else(|| of_package.into_iter().find(|file| file.is_file()))
        .or(of_environment)
        .ok_or_else(|| {
            let path = path.display();
            format!(
                "{path} includes {HEADER}, which is not in its package: name it by --testlib FILE or in {VARIABLE} ({HOME})"
            )
        })?;
    if !is_header(&header) || !header.is_file() {
        return Err(format!("{} is no file called {HEADER}", header.display()).into());
    }
    source.beside.retain(|file| !is_header(file));
    source.beside.push(header);
    Ok(Some(source))
}

/// How far above a program its package is looked for.
const MOST_ABOVE: usize = 3;

/// Returns the package around a real folder, near above it.
fn package_around(folder: &Path) -> Option<&Path> {
    folder.ancestors().take(MOST_ABOVE).find(|around| is_package(around))
}

/// Returns the folder that a program of the authors' is part of: its package's, else its own or, of a file, the one around it.
pub fn surroundings(place: &Path) -> Option<PathBuf> {
    let real = place.canonicalize().ok()?;
    let folder = if real.is_dir() { real.as_path() } else { real.parent()? };
    Some(package_around(folder).unwrap_or(folder).to_path_buf())
}

/// Returns the header that a path names: itself, or the one in a folder.
fn header(path: &Path) -> PathBuf {
    if path.is_dir() { path.join(HEADER) } else { path.to_path_buf() }
}

/// Returns whether a program's text includes a header of this name.
fn includes(text: &str, header: &str) -> bool {
    text.lines()
        .filter_map(|line| line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include"))
        .any(|named| named.trim().trim_start_matches(['"', '<']).split(['"', '>']).next() == Some(header))
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
