//! Compiling source files, in the sandbox if there is one.
//!
//! The compiler sees a copy of the sources and its own installation, as a judged program does, and nothing of the test data. Its output
//! files come back through a pipe and are kept in the user's cache, by the hash of the sources, the command and the compiler.

mod build;
mod compiled_files;
mod executable;
pub mod header;
mod old_dialect;
mod read_files;
mod staged;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, SystemTime};

use self::compiled_files::{CompiledFiles, PROGRAMS};
pub use self::executable::{Executable, SourceCopy};
use self::header::{HeaderMaker, PrecompiledHeader};
use self::read_files::ReadFiles;
use self::staged::Staged;
use super::own_file;
use crate::error::{Context as _, Error, Result};
use crate::report::fingerprint;
use crate::report::results::first_error;
use crate::report::shown::Shown;
use nim_ground::commands::found;
use nim_ground::content::Content;
use nim_ground::files::{self, is_script, set_mode};
use nim_ground::limits::{Limits, MIB};
use nim_ground::presence::{absent_is_none, is_file};
use nim_ground::private;
use nim_sandbox::portable::{self, Bounds};
use nim_sandbox::run::{Ended, RunResult, Runner, Stopped};
use nim_sandbox::secrets::Secrets;
use nim_sandbox::{Layers, Program, Sandbox, SandboxMode};
use nim_task::language::Words;
use nim_task::source::{PYTHON_2, Source, is_python_2};

/// The script that runs the compiler in the sandbox and prints its output files.
const SCRIPT: &str = include_str!("compile/script.sh");
/// The first line of the script's output.
const READY: &[u8] = b"ready\n";
/// Limits of a compiler.
pub const LIMITS: Limits = Limits {
    cpu: Duration::from_secs(120),
    wall: Duration::from_secs(120),
    memory: 2048 * MIB,
    output: 256 * MIB,
};
/// Longest time of a command that prints where a compiler is installed.
const LONGEST_LOOK: Duration = Duration::from_secs(20);
/// The name of the folder of a copy of sources.
const SOURCE: &str = "source";
/// The name of the file with the compiler's warnings, among its output files.
const WARNINGS: &str = ".warnings";
/// Prefix of the names of temporary folders.
const PREFIX: &str = "toolkit-compile-";

/// The settings for running compilers.
#[derive(Clone, Copy)]
pub struct Compiler<'a> {
    /// The sandbox of the compiler.
    pub mode: SandboxMode,
    /// The files that the compiler gets no copy of.
    pub secrets: &'a Secrets,
    /// The files hidden from the compiler.
    pub hidden: &'a Secrets,
    /// Further files and folders that the compiler may read.
    pub readable: &'a [PathBuf],
    /// A flag set from outside to interrupt the compiler.
    pub interrupted: &'a AtomicBool,
    /// The names that the judge defines for the preprocessor.
    pub defines: &'a [&'static str],
    /// Whether a source that does not compile may be of an old dialect.
    pub takes_old_dialects: bool,
    /// Whether the compiled files are kept in the cache.
    pub keeps: bool,
    /// Requests the precompiling of headers that are not in the cache yet.
    pub header_maker: Option<&'a HeaderMaker>,
    /// The number of programs that are compiled at this time.
    pub programs: usize,
    /// The time and memory limits of the compiler.
    pub limits: Limits,
}

/// The outcome of a compilation.
#[derive(Debug)]
pub enum Compiled {
    /// The program was compiled.
    Ready(Executable),
    /// The source was refused by the compiler.
    Refused(CompileError),
    /// The language needs a command that is not installed; the text names it.
    NotInstalled(String),
}

/// The reason why a program does not compile.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct CompileError {
    /// The compiler's message, after lines on files that it does not see.
    pub message: String,
    /// The first line of the message that is not shown, if any.
    pub not_shown: Option<String>,
    /// Whether the time was over, so that nothing else is tried.
    is_late: bool,
}

impl From<String> for CompileError {
    fn from(message: String) -> Self {
        Self { message, not_shown: None, is_late: false }
    }
}

impl Compiler<'_> {
    /// Compiles a program, or finds it in the cache; a language without a compiler needs neither.
    ///
    /// # Errors
    /// When a command of the language is not installed, the compiler cannot be run, or a file cannot be read.
    pub fn compile(&self, source: &Source) -> Result<Compiled> {
        if let Some(why) = &source.refused {
            return Ok(Compiled::Refused(why.clone().into()));
        }
        let language = &source.language;
        let Some(words) = &language.compile else {
            let refused = self.led_out(source).map(|why| Compiled::Refused(why.into()));
            return refused.map_or_else(|| ready(source, CompiledFiles::default(), None), Ok);
        };
        let Some(found) = found(words.program())? else {
            let (name, command) = (&language.name, words.program());
            let missing = format!("{name} needs the command {command}, which is not installed");
            return Ok(Compiled::NotInstalled(missing));
        };
        let located = located(source, &found)?;
        let tool = located.as_ref().unwrap_or(&found);
        let staged = match Staged::new(source, self.secrets)? {
            Ok(staged) => staged,
            Err(error) => return Ok(Compiled::Refused(error)),
        };
        let CompileError { message, is_late, .. } = match self.made(&staged, words, tool, &[])? {
            Ok(made) => return ready(source, made, located.as_deref()),
            Err(error) => error,
        };
        let old = language.old.as_ref().filter(|_| self.takes_old_dialects && !is_late);
        for (staged, header) in old.map(|_| old_dialect::attempts(&staged)).unwrap_or_default() {
            let Some(words) = old else { break };
            let made = self.made(&staged, words, tool, &[header])?;
            if made.as_ref().is_err_and(|error| error.is_late) {
                break;
            }
            if let Ok(made) = made
                && let Compiled::Ready(executable) = ready(source, made, located.as_deref())?
            {
                let why = first_error(&message);
                let note =
                    format!("compiled as old {}, by `{words}`, as today's refuses it: {why}", language.name);
                return Ok(Compiled::Ready(Executable { note: Some(note), ..executable }));
            }
        }
        let message = staged.not_shown.iter().map(|line| format!("{line}\n")).collect::<String>() + &message;
        let message =
            if source.is_in_python_2(is_python_2)? { format!("{PYTHON_2}\n{message}") } else { message };
        let not_shown = staged.not_shown.into_iter().next();
        Ok(Compiled::Refused(CompileError { message, not_shown, is_late }))
    }

    /// Returns the compiled files of sources, from the cache or anew, or the compiler's message.
    fn made(
        &self,
        staged: &Staged,
        words: &Words,
        tool: &Path,
        old: &[OsString],
    ) -> Result<Result<CompiledFiles, CompileError>> {
        let sources: Vec<OsString> = staged.names().map(OsString::from).collect();
        let defines: Vec<OsString> = self.defines.iter().map(|name| format!("-D{name}").into()).collect();
        let values: [(&str, &[OsString]); 6] = [
            ("{out}", &["../out".into()]),
            ("{source}", &sources[..1]),
            ("{others}", &sources[1..]),
            ("{sources}", &sources),
            ("{defines}", &defines),
            ("{old}", old),
        ];
        let mut command = words.filled(&values);
        let shown = self.shown(staged, &command, tool)?;
        if let Some(made) = ReadFiles::key(&shown).as_ref().and_then(|key| CompiledFiles::kept(PROGRAMS, key))
        {
            return Ok(Ok(made));
        }
        command[0] = tool.as_os_str().to_owned();
        let begin = SystemTime::now();
        let header = self.header(staged, &command, tool)?;
        let quick = header.as_ref().map_or(Ok(None), |header| self.run(staged, &command, Some(header)))?;
        let (header, done) = match quick {
            Some(done) => (header, Some(done)),
            None => (None, self.run(staged, &command, None)?),
        };
        let CompilerRun { outcome, may_be_kept } = done.ok_or("the compiler could not be run")?;
        let output = match outcome {
            Ok(output) => output,
            Err(error) => return Ok(Err(error)),
        };
        let read = if may_be_kept && self.keeps {
            // A compiler without a list of read files reads its own installation, and the folders in its variables.
            let list = compiled_files::list_of_read(&output)?;
            let precompiled = header.as_ref().map_or(&[][..], PrecompiledHeader::files);
            list.map_or_else(ReadFiles::unlisted, |list| ReadFiles::new(list, precompiled, self.mode, begin))
        } else {
            None
        };
        CompiledFiles::write(&output, read.map(|read| read.kept(&shown)).as_ref()).map(Ok)
    }

    /// Compiles a program like [`Self::compile`]. An interpreted source is copied first, so that later edits do not change the running
    /// program.
    ///
    /// # Errors
    /// As for [`Self::compile`], and when the copy cannot be written.
    pub fn take_over(&self, source: &Source) -> Result<Compiled> {
        if !source.language.is_interpreted() {
            return self.compile(source);
        }
        let staged = match Staged::new(&source.with_subfolders()?, self.secrets)? {
            Ok(staged) => staged,
            Err(error) => return Ok(Compiled::Refused(error)),
        };
        let around = private::folder(PREFIX).context(std::env::temp_dir().display())?;
        let folder = around.path().join(SOURCE);
        // Another user may run the copy.
        let written = set_mode(around.path(), 0o711).and_then(|()| staged.write(&folder));
        written.context(folder.display())?;
        let mut files = staged.files.iter().map(|(name, _)| folder.join(name));
        let files: Vec<PathBuf> = files.by_ref().take(staged.compiled).collect();
        let beside = staged.files[staged.compiled..].iter().map(|(name, _)| folder.join(name)).collect();
        let main = files.first().ok_or("a program has no files")?.clone();
        let copied = Source {
            main,
            files,
            beside,
            included: BTreeMap::new(),
            root: None,
            links: None,
            ..source.clone()
        };
        Ok(match self.compile(&copied)? {
            Compiled::Ready(executable) => {
                let of = source.main.parent().map(Path::to_path_buf).unwrap_or_default();
                Compiled::Ready(Executable {
                    copy: Some(SourceCopy { folder, of, _around: around }),
                    ..executable
                })
            }
            other => other,
        })
    }

    /// Returns a file of a package's program that lies outside of the package, if nothing is copied for a compiler.
    fn led_out(&self, source: &Source) -> Option<String> {
        let links = Some(source.links.as_deref()?);
        source.files.iter().find_map(|path| {
            let why = own_file::read(path, links, self.secrets, 0).err().filter(own_file::is_refused)?;
            Some(own_file::not_compiled(path, &why))
        })
    }

    /// Returns the key of the files visible to the compiler, without those that it lists. Results made in a sandbox are kept only if it
    /// hides files, so that no other view of the files is taken over.
    fn shown(&self, staged: &Staged, command: &[OsString], tool: &Path) -> Result<Shown> {
        // An updated compiler is another file.
        let real = tool.canonicalize().context(tool.display())?;
        let metadata = real.metadata().context(real.display())?;
        let mut sources = blake3::Hasher::new();
        for (name, contents) in &staged.files {
            for bytes in [name.as_encoded_bytes(), contents.as_slice()] {
                sources.update(&(bytes.len() as u64).to_le_bytes()).update(bytes);
            }
        }
        // Another check may hide fewer files of the compiler's view.
        let installation = real.ancestors().nth(2).map(Path::to_path_buf);
        let installation = installation.into_iter().chain(nim_sandbox::system_folders()?);
        let shown = Shown::default()
            .with("script", SCRIPT)
            .with("hides files", (self.mode != SandboxMode::Off).to_string())
            .with("command", format!("{command:?}"))
            .with("compiler", fingerprint::state(&real, Some(&metadata)).context(real.display())?)
            .with("sources", sources.finalize().to_hex().as_str())
            .with("hidden", self.hidden.described_within(self.readable, &Vec::from_iter(installation)))
            .with_trees("readable", self.readable.iter().map(PathBuf::as_path))?;
        // Without a sandbox a compiler reads files that it would not see in one.
        Ok(if self.mode == SandboxMode::Off { read_files::with_surroundings(shown)? } else { shown })
    }

    /// Runs the compiler; `None` where the sandbox would be weaker with a precompiled header, or messages are other ones.
    fn run(
        &self,
        staged: &Staged,
        command: &[OsString],
        header: Option<&PrecompiledHeader>,
    ) -> Result<Option<CompilerRun>> {
        let folder = private::folder(PREFIX).context(std::env::temp_dir().display())?;
        let src = folder.path().join("src");
        // Another user may run the program.
        let written = set_mode(folder.path(), 0o711).and_then(|()| staged.write(&src));
        written.context(src.display())?;
        let mut output = Vec::new();
        if self.mode == SandboxMode::Off {
            let result = self.run_here(command, folder.path(), &mut output).context(command[0].display())?;
            let outcome = outcome(&result, output, &self.limits)?;
            return Ok(Some(CompilerRun { outcome, may_be_kept: true }));
        }
        let main = src.join(&staged.files[0].0);
        let Some((mut result, layers)) = self.run_confined(command, &src, &main, header, &mut output)? else {
            return Ok(None);
        };
        if let Some(header) = header {
            if header::are_its_own(&String::from_utf8_lossy(&result.stderr)) {
                return Ok(None);
            }
            result.stderr = header.named_as_today(&result.stderr);
        }
        let outcome = outcome(&result, output, &self.limits)?;
        Ok(Some(CompilerRun { outcome, may_be_kept: layers.hide_files() }))
    }

    /// Runs the script in the sandbox, where the compiler, the sources and the precompiled header are visible, beside the file `main`.
    fn run_confined(
        &self,
        command: &[OsString],
        folder: &Path,
        main: &Path,
        header: Option<&PrecompiledHeader>,
        output: &mut Vec<u8>,
    ) -> Result<Option<(RunResult, Layers)>> {
        let folder = folder.as_os_str().to_owned();
        let seen = [command[0].clone(), folder.clone(), main.as_os_str().to_owned()];
        let readable = [self.readable, header.map_or(&[], PrecompiledHeader::folders)].concat();
        let mut program = Program::resolve(&seen, &readable, self.hidden)?;
        program.executable = SHELL.into();
        let words: Vec<OsString> = [SHELL, "-c", SCRIPT, "sh"].map(OsString::from).into();
        let options = header.map(PrecompiledHeader::options).unwrap_or_default();
        program.command =
            [&words, std::slice::from_ref(&folder), &command[..1], &options, &command[1..]].concat();
        let sandbox = Sandbox::new(program, self.mode, self.limits.output * 2, self.interrupted);
        let (mut confined, layers) = sandbox.start()?;
        if let Some(header) = header
            && !header.may_be_shown(&layers)?
        {
            return Ok(None);
        }
        let result = confined.run(&Content::from(""), &self.limits, output)?;
        Ok(Some((result, layers)))
    }

    /// Runs the compiler without a sandbox in the folder `src`, and prints the files in `out` as the script does.
    fn run_here(&self, command: &[OsString], folder: &Path, output: &mut Vec<u8>) -> io::Result<RunResult> {
        let out = folder.join("out");
        fs::create_dir(&out)?;
        let Limits { wall, output: most, .. } = self.limits;
        let bounds = Bounds { wall, output: most, limits: None, interrupted: self.interrupted };
        let mut compiler = Command::new(&command[0]);
        compiler.args(&command[1..]).current_dir(folder.join("src")).env("TMPDIR", folder);
        compiler.envs(read_files::VARIABLES);
        let mut said = Vec::new();
        let finished = portable::run(compiler.stdin(Stdio::null()), &bounds, &mut said)?;
        output.extend(READY);
        if finished.status.success() {
            compiled_files::read_files(&out, output)?;
        }
        let mut result = finished.result();
        result.stderr.extend(said);
        Ok(result)
    }
}

/// The result of one run of a compiler.
struct CompilerRun {
    /// The compiled files, or the compiler's message.
    outcome: Result<Vec<u8>, CompileError>,
    /// Whether the view of files was that of the name in the cache.
    may_be_kept: bool,
}

/// Returns the compiled files, or why there are none: the compiler's message, or the exceeded limit.
fn outcome(
    result: &RunResult,
    mut output: Vec<u8>,
    limits: &Limits,
) -> Result<Result<Vec<u8>, CompileError>> {
    if matches!(result.stopped, Some(Stopped::Interrupted | Stopped::Settled)) {
        return Err(Error::interrupted());
    }
    if result.stopped == Some(Stopped::Starved) {
        return Err("the machine ran out of memory: the system killed the compiler".into());
    }
    let stderr = String::from_utf8_lossy(&result.stderr);
    if !output.starts_with(READY) {
        return Err(format!("the compiler could not be run: {stderr}").into());
    }
    let too_long = || CompileError {
        is_late: true,
        ..format!("the compiler took more than {} s", limits.cpu.as_secs()).into()
    };
    let message = match result.stopped {
        None if result.ended == Ended::Exited(0) => {
            // Not copied: a precompiled header is large.
            output.drain(..READY.len());
            if !stderr.trim().is_empty() {
                output.extend_from_slice(format!("{WARNINGS}\n{}\n{stderr}", stderr.len()).as_bytes());
            }
            return Ok(Ok(output));
        }
        Some(Stopped::Cpu | Stopped::Wall) => return Ok(Err(too_long())),
        // The system ends a process of a slow compiler, and the compiler reports that as its own error.
        None if result.cpu + Duration::from_secs(1) >= limits.cpu => return Ok(Err(too_long())),
        Some(Stopped::Memory) => "the compiler used more than 2 GiB of memory".to_owned(),
        Some(Stopped::Output) => "the compiler wrote more than 256 MiB".to_owned(),
        _ if stderr.trim().is_empty() => format!("the compiler failed: {:?}", result.ended),
        _ => stderr.trim_end().to_owned(),
    };
    Ok(Err(message.into()))
}

/// The shell that runs the script.
pub const SHELL: &str = "/bin/sh";

/// Returns a program that is not compiled, or that a located compiler or interpreter made or runs.
fn ready(source: &Source, made: CompiledFiles, located: Option<&Path>) -> Result<Compiled> {
    let classes = made.classes()?;
    let stem = source.main.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let called = |name: &str| classes.iter().find(|class| class.rsplit('.').next() == Some(name));
    let class = called(&stem).or_else(|| called("Main")).or(classes.first()).map(OsString::from);
    let out = [made.folder.clone().into_os_string()];
    let main = [source.main.clone().into_os_string()];
    let values: [(&str, &[OsString]); 3] =
        [("{out}", &out), ("{source}", &main), ("{class}", class.as_slice())];
    // Without a class, its placeholder stays; an empty word would be worse.
    let known = if class.is_some() { &values[..] } else { &values[..2] };
    let mut command = source.language.run.filled(known);
    if let Some(interpreter) = located.filter(|_| source.language.is_checked_by_its_interpreter()) {
        interpreter.as_os_str().clone_into(&mut command[0]);
    }
    if command.iter().any(|word| word == "{class}") {
        return Ok(Compiled::Refused("the compiler made no class".to_owned().into()));
    }
    let CompiledFiles { folder, temporary } = made;
    Ok(Compiled::Ready(Executable { command, copy: None, note: None, folder, _folder: temporary }))
}

/// Returns the real compiler or interpreter of a program, if the found command is only a proxy for it.
fn located(source: &Source, found: &Path) -> io::Result<Option<PathBuf>> {
    let language = &source.language;
    let Some(words) = &language.locate else { return Ok(None) };
    // An interpreter is located only behind a script, such as pyenv's, which would run before each test.
    if language.is_checked_by_its_interpreter() && !is_script(found)? {
        return Ok(None);
    }
    let words = words.filled(&[]);
    let never = AtomicBool::new(false);
    let bounds = Bounds { wall: LONGEST_LOOK, output: MIB, limits: None, interrupted: &never };
    let mut printed = Vec::new();
    let finished =
        portable::run(Command::new(&words[0]).args(&words[1..]).stdin(Stdio::null()), &bounds, &mut printed);
    let finished = absent_is_none(finished, Path::new(&words[0]))?;
    let is_done = finished.is_some_and(|finished| finished.status.success());
    let home = PathBuf::from(files::name(printed.trim_ascii()));
    let located = home.join("bin").join(found.file_name().unwrap_or_default());
    Ok(if is_done && is_file(&located)? { Some(located) } else { None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use nim_task::language::Languages;

    #[test]
    fn a_compiler_that_exceeds_a_limit_is_told_by_the_limit() {
        let run = |seconds: u64, stopped, ended, stderr: &str| RunResult {
            ended,
            stopped,
            cpu: Duration::from_millis(seconds * 1000 + 1),
            wall: Duration::from_secs(1),
            memory: None,
            stack: 0,
            stderr: stderr.into(),
            no_output: None,
        };
        let internal =
            "g++: internal compiler error: CPU time limit exceeded signal terminated program cc1plus\n";
        let said =
            |result: &RunResult| outcome(result, READY.to_vec(), &LIMITS).unwrap().unwrap_err().message;
        let late = "the compiler took more than 120 s";
        assert_eq!(said(&run(119, None, Ended::Exited(1), internal)), late);
        assert_eq!(said(&run(120, Some(Stopped::Cpu), Ended::Signalled(9), internal)), late);
        assert_eq!(said(&run(3, None, Ended::Exited(1), "a.cpp:1: error\n")), "a.cpp:1: error");
        assert!(said(&run(3, None, Ended::Exited(1), " \n")).contains("failed"));
        assert!(said(&run(3, Some(Stopped::Memory), Ended::Exited(1), internal)).contains("2 GiB"));
        let slow = outcome(&run(119, None, Ended::Exited(0), "warning\n"), b"ready\nfiles".to_vec(), &LIMITS);
        assert_eq!(slow.unwrap().unwrap(), b"files.warnings\n8\nwarning\n");
        assert!(outcome(&run(0, None, Ended::Exited(1), "sh: none"), Vec::new(), &LIMITS).is_err());
        // The old dialects of a language are not tried then.
        let is_late =
            |result: &RunResult| outcome(result, READY.to_vec(), &LIMITS).unwrap().unwrap_err().is_late;
        assert!(is_late(&run(1, Some(Stopped::Wall), Ended::Signalled(9), "")));
        assert!(is_late(&run(119, None, Ended::Exited(1), internal)));
        assert!(!is_late(&run(3, None, Ended::Exited(1), "a.cpp:1: error\n")));
    }

    // Not for Windows: the compiler is a shell script.
    #[cfg(unix)]
    #[test]
    fn a_compiler_that_waits_is_stopped_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("a.c"), "int main(void) {}\n").unwrap();
        fs::write(path("compile"), "echo >> \"$1\"\nexec sleep 60\n").unwrap();
        let words = |name: &str| {
            let text = format!("sh '{}' '{}'", path("compile").display(), path(name).display());
            Words::try_from(text).unwrap()
        };
        let languages = Languages::load().unwrap();
        let mut source = Source::of_file(&path("a.c"), &languages).unwrap().unwrap();
        source.language.compile = Some(words("today"));
        source.language.old = Some(words("old"));
        let (secrets, never) = (Secrets::default(), AtomicBool::new(false));
        let compiler = Compiler {
            mode: SandboxMode::Off,
            secrets: &secrets,
            hidden: &secrets,
            readable: &[],
            interrupted: &never,
            defines: &[],
            takes_old_dialects: true,
            keeps: false,
            header_maker: None,
            programs: 1,
            limits: Limits { wall: Duration::from_millis(200), ..LIMITS },
        };
        let Compiled::Refused(refused) = compiler.compile(&source).unwrap() else { panic!("it compiles") };
        assert_eq!(refused.message, "the compiler took more than 120 s");
        assert_eq!(fs::read(path("today")).unwrap(), b"\n");
        assert!(!is_file(&path("old")).unwrap());
        // A compiler that refuses at once is followed by the old dialects; the first one that waits is the last.
        source.language.compile = Some(Words::try_from("sh -c false".to_owned()).unwrap());
        assert!(matches!(compiler.compile(&source).unwrap(), Compiled::Refused(_)));
        assert_eq!(fs::read(path("old")).unwrap(), b"\n");
    }
}
