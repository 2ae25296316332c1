//! `toolkit mutants`: the small mistakes that the tests of a package catch.

use serde_json::Value;

use crate::place::Place;
use crate::run::printed;

/// Returns a package whose problem is to print n + 1, or 1 where n is negative.
fn package(tests: &[(i32, i32)]) -> Place {
    let program = "n = int(input())\nif n < 0:\n    n = 0\nprint(n + 1)\n";
    let place = Place::new(&["p/problem.yaml:problem_format_version: 2025-09\nname: p\nuuid: u\n"]);
    place.write("p/submissions/accepted/a.py", program);
    place.write("p/submissions/wrong_answer/b.py", "print(1)\n");
    tests.iter().for_each(|&test| add_test(&place, test));
    place
}

fn add_test(place: &Place, (input, answer): (i32, i32)) {
    place.write(&format!("p/data/secret/{input}.in"), &format!("{input}\n"));
    place.write(&format!("p/data/secret/{input}.ans"), &format!("{answer}\n"));
}

fn json(place: &Place, code: i32, further: &[&str]) -> Value {
    let args = [&["mutants", "p", "--json"], further].concat();
    serde_json::from_slice(&place.test(&args).status(code).run().stdout).unwrap()
}

#[test]
fn survivors_are_shown_until_a_test_or_a_reason_is_added() {
    let place = package(&[(5, 6)]);
    let text = place.run(1, &["mutants", "p"]);
    let survivor = "accepted/a.py:3: removed statement\n-     n = 0\n+     pass\n";
    assert!(text.contains(survivor) && text.contains("secret/5"), "{text}");
    assert!(!text.contains("b.py"), "{text}");
    add_test(&place, (-3, 1));
    // Mutants that another test rejected are not run again, but those that passed all tests are.
    let text = place.run(1, &["mutants", "p", "--resume"]);
    assert!(!text.contains(survivor), "{text}");
    let bound = "accepted/a.py:2: relational operator\n- if n < 0:\n+ if n <= 0:\n";
    let constant = "accepted/a.py:2: constant\n- if n < 0:\n+ if n < 1:\n";
    assert!(text.contains(bound) && text.contains(constant) && text.contains(" 2 survived"), "{text}");
    let reason = "# 0 stays 0\n";
    let stale = "accepted/a.py:9\n- x\n+ y\n# gone\n";
    place.write("p/submissions/equivalent.txt", &[bound, reason, constant, reason, stale].concat());
    let found = json(&place, 0, &["--resume", "--seconds", "0"]);
    let (score, mutants) = (&found["score"], found["mutants"].as_array().unwrap());
    assert_eq!(
        (&score["equivalent"], &score["survived"], &score["not_run"]),
        (&2.into(), &0.into(), &0.into())
    );
    assert_eq!(found["percent"], "100.0 %");
    assert!(mutants.iter().any(|mutant| mutant["reason"] == "0 stays 0"), "{found}");
    assert_eq!(found["notes"].as_array().unwrap().len(), 1, "{found}");
    // Without --resume nothing is known.
    assert_eq!(json(&place, 0, &["--seconds", "0"])["score"]["not_run"], score["mutants"]);
    place.write("p/submissions/equivalent.txt", bound);
    place.test(&["mutants", "p"]).status(5).error("the entry has no reason").run();
}

#[test]
fn what_does_not_compile_or_changes_nothing_is_counted_apart() {
    let place = package(&[(5, 6)]);
    let program =
        "#include <stdio.h>\nint main(void) {\n    long long n = 3;\n    if (n % 2) puts(\"6\");\n}\n";
    place.write("c.c", program);
    let found = json(&place, 0, &["c.c"]);
    let of = |operator: &str, after: &str| {
        let mutants = found["mutants"].as_array().unwrap().iter();
        let named = mutants.filter(|mutant| mutant["operator"] == operator);
        named
            .filter(|mutant| mutant["after"].as_str().unwrap().contains(after))
            .map(|found| found["outcome"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(of("type", "double n"), ["stillborn"]);
    assert_eq!(of("type", "int n"), ["equal"]);
    assert_eq!(of("constant", "= 4"), ["killed"]);
    assert_eq!(found["score"]["survived"], 0);
}

#[test]
fn a_program_that_is_not_accepted_has_no_mutants() {
    let place = package(&[(5, 6), (-3, 1)]);
    let text = place.run(1, &["mutants", "p", "p/submissions/wrong_answer/b.py"]);
    assert!(text.contains("b.py: WA on data/secret/5, so it is not changed"), "{text}");
    place.write("only.sh", "#!/bin/sh\n");
    assert!(place.run(2, &["mutants", "p", "only.sh"]).contains("no program whose language has mutants"));
    place.test(&["mutants"]).status(2).error("required").run();
    place.test(&["mutants", "john", "p"]).status(2).error("one problem or package").run();
    place.test(&["mutants", "john"]).status(2).error("error: john belongs to no package").run();
}

#[test]
fn tests_have_the_problem_that_their_folder_is_named_after() {
    let place = Place::new(&["t/john/1.in:1\n1\n1\n", "sol.py:print('Brother')\n"]);
    let text = place.run(0, &["mutants", "t", "sol.py", "--seconds", "0"]);
    assert!(!text.contains("has no answer"), "{text}");
}

#[test]
fn a_package_without_a_time_limit_is_judged_by_the_one_of_its_programs() {
    // No earlier run of this test knows it.
    let number = i32::try_from(std::process::id()).unwrap();
    let place = package(&[(5, 6), (number, number + 1)]);
    let program = "p/submissions/accepted/a.py";
    assert!(!place.run(0, &["check", "p", program]).contains("the most of the accepted submissions"));
    place.run(1, &["mutants", "p"]);
    assert!(place.run(0, &["check", "p", program]).contains("the most of the accepted submissions"));
}

#[test]
fn a_contest_has_the_scores_on_demand() {
    let place = package(&[(5, 6), (-3, 1)]);
    place.write("p/submissions/equivalent.txt", "");
    let text = printed(&place.test(&["contest", ".", "--mutants", "60"]).run());
    assert!(text.contains("validators  mutants") && text.contains("81.8 %"), "{text}");
    assert!(text.contains("tests that catch 2 mutants"), "{text}");
}
