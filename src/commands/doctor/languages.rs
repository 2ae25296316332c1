//! The compilers and interpreters that are installed.

use std::io;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};
use indicatif::ProgressBar;
use itertools::Itertools as _;
use serde::Serialize;

use nim_ground::commands::found;
use nim_ground::limits::MIB;
use nim_ground::threads;
use nim_judge::compile::header::{HEADERS, HeaderState};
use nim_judge::options::SandboxOptions;
use nim_sandbox::portable::{self, Bounds};
use nim_task::language::Language;

/// The longest time that a compiler may take to print its version.
const LONGEST_ANSWER: Duration = Duration::from_secs(5);
/// The time after which the wait for compilers is shown.
const PATIENCE: Duration = Duration::from_millis(700);
/// The time between looks at the compilers.
const POLL: Duration = Duration::from_millis(2);
/// The most characters of a version.
const LONGEST_VERSION: usize = 70;

/// A language, and the commands that it needs.
#[derive(Serialize)]
pub struct LanguageFinding {
    name: String,
    /// Whether everything is installed and answers.
    works: bool,
    /// The needed commands, with their files; null for a missing one.
    commands: Vec<(String, Option<PathBuf>)>,
    /// The first line of the compiler's version.
    version: Option<String>,
    /// The reason why the language does not work.
    problem: Option<String>,
    /// Whether the header that includes everything is precompiled; null for other languages than C++.
    precompiled_header: Option<&'static str>,
}

/// Finds the installed commands of every language. All compilers are asked at once; a long wait is shown on a terminal.
pub fn find_languages(languages: &[&Language]) -> Vec<LanguageFinding> {
    let begun = Instant::now();
    // Shown on a terminal only.
    let spinner = ProgressBar::new_spinner();
    let findings = thread::scope(|scope| {
        let asked = languages
            .iter()
            .map(|language| threads::start(scope, move || LanguageFinding::find(language)))
            .collect_vec();
        while !asked.iter().flatten().all(ScopedJoinHandle::is_finished) {
            if begun.elapsed() > PATIENCE {
                let late = asked.iter().zip(languages);
                let late = late.filter(|(asked, _)| asked.as_ref().is_ok_and(|asked| !asked.is_finished()));
                let late = late.map(|(_, language)| language.name.as_str()).join(", ");
                spinner.set_message(format!("waiting for the version of {late}"));
            }
            thread::sleep(POLL);
        }
        // Without a thread, they are asked one after another.
        let findings = asked.into_iter().zip(languages).map(|(asked, language)| {
            asked.map_or_else(|_| Some(LanguageFinding::find(language)), |asked| asked.join().ok())
        });
        findings.flatten().collect()
    });
    spinner.finish_and_clear();
    findings
}

impl LanguageFinding {
    fn find(language: &Language) -> Self {
        let commands = language.needed().into_iter().map(|command| Ok((command.to_owned(), found(command)?)));
        let (commands, answer) = match commands.collect::<io::Result<Vec<_>>>() {
            Ok(commands) => {
                let absent = commands.iter().filter(|(_, file)| file.is_none());
                let absent = absent.map(|(command, _)| command).join(", ");
                let answer = if absent.is_empty() {
                    version(language)
                } else {
                    Err(anyhow!("not installed: {absent}"))
                };
                (commands, answer)
            }
            Err(error) => (Vec::new(), Err(error.into())),
        };
        let works = answer.is_ok();
        let (version, problem) =
            answer.map_or_else(|why| (None, Some(why.to_string())), |version| (Some(version), None));
        let header = HeaderState::of(language, SandboxOptions::default().mode).ok().flatten();
        let precompiled_header = header.filter(|_| works).map(HeaderState::name);
        Self { name: language.name.clone(), works, commands, version, problem, precompiled_header }
    }

    /// Returns the row of the table: whether the language works, its name, and the version with the state of its header.
    pub fn row(&self) -> (bool, String, String) {
        let remark = self.version.as_ref().or(self.problem.as_ref());
        let header =
            self.precompiled_header.map_or_else(String::new, |state| format!("; {} is {state}", HEADERS[0]));
        (self.works, self.name.clone(), remark.cloned().unwrap_or_default() + &header)
    }
}

/// Returns the first line of a version, or why there is none.
fn version(language: &Language) -> anyhow::Result<String> {
    let mut words = match &language.version {
        Some(words) => words.filled(&[]),
        None => vec![language.needed().first().map_or("", |command| command).into(), "--version".into()],
    };
    let shown = words.iter().map(|word| word.to_string_lossy()).join(" ");
    let program = words.remove(0);
    let bounds =
        Bounds { wall: LONGEST_ANSWER, output: MIB, limits: None, interrupted: &AtomicBool::new(false) };
    let mut printed = Vec::new();
    let mut command = Command::new(program);
    let finished = portable::run(command.args(words).stdin(Stdio::null()), &bounds, &mut printed)
        .map_err(|error| anyhow!("`{shown}` cannot be started: {error}"))?;
    if finished.stopped.is_some() {
        bail!("`{shown}` did not answer within {} s", LONGEST_ANSWER.as_secs());
    }
    // Some compilers print their version as an error.
    let said = [printed, finished.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    let mut lines = said.lines().map(str::trim).filter(|line| !line.is_empty() && !line.contains("warning"));
    let line = lines.next().unwrap_or("it printed nothing");
    let line: String = line.chars().take(LONGEST_VERSION).collect();
    if finished.status.success() { Ok(line) } else { Err(anyhow!("`{shown}` fails: {line}")) }
}

/// Returns the remedies for the languages that do not work.
pub fn missing(findings: &[LanguageFinding]) -> Vec<String> {
    let (broken, absent): (Vec<_>, Vec<_>) = findings
        .iter()
        .filter(|finding| !finding.works)
        .partition(|finding| finding.commands.iter().all(|(_, file)| file.is_some()));
    let languages = absent.iter().map(|finding| {
        let absent = finding.commands.iter().filter(|(_, file)| file.is_none());
        format!("{} ({})", finding.name, absent.map(|(command, _)| command).join(", "))
    });
    let languages = languages.collect_vec().join(", ");
    let absent = (!absent.is_empty()).then(|| {
        format!(
            "to check programs in {languages}: install these commands with the system's package manager, or name \
             others in ~/.config/nim-toolkit/languages.toml"
        )
    });
    let broken =
        broken.iter().map(|found| format!("{}: {}", found.name, found.problem.as_deref().unwrap_or("")));
    absent.into_iter().chain(broken).collect()
}
