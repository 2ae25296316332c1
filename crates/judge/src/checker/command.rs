//! Checkers that are programs, with their calling conventions.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use super::codes::{first_message, kattis, part_of_coci, part_of_peg, testlib};
use super::earned::{Earned, broken, first_line, not_a_number, read_line, telling_line};
use super::{CheckInput, CheckResult, Checker};
use crate::run_verdict::{mib, seconds};
use nim_ground::failure::Failure;
use nim_ground::limits::{Limits, MIB};
use nim_ground::lock::locked;
use nim_sandbox::run::{Ended, LENT_FOLDER, LentFolder, Loan, RunResult, Runner, Stopped};
use nim_sandbox::system::process::signal_name;
use nim_task::protocol::CheckerStyle;
use nim_task::score::finite;
use nim_task::verdict::Verdict;

/// Limits of a checker. CPU time decides: the other bound is for one that waits.
pub const LIMITS: Limits = Limits {
    cpu: Duration::from_secs(60),
    wall: Duration::from_secs(120),
    memory: 4096 * MIB,
    output: 64 * MIB,
};

/// Runs checkers of DMOJ.
const DMOJ: &str = include_str!("dmoj.py");

/// Returns the command of a checker at `place` that an interpreter runs as it is; `None` for other styles.
pub fn interpreted(style: CheckerStyle, place: &Path) -> Option<Vec<OsString>> {
    let CheckerStyle::Dmoj(built_in) = style else { return None };
    let checker = built_in.map_or_else(|| place.as_os_str().to_owned(), OsString::from);
    Some(vec!["python3".into(), "-c".into(), DMOJ.into(), checker])
}

/// Returns what a checker of this style gets, which a sandbox copies to this `place`; it may write files `around`.
fn loan(style: CheckerStyle, files: CheckInput<'_>, around: &Path, place: Option<&Path>) -> io::Result<Loan> {
    let lent = [(INPUT, files.input), (OUTPUT, files.output), (ANSWER, files.answer)];
    let shown = |name: &str, path: &Path| place.map_or_else(|| path.to_path_buf(), |place| place.join(name));
    let [input, output, answer] = lent.map(|(name, path)| shown(name, path));
    let folder = shown(LENT_FOLDER, around);
    let mut loan =
        Loan { files: lent.map(|(name, path)| (name, path.to_path_buf())).into(), ..Loan::default() };
    let mut is_current = false;
    let args: Vec<PathBuf> = match style {
        CheckerStyle::Testlib | CheckerStyle::TestlibOf(_) | CheckerStyle::Coci | CheckerStyle::Oj => {
            vec![input, output, answer]
        }
        CheckerStyle::Peg => vec![answer, output, input],
        CheckerStyle::Hustoj | CheckerStyle::Cms | CheckerStyle::Dmoj(_) => vec![input, answer, output],
        CheckerStyle::Qduoj => vec![input, output],
        CheckerStyle::Syzoj => {
            for (name, file) in [("input", files.input), ("user_out", files.output), ("answer", files.answer)]
            {
                fs::copy(file, around.join(name))?;
            }
            (is_current, loan.files) = (true, Vec::new());
            Vec::new()
        }
        CheckerStyle::Kattis | CheckerStyle::KattisUnscored => {
            loan.stdin = Some(files.output.to_path_buf());
            loan.files.retain(|(name, _)| *name != OUTPUT);
            // By the format, the folder's name ends in a separator.
            vec![input, answer, folder.join("")]
        }
        CheckerStyle::Lemon => {
            let full = FULL_SCORE.to_string().into();
            vec![input, output, answer, full, folder.join("score"), folder.join("message")]
        }
    };
    loan.args = args.into_iter().map(PathBuf::into_os_string).collect();
    loan.folder = Some(LentFolder { path: around.to_path_buf(), is_current, links: None });
    Ok(loan)
}

/// The names of a checker's files where they are copied.
const INPUT: &str = "input";
const OUTPUT: &str = "output";
const ANSWER: &str = "answer";

/// The runners of a checker, each for one thread at a time.
pub struct Runners<'a> {
    start: Box<dyn Fn() -> Result<BoxedRunner<'a>, Failure> + Send + Sync + 'a>,
    idle: Mutex<Vec<BoxedRunner<'a>>>,
}

/// A runner that another thread may take over.
type BoxedRunner<'a> = Box<dyn Runner + Send + 'a>;

impl<'a> Runners<'a> {
    /// Starts a runner by `start` whenever all others are busy.
    pub fn new(start: impl Fn() -> Result<BoxedRunner<'a>, Failure> + Send + Sync + 'a) -> Self {
        Self { start: Box::new(start), idle: Mutex::default() }
    }

    /// Works with a runner, which is not used again after a failure.
    fn with<T>(&self, work: impl FnOnce(&mut dyn Runner) -> Result<T, Failure>) -> Result<T, Failure> {
        let idle = locked(&self.idle).pop();
        let mut runner = idle.map_or_else(|| (self.start)(), Ok)?;
        let done = work(&mut *runner)?;
        locked(&self.idle).push(runner);
        Ok(done)
    }
}

/// A checker program: that of a package in a sandbox, and one that the command line names without.
pub struct CommandChecker<'a> {
    /// The program and its first arguments, ready to run.
    pub runners: Runners<'a>,
    /// Arguments after those of the style.
    pub args: Vec<String>,
    /// Its calling convention.
    pub style: CheckerStyle,
    /// Whether it runs in a sandbox.
    pub is_confined: bool,
}

/// The failure of a validator that gives points where the package has no custom scoring.
const UNSCORED: &str = "the output validator writes score.txt, but problem.yaml has no custom scoring (validation: custom score)";
/// Lemon's full score.
const FULL_SCORE: f64 = 100.0;

impl Checker for CommandChecker<'_> {
    fn check(&self, files: CheckInput<'_>) -> io::Result<CheckResult> {
        let folder = nim_ground::private::folder("toolkit-checker-")?;
        let around = files.feedback.unwrap_or(folder.path());
        let mut printed = Vec::new();
        let run = self.runners.with(|runner| {
            let mut loan = loan(self.style, files, around, runner.place())?;
            loan.args.extend(self.args.iter().map(OsString::from));
            runner.call(&loan, &LIMITS, &mut printed)
        });
        let run = run.map_err(|error| io::Error::other(format!("the checker: {error}")))?;
        if run.stopped == Some(Stopped::Interrupted) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let result = match failure(&run, &printed) {
            Ok(code) => self.judged(code, around, &run.stderr, &printed),
            Err(failure) => CheckResult::failed(format!("the checker {failure}")),
        };
        let has_score = matches!(result.earned, Some(Earned::Score(_)));
        if has_score && self.style == CheckerStyle::KattisUnscored {
            return Ok(CheckResult::failed(UNSCORED.to_owned()));
        }
        Ok(if self.is_confined { result.of_confined() } else { result })
    }
}

/// Returns the status of a checker, or how it has failed.
fn failure(run: &RunResult, printed: &[u8]) -> Result<i32, String> {
    Err(match (run.stopped, run.ended) {
        (Some(Stopped::Wall), _) => format!("took more than {}", seconds(LIMITS.wall)),
        (Some(Stopped::Output), _) => format!("printed more than {}", mib(LIMITS.output)),
        (Some(Stopped::Memory), _) => format!("used more than {} of memory", mib(LIMITS.memory)),
        (Some(Stopped::Processes), _) => "started too many processes and threads".to_owned(),
        (Some(Stopped::Starved), _) => "was killed by the system: the machine ran out of memory".to_owned(),
        (Some(_), _) => format!("took more than {} of CPU time", seconds(LIMITS.cpu)),
        (None, _) if run.cpu > LIMITS.cpu => format!("took more than {} of CPU time", seconds(LIMITS.cpu)),
        (None, Ended::Exited(code)) => match broken(&run.stderr).filter(|_| code == 1) {
            Some(error) => format!("crashed with status 1: {error}"),
            None => return Ok(code),
        },
        (None, Ended::Signalled(signal)) => {
            format!("crashed ({}): {}", signal_name(signal), message(&run.stderr, printed))
        }
        (None, Ended::NotStarted) => format!("was not started: {}", message(&run.stderr, printed)),
    })
}

impl CommandChecker<'_> {
    /// Returns what a status means, with what was printed and the files `around`.
    fn judged(&self, code: i32, around: &Path, stderr: &[u8], printed: &[u8]) -> CheckResult {
        let printed_line = message(stderr, printed);
        let ended = format!("ended with status {code}");
        match self.style {
            CheckerStyle::Coci if code == 7 => match part_of_coci(&String::from_utf8_lossy(stderr)) {
                Some(part) => part_of_dmoj(part, &printed_line),
                None => CheckResult::failed(format!("the checker {ended}, but gave no part: {printed_line}")),
            },
            CheckerStyle::Peg => match part_of_peg(code, &String::from_utf8_lossy(printed)) {
                Some(part) => part_of_dmoj(part, &printed_line),
                None => CheckResult::failed(format!("the checker {ended}: {printed_line}")),
            },
            CheckerStyle::Testlib | CheckerStyle::TestlibOf(_) | CheckerStyle::Coci => {
                let result = testlib(code, printed_line.clone()).unwrap_or_else(|| {
                    let how = if code == 3 { "reports its own failure".to_owned() } else { ended };
                    CheckResult::failed(format!("the checker {how}: {printed_line}"))
                });
                match (result.earned, self.style) {
                    (Some(Earned::Points(points)), CheckerStyle::TestlibOf(full)) => {
                        CheckResult { earned: Some(Earned::Part(points / f64::from(full))), ..result }
                    }
                    _ => result,
                }
            }
            CheckerStyle::Kattis | CheckerStyle::KattisUnscored => kattis(code, around, printed_line.clone())
                .unwrap_or_else(|| {
                    let message = first_message(around).unwrap_or(printed_line);
                    CheckResult::failed(format!("the output validator {ended}, neither 42 nor 43: {message}"))
                }),
            CheckerStyle::Hustoj | CheckerStyle::Oj | CheckerStyle::Qduoj => {
                let verdict = if code == 0 { Verdict::Accepted } else { Verdict::WrongAnswer };
                CheckResult::new(verdict, printed_line)
            }
            CheckerStyle::Lemon => {
                let message = read_line(&around.join("message")).unwrap_or(printed_line);
                scored(code, FULL_SCORE, read_line(&around.join("score")).as_deref(), &message)
            }
            CheckerStyle::Syzoj => scored(code, FULL_SCORE, first_line(printed).as_deref(), &printed_line),
            CheckerStyle::Cms | CheckerStyle::Dmoj(_) => {
                // Messages that CMS translates begin with a mark.
                let message = telling_line(stderr).unwrap_or_default();
                let message = message.strip_prefix("translate:").unwrap_or(&message);
                scored(code, 1.0, first_line(printed).as_deref(), message)
            }
        }
    }
}

/// Returns the line that says most: of standard error, if there is one.
fn message(stderr: &[u8], printed: &[u8]) -> String {
    telling_line(stderr).or_else(|| first_line(printed)).unwrap_or_default()
}

/// Returns the result of a manager of CMS, which wrote a score into a file and printed a message.
pub fn cms(score: &Path, printed: &str) -> CheckResult {
    scored(0, 1.0, read_line(score).as_deref(), printed.strip_prefix("translate:").unwrap_or(printed))
}

/// Returns the result of a checker of DMOJ that gives a part of the points.
fn part_of_dmoj(part: f64, message: &str) -> CheckResult {
    scored(0, 1.0, Some(&part.to_string()), message)
}

/// Returns the result of a checker that gives a score up to `full`, which it may have written before it failed.
fn scored(code: i32, full: f64, score: Option<&str>, message: &str) -> CheckResult {
    if code != 0 {
        return CheckResult::failed(format!("the checker ended with status {code}: {message}"));
    }
    let Some(score) = score else {
        return CheckResult::failed(format!("the checker gave no score: {message}"));
    };
    let number = match finite(score) {
        Some(number) => number,
        None => {
            return CheckResult::failed(format!(
                "of the checker, {}: {message}",
                not_a_number("the score", score)
            ));
        }
    };
    // Parts that a program adds up may be one by a little less or more.
    let nearly = full * 1e-9;
    if number < 0.0 || number > full + nearly {
        return CheckResult::failed(format!(
            "the checker gave the score {score}, not one from 0 to {full}: {message}"
        ));
    }
    if number >= full {
        return CheckResult::new(Verdict::Accepted, message.to_owned());
    }
    let message = if message.is_empty() { String::new() } else { format!(": {message}") };
    CheckResult {
        verdict: Verdict::WrongAnswer,
        message: format!("score {number} of {full}{message}"),
        earned: Some(Earned::Part(number / full)),
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use nim_sandbox::portable::Portable;

    #[track_caller]
    fn check(style: CheckerStyle, script: &str, verdict: Verdict, says: &str) {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| {
            let path = folder.path().join(name);
            fs::write(&path, format!("{name}\n")).unwrap();
            path
        };
        let (input, output, answer) = (file("input"), file("output"), file("answer"));
        let command = ["sh", "-c", script, "checker"].map(OsString::from).to_vec();
        let never = AtomicBool::new(false);
        let start = || -> Result<BoxedRunner<'_>, Failure> {
            Ok(Box::new(Portable { command: command.clone(), interrupted: &never }))
        };
        let (args, runners) = (vec!["last".to_owned()], Runners::new(start));
        let checker = CommandChecker { runners, args, style, is_confined: false };
        let result = checker
            .check(CheckInput { input: &input, output: &output, answer: &answer, feedback: None })
            .unwrap();
        assert_eq!(result.verdict, verdict, "{}", result.message);
        assert!(result.message.contains(says), "{}", result.message);
    }

    #[test]
    fn cpu_time_and_waits_have_limits_of_their_own() {
        let run = |stopped, seconds: u64| RunResult {
            ended: Ended::Exited(0),
            stopped,
            cpu: Duration::from_secs(seconds),
            wall: Duration::from_secs(500),
            memory: None,
            stderr: Vec::new(),
            no_output: None,
        };
        assert_eq!(failure(&run(None, 8), b""), Ok(0));
        let cpu = Err("took more than 60 s of CPU time".to_owned());
        assert_eq!(failure(&run(None, 61), b""), cpu);
        assert_eq!(failure(&run(Some(Stopped::Cpu), 60), b""), cpu);
        assert_eq!(failure(&run(Some(Stopped::Wall), 1), b""), Err("took more than 120 s".to_owned()));
    }

    #[test]
    fn testlib_has_codes_of_its_own() {
        let order =
            "test $(cat $1) = input && test $(cat $2) = output && test $(cat $3) = answer && test $4 = last";
        check(CheckerStyle::Testlib, order, Verdict::Accepted, "");
        check(CheckerStyle::Testlib, "echo wrong >&2; exit 1", Verdict::WrongAnswer, "wrong");
        check(CheckerStyle::Testlib, "exit 2", Verdict::PresentationError, "");
        check(CheckerStyle::Testlib, "exit 3", Verdict::JudgeError, "its own failure");
        for message in ["points nan", "points inf", "points much", "points points_info=x"] {
            let script = format!("echo {message} >&2; exit 7");
            check(CheckerStyle::Testlib, &script, Verdict::JudgeError, &format!("but \"{message}\""));
        }
        for code in [4, 7, 8] {
            check(CheckerStyle::Testlib, &format!("exit {code}"), Verdict::WrongAnswer, "");
        }
        check(CheckerStyle::Testlib, "exit 99", Verdict::JudgeError, "99");
        for code in [0, 40, 56] {
            let partly = format!("echo 'partially correct (40) half' >&2; exit {code}");
            check(CheckerStyle::Testlib, &partly, Verdict::WrongAnswer, "half");
        }
        // So end points up to testlib 0.9.5.
        check(CheckerStyle::Testlib, "echo 'points 5 half' >&2; exit 0", Verdict::WrongAnswer, "half");
        check(CheckerStyle::Testlib, "echo 'ok 5 points 5' >&2; exit 0", Verdict::Accepted, "");
        check(CheckerStyle::Testlib, "kill -SEGV $$", Verdict::JudgeError, "crashed");
    }

    #[test]
    fn kattis_reads_the_output_and_says_why_in_a_file() {
        let order = "test $(cat $1) = input && test $(cat $2) = answer && test $(cat) = output && exit 42";
        check(CheckerStyle::Kattis, order, Verdict::Accepted, "");
        check(CheckerStyle::Kattis, "echo bad > ${3}judgemessage.txt; exit 43", Verdict::WrongAnswer, "bad");
        check(CheckerStyle::Kattis, "exit 0", Verdict::JudgeError, "neither 42 nor 43");
        for wrong in ["abc", "", "nan", "inf", "1 2", "1\\n2", "0x1p-1", "1e306"] {
            for file in ["score.txt", "score_multiplier.txt"] {
                let script = format!("printf '{wrong}' > ${{3}}{file}; exit 42");
                let says =
                    format!("{file} has no number of points, but \"{}", wrong.get(..1).unwrap_or_default());
                check(CheckerStyle::Kattis, &script, Verdict::JudgeError, &says);
            }
        }
        let part = "echo 1.5 > ${3}score_multiplier.txt; exit 42";
        check(CheckerStyle::Kattis, part, Verdict::JudgeError, "score_multiplier.txt has 1.5");
    }

    #[test]
    fn the_others_differ_in_order_and_score() {
        check(
            CheckerStyle::Hustoj,
            "test $(cat $2) = answer && test $(cat $3) = output",
            Verdict::Accepted,
            "",
        );
        let order = "test $(cat $1) = answer && test $(cat $2) = output && test $(cat $3) = input";
        check(CheckerStyle::Peg, order, Verdict::Accepted, "");
        check(CheckerStyle::Peg, "exit 1", Verdict::WrongAnswer, "score 0 of 1");
        check(
            CheckerStyle::Peg,
            "printf 'half\\n1\\n2\\n'; exit 1",
            Verdict::WrongAnswer,
            "score 0.5 of 1: half",
        );
        check(CheckerStyle::Peg, "printf '1\\n0\\n'", Verdict::Accepted, "");
        check(CheckerStyle::Peg, "exit 2", Verdict::JudgeError, "status 2");
        let order = "test $(cat $1) = input && test $(cat $2) = output && test $(cat $3) = answer";
        check(CheckerStyle::Coci, order, Verdict::Accepted, "");
        check(CheckerStyle::Coci, "exit 1", Verdict::WrongAnswer, "");
        check(CheckerStyle::Coci, "echo 'partial 1/4' >&2; exit 7", Verdict::WrongAnswer, "score 0.25 of 1");
        check(CheckerStyle::Coci, "echo 'partial 4/4' >&2; exit 7", Verdict::Accepted, "");
        for wrong in ["partial 1/0", "partial 5/4", "partial -1/4", "half"] {
            let script = format!("echo '{wrong}' >&2; exit 7");
            check(CheckerStyle::Coci, &script, Verdict::JudgeError, "gave no part");
        }
        check(CheckerStyle::Hustoj, "exit 1", Verdict::WrongAnswer, "");
        check(CheckerStyle::Oj, "test $(cat $2) = output", Verdict::Accepted, "");
        check(CheckerStyle::Lemon, "echo $4 > $5", Verdict::Accepted, "");
        check(
            CheckerStyle::Lemon,
            "echo 40 > $5; echo half > $6",
            Verdict::WrongAnswer,
            "score 40 of 100: half",
        );
        check(CheckerStyle::Lemon, "exit 0", Verdict::JudgeError, "no score");
        check(
            CheckerStyle::Lemon,
            "echo $4 > $5; echo oops >&2; exit 1",
            Verdict::JudgeError,
            "status 1: oops",
        );
        check(CheckerStyle::Lemon, "echo 0 > $5; exit 42", Verdict::JudgeError, "status 42");
        for (script, says) in [
            ("echo nan > $5", "the score has no number of points, but \"nan\""),
            ("echo 1 2 > $5", "\"1 2\""),
            ("echo 500 > $5", "the score 500, not one from 0 to 100"),
            ("echo -1 > $5", "the score -1, not one from 0 to 100"),
        ] {
            check(CheckerStyle::Lemon, script, Verdict::JudgeError, says);
        }
        check(CheckerStyle::Syzoj, "echo 101", Verdict::JudgeError, "the score 101, not one from 0 to 100");
        let order = "test $(cat $2) = answer && test $(cat $3) = output && echo 1.0";
        check(CheckerStyle::Cms, order, Verdict::Accepted, "");
        let half = "echo 0.5; echo translate:partial >&2";
        check(CheckerStyle::Cms, half, Verdict::WrongAnswer, "score 0.5 of 1: partial");
        check(CheckerStyle::Cms, "echo 1.0000000000000002", Verdict::Accepted, "");
        for wrong in ["half", "inf", "1.5", "-0.1"] {
            check(CheckerStyle::Cms, &format!("echo {wrong}"), Verdict::JudgeError, wrong);
        }
        check(CheckerStyle::Cms, "echo 0", Verdict::WrongAnswer, "score 0 of 1");
        check(CheckerStyle::Cms, "echo fine >&2", Verdict::JudgeError, "no score: fine");
        check(CheckerStyle::Cms, "echo 1; exit 1", Verdict::JudgeError, "status 1");
        let traceback = "printf '  File \"c.py\", line 1\n    print 1\n\nSyntaxError: no\n\n' >&2; exit 1";
        check(CheckerStyle::Cms, traceback, Verdict::JudgeError, "status 1: SyntaxError: no");
        // A status that would reject says nothing of a program that is broken.
        for style in [CheckerStyle::Testlib, CheckerStyle::Hustoj, CheckerStyle::Kattis] {
            check(style, traceback, Verdict::JudgeError, "crashed with status 1: SyntaxError: no");
        }
        let assertion = "printf 'Traceback (most recent call last):\n  x\nAssertionError: no\n' >&2; exit 1";
        check(CheckerStyle::Testlib, assertion, Verdict::WrongAnswer, "AssertionError: no");
    }
}
