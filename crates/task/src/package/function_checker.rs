//! Checkers that are functions in Python, as DMOJ calls them: in a file of the package, or one that comes with DMOJ.

use std::io;
use std::path::Path;

use serde_json::{Value, json};

use super::testlib::uncalled;
use super::{Files, MARK};
use crate::layout::test::{Test, Validation};
use crate::protocol::{Protocol, Start};
use nim_ground::content::Content;

/// A checker that is a Python function, as DMOJ calls it.
#[derive(Clone, Debug)]
pub struct FunctionChecker {
    /// The name of the function's file, or of a function that comes with DMOJ.
    pub name: String,
    /// The arguments by name, if there are any.
    args: Option<Value>,
    /// The file of the function; `None` for one that comes with DMOJ.
    pub program: Option<Content>,
}

impl FunctionChecker {
    /// Takes the checker of all tests, and its file out of the files; a checker written by this program is ignored.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn take(tests: &[Test], files: &mut Files) -> io::Result<Option<Self>> {
        let Some((place, args, built_in)) = tests.first().and_then(called) else { return Ok(None) };
        if tests.iter().any(|test| called(test) != Some((place, args, built_in))) {
            return Ok(None);
        }
        let args = args.first().and_then(|args| serde_json::from_str(args).ok());
        if let Some(name) = built_in {
            return Ok(Some(Self { name: name.to_owned(), args, program: None }));
        }
        let path = files.iter().find(|(_, file)| file.file() == Some(place)).map(|(path, _)| path.clone());
        let Some(path) = path else { return Ok(None) };
        if files[&path].text()?.contains(MARK) {
            return Ok(None);
        }
        let program = files.remove(&path);
        let name = path.rsplit('/').next().unwrap_or(&path).to_owned();
        Ok(Some(Self { name, args, program }))
    }

    /// Returns the difference in judging without the checker.
    pub fn loss(&self) -> String {
        uncalled(&self.name)
    }

    /// Returns the checker as the value of `checker` in an `init.yml`.
    pub fn value(&self) -> Value {
        match &self.args {
            Some(args) => json!({ "name": self.name, "args": args }),
            None => self.name.clone().into(),
        }
    }
}

/// Returns the file of a test's checker, its arguments, and its name if it comes with DMOJ.
fn called(test: &Test) -> Option<(&Path, &[String], Option<&'static str>)> {
    match test.validation.as_ref()? {
        Validation::Program {
            place,
            args,
            style: Protocol { start: Start::PythonFunction(built_in), .. },
            passes: 1,
        } => Some((place, args, *built_in)),
        _ => None,
    }
}
