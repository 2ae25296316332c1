//! A contest: problems made from nothing, and their table.

use std::fs;

use crate::place::Place;

#[test]
fn a_contest_is_a_table_of_what_is_missing_and_what_fails() {
    let place = Place::new(&["contest/notes/a.txt:", "empty/notes/a.txt:"]);
    for kind in ["batch", "scoring"] {
        place.run(0, &["new", kind, "--plain", kind]);
        fs::rename(place.path(kind), place.path(&format!("contest/{kind}"))).unwrap();
    }
    fs::remove_dir_all(place.path("contest/batch/input_validators")).unwrap();
    let text = place.run(0, &["contest", "contest"]);
    for line in [
        "batch    3      2 of 2       1 s",
        "batch: missing an input validator\n",
        "scoring  4      2 of 2       1 s",
        "2 problems: 0 with failures, 1 with something missing\n",
        "note: notes: left out: no tests were found\n",
    ] {
        assert!(text.contains(line), "{line:?} is not in {text}");
    }
    place.write("contest/batch/submissions/wrong_answer/too_little.py", "n = int(input())\nprint(0, n)\n");
    fs::remove_file(place.path("contest/scoring/data/secret/1/most.ans")).unwrap();
    let text = place.run(1, &["contest", "contest"]);
    for line in [
        "batch: fails: wrong_answer/too_little.py: expected WA for some test",
        "scoring: fails: a part of a test is missing: data/secret/1/most.in",
        "2 problems: 2 with failures",
    ] {
        assert!(text.contains(line), "{line:?} is not in {text}");
    }
    assert!(place.run(4, &["contest", "empty"]).contains("empty has no problems in it"));
    assert!(place.run(2, &["contest", "contest/batch"]).contains("name the folder that it is in"));
}
