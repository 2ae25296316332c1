//! The command line of `toolkit check`: what it refuses, and in which words.

use crate::place::{Place, one};

#[test]
fn numbers_out_of_range_are_refused_in_words() {
    let place = one(&["ok:#!/bin/sh\ncat\n"]);
    let refused = [
        ("-j", "0", "must be at least 1"),
        ("-j", "-1", "must be at least 1"),
        ("-j", "1e3", "expected a number"),
        ("--time-limit", "0", "must be at least 1us"),
        ("--time-limit", "-1", "expected a time such as 2s"),
        ("--time-limit", "nan", "expected a time such as 2s"),
        ("--wall-limit", "inf", "expected a time such as 2s"),
        ("--wall-limit", "1e400", "expected a time such as 2s"),
        ("--wall-limit", "99999999999", "must be at most a week"),
        ("--memory-limit", "0", "must be at least 1 byte"),
        ("--memory-limit", "99999999999G", "must be at most"),
        ("--output-limit", "-5M", "expected a size such as 256M"),
        ("--compare", "float:nan", "found \"float:nan\""),
        ("--compare", "float:1e400", "found \"float:1e400\""),
        ("--shard", "0/4", "the first is 1/4"),
        ("--shard", "5/4", "the last is 4/4"),
        ("--shard", "1/0", "the number of shards must be at least 1"),
        ("--shard", "-1/2", "expected a shard such as 2/8"),
    ];
    for (option, value, words) in refused {
        let text = place.run(2, &["check", "t", option, value, "--", "./ok"]);
        assert!(text.contains(words), "{option} {value}: {text}");
    }
    for jobs in ["1", "1000000000000", "18446744073709551615", "99999999999999999999999"] {
        place.run(0, &["check", "t", "-j", jobs, "--", "./ok"]);
    }
}

#[test]
fn a_path_without_test_data_is_not_passed_over() {
    let place = Place::new(&[
        "john/1.in:0\n",
        "john/1.ans:\n",
        "john/orphan.in:0\n",
        "wrong:#!/bin/sh\n",
        "a note:x\n",
        "solution/main.py:print()\n",
        "empty/README.md:x\n",
    ]);
    let suggestion = "toolkit check john -- ";
    for (path, shown) in [
        ("./wrong", "./wrong"),
        ("wrong", "./wrong"),
        ("a note", "'a note'"),
        ("solution", "solution"),
        ("sh", "sh"),
        ("/dev/null", "/dev/null"),
    ] {
        let text = place.run(2, &["check", "john", path]);
        assert!(text.contains(&format!("{suggestion}{shown}\n")) && !text.contains("accepted"), "{text}");
    }
    let text = place.run(2, &["check", "john", "sh", "wrong"]);
    assert!(text.contains(&format!("{suggestion}sh wrong\n")), "{text}");
    assert!(place.run(2, &["check", "./wrong"]).contains("toolkit check testdata -- ./wrong"));
    place.run(2, &["check", "solution"]);
    for (path, why) in [("john/orphan.in", "partner is missing"), ("empty", "a folder without tests")] {
        let text = place.run(2, &["check", "john/1.in", path]);
        assert!(text.contains(why) && !text.contains("accepted"), "{text}");
        place.run(4, &["check", path]);
    }
    assert!(place.run(2, &["check", "john/1.ans"]).contains("the answer of a test"));
    // What `john/1.*` and `john` give is all test data.
    assert!(place.run(0, &["check", "john/1.ans", "john/1.in"]).contains("1 test: 1 accepted"));
    place.run(0, &["check", "john"]);
}
