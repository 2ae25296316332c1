//! A problem in the form of Competitive Companion, and the folder that is made of it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::json;

use super::request::Refusal;
use crate::terminal::say;
use nim_ground::file_io::FileIo;
use nim_ground::folder::{FolderRoot, portable_name};
use nim_ground::interruption;
use nim_ground::presence::absent_is_none;
use nim_ground::staging::{Existing, write_files};
use nim_ground::visible;

/// The folder of the tests, where `check` looks for them.
const TESTS: &str = "testdata";
const SETTINGS: &str = "init.yml";

/// A problem. Keys that no folder needs are ignored.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Message {
    name: String,
    group: Option<String>,
    url: Option<String>,
    interactive: Option<bool>,
    /// The limit in MiB.
    memory_limit: Option<f64>,
    /// The limit in milliseconds.
    time_limit: Option<f64>,
    tests: Vec<Sample>,
    input: Option<Stream>,
    output: Option<Stream>,
    batch: Option<Batch>,
}

#[derive(Deserialize)]
struct Sample {
    input: String,
    output: String,
}

/// The input or output of a program: a standard stream or a file.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Stream {
    file_name: Option<String>,
    pattern: Option<String>,
}

/// The problems sent together: one, or those of a contest.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Batch {
    pub id: String,
    pub size: usize,
}

impl Message {
    /// Parses the body of a message.
    pub fn parse(body: &[u8]) -> Result<Self, Refusal> {
        let message: Self = serde_json::from_slice(body)
            .map_err(|error| Refusal::new(400, format!("it is no problem: {error}")))?;
        let streams = [&message.input, &message.output].into_iter().flatten();
        if streams.clone().any(|stream| stream.pattern.is_some()) {
            return Err(Refusal::new(400, "programs that read a file by a pattern are not supported"));
        }
        for name in streams.filter_map(|stream| stream.file_name.as_ref()) {
            FileIo::from_name(name).map_err(|why| Refusal::new(400, format!("{name:?}: {why}")))?;
        }
        Ok(message)
    }

    pub fn batch(&self) -> Batch {
        self.batch.clone().unwrap_or_default()
    }

    /// Returns a line about the received problem.
    pub fn summary(&self) -> String {
        let group = self.group.iter().filter(|group| !group.is_empty()).map(|group| format!(" ({group})"));
        let facts = [
            Some(say::counted(self.tests.len(), "sample")),
            limit(self.time_limit).map(|limit| format!("{} s", limit / 1000.0)),
            limit(self.memory_limit).map(|limit| format!("{limit} MiB")),
            self.is_interactive().then(|| "interactive".to_owned()),
            self.files().map(|files| files.join(", ")),
        ];
        let facts: Vec<String> = facts.into_iter().flatten().collect();
        format!("{}{}: {}", self.name, group.collect::<String>(), facts.join(", "))
    }

    fn is_interactive(&self) -> bool {
        self.interactive == Some(true)
    }

    /// Returns the names of the files in place of standard input and output.
    fn files(&self) -> Option<[&str; 2]> {
        let files = [&self.input, &self.output];
        let files =
            files.map(|stream| stream.as_ref().and_then(|stream| stream.file_name.as_deref()).unwrap_or(""));
        files.iter().any(|name| !name.is_empty()).then_some(files)
    }

    /// Writes the folder of the problem below `root`, and returns its name, which gets a number if another problem has it already. Existing
    /// files stay if they are equal or the template's, or are replaced if they may be.
    pub fn keep(
        &self,
        root: &FolderRoot,
        place: &Path,
        template: Option<&(OsString, Vec<u8>)>,
        may_replace: bool,
    ) -> Result<String, Refusal> {
        let name = self.folder_name(root, place)?;
        let mut files = vec![(PathBuf::from(TESTS).join(SETTINGS), self.settings().into_bytes())];
        for (number, Sample { input, output }) in (1..).zip(&self.tests) {
            for (ending, text) in [("in", input), ("ans", output)] {
                files.push((
                    PathBuf::from(TESTS).join(format!("{number}.{ending}")),
                    text.clone().into_bytes(),
                ));
            }
        }
        let folder = place.join(&name);
        let mut changed = Vec::new();
        for (file, text) in files {
            stopped()?;
            let is_same = match old(root, place, &Path::new(&name).join(&file))? {
                Some(old) if old != text && !may_replace => {
                    let why = format!("{} differs; --force replaces it", folder.join(file).display());
                    return Err(Refusal::new(422, why));
                }
                old => old.is_some_and(|old| old == text),
            };
            if !is_same {
                changed.push((file, text));
            }
        }
        if let Some((file, text)) = template
            && old(root, place, &Path::new(&name).join(file))?.is_none()
        {
            changed.push((file.into(), text.clone()));
        }
        match write_files(&folder, Existing::Replaced, &changed) {
            Ok(()) => Ok(name),
            Err(_) if stopped().is_err() => stopped().map(|()| name),
            Err(error) => Err(Refusal::new(422, format!("cannot write {}: {error}", folder.display()))),
        }
    }

    /// Returns the name of the problem's folder: the first that no other problem has, judged by the head of its settings.
    fn folder_name(&self, root: &FolderRoot, place: &Path) -> Result<String, Refusal> {
        let own = portable_name(&self.name, "problem");
        let head = self.head();
        let mut name = own.clone();
        for number in 2.. {
            let settings = old(root, place, &Path::new(&name).join(TESTS).join(SETTINGS))?;
            let settings = String::from_utf8_lossy(settings.as_deref().unwrap_or_default()).into_owned();
            let other: String =
                settings.split_inclusive('\n').take_while(|line| line.starts_with("# ")).collect();
            if other.is_empty() || other == head {
                break;
            }
            name = format!("{own}-{number}");
        }
        Ok(name)
    }

    /// Returns the head of the settings, by which a problem is known again.
    fn head(&self) -> String {
        let about = [Some(&self.name), self.group.as_ref(), self.url.as_ref()];
        about.into_iter().flatten().map(|text| format!("# {}\n", visible::line(text))).collect()
    }

    /// Returns the configuration of the tests, in DMOJ's format: JSON is YAML.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "limits are in range")]
    fn settings(&self) -> String {
        let mut settings = json!({});
        if let Some(time) = limit(self.time_limit) {
            settings["time_limit"] = json!(time / 1000.0);
        }
        if let Some(memory) = limit(self.memory_limit) {
            settings["memory_limit"] = json!((memory * 1024.0) as u64);
        }
        if let Some([input, output]) = self.files() {
            settings["file_io"] = json!({ "input": input, "output": output });
        }
        if self.is_interactive() {
            settings["interactive"] = json!({ "type": "default" });
        }
        format!("{}{settings}\n", self.head())
    }
}

/// Returns the contents of a file below the folder; `None` if it is missing. An unreadable file is not replaced.
fn old(root: &FolderRoot, place: &Path, file: &Path) -> Result<Option<Vec<u8>>, Refusal> {
    absent_is_none(root.read(file), &place.join(file))
        .map_err(|error| Refusal::new(422, format!("cannot read {error}")))
}

/// Refuses to go on after a signal.
fn stopped() -> Result<(), Refusal> {
    interruption::check().map_err(|error| Refusal::new(503, error))
}

/// Returns a limit if it is a valid one.
fn limit(value: Option<f64>) -> Option<f64> {
    value.filter(|value| (1.0..1e7).contains(value))
}
