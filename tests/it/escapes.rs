//! Names and texts that others have chosen: whatever is in them, a terminal gets it escaped, and not too much of it.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;

use nim_ground::visible::is_harmless;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use serde_json::{Value, json};

use crate::place::{Place, one};
use crate::run::printed;
use crate::whole;

/// What a terminal obeys, and what turns the direction of a text.
const EVIL: &str = "\u{1b}[31m\u{202e}";

#[track_caller]
fn assert_harmless(text: &str) {
    let bad = text.chars().find(|&c| c != '\n' && !is_harmless(c));
    assert!(bad.is_none() && text.len() < 100_000, "{bad:?} in {} bytes: {text:.2000?}", text.len());
}

fn tar(path: &Path, entries: &[&str]) {
    let mut builder = tar::Builder::new(fs::File::create(path).unwrap());
    for name in entries {
        let mut header = tar::Header::new_gnu();
        header.set_size(2);
        header.set_mode(0o644);
        builder.append_data(&mut header, name, &b"1\n"[..]).unwrap();
    }
    builder.finish().unwrap();
}

fn zip(path: &Path, entries: &[&str]) {
    let mut zip = zip::ZipWriter::new(fs::File::create(path).unwrap());
    for name in entries {
        zip.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(b"1\n").unwrap();
    }
    zip.finish().unwrap();
}

#[test]
fn what_messages_quote_is_escaped_and_short() {
    let place = Place::new(&["cat:#!/bin/sh\ncat\n"]);
    let name = |rest: &str| format!("1{EVIL}{rest}");
    let (input, answer, other) = (name(".in"), name(".ans"), name("/../../2.in"));
    tar(&place.path("twice.tar"), &[&input, &answer, &input]);
    tar(&place.path("alone.tar"), &[&input]);
    zip(&place.path("pair.zip"), &[&input, &answer, &name(".txt")]);
    zip(&place.path("out.zip"), &[&other, &input]);
    let long = "k".repeat(if whole::is_whole() { 2 << 20 } else { 1 << 18 });
    for (folder, file, text) in [
        ("conf", "problem.conf", format!("n_tests 1\ninput_pre a{EVIL}\ninput_suf in\n{EVIL} {EVIL}\n")),
        ("uoj", "problem.conf", format!("n_tests 1\nuse_builtin_checker {EVIL}\ninput_pre \ninput_suf in\n")),
        ("type", "config.yaml", "checker_type: \"\\x1b[31m\\u202e\"\n".to_owned()),
        ("key", "config.yaml", format!("{long}: 1\n")),
        ("long", "problem.yaml", format!("name: x\n{long}: [\n")),
        ("grammar", "problem.yaml", format!("name: x\ngrammar: {{cases: {long}}}\n")),
        ("validator", "problem.yaml", "name: x\nvalidation: \"\\x1b[31m\"\n".to_owned()),
        ("plain", input.as_str(), "1\n".to_owned()),
    ] {
        place.write(&format!("{folder}/{file}"), &text);
        place.write(&format!("{folder}/1.in"), "1\n");
        place.write(&format!("{folder}/1.ans"), "1\n");
    }
    for what in [
        "twice.tar",
        "alone.tar",
        "pair.zip",
        "out.zip",
        "conf",
        "uoj",
        "type",
        "key",
        "long",
        "grammar",
        "validator",
        "plain",
    ] {
        let (made, packed) = (format!("made-{what}"), format!("made-{what}.zip"));
        for args in [
            &["check", what, "--", "./cat"][..],
            &["check", what, "--dry-run", "--verbose"],
            &["validate", "john", what],
            &["validate", what],
            &["import", what, "-o", made.as_str()],
            &["export", what, "--format", "icpc", "-o", packed.as_str()],
        ] {
            let output = place.toolkit(args).output().unwrap();
            assert!(output.status.code().is_some(), "{args:?}");
            assert_harmless(&printed(&output));
        }
    }
    place.write(
        "evil",
        &format!("#!/bin/sh\nprintf 'x{EVIL}\\n%s' $2 >&2\n[ $2 = 2 ] && exit 1\nprintf '{EVIL}\\n'\n"),
    );
    place.write(&format!("class/{EVIL}_{EVIL}/a.py"), &format!("print('{EVIL}')\n"));
    place.write("roster.csv", &format!("name\nx{EVIL}\n{EVIL}y{EVIL}\n"));
    place.write("wrong", &format!("#!/bin/sh\nprintf '2{EVIL}\\n'\n"));
    for args in [
        &["check", input.as_str()][..],
        &["check", "plain", "--class", "class", "--roster", "roster.csv", "--pages", &input[..]],
        &["check", "plain", "--class", &input[..], "--roster", &input[..]],
        &["check", "plain", "--class", "class", "--until", &input[..]],
        &["explain", "john", &input[..]],
        &[&input[..]],
        &["check", "--jobs", &input[..]],
        &["check", "plain", "--save-failure", &input[..], "--", "./wrong"],
        &["receive", "--template", &input[..], "--port", &input[..]],
        &["list", &input[..]],
        &["help", "check", &input[..]],
        &["stress", "--time", "200ms", "--gen", "./evil", "--against", "./cat", "--", "./cat"],
        &[
            "stress",
            "--time",
            "200ms",
            "--gen",
            "./evil {seed}",
            "--against",
            "./cat",
            "-o",
            &input[..],
            "--",
            "./wrong",
        ],
        &["stress", "--gen", &input[..], "--against", "./cat", "--", "./cat"],
        &["stress", &input[..], "--validator", &input[..]],
        &["mutants", &input[..]],
        &["mutants", "plain", &input[..], "--seconds", &input[..]],
    ] {
        assert_harmless(&printed(&place.toolkit(args).output().unwrap()));
    }
}

/// What a command prints to a terminal.
fn on_terminal(mut command: std::process::Command) -> String {
    let control = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&control).unwrap();
    unlockpt(&control).unwrap();
    let name = ptsname(&control, Vec::new()).unwrap();
    let how = rustix::fs::OFlags::RDWR | rustix::fs::OFlags::NOCTTY;
    let peer = || rustix::fs::open(&name, how, rustix::fs::Mode::empty()).unwrap();
    let mut child = command.stdout(peer()).stderr(peer()).spawn().unwrap();
    drop(command);
    let mut printed = Vec::new();
    // The end of a terminal that nobody has open any more is an error.
    let _ = fs::File::from(control).read_to_end(&mut printed);
    child.wait().unwrap();
    String::from_utf8_lossy(&printed).replace("\r\n", "\n")
}

#[test]
fn texts_of_packages_are_escaped_on_a_terminal_and_kept_in_a_file() {
    let place = Place::new(&["p/data/secret/1.in:1\n", "p/data/secret/1.ans:1\n"]);
    let evil = format!("{EVIL}\u{7}\u{9b}2J");
    let statement = format!("# A {evil}\r\n\nA {evil} statement\n");
    place.write("p/problem.yaml", "problem_format_version: 2025-09\nname: \"x\\e[31m\"\nuuid: u\n");
    place.write("p/statement/problem.en.md", &statement);
    place.write("p/data/sample/1.in", &evil);
    place.write("p/data/sample/1.ans", &evil);
    // Colours are the program's own; those that the package has are shown as text.
    let colours = regex::Regex::new("\u{1b}\\[[0-9;?]*[A-Za-z]").unwrap();
    for args in [
        &["show", "p"][..],
        &["show", "p", "--sample", "1"],
        &["show", "p", "--sample", "1", "--answer"],
        &["show", "p", "--sample", "\u{1b}[31m"],
        &["contest", "."],
        &["mutants", "p"],
        &["check", "p", "--", "cat"],
        &["validate", "p"],
        &["export", "p", "--format", "dmoj", "-o", "made.zip"],
        &["import", "p", "-o", "made"],
        &["gen", "p", "--list"],
        &["explain", "p", "p/data/sample/1.in"],
    ] {
        let printed = on_terminal(place.toolkit(args));
        assert!(!printed.is_empty(), "{args:?}");
        assert!(!printed.contains(EVIL), "{args:?}: {printed:?}");
        assert_harmless(&colours.replace_all(&printed, "").replace(['\r', '\t'], ""));
    }
    let output = place.toolkit(&["show", "p", "--sample", "1"]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), evil);
}

/// Adds what a terminal obeys to every text of a report, but for words that have a few values only.
fn spoiled(value: &mut Value) {
    match value {
        Value::String(text) => text.push_str(EVIL),
        Value::Array(items) => items.iter_mut().for_each(spoiled),
        Value::Object(entries) => {
            let words = ["schema", "verdict", "by", "tag"];
            entries
                .iter_mut()
                .filter(|(key, _)| !words.contains(&key.as_str()))
                .for_each(|(_, value)| spoiled(value));
        }
        _ => {}
    }
}

#[test]
fn what_a_report_holds_is_escaped_wherever_it_is_shown() {
    if !std::process::Command::new("gcc").arg("--version").output().is_ok_and(|gcc| gcc.status.success()) {
        return;
    }
    let place = one(&["a:#!/bin/sh\necho x >&2\necho c\n", "b:#!/bin/sh\ncat\n", "bad.c:int main() {\n"]);
    let mut report = place.report(1, &["t", "bad.c", "--matrix", "--run", "a=./a", "--run", "b=./b"]);
    report["notes"] = json!(["a note"]);
    report["title"] = json!("a title");
    report["similar"] = json!([{"programs": ["a", "b"], "share": 0.9}]);
    report["programs"][0]["remark"] = json!("late");
    report["sandbox"]["missing"] = json!(["a layer"]);
    for (number, test) in report["tests"].as_array_mut().unwrap().iter_mut().enumerate() {
        test["transcript"] = json!([{"line": 1, "by": "program", "text": "said"}]);
        test["group"] = json!(number.to_string());
    }
    spoiled(&mut report);
    for several in [true, false] {
        if !several {
            report["programs"].as_array_mut().unwrap().truncate(1);
            report["matrix"] = Value::Null;
        }
        place.write("r.json", &report.to_string());
        let kinds = ["junit", "html", "md", "csv"];
        let mut args = vec!["merge".to_owned(), "r.json".to_owned(), "--show".to_owned(), "9".to_owned()];
        args.extend(kinds.iter().flat_map(|kind| ["--report".to_owned(), format!("{kind}=r.{kind}")]));
        let output = place.toolkit(&args.iter().map(String::as_str).collect::<Vec<_>>()).output().unwrap();
        let text = printed(&output);
        assert_harmless(&text);
        if several {
            assert!(text.contains("dialogue") && text.contains("a layer\\x1b[31m"), "{text}");
            for kind in kinds {
                let written = fs::read_to_string(place.path(&format!("r.{kind}"))).unwrap();
                assert!(!written.contains(['\u{1b}', '\u{202e}']), "{kind}: {written}");
            }
        }
    }
}

/// One place escapes what is written to standard error; beside it, only whole screens are.
#[test]
fn messages_are_written_in_one_place() {
    fn rust_files(folder: &Path, files: &mut Vec<std::path::PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                rust_files(&path, files);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                files.push(path);
            }
        }
    }
    let mut files = Vec::new();
    rust_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
    assert!(files.len() > 50);
    for file in files.iter().filter(|file| !file.ends_with("terminal/say.rs")) {
        let text: String = fs::read_to_string(file).unwrap().split_whitespace().collect();
        for way in
            ["writeln!(io::stderr()", "write!(io::stderr()", "eprintln!", "eprint!(", "stderr().lock()"]
        {
            assert!(!text.contains(way), "{}: {way}", file.display());
        }
    }
}
