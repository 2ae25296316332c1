//! The graders of packages, which give groups of tests their verdicts and points.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use crate::error::{Context as _, Error, Result};

use crate::author_calls::{AuthorCalls, Call};
use crate::trusted::{Built, TrustedPrograms};
use nim_ground::content::Content;
use nim_ground::file_io::FileIo;
use nim_ground::lock::locked;
use nim_task::score::{Grader, Group};
use nim_task::verdict::Verdict;

/// The verdicts that a grader may give.
const VERDICTS: [Verdict; 7] = [
    Verdict::Accepted,
    Verdict::WrongAnswer,
    Verdict::TimeLimit,
    Verdict::RuntimeError,
    Verdict::MemoryLimit,
    Verdict::OutputLimit,
    Verdict::JudgeError,
];

/// The graders of groups, ready to run in the sandbox.
pub struct ScoreGraders<'a> {
    programs: TrustedPrograms<'a>,
    built: Vec<(PathBuf, Built)>,
    /// The answers of graders so far, by question.
    given: Mutex<HashMap<Question, Result<Graded, Arc<Error>>>>,
}

/// A question to a grader: the grader's place, its arguments, and its lines of input.
type Question = (PathBuf, Vec<String>, String);
/// The verdict and the points of a group.
type Graded = (Verdict, f64);

impl<'a> ScoreGraders<'a> {
    /// Builds the graders of these groups.
    ///
    /// # Errors
    /// When one cannot be built.
    pub fn new(programs: TrustedPrograms<'a>, scoring: Option<&Group>) -> Result<Self> {
        let groups = scoring.map(Group::all).unwrap_or_default();
        let mut built: Vec<(PathBuf, Built)> = Vec::new();
        for place in groups.into_iter().filter_map(|group| Some(&group.grader.as_ref()?.place)) {
            if built.iter().all(|(known, _)| known != place) {
                let program = programs.build(place);
                let program = program.with_context(|| format!("grader {}", place.display()))?;
                built.push((place.clone(), program));
            }
        }
        Ok(Self { programs, built, given: Mutex::default() })
    }

    /// Returns whether no group has one.
    pub fn is_empty(&self) -> bool {
        self.built.is_empty()
    }

    /// Returns a grader's answer for the results of a group's members: it is run once for each question, and not after an interruption.
    ///
    /// # Errors
    /// When it fails, or prints something else than a verdict and a score.
    pub fn grade(
        &self,
        grader: &Grader,
        lines: &str,
        interrupted: &AtomicBool,
    ) -> Result<Option<Graded>, Arc<Error>> {
        let key = (grader.place.clone(), grader.args.clone(), lines.to_owned());
        if let Some(given) = locked(&self.given).get(&key) {
            return given.clone().map(Some);
        }
        if interrupted.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let given = self.run(grader, lines).map_err(Arc::new);
        // An interruption ends graders, too.
        if given.is_err() && interrupted.load(Ordering::Relaxed) {
            return Ok(None);
        }
        locked(&self.given).insert(key, given.clone());
        given.map(Some)
    }

    fn run(&self, grader: &Grader, lines: &str) -> Result<Graded> {
        let known = self.built.iter().find(|(place, _)| *place == grader.place);
        let (place, built) = known.ok_or("the grader was not built")?;
        let printed = self.printed(place, built, grader, lines).context("the grader fails")?;
        let text = String::from_utf8_lossy(&printed);
        match read(&text) {
            Some((Verdict::JudgeError, _)) => Err("the grader gives JE".into()),
            Some(result) => Ok(result),
            None => {
                let line = text.lines().next().unwrap_or_default();
                Err(format!("the grader prints \"{line}\", not a verdict and a score").into())
            }
        }
    }

    fn printed(&self, place: &Path, built: &Built, grader: &Grader, lines: &str) -> Result<Vec<u8>> {
        let words: Vec<OsString> = grader.args.iter().map(OsString::from).collect();
        let around = place.parent().map(Path::to_path_buf);
        let readable: Vec<PathBuf> = built.own().iter().cloned().chain(around).collect();
        let input = (&Content::from(lines), &FileIo::STANDARD);
        AuthorCalls::new(self.programs).run(&Call {
            command: built.command(),
            words: &words,
            readable: &readable,
            input,
        })
    }
}

/// Returns the verdict and the score that a grader printed.
fn read(text: &str) -> Option<(Verdict, f64)> {
    let mut words = text.split_whitespace();
    let (verdict, score) = (words.next()?, words.next()?);
    let verdict = VERDICTS.into_iter().find(|known| known.short() == verdict)?;
    let digits = score.strip_prefix('-').unwrap_or(score);
    let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let is_alone = words.next().is_none() && !text.starts_with(char::is_whitespace);
    Some((verdict, score.parse().ok()?)).filter(|_| is_plain && is_alone)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grader_prints_a_verdict_and_a_score_alone() {
        assert_eq!(read("AC 12.5\n"), Some((Verdict::Accepted, 12.5)));
        assert_eq!(read("WA -1"), Some((Verdict::WrongAnswer, -1.0)));
        for text in ["", "JE", "AC", "AC x", "AC 1e3", "AC inf", "PE 1", "AC 1 2", " AC 1", "AC 1\nAC 1\n"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
