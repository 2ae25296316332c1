//! The preparation of programs: compilation, and sandboxes.

use std::collections::HashMap;
use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use indicatif::ProgressBar;

use super::confinement::{Sandboxed, compiler};
use super::hidden;
use super::programs::{Code, NamedProgram};
use super::sandboxing::{SandboxArg, SandboxArgs};
use crate::cli::Misuse;
use nim_ground::failure::Failure;
use nim_ground::lock::locked;
use nim_judge::compile::{Compiled, Executable};
use nim_judge::language::Languages;
use nim_judge::report::{ProgramReport, SandboxReport};
use nim_judge::session::{Contender, Subject};
use nim_judge::verdict::Verdict;
use nim_sandbox::limits::Factor;
use nim_sandbox::secrets::Secrets;

/// The name of the built-in solvers in reports.
const BUILT_IN: &str = "built-in";

/// A program with its compiled form.
pub struct Prepared<'a> {
    /// The program.
    pub program: &'a NamedProgram,
    /// Its executable, or the compiler's message.
    pub compiled: Result<Executable, String>,
}

/// What programs are prepared with.
pub struct Preparation<'a> {
    /// The options for the sandbox.
    pub args: &'a SandboxArgs,
    /// The languages of programs.
    pub languages: &'a Languages,
    /// The files hidden from every program.
    pub secrets: Secrets,
    /// The number of programs compiled at a time.
    pub jobs: NonZero<usize>,
    /// Set from outside to interrupt compilers.
    pub interrupted: &'a AtomicBool,
}

impl Preparation<'_> {
    /// Compiles the programs that are source files, several at a time.
    ///
    /// # Errors
    /// When a compiler is not installed or cannot be run.
    pub fn compile<'a>(&self, programs: &'a [NamedProgram]) -> anyhow::Result<Vec<Prepared<'a>>> {
        let compiler = compiler(self.args.mode, &self.secrets, &self.args.allow_read, self.interrupted);
        let sources = programs.iter().filter(|program| matches!(program.code, Code::Source(_))).count();
        // Shown on a terminal only.
        let spinner = ProgressBar::new_spinner().with_message("compiling");
        if sources > 0 {
            spinner.enable_steady_tick(Duration::from_millis(200));
        }
        let compiled: Mutex<Vec<Option<Result<Compiled, Failure>>>> =
            Mutex::new(programs.iter().map(|_| None).collect());
        let next = AtomicUsize::new(0);
        let work = || {
            loop {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some(program) = programs.get(place) else { break };
                let result = match &program.code {
                    Code::Command(command) => Ok(Compiled::Ready(Executable::of_command(command))),
                    Code::Source(source) => compiler.take_over(source),
                };
                locked(&compiled)[place] = Some(result);
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.jobs.get().min(sources) {
                // If a thread cannot be spawned, the others do the work.
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
        spinner.finish_and_clear();
        let compiled = compiled.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        programs
            .iter()
            .zip(compiled.into_iter().flatten())
            .map(|(program, compiled)| {
                let compiled = match compiled {
                    Ok(Compiled::Ready(executable)) => Ok(executable),
                    Ok(Compiled::Refused(message)) => Err(message),
                    Ok(Compiled::NotInstalled(why)) => {
                        return Err(Misuse(format!("{}: {why}", program.name)).into());
                    }
                    Err(error) => anyhow::bail!("{}: {error}", program.name),
                };
                Ok(Prepared { program, compiled })
            })
            .collect()
    }

    /// Prepares the sandboxes of the programs, all of which have to compile. `prepared` holds the copies of interpreted sources, and
    /// so has to live until the last run.
    ///
    /// # Errors
    /// As for [`sandboxed`](Self::sandboxed), and when a program does not compile.
    pub fn ready<'a>(
        &self,
        programs: &[NamedProgram],
        prepared: &[Prepared<'_>],
        folder_bytes: u64,
        interrupted: &'a AtomicBool,
    ) -> anyhow::Result<Vec<Sandboxed<'a>>> {
        let mut ready = Vec::new();
        for prepared in prepared {
            if let Err(message) = &prepared.compiled {
                anyhow::bail!("{} does not compile:\n{message}", prepared.program.name);
            }
            let secrets = hidden::of_program(&self.secrets, prepared.program, programs, None);
            ready.extend(self.sandboxed(prepared, &secrets, folder_bytes, interrupted)?);
        }
        Ok(ready)
    }

    /// Prepares a program's sandbox, whose private folder holds `folder_bytes`; `None` if it does not compile.
    ///
    /// # Errors
    /// When its command cannot be found, a [`Misuse`], or when there is to be a sandbox and none on this system.
    pub fn sandboxed<'a>(
        &self,
        Prepared { program, compiled }: &Prepared<'_>,
        secrets: &Secrets,
        folder_bytes: u64,
        interrupted: &'a AtomicBool,
    ) -> anyhow::Result<Option<Sandboxed<'a>>> {
        let Ok(Executable { command, copy, .. }) = compiled else { return Ok(None) };
        let beside = match copy {
            Some(copy) => vec![copy.folder.clone()],
            None => program.beside(self.languages, secrets),
        };
        let readable = [self.args.allow_read.clone(), beside].concat();
        Sandboxed::new((command, &[]), &readable, self.args.mode, secrets, (folder_bytes, interrupted))
            .map(Some)
    }
}

/// Returns the programs for the report.
pub fn reported(programs: &[Prepared<'_>]) -> Vec<ProgramReport> {
    if programs.is_empty() {
        return vec![ProgramReport { name: BUILT_IN.to_owned(), ..ProgramReport::default() }];
    }
    let reported = |Prepared { program, compiled }: &Prepared<'_>| {
        let mut report = ProgramReport { name: program.name.clone(), ..ProgramReport::default() };
        if let Code::Source(source) = &program.code {
            report.language = Some(source.language.name.clone());
        }
        report.expected.clone_from(&program.expectation);
        match compiled {
            Ok(Executable { command, copy, .. }) => {
                let words = command.iter().map(|word| word.to_string_lossy());
                let own = |word: &str| {
                    copy.as_ref().map_or_else(|| word.to_owned(), |copy| copy.with_own_paths(word))
                };
                report.command = words.map(|word| own(&word)).collect();
            }
            Err(message) => {
                report.verdict = Some(Verdict::CompileError);
                report.message.clone_from(message);
            }
        }
        report
    };
    programs.iter().map(reported).collect()
}

/// Returns the sandbox's mode and layers, which are the same for all programs.
pub fn sandbox_report(
    mode: SandboxArg,
    sandboxed: &[Option<Sandboxed<'_>>],
) -> anyhow::Result<SandboxReport> {
    let Some(first) = sandboxed.iter().flatten().next() else {
        return Ok(SandboxReport { mode: "none".to_owned(), ..SandboxReport::default() });
    };
    let (layers, missing) = first.layers()?;
    Ok(SandboxReport { mode: mode.name().to_owned(), layers, missing })
}

/// Returns the programs of a session, or the built-in solvers.
pub fn contenders<'a>(
    programs: &'a [Prepared<'_>],
    sandboxed: &'a [Option<Sandboxed<'_>>],
    factors: &[HashMap<usize, Factor>],
) -> Vec<Contender<'a>> {
    if programs.is_empty() {
        return vec![Contender {
            name: BUILT_IN.to_owned(),
            subject: Subject::BuiltIn,
            factors: HashMap::new(),
            copy: None,
        }];
    }
    let contender = |((prepared, sandboxed), factors): (
        (&'a Prepared<'_>, &'a Option<Sandboxed<'_>>),
        &HashMap<usize, Factor>,
    )| {
        let subject = Subject::Program(sandboxed.as_ref()?.launch());
        let copy = prepared.compiled.as_ref().ok().and_then(|made| made.copy.as_ref());
        Some(Contender { name: prepared.program.name.clone(), subject, factors: factors.clone(), copy })
    };
    programs.iter().zip(sandboxed).zip(factors).filter_map(contender).collect()
}
