//! The problems that the engine solves: their switches, headers and values, against the definitions.

use crate::answers::cell_values;
use nim_engine::games::array_game::CellValues;
use nim_engine::theory::watch::unwatched;
use nim_io::{Input, Lines};
use nim_problems as problems;
use nim_solve::Tuning;

/// Returns the answers of `toolkit SLUG SWITCH…` to an input, or the error.
fn solve(slug: &str, switches: &[&str], input: &str) -> Result<String, String> {
    let problem = problems::find(slug).unwrap();
    let mut answers = Vec::new();
    let input = Input::reader("in.txt", std::io::Cursor::new(input.as_bytes().to_vec()));
    (problem.form.solve)(switches, input, &mut Lines::new(&mut answers), &Tuning::default())
        .map(|()| String::from_utf8(answers).unwrap())
        .map_err(|failure| failure.to_string())
}

/// Returns the takes that win, and whether the player to move does, by search.
fn bash(stones: u64, most: u64, misere: bool) -> (bool, Vec<u64>) {
    let mut wins: Vec<bool> = Vec::new();
    for heap in 0..=stones {
        let takes: Vec<u64> = (1..=most.min(heap)).filter(|taken| !wins[(heap - taken) as usize]).collect();
        let first_wins = if heap == 0 || most == 0 { misere } else { !takes.is_empty() };
        if heap == stones {
            return (first_wins, takes);
        }
        wins.push(first_wins);
    }
    unreachable!()
}

#[test]
fn bash_with_every_switch() {
    for stones in 0..=20 {
        for most in 0..=7 {
            for switches in [&[][..], &["misere"], &["moves"], &["misere", "moves"]] {
                let (first_wins, takes) = bash(stones, most, switches.contains(&"misere"));
                let mut expected = if first_wins { "first\n" } else { "second\n" }.to_owned();
                if switches.contains(&"moves") {
                    takes.iter().for_each(|take| expected += &format!("{take}\n"));
                }
                let answer = solve("bash", switches, &format!("1\n{stones} {most}\n"));
                assert_eq!(answer, Ok(expected), "{stones} {most} {switches:?}");
            }
        }
    }
}

#[test]
fn stones_by_every_switch() {
    let powers: Vec<u64> = (0..5).map(|power| 4_u64.pow(power)).collect();
    for misere in [false, true] {
        for (switch, takes) in [("", &[1, 3][..]), ("four", &[1, 3, 4]), ("powers-of-four", &powers)] {
            let switches: Vec<&str> =
                [switch, "misere"].into_iter().filter(|&name| name != "misere" || misere).collect();
            let mut wins = vec![misere];
            for heap in 1..300_u64 {
                let is_won = takes.iter().any(|&taken| taken <= heap && !wins[(heap - taken) as usize]);
                wins.push(is_won);
                let expected = if is_won { "SK\n" } else { "CY\n" };
                assert_eq!(
                    solve("stone-game", &switches, &format!("{heap}\n")),
                    Ok(expected.to_owned()),
                    "{heap}"
                );
            }
        }
    }
}

#[test]
fn places_alone_are_a_line() {
    let input = "3\n.....\nX.X.\n......\n";
    let [whole, places] =
        [&[][..], &["places"]].map(|switches| solve("treblecross", switches, input).unwrap());
    assert_eq!(whole, "WINNING\n3\nWINNING\n2\nLOSING\n\n");
    assert_eq!(places, "3\n2\n0\n");
    // Rows longer than those that are known at once.
    let row = format!("1\n{}\n", ".".repeat(40));
    let [whole, places] =
        [&[][..], &["places"]].map(|switches| solve("treblecross", switches, &row).unwrap());
    assert_eq!(whole.replace("WINNING\n", "").replace("LOSING\n\n", "0\n"), places);
}

#[test]
fn every_switch_is_tested_here() {
    let text = include_str!("engine_problems.rs");
    for switch in problems::PROBLEMS.iter().flat_map(|problem| problem.switches) {
        assert!(text.contains(&format!("\"{}\"", switch.name)), "{}", switch.name);
    }
}

#[test]
fn a_board_may_be_large_but_not_endless() {
    let error = solve("array-game", &[], "10000000000001\n1\n1\n1\n").unwrap_err();
    assert!(error.starts_with("N: expected at most 10000000000000, found \"10000000000001\"\n"), "{error}");
    assert_eq!(solve("array-game", &[], "1000000\n2\n1 1000000\n2 1 1\n"), Ok("Yes\nNo\n".to_owned()));
}

#[test]
fn values_of_cells_are_those_of_the_definition() {
    for cells in (0..200).chain([255, 256, 257, 999, 1000, 2024, 4095, 4096, 4097, 30_000]) {
        let expected = cell_values(cells);
        let mut blocks = CellValues::new(cells).unwrap();
        // The last cell comes first, so that values are computed step by step.
        for cell in (1..=cells).rev() {
            assert_eq!(
                blocks.value(cell, &mut unwatched),
                Ok(expected[cell as usize]),
                "cell {cell} of {cells}"
            );
        }
        assert_eq!(blocks.value(cells + 1, &mut unwatched), Ok(0));
        assert_eq!(blocks.value(0, &mut unwatched), Ok(0));
    }
}

#[test]
fn first_values_by_quotient() {
    // f(1), …, f(20), as on the problem's page; f(q) is the value of cell 1 among q cells.
    let values = [1, 2, 2, 1, 1, 3, 3, 2, 2, 4, 4, 4, 4, 1, 1, 1, 1, 4, 4, 1];
    for (cells, value) in (1..).zip(values) {
        assert_eq!(CellValues::new(cells).unwrap().value(1, &mut unwatched), Ok(value), "{cells}");
    }
}
