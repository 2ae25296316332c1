//! The built-in solvers of problems, for Python.

use std::io::{self, Cursor, Write};

use nim_io::{Failure, Input, STDIN, Sink};
use nim_problems::PROBLEMS;
use nim_solve::Tuning;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

use crate::game::wrong;
use crate::worker::{self, Cancelled};

/// The answers in memory, until they are no longer wanted.
struct Answers<'a> {
    bytes: Vec<u8>,
    cancelled: &'a Cancelled,
}

impl Write for Answers<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.check()?;
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Answers<'_> {
    fn check(&self) -> io::Result<()> {
        if self.cancelled.is_set() { Err(io::ErrorKind::ConnectionAborted.into()) } else { Ok(()) }
    }
}

impl Sink for Answers<'_> {
    fn charge(&mut self, _: u64, _: usize) -> io::Result<()> {
        self.check()
    }
}

/// The answers to an input of a problem, which is named by its slug or an alias.
#[pyfunction]
#[pyo3(signature = (problem, data, *switches))]
pub fn solve(py: Python<'_>, problem: &str, data: Vec<u8>, switches: Vec<String>) -> PyResult<Vec<u8>> {
    let found = nim_problems::find(problem)
        .ok_or_else(|| wrong(format!("unknown problem {problem:?}; see nim_toolkit.problems()")))?;
    if let Some(unknown) = switches.iter().find(|name| found.switches.iter().all(|own| own.name != *name)) {
        return Err(wrong(format!("{} has no switch {unknown:?}", found.name)));
    }
    worker::run(py, move |cancelled| {
        let mut answers = Answers { bytes: Vec::new(), cancelled };
        let switches: Vec<&str> = switches.iter().map(String::as_str).collect();
        let input = Input::reader(STDIN, Cursor::new(data));
        match found.write_answers(&switches, input, &mut answers, &Tuning::default()) {
            Ok(()) => Ok(answers.bytes),
            Err(malformed @ Failure::Malformed(_)) => Err(wrong(malformed)),
            Err(failure) => Err(PyOSError::new_err(failure.to_string())),
        }
    })
}

/// The slug of every problem, with its rule.
#[pyfunction]
pub fn problems() -> Vec<(&'static str, &'static str)> {
    PROBLEMS.iter().map(|problem| (problem.slug, problem.rule)).collect()
}
