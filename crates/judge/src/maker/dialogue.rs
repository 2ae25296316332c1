//! Answers of tests with an interactor and a checker: the file that the interactor writes while talking with a solution.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

use crate::confinement::{LARGEST_FOLDER, Sandboxed};
use crate::error::{Result, bail};
use crate::interactive::interactor::{CallFiles, InteractorProgram, call};
use crate::interactive::{Partner, StartedInteractor, run_dialogue};
use crate::options::SandboxOptions;
use crate::trusted::{LIMITS, TrustedPrograms};
use nim_ground::content::Content;
use nim_ground::interruption;
use nim_ground::private;
use nim_sandbox::run::Loan;
use nim_sandbox::secrets::Secrets;
use nim_task::protocol::Protocol;
use nim_task::verdict::Verdict;

/// A solution and its interactor, both built.
pub struct SolutionDialogue {
    /// The command of the solution, and the files that the solution sees.
    pub solution: Vec<OsString>,
    pub readable: Vec<PathBuf>,
    /// The command of the interactor, and the files and folders that the interactor sees.
    pub interactor: Vec<OsString>,
    pub shown: Vec<PathBuf>,
}

impl SolutionDialogue {
    /// Returns the file that the interactor writes, which accepts the solution.
    ///
    /// # Errors
    /// When a program cannot be started, or the solution is not accepted.
    pub fn run(self, programs: TrustedPrograms<'_>, input: &Content) -> Result<Vec<u8>> {
        let options = programs.options;
        let SandboxOptions { mode, allow_read } = &options.sandbox;
        let (secrets, interrupted) = (Secrets::default(), &*options.interrupted);
        let readable = [self.readable, allow_read.clone()].concat();
        let solution =
            Sandboxed::new(&self.solution, &[], &readable, *mode, &secrets, LARGEST_FOLDER, interrupted)?;
        let confined = programs.confined(self.shown)?;
        let call = call(&options.interaction, Protocol::TESTLIB, Vec::new(), None);
        let interactor = InteractorProgram::new(self.interactor, call, None, confined, interrupted)?;
        let folder = private::folder("toolkit-interactor-")?;
        let files = CallFiles { input, answer: &Content::from(""), folder: folder.path() };
        let (mut solution, mut judge) = (solution.start()?, interactor.program.start()?);
        let loan = interactor.call.loan(files, judge.place())?;
        let started = judge.start(&loan, &interactor.call.limits)?;
        let call = &interactor.call;
        let interactor = StartedInteractor { call, files, started, channels: Vec::new() };
        let solution = solution.start(&Loan::default(), &LIMITS)?;
        let dialogue = run_dialogue(vec![solution], &LIMITS, Partner::Interactor(interactor))?;
        interruption::check()?;
        if dialogue.result.verdict != Verdict::Accepted {
            bail!("{}", dialogue.result.message);
        }
        Ok(fs::read(files.output())?)
    }
}
