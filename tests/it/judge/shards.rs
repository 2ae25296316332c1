//! Shards merge only when they belong to the same check, wherever each of them ran.

use std::fs;

use serde_json::Value;

use crate::place::Place;

const CHECK: [&str; 3] = ["check", "john", "--shard"];

/// A folder with a check of four tests, as another machine may have it.
fn machine(more: &[&str]) -> Place {
    let place = Place::new(&["cat:#!/bin/sh\ncat\n", "checker:#!/bin/sh\nexit 0\n", "data.txt:x\n"]);
    for test in 1..=4 {
        place.write(&format!("john/{test}.in"), "x\n");
        place.write(&format!("john/{test}.ans"), "x\n");
    }
    for file in more {
        let (name, content) = file.split_once(':').unwrap();
        place.write(name, content);
    }
    place
}

/// Runs a shard and gives the path of its report.
#[track_caller]
fn shard(place: &Place, shard: &str, args: &[&str]) -> String {
    place.run(0, &[&CHECK[..], &[shard, "--report", "json=r.json"], args].concat());
    place.path("r.json").display().to_string()
}

const RUN: [&str; 2] = ["--", "./cat"];

#[test]
fn shards_of_different_checks_are_refused_by_name() {
    let first = machine(&[]);
    let one = shard(&first, "1/2", &RUN);
    let same = machine(&[]);
    first.run(0, &["merge", &one, &shard(&same, "2/2", &RUN)]);
    let refused: [(&[&str], &[&str], &str); 12] = [
        (&["john/2.in:x \n"], &RUN, "differs: inputs"),
        (&["john/3.in:x \n"], &RUN, "differs: inputs"),
        (&["john/3.ans:x \n"], &RUN, "differs: answers"),
        (&["john/9.in:x\n", "john/9.ans:x\n"], &RUN, "names of the tests"),
        (&["john/config.yml:time: 4s\n"], &RUN, "differ: limits (1s CPU"),
        (&["cat:#!/bin/sh\n\ncat\n"], &RUN, "differs: programs"),
        (&[], &["--time-limit", "9s", "--", "./cat"], "differs: limits (1s CPU, 3s wall"),
        (&[], &["--compare", "exact", "--", "./cat"], "differs: comparison or checker (tokens and exact)"),
        (&[], &["--checker", "./checker", "--", "./cat"], "differs: comparison or checker"),
        (&[], &["--sandbox", "off", "--", "./cat"], "differs: sandbox mode (auto and off)"),
        (&[], &["--allow-read", "data.txt", "--", "./cat"], "differs: readable files"),
        (&[], &["--problem", "nim-check", "--", "./cat"], "problems (john and nim-check)"),
    ];
    for (files, args, says) in refused {
        let other = machine(files);
        let two = shard(&other, "2/2", args);
        let text = first.run(5, &["merge", &one, &two]);
        assert!(text.contains(says), "{files:?} {args:?}: {text}");
    }
}

#[test]
fn places_threads_and_order_may_differ() {
    let (first, second) = (machine(&[]), machine(&[]));
    let one = shard(&first, "1/2", &RUN);
    first.run(0, &["merge", &one, &shard(&second, "2/2", &["--compare", "tokens", "--", "./cat"])]);
    let with = ["--checker", "./checker", "--allow-read", "data.txt", "-j2", "--", "./cat"];
    let one = shard(&first, "1/2", &with);
    let there = second.path("cat").display().to_string();
    let checker = second.path("checker").display().to_string();
    let data = second.path("data.txt").display().to_string();
    let two = shard(&second, "2/2", &["--checker", &checker, "--allow-read", &data, "-j1", "--", &there]);
    first.run(0, &["merge", &two, &one]);
    // A program that is found on the path counts by its contents, too.
    let on_path = |place: &Place, shard: &str, content: &str| {
        place.write("bin/mine", content);
        let path = format!("{}:{}", place.path("bin").display(), std::env::var("PATH").unwrap());
        let args = [&CHECK[..], &[shard, "--report", "json=r.json", "--", "mine"]].concat();
        assert!(place.toolkit(&args).env("PATH", path).status().unwrap().success());
        place.path("r.json").display().to_string()
    };
    let one_on_path = on_path(&first, "1/2", "#!/bin/sh\ncat\n");
    first.run(0, &["merge", &one_on_path, &on_path(&second, "2/2", "#!/bin/sh\ncat\n")]);
    let two = on_path(&second, "2/2", "#!/bin/sh\ncat #\n");
    assert!(first.run(5, &["merge", &one_on_path, &two]).contains("differs: programs"));
    let one = shard(&first, "1/2", &with);
    // The checker's contents count, not its name.
    second.write("checker", "#!/bin/sh\n\nexit 0\n");
    let two = shard(&second, "2/2", &with);
    assert!(first.run(5, &["merge", &one, &two]).contains("differs: comparison or checker"));
}

#[test]
fn a_report_without_the_parts_of_its_fingerprint_is_refused() {
    let place = machine(&[]);
    let one = shard(&place, "1/2", &RUN);
    let mut report: Value = serde_json::from_slice(&fs::read(&one).unwrap()).unwrap();
    report["shard"].as_object_mut().unwrap().remove("parts");
    fs::write(place.path("old.json"), report.to_string()).unwrap();
    let two = shard(&place, "2/2", &RUN);
    for reports in [["old.json", two.as_str()], [two.as_str(), "old.json"]] {
        assert!(place.run(5, &["merge", reports[0], reports[1]]).contains("older version"));
    }
}
