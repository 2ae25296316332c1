//! The programs of a problem's authors as sources: checkers, interactors, validators and generators, which may need testlib.

mod by_path;

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use super::failure::{Failure, failed};
use super::language::Languages;
use super::layout::polygon::Polygon;
use super::source::{HEADER, Source};

/// The variable that names it, where a program's folder and its package have none.
const VARIABLE: &str = "TOOLKIT_TESTLIB";
/// Where people get it.
const HOME: &str = "https://github.com/MikeMirzayanov/testlib";

/// Returns the source of an author's program, with the headers of its folder and, where it needs one, that of testlib: the one that
/// is named, else its folder's, else its package's, else that of the environment. `None` where its language is not known or not compiled.
///
/// # Errors
/// When it cannot be read, or needs testlib and there is none.
pub fn source(path: &Path, languages: &Languages, testlib: Option<&Path>) -> Result<Option<Source>, Failure> {
    let Some(mut source) = Source::of_file(path, languages) else { return Ok(None) };
    if source.language.compile.is_none() {
        return Ok(None);
    }
    let package = Polygon::around(path);
    if let Some(compiler) = package.as_ref().and_then(|package| package.compiler_of(path)) {
        source.language.obey(compiler);
    }
    let text = fs::read(path).map_err(failed(path.display()))?;
    by_path::complete(&mut source);
    if !includes(&String::from_utf8_lossy(&text), HEADER) {
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
