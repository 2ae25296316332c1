//! Bounded work: on any input, threads spend little more than one thread does, no count is believed before something confirms it, and a
//! closed output ends every command.
//!
//! Runs are bounded in CPU time and memory, never by the clock.

use crate::place::{Place, one};
use crate::wait;
use crate::whole;
use itertools::Itertools;
use nim_problems::PROBLEMS;
use nim_solve::problem::{Cases, Grammar, Shape};
use nim_solve::registry::Entry;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Bytes of an input that threads share.
const BYTES: usize = 9 << 19;
/// Memory that several threads may take beside that of one.
const ROOM: usize = 24 << 20;
/// CPU time that does not count: the time that threads take to start, and the precision of the measurement.
const START: Duration = Duration::from_millis(if cfg!(debug_assertions) { 300 } else { 50 });
/// The limits of a run, which ends with an error beyond them: seconds of CPU time, and KiB of addresses.
const LIMITS: &str = "ulimit -t 20 -v 4000000";

/// The cost of a run.
#[derive(Debug)]
struct Cost {
    code: Option<i32>,
    cpu: Duration,
    /// The most memory resident, in bytes.
    memory: usize,
}

/// Runs the program with the arguments of a shell; a run beyond the limits has no exit code.
fn cost(place: &Place, line: &str, limits: &str) -> Cost {
    let script = format!("{limits}; exec {} {line}", env!("CARGO_BIN_EXE_toolkit"));
    let mut shell = Command::new("bash");
    shell.args(["-c", &script]).current_dir(place.path(".")).stdin(Stdio::null()).stderr(Stdio::null());
    let mut child = shell.stdout(Stdio::null()).spawn().unwrap();
    let memory = wait::peak(&child);
    let cpu = wait::cpu_time(child.id());
    Cost { code: child.wait().unwrap().code(), cpu, memory }
}

/// The layouts of the tokens of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    /// Lines as in the statement.
    Lines,
    /// Lines end one token later.
    Late,
    /// This number of tokens on each line.
    Rows(usize),
    /// All tokens are on one line.
    One,
    /// Tokens look like the items of a list, which look like cases.
    Inside,
    /// Tokens come after the end of the input.
    Behind,
}

const LAYOUTS: [Layout; 8] = [
    Layout::Late,
    Layout::Lines,
    Layout::Rows(1),
    Layout::Rows(2),
    Layout::Inside,
    Layout::One,
    Layout::Rows(5),
    Layout::Behind,
];

/// Returns the cases of the samples, again and again, in a layout; `None` where it cannot be had.
fn text(problem: &Entry, layout: Layout) -> Option<String> {
    let sample = problem.texts.samples.first()?.input;
    let Grammar { header, cases, .. } = problem.form.grammar;
    let is_counted = usize::from(cases == Cases::Counted);
    let zeros = if let Cases::UntilZeros(zeros) = cases { zeros } else { 0 };
    // Words with the white space behind them.
    let mut words: Vec<(&str, &str)> = Vec::new();
    for word in sample.split_inclusive(|byte: char| byte.is_ascii_whitespace()) {
        let token = word.trim_ascii_end();
        if !token.is_empty() {
            words.push((token, &word[token.len()..]));
        }
    }
    let body = words.get(header.len() + is_counted..words.len() - zeros)?;
    let times = BYTES / body.iter().map(|(word, _)| word.len() + 1).sum::<usize>().max(1) + 1;
    let repeated = body.iter().cycle().take(body.len() * times);
    let mut between = repeated.clone().map(|(_, space)| *space).collect_vec();
    match layout {
        Layout::Lines | Layout::Inside | Layout::Behind => {}
        Layout::Late => between.rotate_right(1),
        Layout::Rows(len) => between
            .iter_mut()
            .enumerate()
            .for_each(|(n, space)| *space = if n % len == 0 { "\n" } else { " " }),
        Layout::One => between.fill(" "),
    }
    let laid: String = repeated
        .zip(&between)
        .flat_map(|((word, _), space)| [*word, if space.is_empty() { "\n" } else { space }])
        .collect();
    let count = words.get(header.len())?.0.parse::<usize>().ok().filter(|_| is_counted == 1);
    let head = words[..header.len()].iter().map(|(word, _)| format!("{word} ")).join("");
    let counted = |cases: usize| if is_counted == 1 { format!("{head}{cases}\n") } else { head.clone() };
    let closing = "0 ".repeat(zeros) + "\n";
    Some(match layout {
        Layout::Inside => {
            let Shape::List { .. } = problem.form.grammar.shape() else { return None };
            format!("{}{}\n{laid}{closing}", counted(1), body.len() * times)
        }
        Layout::Behind => counted(0) + &closing + &laid,
        _ => counted(count.unwrap_or(0) * times) + &laid + &closing,
    })
}

/// Problems whose cases threads share.
fn with_cases() -> impl Iterator<Item = &'static Entry> {
    PROBLEMS.iter().filter(|problem| problem.form.grammar.cases != Cases::One)
}

/// Several threads spend little more on an input than one.
#[track_caller]
fn check_threads(place: &Place, slug: &str, threads: impl IntoIterator<Item = usize>, what: &str) {
    let run =
        |threads: usize| cost(place, &format!("{slug} in.txt --threads {threads} > {threads}.out"), LIMITS);
    let one = run(1);
    let answers = fs::read(place.path("1.out")).unwrap();
    for threads in threads {
        let several = run(threads);
        let what = format!("{slug}, {what}, {threads} threads: {several:?}, one thread: {one:?}");
        assert_eq!(several.code, one.code, "{what}");
        assert!(several.cpu <= one.cpu * 3 / 2 + START, "{what}");
        assert!(several.memory <= one.memory + ROOM, "{what}");
        // Not assert_eq, which would print megabytes.
        assert!(fs::read(place.path(&format!("{threads}.out"))).unwrap() == answers, "{what}");
    }
}

#[test]
fn threads_spend_little_more_than_one_on_any_layout() {
    let count = with_cases().count();
    for (n, layout) in whole::part(LAYOUTS.into_iter().enumerate(), 4) {
        // Another problem for each layout in an ordinary run.
        let (skipped, taken) = if whole::is_whole() { (0, count) } else { (2 + n * 5, 1) };
        for problem in with_cases().skip(skipped).take(taken) {
            let Some(text) = text(problem, layout) else { continue };
            let place = Place::new(&[]);
            place.write("in.txt", &text);
            check_threads(&place, problem.slug, whole::part([4, 2, 16], 3), &format!("{layout:?}"));
        }
    }
}

/// Returns cases with some very long answers, at which a guess reads one that is not there.
fn misleading(first: &str, line: &str, last: &str, times: usize) -> String {
    format!("{first}{}{last}", line.repeat(times))
}

#[test]
fn a_guess_that_would_answer_without_end_is_given_up() {
    for (first, line) in whole::part([("1099\n", "5 1099\n"), ("1000000000000\n", "5 1000000000000\n")], 2) {
        let place = Place::new(&[]);
        place.write("in.txt", &misleading(first, line, "5\n", BYTES / line.len()));
        check_threads(&place, "auction", whole::part([16, 2, 4], 3), line);
    }
}

#[test]
fn a_guess_whose_answers_are_costly_is_given_up() {
    let line = "3 1 77 9001\n1\n1 10000\n";
    let times = BYTES / line.len();
    let place = Place::new(&[]);
    place.write("in.txt", &misleading(&format!("1 1\n1\n{}\n", times * 7), line, "0\n", times));
    check_threads(&place, "s-nim", [4], "cases in a list");
    // One of these tables would take a second.
    let line = "9000000 8999999 77\n";
    place.write("in.txt", &misleading("0 0 0\n", line, "", BYTES / line.len()));
    check_threads(&place, "fibonacci-take-away", [4], "cases behind the end");
}

#[test]
fn answers_that_wait_are_bounded() {
    let place = Place::new(&[]);
    place.write("in.txt", &"1 1099\n".repeat(BYTES / 7));
    // A thousand numbers for each case are only wanted in whole runs.
    let (limit, to) =
        if whole::is_whole() { (usize::MAX, "| cat") } else { (4_000_000, "| head -c 4000000") };
    for threads in whole::part([16, 2], 2) {
        let script = format!(
            "{LIMITS}; {} auction --threads {threads} in.txt {to} | wc -c",
            env!("CARGO_BIN_EXE_toolkit")
        );
        let output =
            Command::new("bash").args(["-c", &script]).current_dir(place.path(".")).output().unwrap();
        let bytes: usize = String::from_utf8_lossy(&output.stdout).trim().parse().unwrap();
        assert!(bytes == limit || limit == usize::MAX && bytes > 1 << 30, "{bytes}");
    }
}

/// The description of a grammar of one's own.
const EMPTY_ROWS: &str = "problem.yaml:name: Rows\ngrammar:\n  cases: one\n  case:\n    - line: [number n, number m]\n    - rows: {name: row, count: n, parts: [{line: [list x m]}]}\n";

#[test]
fn no_count_is_believed_that_nothing_confirms() {
    let place = Place::new(&[EMPTY_ROWS]);
    place.write("in.txt", "100000000000000 0\n");
    let run = cost(&place, "validate . in.txt", "ulimit -t 2 -v 600000");
    assert!(run.code.is_some_and(|code| code < 2), "{run:?}");
    // Counts without their numbers, in every place of every grammar.
    for problem in whole::part(PROBLEMS, 11) {
        for tokens in 1..5 {
            place.write("in.txt", &"100000000000000 ".repeat(tokens));
            for line in [problem.slug, "validate", "explain"] {
                let line =
                    if line == problem.slug { line.to_owned() } else { format!("{line} {}", problem.slug) };
                let run = cost(&place, &format!("{line} in.txt"), "ulimit -t 5 -v 600000");
                assert!(run.code.is_some_and(|code| code < 5), "{line}, {tokens} tokens: {run:?}");
            }
        }
    }
}

/// Outcomes of all heaps of a set of numbers are computed 64 at a time, and refused where that takes too long.
#[test]
fn outcomes_take_bounded_time() {
    let place = Place::new(&[]);
    let sets = [
        // No heap is as large as a number.
        ("100000000", (100_000_001_u64..).take(100).collect_vec(), 0),
        ("1000000", (1..=100_000).step_by(5).collect_vec(), 0),
        ("100000000", (1..=20_000).collect_vec(), 3),
    ];
    for (sticks, numbers, code) in whole::part(sets, 3) {
        place.write("in.txt", &format!("{sticks} {}\n{}\n", numbers.len(), numbers.iter().join(" ")));
        for line in ["stick-game in.txt", "explain stick-game in.txt"] {
            let run = cost(&place, line, "ulimit -t 4 -v 600000");
            assert_eq!(run.code, Some(code), "{line}, {sticks} sticks, {} numbers: {run:?}", numbers.len());
        }
    }
}

/// Ways in which an output is closed after a few bytes, cannot be written, and is closed before anything is.
const CLOSED: [&str; 3] = ["| head -c 20", "> /dev/full", "| true"];

/// Runs a command whose output is closed in these ways.
#[track_caller]
fn check_closed(folder: &Path, line: &str, ways: &[&str]) {
    for to in ways {
        // The shell of the pipe's first part counts its own time, and none of others.
        let script = format!(
            "( ulimit -t 1; {} {line} 2> /dev/null; times > cpu ) {to} > /dev/null",
            env!("CARGO_BIN_EXE_toolkit")
        );
        let script = script.replace("> /dev/full > /dev/null", "> /dev/full");
        Command::new("bash").args(["-c", &script]).current_dir(folder).stdin(Stdio::null()).status().unwrap();
        let times = fs::read_to_string(folder.join("cpu")).unwrap();
        let children = times.lines().nth(1).unwrap();
        let seconds: f64 = children
            .split_whitespace()
            .map(|time| {
                let (minutes, seconds) = time.trim_end_matches('s').split_once('m').unwrap();
                minutes.parse::<f64>().unwrap() * 60.0 + seconds.parse::<f64>().unwrap()
            })
            .sum();
        // Without optimization, the program takes a tenth of a second where it reads texts of its own.
        assert!(seconds < if cfg!(debug_assertions) { 0.6 } else { 0.2 }, "{line} {to}: {seconds} s");
    }
}

#[test]
fn a_closed_output_ends_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: String| fs::write(folder.path().join(name), text).unwrap();
    // Few to solve, and many to explain.
    write("some", "3\n1 2 4\n".repeat(50_000));
    write("few", "5 1000000000000\n".repeat(10));
    write("auction", "5 1000000000000\n".repeat(BYTES / 16));
    write("stones", format!("2\n1 1\n{}", "3\n1 2 4\n".repeat(BYTES)));
    write("matches", format!("{}\n{}", BYTES / 4, "7 9 ".repeat(BYTES / 8) + "5 5 5 5"));
    File::create(folder.path().join("empty")).unwrap();
    let commands = [
        "auction auction",
        "auction auction --threads 4",
        "explain auction few",
        "explain stones some --all",
        "stones stones",
        "stones stones --threads 4",
        "matches matches",
        "matches matches --threads 4",
        "gen matches -p heaps=100000000",
        "gen nim-check -p cases=10000000",
        "list",
        "show john",
        "samples john",
        "sg values 0.007 --max 2000",
        "--help",
    ];
    for command in whole::part(commands, 3) {
        let first = command.len() % CLOSED.len();
        check_closed(
            folder.path(),
            command,
            if whole::is_whole() { &CLOSED } else { &CLOSED[first..=first] },
        );
    }
}

/// A command that works for long before it prints notices a closed output too: nobody will read the answer.
#[test]
fn an_output_that_is_closed_already_ends_long_work() {
    let place = Place::new(&["sol.py:print('Brother')\n"]);
    for n in 0..1000 {
        place.write(&format!("tests/{n}.in"), "1\n1\n1\n");
        place.write(&format!("tests/{n}.ans"), "Brother\n");
    }
    let commands = [
        "sg values 0.007 -n 1000000",
        "check tests --problem john -- /bin/echo John",
        "sg outcome 0.007 1000000",
        "sg period 0.007 --max 1000000",
        "referee nim --a computer:good --b computer:good --games 50000",
        "stress john -- /bin/cat",
        "stress --gen /bin/echo --against /bin/cat -- /bin/cat",
        "mutants tests sol.py",
        "receive --stay",
    ];
    for command in whole::part(commands, 2) {
        check_closed(Path::new(&place.path(".")), command, &["| true"]);
    }
}

/// A check whose tests were not all run is not accepted; anything else is done.
#[test]
fn work_that_nobody_reads_ends_without_an_error() {
    let languages = "[slow]\nname = 'Slow'\nendings = ['slow']\ncompile = '/bin/sleep 9'\nrun = '/bin/cat'\n";
    let place = one(&["sol.slow:"]);
    place.write("config/nim-toolkit/languages.toml", languages);
    for (line, code, error) in [
        ("check t sol.slow", 1, ""),
        ("check t -- /bin/sleep 9", 1, ""),
        ("check t --dry-run", 0, ""),
        ("stress john sol.slow", 0, ""),
        ("receive --stay", 0, ""),
        ("referee nim --a sol.slow --b random", 0, ""),
        ("check t --problem missing", 2, "unknown problem \"missing\""),
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let words: Vec<&str> = line.split(' ').collect();
        let output = place.toolkit(&words).stdout(writer).stderr(Stdio::piped()).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{line}: {said}");
        assert!(said.contains("error: ") != error.is_empty() && said.contains(error), "{line}: {said}");
    }
}
