//! The command that finds a smaller input than those of a check.

use std::ffi::OsString;
use std::path::Path;

use super::Args;
use crate::built_in::names;
use crate::problem::{Problem, program};
use crate::terminal::shell;
use nim_ground::presence::find;
use nim_judge::Options;

impl Args {
    /// Returns the command that looks for the smallest input on which the one program fails, where the problem is built in or has a
    /// grammar.
    pub fn stress_command(&self, options: &Options) -> Option<String> {
        let Options { languages, manifests, .. } = options;
        let is_other = self.submissions
            || self.class.class.is_some()
            || !self.runs.is_empty()
            || self.interaction.options().is_wanted()
            || self.file_io.is_some();
        let (sources, others): (Vec<_>, Vec<_>) = self
            .words
            .iter()
            .partition(|word| program(word, manifests, languages).is_ok_and(|source| source.is_some()));
        let has_command = !self.command.is_empty();
        if is_other || sources.len() + usize::from(has_command) != 1 {
            return None;
        }
        let problem = match (&self.problem, others.as_slice()) {
            (Some(problem), _) => problem.into(),
            // No more than advice: a word that cannot be looked at has none.
            (None, [word]) if find(word).is_ok_and(|found| found.is_none()) => {
                word.to_str().filter(|name| nim_problems::find(name).is_some())?.into()
            }
            (None, [word]) if self.can_search(word, options) => word.as_os_str().to_owned(),
            (None, []) => names::of_file(sources.first()?)?.name.into(),
            _ => return None,
        };
        let mut line: Vec<OsString> = vec!["toolkit".into(), "stress".into(), problem];
        let options = [("--against", &self.against), ("--checker", &self.checker)];
        for (option, value) in options {
            line.extend(value.iter().flat_map(|value| [option.into(), value.into()]));
        }
        line.extend(sources.iter().map(|source| source.as_os_str().to_owned()));
        if has_command {
            line.push("--".into());
            line.extend(self.command.iter().cloned());
        }
        Some(shell::line(line))
    }

    /// Returns whether a folder has a grammar and something that answers its inputs. Only a hint depends on it: errors count as no.
    fn can_search(&self, folder: &Path, Options { languages, manifests, .. }: &Options) -> bool {
        Problem::at(folder, manifests).grammar().is_ok_and(|found| found.is_some())
            && (self.against.is_some()
                || manifests.accepted(folder, languages).is_ok_and(|found| found.is_some()))
    }
}
