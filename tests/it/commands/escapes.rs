//! Names and texts that others have chosen: in any case, a terminal gets them escaped, and not too much of them.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;

use nim_ground::visible::is_harmless;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use serde_json::{Value, json};

use crate::place::{Place, one};
use crate::run::printed;
use crate::whole;

/// Sequences that a terminal obeys, and a character that turns the direction of text.
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

/// Returns the output of a command on a terminal.
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
    // Colours are the program's own; colours in the package are shown as text.
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

/// Adds characters that a terminal obeys to every text of a report, except for words that have a few values only.
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

/// One place escapes the text written to standard error; beside it, only whole screens are.
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

/// All kinds of characters that are never shown: of a terminal, in both encodings, and of the direction of a text.
const HOSTILE: &str = "\u{1b}]0;x\u{7}\u{9b}2J\u{85}\u{7f}\u{202e}\u{2067}\u{200f}";

/// Returns a folder in which everything that has a name has a hostile one.
fn hostile_place() -> Place {
    let place = Place::new(&[
        "config/nim-toolkit/languages.toml:[sh]\nname = 'Shell'\nendings = ['sh']\nrun = '/bin/sh {source}'\n",
        "copy:#!/bin/sh\ncat\n",
    ]);
    let write = |name: String, text: &str| place.write(&name, text);
    let shout = format!("echo 'x{HOSTILE}' >&2; echo '1{HOSTILE}'\n");
    // A package, whose checker and validator have hostile messages.
    let title = "name: {en: \"x\\e[31m\\x9b\\u202e\\u2067\"}\nuuid: u\nvalidation: custom\n";
    let title = format!("problem_format_version: legacy\n{title}author: \"\\e\\u202e\"\n");
    let package = format!("c/p{HOSTILE}");
    write(format!("{package}/problem.yaml"), &title);
    write(format!("{package}/problem_statement/problem.en.md"), &format!("# A {HOSTILE}\n\n$x$ {HOSTILE}\n"));
    for test in ["secret/1", &format!("secret/g{HOSTILE}/t{HOSTILE}"), &format!("sample/s{HOSTILE}")] {
        write(format!("{package}/data/{test}.in"), &format!("1{HOSTILE}\n"));
        write(format!("{package}/data/{test}.ans"), "1\n");
    }
    let validator = format!("#!/bin/sh\necho 'bad {HOSTILE}'\necho 'bad {HOSTILE}' >&2\nexit 43\n");
    write(format!("{package}/input_validators/v{HOSTILE}.sh"), &validator);
    let checker = format!(
        "#!/bin/sh\ncat > /dev/null\nprintf 'says {HOSTILE}' > $3/judgemessage.txt\n\
         printf 'tells {HOSTILE}' > $3/teammessage.txt\necho '{HOSTILE}' >&2\nexit 43\n"
    );
    write(format!("{package}/output_validators/v.sh"), &checker);
    for folder in ["accepted", "wrong_answer"] {
        write(format!("{package}/submissions/{folder}/a{HOSTILE}.sh"), &shout);
    }
    // One whose files have names of every system, so that it can be converted.
    write("q/problem.yaml".to_owned(), &title);
    write("q/problem_statement/problem.en.md".to_owned(), &format!("# A {HOSTILE}\n\n$x$ {HOSTILE}\n"));
    for test in ["sample/1", "secret/2"] {
        write(format!("q/data/{test}.in"), &format!("1{HOSTILE}\n"));
        write(format!("q/data/{test}.ans"), &format!("{HOSTILE}\n"));
    }
    write("q/output_validators/v.sh".to_owned(), &checker);
    write("q/submissions/accepted/a.sh".to_owned(), &shout);
    // Plain tests, students, and programs.
    for test in ["1".to_owned(), format!("g{HOSTILE}/t{HOSTILE}")] {
        write(format!("t/{test}.in"), &format!("1{HOSTILE}\n"));
        write(format!("t/{test}.ans"), &format!("2{HOSTILE}\n"));
    }
    write(format!("class/s{HOSTILE}/a{HOSTILE}.sh"), &shout);
    write(format!("class/s{HOSTILE}b/a{HOSTILE}.sh"), &shout);
    write("roster.csv".to_owned(), &format!("name\ns{HOSTILE}\nnobody{HOSTILE}\n"));
    write(format!("p{HOSTILE}.sh"), &shout);
    write(format!("p{HOSTILE}.py"), "n = int(input())\nif n > 0:\n    n = n + 1\nprint(n)\n");
    place.write(&format!("run{HOSTILE}"), &format!("#!/bin/sh\n{shout}"));
    write(format!("bad{HOSTILE}.c"), &format!("int main() {{ {HOSTILE} }}\n"));
    // Games, and positions.
    let game = "heap n\nmove for k in 1..=2 if n >= k -> n - k\n";
    write(format!("g{HOSTILE}.game"), &format!("game A {HOSTILE}\n{game}"));
    write(format!("broken{HOSTILE}.game"), &format!("game A {HOSTILE}\n{HOSTILE}\n"));
    write(format!("graph{HOSTILE}.txt"), &format!("a{HOSTILE} b{HOSTILE}\nb{HOSTILE} c{HOSTILE}\n"));
    write(
        format!("graph{HOSTILE}.json"),
        &serde_json::to_string(&json!({ format!("a{HOSTILE}"): ["b"] })).unwrap(),
    );
    write(format!("positions{HOSTILE}"), &format!("a{HOSTILE}\nb{HOSTILE}\n"));
    write(format!("numbers{HOSTILE}"), &format!("1\n# {HOSTILE}\n2 {HOSTILE}\n"));
    write(format!("rules{HOSTILE}.sh"), &format!("echo '{HOSTILE}' >&2; echo '1{HOSTILE}'\n"));
    write(format!("nim{HOSTILE}.in"), &format!("1\n3\n1 {HOSTILE} 3\n"));
    place
}

/// The commands that show names, each with its words; `@` stands for the hostile characters.
const SHOWING: &[&str] = &[
    "list @",
    "list --json",
    "show c/p@",
    "show c/p@ --lang x@",
    "show c/p@ --sample s@",
    "show c/p@ --sample s@ --answer",
    "show c/p@ --sample 9@",
    "show q",
    "show q --sample 1",
    "show q -o q.html --force",
    "export q --format hydro -o q-hydro@.zip --force",
    "export q --format dmoj -o q-dmoj@.zip --force",
    "import q -o made@",
    "contest .",
    "contest c",
    "contest c@",
    "check t --no-such-option@ -- ./run@",
    "check t --verbose --show 9 -- ./run@",
    "check t --verbose --show 9 ./p@.sh bad@.c ./p@.py --matrix",
    "check t@ -- ./run@",
    "check t --dry-run --verbose",
    "check t --filter @ -- ./run@",
    "check t --report json=- -- ./run@",
    "check t --report junit=- -- ./run@",
    "check t --report html=- -- ./run@",
    "check t --report md=- -- ./run@",
    "check t --report csv=- -- ./run@",
    "check t --class class --roster roster.csv --grades grades.csv --pages pages --verbose",
    "check t --class class --roster roster.csv --report json=- --force --grades grades.csv",
    "check t --class class --report html=-",
    "check c/p@ --submissions --verbose --show 9",
    "check c/p@ --submissions --report json=-",
    "check c/p@ --submissions --report junit=-",
    "check c/p@ --submissions --report html=-",
    "check c/p@ --submissions --report md=-",
    "check c/p@ --submissions --report csv=-",
    "check t --save-failure saved@ --force -- ./run@",
    "merge r@.json --show 9 --matrix",
    "merge r@.json --report json=-",
    "merge r@.json --report html=-",
    "merge r@.json --report junit=-",
    "merge r@.json --report md=-",
    "merge r@.json --report csv=-",
    "validate c/p@",
    "validate c/p@ --json",
    "validate nim-check nim@.in t",
    "validate nim-check nim@.in t --json",
    "nim-check nim@.in",
    "explain nim-check nim@.in",
    "explain nim-check nim@.in --json",
    "explain sg g@.game 1",
    "explain sg g@.game 3 --json",
    "explain sg graph:graph@.txt a@",
    "explain sg graph:graph@.txt b@",
    "explain sg graph:graph@.txt+g@.game b@ 1 --misere",
    "explain sg graph:graph@.txt a@ --json",
    "explain sg graph:graph@.json a@ --lang zh",
    "explain sg graph:graph@.json x@ --json",
    "mutants c/p@ --seconds 1",
    "mutants t p@.py --seconds 1",
    "mutants t p@.py --seconds 1 --json",
    "stress --gen ./run@ --against ./copy --time 200ms -- ./run@",
    "stress c/p@ --gen ./run@ --against ./copy --time 200ms -- ./run@",
    "stress nim-check --time 500ms -- ./run@",
    "gen c/p@",
    "gen c/p@ --list",
    "import c/p@ -o imported@",
    "export c/p@ --format icpc -o exported@.zip",
    "export c/p@ --format dmoj -o dmoj@.zip",
    "export t --format hydro -o hydro@.zip",
    "samples nim-check -o samples@",
    "sg values g@.game -n 9",
    "sg values g@.game -n 9 --json",
    "sg values g@.game -n 9 --format csv",
    "sg values g@.game -n 9 --format jsonl",
    "sg values g@.game --explain-plan -n 9",
    "sg values graph:graph@.txt --from positions@",
    "sg values graph:graph@.txt --from positions@ --format csv",
    "sg values graph:graph@.txt --from positions@ --format jsonl",
    "sg values nim --from numbers@",
    "sg values broken@.game -n 9",
    "sg values nope@ -n 9",
    "sg period g@.game",
    "sg period g@.game --json",
    "sg period g@.game --verify",
    "sg period --verify=numbers@ g@.game",
    "sg outcome graph:graph@.txt a@",
    "sg outcome graph:graph@.txt a@ --json",
    "sg outcome graph:graph@.txt b@",
    "sg outcome graph:graph@.txt b@ --misere --json",
    "sg outcome graph:graph@.txt --from positions@",
    "sg outcome graph:graph@.txt --from positions@ --format csv",
    "sg outcome graph:graph@.txt --from positions@ --format jsonl",
    "sg outcome graph:graph@.json+nim a@ 1",
    "sg moves graph:graph@.txt a@",
    "sg moves graph:graph@.txt a@ --json",
    "sg moves graph:graph@.txt b@",
    "sg moves graph:graph@.txt b@ --misere --json",
    "sg moves graph:graph@.txt+g@.game a@ 1 --json",
    "sg moves graph:graph@.txt --from positions@",
    "sg moves graph:graph@.txt --from positions@ --format csv",
    "sg moves graph:graph@.txt --from positions@ --format jsonl",
    "sg moves --rules-from rules@.sh 3@ --json",
    "sg moves --rules-from rules@.sh 3@",
    "sg quotient g@.game",
    "sg quotient g@.game --json",
    "sg form g@.game 3",
    "sg form g@.game 3 --json",
    "sg plot g@.game -n 9 -o plot@.svg --force",
    "sg plot g@.game -n 9 -o plot@.svg --force --json",
    "sg checksum g@.game -n 9",
    "sg checksum g@.game -n 9 --json",
    "sg table 0.45@",
    "referee g@.game 3 --a ./run@ --b computer --games 2",
    "referee g@.game 3 --a ./run@ --b computer --games 2 --json",
    "referee graph:graph@.txt a@ --a computer --b computer --games 2",
    "referee graph:graph@.txt a@ --a computer --b computer --games 2 --json",
    "play g@.game 3 --protocol",
    "play graph:graph@.txt a@ --protocol",
    "play nope@ 3",
    "doctor --json",
    "doctor",
    "new x@",
    "receive nowhere@ --template no@",
    "learn --list @",
];

/// Texts of a package that a command hands on as they are where no terminal shows them.
const HANDED_ON: &[&str] = &[
    "show c/p@",
    "show c/p@ --lang x@",
    "show c/p@ --sample s@",
    "show c/p@ --sample s@ --answer",
    "show q",
    "show q --sample 1",
];

#[test]
fn no_command_shows_a_hostile_name_as_it_is() {
    let colours = regex::Regex::new("\u{1b}\\[[0-9;?]*[A-Za-z]").unwrap();
    let place = hostile_place();
    let named =
        |words: &'static str| words.split(' ').map(|word| word.replace('@', HOSTILE)).collect::<Vec<_>>();
    let report =
        ["check", "t", "--report", &format!("json=r{HOSTILE}.json"), "--", &format!("./run{HOSTILE}")];
    place.run(1, &report);
    let mut raw = Vec::new();
    for words in whole::turn(SHOWING.to_vec(), 4) {
        let args = named(words);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let output = place.toolkit(&args).stdin(std::process::Stdio::null()).output().unwrap();
        let piped = printed(&output);
        let piped = if HANDED_ON.contains(&words) { String::new() } else { piped };
        let mut command = place.toolkit(&args);
        command.stdin(std::process::Stdio::null());
        let shown = colours.replace_all(&on_terminal(command), "").into_owned();
        for (how, text) in [("piped", piped), ("shown", shown)] {
            let bad = text.lines().find(|line| line.contains(|c| !is_harmless(c) && c != '\t' && c != '\r'));
            raw.extend(bad.map(|line| format!("{how} {words}: {line:?}")));
        }
        assert!(output.status.code().is_some_and(|code| code < 6), "{words}: {:?}", output.status);
    }
    // Files that were written for people.
    for file in ["grades.csv", "plot@.svg", "pages/index.html"] {
        let Ok(text) = fs::read_to_string(place.path(&file.replace('@', HOSTILE))) else { continue };
        let bad = text.lines().find(|line| line.contains(|c| !is_harmless(c) && c != '\t'));
        raw.extend(bad.map(|line| format!("{file}: {line:.300?}")));
    }
    assert!(raw.is_empty(), "{}", raw.join("\n"));
}
