//! Where a program goes wrong.

use std::fs;

use crate::inputs::submissions::submissions;
use crate::place::Place;

/// What `check john` prints of a program that is copied to where nothing is expected of it.
fn printed(code: i32, program: &str) -> String {
    let place = Place::new(&[]);
    let source = fs::read_to_string(submissions("john").join(program)).unwrap();
    let name = program.rsplit('/').next().unwrap();
    place.write(name, &source);
    place.run(code, &["check", "john", name])
}

#[test]
fn failures_are_told_from_the_rest_by_numbers_of_the_input() {
    for (program, line) in [
        (
            "run_time_error/array_too_small.cpp",
            "array_too_small.cpp: ends by a signal in all 8 tests with 50 heaps or more; in none with up to 24\n",
        ),
        (
            "wrong_answer/nim_sum_is_one.cpp",
            "nim_sum_is_one.cpp: wrong exactly where the XOR of the heaps is above 1 (2619 of 6006 cases)\n",
        ),
    ] {
        let text = printed(1, program);
        assert!(text.contains(line), "{text}");
    }
    let text = printed(0, "accepted/int.cpp");
    assert!(!text.contains(" where "), "{text}");
}
