//! The preparation of programs: compilation, and sandboxes.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use super::compile::{CompileError, Compiled, Compiler, Executable, LIMITS};
use super::confinement::Sandboxed;
use super::error::{Error, Result, bail};
use super::hidden;
use super::observer::Observer;
use super::options::{Options, jobs};
use super::programs::{Code, NamedProgram};
use super::session::{Candidate, Runnable};
use crate::report::results::{ProgramReport, SandboxReport};
use nim_ground::limits::Factor;
use nim_ground::threads;
use nim_sandbox::SandboxMode;
use nim_sandbox::secrets::Secrets;
use nim_task::verdict::Verdict;

/// The name of the built-in solvers in reports.
const BUILT_IN: &str = "built-in";

/// A program with its compiled form.
pub struct Prepared<'a> {
    /// The program to prepare.
    pub program: &'a NamedProgram,
    /// The executable, or the compiler's message.
    pub compiled: Result<Executable, CompileError>,
}

/// The settings and files for preparing programs.
pub struct Preparation<'a> {
    /// The settings of the check: its sandbox, languages and jobs.
    pub options: &'a Options,
    /// The files hidden from every program.
    pub secrets: Secrets,
    /// The names that the judge defines for the preprocessor.
    pub defines: &'static [&'static str],
}

impl Preparation<'_> {
    /// Compiles the programs that are source files, several at a time.
    ///
    /// # Errors
    /// When a compiler is not installed or cannot be run.
    pub fn compile<'a>(
        &self,
        programs: &'a [NamedProgram],
        observer: &mut dyn Observer,
    ) -> Result<Vec<Prepared<'a>>> {
        let Options { sandbox, interrupted, .. } = self.options;
        let (secrets, readable) = (&self.secrets, &sandbox.allow_read);
        let (mode, defines) = (sandbox.mode, self.defines);
        let (takes_old_dialects, keeps) = (!self.options.mutants, !self.options.mutants);
        let hidden = &hidden::of_compilers(secrets, programs)?;
        let limits = LIMITS;
        let sources = programs.iter().filter(|program| matches!(program.code, Code::Source(_))).count();
        let compiler = Compiler {
            mode,
            secrets,
            hidden,
            readable,
            interrupted,
            defines,
            takes_old_dialects,
            keeps,
            header_maker: self.options.header_maker.as_ref(),
            programs: sources,
            limits,
        };
        if sources > 0 {
            observer.compiling(true);
        }
        let compile = |(): &mut (), place: usize| {
            ControlFlow::Continue(Some(match &programs[place].code {
                Code::Command(command) => Ok(Compiled::Ready(Executable::of_command(command))),
                Code::Source(source) => compiler.take_over(source),
            }))
        };
        let jobs = jobs(self.options.jobs).get().min(sources);
        let compiled = threads::results(jobs, programs.len(), || (), compile);
        observer.compiling(false);
        programs
            .iter()
            .zip(compiled.into_iter().flatten())
            .map(|(program, compiled)| {
                let compiled = match compiled {
                    Ok(Compiled::Ready(executable)) => {
                        if let Some(note) = &executable.note {
                            observer.note(&format!("{}: {note}", program.name))?;
                        }
                        Ok(executable)
                    }
                    Ok(Compiled::Refused(error)) => Err(error),
                    Ok(Compiled::NotInstalled(why)) => {
                        return Err(Error::Usage(format!("{}: {why}", program.name)));
                    }
                    Err(error) => return Err(error.within(&program.name)),
                };
                Ok(Prepared { program, compiled })
            })
            .collect()
    }

    /// Prepares the sandboxes of the programs, all of which have to compile. `prepared` holds the copies of interpreted sources, so it must
    /// live until the last run.
    ///
    /// # Errors
    /// As for [`sandboxed`](Self::sandboxed), and when a program does not compile.
    pub fn ready<'a>(
        &self,
        programs: &[NamedProgram],
        prepared: &[Prepared<'_>],
        folder_bytes: u64,
        interrupted: &'a AtomicBool,
    ) -> Result<Vec<Sandboxed<'a>>> {
        let mut ready = Vec::new();
        for prepared in prepared {
            if let Err(error) = &prepared.compiled {
                bail!("{} does not compile:\n{error}", prepared.program.name);
            }
            let secrets = hidden::of_program(&self.secrets, prepared.program, programs, None)?;
            ready.extend(self.sandboxed(prepared, &secrets, folder_bytes, interrupted)?);
        }
        Ok(ready)
    }

    /// Prepares a program's sandbox, whose private folder holds `folder_bytes`; `None` if it does not compile.
    ///
    /// # Errors
    /// When its command cannot be found, a usage error, or when there is to be a sandbox and none on this system.
    pub fn sandboxed<'a>(
        &self,
        Prepared { program, compiled }: &Prepared<'_>,
        secrets: &Secrets,
        folder_bytes: u64,
        interrupted: &'a AtomicBool,
    ) -> Result<Option<Sandboxed<'a>>> {
        let Ok(Executable { command, copy, .. }) = compiled else { return Ok(None) };
        let beside = match copy {
            Some(copy) => vec![copy.folder.clone()],
            None => program.beside(&self.options.languages, secrets)?,
        };
        let sandbox = &self.options.sandbox;
        let readable = [sandbox.allow_read.clone(), beside].concat();
        Sandboxed::new(command, &[], &readable, sandbox.mode, secrets, folder_bytes, interrupted).map(Some)
    }
}

/// Returns the programs for the report.
pub fn reported(programs: &[Prepared<'_>]) -> Vec<ProgramReport> {
    if programs.is_empty() {
        return vec![ProgramReport { name: BUILT_IN.to_owned(), ..ProgramReport::default() }];
    }
    let reports = programs.iter().map(|Prepared { program, compiled }| {
        let mut report = ProgramReport { name: program.name.clone(), ..ProgramReport::default() };
        if let Code::Source(source) = &program.code {
            report.language = Some(source.language.name.clone());
        }
        report.expected.clone_from(&program.expectation);
        match compiled {
            Ok(Executable { command, copy, .. }) => {
                let words = command.iter().map(|word| match (word.to_string_lossy(), copy) {
                    (word, Some(copy)) => copy.with_own_paths(&word),
                    (word, None) => word.into_owned(),
                });
                report.command = words.collect();
            }
            Err(error) => {
                report.verdict = Some(Verdict::CompileError);
                report.message.clone_from(&error.message);
            }
        }
        report
    });
    reports.collect()
}

/// Returns the sandbox's mode and layers, which are the same for all programs.
pub fn sandbox_report(mode: SandboxMode, sandboxed: &[Option<Sandboxed<'_>>]) -> Result<SandboxReport> {
    let Some(first) = sandboxed.iter().flatten().next() else {
        return Ok(SandboxReport { mode: "none".to_owned(), ..SandboxReport::default() });
    };
    let (layers, missing) = first.layers()?;
    Ok(SandboxReport { mode: mode.name().to_owned(), layers, missing })
}

/// Returns the programs of a session, or the built-in solvers.
pub fn candidates<'a>(
    programs: &'a [Prepared<'_>],
    sandboxed: &'a [Option<Sandboxed<'_>>],
    factors: &[HashMap<usize, Factor>],
) -> Vec<Candidate<'a>> {
    if programs.is_empty() {
        return vec![Candidate {
            name: BUILT_IN.to_owned(),
            runnable: Runnable::BuiltIn,
            factors: HashMap::new(),
            copy: None,
        }];
    }
    let programs = programs.iter().zip(sandboxed).zip(factors);
    let candidates = programs.filter_map(|((prepared, sandboxed), factors)| {
        let runnable = Runnable::Program(sandboxed.as_ref()?.launch());
        let copy = prepared.compiled.as_ref().ok().and_then(|made| made.copy.as_ref());
        Some(Candidate { name: prepared.program.name.clone(), runnable, factors: factors.clone(), copy })
    });
    candidates.collect()
}
