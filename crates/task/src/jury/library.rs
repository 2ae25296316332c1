//! What programs of a problem of Library Checker are compiled with, as its `generate.py` does.

use std::ffi::OsStr;
use std::path::Path;

use super::{FOLDERS, by_path};
use crate::layout::library_checker::{LibraryProblem, PARAMS};
use crate::source::Source;

/// Adds the headers of the repository and the values of the problem to a program, unless it has files of the same names.
pub fn complete(source: &mut Source, problem: &LibraryProblem) {
    source.language.obey(FOLDERS);
    let names: Vec<_> = source
        .files
        .iter()
        .chain(&source.beside)
        .filter_map(|file| file.file_name())
        .map(OsStr::to_owned)
        .collect();
    let is_new = |file: &Path| file.file_name().is_some_and(|name| !names.iter().any(|own| own == name));
    let common = problem.common().into_iter().filter(|file| source.language.uses(file) && is_new(file));
    let common: Vec<_> = common.collect();
    source.beside.extend(common);
    if !source.language.uses(Path::new(PARAMS)) {
        return;
    }
    source.made.extend(problem.params().map(|params| (PARAMS.to_owned(), params)));
    // The headers of the repository lie beside the main file.
    let main = source.name_of(&source.main);
    if let Some(folder) = main.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        source.language.include(folder);
    }
}

/// Completes a solution, also by the files that it includes by a path, and by the grader where it is a function.
pub fn complete_solution(source: &mut Source, problem: &LibraryProblem, is_function: bool) {
    by_path::complete(source);
    if is_function {
        let (compiled, others): (Vec<_>, Vec<_>) =
            problem.grader().into_iter().partition(|path| path.extension() == source.main.extension());
        source.beside.extend(others.into_iter().filter(|path| source.language.uses(path)));
        source.files.extend(compiled);
    }
    complete(source, problem);
}
