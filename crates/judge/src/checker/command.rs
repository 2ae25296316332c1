//! Checkers that are programs, with their calling conventions.

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::earned::{Earned, broken, first_line, telling_line};
use super::end::End;
use super::{CheckInput, CheckResult, Checker};
use crate::error::Result;
use crate::run_verdict::{mib, seconds};
use crate::runners::Runners;
use nim_ground::content::Content;
use nim_ground::error::named;
use nim_ground::interruption;
use nim_ground::limits::{Limits, MIB};
use nim_sandbox::run::{Ended, LENT_FOLDER, LentFolder, Loan, RunResult, Stopped};
use nim_sandbox::system::process::signal_name;
use nim_task::protocol::{Argument, FULL_SCORE, PLACEHOLDERS, Protocol, ScoreChannel, Start};

/// The limits of a checker. The CPU time decides; the wall-clock time is for one that waits.
pub const LIMITS: Limits = Limits {
    cpu: Duration::from_secs(60),
    wall: Duration::from_secs(120),
    memory: 4096 * MIB,
    output: 64 * MIB,
};

/// Runs checkers that are functions in Python.
const PYTHON_FUNCTION: &str = include_str!("python_function.py");

/// Returns the command of a checker at `place` that an interpreter runs directly; `None` for other protocols.
pub fn interpreted(protocol: &Protocol, place: &Path) -> Option<Vec<OsString>> {
    let Start::PythonFunction(built_in) = protocol.start else { return None };
    let checker = built_in.map_or_else(|| place.as_os_str().to_owned(), OsString::from);
    Some(vec!["python3".into(), "-c".into(), PYTHON_FUNCTION.into(), checker])
}

/// Returns the files lent to a checker, which a sandbox copies to this `place`; it may write files `around`.
fn loan(
    checker: &CommandChecker<'_>,
    files: CheckInput<'_>,
    around: &Path,
    place: Option<&Path>,
) -> io::Result<Loan> {
    let CommandChecker { protocol, args, .. } = checker;
    let lent = [(INPUT, files.input), (OUTPUT, files.output), (ANSWER, files.answer)];
    let [input, output, answer] = lent.map(|(name, content)| place_of(content, name, place));
    let folder = place.map_or_else(|| around.to_path_buf(), |place| place.join(LENT_FOLDER));
    let paths = CallPaths { input: input?, output: output?, answer: answer?, folder };
    let lent = lent.into_iter().filter(|(name, _)| *name != OUTPUT || protocol.start != Start::OutputAsStdin);
    let is_current = protocol.start == Start::InFolder;
    let mut loan = Loan {
        args: paths.args(protocol, args),
        stdin: (protocol.start == Start::OutputAsStdin).then(|| files.output.clone()),
        files: lent.map(|(name, content)| (name, content.clone())).collect(),
        folder: Some(LentFolder { path: around.to_path_buf(), is_current, links: None }),
    };
    if is_current {
        loan.files.clear();
        for (name, file) in [("input", files.input), ("user_out", files.output), ("answer", files.answer)] {
            file.copy_to(&mut File::create(around.join(name))?)?;
        }
    }
    Ok(loan)
}

/// Returns the path at which a program sees a file: in its sandbox at this place, under this name; without one, the file's own path, or
/// that of a copy.
///
/// # Errors
/// When the copy cannot be made.
pub fn place_of(content: &Content, name: &str, place: Option<&Path>) -> io::Result<PathBuf> {
    match place {
        Some(place) => Ok(place.join(name)),
        None => content.path().map(Path::to_path_buf),
    }
}

/// The arguments of a checker or an interactor, as paths inside its sandbox.
pub struct CallPaths {
    /// The test's input.
    pub input: PathBuf,
    /// The program's output; for an interactor, the file that it writes.
    pub output: PathBuf,
    /// The test's answer.
    pub answer: PathBuf,
    /// The folder for its feedback files.
    pub folder: PathBuf,
}

impl CallPaths {
    /// Returns the arguments by a protocol, with the options that a package has.
    pub fn args(&self, protocol: &Protocol, options: &[String]) -> Vec<OsString> {
        if protocol.is_template {
            return options.iter().map(|word| self.filled(word)).collect();
        }
        let own = protocol.args.iter().map(|argument| self.arg(argument));
        own.chain(options.iter().map(OsString::from)).collect()
    }

    fn arg(&self, argument: &Argument) -> OsString {
        match argument {
            Argument::Input => self.input.clone().into(),
            Argument::Output => self.output.clone().into(),
            Argument::Answer => self.answer.clone().into(),
            Argument::Feedback => self.folder.join("").into(),
            Argument::FullScore => FULL_SCORE.to_string().into(),
            Argument::File(name) => self.folder.join(name).into(),
        }
    }

    /// Returns a word of a template with its placeholder replaced.
    fn filled(&self, word: &str) -> OsString {
        for (placeholder, argument) in PLACEHOLDERS {
            if let Some((before, after)) = word.split_once(placeholder) {
                let mut filled = OsString::from(before);
                filled.push(self.arg(&argument));
                filled.push(after);
                return filled;
            }
        }
        word.into()
    }
}

/// The names of a checker's files where they are copied.
const INPUT: &str = "input";
const OUTPUT: &str = "output";
const ANSWER: &str = "answer";

/// A checker program: a package's runs in a sandbox, the command line's without one.
pub struct CommandChecker<'a> {
    /// The runners of the program with its first arguments.
    pub runners: Runners<'a>,
    /// The arguments after those of the protocol.
    pub args: Vec<String>,
    /// The calling convention.
    pub protocol: Protocol,
    /// Whether the checker runs in a sandbox.
    pub is_confined: bool,
}

/// The failure of a validator that gives points where the package has no custom scoring.
const UNSCORED: &str = "the output validator writes score.txt, but problem.yaml has no custom scoring (validation: custom score)";

impl Checker for CommandChecker<'_> {
    fn check(&self, files: CheckInput<'_>) -> io::Result<CheckResult> {
        let folder = nim_ground::private::folder("toolkit-checker-")?;
        let around = files.feedback.unwrap_or(folder.path());
        let mut printed = Vec::new();
        let run = self.runners.with(|runner| {
            let loan = loan(self, files, around, runner.place())?;
            Ok(runner.call(&loan, &LIMITS, &mut printed)?)
        });
        let run = run.map_err(|error| named("the checker")(error.into()))?;
        if run.stopped == Some(Stopped::Interrupted) {
            return Err(interruption::ended());
        }
        let (protocol, folder, printed) = (&self.protocol, around, &printed);
        let who = protocol.name;
        let result = match failure(&run, printed) {
            Ok(status) => {
                let end = End { who, status, stderr: &run.stderr, printed, folder };
                match end.result(protocol) {
                    Ok(result) => result,
                    Err(how) => CheckResult::failed(format!("the {who} {how}: {}", end.message(protocol)?)),
                }
            }
            Err(how) => CheckResult::failed(format!("the checker {how}")),
        };
        let is_unscored = protocol.score == ScoreChannel::Feedback { is_allowed: false };
        if is_unscored && matches!(result.earned, Some(Earned::Score(_))) {
            return Ok(CheckResult::failed(UNSCORED.to_owned()));
        }
        Ok(if self.is_confined { result.of_confined() } else { result })
    }
}

/// Returns the exit status of a checker, or how it has failed.
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

/// Returns the most telling line, preferably of standard error.
fn message(stderr: &[u8], printed: &[u8]) -> String {
    telling_line(stderr).or_else(|| first_line(printed)).unwrap_or_default()
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::fs;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::confinement::Sandboxed;
    use nim_task::verdict::Verdict;

    #[track_caller]
    fn check(protocol: Protocol, script: &str, verdict: Verdict, says: &str) {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| {
            let path = folder.path().join(name);
            fs::write(&path, format!("{name}\n")).unwrap();
            Content::File(path)
        };
        let (input, output, answer) = (file("input"), file("output"), file("answer"));
        let command = ["sh", "-c", script, "checker"].map(OsString::from).to_vec();
        let never = AtomicBool::new(false);
        let program = Sandboxed::trusted(&command, &[], None, &never).unwrap();
        let (args, runners) = (vec!["last".to_owned()], Runners::new(program));
        let checker = CommandChecker { runners, args, protocol, is_confined: false };
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
            stack: 0,
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
        check(Protocol::TESTLIB, order, Verdict::Accepted, "");
        check(Protocol::TESTLIB, "echo wrong >&2; exit 1", Verdict::WrongAnswer, "wrong");
        check(Protocol::TESTLIB, "exit 2", Verdict::PresentationError, "");
        check(Protocol::TESTLIB, "exit 3", Verdict::JudgeError, "its own failure");
        for message in ["points nan", "points inf", "points much", "points points_info=x"] {
            let script = format!("echo {message} >&2; exit 7");
            check(Protocol::TESTLIB, &script, Verdict::JudgeError, &format!("but \"{message}\""));
        }
        for code in [4, 7, 8] {
            check(Protocol::TESTLIB, &format!("exit {code}"), Verdict::WrongAnswer, "");
        }
        check(Protocol::TESTLIB, "exit 99", Verdict::JudgeError, "99");
        for code in [0, 40, 56] {
            let partly = format!("echo 'partially correct (40) half' >&2; exit {code}");
            check(Protocol::TESTLIB, &partly, Verdict::WrongAnswer, "half");
        }
        // So end points up to testlib 0.9.5.
        check(Protocol::TESTLIB, "echo 'points 5 half' >&2; exit 0", Verdict::WrongAnswer, "half");
        check(Protocol::TESTLIB, "echo 'ok 5 points 5' >&2; exit 0", Verdict::Accepted, "");
        check(Protocol::TESTLIB, "kill -SEGV $$", Verdict::JudgeError, "crashed");
    }

    #[test]
    fn output_validators_say_why_in_a_file() {
        let order = "test $(cat $1) = input && test $(cat $2) = answer && test $(cat) = output && exit 42";
        check(Protocol::KATTIS, order, Verdict::Accepted, "");
        check(Protocol::KATTIS, "echo bad > ${3}judgemessage.txt; exit 43", Verdict::WrongAnswer, "bad");
        check(Protocol::KATTIS, "exit 0", Verdict::JudgeError, "neither 42 nor 43");
        for wrong in ["abc", "", "nan", "inf", "1 2", "1\\n2", "0x1p-1", "1e306"] {
            for file in ["score.txt", "score_multiplier.txt"] {
                let script = format!("printf '{wrong}' > ${{3}}{file}; exit 42");
                let says =
                    format!("{file} has no number of points, but \"{}", wrong.get(..1).unwrap_or_default());
                check(Protocol::KATTIS, &script, Verdict::JudgeError, &says);
            }
        }
        let part = "echo 1.5 > ${3}score_multiplier.txt; exit 42";
        check(Protocol::KATTIS, part, Verdict::JudgeError, "score_multiplier.txt has 1.5");
    }

    #[test]
    fn the_others_differ_in_order_and_score() {
        check(Protocol::HUSTOJ, "test $(cat $2) = answer && test $(cat $3) = output", Verdict::Accepted, "");
        let order = "test $(cat $1) = answer && test $(cat $2) = output && test $(cat $3) = input";
        check(Protocol::PEG, order, Verdict::Accepted, "");
        check(Protocol::PEG, "exit 1", Verdict::WrongAnswer, "");
        check(
            Protocol::PEG,
            "printf 'half\\n1\\n2\\n'; exit 1",
            Verdict::WrongAnswer,
            "score 0.5 of 1: half",
        );
        check(Protocol::PEG, "printf '1\\n0\\n'", Verdict::Accepted, "");
        check(Protocol::PEG, "exit 2", Verdict::JudgeError, "status 2");
        let order = "test $(cat $1) = input && test $(cat $2) = output && test $(cat $3) = answer";
        check(Protocol::COCI, order, Verdict::Accepted, "");
        check(Protocol::COCI, "exit 1", Verdict::WrongAnswer, "");
        check(Protocol::COCI, "echo 'partial 1/4' >&2; exit 7", Verdict::WrongAnswer, "score 0.25 of 1");
        check(Protocol::COCI, "echo 'partial 4/4' >&2; exit 7", Verdict::Accepted, "");
        for wrong in ["partial 1/0", "partial 5/4", "partial -1/4", "half"] {
            let script = format!("echo '{wrong}' >&2; exit 7");
            check(Protocol::COCI, &script, Verdict::JudgeError, "gave no part");
        }
    }

    #[test]
    fn scores_come_by_a_file_or_a_line() {
        check(Protocol::HUSTOJ, "exit 1", Verdict::WrongAnswer, "");
        check(Protocol::OJ, "test $(cat $2) = output", Verdict::Accepted, "");
        check(Protocol::LEMON, "echo $4 > $5", Verdict::Accepted, "");
        check(Protocol::LEMON, "echo 40 > $5; echo half > $6", Verdict::WrongAnswer, "score 40 of 100: half");
        check(Protocol::LEMON, "exit 0", Verdict::JudgeError, "no score");
        check(Protocol::LEMON, "echo $4 > $5; echo oops >&2; exit 1", Verdict::JudgeError, "status 1: oops");
        check(Protocol::LEMON, "echo 0 > $5; exit 42", Verdict::JudgeError, "status 42");
        for (script, says) in [
            ("echo nan > $5", "the score has no number of points, but \"nan\""),
            ("echo 1 2 > $5", "\"1 2\""),
            ("echo 500 > $5", "the score 500, not one from 0 to 100"),
            ("echo -1 > $5", "the score -1, not one from 0 to 100"),
        ] {
            check(Protocol::LEMON, script, Verdict::JudgeError, says);
        }
        check(Protocol::SYZOJ, "echo 101", Verdict::JudgeError, "the score 101, not one from 0 to 100");
        let order = "test $(cat $2) = answer && test $(cat $3) = output && echo 1.0";
        check(Protocol::CMS, order, Verdict::Accepted, "");
        let half = "echo 0.5; echo translate:partial >&2";
        check(Protocol::CMS, half, Verdict::WrongAnswer, "score 0.5 of 1: partial");
        check(Protocol::CMS, "echo 1.0000000000000002", Verdict::Accepted, "");
        for wrong in ["half", "inf", "1.5", "-0.1"] {
            check(Protocol::CMS, &format!("echo {wrong}"), Verdict::JudgeError, wrong);
        }
        check(Protocol::CMS, "echo 0", Verdict::WrongAnswer, "score 0 of 1");
        check(Protocol::CMS, "echo fine >&2", Verdict::JudgeError, "no score: fine");
        check(Protocol::CMS, "echo 1; exit 1", Verdict::JudgeError, "status 1");
    }

    #[test]
    fn a_broken_program_has_failed_whatever_its_status() {
        let traceback = "printf '  File \"c.py\", line 1\n    print 1\n\nSyntaxError: no\n\n' >&2; exit 1";
        check(Protocol::CMS, traceback, Verdict::JudgeError, "status 1: SyntaxError: no");
        // A rejecting status means nothing if the program is broken.
        for protocol in [Protocol::TESTLIB, Protocol::HUSTOJ, Protocol::KATTIS] {
            check(protocol, traceback, Verdict::JudgeError, "crashed with status 1: SyntaxError: no");
        }
        let assertion = "printf 'Traceback (most recent call last):\n  x\nAssertionError: no\n' >&2; exit 1";
        check(Protocol::TESTLIB, assertion, Verdict::WrongAnswer, "AssertionError: no");
    }
}
