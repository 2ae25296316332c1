//! Origins of tests' files that a package does not store.

use std::iter;
use std::path::PathBuf;

use nim_ground::limits::LimitOverrides;

/// The origin of a test's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A literal text.
    Text(String),
    /// A file to copy.
    File(PathBuf),
    /// The output of a program's run.
    Run(Run),
}

/// The placeholder of the seed in arguments: no program can get this character.
pub const SEED: char = '\0';

/// A run of a program, and others where that fails.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// The program's name in its rule.
    pub name: String,
    /// The program's source, or the executable.
    pub program: PathBuf,
    /// The arguments; `SEED` stands for the seed.
    pub args: Vec<String>,
    /// The file given as standard input.
    pub input: Option<PathBuf>,
    /// The seeds, one for each try; without any, there is one try.
    pub seeds: Option<Seeds>,
    /// The limits that the package states.
    pub limits: LimitOverrides,
}

/// The seeds of a run's tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seeds {
    /// The seed of the first try.
    pub first: u32,
    /// The number of further seeds.
    pub more: u32,
}

impl Run {
    /// Returns a run on no input.
    pub fn new(name: &str, program: impl Into<PathBuf>, args: Vec<String>) -> Self {
        Self { name: name.to_owned(), program: program.into(), args, ..Self::default() }
    }

    /// Returns the command of a try as in its rule.
    pub fn shown(&self, args: &[String]) -> String {
        shell_words::join(iter::once(&self.name).chain(args))
    }

    /// Returns the arguments of each try; the first successful one counts.
    pub fn tries(&self) -> impl Iterator<Item = Vec<String>> {
        (0..=self.seeds.map_or(0, |seeds| seeds.more)).map(|number| match self.seeds {
            Some(Seeds { first, .. }) => {
                let seed = (first.wrapping_add(number) % (1 << 31)).to_string();
                self.args.iter().map(|arg| arg.replace(SEED, &seed)).collect()
            }
            None => self.args.clone(),
        })
    }
}

/// The origin of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerBy {
    /// The answer is stored, or there is none.
    Stored,
    /// The answer has an origin of the same kinds as an input.
    From(Origin),
    /// The output of this solution.
    Solution(PathBuf),
    /// The file that an interactor of testlib writes while talking with a solution.
    Interactor {
        /// The interactor that writes the answer.
        interactor: PathBuf,
        /// The solution that talks with the interactor.
        solution: PathBuf,
    },
    /// The standard error of the program that makes the input.
    Generator,
    /// The standard error of a program, for a stored input.
    Errors(Run),
}

/// The origins of a test's files that are not all stored.
#[derive(Clone, Debug)]
pub struct TestSource<File = PathBuf> {
    /// The input; it is stored if it has no origin.
    pub input: File,
    /// The origin of the input, unless it is stored.
    pub origin: Option<Origin>,
    /// The answer's file.
    pub answer: File,
    /// The origin of the answer.
    pub by: AnswerBy,
}

/// The same, with names below the folder of a configuration.
pub type NamedSource = TestSource<String>;

impl NamedSource {
    /// Returns whether a file is to be made.
    pub fn makes_any(&self) -> bool {
        self.origin.is_some() || self.by != AnswerBy::Stored
    }
}
