//! The program as its user meets it: arguments, streams and exit codes.

use crate::golden;
use crate::ways;
use nim_toolkit::problem::Cases;
use nim_toolkit::problems::PROBLEMS;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// How a run of the program ended.
#[derive(Debug, PartialEq, Eq)]
struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

fn start(args: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_toolkit"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

fn run(args: &[&str], input: &[u8]) -> Run {
    let mut child = start(args);
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // A program that refuses its arguments reads nothing; that is its right.
    let feeder = thread::spawn(move || stdin.write_all(&input).ok());
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    Run {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

fn done(out: &str) -> Run {
    Run { code: Some(0), out: out.to_owned(), err: String::new() }
}

#[test]
fn samples_come_out_by_every_name_and_way() {
    for problem in PROBLEMS {
        for sample in problem.texts.samples {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("sample.in");
            fs::write(&file, sample.input).unwrap();
            for name in problem.aliases.iter().chain([&problem.slug]) {
                let expected = done(sample.answer);
                assert_eq!(run(&[name], sample.input.as_bytes()), expected);
                assert_eq!(run(&[name, "-"], sample.input.as_bytes()), expected);
                assert_eq!(run(&[name, file.to_str().unwrap()], b""), expected);
            }
        }
    }
}

#[test]
fn malformed_inputs_keep_the_answers_before_the_fault_and_exit_with_3() {
    for problem in PROBLEMS {
        for path in golden::inputs(problem, &["invalid"]) {
            let input = fs::read(&path).unwrap();
            let out = ways::expected(problem, "<stdin>", &input).answers;
            let err = fs::read_to_string(path.with_extension("err")).unwrap();
            assert_eq!(run(&[problem.slug], &input), Run { code: Some(3), out, err }, "{}", path.display());
        }
    }
}

#[test]
fn an_error_names_the_file_that_holds_it() {
    for problem in PROBLEMS {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("in.txt");
        fs::write(&file, "x7\n").unwrap();
        let err = ways::expected(problem, file.to_str().unwrap(), b"x7\n").error.unwrap();
        let expected = Run { code: Some(3), out: String::new(), err };
        assert_eq!(run(&[problem.slug, file.to_str().unwrap()], b""), expected);
    }
}

#[test]
fn wrong_usage_exits_with_2_and_says_so_on_standard_error() {
    for args in [
        &[][..],
        &["no-such-command"],
        &["matches", "--no-such-option"],
        &["matches", "one.in", "two.in"],
        &["show"],
        &["show", "no-such-problem"],
        &["show", "matches", "--lang", "xx"],
        &["list", "too-much"],
    ] {
        let Run { code, out, err } = run(args, b"");
        assert_eq!((code, &*out), (Some(2), ""), "{args:?}");
        assert!(!err.is_empty(), "{args:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn what_cannot_be_written_is_not_lost_in_silence() {
    for args in [&["matches", "testdata/matches/sample/1.in"][..], &["list"], &["show", "john"], &["check"]] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_toolkit"));
        let output = command.args(args).stdin(Stdio::null()).stdout(full).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), err.contains("No space left")), (Some(5), true), "{args:?}: {err}");
    }
}

#[test]
fn help_and_version_are_answers() {
    for args in [&["--help"][..], &["--version"], &["matches", "--help"], &["help", "john"]] {
        let Run { code, out, err } = run(args, b"");
        assert_eq!((code, &*err), (Some(0), ""), "{args:?}");
        assert!(!out.is_empty(), "{args:?}");
    }
    let help = run(&["--help"], b"").out;
    for problem in PROBLEMS {
        assert!(help.contains(problem.slug), "{} is not in the help", problem.slug);
    }
}

#[test]
fn a_file_that_cannot_be_read_exits_with_5_and_is_named() {
    let folder = tempfile::tempdir().unwrap();
    for path in [folder.path().join("missing.in"), folder.path().to_owned()] {
        for problem in PROBLEMS {
            let Run { code, out, err } = run(&[problem.slug, path.to_str().unwrap()], b"");
            assert_eq!((code, &*out), (Some(5), ""), "{}", path.display());
            assert!(err.starts_with("error: ") && err.contains(path.to_str().unwrap()), "{err}");
        }
    }
}

#[test]
fn standard_input_by_its_path_is_standard_input() {
    for problem in PROBLEMS {
        for sample in problem.texts.samples {
            assert_eq!(run(&[problem.slug, "/dev/stdin"], sample.input.as_bytes()), done(sample.answer));
        }
    }
}

/// An input of many cases, each with a line or more for an answer.
fn many_cases(cases: Cases, count: usize) -> Option<String> {
    let case = "2\n1 2\n";
    match cases {
        Cases::One => None,
        Cases::Counted => Some(format!("{count}\n{}", case.repeat(count))),
        Cases::UntilZero => Some(case.repeat(count)),
    }
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    for problem in ways::nim_problems() {
        let Some(input) = many_cases(problem.grammar.cases, 100_000) else { continue };
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), input).unwrap();
        let mut child = start(&[problem.slug, file.path().to_str().unwrap()]);
        let mut first = [0];
        let mut answers = child.stdout.take().unwrap();
        answers.read_exact(&mut first).unwrap();
        drop(answers);
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]), "{}", problem.slug);
    }
}

#[test]
fn finished_answers_appear_before_more_input_is_waited_for() {
    for problem in ways::nim_problems() {
        let Some(input) = many_cases(problem.grammar.cases, 3) else {
            continue;
        };
        let mut child = start(&[problem.slug]);
        let mut stdin = child.stdin.take().unwrap();
        let answers = lines_of(child.stdout.take().unwrap());
        let expected = ways::expected(problem, "<stdin>", input.as_bytes()).answers;
        let expected: Vec<&str> = expected.lines().collect();
        let lines_a_case = expected.len() / 3;

        // All but the last portion end within a case, and so that the cases before it can be answered.
        let header = &input[..input.find("2\n1 2\n").unwrap()];
        let portions = [header, "2\n1 2\n2\n", "1 ", "2\n2\n1", " 2\n"];
        assert_eq!(portions.concat(), input);
        let mut answered = 0;
        for (portion, finished) in portions.into_iter().zip([0, 1, 1, 2, 3]) {
            stdin.write_all(portion.as_bytes()).unwrap();
            while answered < finished * lines_a_case {
                let line =
                    answers.recv_timeout(Duration::from_secs(120)).expect("an answer while input is open");
                assert_eq!(line, expected[answered]);
                answered += 1;
            }
        }
        drop(stdin);
        assert!(answers.recv().is_err(), "nothing is left to answer");
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
}

/// The lines of a stream, as they come.
fn lines_of(stream: impl Read + Send + 'static) -> mpsc::Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(stream).lines() {
            if line.is_err() || sender.send(line.unwrap()).is_err() {
                return;
            }
        }
    });
    receiver
}

#[test]
fn statements_are_shown_from_any_folder_with_bounds_and_samples_filled_in() {
    let folder = tempfile::tempdir().unwrap();
    for problem in PROBLEMS {
        for (language, args) in [("en", &[][..]), ("en", &["--lang", "en"]), ("zh", &["--lang", "zh"])] {
            for name in problem.aliases.iter().chain([&problem.slug]) {
                let shown = show(folder.path(), name, args);
                let metadata = problem.metadata().unwrap();
                assert!(shown.starts_with(&format!("# {}\n", metadata.title(language))), "{shown}");
                assert!(!shown.contains("{{"), "{shown}");
                for bound in metadata.constants.values() {
                    assert!(shown.contains(&bound.to_string()), "{bound} in {shown}");
                }
                for sample in problem.texts.samples {
                    assert!(shown.contains(&format!("```text\n{}```", sample.input)), "{shown}");
                    assert!(shown.contains(&format!("```text\n{}```", sample.answer)), "{shown}");
                }
            }
        }
    }
}

fn show(folder: &Path, name: &str, args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_toolkit"))
        .arg("show")
        .arg(name)
        .args(args)
        .current_dir(folder)
        .output();
    let output = output.unwrap();
    assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_list_has_every_problem() {
    let Run { code, out, err } = run(&["list"], b"");
    assert_eq!((code, &*err), (Some(0), ""));
    for problem in PROBLEMS {
        let metadata = problem.metadata().unwrap();
        let sources = metadata.sources();
        let facts = [problem.slug, problem.rule, metadata.title("en")].into_iter();
        for fact in facts.chain(problem.aliases.iter().copied()).chain(sources.iter().map(String::as_str)) {
            assert!(out.contains(fact), "{fact:?} in {out}");
        }
    }
}

#[test]
fn the_list_as_json_says_the_same() {
    let Run { code, out, err } = run(&["list", "--json"], b"");
    assert_eq!((code, &*err), (Some(0), ""));
    let expected = PROBLEMS.iter().map(|problem| {
        let metadata = problem.metadata().unwrap();
        serde_json::json!({
            "slug": problem.slug,
            "aliases": problem.aliases,
            "title": metadata.title("en"),
            "source": metadata.sources(),
            "rule": problem.rule,
        })
    });
    let found: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(found, expected.collect::<serde_json::Value>());
}

#[test]
fn a_number_of_threads_is_one_that_anyone_may_ask_for() {
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), "1\n".to_owned() + "2\n3 4\n" + &"\n".repeat(5 << 20)).unwrap();
    let file = file.path().to_str().unwrap();
    let commands: [(&[&str], &str); 2] =
        [(&["nim-check", file], "Yes\n"), (&["sg", "values", "kayles", "-n", "3"], "0,1,2,3\n")];
    for (command, answer) in commands {
        let on = |threads: &str| run(&[command, &["--threads", threads]].concat(), b"");
        for threads in ["1", "2", "1000000000000", "9223372036854775807", "99999999999999999999999"] {
            assert_eq!(on(threads), done(answer), "{command:?} on {threads} threads");
        }
        for (threads, why) in
            [("0", "must be at least 1"), ("two", "expected a number"), ("1.5", "expected a number")]
        {
            let refused = on(threads);
            assert_eq!(refused.code, Some(2), "{command:?} on {threads} threads");
            assert!(refused.err.contains(&format!("'--threads <N>': {why}")), "{}", refused.err);
        }
    }
}
