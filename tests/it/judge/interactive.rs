//! Programs that talk with an interactor, or play a game: their verdicts, and the messages.

use std::fs;

use serde_json::Value;

use crate::place::{Place, testdata};

/// An interactor that has a number guessed: it answers `higher`, `lower` or, with its verdict, nothing.
const GUESS: &str = "#!/bin/sh\nread number < \"$1\"\nfor turn in 1 2 3 4 5; do\n  read -r guess || exit $WRONG\n  \
    [ \"$guess\" = \"$number\" ] && exit $RIGHT\n  if [ \"$guess\" -lt \"$number\" ]; then echo higher; else echo lower; fi\ndone\n\
    echo 'too many guesses' >&2\nexit $WRONG\n";
/// A program that guesses by halves.
const HALVES: &str = "#!/bin/sh\nlow=1 high=31\nwhile :; do\n  guess=$(((low + high) / 2))\n  echo $guess\n  read -r answer || exit 0\n  \
    case $answer in higher) low=$((guess + 1));; lower) high=$((guess - 1));; esac\ndone\n";

/// A test whose number is 21, with the interactor in one of the conventions and these files.
fn guessing(style: &str, more: &[&str]) -> Place {
    let (right, wrong) = if style == "kattis" { ("42", "43") } else { ("0", "1") };
    let guess = format!("guess:{}", GUESS.replace("$RIGHT", right).replace("$WRONG", wrong));
    Place::new(&[&["t/1.in:21\n", "t/1.ans:\n", &guess, &format!("halves:{HALVES}")], more].concat())
}

/// The result of the only test.
#[track_caller]
fn result(place: &Place, code: i32, style: &str, interactor: &str, program: &str, more: &[&str]) -> Value {
    let mut args = vec!["t", "--interactor", interactor, "--interactor-style", style];
    args.extend(more);
    args.extend(["--", program]);
    place.report(code, &args)["tests"][0].clone()
}

#[track_caller]
fn check(place: &Place, style: &str, interactor: &str, program: &str, verdict: &str, says: &str) {
    let code = match verdict {
        "AC" => 0,
        "JE" => 5,
        _ => 1,
    };
    // A sleeping program shall be ended soon, and no other program for being slow.
    let wall = if program == "./sleepy" || interactor == "./sleep" { "1" } else { "60" };
    // The limit of CPU time, which a spinning interactor uses up.
    let cpu = if interactor == "./spin" { "0.1" } else { "1" };
    let more = ["--wall-limit", wall, "--interactor-time-limit", cpu];
    let result = result(place, code, style, interactor, program, &more);
    let message = result["message"].as_str().unwrap();
    assert!(result["verdict"] == verdict && message.contains(says), "{program}: {result}");
}

#[test]
fn both_conventions_give_the_interactors_verdict() {
    for style in ["kattis", "testlib"] {
        let place = guessing(
            style,
            &[
                "ones:#!/bin/sh\nwhile echo 1; read -r answer; do :; done\n",
                "early:#!/bin/sh\necho 3\n",
                "deaf:#!/bin/sh\nexec <&-\necho 21\n",
                "mute:#!/bin/sh\nexec >&-\nsleep 0.1\n",
                "nothing:#!/bin/sh\n",
            ],
        );
        check(&place, style, "./guess", "./halves", "AC", "");
        check(&place, style, "./guess", "./ones", "WA", "too many guesses");
        check(&place, style, "./guess", "./early", "WA", "");
        check(&place, style, "./guess", "./deaf", "AC", "");
        check(&place, style, "./guess", "./mute", "WA", "");
        check(&place, style, "./guess", "./nothing", "WA", "");
    }
}

#[test]
fn an_interactor_judges_inputs_without_answers() {
    let place = Place::new(&[
        "t/1.in:7\n",
        "t/2.in:8\n",
        "guess:#!/bin/sh\nread -r line\n[ \"$line\" = \"$(cat \"$1\")\" ] || exit 1\n",
        "seven:#!/bin/sh\necho 7\n",
    ]);
    let text = place.run(1, &["check", "t", "--interactor", "./guess", "--", "./seven"]);
    assert!(text.contains("2 inputs without answers are answered by an empty file"), "{text}");
    assert!(text.contains("2 tests: 1 accepted, 1 wrong answer"), "{text}");
}

#[test]
fn a_program_that_fails_first_has_failed() {
    let place = guessing(
        "kattis",
        &[
            "crash:#!/bin/sh\necho 3\nkill -SEGV $$\n",
            "spin:#!/bin/sh\necho 3\nwhile :; do :; done\n",
            "flood:#!/bin/sh\nyes 3\n",
            "after:#!/bin/sh\necho 21\nread -r answer\nexit 3\n",
            "late:#!/bin/sh\necho 21\nsleep 0.2\necho 1\necho 2\n",
            "any:#!/bin/sh\ncat > /dev/null\nexit 42\n",
        ],
    );
    check(&place, "kattis", "./guess", "./crash", "RTE", "signal 11");
    check(&place, "kattis", "./guess", "./late", "AC", "");
    check(&place, "kattis", "./guess", "./after", "RTE", "exit status 3, after the interactor had accepted");
    let spin = ["--time-limit", "0.2"];
    assert_eq!(result(&place, 1, "kattis", "./guess", "./spin", &spin)["verdict"], "TLE");
    let flood = ["--output-limit", "1M"];
    assert_eq!(result(&place, 1, "kattis", "./any", "./flood", &flood)["verdict"], "OLE");
}

#[test]
fn what_a_program_said_before_it_failed_decides_however_late_it_is_judged() {
    for (style, wrong) in [("kattis", "43"), ("testlib", "1")] {
        // The interactor judges the only line long after the program has ended.
        let slow = format!(
            "slow:#!/bin/sh\nread -r line\nsleep 0.2\n[ \"$line\" = 7 ] || exit {wrong}\ncat >/dev/null\nexit {wrong}\n"
        );
        // The interactor judges that there is no further line.
        let whole = format!("whole:#!/bin/sh\nread -r line\nsleep 0.2\nread -r line || exit {wrong}\n");
        let place = guessing(
            style,
            &[
                &slow,
                &whole,
                "fails:#!/bin/sh\necho 1000\nexit 1\n",
                "crashes:#!/bin/sh\necho 1000\nkill -SEGV $$\n",
                "ends:#!/bin/sh\necho 1000\n",
                "right:#!/bin/sh\necho 7\nexit 1\n",
            ],
        );
        for program in ["./fails", "./crashes", "./ends"] {
            check(&place, style, "./slow", program, "WA", "");
        }
        check(&place, style, "./slow", "./right", "RTE", "exit status 1");
        check(&place, style, "./whole", "./fails", "RTE", "exit status 1");
        check(&place, style, "./whole", "./crashes", "RTE", "signal 11");
        check(&place, style, "./whole", "./ends", "WA", "");
    }
}

#[test]
fn what_a_program_said_to_a_manager_before_it_failed_decides() {
    let manager = "t/check/manager.py:import sys, time\nsource = open(sys.argv[1])\nline = source.readline().strip()\n\
        time.sleep(0.3)\nif line == 'more':\n    source.read()\nprint(1.0 if line == '7' else 0.0)\n";
    let place = Place::new(&[
        "t/task.yaml:name: t\ntime_limit: 1\nmemory_limit: 256\nn_input: 1\nuser_io: std_io\n",
        "t/input/input0.txt:1\n",
        "t/output/output0.txt:\n",
        manager,
        "fails:#!/bin/sh\necho 1000\nexit 1\n",
        "more:#!/bin/sh\necho more\nexit 1\n",
    ]);
    for (program, verdict) in [("./fails", "WA"), ("./more", "RTE")] {
        let report = place.report(1, &["t", "--", program]);
        assert_eq!(report["tests"][0]["verdict"], verdict, "{program}: {report}");
    }
}

#[test]
fn a_program_that_sleeps_has_failed() {
    let place = guessing("kattis", &["sleepy:#!/bin/sh\necho 3\nsleep 100\n"]);
    check(&place, "kattis", "./guess", "./sleepy", "TLE", "the interactor waits for the program");
}

#[test]
fn a_deadlock_is_told_at_once_with_the_dialogue() {
    let place = guessing("testlib", &["waits:#!/bin/sh\nprintf 4\nread -r answer\n"]);
    let more = ["--wall-limit", "600", "--report", "md=summary.md"];
    let result = result(&place, 1, "testlib", "./guess", "./waits", &more);
    let summary = fs::read_to_string(place.path("summary.md")).unwrap();
    assert!(summary.contains("\n    1 > 4 (the line is not ended)\n"), "{summary}");
    assert_eq!(result["verdict"], "TLE", "{result}");
    let message = result["message"].as_str().unwrap();
    assert!(
        message.contains("the program waits for the interactor and the interactor for the program"),
        "{message}"
    );
    assert_eq!(result["transcript"][0]["by"], "program");
    assert_eq!(
        (&result["transcript"][0]["text"], &result["transcript"][0]["unfinished"]),
        (&"4".into(), &true.into())
    );
    place.write("both", "#!/bin/sh\nhead -c 9000000 /dev/zero\nread -r answer\n");
    place.write("loud", "#!/bin/sh\nhead -c 9000000 /dev/zero\nread -r answer\n");
    let more = ["--wall-limit", "600"];
    let result = self::result(&place, 1, "testlib", "./loud", "./both", &more);
    assert_eq!(result["verdict"], "OLE", "{result}");
}

#[test]
fn a_side_that_closes_its_output_is_heard_to_the_end() {
    let place = guessing(
        "kattis",
        &[
            "all:#!/bin/sh\nread -r guess && ! read -r more && exit 42\nexit 43\n",
            "waits:#!/bin/sh\necho 21\nexec >&-\nread -r answer\nexit 0\n",
            "closes:#!/bin/sh\nexec >&-\nread -r guess && exit 42\nexit 43\n",
            "after:#!/bin/sh\nread -r answer\necho 21\n",
            "deaf:#!/bin/sh\nexec <&-\nhead -c 3000000 /dev/zero\nexit 42\n",
            "loud:#!/bin/sh\nhead -c 3000000 /dev/zero\n",
        ],
    );
    check(&place, "kattis", "./all", "./waits", "AC", "");
    check(&place, "kattis", "./closes", "./after", "AC", "");
    // Neither is killed by text that the other has not read at its end.
    check(&place, "kattis", "./deaf", "./loud", "AC", "");
}

#[test]
fn a_program_that_closes_its_output_and_sleeps_is_too_late_in_both_ways_of_connecting() {
    let place = guessing("kattis", &["sleepy:#!/bin/sh\nexec >&-\nsleep 100\n"]);
    check(&place, "kattis", "./guess", "./sleepy", "TLE", "the interactor waits for the program");
}

#[test]
fn a_dialogue_is_repeated_for_its_transcript_after_a_failure_only() {
    let place = guessing("kattis", &["ones:#!/bin/sh\nwhile echo 1; read -r answer; do :; done\n"]);
    let log = place.path("log");
    let counted = GUESS.replace("$RIGHT", "42").replace("$WRONG", "43");
    let counted = counted.replacen('\n', &format!("\necho run >> {}\n", log.display()), 1);
    place.write("counted", &counted);
    let runs = || fs::read_to_string(&log).unwrap().lines().count();
    check(&place, "kattis", "./counted", "./halves", "AC", "");
    assert_eq!(runs(), 1);
    let result = result(&place, 1, "kattis", "./counted", "./ones", &[]);
    assert_eq!((runs(), &result["transcript"][1]["text"]), (3, &"higher".into()));
    // An interactor that changes its mind does not change the verdict.
    let fickle = "#!/bin/sh\nread -r guess\n[ -e F ] && exit 42\n: > F\nexit 43\n";
    place.write("fickle", &fickle.replace('F', &place.path("mind").display().to_string()));
    check(
        &place,
        "kattis",
        "./fickle",
        "./halves",
        "WA",
        "run again for the dialogue, with another result: AC",
    );
}

/// Interactors that do not judge, each in its way.
fn failing() -> Place {
    guessing(
        "kattis",
        &[
            "crash:#!/bin/sh\nread -r guess\nkill -SEGV $$\n",
            "odd:#!/bin/sh\nread -r guess\nexit 7\n",
            "spin:#!/bin/sh\nwhile :; do :; done\n",
            "sleep:#!/bin/sh\nread -r guess\nsleep 100\n",
            "fail:#!/bin/sh\necho broken >&2\nexit 3\n",
            "once:#!/bin/sh\necho 21\n",
        ],
    )
}

#[test]
fn an_interactor_that_fails_is_no_fault_of_the_program() {
    let place = failing();
    check(&place, "kattis", "./crash", "./halves", "JE", "the interactor crashed");
    check(&place, "kattis", "./odd", "./halves", "JE", "status 7, neither 42 nor 43");
    check(&place, "kattis", "./odd", "./once", "JE", "status 7");
    check(&place, "testlib", "./fail", "./halves", "JE", "its own failure: broken");
    check(&place, "kattis", "./spin", "./halves", "JE", "the interactor used too much");
}

#[test]
fn an_interactor_that_does_not_end_is_no_fault_of_the_program() {
    check(&failing(), "kattis", "./sleep", "./once", "JE", "did not end within 1 s after the program");
}

#[test]
fn an_interactor_that_says_nothing_is_no_fault_of_the_program() {
    check(&failing(), "kattis", "./sleep", "./halves", "JE", "the interactor gave no answer");
}

#[test]
fn a_checker_judges_what_an_interactor_of_testlib_writes() {
    let place = guessing(
        "testlib",
        &[
            "inter:#!/bin/sh\nread -r word\necho \"$word\" > \"$2\"\n",
            "checker:#!/bin/sh\n[ \"$(cat \"$2\")\" = yes ] || { echo no >&2; exit 1; }\n",
            "yes:#!/bin/sh\necho yes\n",
            "no:#!/bin/sh\necho no\n",
        ],
    );
    for (program, code, verdict) in [("./yes", 0, "AC"), ("./no", 1, "WA")] {
        let more = ["--checker", "./checker"];
        let result = result(&place, code, "testlib", "./inter", program, &more);
        assert_eq!(result["verdict"], verdict, "{result}");
    }
    // An interactor that breaks because the program has left says nothing; the program is wrong.
    place.write("breaks", "#!/bin/sh\nread -r word\nread -r word || kill -SEGV $$\n");
    check(&place, "testlib", "./breaks", "./yes", "WA", "the program ended before the interactor was done");
}

#[test]
fn packages_bring_their_interactor_and_their_passes() {
    let interactor = GUESS.replace("$RIGHT", "42").replace("$WRONG", "43");
    for (file, text, folder) in [
        ("problem.yaml", "problem_format_version: 2025-09\nname: x\ntype: interactive\n", "output_validator"),
        ("problem.yaml", "name: x\nvalidation: custom interactive\n", "output_validators/guess"),
    ] {
        let place =
            Place::new(&["data/secret/1.in:21\n", "data/secret/1.ans:\n", &format!("halves:{HALVES}")]);
        place.write(file, text);
        place.write(&format!("{folder}/run"), &interactor);
        assert_eq!(place.verdict(0, &[".", "--", "./halves"]).0, "AC", "{text}");
        assert_eq!(place.verdict(1, &[".", "--", "true"]).0, "WA", "{text}");
    }
    // Each pass adds one, until the third; the state is the feedback folder's.
    let validator = "#!/bin/sh\nread number\n[ \"$number\" -gt \"$(cat \"$1\")\" ] || exit 43\necho x >> \"$3/state\"\n\
        [ $(wc -l < \"$3/state\") = 3 ] && exit 42\necho $number > \"$3/nextpass.in\"\nexit 42\n";
    let more = "#!/bin/sh\nread n\necho $((n + 1))\n";
    let stuck = "#!/bin/sh\nread n\n[ $n -gt 7 ] && n=7\necho $((n + 1))\n";
    let package =
        "problem_format_version: 2025-09\nname: x\ntype: multi-pass\nlimits: {validation_passes: 3}\n";
    let place = Place::new(&["data/secret/1.in:6\n", "data/secret/1.ans:\n"]);
    place.write("problem.yaml", package);
    place.write("output_validator/run", validator);
    place.write("more", more);
    place.write("stuck", stuck);
    assert_eq!(place.verdict(0, &[".", "--", "./more"]), ("AC".to_owned(), String::new()));
    let (verdict, message) = place.verdict(1, &[".", "--", "./stuck"]);
    assert!(verdict == "WA" && message.starts_with("pass 3: "), "{message}");
    place.write("problem.yaml", &package.replace('3', "2"));
    let (verdict, message) = place.verdict(5, &[".", "--", "./more"]);
    assert!(verdict == "JE" && message.contains("more than 2 passes"), "{message}");
}

/// Returns a player of Nim: it is `perfect` or `simple`.
fn player(kind: &str) -> String {
    include_str!("interactive/player.sh").replace("PLAYER", kind)
}

#[test]
fn the_game_of_a_problem_is_played_from_both_seats() {
    let place = Place::new(&[
        "matches/1.in:3\n4 5 7\n",
        "matches/1.ans:\n",
        "matches/2.in:4\n1 1 5 5\n",
        "matches/2.ans:\n",
    ]);
    place.write("perfect", &player("perfect"));
    place.write("simple", &player("simple"));
    place.write(
        "cheat",
        "#!/bin/sh\nwhile read -r word rest; do [ $word = position ] && echo move 1 9; done\n",
    );
    place.write("leaves", "#!/bin/sh\nread -r game\n");
    for rule in [&[][..], &["--misere"]] {
        let args = |program| [&["matches", "--interactive"], rule, &["--", program]].concat();
        let report = place.report(0, &args("./perfect"));
        assert_eq!(report["summary"]["accepted"], 2, "{report}");
        let report = place.report(1, &args("./simple"));
        let message = report["tests"][0]["message"].as_str().unwrap();
        assert!(message.contains("lost a won game by move 1=3, its move 1"), "{message}");
        let report = place.report(1, &args("./leaves"));
        assert!(
            report["tests"][0]["message"].as_str().unwrap().contains("ended before the game did"),
            "{report}"
        );
    }
    let report = place.report(1, &["matches", "--interactive", "--", "./cheat"]);
    let message = report["tests"][0]["message"].as_str().unwrap();
    assert!(message.contains("illegal: component 1 (4) cannot become 9"), "{message}");
    let said: Vec<&str> = report["tests"][0]["transcript"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["text"].as_str().unwrap())
        .collect();
    let expected = [
        "game nim",
        "rule normal",
        "seat first",
        "position 4 5 7",
        "move 1 9",
        "end illegal component 1 (4) cannot become 9",
    ];
    assert_eq!(said, expected);
    let text = place.run(1, &["check", "matches", "--interactive", "--", "./cheat"]);
    assert!(text.contains("1 < game nim") && text.contains("5 > move 1 9"), "{text}");
    place.run(2, &["check", "matches", "--interactive"]);
    place.run(2, &["check", &testdata("treblecross"), "--interactive", "--", "true"]);
}

#[test]
fn a_test_without_a_position_to_play_is_left_out_with_a_note() {
    let place = Place::new(&[
        "rabbit-and-grass/1.in:3\n4 5 7\n0\n",
        "rabbit-and-grass/1.ans:\n",
        "rabbit-and-grass/no-cases.in:0\n",
        "rabbit-and-grass/no-cases.ans:\n",
    ]);
    place.write("perfect", &player("perfect"));
    let report = place.report(0, &["rabbit-and-grass", "--interactive", "--", "./perfect"]);
    assert_eq!(report["summary"]["accepted"], 1, "{report}");
    let notes = report["notes"].to_string();
    assert!(notes.contains("no-cases: left out, as it has no position to play"), "{report}");
}
