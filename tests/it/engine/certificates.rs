//! Certificates of periods: checked by the program in Python that stands beside the documentation, and by this one with
//! interruptions, other names and an estimate.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use serde_json::{Map, Value, json};

use crate::run::Test;
#[cfg(target_os = "linux")]
use {crate::wait, std::time::Duration};

const CHECKER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/check_certificate.py");

/// Returns the certificate of a game, if a period is proved.
fn certificate(game: &str, max: &str) -> Option<String> {
    let run = Test::new().args(["sg", "period", game, "--json", "--max", max]).command().output().unwrap();
    run.status.success().then(|| String::from_utf8(run.stdout).unwrap())
}

/// Returns for each text whether the checker accepts it, and its message; `None` without Python.
fn checked(texts: &[Vec<u8>]) -> Option<Vec<(bool, String)>> {
    let folder = tempfile::tempdir().unwrap();
    let files: Vec<_> = (0..texts.len()).map(|n| folder.path().join(format!("{n}.json"))).collect();
    files.iter().zip(texts).for_each(|(file, text)| std::fs::write(file, text).unwrap());
    let Ok(run) = Command::new("python3").arg(CHECKER).args(&files).output() else {
        eprintln!("skipped: there is no python3");
        return None;
    };
    let said = String::from_utf8(run.stdout).unwrap();
    let said: Vec<_> = files
        .iter()
        .zip(said.lines())
        .map(|(file, line)| {
            let verdict = line.strip_prefix(&format!("{}: ", file.display())).unwrap();
            (verdict.starts_with("accepted: "), verdict.to_owned())
        })
        .collect();
    assert_eq!(said.len(), texts.len(), "{}", String::from_utf8_lossy(&run.stderr));
    let expected = i32::from(said.iter().any(|(accepted, _)| !accepted));
    assert_eq!(run.status.code(), Some(expected), "{}", String::from_utf8_lossy(&run.stderr));
    Some(said)
}

#[test]
fn a_program_that_shares_nothing_accepts_every_certificate_of_the_catalogue() {
    let catalogue = Test::new().line("sg games --json").run().stdout;
    let catalogue: Value = serde_json::from_slice(&catalogue).unwrap();
    let examples =
        catalogue["games"].as_array().unwrap().iter().map(|entry| entry["example"].as_str().unwrap());
    let coins = ["coins:turtles", "coins:twins"];
    let more = [
        "hex:0.8",
        "hex:0.FEBFED",
        "hex:0.77",
        "0.0",
        "0.1",
        "4.0",
        "subtract:20,40,70",
        "subtract:2..5",
        "allbut:3",
    ];
    let powers = ["powers-of:1", "powers-of:3", "powers-of:4"];
    let proved: Vec<(&str, String)> = examples
        .chain(coins)
        .chain(more)
        .chain(powers)
        .filter_map(|game| {
            let max = if game == "0.156" { "8000" } else { "300" };
            Some((game, certificate(game, max)?))
        })
        .collect();
    let games: BTreeSet<&str> = proved.iter().map(|(game, _)| *game).collect();
    let provable = [
        "nim",
        "bash:3",
        "subtract:1,3,4",
        "allbut:2,5",
        "powers-of:2",
        "0.156",
        "kayles",
        "dawson",
        "lasker",
    ];
    for game in provable.into_iter().chain(coins).chain(more).chain(powers) {
        assert!(games.contains(game), "{game} has no certificate");
    }
    let texts: Vec<_> = proved.iter().map(|(_, text)| text.clone().into_bytes()).collect();
    for ((game, text), (accepted, said)) in proved.iter().zip(checked(&texts).unwrap_or_default()) {
        assert!(accepted, "{game}: {said}\n{text}");
    }
}

/// A change of a certificate's values; every kind makes it another certificate.
type Edit = fn(&mut Map<String, Value>);

/// Edits of the keys' values.
const EDITS: &[(&str, Edit)] = &[
    ("an unknown key", |map| drop(map.insert("author".into(), json!("x")))),
    ("no proof", |map| map["proved"] = json!(false)),
    ("a proof that is a number", |map| map["proved"] = json!(1)),
    ("a pattern that is observed", |map| map["observed"] = json!({"preperiod": 0, "period": 1, "saltus": 0})),
    ("verified by a word", |map| drop(map.insert("verified".into(), json!("yes")))),
    ("another schema", |map| map["schema"] = json!("toolkit-sg/2")),
    ("another game", |map| map["game"] = json!("0.137")),
    ("an unknown game", |map| map["game"] = json!("chess")),
    ("a game in capitals", |map| map["game"] = json!(map["game"].as_str().unwrap().to_uppercase() + "X")),
    ("a sum of games", |map| map["game"] = json!(map["game"].as_str().unwrap().to_owned() + "+nim")),
    ("another theorem", |map| map["theorem"] = json!("quadratic reciprocity")),
    ("a theorem of other games", |map| {
        let of_others = if map["theorem"] == "Guy-Smith" { "repeated window" } else { "Guy-Smith" };
        map["theorem"] = json!(of_others);
    }),
    ("a checksum of other values", |map| map["checksum"] = json!("00000000")),
    ("a checksum in small letters", |map| map["checksum"] = json!("0000abcd")),
    ("half a checksum", |map| map["checksum"] = json!(&map["checksum"].as_str().unwrap()[..4])),
    ("half a hash", |map| map["blake3"] = json!(&map["blake3"].as_str().unwrap()[..32])),
    ("a preperiod more", |map| map["preperiod"] = json!(number(map, "preperiod") + 1)),
    ("a preperiod less", |map| map["preperiod"] = json!(number(map, "preperiod").wrapping_sub(1))),
    ("a preperiod of two more with its values", |map| {
        map["preperiod"] = json!(number(map, "preperiod") + 2);
        map["values"] = json!(number(map, "values") + 4);
    }),
    ("a period more", |map| map["period"] = json!(number(map, "period") + 1)),
    ("a period less", |map| map["period"] = json!(number(map, "period") - 1)),
    ("a period of 0", |map| map["period"] = json!(0)),
    ("twice the period", |map| map["period"] = json!(2 * number(map, "period"))),
    ("twice the period and the saltus", |map| {
        map["period"] = json!(2 * number(map, "period"));
        map["saltus"] = json!(2 * number(map, "saltus"));
    }),
    ("three times the period and the saltus", |map| {
        map["period"] = json!(3 * number(map, "period"));
        map["saltus"] = json!(3 * number(map, "saltus"));
    }),
    ("a huge period", |map| map["period"] = json!("9223372036854775808")),
    ("a saltus more", |map| map["saltus"] = json!(number(map, "saltus") + 1)),
    ("a huge saltus", |map| map["saltus"] = json!("18446744073709551615")),
    ("no multiple", |map| map["multiple"] = json!(0)),
    ("a multiple more", |map| map["multiple"] = json!(number(map, "multiple") + 1)),
    ("twice the multiple", |map| map["multiple"] = json!(2 * number(map, "multiple"))),
    ("a value less", |map| map["values"] = json!(number(map, "values") - 1)),
    ("a value more", |map| map["values"] = json!(number(map, "values") + 1)),
    ("no values", |map| map["values"] = json!(0)),
    ("huge values", |map| map["values"] = json!("9223372036854775808")),
    ("a number above 64 bits", |map| map["values"] = json!("18446744073709551616")),
    ("a negative number", |map| map["saltus"] = json!(-1)),
    ("a fraction", |map| map["period"] = json!(number(map, "period") as f64)),
    ("a small number as a word", |map| map["period"] = json!(number(map, "period").to_string())),
    ("a truth for a number", |map| map["multiple"] = json!(true)),
];

fn number(map: &Map<String, Value>, key: &str) -> u64 {
    map[key].as_u64().unwrap()
}

/// A corruption of a certificate's text.
type Corruption = fn(&str) -> Vec<u8>;

/// Edits of the text.
const CORRUPTIONS: &[(&str, Corruption)] = &[
    ("half of it", |text| text.as_bytes()[..text.len() / 2].to_vec()),
    ("two of it", |text| format!("{text}{text}").into_bytes()),
    ("a list of it", |text| format!("[{text}]").into_bytes()),
    ("nothing", |_| Vec::new()),
    ("null", |_| b"null".to_vec()),
    ("a comma too many", |text| text.replacen(",", ",,", 1).into_bytes()),
    ("not UTF-8", |text| [text.as_bytes(), b"\xff"].concat()),
    ("not a number", |text| text.replacen("\"multiple\": ", "\"multiple\": NaN, \"x\": ", 1).into_bytes()),
    ("an exponent", |text| text.replacen("\"values\": ", "\"values\": 1e", 1).into_bytes()),
];

#[test]
fn every_kind_of_edit_is_refused() {
    let games = ["kayles", "nim", "allbut:2,5", "hex:0.FEBFED", "subtract:20,40,70", "lasker", "powers-of:2"];
    let (mut names, mut texts) = (Vec::new(), Vec::new());
    let mut add = |name: String, honest: &Value, text: Vec<u8>| {
        assert_ne!(serde_json::from_slice(&text).ok().as_ref(), Some(honest), "{name} is no edit");
        names.push(name);
        texts.push(text);
    };
    let mut kinds = BTreeSet::new();
    for game in games {
        let text = certificate(game, "300").unwrap();
        let honest: Value = serde_json::from_str(&text).unwrap();
        let edited = |edit: &dyn Fn(&mut Map<String, Value>)| {
            let mut map = honest.as_object().unwrap().clone();
            edit(&mut map);
            serde_json::to_vec(&map).unwrap()
        };
        for (name, edit) in EDITS {
            // Twice a saltus of 0 is the same; that is "twice the period".
            add(format!("{game}: {name}"), &honest, edited(edit));
            kinds.insert((*name).to_owned());
        }
        for (name, corrupt) in CORRUPTIONS {
            add(format!("{game}: {name}"), &honest, corrupt(&text));
            kinds.insert((*name).to_owned());
        }
        for (key, value) in honest.as_object().unwrap() {
            let changed = if value.is_string() { json!(3) } else { json!("word") };
            let removed = edited(&|map: &mut Map<String, Value>| drop(map.remove(key)));
            let retyped = edited(&|map: &mut Map<String, Value>| map[key] = changed.clone());
            let twice = text.replacen('{', &format!("{{\"{key}\": {value},"), 1);
            add(format!("{game}: no {key}"), &honest, removed);
            add(format!("{game}: {key} of another type"), &honest, retyped);
            // Some readers take the last of them, which makes the same object.
            add(format!("{game}: {key} twice"), &Value::Null, twice.into_bytes());
            kinds.extend(["no", "another type", "twice"].map(|kind| format!("{kind} {key}")));
        }
    }
    assert!(kinds.len() >= 33, "{kinds:?}");
    for (name, (accepted, said)) in names.iter().zip(checked(&texts).unwrap_or_default()) {
        assert!(!accepted && said.starts_with("refused: "), "{name}: {said}");
    }
}

/// Claims whose other numbers were made to agree, so that only the proof is wrong.
#[test]
fn a_claim_that_agrees_with_itself_is_refused_by_its_proof() {
    let forged = |game: &str, numbers: &[(&str, u64)]| {
        let mut map: Map<String, Value> = serde_json::from_str(&certificate(game, "300").unwrap()).unwrap();
        numbers.iter().for_each(|(key, number)| map[*key] = json!(number));
        let last = (number(&map, "values") - 1).to_string();
        let checksum = Test::new().args(["sg", "checksum", game, "-n", &last]).run().stdout;
        map["checksum"] = json!(String::from_utf8(checksum).unwrap().trim());
        serde_json::to_vec(&map).unwrap()
    };
    let claims = [
        ("kayles", vec![("preperiod", 72), ("values", 170)], "the preperiod is not the least"),
        ("kayles", vec![("preperiod", 70), ("values", 166)], "G(82) is not G(70) + 0"),
        ("kayles", vec![("period", 24), ("values", 192)], "the period is not the least"),
        ("kayles", vec![("multiple", 2), ("values", 192)], "the multiple is not the least"),
        ("kayles", vec![("preperiod", 0), ("period", 1), ("values", 6)], "is not G("),
        ("bash:3", vec![("period", 8), ("values", 16)], "the period is not the least"),
        ("lasker", vec![("period", 8), ("saltus", 8), ("values", 17)], "the period is not the least"),
        ("hex:0.8", vec![("multiple", 2), ("values", 22)], "the multiple is not the least"),
        ("hex:0.FEBFED", vec![("multiple", 1), ("values", 18)], "does not prove it by these values"),
    ];
    let texts: Vec<_> = claims.iter().map(|(game, numbers, _)| forged(game, numbers)).collect();
    for ((game, numbers, why), (_, said)) in claims.iter().zip(checked(&texts).unwrap_or_default()) {
        assert!(said.starts_with("refused: ") && said.contains(why), "{game} {numbers:?}: {said}");
    }
}

/// Writes the certificate of Kayles with some text replaced.
fn write_kayles(file: &Path, from: &str, to: &str) {
    std::fs::write(file, certificate("kayles", "300").unwrap().replace(from, to)).unwrap();
}

#[test]
fn a_game_of_two_names_has_one_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let run = |game: &str| Test::new().folder(folder.path()).args(["sg", "period", game, "--verify=c.json"]);
    write_kayles(&folder.path().join("c.json"), "", "");
    let verified = "verified: 168 values computed anew by the definition\n";
    run("0.77").stdout(verified).run();
    run("kayles").stdout(verified).run();
    run("0.7").status(1).error("is one of kayles, not of 0.7").stdout("").run();
    let own = certificate("0.77", "300").unwrap();
    std::fs::write(folder.path().join("c.json"), own).unwrap();
    run("kayles").stdout(verified).run();
}

#[test]
fn a_period_is_printed_before_it_is_checked() {
    for (game, preperiod, period, saltus, values) in
        [("lasker", 1, 4, 4, 9), ("coins:turtles", 0, 1, 1, 2), ("coins:twins", 1, 1, 1, 3)]
    {
        let output = Test::new().args(["sg", "period", game, "--verify"]).run().stdout;
        let output = String::from_utf8(output).unwrap();
        let lines: Vec<&str> = output.lines().collect();
        assert_eq!(lines[0], format!("preperiod {preperiod}, period {period}, saltus {saltus}"));
        assert_eq!(lines[2], format!("verified: {values} values computed anew by the definition"));
    }
    // The last computed heap is the last one of the proof; a check of so many values takes minutes.
    let output = Test::new().line("sg period 0.16 --max 600000 --verify").status(5).error("--yes").run();
    let output = String::from_utf8(output.stdout).unwrap();
    assert!(output.starts_with("preperiod 105351, period 149459, saltus 0\nproof: "), "{output}");
    assert!(!output.contains("verified"));
}

#[test]
fn a_long_check_is_announced() {
    let folder = tempfile::tempdir().unwrap();
    write_kayles(&folder.path().join("c.json"), "\"values\": 168", "\"values\": 10000000");
    let line = "sg period kayles --verify=c.json";
    Test::new()
        .folder(folder.path())
        .line(line)
        .status(5)
        .error("minutes: `--yes` begins it")
        .stdout("")
        .run();
}

#[test]
fn a_check_is_saved_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let run = |options: &str| {
        Test::new().folder(folder.path()).line(&format!("sg period kayles --verify=c.json {options}"))
    };
    write_kayles(&folder.path().join("c.json"), "", "");
    let verified = "verified: 168 values computed anew by the definition\n";
    run("--save v").stdout(verified).run();
    run("--resume v").stdout(verified).run();
    let saved = std::fs::read_to_string(folder.path().join("v")).unwrap();
    assert!(saved.starts_with("toolkit sg values 2\ngame kayles\nvalues 168\n"), "{saved}");
    std::fs::write(folder.path().join("v"), saved.replace("0 1 2 3", "0 1 2 4")).unwrap();
    run("--resume v").status(3).error("the values do not agree with the hash").stdout("").run();
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_check_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    write_kayles(&folder.path().join("long.json"), "\"values\": 168", "\"values\": 10000000");
    write_kayles(&folder.path().join("c.json"), "", "");
    let mut child = Test::new()
        .folder(folder.path())
        .line("sg period kayles --verify=long.json --yes --save v")
        .command()
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    wait::until("it works", || wait::cpu_time(child.id()) > Duration::from_millis(400));
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let saved = std::fs::read_to_string(folder.path().join("v")).unwrap();
    let count = saved.lines().nth(2).and_then(|line| line.strip_prefix("values ")?.parse::<u64>().ok());
    assert!(count.is_some_and(|count| count > 168), "{count:?}");
    let resumed = Test::new().folder(folder.path()).line("sg period kayles --verify=c.json --resume v").run();
    assert!(String::from_utf8(resumed.stdout).unwrap().starts_with("verified: "));
}
