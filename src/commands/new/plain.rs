//! `toolkit new --plain KIND NAME`: the folder of a problem in the ICPC format, with a small example that works.

use std::path::Path;

use itertools::Itertools;
use nim_ground::presence::find_link;
use nim_ground::staging::Existing;
use nim_task::formats::generators::{self, MADE};

use crate::exit::Exit;
use crate::terminal::say;

/// The kinds of problems.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum Kind {
    /// An output for an input, judged by an output validator
    Batch,
    /// A dialogue with an interactor
    Interactive,
    /// Subtasks with points
    Scoring,
}

/// The files that all kinds have.
const COMMON: &str = include_str!("plain/common.txt");

/// Returns the files in a text: a line `==== PATH` begins each. Names between `@` are placeholders.
fn files_of(text: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    text.split("==== ").filter_map(|file| file.split_once('\n'))
}

impl Kind {
    /// Returns the files of the kind; the tests are those that `generators.yaml` makes.
    fn files(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        files_of(match self {
            Self::Batch => include_str!("plain/batch.txt"),
            Self::Interactive => include_str!("plain/interactive.txt"),
            Self::Scoring => include_str!("plain/scoring.txt"),
        })
    }

    /// Returns the names between `@` of this kind.
    fn names(self) -> [(&'static str, &'static str); 4] {
        let (kind, least, most, beyond) = match self {
            Self::Batch => ("pass-fail", "0", "1000000000", "1000000001"),
            Self::Interactive => ("interactive", "1", "100", "101"),
            Self::Scoring => ("scoring", "0", "1000000000", "1000000001"),
        };
        [("@type@", kind), ("@least@", least), ("@most@", most), ("@beyond@", beyond)]
    }
}

/// Writes the folder of this name, which must not exist.
pub fn write(kind: Kind, name: &str, title: &str, uuid: &str) -> anyhow::Result<Exit> {
    let folder = Path::new(name);
    anyhow::ensure!(
        find_link(folder)?.is_none(),
        "{name} exists; nothing has been written: choose another name"
    );
    let quoted = serde_json::Value::from(title).to_string();
    let mut files = Vec::new();
    for (path, text) in files_of(COMMON).chain(kind.files()) {
        let own = [("@title@", title), ("@quoted@", quoted.as_str()), ("@uuid@", uuid)];
        let names = kind.names().into_iter().chain(own);
        let text = names.fold(text.to_owned(), |text, (name, value)| text.replace(name, value));
        files.push((path.to_owned(), text));
    }
    // The list tells `toolkit gen` the tests that it may remove; it does not make examples for validators.
    let data = kind.files().filter_map(|(path, text)| Some((path.strip_prefix("data/")?, text.as_bytes())));
    let data = data.filter(|(path, _)| path.starts_with("sample/") || path.starts_with("secret/"));
    files.push((MADE.to_owned(), generators::list_of_made(data.sorted())));
    super::write_files(folder, &files, Existing::Nothing)?;
    say::note(format_args!("`toolkit check {name} --submissions` runs its programs on its tests"));
    Ok(Exit::Success)
}
