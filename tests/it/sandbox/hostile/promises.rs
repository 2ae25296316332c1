//! The table of docs/sandbox.md, the findings of `doctor` about a system, and the deeds that a program can do there.

use super::{Attack, User, allowed, jailed, stage};
use crate::whole;
use serde_json::Value;
use std::fs;
use std::net::TcpListener;

/// A deed that a promise forbids, with its argument.
struct Deed<'a> {
    promise: &'a str,
    name: &'a str,
    argument: String,
}

/// Returns the table of the page: its columns, and for each promise its sentence and a cell for each column.
fn table() -> (Vec<&'static str>, Vec<Vec<&'static str>>) {
    let page = include_str!("../../../../docs/sandbox.md");
    let cells = |line: &'static str| line.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>();
    let lines = page.lines().skip_while(|line| !line.starts_with("| promise |"));
    let mut lines = lines.take_while(|line| line.starts_with('|'));
    let titles = cells(lines.next().unwrap());
    // Promises that hold in the same modes share a row.
    let rows = lines.skip(1).map(cells).flat_map(|row| {
        let texts = row[0].split("; ");
        texts.map(|text| [&[text][..], &row[1..]].concat()).collect::<Vec<_>>()
    });
    (titles, rows.collect())
}

#[test]
fn what_a_system_promises_is_what_programs_meet_there() {
    let (titles, rows) = table();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let alone = "without-namespaces";
    let systems: [(&str, &[&str]); 6] = [
        ("", &[]),
        ("no Landlock", &["without-landlock"]),
        ("no namespaces, Landlock 6 or 7", &[alone]),
        ("3 to 5", &[alone, "with-landlock 4"]),
        ("1 or 2", &[alone, "with-landlock 2"]),
        ("neither", &[alone, "without-landlock"]),
    ];
    let users = allowed(&[User::Caller, User::Nobody]);
    let tried = users.iter().flat_map(|&user| systems.iter().map(move |system| (user, system)));
    for (user, &(title, system)) in whole::turn(tried.collect::<Vec<_>>(), 6) {
        let has_landlock = nim_sandbox::sys::landlock_version() >= 6;
        if !has_landlock && !system.contains(&"without-landlock") {
            continue;
        }
        let attack = Attack::new("ok").on(system);
        let mut doctor = attack.system.clone();
        doctor.extend([stage().join("toolkit").display().to_string(), "doctor".into(), "--json".into()]);
        let output = jailed(user, &doctor, attack.folder.path());
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        let end = printed.rfind("\nexit ").unwrap();
        let found: Value = serde_json::from_str(&printed[..end]).unwrap_or_else(|_| panic!("{printed}"));
        let promises = found["sandbox"]["promises"].as_array().unwrap();
        let holds =
            |name: &str| promises.iter().find(|found| found["name"] == name).unwrap()["holds"] == true;

        // The page and the machine agree. The counting of memory and time depends on more than the column says.
        let title = if title.is_empty() && holds("shared-memory") { "complete" } else { title };
        let title = if title.is_empty() { "no control groups" } else { title };
        let column = titles.iter().position(|found| *found == title).unwrap();
        let is_root = user == User::Caller && rustix::process::geteuid().is_root();
        assert_eq!(rows.len(), promises.len());
        for found in promises {
            let row = rows.iter().find(|row| found["promise"] == row[0]).unwrap();
            let is_promised = match row[column] {
                "yes" => true,
                "root" => is_root,
                "user" => !is_root,
                _ => false,
            };
            let depends = ["shared-memory", "cpu-time"].iter().any(|name| found["name"] == *name);
            assert!(depends || found["holds"] == is_promised, "{title} {user:?}: {found}");
        }

        // So do the machine and the results of a program.
        let file = attack.path("file");
        let deed = |promise, name, argument: &str| Deed { promise, name, argument: argument.to_owned() };
        let answer = attack.path("data/1.ans");
        let deeds = [
            deed("contents", "reads-file", &answer),
            deed("names", "finds-file", &answer),
            deed("writing", "writes-outside", &attack.path("")),
            deed("emptying", "empties-file", &file),
            deed("attributes", "marks-file", &file),
            deed("network", "network", &port),
            deed("signals", "signals-others", ""),
            deed("processes", "sees-processes", ""),
            deed("memory-of-others", "memory-of-others", ""),
            deed("other-user", "is-the-caller", "0"),
            deed("traces", "leaves-a-file", &attack.path("")),
            deed("shared-files", "uses-by-others", ""),
            deed("end", "daemon", ""),
            deed("folder-size", "fills-much", ""),
            deed("shared-memory", "shared-memory", ""),
        ];
        for Deed { promise, name, argument } in whole::turn(deeds.into_iter().collect::<Vec<_>>(), 5) {
            fs::write(&file, "of the user").unwrap();
            fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o666)).unwrap();
            let mut attack =
                Attack { deed: vec![name.to_owned(), format!("@{argument}")], ..Attack::new(name) };
            attack.system = Attack::new(name).on(system).system;
            // The second run meets the traces of the first.
            for end in ["in", "ans"] {
                fs::write(attack.path(&format!("data/2.{end}")), "ok\n").unwrap();
            }
            let outcome = attack.option("-j1").run(user);
            // Files that some modes allow in these folders are removed again.
            for folder in ["/tmp", "/var/tmp"] {
                drop(fs::remove_file(format!("{folder}/written-by-hostile")));
            }
            let results = outcome.report["tests"].as_array().unwrap();
            let is_stopped = results.iter().all(|result| {
                result["verdict"] == "AC" || name == "shared-memory" && result["verdict"] == "MLE"
            });
            assert_eq!(is_stopped, holds(promise), "{promise} {title} {user:?}: {results:?}");
        }
    }
}

/// If names and sizes of hidden files can be found out, the page, `doctor`, the note of a check and the refusal of `strict` say so.
#[test]
fn that_names_and_sizes_are_not_hidden_is_said_everywhere() {
    const WEAKNESS: &str = "programs can find out names, sizes and times of hidden files";
    let (titles, rows) = table();
    let row = rows.iter().find(|row| row[0] == "hidden files have no name, size or time").unwrap();
    for (title, cell) in titles.iter().zip(row).skip(1) {
        let has_mounts = ["complete", "no control groups", "no Landlock"].contains(title);
        assert_eq!(*cell, if has_mounts { "yes" } else { "**no**" }, "{title}");
    }
    for user in allowed(&[User::Caller, User::Nobody]) {
        for system in [&[][..], &["without-namespaces"]] {
            let attack = Attack::new("ok").on(system);
            let judge = |words: &[&str]| {
                let mut command = attack.system.clone();
                command.push(stage().join("toolkit").display().to_string());
                command.extend(words.iter().map(|word| (*word).to_owned()));
                String::from_utf8_lossy(&jailed(user, &command, attack.folder.path()).stdout).into_owned()
            };
            let doctor = judge(&["doctor", "--json"]);
            let found: Value = serde_json::from_str(&doctor[..doctor.rfind("\nexit ").unwrap()]).unwrap();
            let promises = found["sandbox"]["promises"].as_array().unwrap();
            let names = promises.iter().find(|found| found["name"] == "names").unwrap();
            let is_weaker = names["holds"] == false;
            assert!(is_weaker || system.is_empty(), "{user:?}: {names}");
            let data = attack.path("data");
            let hostile = stage().join("hostile").display().to_string();
            let check = judge(&["check", &data, "--", &hostile, "ok"]);
            let strict = judge(&["check", &data, "--sandbox", "strict", "--", &hostile, "ok"]);
            assert!(
                check.contains("1 accepted") && check.contains(WEAKNESS) == is_weaker,
                "{user:?}: {check}"
            );
            assert_eq!(strict.contains(WEAKNESS), is_weaker, "{user:?}: {strict}");
            assert_eq!(strict.contains("exit 5"), is_weaker || strict.contains("not complete"), "{strict}");
        }
    }
}
