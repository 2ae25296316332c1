//! The program as its user meets it: arguments, streams and exit codes.

use crate::inputs::golden;
use crate::naive;
use crate::routes;
use crate::run::{Test, printed};
use crate::whole;
use itertools::Itertools;
use nim_inputs::{Description, named};
use nim_problems::{ALIASES, PROBLEMS};
use nim_solve::problem::Cases;
use nim_solve::registry::constants;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

#[test]
fn samples_come_out_by_every_name_and_way() {
    for entry in PROBLEMS.iter().chain(ALIASES.iter()) {
        let samples = named::samples(entry, &Description::from_entry(entry)).unwrap();
        for (n, sample) in samples.iter().enumerate() {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("sample.in");
            let (input, answer) = (sample.input.text().unwrap(), sample.expected.content().text().unwrap());
            fs::write(&file, &input).unwrap();
            let test = Test::new().args([entry.name]).stdout(answer).stderr("");
            let ways = [
                test.clone().stdin(input.clone()),
                test.clone().args(["-"]).stdin(input),
                test.args([&file]),
            ];
            // Every name and every way, if not each with each.
            let first = n + entry.name.len();
            whole::part(ways.into_iter().cycle().skip(first % 3).take(3), 3).for_each(|test| {
                test.run();
            });
        }
    }
}

#[test]
fn malformed_inputs_keep_the_answers_before_the_fault_and_exit_with_3() {
    for problem in PROBLEMS {
        for path in whole::part(golden::inputs(problem, &["invalid"]), 5) {
            let input = fs::read(&path).unwrap();
            let out = routes::answers_before_fault(problem, &input);
            let err = fs::read_to_string(path.with_extension("err")).unwrap();
            Test::new().args([problem.slug]).stdin(input).stdout(out).stderr(err).status(3).run();
        }
    }
}

#[test]
fn an_error_names_the_file_that_holds_it() {
    for problem in PROBLEMS {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("in.txt");
        fs::write(&file, "x7\n").unwrap();
        let fault = naive::read(problem.form.grammar, b"x7\n").fault.unwrap();
        let err = fault.report(file.to_str().unwrap(), b"x7\n");
        Test::new().args([problem.slug]).args([&file]).stdout("").stderr(err).status(3).run();
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
        let output = Test::new().args(args).stdout("").status(2).run();
        assert!(!output.stderr.is_empty(), "{args:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn what_cannot_be_written_is_not_lost_in_silence() {
    for args in [&["matches", "testdata/matches/sample/1.in"][..], &["list"], &["show", "john"], &["check"]] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = Test::new().args(args).command().stdout(full).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), err.contains("No space left")), (Some(5), true), "{args:?}: {err}");
    }
}

#[test]
fn help_and_version_are_answers() {
    for args in [&["--help"][..], &["--version"], &["matches", "--help"], &["help", "john"]] {
        let output = Test::new().args(args).stderr("").run();
        assert!(!output.stdout.is_empty(), "{args:?}");
    }
}

#[test]
fn a_file_that_cannot_be_read_exits_with_5_one_that_is_not_there_with_2_and_is_named() {
    let folder = tempfile::tempdir().unwrap();
    for (path, status) in [(folder.path().join("missing.in"), 2), (folder.path().to_owned(), 5)] {
        for problem in PROBLEMS {
            let test = Test::new().args([problem.slug]).args([&path]).stdout("").status(status);
            test.error(path.to_str().unwrap()).run();
        }
    }
}

#[test]
fn standard_input_by_its_path_is_standard_input() {
    for problem in PROBLEMS {
        for sample in problem.texts.samples {
            let test = Test::new().args([problem.slug, "/dev/stdin"]).stdin(sample.input);
            test.stdout(sample.answer).stderr("").run();
        }
    }
}

/// Returns an input of many cases, each with a line or more for an answer.
fn many_cases(cases: Cases, count: usize) -> Option<String> {
    let case = "2\n1 2\n";
    match cases {
        Cases::One => None,
        Cases::Counted => Some(format!("{count}\n{}", case.repeat(count))),
        Cases::ToEnd | Cases::UntilZeros(_) => Some(case.repeat(count)),
    }
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    for problem in routes::nim_problems() {
        let Some(input) = many_cases(problem.form.grammar.cases, 100_000) else { continue };
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), input).unwrap();
        let mut child = Test::new().args([problem.slug]).args([file.path()]).start();
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
    for problem in routes::nim_problems() {
        let Some(input) = many_cases(problem.form.grammar.cases, 3) else {
            continue;
        };
        let mut child = Test::new().args([problem.slug]).start();
        let mut stdin = child.stdin.take().unwrap();
        let answers = lines_of(child.stdout.take().unwrap());
        let expected = routes::expected(problem, "<stdin>", input.as_bytes()).answers;
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

/// Returns the lines of a stream, as they come.
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
    let languages = [("en", &[][..]), ("en", &["--lang", "en"]), ("zh", &["--lang", "zh"])];
    for (n, problem) in PROBLEMS.iter().enumerate() {
        // Every problem and every language, if not each with each.
        for (language, args) in whole::part(languages.into_iter().cycle().skip(n % 3).take(3), 3) {
            for name in whole::part(problem.all_names(), 3) {
                let shown = show(folder.path(), name, args);
                assert!(shown.starts_with(&format!("# {}\n", problem.title(language))), "{shown}");
                assert!(!shown.contains("{{"), "{shown}");
                for bound in constants(&nim_problems::find(name).unwrap().bounds()).values() {
                    assert!(shown.contains(&bound.to_string()), "{bound} in {shown}");
                }
                let entry = nim_problems::find(name).unwrap();
                let samples = named::samples(entry, &Description::from_entry(entry)).unwrap();
                let least = if entry.layout().is_some() { 1 } else { problem.texts.samples.len() };
                assert!(samples.len() >= least, "{name}");
                for content in samples.iter().flat_map(|sample| [&sample.input, sample.expected.content()]) {
                    let text = content.text().unwrap();
                    assert!(shown.contains(&format!("```text\n{text}```")), "{shown}");
                }
            }
        }
    }
}

fn show(folder: &Path, name: &str, args: &[&str]) -> String {
    let output = Test::new().args(["show", name]).args(args).folder(folder).stderr("").run();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_list_has_every_problem() {
    let out = printed(&Test::new().args(["list"]).stderr("").run());
    for problem in PROBLEMS {
        let facts = [problem.rule, problem.title("en")].into_iter();
        for fact in facts.chain(problem.all_names()).chain(problem.sources.iter().copied()) {
            assert!(out.contains(fact), "{fact:?} in {out}");
        }
    }
}

#[test]
fn the_list_as_json_says_the_same() {
    let out = Test::new().args(["list", "--json"]).stderr("").run().stdout;
    let by_theme = PROBLEMS.iter().sorted_by_key(|problem| problem.themes[0]);
    let expected = by_theme.map(|problem| {
        serde_json::json!({
            "slug": problem.slug,
            "aliases": problem.aliases().collect::<Vec<_>>(),
            "themes": problem.themes.iter().map(|theme| theme.name()).collect::<Vec<_>>(),
            "title": problem.title("en"),
            "source": problem.sources,
            "rule": problem.rule,
            "idea": problem.idea,
        })
    });
    let found: serde_json::Value = serde_json::from_slice(&out).unwrap();
    assert_eq!(found, expected.collect::<serde_json::Value>());
}

#[test]
fn a_theme_selects_its_problems() {
    let misere = printed(&Test::new().args(["list", "--theme", "misere"]).stderr("").run());
    assert!(misere.contains("  john, ") && misere.contains("  bash, "), "{misere}");
    assert!(!misere.contains("p1247"), "{misere}");
    Test::new().args(["list", "--theme", "chess"]).status(2).error("possible values: nim, take-away").run();
}

#[test]
fn a_new_problem_gets_its_files_and_its_line() {
    let checkout = tempfile::tempdir().unwrap();
    let path = |name: &str| checkout.path().join(name);
    fs::create_dir_all(path("problems/inner")).unwrap();
    fs::write(path("Cargo.toml"), "").unwrap();
    fs::write(path("problems/mod.rs"), "registry! {\n    \"john\" is john::John with samples \"1\";\n}\n")
        .unwrap();
    let new = |args: &[&str]| Test::new().args(["new"]).args(args).folder(path("problems/inner"));
    let listed = printed(&new(&["some-game2", "--title", "Some Game"]).run());
    assert!(listed.contains("`cargo test -p nim-problems some_game2` says what to fill in next"), "{listed}");
    let is_file = |line: &&str| line.starts_with('/') && !line.ends_with("(a line)");
    assert_eq!(listed.lines().filter(is_file).count(), 20, "{listed}");
    for file in listed.lines().filter(is_file) {
        let text = fs::read_to_string(file).unwrap();
        assert!(!text.contains('@'), "{file}: {text}");
    }
    let table = fs::read_to_string(path("problems/mod.rs")).unwrap();
    let line = "    \"some-game2\" is some_game2::SomeGame2 with samples \"1\" and oracle in english;\n}\n";
    assert!(table.ends_with(line), "{table}");
    let yaml = fs::read_to_string(path("problems/some_game2/problem.yaml")).unwrap();
    assert!(yaml.contains("  en: Some Game\n"), "{yaml}");
    let bounds = ["in", "ans"].map(|end| path(&format!("testdata/some-game2/secret/bounds.{end}")));
    let [input, answers] = bounds.map(|file| fs::read_to_string(file).unwrap());
    let numbers: Vec<u64> = input.lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(numbers[0] as usize, numbers.len() - 1, "{input}");
    assert!(numbers[1..].contains(&0) && numbers[1..].contains(&1000), "{input}");
    let winner = |n: &u64| if *n > 0 { "First\n" } else { "Second\n" };
    assert_eq!(answers, numbers[1..].iter().map(winner).collect::<String>());

    new(&["some-game2"]).status(5).error("exists").run();
    new(&["Some"]).status(2).error("is not a name such as").run();
    new(&["john"]).status(2).error("there is a command called john").run();
    new(&["check"]).status(2).error("there is a command called check").run();
    let outside = tempfile::tempdir().unwrap();
    Test::new().args(["new", "other"]).folder(outside.path()).status(2).error("not inside a checkout").run();
}

#[test]
fn a_number_of_threads_is_one_that_anyone_may_ask_for() {
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), "1\n".to_owned() + "2\n3 4\n" + &"\n".repeat(5 << 20)).unwrap();
    let file = file.path().to_str().unwrap();
    let commands: [(&[&str], &str); 2] =
        [(&["nim-check", file], "Yes\n"), (&["sg", "values", "kayles", "-n", "3"], "0,1,2,3\n")];
    for (command, answer) in commands {
        let on = |threads: &str| Test::new().args(command).args(["--threads", threads]);
        let all = ["99999999999999999999999", "1", "1000000000000", "2", "9223372036854775807"];
        for threads in whole::part(all, 3) {
            on(threads).stdout(answer).stderr("").run();
        }
        for (threads, why) in
            [("0", "must be at least 1"), ("two", "expected a number"), ("1.5", "expected a number")]
        {
            on(threads).status(2).error(format!("'--threads <N>': {why}")).run();
        }
    }
}
