//! The calling conventions of checkers and interactors.

use std::str::FromStr;

use nim_ground::failure::Failure;
use nim_ground::file_io::PipeOrder;

/// The calling convention of a checker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckerStyle {
    /// `CMD input output answer`; 0 accepts, 1 and others reject, 3 is its own failure.
    Testlib,
    /// The same, where points are not of the test's, but of so many: of 1 on UOJ, of 100 with percents.
    TestlibOf(u32),
    /// The same, where status 7 goes with a line `partial A/B` on standard error: a part of the test's points.
    Coci,
    /// `CMD answer output input`; 0 accepts, 1 rejects, but for a ratio in two lines, a part of the test's points.
    Peg,
    /// `CMD input answer feedback_dir < output`; 42 accepts, 43 rejects, anything else is its own failure.
    Kattis,
    /// The same, where the package has no custom scoring: points are a failure.
    KattisUnscored,
    /// `CMD input answer output`; 0 accepts.
    Hustoj,
    /// `CMD input output answer full_score score_file message_file`; 0 means that it wrote a score, anything else is
    /// its own failure.
    Lemon,
    /// `CMD input output answer`; 0 accepts.
    Oj,
    /// `CMD input output`; 0 accepts.
    Qduoj,
    /// `CMD` in a folder with the files `input`, `user_out` and `answer`; it prints a score from 0 to 100.
    Syzoj,
    /// A module in Python with a function `check`, or one that comes with DMOJ, by its name.
    Dmoj(Option<&'static str>),
    /// `CMD input answer output`; it prints a score from 0 to 1, and a message on standard error; a status other than 0 is
    /// its own failure.
    Cms,
}

impl FromStr for CheckerStyle {
    type Err = Failure;

    fn from_str(text: &str) -> Result<Self, Failure> {
        Ok(match text {
            "testlib" => Self::Testlib,
            "kattis" => Self::Kattis,
            "hustoj" => Self::Hustoj,
            "lemon" => Self::Lemon,
            "oj" => Self::Oj,
            "cms" => Self::Cms,
            _ => {
                let names = "testlib, kattis, hustoj, lemon, oj or cms";
                return Err(format!("expected {names}, found \"{text}\"").into());
            }
        })
    }
}

/// The calling convention of an interactor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InteractorStyle {
    /// `CMD input answer feedback_dir/`; 42 accepts, 43 rejects, anything else is its own failure.
    Kattis,
    /// `CMD input output answer`; 0 accepts, 1, 2, 4, 7 and 8 reject, 3 and others are its own failure.
    Testlib,
    /// As `Testlib`, but that its output is written at once.
    Dmoj {
        /// Whether it is called as `Testlib` is; otherwise by `CMD input answer`.
        testlib: bool,
    },
    /// The manager of a Communication task of CMS: `CMD from_program to_program < input`; it prints a score from 0 to 1, and a
    /// message on standard error.
    Cms {
        /// The order of the program's arguments, where it opens the pipes by names instead of the standard streams.
        names: Option<PipeOrder>,
    },
}

impl FromStr for InteractorStyle {
    type Err = Failure;

    fn from_str(text: &str) -> Result<Self, Failure> {
        match text {
            "kattis" => Ok(Self::Kattis),
            "testlib" => Ok(Self::Testlib),
            _ => Err(format!("expected kattis or testlib, found \"{text}\"").into()),
        }
    }
}

impl InteractorStyle {
    /// Returns whether it opens pipes by their names.
    pub fn is_manager(self) -> bool {
        matches!(self, Self::Cms { .. })
    }

    /// Returns the order of the arguments of a program that it talks with through pipes with names.
    pub fn names(self) -> Option<PipeOrder> {
        if let Self::Cms { names } = self { names } else { None }
    }
}
