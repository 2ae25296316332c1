//! Planned files of tests: a package does not store them, but describes their making.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::archive::LeftOut;
use super::files::File;
use super::search::Search;
use super::test_set::Missing;
use super::test_source::{AnswerBy, NamedSource, Origin, Run, TestSource};
use nim_ground::private;

/// The paths of files by their names below the searched folder, of the first of each name.
type Paths = HashMap<String, PathBuf>;

impl Search {
    /// Gives the files of planned tests names and paths, as if they existed.
    pub(super) fn plan(&mut self) -> io::Result<()> {
        let plans: Vec<(String, NamedSource)> = self
            .tasks
            .iter_mut()
            .flat_map(|(folder, own)| own.iter_mut().map(move |config| (folder, config)))
            .flat_map(|(folder, config)| config.test_sources.drain(..).map(|plan| (folder.clone(), plan)))
            .collect();
        if plans.is_empty() {
            return Ok(());
        }
        let made = private::folder("toolkit-tests-")?;
        let mut paths = Paths::new();
        for File { name, path, .. } in &self.files {
            paths.entry(name.clone()).or_insert_with(|| path.clone());
        }
        for (number, (folder, plan)) in plans.into_iter().enumerate() {
            let origin = match plan.origin.map(|origin| self.found_origin(&paths, &folder, origin)) {
                None => None,
                Some(Some(found)) => Some(found),
                Some(None) => continue,
            };
            let Some(by) = self.found_answer(&paths, &folder, plan.by) else { continue };
            let mut place = |name: String, kind: &str, is_made: bool| {
                let name = format!("{folder}{name}");
                let path = made.path().join(format!("{number}.{kind}"));
                if !is_made {
                    return paths.get(&name).cloned().unwrap_or(path);
                }
                paths.entry(name.clone()).or_insert_with(|| path.clone());
                self.files.push(File { name, path: path.clone(), size: 0 });
                path
            };
            let input = place(plan.input, "in", origin.is_some());
            let answer = place(plan.answer, "ans", by != AnswerBy::Stored);
            self.test_set.recipes.push(TestSource { input, origin, answer, by });
        }
        self.test_set.unpacked.push(Arc::new(made));
        Ok(())
    }

    /// Replaces files by copies: those whose paths tests must not know, and those whose line ends must be changed.
    pub(super) fn copy_files(&mut self) -> io::Result<()> {
        let (mut lines, mut copied) = (HashSet::new(), HashSet::new());
        for (folder, task) in self.each_task() {
            lines.extend(task.lines.iter().map(|name| format!("{folder}{name}")));
            copied.extend(task.copied.iter().map(|name| format!("{folder}{name}")));
        }
        let mut copies = None;
        for (number, file) in self.files.iter_mut().enumerate() {
            let is_copied = copied.contains(&file.name);
            if !is_copied && !lines.contains(&file.name) {
                continue;
            }
            let text = fs::read(&file.path)?;
            let ended = if is_copied { Some(text) } else { with_ended_lines(&text) };
            let Some(text) = ended else { continue };
            let folder = match &copies {
                Some(folder) => folder,
                None => copies.insert(private::folder("toolkit-copies-")?),
            };
            let copy = folder.path().join(number.to_string());
            fs::write(&copy, text)?;
            self.test_set.copied.push(mem::replace(&mut file.path, copy));
        }
        self.test_set.unpacked.extend(copies.map(Arc::new));
        Ok(())
    }

    /// Returns the path of a file that a plan names; a missing one is noted.
    fn planned_file(&mut self, paths: &Paths, folder: &str, name: &Path) -> Option<PathBuf> {
        let name = format!("{folder}{}", name.display());
        let found = paths.get(&name).cloned();
        if found.is_none() {
            let left_out = self.left_out.iter().find(|left_out| left_out.entry == name);
            let file = left_out.map_or(name, LeftOut::to_string);
            self.test_set.missing.push(Missing { file, input: None });
        }
        found
    }

    /// Returns the origin with paths instead of names; `None` where a file is missing.
    fn found_origin(&mut self, paths: &Paths, folder: &str, origin: Origin) -> Option<Origin> {
        Some(match origin {
            Origin::Text(text) => Origin::Text(text),
            Origin::File(name) => Origin::File(self.planned_file(paths, folder, &name)?),
            Origin::Run(run) => Origin::Run(self.found_run(paths, folder, run)?),
        })
    }

    fn found_run(&mut self, paths: &Paths, folder: &str, run: Run) -> Option<Run> {
        let program = self.planned_file(paths, folder, &run.program)?;
        let input = match &run.input {
            Some(input) => Some(self.planned_file(paths, folder, input)?),
            None => None,
        };
        Some(Run { program, input, ..run })
    }

    fn found_answer(&mut self, paths: &Paths, folder: &str, by: AnswerBy) -> Option<AnswerBy> {
        Some(match by {
            AnswerBy::From(origin) => AnswerBy::From(self.found_origin(paths, folder, origin)?),
            AnswerBy::Solution(name) => AnswerBy::Solution(self.planned_file(paths, folder, &name)?),
            AnswerBy::Interactor { interactor, solution } => AnswerBy::Interactor {
                interactor: self.planned_file(paths, folder, &interactor)?,
                solution: self.planned_file(paths, folder, &solution)?,
            },
            AnswerBy::Errors(run) => AnswerBy::Errors(self.found_run(paths, folder, run)?),
            other @ (AnswerBy::Stored | AnswerBy::Generator) => other,
        })
    }
}

/// Returns a text with `\n` at the end of every line; `None` if it has that already.
fn with_ended_lines(text: &[u8]) -> Option<Vec<u8>> {
    if !text.contains(&b'\r') && text.last().is_none_or(|&last| last == b'\n') {
        return None;
    }
    let mut ended = Vec::with_capacity(text.len() + 1);
    let mut before = 0;
    for &byte in text {
        match byte {
            b'\r' => ended.push(b'\n'),
            b'\n' if before == b'\r' => {}
            other => ended.push(other),
        }
        before = byte;
    }
    if ended.last() != Some(&b'\n') {
        ended.push(b'\n');
    }
    Some(ended)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_end_a_line_becomes_one() {
        let ended =
            |text: &str| with_ended_lines(text.as_bytes()).map(|text| String::from_utf8(text).unwrap());
        for (text, wanted) in
            [("a\r\nb\r\n", "a\nb\n"), ("a\rb\r", "a\nb\n"), ("a\n\r\n\rb", "a\n\n\nb\n"), ("a", "a\n")]
        {
            assert_eq!(ended(text).as_deref(), Some(wanted), "{text:?}");
        }
        for text in ["", "a\n", "\n"] {
            assert_eq!(ended(text), None, "{text:?}");
        }
    }
}
