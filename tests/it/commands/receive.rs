//! `toolkit receive`: messages of Competitive Companion become folders in which programs are checked; what a page of the web or another
//! program sends does no harm.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::symlink;
use std::process::{Child, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::place::Place;

/// A `toolkit receive` that listens.
struct Receiver {
    child: Child,
    port: u16,
}

impl Receiver {
    fn start(place: &Place, args: &[&str]) -> Self {
        let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let port = free.to_string();
        let mut command = place.toolkit(&[&["receive", "--port", &port], args].concat());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        let mut errors = BufReader::new(child.stderr.take().unwrap());
        errors.read_line(&mut line).unwrap();
        assert!(line.starts_with(&format!("listening on 127.0.0.1:{port}; ")), "{line}");
        child.stderr = Some(errors.into_inner());
        Self { child, port: free }
    }

    /// Sends a request, and returns the status of the response.
    fn send(&self, head: &str, body: &str) -> u16 {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let _ = stream.write_all(format!("{head}\r\n\r\n{body}").as_bytes());
        let mut response = String::new();
        let _ = stream.read_to_string(&mut response);
        response.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0)
    }

    /// Sends a message as the extension does.
    fn post(&self, message: &Value) -> u16 {
        let body = message.to_string();
        let head = format!(
            "POST / HTTP/1.1\r\nHost: localhost:{}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nOrigin: chrome-extension://cjnmckjndlpiamhfimnnjmnckgghkjbl",
            self.port,
            body.len()
        );
        self.send(&head, &body)
    }

    /// Waits for its end, and returns its exit code and its output.
    fn end(self) -> (Option<i32>, String) {
        let output = self.child.wait_with_output().unwrap();
        (
            output.status.code(),
            [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap()).concat(),
        )
    }
}

/// Returns a message with the facts that differ from judge to judge.
fn message(name: &str, group: &str, (time, memory): (u64, u64), tests: &[[&str; 2]]) -> Value {
    let tests: Vec<Value> =
        tests.iter().map(|[input, output]| json!({ "input": input, "output": output })).collect();
    json!({
        "name": name, "group": group, "url": "https://example.org/problem", "interactive": false,
        "memoryLimit": memory, "timeLimit": time, "tests": tests, "testType": "single",
        "input": { "type": "stdin" }, "output": { "type": "stdout" },
        "languages": { "java": { "mainClass": "Main", "taskClass": "Task" } },
        "batch": { "id": name, "size": 1 },
    })
}

/// Messages as the extension sends them from five judges, the folder of each, and the program's message about it.
fn messages() -> Vec<(Value, &'static str, &'static str)> {
    let mut usaco = message(
        "Problem 1. Out of Sorts",
        "USACO - USACO 2018 US Open Contest, Platinum",
        (4000, 256),
        &[["7\n", "7\n"]],
    );
    usaco["input"] = json!({ "type": "file", "fileName": "sort.in" });
    usaco["output"] = json!({ "type": "file", "fileName": "sort.out" });
    let mut file = message(
        "A. Lefthanders and Righthanders",
        "Codeforces - Codeforces Round 145 (Div. 2, ACM-ICPC Rules)",
        (1000, 256),
        &[["6\n", "6\n"]],
    );
    file["input"] = json!({ "type": "file", "fileName": "input.txt" });
    file["output"] = json!({ "type": "file", "fileName": "output.txt" });
    vec![
        (
            message(
                "A. String Task",
                "Codeforces - Codeforces Beta Round 89 (Div. 2)",
                (2000, 256),
                &[["tour\n", "tour\n"], ["aBBA\n", "aBBA\n"]],
            ),
            "a-string-task",
            "A. String Task (Codeforces - Codeforces Beta Round 89 (Div. 2)): 2 samples, 2 s, 256 MiB -> ",
        ),
        (
            message(
                "A - Day of Takahashi",
                "AtCoder - AtCoder Beginner Contest 096",
                (2000, 256),
                &[["5 5\n", "5 5\n"]],
            ),
            "a-day-of-takahashi",
            "1 sample, 2 s, 256 MiB",
        ),
        (
            message("Take Two Stones", "Kattis", (1000, 1024), &[["1\n", "1\n"]]),
            "take-two-stones",
            "(Kattis): 1 sample, 1 s, 1024 MiB",
        ),
        (
            message(
                "Stick Game",
                "CSES - CSES Problem Set",
                (1000, 512),
                &[["10 3\n1 3 4\n", "10 3\n1 3 4\n"]],
            ),
            "stick-game",
            "1 s, 512 MiB",
        ),
        (usaco, "problem-1-out-of-sorts", "4 s, 256 MiB, sort.in, sort.out"),
        (file, "a-lefthanders-and-righthanders", "1 s, 256 MiB, input.txt, output.txt"),
    ]
}

#[test]
fn problems_of_five_judges_are_checked_in_their_folders_without_an_option() {
    let place = Place::new(&["template.sh:cat\n"]);
    let receiver = Receiver::start(&place, &["round", "--template", "template.sh", "--stay"]);
    for (message, ..) in messages() {
        assert_eq!(receiver.post(&message), 200, "{message}");
    }
    kill_process(Pid::from_child(&receiver.child), Signal::INT).unwrap();
    let (code, printed) = receiver.end();
    assert_eq!(code, Some(130), "{printed}");
    for (message, folder, said) in messages() {
        assert!(
            printed.contains(said) && printed.contains(&format!("-> round/{folder}\n")),
            "{said}: {printed}"
        );
        let home = place.path("round").join(folder);
        let files = message["input"]["fileName"].as_str();
        if let Some(input) = files {
            let program = format!("cat {input} > {}\n", message["output"]["fileName"].as_str().unwrap());
            fs::write(home.join("sol.sh"), program).unwrap();
        }
        let mut check = place.toolkit(&["check", "--report", "json=../report.json"]);
        let output = check.current_dir(&home).output().unwrap();
        let printed = crate::run::printed(&output);
        assert_eq!(output.status.code(), Some(0), "{folder}: {printed}");
        assert!(printed.contains("note: the program is sol.sh, the newest source here\n"), "{printed}");
        let report: Value = serde_json::from_slice(&fs::read(home.join("../report.json")).unwrap()).unwrap();
        let test = &report["tests"][0];
        let limits = (test["limit_ms"].as_f64(), test["memory_limit_kib"].as_f64());
        let expected =
            (message["timeLimit"].as_f64(), message["memoryLimit"].as_f64().map(|mib| mib * 1024.0));
        assert_eq!(limits, expected, "{folder}");
    }
}

#[test]
fn a_contest_comes_whole_and_an_interactive_problem_says_what_it_needs() {
    let place = Place::new(&["1.py:print(1)\n"]);
    let receiver = Receiver::start(&place, &[]);
    for name in ["A. One", "B. Two"] {
        let mut message = message(name, "Codeforces - Round", (1000, 256), &[["1\n", "1\n"]]);
        message["batch"] = json!({ "id": "123e67c8", "size": 2 });
        message["interactive"] = json!(name == "B. Two");
        assert_eq!(receiver.post(&message), 200);
    }
    let (code, printed) = receiver.end();
    assert_eq!(code, Some(0), "{printed}");
    assert!(printed.contains("-> ./a-one\n") && printed.contains("interactive -> ./b-two\n"), "{printed}");
    let refused = place.run(5, &["check", "b-two/testdata", "1.py"]);
    assert!(refused.contains("talks with the others: write one; override it with"), "{refused}");
    let interactor = "#!/bin/sh\nread line\n";
    place.write("judge.sh", interactor);
    place.run(0, &["check", "b-two/testdata", "1.py", "--interactor", "./judge.sh", "--time-limit", "20s"]);
}

#[test]
fn a_contest_with_a_refused_problem_ends_all_the_same() {
    let place = Place::new(&["a-one/testdata/1.in:mine\n"]);
    let receiver = Receiver::start(&place, &[]);
    for (name, status) in [("A. One", 422), ("B. Two", 200)] {
        let mut message = message(name, "Codeforces - Round", (1000, 256), &[["1\n", "1\n"]]);
        message["batch"] = json!({ "id": "123e67c8", "size": 2 });
        assert_eq!(receiver.post(&message), status);
    }
    let (code, printed) = receiver.end();
    assert_eq!(code, Some(5), "{printed}");
    assert!(printed.contains("-> ./b-two\n"), "{printed}");
    assert_eq!(fs::read_to_string(place.path("a-one/testdata/1.in")).unwrap(), "mine\n");
}

#[test]
fn what_the_extension_has_not_sent_is_refused() {
    let place = Place::new(&["there/testdata/1.in:mine\n"]);
    symlink("there", place.path("a-link")).unwrap();
    let receiver = Receiver::start(&place, &[]);
    let right = message("There", "Kattis", (1000, 256), &[["1\n", "1\n"]]);
    let body = right.to_string();
    let head = |method: &str, host: &str, more: &str, length: usize| {
        format!("{method} / HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\n{more}")
    };
    let json = "Content-Type: application/json";
    let length = body.len();
    let origin = format!("{json}\r\nOrigin: https://evil.example");
    for (request, status) in [
        (head("GET", "localhost", json, length), 405),
        // The preflight request of a browser before a page of the web sends JSON.
        (head("OPTIONS", "localhost", "Access-Control-Request-Headers: content-type", 0), 405),
        (head("POST", "localhost", "Content-Type: text/plain", length), 415),
        (head("POST", "localhost", &origin, length), 403),
        (head("POST", "evil.example:27121", json, length), 403),
        (head("POST", "localhost", json, 1 << 30), 413),
        (format!("POST / HTTP/1.1\r\nHost: localhost\r\n{json}"), 411),
        (format!("POST / HTTP/1.1\r\n{}", "x: y\r\n".repeat(10_000)), 431),
        (head("POST", "localhost", json, length - 1), 400),
        (head("POST", "localhost", json, 0), 400),
    ] {
        assert_eq!(receiver.send(&request, &body), status, "{request:.200}");
    }
    let mut outside = right.clone();
    outside["input"] = json!({ "type": "file", "fileName": "../../x" });
    assert_eq!(receiver.post(&outside), 400);
    // A link in place of the folder is not followed, and a test that differs is kept.
    assert_eq!(receiver.post(&message("A link", "Kattis", (1, 1), &[["1\n", "1\n"]])), 422);
    assert_eq!(receiver.post(&right), 422);
    assert_eq!(fs::read_to_string(place.path("there/testdata/1.in")).unwrap(), "mine\n");
    assert_eq!(fs::read_dir(place.path("there/testdata")).unwrap().count(), 1);
    // A connection without a request holds up nobody for long.
    let _idle = TcpStream::connect(("127.0.0.1", receiver.port)).unwrap();
    let evil = message("../../Evil \u{1b}[31m\u{202e}", "\u{1b}[31m", (1000, 256), &[]);
    assert_eq!(receiver.post(&evil), 200);
    let (code, printed) = receiver.end();
    assert_eq!(code, Some(0), "{printed}");
    assert!(printed.contains("-> ./evil-31m\n") && !printed.contains(['\u{1b}', '\u{202e}']), "{printed}");
    assert!(place.path("evil-31m/testdata/init.yml").is_file());
}

#[test]
fn a_port_that_is_taken_and_a_template_that_is_none_are_errors() {
    let place = Place::new(&[]);
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    place.test(&["receive", "--port", &port]).status(5).error("cannot listen on port").run();
    place.test(&["receive", "--port", "0"]).status(2).error("must be at least 1").run();
    place.test(&["receive", "--template", "missing.cpp"]).status(5).error("cannot read missing.cpp").run();
    place.test(&["receive", "--template", "."]).status(2).error("is no file").run();
}

#[test]
fn problems_of_like_names_get_a_folder_each_and_each_finds_its_own_again() {
    let place = Place::new(&[]);
    let receiver = Receiver::start(&place, &["--stay", "--force"]);
    let sent = |name: &str, url: &str, sample: &str| {
        let mut message = message(name, "Contest", (1000, 256), &[[sample, "1\n"]]);
        message["url"] = json!(url);
        message
    };
    let names = ["A+B Problem", "A-B Problem", "A*B Problem"];
    for name in names.into_iter().chain(names) {
        assert_eq!(receiver.post(&sent(name, "https://example.org/1", &format!("{name}\n"))), 200, "{name}");
    }
    assert_eq!(receiver.post(&sent("A+B Problem", "https://example.org/2", "other\n")), 200);
    for (folder, sample) in [
        ("a-b-problem", "A+B Problem\n"),
        ("a-b-problem-2", "A-B Problem\n"),
        ("a-b-problem-3", "A*B Problem\n"),
        ("a-b-problem-4", "other\n"),
    ] {
        assert_eq!(fs::read_to_string(place.path(&format!("{folder}/testdata/1.in"))).unwrap(), sample);
    }
    // A folder in place of a test's file is neither replaced nor taken as absent.
    fs::remove_file(place.path("a-b-problem/testdata/1.in")).unwrap();
    fs::create_dir(place.path("a-b-problem/testdata/1.in")).unwrap();
    assert_eq!(receiver.post(&sent(names[0], "https://example.org/1", "new\n")), 422);
    assert_eq!(receiver.post(&message("COM1", "Contest", (1000, 256), &[])), 200);
    assert!(place.path("com1-").is_dir() && !place.path("a-b-problem-5").exists());
    kill_process(Pid::from_child(&receiver.child), Signal::INT).unwrap();
    assert_eq!(receiver.end().0, Some(130));
}

#[test]
fn many_samples_are_given_up_at_once_after_an_interruption() {
    let place = Place::new(&[]);
    let receiver = Receiver::start(&place, &[]);
    let tests = vec![["1\n", "1\n"]; 50_000];
    let body = message("Many", "Contest", (1000, 256), &tests);
    let pid = Pid::from_child(&receiver.child);
    let (around, before) = (place.path(""), fs::read_dir(place.path("")).unwrap().count());
    let stopper = std::thread::spawn(move || {
        // The folder that takes the problem's place when it is whole.
        while fs::read_dir(&around).unwrap().count() == before {
            std::thread::sleep(Duration::from_millis(1));
        }
        kill_process(pid, Signal::INT).unwrap();
    });
    assert_ne!(receiver.post(&body), 200);
    stopper.join().unwrap();
    assert_eq!(receiver.end().0, Some(130));
    assert!(!place.path("many").exists());
}
