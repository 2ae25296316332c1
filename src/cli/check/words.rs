//! The words of a command line: test data, problems, and source files.

use std::path::{Path, PathBuf};

use super::data;
use super::paths::DEFAULT;
use crate::cli::Misuse;
use crate::judge::language::Languages;
use crate::judge::source::Source;
use crate::problems::{self, PROBLEMS};
use crate::registry::Entry;

/// The words before `--`, by their meaning.
#[derive(Default)]
pub struct Words {
    /// Folders, archives and inputs; the default folder where nothing else says which.
    pub data: Vec<PathBuf>,
    /// Source files: each is a program.
    pub sources: Vec<(PathBuf, Source)>,
    /// Notes on words that could mean something else.
    pub notes: Vec<String>,
}

impl Words {
    /// Sorts the words: a source file is a program; the slug or alias of a problem its data, unless a file or folder of that name
    /// is here; anything else is test data.
    ///
    /// # Errors
    /// When the data of a problem is not here, a [`Misuse`].
    pub fn new(
        words: &[PathBuf],
        named: Option<&'static Entry>,
        languages: &Languages,
    ) -> anyhow::Result<Self> {
        let mut sorted = Self::default();
        for word in words {
            if let Some(source) = Source::of_file(word, languages) {
                sorted.sources.push((word.clone(), source));
                continue;
            }
            match word.to_str().and_then(problems::find) {
                Some(entry) if word.exists() => {
                    sorted.notes.push(format!(
                        "{} is the file or folder of that name here, not the data of the problem {}",
                        word.display(),
                        entry.slug
                    ));
                    sorted.data.push(word.clone());
                }
                Some(entry) => sorted.add_problem(entry)?,
                None => sorted.data.push(word.clone()),
            }
        }
        if sorted.data.is_empty() {
            sorted.add_default(named)?;
        }
        Ok(sorted)
    }

    fn add_problem(&mut self, entry: &'static Entry) -> anyhow::Result<()> {
        let folder = data::of_problem(entry).ok_or_else(|| {
            Misuse(format!(
                "the test data of {} is not here: name its folder or archive, or run in a checkout of nim-toolkit",
                entry.slug
            ))
        })?;
        self.data.push(folder);
        Ok(())
    }

    /// Chooses the data where no word names any: that of `--problem`, else of the problem that the source files are called
    /// after, else the default folder.
    fn add_default(&mut self, named: Option<&'static Entry>) -> anyhow::Result<()> {
        let Some((first, _)) = self.sources.first() else {
            self.data.push(DEFAULT.into());
            return Ok(());
        };
        let of_file = |path: &Path| problems::find(path.file_stem()?.to_str()?);
        let entry = named.or_else(|| of_file(first));
        match entry {
            Some(entry)
                if named.is_some()
                    || self
                        .sources
                        .iter()
                        .all(|(path, _)| of_file(path).is_some_and(|other| other.slug == entry.slug)) =>
            {
                if named.is_none() {
                    self.notes.push(format!(
                        "the problem is {}, by the name of {}",
                        entry.slug,
                        first.display()
                    ));
                }
                self.add_problem(entry)
            }
            _ if Path::new(DEFAULT).exists() => {
                self.data.push(DEFAULT.into());
                Ok(())
            }
            _ => {
                let slugs: Vec<&str> = PROBLEMS.iter().map(|entry| entry.slug).collect();
                let first = first.display();
                let message = format!(
                    "no test data for {first}: name a folder or an archive, as in toolkit check tests {first}, or a problem \
                     (one of {})",
                    slugs.join(", ")
                );
                Err(Misuse(message).into())
            }
        }
    }
}
