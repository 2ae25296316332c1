//! Files of a package that are compiled with every program: graders, stubs, handlers.

use std::path::PathBuf;

/// The files that are compiled with every program; or their names below the folder of the package.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graders<File = PathBuf> {
    /// The files that are compiled with a program of the same language; the first one is the main file. A program in a language without any
    /// cannot be judged.
    pub sources: Vec<File>,
    /// The files that lie beside every program.
    pub beside: Vec<File>,
    /// The name of the program's own main file, without its ending; `None` leaves it unchanged.
    pub submission: Option<String>,
    /// Whether a source in C or C++ is compiled in the program's own of the two languages.
    pub either_c: bool,
    /// The text put before a program in C or C++.
    pub prefix: String,
    /// The text put before a file in C or C++ that is compiled with a program.
    pub grader_prefix: String,
    /// Whether output is written at once, without a flush by the program, where the language has a way.
    pub unbuffered: bool,
}

impl Graders<String> {
    /// Returns the graders with the paths that `find` returns for names.
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
}
