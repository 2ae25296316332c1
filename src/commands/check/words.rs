//! The words of a command line: test data, problems, and source files.

use nim_ground::presence::{find, find_link, is_file};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::paths::DEFAULT;
use crate::built_in::names::{self, like};
use crate::built_in::own_tests;
use crate::problem::{Problem, program};
use crate::terminal::UsageError;
use nim_task::formats::Manifests;
use nim_task::language::Languages;

use nim_solve::registry::Entry;
use nim_task::layout::TestSet;
use nim_task::source::Source;

/// The words before `--`, by their meaning.
#[derive(Default)]
pub struct Words {
    /// Folders, archives and inputs; the default folder where nothing else says which.
    pub data: Vec<PathBuf>,
    /// The tests of problems, by their data: the folder of a checkout, or the name of a problem whose tests are in memory.
    pub held: HashMap<PathBuf, TestSet>,
    /// The first of these problems.
    pub problem: Option<&'static Entry>,
    /// Source files: each is a program.
    pub sources: Vec<(PathBuf, Source)>,
    /// Notes on words that could mean something else.
    pub notes: Vec<String>,
}

impl Words {
    /// Sorts the words: a source file is a program; the slug or alias of a problem its data, unless a file or folder of that name
    /// is here; anything else is test data. `command` is the program after `--`.
    ///
    /// # Errors
    /// When there is no data, a [`UsageError`]; or when that of a problem cannot be unpacked.
    pub fn new(
        words: &[PathBuf],
        named: Option<&'static Entry>,
        command: Option<&Path>,
        languages: &Languages,
        manifests: &Manifests,
    ) -> anyhow::Result<Self> {
        let mut sorted = Self::default();
        for word in words {
            if let Some(source) = program(word, manifests, languages)? {
                sorted.sources.push((word.clone(), source));
                continue;
            }
            match Problem::find(word, manifests, None)? {
                Some(Problem::BuiltIn(problem)) if find(word)?.is_some() => {
                    let is = "is the file or folder of that name here, not the data of the problem";
                    sorted.notes.push(format!("{} {is} {}", word.display(), problem.entry.slug));
                    sorted.data.push(word.clone());
                }
                Some(Problem::BuiltIn(problem)) => sorted.add_problem(problem.entry, manifests)?,
                Some(Problem::There { .. }) | None => {
                    is_in_known_language(word, languages)?;
                    refuse_misspelt(word, languages)?;
                    sorted.data.push(word.clone());
                }
            }
        }
        if sorted.data.is_empty() {
            sorted.add_default(named, command, manifests)?;
        }
        Ok(sorted)
    }

    fn add_problem(&mut self, entry: &'static Entry, manifests: &Manifests) -> anyhow::Result<()> {
        let folder = own_tests::folder(entry)?;
        let test_set = own_tests::load(entry, folder.as_deref(), manifests, &mut self.notes)?;
        let data = folder.unwrap_or_else(|| entry.name.into());
        self.held.insert(data.clone(), test_set);
        self.data.push(data);
        self.problem.get_or_insert(entry);
        Ok(())
    }

    /// Chooses the data where no word names any: that of `--problem`, else of the problem that the programs are called after,
    /// else the default folder.
    fn add_default(
        &mut self,
        named: Option<&'static Entry>,
        command: Option<&Path>,
        manifests: &Manifests,
    ) -> anyhow::Result<()> {
        let programs: Vec<&Path> =
            self.sources.iter().map(|(path, _)| path.as_path()).chain(command).collect();
        let has_default = find(Path::new(DEFAULT))?.is_some();
        let Some(first) = programs.first() else {
            return match named {
                Some(entry) if !has_default => self.add_problem(entry, manifests),
                None if !has_default => Err(no_data(None).into()),
                _ => {
                    self.data.push(DEFAULT.into());
                    Ok(())
                }
            };
        };
        let of_all = named.or_else(|| names::of_file(first)).filter(|entry| {
            let others = programs.iter().filter_map(|path| names::of_file(path));
            named.is_some() || others.filter(|other| other.slug == entry.slug).count() == programs.len()
        });
        match of_all {
            // A command has always been checked on the default folder.
            Some(entry) if !has_default || !self.sources.is_empty() => {
                if named.is_none() {
                    let note = format!("the problem is {}, by the name of {}", entry.name, first.display());
                    self.notes.push(note);
                }
                self.add_problem(entry, manifests)
            }
            _ if has_default => {
                self.data.push(DEFAULT.into());
                Ok(())
            }
            _ => Err(no_data(Some(first)).into()),
        }
    }
}

/// Returns the error about a check without test data: what could be named.
fn no_data(program: Option<&Path>) -> UsageError {
    let stem = program.and_then(|path| path.file_stem()?.to_str()).unwrap_or_default();
    let (of, example) = match program {
        Some(program) => (format!(" for {}", program.display()), format!("tests {}", program.display())),
        None => (String::new(), "tests sol.cpp".to_owned()),
    };
    let choices = names::choices(stem);
    UsageError(format!(
        "no test data{of}: name a folder or an archive, as in toolkit check {example}, or a problem (such as {choices}; see toolkit list)"
    ))
}

/// Refuses a source in a language that is not in the table.
fn is_in_known_language(word: &Path, languages: &Languages) -> anyhow::Result<()> {
    let Some(name) = languages.unknown(word) else { return Ok(()) };
    if !is_file(word)? {
        return Ok(());
    }
    let word = word.display();
    let how = "~/.config/nim-toolkit/languages.toml can add one";
    Err(UsageError(format!("{word}: there is no language for sources in {name}; {how}")).into())
}

/// Refuses a word that is neither a file nor a problem, but a source file's name or almost the name of one of these.
fn refuse_misspelt(word: &Path, languages: &Languages) -> anyhow::Result<()> {
    if find_link(word)?.is_some() {
        return Ok(());
    }
    if languages.for_file(word).is_some() {
        return Err(UsageError(format!("there is no source file {}", word.display())).into());
    }
    // No more than advice comes from here.
    let files = Path::new(".").read_dir().into_iter().flatten().flatten();
    let sources = files.map(|entry| PathBuf::from(entry.file_name()));
    let sources = sources.filter(|name| languages.for_file(name).is_some());
    let source = sources.filter(|name| name.file_stem().is_some_and(|stem| stem == word)).min();
    let source = source.map(|name| name.display().to_string());
    let known = source.or_else(|| word.to_str().and_then(like).map(str::to_owned));
    let Some(known) = known else { return Ok(()) };
    let word = word.display();
    Err(UsageError(format!("there is no file, folder or problem {word}; did you mean {known}?")).into())
}
