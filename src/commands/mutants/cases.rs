//! Programs with their mutants.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::{Deserialize, Serialize};

use crate::commands::mutants::changes::{Family, Mutant, mutants};
use nim_ground::random::Random;
use nim_judge::programs::{Code, NamedProgram};
use nim_judge::report::fingerprint;
use nim_task::source::Source;
use nim_task::verdict::Verdict;

/// A program whose mutants are run.
pub struct MutatedProgram {
    /// The name in messages.
    pub name: String,
    /// The original source.
    pub source: Source,
    /// The texts of the source files.
    texts: Vec<String>,
    /// The fingerprint of all files that the compiler sees of the program.
    print: String,
}

/// A mutant of a program, with its result.
pub struct Case {
    pub program: usize,
    /// The index of the changed file.
    file: usize,
    pub mutant: Mutant,
    /// The name of the changed file.
    pub path: String,
    /// The number of the first changed line.
    pub line: usize,
    /// The changed lines, before and after.
    pub lines: (String, String),
    /// The key that identifies the mutant between runs.
    pub key: String,
    /// The result of an earlier run.
    pub earlier: Option<Known>,
    /// The result of this run; `None` before it.
    pub outcome: Option<Outcome>,
    /// The reason why the mutant is marked as equivalent.
    pub reason: Option<String>,
}

/// Returns the programs that can be changed, and why others are left out.
pub fn mutated_programs(programs: Vec<NamedProgram>) -> anyhow::Result<(Vec<MutatedProgram>, Vec<String>)> {
    let (mut mutated, mut left_out) = (Vec::new(), Vec::new());
    for program in programs {
        let Code::Source(source) = program.code else { continue };
        if Family::for_language(&source.language.name).is_none() {
            left_out.push(format!("{}: {} has no mutants", program.name, source.language.name));
            continue;
        }
        let texts = source.files.iter().map(|path| {
            let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()));
            bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        });
        let texts = texts.collect::<anyhow::Result<_>>()?;
        let print = fingerprint::of_source(&source)?;
        mutated.push(MutatedProgram { name: program.name, source: *source, texts, print });
    }
    Ok((mutated, left_out))
}

impl MutatedProgram {
    /// Returns the mutants of the program; `at` is its index.
    pub fn cases(&self, at: usize) -> Vec<Case> {
        let language = &self.source.language;
        let Some(family) = Family::for_language(&language.name) else { return Vec::new() };
        let mut cases = Vec::new();
        for (file, text) in self.texts.iter().enumerate() {
            let path = match self.texts.len() {
                1 => self.name.clone(),
                _ => format!("{}/{}", self.name, self.source.name_of(&self.source.files[file]).display()),
            };
            for mutant in mutants(text, family) {
                let parts =
                    [path.clone(), format!("{:?}", language.compile), self.print.clone(), mutant.apply(text)];
                cases.push(Case {
                    program: at,
                    file,
                    path: path.clone(),
                    line: mutant.line(text),
                    lines: mutant.lines(text),
                    key: fingerprint::of_values(&parts),
                    mutant,
                    earlier: None,
                    outcome: None,
                    reason: None,
                });
            }
        }
        cases
    }

    /// Returns the unchanged program.
    pub fn program(&self) -> NamedProgram {
        NamedProgram::of_source(self.name.clone(), self.source.clone())
    }

    /// Writes a mutant into a new folder, and returns it as a program.
    pub fn write(&self, case: &Case, name: String, folder: &Path) -> io::Result<NamedProgram> {
        let place = |path: &PathBuf| folder.join(self.source.name_of(path));
        let put = |path: &PathBuf, contents: &[u8]| {
            let path = place(path);
            path.parent().map_or(Ok(()), fs::create_dir_all)?;
            fs::write(path, contents)
        };
        for (file, (path, text)) in self.source.files.iter().zip(&self.texts).enumerate() {
            let mutant = (file == case.file).then(|| case.mutant.apply(text));
            put(path, mutant.as_ref().unwrap_or(text).as_bytes())?;
        }
        for path in &self.source.beside {
            put(path, &fs::read(path)?)?;
        }
        let source = Source {
            main: place(&self.source.main),
            files: self.source.files.iter().map(place).collect(),
            beside: self.source.beside.iter().map(place).collect(),
            root: self.source.root.as_ref().map(|_| folder.to_path_buf()),
            links: None,
            ..self.source.clone()
        };
        Ok(NamedProgram::of_source(name, source))
    }
}

impl Case {
    /// Returns the file and line of the change.
    pub fn place(&self) -> String {
        format!("{}:{}", self.path, self.line)
    }

    /// Returns whether no test catches the mutant.
    pub fn survives(&self) -> bool {
        self.outcome == Some(Outcome::Survived) && self.reason.is_none()
    }
}

/// Returns the order of mutants without an outcome: new ones and those that passed all tests first, and otherwise by chance.
pub fn order(cases: &[Case], seed: u64) -> Vec<usize> {
    let mut random = Random::new(seed);
    let mut order: Vec<(bool, u64, usize)> = Vec::new();
    for (at, case) in cases.iter().enumerate() {
        let earlier = case.earlier.as_ref().map(|known| &known.outcome);
        let was_caught = !matches!(earlier, None | Some(Outcome::Survived));
        order.push((was_caught, random.bits(), at));
    }
    order.sort_unstable();
    order.retain(|&(_, _, at)| cases[at].outcome.is_none());
    order.into_iter().map(|(_, _, at)| at).collect()
}

/// The result of running a mutant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "outcome")]
pub enum Outcome {
    /// A test rejected the mutant.
    Killed {
        /// The first test that rejected it.
        test: String,
        /// The verdict on that test.
        verdict: Verdict,
    },
    /// The mutant passed all tests.
    Survived,
    /// The mutant does not compile.
    Stillborn,
    /// The compiled form equals that of another program.
    Equal {
        /// The name of the other program.
        to: String,
    },
}

/// A recorded result of a mutant.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Known {
    /// The key that identifies the mutant between runs.
    pub key: String,
    /// The recorded result.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// The fingerprint of the test that rejected it, or of all that it passed.
    pub print: Option<String>,
    /// The digest of the compiled form.
    pub digest: Option<String>,
}
