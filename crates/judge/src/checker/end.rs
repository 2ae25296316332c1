//! The meaning of a checker's or an interactor's end under its protocol: a verdict, a message and points.

use std::io;
use std::path::Path;

use super::CheckResult;
use super::earned::{Earned, first_line, not_a_number, read_line, telling_line};
use crate::compare::shorten;
use crate::error::{Result, bail};
use nim_task::protocol::{Meaning, Protocol, ScoreChannel};
use nim_task::score::finite;
use nim_task::verdict::Verdict;

/// The end of a checker or an interactor that exited.
pub struct End<'a> {
    /// The program's name in messages, such as `checker`.
    pub who: &'static str,
    /// The exit status.
    pub status: i32,
    /// The program's standard error.
    pub stderr: &'a [u8],
    /// The program's standard output; empty if it was not kept.
    pub printed: &'a [u8],
    /// The folder of the feedback files.
    pub folder: &'a Path,
}

impl End<'_> {
    /// Returns the result that the end means.
    ///
    /// # Errors
    /// How it ended, where that means nothing.
    pub fn result(&self, protocol: &Protocol) -> Result<CheckResult> {
        let meaning = protocol.meaning(self.status);
        let message = self.message(protocol)?;
        let (earned, shown) = match self.earned(protocol, meaning, &message) {
            Ok(earned) => earned,
            Err(error) => return Ok(CheckResult::failed(error.to_string())),
        };
        // In the ICPC formats, an accepted output may have few points.
        let graded = earned.filter(|_| !matches!(protocol.score, ScoreChannel::Feedback { .. }));
        let verdict = match (graded, meaning) {
            (Some(Earned::Part(part)), _) if part >= 1.0 => Verdict::Accepted,
            (Some(Earned::Part(_) | Earned::Points(_)), _) => Verdict::WrongAnswer,
            (_, Meaning::Accepted) => Verdict::Accepted,
            (_, Meaning::Rejected | Meaning::Scored) => Verdict::WrongAnswer,
            (_, Meaning::Presentation) => Verdict::PresentationError,
            (_, Meaning::Failure) => {
                return Ok(CheckResult::failed(format!(
                    "the {} reports its own failure: {message}",
                    self.who
                )));
            }
            (_, Meaning::Unknown) => return Err(self.ended(protocol).into()),
        };
        let message = match shown.filter(|_| verdict != Verdict::Accepted) {
            Some(shown) if message.is_empty() => shown,
            Some(shown) => format!("{shown}: {message}"),
            None => message,
        };
        Ok(CheckResult { verdict, message, earned })
    }

    /// Returns the message: from a file if the protocol has one, otherwise the most telling line.
    ///
    /// # Errors
    /// When a file of a message cannot be read.
    pub fn message(&self, protocol: &Protocol) -> io::Result<String> {
        if protocol.score == ScoreChannel::ScoreLine {
            return Ok(self.labelled_message());
        }
        let mut of_files = protocol.messages.iter().map(|name| read_line(&self.folder.join(name)));
        let of_files = of_files.find_map(io::Result::transpose).transpose()?;
        let message = of_files.or_else(|| telling_line(self.stderr)).unwrap_or_else(|| {
            let is_score = matches!(protocol.score, ScoreChannel::Stdout { .. });
            first_line(self.printed).filter(|_| !is_score).unwrap_or_default()
        });
        // Messages that CMS translates begin with a mark.
        Ok(message.strip_prefix("translate:").map(str::to_owned).unwrap_or(message))
    }

    /// Returns the message from lines with labels, for the contestant and for the administrators.
    fn labelled_message(&self) -> String {
        let messages = ["USER_MESSAGE: ", "ADMIN_MESSAGE: "].map(|label| self.labelled(label));
        let messages = messages.into_iter().flatten();
        let shown = messages.map(|own| own.strip_prefix("translate:").map(str::to_owned).unwrap_or(own));
        shown.collect::<Vec<_>>().join(": ")
    }

    /// Returns the text after a label in the last line of standard error that begins with it.
    fn labelled(&self, label: &str) -> Option<String> {
        let mut lines = self.stderr.rsplit(|&byte| byte == b'\n');
        lines.find_map(|line| line.strip_prefix(label.as_bytes())).map(shorten)
    }

    /// Describes the end, if the status means nothing.
    fn ended(&self, protocol: &Protocol) -> String {
        let status = self.status;
        match protocol.statuses {
            [(one, Meaning::Accepted), (other, Meaning::Rejected)] if *one > 0 => {
                format!("ended with status {status}, neither {one} nor {other}")
            }
            _ => format!("ended with status {status}"),
        }
    }

    /// Returns the points of the output, and their text.
    fn earned(
        &self,
        protocol: &Protocol,
        meaning: Meaning,
        message: &str,
    ) -> Result<(Option<Earned>, Option<String>)> {
        let who = self.who;
        let is_verdict = matches!(meaning, Meaning::Accepted | Meaning::Rejected);
        Ok(match protocol.score {
            ScoreChannel::Message { of } if meaning != Meaning::Failure => {
                // The exit status of a partially correct output depends on how testlib is compiled, and may be 0. The exit status for
                // points is 0 up to testlib 0.9.5, and 7 since.
                let is_of_points = self.status == 7
                    || self.status == 0 && message.split_whitespace().next() == Some("points");
                let earned = match Earned::part_of_testlib(message) {
                    None if is_of_points => Earned::of_testlib(message).transpose(),
                    part => Ok(part),
                };
                let earned = match (earned.map_err(|why| format!("the {who} gives points, but {why}"))?, of) {
                    (Some(Earned::Points(points)), Some(of)) => Some(Earned::Part(points / f64::from(of))),
                    (earned, _) => earned,
                };
                (earned, None)
            }
            ScoreChannel::Feedback { .. } if meaning == Meaning::Accepted => {
                (Earned::of_feedback(self.folder).map_err(|why| format!("of the {who}, {why}"))?, None)
            }
            ScoreChannel::PartialLine if meaning == Meaning::Scored => {
                let part = partial_line(&String::from_utf8_lossy(self.stderr));
                let part = part.ok_or_else(|| {
                    format!("the {who} {}, but gave no part: {message}", self.ended(protocol))
                })?;
                shown(part, 1.0)
            }
            ScoreChannel::Ratio if is_verdict => match ratio(&String::from_utf8_lossy(self.printed)) {
                Some(part) => shown(part.min(1.0), 1.0),
                None => (None, None),
            },
            ScoreChannel::Stdout { of } if meaning == Meaning::Scored => {
                self.score(first_line(self.printed), of, message)?
            }
            ScoreChannel::ScoreLine if meaning == Meaning::Scored => match self.labelled("SCORE: ") {
                Some(score) => self.score(Some(score), 1.0, message)?,
                // As in task-maker-rust: a controller may give no score to a program whose output it does not understand.
                None => (Some(Earned::Part(0.0)), Some(format!("the {who} gave no score"))),
            },
            ScoreChannel::File { name, of } if meaning == Meaning::Scored => {
                self.score(read_line(&self.folder.join(name))?, of, message)?
            }
            _ => (None, None),
        })
    }

    /// Reads a score up to `full`.
    fn score(
        &self,
        score: Option<String>,
        full: f64,
        message: &str,
    ) -> Result<(Option<Earned>, Option<String>)> {
        let who = self.who;
        let score = score.ok_or_else(|| format!("the {who} gave no score: {message}"))?;
        let number = finite(&score)
            .ok_or_else(|| format!("of the {who}, {}: {message}", not_a_number("the score", &score)))?;
        // Parts that a program adds up may be one by a little less or more.
        if number < 0.0 || number > full + full * 1e-9 {
            bail!("the {who} gave the score {score}, not one from 0 to {full}: {message}");
        }
        Ok(shown(number, full))
    }
}

/// Returns a score up to `full`, and its text.
fn shown(score: f64, full: f64) -> (Option<Earned>, Option<String>) {
    (Some(Earned::Part(score / full)), Some(format!("score {score} of {full}")))
}

/// Returns the part of the points in a line `partial A/B`, as DMOJ reads checkers of COCI.
fn partial_line(stderr: &str) -> Option<f64> {
    let part = stderr.lines().find_map(|line| {
        let (part, whole) = line.strip_prefix("partial ")?.split_once('/')?;
        let (part, whole) =
            (part.parse::<u32>().ok()?, whole.parse::<u32>().ok().filter(|&whole| whole > 0)?);
        Some(f64::from(part) / f64::from(whole))
    });
    part.filter(|part| *part <= 1.0)
}

/// Returns the ratio of two numbers in lines that follow each other, as DMOJ reads checkers of PEG.
fn ratio(printed: &str) -> Option<f64> {
    let numbers: Vec<Option<f64>> = printed.lines().map(finite).collect();
    let mut ratios = numbers.windows(2).filter_map(|two| Some(two[0]? / two[1]?));
    ratios.find(|ratio| ratio.is_finite() && *ratio > 0.0)
}
