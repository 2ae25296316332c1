//! The exit statuses of checkers and interactors, and their messages and points.

use std::path::Path;

use super::CheckResult;
use super::earned::{Earned, read_line};
use nim_task::score::finite;
use nim_task::verdict::Verdict;

/// Returns what a program of testlib means by a status; `None` where that is a failure of its own.
pub fn testlib(code: i32, message: String) -> Option<CheckResult> {
    // What is partially correct ends with a status that depends on how testlib is compiled, perhaps with 0.
    let part = Earned::part_of_testlib(&message).filter(|_| code != 3);
    // Points end with 0 up to testlib 0.9.5, and with 7 since.
    let is_of_points = code == 7 || code == 0 && message.split_whitespace().next() == Some("points");
    let points = match Earned::of_testlib(&message).filter(|_| is_of_points && part.is_none()).transpose() {
        Ok(points) => points,
        Err(why) => return Some(CheckResult::failed(format!("the checker gives points, but {why}"))),
    };
    let verdict = match code {
        _ if part.is_some() => Verdict::WrongAnswer,
        0 if points.is_some() => Verdict::WrongAnswer,
        0 => Verdict::Accepted,
        1 | 4 | 7 | 8 => Verdict::WrongAnswer,
        2 => Verdict::PresentationError,
        _ => return None,
    };
    let earned = part.or(points);
    Some(CheckResult { verdict, message, earned })
}

/// Returns the part of the points in a line `partial A/B`, as DMOJ reads checkers of COCI.
pub fn part_of_coci(stderr: &str) -> Option<f64> {
    let ratio = |line: &str| {
        let (part, whole) = line.strip_prefix("partial ")?.split_once('/')?;
        let (part, whole) =
            (part.parse::<u32>().ok()?, whole.parse::<u32>().ok().filter(|&whole| whole > 0)?);
        Some(f64::from(part) / f64::from(whole))
    };
    stderr.lines().find_map(ratio).filter(|part| *part <= 1.0)
}

/// Returns the part of the points that a checker of PEG gives, as DMOJ reads them: the ratio of two numbers in lines that follow each
/// other, else what the status says; `None` where that is a failure of its own.
pub fn part_of_peg(code: i32, printed: &str) -> Option<f64> {
    let by_status = match code {
        0 => 1.0,
        1 => 0.0,
        _ => return None,
    };
    let numbers: Vec<Option<f64>> = printed.lines().map(finite).collect();
    let mut ratios = numbers.windows(2).filter_map(|two| Some(two[0]? / two[1]?));
    let ratio = ratios.find(|ratio| ratio.is_finite() && *ratio > 0.0);
    Some(ratio.map_or(by_status, |ratio| ratio.min(1.0)))
}

/// Returns what a program of the ICPC format means by a status, with what it left in its feedback folder; `None` where that is a
/// failure of its own. An output that is not accepted has no points.
pub fn kattis(code: i32, feedback: &Path, printed: String) -> Option<CheckResult> {
    let (verdict, earned) = match code {
        42 => match Earned::of_feedback(feedback) {
            Ok(earned) => (Verdict::Accepted, earned),
            Err(why) => return Some(CheckResult::failed(format!("of the output validator, {why}"))),
        },
        43 => (Verdict::WrongAnswer, None),
        _ => return None,
    };
    let message = first_message(feedback).unwrap_or(printed);
    Some(CheckResult { verdict, message, earned })
}

/// Returns the message in a feedback folder.
pub fn first_message(feedback: &Path) -> Option<String> {
    ["judgemessage.txt", "teammessage.txt"].iter().find_map(|name| read_line(&feedback.join(name)))
}
