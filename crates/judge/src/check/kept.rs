//! The results of submissions, stored by content as they arrive, so that `--resume` need not repeat the runs of an interrupted check.

use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Mutex;

use super::fingerprints::{Fingerprints, Purpose};
use super::identity;
use crate::options::Options;
use crate::preparation::Prepared;
use crate::report::results::{SandboxReport, TestReport};
use crate::selected_test::SelectedTest;
use nim_ground::cache;
use nim_ground::error::best_effort;
use nim_ground::limits::Limits;
use nim_ground::lock::locked;
use nim_ground::presence::absent_is_none;
use nim_task::verdict::Verdict;

/// The folder of these results in the cache, with a file for each program.
const RESULTS: &str = "results";

/// The results of all programs of a check.
pub struct KeptResults {
    /// The results of each program, by its name.
    programs: HashMap<String, ProgramResults>,
    /// The fingerprints of the tests, by their index; without tests that are judged by a command of unknown files.
    tests: HashMap<usize, String>,
}

struct ProgramResults {
    known: HashMap<String, TestReport>,
    /// The file that new results are appended to; a sink if it cannot be opened.
    file: Mutex<Box<dyn Write + Send>>,
}

impl KeptResults {
    /// Opens the results of these programs on these tests; the results of earlier checks are read only with `--resume`.
    ///
    /// # Errors
    /// When a file of a program or a test cannot be read.
    pub fn open(
        options: &Options,
        prepared: &[Prepared<'_>],
        sandbox: &SandboxReport,
        tests: &[SelectedTest<'_>],
    ) -> io::Result<Self> {
        let prints = Fingerprints::new(options, Purpose::Kept);
        let tests = tests.iter().filter_map(|test| {
            let print = identity::of_test(options, &prints, test).transpose()?;
            Some(print.map(|print| (test.index, print)))
        });
        let mut programs = HashMap::new();
        if let Some(folder) = cache::writable(RESULTS) {
            for program in prepared.iter().filter(|prepared| prepared.compiled.is_ok()) {
                let file = identity::of_program(options, program, sandbox)?;
                let results = ProgramResults::open(&folder.join(file.name()), options.resume)?;
                programs.insert(program.program.name.clone(), results);
            }
        }
        Ok(Self { programs, tests: tests.collect::<io::Result<_>>()? })
    }

    /// Returns whether results of a test are not kept.
    pub fn lacks_tests(&self, tests: &[SelectedTest<'_>]) -> bool {
        tests.iter().any(|test| !self.tests.contains_key(&test.index))
    }

    /// Returns the result of a program on a test under these limits, if it is known.
    pub fn find(&self, program: &str, test: usize, limits: &Limits) -> Option<&TestReport> {
        self.programs.get(program)?.known.get(&self.key(test, limits)?)
    }

    /// Adds a result, unless it says nothing about the program.
    pub fn add(&self, result: &TestReport, limits: &Limits) {
        let Some(program) = self.programs.get(&result.program) else { return };
        let Some(key) = self.key(result.index, limits) else { return };
        if result.verdict == Verdict::JudgeError || program.known.contains_key(&key) {
            return;
        }
        let Ok(line) = serde_json::to_string(&(key, result)) else { return };
        // A result that cannot be written costs a second run, no more.
        best_effort(locked(&program.file).write_all(format!("{line}\n").as_bytes()));
    }

    fn key(&self, test: usize, limits: &Limits) -> Option<String> {
        let parts = [self.tests.get(&test)?.clone(), limits.to_string()];
        Some(parts.join(" "))
    }
}

impl ProgramResults {
    fn open(path: &Path, resume: bool) -> io::Result<Self> {
        let text = if resume { absent_is_none(fs::read(path), path)? } else { None }.unwrap_or_default();
        // The last line may be incomplete if its check was killed.
        let lines = text.split(|&byte| byte == b'\n');
        let known = lines.filter_map(|line| serde_json::from_slice(line).ok()).collect();
        let file = OpenOptions::new().create(true).write(true).append(resume).truncate(!resume).open(path);
        let mut file: Box<dyn Write + Send> = match file {
            Ok(file) => Box::new(file),
            // Results that cannot be kept cost a second run, no more.
            Err(_) => Box::new(io::sink()),
        };
        if !text.is_empty() && !text.ends_with(b"\n") {
            best_effort(file.write_all(b"\n"));
        }
        Ok(Self { known, file: Mutex::new(file) })
    }
}
