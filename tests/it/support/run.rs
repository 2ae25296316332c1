//! One run of the program, and its expected results.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::LazyLock;
use std::thread;

/// A run to be made: `Test::new().args(…).stdin(…).stdout(…).status(…).run()`.
///
/// The exit code is expected to be 0 unless another is named. Streams may hold anything unless something is named.
#[derive(Clone, Default)]
pub struct Test {
    args: Vec<OsString>,
    folder: Option<PathBuf>,
    config: Option<PathBuf>,
    stdin: Vec<u8>,
    stdout: Option<String>,
    stderr: Option<String>,
    error: Option<String>,
    status: i32,
}

impl Test {
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds arguments.
    pub fn args(mut self, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Self {
        self.args.extend(args.into_iter().map(|arg| arg.as_ref().to_owned()));
        self
    }

    /// Adds the words of a line as arguments.
    pub fn line(self, line: &str) -> Self {
        self.args(line.split(' '))
    }

    /// Sets the folder to run in.
    pub fn folder(self, folder: impl Into<PathBuf>) -> Self {
        Self { folder: Some(folder.into()), ..self }
    }

    /// Sets the folder of the user's configuration, instead of one that is empty.
    pub fn config(self, config: impl Into<PathBuf>) -> Self {
        Self { config: Some(config.into()), ..self }
    }

    /// Sets the standard input, instead of an empty one.
    pub fn stdin(self, input: impl Into<Vec<u8>>) -> Self {
        Self { stdin: input.into(), ..self }
    }

    /// Sets the whole standard output.
    pub fn stdout(self, text: impl Into<String>) -> Self {
        Self { stdout: Some(text.into()), ..self }
    }

    /// Sets the whole standard error.
    pub fn stderr(self, text: impl Into<String>) -> Self {
        Self { stderr: Some(text.into()), ..self }
    }

    /// Sets the part of the error message, which is all that standard error holds beside reports of progress.
    pub fn error(self, part: impl Into<String>) -> Self {
        Self { error: Some(part.into()), ..self }
    }

    /// Sets the exit code.
    pub fn status(self, status: i32) -> Self {
        Self { status, ..self }
    }

    /// Returns the command, for runs that need more than this; it reads nothing.
    pub fn command(&self) -> Command {
        self.command_of(env!("CARGO_BIN_EXE_toolkit"))
    }

    /// Returns the command of another program that starts this one.
    pub fn command_of(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.args(&self.args).stdin(Stdio::null()).env("PATH", &*PATH);
        // Compiled programs are kept between runs of the tests; languages are the toolkit's own unless a test adds some.
        command.env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"));
        let no_config = Path::new(concat!(env!("CARGO_TARGET_TMPDIR"), "/config"));
        command.env("XDG_CONFIG_HOME", self.config.as_deref().unwrap_or(no_config));
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        command
    }

    /// Starts the program with pipes for all its streams.
    pub fn start(&self) -> Child {
        self.command().stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// Runs the program to its end.
    #[track_caller]
    pub fn run(self) -> Output {
        let mut child = self.start();
        let mut stdin = child.stdin.take().unwrap();
        let input = self.stdin;
        // A program that refuses its arguments reads nothing; that is its right.
        let feeder = thread::spawn(move || stdin.write_all(&input).ok());
        let output = child.wait_with_output().unwrap();
        feeder.join().unwrap();

        let args = &self.args;
        let (stdout, stderr) = (lossy(&output.stdout), lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(self.status), "{args:?}: {stdout}{stderr}");
        if let Some(expected) = self.stdout {
            assert_eq!(stdout, expected, "standard output of {args:?}: {stderr}");
        }
        if let Some(expected) = self.stderr {
            assert_eq!(stderr, expected, "standard error of {args:?}");
        }
        if let Some(part) = self.error {
            let message = stderr.lines().find(|line| !line.starts_with("still working")).unwrap_or_default();
            assert!(message.starts_with("error: ") && stderr.contains(&part), "{args:?}: {stderr}");
        }
        output
    }
}

/// The caller's `PATH`. Where `python3` is a script that starts the real one, as that of pyenv is, the system's Python comes first, or
/// else the real one: such a script starts several shells each time, and what is installed beside it can be slow to load.
pub static PATH: LazyLock<OsString> = LazyLock::new(|| {
    let path = env::var_os("PATH").unwrap_or_default();
    let first = env::split_paths(&path).map(|folder| folder.join("python3")).find(|file| file.is_file());
    if !first.is_some_and(|file| fs::read(file).is_ok_and(|bytes| bytes.starts_with(b"#!"))) {
        return path;
    }
    let system = PathBuf::from("/usr/bin/python3");
    let real = || {
        let printed = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output();
        printed.map(|output| PathBuf::from(lossy(&output.stdout).trim_end())).unwrap_or_default()
    };
    let executable = if system.is_file() { system } else { real() };
    let Some(folder) = executable.parent().filter(|_| executable.is_file()) else { return path };
    let folders = [folder.to_path_buf()].into_iter().chain(env::split_paths(&path));
    env::join_paths(folders).unwrap_or(path)
});

/// Returns all that a run printed.
pub fn printed(output: &Output) -> String {
    lossy(&output.stdout) + &lossy(&output.stderr)
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
