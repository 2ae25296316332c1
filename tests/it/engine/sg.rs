//! `toolkit sg` as its user sees it: output, errors, exit codes.

use crate::run::Test;
use crate::whole;
use serde_json::{Value, json};
use std::process::Output;
#[cfg(target_os = "linux")]
use {crate::wait, std::time::Duration};

fn test(args: &[&str]) -> Test {
    Test::new().args(["sg"]).args(args)
}

fn sg(args: &[&str]) -> Output {
    test(args).command().output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Splits a command line at spaces.
fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

#[track_caller]
fn check(line: &str, stdout: &str) {
    test(&words(line)).stdout(stdout).run();
}

#[track_caller]
fn check_json(line: &str, expected: &Value) {
    assert_eq!(&object(&test(&words(line)).run()), expected, "{line}");
}

/// Returns the JSON object of an output, without the name of the form, which it has.
#[track_caller]
fn object(output: &Output) -> Value {
    let mut found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found.as_object_mut().unwrap().remove("schema"), Some(json!("toolkit-sg/1")));
    found
}

/// Checks the exit code, that standard output is empty, and that the error contains `says`.
#[track_caller]
fn check_error(line: &str, code: i32, says: &str) {
    test(&words(line)).status(code).error(says).stdout("").run();
}

#[test]
fn values_in_every_format() {
    check("values 0.6 -n 29", "0,0,1,2,0,1,2,3,1,2,3,4,0,3,4,2,1,3,2,1,0,2,1,4,5,1,4,5,1,2\n");
    check("values 0.007 -n 12 --from 8", "0,3,3,1,1\n");
    check("values treblecross -n 0", "0\n");
    check("values kayles -n 3 --format csv", "n,value\n0,0\n1,1\n2,2\n3,3\n");
    check("values kayles -n 9 --from 5 --format json", "[4,3,2,1,4]\n");
    check_json(
        "values kayles -n 2 --json",
        &json!({"game": "kayles", "from": 0, "n": 2, "values": [0, 1, 2]}),
    );
    check("values bash:3 -n 9", "0,1,2,3,0,1,2,3,0,1\n");
    check("values coins:mock-turtles -n 8", "0,1,2,4,7,8,11,13,14\n");
    check("values coins:ruler -n 8", "0,1,2,1,4,1,2,1,8\n");
    check("values coins:moebius -n 9", "0,1,2,4,8,16,31,32,64,103\n");
    check("values array-game:20 -n 20", "0,1,4,3,1,1,2,2,2,2,2,1,1,1,1,1,1,1,1,1,1\n");
    check("values kayles -n 18446744073709551615 --from 18446744073709551614", "2,8\n");
}

#[test]
fn checksums() {
    check(
        "checksum 0.007 -n 9000 --threads 3",
        &text(&sg(&words("checksum 0.007 -n 9000 --threads 1")).stdout),
    );
    check("checksum 0.77 -n 100000", "E740F9DF\n");
    check("checksum dawson -n 100000", "FD5C20D5\n");
    check("checksum 0.106 -n 20000", "64163F6E\n");
    check("checksum kayles -n 0", "00000000\n");
    check_json(
        "checksum kayles -n 100000 --json",
        &json!({"game": "kayles", "n": 100_000, "checksum": "E740F9DF"}),
    );
}

#[test]
fn periods() {
    for (game, preperiod, period, saltus) in [
        ("kayles", 71, 12, 0),
        ("0.07", 53, 34, 0),
        ("0.7777", 142, 24, 0),
        ("0.45", 498, 20, 0),
        ("0.156", 3479, 349, 0),
        ("0.3", 0, 2, 0),
        ("0.1", 2, 1, 0),
        ("0.0", 0, 1, 0),
        ("nim", 0, 1, 1),
        ("bash:6", 0, 7, 0),
        ("subtract:1,3,4", 0, 7, 0),
        ("subtract:2,4,7", 8, 3, 0),
        ("subtract:20,40,70", 80, 30, 0),
        ("allbut:2,5", 0, 4, 2),
        ("powers-of:2", 0, 3, 0),
        ("0.(3)", 0, 1, 1),
        ("0.03(3)", 0, 2, 1),
        ("4.(3)", 1, 4, 4),
        ("0.(30)", 0, 2, 0),
        ("0.0(1)", 2, 1, 0),
        ("hex:0.77", 71, 12, 0),
        ("hex:0.8", 1, 3, 1),
    ] {
        let output = sg(&["period", game, "--json", "--verify"]);
        assert_eq!(output.status.code(), Some(0), "{game}: {}", text(&output.stderr));
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        let expected = [json!(preperiod), json!(period), json!(saltus), json!(true)];
        assert_eq!(
            ["preperiod", "period", "saltus", "verified"].map(|key| found[key].clone()),
            expected,
            "{game}"
        );
    }
}

#[test]
fn what_is_not_proved_is_not_claimed() {
    let output = sg(&["period", "0.6", "--max", "500", "--json"]);
    assert_eq!(output.status.code(), Some(5));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    for key in ["preperiod", "period", "saltus"] {
        assert_eq!(found[key], Value::Null);
    }
    check_error("period 0.6 --max 500", 5, "no period is proved up to heap 500");
    // Heaps up to 166 are one too few, up to 167 enough.
    check_error("period kayles --max 166", 5, "no period is proved");
    assert_eq!(sg(&["period", "kayles", "--max", "167"]).status.code(), Some(0));
    check_error("period grundy --max 300", 5, "no period is proved");
}

#[test]
fn certificates_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kayles.json");
    let certificate = sg(&["period", "kayles", "--json"]).stdout;
    let verify = |certificate: &[u8], game: &str| {
        std::fs::write(&file, certificate).unwrap();
        let output = sg(&["period", game, &format!("--verify={}", file.display())]);
        (output.status.code(), text(&output.stderr))
    };
    assert_eq!(verify(&certificate, "kayles").0, Some(0));
    for (from, to, says) in [
        ("\"preperiod\": 71", "\"preperiod\": 70", "G(82) is not G(70)"),
        ("\"preperiod\": 71", "\"preperiod\": 72", "170 are needed"),
        ("\"period\": 12", "\"period\": 24", "are needed"),
        ("\"period\": 12", "\"period\": 6", "is not G("),
        ("\"saltus\": 0", "\"saltus\": 1", "no theorem"),
        ("\"checksum\": \"C", "\"checksum\": \"D", "not those of the certificate"),
    ] {
        let altered = text(&certificate).replace(from, to);
        assert_ne!(altered.as_bytes(), certificate);
        let (code, error) = verify(altered.as_bytes(), "kayles");
        assert!(code == Some(1) && error.contains(says), "{to}: {error}");
    }
    assert_eq!(verify(&certificate, "dawson").0, Some(1));
    assert_eq!(verify(b"{}", "kayles").0, Some(3));
}

#[test]
fn outcomes() {
    check("outcome nim 3 4 5", "first\nvalues 3 4 5, nim-sum 2\nthe nim-sum of the values is 2, not 0\n");
    let keys = json!({"winner": "second", "grundy": [1, 4], "nim_sum": 5, "misere": true,
        "genus": [[0, 3, 1, 3], [1, 4, 6, 4]], "genera": ["1^{031}", "4^{146}"],
        "reason": "every position that can be reached was searched"});
    check_json("outcome kayles --misere 1 5 --json", &keys);
    let winner = |line: &str| -> Value {
        let output = sg(&[words(line), vec!["--json"]].concat());
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        found["winner"].clone()
    };
    assert_eq!(winner("outcome kayles --misere 9"), "second");
    assert_eq!(winner("outcome kayles 18446744073709551615"), "first");
    assert_eq!(winner("outcome nim --misere 1 1 0"), "first");
    assert_eq!(winner("outcome nim --misere 1 1 1"), "second");
    assert_eq!(winner("outcome kayles+nim+wythoff 5 4 1,2"), "second");
    assert_eq!(winner("outcome wythoff 11400714819323198485,18446744073709551615"), "second");
    assert_eq!(winner("outcome wythoff 18446744073709551615,18446744073709551615"), "first");
    assert_eq!(winner("outcome fibonacci 13"), "second");
    assert_eq!(winner("outcome moore:2 1 1 1"), "second");
    assert_eq!(winner("outcome nim 0"), "second");
    assert_eq!(winner("outcome nim --misere 0"), "first");
}

#[test]
fn moves() {
    let one =
        json!({"moves": [{"component": 0, "from": 3, "to": [1], "grundy_before": 3, "grundy_after": 1}]});
    check_json("moves nim 3 4 5 --json", &one);
    check_json("moves nim 2 2 --json", &json!({"moves": []}));
    check("moves nim 2 2", "no winning move\n");
    check("moves kayles 5 3", "component 1: 5 -> 3 (value 4 -> 3)\ncomponent 1: 5 -> 1,2 (value 4 -> 3)\n");
    check("moves kayles 5 3 --first", "component 1: 5 -> 3 (value 4 -> 3)\n");
    check("moves coins:turtles 7,5,3 --first", "component 1: 7,5,3 -> 3,5,6 (value 1 -> 0)\n");
    check("moves wythoff 4,6", "component 1: 4,6 -> 3,5 (value 9 -> 0)\n");
    check(
        "moves kayles 18446744073709551615 --first",
        "component 1: 18446744073709551615 -> 1,18446744073709551613 (value 8 -> 0)\n",
    );
    check_error("moves kayles 18446744073709551615", 5, "there are more than");
}

#[test]
fn poker_nim_is_nim() {
    let output = sg(&["outcome", "nim", "--poker", "3", "4", "5"]);
    assert!(text(&output.stdout).contains("the answer is that of Nim"), "{}", text(&output.stdout));
    let plain = sg(&["moves", "nim", "3", "4", "5", "--first"]).stdout;
    assert!(sg(&["moves", "nim", "--poker", "3", "4", "5", "--first"]).stdout.starts_with(&plain));
    check_error("outcome kayles --poker 3", 2, "poker");
    check_error("outcome nim+nim --poker 3 4", 2, "poker");
}

#[test]
fn graphs() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        format!("graph:{}", path.display())
    };
    let game = file("game.txt", "a b\na c\nb c\n");
    let output = sg(&["moves", &game, "a", "--json"]);
    let moves = &object(&output)["moves"];
    assert_eq!(moves[0]["from"], "a");
    assert_eq!(moves[0]["to"], json!(["c"]));
    // A vertex is text, however its name looks.
    for (edges, from, to) in [("[[3, 1], [1, 0]]", "1", "0"), ("[[\"12\", \"007\"]]", "12", "007")] {
        let output = sg(&["moves", &file("numbers.json", edges), from, "--json"]);
        let moves = &object(&output)["moves"];
        assert_eq!((&moves[0]["from"], &moves[0]["to"]), (&json!(from), &json!([to])));
    }
    let cyclic = file("cycle.txt", "start a\na b\nb c\nc a\n");
    check_error(&format!("outcome {cyclic} a"), 3, "a -> b -> c -> a");
    check_error(&format!("outcome {} a", file("bad.txt", "a b c\n")), 3, "line 1, column 5");
    check_error(&format!("outcome {game} z"), 2, "no such vertex");
    check_error("outcome graph:/no/such/file a", 5, "cannot read");
    check_error(&format!("values {game} -n 3"), 2, "no G(n)");
}

#[test]
fn wrong_usage() {
    for game in ["moore:2", "staircase", "nimble", "wythoff"] {
        for command in ["values GAME -n 5", "checksum GAME -n 5", "period GAME"] {
            // Pairs have a table of values.
            if command.starts_with("values") && game == "wythoff" {
                continue;
            }
            check_error(&command.replace("GAME", game), 2, "use `");
        }
    }
    check_error("values kayles+nim -n 5", 2, "is a sum");
    check_error("outcome kaylse 3", 2, "did you mean `kayles`?\n  kaylse\n      ^");
    check_error("outcome 0.79 3", 2, "hex:0.79");
    check_error("outcome nim x", 2, "expected a number");
    check_error("outcome nim -1", 2, "expected a number");
    check_error("outcome nim 18446744073709551616", 2, "up to 18446744073709551615");
    check_error("outcome nim 3,4", 2, "one heap");
    check_error("outcome wythoff 3 5", 2, "a pair of heaps, written `3,5`");
    check_error("outcome nim+kayles 3", 2, "one heap for each");
    check_error("outcome nim+nim 3 4 5", 2, "one heap for each");
    check_error("outcome array-game:3 4", 2, "cells 1 to 3");
    check_error("outcome array-game:3 2 2", 2, "twice");
    check_error("outcome coins:turtles 3,3", 2, "twice");
    check_error("outcome coins:turtles 4 3,4", 2, "place 4 is given twice");
    check_error("values kayles -n 3 --from 4", 2, "beyond the last");
    check_error("outcome nim", 2, "");
    check_error("frobnicate", 2, "");
    check_error("values kayles -n 3 --threads 0", 2, "");
}

#[test]
fn what_the_engine_cannot_answer_is_refused() {
    check_error("outcome officers 18446744073709551615 --max 1000", 5, "beyond 1000");
    check_error("outcome coins:mock-turtles 18446744073709551615", 5, "more than 64 bits");
    check_error("outcome wythoff+nim 5000000,3 4", 5, "no formula");
    if !whole::is_skipped("sg outcome coins:moidores 1000000") {
        check_error("outcome coins:moidores 1000000", 5, "coins to be added up");
    }
}

#[test]
fn values_are_saved_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let (first, second) = (folder.path().join("first"), folder.path().join("second"));
    let (first, second) = (first.to_str().unwrap(), second.to_str().unwrap());
    assert_eq!(sg(&["period", "0.6", "--max", "700", "--save", first]).status.code(), Some(5));
    let resumed = sg(&["checksum", "0.6", "-n", "1500", "--resume", first, "--save", second]);
    assert_eq!(resumed.stdout, sg(&["checksum", "0.6", "-n", "1500"]).stdout);
    assert!(text(&std::fs::read(second).unwrap()).contains("\nvalues 1501\n"));
    assert_eq!(sg(&["values", "hex:0.13FF", "-n", "60", "--save", second]).status.code(), Some(0));
    let resumed = sg(&["values", "hex:0.13FF", "-n", "150", "--resume", second]);
    assert_eq!(resumed.stdout, sg(&["values", "hex:0.13FF", "-n", "150"]).stdout);
    check_error(&format!("values 0.354 -n 9 --resume {first}"), 2, "holds values of 0.6");
    std::fs::write(first, text(&std::fs::read(first).unwrap()).replacen("0 0 1 2", "0 0 1 3", 1)).unwrap();
    check_error(&format!("values 0.6 -n 9 --resume {first}"), 3, "do not agree");
    // Games with an amount that divides all others have a table of every so many heaps.
    let stretched = "values subtract:20,50,70,130 -n";
    sg(&words(&format!("{stretched} 100 --save {second}")));
    let resumed = sg(&words(&format!("{stretched} 400 --resume {second}")));
    assert_eq!(resumed.stdout, sg(&words(&format!("{stretched} 400"))).stdout);
}

#[test]
fn a_plot_marks_the_period() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kayles.svg");
    let output = sg(&["plot", "kayles", "-n", "200", "-o", file.to_str().unwrap(), "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let svg = std::fs::read_to_string(file).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert!(svg.contains("preperiod 71, period 12, saltus 0"));
    assert!(svg.matches('M').count() > 190);
    for part in
        ["class=\"preperiod\"", "class=\"period\"", ">heap n<", ">G(n)<", ">200<", "proved: G(n + 12) = G(n)"]
    {
        assert!(svg.contains(part), "{part}");
    }
}

/// Returns the picture that `sg plot` writes with these arguments.
fn plotted(line: &str, name: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    let output = sg(&[words(&format!("plot {line} -o")), vec![file.to_str().unwrap()]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    std::fs::read(file).unwrap()
}

#[test]
fn a_plot_says_that_no_period_is_proved() {
    let svg = plotted("0.6 -n 300", "p.svg");
    assert!(text(&svg).contains("no period is proved, and none is seen in these values"));
    let svg = plotted("0.07 -n 165", "p.svg");
    assert!(text(&svg).contains("no period is proved; observed: "), "{}", text(&svg));
    assert!(text(&svg).contains("first period observed"));
}

#[test]
fn a_plot_of_pairs_colours_a_cell_for_each() {
    let svg = plotted("wythoff -n 7", "p.svg");
    // The P-positions up to 7 are (0, 0), (1, 2), (3, 5), (4, 7) and their mirror images.
    let svg = text(&svg);
    let lost = svg.lines().find(|line| line.contains("class=\"values\" fill=\"#d92b2b\"")).unwrap();
    assert_eq!(lost.matches('M').count(), 7);
    for part in ["first heap", "second heap", "0: P-position", ">value<"] {
        assert!(svg.contains(part), "{part}");
    }
    plotted("wythoff -n 0", "p.svg");
    check_error("plot wythoff -n 501 -o no.svg", 2, "is a game of pairs, drawn up to -n 500, not 501");
    check_error("plot wythoff -n 9 --save x -o no.svg", 2, "is not played on single heaps");
}

#[test]
fn a_plot_is_png_by_its_name() {
    for (line, size) in [("kayles -n 200", (2400, 1280)), ("wythoff -n 20", (1708, 1508))] {
        let bytes = plotted(line, "p.PNG");
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let frame = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((frame.width, frame.height), size);
        // Dots and cells, and text.
        assert!(pixels.chunks(3).filter(|pixel| pixel[2] > pixel[0].saturating_add(60)).count() > 3000);
        assert!(pixels.chunks(3).any(|pixel| pixel == [0x1b, 0x1f, 0x24]));
    }
}

#[test]
fn the_catalogue_lists_every_game() {
    let output = sg(&["games"]);
    assert_eq!(output.status.code(), Some(0));
    let listed = text(&output.stdout);
    let rows = object(&sg(&["games", "--json"]))["games"].clone();
    for entry in nim_engine::games::CATALOGUE {
        assert!(listed.contains(&format!("\n{}\n", entry.notation)) || listed.starts_with(entry.notation));
        assert!(rows.as_array().unwrap().iter().any(|row| row["notation"] == entry.notation));
        if !entry.example.starts_with("graph") {
            let output = sg(&[vec!["outcome", entry.example], entry.example_heaps.to_vec()].concat());
            assert_eq!(output.status.code(), Some(0), "{}: {}", entry.example, text(&output.stderr));
        }
    }
}

/// Ctrl-C ends a long run with 130, and keeps the computed values.
#[cfg(target_os = "linux")]
#[test]
fn an_interruption_keeps_what_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("values");
    let mut child = test(&["period", "0.6", "--max", "100000000", "--save", file.to_str().unwrap()])
        .command()
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    // Starting takes much less.
    let has_worked = || wait::cpu_time(child.id()) > Duration::from_millis(400);
    wait::until("it works", has_worked);
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(std::fs::read_to_string(file).unwrap().starts_with("toolkit sg values 2\ngame 0.6\n"));
}

/// Returns the values of `text`, as `--save` writes them, with the hash that belongs to what was made of them.
fn with_hash(head: &str, values: &[u64]) -> String {
    let mut rows = String::new();
    for row in values.chunks(64) {
        rows += &row.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
        rows.push('\n');
    }
    let hash = blake3::hash(format!("{head}{rows}").as_bytes()).to_hex();
    format!("{head}blake3 {hash}\n{rows}")
}

/// A forger of values can compute the hash as well.
#[test]
fn forged_values_are_not_believed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("values");
    let path = file.to_str().unwrap();
    assert_eq!(sg(&["values", "0.6", "-n", "999", "--save", path]).status.code(), Some(0));
    let honest = text(&std::fs::read(&file).unwrap());
    let values: Vec<u64> =
        honest.lines().skip(4).flat_map(|row| row.split(' ')).map(|value| value.parse().unwrap()).collect();
    let head = "toolkit sg values 2\ngame 0.6\nvalues 1000\n";
    assert_eq!(with_hash(head, &values), honest);
    let mut three = values.clone();
    three[500] += 1;
    three[501] = three[501].wrapping_sub(2).min(1);
    three[502] += 1;
    let swapped = [&values[500..], &values[..500]].concat();
    let other = head.replace("0.6", "0.7");
    for (forged, code) in [
        (with_hash(head, &[0; 1000]), 3),
        (with_hash(head, &three), 3),
        (with_hash(head, &swapped), 3),
        (with_hash(&other, &values), 2),
        (with_hash(head, &vec![u64::MAX; 1000]), 3),
        (with_hash(&head.replace("1000", "18446744073709551615"), &values), 3),
        (with_hash(&head.replace("values 2", "values 1"), &values), 3),
        (with_hash(&format!("{head}more\n"), &values), 3),
        (honest[..honest.len() / 2].to_owned(), 3),
        (honest[..honest.len() - 1].to_owned(), 3),
        (format!("{honest}0\n"), 3),
        (format!("{honest}\n"), 3),
        (honest.replace('\n', "\r\n"), 3),
        (honest.replacen("0 0 1", "0 +0 1", 1), 3),
        (String::new(), 3),
    ] {
        std::fs::write(&file, &forged).unwrap();
        check_error(&format!("values 0.6 -n 2000 --resume {path}"), code, "");
        check_error(&format!("period 0.6 --max 2000 --resume {path}"), code, "");
    }
    std::fs::write(&file, b"\xff\xfe").unwrap();
    check_error(&format!("values 0.6 -n 2000 --resume {path}"), 3, "");
    check_error("values 0.6 -n 9 --resume /dev/zero", 3, "first line");
    // Values that one command saves are resumed by another; values that cannot be resumed are not saved.
    for game in [
        "nim",
        "grundy",
        "squares",
        "primes",
        "hex:0.13FF",
        "allbut:2",
        "coins:mogul",
        "fibonacci",
        "array-game:50",
    ] {
        std::fs::remove_file(&file).ok();
        let saved = sg(&["values", game, "-n", "20", "--save", path]).status.code();
        assert!(matches!(saved, Some(0 | 5)), "{game}");
        assert_eq!(file.exists(), saved == Some(0), "{game}");
        if saved == Some(0) {
            assert_eq!(sg(&["values", game, "-n", "30", "--resume", path]).status.code(), Some(0), "{game}");
        }
    }
}

/// A certificate with any one thing changed is refused, at once.
#[test]
fn forged_certificates_are_not_believed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("certificate.json");
    let verify = |certificate: &str, game: &str| {
        std::fs::write(&file, certificate).unwrap();
        let output = sg(&["period", game, &format!("--verify={}", file.display())]);
        (output.status.code().unwrap(), text(&output.stderr))
    };
    let games = ["kayles", "nim", "allbut:2,5", "hex:0.FEBFED", "subtract:20,40,70", "bash:5"];
    // Every game, and every change of some.
    for (game, every) in games.into_iter().zip([1, 4, 4, 4, 4, 4]) {
        let certificate = text(&sg(&["period", game, "--json"]).stdout);
        assert_eq!(verify(&certificate, game), (0, String::new()), "{game}");
        let keys: Value = serde_json::from_str(&certificate).unwrap();
        for key in ["preperiod", "period", "saltus", "multiple", "values"] {
            let numbers = ["0", "1", "7", "1000000", "\"9223372036854775807\"", "18446744073709551615"];
            for number in whole::part(numbers, every) {
                let (from, to) = (format!("\"{key}\": {}", keys[key]), format!("\"{key}\": {number}"));
                assert!(certificate.contains(&from));
                if from != to {
                    let (code, error) = verify(&certificate.replace(&from, &to), game);
                    assert!(matches!(code, 1 | 5), "{game} {to}: {code} {error}");
                }
            }
        }
        for (key, word) in
            [("theorem", "Foo"), ("game", "dawson"), ("checksum", "00000000"), ("blake3", "00")]
        {
            let (from, to) = (format!("\"{key}\": {}", keys[key]), format!("\"{key}\": \"{word}\""));
            assert_eq!(verify(&certificate.replace(&from, &to), game).0, 1, "{game} {to}");
        }
        for broken in [
            certificate.replacen("toolkit-sg/1", "toolkit-sg/0", 1),
            certificate.replacen('{', "{\"period\": 3,", 1),
            certificate.replacen('{', "{\"other\": 3,", 1),
            certificate.replacen("true", "false", 1),
            certificate.replacen("\"period\": ", "\"period\": -", 1),
            certificate.replacen("\"period\": ", "\"period\": 1.0e", 1),
            certificate[..certificate.len() / 2].to_owned(),
            format!("{certificate}{certificate}"),
            "null".to_owned(),
            "[]".to_owned(),
        ] {
            assert_eq!(verify(&broken, game).0, 3, "{game} {broken}");
        }
    }
}

/// All winning moves of Poker Nim, by the definition: moves to a position that is lost when nothing is added.
#[test]
fn poker_lists_all_that_wins() {
    let lost = |heaps: &[u64], misere: bool| {
        let (xor, or) = heaps.iter().fold((0, 0), |(xor, or), heap| (xor ^ heap, or | heap));
        (xor != 0) == (misere && or <= 1)
    };
    for heaps in
        [vec![2, 8, 8, 3], vec![0, 5], vec![1, 1], vec![1, 0, 1, 1], vec![0, 0], vec![3, 4, 5], vec![1]]
    {
        for misere in [false, true] {
            let mut expected = Vec::new();
            // Play has ended where no stone is left.
            if heaps.iter().any(|&heap| heap > 0) {
                for (index, &heap) in heaps.iter().enumerate() {
                    for to in (0..64).filter(|&to| to != heap) {
                        let mut after = heaps.clone();
                        after[index] = to;
                        if lost(&after, misere) {
                            expected.push((json!(index), json!([to])));
                        }
                    }
                }
            }
            let written: Vec<String> = heaps.iter().map(u64::to_string).collect();
            let mut args = vec!["moves", "nim", "--poker", "--json"];
            args.extend(misere.then_some("--misere"));
            args.extend(written.iter().map(String::as_str));
            let object = object(&sg(&args));
            let listed = object["moves"].as_array().unwrap();
            let found: Vec<_> =
                listed.iter().map(|row| (row["component"].clone(), row["to"].clone())).collect();
            assert_eq!(found, expected, "{heaps:?} {misere}");
            for row in listed.iter().filter(|row| row["to"][0].as_u64() > row["from"].as_u64()) {
                assert!(row["note"].as_str().unwrap().contains("in hand"));
            }
        }
    }
}

/// Questions that once took minutes without a word: each is answered or refused.
#[test]
fn no_question_is_long_and_silent() {
    check("checksum kayles -n 10000000000", "CBD8E797\n");
    check(
        "checksum kayles -n 18446744073709551615",
        &text(&sg(&words("checksum kayles -n 18446744073709551615")).stdout),
    );
    check("checksum nim -n 18446744073709551615", "00000000\n");
    check_error("checksum coins:ruler -n 18446744073709551615", 5, "added up one by one");
    check_error("period allbut:18446744073709551615", 5, "none can be by less than");
    check_error(
        "outcome 0.007 1000000000000000000",
        5,
        "to search for one up to heap 1000000 takes too long",
    );
    check_error("outcome 0.007 1000000000000000000 --max 100", 5, "lies beyond 100");
    let heaps = vec!["3"; 50_000];
    let output = sg(&[vec!["outcome", "kayles+nim"], vec!["3", "5"]].concat());
    assert_eq!(output.status.code(), Some(0));
    for game in ["nim", "0.3", "subtract:1,3,4", "staircase"] {
        let many = sg(&[vec!["outcome", game, "--misere"], heaps.clone()].concat());
        assert_eq!(many.status.code(), Some(0), "{game}: {}", text(&many.stderr));
    }
}

/// A position of many different heaps has more moves than memory holds, before the first of them is searched.
#[test]
fn a_misere_position_too_large_to_search_is_refused_at_once() {
    // The moves of the position itself are too many already.
    let heaps: Vec<String> = (1..=520).map(|heap: u32| heap.to_string()).collect();
    let heaps: Vec<&str> = heaps.iter().map(String::as_str).collect();
    for command in ["outcome", "moves"] {
        let output = sg(&[vec![command, "grundy", "--misere"], heaps.clone()].concat());
        assert_eq!(output.status.code(), Some(5));
        assert!(text(&output.stderr).contains("components in the positions to search"));
    }
}

/// JSON readers that have floating-point numbers alone keep every digit.
#[test]
fn large_numbers_are_strings_in_json() {
    let max = "18446744073709551615";
    check_json(
        &format!("checksum nim -n {max} --json"),
        &json!({"game": "nim", "n": max, "checksum": "00000000"}),
    );
    let found = object(&sg(&["moves", "nim", max, "9007199254740992", "--json"]));
    assert_eq!(found["moves"][0]["from"], json!(max));
    assert_eq!(found["moves"][0]["to"], json!([9_007_199_254_740_992_u64]));
    let found = object(&sg(&["outcome", "nim", max, "--json"]));
    assert_eq!((&found["grundy"], &found["nim_sum"]), (&json!([max]), &json!(max)));
    let found = object(&sg(&["values", "nim", "-n", max, "--from", max, "--json"]));
    assert_eq!(found["values"], json!([max]));
    let found = object(&sg(&["period", "bash:9007199254740993", "--json"]));
    assert_eq!(found["period"], json!("9007199254740994"));
}

#[test]
fn graphs_in_json_are_read_strictly() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        format!("graph:{}", path.display())
    };
    for (json, says) in [
        ("{\"a\": [\"b\"], \"a\": [\"c\"]}", "duplicate key \"a\""),
        ("{\"edges\": [], \"vertices\": [\"a\"], \"edges\": []}", "duplicate key"),
        ("null", "expected an object"),
        ("true", "expected an object"),
        ("3", "expected an object"),
        ("\"a\"", "expected an object"),
        ("[[1, 2.5]]", "integer"),
        ("[[1, 18446744073709551616]]", "integer"),
        ("[[\"a\", null]]", "expected a vertex"),
        ("[[\"a\"]]", "pair"),
        ("{\"a\": 3}", "list"),
        ("{\"vertices\": 3, \"edges\": []}", "list"),
        ("{\"vertices\": [], \"edges\": [], \"more\": []}", "unknown key"),
        ("{\"vertices\": [{}], \"edges\": []}", "not an object"),
    ] {
        check_error(&format!("outcome {} a", file("game.json", json)), 3, says);
    }
    check_error(&format!("outcome {} a", file("null.txt", "null\n")), 3, "expected an object");
    for (name, empty) in [("empty.txt", ""), ("empty.json", "{}"), ("list.json", "[]")] {
        check_error(&format!("outcome {} a", file(name, empty)), 2, "no such vertex: it is empty");
    }
    // A call for each vertex would overflow the stack.
    let path: String = (0..100_000).map(|n| format!("{n} {}\n", n + 1)).collect();
    let cycle = file("cycle.txt", &format!("{path}100000 0\n"));
    let refused = test(&["outcome", &cycle, "7"]).status(3).error("0 -> 1 -> 2 -> 3 -> … ->").stdout("");
    let error = refused.run().stderr;
    assert!(error.len() < 300 && text(&error).contains("100001 vertices"), "{}", text(&error));
    for misere in [&[][..], &["--misere"]] {
        let output = sg(&[&["outcome", &file("path.txt", &path), "7"], misere].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    }
}

#[test]
fn numbers_out_of_range_are_refused_in_plain_words() {
    for option in
        ["values kayles -n", "values kayles -n 5 --from", "period kayles --max", "checksum kayles -n"]
    {
        for (number, why) in [
            ("-1", "must be at least 0"),
            ("18446744073709551616", "must be at most 18446744073709551615"),
            ("1e9", "expected a number"),
            ("nan", "expected a number"),
        ] {
            Test::new().line(&format!("sg {option} {number}")).status(2).error(why).run();
        }
    }
    Test::new()
        .line("sg plot kayles -o no.svg -n 10000001")
        .status(2)
        .error("must be at most 10000000")
        .run();
}

#[test]
fn values_are_not_shown_where_a_search_decides() {
    for command in ["sg outcome", "explain sg"] {
        let said = |position: &str| {
            let output = Test::new().line(&format!("{command} {position}")).run();
            String::from_utf8(output.stdout).unwrap()
        };
        for searched in ["kayles --misere 9", "kayles --misere 5 3"] {
            let text = said(searched);
            assert!(
                text.contains("search") && !text.contains("nim-sum") && !text.contains("value"),
                "{text}"
            );
        }
        let text = said("nim --misere 2 1 1");
        assert!(text.contains("nim-sum 2") && text.contains("above 1"), "{text}");
    }
}
