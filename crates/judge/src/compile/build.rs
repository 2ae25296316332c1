//! Scripts of packages that build a program, in the sandbox if there is one.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::Compiler;
use super::SHELL;
use crate::error::{Context as _, Error, Result};
use crate::held::BUILD;
use crate::run_verdict::run_verdict;
use nim_ground::limits::{Limits, MIB};
use nim_sandbox::portable::Portable;
use nim_sandbox::run::{Ended, LentFolder, Loan, RunResult, Runner, Stopped};
use nim_sandbox::{Program, Sandbox, SandboxMode};

/// Limits of a script that builds a program.
const LIMITS: Limits = Limits {
    cpu: Duration::from_secs(600),
    wall: Duration::from_secs(600),
    memory: 4096 * MIB,
    output: 256 * MIB,
};

impl Compiler<'_> {
    /// Runs the script `build` in a folder, which may hold links to the folders `around`; in the sandbox, it runs in a copy and sees the
    /// folders in `shown`.
    ///
    /// # Errors
    /// When it fails, with the line that says most, or cannot be run.
    pub fn build(&self, folder: &Path, around: &[PathBuf], shown: &[PathBuf]) -> Result<()> {
        let result = self.run_build(folder, around, shown).context(BUILD)?;
        Err(match result.stopped {
            Some(Stopped::Interrupted) => return Err(Error::interrupted().within(BUILD)),
            None if result.ended == Ended::Exited(0) => return Ok(()),
            Some(_) => {
                let why = run_verdict(&result, &LIMITS).map(|(_, why)| why).unwrap_or_default();
                format!("{BUILD} used too much: {why}")
            }
            None => {
                let text = String::from_utf8_lossy(&result.stderr);
                let line = text.lines().find(|line| line.contains("error")).or_else(|| text.lines().last());
                format!("{BUILD} failed: {}", line.unwrap_or("no reason given"))
            }
        }
        .into())
    }

    fn run_build(&self, folder: &Path, around: &[PathBuf], shown: &[PathBuf]) -> Result<RunResult> {
        let lent = LentFolder { path: folder.to_path_buf(), is_current: true, links: Some(around.to_vec()) };
        let loan = Loan { folder: Some(lent), ..Loan::default() };
        if self.mode != SandboxMode::Off {
            let command = [folder.join(BUILD).into_os_string()];
            let mut program = Program::in_own_folder(&command, &[SHELL, "-c", "exec ./build"], shown)?;
            program.command.pop();
            let sandbox = Sandbox::new(program, self.mode, LIMITS.memory, self.interrupted);
            return Ok(sandbox.start()?.0.call(&loan, &LIMITS, &mut io::sink())?);
        }
        let command = vec![Path::new(".").join(BUILD).into_os_string()];
        Ok(Portable { command, given: None, interrupted: self.interrupted }.call(
            &loan,
            &LIMITS,
            &mut io::sink(),
        )?)
    }
}
